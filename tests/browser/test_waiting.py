"""A table, or the house, is not there for a while: the page says why, asks again by itself and goes on where it was."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from pitboss.house import archive
from pitboss.house.house import House
from pitboss.house.protocol import OpenTable
from tests.browser.conftest import Visit
from tests.browser.kit import Person, StackedHouse
from tests.browser.test_line import Unheard, at_a_decision

if TYPE_CHECKING:
    from playwright.sync_api import WebSocketRoute

PRACTICE = OpenTable(id="own", game="double-attack-pa", practice=True)
OTHERS = "it was opened by another version"


@contextmanager
def resting(stacked: StackedHouse, table: str) -> Iterator[None]:
    """A table of another version, whose process is away for so long."""

    async def rests(house: House) -> None:
        async def at_rest() -> None:
            house.kept_out[table] = OTHERS
            house.drop(house.tables[table])

        await house.tables[table].in_turn(at_rest)

    async def goes_on(house: House) -> None:
        del house.kept_out[table]
        await house.database.ownership.take(table)
        await house._resume(table, (await archive.recipes_of(house.database, [table]))[table])

    stacked.do(rests)
    yield
    stacked.do(goes_on)


class Listener:
    """Hears what a browser says."""

    def __init__(self, person: Person) -> None:
        self.joins = 0
        person.page.route_web_socket("**/ws", self._between)

    def _between(self, browser: "WebSocketRoute") -> None:
        house = browser.connect_to_server()

        def said(told: str | bytes) -> None:
            self.joins += '"type":"join"' in str(told)
            house.send(told)

        browser.on_message(said)
        house.on_message(browser.send)


def test_a_table_that_rests_goes_on_at_the_decision_it_was_at(stacked: StackedHouse, visit: Visit) -> None:
    ann, _ = at_a_decision(stacked, visit)
    at, cards = ann.at(), ann.hand()
    with resting(stacked, ann.page.url.rpartition("/")[2]):
        banner = ann.page.get_by_role("alert").filter(has_text=f"rests, and the chips at it stay there: {OTHERS}")
        banner.wait_for()
        assert ann.button("stand").is_disabled()
        assert ann.findings() == []
        ann.picture("a-table-rests")
    ann.page.locator("#line").wait_for(state="hidden")
    assert (ann.at(), ann.hand()) == (at, cards)
    assert not ann.page.locator("#meanwhile").is_visible(), "nothing has happened"
    ann.press("stand")
    ann.sees("Round 1: you lose")


def test_who_comes_to_a_table_that_rests_is_at_it_when_it_goes_on(stacked: StackedHouse, visit: Visit) -> None:
    ann: Person = visit(stacked)
    heard = Listener(ann)
    table = stacked.table("double-attack-pa")
    with resting(stacked, table):
        ann.go(f"#/table/{table}")
        ann.page.get_by_role("alert").filter(has_text=OTHERS).wait_for()
        ann.page.wait_for_timeout(2000)  # it is asked again after one second, then after two more
        assert heard.joins == 2
    ann.page.locator("#line").wait_for(state="hidden")
    ann.sit(table)


def test_who_goes_elsewhere_asks_no_more_for_a_table_that_rests(stacked: StackedHouse, visit: Visit) -> None:
    ann: Person = visit(stacked)
    heard = Listener(ann)
    table = stacked.table("double-attack-pa")
    with resting(stacked, table):
        ann.go(f"#/table/{table}")
        ann.page.get_by_role("alert").filter(has_text=OTHERS).wait_for()
        ann.page.get_by_role("link", name="My rounds").click()
        ann.page.wait_for_timeout(1500)
        assert heard.joins == 1


def test_a_table_that_is_not_there_is_not_asked_for_again(stacked: StackedHouse, visit: Visit) -> None:
    """Also on the floor's page, and for somebody else's practice table."""
    ann: Person = visit(stacked)
    heard = Listener(ann)
    ann.sign_up("Flo", stacked.invitation("floorperson"))
    own = stacked.do(lambda house: house.open_table(PRACTICE, stacked.owner.account)).id
    ann.go("#/table/t0000")
    ann.sees("No table t0000 is open")
    ann.page.get_by_role("link", name="To the lobby").click()
    ann.page.goto(f"{ann.url}/#/table/{own}")
    ann.sees(f"Table {own} is somebody's own, for practice")
    ann.page.goto(f"{ann.url}/#/floor/t0000")
    ann.sees("No table t0000 is open")
    ann.page.wait_for_timeout(1500)
    assert heard.joins == 3


def test_a_table_on_its_way_is_there_for_who_comes_meanwhile(stacked: StackedHouse, visit: Visit) -> None:
    """Nothing was seen of it yet, and it is asked for all the same."""
    ann: Person = visit(stacked)
    table = stacked.table("double-attack-pa")
    told = 0

    def between(browser: "WebSocketRoute") -> None:
        house = browser.connect_to_server()

        def said(message: str | bytes) -> None:
            nonlocal told
            if '"type":"join"' in str(message) and not told:
                told = 1
                browser.send(f'{{"type": "elsewhere", "table": "{table}", "at": null}}')
            else:
                house.send(message)

        browser.on_message(said)
        house.on_message(browser.send)

    ann.page.route_web_socket("**/ws", between)
    ann.sit(table)
    assert told
    assert not ann.page.locator("#meanwhile").is_visible()


def test_who_opens_a_table_while_the_line_is_dead_is_there_when_it_is_back(stacked: StackedHouse, visit: Visit) -> None:
    ann, wire = at_a_decision(stacked, visit)
    table = stacked.table("double-attack-pa")
    wire.cut = True
    ann.page.locator("#line").wait_for()
    ann.page.evaluate("place => { location.hash = place }", f"#/table/{table}")
    wire.cut = False
    ann.page.locator(".sit[data-box='2']").wait_for()


def test_a_house_that_is_full_lets_one_in_as_soon_as_there_is_room(stacked: StackedHouse, visit: Visit) -> None:
    ann: Person = visit(stacked)
    house = stacked.house
    house.settings, before = replace(house.settings, sockets_max=0), house.settings
    ann.page.goto(ann.url)
    ann.page.get_by_role("alert").filter(has_text="The house is full").wait_for()
    ann.picture("the-house-is-full")
    house.settings = before
    ann.page.locator("body[data-connection=up]").wait_for()
    assert not ann.page.locator("#line").is_visible()


def test_who_comes_before_the_house_opens_is_let_in_when_it_does(stacked: StackedHouse, visit: Visit) -> None:
    ann: Person = visit(stacked)
    ann.faults = Unheard()
    closed = True
    ann.page.route("**/api/session", lambda route: route.abort() if closed else route.continue_())
    ann.page.goto(ann.url)
    ann.page.get_by_role("alert").filter(has_text="The house does not answer").wait_for()
    closed = False
    ann.page.locator("body[data-connection=up]").wait_for()
    ann.page.get_by_role("heading").first.wait_for()
