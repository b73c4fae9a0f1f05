"""How a database of an earlier version becomes one of today's: a step a version, carried out by Alembic."""
