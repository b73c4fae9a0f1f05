"""The numbers and signs of 58 Pa. Code chapter 665a."""

from fractions import Fraction

import pytest

from pitboss.cards.card import Rank
from pitboss.rules import BlackjackRules, load
from pitboss.rules.money import Odds
from pitboss.rules.subjects.deal import DealStep, HoleCard
from pitboss.rules.subjects.doubling import DoubleLimit
from pitboss.rules.subjects.settlement import DealerBlackjackTakes
from pitboss.rules.subjects.shuffle_and_cut import Direction
from pitboss.rules.subjects.surrender import SurrenderWhen
from pitboss.rules.subjects.wagers import AttackLimit


@pytest.mark.clause("PA 665a.3(a)")
def test_eight_decks_of_48_cards_without_the_tens(pa: BlackjackRules) -> None:
    assert pa.cards.decks == 8
    assert pa.cards.ranks_removed == (Rank.TEN,)
    assert pa.cards.deck_size() == 48
    assert pa.cards.stack_size() == 384
    assert pa.cards.cover_cards == 1
    assert "PA 665a.3(a)" in pa.cites("decks")
    assert pa.cites("ranks_removed") == ("PA 665a.3(a)",)


@pytest.mark.clause("PA 665a.3(b)(1)")
def test_a_shuffling_device_takes_two_batches_of_eight_decks(pa: BlackjackRules) -> None:
    assert pa.cards.batches_with_shuffler == 2
    assert pa.cites("decks_with_shuffler") == ("PA 665a.3(b)", "PA 665a.3(b)(1)")


def test_cards_are_changed_every_24_hours(pa: BlackjackRules) -> None:
    assert pa.cards.changed_every_hours == 24
    assert pa.cites("changed_every_hours") == ("PA 665a.3(c)",)


@pytest.mark.clause("PA 665a.2(b)(2)")
def test_each_player_has_areas_for_bet_and_double_attack(pa: BlackjackRules) -> None:
    assert pa.layout.betting_areas == ("Bet", "Double Attack")


@pytest.mark.clause("PA 665a.2(b)(3)", "PA 665a.2(b)(3)(i)", "PA 665a.2(b)(3)(ii)", "PA 665a.2(b)(3)(iii)")
def test_the_three_inscriptions(pa: BlackjackRules) -> None:
    assert pa.layout.inscriptions == (
        "Blackjack pays even money",
        "Insurance pays 5 to 2",
        "Dealer draws to 16 and stands on all 17s",
    )


@pytest.mark.clause("PA 665a.2(b)(4)")
def test_a_bust_it_area_is_marked_where_the_wager_is_offered(pa: BlackjackRules) -> None:
    without = load("double-attack-pa", {"bust_it_offered": "no"})
    assert isinstance(without, BlackjackRules)
    assert pa.bust_it.bust_it_offered
    assert pa.bust_it.bust_it_area
    assert not without.bust_it.bust_it_offered
    assert not without.bust_it.bust_it_area


@pytest.mark.clause("PA 665a.12(a)")
def test_bets_and_double_attacks_pay_1_to_1_a_blackjack_included(pa: BlackjackRules) -> None:
    assert pa.settlement.bet_odds == Odds(1, 1)
    assert pa.settlement.blackjack_odds == Odds(1, 1)
    assert pa.settlement.bet_odds.winnings(1500) == 1500


@pytest.mark.clause("PA 665a.12(b)", "PA 665a.8(c)")
def test_insurance_pays_5_to_2(pa: BlackjackRules) -> None:
    assert pa.insurance.insurance_odds == Odds(5, 2)
    assert pa.insurance.insurance_odds.winnings(1000) == 2500
    assert pa.cites("insurance_odds") == ("PA 665a.8(c)", "PA 665a.12(b)")


def test_insurance_is_half_the_bet_against_an_ace_on_a_court_card(pa: BlackjackRules) -> None:
    assert pa.insurance.insurance_share == Fraction(1, 2)
    assert pa.insurance.insurance_up_card is Rank.ACE
    assert pa.insurance.insurance_wins_on == (Rank.JACK, Rank.QUEEN, Rank.KING)


def test_the_dealer_gets_the_first_card_and_the_attack_follows_it(pa: BlackjackRules) -> None:
    assert pa.deal.deal_order == (
        DealStep.DEALER_UP,
        DealStep.OFFER_ATTACK,
        DealStep.PLAYERS_UP,
        DealStep.PLAYERS_UP,
        DealStep.DEALER_DOWN,
    )
    assert pa.wagers.attack is AttackLimit.UP_TO_BET


def test_the_reader_looks_under_ace_king_queen_and_jack(pa: BlackjackRules) -> None:
    assert pa.deal.hole_card is HoleCard.READER
    assert set(pa.deal.reader_ranks) == {Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK}
    assert pa.settlement.dealer_blackjack_takes is DealerBlackjackTakes.BET_ONLY


def test_the_dealer_stands_on_every_17_and_always_draws_to_it(pa: BlackjackRules) -> None:
    assert (pa.dealer.dealer_stands_on, pa.dealer.dealer_hits_soft) == (17, False)
    assert pa.dealer.dealer_draws_in_vain
    assert pa.dealer.push_total is None


def test_double_on_any_number_of_cards_for_bet_and_attack_together(pa: BlackjackRules) -> None:
    assert pa.doubling.double_on_cards_at_least == 2
    assert pa.doubling.double_on_cards_at_most is None
    assert pa.doubling.double_limit is DoubleLimit.BET_AND_ATTACK
    assert not pa.doubling.double_on_blackjack


def test_three_splits_make_four_hands_and_aces_are_split_once(pa: BlackjackRules) -> None:
    assert pa.splitting.split_hands == 4
    assert not pa.splitting.resplit_aces
    assert pa.splitting.split_aces_one_card
    assert not pa.doubling.double_split_aces


def test_half_is_lost_by_surrender_at_any_time_below_21(pa: BlackjackRules) -> None:
    assert pa.surrender.surrender is SurrenderWhen.ANY_TIME
    assert pa.surrender.surrender_share == Fraction(1, 2)
    assert pa.surrender.surrender_below


def test_ten_cards_from_either_end_and_a_quarter_from_the_bottom(pa: BlackjackRules) -> None:
    assert pa.shuffle.cut_margin_cards == 10
    places = pa.shuffle.cover_card_depth.cards(pa.cards.stack_size(), pa.cards.deck_size())
    assert 95 not in places
    assert 96 in places
    assert pa.shuffle.cover_card_cards(pa.cards.stack_size(), pa.cards.deck_size()) == 96


def test_one_card_is_burned_from_a_fresh_shoe_and_by_each_new_dealer(pa: BlackjackRules) -> None:
    assert (pa.shuffle.burn_after_shuffle, pa.shuffle.burn_by_new_dealer) == (1, 1)


def test_a_refused_cut_goes_counterclockwise(pa: BlackjackRules) -> None:
    assert pa.shuffle.cut_refused is Direction.COUNTERCLOCKWISE
