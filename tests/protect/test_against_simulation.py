"""Counts of insurance and side wagers bet by in the simulator: as often and as well as random shoes say."""

import pytest

from pitboss.protect.counts import Pack
from pitboss.protect.desk import wagers_found
from pitboss.protect.shoes import shoes
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.simulate.by_wager import wagers
from pitboss.simulate.counting import Count
from pitboss.simulate.job import job
from pitboss.simulate.plan import Plan
from pitboss.simulate.run import simulate
from pitboss.simulate.runners import Threads
from pitboss.solve.cache import solved
from pitboss.solve.composition import full_shoe

ROUNDS = 20_000_000


@pytest.mark.slow
@pytest.mark.parametrize(("game", "wager"), [("double-attack-pa", "bust-it"), ("double-deck-house", "insurance")])
def test_a_wager_bet_by_its_own_count_wins_what_was_foreseen(game: str, wager: str) -> None:
    rules = BlackjackRules.of(load(game))
    solution = solved(rules, lambda step, share: None)
    pack = Pack(full_shoe(rules).values, rules.cards.deck_size())
    dealt = pack.whole - rules.shuffle.cover_card_cards(pack.whole, pack.deck)
    found = wagers_found(solution, pack, shoes(pack, dealt))[wager]
    assert found.trigger is not None
    bet_at = [step for step in found.steps if step.true >= found.trigger]
    often = sum(step.share for step in bet_at)
    edge = sum(step.share * step.mean for step in bet_at) / often / found.wager.offered
    tags, trigger = found.by_level[3].tags, float(found.trigger)
    count = (
        Count(tags, {0: 1}, insurance=trigger) if wager == "insurance" else Count(tags, {0: 1}, side={wager: trigger})
    )
    todo = job(rules, [solution.strategy], count=count)
    made = wagers(todo, simulate(todo, Plan(3, ROUNDS), Threads()).tally)[wager]
    assert made.results.rounds / ROUNDS == pytest.approx(often * found.wager.offered, rel=0.06)
    assert -made.house_edge == pytest.approx(edge, abs=5 * made.house_edge_error + 0.004)
    assert edge > 0.01
