"""Who moves while the database does not answer is told `busy`, and the move is made when it does."""

import asyncio
from pathlib import Path

import pytest

from pitboss.house.database import NoAnswer
from pitboss.house.turns import Busy
from tests import moves as m
from tests.house.kit import Player, client, house_on, serving, to_betting


async def no_answer(*_: object) -> None:
    raise NoAnswer("the database does not answer; try again in a while")


def test_whether_a_move_was_made_before_cannot_be_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        async with house_on(str(tmp_path / "house.db"), tmp_path / "key") as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            live._made.forget(live.table.moves_made)
            buys = m.BuyIn(by="Ann", cents=7_00)
            monkeypatch.setattr(house.database, "rows", no_answer)
            with pytest.raises(Busy, match="does not answer"):
                await house.move(live, buys, "Ann", "once")
            assert house._moves_in_flight == 0
            monkeypatch.undo()
            assert not (await house.move(live, buys, "Ann", "once")).again
            assert live.table.state.people.players["Ann"].chips == 1_007_00

    asyncio.run(scene())


def test_where_a_move_stands_cannot_be_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        async with serving(str(tmp_path / "house.db"), tmp_path / "key") as (url, house), client(url, "Ann") as ann:
            await ann.say(type="open-table", id="o", game="double-attack-pa")
            table = str((await ann.hear("opened"))["table"])
            await ann.join(table)
            monkeypatch.setattr(house.notary, "receipt", no_answer)
            assert (await ann.move(table, "sit", "sits", box=1))["type"] == "busy"
            monkeypatch.undo()
            assert (await ann.move(table, "sit", "sits", box=1))["again"] is True

    asyncio.run(scene())
