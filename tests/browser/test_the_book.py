"""The margin: the clause of this moment, what happened by round and phase, and the words of the trade."""

from tests.browser.conftest import Visit
from tests.browser.kit import StackedHouse

EIGHTS = "9S 8H 8D KD 8S 2C 3C 5S 6D 7C 8C"


def test_the_story_is_there_after_a_reload_between_rounds(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked).sit(stacked.table("double-attack-pa", EIGHTS)).to_betting().bet("10")
    ann.usual_until("wager")
    before = [line for line in ann.story().splitlines() if "box 1" in line]
    ann.page.reload()
    ann.page.locator(".story details").first.wait_for()
    assert ann.page.locator(".story summary").first.inner_text() == "Round 1"
    assert [line for line in ann.story().splitlines() if "box 1" in line] == before
    phases = ann.page.locator(".story details").first.locator("h3").all_inner_texts()
    assert phases[0] == "Paid and taken", "newest first"
    assert {"The deal", "The attack", "Wagers"} <= set(phases)


def test_the_book_is_open_at_this_moment_until_a_page_is_turned(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked).sit(stacked.table("double-attack-pa", EIGHTS)).to_betting().bet("10")
    ann.usual_until("hit")
    book = ann.page.locator(".margin .book")
    moment = book.locator("h3")
    ann.page.wait_for_function("() => document.querySelector('.margin .book h3')?.textContent.includes('665a.7(h)')")
    now = moment.inner_text()
    assert not book.locator(".to-now").is_visible()
    ann.page.locator(".story .cite").first.click()
    ann.page.wait_for_function("was => document.querySelector('.margin .book h3').textContent !== was", arg=now)
    assert book.locator("h3").evaluate("h => h === document.activeElement"), "a reader goes on from there"
    assert book.locator(".reading-clock").is_visible(), "reading does not stop the clock, and that is said"
    ann.press("stand")
    book.locator(".to-now").click()
    ann.page.wait_for_function("() => document.querySelector('.margin .book h3').textContent === 'PA 665a.6(d)'")
    book.get_by_text("In this shoe").click()
    book.get_by_text("you wager $10 bet (box 1)").wait_for()
    book.get_by_text("Carried out as procedure").click()
    places = book.locator("code").all_inner_texts()
    assert any(place.startswith("rules/double_attack_pa.py:") for place in places)
    before = moment.inner_text()
    book.locator(".neighbours button").last.click()
    ann.page.wait_for_function("was => document.querySelector('.margin .book h3').textContent !== was", arg=before)
    assert moment.inner_text() == "PA 665a.6(e)"


def test_slips_and_doubts_reach_the_reader_with_their_price(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked).go(f"#/table/{stacked.table('double-attack-pa')}")
    open_clause = "async id => (await import('/clauses.js')).openClause(id)"
    ann.page.locator(".margin .book").wait_for(state="attached")
    ann.page.evaluate(open_clause, "PA 665a.2(b)(4)")
    ann.sees("A slip in the text: The text cites § 665a.6\\(e\\)")
    ann.page.evaluate(open_clause, "PA 665a.10(a)")
    ann.page.get_by_text("Can be read in 2 ways: double after attack").click()
    ann.sees("Costs the player 1.16% of the bet")
    assert "as read here" in ann.page.locator(".doubt[open] .in-force").inner_text()
    assert ann.findings() == []


def test_on_a_phone_a_clause_opens_in_a_window_that_escape_closes(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked, size=(390, 844)).sit(stacked.table("double-attack-pa", EIGHTS)).to_betting()
    ann.page.locator(".story .cite").first.click()
    window = ann.page.locator("dialog#clause")
    window.locator("h3").wait_for()
    assert window.is_visible()
    assert ann.findings() == []
    ann.page.keyboard.press("Escape")
    assert not window.is_visible()


def test_a_word_of_the_trade_is_explained_on_hover_and_on_focus(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked).sit(stacked.table("double-attack-pa", EIGHTS)).to_betting()
    term = ann.page.locator(".margin .term").first
    term.wait_for()
    tip = ann.page.locator(".tip")
    term.hover()
    assert "the wager that buys a hand" in tip.inner_text()
    ann.page.mouse.move(5, 5)
    assert not tip.is_visible()
    term.focus()
    assert tip.is_visible()
    ann.page.keyboard.press("Escape")
    assert not tip.is_visible()
