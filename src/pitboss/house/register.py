"""The register: whoever the house knows, and every change of it in the journal, so that it can be built again.

A change of a table in `schema.REGISTER` is written in two places in one transaction: in the table, and as a line of the
journal. Of a password's hash the journal has a hash, so that nobody guesses at passwords there.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec
from sqlalchemy import Table

from pitboss.house import schema

FOUND = "who was known before the register was kept"
Key = tuple[Any, ...]
Act = Literal["insert", "update", "delete"]


class Change(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row that comes, goes, or has other values; `key` names it by its primary key."""

    act: Act
    table: str
    key: tuple[str | int, ...]
    values: dict[str, str | int | bool | None] = {}

    def statement(self) -> tuple[Any, dict[str, Any]]:
        """What the database is asked to do."""
        table = schema.metadata.tables[self.table]
        if self.act == "insert":
            return table.insert(), self.values
        where = [column == value for column, value in zip(table.primary_key, self.key, strict=True)]
        return (table.update() if self.act == "update" else table.delete()).where(*where), self.values


def insert(table: Table, row: Mapping[str, Any]) -> Change:
    """A new row."""
    return Change(act="insert", table=str(table.name), key=key_of_row(table, row), values=dict(row))


def update(table: Table, *key: str | int, **values: str | int | bool | None) -> Change:
    """Other values in a row."""
    return Change(act="update", table=str(table.name), key=key, values=values)


def delete(table: Table, *key: str | int) -> Change:
    """A row that goes."""
    return Change(act="delete", table=str(table.name), key=key)


def body(changes: Iterable[Change]) -> str:
    """The line of the journal for some changes."""
    kept = [msgspec.structs.replace(one, values=digested(one.table, one.values)) for one in changes]
    return msgspec.json.encode(kept).decode()


def key_of_row(table: Table, row: Mapping[str, Any]) -> Key:
    """The row's primary key."""
    return tuple(row[column.name] for column in table.primary_key)


def digested(table: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """A row as the journal may have it."""
    secret = {column.name for column in schema.metadata.tables[table].columns if column.info.get("secret")}
    return {
        name: hashlib.sha256(value.encode()).hexdigest() if name in secret and isinstance(value, str) else value
        for name, value in values.items()
    }


class Misfit(Exception):
    """A change that does not fit what the register has."""


class Register:
    """The tables as the lines of the journal make them."""

    def __init__(self) -> None:
        self.rows: dict[str, dict[Key, dict[str, Any]]] = {str(table.name): {} for table in schema.REGISTER}

    def apply(self, line: str) -> Sequence[Change]:
        """What a line changes, made; `Misfit` says what does not fit."""
        try:
            changes = msgspec.json.decode(line, type=tuple[Change, ...])
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise Misfit(f"no change of the register: {error}") from None
        for change in changes:
            self._make(change)
        return changes

    def _make(self, change: Change) -> None:
        where = f"{change.table} {', '.join(map(str, change.key))}"
        if change.table not in self.rows:
            raise Misfit(f"{change.table} is no table of the register")
        rows = self.rows[change.table]
        if (change.key in rows) == (change.act == "insert"):
            raise Misfit(f"{where} is {'there already' if change.key in rows else 'not there'}")
        if change.act == "delete":
            del rows[change.key]
            return
        row = {**rows.get(change.key, {}), **change.values}
        table = schema.metadata.tables[change.table]
        columns = {column.name for column in table.columns}
        if set(row) != columns or key_of_row(table, row) != change.key:
            raise Misfit(f"{where} would not have the columns that a row has there")
        rows[change.key] = row
