"""People with browsers, and a house whose cards a test has laid in order. Only a test can put such a croupier in."""

import asyncio
import re
import threading
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pitboss.cards.bits import SystemBits
from pitboss.house.clock import Clock
from pitboss.house.house import House
from pitboss.house.settings import UNHURRIED, Settings
from pitboss.house.sockets import Connection
from pitboss.procedure.croupier import Croupier
from pitboss.procedure.moves import CommitSeed, Shuffle
from pitboss.procedure.table import Table
from pitboss.rules.subjects.shuffle_and_cut import CutOffer
from tests.house.kit import Player, serving
from tests.procedure.kit import BURNED, cards, order_with

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page

T = TypeVar("T")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SETTINGS: Settings = replace(UNHURRIED, tables_per_person_max=500, decide_ms=120_000, alone_ms=120_000)
PATIENCE_MS = 20_000
WIDE = (1280, 860)
PHONE = (360, 740)
# What a player without ambition presses, the first that is there.
USUAL = ("view-spread", "refuse-cut", "no-attack", "no-insurance", "no-second-chance", "look-at-cards", "stand")


class StackedCroupier(Croupier):
    """Shuffles the next stack so that named cards come out first, once no player cuts and a card is burned."""

    def __init__(self) -> None:
        super().__init__(SystemBits(), asks_for_seeds=True)
        self.next = ""

    def step(self, table: Table) -> Shuffle | CommitSeed:
        """An order that is named is brought; any other comes of everybody's seeds."""
        return self.shuffle(table) if self.next else super().step(table)

    def shuffle(self, table: Table) -> Shuffle:
        if not self.next:
            return super().shuffle(table)
        stack, shuffle = table.state.cards.to_shuffle, table.state.rules.shuffle
        cut = shuffle.cut_margin_cards if CutOffer.ANY_PATRON in shuffle.cut_offers else len(stack) // 2
        named, self.next = cards(self.next), ""
        return self.sealed(table, order_with(stack, named, cut))


class HurriedClock(Clock):
    """The usual clock, but a test may say that everybody's time is up."""

    def __init__(self) -> None:
        self._running: dict[asyncio.TimerHandle, Callable[[], None]] = {}

    def after(self, ms: int, call: Callable[[], None]) -> asyncio.TimerHandle:
        handle = super().after(ms, call)
        self._running[handle] = call
        return handle

    def run_out(self) -> None:
        """Whatever waits for its time is called now."""
        due, self._running = self._running, {}
        for handle, call in due.items():
            if not handle.cancelled():
                handle.cancel()
                call()


class StackedHouse:
    """A house in a thread of this process, behind a real server on a free port."""

    def __init__(self, folder: Path) -> None:
        self.croupier = StackedCroupier()
        self.clock = HurriedClock()
        self.loop = asyncio.new_event_loop()
        self._folder = folder
        self._open = threading.Event()
        self._close = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="house")
        self._thread.start()
        assert self._open.wait(30), "the house did not open"

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_until_complete(self._serve())
        self.loop.close()

    async def _serve(self) -> None:
        db, key = str(self._folder / "house.db"), self._folder / "house.key"
        async with serving(db, key, SETTINGS, self.clock, self.croupier) as (self.url, self.house):
            self.owner = await Player.come(self.house, "Owner")
            self._open.set()
            await self._close.wait()

    def do(self, work: Callable[[House], Coroutine[Any, Any, T]]) -> T:
        """Something the house does in its own thread."""
        return asyncio.run_coroutine_threadsafe(work(self.house), self.loop).result(30)

    def table(self, game: str, deal: str = "", burned: str = BURNED, **options: object) -> str:
        """A new table; `deal` names the cards in the order in which they will leave the shoe after the burn card."""

        async def opened(_: House) -> str:
            return (await self.owner.open(game, **options)).id

        self.croupier.next = f"{burned} {deal}".strip() if deal else ""
        return self.do(opened)

    def invitation(self, role: str) -> str:
        """A code that makes one account of staff."""
        return self.do(lambda house: house.invite(role))

    def hang_up(self) -> None:
        """Every connection is lost."""

        async def lost(house: House) -> None:
            for watcher in [watcher for live in house.tables.values() for watcher in live.watchers]:
                assert isinstance(watcher, Connection)
                watcher.hang_up()

        self.do(lost)

    def time_is_up(self) -> None:
        """The clock of whoever is asked runs out."""

        async def now(_: House) -> None:
            self.clock.run_out()

        self.do(now)

    def close(self) -> None:
        """Close the house."""
        self.loop.call_soon_threadsafe(self._close.set)
        self._thread.join(30)
        assert not self._thread.is_alive(), "the house did not close"


def together(people: Sequence["Person"], wanted: str) -> None:
    """Whoever is asked presses what somebody without ambition presses, until all of them are offered a move."""
    for _ in range(300):
        offered = [(person, person.offered()) for person in people]
        if all(wanted in moves for _, moves in offered):
            return
        for person, moves in offered:
            if usual := next((move for move in USUAL if move in moves), None):
                person.press(usual)
                break
        else:
            people[0].page.wait_for_timeout(50)
    raise AssertionError(f"never came to {wanted} together")


def every_finding(page: "Page") -> list[str]:
    """What the axe rules find on the page as it is now, however slight."""
    page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
    result: dict[str, Any] = page.evaluate("axe.run({resultTypes: ['violations']})")
    return [
        f"{found['id']}: {node['target']} {node.get('failureSummary', '')}"
        for found in result["violations"]
        for node in found["nodes"]
    ]


class Person:
    """Somebody in front of a browser of their own."""

    def __init__(
        self, browser: "Browser", url: str, pictures: Path | None, size: tuple[int, int] = WIDE, **options: Any
    ) -> None:
        self.context: BrowserContext = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            reduced_motion=options.pop("reduced_motion", "reduce"),
            **options,
        )
        self.context.set_default_timeout(PATIENCE_MS)
        self.page: Page = self.context.new_page()
        self.url = url
        self.faults: list[str] = []
        self._pictures = pictures
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._listen)

    def _listen(self, message: Any) -> None:
        if message.type == "error" and "status of 4" not in message.text:
            self.faults.append(message.text)

    # --- going about ----------------------------------------------------------------------------------------------

    def go(self, place: str = "#/") -> "Person":
        """Open a page of the house."""
        self.page.goto(f"{self.url}/{place}")
        self.page.locator("body[data-connection=up]").wait_for()
        return self

    def sign_up(self, name: str, invitation: str = "") -> "Person":
        """Make an account, with an invitation one of staff."""
        self.go("#/account")
        form = self.page.locator("[data-form='/api/accounts']")
        form.get_by_label("Name").fill(name)
        form.get_by_label("Password").fill("correct horse battery staple")
        form.get_by_label("Invitation").fill(invitation)
        form.get_by_role("button").click()
        self.sees(f"{name} \\(")
        return self

    def sit(self, table: str, box: int = 1) -> "Person":
        """Take a seat at a table, chips included."""
        self.go(f"#/table/{table}")
        self.page.locator(f".sit[data-box='{box}']").click()
        self.page.get_by_text("Your chips: $500").wait_for()
        return self

    def to_betting(self) -> "Person":
        """Look at the spread cards, leave the cut to the dealer, and come to the wagers."""
        self.usual_until("wager")
        return self

    def bet(self, dollars: str = "10", box: int | None = None) -> "Person":
        """Place a bet and ask to be dealt in."""
        self.wager(dollars, box)
        self.press("ready")
        return self

    def wager(self, dollars: str, box: int | None = None) -> None:
        """Place a bet."""
        if box is not None:
            self.spot("bet", box).click()
        self.page.locator(".amount.bet").fill(dollars)
        self.press("wager")

    def spot(self, wager: str = "bet", box: int = 1) -> "Locator":
        """A spot on the felt."""
        return self.page.locator(f".spot[data-box='{box}'][data-wager='{wager}']")

    def chip(self, dollars: int) -> "Locator":
        """A chip on the tray."""
        return self.page.locator(f".chip-button[data-chip='{dollars * 100}']")

    def button(self, move: str) -> "Locator":
        """The button of a move."""
        return self.page.locator(f"[data-move='{move}']").first

    def press(self, move: str) -> None:
        """Press the button of a move, and wait until the house has answered all that it sends."""
        before = self.at()
        self.button(move).click()
        self.page.wait_for_function(
            "at => Number(document.body.dataset.at ?? 0) > at && !document.querySelector('.actions[aria-busy]')",
            arg=before,
        )

    def confirm(self, move: str) -> None:
        """What was chosen on the floor page is meant, and the house has done it."""
        before = self.at()
        self.page.locator(f"[data-confirm='{move}']").click()
        self.page.wait_for_function("at => Number(document.body.dataset.at ?? 0) > at", arg=before)

    def at(self) -> int:
        """How much of the table's record this browser has shown."""
        return int(self.page.evaluate("Number(document.body.dataset.at ?? 0)"))

    def usual_until(self, *wanted: str) -> None:
        """Press what somebody without ambition presses, until one of the wanted moves is offered."""
        there = ", ".join(f"[data-move='{move}']" for move in (*wanted, *USUAL))
        for _ in range(60):
            self.page.locator(there).first.wait_for()
            offered = self.offered()
            if any(move in offered for move in wanted):
                return
            self.press(next(move for move in USUAL if move in offered))
        raise AssertionError(f"never came to {wanted}")

    # --- looking --------------------------------------------------------------------------------------------------

    def offered(self) -> list[str]:
        """The moves that can be pressed now."""
        found: list[str] = self.page.evaluate(
            "[...document.querySelectorAll('[data-move]')].filter(b => !b.disabled).map(b => b.dataset.move)"
        )
        return found

    def story(self) -> str:
        """The margin note, oldest line first."""
        lines: list[str] = self.page.locator(".story li").evaluate_all(
            "all => all.map(li => [li.textContent, ...[...li.querySelectorAll('.cite')].map(c => c.title)].join(' '))"
        )
        return "\n".join(reversed(lines))

    def name(self) -> str:
        """What the house calls this person."""
        return self.page.locator("#who").inner_text().partition(" (")[0]

    def hand(self, box: int = 1, number: int = 1) -> list[str]:
        """The cards of a hand, as a screen reader names them."""
        hands = self.page.locator(f".box[data-box='{box}'] .hand").nth(number - 1)
        return [str(card.get_attribute("aria-label")) for card in hands.locator(".card").all()]

    def sees(self, text: str) -> None:
        """Something is on the page, now or soon."""
        self.page.get_by_text(re.compile(text)).first.wait_for()

    def picture(self, name: str, full: bool = True) -> None:
        """A screenshot, if somebody wants to look at it."""
        if self._pictures is not None:
            self.page.screenshot(path=self._pictures / f"{name}.png", full_page=full, animations="disabled")

    def findings(self) -> list[str]:
        """What the axe rules find on the page as it is now, however slight."""
        return every_finding(self.page)

    def fetched(self) -> dict[str, int]:
        """What the page has fetched since it was opened, with its size before it is compressed; no answers."""
        came: list[tuple[str, int]] = self.page.evaluate(
            "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
            ".filter(({ name }) => !name.includes('/api/')).map(({ name, decodedBodySize }) => [name, decodedBodySize])"
        )
        return dict(came)

    def close(self) -> None:
        """Go home; nothing may have gone wrong in the browser."""
        self.context.close()
        assert not self.faults, self.faults
