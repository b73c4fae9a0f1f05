"""The number of the version is kept by Alembic, no longer in a table of our own."""

from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """The old table goes, and on SQLite its triggers with it."""
    op.drop_table("schema_version")
