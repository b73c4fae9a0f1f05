"""The command reference: what each command says of itself when asked for help."""

import os
import re
import subprocess
import sys

from pitboss.report.site.filling import filled
from pitboss.report.site.page import Page

WIDTH = 96


def commands_page() -> Page:
    """The page: every command's own help, in its own words."""
    whole = _help()
    names = _names(whole)
    body = filled("commands.html", whole=whole, commands=[(name, _help(name)) for name in names])
    return Page("commands.html", "Commands", body, "the commands' own help")


def _help(*words: str) -> str:
    # Asked from outside, as a person does: the commands stand above the reports and are not theirs to import.
    environment = {**os.environ, "COLUMNS": str(WIDTH), "NO_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-m", "pitboss", *words, "--help"],
        env=environment,
        capture_output=True,
        check=True,
        text=True,
        encoding="utf-8",
    )
    return done.stdout.rstrip() + "\n"


def _names(whole: str) -> list[str]:
    """The commands that the help lists; what is told of one goes on further to the right."""
    return re.findall(r"^│ ([a-z]+) ", whole, re.MULTILINE)
