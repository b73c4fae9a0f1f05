"""Players who follow a strategy: they see what a player may see and make one move at a time."""

from collections.abc import Sequence
from functools import lru_cache

from pitboss.procedure import moves as m
from pitboss.procedure.blackjack import moves as bj
from pitboss.procedure.blackjack.hands import POINTS, Hand
from pitboss.procedure.blackjack.offers import most_insurance
from pitboss.procedure.blackjack.options import options
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


class StrategyPlayer:
    """Everybody at a table of the blackjack family, playing one strategy for one bet each."""

    def __init__(self, strategy: Strategy, bet_cents: int, side_cents: int = 0) -> None:
        self.strategy = strategy
        self.bet_cents = bet_cents
        self.side_cents = side_cents

    def wagers(self, table: Table) -> Sequence[Move]:
        """What every seated player does before the deal."""
        seats = tuple([(player.name, player.seat or 0) for player in table.state.people.seated()])
        offered = table.state.rules.side_wagers if self.side_cents else ()
        kinds = tuple([kind.id for kind in offered if kind.takes(self.side_cents)])
        return _placed(seats, self.bet_cents, self.side_cents, kinds)

    def move(self, table: Table) -> Move:
        """What the player who is asked does now."""
        waiting, state = table.waiting, BlackjackState.of(table.state)
        by, may = waiting.by[0], waiting.may
        if waiting.hand:
            hands = state.boxes[waiting.box].hands
            hand = hands[0] if len(hands) == 1 else next(hand for hand in hands if hand.number == waiting.hand)
            return self._play(state, hand, by, may)
        if m.ViewSpread in may:
            return m.ViewSpread(by=by)
        if m.RefuseCut in may:
            return m.Cut(by=by, position=state.rules.shuffle.usual_cut(len(state.cards.to_shuffle)))
        box, up = _seat(table, by), POINTS[state.dealer.up_card.rank]
        if bj.NoAttack in may:
            attacks = self.strategy.attacks(up)
            return bj.Attack(by=by, box=box, cents=self.bet_cents) if attacks else bj.NoAttack(by=by, box=box)
        return self._insure(state, by, box) if bj.NoInsurance in may else self._before_reader(state, by, box)

    def _insure(self, state: BlackjackState, by: str, box: int) -> Move:
        if self.strategy.insures():
            return bj.Insure(by=by, box=box, cents=most_insurance(state, self.bet_cents))
        return bj.NoInsurance(by=by, box=box)

    def _before_reader(self, state: BlackjackState, by: str, box: int) -> Move:
        """Where surrender is chosen before the reader: a hand is given up that would be so among all it may do."""
        (hand,) = state.boxes[box].hands
        decided = self._decided(state, hand, by, options(state, state.boxes[box], hand))
        return decided if isinstance(decided, bj.Surrender) else m.Ready(by=by)

    def _play(self, state: BlackjackState, hand: Hand, by: str, may: tuple[type[Move], ...]) -> Move:
        up, total = POINTS[state.dealer.up_card.rank], hand.total
        if hand.face_down and not hand.looked:
            return bj.LookAtCards(by=by, box=hand.box)
        if bj.SecondChance in may:
            wants = self.strategy.takes_second_chance(total, up)
            return bj.SecondChance(by=by, box=hand.box) if wants else bj.NoSecondChance(by=by, box=hand.box)
        if hand.doubled:
            gives_up = bj.Surrender in may and self.strategy.surrenders_double(total, up)
            return bj.Surrender(by=by, box=hand.box) if gives_up else bj.Stand(by=by, box=hand.box)
        return self._decided(state, hand, by, may)

    def _decided(self, state: BlackjackState, hand: Hand, by: str, may: tuple[type[Move], ...]) -> Move:
        up, total = POINTS[state.dealer.up_card.rank], hand.total
        if total == TWENTY_ONE:  # where the player holds the cards, nobody but the player knows it
            return bj.Stand(by=by, box=hand.box)
        cards = [POINTS[rank] for rank, _ in hand.cards]
        for action in self.strategy.preferences(cards, up, situation_of(state.rules, hand)):
            plain = _PLAIN.get(action)
            if plain is not None and plain in may:
                return plain(by=by, box=hand.box)
            if plain is None and bj.Double in may:
                return bj.Double(by=by, box=hand.box, cents=double_most(state, hand.stakes[0]))
        return bj.Stand(by=by, box=hand.box)


@lru_cache
def _placed(seats: tuple[tuple[str, int], ...], bet: int, side: int, kinds: tuple[str, ...]) -> tuple[Move, ...]:
    """What is wagered before the deal: the same every round, while the same people sit there."""
    placed: list[Move] = []
    for name, box in seats:
        placed.append(m.Wager(by=name, box=box, cents=bet))
        placed += [m.Wager(by=name, box=box, cents=side, wager=kind) for kind in kinds]
    return (*placed, *[m.Ready(by=name) for name, _ in seats])


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
