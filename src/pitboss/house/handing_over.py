"""How a process of a house hands its tables to others: a few to who has fewer, or all of them when it stops."""

import asyncio
import contextlib
from collections.abc import Callable

from pitboss.house.adopting import FAULTS, Adopting
from pitboss.house.committer import Stopped
from pitboss.house.live_table import LiveTable
from pitboss.house.processes import Processes
from pitboss.house.turns import Busy
from pitboss.procedure.refusal import Broken, Refused

HAND_OVER_LOOKS_SECONDS = 0.1
GIVEN_AT_ONCE = 3  # tables a beat, from who has more than their share
STAYS_LEASES = 2  # so long a table that was opened or taken up stays where it is


class HandingOver(Adopting):
    """What a house gives to its other processes."""

    async def _balance(self, processes: Processes) -> None:
        """Whoever has more than their share gives a few tables, between two rounds, to who has least.

        Who is given one has no more than its share then, so that it gives none back; and what has just come stays.
        """
        others = [one for one in processes.living() if not one.draining and one.version == processes.version]
        here = [live for live in self.tables.values() if not live.practice]
        if self._leaves or not others:
            return
        least = min(others, key=lambda one: (one.tables, one.id))
        share = -(-(len(here) + sum(one.tables for one in others)) // (len(others) + 1))
        spare = min(len(here) - share, share - least.tables, GIVEN_AT_ONCE)
        since_ms = self.clock.now_ms() - STAYS_LEASES * processes.lease_ms
        resting = [
            live
            for live in here
            if live.here_since_ms <= since_ms and not live.table.state.in_round and self._given.get(live.id) != least.id
        ]
        for live in sorted(resting, key=lambda live: (len(live.table.state.people.players), live.id))[: max(spare, 0)]:
            self._given[live.id] = least.id
            await self._hand_over(live, lambda: False, least.id)

    async def drain(self) -> None:
        """Hand every table over when its round is over, or after a while in the midst of it; then the cage."""
        processes = self.processes
        if processes is None or processes.draining:
            return
        processes.draining = True
        with contextlib.suppress(*FAULTS):
            self._note(await processes.beat())
            if self._nobody_stays(processes):
                return  # there is nobody to hand anything to: the house stops
            until = asyncio.get_running_loop().time() + self.settings.drain_ms / 1000
            written = [live for live in self.tables.values() if not live.practice]

            def waits() -> bool:  # told to stop at once, nobody waits
                return asyncio.get_running_loop().time() < until and not self._nobody_stays(processes)

            await asyncio.gather(*(self._hand_over(live, waits) for live in written))
            if processes.has_cage:
                processes.has_cage = False
                await self._let_cage_go()

    def _nobody_stays(self, processes: Processes) -> bool:
        return all(one.draining for one in processes.living())

    async def _hand_over(self, live: LiveTable, waits: Callable[[], bool], to: str | None = None) -> None:
        """Let go of a table when its round is over, or is waited for no longer: to anybody, or to one."""

        async def give() -> bool:  # in the table's turn: all that was done there is on disk
            if live.table.state.in_round and (to is not None or waits()):
                return False
            self.drop(live)
            return True

        try:
            while not await live.in_turn(give):
                if to is not None:
                    return  # another round has begun, and nothing is lost by waiting for its end
                await asyncio.sleep(HAND_OVER_LOOKS_SECONDS)
        except (Refused, Broken, Busy, Stopped):
            return  # it has closed, another has it already, or the house has stopped and leaves it with all it had
        await self.database.ownership.release(live.id, to)
