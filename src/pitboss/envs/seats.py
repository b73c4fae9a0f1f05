"""A real table whose players are asked from outside: what a seat sees, what it may do, what that is worth."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from pitboss.cards.bits import SeededBits
from pitboss.cards.card import Card, Rank
from pitboss.cards.shuffle import uniform
from pitboss.house import absence
from pitboss.house.family_house import FamilyHouse, Question, house_of
from pitboss.procedure import facts as f
from pitboss.procedure import moves as m
from pitboss.procedure.blackjack import moves as bj
from pitboss.procedure.blackjack.offers import most_insurance
from pitboss.procedure.blackjack.play import double_most
from pitboss.procedure.blackjack.state import BlackjackState
from pitboss.procedure.croupier import Croupier
from pitboss.procedure.moves import Move
from pitboss.procedure.table import Table
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.subjects.shuffle_and_cut import StackPart
from pitboss.rules.variant import load
from pitboss.solve.strategy import total_of

BUY_IN_CENTS = 10**12
CONTINUE: Final = "continue"  # nothing is decided: the round goes on, or its result is seen
ENDING = ("stand", "no-attack", "no-insurance", "no-second-chance", CONTINUE)  # one of them is always offered
TEN = 10


def _stake(t: BlackjackState, by: str, box: int, number: int) -> Any:
    hand = next(hand for hand in t.boxes[box].hands if hand.number == number)
    return next(stake for stake in hand.stakes if stake.player == by)


_Made = Callable[[BlackjackState, str, int, int, int], Move]
# What may be decided, by the name its move has everywhere; amounts are the most that is allowed.
_MOVES: Mapping[str, _Made] = {
    "stand": lambda _, by, box, __, ___: bj.Stand(by=by, box=box),
    "hit": lambda _, by, box, __, ___: bj.Hit(by=by, box=box),
    "double": lambda t, by, box, hand, _: bj.Double(by=by, box=box, cents=double_most(t, _stake(t, by, box, hand))),
    "split": lambda _, by, box, __, ___: bj.Split(by=by, box=box),
    "surrender": lambda _, by, box, __, ___: bj.Surrender(by=by, box=box),
    "attack": lambda _, by, box, __, bet: bj.Attack(by=by, box=box, cents=bet),
    "no-attack": lambda _, by, box, __, ___: bj.NoAttack(by=by, box=box),
    "insure": lambda t, by, box, _, bet: bj.Insure(by=by, box=box, cents=most_insurance(t, bet)),
    "no-insurance": lambda _, by, box, __, ___: bj.NoInsurance(by=by, box=box),
    "even-money": lambda _, by, box, __, ___: bj.EvenMoney(by=by, box=box),
    "second-chance": lambda _, by, box, __, ___: bj.SecondChance(by=by, box=box),
    "no-second-chance": lambda _, by, box, __, ___: bj.NoSecondChance(by=by, box=box),
    CONTINUE: lambda _, by, __, ___, ____: m.Ready(by=by),
}
ACTIONS: tuple[str, ...] = tuple(_MOVES)
_ASKED_BY = (
    {bj.Stand: "stand", m.Ready: CONTINUE}
    | {
        kind: str(kind.__struct_config__.tag)
        for kind in (bj.Hit, bj.Double, bj.Split, bj.Surrender, bj.Attack, bj.NoAttack, bj.Insure, bj.NoInsurance)
    }
    | {kind: str(kind.__struct_config__.tag) for kind in (bj.EvenMoney, bj.SecondChance, bj.NoSecondChance)}
)

# What a seat sees, number by number: itself, then the ranks it holds, then the ranks it has seen leave the shoe.
FIELDS: tuple[str, ...] = (
    *("up", "total", "soft", "cards", "pair", "attacked", "doubled", "split"),
    *(f"holds {rank.label}" for rank in Rank),
    *(f"seen {rank.label}" for rank in Rank),
)
WORTH = "values"  # in the information, where regret is asked for: what each option is worth, in initial wagers
Observation = npt.NDArray[np.int16]


def rules_for(
    game: str,
    rules: Mapping[str, object] | None,
    readings: Mapping[str, str] | None,
    penetration: float | Fraction | None,
) -> BlackjackRules:
    """The rules of a game as they are set and read, its cover card where that share of the shoe has been dealt."""
    loaded = load(game, rules, readings)
    if house_of(loaded) is None:
        raise RulesError(f"no player decides anything in {loaded.game}: there is nothing to learn")
    found = BlackjackRules.of(loaded)
    if penetration is None:
        return found
    if not 0 < penetration < 1:
        raise RulesError(f"penetration is the share of the shoe that is dealt, above 0 and below 1, not {penetration}")
    behind = (1 - Fraction(penetration)).limit_denominator(1000)
    whole = found.shuffle.cover_card_depth.of is StackPart.STACK
    placed = behind if whole else behind * found.cards.decks
    return BlackjackRules.of(load(game, {**(rules or {}), "cover_card_placed": str(placed)}, readings))


def check_wagers(rules: BlackjackRules, wagers: Sequence[str]) -> None:
    """Refuse side wagers that a game does not have."""
    if unknown := set(wagers) - {kind.id for kind in rules.side_wagers}:
        raise RulesError(f"{rules.game} has no side wager {', '.join(sorted(unknown))}")


def side_share(rules: BlackjackRules) -> Fraction:
    """A side wager in initial wagers: half of one, in whole chips, one at least."""
    chip, bet = rules.wagers.chip_unit_cents, rules.wagers.table_minimum_cents
    return Fraction(max(bet // 2 // chip, 1) * chip, bet)


class Seats:
    """Players at one table, each with one box, who bet the same every round and are asked one after the other."""

    def __init__(self, rules: BlackjackRules, boxes: int, wagers: Sequence[str], regret: bool) -> None:
        positions = rules.by_name["positions"][1].value
        if not isinstance(positions, int) or not 1 <= boxes <= positions:
            raise RulesError(f"{rules.game} has boxes 1 to {positions}, not {boxes}")
        check_wagers(rules, wagers)
        room = house_of(rules)
        assert room is not None
        self.room: FamilyHouse = room
        self.rules, self.wagers, self.regret = rules, tuple(wagers), regret
        self.players = tuple(f"box_{box}" for box in range(1, boxes + 1))
        self.bet = rules.wagers.table_minimum_cents
        self.side = int(self.bet * side_share(rules))

    def open(self, seed: int, cards: Sequence[Card] = ()) -> None:
        """A table of their own and its shuffles from a seed; the given cards, if any, come first out of the shoe."""
        self.bits = SeededBits(seed)
        self.table, self.croupier, self.first = Table(self.rules), Croupier(self.bits), tuple(cards)
        self._known: tuple[int, Question | None] = (-1, None)
        for box, name in enumerate(self.players, 1):
            self.table.apply(m.Sit(by=name, box=box))
            self.table.apply(m.BuyIn(by=name, cents=BUY_IN_CENTS))

    def deal(self) -> None:
        """A round, as far as the first who has something to decide; one that was left is ended first."""
        while (left := self.asked) is not None:
            self.act(left, next(name for name in ENDING if name in self.may(left)))
        self._let_go()
        self._serve()
        self.before = {name: self._chips(name) for name in self.players}
        for box, name in enumerate(self.players, 1):
            self.table.apply(m.Wager(by=name, box=box, cents=self.bet))
            for wager in self.wagers:
                self.table.apply(m.Wager(by=name, box=box, cents=self.side, wager=wager))
        for name in self.players:
            self.table.apply(m.Ready(by=name))
        self._go_on()

    def _let_go(self) -> None:
        """Nobody deals these rounds again: what came before the shoe in use is let go."""
        if self.table.state.cards.rounds_from_shoe != 1:  # it is looked for once, after the first round from it
            return
        facts = self.table.facts
        at = next((n for n in range(len(facts) - 1, -1, -1) if isinstance(facts[n], f.ShoeLoaded)), 0)
        self.table.forget(self.table.moves_made, self.table.facts_before + at)

    def _serve(self) -> None:
        """Shuffle, show and cut until wagers are asked for."""
        table = self.table
        while m.Wager not in table.waiting.may:
            if m.Shuffle in table.waiting.may:
                table.apply(self._stacked() if self.first else self.croupier.shuffle(table))
            else:
                table.apply(self._usual())

    def _usual(self) -> Move:
        """What nobody learns: to look at the spread cards, and to cut where that is usual."""
        table, by = self.table, self.table.waiting.by[0]
        if m.Cut in table.waiting.may:
            return m.Cut(by=by, position=self.rules.shuffle.usual_cut(len(table.state.cards.to_shuffle)))
        return next(absence.answers(table, by))[1]

    def _stacked(self) -> Move:
        """The first cards put where the usual cut brings them to the top, the others in any order."""
        rest = list(self.table.state.cards.to_shuffle)
        for card in self.first:
            if card not in rest:
                raise RulesError(f"the shoe of {self.rules.game} has not so many cards {card}")
            rest.remove(card)
        mixed = uniform(tuple(rest), self.bits)
        at = self.rules.shuffle.usual_cut(len(rest) + len(self.first))
        ours, self.first = self.first, ()
        return self.croupier.sealed(self.table, (*mixed[:at], *ours, *mixed[at:]))

    def _go_on(self) -> None:
        """Everything that is not decided, until somebody is asked or the round is over."""
        table = self.table
        while table.state.in_round:
            if m.Shuffle in table.waiting.may:
                table.apply(self.croupier.shuffle(table))
            elif box := next(iter(table.state.family.looks(table.state, table.waiting.by[0])), 0):
                table.apply(bj.LookAtCards(by=table.waiting.by[0], box=box))
            elif any(kind in _ASKED_BY for kind in table.waiting.may):
                return
            else:
                table.apply(self._usual())

    def _box(self, name: str) -> int:
        return self.players.index(name) + 1

    def _chips(self, name: str) -> int:
        return self.table.state.people.players[name].chips

    @property
    def asked(self) -> str | None:
        """Who is to decide now; nobody once the round is over."""
        return self.table.waiting.by[0] if self.table.state.in_round else None

    def may(self, name: str) -> tuple[str, ...]:
        """What somebody may do now."""
        if self.asked != name:
            return ()
        state, waiting = self.table.state, self.table.waiting
        unable = {kind for kind, _ in state.family.unable(state, waiting, name)}
        return tuple(_ASKED_BY[kind] for kind in waiting.may if kind in _ASKED_BY and kind not in unable)

    def mask(self, offered: Sequence[str]) -> npt.NDArray[np.int8]:
        """The same as ones and zeros, in the order of `ACTIONS`."""
        return np.array([name in offered for name in ACTIONS], np.int8)

    def question(self, name: str) -> Question | None:
        """What is asked, as the house's adviser takes it: made of what the player has seen and nothing else."""
        if self.asked != name:
            return None
        if self._known[0] != self.table.moves_made:  # nothing is asked anew before somebody has moved
            self._known = (self.table.moves_made, self.room.question(self.table, name, self._box(name)))
        return self._known[1]

    def worth(self, name: str) -> dict[str, float]:
        """What each option is worth to who is asked, in initial wagers, exactly where `doubts` are empty."""
        question = self.question(name) if self.regret else None
        if question is None or CONTINUE in self.may(name):
            return {}
        return dict(self.room.values(question))

    def observation(self, name: str) -> Observation:
        """What a seat sees, in the order of `FIELDS`; nothing but noughts where it is not asked."""
        found = np.zeros(len(FIELDS), np.int16)
        question: Any = self.question(name)
        if question is None:
            return found
        cards = [min(rank, TEN) for rank in question.hand]
        total, soft = total_of(cards) if cards else (0, False)
        pair = cards[0] if len(cards) == 2 and cards[0] == cards[1] else 0
        split = 0 if question.came_first is None else 1 if question.came_first else 2
        doubled = -(-question.doubled_cents // self.bet)
        found[:8] = (min(question.up, TEN), total, soft, len(cards), pair, question.attacked, doubled, split)
        for at, ranks in ((8, question.hand), (8 + len(Rank), question.others)):
            counted = Counter(ranks)
            found[at : at + len(Rank)] = [counted.get(rank, 0) for rank in Rank]
        return found

    def words(self, name: str, offered: Sequence[str]) -> str:
        """What somebody is asked, as a player would say it."""
        question = self.question(name)
        said = "no decision is asked for" if question is None else question.words
        return f"{said}; offered: {', '.join(offered) or 'nothing'}"

    def act(self, name: str, action: str) -> None:
        """Carry out what somebody decided, and all that follows until the next is asked."""
        state = BlackjackState.of(self.table.state)
        box = self._box(name)
        self.table.apply(_MOVES[action](state, name, box, self.table.waiting.hand, self.bet))
        self._go_on()

    def won(self, name: str) -> float:
        """What the round has brought somebody, in initial wagers."""
        return (self._chips(name) - self.before[name]) / self.bet
