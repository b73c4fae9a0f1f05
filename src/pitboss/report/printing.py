"""A page printed to PDF by a browser of the Chromium family, which shows and prints it the same way."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from pitboss.rules.errors import RulesError

PAPERS: Mapping[str, str] = {"a4": "A4", "letter": "Letter"}
BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "brave",
)
SECONDS_MOST = 120
FONT = b"/FontDescriptor"  # of each font that is embedded; a page without letters has none
# A page of our own is printed: nothing is fetched, no profile is kept.
FLAGS = (
    "--headless",
    "--disable-gpu",
    "--no-first-run",
    "--disable-extensions",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-pdf-header-footer",
)


def browser() -> str:
    """A browser that can print; without one, a sentence on what to do."""
    for name in BROWSERS:
        if found := shutil.which(name):
            return found
    raise RulesError("a PDF needs Chromium or Chrome on this machine; write .html and print it from any browser")


def print_pdf(html: str, path: Path) -> None:
    """Print a page; the file appears whole or not at all."""
    program = browser()
    with tempfile.TemporaryDirectory(prefix="pitboss-", ignore_cleanup_errors=True) as folder:
        page, printed = Path(folder) / "page.html", Path(folder) / "page.pdf"
        page.write_text(html, encoding="utf-8")
        flags = [*FLAGS, f"--user-data-dir={folder}/profile", f"--print-to-pdf={printed}"]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            flags.append("--no-sandbox")  # Chromium does not start as root otherwise
        try:
            done = subprocess.run(
                [program, *flags, page.as_uri()], capture_output=True, timeout=SECONDS_MOST, check=False
            )
        except subprocess.TimeoutExpired:
            raise RulesError(f"{program} did not print the page within {SECONDS_MOST} seconds") from None
        if done.returncode or not printed.exists():
            raise RulesError(f"{program} could not print the page: exit status {done.returncode}")
        if FONT not in printed.read_bytes():
            raise RulesError("this machine has no fonts, and a PDF would have no letters; install one, or write .html")
        scratch = path.with_name(f".{path.name}.{os.getpid()}")
        shutil.copyfile(printed, scratch)
        scratch.replace(path)
