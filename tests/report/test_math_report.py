"""The math report: every figure in it is one that `solve --json` or `simulate --json` prints."""

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from pitboss.report import laboratory
from pitboss.report.asked import Asked
from pitboss.report.document import Grid, Section, Tiles, Words, to_html
from pitboss.report.figures import Effort, Figures, Point, Told, gather, place_label
from pitboss.report.laboratory_charts import sweep
from pitboss.report.math_report import at_a_glance, math_report, side_wagers
from pitboss.report.wording import percent
from pitboss.rules.errors import RulesError
from pitboss.rules.money import dollars
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from tests.test_cli import run

ROUNDS = 10_000
# What a run took, and on what, is its own.
OWN = ("seconds", "rounds_per_second", "device")


def silent(step: str, share: float) -> None:
    pass


@pytest.fixture(scope="module")
def figures() -> Figures:
    return gather(Asked("double-deck-house", {}, {}, True), Effort(rounds=ROUNDS, seed=3), silent)


@pytest.fixture(scope="module")
def page(figures: Figures) -> str:
    return to_html(math_report(figures))


def printed(command: str, folder: Path) -> dict[str, Any]:
    """What a command prints as JSON."""
    words = [sys.executable, "-m", *shlex.split(command)]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return {k: v for k, v in one.items() if k not in OWN} == {k: v for k, v in other.items() if k not in OWN}


def figures_in(page: str) -> dict[str, Any]:
    found = re.search(r'id="figures">(.*?)</script>', page, re.DOTALL)
    assert found
    read: dict[str, Any] = json.loads(found[1])
    return read


def test_the_exact_figures_are_those_of_solve(page: str, tmp_path: Path) -> None:
    found = figures_in(page)
    assert same(found["solve"], printed("pitboss solve double-deck-house --json", tmp_path))
    readings = printed("pitboss solve double-deck-house --all-readings --json", tmp_path)["readings"]
    assert found["all_readings"] == readings
    four = next(one for one in found["decks"] if one["decks"] == 4)
    assert four["house_edge"] == printed("pitboss solve double-deck-house --set decks=4 --json", tmp_path)["house_edge"]


def test_each_simulated_figure_is_what_its_command_prints(page: str, tmp_path: Path) -> None:
    found = figures_in(page)
    main = next(one for one in found["counters"] if one["wager"] == "main")
    (tmp_path / "main.toml").write_text(main["count"], encoding="utf-8")
    for point in (found["depths"][0], main["depths"][-1], found["convergence"][-1]):
        assert same(point["simulate"], printed(point["command"], tmp_path)), point["command"]


def test_what_is_read_on_the_page_is_what_was_found(figures: Figures, page: str) -> None:
    of = figures.solution
    for shown in (
        percent(of["house_edge"]),
        percent(of["house_edge_per_total_wager"]),
        f"{of['standard_deviation']:.4f}",
        f"{of['total_wager']:.4f}",
        percent(of["side_wagers"]["insurance"]["house_edge"], 6),
        percent(-figures.depths[0].found["mean"]),
        figures.rules.hash,
    ):
        assert shown in page, shown
    for card, effect in of["effects_of_removal"].items():
        assert f"{100 * effect:+.4f}" in page, card
    for hand, options in of["decisions"]["10"].items():
        assert all(f"{value:+.6f}" in page for value in options.values()), hand


def test_the_edge_as_dealt_stands_beside_that_of_a_full_shoe(figures: Figures) -> None:
    (here,) = (point for point in figures.depths if point.label == place_label(BlackjackRules.of(figures.rules)))
    tiles = next(block for block in at_a_glance(figures).blocks if isinstance(block, Tiles))
    found = {label: figure for figure, label, _ in tiles.figures}
    assert found["house edge as dealt with the cover card, simulated"] == percent(-here.found["mean"])
    assert found["house edge, of the initial wager"] == percent(figures.solution["house_edge"])


def test_the_page_has_every_part(figures: Figures) -> None:
    document = math_report(figures)
    assert [section.title for section in document.sections] == [
        "At a glance",
        "The game and its layout",
        "Rules and readings in force",
        "Return of each wager",
        "How to play it",
        "Side wagers",
        "How hands end",
        "What a round gives",
        "How far results spread",
        "Top awards and exposure",
        "By boxes, and by the hour",
        "What usual errors cost",
        "Other odds",
        "Beside games that are known",
        "What each doubtful clause is worth",
        "Effects of removal",
        "Decks and depth",
        "What a counter wins",
        "A simulation beside the exact value",
        "How it was computed",
        "Author and reviewer",
        "Appendix: the value of every decision",
        "Appendix: the rule sheet",
    ]


def test_a_departure_from_the_law_is_marked(figures: Figures) -> None:
    deep = [point for point in figures.depths if not point.lawful]
    far = ["3/4 of a deck", "1/2 of a deck", "1/6 of a deck"]
    assert [point.label for point in deep] == far, "the house allows 1/4 to 1/3 of a deck"
    assert all(d.lawful == (d.decks == 2) for d in figures.decks)


def test_a_variant_is_named_by_its_file_and_by_what_was_set(figures: Figures) -> None:
    asked = Asked("some/where/sixth_game.toml", {"decks": 6}, {"both-bust": "returned"}, True)
    told = math_report(replace(figures, asked=asked)).subtitle
    assert "sixth_game.toml (from double-deck-house) with decks=6, both-bust=returned, rules" in told
    assert "where" not in told


def test_too_few_rounds_are_refused() -> None:
    with pytest.raises(RulesError, match="at least 10000 rounds"):
        Effort(rounds=9_999)


def test_a_wrong_word_is_one_sentence_and_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for command, sentence in (
        ("report", "takes a game, or --compare and two games"),
        ("report nonsense -o x.html", "nonsense"),
        ("report double-deck-house -o x.txt", "ends in neither .html nor .pdf"),
        ("report double-deck-house -o x.html --rounds 5", "at least 10000 rounds"),
        ("report double-deck-house -o x.pdf --paper legal", "a4 or letter"),
        ("report --compare double-deck-house double-deck-house -o x.html", "nothing to compare"),
        ("report double-deck-house --compare double-attack-pa double-attack-nj", "two games and nothing else"),
    ):
        assert run(monkeypatch, *command.split()) == 2, command
        told = capsys.readouterr().err
        assert sentence in told, command
        assert len(told.strip().splitlines()) == 1, told
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("game", ["double-attack-pa", "double-attack-nj", "double-back-jack-pa", "five-card-hi-lo-pa"])
def test_every_game_has_a_report(game: str, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "pitboss", "report", game, "--rounds", str(ROUNDS), "-o", "report.html"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert figures_in(page)["game"] == game
    assert "nan" not in re.sub(r"<[^>]*>", " ", page.partition("<main>")[2].partition("</main>")[0]).split()


# --- what a laboratory adds -------------------------------------------------------------------------------------------


def grids(section: Section) -> list[Grid]:
    return [block for block in section.blocks if isinstance(block, Grid)]


def table_of(grid: Grid) -> dict[str, list[str]]:
    return {row[0].text: [cell.text for cell in row[1:]] for row in grid.cells()}


def test_each_wager_stands_with_its_return_and_what_the_simulation_has_for_it(figures: Figures) -> None:
    listed = table_of(grids(laboratory.returns(figures))[0])
    of, last = figures.solution, figures.convergence[-1].found
    edge, back, *_, simulated, error, away = listed["Bet, by the printed strategy"]
    exact = of["by_totals"]["house_edge"]
    assert (edge, back) == (percent(exact, 6), percent(1 - exact, 4))
    assert (simulated, error) == (percent(last["house_edge"]), f"{100 * last['standard_error']:.4f}")
    assert float(away) == pytest.approx((last["house_edge"] - exact) / last["standard_error"], abs=0.005)
    insurance = of["side_wagers"]["insurance"]["house_edge"]
    assert listed["Insurance"][0] == percent(insurance, 6)
    assert listed["Insurance"][3] == percent(last["side_wagers"]["insurance"]["house_edge"])


def test_expectations_of_wagers_made_together_add() -> None:
    side = {"house_edge": 0.07, "hit_rate": 0.1, "standard_deviation": 3.0}
    solution = {
        "house_edge": 0.01,
        "house_edge_per_total_wager": 0.008,
        "total_wager": 1.25,
        "standard_deviation": 1.1,
        "by_totals": {"house_edge": 0.011},
        "side_wagers": {"one": side, "two": {**side, "house_edge": 0.04}},
    }
    last = {"rounds": 1, "house_edge": 0.0, "standard_error": 0.0, "side_wagers": {}}
    asked = Asked("double-attack-pa", {}, {}, True)
    of = Figures(asked.rules(), asked, solution, convergence=(Point("1", 1, True, "", last),))
    together = table_of(grids(laboratory.returns(of))[1])
    assert together["Bet and One, 1 unit each"] == ["4.000000%", "8.000000%"]
    assert together["All of them, 1 unit each"] == ["4.000000%", "12.000000%"]


def test_the_bet_and_what_is_added_to_it_make_up_the_whole(figures: Figures) -> None:
    """Each by itself, in the rounds that are simulated: they make up what the house keeps."""
    each = table_of(grids(laboratory.returns(figures))[1])
    assert list(each) == ["Bet", "Double", "Split"]
    kept = [float(wagered) * float(edge.removesuffix("%")) for _, wagered, edge, _ in each.values()]
    last = figures.convergence[-1].found
    assert sum(kept) == pytest.approx(100 * last["house_edge"], abs=0.002)
    assert each["Bet"][0] == "100.0000%"


def test_a_paytable_has_its_deals_and_how_often_each_line_came(figures: Figures) -> None:
    """Insurance of two decks: 8 aces up, each with 32 of 103 other cards that are worth 10."""
    (grid,) = grids(cast(Section, side_wagers(figures, BlackjackRules.of(figures.rules))))
    assert grid.columns == ("result", "pays", "deals", "chance", "simulated", "comes", "gives the player")
    seen = figures.convergence[-1].found["side_wagers"]["insurance"]
    won = table_of(grid)["the dealer has Blackjack"]
    assert won[:4] == ["2 to 1", f"{8 * 32:,}", "31.067961%", percent(seen["hit_rate"])]
    assert table_of(grid)["anything else"][1] == f"{8 * 71:,}"


def test_the_largest_bet_at_the_largest_result_is_what_a_box_can_cost(figures: Figures) -> None:
    rules = BlackjackRules.of(figures.rules)
    section = laboratory.top_awards(figures, rules)
    most = max(one["net"] for one in figures.solution["distribution"])
    paid = dollars(round(most * rules.wagers.table_maximum_cents))
    assert table_of(grids(section)[0])["Bet, with all that is added to it"][4] == paid
    everywhere = rules.layout.positions * rules.wagers.bettors_per_box
    assert dollars(round(most * rules.wagers.table_maximum_cents) * everywhere) in str(section.blocks[1])


def test_a_table_wins_by_boxes_pace_and_bet(figures: Figures) -> None:
    rules = BlackjackRules.of(figures.rules)
    edge, bet = figures.solution["by_totals"]["house_edge"], rules.wagers.table_minimum_cents / 100
    listed = table_of(grids(laboratory.table_hours(replace(figures, told=Told(pace=100)), edge, 1.1, "by hand"))[0])
    assert len(listed) == rules.layout.positions
    assert listed["3"][1:] == [f"{edge * 300:.3f}", f"${edge * 300 * bet:,.2f}"]


@pytest.mark.parametrize("pace", [0, 1001])
def test_no_table_deals_so_many_rounds_an_hour(pace: int) -> None:
    with pytest.raises(RulesError, match="from 1 to 1000 rounds"):
        Told(pace=pace)
    assert (Told(pace=1).pace, Told(pace=1000).pace) == (1, 1000)


def test_the_game_stands_among_known_ones_by_its_edge(figures: Figures) -> None:
    section = laboratory.known_games(figures, [("Low", -0.5), ("High", 0.5)])
    assert list(table_of(grids(section)[0])) == ["Low", f"{figures.rules.title} (this report)", "High"]


def test_who_answers_for_it_is_named_or_has_a_line_to_sign_on(figures: Figures) -> None:
    signed = table_of(grids(laboratory.signatures(replace(figures, told=Told(reviewer="R. Eader"))))[0])
    assert signed["reviewer"] == ["R. Eader"]
    assert signed["author"] == [laboratory.LINE]
    inventor = replace(figures.rules, author="I. N. Ventor")
    assert table_of(grids(laboratory.signatures(replace(figures, rules=inventor)))[0])["author"] == ["I. N. Ventor"]
    said = next(block for block in laboratory.the_game(inventor).blocks if isinstance(block, Words))
    assert ", made by I. N. Ventor from House procedure" in said.paragraphs[0]
    assert {"signature and date, author", "signature and date, reviewer"} <= signed.keys()


def test_a_unit_more_on_a_line_takes_its_chance_of_the_edge() -> None:
    kind = BlackjackRules.of(load("double-attack-pa")).wager_kinds["bust-it"]
    side = {"house_edge": 0.07, "lines": [0.01] * len(kind.pays)}
    drawn = json.dumps(sweep(kind, side).to_dict())
    assert drawn.count('"more": 2, "edge": 5.0') == len(kind.pays)


def test_what_a_table_loses_has_its_sign_before_the_dollar(figures: Figures) -> None:
    listed = table_of(grids(laboratory.table_hours(figures, -0.0005, 1.1, "by hand"))[0])
    assert listed["1"][2] == "-$0.30"


def test_a_game_without_attack_or_surrender_is_told_of_neither(figures: Figures) -> None:
    told = to_html(math_report(figures)).partition("Appendix: the rule sheet</h2>")[0]
    assert "Double Attack Wager" not in told
    assert "R surrender" not in told


def test_a_game_that_nobody_decides_anything_in_says_so_and_counts_nothing() -> None:
    of = gather(Asked("five-card-hi-lo-pa", {}, {}, True), Effort(rounds=ROUNDS), silent)
    document = math_report(of)
    told = to_html(document)
    assert "No player decides anything, so there is no strategy to solve for." in told
    (wagers,) = grids(next(section for section in document.sections if section.title == "The game and its layout"))
    assert list(table_of(wagers)) == ["Ante"], "as the layout calls it"
    computed = grids(next(section for section in document.sections if section.title == "How it was computed"))[0]
    assert table_of(computed)["rounds of the longest simulation"] == [f"{ROUNDS:,}"]
