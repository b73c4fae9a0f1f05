"""What a test makes the table say, and by which clauses: held against the list of reasons and the test's own markers.

A fact or a refusal that cites what `law/reasons.toml` does not give it fails the test. A test marked with a clause must
touch it: in a fact, in a refusal, or in a rule value or a wait that the test itself looks up.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.procedure.asking import Wait
from pitboss.procedure.facts import Fact, from_json, to_json
from pitboss.procedure.moves import Move
from pitboss.procedure.refusal import Refused
from pitboss.procedure.table import Table
from pitboss.rules.cited import Group
from pitboss.rules.rules import Rules

TESTS = Path(__file__).parent
REASONS = TESTS / "law" / "reasons.toml"
NOTHING = "nothing"  # on the list: no clause at all
SAID_OF = ("wager", "decision", "outcome")  # what tells facts of one kind apart

Reason = tuple[str, str, tuple[str, ...]]
CODE = re.compile(r"[a-z0-9-]+/[a-z0-9-]+")


def named(fact: Fact) -> str:
    """A fact by its kind, and by the wager, decision or outcome it tells of."""
    of = next((str(getattr(fact, name)) for name in SAID_OF if hasattr(fact, name)), "")
    return f"{type(fact).__name__} {of}".rstrip()


def refused_as(refusal: Refused, move: Move) -> str:
    """A refusal by its code, and by the move where the code does not begin with it."""
    assert CODE.fullmatch(refusal.code), f"{refusal.code!r} is no code"
    tag = str(move.__struct_config__.tag)
    return refusal.code if refusal.code.partition("/")[0] == tag else f"{refusal.code} {tag}"


class Row(msgspec.Struct, frozen=True):
    """The clauses of one kind of fact or refusal: all of the first are cited each time, and some of the second."""

    all: tuple[str, ...] = ()
    some: tuple[str, ...] = ()

    def gives(self, cited: tuple[str, ...]) -> bool:
        """Whether these may be the clauses."""
        told = cited or (NOTHING,) if self.some and not self.all else cited
        return set(self.all) <= set(told) <= {*self.all, *self.some}


class Listed(msgspec.Struct, frozen=True):
    """The list: why such clauses order what is said, and for each document which they are."""

    why: dict[str, str]
    by: dict[str, dict[str, Row]]


@cache
def listed() -> Listed:
    """The list as it stands."""
    return msgspec.toml.decode(REASONS.read_bytes(), type=Listed)


def why(what: str) -> str | None:
    """The line that says why: by the kind or code itself, or by its second half for every decision, or its first."""
    told = listed().why
    name = what.partition(" ")[0]
    act, _, reason = name.partition("/")
    return told.get(name) or told.get(f"*/{reason}") or told.get(f"{act}/*")


class Witness:
    """Everything the tables of one test have said so far, and what the test has looked up."""

    def __init__(self) -> None:
        self.said: set[Reason] = set()
        self.looked_up: set[str] = set()

    def hear(self, table: Table, facts: list[Fact] | tuple[Fact, ...]) -> None:
        """Note facts that have just been told."""
        for fact in facts:
            assert from_json(to_json(fact)) == fact, f"{fact} is not of its own form"
            self.said.add((table.rules.document, named(fact), fact.clauses))

    def unlisted(self) -> list[str]:
        """What was said by clauses that the list does not give it."""
        ours = listed().by
        return [
            f"{document}: {what} cites {', '.join(clauses) or 'nothing'}"
            for document, what, clauses in sorted(self.said)
            if document in ours and (what not in ours[document] or not ours[document][what].gives(clauses))
        ]

    def touched(self) -> set[str]:
        """Every clause that was cited, refused by or looked up."""
        return {clause for _, _, clauses in self.said for clause in clauses} | self.looked_up


def called_from_a_test() -> bool:
    """Whether the function two frames up was called by a test itself, not by the product or by a kit of tests."""
    return is_a_test(sys._getframe(2).f_code.co_filename)


@cache  # asked at every rule value that anybody reads
def is_a_test(path: str) -> bool:
    """Whether a file has tests in it."""
    return path.startswith(str(TESTS)) and Path(path).name.startswith("test_")


@contextmanager
def hearing() -> Iterator[Witness]:
    """While a test runs, every table tells a witness what it says."""
    witness, init, apply = Witness(), Table.__init__, Table.apply

    def opened(self: Table, *args: Any, **named: Any) -> None:
        init(self, *args, **named)
        witness.hear(self, self.facts)

    def applied(self: Table, move: Move) -> tuple[Fact, ...]:
        try:
            facts = apply(self, move)
        except Refused as refusal:
            witness.said.add((self.rules.document, refused_as(refusal, move), refusal.clauses))
            raise
        witness.hear(self, facts)
        return facts

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Table, "__init__", opened)
        patch.setattr(Table, "apply", applied)
        yield witness


@contextmanager
def looking_up(witness: Witness) -> Iterator[None]:
    """While a marked test runs, the clauses of every rule value, and of every wait, that it reads itself are noted."""
    cites, read = Rules.cites, Group.__getattribute__

    def cited(self: Rules, name: str) -> tuple[str, ...]:
        clauses = cites(self, name)
        if called_from_a_test():
            witness.looked_up.update(clauses)
        return clauses

    def value(self: Group, name: str) -> Any:
        if not name.startswith("_") and called_from_a_test():
            sources = read(self, "__dict__").get("sources", {})
            if name in sources:
                witness.looked_up.update(sources[name].clauses)
        return read(self, name)

    def waiting(self: Table) -> Wait:
        wait: Wait = vars(self)["waiting"]
        if called_from_a_test():
            witness.looked_up.update(wait.clauses)
        return wait

    with pytest.MonkeyPatch.context() as patch:
        kept = property(waiting, lambda self, wait: vars(self).update(waiting=wait))
        patch.setattr(Table, "waiting", kept, raising=False)
        patch.setattr(Rules, "cites", cited)
        patch.setattr(Group, "__getattribute__", value)
        yield


# Tests that prove clauses where no table can be heard, each with its why.
UNHEARD = {
    "tests/cards/": "cards lie below the law: what a routine does to them cites nothing",
    "tests/simulate/": "the kernel is a witness of its own, which cites nothing",
    "tests/solve/": "the solver is a witness of its own, which cites nothing",
    "tests/shuffles/": "the measurement of a shuffle cites nothing",
    "tests/report/": "a page is read as text",
    "tests/law/": "the map from law to test is read as text",
    "tests/rules/test_submission.py": "the clause stands in the sentence of a refused submission",
    "tests/rules/test_double_attack_nj.py": "the clause stands in the departure of a variant",
    "tests/house/": "the table may live in another process",
    "tests/browser/": "the table lives in another process",
    "tests/test_examples.py": "the table lives in another process",
}

# A definition orders nothing: it is proved by what a test makes of the word, and no step cites it.
DEFINITION = re.compile(r"(PA \d+a|NJ 26)\.1 ")


def proves(clause: str, touched: set[str]) -> bool:
    """Whether a clause, or a paragraph below it, was touched; a heading stands where its parts are used."""
    below = re.compile(re.escape(clause) + r"(\(|(?<=\))\d)")
    return clause in touched or bool(DEFINITION.match(clause)) or any(below.match(each) for each in touched)


def unproved(test: str, marked: Iterable[str], touched: set[str]) -> list[str]:
    """The clauses a test is marked with and does not touch."""
    return [] if test.startswith(tuple(UNHEARD)) else sorted(each for each in marked if not proves(each, touched))


class Proofs:
    """What the cases of each parametrized test have touched together: its markers stand on all of them."""

    def __init__(self) -> None:
        self.marked: dict[str, list[str]] = {}
        self.touched: dict[str, set[str]] = {}
        self.left: dict[str, int] = {}

    def add(self, case: str, marked: list[str], touched: list[str], cases: int) -> None:
        """One case of so many has passed."""
        test = case.partition("[")[0]
        self.marked[test] = sorted({*self.marked.get(test, ()), *marked})
        self.touched.setdefault(test, set()).update(touched)
        self.left[test] = self.left.get(test, cases) - 1

    def missing(self) -> list[str]:
        """The tests whose every case has passed, and the markers that none of them proves."""
        return [
            f"{test} is marked with {', '.join(clauses)}, which no case of it cites, is refused by or looks up"
            for test in sorted(self.marked)
            if not self.left[test] and (clauses := unproved(test, self.marked[test], self.touched[test]))
        ]


def check_reasons(witness: Witness) -> None:
    """Fail the test whose tables said something by clauses that are not listed for it."""
    if unlisted := witness.unlisted():
        said = "; ".join(unlisted)
        pytest.fail(
            f"{said}: not in tests/law/reasons.toml. Does the clause order just that? `--rewrite-reasons` adds it"
        )


HEARD: dict[str, dict[str, Row]] = {}  # what this run has said, in rows of its own


def add(witness: Witness) -> None:
    """Note what was said, for the list and for a reader to hold against the text."""
    for document, what, clauses in witness.said:
        if document in listed().by:
            rows = HEARD.setdefault(document, {})
            rows[what] = joined(rows.get(what), Row(all=tuple(sorted(clauses))))


def joined(known: Row | None, heard: Row) -> Row:
    """What was known and what was heard in one row."""
    if known is None:
        return heard
    every = set(known.all) & set(heard.all)
    one, other = ({*row.all, *row.some} or {NOTHING} for row in (known, heard))
    some = (one | other) - every
    return Row() if some == {NOTHING} else Row(tuple(sorted(every)), tuple(sorted(some)))


def rows_of(document: str, whole: bool) -> dict[str, Row]:
    """The rows of a document: after a run of every test of the procedure just what was said, else that as well."""
    heard, known = HEARD.get(document, {}), listed().by[document]
    return heard if whole else known | {what: joined(known.get(what), row) for what, row in heard.items()}


def write_reasons(whole: bool) -> None:
    """Write the list anew, in order; what no longer arises is dropped where the run could have said everything."""
    lines = ["# Which clauses order each fact and refusal, document by document, and why such clauses do.", "", "[why]"]
    lines += [f"{json.dumps(what)} = {json.dumps(said)}" for what, said in sorted(listed().why.items())]
    for document in listed().by:
        lines += ["", f'[by."{document}"]']
        for what, row in sorted(rows_of(document, whole).items()):
            parts = [f"{name} = {json.dumps(list(of))}" for name, of in (("all", row.all), ("some", row.some)) if of]
            lines.append(f"{json.dumps(what)} = {{ {', '.join(parts)} }}" if parts else f"{json.dumps(what)} = {{}}")
    REASONS.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
