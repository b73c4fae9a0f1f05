"""A table test in the browser: composed by an instructor, taken by a trainee, looked at, printed on one page."""

import re
from pathlib import Path

from pitboss.house.dealing import DealingTable
from pitboss.house.house import House
from tests.browser.conftest import Visit
from tests.browser.dealer import Dealer
from tests.browser.kit import Person, StackedHouse
from tests.browser.test_drills import SMALL, TABLET, findings
from tests.house.test_instructor import deals, to_a_round


def in_class(stacked: StackedHouse, name: str, *people: str) -> None:
    """A class with these in it, as the office makes one."""

    async def make(house: House) -> None:
        await house.write([*house.classes.make(name), *house.classes.add(name, list(people))])

    stacked.do(make)


def right(stacked: StackedHouse, person: str) -> str:
    """What would be right now, which no browser is told."""
    (open_,) = (one for one in stacked.house.exams._open.values() if one.name == person)
    item = open_.taking.item
    assert item is not None
    return item.answers[0]


def fits(person: Person) -> bool:
    return bool(person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_test_is_composed_in_a_form_taken_and_printed(stacked: StackedHouse, visit: Visit, tmp_path: Path) -> None:
    ina = visit(stacked).sign_up("Ina", stacked.invitation("instructor"))
    pat = visit(stacked, size=TABLET).sign_up("Pat")
    in_class(stacked, "4B", "Ina", "Pat")
    ina.go("#/")
    ina.page.get_by_role("link", name="Instructor's desk").click()
    ina.sees("Nobody has taken it yet|None was given")
    ina.page.get_by_label("Minutes", exact=True).fill("20")
    ina.page.get_by_label("Items: payouts").fill("1")
    ina.page.get_by_label("Rounds to deal").fill("1")
    ina.page.get_by_label("Boxes").fill("1")
    ina.page.get_by_label("Drill items right").fill("1000")
    assert findings(ina) == []
    ina.picture("instructor")
    ina.page.get_by_role("button", name="Give it", exact=True).click()
    ina.sees("Given to 4B")

    pat.go("#/")
    pat.page.get_by_role("link", name="Table tests").click()
    pat.sees("1 × payouts, 1 rounds to deal")
    assert findings(pat) == []
    pat.page.get_by_role("button", name="Begin").click()
    pat.sees("Item 1 of 1: payouts")
    pat.sees(r"(20:00|19:\d\d) left")
    assert findings(pat) == []
    pat.page.get_by_label("Amount in dollars").fill(right(stacked, "Pat"))
    pat.page.get_by_role("button", name="Answer").click()
    pat.sees("One round to deal")
    dealt = Dealer(pat, stacked)
    pat.page.locator(".place").first.wait_for()
    assert pat.page.locator(".meant, [data-next], .figures, .errors li").count() == 0, "nobody helps, nobody says how"
    assert findings(pat) == []
    assert fits(pat)
    pat.picture("exam-table")
    ina.page.get_by_text("takes a table test").wait_for()
    dealt.deal()
    pat.sees("^Passed$")
    pat.sees("Sealed as line")
    assert findings(pat) == []
    told = pat.page.locator("main").inner_text()
    assert "Marks at the table, of 100\t100" in told
    assert "Money moved wrongly\t$0" in told
    assert "Drill items right\t1 of 1" in told
    pat.picture("exam-result")
    paper = pat.page.pdf(format="A4", path=tmp_path / "result.pdf")
    assert len(re.findall(rb"/Type /Page[^s]", paper)) == 1, "it is one page"
    with pat.page.expect_download() as waiting:
        pat.page.get_by_role("link", name="Result file").click()
    waiting.value.save_as(tmp_path / "result.json")
    assert b'"passed": true' in (tmp_path / "result.json").read_bytes()
    ina.page.reload()
    ina.page.get_by_role("link", name="Pat").click()
    ina.sees("^Passed$")


def test_a_test_as_toml_is_checked_and_an_instructor_looks_on(stacked: StackedHouse, visit: Visit) -> None:
    ida = visit(stacked, size=SMALL).sign_up("Ida", stacked.invitation("instructor"))
    kim = visit(stacked, size=SMALL).sign_up("Kim")
    in_class(stacked, "5C", "Ida", "Kim")
    ida.go("#/instructor")
    ida.page.get_by_text("As TOML, from a file or typed").click()
    toml = ida.page.get_by_label("The test as TOML")
    toml.fill('game = "double-attack-pa"\nminutes = 5\n[[drill]]\nkind = "payout"\nitems = 1')
    ida.page.get_by_role("button", name="Give it as TOML").click()
    ida.page.get_by_role("alert").filter(has_text="o drill is called 'payout'").wait_for()
    toml.fill('game = "double-attack-pa"\nminutes = 5\nname = "By TOML"\n[[drill]]\nkind = "which-clause"\nitems = 2')
    ida.page.get_by_role("button", name="Give it as TOML").click()
    ida.sees("Given to 5C")
    assert findings(ida) == []
    assert fits(ida)
    ida.picture("instructor-390")
    kim.go("#/tests")
    kim.page.get_by_role("button", name="Begin").click()
    kim.sees("Item 1 of 2: which clause")
    ida.page.get_by_role("link", name="Look on at Kim's test").click()
    ida.sees("item 1 of 2, 5 minutes left")
    kim.page.keyboard.press("1")
    kim.sees("Item 2 of 2")
    said = kim.page.locator("main").inner_text()  # words of a question may speak of a right hand
    assert not re.search(r"(?mi)^\W*(right|wrong)\b", said), "nobody is told how they do"
    ida.sees("item 2 of 2")
    kim.page.get_by_role("button", name="Hand it in").click()
    kim.page.get_by_role("button", name="press again").click()
    kim.sees("assed")
    ida.sees("assed")


def test_who_deals_is_watched_relieved_and_surprised(stacked: StackedHouse, visit: Visit) -> None:
    ivy = visit(stacked).sign_up("Ivy", stacked.invitation("instructor"))
    lea = visit(stacked, size=(1280, 800)).sign_up("Lea")
    in_class(stacked, "6D", "Ivy", "Lea")
    lea.go("#/drills/double-attack-pa/hand-totals")
    lea.page.get_by_label("Your answer").fill("12")
    lea.page.keyboard.press("Enter")
    lea.sees("so far")

    async def opens(house: House) -> str:
        account = house.accounts.known("Lea")
        assert account is not None
        return (await deals(house, account, "guided")).id

    table = stacked.do(opens)
    lea.go(f"#/deal/{table}")
    ivy.go("#/instructor")
    ivy.sees("here; deals")
    ivy.page.get_by_role("button", name="Progress of Lea").click()
    ivy.sees("How Lea comes along")
    ivy.page.locator("figure.course svg[role=img]").wait_for()
    assert findings(ivy) == []
    ivy.picture("instructor-progress")
    ivy.page.get_by_role("button", name="Take over the seat of Lea").click()
    ivy.sees("and Ivy has the seat")
    ivy.page.get_by_role("button", name="Hand the seat back of Lea").click()
    ivy.page.get_by_role("button", name="Take over the seat of Lea").wait_for()
    ivy.page.get_by_label("Plant a fault at the table of Lea").select_option("a late wager")
    ivy.sees("It will, when there is room: a late wager")

    async def deals_on(house: House) -> None:
        live = house.tables[table]
        assert isinstance(live, DealingTable)
        await to_a_round(live, "Lea")

    stacked.do(deals_on)
    lea.page.locator(".tried:not([hidden])").wait_for()
    ivy.page.get_by_role("button", name="Watch the table of Lea").click()
    ivy.page.locator(".console").first.wait_for()
    ivy.picture("instructor-watches")


def test_a_class_is_made_joined_by_its_link_renamed_and_left(stacked: StackedHouse, visit: Visit) -> None:
    ian = visit(stacked).sign_up("Ian", stacked.invitation("instructor")).go("#/instructor")
    ian.sees("You are in no class yet")
    ian.page.get_by_label("New class").fill("9E")
    ian.page.get_by_role("button", name="Make the class").click()
    ian.page.get_by_role("button", name="Invite trainees to 9E").click()
    link = ian.page.get_by_role("status").get_by_role("link")
    code = str(link.get_attribute("href")).rpartition("/")[2]
    mia = visit(stacked, size=SMALL).go(f"#/account/{code}")
    assert mia.page.get_by_label("Invitation (if you have one)").last.input_value() == code
    mia.sign_up("Mia", code)
    ian.page.get_by_role("heading", name="Mia").wait_for()
    ian.page.locator("summary", has_text="Rename").click()
    ian.page.get_by_label("New name of 9E").fill("Fridays")
    ian.page.get_by_role("button", name="Rename", exact=True).click()
    ian.page.get_by_role("region", name="Class Fridays").wait_for()
    ian.page.locator("option", has_text="Fridays").first.wait_for(state="attached")
    assert findings(ian) == []
    ian.picture("instructor-class")
    ian.page.locator("summary", has_text="Take out of the class").click()
    ian.page.get_by_role("button", name="Take Mia out of Fridays").click()
    ian.sees("Mia is not in Fridays any more")
    ian.page.get_by_role("heading", name="Mia").wait_for(state="detached")
