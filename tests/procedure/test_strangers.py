"""Who is not at the table has no part in it: whatever a stranger does there is refused, at every stage of a round."""

from collections.abc import Iterator

import msgspec
import pytest

from pitboss.procedure.moves import STAFF, Move, every_move
from pitboss.procedure.refusal import Malformed, Refused
from pitboss.rules.games import GAMES
from tests import moves as m
from tests.procedure.kit import Scene

FIELDS = {
    "box": 1,
    "cents": 10_00,
    "player": "ann",
    "cover": True,
    "position": 30,
    "dealer": "sue",
    "hand": "left",
    "card": "8S",
    "to": 1,
}
COMES = (m.Sit, m.BuyIn, m.Wager)  # to take a seat, to buy chips, or to wager on a box where that is allowed


def stages(game: str) -> Iterator[tuple[str, Scene]]:
    """A table while it opens, while wagers are taken, and at the first question of a round."""
    yield "opening", Scene(game, players=2).sit()
    yield "betting", Scene(game, players=2).open()
    yield "round", Scene(game, "AS 5S 6S 8S 9S KS KH KD KC", players=2).open().bet()


def strange(kind: type[Move]) -> Move:
    """The move as somebody makes it whom nobody knows."""
    given = {name: value for name, value in FIELDS.items() if name in kind.__struct_fields__}
    return kind(by="zoe", **given)


def refuses(scene: Scene, move: Move) -> bool:
    """Whether the table does not take a move."""
    try:
        scene.table.apply(move)
    except (Refused, Malformed):
        return True
    return False


@pytest.mark.parametrize("game", GAMES)
def test_a_stranger_is_refused_whatever_they_do(game: str) -> None:
    kinds = [kind for kind in every_move().values() if kind not in COMES]
    for stage, scene in stages(game):
        before = scene.snapshot()
        for kind in kinds:
            try:
                move = strange(kind)
            except (TypeError, msgspec.ValidationError):
                continue  # a device's own, which nobody at a table says
            assert refuses(scene, move), f"{stage}: {move} was accepted"
        assert scene.snapshot() == before


def test_who_is_not_at_the_table_cannot_leave_it_and_who_has_left_is_not_there_any_more() -> None:
    scene = Scene("double-attack-pa", players=2).open()
    refusal = scene.refused(m.Leave(by="zoe"))
    assert refusal.code == "leave/not-here"
    scene.do(m.Leave(by="bob"))
    assert scene.refused(m.Leave(by="bob")).code == "leave/not-here"
    assert "zoe" not in STAFF


ORDERS: tuple[type[Move], ...] = (
    *(m.BeginGamingDay, m.ChangeCards, m.CloseTable, m.LimitSharedBoxes, m.NoteCardAge),
    *(m.OrderRecut, m.OrderReshuffle, m.PermitEntry, m.TapIn),
)


@pytest.mark.parametrize("game", GAMES)
def test_an_order_of_the_floor_is_given_by_nobody_else_of_the_house_and_by_no_player(game: str) -> None:
    """Given a table anywhere, when the dealer, the device or a player gives such an order, then it is not theirs."""
    given = {"hours": 100, "boxes": 1, "dealer": "sue", "player": "ann"}
    for _, scene in stages(game):
        for kind in ORDERS:
            named = {name: value for name, value in given.items() if name in kind.__struct_fields__}
            for other in ("dealer", "shuffler", "ann"):
                assert scene.refused(kind(by=other, **named)).code in ("floor/not-yours", "gaming-day/not-yours")
