"""Money: it is taken once, it is never made, and the books always balance."""

import asyncio
import contextlib
import random
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from pitboss.house.house import House
from pitboss.house.ledger import HOUSE, PRACTICE_BANKROLL_CENTS, bankroll, chips
from pitboss.procedure.refusal import Malformed, Refused
from tests import moves as m
from tests.house.kit import Player, audited, house_on, through_round, to_betting


async def _in_order(house: House) -> None:
    report = await audited(house)
    assert report.wrong is None
    assert sum(house.book.balances.values()) == 0
    assert all(cents >= 0 for account, cents in house.book.balances.items() if account != HOUSE)


def test_of_fifty_copies_of_one_wager_exactly_one_is_taken(db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live, cents=1_000_00)
            copies = [ann.move(live, m.Wager, "the-one", box=1, cents=25_00) for _ in range(50)]
            answers = await asyncio.gather(*copies)
            assert sorted(again for _, again in answers) == [False] + [True] * 49
            assert house.book[chips(live.id, "Ann")] == 975_00
            with pytest.raises(Refused) as other:
                await ann.move(live, m.Wager, "the-one", box=1, cents=26_00)
            assert other.value.code == "move/other-move"
            await _in_order(house)

    asyncio.run(scene())


def test_a_move_sent_again_after_a_restart_counts_once(db: str, key: Path) -> None:
    async def before() -> str:
        async with house_on(db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            await ann.move(live, m.Wager, "w1", box=1, cents=25_00)
            return live.id

    async def after(table: str) -> None:
        async with house_on(db, key) as house:
            account = house.accounts.known("Ann")
            assert account is not None
            ann = Player(house, account)
            _, again = await ann.move(house.tables[table], m.Wager, "w1", box=1, cents=25_00)
            assert again
            assert house.book[chips(table, "Ann")] == 975_00

    asyncio.run(after(asyncio.run(before())))


def test_nobody_buys_in_for_more_than_the_bankroll_even_at_two_tables_at_once(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            one, two = await ann.open(), await ann.open()
            asked = [ann.move(live, m.BuyIn, cents=7_000_00) for live in (one, two)]
            answers = await asyncio.gather(*asked, return_exceptions=True)
            refused = [answer for answer in answers if isinstance(answer, Refused)]
            assert [refusal.code for refusal in refused] == ["bankroll/too-small"]
            assert house.book[bankroll("Ann")] == PRACTICE_BANKROLL_CENTS - 7_000_00
            await _in_order(house)

    asyncio.run(scene())


def test_what_a_round_wins_or_loses_comes_back_to_the_bankroll(db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            for _ in range(10):
                await through_round(ann, live)
            left = live.table.state.people.players["Ann"].chips
            await ann.move(live, m.Leave)
            assert house.bankroll_of("Ann") == PRACTICE_BANKROLL_CENTS - 1_000_00 + left
            await _in_order(house)

    asyncio.run(scene())


def _anything(rng: random.Random, live_box: int) -> tuple[type[m.Move], dict[str, Any]]:
    box = {"box": rng.choice((live_box, live_box, rng.randint(1, 7)))}
    cents = {"cents": rng.choice((0, 1, 5_00, 10_00, 10_00, 100_00, 10**9))}
    choices: tuple[tuple[type[m.Move], dict[str, Any]], ...] = (
        (m.Sit, box),
        (m.BuyIn, cents),
        (m.Leave, {}),
        (m.Wager, box | cents),
        (m.Wager, box | cents | {"verbal": True}),
        (m.Wager, box | cents | {"wager": "bust-it"}),
        (m.Ready, {}),
        (m.Ready, {}),
        (m.TakeBack, box),
        (m.ViewSpread, {}),
        (m.RefuseCut, {}),
        (m.Attack, box | cents),
        (m.NoAttack, box),
        (m.Insure, box | cents),
        (m.NoInsurance, box),
        (m.Hit, box),
        (m.Stand, box),
        (m.Stand, box),
        (m.Double, box | cents),
        (m.Split, box),
        (m.Surrender, box),
        (m.SecondChance, box),
        (m.NoSecondChance, box),
        (m.LookAtCards, box),
    )
    return rng.choice(choices)


def test_a_storm_of_twenty_clients_leaves_the_books_balanced(db: str, key: Path) -> None:
    async def player(house: House, number: int, tables: list[str]) -> None:
        rng = random.Random(number)
        one = await Player.come(house, f"Storm {number:02}")
        for _ in range(150):
            live = house.tables[rng.choice(tables)]
            state = live.table.state
            if one.name in live.table.waiting.by and m.Wager not in live.table.waiting.may and rng.random() < 0.7:
                seats = [b.number for b in state.boxes.values() if b.decides == one.name]
                kind, fields = _anything(rng, live.table.waiting.box or (seats or [1])[0])
            else:
                kind, fields = _anything(rng, number % 6 + 1)
            with contextlib.suppress(Refused, Malformed):
                await one.move(live, kind, rng.choice((None, "same")), **fields)

    async def scene() -> None:
        async with house_on(db, key) as house:
            host = await Player.come(house, "Host")
            games = ("double-attack-pa", "double-attack-nj", "double-back-jack-pa", "double-deck-house")
            tables = [(await host.open(game)).id for game in games]
            await asyncio.gather(*(player(house, number, tables) for number in range(20)))
            assert house.failure is None
            await _in_order(house)

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("UPDATE journal SET body = '{}' WHERE n = 1", "append-only"),
        ("DELETE FROM journal WHERE n = 1", "append-only"),
        ("UPDATE transfers SET cents = 1 WHERE id = 1", "append-only"),
        ("DELETE FROM transfers WHERE id = 1", "append-only"),
        ("DELETE FROM sealed_orders", "append-only"),
        ("UPDATE rounds SET last_seq = 0", "append-only"),
        ("UPDATE balances SET cents = cents + 100 WHERE account = 'player:Ann'", "by a transfer only"),
        ("UPDATE balances SET cents = cents + 100, last_transfer = last_transfer + 1", "by a transfer only"),
        (  # by the transfer that has changed it last, once more
            "UPDATE balances SET cents = cents + (SELECT CASE WHEN t.target = account THEN t.cents ELSE -t.cents END"
            " FROM transfers t WHERE t.id = last_transfer) WHERE account = 'player:Ann'",
            "by a transfer only",
        ),
        (  # by one that has changed it long ago
            "UPDATE balances SET cents = cents + 1000000, last_transfer = (SELECT min(id) FROM transfers"
            " WHERE target = 'player:Ann' AND cents = 1000000) WHERE account = 'player:Ann'",
            "by a transfer only",
        ),
        (
            "INSERT INTO balances (account, cents, last_transfer) VALUES ('player:Eve', 100, 1)",
            "begins with a transfer",
        ),
        ("DELETE FROM balances WHERE account = 'house'", "never deleted"),
        (
            "INSERT INTO transfers (id, n, source, target, cents, table_id, round, what, clauses) "
            " SELECT max(id) + 1, 1, 'player:Ann', 'player:Eve', 999999999, 'bank', 0, '', '' FROM transfers",
            "(?i)check constraint",
        ),
        (
            "INSERT INTO transfers (id, n, source, target, cents, table_id, round, what, clauses) "
            " SELECT max(id), 1, 'house', 'player:Eve', 1, 'bank', 0, '', '' FROM transfers",
            "in order|unique constraint",
        ),
        (
            "INSERT INTO journal (n, kind, table_id, seq, body, actor, at_ms, hash) VALUES (9999, 'move', 'x', 1, '',"
            " '', 0, 'x')",
            "no gaps",
        ),
        (
            "INSERT INTO journal (n, kind, table_id, seq, body, actor, at_ms, hash) SELECT 9999, 'move', table_id,"
            " max(seq) + 2, '', '', 0, 'x' FROM journal GROUP BY table_id",
            "no gaps",
        ),
        (
            "INSERT INTO journal (n, kind, table_id, seq, body, actor, at_ms, hash) SELECT max(n) - 1, 'grant',"
            " 'bank', (SELECT max(seq) + 1 FROM journal WHERE table_id = 'bank'), '', '', 0, 'x' FROM journal"
            " WHERE table_id = 'bank'",
            "no gaps",
        ),
    ],
)
def test_the_database_itself_refuses(db: str, key: Path, statement: str, sentence: str) -> None:
    async def scene() -> None:
        async with house_on(db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            await through_round(ann, live)
            with pytest.raises(DBAPIError, match=sentence):
                async with house.database.engine.begin() as connection:
                    await connection.execute(text(statement))
            await _in_order(house)

    asyncio.run(scene())
