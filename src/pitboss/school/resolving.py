"""Resolve it: something has gone wrong at the table; what is done now is judged by the table itself."""

from functools import lru_cache

from pitboss.law import Citation
from pitboss.procedure.moves import (
    DEALER,
    STAFF,
    LimitSharedBoxes,
    Move,
    OfferCut,
    PermitEntry,
    Shuffle,
    Wager,
)
from pitboss.procedure.refusal import Refused
from pitboss.procedure.table import Table
from pitboss.rules.rules import Rules
from pitboss.school.acts import Step
from pitboss.school.dealer import again, lawful_step
from pitboss.school.dealt import Dealt, Under
from pitboss.school.evening import NO_OCCASION
from pitboss.school.faults import DEALS, DEALS_MOST, dealt_wrongly, tables
from pitboss.school.items import Chance, Drill, Item, one_of_four
from pitboss.school.orders import round_so_far
from pitboss.school.practice import Practice
from pitboss.school.wrong_ways import WRONG_WAYS

RESOLVE = "resolve-it"
MANY = 5
SETTLED = (*NO_OCCASION, OfferCut, PermitEntry, LimitSharedBoxes)  # nothing has to follow from it
NOT_SAID = ("by", "order", "salt", "hands")


def in_words(move: Move) -> str:
    """A move as a person reads it: what is done, by whom, and with what."""
    fields = {name: getattr(move, name) for name in move.__struct_fields__ if name not in NOT_SAID}
    said = ", ".join(f"{name.replace('_', ' ')} {_word(value)}" for name, value in fields.items() if value is not None)
    return f"{move.by}: {move.__struct_config__.tag}" + (f" ({said})" if said else "")


def _word(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _gone_wrong(table: Dealt) -> list[tuple[int, str]]:
    """The moves by which something went wrong, each with what it was."""
    odd = [(place, table.table.moves[place]) for place in table.odd]
    return [(place, _what(move)) for place, move in odd if not isinstance(move, SETTLED) and not _plain_wager(move)]


def _plain_wager(move: Move) -> bool:
    """A wager in chips, which needs nobody's word."""
    return isinstance(move, Wager) and not move.verbal


def _what(move: Move) -> str:
    flags = [name for name in move.__struct_fields__ if getattr(move, name) is True]
    return " ".join((str(move.__struct_config__.tag), *flags))


@lru_cache(maxsize=16)
def _keys(under: Under) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for seed, rules in tables(under.rules, Chance("keys"), DEALS):
        found.update(dict.fromkeys(what for _, what in _gone_wrong(dealt_wrongly(Under.of(rules), seed))))
    return tuple(sorted(found))


def _waits(table: Table) -> str:
    """What a dealer does who has nothing to do: wait for whoever is asked."""
    players = [name for name in table.waiting.by if name not in STAFF]
    asked = " or ".join(str(kind.__struct_config__.tag) for kind in table.waiting.may)
    return f"wait for {', '.join(players)}: {asked}"


def _others(table: Table, moves: int, due: Move | None, chance: Chance) -> list[str]:
    """A few other things that a dealer might do now, none of which the table takes."""
    here = Practice(table.rules, roles=frozenset({DEALER}))
    here.table = again(table, moves)
    acts = [act for way in WRONG_WAYS.values() for act in way(here, None if due is None else Step.of(due))]
    tried = [act.made for act in acts if isinstance(act, Step)]
    tried += [move for move in table.moves if move.by == DEALER and not isinstance(move, Shuffle)]
    other, refused = again(table, moves), dict[str, None]()
    for move in chance.shuffled(tried):
        try:
            other.apply(move)
            other = again(table, moves)  # a refusal changes nothing, but this did
        except Refused:
            refused[in_words(move)] = None
        if len(refused) > MANY:
            break
    return list(refused)


def _resolve(rules: Rules, key: str, chance: Chance) -> Item:
    for seed, setting in (*tables(rules, chance, DEALS_MOST), *tables(rules, Chance("keys"), DEALS)):
        table = dealt_wrongly(Under.of(setting), seed)
        for place in chance.shuffled([place for place, what in _gone_wrong(table) if what == key]):
            here = again(table.table, place + 1)
            due = lawful_step(here, seed)
            right = _waits(here) if due is None else in_words(due)
            return Item(
                drill=RESOLVE,
                key=key,
                shown=round_so_far(here),
                question="What is done now?",
                choices=one_of_four(right, _others(table.table, place + 1, due, chance), chance),
                answers=(right,),
                clauses=_clauses(table.table, place, here),
            )
    raise LookupError(f"nothing of the kind goes wrong at {rules.game}: {key}")


def _clauses(table: Table, place: int, here: Table) -> Citation:
    """What the text says of the thing that went wrong, and of what is awaited now."""
    before = len(again(table, place).facts)
    cited = [clause for fact in here.facts[before:] for clause in fact.clauses]
    return tuple(dict.fromkeys((*cited, *here.waiting.clauses)))


RESOLVING = Drill(RESOLVE, "something has gone wrong: what is done now", lambda rules: _keys(Under.of(rules)), _resolve)
