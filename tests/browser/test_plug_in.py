"""A game that a plug-in brings, played in the browser: spots to wager on, two hands in the middle."""

from pathlib import Path

import pytest

from tests.browser.conftest import Visit
from tests.browser.kit import every_finding
from tests.plug_in_kit import installed_beside


def test_a_coup_of_baccarat(visit: Visit, tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    with installed_beside("baccarat", site).served(tmp_path) as url:
        ann = visit(url).go()
        card = ann.page.locator(".games li", has=ann.page.locator(".open[data-game='baccarat-pa']"))
        assert "which comes closer to nine" in card.inner_text()
        card.locator(".open").click()
        ann.page.locator(".sit").first.click()
        ann.sees(r"Your chips: \$500")
        ann.usual_until("wager")
        for spot in ("banker", "tie"):
            ann.spot(spot).click()
            ann.page.locator(".amount.bet").fill("20")
        assert ann.spot("player").locator(".name").inner_text() == "Player", "what the page proposed gave way"
        ann.press("wager")
        ann.picture("baccarat-wagers")
        ann.press("ready")
        ann.sees(r"Round 1: you (win|lose|are even)")
        hands = ann.page.locator(".common")
        assert [hand.get_attribute("aria-label") for hand in hands.all()] == ["Player", "Banker"]
        assert all(hand.locator(".card").count() in (2, 3) for hand in hands.all())
        assert all(hand.locator(".card").first.is_visible() for hand in hands.all())
        assert "PA 631a.11" in ann.story().replace("\xa0", " ")
        ann.picture("baccarat-coup")
        ann.close()


@pytest.mark.slow
@pytest.mark.parametrize(("plug_in", "game"), [("baccarat", "baccarat-pa"), ("maryland", "five-card-hi-lo-md")])
def test_a_round_of_it_is_dealt_by_hand_with_the_console(visit: Visit, tmp_path: Path, plug_in: str, game: str) -> None:
    """Whoever does what a guided dealer is shown, by the key for it, comes to the end of a round without a mistake."""
    site = tmp_path / "site"
    site.mkdir()
    with installed_beside(plug_in, site).served(tmp_path) as url:
        dana = visit(url)
        told: list[str] = []

        def hear(frame: str | bytes) -> None:
            told.extend(str(frame) for _ in range('"type":"console"' in str(frame)))

        dana.page.on("websocket", lambda socket: socket.on("framereceived", hear))
        dana.go()
        dana.page.locator(f"button.deal[data-game='{game}']").click()
        dana.page.locator("[data-next]").wait_for()
        for _ in range(200):
            if '"shift":{"rounds":1,' in told[-1] and "close-bets" in told[-1].partition('"next":')[2][:200]:
                break
            before = len(told)
            dana.page.keyboard.press("Enter")
            while len(told) == before:
                dana.page.wait_for_timeout(10)
            dana.page.locator(".console-bar:not([aria-busy])").wait_for()
        dana.sees("steps right\\s*100.0%")
        assert dana.page.locator(".errors li").count() == 0
        assert every_finding(dana.page) == []
        dana.picture(f"console-{game}")
        dana.close()
