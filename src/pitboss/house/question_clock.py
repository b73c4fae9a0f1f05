"""The clock of a table: it runs while players are asked, and starts anew with a new question only."""

import asyncio
from collections.abc import Callable

from pitboss.house import absence
from pitboss.house.clock import Clock
from pitboss.procedure.table import Table


class QuestionClock:
    """How long whoever is asked has left; when it has run out, it says so once."""

    def __init__(
        self, clock: Clock, decide_ms: int, seed_ms: int, time_is_up: Callable[[tuple[object, ...]], None]
    ) -> None:
        self._clock = clock
        self._decide_ms = decide_ms
        self._seed_ms = seed_ms
        self._time_is_up = time_is_up
        self._deadline_ms: int | None = None
        self._timer: asyncio.TimerHandle | None = None
        self.question: tuple[object, ...] = ()

    @property
    def left_ms(self) -> int | None:
        """The time left to whoever is asked."""
        return None if self._deadline_ms is None else max(0, self._deadline_ms - self._clock.now_ms())

    def set(self, table: Table) -> None:
        """Run for the question the table asks now, or stand still when it asks no player."""
        if not absence.awaited(table):
            self.cancel()
            return
        asked = absence.question(table)
        if self._timer is not None and asked == self.question:
            return
        self.cancel()
        self.question = asked
        ms = self._seed_ms if absence.seeds_asked(table) else self._decide_ms
        self._deadline_ms = self._clock.now_ms() + ms
        self._timer = self._clock.after(ms, lambda: self._time_is_up(asked))

    def cancel(self) -> None:
        """Stand still."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self._deadline_ms, self.question = None, None, ()
