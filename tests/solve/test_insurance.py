"""Insurance and even money beside the main game: offered, priced and counted as brute force over cards says."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.cards.card import Rank
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.by_totals import best_by_totals
from pitboss.solve.composition import Composition, full_shoe
from pitboss.solve.many import shared
from pitboss.solve.round_values import Table
from pitboss.solve.situation import situation
from pitboss.solve.solution import best_play, main_game, over_up_cards, price, solve
from pitboss.solve.splits import SplitPlay
from pitboss.solve.terms import game_terms

LAST_BITS = 1e-14
SMALL = (2, 1, 1, 1, 1, 2, 1, 2, 1, 2, 1, 2, 3)
GAMES = ("double-attack-pa", "double-attack-nj", "double-back-jack-pa", "double-deck-house")


def rules_of(game: str, **sets: object) -> BlackjackRules:
    rules = load(game, sets)
    assert isinstance(rules, BlackjackRules)
    return rules


def table_of(rules: BlackjackRules, shoe: tuple[int, ...] | None = None) -> Table:
    table = Table(game_terms(rules), full_shoe(rules) if shoe is None else Composition(shoe))
    table.deal()
    return table


def insured_rounds(rules: BlackjackRules, shoe: tuple[int, ...]) -> Iterator[tuple[Fraction, bool, Fraction]]:
    """Every two cards under an ace, from the rules alone: how often, whether a Blackjack, what insuring them gains."""
    cards, of = sum(shoe), rules.insurance
    for one, n in enumerate(shoe, 1):
        for two, m in enumerate(shoe, 1):
            left = list(shoe)
            chance = Fraction(1)
            for rank in (1, one, two):
                chance *= Fraction(left[rank - 1], sum(left))
                left[rank - 1] -= 1
            if chance <= 0 or n == 0 or m == 0:
                continue
            assert sum(left) == cards - 3
            gain = Fraction(0)
            for hole, left_of in enumerate(left, 1):
                won = of.insurance_odds.ratio if Rank(hole) in of.insurance_wins_on else Fraction(-1)
                gain += Fraction(left_of, sum(left)) * won * of.insurance_share
            yield chance, {min(one, 10), min(two, 10)} == {1, 10}, gain


@pytest.mark.parametrize("odds", ["2 to 1", "3 to 1"])
@pytest.mark.parametrize("game", GAMES)
def test_insurance_taken_when_favourable_and_always_is_worth_what_the_cards_say(game: str, odds: str) -> None:
    """A Blackjack that Double Back Jack has paid before is gone and not insured, PA 673a.7(f), (g)."""
    rules = rules_of(game, insurance_odds=odds)
    table = table_of(rules, SMALL)
    best, _ = best_play(table)
    bare = over_up_cards(table, best)
    gone = game == "double-back-jack-pa"
    even_money = any(one.even_money for one in best.values())
    hands = [
        (chance, gain)
        for chance, natural, gain in insured_rounds(rules, SMALL)
        if not (natural and (gone or even_money))
    ]
    favourable = main_game(table, best)
    assert bare.house_edge - favourable.house_edge == pytest.approx(
        float(sum(chance * gain for chance, gain in hands if gain > 0)), abs=LAST_BITS
    )
    wagered = sum(chance * rules.insurance.insurance_share for chance, gain in hands if gain > 0)
    assert favourable.total_wager - bare.total_wager == pytest.approx(float(wagered), abs=LAST_BITS)
    strategy = replace(best_by_totals(table, best), insurance=False, even_money=even_money)
    without, insured = (price(table, replace(strategy, insurance=taken))[0] for taken in (False, True))
    always = float(sum(chance * gain for chance, gain in hands))
    assert without.house_edge - insured.house_edge == pytest.approx(always, abs=LAST_BITS)
    wagered = sum(chance * rules.insurance.insurance_share for chance, _ in hands)
    assert insured.total_wager - without.total_wager == pytest.approx(float(wagered), abs=LAST_BITS)


def test_insurance_on_some_ten_value_cards_is_by_rank() -> None:
    """A king held is one winner less, a jack held is not."""
    rules = rules_of("double-deck-house", insurance_wins_on="K", insurance_odds="12 to 1")
    table = table_of(rules, SMALL)
    gains = {(float(c), b): float(g) for c, b, g in insured_rounds(rules, SMALL)}
    assert {round(offer.gain, 12) for offer in table.offers} == {round(gain, 12) for gain in gains.values()}


@pytest.mark.parametrize("even_money", [False, True])
def test_even_money_is_priced_as_the_strategy_has_it(even_money: bool) -> None:
    """A Blackjack at even money wins one bet whatever the dealer has; one that waits ties with his."""
    rules = rules_of("double-deck-house", even_money=True)
    table = table_of(rules)
    best, _ = best_play(table)
    plan = best_by_totals(table, best)
    edges = {taken: price(table, replace(plan, even_money=taken))[0].house_edge for taken in (False, True)}
    ace = Fraction(8, 104)
    natural = 2 * Fraction(7, 103) * Fraction(32, 102)
    tied = Fraction(31, 101)
    costs = ace * natural * ((1 - tied) * Fraction(3, 2) - 1)
    assert edges[True] - edges[False] == pytest.approx(float(costs), abs=LAST_BITS)
    assert plan.even_money is False


def test_a_blackjack_paid_six_to_five_takes_even_money_unless_insurance_is_better_still() -> None:
    """At 4 to 1 a Blackjack waits, insured: (1 - p) 6/5 + (5p - 1) / 2 > 1."""
    for odds, taken in (("2 to 1", True), ("4 to 1", False)):
        rules = rules_of("double-deck-house", blackjack_odds="6 to 5", even_money=True, insurance_odds=odds)
        table = table_of(rules)
        best, _ = best_play(table)
        assert best[1].even_money is taken
        assert best_by_totals(table, best).even_money is taken


def test_going_by_totals_costs_little_where_insurance_is_favourable() -> None:
    """Insurance at 3 to 1 is as good for the card as for the best play."""
    rules = rules_of("double-deck-house", insurance_odds="3 to 1")
    found = solve(rules)
    assert found.strategy.insurance
    assert 0 < found.by_totals.house_edge - found.main.house_edge < 1e-4
    assert found.by_totals.total_wager == pytest.approx(found.main.total_wager, abs=1e-2)
    assert found.distribution_error < 1e-4


@pytest.mark.parametrize(
    ("game", "hand", "offered"),
    [
        ("double-deck-house", (Rank.ACE, Rank.KING), True),
        ("double-deck-house", (Rank.NINE, Rank.KING), True),
        ("double-deck-house", (Rank.TWO, Rank.THREE, Rank.KING), False),
        ("double-back-jack-pa", (Rank.ACE, Rank.KING), False),
        ("double-back-jack-pa", (Rank.NINE, Rank.KING), True),
    ],
)
def test_a_hand_is_offered_insurance_on_its_first_two_cards_while_it_is_there(
    game: str, hand: tuple[Rank, ...], offered: bool
) -> None:
    assert (situation(rules_of(game), hand, Rank.ACE).insurance is not None) is offered


def test_a_blackjack_is_worth_what_other_hands_are_worth_given_no_dealer_blackjack() -> None:
    """Once the reader has shown nothing, a Blackjack under an ace is paid; before that it has a choice."""
    paid = situation(rules_of("double-deck-house", even_money=False), (Rank.ACE, Rank.KING), Rank.ACE)
    assert paid.options == {"blackjack": pytest.approx(1.5)}
    asked = situation(rules_of("double-deck-house", even_money=True), (Rank.ACE, Rank.KING), Rank.ACE)
    assert asked.before_reader
    assert asked.options == {"even-money": 1.0, "blackjack": pytest.approx(1.5 * (1 - 31 / 101))}
    assert solve(rules_of("double-deck-house")).decisions["A"]["A,10"] == {"blackjack": pytest.approx(1.5)}


def test_even_money_is_not_there_without_the_insurance_it_is_offered_with() -> None:
    """A Blackjack that pays 1 to 1 would always take it: the tie with the dealer's is spared."""
    with_it, without, neither = (
        main_game(table, best_play(table)[0]).house_edge
        for table in (
            table_of(rules_of("double-deck-house", blackjack_odds="1 to 1", insurance_offered=offered, even_money=even))
            for offered, even in (("yes", "yes"), ("no", "yes"), ("no", "no"))
        )
    )
    assert without == neither
    assert with_it < without - 0.0005
    for offered, against in (("yes", Rank.ACE), ("no", 0)):
        game = game_terms(rules_of("double-deck-house", insurance_offered=offered))
        assert shared(game, game.plain, SplitPlay.BY_HANDS).game.even_money_up == against
