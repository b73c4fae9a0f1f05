"""The side wagers of a variant file in a browser: offered by name, laid on the box, settled with the first cards."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pitboss.house.house import House
from tests.browser.kit import SETTINGS, Person, StackedHouse

if TYPE_CHECKING:
    from playwright.sync_api import Browser

EXAMPLE = Path(__file__).parents[2] / "examples" / "perfect_pairs.toml"


@pytest.fixture
def pairs(stacked: StackedHouse) -> str:
    """A table of the example."""

    async def opened(house: House) -> str:
        house.settings = replace(SETTINGS, variants=(str(EXAMPLE),))
        await house.open_house_tables()
        return next(live.id for live in house.tables.values() if live.table.rules.wagers.side_wagers)

    return stacked.do(opened)


def test_perfect_pairs_is_wagered_and_settled_in_the_browser(
    browser: "Browser", stacked: StackedHouse, pairs: str, pictures: Path
) -> None:
    person = Person(browser, stacked.url, pictures).sit(pairs).to_betting()
    person.page.locator(".amount.bet").fill("10")
    person.spot("perfect-pairs").click()
    person.page.locator(".amount.bet").fill("4")
    assert person.spot("perfect-pairs").locator(".name").inner_text() == "Perfect Pairs $4", (
        "named on the felt as its file has it"
    )
    person.press("ready")
    person.sees(r"perfect-pairs of \$4 (wins|is collected)")
    person.close()
