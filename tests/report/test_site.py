"""The site: every link leads somewhere, every figure is the solver's, nothing comes from elsewhere."""

import json
import re
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest

from benchmarks import __main__ as measuring
from benchmarks.__main__ import measured
from pitboss.commands import app
from pitboss.law import clauses, readings
from pitboss.report.findings import findings, in_markdown, percent
from pitboss.report.site import performance
from pitboss.report.site.blocks import pages_with_blocks, rewritten
from pitboss.report.site.builder import build, check
from pitboss.report.site.clause_links import linked, place
from pitboss.report.site.contents import chapters
from pitboss.report.site.home import DEAREST
from pitboss.report.site.links import faults
from pitboss.report.site.markdown import to_html
from pitboss.report.site.page import Page, Site
from pitboss.rules.errors import RulesError
from pitboss.rules.games import GAMES
from pitboss.simulate.constants import COUNTS, LANE_BITS
from pitboss.simulate.shoe import EACH, packed, place_taken
from pitboss.simulate.target_cpu import u32, word

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as `make docs` builds it; a broken link would have stopped it."""
    out = tmp_path_factory.mktemp("site") / "built"
    build(out)
    return out


def text_of(built: Path, path: str) -> str:
    """A page of the site."""
    return (built / path).read_text(encoding="utf-8")


# --- the whole ------------------------------------------------------------------------------------------------------


def test_every_question_has_its_page(built: Path) -> None:
    home = text_of(built, "index.html")
    paths = [entry.path for chapter in chapters() for entry in chapter.entries]
    assert len(set(paths)) == len(paths)
    for chapter in chapters():
        for entry in chapter.entries:
            assert (built / entry.path).is_file()
            assert f'href="{entry.path}"' in home


def test_nothing_is_fetched_from_elsewhere(built: Path) -> None:
    for file in built.rglob("*.html"):
        page = file.read_text(encoding="utf-8")
        scripts = re.findall(r'<script[^>]*src="([^"]*)"', page)
        assert [name.removeprefix("../" * name.count("../")) for name in scripts] == ["search.js"] * page.count(
            "<script"
        )
        assert re.findall(r'<(?:link|img)[^>]*(?:href|src)="[a-z]+:', page) == []
    assert "url(" not in text_of(built, "style.css")
    assert "@import" not in text_of(built, "style.css")


def test_every_clause_can_be_searched_for_and_every_place_found_is_there(built: Path) -> None:
    rows = json.loads(text_of(built, "search-index.js").removeprefix("globalThis.pitbossSections = ").rstrip(";\n"))
    headings = {
        heading.rpartition(" ")[0]: (path, words) for path, _, heading, words in rows if path.startswith("law/")
    }
    for clause in clauses().values():
        path, words = headings[clause.id]
        assert " ".join(clause.gist.split()) in words
        assert "test_" not in words  # what is folded away lists files
        page, _, anchor = path.partition("#")
        assert f'id="{anchor}"' in text_of(built, page)
    for path, title, heading, _ in rows:
        page, _, anchor = path.partition("#")
        assert title
        assert heading
        assert f'id="{anchor}"' in text_of(built, page) if anchor else (built / page).is_file()


def test_a_word_of_the_glossary_is_found_by_itself_with_what_it_means(built: Path) -> None:
    rows = json.loads(text_of(built, "search-index.js").removeprefix("globalThis.pitbossSections = ").rstrip(";\n"))
    words = {heading: (path, said) for path, _, heading, said in rows if path.startswith("glossary.html")}
    path, said = words["cover card, cut card (Double Deck)"]
    assert path == "glossary.html#cards"
    assert said.startswith("a plain card. A player cuts with it")
    assert words["N0"][0] == "glossary.html#game-protection"
    assert "Game protection" in words
    assert "word" not in words


def test_the_first_page_shows_the_felt_and_what_was_found(built: Path) -> None:
    home = text_of(built, "index.html")
    assert '<img src="felt.png"' in home
    for one in findings():
        assert f"<strong>{percent(one.solution.main.house_edge)}</strong>" in home
    costs = [abs(value.cost) for one in findings() for value in one.readings if not value.in_force]
    dearest = [float(cost) for cost in re.findall(r'<td class="n">[+−]([0-9.]+)%</td>', home)]
    assert len(dearest) == len(set(re.findall(r'readings\.html#([\w-]+)">', home))) == DEAREST
    assert dearest[0] == pytest.approx(100 * max(costs), abs=1e-4)
    assert dearest == sorted(dearest, reverse=True)


def test_the_pages_in_the_repository_answer_the_same_questions() -> None:
    listed = (DOCS / "README.md").read_text(encoding="utf-8")
    by_hand = {file.stem for file in DOCS.glob("*.md")} - {"README"}
    questions = {
        entry.path.removesuffix(".html"): entry.question
        for chapter in chapters()
        for entry in chapter.entries
        if entry.path.removesuffix(".html") in by_hand
    }
    assert questions.keys() == by_hand
    for name, question in questions.items():
        assert f"| {question} | [{name}.md]({name}.md) |" in listed


def test_a_page_with_a_broken_link_stops_the_build(tmp_path: Path) -> None:
    shutil.copytree(DOCS, tmp_path / "docs")
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    for name in ("README.md", "CHANGELOG.md"):
        shutil.copy(ROOT / name, tmp_path / name)
    why = tmp_path / "docs" / "why.md"
    why.write_text(why.read_text(encoding="utf-8") + "\n[more](nowhere.md)\n", encoding="utf-8")
    with pytest.raises(RulesError, match=r"docs/why\.md: the link 'nowhere\.md' leads nowhere"):
        build(tmp_path / "out", tmp_path)
    assert not (tmp_path / "out").exists()


def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path: Path, built: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work", encoding="utf-8")
    with pytest.raises(RulesError, match="neither empty nor a site"):
        build(tmp_path)
    assert (tmp_path / "thesis.txt").exists()


# --- links ----------------------------------------------------------------------------------------------------------


def small_site(*bodies: str) -> list[str]:
    """What is wrong with a site of pages p0.html, p1.html ... and one picture."""
    pages = {f"p{n}.html": Page(f"p{n}.html", "", body, f"page {n}") for n, body in enumerate(bodies)}
    site = Site(pages, {"there.svg": b""})
    return list(faults(site, {path: page.body for path, page in pages.items()}))


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ('<a href="p9.html">x</a>', "page 0: the link 'p9.html' leads nowhere"),
        ('<a href="p1.html#far">x</a>', "page 0: the link 'p1.html#far' names a place that is not on its page"),
        ('<a href="#far">x</a>', "page 0: the link '#far' names a place that is not on its page"),
        ('<img src="gone.svg">', "page 0: there is no file 'gone.svg' to show"),
        ('<img src="https://example.org/x.svg">', "page 0: there is no file 'https://example.org/x.svg' to show"),
        ('<p id="a"></p><p id="a"></p>', "page 0: 2 places are called #a"),
    ],
)
def test_what_is_wrong_with_a_link_is_said(body: str, fault: str) -> None:
    assert small_site(body, "") == [fault]


def test_what_is_right_with_a_link_is_not() -> None:
    good = '<a href="p1.html#here">x</a><a href="https://example.org">y</a><img src="there.svg">'
    assert small_site(good, '<p id="here"></p>') == []


def test_a_page_that_answers_no_question_is_found() -> None:
    listed = {"index.html", *(entry.path for chapter in chapters() for entry in chapter.entries)}
    site = Site({path: Page(path, "", "", "") for path in listed})
    site.add(Page("orphan.html", "", "", "docs/orphan.md"))
    with pytest.raises(RulesError, match=r"docs/orphan\.md: the contents .* have no question"):
        check(site, {})
    del site.pages["why.html"], site.pages["orphan.html"]
    with pytest.raises(RulesError, match=r"the contents .* name why\.html, and there is no such page"):
        check(site, {})


def test_links_of_markdown_lead_within_the_site() -> None:
    text = "# Title\n\n## A *b* `c`\n\n## A b c\n\n[x](other.md#y) [z](../examples/t.py)\n"
    places = {"docs/other.md": "other.html", "examples/t.py": "source/examples/t.py.html"}
    html = to_html(text, "docs/page.md", "page.html", places)
    assert 'href="other.html#y"' in html
    assert 'href="source/examples/t.py.html"' in html
    assert 'id="a-b-c"' in html
    assert 'id="a-b-c-1"' in html


# --- clauses --------------------------------------------------------------------------------------------------------


def test_a_clause_becomes_a_link_wherever_it_stands() -> None:
    html = linked("<p>PA 665a.7(f), .7(f)(1), .99</p>", "games/x.html")
    assert '<a class="clause" href="../law/pa-665a.html#pa-665a.7-f">PA 665a.7(f)</a>' in html
    assert '<a class="clause" href="../law/pa-665a.html#pa-665a.7-f-1">.7(f)(1)</a>' in html
    assert html.endswith(", .99</p>")
    unbroken = "PA\N{NO-BREAK SPACE}665a.7(f)"
    assert linked(unbroken, "x.html") == f'<a class="clause" href="law/pa-665a.html#pa-665a.7-f">{unbroken}</a>'


def test_no_link_stands_within_a_link_or_a_title() -> None:
    for html in ('<a href="x">PA 665a.7(f)</a>', "<h3>PA 665a.7(f)</h3>", "<p>PA 665a.7(fff)</p>"):
        assert linked(html, "x.html") == html


def test_every_clause_has_its_code_and_its_tests_in_the_map(built: Path) -> None:
    pages = {path: text_of(built, path) for path in {place(clause).partition("#")[0] for clause in clauses()}}
    assert len({place(clause) for clause in clauses()}) == len(clauses()) == 433
    for clause in clauses():
        path, _, anchor = place(clause).partition("#")
        entry = pages[path].partition(f'id="{anchor}"')[2].partition("</article>")[0]
        assert "<li>code <a" in entry
        assert "<li>test <a" in entry


# --- generated pages ------------------------------------------------------------------------------------------------


def test_a_game_shows_what_the_solver_found(built: Path) -> None:
    for found in findings():
        page = text_of(built, f"games/{found.rules.game}.html")
        assert f"<strong>{percent(found.solution.main.house_edge)}</strong>" in page
        assert f"<strong>{found.solution.main.total_wager:.4f}</strong>" in page
        for wager in found.solution.side_wagers.values():
            assert percent(wager.house_edge) in page


@pytest.mark.parametrize("game", GAMES)
def test_a_game_shows_its_options_and_doubts(built: Path, game: str) -> None:
    page = text_of(built, f"games/{game}.html")
    for option in GAMES[game].options.values():
        assert f"<code>{option.name}</code>" in page
    for doubt in readings().values():
        assert (f"../readings.html#{doubt.id}" in page) == (game in doubt.games)


def test_every_reading_is_priced(built: Path) -> None:
    page = text_of(built, "readings-priced.html")
    dearest = max((value for found in findings() for value in found.readings), key=lambda value: abs(value.cost))
    for doubt in readings().values():
        part = page.partition(f'<h2 id="{doubt.id}">')[2].partition("<h2")[0]
        assert all(f"<code>{option.id}</code>" in part for option in doubt.options)
        assert (percent(dearest.cost, signed=True) in part) == (doubt.id == dearest.reading.id)


def test_every_command_is_told(built: Path) -> None:
    page = text_of(built, "commands.html")
    names = [name for name in app if not name.startswith("-")]
    assert len(names) > 5
    assert re.findall(r'<h2 id="(\w+)">', page) == sorted(names)


def test_what_can_be_called_is_told(built: Path) -> None:
    page = text_of(built, "python.html")
    assert "apply(self, move: Move) -&gt; tuple[Fact, ...]" in page
    assert "Make a move: the facts that followed" in page
    assert "<h3" in page
    assert "_wait" not in page
    assert "distribution(self) -&gt; pl.DataFrame" in page
    tried = (
        "import pitboss",
        "chances = pitboss.game(&quot;double-deck-house&quot;).solve().distribution()[&quot;chance&quot;]",
        "round(chances.sum(), 9)",
    )
    lines = "".join(f"&gt;&gt;&gt; {line}\n" for line in tried)
    assert f"<code>{lines}1.0\n</code>" in page
    assert "<blockquote>" not in page


# --- figures --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", pages_with_blocks(ROOT), ids=lambda page: page.name)
def test_the_tables_that_programs_make_are_up_to_date(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert rewritten(text, page.name) == text, "`make figures` writes them anew"


def test_the_table_of_findings_has_every_reading_that_moves_money() -> None:
    table = in_markdown()
    for found in findings():
        assert f"**{percent(found.solution.main.house_edge)}**" in table
        for value in found.readings:
            moved = max(abs(value.cost), abs(value.side_cost)) >= 5e-7
            assert not moved or f"`{value.reading.id}={value.option}`" in table


def test_a_block_nobody_makes_is_an_error() -> None:
    with pytest.raises(RulesError, match="nothing makes a block 'gossip'"):
        rewritten("<!-- made: gossip -->\nhearsay\n<!-- end -->\n", "page.md")


def test_a_ratio_is_read_from_what_a_benchmark_prints() -> None:
    line = "all readings            5.000 s   target  10.00 s   ratio  0.50"
    assert measured(line) == {"text": "all readings 5.000 s, target 10.00 s", "ratio": 0.5}
    assert measured("two threads: 1.90 times one") == {"text": "two threads: 1.90 times one", "ratio": 1.9}
    assert measured("ratio 0.96 (goal 0.8); same digits: True")["ratio"] == 0.96
    assert measured("kernel ready in 1.0 s") == {"text": "kernel ready in 1.0 s", "ratio": None}


def test_what_was_printed_elsewhere_can_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    printed = tmp_path / "printed.txt"
    printed.write_text("best: 2.00 thousand million rounds/s\n\nratio 2.50\n", encoding="utf-8")
    monkeypatch.setattr(measuring, "RESULTS", tmp_path / "results")
    monkeypatch.setattr("sys.argv", ["benchmarks", "tables", "--from", str(printed), "--on", "a machine"])
    measuring.main()
    kept = json.loads((tmp_path / "results" / "tables.json").read_text(encoding="utf-8"))
    assert kept["machine"] == "a machine"
    assert [line["ratio"] for line in kept["lines"]] == [None, 2.5]


def test_a_benchmark_is_shown_and_kept(capsys: pytest.CaptureFixture[str]) -> None:
    assert measuring.run("x", lambda: print("ratio 1.50")) == "ratio 1.50\n"
    assert capsys.readouterr().out == "ratio 1.50\n"


def test_what_was_measured_becomes_tables(tmp_path: Path) -> None:
    lines = [
        measured(line)
        for line in ("a job 2.0 s ratio 0.50", "phase=human p50_ms=3", "phase=flat p50_ms=9", "ready", "a=b: so")
    ]
    result = {"benchmark": "x", "about": "A.", "date": "2026-01-02", "machine": "M", "pitboss": "1", "lines": lines}
    (tmp_path / "x.json").write_text(json.dumps(result), encoding="utf-8")
    told = performance.in_markdown(tmp_path)
    assert "Measured 2026-01-02, pitboss 1, on: M." in told
    assert "| **0.50** | a job 2.0 s |" in told
    assert "| phase | human | flat |\n| --- | ---: | ---: |\n| p50 ms | 3 | 9 |" in told
    assert "- ready\n- a=b: so\n" in told


def test_what_memory_is_worth_stands_in_the_page_on_the_solver(tmp_path: Path) -> None:
    assert performance.memory_in_markdown(tmp_path) == performance.NOTHING_YET
    kept = {"lines": [measured("a-game: 0.05% to 0.1% of the bet")]}
    (tmp_path / "split_memory.json").write_text(json.dumps(kept), encoding="utf-8")
    assert performance.memory_in_markdown(tmp_path) == "- a-game: 0.05% to 0.1% of the bet\n"


# --- pictures -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("picture", sorted((DOCS / "pictures").glob("*.svg")), ids=lambda picture: picture.name)
def test_a_picture_tells_what_it_shows_and_fetches_nothing(picture: Path) -> None:
    drawn = ElementTree.parse(picture).getroot()
    name = "{http://www.w3.org/2000/svg}"
    assert drawn.findtext(f"{name}title")
    assert drawn.findtext(f"{name}desc")
    assert "prefers-color-scheme: dark" in (drawn.findtext(f"{name}style") or "")
    assert not re.search(r"(href|src)=|@import|url\((?!#)", picture.read_text(encoding="utf-8"))


def lanes(words: tuple[int, ...]) -> list[int]:
    """The nine lanes of a narrow shoe, guards aside; its words hold their complement."""
    return [(~int(word) >> (LANE_BITS * k) & 511) for word in words for k in range(EACH)][:9]


def test_the_draw_in_the_picture_is_the_kernels() -> None:
    told = re.findall(r'class="m"[^>]*>([\d|]+)<', (DOCS / "pictures" / "kernel.svg").read_text(encoding="utf-8"))
    before, places, after_place, guards, after = (told[row * 9 : row * 9 + 9] for row in range(5))
    words = packed(COUNTS)
    place = int(places[0])
    w0, w1, w2, w3, w4 = (word(one) for one in words)
    taken, value = place_taken((w0, w1, w2, w3, w4), u32(place))
    assert before == [f"1|{lane}" for lane in lanes(words)]
    assert after == [f"1|{lane}" for lane in lanes(taken)]
    assert set(places) == {str(place)}
    lost = [old - new for old, new in zip(lanes(words), lanes(taken), strict=True)]
    assert guards == [str(one) for one in lost]
    assert [one[0] for one in after_place] == guards
    assert int(value) == sum(lost) == 5
