"""The browser's modules: short lines, types that are the house's own, and nothing known of any one game."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from pitboss import report
from pitboss.house import lobby
from pitboss.house.pages_as_sent import COMMENTED, without_comments
from pitboss.law.documents import documents
from pitboss.rules.games import GAMES
from tests.check_pages import LINE_MAX, PAGES, ROOT, SITE, TSC, declarations, long_lines, type_errors

needs_tsc = pytest.mark.skipif(not TSC.exists(), reason="needs TypeScript: `make lint` installs it where npm is")


def test_no_line_of_the_pages_is_too_long() -> None:
    assert long_lines(PAGES) == []


@pytest.mark.parametrize("folder", ["pages", "site/templates"])
def test_no_line_of_a_reports_style_is_too_long(folder: str) -> None:
    assert long_lines(Path(report.__file__).parent / folder, {".css", ".js"}) == []


def test_a_line_may_be_as_long_as_that_and_no_longer(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text("x" * LINE_MAX + "\n")
    assert long_lines(tmp_path) == []
    for name in ("a.css", "b.js", "c.html"):
        (tmp_path / name).write_text("\n" + "x" * (LINE_MAX + 1) + "\n")
        assert long_lines(tmp_path) == [f"{name}:2: 121 characters, 120 at most"]
        (tmp_path / name).unlink()


@needs_tsc
def test_the_pages_read_only_what_the_house_sends() -> None:
    assert type_errors(PAGES) == ""


@needs_tsc
def test_the_sites_search_has_its_types() -> None:
    assert type_errors(SITE) == ""


BREAKS = (
    ("clauses.js", "page.slip ?", "page.errata ?"),  # an answer over HTTP
    ("lobby.js", "game.blurb", "game.teaser"),  # a message
    ("picture.js", "fact.new_hand", "fact.second_hand"),  # a fact
    ("table.js", '{ move: "buy-in", cents: buys })', '{ move: "buy-in", dollars: 5 })'),  # a move
    ("picture.js", '"hand-busted":', '"hand-bust":'),  # a fact that does not happen
    ("socket.js", "this.welcome = message", "this.welcome = null"),  # what need not be there
)


@needs_tsc
def test_what_nobody_sends_is_found(tmp_path: Path) -> None:
    folder = shutil.copytree(PAGES, tmp_path / "pages")
    places = []
    for page, written, broken in BREAKS:
        text = (folder / page).read_text()
        assert text.count(written) == 1
        before = text.partition(written)[0]
        places.append(f"{page}({before.count(chr(10)) + 1},")
        (folder / page).write_text(text.replace(written, broken))
    found = type_errors(folder)
    assert [place for place in places if place not in found] == []


def test_the_types_say_what_need_not_be_sent() -> None:
    """Everything is there that the house sends; in a move, what has a default may be left out."""
    written = dict(re.findall(r"type (\w+) = (.*);", declarations()))
    assert '"id": string | null;' in written["Error"]
    assert '"wager"?: string;' in written["Wager"]


def test_the_browser_knows_no_game_and_no_document() -> None:
    known = {*GAMES, *(document.id for document in documents())}
    for page in PAGES.glob("*.js"):
        assert not [name for name in known if name in page.read_text()], page.name


def test_every_game_says_what_it_is_like() -> None:
    assert all(game.blurb for game in GAMES.values())
    assert {card.game: card.blurb for card in lobby.games()} == {game.id: game.blurb for game in GAMES.values()}


def test_the_lock_of_what_node_installs_pins_by_hash_and_names_no_place() -> None:
    named = json.loads((ROOT / "package.json").read_text())["devDependencies"]
    lock = json.loads((ROOT / "package-lock.json").read_text())
    locked = {name.removeprefix("node_modules/"): package for name, package in lock["packages"].items() if name}
    asked_for = {needed for package in locked.values() for needed in package.get("dependencies", {})}
    assert {name: package["version"] for name, package in locked.items() if name not in asked_for} == named
    assert asked_for <= set(locked)
    assert all(package["dev"] for package in locked.values()), "nothing that Node installs is shipped"
    assert all(package["integrity"].startswith("sha512-") for package in locked.values())
    assert "://" not in (ROOT / "package.json").read_text() + (ROOT / "package-lock.json").read_text()


def test_the_words_the_browser_explains_are_the_glossarys() -> None:
    """One text for both: whoever mends the page of the glossary mends what is said at the table."""
    told = {tuple(one["words"]): one["means"] for one in json.loads((PAGES / "glossary.json").read_text())}
    written = (ROOT / "docs" / "glossary.md").read_text().partition("## Our own words")[0]
    rows = re.findall(r"^\| (\*\*.*?) \| (.*?) \| .* \|$", written, flags=re.MULTILINE)
    assert len(rows) > 30
    assert told == {tuple(", ".join(re.findall(r"\*\*(.*?)\*\*", words)).split(", ")): means for words, means in rows}


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js")
def test_what_is_pure_in_the_pages_passes_its_own_tests() -> None:
    files = sorted(map(str, (ROOT / "tests" / "pages").glob("*.test.mjs")))
    done = subprocess.run(["node", "--test", *files], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_is_sent_of_a_page_goes_without_its_comments_and_keeps_its_lines() -> None:
    source = """// What it is.
/** @param {string} at
 * @param {number} many */
const go = (/** @type {string} */ at) => {
  // why
  fetch("https://here//there", at); // and how
};
"""
    sent = """\n\n\nconst go = (at) => {\n\n  fetch("https://here//there", at); // and how\n};\n"""
    assert without_comments(source) == sent
    for page in PAGES.iterdir():
        if page.suffix in COMMENTED:
            text = page.read_text()
            assert without_comments(text).count("\n") == text.count("\n"), page.name


PARSED = """import { SourceTextModule } from "node:vm"; import { readFileSync } from "node:fs";
for (const [name, source] of JSON.parse(readFileSync(0, "utf8"))) new SourceTextModule(source, { identifier: name });"""


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js")
def test_what_is_sent_of_every_page_is_still_a_module() -> None:
    sent = [(page.name, without_comments(page.read_text())) for page in PAGES.glob("*.js")]
    command = ["node", "--experimental-vm-modules", "--input-type=module", "--eval", PARSED]
    done = subprocess.run(command, input=json.dumps(sent), capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
