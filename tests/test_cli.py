"""The command line as a person meets it: what is printed, where, and with which exit status."""

import json
import re
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


def shell(*words: str, pipe: str = "", to: str = "") -> subprocess.CompletedProcess[str]:
    """`pitboss WORDS` as a process of its own, perhaps into a pipe or to a file."""
    if to:
        quoted = " ".join(f"'{word}'" for word in (sys.executable, "-m", "pitboss", *words))
        return subprocess.run(["bash", "-c", f"{quoted} >{to}"], capture_output=True, text=True, check=False)
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


def test_the_list_has_every_document_with_its_address_and_every_clause(
    monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    assert run(monkeypatch, "law", "--list") == 0
    shown = capsys.readouterr().out
    assert "chapter665a/chap665atoc.html\ntext as of February 1, 2014 (44 Pa.B. 619)" in shown
    assert "PA 665a.12(a), .12(b), .12(c)" in shown
    assert "DD Shuffling 1, 2, 3" in shown
    assert run(monkeypatch, "law", "--list", "--json") == 0
    found = {document["document"]: document for document in json.loads(capsys.readouterr().out)}
    assert found["pa-665a"]["address"].endswith("chap665atoc.html")
    assert found["pa-665a"]["as_of"] == "February 1, 2014 (44 Pa.B. 619)"
    assert sum(len(document["clauses"]) for document in found.values()) == 433


def test_a_transcript_can_be_searched_for_a_clause() -> None:
    process = shell("deal", "double-attack-pa", "--strategy", "dealer")
    assert "PA 665a.5(a)" in process.stdout
    assert "\N{NO-BREAK SPACE}" not in process.stdout


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


def test_what_was_typed_is_not_taken_for_markup(
    monkeypatch: pytest.MonkeyPatch, capsys: Output, tmp_path: Path
) -> None:
    (tmp_path / "[bold] :smile:.toml").write_text('from = "double-attack-pa"\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert run(monkeypatch, "rules", "[bold] :smile:.tml") == 2
    assert "[bold] :smile:" in capsys.readouterr().err


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


LONG_ANSWERS = (
    ("rules", "double-attack-pa"),
    ("rules", "double-attack-pa", "--json"),
    ("law", "--list"),
    ("deal", "double-attack-pa", "--strategy", "dealer", "--rounds", "30"),
)


@pytest.mark.parametrize("words", LONG_ANSWERS)
def test_a_reader_who_leaves_early_is_no_error_and_all_end_alike(words: tuple[str, ...]) -> None:
    # The reader takes one line only once there is more than a pipe holds, and the program writes on after it has gone.
    process = shell(*words, pipe="head -1; echo ${PIPESTATUS[0]} >&2")
    assert len(process.stdout.splitlines()) == 1
    assert process.stderr in ("141\n", "0\n")  # 0 where all of it went into the pipe before the reader left


def test_where_rich_ends_the_program_for_a_reader_who_left_the_status_is_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaves() -> None:
        try:
            raise BrokenPipeError
        except BrokenPipeError:
            raise SystemExit(1)  # noqa: B904 - as rich does

    monkeypatch.setattr("pitboss.report.terminal.print_games", leaves)
    assert run(monkeypatch, "games") == 141


@pytest.mark.parametrize("words", [("games",), ("games", "--json"), ("law", "PA 665a.9(a)")])
def test_a_full_disk_is_one_sentence(words: tuple[str, ...]) -> None:
    process = shell(*words, pipe="", to="/dev/full")
    assert process.returncode == 2
    assert process.stderr == "pitboss: what is printed cannot be written: No space left on device\n"


@pytest.mark.parametrize("words", ["sheet double-deck-house", "rules mine.toml"])
def test_a_folder_that_is_gone_is_said_to_be_gone(words: str, tmp_path: Path) -> None:
    """It was told of what is printed, which has nothing to do with it."""
    (tmp_path / "gone").mkdir()
    line = f"rmdir ../gone; '{sys.executable}' -m pitboss {words}"
    ended = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False, cwd=tmp_path / "gone")
    sentence = "pitboss: the folder that this was started in is there no more\n"
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", sentence)


def test_nothing_is_printed_where_stdout_is_closed() -> None:
    process = shell("games", to="&-")
    assert (process.returncode, process.stderr) == (0, "")


@pytest.mark.parametrize("columns", ["0", "1", "20", "-5", "²", "9" * 20, "9" * 5000, ""])
@pytest.mark.parametrize("name", ["COLUMNS", "LINES"])
def test_a_terminal_of_any_size_that_somebody_has_set_gets_whole_words(
    name: str, columns: str, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.setenv(name, columns)
    assert run(monkeypatch, "games") == 0
    assert "double-attack-pa" in capsys.readouterr().out


def test_where_nothing_can_be_said_the_status_says_it() -> None:
    assert shell("rules", "bingo", to="/dev/null 2>/dev/full").returncode == 2


def test_a_drill_that_nobody_can_answer_ends(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert run(monkeypatch, "drill", "double-attack-pa", "--kind", "payouts") == 0
    assert "0 of 0 right." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "missing", "extra"),
    [
        (("serve", "--check"), "sqlalchemy", "house"),
        (("audit", "--db", "x.db"), "sqlalchemy", "house"),
        (("report", "double-attack-pa", "-o", "x.html"), "altair", "report"),
        (("shuffle", "double-deck-house", "-o", "x.html"), "vl_convert", "report"),
        (("simulate", "double-attack-pa", "--strategy", "dealer", "--out", "x.parquet"), "polars", "report"),
        (("simulate", "double-attack-pa", "--strategy", "dealer", "--cluster", "local"), "ray", "cluster"),
    ],
)
def test_what_is_not_installed_is_named_with_its_extra(words: tuple[str, ...], missing: str, extra: str) -> None:
    hidden = f"import sys; sys.modules[{missing!r}] = None; sys.argv = {['pitboss', *words]!r}\n"
    script = hidden + "from pitboss.commands import main; main()"
    process = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert process.returncode == 2
    assert process.stderr.count("\n") == 1
    assert f"pitboss[{extra}]" in process.stderr


def test_every_package_of_an_extra_is_known_to_be_of_it() -> None:
    import tomllib

    from pitboss.commands.command_line import EXTRAS

    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    called = {"argon2-cffi": "argon2", "markdown-it-py": "markdown_it", "vl-convert-python": "vl_convert"}
    for extra, modules in EXTRAS.items():
        for asked in project["optional-dependencies"][extra]:
            name = re.split(r"[\[>=;]", asked)[0]
            module = called.get(name, name.replace("-", "_"))
            assert name == "uvloop" or module in f"{modules} {EXTRAS['house']}".split(), asked


def test_the_table_of_commands_in_the_readme_has_every_one() -> None:
    from pitboss.commands import app

    page = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
    table = page.partition("## The commands\n")[2].partition("\n\n`")[0]
    named = set(re.findall(r"`pitboss ([a-z]+)", table))
    assert {name for name in app if not name.startswith("-")} == named


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
