"""Every column of every table: whatever is altered, taken away or put in, the audit says WRONG and where."""

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]  # it ships no types
import msgspec
import pytest
from sqlalchemy import Boolean, Column, LargeBinary, String

from pitboss.house import long_rounds, schema
from pitboss.house.audit import audit_database
from pitboss.house.audit_school import Rows, check_school
from pitboss.house.audit_shape import misshapen
from pitboss.house.audited import Report, Wrong
from pitboss.house.database import CannotOpen, Database, Snapshot
from pitboss.house.house import House
from pitboss.house.migrations.bring_up import newest
from pitboss.house.register import Key, insert
from pitboss.school.drills import MADE_BY
from pitboss.school.table_test import parse
from tests import moves as m
from tests.house.conftest import Postgres
from tests.house.kit import Player, house_on, through_round, to_betting
from tests.house.tampering import alter, lifted, rechain

# What may be altered unseen, and why.
UNBOUND = {
    "processes": "who is at work now",
    "whereabouts": "where a table is now",
    "requests": "what was just asked for, locked: an answer that was altered does not open",
    "counters": "a number that was given before is refused by the line that has it",
}
# Of a chain's row only its end follows from the journal: whose it is, a process whose row is altered finds out. Which
# of its transfers an account had last, tables that are written beside each other do not say.
UNBOUND_COLUMNS = {"chains": ("epoch", "process", "writes"), "balances": ("last_transfer",)}
TABLES = [table.name for table in schema.metadata.sorted_tables if table.name not in UNBOUND]
PASSWORD = "correct horse battery"
GARBAGE = {
    "a word": "'a word'",
    "empty": "''",
    "not JSON": "'{\"move\":'",
    "other JSON": "'[[[]]]'",
    "a NUL": "CAST(x'410042' AS TEXT)",
    "no UTF-8": "CAST(x'fffe80' AS TEXT)",
    "bytes": "x'00ff'",
    "huge": "9223372036854775807",
    "negative": "-9223372036854775808",
    "a fraction": "1.5",
    "nothing": "NULL",
    "a long text": "printf('%.*c', 5000, 'x')",
}


async def school_day(house: House) -> None:
    """Somebody drills, and takes a table test: one that is over, and one under way."""
    ina, _ = await house.sign_up("Ina", PASSWORD, await house.invite("instructor"))
    cat = house.accounts.known("Cat")
    assert cat is not None
    await house.write(house.classes.add("4B", ["Ina"]))
    item = await house.drills.ask(cat, "double-attack-pa", "payouts")
    await house.drills.answer(cat, "double-attack-pa", "payouts", item.number, "12.50")
    for answered in (2, 1):
        test = parse('game = "double-attack-pa"\nminutes = 9\n[[drill]]\nkind = "payouts"\nitems = 2')
        sitting = await house.exams.sit(cat, await house.exams.give(ina, "4B", test))
        for number in range(1, answered + 1):
            await house.exams.answer(cat, sitting.id, number, "12.50")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house with everything in it: people, staff, invitations, sessions that ended, tables closed and in play."""
    folder = tmp_path_factory.mktemp("played")

    async def evening() -> None:
        async with house_on(str(folder / "house.db"), folder / "house.key") as house:
            code, _ = await house.invite("auditor"), await house.invite("dealer")
            await house.sign_up("Aud", PASSWORD, code)
            _, token = await house.sign_up("Cat", PASSWORD, None)
            await house.accounts.end_session(token)
            roll = [
                *house.classes.make("4B"),
                *house.classes.add("4B", ["Cat"]),
                insert(schema.standing_orders, {"name": "sign-up", "value": "closed"}),
                insert(schema.removals, {"table_id": "t0", "name": "Cat", "rule": "by order"}),
            ]
            await house.committer.submit([house.accounts.line(roll)])
            await school_day(house)
            for name, close in (("Ann", True), ("Bob", False)):
                player = await Player.come(house, name)
                live = await player.open()
                await to_betting(player, live)
                for _ in range(2):
                    await through_round(player, live)
                if close:
                    await live.ask(m.CloseTable(by="floorperson"), "Flo", "close")

    with pytest.MonkeyPatch.context() as early:
        early.setattr(long_rounds, "CHECKPOINT_MOVES_LEAST", 1)
        asyncio.run(evening())
    assert asyncio.run(audit_database(str(folder / "house.db"), folder / "house.key")).wrong is None
    return folder


def _other(column: Column[object]) -> str:
    """Another value that looks as good."""
    name = column.name
    if isinstance(column.type, LargeBinary):
        return f"CAST({name} || x'00' AS BLOB)"
    if isinstance(column.type, String):
        last = f"CASE WHEN {name} LIKE '%0' THEN '1' ELSE '0' END"
        return f"coalesce(substr({name}, 1, length({name}) - 1) || {last}, 'x')"
    return f"1 - {name}" if isinstance(column.type, Boolean) else f"coalesce({name} + 1, 1)"


def _alterations(table: str, rows: int) -> Iterator[tuple[str, str]]:
    """What is done to a table, in words and in SQL, to a row in its middle and to the last."""
    row, last = f"rowid = {max(1, (rows + 1) // 2)}", f"rowid = {rows}"
    columns = schema.metadata.tables[table].columns
    for column in columns:
        name = column.name
        if name in UNBOUND_COLUMNS.get(table, ()):
            continue
        yield f"{name}: another value", f"UPDATE {table} SET {name} = {_other(column)} WHERE {row}"
        yield f"{name}: another value, last row", f"UPDATE {table} SET {name} = {_other(column)} WHERE {last}"
        near = f"(SELECT {name} FROM {table} o WHERE o.{name} IS NOT {table}.{name} LIMIT 1)"
        yield f"{name}: a neighbour's", f"UPDATE {table} SET {name} = {near} WHERE {row} AND {near} IS NOT NULL"
    yield "a row deleted", f"DELETE FROM {table} WHERE {row}"
    yield "the last row deleted", f"DELETE FROM {table} WHERE {last}"
    yield "a row twice", f"INSERT INTO {table} SELECT * FROM {table} WHERE {row}"
    keys = {column.name for column in schema.metadata.tables[table].primary_key}
    fresh = keys - {"table_id", "round"} or keys
    fields = ", ".join(_other(column) if column.name in fresh else column.name for column in columns)
    yield "a row added", f"INSERT INTO {table} SELECT {fields} FROM {table} WHERE {row}"
    yield "everything deleted", f"DELETE FROM {table}"


def _garbage(table: str, rows: int) -> Iterator[tuple[str, str]]:
    row = f"rowid = {max(1, (rows + 1) // 2)}"
    for name in (column.name for column in schema.metadata.tables[table].columns):
        for what, value in GARBAGE.items():
            yield f"{name}: {what}", f"UPDATE {table} SET {name} = {value} WHERE {row} AND {name} IS NOT {value}"


def _found(played: Path, db: Path, table: str, statement: str) -> str | None:
    """What the audit says after that; an empty text when nothing was there to be altered."""
    shutil.copy(played / "house.db", db)
    with lifted(str(db)) as connection:
        # Without what the database itself asks of the table: who can write the file can write that too.
        connection.execute(f"ALTER TABLE {table} RENAME TO before")
        connection.execute(f"CREATE TABLE {table} AS SELECT * FROM before")
        connection.execute("DROP TABLE before")
        if not connection.execute(statement).rowcount:
            return ""
    return asyncio.run(audit_database(str(db), played / "house.key")).wrong


def _rows_of(played: Path, table: str) -> int:
    with sqlite3.connect(played / "house.db") as file:
        rows = int(file.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
    file.close()
    assert rows
    return rows


def test_of_the_books_of_the_house_one_alteration_each_is_found(played: Path, tmp_path: Path) -> None:
    for table in ("journal", "transfers", "drill_sheets", "sittings", "chains", "heads", "rolled"):
        what, sql = next(iter(_alterations(table, _rows_of(played, table))))
        wrong = _found(played, tmp_path / "house.db", table, sql)
        assert wrong is not None, (table, what)
        assert "cannot be checked" not in wrong


@pytest.mark.parametrize("table", ["transfers", "sealed_orders", "checkpoints", "round_marks"])
def test_what_lies_behind_the_last_line_of_the_journal_is_found(played: Path, tmp_path: Path, table: str) -> None:
    columns = schema.metadata.tables[table].columns
    far = {"n": "n + 1000000", "id": "id + 1000000"}
    fields = ", ".join(far.get(column.name, column.name) for column in columns)
    there = _rows_of(played, table)
    added = f"INSERT INTO {table} SELECT {fields} FROM {table} WHERE rowid = 1"
    wrong = _found(played, tmp_path / "house.db", table, added)
    assert wrong == f"{table}: {there + 1} rows, {there} of them in lines of the journal"


def test_an_answer_of_the_school_that_belongs_to_nothing_is_found() -> None:
    nothing: dict[Key, dict[str, Any]] = {}
    sheets = dict.fromkeys(("drill_sheets", "drill_answers", "exams", "sittings", "sitting_lines"), nothing)
    for part, whole in (("drill_answers", "drill_sheets"), ("sitting_lines", "sittings")):
        rows: Rows = {**sheets, part: {("lost", 1): {"place": 1}}}
        with pytest.raises(Wrong, match=f"{part} lost: it belongs to nothing in {whole}"):
            check_school(rows, Report())


def test_a_test_that_was_taken_and_given_by_nobody_or_is_none_or_over_without_its_score_is_found() -> None:
    text = 'game = "double-attack-pa"\nminutes = 9\n[[drill]]\nkind = "payouts"\nitems = 2'
    test = msgspec.json.encode(parse(text)).decode()
    sitting = {"id": "s1", "exam": "e1", "name": "Ann", "seed": "ab", "made_by": MADE_BY, "began_at_ms": 0}
    under_way = {**sitting, "ended_at_ms": None, "score": None}

    def said(exam: str, exams: dict[Key, dict[str, Any]], of: dict[str, Any], *lines: int) -> str | None:
        rows: Rows = {
            "drill_sheets": {},
            "drill_answers": {},
            "exams": exams or {("e1",): {"test": exam}},
            "sittings": {("s1",): of},
            "sitting_lines": {("s1", line): {"place": line} for line in lines},
        }
        report = Report()
        try:
            check_school(rows, report)
        except Wrong as wrong:
            return str(wrong)
        assert report.exams == 1
        return None

    over = "sittings s1: it is over without a score, or has one before it is over"
    assert said(test, {}, under_way) is None
    assert said(test, {("e2",): {}}, under_way) == "sittings s1: nobody has given the test that was taken"
    assert str(said("nonsense", {}, under_way)).startswith("sittings s1: no table test: ")
    assert said(test, {}, {**under_way, "ended_at_ms": 5}) == said(test, {}, {**under_way, "score": "{}"}) == over
    assert said(test, {}, under_way, 2) == said(test, {}, under_way, 2, 3) == "sitting_lines s1, 1: it is missing"


def test_whichever_transfers_number_is_altered_it_is_found(played: Path, tmp_path: Path) -> None:
    # Numbers say in which order a line's transfers were: which row it is must not decide whether that is seen.
    for row in range(1, _rows_of(played, "transfers") + 1):
        sql = f"UPDATE transfers SET id = id + 1 WHERE rowid = {row}"
        assert _found(played, tmp_path / "house.db", "transfers", sql), row


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
def test_whatever_is_altered_in_a_table_is_found_and_has_its_place(table: str, played: Path, tmp_path: Path) -> None:
    db = tmp_path / "house.db"
    untouched = f"UPDATE {table} SET rowid = rowid WHERE rowid = 1"
    assert _found(played, db, table, untouched) is None, "what is not altered is in order"
    found = {what: _found(played, db, table, sql) for what, sql in _alterations(table, _rows_of(played, table))}
    assert [what for what, wrong in found.items() if wrong is None or "cannot be checked" in wrong] == []
    places = (table, "journal line", "ledger: transfer", "transfers: ", "balances ")
    assert [wrong for wrong in found.values() if wrong and not wrong.startswith(places)] == []


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
def test_garbage_in_any_field_is_found_and_has_its_place(table: str, played: Path, tmp_path: Path) -> None:
    db = tmp_path / "house.db"
    found = {what: _found(played, db, table, sql) for what, sql in _garbage(table, _rows_of(played, table))}
    assert [what for what, wrong in found.items() if wrong is None or "cannot be checked" in wrong] == []


def test_what_no_field_of_any_table_may_hold_is_found_before_anything_else_is_read(
    played: Path, tmp_path: Path
) -> None:
    db = shutil.copy(played / "house.db", tmp_path / "house.db")

    async def each() -> None:
        database = await Database.open(str(db), played / "house.key", exclusive=False)
        for table in schema.metadata.sorted_tables:
            column = [*table.columns][-1]
            last, other = column.name, "'a word'" if isinstance(column.type, LargeBinary) else "x'00ff'"
            keys = [one.name for one in table.primary_key]
            its = " AND ".join(f"{key} = ?" for key in keys)
            with sqlite3.connect(db) as file:
                for value, *which in file.execute(
                    f"SELECT {last}, {', '.join(keys)} FROM {table.name} LIMIT 1"
                ).fetchall():
                    file.execute(f"UPDATE {table.name} SET {last} = {other} WHERE {its}", which)
                    file.commit()
                    told = str(await misshapen(database, database.dialect))
                    assert told.startswith(f"{table.name} "), told
                    assert told.endswith(f": {last} has something in it that is not for it")
                    file.execute(f"UPDATE {table.name} SET {last} = ? WHERE {last} IS {other}", (value,))
            file.close()
        await database.close()

    with sqlite3.connect(db) as file:
        for (rule,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            file.execute(f"DROP TRIGGER {rule}")
    file.close()
    asyncio.run(each())


@pytest.mark.parametrize("what", [*GARBAGE])
def test_garbage_in_the_journal_is_found(what: str, played: Path, tmp_path: Path) -> None:
    statement = f"UPDATE journal SET body = {GARBAGE[what]} WHERE n = 7"
    wrong = _found(played, tmp_path / "house.db", "journal", statement)
    assert wrong is not None
    assert wrong.startswith(("journal 7: body", "journal line 7", "journal 37 (in hexadecimal): body")), wrong


@pytest.mark.parametrize("chain", ["people", "bank"])
def test_the_first_line_of_a_register_is_missed_though_the_chain_is_made_anew(
    chain: str, played: Path, tmp_path: Path
) -> None:
    db = str(tmp_path / "house.db")
    shutil.copy(played / "house.db", db)
    first = f"(SELECT n FROM journal WHERE table_id = '{chain}' AND seq = 1)"
    alter(db, f"DELETE FROM transfers WHERE n = {first}", f"DELETE FROM journal WHERE n = {first}")
    rechain(db)
    wrong = asyncio.run(audit_database(db, played / "house.key")).wrong
    assert wrong is not None
    assert wrong.endswith(f"line 1 of {chain} is missing"), wrong


@pytest.mark.parametrize(
    "otherwise",
    [
        "seq = seq + 1000",
        "table_id = 't0'",
        "n = (SELECT min(n) FROM journal WHERE kind = 'people')",
        "n = (SELECT n FROM journal j WHERE j.kind = 'open' AND j.table_id = checkpoints.table_id)",
        "n = (SELECT n FROM journal j WHERE j.seq = 2 AND j.table_id = checkpoints.table_id)",
    ],
)
def test_a_checkpoint_that_lies_with_another_line_is_found_though_the_chain_is_made_anew(
    otherwise: str, played: Path, tmp_path: Path
) -> None:
    db = str(shutil.copy(played / "house.db", tmp_path / "house.db"))
    alter(db, f"UPDATE checkpoints SET {otherwise} WHERE n = (SELECT min(n) FROM checkpoints)")
    rechain(db)
    wrong = str(asyncio.run(audit_database(db, played / "house.key")).wrong)
    assert wrong.endswith(": a checkpoint lies with what is no move of its table"), wrong


def test_a_grant_has_no_place_among_the_moves_of_a_table_though_the_chain_is_made_anew(
    sqlite_db: str, key: Path
) -> None:
    async def evening() -> str:
        async with house_on(sqlite_db, key) as house:
            live = await (await Player.come(house, "Ann")).open()
            await Player.come(house, "Bob")
            return live.id

    table = asyncio.run(evening())
    last = "(SELECT MAX(n) FROM journal WHERE kind = 'grant')"
    alter(sqlite_db, f"UPDATE journal SET table_id = '{table}', seq = 1 WHERE n = {last}")
    rechain(sqlite_db)
    wrong = asyncio.run(audit_database(sqlite_db, key)).wrong
    assert wrong is not None
    assert wrong.endswith(f"line 1 of {table} is missing"), wrong


# --- the rules that the database keeps by itself --------------------------------------------------------------------


@pytest.mark.parametrize("rule", schema.rules("sqlite"), ids=lambda rule: str(rule.split()[2]))
def test_a_trigger_that_was_dropped_or_altered_is_found(rule: str, played: Path, tmp_path: Path) -> None:
    name, db = rule.split()[2], tmp_path / "house.db"
    for then, sentence in (
        ("SELECT 1", f"trigger {name} is missing"),
        (rule.replace("BEGIN", "BEGIN SELECT 1;", 1), f"trigger {name} has been altered"),
        (rule.replace(name, "another", 1), "trigger another is none of ours"),
    ):
        shutil.copy(played / "house.db", db)
        with sqlite3.connect(db) as file:
            file.execute(f"DROP TRIGGER {name}")
            file.execute(then)
            if "another" in sentence:
                file.execute(rule)
        file.close()
        assert str(asyncio.run(audit_database(str(db), played / "house.key")).wrong).startswith(sentence)


@pytest.mark.parametrize("version", ["'99'", "'1'", "'later'", "''", "NULL", "x'ff'", "70"])
def test_another_version_is_one_sentence_and_nothing_is_changed(version: str, played: Path, tmp_path: Path) -> None:
    db = tmp_path / "house.db"
    shutil.copy(played / "house.db", db)
    with sqlite3.connect(db) as file:
        file.executescript(f"DROP TABLE alembic_version; CREATE TABLE alembic_version AS SELECT {version} version_num")
    file.close()
    before = db.read_bytes()
    with pytest.raises(CannotOpen, match="version"):
        asyncio.run(audit_database(str(db), played / "house.key"))
    assert db.read_bytes() == before


@pytest.mark.parametrize("exclusive", [True, False])
def test_a_version_after_the_newest_is_brought_up_by_nobody(played: Path, tmp_path: Path, exclusive: bool) -> None:
    """A later one has a greater number, and not a later place among words."""
    db, later = tmp_path / "house.db", int(newest()) + 1
    shutil.copy(played / "house.db", db)
    with sqlite3.connect(db) as file:
        file.execute(f"UPDATE alembic_version SET version_num = '{later}'")
    file.close()
    with pytest.raises(CannotOpen, match=f"has version {later}; this program knows up to {newest()}"):
        asyncio.run(Database.open(str(db), played / "house.key", exclusive=exclusive))


def test_a_version_that_is_not_there_or_twice_is_one_sentence(played: Path, tmp_path: Path) -> None:
    db = tmp_path / "house.db"
    for statement in ("DELETE FROM alembic_version", "INSERT INTO alembic_version VALUES ('2')"):
        shutil.copy(played / "house.db", db)
        with sqlite3.connect(db) as file:
            file.execute(statement)
        file.close()
        with pytest.raises(CannotOpen, match="which version"):
            asyncio.run(audit_database(str(db), played / "house.key"))


# --- PostgreSQL -----------------------------------------------------------------------------------------------------

ON_POSTGRES = [
    ("UPDATE round_players SET net_cents = net_cents + 1", "round_players"),
    ("UPDATE rounds SET first_seq = first_seq + 1", "rounds"),
    ("UPDATE rounds SET at_ms = at_ms + 1", "rounds"),
    ("UPDATE accounts SET role = 'auditor' WHERE name = 'Ann'", "accounts Ann: role is auditor on record"),
    ("INSERT INTO sessions SELECT 'x', name, expires_at_ms FROM sessions LIMIT 1", "sessions x"),
    ("INSERT INTO invitations VALUES ('x', 'auditor', false, NULL, NULL)", "invitations x"),
    ("UPDATE balances SET last_transfer = 1", "balances"),
    ("UPDATE journal SET at_ms = at_ms + 1 WHERE n = 3", "journal line 3"),
    ("DROP TRIGGER rounds_append_only ON rounds", "trigger rounds_append_only is missing"),
    ("ALTER TABLE rounds DISABLE TRIGGER rounds_no_truncate", "trigger rounds_no_truncate has been altered"),
    ("ALTER TABLE balances ENABLE REPLICA TRIGGER balances_follow", "trigger balances_follow has been altered"),
    (
        "CREATE OR REPLACE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$",
        "function append_only has been altered",
    ),
    (
        "DROP TRIGGER journal_append_only ON journal; CREATE TRIGGER journal_append_only BEFORE DELETE ON journal"
        " FOR EACH ROW EXECUTE FUNCTION append_only()",
        "trigger journal_append_only has been altered",
    ),
]


ANOTHER = "CREATE FUNCTION another() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$"
IN_ORDER = "CREATE TRIGGER journal_in_order BEFORE INSERT ON journal FOR EACH ROW EXECUTE FUNCTION journal_in_order()"
OF_THIS = (
    "CREATE TRIGGER chains_of_this_version BEFORE INSERT OR UPDATE OF process ON chains"
    " FOR EACH ROW EXECUTE FUNCTION of_this_version()"
)
NO_TRUNCATE = "CREATE TRIGGER rounds_no_truncate BEFORE TRUNCATE ON rounds EXECUTE FUNCTION append_only()"
MADE_OTHERWISE = [
    (IN_ORDER, "BEFORE", "AFTER"),
    (IN_ORDER, "INSERT", "INSERT OR DELETE"),
    (IN_ORDER, "INSERT", "UPDATE"),
    (IN_ORDER, " FOR EACH ROW", ""),
    (IN_ORDER, "EXECUTE", "WHEN (NEW.n = 7) EXECUTE"),
    (IN_ORDER, "EXECUTE FUNCTION journal_in_order", "EXECUTE FUNCTION transfers_post"),
    (IN_ORDER, "ON journal", "ON heads"),
    (OF_THIS, " OF process", ""),
    (OF_THIS, " OF process", " OF epoch"),
    (OF_THIS, " OF process", " OF process, epoch"),
    (NO_TRUNCATE, "TRUNCATE", "INSERT"),
    (NO_TRUNCATE, "BEFORE", "AFTER"),
]


def _on_postgresql() -> Iterator[tuple[str | None, list[str]]]:
    """What is said of the rules that PostgreSQL keeps, and what somebody did before."""
    for rule in schema.rules("postgresql"):
        kind, name = rule.split()[1].lower(), rule.split()[2].removesuffix("()")
        altered = f"{kind} {name} has been altered"
        if kind == "function":
            again = rule.replace("CREATE", "CREATE OR REPLACE", 1)
            yield altered, [again.replace("BEGIN", "BEGIN PERFORM 1;", 1)]
            continue
        table = rule.partition(" ON ")[2].split()[0]
        gone = f"trigger {name} is missing: the database no longer keeps what was written"
        yield gone, [f"DROP TRIGGER {name} ON {table}"]
        for enabled in ("DISABLE", "ENABLE REPLICA", "ENABLE ALWAYS"):
            yield altered, [f"ALTER TABLE {table} {enabled} TRIGGER {name}"]
    for rule, was, now in MADE_OTHERWISE:
        name, table = rule.split()[2], rule.partition(" ON ")[2].split()[0]
        yield f"trigger {name} has been altered", [f"DROP TRIGGER {name} ON {table}", rule.replace(was, now, 1)]
    yield "function another is none of ours", [ANOTHER]
    yield "trigger another is none of ours", [IN_ORDER.replace("journal_in_order", "another", 1)]
    # What somebody keeps beside the house in the same database is no business of ours.
    beside = ["CREATE SCHEMA beside", "CREATE TABLE beside.journal (n int)"]
    yield None, [*beside, IN_ORDER.replace("journal_in", "other_in", 1).replace("ON journal", "ON beside.journal", 1)]
    yield None, [*beside, ANOTHER.replace("another", "beside.another")]
    yield None, []


def test_of_every_rule_that_postgresql_keeps_it_is_found_when_it_is_gone_or_is_another(postgres: Postgres) -> None:
    async def scene() -> list[str]:
        missed, database = [], await Database.open(db, Path("no.key"), exclusive=False)
        for sentence, done in _on_postgresql():
            async with database.engine.connect() as connection:
                for statement in done:
                    await connection.exec_driver_sql(statement)
                told = await misshapen(Snapshot(connection), database.dialect)
                await connection.rollback()
            if told != sentence:
                missed.append(f"{done}: {told}, not {sentence}")
        await database.close()
        return missed

    db = postgres.new_database(postgres.made)
    assert asyncio.run(scene()) == []


@pytest.mark.slow
def test_on_postgresql_what_is_altered_is_found(postgres: Postgres, key: Path) -> None:
    async def scene() -> list[str]:
        db = postgres.new_database()
        async with house_on(db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            await through_round(ann, live)
        assert (await audit_database(db, key)).wrong is None
        missed = []
        for statement, sentence in ON_POSTGRES:
            copy = postgres.new_database(db)
            connection = await asyncpg.connect(copy)
            lifting = not statement.startswith(("DROP", "ALTER", "CREATE"))
            await connection.execute(f"SET session_replication_role = replica; {statement}" if lifting else statement)
            await connection.close()
            wrong = str((await audit_database(copy, key)).wrong)
            if not wrong.startswith(sentence):
                missed.append(f"{statement}: {wrong}")
        return missed

    assert asyncio.run(scene()) == []
