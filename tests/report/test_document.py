"""A document is one file that needs nothing else, and says what is wrong with its place before any work is done."""

import json
import re
import shutil
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import altair as alt
import polars as pl
import pytest

from pitboss.report import printing
from pitboss.report.document import (
    Cell,
    Document,
    Grid,
    Picture,
    Section,
    Side,
    Tiles,
    Typed,
    Words,
    to_html,
    words,
    write,
)
from pitboss.rules.errors import RulesError


def chart() -> alt.Chart:
    data = pl.DataFrame({"x": [1, 2, 3], "y": [3, 1, 2]})
    made: alt.Chart = alt.Chart(data).mark_line(clip=True).encode(x="x:Q", y="y:Q").properties(width=300, height=100)
    return made


def sample(**figures: object) -> Document:
    grid = Grid(("hand", "2"), ((Cell("hard 16"), Cell("S", "S", "stand -0.2")),), "A card", shape="card")
    blocks = (
        words('Less < more & "so" on'),
        Side((grid, grid)),
        Picture(chart(), 'a "line" <here>'),
        Picture(chart(), "b"),
    )
    return Document(
        "A <title>",
        "below it",
        (
            Section("First things", (Tiles((("1%", "edge", "of it"),)), *blocks)),
            Section("Then", (Typed("pitboss games", "try"),), apart=True),
        ),
        figures,
    )


class Page(HTMLParser):
    """The tags of a page, the ids in it, and every address it names."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.addresses: list[str] = []
        self.tags: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("src", "href", "xlink:href", "data", "action"):
                self.addresses.append(value or "")


def test_a_page_fetches_nothing_and_runs_nothing() -> None:
    page = Page(to_html(sample()))
    assert page.addresses == ["#first-things", "#then"]
    assert "script" not in page.tags
    assert Page(to_html(sample(edge=1))).tags.count("script") == 1  # the figures, which are data
    assert "link" not in page.tags
    assert not re.search(r"@import|url\(\s*['\"]?(?!#|data:)", to_html(sample()))


def test_what_is_written_is_shown_and_not_run() -> None:
    text = to_html(sample(note="</script><b>"))
    assert "A &lt;title&gt;" in text
    assert "Less &lt; more &amp;" in text
    assert 'aria-label="a &quot;line&quot; &lt;here>"' in text
    assert "</script><b>" not in text


def test_the_figures_come_out_as_they_went_in() -> None:
    figures = {"house_edge": 0.004804212291386403, "words": "ä </script> & <", "none": None}
    found = re.search(
        r'<script type="application/json" id="figures">(.*?)</script>', to_html(sample(**figures)), re.DOTALL
    )
    assert found
    assert json.loads(found[1]) == figures


def test_no_two_things_on_a_page_have_one_id() -> None:
    ids = Page(to_html(sample())).ids
    assert len(ids) == len(set(ids))
    assert any(name.startswith("chart2-") for name in ids), "charts with clips have ids to keep apart"


def test_on_paper_every_page_says_what_it_is_of_and_which_it_is() -> None:
    marked = replace(sample(), footer='A "game"</style>; rules abc')
    text = to_html(marked, "a4")
    assert 'content: "A  game  /style>; rules abc"' in text
    assert 'content: "page " counter(page) " of " counter(pages)' in text
    assert "counter(page)" in to_html(marked), "whoever prints it from a browser has it too"


def test_a_table_that_runs_over_has_its_caption_on_every_page_and_a_card_has_not() -> None:
    grid = Grid(("a", "b"), (("1", "2"),), "The caption")
    text = to_html(Document("t", "s", (Section("One", (grid,)),)))
    assert '<tr class="again"><th colspan="2">The caption</th></tr>' in text
    assert 'class="again"' not in to_html(sample())


def test_what_is_of_no_use_on_paper_is_not_printed() -> None:
    text = to_html(
        Document("t", "s", (Section("One", (Words(("Hover over it.",), on_paper=False), words("Read it."))),))
    )
    assert '<p class="screen">Hover over it.</p>' in text
    assert "<p>Read it.</p>" in text
    assert re.search(r"@media print \{.*\.screen \{ display: none; \}", text, re.DOTALL)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("as given (`--pace`).", 'as given (<code class="word">--pace</code>).'),
        ("`<a>` and `b`", '<code class="word">&lt;a&gt;</code> and <code class="word">b</code>'),
        ("a ` alone <b>", "a ` alone &lt;b&gt;"),
    ],
)
def test_what_is_typed_stands_as_it_is_typed_and_nothing_in_it_is_a_tag(said: str, shown: str) -> None:
    assert f"<p>{shown}</p>" in to_html(Document("t", "s", (Section("One", (words(said),)),)))


def test_a_document_of_one_part_has_no_contents() -> None:
    one = Section("One", (words("x"),))
    assert "<nav" not in to_html(Document("t", "s", (one,)))
    assert "<nav" in to_html(Document("t", "s", (one, replace(one, title="Two"))))


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ("report.docx", "ends in neither .html nor .pdf"),
        ("report", "ends in neither .html nor .pdf"),
        ("nowhere/report.html", "there is no folder"),
        ("folder.html", "it is a folder"),
    ],
)
def test_a_place_that_cannot_be_is_refused(place: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "folder.html").mkdir()
    with pytest.raises(RulesError, match=sentence):
        write(sample(), tmp_path / place)
    assert [path.name for path in tmp_path.iterdir()] == ["folder.html"]


def test_without_a_browser_a_pdf_is_refused_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RulesError, match="a PDF needs Chromium"):
        write(sample(), tmp_path / "report.pdf")
    assert not list(tmp_path.iterdir())


def test_an_unknown_paper_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="a4 or letter"):
        write(sample(), tmp_path / "report.pdf", "legal")


NO_FONTS = """#!/bin/sh
for one; do case "$one" in --print-to-pdf=*) echo "%PDF-1.4" > "${one#*=}";; esac; done
"""


def test_a_page_without_letters_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a browser that finds no font, when it prints, then nothing is written, and one sentence says why."""
    for name in printing.BROWSERS:
        program = tmp_path / "bin" / name
        program.parent.mkdir(exist_ok=True)
        program.write_text(NO_FONTS, encoding="utf-8")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/bin:/usr/bin")
    with pytest.raises(RulesError, match="this machine has no fonts"):
        write(sample(), tmp_path / "report.pdf")
    assert not (tmp_path / "report.pdf").exists()


@pytest.mark.skipif(not any(map(shutil.which, printing.BROWSERS)), reason="no Chromium here to print a PDF")
@pytest.mark.parametrize(("paper", "points"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_a_pdf_has_the_paper_asked_for(paper: str, points: tuple[int, int], tmp_path: Path) -> None:
    write(sample(), tmp_path / "report.pdf", paper)
    printed = (tmp_path / "report.pdf").read_bytes()
    assert printed.startswith(b"%PDF-")
    sizes = {
        tuple(round(float(x)) for x in m[1].split()[2:]) for m in re.finditer(rb"/MediaBox ?\[([^\]]+)\]", printed)
    }
    assert sizes == {points}
    assert printed.count(b"/Type /Page\n") + printed.count(b"/Type /Page ") + printed.count(b"/Type /Page/") >= 1
    assert [path.name for path in tmp_path.iterdir()] == ["report.pdf"]


@pytest.mark.skipif(not any(map(shutil.which, printing.BROWSERS)), reason="no Chromium here to print a PDF")
def test_a_machine_without_any_font_prints_in_the_letters_that_come_with_the_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Words, figures, charts and what is typed alike: no other font has a part in it."""
    settings = tmp_path / "fonts.conf"
    settings.write_text(f"<fontconfig><dir>{tmp_path}</dir><cachedir>{tmp_path / 'cache'}</cachedir></fontconfig>")
    monkeypatch.setenv("FONTCONFIG_FILE", str(settings))
    write(sample(), tmp_path / "report.pdf")
    fonts = set(re.findall(rb"/FontName\s*/[A-Z]{6}\+([\w-]+)", (tmp_path / "report.pdf").read_bytes()))
    assert fonts == {b"Arimo-Regular", b"Arimo-Bold"}


def test_a_long_footer_ends_its_lines_between_words_and_not_within_a_date() -> None:
    footer = (
        "A game of quite a long name, Pennsylvania; rules 0123456789abcdef; approved on 2026-11-18; made on 2026-11-18"
    )
    told = re.search(
        r'@bottom-left \{ content: "(.*?)"; white-space: pre-wrap;', to_html(replace(sample(), footer=footer))
    )
    assert told
    lines = told[1].split(r"\a ")
    assert len(lines) == 2
    assert "".join(lines) == footer
    assert all(len(line) <= 95 for line in lines)
    assert lines[1] == "made on 2026-11-18"


def test_on_a_phone_a_cell_says_which_column_it_is_of() -> None:
    """There a table of sentences has no head: its rows are lists."""
    told = Grid(("wager", "least", ""), (("Bet", "$10", "x"),), shape="text")
    text = to_html(Document("t", "s", (Section("One", (told, Grid(("a", "b"), (("1", "2"),)))),)))
    assert '<td data-column="least">$10</td><td>x</td>' in text
    assert text.count("data-column=") == 1


def test_nobody_is_told_to_hover_over_a_touch_screen() -> None:
    assert "@media (hover: none) { .screen { display: none; } }" in to_html(sample())
