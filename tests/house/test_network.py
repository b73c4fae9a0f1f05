"""Over the network: sessions, roles, refusals, reconnects, limits; what a browser and a bot meet."""

import asyncio
import json
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.metrics import MetricWrapperBase
from websockets.asyncio.client import connect
from websockets.client import ClientProtocol
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame
from websockets.protocol import State
from websockets.uri import parse_uri

from pitboss.house import protocol
from pitboss.house.adviser import warm_up
from pitboss.house.archive import StillSealed
from pitboss.house.beside import Lost
from pitboss.house.committer import SAFE, Stopped
from pitboss.house.database import NoAnswer
from pitboss.house.doors import Doors
from pitboss.house.frames import frame
from pitboss.house.house import House, OpenElsewhere
from pitboss.house.ledger import PRACTICE_BANKROLL_CENTS
from pitboss.house.metrics import Metrics
from pitboss.house.neighbours import Moving
from pitboss.house.settings import Settings
from pitboss.house.turns import Busy
from pitboss.house.vault import WrongKey
from pitboss.law import clauses
from pitboss.law.carried_out import code_map
from pitboss.procedure.moves import every_move
from pitboss.procedure.refusal import Refused
from tests.house.kit import GAME, Client, client, serving, session

DOCS = Path(__file__).parents[2] / "docs" / "protocol.md"


async def play(ann: Client, table: str, rounds: int, box: int = 1) -> None:
    """Sit, buy, and play so many rounds without ambition."""
    await ann.move(table, "sit", box=box)
    await ann.move(table, "buy-in", cents=500_00)
    while ann.state["view"]["round"] < rounds or ann.state["view"]["phase"] != "betting":
        view = ann.state["view"]
        may = view["may"]
        if "wager" in may:
            await ann.move(table, "wager", box=box, cents=10_00)
            await ann.move(table, "ready")
            continue
        move = next(x for x in USUAL if x in may)
        fields: dict[str, Any] = {} if move in ("view-spread", "refuse-cut") else {"box": view["waiting_at_box"] or box}
        told = await ann.move(table, move, **fields)
        assert told["type"] == "accepted", told


USUAL = (
    "view-spread",
    "refuse-cut",
    "no-attack",
    "no-insurance",
    "no-second-chance",
    "stand",
    "look-at-cards",
)


async def opened(ann: Client, game: str = "double-attack-pa") -> str:
    """A table of one's own, joined."""
    await ann.say(type="open-table", id="o1", game=game)
    table = str((await ann.hear("opened"))["table"])
    await ann.join(table)
    return table


def test_a_table_that_is_open_at_another_process_by_now_is_opened_all_the_same(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever sends the same once more, at another process, hears which table it was."""

    async def elsewhere(*_: Any) -> None:
        raise OpenElsewhere("far-away")

    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, house), client(url, "Ann") as ann:
            monkeypatch.setattr(house, "open_table", elsewhere)
            await ann.say(type="open-table", id="o1", game="double-attack-pa")
            assert await ann.hear("opened") == {"type": "opened", "id": "o1", "table": "far-away"}

    asyncio.run(scene())


@pytest.mark.parametrize("game", ["double-attack-pa", "double-attack-nj", "double-back-jack-pa", "double-deck-house"])
def test_a_guest_plays_rounds_and_every_fact_is_told_with_its_words(sqlite_db: str, key: Path, game: str) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, _), client(url, "Ann") as ann:
            table = await opened(ann, game)
            await play(ann, table, 3)
            told = [json.loads(raw) for raw in ann.heard]
            facts = [one for one in told if one["type"] == "facts"]
            assert all(len(one["facts"]) == len(one["story"]) for one in facts)
            assert facts[-1]["at"] == facts[-2]["at"] + len(facts[-1]["facts"])
            for raw in ann.heard:
                protocol.reply(raw)

    asyncio.run(scene())


def test_a_lost_connection_comes_back_to_the_same_state_and_misses_nothing(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, _):
            async with client(url, "Ann") as ann:
                table = await opened(ann)
                await play(ann, table, 1)
                await ann.move(table, "wager", box=1, cents=10_00)
                await ann.move(table, "ready")
                before, at = ann.state, ann.state["at"]
            async with client(url, cookie=ann.cookie) as again:
                assert (await again.join(table, since=at))["facts"] == []
                for name in ("view", "at", "amounts", "then"):
                    assert again.state[name] == before[name]
                assert (await again.join(table, since=at - 3))["at"] == at
                assert len(again.state["facts"]) == 3

    asyncio.run(scene())


def test_a_spectator_sees_the_table_and_may_do_nothing_at_it(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, _), client(url, "Ann") as ann, client(url, "Sue") as sue:
            table = await opened(ann)
            await sue.join(table)
            await play(ann, table, 1)
            while sue.state["at"] < ann.state["at"]:
                await sue.hear()
            assert sue.state["view"]["may"] == []
            assert sue.state["view"]["players"] == ann.state["view"]["players"]
            told = await sue.move(table, "wager", box=2, cents=10_00)
            assert told["type"] == "refused"
            assert told["sentence"]

    asyncio.run(scene())


def test_a_floorperson_orders_a_reshuffle_and_a_guest_cannot(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, house), client(url, "Ann") as ann:
            table = await opened(ann)
            await play(ann, table, 1)
            for role in (None, "floorperson", "dealer", "shuffler"):
                told = await ann.move(table, "order-reshuffle", role=role)
                assert told["type"] == "refused"
            code = await house.invite("floorperson")
            async with httpx.AsyncClient(base_url=url) as http:
                body = {"name": "Flo", "password": "correct horse battery", "invitation": code}
                made = await http.post("/api/accounts", json=body)
                assert (made.status_code, made.json()["role"]) == (201, "floorperson")
                again = await http.post("/api/accounts", json=body | {"name": "Fay"})
                assert again.status_code == 409
                cookie = made.headers["set-cookie"].split(";")[0]
            async with client(url, cookie=cookie) as flo:
                await flo.join(table)
                assert (await flo.move(table, "sit", box=3))["code"] == "house/staff-do-not-play"
                assert (await flo.move(table, "order-reshuffle", role="floorperson"))["type"] == "accepted"
                kinds = {fact["fact"] for fact in flo.state["facts"]}
                assert {"reshuffle-ordered", "seal-opened"} <= kinds

    asyncio.run(scene())


def test_by_is_always_the_session_s_own_name(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, _), client(url, "Ann") as ann, client(url, "Eve") as eve:
            table = await opened(ann)
            await ann.move(table, "sit", box=1)
            await ann.move(table, "buy-in", cents=500_00)
            await eve.join(table)
            told = await eve.move(table, "leave", by="Ann")
            assert (told["type"], told["kind"]) == ("error", "malformed")
            assert [player["name"] for player in ann.state["view"]["players"]] == ["Ann"]

    asyncio.run(scene())


def test_the_bankroll_is_told_when_it_changes(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, _), client(url, "Ann") as ann:
            table = await opened(ann)
            await ann.say(type="move", id="b", table=table, move={"move": "buy-in", "cents": 100_00})
            assert (await ann.hear("bankroll"))["bankroll_cents"] == PRACTICE_BANKROLL_CENTS - 100_00

    asyncio.run(scene())


# --- coming in ----------------------------------------------------------------------------------------------------


def test_three_wrong_passwords_make_the_stranger_wait_and_the_owner_comes_in_all_the_same(db: str, key: Path) -> None:
    async def scene() -> None:
        async with serving(db, key) as (url, _), httpx.AsyncClient(base_url=url) as http:
            right = {"name": "Ann", "password": "correct horse battery"}
            assert (await http.post("/api/accounts", json=right)).status_code == 201
            wrong = right | {"password": "wrong horse battery"}
            async with httpx.AsyncClient(base_url=url) as stranger:
                tried = await asyncio.gather(*(stranger.post("/api/login", json=wrong) for _ in range(8)))
                assert sorted(response.status_code for response in tried) == [401] * 3 + [429] * 5
                assert (await stranger.post("/api/login", json=right)).status_code == 429
                unknown = await stranger.post("/api/login", json=wrong | {"name": "Nobody Here"})
                known = next(response for response in tried if response.status_code == 401)
                assert unknown.json() == known.json()
            assert (await http.post("/api/login", json=right)).status_code == 200, "with a session of her own"
            http.cookies.delete("pitboss_session")
            assert (await http.post("/api/login", json=right)).status_code == 200, "on a device she has been in on"
            http.cookies.clear()
            assert (await http.post("/api/login", json=right)).status_code == 429

    asyncio.run(scene())


@pytest.mark.parametrize(
    "name", ["dealer", "Floorperson", "HOUSE", " Ann", "A", "Ann\n", "<b>", "x" * 30, "Ännchen", "ann "]
)
def test_names_that_are_not_to_be_had(sqlite_db: str, key: Path, name: str) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, _), httpx.AsyncClient(base_url=url) as http:
            await http.post("/api/session", json={"name": "Ann"})
            http.cookies.clear()
            response = await http.post("/api/session", json={"name": name})
            assert response.status_code == 409

    asyncio.run(scene())


def test_whoever_has_a_session_goes_on_with_it_whatever_they_call_themselves_now(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, house), httpx.AsyncClient(base_url=url) as http:
            for name in ("Ann", "Bob", None):
                response = await http.post("/api/session", json={"name": name})
                assert (response.status_code, response.json()["name"]) == (200, "Ann")
            assert house.accounts.known("Bob") is None

    asyncio.run(scene())


def test_a_cookie_is_guarded_and_a_logout_ends_session_and_sockets(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, _), httpx.AsyncClient(base_url=url) as http:
            cookie = (await http.post("/api/session", json={})).headers["set-cookie"]
            assert "HttpOnly" in cookie
            assert "SameSite=strict" in cookie
            async with client(url, cookie=cookie.split(";")[0]) as ann:
                gone = await http.post("/api/logout")
                assert gone.status_code == 204
                assert "Max-Age=0" in gone.headers["set-cookie"], "and the browser forgets it"
                assert "pitboss_session" not in http.cookies
                with pytest.raises(ConnectionClosed):
                    await ann.hear("never")
            http.cookies.set("pitboss_session", cookie.split(";")[0].split("=", 1)[1])
            assert (await http.get("/api/me")).status_code == 401

    asyncio.run(scene())


def test_somebody_was_last_seen_where_their_socket_comes_from(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, house):
            cookie, _ = await session(url, "Ann")
            here = dict(house.addresses)
            house.addresses["Ann"] = "192.0.2.9"
            async with client(url, cookie=cookie):
                assert house.addresses == here

    asyncio.run(scene())


def test_another_site_gets_in_neither_by_socket_nor_by_form(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, _):
            cookie, _ = await session(url, "Ann")
            for origin in ("http://evil.example", "null", url.replace("127.0.0.1", "localhost")):
                with pytest.raises(InvalidStatus):
                    async with connect(
                        url.replace("http", "ws") + "/ws", additional_headers={"cookie": cookie, "origin": origin}
                    ):
                        pass
                async with httpx.AsyncClient(base_url=url, headers={"origin": origin}) as http:
                    assert (await http.post("/api/session", json={})).status_code == 403
            async with connect(url.replace("http", "ws") + "/ws", additional_headers={"cookie": cookie, "origin": url}):
                pass

    asyncio.run(scene())


def test_a_socket_without_a_session_is_told_so_and_closed(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, _), connect(url.replace("http", "ws") + "/ws") as socket:
            assert json.loads(await socket.recv())["kind"] == "refused"
            with pytest.raises(ConnectionClosed):
                await socket.recv()

    asyncio.run(scene())


def test_limits_on_rate_and_size(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        settings = Settings(strangers_burst=10, strangers_a_second=1, argon2_time_cost=1, argon2_memory_kib=1024)
        async with serving(sqlite_db, key, settings) as (url, _), httpx.AsyncClient(base_url=url) as http:
            large = await http.post("/api/session", content=b" " * 5000, headers={"content-type": "application/json"})
            assert large.status_code == 413
            answers = [(await http.get("/health")).status_code for _ in range(20)]
            assert 200 in answers
            assert 429 in answers

    asyncio.run(scene())


def test_more_than_the_house_can_do_is_answered_with_busy_and_nothing_is_done(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        settings = Settings(moves_in_flight_max=0, argon2_time_cost=1, argon2_memory_kib=1024)
        async with serving(sqlite_db, key, settings) as (url, house), client(url, "Ann") as ann:
            table = await opened(ann)
            told = await ann.move(table, "sit", box=1)
            assert told["type"] == "busy"
            assert house.tables[table].table.moves == []

    asyncio.run(scene())


def test_who_is_there_when_the_house_stops_is_told_so(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with AsyncExitStack() as rest:
            async with serving(sqlite_db, key) as (url, _):
                ann = await rest.enter_async_context(client(url, "Ann"))
            assert "tables go on where they are" in (await ann.hear("stopping"))["sentence"]
            with pytest.raises(ConnectionClosed):
                await ann.hear("never")

    asyncio.run(scene())


def test_who_does_not_read_is_let_go_and_nobody_else_notices(sqlite_db: str, key: Path) -> None:
    async def sockets(http: httpx.AsyncClient) -> str:
        return next(line for line in (await http.get("/metrics")).text.splitlines() if line[:16] == "pitboss_sockets ")

    async def scene() -> None:
        async with (
            serving(sqlite_db, key) as (url, _),
            httpx.AsyncClient(base_url=url) as http,
            client(url, "Ann") as ann,
        ):
            cookie, _ = await session(url, "Eve")
            address = url.replace("http", "ws", 1) + "/ws"
            async with connect(address, additional_headers={"cookie": cookie}, max_queue=1) as eve:
                await eve.send('{"type":"hello","version":1}')
                async with asyncio.timeout(60):
                    with suppress(ConnectionClosed):
                        while not (await sockets(http)).endswith(" 1.0"):
                            await eve.send('{"type":"list-tables"}')
            assert (await ann.move(await opened(ann), "sit", box=1))["type"] == "accepted"
            async with client(url, cookie=cookie) as again:
                assert again.name == "Eve"

    asyncio.run(scene())


def test_whatever_is_counted_is_told() -> None:
    metrics = Metrics()
    counted = {one._name for one in vars(metrics).values() if isinstance(one, MetricWrapperBase)}
    assert len(counted) > 9
    assert {f"# TYPE {name}" for name in counted} <= {
        line.rpartition(" ")[0].removesuffix("_total") for line in metrics.text().decode().splitlines()
    }


def test_the_metrics_say_what_there_is_when_they_are_asked_for(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with (
            serving(sqlite_db, key) as (url, house),
            httpx.AsyncClient(base_url=url) as http,
            client(url, "Ann") as ann,
            client(url, "Bob"),
        ):
            await opened(ann)
            told = (await http.get("/metrics")).text.splitlines()
            there = {"sockets": 2, "tables": len(house.tables), "cage": 1, "processes": 1}
            assert {f"pitboss_{name} {count}.0" for name, count in there.items()} <= set(told)
            assert house.tables

    asyncio.run(scene())


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 70_000])
def test_a_frame_of_any_length_is_read_as_it_was_written(size: int) -> None:
    text = b"x" * size
    reader = ClientProtocol(parse_uri("ws://127.0.0.1/"), state=State.OPEN)
    reader.receive_data(frame(text) + frame(b"the next"))
    heard = [event.data for event in reader.events_received() if isinstance(event, Frame)]
    assert heard == [text, b"the next"]


# --- HTTP ---------------------------------------------------------------------------------------------------------


def test_pages_health_metrics_law_schema_and_headers(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, _), httpx.AsyncClient(base_url=url) as http:
            health = await http.get("/health")
            assert health.json()["status"] == "open"
            for header in ("content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy"):
                assert header in health.headers
            assert b"pitboss_moves" in (await http.get("/metrics")).content
            assert (await http.get("/")).headers["content-type"].startswith("text/html")
            assert (await http.get("/api/law/PA 665a.9(a)")).json()["gist"]
            slip = next(clause for clause in clauses().values() if clause.slip)
            assert (await http.get(f"/api/law/{slip.id}")).json()["slip"] == slip.slip
            assert (await http.get("/api/law/PA 999.1")).status_code == 404
            told = (await http.get("/api/law/PA 665a.10(a)")).json()
            assert (told["section"], told["heading"]) == ("665a.10", "Double Down Wager")
            assert (told["before"]["id"], told["after"]["id"]) == ("PA 665a.9(d)", "PA 665a.10(b)")
            doubt = next(one for one in told["doubts"] if one["id"] == "double-after-attack")
            other = next(one for one in doubt["options"] if one["id"] == "up-to-bet")
            assert other["price_ppm"] == {"double-attack-pa": 11586}
            assert {place["name"].partition(".")[0] for place in told["carried_out"]} == {"_doubling"}
            carried = (await http.get("/api/law/PA 665a.7(e)")).json()["carried_out"]
            assert "procedure" in carried[0]["file"], "what acts on it comes first"
            assert len(carried) <= 12
            first = (await http.get("/api/law/PA 665a.1 Blackjack")).json()
            assert (first["before"], first["after"]["id"]) == (None, "PA 665a.1 Card reader device")
            often = max(code_map(), key=lambda clause: len(code_map()[clause]))
            told = (await http.get(f"/api/law/{often}")).json()
            assert (len(told["carried_out"]), told["carried_out_more"]) == (12, len(code_map()[often]) - 12)
            assert (await http.get("/schema.json")).json()["version"] == protocol.VERSION
            assert (await http.get("/openapi.json")).json()["paths"]["/api/login"]
            tables = (await http.get("/api/tables")).json()
            assert len(tables["games"]) == 5
            assert (await http.get("/api/history")).status_code == 401
            assert (await http.get("/nothing")).status_code == 404

    asyncio.run(scene())


def test_a_house_that_waits_or_has_stopped_is_not_well_and_says_why(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one that runs it is told what ails it; of why it has stopped only the log has the words."""

    async def answers(self: Doors) -> bool:
        return False

    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, house), httpx.AsyncClient(base_url=url) as http:

            async def told() -> tuple[int, str]:
                answer = await http.get("/health")
                return answer.status_code, answer.json().get("error", {}).get("sentence", "")

            house.kept_out["t1"] = "another version dealt it"
            well = (await http.get("/health")).json()
            near = house.neighbours
            assert well.pop("head")
            assert well == {
                "status": "open",
                "database": "answers",
                "tables": 0,
                "kept_out": 1,
                "journal": house.committer.last_n,
                "process": {"id": near.id, "at": near.address, "cage": True, "others": 0},
            }
            house.committer.waits = "the database does not answer; the house waits for it"
            assert await told() == (503, house.committer.waits)
            house.committer.waits = None
            house.failure = "the disk is full"
            assert await told() == (503, SAFE)
            house.failure = None
            monkeypatch.setattr(Doors, "database_answers", answers)
            assert await told() == (503, "the database does not answer")

    asyncio.run(scene())


def test_metrics_are_for_this_machine_and_for_an_auditor(sqlite_db: str, key: Path) -> None:
    """Behind a proxy on this machine, whom it asks for is who asks."""

    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, house):
            elsewhere = {"x-forwarded-for": "203.0.113.9"}
            assert await status(url, {}) == 200
            assert await status(url, elsewhere) == 403
            _, guest = await house.guest("Ann")
            assert await status(url, elsewhere | {"cookie": f"pitboss_session={guest}"}) == 403
            _, auditor = await house.sign_up("Aud", "correct horse battery", await house.invite("auditor"))
            assert await status(url, elsewhere | {"cookie": f"pitboss_session={auditor}"}) == 200

    async def status(url: str, headers: dict[str, str]) -> int:
        async with httpx.AsyncClient(base_url=url) as http:
            return (await http.get("/metrics", headers=headers)).status_code

    asyncio.run(scene())


# --- documentation ------------------------------------------------------------------------------------------------


def _examples() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for block in DOCS.read_text(encoding="utf-8").split("```json\n")[1:]:
        text, decoder = block.split("```")[0].strip(), json.JSONDecoder()
        while text:
            value, end = decoder.raw_decode(text)
            found.append(value)
            text = text[end:].strip()
    return found


@pytest.mark.parametrize("example", _examples(), ids=lambda example: str(example["type"]))
def test_every_example_of_the_documentation_is_a_message(example: dict[str, Any]) -> None:
    raw = json.dumps(example)
    sent = {kind.__struct_config__.tag for kind in protocol.REQUESTS}
    if example["type"] in sent:
        told = protocol.request(raw)
        if isinstance(told, protocol.Move):
            assert example["move"]["move"] in every_move()
    else:
        protocol.reply(raw)


def test_every_message_is_in_the_documentation() -> None:
    text = DOCS.read_text(encoding="utf-8")
    for kind in (*protocol.REQUESTS, *protocol.REPLIES):
        assert f"`{kind.__struct_config__.tag}`" in text or f'"{kind.__struct_config__.tag}"' in text


# --- the adviser --------------------------------------------------------------------------------------------------


def test_the_adviser_says_what_each_option_is_worth_and_never_what_is_hidden(sqlite_db: str, key: Path) -> None:
    warm_up()

    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, _), client(url, "Ann") as ann, client(url, "Sue") as sue:
            table = await opened(ann)
            await sue.join(table)
            await play(ann, table, 1)
            await ann.move(table, "wager", box=1, cents=10_00)
            await ann.move(table, "ready")
            await ann.say(type="ask-advice", id="q1", table=table)
            told = await ann.hear("advice", "refused")
            assert told["type"] == "advice"
            assert {choice["move"] for choice in told["choices"]} == {"attack", "no-attack"}
            assert [choice["best"] for choice in told["choices"]].count(True) == 1
            await sue.say(type="ask-advice", id="q2", table=table)
            assert (await sue.hear("advice", "refused"))["code"] == "advice/not-asked"

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("move", "fields", "code"),
    [
        ("order-reshuffle", {}, "house/staff-only"),
        ("found-face-up", {}, "house/staff-only"),
        ("shuffle", {"order": ["AS"], "salt": "5a" * 32}, "house/shuffles-itself"),
        ("order-reshuffle", {"role": "floorperson"}, "house/not-your-role"),
    ],
)
def test_over_the_network_a_player_makes_players_moves_only(
    sqlite_db: str, key: Path, move: str, fields: dict[str, Any], code: str
) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, house), client(url, "Ann") as ann:
            await ann.say(type="open-table", id="o", game=GAME)
            table = (await ann.hear("opened"))["table"]
            before = len(house.tables[table].table.facts)
            told = await ann.move(table, move, **fields)
            assert (told["type"], told["code"], told["table"]) == ("refused", code, table)
            assert len(house.tables[table].table.facts) == before

    asyncio.run(scene())


def test_somebody_who_comes_between_rounds_is_told_the_round_before(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, _), client(url, "Ann") as ann:
            table = await opened(ann)
            await play(ann, table, 2)
            told = await ann.join(table)
            kinds = [fact["fact"] for fact in told["facts"]]
            assert [fact["round"] for fact in told["facts"] if fact["fact"] == "round-began"] == [2]
            assert kinds[-1] == "round-ended"
            assert len(told["story"]) == len(told["facts"])
            await ann.move(table, "wager", box=1, cents=10_00)
            assert "round-ended" in [fact["fact"] for fact in (await ann.join(table))["facts"]], "nothing was dealt yet"
            await ann.move(table, "ready")
            kinds = [fact["fact"] for fact in (await ann.join(table))["facts"]]
            assert "round-ended" not in kinds
            assert kinds[0] == "wager-placed"

    asyncio.run(scene())


def test_the_story_of_a_shoe_is_told_whole_or_by_clause_and_hides_what_it_should(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, _), client(url, "Ann") as ann:
            table = await opened(ann)
            await play(ann, table, 2)
            cited = "PA 665a.7(e)"
            async with httpx.AsyncClient(base_url=url, headers={"cookie": ann.cookie}) as http:
                whole = (await http.get(f"/api/tables/{table}/story")).json()
                part = (await http.get(f"/api/tables/{table}/story", params={"clause": cited})).json()
                assert (await http.get("/api/tables/t00000000/story")).status_code == 404
            async with httpx.AsyncClient(base_url=url) as stranger:
                assert (await stranger.get(f"/api/tables/{table}/story")).status_code == 401
            assert whole["facts"][0]["fact"] == "shoe-loaded"
            assert [fact["round"] for fact in whole["facts"] if fact["fact"] == "round-ended"] == [1, 2]
            assert [line for line in whole["story"] if cited in line["clauses"]] == part["story"] != []
            assert len(part["facts"]) == len(part["story"])
            burned = next(fact for fact in whole["facts"] if fact["fact"] == "card-burned")
            assert burned["card"] is None

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("error", "status", "kind", "passes"),
    [
        (NoAnswer("the database does not answer"), 503, "broken", True),
        (Lost("ask again"), 503, "broken", True),
        (Busy("too many moves wait"), 503, "broken", True),
        (Moving("the register moves"), 503, "broken", True),
        (Stopped("the disk is full"), 503, "broken", False),
        (WrongKey("another key"), 409, "refused", False),
        (StillSealed("the order is sealed"), 409, "refused", False),
        (Refused("account/name-taken", "somebody has it", (), "take another"), 409, "refused", False),
    ],
    ids=lambda given: type(given).__name__ if isinstance(given, Exception) else None,
)
def test_who_asks_is_told_whether_to_ask_again_or_what_stands_in_the_way(
    sqlite_db: str, key: Path, error: Exception, status: int, kind: str, passes: bool
) -> None:
    """What passes by itself, a register or a table that moves among it, is worth asking again soon."""

    async def fails(*_: object) -> Any:
        raise error

    def prepare(house: House) -> None:
        vars(house)["guest"] = fails

    async def scene() -> None:
        async with serving(sqlite_db, key, prepare=prepare) as (url, _), httpx.AsyncClient(base_url=url) as http:
            answer = await http.post("/api/session", json={})
            assert (answer.status_code, answer.json()["error"]["kind"]) == (status, kind)
            assert ("retry-after" in answer.headers) is passes

    asyncio.run(scene())
