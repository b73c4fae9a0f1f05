"""Hands on the felt, with cards that a test has laid: what is pressed, what is seen, and what it costs."""

import re
from hashlib import sha256

import pytest

from tests.browser.conftest import Visit
from tests.browser.kit import StackedHouse


@pytest.mark.clause("PA 665a.11(a)")
def test_eights_are_split_to_four_hands(stacked: StackedHouse, visit: Visit) -> None:
    table = stacked.table("double-attack-pa", "9S 8H 8D KD 8S 8C 2C JC QC KC 7D")
    ann = visit(stacked).sit(table).to_betting().bet("10")
    ann.press("no-attack")
    assert ann.hand() == ["eight of hearts", "eight of diamonds"]
    for hands in (2, 3, 4):
        ann.press("split")
        assert ann.page.locator(".box[data-box='1'] .hand").count() == hands
    assert "split" not in ann.offered(), "four hands are the limit"
    ann.sees("Your chips: \\$460")
    ann.picture("four-hands")
    ann.usual_until("wager")
    ann.sees("Round 1: you (win|lose|are even)")
    assert ann.story().count("hand 4") >= 2


@pytest.mark.clause("PA 665a.8(a)")
def test_insurance_against_an_ace_that_has_blackjack(stacked: StackedHouse, visit: Visit) -> None:
    table = stacked.table("double-attack-pa", "AS 9H 9D KD 5C")
    ann = visit(stacked).sit(table).to_betting().bet("10")
    ann.press("no-attack")
    assert {"insure", "no-insurance"} <= set(ann.offered())
    ann.picture("insurance")
    ann.press("insure")
    ann.usual_until("wager")
    # The bet of 10 is lost; insurance of 5 pays 5 to 2.
    ann.sees(r"Round 1: you win \$2\.50")
    ann.picture("insured")


@pytest.mark.clause("PA 665a.9(a)")
def test_surrender_after_a_double(stacked: StackedHouse, visit: Visit) -> None:
    table = stacked.table("double-attack-pa", "9S 6H 5D KD 2C 3C")
    ann = visit(stacked).sit(table).to_betting().bet("10")
    ann.press("no-attack")
    ann.press("double")
    assert ann.page.locator(".card.sideways").count() == 1
    assert set(ann.offered()) == {"stand", "surrender"}
    ann.picture("doubled")
    ann.press("surrender")
    ann.sees(r"Round 1: you lose \$10")  # half of the bet and half of the double
    assert ann.page.locator(".outcome").first.inner_text() == "surrendered"
    assert "PA 665a.9(b)(1)" in ann.story()
    ann.picture("surrendered")


def test_one_player_on_two_boxes_is_asked_once_for_both(stacked: StackedHouse, visit: Visit) -> None:
    table = stacked.table("double-attack-pa", "9S 9H 8H 9D 7D KD")
    ann = visit(stacked).sit(table).to_betting()
    ann.wager("10")
    ann.bet("20", box=2)
    assert ann.offered().count("no-attack") == 1, "one answer for both"
    ann.press("no-attack")
    ann.sees("Your decision · 18 against a 9. Box 1")
    ann.press("stand")
    ann.sees("Your decision · 15 against a 9. Box 2")
    ann.press("stand")
    ann.sees(r"Round 1: you lose \$30")
    ann.picture("two-boxes")


@pytest.mark.clause("PA 673a.7(l)")
def test_a_second_chance_brings_a_hand_back(stacked: StackedHouse, visit: Visit) -> None:
    table = stacked.table("double-back-jack-pa", "8H 9S 7D KD KC 5S")
    ann = visit(stacked).sit(table).to_betting().bet("10")
    ann.press("hit")
    assert {"second-chance", "no-second-chance"} == set(ann.offered())
    ann.sees("^busts$")
    ann.press("second-chance")
    ann.picture("second-chance")
    assert "second chance card 5♠ leaves 20" in ann.story()
    ann.usual_until("wager")
    ann.sees("Round 1: you win")


@pytest.mark.clause("DD Dealing 6")
@pytest.mark.clause("DD Additional policies 4")
def test_double_deck_cards_lie_face_down_until_looked_at(stacked: StackedHouse, visit: Visit) -> None:
    table = stacked.table("double-deck-house", "8H 9S 7D KD KC 3S")
    ann = visit(stacked).sit(table).to_betting()
    same = ann.page.locator("[data-tool='same']")
    assert same.is_visible()
    ann.bet("10")
    assert ann.hand() == ["a card face down"] * 2
    watcher = visit(stacked).go(f"#/table/{table}")
    ann.press("look-at-cards")
    assert ann.hand() == ["eight of hearts", "seven of diamonds"]
    watcher.sees("looks at the cards")
    assert watcher.hand() == ["a card face down"] * 2, "nobody else sees them"
    ann.press("stand")
    ann.sees("Round 1: you lose")
    assert not same.is_visible(), "in mid-shoe nobody adds a hand, and none is offered"


def test_five_card_hi_lo_has_nothing_to_decide(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked).sit(stacked.table("five-card-hi-lo-pa")).to_betting().bet("10")
    ann.sees("Round 1: you (win|lose|are even)")
    assert len(ann.hand()) == 5
    ann.picture("hi-lo")


@pytest.mark.clause("PA 665a.5(b)")
def test_a_cut_and_a_seal_that_is_checked_after_the_shoe(stacked: StackedHouse, visit: Visit) -> None:
    table = stacked.table("double-attack-pa")
    ann = visit(stacked).sit(table)
    ann.page.locator(".seals > summary").click()
    ann.page.get_by_label("Words for your next seed").fill("a rainy Tuesday")
    ann.press("view-spread")
    ann.button("cut").wait_for()
    seed = sha256(b"a rainy Tuesday").hexdigest()
    ann.sees(f"Your seed for this shuffle: {seed}")
    assert "you open the pledge" in ann.story()
    assert "The order is drawn from the seeds of the house and of you" in ann.story()
    published = ann.page.locator(".seal").first.inner_text().split()[-1]
    assert len(published) == 64
    slider = ann.page.get_by_label("How many cards above the cut")
    slider.focus()
    ann.page.keyboard.press("ArrowRight")
    where = slider.input_value()
    ann.sees(f"{where} cards above")
    ann.picture("cut")
    ann.press("cut")
    flo = visit(stacked).sign_up("Flo Cut", stacked.invitation("floorperson")).go(f"#/floor/{table}")
    flo.button("order-reshuffle").click()
    flo.confirm("order-reshuffle")
    check = ann.page.locator(".check-seal").first
    check.wait_for()
    assert published[:12] in check.inner_text()
    check.click()
    ann.sees(f"The seal is true: 384 cards in the order published before the cut, cut at {where}")
    ann.picture("seal-checked")


def test_the_adviser_says_what_each_option_is_worth(stacked: StackedHouse, visit: Visit) -> None:
    table = stacked.table("double-attack-pa", "9S 8H 8D KD 8S 2C 3C")
    ann = visit(stacked).sit(table).to_betting().bet("10")
    ann.press("no-attack")
    ann.page.get_by_label("Adviser").check()
    ann.sees("Best on average: split")  # eights against a 9
    assert re.search(r"−\u2060?\$\d\.\d\d · best$", ann.button("split").inner_text().strip())
    for option in ("hit", "stand", "double", "surrender"):
        said = ann.button(option).inner_text()
        assert re.search(r"−\u2060?\$\d", said), option
        assert "best" not in said
    ann.sees("exact for every card you have seen")
    ann.picture("adviser")
    ann.page.reload()
    ann.sees("Best on average: split")  # who wanted advice is not asked again
    ann.page.get_by_label("Adviser").uncheck()
    ann.page.locator(".worth").first.wait_for(state="detached")
    ann.press("split")
    assert ann.page.locator(".worth").count() == 0
