"""Changes of the register and of the key are lines of the journal; wrong passwords are not counted on disk any more.

Every transaction counts itself under the epoch of the house that has the database open.
"""

from alembic import op
from sqlalchemy import BigInteger, CheckConstraint, Column, Integer

from pitboss.house.migrations.checks import alter_check

revision = "4"
down_revision = "3"

BEFORE = "kind IN ('open', 'move', 'grant')"
NOW = "kind IN ('open', 'move', 'grant', 'people', 'key')"


def upgrade() -> None:
    """The journal takes two more kinds of lines."""
    op.drop_table("lockouts")
    op.create_table(
        "ownership",  # its row is written by whoever opens the database next
        Column("one", Integer, primary_key=True, autoincrement=False),
        Column("epoch", BigInteger, nullable=False),
        Column("writes", BigInteger, nullable=False),
        CheckConstraint("one = 1"),
    )
    alter_check("journal", "kind", BEFORE, NOW)
