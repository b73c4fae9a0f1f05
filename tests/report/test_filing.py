"""The filing package: every item a regulator lists, the date of approval on each page, a manifest that holds."""

import hashlib
import json
import re
import sys
from datetime import date
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pitboss.cards.bits import SeededBits
from pitboss.commands import main
from pitboss.house.demonstration import CHOSEN_FROM, demonstrate, rounds_told, strategy_for, worked_examples
from pitboss.report.asked import Asked
from pitboss.report.felt import areas, felt
from pitboss.report.figures import Effort, Figures
from pitboss.report.filing import TO_FILL_IN, Filing, Round, advantages, check_folder, package
from pitboss.rules.errors import RulesError
from pitboss.rules.games import GAMES
from pitboss.rules.sheet import rows as sheet_rows
from pitboss.rules.variant import load

FILES = ("1-request", "2-rules", "3-options", "4-odds", "5-math-report", "6-floor-sheet", "7-approval")
NJ = "double-attack-nj"
ROUND = [("one card to the dealer", ("PA 665a.7(e)",))]


def pitboss(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    monkeypatch.setattr(sys, "argv", ["pitboss", *words])
    main()


@pytest.fixture(scope="module")
def filed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game in which nobody decides anything: its package takes a moment."""
    folder = tmp_path_factory.mktemp("filed") / "package"
    filing = Filing(operator="The Casino", reason="Players ask for it.", approved_on=date(2026, 11, 15))
    asked = Asked("five-card-hi-lo-pa", {}, {}, True)
    package(asked, Effort(rounds=10_000, threads=1), filing, [ROUND], str(folder), ".html", lambda step, share: None)
    return folder


def test_every_file_is_in_the_manifest_by_its_hash(filed: Path) -> None:
    manifest = json.loads((filed / "manifest.json").read_text(encoding="utf-8"))
    assert tuple(sorted(manifest["files"])) == (*(f"{name}.html" for name in FILES), "layout.svg")
    for name, digest in manifest["files"].items():
        assert hashlib.sha256((filed / name).read_bytes()).hexdigest() == digest
    assert {path.name for path in filed.iterdir()} == {*manifest["files"], "manifest.json"}
    assert (manifest["game"], manifest["approved_on"]) == ("five-card-hi-lo-pa", "2026-11-15")


def test_each_printed_page_says_when_it_was_approved(filed: Path) -> None:
    for name in FILES:
        page = (filed / f"{name}.html").read_text(encoding="utf-8")
        foot = re.search(r"@bottom-left { content: \"([^\"]*)\"", page)
        assert foot, name
        assert "approved on 2026-11-15" in foot[1], name


def test_the_layout_is_drawn_in_the_request_and_lies_beside_it(filed: Path) -> None:
    drawn = (filed / "layout.svg").read_text(encoding="utf-8").strip()
    assert drawn in (filed / "1-request.html").read_text(encoding="utf-8")
    assert ElementTree.fromstring(drawn).tag.endswith("svg")


@pytest.mark.parametrize("game", GAMES)
def test_every_area_of_every_position_is_on_the_layout_with_what_is_written_there(game: str) -> None:
    rules = load(game)
    svg = ElementTree.fromstring(felt(rules))
    said = " ".join("".join(one.itertext()) for one in svg.iter() if one.tag.endswith("text"))
    assert len([one for one in svg.iter() if one.tag.endswith("circle")]) == rules.layout.positions
    for area in areas(rules):
        assert said.count(area.split()[0]) >= rules.layout.positions, area
    for words in rules.on_felt:
        assert words in said
    assert {kind.name for kind in rules.side_wagers} <= set(areas(rules))


def test_the_words_on_a_layout_are_true_of_a_variant() -> None:
    """Given a dealer who hits soft 17 against the text, when it is drawn, then it does not say he stands on all 17s."""
    other = load("double-attack-pa", {"dealer_hits_soft": "yes", "insurance_odds": "2 to 1"})
    said = " ".join(other.on_felt)
    assert "hits soft 17" in said
    assert "Insurance pays 2 to 1" in said
    assert "stands on all" not in felt(other)
    assert load("double-attack-pa", {"decks": "6"}).on_felt == load("double-attack-pa").on_felt
    own = load("double-attack-pa", {"dealer_hits_soft": "yes", "inscriptions": "Ask the dealer"})
    assert own.on_felt == ("Ask the dealer",)
    on_sheet = {
        rules.hash: row.value for rules in (other, own) for row in sheet_rows(rules) if row.name == "inscriptions"
    }
    assert on_sheet[other.hash].startswith("; ".join(other.on_felt) + " (untrue here, and so not written: ")
    assert on_sheet[own.hash] == "Ask the dealer"


def test_an_area_that_no_text_asks_for_is_dashed(tmp_path: Path) -> None:
    """A variant's own side wager has one; the law asks for that of Bust It."""
    assert areas(load("double-attack-pa")) == {"Bet": True, "Double Attack": True, "Bust It": True}
    assert 'stroke-dasharray="4 3"' not in felt(load("double-attack-pa"))
    (tmp_path / "own.toml").write_text(
        'from = "double-attack-pa"\n[[wager]]\nname = "Suits"\ncards = "first-two"\n'
        'pays = [{ when = "same suit", odds = "2 to 1" }]\n'
    )
    own = load(str(tmp_path / "own.toml"))
    assert areas(own)["Suits"] is False
    assert felt(own).count('stroke-dasharray="4 3"') == own.layout.positions


def test_items_that_have_numbers_are_not_numbered_twice(filed: Path) -> None:
    assert '<ol class="numbered">' in (filed / "1-request.html").read_text(encoding="utf-8")
    assert "<ol>" in (filed / "2-rules.html").read_text(encoding="utf-8")


def test_shoe_and_rack_stand_on_the_dealers_sides_as_the_text_has_them() -> None:
    """The dealer faces the reader: his left is on the right of the picture."""
    places = {"".join(one.itertext()): float(one.get("x", 0)) for one in ElementTree.fromstring(felt(load(NJ))).iter()}
    assert places["discard rack"] < 440 < places["dealing shoe"]
    assert "dealing shoe" not in felt(load("double-deck-house")), "the cards are dealt from the hand"


def test_the_request_answers_every_item_or_leaves_it_to_the_operator(filed: Path) -> None:
    said = (filed / "1-request.html").read_text(encoding="utf-8")
    for item in (
        "1. Description",
        "2. Variation",
        "3. True odds",
        "4. and 5. Layout",
        "6. Reason",
        "7. Other",
        "8. Copy",
    ):
        assert item in said, item
    assert "Players ask for it." in said
    assert said.count(TO_FILL_IN) == 2  # where else it is offered, and whose rights there are
    assert "An authorised game" in said
    assert "exact, counted" in said
    assert all(all(cells) for cells in cells_of(said, "house advantage"))


def test_the_examples_stand_in_the_rules_with_their_clauses(filed: Path) -> None:
    said = (filed / "2-rules.html").read_text(encoding="utf-8")
    assert "Worked example 1" in said
    assert "one card to the dealer" in said
    assert "PA 665a.7(e)" in said


def cells_of(page: str, head: str) -> list[list[str]]:
    """What stands in the rows of the table whose head says so."""
    table = next(one for one in re.findall(r"<table.*?</table>", page, re.S) if head in one)
    listed = [re.findall(r"<td[^>]*>(.*?)</td>", row, re.S) for row in re.findall(r"<tr.*?</tr>", table, re.S)]
    return [cells for cells in listed if cells]


def cited_in(*rounds: Round) -> set[str]:
    return {one for told in rounds for _, cited in told for one in cited}


@pytest.mark.parametrize("game", ["double-attack-pa", "five-card-hi-lo-pa"])
def test_a_worked_example_is_a_whole_round_and_each_shows_what_others_do_not(game: str) -> None:
    """From the first wager to the end; of many rounds those that cite the most, so that play itself is shown."""
    rules = load(game)
    rounds = rounds_told(demonstrate(rules, 2, CHOSEN_FROM, SeededBits(1), strategy_for(rules, None)))
    chosen = worked_examples(rules, 3, SeededBits(1), strategy_for(rules, None))
    longest = sorted(rounds, key=lambda told: -len(cited_in(told)))[:3]
    for told in rounds:
        assert "wagers" in told[0][0]
        assert re.fullmatch(r"round \d+ is over", told[-1][0])
        assert sum(said.startswith("Round ") for said, _ in told) == 1
    shown, alike = (len(cited_in(*each)) for each in (chosen, longest))
    assert shown > alike


@pytest.mark.parametrize(("error", "known"), [(0.0, "exact"), (0.00002, "within 0.002000%")])
def test_an_advantage_says_how_it_is_known(error: float, known: str) -> None:
    asked = Asked("double-attack-pa", {}, {}, True)
    side = {"house_edge": 0.08, "hit_rate": 0.15, "error": error}
    nets = [{"net": net, "chance": chance} for net, chance in ((-1, 0.5), (0, 0.1), (1, 0.3), (1.5, 0.1))]
    solution = {"house_edge": 0.005, "exact": True, "side_wagers": {"bust-it": side}, "distribution": nets}
    initial, bust_it = advantages(Figures(asked.rules(), asked, solution)).rows
    assert initial == ("Initial wager, by best play", "0.500000%", "40.0000%", "exact")
    assert (bust_it[1], bust_it[2], bust_it[3]) == ("8.000000%", "15.0000%", known)


def test_where_wagers_have_names_no_other_is_spoken_of() -> None:
    """A family whose main wager is one of several, as the wager on Banker is, has no initial wager and no best play."""
    asked = Asked("five-card-hi-lo-pa", {}, {}, True)
    wagers = {name: {"house_edge": 0.01, "hit_rate": 0.45} for name in ("Banker", "Player")}
    solution = {"house_edge": 0.01, "exact": True, "main_wager": "Banker", "side_wagers": {}, "wagers": wagers}
    listed = advantages(Figures(asked.rules(), asked, solution)).rows
    assert listed == tuple((name, "1.000000%", "45.0000%", "exact") for name in wagers)


def test_a_filing_has_a_folder_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    assert check_folder(str(tmp_path / "old")) == tmp_path / "old"
    (tmp_path / "old" / "letter.txt").write_text("of another filing")
    with pytest.raises(RulesError, match="is not an empty folder"):
        check_folder(str(tmp_path / "old"))
    with pytest.raises(RulesError, match="cannot be written"):
        check_folder(str(tmp_path / "no" / "where"))


@pytest.mark.slow
def test_the_command_files_a_game_with_a_strategy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds dealt by the engine, the variation named, every line of Bust It with its chance."""
    out = tmp_path / "package"
    words = ("submit", "double-attack-pa", "--set", "decks=6", "-o", str(out), "--rounds", "10000", "--examples", "2")
    pitboss(monkeypatch, *words)
    assert "A variation of Double Attack" in (out / "1-request.html").read_text(encoding="utf-8")
    rules = (out / "2-rules.html").read_text(encoding="utf-8")
    assert "Worked example 2" in rules
    assert "Worked example 3" not in rules
    odds = (out / "4-odds.html").read_text(encoding="utf-8")
    assert "three 8s of one suit" in odds
    assert "House advantage of each wager" in odds
    assert "not yet approved" in odds


def boxes_of(svg: ElementTree.Element) -> list[tuple[float, float, float, float]]:
    """Left, top, right and bottom of every area and piece of furniture; the corners of a circle are left to others."""
    found = []
    for one in svg.iter():
        tag = one.tag.rpartition("}")[2]
        at = {name: float(one.get(name, 0)) for name in ("x", "y", "width", "height", "cx", "cy", "r")}
        if tag == "rect":
            found.append((at["x"], at["y"], at["x"] + at["width"], at["y"] + at["height"]))
        elif tag == "circle":
            found.append((at["cx"] - at["r"], at["cy"] - 0.9 * at["r"], at["cx"] + at["r"], at["cy"] + 0.9 * at["r"]))
    return found


@pytest.mark.parametrize("game", ["double-attack-pa", "double-attack-nj", "double-back-jack-pa"])
@pytest.mark.parametrize("more", [0, 1, 2])
def test_no_area_of_a_layout_lies_on_another_or_on_the_furniture(game: str, more: int) -> None:
    """A variant's wagers have areas of their own; a third one in a row lay under the discard rack."""
    lines = [{"name": "a pair", "when": ["same rank"], "odds": "11 to 1"}]
    wagers = [{"name": f"Pairs {k}", "cards": "first-two", "pays": lines} for k in range(more)]
    drawn = boxes_of(ElementTree.fromstring(felt(load(game, {"side_wagers": wagers} if wagers else {}))))
    assert len(drawn) >= 8
    lying = [
        (one, other)
        for one, other in combinations(drawn, 2)
        if one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
    ]
    assert not lying


def test_a_filing_is_printed_on_the_paper_asked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    printed: dict[str, str] = {}
    monkeypatch.setattr("pitboss.report.printing.browser", lambda: "chromium")
    monkeypatch.setattr("pitboss.report.writing.browser", lambda: "chromium")

    def note(html: str, path: Path) -> None:
        printed[path.stem] = html.partition("@page { size: ")[2].partition(";")[0]
        path.write_bytes(b"%PDF-")

    monkeypatch.setattr("pitboss.report.document.print_pdf", note)
    words = ("five-card-hi-lo-pa", "-o", str(tmp_path / "filing"), "--rounds", "1e4", "--pdf", "--paper", "letter")
    pitboss(monkeypatch, "submit", *words)
    assert printed == dict.fromkeys(FILES, "Letter")
