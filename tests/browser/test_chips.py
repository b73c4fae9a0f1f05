"""Chips and felt as somebody at the table meets them: what is pressed, typed, dragged, seen and heard."""

import pytest

from pitboss.house.house import House
from tests import moves as m
from tests.browser.conftest import Visit
from tests.browser.kit import Person, StackedHouse, together
from tests.house.kit import Player

SIZES = {"phone": (390, 844), "small": (1280, 720), "large": (1440, 900)}
EIGHTS = "9S 8H 8D KD 8S 8C 2C JC QC KC 7D"
# Ann's cards against the bar and the window: how large the acting hand's are, and whether all of them can be seen.
ACTING = """() => {
  const cards = [...document.querySelectorAll('.hand.turn .card')].map(c => c.getBoundingClientRect());
  const bar = document.querySelector('.actions').getBoundingClientRect();
  const box = document.querySelector('.box.turn').getBoundingClientRect();
  const felt = document.querySelector('.felt').getBoundingClientRect();
  const inside = c =>
    c.top >= box.top - 1 && c.bottom <= box.bottom + 1 && c.left >= felt.left && c.right <= felt.right;
  return {
    width: Math.min(...cards.map(c => Math.min(c.width, c.height))),
    above: cards.every(c => c.bottom <= bar.top + 1),
    inside: cards.every(inside),
    seen: bar.bottom <= innerHeight + 1,
    others: Math.max(0, ...[...document.querySelectorAll('.hand.dealt:not(.turn) .card')].map(c => c.clientWidth)),
  };
}"""


def name(person: Person, wager: str = "bet", box: int = 1) -> str:
    """What stands under a spot: its name and the amount on it."""
    return person.spot(wager, box).locator(".name").inner_text()


def question(person: Person) -> str:
    return person.page.locator(".ask strong").inner_text()


# --- the tray ---------------------------------------------------------------------------------------------------------


def test_chips_are_put_on_named_spots_undone_doubled_cleared_and_bet_again(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked).sit(stacked.table("double-attack-pa", EIGHTS)).to_betting()
    assert [name(ann, wager) for wager in ("bet", "attack", "bust-it")] == ["Bet $10", "Double Attack", "Bust It"]
    ann.chip(25).click()
    assert name(ann) == "Bet $25", "what the page proposes gives way to the first chip"
    ann.spot().click()
    assert name(ann) == "Bet $50", "a spot touched again gets the same chip once more"
    ann.spot("bust-it").click()
    ann.chip(5).click()
    assert name(ann, "bust-it") == "Bust It $5"
    tool = {each: ann.page.locator(f"[data-tool={each}]") for each in ("undo", "clear", "double", "rebet")}
    tool["undo"].click()
    assert name(ann, "bust-it") == "Bust It"
    tool["undo"].click()
    tool["double"].click()
    assert name(ann) == "Bet $50"
    ann.picture("chips-staged")
    assert "wagers" not in ann.story(), "nothing was sent"
    ann.press("ready")
    assert "you wager $50 bet" in ann.story()
    ann.usual_until("wager")
    assert name(ann) == "Bet $50", "the same again is proposed"
    tool["clear"].click()
    assert (name(ann), "ready" in ann.offered()) == ("Bet", False), "without a chip there is nothing to deal for"
    tool["rebet"].click()
    assert name(ann) == "Bet $50"


def test_a_spot_touched_before_any_chip_was_chosen_gets_the_least_that_may_lie_there(
    stacked: StackedHouse, visit: Visit
) -> None:
    ann = visit(stacked).sit(stacked.table("double-attack-pa")).to_betting()
    ann.spot().click()
    assert name(ann) == "Bet $10"
    ann.spot().click()
    assert name(ann) == "Bet $20"


@pytest.mark.parametrize(("bet", "left"), [("300", 200), ("495", 5), ("499", 1)])
def test_after_a_loss_one_is_proposed_what_one_can_afford_or_chips_to_buy(
    stacked: StackedHouse, visit: Visit, bet: str, left: int
) -> None:
    ann = visit(stacked).sit(stacked.table("double-attack-pa", EIGHTS)).to_betting().bet(bet)
    ann.press("no-attack")
    ann.press("stand")
    ann.sees(rf"Your chips: \${left}\b")
    if left >= 10:
        assert name(ann) == "Bet $10"
    else:
        ann.sees("You have too few chips for a bet")
        ann.press("buy-in")
    ann.bet("10")
    ann.usual_until("wager")


def test_a_chip_is_dragged_to_a_spot(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked).sit(stacked.table("double-attack-pa")).to_betting()
    ann.chip(5).drag_to(ann.spot("bust-it"))
    ann.chip(100).drag_to(ann.spot("bet", 4))
    assert (name(ann), name(ann, "bust-it"), name(ann, "bet", 4)) == ("Bet $10", "Bust It $5", "Bet $100")


def test_chips_by_the_keyboard_alone(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked).sit(stacked.table("double-attack-pa", EIGHTS)).to_betting()
    for key in ("3", "3", "Backspace", "ArrowLeft", "2", "x"):
        ann.page.keyboard.press(key)
    assert (name(ann), name(ann, "bust-it")) == ("Bet $50", "Bust It $10")
    ann.page.keyboard.press("g")
    ann.button("no-attack").wait_for()
    assert "you wager $10 bust-it" in ann.story()


def test_enter_places_a_typed_bet_and_the_next_key_deals(stacked: StackedHouse, visit: Visit) -> None:
    """Typing replaces what was there; the letter that follows does not land in the field."""
    ann = visit(stacked).sit(stacked.table("double-attack-pa", EIGHTS)).to_betting()
    ann.page.locator(".amount.bet").click()
    ann.page.keyboard.type("35")
    assert name(ann) == "Bet $35"
    ann.page.keyboard.press("Enter")
    ann.sees("Bet placed: deal. It stays as it is until it is decided")
    ann.page.keyboard.press("g")
    ann.button("no-attack").wait_for()


def test_a_letter_typed_in_the_amount_is_a_key(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked).sit(stacked.table("double-attack-pa", EIGHTS)).to_betting()
    ann.page.locator(".amount.bet").focus()
    ann.page.keyboard.press("g")
    ann.button("no-attack").wait_for()


# --- nothing is lost, nobody is trapped -------------------------------------------------------------------------------


def test_what_others_do_leaves_what_one_is_about_to_bet(stacked: StackedHouse, visit: Visit) -> None:
    table = stacked.table("double-attack-pa", EIGHTS)
    ann, bob = visit(stacked).sit(table, 1), visit(stacked).sit(table, 2)
    together((ann, bob), "wager")
    ann.spot("bet", 3).click()
    ann.page.locator(".amount.bet").click()
    ann.page.keyboard.type("4")
    bob.bet("20")
    ann.sees("wagers \\$20 bet")
    ann.page.keyboard.type("5")
    assert ann.page.locator(".amount.bet").input_value() == "45", "typing goes on where it was"
    assert name(ann, "bet", 3) == "Bet $45"
    ann.page.reload()
    ann.spot("bet", 3).wait_for()
    assert name(ann, "bet", 3) == "Bet $45", "nor does a reload lose it"
    ann.press("wager")
    assert "you wager $45 bet (box 3)" in ann.story()


def test_who_sits_a_round_out_may_bet_after_all_and_alone_nobody_can(stacked: StackedHouse, visit: Visit) -> None:
    table = stacked.table("double-attack-pa", EIGHTS)
    ann = visit(stacked).sit(table, 1).to_betting()
    out = ann.page.get_by_role("button", name="Sit this one out")
    assert out.count() == 0, "alone there is no round to sit out"
    bob = visit(stacked).sit(table, 2)
    out.click()
    ann.sees("You sit this one out: bet after all")
    ann.page.reload()
    ann.button("wager").wait_for()
    assert question(ann).startswith("You sit this one out")
    ann.bet("10")
    ann.sees(f"You are in. Waiting for {bob.name()}")


@pytest.mark.clause("NJ 26.5(g)")
def test_a_bet_in_new_jersey_is_changed_before_the_deal(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked).sit(stacked.table("double-attack-nj", EIGHTS)).to_betting()
    ann.page.locator(".amount.bet").fill("25")
    ann.spot("bust-it").click()
    ann.chip(5).click()
    ann.press("wager")
    ann.sees("Bet placed: deal, or change it")
    assert (name(ann), name(ann, "bust-it")) == ("Bet $25", "Bust It $5"), "both lie there while betting"
    ann.press("take-back")
    ann.page.wait_for_function("() => document.querySelectorAll('.spot.staged').length === 2")
    assert "returned" in ann.story()
    ann.spot().click()
    ann.page.locator(".amount.bet").fill("15")
    ann.press("ready")
    assert "you wager $15 bet" in ann.story()


def test_a_bet_in_pennsylvania_stays_and_nothing_else_is_offered(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked).sit(stacked.table("double-attack-pa", EIGHTS)).to_betting()
    ann.wager("10")
    assert "take-back" not in ann.offered()
    assert ann.spot().is_disabled()
    assert ann.page.get_by_role("button", name="See the burn card").count() == 0, "the text shows it to nobody"


# --- in the round -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["phone", pytest.param("small", marks=pytest.mark.slow)])
def test_six_boxes_are_asked_for_attacks_by_one_question(stacked: StackedHouse, visit: Visit, size: str) -> None:
    deal = "7S 5H 6H 9H 9S 8D AD 6D 5D 2D KD KH 3S JC 4C 5C 6C 7C 8C 9C"
    ann = visit(stacked, size=SIZES[size]).sit(stacked.table("double-attack-pa", deal), 3).to_betting()
    ann.page.locator("[data-tool=same]").click()
    ann.press("ready")
    ann.button("no-attack").wait_for()
    assert [ann.offered().count(each) for each in ("attack", "no-attack")] == [1, 1]
    assert "$60" in ann.button("attack").inner_text()
    felt, bar = ann.page.locator(".felt").bounding_box(), ann.page.locator(".actions").bounding_box()
    assert felt is not None
    assert bar is not None
    assert felt["y"] + felt["height"] <= bar["y"] + 1, "the question covers nothing of the felt"
    assert felt["height"] > SIZES[size][1] / 3
    for box in (2, 5):
        ann.spot("attack", box).click()
    assert "on boxes 2, 5" in ann.button("attack").inner_text()
    ann.picture(f"six-attacks-{size}")
    ann.press("attack")
    ann.button("stand").wait_for()
    assert ann.story().count("you wager $10 attack") == 2
    assert ann.story().count("you decline attack") == 4


@pytest.mark.parametrize("size", ["phone", "small", pytest.param("large", marks=pytest.mark.slow)])
def test_the_acting_hand_is_large_and_above_the_bar(stacked: StackedHouse, visit: Visit, size: str) -> None:
    ann = visit(stacked, size=SIZES[size]).sit(stacked.table("double-attack-pa", EIGHTS), 2).to_betting().bet("10")
    ann.press("attack")
    for hands in (1, 2, 3, 4):
        if hands > 1:
            ann.press("split")
        found = ann.page.evaluate(ACTING)
        assert found["above"], f"{hands} hands: the bar hides cards"
        assert found["inside"], f"{hands} hands: a card is out of its box"
        assert found["seen"], "the whole bar is in the window"
        assert found["width"] > max(found["others"], 44), f"{hands} hands: the acting one is the largest"
    ann.press("double")
    ann.button("stand").wait_for()
    found = ann.page.evaluate(ACTING)
    assert found["inside"], "the doubled card lies across and within its box"
    ann.picture(f"acting-hand-{size}")


@pytest.mark.clause("DD Dealing 6")
def test_in_double_deck_looking_comes_before_deciding(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked).sit(stacked.table("double-deck-house", "9H 5S 3D AS KC 3S")).to_betting().bet("10")
    buttons = [move for move in ann.offered() if "/" not in move]
    assert buttons[0] == "look-at-cards"
    ann.press("look-at-cards")
    assert "even-money" not in ann.offered(), "9 and 3 are no Blackjack"
    assert "look-at-cards" not in ann.offered()


def test_a_bust_it_chip_lies_there_while_betting_in_play_and_its_result_after(
    stacked: StackedHouse, visit: Visit
) -> None:
    table = stacked.table("double-attack-pa", EIGHTS)
    ann, eve = visit(stacked).sit(table).to_betting(), visit(stacked).go(f"#/table/{table}")
    ann.spot("bust-it").click()
    ann.chip(5).click()
    ann.press("wager")
    eve.sees("wagers \\$5 bust-it")
    assert (name(ann, "bust-it"), name(eve, "bust-it")) == ("Bust It $5", "Bust It $5")
    ann.press("ready")
    ann.press("no-attack")
    assert name(ann, "bust-it") == "Bust It $5"
    ann.usual_until("wager")
    results = ann.page.locator(".box[data-box='1'] .results li:not(.sum)").all_inner_texts()
    assert results == ["Bust It −$5", "Bet −$10"], "in the order in which the law has them taken"
    ann.wager("20")
    assert ann.page.locator(".box[data-box='1'] .card").count() == 0, "no old cards or chips beside the new"


def test_hi_lo_has_one_button_for_its_seals_however_many_rounds(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked).sit(stacked.table("five-card-hi-lo-pa")).to_betting()
    for number in (1, 2, 3):
        ann.press("ready")
        ann.sees(f"Round {number}: you (win|lose|are even)")
        ann.button("ready").wait_for()
    assert ann.page.locator(".check-seal").count() == 1


# --- heard and seen to happen -----------------------------------------------------------------------------------------


def test_a_screen_reader_hears_the_total_before_the_decision_and_the_dealers_turned_card(
    stacked: StackedHouse, visit: Visit
) -> None:
    ann = visit(stacked).sit(stacked.table("double-attack-pa", EIGHTS)).to_betting().bet("20")
    ann.press("no-attack")
    ann.page.wait_for_function("() => document.getElementById('spoken').textContent.includes('decision')")
    spoken = ann.page.locator("#spoken").inner_text()
    assert spoken.index("You have 16 against a 9.") < spoken.index("Your decision")
    ann.press("stand")
    ann.page.wait_for_function("() => document.getElementById('spoken').textContent.includes('you ')")
    spoken = ann.page.locator("#spoken").inner_text()
    assert ".." not in spoken
    assert "the dealer turns king of diamonds." in spoken
    assert "Round 1: you lose $20." in spoken


def test_the_pace_the_theme_and_the_adviser_are_remembered_and_instant_is_instant(
    stacked: StackedHouse, visit: Visit
) -> None:
    ann = visit(stacked, reduced_motion="no-preference").sit(stacked.table("double-attack-pa", EIGHTS)).to_betting()
    assert not ann.page.get_by_label("Sound").is_checked(), "sound is off until asked for"
    ann.page.get_by_label("Pace").select_option("instant")
    ann.page.get_by_label("Switch between light and dark").click()
    ann.page.get_by_label("Adviser").check()
    ann.page.reload()
    ann.button("ready").wait_for()
    assert ann.page.evaluate("document.documentElement.dataset.scheme") == "dark"
    assert ann.page.get_by_label("Adviser").is_checked()
    ann.page.get_by_label("Adviser").uncheck()
    assert ann.page.get_by_label("Pace").input_value() == "instant"
    ann.page.evaluate(
        "() => { window.moved = 0; const was = Element.prototype.animate;"
        " Element.prototype.animate = function (...all) { window.moved += 1; return was.apply(this, all); }; }"
    )
    ann.press("ready")
    ann.press("no-attack")
    ann.button("stand").wait_for()
    assert ann.page.evaluate("window.moved") == 0
    ann.page.get_by_label("Pace").select_option("fast")
    ann.page.get_by_label("Sound").check()
    ann.press("stand")
    ann.sees("Round 1: you lose")
    assert ann.page.evaluate("window.moved") >= 2, "cards turn and chips travel"


def test_sound_is_heard_once_it_is_asked_for_and_no_more_when_it_is_not(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked)
    ann.page.add_init_script(
        "window.heard = []; window.tones = 0; const Real = AudioContext;"
        " window.AudioContext = class extends Real { constructor() { super(); window.heard.push(this); }"
        " createOscillator() { window.tones += 1; return super.createOscillator(); } };"
    )
    ann.sit(stacked.table("double-attack-pa", EIGHTS)).to_betting().bet("10")
    assert ann.page.evaluate("window.heard.length") == 0, "off at first: nothing is even made ready"
    ann.page.get_by_label("Sound").check()
    ann.page.wait_for_function("() => window.heard[0]?.state === 'running'")
    before = ann.page.evaluate("window.tones")
    assert before > 0, "one hears what was chosen"
    ann.press("no-attack")
    ann.press("stand")
    ann.sees("Round 1: you lose")
    ann.page.wait_for_function("before => window.tones >= before + 2", arg=before)
    assert ann.page.evaluate("window.heard.length") == 1
    ann.page.get_by_label("Sound").uncheck()
    ann.page.wait_for_timeout(300)
    silent = ann.page.evaluate("window.tones")
    ann.bet("10")
    ann.usual_until("wager")
    assert ann.page.evaluate("window.tones") == silent


def test_another_takes_the_box_one_had_chips_on(stacked: StackedHouse, visit: Visit) -> None:
    """Nothing is sent that would be refused, and the sentence says what to do."""
    table = stacked.table("double-attack-pa", EIGHTS)
    ann = visit(stacked).sit(table, 1).to_betting()
    ann.spot("bet", 4).click()
    ann.chip(25).click()

    async def comes(house: House) -> None:
        bob = await Player.come(house, "Bob Four")
        live = house.tables[table]
        await bob.move(live, m.Sit, box=4)
        await bob.move(live, m.BuyIn, cents=100_00)

    stacked.do(comes)
    ann.sees("Bob Four sits at box 4")
    ann.button("wager").click()
    ann.page.get_by_role("alert").filter(has_text="No Bet wager may be laid on box 4 now: clear it").wait_for()


def test_all_that_a_table_fetches_up_to_the_first_bet_is_less_than_180_kb_before_it_is_compressed(
    stacked: StackedHouse, visit: Visit
) -> None:
    ann = visit(stacked).sit(stacked.table("double-attack-pa")).to_betting()
    ann.page.locator(".book .gist .term").first.wait_for()  # with the clause of the moment, and its words explained
    came = ann.fetched()
    assert {"/".join(name.split("/")[:3]) for name in came} == {stacked.url}, "nothing is fetched from elsewhere"
    names = {name.rpartition("/")[2] for name in came}
    assert {"style.css", "main.js", "table.js", "felt.js", "glossary.json"} <= names, "and all of it is weighed"
    assert 100_000 < sum(came.values()) < 180_000


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", ["double-attack-nj", "double-back-jack-pa", "double-deck-house", "five-card-hi-lo-pa"])
def test_every_game_on_every_size_without_a_serious_finding(
    stacked: StackedHouse, visit: Visit, game: str, scheme: str
) -> None:
    for size, pixels in SIZES.items():
        ann = visit(stacked, size=pixels, color_scheme=scheme).sit(stacked.table(game), 2).to_betting()
        found = {"betting": ann.findings()}
        ann.press("ready")
        ann.usual_until("wager", "hit", "stand")
        found["play"] = ann.findings()
        assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        ann.picture(f"{game}-{size}-{scheme}", full=False)
        ann.usual_until("wager")
        found["over"] = ann.findings()
        assert {when: findings for when, findings in found.items() if findings} == {}
