"""The ledger: every chip that moves is a transfer from one account to another, with its round and clause.

A transfer takes what it gives, so the sum over all accounts is always zero. The house issues practice chips and is the
only account that may be below zero.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from pitboss.procedure import facts as f
from pitboss.procedure.facts import Fact
from pitboss.procedure.state import State

HOUSE = "house"
PRACTICE_BANKROLL_CENTS = 10_000_00
FILL_CENTS = 100_000_00
GRANT = "practice bankroll"
TAKEN_ALONG = "taken along to another name"
BANK = "bank"  # where grants stand in the journal, as if it were a table


def bankroll(player: str) -> str:
    """What a player has away from the tables."""
    return f"player:{player}"


def chips(table: str, player: str) -> str:
    """What lies in front of a player at a table."""
    return f"chips:{table}:{player}"


def layout(table: str) -> str:
    """The wagers on a table's layout."""
    return f"layout:{table}"


def inventory(table: str) -> str:
    """A table's own chips."""
    return f"inventory:{table}"


def is_shared(account: str) -> bool:
    """Whether tables at different processes take from an account and give to it."""
    return account == HOUSE or account.startswith("player:")


class Transfer(msgspec.Struct, frozen=True, array_like=True):
    """So many cents from one account to another, and why."""

    source: str
    target: str
    cents: int
    table: str
    round: int
    what: str
    clauses: str


class Granted(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Chips from the house: the practice bankroll, or more for a reason; or a guest's own, under another name."""

    grant: str
    cents: int
    reason: str | None = None
    source: str | None = None

    @property
    def transfer(self) -> Transfer:
        """What the ledger has of it."""
        giver = HOUSE if self.source is None else bankroll(self.source)
        what = self.reason if self.reason is not None else GRANT if self.source is None else TAKEN_ALONG
        return Transfer(giver, bankroll(self.grant), self.cents, BANK, 0, what, "")


class Overdrawn(Exception):
    """An account would fall below zero."""


class Book:
    """The balance of every account, as it follows from the transfers so far."""

    def __init__(self) -> None:
        self.balances: defaultdict[str, int] = defaultdict(int)

    def __getitem__(self, account: str) -> int:
        return self.balances.get(account, 0)

    def may_give(self, transfer: Transfer) -> bool:
        """Whether the account has what is taken from it."""
        return transfer.source == HOUSE or self[transfer.source] >= transfer.cents

    def post(self, transfer: Transfer) -> None:
        """Move the cents; nothing but the house may go below zero."""
        if transfer.cents <= 0:
            raise ValueError(f"a transfer moves at least one cent, not {transfer.cents}")
        if not self.may_give(transfer):
            raise Overdrawn(
                f"{transfer.source} has {self[transfer.source]} cents, {transfer.what} would take {transfer.cents}"
            )
        self.balances[transfer.source] -= transfer.cents
        self.balances[transfer.target] += transfer.cents


Moved = tuple[str, str, int, str]


def _bought(table: str, x: f.ChipsBought) -> Iterator[Moved]:
    yield bankroll(x.player), chips(table, x.player), x.cents, "buy-in"


def _left(table: str, x: f.PlayerLeft) -> Iterator[Moved]:
    yield chips(table, x.player), bankroll(x.player), x.cents, "chips taken away"


def _cash(table: str, x: f.CashReturned) -> Iterator[Moved]:
    yield chips(table, x.player), bankroll(x.player), x.cents, "cash returned"


def _placed(table: str, x: f.WagerPlaced) -> Iterator[Moved]:
    yield chips(table, x.player), layout(table), x.cents, x.wager


def _collected(table: str, x: f.WagerCollected) -> Iterator[Moved]:
    yield layout(table), inventory(table), x.cents, x.wager


def _returned(table: str, x: f.WagerReturned) -> Iterator[Moved]:
    yield layout(table), chips(table, x.player), x.cents, x.wager


def _paid(table: str, x: f.WagerPaid) -> Iterator[Moved]:
    yield layout(table), chips(table, x.player), x.cents, x.wager
    yield inventory(table), chips(table, x.player), x.winnings, x.wager


def _uncollected(table: str, x: f.CollectionUndone) -> Iterator[Moved]:
    yield inventory(table), layout(table), x.cents, x.wager


def _unpaid(table: str, x: f.PaymentUndone) -> Iterator[Moved]:
    yield chips(table, x.player), inventory(table), x.winnings, x.wager


_MOVES_MONEY: dict[type[Fact], Callable[[str, Any], Iterator[Moved]]] = {
    f.ChipsBought: _bought,
    f.PlayerLeft: _left,
    f.CashReturned: _cash,
    f.WagerPlaced: _placed,
    f.WagerCollected: _collected,
    f.WagerReturned: _returned,
    f.WagerPaid: _paid,
    f.CollectionUndone: _uncollected,
    f.PaymentUndone: _unpaid,
}


def moved_by(table: str, fact: Fact) -> list[Moved]:
    """The chips that a fact moves: from where, to where, how many, what they are."""
    moves = _MOVES_MONEY.get(type(fact))
    return [moved for moved in moves(table, fact) if moved[2]] if moves is not None else []


def in_words(account: str) -> str:
    """An account as a person reads it."""
    kind, _, rest = account.partition(":")
    whose = rest.partition(":")[2]
    return {
        "player": f"{rest}'s bankroll",
        "chips": f"{whose}'s chips",
        "layout": "the layout",
        "inventory": "the table's chips",
    }.get(kind, f"the {account}")


class Cashier:
    """Turns what happened at one table into transfers, filling the table's inventory when it would run out."""

    def __init__(self, table: str, book: Book) -> None:
        self.table = table
        self.book = book
        self.round = 1
        self.filled = 0

    def post(self, happened: Iterable[Fact]) -> list[Transfer]:
        """The transfers that the facts make, posted to the book."""
        posted: list[Transfer] = []
        for fact in happened:
            if type(fact) in _MOVES_MONEY:
                clauses = ", ".join(fact.clauses)
                for source, target, cents, what in moved_by(self.table, fact):
                    if source == inventory(self.table) and self.book[source] < cents:
                        posted.append(self._fill(cents - self.book[source]))
                    posted.append(self._post(source, target, cents, what, clauses))
            elif isinstance(fact, f.RoundEnded):
                self.round = fact.round + 1
            elif isinstance(fact, f.TableClosed) and self.book[inventory(self.table)]:
                left = self.book[inventory(self.table)]
                posted.append(self._post(inventory(self.table), HOUSE, left, "credit", ""))
        return posted

    def _fill(self, short: int) -> Transfer:
        cents = -(-short // FILL_CENTS) * FILL_CENTS
        self.filled += cents
        return self._post(HOUSE, inventory(self.table), cents, "fill", "")

    def _post(self, source: str, target: str, cents: int, what: str, clauses: str) -> Transfer:
        transfer = Transfer(source, target, cents, self.table, self.round, what, clauses)
        self.book.post(transfer)
        return transfer

    def disagrees(self, state: State) -> str | None:
        """One sentence when the ledger and the table do not have the same chips in the same places."""
        if self.book[layout(self.table)] != state.chips.on_layout:
            return f"{layout(self.table)} has {self.book[layout(self.table)]} cents, the layout {state.chips.on_layout}"
        for player in state.people.players.values():
            account = chips(self.table, player.name)
            if self.book[account] != player.chips:
                return f"{account} has {self.book[account]} cents, the player {player.chips}"
        return None
