"""Accounts on both sides of their limits: names, passwords, guesses, invitations, sessions."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from sqlalchemy import delete

from pitboss.house import accounts as accounts_module
from pitboss.house import schema
from pitboss.house.accounts import SESSION_MS, Account, Accounts, Crowded, TooSoon, WrongPassword
from pitboss.house.guesses import FORGOTTEN_AFTER, Devices
from pitboss.house.house import House
from pitboss.house.neighbours import Moving
from pitboss.house.reach import Asked
from pitboss.house.server import make_app
from pitboss.house.settings import UNHURRIED
from pitboss.procedure.refusal import Refused
from tests.disaster.http import answer_of
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


def test_a_guest_who_gives_no_name_has_one_that_nobody_has_or_has_had(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def what(accounts: Accounts, clock: StillClock) -> None:
        drawn = iter(("aaaaaa", "aaaaaa", "bbbbbb", "aaaaaa", "bbbbbb", "cccccc"))
        monkeypatch.setattr("pitboss.house.accounts.secrets.token_hex", lambda size: next(drawn))
        ann, bob = accounts.new_guest(None)[0], accounts.new_guest(None)[0]
        accounts.forget(ann)
        cat = accounts.new_guest(None)[0]
        assert [one.name for one in (ann, bob, cat)] == ["Guest AAAAAA", "Guest BBBBBB", "Guest CCCCCC"]

    scene(sqlite_db, key, what)


def test_a_name_has_2_to_24_characters_a_letter_first(sqlite_db: str, key: Path) -> None:
    async def what(accounts: Accounts, clock: StillClock) -> None:
        for good in ("Al", "A" * 24, "Ann-Marie 2", "x.y_z"):
            assert accounts.new_guest(good)[0] == Account(good, "guest", None, made_at_ms=clock.ms)
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


HERE, ELSEWHERE, OWN = "address 192.0.2.1", "address 192.0.2.2", "device 1"


async def _wrong(accounts: Accounts, place: str, times: int = 1) -> None:
    for _ in range(times):
        with pytest.raises(WrongPassword):
            await accounts.log_in("Ann", "something else", place)


async def _too_soon(accounts: Accounts, place: str) -> None:
    with pytest.raises(TooSoon):
        await accounts.log_in("ann", PASSWORD, place)


def test_after_three_wrong_passwords_whoever_guesses_waits_and_each_wait_is_twice_the_last(
    sqlite_db: str, key: Path
) -> None:
    async def what(accounts: Accounts, clock: StillClock) -> None:
        await accounts.new_account("Ann", PASSWORD, None)
        await _wrong(accounts, HERE, 3)
        for wait_ms in (1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 300_000, 300_000):
            clock.pass_ms(wait_ms - 1)
            await _too_soon(accounts, HERE)
            clock.pass_ms(1)
            await _wrong(accounts, HERE)

    scene(sqlite_db, key, what)


def test_a_guess_that_comes_too_soon_does_not_make_the_wait_longer(sqlite_db: str, key: Path) -> None:
    async def what(accounts: Accounts, clock: StillClock) -> None:
        ann, _statements = await accounts.new_account("Ann", PASSWORD, None)
        await _wrong(accounts, HERE, 3)
        for _ in range(50):
            await _too_soon(accounts, HERE)
        clock.pass_ms(1_000)
        assert await accounts.log_in("Ann", PASSWORD, HERE) is ann

    scene(sqlite_db, key, what)


def test_a_strangers_guesses_slow_down_the_stranger_and_not_the_owner(sqlite_db: str, key: Path) -> None:
    async def what(accounts: Accounts, _clock: StillClock) -> None:
        ann, _statements = await accounts.new_account("Ann", PASSWORD, None)
        await _wrong(accounts, HERE, 3)
        await _too_soon(accounts, HERE)
        assert await accounts.log_in("Ann", PASSWORD, ELSEWHERE) is ann
        assert await accounts.log_in("Ann", PASSWORD, OWN) is ann
        await _too_soon(accounts, HERE)

    scene(sqlite_db, key, what)


def test_of_guesses_made_at_once_three_are_looked_at(sqlite_db: str, key: Path) -> None:
    async def what(accounts: Accounts, _clock: StillClock) -> None:
        await accounts.new_account("Ann", PASSWORD, None)
        tried = await asyncio.gather(
            *(accounts.log_in("Ann", "something else", HERE) for _ in range(8)), return_exceptions=True
        )
        assert [type(one) for one in tried].count(WrongPassword) == 3
        assert [type(one) for one in tried].count(TooSoon) == 5

    scene(sqlite_db, key, what)


def test_a_right_and_a_wrong_password_at_once_are_told_apart_and_nothing_fails(sqlite_db: str, key: Path) -> None:
    async def what(accounts: Accounts, _clock: StillClock) -> None:
        ann, _statements = await accounts.new_account("Ann", PASSWORD, None)
        for _ in range(10):
            tried = await asyncio.gather(
                accounts.log_in("Ann", PASSWORD, HERE),
                accounts.log_in("Ann", "something else", HERE),
                return_exceptions=True,
            )
            assert tried[0] is ann
            assert isinstance(tried[1], WrongPassword)
            await accounts.log_in("Ann", PASSWORD, HERE)

    scene(sqlite_db, key, what)


def test_two_wrong_passwords_cost_nothing_and_the_right_one_forgives_them(sqlite_db: str, key: Path) -> None:
    async def what(accounts: Accounts, _clock: StillClock) -> None:
        ann, _statements = await accounts.new_account("Ann", PASSWORD, None)
        for _ in range(3):
            await _wrong(accounts, HERE, 2)
            assert await accounts.log_in("Ann", PASSWORD, HERE) is ann

    scene(sqlite_db, key, what)


def test_long_after_the_last_guess_the_count_begins_anew(sqlite_db: str, key: Path) -> None:
    async def what(accounts: Accounts, clock: StillClock) -> None:
        await accounts.new_account("Ann", PASSWORD, None)
        await _wrong(accounts, HERE, 3)
        clock.pass_ms(FORGOTTEN_AFTER * 300_000)
        await _wrong(accounts, HERE)
        await _too_soon(accounts, HERE)
        clock.pass_ms(FORGOTTEN_AFTER * 300_000 + 1)
        await _wrong(accounts, HERE, 3)
        await _too_soon(accounts, HERE)

    scene(sqlite_db, key, what)


def test_more_passwords_than_the_house_can_look_at_are_not_taken(sqlite_db: str, key: Path) -> None:
    async def run() -> None:
        settings = replace(UNHURRIED, hashing_max=1, hashing_waiting_max=1)
        async with house_on(sqlite_db, key, settings) as house:
            tried = await asyncio.gather(
                *(house.accounts.new_account(f"Ann {n}", PASSWORD, None) for n in range(5)), return_exceptions=True
            )
            assert [isinstance(one, Crowded) for one in tried] == [False, False, True, True, True]
            await house.accounts.new_account("Ann 4", PASSWORD, None)

    asyncio.run(run())


@pytest.mark.parametrize("half", ["\ud800 and more", "more and more\udfff"])
def test_half_a_character_is_no_password_and_nobodys_name_session_or_invitation(
    sqlite_db: str, key: Path, half: str
) -> None:
    async def what(accounts: Accounts, _clock: StillClock) -> None:
        assert await _refused(accounts.new_account("Ann", half, None)) == "account/password"
        assert await _refused(accounts.new_account("Ann", PASSWORD, half)) == "account/invitation"
        await accounts.new_account("Ann", PASSWORD, None)
        for name, password in (("Ann", half), (half, PASSWORD)):
            with pytest.raises(WrongPassword):
                await accounts.log_in(name, password)
        assert await accounts.of_session(half) is None
        await accounts.end_session(half)

    scene(sqlite_db, key, what)


# --- devices ----------------------------------------------------------------------------------------------------------


def test_a_device_is_known_for_those_who_came_in_on_it_and_for_nobody_else() -> None:
    devices = Devices(b"a secret")
    cookie = devices.known_for(None, "ann")
    assert devices.place(cookie, "ann") is not None
    assert devices.place(cookie, "bob") is None
    assert Devices(b"another secret").place(cookie, "ann") is None
    assert devices.place(cookie[:-1] + ("0" if cookie[-1] != "0" else "1"), "ann") is None
    for nonsense in (None, "", "-", "\xff" * 99, "0" * 18 + "." + "0" * 32, "-".join(["x"] * 900)):
        assert devices.place(nonsense, "ann") is None


def test_a_device_remembers_the_last_five_and_each_once() -> None:
    devices, cookie = Devices(b"a secret"), None
    for name in ("ann", "bob", "cat", "dan", "eve", "eve", "fay"):
        cookie = devices.known_for(cookie, name)
    known = [name for name in ("ann", "bob", "cat", "dan", "eve", "fay") if devices.place(cookie, name) is not None]
    assert known == ["bob", "cat", "dan", "eve", "fay"]
    assert cookie is not None
    assert len(cookie) < 300


def test_that_an_account_is_closed_is_told_to_who_has_its_password_and_to_nobody_else(
    sqlite_db: str, key: Path
) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            account, _ = await house.sign_up("Ann", PASSWORD, None)
            await house.write(house.accounts.alter(account, disabled=True)[1])
            for password, sentence in (
                ("a wrong one", "do not belong together"),
                *[(PASSWORD, "has closed this account")] * (house.settings.guesses_free + 2),  # and need not wait
            ):
                with pytest.raises(WrongPassword, match=sentence):
                    await house.log_in("Ann", password)

    asyncio.run(scene())


def test_a_guest_has_no_password_and_an_unknown_name_none_either(sqlite_db: str, key: Path) -> None:
    async def what(accounts: Accounts, _: StillClock) -> None:
        accounts.new_guest("Guest")
        for name in ("Guest", "Nobody at all"):
            with pytest.raises(WrongPassword):
                await accounts.log_in(name, PASSWORD)

    scene(sqlite_db, key, what)


def test_for_a_name_that_nobody_has_or_that_has_no_password_it_takes_as_long(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How long an answer takes tells a stranger nothing of who is known here."""

    async def what(accounts: Accounts, _: StillClock) -> None:
        accounts.new_guest("Guest")
        await accounts.new_account("Ann", PASSWORD, None)
        looked_at: list[str] = []
        verify = accounts._hasher.verify

        def verified(hashed: str, password: str) -> bool:
            looked_at.append(hashed)
            return verify(hashed, password)

        monkeypatch.setattr(accounts, "_hasher", SimpleNamespace(verify=verified))
        for number, name in enumerate(("Ann", "Guest", "Nobody at all"), 1):
            with pytest.raises(WrongPassword):
                await accounts.log_in(name, "not the password")
            assert len(looked_at) == number, name
        assert len({hashed.rpartition("$")[0].rpartition("$")[0] for hashed in looked_at}) == 1, "as hard to look at"

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


@pytest.mark.parametrize(("role", "cents"), [(None, 10_000_00), ("dealer", 0), ("floorperson", 0), ("auditor", 0)])
def test_who_plays_has_a_practice_bankroll_and_staff_does_not(
    sqlite_db: str, key: Path, role: str | None, cents: int
) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            code = None if role is None else await house.invite(role)
            await house.sign_up("Ann", PASSWORD, code)
            assert house.bankroll_of("Ann") == await house.bankroll_now("Ann") == cents

    asyncio.run(scene())


def test_a_name_that_was_taken_while_the_password_was_looked_at_uses_up_no_invitation(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            code, hashed = await house.invite("dealer"), house.accounts.hashed

            async def meanwhile(password: str) -> str:
                await house.guest("Ann")
                return await hashed(password)

            with monkeypatch.context() as patched:
                patched.setattr(house.accounts, "hashed", meanwhile)
                with pytest.raises(Refused) as refused:
                    await house.sign_up("Ann", PASSWORD, code)
            assert refused.value.code == "account/name-taken"
            account, _ = await house.sign_up("Bea", PASSWORD, code)
            assert account.role == "dealer"

    asyncio.run(scene())


def test_so_many_passwords_are_looked_at_at_once_and_the_others_wait(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once, most = 0, 0
    to_thread = asyncio.to_thread

    async def counted(*work: Any) -> Any:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        try:
            return await to_thread(*work)
        finally:
            at_once -= 1

    async def run() -> None:
        settings = replace(UNHURRIED, hashing_max=2, hashing_waiting_max=6)
        async with house_on(sqlite_db, key, settings) as house:
            monkeypatch.setattr(asyncio, "to_thread", counted)
            await asyncio.gather(*(house.accounts.new_account(f"Ann {n}", PASSWORD, None) for n in range(6)))

    asyncio.run(run())
    assert most == 2


def test_no_password_is_looked_at_for_an_invitation_that_is_good_for_nothing(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def what(accounts: Accounts, _: StillClock) -> None:
        looked_at: list[str] = []

        async def hashed(password: str) -> str:
            looked_at.append(password)
            return ""

        monkeypatch.setattr(accounts, "hashed", hashed)
        with pytest.raises(Refused, match="account/invitation"):
            await accounts.new_account("Ann", PASSWORD, "made up")
        assert looked_at == [], "that takes long, and strangers may ask for it as often as they like"

    scene(sqlite_db, key, what)


def test_sessions_found_on_disk_are_remembered_up_to_so_many(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts_module, "LOOKED_UP_MAX", 2)

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            people = [await house.guest(name) for name in ("Ann", "Bob", "Cat")]
            house.accounts.let_go()
            for account, token in people * 2:
                assert await house.accounts.of_session(token) == account
                assert len(house.accounts._looked_up) <= 2

    asyncio.run(scene())


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
        assert await accounts.of_session(token) is ann
        clock.pass_ms(SESSION_MS - 1)
        assert await accounts.of_session(token) is ann
        clock.pass_ms(1)
        assert await accounts.of_session(token) is None
        assert SESSION_MS == 30 * 86_400_000

    scene(sqlite_db, key, what)


def test_sessions_that_ended_up_to_a_moment_are_forgotten_and_later_ones_kept(sqlite_db: str, key: Path) -> None:
    async def what(accounts: Accounts, clock: StillClock) -> None:
        account, _ = accounts.new_guest("Ann")
        tokens = []
        for _ in range(3):
            tokens.append(accounts.new_session(account)[0])
            clock.ms += 1
        before = clock.ms - 2 + SESSION_MS
        assert len(accounts.end_old_sessions(before)) == 2
        assert [await accounts.of_session(token) for token in tokens] == [None, None, account]

    scene(sqlite_db, key, what)


def test_by_what_is_on_disk_too_a_session_lasts_thirty_days_to_the_millisecond(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        clock = StillClock()
        async with house_on(sqlite_db, key, clock=clock) as house:
            account, token = await house.guest("Ann")
            clock.ms += SESSION_MS - 1
            assert await house.accounts.on_disk([token, "never was"]) == {token: account}
            clock.ms += 1
            assert await house.accounts.on_disk([token]) == {}
            later, changes = house.accounts.new_session(account)
            await house.write(changes)
            house.accounts.let_go()
            assert await house.accounts.of_session(token) is None
            clock.ms += SESSION_MS - 1
            assert await house.accounts.of_session(later) == account, "it counts from when they came in"
            clock.ms += 1
            assert await house.accounts.of_session(later) is None

    asyncio.run(scene())


def test_where_the_register_is_kept_elsewhere_nobody_comes_in_and_nothing_is_written(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            guest, _ = await house.guest("Gus")
            await house.sign_up("Ann", PASSWORD, None)
            written = house.committer.last_n
            house.accounts.let_go()
            for coming in (
                house.guest("Bob"),
                house.sign_up("Bob", PASSWORD, None),
                house.log_in("Ann", PASSWORD),
                house.upgrade(guest, PASSWORD),
                house.write([]),
            ):
                with pytest.raises(Moving):
                    await coming
            assert house.committer.last_n == written

    asyncio.run(scene())


def test_who_reads_the_register_anew_knows_what_is_on_disk_and_nothing_more(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            _, gone = await house.guest("Ann")
            bob, stays = await house.guest("Bob")
            await house.invite("dealer")
            house.accounts.names_gone.add("cat")
            async with house.database.engine.begin() as connection:  # as whoever had the register meanwhile
                await connection.execute(delete(schema.invitations))
                for table in (schema.sessions, schema.accounts):
                    await connection.execute(delete(table).where(table.c.name == "Ann"))
            await house.accounts.load()
            assert [await house.accounts.of_session(token) for token in (gone, stays)] == [None, bob]
            assert house.accounts.known("Ann") is None
            assert (house.accounts.invitations, house.accounts.names_gone) == ({}, set())

    asyncio.run(scene())


def test_who_keeps_the_register_asks_the_disk_every_time_for_a_session_it_has_not_heard_of(db: str, key: Path) -> None:
    """Where there are several processes: another may keep it by now, without this one's having heard so."""

    async def scene() -> None:
        async with house_on(db, key) as house:
            ann, _ = await house.guest("Ann")
            token, changes = house.accounts.new_session(ann)
            house.accounts.end_sessions("Ann")
            async with house.database.engine.begin() as connection:
                await connection.execute(*changes[0].statement())
            asked = [await house.accounts.of_session(token)]
            async with house.database.engine.begin() as connection:
                await connection.execute(delete(schema.sessions))
            asked.append(await house.accounts.of_session(token))
            assert asked == [ann if house.database.dialect == "postgresql" else None, None]

    asyncio.run(scene())


def test_a_session_that_was_ended_or_never_was_is_nobodys(sqlite_db: str, key: Path) -> None:
    async def what(accounts: Accounts, _: StillClock) -> None:
        ann, _statements = accounts.new_guest("Ann")
        token, _statements = accounts.new_session(ann)
        other, _statements = accounts.new_session(ann)
        assert token != other
        await accounts.end_session(token)
        await accounts.end_session("never was")
        assert await accounts.of_session(token) is None
        assert await accounts.of_session(other) is ann
        assert await accounts.of_session(None) is None
        assert await accounts.of_session("") is None
        assert await accounts.of_session("x" * 500) is None

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
            assert await accounts.of_session(kept["token"]) is dee
            assert await accounts.of_session(kept["ended"]) is None
            assert (await house.log_in("Dee", PASSWORD))[0] is dee
            assert await _refused(house.sign_up("Eve", PASSWORD, kept["used"])) == "account/invitation"
            assert (await house.sign_up("Eve", PASSWORD, kept["unused"]))[0].role == "auditor"

    async def later(kept: dict[str, str]) -> None:
        clock.pass_ms(SESSION_MS)
        async with _open(sqlite_db, key, clock) as house:
            assert await house.accounts.of_session(kept["token"]) is None

    kept = asyncio.run(before())
    asyncio.run(after(kept))
    asyncio.run(later(kept))


def test_a_guess_that_is_not_looked_at_uses_up_nothing_of_its_address(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        settings = replace(UNHURRIED, guesses_free=1, wrong_burst=2, wrong_an_hour=0)
        async with house_on(sqlite_db, key, settings, StillClock()) as house:
            app = make_app(house, open_tables=False)
            app.state.doors.open()

            async def guess(name: str) -> tuple[int, str]:
                body = msgspec.json.encode({"name": name, "password": "a wrong one"})
                headers = {"host": "localhost", "content-type": "application/json"}
                told = await answer_of(app, Asked(method="POST", path="/api/login", headers=headers, body=body))
                return told.status, told.body.decode()

            assert (await guess("Ann"))[0] == 401
            for _ in range(3):
                status, said = await guess("Ann")
                assert (status, "for that name" in said) == (429, True)
            assert (await guess("Bob"))[0] == 401, "of the two that the address has one is left"
            status, said = await guess("Cid")
            assert (status, "from your address" in said) == (429, True)
            counted = [
                house.metrics.registry.get_sample_value("pitboss_logins_total", {"outcome": outcome})
                for outcome in ("wrong", "too soon", "right")
            ]
            assert counted == [2, 3, None], "and whoever reads the metrics can tell them apart"

    asyncio.run(scene())


def test_a_browser_is_known_for_whoever_has_a_password_and_for_no_guest(sqlite_db: str, key: Path) -> None:
    """A guest has nothing to come in with again, and would take the place of somebody who has."""

    async def scene() -> None:
        async with house_on(sqlite_db, key, UNHURRIED, StillClock()) as house:
            app = make_app(house, open_tables=False)
            app.state.doors.open()

            async def cookies(path: str, **said: str) -> list[str]:
                headers = {"host": "localhost", "content-type": "application/json"}
                asked = Asked(method="POST", path=path, headers=headers, body=msgspec.json.encode(said))
                told = await answer_of(app, asked)
                assert told.status in (200, 201)
                return [value.partition(b"=")[0].decode() for name, value in told.headers if name == b"set-cookie"]

            assert await cookies("/api/session", name="Gus") == ["pitboss_session"]
            both = ["pitboss_session", "pitboss_device"]
            assert await cookies("/api/accounts", name="Ann", password="correct horse") == both
            assert await cookies("/api/login", name="Ann", password="correct horse") == both

    asyncio.run(scene())
