"""A document of titled sections with charts, tables and words, as one HTML file that needs nothing else, or as PDF."""

import json
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.report.chart_style import NARROWED
from pitboss.report.printing import PAPERS, print_pdf
from pitboss.rules.errors import RulesError
from pitboss.rules.places import writable

if TYPE_CHECKING:
    import altair as alt
    from jinja2 import Template

FOOTER_LINE = 95  # letters: a browser would end a line at a hyphen, in the middle of a date
SUFFIXES = (".html", ".pdf")


@dataclass(frozen=True)
class Cell:
    """A field of a table: its text, a class for its colour, and what hovering over it tells."""

    text: str
    kind: str = ""
    note: str = ""


@dataclass(frozen=True)
class Words:
    """Paragraphs, perhaps of no use on paper."""

    paragraphs: tuple[str, ...]
    on_paper: bool = True
    kind: str = "words"


@dataclass(frozen=True)
class Tiles:
    """The few figures a reader came for: a figure, what it is, and what to know about it."""

    figures: tuple[tuple[str, str, str], ...]
    kind: str = "tiles"


@dataclass(frozen=True)
class Grid:
    """A table; `numeric` columns are set to the right, `shape` is `figures`, `card` (a strategy) or `text`."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str | Cell, ...], ...]
    caption: str = ""
    numeric: frozenset[int] = frozenset()
    shape: str = "figures"
    kind: str = "grid"

    def cells(self) -> list[list[Cell]]:
        """The fields, every one a cell."""
        return [[cell if isinstance(cell, Cell) else Cell(cell) for cell in row] for row in self.rows]


@dataclass(frozen=True)
class Picture:
    """A chart, with what it shows in words for those who cannot see it."""

    chart: "alt.TopLevelMixin"
    words: str
    kind: str = "picture"


@dataclass(frozen=True)
class Drawing:
    """A picture of our own as SVG, which says itself what it shows."""

    svg: str
    caption: str = ""
    kind: str = "drawing"


@dataclass(frozen=True)
class Typed:
    """Text as it is typed: a command, a file."""

    text: str
    caption: str = ""
    kind: str = "typed"


@dataclass(frozen=True)
class Side:
    """Blocks side by side where there is room."""

    blocks: tuple["Block", ...]
    kind: str = "side"


Block = Words | Tiles | Grid | Picture | Drawing | Typed | Side


@dataclass(frozen=True)
class Section:
    """A titled part of a document; `apart` begins a new printed page."""

    title: str
    blocks: tuple[Block, ...]
    apart: bool = False

    @property
    def anchor(self) -> str:
        """What a link to it names."""
        return re.sub(r"[^a-z0-9]+", "-", self.title.lower()).strip("-")


@dataclass(frozen=True)
class Document:
    """The whole; `figures` is everything in it once more, for machines, `footer` stands on every printed page.

    One that is `one_page` has no contents, and is set in columns.
    """

    title: str
    subtitle: str
    sections: tuple[Section, ...]
    figures: Mapping[str, Any] = field(default_factory=dict)
    footer: str = ""
    one_page: bool = False


def words(*paragraphs: str) -> Words:
    """Paragraphs."""
    return Words(paragraphs)


def svg_of(chart: "alt.TopLevelMixin", words: str, number: int) -> str:
    """A chart as SVG for one page with others: its ids are its own, and it can shrink."""
    import vl_convert

    text: str = vl_convert.vegalite_to_svg(chart.to_json(format="vega-lite"))
    text = re.sub(r'\bid="([^"]+)"', rf'id="chart{number}-\1"', text)
    text = re.sub(r"url\(#([^)]+)\)", rf"url(#chart{number}-\1)", text)
    text = re.sub(r' aria-label="[^"]*"| aria-roledescription="[^"]*"| role="graphics-[a-z]+"', "", text)
    label = words.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    text = re.sub(r"(<svg [^>]*>)", rf"\1<style>{NARROWED}</style>", text, count=1)
    return text.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)


@cache
def _template() -> "Template":
    from jinja2 import Environment, StrictUndefined

    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string((files("pitboss.report") / "pages" / "document.html").read_text(encoding="utf-8"))


# Made of Arimo-Regular.ttf and Arimo-Bold.ttf, version 1.33, with fontTools; WOFF and not WOFF2, since a test reads it:
#   pyftsubset Arimo-Regular.ttf --flavor=woff --no-hinting --layout-features=kern --output-file=arimo-regular.woff
#     --unicodes=20-7E,A0-17F,391-3C9,2010-2026,2030,2032,2033,2039,203A,20AC,2122,2190-2193,2202,2211,2212,221A,221E,
#     2248,2260,2264,2265,2660,2663,2665,2666
@cache
def _letters() -> str:
    """The letters themselves, so that a document looks the same, and prints, on a machine that has no font."""
    faces = []
    for name, weight in (("regular", "400"), ("bold", "600 700")):
        font = b64encode((files("pitboss.report") / "pages" / f"arimo-{name}.woff").read_bytes()).decode()
        source = f"url(data:font/woff;base64,{font}) format('woff')"
        faces.append(f"@font-face {{ font-family: Arimo; font-weight: {weight}; src: {source}; }}\n")
    return "".join(faces)


def to_html(document: Document, paper: str | None = None) -> str:
    """One page with everything in it: style, charts as SVG, the figures as JSON."""
    from markupsafe import Markup, escape

    numbers = iter(range(1, 10**6))

    def drawn(picture: Picture | Drawing) -> Markup:
        """Our own chart or drawing, not a stranger's."""
        return Markup(
            picture.svg if isinstance(picture, Drawing) else svg_of(picture.chart, picture.words, next(numbers))
        )

    def typed(paragraph: str) -> Markup:
        """A paragraph; what stands between backquotes in it is typed so."""
        parts = paragraph.split("`")
        if len(parts) % 2 == 0:  # one of them is alone: then it is a backquote
            return escape(paragraph)
        typed_as = [Markup("<code>{}</code>"), Markup('<code class="word">{}</code>')]  # a single word is not broken
        told = [typed_as[" " not in p].format(p) if at % 2 else escape(p) for at, p in enumerate(parts)]
        return Markup("").join(told)

    style = (files("pitboss.report") / "pages" / "document.css").read_text(encoding="utf-8")
    margin = "margin: 8mm 8mm 11mm;" if document.one_page else ""
    sized = "" if paper is None else f"size: {PAPERS[paper]};"
    size = f"@page {{ {sized} {margin} {_footer(document)} }}"  # whoever prints the page has its foot too
    # A "</script>" inside the figures would end them early.
    figures = json.dumps(document.figures, ensure_ascii=False).replace("<", "\\u003c")
    return _template().render(
        document=document, drawn=drawn, typed=typed, style=Markup(_letters() + style + size), figures=Markup(figures)
    )


def _footer(document: Document) -> str:
    """What stands at the foot of every printed page: of which document it is, and which page."""
    plain = re.sub(r'[\\"<\n]', " ", document.footer)  # it stands in a string of the style sheet
    lines = [""]
    for part in re.split(r"(?<=; )", plain):
        lines[-1:] = [lines[-1] + part] if len(lines[-1] + part) <= FOOTER_LINE or not lines[-1] else [lines[-1], part]
    told = r"\a ".join(lines)
    style = "font: 7.5pt Arimo, 'Liberation Sans', Arial, sans-serif; color: #57606a;"
    page = 'content: "page " counter(page) " of " counter(pages); white-space: nowrap; padding-left: 4mm;'
    return f'@bottom-left {{ content: "{told}"; white-space: pre-wrap; {style} }} @bottom-right {{ {page} {style} }}'


def check_place(path: Path) -> Path:
    """A place a document can be written to, refused in one sentence before any work is done."""
    if path != Path() and path.suffix.lower() not in SUFFIXES:
        raise RulesError(f"{path} ends in neither {' nor '.join(SUFFIXES)}")
    return writable(path)


def check_paper(paper: str) -> str:
    """A paper size that is known."""
    if paper not in PAPERS:
        raise RulesError(f"there is no paper {paper!r}: {' or '.join(PAPERS)}")
    return paper


def write(document: Document, path: Path, paper: str = "a4") -> None:
    """Write a document as its name says, HTML or PDF."""
    check_place(path)
    try:
        if path.suffix.lower() == ".pdf":
            print_pdf(to_html(document, check_paper(paper)), path)
        else:
            path.write_text(to_html(document), encoding="utf-8")
    except OSError as error:
        raise RulesError(f"{path} cannot be written: {error.strerror or error}") from None


def rows(of: Sequence[Sequence[str | Cell]]) -> tuple[tuple[str | Cell, ...], ...]:
    """Rows of a grid from any sequences."""
    return tuple(tuple(row) for row in of)
