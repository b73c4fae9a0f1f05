"""What was covered stays covered: a clause listed in covered.txt keeps its code and its test."""

from pathlib import Path

import pytest

from pitboss.law import clauses
from pitboss.report.law_map import covered

LIST = Path(__file__).with_name("covered.txt")


def test_a_covered_clause_stays_covered(request: pytest.FixtureRequest) -> None:
    now = covered()
    if request.config.getoption("--rewrite-covered"):
        LIST.write_text("".join(f"{clause}\n" for clause in clauses() if clause in now), encoding="utf-8")
    lost = [clause for clause in LIST.read_text(encoding="utf-8").splitlines() if clause not in now]
    assert lost == [], "no longer cited by code and proved by a test; `make covered` gives them up, if that is meant"
