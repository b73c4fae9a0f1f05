"""A game that a plug-in brings, played in the browser: spots to wager on, two hands in the middle."""

from pathlib import Path

from tests.browser.conftest import Visit
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
