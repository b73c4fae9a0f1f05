"""Fine points of a round: which item of a paragraph speaks, what a card decides, what one round leaves to the next."""

from typing import Any

import pytest

from pitboss.cards.discard_rack import Burn, Other
from pitboss.procedure.moves import DEALER, FLOORPERSON
from pitboss.procedure.refusal import Broken
from pitboss.procedure.state import Phase
from pitboss.rules.games import GAMES
from tests import facts as f
from tests import moves as m
from tests.procedure.golden_scenes import DBJ, DD, HI_LO, NJ, PA, Story
from tests.procedure.kit import Scene

CUT = {
    PA: ("PA 665a.5(c)(1)", "PA 665a.5(c)(2)", "PA 665a.5(c)(3)", "PA 665a.5(c)(4)"),
    NJ: ("NJ 26.4(d)1", "NJ 26.4(d)2", "NJ 26.4(d)3", "NJ 26.4(d)4"),
    DBJ: ("PA 673a.5(c)(1)", "PA 673a.5(c)(2)", "PA 673a.5(c)(3)", "PA 673a.5(c)(4)"),
}

# --- the cut --------------------------------------------------------------------------------------------------------


def cut_by(game: str, occasion: int) -> tuple[str, ...]:
    """The clauses by which a cut is offered: as the game begins, after a cover card (box, dealer), on order."""
    s = Story(game, "6D", "KC", ("5S 4H",), "2C 3C 4C 5C")
    if occasion == 0:
        return s.last(f.CutOffered).clauses
    s.wagers().until(m.Stand, 1)
    shoe = s.table.state.cards.shoe
    if occasion == 1:
        shoe._cover = shoe._stop = shoe._next
        s.plays(m.Hit)
    elif occasion == 2:
        s.plays(m.Hit)
        shoe._cover = shoe._stop = shoe._next
    else:
        s.floor(m.OrderReshuffle)
    s.until()
    while m.Shuffle not in s.table.waiting.may:
        s.do(s.usual(s.table.waiting.by, s.table.waiting.may))
    s.first_cards = []
    s.shuffle()
    return s.last(f.CutOffered).clauses


@pytest.mark.parametrize(
    ("game", "occasion"),
    [
        pytest.param(game, place, marks=pytest.mark.clause(clause), id=clause)
        for game, items in CUT.items()
        for place, clause in enumerate(items)
    ],
)
def test_each_occasion_of_the_cut_is_told_by_its_own_item_and_no_other(game: str, occasion: int) -> None:
    assert set(cut_by(game, occasion)) & set(CUT[game]) == {CUT[game][occasion]}


# --- what is found or drawn, and where it lies ------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.13(a)", "NJ 26.15(a)", "PA 673a.13(a)")
@pytest.mark.parametrize("game", [PA, NJ, DBJ])
def test_a_card_found_face_up_between_rounds_lies_in_the_rack_with_the_round_to_come(game: str) -> None:
    s = Story(game, "9S", "8C", ("KH 9D",), "2C 3C").wagers().until()
    s.floor(m.FoundFaceUp)
    s.wagers().until(m.Stand)
    s.floor(m.FoundFaceUp)
    labels = [group.label for group in s.table.state.cards.rack.groups if isinstance(group.label, Other)]
    assert labels[-2:] == [Other("found face up", 2), Other("found face up", 2)]
    assert s.table.state.in_round, "this round has seen one of them"


@pytest.mark.parametrize(
    ("game", "racked"),
    [
        pytest.param(PA, "PA 665a.7(q)", marks=pytest.mark.clause("PA 665a.7(c)", "PA 665a.7(q)")),
        pytest.param(NJ, "NJ 26.7(h)", marks=pytest.mark.clause("NJ 26.7(c)", "NJ 26.7(h)")),
        pytest.param(DBJ, "PA 673a.7(u)", marks=pytest.mark.clause("PA 673a.7(c)", "PA 673a.7(u)")),
    ],
)
def test_a_burn_card_lies_with_the_round_whose_cards_it_was_burned_before(game: str, racked: str) -> None:
    s = Story(game, "9S", "8C", ("KH 9D",)).wagers().until()
    assert racked in s.last(f.CardsDiscarded).clauses
    s.floor(m.TapIn, dealer="dora")
    s.wagers()
    t = s.table.state
    assert [group.label for group in t.cards.rack.groups if isinstance(group.label, Burn)] == [Burn(1), Burn(2)]
    assert Burn(2) in [group.label for group in t.cards.rack.round(t.round)], "this round can be rebuilt"


def test_a_ten_found_between_rounds_is_none_of_the_round_to_come() -> None:
    s = Story(NJ, "9S", "8C", ("KH 9D",), "2C 3C").wagers().until()
    s.floor(m.FoundTen, card="TS")
    assert s.table.checkpoint() is not None, "the table is at rest, with nothing to remember"
    s.wagers().until(m.Stand)
    s.floor(m.FoundTen, card="TD")
    assert s.table.state.in_round
    s.floor(m.FoundTen, card="TH")
    assert not s.table.state.in_round, "more than one voids it"


@pytest.mark.parametrize("game", [PA, NJ, DBJ])
@pytest.mark.parametrize(
    "move",
    [
        m.FoundFaceUp(by=DEALER),
        m.DrewInError(by=DEALER, exposed=True),
        m.DrewInError(by=DEALER, exposed=False),
    ],
    ids=["face-up", "exposed", "hidden"],
)
def test_out_of_an_empty_shoe_no_card_comes_in_error(game: str, move: m.Move) -> None:
    s = Story(game, "9S", "8C", ("KH 9D",)).wagers().until(m.Stand)
    shoe = s.table.state.cards.shoe
    shoe._cover, shoe._next = None, len(shoe._cards)
    refusal = s.refused(move)
    assert refusal.code == "irregularity/shoe-empty"
    assert refusal.clauses


# --- who speaks -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.7(f)", "NJ 26.9(a)")
@pytest.mark.parametrize(("card", "words"), [("up-sideways", ["11", "19"]), ("down-tucked", ["11"])])
def test_the_total_of_a_double_is_said_once_its_card_lies_there_and_only_if_it_is_seen(
    card: str, words: list[str]
) -> None:
    sets = {"double_card": card, "surrender_after_double": "not-offered"}
    s = Story(NJ, "9S", "8C", ("5H 6D",), "KC 2C", sets=sets, by_hand=(DEALER,), readings={})
    s.wagers().until(m.Stand).plays(m.Double, cents=100_00)
    told = len(s.table.facts)
    s.dealer(m.PassOver, box=1)
    s.plays(m.TakeLateCard)
    assert not [x for x in s.table.facts[told:] if isinstance(x, f.Announced)], "no card has come"
    straight = Story(NJ, "9S", "8C", ("5H 6D",), "8D 2C", sets=sets, readings={})
    straight.wagers().until(m.Stand).plays(m.Double, cents=100_00)
    assert [x.words for x in straight.facts(f.Announced)][: len(words)] == words
    assert ("19" in [x.words for x in straight.until().facts(f.Announced)]) is (card == "up-sideways")


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        pytest.param(PA, "PA 665a.11(c)", marks=pytest.mark.clause("PA 665a.11(c)")),
        pytest.param(NJ, "NJ 26.10(c)", marks=pytest.mark.clause("NJ 26.10(c)")),
        pytest.param(DBJ, "PA 673a.11(c)", marks=pytest.mark.clause("PA 673a.11(c)")),
    ],
)
def test_a_split_hand_that_has_stood_has_decided_by_the_paragraph_on_split_hands(game: str, clause: str) -> None:
    s = Story(game, "9S", "8C", ("7H 7D", "KH 9D"), "KC KD").wagers().until(m.Stand, 1)
    s.plays(m.Split).plays(m.Stand, m.Stand)
    for move in (m.Hit, m.Stand, m.Split):
        refusal = s.refused(move(by="ann", box=1))
        assert (refusal.code.partition("/")[2], refusal.clauses) == ("after-stand", (clause,))


@pytest.mark.parametrize("game", [PA, NJ, DBJ])
def test_once_his_cards_lie_open_the_dealer_goes_on_by_the_paragraph_on_his_drawing(game: str) -> None:
    s = Story(game, "7S", "5C", ("KH 9D",), "2C 4C", by_hand=(DEALER,)).wagers().until(m.Stand).plays(m.Stand)
    early = s.refused(m.PassOver(by=DEALER, box=1))
    assert early.clauses == s.rules.cites("hole_card_turned")
    s.dealer(m.TurnHoleCard)
    late = s.refused(m.PassOver(by=DEALER, box=1))
    assert (late.code, late.clauses) == ("pass-over/not-now", s.table.waiting.clauses)


@pytest.mark.parametrize("game", [PA, NJ])
def test_who_is_ready_says_so_once_whether_anybody_has_bet_or_not(game: str) -> None:
    scene = Scene(game, players=2).open()
    scene.do(m.Ready(by="ann"))
    assert scene.refused(m.Ready(by="ann")).code == "ready/said"
    scene.do(m.Wager(by="ann", box=1, cents=100_00))
    scene.do(m.Ready(by="ann"))
    assert scene.refused(m.Ready(by="ann")).code == "ready/said"


@pytest.mark.parametrize("game", [PA, NJ])
def test_who_stands_and_has_a_bet_on_the_layout_does_not_leave_it_there(game: str) -> None:
    scene = Scene(game).open()
    scene.do(m.BuyIn(by="zoe", cents=100_00))
    scene.do(m.Wager(by="zoe", box=3, cents=50_00))
    assert scene.refused(m.Leave(by="zoe")).code == "leave/wager-undecided"


@pytest.mark.parametrize("game", [PA, DBJ])
def test_who_stands_bets_on_no_box_at_which_another_sits_though_nobody_has_bet_there(game: str) -> None:
    scene = Scene(game, players=2).open()
    scene.do(m.BuyIn(by="zoe", cents=100_00))
    for box in (1, 2):
        assert scene.refused(m.Wager(by="zoe", box=box, cents=100_00)).code == "wager/taken"
    scene.do(m.Wager(by="zoe", box=3, cents=100_00))


@pytest.mark.parametrize("game", [PA, NJ, DBJ, DD])
def test_an_order_in_which_one_card_lies_for_another_of_the_pack_is_not_of_the_cards_that_lie_there(game: str) -> None:
    """Given an order as long as the pack, when an ace is in it once more for a king, then it is refused."""
    scene = Scene(game).sit()
    while m.Shuffle not in scene.table.waiting.may:
        scene.do(scene.usual(scene.table.waiting.by, scene.table.waiting.may))
    lie = [card.code for card in scene.table.state.cards.to_shuffle]
    lie[lie.index("KS")] = "AS"
    forged = m.Shuffle(by=scene.table.waiting.by[0], order=tuple(lie), salt="00" * 32)
    assert scene.refused(forged).code == "shuffle/other-cards"


@pytest.mark.clause("PA 665a.6(g)")
def test_of_three_boxes_each_is_beside_another_of_the_same_player() -> None:
    """Given two boxes side by side, when a third is not, then it is refused; and the gap may be filled."""
    scene = Scene(PA, sets={"boxes_per_player": 3}).open()
    for box in (2, 1):
        scene.do(m.Wager(by="ann", box=box, cents=100_00))
    assert scene.refused(m.Wager(by="ann", box=4, cents=100_00)).code == "wager/not-adjacent"
    scene.do(m.Wager(by="ann", box=3, cents=100_00))


@pytest.mark.parametrize("game", [PA, NJ])
def test_who_wagers_once_more_is_not_ready_any_longer(game: str) -> None:
    s = Story(game, "9S", "8C", ("KH 9D", "KD 9H"))
    for box, name in enumerate(s.players, 1):
        s.do(m.Wager(by=name, box=box, cents=100_00))
    s.do(m.Ready(by="ann"))
    s.do(m.Wager(by="ann", box=1, cents=50_00, wager="bust-it"))
    s.do(m.Ready(by="bob"))
    assert not s.facts(f.BetsClosed)
    s.do(m.Ready(by="ann"))
    assert s.facts(f.BetsClosed)


@pytest.mark.parametrize(
    ("game", "readings"),
    [
        pytest.param(PA, {"pa-surrender-timing": "before-reader"}, marks=pytest.mark.clause("PA 665a.9(b)(2)"), id=PA),
        pytest.param(DBJ, {"surrender-timing": "before-reader"}, marks=pytest.mark.clause("PA 673a.9(a)(2)"), id=DBJ),
    ],
)
def test_before_the_reader_a_player_surrenders_the_own_hand_while_others_think_of_insurance(
    game: str, readings: dict[str, str]
) -> None:
    s = Story(game, "AD", "5C", ("KH 6D", "KD 9H"), "KC", readings=readings).wagers().until(m.Insure)
    assert s.refused(m.Surrender(by="bob", box=1)).clauses
    s.do(m.Surrender(by="ann", box=1))
    assert (s.hand(1).parked, s.hand(2).parked) == (True, False)
    assert m.Insure in s.table.waiting.may
    assert s.refused(m.Surrender(by="ann", box=1)).code == "surrender/over"


# --- by which clause a hand is asked, and why it is not --------------------------------------------------------------


@pytest.mark.clause("NJ 26.7(e)", "NJ 26.10(c)")
@pytest.mark.parametrize(
    ("game", "first", "after_split"),
    [
        (PA, ("PA 665a.7(h)", "PA 665a.7(h)(2)"), ("PA 665a.11(c)",)),
        (NJ, ("NJ 26.7(e)",), ("NJ 26.10(c)",)),
        (DBJ, ("PA 673a.7(i)",), ("PA 673a.11(c)",)),
    ],
)
def test_a_hand_is_asked_by_the_paragraph_on_decisions_and_a_split_one_by_that_on_splits(
    game: str, first: tuple[str, ...], after_split: tuple[str, ...]
) -> None:
    s = Story(game, "9S", "8C", ("8H 8D",), "2C 3C").wagers().until(m.Stand)
    assert s.table.waiting.clauses == first
    s.plays(m.Split)
    assert s.table.waiting.clauses == after_split


@pytest.mark.clause("PA 665a.13(g)", "NJ 26.15(i)", "PA 673a.13(h)")
@pytest.mark.parametrize("game", [PA, NJ, DBJ])
@pytest.mark.parametrize("kind", [m.Hit, m.Stand, m.Split, m.Surrender])
def test_a_hand_called_dead_is_over_by_the_clause_that_ended_it(game: str, kind: type[m.Move]) -> None:
    s = Story(game, "9S", "8C", ("2H 3D", "KD 9H"), "2C 3C", by_hand=(DEALER,)).wagers().until(m.Stand, 1)
    s.plays(m.Hit).dealer(m.PassOver, box=1)
    s.plays(m.CallHandDead).until(m.Stand, 2)
    refusal = s.refused(kind(by="ann", box=1))  # type: ignore[call-arg]  # each of them has a box
    assert refusal.code == f"{kind.__struct_config__.tag}/over"
    assert refusal.clauses == s.last(f.HandDead).clauses


@pytest.mark.clause("PA 663a.9(c)")
def test_at_hi_lo_too_a_move_out_of_its_time_is_told_by_the_clause_that_gives_it_one() -> None:
    s = Scene(HI_LO).open()
    refusal = s.refused(m.RackStub(by=DEALER))
    assert refusal.clauses == s.table.state.rules.cites("stub_to_rack") != ()


# --- a new table ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_at_a_new_table_nothing_has_happened(game: str) -> None:
    t = Scene(game, by_hand=(DEALER, FLOORPERSON)).table.state
    assert t.phase is Phase.OPENING
    assert not any(
        (t.in_round, t.bets.closed, t.cards.shuffling, t.people.incoming_shuffles, t.people.players, t.boxes)
    )
    assert not list(t.beside_the_boxes().cards())
    assert not any((t.round, t.chips.inventory, t.chips.on_layout, t.chips.bought, t.cards.rounds_from_shoe))
    assert not any((t.cards.shoe.remaining, t.cards.rack.height, t.cards.cover_card_at, t.cards.burned, t.cards.sealed))
    assert not any((t.cards.ran_out, t.cards.to_shuffle, t.cards.stored, t.cards.unopened, t.cards.commitment))
    assert [name for name, value in vars(t.ready).items() if value] == ["equipment", "reader_works"]


# --- a broken reader --------------------------------------------------------------------------------------------------

STOPPED_AT = {
    "play": (m.Hit, m.Stand, m.Split, m.Surrender, m.Double),
    "insurance": (m.Insure,),
    "attack": (m.Attack,),
    "deal": (m.Deal, m.PassOver),
}


@pytest.mark.clause("PA 665a.13(i)")
@pytest.mark.parametrize("phase", STOPPED_AT)
def test_while_a_broken_reader_stops_the_table_nobody_goes_on(phase: str) -> None:
    s = Story(PA, "AS", "8C", ("8H 8D",), "2C 3C", by_hand=(DEALER,)).wagers()
    kinds = STOPPED_AT[phase]
    s.until(kinds[0])
    s.floor(m.ReaderFailed)
    for kind in kinds:
        fields: dict[str, Any] = {"to": 1} if kind is m.Deal else {"box": 1}
        fields |= {"cents": 1_00} if kind in (m.Double, m.Insure, m.Attack) else {}
        by = DEALER if kind in (m.Deal, m.PassOver) else "ann"
        refusal = s.refused(kind(by=by, **fields))
        assert (refusal.code, refusal.clauses) == (f"{kind.__struct_config__.tag}/not-now", ("PA 665a.13(i)",))
    s.floor(m.ReaderRepaired)
    assert kinds[0] in s.table.waiting.may


@pytest.mark.clause("PA 665a.13(i)")
def test_nor_is_a_hole_card_read_before_it_is_repaired() -> None:
    s = Story(PA, "AS", "8C", ("8H 9D",), "2C 3C", by_hand=(DEALER,)).wagers().until(m.ReadHoleCard)
    s.floor(m.ReaderFailed)
    assert s.refused(m.ReadHoleCard(by=DEALER)).clauses == ("PA 665a.13(i)",)
    s.floor(m.ReaderRepaired)
    s.dealer(m.ReadHoleCard)
    assert s.last(f.HoleCardRead).blackjack is False


@pytest.mark.parametrize(
    ("game", "readings", "clause"),
    [
        pytest.param(
            PA, {"pa-surrender-timing": "before-reader"}, "PA 665a.9(b)(1)", marks=pytest.mark.clause("PA 665a.9(b)(1)")
        ),
        pytest.param(
            DBJ, {"surrender-timing": "before-reader"}, "PA 673a.9(a)(1)", marks=pytest.mark.clause("PA 673a.9(a)(1)")
        ),
    ],
)
def test_under_a_card_that_no_reader_is_used_for_nobody_is_asked_before_it(
    game: str, readings: dict[str, str], clause: str
) -> None:
    s = Story(game, "9D", "5C", ("KH 6D", "KD 9H"), "KC", readings=readings).wagers()
    while m.NoAttack in s.table.waiting.may:
        s.plays(m.NoAttack, box=s.players.index(s.table.waiting.by[0]) + 1)
    assert m.Ready not in s.table.waiting.may
    assert m.Stand in s.table.waiting.may
    s.plays(m.Surrender)
    assert clause in s.last(f.HandSettled).clauses
    assert s.won("ann") == -50_00, "half is lost at once"


def test_an_empty_shoe_that_no_procedure_fills_is_a_fault_of_ours_and_said_to_be_one() -> None:
    t = Scene(HI_LO, burned=None).open().table.state
    t.cards.shoe.take_remaining()
    with pytest.raises(Broken, match="no procedure says what follows"):
        next(t.draw(0))


@pytest.mark.parametrize(
    ("game", "readings", "clauses"),
    [
        pytest.param(
            PA,
            {"pa-surrender-timing": "before-reader"},
            ("PA 665a.9(a)", "PA 665a.9(b)(2)"),
            marks=pytest.mark.clause("PA 665a.9(a)", "PA 665a.9(b)(2)"),
        ),
        pytest.param(
            DBJ,
            {"surrender-timing": "before-reader"},
            ("PA 673a.9(a)", "PA 673a.9(a)(2)"),
            marks=pytest.mark.clause("PA 673a.9(a)", "PA 673a.9(a)(2)"),
        ),
    ],
)
def test_before_the_reader_everybody_is_asked_by_the_paragraph_that_has_it_so(
    game: str, readings: dict[str, str], clauses: tuple[str, ...]
) -> None:
    s = Story(game, "KC", "5C", ("KH 6D", "KD 9H"), "2C", readings=readings).wagers().until(m.Ready)
    assert (s.table.waiting.by, s.table.waiting.clauses) == (("ann", "bob"), clauses)
    s.do(m.Ready(by="bob"))
    assert s.last(f.PlayerReady).clauses == (), "no text has a player say so"
    assert s.refused(m.Surrender(by="ann", box=2)).clauses == s.rules.cites("surrender")
    s.do(m.Surrender(by="ann", box=1))
    assert s.facts(f.HoleCardRead)


@pytest.mark.clause("PA 673a.7(t)(1)", "PA 673a.7(t)(2)")
@pytest.mark.parametrize(
    ("way", "settled"),
    [("collect-first", [2, 4, 1, 5, 3]), ("together", [2, 5, 4, 3, 1])],
)
def test_losers_are_collected_before_winners_are_paid_or_with_them_and_each_hand_once(
    way: str, settled: list[int]
) -> None:
    hands = ("KS 7S", "KD AH", "KH 9D", "QD 7D", "QH 9H")  # 17 loses, 19 wins; a Blackjack is paid already
    s = Story(DBJ, "8S", "KC", hands, sets={"collect_and_pay": way}).wagers().until()
    assert [fact.box for fact in s.facts(f.HandSettled)] == settled
