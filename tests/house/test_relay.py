"""A house of several processes: whoever speaks to one plays at the tables of another, and finds them when they move.

Two houses here stand for two processes of one: each has a database of its own, what is known of the other is said by
the test, and who has a session at one has it at the other.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec
import pytest
from websockets.asyncio.server import ServerConnection, serve

from pitboss.house import reach
from pitboss.house.house import House
from pitboss.house.lobby_cards import Listed
from pitboss.house.neighbours import Moving, Neighbour
from pitboss.house.protocol import OpenTable
from pitboss.house.reach import HOP, Asked, Asker, Gone, Network, Word
from pitboss.house.relay import Relay
from pitboss.house.turns import Busy
from tests.house.kit import Player, StillClock, client, serving, session

ANN = "Ann"


class Known:
    """What one process knows of others, as the test has it."""

    def __init__(self, address: str = "") -> None:
        self.id = address or "here"
        self.address = address
        self.has_cage = True
        self.tables: dict[str, str] = {}
        self.moving: set[str] = set()
        self.others: Sequence[Neighbour] = ()
        self.cage_at = ""
        self.shown: Mapping[str, Listed] = {}
        self.asked = 0
        self.is_late = False

    async def where(self, table: str) -> str | None:
        self.asked += 1
        if table in self.moving:
            raise Moving
        return self.tables.get(table)

    async def cage(self) -> str:
        if not self.cage_at:
            raise Moving
        return self.cage_at

    def listed(self) -> Mapping[str, Listed]:
        return self.shown

    def living(self) -> Sequence[Neighbour]:
        return self.others


class Two(NamedTuple):
    """Two processes: people come to `here`, and the tables are at `there`."""

    here: str
    there: str
    house: House
    far: House
    known: Known
    cookie: str

    @property
    def far_address(self) -> str:
        return self.there.removeprefix("http://")


def share_session(one: House, other: House) -> None:
    """Who has a session at one process has it at the other."""
    other.accounts._by_key.update(one.accounts._by_key)
    other.accounts._sessions.update(one.accounts._sessions)
    other.bankrolls.update(one.bankrolls)
    other.book.balances.update(one.book.balances)


@asynccontextmanager
async def two(tmp_path: Path, key: Path) -> AsyncIterator[Two]:
    """Both open, each on a port of its own."""
    known = Known()

    def prepare(house: House) -> None:
        house.neighbours = known

    async with (
        serving(str(tmp_path / "there.db"), key) as (there, far),
        serving(str(tmp_path / "here.db"), key, prepare=prepare) as (here, house),
    ):
        address = there.removeprefix("http://")
        known.others = (Neighbour("far", address),)
        cookie, _ = await session(there, ANN)
        share_session(far, house)
        yield Two(here, there, house, far, known, cookie)


async def far_table(both: Two) -> str:
    """A table at the other process."""
    account = await both.far.accounts.of_session(both.cookie.partition("=")[2])
    assert account is not None
    live = await Player(both.far, account).open()
    both.known.tables[live.id] = both.far_address
    return live.id


def play(scene: Any) -> None:
    asyncio.run(asyncio.wait_for(scene, 60))


def test_whoever_speaks_to_one_process_plays_at_a_table_of_another(tmp_path: Path, key: Path) -> None:
    async def scene() -> None:
        async with two(tmp_path, key) as both:
            table = await far_table(both)
            async with client(both.here, ANN, both.cookie) as ann:
                assert (await ann.join(table))["table"] == table
                told = await ann.move(table, "sit", box=1)
                assert told["type"] == "accepted"
                assert told["receipt"]["table"] == table
                assert (await ann.move(table, "buy-in", cents=100_00))["type"] == "accepted"
                assert [player["name"] for player in ann.state["view"]["players"]] == [ANN]
                refused = await ann.move(table, "wager", box=1, cents=1)
                assert refused["type"] == "refused"
                assert both.known.asked == 1, "where it is was asked once"
                await ann.say(type="leave", table=table)
                assert (await ann.hear("closed"))["table"] == table
            assert both.house.tables == {}

    play(scene())


def test_what_somebody_has_is_told_once_wherever_it_is_heard_from(tmp_path: Path, key: Path) -> None:
    """What the other process knew a moment ago may come after what this one has read since."""

    async def scene() -> None:
        async with two(tmp_path, key) as both:
            table = await far_table(both)
            async with client(both.here, ANN, both.cookie) as ann:
                await ann.join(table)
                for tells, cents in ((both.house, 7), (both.far, 7), (both.house, 7), (both.far, 5), (both.house, 7)):
                    tells.on_money({ANN: cents, "Bea": 3})
                    await ann.join(table)  # which is answered over the same line, after it
                told = [
                    one["bankroll_cents"]
                    for text in ann.heard
                    if (one := msgspec.json.decode(text))["type"] == "bankroll"
                ]
                assert told == [7, 5, 7]
                assert list(both.house.people_here()) == list(both.far.people_here()) == [ANN]

    play(scene())


def test_what_is_here_is_asked_of_nobody(tmp_path: Path, key: Path) -> None:
    async def scene() -> None:
        async with two(tmp_path, key) as both, client(both.here, ANN, both.cookie) as ann:
            await ann.say(type="open-table", id="mine", game="double-attack-pa")
            table = (await ann.hear("opened"))["table"]
            await ann.join(table)
            assert (await ann.move(table, "sit", box=1))["type"] == "accepted"
            assert both.known.asked == 0
            assert not both.far.tables

    play(scene())


def test_who_may_have_lost_a_table_while_it_slept_shows_nothing_of_it_until_it_has_looked(
    tmp_path: Path, key: Path
) -> None:
    async def scene() -> None:
        async with two(tmp_path, key) as both, client(both.here, ANN, both.cookie) as ann:
            await ann.say(type="open-table", id="mine", game="double-attack-pa")
            table = (await ann.hear("opened"))["table"]
            for late, lapsed, told in ((True, False, "elsewhere"), (False, True, "elsewhere"), (False, False, "table")):
                both.known.is_late, both.house._lapsed = late, lapsed
                await ann.say(type="join", table=table)
                assert (await ann.hear("elsewhere", "table"))["type"] == told

    play(scene())


def test_a_table_that_is_nowhere_is_unknown(tmp_path: Path, key: Path) -> None:
    async def scene() -> None:
        async with two(tmp_path, key) as both, client(both.here, ANN, both.cookie) as ann:
            assert (await ann.join("t00000000"))["sentence"] == "no table t00000000 is open"
            assert (await ann.move("t00000000", "sit", box=1))["code"] == "table/unknown"

    play(scene())


def test_a_table_that_this_version_cannot_deal_is_played_where_another_does(tmp_path: Path, key: Path) -> None:
    async def scene() -> None:
        async with two(tmp_path, key) as both, client(both.here, ANN, both.cookie) as ann:
            table = await far_table(both)
            both.house.kept_out |= {table: "it is of another procedure", "t00000000": "it is of another procedure"}
            assert (await ann.join(table))["table"] == table
            assert (await ann.move(table, "sit", box=1))["type"] == "accepted"
            both.known.moving.add("t00000000")
            for _ in range(2):  # nobody has it, or nobody yet: why it rests here is told
                await ann.say(type="join", table="t00000000")
                told = await ann.hear("busy", "error")
                assert (told["table"], told["retry_ms"]) == ("t00000000", 1000), "it is to be joined again"
                assert "rests, and the chips at it stay there: it is of another procedure" in told["sentence"]
                assert (await ann.move("t00000000", "sit", box=1))["code"] == "table/kept-out"
                both.known.moving.clear()

    play(scene())


def test_a_table_that_was_given_to_a_process_which_cannot_deal_it_is_looked_for_again(
    tmp_path: Path, key: Path
) -> None:
    async def scene() -> None:
        async with two(tmp_path, key) as both, client(both.here, ANN, both.cookie) as ann:
            both.known.tables["t00000000"] = both.far_address
            both.far.kept_out["t00000000"] = "it is of another procedure"
            await ann.say(type="join", table="t00000000")
            assert await ann.hear("elsewhere", "error") == {"type": "elsewhere", "table": "t00000000", "at": None}
            assert both.far.wanted == {"t00000000"}

    play(scene())


def test_a_direct_client_is_told_where_to_go(tmp_path: Path, key: Path) -> None:
    async def scene() -> None:
        async with two(tmp_path, key) as both, client(both.here, ANN, both.cookie) as ann:
            table = await far_table(both)
            await ann.say(type="hello", version=1, direct=True)
            await ann.hear("welcome")
            await ann.say(type="join", table=table)
            assert await ann.hear("elsewhere") == {"type": "elsewhere", "table": table, "at": both.far_address}
            await ann.say(type="move", id="m1", table=table, move={"move": "sit", "box": 1})
            assert (await ann.hear("elsewhere", "accepted"))["at"] == both.far_address
            async with client(both.there, ANN, both.cookie) as there:
                assert (await there.join(table))["type"] == "table"

    play(scene())


def test_when_the_process_goes_its_watchers_ask_again_until_another_has_the_table(tmp_path: Path, key: Path) -> None:
    """A move on its way is to be sent again under its own id; nothing is heard twice, nothing is lost."""

    async def scene() -> None:
        async with two(tmp_path, key) as both, client(both.here, ANN, both.cookie) as ann:
            table = await far_table(both)
            await ann.join(table)
            at = ann.state["at"]
            both.known.moving.add(table)
            both.known.others = ()  # its lease is over: a process that is paused hangs up on nobody
            assert await ann.hear("elsewhere") == {"type": "elsewhere", "table": table, "at": None}
            await ann.say(type="move", id="m1", table=table, move={"move": "sit", "box": 1})
            busy = await ann.hear("busy")
            assert busy["id"] == "m1"
            assert both.house.wanted == {table}, "it is taken up before others for which nobody asks"
            await ann.say(type="join", table=table, since=at)
            await ann.hear("elsewhere")
            both.known.moving.clear()
            both.known.others = (Neighbour("far", both.far_address),)
            await ann.say(type="join", table=table, since=at)
            assert (await ann.hear("table"))["facts"] == []
            assert (await ann.move(table, "sit", "m1", box=1))["type"] == "accepted"

    play(scene())


def test_what_was_not_answered_when_a_line_broke_is_busy(tmp_path: Path, key: Path) -> None:
    class Silent:
        """A process that takes everything and says nothing after its welcome."""

        def __init__(self) -> None:
            self.said: list[bytes] = []
            self.heard = asyncio.Event()
            self.breaks = asyncio.Event()
            self.greeted = False

        async def line(self, address: str, headers: Mapping[str, str]) -> "Silent":
            return self

        async def ask(self, address: str, asked: Asked) -> reach.Answered:
            raise Gone

        async def say(self, text: bytes) -> None:
            self.said.append(text)
            if b'"move"' in text:
                self.heard.set()

        async def hear(self) -> bytes:
            if not self.greeted:
                self.greeted = True
                return b'{"type":"welcome","version":1,"name":"Ann","role":"guest","bankroll_cents":7,"seated_at":[]}'
            await self.breaks.wait()
            raise Gone

        async def close(self) -> None:
            pass

    async def scene() -> None:
        far = Silent()
        async with two(tmp_path, key) as both:
            both.house.reach = far
            table = await far_table(both)
            async with client(both.here, ANN, both.cookie) as ann:
                await ann.say(type="join", table=table)
                await ann.say(type="move", id="m1", table=table, move={"move": "sit", "box": 1})
                await far.heard.wait()
                assert (await ann.hear())["bankroll_cents"] == 7  # it may have changed while there was no line
                far.breaks.set()
                assert (await ann.hear())["id"] == "m1"
                assert (await ann.hear())["type"] == "elsewhere"
            assert [b'"type":"hello"' in text for text in far.said] == [True, False, False]

    play(scene())


def test_what_is_asked_of_a_table_over_http_is_answered_where_it_is(tmp_path: Path, key: Path) -> None:
    async def scene() -> None:
        async with two(tmp_path, key) as both:
            table = await far_table(both)
            async with httpx.AsyncClient(base_url=both.here, headers={"cookie": both.cookie}) as http:
                story = await http.get(f"/api/tables/{table}/story")
                assert (story.status_code, story.json()["table"]) == (200, table)
                assert story.headers.get_list("cache-control") == ["no-store"]
                assert story.headers["content-type"] == "application/json"
                assert (await http.get("/api/tables/t00000000/story")).status_code == 404
                both.known.moving.add(table)
                moving = await http.get(f"/api/tables/{table}/story")
                assert (moving.status_code, moving.headers["retry-after"]) == (503, "2")
                both.known.moving.clear()
                both.known.tables[table] = "127.0.0.1:1"
                assert (await http.get(f"/api/tables/{table}/story")).status_code == 503

    play(scene())


def test_the_register_is_asked_where_the_cage_is(tmp_path: Path, key: Path) -> None:
    async def scene() -> None:
        async with two(tmp_path, key) as both:
            both.known.has_cage, both.known.cage_at = False, both.far_address
            forwarded = {"x-forwarded-for": "192.0.2.9"}
            async with httpx.AsyncClient(base_url=both.here) as http:
                body = {"name": "Bob", "password": "correct horse"}
                made = await http.post("/api/accounts", json=body, headers=forwarded)
                assert made.status_code == 201, made.text
                assert {cookie.name for cookie in http.cookies.jar} == {"pitboss_session", "pitboss_device"}
                assert both.far.accounts.known("Bob") is not None
                assert both.house.accounts.known("Bob") is None
                assert (await http.get("/api/classes/Class%20A/progress?trainee=Bob")).status_code == 409
                assert (await http.post("/api/accounts", content=b"x" * 5000)).status_code == 413

                async def chunks() -> AsyncIterator[bytes]:
                    for _ in range(3):
                        yield b"x" * 2000

                assert (await http.post("/api/accounts", content=chunks())).status_code == 413
                assert (await http.post("/api/logout")).status_code == 204
                both.known.cage_at = ""
                assert (await http.post("/api/session", json={})).status_code == 503

    play(scene())


def test_nothing_is_passed_on_twice(tmp_path: Path, key: Path) -> None:
    """Each of two processes takes the other for the one that has it."""

    async def scene() -> None:
        async with two(tmp_path, key) as both:
            back = Known()
            back.has_cage, back.cage_at = False, both.here.removeprefix("http://")
            back.tables["t1"] = back.cage_at
            both.far.neighbours = back
            both.known.has_cage, both.known.cage_at = False, both.far_address
            both.known.tables["t1"] = both.far_address
            async with httpx.AsyncClient(base_url=both.here, headers={"cookie": both.cookie}) as http:
                assert (await http.get("/api/tables/t1/story")).status_code == 503
                assert (await http.get("/api/drills")).status_code == 503
            async with client(both.here, ANN, both.cookie) as ann:
                await ann.say(type="join", table="t1")
                assert (await ann.hear("elsewhere", "joined", "busy"))["type"] == "elsewhere"
                await ann.say(type="move", id="m1", table="t1", move={"move": "sit", "box": 1})
                assert (await ann.hear("busy", "refused"))["type"] == "busy"
            assert back.asked == 0
            assert both.known.asked == 3, "once told that it is elsewhere, one asks anew where"

    play(scene())


def test_where_a_table_is_that_could_not_be_joined_is_asked_anew(
    tmp_path: Path, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When that has passed, it may go on at a third."""

    async def busy(*_: object) -> None:
        raise Busy("the table has too much to do")

    async def scene() -> None:
        async with two(tmp_path, key) as both:
            live = await (await Player.come(both.far, "Bob")).open()
            both.known.tables[live.id] = both.far_address
            monkeypatch.setattr(live, "join", busy)
            async with client(both.here, ANN, both.cookie) as ann:
                for asked in (1, 2):
                    await ann.say(type="join", table=live.id)
                    told = await ann.hear("busy", "elsewhere", "error", "table")
                    assert (told["type"], told["table"], both.known.asked) == ("busy", live.id, asked)

    play(scene())


def test_a_word_is_taken_from_a_process_of_the_same_house_alone() -> None:
    ours, theirs = Word(b"a secret"), Word(b"another")
    asker = Asker("2001:db8::1", "https")
    assert ours.taken("/ws", ours.given("/ws", asker)) == asker
    assert ours.taken("/api/me", ours.given("/ws", asker)) is None, "good for one thing"
    assert ours.taken("/ws", theirs.given("/ws", asker)) is None
    assert ours.taken("/ws", ours.given("/ws", asker).replace("db8::1", "db8::2")) is None
    assert ours.taken("/ws", ours.given("/ws", asker).removesuffix("https") + "http") is None
    assert ours.taken("/ws", None) is None
    assert ours.taken("/ws", ours.given("/ws", Asker("", "http"))) == Asker("", "http")
    assert not ours.given("/ws", Asker("", "http")).endswith(" "), "a header has no such end"
    assert ours.taken("/ws", "é") is None


def test_a_stranger_cannot_say_that_somebody_else_asks(tmp_path: Path, key: Path) -> None:
    async def scene() -> None:
        async with two(tmp_path, key) as both:
            forged = {HOP: Word(b"").given("/api/accounts", Asker("192.0.2.1", "https"))}
            async with httpx.AsyncClient(base_url=both.there) as http:
                body = {"name": "Eve", "password": "correct horse"}
                made = await http.post("/api/accounts", json=body, headers={**forged, "host": "elsewhere.example"})
                assert made.status_code == 421, "nothing is passed over that the gate looks at"
                made = await http.post("/api/accounts", json=body, headers=forged)
                assert "Secure" not in made.headers["set-cookie"]
            assert both.far.addresses["Eve"] == "127.0.0.1"

    play(scene())


def test_who_is_passed_on_is_counted_under_their_own_address(tmp_path: Path, key: Path) -> None:
    async def scene() -> None:
        async with two(tmp_path, key) as both:
            assert both.far.vault is not None
            word = Word(both.far.vault.secret_for("relay"))
            passed = {HOP: word.given("/api/accounts", Asker("192.0.2.1", "https")), "host": "house.example"}
            async with httpx.AsyncClient(base_url=both.there) as http:
                body = {"name": "Bob", "password": "correct horse"}
                made = await http.post("/api/accounts", json=body, headers=passed)
                assert made.status_code == 201
                assert "Secure" in made.headers["set-cookie"]
            assert both.far.addresses["Bob"] == "192.0.2.1"

    play(scene())


def test_a_new_table_is_opened_where_there_is_room(tmp_path: Path, key: Path) -> None:
    async def scene() -> None:
        async with two(tmp_path, key) as both, client(both.here, ANN, both.cookie) as ann:
            for number in range(6):
                await ann.say(type="open-table", id=f"o{number}", game="double-attack-pa", private=True)
                table = (await ann.hear("opened", "refused"))["table"]
            assert (len(both.house.tables), len(both.far.tables)) == (5, 1)
            both.known.asked = 0
            assert (await ann.join(table))["table"] == table
            assert both.known.asked == 0, "whoever opened it knows where it is"

    play(scene())


def test_a_table_to_deal_is_opened_where_the_school_is(tmp_path: Path, key: Path) -> None:
    async def scene() -> None:
        async with two(tmp_path, key) as both, client(both.here, ANN, both.cookie) as ann:
            both.known.has_cage, both.known.cage_at = False, both.far_address
            await ann.say(type="open-table", id="o1", game="double-attack-pa", practice=True, deal={"mode": "guided"})
            table = (await ann.hear("opened"))["table"]
            assert table in both.far.tables
            await ann.join(table)
            assert (await ann.hear("console"))["table"] == table
            both.known.cage_at = ""
            await ann.say(type="open-table", id="o2", game="double-attack-pa", practice=True, deal={"mode": "guided"})
            assert (await ann.hear("busy"))["id"] == "o2"
            await ann.say(type="open-table", id="o3", game="double-attack-pa", practice=True)
            assert (await ann.hear("opened"))["table"] in both.house.tables, "to practise, one needs no school"

    play(scene())


def test_who_has_many_tables_opens_no_more_than_it_should_elsewhere(tmp_path: Path, key: Path) -> None:
    """What was opened there since it was last counted counts too; nobody opens at a process that is being emptied."""

    class Standing:
        clock = StillClock()
        tables = dict.fromkeys(map(str, range(20)))
        neighbours = Known()

    async def scene() -> None:
        house: Any = Standing()
        relay, asked = Relay(house), OpenTable(id="o", game="double-attack-pa")
        assert await relay.place_for(asked) is None
        house.neighbours.others = (Neighbour("b", "b:1", 10), Neighbour("c", "c:1", 2, draining=True))
        practice = OpenTable(id="p", game="double-attack-pa", practice=True)
        assert await relay.place_for(practice) is None, "of which nothing is written, so it never moves"
        assert [await relay.place_for(asked) for _ in range(4)] == ["b:1", "b:1", "b:1", None]
        house.neighbours.others = (Neighbour("b", "b:1", 12),)
        assert [await relay.place_for(asked) for _ in range(2)] == ["b:1", None]
        house.neighbours.others = (Neighbour("b", "b:1", 11), Neighbour("d", "d:1", 10))
        in_turn = ["d:1", "b:1", "d:1", "b:1", "d:1", None]
        assert [await relay.place_for(asked) for _ in in_turn] == in_turn, "each time where the fewest are"

    play(scene())


def test_the_lobby_shows_the_tables_of_every_process(tmp_path: Path, key: Path) -> None:
    async def scene() -> None:
        async with two(tmp_path, key) as both, client(both.here, ANN, both.cookie) as ann:
            await ann.say(type="list-tables", follow=True)
            assert (await ann.hear("lobby"))["tables"] == []
            table = await far_table(both)
            both.known.shown = {**both.far.listed(), "x1": Listed(both.far.listed()[table].card, ())}
            assert [card["table"] for card in (await ann.hear("lobby-changed"))["tables"]] == [table]

    play(scene())


def test_a_process_that_does_not_answer_is_gone() -> None:
    async def scene() -> None:
        async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.close()

        server = await asyncio.start_server(hang_up, "127.0.0.1", 0)
        address = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        for there in (address, "127.0.0.1:1"):
            with pytest.raises(Gone):
                await Network().line(there, {})
            with pytest.raises(Gone):
                await Network().ask(there, Asked(method="GET", path="/health"))
        server.close()

    play(scene())


def test_a_line_that_is_dead_is_found_out_though_the_process_at_its_end_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}

    async def connect(address: str, **named: Any) -> Any:
        asked.update(named, address=address)
        return None

    monkeypatch.setattr(reach, "connect", connect)
    asyncio.run(Network().line("b:1", {HOP: "said"}))
    assert (asked["address"], asked["additional_headers"]) == ("ws://b:1/ws", {HOP: "said"})
    assert asked["ping_interval"] == asked["ping_timeout"] == reach.PING_SECONDS
    assert (asked["open_timeout"], asked["max_size"]) == (reach.LINE_SECONDS, reach.FRAME_BYTES_MAX)
    assert asked["proxy"] is None, "another process of the house is reached without a detour"


def test_who_listens_or_speaks_on_a_line_that_was_hung_up_finds_it_gone() -> None:
    async def hang_up(socket: ServerConnection) -> None:
        await socket.close()

    async def scene() -> None:
        async with serve(hang_up, "127.0.0.1", 0) as server:
            line = await Network().line(f"127.0.0.1:{server.sockets[0].getsockname()[1]}", {})
            with pytest.raises(Gone):
                await line.hear()
            with pytest.raises(Gone):
                await line.say(b"{}")
            await line.close()

    play(scene())


@pytest.mark.parametrize(
    "answer", [b"no HTTP at all\r\n\r\n", b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf", b"HTTP/1.1 200 OK\r\n"]
)
def test_a_process_whose_answer_is_none_or_not_whole_is_gone(answer: bytes) -> None:
    async def scene() -> None:
        async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(answer)
            await writer.drain()
            writer.close()

        server = await asyncio.start_server(talk, "127.0.0.1", 0)
        there = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        with pytest.raises(Gone):
            await Network().ask(there, Asked(method="GET", path="/health"))
        server.close()

    play(scene())


@pytest.mark.parametrize("said", [b"content-length: 400000\r\n\r\n", b"\r\n"], ids=["by its length", "to its end"])
def test_an_answer_of_many_pieces_comes_whole(said: bytes) -> None:
    body = b"".join(f"{n:08}".encode() for n in range(50_000))

    async def scene() -> None:
        async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 200 OK\r\n" + said + body)
            await writer.drain()
            writer.close()

        server = await asyncio.start_server(talk, "127.0.0.1", 0)
        there = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        answered = await Network().ask(there, Asked(method="GET", path="/api/history"))
        assert (answered.status, answered.body) == (200, body)
        server.close()

    play(scene())


def test_somebody_whom_the_other_process_does_not_know_comes_in_anew(tmp_path: Path, key: Path) -> None:
    async def scene() -> None:
        async with two(tmp_path, key) as both, client(both.here, ANN, both.cookie) as ann:
            table = await far_table(both)
            both.far.accounts._sessions.clear()
            await ann.say(type="join", table=table)
            assert (await ann.hear("error"))["kind"] == "refused"
            await ann.socket.wait_closed()
            assert ann.socket.close_code == 1008

    play(scene())


def test_only_processes_of_the_house_ask_what_processes_ask_each_other(tmp_path: Path, key: Path) -> None:
    async def scene() -> None:
        async with two(tmp_path, key) as both, client(both.there, ANN, both.cookie):
            async with httpx.AsyncClient(base_url=both.there) as http:
                assert (await http.get("/between/here")).status_code == 404
            assert both.house.vault is not None
            word = {HOP: Word(both.house.vault.secret_for("relay")).given("/between/here", Asker("", "http"))}
            asked = Asked(method="GET", path="/between/here", headers=word)
            assert (await Network().ask(both.far_address, asked)).body == b'["Ann"]'

    play(scene())


def test_who_sits_elsewhere_is_there_as_long_as_they_are_connected_anywhere(tmp_path: Path, key: Path) -> None:
    """Whoever looks at the lobby keeps the seat: the table's process knows that they have a connection."""

    async def scene() -> None:
        async with two(tmp_path, key) as both:
            table = await far_table(both)
            both.house.seated_at = lambda name: (table,)  # type: ignore[method-assign]  # as the others have shown it
            async with client(both.here, ANN, both.cookie):
                while not both.far.seats.is_here(ANN):
                    await asyncio.sleep(0.01)
            while both.far.seats.is_here(ANN):
                await asyncio.sleep(0.01)

    play(scene())


def test_who_goes_everywhere_themselves_is_where_they_went(tmp_path: Path, key: Path) -> None:
    async def scene() -> None:
        async with two(tmp_path, key) as both, client(both.here, ANN, both.cookie) as ann:
            table = await far_table(both)
            both.house.seated_at = lambda name: (table,)  # type: ignore[method-assign]  # as the others have shown it
            await ann.say(type="hello", version=1, direct=True)
            assert (await ann.hear("welcome"))["seated_at"] == [table]
            await ann.say(type="ping", n=7)
            await ann.hear("pong")
            doors: Any = both.house.on_money.__self__  # type: ignore[attr-defined]  # who tells people what they have
            (connection,) = doors.connections
            assert not connection._lines._by_address, "nobody opens a line in their place"

    play(scene())
