"""The index that a reader's search goes through: every section of every page, with where it stands and its words."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html.parser import HTMLParser

from pitboss.report.site.page import Page

HEADINGS = ("h1", "h2", "h3")
GLOSSARY = "glossary.html"  # where every word that is explained is a section of its own


@dataclass
class Section:
    """What stands under one heading."""

    page: str
    anchor: str
    heading: str = ""
    words: str = ""


class _Reader(HTMLParser):
    """The sections of a page; a heading without a name goes by the last place named before it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self._page = page
        self.sections: list[Section] = []
        self._named = ""
        self._in_heading = False
        self._folded = 0
        self._explains = False  # a row of the glossary begins: its first cell is the word

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._folded += tag == "details"
        self._named = dict(attrs).get("id") or self._named
        if tag in HEADINGS:
            # The first heading is the page itself.
            self.sections.append(Section(self._page, self._named if self.sections else ""))
            self._in_heading = True
        if tag == "td" and self._explains:
            self.sections.append(Section(self._page, self.sections[-1].anchor))
            self._in_heading = True
        self._explains = tag == "tr" and self._page == GLOSSARY

    def handle_endtag(self, tag: str) -> None:
        if tag in (*HEADINGS, "td"):
            self._in_heading = False
        self._folded -= tag == "details"

    def handle_data(self, data: str) -> None:
        if not self.sections or self._folded:  # what is folded away lists files, not answers
            return
        section = self.sections[-1]
        if self._in_heading:
            section.heading += data
        else:
            section.words += f" {data}"


def sections(page: Page) -> Iterator[Section]:
    """The sections of a page as a reader sees them."""
    reader = _Reader(page.path)
    reader.feed(page.body)
    for section in reader.sections:
        section.heading, section.words = (" ".join(text.split()) for text in (section.heading, section.words))
        yield section


def index(pages: Mapping[str, Page]) -> bytes:
    """All sections as a script: a page that is opened from a disk may load a script and nothing else."""
    rows = [
        [f"{one.page}#{one.anchor}" if one.anchor else one.page, page.title, one.heading, one.words]
        for page in pages.values()
        if not page.path.startswith("source/")
        for one in sections(page)
    ]
    return f"globalThis.pitbossSections = {json.dumps(rows, ensure_ascii=False, separators=(',', ':'))};\n".encode()
