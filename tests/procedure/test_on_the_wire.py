"""Moves and facts as others meet them: what may stand in each field of a move, and each fact in words.

The two files tell every move and every fact that there is. Where one differs, somebody's program or transcript does.
"""

from collections.abc import Callable, Iterator
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest

from pitboss.law import Citation
from pitboss.procedure.facts import Fact
from pitboss.procedure.moves import Move, checked, from_json
from pitboss.procedure.refusal import Malformed
from pitboss.procedure.transcript import Teller
from tests import facts, moves

Golden = Callable[[str], Callable[[str], None]]


def kinds(module: object, of: type[Any]) -> list[type[Any]]:
    """The kinds of move or fact of the package itself."""
    here = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, of)]
    return sorted({kind for kind in here if kind is not of}, key=lambda kind: str(kind.__struct_config__.tag))


def test_every_move_takes_what_it_took_and_leaves_out_what_it_did(golden: Golden) -> None:
    every = kinds(moves, Move)
    _, parts = msgspec.json.schema_components(every)
    lines = []
    for kind in every:
        for name, field in parts[kind.__name__]["properties"].items():
            said = ", ".join(f"{key} {value}" for key, value in sorted(field.items()))
            needed = " (needed)" if name in parts[kind.__name__].get("required", ()) else ""
            lines.append(f"{kind.__struct_config__.tag} {name}{needed}: {said}\n")
    golden("moves")("".join(lines))


# --- both sides of what a field takes ---------------------------------------------------------------------------------

LIMITS: tuple[tuple[Callable[[Any], Move], object, object], ...] = (
    (lambda name: moves.Leave(by=name), "a" * 40, "a" * 41),
    (lambda name: moves.Leave(by=name), "a", ""),
    (lambda box: moves.Hit(by="ann", box=box), 1, 0),
    (lambda box: moves.Hit(by="ann", box=box), 12, 13),
    (lambda cents: moves.Attack(by="ann", box=1, cents=cents), 1, 0),
    (lambda cents: moves.Attack(by="ann", box=1, cents=cents), 10**12, 10**12 + 1),
    (lambda cents: moves.FollowDouble(by="ann", box=1, cents=cents), 0, -1),
    (lambda at: moves.Cut(by="ann", position=at), 0, -1),
    (lambda at: moves.Cut(by="ann", position=at), 10**4, 10**4 + 1),
    (lambda hours: moves.NoteCardAge(by="floorperson", hours=hours), 0, -1),
    (lambda hours: moves.NoteCardAge(by="floorperson", hours=hours), 10**6, 10**6 + 1),
    (lambda hands: moves.LookAtCards(by="ann", box=1, hands=hands), 2, 3),
    (lambda hands: moves.LookAtCards(by="ann", box=1, hands=hands), 1, 0),
    (lambda to: moves.Deal(by="dealer", to=to), 0, -1),
    (lambda card: moves.FoundTen(by="dealer", card=card), "TS", "9S"),
    (lambda salt: moves.Shuffle(by="dealer", order=("AS",), salt=salt), "0a" * 32, "0a" * 31),
)


@pytest.mark.parametrize(("make", "taken", "refused"), LIMITS)
def test_a_field_takes_the_last_value_that_makes_sense_and_not_the_next(
    make: Callable[[Any], Move], taken: object, refused: object
) -> None:
    assert checked(make(taken)) == make(taken)
    assert from_json(msgspec.json.encode(make(taken))) == make(taken)
    with pytest.raises(Malformed):
        checked(make(refused))
    with pytest.raises(Malformed):
        from_json(msgspec.json.encode(make(refused)))


@pytest.mark.parametrize("text", [b"", b"{", b"\xff", b'{"move": "hit"}', b'{"move": "fly", "by": "ann"}', b"[]"])
def test_what_is_no_move_is_malformed_however_it_is_written(text: bytes) -> None:
    with pytest.raises(Malformed):
        from_json(text)


# --- every fact in words ----------------------------------------------------------------------------------------------

CARDS = ("KS", "AH")


def _values(name: str, hint: Any) -> tuple[object, ...]:
    """Values a field may have, the usual one first."""
    if get_origin(hint) in (Union, UnionType):
        first, *_ = (one for one in get_args(hint) if one is not type(None))
        return (*_values(name, first), None)
    if hint is bool:
        return True, False
    if hint is int:
        return 2, 1, 0
    if hint is str and name in ("card", "announced"):
        return ("KS",) if name == "card" else ("no more bets", "")
    if hint is str:
        return ("feedfacefeedfacefeed",) if name in ("seal", "rules_hash") else (name,)
    if get_origin(hint) is tuple:
        return (CARDS, CARDS[:1])
    raise AssertionError(f"{name}: {hint}")


def _samples(kind: type[Fact]) -> Iterator[Fact]:
    """A fact as it usually is, and with each field otherwise."""
    hints = {name: hint for name, hint in get_type_hints(kind).items() if name in kind.__struct_fields__}
    hints.pop("clauses")
    usual: dict[str, Any] = {name: _values(name, hint)[0] for name, hint in hints.items()}
    cited: Citation = ("PA 665a.7(o)",)
    yield kind(cited, **usual)
    for name, hint in hints.items():
        for value in _values(name, hint)[1:]:
            yield kind(cited, **usual | {name: value})


def test_every_fact_is_told_in_the_same_words(golden: Golden) -> None:
    lines = [
        f"{kind.__struct_config__.tag}: {Teller().tell(fact)}\n"
        for kind in kinds(facts, Fact)
        for fact in _samples(kind)
    ]
    golden("sentences")("".join(dict.fromkeys(lines)))
