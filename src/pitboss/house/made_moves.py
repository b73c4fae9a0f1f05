"""Moves that were made, by the ids of those who made them: one that is sent again is told of, and made once."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import bindparam, select, tuple_

from pitboss.house import schema
from pitboss.house.database import Database
from pitboss.house.turns import Asked, Made
from pitboss.procedure import moves as m
from pitboss.procedure.moves import Move
from pitboss.procedure.refusal import Refused

Id = tuple[str, str]  # who, and the id they gave


_J = schema.journal.c
_MADE = select(_J.actor, _J.client_id, _J.body, _J.seq).where(  # made once, asked with almost every move
    _J.table_id == bindparam("its"), tuple_(_J.actor, _J.client_id).in_(bindparam("ids", expanding=True))
)


class Known(NamedTuple):
    """A move that was made: its line, its place among the table's, and how long the record was then, if still known."""

    body: str
    seq: int
    at: int = 0


class MadeMoves:
    """The moves of a table since a checkpoint are here by their ids; those before it are in the journal."""

    def __init__(self, table: str, database: Database, since: int) -> None:
        self._table = table
        self._database = database
        self._since = since
        self._known: dict[Id, Known] = {}

    def note(self, move: Move, actor: str, client_id: str | None, seq: int, at: int = 0) -> None:
        """A move is made."""
        if client_id is not None:
            self._known[actor, client_id] = Known(_written(move), seq, at)

    async def earlier(self, together: Sequence[Asked]) -> dict[Id, Known]:
        """Those of the moves that were made before the checkpoint."""
        ids = [(one.actor, one.client_id) for one in together if one.client_id is not None]
        new = [one for one in ids if one not in self._known]
        if not self._since or not new:
            return {}
        rows = await self._database.rows(_MADE, {"its": self._table, "ids": new})
        return {(row.actor, row.client_id): Known(row.body, row.seq) for row in rows}

    def answer(self, asked: Asked, earlier: Mapping[Id, Known], length: int, now: str) -> Made | None:
        """What somebody is told who made this move before; another move under the same id is refused."""
        if asked.client_id is None:
            return None
        known = self._known.get((asked.actor, asked.client_id)) or earlier.get((asked.actor, asked.client_id))
        if known is None:
            return None
        if known.body != _written(asked.move):
            raise Refused("move/other-move", "another move was made under that id", (), now)
        return Made(known.at or length, True)

    def length_after(self, actor: str, client_id: str) -> int | None:
        """How long the record was after something that was done under an id, if it was done."""
        known = self._known.get((actor, client_id))
        return None if known is None else known.at

    def begin_again(self, done: str, actor: str, client_id: str, at: int) -> None:
        """Nothing counts as made but this."""
        self._known = {(actor, client_id): Known(done, 0, at)}

    def forget(self, until: int) -> None:
        """Leave the moves up to that one to the journal."""
        self._since = until
        self._known = {key: known for key, known in self._known.items() if known.seq > until}


def _written(move: Move) -> str:
    return m.to_json(move).decode()
