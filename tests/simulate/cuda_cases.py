"""Jobs that are played on CPU threads and on a simulated GPU."""

from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.simulate.counting import Count
from pitboss.simulate.job import Job, job
from pitboss.simulate.strategies import strategy_of

HI_LO = Count(tags=(-1, 1, 1, 1, 1, 1, 0, 0, 0, -1), bets={-1: 1, 1: 4}, insurance=2, bust_it=-1)
CASES = ("one-box", "three-boxes-counting")


def case(name: str) -> Job:
    """A job by name."""
    rules = load("double-attack-pa")
    assert isinstance(rules, BlackjackRules)
    dealer = strategy_of(rules, "dealer")
    if name == "one-box":
        return job(rules, [dealer])
    return job(rules, [dealer] * 3, count=HI_LO)
