"""Baccarat as a plug-in: `examples/baccarat/`, beside the package as an installer leaves it, asked in every command."""

import json
import re

import pytest

from tests.plug_in_kit import CHECKOUT, PlugIn, installed_beside


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> PlugIn:
    """The plug-in as an installer leaves it."""
    return installed_beside("baccarat", tmp_path_factory.mktemp("site"))


def test_nothing_outside_its_folder_knows_of_it() -> None:
    """One folder: no file of the package names the game, its family or its document."""
    for path in (CHECKOUT / "src").rglob("*"):
        if path.suffix in (".py", ".toml", ".js", ".html", ".css"):
            assert not re.search(r"baccarat|631a", path.read_text(encoding="utf-8"), re.IGNORECASE), path


def test_its_own_tests_pass(installed: PlugIn) -> None:
    """Every clause at a table, the published edges, the simulator beside them, and the conformance kit."""
    assert re.search(r"\b6\d passed", installed.own_tests())


def test_it_deals_in_the_terminal_with_citations(installed: PlugIn) -> None:
    told = installed.asked("pitboss", "deal", "baccarat-pa", "--rounds", "3", "--seed", "7")
    assert re.search(r"Player ← \S+ +\d", told)
    assert re.search(r'dealer: "(Player|Banker) draws" +PA\s631a\.11\(', told)
    assert "round 3 is over" in told


def test_it_is_solved_exactly(installed: PlugIn) -> None:
    found = json.loads(installed.asked("pitboss", "solve", "baccarat-pa", "--json"))
    edges = {name: f"{100 * wager['house_edge']:.6f}%" for name, wager in found["wagers"].items()}
    assert edges == {"player": "1.235081%", "banker": "1.057906%", "tie": "14.359629%"}
    assert found["exact"] is True
    assert "1.057906%" in installed.asked("pitboss", "solve", "baccarat-pa")


def test_it_is_simulated(installed: PlugIn) -> None:
    found = json.loads(installed.asked("pitboss", "simulate", "baccarat-pa", "--rounds", "300000", "--json"))
    assert found["rounds"] == 300_000
    assert abs(found["mean"] + 0.01057906) < 4.5 * found["standard_error"]
    assert "banker" in installed.asked("pitboss", "simulate", "baccarat-pa", "--rounds", "1000")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("games",), "Baccarat"),
        (("law", "PA 631a.11(c)(2)(iii)"), "Table 1"),
        (("law", "--coverage"), "Every clause is cited by code and proved by a test"),
        (("rules", "baccarat-pa"), "a winning wager on Tie pays"),
        (("rules", "baccarat-pa", "--diff", "five-card-hi-lo-pa"), "differences"),
        (("solve", "baccarat-pa", "--all-readings"), "No clause of baccarat-pa is read in more than one way"),
    ],
)
def test_every_command_knows_it(installed: PlugIn, words: tuple[str, ...], sentence: str) -> None:
    assert sentence in " ".join(installed.asked("pitboss", *words).split())


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("solve", "baccarat-pa", "--hand", "8,8", "--up", "5"), "no player decides anything in baccarat-pa"),
        (("simulate", "baccarat-pa", "--strategy", "dealer"), "baccarat-pa has nothing to decide"),
        (("shuffle", "baccarat-pa"), "baccarat-pa prescribes no routine"),
    ],
)
def test_what_it_has_not_is_said_in_one_sentence(installed: PlugIn, words: tuple[str, ...], sentence: str) -> None:
    told = installed.asked("pitboss", *words, status=2)
    assert sentence in told
    assert "Traceback" not in told
