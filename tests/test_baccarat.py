"""Baccarat as a plug-in: `examples/baccarat/`, beside the package as an installer leaves it, asked in every command."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parent.parent
PLUG_IN = CHECKOUT / "examples" / "baccarat"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of somebody who has installed it: its name and its entry point, read from its own pyproject."""
    info = tmp_path_factory.mktemp("site") / "pitboss_baccarat-1.0.dist-info"
    info.mkdir()
    said = (PLUG_IN / "pyproject.toml").read_text(encoding="utf-8")
    points = re.search(r'entry-points\."(pitboss\.families)"\]\n(\w+) = "([\w:]+)"', said)
    assert points is not None
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pitboss-baccarat\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[{}]\n{} = {}\n".format(*points.groups()), encoding="utf-8")
    places = (str(PLUG_IN), str(info.parent), str(CHECKOUT / "src"))
    return {**os.environ, "PYTHONPATH": os.pathsep.join(places), "COLUMNS": "100"}


def asked(installed: dict[str, str], *words: str, status: int = 0) -> str:
    """What Python answers."""
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-m", *words],
        cwd=PLUG_IN,
        env=installed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == status, done.stdout[-3000:] + done.stderr
    return done.stdout + done.stderr


def test_nothing_outside_its_folder_knows_of_it() -> None:
    """One folder: no file of the package names the game, its family or its document."""
    for path in (CHECKOUT / "src").rglob("*"):
        if path.suffix in (".py", ".toml", ".js", ".html", ".css"):
            assert not re.search(r"baccarat|631a", path.read_text(encoding="utf-8"), re.IGNORECASE), path


def test_its_own_tests_pass(installed: dict[str, str]) -> None:
    """Every clause at a table, the published edges, the simulator beside them, and the conformance kit."""
    config = str(CHECKOUT / "pyproject.toml")
    told = asked(installed, "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-c", config, "tests")
    assert re.search(r"\b6\d passed", told)


def test_it_deals_in_the_terminal_with_citations(installed: dict[str, str]) -> None:
    told = asked(installed, "pitboss", "deal", "baccarat-pa", "--rounds", "3", "--seed", "7")
    assert re.search(r"Player ← \S+ +\d", told)
    assert re.search(r'dealer: "(Player|Banker) draws" +PA\s631a\.11\(', told)
    assert "round 3 is over" in told


def test_it_is_solved_exactly(installed: dict[str, str]) -> None:
    found = json.loads(asked(installed, "pitboss", "solve", "baccarat-pa", "--json"))
    edges = {name: f"{100 * wager['house_edge']:.6f}%" for name, wager in found["wagers"].items()}
    assert edges == {"player": "1.235081%", "banker": "1.057906%", "tie": "14.359629%"}
    assert found["exact"] is True
    assert "1.057906%" in asked(installed, "pitboss", "solve", "baccarat-pa")


def test_it_is_simulated(installed: dict[str, str]) -> None:
    found = json.loads(asked(installed, "pitboss", "simulate", "baccarat-pa", "--rounds", "300000", "--json"))
    assert found["rounds"] == 300_000
    assert abs(found["mean"] + 0.01057906) < 4.5 * found["standard_error"]
    assert "banker" in asked(installed, "pitboss", "simulate", "baccarat-pa", "--rounds", "1000")


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
def test_every_command_knows_it(installed: dict[str, str], words: tuple[str, ...], sentence: str) -> None:
    assert sentence in " ".join(asked(installed, "pitboss", *words).split())


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("solve", "baccarat-pa", "--hand", "8,8", "--up", "5"), "no player decides anything in baccarat-pa"),
        (("simulate", "baccarat-pa", "--strategy", "dealer"), "baccarat-pa has nothing to decide"),
        (("shuffle", "baccarat-pa"), "baccarat-pa prescribes no routine"),
    ],
)
def test_what_it_has_not_is_said_in_one_sentence(
    installed: dict[str, str], words: tuple[str, ...], sentence: str
) -> None:
    told = asked(installed, "pitboss", *words, status=2)
    assert sentence in told
    assert "Traceback" not in told
