"""Whoever has the files of a database without the key's: what they can read there, and what not."""

import asyncio
from base64 import b64encode
from pathlib import Path

import msgspec
from sqlalchemy import select

from pitboss.house import schema
from pitboss.house.accounts import Account
from pitboss.house.house import House
from pitboss.school.table_test import parse
from tests import moves as m
from tests.house.kit import Player, house_on, through_round, to_betting

PASSWORD = "correct horse battery"
SECOND = "another long password"
TEST = """
game = "double-attack-pa"
name = "Short"
minutes = 10
[[drill]]
kind = "payouts"
items = 2
[pass]
drills = 500
"""


async def _people(house: House) -> tuple[Account, Account, list[str]]:
    """An instructor and a trainee, and every secret that came of their coming."""
    code, unused = await house.invite("instructor"), await house.invite("dealer")
    ina, first = await house.sign_up("Ina", PASSWORD, code)
    ann, second = await house.sign_up("Ann", SECOND, None)
    _, third = await house.guest("Gus")
    await house.write([*house.classes.make("4B"), *house.classes.add("4B", ["Ina", "Ann"])])
    return ina, ann, [code, unused, first, second, third, PASSWORD, SECOND]


async def _tables(house: House, ann: Account) -> list[bytes]:
    """What is hidden at tables of three games in mid-shoe, however it might be written."""
    player, hidden = Player(house, ann), list[bytes]()
    for game in ("double-attack-pa", "double-back-jack-pa", "double-deck-house"):
        live = await player.open(game)
        await to_betting(player, live)
        await through_round(player, live)
        sealed = live.table.state.cards.sealed
        assert sealed is not None
        codes = [card.code for card in sealed.order[-8:]]
        hidden += [between.join(codes).encode() for between in ("", " ", ",", '","', '", "')]
        hidden += [msgspec.msgpack.encode(codes)[1:], msgspec.msgpack.encode(sealed.order[-8:])[1:]]
        seeds = [move.seed for move in live.table.moves if isinstance(move, m.CommitSeed)]
        assert seeds
        hidden += [sealed.salt.encode(), seeds[-1].encode(), bytes.fromhex(seeds[-1])]
    return hidden


def _files(db: str) -> bytes:
    return b"".join(path.read_bytes() for path in Path(db).parent.glob(f"{Path(db).name}*"))


def test_a_stolen_database_has_no_password_no_session_no_code_no_card_to_come_and_no_key(
    sqlite_db: str, key: Path
) -> None:
    """Read while the house is open and after it has closed; what is public is found there, so the search is one."""

    async def scene() -> tuple[list[bytes], bytes]:
        async with house_on(sqlite_db, key) as house:
            _, ann, secrets = await _people(house)
            hidden = [secret.encode() for secret in secrets] + await _tables(house, ann)
            return hidden, _files(sqlite_db)

    hidden, open_ = asyncio.run(scene())
    raw = key.read_bytes()
    hidden += [raw, raw.hex().encode(), b64encode(raw)]
    assert [one for one in hidden for files in (open_, _files(sqlite_db)) if one in files] == []
    assert b"$argon2id$" in open_
    assert b"wager" in open_


def test_a_test_is_drawn_when_it_is_begun_and_its_seed_is_in_the_file_from_then_on(sqlite_db: str, key: Path) -> None:
    """So a database that was stolen before has no item of it, and one stolen in the midst has what makes them all."""

    async def scene() -> tuple[bytes, bytes, str]:
        async with house_on(sqlite_db, key) as house:
            ina, ann, _ = await _people(house)
            exam = await house.exams.give(ina, "4B", parse(TEST))
            before = _files(sqlite_db)
            await house.exams.sit(ann, exam)
            (sitting,) = await house.database.rows(select(schema.sittings))
            return before, _files(sqlite_db), sitting.seed

    before, begun, seed = asyncio.run(scene())
    assert b"payouts" in before
    assert seed.encode() not in before
    assert seed.encode() in begun, "the page says that it is: once it is locked, the page is to say so"


def test_the_seed_of_a_drill_is_in_the_file_from_its_first_answer_on(sqlite_db: str, key: Path) -> None:
    """A drill is practice and never ends: whoever has the file can ask its items for themselves, as the page says."""

    async def scene() -> tuple[bytes, bytes, str]:
        async with house_on(sqlite_db, key) as house:
            _, ann, _ = await _people(house)
            item = await house.drills.ask(ann, "double-attack-pa", "hand-totals")
            asked = _files(sqlite_db)
            await house.drills.answer(ann, "double-attack-pa", "hand-totals", item.number, "12")
            (sheet,) = await house.database.rows(select(schema.drill_sheets))
            return asked, _files(sqlite_db), sheet.seed

    asked, answered, seed = asyncio.run(scene())
    assert seed.encode() not in asked
    assert seed.encode() in answered, "the page says that it is: once it is locked, the page is to say so"
