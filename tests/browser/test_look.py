"""Sixty rounds of every game, played by chance on every size in light and dark by somebody who looks all the while."""

import os
import random
import re
from pathlib import Path

import pytest

from tests.browser.conftest import Visit
from tests.browser.kit import Person, StackedHouse
from tests.browser.look import seen_wrong
from tests.plug_in_kit import installed_beside

SIZES = ((390, 844), (820, 1180), (1280, 720), (1440, 900), (360, 740))
GAMES = ("double-attack-pa", "double-attack-nj", "double-back-jack-pa", "double-deck-house", "five-card-hi-lo-pa")
ROUNDS = int(os.environ.get("PITBOSS_LOOK_ROUNDS", "60"))
# What is pressed of what is offered in a round, and how much rather than something else.
LIKED = {"split": 3, "hit": 2, "double": 2, "attack": 2, "stand": 1, "no-attack": 1, "insure": 1, "no-insurance": 1}
LIKED |= {"second-chance": 1, "no-second-chance": 1, "look-at-cards": 1, "surrender": 1, "even-money": 1}
BEFORE = ("view-spread", "refuse-cut")
DONE = """at => !document.querySelector('.actions[aria-busy]') &&
  (document.querySelector('.refusal:not(:empty)') || Number(document.body.dataset.at) > at)"""

TWO_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Looker:
    """Plays by chance, and notes everything that looks wrong, once, with when it was seen."""

    def __init__(self, person: Person, name: str, seed: int) -> None:
        self.person = person
        self.name = name
        self.chance = random.Random(seed)
        self.found: dict[str, str] = {}

    def look(self, when: str) -> None:
        """Whatever is wrong now."""
        size = self.person.page.viewport_size
        when = f"{when}, {size['width'] if size else '?'} wide"
        new = [fault for fault in seen_wrong(self.person.page) if fault not in self.found]
        self.found |= dict.fromkeys(new, when)
        if new:
            self.person.picture(re.sub(r"\W+", "-", f"wrong {self.name} {when}"), full=False)

    def rounds(self, many: int) -> None:
        """So many rounds, on another size each, now in light and now in dark."""
        for number in range(1, many + 1):
            width, height = SIZES[number % len(SIZES)]
            self.person.page.set_viewport_size({"width": width, "height": height})
            self.person.page.emulate_media(color_scheme="dark" if number % 2 else "light", reduced_motion="reduce")
            self.person.page.evaluate(TWO_FRAMES)  # in which the felt finds its new size
            self.wager()
            self.look(f"round {number}, wagers")
            if number % 12 == 1:
                assert self.person.findings() == []
            self.deal(number)
            self.play(number)

    def wager(self) -> None:
        """Chips on some of the spots: on one box, or on as many as may be."""
        page = self.person.page
        page.locator("[data-move='ready'], [data-move='buy-in']").first.wait_for()
        if "buy-in" in self.person.offered():
            self.person.press("buy-in")
            self.person.button("ready").wait_for()
        if self.chance.random() < 0.5:
            open_spots = page.locator(".focus .spot:not(:disabled)")
            if many := open_spots.count():
                open_spots.nth(self.chance.randrange(many)).click()
                self.person.chip(5).click()
        same = page.locator("[data-tool='same']")
        if self.chance.random() < 0.4 and same.is_visible() and same.is_enabled():
            same.click()

    def deal(self, number: int) -> None:
        """The cards are asked for; what cannot be bet gives way to the least that can."""
        page, before = self.person.page, self.person.at()
        self.person.button("ready").click()
        page.wait_for_function(DONE, arg=before)
        if page.locator(".refusal:not(:empty)").count():
            self.look(f"round {number}, refused")
            if page.locator("[data-tool='clear']").is_visible():
                page.locator("[data-tool='clear']").click()
                page.locator(".focus .spot:not(:disabled)").first.click()
                page.locator(".amount.bet").fill("10")
            self.person.button("ready").click()
            page.wait_for_function(DONE, arg=before)
            refusal = page.locator(".refusal").inner_text()
            if refusal:
                self.person.picture(f"refused-{self.name}-{number}")
            assert not refusal, f"round {number}, with the least that can be bet"

    def play(self, number: int) -> None:
        """What is offered, by chance, until wagers are taken again."""
        for _ in range(200):
            self.person.page.locator("[data-move]:not([disabled])").first.wait_for()
            offered = self.person.offered()
            self.look(f"round {number}, {', '.join(sorted(set(offered)))}")
            if {"ready", "wager", "buy-in"} & set(offered):
                return
            usual = next((move for move in BEFORE if move in offered), None)
            liked = [move for move, often in LIKED.items() if move in offered for _ in range(often)]
            self.person.press(usual or self.chance.choice(liked))
        raise AssertionError(f"round {number} never ended")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_sixty_rounds_look_right(stacked: StackedHouse, visit: Visit, game: str) -> None:
    ann = visit(stacked).sit(stacked.table(game), 2).to_betting()
    looker = Looker(ann, game, GAMES.index(game))
    looker.rounds(ROUNDS)
    assert looker.found == {}


@pytest.mark.slow
def test_sixty_coups_of_the_plug_in_look_right(visit: Visit, tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    with installed_beside("baccarat", site).served(tmp_path) as url:
        ann = visit(url).go()
        ann.page.locator(".open[data-game='baccarat-pa']").click()
        ann.page.locator(".sit").first.click()
        ann.usual_until("ready")
        looker = Looker(ann, "baccarat", 6)
        looker.rounds(ROUNDS)
        ann.close()
    assert looker.found == {}
