"""A house changes its key: what is sealed is locked again, all is on record, and nothing in between can be met."""

import asyncio
import errno
import os
import shutil
import signal
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

from pitboss.cards.bits import SeededBits
from pitboss.house import checkpoints, keys, long_rounds, orders, schema
from pitboss.house.audit import audit_database
from pitboss.house.backup import back_up, restore
from pitboss.house.database import CannotOpen
from pitboss.house.house import House
from pitboss.house.journal import GENESIS, KEY, Head
from pitboss.house.ledger import HOUSE
from pitboss.house.operator import Operator
from pitboss.house.receipts import Receipt, signed, signed_head
from pitboss.house.vault import Vault, WrongKey
from pitboss.house.writer import ThreadWriter
from pitboss.procedure.croupier import Croupier
from pitboss.procedure.table import Table
from tests import moves as m
from tests.house.kit import Player, house_on, through_round, to_betting
from tests.house.tampering import alter, rechain
from tests.patience import how_it_ended

CLOSE = m.CloseTable(by="floorperson")


async def _rotate(house: House) -> dict[str, str]:
    value: dict[str, str] = (await Operator(house).carry_out(orders.RotateKey())).value
    return value


async def _evening(db: str, key: Path) -> None:
    """Ann plays a round, and the shoe goes on."""
    async with house_on(db, key) as house:
        ann = await Player.come(house, "Ann")
        live = await ann.open()
        await to_betting(ann, live)
        await through_round(ann, live)


async def _goes_on(db: str, key: Path) -> None:
    """The next day: the table is where it was, deals from the order that is still sealed, and shuffles again."""
    async with house_on(db, key) as house:
        assert not house.kept_out
        (live,) = house.tables.values()
        account = house.accounts.known("Ann")
        assert account is not None
        await through_round(Player(house, account), live)
        bob = await Player.come(house, "Bob")
        await to_betting(bob, await bob.open())


def test_an_open_house_has_another_key_and_play_goes_on(db: str, key: Path) -> None:
    async def scene() -> list[Receipt]:
        kept = []
        async with house_on(db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            kept.append(house.notary.head())
            said = await _rotate(house)
            kept.append(house.notary.head())
            assert kept[0].key == said["before"] != said["public_key"] == kept[1].key
            await through_round(ann, live)
            assert house.vault is house.notary.vault, "whoever has it in hand has the new one"
            kept.append(signed_head(house.notary.vault, kept[0].n, kept[0].head))  # asked for again later
        return kept

    kept = asyncio.run(scene())
    first, second = kept[0].key, kept[1].key
    assert Vault(key.read_bytes()).public_key == second
    assert Vault(keys.gone(key, first).read_bytes()).public_key == first
    assert (key.stat().st_mode & 0o777, keys.coming(key).exists()) == (0o600, False)
    report = asyncio.run(audit_database(db, key, kept))
    assert (report.wrong, report.receipts, report.still_sealed) == (None, 3, 1)
    assert asyncio.run(audit_database(db, key, kept, without_key=True)).wrong is None
    asyncio.run(_goes_on(db, key))
    assert asyncio.run(audit_database(db, key, kept)).wrong is None


def test_whoever_has_the_key_that_goes_reads_no_answer_on_disk_any_more(db: str, key: Path) -> None:
    """What requests were answered, sessions and invitations among it, is hidden with that key."""

    async def scene() -> None:
        async with house_on(db, key) as house:
            await (await Player.come(house, "Ann")).open()
            asked = select(schema.requests)
            assert await house.database.rows(asked), "opening a table is asked for under an id"
            await _rotate(house)
            assert not await house.database.rows(asked)

    asyncio.run(scene())
    assert asyncio.run(audit_database(db, key)).wrong is None


def test_only_what_is_still_sealed_is_locked_again_also_where_the_same_seed_was_opened_at_another_table(
    sqlite_db: str, key: Path
) -> None:
    class Same(Croupier):
        """Who draws the same for every table."""

        def step(self, table: Table) -> m.Shuffle | m.CommitSeed:
            return Croupier(SeededBits("same")).step(table)

    async def scene() -> None:
        async with house_on(sqlite_db, key, croupier=Same(SeededBits(""))) as house:
            ann = await Player.come(house, "Ann")
            over, live = await ann.open(), await ann.open()
            await to_betting(ann, over)
            await ann.move(over, m.Leave)
            await over.ask(CLOSE, "Flo", "close")
            await to_betting(ann, live)
            s = schema.sealed_orders
            rows = await house.database.rows(select(s.c.n, s.c.seal).order_by(s.c.n))
            assert rows[0].seal == rows[1].seal
            await _rotate(house)
            recorded = await keys.all_on_record(house.database)
            assert [one.n for one in recorded[-1].orders] == [rows[-1].n]
        assert (await audit_database(sqlite_db, key)).wrong is None

    asyncio.run(scene())


def test_what_is_still_sealed_opens_with_the_new_key_and_with_no_earlier_one(db: str, key: Path) -> None:
    async def scene() -> None:
        await _evening(db, key)
        async with house_on(db, key) as house:
            old = Vault(key.read_bytes())
            await _rotate(house)
            await _rotate(house)
            new = house.notary.vault
            j, s = schema.journal, schema.sealed_orders
            question = select(j.c.table_id, j.c.seq, s.c.seal, s.c.locked).join(s, s.c.n == j.c.n)
            (row,) = await house.database.rows(question)
            name = f"{row.table_id}.{row.seq}.{row.seal}"
            assert new.unlock(row.locked, name)
            with pytest.raises(WrongKey):
                old.unlock(row.locked, name)
            recorded = await keys.all_on_record(house.database)
            assert [one.before for one in recorded] == ["", recorded[0].public_key, recorded[1].public_key]
            assert recorded[1].orders[0].now == recorded[2].orders[0].was
        assert (await audit_database(db, key)).wrong is None

    asyncio.run(scene())


def test_orders_opened_before_stay_locked_with_the_key_that_went_and_are_checked_all_the_same(
    sqlite_db: str, key: Path
) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            await through_round(ann, live)
            await live.ask(CLOSE, "Flo", "close")
            await _rotate(house)

    asyncio.run(scene())
    report = asyncio.run(audit_database(sqlite_db, key))
    assert (report.wrong, report.seals, report.still_sealed) == (None, 1, 0)
    # Whoever takes away what was opened then has no order that the house's key could open in its place.
    alter(sqlite_db, "DELETE FROM opened_orders")
    wrong = str(asyncio.run(audit_database(sqlite_db, key)).wrong)
    assert wrong.endswith(": it is still sealed with a key that the house gave up"), wrong


def test_tables_that_play_and_open_meanwhile_lose_nothing(db: str, key: Path) -> None:
    async def plays(house: House, name: str, over: asyncio.Event) -> None:
        player = await Player.come(house, name)
        while not over.is_set():
            live = await player.open()
            await to_betting(player, live, cents=50_00)
            await through_round(player, live)
            await live.ask(CLOSE, "Flo", f"close-{live.id}")

    async def scene() -> None:
        async with house_on(db, key) as house:
            over = asyncio.Event()
            playing = [asyncio.create_task(plays(house, name, over)) for name in ("Ann", "Bob", "Cat")]
            for _ in range(5):
                await asyncio.sleep(0.05)
                await _rotate(house)
            over.set()
            await asyncio.gather(*playing)
        report = await audit_database(db, key)
        assert report.wrong is None
        assert report.tables > 3

    asyncio.run(scene())


def test_a_table_that_is_being_opened_is_on_disk_before_all_is_read(sqlite_db: str, key: Path) -> None:
    """This house shuffles as soon as a table is open, without waiting for anybody's seed."""

    async def scene() -> None:
        async with house_on(sqlite_db, key, croupier=Croupier(SeededBits(1))) as house:
            write = house.committer.writers[0].write

            async def late(work: Any) -> None:
                await asyncio.sleep(0.02)  # a slow disk
                await write(work)

            house.committer.writers[0].write = late  # type: ignore[method-assign]
            for number in range(12):
                ann = await Player.come(house, f"Ann {number}")
                opening = asyncio.create_task(ann.open("double-deck-house"))
                for _ in range(number):
                    await asyncio.sleep(0)
                await _rotate(house)
                await opening

    asyncio.run(scene())
    report = asyncio.run(audit_database(sqlite_db, key))
    assert (report.wrong, report.seals) == (None, 12)


def test_whatever_is_on_its_way_to_the_disk_is_there_before_all_is_read(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            await Player.come(house, "Ann")
            disk = asyncio.Event()
            write, submit, rotation = house.committer.writers[0].write, house.committer.submit, keys.rotation

            async def late(work: Any) -> None:
                await disk.wait()
                await write(work)

            def submitted(*given: Any, **named: Any) -> Any:
                if not given and not named:  # whoever asks for nothing waits for all that came before
                    disk.set()
                return submit(*given, **named)

            async def read(*given: Any) -> Any:
                there = granted.done()
                disk.set()
                assert there
                return await rotation(*given)

            monkeypatch.setattr(house.committer.writers[0], "write", late)
            granted = house.committer.submit([house.grant("Ann", 1_00, "while the key changes")])
            monkeypatch.setattr(house.committer, "submit", submitted)
            monkeypatch.setattr(keys, "rotation", read)
            await _rotate(house)
            await granted

    asyncio.run(scene())


def test_a_table_that_is_held_has_done_what_came_before_and_does_nothing_more(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            first = asyncio.create_task(live.ask(m.Sit(by="Ann", box=1), "Ann", "first"))
            await asyncio.sleep(0)
            async with live.held():
                assert first.done(), "what came before is on disk"
                second = asyncio.create_task(live.ask(m.BuyIn(by="Ann", cents=50_00), "Ann", "second"))
                await house.committer.submit()
                await house.committer.submit()
                assert not second.done()
                moves = len(live.table.moves)
            await second
            assert len(live.table.moves) > moves

    asyncio.run(scene())


# --- stopped on the way ---------------------------------------------------------------------------------------------


class _Steps:
    """Kills its own process when it comes to a step of the disk's."""

    def __init__(self, fatal: int) -> None:
        self.fatal = fatal
        self.armed = False
        self.taken = 0

    def before(self, act: Callable[..., Any]) -> Callable[..., Any]:
        def acted(*given: Any, **named: Any) -> Any:
            self.step()
            return act(*given, **named)

        return acted

    def step(self) -> None:
        if self.armed:
            self.taken += 1
            if self.taken == self.fatal:
                os.kill(os.getpid(), signal.SIGKILL)


def _rotated_until(step: int, db: str, key: Path) -> bool:
    """Whether a house that changes its key was killed before the step."""
    child = os.fork()
    if child:
        return how_it_ended(child) == -signal.SIGKILL
    steps = _Steps(step)
    for name in ("open", "fsync", "link", "unlink", "replace"):
        setattr(os, name, steps.before(getattr(os, name)))
    write = ThreadWriter.write

    async def writes(self: ThreadWriter, work: Any) -> None:
        def and_then(connection: Any) -> None:
            steps.step()
            work(connection)
            steps.step()  # written, and not committed

        await write(self, and_then)
        steps.step()

    ThreadWriter.write = writes  # type: ignore[method-assign]  # in a process of its own, which ends here

    async def scene() -> None:
        async with house_on(db, key) as house:
            steps.armed = True
            await house.notary.change_key(house.tables.values())
            steps.armed = False

    try:
        asyncio.run(scene())
        os._exit(0)
    except BaseException:
        os._exit(1)


def test_killed_at_any_step_it_has_the_old_key_or_the_new_one(tmp_path: Path) -> None:
    before = tmp_path / "before"
    before.mkdir()
    asyncio.run(_evening(str(before / "house.db"), before / "house.key"))
    old = Vault((before / "house.key").read_bytes()).public_key
    outcomes = []
    for step in range(1, 50):
        folder = tmp_path / f"step {step}"
        shutil.copytree(before, folder)
        db, key = str(folder / "house.db"), folder / "house.key"
        killed = _rotated_until(step, db, key)
        assert asyncio.run(audit_database(db, key)).wrong is None, "as it was left"
        asyncio.run(_goes_on(db, key))
        assert asyncio.run(audit_database(db, key)).wrong is None, "after it was opened again"
        assert not keys.coming(key).exists()
        now = Vault(key.read_bytes()).public_key
        assert len(_keys_of(db)) == (1 if now == old else 2)
        outcomes.append(now == old)
        if not killed:
            break
    assert not killed, "there are more steps than were thought"
    assert outcomes.index(False) > 5, "killed before the line is on disk, it has the old key"
    assert len(outcomes) - outcomes.index(False) > 4, "killed after it, the new one"
    assert outcomes == sorted(outcomes, reverse=True)


def _keys_of(db: str) -> list[keys.KeyOnRecord]:
    with sqlite3.connect(db) as file:
        rows = file.execute("SELECT body, actor FROM journal WHERE kind = 'key' ORDER BY n").fetchall()
    file.close()
    assert {actor for _, actor in rows} == {HOUSE}, "nobody's doing but its own"
    return [msgspec.json.decode(row[0], type=keys.KeyOnRecord) for row in rows]


def test_a_key_that_cannot_be_written_leaves_everything_as_it_was(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        await _evening(sqlite_db, key)
        async with house_on(sqlite_db, key) as house:
            lines = house.committer.last_n
            keys.coming(key).mkdir()
            with pytest.raises(orders.NotDone, match="the key is as it was"):
                await _rotate(house)
            keys.coming(key).rmdir()
            assert house.committer.last_n == lines
            assert house.notary.key_stands.is_set()
        await _goes_on(sqlite_db, key)

    asyncio.run(scene())
    assert asyncio.run(audit_database(sqlite_db, key)).wrong is None


def test_a_new_key_that_cannot_be_brought_to_its_place_is_told_of_and_comes_there_with_the_next_opening(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    async def scene() -> None:
        await _evening(sqlite_db, key)
        before = key.read_bytes()
        async with house_on(sqlite_db, key) as house:
            with monkeypatch.context() as read_only:
                read_only.setattr(keys, "finish", fails)
                told = (await Operator(house).carry_out(orders.RotateKey())).words
            said = f"it lies at {keys.coming(key)} until the house opens again: Read-only file system"
            assert said in told
            assert key.read_bytes() == before
        await _goes_on(sqlite_db, key)
        assert key.read_bytes() != before
        assert not keys.coming(key).exists()

    asyncio.run(scene())
    assert asyncio.run(audit_database(sqlite_db, key)).wrong is None


# --- what an audit finds --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def rotated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house that had another key, twice; the order of its table is still sealed."""
    folder = tmp_path_factory.mktemp("rotated")
    db, key = str(folder / "house.db"), folder / "house.key"

    async def evening() -> None:
        await _evening(db, key)
        async with house_on(db, key) as house:
            await _rotate(house)
            await Player.come(house, "Bob")
            await _rotate(house)

    asyncio.run(evening())
    assert asyncio.run(audit_database(db, key)).wrong is None
    return folder


def _copied(rotated: Path, tmp_path: Path) -> tuple[str, Path]:
    shutil.copytree(rotated, tmp_path, dirs_exist_ok=True)
    return str(tmp_path / "house.db"), tmp_path / "house.key"


def _forgeries(key: keys.KeyOnRecord, before: Vault, thief: Vault) -> Iterator[tuple[str, keys.KeyOnRecord, str]]:
    other = msgspec.structs.replace

    def by(vault: Vault, line: keys.KeyOnRecord) -> keys.KeyOnRecord:
        return other(line, signature=vault.sign(line.text()).hex())

    unsigned = "another key of the house, without the signature of the one before"
    yield "another key", other(key, public_key=thief.public_key), unsigned
    yield "signed by another", by(thief, other(key, public_key=thief.public_key)), unsigned
    yield "in another's place", by(thief, other(key, before=thief.public_key)), unsigned
    (order,) = key.orders
    second = by(before, other(key, orders=(other(order, was="0" * 64),)))
    yield "another order before it", second, "has no sealed order such as was locked again"
    unheard = by(before, other(key, orders=(order, keys.LockedAgain(2, "0" * 64, "1" * 64))))
    yield "an order where none was sealed", unheard, "line 2 has no sealed order such as was locked again"
    yield "another order", other(key, orders=(other(order, now="0" * 64),)), "locked again for another key"
    yield "no order", other(key, orders=()), "locked again for another key"


def test_a_key_that_the_one_before_has_not_signed_is_found(rotated: Path, tmp_path: Path) -> None:
    db, key = _copied(rotated, tmp_path)
    (line,) = [one for one in _keys_of(db) if one.before][-1:]
    before = Vault(keys.lies_at(key, line.before).read_bytes())
    for what, forged, sentence in _forgeries(line, before, Vault(b"t" * 32)):
        shutil.copy(rotated / "house.db", db)
        body = msgspec.json.encode(forged).decode()
        alter(db, f"UPDATE journal SET body = '{body}' WHERE kind = 'key' AND seq = 3")
        rechain(db)
        wrong = str(asyncio.run(audit_database(db, key, without_key=True)).wrong)
        assert sentence in wrong, f"{what}: {wrong}"


def test_what_was_locked_again_is_bound_like_what_was_sealed(rotated: Path, tmp_path: Path) -> None:
    db, key = _copied(rotated, tmp_path)
    alter(db, "UPDATE sealed_orders SET locked = CAST(locked || x'00' AS BLOB)")
    assert "not the one that was locked again" in str(asyncio.run(audit_database(db, key)).wrong)
    shutil.copy(rotated / "house.db", db)
    alter(db, "DELETE FROM sealed_orders")
    assert str(asyncio.run(audit_database(db, key)).wrong).startswith("journal line ")


def test_a_receipt_of_a_key_that_was_given_up_by_then_is_not_one(rotated: Path, tmp_path: Path) -> None:
    db, key = _copied(rotated, tmp_path)
    lines = sqlite3.connect(db).execute("SELECT n, hash, kind FROM journal ORDER BY n").fetchall()
    first, second, third = (Vault(keys.lies_at(key, one.public_key).read_bytes()) for one in _keys_of(db))
    changes = [n for n, _, kind in lines if kind == "key"]
    for n, head, _ in lines:
        for number, vault in enumerate((first, second, third)):
            wrong = asyncio.run(audit_database(db, key, [signed(vault, n, head)])).wrong
            given_up = number < 2 and n >= changes[number + 1]
            assert (wrong is not None) == given_up, (n, number, wrong)
            assert wrong is None or "signed with another key" in wrong


def test_a_head_signed_with_a_key_that_was_given_up_by_then_is_none(rotated: Path, tmp_path: Path) -> None:
    """Before the first line of the chain there is its beginning, which a house publishes that has just opened."""
    db, key = _copied(rotated, tmp_path)
    vaults = [Vault(keys.lies_at(key, one.public_key).read_bytes()) for one in _keys_of(db)]
    heads = sqlite3.connect(db).execute("SELECT h, hash, body FROM heads ORDER BY h").fetchall()
    in_use: list[int] = []
    for h, hashed, body in [(0, GENESIS, '{"ends":[]}'), *heads]:
        changed = [end.seq for end in msgspec.json.decode(body, type=Head).ends if end.table == KEY]
        in_use.append(max(changed, default=in_use[-1] if in_use else 1))
        for number, vault in enumerate(vaults, 1):
            wrong = asyncio.run(audit_database(db, key, [signed_head(vault, h, hashed)])).wrong
            assert (wrong is not None) == (number < in_use[-1]), (h, number, wrong)
            assert wrong is None or "signed with another key" in wrong
    assert {*in_use} == {1, len(vaults)}, "the first key and the last were both in use at a head"


def test_a_head_that_is_missing_is_named(rotated: Path, tmp_path: Path) -> None:
    db, key = _copied(rotated, tmp_path)
    alter(db, "DELETE FROM heads WHERE h = 1")
    assert asyncio.run(audit_database(db, key)).wrong == "heads 1: it is missing"


def test_the_database_locks_an_order_again_for_a_key_on_record_and_for_nothing_else(
    rotated: Path, tmp_path: Path
) -> None:
    db, _ = _copied(rotated, tmp_path)
    with sqlite3.connect(db) as file:
        file.execute("UPDATE sealed_orders SET locked = locked")  # a line names it; the audit compares its hash
        for statement in ("SET seal = 'x'", "SET n = n + 1, seal = seal"):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                file.execute(f"UPDATE sealed_orders {statement}")
    file.close()


# --- backups --------------------------------------------------------------------------------------------------------


def test_a_backup_of_a_house_that_was_stopped_with_its_new_key_on_the_way_has_that_key(
    sqlite_db: str, key: Path, tmp_path: Path
) -> None:
    async def scene() -> None:
        await _evening(sqlite_db, key)
        async with house_on(sqlite_db, key) as house:
            said = await _rotate(house)
        new = key.read_bytes()
        key.replace(keys.coming(key))
        shutil.copy(said["kept"], key)
        copy = await back_up(sqlite_db, tmp_path / "copy", key, with_key=True)
        assert (copy.audit.wrong, Path(copy.key).read_bytes()) == (None, new)
        await _goes_on(str(tmp_path / "copy"), Path(copy.key))

    asyncio.run(scene())


def test_a_backup_of_before_needs_the_key_of_then_and_one_of_after_the_new_one(
    db: str, key: Path, tmp_path: Path
) -> None:
    async def scene() -> None:
        await _evening(db, key)
        async with house_on(db, key) as house:
            before = await back_up(db, tmp_path / "before", key, with_key=True)
            said = await _rotate(house)
            after = await back_up(db, tmp_path / "after", key, with_key=False)
        assert (before.audit.wrong, after.audit.wrong) == (None, None)
        assert after.key == str(key)
        restored = await restore(tmp_path / "after", str(tmp_path / "second.db"), key)
        assert restored.audit.wrong is None
        await _goes_on(str(tmp_path / "second.db"), key)
        earlier = await restore(tmp_path / "before", str(tmp_path / "first.db"), key)
        assert (earlier.audit.wrong, earlier.key) == (None, said["kept"]), "the house has another key by now"
        with pytest.raises(CannotOpen, match=f"{said['kept']} is it: give it with --key"):
            await _goes_on(str(tmp_path / "first.db"), key)
        await _goes_on(str(tmp_path / "first.db"), Path(said["kept"]))
        own = await restore(tmp_path / "before", str(tmp_path / "third.db"), tmp_path / "third.key")
        assert own.key_copied
        await _goes_on(str(tmp_path / "third.db"), tmp_path / "third.key")

    asyncio.run(scene())


def test_checkpoints_are_locked_again_with_the_key_that_comes(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a table is dealt again from its opening, and takes as long as it ran."""
    monkeypatch.setattr(long_rounds, "CHECKPOINT_MOVES_LEAST", 1)

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            kept = await house.database.rows(select(schema.checkpoints))
            old = Vault(key.read_bytes())
            await house.notary.change_key(house.tables.values())
            again = await house.database.rows(select(schema.checkpoints))
            assert kept
            assert house.vault is not None
            for before, after in zip(kept, again, strict=True):
                assert checkpoints.unlocked(before, old) == checkpoints.unlocked(after, house.vault)
                with pytest.raises(WrongKey):
                    checkpoints.unlocked(after, old)

    asyncio.run(scene())
