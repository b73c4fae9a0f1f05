"""The adviser: what each option now is worth, from the solver, for what the player can legally see."""

from pitboss.house import protocol
from pitboss.house.live_table import LiveTable
from pitboss.procedure.refusal import Refused


class Adviser:
    """Answers one question at a time."""

    async def advise(self, live: LiveTable, player: str, request_id: str) -> protocol.Advice:
        """What the player who is asked may do, and what each is worth."""
        if player not in live.table.waiting.by:
            raise Refused("advice/not-asked", f"{player} has nothing to decide now", (), str(live.table.waiting))
        raise Refused("advice/not-here", "the adviser has no answer for this decision", (), str(live.table.waiting))
