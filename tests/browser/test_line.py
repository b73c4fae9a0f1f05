"""The line to the house goes dead without a word, and comes back: what somebody at a table sees of it."""

from typing import TYPE_CHECKING, Any

from tests.browser.conftest import Visit
from tests.browser.kit import Person, StackedHouse

if TYPE_CHECKING:
    from playwright.sync_api import WebSocketRoute


class Wire:
    """What lies between a browser and the house; cut, it swallows every word and tells neither end."""

    def __init__(self, person: Person) -> None:
        self.cut = False
        person.page.route_web_socket("**/ws", self._between)
        person.page.route("**/api/session", lambda route: route.abort() if self.cut else route.continue_())

    def _between(self, browser: "WebSocketRoute") -> None:
        house = browser.connect_to_server()
        here = not self.cut
        browser.on_message(lambda told: house.send(told) if here and not self.cut else None)
        house.on_message(lambda told: browser.send(told) if here and not self.cut else None)


def at_a_decision(stacked: StackedHouse, visit: Visit) -> tuple[Person, Wire]:
    ann: Person = visit(stacked)
    wire = Wire(ann)
    ann.faults = Unheard()  # a browser writes into its console that it could not reach the house
    ann.sit(stacked.table("double-attack-pa", "9S 6H 5D KD 2C 3C")).to_betting().bet("10")
    ann.usual_until("no-attack")
    ann.press("no-attack")
    ann.button("stand").wait_for()
    return ann, wire


class Unheard(list[str]):
    """Faults of the network are what these tests are about; any other counts."""

    def append(self, fault: Any) -> None:
        if "net::" not in fault:
            super().append(fault)


def test_a_dead_line_is_noticed_within_five_seconds_and_nothing_can_be_pressed(
    stacked: StackedHouse, visit: Visit
) -> None:
    ann, wire = at_a_decision(stacked, visit)
    wire.cut = True
    ann.page.get_by_role("alert").filter(has_text="Connection lost").wait_for(timeout=5000)
    assert ann.button("stand").is_disabled()
    at = ann.at()
    ann.page.keyboard.press("s")
    wire.cut = False
    ann.page.locator("body[data-connection=up]").wait_for()
    ann.button("stand").wait_for()
    assert ann.at() == at, "the key pressed into the dead line did nothing, then or later"
    assert not ann.page.locator("#line").is_visible()
    ann.press("stand")
    ann.sees("Round 1: you lose")


def test_who_comes_back_is_told_what_the_house_did_meanwhile(stacked: StackedHouse, visit: Visit) -> None:
    ann, wire = at_a_decision(stacked, visit)
    wire.cut = True
    ann.page.locator("#line").wait_for()
    stacked.time_is_up()
    wire.cut = False
    told = ann.page.locator("#meanwhile")
    told.wait_for()
    words = told.inner_text()
    assert "the house decides for" in words
    assert "round 1 is over: you lost $10" in words
    assert told.locator(".cite").count() > 0, "with the clause under which it was asked"
    assert ann.findings() == []
    ann.picture("while-you-were-away")
    told.get_by_role("button", name="Understood").click()
    assert not told.is_visible()


def test_a_quiet_table_is_no_dead_line(stacked: StackedHouse, visit: Visit) -> None:
    ann, _ = at_a_decision(stacked, visit)
    ann.page.wait_for_timeout(6000)
    assert not ann.page.locator("#line").is_visible()
    assert ann.button("stand").is_enabled()


class Mover(Wire):
    """A wire of a house on many processes: a table is on its way, and who asks for it is told to ask again."""

    def __init__(self, person: Person) -> None:
        self.moving = False
        self.asked: list[str] = []
        super().__init__(person)

    def _between(self, browser: "WebSocketRoute") -> None:
        house = browser.connect_to_server()

        def said(told: str | bytes) -> None:
            if self.moving and '"type":"join"' in str(told):
                self.asked.append(str(told))
            else:
                house.send(told)

        browser.on_message(said)
        house.on_message(browser.send)
        self.tell = browser.send


def test_a_table_that_moves_to_another_process_goes_on_where_it_was(stacked: StackedHouse, visit: Visit) -> None:
    """Nothing can be pressed meanwhile, the page says why, and afterwards nothing has happened."""
    ann: Person = visit(stacked)
    wire = Mover(ann)
    table = stacked.table("double-attack-pa", "9S 6H 5D KD 2C 3C")
    ann.sit(table).to_betting().bet("10")
    ann.usual_until("no-attack")
    ann.press("no-attack")
    stand = ann.button("stand")
    stand.wait_for()
    at = ann.at()
    name = ann.page.url.rpartition("/")[2]
    wire.moving = True
    for _ in range(2):
        wire.tell(f'{{"type": "elsewhere", "table": "{name}", "at": null}}')
    ann.page.get_by_role("alert").filter(has_text="moves to another computer").wait_for()
    assert stand.is_disabled()
    assert ann.findings() == []
    ann.picture("a-table-moves")
    assert wire.asked
    assert all(f'"since":{at}' in said for said in wire.asked), "from where it was"
    wire.moving = False
    wire.tell(f'{{"type": "elsewhere", "table": "{name}", "at": null}}')
    ann.page.locator("#line").wait_for(state="hidden")
    assert not ann.page.locator("#meanwhile").is_visible(), "nothing has happened"
    assert ann.at() == at
    ann.press("stand")
    ann.sees("Round 1: you lose")
