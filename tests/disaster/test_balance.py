"""Tables are spread again over the processes there are, and then stay where they are."""

import asyncio

import pytest

from tests.disaster import world
from tests.disaster.bot import Wrong
from tests.disaster.faults import Fault
from tests.disaster.world import LIVENESS_SECONDS, World


def _has(history: World) -> list[int]:
    return [sum(not live.practice for live in node.house.tables.values()) for node in history.alive if node.ready]


def _balanced_first(history: World) -> None:
    """The history goes on until every process has its share."""
    history.processes = 2
    agree = history._all_agree

    async def then() -> None:
        until = history.loop.time() + LIVENESS_SECONDS
        while len(has := _has(history)) < 2 or max(has) - min(has) > 1:
            if history.loop.time() > until:
                raise Wrong(f"the processes have {has} tables")
            await history.invariants.unless_wrong(asyncio.sleep(0.5))
        await agree()
        epochs = history.server.value("SELECT max(epoch) FROM chains WHERE table_id LIKE 't%'")
        if epochs > 4:
            raise Wrong(f"a table was moved {epochs - 1} times")

    history._all_agree = then  # type: ignore[method-assign]  # of this history


@pytest.mark.parametrize(
    "kind",
    [
        "the house is killed",
        pytest.param("the house is told to stop", marks=pytest.mark.slow),
        pytest.param("the house pauses", marks=pytest.mark.slow),
    ],
)
def test_whoever_died_and_came_back_has_its_share_again_and_nothing_goes_back_and_forth(kind: str) -> None:
    seconds = 25.0 if kind == "the house pauses" else 0.0
    of_two = 0
    for seed in range(4):
        told = world.run(seed, (Fault(5.0, kind, seconds, 1),), _balanced_first)
        of_two += len(told.tables) == 2
    assert of_two, "some of these have two tables"
