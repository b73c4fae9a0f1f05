"""The floor: what the staff of a house may do at a table now, each of it something that would be done."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from pitboss.cards.bits import SeededBits
from pitboss.house.floor_offers import FloorPage, answers_to, field_card, fields_of, floor_page, suggested
from pitboss.house.roles import ACTS_AS
from pitboss.procedure.equipment import lawful_equipment
from pitboss.procedure.moves import STAFF
from pitboss.procedure.table import Table
from pitboss.procedure.trial import Trial
from pitboss.rules.games import GAMES
from pitboss.rules.variant import load
from pitboss.school.acts import AnyAct, Step
from pitboss.school.dealer import again
from pitboss.school.lesson import deal_rounds
from pitboss.school.players import PracticePlayers
from pitboss.school.practice import Practice
from tests import moves as m
from tests.house.kit import Player, serving, to_betting
from tests.procedure.kit import Scene

PASSWORD = "correct horse battery"
PA, NJ = "double-attack-pa", "double-attack-nj"


def offered(page: FloorPage) -> set[str]:
    return {one.move for one in page.offers}


def made(offer: Any) -> m.Move:
    """The move with the answers the page has ready, and one where it asks for any."""
    free = {"dealer": "Sue", "hours": 24, "boxes": 2}
    fields = {
        one.name: str(one.default).split("; ")
        if one.kind == "list" and one.default
        else one.default
        if one.default is not None
        else free[one.name]
        for one in offer.fields
        if (one.default is not None and (one.kind, one.default) != ("list", "")) or one.name in free
    }
    return m.from_json(msgspec.json.encode({"move": offer.move, "by": offer.role, **fields}))


@pytest.mark.parametrize("role", ACTS_AS)
@pytest.mark.parametrize("game", GAMES)
def test_everything_that_is_offered_is_then_done(game: str, role: str) -> None:
    page = floor_page("t1", Scene(game, players=2).open().table, role)
    assert page.offers or role == "dealer"
    for offer in page.offers:
        table = Scene(game, players=2).open().table
        assert table.apply(made(offer)), offer.move


def test_no_move_is_offered_and_put_off_at_once_and_none_is_a_player_s() -> None:
    page = floor_page("t1", Scene(PA, players=2).open().table, "floorperson")
    later = {one.move for one in page.not_now}
    assert not offered(page) & later
    assert not {"hit", "wager", "sit", "shuffle", "commit-seed"} & (offered(page) | later)
    assert all(one.sentence for one in page.not_now)


@pytest.mark.clause("PA 665a.13(k)")
def test_what_cannot_be_said_now_is_not_offered_and_the_clause_says_why() -> None:
    page = floor_page("t1", Scene(PA, players=1).open().table, "floorperson")
    why = {one.move: one for one in page.not_now}
    assert "not reported out of use" in why["cover-shuffler"].sentence
    assert why["cover-shuffler"].clauses == ("PA 665a.13(k)",)
    assert {"found-face-up", "order-reshuffle", "close-table"} <= offered(page)
    assert "close-bets" in why, "no wager lies on the layout"


@pytest.mark.parametrize("game", GAMES)
def test_a_floorperson_is_told_why_and_never_that_it_is_for_a_floorperson_to_say(game: str) -> None:
    """Who may act in several roles is told why not in the first: nobody could do anything about the others."""
    page = floor_page("t1", Scene(game, players=2).open().table, "floorperson")
    assert page.not_now
    assert [one.move for one in page.not_now if "for a floorperson" in one.sentence] == []


@pytest.mark.clause("PA 673a.13(b)")
def test_an_order_has_the_clauses_of_the_answer_that_stands_in_its_form() -> None:
    scene = Scene("double-back-jack-pa", "TD 9S 3D 8H 2D 2H").open().bet()
    (drew,) = (one for one in floor_page("t1", scene.table, "floorperson").offers if one.move == "drew-in-error")
    (exposed,) = drew.fields
    assert (exposed.choices, exposed.default) == ((False, True), False)
    assert drew.clauses == ("PA 673a.13(b)",)


def test_what_a_move_asks_comes_from_its_schema_narrowed_to_what_would_be_taken() -> None:
    page = floor_page("t1", Scene(NJ, players=2).open().table, "floorperson")
    by_move = {one.move: {field.name: field for field in one.fields} for one in page.offers}
    assert by_move["permit-entry"]["player"].choices == ("ann", "bob")
    assert by_move["found-ten"]["card"].choices == ("TC", "TD", "TH", "TS")
    tap = by_move["tap-in"]
    assert (tap["dealer"].kind, tap["dealer"].default) == ("text", None)
    assert (tap["rack_straightened"].choices, tap["rack_straightened"].default) == ((True, False), True)
    hours = by_move["note-card-age"]["hours"]
    assert (hours.kind, hours.least, hours.choices) == ("number", 0, ())
    opening = floor_page("t1", Table(load(NJ), frozenset({"dealer", "floorperson"})), "floorperson")
    (rack,) = (field for one in opening.offers for field in one.fields if field.name == "rack_mark_cards")
    assert (rack.kind, rack.least, rack.most, rack.required) == ("number", 0, 10**4, False)
    (hand,) = (one for one in fields_of(m.OfferCut) if one.name == "hand")
    assert field_card(hand, ()).choices == ("left", "right"), "or nothing is said of it"


def test_every_box_of_the_layout_may_be_named_and_the_dealers_own_place_where_a_move_has_it() -> None:
    table = Scene(PA, players=1).table
    boxes = tuple(range(1, load(PA).layout.positions + 1))
    kinds = (m.Deal, m.PassOver, m.SettleBox)
    places = [answers_to(table, one) for kind in kinds for one in fields_of(kind) if one.name in ("to", "box")]
    assert places == [(0, *boxes), (0, *boxes), boxes]


def test_an_order_that_nobody_waits_for_has_the_clauses_by_which_it_would_be_done() -> None:
    """Not all of them: coming and going, and who notes what, the texts leave to the house."""
    page = floor_page("t1", Scene(NJ, players=2).open().table, "floorperson")
    orders = {one.move: one.clauses for one in page.offers if not one.awaited}
    assert orders["found-ten"]
    assert all(clause.startswith("NJ ") for clauses in orders.values() for clause in clauses)
    trial = Trial(Scene(NJ, players=2).open().table)
    assert trial.refusal(m.CloseBets(by="floorperson")) is not None
    assert trial.cited == (), "what would be refused cites nothing"


@pytest.mark.parametrize(("game", "cut"), [(PA, 192), ("double-deck-house", 52)])
def test_where_this_house_cuts_and_puts_its_cover_card_stands_ready_in_the_form(game: str, cut: int) -> None:
    table = Scene(game, "").open().table
    assert suggested(table, m.Cut) == {"position": cut}
    assert suggested(table, m.PlaceCoverCard) == {"from_back": cut // (2 if game == PA else 4), "along_mark": True}
    assert suggested(table, m.NoteCardAge) == {}


def test_a_dealer_is_offered_nothing_of_the_floorperson_s() -> None:
    dealer = floor_page("t1", Scene(PA, players=1).open().table, "dealer")
    assert {one.role for one in dealer.offers} == {"dealer"}
    assert "order-reshuffle" not in offered(dealer)


def test_what_the_table_waits_for_from_a_dealer_by_hand_comes_first() -> None:
    scene = Scene(PA, by_hand=("dealer",))
    page = floor_page("t1", scene.table, "dealer")
    assert page.offers[0].awaited
    assert page.offers[0].move in {str(kind.__struct_config__.tag) for kind in scene.table.waiting.may}
    assert page.offers[0].clauses == scene.table.waiting.clauses
    floor = floor_page("t1", scene.table, "floorperson").offers
    assert [one.awaited for one in floor] == sorted((one.awaited for one in floor), reverse=True)
    assert {one.awaited for one in floor} == {True, False}


@pytest.mark.parametrize("game", [PA, "five-card-hi-lo-pa"])
def test_whoever_deals_by_hand_is_offered_at_every_step_what_would_be_done_and_is_refused_nothing_offered(
    game: str,
) -> None:
    """From the opening through a round: every awaited move is made with the answers that the form has ready."""
    rules = load(game)
    practice = Practice(rules, roles=frozenset(STAFF))
    players = PracticePlayers(SeededBits("floor"), 2)
    looked: set[str] = set()

    def look(practice: Practice, due: AnyAct) -> AnyAct:
        table = practice.table
        kind = str(type(due.made).__struct_config__.tag) if isinstance(due, Step) else ""
        if kind in looked or not kind:
            return due
        looked.add(kind)
        page = floor_page("t1", table, "floorperson", lambda: again(table, len(table.moves)))
        awaited = [one for one in page.offers if one.awaited]
        if kind != "shuffle":
            assert kind in {one.move for one in awaited}, f"{kind} is due"
        for offer in awaited:
            invented = any(field.default is None for field in offer.fields)
            if not invented:
                assert again(table, len(table.moves)).apply(made(offer)), offer.move
        return due

    deal_rounds(practice, players, 1, look)
    assert "check-equipment" in looked
    assert len(looked) > 5, looked


@pytest.mark.parametrize("game", [NJ, "double-back-jack-pa", "five-card-hi-lo-pa"])
def test_whoever_has_forgotten_a_card_is_offered_to_go_on_without_it_a_box_s_or_the_dealer_s_own(game: str) -> None:
    named: list[tuple[Any, ...]] = []

    def look(practice: Practice, due: AnyAct) -> AnyAct:
        table = practice.table
        if m.PassOver in table.waiting.may:
            page = floor_page("t1", table, "floorperson", lambda: again(table, len(table.moves)))
            named.extend(one.fields[0].choices for one in page.offers if one.move == "pass-over")
        return due

    players = PracticePlayers(SeededBits("floor"), 2)
    deal_rounds(Practice(load(game), roles=frozenset(STAFF)), players, 1, look)
    assert {box for choices in named for box in choices} == {0, 1, 2}


def test_what_the_table_waits_for_is_refused_by_the_step_itself_and_then_not_offered() -> None:
    """A dealer whose step looks at the answer: only the box that is next is offered."""
    scene = Scene(PA, by_hand=("floorperson",))
    table = scene.table
    page = floor_page("t1", table, "floorperson", lambda: again(table, len(table.moves)))
    (check,) = (one for one in page.offers if one.move == "check-equipment")
    fields = {one.name: one for one in check.fields}
    assert fields["positions"].default == table.rules.layout.positions
    assert fields["inscriptions"].kind == fields["betting_areas"].kind == "list"
    assert "; ".join(lawful_equipment(table.rules).inscriptions) == fields["inscriptions"].default
    wrong = m.CheckEquipment(by="floorperson", positions=table.rules.layout.positions)
    refusal = Trial(table, lambda: again(table, len(table.moves))).refusal(wrong)
    assert refusal is not None, "without its inscriptions the layout is not lawful"
    assert Trial(table).refusal(wrong) is None, "unless the step is tried, nobody finds out"


def test_over_http_the_floor_is_for_the_staff_and_nonsense_is_one_sentence(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = iter((None, "another process"))  # it moves while it is asked for

    async def elsewhere(table: str) -> str | None:
        return next(found)

    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, house):
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            cookies = {}
            for role in ("player", "auditor", "dealer", "floorperson"):
                code = await house.invite(role) if role != "player" else None
                _, cookies[role] = await house.sign_up(f"The {role}", PASSWORD, code)
            async with httpx.AsyncClient(base_url=url) as http:

                async def get(role: str, table: str = live.id) -> httpx.Response:
                    cookie = f"pitboss_session={cookies[role]}"
                    return await http.get(f"/api/tables/{table}/floor", headers={"cookie": cookie})

                assert [(await get(role)).status_code for role in cookies] == [403, 403, 200, 200]
                assert (await http.get(f"/api/tables/{live.id}/floor")).status_code == 401
                page = (await get("floorperson")).json()
                assert "order-reshuffle" in {one["move"] for one in page["offers"]}
                monkeypatch.setattr(house.neighbours, "where", elsewhere)
                moved = await get("floorperson", "t0123")
                assert (moved.status_code, moved.headers["retry-after"]) == (503, "2"), "it is soon there"
                monkeypatch.undo()
                for table, status in (("t0", 404), ("%00", 422), ("A", 422), ("a" * 33, 422), ("..", 404)):
                    told = await get("floorperson", table)
                    assert told.status_code == status, table
                    assert told.json()["error"]["sentence"]

    asyncio.run(scene())
