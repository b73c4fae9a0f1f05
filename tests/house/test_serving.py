"""Running a house: within the files a system allows, and behind a server that keeps its promises."""

import asyncio
import gc
import os
import re
import resource
import socket
import sys
from errno import EADDRINUSE, EADDRNOTAVAIL
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from pitboss.house import keys, logs, serving
from pitboss.house.beside import Lost
from pitboss.house.connections import CROWDED, LATE
from pitboss.house.database import CannotOpen, Database
from pitboss.house.frames import ShortWayOut
from pitboss.house.house import House
from pitboss.house.server import make_app
from pitboss.house.serving import DRAINED, FILES_TO_SPARE, FRAME_BYTES_MAX, Opening, server_for
from pitboss.house.settings import UNHURRIED, Settings
from pitboss.rules.games import GAMES
from tests.house import kit

NO_LIMIT = resource.RLIM_INFINITY


@pytest.mark.parametrize(
    ("soft", "hard", "raised_to", "connections"),
    [
        (NO_LIMIT, NO_LIMIT, None, 1_000),
        (1_128, 1_128, None, 1_000),
        (1_127, NO_LIMIT, 1_128, 1_000),
        (1_127, 1_128, 1_128, 1_000),
        (256, 4_096, 1_128, 1_000),
        (1_127, 1_127, 1_127, 999),
        (256, 256, 256, 128),
        (64, 128, 128, 1),
        (64, 64, 64, 1),
    ],
)
def test_a_house_takes_as_many_connections_as_the_system_allows_files_some_to_spare(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    soft: int,
    hard: int,
    raised_to: int | None,
    connections: int,
) -> None:
    assert FILES_TO_SPARE == 128
    given: list[tuple[int, tuple[int, int]]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda what: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda what, limits: given.append((what, limits)))
    settings = Settings(connections_max=1_000, tables_max=7)
    got = serving._within_open_files(settings)
    assert (got.connections_max, got.tables_max) == (connections, 7)
    assert given == ([] if raised_to is None else [(resource.RLIMIT_NOFILE, (raised_to, hard))])
    said = capsys.readouterr().err
    assert ("connections_max = 1000" in said) is (connections < 1_000), "who gets less than set is told"


def test_a_server_reads_no_more_than_a_frame_and_believes_no_header(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        house = House(await Database.open(sqlite_db, key), UNHURRIED)
        try:
            config = server_for(house, "127.0.0.1", 0, open_tables=False).config
        finally:
            await house.database.close()
        assert FRAME_BYTES_MAX == config.ws_max_size == config.h11_max_incomplete_event_size == 16_384
        assert not any((config.proxy_headers, config.server_header, config.access_log, config.ws_per_message_deflate))
        assert (config.ws_ping_interval, config.timeout_keep_alive, config.timeout_graceful_shutdown) == (20, 30, 5)

    asyncio.run(scene())


def test_nobody_finds_an_empty_house_and_one_that_opens_again_has_each_table_once(sqlite_db: str, key: Path) -> None:
    async def opened() -> list[str]:
        house = House(await Database.open(sqlite_db, key), UNHURRIED)
        app = make_app(house)
        async with app.router.lifespan_context(app):
            return sorted(live.recipe.game for live in house.tables.values())

    for _ in range(2):
        assert asyncio.run(opened()) == sorted(GAMES)


def test_a_house_that_fails_tells_everybody_and_its_server_ends(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        house = House(await Database.open(sqlite_db, key), UNHURRIED)
        told: list[str] = []
        try:
            server = server_for(house, "127.0.0.1", 0, open_tables=False)
            assert not server.should_exit
            doors = server.config.app.state.doors  # type: ignore[union-attr]  # the application of `server_for`
            doors.connections.add(Listening(told))
            assert house.on_failure is not None
            house.on_failure("the disk is full")
        finally:
            await house.database.close()
        assert server.should_exit
        assert told == ["the house has stopped; what was confirmed is safe", "1013"]

    asyncio.run(scene())


def test_a_house_closes_while_somebody_is_hanging_up(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their goodbye was heard and their line is not gone yet: nothing can be sent on it, and nothing fails."""
    sockets: list[ShortWayOut] = []
    came = ShortWayOut.handle_connect

    def noted(self: ShortWayOut, event: Any) -> None:
        sockets.append(self)
        came(self, event)

    async def scene() -> None:
        async with kit.serving(sqlite_db, key) as (url, _), kit.client(url):
            (socket,) = sockets
            socket.data_received(b"\x88\x82\0\0\0\0\x03\xe8")  # a client's close frame
            assert socket.transport.is_closing()
            socket.shutdown()

    monkeypatch.setattr(ShortWayOut, "handle_connect", noted)
    asyncio.run(scene())


class Listening:
    """A connection that keeps what it is told."""

    viewer = "ann"

    def __init__(self, told: list[str]) -> None:
        self._told = told

    def say(self, message: object) -> None:
        assert getattr(message, "kind", None) == "broken"
        self._told.append(str(getattr(message, "sentence", "")))

    def hang_up(self, code: int) -> None:
        self._told.append(str(code))


def test_with_a_house_ends_the_process_that_works_beside_it(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        app = make_app(House(await Database.open(sqlite_db, key), UNHURRIED), open_tables=False)
        beside = app.state.doors.beside
        async with app.router.lifespan_context(app):
            assert await beside.ask(abs, -1) == 1
        assert beside._process.returncode is not None
        with pytest.raises(Lost, match="the house is closing"):
            await beside.ask(abs, -1)

    asyncio.run(scene())


@pytest.mark.parametrize(("answer", "status"), [(LATE, b"408 Request Timeout"), (CROWDED, b"429 Too Many Requests")])
def test_an_answer_to_nobody_in_particular_is_whole(answer: bytes, status: bytes) -> None:
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 " + status + b"\r\n")
    assert f"content-length: {len(body)}".encode() in head.split(b"\r\n")
    assert b"connection: close" in head


def test_an_open_house_says_where_it_is_what_rests_and_whom_it_invites(capsys: pytest.CaptureFixture[str]) -> None:
    async def invite(role: str) -> str:
        return f"code of the {role}"

    cage = SimpleNamespace(has_cage=True)
    house: Any = SimpleNamespace(kept_out={"t1": "it was dealt by procedure 3"}, invite=invite, neighbours=cage)
    server: Any = SimpleNamespace(started=False)

    async def scene() -> None:
        saying = partial(serving._announce, house, "127.0.0.1:4711", ("auditor", "dealer"))
        announcing = asyncio.create_task(serving._once_open(server, saying))
        await asyncio.sleep(0)
        assert capsys.readouterr().out == "", "not before it is open"
        server.started = True
        await announcing
        cage.has_cage = False
        await serving._announce(house, "127.0.0.1:4711", ("auditor",))

    asyncio.run(scene())
    where, rests, *invited = capsys.readouterr().out.splitlines()
    assert "http://127.0.0.1:4711 " in where
    assert rests.startswith("Table t1 rests: it was dealt by procedure 3.")
    assert invited == [
        "Invitation for an auditor, good for one account: code of the auditor",
        "Invitation for a dealer, good for one account: code of the dealer",
        where,
        rests,
        "No invitation for an auditor: another process keeps the register; `pitboss admin` invites while the house is"
        " open.",
    ]


@pytest.mark.parametrize(
    ("host", "listens", "reached"),
    [
        ("127.0.0.1", "127.0.0.1", "127.0.0.1:4711"),
        ("localhost", "127.0.0.1", "localhost:4711"),
        ("0.0.0.0", "0.0.0.0", "127.0.0.1:4711"),
        ("", "0.0.0.0", "127.0.0.1:4711"),
        ("::", "::", "[::1]:4711"),
        ("::1", "::1", "[::1]:4711"),
    ],
)
def test_whoever_listens_everywhere_is_reached_on_this_machine(host: str, listens: str, reached: str) -> None:
    place: Any = SimpleNamespace(getsockname=lambda: (listens, 4711))
    assert serving.address_of(place, host) == reached


def test_where_something_else_listens_the_house_says_so_and_lets_its_database_go(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = os.umask(0o022)
    monkeypatch.setattr(logs, "begin", lambda: None)
    monkeypatch.setattr(serving, "_within_open_files", lambda settings: settings)
    try:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            opening = Opening(db=sqlite_db, host="127.0.0.1", port=port, settings=UNHURRIED, key_file=str(key))
            with pytest.raises(CannotOpen, match=f"cannot open at 127.0.0.1 port {port}: something else is there"):
                asyncio.run(serving.serve(opening))
    finally:
        mask = os.umask(before)
    assert mask == 0o077, "what it writes is its owner's alone"

    async def again() -> None:
        await (await Database.open(sqlite_db, key)).close()

    asyncio.run(again())


@pytest.mark.parametrize(
    ("errno", "at", "listens"), [(EADDRNOTAVAIL, 1, 1), (EADDRNOTAVAIL, 0, None), (EADDRINUSE, 1, None)]
)
def test_an_address_that_the_machine_does_not_have_is_passed_over_unless_it_is_its_only_one(
    monkeypatch: pytest.MonkeyPatch, errno: int, at: int, listens: int | None
) -> None:
    made: list[Any] = []

    class Door:
        def __init__(self, _: int) -> None:
            self.is_open, self.number = True, len(made)
            made.append(self)

        def setsockopt(self, *_: int) -> None: ...

        def bind(self, _: object) -> None:
            if self.number == at:
                raise OSError(errno, "not there")

        def close(self) -> None:
            self.is_open = False

    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (f"127.0.0.{last}", 4711)) for last in (1, 2)]
    monkeypatch.setattr(serving, "getaddrinfo", lambda *_, **__: found)
    monkeypatch.setattr(serving, "socket", Door)
    if listens is None:
        with pytest.raises(CannotOpen):
            serving.listening("house", 4711)
        assert not any(door.is_open for door in made)
    else:
        doors: list[Any] = list(serving.listening("house", 4711))
        assert [door.is_open for door in doors] == [True] * listens


def test_a_house_that_takes_any_port_has_the_same_at_all_its_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """It tells one: whoever comes by the other address finds it there too."""
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (f"127.0.0.{last}", 0)) for last in (1, 2)]
    monkeypatch.setattr(serving, "getaddrinfo", lambda *_, **__: found)
    doors = serving.listening("house", 0)
    (first, port), (second, the_same) = (door.getsockname() for door in doors)
    for door in doors:
        door.close()
    assert (first, second) == ("127.0.0.1", "127.0.0.2")
    assert port == the_same


def test_who_warms_up_the_adviser_is_told_when_the_house_has_ended(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[bool] = []

    async def warm_up(_: object) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(True)

    async def scene() -> None:
        await serving.serve(opening)
        await asyncio.sleep(0)
        assert ended == [True]

    monkeypatch.setattr(logs, "begin", lambda: None)
    monkeypatch.setattr(serving, "_within_open_files", lambda settings: settings)
    monkeypatch.setattr(serving, "server_for", lambda house, *_: Ended(house))
    monkeypatch.setattr(serving, "_warm_up_adviser", warm_up)
    opening = Opening(db=sqlite_db, host="127.0.0.1", port=0, settings=UNHURRIED, key_file=str(key))
    before = os.umask(0o022)
    try:
        asyncio.run(scene())
    finally:
        os.umask(before)


class Ended:
    """A server that has come to its end at once."""

    def __init__(self, house: House, started: bool = True, failure: str | None = None, told: bool = False) -> None:
        self.house, self.started, self._failure, self._told = house, started, failure, told

    async def serve(self, doors: list[socket.socket]) -> None:
        for door in doors:
            door.close()
        await self.house.database.close()
        self.house.failure, self.house.told_to_stop = self._failure, self._told


def served(monkeypatch: pytest.MonkeyPatch, opening: Opening, **how: Any) -> int:
    """The exit status of a house that ends so."""
    monkeypatch.setattr(logs, "begin", lambda: None)
    monkeypatch.setattr(serving, "_within_open_files", lambda settings: settings)
    monkeypatch.setattr(serving, "server_for", lambda house, *_: Ended(house, **how))
    before = os.umask(0o022)
    try:
        return asyncio.run(serving.serve(opening))
    finally:
        os.umask(before)


@pytest.mark.parametrize("failure", [None, "the disk is full"])
@pytest.mark.parametrize("started", [True, False])
def test_how_a_house_ends_is_its_status_and_a_sentence(
    sqlite_db: str,
    key: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    started: bool,
    failure: str | None,
) -> None:
    opening = Opening(db=sqlite_db, host="127.0.0.1", port=0, settings=UNHURRIED, key_file=str(key), warms_up=False)
    if started:
        assert served(monkeypatch, opening, failure=failure) == (failure is not None)
    else:
        with pytest.raises(CannotOpen, match="the house could not start; the log says why"):
            served(monkeypatch, opening, failure=failure, started=False)
    told = "pitboss: the disk is full. What was confirmed is safe; see to the disk and start again.\n"
    assert capsys.readouterr().err == (told if started and failure else "")


@pytest.mark.parametrize(("told", "has_parent", "status"), [(True, True, DRAINED), (True, False, 0), (False, True, 0)])
def test_a_process_that_was_drained_by_order_says_so_to_its_parent(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch, told: bool, has_parent: bool, status: int
) -> None:
    """Whoever is told to stop by its parent has ended in order, and is started again; a house without one has ended."""
    sockets = (socket.create_server(("127.0.0.1", 0)).detach(),) if has_parent else ()
    opening = Opening(
        db=sqlite_db,
        host="127.0.0.1",
        port=0,
        settings=UNHURRIED,
        key_file=str(key),
        sockets=sockets,
        warms_up=False,
    )
    assert served(monkeypatch, opening, told=told) == status


@pytest.mark.parametrize("own", [True, False])
def test_other_processes_reach_one_at_a_place_of_its_own_or_at_the_door(
    monkeypatch: pytest.MonkeyPatch, own: bool
) -> None:
    class Reached(Exception):
        """Far enough."""

    async def opened(*_: object) -> SimpleNamespace:
        return SimpleNamespace(dialect="postgresql")

    async def vault_of(_: object) -> None:
        return None

    def processes(_: object, address: str, lease_ms: int) -> None:
        raise Reached(address)

    with socket.create_server(("127.0.0.1", 0)) as door, socket.create_server(("127.0.0.2", 0)) as place:
        monkeypatch.setattr(serving, "listening", lambda host, _: [door if host == "127.0.0.1" else place])
        monkeypatch.setattr(Database, "open", opened)
        monkeypatch.setattr(keys, "vault_of", vault_of)
        monkeypatch.setattr(serving, "Processes", processes)
        at = f"127.0.0.2:{place.getsockname()[1]}" if own else ""
        opening = Opening(db="", host="127.0.0.1", port=0, settings=UNHURRIED, at=at)
        with pytest.raises(Reached, match=re.escape(at or f"127.0.0.1:{door.getsockname()[1]}")):
            served(monkeypatch, opening)


def test_before_it_serves_what_is_loaded_is_kept_out_of_the_search_for_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[object] = []
    monkeypatch.setattr(gc, "collect", lambda: done.append("collect"))
    monkeypatch.setattr(gc, "freeze", lambda: done.append("freeze"))
    monkeypatch.setattr(gc, "set_threshold", lambda *counts: done.append(counts))
    monkeypatch.setattr(sys, "setswitchinterval", done.append)

    async def main() -> str:
        return "served"

    assert serving.run(main()) == "served"
    assert done == ["collect", "freeze", (5_000, 20, 20), 0.0005]


@pytest.mark.parametrize("ended", [True, False])
def test_the_adviser_is_warmed_up_beside_an_open_house_and_ended_with_it(
    monkeypatch: pytest.MonkeyPatch, ended: bool
) -> None:
    said: list[Any] = []
    over = asyncio.Event()
    process = SimpleNamespace(returncode=0 if ended else None, wait=over.wait, terminate=lambda: said.append("end"))

    async def start(*words: str, **_: object) -> Any:
        said.append(words[:2])
        return process

    async def scene() -> None:
        monkeypatch.setattr(serving, "WARM_UP_AFTER_SECONDS", 0)
        monkeypatch.setattr(asyncio, "create_subprocess_exec", start)
        server = SimpleNamespace(started=False)
        warming = asyncio.create_task(serving._warm_up_adviser(cast(Any, server)))
        await asyncio.sleep(0)
        assert said == [], "not before the house is open"
        server.started = True
        while not said:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0)
        warming.cancel()
        with pytest.raises(asyncio.CancelledError):
            await warming

    asyncio.run(scene())
    assert said == [(sys.executable, "-c"), *([] if ended else ["end"])]
