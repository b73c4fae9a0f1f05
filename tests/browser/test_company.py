"""Several people in several browsers: at one table, on one box, on the floor, and away for a moment."""

from pathlib import Path

import pytest

from pitboss.procedure import replay
from pitboss.procedure.from_the_hand.facts import HandShown
from tests.browser.conftest import Visit
from tests.browser.kit import Person, StackedHouse, together
from tests.browser.look import seen_wrong


def test_two_browsers_at_one_table_and_a_spectator(stacked: StackedHouse, visit: Visit) -> None:
    table = stacked.table("double-attack-pa", "9S 9H 8H 9D 8D KD")
    ann, bob = visit(stacked).sit(table, 1), visit(stacked).sit(table, 2)
    eve = visit(stacked).go(f"#/table/{table}")
    together((ann, bob), "wager")
    ann.bet("10")
    ann.sees("You are in")
    bob.bet("20")
    for one in (ann, bob):
        one.usual_until("no-attack")
        one.press("no-attack")
    ann.usual_until("stand")
    assert "stand" not in bob.offered(), "it is not Bob's turn"
    eve.page.locator(".box[data-box='2'] .card").nth(1).wait_for()
    assert [one.hand(2) for one in (ann, bob, eve)] == [["eight of hearts", "eight of diamonds"]] * 3
    assert eve.offered() == []
    ann.press("stand")
    bob.usual_until("wager")
    ann.sees(r"Round 1: you lose \$10")
    bob.sees(r"Round 1: you lose \$20")
    eve.picture("two-players")


@pytest.mark.clause("NJ 26.13(a)")
def test_two_people_on_one_box_in_new_jersey(stacked: StackedHouse, visit: Visit) -> None:
    table = stacked.table("double-attack-nj", "9S 8H 8D KD 2C 3C 4C 5C")
    ann = visit(stacked).sit(table, 1).to_betting()
    bob = visit(stacked).sit(table, 2)
    ann.wager("10")
    bob.button("wager").wait_for()
    bob.spot("bet", 2).wait_for()
    assert bob.spot("bet", 1).is_disabled(), "without consent it would be refused, and is not offered"

    ann.page.get_by_role("button", name="bet on box 1").click()
    bob.sees("lets .* wager on box 1")
    bob.bet("20", box=1)
    ann.press("ready")
    ann.usual_until("split")
    ann.press("split")
    bob.page.get_by_role("button", name="Stay on the first hand").wait_for()
    bob.picture("follow-split")
    bob.press("follow-split")
    ann.button("stand").wait_for()


@pytest.mark.clause("NJ 26.13(a)")
@pytest.mark.clause("NJ 26.13(b)")
@pytest.mark.clause("NJ 26.13(e)")
def test_three_people_on_one_box_in_new_jersey(stacked: StackedHouse, visit: Visit) -> None:
    """One name begins like another: whose money is whose is told apart all the same."""
    table = stacked.table("double-attack-nj", "9S KH QD 8D 2C 3C 4C 5C")
    ann, boxer, bo = (visit(stacked).sign_up(name) for name in ("Ann Box", "Ann Boxer", "Bo"))
    ann.sit(table, 1).to_betting()
    boxer.sit(table, 2)
    bo.sit(table, 3)
    ann.wager("10")
    for other, dollars in ((boxer, "20"), (bo, "30")):
        ann.page.get_by_role("button", name=f"Let {other.name()} bet on box 1", exact=True).click()
        other.page.locator(".spot[data-box='1'][data-wager='bet']:enabled").wait_for()
        other.bet(dollars, box=1)
    ann.press("ready")

    ann.usual_until("attack")
    assert "attack" not in boxer.offered() + bo.offered(), "nobody follows before the one who decides"
    ann.press("attack")
    boxer.usual_until("attack")
    boxer.press("attack")
    bo.usual_until("no-attack")
    bo.press("no-attack")
    ann.button("stand").wait_for()
    for other in (boxer, bo):
        other.sees(r"Waiting for Ann Box\. Box 1")
        assert "stand" not in other.offered(), "one decides"
    lies = {person.name(): person.spot("bet", 1).locator(".name span").all_inner_texts() for person in (ann, boxer, bo)}
    assert lies == {
        "Ann Box": ["you $10", "Ann Boxer $20", "Bo $30"],
        "Ann Boxer": ["Ann Box $10", "you $20", "Bo $30"],
        "Bo": ["Ann Box $10", "Ann Boxer $20", "you $30"],
    }
    for person in (ann, bo):
        look_at_both_sizes(person, f"three-on-a-box-{person.name()[:2]}-asked")

    ann.press("stand")
    for person, net in ((ann, 20), (boxer, 40), (bo, 30)):
        person.sees(rf"Round 1: you win \${net}\.")
        person.sees(rf"Your chips: \${500 + net}")
    results = [one.page.locator(".box[data-box='1'] .results li:visible").all_inner_texts() for one in (ann, boxer, bo)]
    assert results == [
        ["you Bet +$10", "you Double Attack +$10", "Ann Boxer +$40", "Bo +$30"],
        ["you Bet +$20", "you Double Attack +$20", "Ann Box +$20", "Bo +$30"],
        ["you Bet +$30", "Ann Box +$20", "Ann Boxer +$40"],
    ]
    for person in (ann, bo):
        look_at_both_sizes(person, f"three-on-a-box-{person.name()[:2]}-paid")


def look_at_both_sizes(person: Person, name: str) -> None:
    """Nothing lies over anything else on a phone or on a laptop."""
    for width, height in ((390, 844), (1280, 720)):
        person.page.set_viewport_size({"width": width, "height": height})
        person.picture(f"{name}-{width}", full=False)
        assert seen_wrong(person.page) == []


def test_a_reload_in_mid_hand_comes_back_to_the_same_decision(stacked: StackedHouse, visit: Visit) -> None:
    table = stacked.table("double-attack-pa", "9S 6H 5D KD 2C 3C")
    ann = visit(stacked).sit(table).to_betting().bet("10")
    ann.press("no-attack")
    ann.press("double")
    before = (ann.hand(), sorted(ann.offered()), ann.page.locator(".chip").all_inner_texts(), ann.story())
    ann.page.reload()
    ann.button("stand").wait_for()
    assert (ann.hand(), sorted(ann.offered()), ann.page.locator(".chip").all_inner_texts(), ann.story()) == before
    assert ann.page.locator(".card.sideways").count() == 1, "the doubled card lies sideways still"
    ann.press("stand")
    ann.sees("Round 1: you lose")


def test_a_lost_connection_comes_back_by_itself(stacked: StackedHouse, visit: Visit) -> None:
    table = stacked.table("double-attack-pa", "9S 6H 5D KD 2C 3C")
    ann = visit(stacked).sit(table).to_betting()
    stacked.hang_up()
    ann.sees("Connection lost")
    ann.page.locator("body[data-connection=up]").wait_for()
    ann.bet("10")
    ann.press("no-attack")
    assert ann.hand() == ["six of hearts", "five of diamonds"]


def test_the_clock_decides_for_somebody_who_stays_away_and_the_other_goes_on(
    stacked: StackedHouse, visit: Visit
) -> None:
    table = stacked.table("double-attack-pa", "9S 9H 8H 9D 8D KD")
    ann, bob = visit(stacked).sit(table, 1), visit(stacked).sit(table, 2)
    together((ann, bob), "wager")
    bob.bet("10")
    ann.bet("20")
    bob.button("no-attack").wait_for()
    ann.usual_until("no-attack")
    ann.press("no-attack")  # and Bob says nothing
    bob.sees(r"[0-9]+ s, then: no Double Attack wager")
    stacked.time_is_up()
    away = bob.name()
    ann.usual_until("stand")
    assert f"the house decides for {away}: no-attack (no Double Attack wager)" in ann.story()
    assert "stand" not in bob.offered()
    ann.press("stand")  # after which nobody waits for Bob any more
    ann.usual_until("wager")
    assert f"the house decides for {away}: stand (stand)" in ann.story()
    assert "decides for" not in ann.story().replace(f"decides for {away}", ""), "Ann has decided herself"
    ann.sees("Round 1: you")
    bob.sees(r"the house decides for .*: stand")
    ann.picture("the-house-decides")
    bob.button("wager").wait_for()
    bob.bet("10")
    ann.bet("10")
    bob.usual_until("no-attack")  # Bob is back, and is asked again


@pytest.mark.clause("PA 665a.13(a)")
def test_a_floorperson_reports_a_card_found_face_up(stacked: StackedHouse, visit: Visit) -> None:
    table = stacked.table("double-attack-pa", "9S 8H 7D KD 8S 8C 2C")
    ann = visit(stacked).sit(table).to_betting().bet("10")
    flo = visit(stacked).sign_up("Flo", stacked.invitation("floorperson")).go(f"#/floor/{table}")
    flo.button("found-face-up").click()
    flo.button("cover-shuffler").wait_for(state="detached")  # nobody has reported a shuffling device
    assert "found face up" not in ann.story(), "nothing is done before it is confirmed"
    flo.picture("floor")
    flo.confirm("found-face-up")
    ann.sees("8♥ found face up, to the rack")
    assert "PA 665a.13(a)" in ann.story()
    flo.page.get_by_text("Not now, and why").click()
    flo.sees("shuffler jammed: no shuffling device is in use")
    assert flo.findings() == []
    ann.press("no-attack")
    assert ann.hand() == ["seven of diamonds", "king of diamonds"]
    assert flo.page.locator(".felt .box[data-box='1'] .card").count() == 2, "the floorperson sees the felt"
    flo.button("drew-in-error").click()
    flo.confirm("drew-in-error")
    flo.sees("drawn in error")


def test_what_is_being_filled_in_on_the_floor_is_not_lost_when_the_table_goes_on(
    stacked: StackedHouse, visit: Visit
) -> None:
    table = stacked.table("double-attack-pa", "9S 8H 7D KD 8S 8C 2C")
    ann = visit(stacked).sit(table).to_betting()
    flo = visit(stacked).sign_up("Flora", stacked.invitation("floorperson")).go(f"#/floor/{table}")
    flo.button("tap-in").click()
    flo.page.locator(".confirm [name=dealer]").fill("Sam")
    ann.wager("10")
    flo.page.locator(".offers [data-move='close-bets']").wait_for()  # now there is a wager
    assert flo.page.locator(".confirm [name=dealer]").input_value() == "Sam"
    flo.page.get_by_label("Rack straightened").select_option("yes")
    flo.confirm("tap-in")
    flo.sees("Sam")
    flo.page.get_by_role("button", name="Leave it").wait_for(state="hidden")


def test_an_auditor_is_offered_no_seat_and_no_floor(stacked: StackedHouse, visit: Visit) -> None:
    table = stacked.table("double-attack-pa")
    guy = visit(stacked).sign_up("Gus", stacked.invitation("auditor")).go(f"#/table/{table}")
    guy.page.locator(".felt .box").first.wait_for()
    assert guy.page.locator(".sit").count() == 0
    assert guy.page.get_by_role("link", name="Floor page").count() == 0
    guy.go("#/")
    guy.page.locator(".games li").first.wait_for()
    assert guy.page.get_by_role("button", name="Play now").count() == 0


@pytest.mark.parametrize("role", ["newcomer", "auditor"])
def test_nobody_is_told_that_an_open_table_is_closed(stacked: StackedHouse, visit: Visit, role: str) -> None:
    table = stacked.table("double-attack-pa")
    ann = visit(stacked)
    if role == "auditor":
        ann.sign_up("Aud It", stacked.invitation("auditor"))
    ann.go(f"#/table/{table}")
    ann.page.locator(".felt .box").first.wait_for()
    assert "closed" not in ann.page.locator("main").inner_text()


def test_a_table_that_has_closed_says_so_and_offers_no_seat(stacked: StackedHouse, visit: Visit) -> None:
    table = stacked.table("double-attack-pa")
    ann = visit(stacked).go(f"#/table/{table}")
    ann.page.locator(".felt .box").first.wait_for()
    stacked.do(lambda house: house.tables[table].close_by_house("nobody plays here"))
    ann.sees("[Tt]his table (is|has) closed|[Tt]he table (is|has) closed")
    ann.page.locator(".sit").first.wait_for(state="detached")


def test_a_guest_has_no_floor_page(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked).go(f"#/floor/{stacked.table('double-attack-pa')}")
    ann.sees("for a floorperson or a dealer")


def test_an_account_is_made_left_and_entered_again(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked).sign_up("Ann Account")
    ann.sees(r"Ann Account \(player\)")
    ann.go("#/account")
    ann.page.get_by_role("button", name="Sign out").click()
    ann.sees(r"\(guest\)")
    ann.go("#/account")
    form = ann.page.locator("[data-form='/api/login']")
    form.get_by_label("Name").fill("Ann Account")
    form.get_by_label("Password").fill("not the password")
    form.get_by_role("button").click()
    ann.sees("do not belong together")
    form.get_by_label("Password").fill("correct horse battery staple")
    form.get_by_role("button").click()
    ann.sees(r"Ann Account \(player\)")


def test_a_guest_becomes_an_account_by_a_password_or_by_another_name_too(stacked: StackedHouse, visit: Visit) -> None:
    for name in ("", "Ann Upgraded"):
        guest = visit(stacked).go("#/account")
        form = guest.page.locator("[data-form='/api/upgrade']")
        form.get_by_label("Name").fill(name)
        form.get_by_label("Password").fill("correct horse battery staple")
        form.get_by_role("button").click()
        guest.sees(rf"{name or 'Guest [0-9A-F]+'} \(player\)")


def test_an_auditor_opens_anybodys_round_and_takes_the_dispute_file(
    stacked: StackedHouse, visit: Visit, tmp_path: Path
) -> None:
    ann = visit(stacked).sit(stacked.table("five-card-hi-lo-pa")).to_betting().bet("10")
    ann.sees("Round 1: you (win|lose|are even)")  # the deck retires with the round
    guy = visit(stacked).sign_up("Guy", stacked.invitation("auditor")).go("#/history")
    guy.sees("Rounds of the house")
    guy.page.locator("td a").first.click()
    guy.page.get_by_text("Fingerprints and seals").click()
    guy.page.locator(".check-seal").first.click()
    guy.sees("The seal is true: 52 cards")
    with guy.page.expect_download() as waiting:
        guy.page.get_by_role("link", name="Dispute file").click()
    paper = tmp_path / "dispute.json"
    waiting.value.save_as(paper)
    guy.picture("auditor")
    table = replay.replay(replay.from_json(paper.read_bytes()))
    assert any(isinstance(fact, HandShown) for fact in table.facts), "the file rebuilds the round offline"
