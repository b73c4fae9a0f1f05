"""A table that runs for long: what it holds in memory is bounded, it is taken up in bounded time, nothing is lost."""

import asyncio
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import func, select

from pitboss.house import checkpoints, long_rounds, schema
from pitboss.house.accounts import Account
from pitboss.house.audit import audit_database
from pitboss.house.audited import mismarked
from pitboss.house.backroom import Backroom
from pitboss.house.history import History, RoundStory
from pitboss.house.house import House
from pitboss.house.live_table import LiveTable
from pitboss.house.vault import Vault
from pitboss.procedure.facts import Fact
from pitboss.procedure.moves import Move
from pitboss.procedure.refusal import Refused
from pitboss.procedure.table import Table
from pitboss.procedure.verification import verify
from pitboss.procedure.views import view
from pitboss.rules.rules import Rules
from tests import moves as m
from tests.house.kit import Player, answer_for_seeds, house_on, through_round, to_betting, usual
from tests.house.tampering import alter, rechain

BLACKJACK, HI_LO = "double-attack-pa", "five-card-hi-lo-pa"


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short tables have as many checkpoints as long ones."""
    monkeypatch.setattr(long_rounds, "CHECKPOINT_MOVES_LEAST", 5)


async def _count(house: House) -> int:
    return int((await house.database.rows(select(func.count()).select_from(schema.checkpoints)))[0][0])


async def _at_table(house: House, game: str = HI_LO) -> tuple[Player, LiveTable]:
    ann = await Player.come(house, "Ann")
    live = await ann.open(game)
    await to_betting(ann, live, cents=5_000_00)
    return ann, live


async def _shuffled(ann: Player, live: LiveTable) -> None:
    """A round; at a table with a shoe a floorperson then has the cards shuffled, or sends another dealer who does."""
    await through_round(ann, live)
    if live.recipe.game != HI_LO:
        dealer = f"dealer {live.table.moves_made}"
        relieved = m.TapIn(by="floorperson", dealer=dealer, rack_straightened=True, antes_coloured_up=True)
        by_order = live.table.rules.cites("reshuffle_ordered_by")
        await live.ask(m.OrderReshuffle(by="floorperson") if by_order else relieved, "Flo", None)
        await answer_for_seeds(live)
        while m.Wager not in live.table.waiting.may:
            await ann.move(live, m.RefuseCut)


def _looks(live: LiveTable) -> tuple[object, ...]:
    facts = (live.table.facts_before, live.table.facts, live.table.moves_made)
    return (*facts, str(live.table.waiting), view(live.table, "Ann"), live.chronicle.seen_by("Ann", 0))


@pytest.mark.parametrize("game", [BLACKJACK, HI_LO, "double-deck-house", "double-back-jack-pa", "double-attack-nj"])
def test_a_table_is_taken_up_from_a_checkpoint_as_it_was_left(db: str, key: Path, game: str) -> None:
    async def scene() -> None:
        async with house_on(db, key) as house:
            ann, live = await _at_table(house, game)
            for _ in range(4):
                await _shuffled(ann, live)
            await ann.move(live, m.Wager, box=1, cents=10_00)
            left = _looks(live)
            assert live.table.moves_before > 0
        async with house_on(db, key) as house:
            again = house.tables[live.id]
            assert _looks(again) == left
            ann = Player(house, ann.account)
            await ann.move(again, m.Ready)
            while m.Wager not in again.table.waiting.may:
                await _next(ann, again)
            await _shuffled(ann, again)
        assert (await audit_database(db, key)).wrong is None

    asyncio.run(scene())


async def _next(ann: Player, live: LiveTable) -> None:
    kind, fields = usual(live, 1)
    await ann.move(live, kind, **fields)


def test_as_many_moves_are_dealt_again_as_two_shoes_have_however_long_it_ran(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        made: list[int] = []
        async with house_on(sqlite_db, key) as house:
            ann, live = await _at_table(house)
            for _ in range(30):
                before = live.table.moves_made
                await _shuffled(ann, live)
                made.append(live.table.moves_made - before)
            assert await _count(house) >= 15
            moves = live.table.moves_made
        applied: list[Move] = []
        apply = Table.apply

        def counted(self: Table, move: Move) -> tuple[Fact, ...]:
            applied.append(move)
            return apply(self, move)

        monkeypatch.setattr(Table, "apply", counted)
        async with house_on(sqlite_db, key) as house:
            assert house.tables[live.id].table.moves_made == moves
            assert 0 < len(applied) <= 3 * (max(made) + long_rounds.CHECKPOINT_MOVES_LEAST)

    asyncio.run(scene())


SHARED = (Backroom, House, Vault, Rules, type, asyncio.AbstractEventLoop, asyncio.Task)


def _reachable(live: LiveTable) -> Iterator[tuple[str, int]]:
    """Every container that a table holds, by the way to it, with its length; what all tables share is left out."""
    shared = {id(live._book), id(live._committer), id(live._made._database), id(live._clock), id(live._croupier)}
    seen, left = set(shared), deque[tuple[str, Any]]([("live", live)])
    while left:
        way, thing = left.popleft()
        if id(thing) in seen or isinstance(thing, (*SHARED, str, bytes, int)) or callable(thing):
            continue
        seen.add(id(thing))
        if isinstance(thing, dict):
            yield way, len(thing)
            left.extend((f"{way}[]", value) for value in (*thing.keys(), *thing.values()))
        elif isinstance(thing, list | set | tuple | frozenset | deque):
            yield way, len(thing)
            left.extend((f"{way}[]", value) for value in thing)
        else:
            names = [name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())]
            names += [*getattr(thing, "__dict__", ()), *getattr(thing, "__struct_fields__", ())]
            left.extend((f"{way}.{name}", getattr(thing, name, None)) for name in names)


@pytest.mark.parametrize("game", [BLACKJACK, HI_LO])
def test_nothing_that_a_table_holds_grows_with_its_age(sqlite_db: str, key: Path, game: str) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann, live = await _at_table(house, game)
            young: dict[str, int] = {}
            old: dict[str, int] = {}
            for number in range(24):  # whatever grows with every round is four times as long at the end
                await _shuffled(ann, live)
                guest = await Player.come(house, f"Guest {number}")
                await guest.move(live, m.Sit, box=2)
                await guest.move(live, m.Leave)
                held: dict[str, int] = {}
                for way, size in _reachable(live) if number < 6 or number >= 20 else ():
                    held[way] = held.get(way, 0) + size
                most = young if number < 6 else old
                most.update({way: max(most.get(way, 0), size) for way, size in held.items()})
            assert young["live._made._known"] > 0
            grown = {way: (young.get(way, 0), size) for way, size in old.items() if size > 2 * young.get(way, 0) + 8}
            assert grown == {}

    asyncio.run(scene())


def test_a_move_from_before_the_checkpoint_is_known_by_its_id(db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(db, key) as house:
            ann, live = await _at_table(house)
            await ann.move(live, m.BuyIn, "the old one", cents=100_00)
            for _ in range(4):
                await _shuffled(ann, live)
            assert not any("the old one" in one for one in live._made._known)
            chips = live.table.state.people.players["Ann"].chips
            _, again = await ann.move(live, m.BuyIn, "the old one", cents=100_00)
            assert again
            with pytest.raises(Refused, match="another move was made under that id"):
                await ann.move(live, m.BuyIn, "the old one", cents=200_00)
            assert live.table.state.people.players["Ann"].chips == chips
            _, again = await ann.move(live, m.BuyIn, "a new one", cents=100_00)
            assert not again
            assert live.table.state.people.players["Ann"].chips == chips + 100_00

    asyncio.run(scene())


async def _all_told(history: History, live: LiveTable, account: Account) -> list[tuple[RoundStory, bytes | str | None]]:
    told = []
    for number in range(1, live.table.state.round + 1):
        story = await history.story(f"{live.id}.{number}", account)
        assert story is not None
        shoe: bytes | str | None
        try:
            shoe = await history.shoe(f"{live.id}.{number}", account)
        except Refused as refusal:
            shoe = refusal.code
        told.append((story, shoe))
    return told


@pytest.mark.parametrize(("game", "sets"), [(BLACKJACK, {}), (BLACKJACK, {"shuffling": "device"}), (HI_LO, {})])
def test_rounds_are_told_from_a_checkpoint_as_they_are_from_the_opening(
    sqlite_db: str, key: Path, game: str, sets: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Batches that a device has stored were shuffled a shoe before they are dealt from."""

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open(game, **sets)
            await to_betting(ann, live, cents=5_000_00)
            for _ in range(5):
                await _shuffled(ann, live)
            assert await _count(house) >= 4
            history = History(house.database, house.vault)
            told = await _all_told(history, live, ann.account)
            with monkeypatch.context() as without:

                async def none(*_: Any, **__: Any) -> list[checkpoints.Mark]:
                    return []

                without.setattr(checkpoints, "newest", none)
                assert await _all_told(history, live, ann.account) == told
            assert {seal.opened for story, _ in told[:2] for seal in story.seals} == {True}
            for _, shoe in told[:2]:
                assert isinstance(shoe, bytes)
                findings = verify(msgspec.json.decode(shoe)["facts"])
                assert findings
                assert [finding for finding in findings if finding.wrong] == []

    asyncio.run(scene())


# --- what is altered ------------------------------------------------------------------------------------------------


def _played(db: str, key: Path) -> str:
    async def scene() -> str:
        async with house_on(db, key) as house:
            ann, live = await _at_table(house)
            for _ in range(4):
                await _shuffled(ann, live)
            return live.id

    return asyncio.run(scene())


def _forged(db: str, key: Path, **changes: object) -> None:
    """Somebody who has the key writes another checkpoint in place of the last, and makes the chain anew."""
    import sqlite3

    vault = Vault(key.read_bytes())
    with sqlite3.connect(db) as file:
        file.row_factory = sqlite3.Row
        row = file.execute("SELECT * FROM checkpoints ORDER BY seq DESC LIMIT 1").fetchone()
    file.close()
    name = checkpoints.name_in_vault(row["table_id"], row["seq"], row["digest"])
    mark = msgspec.msgpack.decode(vault.unlock(row["locked"], name), type=checkpoints.Mark)
    forged = checkpoints.locked(msgspec.structs.replace(mark, **changes), row["table_id"], vault)
    text = f"digest = '{forged.digest}', locked = x'{forged.locked.hex()}'"
    alter(db, f"UPDATE checkpoints SET {text} WHERE seq = {row['seq']}")
    rechain(db)


@pytest.mark.parametrize("field", ["facts", "told", "first_seq"])
def test_a_checkpoint_that_the_moves_do_not_make_is_found_with_its_place(sqlite_db: str, key: Path, field: str) -> None:
    _played(sqlite_db, key)
    assert asyncio.run(audit_database(sqlite_db, key)).checkpoints >= 3
    _forged(sqlite_db, key, **{field: 1})
    wrong = asyncio.run(audit_database(sqlite_db, key)).wrong
    assert wrong is not None
    assert wrong.startswith("journal line")
    assert "its checkpoint is not the table as the moves up to there make it" in wrong


def test_a_checkpoint_of_before_marks_of_rounds_were_kept_is_in_order(sqlite_db: str, key: Path) -> None:
    _played(sqlite_db, key)
    _forged(sqlite_db, key, marks=None)
    assert asyncio.run(audit_database(sqlite_db, key)).wrong is None


def test_what_the_house_decided_is_told_too_of_a_table_up_to_its_checkpoint(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_rounds, "CHECKPOINT_MOVES_LEAST", 1)

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann, live = await _at_table(house, BLACKJACK)
            await ann.move(live, m.Wager, box=1, cents=10_00)
            await ann.move(live, m.Ready)
            live._away.add("Ann")
            await live._decide_for_absent()
            live._away.clear()
            for _ in range(2):
                await _shuffled(ann, live)
            assert await _count(house) > 0

    asyncio.run(scene())
    report = asyncio.run(audit_database(sqlite_db, key))
    assert (report.wrong, report.checkpoints > 0) == (None, True)


@pytest.mark.parametrize(
    ("there", "made", "said"),
    [
        ([(1, "x"), (2, "y")], [(1, "x"), (2, "y")], None),
        ([(1, "x")], [(1, "x"), (2, "y")], "round_marks 7, 2, y: the facts make it, and it is not on record"),
        ([(1, "x"), (2, "y")], [(2, "y")], "round_marks 7, 1, x: no fact makes it, or not twice"),
        ([(1, "x"), (1, "x")], [(1, "x")], "round_marks 7, 1, x: no fact makes it, or not twice"),
    ],
)
def test_a_mark_that_is_missing_is_told_otherwise_than_one_too_many(there: Any, made: Any, said: str | None) -> None:
    assert mismarked(7, there, made) == said


def test_richer_players_in_a_forged_checkpoint_are_found(sqlite_db: str, key: Path) -> None:
    table = _played(sqlite_db, key)

    async def richer() -> bytes:
        async with house_on(sqlite_db, key) as house:
            (mark,) = await checkpoints.newest(house.database, table, house.vault, house.tables[table].table.rules)
            again = Table.resume(house.tables[table].table.rules, mark.table)
            again.state.people.players["Ann"].chips += 100
            again.state.chips.bought += 100
            found = again.checkpoint()
            assert found is not None
            return found

    _forged(sqlite_db, key, table=asyncio.run(richer()))
    wrong = asyncio.run(audit_database(sqlite_db, key)).wrong
    assert wrong is not None
    assert "its checkpoint is not the table" in wrong


def test_a_checkpoint_that_does_not_open_is_passed_over_and_the_table_dealt_from_the_start(
    sqlite_db: str, key: Path
) -> None:
    table = _played(sqlite_db, key)
    alter(sqlite_db, "UPDATE checkpoints SET locked = zeroblob(200)")

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            assert house.tables[table].table.moves_before == 0
            assert house.tables[table].table.state.round == 4

    asyncio.run(scene())
    wrong = asyncio.run(audit_database(sqlite_db, key)).wrong
    assert wrong is not None
    assert "does not open with this key" in wrong


def test_nobody_reads_an_order_in_a_checkpoint_on_disk(sqlite_db: str, key: Path) -> None:
    async def scene() -> bytes:
        async with house_on(sqlite_db, key) as house:
            ann, live = await _at_table(house)
            for _ in range(4):
                await _shuffled(ann, live)
            sealed = live.table.state.cards.sealed
            assert sealed is not None
            return msgspec.msgpack.encode(sealed.order[:8])[1:]

    order = asyncio.run(scene())
    on_disk = b"".join(path.read_bytes() for path in Path(sqlite_db).parent.glob("house.db*"))
    assert order not in on_disk


def test_what_came_before_a_move_is_told_from_a_checkpoint_before_that_move(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that was made with the move itself has what followed from it, and would leave that out."""
    monkeypatch.setattr(long_rounds, "CHECKPOINT_MOVES_LEAST", 1)

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            for _ in range(3):
                await ann.move(live, m.BuyIn, cents=5_00)
            kept = await checkpoints.newest(house.database, live.id, house.vault, live.table.rules, 9)
            seqs = [mark.seq for mark in kept]
            assert len(seqs) > 2
            assert seqs == sorted(seqs)
            for at in range(1, len(seqs)):
                asked = (house.database, live.id, house.vault, live.table.rules)
                before = await checkpoints.newest(*asked, before_seq=seqs[at])
                assert [mark.seq for mark in before] == [seqs[at - 1]]

    asyncio.run(scene())


def test_the_last_two_checkpoints_and_what_came_between_them_stay_here(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever joins hears of the whole shoe, and of the round before its first."""
    monkeypatch.setattr(long_rounds, "CHECKPOINT_MOVES_LEAST", 1)

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            forgotten: dict[int, int] = {}
            marked = select(schema.checkpoints.c.seq).where(schema.checkpoints.c.table_id == live.id)
            await to_betting(ann, live)
            for _ in range(3):
                seqs = sorted(row.seq for row in await house.database.rows(marked))
                forgotten[len(seqs)] = live.table.moves_before
                assert live.table.moves_before == (seqs[-2] if len(seqs) > 2 else 0)
                await ann.move(live, m.BuyIn, cents=5_00)
            assert {2, 3} <= forgotten.keys()

    asyncio.run(scene())


def test_of_who_has_gone_a_table_forgets_at_a_checkpoint_that_they_were_away(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_rounds, "CHECKPOINT_MOVES_LEAST", 1)

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            live._away |= {"Bob"}
            live._silent |= {"Bob"}
            live._last_moved_ms["Bob"] = 0
            for _ in range(3):
                await ann.move(live, m.BuyIn, cents=5_00)
            assert (live._away, live._silent, list(live._last_moved_ms)) == (set(), set(), ["Ann"])

    asyncio.run(scene())


def test_how_long_ago_a_checkpoint_was_is_counted_from_the_last_one(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            live = await (await Player.come(house, "Ann")).open()
            since: list[int] = []

            def due(_: Table, since_last: int) -> bool:
                since.append(since_last)
                return False

            monkeypatch.setattr(long_rounds, "checkpoint_is_due", due)
            live._checkpoint()
            last = checkpoints.Mark(seq=live._seq - 4, facts=0, told=0, first_seq=1, net_cents={}, table=b"")
            live._marks = [msgspec.structs.replace(last, seq=live._seq - 9), last]
            live._checkpoint()
            assert since == [live._seq, 4]

    asyncio.run(scene())
