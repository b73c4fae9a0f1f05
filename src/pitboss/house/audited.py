"""What an audit says, and what it keeps of a table while it goes through the journal."""

from collections import defaultdict
from typing import Any

import msgspec

from pitboss.house import archive, checkpoints
from pitboss.house.journal import GENESIS, MOVE, Checkpoint, Entry, OpenedOrder, Recipe, SealedOrder
from pitboss.house.ledger import Book, Cashier, Transfer, chips, inventory, layout
from pitboss.house.round_record import RoundCount
from pitboss.house.vault import Vault, WrongKey
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
    marks: int = 0
    not_replayed: int = 0
    receipts: int = 0
    drills: int = 0
    exams: int = 0
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
        for many, what in ((self.receipts, "receipts"), (self.drills, "drills"), (self.exams, "table tests")):
            checked += f", {many} {what}" if many else ""
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


def entry_of(row: Any, transfers: tuple[Transfer, ...], sealed: SealedOrder | None, checkpoint: Any) -> Entry:
    """A line of the journal as it was handed in, as far as the chain has it."""
    return Entry(
        kind=row.kind,
        table=row.table_id,
        seq=row.seq,
        body=row.body,
        actor=row.actor,
        client_id=row.client_id,
        rule=row.rule,
        at_ms=row.at_ms,
        sealed=sealed,
        checkpoint=None if checkpoint is None else Checkpoint(checkpoint.digest, bytes(checkpoint.locked)),
        transfers=transfers,
    )


def misfit(row: Any, entry: Entry, audited: Audited | None, vault: Vault | None) -> str | None:
    """Why a checkpoint is not the table as its moves make it from the opening, or does not lie under the key."""
    if audited is None or entry.kind != MOVE or (row.table_id, row.seq) != (entry.table, entry.seq):
        return "a checkpoint lies with what is no move of its table"
    try:
        if vault is not None:
            checkpoints.unlocked(row, vault)
    except (WrongKey, msgspec.MsgspecError) as error:
        return str(error)
    if not audited.replaying:
        return None
    table, snapshot = audited.table, audited.table.checkpoint()
    told = table.facts_before + len(table.facts) + audited.decided
    mark = None if snapshot is None else audited.rounds.mark(table, snapshot, told)
    before_marks = None if mark is None else msgspec.structs.replace(mark, marks=None)
    if mark is None or row.digest not in (checkpoints.digest_of(mark), checkpoints.digest_of(before_marks or mark)):
        return "its checkpoint is not the table as the moves up to there make it"
    table.forget(mark.seq, mark.facts)
    return None
