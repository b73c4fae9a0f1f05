"""What an operator ordered stands though the house is killed; the security log is a chain that the audit follows."""

import asyncio
import gc
import os
import signal
import sqlite3
from collections.abc import Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from sqlalchemy import select

from pitboss.house import orders as o
from pitboss.house import schema
from pitboss.house.accounts import WrongPassword
from pitboss.house.audit import audit_database
from pitboss.house.committer import Stopped
from pitboss.house.house import House
from pitboss.house.journal import GENESIS
from pitboss.house.operator import DAY_MS, Operator
from pitboss.house.removals import Removals
from pitboss.house.security_log import SecurityLog, chained
from pitboss.house.turns import Busy
from pitboss.procedure.refusal import Refused
from tests import moves as m
from tests.house.kit import Player, StillClock, house_on, to_betting, usual
from tests.house.tampering import alter
from tests.patience import how_it_ended

PASSWORD = "correct horse battery"


def _killed_after(scene: Coroutine[Any, Any, None]) -> None:
    """Do something in a process that ends as by `kill -9`."""
    child = os.fork()
    if not child:
        try:
            asyncio.run(scene)
        finally:
            os.kill(os.getpid(), signal.SIGKILL)
    scene.close()
    assert how_it_ended(child) == -signal.SIGKILL


async def _standing(house: House) -> list[tuple[str, ...]]:
    await house.committer.submit()
    return [tuple(row) for row in await house.database.rows(select(schema.removals.c.name, schema.removals.c.rule))]


@pytest.mark.parametrize(
    "order", [o.RemovePlayer(name="Ann"), o.Disable(name="Ann"), o.SetRole(name="Ann", role="auditor")]
)
def test_an_order_to_see_somebody_out_survives_a_kill(db: str, key: Path, order: o.Order) -> None:
    """Ann has a wager out and Bob has not decided: the house dies, and Ann leaves after the restart."""

    async def until_killed() -> None:
        async with house_on(db, key) as house:
            account, _ = await house.sign_up("Ann", PASSWORD, None)
            ann, bob = Player(house, account), await Player.come(house, "Bob")
            live = await ann.open()
            await to_betting(ann, live, 1)
            await bob.move(live, m.Sit, box=2)
            await bob.move(live, m.BuyIn, cents=100_00)
            for player, box in ((ann, 1), (bob, 2)):
                await player.move(live, m.Wager, box=box, cents=10_00)
            said = (await Operator(house).carry_out(order)).value
            assert said["left"] == [], "a wager lies on the layout"
            assert len(await _standing(house)) == 1
            os.kill(os.getpid(), signal.SIGKILL)

    _killed_after(until_killed())

    async def the_next_day() -> None:
        async with house_on(db, key) as house:
            (live,) = house.tables.values()
            assert [name for name, _ in await _standing(house)] == ["Ann"]
            bob = house.accounts.known("Bob")
            assert bob is not None
            player = Player(house, bob)
            await player.move(live, m.Ready)
            while "Ann" in live.table.state.people.players:
                kind, fields = usual(live, 2)
                await player.move(live, kind, **fields)
            assert await _standing(house) == [], "what was ordered is done"
            rules = select(schema.journal.c.rule).where(schema.journal.c.body.like('{"move":"leave"%'))
            assert [row.rule for row in await house.database.rows(rules)] == ["whoever runs the house has ordered it"]
            assert house.book["player:Ann"] == house.bankroll_of("Ann") > 0

    asyncio.run(the_next_day())
    assert asyncio.run(audit_database(db, key)).wrong is None


def test_who_has_left_before_the_restart_may_sit_down_again(sqlite_db: str, key: Path) -> None:
    async def until_killed() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            line = [house.accounts.line(house.removals.order("Ann", [live.id], "by order"))]
            await house.committer.submit(line)
            await ann.move(live, m.Leave)
            os.kill(os.getpid(), signal.SIGKILL)

    _killed_after(until_killed())

    async def the_next_day() -> None:
        async with house_on(sqlite_db, key) as house:
            assert await _standing(house) == []
            (live,) = house.tables.values()
            ann = house.accounts.known("Ann")
            assert ann is not None
            await Player(house, ann).move(live, m.Sit, box=1)
            await house.removals.carry_out(house.tables)
            assert "Ann" in live.table.state.people.players

    asyncio.run(the_next_day())
    assert asyncio.run(audit_database(sqlite_db, key)).wrong is None


def test_at_a_table_that_rests_the_order_waits(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            await house.committer.submit([house.accounts.line(house.removals.order("Ann", ["t0"], "by order"))])
            await house.removals.settle(lambda _: None)
            assert [name for name, _ in await _standing(house)] == ["Ann"]
            await house.removals.settle(lambda _: ())
            assert await _standing(house) == []

    asyncio.run(scene())


def test_who_has_chips_and_no_box_is_seen_out_before_the_cards_are_shuffled(sqlite_db: str, key: Path) -> None:
    """Given a table that waits for somebody to sit down before it shuffles, whoever is ordered out does not stay."""

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open("double-deck-house")
            await ann.move(live, m.BuyIn, cents=50_00)
            assert m.Shuffle in live.table.waiting.may
            await house.write(house.removals.order("Ann", [live.id], "by order"))
            await house.removals.carry_out(house.tables)
            assert live.table.state.people.players == {}

    asyncio.run(scene())


def test_whoever_has_chips_there_on_disk_is_not_gone_whatever_is_said_of_the_table(sqlite_db: str, key: Path) -> None:
    """Given an order, when a process tells of its table what is not on disk, then the order stands until it is."""

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await ann.move(live, m.BuyIn, cents=50_00)
            await house.write(house.removals.order("Ann", [live.id], "by order"))
            await house.removals.settle(lambda _: ())
            await house.committer.submit()
            assert [name for name, _ in await _standing(house)] == ["Ann"]
            await ann.move(live, m.Leave)
            await house.removals.settle(lambda _: ())
            await house.committer.submit()
            assert await _standing(house) == []

    asyncio.run(scene())


def test_an_order_for_a_table_that_has_closed_stands_no_more(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            closes, stays = await ann.open(), await ann.open()
            await house.write(house.removals.order("Ann", [closes.id, stays.id], "by order"))
            await closes.close_by_house("nobody plays here")
            await house.removals.settle(lambda _: None)
            await house.committer.submit()
            rows = await house.database.rows(select(schema.removals.c.table_id))
            assert [row.table_id for row in rows] == [stays.id]

    asyncio.run(scene())


@pytest.mark.parametrize("error", [Busy("it goes on elsewhere"), Stopped("the house stops"), Refused("a", "b", ())])
def test_a_table_that_lets_nobody_go_now_keeps_no_other_order_from_being_carried_out(
    sqlite_db: str, key: Path, error: Exception
) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            await house.write(house.removals.order("Ann", ["t1", "t2"], "by order"))
            asked: list[str] = []

            def table(name: str) -> Any:
                async def remove(_: str, __: str) -> None:
                    asked.append(name)
                    raise error

                state = SimpleNamespace(people=SimpleNamespace(players={"Ann": None}))
                return SimpleNamespace(table=SimpleNamespace(state=state), sees_out=lambda _: False, remove=remove)

            await house.removals.carry_out({name: table(name) for name in ("t1", "t2")})
            assert sorted(asked) == ["t1", "t2"]

    asyncio.run(scene())


def test_an_order_is_put_on_record_once_and_taken_off_by_its_table_and_name(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            removals = house.removals
            first = removals.order("Ann", ["t0", "t1"], "by order")
            again = removals.order("Ann", ["t1", "t2"], "by another order")
            other = removals.order("Bob", ["t0"], "by order")
            assert [len(lines) for lines in (first, again, other)] == [2, 1, 1]
            await house.committer.submit([house.accounts.line([*first, *again, *other])])
            lines = house.committer.last_n
            removals.done("t1", "Bob")
            removals.done("t0", "Ann")
            removals.done("t0", "Ann")
            await house.committer.submit()
            assert house.committer.last_n == lines + 1, "who was not ordered out, or is gone, is no line"
            rows = await house.database.rows(select(schema.removals))
            assert {(row.table_id, row.name, row.rule) for row in rows} == {
                ("t1", "Ann", "by order"),
                ("t2", "Ann", "by another order"),
                ("t0", "Bob", "by order"),
            }

    asyncio.run(scene())


# --- the security log -----------------------------------------------------------------------------------------------


async def _wrong(house: House, name: str) -> None:
    with pytest.raises(WrongPassword):
        await house.log_in(name, "guess", "192.0.2.7")


def _logged(db: str, key: Path) -> None:
    """Two wrong passwords between what is on record in the journal, and one after it."""

    async def scene() -> None:
        async with house_on(db, key) as house:
            await house.sign_up("Cat", PASSWORD, None)
            await _wrong(house, "Cat")
            await _wrong(house, "Cat")
            await house.log_in("Cat", PASSWORD, "192.0.2.7")
            await Operator(house).carry_out(o.Unlock(name="Cat"))
            await _wrong(house, "Cat")

    asyncio.run(scene())


def _audited(db: str, key: Path) -> str | None:
    return asyncio.run(audit_database(db, key)).wrong


def test_a_line_of_the_log_that_was_altered_added_or_dropped_is_found(sqlite_db: str, key: Path) -> None:
    _logged(sqlite_db, key)
    assert _audited(sqlite_db, key) is None
    before = Path(sqlite_db).read_bytes()
    for statement, sentence in (
        ("UPDATE security_log SET place = '192.0.2.8' WHERE id = 2", "security_log 2: its hash"),
        ("DELETE FROM security_log WHERE id = 3", "security_log: line 3 is missing"),
        ("DELETE FROM security_log WHERE id = 1", "security_log: line 1 is missing"),
        ("DELETE FROM security_log WHERE id > 4", "security_log: line 5 is not the one that the journal knows"),
        ("DELETE FROM security_log", "security_log: line 5 is not the one that the journal knows"),
        (
            "INSERT INTO security_log SELECT 7, at_ms, event, name, place, detail, hash FROM security_log WHERE id = 6",
            "security_log 7: its hash",
        ),
        ("DELETE FROM log_ends", "log_ends last: the journal makes it, and it is not on record"),
    ):
        Path(sqlite_db).write_bytes(before)
        alter(sqlite_db, statement)
        assert str(_audited(sqlite_db, key)).startswith(sentence), statement


def test_who_knows_how_a_line_is_hashed_has_to_write_every_later_one_anew(sqlite_db: str, key: Path) -> None:
    _logged(sqlite_db, key)
    with sqlite3.connect(sqlite_db) as file:
        file.row_factory = sqlite3.Row
        first, second = file.execute("SELECT * FROM security_log ORDER BY id LIMIT 2")
        forged = {**dict(second), "place": "192.0.2.8"}
        values = (forged["place"], chained(first["hash"], forged))
        file.execute("UPDATE security_log SET place = ?, hash = ? WHERE id = 2", values)
    file.close()
    assert str(_audited(sqlite_db, key)).startswith("security_log 3: its hash")


def test_a_log_written_anew_from_a_line_on_is_not_the_one_that_the_journal_knows(sqlite_db: str, key: Path) -> None:
    _logged(sqlite_db, key)
    with sqlite3.connect(sqlite_db) as file:
        file.row_factory = sqlite3.Row
        first, *later = file.execute("SELECT * FROM security_log ORDER BY id")
        previous = first["hash"]
        for line in later:
            previous = chained(previous, {**dict(line), "place": "192.0.2.8"})
            values = (previous, line["id"])
            file.execute("UPDATE security_log SET place = '192.0.2.8', hash = ? WHERE id = ?", values)
    file.close()
    assert _audited(sqlite_db, key) == "security_log: line 5 is not the one that the journal knows"


def test_what_is_written_of_the_log_after_the_journal_last_knew_it_can_be_cut(sqlite_db: str, key: Path) -> None:
    """The limit that docs/fairness.md states: wrong passwords since the last sign-in or order."""
    _logged(sqlite_db, key)
    alter(sqlite_db, "DELETE FROM security_log WHERE id = 6")
    assert _audited(sqlite_db, key) is None


def test_a_log_that_was_shortened_by_the_rule_is_still_a_chain(db: str, key: Path) -> None:
    async def scene() -> None:
        clock = StillClock()
        async with house_on(db, key, clock=clock) as house:
            await house.sign_up("Cat", PASSWORD, None)
            clock.ms += 40 * DAY_MS
            await _wrong(house, "Cat")
            clock.ms -= DAY_MS  # a clock set back forgets nothing out of its turn
            await Operator(house).carry_out(o.Unlock(name="Cat"))
            for forgotten in (1, 0):
                said = (await Operator(house).carry_out(o.Retain(days=30))).value
                assert said["log_lines"] == forgotten
            assert (await audit_database(db, key)).wrong is None
            lines = await house.database.rows(select(schema.security_log).order_by(schema.security_log.c.id))
            async with house.database.engine.begin() as connection:
                await connection.execute(schema.security_log.insert(), [{**lines[0]._mapping, "id": lines[0].id - 1}])
            assert (await audit_database(db, key)).wrong == f"security_log {lines[0].id - 1}: forgotten"
            async with house.database.engine.begin() as connection:
                await connection.execute(schema.security_log.delete().where(schema.security_log.c.id < lines[0].id))
        async with house_on(db, key, clock=clock) as house:
            clock.ms += 60 * DAY_MS
            await house.log_in("Cat", PASSWORD)
            await Operator(house).carry_out(o.Retain(days=30))
            ids = await house.database.rows(select(schema.security_log.c.id))
            assert [row.id for row in ids] == [6, 7], "the sign-in, and the order to forget"

    asyncio.run(scene())
    assert _audited(db, key) is None


def test_a_line_is_kept_for_the_whole_of_the_last_day_and_the_last_line_for_ever(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        clock = StillClock()
        async with house_on(sqlite_db, key, clock=clock) as house:
            await house.sign_up("Cat", PASSWORD, None)
            clock.ms += 1
            await house.log_in("Cat", PASSWORD)
            clock.ms += 30 * DAY_MS - 1
            assert (await house.security.older_than(clock.ms - 30 * DAY_MS))[0] == 0
            clock.ms += 1
            assert (await house.security.older_than(clock.ms - 30 * DAY_MS))[0] == 1
            clock.ms += 1
            assert (await house.security.older_than(clock.ms - 30 * DAY_MS))[0] == 1, "the next line needs its hash"

    asyncio.run(scene())


def test_the_log_of_an_earlier_version_becomes_a_chain_as_it_was_found(sqlite_db: str, key: Path) -> None:
    _logged(sqlite_db, key)
    # As version 4 left it: no hash, and nothing in the register.
    with sqlite3.connect(sqlite_db) as file:
        file.execute("UPDATE security_log SET hash = '', id = id + 10")
    file.close()
    assert "security_log" in str(_audited(sqlite_db, key))

    async def opens() -> list[str]:
        async with house_on(sqlite_db, key) as house:
            lines = house.committer.last_n
            await house.security.load(house.accounts.line)
            assert house.committer.last_n == lines, "once"
            return [row.hash for row in await house.database.rows(select(schema.security_log.c.hash))]

    assert all(asyncio.run(opens()))
    assert _audited(sqlite_db, key) is None
    alter(sqlite_db, "UPDATE security_log SET detail = 'x' WHERE id = 12")
    assert str(_audited(sqlite_db, key)).startswith("security_log 12: its hash")


@pytest.mark.parametrize(("there", "leaving", "asked"), [(True, False, 1), (True, True, 0), (False, False, 0)])
def test_who_is_ordered_out_is_asked_to_go_once_and_only_where_they_are(
    sqlite_db: str, key: Path, there: bool, leaving: bool, asked: int
) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            await house.write(house.removals.order("Ann", ["t1"], "by order"))
            told: list[tuple[str, str]] = []

            async def remove(name: str, rule: str) -> None:
                told.append((name, rule))

            state = SimpleNamespace(people=SimpleNamespace(players={"Ann": None} if there else {}))
            live: Any = SimpleNamespace(table=SimpleNamespace(state=state), sees_out=lambda _: leaving, remove=remove)
            await house.removals.carry_out({"t1": live, "t2": live})
            assert told == [("Ann", "by order")] * asked

    asyncio.run(scene())


def test_who_is_gone_is_put_on_record_by_who_keeps_the_register_and_by_nobody_else(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            await house.write(house.removals.order("Ann", ["t0"], "by order"))
            lines = house.committer.last_n
            monkeypatch.setattr(house, "neighbours", SimpleNamespace(has_cage=False))
            house._left("t0", "Ann")
            await house.committer.submit()
            assert house.committer.last_n == lines
            monkeypatch.undo()
            house._left("t0", "Ann")
            await house.committer.submit()
            assert house.committer.last_n == lines + 1

    asyncio.run(scene())


def test_whoever_comes_in_stands_in_the_log_by_their_own_name_however_they_wrote_it(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            await house.sign_up("Cat", PASSWORD, None)
            await house.log_in(" cAT ", PASSWORD, "198.51.100.7")
            with pytest.raises(WrongPassword):
                await house.log_in("cat", "not the password", "198.51.100.8")
            await house.committer.submit()
            told = [(line["event"], line["name"], line["place"]) for line in await house.security.newest(2)]
            assert told == [("sign-in", "Cat", "198.51.100.7"), ("wrong password", "Cat", "198.51.100.8")]

    asyncio.run(scene())


def test_that_a_house_which_has_stopped_writes_nothing_more_is_no_fault_of_who_waits_for_nothing() -> None:
    """It says so itself, once."""
    faults: list[object] = []

    async def rows(_: object) -> list[object]:
        return []

    async def scene() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, fault: faults.append(fault))

        def submit(*_: object, **__: object) -> "asyncio.Future[None]":
            written = loop.create_future()
            written.set_exception(Stopped("the house has stopped"))
            return written

        committer, accounts = cast(Any, SimpleNamespace(submit=submit)), cast(Any, SimpleNamespace(line=lambda _: None))
        log = SecurityLog(cast(Any, SimpleNamespace(rows=rows)), committer, StillClock())
        await log.load(cast(Any, None))
        log.note("wrong password", "Ann")
        removals = Removals(cast(Any, None), committer, accounts)
        removals.order("Ann", ["t0"], "by order")
        removals.done("t0", "Ann")
        await asyncio.sleep(0)
        gc.collect()

    asyncio.run(scene())
    assert faults == []


def test_a_name_in_the_log_has_so_many_characters_and_its_line_the_hash_of_what_is_written() -> None:
    async def rows(_: object) -> list[object]:
        return []

    log = SecurityLog(cast(Any, SimpleNamespace(rows=rows)), cast(Any, None), StillClock())
    asyncio.run(log.load(cast(Any, None)))
    _, row = log.line("revoke", "x" * 41, "operator", "y" * 41)
    assert (row["name"], row["detail"]) == ("x" * 40, "y" * 41)
    assert row["hash"] == chained(GENESIS, row)
    _, following = log.line("revoke", "x" * 40)
    assert (following["id"], following["name"]) == (row["id"] + 1, "x" * 40)
    assert following["hash"] == chained(row["hash"], following)
