"""Two games side by side."""

from pathlib import Path

import pytest

from pitboss.report.asked import Asked
from pitboss.report.comparison import comparison
from pitboss.report.document import Document, Grid, to_html
from pitboss.rules.sheet import differences
from pitboss.rules.variant import load


def silent(step: str, share: float) -> None:
    pass


def asked(game: str) -> Asked:
    return Asked(game, {}, {}, True)


@pytest.fixture(scope="module")
def two() -> Document:
    return comparison(asked("double-attack-pa"), asked("double-attack-nj"), silent)


def grid(document: Document, title: str) -> Grid:
    section = next(section for section in document.sections if section.title == title)
    return next(block for block in section.blocks if isinstance(block, Grid))


def test_the_money_is_that_of_both_solutions(two: Document) -> None:
    edge = grid(two, "Money").rows[0]
    of = {name: game["solve"]["house_edge"] for name, game in two.figures.items()}
    left, right = of["double-attack-pa"], of["double-attack-nj"]
    assert edge[1:] == (f"{left:.6%}", f"{right:.6%}", f"{100 * (right - left):+.6f} points")


def test_every_difference_of_the_rules_is_there_with_its_clauses(two: Document) -> None:
    found = list(differences(load("double-attack-pa"), load("double-attack-nj")))
    shown = [row for row in grid(two, "Rules").cells() if row[0].kind != "head"]
    assert [row[0].text for row in shown] == [one.label for one in found]
    decks = next(row for row in shown if row[0].text == "decks in the shoe")
    assert "PA 665a.3(a)" in decks[1].text
    assert "NJ 26.2(a)" in decks[2].text


def test_a_doubt_only_one_text_has_stands_in_its_own_column(two: Document) -> None:
    rows = {row[0]: row for row in grid(two, "What each doubtful clause is worth").rows}
    assert rows["nj-hole-card = reader"][1] == ""
    assert rows["nj-hole-card = reader"][2] != ""
    assert rows["surrender-after-double = double-returned"][2] == ""


def test_a_variant_is_compared_under_the_name_of_its_file(tmp_path: Path) -> None:
    path = tmp_path / "softer.toml"
    path.write_text('from = "double-deck-house"\n[set]\ndealer_hits_soft = "yes"\n', encoding="utf-8")
    document = comparison(asked("double-deck-house"), asked(str(path)), silent)
    assert grid(document, "Money").columns == ("what", "double-deck-house", "softer", "right less left")
    assert "softer" in to_html(document)


def test_a_game_without_decisions_is_compared_by_its_rules() -> None:
    document = comparison(asked("five-card-hi-lo-pa"), asked("double-deck-house"), silent)
    titles = [section.title for section in document.sections]
    assert "Rules" in titles
    assert "Money" not in titles
