"""The office: how an order finds the house that is open, and what is said when nobody answers it."""

import asyncio
import logging
import os
import socket
import threading
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from pitboss.house import office
from pitboss.house.office import Office, Unanswered, _address, _asked, _heard, give, place_of
from pitboss.house.operator import Operator
from pitboss.house.orders import Answer, NotDone, Order, SignUp
from tests.house.kit import house_on


def test_an_order_that_fails_is_told_of_in_the_log_and_to_nobody_else(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails(self: Operator, order: Order) -> Answer:
        raise RuntimeError("the words of somebody's password")

    async def scene() -> bytes:
        async with house_on(sqlite_db, key) as house:
            return await Office(house)._answer(msgspec.json.encode(SignUp()))

    monkeypatch.setattr(Operator, "carry_out", fails)
    told = msgspec.json.decode(asyncio.run(scene()))
    assert told == {"error": "the house did not know how to do that; its log says more"}
    assert [
        (one.message, str(one.exc_info and one.exc_info[1])) for one in caplog.records if one.levelno == logging.ERROR
    ] == [("order failed", "the words of somebody's password")]


def test_whoever_may_write_files_is_as_before_when_the_office_is_open(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            one, before = Office(house), os.umask(0o027)
            try:
                await one.open()
                assert os.umask(0o027) == 0o027
            finally:
                os.umask(before)
            await one.close()

    asyncio.run(scene())


def test_orders_are_taken_where_the_cage_is_and_there_once(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            one, place = Office(house), place_of(sqlite_db, key)
            for here in (True, True, False, False):
                before = one._server
                await one.follow(here)
                assert place.is_socket() is here
                assert before is None or not before.is_serving(), "nobody waits at the one before"
            another = Office(house)
            await another.open()
            await one.close()
            assert place.is_socket(), "whoever has closed already takes away nobody else's place"
            await another.close()
            assert not place.exists()

    asyncio.run(scene())


def test_a_file_that_lies_where_orders_would_be_taken_is_left_as_it_lay(
    sqlite_db: str, key: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    place = tmp_path / "notes"
    place.write_text("somebody's own", encoding="utf-8")
    monkeypatch.setenv(office.PLACE, str(place))

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            one = Office(house)
            await one.open()
            await one.close()

    asyncio.run(scene())
    assert place.read_text(encoding="utf-8") == "somebody's own"
    assert "no orders are taken" in [line.message for line in caplog.records]


Came = bytes | None | type[Exception]


@pytest.mark.parametrize(
    ("came", "answer", "asked"),
    [
        ([None], None, 1),
        ([b"done"], b"done", 1),
        ([Unanswered, b"done"], b"done", 2),
        ([Unanswered, None, None, b"done"], b"done", 4),
        ([Unanswered, Unanswered, b"done"], b"done", 3),
    ],
)
def test_a_house_that_dies_over_an_order_is_asked_again_until_it_is_back(
    monkeypatch: pytest.MonkeyPatch, came: list[Came], answer: bytes | None, asked: int
) -> None:
    heard = _house(monkeypatch, came)
    assert asyncio.run(_heard(Path("there"), b"order")) == answer
    assert len(heard) == asked


def test_every_order_has_an_id_by_which_it_is_done_once(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = _house(monkeypatch, [b'{"words":"done","value":1}'] * 2)
    for _ in range(2):
        assert give(SignUp(), sqlite_db, key) == Answer("done", 1)
    named = [msgspec.json.decode(one)["request"] for one in heard]
    assert len(set(named)) == 2
    assert all(len(one) == 32 for one in named)


def test_a_house_that_does_not_come_back_is_said_to_have_left_it_open_what_was_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(office, "AGAIN_SECONDS", -1)
    _house(monkeypatch, [Unanswered])
    with pytest.raises(NotDone, match="has not answered: look whether it was done before you order it anew"):
        asyncio.run(_heard(Path("there"), b"order"))


def _house(monkeypatch: pytest.MonkeyPatch, came: list[Came]) -> list[bytes]:
    heard: list[bytes] = []

    def asked(place: Path, order: bytes) -> bytes | None:
        one = came[len(heard)]
        heard.append(order)
        if isinstance(one, type):
            raise one
        return one

    monkeypatch.setattr(office, "_asked", asked)
    monkeypatch.setattr(office, "AGAIN_LOOKS_SECONDS", 0)
    return heard


@pytest.mark.parametrize("hears", [lambda there: there.makefile("rb").readline(), lambda there: None])
def test_whoever_takes_an_order_and_says_nothing_has_not_answered(
    tmp_path_factory: pytest.TempPathFactory, hears: Callable[[socket.socket], object]
) -> None:
    folder = tmp_path_factory.mktemp("o")
    place = folder / ("ü" * (95 - len(str(folder)))) / "s"  # each is two bytes, of which an address has some hundred
    place.parent.mkdir()
    with socket.socket(socket.AF_UNIX) as listening:
        with _address(place) as address:
            listening.bind(address)
        listening.listen()

        def takes() -> None:
            there, _ = listening.accept()
            hears(there)
            there.close()

        thread = threading.Thread(target=takes)
        thread.start()
        with pytest.raises(Unanswered):
            _asked(place, b"order" * 100_000)
        thread.join()
    assert _asked(place, b"order") is None, "nobody is there any more"


def test_of_two_databases_on_a_server_each_has_a_place_of_its_own(tmp_path: Path) -> None:
    key = tmp_path / "house.key"
    of = [
        place_of(db, key)
        for db in (
            "postgresql://me:secret@here:5432/pitboss",
            "postgresql://me:secret@there:5432/pitboss",
            "postgresql://me:secret@here:5433/pitboss",
            "postgresql://me:secret@here:5432/other",
            "postgresql:///pitboss?host=/run/one",
            "postgresql:///pitboss?host=/run/two",
        )
    ]
    assert len(set(of)) == len(of)
    assert {place.parent for place in of} == {tmp_path.resolve()}
    assert all(place.name.startswith("house.key.") and place.suffix == ".admin" for place in of)
    assert place_of("postgresql://you:other@here:5432/pitboss", key) == of[0], "whoever knocks"
