"""A phone, a keyboard, a screen reader, less motion, light and dark."""

import pytest

from tests.browser.conftest import Visit
from tests.browser.kit import PHONE, Person, StackedHouse

EIGHTS = "9S 8H 8D KD 8S 2C 3C 4C 5C 6C 7C"


def fits(person: Person) -> bool:
    """Nothing hangs over the right edge."""
    wide: bool = person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return wide


def test_a_phone_of_360_pixels_has_no_sideways_scroll(stacked: StackedHouse, visit: Visit) -> None:
    table = stacked.table("double-attack-pa", EIGHTS)
    ann = visit(stacked, size=PHONE, has_touch=True).go()
    ann.page.locator(".games li").first.wait_for()
    assert fits(ann), "lobby"
    ann.picture("phone-lobby")
    ann.sit(table)
    assert fits(ann), "spread cards"
    ann.press("view-spread")
    assert fits(ann), "cut"
    ann.press("refuse-cut")
    ann.bet("10")
    ann.press("no-attack")
    ann.press("split")
    ann.press("double")
    assert fits(ann), "play"
    bar = ann.page.locator(".actions").bounding_box()
    assert bar is not None
    assert bar["y"] + bar["height"] <= PHONE[1] + 1, "the buttons are in reach without scrolling"
    small = ann.page.evaluate(
        "[...document.querySelectorAll('.actions button, .tools button')]"
        ".filter(b => b.offsetParent && b.offsetHeight < 36).length"
    )
    assert small == 0, "big enough for a finger"
    ann.picture("phone-play")
    for place in ("#/history", "#/account"):
        ann.go(place)
        ann.page.locator("h1").wait_for()
        assert fits(ann), place


def test_a_round_with_the_keyboard_alone(stacked: StackedHouse, visit: Visit) -> None:
    table = stacked.table("double-attack-pa", EIGHTS)
    ann = visit(stacked).go(f"#/table/{table}")
    ann.page.locator(".sit").first.wait_for()
    for _ in range(20):
        ann.page.keyboard.press("Tab")
        if ann.page.evaluate("document.activeElement.matches('.sit')"):
            break
    ann.page.keyboard.press("Enter")
    ann.sees(r"Your chips: \$500")
    for key, then in (("v", "cut"), ("n", "wager"), ("b", "ready"), ("g", "attack"), ("n", "split"), ("p", "hit")):
        ann.page.keyboard.press(key)
        ann.button(then).wait_for()
        ann.page.wait_for_function("() => !document.querySelector('.actions').ariaBusy")
        inside = ann.page.evaluate("document.querySelector('.actions').contains(document.activeElement)")
        assert inside, f"after {key} the focus is still on the action bar"
    # Tab from the bar reaches the first button, and Enter presses it.
    ann.page.keyboard.press("Tab")
    assert ann.page.evaluate("document.activeElement.dataset.move") in ann.offered()
    for _ in range(2):
        ann.page.keyboard.press("s")
        ann.page.wait_for_function("() => !document.querySelector('.actions').ariaBusy")
    ann.sees("Round 1: you (win|lose|are even)")
    assert ann.page.evaluate("document.querySelector('.actions').contains(document.activeElement)")


def test_a_refusal_is_spoken_and_an_amount_is_checked_before_it_is_sent(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked).sit(stacked.table("double-attack-pa")).to_betting()
    ann.page.locator(".amount.bet").fill("3")
    ann.page.locator(".amount.bet").press("Enter")
    alert = ann.page.get_by_role("alert").filter(has_text="Bet on box 1 is $10 at least: put more on")
    alert.wait_for()
    ann.page.locator(".amount.bet").fill("10.01")
    ann.page.locator(".amount.bet").press("Enter")
    ann.page.get_by_role("alert").filter(has_text="cannot be made of chips of $1").wait_for()


def test_what_happens_is_announced_in_words(stacked: StackedHouse, visit: Visit) -> None:
    table = stacked.table("double-attack-pa", EIGHTS)
    ann = visit(stacked).sit(table).to_betting().bet("10")
    ann.press("no-attack")
    ann.page.wait_for_function("() => document.getElementById('spoken').textContent.includes('eight of diamonds')")
    spoken = ann.page.locator("#spoken").inner_text()
    assert "box 1 gets eight of hearts" in spoken
    assert "dealer gets a card face down" in spoken
    assert "Your decision" in spoken


def test_cards_move_unless_less_motion_is_asked_for(stacked: StackedHouse, visit: Visit) -> None:
    count = (
        "(() => { window.moved = 0; const was = Element.prototype.animate;"
        " Element.prototype.animate = function (...all) { window.moved += 1; return was.apply(this, all); }; })()"
    )
    for motion, moves in (("no-preference", True), ("reduce", False)):
        table = stacked.table("double-attack-pa", EIGHTS)
        ann = visit(stacked, reduced_motion=motion).sit(table).to_betting()
        ann.page.evaluate(count)
        ann.bet("10")
        ann.press("no-attack")
        assert ann.hand() == ["eight of hearts", "eight of diamonds"]
        assert (ann.page.evaluate("window.moved") > 0) is moves


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_no_serious_finding_by_the_axe_rules(stacked: StackedHouse, visit: Visit, scheme: str) -> None:
    table = stacked.table("double-attack-pa", EIGHTS)
    ann = visit(stacked, color_scheme=scheme).go()
    ann.page.locator(".games li").first.wait_for()
    ann.page.locator("summary").first.click()
    found = {"lobby": ann.findings()}
    ann.sit(table)
    ann.press("view-spread")
    found["cut"] = ann.findings()
    ann.press("refuse-cut")
    ann.bet("10")
    ann.press("no-attack")
    ann.press("split")
    found["play"] = ann.findings()
    ann.picture(f"play-{scheme}")
    ann.usual_until("wager")
    found["over"] = ann.findings()
    ann.page.locator(".story .cite").first.click()
    found["clause"] = ann.findings()
    ann.page.keyboard.press("Escape")
    for place, ready in (("#/account", "form"), ("#/history", "td a")):
        ann.go(place)
        ann.page.locator(ready).first.wait_for()
        found[place] = ann.findings()
    ann.page.locator("td a").first.click()
    ann.page.get_by_role("button", name="To the end").click()
    found["round"] = ann.findings()
    if scheme == "dark":
        ann.sign_up("Flo Axe", stacked.invitation("floorperson")).go(f"#/floor/{table}")
        ann.sees("Round 1, betting")
        found["floor"] = ann.findings()
    assert {page: findings for page, findings in found.items() if findings} == {}


def test_light_and_dark_can_be_switched_by_hand(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked, color_scheme="light").go()
    page = "getComputedStyle(document.body).backgroundColor"
    light = ann.page.evaluate(page)
    ann.page.get_by_role("button", name="Switch between light and dark").click()
    assert ann.page.evaluate(page) != light
