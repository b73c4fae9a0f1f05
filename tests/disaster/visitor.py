"""Somebody who comes as a guest and becomes an account by another name, over HTTP, whatever becomes of the answers."""

import asyncio
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.house.routes.answers import COOKIE
from tests.disaster import http
from tests.disaster.bot import Bot, Wrong
from tests.disaster.loop import Process
from tests.disaster.network import Cut

if TYPE_CHECKING:
    from tests.disaster.world import World

PASSWORD = "some cards and a shoe"
NOT_KNOWN = 401


class Visitor:
    """One person, who does not play, or no more."""

    table = None

    def __init__(self, number: int, world: "World", was: Bot | None = None) -> None:
        self.process = Process(world.loop, f"visitor {number}")
        self.name = ""
        self.token: str | None = None
        self.done = False
        self._was = was  # somebody who gets up
        if was is not None:
            self.name, self.token = was.name, was.token
        self._account = f"Account {number}"
        self._tries = 0
        self._chance = Random(f"visitor {world.seed} {number}")
        self._world: Any = world

    async def live(self) -> None:
        """Come in, take the other name, and look what one has under it."""
        while not self._world.over:
            try:
                await self._go_on()
                self.done = True
                return
            except Cut:
                await asyncio.sleep(self._chance.uniform(0.5, 2.0))

    async def _go_on(self) -> None:
        if self.token is None:
            self._tries += 1
            name = f"{self._account[8:]} guest {self._tries}"
            self.token, self.name = await self._world.session(self, f"Visitor {name}"), f"Visitor {name}"
        if self.name != self._account:
            await self._take_name()
        answered = await self._world.ask(self, "GET", "/api/me")
        told = msgspec.json.decode(answered.body)
        if answered.status != 200 or (self._was is None and told["bankroll_cents"] != 1_000_000):
            raise Wrong(f"{self._account}, who was a guest with a whole bankroll, is told {answered.status}, {told}")
        if self._was is not None:  # their session is over: they come no more by that name
            self._was.asleep = True

    async def _take_name(self) -> None:
        """Whose session is over has the other name by an earlier try, of which nothing was heard."""
        took = {"name": self._account, "password": PASSWORD}
        answered = await self._world.ask(self, "POST", "/api/upgrade", took)
        if answered.status == NOT_KNOWN:
            answered = await self._world.ask(self, "POST", "/api/login", took)
        token = http.cookie_in(answered, COOKIE)
        if token is None:
            raise Cut
        self.token, self.name = token, self._account
