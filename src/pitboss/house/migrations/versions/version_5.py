"""Another key: what is sealed is locked again. Orders to remove a player survive; the security log is a chain.

An open table has checkpoints, from which it is taken up.
"""

from alembic import op
from sqlalchemy import BigInteger, CheckConstraint, Column, ForeignKey, Integer, LargeBinary, String, Text

revision = "5"
down_revision = "4"

_NEW_KEY = (
    "NEW.n = OLD.n AND NEW.seal = OLD.seal AND EXISTS (SELECT 1 FROM journal k"
    " WHERE k.table_id = 'key' AND k.n > OLD.n AND k.body LIKE '%[' || OLD.n || ',%')"
)
_SAME_CHECKPOINT = "NEW.n = OLD.n AND NEW.table_id = OLD.table_id AND NEW.seq = OLD.seq AND NEW.digest = OLD.digest"


def upgrade() -> None:
    """Nobody is on the way out, and the chain of the log is begun by whoever opens the database next."""
    op.create_table(
        "removals",
        Column("table_id", String(32), primary_key=True),
        Column("name", String(40), primary_key=True),
        Column("rule", Text, nullable=False),
    )
    op.create_table(
        "log_ends",
        Column("which", String(8), primary_key=True),
        Column("id", BigInteger, nullable=False),
        Column("hash", String(64), nullable=False),
        CheckConstraint("which IN ('gone', 'last')"),
    )
    op.add_column("security_log", Column("hash", String(64), nullable=False, server_default=""))
    op.create_table(
        "checkpoints",
        Column("table_id", String(32), primary_key=True),
        Column("seq", Integer, primary_key=True, autoincrement=False),
        Column("n", BigInteger, ForeignKey("journal.n"), nullable=False, unique=True),
        Column("digest", String(64), nullable=False),
        Column("locked", LargeBinary, nullable=False),
    )
    run = op.get_bind().exec_driver_sql
    if op.get_bind().dialect.name == "postgresql":
        run(
            "CREATE FUNCTION sealed_orders_stay() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            f" IF TG_OP = 'UPDATE' THEN IF {_NEW_KEY} THEN RETURN NEW; END IF; END IF;"
            " RAISE EXCEPTION 'sealed_orders is append-only'; END $$"
        )
        run("DROP TRIGGER sealed_orders_append_only ON sealed_orders")
        run(
            "CREATE TRIGGER sealed_orders_append_only BEFORE UPDATE OR DELETE ON sealed_orders"
            " FOR EACH ROW EXECUTE FUNCTION sealed_orders_stay()"
        )
        run(
            "CREATE FUNCTION checkpoints_stay() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            f" IF TG_OP = 'UPDATE' THEN IF {_SAME_CHECKPOINT} THEN RETURN NEW; END IF; END IF;"
            " RAISE EXCEPTION 'checkpoints is append-only'; END $$"
        )
        run(
            "CREATE TRIGGER checkpoints_append_only BEFORE UPDATE OR DELETE ON checkpoints"
            " FOR EACH ROW EXECUTE FUNCTION checkpoints_stay()"
        )
        run("CREATE TRIGGER checkpoints_no_truncate BEFORE TRUNCATE ON checkpoints EXECUTE FUNCTION append_only()")
        return
    run("DROP TRIGGER sealed_orders_no_update")
    run(
        f"CREATE TRIGGER sealed_orders_no_update BEFORE UPDATE ON sealed_orders WHEN NOT ({_NEW_KEY})"
        " BEGIN SELECT RAISE(ABORT, 'sealed_orders is append-only'); END"
    )
    run(
        f"CREATE TRIGGER checkpoints_no_update BEFORE UPDATE ON checkpoints WHEN NOT ({_SAME_CHECKPOINT})"
        " BEGIN SELECT RAISE(ABORT, 'checkpoints is append-only'); END"
    )
    run(
        "CREATE TRIGGER checkpoints_no_delete BEFORE DELETE ON checkpoints"
        " BEGIN SELECT RAISE(ABORT, 'checkpoints is append-only'); END"
    )
