"""HOUSE, never law: the showdown, under each reading of what follows the deal."""

import pytest

from pitboss.cards.card import Card
from pitboss.procedure.from_the_hand.high_hand import Kind, high_hand
from tests.procedure.pa_663a.at_table import ANTE, f, opened

RANKED = [
    ("2C 4D 6H 8S TC", Kind.HIGH_CARD),
    ("2C 4D 6H 8S JC", Kind.HIGH_CARD),
    ("2C 2D 6H 8S TC", Kind.PAIR),
    ("AC AD 6H 8S TC", Kind.PAIR),
    ("AC AD 6H 8S JC", Kind.PAIR),
    ("2C 2D 3H 3S TC", Kind.TWO_PAIR),
    ("KC KD 3H 3S 2C", Kind.TWO_PAIR),
    ("2C 2D 2H 8S TC", Kind.THREE_OF_A_KIND),
    ("AC 2D 3H 4S 5C", Kind.STRAIGHT),
    ("2C 3D 4H 5S 6C", Kind.STRAIGHT),
    ("TC JD QH KS AC", Kind.STRAIGHT),
    ("2C 4C 6C 8C TC", Kind.FLUSH),
    ("2C 2D 2H 3S 3C", Kind.FULL_HOUSE),
    ("3C 3D 3H 2S 2C", Kind.FULL_HOUSE),
    ("2C 2D 2H 2S TC", Kind.FOUR_OF_A_KIND),
    ("AC 2C 3C 4C 5C", Kind.STRAIGHT_FLUSH),
    ("TC JC QC KC AC", Kind.STRAIGHT_FLUSH),
]


def height(text: str) -> tuple[int, tuple[int, ...]]:
    return high_hand([Card.parse(code) for code in text.split()])


def test_hands_are_ranked_as_in_high_poker() -> None:
    heights = [height(cards) for cards, _ in RANKED]
    assert heights == sorted(heights)
    assert len(set(heights)) == len(heights)
    assert [kind for kind, _ in heights] == [kind for _, kind in RANKED]


def test_suits_break_no_tie_and_an_ace_does_not_go_round_the_corner() -> None:
    assert height("2C 4D 6H 8S TC") == height("2D 4H 6S 8C TD")
    assert height("QC KD AH 2S 3C")[0] is Kind.HIGH_CARD


@pytest.mark.parametrize("size", [4, 6])
def test_a_hand_of_another_size_is_not_ranked(size: int) -> None:
    with pytest.raises(ValueError, match="has 5 cards"):
        high_hand([Card.parse("2C")] * size)


@pytest.mark.parametrize(
    ("player", "outcome", "won"),
    [
        ("2C 2D 6H 8S TC", "HOUSE: wins", ANTE),
        ("2C 4D 6H 9S TC", "HOUSE: loses", -ANTE),
        ("3C 5H 7S 9C JC", "HOUSE: ties", 0),
    ],
)
def test_the_high_hand_wins_the_ante_at_even_money_and_ties_push_without_a_clause(
    player: str, outcome: str, won: int
) -> None:
    scene = opened(player, "3D 5D 7H 9D JD").bet()
    assert scene.last(f.HandSettled) == f.HandSettled((), 1, 1, outcome)
    assert scene.won("ann") == won


def test_nothing_of_the_showdown_is_presented_as_law() -> None:
    scene = opened(players=3).bet()
    at = next(i for i, x in enumerate(scene.table.facts) if isinstance(x, f.StubPlaced))
    after = [x for x in scene.table.facts[at + 1 :] if not isinstance(x, f.RoundEnded)]
    house = [x for x in after if not isinstance(x, f.SealOpened)]
    assert house
    assert all(x.clauses == () for x in house)
    assert all(x.rank.startswith("HOUSE: ") for x in house if isinstance(x, f.HandShown))
    assert all(x.outcome.startswith("HOUSE: ") for x in house if isinstance(x, f.HandSettled))


def test_under_the_other_reading_the_round_stops_after_the_deal_and_nothing_is_shown() -> None:
    scene = opened(players=2, readings={"five-card-hi-lo-showdown": "stop-after-deal"}).bet()
    assert scene.facts(f.HandShown) == []
    assert [x.clauses for x in scene.facts(f.WagerReturned)] == [(), ()]
    assert [scene.won(name) for name in scene.players] == [0, 0]
    assert scene.facts(f.StubPlaced)
    assert scene.facts(f.RoundEnded)
