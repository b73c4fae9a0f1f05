"""A check that a step alters: what a column of a table may hold."""

from alembic import op


def alter_check(table: str, column: str, before: str, now: str) -> None:
    """The condition on a column is another; no row that is there breaks it."""
    if op.get_bind().dialect.name == "postgresql":
        op.drop_constraint(f"{table}_{column}_check", table)
        op.create_check_constraint(f"{table}_{column}_check", table, now)
        return
    # SQLite alters no check; its manual has the condition edited in the text of the table, where rows stay as they are.
    run = op.get_bind().exec_driver_sql
    version = run("PRAGMA schema_version").scalar_one()
    run("PRAGMA writable_schema = ON")
    run("UPDATE sqlite_master SET sql = replace(sql, ?, ?) WHERE name = ?", (before, now, table))
    run(f"PRAGMA schema_version = {version + 1}")
    run("PRAGMA writable_schema = OFF")
