"""A job small enough for every test, and its kernel, compiled once."""

import pytest

from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.simulate.job import Job, job
from pitboss.simulate.strategies import strategy_of


@pytest.fixture(scope="session")
def rules() -> BlackjackRules:
    """Double Attack in Pennsylvania."""
    found = load("double-attack-pa")
    assert isinstance(found, BlackjackRules)
    return found


@pytest.fixture(scope="session")
def one_box(rules: BlackjackRules) -> Job:
    """One box that plays as the dealer does."""
    return job(rules, [strategy_of(rules, "dealer")])
