"""Who comes first, what stays when a round is void, and what the dealer's hand may tell: the small print of a round."""

import pytest

from pitboss.cards.discard_rack import Other
from pitboss.procedure.parts import NOBODYS
from tests import facts as f
from tests import moves as m
from tests.procedure.dd_house.at_table import dealt as pitched
from tests.procedure.dd_house.at_table import look
from tests.procedure.golden_scenes import BY_HAND, DBJ, NJ, PA, Story
from tests.procedure.kit import Scene

BET = 100_00
ONE_CARD = {PA: "PA 665a.13(f)", NJ: "NJ 26.15(h)", DBJ: "PA 673a.13(g)"}
MISSED = {PA: "PA 665a.13(g)", NJ: "NJ 26.15(i)", DBJ: "PA 673a.13(h)"}
THREE = ("5S 4H", "6S 4C", "KS 9H")


def by_text(clauses: dict[str, str]) -> pytest.MarkDecorator:
    """The test at each game whose text has the clause."""
    games = [pytest.param(game, marks=pytest.mark.clause(clause), id=game) for game, clause in clauses.items()]
    return pytest.mark.parametrize("game", games)


def boxes_of(s: Story, kind: type[f.Fact], since: int) -> list[int]:
    """The boxes of the facts of a kind, in order."""
    return [fact.box for fact in s.table.facts[since:] if isinstance(fact, kind)]  # type: ignore[attr-defined]  # it has one


# --- the boxes ------------------------------------------------------------------------------------------------------


@by_text({PA: "PA 665a.7(f)", NJ: "NJ 26.7(e)", DBJ: "PA 673a.7(e)"})
def test_boxes_come_from_the_dealers_left_whoever_has_bet_first(game: str) -> None:
    s = Story(game, "7D", "KC", ("5S 4H", "6S 4C"))
    for box, name in ((2, "bob"), (1, "ann")):
        s.do(m.Wager(by=name, box=box, cents=BET))
    for name in s.players:
        s.do(m.Ready(by=name))
    s.until(m.Stand)
    assert [fact.box for fact in s.facts(f.CardDealt) if fact.box] == [1, 2, 1, 2]
    assert s.table.waiting.by == ("ann",)


# --- late cards -----------------------------------------------------------------------------------------------------


@by_text(ONE_CARD)
def test_late_second_cards_come_after_everybody_elses_from_the_left(game: str) -> None:
    s = Story(game, "7D", "KC", THREE, "2C 3C", by_hand=BY_HAND).wagers().until(m.Deal, 3)
    s.dealer(m.Deal, to=3)
    s.until(m.Deal, 1)
    since = len(s.table.facts)
    for box in (1, 2):
        s.dealer(m.PassOver, box=box)
    s.dealer(m.Deal, to=3)
    for box in (1, 2):
        assert (s.table.waiting.box, s.table.waiting.may) == (box, (m.TakeLateCard, m.CallHandDead))
        s.plays(m.TakeLateCard)
    assert boxes_of(s, f.CardDealt, since)[:3] == [3, 1, 2]


@by_text(MISSED)
def test_late_additional_cards_come_after_everybody_elses_in_the_order_they_were_missed(game: str) -> None:
    s = Story(game, "7D", "KC", THREE, "2C 3C", by_hand=BY_HAND).wagers()
    for box in (1, 2):
        s.until(m.Hit, box).plays(m.Hit).dealer(m.PassOver, box=box)
        s.plays(m.TakeLateCard)
    since = len(s.table.facts)
    s.until(m.Stand, 3).plays(m.Stand).until()
    assert [box for box in boxes_of(s, f.CardDealt, since) if box] == [1, 2]


@pytest.mark.clause("NJ 26.15(e)")
def test_the_total_of_a_split_hand_is_announced_once_it_has_its_second_card_and_not_before() -> None:
    s = Story(NJ, "7D", "KC", ("8S 8H",), "2C 3C 4C", by_hand=BY_HAND).wagers().until(m.Stand, 1).plays(m.Split)
    said = len(s.facts(f.Announced))
    s.dealer(m.PassOver, box=1)
    s.plays(m.TakeLateCard)
    assert len(s.facts(f.Announced)) == said
    s.dealer(m.DrewInError, exposed=True)
    s.dealer(m.Deal, to=1)
    s.plays(m.RefuseCard)
    assert len(s.facts(f.Announced)) == said, "neither hand has a second card"


# --- insurance and surrendered hands --------------------------------------------------------------------------------


@pytest.mark.parametrize("hole", ["KC", "5C"])
@pytest.mark.parametrize(
    "game",
    [
        pytest.param(PA, marks=pytest.mark.clause("PA 665a.7(p)"), id=PA),
        pytest.param(DBJ, marks=pytest.mark.clause("PA 673a.7(t)"), id=DBJ),
    ],
)
def test_insurance_is_collected_and_paid_from_the_dealers_right(game: str, hole: str) -> None:
    s = Story(game, "AD", hole, THREE, "2C 3C 4D").wagers().until(m.Insure)
    for box, name in enumerate(s.players, 1):
        s.do(m.Insure(by=name, box=box, cents=BET // 2))
    s.until()
    settled: list[f.WagerPaid | f.WagerCollected] = [*s.facts(f.WagerPaid), *s.facts(f.WagerCollected)]
    assert [x.box for x in settled if x.wager == "insurance"] == [3, 2, 1]


@pytest.mark.clause("PA 673a.7(t)", "PA 673a.9(a)(2)")
@pytest.mark.parametrize("hole", ["KC", "5C"])
def test_surrendered_hands_that_waited_for_the_reader_are_settled_from_the_right(hole: str) -> None:
    s = Story(DBJ, "AD", hole, THREE, "2C 3C 4D", readings={"surrender-timing": "before-reader"}).wagers()
    s.until(m.Surrender)
    for box in (1, 2):
        s.do(m.Surrender(by=s.players[box - 1], box=box))
    s.do(m.Ready(by="cat"))
    s.until()
    assert [x.box for x in s.facts(f.HandSettled) if x.box != 3] == [2, 1]


# --- what the dealer's drawing tells --------------------------------------------------------------------------------


@pytest.mark.clause("DD Dealing 11")
@pytest.mark.parametrize("hand", ["AS KS", "9S 7S"])
def test_a_blackjack_that_lies_face_down_does_not_make_the_dealer_stop(hand: str) -> None:
    scene = pitched(hand, dealer="6C TD", then="2D 3D")
    scene.as_player(m.Stand)  # nobody has looked: a dealer who stopped would tell
    assert [x.card for x in scene.facts(f.CardDealt) if x.box == 0][2:] == ["2D"]


@by_text({PA: "PA 665a.13(c)", NJ: "NJ 26.15(e)", DBJ: "PA 673a.13(c)"})
@pytest.mark.parametrize(("hole", "used"), [("KC", False), ("9C", True)])
def test_a_card_exposed_before_the_hole_card_is_turned_tells_nothing_of_it(game: str, hole: str, used: bool) -> None:
    s = Story(game, "7D", hole, ("KS 9H",), "2C 3C", by_hand=BY_HAND).wagers().until(m.TurnHoleCard)
    assert [type(fact) for fact in s.dealer(m.DrewInError, exposed=True)] == [f.CardDrawnInError]
    s.until()
    assert ("2C" in [x.card for x in s.facts(f.CardDealt)]) is used
    assert bool(s.facts(f.CardUnused)) is not used


@pytest.mark.clause("DD Dealing 8")
def test_once_it_is_shown_and_paid_he_draws_nothing() -> None:
    scene = pitched("AS KS", dealer="6C 9D", then="2D 3D")
    look(scene)
    scene.as_player(m.Stand)
    assert len([x for x in scene.facts(f.CardDealt) if x.box == 0]) == 2


@pytest.mark.clause("DD Dealing 10")
def test_a_surrendered_hand_that_waits_for_the_down_card_makes_nobody_draw() -> None:
    sets = {"surrender": "first-decision", "surrender_settled": "parked-for-second-card"}
    scene = pitched("9S 7S", dealer="6C KD", then="2D 3D", sets=sets, readings={"double-deck-peek": "unchecked"})
    look(scene)
    scene.as_player(m.Surrender)
    assert scene.facts(f.WagersParked)
    assert len([x for x in scene.facts(f.CardDealt) if x.box == 0]) == 2
    assert scene.won("ann") == -BET // 2


# --- a void round ---------------------------------------------------------------------------------------------------


def _void_in_pennsylvania(exposed: bool | None = None, ordered: bool = False) -> Scene:
    s = Story(PA, "7D", "KC", ("5S 4H",), "2C 3C", sets={"reader_shows_players": True}).wagers().until(m.Stand, 1)
    if exposed is not None:
        s.dealer(m.DrewInError, exposed=exposed)
    if ordered:
        s.floor(m.OrderReshuffle)
    s.dealer(m.ReadHoleCard)
    assert s.facts(f.RoundVoided)
    return s


@pytest.mark.clause("PA 665a.13(h)(1)", "PA 665a.13(c)")
def test_a_void_round_racks_the_card_everybody_saw_and_keeps_the_one_nobody_saw() -> None:
    s = _void_in_pennsylvania(exposed=True)
    assert s.last(f.CardUnused).card == "2C"
    assert s.blackjack.held == []
    groups = [group for group in s.table.state.cards.rack.groups if isinstance(group.label, Other)]
    assert [card.code for group in groups for card in group.cards] == ["2C"]
    hidden = _void_in_pennsylvania(exposed=False)
    assert [drawn.card.code for drawn in hidden.blackjack.held] == ["2C"]
    assert not hidden.facts(f.CardUnused)


@pytest.mark.clause("PA 665a.13(h)(1)")
def test_a_reshuffle_ordered_in_a_round_that_is_then_void_is_still_made() -> None:
    assert m.Shuffle in _void_in_pennsylvania(ordered=True).table.waiting.may
    assert m.Wager in _void_in_pennsylvania().table.waiting.may, "and this paragraph orders none of its own"


# --- what is found in the shoe --------------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.15(b)")
def test_a_second_ten_found_when_no_cards_are_dealt_voids_nothing() -> None:
    s = Story(NJ, "7D", "KC", ("KS 9H",), "2C 3C", by_hand=BY_HAND)
    for card in ("TS", "TH"):
        s.floor(m.FoundTen, card=card)
    s.wagers().until(m.Stand, 1)
    s.dealer(m.FoundTen, card="TD")  # the first during the dealing
    s.until(m.SettleBox)
    s.dealer(m.FoundTen, card="TC")
    s.until()
    assert len(s.facts(f.TensDestroyed)) >= 4
    assert not s.facts(f.RoundVoided)
    assert not s.table.state.ready.reshuffle_ordered


def _cover_card_next_but(game: str, cards_above: int) -> Story:
    """Ann is to decide, and so many cards lie above the cover card."""
    s = Story(game, "7D", "KC", ("2S 2H", "KS 9H"), "3C 4C 5C").wagers().until(m.Stand, 1)
    shoe = s.table.state.cards.shoe
    shoe._cover = shoe._stop = shoe._next + cards_above
    return s


COVER = {PA: "PA 665a.7(d)", NJ: "NJ 26.7(j)", DBJ: "PA 673a.7(d)"}
FACE_UP = {PA: "PA 665a.13(a)", NJ: "NJ 26.15(a)", DBJ: "PA 673a.13(a)"}


@by_text(FACE_UP)
def test_a_cover_card_under_a_face_up_card_comes_out_at_the_hand_that_draws_next(game: str) -> None:
    s = _cover_card_next_but(game, 1)
    s.dealer(m.FoundFaceUp)
    assert s.last(f.CardFoundFaceUp).card == "3C"
    assert not s.facts(f.CoverCardCameOut)
    s.plays(m.Hit)
    assert s.hand(1).cards[-1].code == "4C"
    assert s.last(f.CoverCardCameOut).at == 1


@by_text(FACE_UP)
def test_one_above_it_comes_out_first_at_nobodys_hand(game: str) -> None:
    s = _cover_card_next_but(game, 0)
    s.dealer(m.FoundFaceUp)
    assert s.last(f.CardFoundFaceUp).card == "3C"
    assert s.last(f.CoverCardCameOut).at == NOBODYS
    s.until()
    assert m.Wager not in s.table.waiting.may, "after the round the cards are shuffled"


@by_text({PA: "PA 665a.13(b)", NJ: "NJ 26.15(c)", DBJ: "PA 673a.13(b)"})
@pytest.mark.parametrize("exposed", [True, False])
def test_nor_does_it_stop_a_card_drawn_in_error(game: str, exposed: bool) -> None:
    s = _cover_card_next_but(game, 0)
    s.dealer(m.DrewInError, exposed=exposed)
    assert s.last(f.CoverCardCameOut).at == NOBODYS
    s.plays(m.Hit)
    assert s.hand(1).cards[-1].code == "3C"


def test_a_card_drawn_unseen_is_shuffled_with_the_others_when_the_shoe_ends() -> None:
    hidden = _void_in_pennsylvania(exposed=False)
    hidden.do(m.OrderReshuffle(by="floorperson"))
    assert hidden.blackjack.held == []
    assert m.Shuffle in hidden.table.waiting.may
    assert sorted(hidden.table.state.cards.to_shuffle) == sorted(hidden.table.state.cards.batches[0].cards)
