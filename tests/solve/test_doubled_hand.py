"""A doubled hand that has its card: what standing and giving it up are worth adds up to what doubling is worth."""

from dataclasses import replace

import pytest

from pitboss.cards.card import Rank
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.composition import full_shoe
from pitboss.solve.distribution import against
from pitboss.solve.removal import without_each
from pitboss.solve.round_values import Table
from pitboss.solve.situation import doubled, situation
from pitboss.solve.solution import price, whole_distribution
from pitboss.solve.strategy import Action, mimic_the_dealer, uniform_play
from pitboss.solve.terms import game_terms


@pytest.mark.parametrize("attacked", [False, True])
@pytest.mark.parametrize(
    ("game", "readings"),
    [
        ("double-attack-pa", {}),
        ("double-attack-pa", {"surrender-after-double": "double-returned"}),
        ("double-attack-pa", {"surrender-after-double": "not-offered"}),
    ],
)
def test_the_best_after_each_card_averages_to_the_value_of_the_double(
    game: str, readings: dict[str, str], attacked: bool
) -> None:
    rules = BlackjackRules.of(load(game, {}, readings))
    hand, up = (Rank.FIVE, Rank.SIX), Rank.NINE
    left = full_shoe(rules).without([*hand, up])
    whole = situation(rules, hand, up, attacked=attacked).options["double"]
    double = 2.0 if attacked else 1.0
    mean = 0.0
    for value, count in enumerate(left.values, 1):
        if count:
            rank = Rank.KING if value == 10 else Rank(value)
            stand = situation(rules, (*hand, rank), up, attacked=attacked).options["stand"]
            after = doubled(rules, up, attacked, double, stand)
            assert ("surrender" in after) is (readings.get("surrender-after-double") != "not-offered")
            # A hand of 21 cannot be given up.
            best = after["stand"] if value == 10 else max(after.values())
            mean += count / left.cards * best
    assert mean == pytest.approx(whole, abs=1e-12)


def test_where_a_blackjack_may_still_come_nothing_is_told() -> None:
    rules = BlackjackRules.of(load("double-attack-nj"))
    assert doubled(rules, 10, False, 1.0, 0.5) == {}
    assert doubled(rules, 9, False, 1.0, 0.5)["stand"] == 1.0


def always_doubled(game: str, sets: dict[str, object]) -> tuple[float, float, list[float]]:
    """What it costs to double every hand: by value, by how often each result comes, and with a card less."""
    rules = BlackjackRules.of(load(game, sets | {"dealer_blackjack_takes": "original-wagers", "hole_card": "none"}))
    table = Table(game_terms(rules), full_shoe(rules))
    table.deal()
    strategy = replace(mimic_the_dealer(rules), play=uniform_play(lambda *cell: (Action.DOUBLE, Action.STAND)))
    main, played = price(table, strategy)
    told = whole_distribution(table, {up: against(table, one) for up, one in played.items()})
    mean = sum(net * chance for net, chance in told.chances.items())
    return main.house_edge, -mean, list(without_each(table, played[10]))


@pytest.mark.parametrize("game", ["double-deck-house", "double-attack-pa"])
def test_a_bust_that_nobody_sees_waits_for_the_dealers_blackjack_as_one_does_that_is_collected_last(game: str) -> None:
    """What a Blackjack takes of a doubled hand is less than the hand: face down it is as good as not over 21."""
    seen, tucked, last = (
        always_doubled(game, {"double_card": card, "bust_collected": when})
        for card, when in (
            ("up-sideways", "at-the-bust"),
            ("down-tucked", "at-the-bust"),
            ("up-sideways", "after-round"),
        )
    )
    assert tucked[0] == pytest.approx(last[0], abs=1e-14)
    assert tucked[0] < seen[0] - 0.001
    for edge, by_results, _ in (seen, tucked, last):
        assert by_results == pytest.approx(edge, abs=1e-12)
    assert tucked[2] == pytest.approx(last[2], abs=1e-13)
    assert tucked[2] != pytest.approx(seen[2], abs=1e-3)
