"""A dealer at the console: what is due, done with the console's own controls, by taps, forms and chips."""

import re
from typing import TYPE_CHECKING

import msgspec

from pitboss.house.console import at_work
from pitboss.house.console_shape import Control
from pitboss.house.dealing import DealingTable
from pitboss.house.floor_offers import tag_of
from pitboss.house.live_table import LiveTable
from pitboss.school.acts import AnyAct, Chips, PickUp, Ruling, Say, Step
from tests import moves as m
from tests.browser.kit import Person, StackedHouse

if TYPE_CHECKING:
    from playwright.sync_api import Locator

CHIPS = (1_000_00, 500_00, 100_00, 25_00, 5_00, 1_00, 50)
ACTS_MOST = 400


class Dealer:
    """Somebody who knows the procedure and makes every step of it by hand."""

    def __init__(self, person: Person, stacked: StackedHouse) -> None:
        self.person = person
        self.page = person.page
        self.stacked = stacked

    @property
    def table(self) -> LiveTable:
        """The table in the house, whoever plays there."""
        return self.stacked.house.tables[self.page.url.rpartition("/")[2]]

    @property
    def live(self) -> DealingTable:
        """The table with practice players."""
        live = self.table
        assert isinstance(live, DealingTable)
        return live

    @property
    def controls(self) -> tuple[Control, ...]:
        """What the house says may be done."""
        live = self.table
        told = live.console() if isinstance(live, DealingTable) else at_work(live.id, live.table, m.DEALER)
        return told.controls or ()

    def open(self, game: str, **chosen: object) -> "Dealer":
        """From the lobby in one press, with what was chosen the last time."""
        self.person.go("#/")
        wish = msgspec.json.encode({"mode": "corrected", "boxes": 2, **chosen}).decode()
        self.page.evaluate("wish => localStorage.setItem('pitboss deal', wish)", wish)
        self.page.locator(f"button.deal[data-game='{game}']").click()
        self.page.locator(".place").first.wait_for()
        return self

    # --- one act ----------------------------------------------------------------------------------------------------

    def due(self) -> AnyAct | None:
        """What is to be done now."""
        due = self.live.practised.guidance()
        return None if due is None else due.act

    def do(self, act: AnyAct) -> None:
        """Make an act with the controls that are there, and wait until the house has it."""
        live = self.live
        done = len(live.practised.acts)
        match act:
            case Step():
                self.step(act.made)
            case Chips():
                self.pay(act)
            case Say(words=words):
                self.page.get_by_role("button", name="Say", exact=False).first.click()
                self.page.get_by_label("Say aloud").fill(words)
                self.page.get_by_role("button", name="Say it").click()
            case PickUp(hands=hands):
                self.tool("pick-up")
                for box in dict.fromkeys(box for box, _ in hands):
                    self.place(box).click()
                self.page.locator("[data-done=pick-up]").click()
            case Ruling(lets=lets):
                self.page.locator(f"[data-lets={'yes' if lets else 'no'}]").click()
        for _ in range(400):
            if len(live.practised.acts) > done or self.refused():
                break
            self.page.wait_for_timeout(10)
        self.caught_up(live)

    def caught_up(self, live: DealingTable | None = None) -> None:
        """Until the page has been told what there is to tell, and takes the next act; a closed table tells nothing."""
        live = live or self.live
        while not live.table.closed and not live._ending:
            if self.page.locator(f"body[data-at='{live._told}'] .console-bar:not([aria-busy])").count():
                return
            self.page.wait_for_timeout(10)

    def step(self, move: m.Move) -> None:
        """A move of the house: by its tool and a place, by its button, or by its form."""
        tag = tag_of(type(move))
        control = next(one for one in self.controls if one.move == tag)
        if control.place is not None:
            self.tool(tag)
            self.place(getattr(move, control.place)).click()
            return
        button = self.page.locator(f".moves [data-move='{tag}']")
        if not button.count():
            self.page.locator(".every-move").evaluate("every => { every.open = true; }")
            button = self.page.locator(f".every-move [data-move='{tag}']")
        button.first.click()
        if self.page.locator(".console-bar form.confirm").is_visible():
            self.fill(move, control.move)

    def fill(self, move: m.Move, tag: str) -> None:
        """The form of a move."""
        form = self.page.locator(".console-bar form.confirm")
        for name, value in msgspec.to_builtins(move).items():
            field = form.locator(f"[name='{name}']")
            if name in ("by", "order", "salt") or not field.count() or value is None:
                continue
            if name == "hands":
                for moved in value:
                    word = re.sub(r" [0-9 ]+$", "", moved)
                    form.get_by_role("button", name=word, exact=True).click()
            elif field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value=msgspec.json.encode(value).decode())
            elif isinstance(value, list):
                field.fill("; ".join(value))
            else:
                field.fill(str(value))
        form.locator(f"[data-confirm='{tag}']").click()

    def tool(self, name: str) -> None:
        """Take a tool in hand."""
        tool = self.page.locator(f"[data-tool='{name}']")
        if tool.get_attribute("aria-pressed") != "true":
            tool.click()

    def place(self, number: int) -> "Locator":
        """A place on the felt."""
        return self.page.locator(f".place[data-place='{number}']")

    def pay(self, act: Chips) -> None:
        """Every wager in its order: tapped on the felt or in the list, and chips cut out of the rack."""
        self.page.locator("button:has-text('Chips')").first.click()
        for one in act.handled:
            self.page.locator(f"[data-key='{one.box}/{one.hand}/{one.player}/{one.wager}']").click()
            if one.paid:
                self.cut(one.paid)
                self.page.locator("[data-do=pay]").click()
            elif one.taken:
                wager = self.page.locator("[data-do=take]").inner_text()
                if f"${one.taken / 100:,.2f}".removesuffix(".00") not in wager:
                    self.cut(one.taken)
                self.page.locator("[data-do=take]").click()
            else:
                self.page.locator("[data-do=leave]").click()
        self.page.locator("[data-do=done]").click()

    def cut(self, cents: int) -> None:
        """So much out of the rack, largest chips first; what no chips make is written."""
        whole = cents
        for worth in CHIPS:
            tube = self.page.locator(f"[data-chip='{worth}']")
            while cents >= worth and tube.count():
                tube.click()
                cents -= worth
        if cents:
            self.page.locator("[data-do=written]").fill(f"{whole / 100:.2f}")
            self.page.locator("[data-do=written]").blur()

    def refused(self) -> str:
        """What the house has said no to."""
        return " ".join(self.page.locator(".console > .refusal").all_inner_texts())  # none, once a test is over

    # --- a round ----------------------------------------------------------------------------------------------------

    def over(self, rounds: int = 1) -> bool:
        """Whether so many rounds are dealt and nothing is left to do."""
        live = self.live
        state = live.table.state
        return state.round >= rounds and not state.in_round and not live.practised.handiwork_due

    def deal(self, rounds: int = 1) -> None:
        """Rounds without a mistake."""
        live = self.live
        for _ in range(ACTS_MOST):
            if live._ending or self.over(rounds):
                return
            due = self.due()
            assert due is not None
            self.do(due)
            refused = self.refused()
            assert not refused or live._ending, (due, refused)  # a test that is over closes its table
        raise AssertionError("the round does not end")
