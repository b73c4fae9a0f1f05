"""The numbers and signs of 58 Pa. Code chapter 673a."""

from fractions import Fraction

import pytest

from pitboss.cards.card import Rank
from pitboss.rules import BlackjackRules, load
from pitboss.rules.money import Odds
from pitboss.rules.subjects.deal import DealStep, HoleCard
from pitboss.rules.subjects.settlement import BlackjackPaid, CollectAndPay, TwentyOnePaid
from pitboss.rules.subjects.surrender import SurrenderAfterDouble, SurrenderWhen


@pytest.mark.clause("PA 673a.3(a)")
def test_at_least_one_deck_of_52_cards() -> None:
    one = load("double-back-jack-pa", {"decks": 1})
    assert isinstance(one, BlackjackRules)
    assert one.departures == ()
    assert one.cards.ranks_removed == ()
    assert one.cards.stack_size() == 52
    assert one.cards.cover_cards == 1


def test_six_decks_unless_the_house_says_otherwise(back_jack: BlackjackRules) -> None:
    assert back_jack.cards.decks == 6


@pytest.mark.clause("PA 673a.2(b)(2)", "PA 673a.2(b)(3)")
def test_each_player_has_areas_for_blackjack_and_second_chance(back_jack: BlackjackRules) -> None:
    assert back_jack.layout.betting_areas == ("Blackjack", "Second Chance")


@pytest.mark.clause("PA 673a.2(b)(4)", "PA 673a.2(b)(4)(i)", "PA 673a.2(b)(4)(ii)", "PA 673a.2(b)(4)(iii)")
def test_the_three_inscriptions(back_jack: BlackjackRules) -> None:
    assert back_jack.layout.inscriptions == (
        "Blackjack and Insurance pay 2 to 1",
        "Dealer draws to 16 and stands on all 17s",
        "Dealer 22 pushes Blackjack Wagers, player 21 is paid right away, Second Chance pays even money",
    )


@pytest.mark.clause("PA 673a.12(a)")
def test_a_blackjack_pays_2_to_1_and_other_wins_1_to_1(back_jack: BlackjackRules) -> None:
    assert back_jack.settlement.blackjack_odds == Odds(2, 1)
    assert back_jack.settlement.bet_odds == Odds(1, 1)


@pytest.mark.clause("PA 673a.12(b)")
def test_second_chance_pays_1_to_1(back_jack: BlackjackRules) -> None:
    assert back_jack.second_chance.second_chance_odds == Odds(1, 1)


@pytest.mark.clause("PA 673a.12(c)", "PA 673a.8(c)")
def test_insurance_pays_2_to_1(back_jack: BlackjackRules) -> None:
    assert back_jack.insurance.insurance_odds == Odds(2, 1)
    assert back_jack.cites("insurance_odds") == ("PA 673a.8(c)", "PA 673a.12(c)")


def test_insurance_wins_on_every_ten_value_card(back_jack: BlackjackRules) -> None:
    assert set(back_jack.insurance.insurance_wins_on) == {Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING}
    assert back_jack.insurance.insurance_share == Fraction(1, 2)


@pytest.mark.clause("PA 673a.7(t)")
@pytest.mark.parametrize(
    ("chosen", "order"),
    [("together", CollectAndPay.TOGETHER), ("collect-first", CollectAndPay.COLLECT_FIRST)],
)
def test_the_submission_designates_one_of_two_ways_to_collect_and_pay(chosen: str, order: CollectAndPay) -> None:
    rules = load("double-back-jack-pa", {"collect_and_pay": chosen})
    assert isinstance(rules, BlackjackRules)
    assert rules.settlement.collect_and_pay is order
    assert rules.departures == ()


def test_the_players_are_dealt_first_and_the_reader_looks_under_tens_too(back_jack: BlackjackRules) -> None:
    assert back_jack.deal.deal_order == (
        DealStep.PLAYERS_UP,
        DealStep.DEALER_UP,
        DealStep.PLAYERS_UP,
        DealStep.DEALER_DOWN,
    )
    assert back_jack.deal.hole_card is HoleCard.READER
    assert set(back_jack.deal.reader_ranks) == {Rank.ACE, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING}


def test_a_blackjack_is_paid_before_the_reader_and_never_ties(back_jack: BlackjackRules) -> None:
    assert back_jack.settlement.blackjack_paid is BlackjackPaid.BEFORE_READER
    assert not back_jack.settlement.blackjacks_tie


def test_a_21_is_paid_right_away_and_a_dealer_22_pushes(back_jack: BlackjackRules) -> None:
    assert back_jack.settlement.twenty_one_paid is TwentyOnePaid.RIGHT_AWAY
    assert back_jack.dealer.push_total == 22


def test_a_pair_makes_two_hands_at_most_and_split_aces_play_on(back_jack: BlackjackRules) -> None:
    assert back_jack.splitting.split_hands == 2
    assert not back_jack.splitting.split_aces_one_card


def test_double_on_the_first_two_cards_only(back_jack: BlackjackRules) -> None:
    assert (back_jack.doubling.double_on_cards_at_least, back_jack.doubling.double_on_cards_at_most) == (2, 2)
    assert back_jack.doubling.double_after_split


def test_surrender_is_the_first_decision_or_none(back_jack: BlackjackRules) -> None:
    assert back_jack.surrender.surrender is SurrenderWhen.FIRST_DECISION
    assert back_jack.surrender.surrender_after_double is SurrenderAfterDouble.NOT_OFFERED
    assert not back_jack.surrender.surrender_after_split


def test_an_ace_drawn_as_second_chance_subtracts_1(back_jack: BlackjackRules) -> None:
    assert back_jack.second_chance.second_chance
    assert back_jack.second_chance.second_chance_ace == 1
