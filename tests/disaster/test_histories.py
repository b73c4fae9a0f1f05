"""Histories in which everything fails: whatever happens, nothing that was confirmed is lost, and play goes on."""

import asyncio
import subprocess
import sys

import pytest

from tests.disaster import world
from tests.disaster.bot import Wrong
from tests.disaster.faults import KINDS, Fault, plan_of
from tests.disaster.loop import Process, SeededLoop, Stuck
from tests.disaster.shrink import first_failure, shrunk
from tests.disaster.world import World

FAST, SLOW, TOGETHER = 240, 4_000, 30


@pytest.mark.parametrize("first", range(0, FAST, TOGETHER))
def test_whatever_fails_nothing_confirmed_is_lost_and_play_goes_on(first: int) -> None:
    failed = first_failure(range(first, first + TOGETHER))
    assert failed is None, f"\n{shrunk(*failed)}"


@pytest.mark.slow
@pytest.mark.parametrize("first", range(FAST, FAST + SLOW, 500))
def test_whatever_fails_in_many_more_histories(first: int) -> None:
    failed = first_failure(range(first, first + 500))
    assert failed is None, f"\n{shrunk(*failed)}"


@pytest.mark.parametrize("kind", KINDS)
def test_each_fault_alone_at_several_moments(kind: str) -> None:
    """Every kind by itself, so that none is only ever met beside others."""
    least, most = KINDS[kind]
    for seed, at in ((1, 6.0),):
        world.run(seed, (Fault(at, kind, (least + most) / 2, 1),))


def test_one_seed_is_one_history() -> None:
    one, again, other = (world.run(seed) for seed in (11, 11, 12))
    assert one.invariants.told == again.invariants.told
    assert one.loop.steps == again.loop.steps
    assert one.invariants.told != other.invariants.told


@pytest.mark.slow
def test_one_seed_is_one_history_in_another_process_too() -> None:
    """Where names hash otherwise and nothing lies where it lay."""
    told = [
        subprocess.run(
            [sys.executable, "-m", "tests.disaster", "--seed", "11"],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]


def test_a_history_that_fails_is_told_by_the_faults_it_needs_only() -> None:
    """Somebody whom a line breaks for takes it that a fact was told otherwise: no other fault is needed for it."""

    def broken(history: World) -> None:
        def heard(bot: object, text: str, told: dict[str, object]) -> None:
            if any("a line breaks" in line for line in history.invariants.told):
                history.invariants.wrong(Wrong("broken on purpose"))

        history.heard = heard  # type: ignore[method-assign]  # the history breaks here

    seed = next(
        seed for seed in range(10_000) if len(plan_of(seed)) > 2 and "a line breaks" in {f.kind for f in plan_of(seed)}
    )
    failure = shrunk(seed, "", broken)
    assert [fault.kind for fault in failure.plan] == ["a line breaks"]
    assert f"--seed {seed}" in str(failure)
    assert "broken on purpose" in str(failure)


# --- the loop -------------------------------------------------------------------------------------------------------


def test_time_passes_at_once_and_only_when_nobody_has_anything_to_do() -> None:
    loop = SeededLoop(1)

    async def scene() -> float:
        await asyncio.sleep(3600)
        return loop.time()

    assert loop.run_until_complete(loop.world.spawn(scene())) == 3600
    loop.bury()


def test_a_process_that_is_killed_does_nothing_more_and_one_that_is_paused_goes_on_later() -> None:
    loop, done = SeededLoop(1), []

    async def work(name: str) -> None:
        for step in range(3):
            await asyncio.sleep(1)
            done.append((name, step, loop.time()))

    async def scene() -> None:
        killed, paused = Process(loop, "killed"), Process(loop, "paused")
        killed.spawn(work("killed"))
        paused.spawn(work("paused"))
        await asyncio.sleep(1.5)
        killed.kill()
        paused.pause(10)
        await asyncio.sleep(20)

    loop.run_until_complete(loop.world.spawn(scene()))
    loop.bury()
    assert sorted(done) == [("killed", 0, 1.0), ("paused", 0, 1.0), ("paused", 1, 11.5), ("paused", 2, 12.5)]


def test_a_thread_has_no_place_in_a_history() -> None:
    loop = SeededLoop(1)

    async def scene() -> None:
        await asyncio.to_thread(print)

    with pytest.raises(RuntimeError, match="a thread was asked for"):
        loop.run_until_complete(loop.world.spawn(scene()))
    loop.bury()


def test_a_history_in_which_nothing_happens_any_more_is_told() -> None:
    loop = SeededLoop(1)

    async def for_ever() -> None:
        await asyncio.get_running_loop().create_future()

    async def at_once() -> None:
        while True:
            await asyncio.sleep(0)

    for work, why in ((for_ever, "nothing will ever happen"), (at_once, "time no longer passes")):
        with pytest.raises(Stuck, match=why):
            loop.run_until_complete(loop.world.spawn(work()))
    loop.bury()
