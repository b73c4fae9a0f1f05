"""Questions about a shoe that is not full: as typed, as dealt by hand, and as the whole game's parts come together."""

from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest

from pitboss.cards.card import Rank
from pitboss.report.asked import Asked, OneHand
from pitboss.report.blackjack_answers import OneSituation, OneUpCard, one_situation, whole_game
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.composition import Composition, full_shoe
from pitboss.solve.one_up_card import one_up_card
from pitboss.solve.round_values import Table
from pitboss.solve.side_wagers import insurance, side_wager_at_table
from pitboss.solve.situation import OfSplit, shoe_of, situation
from pitboss.solve.solution import best_play, over_up_cards
from pitboss.solve.terms import game_terms

LAST_BITS = 1e-13
# Enough of everything to draw, split and bust; few enough to be dealt out card by card.
SMALL = Composition((2, 0, 0, 0, 0, 3, 0, 6, 2, 0, 0, 0, 6))


def rules_of(game: str, readings: dict[str, str] | None = None, **sets: object) -> BlackjackRules:
    return BlackjackRules.of(load(game, sets, readings or {}))


def test_cards_gone_and_cards_left_name_the_same_shoe() -> None:
    """Two fives and a king out of eight decks: thirty fives and thirty-one kings are left."""
    rules = rules_of("double-attack-pa")
    gone = full_shoe(rules).without([Rank.FIVE, Rank.FIVE, Rank.KING])
    assert shoe_of(rules, "5,5,K") == gone
    assert shoe_of(rules, "5 5 10") == gone  # without tens, a 10 is any card worth ten
    assert shoe_of(rules, "K=31 5=30") == gone
    assert shoe_of(rules, "K,5=30") == gone
    assert shoe_of(rules, "5=0").ranks[Rank.FIVE - 1] == 0


@pytest.mark.parametrize("cards", ["A=0,2=0,3=0,4=0,5=0,6=0,7=0,8=0,9=0,10=0,J=4,Q=7,K=8"])
def test_a_shoe_of_19_is_too_small_and_one_of_20_is_not(cards: str) -> None:
    rules = rules_of("double-deck-house")
    with pytest.raises(RulesError, match="a shoe of 19 cards"):
        shoe_of(rules, cards)
    assert shoe_of(rules, cards.replace("J=4", "J=5")).cards == 20


@pytest.mark.parametrize("reading", ["stays", "collected"])
def test_up_cards_together_are_the_game(reading: str) -> None:
    """Each up card's round and side wager, weighed by how often it comes, are the whole shoe's."""
    rules = rules_of("double-attack-pa", {"bust-it-after-player-bust": reading})
    table = Table(game_terms(rules), SMALL)
    best, _ = best_play(table)
    (kind,) = rules.side_wagers
    mean = edge = 0.0
    for up in best:
        one = one_up_card(rules, up, SMALL)
        mean += one.main.chance * max(one.main.value, one.main.attacked or one.main.value)
        edge += one.main.chance * one.side_wagers["bust-it"].house_edge
    assert -mean == pytest.approx(over_up_cards(table, best).house_edge, abs=LAST_BITS)
    assert edge == pytest.approx(side_wager_at_table(kind, table, best).house_edge, abs=LAST_BITS)


def test_bust_it_given_an_up_card_is_what_dealing_every_two_cards_finds() -> None:
    """Against an 8: each hole card and each third, and what the paytable pays for the three."""
    rules = rules_of("double-attack-pa")
    pays = {8: 8, 6: 15, 9: 6, 13: 3}
    left = [rank for rank, n in enumerate(SMALL.without([Rank.EIGHT]).ranks, 1) for _ in range(n)]
    back, won, deals = Fraction(0), 0, 0
    for hole, third in permutations(left, 2):
        deals += 1
        two = 8 + (11 if hole == 1 else min(hole, 10))
        total = two + (1 if third == 1 else min(third, 10))
        if two >= 17 or total - (10 if hole == 1 and total > 21 else 0) <= 21:
            continue
        won += 1
        if hole == third == 8:  # of eight decks: one suit with chance 7*6/(31*30), else one colour with 15*14/(31*30)
            suited, coloured = Fraction(7 * 6, 31 * 30), Fraction(15 * 14, 31 * 30)
            back += suited * 201 + (coloured - suited) * 51 + (1 - coloured) * (1 + pays[8])
        else:
            back += 1 + pays[third]
    found = one_up_card(rules, 8, SMALL).side_wagers["bust-it"]
    assert found.house_edge == pytest.approx(float(1 - back / deals), abs=LAST_BITS)
    assert found.hit_rate == pytest.approx(won / deals, abs=LAST_BITS)


@pytest.mark.parametrize(
    ("cards", "when"),
    [("first-two-and-up", "pair"), ("dealer-hand", "total at least 20"), ("player-hand", "total at least 20")],
)
def test_every_kind_of_side_wager_is_told_against_an_up_card(cards: str, when: str, tmp_path: Path) -> None:
    """A made-up wager of each kind: its edges by up card, weighed, are its edge without knowing it."""
    wager = f'name = "Mine"\ncards = "{cards}"\nminimum_cents = 100\nwithin_bet = true'
    paid = f'name = "won"\nwhen = ["{when}"]\nodds = "3 to 1"'
    file = tmp_path / "mine.toml"
    file.write_text(f'from = "double-back-jack-pa"\n[[wager]]\n{wager}\n[[wager.pays]]\n{paid}\n', encoding="utf-8")
    rules = rules_of(str(file))
    table = Table(game_terms(rules), SMALL)
    best, _ = best_play(table)
    whole = side_wager_at_table(rules.wager_kinds["mine"], table, best)
    parts = [one_up_card(rules, up, SMALL) for up in best]
    edge = sum(one.main.chance * one.side_wagers["mine"].house_edge for one in parts)
    assert edge == pytest.approx(whole.house_edge, abs=LAST_BITS)
    assert len({round(one.side_wagers["mine"].house_edge, 9) for one in parts}) > 1


def test_a_wager_on_the_first_two_cards_knows_the_up_card_as_gone_and_no_more(tmp_path: Path) -> None:
    """A pair against an 8: two cards of the seventeen others, dealt by hand."""
    file = tmp_path / "mine.toml"
    wager = 'name = "Mine"\ncards = "first-two"\nminimum_cents = 100\nwithin_bet = true'
    paid = 'name = "won"\nwhen = ["same rank"]\nodds = "3 to 1"'
    file.write_text(f'from = "double-back-jack-pa"\n[[wager]]\n{wager}\n[[wager.pays]]\n{paid}\n', encoding="utf-8")
    left = [rank for rank, n in enumerate(SMALL.without([Rank.EIGHT]).ranks, 1) for _ in range(n)]
    pairs = [one == two for one, two in permutations(left, 2)]
    found = one_up_card(rules_of(str(file)), 8, SMALL).side_wagers["mine"]
    assert found.hit_rate == pytest.approx(sum(pairs) / len(pairs), abs=LAST_BITS)


def test_insurance_is_told_against_an_ace_alone() -> None:
    rules = rules_of("double-deck-house")
    rich = shoe_of(rules, "2,2,3,3,4,4,5,5,6,6")
    against_ace, of_shoe = one_up_card(rules, 1, rich).side_wagers["insurance"], insurance(rules, rich)
    assert against_ace == of_shoe
    assert against_ace.house_edge == pytest.approx(1 - 3 * 32 / 93)
    assert "insurance" not in one_up_card(rules, 6, rich).side_wagers


def test_a_shoe_less_small_cards_turns_the_game_and_is_kept_apart_from_the_full_one() -> None:
    """What the effects of removal promise for two fives and a king, nearly; and another answer than the full shoe's."""
    full, less, counted = (
        whole_game(Asked("double-attack-pa", {}, {}, True, shoe=shoe), None).as_json()
        for shoe in (None, "5,5,K", "5=30,K=31")
    )
    effects = full["effects_of_removal"]
    promised = full["house_edge"] - 2 * effects["5"] - effects["10"]
    assert less["house_edge"] == pytest.approx(promised, abs=5e-5)
    assert (less["shoe"]["5"], less["shoe"]["K"], less["shoe"]["10"]) == (30, 31, 0)
    assert "shoe" not in full
    assert counted["house_edge"] == less["house_edge"]


def test_a_hand_that_came_of_a_split_is_asked_about() -> None:
    """8,3 after a split of 8s: no second split, and aces that get one card have nothing to decide."""
    asked = Asked("double-deck-house", {}, {}, True)
    found = one_situation(asked, OneHand("8,3", "6", "8,K", after_split="8"))
    assert isinstance(found, OneSituation)
    rules = rules_of("double-deck-house")
    seen, hand = [Rank.EIGHT, Rank.KING], [Rank.EIGHT, Rank.THREE]
    assert found.values == situation(rules, hand, Rank.SIX, seen, came=OfSplit(first=True, aces=False))
    aces = one_situation(asked, OneHand("A,5", "6", "A,K", after_split="A"))
    assert isinstance(aces, OneSituation)
    assert set(aces.values.options) == {"stand"}
    fives = one_situation(asked, OneHand("A,5", "6", "5,K", after_split="5"))
    assert isinstance(fives, OneSituation)
    assert "hit" in fives.values.options


def test_an_added_hand_loses_less_to_an_unread_blackjack() -> None:
    """New Jersey has no hole card: a Blackjack takes the initial wager only, which lies on the first hand."""
    asked = Asked("double-attack-nj", {}, {}, True)
    first, added = (
        one_situation(asked, OneHand("8,3", "A", "8,K", after_split="8", added=later)).as_json()["options"]
        for later in (False, True)
    )
    assert added["stand"] > first["stand"]


@pytest.mark.parametrize(("pair", "alike"), [("same-value", True), ("same-rank", False)])
def test_a_pair_of_unlike_courts_may_have_been_split_where_they_are_a_pair(pair: str, alike: bool) -> None:
    """A queen among the cards seen is the other half of a split king where any two cards worth ten make a pair."""
    asked, of = Asked("double-deck-house", {"pair": pair}, {}, True), OneHand("K,3", "6", "Q", after_split="K")
    if alike:
        assert isinstance(one_situation(asked, of), OneSituation)
    else:
        with pytest.raises(RulesError, match="the other K"):
            one_situation(asked, of)


def test_an_up_card_alone_is_asked_about_with_cards_seen() -> None:
    found = one_situation(Asked("double-attack-pa", {}, {}, True, shoe="8=20"), OneHand(up="6", seen="8,10"))
    assert isinstance(found, OneUpCard)
    told = found.as_json()
    assert (told["up"], told["cards"], told["exact"]) == ("6", 384 - 12 - 2, True)
    assert told["attacked"] == pytest.approx(2 * told["value"])
