"""The clock of a table: it runs while players are asked, and starts anew with a new question only."""

import asyncio
from collections.abc import Callable

from pitboss.house import absence
from pitboss.house.clock import Clock
from pitboss.house.settings import Settings
from pitboss.procedure.table import Table


class QuestionClock:
    """How long whoever is asked has left; when it has run out, it says so once."""

    def __init__(self, clock: Clock, settings: Settings, time_is_up: Callable[[tuple[object, ...]], None]) -> None:
        self._clock = clock
        self._settings = settings
        self._time_is_up = time_is_up
        self._deadline_ms: int | None = None
        self._timer: asyncio.TimerHandle | None = None
        self.question: tuple[object, ...] = ()
        self._ms = 0

    @property
    def left_ms(self) -> int | None:
        """The time left to whoever is asked."""
        return None if self._deadline_ms is None else max(0, self._deadline_ms - self._clock.now_ms())

    def set(self, table: Table) -> None:
        """Run for the question the table asks now; stand still when it asks no player, or one whom nobody waits for."""
        ms = self._time_for(table)
        if not ms:
            self.cancel()
            return
        asked = absence.question(table)
        if (asked, ms) == (self.question, self._ms):
            return
        self.cancel()
        self.question, self._ms = asked, ms
        self._deadline_ms = self._clock.now_ms() + ms
        self._timer = self._clock.after(ms, lambda: self._time_is_up(asked))

    def _time_for(self, table: Table) -> int:
        """How long whoever is asked has; nothing where no clock runs."""
        if not absence.awaited(table):
            return 0
        if absence.seeds_asked(table):
            return self._settings.seed_ms
        return self._settings.alone_ms if absence.is_alone(table) else self._settings.decide_ms

    def cancel(self) -> None:
        """Stand still."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self._deadline_ms, self.question = None, None, ()
