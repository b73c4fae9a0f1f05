"""The adviser: what each option now is worth, from the solver, for what the player can legally see."""

import asyncio

from pitboss.families import families
from pitboss.house.beside import Asking, Lost
from pitboss.house.family_house import NO_ANSWER, FamilyHouse, Question, house_of
from pitboss.house.live_table import LiveTable
from pitboss.house.protocol import Advice, Choice
from pitboss.procedure.refusal import Refused
from pitboss.rules.errors import RulesError

ANSWER_SECONDS_MAX = 10


class Adviser:
    """Answers one question at a time, beside the tables."""

    def __init__(self, beside: Asking = asyncio.to_thread) -> None:
        self._beside = beside
        self._one_at_a_time = asyncio.Semaphore(1)

    async def advise(self, live: LiveTable, player: str, request_id: str) -> Advice:
        """What the player who is asked may do, and what each option is worth."""

        async def ask() -> tuple[FamilyHouse, Question]:
            room = _room(live, player)
            question = room.question(live.table, player)
            if question is None:
                raise _no_answer(live)
            return room, question

        room, question = await live.in_turn(ask)
        try:
            async with self._one_at_a_time:
                values = await asyncio.wait_for(self._beside(room.values, question), ANSWER_SECONDS_MAX)
        except RulesError:
            raise _no_answer(live) from None
        except (TimeoutError, Lost):
            sentence = "the adviser is still getting ready; ask again in a moment"
            raise Refused("advice/not-ready", sentence, (), str(live.table.waiting)) from None
        if not values:
            raise _no_answer(live)
        best = max(values, key=lambda move: values[move])
        return Advice(
            id=request_id,
            table=live.id,
            choices=tuple(
                Choice(move=move, value_cents=round(value * question.bet_cents, 4), best=move == best)
                for move, value in sorted(values.items(), key=lambda item: -item[1])
            ),
            exact=not question.doubts,
            words="; ".join(question.doubts) or "exact for every card you have seen since the shuffle",
        )


def warm_up() -> None:
    """Answer one question of each family for nobody: the first answer ever compiles a solver."""
    for one in families().values():
        if one.house is not None:
            room: FamilyHouse = one.house.open()
            room.warm_up()


def _no_answer(live: LiveTable) -> Refused:
    return Refused("advice/none", NO_ANSWER, (), str(live.table.waiting))


def _room(live: LiveTable, player: str) -> FamilyHouse:
    """The house's room of the game's family, for somebody who has something to decide."""
    table = live.table
    if player not in table.waiting.by or not table.state.in_round:
        raise Refused("advice/not-asked", f"{player} has nothing to decide now", (), str(table.waiting))
    room = house_of(table.rules)
    if room is None:
        raise _no_answer(live)
    return room
