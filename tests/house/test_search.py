"""The auditor's desk: rounds found by what is on record of them, a selection as a file, money beside its facts."""

import asyncio
import csv
import io
import operator
from collections.abc import Awaitable, Callable
from functools import partialmethod
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import text

from pitboss.commands.table import _of_selection
from pitboss.house import archive, search
from pitboss.house.audit import audit_database
from pitboss.house.house import House
from pitboss.house.round_record import irregularities, tag_of
from pitboss.house.search import Search, Wanted
from pitboss.house.settings import UNHURRIED
from pitboss.procedure import facts as f
from pitboss.procedure.refusal import Refused
from pitboss.procedure.verification import NoFacts
from tests import moves as m
from tests.house.kit import Player, StillClock, house_on, serving, through_round, to_betting
from tests.house.tampering import alter

PASSWORD = "correct horse battery"
Scene = Callable[[House, StillClock], Awaitable[None]]


def in_a_house(scene: Scene, db: str, key: Path) -> None:
    async def run() -> None:
        clock = StillClock()
        async with house_on(db, key, UNHURRIED, clock) as house:
            await scene(house, clock)

    asyncio.run(run())


async def ids(house: House, **wanted: Any) -> list[str]:
    found = await Search(house.database).page(Wanted(**wanted), None)
    return [one.id for one in found.rounds]


async def played(house: House, clock: StillClock) -> tuple[str, str]:
    """Ann plays two rounds at one table, Bob one at another; between all of them a minute passes."""
    ann, bob = await Player.come(house, "Ann"), await Player.come(house, "Bob")
    first, second = await ann.open("double-attack-pa"), await bob.open("double-deck-house")
    await to_betting(ann, first)
    await to_betting(bob, second)
    for player, live, cents in ((ann, first, 10_00), (bob, second, 20_00), (ann, first, 50_00)):
        clock.ms += 60_000
        await through_round(player, live, cents=cents)
    return first.id, second.id


def test_rounds_are_found_by_each_thing_alone_and_by_all_together(db: str, key: Path) -> None:
    async def scene(house: House, clock: StillClock) -> None:
        began = clock.ms
        pa, dd = await played(house, clock)
        newest_first = [f"{pa}.2", f"{dd}.1", f"{pa}.1"]
        assert await ids(house) == newest_first
        assert await ids(house, table=dd) == [f"{dd}.1"]
        assert await ids(house, player="Bob") == await ids(house, player="bob") == [f"{dd}.1"]
        assert await ids(house, player="Eve") == []
        assert await ids(house, since_ms=began + 120_000) == newest_first[:2], "from that moment on"
        assert await ids(house, until_ms=began + 120_000) == newest_first[2:], "and up to it, not with it"
        nets = {one.id: one.players for one in (await Search(house.database).page(Wanted(), None)).rounds}
        assert [list(nets[one]) for one in newest_first] == [["Ann"], ["Bob"], ["Ann"]]
        for outcome, holds in (("won", operator.gt), ("lost", operator.lt), ("even", operator.eq)):
            expected = [one for one in newest_first if any(holds(net, 0) for net in nets[one].values())]
            assert await ids(house, outcome=outcome) == expected
        for one in newest_first:
            (net,) = (abs(net) for net in nets[one].values())
            assert one in await ids(house, least_cents=net)
            assert one in await ids(house, most_cents=net)
            assert one not in await ids(house, least_cents=net + 1)
            if net:
                assert one not in await ids(house, most_cents=net - 1)
        assert await ids(house, table=pa, player="Bob") == []

    in_a_house(scene, db, key)


def test_the_result_and_the_amount_are_of_the_player_who_is_looked_for(sqlite_db: str, key: Path) -> None:
    async def scene(house: House, clock: StillClock) -> None:
        pa, _ = await played(house, clock)
        r = (await Search(house.database).page(Wanted(table=pa), None)).rounds[0]
        (net,) = r.players.values()
        other = "lost" if net >= 0 else "won"
        assert r.id not in await ids(house, table=pa, player="Ann", outcome=other)

    in_a_house(scene, sqlite_db, key)


def test_a_round_that_came_out_even_was_neither_won_nor_lost(sqlite_db: str, key: Path) -> None:
    async def scene(house: House, clock: StillClock) -> None:
        pa, dd = await played(house, clock)
        nets = ((10_00, pa, 1), (0, dd, 1), (-5_00, pa, 2))
        of_a_round = "UPDATE round_players SET net_cents = {} WHERE table_id = '{}' AND round = {}"
        alter(sqlite_db, *(of_a_round.format(*net) for net in nets))
        by_outcome = {outcome: await ids(house, outcome=outcome) for outcome in ("won", "even", "lost")}
        assert by_outcome == {"won": [f"{pa}.1"], "even": [f"{dd}.1"], "lost": [f"{pa}.2"]}

    in_a_house(scene, sqlite_db, key)


def test_rounds_are_found_by_clause_and_by_what_went_wrong(sqlite_db: str, key: Path) -> None:
    async def scene(house: House, clock: StillClock) -> None:
        ann = await Player.come(house, "Ann")
        live = await ann.open("double-attack-pa")
        await to_betting(ann, live)
        await through_round(ann, live)
        await ann.move(live, m.Wager, box=1, cents=10_00)
        await ann.move(live, m.Ready)
        assert m.Attack in live.table.waiting.may
        live._away.add("Ann")
        await live._decide_for_absent()
        assert live.table.state.round == 2
        assert not live.table.state.in_round
        assert await ids(house, irregularity="any") == [f"{live.id}.2"]
        assert await ids(house, irregularity="house-decided") == [f"{live.id}.2"]
        assert await ids(house, irregularity="ten-found") == []
        assert await ids(house, clause="PA 665a.7(f)(2)") == [f"{live.id}.2", f"{live.id}.1"]
        assert await ids(house, clause="PA 665a.5(a)") == [f"{live.id}.1"], "shuffled before the first"
        assert await ids(house, clause="NJ 26.13(a)") == []
        assert await ids(house, clause="PA 665a.5(a)", irregularity="any") == []

    in_a_house(scene, sqlite_db, key)


def test_a_round_under_way_is_not_found_and_a_finished_one_shows_no_card(sqlite_db: str, key: Path) -> None:
    async def scene(house: House, clock: StillClock) -> None:
        ann = await Player.come(house, "Ann")
        live = await ann.open("double-attack-pa")
        await to_betting(ann, live)
        await ann.move(live, m.Wager, box=1, cents=10_00)
        await ann.move(live, m.Ready)
        assert live.table.state.in_round
        for wanted in ({}, {"clause": "PA 665a.7(e)"}, {"irregularity": "any"}, {"table": live.id}, {"player": "Ann"}):
            assert await ids(house, **wanted) == []
        fields = set(search.FoundRound.__struct_fields__)
        assert fields == {"id", "n", "table", "game", "round", "at_ms", "players", "irregularities"}

    in_a_house(scene, sqlite_db, key)


def test_page_by_page_each_round_comes_once(sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(house: House, clock: StillClock) -> None:
        await played(house, clock)
        look = Search(house.database)
        for wanted in (Wanted(), Wanted(clause="PA 665a.7(f)(2)")):
            whole = [one.id for one in (await look.page(wanted, None)).rounds]
            pages, before = [], None
            for _ in range(9):
                page = await look.page(wanted, before, most=1)
                pages += [one.id for one in page.rounds]
                before = page.more
                if before is None:
                    break
            assert pages == whole
            assert before is None
        assert len(whole) == 2
        there = await ids(house)
        monkeypatch.setattr(Search, "page", partialmethod(Search.page, most=1))
        assert [one.id for one in await look.export(Wanted())] == there, "a file has every page"

    in_a_house(scene, sqlite_db, key)


def _without_marks(db: str) -> None:
    """The database as a house left it that kept no marks."""
    alter(db, "DELETE FROM round_marks")


def test_rounds_of_before_marks_were_kept_get_them_from_the_house_that_opens_next(sqlite_db: str, key: Path) -> None:
    wanted: dict[str, Any] = {"clause": "PA 665a.7(f)(2)"}
    found: list[list[str]] = []

    async def first(house: House, clock: StillClock) -> None:
        await played(house, clock)
        found.append(await ids(house, **wanted))

    async def second(house: House, clock: StillClock) -> None:
        found.append(await ids(house, **wanted))

    async def audited() -> str | None:
        return (await audit_database(sqlite_db, key)).wrong

    in_a_house(first, sqlite_db, key)
    assert asyncio.run(audited()) is None
    _without_marks(sqlite_db)
    assert "round_marks" in str(asyncio.run(audited())), "what lacks them is not in order until a house has opened it"
    in_a_house(second, sqlite_db, key)
    assert found[1] == found[0]
    assert len(found[0]) == 2
    assert asyncio.run(audited()) is None


def test_a_search_by_clause_or_irregularity_reads_an_index_and_deals_nothing(sqlite_db: str, key: Path) -> None:
    async def scene(house: House, clock: StillClock) -> None:
        for wanted in (Wanted(clause="PA 665a.7(f)(2)"), Wanted(irregularity="hand-dead"), Wanted(irregularity="any")):
            question = search._question(wanted, None).compile(
                house.database.engine.sync_engine, compile_kwargs={"literal_binds": True}
            )
            plan = await house.database.rows(text(f"EXPLAIN QUERY PLAN {question}"))
            steps = [row.detail for row in plan]
            assert any("round_marks" in one for one in steps)
            assert not [one for one in steps if "round_marks" in one and "SCAN" in one], steps
            assert not [one for one in steps if "TEMP B-TREE" in one], steps

    in_a_house(scene, sqlite_db, key)


def test_too_many_rounds_for_one_file_are_refused(sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(house: House, clock: StillClock) -> None:
        await played(house, clock)
        look = Search(house.database)
        monkeypatch.setattr(search, "EXPORTED_MAX", 3)
        assert len(await look.export(Wanted())) == 3
        monkeypatch.setattr(search, "EXPORTED_MAX", 2)
        with pytest.raises(Refused, match=r"search/too-many: more than 2 rounds .* Now: narrow"):
            await look.export(Wanted())

    in_a_house(scene, sqlite_db, key)


def test_a_table_that_cannot_be_dealt_again_is_counted_not_hidden(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def other(*_: object) -> None:
        raise archive.OtherRules("another version")

    async def scene(house: House, clock: StillClock) -> None:
        found = await Search(house.database).page(Wanted(irregularity="any"), None)
        assert (found.rounds, found.more, found.unread) == ((), None, 3)
        elsewhere = await Search(house.database).page(Wanted(irregularity="any", table="t0"), None)
        assert elsewhere.unread == 0, "only what would be looked into is counted"
        assert [one.irregularities for one in (await Search(house.database).page(Wanted(), None)).rounds] == [None] * 3

    async def evening(house: House, clock: StillClock) -> None:
        await played(house, clock)

    in_a_house(evening, sqlite_db, key)
    _without_marks(sqlite_db)
    monkeypatch.setattr(archive, "rules_of", other)
    in_a_house(scene, sqlite_db, key)


def test_in_the_sheet_a_round_that_nobody_played_has_its_line_too() -> None:
    numbers: dict[str, Any] = {"n": 7, "table": "t1", "game": "double-attack-pa", "at_ms": 0}
    played = search.FoundRound(id="t1.1", round=1, players={"Ann": -5, "Bob": 500}, irregularities=None, **numbers)
    empty = search.FoundRound(id="t1.2", round=2, players={}, irregularities=("round-voided", "ten-found"), **numbers)
    _, *lines = csv.reader(io.StringIO(search.as_csv((played, empty))))
    its = ["t1", "double-attack-pa"]
    assert lines == [
        ["t1.1", *its, "1", "1970-01-01T00:00:00+00:00", "Ann", "-$0.05", ""],
        ["t1.1", *its, "1", "1970-01-01T00:00:00+00:00", "Bob", "$5", ""],
        ["t1.2", *its, "2", "1970-01-01T00:00:00+00:00", "", "$0", "round-voided ten-found"],
    ]


# --- over HTTP ------------------------------------------------------------------------------------------------------


async def _as(house: House, url: str, role: str) -> httpx.AsyncClient:
    _, token = await house.sign_up(f"The {role}", PASSWORD, await house.invite(role) if role != "player" else None)
    return httpx.AsyncClient(base_url=url, headers={"cookie": f"pitboss_session={token}"})


HOSTILE = [
    "table=%00",
    "table=A",
    f"table={'a' * 33}",
    "player=%00",
    "player=%27%20OR%201%3D1",
    f"player={'a' * 41}",
    "since_ms=-1",
    "since_ms=x",
    f"until_ms={2**53 + 1}",
    "until_ms=1e3",
    "outcome=%00",
    "outcome=draw",
    "least_cents=-1",
    f"most_cents={10**12 + 1}",
    "clause=%00",
    "clause=PA+0",
    "irregularity=%25",
    "irregularity=wager-placed",
    "before=-1",
    "before=null",
]


@pytest.mark.parametrize("db", ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)], indirect=True)
def test_the_desk_is_for_those_who_see_every_round_and_answers_nonsense_in_one_sentence(db: str, key: Path) -> None:
    async def scene() -> None:
        async with serving(db, key, clock=StillClock()) as (url, house):
            await played(house, house.clock)  # type: ignore[arg-type]  # the clock above
            player, auditor = await _as(house, url, "player"), await _as(house, url, "auditor")
            floor = await _as(house, url, "floorperson")
            nobody = httpx.AsyncClient(base_url=url)
            for place in ("/api/search", "/api/search/export", "/api/search/export?form=csv"):
                assert (await player.get(place)).status_code == 403
                assert (await nobody.get(place)).status_code == 401
                assert (await floor.get(place)).status_code == 200
            for words in HOSTILE:
                for place in ("/api/search", "/api/search/export"):
                    told = await auditor.get(f"{place}?{words}")
                    if place.endswith("export") and words.startswith("before"):
                        continue
                    assert 400 <= told.status_code < 500, (words, told.text)
                    assert len(told.json()["error"]["sentence"]) > 10
            assert (await auditor.get("/api/search/export?form=xml")).status_code == 422
            found = (await auditor.get("/api/search?player=Ann")).json()
            assert len(found["rounds"]) == 2
            sheet = await auditor.get("/api/search/export?form=csv")
            assert sheet.headers["content-type"] == "text/csv; charset=utf-8"
            assert sheet.headers["content-disposition"] == 'attachment; filename="rounds.csv"'
            first = found["rounds"][0]["n"]
            older = (await auditor.get(f"/api/search?player=Ann&before={first}")).json()["rounds"]
            assert older == found["rounds"][1:]
            rows = list(csv.DictReader(io.StringIO(sheet.text)))
            assert [row["player"] for row in rows] == ["Ann", "Bob", "Ann"]
            assert all(row["ended"].endswith("+00:00") for row in rows)
            whole = await auditor.get("/api/search/export?player=Ann")
            assert whole.headers["content-disposition"] == 'attachment; filename="rounds.json"'
            paper = whole.json()
            assert paper["wanted"]["player"] == "Ann"
            assert paper["rounds"] == found["rounds"]
            kept = (await auditor.get("/api/search/export?player=Ann")).content
            (finding,) = _of_selection(kept)
            assert finding.sentence.startswith("2 rounds are as the house gave them out")
            for a, b in ((b'"Ann":', b'"Eve":'), (b'"player":"Ann"', b'"player":"Eve"'), (b'"round":1', b'"round":9')):
                assert a in kept
                (finding,) = _of_selection(kept.replace(a, b))
                assert finding.wrong, a
            with pytest.raises(NoFacts, match="no selection"):
                _of_selection(kept[:-9])
            assert _of_selection(b'{"shoe":1}') == []
            for words in ("pa%20665A.7%28F%29%282%29", "PA665a.7(f)(2)"):
                assert len((await auditor.get(f"/api/search?clause={words}")).json()["rounds"]) == 2
            near = (await auditor.get("/api/search?clause=PA%20665a.7(f)(9)")).json()["error"]["sentence"]
            assert "there is no such clause; there is PA 665a.7(f)" in near
            for one in (player, auditor, floor, nobody):
                await one.aclose()

    asyncio.run(scene())


# --- one round on one page ------------------------------------------------------------------------------------------


def test_every_transfer_stands_beside_the_fact_that_made_it(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key, clock=StillClock()) as (url, house):
            pa, _ = await played(house, house.clock)  # type: ignore[arg-type]  # the clock above
            auditor = await _as(house, url, "auditor")
            for number in (1, 2):
                story = (await auditor.get(f"/api/rounds/{pa}.{number}")).json()
                by_id = {one["id"]: one for one in story["money"]}
                beside = [one for step in story["steps"] for one in step["money"]]
                assert beside == list(by_id), "every transfer once, in order"
                for step in story["steps"]:
                    for one in step["money"]:
                        what = by_id[one]["what"]
                        assert what == "fill" or by_id[one]["clauses"] == ", ".join(step["clauses"])
                placed = next(step for step in story["steps"] if step["fact"]["fact"] == "wager-placed")
                (bet,) = (by_id[one] for one in placed["money"])
                assert (bet["giver"], bet["taker"]) == ("Ann's chips", "the layout")
                cited = {clause for step in story["steps"] for clause in step["clauses"]}
                assert set(story["ordered"]) == cited
                assert all(one["gist"] and one["heading"] for one in story["ordered"].values())
            await auditor.aclose()

    asyncio.run(scene())


def test_a_player_sees_no_money_of_others_beside_the_facts(sqlite_db: str, key: Path) -> None:
    async def scene(house: House, clock: StillClock) -> None:
        from pitboss.house.history import History

        ann, bob = await Player.come(house, "Ann"), await Player.come(house, "Bob")
        live = await ann.open("double-attack-pa")
        await to_betting(ann, live)
        await bob.move(live, m.Sit, box=2)
        await bob.move(live, m.BuyIn, cents=500_00)
        await bob.move(live, m.Wager, box=2, cents=20_00)
        await bob.move(live, m.Ready)
        await ann.move(live, m.Wager, box=1, cents=10_00)
        await ann.move(live, m.Ready)
        live._away.update(("Ann", "Bob"))
        await live._decide_for_absent()
        story = await History(house.database, house.vault).story(f"{live.id}.1", ann.account)
        assert story is not None
        shown = {one.id for one in story.money}
        assert shown
        assert {one for step in story.steps for one in step.money} == shown
        assert not [one for one in story.money if "Bob" in one.giver + one.taker]

    in_a_house(scene, sqlite_db, key)


@pytest.mark.parametrize(
    ("account", "words"),
    [
        ("player:Ann B", "Ann B's bankroll"),
        ("chips:t46b0494b:Guest 3C301C", "Guest 3C301C's chips"),
        ("layout:t1", "the layout"),
        ("inventory:t1", "the table's chips"),
        ("house", "the house"),
    ],
)
def test_an_account_has_a_name_that_a_person_reads(account: str, words: str) -> None:
    from pitboss.house.ledger import in_words

    assert in_words(account) == words


def test_what_is_irregular_is_said_by_the_facts_own_families() -> None:
    tags = irregularities()
    assert {"round-voided", "house-decided", "ten-found", "hand-dead", "card-drawn-in-error"} <= set(tags)
    assert not {"card-dealt", "wager-placed", "round-ended"} & set(tags)
    known = {tag_of(kind) for kind in f.every_fact()}
    assert set(tags) <= known
    assert msgspec.json.encode(tags)
