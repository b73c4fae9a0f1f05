"""The dealer's console: every game dealt by hand, a wrong step refused with its clause or done freely and reviewed."""

import json
from typing import Any

import msgspec
import pytest

from pitboss.house.controls import HERE, control
from pitboss.house.dealing import DealingTable
from pitboss.house.floor_offers import staff_moves, tag_of
from pitboss.house.sockets import move_by
from pitboss.procedure.equipment import lawful_equipment
from pitboss.procedure.moves import STAFF
from pitboss.procedure.table import Table
from pitboss.rules.games import GAMES
from pitboss.rules.variant import load
from pitboss.school.acts import Chips, PickUp, Ruling, Step
from pitboss.school.dealer import lawful_step
from tests import facts as f
from tests import moves as m
from tests.browser.conftest import Visit
from tests.browser.dealer import Dealer
from tests.browser.kit import USUAL, StackedHouse, every_finding

LAPTOP, TABLET, UPRIGHT, PHONE = (1280, 720), (1024, 768), (820, 1180), (390, 844)
# What is always tried; the rest of its kind is slow.
FIRST = "double-attack-pa"
OTHERS = pytest.mark.slow


def dealer(stacked: StackedHouse, visit: Visit, size: tuple[int, int] = LAPTOP, **options: Any) -> Dealer:
    return Dealer(visit(stacked, size=size, **options), stacked)


@pytest.mark.parametrize(
    ("game", "size"),
    [
        pytest.param(game, size, marks=() if (game, size) == (FIRST, LAPTOP) else OTHERS)
        for game in GAMES
        for size in (LAPTOP, UPRIGHT)
    ],
)
def test_a_round_of_every_game_is_dealt_by_hand(
    stacked: StackedHouse, visit: Visit, game: str, size: tuple[int, int]
) -> None:
    one = dealer(stacked, visit, size).open(game)
    one.deal()
    assert one.live.review().mistakes == ()
    assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert every_finding(one.page) == []
    one.person.picture(f"console-{game}-{size[0]}")
    assert one.person.faults == []


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_opened_and_its_first_shuffle_made_by_hand(stacked: StackedHouse, visit: Visit, game: str) -> None:
    one = dealer(stacked, visit, TABLET).open(game, opens=True)
    assert isinstance(one.live.table.waiting.may[0], type)
    one.deal()
    made = {type(move) for move in one.live.table.moves}
    assert {m.CheckEquipment, m.Shuffle} <= made
    assert one.live.review().mistakes == ()


@pytest.mark.parametrize("game", [pytest.param(game, marks=() if game == FIRST else OTHERS) for game in GAMES])
def test_a_newcomer_who_presses_enter_deals_a_round(stacked: StackedHouse, visit: Visit, game: str) -> None:
    """From the lobby to the end of a round with one key, and no other hand on the page."""
    one = dealer(stacked, visit, TABLET)
    one.person.go("#/")
    button = one.page.locator(f"button.deal[data-game='{game}']")
    button.focus()
    one.page.keyboard.press("Enter")
    one.page.locator("[data-next]").wait_for()
    for _ in range(200):
        if one.over():
            break
        acts = len(one.live.practised.acts)
        one.page.keyboard.press("Enter")
        while len(one.live.practised.acts) == acts:
            one.page.wait_for_timeout(10)
        one.caught_up()
    assert one.over()
    assert one.live.review().mistakes == ()
    one.person.sees("steps right\\s*100.0%")


@pytest.mark.clause("PA 665a.7(e)")
def test_a_card_to_the_wrong_box_is_refused_with_its_clause_and_stands_among_the_errors(
    stacked: StackedHouse, visit: Visit
) -> None:
    one = dealer(stacked, visit).open("double-attack-pa")
    one.do(Step.of(m.CloseBets(by="dealer")))
    one.page.keyboard.press("2")
    one.page.get_by_role("alert").filter(has_text="the dealer").wait_for()
    assert one.page.locator(".console > .refusal .cite[title='PA 665a.7(e)']").count() == 1
    assert one.page.locator(".errors .cite[title='PA 665a.7(e)']").count() == 1
    assert one.page.locator(".meant, [data-next]").count() == 0, "where it goes is not shown to who is not guided"
    one.person.picture("console-refused")
    one.deal()
    assert len(one.live.review().mistakes) == 1


def test_a_free_dealer_overpays_and_finds_it_in_the_review(stacked: StackedHouse, visit: Visit) -> None:
    one = dealer(stacked, visit).open("double-attack-pa", mode="free")
    wrong = 0
    while not one.over() or not wrong:
        due = one.due()
        assert due is not None
        if isinstance(due, Chips) and not wrong:
            first, *rest = due.handled
            wrong = first.paid + 700
            due = Chips(handled=(msgspec.structs.replace(first, paid=wrong, taken=0), *rest))
        one.do(due)
        assert not one.refused()
    (noted,) = one.live.review().mistakes
    assert noted.cents >= 700
    one.page.get_by_role("link", name="Review this shift").click()
    one.person.sees(f"Round {noted.round}: {noted.kind}")
    assert one.page.locator(f".errors .cite[title='{noted.clauses[0]}']").count() == 1
    assert every_finding(one.page) == []
    one.person.picture("console-review")


@OTHERS
def test_whoever_reaches_for_the_cards_is_told_no(stacked: StackedHouse, visit: Visit) -> None:
    one = dealer(stacked, visit).open("double-attack-pa", unruly=100)
    one.do(Step.of(m.CloseBets(by="dealer")))
    one.page.locator(".tried").wait_for()
    acts = len(one.live.practised.acts)
    one.page.locator("[data-lets=no]").click()
    while len(one.live.practised.acts) == acts:
        one.page.wait_for_timeout(10)
    assert one.live.practised.acts[acts] == msgspec.structs.replace(
        Ruling(lets=False), at_ms=one.live.practised.acts[acts].at_ms
    )
    assert one.live.review().mistakes == ()


def test_staff_deal_by_hand_to_people(stacked: StackedHouse, visit: Visit) -> None:
    """A dealer of the house opens a table in one press, somebody sits down, and every step has its control."""
    dana = Dealer(visit(stacked).sign_up("Dana", stacked.invitation("dealer")), stacked)
    dana.person.go("#/")
    dana.page.locator("button.by-hand[data-game='double-attack-pa']").click()
    dana.page.locator(".place").first.wait_for(state="attached")
    live = dana.table
    ann = visit(stacked).sit(live.id)
    for _ in range(200):
        if len([fact for fact in live.table.facts if isinstance(fact, f.CardDealt)]) >= 3:
            break
        step = lawful_step(live.table, 1) if m.DEALER in live.table.waiting.by else None
        moves = len(live.table.moves)
        if step is not None and not isinstance(step, m.Shuffle):
            dana.page.locator(f"body[data-at='{len(live.chronicle)}']").wait_for(state="attached")
            dana.page.locator(f"[data-move='{tag_of(type(step))}'], [data-tool='{tag_of(type(step))}']").first.wait_for(
                state="attached"
            )
            dana.step(step)
        elif "wager" in ann.offered():
            ann.bet("10")
        elif usual := next((move for move in USUAL if move in ann.offered()), None):
            ann.press(usual)
        for _ in range(30):
            if len(live.table.moves) > moves:
                break
            dana.page.wait_for_timeout(20)
    assert not dana.refused()
    assert {m.WashCards, m.BurnCard, m.Deal} <= {type(move) for move in live.table.moves if move.by == m.DEALER}
    assert every_finding(dana.page) == []
    dana.person.picture("console-at-work")


def test_somebody_else_sits_at_a_trainees_table_and_the_round_is_reviewed(stacked: StackedHouse, visit: Visit) -> None:
    """By the link of the table, in a browser of their own; the dealer handles their chips like any others."""
    one = dealer(stacked, visit).open("double-attack-pa", boxes=1, people=True)
    assert one.page.locator(".console-head .share").is_visible()
    guest = visit(stacked).sit(one.live.id, 3)
    for _ in range(400):
        if one.over():
            break
        due = one.due()
        if due is not None:
            one.do(due)
            assert not one.refused(), (due, one.refused())
            continue
        guest.page.locator(f"body[data-at='{one.live._told}']").wait_for(state="attached")
        if "wager" in guest.offered():
            guest.bet("10", 3)
        else:
            guest.press(next(move for move in USUAL if move in guest.offered()))
    assert one.over()
    assert 3 in {box for act in one.live.practised.acts if isinstance(act, PickUp) for box, _ in act.hands}
    assert one.live.review().mistakes == ()
    assert guest.page.locator("#practice").inner_text().startswith("Practice: a person learns to deal here")
    assert every_finding(guest.page) == []
    guest.picture("console-guest")
    one.person.picture("console-with-a-guest")


CONTROLS = """
async ([controls, filled]) => {
  const { ConsoleBar } = await import("/console_bar.js");
  const root = document.createElement("section");
  document.body.append(root);
  const acts = [];
  const bar = new ConsoleBar(root, async (act) => { acts.push(act); }, {tool() {}, chips() {}, say() {}});
  bar.show({controls, next: null, due: []}, "deal");
  const wanting = [];
  for (const control of controls) {
    const button = root.querySelector(`.every-move [data-move="${control.move}"]`);
    if (!button) { wanting.push(control.move); continue; }
    button.click();
    if (bar.form.hidden) continue;
    for (const field of bar.form.elements)
      if (field.required && !field.value)
        field.value = field.tagName === "SELECT" ? field.options[1].value : filled[field.name] ?? "1";
    bar.form.requestSubmit();
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  root.remove();
  return {wanting, acts};
}
"""


@pytest.mark.parametrize("game", [FIRST, pytest.param("five-card-hi-lo-pa", marks=OTHERS)])
def test_every_move_of_the_house_has_its_control_and_the_control_makes_the_move(
    stacked: StackedHouse, visit: Visit, game: str
) -> None:
    """All moves of the protocol that are no player's, from a console that says all of them may be made."""
    table = Table(load(game), frozenset(STAFF))
    table.apply(lawful_equipment(table.rules))
    table.apply(m.Sit(by="Ann", box=1))
    kinds = [kind for kind in staff_moves() if kind is not m.CommitSeed]
    controls = [control(table, kind, HERE) for kind in kinds]
    page = visit(stacked).go("#/").page
    told = page.evaluate(CONTROLS, [json.loads(msgspec.json.encode(controls)), {"dealer": "Sue"}])
    assert told["wanting"] == []
    made = {act["move"]["move"]: act["move"] for act in told["acts"]}
    assert made.keys() == {tag_of(kind) for kind in kinds}
    for kind in kinds:
        move = made[tag_of(kind)]
        assert move["by"] in STAFF
        if kind is not m.Shuffle:  # whose order the house gives
            assert type(move_by(move["by"], msgspec.Raw(msgspec.json.encode(move)))) is kind


@pytest.mark.parametrize(
    ("size", "scheme"),
    [
        pytest.param(size, scheme, marks=() if (size, scheme) == (UPRIGHT, "dark") else OTHERS)
        for size in (LAPTOP, TABLET, UPRIGHT, PHONE)
        for scheme in ("light", "dark")
    ],
)
def test_axe_finds_nothing_on_the_console(
    stacked: StackedHouse, visit: Visit, size: tuple[int, int], scheme: str
) -> None:
    one = dealer(stacked, visit, size, color_scheme=scheme).open("double-attack-pa", mode="guided", unruly=100)
    one.page.locator("[data-next]").click()
    one.page.locator(".tried").wait_for()
    one.page.locator("button:has-text('Chips')").first.click()
    one.page.locator(".every-move summary").click()
    assert every_finding(one.page) == []
    one.person.picture(f"console-{size[0]}-{scheme}")


def test_a_player_fetches_nothing_of_the_console(stacked: StackedHouse, visit: Visit) -> None:
    person = visit(stacked)
    came: list[str] = []
    person.page.on("request", lambda request: came.append(request.url))
    person.go(f"#/table/{stacked.table('double-attack-pa')}")
    person.page.locator(".sit").first.wait_for()
    assert came
    assert not [url for url in came if "console" in url or "/deal.js" in url or "/forms.js" in url]


def test_after_a_lost_line_the_console_is_as_it_was(stacked: StackedHouse, visit: Visit) -> None:
    one = dealer(stacked, visit).open("double-attack-pa", mode="guided")
    one.page.locator("[data-next]").click()
    one.page.locator("[data-next]", has_text="Deal to yourself").wait_for()
    one.page.reload()
    one.page.locator("[data-next]", has_text="Deal to yourself").wait_for()
    live: DealingTable = one.live
    assert len(live.review().mistakes) == 0
