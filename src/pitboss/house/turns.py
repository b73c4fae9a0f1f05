"""Turns: one task that takes moves and errands in the order in which they came, each when all before it is done."""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import NamedTuple, TypeVar

import msgspec

from pitboss.house.committer import Stopped
from pitboss.house.journal import Entry
from pitboss.procedure.moves import Move
from pitboss.procedure.refusal import Broken, Malformed, Refused

INBOX_MOVES_MAX = 64
MOVED = "the table goes on elsewhere in the house; ask again"
log = logging.getLogger("pitboss.house")


class Busy(Exception):
    """More moves wait than should; nothing was done."""


class Made(NamedTuple):
    """How long the record is after a move, whether the move had been made before, and its line if it was made now."""

    at: int
    again: bool
    entry: Entry | None = None


class Asked(msgspec.Struct, frozen=True):
    """A move that waits for its turn, and for its answer."""

    move: Move
    actor: str
    client_id: str | None
    answer: "asyncio.Future[Made]"


Errand = Callable[[], Awaitable[None]]
T = TypeVar("T")


class Turns(ABC):
    """Somebody who does one thing after another."""

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self._inbox: deque[Asked | Errand] = deque()
        self._wake = asyncio.Event()
        self._ending = False
        self._closed = False
        self._dropped = False
        self._task: asyncio.Task[None] | None = None

    @abstractmethod
    async def _make_all(self, together: Sequence[Asked]) -> None:
        """Make moves that came in together."""

    async def ask(self, move: Move, actor: str, client_id: str | None) -> Made:
        """Make a move: how long the record is now, and whether the move had been made before."""
        if len(self._inbox) >= INBOX_MOVES_MAX:
            raise Busy("the table has too many moves waiting")
        self._still_open()
        asked = Asked(move, actor, client_id, asyncio.get_running_loop().create_future())
        self._put(asked)
        return await asked.answer

    async def in_turn(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do something between two moves, when everything before it is on disk."""
        self._still_open()
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        async def do() -> None:
            if answer.done():
                return  # whoever asked has gone meanwhile, and would watch from nowhere
            try:
                self._still_here()
                result = await work()
            except (Refused, Malformed, Broken, Stopped, Busy) as error:
                if not answer.done():
                    answer.set_exception(error)
            except Exception:
                if not answer.done():
                    answer.set_exception(Broken("the table did not know how to go on"))
                raise
            else:
                if not answer.done():
                    answer.set_result(result)

        self._put(do)
        return await answer

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """Nothing is done here meanwhile, and whatever was done is on disk."""
        begun, over = asyncio.Event(), asyncio.Event()

        async def wait() -> None:
            begun.set()
            await over.wait()

        try:
            if not self._ending:
                self._put(wait)
                await begun.wait()
            yield
        finally:
            over.set()  # also where whoever asked has gone before it began

    def drop(self) -> None:
        """It goes on elsewhere: nothing more is done here, and whatever waits is to be asked there."""
        self._dropped = self._ending = True
        self._wake.set()

    def _still_here(self) -> None:
        if self._dropped:
            raise Busy(MOVED)

    def _still_open(self) -> None:
        """Nobody waits at a table that nobody serves any more."""
        if self._ending and not self._closed:
            raise Busy(MOVED)  # it goes on elsewhere, or its process stops and another takes it up
        if self._closed:
            raise Refused("table/unknown", f"no table {self.id} is open", (), "ask for the lobby")

    def _put(self, work: Asked | Errand) -> None:
        self._inbox.append(work)
        self._wake.set()

    async def _run(self) -> None:
        while not (self._ending and not self._inbox):
            if not self._inbox:
                self._wake.clear()
                await self._wake.wait()
                continue
            try:
                await self._next()
            except Exception as error:  # a fault of one move must not end the table for everybody
                log.error("table failed", extra={"table": self.id}, exc_info=error)

    async def _next(self) -> None:
        """Whatever moves came in while the last went to disk are made together; anything else in between."""
        together: list[Asked] = []
        while self._inbox and isinstance(asked := self._inbox[0], Asked):
            together.append(asked)
            self._inbox.popleft()
        if together:
            try:
                if not self._dropped:
                    await self._make_all(together)
            finally:
                for asked in together:
                    if not asked.answer.done():  # whatever went wrong, nobody waits for ever
                        lost = Busy(MOVED) if self._dropped else Broken("the table did not know how to go on")
                        asked.answer.set_exception(lost)
        elif not isinstance(errand := self._inbox.popleft(), Asked):
            await errand()
