"""Drills in the house: asked and marked by the server, kept for whoever comes back, found by the audit if altered."""

import asyncio
import sqlite3
import threading
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import select

from pitboss.house import schema
from pitboss.house.audit import audit_database
from pitboss.house.drill_room import LONGEST_MS, Asked, Chip, DrillRoom, Marked, shown
from pitboss.house.house import House
from pitboss.procedure.refusal import Refused
from pitboss.rules.games import GAMES
from pitboss.rules.variant import load
from pitboss.school.drills import MADE_BY, Session, drills_of
from pitboss.school.items import COLOURS
from pitboss.school.scoring import Part
from tests.house.kit import StillClock, house_on, serving, session
from tests.house.tampering import alter, rechain

GAME = "double-attack-pa"
SPOT = "spot-the-fault"


async def _right_answer(house: House, name: str, drill: str) -> str:
    """What the house holds for right, which nobody is told beforehand."""
    return house.drills._open[name, GAME, drill].session.item.answers[0]


def test_what_was_failed_comes_back_and_what_is_known_rests_also_in_another_evening(sqlite_db: str, key: Path) -> None:
    asked: list[int] = []

    async def evening(first: int, wrong: tuple[int, ...]) -> list[str]:
        keys = []
        async with house_on(sqlite_db, key) as house:
            ann = (await house.sign_up("Ann", "correct horse", None))[0] if first == 1 else house.accounts.known("Ann")
            assert ann is not None
            for number in range(first, first + 6):
                item = await house.drills.ask(ann, GAME, "payouts")
                asked.append(item.number)
                its = house.drills._open["Ann", GAME, "payouts"].session.item
                keys.append(its.key)
                given = "no idea" if number in wrong else its.answers[0]
                marked = await house.drills.answer(ann, GAME, "payouts", item.number, given)
                assert marked.right is (number not in wrong)
                assert (marked.answers, marked.clauses) == (its.answers, its.clauses), "not those of the next one"
                assert marked.next == await house.drills.ask(ann, GAME, "payouts")
        return keys

    first = asyncio.run(evening(1, (2, 6)))
    second = asyncio.run(evening(7, ()))
    assert asked == list(range(1, 13))
    assert first[1] in first[2:4], "what was failed is asked again at once, or after what is as long overdue"
    assert first[5] in second[:3], "and on another evening too"

    async def rows() -> tuple[Any, Any]:
        async with house_on(sqlite_db, key) as house:
            sheets = await house.database.rows(select(schema.drill_sheets))
            a = schema.drill_answers
            return sheets, await house.database.rows(select(a).order_by(a.c.place))

    (sheet,), answers = asyncio.run(rows())
    again = Session(load(GAME), "payouts", sheet.seed)
    for row in answers:
        assert row.item_key == again.item.key
        assert again.answer(row.given) is row.is_right
    assert asyncio.run(audit_database(sqlite_db, key)).wrong is None


def test_the_clock_is_the_houses_and_an_item_is_answered_once(sqlite_db: str, key: Path) -> None:
    clock = StillClock()

    async def scene() -> None:
        async with house_on(sqlite_db, key, clock=clock) as house:
            ann, _ = await house.guest("Ann")
            with pytest.raises(
                Refused, match=r"drill/not-asked: .*item 1 is not the one that is asked.* Now: ask for the next"
            ):
                await house.drills.answer(ann, GAME, "payouts", 1, "1")
            first = await house.drills.ask(ann, GAME, "payouts")
            clock.pass_ms(4_000)
            assert await house.drills.ask(ann, GAME, "payouts") == first, "looking again begins no new item"
            clock.pass_ms(1_500)
            marked = await house.drills.answer(ann, GAME, "payouts", 1, "1")
            assert marked.took_ms == marked.state.took_ms == 5_500
            with pytest.raises(
                Refused, match=r"drill/not-asked: .*item 1 is not the one that is asked.* Now: ask for the next"
            ):
                await house.drills.answer(ann, GAME, "payouts", 1, "1")
            clock.pass_ms(LONGEST_MS + 1)
            assert (await house.drills.answer(ann, GAME, "payouts", 2, "1")).took_ms == LONGEST_MS
            clock.pass_ms(700)
            third = await house.drills.answer(ann, GAME, "payouts", 3, "1")
            assert third.took_ms == 700, "its time began when it was told, with the answer to the one before"
            assert third.state.answered == Part(3, 0), "nothing was right"
            right = (
                await house.drills.answer(ann, GAME, "payouts", 4, await _right_answer(house, "Ann", "payouts"))
            ).state
            told = {one.drill: one.answered for one in (await house.drills.games(ann))[0].drills}
            assert told["payouts"] == right.answered == Part(4, 1)
            a = schema.drill_answers
            when = [row.at_ms for row in await house.database.rows(select(a).order_by(a.c.place))]
            ends = [clock.wall_ms() - LONGEST_MS - 701, clock.wall_ms() - 700, clock.wall_ms(), clock.wall_ms()]
            assert when == ends, "of the day"

    asyncio.run(scene())


def test_nobody_is_told_what_is_right_before_they_answer(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann, _ = await house.guest("Ann")
            for drill in ("payouts", "which-clause", SPOT):
                item = await house.drills.ask(ann, GAME, drill)
                told = msgspec.json.decode(msgspec.json.encode(item))
                assert set(told) == {"number", "drill", "shown", "question", "choices", "whats", "answer", "chips"}
                assert {"payouts": "amount", "which-clause": "choice", SPOT: "place"}[drill] == item.answer

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("drill", "answer"), [("payouts", "amount"), ("which-clause", "choice"), (SPOT, "place"), ("hand-totals", "text")]
)
def test_an_item_is_shown_as_it_was_made_with_how_it_is_answered(drill: str, answer: str) -> None:
    item = Session(load(GAME), drill, "5" * 32).item
    chips = tuple(Chip(colour, cents) for cents, colour in COLOURS.items()) if answer == "amount" else ()
    assert shown(item, 7) == Asked(
        number=7,
        drill=drill,
        shown=item.shown,
        question=item.question,
        choices=item.choices,
        whats=item.whats,
        answer=answer,
        chips=chips,
    )


def test_a_payment_is_answered_by_amount_or_by_chips(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann, _ = await house.guest("Ann")
            for way in ("amount", "chips", "amount", "chips"):
                item = await house.drills.ask(ann, GAME, "payouts")
                right = await _right_answer(house, "Ann", "payouts")
                cents = round(float(right.replace("$", "").replace(",", "")) * 100)
                said = []
                for chip in item.chips:
                    many, cents = divmod(cents, chip.cents)
                    said += [f"{many} {chip.colour}"] * bool(many)
                given = right if way == "amount" else " + ".join(said)
                assert (await house.drills.answer(ann, GAME, "payouts", item.number, given)).right is (cents == 0)

    asyncio.run(scene())


def test_a_guest_who_makes_an_account_keeps_what_was_learned(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            guest, _ = await house.guest("Gus")
            item = await house.drills.ask(guest, GAME, "payouts")
            await house.drills.answer(guest, GAME, "payouts", item.number, "1")
            known, _ = await house.upgrade(guest, "correct horse", "Augustus")
            assert (await house.drills.ask(known, GAME, "payouts")).number == 2
            told = {one.drill: one.answered.done for one in (await house.drills.games(known))[0].drills}
            assert (told["payouts"], told["hand-totals"]) == (1, 0)
            await house.drills.ask(known, GAME, "hand-totals")
            await house.drills.answer(known, GAME, "hand-totals", 1, "no idea")
            s = schema.drill_sheets
            whose = {row.drill: row.name for row in await house.database.rows(select(s))}
            assert whose == {"payouts": "Gus", "hand-totals": "Augustus"}
            other, _ = await house.guest("Ann")
            assert (await house.drills.ask(other, GAME, "payouts")).number == 1

    asyncio.run(scene())


def test_sheets_that_no_one_looks_at_are_read_again(sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.house.drill_room.SHEETS_KEPT", 1)

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann, _ = await house.guest("Ann")
            for drill in ("payouts", "hand-totals", "payouts"):
                item = await house.drills.ask(ann, GAME, drill)
                await house.drills.answer(ann, GAME, drill, item.number, "1")
                assert list(house.drills._open) == [("Ann", GAME, drill)]
            assert (await house.drills.ask(ann, GAME, "payouts")).number == 3

    asyncio.run(scene())


def test_of_the_sheets_in_memory_the_one_that_was_looked_at_longest_ago_goes_first(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is at work keeps their sheet, and with it the clock of what they were asked."""
    monkeypatch.setattr("pitboss.house.drill_room.SHEETS_KEPT", 2)
    clock = StillClock()

    async def scene() -> None:
        async with house_on(sqlite_db, key, clock=clock) as house:
            ann, _ = await house.guest("Ann")
            bob, _ = await house.guest("Bob")
            await house.drills.ask(ann, GAME, "payouts")
            await house.drills.ask(bob, GAME, "payouts")
            clock.pass_ms(3_000)
            await house.drills.ask(ann, GAME, "payouts")
            await house.drills.ask(bob, GAME, "hand-totals")
            assert (await house.drills.answer(ann, GAME, "payouts", 1, "1")).took_ms == 3_000
            with pytest.raises(Refused, match="item 1 is not the one that is asked"):
                await house.drills.answer(bob, GAME, "payouts", 1, "1")

    asyncio.run(scene())


def test_over_the_network_a_drill_is_asked_answered_and_refused(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, _):
            cookie, _ = await session(url, "Ann")
            async with httpx.AsyncClient(base_url=url, headers={"Cookie": cookie, "Origin": url}) as client:
                games = (await client.get("/api/drills")).json()
                assert [(one["game"], one["title"]) for one in games] == [(game, load(game).title) for game in GAMES]
                for one in games:
                    words = {name: drill.words for name, drill in drills_of(load(one["game"])).items()}
                    assert {drill["drill"]: drill["words"] for drill in one["drills"]} == words
                assert "second-chance" not in {one["drill"] for one in games[0]["drills"]}
                item = (await client.post(f"/api/drills/{GAME}/payouts")).json()
                said = {"number": item["number"], "given": "no idea"}
                marked = (await client.post(f"/api/drills/{GAME}/payouts/answer", json=said)).json()
                assert marked["right"] is False
                assert marked["answers"]
                assert marked["next"]["number"] == 2
                refused = await client.post(f"/api/drills/{GAME}/payouts/answer", json=said)
                assert refused.status_code == 409
                for path, what in (
                    ("double-attack-xx/payouts", "game"),
                    (f"{GAME}/second-chance", "drill"),
                    (f"{GAME}/nonsense", "drill"),
                ):
                    answer = await client.post(f"/api/drills/{path}")
                    assert answer.status_code == 409, path
                    assert answer.json()["error"]["code"] == f"drill/no-such-{what}"
                    assert answer.json()["error"]["sentence"]
                assert (await client.post(f"/api/drills/{GAME}/payouts/answer", json={"number": 2})).status_code == 422

    asyncio.run(scene())


# --- the audit ------------------------------------------------------------------------------------------------------


async def _drilled(db: str, key: Path, drill: str = "payouts") -> str:
    async with house_on(db, key) as house:
        ann, _ = await house.guest("Ann")
        for given in ("no idea", "1", "2"):
            item = await house.drills.ask(ann, GAME, drill)
            await house.drills.answer(ann, GAME, drill, item.number, given)
        return house.drills._open["Ann", GAME, drill].id


def _rewrite(db: str, before: str, after: str) -> None:
    """Whoever has the file and knows how the chain is made: the row, its line, and every hash after it."""
    alter(db, f"UPDATE journal SET body = replace(body, '{before}', '{after}') WHERE kind = 'people'")
    rechain(db)


@pytest.mark.parametrize("column", ["is_right", "given"])
def test_an_answer_that_is_marked_otherwise_is_found_though_the_chain_is_made_anew(
    sqlite_db: str, key: Path, column: str
) -> None:
    sheet = asyncio.run(_drilled(sqlite_db, key))
    if column == "is_right":
        _rewrite(sqlite_db, '"given":"no idea","is_right":false', '"given":"no idea","is_right":true')
        alter(sqlite_db, "UPDATE drill_answers SET is_right = 1 WHERE place = 1")
    else:
        alter(sqlite_db, "UPDATE drill_answers SET is_right = 1 WHERE place = 1")
    found = asyncio.run(audit_database(sqlite_db, key)).wrong
    assert found is not None
    assert f"drill_answers {sheet}, 1: " in found
    if column == "is_right":
        assert "it is marked right, and 'no idea' is wrong" in found


@pytest.mark.parametrize("column", ["item_key", "clauses"])
def test_an_answer_that_counts_for_another_item_or_clause_is_found_though_the_chain_is_made_anew(
    sqlite_db: str, key: Path, column: str
) -> None:
    sheet = asyncio.run(_drilled(sqlite_db, key))
    with sqlite3.connect(sqlite_db) as file:
        ((before,),) = file.execute(f"SELECT {column} FROM drill_answers WHERE place = 1")
    file.close()
    _rewrite(sqlite_db, f'"{column}":"{before}"', f'"{column}":"{before}x"')
    alter(sqlite_db, f"UPDATE drill_answers SET {column} = {column} || 'x' WHERE {column} = '{before}'")
    found = asyncio.run(audit_database(sqlite_db, key)).wrong
    assert found == f"drill_answers {sheet}, 1: its key or its clauses are not those of its item"


def test_a_sheet_whose_items_another_version_made_is_believed_and_told(sqlite_db: str, key: Path) -> None:
    sheet = asyncio.run(_drilled(sqlite_db, key))
    _rewrite(sqlite_db, f'"made_by":"{MADE_BY}"', '"made_by":"1.0"')
    alter(sqlite_db, "UPDATE drill_sheets SET made_by = '1.0'")
    report = asyncio.run(audit_database(sqlite_db, key))
    assert report.wrong is None
    assert [
        note for note in report.notes if f"sheet {sheet} cannot be asked again: its items were made otherwise" in note
    ]

    async def again() -> int:
        async with house_on(sqlite_db, key) as house:
            ann = house.accounts.known("Ann")
            assert ann is not None
            first = await house.drills.ask(ann, GAME, "payouts")
            await house.drills.answer(ann, GAME, "payouts", first.number, "1")
            told = {one.drill: one for one in (await house.drills.games(ann))[0].drills}
            assert told["payouts"].answered.done == 1, "of two sheets the newer tells how far somebody has come"
            return first.number

    assert asyncio.run(again()) == 1, "what was asked by other items is not gone on with"


def test_a_sheet_under_other_rules_is_believed_and_told(sqlite_db: str, key: Path) -> None:
    sheet, its = asyncio.run(_drilled(sqlite_db, key)), load(GAME).hash
    _rewrite(sqlite_db, f'"rules_hash":"{its}"', f'"rules_hash":"{"f" * 64}"')
    alter(sqlite_db, f"UPDATE drill_sheets SET rules_hash = '{'f' * 64}'")
    report = asyncio.run(audit_database(sqlite_db, key))
    assert (report.wrong, report.drills) == (None, 0)
    why = f"its rules hash is {'f' * 16}, these rules are {its[:16]}"
    assert f"drill sheet {sheet} cannot be asked again: {why}" in report.notes


@pytest.mark.parametrize("other", ["rules_hash", "made_by"])
def test_under_other_rules_or_by_another_versions_items_a_sheet_begins_anew(
    sqlite_db: str, key: Path, other: str
) -> None:
    """What was answered before belongs to other questions; the list tells how far somebody is with these."""
    asyncio.run(_drilled(sqlite_db, key))
    alter(sqlite_db, f"UPDATE drill_sheets SET {other} = 'another'")

    async def scene() -> None:
        async with house_on(sqlite_db, key, clock=StillClock()) as house:
            (sheet,) = await house.database.rows(select(schema.drill_sheets))
            whose = house.accounts.known(sheet.name)
            assert whose is not None
            assert (await house.drills.ask(whose, GAME, "payouts")).number == 1
            marked = await house.drills.answer(whose, GAME, "payouts", 1, "1")
            assert marked.state.answered.done == 1

    asyncio.run(scene())


def test_a_sheet_of_a_drill_that_nobody_was_ever_asked_is_found(sqlite_db: str, key: Path) -> None:
    sheet = asyncio.run(_drilled(sqlite_db, key))
    _rewrite(sqlite_db, '"drill":"payouts"', '"drill":"payoffs"')
    alter(sqlite_db, "UPDATE drill_sheets SET drill = 'payoffs'")
    found = asyncio.run(audit_database(sqlite_db, key)).wrong
    assert found == f"drill_sheets {sheet}: no drill is called 'payoffs'. Did you mean 'payouts'?"


def test_a_sheet_of_a_game_that_is_not_here_is_believed_and_told(sqlite_db: str, key: Path) -> None:
    """It may have been a plug-in's."""
    sheet = asyncio.run(_drilled(sqlite_db, key))
    _rewrite(sqlite_db, f'"game":"{GAME}"', '"game":"bingo"')
    alter(sqlite_db, "UPDATE drill_sheets SET game = 'bingo'")
    report = asyncio.run(audit_database(sqlite_db, key))
    assert report.wrong is None
    assert [note for note in report.notes if f"sheet {sheet} cannot be asked again: no game is called 'bingo'" in note]


def test_an_answer_to_another_item_is_found(sqlite_db: str, key: Path) -> None:
    """Whoever makes a wrong answer right has to answer what would then have been asked."""
    sheet = asyncio.run(_drilled(sqlite_db, key))

    async def digest() -> str:
        async with house_on(sqlite_db, key) as house:
            a = schema.drill_answers
            return str((await house.database.rows(select(a.c.item).where(a.c.place == 2)))[0][0])

    before = asyncio.run(digest())
    _rewrite(sqlite_db, before, "f" * 64)
    alter(sqlite_db, f"UPDATE drill_answers SET item = '{'f' * 64}' WHERE item = '{before}'")
    found = asyncio.run(audit_database(sqlite_db, key)).wrong
    assert found is not None
    assert f"drill_answers {sheet}, 2: it is not the item" in found


def test_of_two_answers_to_one_item_at_once_one_counts(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer, looked_at = Session.answer, threading.Event()

    def late(self: Session, given: str, took_ms: int = 0) -> bool:
        assert looked_at.wait(20), "the other is looked at meanwhile, or waits"
        return answer(self, given, took_ms)

    monkeypatch.setattr(Session, "answer", late)

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann, _ = await house.guest("Ann")
            await house.drills.ask(ann, GAME, "payouts")
            both = [asyncio.create_task(house.drills.answer(ann, GAME, "payouts", 1, given)) for given in ("1", "2")]
            for _ in range(20):
                await asyncio.sleep(0)
            looked_at.set()
            first, second = await asyncio.gather(*both, return_exceptions=True)
            assert isinstance(first, Marked)
            assert isinstance(second, Refused)
            assert first.state.answered.done == 1

    asyncio.run(scene())


def test_an_item_takes_its_time_without_holding_up_the_others(sqlite_db: str, key: Path) -> None:
    """Two who ask for the same sheet at once find the same one."""

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann, _ = await house.guest("Ann")
            room: DrillRoom = house.drills
            one, other = await asyncio.gather(room.ask(ann, GAME, "payouts"), room.ask(ann, GAME, "payouts"))
            assert one == other
            assert len(room._open) == 1
            assert not room._opening

    asyncio.run(scene())
