"""A test that waits for what never comes."""

import asyncio
import os
import signal
import threading

import pytest

from tests.patience import ends_in_time, limited

SOON = 0.05


async def _for_what_never_comes() -> None:
    await asyncio.Event().wait()


async def _asks_for_it() -> None:
    await _for_what_never_comes()


def test_a_test_that_waits_for_ever_fails_and_says_what_waits() -> None:
    with pytest.raises(pytest.fail.Exception, match=r"not ended within 0\.05 seconds") as failed, limited(SOON):
        asyncio.run(_asks_for_it())
    assert "await _for_what_never_comes()" in str(failed.value)
    assert "await asyncio.Event().wait()" in str(failed.value)
    with pytest.raises(pytest.fail.Exception, match=r"threading.Event\(\).wait\(\)"), limited(SOON):
        threading.Event().wait()


def test_whoever_tidies_up_for_ever_is_not_waited_for_either() -> None:
    async def tidies_up() -> None:
        try:
            await _for_what_never_comes()
        finally:
            await _for_what_never_comes()

    with pytest.raises(pytest.fail.Exception), limited(SOON, SOON):
        asyncio.run(tidies_up())


def test_an_alarm_that_rings_before_is_left_to_who_set_it_and_ours_ends_with_what_it_limits() -> None:
    handler, (left, _) = signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL)
    assert left > 100, "this test too is limited"
    with limited(1000):
        assert signal.getsignal(signal.SIGALRM) is handler
    with limited(100):
        assert signal.getsignal(signal.SIGALRM) is not handler
        assert signal.getitimer(signal.ITIMER_REAL)[0] <= 100
    assert signal.getsignal(signal.SIGALRM) is handler
    assert signal.getitimer(signal.ITIMER_REAL)[0] > 100


def test_a_fork_that_waits_for_ever_ends_and_was_not_killed() -> None:
    child = os.fork()
    if not child:
        ends_in_time(SOON)
        threading.Event().wait()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 1
