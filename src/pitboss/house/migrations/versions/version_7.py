"""A round is found by its marks: the clauses it cites and what was irregular in it.

Drills are kept, and table tests are given, taken and scored.
"""

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Integer, String, Text, UniqueConstraint

revision = "7"
down_revision = "6"


def upgrade() -> None:
    """Rounds that are there get their marks from the house that opens the database next."""
    _school()
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


def _school() -> None:
    """Nobody has learned anything yet."""
    op.create_table(
        "drill_sheets",
        Column("id", String(32), primary_key=True),
        Column("name", String(40), nullable=False),
        Column("game", String(80), nullable=False),
        Column("rules_hash", String(64), nullable=False),
        Column("drill", String(40), nullable=False),
        Column("made_by", String(16), nullable=False),
        Column("seed", String(64), nullable=False),
        Column("made_at_ms", BigInteger, nullable=False),
    )
    op.create_index("drill_sheets_by_name", "drill_sheets", ["name"])
    op.create_table(
        "drill_answers",
        Column("sheet", String(32), ForeignKey("drill_sheets.id"), primary_key=True),
        Column("place", Integer, primary_key=True, autoincrement=False),
        Column("item_key", Text, nullable=False),
        Column("item", String(64), nullable=False),
        Column("given", Text, nullable=False),
        Column("is_right", Boolean, nullable=False),
        Column("took_ms", BigInteger, nullable=False),
        Column("clauses", Text, nullable=False),
        Column("at_ms", BigInteger, nullable=False),
    )
    op.create_table(
        "exams",
        Column("id", String(32), primary_key=True),
        Column("class_name", String(40), ForeignKey("classes.name"), nullable=False),
        Column("test", Text, nullable=False),
        Column("given_by", String(40), nullable=False),
        Column("given_at_ms", BigInteger, nullable=False),
        Column("closed", Boolean, nullable=False),
    )
    op.create_table(
        "sittings",
        Column("id", String(32), primary_key=True),
        Column("exam", String(32), ForeignKey("exams.id"), nullable=False),
        Column("name", String(40), nullable=False),
        Column("made_by", String(16), nullable=False),
        Column("seed", String(64), nullable=False),
        Column("began_at_ms", BigInteger, nullable=False),
        Column("ended_at_ms", BigInteger),
        Column("score", Text),
        UniqueConstraint("exam", "name"),
    )
    op.create_table(
        "sitting_lines",
        Column("sitting", String(32), ForeignKey("sittings.id"), primary_key=True),
        Column("place", Integer, primary_key=True, autoincrement=False),
        Column("body", Text, nullable=False),
        Column("at_ms", BigInteger, nullable=False),
    )
