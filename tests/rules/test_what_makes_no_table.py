"""Values that no table can have together are refused at once; the last that can be had still deals."""

import pytest

from pitboss.cards.bits import SeededBits
from pitboss.house.demonstration import demonstrate, strategy_for
from pitboss.rules.errors import RulesError
from pitboss.rules.variant import load

FEW = {"ranks_removed": "A,2,3,4,5,6,7,8,9,J,Q,K", "decks": "1", "cut_margin_cards": "2"}


@pytest.mark.parametrize(
    ("game", "sets", "boxes"),
    [
        ("double-deck-house", {"decks": "64"}, 1),  # the falls of a riffle of half of them are taken down
        ("double-attack-pa", {"decks": "1", "cut_margin_cards": "24"}, 1),
        ("double-attack-pa", {"table_minimum_cents": "1000000000", "table_maximum_cents": "1000000000"}, 1),
        ("double-attack-nj", {"burn_after_shuffle": "20", "decks": "1"}, 6),
        ("five-card-hi-lo-pa", {"positions": "9"}, 9),
        ("double-deck-house", {"inscriptions": "Luck", "similar_language": "Luck"}, 1),
        ("double-attack-pa", {"inscriptions": "Luck"}, 1),
    ],
)
def test_the_most_there_can_be_is_dealt(game: str, sets: dict[str, object], boxes: int) -> None:
    """Two rounds of it, with every box taken that there is."""
    rules = load(game, sets)
    table = demonstrate(rules, boxes, 2, SeededBits("7"), strategy_for(rules, None if boxes == 9 else "dealer"))
    assert table.state.round == 2


@pytest.mark.parametrize(
    ("game", "sets", "sentence"),
    [
        ("double-back-jack-pa", {"decks": "1", "cut_margin_cards": "27"}, "52 cards can nowhere be cut so"),
        ("double-deck-house", {"cover_card_depth": "1/3 to 1/3 of one deck"}, "no place among 104 cards is there"),
        ("double-deck-house", FEW | {"burn_by_new_dealer": "4"}, "burn_by_new_dealer = 4 makes no table here"),
        ("double-deck-house", FEW | {"burn_after_shuffle": "4"}, "burn_after_shuffle = 4 makes no table here"),
        ("five-card-hi-lo-pa", {"positions": "10"}, "52 cards give 9 players 5 each"),
        ("five-card-hi-lo-pa", {"decks": "2"}, "counted for 52 cards, and there are 104"),
        ("double-attack-pa", {"similar_language": "Good luck"}, "'Good luck' makes no table here: .* inscriptions"),
        ("double-deck-house", {"inscriptions": "Luck", "similar_language": "Good luck"}, "not among the inscriptions"),
        ("five-card-hi-lo-pa", {"ranks_removed": "10"}, "counted for 52 cards, and there are 48"),
    ],
)
def test_one_more_is_refused_in_one_sentence(game: str, sets: dict[str, object], sentence: str) -> None:
    """Before anything is dealt."""
    with pytest.raises(RulesError, match=sentence):
        load(game, sets)


def test_a_place_missed_by_more_than_the_margin_is_still_a_cut() -> None:
    """However approximately: at least one card lies at either end of it."""
    about = load("double-deck-house", {"approximately_cards": "26", "cut_place": "about-there"}).shuffle
    assert [(place.start, place.stop - 1) for place in about.cut_positions(104)] == [(1, 39), (65, 103)]
