"""A database is made anew, recognised, or brought up to date; one of a later version is left alone."""

import logging
from functools import cache

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from pitboss.house import schema

UNKNOWN = "unknown"
logging.getLogger("alembic").setLevel(logging.WARNING)  # its steps are our business, not the operator's


@cache
def newest() -> str:
    """The version this program writes."""
    head = ScriptDirectory.from_config(_config(None)).get_current_head()
    assert head is not None
    return head


def version_of(connection: Connection) -> str | None:
    """The version of the database; None of an empty one, `unknown` of one that does not say it in one row."""
    there = MigrationContext.configure(connection).get_current_heads()
    if len(there) == 1:
        return str(there[0])
    has = inspect(connection).has_table
    if has("schema_version"):
        return "1"
    return UNKNOWN if there or has("journal") else None


def bring_up(connection: Connection) -> None:
    """Make the database what this program expects; it has an older version or is empty."""
    config = _config(connection)
    have = version_of(connection)
    if have is None:
        schema.metadata.create_all(connection)
        for statement in (*schema.first_rows(), *schema.rules(connection.dialect.name)):
            connection.exec_driver_sql(statement)
        command.stamp(config, "head")
        return
    if MigrationContext.configure(connection).get_current_revision() is None:
        command.stamp(config, have)
    command.upgrade(config, "head")
    # Whoever had a chain, and wakes up, finds that it is not theirs any more.
    connection.exec_driver_sql("UPDATE chains SET epoch = epoch + 1, process = NULL")
    connection.exec_driver_sql("DELETE FROM processes")


def _config(connection: Connection | None) -> Config:
    config = Config()
    config.set_main_option("script_location", "pitboss.house:migrations")
    config.attributes["connection"] = connection
    return config
