"""One table for very long: python -m benchmarks.long_table [--moves 100000] [--game GAME] [--story rounds]

A table is played until it has so many moves, on SQLite that for once does not wait for the disk. The story says of
what: rounds; people who sit down and get up between rounds (come-and-go) or before the cards were ever looked at
(opening); wagers made and taken back so that no card is dealt (no-shuffle, New Jersey). After the last three two rounds
are played. Then: how long a house takes to take it up; how many moves it deals again for it; what the table holds in
memory; how long the first round and the newest take to be told. `--from-the-opening` measures for comparison what it
would take without checkpoints.

Aims at 100,000 moves: taken up in less than 2 seconds, less than 20 MB, the newest round told as fast as the first.
"""

import argparse
import asyncio
import itertools
import json
import os
import statistics
import sys
import tempfile
import time
from collections import deque
from pathlib import Path
from typing import Any

from msgspec import Raw
from sqlalchemy import func, select

from pitboss.cards.bits import SeededBits
from pitboss.house import checkpoints, schema, writer
from pitboss.house.accounts import Account
from pitboss.house.database import Database
from pitboss.house.history import History
from pitboss.house.house import House
from pitboss.house.live_table import LiveTable
from pitboss.house.protocol import OpenTable
from pitboss.house.settings import UNHURRIED
from pitboss.procedure import moves as m
from pitboss.procedure.blackjack import moves as bj
from pitboss.procedure.croupier import Croupier
from pitboss.procedure.moves import Move
from pitboss.procedure.table import Table
from pitboss.rules.rules import Rules

CHIPS_CENTS = 5_000_00
BET_CENTS = 10_00
PLENTY_CENTS = 10_000_000_00
AT_A_BOX: tuple[type[Move], ...] = (
    bj.NoAttack,
    bj.NoInsurance,
    bj.NoSecondChance,
    bj.Stand,
    bj.LookAtCards,
)


def _hasty(connection: Any, _record: object) -> None:
    """Nothing here is to outlive the machine."""
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=OFF")


def _next(live: LiveTable, name: str) -> Move:
    """What somebody without ambition does when asked."""
    state, may = live.table.state, live.table.waiting.may
    if m.Wager in may:
        if state.people.players[name].chips < 20 * BET_CENTS:
            return m.BuyIn(by=name, cents=100_00)
        return m.Ready(by=name) if state.bets.bets else m.Wager(by=name, box=1, cents=BET_CENTS)
    for kind in (m.ViewSpread, m.RefuseCut):
        if kind in may:
            return kind(by=name)
    kind = next(kind for kind in AT_A_BOX if kind in may)
    return kind(by=name, box=live.table.waiting.box or 1)  # type: ignore[call-arg]  # each of them has a box


class _Story:
    """What happens at the table, move by move."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self._ids = itertools.count(1)
        self._began = time.perf_counter()

    async def move(self, move: Move) -> None:
        """One move; house and players give their seeds meanwhile."""
        await self.live.ask(move, move.by, f"{next(self._ids)}")
        while m.PassSeed in self.live.table.waiting.may:
            asked = self.live.table.waiting.by[0]
            await self.live.ask(m.PassSeed(by=asked), asked, f"{next(self._ids)}")
        if self.live.table.moves_made % 10_000 < 2:
            print(f"{self.live.table.moves_made} moves, {time.perf_counter() - self._began:.0f} s", flush=True)

    async def sits(self) -> None:
        """Ann sits down with chips."""
        for move in (m.Sit(by="Ann", box=1), m.BuyIn(by="Ann", cents=CHIPS_CENTS)):
            await self.move(move)

    async def rounds(self, count: int) -> None:
        """Ann plays until so many rounds are over."""
        while self.live.table.state.round < count or m.Wager not in self.live.table.waiting.may:
            await self.move(_next(self.live, "Ann"))

    async def tells(self, story: str, moves: int) -> None:
        """Until it has so many moves."""
        made = self.live.table
        if story != "opening":
            await self.sits()
            await self.rounds(1)
        while made.moves_made < moves:
            if story == "rounds":
                await self.move(_next(self.live, "Ann"))
            elif story == "no-shuffle":
                await self.move(m.Wager(by="Ann", box=1, cents=BET_CENTS))
                await self.move(m.TakeBack(by="Ann", box=1))
            else:
                await self.move(m.Sit(by="Bob", box=2))
                await self.move(m.Leave(by="Bob"))
        if story == "opening":
            await self.sits()
        await self.rounds(made.state.round + 2)


async def _play(house: House, game: str, moves: int, story: str) -> tuple[str, Account]:
    account, _ = await house.guest("Ann")
    await house.guest("Bob")
    await house.write((), [house.grant("Ann", PLENTY_CENTS, "to play for very long")])
    live = await house.open_table(OpenTable(id="one", game=game), account)
    await _Story(live).tells(story, moves)
    return live.id, account


SHARED = (House, Database, Rules, type, asyncio.AbstractEventLoop, asyncio.Task, int, str)


def held_bytes(live: LiveTable) -> int:
    """What is reachable from a table and from no other: not its rules, not the books of the house."""
    left = deque[Any]([live.table.state.people, live.table.state.chips, live.table.state.cards, live.table.facts])
    left.extend((live.table.moves, live.chronicle, live._record, live._marks, live._made._known))
    seen: set[int] = set()
    total = 0
    while left:
        thing = left.popleft()
        if id(thing) in seen or (callable(thing) and not hasattr(thing, "__struct_fields__")):
            continue
        seen.add(id(thing))
        total += len(bytes(thing)) if isinstance(thing, Raw) else sys.getsizeof(thing)
        if isinstance(thing, (*SHARED, Raw)):
            continue
        if isinstance(thing, dict):
            left.extend((*thing.keys(), *thing.values()))
        elif isinstance(thing, list | tuple | set):
            left.extend(thing)
        else:
            names = [name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())]
            names += [*getattr(thing, "__dict__", ()), *getattr(thing, "__struct_fields__", ())]
            left.extend(getattr(thing, name, None) for name in names)
    return total


async def _taken_up(db: Path, table: str) -> tuple[House, dict[str, Any]]:
    applied = 0
    apply = Table.apply

    def counted(self: Table, move: Move) -> Any:
        nonlocal applied
        applied += 1
        return apply(self, move)

    Table.apply = counted  # type: ignore[method-assign]  # counted, and otherwise as it is
    try:
        house = House(await Database.open(str(db)), UNHURRIED, croupier=Croupier(SeededBits(2)))
        began = time.perf_counter()
        await house.start()
        seconds = time.perf_counter() - began
    finally:
        Table.apply = apply  # type: ignore[method-assign]
    live = house.tables[table]
    return house, {
        "seconds": round(seconds, 3),
        "moves_dealt_again": applied,
        "held_mb": round(held_bytes(live) / 10**6, 2),
    }


async def _told(house: House, table: str, account: Account, number: int) -> float:
    history = History(house.database, house.vault)
    times = []
    for _ in range(7):
        began = time.perf_counter()
        assert await history.story(f"{table}.{number}", account) is not None
        times.append(time.perf_counter() - began)
    return round(statistics.median(times) * 1000, 1)


async def measure(game: str, moves: int, story: str = "rounds", from_the_opening: bool = False) -> dict[str, Any]:
    """Everything."""
    writer.careful = _hasty
    with tempfile.TemporaryDirectory(prefix="pitboss-long-") as folder:
        db = Path(folder) / "house.db"
        house = House(await Database.open(str(db)), UNHURRIED, croupier=Croupier(SeededBits(1)))
        await house.start()
        table, account = await _play(house, game, moves, story)
        live = house.tables[table]
        found: dict[str, Any] = {
            "game": game,
            "story": story,
            "moves": live.table.moves_made,
            "rounds": live.table.state.round,
        }
        found["held_mb_while_playing"] = round(held_bytes(live) / 10**6, 2)
        counted = select(func.count(), func.sum(func.length(schema.checkpoints.c.locked))).select_from(
            schema.checkpoints
        )
        found["checkpoints"], found["checkpoint_bytes"] = (await house.database.rows(counted))[0]
        await house.stop()
        await house.database.close()
        house, found["taken_up"] = await _taken_up(db, table)
        newest = house.tables[table].table.state.round
        found["first_round_ms"] = await _told(house, table, account, 1)
        found["middle_round_ms"] = await _told(house, table, account, newest // 2)
        found["newest_round_ms"] = await _told(house, table, account, newest)
        await house.stop()
        await house.database.close()
        found["load_average"] = round(os.getloadavg()[0], 1)
        if not from_the_opening:
            return found

        async def none(*_: Any, **__: Any) -> list[checkpoints.Mark]:
            return []

        checkpoints.newest = none
        house, found["from_the_opening"] = await _taken_up(db, table)
        await house.stop()
        await house.database.close()
        return found


def main() -> None:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=100_000)
    parser.add_argument("--game", default="double-attack-pa")
    parser.add_argument("--story", choices=("rounds", "come-and-go", "opening", "no-shuffle"), default="rounds")
    parser.add_argument("--from-the-opening", action="store_true")
    asked, _ = parser.parse_known_args()
    game = "double-attack-nj" if asked.story == "no-shuffle" else asked.game
    print(json.dumps(asyncio.run(measure(game, asked.moves, asked.story, asked.from_the_opening)), indent=1))


if __name__ == "__main__":
    main()
