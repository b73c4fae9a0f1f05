"""The lines of one client to other processes: what is remembered of them, and what is said when one ends."""

import asyncio
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from pitboss.house import protocol, relay
from pitboss.house.reach import Asked, Gone
from pitboss.house.relay import AGAIN_MS, LOOK_MS, Lines, Relay
from tests.house.kit import StillClock

WELCOME = b'{"type":"welcome","bankroll_cents":0}'


class Far:
    """Another process: what was said to it, and what it says."""

    def __init__(self) -> None:
        self.said: list[dict[str, Any]] = []
        self.says: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.closed = False

    async def say(self, text: bytes) -> None:
        self.said.append(msgspec.json.decode(text))

    async def hear(self) -> bytes:
        text = await self.says.get()
        if text is None:
            raise Gone("it has gone")
        return text

    async def close(self) -> None:
        self.closed = True


class Somebody:
    """A client that keeps what it hears."""

    def __init__(self) -> None:
        self.heard: list[Any] = []
        self.has: list[int] = []
        self.sent_away = 0

    def tell(self, text: bytes) -> None:
        self.heard.append(msgspec.json.decode(text))

    def say(self, message: protocol.Reply) -> None:
        self.heard.append(msgspec.json.decode(protocol.encode(message)))

    def say_bankroll(self, cents: int) -> None:
        self.has.append(cents)

    def turned_away(self) -> None:
        self.sent_away += 1


class Scene:
    """A client, its lines, and the other processes by address."""

    def __init__(self) -> None:
        self.far: dict[str, Far] = {}
        self.clock = StillClock()
        self.alive = ["b:1", "c:1"]
        house: Any = SimpleNamespace(
            clock=self.clock,
            reach=self,
            neighbours=SimpleNamespace(living=lambda: [SimpleNamespace(address=one) for one in self.alive]),
        )
        self.relay = Relay(house)
        self.ann = Somebody()
        self.lines = Lines(self.relay, self.ann, {})

    async def line(self, address: str, headers: Mapping[str, str]) -> Any:
        self.far[address] = Far()
        return self.far[address]

    async def ask(self, address: str, asked: Asked) -> Any:
        raise AssertionError(f"nobody asks {address} in these scenes")

    async def rest(self) -> None:
        """Whatever can be done now is done."""
        for _ in range(20):
            await asyncio.sleep(0)

    async def hears(self, address: str, *texts: bytes | None) -> None:
        for text in texts:
            self.far[address].says.put_nowait(text)
        await self.rest()

    async def join(self, address: str, table: str, greeted: bool = True) -> None:
        self.lines.pass_on(address, protocol.Join(table=table))
        await self.rest()
        if greeted:
            await self.hears(address, WELCOME)


def play(scene: Callable[[Scene], Any]) -> None:
    async def whole() -> None:
        one = Scene()
        await scene(one)
        one.lines.close()
        await one.rest()

    asyncio.run(whole())


ELSEWHERE = {"type": "elsewhere", "table": "t1", "at": None}


def test_one_line_serves_every_table_of_a_process_and_its_greetings_are_not_passed_down() -> None:
    async def scene(s: Scene) -> None:
        await s.join("b:1", "t1")
        await s.join("b:1", "t2", greeted=False)
        assert [said["type"] for said in s.far["b:1"].said] == ["hello", "join", "join"]
        assert (s.lines.at("t1"), s.lines.at("t2"), s.lines.at("t3")) == ("b:1", "b:1", None)
        assert s.lines.watched == {"t1", "t2"}
        await s.join("c:1", "t2", greeted=False)
        assert s.lines.at("t2") == "c:1", "a table is where it was last spoken of"
        of_that_process = [
            b'{"type":"%s"}' % kind
            for kind in (b"welcome", b"pong", b"waiting", b"stopping", b"lobby", b"lobby-changed")
        ]
        await s.hears("b:1", *of_that_process, b'{"type":"facts","table":"t1"}', b'{"type":"accepted","id":"m1"}')
        assert [told["type"] for told in s.ann.heard] == ["facts", "accepted"]

    play(scene)


def test_what_the_client_has_is_said_as_the_other_process_knows_it() -> None:
    async def scene(s: Scene) -> None:
        await s.join("b:1", "t1")
        await s.hears("b:1", b'{"type":"bankroll","bankroll_cents":7}')
        assert (s.ann.has, s.ann.heard) == ([0, 7], []), "with the greeting, and when it changes"

    play(scene)


@pytest.mark.parametrize("word", ["elsewhere", "closed"])
def test_a_table_that_went_on_or_closed_is_watched_there_no_more(word: str) -> None:
    async def scene(s: Scene) -> None:
        await s.join("b:1", "t1")
        await s.hears("b:1", f'{{"type":"{word}","table":"t1"}}'.encode())
        assert (s.lines.at("t1"), s.lines.watched) == (None, set())
        await s.hears("b:1", b'{"type":"opened","id":"o","table":"t9"}')
        assert s.lines.at("t9") == "b:1"
        await s.hears("b:1", None)
        assert [told["type"] for told in s.ann.heard] == [word, "opened"], "nothing of it is said when the line ends"
        assert s.lines.at("t9") is None

    play(scene)


def test_who_leaves_a_table_does_not_hear_of_it_when_the_line_ends() -> None:
    async def scene(s: Scene) -> None:
        await s.join("b:1", "t1")
        await s.join("b:1", "t2", greeted=False)
        assert (s.lines.leave("t1"), s.lines.leave("t3")) == ("b:1", None)
        await s.hears("b:1", None)
        assert s.ann.heard == [{**ELSEWHERE, "table": "t2"}]

    play(scene)


def test_when_a_line_ends_what_was_not_answered_is_busy_and_the_other_lines_stay() -> None:
    async def scene(s: Scene) -> None:
        await s.join("b:1", "t1")
        await s.join("c:1", "t2")
        for asked in ("m1", "m2"):
            s.lines.pass_on("b:1", protocol.Move(id=asked, table="t1", move=msgspec.Raw(b"{}")))
        await s.hears("b:1", b'{"type":"refused","id":"m1"}')
        await s.hears("b:1", None)
        assert [(told["type"], told.get("id")) for told in s.ann.heard] == [
            ("refused", "m1"),
            ("busy", "m2"),
            ("elsewhere", None),
        ]
        assert (s.lines.at("t1"), s.lines.at("t2"), s.far["b:1"].closed) == (None, "c:1", True)
        await s.join("b:1", "t1")
        assert len(s.far["b:1"].said) == 2, "a line of its own"

    play(scene)


def test_a_line_that_was_never_greeted_is_asked_for_again_in_a_while_and_once() -> None:
    async def scene(s: Scene) -> None:
        for _ in range(2):
            await s.join("b:1", "t1", greeted=False)
            await s.hears("b:1", None)
        assert s.ann.heard == []
        s.clock.pass_ms(AGAIN_MS)
        assert s.ann.heard == [ELSEWHERE]
        await s.join("b:1", "t1", greeted=False)
        await s.hears("b:1", None)
        s.clock.pass_ms(AGAIN_MS)
        assert s.ann.heard == [ELSEWHERE, ELSEWHERE]

    play(scene)


def test_whom_the_other_process_does_not_let_in_comes_anew_and_who_is_in_only_hears_of_errors() -> None:
    async def scene(s: Scene) -> None:
        error = b'{"type":"error","kind":"refused"}'
        await s.join("b:1", "t1", greeted=False)
        await s.hears("b:1", error)
        assert s.ann.sent_away == 1
        await s.join("c:1", "t2")
        await s.hears("c:1", error)
        assert s.ann.sent_away == 1
        assert [told["type"] for told in s.ann.heard] == ["error", "error"]

    play(scene)


def test_lines_to_a_process_that_lives_no_more_are_cut_and_no_others() -> None:
    async def scene(s: Scene) -> None:
        await s.join("b:1", "t1")
        await s.join("c:1", "t2")
        assert len(s.clock.waiting) == 1, "one looks for all lines"
        s.clock.pass_ms(LOOK_MS)
        await s.rest()
        assert s.ann.heard == []
        s.alive = ["c:1"]
        s.clock.pass_ms(LOOK_MS)
        await s.rest()
        assert s.ann.heard == [ELSEWHERE]
        s.alive = []
        s.clock.pass_ms(LOOK_MS)
        await s.rest()
        assert s.ann.heard == [ELSEWHERE, {**ELSEWHERE, "table": "t2"}]
        s.clock.pass_ms(LOOK_MS)
        assert not s.clock.waiting, "nobody looks where there is no line"
        s.alive = ["b:1"]
        await s.join("b:1", "t1")
        assert len(s.clock.waiting) == 1

    play(scene)


def test_a_client_that_has_gone_hears_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(s: Scene) -> None:
        await s.join("b:1", "t1")
        line = s.lines.come("b:1")
        s.lines.close()
        line.cut()
        await s.rest()
        assert s.ann.heard == []
        assert s.far["b:1"].closed

    play(scene)


def test_so_many_messages_wait_for_a_line_and_then_it_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "WAITING_MAX", 3)

    async def scene(s: Scene) -> None:
        for number in range(2):
            s.lines.pass_on("b:1", protocol.Move(id=f"m{number}", table="t1", move=msgspec.Raw(b"{}")))
        await s.rest()
        await s.hears("b:1", WELCOME)
        assert len(s.far["b:1"].said) == 3
        assert s.ann.heard == []
        for number in range(4):
            s.lines.pass_on("b:1", protocol.Move(id=f"n{number}", table="t1", move=msgspec.Raw(b"{}")))
        await s.rest()
        assert [told["id"] for told in s.ann.heard] == ["m0", "m1", "n0", "n1", "n2", "n3"]
        assert s.far["b:1"].closed

    play(scene)
