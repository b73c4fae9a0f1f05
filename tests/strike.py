"""What a marked test would not miss: it is run again as though its clause were struck out of the law.

`pytest --strike tests/procedure` runs each marked test once more for each of its clauses. What the table says by the
clause, or by a paragraph below it, is then unsaid: its facts are missing, what it refused comes back as if nothing had
been asked, and a rule value or wait that the test itself reads cites something else. A test that passes all the same
has looked at nothing that the clause orders, and does not prove it.

This does not prove that the code does all the clause says, nor tell apart two clauses that order the same fact; chips
move as before, so that a test of nothing but money must also look at what was said of it.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from pitboss.law import Citation
from pitboss.procedure.asking import Wait
from pitboss.procedure.facts import Fact
from pitboss.procedure.moves import Move
from pitboss.procedure.refusal import Refused
from pitboss.procedure.table import Table
from pitboss.rules.cited import Group
from pitboss.rules.rules import Rules
from tests import proof

# Clauses by which nothing is ever said, so that striking them out unsays nothing: tests prove them by their totals.
UNSAID = {
    proof.DEFINITION: "a definition orders nothing",
    re.compile(r"(PA 66[35]a|PA 673a)\.3\(d\)|NJ 26\.2\(b\)"): "what a card counts is in every total and in no step",
}


def unsaid(clause: str) -> bool:
    """Whether the clause is one by which nothing is ever said."""
    return any(pattern.match(clause) for pattern in UNSAID)


@contextmanager
def struck(clause: str) -> Iterator[None]:
    """While this lasts, nothing is said at any table by the clause or by a paragraph below it."""
    apply, said, cites = Table.apply, vars(Table)["facts"].fget, Rules.cites
    read = Group.__getattribute__
    parts = re.compile(re.escape(clause) + r"($|\(|(?<=\))\d)")

    def gone(cited: Citation) -> bool:
        return any(parts.match(each) for each in cited)

    def left(cited: Citation) -> Citation:
        return tuple(each for each in cited if not parts.match(each))

    def applied(self: Table, move: Move) -> tuple[Fact, ...]:
        try:
            facts = apply(self, move)
        except Refused as refusal:
            if gone(refusal.clauses):
                return ()
            raise
        return tuple(fact for fact in facts if not gone(fact.clauses))

    def facts(self: Table) -> list[Fact]:
        return [fact for fact in said(self) if not gone(fact.clauses)]

    def cited(self: Rules, name: str) -> Citation:
        return left(cites(self, name)) if proof.called_from_a_test() else cites(self, name)

    def value(self: Group, name: str) -> Any:
        source = read(self, "__dict__").get("sources", {}).get(name)
        unread = source is not None and gone(source.clauses) and proof.called_from_a_test()
        return object() if unread else read(self, name)

    def waiting(self: Table) -> Wait:
        wait: Wait = vars(self)["waiting"]
        if not proof.called_from_a_test():
            return wait
        return Wait(wait.by, wait.may, left(wait.clauses), wait.box, wait.hand, wait.bars, wait.who)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Table, "apply", applied)
        patch.setattr(Table, "facts", property(facts))
        kept = property(waiting, lambda self, wait: vars(self).update(waiting=wait))
        patch.setattr(Table, "waiting", kept, raising=False)
        patch.setattr(Rules, "cites", cited)
        patch.setattr(Group, "__getattribute__", value)
        yield


def missed(test: Callable[[], object], clause: str) -> bool:
    """Whether a test that passes fails once its clause is struck out."""
    with struck(clause):
        try:
            test()
        except (Exception, pytest.fail.Exception):
            return True
    return False


class Struck:
    """Which clauses each test was found to miss, over all its cases."""

    def __init__(self) -> None:
        self.found: dict[tuple[str, str], bool] = {}

    def add(self, case: str, found: dict[str, bool]) -> None:
        """What one case has missed of its clauses."""
        test = case.partition("[")[0]
        for clause, was_missed in found.items():
            self.found[test, clause] = self.found.get((test, clause), False) or was_missed

    def idle(self) -> list[str]:
        """The markers whose clause can be struck out and the test does not notice."""
        return [
            f"{test} does not miss {clause}"
            for (test, clause), seen in sorted(self.found.items())
            if not seen and not unsaid(clause)
        ]

    def unseen(self) -> list[str]:
        """The clauses that none of their tests misses."""
        seen = {clause for (_, clause), was_missed in self.found.items() if was_missed}
        return sorted(clause for clause in {clause for _, clause in self.found} - seen if not unsaid(clause))
