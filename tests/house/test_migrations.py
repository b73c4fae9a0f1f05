"""A database of every earlier version opens, loses nothing, and is afterwards the same as a new one."""

import asyncio
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]  # it ships no types
import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection

from pitboss.house import archive, schema
from pitboss.house.audit import audit_database
from pitboss.house.committer import first_head
from pitboss.house.database import CannotOpen, Database, engine_for
from pitboss.house.journal import Recipe
from pitboss.house.migrations.bring_up import newest
from pitboss.procedure.replay import recipe
from pitboss.procedure.table import PROCEDURE
from pitboss.rules.variant import load
from tests.house.conftest import Postgres
from tests.house.kit import Player, house_on, to_betting
from tests.house.tampering import alter, rechain

DUMPS = Path(__file__).parent / "databases"
EARLIER = tuple(range(1, int(newest())))
RULES_BY_DIALECT = {
    "sqlite": "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' UNION ALL"
    " SELECT m.name, (SELECT group_concat(name) FROM pragma_index_info(i.name))"
    " FROM sqlite_master m, pragma_index_list(m.name) i WHERE m.type = 'table' AND i.\"unique\""
    " AND m.name <> 'alembic_version' ORDER BY 1, 2",
    "postgresql": "SELECT pg_get_triggerdef(t.oid), t.tgenabled, p.prosrc FROM pg_trigger t"
    " JOIN pg_proc p ON p.oid = t.tgfoid WHERE NOT t.tgisinternal ORDER BY 1",
}


async def _lay_down(version: int, db: str, key: Path) -> None:
    """A database as that version left it, with its key, which the later ones have on record."""
    if version >= 5:
        key.write_bytes((DUMPS / "house.key").read_bytes())
        key.chmod(0o600)
    kind = "postgresql" if "://" in db else "sqlite"
    dump = (DUMPS / f"version-{version}-{kind}.sql").read_text(encoding="utf-8")
    if kind == "sqlite":
        with sqlite3.connect(db) as file:
            file.executescript(dump)
        file.close()
        return
    connection = await asyncpg.connect(db)
    await connection.execute(dump)
    await connection.close()


def _unread(change: tuple[Any, ...]) -> bool:
    """Of SQLite: a key of text without NOT NULL passes for one that may be empty (version 1 wrote it so, to no effect);
    and "VARCHAR(40) UNIQUE" is not read back. What is unique is compared with the triggers there."""
    if change[0] == "modify_nullable":
        return bool(schema.metadata.tables[change[2]].columns[change[3]].primary_key)
    return bool(change[0] == "add_constraint")


async def _differs(database: Database) -> list[object]:
    def found(connection: Connection) -> list[object]:
        found: list[Any] = compare_metadata(MigrationContext.configure(connection), schema.metadata)
        changes = [each for one in found for each in (one if isinstance(one, list) else [one])]
        return changes if connection.dialect.name == "postgresql" else [one for one in changes if not _unread(one)]

    async with database.engine.connect() as connection:
        return await connection.run_sync(found)


async def _rules(database: Database) -> list[tuple[object, ...]]:
    async with database.engine.connect() as connection:
        return [tuple(row) for row in await connection.exec_driver_sql(RULES_BY_DIALECT[database.dialect])]


@pytest.fixture
def new_db(request: pytest.FixtureRequest, empty_db: str, tmp_path: Path) -> str:
    """A database of the same kind, made by this version."""
    if "://" not in empty_db:
        return str(shutil.copy(request.getfixturevalue("made_file"), tmp_path / "new.db"))
    server: Postgres = request.getfixturevalue("postgres")
    return server.made


@pytest.mark.parametrize("version", EARLIER)
def test_a_database_of_an_earlier_version_opens_and_is_then_as_a_new_one(
    version: int, empty_db: str, new_db: str, key: Path
) -> None:
    async def scene() -> None:
        await _lay_down(version, empty_db, key)
        with pytest.raises(CannotOpen, match=f"version {version}; `pitboss serve` brings it to {newest()}"):
            await Database.open(empty_db, key, exclusive=False)
        database, new = await Database.open(empty_db, key), await Database.open(new_db, key, exclusive=False)
        differs, rules, rules_of_a_new_one = await _differs(database), await _rules(database), await _rules(new)
        await database.close()
        await new.close()
        assert differs == []
        assert rules == rules_of_a_new_one

    asyncio.run(scene())


def test_a_database_of_no_version_or_a_later_one_is_left_as_it_is(db: str, key: Path) -> None:
    async def scene() -> None:
        for version, why in (("ten", "does not say which"), (str(int(newest()) + 1), f"knows up to {newest()}")):
            engine, _ = engine_for(db)
            async with engine.begin() as connection:
                await connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{version}'")
            for exclusive in (True, False):
                with pytest.raises(CannotOpen, match=why):
                    await Database.open(db, key, exclusive=exclusive)
            async with engine.connect() as connection:
                there = await connection.exec_driver_sql("SELECT version_num FROM alembic_version")
                assert there.scalar_one() == version
            await engine.dispose()

    asyncio.run(scene())


@pytest.mark.parametrize("version", EARLIER)
def test_what_was_written_then_is_there_and_counts(version: int, empty_db: str, key: Path) -> None:
    async def scene() -> None:
        await _lay_down(version, empty_db, key)
        async with house_on(empty_db, key) as house:
            assert house.accounts.known("Ann") is not None
            cents = await house.database.rows(schema.balances.select().where(schema.balances.c.account == "house"))
            assert [row.cents for row in cents] == [-10_000_00]
            moves = await house.database.rows(schema.journal.select().where(schema.journal.c.kind == "move"))
            assert len(moves) == 2
            await house.sign_up("Ida", "correct horse battery", await house.invite("instructor"))
        report = await audit_database(empty_db, key)
        assert report.wrong is None, report.wrong
        kept = [note for note in report.notes if "register" in note]
        first = "journal lines before 6 were written before the register was kept"
        assert kept == ([first] if version < 5 else []), "who was known before is told of in its first line"

    asyncio.run(scene())


@pytest.mark.parametrize("version", [version for version in EARLIER if version >= 5])
def test_what_was_one_chain_goes_on_as_many_and_the_audit_follows_both(version: int, empty_db: str, key: Path) -> None:
    """Lines of then are checked as one chain; each table builds on its end, and the first head says so."""

    async def scene() -> None:
        await _lay_down(version, empty_db, key)
        async with house_on(empty_db, key) as house:
            ann = await Player.come(house, "Bea")
            live = await ann.open()
            await to_betting(ann, live)
        report = await audit_database(empty_db, key)
        assert report.wrong is None, report.wrong
        assert report.heads >= 2
        database = await Database.open(empty_db, key, exclusive=False)
        j, head = schema.journal, await first_head(database)
        (last,) = await database.rows(j.select().where(j.c.n == head.until))
        assert last.hash == head.anchor
        (opened,) = await database.rows(j.select().where(j.c.table_id == live.id, j.c.seq == 0))
        await database.close()
        assert opened.n > head.until > 0

    asyncio.run(scene())


@pytest.mark.parametrize("version", [version for version in EARLIER if version >= 5])
def test_a_move_that_is_missed_from_before_each_table_had_a_chain_is_named_though_the_chain_is_made_anew(
    version: int, key: Path, tmp_path: Path
) -> None:
    """Of then only the whole journal is numbered without a gap: that of each table is looked at by itself."""
    db = str(tmp_path / "house.db")

    async def brought_up() -> None:
        await _lay_down(version, db, key)
        await (await Database.open(db, key)).close()

    asyncio.run(brought_up())
    rechain(db)
    assert asyncio.run(audit_database(db, key)).wrong is None, "as it was written then"
    for seq in (2, 1):
        alter(db, f"UPDATE journal SET seq = seq + 1 WHERE kind = 'move' AND seq >= {seq}")
        rechain(db)
        wrong = str(asyncio.run(audit_database(db, key)).wrong)
        assert wrong.endswith(f", move {seq + 1}): move {seq} is missing"), wrong


def test_a_table_of_a_variant_is_called_the_same_when_a_house_takes_it_up_again() -> None:
    rules = load("double-attack-pa", {}, {}, {"title": "Mine", "note": "A trial."})
    again = archive.rules_of(archive.recipe_for(rules, (), "Ann", False))
    assert (again.title, again.note, again.hash) == ("Mine", "A trial.", rules.hash)


def test_a_table_of_an_older_procedure_rests_and_is_named() -> None:
    """Its rules may be the same to the last value: it is not dealt again otherwise than it was."""
    rules = load("double-attack-pa")
    sets, readings = recipe(rules)
    now = Recipe(
        procedure=PROCEDURE,
        game=rules.game,
        sets=sets,
        readings=readings,
        rules_hash=rules.hash,
        by_hand=(),
        opened_by="Ann",
    )
    assert archive.rules_of(now).hash == rules.hash
    with pytest.raises(archive.OtherRules, match=f"procedure {PROCEDURE - 1}, and this version"):
        archive.rules_of(msgspec.structs.replace(now, procedure=PROCEDURE - 1))


def test_a_new_database_is_what_the_tables_say(empty_db: str, key: Path) -> None:
    async def scene() -> None:
        database = await Database.open(empty_db, key)
        differs, rules = await _differs(database), await _rules(database)
        await database.close()
        assert differs == []
        assert len(rules) > len(schema.APPEND_ONLY)

    asyncio.run(scene())


def test_every_earlier_version_has_its_database_here() -> None:
    assert EARLIER
    for version in EARLIER:
        for kind in RULES_BY_DIALECT:
            assert (DUMPS / f"version-{version}-{kind}.sql").exists(), f"keep a dump of version {version} on {kind}"
