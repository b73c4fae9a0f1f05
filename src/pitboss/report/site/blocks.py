"""Blocks of Markdown that a program writes, from `<!-- made: NAME -->` to `<!-- end -->`: no figure there is typed."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from pitboss.report import findings
from pitboss.report.site import performance
from pitboss.rules.errors import RulesError

_BLOCK = re.compile(r"(<!-- made: ([a-z-]+) -->\n).*?(<!-- end -->\n)", re.DOTALL)
MADE: Mapping[str, Callable[[], str]] = {
    "depths": performance.depths_in_markdown,
    "doubts": findings.doubts_in_markdown,
    "every-shoe": performance.every_shoe_in_markdown,
    "findings": findings.in_markdown,
    "measured": performance.in_markdown,
    "memory": performance.memory_in_markdown,
}


def rewritten(text: str, where: str) -> str:
    """A page with every block made anew."""

    def made(match: re.Match[str]) -> str:
        if match[2] not in MADE:
            raise RulesError(f"{where}: nothing makes a block {match[2]!r}; there are: {', '.join(MADE)}")
        return f"{match[1]}\n{MADE[match[2]]()}\n{match[3]}"

    return _BLOCK.sub(made, text)


def pages_with_blocks(checkout: Path) -> list[Path]:
    """The Markdown files that have any."""
    files = sorted([checkout / "README.md", *(checkout / "docs").glob("*.md")])
    return [file for file in files if _BLOCK.search(file.read_text(encoding="utf-8"))]


def rewrite(checkout: Path) -> list[Path]:
    """Write every block anew; the files that changed."""
    changed = []
    for file in pages_with_blocks(checkout):
        old = file.read_text(encoding="utf-8")
        new = rewritten(old, file.name)
        if new != old:
            file.write_text(new, encoding="utf-8")
            changed.append(file)
    return changed
