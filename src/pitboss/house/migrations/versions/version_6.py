"""An account may be an instructor's."""

from pitboss.house.migrations.checks import alter_check

revision = "6"
down_revision = "5"

BEFORE = "role IN ('guest', 'player', 'dealer', 'floorperson', 'auditor')"
NOW = "role IN ('guest', 'player', 'dealer', 'floorperson', 'auditor', 'instructor')"


def upgrade() -> None:
    """Everybody stays in the role they have."""
    alter_check("accounts", "role", BEFORE, NOW)
