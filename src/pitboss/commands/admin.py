"""What an operator does: people, chips, classes, backups; on a house that is open and on one that rests."""

from collections.abc import Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter

from pitboss.commands.command_line import Json, app, print_json
from pitboss.commands.house import Database, Key

if TYPE_CHECKING:
    from pitboss.house.backup import Copied

admin = App(name="admin", help="Run a house: accounts, grants, invitations, classes, backup. It may be open meanwhile.")
app.command(admin)


@admin.command
def backup(
    file: Annotated[str, Parameter(help="the file to write; it must not be there yet")],
    /,
    *,
    db: Database = "pitboss.db",
    key: Key = None,
    with_key: Annotated[bool, Parameter(help="copy the key beside it, as FILE.key", negative="")] = False,
    as_json: Json = False,
) -> None:
    """Copy the house as it is at this moment, and audit the copy."""
    from pitboss.house.backup import back_up

    _copy(back_up(db, Path(file), Path(key) if key else None, with_key), "Copied", as_json)


@admin.command
def restore(
    file: Annotated[str, Parameter(help="a backup")],
    /,
    *,
    db: Database,
    key: Key = None,
    as_json: Json = False,
) -> None:
    """Copy a backup to where nothing is, and audit it there."""
    from pitboss.house.backup import restore as bring_back

    _copy(bring_back(Path(file), db, Path(key) if key else None), "Restored", as_json)


def _copy(copying: "Coroutine[Any, Any, Copied]", what: str, as_json: bool) -> None:
    import asyncio

    import msgspec

    from pitboss.house.database import CannotOpen
    from pitboss.rules.errors import RulesError

    try:
        copied = asyncio.run(copying)
    except CannotOpen as error:
        raise RulesError(str(error)) from None
    if as_json:
        print_json(msgspec.to_builtins(copied))
    else:
        print(copied.words(what))
    if copied.audit.wrong is not None:
        raise SystemExit(1)
