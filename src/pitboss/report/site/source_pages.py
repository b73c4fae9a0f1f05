"""Files of the repository as pages with numbered lines, so that the law map can lead to a line without a network."""

from collections.abc import Iterable
from html import escape
from pathlib import Path

from pitboss.report.site.page import Page


def source_path(file: str) -> str:
    """Where a file of the repository goes in the site."""
    return f"source/{file}.html"


def source_pages(files: Iterable[str], checkout: Path) -> list[Page]:
    """A page for each file."""
    return [_page(file, (checkout / file).read_text(encoding="utf-8")) for file in sorted(set(files))]


def _page(file: str, text: str) -> Page:
    lines = "".join(
        f'<span id="L{number}"><b>{number}</b>{escape(line)}\n</span>'
        for number, line in enumerate(text.splitlines(), 1)
    )
    body = f'<h1>{escape(file)}</h1>\n<pre class="source"><code>{lines}</code></pre>'
    return Page(source_path(file), file, body, file)
