"""Seats and tables that nobody uses: who stays away gets up, and a table nobody needs closes."""

from collections.abc import Callable, Iterable
from functools import partial

from pitboss.house.clock import Clock
from pitboss.house.ledger import HOUSE
from pitboss.house.live_table import LiveTable
from pitboss.house.settings import Settings

IDLE_SEAT = "a player who makes no move for long gets up"
ABSENT_SEAT = "a player whose connection does not come back gets up"


class Seats:
    """Sees to it that nobody waits for a seat that nobody sits in."""

    def __init__(self, clock: Clock, settings: Settings) -> None:
        self._clock = clock
        self._settings = settings
        self._gone_since_ms: dict[str, int] = {}
        self.is_here: Callable[[str], bool] = lambda _: True  # whether somebody has a connection

    async def sweep(self, tables: Iterable[LiveTable]) -> None:
        """Release seats whose players stay away and close tables nobody uses; the house's own tables stay open."""
        now, settings = self._clock.now_ms(), self._settings
        there = tuple(tables)
        seated = {name for live in there for name in live.table.state.people.players}
        self._gone_since_ms = {
            name: self._gone_since_ms.get(name, now) for name in sorted(seated) if not self.is_here(name)
        }
        gone = [name for name, since in self._gone_since_ms.items() if now - since >= settings.absent_seat_ms]
        for live in there:
            for name in gone:
                if name in live.table.state.people.players:
                    await live.release(name, ABSENT_SEAT, partial(self._still_away, name))
            await live.release_idle_seats(now - settings.idle_seat_ms, IDLE_SEAT)
            if live.recipe.opened_by != HOUSE and (why := live.unused(settings)) is not None:
                await live.close_by_house(why)

    def _still_away(self, name: str) -> bool:
        return not self.is_here(name)
