"""A newcomer starts `pitboss serve`, opens the page, and plays a first round of Double Attack."""

import re

from tests.browser.conftest import Visit


def test_a_first_round_of_double_attack(served: str, visit: Visit) -> None:
    ann = visit(served).go()
    ann.sees("Games dealt by the book")
    ann.page.locator(".games li").first.wait_for()
    assert ann.page.locator(".games li").count() == 5
    ann.picture("lobby")
    ann.page.locator(".open[data-game='double-attack-pa']").click()
    ann.page.locator(".sit").first.click()
    ann.sees(r"Your chips: \$500")

    ann.to_betting()
    ann.bet("10")
    ann.usual_until("wager")

    ann.sees(r"Round 1: you (win|lose|are even)")
    story = ann.story()
    assert "round 1 is over" in story
    dealt = [line for line in story.splitlines() if "←" in line]
    assert len(dealt) >= 4
    assert all(re.search(r"PA 665a\.", line) for line in dealt), "every card names its clause"
    ann.picture("first-round")

    ann.page.locator(".story .cite").first.click()
    ann.page.locator(".book .gist").wait_for()
    assert len(ann.page.locator(".book .gist").inner_text()) > 20

    ann.page.get_by_role("link", name="My rounds").click()
    ann.page.locator("td a").first.click()
    ann.page.get_by_role("button", name="Step", exact=True).click()
    ann.sees(r"Step 1 of \d+")
    ann.page.get_by_role("button", name="To the end").click()
    assert ann.page.locator(".felt .dealer .card").count() >= 2, "the replayed felt shows how the round ended"
    ann.picture("round-replayed")
