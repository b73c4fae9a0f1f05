"""N.J.A.C. 19:47-26.5, 26.6(d), 26.7(b) to (l), 26.11(c), (d) and 26.12: the course of a round and its settlement."""

import pytest

from pitboss.cards.discard_rack import DealerHand, PlayerHand
from pitboss.procedure.moves import DEALER
from tests import facts as f
from tests import moves as m
from tests.procedure.nj_26.at_table import (
    BET,
    READER,
    UNREAD,
    deal_by_hand,
    dealer_cards,
    dealt,
    money,
    over,
    place,
    said,
    settle_by_hand,
    wagered,
)

# --- (b), (d): the first cards --------------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.7(d)", "NJ 26.7(d)1", "NJ 26.7(d)2")
def test_the_dealer_takes_one_card_then_each_box_one_and_then_each_box_a_second() -> None:
    scene = dealt("7S 2H 3H 4H 2D 3D 4D", players=3)
    dealing = [(card.box, card.card, card.clauses) for card in scene.facts(f.CardDealt)]
    assert dealing == [
        (0, "7S", ("NJ 26.7(d)",)),
        (1, "2H", ("NJ 26.7(d)1",)),
        (2, "3H", ("NJ 26.7(d)1",)),
        (3, "4H", ("NJ 26.7(d)1",)),
        (1, "2D", ("NJ 26.7(d)2",)),
        (2, "3D", ("NJ 26.7(d)2",)),
        (3, "4D", ("NJ 26.7(d)2",)),
    ]


@pytest.mark.clause("NJ 26.7(d)1", "NJ 26.7(d)2")
def test_the_boxes_may_be_dealt_in_any_direction_but_each_gets_one_card_before_any_gets_two() -> None:
    scene = wagered("7S 2H 3H 4H 2D 3D 4D", players=3, by_hand=("dealer",))
    assert scene.refused(m.Deal(by="dealer", to=1)).clauses == ("NJ 26.7(d)",)
    scene.dealer(m.Deal, to=0)
    scene.no_attack()
    scene.dealer(m.Deal, to=3)
    first = scene.refused(m.Deal(by="dealer", to=3))
    assert (first.code, first.clauses) == ("deal/out-of-order", ("NJ 26.7(d)1",))
    scene.dealer(m.Deal, to=1)
    scene.dealer(m.Deal, to=2)
    scene.dealer(m.Deal, to=2)
    second = scene.refused(m.Deal(by="dealer", to=2))
    assert (second.code, second.clauses) == ("deal/out-of-order", ("NJ 26.7(d)2",))
    scene.dealer(m.Deal, to=3)
    assert scene.refused(m.PassOver(by="dealer", box=3)).code == "deal/out-of-order"
    scene.dealer(m.Deal, to=1)
    assert [[card.code for card in scene.hand(box).cards] for box in (1, 2, 3)] == [
        ["3H", "4D"],
        ["4H", "2D"],
        ["2H", "3D"],
    ]


@pytest.mark.clause("NJ 26.15(h)")
def test_a_box_passed_over_in_whatever_direction_is_the_one_that_gets_its_card_late() -> None:
    scene = wagered("7S 2H 3H 2D 3D", players=2, by_hand=("dealer",))
    scene.dealer(m.Deal, to=0)
    scene.no_attack()
    scene.dealer(m.PassOver, box=2)
    deal_by_hand(scene, 3)
    assert m.TakeLateCard in scene.table.waiting.may
    assert scene.table.waiting.by == ("bob",)


@pytest.mark.clause("NJ 26.7(b)")
def test_every_card_is_turned_face_up() -> None:
    scene = dealt("7S 5H 5D 6C 9D 9C")
    scene.as_player(m.Hit)
    scene.stand_all()
    assert all(card.face_up for card in scene.facts(f.CardDealt))
    by_hand = wagered("7S 5H 5D 6C 9D 9C", by_hand=frozenset({DEALER}))
    refusal = by_hand.refused(m.Deal(by=DEALER, to=0, drawn_with="right", placed_with="right"))
    assert (refusal.code, refusal.clauses) == ("deal/hand", ("NJ 26.7(b)",))
    by_hand.dealer(m.Deal, to=0, drawn_with="left", placed_with="right")
    assert by_hand.last(f.CardDealt).face_up, "the left hand draws, turns it up, and the right hand places it"


# --- (e), (f), (l): totals ------------------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.7(e)", "NJ 26.7(f)", "NJ 26.1 Hard total", "NJ 26.1 Soft total")
def test_each_total_is_announced_from_the_left_and_again_after_each_card() -> None:
    scene = dealt("7S AH KH 6D 5D 8C 3C 9C KD", players=2)
    assert said(scene) == ["soft 17"]
    assert scene.last(f.Announced).clauses == ("NJ 26.7(e)",)
    assert scene.table.waiting.box == 1
    assert scene.refused(m.Stand(by="bob", box=2)).code == "stand/not-your-turn"
    scene.as_player(m.Hit)
    assert said(scene)[-1] == "15", "the ace now counts one: a hard total"
    assert scene.last(f.Announced).clauses == ("NJ 26.7(f)",)
    scene.as_player(m.Stand)
    assert said(scene)[-1] == "15"
    assert scene.table.waiting.box == 2
    scene.as_player(m.Hit, box=2)
    assert said(scene)[-1] == "18"


@pytest.mark.clause("NJ 26.7(e)")
@pytest.mark.parametrize("up", ["7S", "KS"])
def test_the_total_of_a_blackjack_is_announced_once_whether_or_not_the_dealer_may_have_one_too(up: str) -> None:
    scene = dealt(f"{up} AH 6H KD 5D", players=2)
    assert said(scene) == ["soft 21", "11"]


@pytest.mark.clause("NJ 26.2(b)", "NJ 26.2(b)1", "NJ 26.2(b)2", "NJ 26.2(b)3")
@pytest.mark.parametrize(
    ("cards", "total"),
    [
        *((f"2H {rank}D", str(rank + 2)) for rank in range(2, 10)),
        *((f"2H {court}D", "12") for court in "JQK"),
        ("9H AD", "soft 20"),
        ("AH AD", "soft 12"),
    ],
)
def test_number_cards_count_their_face_court_cards_ten_and_an_ace_eleven(cards: str, total: str) -> None:
    scene = dealt(f"7S {cards} 8C KD KC")
    assert said(scene) == [total]
    points = scene.blackjack.rules.points
    assert all((points.number_cards, points.court_cards, points.aces))


@pytest.mark.clause("NJ 26.2(b)3")
@pytest.mark.parametrize(("drawn", "total"), [("AC", "soft 21"), ("2C", "12")])
def test_an_ace_counts_one_where_eleven_would_be_over_21(drawn: str, total: str) -> None:
    scene = dealt(f"7S 9H AD {drawn} 8C KD KC")
    assert scene.blackjack.rules.points.aces
    scene.as_player(m.Hit)
    assert said(scene)[1] == total


@pytest.mark.clause("NJ 26.7(f)")
def test_the_total_is_announced_after_the_card_of_a_double_and_after_one_that_busts() -> None:
    scene = dealt("7S 5H KH 6D 6C 9C KD 9D", players=2)
    scene.as_player(m.Double, cents=BET)
    assert said(scene) == ["11", "20"]
    assert scene.last(f.Announced).clauses == ("NJ 26.7(f)",)
    scene.as_player(m.Stand)
    scene.as_player(m.Hit, box=2)
    assert said(scene)[2:4] == ["16", "26"]


@pytest.mark.clause("NJ 26.7(e)")
def test_a_players_blackjack_is_announced_too_and_has_nothing_to_decide() -> None:
    scene = dealt("7S AH 9H KD 9D KD 2C", players=2)
    assert said(scene) == ["soft 21", "18"]
    assert scene.table.waiting.box == 2
    assert scene.refused(m.Hit(by="ann", box=1)).code == "hit/has-21"


@pytest.mark.clause("NJ 26.7(l)")
def test_the_cards_decide_and_not_what_was_announced_or_believed() -> None:
    scene = dealt("9S AH 8H 8D 9D 2C", players=1)
    assert scene.blackjack.rules.deal.count_is_players_duty
    assert scene.table.state.rules.cites("count_is_players_duty") == ("NJ 26.7(l)",)
    scene.stand_all()
    assert said(scene)[0] == "soft 19"
    assert money(scene) == [("paid", "ann", "bet", BET)], "19 beats 17 whatever anybody made of the ace"


@pytest.mark.clause("NJ 26.7(e)", "NJ 26.7(f)", "NJ 26.10(c)")
@pytest.mark.parametrize(
    ("then", "acts", "number", "total", "clause"),
    [
        ("", (), 1, 16, "NJ 26.7(e)"),
        ("3C 2C 4C", (m.Split,), 1, 11, "NJ 26.10(c)"),
        ("3C 2C 4C", (m.Split, m.Stand, m.Hit), 2, 14, "NJ 26.7(f)"),
        ("8C 2C 4C 5C", (m.Split, m.Split, m.Stand, m.Stand), 2, 13, "NJ 26.10(c)"),
    ],
    ids=["two cards", "a split hand", "a card drawn", "the second of three, which lies last"],
)
def test_a_dealer_in_person_announces_the_count_of_the_cards_or_is_refused(
    then: str, acts: tuple[type[m.Hit | m.Split | m.Stand], ...], number: int, total: int, clause: str
) -> None:
    scene = dealt(f"9S 8H 8D {then}", players=1)
    for act in acts:
        scene.as_player(act)
    for wrong in (total - 1, total + 1):
        refusal = scene.refused(m.AnnounceTotal(by="dealer", to=1, hand_number=number, total=wrong))
        assert (refusal.code, refusal.clauses) == ("announce-total/wrong-count", (clause,))
        assert str(total) in refusal.sentence
    scene.dealer(m.AnnounceTotal, to=1, hand_number=number, total=total)
    assert scene.last(f.Announced) == f.Announced((clause,), "dealer", str(total))


@pytest.mark.clause("NJ 26.7(e)")
def test_an_ace_that_counts_eleven_is_announced_with_eleven_and_not_with_one() -> None:
    """Given an ace and a six, when the dealer says seven, then the hand counts 17 until a card makes the ace a one."""
    scene = dealt("9S AH 6D KC", players=1)
    for wrong in (7, 27):
        refusal = scene.refused(m.AnnounceTotal(by="dealer", to=1, total=wrong))
        assert (refusal.code, refusal.clauses) == ("announce-total/wrong-count", ("NJ 26.7(e)",))
    scene.dealer(m.AnnounceTotal, to=1, total=17)
    assert scene.last(f.Announced).words == "soft 17"
    scene.as_player(m.Hit)
    for wrong in (7, 27):
        assert scene.refused(m.AnnounceTotal(by="dealer", to=1, total=wrong)).code == "announce-total/wrong-count"
    scene.dealer(m.AnnounceTotal, to=1, total=17)
    assert scene.last(f.Announced).words == "17"


@pytest.mark.clause("NJ 26.7(e)")
def test_nobody_else_announces_and_no_total_of_a_hand_that_is_not_there() -> None:
    scene = dealt("9S 8H 8D 3C 2C 4C", players=1)
    assert scene.refused(m.AnnounceTotal(by="ann", to=1, total=16)).clauses == ("NJ 26.7(e)",)
    for nowhere in ({"to": 2}, {"to": 1, "hand_number": 2}, {"to": 0}):
        refusal = scene.refused(m.AnnounceTotal(by="dealer", total=9, **nowhere))
        assert refusal.code == "announce-total/no-hand", "the dealer too has one card"


@pytest.mark.clause("NJ 26.7(l)")
@pytest.mark.parametrize(
    ("cards", "decides", "counts"),
    [("KH QD", m.Hit, "20"), ("2H 3D", m.Stand, "5")],
    ids=["a twenty hit over 21", "a five stood on"],
)
def test_nobody_is_kept_from_the_loss_of_a_hand_counted_wrongly(
    cards: str, decides: type[m.Hit | m.Stand], counts: str
) -> None:
    scene = dealt(f"9S {cards} {'2C 8D' if decides is m.Hit else '8D'}", players=1)
    assert said(scene) == [counts]
    scene.as_player(decides)
    assert scene.table.state.rules.cites("count_is_players_duty") == ("NJ 26.7(l)",)
    assert scene.won("ann") == -BET


# --- (g): Dealer's Card ---------------------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.7(g)")
def test_dealers_card_is_announced_before_the_second_card_leaves_the_shoe_and_after_all_decisions() -> None:
    scene = dealt("7S KH 9D 9C 2D", by_hand=("dealer",))
    assert dealer_cards(scene) == ["7S"], "there is no hole card"
    assert scene.refused(m.Deal(by="dealer", to=0)).code == "deal/not-now"
    remaining = scene.table.state.cards.shoe.remaining
    scene.as_player(m.Stand)
    assert scene.last(f.Announced).words == "Dealer's Card"
    assert scene.last(f.Announced).clauses == ("NJ 26.7(g)",)
    assert scene.table.state.cards.shoe.remaining == remaining, "announced, and the card still in the shoe"
    scene.dealer(m.Deal, to=0)
    second = scene.last(f.CardDealt)
    assert (second.box, second.card, second.face_up, second.clauses) == (0, "9C", True, ("NJ 26.7(g)",))


@pytest.mark.clause("NJ 26.7(g)")
def test_the_dealers_total_is_announced_once_his_hand_is_complete() -> None:
    scene = dealt("5S KH 9D 4C 3D 6H").stand_all()
    assert dealer_cards(scene) == ["5S", "4C", "3D", "6H"]
    assert said(scene) == ["19", "Dealer's Card", "18"]


# --- (i): the hole card ---------------------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.7(i)")
@pytest.mark.parametrize("reading", [UNREAD, READER])
def test_in_lieu_a_hole_card_comes_face_down_after_the_players_second_cards_and_stays_unseen(
    reading: dict[str, str],
) -> None:
    scene = dealt("7S KH KC 9D 9C 8C 2D", players=2, readings=reading, by_hand=("dealer",))
    hole = scene.last(f.CardDealt)
    assert (hole.box, hole.card, hole.face_up, hole.clauses) == (0, "8C", False, ("NJ 26.7(i)",))
    early = scene.refused(m.TurnHoleCard(by="dealer"))
    assert early.code == "hole-card/too-early"
    assert "NJ 26.7(i)" in early.clauses
    scene.stand_all()
    assert "Dealer's Card" not in said(scene)
    scene.dealer(m.TurnHoleCard)
    assert scene.last(f.HoleCardTurned) == f.HoleCardTurned(("NJ 26.7(i)",), "8C")
    settle_by_hand(scene)
    assert over(scene)


@pytest.mark.clause("NJ 26.7(i)")
@pytest.mark.parametrize("up", ["AS", "KS", "QS", "JS"])
def test_the_reader_is_used_under_ace_king_queen_and_jack_before_any_additional_card(up: str) -> None:
    scene = wagered(f"{up} 5H 9D 9C", readings=READER).no_attack().no_insurance()
    read = scene.last(f.HoleCardRead)
    assert (read.blackjack, read.clauses) == (False, ("NJ 26.7(i)",))
    assert m.Hit in scene.table.waiting.may


@pytest.mark.clause("NJ 26.7(i)")
@pytest.mark.parametrize("up", ["9S", "2S"])
def test_the_reader_is_not_used_under_other_cards(up: str) -> None:
    assert not dealt(f"{up} 5H 9D 9C", readings=READER).facts(f.HoleCardRead)


@pytest.mark.clause("NJ 26.7(i)")
def test_without_a_reader_the_hole_card_is_not_checked_before_the_players_act() -> None:
    scene = dealt("KS 5H 6D AC 9D", readings=UNREAD)
    scene.as_player(m.Hit)
    assert not scene.facts(f.HoleCardRead)
    scene.stand_all()
    assert scene.last(f.HoleCardTurned).card == "AC"
    assert money(scene) == [("collected", "ann", "bet", BET)]


@pytest.mark.clause("NJ 26.7(i)", "NJ 26.5(b)")
def test_a_blackjack_by_the_reader_ends_the_round_before_anybody_draws() -> None:
    scene = wagered("KS 5H AH 6D KC AC", players=2, bonus=10_00, readings=READER)
    scene.as_player(m.Attack, cents=BET)
    scene.as_player(m.Attack, box=2, cents=BET)
    assert over(scene)
    assert [card.card for card in scene.facts(f.CardDealt)] == ["KS", "5H", "AH", "6D", "KC", "AC"]
    assert money(scene) == [
        ("collected", "bob", "bust-it", 10_00),
        ("collected", "ann", "bust-it", 10_00),
        ("returned", "bob", "bet", BET),
        ("returned", "bob", "attack", BET),
        ("collected", "ann", "bet", BET),
        ("returned", "ann", "attack", BET),
    ]


# --- 26.11(c), (d): insurance decided by the second card ------------------------------------------------------------


@pytest.mark.clause("NJ 26.11(a)", "NJ 26.11(c)")
@pytest.mark.parametrize("second", ["KD", "QD", "JD"])
def test_insurance_wins_5_to_2_on_king_queen_or_jack(second: str) -> None:
    scene = wagered(f"AS KH 9D {second}").no_attack()
    scene.as_player(m.Insure, cents=50_00)
    scene.stand_all()
    paid = scene.last(f.WagerPaid)
    assert (paid.wager, paid.cents, paid.winnings) == ("insurance", 50_00, 125_00)
    assert {"NJ 26.11(a)", "NJ 26.11(c)"} <= set(paid.clauses)
    assert scene.won("ann") == 125_00 - BET


@pytest.mark.clause("NJ 26.11(d)")
@pytest.mark.parametrize("second", ["AD", "2D", "5D", "9D"])
def test_insurance_loses_on_any_other_second_card_and_is_collected_before_the_dealer_draws_on(second: str) -> None:
    scene = wagered(f"AS KH 9D {second} 2C 3C 4C 5C 6C").no_attack()
    scene.as_player(m.Insure, cents=50_00)
    assert not [row for row in money(scene) if row[2] == "insurance"], "nothing is known before the second card"
    scene.stand_all()
    lost = next(fact for fact in scene.facts(f.WagerCollected) if fact.wager == "insurance")
    assert (lost.cents, lost.clauses) == (50_00, ("NJ 26.11(d)",))
    cards = [fact for fact in scene.facts(f.CardDealt) if fact.box == 0]
    assert place(scene, cards[1]) < place(scene, lost)
    assert all(place(scene, lost) < place(scene, card) for card in cards[2:])


@pytest.mark.clause("NJ 26.11(d)")
@pytest.mark.parametrize("reading", [READER, UNREAD])
def test_with_a_hole_card_losing_insurance_is_collected_when_it_is_disclosed(reading: dict[str, str]) -> None:
    scene = wagered("AS KH 9D 8D", readings=reading).no_attack()
    scene.as_player(m.Insure, cents=50_00)
    assert not money(scene), "the reader discloses nothing"
    scene.stand_all()
    turned = scene.last(f.HoleCardTurned)
    lost = next(fact for fact in scene.facts(f.WagerCollected) if fact.wager == "insurance")
    assert place(scene, turned) < place(scene, lost)


# --- 26.12: drawing -------------------------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.12(a)")
def test_a_player_may_draw_again_and_again_while_below_21() -> None:
    scene = dealt("7S 2H 3H 4H 5H 6H KD 9D")
    for _ in range(3):
        scene.as_player(m.Hit)
    assert scene.hand().total == 20
    assert m.Hit in scene.table.waiting.may


@pytest.mark.clause("NJ 26.12(a)", "NJ 26.12(a)1")
@pytest.mark.parametrize(
    ("deal", "total"),
    [("7S 5H 2H 6D 3H KC KD 9D", "hard 21"), ("7S AH 2H 4D 3H 6C KD 9D", "soft 21")],
)
def test_a_hand_of_21_hard_or_soft_draws_no_more(deal: str, total: str) -> None:
    scene = dealt(deal, players=2)
    scene.as_player(m.Hit)
    assert scene.hand().total == 21
    assert scene.table.waiting.box == 2
    refusal = scene.refused(m.Hit(by="ann", box=1))
    assert refusal.code == "hit/has-21"
    assert refusal.clauses == (("NJ 26.12(a)1",) if total == "hard 21" else ("NJ 26.12(a)",))


@pytest.mark.clause("NJ 26.12(a)1")
def test_a_blackjack_draws_no_card() -> None:
    scene = dealt("7S AH 9H KH 9D KD", players=2)
    refusal = scene.refused(m.Hit(by="ann", box=1))
    assert refusal.code == "hit/has-21"
    assert refusal.clauses == ("NJ 26.12(a)1",)


@pytest.mark.clause("NJ 26.12(b)")
@pytest.mark.parametrize(
    ("deal", "cards"),
    [
        ("KS KH 9D 6C 2C", 3),  # hard 16 draws
        ("KS KH 9D 7C 2C", 2),  # hard 17 stands
        ("AS KH 9D 5C 2C", 3),  # soft 16 draws
        ("AS KH 9D 6C 2C", 2),  # soft 17 stands
    ],
)
def test_the_dealer_draws_to_16_and_stands_on_17_hard_or_soft(deal: str, cards: int) -> None:
    scene = dealt(deal).stand_all()
    assert len(dealer_cards(scene)) == cards


@pytest.mark.clause("NJ 26.12(c)")
@pytest.mark.parametrize(
    ("deal", "acts"),
    [
        ("6S KH 6D 9C KD", (m.Hit,)),  # busted
        ("6S KH 6D KD", (m.Surrender,)),
        ("6S AH KD KD", ()),  # Blackjack
    ],
)
def test_the_dealer_draws_nothing_more_when_no_hand_depends_on_it(deal: str, acts: tuple[type[m.Move], ...]) -> None:
    scene = dealt(deal)
    for act in acts:
        scene.as_player(act)
    assert over(scene)
    assert dealer_cards(scene) == ["6S", "KD"], "the second card of 26.7(g), and no additional one"
    assert scene.last(f.DealerStood) == f.DealerStood(("NJ 26.12(c)",), 16)


@pytest.mark.clause("NJ 26.12(c)")
def test_a_bonus_wager_alone_makes_the_dealer_draw_his_third_card_and_no_more() -> None:
    scene = dealt("2S KH 6D 9C 3D 4C 5C", bonus=10_00)
    scene.as_player(m.Hit)
    assert dealer_cards(scene) == ["2S", "3D", "4C"]
    assert ("collected", "ann", "bust-it", 10_00) in money(scene)


def test_one_hand_that_depends_on_it_makes_the_dealer_draw() -> None:
    scene = dealt("6S KH 9H 6D 9D 9C KD 5C", players=2)
    scene.as_player(m.Hit)
    scene.as_player(m.Stand, box=2)
    assert dealer_cards(scene) == ["6S", "KD", "5C"]


@pytest.mark.clause("NJ 26.12(c)")
@pytest.mark.parametrize("stands", [0, 1, 2, 3, None])
def test_whichever_hand_of_a_box_that_was_split_it_is(stands: int | None) -> None:
    """The others are over 21; only where all are does he draw none."""
    hands = " ".join("KC" if number == stands else "KC KH" for number in range(4))
    scene = dealt(f"6S 8S 8H 8D 8C {hands} KD 5C")
    for _ in range(3):
        scene.as_player(m.Split)
    for number in range(4):
        scene.as_player(m.Stand if number == stands else m.Hit)
    assert over(scene)
    assert dealer_cards(scene) == (["6S", "KD"] if stands is None else ["6S", "KD", "5C"])


# --- 26.6(d), (e): the bonus wager decided --------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.6(a)", "NJ 26.6(d)", "NJ 26.6(d)2")
@pytest.mark.parametrize(
    ("cards", "times"),
    [("6S KC KD", 3), ("6S KC JD", 3), ("6S KC 9D", 6), ("6S KC 8D", 8), ("6S KC 7D", 10), ("6S KC 6D", 15)],
)
def test_a_bust_with_the_third_card_pays_the_bonus_by_that_card(cards: str, times: int) -> None:
    up, second, third = cards.split()
    scene = dealt(f"{up} KH 9D {second} {third}", bonus=10_00).stand_all()
    paid = scene.facts(f.WagerPaid)[0]
    assert (paid.wager, paid.winnings) == ("bust-it", times * 10_00)
    assert paid.clauses == ("NJ 26.6(d)", "NJ 26.6(d)2")


@pytest.mark.clause("NJ 26.6(d)3", "NJ 26.1 Suit")
@pytest.mark.parametrize(
    ("cards", "times", "special"),
    [("8S 8S 8S", 200, True), ("8S 8C 8S", 50, True), ("8H 8D 8D", 50, True), ("8S 8H 8S", 8, False)],
)
def test_three_eights_of_one_suit_or_colour_pay_more(cards: str, times: int, special: bool) -> None:
    up, second, third = cards.split()
    scene = dealt(f"{up} KH 9D {second} {third}", bonus=10_00).stand_all()
    paid = scene.facts(f.WagerPaid)[0]
    assert (paid.wager, paid.winnings) == ("bust-it", times * 10_00)
    assert ("NJ 26.6(d)3" in paid.clauses) is special


@pytest.mark.clause("NJ 26.6(d)", "NJ 26.6(d)1")
@pytest.mark.parametrize(
    ("deal", "cards"),
    [
        ("KS KH 9D 7C KC", 2),  # two cards of 17: decided at once
        ("KS KH 9D 6C 5C", 3),  # three cards of exactly 21 do not exceed it
        ("2S KH 9D 3C 4C KC KD", 3),  # a bust with a fourth or fifth card comes too late
        ("KS KH 9D AC", 2),  # dealer Blackjack
    ],
)
def test_any_other_course_loses_the_bonus_at_once_before_other_wagers(deal: str, cards: int) -> None:
    scene = dealt(deal, bonus=10_00).stand_all()
    lost = next(fact for fact in scene.facts(f.WagerCollected) if fact.wager == "bust-it")
    assert lost.clauses == ("NJ 26.6(d)", "NJ 26.6(d)1")
    assert money(scene)[0] == ("collected", "ann", "bust-it", 10_00)
    before = [card for card in scene.facts(f.CardDealt) if card.box == 0 and place(scene, card) < place(scene, lost)]
    assert len(before) == cards


@pytest.mark.clause("NJ 26.6(d)", "NJ 26.6(d)2")
def test_the_bonus_is_paid_from_the_dealers_right_counterclockwise_before_any_other_wager() -> None:
    scene = dealt("6S KH KC KD 9D 9C 9H KC 8D", players=3, bonus=10_00).stand_all()
    assert [row[1:3] for row in money(scene)] == [
        ("cat", "bust-it"),
        ("bob", "bust-it"),
        ("ann", "bust-it"),
        ("cat", "bet"),
        ("bob", "bet"),
        ("ann", "bet"),
    ]


@pytest.mark.clause("NJ 26.6(e)")
def test_the_bonus_outlives_a_busted_hand_and_a_surrender() -> None:
    scene = dealt("6S KH KC 6D 6C 9H KD 7C", players=2, bonus=10_00)
    scene.as_player(m.Hit)
    scene.as_player(m.Surrender, box=2)
    assert scene.won("ann") == 100_00 - BET
    assert scene.won("bob") == 100_00 - BET // 2


@pytest.mark.clause("NJ 26.6(d)", "NJ 26.11(d)")
def test_at_a_two_card_17_or_more_the_bonus_goes_before_insurance() -> None:
    scene = wagered("AS KH 9D 6C", bonus=10_00).no_attack()
    scene.as_player(m.Insure, cents=50_00)
    scene.stand_all()
    assert [row[2] for row in money(scene)] == ["bust-it", "insurance", "bet"]


# --- 26.5(a), (b), (e): outcomes ------------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.5(a)", "NJ 26.5(a)1", "NJ 26.5(e)")
def test_a_player_with_21_or_less_wins_both_wagers_1_to_1_when_the_dealer_exceeds_21() -> None:
    scene = dealt("6S 2H 3D KC 6D", attack=BET).stand_all()
    assert money(scene) == [("paid", "ann", "bet", BET), ("paid", "ann", "attack", BET)]
    assert [paid.winnings for paid in scene.facts(f.WagerPaid)] == [BET, BET]
    assert scene.facts(f.WagerPaid)[0].clauses == ("NJ 26.5(a)", "NJ 26.5(a)1", "NJ 26.5(e)")


@pytest.mark.clause("NJ 26.5(a)1")
def test_a_player_over_21_loses_though_the_dealer_busts_later() -> None:
    scene = dealt("6S KH 9H 5D 9D 7C KC 6D", players=2)
    scene.as_player(m.Hit)
    assert money(scene) == [], "26.5(e) collects after the round"
    scene.stand_all()
    assert money(scene) == [("paid", "bob", "bet", BET), ("collected", "ann", "bet", BET)]


@pytest.mark.clause("NJ 26.5(a)2", "NJ 26.5(b)", "NJ 26.5(e)")
@pytest.mark.parametrize(
    ("player", "outcome", "clause"),
    [("KH 9D", "paid", "NJ 26.5(a)2"), ("KH 8D", "returned", "NJ 26.5(b)"), ("KH 7D", "collected", "NJ 26.5(e)")],
)
def test_one_point_more_wins_the_same_is_void_and_one_less_loses(player: str, outcome: str, clause: str) -> None:
    scene = dealt(f"KS {player} 8C", attack=BET).stand_all()
    assert money(scene) == [(outcome, "ann", "bet", BET), (outcome, "ann", "attack", BET)]
    assert clause in scene.last(f.HandSettled).clauses


@pytest.mark.clause("NJ 26.5(a)3", "NJ 26.1 Blackjack")
def test_a_players_blackjack_beats_a_dealers_21_of_three_cards() -> None:
    scene = dealt("5S AH KH JD 9D 6C KC", players=2, attack=BET)
    scene.stand_all()
    assert dealer_cards(scene) == ["5S", "6C", "KC"]
    assert scene.won("ann") == 2 * BET
    settled = next(fact for fact in scene.facts(f.HandSettled) if fact.box == 1)
    assert settled.clauses == ("NJ 26.5(a)", "NJ 26.5(a)3")


@pytest.mark.clause("NJ 26.5(b)")
def test_a_players_21_of_three_cards_and_a_dealers_21_of_three_are_void() -> None:
    scene = dealt("5S 5H 6D KD 6C KC", attack=BET)
    scene.as_player(m.Hit)
    assert scene.won("ann") == 0
    assert scene.last(f.HandSettled).clauses == ("NJ 26.5(b)",)


@pytest.mark.clause("NJ 26.5(b)", "NJ 26.1 Blackjack")
def test_two_blackjacks_are_void_and_a_three_card_21_loses_to_a_dealer_blackjack() -> None:
    scene = dealt("AS AH KH KD 5D 6D KC", players=2)
    scene.as_player(m.Hit, box=2)
    assert over(scene)
    assert (scene.won("ann"), scene.won("bob")) == (0, -BET)


@pytest.mark.clause("NJ 26.5(b)")
def test_a_dealer_blackjack_takes_the_initial_wager_and_voids_the_double_attack() -> None:
    scene = dealt("KS KH 9D AC", attack=BET).stand_all()
    assert money(scene) == [("collected", "ann", "bet", BET), ("returned", "ann", "attack", BET)]
    assert scene.last(f.WagerReturned).clauses == ("NJ 26.5(b)",)


@pytest.mark.clause("NJ 26.5(e)")
def test_a_players_blackjack_is_paid_after_the_round_even_money() -> None:
    scene = dealt("7S AH KH KD 9D KC", players=2, attack=BET)
    assert not money(scene), "the dealer cannot have Blackjack, and yet the round is not over"
    scene.stand_all()
    assert [row for row in money(scene) if row[1] == "ann"] == [
        ("paid", "ann", "bet", BET),
        ("paid", "ann", "attack", BET),
    ]


# --- (h), (k): the cards afterwards ---------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.7(h)")
def test_cards_are_picked_up_from_the_far_right_counterclockwise_and_the_dealers_last() -> None:
    scene = dealt("9S 2H 3H 4H KD KC KH 9D", players=3).stand_all()
    assert [(each.box, each.clauses[0]) for each in scene.facts(f.CardsDiscarded)] == [
        (3, "NJ 26.7(h)"),
        (2, "NJ 26.7(h)"),
        (1, "NJ 26.7(h)"),
        (0, "NJ 26.7(h)"),
    ]
    groups = scene.table.state.cards.rack.round(1)[1:]
    assert [group.label for group in groups] == [
        PlayerHand(1, 3),
        PlayerHand(1, 2),
        PlayerHand(1, 1),
        DealerHand(1),
    ]
    assert [" ".join(card.code for card in group.cards) for group in groups] == ["4H KH", "3H KC", "2H KD", "9S 9D"]


@pytest.mark.clause("NJ 26.5(e)", "NJ 26.7(h)")
def test_boxes_are_settled_in_any_order_but_picked_up_from_the_far_right() -> None:
    scene = dealt("9S 2H 3H KD KC 9D", players=2, by_hand=("dealer",)).stand_all()
    scene.dealer(m.Deal, to=0)
    refusal = scene.refused(m.SettleBox(by="dealer", box=3))
    assert (refusal.code, refusal.clauses) == ("settle/out-of-order", ("NJ 26.5(e)",))
    scene.dealer(m.SettleBox, box=1)
    assert scene.refused(m.SettleBox(by="dealer", box=1)).code == "settle/out-of-order"
    settle_by_hand(scene)
    assert [each.box for each in scene.facts(f.HandSettled)] == [1, 2]
    assert [each.box for each in scene.facts(f.CardsDiscarded)] == [2, 1, 0]
    assert scene.last(f.CardsDiscarded).clauses == ("NJ 26.7(h)",)


@pytest.mark.clause("NJ 26.7(h)")
def test_the_hands_of_a_split_too_are_picked_up_counterclockwise() -> None:
    scene = dealt("9S 8H 2H 8D 3H KC KD KH 9D", players=2)
    scene.as_player(m.Split)
    scene.stand_all()
    picked_up = [(each.box, each.hand) for each in scene.facts(f.CardsDiscarded)]
    assert picked_up == [(2, 1), (1, 2), (1, 1), (0, 1)]


@pytest.mark.clause("NJ 26.7(h)")
def test_a_pair_split_twice_is_picked_up_as_it_lies_and_not_by_number() -> None:
    scene = dealt("9S 8H 8D 8C 2C 3C 4C 9D", sets={"positions": 6})
    scene.as_player(m.Split)
    scene.as_player(m.Split)
    assert [hand.number for hand in scene.hands()] == [1, 3, 2]
    scene.stand_all()
    assert [each.hand for each in scene.facts(f.CardsDiscarded) if each.box] == [2, 3, 1]


@pytest.mark.clause("NJ 26.7(k)")
@pytest.mark.parametrize("who", ["ann", "a spectator"])
def test_nobody_but_the_dealer_handles_the_cards_at_any_time(who: str) -> None:
    scene = wagered("AS KH 9D 8C")
    for step in (scene.no_attack, scene.no_insurance, scene.stand_all):
        refusal = scene.refused(m.TouchCards(by=who))
        assert (refusal.code, refusal.clauses) == ("cards/handled", ("NJ 26.7(k)",))
        step()
    assert over(scene)
