"""The doors by themselves: who is hung up on, told and let in, with a house that is only what they ask of it."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import HTTPConnection

from pitboss.house import protocol
from pitboss.house.accounts import Account
from pitboss.house.doors import DATABASE_ASKED_EVERY_MS, HERE_PATH, Doors
from pitboss.house.guesses import Devices
from pitboss.house.house import House
from pitboss.house.reach import HOP, Answered, Asked, Asker, Gone, Word
from pitboss.house.settings import Settings
from pitboss.house.sockets import GOING_AWAY, OVERLOADED, POLICY, Connection
from pitboss.house.vault import Vault
from tests.house.kit import StillClock, house_on

SETTINGS = Settings(
    sockets_max=5,
    sockets_per_person_max=2,
    sockets_per_address_max=3,
    connections_max=5,
    connections_per_address_max=2,
    trusted_proxies=("10.0.0.1",),
    allowed_addresses=("192.0.2.7",),
)


class Database:
    """It answers, or it does not."""

    def __init__(self) -> None:
        self.asked = 0
        self.fails: BaseException | None = None

    async def rows(self, _: object) -> list[object]:
        self.asked += 1
        if self.fails is not None:
            raise self.fails
        return []


class Somebody:
    """A connection, and what becomes of it."""

    def __init__(self, viewer: str, token: str, role: str = "player") -> None:
        self.viewer, self.token = viewer, token
        self.account = Account(viewer, role, None)
        self.said: list[protocol.Reply] = []
        self.has: list[int] = []
        self.hung_up: list[int] = []
        self.sent_after: list[str] = []

    def say(self, message: protocol.Reply) -> None:
        assert not self.hung_up, "nobody speaks to who has been hung up on"
        self.said.append(message)

    def say_bankroll(self, cents: int) -> None:
        self.has.append(cents)

    def hang_up(self, code: int = GOING_AWAY) -> None:
        self.hung_up.append(code)

    def come_back(self, table: str) -> None:
        self.sent_after.append(table)


class Entrance:
    """Doors with Ann connected twice, under two sessions, and Bob once."""

    def __init__(self) -> None:
        self.database, self.clock = Database(), StillClock()
        self.seated: dict[str, tuple[str, ...]] = {}
        self.living: list[Any] = []
        self.house: Any = SimpleNamespace(
            database=self.database,
            clock=self.clock,
            settings=SETTINGS,
            seats=SimpleNamespace(),
            addresses={},
            failure=None,
            seated_at=lambda name: self.seated.get(name, ()),
            neighbours=SimpleNamespace(living=lambda: self.living),
        )
        self.doors = Doors(cast(House, self.house))
        self.people = [Somebody("Ann", "one"), Somebody("Ann", "two"), Somebody("Bob", "three", "dealer")]
        self.doors.connections = {cast(Connection, one) for one in self.people}

    def why(self, name: str, counted: str | None = "192.0.2.1") -> str | None:
        return self.doors.why_no_socket(Account(name, "player", None), counted)


# --- who is hung up on, and who is told -----------------------------------------------------------------------------


def test_who_is_gone_is_hung_up_on_at_every_connection_and_nobody_else_is() -> None:
    at = Entrance()
    at.house.on_gone("Ann")
    assert [one.hung_up for one in at.people] == [[POLICY], [POLICY], []]


def test_a_session_that_is_over_takes_its_own_connections_with_it_and_no_other_of_the_same_person() -> None:
    at = Entrance()
    at.people.append(Somebody("Ann", "two"))  # another window of the same browser
    at.doors.connections.add(cast(Connection, at.people[-1]))
    at.house.on_session_over("two")
    assert [one.hung_up for one in at.people] == [[], [POLICY], [], [POLICY]]


def test_of_a_bankroll_its_owner_alone_is_told() -> None:
    at = Entrance()
    at.house.on_money({"Ann": 12_00, "Cyd": 5_00})
    assert [one.has for one in at.people] == [[12_00], [12_00], []]
    assert sorted(at.house.people_here()) == ["Ann", "Bob"]


def test_everybody_hears_that_the_house_waits_that_it_goes_on_and_that_a_table_has_moved() -> None:
    at = Entrance()
    at.house.on_wait("it waits")
    at.house.on_wait(None)
    at.house.on_moved("t1")
    for one in at.people:
        assert one.said == [protocol.Waiting(sentence="it waits"), protocol.Waiting(sentence=None)]
        assert (one.sent_after, one.hung_up) == (["t1"], [])


def test_when_the_house_fails_everybody_is_told_and_hung_up_on() -> None:
    at = Entrance()
    at.house.on_failure("the disk is full")
    for one in at.people:
        assert [said.kind for said in one.said if isinstance(said, protocol.Error)] == ["broken"]
        assert one.hung_up == [OVERLOADED]


def test_when_the_house_stops_everybody_is_told_goodbye() -> None:
    at = Entrance()
    at.doors.say_goodbye()
    for one in at.people:
        assert [type(said) for said in one.said] == [protocol.Stopping]
        assert one.hung_up == [GOING_AWAY]


def test_the_house_knows_whose_sessions_are_connected_in_which_role_and_who_is_here() -> None:
    at = Entrance()
    assert sorted(at.house.sessions_here()) == [("one", "player"), ("three", "dealer"), ("two", "player")]
    at.doors.sockets_of_people.enter("Ann")
    assert (at.house.seats.is_here("Ann"), at.house.seats.is_here("Bob")) == (True, False)
    at.doors.sockets_of_people.leave("Ann")
    assert not at.house.seats.is_here("Ann")


def test_who_is_connected_anywhere_is_told_by_every_process_that_answers() -> None:
    at = Entrance()

    async def ask(address: str, asked: Asked) -> Answered:
        assert at.doors.word.taken(HERE_PATH, asked.headers[HOP]) is not None, "a process of this house asks"
        if address == "c:1":
            raise Gone("it has gone")
        return Answered(200, (), b'["Cyd"]' if address == "b:1" else b'["Dan","Cyd","Eve"]')

    at.house.reach = SimpleNamespace(ask=ask)
    at.living = [SimpleNamespace(address=address) for address in ("b:1", "c:1", "d:1")]
    at.doors.sockets_of_people.enter("Ann")
    assert asyncio.run(at.doors.who_is_here()) == {"Ann", "Cyd", "Dan", "Eve"}


@pytest.mark.parametrize(("scheme", "told"), [("http", "http"), ("https", "https"), ("ws", "http"), ("wss", "https")])
def test_another_process_is_told_how_somebody_came(scheme: str, told: str) -> None:
    doors = Entrance().doors
    scope: Any = {"type": "http", "scheme": scheme, "path": "/ws", "query_string": b"", "client": ("192.0.2.1", 7)}
    headers = doors.come(
        HTTPConnection({**scope, "headers": [(b"host", b"house"), (b"cookie", b"a=b")]}), "/ws"
    ).headers
    assert (doors.word.taken("/ws", headers[HOP]), headers["cookie"]) == (Asker("192.0.2.1", told), "a=b")


# --- who may come in ------------------------------------------------------------------------------------------------


def test_a_person_has_so_many_sockets_and_not_one_more() -> None:
    at = Entrance()
    at.doors.sockets_of_people.enter("Ann")
    assert at.why("Ann") is None
    at.doors.sockets_of_people.enter("Ann")
    assert at.why("Ann") == "Ann has as many connections as one person may have"
    assert at.why("Bob") is None


def test_an_address_has_so_many_sockets_unless_no_limit_applies_to_it() -> None:
    at = Entrance()
    for _ in range(2):
        at.doors.sockets_from.enter("192.0.2.1")
    assert at.why("Eve") is None
    at.doors.sockets_from.enter("192.0.2.1")
    assert at.why("Eve") == "there are as many connections from your address as the house allows"
    assert (at.why("Eve", "192.0.2.2"), at.why("Eve", None)) == (None, None)
    for _ in range(3):
        at.doors.sockets_from.enter("")
    assert at.why("Eve", None) is None, "who is not counted by address is not counted under none"


def test_a_full_house_lets_in_who_sits_at_a_table_and_a_house_that_failed_nobody() -> None:
    at = Entrance()
    at.doors.connections |= {cast(Connection, Somebody("Cat", "four"))}
    assert at.why("Eve") is None
    at.doors.connections |= {cast(Connection, Somebody("Dan", "five"))}
    at.seated = {"Ann": ("t1",)}
    assert (at.why("Eve"), at.why("Ann")) == ("the house is full", None)
    at.house.failure = "the disk is full"
    assert at.why("Ann") == "the house has stopped"


@pytest.mark.parametrize(
    ("peer", "from_there", "in_all", "room"),
    [
        ("192.0.2.1", 1, 4, True),
        ("192.0.2.1", 2, 2, False),
        ("192.0.2.1", 0, 5, False),
        ("10.0.0.1", 4, 4, True),  # a proxy that is trusted
        ("10.0.0.1", 4, 5, False),
        ("192.0.2.7", 4, 4, True),  # to whom no limit applies
        ("192.0.2.9", 4, 4, True),  # another process of the house
        ("2001:db8::9", 4, 4, True),
        ("192.0.2.90", 4, 4, False),
    ],
)
def test_so_many_connections_from_one_address_and_in_all(peer: str, from_there: int, in_all: int, room: bool) -> None:
    at = Entrance()
    at.living = [SimpleNamespace(address="192.0.2.9:8000"), SimpleNamespace(address="[2001:db8::9]:8000")]
    for number in range(in_all):
        at.doors.peers.enter(peer if number < from_there else "198.51.100.1")
    assert at.doors.has_room(peer) is room


def test_where_somebody_was_last_seen_is_where_a_limit_counts_them_or_nowhere() -> None:
    at, ann = Entrance(), Account("Ann", "player", None)
    at.doors.seen(ann, "192.0.2.1")
    at.doors.seen(Account("Bob", "player", None), "192.0.2.1")
    assert at.house.addresses == {"Ann": "192.0.2.1", "Bob": "192.0.2.1"}
    at.doors.seen(ann, "192.0.2.2")
    assert at.house.addresses["Ann"] == "192.0.2.2"
    at.doors.seen(ann, None)
    assert at.house.addresses == {"Bob": "192.0.2.1"}


# --- whether the database answers -----------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", [SQLAlchemyError("gone"), OSError("gone"), TimeoutError()])
def test_the_database_is_asked_once_a_second_however_many_ask_and_what_it_says_last_counts(fault: Exception) -> None:
    at = Entrance()

    async def scene() -> None:
        assert [await at.doors.database_answers() for _ in range(3)] == [True] * 3
        assert at.database.asked == 1
        at.database.fails = fault
        at.clock.ms += DATABASE_ASKED_EVERY_MS - 1
        assert await at.doors.database_answers(), "what it said a moment ago"
        at.clock.ms += 1
        assert [await at.doors.database_answers() for _ in range(2)] == [False] * 2
        at.database.fails = None
        at.clock.ms += DATABASE_ASKED_EVERY_MS
        assert await at.doors.database_answers(), "it is back"
        assert at.database.asked == 3

    asyncio.run(scene())


def test_a_device_is_known_by_the_houses_own_key(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            doors = Doors(house)
            doors.open()
            assert house.vault is not None
            own = Devices(house.vault.secret_for("devices")).known_for(None, "ann")
            assert doors.devices.place(own, "ann") is not None
            for secret in (b"", house.vault.secret_for("relay"), Vault.new().secret_for("devices")):
                made_up = Devices(secret).known_for(None, "ann")
                assert doors.devices.place(made_up, "ann") is None, "who has not the key makes no such cookie"
            asker = Asker("192.0.2.1", "http")
            assert doors.word.taken("/", Word(house.vault.secret_for("relay")).given("/", asker)) == asker
            assert doors.word.taken("/", Word(b"").given("/", asker)) is None

    asyncio.run(scene())
