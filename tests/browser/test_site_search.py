"""The search of the site, opened from a disk: what is found, by keyboard alone, and nothing sent anywhere."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pitboss.law.carried_out import CHECKOUT
from pitboss.report.site.builder import whole, written_pages
from pitboss.report.site.searching import index

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FIELD, FOUND = "form[role=search] input", "form[role=search] li"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages written by hand, with their index."""
    out = tmp_path_factory.mktemp("pages")
    site = written_pages(CHECKOUT)
    files = site.files | {path: whole(page).encode() for path, page in site.pages.items()}
    for path, content in (files | {"search-index.js": index(site.pages)}).items():
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        (out / path).write_bytes(content)
    return out


@pytest.fixture
def page(browser: "Browser", pages: Path) -> Iterator["Page"]:
    opened = browser.new_page(viewport={"width": 360, "height": 700})
    fetched: list[str] = []
    opened.on("request", lambda request: fetched.append(request.url))
    opened.goto((pages / "glossary.html").as_uri())
    yield opened
    assert all(url.startswith(pages.as_uri()) for url in fetched)
    opened.close()


def test_a_word_is_found_by_its_heading_first_and_enter_goes_there(page: "Page") -> None:
    page.keyboard.press("/")
    page.keyboard.type("variant, in a minute")
    page.wait_for_selector(FOUND)
    assert page.locator(FOUND).first.locator("a").inner_text() == "A variant, in a minute"
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.keyboard.press("Enter")
    page.wait_for_url("**/add-a-game.html#a-variant-in-a-minute")


def test_a_word_is_explained_before_it_is_used(page: "Page") -> None:
    page.fill(FIELD, "cover card")
    page.wait_for_selector(FOUND)
    assert page.locator(FOUND).first.locator("a").inner_text() == "cover card, cut card (Double Deck)"
    page.wait_for_selector(f"{FOUND} >> text=a plain card")


def test_the_arrows_walk_through_what_is_found_and_escape_leaves_it(page: "Page") -> None:
    page.focus(FIELD)
    page.keyboard.type("SHOE")
    page.wait_for_selector(FOUND)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    second = page.locator(FOUND).nth(1).locator("a")
    assert second.evaluate("link => link === document.activeElement")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert page.locator(FIELD).evaluate("field => field === document.activeElement")
    page.keyboard.press("Escape")
    page.wait_for_selector(FOUND, state="detached")


def test_what_no_page_has_is_said(page: "Page") -> None:
    page.fill(FIELD, "shoe <b>zyzzyva")
    page.wait_for_function(
        "document.querySelector('form [role=status]').textContent === 'No page has “shoe <b>zyzzyva”.'"
    )
    assert page.locator(FOUND).count() == 0


def test_every_word_asked_for_is_there(page: "Page") -> None:
    page.fill(FIELD, "cover card shuffle")
    page.wait_for_selector(FOUND)
    marked = {word.lower() for word in page.locator(f"{FOUND} mark").all_inner_texts()}
    assert {"card", "shuffle"} & marked
    page.fill(FIELD, "")
    page.wait_for_selector(FOUND, state="detached")
