"""`pitboss deal` and `pitboss replay` as a person meets them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.commands import main
from pitboss.rules.games import GAMES
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.strategy import mimic_the_dealer
from tests.agreement.test_variants import departures

Output = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def mimic(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """For each game a strategy file, so that no test waits for a solver."""
    folder = tmp_path_factory.mktemp("strategies")
    files = {}
    for game in GAMES:
        rules = load(game)
        if isinstance(rules, BlackjackRules):
            file = folder / f"{game}.csv"
            file.write_text(mimic_the_dealer(rules).to_csv())
            files[game] = str(file)
    return files


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    """The exit status of `pitboss WORDS`, in this process."""
    monkeypatch.setattr(sys, "argv", ["pitboss", *words])
    try:
        main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    return 0


def strategy(files: dict[str, str], game: str) -> tuple[str, ...]:
    """The words that name the game's strategy file, if it has one."""
    return ("--strategy", files[game]) if game in files else ()


@pytest.mark.parametrize("game", list(GAMES))
def test_deal_prints_one_fact_a_line(
    game: str, mimic: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """JSON with the keys others rely on: what the fact is, and its clauses."""
    assert run(monkeypatch, "deal", game, "--boxes", "6", "--rounds", "3", "--json", *strategy(mimic, game)) == 0
    facts = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all({"fact", "clauses"} <= fact.keys() for fact in facts)
    assert sum(fact["fact"] == "round-ended" for fact in facts) == 3
    assert sum(fact["fact"] == "player-sat" for fact in facts) == 6


@pytest.mark.parametrize("game", list(GAMES))
def test_deal_shows_the_public_no_hidden_card(
    game: str, mimic: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """A burn card, a hole card, a card pitched face down: null."""
    run(monkeypatch, "deal", game, "--json", *strategy(mimic, game))
    facts = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    hidden = [fact for fact in facts if fact["fact"] == "card-burned" or fact.get("face_up") is False]
    cards = [fact for fact in hidden if fact["fact"] in ("card-burned", "card-dealt")]
    assert cards or game == "double-attack-nj"
    assert all(fact["card"] is None for fact in cards)


def test_a_transcript_names_the_clause_of_each_line(
    mimic: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """A dealer would recognise it."""
    monkeypatch.setenv("COLUMNS", "160")
    assert run(monkeypatch, "deal", "double-attack-pa", "--boxes", "2", *strategy(mimic, "double-attack-pa")) == 0
    out = capsys.readouterr().out.replace("\xa0", " ")  # a clause is not broken over two lines
    assert "Double Attack Blackjack" in out
    assert "dealer ← a card face down" in out
    assert "PA 665a.7(f)(3)" in out
    assert "round 1 is over" in out


def test_the_same_seed_prints_the_same(mimic: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    """And another seed prints something else."""
    words = ("deal", "double-attack-pa", "--json", *strategy(mimic, "double-attack-pa"))
    printed = []
    for seed in ("7", "7", "8"):
        run(monkeypatch, *words, "--seed", seed)
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1] != printed[2]


@pytest.mark.parametrize("game", list(GAMES))
def test_a_recorded_table_is_rebuilt(
    game: str, mimic: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """Fact by fact, and it says so."""
    file = str(tmp_path / "table.json")
    run(monkeypatch, "deal", game, "--rounds", "2", "--json", "--record", file, *strategy(mimic, game))
    dealt = capsys.readouterr().out
    assert run(monkeypatch, "replay", file, "--json") == 0
    again = capsys.readouterr()
    assert again.out == dealt
    assert "as recorded" in again.err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("deal", "double-attack-pa", "--boxes", "7"), "boxes 1 to 6, not 7 (PA 665a.2(a))"),
        (("deal", "double-attack-pa", "--boxes", "0"), "boxes 1 to 6, not 0"),
        (("deal", "double-attack-pa", "--rounds", "0"), "from 1 to 100000 rounds are dealt, not 0"),
        (("deal", "no-such-game"), "no-such-game"),
        (("deal", "double-attack-pa", "--set", "decks"), "--set takes NAME=VALUE"),
        (("deal", "double-attack-pa", "--strategy", "/no/such/file.csv"), "/no/such/file.csv"),
        (("replay", "/no/such/file.json"), "/no/such/file.json cannot be read"),
    ],
)
def test_what_a_person_got_wrong_is_one_sentence_and_exit_status_2(
    words: tuple[str, ...], sentence: str, mimic: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """On standard error, and nothing on standard output."""
    if words[0] == "deal" and words[1] in mimic and "--strategy" not in words:
        words = (*words, *strategy(mimic, words[1]))
    assert run(monkeypatch, *words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert sentence in said.err
    assert said.err.count("\n") == 1


def test_a_record_that_was_changed_is_found_out(
    mimic: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """Exit status 2 and what does not fit."""
    file = tmp_path / "table.json"
    run(monkeypatch, "deal", "double-attack-pa", "--json", "--record", str(file), *strategy(mimic, "double-attack-pa"))
    paper = json.loads(file.read_text())
    paper["facts_digest"] = "0" * 64
    file.write_text(json.dumps(paper))
    capsys.readouterr()
    assert run(monkeypatch, "replay", str(file)) == 2
    assert "facts differ" in capsys.readouterr().err
    file.write_text("not a record")
    assert run(monkeypatch, "replay", str(file)) == 2
    assert "not a record of a table" in capsys.readouterr().err


def test_a_record_that_cannot_be_written_is_said_so(
    mimic: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """A folder that is not there."""
    place = str(tmp_path / "nowhere" / "table.json")
    words = ("deal", "double-attack-pa", "--json", "--record", place, *strategy(mimic, "double-attack-pa"))
    assert run(monkeypatch, *words) == 2
    assert f"{place} cannot be written" in capsys.readouterr().err


def test_readings_and_sets_are_dealt(mimic: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    """New Jersey with a reader deals a hole card, and without one none."""
    shown = {}
    for option in ("none", "reader"):
        words = ("deal", "double-attack-nj", "--json", "--reading", f"nj-hole-card={option}", "--set", "decks=6")
        assert run(monkeypatch, *words, *strategy(mimic, "double-attack-nj")) == 0
        facts = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        shown[option] = any(fact["fact"] == "card-dealt" and not fact["face_up"] for fact in facts)
        assert next(fact for fact in facts if fact["fact"] == "cards-shuffled")["cards"] == 6 * 48
    assert shown == {"none": False, "reader": True}


def test_deal_survives_a_reader_who_has_seen_enough(mimic: dict[str, str]) -> None:
    """`pitboss deal ... | head -1` ends quietly."""
    words = (sys.executable, "-m", "pitboss", "deal", "double-attack-pa", "--rounds", "20", "--json")
    quoted = " ".join(f"'{word}'" for word in (*words, "--strategy", mimic["double-attack-pa"]))
    done = subprocess.run(["bash", "-c", f"{quoted} | head -1"], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert json.loads(done.stdout)["fact"] == "equipment-checked"


def test_hi_lo_with_any_value_set_otherwise_is_dealt_or_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """The other games are held against the simulator in the same way, round by round."""
    dealt = 0
    for name, other in departures("five-card-hi-lo-pa"):
        words = ("--set", f"{name}={other}", "--rounds", "2", "--json")
        status = run(monkeypatch, "deal", "five-card-hi-lo-pa", *words)
        said = capsys.readouterr()
        assert status in (0, 2), (name, other, said.err)
        if status:
            assert said.err.startswith("pitboss: ")
            assert said.err.count("\n") == 1
        else:
            assert said.out.count('"round-ended"') == 2
            dealt += 1
    assert dealt > 40


@pytest.mark.parametrize("limit", ["bust_it_minimum_cents=1000000", "bust_it_maximum_cents=1"])
def test_a_side_wager_out_of_reach_is_not_made(limit: str, monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    assert run(monkeypatch, "deal", "double-attack-pa", "--strategy", "dealer", "--set", limit) == 0
    assert "bust-it of" not in capsys.readouterr().out
