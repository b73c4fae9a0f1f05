"""What the staff may do at a table now: each move that would succeed, with what it asks; of the others, why not."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Any

import msgspec
from msgspec import inspect

from pitboss.house.console_shape import FieldCard
from pitboss.house.roles import ACTS_AS, players_moves
from pitboss.law import Citation
from pitboss.procedure import moves as m
from pitboss.procedure.moves import DEALER, STAFF, Move
from pitboss.procedure.refusal import Malformed, Refused
from pitboss.procedure.table import Table
from pitboss.procedure.trial import Trial
from pitboss.school.dealer import STEPS

TRIED_MAX = 120  # of one move with different answers
NOBODY_MAKES = (m.Shuffle, m.CommitSeed)
SUGGESTED = (m.CheckEquipment, m.Cut, m.PlaceCoverCard)
HANDS = ("left", "right")
CODES = tuple(rank + suit for rank in "A23456789TJQK" for suit in "CDHS")
A_DEALER = "Sue"


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


def floor_page(table_id: str, table: Table, role: str, again: Callable[[], Table] | None = None) -> FloorPage:
    """Every move of the staff, tried: what would be made is offered, of the rest is said why not."""
    trial = Trial(table, again)
    offers: list[FloorOffer] = []
    not_now: list[NotNow] = []
    asked = table.waiting.may if set(table.waiting.by) <= set(STAFF) else ()  # a dealer may have to cut
    for kind in dict.fromkeys((*staff_moves(), *asked)):
        if kind in NOBODY_MAKES:
            continue
        found = _offered(table, trial, kind, ACTS_AS[role])
        if isinstance(found, FloorOffer):
            offers.append(found)
        else:
            not_now.append(
                NotNow(move=tag_of(kind), words=words_of(kind), sentence=found.sentence, clauses=tuple(found.clauses))
            )
    offers.sort(key=lambda one: not one.awaited)
    return FloorPage(table=table_id, offers=tuple(offers), not_now=tuple(not_now))


def staff_moves() -> tuple[type[Move], ...]:
    """Every move that belongs to the dealer, the floorperson or the shuffler."""
    return tuple(kind for kind in m.every_move().values() if kind not in players_moves())


def _offered(table: Table, trial: Trial, kind: type[Move], roles: Sequence[str]) -> FloorOffer | Refused:
    """The move in the first role in which it would be made, narrowed to the answers with which it would be."""
    why: Refused | None = None
    waiting = table.waiting
    there = suggested(table, kind)
    asked = [one for one in fields_of(kind) if one.name != "by"]
    needed = {one.name: answers_to(table, one) for one in asked if one.required}
    for role in roles:
        awaited = kind in waiting.may and role in waiting.by
        passing: list[dict[str, Any]] = []
        cited: Citation = ()
        for answers in islice(product(*needed.values()), TRIED_MAX):
            filled = dict(zip(needed, answers, strict=True))
            try:
                refusal = trial.refusal(kind(**{"by": role, **filled}))
            except Malformed:  # such an answer cannot be given at all
                continue
            if refusal is None or (awaited and any(map(is_invented, asked))):
                passing.append(filled)
                cited = cited or trial.cited
            else:
                why = why or refusal
        if passing:
            return FloorOffer(
                move=tag_of(kind),
                role=role,
                words=f"{words_of(kind).partition(':')[0].rstrip('.')}.",
                awaited=awaited,
                clauses=waiting.clauses if awaited else cited,
                fields=tuple(standing(field_card(one, passing), there) for one in asked),
            )
    return why or Refused("floor/nobody", "there is nobody and nothing here that it could be said of", ())


def suggested(table: Table, kind: type[Move]) -> dict[str, Any]:
    """What nobody can guess, ready in the form: how a lawful table stands, where this house cuts and puts its card."""
    if kind not in SUGGESTED:
        return {}
    usual = msgspec.structs.asdict(STEPS[kind](table, DEALER))
    return {name: value for name, value in usual.items() if name != "by"}


def standing(card: FieldCard, there: Mapping[str, Any]) -> FieldCard:
    """A field of a form, with how it stands as the answer."""
    if card.name not in there:
        return card
    stands = there[card.name]
    return msgspec.structs.replace(card, default="; ".join(stands) if isinstance(stands, tuple) else stands)


def is_invented(asked: inspect.Field) -> bool:
    """Whether one answer was made up to be tried, where any number or word may be given: its refusal proves nothing."""
    known = ("by", "player", "box", "to", "card", "hand")
    return asked.required and asked.name not in known and isinstance(asked.type, inspect.IntType | inspect.StrType)


def fields_of(kind: type[Move]) -> tuple[inspect.Field, ...]:
    """What a move asks, by whoever it is."""
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    return described.fields


def is_list(asked: inspect.Field) -> bool:
    """Whether several things are asked for in one."""
    return isinstance(asked.type, inspect.VarTupleType)


def answers_to(table: Table, asked: inspect.Field) -> tuple[Any, ...]:
    """What may be answered at this table; where anything may, one answer to try."""
    state = table.state
    places = tuple(range(state.positions + 1))  # 0 is the dealer's own, which only some moves can name
    by_name: dict[str, tuple[Any, ...]] = {
        "player": tuple(state.people.players),
        "box": places,
        "to": places,
        "card": CODES,
        "hand": HANDS,
        "batch": tuple(batch.name for batch in state.cards.batches),
        "dealer": (A_DEALER,),
    }
    if asked.name in by_name:
        return tuple(answer for answer in by_name[asked.name] if _is_of(asked.type, answer))
    if isinstance(asked.type, inspect.BoolType):
        return (False, True)
    if isinstance(asked.type, inspect.IntType):
        return (asked.type.ge or 0,)
    return ("",)


def _is_of(its: inspect.Type, answer: Any) -> bool:
    if isinstance(its, inspect.StrType):
        return its.pattern is None or re.search(its.pattern, answer) is not None
    return not isinstance(its, inspect.IntType) or its.ge is None or answer >= its.ge


def field_card(asked: inspect.Field, passing: Sequence[dict[str, Any]]) -> FieldCard:
    """What the page asks for: of the answers that were tried, those with which the move would be made."""
    if is_list(asked):
        return FieldCard(name=asked.name, kind="list", choices=(), default="", least=None, most=None, required=False)
    its = next((one for one in _types(asked.type) if not isinstance(one, inspect.NoneType)), asked.type)
    tried = tuple(dict.fromkeys(one[asked.name] for one in passing)) if asked.required else ()
    free = isinstance(its, inspect.IntType | inspect.StrType) and len(tried) < 2 and asked.name not in ("player", "box")
    choices: tuple[Any, ...] = () if free else tried
    if isinstance(its, inspect.BoolType) and not asked.required:
        choices = (True, False)
    elif isinstance(its, inspect.StrType) and not asked.required:
        choices = _either(its.pattern)
    default = (tried[0] if choices else None) if asked.required else asked.default
    kinds = {inspect.BoolType: "yes-no", inspect.IntType: "number"}
    return FieldCard(
        name=asked.name,
        kind=kinds.get(type(its), "text"),
        choices=choices,
        required=asked.required,
        default=default,
        least=its.ge if isinstance(its, inspect.IntType) else None,
        most=its.le if isinstance(its, inspect.IntType) else None,
    )


def _either(pattern: str | None) -> tuple[str, ...]:
    """The words of a field that takes one of a few."""
    found = re.fullmatch(r"\^\(([a-z|-]+)\)\$", pattern or "")
    return tuple(found[1].split("|")) if found else ()


def _types(described: inspect.Type) -> Iterator[inspect.Type]:
    if isinstance(described, inspect.UnionType):
        yield from described.types
    else:
        yield described


def tag_of(kind: type[Move]) -> str:
    """A move by its name."""
    return str(kind.__struct_config__.tag)


def words_of(kind: type[Move]) -> str:
    """A move in a sentence."""
    return (kind.__doc__ or tag_of(kind)).partition("\n")[0]
