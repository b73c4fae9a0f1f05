"""Drills in a browser: chosen from the lobby, answered by key, touch, amount and chips, marked by the house."""

import re
from importlib.resources import files

import pytest

from tests.browser.conftest import Visit
from tests.browser.kit import Person, StackedHouse

TABLET = (820, 1180)
SMALL = (390, 780)
GAME = "double-attack-pa"


def findings(person: Person) -> list[str]:
    """Whatever axe finds, serious or not."""
    person.page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
    found = person.page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
    return [f"{one['id']}: {node['target']}" for one in found for node in one["nodes"]]


def right_answer(stacked: StackedHouse, person: Person, drill: str) -> str:
    """What the house holds for right, which no browser is told."""
    name = person.name()
    return stacked.house.drills._open[name, GAME, drill].session.item.answers[0]


def begin(person: Person, drill: str) -> Person:
    person.go(f"#/drills/{GAME}/{drill}")
    person.page.locator(".question").wait_for()
    return person


def test_from_the_lobby_to_a_drill_and_what_was_done_is_there_again(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked).go("#/")
    ann.page.get_by_role("link", name="Dealer's drills").click()
    ann.sees("Drills")
    ann.page.get_by_role("link", name=re.compile("hand totals, Double Attack.*Pennsylvania|hand totals")).first.click()
    ann.page.locator(".question").wait_for()
    assert ann.page.evaluate("document.activeElement.name") == "given", "one may type at once"
    ann.page.keyboard.type("1")
    ann.page.keyboard.press("Enter")
    ann.sees("Wrong: it is")
    ann.sees("Item 2")
    answer = right_answer(stacked, ann, "hand-totals")
    ann.page.keyboard.type(answer)
    ann.page.keyboard.press("Enter")
    ann.sees("Right, in")
    ann.sees("1 of 2 right so far")
    ann.go("#/drills")
    ann.sees("1 of 2 right, .* s each")
    assert findings(ann) == []
    ann.picture("drills")


def test_a_payment_is_made_by_amount_and_then_by_chips(stacked: StackedHouse, visit: Visit) -> None:
    ann = begin(visit(stacked, size=TABLET, has_touch=True), "payouts")
    answer = right_answer(stacked, ann, "payouts")
    ann.page.get_by_label("Amount in dollars").fill(answer)
    ann.page.get_by_role("button", name="Answer").tap()
    ann.sees("Right, in")
    cents = round(float(right_answer(stacked, ann, "payouts").replace("$", "").replace(",", "")) * 100)
    for button in ann.page.locator(".rack button").all():
        shown = button.locator("b").inner_text()
        worth = round(float(shown.replace("$", "").replace(",", "")) * 100)
        for _ in range(cents // worth):
            button.tap()
        cents %= worth
    assert cents == 0
    ann.sees("In front of you: ")
    assert ann.page.get_by_label("Amount in dollars").is_disabled()
    assert findings(ann) == []
    ann.picture("drill-payouts")
    ann.page.get_by_role("button", name="Answer").tap()
    ann.sees("2 of 2 right so far")


@pytest.mark.parametrize("size", [SMALL, TABLET, (1280, 860)])
def test_a_round_is_watched_step_by_step_and_foul_is_cried_by_key(
    stacked: StackedHouse, visit: Visit, size: tuple[int, int]
) -> None:
    ann = begin(visit(stacked, size=size), "spot-the-fault")
    for number in range(1, 13):
        ann.sees(f"Item {number}$")
        answer = right_answer(stacked, ann, "spot-the-fault")
        if answer != "none":
            break
        ann.page.keyboard.press("a")
        ann.page.keyboard.press("0")
    where, _, what = answer.partition(" ")
    for _ in range(int(where)):
        ann.page.keyboard.press("n")
    assert ann.page.locator(".steps li").count() >= int(where)
    ann.page.keyboard.press("f")
    ann.sees("Where\\? Press the line")
    ann.page.locator(f".steps li:nth-child({where}) button").click()
    ann.sees(f"What is wrong at line {where}")
    assert findings(ann) == []
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ann.picture(f"drill-spot-{size[0]}")
    ann.page.locator(".choices button", has_text=re.compile(f"^\\d?\\s*{re.escape(what)}$")).click()
    ann.sees(f"Item {number + 1}$")
    ann.sees("Right, in")
    ann.page.keyboard.press("f")
    ann.page.locator(".steps button").first.click()
    ann.page.keyboard.press("w")
    ann.page.keyboard.press("a")
    ann.page.get_by_role("button", name="No fault").wait_for()
    assert ann.faults == []


def test_a_choice_is_made_by_its_number_and_a_clause_is_read(stacked: StackedHouse, visit: Visit) -> None:
    ann = begin(visit(stacked, size=SMALL), "which-clause")
    assert ann.page.locator(".choices button").count() == 4
    assert findings(ann) == []
    ann.picture("drill-clause")
    ann.page.keyboard.press("1")
    ann.sees("so far")
    ann.page.locator(".marked .cite").first.click()
    ann.page.locator("#clause[open]").wait_for()
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_something_that_went_wrong_is_resolved_by_a_move(stacked: StackedHouse, visit: Visit) -> None:
    ann = begin(visit(stacked), "resolve-it")
    answer = right_answer(stacked, ann, "resolve-it")
    ann.page.get_by_role("button", name=re.compile(re.escape(answer))).click()
    ann.sees("Right, in")
    ann.picture("drill-resolve")


def test_a_drill_that_there_is_not_is_said(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked).go(f"#/drills/{GAME}/second-chance")
    ann.page.get_by_role("alert").filter(has_text="o drill is called").wait_for()
