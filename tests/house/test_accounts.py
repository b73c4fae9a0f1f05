"""Accounts on both sides of their limits: names, passwords, lockouts, invitations, sessions."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from pitboss.house.accounts import LOCKED_MS, SESSION_MS, Account, Accounts, LockedOut, WrongPassword
from pitboss.house.house import House
from pitboss.procedure.refusal import Refused
from tests.house.kit import StillClock, house_on

PASSWORD = "correct horse"


@asynccontextmanager
async def _open(db: str, key: Path, clock: StillClock) -> AsyncIterator[House]:
    async with house_on(db, key, clock=clock) as house:
        yield house


def scene(db: str, key: Path, what: Callable[[Accounts, StillClock], Awaitable[None]]) -> None:
    """Something happens among the accounts of a house whose clock a test moves."""

    async def run() -> None:
        clock = StillClock()
        async with _open(db, key, clock) as house:
            await what(house.accounts, clock)

    asyncio.run(run())


async def _refused(made: Awaitable[object]) -> str:
    with pytest.raises(Refused) as refusal:
        await made
    return refusal.value.code


def test_a_name_has_2_to_24_characters_a_letter_first(sqlite_db: str, key: Path) -> None:
    async def what(accounts: Accounts, _: StillClock) -> None:
        for good in ("Al", "A" * 24, "Ann-Marie 2", "x.y_z"):
            assert accounts.new_guest(good)[0] == Account(good, "guest", None)
        for bad in ("A", "B" * 25, "1Ann", "Ann ", " Ann", "A\u00e9", "A;B"):
            with pytest.raises(Refused) as refusal:
                accounts.new_guest(bad)
            assert refusal.value.code == "account/name"

    scene(sqlite_db, key, what)


def test_names_that_look_alike_are_one_and_some_are_nobodys(sqlite_db: str, key: Path) -> None:
    async def what(accounts: Accounts, _: StillClock) -> None:
        known = len(accounts)
        ann, _statements = accounts.new_guest("Ann Lee")
        assert len(accounts) == known + 1
        assert accounts.known("ann  LEE") is ann
        for taken in ("ann lee", "ANN  LEE", "dealer", "House", "floorperson", "Auditor", "nobody", "the first dealer"):
            with pytest.raises(Refused) as refusal:
                accounts.new_guest(taken)
            assert refusal.value.code == "account/name-taken", taken

    scene(sqlite_db, key, what)


def test_a_password_has_from_10_to_128_characters(sqlite_db: str, key: Path) -> None:
    async def what(accounts: Accounts, _: StillClock) -> None:
        for number, size in enumerate((10, 128)):
            account, _statements = await accounts.new_account(f"Good {number}", "p" * size, None)
            assert account.role == "player"
            assert await accounts.log_in(account.name, "p" * size) == account
        for size in (9, 129):
            assert await _refused(accounts.new_account("Bad", "p" * size, None)) == "account/password"
        assert accounts.known("Bad") is None

    scene(sqlite_db, key, what)


def test_the_third_failure_locks_a_name_for_a_quarter_of_an_hour_and_not_longer(sqlite_db: str, key: Path) -> None:
    async def what(accounts: Accounts, clock: StillClock) -> None:
        ann, _statements = await accounts.new_account("Ann", PASSWORD, None)
        for _ in range(3):
            with pytest.raises(WrongPassword):
                await accounts.log_in("Ann", "something else")
        clock.pass_ms(LOCKED_MS - 1)
        with pytest.raises(LockedOut):
            await accounts.log_in("ann", PASSWORD)
        clock.pass_ms(1)
        with pytest.raises(WrongPassword):
            await accounts.log_in("Ann", "something else")
        assert await accounts.log_in("Ann", PASSWORD) is ann, "the count began anew"
        assert LOCKED_MS == 900_000

    scene(sqlite_db, key, what)


def test_two_failures_lock_nothing_and_the_right_password_forgives_them(sqlite_db: str, key: Path) -> None:
    async def what(accounts: Accounts, _clock: StillClock) -> None:
        ann, _statements = await accounts.new_account("Ann", PASSWORD, None)
        for _ in range(3):
            for _ in range(2):
                with pytest.raises(WrongPassword):
                    await accounts.log_in("Ann", "something else")
            assert await accounts.log_in("Ann", PASSWORD) is ann

    scene(sqlite_db, key, what)


def test_a_lock_outlives_a_restart(sqlite_db: str, key: Path) -> None:
    clock = StillClock()

    async def before() -> None:
        async with _open(sqlite_db, key, clock) as house:
            await house.sign_up("Ann", PASSWORD, None)
            for _ in range(3):
                with pytest.raises(WrongPassword):
                    await house.accounts.log_in("Ann", "something else")

    async def after() -> None:
        async with _open(sqlite_db, key, clock) as house:
            with pytest.raises(LockedOut):
                await house.accounts.log_in("Ann", PASSWORD)

    asyncio.run(before())
    asyncio.run(after())


def test_a_guest_has_no_password_and_an_unknown_name_none_either(sqlite_db: str, key: Path) -> None:
    async def what(accounts: Accounts, _: StillClock) -> None:
        accounts.new_guest("Guest")
        for name in ("Guest", "Nobody at all"):
            with pytest.raises(WrongPassword):
                await accounts.log_in(name, PASSWORD)

    scene(sqlite_db, key, what)


def test_an_invitation_gives_its_role_once(sqlite_db: str, key: Path) -> None:
    async def what(accounts: Accounts, _: StillClock) -> None:
        for role in ("dealer", "floorperson", "auditor"):
            code, _statements = accounts.invite(role)
            account, _statements = await accounts.new_account(f"The {role[:3]}", PASSWORD, code)
            assert account.role == role
            assert await _refused(accounts.new_account("Another", PASSWORD, code)) == "account/invitation"
        assert await _refused(accounts.new_account("Another", PASSWORD, "never issued")) == "account/invitation"
        for role in ("player", "guest", "king"):
            with pytest.raises(Refused) as refusal:
                accounts.invite(role)
            assert refusal.value.code == "account/role"

    scene(sqlite_db, key, what)


def test_of_two_who_use_an_invitation_at_once_one_gets_it(sqlite_db: str, key: Path) -> None:
    async def what(accounts: Accounts, _: StillClock) -> None:
        code, _statements = accounts.invite("dealer")
        made = await asyncio.gather(
            *(accounts.new_account(name, PASSWORD, code) for name in ("Ann", "Bob")), return_exceptions=True
        )
        refusals = [one.code for one in made if isinstance(one, Refused)]
        assert refusals == ["account/invitation"]

    scene(sqlite_db, key, what)


def test_a_session_lasts_thirty_days_to_the_millisecond(sqlite_db: str, key: Path) -> None:
    async def what(accounts: Accounts, clock: StillClock) -> None:
        ann, _statements = accounts.new_guest("Ann")
        token, _statements = accounts.new_session(ann)
        assert accounts.of_session(token) is ann
        clock.pass_ms(SESSION_MS - 1)
        assert accounts.of_session(token) is ann
        clock.pass_ms(1)
        assert accounts.of_session(token) is None
        assert SESSION_MS == 30 * 86_400_000

    scene(sqlite_db, key, what)


def test_a_session_that_was_ended_or_never_was_is_nobodys(sqlite_db: str, key: Path) -> None:
    async def what(accounts: Accounts, _: StillClock) -> None:
        ann, _statements = accounts.new_guest("Ann")
        token, _statements = accounts.new_session(ann)
        other, _statements = accounts.new_session(ann)
        assert token != other
        await accounts.end_session(token)
        await accounts.end_session("never was")
        assert accounts.of_session(token) is None
        assert accounts.of_session(other) is ann
        assert accounts.of_session(None) is None
        assert accounts.of_session("") is None
        assert accounts.of_session("x" * 500) is None

    scene(sqlite_db, key, what)


def test_a_guest_without_a_name_gets_one_that_nobody_has(sqlite_db: str, key: Path) -> None:
    async def what(accounts: Accounts, _: StillClock) -> None:
        names = {accounts.new_guest(None)[0].name for _ in range(20)}
        assert len(names) == 20
        assert all(name.startswith("Guest ") for name in names)

    scene(sqlite_db, key, what)


def test_accounts_roles_sessions_and_invitations_outlive_a_restart(sqlite_db: str, key: Path) -> None:
    clock = StillClock()

    async def before() -> dict[str, str]:
        async with _open(sqlite_db, key, clock) as house:
            used, unused = await house.invite("dealer"), await house.invite("auditor")
            _, token = await house.sign_up("Dee", PASSWORD, used)
            _, ended = await house.log_in("Dee", PASSWORD)
            await house.accounts.end_session(ended)
            return {"used": used, "unused": unused, "token": token, "ended": ended}

    async def after(kept: dict[str, str]) -> None:
        async with _open(sqlite_db, key, clock) as house:
            accounts = house.accounts
            dee = accounts.known("dee")
            assert dee is not None
            assert (dee.name, dee.role) == ("Dee", "dealer")
            assert accounts.of_session(kept["token"]) is dee
            assert accounts.of_session(kept["ended"]) is None
            assert (await house.log_in("Dee", PASSWORD))[0] is dee
            assert await _refused(house.sign_up("Eve", PASSWORD, kept["used"])) == "account/invitation"
            assert (await house.sign_up("Eve", PASSWORD, kept["unused"]))[0].role == "auditor"

    async def later(kept: dict[str, str]) -> None:
        clock.pass_ms(SESSION_MS)
        async with _open(sqlite_db, key, clock) as house:
            assert house.accounts.of_session(kept["token"]) is None

    kept = asyncio.run(before())
    asyncio.run(after(kept))
    asyncio.run(later(kept))


def test_failures_that_were_forgiven_stay_forgiven_after_a_restart(sqlite_db: str, key: Path) -> None:
    clock = StillClock()

    async def twice_wrong(house: House) -> None:
        for _ in range(2):
            with pytest.raises(WrongPassword):
                await house.log_in("Ann", "something else")

    async def before() -> None:
        async with _open(sqlite_db, key, clock) as house:
            await house.sign_up("Ann", PASSWORD, None)
            await twice_wrong(house)
            await house.log_in("Ann", PASSWORD)

    async def after() -> None:
        async with _open(sqlite_db, key, clock) as house:
            await twice_wrong(house)
            assert (await house.log_in("Ann", PASSWORD))[0].name == "Ann"

    asyncio.run(before())
    asyncio.run(after())
