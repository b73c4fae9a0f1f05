"""The scripts in examples/ and the pages in docs/ do and say what they show."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.law import readings
from pitboss.rules.games import GAMES

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted([*DOCS.glob("*.md"), ROOT / "README.md"])


def run(script: str, *arguments: str) -> str:
    """What a Python program of its own prints; it must end well."""
    command = [sys.executable, "-X", "utf8", "-W", "error", "-c", script, *arguments]
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


@pytest.mark.parametrize("page", ["docs/tables.md", "README.md"])
def test_the_python_on_a_page_runs(page: str) -> None:
    assert "wager/handled" in run(code_of(ROOT / page)) or page == "README.md"


def shown(page: Path) -> list[tuple[str, list[str]]]:
    """Each `$ pitboss ...` in the console blocks of a page, with the lines shown under it."""
    found: list[tuple[str, list[str]]] = []
    for block in re.findall(r"^```console\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:].partition("  #")[0].strip(), []))
            elif line.strip() not in ("", "..."):
                found[-1][1].append(line.rstrip())
    return found
