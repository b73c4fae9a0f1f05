"""Values that no table can have together are refused at once; the last that can be had still deals."""

import pytest

from pitboss.cards.bits import SeededBits
from pitboss.house.demonstration import demonstrate, strategy_for
from pitboss.rules.errors import RulesError
from pitboss.rules.subjects.surrender import SurrenderAfterDouble
from pitboss.rules.text import text_of
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


@pytest.mark.parametrize(
    ("game", "routine", "prescribed"),
    [
        ("double-attack-pa", "always", "no routine"),
        ("double-attack-nj", "usual", "no routine"),
        ("five-card-hi-lo-pa", "uniform", "no routine"),
        ("double-deck-house", "none", "a routine, which a house may leave as uniform"),
    ],
)
def test_a_routine_is_carried_out_where_a_text_prescribes_one_and_nowhere_else(
    game: str, routine: str, prescribed: str
) -> None:
    sentence = f"shuffle_routine = {routine} makes no table here: {game} prescribes {prescribed}"
    with pytest.raises(RulesError, match=f"^{sentence}$"):
        load(game, {"shuffle_routine": routine})


PA, NJ, DBJ, DD = "double-attack-pa", "double-attack-nj", "double-back-jack-pa", "double-deck-house"
TUCKED = {"double_card": "down-tucked", "surrender_after_double": "not-offered"}


@pytest.mark.parametrize(
    ("game", "sets", "sentence"),
    [
        (PA, {"cover_cards": 0}, f"cover_cards = 0 makes no table here: {PA} knows no shuffle without a cutting card"),
        (NJ, {"hole_card": "reader-after-play"}, "the reader has no moment after the players' turns"),
        (PA, {"deal_order": "dealer-up, offer-attack, players-up, players-up"}, "a hole card where hole_card has none"),
        (
            PA,
            {"deal_order": "players-up, dealer-up, players-up, dealer-down"},
            f"{PA} is dealt dealer-up, offer-attack",
        ),
        (DD, {"deal_order": "dealer-up, players-down, dealer-down"}, f"{DD} is dealt players-down, dealer-down"),
        (NJ, {"blackjack_beats_21": "no", "blackjack_paid": "in-turn"}, "before the dealer's total is known"),
        (DBJ, {"even_money": "yes"}, "a Blackjack is paid before insurance is offered"),
        (PA, {"double_on_blackjack": "yes"}, "a Blackjack lies face up, and nobody is asked about it"),
        (DD, {"blackjack_paid": "before-reader", "even_money": "no"}, "the players' cards lie face down"),
        (
            DD,
            {"twenty_one_paid": "right-away"},
            "twenty_one_paid before the dealer plays .*: the players' cards lie face",
        ),
        (
            PA,
            TUCKED | {"twenty_one_paid": "right-away"},
            "before the dealer plays .* double_card = down-tucked hides it",
        ),
        (
            NJ,
            {"surrender_after_double": "half-of-everything", "double_card": "down-tucked"},
            "surrender_after_double .* double_card = down-tucked hides what is given up",
        ),
        (PA, {"double_on_totals": "3, 9"}, "a hand that draws totals 4 to 20"),
        (PA, {"double_on_totals": "9, 21"}, "a hand that draws totals 4 to 20"),
        (PA, TUCKED | {"charlie_cards": 3, "double_on_cards_at_most": 2}, "charlie_cards = 3 makes .* hides it"),
        (NJ, {"surrender_settled": "parked-for-reader"}, "nobody is asked before the card is read"),
        (PA, {"surrender_settled": "early"}, "surrender = any-time makes no table with surrender_settled = early"),
        (DBJ, {"attack": "up-to-bet"}, f"{DBJ} has no moment to offer a Double Attack Wager"),
        (PA, {"split_hands_of_aces": 5}, "no box has more than split_hands = 4"),
    ],
)
def test_values_that_do_not_go_together_are_refused_in_one_sentence(
    game: str, sets: dict[str, object], sentence: str
) -> None:
    with pytest.raises(RulesError, match=sentence):
        load(game, sets)


def test_what_lies_face_down_is_not_given_up_unless_that_is_asked_for() -> None:
    for game in (PA, NJ):
        tucked = load(game, {"double_card": "down-tucked"})
        assert tucked.by_name["surrender_after_double"][1].value is SurrenderAfterDouble.NOT_OFFERED
        assert tucked.departs("surrender_after_double")


@pytest.mark.parametrize("first", ["hole_card", "deal_order"])
def test_what_is_set_by_itself_stays_whatever_else_would_change_it(first: str) -> None:
    order = "dealer-up, dealer-down, offer-attack, players-up, players-up"
    sets = {"hole_card": "reader", "deal_order": order}
    dealt = load(NJ, {name: sets[name] for name in sorted(sets, key=lambda name: name != first)})
    assert text_of(dealt.by_name["deal_order"][1].value) == order


def test_a_value_that_does_not_go_with_a_reading_is_refused_in_one_sentence() -> None:
    entire, before = {"surrender_to_blackjack": "entire"}, {"pa-surrender-timing": "before-reader"}
    with pytest.raises(RulesError, match=r"^surrender_to_blackjack = entire makes no table with .* before the reader$"):
        load(PA, entire, before)
    assert load(PA, entire).readings["pa-surrender-timing"] == "after-reader"
    assert load(PA, entire | {"attack": "none"}, before).by_name["attack"]


@pytest.mark.parametrize(
    ("game", "sets"),
    [
        (PA, {"hole_card": "reader-after-play"}),  # by a reading of the text's own
        (DD, {"deal_order": "dealer-up, players-down, players-down, dealer-down"}),  # pitched in any order
        (NJ, {"blackjack_beats_21": "no"}),
        (PA, {"even_money": "yes"}),
        (DD, {"double_on_blackjack": "yes"}),
        (PA, {"twenty_one_paid": "right-away"}),
        (PA, TUCKED),
        (PA, {"double_on_totals": "4, 20"}),
        (PA, TUCKED | {"charlie_cards": 4, "double_on_cards_at_most": 2}),
        (PA, {"surrender": "first-decision", "surrender_settled": "early"}),
        (PA, {"split_hands_of_aces": 4}),
    ],
)
def test_and_what_stands_just_beside_them_is_dealt(game: str, sets: dict[str, object]) -> None:
    rules = load(game, sets)
    assert demonstrate(rules, 2, 1, SeededBits("7"), strategy_for(rules, "dealer")).state.round == 1


def test_a_place_missed_by_more_than_the_margin_is_still_a_cut() -> None:
    """However approximately: at least one card lies at either end of it."""
    about = load("double-deck-house", {"approximately_cards": "26", "cut_place": "about-there"}).shuffle
    assert [(place.start, place.stop - 1) for place in about.cut_positions(104)] == [(1, 39), (65, 103)]
