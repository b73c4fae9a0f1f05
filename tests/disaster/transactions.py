"""Several transactions at once on one SQLite in memory, which has one at a time.

What a transaction has done so far is taken back as soon as anybody else asks for something, and done again before it
goes on or is committed. The rows it has changed are its own until it ends: who wants to change one of them waits, and
then finds it as it is by then. So nobody reads what is not committed, and nobody writes over it. Whose a chain became
stays so: whether its owner lived was asked once, and the answer may be another by the time it is done again.
"""

import sqlite3
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar
from unittest.mock import patch

from sqlalchemy import Connection, create_engine
from sqlalchemy.pool import NullPool

from pitboss.house import schema
from pitboss.house.migrations import bring_up
from tests.disaster.statements import LOCKS, Statements

T = TypeVar("T")
Row = tuple[str, Any]  # a table and the key of a row in it, or None for any of them
Work = Callable[[Statements], Any]
DAY_MS, EPOCH_DAYS = 86_400_000, 2_440_587.5
# What a statement changes beside the rows it names: a transfer posts to two balances.
_POSTS = "INSERT INTO transfers"
_CHAIN_AS_IT_IS = "SELECT epoch, process FROM chains WHERE table_id = ?"
_CHAIN_AS_IT_WAS = "UPDATE chains SET epoch = ?, process = ? WHERE table_id = ? AND (epoch, process) IS NOT (?, ?)"
_opening: list[sqlite3.Connection] = []
_ENGINE = create_engine("sqlite://", poolclass=NullPool, creator=lambda: _opening[-1])


def rules(_: str) -> list[str]:
    """As PostgreSQL has them: transfers of many lanes and processes come in no order."""
    unordered = [rule for rule in _rules("sqlite") if "transfers_in_order" not in rule]
    return [rule.replace("NEW.last_transfer <= OLD", "NEW.last_transfer = OLD") for rule in unordered]


_rules = schema.rules


@cache
def template() -> bytes:
    """An empty database of the newest version."""
    raw = sqlite3.connect(":memory:")
    connection = _wrapped(raw)
    with patch.object(schema, "rules", rules):
        bring_up.bring_up(connection)
    connection.commit()
    return raw.serialize()


def _wrapped(raw: sqlite3.Connection) -> Connection:
    raw.execute("PRAGMA foreign_keys=ON")
    _opening.append(raw)
    try:
        return _ENGINE.connect()
    finally:
        _opening.pop()


class Held(Exception):
    """Another transaction has changed the row, and not ended."""


class Transaction:
    """What somebody has changed and not committed yet."""

    def __init__(self) -> None:
        self.works: list[Work] = []
        self.rows: set[Row] = set()
        self.chains: dict[str, tuple[Any, ...]] = {}  # those it has changed, as it left them


class Store:
    """The rows as they are committed, and transactions beside them."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self.raw = sqlite3.connect(":memory:")
        self.raw.deserialize(template())
        self.raw.create_function(
            "julianday", 1, lambda _: now_ms() / DAY_MS + EPOCH_DAYS
        )  # as SQLite asks for the time
        self.raw.execute("PRAGMA foreign_keys=ON")
        self.connection = Statements(self.raw, _ENGINE.dialect, self._about_to)
        self._changing: Transaction | None = None  # who does something now
        self._inside: Transaction | None = None  # whose changes lie in SQLite's own transaction now
        self._open: list[Transaction] = []

    def close(self) -> None:
        """Throw it away."""
        self.raw.close()

    def put_back(self, content: bytes) -> None:
        """Everything is as it was once."""
        self.take_back()
        self.raw.deserialize(content)
        self._open.clear()

    def read(self, statement: Any, parameters: Any = None) -> Any:
        """What is committed."""
        self.take_back()
        try:
            return self.connection.execute(statement, parameters).all()
        finally:
            self.raw.rollback()

    def value(self, question: str, *values: object) -> Any:
        """The first value of an answer, or None; asked after every step, so it is asked without a detour."""
        self.take_back()
        row = self.raw.execute(question, values).fetchone()
        return None if row is None else row[0]

    def do(self, transaction: Transaction, work: Callable[[Statements], T], changes: bool = True) -> T:
        """Do some work in a transaction; `Held` if it has to wait, and then nothing of this work is done."""
        if transaction not in self._open:
            self._open.append(transaction)
        self._go_inside(transaction)
        self._changing = transaction
        try:
            result = work(self.connection)
        except Held:
            self.take_back()
            raise
        except BaseException:
            self.roll_back(transaction)
            raise
        finally:
            self._changing = None
        if changes:
            transaction.works.append(work)
            for table, key in transaction.rows:
                if table == "chains" and key is not None:
                    transaction.chains[key] = self.raw.execute(_CHAIN_AS_IT_IS, (key,)).fetchone()
        return result

    def _about_to(self, statement: str, parameters: Any) -> None:
        if self._changing is not None and (rows := rows_of(statement, parameters)):
            self.changes(self._changing, rows)

    def changes(self, transaction: Transaction, rows: set[Row]) -> None:
        """A transaction is about to change rows."""
        for other in self._open:
            if other is not transaction and any(_same(mine, its) for mine in rows for its in other.rows):
                raise Held
        transaction.rows |= rows

    def commit(self, transaction: Transaction) -> None:
        """What was done is there for everybody."""
        try:
            self._go_inside(transaction)
            self.raw.commit()
        finally:
            self.roll_back(transaction)

    def roll_back(self, transaction: Transaction) -> None:
        """What was done and not committed is gone, and what it held is free."""
        if self._inside is transaction:
            self.take_back()
        if transaction in self._open:
            self._open.remove(transaction)

    def _go_inside(self, transaction: Transaction) -> None:
        if self._inside is not transaction:
            self.take_back()
            self._inside = transaction
            for work in transaction.works:
                work(self.connection)
            for key, (epoch, process) in transaction.chains.items():
                self.raw.execute(_CHAIN_AS_IT_WAS, (epoch, process, key, epoch, process))

    def take_back(self) -> None:
        """What is not committed does not lie there now: whoever asks next finds what is committed."""
        if self._inside is not None:
            self._inside = None
            self.raw.rollback()


def _same(one: Row, other: Row) -> bool:
    return one[0] == other[0] and (one[1] == other[1] or one[1] is None or other[1] is None)


def rows_of(statement: str, parameters: Any) -> set[Row]:
    """The rows that a statement changes, as far as others may want to change them too; by key where one is told."""
    if statement.startswith(_POSTS):
        return {("balances", one[end]) for one in parameters for end in ("source", "target")}
    if statement.endswith(LOCKS):
        return {("balances", account) for account in parameters["shared"]}
    words = statement.split(None, 3)
    if words[0] == "UPDATE":
        return {(words[1], key) for one in parameters for key in _keys_of(words[1], one)}
    if words[:2] == ["INSERT", "INTO"] and words[2] in _KEYS:
        return {(words[2], key) for one in parameters for key in _keys_of(words[2], one)}
    return {(words[2], None)} if words[:2] == ["DELETE", "FROM"] else set()


# By which parameter a statement names the row; what names none may change any.
_KEYS = {
    "chains": ("of_table", "table_id", "table_id_1"),
    "counters": ("name",),
    "processes": ("of_process", "id", "id_1"),
}


def _keys_of(table: str, one: Any) -> list[Any]:
    if "of_table_0" in one:  # several at once
        return [value for name, value in one.items() if name.startswith("of_table_")]
    return [next((one[name] for name in _KEYS.get(table, ()) if name in one), None)]
