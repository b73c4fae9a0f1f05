"""What the table would say is what it says: every move tried first on a copy, and nothing done by trying."""

from typing import Any

import pytest
from msgspec.structs import fields

from pitboss.procedure.refusal import Broken, Refused
from pitboss.procedure.state import State
from pitboss.procedure.table import Table
from pitboss.procedure.trial import Trial
from pitboss.rules.games import GAMES
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene

PA, DD, NJ = "double-attack-pa", "double-deck-house", "double-attack-nj"


def staff_moves(scene: Scene) -> list[m.Move]:
    """A move of every kind that asks nothing, in both roles, and some that ask something."""
    plain = [
        kind(by=role)
        for kind in m.every_move().values()
        if not [field for field in fields(kind) if field.required and field.name != "by"]
        for role in ("dealer", "floorperson")
    ]
    asking: list[m.Move] = [
        m.PermitEntry(by="floorperson", player="ann"),
        m.PermitEntry(by="floorperson", player="nobody"),
        m.ConfirmVerbal(by="dealer", player="ann", box=1),
        m.TapIn(by="floorperson", dealer="Sue"),
        m.NoteCardAge(by="floorperson", hours=24),
        m.NoteCardAge(by="dealer", hours=24),
    ]
    return [*plain, *asking]


def said(table: Table, move: m.Move) -> tuple[str, str] | None:
    """How the table itself refuses a move; None when it makes it."""
    try:
        table.apply(move)
    except Refused as refusal:
        return refusal.code, refusal.sentence
    return None


def as_it_is(scene: Scene) -> tuple[Any, ...]:
    table, chips = scene.table, scene.table.state.chips
    counted = (chips.on_layout, chips.inventory, chips.bought)
    return len(table.facts), str(table.waiting), counted, table.state.cards.shoe.remaining


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("stage", ["opened", "betting", "in the round"])
def test_what_is_tried_is_what_is_then_said(game: str, stage: str) -> None:
    """For every move its own table: the trial's word, then the table's, are the same."""

    def scene() -> Scene:
        if stage == "opened":
            return Scene(game, players=2)
        opened = Scene(game, players=2).open()
        if stage == "in the round":
            opened.bet(10_00)
        return opened

    first = scene()
    trial = Trial(first.table)
    before = as_it_is(first)
    told = [(move, trial.refusal(move)) for move in staff_moves(first)]
    assert as_it_is(first) == before, "nothing is done by asking"
    compared = 0
    for move, expected in told:
        table = scene().table
        asked = type(move) in table.waiting.may and move.by in table.waiting.by
        if asked and not isinstance(move, m.CloseBets | m.ConfirmVerbal):
            continue  # what a step itself looks at is not tried
        assert said(table, move) == (expected and (expected.code, expected.sentence)), move
        compared += 1
    assert compared > 20


ORDERS: tuple[m.Move, ...] = (
    m.OrderReshuffle(by="floorperson"),
    m.ChangeCards(by="floorperson"),
    m.CloseTable(by="floorperson"),
    m.TapIn(by="floorperson", dealer="Sue"),
)


@pytest.mark.parametrize("wagered", [False, True])
@pytest.mark.parametrize("order", ORDERS)
def test_a_move_is_tried_on_the_table_not_after_the_one_tried_before(order: m.Move, wagered: bool) -> None:
    """Whether the order would be taken up at once or wait for the end of the round."""
    scene = Scene(PA, players=1).open()
    if wagered:
        scene.do(m.Wager(by="ann", box=1, cents=100_00))
    before, trial = as_it_is(scene), Trial(scene.table)
    assert trial.refusal(order) is None
    assert trial.refusal(order) is None, "as if the first had never been asked"
    assert as_it_is(scene) == before


def test_what_a_move_would_be_done_by_is_not_said_of_the_next() -> None:
    scene = Scene(PA, players=1).open()
    trial = Trial(scene.table, lambda: Scene(PA, players=1).open().table)
    order, nobodys = m.OrderReshuffle(by="floorperson"), m.OrderReshuffle(by="ann")
    for other in (nobodys, m.Ready(by="ann")):
        assert trial.refusal(order) is None
        assert trial.cited == ("PA 665a.5(f)",)
        trial.refusal(other)
        assert not trial.cited


def test_what_is_asked_for_is_tried_whole_at_a_table_dealt_again_which_a_refusal_leaves_as_it_is() -> None:
    """Given a table that waits for wagers, when some are tried, then only one that passed wants another table."""
    made: list[Table] = []

    def again() -> Table:
        made.append(Scene(PA, players=1).open().table)
        return made[-1]

    scene = Scene(PA, players=1).open()
    before, trial = as_it_is(scene), Trial(scene.table, again)
    for cents, code in ((1, "wager/limits"), (100_01, "wager/chips"), (100_00, None), (100_00, None)):
        refusal = trial.refusal(m.Wager(by="ann", box=1, cents=cents))
        assert (refusal and refusal.code) == code
    assert len(made) == 2
    nobodys = trial.refusal(m.CloseBets(by="eve"))
    assert (nobodys and nobodys.code, len(made)) == ("turn/not-yours", 2), "for that no table is dealt again"
    assert as_it_is(scene) == before


def test_a_table_that_would_break_is_said_to() -> None:
    """Whether the move comes between what is asked for, or is what the table waits for."""

    def breaks(state: State, move: m.Move) -> None:
        state.people.players.clear()
        raise Broken("on purpose")

    scene, again = Scene(PA, players=1).open(), Scene(PA, players=1).open().table
    again.state.chips.bought += 1
    with pytest.raises(Broken):
        again.apply(m.BuyIn(by="ann", cents=100_00))
    for table in (scene.table, again):
        table.state.asking.interrupts = {**table.state.asking.interrupts, m.OrderReshuffle: breaks}
    trial = Trial(scene.table, lambda: again)
    for move in (m.OrderReshuffle(by="floorperson"), m.Ready(by="ann")):
        refusal = trial.refusal(move)
        assert refusal is not None
        assert refusal.code == "table/broken"
    taken = trial.refusal(m.Sit(by="bob", box=1))
    assert taken is not None
    assert taken.code == "sit/taken", "and goes on trying, at the table as it is"


def test_bets_that_would_not_be_closed_for_a_spoken_wager_are_said_not_to_be() -> None:
    scene = Scene(NJ, by_hand=("dealer", "floorperson")).open()
    for spoken, code in ((False, None), (True, "bets/none")):
        scene.do(m.Wager(by="ann", box=1, cents=20_00, verbal=spoken))
        refusal = Trial(scene.table).refusal(m.CloseBets(by="dealer"))
        assert (refusal and refusal.code) == code


def test_a_closed_table_takes_nothing() -> None:
    scene = Scene(PA, players=1).open()
    scene.table.apply(m.Leave(by="ann"))
    scene.table.apply(m.CloseTable(by="floorperson"))
    refusal = Trial(scene.table).refusal(m.OrderReshuffle(by="floorperson"))
    assert refusal is not None
    assert refusal.code == "table/closed"


def test_by_what_several_wagers_would_come_back_is_said_once() -> None:
    scene = Scene(NJ).open()
    scene.do(m.Wager(by="ann", box=1, cents=100_00))
    scene.do(m.Wager(by="ann", box=1, cents=5_00, wager="bust-it"))
    trial = Trial(scene.table)
    assert trial.refusal(m.TakeBack(by="ann", box=1)) is None
    returned = [fact for fact in scene.do(m.TakeBack(by="ann", box=1)) if isinstance(fact, f.WagerReturned)]
    assert [fact.clauses for fact in returned] == [trial.cited] * 2
    assert len(set(trial.cited)) == len(trial.cited) > 0


@pytest.mark.clause("PA 665a.13(a)")
def test_what_would_void_the_round_would_be_done_and_says_by_what() -> None:
    scene = Scene("double-attack-pa", "9S 5S 6S 8S KS").open().bet().no_attack()
    scene.dealer(m.FoundFaceUp)
    before, trial = as_it_is(scene), Trial(scene.table)
    for _ in range(2):
        assert trial.refusal(m.FoundFaceUp(by="dealer")) is None
        assert trial.cited == ("PA 665a.13(a)",)
    assert as_it_is(scene) == before
