"""The instructor's desk: who is where, how far they have come, and a hand in what they practise."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import msgspec
import pytest

from pitboss.house.accounts import Account
from pitboss.house.audit import audit_database
from pitboss.house.console_shape import Dealing
from pitboss.house.dealing import DealingTable
from pitboss.house.house import House
from pitboss.house.instructor import Desk
from pitboss.house.protocol import OpenTable
from pitboss.house.rate_limit import Tally
from pitboss.procedure.moves import BurnCard, TouchCards
from pitboss.procedure.refusal import Refused
from pitboss.school.acts import Ruling, Step
from pitboss.school.family_school import may_happen
from pitboss.school.mistakes import Kind
from pitboss.school.scoring import Part, replayed
from pitboss.school.table_test import parse
from tests.house.kit import StillClock, house_on, serving
from tests.house.test_exam_room import PASSWORD, SHORT, school

GAME = "double-attack-pa"
DAY_MS = 24 * 3600 * 1000


class Listener:
    """Somebody who watches and says nothing."""

    def __init__(self, viewer: str) -> None:
        self.viewer = viewer

    def tell(self, text: bytes) -> None:
        """Heard."""


async def deals(house: House, ann: Account, mode: str = "free") -> DealingTable:
    asked = OpenTable(id="deal", game=GAME, practice=True, deal=Dealing(mode=mode, boxes=2))
    live = await house.open_table(asked, ann)
    assert isinstance(live, DealingTable)
    return live


async def to_a_round(live: DealingTable, by: str) -> None:
    """Everything as it is due, until cards are dealt."""
    for number in range(40):
        if live.table.state.in_round and live.table.state.boxes and not live.practised.handiwork_due:
            return
        due = live.practised.guidance()
        assert due is not None
        await live.act(by, due.act, f"{by} {number}")
    raise AssertionError("no round began")


def test_an_instructor_sees_where_everybody_of_their_classes_is(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ina, ann = await school(house)
            desk, here = Desk(house), Tally()
            here.enter("Ann")
            (card,) = await desk.classes(ina, here)
            assert card.name == "4B"
            (where,) = card.people
            assert (where.name, where.here, where.tables, where.deals, where.sitting) == ("Ann", True, (), "", "")
            live = await deals(house, ann)
            sitting = await house.exams.sit(ann, await house.exams.give(ina, "4B", parse(SHORT)))
            here.leave("Ann")
            where = (await desk.classes(ina, here))[0].people[0]
            assert (where.here, where.deals, where.dealer, where.sitting) == (False, live.id, "Ann", sitting.id)
            await house.exams.hand_in(ann, sitting.id)
            assert (await desk.classes(ina, here))[0].people[0].sitting == ""
            with pytest.raises(Refused, match=r"desk/not-yours: .*the desk is an instructor's.* Now: ask for the role"):
                await desk.classes(ann, here)
            ida, _ = await house.sign_up("Ida", PASSWORD, await house.invite("instructor"))
            assert await desk.classes(ida, here) == ()
            for asked in (desk.progress(ida, "4B", None), desk.progress(ann, "4B", "Ann")):
                with pytest.raises(Refused, match=r"desk/not-yours: .*is no instructor of 4B.* Now: ask one of them"):
                    await asked
            for asked_too in (desk.watch(ida, "Ann"), desk.seat(ida, "Ann", "Ida"), desk.watch(ann, "Ann")):
                with pytest.raises(
                    Refused, match=r"desk/not-yours: .*is in no class of yours.* Now: look at your classes"
                ):
                    await desk.plant(ida, "Ann", "a late wager")
                with pytest.raises(
                    Refused, match=r"desk/not-yours: .*is in no class of yours.* Now: look at your classes"
                ):
                    await asked_too

    asyncio.run(scene())


def test_progress_by_drill_by_day_and_the_hardest_clauses_first(sqlite_db: str, key: Path) -> None:
    clock = StillClock()

    async def scene() -> None:
        async with house_on(sqlite_db, key, clock=clock) as house:
            ina, ann = await school(house)
            bob, _ = await house.sign_up("Bob", PASSWORD, None)
            await house.write(house.classes.add("4B", ["Bob"]))
            for day, right in ((1, 1), (2, 3)):
                clock.pass_ms(DAY_MS)
                for number in range(4):
                    item = await house.drills.ask(ann, GAME, "payouts")
                    answer = house.drills._open["Ann", GAME, "payouts"].session.item.answers[0]
                    given = answer if number < right else "no idea"
                    await house.drills.answer(ann, GAME, "payouts", item.number, given)
                assert day
            item = await house.drills.ask(bob, GAME, "which-clause")
            asked = house.drills._open["Bob", GAME, "which-clause"].session.item
            await house.drills.answer(bob, GAME, "which-clause", item.number, "no idea")
            item = await house.drills.ask(bob, GAME, "hand-totals")
            await house.drills.answer(bob, GAME, "hand-totals", item.number, "no idea")
            desk = Desk(house)
            mine = await desk.progress(ina, "4B", "Ann")
            (course,) = mine.drills
            assert [(day.done, day.right) for day in course.days] == [(4, 1), (4, 3)]
            assert [day.day for day in course.days] == ["1970-01-02", "1970-01-03"]
            everybody = await desk.progress(ina, "4B", None)
            assert [one.drill for one in everybody.drills] == ["hand-totals", "payouts", "which-clause"]
            shares = [one.right / one.done for one in everybody.clauses]
            assert shares == sorted(shares)
            assert set(asked.clauses) & {one.clause for one in everybody.clauses if not one.right}
            sitting = await house.exams.sit(ann, await house.exams.give(ina, "4B", parse(SHORT)))
            before = sum(one.done for one in mine.clauses)
            for number in (1, 2):
                await house.exams.answer(ann, sitting.id, number, "no idea")
            after = await desk.progress(ina, "4B", "Ann")
            assert sum(one.done for one in after.clauses) > before, "what a test found counts too"

    asyncio.run(scene())


def test_an_instructor_looks_on_takes_the_seat_and_hands_it_back(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ina, ann = await school(house)
            desk = Desk(house)
            with pytest.raises(
                Refused, match=r"desk/no-table: .*Ann deals at no table now.* Now: wait until they open one"
            ):
                await desk.watch(ina, "Ann")
            live = await deals(house, ann)
            assert not live.admits("Ina")
            assert await desk.watch(ina, "Ann") == live.id
            assert live.admits("Ina")
            due = live.practised.guidance()
            assert due is not None
            with pytest.raises(Refused, match=r"act/not-yours: .*Ann deals here.* Now: watch"):
                await live.act("Ina", due.act, "1")
            await desk.seat(ina, "Ann", "Ina")
            with pytest.raises(Refused, match=r"act/not-yours: .*Ina deals here.* Now: watch"):
                await live.act("Ann", due.act, "2")
            await live.act("Ina", due.act, "3")
            with pytest.raises(Refused, match=r"desk/seat: .*the seat is Ann's or yours.* Now: hand it to one of them"):
                await desk.seat(ina, "Ann", "Eve")
            await desk.seat(ina, "Ann", "Ann")
            assert live.dealer == "Ann"

    asyncio.run(scene())


@pytest.mark.parametrize("kind", ["a late wager", "a wager taken back", "a hand on the cards"])
def test_what_is_planted_waits_for_the_trainees_word(sqlite_db: str, key: Path, kind: str) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ina, ann = await school(house)
            desk = Desk(house)
            live = await deals(house, ann)
            with pytest.raises(Refused, match=r"plant/unknown: .*nothing is called 'an earthquake'.* Now: one of"):
                await desk.plant(ina, "Ann", "an earthquake")
            await to_a_round(live, "Ann")
            mistakes = len(live.practised.mistakes)
            assert await desk.plant(ina, "Ann", kind) == (live.id, True)
            due = live.practised.guidance()
            assert due is not None
            assert isinstance(due.act, Ruling)
            await live.act("Ann", Ruling(lets=True), "lets")
            assert len(live.practised.mistakes) == mistakes + 1
            assert live.practised.mistakes[-1].kind in {
                Kind.LATE_WAGER_STANDS.id,
                Kind.HANDLING_PERMITTED.id,
                Kind.BURN_CARD_SHOWN.id,
            }
            due = live.practised.guidance()
            assert due is not None
            assert isinstance(due.act, Step), "and the round goes on"
            assert msgspec.json.encode(live.console())

    asyncio.run(scene())


@pytest.mark.clause("PA 665a.13(c)", "PA 665a.13(i)")
@pytest.mark.parametrize("kind", ["a card drawn in error, and seen", "the card reader breaks"])
def test_what_goes_wrong_by_an_instructors_hand_is_nobodys_mistake(sqlite_db: str, key: Path, kind: str) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ina, ann = await school(house)
            desk, live = Desk(house), await deals(house, ann)
            (card,) = await desk.classes(ina, Tally())
            assert set(card.people[0].plants) == set(may_happen(live.table.rules)) > {kind, "a late wager"}
            await to_a_round(live, "Ann")
            done, before = list(live.practised.done), len(live.table.facts)
            await desk.plant(ina, "Ann", kind)
            assert len(live.table.facts) > before
            assert live.practised.mistakes == []
            assert live.practised.done == done
            assert live.paper().acts[-1] in live.practised.acts
            assert replayed(live.paper()).mistakes == [], "and on paper it is nobody's either"

    asyncio.run(scene())


def test_what_has_no_room_yet_happens_as_soon_as_it_has(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ina, ann = await school(house)
            desk, live = Desk(house), await deals(house, ann)
            assert not live.table.state.in_round
            assert await desk.plant(ina, "Ann", "a hand on the cards") == (live.id, False)
            assert live.practised.tried is None
            for number in range(10):
                due = live.practised.guidance()
                assert due is not None
                if isinstance(due.act, Ruling):
                    break
                await live.act("Ann", due.act, f"{number}")
            assert isinstance(live.practised.tried, TouchCards)
            assert live.practised.mistakes == []

    asyncio.run(scene())


def test_no_browser_says_that_its_own_step_was_planted(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            _, ann = await school(house)
            live = await deals(house, ann)
            sent = msgspec.json.encode(Step.of(BurnCard(by="dealer"), planted=True))
            act = live.understood(msgspec.Raw(sent))
            assert isinstance(act, Step)
            assert not act.planted
            await live.act("Ann", act, "burn")
            assert [mistake.kind for mistake in live.practised.mistakes] == [Kind.STEP_NOT_DUE.id]

    asyncio.run(scene())


def test_an_instructor_makes_a_class_invites_renames_and_takes_somebody_out(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ina, ann = await school(house)
            desk = Desk(house)
            with pytest.raises(Refused, match=r"desk/not-yours: .*the desk is an instructor's.* Now: ask for the role"):
                await desk.make(ann, "5C")
            with pytest.raises(Refused, match="there is a class 4b already"):
                await desk.make(ina, "4b")
            assert await desk.make(ina, "5C") == "5C"
            assert house.classes.members("5C") == ["Ina"]
            invited = await desk.invite(ina, "5C")
            bob, _ = await house.sign_up("Bob", PASSWORD, invited.code)
            assert house.classes.members("5C") == ["Bob", "Ina"]
            exam = await house.exams.give(ina, "5C", parse(SHORT))
            with pytest.raises(Refused, match="there is a class 4B already"):
                await desk.rename(ina, "5C", "4B")
            assert await desk.rename(ina, "5C", "Fridays") == "Fridays"
            cat, _ = await house.sign_up("Cat", PASSWORD, invited.code)
            assert house.classes.all() == {"4B": ["Ann", "Ina"], "Fridays": ["Bob", "Cat", "Ina"]}
            assert (await house.exams.sit(cat, exam)).id, "its tests and its code came along"
            assert await desk.remove(ina, "fridays", "Bob") == "Fridays"
            assert house.classes.members("Fridays") == ["Cat", "Ina"]
            with pytest.raises(
                Refused, match=r"exam/not-yours: .*that test is for the trainees of Fridays.* Now: ask for one"
            ):
                await house.exams.sit(bob, exam)
            for refused in (desk.remove(ina, "Fridays", "Ina"), desk.remove(ina, "Fridays", "nobody")):
                with pytest.raises(
                    Refused, match=r"desk/remove: .*you take others out.* Now: the office takes you out of it"
                ):
                    await refused
            ida, _ = await house.sign_up("Ida", PASSWORD, await house.invite("instructor"))
            for hers in (desk.rename(ida, "4B", "mine"), desk.remove(ida, "4B", "Ann")):
                with pytest.raises(Refused, match=r"desk/not-yours: .*is no instructor of 4B.* Now: ask one of them"):
                    await hers
            with pytest.raises(Refused, match=r"desk/not-yours: .*is no instructor of 4B.* Now: ask one of them"):
                await desk.invite(ida, "4B")
            told = [(line["event"], line["name"], line["place"]) for line in await house.security.newest(40, "Fridays")]
            assert told == [("desk: class-rename", "Fridays", "Ina"), ("desk: class-drop", "Fridays", "Ina")]
        async with house_on(sqlite_db, key) as house:
            assert house.classes.all() == {"4B": ["Ann", "Ina"], "Fridays": ["Cat", "Ina"]}, "and so it is on disk"
        report = await audit_database(sqlite_db, key)
        assert report.wrong is None

    asyncio.run(scene())


def test_over_the_network_a_desk_is_set_up_looked_at_and_has_a_hand_in_it(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, house):
            _, ann = await school(house)
            async with httpx.AsyncClient(base_url=url, headers={"Origin": url}, timeout=60) as ina:
                assert (await ina.post("/api/login", json={"name": "Ina", "password": PASSWORD})).status_code == 200

                async def told(path: str, **body: str) -> Any:
                    answer = await ina.post(f"/api/{path}", json=body)
                    assert answer.is_success, answer.text
                    return answer.json()

                assert await told("classes", name="5C") == {"class": "5C"}
                assert await told("classes/5C/rename", name="Fridays") == {"class": "Fridays"}
                code = (await told("classes/Fridays/invite"))["code"]
                await house.sign_up("Bob", PASSWORD, code)
                listed = (await ina.get("/api/classes")).json()
                assert {one["name"]: [who["name"] for who in one["people"]] for one in listed} == {
                    "4B": ["Ann"],
                    "Fridays": ["Bob"],
                }
                assert await told("classes/Fridays/remove", person="Bob") == {"class": "Fridays"}
                assert house.classes.all() == {"4B": ["Ann", "Ina"], "Fridays": ["Ina"]}
                item = await house.drills.ask(ann, GAME, "payouts")
                await house.drills.answer(ann, GAME, "payouts", item.number, "no idea")
                for of in ({}, {"trainee": "Ann"}):
                    progress = (await ina.get("/api/classes/4B/progress", params=of)).json()
                    assert [one["drill"] for one in progress["drills"]] == ["payouts"]
                    assert progress["name"] == of.get("trainee", "4B")
                live = await deals(house, ann)
                assert not live.admits("Ina")
                assert await told("trainees/Ann/watch") == {"table": live.id}
                assert live.admits("Ina")
                assert await told("trainees/Ann/plant", kind="a late wager") == {"table": live.id, "happened": False}
                assert await told("trainees/Ann/seat", to="Ina") == {"table": live.id}
                assert live.dealer == "Ina"

    asyncio.run(scene())


def test_of_several_tables_that_a_trainee_deals_the_newest_is_looked_at(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ina, ann = await school(house)
            first = await deals(house, ann)
            first.watchers.add(Listener("Ann"))  # who has left it would have closed it
            asked = OpenTable(id="another", game=GAME, practice=True, deal=Dealing(mode="free", boxes=1))
            second = await house.open_table(asked, ann)
            assert {first.id, second.id} <= house.tables.keys()
            assert await Desk(house).watch(ina, "Ann") == second.id
            assert not first.admits("Ina")

    asyncio.run(scene())


def test_the_table_that_is_looked_at_is_the_trainees_own_and_no_test() -> None:
    def dealt(by: str, tested: bool = False) -> DealingTable:
        live = DealingTable.__new__(DealingTable)
        live.recipe, live.tested = cast(Any, SimpleNamespace(opened_by=by)), tested
        return live

    tables: dict[str, object] = {"d1": dealt("Ann"), "d2": dealt("Ann", True), "d3": dealt("Bob")}
    tables["t1"] = SimpleNamespace(recipe=SimpleNamespace(opened_by="Cyd"))
    desk: Any = SimpleNamespace(_house=SimpleNamespace(tables=tables))
    found = [Desk._dealt_by(desk, name) for name in ("Ann", "Bob", "Cyd")]
    assert found == [tables["d1"], tables["d3"], None]


def test_who_takes_the_seat_comes_near_without_asking_to_look_first(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ina, ann = await school(house)
            live = await deals(house, ann)
            await Desk(house).seat(ina, "Ann", "Ina")
            await Desk(house).seat(ina, "Ann", "Ann")
            assert live.admits("Ina"), "and stays there when the seat is handed back"

    asyncio.run(scene())


def test_what_a_class_has_learned_is_what_its_trainees_answered_also_as_guests(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ina, _ = await school(house)
            desk = Desk(house)
            guest, _ = await house.guest("Gus")
            for who, drill, times in ((guest, "payouts", 1), (guest, "which-clause", 2), (ina, "hand-totals", 1)):
                for _ in range(times):
                    item = await house.drills.ask(who, GAME, drill)
                    await house.drills.answer(who, GAME, drill, item.number, "no idea")
            invited = await desk.invite(ina, "4B")
            await house.upgrade(guest, PASSWORD, "Gustav", invited.code)
            told = await desk.progress(ina, "4B", None)
            assert [one.drill for one in told.drills] == ["payouts", "which-clause"], "an instructor is no trainee"
            assert told.drills == (await desk.progress(ina, "4B", "Gustav")).drills
            (gus,) = [one for one in (await desk.classes(ina, ()))[0].people if one.name == "Gustav"]
            assert gus.answered.done == 3

    asyncio.run(scene())


def test_of_clauses_with_equal_shares_that_is_harder_which_was_missed_more_often(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    marked = [("once", False), ("twice", False), ("twice", False), ("half", True), ("half", False), ("again", False)]
    rows = [
        SimpleNamespace(game=GAME, drill="d", at_ms=(9 - day) * DAY_MS, is_right=right, clauses=one)
        for day, (one, right) in enumerate(marked)
    ]

    async def answers(self: Desk, people: object) -> list[SimpleNamespace]:
        return rows

    monkeypatch.setattr(Desk, "_answers", answers)

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ina, _ = await school(house)
            told = (await Desk(house).progress(ina, "4B", None)).clauses
            assert [one.clause for one in told] == ["twice", "again", "once", "half"]
            assert [day.day for day in told[0].days] == ["1970-01-08", "1970-01-09"], "however they were found"
            rows.extend(SimpleNamespace(**{**vars(rows[0]), "clauses": f"{number:02}"}) for number in range(20))
            told = (await Desk(house).progress(ina, "4B", None)).clauses
            assert [one.clause for one in told] == ["twice", *(f"{number:02}" for number in range(11))], "a dozen"

    asyncio.run(scene())


def test_of_a_table_test_each_clause_counts_as_often_as_it_was_done_at_the_table_and_in_its_drills(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dealt, drilled = ({"PA 665a.7(a)": Part(5, 3)}, {"PA 665a.7(a)": Part(2, 2), "PA 665a.8(a)": Part(4, 0)})

    async def scores(self: Desk, people: object) -> list[tuple[str, SimpleNamespace]]:
        table, drill = (SimpleNamespace(by_clause=each) for each in (dealt, drilled))
        only_drills = SimpleNamespace(table=None, drills=[drill])
        return [("2026-01-01", SimpleNamespace(table=table, drills=[drill])), ("2026-01-02", only_drills)]

    monkeypatch.setattr(Desk, "_scores", scores)

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ina, _ = await school(house)
            told = (await Desk(house).progress(ina, "4B", None)).clauses
            assert [(one.clause, one.done, one.right) for one in told] == [
                ("PA 665a.8(a)", 8, 0),
                ("PA 665a.7(a)", 9, 7),
            ]
            assert [(day.day, day.done, day.right) for day in told[1].days] == [
                ("2026-01-01", 7, 5),
                ("2026-01-02", 2, 2),
            ]

    asyncio.run(scene())


def test_a_table_test_counts_on_the_day_on_which_it_was_over(sqlite_db: str, key: Path) -> None:
    clock = StillClock()
    clock.ms = DAY_MS - 60_000

    async def scene() -> None:
        async with house_on(sqlite_db, key, clock=clock) as house:
            ina, ann = await school(house)
            card = await house.exams.sit(ann, await house.exams.give(ina, "4B", parse(SHORT)))
            await house.exams.answer(ann, card.id, 1, "no idea")
            clock.pass_ms(2 * 60_000)
            await house.exams.hand_in(ann, card.id)
            told = (await Desk(house).progress(ina, "4B", "Ann")).clauses
            assert told
            assert {day.day for one in told for day in one.days} == {"1970-01-02"}

    asyncio.run(scene())


def test_a_code_of_a_class_is_good_for_thirty_days_and_by_the_classs_new_name_after_a_restart(
    sqlite_db: str, key: Path
) -> None:
    clock = StillClock()

    async def scene() -> None:
        async with house_on(sqlite_db, key, clock=clock) as house:
            ina, _ = await school(house)
            desk = Desk(house)
            invited = await desk.invite(ina, "4B")
            assert invited.ends_at_ms == clock.wall_ms() + 30 * DAY_MS
            await desk.rename(ina, "4B", "Fridays")
        clock.pass_ms(30 * DAY_MS - 1)
        async with house_on(sqlite_db, key, clock=clock) as house:
            await house.sign_up("Bob", PASSWORD, invited.code)
            assert house.classes.all() == {"Fridays": ["Ann", "Bob", "Ina"]}
            clock.pass_ms(1)
            with pytest.raises(Refused, match="that invitation has ended"):
                await house.sign_up("Cat", PASSWORD, invited.code)

    asyncio.run(scene())


def test_one_instructor_is_in_so_many_classes_and_makes_no_more(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.house.instructor.CLASSES_MOST", 2)

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ina, _ = await school(house)
            desk = Desk(house)
            await house.write([*house.classes.make("another"), *house.classes.make("a third")])
            await desk.make(ina, "the second")
            with pytest.raises(Refused, match=r"class/too-many: .*Ina is in 2 classes.* Now: let the office make more"):
                await desk.make(ina, "the third")

    asyncio.run(scene())


def test_over_the_network_an_instructor_keeps_a_class_and_has_a_hand_in_what_a_trainee_deals(
    sqlite_db: str, key: Path
) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, house):
            _, ann = await school(house)
            live = await deals(house, ann)
            async with httpx.AsyncClient(base_url=url, headers={"Origin": url}, timeout=60) as desk:

                async def told(path: str, status: int = 200, **said: str) -> Any:
                    answer = await desk.post(f"/api/{path}", json=said or None)
                    assert answer.status_code == status, answer.text
                    return answer.json()

                await told("login", name="Ann", password=PASSWORD)
                assert (await told("classes", 409, name="5C"))["error"]["now"] == "ask for the role"
                await told("login", name="Ina", password=PASSWORD)
                assert await told("classes", 201, name="5C") == {"class": "5C"}
                code = (await told("classes/5C/invite"))["code"]
                await house.sign_up("Bob", PASSWORD, code)
                assert await told("classes/5C/rename", name="6D") == {"class": "6D"}
                named = {
                    one["name"]: [who["name"] for who in one["people"]]
                    for one in (await desk.get("/api/classes")).json()
                }
                assert named == {"4B": ["Ann"], "6D": ["Bob"]}
                assert await told("classes/6D/remove", person="Bob") == {"class": "6D"}
                assert house.classes.members("6D") == ["Ina"]
                for asked, of in (("", "4B"), ("?trainee=Ann", "Ann")):
                    assert (await desk.get(f"/api/classes/4B/progress{asked}")).json()["name"] == of
                assert await told("trainees/Ann/watch") == {"table": live.id}
                assert await told("trainees/Ann/seat", to="Ina") == {"table": live.id}
                assert live.dealer == "Ina"
                planted = await told("trainees/Ann/plant", kind="a box is passed over")
                assert planted["table"] == live.id
                assert await told("trainees/Ann/seat", to="Ann") == {"table": live.id}
                assert live.dealer == "Ann", "whom the seat is handed to, and not whoever hands it"

    asyncio.run(scene())
