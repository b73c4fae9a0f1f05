"""A report in a real browser: nothing is fetched, nothing is cut off, on a screen, a phone and paper."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.kit import every_finding

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.skipif(not find_spec("altair"), reason="the extra `report` is not installed here")
A4_MM, LETTER_MM, MARGIN_MM = 210, 216, 14
MM = 96 / 25.4  # pixels


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of the house's game, short simulations, as the command writes it."""
    folder = tmp_path_factory.mktemp("report")
    words = [sys.executable, "-m", "pitboss", "report", "double-deck-house", "--rounds", "10000", "-o", "report.html"]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder / "report.html"


def opened(browser: "Browser", path: Path, width: int) -> "Page":
    page = browser.new_page(viewport={"width": width, "height": 1000})
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    told: list[str] = []
    page.on("console", lambda message: told.append(message.text))
    page.goto(path.as_uri())
    assert fetched == [path.as_uri()]
    assert told == []
    return page


CUT_OFF = """() => [...document.querySelectorAll('svg, table.card, table.figures, pre, .tiles > div')]
    .filter(e => e.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
    .map(e => e.tagName + ' ' + (e.getAttribute('aria-label') || e.innerText || '').slice(0, 60))"""


def test_on_a_screen_nothing_is_fetched_or_cut_off(browser: "Browser", report: Path, pictures: Path | None) -> None:
    page = opened(browser, report, 1000)
    assert page.evaluate(CUT_OFF) == []
    if pictures is not None:
        page.screenshot(path=pictures / "report.png", full_page=True)
    assert every_finding(page) == []
    page.close()


def test_on_a_phone_the_page_does_not_scroll_sideways(browser: "Browser", report: Path) -> None:
    page = opened(browser, report, 360)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.close()


@pytest.mark.parametrize("paper", [A4_MM, LETTER_MM])
def test_on_paper_nothing_is_cut_off(browser: "Browser", report: Path, paper: int) -> None:
    page = opened(browser, report, round((paper - 2 * MARGIN_MM) * MM))
    page.emulate_media(media="print")
    assert page.evaluate(CUT_OFF) == []
    page.close()


def test_the_words_of_a_chart_do_not_lie_on_each_other(browser: "Browser", report: Path) -> None:
    page = opened(browser, report, 1000)
    overlapping = page.evaluate(
        """() => [...document.querySelectorAll('svg')].flatMap(svg => {
            const boxes = [...svg.querySelectorAll('text')].filter(t => t.textContent.trim())
                .map(t => ({words: t.textContent, box: t.getBoundingClientRect()}));
            const hits = [];
            for (let i = 0; i < boxes.length; i++) for (let j = i + 1; j < boxes.length; j++) {
                const a = boxes[i].box, b = boxes[j].box;
                const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
                const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
                if (wide > 2 && high > 4) hits.push(boxes[i].words + ' / ' + boxes[j].words);
            }
            return hits;
        })"""
    )
    assert overlapping == []
    page.close()
