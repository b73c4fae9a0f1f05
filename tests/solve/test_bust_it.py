"""A Bust It Wager that goes with a hand over 21: edge, hits, swing and effects of removal, card by card."""

from fractions import Fraction

import pytest

from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.composition import Composition, full_shoe
from pitboss.solve.removal import without_each
from pitboss.solve.round_values import Table
from pitboss.solve.side_wagers import side_wager_at_table, third_card_pays
from pitboss.solve.solution import best_play, effects_of_removal
from pitboss.solve.strategy import Action, total_of
from pitboss.solve.terms import game_terms
from pitboss.solve.up_card import UpCard

LAST_BITS = 1e-14
KING = 13
# Aces, sixes, eights, nines and kings: hands that draw, bust and stand, against dealers that do.
SMALL = (2, 0, 0, 0, 0, 3, 0, 4, 2, 0, 0, 0, 6)
Moments = tuple[Fraction, Fraction, Fraction]


def rules_of(**sets: object) -> BlackjackRules:
    rules = load("double-attack-pa", sets, {"bust-it-after-player-bust": "collected"})
    assert isinstance(rules, BlackjackRules)
    return rules


def back_by_hand(table: Table, best: dict[int, UpCard], shoe: tuple[int, ...], wager: str = "bust-it") -> Moments:
    """Mean, mean square and frequency of what comes back, by dealing every hand from a shoe and playing it as told."""
    pays, chance = (
        third_card_pays(table.game.rules.wager_kinds[wager], table.game.rules),
        table.game.rules.second_chance,
    )

    def draws(left: tuple[int, ...]) -> list[tuple[int, Fraction, tuple[int, ...]]]:
        return [
            (rank, Fraction(n, sum(left)), (*left[: rank - 1], n - 1, *left[rank:]))
            for rank, n in enumerate(left, 1)
            if n
        ]

    def dealer(up: int, left: tuple[int, ...]) -> Moments:
        found = [Fraction(0)] * 3
        for second, p, rest in draws(left):
            for third, q, _ in draws(rest):
                place = (up - 1, second - 1, third - 1)
                mean, square = (Fraction(float(pays[(n, *place)])).limit_denominator(10**6) for n in range(2))
                for n, x in enumerate((mean, square, Fraction(mean > 0))):
                    found[n] += p * q * x
        return found[0], found[1], found[2]

    def play(up: int, hand: tuple[int, ...], left: tuple[int, ...]) -> Moments:
        values = [min(rank, 10) for rank in hand]
        total, _ = total_of(values)
        if total > 21:
            return Fraction(0), Fraction(0), Fraction(0)
        action = best[min(up, 10)].values.action[table.row(*sorted(values))]
        if total == 21 or action not in (Action.HIT, Action.DOUBLE):
            return dealer(up, left)
        found = [Fraction(0)] * 3
        for card, p, rest in draws(left):
            longer = (*hand, card)
            over = total_of([min(rank, 10) for rank in longer])[0] > 21
            ends = over or action == Action.DOUBLE
            after = over_21(up, longer, rest, action) if over else dealer(up, rest) if ends else play(up, longer, rest)
            for n in range(3):
                found[n] += p * after[n]
        return found[0], found[1], found[2]

    def over_21(up: int, hand: tuple[int, ...], left: tuple[int, ...], action: int) -> Moments:
        """Lost with the hand, unless a Second Chance card brings that to 21 or less."""
        values, found = sorted(min(rank, 10) for rank in hand), [Fraction(0)] * 3
        offered = chance.second_chance and (action == Action.HIT or chance.second_chance_after_double)
        if offered and best[min(up, 10)].values.takes[table.row(*values)]:
            for card, p, rest in draws(left):
                if sum(values) - (chance.second_chance_ace if card == 1 else min(card, 10)) <= 21:
                    for n, x in enumerate(dealer(up, rest)):
                        found[n] += p * x
        return found[0], found[1], found[2]

    whole = [Fraction(0)] * 3
    for up, p, left in draws(shoe):
        for one, q, then in draws(left):
            for two, r, rest in draws(then):
                for n, x in enumerate(play(up, (one, two), rest)):
                    whole[n] += p * q * r * x
    return whole[0], whole[1], whole[2]


def test_edge_hits_and_swing_are_those_of_every_hand_dealt_out() -> None:
    """Without splits nothing is taken as independent: every figure is exact."""
    table = Table(game_terms(rules_of(split_hands=1)), Composition(SMALL))
    best, _ = best_play(table)
    found = side_wager_at_table(table.game.rules.wager_kinds["bust-it"], table, best)
    assert found is not None
    mean, square, hits = back_by_hand(table, best, SMALL)
    assert found.house_edge == pytest.approx(float(1 - mean), abs=1e-9)
    assert found.hit_rate == pytest.approx(float(hits), abs=LAST_BITS)
    assert found.standard_deviation**2 == pytest.approx(float(square - mean * mean), abs=1e-6)
    assert found.error == 0.0


@pytest.mark.clause("PA 673a.7(l)(1)")
def test_a_wager_that_goes_with_the_hand_stays_where_a_second_chance_saves_it() -> None:
    """Given a hand over 21 whose Second Chance card leaves 21 or less, then it loses no wager by having been over."""
    third = {"name": "Third", "cards": "dealer-three", "after_bust": "collected"}
    pays = [{"when": "total at least 22", "odds": "3 to 1"}, {"when": "last 8", "odds": "7 to 1"}]
    sets = {"side_wagers": [third | {"pays": pays}], "split_hands": 1}
    rules = BlackjackRules.of(load("double-back-jack-pa", sets))
    table = Table(game_terms(rules), Composition(SMALL))
    best, _ = best_play(table)
    found = side_wager_at_table(rules.wager_kinds["third"], table, best)
    mean, square, hits = back_by_hand(table, best, SMALL, "third")
    assert any(one.values.takes.any() for one in best.values())
    assert found.house_edge == pytest.approx(float(1 - mean), abs=1e-9)
    assert found.hit_rate == pytest.approx(float(hits), abs=LAST_BITS)
    assert found.standard_deviation**2 == pytest.approx(float(square - mean * mean), abs=1e-6)


def test_a_card_removed_changes_the_wager_by_the_play_unchanged() -> None:
    table = Table(game_terms(rules_of(split_hands=1)), Composition(SMALL))
    best, _ = best_play(table)
    without = {up: without_each(table, one) for up, one in best.items()}
    effects = effects_of_removal(table, best, without)["bust-it"]
    mean, _, _ = back_by_hand(table, best, SMALL)
    for rank, value in ((1, 1), (6, 6), (8, 8), (KING, 10)):
        less = (*SMALL[: rank - 1], SMALL[rank - 1] - 1, *SMALL[rank:])
        assert effects[value] == pytest.approx(float(back_by_hand(table, best, less)[0] - mean), abs=1e-9)


def test_a_wager_that_is_collected_wins_less_often_and_swings_less_than_one_that_stays() -> None:
    stays = load("double-attack-pa")
    assert isinstance(stays, BlackjackRules)
    figures = []
    for rules in (rules_of(), stays):
        table = Table(game_terms(rules), full_shoe(rules))
        best, _ = best_play(table)
        found = side_wager_at_table(table.game.rules.wager_kinds["bust-it"], table, best)
        assert found is not None
        figures.append(found)
    collected, staying = figures
    assert collected.house_edge > staying.house_edge
    assert collected.hit_rate < staying.hit_rate - collected.error
    assert collected.standard_deviation < staying.standard_deviation
