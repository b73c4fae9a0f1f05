"""What a person who deals is told beside the table itself: the records of the dealer's console, and what opens one."""

from typing import Annotated

import msgspec
from msgspec import Meta, Raw

Value = str | int | bool


class FieldCard(msgspec.Struct, frozen=True, kw_only=True):
    """Something a move asks: one of `choices` where there are any, else a number within bounds, or a text.

    A `list` takes several, of `choices` where there are any.
    """

    name: str
    kind: str
    choices: tuple[Value, ...]
    required: bool
    default: Value | None
    least: int | None
    most: int | None


class Dealing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How somebody wants to deal: with which help, to how many players, how fast those are, and how well they behave.

    `opens` has the dealer open the table and make the first shuffle too; otherwise the house has done so. Of a hundred
    steps about `unruly` meet a player who does what none may. `by_chart` has players decide by the best strategy. They
    think as long as `pace` has it. With `people` whoever has the table's link may sit down beside them.
    """

    mode: Annotated[str, Meta(pattern="^(guided|corrected|free)$")] = "guided"
    boxes: Annotated[int, Meta(ge=1, le=12)] = 3
    unruly: Annotated[int, Meta(ge=0, le=100)] = 0
    opens: bool = False
    by_chart: bool = False
    pace: Annotated[str, Meta(pattern="^(at once|quick|usual|slow)$")] = "at once"
    people: bool = False


class Control(msgspec.Struct, frozen=True, kw_only=True):
    """A move of the house as the dealer can make it: in which roles, at what time, and what it asks.

    `when` is `now` where it is the next step and the dealer is told so, `here` where it belongs to this part of the
    round, else `other`. `place` names the field that says where: a control with one is used by tapping that place.
    """

    move: str
    roles: tuple[str, ...]
    words: str
    when: str
    place: str | None
    fields: tuple[FieldCard, ...]


class NextStep(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be done now, by which clauses; `act` does it."""

    words: str
    clauses: tuple[str, ...]
    act: Raw


class Tried(msgspec.Struct, frozen=True, kw_only=True):
    """What a player does just now who may not, until the dealer says a word."""

    player: str
    words: str


class Noted(msgspec.Struct, frozen=True, kw_only=True):
    """A mistake: in which round, what should have been, by which clauses, what it costs in marks and moved in money."""

    round: int
    kind: str
    sentence: str
    clauses: tuple[str, ...]
    marks: int
    cents: int
    house_cents: int


class Shift(msgspec.Struct, frozen=True, kw_only=True):
    """How it goes: none of it comes from the browser."""

    rounds: int
    hands_an_hour: int | None
    steps: int
    steps_right: int
    score: int
    money_cents: int
    house_cents: int


class Tube(msgspec.Struct, frozen=True, kw_only=True):
    """Chips of one worth in the dealer's rack."""

    cents: int
    many: int


class ClauseScore(msgspec.Struct, frozen=True, kw_only=True):
    """How often something was done under a clause, and how often rightly."""

    clause: str
    done: int
    right: int


class ShiftReview(msgspec.Struct, frozen=True, kw_only=True):
    """A shift looked back on: every mistake with its clause and its cost, and how it went by clause."""

    table: str
    title: str
    mode: str
    shift: Shift
    mistakes: tuple[Noted, ...]
    by_clause: tuple[ClauseScore, ...]
