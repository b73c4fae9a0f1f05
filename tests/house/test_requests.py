"""Whatever makes something is done once, however often it is asked for: also of a process that died over the answer."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select, update

from pitboss.house import orders as o
from pitboss.house import schema
from pitboss.house.house import House, OpenElsewhere
from pitboss.house.instructor import Desk
from pitboss.house.operator import Operator
from pitboss.house.orders import NotDone
from pitboss.house.protocol import OpenTable
from pitboss.house.requests import KEPT_MS, Requested
from pitboss.procedure.refusal import Refused
from pitboss.school.table_test import from_values
from tests.house.kit import GAME, Player, StillClock, house_on
from tests.house.test_processes import fall_silent, in_order, pg_db, two, until

__all__ = ["pg_db"]
ASKED = OpenTable(id="mine", game=GAME)


async def count(house: House, table: Any, *where: Any) -> int:
    return int((await house.database.rows(select(func.count()).select_from(table).where(*where)))[0][0])


async def dies_over(a: House, b: House, work: Callable[[], Awaitable[object]]) -> None:
    """The process does it, and is gone before anybody hears of it; the other has all it had."""
    done = asyncio.create_task(_forgotten(work))
    await done
    await fall_silent(a)
    await until(lambda: b.neighbours.has_cage)


async def _forgotten(work: Callable[[], Awaitable[object]]) -> None:
    await work()  # and nobody is told


def test_a_table_asked_for_again_at_another_process_is_the_one_that_was_opened(pg_db: str, key: Path) -> None:
    async def scene() -> None:
        async with two(pg_db, key) as (a, b):
            ann = await Player.come(a, "Ann")
            live = await a.open_table(ASKED, ann.account)
            with pytest.raises(OpenElsewhere) as elsewhere:
                await b.open_table(ASKED, ann.account)  # the first has it still
            assert elsewhere.value.table == live.id
            await fall_silent(a)
            await until(lambda: live.id in b.tables)
            assert await b.open_table(ASKED, ann.account) is b.tables[live.id]
            assert await count(b, schema.journal, schema.journal.c.kind == "open") == 1
            with pytest.raises(Refused, match="something else was asked for under that id"):
                await b.open_table(OpenTable(id="mine", game="double-deck-house"), ann.account)
            bob = await Player.come(b, "Bob")
            assert (await b.open_table(ASKED, bob.account)).id != live.id, "ids are everybody's own"

    asyncio.run(scene())
    asyncio.run(in_order(pg_db, key))


def test_two_processes_asked_at_once_open_one_table(pg_db: str, key: Path) -> None:
    """Neither finds anything before it begins: the database takes one of them, and the other goes by what it finds."""

    async def scene() -> None:
        async with two(pg_db, key) as (a, b):
            ann = await Player.come(a, "Ann")
            for number in range(3):
                asked = OpenTable(id=f"o{number}", game=GAME)
                told = await asyncio.gather(
                    *(_id_of(house, asked, ann) for house in (a, b)),
                )
                assert told[0] == told[1]
            opened = await count(a, schema.journal, schema.journal.c.kind == "open")
            assert opened == len(a.tables) + len(b.tables) == 3
            assert a.failure is b.failure is None

    asyncio.run(scene())
    asyncio.run(in_order(pg_db, key))


async def _id_of(house: House, asked: OpenTable, player: Player) -> str:
    try:
        return (await house.open_table(asked, player.account)).id
    except OpenElsewhere as elsewhere:
        return elsewhere.table


def test_a_table_that_has_closed_may_be_opened_anew_under_its_id_also_after_a_restart(db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(db, key) as house:
            ann = await Player.come(house, "Ann")
            first = await house.open_table(ASKED, ann.account)
        async with house_on(db, key) as house:
            assert (await house.open_table(ASKED, ann.account)).id == first.id
            await house.tables[first.id].close_by_house("a test wants it so")
            second = await house.open_table(ASKED, ann.account)
            assert second.id != first.id
        async with house_on(db, key) as house:
            assert (await house.open_table(ASKED, ann.account)).id == second.id

    asyncio.run(scene())


# --- what the cage makes --------------------------------------------------------------------------------------------


def test_a_grant_is_made_once_though_the_process_that_made_it_never_answered(pg_db: str, key: Path) -> None:
    order = o.GrantChips(cents=5_00, reason="for the lesson", name="Ann", request="g1")

    async def scene() -> None:
        async with two(pg_db, key) as (a, b):
            await a.guest("Ann")
            await dies_over(a, b, lambda: Operator(a).carry_out(order))
            answer = await Operator(b).carry_out(order)
            assert answer.value["bankroll_cents"] == {"Ann": 10_005_00}
            assert await b.bankroll_now("Ann") == 10_005_00
            with pytest.raises(NotDone, match="something else"):
                await Operator(b).carry_out(o.GrantChips(cents=6_00, reason="for more", name="Ann", request="g1"))
            await Operator(b).carry_out(o.GrantChips(cents=5_00, reason="for the lesson", name="Ann", request="g2"))
            assert await b.bankroll_now("Ann") == 10_010_00

    asyncio.run(scene())
    asyncio.run(in_order(pg_db, key))


def test_whatever_an_operator_makes_is_told_again_as_it_was_told(pg_db: str, key: Path) -> None:
    orders = (
        o.MakeClass(name="Evening", request="1"),
        o.CreateAccount(name="Ida", role="instructor", in_class="Evening", request="2"),
        o.MakeInvitation(days=3, in_class="Evening", request="3"),
        o.MakeInvitation(days=3, role="dealer", request="4"),
    )

    async def scene() -> None:
        async with two(pg_db, key) as (a, b):
            told = [await Operator(a).carry_out(order) for order in orders]
            await dies_over(a, b, lambda: asyncio.sleep(0))
            assert [await Operator(b).carry_out(order) for order in orders] == told
            assert len(b.accounts.invitations) == 2
            assert [account.name for account in b.accounts.everybody()] == ["Ida"]
            _, token = await b.log_in("Ida", told[1].value["password"])
            assert token

    asyncio.run(scene())
    asyncio.run(in_order(pg_db, key))


def test_who_came_in_and_did_not_hear_of_it_is_the_same_guest_with_another_session(pg_db: str, key: Path) -> None:
    asked = Requested("(new)", "k1", b"a guest without a name")

    async def scene() -> None:
        async with two(pg_db, key) as (a, b):
            account, token = await a.guest(None, asked)
            await dies_over(a, b, lambda: asyncio.sleep(0))
            again, other = await b.guest(None, asked)
            assert (again.name, len(b.accounts)) == (account.name, 1)
            assert other != token
            assert await b.accounts.of_session(other) == again
            password = "correct horse battery"
            bob = Requested("(new)", "k2", b"Bob")
            await b.sign_up("Bob", password, None, bob)
            assert (await b.sign_up("Bob", password, None, bob))[0].name == "Bob"
            with pytest.raises(Refused, match="taken"):
                await b.sign_up("Bob", password, None, Requested("(new)", "k3", b"Bob"))

    asyncio.run(scene())
    asyncio.run(in_order(pg_db, key))


def test_a_desk_makes_a_class_a_code_and_a_test_once(pg_db: str, key: Path) -> None:
    test = from_values({"game": GAME, "minutes": 10, "faults": 1})

    async def made(house: House) -> list[object]:
        ida = house.accounts.known("Ida")
        assert ida is not None
        return [
            await Desk(house).make(ida, "Evening", Requested("Ida", "c", b"")),
            await Desk(house).invite(ida, "Evening", Requested("Ida", "i", b"")),
            await house.exams.give(ida, "Evening", test, Requested("Ida", "e", b"")),
        ]

    async def scene() -> None:
        async with two(pg_db, key) as (a, b):
            await Operator(a).carry_out(o.CreateAccount(name="Ida", role="instructor"))
            told = await made(a)
            await dies_over(a, b, lambda: asyncio.sleep(0))
            assert await made(b) == told
            assert await count(b, schema.exams) == 1
            assert len(b.accounts.invitations) == 1

    asyncio.run(scene())
    asyncio.run(in_order(pg_db, key))


# --- what is kept of it ---------------------------------------------------------------------------------------------


def test_what_is_done_for_one_request_lets_no_other_be_begun_a_second_time(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            begun: list[str] = []
            over = asyncio.Event()

            async def nothing(*_: object) -> None:
                return None

            async def slowly() -> str:
                begun.append("slow")
                await over.wait()
                return "slow"

            async def at_once() -> str:
                return "quick"

            def asked(number: str, do: Callable[[], Awaitable[str]]) -> Awaitable[str]:
                return house.requests.once(Requested("Ann", number, b""), do, nothing)

            monkeypatch.setattr(house.requests, "_answered", nothing)
            first = asyncio.ensure_future(asked("1", slowly))
            while not begun:
                await asyncio.sleep(0)
            assert await asked("2", at_once) == "quick"
            second = asyncio.ensure_future(asked("1", slowly))
            for _ in range(20):
                await asyncio.sleep(0)
            assert begun == ["slow"], "the second waits for the first"
            over.set()
            assert {*await asyncio.gather(first, second)} == {"slow"}

    asyncio.run(scene())


def test_neither_ids_nor_answers_can_be_read_on_disk_and_after_a_day_nothing_is_kept(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        clock = StillClock()
        async with house_on(sqlite_db, key, clock=clock) as house:
            order = o.MakeInvitation(days=3, role="dealer", request="a-secret-id")
            code = (await Operator(house).carry_out(order)).value["code"]
            (row,) = await house.database.rows(select(schema.requests))
            assert not [one for one in row if code in str(one) or "a-secret-id" in str(one)]
            clock.pass_ms(KEPT_MS)
            await house.sweep()
            assert await count(house, schema.requests) == 1
            clock.pass_ms(1)
            with monkeypatch.context() as patched:
                patched.setattr(house.neighbours, "has_cage", False)
                await house.sweep()
            assert await count(house, schema.requests) == 1, "that is for who has the cage"
            await house.sweep()
            assert await count(house, schema.requests) == 0

    asyncio.run(scene())


def test_the_same_asked_for_twice_at_once_is_done_once(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            asked = Requested("(new)", "k", b"")
            came = await asyncio.gather(*(house.guest(None, asked) for _ in range(3)))
            assert len({account.name for account, _ in came}) == len(house.accounts) == 1
            log = await house.database.rows(select(schema.security_log).order_by(schema.security_log.c.id))
            again = ("sign-in", "asked again")
            assert [(row.event, row.detail) for row in log] == [("guest", ""), again, again], "who came once came once"

    asyncio.run(scene())


def test_who_waits_for_one_that_came_to_nothing_does_it_and_the_next_waits_for_that(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            asked = Requested("Ann", "k", b"a thing")
            tried: list[int] = []
            at_once: set[int] = set()

            async def make() -> str:
                mine = len(tried)
                tried.append(mine)
                at_once.add(mine)
                await asyncio.sleep(0)
                assert at_once == {mine}, "one at a time"
                at_once.remove(mine)
                if not mine:
                    raise Refused("thing/refused", "not now", (), "ask again")
                await house.committer.submit(statements=house.requests.done(asked, b"made"))
                return "made"

            async def again(answer: bytes) -> str | None:
                return answer.decode()

            came = await asyncio.gather(
                *(house.requests.once(asked, make, again) for _ in range(4)), return_exceptions=True
            )
            assert isinstance(came[0], Refused)
            assert (came[1:], tried) == (["made"] * 3, [0, 1])

    asyncio.run(scene())


def test_something_else_under_the_same_id_is_refused_and_another_persons_id_is_another(
    sqlite_db: str, key: Path
) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            first, _ = await house.guest(None, Requested("(new)", "k", b"one"))
            with pytest.raises(Refused, match="something else was asked for under that id") as refused:
                await house.guest(None, Requested("(new)", "k", b"other"))
            assert refused.value.code == "request/other-request"
            other, _ = await house.guest(None, Requested("Bob", "k", b"other"))
            third, _ = await house.guest(None, Requested("(new)", "k2", b"other"))
            assert len({first.name, other.name, third.name}) == len(house.accounts) == 3

    asyncio.run(scene())


def test_an_answer_under_a_key_that_is_gone_is_as_if_nothing_had_been_asked(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            first = await house.open_table(ASKED, ann.account)
            async with house.database.engine.begin() as connection:
                await connection.execute(update(schema.requests).values(answer=b"\0" * 40))
            house._opening.clear()
            assert (await house.open_table(ASKED, ann.account)).id != first.id
            assert not house.requests._void, "it stands from now on, and is not made anew a third time"

    asyncio.run(scene())
