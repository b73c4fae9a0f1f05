"""The list of rounds: page by page, each once, and no button that leads nowhere."""

import json
from typing import TYPE_CHECKING, Any

from tests.browser.conftest import Visit
from tests.browser.kit import StackedHouse

if TYPE_CHECKING:
    from playwright.sync_api import Route


def some(first: int, count: int) -> list[dict[str, Any]]:
    return [
        {
            "id": f"t1.{n}",
            "n": n,
            "table": "t1",
            "game": "double-attack-pa",
            "round": n,
            "at_ms": 1_700_000_000_000,
            "net_cents": 500,
            "opened": True,
        }
        for n in range(first, first - count, -1)
    ]


def test_earlier_rounds_come_once_and_the_button_goes_when_there_are_no_more(
    stacked: StackedHouse, visit: Visit
) -> None:
    asked: list[str] = []

    def answer(route: "Route") -> None:
        asked.append(route.request.url)
        late = "before=25" in route.request.url
        page = {"rounds": some(24, 24), "more": None} if late else {"rounds": some(74, 50), "more": 25}
        route.fulfill(content_type="application/json", body=json.dumps(page))

    ann = visit(stacked)
    ann.page.route("**/api/history*", answer)
    ann.go("#/history")
    earlier = ann.page.get_by_role("button", name="Earlier rounds")
    earlier.wait_for()
    assert ann.page.locator("tbody tr").count() == 50
    earlier.click()
    earlier.wait_for(state="hidden")
    assert ann.page.locator("tbody tr").count() == 74
    assert len(asked) == 2


def test_who_has_played_nothing_is_offered_nothing_earlier(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked).go("#/history")
    ann.sees("You have not played a round yet")
    assert not ann.page.get_by_role("button", name="Earlier rounds").is_visible()


def test_light_or_dark_is_remembered(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked, color_scheme="light").go()
    ann.page.get_by_role("button", name="Switch between light and dark").click()
    page = "getComputedStyle(document.body).backgroundColor"
    dark = ann.page.evaluate(page)
    ann.page.reload()
    ann.page.locator("body[data-connection=up]").wait_for()
    assert ann.page.evaluate(page) == dark


def test_lobby_and_table_together_come_in_less_than_200_kb(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked).go()
    ann.page.locator(".play").first.click()
    ann.page.locator(".felt .box").first.wait_for()
    came = ann.page.evaluate(
        "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
        ".filter(({ name }) => !name.includes('/api/')).map(({ name, encodedBodySize }) => [name, encodedBodySize])"
    )
    assert len(came) > 10
    assert 20_000 < sum(size for _, size in came) < 200_000
    assert {name.rpartition(":")[0] for name, _ in came} == {stacked.url.rpartition(":")[0]}, "and from nowhere else"


def test_the_adviser_once_asked_for_is_there_again(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked).sit(stacked.table("double-attack-pa"))
    adviser = ann.page.get_by_label("Adviser")
    assert not adviser.is_checked()
    adviser.check()
    ann.page.reload()
    adviser.wait_for()
    assert adviser.is_checked()
    adviser.uncheck()
    ann.page.reload()
    adviser.wait_for()
    assert not adviser.is_checked()
