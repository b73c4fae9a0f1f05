"""What an audit says, and what it keeps of a table while it goes through the journal."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import msgspec

from pitboss.house import archive, checkpoints
from pitboss.house.journal import GENESIS, MOVE, Checkpoint, Entry, OpenedOrder, Recipe, SealedOrder
from pitboss.house.ledger import (
    HOUSE,
    PRACTICE_BANKROLL_CENTS,
    Book,
    Cashier,
    Granted,
    Transfer,
    bankroll,
    chips,
    inventory,
    layout,
)
from pitboss.house.register import Register
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
    last_hash: str = GENESIS  # of the last line of the journal
    heads: int = 0
    head: str = GENESIS  # the last of the chain of heads
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
            return f"In order: {checked}.{unseen} The last of {self.heads} heads is {self.head}.{notes}"
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
    if mark is None or row.digest not in map(checkpoints.digest_of, (mark, msgspec.structs.replace(mark, marks=None))):
        return "its checkpoint is not the table as the moves up to there make it"
    table.forget(mark.seq, mark.facts)
    return None


Marked = Sequence[tuple[int, str]]


def mismarked(n: int, there: Marked, made: Marked) -> str | None:
    """Why what is on record of the rounds that ended with line `n` is not what their facts say; both are in order."""
    if there == made:
        return None
    twice = [one for place, one in enumerate(there) if one in there[:place]]
    number, mark = min({*there} ^ {*made} or twice)
    there_too = (number, mark) in there
    what = "no fact makes it, or not twice" if there_too else "the facts make it, and it is not on record"
    return f"round_marks {n}, {number}, {mark}: {what}"


class Grants:
    """Grants of practice chips: one bankroll a name; beyond it one has its reason, or is a guest's under a new name."""

    def __init__(self, book: Book, register: Register) -> None:
        self._book = book
        self._register = register
        self._granted: set[str] = set()
        self._empty: set[str] = set()  # bankrolls from which everything was taken along

    def fault(self, entry: Entry, known: bool) -> str | None:
        """What is wrong with a grant; where everybody is known, nobody else is granted anything."""
        try:
            granted = msgspec.json.decode(entry.body, type=Granted)
        except msgspec.MsgspecError as error:
            return f"no grant: {error}"
        practice = granted.reason is None and granted.source is None
        if entry.transfers != (granted.transfer,) or (practice and granted.cents != PRACTICE_BANKROLL_CENTS):
            return f"a grant that is not {'one practice bankroll' if practice else 'the transfer that the ledger has'}"
        if granted.source is not None and (fault := self._taken_along(granted)) is not None:
            return fault
        if practice and granted.grant in self._granted:
            return f"a second practice bankroll for {granted.grant}"
        if known and (granted.grant,) not in self._register.rows["accounts"]:
            return f"a grant to {granted.grant}, whom nobody knows"
        if practice:
            self._granted.add(granted.grant)
        return None

    def _taken_along(self, granted: Granted) -> str | None:
        """Whoever was that guest takes everything along, and nobody else anything."""
        self._empty.add(bankroll(granted.source or ""))
        row = self._register.rows["accounts"].get((granted.grant,))
        return (
            f"{granted.grant} was never {granted.source}" if row is None or row["formerly"] != granted.source else None
        )

    def left_behind(self) -> str | None:
        """Who took along other than everything; tables have no order among each other, so it is asked at the end."""
        for account in sorted(self._empty):
            if self._book[account]:
                return f"{account} has {self._book[account]} cents, and was to take everything along"
        return None


class SharedBook(Book):
    """A book for lines of many tables in any order: a bankroll is not below zero in the end."""

    def may_give(self, transfer: Transfer) -> bool:
        """Whether the account has what is taken from it, as far as one can know."""
        return transfer.source.startswith(bankroll("")) or super().may_give(transfer)

    def below_zero(self) -> str | None:
        """An account that should have more."""
        below = (account for account, cents in sorted(self.balances.items()) if cents < 0 and account != HOUSE)
        return next(below, None)
