"""The register: whoever the house knows, and every change of it."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from sqlalchemy import Table

from pitboss.house import schema

Key = tuple[Any, ...]
Act = Literal["insert", "update", "delete"]


class Change(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row that comes, goes, or has other values; `key` names it by its primary key."""

    act: Act
    table: str
    key: tuple[str, ...]
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
    return Change(act="insert", table=table.name, key=key_of_row(table, row), values=dict(row))


def update(table: Table, *key: str, **values: str | int | bool | None) -> Change:
    """Other values in a row."""
    return Change(act="update", table=table.name, key=key, values=values)


def delete(table: Table, *key: str) -> Change:
    """A row that goes."""
    return Change(act="delete", table=table.name, key=key)


def key_of_row(table: Table, row: Mapping[str, Any]) -> Key:
    """The row's primary key."""
    return tuple(row[column.name] for column in table.primary_key)
