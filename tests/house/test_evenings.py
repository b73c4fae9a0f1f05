"""Evenings: what a house tells, keeps and pays at one table of each game, as it was when last reviewed.

The moves are drawn by a seed, lawful and not; now and then nobody moves until the clock has run out, and in the middle
the house is closed and opened again. Nothing in it is left to chance, so that everything can be told: what everybody at
the table heard, the journal, the books, the rounds and how they are shown again. `make golden` writes
the files anew when something rightly happens otherwise.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from hashlib import sha256

import pytest
from sqlalchemy import select
from sqlalchemy.sql import Select

from pitboss.cards.bits import SeededBits
from pitboss.house import schema
from pitboss.house.accounts import Account
from pitboss.house.audit import Auditor
from pitboss.house.database import Database
from pitboss.house.history import History
from pitboss.house.house import House
from pitboss.house.live_table import LiveTable
from pitboss.house.protocol import OpenTable, encode
from pitboss.house.roles import AUDITOR
from pitboss.house.settings import UNHURRIED
from pitboss.house.vault import NONCE_BYTES, Vault
from pitboss.procedure.croupier import Croupier
from pitboss.procedure.moves import DEALER, FLOORPERSON, Move
from pitboss.procedure.refusal import Malformed, Refused
from pitboss.rules.games import GAMES
from pitboss.testing.storm import anything, wanted
from tests import moves as m
from tests.house.kit import StillClock

PEOPLE = ("ann", "bob", "cat")
ASKED = 120
TABLE = "t1"


class _StillVault(Vault):
    """A vault that locks the same order in the same way each time, which no house may do."""

    def lock(self, plain: bytes, name: str) -> bytes:
        nonce = sha256(name.encode()).digest()[:NONCE_BYTES]
        return nonce + self._cipher.encrypt(nonce, plain, name.encode())


class _Ear:
    """Somebody who watches the table and keeps what is told, up to where it was read."""

    def __init__(self, viewer: str) -> None:
        self.viewer = viewer
        self._heard: list[bytes] = []

    def tell(self, text: bytes) -> None:
        self._heard.append(text)

    def read(self) -> bytes:
        heard, self._heard = b"\n".join(self._heard), []
        return heard


class Evening:
    """One table of a game in a house, and everything that is told of it."""

    def __init__(self, game: str, db: str) -> None:
        self.game = game
        self._db = db
        self._clock = StillClock()
        bits = SeededBits(f"an evening of {game}")
        self._pick: Callable[[int], int] = lambda n: bits.bits(24) % n
        self._croupier = Croupier(SeededBits(game), asks_for_seeds=True)
        self._ears = [_Ear(viewer) for viewer in (*PEOPLE, FLOORPERSON, "a spectator")]
        self._number = 0
        self._money: list[tuple[str, int]] = []

    @asynccontextmanager
    async def _house(self) -> AsyncIterator[House]:
        database = await Database.open(self._db)
        house = House(database, UNHURRIED, self._clock, self._croupier, _StillVault(b"k" * 32))
        house.table_id = lambda: TABLE
        house.on_money = lambda have: self._money.extend(have.items())
        try:
            await house.start()
            yield house
        finally:
            await house.stop()
            await database.close()

    async def told(self) -> list[str]:
        """The whole evening."""
        lines: list[str] = []
        by_hand = (FLOORPERSON,) if self._pick(2) else (DEALER, FLOORPERSON)
        async with self._house() as house:
            for name in PEOPLE:
                await house.guest(name)
            flo = Account("flo", FLOORPERSON, None)
            live = await house.open_table(OpenTable(id="o", game=self.game, by_hand=by_hand), flo)
            lines += [line async for line in self._some_of_it(house, live)]
        async with self._house() as house:
            lines.append(f"The house opens again: {house.cards()}")
            live = house.tables[TABLE]
            lines += [line async for line in self._some_of_it(house, live)]
            lines += await self._on_record(house)
            await self._ask(live, m.CloseTable(by=FLOORPERSON))
            for turn in range(400):  # the round in progress is played to its end
                if not live.table.closed:
                    await self._ask(live, wanted(live.table, self._pick) if turn % 4 else None)
            assert live.table.closed, f"the table does not close: {live.table.waiting}"
            lines += ["The table is closed.", *await self._on_record(house)]
        return lines

    async def _some_of_it(self, house: House, live: LiveTable) -> AsyncIterator[str]:
        for ear in self._ears:
            await live.join(ear, self._pick(3) or None)
        said: list[str] = []
        for number, move in zip(range(1, ASKED + 1), self._moves(live), strict=False):
            said.append(await self._ask(live, move))
            if number % 8 == 0:
                heard = b"\n".join(ear.read() for ear in self._ears)
                now = encode((house.cards(), self._money, house.seated_at("bob"), live.clock_ms))
                said_and_seen = f"{heard.decode()} {now.decode()}".replace(live.table.rules.hash, "…")
                yield f"{_digest([said_and_seen])} {', '.join(dict.fromkeys(said))}"
                said = []
            if live.table.closed:
                return

    async def _ask(self, live: LiveTable, move: Move | None) -> str:
        """Somebody moves, or nobody does until the clock has run out."""
        self._clock.pass_ms(7)
        if move is None:
            self._clock.pass_ms(UNHURRIED.decide_ms)
            await live.in_turn(_nothing)
            return "time is up"
        self._number += 1
        actor = move.by if move.by in PEOPLE else "flo"
        try:
            move_id = f"move {self._number - (self._pick(20) == 0)}"  # now and then an id that was used before
            at, again, _ = await live.ask(move, actor, move_id)
        except Refused as refusal:
            return refusal.code
        except Malformed:
            return "malformed"
        return f"{move.__struct_config__.tag} {at}" + " again" * again

    def _moves(self, live: LiveTable) -> Iterator[Move | None]:
        if not live.table.state.people.players:
            for box, name in enumerate(PEOPLE, 1):
                yield m.Sit(by=name, box=box)
                yield m.BuyIn(by=name, cents=(2_000_00, 5_000_00, 900_00)[box - 1])
        while not live.table.closed:
            table = live.table
            if m.Wager in table.waiting.may and not table.state.bets.bets and self._pick(4):
                for box, name in enumerate(PEOPLE, 1):
                    yield m.Wager(by=name, box=box, cents=(10_00, 20_00, 25_00)[self._pick(3)])
                for name in PEOPLE[: 2 + self._pick(2)]:
                    yield m.Ready(by=name)
                yield m.CloseBets(by=DEALER)
            elif self._pick(12) == 0:
                yield None
            elif self._pick(10) == 0 and not isinstance(
                move := anything(table, self._pick, m.ON_FILE.split()), m.CloseTable
            ):
                yield move
            else:
                yield wanted(table, self._pick)

    async def _on_record(self, house: House) -> list[str]:
        """The journal, the books, the rounds; and the rounds as they are shown to a player and to an auditor."""
        database, lines = house.database, []

        async def rows(question: Select[tuple[object, ...]]) -> list[str]:
            return [", ".join(map(str, row)) for row in await database.rows(question)]

        j = schema.journal
        journal = await rows(select(j.c.n, j.c.kind, j.c.seq, j.c.actor, j.c.client_id, j.c.rule, j.c.at_ms))
        lines.append(f"{_digest(journal)} {len(journal)} lines of the journal")
        transfers = await rows(select(schema.transfers).order_by(schema.transfers.c.id))
        lines.append(f"{_digest(transfers)} {len(transfers)} transfers")
        for table in (schema.rounds, schema.round_players, schema.balances, schema.closed_tables):
            lines += [f"{table.name}: {row}" for row in await rows(select(table).order_by(*table.primary_key))]
        async with database.snapshot() as moment:  # heads are rolled by a clock that no test holds
            for vault in (house.vault, None):
                lines.append(_without_hashes((await Auditor(moment, vault).run()).words()))
        history = History(database, house.vault)
        for reader in (Account("ann", "guest", None), Account("eve", "guest", None), Account("max", AUDITOR, None)):
            page = await history.page(reader, None)
            lines.append(f"{_digest([str(page)])} {len(page.rounds)} rounds for {reader.name}")
            for card in page.rounds[:3]:
                story = await history.story(card.id, reader)
                lines.append(f"{_digest([_without_hashes(encode(story).decode())])} {card.id} for {reader.name}")
                try:
                    dispute = await history.dispute(card.id, reader)
                    lines.append(f"{_digest([_without_hashes((dispute or b'none').decode())])} its dispute file")
                except Refused as refusal:
                    lines.append(str(refusal))
        return lines


async def _nothing() -> None:
    """An errand that waits for all before it."""


def _without_hashes(text: str) -> str:
    """Every hash over rules or facts changes with each value of the rules, and heads are rolled by the clock."""
    return re.sub(r"last of \d+ heads", "last of … heads", re.sub("[0-9a-f]{64}", "…", text))


def _digest(lines: list[str]) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()[:6]


@pytest.mark.parametrize("game", list(GAMES))
def test_an_evening_goes_as_it_did(game: str, sqlite_db: str, golden: Callable[[str], Callable[[str], None]]) -> None:
    golden(f"evenings/{game}")("".join(f"{line}\n" for line in asyncio.run(Evening(game, sqlite_db).told())))
