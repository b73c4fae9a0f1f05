"""How an operator is answered: how many, when, which tables somebody has left, and no password that was given."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.house import orders as o
from pitboss.house.operator import Operator
from pitboss.house.operators_words import counted, day, gone_from, moment, told
from tests import moves as m
from tests.house.kit import Player, StillClock, house_on


@pytest.mark.parametrize(("count", "words"), [(0, "0 tables"), (1, "1 table"), (2, "2 tables")])
def test_one_is_one_and_others_are_many(count: int, words: str) -> None:
    assert counted(count, "table") == words
    assert counted(count, "person", "people").split()[1] == ("person" if count == 1 else "people")


def test_a_password_is_told_once_by_who_made_it_up() -> None:
    assert told(None, "horse") == " The password, told this once: horse"
    assert told("horse", "horse") == told("", "horse") == ""


@pytest.mark.parametrize(
    ("left", "waits", "words"),
    [
        ([], [], ""),
        (["t1", "t2"], [], " Left t1, t2; the chips are back in the bankroll."),
        ([], ["t3"], " Leaves t3 as soon as the wagers there are decided."),
        (["t1"], ["t3", "t4"], " Left t1; the chips are back in the bankroll. Leaves t3, t4 as soon as"),
    ],
)
def test_where_somebody_was_is_told_and_where_they_still_are(left: list[str], waits: list[str], words: str) -> None:
    said = gone_from(left, waits)
    assert said.startswith(words)
    assert bool(said) is bool(words)


def test_a_time_is_told_as_it_is_in_greenwich() -> None:
    assert moment(1_700_000_000_999) == "2023-11-14 22:13:20"
    assert day(1_700_000_000_999) == "2023-11-14 22:13 UTC"


PASSWORD = "correct horse"
TOLD: tuple[tuple[o.Order, str, Any], ...] = (
    (o.MakeClass(name="7b"), "There is a class 7b now.", {"class": "7b"}),
    (
        o.CreateAccount(name="Ann", password=PASSWORD, in_class="7b"),
        "Ann is a player of this house now.",
        {"name": "Ann", "role": "player", "class": "7b"},
    ),
    (
        o.CreateAccount(name="Dee", password=PASSWORD, role="dealer"),
        "Dee is a dealer of this house now.",
        {"name": "Dee", "role": "dealer", "class": None},
    ),
    (
        o.AddToClass(name="7b", people=("Dee",)),
        "7b has 2: Ann, Dee.",
        {"class": "7b", "members": ["Ann", "Dee"]},
    ),
    (
        o.GrantChips(cents=50_00, reason=" won the quiz ", in_class="7b"),
        "$50 granted to Ann, for: won the quiz.",
        {"cents": 50_00, "reason": "won the quiz", "bankroll_cents": {"Ann": 10_050_00}},
    ),
    (
        o.ListAccounts(role="dealer"),
        f"{'Dee':<24}  {'dealer':<11}  {'$0':>12}\n1 account",
        [
            {
                "name": "Dee",
                "role": "dealer",
                "disabled": False,
                "formerly": None,
                "bankroll_cents": 0,
                "tables": [],
                "sessions": 0,
                "made_at_ms": 1_000_000,
            }
        ],
    ),
    (
        o.DropFromClass(name="7b", person="Dee"),
        "Dee is not in 7b any more.",
        {"class": "7b", "members": ["Ann"]},
    ),
    (o.ListClasses(), "7b (1): Ann\n1 class", [{"class": "7b", "members": ["Ann"]}]),
    (
        o.SetRole(name="Dee", role="auditor"),
        "Dee was a dealer and is an auditor now.",
        {"name": "Dee", "role": "auditor", "was": "dealer", "left": []},
    ),
    (
        o.RemovePlayer(name="Gus"),
        "Gus: Left t1; the chips are back in the bankroll.",
        {"name": "Gus", "left": ["t1"], "leaving": []},
    ),
    (o.EndSessions(name="Gus"), "Gus is signed out everywhere (1 session).", {"name": "Gus", "ended": 1}),
    (o.Unlock(name="Ann"), "Wrong passwords for Ann are forgiven.", {"name": "Ann"}),
    (
        o.ResetPassword(name="Ann", password=PASSWORD),
        "Ann has another password, and is signed out everywhere.",
        {"name": "Ann"},
    ),
    (
        o.Disable(name="Ann"),
        "Ann cannot come in any more, and is signed out everywhere.",
        {"name": "Ann", "disabled": True, "left": [], "leaving": []},
    ),
    (o.Enable(name="Ann"), "Ann can come in again.", {"name": "Ann", "disabled": False}),
    (o.SignUp(to="closed"), "Sign-up is closed: nobody new comes in at all.", {"sign_up": "closed"}),
    (o.ListInvitations(), "0 invitations", []),
    (
        o.Retain(days=1),
        "Forgotten, older than 1 day: 0 sessions that had ended, 0 guests who never played,"
        " 0 lines of the security log. The journal is as it was.",
        {"sessions": 0, "guests": 0, "log_lines": 0},
    ),
)


def test_what_was_done_is_told_as_it_was_done(sqlite_db: str, key: Path) -> None:
    """Of whom, how much and where: an operator has only the answer to go by."""

    async def scene() -> None:
        async with house_on(sqlite_db, key, clock=StillClock()) as house:
            gus = await Player.come(house, "Gus")
            live = await gus.open()
            await gus.move(live, m.Sit, box=1)
            for order, words, value in TOLD:
                answer = await Operator(house).carry_out(order)
                assert answer.words.replace(live.id, "t1") == words
                assert msgspec.json.encode(answer.value).replace(live.id.encode(), b"t1") == msgspec.json.encode(value)

    asyncio.run(scene())


UNTIL = "until 1970-01-03 00:16 UTC"  # two days after the clock of a test stands


def test_what_is_listed_is_told_line_by_line_and_what_was_made_up_once(sqlite_db: str, key: Path) -> None:
    """Whoever is shut out is marked so, whoever sits somewhere with the table, a code with its end and its class."""

    async def scene() -> None:
        async with house_on(sqlite_db, key, clock=StillClock()) as house:
            gus = await Player.come(house, "Gus")
            live = await gus.open()
            await gus.move(live, m.Sit, box=1)
            do = Operator(house).carry_out
            for order in (
                o.MakeClass(name="7b"),
                o.CreateAccount(name="Ann", password=PASSWORD),
                o.Disable(name="Ann"),
            ):
                await do(order)
            assert (await do(o.ListAccounts())).words.splitlines() == [
                f"{'Ann':<24}  {'player':<11}  {'$10,000':>12}  disabled",
                f"{'Gus':<24}  {'guest':<11}  {'$10,000':>12}  at {live.id}",
                "2 accounts",
            ]
            of_class, of_one = (
                await do(o.MakeInvitation(days=2, in_class="7b")),
                await do(o.MakeInvitation(days=2, role="dealer")),
            )
            assert of_class.words == f"Invitation for everybody in 7b, good {UNTIL}: {of_class.value['code']}"
            assert of_one.words == f"Invitation for one dealer, good {UNTIL}: {of_one.value['code']}"
            both = (
                f"{of_class.value['id']}  {'player':<11}  {UNTIL}  class 7b",
                f"{of_one.value['id']}  {'dealer':<11}  {UNTIL}",
            )
            assert (await do(o.ListInvitations())).words.splitlines() == [*sorted(both), "2 invitations"]
            revoked = await do(o.Revoke(id=of_one.value["id"]))
            assert revoked.words == f"The invitation {of_one.value['id']} is good for nothing any more."
            assert (await do(o.ListInvitations())).words.splitlines() == [both[0], "1 invitation"]
            at = "1970-01-01 00:16:40"
            assert (await do(o.ReadLog(lines=3))).words.splitlines() == [
                f"{at}  {'admin: invite':<22}  {'7b':<24}  operator  {UNTIL}",
                f"{at}  {'admin: invite':<22}  {'dealer':<24}  operator  {UNTIL}",
                f"{at}  {'admin: revoke':<22}  {of_one.value['id']:<24}  operator",
                "3 lines",
            ]
            key_now = await do(o.RotateKey())
            assert key_now.words.startswith(
                f"The house has another key, whose public half is {house.notary.vault.public_key}: {key}."
                f" Copy it to where you keep it. The one before is kept as {key_now.value['kept']}: backups made until"
            )

    asyncio.run(scene())
