"""A test that waits for what never comes fails, and says what it waited for: a run that hangs says nothing."""

import asyncio
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Generator, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from types import FrameType

import pytest

# A busy machine is slow, and the first test that needs the solver may compile for minutes; none of them takes so long.
SECONDS_MOST = 600
SLOW_SECONDS_MOST = 2 * 3600
# Whoever tidies up may wait for ever too.
AGAIN_SECONDS = 30
FRAMES_MOST = 15
FORKED_SECONDS_MOST = 120


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None]:
    """What prepares a test ends in time."""
    with _patience_with(item):
        yield


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """The test ends in time."""
    with _patience_with(item):
        yield


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None]:
    """What tidies up after it ends in time."""
    with _patience_with(item):
        yield


def _patience_with(item: pytest.Item) -> AbstractContextManager[None]:
    return limited(SLOW_SECONDS_MOST if item.get_closest_marker("slow") else SECONDS_MOST)


@contextmanager
def limited(seconds: float, again_seconds: float = AGAIN_SECONDS) -> Iterator[None]:
    """Fail whatever waits longer than this; who has set an alarm that rings before keeps it."""
    theirs = signal.getitimer(signal.ITIMER_REAL)
    if 0 < theirs[0] < seconds:
        yield
        return
    before = signal.signal(signal.SIGALRM, lambda _, frame: _give_up(seconds, frame))
    signal.setitimer(signal.ITIMER_REAL, seconds, again_seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *theirs)
        signal.signal(signal.SIGALRM, before or signal.SIG_DFL)  # none that Python knows of: a server had its own


def how_it_ended(child: int, seconds: float = FORKED_SECONDS_MOST) -> int:
    """The exit code of a process that a test has forked; one that does not end is ended, and the test fails.

    A fork may lack a lock that another thread had, and then waits for ever. It has no alarm of ours, and one set there
    may wait for a lock as well: whoever forked it keeps the time. It says where it was as it is aborted.
    """
    last = time.monotonic() + seconds
    while time.monotonic() < last:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.002)
    os.kill(child, signal.SIGABRT)
    os.waitpid(child, 0)
    pytest.fail(f"what was forked has not ended within {seconds:g} seconds")


def _give_up(seconds: float, frame: FrameType | None) -> None:
    pytest.fail(f"It has not ended within {seconds:g} seconds. What waited:\n{_who_waits(frame)}")


def _who_waits(frame: FrameType | None) -> str:
    """Where each task of the loop stands, then each thread, the one in question last."""
    said = []
    with suppress(RuntimeError):  # no loop runs
        for task in sorted(asyncio.all_tasks(), key=asyncio.Task.get_name):
            said += [f"Task {task.get_name()}:\n", *_steps(task.get_coro())]
    for thread, where in sys._current_frames().items():
        if thread != threading.get_ident():
            said += ["Another thread:\n", *traceback.format_stack(where, FRAMES_MOST)]
    return "".join([*said, "This thread:\n", *traceback.format_stack(frame, FRAMES_MOST)])


def _steps(awaited: object) -> Iterator[str]:
    """From what began it to what it waits for: a task itself knows only its first step."""
    while (frame := getattr(awaited, "cr_frame", None) or getattr(awaited, "ag_frame", None)) is not None:
        yield from traceback.format_stack(frame, 1)
        awaited = getattr(awaited, "cr_await", None) or getattr(awaited, "ag_await", None)
