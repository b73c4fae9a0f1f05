"""What the staff may do at a table now: each move that would succeed, with what it asks; of the others, why not."""

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Any

import msgspec
from msgspec import inspect

from pitboss.house.protocol import OptionValue
from pitboss.house.roles import ACTS_AS, players_moves
from pitboss.procedure import moves as m
from pitboss.procedure.moves import Move
from pitboss.procedure.refusal import Malformed, Refused
from pitboss.procedure.table import Table
from pitboss.procedure.trial import Trial

TRIED_MAX = 120  # of one move with different answers
NOBODY_MAKES = (m.Shuffle, m.CommitSeed)
HANDS = ("left", "right")
CODES = tuple(rank + suit for rank in "A23456789TJQK" for suit in "CDHS")
A_DEALER = "Sue"


class FieldCard(msgspec.Struct, frozen=True, kw_only=True):
    """Something a move asks: one of `choices` where there are any, else a number within bounds, or a text."""

    name: str
    kind: str
    choices: tuple[OptionValue, ...]
    default: OptionValue | None
    least: int | None
    most: int | None


class FloorOffer(msgspec.Struct, frozen=True, kw_only=True):
    """A move that would be made now, the role it is made in, and what it asks."""

    move: str
    role: str
    words: str
    awaited: bool
    clauses: tuple[str, ...]
    fields: tuple[FieldCard, ...]


class NotNow(msgspec.Struct, frozen=True, kw_only=True):
    """A move that would be refused now, and why."""

    move: str
    words: str
    sentence: str
    clauses: tuple[str, ...]


class FloorPage(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody of the staff may do at a table."""

    table: str
    offers: tuple[FloorOffer, ...]
    not_now: tuple[NotNow, ...]


def floor_page(table_id: str, table: Table, role: str) -> FloorPage:
    """Every move of the staff, tried: what would be made is offered, of the rest is said why not."""
    trial = Trial(table)
    offers: list[FloorOffer] = []
    not_now: list[NotNow] = []
    for kind in m.every_move().values():
        if kind in players_moves() or kind in NOBODY_MAKES:
            continue
        found = _offered(table, trial, kind, ACTS_AS[role])
        if isinstance(found, FloorOffer):
            offers.append(found)
        else:
            not_now.append(
                NotNow(move=_tag(kind), words=_words(kind), sentence=found.sentence, clauses=tuple(found.clauses))
            )
    offers.sort(key=lambda one: not one.awaited)
    return FloorPage(table=table_id, offers=tuple(offers), not_now=tuple(not_now))


def _offered(table: Table, trial: Trial, kind: type[Move], roles: Sequence[str]) -> FloorOffer | Refused:
    """The move in the first role in which it would be made, narrowed to the answers with which it would be."""
    why: Refused | None = None
    waiting = table.waiting
    asked = [one for one in _fields(kind) if one.name != "by"]
    needed = {one.name: _answers(table, one) for one in asked if one.required}
    for role in roles:
        passing: list[dict[str, Any]] = []
        for answers in islice(product(*needed.values()), TRIED_MAX):
            filled = dict(zip(needed, answers, strict=True))
            try:
                refusal = trial.refusal(kind(by=role, **filled))
            except Malformed:  # such an answer cannot be given at all
                continue
            if refusal is None:
                passing.append(filled)
            else:
                why = why or refusal
        if passing:
            return FloorOffer(
                move=_tag(kind),
                role=role,
                words=_words(kind),
                awaited=kind in waiting.may and role in waiting.by,
                clauses=waiting.clauses if kind in waiting.may else (),
                fields=tuple(_card(one, passing) for one in asked if not isinstance(one.type, inspect.VarTupleType)),
            )
    return why or Refused("floor/nobody", "there is nobody and nothing here that it could be said of", ())


def _fields(kind: type[Move]) -> tuple[inspect.Field, ...]:
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    return described.fields


def _answers(table: Table, asked: inspect.Field) -> tuple[Any, ...]:
    """What may be answered at this table; where anything may, one answer to try."""
    state = table.state
    boxes = tuple(range(1, state.positions + 1))
    by_name: dict[str, tuple[Any, ...]] = {
        "player": tuple(state.people.players),
        "box": boxes,
        "to": (0, *boxes),
        "card": CODES,
        "hand": HANDS,
        "batch": tuple(batch.name for batch in state.cards.batches),
        "dealer": (A_DEALER,),
    }
    if asked.name in by_name:
        return by_name[asked.name]
    if isinstance(asked.type, inspect.BoolType):
        return (False, True)
    if isinstance(asked.type, inspect.IntType):
        return (max(asked.type.ge or 0, 1),)
    return ("",)


def _card(asked: inspect.Field, passing: Sequence[dict[str, Any]]) -> FieldCard:
    """What the page asks for: of the answers that were tried, those with which the move would be made."""
    its = next((one for one in _types(asked.type) if not isinstance(one, inspect.NoneType)), asked.type)
    tried = tuple(dict.fromkeys(one[asked.name] for one in passing)) if asked.required else ()
    free = isinstance(its, inspect.IntType | inspect.StrType) and len(tried) < 2 and asked.name not in ("player", "box")
    choices: tuple[Any, ...] = () if free else tried
    if isinstance(its, inspect.BoolType) and not asked.required:
        choices = (True, False)
    elif asked.name == "hand" and not asked.required:
        choices = HANDS
    default = (tried[0] if choices else None) if asked.required else asked.default
    kinds = {inspect.BoolType: "yes-no", inspect.IntType: "number"}
    return FieldCard(
        name=asked.name,
        kind=kinds.get(type(its), "text"),
        choices=choices,
        default=default,
        least=its.ge if isinstance(its, inspect.IntType) else None,
        most=its.le if isinstance(its, inspect.IntType) else None,
    )


def _types(described: inspect.Type) -> Iterator[inspect.Type]:
    if isinstance(described, inspect.UnionType):
        yield from described.types
    else:
        yield described


def _tag(kind: type[Move]) -> str:
    return str(kind.__struct_config__.tag)


def _words(kind: type[Move]) -> str:
    return (kind.__doc__ or _tag(kind)).partition("\n")[0]
