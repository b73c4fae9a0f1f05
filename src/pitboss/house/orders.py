"""What an operator may order, as data: what each order takes, and that it is answered in words and in values."""

from typing import Any

import msgspec


class Answer(msgspec.Struct, frozen=True):
    """What came of an order: for people, and for programs."""

    words: str
    value: Any


class NotDone(Exception):
    """An order that was not carried out; the sentence says why."""


class Order(msgspec.Struct, frozen=True, kw_only=True, tag_field="order", forbid_unknown_fields=True):
    """Something the operator wants done; sent again under the same id, it is done once."""

    request: str | None = None


class ListAccounts(Order, frozen=True, kw_only=True, tag="accounts"):
    """Who the house knows."""

    role: str | None = None
    in_class: str | None = None


class CreateAccount(Order, frozen=True, kw_only=True, tag="create"):
    """A new account; without a password one is made up."""

    name: str
    role: str = "player"
    password: str | None = None
    in_class: str | None = None


class Disable(Order, frozen=True, kw_only=True, tag="disable"):
    """Shut somebody out: sessions end, seats are given up."""

    name: str


class Enable(Order, frozen=True, kw_only=True, tag="enable"):
    """Let somebody in again."""

    name: str


class SetRole(Order, frozen=True, kw_only=True, tag="role"):
    """Give somebody another role."""

    name: str
    role: str


class ResetPassword(Order, frozen=True, kw_only=True, tag="reset-password"):
    """Give somebody another password; without one it is made up."""

    name: str
    password: str | None = None


class Unlock(Order, frozen=True, kw_only=True, tag="unlock"):
    """Forgive wrong passwords for a name."""

    name: str


class EndSessions(Order, frozen=True, kw_only=True, tag="end-sessions"):
    """Sign somebody out everywhere."""

    name: str


class GrantChips(Order, frozen=True, kw_only=True, tag="grant"):
    """Practice chips for somebody, or for everybody in a class, with the reason."""

    cents: int
    reason: str
    name: str | None = None
    in_class: str | None = None


class MakeInvitation(Order, frozen=True, kw_only=True, tag="invite"):
    """A code for one account of staff, or for the accounts of a class, that ends after so many days."""

    days: int
    role: str = "player"
    in_class: str | None = None


class ListInvitations(Order, frozen=True, kw_only=True, tag="invitations"):
    """The codes that are still good, by the beginning of their hash."""


class Revoke(Order, frozen=True, kw_only=True, tag="revoke"):
    """End a code before its time."""

    id: str


class RemovePlayer(Order, frozen=True, kw_only=True, tag="remove"):
    """See a player out of a table, or of every table."""

    name: str
    table: str | None = None


class SignUp(Order, frozen=True, kw_only=True, tag="sign-up"):
    """Who may come in that is new; without a word, how it stands."""

    to: str | None = None


class MakeClass(Order, frozen=True, kw_only=True, tag="class-create"):
    """A class with nobody in it."""

    name: str


class AddToClass(Order, frozen=True, kw_only=True, tag="class-add"):
    """Accounts join a class."""

    name: str
    people: tuple[str, ...]


class DropFromClass(Order, frozen=True, kw_only=True, tag="class-drop"):
    """An account leaves a class."""

    name: str
    person: str


class ListClasses(Order, frozen=True, kw_only=True, tag="classes"):
    """Every class and who is in it."""


class ReadLog(Order, frozen=True, kw_only=True, tag="log"):
    """The newest lines of the security log."""

    lines: int = 50
    name: str | None = None


class Retain(Order, frozen=True, kw_only=True, tag="retain"):
    """Forget what is older than so many days and may be forgotten."""

    days: int


class RotateKey(Order, frozen=True, kw_only=True, tag="rotate-key"):
    """Give the house another key; what is still sealed is locked again."""


AnyOrder = (
    ListAccounts
    | CreateAccount
    | Disable
    | Enable
    | SetRole
    | ResetPassword
    | Unlock
    | EndSessions
    | GrantChips
    | MakeInvitation
    | ListInvitations
    | Revoke
    | RemovePlayer
    | SignUp
    | MakeClass
    | AddToClass
    | DropFromClass
    | ListClasses
    | ReadLog
    | Retain
    | RotateKey
)


def decode(line: bytes) -> Order:
    """An order as it was written."""
    try:
        order: Order = msgspec.json.decode(line, type=AnyOrder)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise NotDone(f"that is no order: {error}") from None
    return order
