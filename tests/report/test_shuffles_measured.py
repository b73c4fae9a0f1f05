"""`pitboss shuffle` as a person meets it: table, JSON, page, refusals."""

import json
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pitboss.commands import main
from pitboss.report import shuffle_charts
from pitboss.shuffles.quality import FOLLOWER, KEPT, RISING, STUDENT
from pitboss.shuffles.study import Study, study

Output = pytest.CaptureFixture[str]
GAME = "double-deck-house"


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["pitboss", "shuffle", *words])
    try:
        main()
    except SystemExit as end:
        return int(end.code or 0)
    return 0


@cache
def studied() -> Study:
    return study(GAME, 400)


@pytest.mark.clause("DD Shuffling 1")
@pytest.mark.clause("DD Shuffling 2")
@pytest.mark.clause("DD Shuffling 3")
@pytest.mark.clause("DD Shuffling 4")
def test_the_routine_is_the_text_step_by_step(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    assert run(monkeypatch, GAME, "--times", "100", "--json") == 0
    routine = json.loads(capsys.readouterr().out)["routine"]
    acts = {clause: [s["act"] for s in routine if s["clause"] == clause] for clause in (s["clause"] for s in routine)}
    assert list(acts) == [f"DD Shuffling {step}" for step in (1, 2, 3, 4)]
    for clause in ("DD Shuffling 3", "DD Shuffling 4"):
        assert ["shuffle" in act or act for act in acts[clause]] == [True, True, "strip", True, "place in location A"]
        assert "lacing" in acts[clause][3]


def test_the_table_fits_80_columns(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run(monkeypatch, GAME, "--times", "100") == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    rows = [line.strip() for line in lines]
    assert any(re.match(r"7 riffles +4\d\.\d\d .* 0\.7718$", row) for row in rows)
    assert any(row.startswith("a perfect one, exactly") and "52.50" in row for row in rows)
    assert any(row.startswith("the house's routine") and "≥ 0." in row for row in rows)


def test_the_json_says_what_the_table_says(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    assert run(monkeypatch, GAME, "--times", "400", "--seed", "1", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found | {"seconds": 0} == json.loads(json.dumps(studied().as_json())) | {"seconds": 0}
    by_name: dict[str, Any] = {one["name"]: one for one in found["shuffles"]}
    assert (found["game"], found["cards"], found["times"]) == (GAME, 104, 400)
    assert round(by_name["7 riffles"]["total_variation"], 4) == 0.7718
    assert by_name["the house's routine"]["total_variation"] is None
    assert by_name["the house's routine"]["total_variation_at_least"] > 0.9
    assert sum(by_name["7 riffles"]["student"]["seen"]) == 400
    assert len(by_name["7 riffles"]["places"]) == len(by_name["7 riffles"]["places"][0]) == 26
    assert found["kept_apart"]["always_in_bottom_half"] == [27, 52]
    assert found["kept_apart"]["chance_in_a_perfect_shuffle"] == pytest.approx(3.1326e-16, rel=1e-4)


@pytest.mark.parametrize(
    ("game", "clause", "whom"),
    [
        ("double-attack-pa", "PA 665a.5(a)", "the dealer or a device"),
        ("double-attack-nj", "NJ 26.4(a)", "the dealer or a device"),
        ("double-back-jack-pa", "PA 673a.5(a)", "the dealer or a device"),
        ("five-card-hi-lo-pa", "PA 663a.9(a)(1)", "an automated shuffling device"),
    ],
)
def test_a_game_without_a_routine_is_refused_with_the_clause_that_leaves_it_open(
    monkeypatch: pytest.MonkeyPatch, capsys: Output, game: str, clause: str, whom: str
) -> None:
    assert run(monkeypatch, game) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert f"{game} prescribes no routine" in said.err
    assert f"{clause} leaves the shuffle to {whom}" in said.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((GAME, "--times", "50"), "--times takes a number from 100"),
        ((GAME, "--seed", "-1"), "a seed is a whole number"),
        ((GAME, "-o", "shuffle.txt"), "ends in neither"),
        (("double-dek-house",), "double-deck-house"),
    ],
)
def test_what_is_wrong_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: Output, words: tuple[str, ...], said: str
) -> None:
    assert run(monkeypatch, *words) == 2
    assert said in capsys.readouterr().err


def test_a_variant_with_one_deck_is_shuffled_as_one_deck(tmp_path: Path) -> None:
    variant = tmp_path / "one.toml"
    variant.write_text(f'from = "{GAME}"\n[set]\ndecks = "1"\n', encoding="utf-8")
    found = study(str(variant), 100)
    assert found.cards == 52
    assert f"{float(found.riffled(7).exact or 0):.4f}" == "0.3341"
    assert found.kept_apart.bottom == range(13, 26)


# The page and its charts.


def test_the_page_stands_alone_and_carries_the_figures(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    place = tmp_path / "shuffle.html"
    assert run(monkeypatch, GAME, "--times", "400", "-o", str(place)) == 0
    page = place.read_text(encoding="utf-8")
    assert page.count("<svg ") == 5
    assert re.findall(r'(?:src|href)="(?!#)[^"]*"', page) == []
    held = re.search(r'<script type="application/json" id="figures">(.*?)</script>', page, re.DOTALL)
    assert held is not None
    assert json.loads(held[1]) | {"seconds": 0} == json.loads(json.dumps(studied().as_json())) | {"seconds": 0}


def title_of(chart: Any) -> str:
    return str(chart.to_dict()["title"]["text"])


def test_the_titles_say_what_the_figures_are() -> None:
    found = studied()
    house = found.house.counted
    assert f"{house[RISING].mean:.1f} rising sequences" in title_of(shuffle_charts.rising(found))
    assert f"keeps {house[KEPT].mean:.1f} of 103" in title_of(shuffle_charts.pairs(found))
    best = max(house[FOLLOWER].mean, house[STUDENT].mean)
    assert f"names {best:.1f} of 104" in title_of(shuffle_charts.guesses(found))
    assert "than 5 riffles of 104 cards" in title_of(shuffle_charts.distances(found))
    assert "Cards 27 to 52 never reach the top half" in title_of(shuffle_charts.places(found))
