"""Which games have a shuffling routine of their own, movement by movement."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pitboss.cards.bits import Bits, SeededBits
from pitboss.cards.card import Card
from pitboss.cards.double_deck_routine import FIRST_PASS, SECOND_PASS, Step, double_deck_routine
from pitboss.cards.stack import halves
from pitboss.families import families
from pitboss.rules import double_deck_house
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import Rules
from pitboss.shuffles.kernel import Move


@dataclass(frozen=True)
class KeptApart:
    """Cards, by their old place from 0, that a routine cannot bring to the other half, and the clauses that do it."""

    bottom: range
    top: range
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class Routine:
    """A house's own shuffle: its movement, its steps, and the cards it keeps apart."""

    move: Move
    steps: Callable[[Sequence[Card], Bits], Iterator[Step]]
    kept_apart: Callable[[int], KeptApart]

    def acts(self, stack: Sequence[Card]) -> tuple[tuple[str, str], ...]:
        """Each step's clause and what is done; the order of the cards does not matter."""
        return tuple((step.clause, step.act) for step in self.steps(stack, SeededBits(1)))


def kept_apart_by_double_deck(cards: int) -> KeptApart:
    """What is left of stack 1 goes into the first pass and what is left of stack 2 into the second, laid on it."""
    stack_1, stack_2 = halves(range(cards))
    (_, rest_of_1), (_, rest_of_2) = halves(stack_1), halves(stack_2)
    return KeptApart(_range(rest_of_1), _range(rest_of_2), (FIRST_PASS, SECOND_PASS))


def _range(places: Sequence[int]) -> range:
    return range(places[0], places[-1] + 1)


# A family's room on this floor: the routine of each of its games that has one.
Routines = Mapping[str, Routine]
BLACKJACK_ROUTINES: Routines = {
    double_deck_house.GAME: Routine(Move.DOUBLE_DECK_ROUTINE, double_deck_routine, kept_apart_by_double_deck),
}


def routines() -> Routines:
    """Every routine there is, by game."""
    rooms: list[Routines] = [one.shuffle.open() for one in families().values() if one.shuffle is not None]
    return {game: routine for room in rooms for game, routine in room.items()}


def routine_of(rules: Rules) -> Routine:
    """The game's routine; a game without one is refused with the clause that leaves the shuffle to somebody."""
    known = routines()
    if rules.game in known:
        return known[rules.game]
    device_only = rules.shuffle.shuffler_required
    whom = "an automated shuffling device" if device_only else "the dealer or a device"
    leaves = ", ".join(rules.cites("shuffler_required")) or "no clause at hand prescribes it, which"
    raise RulesError(
        f"{rules.game} prescribes no routine that could be measured: {leaves} leaves the shuffle "
        f"to {whom}; there is one in {', '.join(known)}"
    )
