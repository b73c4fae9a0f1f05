"""A round of every game with the keyboard alone, from the lobby on, as somebody plays it who hears the page."""

import re

import pytest

from tests.browser.conftest import Visit
from tests.browser.kit import USUAL, Person, StackedHouse

# No natural and no pair in any order in which the games deal; the dealer turns a card over and draws.
DEAL = "9C 7S 8H 9D 6D 8C 2H 3D 4S 5C 4H 3C 2D 5H"
GAMES = ("double-attack-pa", "double-attack-nj", "double-back-jack-pa", "double-deck-house", "five-card-hi-lo-pa")
# Whatever a part of the page that speaks by itself comes to say, in the order in which it is said.
LISTEN = """() => {
  window.said = [];
  const live = '[aria-live], [role=status], [role=alert]';
  new MutationObserver(changes => {
    for (const { target } of changes) {
      const at = (target instanceof Element ? target : target.parentElement)?.closest(live);
      const words = at?.textContent.trim();
      if (words && window.said.at(-1) !== words) window.said.push(words);
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
FOCUS = "document.activeElement === document.body ? '' : document.activeElement.outerHTML.slice(0, 80)"


class Listener:
    """Never touches the mouse, and notes what was asked and what was heard before each answer."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.keys = person.page.keyboard
        person.page.evaluate(LISTEN)

    def tab_to(self, selector: str) -> None:
        """On and on until the focus is there."""
        for _ in range(80):
            self.keys.press("Tab")
            if self.person.page.evaluate("s => document.activeElement.matches(s)", selector):
                return
        raise AssertionError(f"no Tab leads to {selector}")

    def answer(self, move: str) -> None:
        """The key that the button names; the focus is somewhere afterwards."""
        before = self.person.at()
        key = self.person.button(move).get_attribute("aria-keyshortcuts")
        assert key, f"{move} has no key"
        self.keys.press(key)
        self.person.page.wait_for_function(
            "at => Number(document.body.dataset.at ?? 0) > at && !document.querySelector('.actions[aria-busy]')",
            arg=before,
        )
        assert self.person.page.evaluate(FOCUS), f"after {move} the focus is lost"

    def heard(self) -> str:
        """All that was said since it was asked for last."""
        self.person.page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 30)))")
        said: list[str] = self.person.page.evaluate("window.said.splice(0)")
        return "\n".join(said)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_round_is_played_by_keys_and_ears(stacked: StackedHouse, visit: Visit, game: str) -> None:
    stacked.croupier.next = DEAL
    ann = visit(stacked).go()
    ann.page.locator(f".play[data-game='{game}']").wait_for()
    listener = Listener(ann)
    listener.tab_to(f".play[data-game='{game}']")
    listener.keys.press("Enter")
    ann.button("ready").wait_for()
    assert ann.page.evaluate(FOCUS), "the focus is on the page one was brought to"
    everything = [listener.heard()]

    listener.answer("ready")
    decisions = 0
    for _ in range(30):
        ann.page.locator("[data-move]:not([disabled])").first.wait_for()
        everything.append(listener.heard())
        offered = ann.offered()
        if {"wager", "ready"} & set(offered):
            break
        if "stand" in offered and "look-at-cards" not in offered:
            decisions += 1
            total = ann.page.locator(".box.mine .hand.turn .total").inner_text()
            assert re.search(rf"You have {total} against an? \w+\.", everything[-1]), "the own total first"
        listener.answer(next(move for move in USUAL if move in offered))

    said = "\n".join(everything)
    print(said)
    assert not re.search(r"\.\.|[♠♥♦♣]", said), "every sentence ends once, and cards have names"
    result = ann.page.locator(".ask .result").inner_text()
    assert re.fullmatch(r"Round 1: you ((win|lose) \$[\d.]+|are even)\.", result)
    assert result in everything[-1], "how it ended, with the money"
    if game == "five-card-hi-lo-pa":
        shown = ann.page.locator(".felt .card").evaluate_all("all => all.map(one => one.ariaLabel)")
        assert (len(shown), [card for card in shown if card not in everything[-1]]) == (10, [])
        return
    assert decisions == 1
    dealt = ann.page.locator(".felt .dealer .card").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert len(dealt) >= 2
    if game != "double-attack-nj":  # where the dealer has no card face down
        assert any(f"the dealer turns {card}" in said for card in dealt)
    assert all(card in said for card in dealt), "every card of the dealer"
    assert all(card in said for card in ann.hand())
