"""A bot that plays through the protocol: python examples/bot.py http://127.0.0.1:8000 --rounds 100

It knows nothing of pitboss but docs/protocol.md: it sits down, bets the minimum, stands on 17 and hits below. At every
shuffle it gives a seed, a random one or one made of the words it was given, so that the house cannot choose the order.
"""

import argparse
import asyncio
import hashlib
import itertools
import json
import secrets
import urllib.request
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

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
    """One connection, one seat."""

    def __init__(self, socket: ClientConnection, table: str, seat: int, seeds: Seeds, receipts: str = "") -> None:
        self.receipts = receipts
        self.seeds = seeds
        self.socket = socket
        self.table = table
        self.seat = seat

    async def say(self, **message: Any) -> None:
        """Send a message."""
        await self.socket.send(json.dumps(message))

    async def hear(self) -> dict[str, Any]:
        """The next message."""
        told: dict[str, Any] = json.loads(await self.socket.recv())
        return told

    async def move(self, move: dict[str, Any]) -> dict[str, Any] | None:
        """Make a move and wait until it is answered; the last view heard on the way, if any."""
        move_id = f"bot-{next(ids)}"
        await self.say(type="move", id=move_id, table=self.table, move=move)
        latest = None
        while True:
            told = await self.hear()
            if told["type"] == "facts":
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
                while (state := await self.hear())["type"] != "facts":
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
    address = asked.url.replace("http", "ws", 1) + "/ws"
    async with connect(address, additional_headers={"cookie": cookie}) as socket:
        bot = Bot(socket, "", 1, Seeds(asked.seed), asked.receipts)
        await bot.say(type="hello", version=1)
        print(await bot.hear())
        await bot.say(type="open-table", id="open-1", game=asked.game)
        bot.table = (await bot.hear())["table"]
        won = await bot.play(asked.rounds)
        print(f"{asked.rounds} rounds of {asked.game} at table {bot.table}: {won / 100:+.2f}")


if __name__ == "__main__":
    asyncio.run(main())
