"""What `pitboss simulate` does: the words understood, then the simulator that the game's family has."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any

from pitboss.families import family
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import Rules
from pitboss.simulate.plan import STREAM_ROUNDS, Plan

UNTIL_ROUNDS = 10**12
DEFAULT_ROUNDS = 10**7
UNTIL_LEAST = 1e-9  # more rounds than there are would be needed
BANKROLL_MOST = 10**9


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What was asked for, in the words of the command line."""

    rounds: int | None = None
    until: float | None = None
    seed: int = 1
    boxes: int = 1
    strategy: tuple[str, ...] = ()
    count: str | None = None
    device: str = "cpu"
    threads: int | None = None
    cluster: str | None = None
    bankroll: int = 0
    session: int = 0
    checkpoint: str | None = None
    out: str | None = None
    as_json_only: bool = False
    played_before: bool = False  # a run that was played before is as good as one played now

    def __post_init__(self) -> None:
        if self.until is not None and not UNTIL_LEAST <= self.until < inf:
            raise RulesError(f"--until takes a standard error of {UNTIL_LEAST:g} or more, not {self.until}")
        if (self.bankroll, self.session) != (0, 0) and (self.bankroll < 1 or self.session < 1):
            raise RulesError("a risk of ruin needs both a bankroll and the rounds of a session, above zero")
        if self.bankroll > BANKROLL_MOST:
            raise RulesError(f"a bankroll is of at most {BANKROLL_MOST:,} bets, not {self.bankroll:.3g}")
        if self.device != "cpu" and (self.cluster is not None or self.threads is not None):
            other = "--cluster" if self.cluster is not None else "--threads"
            raise RulesError(f"--device {self.device} and {other} exclude each other")
        if self.cluster is not None and self.threads is not None:
            raise RulesError("--cluster and --threads exclude each other: a cluster plays on all the CPUs it has")

    @property
    def plan(self) -> Plan:
        """The seed, the rounds, and the streams they are played in."""
        wanted = (
            self.rounds if self.rounds is not None else (UNTIL_ROUNDS if self.until is not None else DEFAULT_ROUNDS)
        )
        if self.session > wanted:
            raise RulesError(f"a session of {self.session} rounds is not over after the {wanted} that are played")
        return Plan(self.seed, wanted, max(STREAM_ROUNDS, self.session))  # sessions end with their stream

    def only_rounds(self, game: str) -> None:
        """Refuse every word but those a game without decisions has a use for."""
        decides = self.strategy or self.count or self.bankroll or self.session or self.until
        if decides or self.cluster or self.device != "cpu" or self.checkpoint or self.out:
            raise RulesError(f"{game} has nothing to decide: it takes rounds, boxes, seed and threads only")


# A family's room on this floor: the results by the keys of `simulate --json`. Wrong words are refused before anything
# is written.
Simulator = Callable[[Any, Asked], dict[str, Any]]


def run_command(rules: Rules, asked: Asked) -> dict[str, Any]:
    """Simulate as asked, by the family's own simulator."""
    room = family(rules.family).simulate
    if room is None:
        raise RulesError(f"{rules.game} has no simulator: the family {rules.family} brings none")
    if not 1 <= asked.boxes <= rules.layout.positions:
        raise RulesError(f"{asked.boxes} boxes cannot be played: the table has {rules.layout.positions}")
    if asked.out is not None:
        from pitboss.rules.places import each_its_own
        from pitboss.simulate.results import parquet_writer

        each_its_own(asked.out, asked.checkpoint)
        parquet_writer(Path(asked.out))
    simulator: Simulator = room.open()
    found = simulator(rules, asked)
    # The same sign as the solver's: an edge is above zero for the house, a mean is the player's.
    return {**found, "house_edge": None if found["mean"] is None else -found["mean"]}
