"""Citations that are checked when they are made: a clause that does not exist cannot be cited."""

import re
import sys
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from functools import cache
from importlib.abc import InspectLoader
from types import CodeType
from typing import ParamSpec, TypeVar

from pitboss.law.documents import clauses

P = ParamSpec("P")
R = TypeVar("R")
Citation = tuple[str, ...]

# Letters, then a number or a word: so ids are written, whatever the document, a plug-in's too.
WRITTEN_AS_ONE = re.compile(r"(\w+) (?:\d|[A-Z][a-z])[^,;]*")
CAPITALS = re.compile(r"[A-Z]{2,4}")


class UnknownClause(LookupError):
    """A citation names a clause that no document has."""

    def __init__(self, clause: str) -> None:
        near = get_close_matches(clause, clauses(), n=3, cutoff=0.5)
        hint = f" Did you mean {' or '.join(near)}?" if near else " See `pitboss law --list` for every id."
        super().__init__(f"no clause is called {clause!r}.{hint}")
        self.clause = clause


def cite(*ids: str) -> Citation:
    """The ids as given, once each is known to exist."""
    known = clauses()
    for clause in ids:
        if clause not in known:
            raise UnknownClause(clause)
    return ids


def _looks_like_a_clause(text: str) -> bool:
    """Whether it is written as an id, by capitals or by the letters of a document that is here."""
    written = WRITTEN_AS_ONE.fullmatch(text)
    return written is not None and (CAPITALS.fullmatch(written[1]) is not None or written[1] in _letters())


@cache
def _letters() -> frozenset[str]:
    return frozenset(clause.partition(" ")[0] for clause in clauses())


def _strings(code: CodeType) -> Iterator[str]:
    pending: list[object] = [code]
    while pending:
        constant = pending.pop()
        if isinstance(constant, CodeType):
            pending.extend(constant.co_consts)
        elif isinstance(constant, str):
            yield constant
        elif isinstance(constant, tuple | frozenset):
            pending.extend(constant)


def check_module(name: str) -> None:
    """Check every clause that an imported module names anywhere, marked or not: so a plug-in's too are checked."""
    spec = sys.modules[name].__spec__
    code = spec.loader.get_code(name) if spec is not None and isinstance(spec.loader, InspectLoader) else None
    for text in () if code is None else _strings(code):
        if _looks_like_a_clause(text):
            cite(text)


def cited(function: Callable[P, R]) -> Callable[P, R]:
    """Check, when the module is imported, every clause that the function's body names."""
    for text in _strings(function.__code__):
        if text != function.__doc__ and _looks_like_a_clause(text):
            cite(text)
    return function
