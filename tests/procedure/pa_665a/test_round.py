"""§ 665a.7(e) to (l) and (q): the order of a round."""

import pytest

from pitboss.cards.discard_rack import DealerHand, PlayerHand
from pitboss.procedure.moves import DEALER
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene
from tests.procedure.pa_665a.case import BET, among, bets_closed, dealt, dealt_by_hand, kinds, of, opened, play_on

TWO = "7S 2S 3S 2H 3H 8S KS"  # up, ann, bob, ann, bob, hole, then a king for the dealer's 15


def dealt_to(scene: Scene) -> list[tuple[int, str | None, bool]]:
    """Box, card and whether face up, of every card dealt."""
    return [(fact.box, fact.card, fact.face_up) for fact in of(scene, f.CardDealt)]


@pytest.mark.clause("PA 665a.7(e)", "PA 665a.7(f)", "PA 665a.7(f)(1)", "PA 665a.7(f)(2)", "PA 665a.7(f)(3)")
def test_the_up_card_then_two_face_up_to_each_box_from_the_left_then_the_hole_card_face_down() -> None:
    scene = dealt(TWO, players=2)
    assert dealt_to(scene) == [
        (0, "7S", True),
        (1, "2S", True),
        (2, "3S", True),
        (1, "2H", True),
        (2, "3H", True),
        (0, "8S", False),
    ]
    clauses = [fact.clauses[-1] for fact in of(scene, f.CardDealt)]
    assert clauses == [
        "PA 665a.7(e)",
        *["PA 665a.7(f)(1)"] * 2,
        *["PA 665a.7(f)(2)"] * 2,
        "PA 665a.7(f)(3)",
    ]


@pytest.mark.clause("PA 665a.7(f)")
def test_a_person_who_deals_is_held_to_that_order() -> None:
    scene = bets_closed(TWO, players=2)
    refusal = scene.refused(m.Deal(by=DEALER, to=1))
    assert (refusal.code, refusal.clauses) == ("deal/out-of-order", ("PA 665a.7(e)",))
    assert scene.refused(m.Deal(by="ann", to=0)).code == "turn/not-yours"
    scene.dealer(m.Deal, to=0)
    assert scene.refused(m.Deal(by=DEALER, to=1)).code == "deal/not-now", "the attack comes first"
    scene.no_attack()
    for to in (1, 2, 1, 2, 0):
        wrong = {0: 1, 1: 2, 2: 1}[to]
        assert scene.refused(m.Deal(by=DEALER, to=wrong)).code == "deal/out-of-order"
        scene.dealer(m.Deal, to=to)
    assert scene.table.waiting.may[0] is m.Hit


@pytest.mark.clause("PA 665a.7(f)")
def test_no_card_is_dealt_until_all_were_asked_for_a_double_attack() -> None:
    scene = opened(TWO, players=2).bet()
    scene.do(m.NoAttack(by="bob", box=2))
    assert len(of(scene, f.CardDealt)) == 1
    scene.do(m.NoAttack(by="ann", box=1))
    assert len(of(scene, f.CardDealt)) == 6


@pytest.mark.clause("PA 665a.1 Hole card", "PA 665a.7(f)(3)", "PA 665a.7(l)")
def test_the_hole_card_stays_hidden_until_all_decisions_are_carried_out() -> None:
    scene = dealt_by_hand(TWO, players=2)
    assert scene.refused(m.TurnHoleCard(by=DEALER)).code == "hole-card/too-early"
    scene.do(m.Stand(by="ann", box=1))
    assert scene.refused(m.TurnHoleCard(by=DEALER)).code == "hole-card/too-early"
    scene.do(m.Stand(by="bob", box=2))
    assert scene.table.waiting.may == (m.TurnHoleCard,)
    turned = among(scene.dealer(m.TurnHoleCard), f.HoleCardTurned)
    assert (turned[0].card, turned[0].clauses) == ("8S", ("PA 665a.7(l)",))


# --- (g) --------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.7(g)", "PA 665a.1 Card reader device")
@pytest.mark.parametrize("up", ["AS", "KS", "QS", "JS"])
def test_under_an_ace_king_queen_or_jack_the_reader_tells_of_a_blackjack_and_nothing_else(up: str) -> None:
    hole = "KH" if up == "AS" else "AH"
    for card, blackjack in ((hole, True), ("5H", False)):
        scene = dealt(f"{up} 2S 2H {card} 9S").no_insurance()
        read = of(scene, f.HoleCardRead)
        assert (read[0].blackjack, read[0].clauses) == (blackjack, ("PA 665a.7(g)",))
        assert bool(of(scene, f.HoleCardTurned)) is blackjack, "nobody sees another hole card"
        assert scene.table.state.in_round is not blackjack


@pytest.mark.parametrize("rank", "23456789")
def test_under_a_2_to_9_the_reader_is_not_used(rank: str) -> None:
    scene = dealt(f"{rank}S 2S 2H 5H")
    assert not of(scene, f.HoleCardRead)
    assert m.Stand in scene.table.waiting.may


@pytest.mark.clause("PA 665a.7(g)")
def test_the_dealer_reads_before_anybody_decides_and_exposes_nothing() -> None:
    scene = dealt_by_hand("KS 2S 2H 5H")
    assert m.ReadHoleCard in scene.table.waiting.may
    assert scene.refused(m.Hit(by="ann", box=1)).code == "hit/not-now"
    assert scene.refused(m.TurnHoleCard(by=DEALER)).clauses == ("PA 665a.7(g)",)
    assert kinds(scene.dealer(m.ReadHoleCard)) == ["HoleCardRead"]
    scene.do(m.Hit(by="ann", box=1))


@pytest.mark.clause("PA 665a.7(g)")
def test_a_dealer_blackjack_ends_the_round_without_another_card_and_settles_every_wager() -> None:
    scene = opened("AS 2S 3S 2H 3H KH", players=2).bet(BET, bust_it=10_00)
    for box, name in enumerate(scene.players, 1):
        scene.do(m.Attack(by=name, box=box, cents=BET))
    scene.do(m.Insure(by="ann", box=1, cents=50_00))
    done = scene.do(m.NoInsurance(by="bob", box=2))
    assert not among(done, f.CardDealt)
    assert not scene.table.state.in_round
    assert scene.won("ann") == -BET - 10_00 + 125_00
    assert scene.won("bob") == -BET - 10_00
    lost = [fact for fact in among(done, f.WagerCollected) if fact.wager == "bust-it"]
    assert "PA 665a.7(g)" in lost[0].clauses


# --- (h) to (k) -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.7(h)")
def test_players_decide_clockwise_from_the_dealers_left() -> None:
    scene = dealt("7S 2S 3S 4S 2H 3H 4H 9S 9H", players=3)
    asked = []
    while m.Stand in scene.table.waiting.may:
        asked.append(scene.table.waiting.box)
        wrong = 1 + asked[-1] % 3
        refusal = scene.refused(m.Stand(by=scene.players[wrong - 1], box=wrong))
        assert refusal.code in ("stand/not-your-turn", "stand/after-stand")
        assert "PA 665a.7(h)" in refusal.clauses or refusal.code == "stand/after-stand"
        scene.as_player(m.Stand, asked[-1])
    assert asked == [1, 2, 3]


@pytest.mark.clause("PA 665a.7(h)(1)", "PA 665a.1 Blackjack")
@pytest.mark.parametrize("up", ["7S", "KS"])
def test_a_player_blackjack_is_announced_and_paid_in_turn_and_its_cards_removed(up: str) -> None:
    scene = dealt(f"{up} 2S AS 2H KH 9S 9H", players=2, attack=BET, bust_it=10_00)
    assert scene.won("bob") == -2 * BET - 10_00, "not before the turn of box 2"
    done = scene.do(m.Stand(by="ann", box=1))
    assert among(done, f.Announced)[0].words == "Blackjack"
    paid = [fact for fact in among(done, f.WagerPaid) if fact.player == "bob" and fact.wager != "bust-it"]
    assert [(fact.wager, fact.winnings) for fact in paid] == [("bet", BET), ("attack", BET)]
    assert {"PA 665a.7(h)(1)", "PA 665a.12(a)"} <= set(paid[0].clauses)
    order = kinds(done)
    assert order.index("CardsDiscarded") < order.index("HoleCardTurned")


@pytest.mark.clause("PA 665a.7(h)(1)", "PA 665a.7(m)")
def test_the_bust_it_wager_of_a_player_blackjack_stays_until_the_dealers_third_card() -> None:
    scene = dealt_by_hand("7S AS KH 8S 9H", bust_it=10_00)
    bettor = scene.table.state.boxes[1].bettors["ann"]
    assert scene.hand().settled
    assert bettor.side.get("bust-it", 0) == 10_00
    scene.dealer(m.TurnHoleCard)
    assert bettor.side.get("bust-it", 0) == 10_00
    scene.dealer(m.Deal, to=0)
    assert bettor.side.get("bust-it", 0) == 0
    assert scene.won("ann") == BET + 60_00


@pytest.mark.clause("PA 665a.7(h)(2)")
def test_a_player_without_blackjack_chooses_among_the_five() -> None:
    assert dealt("7S 8S 8H 9S").table.waiting.may == (m.Hit, m.Stand, m.Double, m.Split, m.Surrender)
    assert dealt("7S 8S 9H 9S").table.waiting.may == (m.Hit, m.Stand, m.Double, m.Surrender)


@pytest.mark.clause("PA 665a.7(i)")
def test_each_additional_card_comes_face_up_as_it_is_asked_for() -> None:
    scene = dealt("7S 2S 3H 9S 2C 3C")
    for card in ("2C", "3C"):
        given = among(scene.as_player(m.Hit), f.CardDealt)
        assert [(fact.card, fact.face_up, fact.clauses) for fact in given] == [(card, True, ("PA 665a.7(i)",))]


@pytest.mark.clause("PA 665a.7(j)")
def test_a_hand_of_20_may_draw_and_one_over_21_may_not() -> None:
    scene = dealt("7S KS QH 9S AS")
    scene.as_player(m.Hit)
    assert scene.hand().total == 21
    busted = dealt("7S KS QH 5S 9S 2C 9H", players=1)
    busted.as_player(m.Hit)
    assert of(busted, f.HandBusted)[0].total == 29
    assert busted.refused(m.Hit(by="ann", box=1)).code == "hit/not-now", "the round is over"


@pytest.mark.clause("PA 665a.7(j)(1)")
@pytest.mark.parametrize(
    ("cards", "drawn"), [("KS 5H", "6D"), ("AS 5H", "5D"), ("AS KH", "")], ids=["hard", "soft", "blackjack"]
)
def test_no_card_to_a_hard_or_soft_21_or_a_blackjack(cards: str, drawn: str) -> None:
    first, second = cards.split()
    scene = dealt(f"7S {first} 2S {second} 3S 8S {drawn} 9H", players=2)
    if drawn:
        scene.as_player(m.Hit)
        assert scene.hand(1).total == 21
    assert scene.table.waiting.box == 2, "box 1 is asked no more"
    refusal = scene.refused(m.Hit(by="ann", box=1))
    assert refusal.code in ("hit/has-21", "hit/over")
    assert "PA 665a.7(j)(1)" in refusal.clauses


def test_after_drawing_a_hand_under_21_may_be_surrendered_and_a_21_may_not() -> None:
    scene = dealt("7S 5S 6H 9S 9C 8C")
    scene.as_player(m.Hit)
    assert scene.hand().total == 20
    assert m.Surrender in scene.table.waiting.may
    scene.as_player(m.Surrender)
    assert scene.won("ann") == -BET // 2
    at_21 = dealt("7S 5S 2S 6H 2H 9S KC", players=2)
    at_21.as_player(m.Hit)
    assert at_21.hand().total == 21
    assert at_21.table.waiting.box == 2


@pytest.mark.clause("PA 665a.7(l)")
def test_once_the_hole_card_is_exposed_nobody_surrenders() -> None:
    scene = dealt_by_hand("7S 5S 6H 8S")
    scene.as_player(m.Stand)
    scene.dealer(m.TurnHoleCard)
    refusal = scene.refused(m.Surrender(by="ann", box=1))
    assert (refusal.code, refusal.clauses) == ("surrender/after-stand", ("PA 665a.9(a)",))


# --- (q) --------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.7(q)")
def test_the_cards_go_to_the_rack_so_that_every_hand_can_be_rebuilt() -> None:
    scene = dealt("7S 8S KS 8H 5H 8C 2C 9C 3C 9D KD KH", players=2)
    scene.as_player(m.Split)  # hands of 8S 2C and 8H 9C
    scene.as_player(m.Stand)
    scene.as_player(m.Stand)
    scene.as_player(m.Hit, 2)  # 3C: 18
    play_on(scene)
    groups = {group.label: [card.code for card in group.cards] for group in scene.table.state.cards.rack.round(1)}
    assert groups[PlayerHand(1, 1, 1)] == ["8S", "2C"]
    assert groups[PlayerHand(1, 1, 2)] == ["8H", "9C"]
    assert groups[PlayerHand(1, 2, 1)] == ["KS", "5H", "3C"]
    assert groups[DealerHand(1)] == ["7S", "8C", "9D"]
    assert scene.table.state.cards.rack.height == 1 + 2 + 2 + 3 + 3
    order = [label for label in groups if isinstance(label, PlayerHand | DealerHand)]
    assert order[-1] == DealerHand(1)
