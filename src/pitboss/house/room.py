"""Room: how many tables and seats a person may have, and all the people at one address together."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence

from pitboss.house.live_table import LiveTable
from pitboss.house.settings import Settings
from pitboss.procedure.refusal import Refused


class Room:
    """Refuses one more where there is none."""

    def __init__(self, settings: Settings, addresses: Mapping[str, str]) -> None:
        self._settings = settings
        self._addresses = addresses

    def for_table(self, name: str, openers: Sequence[str]) -> None:
        """Whether somebody may open a table beside those that these people have open."""
        mine = openers.count(name)
        if mine >= self._settings.tables_per_person_max:
            raise Refused("table/too-many", f"{name} has {mine} tables open", (), "join one of them")
        if sum(map(self._beside(name), openers)) >= self._settings.tables_per_address_max:
            sentence = "there are as many tables open from your address as the house allows"
            raise Refused("table/too-many-from-there", sentence, (), "join one of them")

    def for_seat(self, name: str, tables: Iterable[LiveTable], sitting: Sequence[str]) -> None:
        """Whether somebody may sit down beside those who have a seat, or are about to."""
        real = (live for live in tables if not live.practice)
        seated = [*(player for live in real for player in live.table.state.people.players), *sitting]
        mine = seated.count(name)
        if mine >= self._settings.seats_per_person_max:
            raise Refused("sit/too-many", f"{name} sits or has chips at {mine} tables", (), "leave one of them")
        if sum(map(self._beside(name), seated)) >= self._settings.seats_per_address_max:
            sentence = "as many seats are taken from your address as the house allows"
            raise Refused("sit/too-many-from-there", sentence, (), "wait until one is free")

    def _beside(self, name: str) -> Callable[[str], bool]:
        """Whether somebody was last seen at the same address as another, where limits by address apply to it."""
        address = self._addresses.get(name)
        return lambda other: address is not None and self._addresses.get(other) == address


def is_over(opening: asyncio.Task[LiveTable], tables: Mapping[str, LiveTable]) -> bool:
    """Whether nothing stands any more for the opening of a table: it was refused, or the table has closed."""
    if not opening.done():
        return False
    return opening.cancelled() or opening.exception() is not None or opening.result().id not in tables
