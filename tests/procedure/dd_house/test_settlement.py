"""Dealing 10 and 11, Discarding, Pay and Take, and what the text leaves to the house's six-deck rules."""

import pytest

from pitboss.cards.discard_rack import DealerHand, PlayerHand
from tests.procedure.dd_house.at_table import (
    BET,
    DEALER,
    deal_by_hand,
    dealt,
    f,
    in_order,
    look,
    m,
    may,
    opened,
    pitched,
    two_hands,
)
from tests.procedure.kit import Scene

UNCHECKED = {"double-deck-peek": "unchecked"}


@pytest.mark.clause("DD Dealing 10")
def test_the_down_card_is_exposed_when_every_decision_is_made_and_not_before() -> None:
    scene = dealt("TS 8S", "9S 7S", dealer="TD 7C")
    scene.as_player(m.Stand)
    assert scene.facts(f.HoleCardTurned) == []
    scene.as_player(m.Stand, box=2)
    assert scene.facts(f.HoleCardTurned) == [f.HoleCardTurned(("DD Dealing 10",), "TD")]


@pytest.mark.clause("DD Dealing 10")
def test_a_dealing_person_may_not_turn_the_down_card_early() -> None:
    scene = opened(pitched(("TS 8S",), "TD 7C"), by_hand=(DEALER,)).bet()
    scene.dealer(m.CloseBets)
    deal_by_hand(scene)
    refusal = scene.refused(m.TurnHoleCard(by=DEALER))
    assert refusal.code == "hole-card/too-early"
    assert "DD Dealing 10" in refusal.clauses
    scene.as_player(m.Stand)
    scene.dealer(m.TurnHoleCard)
    assert scene.last(f.HoleCardTurned) == f.HoleCardTurned(("DD Dealing 10",), "TD")


@pytest.mark.clause("DD Dealing 10")
def test_with_every_hand_busted_the_down_card_is_exposed_and_nothing_drawn() -> None:
    scene = dealt("TS 6S", dealer="TD 6C", then="KH")
    scene.as_player(m.Hit)
    assert scene.facts(f.HoleCardTurned)
    assert scene.last(f.DealerStood) == f.DealerStood(("DD Additional policies 6",), 16)


@pytest.mark.clause("DD Dealing 11")
def test_hands_are_exposed_and_settled_counterclockwise_from_the_dealers_right() -> None:
    scene = dealt("TS 9S", "TS 6S", "TH 7S", dealer="TD 7C").stand_all()
    story = in_order(scene, f.DealerStood, f.CardsShown, f.HandSettled)
    assert isinstance(story[0], f.DealerStood)
    assert story[1:] == [
        f.CardsShown(("DD Dealing 11",), 3, 1, ("TH", "7S")),
        f.HandSettled(("DD Dealing 11", "DD Additional policies 6"), 3, 1, "ties"),
        f.CardsShown(("DD Dealing 11",), 2, 1, ("TS", "6S")),
        f.HandSettled(("DD Dealing 11", "DD Additional policies 6"), 2, 1, "loses"),
        f.CardsShown(("DD Dealing 11",), 1, 1, ("TS", "9S")),
        f.HandSettled(("DD Dealing 11", "DD Additional policies 6"), 1, 1, "wins"),
    ]
    assert [scene.won(name) for name in scene.players] == [BET, -BET, 0]


@pytest.mark.clause("DD Dealing 11")
def test_the_hands_of_a_split_too_are_settled_from_right_to_left() -> None:
    scene = dealt("8S 8H", dealer="TD 7C", then="TC 9C")
    look(scene)
    scene.as_player(m.Split)
    scene.stand_all()
    assert [x.hand for x in scene.facts(f.HandSettled)] == [2, 1]


@pytest.mark.clause("DD Dealing 11")
def test_a_hand_that_stood_unseen_is_exposed_and_settled_like_the_others() -> None:
    scene = dealt("AS KS", dealer="TD 7C").stand_all()
    shown, paid = scene.last(f.CardsShown), scene.last(f.WagerPaid)
    assert shown == f.CardsShown(("DD Dealing 11",), 1, 1, ("AS", "KS"))
    assert isinstance(paid, f.WagerPaid)
    assert paid.winnings == BET * 3 // 2


@pytest.mark.clause("DD Discarding")
def test_each_hand_is_racked_before_the_next_is_settled() -> None:
    scene = dealt("TS 9S", "TS 6S", "TH 7S", dealer="TD 7C").stand_all()
    story = [(type(x).__name__, getattr(x, "box", 0)) for x in in_order(scene, f.HandSettled, f.CardsDiscarded)]
    assert story == [
        ("HandSettled", 3),
        ("CardsDiscarded", 3),
        ("HandSettled", 2),
        ("CardsDiscarded", 2),
        ("HandSettled", 1),
        ("CardsDiscarded", 1),
        ("CardsDiscarded", 0),
    ]
    racked = [x for x in scene.facts(f.CardsDiscarded) if x.box]
    assert all(x.clauses == ("DD Discarding",) for x in racked)
    labels = [group.label for group in scene.table.state.cards.rack.round(1)]
    assert labels[-4:] == [PlayerHand(1, 3), PlayerHand(1, 2), PlayerHand(1, 1), DealerHand(1)]


@pytest.mark.clause("DD Discarding")
def test_with_a_dealing_person_the_rack_holds_a_hand_before_the_next_box_is_settled() -> None:
    scene = _at_settlement("TS 9S", "TS 6S")
    scene.dealer(m.SettleBox, box=2)
    assert scene.hand(2).cards == []
    assert scene.hand(1).cards
    assert scene.table.state.cards.rack.height == 3  # the burn card and two


def _at_settlement(*hands: str) -> Scene:
    scene = opened(pitched(hands, "TD 7C"), len(hands), by_hand=(DEALER,)).bet()
    scene.dealer(m.CloseBets)
    deal_by_hand(scene)
    scene.stand_all()
    scene.dealer(m.TurnHoleCard)
    return scene


@pytest.mark.clause("DD Pay and Take")
def test_the_dealer_pays_and_takes_from_right_to_left() -> None:
    scene = _at_settlement("TS 9S", "TS 6S", "TH 7S")
    for spot in (3, 2, 1):
        for wrong in {1, 2, 3} - {spot}:
            refusal = scene.refused(m.SettleBox(by=DEALER, box=wrong))
            assert refusal.code == "settle/out-of-order"
            assert refusal.clauses == ("DD Dealing 11", "DD Pay and Take")
        scene.dealer(m.SettleBox, box=spot)


def _paid_or_taken(scene: Scene) -> list[tuple[str, int]]:
    return [(type(x).__name__, x.box) for x in scene.table.facts if isinstance(x, f.WagerPaid | f.WagerCollected)]


@pytest.mark.clause("DD Pay and Take")
def test_pays_and_takes_come_by_turns_as_the_spots_lie_and_neither_kind_first() -> None:
    scene = _at_settlement("TS 6S", "TH 9H", "TC 5C", "TS 8S")
    for spot in (4, 3, 2, 1):
        scene.dealer(m.SettleBox, box=spot)
    assert _paid_or_taken(scene) == [("WagerPaid", 4), ("WagerCollected", 3), ("WagerPaid", 2), ("WagerCollected", 1)]


PAYS, TAKES = ("TS 8S", "WagerPaid"), ("TS 6S", "WagerCollected")


@pytest.mark.clause("DD Pay and Take")
@pytest.mark.parametrize("hand", ["left", "right"])
@pytest.mark.parametrize(("cards", "kind"), [PAYS, TAKES])
def test_spots_two_to_six_take_the_right_hand_and_the_first_spot_either_on_a_pay_or_take(
    cards: str, kind: str, hand: str
) -> None:
    scene = _at_settlement(*[cards] * 2, *[cards.replace("S", "C")] * 2, *[cards.replace("S", "H")] * 2)
    for spot in (6, 5, 4, 3, 2):
        refusal = scene.refused(m.SettleBox(by=DEALER, box=spot, hand="left"))
        assert (refusal.code, refusal.clauses) == ("settle/left-hand", ("DD Pay and Take",))
        scene.dealer(m.SettleBox, box=spot, hand="right")
    scene.dealer(m.SettleBox, box=1, hand=hand)
    assert _paid_or_taken(scene) == [(kind, spot) for spot in (6, 5, 4, 3, 2, 1)]


@pytest.mark.clause("DD Pay and Take")
@pytest.mark.parametrize(("spots", "lawful"), [(6, True), (7, False)])
def test_there_are_six_spots_at_most(spots: int, lawful: bool) -> None:
    scene = Scene("double-deck-house", by_hand=("floorperson",))
    check = m.CheckEquipment(by="floorperson", positions=spots, betting_areas=("betting circle",), cover_cards=2)
    if lawful:
        scene.do(check)
    else:
        refusal = scene.refused(check)
        assert (refusal.code, refusal.clauses) == ("equipment/positions", ("DD Pay and Take",))


# --- what is left to the six-deck rules -------------------------------------------------------------------------------


@pytest.mark.clause("DD Additional policies 6")
@pytest.mark.parametrize("up", ["AC", "TC", "JC", "QC", "KC"])
def test_a_checked_down_card_ends_the_round_before_anybody_decides(up: str) -> None:
    down = "KD" if up == "AC" else "AD"
    scene = dealt("TS 9S", "AS KS", dealer=f"{down} {up}").no_insurance()
    assert scene.last(f.HoleCardRead) == f.HoleCardRead(("DD Additional policies 6",), blackjack=True)
    assert scene.facts(f.DecisionMade) == []
    assert [scene.won(name) for name in scene.players] == [-BET, 0]


@pytest.mark.clause("DD Additional policies 6")
def test_a_checked_down_card_is_not_checked_under_a_nine() -> None:
    scene = dealt("TS 9S", dealer="AD 9C")
    assert scene.facts(f.HoleCardRead) == []


@pytest.mark.clause("DD Dealing 10")
@pytest.mark.parametrize("up", ["AC", "KC"])
def test_an_unchecked_down_card_is_seen_last_and_a_blackjack_takes_doubles_and_splits(up: str) -> None:
    down = "KD" if up == "AC" else "AD"
    scene = dealt("8S 8H", dealer=f"{down} {up}", then="3C 9H 2C", readings=UNCHECKED).no_insurance()
    assert scene.facts(f.HoleCardRead) == []
    look(scene)
    scene.as_player(m.Split)
    scene.as_player(m.Double, cents=BET)
    scene.as_player(m.Stand)
    assert scene.facts(f.HoleCardTurned)
    assert scene.won("ann") == -3 * BET


@pytest.mark.clause("DD Splitting Aces")
@pytest.mark.parametrize(("option", "won"), [("loses", -2 * BET), ("pushes", -BET)])
@pytest.mark.parametrize(("pair", "drawn"), [("AS AH", "KS 9D"), ("KS KH", "AS 9D")], ids=["aces", "tens"])
def test_an_ace_and_a_ten_after_a_split_push_with_a_blackjack_only_by_the_reading(
    pair: str, drawn: str, option: str, won: int
) -> None:
    """The other hand, a 20 or a 19, loses either way."""
    readings = {**UNCHECKED, "double-deck-split-natural": option}
    scene = dealt(pair, dealer="AC KC", then=drawn, readings=readings)
    look(scene)
    scene.as_player(m.Split)
    scene.stand_all()
    assert scene.won("ann") == won
    back = [fact.clauses for fact in scene.facts(f.WagerReturned)]
    assert all(("DD Splitting Aces" in clauses) is (pair == "AS AH") for clauses in back)
    assert len(back) == (option == "pushes")


@pytest.mark.clause("DD Splitting Aces")
def test_a_split_21_that_pushes_with_a_blackjack_is_still_no_blackjack() -> None:
    """It is paid even money, and a 21 of three cards pushes with it."""
    readings = {**UNCHECKED, "double-deck-split-natural": "pushes"}
    for dealer, then, won in (("7C KC", "KS 9D", BET + BET), ("5C KC", "KS 9D 6C", -BET)):
        scene = dealt("AS AH", dealer=dealer, then=then, readings=readings)
        look(scene)
        scene.as_player(m.Split)
        scene.stand_all()
        assert scene.won("ann") == won


@pytest.mark.clause("DD Splitting Aces")
@pytest.mark.parametrize(("dealer", "then", "won"), [("AD KC", "KD 9H", -2 * BET), ("5D 6C", "KD 9H KH", -BET)])
def test_a_split_ace_with_a_ten_value_card_pushes_with_a_21_and_loses_to_a_blackjack_seen_last(
    dealer: str, then: str, won: int
) -> None:
    scene = dealt("AS AH", dealer=dealer, then=then, readings=UNCHECKED)
    look(scene)
    scene.as_player(m.Split)
    assert scene.won("ann") == won, "the ace with the nine has 20 and loses either way"


@pytest.mark.clause("DD Dealing 11")
def test_a_seen_blackjack_is_paid_in_turn_when_checked_and_with_the_others_when_not() -> None:
    checked = dealt("AS KS", "TS 9S", dealer="TD 7C")
    look(checked)
    checked.as_player(m.Stand)
    assert checked.won("ann") == BET * 3 // 2
    assert checked.last(f.CardsDiscarded).clauses[-1] == "DD Discarding"

    unchecked = dealt("AS KS", "TS 9S", dealer="TD 7C", readings=UNCHECKED)
    look(unchecked)
    unchecked.as_player(m.Stand)
    assert unchecked.won("ann") == -BET
    unchecked.as_player(m.Stand, box=2)
    assert unchecked.won("ann") == BET * 3 // 2


@pytest.mark.clause("DD Additional policies 6")
@pytest.mark.parametrize(("odds", "winnings"), [("3 to 2", BET * 3 // 2), ("6 to 5", BET * 6 // 5)])
def test_a_blackjack_pays_what_the_house_chose(odds: str, winnings: int) -> None:
    scene = dealt("AS KS", dealer="TD 7C", sets={"blackjack_odds": odds}).stand_all()
    assert scene.won("ann") == winnings


@pytest.mark.clause("DD Additional policies 6")
def test_a_blackjack_beats_a_dealer_21_of_three_cards_and_ties_a_blackjack() -> None:
    scene = dealt("AS KS", "TS 9S", dealer="TD 5C", then="6H").stand_all()
    assert [scene.won(name) for name in scene.players] == [BET * 3 // 2, -BET]


@pytest.mark.clause("DD Additional policies 6")
@pytest.mark.parametrize(("hits", "won"), [(False, BET), (True, -BET)])
@pytest.mark.parametrize(("dealer", "then"), [("6D AC", "4H"), ("2D AC", "4C 4H")], ids=["of-two-cards", "of-three"])
def test_the_dealer_stands_on_a_soft_17_unless_the_house_chose_to_hit(
    dealer: str, then: str, hits: bool, won: int
) -> None:
    scene = dealt("TS 8S", dealer=dealer, then=then, sets={"dealer_hits_soft": hits}).no_insurance()
    scene.stand_all()
    assert scene.won("ann") == won  # 18 against 17, or against 21


@pytest.mark.clause("DD Additional policies 6")
@pytest.mark.parametrize(("up", "draws"), [("6C", True), ("7C", False)])
def test_the_dealer_draws_to_16_and_stands_on_17(up: str, draws: bool) -> None:
    scene = dealt("TS 8S", dealer=f"TD {up}", then="2H").stand_all()
    assert (len(scene.facts(f.CardDealt)) == 5) is draws


@pytest.mark.clause("DD Additional policies 6")
def test_surrender_is_not_offered_unless_the_house_chose_it() -> None:
    scene = dealt("TS 6S", dealer="TD 7C")
    refusal = scene.refused(m.Surrender(by="ann", box=1))
    assert (refusal.code, refusal.clauses) == ("surrender/not-open", ("DD Additional policies 6",))
    offered = dealt("TS 6S", dealer="TD 7C", then="2H", sets={"surrender": "first-decision"})
    offered.as_player(m.Surrender)
    assert offered.won("ann") == -BET // 2


@pytest.mark.clause("DD Additional policies 6")
def test_surrender_is_a_first_decision_only() -> None:
    scene = dealt("TS 2S", dealer="TD 7C", then="2H", sets={"surrender": "first-decision"})
    scene.as_player(m.Hit)
    assert scene.refused(m.Surrender(by="ann", box=1)).code == "surrender/not-open"


@pytest.mark.clause("DD Additional policies 6")
@pytest.mark.parametrize(("down", "lost"), [("AD", BET), ("9D", BET // 2)])
def test_a_surrender_under_an_unchecked_ten_waits_for_the_down_card(down: str, lost: int) -> None:
    sets = {"surrender": "first-decision"}
    scene = dealt("TS 6S", "TS 9S", dealer=f"{down} KC", sets=sets, readings=UNCHECKED)
    scene.as_player(m.Surrender)
    assert scene.facts(f.WagersParked)
    assert scene.won("ann") == -BET
    scene.as_player(m.Stand, box=2)
    assert scene.won("ann") == -lost


@pytest.mark.clause("DD Additional policies 6")
def test_what_the_text_provides_for_no_irregularity_is_refused_by_the_clause_that_refers_elsewhere() -> None:
    scene = dealt("TS 6S", dealer="TD 7C")
    for move in (m.FoundFaceUp(by=DEALER), m.DrewInError(by=DEALER, exposed=False)):
        refusal = scene.refused(move)
        assert refusal.code.endswith("/not-provided")
        assert refusal.clauses == ("DD Additional policies 6",)


@pytest.mark.clause("DD Additional policies 6")
def test_the_cards_are_shuffled_after_the_round_in_which_the_cut_card_comes() -> None:
    scene = opened(players=1)
    while scene.table.state.cards.cover_card_at is None:
        assert m.Wager in scene.table.waiting.may
        scene.bet().no_insurance().stand_all()
    assert scene.last(f.CoverCardCameOut).clauses == ("DD Additional policies 6",)
    assert may(scene) == (m.Shuffle, m.CommitSeed)
    assert len(scene.facts(f.RoundEnded)) == scene.table.state.round


@pytest.mark.clause("DD Additional policies 6")
def test_cards_that_run_out_in_mid_round_are_shuffled_from_the_rack_and_the_round_goes_on() -> None:
    scene = opened(players=6)
    for _ in range(3):
        scene.bet().no_insurance().stand_all()
    while not scene.facts(f.CardsRanOut):
        waiting = scene.table.waiting
        assert m.Shuffle not in waiting.may, "the shoe ended with its round"
        if m.Wager in waiting.may:
            scene.bet()
        elif m.NoInsurance in waiting.may:
            scene.no_insurance()
        else:
            once = len(scene.hand(waiting.box, waiting.hand).cards) == 2
            kind = m.Hit if once else m.Stand
            scene.do(kind(by=waiting.by[0], box=waiting.box))
    assert scene.table.state.in_round
    scene.first_cards = []
    scene.shuffle()
    while m.RefuseCut in scene.table.waiting.may:
        scene.do(m.RefuseCut(by=scene.table.waiting.by[0]))
    assert scene.last(f.CardsRanOut).clauses == ("DD Additional policies 6",)
    assert len(scene.facts(f.RollingApproved)) == 2  # shuffled by the same routine
    assert scene.table.state.cards.shoe.cover_card_at is None, "everything is shuffled after this round as it is"
    scene.no_insurance().stand_all()
    assert not scene.table.state.in_round
    assert len(scene.facts(f.SealOpened)) == 2


def test_both_hands_of_one_player_are_settled_apart() -> None:
    scene = two_hands("TS 9S", "TS 6S", "TD 7C").stand_all()
    assert scene.won("ann") == 0
    assert [x.outcome for x in scene.facts(f.HandSettled)] == ["loses", "wins"]


@pytest.mark.clause("DD Pay and Take", "DD Dealing 11", "DD Dealing 9")
def test_a_dealer_settles_only_the_spots_that_still_have_a_hand_and_the_last_split_hand_first() -> None:
    scene = opened(pitched(("TS 6S", "8S 8H", "TH 9H"), "TD 7C", "TC 3S 2S"), 3, by_hand=(DEALER,))
    for box, name in enumerate(scene.players, 1):
        scene.do(m.Wager(by=name, box=box, cents=BET))
    scene.dealer(m.CloseBets)
    deal_by_hand(scene)
    for box in (1, 2, 3):
        look(scene, box)
    scene.as_player(m.Hit, 1)
    deal_by_hand(scene)  # box 1 is busted and gone
    scene.as_player(m.Split, 2)
    deal_by_hand(scene)
    scene.as_player(m.Stand, 2)
    deal_by_hand(scene)
    scene.as_player(m.Stand, 2)
    scene.as_player(m.Stand, 3)
    while m.SettleBox not in may(scene):
        scene.dealer(may(scene)[0])
    spots = []
    while m.SettleBox in may(scene):
        spots.append(scene.table.waiting.box)
        scene.dealer(m.SettleBox, box=scene.table.waiting.box)
    assert spots == [3, 2]
    settled = [(fact.box, fact.hand) for fact in scene.facts(f.HandSettled)]
    assert settled[-3:] == [(3, 1), (2, 2), (2, 1)]


@pytest.mark.clause("DD Doubling Down", "DD Splitting")
@pytest.mark.parametrize("split", [False, True])
def test_a_double_is_made_by_its_heading_and_by_that_on_splitting_only_after_a_split(split: bool) -> None:
    scene = dealt("8S 8H" if split else "6S 5H", dealer="TD 7C", then="3S TS 2S" if split else "TS")
    look(scene)
    if split:
        scene.as_player(m.Split)
    by = ("DD Doubling Down", "DD Splitting") if split else ("DD Doubling Down",)
    told = scene.as_player(m.Double, cents=60_00)
    doubled = [fact for fact in told if isinstance(fact, f.DecisionMade | f.WagerPlaced | f.CardDealt | f.CardsTucked)]
    assert [type(fact) for fact in doubled[:4]] == [f.DecisionMade, f.WagerPlaced, f.CardDealt, f.CardsTucked]
    assert {fact.clauses for fact in doubled[:4]} == {by}
    _, placed, card, tucked = doubled[:4]
    assert isinstance(placed, f.WagerPlaced)
    assert isinstance(card, f.CardDealt)
    assert (placed.cents, card.face_up) == (60_00, False)
    assert tucked == f.CardsTucked(by, 1, 1, 1)
    if split:  # the hand has its last card: the other one is asked
        assert (scene.hand().stakes[0].double, scene.table.waiting.hand) == (60_00, 2)
