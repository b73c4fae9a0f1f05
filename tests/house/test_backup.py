"""Backups: of a house that is open, on either database; the copy proves itself, and becomes a house again."""

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pitboss.house import backup, schema
from pitboss.house.audit import audit_database
from pitboss.house.backup import _without_password, back_up, copy_key, key_beside, restore
from pitboss.house.database import PASSWORD, PASSWORD_FILE, CannotOpen, Database, Snapshot, engine_for
from tests.house.conftest import Postgres
from tests.house.kit import Player, house_on, through_round, to_betting


async def _play(db: str, key: Path, file: Path, with_key: bool) -> str:
    """A house with a round behind it and one about to begin is copied, and goes on; the hash at the time."""
    async with house_on(db, key) as house:
        ann = await Player.come(house, "Ann")
        live = await ann.open()
        await to_betting(ann, live)
        await through_round(ann, live)
        head = house.committer.last_hash
        copied = await back_up(db, file, key, with_key)
        assert copied.audit.wrong is None, copied.audit.wrong
        assert copied.audit.last_hash == head
        assert copied.audit.rounds == 1
        assert copied.key_copied is with_key
        about_key = f"with it: {key_beside(file)}. Whoever has both" if with_key else f"not in it: {key}. Keep a copy"
        assert copied.words("Copied to").startswith(f"Copied to: {file}. {copied.audit.words()}\nThe key ")
        assert about_key in copied.words("Copied to")
        await through_round(ann, live)
        assert house.committer.last_hash != head
    return head


def test_a_copy_of_an_open_house_is_what_it_was_at_that_moment(db: str, key: Path, tmp_path: Path) -> None:
    async def scene() -> None:
        file = tmp_path / "copy.db"
        head = await _play(db, key, file, False)
        assert not key_beside(file).exists()
        assert file.stat().st_mode & 0o777 == 0o600
        assert sorted(path.name for path in tmp_path.glob("copy.db?*")) == []
        report = await audit_database(str(file), key)
        assert (report.wrong, report.last_hash, report.rounds, report.not_replayed) == (None, head, 1, 0)
        assert (await audit_database(db, key)).rounds == 2

    asyncio.run(scene())


def test_a_copy_of_postgresql_is_of_one_moment_though_rows_are_written_while_it_is_taken(
    postgres: Postgres, key: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before every table but the first is read, a guest comes in and another goes: nobody of them is in the copy."""

    async def scene() -> None:
        file, read, pages = tmp_path / "copy.db", list[object](), Snapshot.pages
        async with house_on(db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            await through_round(ann, live)
            head, before = house.committer.last_hash, {one.name for one in house.accounts.everybody()}

            async def while_others_come(moment: Snapshot, statement: object, size: int) -> AsyncIterator[Sequence[Any]]:
                if read:
                    guest = (await Player.come(house, f"Bob {len(read)}")).account
                    if len(read) % 2:
                        await house.write(house.accounts.forget(guest))
                read.append(statement)
                async for page in pages(moment, statement, size):
                    yield page

            monkeypatch.setattr(Snapshot, "pages", while_others_come)
            copied = await back_up(db, file, key, False)
            monkeypatch.undo()
            assert (copied.audit.wrong, copied.audit.last_hash, copied.audit.rounds) == (None, head, 1)
            assert len(read) > 20, "each table by itself"
            assert house.committer.last_hash != head
        with closing(sqlite3.connect(file)) as copy:
            assert {name for (name,) in copy.execute("SELECT name FROM accounts")} == before

    db = postgres.new_database(postgres.made)
    asyncio.run(scene())


def test_a_backup_or_a_restore_that_was_broken_off_keeps_no_other_from_being_made(
    sqlite_db: str, key: Path, tmp_path: Path
) -> None:
    async def scene() -> None:
        file, again = tmp_path / "copy.db", tmp_path / "again.db"
        for half in (file, again):
            half.with_name(f"{half.name}.part").write_bytes(b"half of a copy" * 1000)
        head = await _play(sqlite_db, key, file, True)
        copied = await restore(file, str(again), tmp_path / "again.key")
        assert (copied.audit.wrong, copied.audit.last_hash) == (None, head)
        assert [path for path in tmp_path.iterdir() if ".part" in path.name] == []
        private = (file, key_beside(file), again, tmp_path / "again.key")
        assert [path.stat().st_mode & 0o777 for path in private] == [0o600] * 4, "their owner's alone"

    asyncio.run(scene())


def test_whoever_reads_where_a_backup_was_restored_to_does_not_read_the_password() -> None:
    told = _without_password("postgresql://house:open sesame@database/house")
    assert told == "postgresql://house:***@database/house"


def test_a_copy_has_its_name_when_it_is_on_disk(
    sqlite_db: str, key: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A machine that stops leaves a file of that name whole, or none."""
    synced: list[tuple[str, bool]] = []
    file, fsync = tmp_path / "copy.db", os.fsync

    def notes(number: int) -> None:
        synced.append((Path(os.readlink(f"/proc/self/fd/{number}")).name, file.exists()))
        fsync(number)

    async def scene() -> None:
        async with house_on(sqlite_db, key):
            pass
        monkeypatch.setattr(os, "fsync", notes)
        await back_up(sqlite_db, file, key, True)

    asyncio.run(scene())
    assert ("copy.db.part", False) in synced
    assert ("copy.db.key", True) in synced


def test_a_backup_becomes_a_house_again_on_either_database(
    db: str, key: Path, tmp_path: Path, postgres: Postgres
) -> None:
    async def scene() -> None:
        file = tmp_path / "copy.db"
        head = await _play(db, key, file, True)
        assert key_beside(file).read_bytes() == key.read_bytes()
        assert key_beside(file).stat().st_mode & 0o777 == 0o600
        for number, place in enumerate((str(tmp_path / "again" / "house.db"), postgres.new_database())):
            new_key = tmp_path / f"new-{number}.key"
            copied = await restore(file, place, new_key)
            assert (copied.audit.wrong, copied.audit.last_hash, copied.key_copied) == (None, head, True)
            async with house_on(place, new_key) as house:
                ann = house.accounts.known("Ann")
                assert ann is not None
                (live,) = house.tables.values()
                await through_round(Player(house, ann), live)
            report = await audit_database(place, new_key)
            assert (report.wrong, report.rounds) == (None, 2)

    asyncio.run(scene())


def test_a_house_is_copied_whatever_its_folder_is_called_and_its_key_comes_where_nothing_is_yet(
    tmp_path: Path,
) -> None:
    """In a URL some of these letters would mean something else."""

    async def scene() -> None:
        folder = tmp_path / "50%25 of #1?"
        folder.mkdir()
        head = await _play(str(folder / "house.db"), folder / "house.key", folder / "copy.db", True)
        new_key = tmp_path / "keys" / "of" / "new.key"
        copied = await restore(folder / "copy.db", str(folder / "new.db"), new_key)
        assert (copied.audit.wrong, copied.audit.last_hash, copied.key_copied) == (None, head, True)
        assert new_key.read_bytes() == (folder / "house.key").read_bytes()

    asyncio.run(scene())


def test_nothing_is_restored_over_anything(db: str, key: Path, tmp_path: Path) -> None:
    async def scene() -> None:
        file = tmp_path / "copy.db"
        await _play(db, key, file, False)
        before = (await audit_database(db, key)).last_hash
        with pytest.raises(CannotOpen, match="to where nothing is"):
            await restore(file, db, key)
        with pytest.raises(CannotOpen, match="overwrites nothing"):
            await back_up(db, file, key, False)
        other = tmp_path / "other.db"
        key_beside(other).write_bytes(b"of another house")
        with pytest.raises(CannotOpen, match=r"other\.db\.key is there already; a backup overwrites nothing"):
            await back_up(db, other, key, True)
        assert not other.exists(), "who cannot have the key with it has no copy yet"
        assert key_beside(other).read_bytes() == b"of another house"
        assert (await audit_database(db, key)).last_hash == before

    asyncio.run(scene())


def test_nor_over_what_is_of_no_house(sqlite_db: str, key: Path, tmp_path: Path) -> None:
    async def scene() -> None:
        file, there = tmp_path / "copy.db", tmp_path / "there.db"
        await _play(sqlite_db, key, file, False)
        with closing(sqlite3.connect(there)) as other, other:
            other.execute("CREATE TABLE recipes (name TEXT)")
        with pytest.raises(
            CannotOpen, match=r"has tables already \(recipes\); a backup is restored to where nothing is"
        ):
            await restore(file, f"sqlite:///{there}", key)

    asyncio.run(scene())


def test_a_backup_restored_by_a_url_has_everything_but_what_was_of_the_moment(
    sqlite_db: str, key: Path, tmp_path: Path
) -> None:
    file, there = tmp_path / "copy.db", tmp_path / "there.db"

    async def scene() -> None:
        await _play(sqlite_db, key, file, True)
        assert (await restore(file, f"sqlite:///{there}", None)).audit.wrong is None

    asyncio.run(scene())
    with closing(sqlite3.connect(file)) as copy, closing(sqlite3.connect(there)) as restored:
        assert copy.execute("SELECT count(*) FROM requests").fetchone() == (1,), "that she has opened a table"
        for table in schema.metadata.sorted_tables:
            had, has = (sorted(map(repr, one.execute(f"SELECT * FROM {table.name}"))) for one in (copy, restored))
            assert has == ([] if table in schema.OF_THE_MOMENT else had), table.name


def test_a_key_that_is_there_is_not_replaced(sqlite_db: str, key: Path, tmp_path: Path) -> None:
    async def scene() -> None:
        file = tmp_path / "copy.db"
        await _play(sqlite_db, key, file, True)
        key_beside(file).write_bytes(b"x" * 32)
        copied = await restore(file, str(tmp_path / "new.db"), key)
        assert (copied.audit.wrong, copied.key_copied) == (None, False)

    asyncio.run(scene())


def test_a_copy_whose_record_is_wrong_does_not_get_the_name_of_a_backup(
    sqlite_db: str, key: Path, tmp_path: Path
) -> None:
    async def scene() -> None:
        await _play(sqlite_db, key, tmp_path / "good.db", False)
        with sqlite3.connect(sqlite_db) as file:
            file.execute("DROP TRIGGER journal_no_update")
            file.execute("UPDATE journal SET actor = 'Bob' WHERE n = 1")
        file.close()
        copied = await back_up(sqlite_db, tmp_path / "bad.db", key, False)
        assert copied.audit.wrong is not None
        assert not (tmp_path / "bad.db").exists()
        assert (tmp_path / "bad.db.wrong").exists()

    asyncio.run(scene())


def test_balances_that_no_transfers_make_are_no_backup_of_postgresql(
    postgres: Postgres, key: Path, tmp_path: Path
) -> None:
    async def scene() -> None:
        db = postgres.new_database()
        await _play(db, key, tmp_path / "good.db", False)
        database = await Database.open(db, key)
        async with database.engine.begin() as connection:
            await connection.exec_driver_sql("ALTER TABLE balances DISABLE TRIGGER USER")
            await connection.exec_driver_sql("UPDATE balances SET cents = cents + 1 WHERE account = 'player:Ann'")
        await database.close()
        copied = await back_up(db, tmp_path / "bad.db", key, False)
        assert copied.audit.wrong is not None
        assert "balances player:Ann: cents" in copied.audit.wrong
        assert not (tmp_path / "bad.db").exists()

    asyncio.run(scene())


@pytest.mark.parametrize("fault", [sqlite3.OperationalError("disk I/O error"), OSError(28, "No space left on device")])
def test_a_copy_that_cannot_be_written_is_one_sentence_and_no_backup(
    sqlite_db: str, key: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key):
            pass
        good, bad, there = tmp_path / "good.db", tmp_path / "bad.db", tmp_path / "there.db"
        await back_up(sqlite_db, good, key, True)

        def fails(*_: object) -> None:
            raise fault

        monkeypatch.setattr(backup, "copy_file", fails)
        with pytest.raises(CannotOpen, match="cannot be written"):
            await back_up(sqlite_db, bad, key, True)
        with pytest.raises(CannotOpen):
            await restore(good, str(there), None)
        assert not bad.exists()
        assert not there.exists()

    asyncio.run(scene())


def test_what_is_not_there_is_said_and_not_made(tmp_path: Path, key: Path) -> None:
    nothing = str(tmp_path / "nothing.db")
    with pytest.raises(CannotOpen, match="there is no database"):
        asyncio.run(back_up(nothing, tmp_path / "copy.db", key, False))
    with pytest.raises(CannotOpen, match="there is no database"):
        asyncio.run(restore(Path(nothing), str(tmp_path / "new.db"), key))
    assert list(tmp_path.iterdir()) == []


def test_the_password_of_the_database_comes_by_a_file_or_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = "postgresql://house@database/house"
    assert engine_for(url)[0].url.password is None
    monkeypatch.setenv(PASSWORD, "by environment")
    assert engine_for(url)[0].url.password == "by environment"
    file = tmp_path / "password"
    monkeypatch.setenv(PASSWORD_FILE, str(file))
    with pytest.raises(CannotOpen, match="which cannot be read") as refused:
        engine_for(url)
    assert "by environment" not in str(refused.value)
    file.write_text("by file\n", encoding="utf-8")
    assert engine_for(url)[0].url.password == "by file"
    assert engine_for("postgresql://house:own@database/house")[0].url.password == "own"
    assert "by file" not in str(engine_for(url)[0].url)


def test_where_there_is_no_key_to_copy_it_is_said_and_no_empty_one_is_left(tmp_path: Path) -> None:
    with pytest.raises(CannotOpen, match=f"there is no key {tmp_path / 'house.key'}"):
        copy_key(tmp_path / "house.key", tmp_path / "copy.key")
    assert not list(tmp_path.iterdir()), "an empty file would be taken for the key"
