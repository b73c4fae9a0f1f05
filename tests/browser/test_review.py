"""What one decided and what it cost, after a round and over many; and a table to practise at alone."""

import pytest

from tests.browser.conftest import Visit
from tests.browser.kit import StackedHouse

EIGHTS = "9S 8H 8D KD 8S 2C 3C 5S 6D 7C 8C"


def test_after_a_round_each_decision_stands_beside_the_best_one(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked).sit(stacked.table("double-attack-pa", EIGHTS)).to_betting().bet("10")
    ann.press("no-attack")
    ann.press("stand")
    lines = ann.page.locator(".decisions li")
    lines.first.wait_for(timeout=60_000)
    assert lines.count() == 2
    assert "attack against 9: no attack · best" in lines.first.inner_text()
    wrong = ann.page.locator(".decisions [data-mark=wrong]")
    assert "a pair of 8s against 9: stand · split was better by $" in wrong.inner_text()
    ann.sees("1 of 2 best: the others cost \\$")
    ann.page.reload()
    lines.first.wait_for(timeout=60_000)
    assert lines.count() == 2, "a reload forgets nothing"
    ann.page.get_by_text("How well you play, and where not").click()
    ann.page.locator(".chart").first.wait_for(timeout=120_000)
    ann.sees("50.00%")
    habit = ann.page.locator(".review-page tbody tr").first
    assert habit.locator("td").all_inner_texts()[:4] == ["a pair of 8s against 9", "stand", "split", "1"]
    cell = ann.page.locator(".chart [data-mark=wrong]")
    assert (cell.count(), cell.get_attribute("title")) == (1, "pair 8 against 9: 0 right, 1 wrong")
    assert ann.findings() == []
    ann.picture("review")


def test_a_game_without_a_solver_says_so(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked).sit(stacked.table("five-card-hi-lo-pa")).to_betting().bet("10")
    ann.sees("Round 1: you (win|lose|are even)")
    assert ann.page.locator("#adviser, .decided h2").count() == 0, "nothing is offered that would not be answered"
    ann.go("#/review")
    ann.sees("No solver prices the decisions of this game")


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_one_practises_alone_and_takes_a_decision_back(
    stacked: StackedHouse, visit: Visit, size: tuple[int, int]
) -> None:
    ann = visit(stacked, size=size).go()
    stacked.croupier.next = f"9C {EIGHTS}"
    ann.page.locator(".alone[data-game='double-attack-pa']").click()
    ann.sees("Practice: no clock")
    ann.page.get_by_role("button", name="What it pays").wait_for()
    assert ann.page.get_by_text("Copy link").count() == 0, "nobody else may come"
    ann.button("wager").wait_for()
    ann.bet("10")
    ann.press("no-attack")
    assert ann.hand() == ["eight of hearts", "eight of diamonds"]
    assert ann.page.locator(".clock:visible").count() == 0, "nobody waits"
    ann.press("hit")
    ann.sees("you lose")
    before = ann.at()
    ann.page.keyboard.press("u")
    ann.page.wait_for_function("at => Number(document.body.dataset.at) < at", arg=before)
    assert ann.hand() == ["eight of hearts", "eight of diamonds"]
    assert "split" in ann.offered()
    assert "round 1 is over" not in ann.story()
    ann.press("hit")
    assert "eight of spades" in ann.hand(), "the same card comes again"
    ann.go("#/history")
    ann.sees("You have not played a round yet|No round")
    assert ann.findings() == []


def test_a_shoe_that_the_floorperson_ends_has_its_score(stacked: StackedHouse, visit: Visit) -> None:
    table = stacked.table("double-attack-pa", EIGHTS)
    ann = visit(stacked).sit(table).to_betting()
    for number in (1, 2):
        ann.bet("10")
        ann.press("no-attack")
        ann.press("stand")
        ann.sees(f"Your decisions in round {number}")
        ann.page.locator(".decisions li").first.wait_for(timeout=60_000)
    flo = visit(stacked).sign_up("Flo Score", stacked.invitation("floorperson")).go(f"#/floor/{table}")
    flo.button("order-reshuffle").click()
    flo.confirm("order-reshuffle")
    ann.sees("The shoe is over. In 2 rounds 1 of 4 decisions were best: the others cost \\$5.93")


def test_a_shoe_of_one_round_has_no_score_beside_that_of_the_round(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked).go()
    best, worse = ({"cost_cents": 0, "decisions": []}, {"cost_cents": 40, "decisions": []})
    move = {"asked": "16 against 9", "choices": [], "words": "", "best": "hit", "cost_cents": 40}
    best["decisions"], worse["decisions"] = [{**move, "move": "hit"}], [{**move, "move": "stand"}]
    shoe = {"table": "any", "shoe": 1, "at_ms": 0, "rounds": 1, "decisions": 1, "best": 1, "cost_cents": 0}
    best["shoe"], worse["shoe"] = shoe, {**shoe, "rounds": 2, "decisions": 2, "cost_cents": 40}
    ann.page.route("**/api/rounds/any.1/review", lambda route: route.fulfill(json=best))
    ann.page.route("**/api/rounds/any.2/review", lambda route: route.fulfill(json=worse))
    ann.page.route("**/api/rounds/any.3/review", lambda route: route.fulfill(json=best))
    ann.page.evaluate(
        """async () => {
          const { Story } = await import('/story.js');
          const root = document.querySelector('#main');
          const story = new Story(root, 'any');
          story.advised = true;
          let at = 0;
          globalThis.told = (...facts) => {
            for (const fact of facts) story.take(fact, { at: at++, words: fact.fact, clauses: [] });
            story.now({ viewer: 'Ann', clauses: [], waiting_for: [], game: '' }, false);
          };
          globalThis.round = (round) => [
            { fact: 'wager-placed', player: 'Ann' }, { fact: 'round-began', round }, { fact: 'round-ended', round }];
        }"""
    )
    ann.page.evaluate("told(...round(1))")
    ann.sees("Your decisions in round 1")
    ann.page.locator(".decisions [data-mark=right]").wait_for()
    ann.page.evaluate("told(...round(2)); told({ fact: 'seal-opened' })")
    ann.sees("The shoe is over. In 2 rounds 1 of 2 decisions were best: the others cost \\$0.40 on average")
    assert ann.page.locator(".decided a[href='#/review']").count() == 1
    ann.page.evaluate("told(...round(3)); told({ fact: 'seal-opened' })")
    ann.sees("Your decisions in round 3")
    ann.page.locator(".decisions [data-mark=right]").wait_for()
    assert ann.page.get_by_text("The shoe is over").count() == 0, "a shoe of one round has its score above"
