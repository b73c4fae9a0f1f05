"""The auditor's desk in a browser: look, find, read a round beside its clauses, print it, take a selection away."""

import csv
import re
from pathlib import Path

from pitboss.house.house import House
from tests import moves as m
from tests.browser.conftest import Visit
from tests.browser.kit import PHONE, Person, StackedHouse
from tests.house.kit import Player


def played(stacked: StackedHouse, visit: Visit) -> tuple[Person, str]:
    table = stacked.table("double-attack-pa", "9S 6H 5D KD 2C 3C")
    ann = visit(stacked).sit(table).to_betting().bet("10")
    ann.usual_until("no-attack")
    ann.press("no-attack")
    ann.usual_until("wager")
    return ann, table


def pages(person: Person, size: str) -> int:
    """How many sheets the page takes on paper."""
    return len(re.findall(rb"/Type\s*/Page\b", person.page.pdf(format=size)))


def test_six_boxes_that_all_split_are_one_sheet_of_paper_with_all_their_money(
    stacked: StackedHouse, visit: Visit
) -> None:
    eights = "8H 8D 8C 8S 8H 8D 8D 8H 8S 8C 8D 8H"
    drawn = "2C 3C 4D 5H 6S 7C 9D 2D 3D 4C 5S 6D 7D 9C 2H 3H 4H 5D 6H 7H"
    table = stacked.table("double-attack-pa", f"9S {eights} KD {drawn}")
    name = visit(stacked).sit(table).to_betting().name()

    async def round_of_splits(house: House) -> None:
        live, account = house.tables[table], house.accounts.known(name)
        assert account is not None
        ann = Player(house, account)
        await ann.move(live, m.BuyIn, cents=2000_00)
        for box in range(1, 7):
            await ann.move(live, m.Wager, box=box, cents=50_00)
        await ann.move(live, m.Ready)
        for box in range(1, 7):
            await ann.move(live, m.NoAttack, box=box)
        while live.table.state.in_round:
            kind = m.Split if m.Split in live.table.waiting.may else m.Stand
            await ann.move(live, kind, box=live.table.waiting.box)

    stacked.do(round_of_splits)
    guy = visit(stacked).sign_up("Gus", stacked.invitation("auditor")).go(f"#/round/{table}.1")
    guy.sees(r"Step (\d{3}) of \1")
    assert pages(guy, "A4") == pages(guy, "Letter") == 1
    guy.page.emulate_media(media="print")
    paper = guy.page.locator(".one-sheet")
    text = paper.inner_text()
    assert text.count(f"$50 {name}'s chips → the layout (bet)") >= 6
    assert "box 6: hand 1 is split, hand 2 formed" in text
    assert float(paper.evaluate("sheet => parseFloat(sheet.style.fontSize)")) >= 5
    guy.picture("six-boxes-on-paper")
    guy.page.emulate_media(media="screen")
    guy.go("#/round/t0.1").sees("no such round")
    guy.page.get_by_role("link", name="All rounds").click()
    guy.sees("rounds? found")


def test_an_auditor_finds_a_round_reads_it_beside_its_clauses_and_prints_it(
    stacked: StackedHouse, visit: Visit, tmp_path: Path
) -> None:
    ann, table = played(stacked, visit)
    name = ann.name()
    guy = visit(stacked).sign_up("Guy", stacked.invitation("auditor")).go("#/history")
    guy.page.get_by_label("Player").fill(name)
    guy.page.get_by_label("Clause applied").fill("PA 665a.7(e)")
    guy.page.get_by_role("button", name="Look").click()
    guy.sees("1 round found")
    guy.sees(f"{name} -\\$10")
    assert guy.findings() == []
    guy.picture("desk")
    with guy.page.expect_download() as waiting:
        guy.page.get_by_role("link", name="CSV").click()
    sheet = tmp_path / "rounds.csv"
    waiting.value.save_as(sheet)
    assert [row["round"] for row in csv.DictReader(sheet.read_text().splitlines())] == [f"{table}.1"]

    guy.page.locator("tbody a").first.click()
    guy.sees(r"Step (\d+) of \1")
    assert guy.page.locator(".felt .card").count() >= 4, "the whole round lies there before anything is pressed"
    guy.page.get_by_role("button", name="Step", exact=True).click()
    guy.sees(r"Step 1 of \d+")
    row = guy.page.locator("tr:has-text('Bet')", has_text="$10").or_(guy.page.locator("tr", has_text="bets $10")).first
    row.locator("button.step").click()
    beside = guy.page.get_by_role("complementary", name="This step and its clause")
    assert f"$10 {name}'s chips → the layout" in beside.inner_text()
    assert "§ 665a.6" in beside.inner_text()
    assert guy.page.locator("tr[aria-current=step]").count() == 1
    gists = guy.page.locator(".sheet .orders span").all_inner_texts()
    assert len(gists) == len(set(gists)) > 5, "a gist stands where its clause is applied first"
    guy.sees(f"The round came to: {name} -\\$10")
    assert guy.findings() == []
    guy.picture("round-on-the-desk")
    assert pages(guy, "A4") == pages(guy, "Letter") == 1
    guy.page.emulate_media(media="print")
    guy.picture("round-on-paper")
    assert not guy.page.locator(".beside").is_visible()
    assert f"$10 {name}'s chips → the layout (bet)" in guy.page.locator(".one-sheet").inner_text()
    guy.page.emulate_media(media="screen")
    guy.page.get_by_role("link", name="All rounds").click()
    assert guy.page.get_by_label("Player").input_value() == name, "what was looked for is still there"


def test_what_cannot_be_meant_is_said_and_nothing_is_asked(stacked: StackedHouse, visit: Visit) -> None:
    guy = visit(stacked, size=PHONE).sign_up("Gil", stacked.invitation("auditor")).go("#/history")
    guy.sees("rounds? found")
    guy.page.get_by_label("Won or lost at least").fill("ten")
    guy.page.get_by_role("button", name="Look").click()
    guy.page.get_by_role("alert").filter(has_text="An amount is in dollars").wait_for()
    guy.page.get_by_label("Won or lost at least").fill("")
    guy.page.get_by_label("Clause applied").fill("PA 1")
    guy.page.get_by_role("button", name="Look").click()
    guy.page.get_by_role("alert").filter(has_text="There is no such clause").wait_for()
    assert guy.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    guy.page.get_by_role("button", name="Everything").click()
    guy.page.get_by_label("Irregularity").select_option("any")
    guy.page.get_by_role("button", name="Look").click()
    guy.sees("rounds? found")
    guy.page.get_by_role("cell", name="nothing", exact=True).first.wait_for(state="detached")  # only what was irregular
