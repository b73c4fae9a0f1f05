"""What the desk is told of a whole game, and how it is shown."""

import json
from functools import cache
from types import SimpleNamespace
from typing import cast

import pytest

from pitboss.protect.counted import Effort, counted_from, rising, team, whole_bets
from pitboss.protect.counts import SYSTEMS, Pack
from pitboss.protect.desk import Asked, Card, Protection, named, place_with, protect_blackjack, wagers_found
from pitboss.protect.risk import Step, best_ramp, winnings
from pitboss.protect.shoes import Wager, shoes, trigger_of, when_good
from pitboss.protect.told import as_json
from pitboss.report.figures import Figures
from pitboss.report.protection import _grid, print_protection, protection_chapter, protection_document
from pitboss.report.protection import card as card_section
from pitboss.report.sections import _commands_that_solve
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.by_totals import ExactPlay
from pitboss.solve.cache import solved
from pitboss.solve.composition import full_shoe
from pitboss.solve.strategy import Action, Situation

SIX_DECKS = {"decks": "6", "cover_card_depth": "1/4 or more of the stack", "surrender": "first-decision"}


def silent(step: str, share: float) -> None:
    pass


def rules_of(game: str) -> BlackjackRules:
    return BlackjackRules.of(load(game))


@pytest.mark.parametrize("game", ["double-attack-pa", "double-attack-nj", "double-back-jack-pa", "double-deck-house"])
def test_every_wager_of_every_game_has_its_count(game: str) -> None:
    """Main game, insurance and side wagers alike: levels follow ever better, and a trigger is where it pays."""
    rules = rules_of(game)
    solution = solved(rules, silent)
    pack = Pack(full_shoe(rules).values, rules.cards.deck_size())
    found = wagers_found(solution, pack, shoes(pack, 3 * pack.whole // 4, times=6000))
    assert found.keys() == {"main", *solution.side_wagers}
    for of in found.values():
        fits = [of.by_level[level].correlation for level in (1, 2, 3)]
        assert 0 < fits[0] <= fits[1] + 1e-12 <= fits[2] + 2e-12 <= 1 + 1e-9
        assert of.side_card is not None
        assert of.side_card[1] >= fits[0] - 1e-9
        assert pack.correlation(of.fractional, of.wager.effects) == pytest.approx(1)
        above = [step for step in of.steps if of.trigger is not None and step.true >= of.trigger]
        assert all(step.mean > 0 for step in above)
        below = [step for step in of.steps if of.trigger is not None and step.true == of.trigger - 1]
        assert all(step.mean <= 0 for step in below)
    assert found["insurance"].systems["tens"] == pytest.approx(1)


def test_a_count_is_known_by_its_name_in_any_case() -> None:
    assert named("hi-lo").tags == SYSTEMS["Hi-Lo"]
    with pytest.raises(RulesError, match="one of Hi-Lo"):
        named("hilo")


@pytest.mark.parametrize(
    ("name", "cards", "decks", "kept"),
    [
        ("KO", 52, 6, (True, -20)),  # as its book has it
        ("Red 7", 52, 8, (True, -14)),
        ("Hi-Lo", 52, 6, (False, 0)),
        ("Hi-Lo", 48, 8, (True, -28)),  # without tens it has four low cards too many in each deck
        ("tens", 48, 8, (True, -252)),
    ],
)
def test_a_published_count_is_kept_as_the_cards_ask_for(
    name: str, cards: int, decks: int, kept: tuple[bool, int]
) -> None:
    """Given tags that do not add up to nothing over a deck, then the running count is gone by, from where it begins."""
    tens = 16 if cards == 52 else 12
    pack = Pack((4 * decks,) * 9 + (tens * decks,), cards)
    found = named(name, pack)
    assert (found.running, found.start) == kept
    assert not named(name).running


@pytest.mark.parametrize("decks", [1, 2, 3])
@pytest.mark.parametrize(
    ("game", "here"), [("double-deck-house", 1), ("double-deck-house", 2), ("double-attack-pa", 8)]
)
def test_with_other_decks_as_much_of_the_cards_is_dealt(game: str, here: int, decks: int) -> None:
    """A quarter of one deck behind the cover card is a half of one where there are twice as many."""
    own = BlackjackRules.of(load(game, {"decks": str(here)}))
    sets = {"decks": str(decks), "cover_card_placed": str(place_with(own, decks))}
    left = [
        of.shuffle.cover_card_cards(of.cards.stack_size(), of.cards.deck_size()) / of.cards.stack_size()
        for of in (own, BlackjackRules.of(load(game, sets)))
    ]
    assert left[0] == pytest.approx(left[1], abs=0.01)


def test_at_a_running_count_no_bet_goes_by_chance() -> None:
    """Given neighbours whose edges fall by chance, when they are told alike, then nothing is won or lost by it."""
    means = (-0.02, -0.01, -0.03, 0.01, 0.0, 0.05)
    steps = [
        Step(n, share, mean, 1.3 + n) for n, (share, mean) in enumerate(zip((1, 2, 2, 1, 3, 1), means, strict=True))
    ]
    found = rising(steps)
    assert [step.mean for step in found] == pytest.approx([-0.02, -0.02, -0.02, 0.0025, 0.0025, 0.05])
    for bets in (dict.fromkeys(range(6), 1.0), {0: 1, 1: 1, 2: 1, 3: 4, 4: 4, 5: 8}):
        assert winnings(found, bets).mean == pytest.approx(winnings(steps, bets).mean)
        assert winnings(found, bets).variance == pytest.approx(winnings(steps, bets).variance)


def test_an_unbalanced_count_is_chosen_by_what_it_wins() -> None:
    """Insurance: with the tens left out a count follows it altogether, and tells how deep the shoe is and no more."""
    cards = (24,) * 9 + (96,)
    pack, edge = Pack(cards, 52), 3 * 96 / 311 - 1
    effects = tuple(3 * (96 - (value == 9)) / 310 - 1 - edge for value in range(10))
    insurance, deep = Wager("insurance", -edge, 1.39, effects, 1 / 13), (1,) * 9 + (0,)
    assert pack.correlation(deep, effects) == pytest.approx(1)
    drawn = shoes(pack, 3 * pack.whole // 4, times=60_000)
    chosen = drawn.best_running(insurance)
    assert chosen is not None
    won, by_depth = (when_good(drawn.steps(insurance, drawn.counts(tags))).score for tags in (chosen, deep))
    assert won > 3 * by_depth
    assert (chosen[9], pack.unbalance(chosen) != 0) == (-1, True)


ROWS = [(-3, 5, -0.5), (-2, 400_000, -0.01), (0, 500_000, 0.0), (2, 99_990, 0.01), (3, 5, 9.0)]
NOISY = [(0, 900_000, -0.005), (4, 40_000, 0.02), (5, 3000, -0.01)]


def test_counts_that_hardly_come_up_are_told_with_the_next() -> None:
    """Given five rounds at either end, when they are told, then with their neighbours, and no round is lost."""
    rows = [{"true_count": t, "rounds": n, "mean": m, "standard_error": (1.3 / n) ** 0.5} for t, n, m in ROWS]
    found = counted_from(rows)
    assert [step.true for step in found.steps] == [-2, 0, 2]
    assert sum(step.share for step in found.steps) == pytest.approx(1)
    assert found.steps[2].mean == pytest.approx((99_990 * 0.01 + 5 * 9) / 99_995)
    assert found.errors[0] == pytest.approx((1.3 / 500_000) ** 0.5)
    # The error of a SCORE is twice that of the mean it is the square of.
    bets = {-2: 1.0, 0: 1.0, 2: 20.0}
    won = winnings(found.steps, bets)
    errors = sum((step.share * bets[step.true] * found.errors[step.true]) ** 2 for step in found.steps) ** 0.5
    assert found.score_error(bets) == pytest.approx(won.score * 2 * errors / won.mean)


def test_a_true_count_whose_edge_is_chance_is_told_with_the_next() -> None:
    """Given 0.3% of the rounds at +5, too few to tell a gain from a loss, then they are told with +4, and not bet 1."""
    rows = [{"true_count": t, "rounds": n, "mean": m, "standard_error": (1.4 / n) ** 0.5} for t, n, m in NOISY]
    found = counted_from(rows)
    assert [step.true for step in found.steps] == [0, 4]
    assert max(found.errors.values()) < 0.01
    assert best_ramp(found.steps, 8)[4] == 8


def test_another_depth_has_the_edges_in_force_and_true_counts_of_its_own() -> None:
    """Given a run with more high counts, and higher ones, when it is asked how often they come, then of that alone."""
    found = counted_from([{"true_count": t, "rounds": n, "mean": m, "standard_error": 0.001} for t, n, m in ROWS[1:-1]])
    deeper = [{"true_count": t, "rounds": n, "mean": -1.0, "standard_error": 1.0} for t, n in ((-5, 1), (0, 6), (9, 3))]
    there = found.as_often_as(deeper)
    assert [(step.true, step.share) for step in there.steps] == [(-2, 0.1), (0, 0.6), (2, 0.3)]
    assert [(step.mean, step.square) for step in there.steps] == [(step.mean, step.square) for step in found.steps]
    assert there.errors == found.errors


@pytest.mark.parametrize(("gain", "rows"), [(4e-7, 0), (6e-7, 1)])
def test_an_exception_that_gains_nothing_anybody_sees_is_not_listed(gain: float, rows: int) -> None:
    play = ExactPlay((Action.HIT,), Action.STAND, gain)
    found = SimpleNamespace(card=Card(0.005, {(Situation.DRAWN, (1, 7, 8), 3): play}))
    section = card_section(cast(Protection, found))
    assert len(section.blocks) == 1 + rows
    assert ("None of them gains 0.0001%." in str(section.blocks[0])) is (rows == 0)


@pytest.mark.parametrize(("columns", "shape"), [(9, "figures"), (12, "figures dense"), (14, "figures dense")])
def test_a_table_with_a_column_for_every_card_is_narrow_enough_for_paper(columns: int, shape: str) -> None:
    """Fourteen columns of the usual width lost the last of them at the edge of the page."""
    assert _grid(["x"] * columns, [["1"] * columns]).shape == shape


@pytest.mark.parametrize("protected", [True, False])
def test_a_report_says_which_command_prints_its_chapter_on_protection(protected: bool) -> None:
    """With the rounds and the seed it was made with, so that the same figures come again."""
    asked = SimpleNamespace(game="double-deck-house", sets={"decks": "6"}, readings={})
    of = SimpleNamespace(asked=Asked(effort=Effort(200_000, seed=7))) if protected else None
    found = _commands_that_solve(
        cast(
            Figures,
            SimpleNamespace(asked=asked, rules=load("double-deck-house"), solution={"x": 1}, decks=(), protection=of),
        )
    )
    chapter = "pitboss protect double-deck-house --set decks=6 --rounds 200000 --seed 7 --json"
    assert found[2:] == [chapter] * protected


def test_a_ramp_in_whole_units_begins_each_bet_where_it_begins() -> None:
    assert whole_bets({-1: 1.0, 0: 1.2, 1: 2.6, 2: 3.4, 3: 8.0}) == {-1: 1, 1: 3, 3: 8}
    assert whole_bets({-1: 0.0, 0: 0.0, 1: 1.0}) == {-1: 0, 1: 1}


def test_a_big_player_is_at_one_table_at_a_time() -> None:
    """With one spotter he is there whenever he is called; with ever more he is always at a good table, never at two."""
    steps = (Step(0, 0.9, -0.01, 1.3), Step(2, 0.1, 0.02, 1.3))
    flat = winnings(steps, {0: 1.0, 2: 1.0}).mean
    assert team(steps, 1, 2, 8.0).mean == pytest.approx(flat + 0.1 * 8 * 0.02)
    assert team(steps, 1000, 2, 8.0).mean == pytest.approx(1000 * flat + 8 * 0.02)
    assert team(steps, 3, 2, 8.0).mean == pytest.approx(3 * flat + (1 - 0.9**3) * 8 * 0.02)
    assert team(steps, 3, 5, 8.0).mean == pytest.approx(3 * flat)


def test_a_wager_is_bet_from_where_every_higher_count_pays() -> None:
    """Given a count that pays between two that do not, when it is looked for where to bet, then above them."""
    steps = [Step(true, 0.2, mean, 1.3) for true, mean in ((-1, -0.1), (0, 0.1), (1, -0.1), (2, 0.1), (3, 0.2))]
    assert trigger_of(steps) == 2
    assert trigger_of(steps[:3]) is None
    assert when_good(steps).mean == pytest.approx(0.2 * 0.3)


@cache
def six_decks() -> Protection:
    rules = BlackjackRules.of(load("double-deck-house", SIX_DECKS))
    asked = Asked("Hi-Lo", trip=500, bankroll=100, effort=Effort(60_000_000))

    def vary(sets: object) -> BlackjackRules:
        assert isinstance(sets, dict)
        return BlackjackRules.of(load("double-deck-house", {**SIX_DECKS, **sets}))

    return protect_blackjack(rules, vary, asked, silent)


@pytest.mark.slow
def test_a_hi_lo_counter_of_six_decks() -> None:
    """Six decks, S17, DAS, LS, 4.5 of 6 dealt, 1 to 8, all rounds played."""
    found = six_decks()
    assert found.count is not None
    assert found.play_all is not None
    # Edges by true count: half a percent a count, even between 0 and +1, as every book has it.
    edges = {step.true: step.mean for step in found.count.counted.steps}
    assert edges[0] < 0 < edges[1]
    assert (edges[5] - edges[-3]) / 8 == pytest.approx(0.006, abs=0.001)
    assert found.play_all.score == pytest.approx(25, abs=5 * found.count.counted.score_error(found.count.ramp))
    assert found.count.without_departures(8).score < found.play_all.score < found.count.leaving.score
    assert found.count.count.insurance == 3
    # Deeper is dearer (Wattenberger, Modern Blackjack, p. 102).
    scores = [depth.play_all.score for depth in found.count.depths]
    assert scores == sorted(scores)
    assert scores[-1] > 4 * scores[0]


@pytest.mark.slow
def test_trips_end_as_the_formula_says() -> None:
    count = six_decks().count
    assert count is not None
    trip = count.trip
    assert trip is not None
    assert trip.ruined == pytest.approx(trip.by_formula, rel=0.1)
    assert 0.05 < trip.ruined < 0.9


@pytest.mark.slow
def test_all_of_it_is_json_and_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    found = six_decks()
    told = json.loads(json.dumps(as_json(found), allow_nan=False))
    assert told["count"]["play_all"]["score"] == pytest.approx(1e6 / told["count"]["play_all"]["n0"])
    assert told["hole_card"]["edge"] > 0.13
    print_protection(found)
    shown = capsys.readouterr().out
    document = protection_document(found)
    assert all(section.title in shown for section in document.sections)
    assert "hard 15 v 10" in shown
    assert "in force" in shown
    assert "…" not in shown, "a figure that is cut short says nothing"
    assert {one.title for one in protection_chapter(found)} >= {
        "Game protection: counts",
        "Game protection: departures",
    }
    assert "not as the law has it" in document.subtitle
