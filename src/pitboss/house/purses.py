"""What people have away from the tables: in the book of a house alone; on disk, where other processes write too."""

from collections.abc import Iterable

from sqlalchemy import bindparam, select

from pitboss.house import schema
from pitboss.house.archive import batched
from pitboss.house.database import Database
from pitboss.house.ledger import Book, bankroll
from pitboss.procedure import moves as m
from pitboss.procedure.moves import Move

_HAVE = select(schema.balances).where(schema.balances.c.account.in_(bindparam("accounts", expanding=True)))


def spends(move: Move) -> bool:
    """Whether a move takes chips from a bankroll."""
    return isinstance(move, m.BuyIn) or (isinstance(move, m.Wager) and move.verbal)


class Purses:
    """The bankrolls as the book has them; where the house is shared, read before they are spent or told."""

    def __init__(self, database: Database, book: Book, shared: bool) -> None:
        self._database = database
        self._book = book
        self._shared = shared

    async def read(self, names: Iterable[str]) -> None:
        """What the book has of some is what is on disk; whoever spends more at two processes at once, it refuses."""
        accounts = [bankroll(name) for name in sorted(set(names))]
        if not self._shared:
            return
        for some in batched(accounts):
            for row in await self._database.rows(_HAVE, {"accounts": list(some)}):
                self._book.balances[row.account] = row.cents

    async def has_chips_on_a_table(self, name: str) -> bool:
        """Whether chips of somebody's lie at any table, by what is on disk; their purse is read in the same moment.

        Who has none there can get no more by getting up; and what they buy from then on is gone from the purse.
        """
        b, purse = schema.balances, bankroll(name)
        there = b.c.account.like("chips:%") & b.c.account.endswith(f":{name}", autoescape=True) & (b.c.cents > 0)
        rows = await self._database.rows(select(b).where(there | (b.c.account == purse)))
        for row in rows:
            if row.account == purse and self._shared:
                self._book.balances[purse] = row.cents
        return any(row.account != purse for row in rows)
