"""The history: page after page every round once, each with what its reader may see of it."""

import asyncio
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from pitboss.house import archive, history
from pitboss.house.database import Database
from pitboss.house.history import History, Page
from pitboss.house.house import House
from pitboss.house.journal import OpenedOrder
from pitboss.procedure.refusal import Refused
from pitboss.rules.variant import load
from tests import facts as f
from tests import moves as m
from tests.house.kit import GAME, Player, StillClock, house_on, through_round, to_betting

PASSWORD = "correct horse battery"


async def _pages(look: History, reader: Any) -> list[Page]:
    pages = [await look.page(reader, None)]
    while (before := pages[-1].more) is not None:
        pages.append(await look.page(reader, before))
    return pages


@pytest.mark.parametrize("rounds", [3, 4])
def test_page_after_page_every_round_comes_once_the_newest_first(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch, rounds: int
) -> None:
    monkeypatch.setattr(history, "PAGE_ROUNDS", 2)

    async def scene() -> None:
        clock = StillClock()
        async with house_on(sqlite_db, key, clock=clock) as house:
            aud, _ = await house.sign_up("Aud", PASSWORD, await house.invite("auditor"))
            ann, bob = await Player.come(house, "Ann"), await Player.come(house, "Bob")
            live, other = await ann.open(), await bob.open("double-attack-nj")
            await to_betting(ann, live)
            await to_betting(bob, other)
            played: list[tuple[object, ...]] = []
            for number in range(1, rounds + 1):
                clock.ms += 1000
                had = live.table.state.people.players["Ann"].chips
                await through_round(ann, live)
                won = live.table.state.people.players["Ann"].chips - had
                played.insert(0, (f"{live.id}.{number}", live.id, GAME, number, clock.ms, won, False))
            await through_round(bob, other)
            look = History(house.database, house.vault)
            pages = await _pages(look, ann.account)
            told = [msgspec.structs.asdict(card) for page in pages for card in page.rounds]
            lines = [card.pop("n") for card in told]
            assert [tuple(card.values()) for card in told] == played
            assert lines == sorted(lines, reverse=True)
            assert [len(page.rounds) for page in pages] == ([2, 1] if rounds == 3 else [2, 2, 0])
            everybodys = [card for page in await _pages(look, aud) for card in page.rounds]
            assert [card.id for card in everybodys] == [f"{other.id}.1", *(one[0] for one in played)]

    asyncio.run(scene())


def test_a_story_has_the_chips_that_its_reader_bought_and_none_of_anybody_elses(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann, bob = await Player.come(house, "Ann"), await Player.come(house, "Bob")
            live = await ann.open()
            await to_betting(ann, live)
            await bob.move(live, m.Sit, box=2)
            await bob.move(live, m.BuyIn, cents=100_00)
            await _of_two(house, live, ann, bob)
            look = History(house.database, house.vault)
            for reader, name in ((ann.account, "Ann"), (bob.account, "Bob")):
                story = await look.story(f"{live.id}.1", reader)
                assert story is not None
                bought = [(one.source, one.target) for one in story.money if one.what == "buy-in"]
                assert bought == [(f"player:{name}", f"chips:{live.id}:{name}")]
                accounts = {account for one in story.money for account in (one.source, one.target)}
                assert not any(account.endswith(":Bob" if name == "Ann" else ":Ann") for account in accounts)
                by_step = {one for step in story.steps for one in step.money}
                assert by_step
                assert by_step <= {one.id for one in story.money}, "and no step points at what is not told"

    asyncio.run(scene())


async def _of_two(house: House, live: Any, ann: Player, bob: Player) -> None:
    for player, box in ((ann, 1), (bob, 2)):
        await player.move(live, m.Wager, box=box, cents=10_00)
        await player.move(live, m.Ready)
    while m.Wager not in live.table.waiting.may:
        live._away.update(("Ann", "Bob"))
        await live._decide_for_absent()


def test_of_a_round_told_from_a_checkpoint_the_money_since_is_told_and_of_any_other_all_of_it(
    sqlite_db: str, key: Path
) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            for cents in (1_00, 2_00, 3_00):
                await ann.move(live, m.BuyIn, cents=cents)
            look, last = History(house.database, house.vault), live.table.moves_made
            row = SimpleNamespace(table_id=live.id, round=1, first_seq=last - 1)  # as if it began with the second

            async def since(seq: int) -> list[int]:
                return [one.cents for one in await look._money(row, seq)][-3:]

            assert await since(last - 2) == [1_00, 2_00, 3_00]
            assert await since(last - 1) == [3_00], "what the move of the checkpoint itself made is in the checkpoint"
            assert await since(last) == []

    asyncio.run(scene())


def _opened(seal: str) -> f.SealOpened:
    return f.SealOpened((), seal, "5a", ("8S", "KH"), None)


def _shoe(number: int) -> list[dict[str, Any]]:
    """A batch that is shuffled, loaded, dealt from in one round, and opened."""
    return [
        {"fact": "cards-shuffled", "batch": f"batch {number}", "seal": f"seal {number}"},
        {"fact": "shoe-loaded", "batch": f"batch {number}"},
        {"fact": "card-dealt"},
        {"fact": "seal-opened", "seal": f"seal {number}"},
    ]


@pytest.mark.parametrize(
    ("stored", "asked"),
    [
        (False, [(7, 9)]),  # the checkpoint before the round has its shuffle: nobody looks further back
        (True, [(7, 9), (5, 9)]),  # its cards were shuffled before that, and stored
    ],
)
def test_the_shoe_of_a_round_is_dealt_again_from_no_earlier_than_it_must_to_the_shuffle_after_it(
    monkeypatch: pytest.MonkeyPatch, stored: bool, asked: list[tuple[int, int]]
) -> None:
    looked: list[tuple[int, int]] = []
    row = SimpleNamespace(table_id="t1", first_seq=7, last_seq=8, round=2)
    earlier, its = _shoe(1), _shoe(2)

    async def found(*_: Any) -> Any:
        return row, SimpleNamespace(game="a game", rules_hash="h"), "Ann"

    async def shuffles(_: str) -> list[int]:
        return [9, 1, 12, 5, 8]

    async def again(_: Any, __: Any, before_seq: int, until_seq: int) -> Any:
        looked.append((before_seq, until_seq))
        facts = its[1:] if stored and before_seq == 7 else [*earlier, *its]
        rules = SimpleNamespace(rules=SimpleNamespace(title="A game"))
        chronicle = SimpleNamespace(facts=facts, first=100)
        at = 100 + facts.index({"fact": "card-dealt"}, len(facts) - 3)
        return SimpleNamespace(chronicle=chronicle, first=at, last=at + 1, since=before_seq - 1, table=rules)

    look = History(SimpleNamespace(), None)  # type: ignore[arg-type]  # nothing is read
    for name, value in (("_find", found), ("_shuffles", shuffles), ("_again", again)):
        monkeypatch.setattr(look, name, value)
    paper = asyncio.run(look.shoe("t1.2", SimpleNamespace()))  # type: ignore[arg-type]  # nobody asks who it is
    assert paper is not None
    assert looked == asked
    assert [fact["seal"] for fact in msgspec.json.decode(paper)["facts"] if "seal" in fact] == ["seal 2", "seal 2"]


PROMISED = f.SeedCommitted((), "shuffler", "promise")
FIRST, SECOND, THIRD = (
    f.CardsShuffled((), "shuffler", 2, "batch", seal, False) for seal in ("first", "second", "third")
)


@pytest.mark.parametrize(
    ("happened", "opened", "told"),
    [
        ([FIRST], (), {"first": False}),
        ([FIRST], ("first",), {"first": True}),  # once its shoe had retired, long after the round
        ([FIRST, SECOND], ("second",), {"first": False, "second": True}),  # two batches in play
        ([FIRST, _opened("first"), SECOND], ("first",), {"second": False}),  # the first had retired before
        ([FIRST, SECOND, _opened("first"), THIRD], ("first", "second"), {"second": True, "third": False}),
        ([FIRST, _opened("first")], ("first",), {"first": True}),  # it retired with the round
        ([PROMISED, FIRST], ("promise",), {"first": True}),  # its line has the commitment
        ([PROMISED, FIRST, SECOND], ("promise",), {"first": True, "second": False}),
    ],
)
def test_a_round_has_the_seals_of_the_cards_in_play_opened_where_they_are_by_now(
    monkeypatch: pytest.MonkeyPatch, happened: list[Any], opened: tuple[str, ...], told: dict[str, bool]
) -> None:
    async def opened_of(_: object, __: str, wanted: Iterable[str]) -> dict[str, OpenedOrder]:
        return {hashed: OpenedOrder(hashed, "5a", "8S KH") for hashed in opened if hashed in wanted}

    monkeypatch.setattr(archive, "opened_of", opened_of)
    look: Any = History(SimpleNamespace(), None)  # type: ignore[arg-type]  # nothing is read
    again = SimpleNamespace(sealed={}, table=SimpleNamespace(facts=happened))
    cards = asyncio.run(look._seals("t1", again))
    assert {card.seal: card.opened for card in cards} == told
    assert {card.order for card in cards if card.opened} <= {("8S", "KH")}


@pytest.mark.parametrize("role", ["dealer", "instructor", "player"])
def test_rounds_of_others_are_for_an_auditor_or_a_floorperson_and_for_nobody_else(
    sqlite_db: str, key: Path, role: str
) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            await through_round(ann, live)
            await ann.move(live, m.Leave)
            await live.ask(m.CloseTable(by="floorperson"), "Flo", "close")
            look, first = History(house.database, house.vault), f"{live.id}.1"
            for name, other in (("Dee", role), ("Flo", "floorperson"), ("Aud", "auditor")):
                invitation = None if other == "player" else await house.invite(other)
                reader, _ = await house.sign_up(name, PASSWORD, invitation)
                sees = name != "Dee"
                assert bool((await look.page(reader, None)).rounds) is sees
                assert (await look.story(first, reader) is not None) is sees
                assert (await look.dispute(first, reader) is not None) is sees
                assert (await look.shoe(first, reader) is not None) is sees

    asyncio.run(scene())


def test_of_the_rounds_of_a_table_somebody_sees_those_that_they_played(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann, bob = await Player.come(house, "Ann"), await Player.come(house, "Bob")
            live = await ann.open()
            await to_betting(ann, live)
            await through_round(ann, live)
            await ann.move(live, m.Leave)
            await bob.move(live, m.Sit, box=2)
            await bob.move(live, m.BuyIn, cents=100_00)
            await through_round(bob, live, box=2)
            await live.ask(m.CloseTable(by="floorperson"), "Flo", "close")
            look = History(house.database, house.vault)
            for player, number in ((ann, 1), (bob, 2)):
                assert [card.id for card in (await look.page(player.account, None)).rounds] == [f"{live.id}.{number}"]
                for asked in (1, 2):
                    told = [await tell(f"{live.id}.{asked}", player.account) for tell in (look.story, look.shoe)]
                    assert [one is not None for one in told] == [asked == number] * 2, (player.name, asked)

    asyncio.run(scene())


def test_a_round_that_another_version_dealt_is_no_dispute_here_and_that_is_said() -> None:
    recipe = msgspec.structs.replace(archive.recipe_for(load(GAME), (), "Ann", False), procedure=0)
    reader = History(cast(Database, None), None)
    with pytest.raises(Refused, match="this round cannot be shown: ") as refused:
        asyncio.run(reader._dealt(recipe, [], None))
    assert refused.value.code == "round/other-rules"
