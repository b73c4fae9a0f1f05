"""The database of the first house: where it came from is not asked, it is only recognised."""

revision = "1"
down_revision = None


def upgrade() -> None:
    """Nothing: a database has this version because the first house made it."""
