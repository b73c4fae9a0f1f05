"""What was asked for under an id is known; a chain that is over is not looked at again; no process writes to what it
does not know."""

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, LargeBinary, String, false, text

revision = "9"
down_revision = "8"


def upgrade() -> None:
    """Chains of tables that have closed, and stand in a head, are settled."""
    op.add_column("chains", Column("settled", Boolean, nullable=False, server_default=false()))
    op.add_column("processes", Column("told_to_stop", Boolean, nullable=False, server_default=false()))
    op.create_index(
        "chains_going_on",
        "chains",
        ["process"],
        postgresql_where=text("NOT settled"),
        sqlite_where=text("NOT settled"),
    )
    op.create_table(
        "requests",
        Column("actor", String(40), primary_key=True),
        Column("client_id", String(64), primary_key=True),
        Column("asked", String(64), nullable=False),
        Column("answer", LargeBinary, nullable=False),
        Column("at_ms", BigInteger, nullable=False),
    )
    op.create_index("requests_by_time", "requests", ["at_ms"])
    run = op.get_bind().exec_driver_sql
    run(
        "UPDATE chains SET settled = true WHERE table_id IN (SELECT table_id FROM closed_tables)"
        " AND EXISTS (SELECT 1 FROM rolled WHERE rolled.table_id = chains.table_id AND rolled.seq = chains.seq)"
    )
    if op.get_bind().dialect.name == "postgresql":
        run(
            "CREATE FUNCTION of_this_version() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            " IF current_setting('application_name') <> 'pitboss schema ' || (SELECT version_num FROM alembic_version)"
            "  THEN RAISE EXCEPTION 'the database has another version than this process'; END IF;"
            " RETURN NEW; END $$"
        )
        run(
            "CREATE TRIGGER processes_of_this_version BEFORE INSERT OR UPDATE ON processes"
            " FOR EACH ROW EXECUTE FUNCTION of_this_version()"
        )
        run(
            "CREATE TRIGGER chains_of_this_version BEFORE INSERT OR UPDATE OF process ON chains"
            " FOR EACH ROW EXECUTE FUNCTION of_this_version()"
        )
