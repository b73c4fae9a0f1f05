"""Room for one more: on both sides of each limit, for a person and for all at one address."""

import asyncio
from types import SimpleNamespace
from typing import cast

import pytest

from pitboss.house.live_table import LiveTable
from pitboss.house.room import Room, is_over
from pitboss.house.settings import Settings
from pitboss.procedure.refusal import Refused

SETTINGS = Settings(tables_per_person_max=2, tables_per_address_max=3, seats_per_person_max=2, seats_per_address_max=3)
ROOM = Room(SETTINGS, {"ann": "192.0.2.1", "bob": "192.0.2.1", "cat": "192.0.2.2"})


def table(*players: str, practice: bool = False) -> LiveTable:
    people = SimpleNamespace(players=dict.fromkeys(players))
    state = SimpleNamespace(state=SimpleNamespace(people=people))
    return cast(LiveTable, SimpleNamespace(practice=practice, table=state))


@pytest.mark.parametrize(
    ("name", "openers", "code", "sentence"),
    [
        ("ann", ["ann", "bob"], None, ""),
        ("ann", ["ann", "ann"], "table/too-many", "ann has 2 tables open"),
        ("ann", ["ann", "bob", "bob"], "table/too-many-from-there", "as many tables open from your address"),
        ("ann", ["ann", "bob", "cat", "cat"], None, ""),
        ("cat", ["ann", "bob", "bob", "cat"], None, ""),
        ("dan", ["eve", "eve", "eve", "dan"], None, ""),
    ],
)
def test_room_for_a_table(name: str, openers: list[str], code: str | None, sentence: str) -> None:
    """Of Dan and Eve no address is known, so that none is theirs together."""
    if code is None:
        return ROOM.for_table(name, openers)
    with pytest.raises(Refused) as refused:
        ROOM.for_table(name, openers)
    assert (refused.value.code, refused.value.now) == (code, "join one of them")
    assert sentence in refused.value.sentence
    return None


@pytest.mark.parametrize(
    ("name", "tables", "sitting", "code", "sentence"),
    [
        ("ann", [table("ann", "bob")], [], None, ""),
        ("ann", [table("ann"), table("ann")], [], "sit/too-many", "ann sits or has chips at 2 tables"),
        ("ann", [table("ann")], ["ann"], "sit/too-many", "ann sits or has chips at 2 tables"),
        ("ann", [table("ann"), table("ann", practice=True)], [], None, ""),
        ("ann", [table("ann", "bob"), table("bob")], [], "sit/too-many-from-there", "as many seats are taken"),
        ("ann", [table("ann", "bob")], ["bob"], "sit/too-many-from-there", "as many seats are taken"),
        ("ann", [table("ann", "bob"), table("cat"), table("cat")], ["cat"], None, ""),
        ("dan", [table("eve"), table("eve"), table("eve")], [], None, ""),
    ],
)
def test_room_for_a_seat(
    name: str, tables: list[LiveTable], sitting: list[str], code: str | None, sentence: str
) -> None:
    """At a table where somebody practises alone a seat is no seat."""
    if code is None:
        return ROOM.for_seat(name, tables, sitting)
    with pytest.raises(Refused) as refused:
        ROOM.for_seat(name, tables, sitting)
    assert refused.value.code == code
    assert sentence in refused.value.sentence
    return None


def test_an_opening_stands_for_a_table_until_it_is_refused_or_the_table_has_closed() -> None:
    async def scene() -> None:
        opened = cast(LiveTable, SimpleNamespace(id="t1"))
        opening: asyncio.Task[LiveTable] = asyncio.create_task(asyncio.sleep(0, opened))
        assert not is_over(opening, {}), "it is under way: who opens one too many meanwhile is refused"
        await opening
        assert not is_over(opening, {"t1": opened})
        assert is_over(opening, {"t2": opened}), "the table has closed"

        async def refused() -> LiveTable:
            raise Refused("table/too-many", "Ann has 2 tables open", ())

        failing = asyncio.create_task(refused())
        given_up: asyncio.Task[LiveTable] = asyncio.create_task(asyncio.sleep(0, opened))
        given_up.cancel()
        await asyncio.wait((failing, given_up))
        assert is_over(failing, {"t1": opened})
        assert is_over(given_up, {"t1": opened})

    asyncio.run(scene())
