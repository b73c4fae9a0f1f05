"""Cases at a table in Maryland: what is dealt from the hand, counted and void, and by which paragraph."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from pitboss.procedure import facts as f
from pitboss.procedure import moves as m
from pitboss.procedure.facts import Fact
from pitboss.procedure.from_the_hand import facts as hf
from pitboss.procedure.from_the_hand import moves as hl
from pitboss.procedure.refusal import Refused
from pitboss.procedure.table import Table
from pitboss.rules.errors import RulesError
from pitboss.rules.sheet import differences
from pitboss.rules.variant import load
from pitboss.testing import check_game

SALT = "0f" * 32
MD = "MD 36.05.03.29"
GAME = "five-card-hi-lo-md"


class Scene:
    """A table with one player, dealt by the house, or by a person where a test says so."""

    def __init__(self, *by_hand: str, **sets: object) -> None:
        self.table = Table(load(GAME, sets), frozenset(by_hand))
        self.by_hand = by_hand
        self.do(m.Sit(by="ann", box=1), m.BuyIn(by="ann", cents=1_000_00))
        if m.DEALER in by_hand:
            self.do(m.ReceiveDecks(by=m.DEALER))

    def do(self, *moves: m.Move) -> tuple[Fact, ...]:
        before = len(self.table.facts)
        for move in moves:
            self.table.apply(move)
        return tuple(self.table.facts[before:])

    def to_the_deal(self, hand: str = "right") -> tuple[Fact, ...]:
        """Shuffle, cut, the hand chosen, a wager and the bets closed."""
        before = len(self.table.facts)
        order = tuple(card.code for card in self.table.state.cards.to_shuffle)
        self.do(m.Shuffle(by=m.SHUFFLER, order=order, salt=SALT))
        if m.DEALER in self.by_hand:
            self.do(m.Cut(by=m.DEALER, position=26), m.ChooseHand(by=m.DEALER, hand=hand))
        self.do(m.Wager(by="ann", box=1, cents=10_00), m.Ready(by="ann"))
        if m.DEALER in self.by_hand:
            self.do(m.CloseBets(by=m.DEALER))
        return tuple(self.table.facts[before:])

    def deal(self, *boxes: int) -> tuple[Fact, ...]:
        """A person deals to these boxes."""
        return self.do(*(m.Deal(by=m.DEALER, to=box) for box in boxes))

    def refused(self, move: m.Move) -> Refused:
        with pytest.raises(Refused) as refusal:
            self.table.apply(move)
        return refusal.value


def only(happened: Sequence[Fact], kind: type[Fact]) -> Fact:
    (found,) = (fact for fact in happened if isinstance(fact, kind))
    return found


@pytest.mark.clause("MD 36.05.03.29A", "MD 36.05.03.29A(1)")
def test_a_device_shuffles_and_a_table_without_one_does_not_open() -> None:
    scene = Scene()
    assert scene.refused(m.Shuffle(by=m.DEALER, order=(), salt=SALT)).clauses == (f"{MD}A(1)",)
    table = Table(load(GAME), frozenset({m.FLOORPERSON}))
    with pytest.raises(Refused, match="no shuffling device") as refusal:
        table.apply(m.CheckEquipment(by=m.FLOORPERSON, positions=6, betting_areas=("Ante",), shuffler=False))
    assert refusal.value.clauses == (f"{MD}A(1)",)


@pytest.mark.clause("MD 36.05.03.29A(2)", "MD 36.05.03.29A(3)", "MD 36.05.03.29A(4)")
@pytest.mark.parametrize("hand", ["left", "right"])
def test_the_deck_goes_into_either_hand_and_stays_there(hand: str) -> None:
    scene = Scene(m.DEALER)
    chosen = only(scene.to_the_deal(hand), f.HandChosen)
    assert isinstance(chosen, f.HandChosen)
    assert chosen.hand == hand
    assert "over the table inventory container" in chosen.held
    assert chosen.clauses == (f"{MD}A(2)", f"{MD}A(3)", f"{MD}A(4)")
    other = "left" if hand == "right" else "right"
    assert f"{MD}A(3)" in scene.refused(m.ChooseHand(by=m.DEALER, hand=other)).clauses


@pytest.mark.clause("MD 36.05.03.29A(5)", "MD 36.05.03.29A(5)(a)")
def test_no_card_before_no_more_bets() -> None:
    scene = Scene(m.DEALER)
    order = tuple(card.code for card in scene.table.state.cards.to_shuffle)
    scene.do(m.Shuffle(by=m.SHUFFLER, order=order, salt=SALT), m.Cut(by=m.DEALER, position=26))
    scene.do(m.ChooseHand(by=m.DEALER, hand="left"), m.Wager(by="ann", box=1, cents=10_00))
    assert scene.refused(m.Deal(by=m.DEALER, to=1)).clauses == (f"{MD}A(5)", f"{MD}A(5)(a)")
    closed = only(scene.do(m.CloseBets(by=m.DEALER)), f.BetsClosed)
    assert closed.clauses == (f"{MD}A(5)", f"{MD}A(5)(a)")


@pytest.mark.clause(
    "MD 36.05.03.29A(5)(b)",
    "MD 36.05.03.29A(6)",
    "MD 36.05.03.29A(6)(a)",
    "MD 36.05.03.29A(6)(b)",
    "MD 36.05.03.29A(6)(c)",
)
def test_no_progressive_wager_is_offered_so_none_is_left_to_lock_collect_verify_or_put_away(
    tmp_path: Path,
) -> None:
    """The paragraphs hold where the wager is offered: no house can offer it here, and nobody can make it."""
    filed = tmp_path / "house.toml"
    filed.write_text(
        f'game = "{GAME}"\nversion = "2"\napproved_on = 2026-11-15\napproved_by = "x"\n'
        "[options]\nprogressive_offered = true\n",
        encoding="utf-8",
    )
    with pytest.raises(RulesError, match=r"A\(5\)\(b\)"):
        load(str(filed))
    scene = Scene()
    scene.do(m.Shuffle(by=m.SHUFFLER, order=tuple(c.code for c in scene.table.state.cards.to_shuffle), salt=SALT))
    with pytest.raises(Refused):
        scene.do(m.Wager(by="ann", box=1, cents=10_00, wager="progressive"))
    cited = load(GAME).cites("progressive_offered")
    assert cited[1:] == (f"{MD}A(6)", f"{MD}A(6)(a)", f"{MD}A(6)(b)", f"{MD}A(6)(c)")


@pytest.mark.clause("MD 36.05.03.29B", "MD 36.05.03.29B(1)", "MD 36.05.03.29B(2)", "MD 36.05.03.29B(3)")
def test_the_other_hand_takes_the_top_card_and_lays_it_face_down() -> None:
    scene = Scene(m.DEALER)
    scene.to_the_deal("left")
    with_holding = m.Deal(by=m.DEALER, to=1, drawn_with="left")
    assert scene.refused(with_holding).clauses == (f"{MD}B(1)", f"{MD}B(2)")
    dealt = only(scene.do(m.Deal(by=m.DEALER, to=1, drawn_with="right", placed_with="right")), f.CardDealt)
    assert isinstance(dealt, f.CardDealt)
    assert not dealt.face_up
    assert dealt.clauses == (f"{MD}B", f"{MD}B(2)", f"{MD}B(3)")
    assert scene.refused(m.Deal(by=m.DEALER, to=5)).clauses == dealt.clauses


@pytest.mark.clause("MD 36.05.03.29B(3)", "MD 36.05.03.29B(4)")
def test_after_five_each_the_stub_goes_to_the_rack() -> None:
    happened = Scene().to_the_deal()
    assert sum(isinstance(fact, f.CardDealt) for fact in happened) == 10
    stub = only(happened, hf.StubPlaced)
    assert isinstance(stub, hf.StubPlaced)
    assert (stub.cards, stub.clauses) == (42, (f"{MD}B(4)",))


@pytest.mark.clause("MD 36.05.03.29C", "MD 36.05.03.29C(1)", "MD 36.05.03.29C(2)", "MD 36.05.03.29D")
def test_the_stub_is_counted_in_the_fifth_round_and_not_in_the_fourth() -> None:
    scene = Scene()
    for number in range(1, 6):
        happened = scene.to_the_deal()
        counted = [fact for fact in happened if isinstance(fact, hf.StubCounted)]
        assert bool(counted) == (number == 5)
        stub = only(happened, hf.StubPlaced)
        assert stub.clauses == ((f"{MD}D",) if counted else (f"{MD}B(4)",))
    assert counted[0].clauses == (f"{MD}C(1)", f"{MD}C(2)")


@pytest.mark.clause("MD 36.05.03.29C")
def test_with_a_device_that_counts_nobody_counts() -> None:
    scene = Scene(counting_shuffler="yes")
    happened = [fact for _ in range(6) for fact in scene.to_the_deal()]
    assert not any(isinstance(fact, hf.StubCounted) for fact in happened)
    assert any(isinstance(x, f.Announced) and x.clauses == (f"{MD}C",) for x in happened)


@pytest.mark.clause("MD 36.05.03.29E", "MD 36.05.03.29F")
def test_misdealt_from_a_whole_deck_every_hand_is_void() -> None:
    scene = Scene(m.DEALER)
    scene.to_the_deal()
    for _ in range(4):
        scene.deal(1, 0)
    scene.do(m.PassOver(by=m.DEALER, box=1))
    scene.deal(0)
    scene.do(hl.CountStub(by=m.DEALER, cards=43))
    assert scene.refused(hl.DeclareMisdeal(by=m.DEALER, misdealt=False)).clauses == (f"{MD}E",)
    happened = scene.do(hl.DeclareMisdeal(by=m.DEALER, misdealt=True))
    assert only(happened, f.RoundVoided).clauses == (f"{MD}F",)
    assert scene.table.state.people.players["ann"].chips == 1_000_00


@pytest.mark.clause("MD 36.05.03.29E")
def test_a_deck_that_is_not_whole_is_the_houses_matter() -> None:
    scene = Scene(m.DEALER)
    scene.to_the_deal()
    for _ in range(5):
        scene.deal(1, 0)
    scene.do(hl.CountStub(by=m.DEALER, cards=41))
    happened = scene.do(hl.DeclareMisdeal(by=m.DEALER, misdealt=False))
    assert only(happened, f.RoundVoided).clauses == ()
    assert only(happened, hf.DeckRemoved).clauses == ()


@pytest.mark.clause("MD 36.05.03.29E")
@pytest.mark.parametrize("then", ["keep-deck", "remove-deck"])
def test_misdealt_from_a_deck_that_is_not_whole_is_the_houses_matter_too(then: str) -> None:
    scene = Scene(m.DEALER, misdealt_short=then)
    scene.to_the_deal()
    for _ in range(4):
        scene.deal(1, 0)
    scene.do(m.PassOver(by=m.DEALER, box=1))
    scene.deal(0)
    scene.do(hl.CountStub(by=m.DEALER, cards=44))
    happened = scene.do(hl.DeclareMisdeal(by=m.DEALER, misdealt=True))
    assert only(happened, f.RoundVoided).clauses == ()
    assert any(isinstance(fact, hf.DeckRemoved) for fact in happened) is (then == "remove-deck")


def test_both_states_stand_side_by_side() -> None:
    told = {one.name: one for one in differences(load("five-card-hi-lo-pa"), load(GAME))}
    assert told["deck-not-whole"].right_clauses == (f"{MD}E", f"{MD}F")
    assert told["progressive-wager"].left_clauses == ()
    assert told["cards_each"].left_clauses == ("PA 663a.9(b)", "PA 663a.9(c)")
    assert "no_more_bets" not in told, "said in both texts, and the same"


def test_it_conforms() -> None:
    """Storms, replay, secrecy; every clause cited and proved."""
    assert check_game(GAME, sets={}, storms=10).rounds > 10
