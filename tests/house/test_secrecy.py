"""Secrecy: two houses that differ only in cards nobody may see say the same bytes, until those cards are turned."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from pitboss.cards.bits import SeededBits
from pitboss.cards.shuffle import uniform
from pitboss.cards.stack import cut
from pitboss.house.house import House
from pitboss.house.journal import seal_of
from pitboss.procedure.croupier import Croupier
from pitboss.procedure.moves import Shuffle
from pitboss.procedure.table import Table
from tests import facts as f
from tests.house.kit import Client, StillClock, client, serving

SALT = "5a" * 32
GAMES = ("double-attack-pa", "double-attack-nj", "double-back-jack-pa", "double-deck-house")

RECEIPT = re.compile(rb'"(?:receipt|head)":{[^}]*}')


class Stacked(Croupier):
    """A croupier whose order of the cards is known to the test."""

    def __init__(self, seed: int, other: tuple[str, ...] | None = None) -> None:
        super().__init__(SeededBits(seed))
        self._seed = seed
        self._other = other
        self.made: Shuffle | None = None

    def shuffle(self, table: Table) -> Shuffle:
        order = self._other
        if order is None:
            order = tuple(card.code for card in uniform(table.state.cards.to_shuffle, SeededBits(self._seed)))
        self.made = Shuffle(by=table.waiting.by[0], order=order, salt=SALT)
        return self.made


def _other_world(table: Table) -> tuple[str, ...]:
    """The same order but for the cards that nobody has seen yet: those trade places."""
    sealed = table.state.cards.sealed
    assert sealed is not None
    stack = list(cut(sealed.order, sealed.cut) if sealed.cut else sealed.order)
    drawn = [fact for fact in table.facts if isinstance(fact, f.CardBurned | f.CardDealt)]
    seen = {at for at, fact in enumerate(drawn) if isinstance(fact, f.CardDealt) and (fact.face_up or fact.box)}
    hidden = [at for at in range(len(stack)) if at not in seen]
    other = list(stack)
    for at, source in zip(hidden, reversed(hidden), strict=True):
        other[at] = stack[source]
    size, place = len(stack), sealed.cut or 0
    return tuple(card.code for card in (*other[size - place :], *other[: size - place]))


def _without_seals(raw: bytes, croupier: Stacked) -> bytes:
    assert croupier.made is not None
    raw = RECEIPT.sub(b'"receipt":{}', raw)  # the chain's hash and its signature, over an order that lies encrypted
    return raw.replace(seal_of(croupier.made).encode(), b"SEAL").replace(seal_of(croupier.made)[:16].encode(), b"SEAL")


async def _to_decision(url: str, ann: Client, game: str) -> str:
    await ann.say(type="open-table", id="o1", game=game)
    table = str((await ann.hear("opened"))["table"])
    await ann.join(table)
    await ann.move(table, "sit", box=1)
    await ann.move(table, "buy-in", cents=500_00)
    while ann.state["view"]["phase"] != "play":
        view = ann.state["view"]
        if "wager" in view["may"]:
            await ann.move(table, "wager", box=1, cents=10_00)
            await ann.move(table, "ready")
            continue
        usual = ("view-spread", "refuse-cut", "no-attack", "no-insurance", "look-at-cards")
        move = next((one for one in usual if one in view["may"]), None)
        if move is None:
            break
        fields: dict[str, Any] = {} if move in ("view-spread", "refuse-cut") else {"box": 1}
        await ann.move(table, move, **fields)
    if "look-at-cards" in ann.state["view"]["may"]:
        await ann.move(table, "look-at-cards", box=1)
    return table


async def _world(db: str, key: Path, game: str, croupier: Stacked) -> tuple[list[bytes], list[bytes], Table]:
    """Everything that anybody can hear of one world until a decision, and what follows it."""

    def prepare(house: House) -> None:
        house.table_id = lambda: "t1"

    async with (
        serving(db, key, clock=StillClock(), croupier=croupier, prepare=prepare) as (url, house),
        client(url, "Ann") as ann,
        client(url, "Sue") as sue,
    ):
        table = await _to_decision(url, ann, game)
        await sue.join(table)
        await sue.move(table, "hit", box=1)
        await ann.move(table, "hit", box=5)
        await ann.move(table, "cut", position=10**4)
        await ann.say(type="ask-advice", id="q", table=table)
        await ann.hear("advice", "refused")
        await ann.say(type="list-tables")
        await ann.hear("lobby")
        async with client(url, cookie=ann.cookie) as again:
            await again.join(table, since=0)
            heard = [*ann.heard, *sue.heard, *again.heard]
        live = house.tables[table]
        now = Table(live.table.rules)
        for move in live.table.moves:
            now.apply(move)
        async with httpx.AsyncClient(base_url=url, headers={"cookie": ann.cookie}) as http:
            for path in ("/api/history", f"/api/rounds/{table}.1", f"/api/rounds/{table}.1/dispute", "/api/tables"):
                heard.append((await http.get(path)).content)
            metrics = (await http.get("/metrics")).text
            heard.append(re.sub(r"(?m)^.*(_seconds_|_created).*$", "", metrics).encode())
        before = len(ann.heard)
        while ann.state["view"]["phase"] == "play":
            await ann.move(table, "stand", box=1)
        return heard, ann.heard[before:], now


@pytest.mark.parametrize("game", GAMES)
def test_hidden_cards_change_no_byte_until_they_are_turned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.setattr("pitboss.house.adviser.ANSWER_SECONDS_MAX", 300)  # the first answer may have to be compiled
    for seed in range(40):
        one = Stacked(seed)
        heard, after, table = asyncio.run(_world(str(tmp_path / f"{seed}a.db"), tmp_path / "ka", game, one))
        waits = table.state.phase.value == "play" and table.waiting.by == ("Ann",)
        if waits and not any(isinstance(fact, f.HoleCardRead) for fact in table.facts):
            break
    other = Stacked(seed, _other_world(table))
    heard_too, after_too, table_too = asyncio.run(_world(str(tmp_path / "b.db"), tmp_path / "kb", game, other))
    assert [c.code for c in table.state.cards.shoe._cards] != [c.code for c in table_too.state.cards.shoe._cards]
    assert [_without_seals(raw, one) for raw in heard] == [_without_seals(raw, other) for raw in heard_too]
    assert [_without_seals(raw, one) for raw in after] != [_without_seals(raw, other) for raw in after_too]
    for raw in heard:
        if b'"type"' in raw:
            json.loads(raw)
