"""A guest becomes an account: the chips stay, the rounds stay, the name is kept or another."""

import asyncio
from pathlib import Path

import httpx
import pytest

from pitboss.house.accounts import WrongPassword
from pitboss.house.audit import audit_database
from pitboss.house.cage import CLOSED, INVITED
from pitboss.house.history import History
from pitboss.house.house import House
from pitboss.house.ledger import bankroll
from pitboss.procedure.refusal import Refused
from tests import moves as m
from tests.house.kit import Player, client, house_on, serving, session, through_round, to_betting, usual

PASSWORD = "correct horse"


async def _played(house: House, name: str) -> tuple[Player, int]:
    """A guest who has played a round and has got up again; the bankroll."""
    guest = await Player.come(house, name)
    live = await guest.open()
    await to_betting(guest, live)
    await through_round(guest, live)
    await guest.move(live, m.Leave)
    return guest, house.bankroll_of(name)


async def _refused(coming: object) -> str:
    with pytest.raises(Refused) as refusal:
        await coming  # type: ignore[misc]  # whatever is refused
    return refusal.value.code


@pytest.mark.parametrize("name", [None, "Anna"])
def test_a_guest_keeps_chips_and_rounds_under_the_same_name_or_another(db: str, key: Path, name: str | None) -> None:
    async def scene() -> None:
        async with house_on(db, key) as house:
            guest, had = await _played(house, "Ann")
            page = await History(house.database, house.vault).page(guest.account, None)
            total = house.book["house"]
            account, token = await house.upgrade(guest.account, PASSWORD, name)
            assert (account.name, account.role) == (name or "Ann", "player")
            assert house.bankroll_of(account.name) == had
            assert house.book["house"] == total, "nobody is granted a second bankroll"
            assert await house.accounts.of_session(token) == account
        async with house_on(db, key) as house:  # after a restart too
            account, _ = await house.log_in(name or "Ann", PASSWORD)
            assert house.bankroll_of(account.name) == had
            history = History(house.database, house.vault)
            assert await history.page(account, None) == page
            story = await history.story(page.rounds[0].id, account)
            assert story is not None
            assert story.money
            if name is not None:
                assert house.bankroll_of("Ann") == 0
                assert await _refused(house.guest("Ann")) == "account/name-taken"
        report = await audit_database(db, key)
        assert report.wrong is None, report.wrong

    asyncio.run(scene())


@pytest.mark.parametrize("name", [None, "Anna"])
def test_whoever_was_a_guest_is_told_of_their_rounds_as_before_with_the_cards_that_they_alone_saw(
    sqlite_db: str, key: Path, name: str | None
) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            guest = await Player.come(house, "Ann")
            live = await guest.open("double-deck-house")
            await to_betting(guest, live)
            await guest.move(live, m.Wager, box=1, cents=10_00)
            await guest.move(live, m.Ready)
            await guest.move(live, m.LookAtCards, box=1)
            while m.Wager not in live.table.waiting.may:
                kind, fields = usual(live, 1)
                await guest.move(live, kind, **fields)
            await guest.move(live, m.Leave)
            history, round_id = History(house.database, house.vault), f"{live.id}.1"
            before = await history.story(round_id, guest.account)
            assert before is not None
            assert any(
                b'"cards-looked-at"' in (said := bytes(one.fact)) and b'"cards":["' in said for one in before.steps
            )
            account, _ = await house.upgrade(guest.account, PASSWORD, name)
            story = await history.story(round_id, account)
            assert story is not None
            assert (story.steps, story.money) == (before.steps, before.money)

    asyncio.run(scene())


def test_the_guest_of_before_is_out_and_cannot_come_back(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            account, token = await house.guest("Ann")
            again, _ = await house.upgrade(account, PASSWORD, "Anna")
            assert await house.accounts.of_session(token) is None
            assert await _refused(house.upgrade(account, PASSWORD, "Annabel")) == "account/not-a-guest"
            assert await _refused(house.upgrade(again, PASSWORD)) == "account/not-a-guest"
            with pytest.raises(WrongPassword):
                await house.log_in("Ann", PASSWORD)
            assert house.accounts.sessions_of("Ann") == [], "they are over, and not only shut with the account"
        async with house_on(sqlite_db, key) as house:
            guest = house.accounts.known("Ann")
            assert guest is not None
            assert guest.disabled, "it is on disk too"

    asyncio.run(scene())


def test_a_guest_who_has_lost_everything_takes_another_name_and_nothing_along(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            guest = await Player.come(house, "Ann")
            await Player.come(house, "Bob")
            everything = house.grant("Bob", house.book[bankroll("Ann")], source="Ann")  # as if it were lost to him
            await house.write((), [everything])
            account, _ = await house.upgrade(guest.account, PASSWORD, "Anna")
            assert (account.name, house.bankroll_of("Anna")) == ("Anna", 0)

    asyncio.run(scene())


def test_who_has_chips_at_a_table_keeps_the_name_or_gets_up_first(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            guest = await Player.come(house, "Ann")
            live = await guest.open()
            await to_betting(guest, live)
            assert await _refused(house.upgrade(guest.account, PASSWORD, "Anna")) == "account/seated"
            code = await house.invite("dealer")
            assert await _refused(house.upgrade(guest.account, PASSWORD, None, code)) == "account/seated"
            account, _ = await house.upgrade(guest.account, PASSWORD)
            await through_round(Player(house, account), live)
        report = await audit_database(sqlite_db, key)
        assert report.wrong is None, report.wrong

    asyncio.run(scene())


def test_chips_at_a_table_of_which_another_process_has_not_told_yet_are_found_on_disk(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            guest = await Player.come(house, "Ann")
            live = await guest.open()
            await guest.move(live, m.Sit, box=1)
            assert await _refused(house.upgrade(guest.account, PASSWORD, "Anna")) == "account/seated", "without chips"
            await guest.move(live, m.BuyIn, cents=50_00)
            monkeypatch.setattr(house, "seated_at", lambda _: ())
            assert await _refused(house.upgrade(guest.account, PASSWORD, "Anna")) == "account/seated"
            await guest.move(live, m.Leave)
            await house.upgrade(guest.account, PASSWORD, "Anna")

    asyncio.run(scene())


@pytest.mark.parametrize("name", [None, "Anna"])
def test_sessions_of_the_guest_end_and_the_one_that_is_given_is_the_accounts(
    sqlite_db: str, key: Path, name: str | None
) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            guest, first = await house.guest("Ann")
            second, _ = house.accounts.new_session(guest)
            account, token = await house.upgrade(guest, PASSWORD, name)
            found = [await house.accounts.of_session(one) for one in (first, second, token)]
            assert found == [None, None, account]

    asyncio.run(scene())


def test_a_guest_takes_everything_along(sqlite_db: str, key: Path) -> None:
    """A house that leaves something behind is found out by the audit."""

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            guest, _ = await house.guest("Ann")
            house.book.balances[bankroll("Ann")] = 5
            await house.upgrade(guest, PASSWORD, "Anna")
        report = await audit_database(sqlite_db, key)
        assert report.wrong == "ledger: player:Ann has 999995 cents, and was to take everything along"

    asyncio.run(scene())


@pytest.mark.parametrize("cents", [5, 10_000_00])
def test_nobody_else_takes_a_guests_chips_along(sqlite_db: str, key: Path, cents: int) -> None:
    """A house that writes so is found out by the audit."""

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            await house.guest("Ann")
            await house.guest("Bob")
            await house.write([], [house.grant("Bob", cents, source="Ann")])
        assert "Bob was never Ann" in str((await audit_database(sqlite_db, key)).wrong)

    asyncio.run(scene())


def test_what_is_refused_leaves_the_guest_as_they_were(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            account, token = await house.guest("Ann")
            await house.guest("Bob")
            for password, name, invitation, code in (
                ("short", None, None, "account/password"),
                (PASSWORD, "Bob", None, "account/name-taken"),
                (PASSWORD, "ANN", None, "account/name-taken"),
                (PASSWORD, "1", None, "account/name"),
                (PASSWORD, None, "no such code", "account/invitation"),
            ):
                assert await _refused(house.upgrade(account, password, name, invitation)) == code
            assert await house.accounts.of_session(token) == account

    asyncio.run(scene())


def test_over_the_network_the_new_session_goes_on(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, _):
            cookie, me = await session(url, "Ann")
            async with httpx.AsyncClient(base_url=url, headers={"cookie": cookie}) as http:
                answer = await http.post("/api/upgrade", json={"password": PASSWORD, "name": "Anna"})
                assert answer.status_code == 200, answer.text
                assert answer.json() == {**me, "name": "Anna", "role": "player"}
                assert (await http.post("/api/upgrade", json={"password": PASSWORD})).status_code == 401
            again = answer.headers["set-cookie"].split(";")[0]
            async with client(url, cookie=again) as anna:
                assert anna.name == "Anna"

    asyncio.run(scene())


def test_a_guest_becomes_staff_by_an_invitation_which_is_then_used(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            code = await house.invite("dealer")
            for guest, name, refused in (("Gus", "August", None), ("Eve", "Evelyn", "account/invitation")):
                account, _ = await house.guest(guest)
                if refused is None:
                    assert (await house.upgrade(account, PASSWORD, name, code))[0].role == "dealer"
                else:
                    assert await _refused(house.upgrade(account, PASSWORD, name, code)) == refused

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("door", "invited", "let_in"), [(INVITED, False, False), (INVITED, True, True), (CLOSED, True, False)]
)
def test_a_guest_gets_an_account_while_the_house_makes_accounts(
    sqlite_db: str, key: Path, door: str, invited: bool, let_in: bool
) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            guest, _ = await house.guest("Gus")
            code = await house.invite("dealer") if invited else None
            house.sign_up_is = door
            if let_in:
                await house.upgrade(guest, PASSWORD, "August", code)
            else:
                assert await _refused(house.upgrade(guest, PASSWORD, "August", code)) == "account/closed"
            assert (house.accounts.known("August") is not None) is let_in

    asyncio.run(scene())
