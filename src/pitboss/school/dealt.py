"""Real rounds, dealt by the dealer who makes no mistake to practice players: what items are made of."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from pitboss.cards.bits import SeededBits
from pitboss.procedure import facts as f
from pitboss.procedure.facts import Fact
from pitboss.procedure.moves import DEALER, Move
from pitboss.procedure.refusal import Refused
from pitboss.procedure.table import Table
from pitboss.rules.rules import Rules
from pitboss.school.dealer import lawful_step
from pitboss.school.players import PracticePlayers, first_taken

BOXES_MOST = 4
ROUNDS = 6
SHOES_MOST = 400
STEPS_MOST = 3000

Interferes = Callable[[Table], Move | None]  # somebody does something before the next step, or nothing


@dataclass(frozen=True)
class Dealt:
    """A table that was dealt by seed, its rules, and where each of its rounds lies among its moves and facts."""

    table: Table
    rounds: tuple[tuple[int, int], ...]  # facts from and to, with the wagers before and what lies between
    odd: tuple[int, ...] = ()  # the moves by which somebody interfered

    def facts(self, number: int) -> list[Fact]:
        """The facts of one round."""
        first, last = self.rounds[number]
        return self.table.facts[first:last]


@dataclass(frozen=True)
class Under:
    """Rules, told apart by their hash."""

    hash: str
    rules: Rules = field(compare=False)

    @classmethod
    def of(cls, rules: Rules) -> "Under":
        """These rules."""
        return cls(rules.hash, rules)


@lru_cache(maxsize=64)
def _kept(under: Under, seed: str) -> Dealt:
    return deal(under.rules, seed, ROUNDS)


def dealt(rules: Rules, seed: str) -> Dealt:
    """A few rounds by seed; the same seed deals the same."""
    return _kept(Under.of(rules), seed)


def deal(
    rules: Rules, seed: str, rounds: int, interferes: Interferes = lambda table: None, boxes: int | None = None
) -> Dealt:
    """Deal so many rounds; whatever somebody does in between is tried first, and left where it is refused."""
    table = Table(rules, frozenset({DEALER}))
    bits = SeededBits(f"dealt {seed}")
    players = PracticePlayers(bits, boxes or min(2 + bits.bits(2), BOXES_MOST, rules.layout.positions))
    for move in players.arrive(table):
        table.apply(move)
    ends: list[int] = [0]
    interfered: list[int] = []
    for _ in range(STEPS_MOST * rounds):
        if table.state.round >= rounds and not table.state.in_round:
            break
        before = len(table.facts)
        odd = interferes(table)
        if odd is not None and _taken(table, odd):
            interfered.append(len(table.moves) - 1)
            _follow(table, before, ends)
            continue
        step = lawful_step(table, seed)
        if step is None:
            if first_taken(table, players.answers(table)) is None:
                raise RuntimeError(f"nobody here has an answer: {table.waiting}")
        else:
            table.apply(step)
        _follow(table, before, ends)
    return Dealt(table, tuple(pairwise(ends)), tuple(interfered))


def _taken(table: Table, move: Move) -> bool:
    try:
        table.apply(move)
    except Refused:
        return False
    return True


def _follow(table: Table, before: int, ends: list[int]) -> None:
    ends += [place + 1 for place in range(before, len(table.facts)) if isinstance(table.facts[place], f.RoundEnded)]


def rounds_by_seed(rules: Rules, seed: str) -> Iterator[list[Fact]]:
    """Round after round by seed, shoe after shoe, for whoever looks for something in them."""
    for shoe in range(SHOES_MOST):
        found = dealt(rules, f"{seed} {shoe}")
        for number in range(len(found.rounds)):
            yield found.facts(number)
