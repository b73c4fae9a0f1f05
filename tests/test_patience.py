"""A test that waits for what never comes."""

import asyncio
import faulthandler
import os
import signal
import threading

import pytest

from tests.patience import how_it_ended, limited

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


def test_a_fork_that_waits_for_ever_is_ended_and_told() -> None:
    child = os.fork()
    if not child:
        faulthandler.disable()  # what it says as it is aborted is for nobody here
        threading.Event().wait()
    with pytest.raises(pytest.fail.Exception, match=r"has not ended within 0\.05 seconds"):
        how_it_ended(child, SOON)
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


def test_a_fork_that_ends_is_told_as_it_ended() -> None:
    for code in (0, 3):
        child = os.fork()
        if not child:
            os._exit(code)
        assert how_it_ended(child) == code
    child = os.fork()
    if not child:
        os.kill(os.getpid(), signal.SIGKILL)
    assert how_it_ended(child) == -signal.SIGKILL
