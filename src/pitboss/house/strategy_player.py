"""Players who follow a strategy: they see what a player may see and make one move at a time."""

from pitboss.procedure import moves as m
from pitboss.procedure.blackjack import moves as bj
from pitboss.procedure.blackjack.hands import POINTS, Hand
from pitboss.procedure.blackjack.offers import most_insurance
from pitboss.procedure.blackjack.play import double_most
from pitboss.procedure.blackjack.state import BlackjackState
from pitboss.procedure.moves import Move
from pitboss.procedure.table import Table
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.subjects.points import TWENTY_ONE
from pitboss.solve.strategy import Action, Situation, Strategy

_PLAIN: dict[Action, type[bj.Stand] | type[bj.Hit] | type[bj.Split] | type[bj.Surrender]] = {
    Action.STAND: bj.Stand,
    Action.HIT: bj.Hit,
    Action.SPLIT: bj.Split,
    Action.SURRENDER: bj.Surrender,
}
_ACTIONS: dict[type[Move], Action] = {bj.Double: Action.DOUBLE, **{kind: action for action, kind in _PLAIN.items()}}


class StrategyPlayer:
    """Everybody at a table of the blackjack family, playing one strategy for one bet each."""

    def __init__(self, strategy: Strategy, bet_cents: int, side_cents: int = 0) -> None:
        self.strategy = strategy
        self.bet_cents = bet_cents
        self.side_cents = side_cents

    def wagers(self, table: Table) -> list[Move]:
        """What every seated player does before the deal."""
        placed: list[Move] = []
        for player in table.state.people.seated():
            box = _seat(table, player.name)
            placed.append(m.Wager(by=player.name, box=box, cents=self.bet_cents))
            for kind in table.state.rules.side_wagers if self.side_cents else ():
                placed.append(m.Wager(by=player.name, box=box, cents=self.side_cents, wager=kind.id))
        placed += [m.Ready(by=player.name) for player in table.state.people.seated()]
        return placed

    def move(self, table: Table) -> Move:
        """What the player who is asked does now."""
        waiting, by = table.waiting, table.waiting.by[0]
        may = waiting.may
        if m.ViewSpread in may:
            return m.ViewSpread(by=by)
        if m.RefuseCut in may:
            return m.Cut(by=by, position=table.state.rules.shuffle.usual_cut(len(table.state.cards.to_shuffle)))
        box, state = _seat(table, by), BlackjackState.of(table.state)
        up = POINTS[state.dealer.up_card.rank]
        if bj.NoAttack in may:
            attacks = self.strategy.attacks(up)
            return bj.Attack(by=by, box=box, cents=self.bet_cents) if attacks else bj.NoAttack(by=by, box=box)
        if bj.NoInsurance in may:
            return self._insure(state, by, box)
        if m.Ready in may:
            return self._before_reader(state, up, by, box)
        hand = next(hand for hand in state.boxes[box].hands if hand.number == waiting.hand)
        if hand.face_down and not hand.looked:
            return bj.LookAtCards(by=by, box=box)
        if bj.SecondChance in may:
            wants = self.strategy.takes_second_chance(hand.total, up)
            return bj.SecondChance(by=by, box=box) if wants else bj.NoSecondChance(by=by, box=box)
        return self._decide(state, hand, up, by, may)

    def _insure(self, state: BlackjackState, by: str, box: int) -> Move:
        if self.strategy.insures():
            return bj.Insure(by=by, box=box, cents=most_insurance(state, self.bet_cents))
        return bj.NoInsurance(by=by, box=box)

    def _before_reader(self, state: BlackjackState, up: int, by: str, box: int) -> Move:
        """Where surrender is chosen before the reader: only who has a hand to give up is asked."""
        (hand,) = state.boxes[box].hands
        cards = [POINTS[card.rank] for card in hand.cards]
        gives_up = self.strategy.decide(cards, up, Situation.FIRST_TWO, list(Action)) is Action.SURRENDER
        return bj.Surrender(by=by, box=box) if gives_up else m.Ready(by=by)

    def _decide(self, state: BlackjackState, hand: Hand, up: int, by: str, may: tuple[type[Move], ...]) -> Move:
        if hand.doubled:
            gives_up = bj.Surrender in may and self.strategy.surrenders_double(hand.total, up)
            return bj.Surrender(by=by, box=hand.box) if gives_up else bj.Stand(by=by, box=hand.box)
        if hand.total == TWENTY_ONE:  # where the player holds the cards, nobody but the player knows it
            return bj.Stand(by=by, box=hand.box)
        allowed = [_ACTIONS[kind] for kind in may if kind in _ACTIONS]
        cards = [POINTS[card.rank] for card in hand.cards]
        action = self.strategy.decide(cards, up, situation_of(state.rules, hand), allowed)
        plain = _PLAIN.get(action)
        if plain is None:
            return bj.Double(by=by, box=hand.box, cents=double_most(state, hand.stakes[0]))
        return plain(by=by, box=hand.box)


def _seat(table: Table, name: str) -> int:
    """The one box that somebody plays."""
    seat = table.state.people.players[name].seat
    assert seat is not None
    return seat


def situation_of(rules: BlackjackRules, hand: Hand) -> Situation:
    """What has happened to the hand, in the strategy's words."""
    if hand.split_ace and rules.splitting.split_aces_one_card:
        return Situation.SPLIT_ACE
    if hand.from_split:
        return Situation.SPLIT_TWO if len(hand.cards) == 2 else Situation.SPLIT_DRAWN
    return Situation.FIRST_TWO if len(hand.cards) == 2 else Situation.DRAWN
