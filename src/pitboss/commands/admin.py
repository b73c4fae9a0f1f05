"""What an operator does: people, chips, classes, backups; on a house that is open and on one that rests."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter

from pitboss.commands.command_line import Json, Text, TextOrNot, Whole, app, print_json
from pitboss.commands.house import Database, Key

if TYPE_CHECKING:
    from pitboss.house.backup import Copied
    from pitboss.house.orders import Answer, Order

admin = App(name="admin", help="Run a house: accounts, grants, invitations, classes, backup. It may be open meanwhile.")
app.command(admin)


@dataclass(frozen=True)
class Which:
    """The house that is meant, and how it is to answer."""

    db: Database = "pitboss.db"
    key: Key = None
    as_json: Json = False

    def order(self, order: "Order") -> None:
        """Have it carried out, and print what came of it."""
        from pitboss.house.office import give

        self.ask(partial(give, order))

    def ask(self, give: "Callable[[str, Path | None], Answer]") -> None:
        """Print what came of something."""
        from pitboss.house.database import CannotOpen
        from pitboss.house.orders import NotDone
        from pitboss.rules.errors import RulesError

        try:
            answer = give(self.db, Path(self.key) if self.key else None)
        except (NotDone, CannotOpen) as error:
            raise RulesError(str(error)) from None
        if self.as_json:
            print_json(answer.value)
        else:
            print(answer.words)


USUAL = Which()
House = Annotated[Which, Parameter(name="*")]
Name = Annotated[Text, Parameter(help="the name of an account")]
InClass = Annotated[TextOrNot, Parameter(name="--class", help="the name of a class")]
PasswordFile = Annotated[
    str | None, Parameter(help="a file with the password; without one it is made up and told once")
]


@admin.command
def accounts(
    *,
    role: Annotated[TextOrNot, Parameter(help="only those in a role")] = None,
    in_class: InClass = None,
    house: House = USUAL,
) -> None:
    """Who the house knows."""
    from pitboss.house.orders import ListAccounts

    house.order(ListAccounts(role=role, in_class=in_class))


@admin.command
def create(
    name: Name,
    /,
    *,
    role: Annotated[Text, Parameter(help="player, dealer, floorperson, auditor or instructor")] = "player",
    password_file: PasswordFile = None,
    in_class: InClass = None,
    house: House = USUAL,
) -> None:
    """Make an account."""
    from pitboss.house.orders import CreateAccount

    house.order(CreateAccount(name=name, role=role, password=_password(password_file), in_class=in_class))


@admin.command
def disable(name: Name, /, *, house: House = USUAL) -> None:
    """Shut somebody out: signed out everywhere, seen out of every table."""
    from pitboss.house.orders import Disable

    house.order(Disable(name=name))


@admin.command
def enable(name: Name, /, *, house: House = USUAL) -> None:
    """Let somebody in again."""
    from pitboss.house.orders import Enable

    house.order(Enable(name=name))


@admin.command
def role(
    name: Name,
    role: Annotated[Text, Parameter(help="player, dealer, floorperson, auditor or instructor")],
    /,
    *,
    house: House = USUAL,
) -> None:
    """Give somebody another role."""
    from pitboss.house.orders import SetRole

    house.order(SetRole(name=name, role=role))


@admin.command
def reset_password(name: Name, /, *, password_file: PasswordFile = None, house: House = USUAL) -> None:
    """Give somebody another password; they are signed out everywhere."""
    from pitboss.house.orders import ResetPassword

    house.order(ResetPassword(name=name, password=_password(password_file)))


@admin.command
def unlock(name: Name, /, *, house: House = USUAL) -> None:
    """Forgive wrong passwords for a name: there is no wait for the next one."""
    from pitboss.house.orders import Unlock

    house.order(Unlock(name=name))


@admin.command
def end_sessions(name: Name, /, *, house: House = USUAL) -> None:
    """Sign somebody out everywhere."""
    from pitboss.house.orders import EndSessions

    house.order(EndSessions(name=name))


@admin.command
def grant(
    cents: Annotated[Whole, Parameter(help="how many cents each gets")],
    /,
    *,
    reason: Annotated[Text, Parameter(help="why; it stands in the ledger")],
    to: Annotated[TextOrNot, Parameter(help="the name of an account")] = None,
    in_class: InClass = None,
    house: House = USUAL,
) -> None:
    """Grant practice chips to an account or to everybody in a class."""
    from pitboss.house.orders import GrantChips

    house.order(GrantChips(cents=cents, reason=reason, name=to, in_class=in_class))


@admin.command
def invite(
    *,
    days: Annotated[Whole, Parameter(help="for how many days the code is good")] = 14,
    role: Annotated[Text, Parameter(help="dealer, floorperson, auditor or instructor; one account")] = "player",
    in_class: InClass = None,
    house: House = USUAL,
) -> None:
    """Print a code that makes one account of staff, or with --class the accounts of a whole class."""
    from pitboss.house.orders import MakeInvitation

    house.order(MakeInvitation(days=days, role=role, in_class=in_class))


@admin.command
def invitations(*, house: House = USUAL) -> None:
    """The codes that are still good; the code itself is told once, when it is made."""
    from pitboss.house.orders import ListInvitations

    house.order(ListInvitations())


@admin.command
def revoke(
    invitation: Annotated[Text, Parameter(help="as `pitboss admin invitations` calls it")],
    /,
    *,
    house: House = USUAL,
) -> None:
    """End a code before its time."""
    from pitboss.house.orders import Revoke

    house.order(Revoke(id=invitation))


@admin.command
def remove(
    name: Name,
    /,
    *,
    table: Annotated[TextOrNot, Parameter(help="one table; else every one")] = None,
    house: House = USUAL,
) -> None:
    """See a player out by the procedure's own way; the chips go back to the bankroll."""
    from pitboss.house.orders import RemovePlayer

    house.order(RemovePlayer(name=name, table=table))


@admin.command
def sign_up(
    to: Annotated[TextOrNot, Parameter(help="open, invited or closed; without it, how it stands")] = None,
    /,
    *,
    house: House = USUAL,
) -> None:
    """Say who may come in that is new."""
    from pitboss.house.orders import SignUp

    house.order(SignUp(to=to))


@admin.command
def classes(*, house: House = USUAL) -> None:
    """Every class and who is in it."""
    from pitboss.house.orders import ListClasses

    house.order(ListClasses())


@admin.command
def class_create(name: Annotated[Text, Parameter(help="the name of the class")], /, *, house: House = USUAL) -> None:
    """Make a class."""
    from pitboss.house.orders import MakeClass

    house.order(MakeClass(name=name))


@admin.command
def class_add(
    name: Annotated[Text, Parameter(help="the name of the class")], /, *people: Name, house: House = USUAL
) -> None:
    """Put accounts into a class."""
    from pitboss.house.orders import AddToClass

    house.order(AddToClass(name=name, people=people))


@admin.command
def class_drop(
    name: Annotated[Text, Parameter(help="the name of the class")], person: Name, /, *, house: House = USUAL
) -> None:
    """Take an account out of a class."""
    from pitboss.house.orders import DropFromClass

    house.order(DropFromClass(name=name, person=person))


@admin.command
def log(
    *,
    lines: Annotated[Whole, Parameter(help="how many of the newest")] = 50,
    name: Annotated[TextOrNot, Parameter(help="only those about one account")] = None,
    house: House = USUAL,
) -> None:
    """The security log: who came in, who could not, what was ordered."""
    from pitboss.house.orders import ReadLog

    house.order(ReadLog(lines=lines, name=name))


@admin.command
def retain(*, days: Annotated[Whole, Parameter(help="what is older may be forgotten")], house: House = USUAL) -> None:
    """Forget sessions that ended, guests who never played and lines of the security log; never the journal."""
    from pitboss.house.orders import Retain

    house.order(Retain(days=days))


@admin.command
def rotate_key(*, house: House = USUAL) -> None:
    """Give the house another key: what is still sealed is locked again, and the journal names the one that comes."""
    from pitboss.house.orders import RotateKey

    house.order(RotateKey())


@admin.command
def processes(*, house: House = USUAL) -> None:
    """The processes of the house, on whichever machine: where, which version, how many tables, until when believed."""
    from pitboss.house import at_work

    house.ask(at_work.processes)


@admin.command
def drain(
    process: Annotated[Text, Parameter(help="its id or its address, as `pitboss admin processes` has them")],
    /,
    *,
    house: House = USUAL,
) -> None:
    """Have a process hand over its tables, each when its round is over, and end; from any machine."""
    from pitboss.house import at_work

    house.ask(partial(at_work.drain, process))


def _password(file: str | None) -> str | None:
    from pitboss.rules.errors import RulesError
    from pitboss.rules.places import read_file

    if file is None:
        return None
    try:
        password = read_file(file).decode().strip("\r\n")
    except UnicodeDecodeError:
        raise RulesError(f"{file} is not a text") from None
    if not password:
        raise RulesError(f"{file} has no password in it")
    return password


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
