"""A table whose wagers are open is taken up from a checkpoint, and answers as the one dealt from the start."""

import msgspec
import pytest

from pitboss.procedure.asking import Procedure, Wait
from pitboss.procedure.blackjack.state import BlackjackState
from pitboss.procedure.checkpoint import alike, at_rest, read
from pitboss.procedure.hands import Bets
from pitboss.procedure.refusal import Malformed, Refused
from pitboss.procedure.replay import record, replay
from pitboss.procedure.session import begin_round
from pitboss.procedure.state import INTERRUPTIONS_MAX
from pitboss.procedure.table import PROCEDURE, Table
from pitboss.procedure.wagers import take_wagers
from pitboss.rules.games import GAMES
from pitboss.rules.variant import load
from pitboss.testing import NotConforming, check_game
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene

HI_LO = "five-card-hi-lo-pa"


@pytest.mark.parametrize("shuffling", ["device", "continuous"])
@pytest.mark.parametrize("game", ["double-attack-pa", "double-attack-nj", "double-back-jack-pa"])
def test_with_every_way_to_shuffle_storms_go_on_as_they_would_have(game: str, shuffling: str) -> None:
    """Beside `tests/test_conformance.py`, which has every game and every plug-in: batches stored in the device too."""
    found = check_game(game, sets={"decks": 1, "shuffling": shuffling}, storms=3, worlds=0, covered=False)
    assert found.checkpoints > 3


def _opened(game: str, **sets: object) -> Scene:
    return Scene(game, "9S 9H 7D 8C", sets=sets, burned=None if game == HI_LO else "9C").open()


@pytest.mark.parametrize("game", list(GAMES))
def test_while_wagers_are_open_there_is_a_checkpoint_and_in_the_round_there_is_none(game: str) -> None:
    scene = _opened(game)
    snapshot = scene.table.checkpoint()
    assert snapshot is not None
    again = Table.resume(scene.rules, snapshot)
    assert (again.moves_before, again.facts_before) == (len(scene.table.moves), len(scene.table.facts))
    assert read(snapshot, scene.table.state.family.kept).bets is None, "what nobody has said is not written"
    assert again.checkpoint() == snapshot
    scene.do(m.Wager(by="ann", box=1, cents=scene.rules.wagers.table_minimum_cents))
    snapshot = scene.table.checkpoint()
    assert snapshot is not None
    again = Table.resume(scene.rules, snapshot)
    assert again.state.bets.bets == {1: {"ann": scene.rules.wagers.table_minimum_cents}}
    scene.do(m.Ready(by="ann"))
    assert scene.table.state.in_round or scene.table.state.round == 1
    assert (scene.table.checkpoint() is not None) is (m.Wager in scene.table.waiting.may)


def test_the_same_moves_make_the_same_bytes() -> None:
    scene = _opened("double-attack-pa")
    assert replay(record(scene.table)).checkpoint() == scene.table.checkpoint()


def test_a_table_that_has_let_go_of_a_single_move_is_not_put_on_paper() -> None:
    """A record has every move from the opening: without the first nobody could deal the table again."""
    scene = _opened("double-attack-pa")
    record(scene.table)
    scene.table.forget(1, 1)
    with pytest.raises(Malformed, match="a record has every move of the table from its opening"):
        record(scene.table)


def test_what_no_checkpoint_can_keep_is_said_and_not_left_out() -> None:
    scene = _opened("double-attack-pa")
    scene.table.state.people.first_arrival = object()  # type: ignore[assignment]  # as a plug-in might, by mistake
    with pytest.raises(TypeError, match="a checkpoint has no object"):
        scene.table.checkpoint()


PENDING: tuple[tuple[m.Move, ...], ...] = (
    (m.Ready(by="ann"),),
    (m.DrewInError(by="dealer", exposed=False),),
    (m.FoundFaceUp(by="dealer"),),
    (m.Wager(by="ann", box=1, cents=10_00), m.OrderReshuffle(by="floorperson")),
    (m.Wager(by="ann", box=1, cents=10_00), m.ChangeCards(by="floorperson")),
    (m.Wager(by="ann", box=1, cents=10_00), m.CloseTable(by="floorperson")),
)


@pytest.mark.parametrize("pending", PENDING)
def test_what_waits_for_the_next_round_is_kept(pending: tuple[m.Move, ...]) -> None:
    """The table that is taken up asks for wagers first as well, and then for what was due."""
    scene = _opened("double-attack-pa")
    for move in pending:
        scene.do(move)
    snapshot = scene.table.checkpoint()
    assert snapshot is not None
    again = Table.resume(scene.rules, snapshot)
    assert m.Wager in again.waiting.may
    here = len(scene.table.facts)
    rest = [m.Ready(by="ann"), m.Wager(by="ann", box=1, cents=10_00), m.Ready(by="ann"), m.NoAttack(by="ann", box=1)]
    for move in (*rest, m.Hit(by="ann", box=1), *[m.Stand(by="ann", box=1)] * 2):
        said = []
        for table in (scene.table, again):
            try:
                said.append(str(table.apply(move)))
            except Refused as refusal:
                said.append(str(refusal))
        assert said[0] == said[1]
    assert scene.table.facts[here:] == again.facts
    assert any(isinstance(fact, f.RoundBegan) for fact in again.facts)


def test_while_the_reader_is_to_be_repaired_there_is_no_checkpoint() -> None:
    scene = _opened("double-attack-pa")
    scene.do(m.ReaderFailed(by="dealer"))
    assert scene.table.checkpoint() is None
    scene.do(m.ReaderRepaired(by="floorperson"))
    assert scene.table.checkpoint() is not None


def test_in_an_interruption_there_is_no_checkpoint() -> None:
    scene = Scene("double-attack-pa", by_hand=("floorperson",)).open()
    assert scene.table.checkpoint() is not None
    scene.do(m.BeginGamingDay(by="floorperson"))
    assert not at_rest(scene.table.state)
    assert scene.table.checkpoint() is None
    scene.do(m.InspectReader(by="floorperson"))
    assert scene.table.checkpoint() is not None


@pytest.mark.clause("NJ 26.15(b)")
def test_after_an_interruption_that_voids_the_round_there_is_a_checkpoint_again_and_no_end_to_interruptions() -> None:
    """Given two tens found in each of nine rounds, when the next wagers are open, then nothing waits any more."""
    scene = Scene("double-attack-nj", by_hand=("floorperson",)).open()
    for _ in range(INTERRUPTIONS_MAX + 1):
        scene.bet()
        for card in ("TS", "TH"):
            scene.do(m.FoundTen(by="dealer", card=card))
            scene.do(m.DestroyTens(by="floorperson"))
        scene.shuffle().do(m.RefuseCut(by="ann"))
        while m.Wager not in scene.table.waiting.may:
            scene.do(scene.usual(scene.table.waiting.by, scene.table.waiting.may))
        assert at_rest(scene.table.state)
        assert scene.table.checkpoint() is not None
    assert len(scene.facts(f.RoundVoided)) == INTERRUPTIONS_MAX + 1


def test_what_a_state_has_and_does_not_keep_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A family that forgets to say what it keeps has no checkpoints, and the kit for plug-ins says so."""
    made = BlackjackState.__init__

    def with_more(self: BlackjackState, *given: object) -> None:
        made(self, *given)  # type: ignore[arg-type]  # handed on as it came
        self.noted = 0  # type: ignore[attr-defined]  # forgotten on purpose

    began = BlackjackState.clear_layout

    def counts(self: BlackjackState) -> None:
        began(self)
        self.noted = getattr(self, "noted", 0) + 1  # type: ignore[attr-defined]

    monkeypatch.setattr(BlackjackState, "__init__", with_more)
    monkeypatch.setattr(BlackjackState, "clear_layout", counts)
    with pytest.raises(NotConforming, match="could not be taken up where wagers are open"):
        check_game("double-attack-pa", storms=1, worlds=0, covered=False)


def test_a_procedure_that_keeps_something_to_itself_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """What only the generator knows is in no checkpoint: the table that was taken up answers otherwise."""
    rounds: dict[int, int] = {}

    def begins(t: BlackjackState) -> None:
        begin_round(t)
        rounds[id(t)] = rounds.get(id(t), 0) + 1
        t.record(f.Announced((), "dealer", f"round {rounds[id(t)]} that I remember"))

    monkeypatch.setattr("pitboss.procedure.blackjack.session.begin_round", begins)
    with pytest.raises(NotConforming, match="taken up after"):
        check_game("double-attack-pa", storms=4, worlds=0, covered=False)


def test_a_checkpoint_of_other_rules_or_none_at_all_is_not_taken_up() -> None:
    scene = _opened("double-attack-pa")
    snapshot = scene.table.checkpoint()
    assert snapshot is not None
    with pytest.raises(Malformed, match="other rules"):
        Table.resume(load("double-attack-pa", {"decks": 6}), snapshot)
    there = b"procedure" + PROCEDURE.to_bytes()
    assert snapshot.count(there) == 1
    with pytest.raises(Malformed, match="of another procedure"):
        Table.resume(scene.rules, snapshot.replace(there, b"procedure" + (PROCEDURE - 1).to_bytes()))
    for wrong in (
        b"",
        snapshot[:-1],
        b"\x80",
        snapshot.replace(b"people", b"nobody"),
        snapshot.replace(b"ann", b"\xff\xfe\xfd"),
    ):
        with pytest.raises(Malformed, match="not the checkpoint"):
            Table.resume(scene.rules, wrong)


NINE = [9, 0]  # of clubs, as a checkpoint has it


@pytest.mark.parametrize(
    "laid",
    [["Burn", [1, 2, 3], [NINE]], ["Nothing", [1], [NINE]], ["Burn", [1], ["9C"]], ["Burn", [], [NINE]], [], None],
)
def test_a_rack_that_no_table_has_laid_is_no_checkpoint(laid: list[object] | None) -> None:
    scene = _opened("double-attack-pa")
    whole = msgspec.msgpack.decode(scene.table.checkpoint() or b"")
    assert whole["cards"]["rack"] == [[["Burn", [1], [NINE]]], "blue"], "the burn card of the first round"
    whole["cards"]["rack"] = [[laid], "blue"]
    with pytest.raises(Malformed, match="not the checkpoint of a table"):
        Table.resume(scene.rules, msgspec.msgpack.encode(whole))


def test_a_checkpoint_that_waits_for_a_move_no_family_brings_is_told_so() -> None:
    """As where a plug-in that knew the move has gone since."""
    scene = _opened("double-attack-pa", shuffling="device")
    scene.do(m.ShufflerFailed(by="dealer"))
    whole = msgspec.msgpack.decode(scene.table.checkpoint() or b"")
    assert whole["ready"]["set_device_aside_by"] == "cover-shuffler"
    whole["ready"]["set_device_aside_by"] = "hide-shuffler"
    with pytest.raises(Malformed, match="not the checkpoint of a table: 'hide-shuffler'"):
        Table.resume(scene.rules, msgspec.msgpack.encode(whole))


def test_moves_that_a_checkpoint_makes_needless_are_let_go_and_the_count_goes_on() -> None:
    scene = _opened("double-attack-pa")
    table = scene.table
    moves, facts = len(table.moves), len(table.facts)
    scene.do(m.BuyIn(by="ann", cents=10_00))
    table.forget(moves, facts)
    assert [type(move) for move in table.moves] == [m.BuyIn]
    assert [type(fact).__name__ for fact in table.facts] == ["ChipsBought"]
    assert (table.moves_made, table.facts_before) == (moves + 1, facts)
    scene.do(m.BuyIn(by="ann", cents=20_00))
    table.forget(moves + 1, facts + 1)
    assert [move.cents for move in table.moves if isinstance(move, m.BuyIn)] == [20_00]
    assert [fact.cents for fact in table.facts if isinstance(fact, f.ChipsBought)] == [20_00]
    assert (table.moves_made, table.facts_before) == (moves + 2, facts + 1)
    assert f"moves {moves + 2}," in repr(table)
    with pytest.raises(Malformed, match="from its opening"):
        record(table)


def test_two_tables_that_wait_for_another_are_not_alike() -> None:
    table = Scene("double-attack-pa").open().table
    assert alike((table.state, table.waiting), (table.state, table.waiting))
    assert not alike((table.state, table.waiting), (table.state, Wait((), (), ())))


def test_two_tables_to_which_people_came_in_another_order_are_not_alike() -> None:
    """Who was first decides who is asked for consent, who sees the cards and who is offered the cut."""
    one, other = (Scene("double-attack-pa").open().table for _ in range(2))
    for table, order in ((one, ("bob", "cat")), (other, ("cat", "bob"))):
        for name in order:
            table.apply(m.BuyIn(by=name, cents=10_00))
    assert one.state.people.players == other.state.people.players
    assert not alike((one.state, one.waiting), (other.state, one.waiting))


def test_a_part_that_is_of_another_kind_in_a_fresh_table_is_no_less_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """A family notes a name where a fresh table has nothing noted: without it there is no checkpoint."""
    scene = _opened("double-attack-pa")
    scene.table.state.noted = None  # type: ignore[attr-defined]  # as a fresh one has it
    made = BlackjackState.__init__

    def noting_nothing(self: BlackjackState, *given: object) -> None:
        made(self, *given)  # type: ignore[arg-type]  # handed on as it came
        self.noted = None  # type: ignore[attr-defined]  # and nothing keeps it

    monkeypatch.setattr(BlackjackState, "__init__", noting_nothing)
    assert scene.table.checkpoint() is not None
    scene.table.state.noted = "ann"  # type: ignore[attr-defined]
    assert scene.table.checkpoint() is None


def test_a_table_that_does_something_on_being_taken_up_has_no_checkpoint(monkeypatch: pytest.MonkeyPatch) -> None:
    """What would happen once more at each restart has happened already."""

    def announcing(t: BlackjackState) -> Procedure[Bets]:
        t.record(f.Announced((), "dealer", "place your bets"))
        return (yield from take_wagers(t))

    scene = _opened("double-attack-pa")
    assert scene.table.checkpoint() is not None
    monkeypatch.setattr("pitboss.procedure.blackjack.session.take_wagers", announcing)
    assert scene.table.checkpoint() is None


@pytest.mark.parametrize("game", GAMES)
def test_after_a_round_there_is_a_checkpoint_again_though_the_rack_may_be_empty(game: str) -> None:
    scene = Scene(game).open().bet()
    while scene.table.state.in_round:
        waiting = scene.table.waiting
        kind = next(k for k in (m.NoAttack, m.NoInsurance, m.Stand) if k in waiting.may)
        scene.do(kind(by=waiting.by[0], box=waiting.box or 1))
    if m.Shuffle in scene.table.waiting.may:
        scene.shuffle()
    assert m.Wager in scene.table.waiting.may
    assert scene.table.checkpoint() is not None
