"""The machine itself: three kinds of failure, roles taken by people, a table that is closed or broken."""

import pickle
import subprocess
import sys
from typing import Any

import msgspec
import pytest

from pitboss.families import families
from pitboss.procedure.moves import DEALER, FLOORPERSON, MOVES, every_move, from_json, to_json
from pitboss.procedure.refusal import Broken, Malformed, Refused
from pitboss.procedure.table import Table
from pitboss.rules.games import GAMES
from pitboss.rules.variant import load
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene

GAME = "double-attack-pa"


# --- malformed ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "move",
    [
        "hit",
        None,
        {"move": "hit", "by": "ann", "box": 1},
        m.Move(by="ann"),
        m.Sit(by="", box=1),
        m.Sit(by="x" * 41, box=1),
        m.Sit(by="ann", box=0),
        m.Sit(by="ann", box=13),
        m.BuyIn(by="ann", cents=0),
        m.BuyIn(by="ann", cents=10**12 + 1),
        m.BuyIn(by="ann", cents=1.5),  # type: ignore[arg-type]  # that is the point
        m.Wager(by="ann", box=1, cents=100, wager="A parlay!"),
        m.Shuffle(by=DEALER, order=("1S",), salt="5a" * 32),
        m.Shuffle(by=DEALER, order=("AS",), salt="5a"),
        m.ChooseHand(by=DEALER, hand="both"),
    ],
)
def test_what_is_no_move_is_malformed_and_changes_nothing(move: object) -> None:
    """A wrong type, a missing field, a value outside every range: not the law's business."""
    table = Table(load(GAME))
    with pytest.raises(Malformed):
        table.apply(move)  # type: ignore[arg-type]  # that is the point
    assert not table.moves


@pytest.mark.parametrize("move", [m.Sit(by="ann", box=1), m.Sit(by="x" * 40, box=12), m.BuyIn(by="ann", cents=10**12)])
def test_a_move_at_the_edge_of_its_range_is_a_move(move: m.Move) -> None:
    """It may still be refused, but it is one."""
    assert m.checked(move) == move


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{}",
        b"[]",
        b"\xff",
        b'{"move": "fly", "by": "ann"}',
        b'{"move": "hit", "by": "ann"}',
        b'{"move": "hit", "by": "ann", "box": "one"}',
        b'{"move": "leave", "by": "\xff"}',
    ],
)
def test_json_that_is_no_move_is_malformed(text: bytes) -> None:
    """One sentence, whatever comes in."""
    with pytest.raises(Malformed, match="not a move"):
        from_json(text)


def test_the_moves_come_in_one_order_in_every_process() -> None:
    """A storm is dealt again by its number, and a console offers the same in every process of a house."""
    brought = [tag for tag in every_move() if tag not in MOVES]
    by_family = [
        sorted(str(kind.__struct_config__.tag) for kind in (*room.players_moves, *room.staff_moves))
        for room in (one.procedure.open() for one in families().values())
    ]
    assert brought == [tag for tags in by_family for tag in tags]


def test_every_move_goes_through_json_and_back() -> None:
    """The journal keeps moves as JSON."""
    for kind in every_move().values():
        fields: dict[str, Any] = {n: _NEEDED.get(n, "ann") for n in kind.__struct_fields__ if n in _NEEDED or n == "by"}
        if kind is m.CommitSeed:
            fields["seed"] = "5a" * 512
        move = kind(**fields)
        assert from_json(to_json(move)) == move


_NEEDED: dict[str, object] = {
    "total": 17,
    "box": 1,
    "to": 1,
    "cents": 100,
    "positions": 6,
    "hours": 24,
    "boxes": 2,
    "order": ("AS",),
    "salt": "5a" * 32,
    "position": 10,
    "from_back": 96,
    "dealer": "joe",
    "player": "ann",
    "hand": "left",
    "cover": True,
    "cards": 5,
    "misdealt": True,
    "card": "TS",
    "exposed": True,
    "batch": "red",
    "pledge": "5a" * 32,
    "seed": "5a" * 32,
}


def test_every_fact_goes_through_json_and_back() -> None:
    """Facts are read back from the record as they were written."""
    scene = Scene(GAME, "6D KS 5H KC 5D").open().bet().no_attack()
    scene.stand_all()
    assert [f.from_json(f.to_json(fact)) for fact in scene.table.facts] == scene.table.facts


def test_a_table_of_unknown_roles_or_rules_is_malformed() -> None:
    """There are three roles a person can take."""
    for nobodys in ("bouncer", "player", "ann", ""):
        with pytest.raises(Malformed, match=f"no role is called {nobodys}; there are: dealer, floorperson, shuffler"):
            Table(load(GAME), frozenset({nobodys, "dealer"}))
    with pytest.raises(Malformed):
        Table("blackjack")  # type: ignore[arg-type]  # that is the point


# --- refused --------------------------------------------------------------------------------------------------------


def test_a_refusal_has_a_code_a_sentence_a_clause_and_what_is_allowed_now() -> None:
    """Written for the person who meets it."""
    scene = Scene(GAME, "6D KS 5H KC 5D").open().bet()
    refusal = scene.refused(m.Hit(by="ann", box=1))
    assert refusal.code == "hit/not-now"
    assert refusal.clauses
    assert "attack" in refusal.now
    assert "ann" in refusal.now
    assert str(refusal) == f"{refusal.code}: {refusal.sentence}. {', '.join(refusal.clauses)}. Now: {refusal.now}"


def test_a_refused_move_is_not_on_record() -> None:
    """Only what was accepted is replayed."""
    scene = Scene(GAME).open()
    before = list(scene.table.moves)
    scene.refused(m.Wager(by="ann", box=1, cents=1))
    assert scene.table.moves == before


def test_another_players_turn_is_refused() -> None:
    """Whoever is asked, and nobody else."""
    scene = Scene(GAME, "6D KS 9S 5H 9H KC 5D", players=2).open().bet().no_attack()
    assert scene.refused(m.Stand(by="bob", box=2)).code == "stand/not-your-turn"
    assert scene.refused(m.Stand(by="ann", box=2)).code == "turn/other-box"


# --- roles ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["dealer", "floorperson", "shuffler"])
@pytest.mark.parametrize("game", list(GAMES))
def test_a_role_taken_by_a_person_is_asked_and_one_nobody_took_is_not(game: str, role: str) -> None:
    """The automatic table never waits for staff but for a shuffle; with a person there it does."""
    alone = Scene(game).open().bet()
    assert DEALER not in alone.table.waiting.by or m.Wager in alone.table.waiting.may
    taken = Scene(game, by_hand=(role,))
    taken.sit()
    asked = {*taken.table.waiting.by}
    for _ in range(40):
        if m.Wager in taken.table.waiting.may:
            break
        asked |= set(taken.table.waiting.by)
        if m.Shuffle in taken.table.waiting.may:
            taken.shuffle()
        elif m.Cut in taken.table.waiting.may:
            taken.do(m.Cut(by=taken.table.waiting.by[0], position=len(taken.table.state.cards.to_shuffle) // 2))
        else:
            taken.do(taken.usual(taken.table.waiting.by, taken.table.waiting.may))
    if role == "shuffler":
        assert (role in asked) == (game == "five-card-hi-lo-pa")
    else:
        assert role in asked


# --- closed and broken ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", list(GAMES))
def test_a_closed_table_refuses_everything(game: str) -> None:
    """The players have their chips, the seals are open, and nothing more can be done."""
    scene = Scene(game).open()
    scene.floor(m.CloseTable)
    assert scene.table.closed
    assert scene.last(f.PlayerLeft).cents == scene.chips
    assert scene.facts(f.SealOpened)
    assert scene.table.waiting.by == ()
    with pytest.raises(Refused) as refusal:
        scene.table.apply(m.Sit(by="bob", box=2))
    assert refusal.value.code == "table/closed"


def test_a_table_closes_after_the_round_in_progress() -> None:
    """An order to close leaves the wagers to be decided first."""
    scene = Scene(GAME, "6D KS 5H KC 5D").open().bet()
    scene.floor(m.CloseTable)
    assert not scene.table.closed
    scene.no_attack().stand_all()
    assert scene.table.closed


def test_a_table_whose_chips_do_not_add_up_stops_and_never_goes_on() -> None:
    """An invariant broken inside is no refusal: the table stops."""
    scene = Scene(GAME).open()
    scene.table.state.chips.inventory += 1
    with pytest.raises(Broken, match="chips"):
        scene.table.apply(m.BuyIn(by="ann", cents=100_00))
    scene.table.state.chips.inventory -= 1
    assert scene.table.checkpoint() is None, "it is not to be taken up again either"
    with pytest.raises(Broken):
        scene.table.apply(m.BuyIn(by="ann", cents=100_00))


def test_an_error_inside_a_procedure_breaks_the_table_and_names_the_move() -> None:
    """Nothing is guessed: the cause is kept."""
    scene = Scene(GAME, "6D KS 5H KC 5D").open()
    scene.table.state.cards.shoe = None  # type: ignore[assignment]  # somebody has run off with the shoe
    scene.do(m.Wager(by="ann", box=1, cents=100_00))
    with pytest.raises(Broken, match="Ready") as broken:
        scene.table.apply(m.Ready(by="ann"))
    assert broken.value.__cause__ is not None
    with pytest.raises(Broken, match="Ready"):
        scene.table.apply(m.Sit(by="bob", box=2))


def test_a_refusal_is_the_same_in_another_process() -> None:
    refusal = Scene(GAME).open().refused(m.Hit(by="ann", box=1))
    again = pickle.loads(pickle.dumps(refusal))
    assert str(again) == str(refusal)
    assert (again.code, again.clauses) == (refusal.code, refusal.clauses)


def test_a_move_and_a_fact_cannot_be_changed_afterwards() -> None:
    """Both are frozen."""
    scene = Scene(GAME).open()
    with pytest.raises(AttributeError):
        scene.table.moves[0].by = "bob"  # type: ignore[misc]  # that is the point
    with pytest.raises(AttributeError):
        scene.table.facts[0].clauses = ()  # type: ignore[misc]  # that is the point
    assert msgspec.structs.asdict(scene.table.moves[0])["by"] == "ann"


def test_the_floorperson_and_the_dealer_are_not_players() -> None:
    """Nobody sits down under the name of a role."""
    table = Table(load(GAME))
    for role in (DEALER, FLOORPERSON):
        with pytest.raises(Refused, match="sit/staff"):
            table.apply(m.Sit(by=role, box=1))


OUTLIVED = """
import sys, types
import numpy as np
home = sys.modules["home"] = types.ModuleType("home")  # made before the procedures, and cleared after them
from pitboss.procedure.blackjack import session
from pitboss.procedure.from_the_hand import round
from pitboss.procedure.table import Table
from pitboss.rules.variant import load
home.kept = [Table(load("double-attack-pa")), Table(load("five-card-hi-lo-pa"))]
unseen = np.empty(2, object)  # a cycle that the collector does not see keeps the modules to the very end
unseen[:] = [(session, round, home), unseen]
"""


def test_tables_that_are_there_when_the_program_ends_end_without_a_word() -> None:
    """Given tables that go after the names their procedures use, then those procedures were ended before."""
    ended = subprocess.run([sys.executable, "-c", OUTLIVED], capture_output=True, text=True, check=True)
    assert ended.stderr == ""
