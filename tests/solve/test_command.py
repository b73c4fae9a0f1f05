"""`pitboss solve` as a person meets it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture
def pitboss(tmp_path: Path) -> "Run":
    return Run(tmp_path)


class Run:
    """The command with a cache of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, *words: str) -> subprocess.CompletedProcess[str]:
        environment = os.environ | {"XDG_CACHE_HOME": str(self.folder), "COLUMNS": "100", "NO_COLOR": "1"}
        command = [sys.executable, "-m", "pitboss", "solve", *words]
        return subprocess.run(command, capture_output=True, text=True, env=environment, cwd=self.folder, check=False)


def test_a_solution_is_kept_and_found_again(pitboss: Run) -> None:
    asked = ("double-deck-house", "--set", "decks=1", "--json")
    first = json.loads(pitboss(*asked).stdout)
    (kept,) = (pitboss.folder / "pitboss" / "solve").iterdir()
    assert not first["came_with_version"]
    assert first["exact"]
    # A word changed in what was kept is a word changed in the answer: nothing was worked out again.
    kept.write_text(json.dumps(json.loads(kept.read_text()) | {"exact": False}))
    again = json.loads(pitboss(*asked).stdout)
    del first["seconds"], again["seconds"]
    assert first | {"exact": False} == again


def test_a_game_as_it_stands_is_answered_by_what_came_with_the_version_and_says_so(pitboss: Run) -> None:
    assert json.loads(pitboss("double-deck-house", "--json").stdout)["came_with_version"]
    assert "came with this version; --no-cache works it out" in pitboss("double-deck-house").stdout
    assert not (pitboss.folder / "pitboss" / "solve").exists()
    assert "came with this version" not in pitboss("double-deck-house", "--no-cache").stdout


def test_the_card_shows_what_people_carry(pitboss: Run) -> None:
    shown = pitboss("double-deck-house", "--set", "surrender=first-decision").stdout
    for part in (
        "house edge",
        "Hard totals",
        "Soft totals",
        "Pairs",
        "hard 16",
        "pair 8",
        "insurance",
        "Insurance: never",
    ):
        assert part in shown


def test_a_strategy_is_written_and_priced(pitboss: Run) -> None:
    written = pitboss("double-deck-house", "--write-strategy", "mine.csv", "--json")
    assert (pitboss.folder / "mine.csv").exists()
    assert written.stderr.endswith("Written: mine.csv\n")
    by_totals = json.loads(written.stdout)["by_totals"]
    whole = json.loads(pitboss("double-deck-house", "--strategy", "mine.csv", "--json").stdout)
    priced = whole["strategy"]
    assert (whole["house_edge_by"], priced["file"]) == ("best play", "mine.csv")
    assert priced["house_edge"] == pytest.approx(by_totals["house_edge"], abs=1e-15)
    wrong = pitboss("double-attack-pa", "--strategy", "mine.csv")
    assert wrong.returncode == 2
    assert "is a strategy for double-deck-house" in wrong.stderr
    assert pitboss("double-deck-house", "--strategy", "typo.csv").returncode == 2
    assert not (pitboss.folder / "typo.csv").exists()


def test_one_situation_in_json(pitboss: Run) -> None:
    found = json.loads(pitboss("double-attack-pa", "--hand", "8,8", "--up", "10", "--seen", "5,5", "--json").stdout)
    assert found["best"] == "split"
    assert set(found["options"]) == {"stand", "hit", "double", "split", "surrender"}
    assert found["cards_left"] == 8 * 48 - 5


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("double-deck-house", "--hand", "8,8"), "a hand needs --up"),
        (("double-deck-house", "--hand", "8,8", "--up", "5,6"), "the dealer shows one card, not 2"),
        (("double-deck-house", "--hand", "8,Z", "--up", "5"), "'Z' is no card"),
        (("five-card-hi-lo-pa",), "nothing to solve"),
        (("double-deck-hose",), "Did you mean 'double-deck-house'?"),
        (("double-deck-house", "--set", "decks=lots"), "decks"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_2(pitboss: Run, words: tuple[str, ...], sentence: str) -> None:
    found = pitboss(*words)
    assert found.returncode == 2
    assert sentence in found.stderr
    assert found.stderr.count("\n") == 1


def test_the_published_convention_for_split_hands_is_asked_for_by_name(pitboss: Run) -> None:
    """The figure others print for two decks, and a cache that keeps the two conventions apart."""
    words = ("double-deck-house", "--set", "dealer_hits_soft=yes", "--json")
    published = json.loads(pitboss(*words, "--convention", "published").stdout)
    by_hands = json.loads(pitboss(*words).stdout)
    assert f"{-100 * published['house_edge']:.9f}" == "-0.380445075"
    assert 0 < published["house_edge"] - by_hands["house_edge"] < 5e-6
    assert published["split_play"] != by_hands["split_play"]
    wrong = pitboss(*words, "--convention", "fixed")
    assert wrong.returncode == 2
    assert wrong.stderr == "pitboss: there is no convention 'fixed' for split hands: by-hands, published\n"


def test_a_hand_that_may_be_given_up_before_the_reader_is_valued_then(pitboss: Run) -> None:
    """Half the bet, and beside it what the others are worth while a Blackjack is still possible."""
    sets = ("--set", "surrender=first-decision", "--set", "surrender_settled=early")
    early = json.loads(pitboss("double-deck-house", *sets, "--hand", "10,6", "--up", "A", "--json").stdout)
    late = json.loads(pitboss("double-deck-house", "--hand", "10,6", "--up", "A", "--json").stdout)
    blackjack = 31 / 101
    assert early["before_reader"]
    assert early["best"] == "surrender"
    assert early["options"]["surrender"] == pytest.approx(-0.5)
    stand = (1 - blackjack) * late["options"]["stand"] - blackjack
    assert early["options"]["stand"] == pytest.approx(stand)
