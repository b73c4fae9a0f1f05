"""Running a house: within the files a system allows, and behind a server that keeps its promises."""

import asyncio
import resource
from pathlib import Path

import pytest

from pitboss.house import serving
from pitboss.house.connections import CROWDED, LATE
from pitboss.house.database import Database
from pitboss.house.house import House
from pitboss.house.serving import FILES_TO_SPARE, FRAME_BYTES_MAX, server_for
from pitboss.house.settings import UNHURRIED, Settings

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


@pytest.mark.parametrize(("answer", "status"), [(LATE, b"408 Request Timeout"), (CROWDED, b"429 Too Many Requests")])
def test_an_answer_to_nobody_in_particular_is_whole(answer: bytes, status: bytes) -> None:
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 " + status + b"\r\n")
    assert f"content-length: {len(body)}".encode() in head.split(b"\r\n")
    assert b"connection: close" in head
