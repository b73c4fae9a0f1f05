"""What a test makes the table say, and by which clauses: held against the list of reasons and the test's own markers.

A fact or a refusal that cites what `law/reasons.toml` does not list for it fails the test. A test marked with a clause
must touch it: in a fact, in a refusal, in a rule value or a record of the law that the test itself looks up.
"""

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pitboss.law import documents
from pitboss.procedure.facts import Fact
from pitboss.procedure.moves import Move
from pitboss.procedure.refusal import Refused
from pitboss.procedure.state import Wait
from pitboss.procedure.table import Table
from pitboss.rules.cited import Group
from pitboss.rules.rules import Rules

TESTS = Path(__file__).parent
REASONS = TESTS / "law" / "reasons.toml"
SAID_OF = ("wager", "decision", "outcome")  # what tells facts of one kind apart

Reason = tuple[str, str, tuple[str, ...]]


def named(fact: Fact) -> str:
    """A fact by its kind, and by the wager, decision or outcome it tells of."""
    of = next((str(getattr(fact, name)) for name in SAID_OF if hasattr(fact, name)), "")
    return f"{type(fact).__name__} {of}".rstrip()


def refused_as(refusal: Refused, move: Move) -> str:
    """A refusal by its code, and by the move where the code does not begin with it."""
    tag = str(move.__struct_config__.tag)
    return refusal.code if refusal.code.partition("/")[0] == tag else f"{refusal.code} {tag}"


@cache
def reasons() -> dict[str, dict[str, list[list[str]]]]:
    """The list: for each document, what is said and by which clauses it may be."""
    listed: dict[str, dict[str, list[list[str]]]] = tomllib.loads(REASONS.read_text(encoding="utf-8"))["by"]
    return listed


@cache
def whys() -> dict[str, str]:
    """Why such clauses order what is said: one line for each kind of fact and each code of refusal."""
    told: dict[str, str] = tomllib.loads(REASONS.read_text(encoding="utf-8"))["why"]
    return told


def why(what: str) -> str | None:
    """The line that says why: by the kind or code itself, or by its second half for every decision, or its first."""
    name = what.partition(" ")[0]
    act, _, reason = name.partition("/")
    return whys().get(name) or whys().get(f"*/{reason}") or whys().get(f"{act}/*")


class Witness:
    """Everything the tables of one test have said so far, and what the test has looked up."""

    def __init__(self) -> None:
        self.said: set[Reason] = set()
        self.looked_up: set[str] = set()

    def hear(self, table: Table, facts: Iterator[Fact] | list[Fact] | tuple[Fact, ...]) -> None:
        """Note facts that have just been told."""
        for fact in facts:
            self.said.add((table.rules.document, named(fact), fact.clauses))

    def unlisted(self) -> list[str]:
        """What was said by clauses that the list does not give it.

        `turn/not-yours` cites the step that is awaited from another, and the facts of that step are listed.
        """
        ours = {document.id for document in documents()}
        return [
            f"{document}: {what} cites {', '.join(clauses) or 'nothing'}"
            for document, what, clauses in sorted(self.said)
            if document in ours and not what.startswith("turn/not-yours")
            if list(clauses) not in reasons()[document].get(what, [])
        ]

    def touched(self) -> set[str]:
        """Every clause that was cited, refused by or looked up."""
        return {clause for _, _, clauses in self.said for clause in clauses} | self.looked_up


witness = Witness()


def _called_from_a_test() -> bool:
    """Whether the function two frames up was called by a test itself, not by the product or by a kit of tests."""
    path = Path(sys._getframe(2).f_code.co_filename)
    return path.name.startswith("test_") and path.is_relative_to(TESTS)


def listen() -> None:
    """From now on every table tells the witness what it says."""
    init, apply = Table.__init__, Table.apply

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

    Table.__init__ = opened  # type: ignore[method-assign]  # the one way to hear every table of every test
    Table.apply = applied  # type: ignore[method-assign]  # as above


# Tests that prove clauses where no table can be heard, each folder with its why.
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


def check() -> None:
    """Fail the test whose tables said something by clauses that are not listed for it."""
    if unlisted := witness.unlisted():
        said = "; ".join(unlisted)
        pytest.fail(
            f"{said}: not in tests/law/reasons.toml. Does the clause order just that? `--rewrite-reasons` adds it"
        )


def add_unlisted() -> None:
    """Put what was said on the list, for a reader to hold against the text."""
    for document, what, clauses in witness.said:
        if document in reasons() and not what.startswith("turn/not-yours"):
            listed = reasons()[document].setdefault(what, [])
            if list(clauses) not in listed:
                listed.append(list(clauses))


def write_reasons() -> None:
    """Write the list anew, in order."""
    lines = ["# Which clauses order each fact and refusal, document by document, and why such clauses do.", "", "[why]"]
    lines += [f"{json.dumps(what)} = {json.dumps(said)}" for what, said in sorted(whys().items())]
    for document, listed in reasons().items():
        lines += ["", f'[by."{document}"]']
        lines += [f"{json.dumps(what)} = {json.dumps(sorted(by))}" for what, by in sorted(listed.items())]
    REASONS.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


class Proofs:
    """What the cases of each marked test have touched together: a marker stands on all of them."""

    def __init__(self) -> None:
        self.marked: dict[str, set[str]] = {}
        self.touched: dict[str, set[str]] = {}
        self.passed: dict[str, int] = {}
        self.cases: dict[str, int] = {}

    def add(self, test: str, marked: list[str], touched: list[str], cases: int) -> None:
        """One case passed."""
        self.marked.setdefault(test, set()).update(marked)
        self.touched.setdefault(test, set()).update(touched)
        self.passed[test] = self.passed.get(test, 0) + 1
        self.cases[test] = cases

    def missing(self) -> list[str]:
        """The markers that no case proves, of tests whose every case has passed."""
        return [
            f"{test} is marked with {clause} and neither cites nor looks it up"
            for test in sorted(self.marked)
            if self.passed[test] == self.cases[test] and not test.startswith(tuple(UNHEARD))
            for clause in sorted(self.marked[test])
            if not proves(clause, self.touched[test])
        ]


@contextmanager
def looking_up() -> Iterator[None]:
    """While a marked test runs, the clauses of every rule value, and of every wait, that it reads itself are noted."""
    cites, read, waits = Rules.cites, Group.__getattribute__, vars(Table)["waiting"].fget

    def cited(self: Rules, name: str) -> tuple[str, ...]:
        clauses = cites(self, name)
        if _called_from_a_test():
            witness.looked_up.update(clauses)
        return clauses

    def value(self: Group, name: str) -> Any:
        if not name.startswith("_") and _called_from_a_test():
            sources = read(self, "__dict__").get("_sources", {})
            if name in sources:
                witness.looked_up.update(sources[name].clauses)
        return read(self, name)

    def waiting(self: Table) -> Wait:
        wait: Wait = waits(self)
        if _called_from_a_test():
            witness.looked_up.update(wait.clauses)
        return wait

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Table, "waiting", property(waiting))
        patch.setattr(Rules, "cites", cited)
        patch.setattr(Group, "__getattribute__", value)
        yield
