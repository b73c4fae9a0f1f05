"""Another key: what is sealed is locked again. Orders to remove a player survive; the security log is a chain."""

from alembic import op
from sqlalchemy import BigInteger, CheckConstraint, Column, String, Text

revision = "5"
down_revision = "4"

_NEW_KEY = (
    "NEW.n = OLD.n AND NEW.seal = OLD.seal AND EXISTS (SELECT 1 FROM journal k"
    " WHERE k.table_id = 'key' AND k.n > OLD.n AND k.body LIKE '%[' || OLD.n || ',%')"
)


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
        return
    run("DROP TRIGGER sealed_orders_no_update")
    run(
        f"CREATE TRIGGER sealed_orders_no_update BEFORE UPDATE ON sealed_orders WHEN NOT ({_NEW_KEY})"
        " BEGIN SELECT RAISE(ABORT, 'sealed_orders is append-only'); END"
    )
