"""Drills on the order of things: where the next card goes, and which box is settled next."""

from collections.abc import Callable, Iterator

import msgspec

from pitboss.procedure import facts as f
from pitboss.procedure.facts import Fact
from pitboss.procedure.moves import DEALER, Move
from pitboss.procedure.refusal import Refused
from pitboss.procedure.table import Table
from pitboss.procedure.transcript import Teller
from pitboss.procedure.views import visible
from pitboss.rules.rules import Rules
from pitboss.school.dealer import again
from pitboss.school.dealt import SHOES_MOST, dealt
from pitboss.school.family_school import school_of
from pitboss.school.items import Chance, Drill, Item

SPECTATOR = "a spectator"
LINES_SHOWN = 14
TEACHES_NOTHING = (f.SealOpened, f.PlayerReady, f.RoundBegan, f.RoundEnded, f.PlayerSat, f.ChipsBought)


def told(happened: list[Fact]) -> list[str]:
    """Facts as a spectator could tell them, line by line."""
    teller = Teller()
    return [teller.tell(visible(fact, SPECTATOR)) for fact in happened]


def round_so_far(table: Table) -> tuple[str, ...]:
    """The last lines of the round in progress."""
    teller, lines = Teller(), list[str]()
    for fact in table.facts:
        line = teller.tell(visible(fact, SPECTATOR))
        lines = [] if isinstance(fact, f.RoundBegan) else [*lines, line]
    return tuple(lines[-LINES_SHOWN:])


def _places(rules: Rules, tag: str, chance: Chance) -> Iterator[tuple[Table, int]]:
    """Where moves of a kind were made, at a shoe by seed: the table, and how many moves come before."""
    for shoe in range(SHOES_MOST):
        table = dealt(rules, f"{chance.seed} {shoe}").table
        found = [place for place, move in enumerate(table.moves) if move.__struct_config__.tag == tag]
        for place in chance.shuffled(found):
            yield table, place


def _taken(table: Table, place: int, move: Move) -> bool:
    """Whether the table takes the move, and not as an irregularity."""
    other = again(table, place)
    try:
        happened = other.apply(move)
    except Refused:
        return False
    irregular = school_of(other.rules).irregular
    return not any(irregular(other.state, fact) for fact in happened)


def _named(box: int) -> str:
    return f"box {box}" if box else "the dealer"


def _next_place(drill: str, tag: str, question: str, field: str) -> Callable[[Rules, str, Chance], Item]:
    """Which box comes next: every box that the table would take is a right answer."""

    def item(rules: Rules, key: str, chance: Chance) -> Item:
        for table, place in _places(rules, tag, chance):
            here = again(table, place)
            if key not in (here.state.phase.value, tag):
                continue
            due = table.moves[place]
            boxes = [*here.state.boxes, 0] if field == "to" else list(here.state.boxes)
            right = [box for box in boxes if _taken(table, place, msgspec.structs.replace(due, **{field: box}))]
            if len(right) == len(boxes):
                continue  # whatever is answered is right
            return Item(
                drill=drill,
                key=key,
                shown=round_so_far(here),
                question=question,
                choices=tuple(_named(box) for box in boxes),
                answers=tuple(_named(box) for box in right),
                clauses=here.waiting.clauses,
            )
        raise LookupError(f"{rules.game} has no such step: {key}")

    return item


def _phases(tag: str) -> Callable[[Rules], tuple[str, ...]]:
    """The parts of a round in which such a step is made, found by dealing."""

    def keys(rules: Rules) -> tuple[str, ...]:
        found: dict[str, None] = {}
        table = Table(rules, frozenset({DEALER}))
        for move in dealt(rules, "keys").table.moves:
            if move.__struct_config__.tag == tag:
                found[table.state.phase.value] = None
            table.apply(move)
        return tuple(found)

    return keys


ORDERS = (
    Drill(
        "order-of-dealing",
        "where the next card goes",
        _phases("deal"),
        _next_place("order-of-dealing", "deal", "Where does the next card go?", "to"),
    ),
    Drill(
        "order-of-settlement",
        "which box is settled next",
        _phases("settle-box"),
        _next_place("order-of-settlement", "settle-box", "Which box is settled next?", "box"),
    ),
)
