"""The ledger as it must be, reckoned anew from what happened at the tables, by nothing of the house's own reckoning.

The audit posts facts by the house's own cashier, so that what both reckon wrong, neither finds. Here it is written once
more: who bought, wagered, won and left, and where those chips are.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from pitboss.house.ledger import Book, Cashier, Transfer
from pitboss.procedure import facts as f
from pitboss.procedure.facts import Fact

GRANT_CENTS, RACK_CENTS = 1_000_000, 10_000_000
Moved = tuple[str, str, int, int]  # from where, to where, how many cents, in which round


class TableBook:
    """The chips of one table."""

    def __init__(self, table: str) -> None:
        self._table = table
        self._layout, self._rack = f"layout:{table}", f"inventory:{table}"
        self._in_rack = 0
        self._round = 1
        self.moved: list[Moved] = []

    def _move(self, source: str, target: str, cents: int) -> None:
        if not cents:
            return
        if source == self._rack and self._in_rack < cents:  # the house brings whole racks of chips, as few as will do
            racks = 1
            while self._in_rack + racks * RACK_CENTS < cents:
                racks += 1
            self._in_rack += racks * RACK_CENTS
            self.moved.append(("house", self._rack, racks * RACK_CENTS, self._round))
        self._in_rack += (target == self._rack) * cents - (source == self._rack) * cents
        self.moved.append((source, target, cents, self._round))

    def note(self, fact: Fact) -> None:
        """Something happened."""
        theirs = f"chips:{self._table}:{getattr(fact, 'player', '')}"
        if isinstance(fact, f.ChipsBought):
            self._move(f"player:{fact.player}", theirs, fact.cents)
        elif isinstance(fact, f.PlayerLeft):
            self._move(theirs, f"player:{fact.player}", fact.cents)
        elif isinstance(fact, f.WagerPlaced):
            self._move(theirs, self._layout, fact.cents)
        elif isinstance(fact, f.WagerCollected):
            self._move(self._layout, self._rack, fact.cents)
        elif isinstance(fact, f.WagerReturned):
            self._move(self._layout, theirs, fact.cents)
        elif isinstance(fact, f.WagerPaid):
            self._move(self._layout, theirs, fact.cents)
            self._move(self._rack, theirs, fact.winnings)
        elif isinstance(fact, f.CollectionUndone):
            self._move(self._rack, self._layout, fact.cents)
        elif isinstance(fact, f.PaymentUndone):
            self._move(theirs, self._rack, fact.winnings)
        elif isinstance(fact, f.RoundEnded):
            self._round += 1
        elif isinstance(fact, f.TableClosed):
            self._move(self._rack, "house", self._in_rack)


class Looking(Cashier):
    """A cashier beside whom the books are kept once more."""

    def __init__(self, table: str, book: Book) -> None:
        super().__init__(table, book)
        self.beside = TableBook(table)

    def post(self, happened: Iterable[Fact]) -> list[Transfer]:
        """What happened is reckoned twice."""
        facts = list(happened)
        for fact in facts:
            self.beside.note(fact)
        return super().post(facts)


def fault(
    tables: Mapping[str, TableBook],
    transfers: Sequence[tuple[str, str, str, int, int]],
    balances: Mapping[str, int],
    granted: Iterable[Moved],
) -> str | None:
    """In which the books on disk are not those that follow; transfers are with their tables, in their order."""
    there: defaultdict[str, list[Moved]] = defaultdict(list)
    for table, *moved in transfers:
        there[table].append((moved[0], moved[1], moved[2], moved[3]))  # type: ignore[arg-type]  # as selected
    if sorted(there.pop("bank", [])) != sorted(granted):
        return "the bank has granted other chips than it was asked for"
    reckoned: defaultdict[str, int] = defaultdict(int)
    everything = list(granted)
    for table, book in tables.items():
        if book.moved != there.pop(table, []):
            return f"the chips of {table} went other ways than its facts say"
        everything += book.moved
    if there:
        return f"chips moved at {sorted(there)}, and nothing happened there"
    for source, target, cents, _ in everything:
        reckoned[source] -= cents
        reckoned[target] += cents
    for account in {*reckoned, *balances}:
        if reckoned[account] != balances.get(account, 0):
            return f"{account} has {balances.get(account, 0)} cents, and should have {reckoned[account]}"
    return None
