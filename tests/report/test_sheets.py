"""A floor sheet and a strategy card: what the floor asks for, each with its clause, on one printed page."""

import re
import shutil
from importlib.resources import files
from pathlib import Path

import pytest

from pitboss.report.asked import Asked
from pitboss.report.document import Grid, Side
from pitboss.report.printing import BROWSERS
from pitboss.report.sections import rule_sheet
from pitboss.report.sheets import floor_sheet, strategy_sheet
from pitboss.report.terminal import print_rules
from pitboss.report.writing import write_sheet
from pitboss.rules.errors import RulesError
from pitboss.rules.games import GAMES
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.subjects.cards_in_use import CardsInUse
from pitboss.rules.variant import load
from pitboss.solve.cache import solved
from pitboss.solve.solution import as_json

PAGE = re.compile(rb"/Type\s*/Page\b")
BROWSER = pytest.mark.skipif(not any(map(shutil.which, BROWSERS)), reason="no browser is here to print with")


def tables(game: str, **sets: object) -> dict[str, Grid]:
    (section,) = floor_sheet(load(game, sets)).sections
    (side,) = (block for block in section.blocks if isinstance(block, Side))
    return {grid.caption: grid for grid in side.blocks if isinstance(grid, Grid)}


def found(grid: Grid, label: str) -> tuple[str, str]:
    return next((row[1].text, row[2].text) for row in grid.cells() if row[0].text == label)


@pytest.mark.clause("PA 665a.7(f)")
def test_the_deal_stands_in_order_with_its_clauses() -> None:
    dealt, cited = found(tables("double-attack-pa")["The deal"], "cards are dealt")
    assert dealt.startswith("1. one card face up to the dealer  2. Double Attack Wager offered  3. one card face up")
    assert cited == ".7(e), .7(f), .7(f)(1), .7(f)(2), .7(f)(3)"


@pytest.mark.clause("PA 665a.12(c)")
def test_every_line_of_a_paytable_stands_by_itself_among_what_pays_and_nowhere_else() -> None:
    sheet = tables("double-attack-pa")
    assert found(sheet["What pays"], "Bust It (bonus) Wager: third card 9") == ("6 to 1", ".7(m)(2)(i), .12(c)")
    assert found(sheet["What pays"], "insurance pays")[0] == "5 to 2"
    assert "pays" not in {row[0].text for row in sheet["Bust It (bonus) Wager"].cells()}


def test_limits_and_irregularities_are_there_and_what_else_might_have_been_chosen_is_not() -> None:
    sheet = tables("double-attack-pa", table_minimum_cents=2500)
    assert found(sheet["Wagers"], "table minimum")[0] == "$25"
    assert found(sheet["Irregularities"], "card reader fails")[1] == ".13(i)"
    assert found(sheet["Wagers"], "boxes one player may wager on") == ("6", ".6(g)")
    assert "Table, layout and signs" not in sheet


def test_clauses_keep_their_whole_name_where_they_have_no_section_in_common() -> None:
    cited = [row[2].text for grid in tables("double-deck-house").values() for row in grid.cells() if len(row) == 3]
    assert any(text.startswith("DD ") for text in cited)
    assert not any(text.startswith(".") for text in cited)


def test_a_sheet_of_what_departs_from_the_law_says_so() -> None:
    assert "not as the law has it" in floor_sheet(load("double-attack-pa", {"decks": 6})).subtitle
    assert "not as" not in floor_sheet(load("double-attack-pa")).subtitle


def test_no_sheet_cites_for_a_value_the_clauses_that_say_another(capsys: pytest.CaptureFixture[str]) -> None:
    """6 to 5 is not in PA 665a.12(a): so say the floor sheet, the appendix of a report and the terminal."""
    sets: dict[str, object] = {"blackjack_odds": "6 to 5", "decks": 6}
    rules, floor = load("double-attack-pa", sets), tables("double-attack-pa", **sets)
    assert found(floor["What pays"], "a player's Blackjack pays") == ("6 to 5", "not as in .7(h)(1), .12(a)")
    assert found(floor["Cards in use"], "decks in the shoe") == ("6", "not as in .3(a)")
    (appendix,) = (block for block in rule_sheet(rules).blocks if isinstance(block, Grid))
    assert found(appendix, "a player's Blackjack pays") == ("6 to 5", "not as in PA 665a.7(h)(1), .12(a)")
    assert found(appendix, "winning bets pay") == ("1 to 1", "PA 665a.12(a)")
    print_rules(rules)
    lines = capsys.readouterr().out.splitlines()
    shown = next(at for at, line in enumerate(lines) if line.startswith("decks in the shoe"))
    assert [line.split("  ")[-1].strip() for line in lines[shown : shown + 2]] == ["not as in", "PA 665a.3(a)"]


def test_cards_that_a_variant_takes_out_are_told_to_the_floor_and_those_of_the_text_are_not() -> None:
    """Nobody can know them: a dealer who goes by the sheet would put them into the shoe."""
    assert CardsInUse.heading not in tables("double-back-jack-pa")
    sheet = tables("double-back-jack-pa", ranks_removed="2, 10")[CardsInUse.heading]
    assert found(sheet, "ranks taken out of each deck") == ("2, 10", "not as the law has it")
    assert len(sheet.rows) == 1


def test_the_card_says_what_it_is_worth() -> None:
    rules = BlackjackRules.of(load("double-attack-pa"))
    solution = solved(rules, lambda step, share: None)
    (section,) = strategy_sheet(rules, solution.strategy, as_json(solution)).sections
    said = section.blocks[0]
    assert "0.4807%" in str(said)
    assert "0.4804%" in str(said)
    assert "Insurance: never." in str(said)


def test_a_game_without_decisions_has_a_sheet_and_no_card(tmp_path: Path) -> None:
    asked = Asked("five-card-hi-lo-pa", {}, {}, True)
    write_sheet(asked, False, str(tmp_path / "sheet.html"), "a4")
    assert 'class="sheet"' in (tmp_path / "sheet.html").read_text(encoding="utf-8")
    with pytest.raises(RulesError, match="five-card-hi-lo-pa"):
        write_sheet(asked, True, str(tmp_path / "card.html"), "a4")


@BROWSER
@pytest.mark.parametrize(
    "game", ["double-attack-nj", *(pytest.param(game, marks=pytest.mark.slow) for game in GAMES if game[-2:] != "nj")]
)
def test_it_prints_on_one_page(game: str, tmp_path: Path) -> None:
    for card in (False, True) if game != "five-card-hi-lo-pa" else (False,):
        for paper in ("letter", "a4") if game != "double-attack-nj" else ("letter",):
            file = tmp_path / "printed.pdf"
            write_sheet(Asked(game, {}, {}, True), card, str(file), paper)
            assert len(PAGE.findall(file.read_bytes())) == 1, (game, card, paper)


def test_no_letter_of_a_sheet_is_printed_smaller_than_seven_points() -> None:
    style = (files("pitboss.report") / "pages" / "document.css").read_text(encoding="utf-8")
    sizes = [float(size) for size in re.findall(r"\.sheet (?!table\.card)[^{]*{[^}]*font-size: ([\d.]+)pt", style)]
    assert len(sizes) >= 4
    assert min(sizes) >= 7


def test_bonuses_for_21s_stand_among_what_pays_and_a_wager_that_is_not_offered_does_not() -> None:
    bonus = {"5 cards": "3 to 2", "6-7-8 suited": "2 to 1"}
    pays = tables("double-attack-pa", bonus_21=bonus, bust_it_offered="no")["What pays"]
    assert found(pays, "Settlement: 21 of 5 cards") == ("3 to 2", "not as the law has it")
    assert found(pays, "Settlement: 21 of 6-7-8 suited")[0] == "2 to 1"
    assert found(pays, "Settlement: after double")[0] == "no"
    assert not [row for row in pays.cells() if "Bust It" in row[0].text]


def test_every_line_of_a_variants_own_wager_stands_among_what_pays() -> None:
    lines = [
        {"name": "a pair", "when": ["same rank"], "odds": "11 to 1"},
        {"name": "of one suit", "when": ["same suit"], "odds": "2 to 1"},
    ]
    sheet = tables("double-back-jack-pa", side_wagers=[{"name": "Pairs", "cards": "first-two", "pays": lines}])
    assert found(sheet["What pays"], "Pairs: a pair") == ("11 to 1", "not as the law has it")
    assert found(sheet["What pays"], "Pairs: of one suit")[0] == "2 to 1"
    assert "first two cards" in found(sheet["Wagers"], "side wagers of a variant")[0]


@pytest.mark.clause("PA 673a.12(b)")
def test_what_pays_says_what_of() -> None:
    assert found(tables("double-back-jack-pa")["What pays"], "the Second Chance Wager pays")[0] == "1 to 1"
