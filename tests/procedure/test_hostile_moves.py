"""Whatever is handed to a table, it stays whole: what is no move is malformed, and no order sends it down for ever."""

import enum
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from types import GeneratorType
from typing import Any
from uuid import UUID

import msgspec
import pytest

from pitboss.procedure import moves
from pitboss.procedure.moves import DEALER, FLOORPERSON, REMEMBERED, SHUFFLER, Move, checked
from pitboss.procedure.refusal import Malformed, Refused
from pitboss.procedure.state import INTERRUPTIONS_MAX
from pitboss.procedure.table import Table
from pitboss.rules.games import GAMES
from pitboss.rules.variant import load
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene

DEPTH_MAX = 40  # procedures waiting for one another: a few for the round, a few for each kind of interruption


class _Text(str):
    __slots__ = ()


class _Whole(int):
    pass


class _Choice(enum.Enum):
    ANN = "ann"


def _endless() -> list[object]:
    inside: list[object] = []
    inside.append(inside)
    return inside


EXOTIC: tuple[object, ...] = (
    b"ann", bytearray(b"ann"), memoryview(b"ann"), "\ud800", "ann\udfff", _Text("ann"), _Whole(1), _Choice.ANN,
    datetime(2026, 1, 1, tzinfo=UTC), Decimal(1), UUID(int=1), 1.0, float("nan"), 1j, True, None, object(), len,
    [1], _endless(), {1}, {"a": 1}, 10**30, -1, msgspec.Raw(b"1"), msgspec.UNSET, m.Leave(by="ann"), Malformed("x"),
)  # fmt: skip


def _with(kind: type[Move], field: str, value: object) -> Move:
    lawful: dict[str, Any] = {"by": "ann", "box": 1, "cents": 100, "position": 10, "positions": 7}
    fields = {name: lawful[name] for name in kind.__struct_fields__ if name in lawful}
    return kind(**(fields | {field: value}))


@pytest.mark.parametrize("value", EXOTIC, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize(
    ("kind", "field"), [(m.Sit, "by"), (m.Sit, "box"), (m.BuyIn, "cents"), (m.CheckEquipment, "drop_box_side")]
)
def test_a_field_that_is_not_of_its_type_is_malformed_whatever_it_is(
    kind: type[Move], field: str, value: object
) -> None:
    table = Table(load("double-attack-pa"))
    with pytest.raises(Malformed):
        table.apply(_with(kind, field, value))
    assert not table.moves
    table.apply(m.Sit(by="ann", box=1))


@pytest.mark.parametrize("value", [b"ann", "\ud800", 1, None, _Text("x"), _endless()], ids=repr)
def test_so_is_what_lies_inside_a_list(value: object) -> None:
    with pytest.raises(Malformed):
        m.checked(m.CheckEquipment(by=FLOORPERSON, positions=7, inscriptions=(value,)))  # type: ignore[arg-type]  # that is the point


def test_a_kind_of_move_that_no_game_has_is_none_even_if_it_is_made_from_one() -> None:
    class Sneak(m.Sit, frozen=True, kw_only=True):
        """Somebody's own."""

    with pytest.raises(Malformed):
        m.checked(Sneak(by="ann", box=1))


def test_what_is_written_like_a_move_that_was_made_before_is_looked_at_as_it_is() -> None:
    assert checked(m.Sit(by="YW5u", box=1)) == m.Sit(by="YW5u", box=1)
    with pytest.raises(Malformed, match="by"):
        checked(m.Sit(by=b"ann", box=1))  # type: ignore[arg-type]  # bytes are written so

    class Sit(m.Sit, frozen=True, kw_only=True, tag="sit"):
        pass

    with pytest.raises(Malformed, match="not Sit"):
        checked(Sit(by="YW5u", box=1))


def test_no_more_moves_are_remembered_than_are_told() -> None:
    made = [m.BuyIn(by="ann", cents=cents) for cents in range(1, REMEMBERED + 3)]
    assert all(checked(move) == move for move in made)
    assert 0 < len(moves._remembered) <= REMEMBERED


def test_an_order_of_cards_is_remembered_by_nothing_but_the_table_it_was_made_for() -> None:
    """Each is made once: to know it again would help nobody, and sixteen thousand are a lot of memory."""
    scene = Scene("double-attack-pa").open()
    assert scene.facts(f.CardsShuffled)
    assert not [one for one in moves._remembered.values() if isinstance(one, m.Shuffle)]


def test_a_move_handed_on_is_what_the_journal_would_give_back() -> None:
    class Chip(enum.IntEnum):
        QUARTER = 2500

    made = m.checked(m.BuyIn(by="ann", cents=Chip.QUARTER))
    assert type(getattr(made, "cents")) is int  # noqa: B009
    assert made == m.from_json(m.to_json(made))


def _depth(run: object) -> int:
    depth = 0
    while isinstance(run, GeneratorType):
        depth, run = depth + 1, run.gi_yieldfrom
    return depth


def _reports(table: Table) -> Iterator[Move]:
    """Every move that may interrupt, by everybody who could be taken to make it."""
    fields: dict[type[Move], dict[str, Any]] = {
        m.FoundTen: {"card": "TS"},
        m.DrewInError: {"exposed": True},
        m.TapIn: {"dealer": "Bea"},
        m.NoteCardAge: {"hours": 100},
        m.PermitEntry: {"player": "ann"},
        m.RackBatch: {"batch": "blue"},
    }
    for kind in table.state.asking.interrupts:
        for by in (FLOORPERSON, DEALER, SHUFFLER, "ann"):
            given = {name: value for name, value in fields.get(kind, {}).items() if name in kind.__struct_fields__}
            needed = {name for name in kind.__struct_fields__ if name in ("box", "cents") and name not in given}
            try:
                yield m.checked(kind(by=by, **given, **dict.fromkeys(needed, 1)))
            except (TypeError, Malformed):
                continue


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("stage", ["opening", "betting", "round"])
def test_no_number_of_interruptions_sends_a_table_down_without_end(game: str, stage: str) -> None:
    scene = Scene(game, by_hand=(DEALER, FLOORPERSON))
    if stage != "opening":
        scene.open()
    if stage == "round":
        scene.do(m.Wager(by="ann", box=1, cents=100_00))
        scene.do(m.CloseBets(by=DEALER))
    table, taken = scene.table, 0
    for move in list(_reports(table)) * 6:
        for _ in range(3):
            try:
                table.apply(move)
                taken += 1
            except Refused:
                break
            if table.closed:
                return
        assert _depth(table._run) < DEPTH_MAX
    assert taken


def test_eight_gaming_days_may_wait_for_the_reader_and_a_ninth_is_refused() -> None:
    scene = Scene("double-attack-pa", by_hand=(DEALER, FLOORPERSON)).open()
    for _ in range(INTERRUPTIONS_MAX):
        scene.floor(m.BeginGamingDay)
    for _ in range(300):
        assert scene.refused(m.BeginGamingDay(by=FLOORPERSON)).code == "interrupt/too-many"
    scene.do(m.Leave(by="ann"))  # what is done at once needs no room
    scene.floor(m.InspectReader, sound=False)
    assert scene.refused(m.BeginGamingDay(by=FLOORPERSON)).code == "interrupt/too-many", "not sound: not done"
    scene.floor(m.InspectReader)
    scene.floor(m.BeginGamingDay)  # the last is done, and makes room
    for _ in range(INTERRUPTIONS_MAX):
        scene.floor(m.InspectReader)
    assert m.Wager in scene.table.waiting.may
    assert INTERRUPTIONS_MAX == 8
