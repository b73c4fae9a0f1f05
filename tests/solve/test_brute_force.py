"""The solver equals brute force with exact fractions, rule by rule and reading by reading."""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from pitboss.law import readings_of
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.compiled import interpreted
from pitboss.solve.composition import Composition
from pitboss.solve.distribution import against
from pitboss.solve.hand_values import ADDED, ALONE, FIRST, taken
from pitboss.solve.paths import End
from pitboss.solve.removal import without_each
from pitboss.solve.round_paths import net_of
from pitboss.solve.round_values import Table
from pitboss.solve.solution import best_play, main_game
from pitboss.solve.splits import SplitPlay
from pitboss.solve.terms import game_terms
from tests.solve.brute_force import Brute, BruteSquares, RanOut, house_edge, less
from tests.solve.split_variance import SplitPair

LAST_BITS = 1e-15
BLACKJACK_GAMES = ("double-attack-pa", "double-attack-nj", "double-back-jack-pa", "double-deck-house")
KING = 13
# By rank, ace first: few enough to deal out every way, rich enough to split, resplit, double, bust and draw.
EIGHTS = (2, 0, 0, 0, 0, 2, 0, 3, 2, 0, 0, 0, 4)
SEVENS = (2, 0, 0, 0, 2, 0, 3, 0, 1, 0, 0, 0, 6)
ACES = (4, 0, 0, 0, 0, 2, 0, 1, 2, 0, 0, 0, 4)
TWO_TEN_RANKS = (2, 0, 0, 0, 0, 2, 0, 2, 2, 0, 2, 3, 0)

Case = tuple[str, dict[str, object], dict[str, str]]
NATURAL_PUSHES: Case = (
    "double-deck-house",
    {},
    {"double-deck-split-natural": "pushes", "double-deck-peek": "unchecked"},
)
# Of the small shoes: 6-6-9 and 7-7-7 by their suits, 21s of three cards or more, those of a split and of a double.
BONUSES = {"6-6-9": "2 to 1", "6-6-9 suited": "5 to 2", "6-6-9 hearts": "7 to 1", "4 cards or more": "4 to 1"}
BY_SUIT_ALONE = {"6-6-9 suited": "9 to 1", "A-A-9 spades": "30 to 1", "after split": "no", "after double": "yes"}
EVERY_21 = {"3 cards": "2 to 1", "4 cards or more": "3 to 1", "6-6-9": "5 to 1", "after double": "yes"}
PAID_BONUSES: list[Case] = [
    ("double-attack-pa", {"bonus_21": BONUSES}, {}),
    ("double-attack-nj", {"bonus_21": BY_SUIT_ALONE}, {}),
    ("double-back-jack-pa", {"bonus_21": BY_SUIT_ALONE, "double_on_cards_at_most": 4}, {}),
    ("double-deck-house", {"bonus_21": BONUSES}, {}),
    ("double-attack-nj", {"bonus_21": EVERY_21, "charlie_cards": 4}, {}),
]
VARIANTS: list[Case] = [
    *PAID_BONUSES[:2],
    ("double-attack-nj", {}, {"both-bust": "returned", "no-hole-card-dealer-blackjack": "original-wagers"}),
    ("double-attack-nj", {}, {"nj-surrendered-to-blackjack": "as-other-hands", "nj-hole-card": "unread"}),
    (
        "double-deck-house",
        {"surrender": "first-decision", "dealer_hits_soft": True},
        {"double-deck-peek": "unchecked"},
    ),
    NATURAL_PUSHES,
    ("double-deck-house", {"blackjack_odds": "6 to 5", "resplit_aces": True}, {}),
    ("double-deck-house", {"split_hands": 3, "double_split_aces": True, "split_aces_one_card": False}, {}),
    ("double-deck-house", {"double_after_split": False, "split_hands": 2}, {}),
    ("double-back-jack-pa", {"push_total": "none", "second_chance_ace": 11}, {}),
    ("double-back-jack-pa", {"hole_card": "none"}, {}),
    ("double-attack-pa", {"hole_card": "none"}, {}),
    ("double-deck-house", {"hole_card": "none", "surrender": "first-decision", "surrender_settled": "at-once"}, {}),
    ("double-attack-nj", {"surrender_settled": "at-once"}, {}),
    ("double-attack-nj", {"blackjack_beats_21": "no"}, {}),
    ("double-deck-house", {"split_hands_of_aces": 3, "resplit_aces": True, "split_aces_one_card": False}, {}),
    ("double-deck-house", {"split_hands_of_aces": 1}, {}),
    ("double-deck-house", {"double_on_totals": "9,10,11"}, {}),
    ("double-deck-house", {"surrender": "first-decision", "surrender_settled": "early"}, {}),
    ("double-deck-house", {"surrender": "first-decision", "surrender_settled": "early", "hole_card": "none"}, {}),
    ("double-attack-pa", {"surrender": "first-decision", "surrender_settled": "early"}, {}),
    ("double-back-jack-pa", {"surrender_settled": "early"}, {}),
    ("double-attack-nj", {"double_on_totals": "16, 18"}, {}),
    ("double-deck-house", {"charlie_cards": 4}, {}),
    ("double-attack-nj", {"charlie_cards": 3}, {}),
    ("double-attack-pa", {"charlie_cards": 3}, {}),
    ("double-back-jack-pa", {"charlie_cards": 3, "double_on_cards_at_most": 4}, {}),
    ("double-attack-pa", {"double_on_cards_at_most": 2, "surrender_after_draw": False, "attack": "none"}, {}),
    # One value that counts only where another allows it.
    ("double-attack-pa", {"double_split_aces": True, "double_after_split": False}, {}),
    ("double-attack-pa", {"split_aces_one_card": False, "surrender_split_aces": False}, {}),
    ("double-deck-house", {"hole_card": "none", "dealer_blackjack_takes": "original-wagers"}, {}),
    ("double-attack-pa", {"hole_card": "none", "double_card": "down-tucked"}, {"bust-collected": "at-the-bust"}),
    ("double-deck-house", {"insurance_offered": False, "blackjack_odds": "1 to 1", "decks": 1}, {}),
]


def readings() -> Iterator[Case]:
    """Every game as read by default, and with each other option of each reading."""
    for game in BLACKJACK_GAMES:
        yield game, {}, {}
        for reading in readings_of(game):
            for option in reading.options:
                if option.id != reading.default:
                    yield game, {}, {reading.id: option.id}


CASES = [*readings(), *VARIANTS]


def rules_of(case: Case) -> BlackjackRules:
    rules = load(*case)
    assert isinstance(rules, BlackjackRules)
    return rules


def shoe_for(rules: BlackjackRules) -> tuple[int, ...]:
    return TWO_TEN_RANKS if game_terms(rules).same_rank else EIGHTS


def name(case: Case) -> str:
    return " ".join((case[0], *(f"{k}={v}" for k, v in (case[1] | case[2]).items())))


@pytest.mark.parametrize("case", CASES, ids=name)
def test_a_king_up_is_worth_what_brute_force_says(case: Case) -> None:
    rules = rules_of(case)
    shoe = shoe_for(rules)
    up = KING if shoe[KING - 1] else KING - 1
    table = Table(game_terms(rules), Composition(shoe))
    table.deal()
    if table.game.same_rank:
        # The solver's up card is any ten-value card: the mean over their ranks.
        tens = sum(shoe[9:])
        brute = sum(
            (
                Fraction(n, tens) * Brute(rules, less(shoe, rank), rank, 0).round()
                for rank, n in enumerate(shoe, 1)
                if n and rank > 9
            ),
            Fraction(0),
        )
    else:
        brute = Brute(rules, less(shoe, up), up, 0).round()
    assert table.play_against(10, table.game.plain).mean == pytest.approx(float(brute), abs=LAST_BITS)


# A 21 of split aces that a dealer Blackjack would tie, some paid before it comes.
SPLIT_ACES_AND_A_BLACKJACK: list[Case] = [
    (game, {"split_21_ties_blackjack": True, "hole_card": "none", "twenty_one_paid": paid, "split_hands": 2}, {})
    for game in ("double-attack-nj", "double-back-jack-pa")
    for paid in ("right-away", "after-all-players", "not-at-once")
]


@pytest.mark.parametrize("case", SPLIT_ACES_AND_A_BLACKJACK, ids=name)
def test_split_aces_that_a_blackjack_may_meet_are_worth_what_brute_force_says(case: Case) -> None:
    rules = rules_of(case)
    table = Table(game_terms(rules), Composition(ACES))
    table.deal()
    brute = Brute(rules, less(ACES, KING), KING, 0).round()
    one = table.play_against(10, table.game.plain)
    assert one.mean == pytest.approx(float(brute), abs=LAST_BITS)
    check_removal(case, ACES, KING)
    ends = against(table, one).chances  # of two split hands the mean is exact
    assert sum(net * chance for net, chance in ends.items()) == pytest.approx(one.mean, abs=10 * LAST_BITS)


@pytest.mark.parametrize("case", [case for case in CASES if "attack" in case[0]][::3], ids=name)
def test_an_attacked_eight_up_is_worth_what_brute_force_says(case: Case) -> None:
    rules = rules_of(case)
    if game_terms(rules).attacked is None:
        return
    table = Table(game_terms(rules), Composition(EIGHTS))
    table.deal()
    assert table.game.attacked is not None
    brute = Brute(rules, less(EIGHTS, 8), 8, 1).round()
    assert table.play_against(8, table.game.attacked).mean == pytest.approx(float(brute), abs=LAST_BITS)


# What a dealer Blackjack takes of a Double Attack Wager: by 26.5(b) nothing, by 26.9(c) and 26.10(d) read so all of it.
ATTACKED_TO_BLACKJACK: tuple[Case, ...] = (
    ("double-attack-nj", {}, {}),
    ("double-attack-nj", {}, {"no-hole-card-dealer-blackjack": "original-wagers"}),
    (
        "double-attack-nj",
        {},
        {"no-hole-card-dealer-blackjack": "original-wagers", "nj-surrendered-to-blackjack": "as-other-hands"},
    ),
    ("double-attack-nj", {}, {"no-hole-card-dealer-blackjack": "original-wagers", "nj-hole-card": "reader"}),
    ("double-attack-pa", {}, {"pa-surrender-timing": "after-play"}),
)


@pytest.mark.parametrize("case", ATTACKED_TO_BLACKJACK, ids=name)
def test_an_attacked_king_up_is_worth_what_brute_force_says(case: Case) -> None:
    rules = rules_of(case)
    table = Table(game_terms(rules), Composition(EIGHTS))
    table.deal()
    assert table.game.attacked is not None
    one = table.play_against(10, table.game.attacked)
    brute = Brute(rules, less(EIGHTS, KING), KING, 1).round()
    assert one.mean == pytest.approx(float(brute), abs=LAST_BITS)


@pytest.mark.slow
@pytest.mark.parametrize("shoe", [EIGHTS, SEVENS], ids=["eights", "sevens"])
@pytest.mark.parametrize("case", CASES, ids=name)
def test_the_whole_game_is_worth_what_brute_force_says(case: Case, shoe: tuple[int, ...]) -> None:
    rules = rules_of(case)
    if game_terms(rules).same_rank:
        shoe = TWO_TEN_RANKS
    table = Table(game_terms(rules), Composition(shoe))
    table.deal()
    best, _ = best_play(table)
    edge = main_game(table, best).house_edge
    assert edge == pytest.approx(float(house_edge(rules, shoe)), abs=LAST_BITS)


# Fives are best split once against a six, and are split again as long as they may be.
FIVES = (0, 0, 0, 0, 3, 4, 1, 2, 0, 0, 0, 0, 3)


@pytest.mark.parametrize("shoe", [EIGHTS, FIVES], ids=["eights", "fives"])
@pytest.mark.parametrize("game", ["double-deck-house", "double-attack-pa"])
def test_hands_played_as_if_not_split_are_worth_what_brute_force_says(game: str, shoe: tuple[int, ...]) -> None:
    rules = rules_of((game, {}, {}))
    table = Table(game_terms(rules), Composition(shoe), SplitPlay.PRE_SPLIT)
    table.deal()
    brute = Brute(rules, less(shoe, 6), 6, 0, by_hands=False).round()
    assert table.play_against(6, table.game.plain).mean == pytest.approx(float(brute), abs=LAST_BITS)


def without_by_brute_force(rules: BlackjackRules, shoe: tuple[int, ...], up: int, value: int, attack: int = 0) -> float:
    """A round against an up card without a card of a value, of whichever rank, by the play best with it."""
    ranks = [rank for rank, n in enumerate(less(shoe, up), 1) if n and min(rank, 10) == value]
    brute = Brute(rules, less(shoe, up), up, attack)
    cards = sum(brute.shoe[rank - 1] for rank in ranks)
    return float(sum(Fraction(brute.shoe[rank - 1], cards) * brute.round_without(rank) for rank in ranks))


def check_removal(case: Case, shoe: tuple[int, ...], up: int, attack: int = 0) -> None:
    rules = rules_of(case)
    table = Table(game_terms(rules), Composition(shoe))
    terms = table.game.attacked if attack else table.game.plain
    assert terms is not None
    found = without_each(table, table.play_against(min(up, 10), terms))
    for value in sorted({min(rank, 10) for rank, n in enumerate(less(shoe, up), 1) if n}):
        brute = without_by_brute_force(rules, shoe, up, value, attack)
        assert found[value - 1] == pytest.approx(brute, abs=10 * LAST_BITS)


REMOVAL: list[Case] = [
    *((game, {}, {}) for game in BLACKJACK_GAMES),
    ("double-attack-nj", {}, {"both-bust": "returned", "no-hole-card-dealer-blackjack": "original-wagers"}),
    ("double-back-jack-pa", {"hole_card": "none"}, {}),
    ("double-attack-pa", {}, {"blackjack-after-split": "counts-as-blackjack"}),
    ("double-attack-nj", {"charlie_cards": 3, "double_on_totals": "12, 16"}, {}),
    PAID_BONUSES[1],
    ("double-deck-house", {"surrender": "first-decision", "surrender_settled": "early"}, {}),
    ("double-deck-house", {"split_hands": 3, "double_split_aces": True, "split_aces_one_card": False}, {}),
    NATURAL_PUSHES,
]


@pytest.mark.parametrize("case", REMOVAL, ids=name)
def test_a_card_removed_is_worth_what_brute_force_says_of_the_same_play(case: Case) -> None:
    check_removal(case, EIGHTS, KING)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=name)
def test_a_card_removed_against_an_eight_is_worth_what_brute_force_says_of_the_same_play(case: Case) -> None:
    """Of four hands and a card gone the dealer may be left without one: those cases have a king more."""
    try:
        check_removal(case, EIGHTS, 8)
    except RanOut:
        check_removal(case, (*EIGHTS[:-1], EIGHTS[-1] + 1), 8)


@pytest.mark.parametrize("case", ATTACKED_TO_BLACKJACK[1:3], ids=name)
def test_a_card_removed_from_an_attacked_round_is_worth_what_brute_force_says_of_the_same_play(case: Case) -> None:
    check_removal(case, EIGHTS, KING, attack=1)


def test_a_blackjack_takes_an_attack_by_that_reading_only_after_a_double_or_a_split() -> None:
    terms = game_terms(rules_of(ATTACKED_TO_BLACKJACK[1])).attacked
    assert terms is not None
    both = terms.wager + terms.double
    assert [interpreted(taken)(terms.wager, terms, place) for place in (ADDED, FIRST, ALONE)] == [0.0, 2.0, 1.0]
    assert [interpreted(taken)(both, terms, place) for place in (ADDED, FIRST, ALONE)] == [0.0, 2.0, 2.0]
    assert [net_of(End.TAKEN_1, terms, place) for place in (ADDED, FIRST, ALONE)] == [0.0, -2.0, -1.0]
    assert net_of(End.TAKEN_2, terms, ALONE) == -2.0


def test_a_ten_removed_may_be_of_either_rank_of_the_pair() -> None:
    case: Case = ("double-deck-house", {}, {"pair-means": "same-rank"})
    assert game_terms(rules_of(case)).same_rank
    check_removal(case, TWO_TEN_RANKS, 6)


def test_split_aces_that_push_with_a_blackjack_are_worth_the_mean_of_what_they_end_in() -> None:
    aces = (4, *EIGHTS[1:])  # two of them are left for the dealer
    table = Table(game_terms(rules_of(NATURAL_PUSHES)), Composition(aces))
    one = table.play_against(10, table.game.plain)
    mean, _ = SplitPair(table, one, 1, 4).moments()
    assert mean == pytest.approx(one.splits[1, 4].value, abs=LAST_BITS)


@pytest.mark.slow
@pytest.mark.parametrize("case", PAID_BONUSES[2:], ids=name)
def test_bonuses_are_worth_what_brute_force_says_with_a_second_chance_face_down_and_with_a_charlie(case: Case) -> None:
    test_a_king_up_is_worth_what_brute_force_says(case)
    check_removal(case, EIGHTS, KING)


SQUARES: tuple[Case, ...] = (
    ("double-attack-nj", {}, {"bust-collected": "at-the-bust"}),
    ("double-attack-nj", {}, {"both-bust": "returned"}),
    PAID_BONUSES[-1],
)


@pytest.mark.parametrize("up", [6, KING])
@pytest.mark.parametrize("case", [("double-attack-nj", {}, {}), *SQUARES, ("double-deck-house", {}, {})], ids=name)
def test_the_mean_square_of_a_split_is_what_brute_force_says(case: Case, up: int) -> None:
    """Hands of one split share the dealer and the shoe; eights split into three hands have all of that."""
    rules = rules_of(case)
    table = Table(game_terms(rules), Composition(EIGHTS))
    one = table.play_against(min(up, 10), table.game.plain)
    hands = one.splits[8, 3].hands
    left = less(EIGHTS, up)
    mean, square = SplitPair(table, one, 8, 3).moments()
    unread = 1 - table.seen_by_reader(one.up, table.row(8, 8))
    assert mean == pytest.approx(one.splits[8, 3].value, abs=LAST_BITS)
    brute = BruteSquares(rules, left, up, 0)._deal_hand(8, hands, 2, 1, (), less(left, 8, 8))
    assert square == pytest.approx(unread * float(brute), abs=10 * LAST_BITS)


@pytest.mark.parametrize(
    ("left", "due"),
    [
        ((0,) * 13, "the dealer's second card"),
        ((0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0), "a card for the player beside the dealer's"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_brute_force_refuses_a_card_that_is_not_there_and_loses_no_chance(left: tuple[int, ...], due: str) -> None:
    brute = Brute(rules_of(("double-attack-nj", {}, {})), left, 6, 0)
    with pytest.raises(RanOut):
        list(brute.draws(left))
    assert sum(p for _, p in brute.draws(less(EIGHTS, 6))) == 1
