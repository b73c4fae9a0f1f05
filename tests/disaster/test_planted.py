"""Bugs that somebody might make in ledger, ownership, resume and relay: histories find them, by docs/disaster.md."""

from pathlib import Path
from typing import Any

import pytest

from pitboss.house import ownership
from tests.disaster.planted import BUGS, WITHIN, Bug, NotThere
from tests.disaster.shrink import first_failure

PAGE = Path(__file__).parents[2] / "docs" / "disaster.md"
LEAST = 100


@pytest.mark.parametrize("bug", BUGS, ids=lambda one: one.what)
def test_a_bug_changes_the_house_as_it_stands_and_leaves_no_trace(bug: Bug) -> None:
    before: list[tuple[Any, str, Any]] = [(function, "__code__", function.__code__) for function, _ in bug.codes()]
    before += [(place, name, getattr(place, name)) for place, name, _ in bug.values()]
    assert before
    with bug.planted():
        assert all(getattr(place, name) is not was for place, name, was in before)
    assert all(getattr(place, name) is was for place, name, was in before)


def test_a_bug_that_changes_nothing_is_none() -> None:
    with pytest.raises(NotThere, match="0 times"):
        Bug("nothing", "ledger", "what no module has", "", 0).changed()
    nothing = Bug("nothing", "ledger", "The ledger: every", "The ledger: each", 0)
    with pytest.raises(NotThere, match="nothing of ledger"), nothing.planted():
        pass


def test_what_is_made_once_is_changed_wherever_the_house_has_it() -> None:
    right, wrong = "c.until_ms > DatabaseMs())\n\n\ndef claim", "c.until_ms > 0)\n\n\ndef claim"
    bug = Bug("the dead live", "ownership", right, wrong)
    assert {(place.__name__, name) for place, name, _ in bug.values()} == {
        (f"pitboss.house.{module}", "OWNER_LIVES") for module in ("ownership", "processes")
    }
    lives = ownership.OWNER_LIVES
    with bug.planted():
        assert ownership.OWNER_LIVES is not lives
    assert ownership.OWNER_LIVES is lives


@pytest.mark.filterwarnings("ignore")  # a house that is broken on purpose leaves errors that nobody heard
@pytest.mark.parametrize("what", ["a fill is as much as is short"])
def test_a_bug_is_found(what: str) -> None:
    with next(one for one in BUGS if one.what == what).planted():
        failed = first_failure(range(3))
    assert failed is not None
    assert "the books" in failed[1]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("bug", [one for one in BUGS if one.found is not None], ids=lambda one: one.what)
def test_every_bug_is_found(bug: Bug) -> None:
    with bug.planted():
        assert first_failure(range(WITHIN), among=bug.among) is not None, f"nothing went wrong in {WITHIN} histories"


def test_the_page_has_every_bug_with_the_seed_that_found_it() -> None:
    assert len({one.what for one in BUGS}) == len(BUGS) >= LEAST
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ") and ".py |" in line]
    assert rows == [f"| {one.what} | {one.module}.py | {_found(one)}{'*' * bool(one.among)} |" for one in BUGS]


def _found(bug: Bug) -> str:
    return "not found" if bug.found is None else f"({bug.found})" if bug.earlier else str(bug.found)
