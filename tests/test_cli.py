"""The command line as a person meets it: what is printed, where, and with which exit status."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.commands import main

Output = pytest.CaptureFixture[str]


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    """The exit status of `pitboss WORDS`, in this process."""
    monkeypatch.setattr(sys, "argv", ["pitboss", *words])
    try:
        main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    return 0


def shell(*words: str, pipe: str = "") -> subprocess.CompletedProcess[str]:
    """`pitboss WORDS` as a process of its own, perhaps into a pipe."""
    if not pipe:
        return subprocess.run([sys.executable, "-m", "pitboss", *words], capture_output=True, text=True, check=False)
    quoted = " ".join(f"'{word}'" for word in (sys.executable, "-m", "pitboss", *words))
    return subprocess.run(["bash", "-c", f"{quoted} | {pipe}"], capture_output=True, text=True, check=False)


def test_games_lists_all_five(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    assert run(monkeypatch, "games", "--json") == 0
    games = json.loads(capsys.readouterr().out)
    assert [game["game"] for game in games] == [
        "double-attack-pa",
        "double-attack-nj",
        "double-back-jack-pa",
        "double-deck-house",
        "five-card-hi-lo-pa",
    ]
    assert games[1]["options"]["decks"] == "6 or 8"


def test_a_clause_shows_gist_embodiment_code_and_tests(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    assert run(monkeypatch, "law", "PA 665a.12(c)", "--json") == 0
    (clause,) = json.loads(capsys.readouterr().out)
    assert (clause["id"], clause["document"], clause["embodied"]) == ("PA 665a.12(c)", "pa-665a", "rule")
    assert "200:1" in clause["gist"]
    assert any(place.startswith("src/pitboss/rules/double_attack_pa.py:") for place in clause["code"])
    assert any(place.endswith("test_pennsylvania_pays") for place in clause["tests"])


def test_a_slip_is_shown_with_its_clause(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    assert run(monkeypatch, "law", "PA 665a.2(b)(4)") == 0
    assert "Slip in the text:" in capsys.readouterr().out


def test_a_section_shows_all_its_clauses(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    assert run(monkeypatch, "law", "665a.12") == 0
    shown = capsys.readouterr().out
    assert [f"PA 665a.12({letter})" in shown for letter in "abcd"] == [True, True, True, False]


def test_the_coverage_fails_exactly_while_a_clause_lacks_code_or_test(
    monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    status = run(monkeypatch, "law", "--coverage", "--json")
    law = json.loads(capsys.readouterr().out)
    assert len(law) == 433
    assert status == int(any(not clause["code"] or not clause["tests"] for clause in law))


def test_the_coverage_names_what_is_missing(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    from pitboss.report import law_map

    monkeypatch.setattr(law_map, "proof_map", lambda: {"PA 663a.9(a)": ()})
    assert run(monkeypatch, "law", "--coverage") == 1
    shown = capsys.readouterr().out
    assert "PA 663a.9(b): no test" in shown
    assert "PA 663a.9(a):" not in shown


def test_the_sheet_names_values_clauses_and_readings(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    assert run(monkeypatch, "rules", "double-attack-pa") == 0
    shown = capsys.readouterr().out
    assert "Double Attack Blackjack, Pennsylvania" in shown
    assert "PA 665a.8(c), .12(b)" in shown
    assert "surrender-after-double" in shown
    assert "even money for a Blackjack" not in shown  # the text does not speak of it


def test_the_sheet_fits_80_columns(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for words in (
        ("rules", "double-deck-house"),
        ("rules", "double-attack-pa", "--diff", "double-attack-nj"),
        ("law", "665a"),
    ):
        run(monkeypatch, *words)
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


def test_set_and_reading_change_the_sheet_and_list_departures(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    words = ("--set", "split_hands=2", "--set", "decks=6", "--reading", "both-bust=returned", "--json")
    assert run(monkeypatch, "rules", "double-attack-pa", *words) == 0
    sheet = json.loads(capsys.readouterr().out)
    assert {d["name"] for d in sheet["departures"]} == {"split_hands", "decks"}
    assert sheet["readings"]["both-bust"] == "returned"


def test_departures_are_said_on_the_sheet(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    assert run(monkeypatch, "rules", "double-attack-pa", "--set", "split_hands=2") == 0
    assert "split_hands = 2; the law: 4 (PA 665a.11(c))" in capsys.readouterr().out


def test_diff_shows_two_games_side_by_side(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    assert run(monkeypatch, "rules", "double-attack-pa", "--diff", "double-attack-nj", "--json") == 0
    found = {d["name"]: d for d in json.loads(capsys.readouterr().out)}
    assert found["recut-ordered-by"] == {
        "name": "recut-ordered-by",
        "left": "a floorperson or above",
        "right": "a casino supervisor",
        "clauses": ["PA 665a.5(e)", "NJ 26.4(f)"],
    }


def test_what_was_typed_is_not_taken_for_markup(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    assert run(monkeypatch, "rules", "double-attack-pa", "--set", "inscriptions=[/bold] :smile:") == 0
    assert "[/bold] :smile:" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["rules", "double-atack-pa"], "no game is called 'double-atack-pa'. Did you mean 'double-attack-pa'?"),
        (["rules", "bingo"], "There are: double-attack-pa, double-attack-nj, double-back-jack-pa"),
        (["rules", "double-attack-pa", "--diff", "bingo"], "no game is called 'bingo'"),
        (["rules"], "GAME"),
        (["rules", "double-attack-pa", "double-attack-nj"], "has no use for 'double-attack-nj'"),
        (["rules", "double-attack-pa", "--dif", "x"], "Did you mean --diff?"),
        (["rules", "double-attack-pa", "--set"], "--set"),
        (["rules", "double-attack-pa", "--set", "decks"], "--set takes NAME=VALUE, not 'decks'"),
        (["rules", "double-attack-pa", "--set", "deks=6"], "no rule 'deks'. Did you mean 'decks'?"),
        (
            ["rules", "double-attack-pa", "--set", "decks=99999999999999999999"],
            "not a whole number of at most 18 digits",
        ),
        (["rules", "double-attack-pa", "--set", "cover_card_placed=1e999999999"], "is not a fraction"),
        (["rules", "double-attack-pa", "--set", "table_minimum_cents=1"], "is below chip_unit_cents = 100"),
        (["rules", "double-attack-pa", "--reading", "both-bust"], "--reading takes ID=OPTION, not 'both-bust'"),
        (["rules", "double-attack-pa", "--reading", "both-bst=returned"], "Did you mean 'both-bust'?"),
        (["rules", "double-attack-pa", "--reading", "both-bust=retuned"], "Did you mean 'returned'?"),
        (["rules", "nowhere.toml"], "there is no file nowhere.toml"),
        (["law", "PA 665a.7(z)"], "no clause is called 'PA 665a.7(z)'. Did you mean PA 665a.7"),
        (["law", ""], "no clause is called ''"),
        (["law", "--coverag"], "Did you mean --coverage?"),
        (["rulez"], 'Did you mean "rules"?'),
        (["--verbos"], "pitboss --help"),
    ],
)
def test_bad_input_gets_one_sentence_and_status_2(
    monkeypatch: pytest.MonkeyPatch, capsys: Output, words: list[str], answer: str
) -> None:
    assert run(monkeypatch, *words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("pitboss: ")
    assert err.count("\n") == 1
    assert answer in err


@pytest.mark.parametrize(
    ("name", "content", "answer"),
    [
        ("broken.toml", 'from = "double-attack-pa', "is not well-formed TOML"),
        ("neither.toml", "colour = 1", "is neither a variant"),
        ("house.toml", 'game = "double-attack-nj"', "is a Rules Submission without version, approved_on, approved_by"),
        ("bytes.toml", "\udcff", "is not a text file in UTF-8"),
    ],
)
def test_a_bad_file_gets_one_sentence_too(
    monkeypatch: pytest.MonkeyPatch, capsys: Output, tmp_path: Path, name: str, content: str, answer: str
) -> None:
    (tmp_path / name).write_bytes(content.encode("utf-8", "surrogateescape"))
    assert run(monkeypatch, "rules", str(tmp_path / name)) == 2
    err = capsys.readouterr().err
    assert answer in err
    assert err.count("\n") == 1


def test_a_folder_is_no_game(monkeypatch: pytest.MonkeyPatch, capsys: Output, tmp_path: Path) -> None:
    assert run(monkeypatch, "rules", str(tmp_path)) == 2
    assert "no game is called" in capsys.readouterr().err


def test_a_process_answers_bad_input_without_a_traceback() -> None:
    process = shell("rules", "double-atack-pa")
    assert process.returncode == 2
    assert process.stdout == ""
    assert process.stderr == "pitboss: no game is called 'double-atack-pa'. Did you mean 'double-attack-pa'?\n"


@pytest.mark.parametrize("words", [("rules", "double-attack-pa"), ("rules", "double-attack-pa", "--json"), ("--help",)])
def test_a_reader_who_leaves_early_is_no_error(words: tuple[str, ...]) -> None:
    process = shell(*words, pipe="head -1")
    assert len(process.stdout.splitlines()) == 1
    assert process.stderr == ""


def test_colour_is_for_terminals_only() -> None:
    assert "\x1b" not in shell("rules", "double-attack-pa").stdout


def test_help_and_version_answer(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    assert run(monkeypatch, "--help") == 0
    assert "rules" in capsys.readouterr().out
    assert run(monkeypatch, "--version") == 0
    assert capsys.readouterr().out.strip()


def test_help_does_not_load_the_law_or_the_heavy_libraries() -> None:
    # What keeps `pitboss --help` under 0.3 s on any machine, without a clock in the test.
    script = (
        "import sys; sys.argv = ['pitboss', '--help']\n"
        "from pitboss.commands import main\n"
        "main()\n"
        "print([m for m in ('numba', 'numpy', 'pitboss.rules', 'pitboss.law') if m in sys.modules], file=sys.stderr)"
    )
    process = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert process.stderr == "[]\n"


def test_two_games_are_compared_as_they_stand(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    words = ("report", "--compare", "double-attack-pa", "double-attack-nj", "--set", "decks=6")
    assert run(monkeypatch, *words) == 2
    assert "--compare takes two games and nothing else" in capsys.readouterr().err


def test_invitations_may_be_asked_for_one_after_another(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    assert run(monkeypatch, "serve", "--check", "--invite", "dealer", "auditor") == 0
    assert run(monkeypatch, "serve", "--check", "--invite", "dealer", "--invite", "auditor") == 0
    capsys.readouterr()
    assert run(monkeypatch, "serve", "--check", "--invite", "dealer", "cook") != 0
    assert "not 'cook'" in capsys.readouterr().err
