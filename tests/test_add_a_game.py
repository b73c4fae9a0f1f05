"""The steps of docs/add-a-game.md, taken as a plug-in beside the package: an invented state with six decks."""

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
follows = "double-attack-pa"

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


READING = """
[[reading]]
id = "xx-jokers"
question = "Are jokers left in the decks?"
games = ["double-attack-xx"]
clauses = ["XX 900.1(b)"]
default = "taken-out"
why = "No other text has jokers."
[[reading.option]]
id = "taken-out"
means = "there are none"
[[reading.option]]
id = "spoken-of"
means = "they are spoken of, and there are none"
"""
PLUG_IN = """
from pitboss.families import Addition, Room, Text

STATE = Addition(
    to="blackjack",
    law=(Text("state_xx:law.toml"),),
    games=("state_xx.rules",),
    documents={"xx-900": Room("pitboss.procedure.blackjack.double_attack_pa:game")},
)
"""
RULES = """
from pitboss.rules import double_attack_pa as pennsylvania
from pitboss.rules.cited import by

GAME = "double-attack-xx"
TITLE = "Double Attack Blackjack, an invented state"
DOCUMENT = "xx-900"
House = pennsylvania.House


def rules(choice, readings):
    return pennsylvania.rules(choice, readings).saying(
        game=GAME, title=TITLE, document=DOCUMENT, decks=by(6, "XX 900.1(a)")
    )
"""
PROCEDURE = """
from dataclasses import replace

from pitboss.procedure.blackjack import double_attack_pa

ODDS = ("XX 900.1(b)",)


def game(t):
    procedure = double_attack_pa.game(t)
    t.law = replace(t.law, odds=ODDS)
    return procedure
"""


def _with(text: str, changes: dict[str, str]) -> str:
    """A text with changes; each must find its place, or the page describes another package."""
    for old, new in changes.items():
        assert old in text, f"there is no {old!r}"
        text = text.replace(old, new, 1)
    return text


@pytest.fixture(scope="module")
def with_a_new_state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a plug-in of three files, and what an installer makes of the fourth, its pyproject.toml."""
    folder = tmp_path_factory.mktemp("new-state")
    plug_in = folder / "state_xx"
    plug_in.mkdir()
    for name, text in (("__init__.py", PLUG_IN), ("law.toml", DOCUMENT), ("rules.py", RULES)):
        (plug_in / name).write_text(text, encoding="utf-8")
    _installed(folder, "state-xx", "state_xx:STATE")
    return folder


@pytest.fixture
def with_a_round_of_its_own(with_a_new_state: Path, tmp_path: Path) -> Path:
    """The same state with a round, whose every payment cites its own text, and with a doubt of its own."""
    shutil.copytree(with_a_new_state, tmp_path, dirs_exist_ok=True)
    record, room = tmp_path / "state_xx/__init__.py", 'Room("state_xx.procedure:game")'
    brought = {
        'Room("pitboss.procedure.blackjack.double_attack_pa:game")': room,
        "    games=": '    readings=(Text("state_xx:readings.toml"),),\n    games=',
    }
    record.write_text(_with(record.read_text(encoding="utf-8"), brought), encoding="utf-8")
    (tmp_path / "state_xx/procedure.py").write_text(PROCEDURE, encoding="utf-8")
    (tmp_path / "state_xx/readings.toml").write_text(READING, encoding="utf-8")
    return tmp_path


def _installed(folder: Path, name: str, where: str) -> None:
    """What an installer leaves of a package: its name and what it brings."""
    info = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[pitboss.families]\n{name} = {where}\n", encoding="utf-8")


def _run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    # What was written again within a second, as long as before, is taken for what was compiled.
    for compiled in list(folder.rglob("__pycache__")):
        shutil.rmtree(compiled)
    return subprocess.run(
        [sys.executable, "-X", "utf8", "-m", "pitboss", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), str(SOURCE.parent))), "COLUMNS": "80"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def asked(folder: Path, *words: str, status: int = 0) -> str:
    """What pitboss answers with the plug-in beside it."""
    done = _run(folder, *words)
    assert done.returncode == status, done.stderr
    return done.stdout


def test_the_games_and_the_law_know_it(with_a_new_state: Path) -> None:
    assert "double-attack-xx" in asked(with_a_new_state, "games")
    assert "six decks" in asked(with_a_new_state, "law", "XX 900.1(a)")


def test_a_reading_that_it_brings_is_known_and_chosen(with_a_round_of_its_own: Path) -> None:
    told = asked(with_a_round_of_its_own, "rules", "double-attack-xx", "--reading", "xx-jokers=spoken-of", "--json")
    assert '"xx-jokers": "spoken-of"' in told


def test_a_doubt_about_the_text_it_follows_is_its_own_too(with_a_new_state: Path) -> None:
    """By the second reading players surrender before the card is read, which Pennsylvania's round has a moment for."""
    words = ("--reading", "both-bust=returned", "--reading", "pa-surrender-timing=before-reader")
    told = asked(with_a_new_state, "rules", "double-attack-xx", *words, "--json")
    assert '"both-bust": "returned"' in told
    assert "before-and-after-reader" in told


def test_what_it_says_of_a_value_that_is_none_is_named_in_one_sentence(with_a_new_state: Path, tmp_path: Path) -> None:
    shutil.copytree(with_a_new_state, tmp_path, dirs_exist_ok=True)
    rules = tmp_path / "state_xx/rules.py"
    rules.write_text(_with(RULES, {'by(6, "XX 900.1(a)")': "6"}), encoding="utf-8")
    done = _run(tmp_path, "rules", "double-attack-xx")
    assert done.returncode == 2
    assert (
        "the plug-in state_xx cannot be used: state_xx.rules: TypeError: CardsInUse.decks cites nothing" in done.stderr
    )
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("letters", ["XX", "Invented"])
def test_a_clause_that_does_not_exist_fails_at_import_whatever_its_prefix(
    with_a_round_of_its_own: Path, letters: str
) -> None:
    for path in (with_a_round_of_its_own / "state_xx").glob("*.*"):
        path.write_text(path.read_text(encoding="utf-8").replace("XX 900", f"{letters} 900"), encoding="utf-8")
    words = ("deal", "double-attack-xx", "--boxes", "3", "--seed", "6", "--strategy", "dealer")
    assert f"{letters} 900.1(b)" in asked(with_a_round_of_its_own, *words)
    procedure = with_a_round_of_its_own / "state_xx/procedure.py"
    procedure.write_text(_with(PROCEDURE, {"XX 900.1(b)": f"{letters} 901.7(e)"}), encoding="utf-8")
    done = _run(with_a_round_of_its_own, *words)
    assert done.returncode != 0
    assert f"no clause is called '{letters} 901.7(e)'" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("where", "sentence"),
    [
        ("nowhere:STATE", "the plug-in bad (nowhere:STATE) cannot be loaded"),
        ("pathlib:Path", "is neither a Family nor an Addition"),
        ("pitboss.families.blackjack:BLACKJACK", "there is one already"),
    ],
)
def test_a_plug_in_that_brings_nothing_usable_is_named_in_one_sentence(
    tmp_path: Path, where: str, sentence: str
) -> None:
    _installed(tmp_path, "bad", where)
    done = _run(tmp_path, "games")
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("file", "words", "named"),
    [
        ("rules.py", ("games",), "state_xx.rules: ZeroDivisionError: division by zero"),
        ("rules.py", ("rules", "double-attack-pa"), "state_xx.rules: ZeroDivisionError"),
        ("procedure.py", ("deal", "double-attack-xx", "--strategy", "dealer"), "state_xx.procedure:"),
        ("law.toml", ("law", "PA 665a.9(a)"), "state_xx:law.toml: TOMLDecodeError"),
        ("law.toml", ("games",), "state_xx:law.toml: TOMLDecodeError"),
    ],
)
def test_a_plug_in_that_breaks_on_import_is_named_in_one_sentence(
    with_a_round_of_its_own: Path, file: str, words: tuple[str, ...], named: str
) -> None:
    with (with_a_round_of_its_own / "state_xx" / file).open("a", encoding="utf-8") as broken:
        broken.write("\n1 / 0\n")
    done = _run(with_a_round_of_its_own, *words)
    assert done.returncode == 2
    assert done.stderr.startswith(f"pitboss: the plug-in state_xx cannot be used: {named}")
    assert len(done.stderr.splitlines()) == 1


def test_a_text_without_what_it_must_say_is_named_in_one_sentence(with_a_new_state: Path, tmp_path: Path) -> None:
    shutil.copytree(with_a_new_state, tmp_path, dirs_exist_ok=True)
    law = tmp_path / "state_xx/law.toml"
    law.write_text(law.read_text(encoding="utf-8").replace("gist =", "guest =", 1), encoding="utf-8")
    assert "state_xx:law.toml: KeyError: 'gist'" in _run(tmp_path, "games").stderr


def test_an_addition_to_a_family_that_is_not_there_is_named_in_one_sentence(
    with_a_new_state: Path, tmp_path: Path
) -> None:
    shutil.copytree(with_a_new_state, tmp_path, dirs_exist_ok=True)
    record = tmp_path / "state_xx/__init__.py"
    record.write_text(_with(record.read_text(encoding="utf-8"), {'to="blackjack"': 'to="faro"'}), encoding="utf-8")
    done = _run(tmp_path, "games")
    assert done.returncode == 2
    assert "the plug-in state-xx adds to a family 'faro', and there is none" in done.stderr
    assert "Traceback" not in done.stderr


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
