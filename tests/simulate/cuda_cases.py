"""Jobs that are played on CPU threads and on a simulated GPU."""

from dataclasses import replace

from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.simulate.counting import Count
from pitboss.simulate.job import Job, job
from pitboss.simulate.strategies import strategy_of
from pitboss.solve.strategy import UP_CARDS, Action, ExactHand, Preference, Situation

HI_LO = Count(tags=(-1, 1, 1, 1, 1, 1, 0, 0, 0, -1), bets={-1: 1, 1: 4}, insurance=2, side={"bust-it": -1})
# A bet for every true count: with three boxes more counts than a block has room for.
MANY_BETS = replace(HI_LO, bets={true: 80 * (true + 2) for true in range(-1, 11)})
# Half of the rounds are in doubt on the GPU, and are played once more by the exact kernel.
DOUBTFUL = {"one-box": 1 << 29}
CASES = ("one-box", "three-boxes-counting", "a-shoe-that-runs-out", "many-bets")


def case(name: str) -> Job:
    """A job by name."""
    rules = load("double-deck-house", {"decks": 1}) if name == "a-shoe-that-runs-out" else load("double-attack-pa")
    assert isinstance(rules, BlackjackRules)
    dealer = strategy_of(rules, "dealer")
    if name == "one-box":
        return job(rules, [dealer])
    if name == "a-shoe-that-runs-out":
        exact: dict[ExactHand, Preference] = {
            (Situation.DRAWN, cards, up): (Action.HIT,) for cards in ((5, 5, 7), (6, 6, 6)) for up in UP_CARDS
        }
        return job(rules, [replace(dealer, insurance=True, exceptions=exact)] * 5)
    other = replace(dealer, attack=(True,) * len(UP_CARDS))
    return job(rules, [dealer, other, dealer], count=MANY_BETS if name == "many-bets" else HI_LO)
