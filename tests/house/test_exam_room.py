"""Table tests in the house: given to a class, taken under its clock, scored from what was done, found if altered."""

import asyncio
import csv
import io
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import httpx
import msgspec
import pytest
from sqlalchemy import select

from pitboss.commands import app
from pitboss.house import protocol, schema
from pitboss.house.accounts import Account
from pitboss.house.audit import audit_database
from pitboss.house.console_shape import Dealing
from pitboss.house.exam_cards import SittingCard
from pitboss.house.exam_table import ExamTable
from pitboss.house.house import House
from pitboss.house.instructor import Desk
from pitboss.house.protocol import Console, OpenTable, reply
from pitboss.house.settings import UNHURRIED
from pitboss.procedure.refusal import Refused
from pitboss.school.acts import AnyAct, Chips, Step
from pitboss.school.drills import MADE_BY
from pitboss.school.table_test import MINUTE_MS, checked, from_json, parse, to_json
from pitboss.school.taking import Taking
from tests import moves as m
from tests.house.kit import StillClock, house_on, serving
from tests.house.tampering import alter, rechain
from tests.house.test_dealing import Ear

PASSWORD = "correct horse battery"
SHORT = """
game = "double-attack-pa"
minutes = 10
[[drill]]
kind = "payouts"
items = 2
[pass]
drills = 500
"""
WHOLE = """
game = "double-attack-pa"
name = "Whole"
minutes = 30
faults = 1
[table]
rounds = 2
boxes = 2
unruly = 8
[[drill]]
kind = "hand-totals"
items = 2
[pass]
score = 100
drills = 1000
"""


async def school(house: House) -> tuple[Account, Account]:
    """An instructor and a trainee in one class."""
    ina, _ = await house.sign_up("Ina", PASSWORD, await house.invite("instructor"))
    ann, _ = await house.sign_up("Ann", PASSWORD, None)
    await house.write([*house.classes.make("4B"), *house.classes.add("4B", ["Ina", "Ann"])])
    return ina, ann


def right(house: House, sitting: str) -> str:
    """The answer that would be right now, which nobody is told."""
    item = house.exams._open[sitting].taking.item
    assert item is not None
    return item.answers[0]


def table_of(house: House, sitting: str) -> ExamTable:
    live = house.tables[sitting]
    assert isinstance(live, ExamTable)
    return live


def due(house: House, sitting: str) -> AnyAct:
    """What is to be done at the table of a test, which nobody is told either."""
    found = table_of(house, sitting).practised.guidance()
    assert found is not None
    return found.act


async def act(house: House, account: Account, sitting: str, done: AnyAct) -> SittingCard:
    """Something done with the console of the test, as a browser sends it."""
    live = table_of(house, sitting)
    await live.act(account.name, live.understood(msgspec.Raw(msgspec.json.encode(done))), uuid4().hex)
    return await house.exams.view(account, sitting)


async def take_whole(house: House, ann: Account, card: SittingCard, clock: StillClock | None = None) -> SittingCard:
    """Somebody who makes no mistake takes a test to its end."""
    while not card.over:
        if clock is not None:
            clock.pass_ms(500)
        if card.item is not None:
            card = await house.exams.answer(ann, card.id, card.item.number, right(house, card.id))
        else:
            card = await act(house, ann, card.id, due(house, card.id))
    return card


@pytest.fixture(scope="module")
def taken(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path, str]:
    """A house in which a whole test was taken without a mistake, and a short one handed in with nothing answered."""
    folder = tmp_path_factory.mktemp("taken")
    db, key = str(folder / "house.db"), folder / "house.key"

    async def day() -> str:
        clock = StillClock()
        async with house_on(db, key, clock=clock) as house:
            ina, ann = await school(house)
            card = await house.exams.sit(ann, await house.exams.give(ina, "4B", parse(WHOLE)))
            await take_whole(house, ann, card, clock)
            other = await house.exams.sit(ann, await house.exams.give(ina, "4B", parse(SHORT)))
            await house.exams.hand_in(ann, other.id)
            return card.id

    return db, key, asyncio.run(day())


def test_who_makes_no_mistake_passes_and_the_record_says_so(taken: tuple[str, Path, str]) -> None:
    db, key, sitting = taken

    async def look() -> None:
        async with house_on(db, key) as house:
            ann = house.accounts.known("Ann")
            assert ann is not None
            sheet = await house.exams.sheet(ann, sitting)
            assert sheet.score.passed
            assert sheet.score.table is not None
            assert sheet.score.table.score == 100
            assert sheet.score.table.pace.rounds == 2
            line = await house.database.rows(select(schema.journal).where(schema.journal.c.n == sheet.n))
            assert line[0].hash == sheet.hash
            assert '"passed\\":true' in line[0].body, "the score is in the chain of the journal"
            lines = await house.database.rows(
                select(schema.sitting_lines).where(schema.sitting_lines.c.sitting == sitting)
            )
            told = [row for row in await house.database.rows(select(schema.journal)) if '"sitting_lines"' in row.body]
            assert len(told) == len(lines) > 20, "every answer and every act is a line of the journal"
            first, last = (await house.exams.exams(ann))[1].taken[0], (await house.exams.exams(ann))[0].taken[0]
            assert (first.passed, last.passed) == (True, False)

    asyncio.run(look())
    report = asyncio.run(audit_database(db, key))
    assert report.wrong is None
    assert report.exams == 2
    assert "2 table tests" in report.words()


def test_a_result_is_a_file_that_anybody_scores_again(
    taken: tuple[str, Path, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db, key, sitting = taken

    async def file() -> bytes:
        async with house_on(db, key) as house:
            ann = house.accounts.known("Ann")
            assert ann is not None
            return to_json(await house.exams.result(ann, sitting))

    paper = asyncio.run(file())
    result = from_json(paper)
    assert checked(result) == result.score
    kept = tmp_path / "result.json"
    kept.write_bytes(paper)
    app(["exam", "--check", str(kept)], exit_on_error=False, print_error=False, result_action="return_value")
    assert "PASSED" in capsys.readouterr().out
    kept.write_bytes(paper.replace(b'"passed": true', b'"passed": false'))
    with pytest.raises(SystemExit):
        app(["exam", "--check", str(kept)], exit_on_error=False, print_error=False, result_action="return_value")
    assert "WRONG" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("before", "after", "row", "wrong"),
    [
        (
            '\\"passed\\":true',
            '\\"passed\\":false',
            "UPDATE sittings SET score = replace(score, {}, {})",
            "what was done and answered gives another score than is on record",
        ),
        (
            '\\"given\\":\\"',
            '\\"given\\":\\"1',
            "UPDATE sitting_lines SET body = replace(body, {}, {})",
            "line 2: its item is not the one that the seed and the answers before ask",
        ),
        (
            "settle-box",
            "burn-card",
            "UPDATE sitting_lines SET body = replace(body, {}, {})",
            "what was done and answered gives another score than is on record",
        ),
    ],
)
def test_an_altered_result_is_wrong_and_has_its_place_though_the_chain_is_made_anew(
    taken: tuple[str, Path, str], tmp_path: Path, before: str, after: str, row: str, wrong: str
) -> None:
    db, key, sitting = taken
    copy = str(tmp_path / "copy.db")
    Path(copy).write_bytes(Path(db).read_bytes())
    plain = [text.replace('\\"', '"') for text in (before, after)]
    alter(
        copy,
        f"UPDATE journal SET body = replace(body, '{before}', '{after}') WHERE kind = 'people'",
        row.format(*(f"'{text}'" for text in plain)),
    )
    rechain(copy)
    found = asyncio.run(audit_database(copy, key)).wrong
    assert found is not None
    assert f"sittings {sitting}: {wrong}" in found


def test_the_clock_is_the_houses_also_while_it_is_closed(sqlite_db: str, key: Path) -> None:
    clock = StillClock()

    async def begins() -> str:
        async with house_on(sqlite_db, key, clock=clock) as house:
            ina, ann = await school(house)
            card = await house.exams.sit(ann, await house.exams.give(ina, "4B", parse(SHORT)))
            assert card.left_ms == 10 * MINUTE_MS
            clock.pass_ms(60_000)
            card = await house.exams.answer(ann, card.id, 1, "1")
            assert card.left_ms == 9 * MINUTE_MS
            assert (card.place, card.items) == (2, 2)
            return card.id

    async def goes_on(sitting: str) -> None:
        async with house_on(sqlite_db, key, clock=clock) as house:
            ann = house.accounts.known("Ann")
            assert ann is not None
            card = await house.exams.view(ann, sitting)
            assert card.place == 2, "what was answered is answered"
            clock.pass_ms(9 * MINUTE_MS - 1)
            assert not (await house.exams.view(ann, sitting)).over
            clock.pass_ms(1)
            await house.sweep()
            with pytest.raises(Refused, match=r"exam/not-yours: .*you take no such test now.* Now: look at the list"):
                await house.exams.answer(ann, sitting, 2, "1")
            sheet = await house.exams.sheet(ann, sitting)
            minutes = next(mark for mark in sheet.score.marks if mark.name == "minutes")
            assert (minutes.reached, minutes.passed) == (10, True)
            assert sheet.score.all_drills.done == 2, "what was not reached counts as asked"

    sitting = asyncio.run(begins())
    asyncio.run(goes_on(sitting))
    assert asyncio.run(audit_database(sqlite_db, key)).wrong is None


def test_each_of_several_goes_on_with_their_own_answers_and_nobody_thinks_while_the_house_rests(
    sqlite_db: str, key: Path
) -> None:
    clock = StillClock()

    async def begins() -> tuple[str, str]:
        async with house_on(sqlite_db, key, clock=clock) as house:
            ina, ann = await school(house)
            bob, _ = await house.sign_up("Bob", PASSWORD, None)
            await house.write(house.classes.add("4B", ["Bob"]))
            exam = await house.exams.give(ina, "4B", parse(SHORT))
            anns, bobs = await house.exams.sit(ann, exam), await house.exams.sit(bob, exam)
            clock.pass_ms(60_000)
            await house.exams.answer(ann, anns.id, 1, "1")
            with pytest.raises(Refused, match=r"exam/unknown: .*there is no such test.* Now: look at the list"):
                await house.exams.sit(ann, "another")
            return anns.id, bobs.id

    async def goes_on(anns: str, bobs: str) -> None:
        async with house_on(sqlite_db, key, clock=clock) as house:
            ann, bob = house.accounts.known("Ann"), house.accounts.known("Bob")
            assert ann is not None
            assert bob is not None
            assert (await house.exams.view(ann, anns)).place == 2
            assert (await house.exams.view(bob, bobs)).place == 1
            clock.pass_ms(2_000)
            over = await house.exams.answer(ann, anns, 2, "1")
            assert (over.over, over.place, over.items, over.left_ms) == (True, 2, 2, 0)
            assert await house.exams.view(ann, anns) == over, "also when it is looked at later"
            assert (await house.exams.sheet(ann, anns)).score.drills[0].took_ms == 62_000

    sittings = asyncio.run(begins())
    clock.pass_ms(30_000)
    asyncio.run(goes_on(*sittings))


@pytest.mark.parametrize("how", ["looks", "answers", "hands it in", "goes"])
def test_whatever_somebody_does_when_the_time_is_up_finds_the_test_over_and_nothing_is_asked_any_more(
    sqlite_db: str, key: Path, how: str
) -> None:
    clock = StillClock()

    async def scene() -> None:
        async with house_on(sqlite_db, key, clock=clock) as house:
            ina, ann = await school(house)
            exams = house.exams
            its = (await exams.sit(ann, await exams.give(ina, "4B", parse(SHORT)))).id
            known = right(house, its)
            clock.pass_ms(10 * MINUTE_MS)
            if how == "answers":
                card = await exams.answer(ann, its, 1, known)
            elif how == "hands it in":
                card = await exams.hand_in(ann, its)
            else:
                await (house.sweep() if how == "goes" else asyncio.sleep(0))
                card = await exams.view(ann, its)
            assert (card.over, card.item, card.table, card.left_ms) == (True, None, None, 0)
            assert (await exams.sheet(ann, its)).score.all_drills.right == 0

    asyncio.run(scene())


def test_the_list_of_tests_says_what_each_asks(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ina, ann = await school(house)
            for text in (WHOLE, SHORT):
                await house.exams.give(ina, "4B", parse(text))
            for reader in (ina, ann):
                cards = {card.name: card for card in await house.exams.exams(reader)}
                for test in map(parse, (WHOLE, SHORT)):
                    card = cards[test.name]
                    assert (card.game, card.minutes, card.given_by) == (test.game, test.minutes, "Ina")
                    assert card.drills == {task.kind: task.items for task in test.drills}
                    assert card.rounds == (0 if test.table is None else test.table.rounds)
            assert parse(WHOLE).table is not None
            assert parse(SHORT).table is None

    asyncio.run(scene())


@pytest.mark.parametrize(("passed", "told"), [(700, 700), (0, 0), (-60_000, 0)])
def test_at_the_table_of_a_test_a_clock_that_is_set_back_takes_nothing_from_anybody(passed: int, told: int) -> None:
    clock = SimpleNamespace(wall_ms=lambda: 1_000_000 + passed)
    table: Any = SimpleNamespace(_clock=clock, _table_began_ms=1_000_000)
    assert ExamTable._now_ms(table) == told


def test_a_clock_that_is_set_back_ends_no_test_before_it_began_and_no_answer_before_it_was_asked(
    sqlite_db: str, key: Path
) -> None:
    clock = StillClock()

    async def scene() -> None:
        async with house_on(sqlite_db, key, clock=clock) as house:
            ina, ann = await school(house)
            card = await house.exams.sit(ann, await house.exams.give(ina, "4B", parse(SHORT)))
            clock.ms -= 60_000
            await house.exams.answer(ann, card.id, 1, "1")
            await house.exams.hand_in(ann, card.id)
            sheet = await house.exams.sheet(ann, card.id)
            assert (sheet.ended_at_ms - sheet.began_at_ms, sheet.score.drills[0].took_ms) == (0, 0)

    asyncio.run(scene())


def test_the_table_of_a_test_stays_as_long_as_its_test_though_nobody_looks_at_it(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key, clock=StillClock()) as house:
            ina, ann = await school(house)
            text = 'game = "double-attack-pa"\nminutes = 60\n[table]\nrounds = 1'
            card = await house.exams.sit(ann, await house.exams.give(ina, "4B", parse(text)))
            house.clock.pass_ms(UNHURRIED.idle_close_ms + 1)  # type: ignore[attr-defined]  # it stands still
            await house.sweep()
            await act(house, ann, card.id, due(house, card.id))

    asyncio.run(scene())


def test_each_takes_a_test_once_and_only_whom_it_was_given_to(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ina, ann = await school(house)
            eve, _ = await house.sign_up("Eve", PASSWORD, None)
            ida, _ = await house.sign_up("Ida", PASSWORD, await house.invite("instructor"))
            exam = await house.exams.give(ina, "4b", parse(SHORT))
            for who in (eve, ida, ina):
                with pytest.raises(
                    Refused, match=r"exam/not-yours: .*that test is for the trainees of 4B.* Now: ask for one"
                ):
                    await house.exams.sit(who, exam)
            for who in (eve, ida, ann):
                with pytest.raises(Refused, match=r"exam/not-yours: .*is no instructor of 4B.* Now: ask one of them"):
                    await house.exams.give(who, "4B", parse(SHORT))
                with pytest.raises(Refused, match=r"exam/not-yours: .*is no instructor of 4B.* Now: ask one of them"):
                    await house.exams.close(who, exam)
            card = await house.exams.sit(ann, exam)
            assert (await house.exams.sit(ann, exam)).id == card.id
            for who in (eve, ida):
                with pytest.raises(Refused, match=r"exam/not-yours: .*is no instructor of 4B.* Now: ask one of them"):
                    await house.exams.view(who, card.id)
                for tries in (house.exams.answer(who, card.id, 1, "1"), house.exams.hand_in(who, card.id)):
                    with pytest.raises(Refused, match=r"exam/not-yours: .*you take no such.* Now: look at the list"):
                        await tries
                assert await house.exams.exams(who) == ()
            assert (await house.exams.view(ina, card.id)).item is not None, "an instructor may look on"
            with pytest.raises(Refused, match=r"exam/not-over: .*that test is not over.* Now: wait until it is"):
                await house.exams.sheet(ann, card.id)
            with pytest.raises(Refused, match=r"exam/not-asked: .*item 2 is not the one.* Now: look at the next"):
                await house.exams.answer(ann, card.id, 2, "1")
            assert card.id not in house.tables, "the table is not open yet"
            await house.exams.close(ina, exam)
            assert not (await house.exams.sit(ann, exam)).over, "whoever is at it goes on"
            done = await house.exams.hand_in(ann, card.id)
            assert done.over
            assert (await house.exams.sit(ann, exam)).over
            bob, _ = await house.sign_up("Bob", PASSWORD, None)
            await house.write(house.classes.add("4B", ["Bob"]))
            with pytest.raises(Refused, match=r"exam/closed: .*that test is closed.* Now: ask your instructor"):
                await house.exams.sit(bob, exam)
            assert [card.taken for card in await house.exams.exams(bob)] == []

    asyncio.run(scene())


def test_nobody_is_shown_a_payment_before_making_it_nor_told_how_well_they_do(sqlite_db: str, key: Path) -> None:
    """In free dealing nothing is said of a mistake, and of what the trainee does by hand no fact is told, ever."""

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ina, ann = await school(house)
            text = 'game = "double-attack-pa"\nminutes = 30\n[table]\nrounds = 2\nboxes = 2'
            card = await house.exams.sit(ann, await house.exams.give(ina, "4B", parse(text)))
            ear = Ear("Ann")
            await table_of(house, card.id).join(ear, None)
            while not card.over:
                done = due(house, card.id)
                if isinstance(done, Step) and isinstance(done.made, m.Deal) and done.made.to == 1:
                    done = Step.of(m.BurnCard(by=m.DEALER))
                card = await act(house, ann, card.id, done)
            said = b"".join(ear.heard)
            for word in (b"wager-paid", b"wager-collected", b"hand-settled", b"cards-discarded", b'"fact":"announced"'):
                assert word not in said
            assert b'"fact":"card-dealt"' in said
            told = [one for text in ear.heard if isinstance(one := reply(text), Console)]
            assert len(told) > 20
            assert {(one.next, one.shift, one.mistakes, one.due) for one in told} == {(None, None, (), ())}
            assert {role for one in told for control in one.controls or () for role in control.roles} == {m.DEALER}
            result = await house.exams.sheet(ann, card.id)
            assert result.score.table is not None
            assert result.score.table.mistakes

    asyncio.run(scene())


@pytest.mark.parametrize("mode", ["free", "corrected"])
def test_how_the_shift_goes_at_the_table_of_a_test_nobody_reads_before_its_end(
    mode: str, sqlite_db: str, key: Path
) -> None:
    """Not between two rounds either, where whoever practises may; nor does the instructor who looks on."""

    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, house):
            ina, ann = await school(house)
            text = f'game = "double-attack-pa"\nminutes = 30\n[table]\nrounds = 1\nboxes = 1\nmode = "{mode}"'
            card = await house.exams.sit(ann, await house.exams.give(ina, "4B", parse(text)))
            await house.exams.view(ina, card.id)
            for name in ("Ann", "Ina"):
                _, token = await house.log_in(name, PASSWORD)
                async with httpx.AsyncClient(cookies={"pitboss_session": token}) as web:
                    answer = await web.get(f"{url}/api/tables/{card.id}/shift")
                    told = (answer.status_code, answer.json()["error"]["sentence"])
                    assert told == (403, "its review comes with its end"), name

    asyncio.run(scene())


def test_where_the_test_corrects_a_wrong_step_is_refused_with_its_clause(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ina, ann = await school(house)
            text = 'game = "double-attack-pa"\nminutes = 30\n[table]\nrounds = 1\nboxes = 1\nmode = "corrected"'
            card = await house.exams.sit(ann, await house.exams.give(ina, "4B", parse(text)))
            with pytest.raises(Refused) as refused:
                await act(house, ann, card.id, Step.of(m.SettleBox(by=m.DEALER, box=1)))
            assert refused.value.clauses[0].startswith("PA 6")
            assert refused.value.now == "see the clause"
            with pytest.raises(Refused, match=r"act/not-yours: .*moves by himself"):
                await act(house, ann, card.id, Step.of(m.CheckEquipment(by=m.FLOORPERSON, positions=6)))
            lines = await house.database.rows(select(schema.sitting_lines))
            assert len(lines) == 1, "the wrong step is on record, and not what is nobody's to do"
            assert table_of(house, card.id).console().next is None

    asyncio.run(scene())


def test_a_house_that_rests_goes_on_with_the_test_and_shows_no_payment_by_it(sqlite_db: str, key: Path) -> None:
    """Between a step and the chips that it calls for the house is closed: the table is as it was, and as silent."""
    clock = StillClock()

    async def begins() -> tuple[str, bytes, int]:
        async with house_on(sqlite_db, key, clock=clock) as house:
            ina, ann = await school(house)
            text = WHOLE.replace("faults = 1\n", "").replace(
                'kind = "hand-totals"\nitems = 2', 'kind = "payouts"\nitems = 1'
            )
            card = await house.exams.sit(ann, await house.exams.give(ina, "4B", parse(text)))
            card = await house.exams.answer(ann, card.id, 1, right(house, card.id))
            while not isinstance(due(house, card.id), Chips):
                clock.pass_ms(700)
                card = await act(house, ann, card.id, due(house, card.id))
            live = table_of(house, card.id)
            return card.id, protocol.encode(live.console()), live._now_ms()

    async def goes_on(sitting: str, told: bytes, now_ms: int) -> None:
        async with house_on(sqlite_db, key, clock=clock) as house:
            ann = house.accounts.known("Ann")
            assert ann is not None
            live = table_of(house, sitting)
            assert protocol.encode(live.console()) == told
            assert live._now_ms() == now_ms
            ear = Ear("Ann")
            await live.join(ear, None)
            assert isinstance(due(house, sitting), Chips)
            assert not any(b"wager-paid" in text or b"wager-collected" in text for text in ear.heard)
            assert (await take_whole(house, ann, await house.exams.view(ann, sitting), clock)).over
            assert (await house.exams.sheet(ann, sitting)).score.passed
            assert sitting not in house.tables

    asyncio.run(goes_on(*asyncio.run(begins())))
    assert asyncio.run(audit_database(sqlite_db, key)).wrong is None


def test_a_house_that_rests_between_the_last_question_and_the_first_card_opens_with_the_table(
    sqlite_db: str, key: Path
) -> None:
    async def begins() -> str:
        async with house_on(sqlite_db, key) as house:
            ina, ann = await school(house)
            card = await house.exams.sit(ann, await house.exams.give(ina, "4B", parse(WHOLE)))
            while card.item is not None:
                assert card.id not in house.tables
                card = await house.exams.answer(ann, card.id, card.item.number, right(house, card.id))
            assert card.id in house.tables
            return card.id

    async def goes_on(sitting: str) -> None:
        async with house_on(sqlite_db, key) as house:
            ann = house.accounts.known("Ann")
            assert ann is not None
            assert sitting in house.tables
            assert (await take_whole(house, ann, await house.exams.view(ann, sitting))).over

    asyncio.run(goes_on(asyncio.run(begins())))


def test_at_the_table_of_a_test_nobody_has_a_hand_in_it(sqlite_db: str, key: Path) -> None:
    """Neither an instructor, who may look on, nor anybody else; and when the time is up nothing more is done."""
    clock = StillClock()

    async def scene() -> None:
        async with house_on(sqlite_db, key, clock=clock) as house:
            ina, ann = await school(house)
            text = 'game = "double-attack-pa"\nminutes = 30\n[table]\nrounds = 1\nboxes = 1'
            card = await house.exams.sit(ann, await house.exams.give(ina, "4B", parse(text)))
            live = table_of(house, card.id)
            assert not live.admits("Ina")
            await house.exams.view(ina, card.id)
            assert live.admits("Ina")
            eve, _ = await house.sign_up("Eve", PASSWORD, None)
            with pytest.raises(Refused, match="exam/not-yours"):
                await house.exams.view(eve, card.id)
            assert not live.admits("Eve"), "who asks is not let in by asking"
            first = due(house, card.id)
            with pytest.raises(Refused, match=r"act/not-yours: .*Ann deals here.* Now: watch"):
                await live.act("Ina", first, "a")
            with pytest.raises(
                Refused, match=r"desk/no-table: .*Ann deals at no table now.* Now: wait until they open one"
            ):
                await Desk(house).seat(ina, "Ann", "Ina")
            await house.open_table(OpenTable(id="b", game="double-attack-pa", deal=Dealing()), ann)
            assert card.id in house.tables, "whoever practises beside it has not left the test"
            await act(house, ann, card.id, first)
            clock.pass_ms(30 * MINUTE_MS)
            with pytest.raises(Refused, match=r"exam/over: .*the test is over.* Now: see what came of it"):
                await act(house, ann, card.id, due(house, card.id))
            assert card.id not in house.tables
            assert (await house.exams.view(ann, card.id)).over

    asyncio.run(scene())


def test_over_the_network_a_test_is_composed_given_taken_and_taken_away(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, house):
            await school(house)

            async def as_one(name: str) -> httpx.AsyncClient:
                client = httpx.AsyncClient(base_url=url, headers={"Origin": url}, timeout=60)
                answer = await client.post("/api/login", json={"name": name, "password": PASSWORD})
                assert answer.status_code == 200
                return client

            ina, ann = await as_one("Ina"), await as_one("Ann")
            form = {"game": "double-attack-pa", "minutes": 5, "drill": [{"kind": "payouts", "items": 1}]}
            for wrong, sentence in (
                ({"toml": "minutes = "}, "not TOML"),
                ({"toml": SHORT.replace("payouts", "payout")}, "no drill is called 'payout'"),
                ({"toml": SHORT.replace("double-attack-pa", "/etc/passwd")}, "there is no game '/etc/passwd' here"),
                ({"test": {**form, "minutes": 0}}, "minutes"),
                ({"test": {**form, "hours": 1}}, "hours"),
                ({}, "as TOML or as a form"),
                ({"toml": SHORT, "test": form}, "as TOML or as a form"),
            ):
                answer = await ina.post("/api/exams", json={"class_name": "4B", **wrong})
                assert answer.status_code == 409
                assert sentence in answer.json()["error"]["sentence"]
                assert answer.json()["error"]["code"] == "exam/composed"
            assert (await ann.post("/api/exams", json={"class_name": "4B", "test": form})).status_code == 409
            exam = (await ina.post("/api/exams", json={"class_name": "4B", "test": form})).json()["id"]
            card: dict[str, Any] = (await ann.post(f"/api/exams/{exam}/sit")).json()
            said = {"number": 1, "given": "1"}
            assert (await ann.post(f"/api/sittings/{card['id']}/answer", json=said)).json()["over"]
            assert (await ann.get(f"/api/sittings/{card['id']}")).json()["over"]
            sheet = (await ina.get(f"/api/sittings/{card['id']}/result")).json()
            assert sheet["name"] == "Ann"
            files = {
                form: await ina.get(f"/api/sittings/{card['id']}/file", params={"form": form})
                for form in ("json", "xapi", "csv")
            }
            kinds = {form: file.headers["content-type"].partition(";")[0] for form, file in files.items()}
            assert kinds == {"json": "application/json", "xapi": "application/json", "csv": "text/csv"}
            assert from_json(files["json"].content).trainee == "Ann"
            assert checked(from_json(files["json"].content)).passed is sheet["score"]["passed"]
            assert [one["verb"]["display"]["en"] for one in files["xapi"].json()] == ["answered", "passed"]
            assert files["xapi"].json()[0]["actor"]["account"] == {"homePage": url, "name": "Ann"}
            assert next(csv.DictReader(io.StringIO(files["csv"].text)))["trainee"] == "Ann"
            another = (await ina.post("/api/exams", json={"class_name": "4B", "test": form})).json()["id"]
            card = (await ann.post(f"/api/exams/{another}/sit")).json()
            for missing, code in ((f"sittings/{card['id']}/result", "exam/not-over"), ("sittings/s0", "exam/unknown")):
                assert (await ina.get(f"/api/{missing}")).json()["error"]["code"] == code
            assert (await ann.post("/api/exams/e0/sit")).json()["error"]["code"] == "exam/unknown"
            assert (await ann.post(f"/api/sittings/{card['id']}/hand-in")).json()["over"]
            assert (await ina.post(f"/api/exams/{exam}/close")).status_code == 200
            assert {one["id"]: one["closed"] for one in (await ina.get("/api/exams")).json()} == {
                exam: True,
                another: False,
            }
            await ina.aclose()
            await ann.aclose()

    asyncio.run(scene())


def test_what_somebody_took_stays_theirs_to_see_and_an_auditor_sees_what_everybody_took(
    sqlite_db: str, key: Path
) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ina, ann = await school(house)
            bob, _ = await house.sign_up("Bob", PASSWORD, None)
            aud, _ = await house.sign_up("Aud", PASSWORD, await house.invite("auditor"))
            await house.write(house.classes.add("4B", ["Bob"]))
            exam = await house.exams.give(ina, "4B", parse(SHORT))
            sittings = [(await house.exams.sit(who, exam)).id for who in (ann, bob)]
            assert [(await house.exams.view(aud, one)).name for one in sittings] == ["Ann", "Bob"]
            await house.exams.hand_in(ann, sittings[0])
            await house.exams.close(ina, exam)
            seen = {who.name: await house.exams.exams(who) for who in (ann, bob, ina, aud)}
            names = {who: [one.name for card in cards for one in card.taken] for who, cards in seen.items()}
            assert names == {"Ann": ["Ann"], "Bob": ["Bob"], "Ina": ["Ann", "Bob"], "Aud": ["Ann", "Bob"]}
            assert (await house.exams.sheet(aud, sittings[0])).name == "Ann"
            with pytest.raises(Refused, match=r"exam/not-yours: .*is no instructor of 4B.* Now: ask one of them"):
                await house.exams.sheet(bob, sittings[0])

    asyncio.run(scene())


def test_a_test_takes_from_its_first_item_to_no_later_than_the_time_that_it_gives(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = StillClock()

    def slowly(*given: Any) -> Taking:
        clock.pass_ms(7_000)
        return Taking(*given)

    monkeypatch.setattr("pitboss.house.exam_room.Taking", slowly)

    async def scene() -> None:
        async with house_on(sqlite_db, key, clock=clock) as house:
            ina, ann = await school(house)
            card = await house.exams.sit(ann, await house.exams.give(ina, "4B", parse(SHORT)))
            assert card.left_ms == 10 * MINUTE_MS, "until the first item is made nobody's time runs"
            clock.pass_ms(24 * 60 * MINUTE_MS)
            await house.sweep()
            sheet = await house.exams.sheet(ann, card.id)
            assert sheet.ended_at_ms - sheet.began_at_ms == 10 * MINUTE_MS, "whenever somebody looks"

    asyncio.run(scene())


def test_acts_at_the_table_of_a_test_are_done_and_written_one_after_the_other(sqlite_db: str, key: Path) -> None:
    """A line on its way to disk is waited for, also where the answer to another comes in between."""

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ina, ann = await school(house)
            text = 'game = "double-attack-pa"\nminutes = 30\n[table]\nrounds = 1\nboxes = 1'
            card = await house.exams.sit(ann, await house.exams.give(ina, "4B", parse(text)))
            live = table_of(house, card.id)
            before = len(live.practised.acts)
            async with house.exams._open[card.id].one_by_one:
                acting = asyncio.create_task(live.act("Ann", due(house, card.id), "a"))
                for _ in range(20):
                    await asyncio.sleep(0)
                assert not acting.done()
                assert len(live.practised.acts) == before
            await acting
            assert len(live.practised.acts) > before
            assert (await house.exams.view(ann, card.id)).table is not None
            over = await house.exams.hand_in(ann, card.id)
            assert (over.over, over.left_ms, over.item, over.table) == (True, 0, None, None)

    asyncio.run(scene())


def test_a_class_has_so_many_tests_open_and_not_more(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.house.exam_room.EXAMS_PER_CLASS_MAX", 1)

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ina, _ = await school(house)
            first = await house.exams.give(ina, "4B", parse(SHORT))
            with pytest.raises(Refused, match=r"exam/too-many: .*4B has 1 tests open.* Now: close one first"):
                await house.exams.give(ina, "4B", parse(SHORT))
            await house.exams.close(ina, first)
            await house.exams.give(ina, "4B", parse(SHORT))

    asyncio.run(scene())


def test_a_test_that_another_version_asked_is_believed_and_told(taken: tuple[str, Path, str], tmp_path: Path) -> None:
    db, key, sitting = taken
    copy = str(tmp_path / "copy.db")
    Path(copy).write_bytes(Path(db).read_bytes())
    alter(
        copy,
        f"""UPDATE journal SET body = replace(body, '"made_by":"{MADE_BY}"', '"made_by":"1.0"')""",
        "UPDATE sittings SET made_by = '1.0'",
    )
    rechain(copy)
    report = asyncio.run(audit_database(copy, key))
    assert report.wrong is None
    assert any(f"the test of sittings {sitting} cannot be taken again: its items" in note for note in report.notes)


def test_a_test_that_another_version_asks_is_not_gone_on_with_and_the_house_opens(sqlite_db: str, key: Path) -> None:
    async def begins() -> str:
        async with house_on(sqlite_db, key) as house:
            ina, ann = await school(house)
            return (await house.exams.sit(ann, await house.exams.give(ina, "4B", parse(SHORT)))).id

    async def goes_on(sitting: str) -> None:
        async with house_on(sqlite_db, key) as house:
            ann = house.accounts.known("Ann")
            assert ann is not None
            with pytest.raises(Refused, match=r"exam/not-yours: .*you take no such test now.* Now: look at the list"):
                await house.exams.answer(ann, sitting, 1, "1")

    sitting = asyncio.run(begins())
    alter(sqlite_db, "UPDATE sittings SET made_by = '1.0'")
    asyncio.run(goes_on(sitting))


def test_a_test_whose_acts_cannot_be_done_again_is_at_no_table(
    sqlite_db: str, key: Path, caplog: pytest.LogCaptureFixture
) -> None:
    text = 'game = "double-attack-pa"\nminutes = 30\n[table]\nrounds = 1\nboxes = 1'

    async def begins() -> str:
        async with house_on(sqlite_db, key) as house:
            ina, ann = await school(house)
            card = await house.exams.sit(ann, await house.exams.give(ina, "4B", parse(text)))
            await table_of(house, card.id).act("Ann", due(house, card.id), "a")
            return card.id

    async def goes_on(sitting: str, resumed: bool) -> None:
        async with house_on(sqlite_db, key) as house:
            assert (sitting in house.tables, sitting in house.exams._open) == (resumed, resumed)

    sitting = asyncio.run(begins())
    asyncio.run(goes_on(sitting, True))
    alter(sqlite_db, "UPDATE sitting_lines SET body = 'nonsense'")
    asyncio.run(goes_on(sitting, False))
    assert [record.message for record in caplog.records if record.name == "pitboss.house"] == ["test not resumed"]
