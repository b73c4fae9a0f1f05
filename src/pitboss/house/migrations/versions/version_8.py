"""A chain a table, with its owner and its end in one row; what there was so far is one chain, on which they all build.

Processes draw numbers in blocks, so that the journal has gaps and each of its chains has none.
"""

import hashlib
import time

import msgspec
from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, Integer, String, Text

revision = "8"
down_revision = "7"

GENESIS = "0" * 64
_NOT_NEXT = (
    "NEW.seq <> coalesce((SELECT max(seq) + 1 FROM journal WHERE table_id = NEW.table_id),"
    " CASE WHEN NEW.table_id IN ('people', 'bank', 'key') THEN 1 ELSE 0 END)"
    " OR NEW.n <= coalesce((SELECT n FROM journal WHERE table_id = NEW.table_id ORDER BY seq DESC LIMIT 1), 0)"
)
_BY_ITS_TRANSFER = (
    "(SELECT CASE WHEN t.target = NEW.account THEN t.cents WHEN t.source = NEW.account THEN -t.cents END"
    " FROM transfers t WHERE t.id = NEW.last_transfer)"
)


def upgrade() -> None:
    """The journal's end is that of every chain so far, and the first head says so."""
    op.drop_table("ownership")
    _tables()
    run = op.get_bind().exec_driver_sql
    last = run("SELECT n, hash FROM journal ORDER BY n DESC LIMIT 1").first()
    if last is not None:
        run(
            "INSERT INTO chains (table_id, epoch, process, seq, n, hash, writes)"
            f" SELECT table_id, 1, NULL, max(seq), max(n), '{last.hash}', 0 FROM journal GROUP BY table_id"
        )
        _first_head(last.n, last.hash)
    for name in ("people", "bank", "key"):
        run(
            "INSERT INTO chains (table_id, epoch, process, seq, n, hash, writes)"
            f" SELECT '{name}', 0, NULL, 0, 0, '{GENESIS if last is None else last.hash}', 0"
            f" WHERE NOT EXISTS (SELECT 1 FROM chains WHERE table_id = '{name}')"
        )
    if op.get_bind().dialect.name == "postgresql":
        _postgres()
    else:
        _sqlite()


def _first_head(n: int, last_hash: str) -> None:
    at_ms = time.time_ns() // 1_000_000
    body = msgspec.json.encode({"until": n, "anchor": last_hash}).decode()
    hashed = hashlib.sha256(msgspec.json.encode((GENESIS, 1, at_ms, body))).hexdigest()
    op.get_bind().exec_driver_sql(f"INSERT INTO heads (h, at_ms, body, hash) VALUES (1, {at_ms}, '{body}', '{hashed}')")
    op.get_bind().exec_driver_sql("INSERT INTO rolled (table_id, seq) SELECT table_id, seq FROM chains")


def _tables() -> None:
    op.create_table(
        "chains",
        Column("table_id", String(32), primary_key=True),
        Column("epoch", BigInteger, nullable=False),
        Column("process", String(32)),
        Column("seq", Integer, nullable=False),
        Column("n", BigInteger, nullable=False),
        Column("hash", String(64), nullable=False),
        Column("writes", BigInteger, nullable=False),
    )
    op.create_table(
        "counters", Column("name", String(16), primary_key=True), Column("next", BigInteger, nullable=False)
    )
    op.create_table(
        "processes",
        Column("id", String(32), primary_key=True),
        Column("address", Text, nullable=False),
        Column("version", Text, nullable=False),
        Column("until_ms", BigInteger, nullable=False),
        Column("draining", Boolean, nullable=False),
    )
    op.create_table(
        "whereabouts",
        Column("table_id", String(40), primary_key=True),
        Column("process", String(32), nullable=False),
        Column("card", Text, nullable=False),
        Column("only_for", Text),
    )
    op.create_table(
        "heads",
        Column("h", BigInteger, primary_key=True, autoincrement=False),
        Column("at_ms", BigInteger, nullable=False),
        Column("body", Text, nullable=False),
        Column("hash", String(64), nullable=False, unique=True),
    )
    op.create_table("rolled", Column("table_id", String(32), primary_key=True), Column("seq", Integer, nullable=False))


def _sqlite() -> None:
    run = op.get_bind().exec_driver_sql
    run("DROP TRIGGER journal_in_order")
    run(
        f"CREATE TRIGGER journal_in_order BEFORE INSERT ON journal WHEN {_NOT_NEXT}"
        " BEGIN SELECT RAISE(ABORT, 'a chain of the journal has no gaps'); END"
    )
    run("DROP TRIGGER transfers_in_order")
    run(
        "CREATE TRIGGER transfers_in_order BEFORE INSERT ON transfers"
        " WHEN NEW.id <= (SELECT coalesce(max(id), 0) FROM transfers)"
        " BEGIN SELECT RAISE(ABORT, 'the ledger is written in order'); END"
    )
    for act in ("UPDATE", "DELETE"):
        run(
            f"CREATE TRIGGER heads_no_{act.lower()} BEFORE {act} ON heads"
            " BEGIN SELECT RAISE(ABORT, 'heads is append-only'); END"
        )


def _postgres() -> None:
    run = op.get_bind().exec_driver_sql
    run(
        "CREATE OR REPLACE FUNCTION journal_in_order() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        f" IF {_NOT_NEXT} THEN RAISE EXCEPTION 'a chain of the journal has no gaps'; END IF; RETURN NEW; END $$"
    )
    run("DROP TRIGGER transfers_in_order ON transfers")
    run("DROP FUNCTION transfers_in_order()")
    run(
        "CREATE OR REPLACE FUNCTION balances_follow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        " IF TG_OP = 'DELETE' THEN RAISE EXCEPTION 'a balance is never deleted'; END IF;"
        f" IF TG_OP = 'INSERT' AND NEW.cents IS DISTINCT FROM {_BY_ITS_TRANSFER}"
        "  THEN RAISE EXCEPTION 'a balance begins with a transfer'; END IF;"
        " IF TG_OP = 'UPDATE' AND (NEW.account <> OLD.account OR NEW.last_transfer = OLD.last_transfer"
        f"  OR NEW.cents - OLD.cents IS DISTINCT FROM {_BY_ITS_TRANSFER}"
        "  OR NOT EXISTS (SELECT 1 FROM transfers t WHERE t.id = NEW.last_transfer"
        " AND t.xmin = pg_current_xact_id()::xid))"
        "  THEN RAISE EXCEPTION 'a balance changes by a transfer only'; END IF;"
        " RETURN NEW; END $$"
    )
    run("CREATE TRIGGER heads_append_only BEFORE UPDATE OR DELETE ON heads FOR EACH ROW EXECUTE FUNCTION append_only()")
    run("CREATE TRIGGER heads_no_truncate BEFORE TRUNCATE ON heads EXECUTE FUNCTION append_only()")
