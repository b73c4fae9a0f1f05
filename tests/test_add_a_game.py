"""The steps of docs/add-a-game.md, taken in a copy of the package: an invented state with six decks."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "pitboss"

DOCUMENT = """
[document]
id = "xx-900"
title = "Chapter 900 of an invented code, Double Attack Blackjack"
game = "double-attack-xx"

[sections]
"900.1" = "Cards"

[[clause]]
id = "XX 900.1(a)"
section = "900.1"
embodied = "rule"
gist = "Double Attack is played with six decks."

[[clause]]
id = "XX 900.1(b)"
section = "900.1"
embodied = "rule"
gist = "In everything else it follows Pennsylvania."
"""


def put(file: Path, old: str, new: str) -> None:
    """Change one place of a file; the place must be there, or the page describes another package."""
    text = file.read_text(encoding="utf-8")
    assert old in text, f"{file.name} has no {old!r}"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def copied(file: Path, changes: dict[str, str]) -> None:
    """A module copied under the new game's name, with changes."""
    copy = file.with_name(file.name.replace("_pa", "_xx"))
    shutil.copy(file, copy)
    for old, new in changes.items():
        put(copy, old, new)


@pytest.fixture(scope="module")
def with_a_new_state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a package to which the steps of the page have been applied, in their order."""
    folder = tmp_path_factory.mktemp("new-state")
    package = folder / "pitboss"
    shutil.copytree(SOURCE, package)  # with its compiled solver, which knows itself by file times
    # 1. The clauses.
    (package / "law/data/xx_900.toml").write_text(DOCUMENT, encoding="utf-8")
    put(package / "law/documents.py", '"pa_663a.toml")', '"pa_663a.toml", "xx_900.toml")')
    # 2. The doubts.
    readings = package / "law/data/readings.toml"
    shared = re.sub(
        r'^games = \["double-attack-pa"',
        'games = ["double-attack-xx", "double-attack-pa"',
        readings.read_text(encoding="utf-8"),
        flags=re.MULTILINE,
    )
    readings.write_text(shared, encoding="utf-8")
    # 3. The rules.
    copied(
        package / "rules/double_attack_pa.py",
        {
            'GAME = "double-attack-pa"': 'GAME = "double-attack-xx"',
            'DOCUMENT = "pa-665a"': 'DOCUMENT = "xx-900"',
            "Blackjack, Pennsylvania": "Blackjack, an invented state",
            "DECKS = 8": "DECKS = 6",
            'by(DECKS, "PA 665a.3(a)", ': 'by(DECKS, "XX 900.1(a)", ',
        },
    )
    put(package / "rules/games.py", "import double_attack_nj,", "import double_attack_xx, double_attack_nj,")
    put(package / "rules/games.py", "_MODULES = (", "_MODULES = (double_attack_xx, ")
    copied(package / "rules/submissions/double_attack_pa.toml", {"double-attack-pa": "double-attack-xx"})
    # 4. The procedure.
    copied(package / "procedure/double_attack_pa.py", {})
    put(package / "procedure/table.py", "    double_attack_nj,\n", "    double_attack_nj,\n    double_attack_xx,\n")
    put(package / "procedure/table.py", '    "pa-665a":', '    "xx-900": double_attack_xx.game,\n    "pa-665a":')
    return folder


def asked(folder: Path, *words: str, status: int = 0) -> str:
    """What the changed package answers."""
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-m", "pitboss", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "COLUMNS": "80"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == status, done.stderr
    return done.stdout


def test_the_games_and_the_law_know_it(with_a_new_state: Path) -> None:
    assert "double-attack-xx" in asked(with_a_new_state, "games")
    assert "six decks" in asked(with_a_new_state, "law", "XX 900.1(a)")


def test_its_rules_stand_beside_the_others(with_a_new_state: Path) -> None:
    told = asked(with_a_new_state, "rules", "double-attack-xx", "--diff", "double-attack-pa")
    assert "Blackjack, an invented state beside Double Attack Blackjack" in " ".join(told.split())
    assert re.search(r"decks in the shoe +6 +8\n", told)
    assert "XX 900.1(a)" in told
    assert "Not as the law has it" not in told


def test_coverage_names_the_clause_that_nothing_executes(with_a_new_state: Path) -> None:
    told = asked(with_a_new_state, "law", "--coverage", status=1)
    assert "XX 900.1(b): no code" in told
    assert "XX 900.1(a): no code" not in told


def test_it_is_dealt(with_a_new_state: Path) -> None:
    told = asked(with_a_new_state, "deal", "double-attack-xx", "--boxes", "1", "--seed", "6", "--strategy", "dealer")
    assert "dealer shuffles 288 cards" in told
    assert "round 1 is over" in told


@pytest.mark.slow
def test_it_is_solved(with_a_new_state: Path) -> None:
    told = asked(with_a_new_state, "solve", "double-attack-xx", "--no-cache")
    assert "Blackjack, an invented state" in told
    assert re.search(r"house edge +0\.\d+% of the initial wager", told)
