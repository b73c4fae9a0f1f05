"""How a database of an earlier version becomes one of today's: a step a version, carried out by Alembic.

It uses `schema` and `database` of the house, and nothing else of it.
"""
