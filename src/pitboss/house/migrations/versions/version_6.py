"""An account may be an instructor's; drills are kept, and table tests are given, taken and scored."""

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Integer, String, Text, UniqueConstraint

from pitboss.house.migrations.checks import alter_check

revision = "6"
down_revision = "5"

BEFORE = "role IN ('guest', 'player', 'dealer', 'floorperson', 'auditor')"
NOW = "role IN ('guest', 'player', 'dealer', 'floorperson', 'auditor', 'instructor')"


def upgrade() -> None:
    """Everybody stays in the role they have, and nobody has learned anything yet."""
    alter_check("accounts", "role", BEFORE, NOW)
    op.create_table(
        "drill_sheets",
        Column("id", String(32), primary_key=True),
        Column("name", String(40), nullable=False),
        Column("game", String(80), nullable=False),
        Column("rules_hash", String(64), nullable=False),
        Column("drill", String(40), nullable=False),
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
