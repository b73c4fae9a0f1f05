"""Whether a database is made as ours are: its triggers as `schema` writes them, in every field what may stand there."""

import re
from typing import Any

from sqlalchemy import Boolean, Column, ColumnElement, LargeBinary, String, Table, literal_column, select, text

from pitboss.house import schema
from pitboss.house.database import Reader

SHOWN_CHARACTERS = 60
_POSTGRES_TRIGGERS = (
    "SELECT t.tgname AS name, c.relname AS of_table, t.tgtype AS type, p.proname AS function,"
    " t.tgenabled = 'O' AND t.tgqual IS NULL AS always, coalesce((SELECT string_agg(a.attname, ',')"
    " FROM pg_attribute a WHERE a.attrelid = t.tgrelid AND a.attnum = ANY(t.tgattr)), '') AS of_columns"
    " FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid"
    " WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace"
)
_POSTGRES_FUNCTIONS = (
    "SELECT proname AS name, prosrc AS source FROM pg_proc WHERE pronamespace = current_schema()::regnamespace"
)
_EVENT_BITS = {"INSERT": 4, "DELETE": 8, "UPDATE": 16, "TRUNCATE": 32}


async def misshapen(database: Reader, dialect: str) -> str | None:
    """The first thing that is not made as it must be, in words."""
    if dialect == "postgresql":
        return await _postgres_rules(database)
    for table in schema.metadata.sorted_tables:
        fault = await _garbage(database, table)
        if fault is not None:
            return fault
    return await _sqlite_rules(database)


def _compared(what: str, wanted: dict[str, Any], there: dict[str, Any]) -> str | None:
    for name in sorted(wanted.keys() | there.keys()):
        if name not in there:
            return f"{what} {name} is missing: the database no longer keeps what was written"
        if name not in wanted:
            return f"{what} {name} is none of ours"
        if wanted[name] != there[name]:
            return f"{what} {name} has been altered"
    return None


async def _sqlite_rules(database: Reader) -> str | None:
    wanted = {rule.split()[2]: rule for rule in schema.rules("sqlite")}
    rows = await database.rows(text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"))
    return _compared("trigger", wanted, {row.name: row.sql for row in rows})


async def _postgres_rules(database: Reader) -> str | None:
    triggers: dict[str, Any] = {}
    functions: dict[str, Any] = {}
    for rule in schema.rules("postgresql"):
        made = re.match(r"CREATE FUNCTION (\w+)\(\).*?\$\$(.*)\$\$", rule, re.DOTALL)
        if made:
            functions[made[1]] = made[2]
            continue
        pattern = (
            r"CREATE TRIGGER (\w+) (BEFORE|AFTER) ([A-Z ]+?)(?: OF (\w+))? ON (\w+)( FOR EACH ROW)?"
            r" EXECUTE FUNCTION (\w+)"
        )
        when = re.match(pattern, rule)
        assert when is not None, rule
        bits = (2 if when[2] == "BEFORE" else 0) + (1 if when[6] else 0)
        bits += sum(_EVENT_BITS[event] for event in when[3].split(" OR "))
        triggers[when[1]] = (when[5], bits, when[7], True, when[4] or "")
    rows = await database.rows(text(_POSTGRES_TRIGGERS))
    there = {row.name: (row.of_table, row.type, row.function, row.always, row.of_columns) for row in rows}
    written = {row.name: row.source for row in await database.rows(text(_POSTGRES_FUNCTIONS))}
    return _compared("trigger", triggers, there) or _compared("function", functions, written)


def _improper(column: Column[Any]) -> str:
    """Where the field is not what may stand there, as SQLite asks it; SQLite itself takes anything anywhere."""
    name = column.name
    if isinstance(column.type, LargeBinary):
        wrong = f"typeof({name}) <> 'blob'"
    elif isinstance(column.type, String):
        wrong = f"typeof({name}) <> 'text' OR instr(CAST({name} AS BLOB), x'00')"
        if column.type.length:
            wrong += f" OR length({name}) > {column.type.length}"
    elif isinstance(column.type, Boolean):
        wrong = f"typeof({name}) <> 'integer' OR {name} NOT IN (0, 1)"
    else:
        wrong = f"typeof({name}) <> 'integer'"
    return f"({name} IS NOT NULL AND ({wrong}))" if column.nullable else f"({wrong})"


async def _garbage(database: Reader, table: Table) -> str | None:
    tests = {column.name: _improper(column) for column in table.columns}
    found = [_bare(f"quote({column.name})") for column in table.primary_key]
    rows = await database.rows(select(*found).select_from(table).where(text(" OR ".join(tests.values()))).limit(1))
    if rows:
        for name, wrong in tests.items():
            rows = await database.rows(select(*found).select_from(table).where(text(wrong)).limit(1))
            if rows:
                return f"{table.name} {_shown(rows[0])}: {name} has something in it that is not for it"
    return None


async def no_text(database: Reader) -> str | None:
    """The first field of SQLite whose bytes are no text, found by reading them as bytes."""
    if database.dialect != "sqlite":
        return None
    for table in schema.metadata.sorted_tables:
        keys = [_bare(f"hex({one.name})") for one in table.primary_key]
        for column in (one for one in table.columns if isinstance(one.type, String)):
            for *key, value in await database.rows(
                select(*keys, _bare(f"CAST({column.name} AS BLOB)")).select_from(table)
            ):
                try:
                    bytes(value or b"").decode()
                except UnicodeDecodeError:
                    return f"{table.name} {_shown(key)} (in hexadecimal): {column.name} is no text"
    return None


def _bare(words: str) -> ColumnElement[Any]:
    return literal_column(words)


def _shown(key: Any) -> str:
    return ", ".join(str(part) for part in key).encode("unicode_escape").decode()[:SHOWN_CHARACTERS]
