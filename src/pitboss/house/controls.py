"""The dealer's controls: every move of the house at a table, as a form that is made from the move itself."""

from collections.abc import Mapping

import msgspec
from msgspec import inspect

from pitboss.cards.bits import SeededBits
from pitboss.house.console_shape import Control, FieldCard
from pitboss.house.floor_offers import (
    answers_to,
    field_card,
    fields_of,
    staff_moves,
    standing,
    suggested,
    tag_of,
    words_of,
)
from pitboss.procedure import moves as m
from pitboss.procedure.moves import STAFF, Move
from pitboss.procedure.table import Table
from pitboss.rules.rules import Rules
from pitboss.rules.subjects.shuffle_and_cut import ShuffleRoutine
from pitboss.school.lesson import begin, usual_steps
from pitboss.school.players import PracticePlayers
from pitboss.school.practice import Practice

FILLED_BY_HOUSE = ("by", "order", "salt")  # nobody but the house gives the order of the cards
MOVEMENTS = ("divide", "riffle", "strip", "lace", "place A", "place B")
PLACES = ("box", "to")
NOW, HERE, OTHER = "now", "here", "other"

Usual = Mapping[str, tuple[type[Move], ...]]


def controls(table: Table, usual_here: Usual, next_step: type[Move] | None = None) -> tuple[Control, ...]:
    """Every move of the house at this table; the next one is named only to a dealer who is guided."""
    own = {*m.MOVES.values(), *table.state.family.staff_moves}
    waiting = table.waiting
    awaited = [kind for kind in waiting.may if kind in staff_moves() and set(waiting.by) & set(STAFF)]
    if set(waiting.by) <= set(STAFF):  # such as the cut, which is the dealer's where no player makes it
        awaited = list(waiting.may)
    usual = usual_here.get(table.state.phase.value, ())
    kinds = dict.fromkeys(
        (
            *(kind for kind in usual if kind in own),
            *(kind for kind in awaited if kind in own),
            *(kind for kind in staff_moves() if kind in own),
        )
    )
    kinds.pop(m.CommitSeed, None)
    return tuple(
        control(table, kind, NOW if kind is next_step else HERE if kind in usual or kind in awaited else OTHER)
        for kind in kinds
    )


def control(table: Table, kind: type[Move], when: str = OTHER) -> Control:
    """One move as a control."""
    asked = [one for one in fields_of(kind) if one.name not in FILLED_BY_HOUSE]
    if kind is m.Shuffle and table.rules.shuffle.shuffle_routine in (ShuffleRoutine.NONE, ShuffleRoutine.UNIFORM):
        asked = []
    needed = [one.name for one in asked if one.required]
    return Control(
        move=tag_of(kind),
        roles=table.state.family.roles_of(kind),
        words=words_of(kind),
        when=when,
        place=needed[0] if len(needed) == 1 and needed[0] in PLACES else None,
        fields=tuple(_field(table, kind, one) for one in asked),
    )


def _field(table: Table, kind: type[Move], asked: inspect.Field) -> FieldCard:
    """What a field asks at this table; of what stands there the form says how it stands."""
    found = field_card(asked, [{asked.name: answer} for answer in answers_to(table, asked)])
    if asked.required:  # nobody is given the answer
        found = msgspec.structs.replace(found, default=None)
    if kind is m.Shuffle:
        found = msgspec.structs.replace(found, choices=MOVEMENTS)
    return standing(found, suggested(table, kind) if kind is m.CheckEquipment else {})


def usual(rules: Rules) -> Usual:
    """By part of the table's life, what the house usually does in it, most often first: found by dealing."""
    practice = Practice(rules, roles=frozenset(STAFF))
    players = PracticePlayers(SeededBits("usual"), min(3, rules.layout.positions))
    begin(practice, players)
    return usual_steps(practice, players)
