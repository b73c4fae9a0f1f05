"""Lines of the journal as rows of the database, with everything that becomes durable with them."""

from typing import Any

from pitboss.house import schema
from pitboss.house.journal import Entry, RoundPlayed


def mark_rows(played: RoundPlayed, n: int) -> list[dict[str, Any]]:
    """What a round that ended with line `n` is found by."""
    return [{"n": n, "round": played.round, "mark": mark} for mark in played.marks]


class Rows:
    """Entries as rows of the database."""

    def __init__(self, transfer: int) -> None:
        """`transfer` is the number that the first transfer has."""
        self.transfer = transfer
        self.journal: list[dict[str, Any]] = []
        self.sealed: list[dict[str, Any]] = []
        self.checkpoints: list[dict[str, Any]] = []
        self.opened: list[dict[str, Any]] = []
        self.rounds: list[dict[str, Any]] = []
        self.round_players: list[dict[str, Any]] = []
        self.round_marks: list[dict[str, Any]] = []
        self.transfers: list[dict[str, Any]] = []
        self.closed: list[dict[str, Any]] = []

    def by_table(self) -> tuple[tuple[Any, list[dict[str, Any]]], ...]:
        """The rows in the order in which they refer to one another."""
        return (
            (schema.journal, self.journal),
            (schema.sealed_orders, self.sealed),
            (schema.checkpoints, self.checkpoints),
            (schema.opened_orders, self.opened),
            (schema.rounds, self.rounds),
            (schema.round_players, self.round_players),
            (schema.round_marks, self.round_marks),
            (schema.transfers, self.transfers),
            (schema.closed_tables, self.closed),
        )

    def add(self, entry: Entry) -> None:
        """A line that has its place."""
        self.journal.append(
            {
                "n": entry.n,
                "kind": entry.kind,
                "table_id": entry.table,
                "seq": entry.seq,
                "body": entry.body,
                "actor": entry.actor,
                "client_id": entry.client_id,
                "rule": entry.rule,
                "at_ms": entry.at_ms,
                "hash": entry.hash,
            }
        )
        if entry.sealed is not None:
            self.sealed.append({"n": entry.n, "seal": entry.sealed.seal, "locked": entry.sealed.locked})
        if entry.checkpoint is not None:
            where = {"table_id": entry.table, "seq": entry.seq, "n": entry.n}
            self.checkpoints.append({**where, "digest": entry.checkpoint.digest, "locked": entry.checkpoint.locked})
        for opened in entry.opened:
            self.opened.append(
                {
                    "table_id": entry.table,
                    "seal": opened.seal,
                    "salt": opened.salt,
                    "cards": opened.order,
                    "hands": opened.hands,
                    "seed": opened.seed,
                }
            )
        for played in entry.rounds:
            self.add_round(entry.table, played, entry.n, entry.at_ms)
        for moved in entry.transfers:
            self.transfers.append(
                {
                    "id": self.transfer,
                    "n": entry.n,
                    "source": moved.source,
                    "target": moved.target,
                    "cents": moved.cents,
                    "table_id": moved.table,
                    "round": moved.round,
                    "what": moved.what,
                    "clauses": moved.clauses,
                }
            )
            self.transfer += 1
        if entry.closes:
            self.closed.append({"table_id": entry.table})

    def add_round(self, table: str, played: RoundPlayed, n: int, at_ms: int) -> None:
        """A round that ended with line `n`."""
        span = {"first_seq": played.first_seq, "last_seq": played.last_seq, "n": n, "at_ms": at_ms}
        self.rounds.append({"table_id": table, "round": played.round, **span})
        for name, net in played.net_cents.items():
            self.round_players.append(
                {"table_id": table, "round": played.round, "name": name, "net_cents": net, "n": n}
            )
        self.round_marks += mark_rows(played, n)

    def forget_lines(self) -> None:
        """Keep only what lines make beside themselves."""
        for kept in (self.journal, self.sealed, self.checkpoints, self.transfers, self.round_marks):
            kept.clear()
