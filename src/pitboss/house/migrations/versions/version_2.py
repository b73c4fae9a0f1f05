"""The version's number is kept by Alembic, no longer in a table of our own; opened orders keep what the hands did."""

from alembic import op
from sqlalchemy import Column, Text

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """The old table goes, and on SQLite its triggers with it; orders opened so far were made by no routine."""
    op.drop_table("schema_version")
    op.add_column("opened_orders", Column("hands", Text, nullable=False, server_default=""))
