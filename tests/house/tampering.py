"""What somebody can do who has the file of the database in hand: lift the triggers, alter it, put them back."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from pitboss.house.journal import GENESIS, Checkpoint, Entry, Head, SealedOrder, chained, head_chained
from pitboss.house.ledger import Transfer


@contextmanager
def lifted(db: str) -> Iterator[sqlite3.Connection]:
    """The database without its triggers, and with them again afterwards."""
    with sqlite3.connect(db) as connection:
        rules = list(connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"))
        for name, _ in rules:
            connection.execute(f"DROP TRIGGER {name}")
        yield connection
        for _, rule in rules:
            connection.execute(rule)
    connection.close()


def alter(db: str, *statements: str) -> None:
    """Carry out what no trigger would let happen."""
    with lifted(db) as connection:
        for statement in statements:
            connection.execute(statement)


def rechain(db: str) -> None:
    """And who knows how the chain is made: every line gets the hash of what now stands there, in its table's chain.

    An order that was locked again goes into it with the hash it had at first. Lines of before each table had a chain
    are one, on whose end all of them build.
    """
    with lifted(db) as connection:
        connection.row_factory = sqlite3.Row
        old = connection.execute("SELECT body FROM heads WHERE h = 1").fetchone()
        until, anchor = 0 if old is None else msgspec.json.decode(old["body"], type=Head).until, GENESIS
        hashes, last = [], dict[str, str]()
        first: dict[int, str] = {}
        for (body,) in connection.execute("SELECT body FROM journal WHERE kind = 'key' ORDER BY n"):
            for order in msgspec.json.decode(body).get("orders", ()):
                first.setdefault(order[0], order[1])
        for row in connection.execute("SELECT * FROM journal ORDER BY n"):
            moved = connection.execute("SELECT * FROM transfers WHERE n = ? ORDER BY id", (row["n"],))
            sealed = connection.execute("SELECT seal, locked FROM sealed_orders WHERE n = ?", (row["n"],)).fetchone()
            mark = connection.execute("SELECT digest, locked FROM checkpoints WHERE n = ?", (row["n"],)).fetchone()
            entry = Entry(
                kind=row["kind"],
                table=row["table_id"],
                seq=row["seq"],
                body=row["body"],
                actor=row["actor"],
                client_id=row["client_id"],
                rule=row["rule"],
                at_ms=row["at_ms"],
                sealed=SealedOrder(sealed["seal"], sealed["locked"], first.get(row["n"], ""))
                if sealed is not None
                else None,
                checkpoint=Checkpoint(*mark) if mark is not None else None,
                transfers=tuple(
                    Transfer(t["source"], t["target"], t["cents"], t["table_id"], t["round"], t["what"], t["clauses"])
                    for t in moved
                ),
            )
            if row["n"] <= until:
                anchor = hashed = chained(anchor, row["n"], entry)
            else:
                last[entry.table] = hashed = chained(last.get(entry.table, anchor), row["n"], entry)
            hashes.append((hashed, row["n"]))
        connection.executemany("UPDATE journal SET hash = ? WHERE n = ?", hashes)
        connection.execute("UPDATE chains SET hash = ?", (anchor,))
        connection.executemany("UPDATE chains SET hash = ? WHERE table_id = ?", [(h, t) for t, h in last.items()])
        _roll_again(connection, {n: hashed for hashed, n in hashes}, anchor)


def _roll_again(connection: sqlite3.Connection, hashes: dict[int, str], anchor: str) -> None:
    """Every head names the lines it named, by the hashes they have now; a line that is gone it names no more."""
    previous = GENESIS
    for row in connection.execute("SELECT h, at_ms, body FROM heads ORDER BY h").fetchall():
        head = msgspec.json.decode(row["body"], type=Head)
        ends = [msgspec.structs.replace(end, hash=hashes[end.n]) for end in head.ends if end.n in hashes]
        again = msgspec.structs.replace(head, ends=tuple(ends), anchor=anchor if head.until else head.anchor)
        body = msgspec.json.encode(again).decode()
        previous = head_chained(previous, row["h"], row["at_ms"], body)
        connection.execute("UPDATE heads SET body = ?, hash = ? WHERE h = ?", (body, previous, row["h"]))
