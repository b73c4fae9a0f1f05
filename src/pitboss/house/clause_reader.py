"""A clause as a reader wants it: in its section, between its neighbours, with its slip, its doubts and their price, and
where the product carries it out."""

from functools import cache

import msgspec

from pitboss.law import Clause, Document, Reading, documents, readings
from pitboss.law.carried_out import Place, code_map
from pitboss.law.prices import Price, prices

PLACES_MAX = 12
NO_PRICE = Price()


class Neighbour(msgspec.Struct, frozen=True):
    """The clause before or after."""

    id: str
    gist: str


class OptionPrice(msgspec.Struct, frozen=True, kw_only=True):
    """A way to read a clause, and what it costs the player beside the default, in millionths of a wager, by game."""

    id: str
    means: str
    departs: bool
    price_ppm: dict[str, int]
    side_price_ppm: dict[str, dict[str, int]]


class Doubt(msgspec.Struct, frozen=True, kw_only=True):
    """A reading that touches a clause; `priced` are the games in which the solver knows what its options are worth."""

    id: str
    question: str
    why: str
    default: str
    options: tuple[OptionPrice, ...]
    priced: tuple[str, ...]


class CarriedOut(msgspec.Struct, frozen=True):
    """A place in the source that cites the clause: the file, the line, and the function or value that stands there."""

    file: str
    line: int
    name: str


class ClausePage(msgspec.Struct, frozen=True, kw_only=True):
    """A clause in its place."""

    id: str
    document: str
    title: str
    section: str
    heading: str
    embodied: str
    gist: str
    slip: str | None
    before: Neighbour | None
    after: Neighbour | None
    doubts: tuple[Doubt, ...]
    carried_out: tuple[CarriedOut, ...]
    carried_out_more: int


@cache
def _places() -> dict[str, tuple[Document, int]]:
    return {clause.id: (one, at) for one in documents() for at, clause in enumerate(one.clauses)}


def page(clause_id: str) -> ClausePage | None:
    """The page of a clause; None when there is no such clause. The first one ever reads the source, for a second."""
    found = _places().get(clause_id)
    if found is None:
        return None
    document, at = found
    clause = document.clauses[at]
    cited = sorted(code_map().get(clause_id, ()), key=_procedure_first)
    return ClausePage(
        id=clause.id,
        document=clause.document,
        title=document.title,
        section=clause.section,
        heading=document.sections[clause.section],
        embodied=clause.embodied.value,
        gist=clause.gist,
        slip=clause.slip,
        before=_neighbour(document.clauses[at - 1] if at else None),
        after=_neighbour(document.clauses[at + 1] if at + 1 < len(document.clauses) else None),
        doubts=tuple(_doubt(reading) for reading in readings().values() if clause_id in reading.clauses),
        carried_out=tuple(CarriedOut(place.file, place.line, place.name) for place in cited[:PLACES_MAX]),
        carried_out_more=max(0, len(cited) - PLACES_MAX),
    )


def _procedure_first(place: Place) -> tuple[bool, str, int]:
    """What acts on a clause comes before what only knows its value."""
    return ("procedure" not in place.file, place.file, place.line)


def _neighbour(clause: Clause | None) -> Neighbour | None:
    return None if clause is None else Neighbour(clause.id, clause.gist)


def _doubt(reading: Reading) -> Doubt:
    known = {game: prices()[game][reading.id] for game in reading.games if reading.id in prices().get(game, {})}
    return Doubt(
        id=reading.id,
        question=reading.question,
        why=reading.why,
        default=reading.default,
        options=tuple(
            OptionPrice(
                id=option.id,
                means=option.means,
                departs=option.departs,
                price_ppm={game: by.get(option.id, NO_PRICE).main for game, by in known.items()},
                side_price_ppm={
                    game: by[option.id].sides for game, by in known.items() if option.id in by and by[option.id].sides
                },
            )
            for option in reading.options
        ),
        priced=tuple(known),
    )
