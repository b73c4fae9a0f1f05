"""Side wagers of a variant file in a browser: offered by name, laid on the box, settled when their cards are out."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.house.house import House
from tests.browser.kit import PHONE, SETTINGS, WIDE, Person, StackedHouse

if TYPE_CHECKING:
    from playwright.sync_api import Browser

EXAMPLES = Path(__file__).parents[2] / "examples"


def table_of(stacked: StackedHouse, example: str, kind: str, deal: str = "") -> str:
    """A table of an example's file, where the cards named come out first."""

    async def opened(house: House) -> str:
        house.settings = replace(SETTINGS, variants=(str(EXAMPLES / example),))
        await house.open_house_tables()
        return next(live.id for live in house.tables.values() if kind in live.table.rules.wager_kinds)

    stacked.croupier.next = deal
    return stacked.do(opened)


def test_perfect_pairs_is_wagered_and_settled_in_the_browser(
    browser: "Browser", stacked: StackedHouse, pictures: Path | None
) -> None:
    table = table_of(stacked, "perfect_pairs.toml", "perfect-pairs")
    person = Person(browser, stacked.url, pictures).sit(table).to_betting()
    person.page.locator(".amount.bet").fill("10")
    person.spot("perfect-pairs").click()
    person.page.locator(".amount.bet").fill("4")
    assert person.spot("perfect-pairs").locator(".name").inner_text() == "Perfect Pairs $4", (
        "named on the felt as its file has it"
    )
    person.press("ready")
    person.sees(r"perfect-pairs of \$4 (wins|is collected)")
    person.page.get_by_role("button", name="What it pays").click()
    card = person.page.locator("#pays")
    for said in ("Double Back Jack with Perfect Pairs", "by the pitboss project", "A pair in the first two", "25 to 1"):
        card.get_by_text(said).first.wait_for()
    person.page.keyboard.press("Escape")
    person.go("#/")
    row = person.page.locator(f"[data-row='{table}']")
    row.get_by_text("by the pitboss project").wait_for()
    person.close()


def test_a_wager_on_the_players_final_hand_is_settled_by_five_cards_drawn_in_the_browser(
    browser: "Browser", stacked: StackedHouse, pictures: Path | None
) -> None:
    table = table_of(stacked, "long_hand.toml", "long-hand", "9C 2S TD 3S 8H 4S 5S 6S")
    person = Person(browser, stacked.url, pictures).sit(table).to_betting()
    person.page.locator(".amount.bet").fill("10")
    person.spot("long-hand").click()
    person.page.locator(".amount.bet").fill("4")
    assert person.spot("long-hand").locator(".name").inner_text() == "Long Hand $4"
    person.press("ready")
    for _ in range(3):
        person.usual_until("hit")
        person.press("hit")
    assert person.spot("long-hand").locator(".name").inner_text() == "Long Hand $4", "it waits for the hand to end"
    person.usual_until("stand")
    person.press("stand")
    person.sees(r"long-hand of \$4 wins \$48")
    person.close()


def test_a_bonus_for_a_21_of_five_cards_is_said_on_the_felt_and_paid_in_the_browser(
    browser: "Browser", stacked: StackedHouse, pictures: Path | None
) -> None:
    async def opened(house: House) -> str:
        house.settings = replace(SETTINGS, variants=(str(EXAMPLES / "spanish.toml"),))
        await house.open_house_tables()
        return next(live.id for live in house.tables.values() if live.table.rules.title == "Spanish bonuses")

    stacked.croupier.next = "9C 8D 2S 3S 9H 4S 5S 7S"
    person = Person(browser, stacked.url, pictures).sit(stacked.do(opened)).to_betting()
    felt = person.page.locator(".inscription")
    felt.get_by_text("21 of 5 cards, 6-7-8, 7-7-7 pays 3 to 2").first.wait_for(state="attached")
    person.page.locator(".amount.bet").fill("10")
    person.press("ready")
    for _ in range(3):
        person.usual_until("hit")
        person.press("hit")
    person.sees(r"bet of \$10 wins \$15")
    person.picture("bonus-21-paid")
    person.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    person.picture("bonus-21-paid-phone")
    person.page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    person.page.get_by_role("button", name="What it pays").click()
    card = person.page.locator("#pays")
    for said in ("21 of 7 cards or more", "21 of 6-7-8 spades", "3 to 1"):
        card.get_by_text(said).first.wait_for()
    person.close()
