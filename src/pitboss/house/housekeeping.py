"""Housekeeping: whoever stays away gets up, whoever must go is seen out, and a table that nobody uses is closed."""

import contextlib
from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from pitboss.house import absence
from pitboss.house.backroom import Writes
from pitboss.house.chronicle import Chronicle
from pitboss.house.clock import Clock
from pitboss.house.committer import SAFE, Stopped
from pitboss.house.journal import Entry
from pitboss.house.settings import Settings
from pitboss.house.telling import Watcher
from pitboss.house.turns import Busy, Turns
from pitboss.procedure import moves as m
from pitboss.procedure.moves import Move
from pitboss.procedure.refusal import Broken, Refused
from pitboss.procedure.table import Table


class Housekeeping(Turns):
    """What the house does at a table between two moves."""

    table: Table
    chronicle: Chronicle
    watchers: set[Watcher]
    touched: bool
    moved_ms: int
    idle_since_ms: int
    _clock: Clock
    _settings: Settings
    _committer: Writes
    _away: set[str]
    _leaving: dict[str, str]
    _last_moved_ms: dict[str, int]

    @abstractmethod
    def _apply(self, move: Move, actor: str, client_id: str | None, rule: str | None) -> Entry:
        """Make a move, by a rule if nobody asked for it."""

    @abstractmethod
    def _house_steps(self) -> list[Entry]:
        """What follows by itself."""

    @abstractmethod
    def _tell(self, since: int, entries: Iterable[Entry]) -> None:
        """Tell what is on disk."""

    def _still_here(self) -> None:
        """What a house made that could then not write it is told to nobody: another may deal on from before that."""
        super()._still_here()
        if self._committer.failed is not None:
            raise Stopped(SAFE)

    async def _write(self, entries: Sequence[Entry]) -> None:
        """What was done here goes to disk, unless the table is another's by now, or was and is taken up anew."""
        self._still_here()
        if entries:
            await self._committer.submit(entries)

    def idle_players(self, before_ms: int) -> list[str]:
        """Who sits or has chips here and has made no move since."""
        players = self.table.state.people.players
        self._last_moved_ms = {name: self._last_moved_ms.get(name, self._clock.now_ms()) for name in players}
        return [name for name, at_ms in self._last_moved_ms.items() if at_ms < before_ms]

    async def release_idle_seats(self, before_ms: int, rule: str) -> None:
        """Who stays away gets up, and the chips go back to them, unless a wager is undecided."""
        for name in self.idle_players(before_ms):
            await self.release(name, rule, partial(self._is_idle, name, before_ms))

    async def release(self, name: str, rule: str, still: Callable[[], bool]) -> None:
        """A player gets up and the chips go back to them, unless a wager is undecided or they are back.

        Where no clock runs for whoever is alone, the house decides first what is still asked of them.
        """
        if not self._settings.alone_ms and absence.is_alone(self.table):
            with contextlib.suppress(Stopped, Busy):
                await self.remove(name, rule, still)
            return
        await self._by_house(m.Leave(by=name), rule, still)

    def _is_idle(self, name: str, before_ms: int) -> bool:
        return name in self.idle_players(before_ms)

    async def remove(self, name: str, rule: str, still: Callable[[], bool] = lambda: True) -> bool:
        """See a player out, if there still is reason to: the house decides what is asked; whether they are gone."""

        async def do() -> bool:
            if not still():
                return False
            since = len(self.chronicle)
            self._leaving[name] = rule
            self._away.add(name)
            entries = self._house_steps()
            await self._write(entries)
            self._tell(since, entries)
            return name not in self.table.state.people.players

        return await self.in_turn(do)

    def sees_out(self, name: str) -> bool:
        """Whether the house sees somebody out already."""
        return name in self._leaving

    def _see_out(self) -> Entry | None:
        """Somebody gets up, if the procedure lets anybody whom the house sees out go now."""
        for name, rule in self._leaving.items():
            with contextlib.suppress(Refused, Broken):  # also where they have got up themselves
                return self._apply(m.Leave(by=name), name, None, rule)
        return None

    def unused(self, settings: Settings) -> str | None:
        """Why the house may close a table at which nobody sits, in words; the first of three rules that applies."""
        now = self._clock.now_ms()
        still_ms = now - self.moved_ms
        if self.table.state.people.players:
            return None
        if not self.touched and still_ms > settings.untouched_close_ms:
            return "nobody has made a move here"
        if not self.watchers and now - self.idle_since_ms > settings.idle_close_ms:
            return "nobody has been here for long"
        return "nobody plays here" if still_ms > settings.watched_close_ms else None

    async def close_by_house(self, rule: str) -> None:
        """Nobody is here any more: the house closes the table."""
        await self._by_house(m.CloseTable(by=m.FLOORPERSON), rule, lambda: not self.table.state.people.players)

    async def _by_house(self, move: Move, rule: str, still: Callable[[], bool]) -> None:
        """Make a move for somebody between two others, by a stated rule, if there still is reason to."""

        async def do() -> None:
            since = len(self.chronicle)
            if still():  # a table that has closed by now refuses it
                entries = [self._apply(move, move.by, None, rule), *self._house_steps()]
                await self._write(entries)
                self._tell(since, entries)

        with contextlib.suppress(Refused, Broken, Stopped, Busy):
            await self.in_turn(do)
