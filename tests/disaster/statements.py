"""Statements as SQLAlchemy writes them, carried out without its connections, a third of every history's time.

The house says what it says to PostgreSQL. What SQLite knows by no such words, arrays and rows that are locked by
asking for them, is put in its own words here.
"""

import re
import sqlite3
from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

from sqlalchemy import TextClause, text
from sqlalchemy.engine import Dialect, result_tuple
from sqlalchemy.exc import DBAPIError
from sqlalchemy.util import LRUCache

_WRITTEN: Any = LRUCache(1_000)
_ARRAYS = re.compile(
    r"unnest\((?P<arrays>(?:CAST\(:\w+ AS \w+\[\]\)(?:, )?)+)\) AS (?P<name>\w+)\((?P<columns>[\w, ]+)\)"
)
LOCKS = "FOR NO KEY UPDATE"


class Answer:
    """The rows of an answer, as they came."""

    def __init__(self, rows: Any, rowcount: int = -1) -> None:
        self._rows = rows
        self.rowcount = rowcount

    def all(self) -> Any:
        """All of them."""
        return self._rows

    def one(self) -> Any:
        """The only one."""
        (row,) = self._rows
        return row

    def scalar_one(self) -> Any:
        """The only value."""
        return self.one()[0]


class Statements:
    """A connection, as far as whoever writes in a transaction knows one."""

    def __init__(
        self, raw: sqlite3.Connection, dialect: Dialect, on_change: Callable[[str, Any], None] = lambda *_: None
    ) -> None:
        self._raw = raw
        self._dialect = dialect
        self.dialect = SimpleNamespace(name="postgresql")  # as far as the house knows
        self._on_change = on_change

    def execute(self, statement: Any, parameters: Any = None) -> Answer:
        """Carry a statement out, once or for each of several."""
        if isinstance(statement, TextClause) and (arrays := _ARRAYS.search(statement.text)) is not None:
            many = len(parameters[_names_in(arrays["arrays"])[0]])
            statement, parameters = _without_arrays(statement.text, many), _one_by_one(arrays["arrays"], parameters)
        if isinstance(statement, TextClause) and statement.text.endswith(LOCKS):
            self._on_change(statement.text, parameters)
            return Answer([])
        sets: list[Any] = parameters if isinstance(parameters, list) else [parameters or {}]
        compiled, extracted, given, _ = statement._compile_w_cache(
            self._dialect,
            compiled_cache=_WRITTEN,
            column_keys=sorted(sets[0]),
            for_executemany=len(sets) > 1,
        )
        named = [
            compiled.construct_params(
                one, escape_names=False, extracted_parameters=extracted, _collected_params=given, _group_number=at
            )
            for at, one in enumerate(sets)
        ]
        written, places, into = compiled.string, compiled.positiontup, compiled._bind_processors
        if compiled.post_compile_params or compiled.literal_execute_params:
            expanded = compiled._process_parameters_for_postcompile(named[0])
            written, places, into = expanded.statement, expanded.positiontup, {**into, **expanded.processors}
        self._on_change(written, named)
        values = [tuple(into[key](one[key]) if key in into else one[key] for key in places) for one in named]
        try:
            if len(values) > 1:
                return Answer([], self._raw.executemany(written, values).rowcount)
            cursor = self._raw.execute(written, values[0])
        except sqlite3.Error as error:
            raise DBAPIError.instance(written, values, error, sqlite3.Error) from error
        if cursor.description is None:
            return Answer([], cursor.rowcount)
        row, out_of = _shape(compiled, tuple(column[0] for column in cursor.description), self._dialect)
        if not out_of:
            return Answer([row(found) for found in cursor], cursor.rowcount)
        found = (list(one) for one in cursor)
        return Answer([row(_processed(one, out_of)) for one in found], cursor.rowcount)


def _names_in(arrays: str) -> list[str]:
    return re.findall(r":(\w+)", arrays)


@cache
def _without_arrays(written: str, many: int) -> TextClause:
    """So many rows, each value by itself, in the place of arrays of so many."""
    found = _ARRAYS.search(written)
    assert found is not None
    named = list(zip(_names_in(found["arrays"]), found["columns"].split(", "), strict=True))
    rows = [", ".join(f":{name}_{at} AS {column}" for name, column in named) for at in range(many)]
    instead = f"(SELECT {' UNION ALL SELECT '.join(rows)}) AS {found['name']}"
    return text(written[: found.start()] + instead + written[found.end() :])


def _one_by_one(arrays: str, parameters: dict[str, Any]) -> dict[str, Any]:
    names = _names_in(arrays)
    alone = {name: value for name, value in parameters.items() if name not in names}
    return alone | {f"{name}_{at}": value for name in names for at, value in enumerate(parameters[name])}


def _processed(found: list[Any], out_of: tuple[tuple[int, Any], ...]) -> list[Any]:
    for place, process in out_of:
        found[place] = process(found[place])
    return found


@cache
def _shape(compiled: Any, columns: tuple[str, ...], dialect: Dialect) -> tuple[Any, tuple[tuple[int, Any], ...]]:
    """How a row is made of what SQLite gives."""
    types = [column.type for column in compiled._result_columns] or [None] * len(columns)
    processed = [None if one is None else one._cached_result_processor(dialect, None) for one in types]
    return result_tuple(columns), tuple((at, process) for at, process in enumerate(processed) if process is not None)
