"""The numbers of the house's Double Deck procedure, and what it leaves to the standard six-deck rules."""

from fractions import Fraction

import pytest

from pitboss.rules import BlackjackRules, load
from pitboss.rules.cited import SetBy
from pitboss.rules.money import Odds
from pitboss.rules.subjects.deal import DealStep
from pitboss.rules.subjects.doubling import DoubleCard
from pitboss.rules.subjects.layout import DealtFrom
from pitboss.rules.subjects.settlement import Discarded
from pitboss.rules.subjects.surrender import SurrenderWhen
from pitboss.rules.subjects.wagers import HandsInMidShoe, MidShoeEntry


def test_two_decks_in_the_dealers_hand_with_two_cut_cards(double_deck: BlackjackRules) -> None:
    assert double_deck.cards.stack_size() == 104
    assert double_deck.cards.cover_cards == 2
    assert double_deck.layout.dealt_from is DealtFrom.HAND


def test_the_cut_is_a_quarter_deck_from_either_end(double_deck: BlackjackRules) -> None:
    assert double_deck.shuffle.cut_margin_cards == 13


@pytest.mark.parametrize(("reading", "least", "most"), [("of-one-deck", 13, 17), ("of-the-pack", 26, 35)])
def test_the_cut_card_goes_a_quarter_to_a_third_from_the_back(reading: str, least: int, most: int) -> None:
    rules = load("double-deck-house", {}, {"cut-card-depth": reading})
    assert isinstance(rules, BlackjackRules)
    places = rules.shuffle.cover_card_depth.cards(104, 52)
    assert (places[0], places[-1]) == (least, most)


def test_one_card_is_burned(double_deck: BlackjackRules) -> None:
    assert double_deck.shuffle.burn_after_shuffle == 1


def test_players_cards_come_face_down_one_at_a_time(double_deck: BlackjackRules) -> None:
    assert double_deck.deal.deal_order == (
        DealStep.PLAYERS_DOWN,
        DealStep.DEALER_DOWN,
        DealStep.PLAYERS_DOWN,
        DealStep.DEALER_UP,
    )


def test_a_double_is_on_two_cards_for_one_face_down(double_deck: BlackjackRules) -> None:
    assert (double_deck.doubling.double_on_cards_at_least, double_deck.doubling.double_on_cards_at_most) == (2, 2)
    assert double_deck.doubling.double_card is DoubleCard.DOWN_TUCKED
    assert double_deck.doubling.double_for_less


def test_three_splits_make_four_hands_and_aces_two(double_deck: BlackjackRules) -> None:
    assert double_deck.splitting.split_hands == 4
    assert not double_deck.splitting.resplit_aces
    assert double_deck.splitting.split_aces_one_card
    assert not double_deck.doubling.double_split_aces


def test_nobody_enters_in_mid_shoe_and_nobody_adds_a_hand(double_deck: BlackjackRules) -> None:
    assert double_deck.wagers.mid_shoe_entry is MidShoeEntry.FORBIDDEN
    assert double_deck.wagers.hands_in_mid_shoe is HandsInMidShoe.ONLY_FEWER


@pytest.mark.clause("DD Additional policies 1")
def test_two_hands_a_player_at_the_discretion_of_the_pit(double_deck: BlackjackRules) -> None:
    assert double_deck.wagers.boxes_per_player == 2
    assert load("double-deck-house", {"boxes_per_player": 1}).departures == ()
    (departure,) = load("double-deck-house", {"boxes_per_player": 3}).departures
    assert departure.clauses == ("DD Additional policies 1",)


def test_each_hand_is_discarded_as_it_is_settled(double_deck: BlackjackRules) -> None:
    assert double_deck.settlement.discarded is Discarded.EACH_HAND


def test_cards_are_changed_as_needed_not_by_the_clock(double_deck: BlackjackRules) -> None:
    assert double_deck.cards.changed_every_hours is None
    assert double_deck.cites("changed_every_hours") == ("DD Additional policies 5",)


@pytest.mark.clause("DD Additional policies 6")
def test_what_the_text_leaves_open_is_the_ordinary_game_and_the_houses_choice(double_deck: BlackjackRules) -> None:
    assert not double_deck.dealer.dealer_hits_soft
    assert double_deck.settlement.blackjack_odds == Odds(3, 2)
    assert double_deck.insurance.insurance_odds == Odds(2, 1)
    assert double_deck.insurance.insurance_share == Fraction(1, 2)
    assert double_deck.insurance.even_money
    assert double_deck.surrender.surrender is SurrenderWhen.NEVER
    for name in ("dealer_hits_soft", "blackjack_odds", "insurance_odds", "surrender", "dealer_stands_on"):
        source = double_deck.by_name[name][1].source
        assert source.set_by is SetBy.HOUSE
        assert "DD Additional policies 6" in source.clauses


def test_a_house_that_hits_soft_17_and_pays_6_to_5_is_within_its_rights() -> None:
    rules = load("double-deck-house", {"dealer_hits_soft": "yes", "blackjack_odds": "6 to 5"})
    assert isinstance(rules, BlackjackRules)
    assert rules.dealer.dealer_hits_soft
    assert rules.settlement.blackjack_odds == Odds(6, 5)
    assert rules.departures == ()


def test_tens_are_in_the_decks(double_deck: BlackjackRules) -> None:
    assert double_deck.cards.ranks_removed == ()
    assert double_deck.cards.deck_size() == 52
