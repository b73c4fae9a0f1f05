"""Alembic's way in: the steps run on the connection that the house has open, in its transaction."""

from alembic import context

from pitboss.house.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
