"""What an operator orders: accounts that rest, invitations that end, classes, standing orders, a log; seeds."""

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, String, Text, false

revision = "3"
down_revision = "2"


def upgrade() -> None:
    """Everybody stays as they were: nobody is disabled, no invitation ends, no class is there."""
    op.add_column("accounts", Column("disabled", Boolean, nullable=False, server_default=false()))
    op.add_column("accounts", Column("formerly", String(40)))
    op.add_column("invitations", Column("expires_at_ms", BigInteger))
    op.add_column("invitations", Column("class_name", String(40)))
    op.create_table(
        "classes", Column("name", String(40), primary_key=True), Column("made_at_ms", BigInteger, nullable=False)
    )
    op.create_table(
        "class_members",
        Column("class_name", String(40), ForeignKey("classes.name"), primary_key=True),
        Column("name", String(40), ForeignKey("accounts.name"), primary_key=True),
    )
    op.create_table(
        "standing_orders", Column("name", String(40), primary_key=True), Column("value", Text, nullable=False)
    )
    op.add_column("opened_orders", Column("seed", Text, nullable=False, server_default=""))  # drawn from none so far
    op.create_table(
        "security_log",
        Column("id", BigInteger, primary_key=True, autoincrement=False),
        Column("at_ms", BigInteger, nullable=False),
        Column("event", String(40), nullable=False),
        Column("name", String(40), nullable=False),
        Column("place", Text, nullable=False),
        Column("detail", Text, nullable=False),
    )
