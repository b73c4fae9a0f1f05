"""Requests that make something, by the ids of those who asked: one that is sent again is answered again, and done once.

What came of a request is written in the very transaction that does it. Whichever process is asked next finds it there,
though the one that did it died before it could answer. Moves are known so by their lines of the journal (`made_moves`);
this is for whatever else somebody may ask for twice: tables, guests, accounts, grants, invitations, classes, tests.
"""

import asyncio
import hmac
from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeVar

from sqlalchemy import delete, select

from pitboss.house import schema
from pitboss.house.clock import Clock
from pitboss.house.committer import Committer, DoneBefore, Statement
from pitboss.house.database import Database
from pitboss.house.vault import Vault, WrongKey
from pitboss.procedure.refusal import Refused

KEPT_MS = 24 * 3600 * 1000
T = TypeVar("T")


class Requested(NamedTuple):
    """Who asks, under which id, and for what."""

    actor: str
    id: str
    what: bytes


class Requests:
    """What was done for whom. Neither ids nor answers can be read from what is on disk: some are as good as keys."""

    def __init__(self, database: Database, committer: Committer, clock: Clock, vault: Callable[[], Vault]) -> None:
        self._database = database
        self._committer = committer
        self._clock = clock
        self._vault = vault
        self._under_way: dict[tuple[str, str], asyncio.Future[None]] = {}
        self._void: set[tuple[str, str]] = set()  # of which nothing stands any more

    async def once(
        self,
        asked: Requested | None,
        do: Callable[[], Awaitable[T]],
        again: Callable[[bytes], Awaitable[T | None]],
    ) -> T:
        """Do it, or answer `again` from what came of it; None says that nothing of it is left, and it is done anew."""
        if asked is None:
            return await do()
        key = self._key(asked)
        while key in self._under_way:
            await asyncio.wait((self._under_way[key],))
        over = self._under_way[key] = asyncio.get_running_loop().create_future()
        try:
            answer = await self._answered(asked, again)
            return await do() if answer is None else answer
        except DoneBefore:  # at another process, in this moment
            answer = await self._answered(asked, again)
            if answer is None:
                raise
            return answer
        finally:
            del self._under_way[key]
            self._void.discard(key)
            over.set_result(None)

    async def _answered(self, asked: Requested, again: Callable[[bytes], Awaitable[T | None]]) -> T | None:
        r, key = schema.requests, self._key(asked)
        rows = await self._database.rows(select(r).where(r.c.actor == key[0], r.c.client_id == key[1]))
        if not rows:
            return None
        if rows[0].asked != self._hidden(asked.what):
            sentence = "something else was asked for under that id"
            raise Refused("request/other-request", sentence, (), "ask under another id")
        try:
            answer = await again(self._vault().unlock(bytes(rows[0].answer), _name(key)))
        except WrongKey:
            answer = None
        if answer is None:
            self._void.add(key)
        return answer

    def done(self, asked: Requested | None, answer: bytes) -> list[Statement]:
        """What came of it, to be written with it."""
        if asked is None:
            return []
        r, key = schema.requests, self._key(asked)
        row = {"actor": key[0], "client_id": key[1], "asked": self._hidden(asked.what), "at_ms": self._clock.wall_ms()}
        kept: Statement = (r.insert(), {**row, "answer": self._vault().lock(answer, _name(key))})
        if key not in self._void:
            return [kept]
        return [(delete(r).where(r.c.actor == key[0], r.c.client_id == key[1]), {}), kept]

    async def sweep(self) -> None:
        """Nobody sends a request again after so long; whoever has the cage forgets it."""
        r, before = schema.requests, self._clock.wall_ms() - KEPT_MS
        if await self._database.rows(select(r.c.actor).where(r.c.at_ms < before).limit(1)):
            await self._committer.submit(statements=[(delete(r).where(r.c.at_ms < before), {})])

    def _key(self, asked: Requested) -> tuple[str, str]:
        return asked.actor, self._hidden(asked.id.encode())

    def _hidden(self, said: bytes) -> str:
        return hmac.digest(self._vault().secret_for("requests"), said, "sha256").hex()


def _name(key: tuple[str, str]) -> str:
    return f"request {key[0]} {key[1]}"
