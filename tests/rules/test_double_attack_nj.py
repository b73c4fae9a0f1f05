"""The numbers of N.J.A.C. 19:47-26."""

from fractions import Fraction

import pytest

from pitboss.cards.card import Rank
from pitboss.rules import BlackjackRules, load
from pitboss.rules.money import Odds
from pitboss.rules.subjects.deal import DealStep, HoleCard
from pitboss.rules.subjects.surrender import SurrenderAfterDouble, SurrenderSettled
from pitboss.rules.subjects.wagers import AttackLimit, LockedFrom


def with_(sets: dict[str, object] | None = None, **readings: str) -> BlackjackRules:
    rules = load("double-attack-nj", sets, {name.replace("_", "-"): option for name, option in readings.items()})
    assert isinstance(rules, BlackjackRules)
    return rules


@pytest.mark.clause("NJ 26.2(a)")
@pytest.mark.parametrize(("decks", "cards"), [(6, 288), (8, 384)])
def test_six_or_eight_decks_of_48_cards_without_the_tens(decks: int, cards: int) -> None:
    rules = with_({"decks": decks})
    assert rules.departures == ()
    assert rules.cards.ranks_removed == (Rank.TEN,)
    assert rules.cards.deck_size() == 48
    assert rules.cards.stack_size() == cards
    assert rules.cards.cover_cards == 1


@pytest.mark.clause("NJ 26.2(a)")
@pytest.mark.parametrize("decks", [5, 7, 9])
def test_another_number_of_decks_departs_from_the_law(decks: int) -> None:
    (departure,) = with_({"decks": decks}).departures
    assert (departure.name, departure.lawful, departure.clauses) == ("decks", "6 or 8", ("NJ 26.2(a)",))


@pytest.mark.clause("NJ 26.11(c)")
def test_insurance_pays_5_to_2(nj: BlackjackRules) -> None:
    assert nj.insurance.insurance_odds == Odds(5, 2)
    assert nj.cites("insurance_odds") == ("NJ 26.11(c)",)


def test_bets_and_doubled_bets_pay_1_to_1(nj: BlackjackRules) -> None:
    assert nj.settlement.bet_odds == Odds(1, 1)
    assert nj.settlement.blackjack_odds == Odds(1, 1)
    assert nj.cites("bet_odds") == ("NJ 26.5(e)", "NJ 26.9(b)")


def test_the_bonus_wager_is_at_least_a_dollar_and_not_above_the_bet(nj: BlackjackRules) -> None:
    assert nj.bust_it.bust_it_minimum_cents == 100
    assert nj.bust_it.bust_it_within_bet
    assert nj.bust_it.bust_it_offered


@pytest.mark.clause("NJ 26.6(b)2")
def test_the_licensee_sets_and_posts_a_bonus_maximum(nj: BlackjackRules) -> None:
    assert with_({"bust_it_maximum_cents": 2500}).bust_it.bust_it_maximum_cents == 2500
    assert nj.cites("limits_posted") == ("NJ 26.6(b)2",)


def test_four_hands_at_six_positions_and_three_at_seven() -> None:
    assert with_({"positions": 6}).splitting.split_hands == 4
    assert with_({"positions": 7}).splitting.split_hands == 3


def test_aces_are_split_once_for_one_card_each(nj: BlackjackRules) -> None:
    assert not nj.splitting.resplit_aces
    assert nj.splitting.split_aces_one_card
    assert nj.cites("resplit_aces") == ("NJ 26.10(e)",)


@pytest.mark.clause("NJ 26.14")
def test_one_box_a_player_unless_the_licensee_permits_more(nj: BlackjackRules) -> None:
    assert nj.wagers.boxes_per_player == 1
    assert with_({"boxes_per_player": 3}).wagers.boxes_per_player == 3
    assert with_({"boxes_per_player": 3}).departures == ()


def test_up_to_three_people_on_a_box(nj: BlackjackRules) -> None:
    assert nj.wagers.bettors_per_box == 3
    assert "NJ 26.13(a)" in nj.cites("bettors_per_box")


def test_without_a_hole_card_a_surrender_waits_for_the_second_card(nj: BlackjackRules) -> None:
    assert nj.deal.hole_card is HoleCard.NONE
    assert DealStep.DEALER_DOWN not in nj.deal.deal_order
    assert nj.surrender.surrender_settled is SurrenderSettled.PARKED_FOR_SECOND_CARD


def test_an_unread_hole_card_is_dealt_but_not_looked_at() -> None:
    unread = with_(nj_hole_card="unread")
    assert unread.deal.deal_order[-1] is DealStep.DEALER_DOWN
    assert unread.deal.reader_ranks == ()
    assert unread.surrender.surrender_settled is SurrenderSettled.PARKED_FOR_SECOND_CARD
    assert unread.cites("limits_posted") == ("NJ 26.6(b)2", "NJ 26.7(i)")


@pytest.mark.parametrize(
    ("at_once", "settled"),
    [("yes", SurrenderSettled.AFTER_READER), ("no", SurrenderSettled.PARKED_FOR_SECOND_CARD)],
)
def test_with_a_reader_the_licensee_may_settle_a_surrender_at_once(at_once: str, settled: SurrenderSettled) -> None:
    rules = with_({"surrender_at_once": at_once}, nj_hole_card="reader")
    assert rules.layout.card_reader
    assert rules.deal.reader_ranks == (Rank.ACE, Rank.JACK, Rank.QUEEN, Rank.KING)
    assert rules.surrender.surrender_settled is settled


def test_half_is_lost_by_surrender_after_a_double_too(nj: BlackjackRules) -> None:
    assert nj.surrender.surrender_share == Fraction(1, 2)
    assert nj.surrender.surrender_after_double is SurrenderAfterDouble.HALF_OF_EVERYTHING
    assert nj.cites("surrender_after_double") == ("NJ 26.8(a)",)


def test_ten_cards_from_either_end_and_about_a_quarter_from_the_back(nj: BlackjackRules) -> None:
    assert nj.shuffle.cut_margin_cards == 10
    places = nj.shuffle.cover_card_depth.cards(288, 48)
    assert 71 not in places
    assert 72 in places


def test_cards_from_a_device_are_not_cut(nj: BlackjackRules) -> None:
    assert not nj.shuffle.machine_shuffle_is_cut
    assert nj.cites("machine_shuffle_is_cut") == ("NJ 26.4(b)", "NJ 26.4(b)1")


def test_the_dealer_stands_on_every_17_and_never_draws_in_vain(nj: BlackjackRules) -> None:
    assert (nj.dealer.dealer_stands_on, nj.dealer.dealer_hits_soft) == (17, False)
    assert not nj.dealer.dealer_draws_in_vain


def test_the_double_attack_is_up_to_the_bet_or_by_the_other_reading_equal_to_it(nj: BlackjackRules) -> None:
    assert nj.wagers.attack is AttackLimit.UP_TO_BET
    assert with_(double_attack_amount="equal-only").wagers.attack is AttackLimit.EQUAL_TO_BET


def test_wagers_are_locked_from_the_first_card(nj: BlackjackRules) -> None:
    assert nj.wagers.wagers_locked is LockedFrom.FIRST_CARD


def test_the_burn_card_is_shown_on_request(nj: BlackjackRules) -> None:
    assert (nj.shuffle.burn_after_shuffle, nj.shuffle.burn_by_new_dealer) == (1, 1)
    assert nj.shuffle.burn_disclosed


@pytest.mark.clause("NJ 26.10(c)")
@pytest.mark.parametrize(("positions", "hands"), [(6, 4), (7, 3)])
def test_aces_that_a_variant_splits_four_times_are_no_more_hands_than_the_table_has_for_others(
    positions: int, hands: int
) -> None:
    sets = {"positions": positions, "split_hands": 4, "split_hands_of_aces": 4, "resplit_aces": "yes"}
    splitting = with_(sets).splitting
    assert splitting.most_hands(True, splitting.hands_at(positions)) == hands
