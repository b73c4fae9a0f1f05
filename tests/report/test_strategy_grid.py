"""The strategy on a page: every cell with what its options are worth, and the cell is the better of them."""

import re
from pathlib import Path

import pytest

from pitboss.report import strategy_card
from pitboss.report.document import Cell, Grid
from pitboss.report.strategy_grid import StrategyGrids, legend
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.cache import solved
from pitboss.solve.solution import as_json
from pitboss.solve.strategy import Action


def grids(game: str) -> dict[str, Grid]:
    rules = load(game)
    assert isinstance(rules, BlackjackRules)
    found = solved(rules, lambda step, share: None)
    return {grid.caption: grid for grid in StrategyGrids(rules, found.strategy, as_json(found)).grids()}


def cells(grid: Grid) -> list[tuple[str, Cell]]:
    return [(row[0].text, cell) for row in grid.cells() for cell in row[1:]]


def values(note: str) -> dict[str, float]:
    """The options of the first hand of a note."""
    first = note.partition(";")[0].partition(": ")[2]
    return {name: float(value) for name, value in re.findall(r"([a-z-]+) ([+-]\d+\.\d+)", first)}


@pytest.fixture(scope="module")
def attack() -> dict[str, Grid]:
    return grids("double-attack-pa")


@pytest.fixture(scope="module")
def chance() -> dict[str, Grid]:
    return grids("double-back-jack-pa")


def test_a_game_has_the_cards_its_rules_call_for(attack: dict[str, Grid], chance: dict[str, Grid]) -> None:
    both = {"Hard totals", "Soft totals", "Pairs", "Three cards or more"}
    assert both | {"The Double Attack Wager", "Surrender after doubling, by the doubled total"} <= set(attack)
    assert both | {"Second Chance, by the total over 21"} <= set(chance)
    assert "The Double Attack Wager" not in chance


@pytest.mark.parametrize("caption", ["Hard totals", "Soft totals", "Pairs", "Three cards or more"])
def test_every_cell_tells_what_its_options_are_worth(attack: dict[str, Grid], caption: str) -> None:
    assert all(values(cell.note) for _, cell in cells(attack[caption]))


@pytest.mark.parametrize(
    ("game", "caption", "yes"),
    [
        ("attack", "Surrender after doubling, by the doubled total", "surrender"),
        ("chance", "Second Chance, by the total over 21", "second-chance"),
    ],
)
def test_an_answer_is_the_better_of_its_two_values(
    game: str, caption: str, yes: str, request: pytest.FixtureRequest
) -> None:
    of: dict[str, Grid] = request.getfixturevalue(game)
    told = [(cell, values(cell.note)) for _, cell in cells(of[caption])]
    assert all(len(options) == 2 for _, options in told)
    wrong = [cell for cell, options in told if (cell.text != "–") != (max(options, key=lambda o: options[o]) == yes)]
    # The card goes by totals and an example by its cards: a cell may differ where the two are close.
    assert all(abs(float.__sub__(*values(cell.note).values())) < 0.05 for cell in wrong)
    assert len(wrong) <= 2


def test_the_attack_is_where_it_is_worth_more(attack: dict[str, Grid]) -> None:
    for _, cell in cells(attack["The Double Attack Wager"]):
        found = re.search(r"with the attack ([+-][\d.]+), without ([+-][\d.]+)", cell.note)
        assert found
        assert (cell.kind == "Y") == (float(found[1]) > float(found[2]))


def test_a_play_has_one_colour_in_terminal_report_site_and_browser() -> None:
    package = Path(strategy_card.__file__).parent.parent
    full = {"#fff": "#ffffff", "#000": "#000000"}
    told = [(action.letter, action.letter, style) for action, style in strategy_card.STYLES.items()]
    told += [("Y", "yes", strategy_card.YES_STYLES[letter]) for letter in "AC"]
    for mark, word, style in told:
        colour = style.partition(" on ")[2]
        for file, selector in (
            ("report/pages/document.css", rf"\.{mark} "),
            ("report/site/templates/style.css", rf"\.{mark} "),
            ("house/pages/pages.css", rf'\[data-letter="{word}"\] '),
        ):
            text = (package / file).read_text(encoding="utf-8")
            found = re.search(rf"{selector}\{{ background: (#[0-9a-f]+);", text)
            assert found is not None, (file, word)
            assert full.get(found[1], found[1]) == colour, (file, word)


def test_a_surrender_after_doubling_has_the_colour_of_a_surrender(attack: dict[str, Grid]) -> None:
    given = [cell for _, cell in cells(attack["Surrender after doubling, by the doubled total"]) if cell.text == "R"]
    assert given
    assert {cell.kind for cell in given} == {"R"}
    assert strategy_card.YES_STYLES["R"] == strategy_card.STYLES[Action.SURRENDER]


@pytest.mark.parametrize(
    ("game", "sets", "letters"),
    [
        ("double-deck-house", {}, "P split; a small letter"),
        ("double-deck-house", {"surrender": "first-decision"}, "P split, R surrender; a small letter"),
        ("double-attack-pa", {}, "P split, R surrender, A attack; a small letter"),
        ("double-back-jack-pa", {}, "P split, R surrender, C take a Second Chance; a small letter"),
    ],
)
def test_the_letters_explained_are_those_of_plays_the_game_has(game: str, sets: dict[str, str], letters: str) -> None:
    assert letters in legend(BlackjackRules.of(load(game, sets)))


def test_a_card_speaks_of_insurance_and_even_money_where_they_are_offered() -> None:
    rules = BlackjackRules.of(load("double-deck-house"))
    best = solved(rules, lambda step, share: None).strategy
    assert strategy_card.insured(rules, best) == ["Insurance: never.", "Even money: never."]
    without = BlackjackRules.of(load("double-deck-house", {"insurance_offered": "no", "even_money": "no"}))
    assert strategy_card.insured(without, best) == []
