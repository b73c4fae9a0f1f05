"""A round is found by its marks: the clauses it cites and what was irregular in it."""

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKey, Integer, String

revision = "7"
down_revision = "6"


def upgrade() -> None:
    """Rounds that are there get their marks from the house that opens the database next."""
    op.create_index("rounds_by_n", "rounds", ["n", "round"])
    op.create_table(
        "round_marks",
        Column("n", BigInteger, ForeignKey("journal.n"), primary_key=True, autoincrement=False),
        Column("round", Integer, primary_key=True, autoincrement=False),
        Column("mark", String(80), primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_index("round_marks_by_mark", "round_marks", ["mark", "n"])
    run = op.get_bind().exec_driver_sql
    if op.get_bind().dialect.name == "postgresql":
        run(
            "CREATE TRIGGER round_marks_append_only BEFORE UPDATE OR DELETE ON round_marks"
            " FOR EACH ROW EXECUTE FUNCTION append_only()"
        )
        run("CREATE TRIGGER round_marks_no_truncate BEFORE TRUNCATE ON round_marks EXECUTE FUNCTION append_only()")
        return
    for act in ("UPDATE", "DELETE"):
        run(
            f"CREATE TRIGGER round_marks_no_{act.lower()} BEFORE {act} ON round_marks"
            " BEGIN SELECT RAISE(ABORT, 'round_marks is append-only'); END"
        )
