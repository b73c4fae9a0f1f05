"""A history that fails is told with its seed and the fewest of its faults with which it still fails."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.disaster import world
from tests.disaster.faults import Fault, plan_of
from tests.disaster.world import World

Prepare = Callable[[World], None]


@dataclass(frozen=True)
class Failure:
    """What went wrong, by which seed, and with how little."""

    seed: int
    plan: tuple[Fault, ...]
    why: str

    def __str__(self) -> str:
        faults = "\n".join(f"    {fault}" for fault in self.plan) or "    nothing went wrong from outside"
        again = f"python -m tests.disaster --seed {self.seed}"
        return f"seed {self.seed}: {self.why}\n{faults}\n  again: {again}"


def why_not(seed: int, plan: Sequence[Fault] | None = None, prepare: Prepare = lambda _: None) -> str | None:
    """Why a history fails, in a sentence; None if it does not."""
    try:
        world.run(seed, plan, prepare)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


def shrunk(seed: int, why: str, prepare: Prepare = lambda _: None) -> Failure:
    """Leave faults out, one after the other, as long as it still fails."""
    plan = plan_of(seed)
    smaller = True
    while smaller:
        smaller = False
        for at in range(len(plan)):
            fewer = plan[:at] + plan[at + 1 :]
            still = why_not(seed, fewer, prepare)
            if still is not None:
                plan, why, smaller = fewer, still, True
                break
    return Failure(seed, plan, why)


def first_failure(
    seeds: range, prepare: Prepare = lambda _: None, among: tuple[str, ...] = ()
) -> tuple[int, str] | None:
    """The first seed of those that fails, and why; its faults are drawn among some kinds, or all."""
    for seed in seeds:
        why = why_not(seed, plan_of(seed, among), prepare)
        if why is not None:
            return seed, why
    return None
