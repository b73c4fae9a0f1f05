"""The scripts in examples/ and the pages in docs/ do and say what they show."""

import contextlib
import doctest
import importlib
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.commands import main
from pitboss.law import readings
from pitboss.report.findings import findings
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.cache import solved

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
SOURCE = ROOT / "src"
# A bot needs a house to talk to: tests/house/test_bot.py opens one for it.
SCRIPTS = sorted(path for path in (ROOT / "examples").glob("*.py") if path.name != "bot.py")
WITH_DOCTESTS = sorted(path for path in SOURCE.rglob("*.py") if "    >>> " in path.read_text(encoding="utf-8"))
PAGES = sorted([*DOCS.glob("*.md"), ROOT / "README.md"])


def run(script: str) -> str:
    """What a Python program of its own prints; it must end well."""
    command = [sys.executable, "-X", "utf8", "-W", "error", "-c", script]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def code_of(page: Path) -> str:
    """Every block of Python on a page, as one program whose line numbers are the page's."""
    inside, lines = False, []
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            inside = line == "```python"
            lines.append("")
        else:
            lines.append(line if inside else "")
    return "\n".join(lines) + "\n"


@pytest.mark.clause("PA 665a.9(a)")
def test_a_hand_that_has_stood_is_not_surrendered_in_the_disputed_round() -> None:
    told = run((ROOT / "examples" / "table.py").read_text(encoding="utf-8"))
    assert "Refused: surrender/after-stand" in told
    assert "clause  PA 665a.9(a)" in told
    assert "the same facts: True" in told
    before, _, after = told.partition("Bob sees the dealer's cards as ('9S', None)")
    assert "7♠" not in before
    assert "dealer turns 7♠  16" in after


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_an_example_runs(script: Path) -> None:
    assert run(script.read_text(encoding="utf-8")).strip()


@pytest.mark.parametrize("file", WITH_DOCTESTS, ids=lambda file: file.name)
def test_what_a_docstring_shows_is_so(file: Path) -> None:
    name = ".".join(file.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
    shown = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert shown.attempted
    assert not shown.failed


@pytest.mark.parametrize("page", ["README.md", "docs/tables.md"])
def test_the_python_on_a_page_runs(page: str) -> None:
    code = code_of(ROOT / page)
    assert "assert " in code
    run(code)


def blocks(page: Path, language: str) -> list[str]:
    """The blocks of one language on a page."""
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def shown(page: Path) -> list[tuple[str, list[str]]]:
    """Each `$ pitboss ...` on a page that ends by itself and shows something, with the lines shown under it."""
    found: list[tuple[str, list[str]]] = []
    for line in "".join(blocks(page, "console")).splitlines():
        if line.startswith("$ "):
            found.append((line.removeprefix("$ "), []))
        elif line.strip() not in ("", "..."):
            found[-1][1].append(line.rstrip().replace(UNBROKEN, " "))
    return [(command, lines) for command, lines in found if lines and f"{command} ".startswith(ENDING)]


UNBROKEN = "\N{NO-BREAK SPACE}"  # in citations, where a page may have a plain space
NAMES = ("games", "law", "rules", "deal", "replay", "solve", "simulate", "shuffle")
ENDING = tuple(f"pitboss {name} " for name in NAMES)
SHOWING = [page for page in PAGES if shown(page)]


@pytest.mark.parametrize("page", SHOWING, ids=lambda page: page.name)
def test_the_commands_on_a_page_print_what_is_shown(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    commands = shown(page)
    # The files that the commands name are the TOML blocks of the page, in the same order.
    names = dict.fromkeys(name for command, _ in commands for name in re.findall(r"[\w/-]+\.toml", command))
    for name, text in zip(names, blocks(page, "toml"), strict=False):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    for command, lines in commands:
        monkeypatch.setattr(sys, "argv", shlex.split(command))
        with contextlib.suppress(SystemExit):  # what is shown may be a refusal
            main()
        told = "".join(capsys.readouterr())
        printed = {line.rstrip().replace(UNBROKEN, " ") for line in told.splitlines()}
        assert [line for line in lines if line not in printed] == [], (
            f"{page.name} shows what `{command}` does not print; it ends with:\n{told[-500:]}"
        )


def table_below(page: Path, head: str) -> list[list[str]]:
    """The rows of the table on a page whose first head is this."""
    text = page.read_text(encoding="utf-8").partition(f"| {head} |")[2]
    rows = text.partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def test_the_solvers_page_says_what_the_games_are_worth() -> None:
    told = [row[1:] for row in table_below(DOCS / "solver.md", "game | house edge, initial wager")]
    found = [
        [
            f"{one.solution.main.house_edge:.6%}" + (" (the player's)" if one.solution.main.house_edge < 0 else ""),
            f"{one.solution.main.house_edge / one.solution.main.total_wager:.6%}",
            f"{one.solution.main.total_wager:.6f}",
            f"{one.solution.by_totals.house_edge:.6%}",
        ]
        for one in findings()
    ]
    assert told == found


NO_DOUBLE_GIVEN_UP = {"surrender-after-double": "not-offered"}
CHANGES: dict[str, tuple[dict[str, object], dict[str, str]]] = {
    "as it is": ({}, {}),
    "no surrender after a double": ({}, NO_DOUBLE_GIVEN_UP),
    "surrender only as the first decision": ({"surrender": "first-decision"}, NO_DOUBLE_GIVEN_UP),
    "no surrender": ({"surrender": "never"}, NO_DOUBLE_GIVEN_UP),
    "split once only (two hands)": ({"split_hands": 2}, {}),
    "split once, surrender only as the first decision": (
        {"split_hands": 2, "surrender": "first-decision"},
        NO_DOUBLE_GIVEN_UP,
    ),
    "split once, no surrender": ({"split_hands": 2, "surrender": "never"}, NO_DOUBLE_GIVEN_UP),
    "double on two cards only": ({"double_on_cards_at_most": 2}, {}),
    "dealer draws to soft 17": ({"dealer_hits_soft": True}, {}),
    "a double limited to the bet (a reading)": ({}, {"double-after-attack": "up-to-bet"}),
}


@pytest.mark.slow
def test_the_solvers_page_says_what_each_change_is_worth() -> None:
    def worth(change: str) -> str:
        rules = load("double-attack-pa", *CHANGES[change])
        assert isinstance(rules, BlackjackRules)
        return f"{solved(rules, lambda step, share: None).main.house_edge:.4%}"

    told = dict(table_below(DOCS / "solver.md", "change to double-attack-pa"))
    assert told == {change: worth(change) for change in CHANGES}


def test_the_sixth_game_is_the_one_on_its_page() -> None:
    assert (ROOT / "examples" / "sixth_game.toml").read_text(encoding="utf-8") in blocks(DOCS / "add-a-game.md", "toml")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_links_on_a_page_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8"))
    local = [link for link in links if "://" not in link]
    assert [link for link in local if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_files_a_page_names_are_there(page: Path) -> None:
    named = re.findall(r"`((?:src|tests|examples|benchmarks|docs)/[\w./-]+)`", page.read_text(encoding="utf-8"))
    # NAME stands for a name that the reader chooses; what benchmarks write need not have been written.
    wanted = [name for name in named if "NAME" not in name and not name.startswith("benchmarks/output")]
    assert [name for name in wanted if not (ROOT / name).exists()] == []


def test_every_reading_is_explained() -> None:
    page = (DOCS / "readings.md").read_text(encoding="utf-8")
    for doubt in readings().values():
        part = page.partition(f"### `{doubt.id}`\n")[2].partition("\n### ")[0]
        assert doubt.question in part
        assert all(clause in part for clause in doubt.clauses)
        told = re.findall(r"^- `([^`]+)`: (.*)$", part, re.MULTILINE)
        assert {name for name, _ in told} == {option.id for option in doubt.options}
        assert told[0][0] == doubt.default, "the default comes first"
        assert all(words.startswith(doubt.option(name).means) for name, words in told)
