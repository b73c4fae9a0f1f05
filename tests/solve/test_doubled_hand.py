"""A doubled hand that has its card: what standing and giving it up are worth adds up to what doubling is worth."""

import pytest

from pitboss.cards.card import Rank
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.composition import full_shoe
from pitboss.solve.situation import doubled, situation


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
