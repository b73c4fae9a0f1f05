"""A bot that plays through the protocol: python examples/bot.py http://127.0.0.1:8000 --rounds 100

It knows nothing of pitboss but docs/protocol.md: it sits down, bets the minimum, stands on 17 and hits below. At every
shuffle it gives a seed, a random one or one made of the words it was given, so that the house cannot choose the order.
A house of several processes tells it where its table lives, and it goes there; when the table moves, it follows.
"""

import argparse
import asyncio
import contextlib
import hashlib
import itertools
import json
import secrets
import urllib.request
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

ids = itertools.count(1)


def new_guest(url: str) -> str:
    """A guest's session: the cookie to send with the socket."""
    request = urllib.request.Request(
        f"{url}/api/session", data=b"{}", headers={"content-type": "application/json"}, method="POST"
    )
    with urllib.request.urlopen(request) as response:
        return str(response.headers["set-cookie"]).split(";")[0]


class Seeds:
    """A fresh seed for every shuffle: pledged first, opened when the house asks for it."""

    def __init__(self, words: str | None) -> None:
        self.words = words
        self.drawn = 0
        self.seed = ""

    def answer(self, view: dict[str, Any]) -> dict[str, Any] | None:
        """What to say when a seed is asked for."""
        if "pledge-seed" in view["may"]:
            self.drawn += 1
            fresh = secrets.token_hex(32)
            self.seed = hashlib.sha256(f"{self.words} {self.drawn}".encode()).hexdigest() if self.words else fresh
            line = f"pitboss-pledge-1 {view['viewer']} {self.seed}"
            return {"move": "pledge-seed", "pledge": hashlib.sha256(line.encode()).hexdigest()}
        return {"move": "give-seed", "seed": self.seed} if "give-seed" in view["may"] else None


def decide(view: dict[str, Any], amounts: dict[str, Any], bet: int) -> dict[str, Any] | None:
    """The next move, or None to wait."""
    may, name = view["may"], view["viewer"]
    mine = [box for box in view["boxes"] if name in (box["hands"][0]["wagers"] if box["hands"] else ())]
    if "wager" in may:
        return None if name in {n for bets in view["bets"].values() for n in bets} else {"move": "wager", "cents": bet}
    for move in ("view-spread", "refuse-cut"):
        if move in may:
            return {"move": move}
    for move in ("no-attack", "no-insurance", "no-second-chance"):
        if move in may:
            return {"move": move, "box": view["waiting_at_box"] or mine[0]["box"]}
    if "stand" in may:
        box = next(box for box in view["boxes"] if box["box"] == view["waiting_at_box"])
        hand = next(hand for hand in box["hands"] if hand["hand"] == view["waiting_at_hand"])
        move = "hit" if "hit" in may and hand["total"] is not None and hand["total"] < 17 else "stand"
        if hand["total"] is None and "look-at-cards" in may:
            move = "look-at-cards"
        return {"move": move, "box": box["box"]}
    if "look-at-cards" in may:
        return {"move": "look-at-cards", "box": view["waiting_at_box"] or mine[0]["box"]}
    return None


class Bot:
    """One seat, and the connection to it: lost, or the table moved, it comes back to where it was."""

    def __init__(self, url: str, cookie: str, seeds: Seeds, receipts: str = "") -> None:
        self.door = url.removeprefix("http://")
        self.cookie = cookie
        self.seeds = seeds
        self.receipts = receipts
        self.table = ""
        self.seat = 1
        self.at: int | None = None  # how much of the table's record was heard
        self.unanswered: dict[str, Any] | None = None
        self.socket: ClientConnection

    async def come(self, address: str) -> None:
        """Come in at a process of the house; back at the table, say again what was not answered."""
        wait = 0.1
        while True:
            try:
                self.socket = await connect(f"ws://{address}/ws", additional_headers={"cookie": self.cookie})
                break
            except (OSError, InvalidHandshake):
                await asyncio.sleep(wait)
                address, wait = self.door, min(wait * 2, 2)
        await self.say(type="hello", version=1, direct=True)
        if self.table:
            await self.say(type="join", table=self.table, since=self.at)
        if self.unanswered is not None:
            await self.say(**self.unanswered)

    async def say(self, **message: Any) -> None:
        """Send a message."""
        self.unanswered = message if "id" in message else self.unanswered
        with contextlib.suppress(ConnectionClosed):  # whoever hears finds out
            await self.socket.send(json.dumps(message))

    async def hear(self) -> dict[str, Any]:
        """The next message that is not about where the table is."""
        while True:
            try:
                told: dict[str, Any] = json.loads(await self.socket.recv())
            except ConnectionClosed:
                await self.come(self.door)
                continue
            if told["type"] == "elsewhere" and told["at"] is not None:
                await self.socket.close()
                await self.come(told["at"])
            elif told["type"] == "elsewhere" or (told["type"] == "busy" and told["id"] is None):
                await asyncio.sleep(told.get("retry_ms", 0) / 1000)  # nobody is let in now, or not to the table
                if self.table:
                    await self.say(type="join", table=self.table, since=self.at)
            else:
                if told["type"] in ("table", "facts"):
                    self.at = told["at"]
                if told.get("id") is not None and told["type"] != "busy":
                    self.unanswered = None
                return told

    async def move(self, move: dict[str, Any]) -> dict[str, Any] | None:
        """Make a move and wait until it is answered; the last view heard on the way, if any."""
        move_id = f"bot-{next(ids)}"
        await self.say(type="move", id=move_id, table=self.table, move=move)
        latest = None
        while True:
            told = await self.hear()
            if told["type"] in ("facts", "table"):
                latest = told
            elif told["type"] == "busy":
                await asyncio.sleep(told["retry_ms"] / 1000)
                await self.say(type="move", id=move_id, table=self.table, move=move)
            elif told.get("id") == move_id:
                if self.receipts and told.get("receipt"):
                    with open(self.receipts, "a", encoding="utf-8") as kept:
                        kept.write(json.dumps(told["receipt"]) + "\n")
                if told["type"] == "refused":
                    raise SystemExit(f"refused: {told['code']}: {told['sentence']} ({', '.join(told['clauses'])})")
                return latest

    async def play(self, rounds: int) -> int:
        """So many rounds; what was won or lost, in cents."""
        await self.say(type="join", table=self.table)
        while (state := await self.hear())["type"] != "table":
            pass
        bet = state["layout"]["minimum_cents"]
        await self.move({"move": "sit", "box": self.seat})
        state = await self.move({"move": "buy-in", "cents": bet * 1000}) or state
        first = state["view"]["round"]
        while state["view"]["round"] - first < rounds or state["view"]["phase"] != "betting":
            move = self.seeds.answer(state["view"]) or decide(state["view"], state["amounts"], bet)
            if move is not None and move["move"] == "wager":
                await self.move({**move, "box": self.seat})
                state = await self.move({"move": "ready"}) or state
            elif move is not None:
                state = await self.move(move) or state
            else:
                while (state := await self.hear())["type"] not in ("facts", "table"):
                    pass
        chips = next(p["chips"] for p in state["view"]["players"] if p["name"] == state["view"]["viewer"])
        await self.move({"move": "leave"})
        return int(chips - bet * 1000)


async def main() -> None:
    """Open a table and play."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url", nargs="?", default="http://127.0.0.1:8000")
    parser.add_argument("--game", default="double-attack-pa")
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--receipts", default="", help="keep the house's receipts in this file")
    parser.add_argument("--seed", help="words of which the seeds are made; drawn at random without them")
    asked = parser.parse_args()
    cookie = new_guest(asked.url)
    bot = Bot(asked.url, cookie, Seeds(asked.seed), asked.receipts)
    await bot.come(bot.door)
    print(await bot.hear())
    await bot.say(type="open-table", id="open-1", game=asked.game)
    while (told := await bot.hear())["type"] != "opened":
        pass
    bot.table = told["table"]
    won = await bot.play(asked.rounds)
    print(f"{asked.rounds} rounds of {asked.game} at table {bot.table}: {won / 100:+.2f}")


if __name__ == "__main__":
    asyncio.run(main())
