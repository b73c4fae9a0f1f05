"""What nobody can answer now is asked again later, and is not said not to be there: each was found by a history."""

import asyncio
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy import delete

from pitboss.house import cage, schema
from pitboss.house.database import NoAnswer
from pitboss.house.reach import Asked
from pitboss.house.routes.answers import COOKIE
from pitboss.house.server import make_app
from pitboss.house.turns import MOVED, Busy
from pitboss.procedure.refusal import Refused
from tests import moves as m
from tests.disaster.http import answer_of
from tests.house.kit import Player, house_on


async def no_answer(*_: object) -> None:
    raise NoAnswer("the database does not answer; try again in a while")


async def moved(*_: object) -> None:
    raise Busy(MOVED)


def test_over_http_what_cannot_be_known_now_is_to_be_asked_again(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house_on(str(tmp_path / "house.db"), tmp_path / "key") as house:
            _, token = await house.guest("Ann")
            ann = await Player.come(house, "Bob")
            live = await ann.open()
            app = make_app(house, open_tables=False)
            app.state.doors.open()
            headers = {"host": "localhost", "cookie": f"{COOKIE}={token}"}
            here, elsewhere = f"/api/tables/{live.id}/story", "/api/tables/t0/story"
            for place, name, fails, path in (
                (house.accounts, "of_session", no_answer, "/api/me"),  # at the gate
                (house.neighbours, "where", no_answer, elsewhere),  # where it would be passed on
                (live, "shoe_story", moved, here),
            ):
                with pytest.MonkeyPatch.context() as patched:
                    patched.setattr(place, name, fails)
                    answered = await answer_of(app, Asked(method="GET", path=path, headers=headers))
                assert answered.status == 503, path
                assert dict(answered.headers)[b"retry-after"] == b"2"

    asyncio.run(scene())


def test_a_table_whose_process_stops_has_moved_and_one_that_has_closed_is_not_open(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house_on(str(tmp_path / "house.db"), tmp_path / "key") as house:
            ann = await Player.come(house, "Ann")
            stops, closes = await ann.open(), await ann.open()
            await stops.stop()
            with pytest.raises(Busy, match="elsewhere"):
                await stops.ask(m.Sit(by="Ann", box=1), "Ann", "once")
            await closes.close_by_house("nobody plays here")
            with pytest.raises(Refused, match="no table"):
                await closes.ask(m.Sit(by="Ann", box=1), "Ann", "once")

    asyncio.run(scene())


def test_who_came_while_another_process_kept_the_register_is_looked_up(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house_on(str(tmp_path / "house.db"), tmp_path / "key") as house:
            account, token = await house.guest("Ann")
            house.accounts._sessions.clear()  # as in the memory of a process that was paused when Ann came
            assert await house.accounts.of_session(token) is None
            shared = SimpleNamespace(dialect="postgresql", rows=house.database.rows)
            with pytest.MonkeyPatch.context() as patched:
                patched.setattr(house.accounts, "_database", shared)
                assert await house.accounts.of_session(token) == account
                async with house.database.engine.begin() as connection:
                    await connection.execute(delete(schema.sessions))
                assert await house.accounts.of_session(token) is None, "whoever keeps the register looks every time"

    asyncio.run(scene())


def test_a_bankroll_that_cannot_be_read_is_told_when_it_can(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        async with house_on(str(tmp_path / "house.db"), tmp_path / "key") as house:
            asked: list[list[str]] = []
            told: list[tuple[str, int]] = []

            async def now(names: list[str]) -> dict[str, int]:
                asked.append(names)
                if len(asked) == 1:
                    raise NoAnswer("not now")
                return dict.fromkeys(names, 7)

            monkeypatch.setattr(cage, "AGAIN_SECONDS", 0)
            monkeypatch.setattr(house, "shared", True)
            monkeypatch.setattr(house, "bankrolls_now", now)
            house.on_money = lambda have: told.extend(have.items())
            house.money_moved({"Ann"})
            assert house._telling is not None
            await house._telling
            assert (asked, told) == ([["Ann"], ["Ann"]], [("Ann", 7)])

    asyncio.run(scene())
