"""The site: hand-written pages, generated pages, the check of every link, and the files."""

import shutil
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from markupsafe import Markup

from pitboss import __version__
from pitboss.law.carried_out import CHECKOUT
from pitboss.report.site.api_pages import python_files, python_page
from pitboss.report.site.clause_links import linked
from pitboss.report.site.command_pages import commands_page
from pitboss.report.site.contents import chapters
from pitboss.report.site.filling import FOLDER, filled
from pitboss.report.site.game_pages import game_pages, sheets
from pitboss.report.site.home import home_page
from pitboss.report.site.law_pages import law_pages
from pitboss.report.site.links import faults
from pitboss.report.site.markdown import linked_files, title_of, to_html
from pitboss.report.site.page import Page, Places, Site
from pitboss.report.site.reading_pages import readings_page
from pitboss.report.site.searching import index
from pitboss.report.site.source_pages import source_pages, source_path
from pitboss.rules.errors import RulesError

PICTURES = (".png", ".svg", ".jpg")
OUTSIDE_DOCS = {"README.md": "readme.html", "CHANGELOG.md": "changes.html"}
MARK = "pitboss-site"
FAULTS_TOLD = 20


def build(out: Path, checkout: Path = CHECKOUT) -> Site:
    """Build the site into a folder; a broken link or a missing picture and nothing is written."""
    _check_place(out)
    site = written_pages(checkout)
    site.add(*generated_pages())
    site.files |= sheets()
    site.add(home_page())
    site.files["search-index.js"] = index(site.pages)
    html = {path: whole(page) for path, page in site.pages.items()}
    check(site, html)
    _write(site, html, out)
    return site


def written_pages(checkout: Path) -> Site:
    """The pages of docs/, the README and the changes, with the pictures and files they lead to."""
    site = Site(files={name: (FOLDER / name).read_bytes() for name in ("style.css", "search.js")})
    files = [f"docs/{path.name}" for path in sorted((checkout / "docs").glob("*.md")) if path.name != "README.md"]
    if not files:
        raise RulesError(f"there are no pages at {checkout / 'docs'}: the site is built from a checkout")
    texts = {file: (checkout / file).read_text(encoding="utf-8") for file in (*files, *OUTSIDE_DOCS)}
    other = {name for file, text in texts.items() for name in linked_files(text, file, checkout)} - texts.keys()
    places = _places(files, other)
    for file in sorted(other - {"docs/README.md"}):
        if file.endswith(PICTURES):
            site.files[places[file]] = (checkout / file).read_bytes()
        else:
            site.add(*source_pages([file], checkout))
    for file, text in texts.items():
        path = places[file]
        site.add(Page(path, title_of(text), to_html(text, file, path, places), file))
    return site


def _places(files: list[str], other: set[str]) -> Places:
    places = {file: file.removeprefix("docs/").removesuffix(".md") + ".html" for file in files}
    places |= OUTSIDE_DOCS | {"docs/README.md": "index.html", "docs": "index.html"}
    for file in other - places.keys():
        places[file] = file.removeprefix("docs/") if file.endswith(PICTURES) else source_path(file)
    return places


@cache
def generated_pages() -> tuple[Page, ...]:
    """The pages that are made from the code."""
    files = source_pages(python_files(), CHECKOUT)
    return (*law_pages(), *files, *game_pages(), readings_page(), commands_page(), python_page())


def whole(page: Page) -> str:
    """A page with all that stands around it."""
    body = page.body if page.path.startswith("source/") else linked(page.body, page.path)
    # What scrolls sideways can be reached by the keyboard.
    body = body.replace("<pre", '<pre tabindex="0"').replace('<div class="wide"', '<div class="wide" tabindex="0"')
    return filled(
        "page.html",
        page=page,
        body=Markup(body),
        chapters=chapters(),
        version=__version__,
    )


def check(site: Site, html: Mapping[str, str]) -> None:
    """Refuse a site with a page nobody finds, a link that leads nowhere or a picture that is not there."""
    wrong = [*_misplaced(site)] or [*faults(site, html)]
    if wrong:
        more = f"\n... and {len(wrong) - FAULTS_TOLD} more" if len(wrong) > FAULTS_TOLD else ""
        raise RulesError("the site is not built:\n" + "\n".join(wrong[:FAULTS_TOLD]) + more)


def _misplaced(site: Site) -> Iterator[str]:
    listed = {entry.path for chapter in chapters() for entry in chapter.entries} | {"index.html"}
    for path in sorted(listed - site.pages.keys()):
        yield f"the contents (contents.py) name {path}, and there is no such page"
    for path, page in site.pages.items():
        if path not in listed and not path.startswith("source/"):
            yield f"{page.origin}: the contents (contents.py) have no question that it answers"


def _check_place(out: Path) -> None:
    """Refuse a folder that holds something else, before any work is done."""
    if out.exists() and (not out.is_dir() or (not (out / MARK).exists() and any(out.iterdir()))):
        raise RulesError(f"{out} is neither empty nor a site built before")


def _write(site: Site, html: Mapping[str, str], out: Path) -> None:
    shutil.rmtree(out, ignore_errors=True)
    contents = {path: text.encode() for path, text in html.items()} | site.files | {MARK: b""}
    for path, content in contents.items():
        place = out / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
