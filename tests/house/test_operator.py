"""What whoever runs a house orders: people, chips, classes, who may come in; on an open house and on one at rest."""

import asyncio
import json
import os
import socket
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from pitboss.commands import main
from pitboss.house import orders as o
from pitboss.house import schema
from pitboss.house.accounts import WrongPassword
from pitboss.house.audit import audit_database
from pitboss.house.database import Database
from pitboss.house.house import House
from pitboss.house.ledger import PRACTICE_BANKROLL_CENTS as ALL
from pitboss.house.office import PLACE, Office, _address, give, place_of
from pitboss.house.operator import DAY_MS, Operator
from pitboss.house.orders import Answer, NotDone, Order
from pitboss.procedure.refusal import Refused
from tests import moves as m
from tests.house.kit import Player, StillClock, client, house_on, serving, session, through_round, to_betting

PASSWORD = "correct horse"


class Desk:
    """A house with a clock that stands, and its operator."""

    def __init__(self, house: House, clock: StillClock) -> None:
        self.house = house
        self.clock = clock
        self.operator = Operator(house)

    async def do(self, order: Order) -> Any:
        return (await self.operator.carry_out(order)).value

    async def fails(self, order: Order) -> str:
        with pytest.raises(NotDone) as refusal:
            await self.operator.carry_out(order)
        return str(refusal.value)

    async def refused(self, coming: Awaitable[object]) -> str:
        with pytest.raises(Refused) as refusal:
            await coming
        return refusal.value.code


def scene(db: str, key: Path, *acts: Callable[[Desk], Awaitable[None]]) -> None:
    """One act after another, the house closed and opened again in between; in the end the books are in order."""

    async def run() -> None:
        clock = StillClock()
        for act in acts:
            async with house_on(db, key, clock=clock) as house:
                await act(Desk(house, clock))
        report = await audit_database(db, key)
        assert report.wrong is None, report.wrong

    asyncio.run(run())


def test_an_account_is_made_closed_and_opened_again(db: str, key: Path) -> None:
    async def made(desk: Desk) -> None:
        told = await desk.do(o.CreateAccount(name="Ann"))
        account, token = await desk.house.log_in("Ann", told["password"])
        assert (account.role, desk.house.bankroll_of("Ann")) == ("player", 10_000_00)
        assert await desk.fails(o.CreateAccount(name="ann")) == "the name ann is taken; choose another name"
        assert "no role is called 'guest'" in await desk.fails(o.CreateAccount(name="Bob", role="guest"))
        assert await desk.do(o.Disable(name="ANN")) == {"name": "Ann", "disabled": True, "left": [], "leaving": []}
        assert await desk.house.accounts.of_session(token) is None
        late, _ = desk.house.accounts.new_session(account)  # the password was being looked at meanwhile
        assert await desk.house.accounts.of_session(late) is None
        desk.house.accounts.end_sessions("Ann")
        with pytest.raises(WrongPassword, match="closed this account"):
            await desk.house.log_in("Ann", told["password"])
        desk.house.accounts.unlock("Ann")
        assert "already" in await desk.fails(o.Disable(name="Ann"))
        await desk.do(o.ResetPassword(name="Ann", password=PASSWORD))

    async def after_a_restart(desk: Desk) -> None:
        with pytest.raises(WrongPassword, match="closed this account"):
            await desk.house.log_in("Ann", PASSWORD)
        await desk.do(o.Enable(name="Ann"))
        assert "not disabled" in await desk.fails(o.Enable(name="Ann"))
        assert (await desk.house.log_in("Ann", PASSWORD))[0].name == "Ann"

    scene(db, key, made, after_a_restart)


def test_whom_an_order_signs_out_is_hung_up_on_and_whose_chips_it_moves_hears_of_them(
    sqlite_db: str, key: Path
) -> None:
    """The doors hear of both from the house; each is told when it is on disk, and nobody else is."""

    async def ordered(desk: Desk) -> None:
        house = desk.house
        gone: list[str] = []
        money: list[tuple[str, int]] = []
        written: list[object] = []
        submit = house.committer.submit

        def submitting(*what: Any, **how: Any) -> asyncio.Future[None]:
            done = submit(*what, **how)
            done.add_done_callback(written.append)
            return done

        house.on_gone = lambda name: gone.append(name if written else "too early")
        house.on_money = lambda told: money.extend(told.items() if written else [("too early", 0)])
        guest, _ = await house.guest("Gus")
        house.committer.submit = submitting  # type: ignore[method-assign]
        for order, signed_out, told in (
            (o.CreateAccount(name="Ann", password=PASSWORD), [], [("Ann", ALL)]),
            (o.GrantChips(name="Ann", cents=5_00, reason="for a test"), [], [("Ann", ALL + 5_00)]),
            (o.ResetPassword(name="Ann", password=PASSWORD), ["Ann"], []),
            (o.EndSessions(name="Ann"), ["Ann"], []),
            (o.Unlock(name="Ann"), [], []),
            (o.Disable(name="Ann"), ["Ann"], []),
            (o.Enable(name="Ann"), [], []),
            (o.SetRole(name="Ann", role="dealer"), ["Ann"], [("Ann", ALL + 5_00)]),
        ):
            await desk.do(order)
            assert (gone, money) == (signed_out, told), order
            for each in (gone, money, written):
                each.clear()
        await house.upgrade(guest, PASSWORD, "August")
        assert (gone, sorted(money)) == (["Gus"], [("August", ALL), ("Gus", 0)])

    scene(sqlite_db, key, ordered)


def test_who_is_let_in_again_comes_in_anew(sqlite_db: str, key: Path) -> None:
    async def ordered(desk: Desk) -> None:
        told = await desk.do(o.CreateAccount(name="Ann"))
        _, token = await desk.house.log_in("Ann", told["password"])
        await desk.do(o.Disable(name="Ann"))
        await desk.do(o.Enable(name="Ann"))
        assert await desk.house.accounts.of_session(token) is None, "a session that was ended does not come back"

    scene(sqlite_db, key, ordered)


def test_who_is_shut_out_in_the_midst_of_a_wager_is_seen_out_though_the_house_stops_before_it_is_decided(
    sqlite_db: str, key: Path
) -> None:
    async def shut_out(desk: Desk) -> None:
        cat, ann = [await Player.come(desk.house, name) for name in ("Cat", "Ann")]
        bob = Player(desk.house, (await desk.house.sign_up("Bob", PASSWORD, None))[0])
        live = await cat.open()
        await to_betting(cat, live)
        for box, player in ((2, ann), (3, bob)):
            await player.move(live, m.Sit, box=box)
            await player.move(live, m.BuyIn, cents=100_00)
        for box, player in ((1, cat), (2, ann), (3, bob)):
            await player.move(live, m.Wager, box=box, cents=10_00)
        for player in (cat, ann, bob):
            await player.move(live, m.Ready)
        assert "Cat" in live.table.waiting.by, "for whom everybody waits"
        for order, name in ((o.Disable(name="Ann"), "Ann"), (o.SetRole(name="Bob", role="dealer"), "Bob")):
            assert live.id not in (await desk.do(order))["left"], "the wager is not decided"
            r = schema.removals
            (row,) = await desk.house.database.rows(select(r).where(r.c.name == name))
            assert (row.table_id, row.rule) == (live.id, "whoever runs the house has ordered it")

    scene(sqlite_db, key, shut_out)


def test_a_guest_who_goes_by_another_name_is_not_let_in_by_the_old_one(sqlite_db: str, key: Path) -> None:
    async def act(desk: Desk) -> None:
        guest, _ = await desk.house.guest("Gus")
        await desk.house.upgrade(guest, PASSWORD, "August")
        listed = [(one["name"], one["formerly"]) for one in await desk.do(o.ListAccounts())]
        assert listed == [("August", "Gus"), ("Gus", None)]
        assert "goes by another name" in await desk.fails(o.Enable(name="Gus"))
        assert "goes by another name" in await desk.fails(o.GrantChips(cents=1, reason="a prize", name="Gus"))
        await desk.do(o.Disable(name="August"))
        await desk.do(o.Enable(name="August"))

    scene(sqlite_db, key, act)


def test_a_new_password_signs_out_and_forgives(sqlite_db: str, key: Path) -> None:
    async def act(desk: Desk) -> None:
        await desk.do(o.CreateAccount(name="Ann", password=PASSWORD))
        _, token = await desk.house.log_in("Ann", PASSWORD)
        for _ in range(5):
            with pytest.raises(Exception, match="password"):
                await desk.house.log_in("Ann", "a wrong one", "there")
        told = await desk.do(o.ResetPassword(name="Ann"))
        assert await desk.house.accounts.of_session(token) is None
        _, token = await desk.house.log_in("Ann", told["password"], "there")
        assert (await desk.do(o.EndSessions(name="Ann")))["ended"] == 1
        assert await desk.house.accounts.of_session(token) is None
        assert "from 10 to 128" in await desk.fails(o.ResetPassword(name="Ann", password="short"))
        await desk.house.guest("Gus")
        assert "is a guest" in await desk.fails(o.ResetPassword(name="Gus"))

    scene(sqlite_db, key, act)


def test_wrong_passwords_are_forgiven_by_order(sqlite_db: str, key: Path) -> None:
    async def act(desk: Desk) -> None:
        await desk.do(o.CreateAccount(name="Ann", password=PASSWORD))
        for _ in range(3):
            with pytest.raises(WrongPassword):
                await desk.house.log_in("Ann", "a wrong one", "there")
        with pytest.raises(Exception, match="too many wrong passwords"):
            await desk.house.log_in("Ann", PASSWORD, "there")
        await desk.do(o.Unlock(name="Ann"))
        await desk.house.log_in("Ann", PASSWORD, "there")

    scene(sqlite_db, key, act)


def test_a_role_is_changed_and_who_becomes_staff_gets_up(db: str, key: Path) -> None:
    async def act(desk: Desk) -> None:
        await desk.do(o.CreateAccount(name="Ann", password=PASSWORD))
        await desk.do(o.CreateAccount(name="Dee", role="dealer", password=PASSWORD))
        assert "player:Dee" not in desk.house.book.balances
        ann = Player(desk.house, (await desk.house.log_in("Ann", PASSWORD))[0])
        live = await ann.open()
        await to_betting(ann, live)
        told = await desk.do(o.SetRole(name="Ann", role="floorperson"))
        assert (told["was"], told["left"]) == ("player", [live.id])
        assert desk.house.bankroll_of("Ann") == 10_000_00
        assert "already" in await desk.fails(o.SetRole(name="Ann", role="floorperson"))
        assert "no role" in await desk.fails(o.SetRole(name="Ann", role="king"))
        await desk.house.guest("Gus")
        assert "is a guest" in await desk.fails(o.SetRole(name="Gus", role="dealer"))
        await desk.do(o.SetRole(name="Dee", role="player"))
        await desk.do(o.SetRole(name="Ann", role="player"))
        assert (desk.house.bankroll_of("Dee"), desk.house.bankroll_of("Ann")) == (10_000_00, 10_000_00)

    async def after_a_restart(desk: Desk) -> None:
        assert desk.house.accounts.known("Dee").role == "player"  # type: ignore[union-attr]  # they are there

    scene(db, key, act, after_a_restart)


def test_a_grant_stands_in_the_ledger_with_its_reason(db: str, key: Path) -> None:
    async def act(desk: Desk) -> None:
        for name in ("Ann", "Bob"):
            await desk.do(o.CreateAccount(name=name))
        await desk.do(o.CreateAccount(name="Dee", role="dealer"))
        await desk.do(o.MakeClass(name="7b"))
        await desk.do(o.AddToClass(name="7B", people=("Ann", "Bob", "Dee")))
        told = await desk.do(o.GrantChips(cents=50_00, reason="won the quiz", in_class="7b"))
        assert told["bankroll_cents"] == {"Ann": 10_050_00, "Bob": 10_050_00}
        await desk.do(o.GrantChips(cents=1, reason=" found a cent ", name="ann"))
        log = [line["detail"] for line in await desk.do(o.ReadLog(name="Ann")) if line["event"] == "admin: grant"]
        assert log == ["5000 cents each: won the quiz (class 7b)", "1 cents each: found a cent"]
        assert [line["event"] for line in await desk.do(o.ReadLog(name="7b"))][-1] == "admin: grant"
        rows = await desk.house.database.rows(select(schema.transfers.c.what).order_by(schema.transfers.c.id))
        assert [row.what for row in rows][2:] == ["won the quiz", "won the quiz", "found a cent"]
        for wrong in (
            o.GrantChips(cents=0, reason="nothing", name="Ann"),
            o.GrantChips(cents=1_000_000_01, reason="too much", name="Ann"),
            o.GrantChips(cents=1, reason="  ", name="Ann"),
            o.GrantChips(cents=1, reason="two\nlines", name="Ann"),
            o.GrantChips(cents=1, reason="for whom"),
            o.GrantChips(cents=1, reason="for both", name="Ann", in_class="7b"),
            o.GrantChips(cents=1, reason="staff", name="Dee"),
            o.GrantChips(cents=1, reason="nobody", name="Eve"),
            o.GrantChips(cents=1, reason="no class", in_class="8a"),
        ):
            await desk.fails(wrong)
        assert desk.house.bankroll_of("Ann") == 10_050_01

    scene(db, key, act)


def test_a_grant_is_of_one_cent_at_least_and_of_a_million_dollars_at_most(sqlite_db: str, key: Path) -> None:
    async def act(desk: Desk) -> None:
        await desk.do(o.CreateAccount(name="Ann"))
        for cents in (0, 1_000_000_00 + 1):
            grant = o.GrantChips(name="Ann", cents=cents, reason="lessons")
            assert await desk.fails(grant) == "a grant is of one cent at least and $1,000,000 at most"
        for cents in (1, 1_000_000_00):
            await desk.do(o.GrantChips(name="Ann", cents=cents, reason="lessons"))
        assert desk.house.bankroll_of("Ann") == 10_000_00 + 1 + 1_000_000_00

    scene(sqlite_db, key, act)


def test_an_altered_reason_or_sum_of_a_grant_is_found(sqlite_db: str, key: Path) -> None:
    async def act(desk: Desk) -> None:
        await desk.do(o.CreateAccount(name="Ann"))
        await desk.do(o.GrantChips(cents=1, reason="found a cent", name="Ann"))

    scene(sqlite_db, key, act)

    async def alter() -> None:
        database = await Database.open(sqlite_db, key)
        async with database.engine.begin() as connection:
            await connection.exec_driver_sql("DROP TRIGGER transfers_no_update")
            await connection.exec_driver_sql("UPDATE transfers SET what = 'bribe' WHERE what = 'found a cent'")
        await database.close()

    asyncio.run(alter())
    assert asyncio.run(audit_database(sqlite_db, key)).wrong is not None


def test_who_is_seen_out_of_two_tables_is_so_though_one_goes_elsewhere_meanwhile(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(desk: Desk) -> None:
        ann = await Player.come(desk.house, "Ann")
        first, second = [await ann.open() for _ in range(2)]
        for live in (first, second):
            await ann.move(live, m.Sit, box=1)
        remove = first.remove

        async def meanwhile(name: str, rule: str) -> bool:
            desk.house.drop(second)
            return await remove(name, rule)

        monkeypatch.setattr(first, "remove", meanwhile)
        told = await desk.do(o.RemovePlayer(name="Ann"))
        assert (told["left"], told["leaving"]) == ([first.id], [])

    scene(sqlite_db, key, act)


def test_who_is_seen_out_of_one_table_stays_at_the_other(sqlite_db: str, key: Path) -> None:
    async def act(desk: Desk) -> None:
        ann = await Player.come(desk.house, "Ann")
        tables = [await ann.open(), await ann.open()]
        for live in tables:
            await ann.move(live, m.Sit, box=1)
        first, second = sorted(live.id for live in tables)
        told = await desk.do(o.RemovePlayer(name="Ann", table=second))
        assert (told["left"], desk.house.seated_at("Ann")) == ([second], (first,))
        assert "no seat and no chips at a table" in await desk.fails(o.RemovePlayer(name="Ann", table=second))
        assert (await desk.do(o.RemovePlayer(name="Ann")))["left"] == [first]

    scene(sqlite_db, key, act)


def test_a_player_is_seen_out_when_the_wager_is_decided(db: str, key: Path) -> None:
    async def act(desk: Desk) -> None:
        ann, bob = await Player.come(desk.house, "Ann"), await Player.come(desk.house, "Bob")
        live = await ann.open()
        await to_betting(ann, live, 1)
        await bob.move(live, m.Sit, box=2)
        await bob.move(live, m.BuyIn, cents=100_00)
        assert "no seat" in await desk.fails(o.RemovePlayer(name="Ann", table="t0"))
        for player, box in ((ann, 1), (bob, 2)):
            await player.move(live, m.Wager, box=box, cents=10_00)
        told = await desk.do(o.RemovePlayer(name="Ann"))
        assert (told["left"], told["leaving"]) == ([], [live.id]), "a wager lies on the layout"
        await desk.do(o.RemovePlayer(name="Bob", table=live.id))
        assert desk.house.seated_at("Ann") == ()
        assert desk.house.seated_at("Bob") == ()
        assert live.table.state.chips.on_layout == 0
        for name in ("Ann", "Bob"):
            assert desk.house.bankroll_of(name) == desk.house.book[f"player:{name}"]
        assert "at no table" in await desk.fails(o.RemovePlayer(name="Ann"))
        log = [line for line in await desk.house.security.newest(20) if line["event"] == "admin: remove"]
        assert [(line["name"], line["detail"]) for line in log] == [("Ann", "every table"), ("Bob", live.id)]
        rules = await desk.house.database.rows(
            select(schema.journal.c.rule).where(schema.journal.c.body.like('{"move":"leave"%'))
        )
        assert {row.rule for row in rules} == {"whoever runs the house has ordered it"}

    scene(db, key, act)


def test_an_invitation_ends_is_listed_and_is_revoked(db: str, key: Path) -> None:
    async def act(desk: Desk) -> None:
        told = await desk.do(o.MakeInvitation(role="dealer", days=2))
        desk.clock.pass_ms(2 * DAY_MS - 1)
        assert [one["id"] for one in await desk.do(o.ListInvitations())] == [told["id"]]
        desk.clock.pass_ms(1)
        assert await desk.do(o.ListInvitations()) == []
        assert await desk.refused(desk.house.sign_up("Dee", PASSWORD, told["code"])) == "account/invitation"
        told = await desk.do(o.MakeInvitation(role="dealer", days=2))
        assert "no invitation is called" in await desk.fails(o.Revoke(id=told["id"][:9]))
        await desk.do(o.Revoke(id=told["id"]))
        assert await desk.refused(desk.house.sign_up("Dee", PASSWORD, told["code"])) == "account/invitation"
        for wrong in (0, 3651):
            assert "days" in await desk.fails(o.MakeInvitation(role="dealer", days=wrong))
        assert "an invitation is for" in await desk.fails(o.MakeInvitation(role="player", days=1))
        told = await desk.do(o.MakeInvitation(role="dealer", days=2))
        assert (await desk.house.sign_up("Dee", PASSWORD, told["code"]))[0].role == "dealer"
        assert await desk.refused(desk.house.sign_up("Dan", PASSWORD, told["code"])) == "account/invitation"

    async def after_a_restart(desk: Desk) -> None:
        assert await desk.do(o.ListInvitations()) == []

    scene(db, key, act, after_a_restart)


def test_one_code_brings_a_whole_class_until_it_ends(db: str, key: Path) -> None:
    codes = []

    async def act(desk: Desk) -> None:
        await desk.do(o.MakeClass(name="7b"))
        told = await desk.do(o.MakeInvitation(in_class="7b", days=1))
        codes.append(told["code"])
        await desk.house.sign_up("Ann", PASSWORD, told["code"])
        assert "makes players" in await desk.fails(o.MakeInvitation(in_class="7b", role="dealer", days=1))
        assert "already" in await desk.fails(o.MakeClass(name="7B"))
        assert "no class" in await desk.fails(o.MakeInvitation(in_class="8a", days=1))

    async def after_a_restart(desk: Desk) -> None:
        guest, _ = await desk.house.guest("Bob")
        await desk.house.upgrade(guest, PASSWORD, None, codes[0])
        assert await desk.do(o.ListClasses()) == [{"class": "7b", "members": ["Ann", "Bob"]}]
        await desk.do(o.CreateAccount(name="Zoe"))
        assert [one["name"] for one in await desk.do(o.ListAccounts(in_class="7b"))] == ["Ann", "Bob"]
        assert [one["name"] for one in await desk.do(o.ListAccounts(role="player"))] == ["Ann", "Bob", "Zoe"]
        assert await desk.do(o.ListAccounts(role="dealer", in_class="7b")) == []
        assert await desk.do(o.ListAccounts(role="dealer")) == []
        desk.clock.pass_ms(DAY_MS)
        assert await desk.refused(desk.house.sign_up("Cyd", PASSWORD, codes[0])) == "account/invitation"
        await desk.do(o.DropFromClass(name="7b", person="Bob"))
        assert "not in 7b" in await desk.fails(o.DropFromClass(name="7b", person="Bob"))
        await desk.house.guest("Gus")
        assert "is a guest" in await desk.fails(o.AddToClass(name="7b", people=("Gus",)))

    async def in_the_end(desk: Desk) -> None:
        told = await desk.operator.carry_out(o.ListClasses())
        assert told.value == [{"class": "7b", "members": ["Ann"]}]
        assert told.words == "7b (1): Ann\n1 class"

    scene(db, key, act, after_a_restart, in_the_end)


def test_sign_up_stays_as_it_was_ordered(db: str, key: Path) -> None:
    async def invited(desk: Desk) -> None:
        assert await desk.do(o.SignUp()) == {"sign_up": "open"}
        await desk.do(o.MakeClass(name="7b"))
        await desk.do(o.SignUp(to="invited"))
        assert "not 'shut'" in await desk.fails(o.SignUp(to="shut"))

    async def closed(desk: Desk) -> None:
        assert await desk.do(o.SignUp()) == {"sign_up": "invited"}
        assert await desk.refused(desk.house.guest("Gus")) == "account/closed"
        assert await desk.refused(desk.house.sign_up("Ann", PASSWORD, None)) == "account/closed"
        code = (await desk.do(o.MakeInvitation(in_class="7b", days=1)))["code"]
        await desk.house.sign_up("Ann", PASSWORD, code)
        await desk.do(o.SignUp(to="closed"))
        assert await desk.refused(desk.house.sign_up("Bob", PASSWORD, code)) == "account/closed"
        await desk.house.log_in("Ann", PASSWORD)
        await desk.do(o.CreateAccount(name="Cyd"))

    async def open_again(desk: Desk) -> None:
        assert await desk.refused(desk.house.guest("Gus")) == "account/closed"
        await desk.do(o.SignUp(to="open"))
        await desk.house.guest("Gus")

    scene(db, key, invited, closed, open_again)


def test_the_log_has_what_happened_at_the_door_and_what_was_ordered(db: str, key: Path) -> None:
    async def act(desk: Desk) -> None:
        await desk.do(o.CreateAccount(name="Ann", password=PASSWORD))
        await desk.house.log_in("Ann", PASSWORD, "address 192.0.2.1")
        for name in ("Ann", PASSWORD):
            with pytest.raises(WrongPassword):
                await desk.house.log_in(name, "a wrong one", "address 192.0.2.1")

    async def after_a_restart(desk: Desk) -> None:
        await desk.do(o.SetRole(name="Ann", role="auditor"))
        log = await desk.do(o.ReadLog())
        assert [(one["event"], one["name"], one["place"], one["detail"]) for one in log] == [
            ("admin: create", "Ann", "operator", "player"),
            ("sign-in", "Ann", "address 192.0.2.1", ""),
            ("wrong password", "Ann", "address 192.0.2.1", ""),
            ("wrong password", "(nobody we know)", "address 192.0.2.1", ""),
            ("admin: role", "Ann", "operator", "player to auditor"),
        ]
        assert PASSWORD not in json.dumps(log)
        assert await desk.do(o.ReadLog(lines=1)) == log[-1:]
        assert await desk.do(o.ReadLog(name="(nobody we know)")) == log[3:4]
        assert "lines at a time" in await desk.fails(o.ReadLog(lines=0))

    scene(db, key, act, after_a_restart)


def test_a_guest_who_can_still_come_back_or_has_chips_at_a_table_is_not_forgotten(sqlite_db: str, key: Path) -> None:
    async def act(desk: Desk) -> None:
        house = desk.house
        gus, sits = await Player.come(house, "Gus"), await Player.come(house, "Sue")
        live = await sits.open()
        await sits.move(live, m.BuyIn, cents=5_00)
        desk.clock.pass_ms(20 * DAY_MS)
        assert (await desk.do(o.Retain(days=9)))["guests"] == 0, "their sessions last for thirty days"
        for name in (gus.name, sits.name):
            await desk.do(o.EndSessions(name=name))
        assert (await desk.do(o.Retain(days=20)))["guests"] == 0, "nobody is older than that, to the millisecond"
        assert (await desk.do(o.Retain(days=19)))["guests"] == 1
        assert (house.accounts.known("Gus"), house.accounts.known("Sue")) == (None, sits.account)

    scene(sqlite_db, key, act)


def test_what_is_old_is_forgotten_by_the_rule_and_the_journal_stays(db: str, key: Path) -> None:
    async def act(desk: Desk) -> None:
        house = desk.house
        await house.guest("Idle")
        ann = await Player.come(house, "Ann")
        live = await ann.open()
        await to_betting(ann, live)
        bea = await Player.come(house, "Bea")
        played = await bea.open()
        await to_betting(bea, played)
        await through_round(bea, played)
        await bea.move(played, m.Leave)
        await house.sign_up("Pat", PASSWORD, None)
        lines = house.committer.last_n
        desk.clock.pass_ms(40 * DAY_MS)  # sessions end after thirty days
        await house.guest("New")
        nothing = await desk.do(o.Retain(days=41))
        assert nothing == {"sessions": 0, "guests": 0, "log_lines": 0}
        assert await desk.do(o.Retain(days=9)) == {"sessions": 4, "guests": 1, "log_lines": 4}
        assert house.accounts.known("Idle") is None
        assert all(house.accounts.known(name) is not None for name in ("Ann", "Bea", "Pat", "New"))
        assert await desk.refused(house.guest("idle")) == "account/name-taken"
        assert house.committer.last_n >= lines

    async def after_a_restart(desk: Desk) -> None:
        assert await desk.refused(desk.house.guest("Idle")) == "account/name-taken"
        log = await desk.do(o.ReadLog())
        assert [one["event"] for one in log] == ["guest", "admin: retain", "admin: retain"]
        assert len({one["id"] for one in log}) == 3
        assert "days" in await desk.fails(o.Retain(days=0))

    scene(db, key, act, after_a_restart)


# --- the office -------------------------------------------------------------------------------------------------------


async def _order(db: str, key: Path, order: Order) -> Answer:
    return await asyncio.to_thread(give, order, db, key)


def test_an_open_house_carries_out_what_is_ordered_and_so_does_one_at_rest(db: str, key: Path) -> None:
    async def act() -> None:
        async with serving(db, key) as (url, house):
            await _order(db, key, o.CreateAccount(name="Ann", password=PASSWORD))
            assert house.accounts.known("Ann") is not None
            cookie, _ = await session(url, "Bob")
            async with client(url, cookie=cookie) as bob:
                await _order(db, key, o.GrantChips(cents=1, reason="found it", name="Bob"))
                assert (await bob.hear("bankroll"))["bankroll_cents"] == 10_000_01
                await _order(db, key, o.Disable(name="Bob"))
                with pytest.raises(Exception, match="1008"):
                    await bob.hear("nothing more")
            with pytest.raises(NotDone, match="knows no Eve"):
                await _order(db, key, o.Enable(name="Eve"))
        told = await _order(db, key, o.ListAccounts())
        assert [(one["name"], one["disabled"]) for one in told.value] == [("Ann", False), ("Bob", True)]
        with pytest.raises(NotDone, match="knows no Eve"):
            await _order(db, key, o.Enable(name="Eve"))
        await _order(db, key, o.Enable(name="Bob"))
        report = await audit_database(db, key)
        assert report.wrong is None, report.wrong

    asyncio.run(act())


def test_the_office_is_its_owners_alone_and_is_not_upset(sqlite_db: str, key: Path) -> None:
    async def act() -> None:
        async with serving(sqlite_db, key) as (_, house):
            place = place_of(sqlite_db, key)
            assert place.stat().st_mode & 0o777 == 0o600
            for line in (
                b"\n",
                b"{}\n",
                b'{"order":"fire"}\n',
                b"[" * 9_000 + b"\n",
                b"\xff\n",
                b'{"order":"enable"}\n',
            ):
                assert b"that is no order" in await asyncio.to_thread(_say, place, line)
            assert await asyncio.to_thread(_say, place, b"x" * 200_000 + b"\n") == b""
            assert len(house.accounts) == 0
        assert not place.exists()

    asyncio.run(act())


def _say(place: Path, line: bytes) -> bytes:
    with socket.socket(socket.AF_UNIX) as asking:
        with _address(place) as address:
            asking.connect(address)
        try:
            asking.sendall(line)
            return asking.makefile("rb").readline()
        except OSError:
            return b""


def test_a_long_path_and_what_a_house_left_behind_do_not_keep_the_office_shut(tmp_path: Path) -> None:
    async def act() -> None:
        folder = tmp_path / ("long" * 30)
        folder.mkdir()
        db, key = str(folder / "house.db"), folder / "house.key"
        place = place_of(db, key)
        with socket.socket(socket.AF_UNIX) as left_behind, _address(place) as address:
            left_behind.bind(address)
        async with serving(db, key):
            assert (await _order(db, key, o.SignUp())).value == {"sign_up": "open"}

    asyncio.run(act())


def test_a_house_that_takes_no_orders_is_not_written_to_by_another(
    sqlite_db: str, key: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act() -> None:
        async with house_on(sqlite_db, key):
            with pytest.raises(NotDone, match="another house has this database open, and no order is taken at"):
                await _order(sqlite_db, key, o.CreateAccount(name="Ann"))
        monkeypatch.setenv(PLACE, str(tmp_path / "nowhere" / "socket"))
        async with serving(sqlite_db, key) as (url, _):  # it opens all the same
            await session(url, "Bob")

    asyncio.run(act())


def test_where_too_many_passwords_wait_an_account_is_not_made_and_the_sentence_says_so(
    sqlite_db: str, key: Path
) -> None:
    async def act(desk: Desk) -> None:
        desk.house.accounts._to_hash_max = 0
        said = await desk.fails(o.CreateAccount(name="Ann", password=PASSWORD))
        assert said == "too many are coming in at once; try again in a few seconds"
        assert desk.house.accounts.known("Ann") is None

    scene(sqlite_db, key, act)


def test_a_house_whose_disk_has_failed_says_so_and_the_order_is_not_done(sqlite_db: str, key: Path) -> None:
    async def act(desk: Desk) -> None:
        desk.house.committer.fail("the disk is full")
        assert await desk.fails(o.CreateAccount(name="Ann", password=PASSWORD)) == "the disk is full"

    scene(sqlite_db, key, act)


def test_where_nobody_can_be_asked_the_sentence_says_where_and_nothing_is_done(
    sqlite_db: str, key: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act() -> None:
        async with house_on(sqlite_db, key):
            pass
        (tmp_path / "file").touch()
        place = tmp_path / "file" / "socket"
        monkeypatch.setenv(PLACE, str(place))
        with pytest.raises(NotDone, match=f"does not take orders from you at {place}: Not a directory"):
            await _order(sqlite_db, key, o.CreateAccount(name="Ann"))

    asyncio.run(act())


def test_a_name_under_which_chips_lie_is_nobody_elses_though_its_guest_is_forgotten(sqlite_db: str, key: Path) -> None:
    clock = StillClock()

    async def forgets() -> None:
        async with house_on(sqlite_db, key, clock=clock) as house:
            await house.guest("Ann")
            clock.pass_ms(100 * DAY_MS)
            assert (await Operator(house).carry_out(o.Retain(days=30))).value["guests"] == 1
            assert house.accounts.known("Ann") is None
            with pytest.raises(Refused, match="the name ann is taken"):
                await house.guest("ann")

    async def the_next_day() -> None:
        async with house_on(sqlite_db, key, clock=clock) as house:
            assert house.bankroll_of("Ann") > 0
            with pytest.raises(Refused, match="the name ANN is taken"):
                await house.sign_up("ANN", PASSWORD, None)

    asyncio.run(forgets())
    asyncio.run(the_next_day())


# --- the command ------------------------------------------------------------------------------------------------------


def _command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "argv", ["pitboss", "admin", *words])
    status = 0
    try:
        main()
    except SystemExit as end:
        status = int(end.code or 0)
    said = capsys.readouterr()
    return status, said.out, said.err


def test_every_command_answers_in_words_and_in_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    async def open_once() -> None:
        async with house_on("pitboss.db"):
            pass

    asyncio.run(open_once())
    (tmp_path / "password").write_text(f"{PASSWORD}\n", encoding="utf-8")
    said = []
    for words in (
        ("create", "Ann", "--password-file", "password"),
        ("class-create", "7b"),
        ("class-add", "7b", "Ann"),
        ("classes",),
        ("invite", "--class", "7b", "--days", "3"),
        ("invitations",),
        ("grant", "5000", "--to", "Ann", "--reason", "won the quiz"),
        ("role", "Ann", "auditor"),
        ("unlock", "Ann"),
        ("end-sessions", "Ann"),
        ("reset-password", "Ann"),
        ("disable", "Ann"),
        ("enable", "Ann"),
        ("class-drop", "7b", "Ann"),
        ("sign-up", "closed"),
        ("accounts",),
        ("log", "--lines", "5"),
        ("retain", "--days", "90"),
        ("backup", "copy.db"),
        ("rotate-key",),
    ):
        status, out, err = _command(monkeypatch, capsys, *words)
        assert (status, err) == (0, ""), (words, err)
        assert out.strip()
        said.append(out)
    assert "won the quiz" in said[6]
    for words in (("accounts",), ("invitations",), ("classes",), ("log",), ("sign-up",), ("backup", "copy-2.db")):
        status, out, _ = _command(monkeypatch, capsys, *words, "--json")
        assert (status, bool(json.loads(out))) == (0, True), words
    for words in (
        ("restore", "copy.db", "--db", "pitboss.db"),
        ("remove", "Ann"),
        ("revoke", "nothing"),
        ("grant", "1.5", "--to", "Ann", "--reason", "half a cent"),
        ("fire", "Ann"),
        ("accounts", "--db", "nothing.db"),
        ("create", "Bob", "--password-file", "nothing"),
    ):
        status, out, err = _command(monkeypatch, capsys, *words)
        assert (status, out) == (2, ""), words
        assert err.startswith("pitboss: ")
        assert err.count("\n") == 1
    files = ["copy-2.db", "copy.db", "password", "pitboss.db", "pitboss.db.key", "pitboss.db.lock"]
    kept = [name for name in os.listdir(tmp_path) if name.startswith("pitboss.db.key.")]
    assert sorted(os.listdir(tmp_path)) == sorted([*files, *kept])
    assert len(kept) == 1, "the key before the one that is there now"


def test_a_house_closes_though_the_file_by_which_it_took_orders_was_taken_away(sqlite_db: str, key: Path) -> None:
    async def opened() -> None:
        async with house_on(sqlite_db, key) as house:
            office = Office(house)
            await office.open()
            place = place_of(house.database.engine.url.render_as_string(hide_password=False), key)
            assert place.is_socket()
            place.unlink()
            await office.close()

    asyncio.run(opened())
