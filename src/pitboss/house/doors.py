"""The doors: what the routes share, who is connected, and how many may be."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from secrets import token_bytes
from typing import Annotated

import msgspec
from fastapi import Cookie
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from pitboss.house import protocol, schema
from pitboss.house.accounts import Account
from pitboss.house.addresses import Addresses, address_of, is_relayed
from pitboss.house.adviser import Adviser
from pitboss.house.beside import Beside
from pitboss.house.committer import SAFE
from pitboss.house.guesses import Devices
from pitboss.house.history import History
from pitboss.house.house import House
from pitboss.house.lobby_feed import LobbyFeed
from pitboss.house.rate_limit import Buckets, Tally
from pitboss.house.reach import HOP, Answered, Asked, Asker, Word
from pitboss.house.relay import Relay
from pitboss.house.review import Reviewer
from pitboss.house.search import Search
from pitboss.house.settings import HOUR_MS
from pitboss.house.sockets import OVERLOADED, POLICY, Come, Connection

DATABASE_ASKED_EVERY_MS = 1000
DATABASE_SECONDS = 2
HERE_PATH = "/between/here"


class Doors:
    """What the routes share."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.beside = Beside()
        self.adviser = Adviser(self.beside.ask)
        self.history = History(house.database, None)
        self.search = Search(house.database)
        self.reviewer = Reviewer(house.database, None, self.beside.ask)
        self.devices = Devices(b"")
        self.connections: set[Connection] = set()
        settings = house.settings
        self.addresses = Addresses(settings)
        self.peers = Tally()  # connections of any kind
        self.sockets_of_people = Tally()
        self.sockets_from = Tally()
        self.messages = Buckets(settings.messages_burst, settings.messages_a_second)
        self.guests = Buckets(settings.guests_burst, settings.guests_an_hour, HOUR_MS)
        self.accounts = Buckets(settings.accounts_burst, settings.accounts_an_hour, HOUR_MS)
        self.wrong = Buckets(settings.wrong_burst, settings.wrong_an_hour, HOUR_MS)
        self._database_asked_ms: int | None = None
        self._database_answers = True
        house.on_failure = self.fail
        house.on_wait = self.tell_wait
        house.on_money = self.tell_bankrolls
        house.people_here = lambda: {one.viewer for one in self.connections}
        house.on_gone = self.hang_up_on
        house.on_moved = self.send_after
        house.sessions_here = lambda: [(one.token, one.account.role) for one in self.connections]
        house.on_session_over = self.end_session
        house.seats.is_here = lambda name: self.sockets_of_people[name] > 0
        self.lobby = LobbyFeed(house)
        self.relay = Relay(house)
        self.word = Word(token_bytes())  # until the vault is open, nobody's

    def open(self) -> None:
        """The house has started: its vault is open."""
        assert self.house.vault is not None
        self.history = History(self.house.database, self.house.vault)
        self.reviewer = Reviewer(self.house.database, self.house.vault, self.beside.ask)
        self.devices = Devices(self.house.vault.secret_for("devices"))
        self.word = Word(self.house.vault.secret_for("relay"))

    # --- who may be here ------------------------------------------------------------------------------------------

    def has_room(self, peer: str) -> bool:
        """Whether one more connection is within the limits; a trusted proxy or another process is many people."""
        settings, counted = self.house.settings, self.addresses.counted(peer)
        if self.peers.total >= settings.connections_max:
            return False
        for_many = self.addresses.trusts(peer) or any(
            one.address.rpartition(":")[0].strip("[]") == peer for one in self.house.neighbours.living()
        )
        return counted is None or for_many or self.peers[peer] < settings.connections_per_address_max

    def why_no_socket(self, account: Account, counted: str | None) -> str | None:
        """Why somebody gets no further socket, in words; who sits at a table gets into a full house too."""
        settings = self.house.settings
        if self.house.failure is not None:
            return "the house has stopped"
        if self.sockets_of_people[account.name] >= settings.sockets_per_person_max:
            return f"{account.name} has as many connections as one person may have"
        if counted is not None and self.sockets_from[counted] >= settings.sockets_per_address_max:
            return "there are as many connections from your address as the house allows"
        if len(self.connections) >= settings.sockets_max and not self.house.seated_at(account.name):
            return "the house is full"
        return None

    def come(self, request: HTTPConnection, path: str) -> Come:
        """How somebody came here, and what another process is told of them."""
        asker = Asker(address_of(request), "https" if request.url.scheme in ("https", "wss") else "http")
        told = {"cookie": request.headers.get("cookie", ""), HOP: self.word.given(path, asker)}
        return Come(self.relay, is_relayed(request), told)

    def seen(self, account: Account, counted: str | None) -> None:
        """Somebody was last seen there; where no limit by address applies, nowhere."""
        if counted is None:
            self.house.addresses.pop(account.name, None)
        else:
            self.house.addresses[account.name] = counted

    # --- telling --------------------------------------------------------------------------------------------------

    def tell_bankrolls(self, have: Mapping[str, int]) -> None:
        """What people have: their own connections hear of it, if they have heard otherwise."""
        for connection in self.connections:
            if connection.viewer in have:
                connection.say_bankroll(have[connection.viewer])

    def hang_up_on(self, name: str) -> None:
        """Somebody's connections end; with a session they have, they come back as who they are now."""
        for connection in tuple(self.connections):
            if connection.viewer == name:
                connection.hang_up(POLICY)

    def end_session(self, token: str) -> None:
        """A session is over, and so are its connections; another process finds out by itself."""
        for connection in tuple(self.connections):
            if connection.token == token:
                connection.hang_up(POLICY)

    async def who_is_here(self) -> set[str]:
        """Everybody who has a connection, at whichever process."""
        asked = Asked(method="GET", path=HERE_PATH, headers={HOP: self.word.given(HERE_PATH, Asker("", "http"))})
        reach, others = self.house.reach, self.house.neighbours.living()
        answers = await asyncio.gather(*(reach.ask(one.address, asked) for one in others), return_exceptions=True)
        told = [msgspec.json.decode(one.body) for one in answers if isinstance(one, Answered)]
        return {*self.sockets_of_people, *(name for names in told for name in names)}

    def send_after(self, table: str) -> None:
        """A table goes on elsewhere in the house: whoever watches it here comes back, and is led there."""
        for connection in tuple(self.connections):
            connection.come_back(table)

    def tell_wait(self, sentence: str | None) -> None:
        """The house waits for its database, or goes on: everybody hears of it."""
        for connection in self.connections:
            connection.say(protocol.Waiting(sentence=sentence))

    def fail(self, sentence: str) -> None:
        """The house has stopped: everybody is told, and nothing more is taken."""
        for connection in tuple(self.connections):
            connection.say(protocol.Error(kind="broken", sentence=SAFE))
            connection.hang_up(OVERLOADED)

    def say_goodbye(self) -> None:
        """The house stops in an orderly way."""
        sentence = "the house stops; tables go on where they are when it starts again"
        for connection in tuple(self.connections):
            connection.say(protocol.Stopping(sentence=sentence))
            connection.hang_up()

    async def me(self, account: Account) -> dict[str, object]:
        """Who somebody is."""
        return {
            "name": account.name,
            "role": account.role,
            "bankroll_cents": await self.house.bankroll_now(account.name),
        }

    # --- asking ---------------------------------------------------------------------------------------------------

    def known(self) -> Callable[..., Awaitable[Account]]:
        """Whose session a request has, or that it has none."""

        async def known(pitboss_session: Annotated[str | None, Cookie()] = None) -> Account:
            account = await self.house.accounts.of_session(pitboss_session)
            if account is None:
                raise HTTPException(401, "there is no session; POST /api/session begins one")
            return account

        return known

    async def database_answers(self) -> bool:
        """Whether the database answers a question now; however many ask, it is asked once a second."""
        now = self.house.clock.now_ms()
        if self._database_asked_ms is not None and now - self._database_asked_ms < DATABASE_ASKED_EVERY_MS:
            return self._database_answers
        self._database_asked_ms = now
        try:
            async with asyncio.timeout(DATABASE_SECONDS):
                await self.house.database.rows(select(schema.journal.c.n).limit(1))
        except (SQLAlchemyError, OSError, TimeoutError):
            self._database_answers = False
        else:
            self._database_answers = True
        return self._database_answers
