"""The prices of the readings that are kept with the law are those the solver finds."""

from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

from pitboss.law import readings_of
from pitboss.law.prices import Price, prices
from pitboss.rules.games import GAMES
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.by_reading import all_readings
from pitboss.solve.composition import full_shoe
from pitboss.solve.round_values import table
from pitboss.solve.solution import best_play, main_game

KEPT = Path(str(files("pitboss.law").joinpath("data", "prices.json")))
MILLION = 1_000_000
SOLVED = [game for game in GAMES if isinstance(load(game), BlackjackRules)]


def _found(game: str) -> dict[str, dict[str, Price]]:
    by_reading: dict[str, dict[str, Price]] = {reading.id: {} for reading in readings_of(game)}
    for one in all_readings(game, {}, {}, lambda step, share: None):
        sides = {name: round(cost * MILLION) for name, cost in sorted(one.side_costs.items())}
        sides = {name: cost for name, cost in sides.items() if cost}
        by_reading[one.reading.id][one.option] = Price(round(one.cost * MILLION), sides)
    return {reading: dict(sorted(options.items())) for reading, options in sorted(by_reading.items())}


@pytest.mark.slow
def test_what_is_kept_is_what_the_solver_finds(request: pytest.FixtureRequest) -> None:
    found = {game: _found(game) for game in SOLVED}
    if request.config.getoption("--rewrite-golden"):
        KEPT.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
        prices.cache_clear()
    assert prices() == found, "rewrite them: pytest --rewrite-golden tests/solve/test_reading_prices.py"


def test_a_default_costs_nothing_and_a_known_doubt_what_its_page_says() -> None:
    assert set(prices()) == set(SOLVED)
    for game in SOLVED:
        for reading in readings_of(game):
            kept = prices()[game].get(reading.id, {})
            assert kept.get(reading.default, Price(0)).main == 0, reading.id
    assert 11_000 < prices()["double-attack-pa"]["double-after-attack"]["up-to-bet"].main < 12_000


def test_readings_worked_out_side_by_side_have_the_edges_of_each_alone() -> None:
    """Those with one dealer share what he does, whatever a split 21 counts; one without a peek shares nothing."""
    game = "double-deck-house"
    found = {one.house_edge: (one.reading.id, one.option) for one in all_readings(game, {}, {}, lambda *_: None)}
    assert len(found) > 2
    for edge, (reading, option) in found.items():
        rules = BlackjackRules.of(load(game, {}, {reading: option}))
        at = table(rules, full_shoe(rules))
        assert main_game(at, best_play(at)[0]).house_edge == edge, (reading, option)
