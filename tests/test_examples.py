"""The scripts in examples/ and the pages in docs/ do and say what they show."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.law import readings

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
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


@pytest.mark.parametrize("page", ["README.md", "docs/tables.md"])
def test_the_python_on_a_page_runs(page: str) -> None:
    code = code_of(ROOT / page)
    assert "assert " in code
    run(code)


def blocks(page: Path, language: str) -> list[str]:
    """The blocks of one language on a page."""
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def shown(page: Path) -> list[tuple[str, list[str]]]:
    """Each quick `$ pitboss ...` on a page, with the lines shown under it."""
    found: list[tuple[str, list[str]]] = []
    for line in "".join(blocks(page, "console")).splitlines():
        if line.startswith("$ "):
            found.append((line.removeprefix("$ "), []))
        elif line.strip() not in ("", "..."):
            found[-1][1].append(line.rstrip())
    return [(command, lines) for command, lines in found if f"{command} ".startswith(QUICK)]


QUICK = tuple(f"pitboss {name} " for name in ("games", "law", "rules", "deal", "replay"))
SHOWING = [page for page in PAGES if shown(page)]


@pytest.mark.parametrize("page", SHOWING, ids=lambda page: page.name)
def test_the_commands_on_a_page_print_what_is_shown(page: Path, tmp_path: Path) -> None:
    commands = shown(page)
    # The files that the commands name are the TOML blocks of the page, in the same order.
    names = dict.fromkeys(name for command, _ in commands for name in re.findall(r"[\w-]+\.toml", command))
    for name, text in zip(names, blocks(page, "toml"), strict=False):
        (tmp_path / name).write_text(text, encoding="utf-8")
    for command, lines in commands:
        words = [sys.executable, "-X", "utf8", "-m", *shlex.split(command)]
        done = subprocess.run(
            words,
            cwd=tmp_path,
            env={**os.environ, "COLUMNS": "80"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            check=False,
        )
        printed = {line.rstrip() for line in done.stdout.splitlines()}
        assert [line for line in lines if line not in printed] == [], (
            f"{page.name} shows what `{command}` does not print"
        )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_links_on_a_page_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8"))
    local = [link for link in links if "://" not in link]
    assert [link for link in local if not (page.parent / link).exists()] == []


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
