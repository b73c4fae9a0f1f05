"""A newcomer in the lobby: a seat in one press, a guide at the first round, and tables that others have opened."""

from tests.browser.conftest import Visit
from tests.browser.kit import PHONE, StackedHouse

CLICKS = (
    "(() => { window.clicks = 0; addEventListener('click', e => { if (e.isTrusted) window.clicks += 1 }, true) })()"
)


def test_cards_lie_before_a_newcomer_after_four_presses(served: str, visit: Visit) -> None:
    ann = visit(served).go()
    ann.page.evaluate(CLICKS)
    ann.page.locator(".play[data-game='double-attack-pa']").click()
    ann.button("wager").wait_for()
    ann.page.get_by_role("region", name="Your first round").get_by_text("Place your bet").wait_for()
    ann.picture("guide")
    assert {"lobby.js", "guide.js", "felt.js"} <= {name.rpartition("/")[2] for name in ann.fetched()}
    assert sum(ann.fetched().values()) < 200_000, "lobby, guide and table together, before they are compressed"
    assert ann.page.locator(".pointed").get_attribute("data-move") in ("wager", "ready")
    ann.press("wager")
    if "no-attack" not in ann.offered():
        ann.sees("Now ask for the cards|The dealer shows a card")
        ann.press("ready")
    ann.button("no-attack").wait_for()
    ann.sees("that is the attack")
    ann.press("no-attack")
    ann.page.locator(".box.mine .card").nth(1).wait_for()
    assert ann.page.evaluate("window.clicks") <= 4
    assert ann.findings() == []
    ann.usual_until("wager")
    ann.sees("That was a round")
    ann.page.get_by_role("button", name="I know the way").click()
    assert not ann.page.locator("#guide").is_visible()
    ann.page.get_by_role("button", name="What it pays").click()
    ann.page.locator("#pays").get_by_text("200 to 1").wait_for()
    ann.page.keyboard.press("Escape")
    ann.go("#/")
    ann.page.locator(".play[data-game='double-attack-pa']").click()
    ann.button("wager").wait_for()
    assert not ann.page.locator("#guide").is_visible(), "who knows the way is not shown it again"


def test_a_guide_can_be_sent_away(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked, size=PHONE, has_touch=True).go()
    ann.page.locator(".play[data-game='double-back-jack-pa']").click()
    ann.page.get_by_role("button", name="No guide").click()
    assert not ann.page.locator("#guide").is_visible()
    ann.button("wager").wait_for()
    assert ann.page.locator(".pointed").count() == 0


def test_a_guide_stays_at_the_table(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked).go()
    ann.page.locator(".play[data-game='double-attack-pa']").click()
    ann.page.locator("#guide").wait_for()
    ann.page.get_by_role("link", name="My rounds").click()
    ann.page.get_by_role("heading", name="My rounds").wait_for()
    assert not ann.page.locator("#guide").is_visible()


def test_who_sits_somewhere_is_shown_back_there(stacked: StackedHouse, visit: Visit) -> None:
    table = stacked.table("double-deck-house")
    ann = visit(stacked).sit(table)
    ann.go("#/")
    ann.page.locator("tr.mine").get_by_text("you sit here").wait_for()
    ann.page.locator(".play[data-game='double-deck-house']").click()
    ann.page.wait_for_url(f"**/#/table/{table}")


def test_the_lobby_follows_and_loses_nothing_that_is_being_chosen(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked).go()
    ann.page.locator(".games summary").filter(has_text="Options").first.click()
    field = ann.page.locator(".games details[open] select").first
    field.select_option(index=1)
    chosen = field.input_value()
    table = stacked.table("five-card-hi-lo-pa")
    row = ann.page.locator(f"tr:has([data-of='{table}'])")
    row.wait_for()
    assert (row.locator("td").nth(2).inner_text(), row.locator("td").nth(3).inner_text()) == ("nobody yet", "6 of 6")
    assert field.input_value() == chosen, "what was chosen in a form stays"
    row.locator("[data-of]").focus()
    bob = visit(stacked).sit(table, 2)
    row.get_by_text(f"{bob.name()} (box 2)").wait_for()
    assert ann.page.evaluate("document.activeElement.dataset.of") == table, "the focus stays where it was"


def test_tables_are_filtered(stacked: StackedHouse, visit: Visit) -> None:
    one, other = stacked.table("double-deck-house"), stacked.table("double-attack-nj")
    ann = visit(stacked).go()
    ann.page.locator(f"[data-of='{one}']").wait_for()
    ann.page.locator(".filters [name='game']").select_option("double-attack-nj")
    ann.page.locator(f"[data-of='{one}']").wait_for(state="detached")
    assert ann.page.locator(f"[data-of='{other}']").is_visible()
    ann.page.locator(".filters [name='most']").select_option("500")
    ann.sees("No open table is like that")


def test_a_private_table_is_found_by_its_link_alone(stacked: StackedHouse, visit: Visit) -> None:
    ann, eve = visit(stacked, permissions=["clipboard-read", "clipboard-write"]).go(), visit(stacked).go()
    ann.page.locator(".private[data-game='double-attack-pa']").click()
    ann.page.locator(".sit").first.wait_for()
    table = ann.page.url.rpartition("/")[2]
    ann.page.get_by_role("button", name="Copy the link").click()
    ann.page.get_by_role("button", name="Copy the link").get_by_text("Copied").wait_for()
    link = ann.page.evaluate("navigator.clipboard.readText()")
    assert link == f"{stacked.url}/#/table/{table}"
    public = stacked.table("double-attack-pa")
    eve.page.locator(f"[data-of='{public}']").wait_for()
    assert eve.page.locator(f"[data-of='{table}']").count() == 0
    bob = visit(stacked)
    bob.page.goto(link)
    bob.page.locator(".sit").first.wait_for()
    ann.go("#/")
    ann.page.locator(f"tr:has([data-of='{table}'])").get_by_text("by link only").wait_for()
    assert ann.findings() == []
    ann.picture("lobby-with-tables")
