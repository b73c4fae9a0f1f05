"""One seed is one history: an event loop with virtual time on which several processes take turns by chance.

Within a process callbacks come in the order in which they were asked for, as asyncio promises; which process goes next
is drawn from the seed. Time passes only when nobody has anything to do. A process can be killed between any two of its
steps, and paused while the others go on. There are no threads, no sockets and no clock of the machine.
"""

import asyncio
import contextlib
import contextvars
import heapq
from collections import deque
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any, TypeVar

STEPS_AT_ONE_MOMENT_MAX = 100_000
T = TypeVar("T")


class Stuck(AssertionError):
    """Nothing will ever happen again, or time no longer passes."""


class Process:
    """Memory and tasks of its own: what is killed is gone, what is paused goes on later as if nothing had been."""

    def __init__(self, loop: "SeededLoop", name: str) -> None:
        self.name = name
        self.dead = False
        self.paused_until = 0.0
        self.skew_ms = 0  # how far the clock on its wall is wrong
        self.node: Any = None  # of the house, where it is one of its
        self.ready: deque[asyncio.Handle] = deque()
        self.tasks: list[asyncio.Task[Any]] = []
        self.context = contextvars.copy_context()
        self.context.run(_PROCESS.set, self)
        self._loop = loop
        loop.processes.append(self)
        loop.alive.append(self)

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin something in this process."""
        return self._loop.create_task(work, context=self.context.copy())

    def kill(self) -> None:
        """Nothing of it runs any more, not even to tidy up."""
        self.dead = True
        self.ready.clear()
        if self in self._loop.alive:
            self._loop.alive.remove(self)

    def pause(self, seconds: float) -> None:
        """Give it no turns for so long."""
        self.paused_until = max(self.paused_until, self._loop.time() + seconds)


_PROCESS: contextvars.ContextVar[Process] = contextvars.ContextVar("process")


class SeededLoop(asyncio.BaseEventLoop):
    """The same seed gives the same history."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._now = 0.0
        self._chance = Random(f"order {seed}")
        self._steps = 0
        self.steps = 0
        self._timers: list[tuple[float, int, asyncio.TimerHandle]] = []
        self._asked = 0
        self.processes: list[Process] = []
        self.alive: list[Process] = []
        self.world = Process(self, "world")
        self.set_task_factory(self._task)

    def time(self) -> float:
        """Seconds since the history began."""
        return self._now

    def _task(
        self, loop: asyncio.AbstractEventLoop, work: Any, context: contextvars.Context | None = None
    ) -> "asyncio.Future[Any]":
        task: asyncio.Task[Any] = asyncio.Task(work, loop=loop, context=context)
        home = self.world if context is None else context.get(_PROCESS, self.world)
        (_PROCESS.get(self.world) if context is None else home).tasks.append(task)
        return task

    # --- what asyncio asks of a loop ------------------------------------------------------------------------------

    def call_at(  # type: ignore[override]  # no typing of args
        self, when: float, callback: Callable[..., object], *args: Any, context: contextvars.Context | None = None
    ) -> asyncio.TimerHandle:
        """Call when it is time; those of one moment in the order in which they were asked for."""
        timer = asyncio.TimerHandle(when, callback, args, self, context)
        self._asked += 1
        heapq.heappush(self._timers, (when, self._asked, timer))
        return timer

    def _call_soon(
        self, callback: Callable[..., object], args: tuple[Any, ...], context: contextvars.Context | None
    ) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self, context)
        self._queue(handle)
        return handle

    def _queue(self, handle: Any) -> None:
        home: Process = handle._context.get(_PROCESS, self.world)
        if not home.dead:
            home.ready.append(handle)

    def _write_to_self(self) -> None:
        """Nobody sleeps who would have to be woken."""

    def run_in_executor(self, executor: Any, func: Callable[..., T], *args: Any) -> Any:  # type: ignore[override]  # no typing of args
        """There are no threads here: what one would do has no place in a history that a seed gives again."""
        raise RuntimeError(f"a thread was asked for, by {func}")

    def _run_once(self) -> None:
        timers = self._timers
        while timers and timers[0][0] <= self._now:
            timer: Any = heapq.heappop(timers)[2]
            if not timer._cancelled:
                self._queue(timer)
        able = [one for one in self.alive if one.ready and one.paused_until <= self._now]
        if not able:
            self._pass_time()
            return
        self.steps += 1
        self._steps += 1
        if self._steps > STEPS_AT_ONE_MOMENT_MAX:
            raise Stuck("time no longer passes: somebody has something to do at once, for ever")
        handle: Any = (able[0] if len(able) == 1 else self._chance.choice(able)).ready.popleft()
        if not handle._cancelled:
            handle._run()

    def _pass_time(self) -> None:
        timers: Any = self._timers
        while timers and timers[0][2]._cancelled:
            heapq.heappop(timers)
        then = [one.paused_until for one in self.alive if one.ready]
        if timers:
            then.append(timers[0][0])
        if not then:
            raise Stuck("nothing will ever happen again")
        self._now = max(self._now, min(then))
        self._steps = 0

    def bury(self) -> None:
        """Let go of whatever was still under way in any process, without a word of it reaching anybody."""
        for process in self.processes:
            for task in process.tasks:
                if not task.done():
                    task._log_destroy_pending = False  # type: ignore[attr-defined]  # it ended with its process
                    with contextlib.suppress(Exception):
                        task.get_coro().close()
            process.tasks.clear()
            process.ready.clear()
        self._timers.clear()
        self.close()


def here() -> Process:
    """The process in which this is asked."""
    return _PROCESS.get()
