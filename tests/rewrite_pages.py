"""`make figures`, last part: what the commands on the pages print is written anew where it differs; review the diff.

A page shows parts of what a command prints, with `...` between them. Each part is found again in the new output by its
lines, the clauses and figures in them aside, and replaced by what is printed there now.
"""

import contextlib
import io
import os
import re
import shlex
import sys
import tempfile
from difflib import SequenceMatcher
from pathlib import Path

from pitboss.commands import main
from tests.test_examples import ENDING, PAGES, UNBROKEN, blocks, shown


def output_of(command: str) -> list[str]:
    """What a command prints, line by line."""
    told = io.StringIO()
    before, sys.argv = sys.argv, shlex.split(command)
    with contextlib.redirect_stdout(told), contextlib.redirect_stderr(told), contextlib.suppress(SystemExit):
        main()
    sys.argv = before
    return [line.rstrip().replace(UNBROKEN, " ") for line in told.getvalue().splitlines()]


def found_again(part: list[str], printed: list[str], start: int) -> tuple[int, int]:
    """Where a shown part stands in the new output: from its first to its last line whose left half is the same."""
    here, there = ([_left_half(line) for line in lines] for lines in (part, printed[start:]))
    runs = [run for run in SequenceMatcher(None, here, there, autojunk=False).get_matching_blocks() if run.size]
    return (start + runs[0].b, start + runs[-1].b + runs[-1].size) if runs else (start, start)


def _left_half(line: str) -> str:
    return re.sub(r"[0-9a-f]{12,}|[\d.,%-]{3,}", "#", line[:48]).strip()


def rewritten(lines: list[str], printed: list[str]) -> list[str]:
    """The lines shown under a command, as they should be now."""
    parts: list[list[str]] = [[]]
    for line in lines:
        if line.strip() == "...":
            parts.append([])
        else:
            parts[-1].append(line.rstrip())
    result: list[str] = []
    at = 0
    for number, part in enumerate(parts):
        if number:
            result.append("...")
        if any(part):
            first, at = found_again([line for line in part if line], printed, at)
            result += printed[first:at]
    return result


def rewrite(page: Path) -> None:
    """One page, its files laid out as its test lays them out."""
    commands = shown(page)
    folder = Path(tempfile.mkdtemp())
    names = dict.fromkeys(name for command, _ in commands for name in re.findall(r"[\w/-]+\.toml", command))
    for name, text in zip(names, blocks(page, "toml"), strict=False):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    old = page.read_text(encoding="utf-8")
    os.chdir(folder)

    def block(match: re.Match[str]) -> str:
        made: list[str] = []
        for part in re.split(r"(?m)^(?=\$ )", match[2]):
            command, *lines = part.splitlines() or [""]
            asked = command.removeprefix("$ ")
            made.append(command) if command else None
            if not any(lines) or not f"{asked} ".startswith(ENDING):
                made += lines
                continue
            printed = output_of(asked)
            plain = [line.rstrip().replace(UNBROKEN, " ") for line in lines]
            right = all(line in printed for line in plain if line.strip() not in ("", "..."))
            made += lines if right else rewritten(plain, printed)
        text = "\n".join(made)
        return f"{match[1]}{text}\n{match[3]}"

    new = re.sub(r"(?ms)^(```console\n)(.*?)^(```)$", block, old)
    if new != old:
        page.write_text(new, encoding="utf-8")
        print(f"{page.name} written anew")


if __name__ == "__main__":
    os.environ["COLUMNS"] = "80"
    for one in PAGES:
        if shown(one):
            rewrite(one)
