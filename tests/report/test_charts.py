"""Every chart says what is seen, in units, in colours that can be told apart."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from pitboss.protect.counts import Pack, effects_by_value, simplest
from pitboss.report import chart_style, charts, frames, simulated_charts
from pitboss.report.figures import CounterPoints, Decks, Point
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.cache import solved
from pitboss.solve.solution import as_json

PALETTE = {getattr(chart_style, name) for name in ("BLUE", "ORANGE", "GREEN", "VERMILION", "SKY", "PURPLE", "GREY")}


@pytest.fixture(scope="module")
def solution() -> Mapping[str, Any]:
    return as_json(solved(BlackjackRules.of(load("double-deck-house")), lambda step, share: None))


def simulated(mean: float, rounds: int) -> dict[str, Any]:
    return {
        "mean": mean,
        "standard_error": 1.2 / rounds**0.5,
        "rounds": rounds,
        "per_hundred_rounds": 100 * mean,
        "round": {"standard_error": 2 / rounds**0.5},
        "wagers": {"insurance": {"made": rounds // 50, "frequency": 0.02, "mean": 0.02, "standard_error": 0.01}},
    }


def series() -> list[Point]:
    return [Point(f"1/{k}", k / 10, k < 5, "", simulated(-0.002, 10**k)) for k in range(3, 8)]


READINGS = [
    {"reading": "a", "option": "x", "in_force": False, "cost": 0.02, "side_costs": {}},
    {"reading": "a", "option": "y", "in_force": True, "cost": 0.0, "side_costs": {}},
    {"reading": "b", "option": "z", "in_force": False, "cost": -0.001, "side_costs": {"bust-it": 0.03}},
]


def every_chart(solution: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    made = simplest("main", effects_by_value({1: -0.006, 5: 0.007, 10: -0.005}), 0.001, Pack((4,) * 9 + (16,), 52))
    assert made is not None
    decks = [Decks(n, 0.001 * n, n in (2, 6), n == 2) for n in range(1, 9)]
    yield "distribution", charts.distribution(solution).to_dict()
    yield "up cards", charts.up_cards(solution).to_dict()
    yield "up cards of two", charts.up_cards_of_two({"one": solution, "two": solution}).to_dict()
    yield "tornado", tornado()
    yield "effects", charts.effects(solution).to_dict()
    yield "decks", charts.decks(decks).to_dict()
    yield "depths", simulated_charts.depths(series(), 0.002, "1/4").to_dict()
    yield "counting", simulated_charts.counting([CounterPoints(made, "", tuple(series()))], 8).to_dict()
    yield "convergence", simulated_charts.convergence(series(), 0.002).to_dict()


def tornado() -> dict[str, Any]:
    drawn = charts.tornado(READINGS)
    assert drawn is not None
    spec: dict[str, Any] = drawn.to_dict()
    return spec


def parts(spec: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """A chart and everything it is made of."""
    yield spec
    for key in ("layer", "vconcat", "hconcat"):
        for part in spec.get(key, ()):
            yield from parts(part)


def test_every_chart_has_a_title_and_units_on_its_axes(solution: Mapping[str, Any]) -> None:
    seen = 0
    for name, spec in every_chart(solution):
        titles = [part["title"]["text"] for part in parts(spec) if part.get("title")]
        assert titles, name
        assert all(len(title) > 8 for title in titles), (name, titles)
        for axis in ("x", "y"):
            told = [part["encoding"][axis].get("title") for part in parts(spec) if axis in part.get("encoding", {})]
            # The options of a reading are their own names; everything else is a quantity or a card.
            if not (name == "tornado" and axis == "y"):
                assert any(told), (name, axis)
        seen += 1
    assert seen == 9


def test_colours_are_of_a_palette_for_the_colour_blind(solution: Mapping[str, Any]) -> None:
    for name, spec in every_chart(solution):
        for part in parts(spec):
            scale = part.get("encoding", {}).get("color", {}).get("scale", {})
            if "range" in scale:
                assert set(scale["range"]) <= PALETTE, name
                assert len(set(scale["range"])) == len(scale["domain"]), name


def depths_titles(*means: float) -> tuple[str, str]:
    points = [Point(f"1/{4 + k}", 0.75, True, "", simulated(mean, 10**6)) for k, mean in enumerate(means)]
    title = simulated_charts.depths(points, 0.002, "1/4").to_dict()["title"]
    return title["text"], str(title["subtitle"])


def test_titles_say_what_the_figures_say(solution: Mapping[str, Any]) -> None:
    won = sum(one["chance"] for one in solution["distribution"] if one["net"] > 0)
    assert f"{100 * won:.1f}% of rounds are won" in charts.distribution(solution).to_dict()["title"]["text"]
    assert "adds 2.00 points" not in str(tornado()["title"])
    assert "adds 3.00 points" in tornado()["title"]["text"]


def test_the_chart_by_depth_tells_the_depth_in_force_and_not_the_worst_of_noisy_points() -> None:
    # One standard error is 0.0012: the second point is 2.3 of them off, which one of five often is.
    title, note = depths_titles(-0.0021, -0.0048, -0.0021, -0.0021, -0.0021)
    assert title == "As dealt here, the cover card 1/4 from the back: 0.210%, 95% interval -0.025% to 0.445%"
    assert "the 5 depths together do not tell from a full shoe" in note


def test_a_depth_that_is_sure_to_differ_is_counted() -> None:
    _, note = depths_titles(-0.0021, -0.008, -0.0021, -0.0021, -0.0021)
    assert "1 of 5 depths differ from a full shoe, all taken together at 95%" in note
    assert "1 of 1 depths differ" in depths_titles(-0.0048)[1]  # alone it has all of the 5% for itself


def test_a_tornado_of_nothing_is_no_chart() -> None:
    assert charts.tornado([reading for reading in READINGS if reading["in_force"]]) is None


def test_frames_hold_what_the_json_holds(solution: Mapping[str, Any]) -> None:
    decisions = frames.decisions(solution)
    assert decisions.height == sum(len(o) for hands in solution["decisions"].values() for o in hands.values())
    assert (
        decisions.filter(up="10", hand="6,10", option="hit")["value"][0] == solution["decisions"]["10"]["6,10"]["hit"]
    )
    assert frames.distribution(solution)["chance"].sum() == pytest.approx(1, abs=1e-9)
    assert set(frames.effects(solution)["wager"]) == {"main", "insurance"}
    assert frames.by_true_count({}).height == 0
    assert frames.by_true_count({}).columns == ["true_count", "rounds", "mean", "standard_error", "wagered"]
    histogram = frames.histogram({"histogram": {"1": 3, "-1": 4, "1.5": 1}})
    assert histogram.rows() == [(-1.0, 4), (1.0, 3), (1.5, 1)]


def test_what_a_wager_won_is_told_for_a_hundred_rounds() -> None:
    found = simulated(0.01, 10_000)
    assert simulated_charts.won_per_hundred("main", found) == (1.0, 100 * 0.02)
    assert simulated_charts.won_per_hundred("insurance", found) == (0.04, 0.02)
    never = {"wagers": {"insurance": {"made": 0, "frequency": 0.0, "mean": None, "standard_error": None}}}
    assert simulated_charts.won_per_hundred("insurance", never) == (0.0, 0.0)


def test_an_interval_is_the_one_its_title_names() -> None:
    """Nineteen of twenty normal results lie within 1.96 standard errors."""
    found = simulated(-0.002, 1_000_000)
    assert found["standard_error"] == 0.0012
    title = simulated_charts.convergence([Point("", 0, True, "", found)], 0.002).to_dict()["title"]["text"]
    assert title == "After 1,000,000 rounds: 0.2000%, 95% interval -0.0352% to 0.4352%"


@pytest.mark.parametrize(
    ("mean", "title"),
    [
        (0.02, "With 70% of the cards dealt, a counter of the main game wins 2.0 units in 100 rounds"),
        (-0.02, "At no depth do this many rounds show that a counter wins"),
    ],
)
def test_a_counter_is_said_to_win_only_where_chance_is_ruled_out(mean: float, title: str) -> None:
    made = simplest("main", effects_by_value({1: -0.006, 5: 0.007, 10: -0.005}), 0.001, Pack((4,) * 9 + (16,), 52))
    assert made is not None
    # Of the two only the longer run rules chance out; the shorter one shows more.
    points = (Point("", 0.5, True, "", simulated(2 * mean, 1_000)), Point("", 0.7, True, "", simulated(mean, 10**6)))
    assert simulated_charts.counting([CounterPoints(made, "", points)], 8).to_dict()["title"]["text"] == title


def test_the_figure_of_the_longest_bar_has_room_before_the_names() -> None:
    """About 40 of the 430 points that the bars have, on its side."""
    drawn = [part["encoding"]["x"] for part in parts(tornado()) if "x" in part.get("encoding", {})]
    scale = next(x["scale"] for x in drawn if "scale" in x)
    longest = max(abs(row["cost"]) for rows in tornado()["datasets"].values() for row in rows if "cost" in row)
    low, high = scale["domain"]
    assert (-low - longest) / (high - low) * 430 > 40
