"""What an audit says, and what it keeps of a table while it goes through the journal."""

from collections import defaultdict

import msgspec

from pitboss.house import archive
from pitboss.house.journal import GENESIS, Entry, OpenedOrder, Recipe
from pitboss.house.ledger import Book, Cashier, chips, inventory, layout
from pitboss.house.round_record import RoundCount
from pitboss.procedure.table import Table


class Wrong(Exception):
    """The first thing that is wrong."""


class Report(msgspec.Struct, kw_only=True):
    """What was checked, and the first thing wrong, if anything is."""

    lines: int = 0
    tables: int = 0
    rounds: int = 0
    transfers: int = 0
    seals: int = 0
    still_sealed: int = 0
    checkpoints: int = 0
    not_replayed: int = 0
    receipts: int = 0
    notes: tuple[str, ...] = ()
    last_hash: str = GENESIS
    wrong: str | None = None

    def words(self) -> str:
        """The report for people."""
        checked = (
            f"{self.lines} journal lines, {self.tables} tables, {self.rounds} rounds, {self.transfers} transfers, "
            f"{self.seals} seals ({self.still_sealed} still sealed)"
        )
        if self.checkpoints:
            checked += f", {self.checkpoints} checkpoints"
        if self.receipts:
            checked += f", {self.receipts} receipts"
        unseen = f" {self.not_replayed} tables were not dealt again: the key is missing." if self.not_replayed else ""
        notes = "".join(f"\nNote: {note}." for note in self.notes)
        if self.wrong is None:
            return f"In order: {checked}.{unseen} The chain ends with {self.last_hash}.{notes}"
        return f"WRONG: {self.wrong}\nChecked until then: {checked}.{unseen}{notes}"


class Audited:
    """A table in the course of the audit."""

    def __init__(self, table_id: str, recipe: Recipe, book: Book, opened: dict[str, OpenedOrder]) -> None:
        self.cashier = Cashier(table_id, book)
        self.opened = opened
        self.rounds = RoundCount()
        self.decided = 0  # moves that the house made for somebody
        self.rounds_made, self.first_seq = 0, 1
        self.seals: set[str] = set()
        self.lines: list[tuple[int, int]] = []  # of each move its line and time
        self.nets: defaultdict[int, dict[str, int]] = defaultdict(dict)
        self.closing = False
        self.other_rules: str | None = None
        try:
            self.table = Table(archive.rules_of(recipe), frozenset(recipe.by_hand))
        except archive.OtherRules as error:
            self.other_rules = str(error)
        self.replaying = self.other_rules is None


def count_transfers(nets: dict[int, dict[str, int]], entry: Entry) -> None:
    """What each player has won or lost in a round, as the ledger has it: chips to the wagers, and chips from there."""
    for moved in entry.transfers:
        for account, other, cents in (
            (moved.source, moved.target, -moved.cents),
            (moved.target, moved.source, moved.cents),
        ):
            player = account.removeprefix(chips(entry.table, ""))
            if player != account and other in (layout(entry.table), inventory(entry.table)):
                nets[moved.round][player] = nets[moved.round].get(player, 0) + cents
