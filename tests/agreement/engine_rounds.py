"""Rounds at a table of the procedure, every box played by a strategy; what came off the shoe and what everybody won."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations_with_replacement, permutations
from math import factorial, prod

from pitboss.cards.card import Card
from pitboss.cards.discard_rack import Other
from pitboss.cards.shoe import Shoe
from pitboss.procedure.blackjack.hands import POINTS, Box, Hand
from pitboss.procedure.blackjack.options import options
from pitboss.procedure.blackjack.state import BlackjackState
from pitboss.procedure.facts import (
    CardBurned,
    CardDealt,
    CardsRanOut,
    CollectionUndone,
    Fact,
    HandSettled,
    PaymentUndone,
    RoundVoided,
    WagerCollected,
    WagerPaid,
)
from pitboss.procedure.moves import Move, Shuffle
from pitboss.procedure.table import Table
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.subjects.deal import DealStep
from pitboss.solve.strategy import (
    BUST_TOTALS,
    DOUBLED_TOTALS,
    HAND_CLASSES,
    UP_CARDS,
    Action,
    ExactHand,
    Preference,
    Situation,
    Strategy,
    total_of,
    uniform_play,
)
from tests import moves as m

BET_CENTS = 200_00
CHIPS = 10**9
SALT = "5a" * 32
NAMES = ("ann", "bob", "cat", "dan", "eve", "fay", "gus")
KINDS: Mapping[Action, type[Move]] = {
    Action.STAND: m.Stand,
    Action.HIT: m.Hit,
    Action.DOUBLE: m.Double,
    Action.SPLIT: m.Split,
    Action.SURRENDER: m.Surrender,
}


@dataclass(frozen=True)
class EngineRound:
    """One round: the cards in the order in which they left the shoe, and what each box won in cents, by wager."""

    cards: tuple[Card, ...]
    won: tuple[int, ...]
    by_wager: tuple[Mapping[str, int], ...]
    left: int = 0
    rack: tuple[Card, ...] = ()
    shuffled: tuple[Card, ...] | None = None
    void: bool = False
    outcomes: tuple[str, ...] = ()


def allowed_of(may: Sequence[type[Move]]) -> list[Action]:
    """What a strategy may choose among, of what the table allows."""
    return [action for action, kind in KINDS.items() if kind in may]


@cache
def preferences(gives_up: float) -> dict[Preference, float]:
    """Every order of what is wanted before a stand or a hit, with how often it comes up."""
    wants = {Action.DOUBLE: 0.2, Action.SPLIT: 0.75, Action.SURRENDER: gives_up}
    found: dict[Preference, float] = {}
    for size in range(len(wants) + 1):
        for wanted in permutations(wants, size):
            each = [often if action in wanted else 1 - often for action, often in wants.items()]
            for last in (Action.STAND, Action.HIT):
                found[(*wanted, last)] = prod(each) / factorial(size) / 2
    return found


def random_strategy(rules: BlackjackRules, chance: random.Random, gives_up: float = 0.2) -> Strategy:
    """Anything legal: so that every branch is taken, some of them more often where a test asks for it."""
    weighed = preferences(gives_up)
    cells = iter(chance.choices([*weighed], [*weighed.values()], k=len(Situation) * HAND_CLASSES * len(UP_CARDS)))

    def answers(rows: int) -> tuple[tuple[bool, ...], ...]:
        return tuple(tuple(chance.random() < 0.5 for _ in UP_CARDS) for _ in range(rows))

    return Strategy(
        game=rules.game,
        rules_hash=rules.hash,
        attack=answers(1)[0],
        insurance=chance.random() < 0.5,
        play=uniform_play(lambda *_: next(cells)),
        second_chance=answers(len(BUST_TOTALS)),
        surrender_after_double=answers(len(DOUBLED_TOTALS)),
        even_money=chance.random() < 0.5,
    )


def drawn(facts: Sequence[Fact]) -> tuple[Card, ...]:
    """The cards in the order in which they left the shoe, those burned after a shuffle in mid-round among them."""
    ran_out, found = False, []
    for fact in facts:
        ran_out = ran_out or isinstance(fact, CardsRanOut)
        if isinstance(fact, CardDealt) or (ran_out and isinstance(fact, CardBurned)):
            found.append(Card.parse(fact.card or ""))
    return tuple(found)


def wagers_of(facts: Sequence[Fact], box: int) -> Mapping[str, int]:
    """What each wager of a box won in cents; what lies on a second hand was placed to split."""
    found: Counter[str] = Counter()
    for fact in facts:
        if isinstance(fact, WagerPaid | WagerCollected | PaymentUndone | CollectionUndone) and fact.box == box:
            name = "split" if fact.hand > 1 and fact.wager in ("bet", "attack") else fact.wager
            cents = fact.winnings if isinstance(fact, WagerPaid | PaymentUndone) else -fact.cents
            found[name] += -cents if isinstance(fact, PaymentUndone | CollectionUndone) else cents
    return found


def with_exact_hands(strategy: Strategy, chance: random.Random) -> Strategy:
    """The strategy with exceptions for half of all exact hands of two to five cards, in any situation."""
    exceptions: dict[ExactHand, Preference] = {}
    choices = ((Action.STAND,), (Action.HIT,), (Action.DOUBLE, Action.HIT))
    for size in range(2, 6):
        for cards in combinations_with_replacement(UP_CARDS, size):
            if total_of(cards)[0] < 21:
                for situation in Situation:
                    exceptions |= {
                        (situation, cards, up): chance.choice(choices) for up in UP_CARDS if chance.random() < 0.5
                    }
    return replace(strategy, exceptions=exceptions)


class EngineTable:
    """A table whose boxes are played by strategies, one player a box."""

    def __init__(self, rules: BlackjackRules, strategies: Sequence[Strategy], seed: int) -> None:
        self.rules, self.strategies = rules, strategies
        self.exact: Counter[int] = Counter()  # exact hands of so many cards that came up
        self.chance = random.Random(seed)
        self.table = Table(rules)
        self.players = NAMES[: len(strategies)]
        for box, name in enumerate(self.players, 1):
            self.table.apply(m.Sit(by=name, box=box))
            self.table.apply(m.BuyIn(by=name, cents=CHIPS))

    def round(self) -> EngineRound:
        """Play the next round."""
        while m.Wager not in self.table.waiting.may:
            self._before_wagers()
        state = self.table.state
        before = [state.people.players[name].chips for name in self.players]
        start, number = len(self.table.facts), state.round
        self.mixed: tuple[Card, ...] | None = None
        left, rack = (
            state.cards.shoe.remaining,
            tuple(card for group in state.cards.rack.groups for card in group.cards),
        )
        for box, name in enumerate(self.players, 1):
            self.table.apply(m.Wager(by=name, box=box, cents=BET_CENTS))
            for kind in self.rules.side_wagers:
                self.table.apply(m.Wager(by=name, box=box, cents=BET_CENTS, wager=kind.id))
        for name in self.players:
            self.table.apply(m.Ready(by=name))
        while state.round == number or state.in_round:
            self._answer()
        facts = self.table.facts[start:]
        won = tuple(state.people.players[name].chips - chips for name, chips in zip(self.players, before, strict=True))
        by_wager = tuple(wagers_of(facts, box) for box in range(1, len(self.players) + 1))
        void = any(isinstance(fact, RoundVoided) for fact in facts)
        cards = drawn(facts)
        outcomes = tuple(fact.outcome for fact in facts if isinstance(fact, HandSettled))
        del self.table.facts[:], self.table.moves[:]
        return EngineRound(cards, won, by_wager, left, rack, self.mixed, void, outcomes)

    def shorten_shoe(self, cards: int, rest_to_rack: bool = False) -> None:
        """Leave so many cards in the shoe for the next round; the others are lost, or lie in the rack."""
        while m.Wager not in self.table.waiting.may:
            self._before_wagers()
        state = self.table.state
        left = state.cards.shoe.take_remaining()
        state.cards.shoe = Shoe(left[:cards])
        if rest_to_rack:
            state.discard(Other("not dealt"), left[cards:])

    def _before_wagers(self) -> None:
        waiting = self.table.waiting
        if Shuffle in waiting.may:
            order = [card.code for card in self.table.state.cards.to_shuffle]
            self.mixed = tuple(self.table.state.cards.to_shuffle)
            self.chance.shuffle(order)
            self.table.apply(Shuffle(by=waiting.by[0], order=tuple(order), salt=SALT))
        elif m.RefuseCut in waiting.may:
            self.table.apply(m.RefuseCut(by=waiting.by[0]))
        elif m.ViewSpread in waiting.may:
            self.table.apply(m.ViewSpread(by=waiting.by[0]))
        else:
            raise AssertionError(f"nobody knows what to do: {waiting}")

    def _answer(self) -> None:
        may = self.table.waiting.may
        if Shuffle in may or m.RefuseCut in may:
            self._before_wagers()
        elif m.NoAttack in may:
            self._each(lambda box, by, plan: self._attack(box, by, plan))
        elif m.NoInsurance in may:
            self._each(lambda box, by, plan: self._insure(box, by, plan))
        elif m.SecondChance in may:
            self._second_chance()
        elif m.Stand in may:
            self._decide()
        elif m.Ready in may:
            self._surrender_before_reader()
        else:
            raise AssertionError(f"nobody knows what to do: {self.table.waiting}")

    def _each(self, answer) -> None:  # type: ignore[no-untyped-def]  # a function of box, player, strategy
        by = self.table.waiting.by[0]
        number = self.players.index(by)
        self.table.apply(answer(number + 1, by, self.strategies[number]))

    @property
    def up(self) -> int:
        """The value of the dealer's up card."""
        return POINTS[self._state.dealer.up_card.rank]

    @property
    def _state(self) -> BlackjackState:
        return BlackjackState.of(self.table.state)

    def _attack(self, box: int, by: str, plan: Strategy) -> Move:
        return m.Attack(by=by, box=box, cents=BET_CENTS) if plan.attacks(self.up) else m.NoAttack(by=by, box=box)

    def _insure(self, box: int, by: str, plan: Strategy) -> Move:
        hand = self._state.boxes[box].hands[0]
        if m.EvenMoney in self.table.waiting.may and hand.two_card_21 and plan.takes_even_money():
            self._look(hand, by)
            return m.EvenMoney(by=by, box=box)
        return m.Insure(by=by, box=box, cents=BET_CENTS // 2) if plan.insures() else m.NoInsurance(by=by, box=box)

    def _second_chance(self) -> None:
        box, hand, plan = self._turn()
        takes = plan.takes_second_chance(hand.total, self.up)
        kind = m.SecondChance if takes else m.NoSecondChance
        self.table.apply(kind(by=box.decides, box=box.number))

    def _turn(self) -> tuple[Box, Hand, Strategy]:
        waiting = self.table.waiting
        box = self._state.boxes[waiting.box]
        hand = next(hand for hand in box.hands if hand.number == waiting.hand)
        return box, hand, self.strategies[waiting.box - 1]

    def _look(self, hand: Hand, by: str) -> None:
        """Cards that were pitched face down are looked at before anything is decided by them."""
        if DealStep.PLAYERS_DOWN in self.rules.deal.deal_order and hand.face_down and not hand.looked:
            self.table.apply(m.LookAtCards(by=by, box=hand.box))

    def _decide(self) -> None:
        box, hand, plan = self._turn()
        by = box.decides
        self._look(hand, by)
        action = Action.STAND
        if hand.total < 21:
            allowed = allowed_of(self.table.waiting.may)
            if hand.doubled:
                gives_up = Action.SURRENDER in allowed and plan.surrenders_double(hand.total, self.up)
                action = Action.SURRENDER if gives_up else Action.STAND
            else:
                cards = [POINTS[card.rank] for card in hand.cards]
                situation = self._situation(hand)
                if (situation, tuple(sorted(cards)), self.up) in plan.exceptions:
                    self.exact[len(cards)] += 1
                action = plan.decide(cards, self.up, situation, allowed)
        if action is Action.DOUBLE:
            stake = hand.stakes[0]
            both = self.rules.doubling.double_limit.name == "BET_AND_ATTACK"
            cents = stake.bet + (stake.attack if both else 0)
            self.table.apply(m.Double(by=by, box=box.number, cents=cents))
        else:
            self.table.apply(KINDS[action](by=by, box=box.number))  # type: ignore[call-arg]  # each has a box

    def _situation(self, hand: Hand) -> Situation:
        if hand.split_ace and self.rules.splitting.split_aces_one_card:
            return Situation.SPLIT_ACE
        drawn = len(hand.cards) > 2
        if hand.from_split:
            return Situation.SPLIT_DRAWN if drawn else Situation.SPLIT_TWO
        return Situation.DRAWN if drawn else Situation.FIRST_TWO

    def _surrender_before_reader(self) -> None:
        by = self.table.waiting.by[0]
        number = self.players.index(by)
        box, plan = self._state.boxes[number + 1], self.strategies[number]
        hand = box.hands[0]
        cards = [POINTS[card.rank] for card in hand.cards]
        if not hand.settled and not hand.parked and hand.total < 21:
            # Given up before the reader where surrender stands first among what the hand would have in its turn.
            allowed = allowed_of(options(self._state, box, hand))
            if plan.decide(cards, self.up, Situation.FIRST_TWO, allowed) is Action.SURRENDER:
                self.table.apply(m.Surrender(by=by, box=number + 1))
                return
        self.table.apply(m.Ready(by=by))
