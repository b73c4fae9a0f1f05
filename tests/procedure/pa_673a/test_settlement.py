"""§ 673a.7(m) to (v), § 673a.3(d) and § 673a.12: 21, the dealer's hand, outcomes, order of settlement, the rack."""

import pytest

from pitboss.cards.card import Card
from pitboss.cards.discard_rack import DealerHand, PlayerHand
from pitboss.procedure.moves import DEALER
from tests import facts
from tests import moves as m
from tests.procedure.kit import Scene
from tests.procedure.pa_673a.seat import BET, by_dealer, deal_all, names_of, table, to_the_end

# --- (m), (n): 21 ---------------------------------------------------------------------------------------------------

TOGETHER = ("PA 673a.7(t)", "PA 673a.7(t)(2)")


@pytest.mark.clause("PA 673a.7(m)")
@pytest.mark.clause("PA 673a.2(b)(4)(iii)")
def test_reading_21_right_away_is_paid_even_money_in_the_players_turn() -> None:
    scene = table("9S 7H", "TD 5D", "9D 5D", then="6H", readings={"twenty-one-paid": "right-away"})
    hit = scene.as_player(m.Hit)
    paid = next(fact for fact in hit if isinstance(fact, facts.WagerPaid))
    assert (paid.box, paid.winnings, paid.clauses) == (1, BET, ("PA 673a.7(m)", "PA 673a.12(a)"))
    assert "CardsDiscarded" in names_of(hit)
    assert scene.table.waiting.box == 2


@pytest.mark.clause("PA 673a.7(m)")
@pytest.mark.clause("PA 673a.7(n)")
def test_reading_21_after_all_players_is_paid_when_they_have_their_cards_and_before_the_hole_card() -> None:
    readings = {"twenty-one-paid": "after-all-players"}
    scene = table("9S 7H", "TD 5D", "9D 5D", then="6H 2C", readings=readings)
    assert "WagerPaid" not in names_of(scene.as_player(m.Hit))
    assert scene.hand(1).cards
    stood = names_of(scene.as_player(m.Stand, 2))
    assert stood.index("WagerPaid") < stood.index("CardsDiscarded") < stood.index("HoleCardTurned")
    assert scene.won("ann") == BET


@pytest.mark.clause("PA 673a.7(t)(1)")
@pytest.mark.clause("PA 673a.7(t)(2)")
@pytest.mark.parametrize(("chosen", "by"), [("collect-first", "PA 673a.7(t)(1)"), ("together", "PA 673a.7(t)(2)")])
def test_21s_that_wait_for_all_players_are_paid_from_the_dealers_right(chosen: str, by: str) -> None:
    readings = {"twenty-one-paid": "after-all-players"}
    hands = ("TD 5D", "8S 8H", "TS 5H")
    scene = table("9S 7H", *hands, then="6H 3C TC TH 6D 6S 2C", readings=readings, sets={"collect_and_pay": chosen})
    scene.as_player(m.Hit)
    scene.as_player(m.Split, 2)
    scene.as_player(m.Hit, 2)
    scene.as_player(m.Stand, 2)
    scene.as_player(m.Hit, 3)
    paid = [(fact.box, fact.hand) for fact in scene.facts(facts.HandSettled) if fact.outcome == "21"]
    assert paid == [(3, 1), (2, 1), (1, 1)]
    assert all(by in fact.clauses for fact in scene.facts(facts.HandSettled) if fact.outcome == "21")


@pytest.mark.clause("PA 673a.7(m)")
@pytest.mark.parametrize("paid_when", ["right-away", "after-all-players"])
@pytest.mark.parametrize("draws", ["5C", "6C", "7C"], ids=["dealer 21", "dealer 22", "dealer 23"])
def test_a_21_wins_whatever_the_dealer_draws(paid_when: str, draws: str) -> None:
    scene = table("9S 7H", "TD 5D", "TD 7D", then=f"6H {draws}", readings={"twenty-one-paid": paid_when})
    scene.as_player(m.Hit)
    to_the_end(scene)
    assert scene.last(facts.DealerStood).total > 20
    assert scene.won("ann") == BET


@pytest.mark.clause("PA 673a.7(m)")
@pytest.mark.parametrize("paid_when", ["right-away", "after-all-players"])
def test_a_doubled_21_is_paid_on_both_wagers(paid_when: str) -> None:
    scene = table("9S 7H", "5D 6D", then="TH", readings={"twenty-one-paid": paid_when})
    scene.as_player(m.Double, cents=BET)
    assert scene.won("ann") == 2 * BET


@pytest.mark.clause("PA 673a.7(n)")
def test_the_hole_card_is_turned_up_when_the_players_have_finished() -> None:
    scene = deal_all(by_dealer("9S 8H", "9D 5D"))
    refusal = scene.refused(m.TurnHoleCard(by=DEALER))
    assert refusal.code == "hole-card/too-early"
    scene.as_player(m.Stand)
    assert scene.table.waiting.clauses == ("PA 673a.7(n)",)
    turned = scene.dealer(m.TurnHoleCard)
    assert isinstance(turned[0], facts.HoleCardTurned)
    assert (turned[0].card, turned[0].clauses) == ("8H", ("PA 673a.7(n)",))


# --- (o), (p): the dealer's hand ------------------------------------------------------------------------------------


@pytest.mark.clause("PA 673a.7(o)")
@pytest.mark.parametrize(
    ("dealer", "then", "total", "drawn"),
    [
        ("9S 7H", "AC", 17, 1),
        ("9S 8H", "", 17, 0),
        ("6S AH", "", 17, 0),
        ("5S AH", "2C", 18, 1),
        ("5S AH", "TC TH", 26, 2),
        ("2S 2H", "2C 2D 2S 2H 2C 3C", 17, 6),
    ],
    ids=["hard 16 draws", "hard 17 stands", "soft 17 stands", "soft 16 draws", "ace falls to 1", "many small cards"],
)
def test_the_dealer_draws_to_16_and_stands_on_every_17(dealer: str, then: str, total: int, drawn: int) -> None:
    scene = to_the_end(table(dealer, "TD 9D", then=then))
    assert scene.last(facts.DealerStood).total == total
    own = [f for f in scene.facts(facts.CardDealt) if f.box == 0][2:]
    assert len(own) == drawn
    assert all(fact.face_up and fact.clauses == ("PA 673a.7(o)",) for fact in own)


@pytest.mark.clause("PA 673a.7(o)")
def test_the_dealer_announces_his_total_after_each_additional_card() -> None:
    scene = to_the_end(table("5S 4H", "TD 9D", then="2C 3C 9C"))
    spoken = scene.facts(facts.Announced)
    assert [(f.by, f.words, f.clauses) for f in spoken] == [
        (DEALER, "11", ("PA 673a.7(o)",)),
        (DEALER, "14", ("PA 673a.7(o)",)),
        (DEALER, "23", ("PA 673a.7(o)",)),
    ]


@pytest.mark.clause("PA 673a.7(p)")
def test_the_dealer_draws_nothing_when_every_hand_is_decided() -> None:
    scene = table("5S 7H", "TD 6D", "AD KD", "9D 2D", "TD 5D", then="9D 3H TH 6S TC")
    scene.as_player(m.Hit)
    scene.as_player(m.SecondChance)  # 25 less 3: lost
    scene.as_player(m.Hit, 3)  # 21: paid
    scene.as_player(m.Hit, 4)  # 21: paid
    stood = scene.last(facts.DealerStood)
    assert (stood.total, stood.clauses) == (12, ("PA 673a.7(p)",))
    assert len([f for f in scene.facts(facts.CardDealt) if f.box == 0]) == 2
    assert scene.facts(facts.HoleCardTurned)  # it is turned up all the same


def test_one_hand_that_still_depends_on_it_makes_the_dealer_draw() -> None:
    scene = table("5S 7H", "TD 6D", "TD 9D", then="9D TC")
    scene.as_player(m.Hit)
    scene.as_player(m.NoSecondChance)
    to_the_end(scene)
    assert scene.last(facts.DealerStood).total == 22


def test_a_hand_played_on_after_a_second_chance_still_depends_on_the_dealer() -> None:
    scene = table("5S 7H", "TD 6D", then="9D 5H TC")
    scene.as_player(m.Hit)
    scene.as_player(m.SecondChance)
    assert scene.last(facts.DealerStood).total == 22


@pytest.mark.clause("PA 673a.7(p)")
def test_after_surrenders_alone_the_dealer_draws_nothing() -> None:
    scene = table("5S 7H", "TD 6D")
    scene.as_player(m.Surrender)
    assert scene.last(facts.DealerStood).total == 12


# --- (q), (r), (s): outcomes ----------------------------------------------------------------------------------------


@pytest.mark.clause("PA 673a.7(q)")
@pytest.mark.clause("PA 673a.7(q)(1)")
@pytest.mark.clause("PA 673a.7(r)(1)(i)")
@pytest.mark.clause("PA 673a.7(s)(1)(ii)")
@pytest.mark.parametrize(
    ("draws", "won", "clause"),
    [
        ("5C", -BET, "PA 673a.7(r)(3)(ii)"),
        ("6C", 0, "PA 673a.7(q)(1)"),
        ("7C", BET, "PA 673a.7(r)(1)(i)"),
        ("TC", BET, "PA 673a.7(r)(1)(i)"),
    ],
    ids=["21", "22", "23", "26"],
)
def test_a_dealer_22_returns_wagers_and_23_or_more_pays_them(draws: str, won: int, clause: str) -> None:
    scene = to_the_end(table("9S 7H", "TD 8D", then=draws))
    assert scene.won("ann") == won
    assert clause in scene.last(facts.HandSettled).clauses


@pytest.mark.clause("PA 673a.7(q)(1)")
def test_a_dealer_22_returns_doubled_and_split_wagers_too() -> None:
    scene = table("9S 7H", "8D 8H", then="2D TD TH 6C")
    scene.as_player(m.Split)
    scene.as_player(m.Double, cents=BET)
    scene.as_player(m.Stand)
    assert scene.last(facts.DealerStood).total == 22
    assert scene.won("ann") == 0
    assert len(scene.facts(facts.WagerReturned)) == 3


@pytest.mark.clause("PA 673a.7(r)")
@pytest.mark.clause("PA 673a.7(r)(1)")
@pytest.mark.clause("PA 673a.7(r)(1)(ii)")
@pytest.mark.clause("PA 673a.7(r)(2)")
@pytest.mark.clause("PA 673a.7(r)(3)")
@pytest.mark.clause("PA 673a.7(r)(3)(ii)")
@pytest.mark.clause("PA 673a.7(s)")
@pytest.mark.clause("PA 673a.7(s)(1)")
@pytest.mark.clause("PA 673a.7(s)(1)(ii)")
@pytest.mark.clause("PA 673a.7(s)(2)")
@pytest.mark.clause("PA 673a.7(s)(3)")
@pytest.mark.parametrize(
    ("hand", "won", "settled", "moved"),
    [
        ("TD 8D", BET, ("PA 673a.7(r)(1)(ii)",), ("PA 673a.7(s)(1)(ii)", "PA 673a.12(a)", *TOGETHER)),
        ("TD 7D", 0, ("PA 673a.7(r)(2)", "PA 673a.7(s)(2)"), ()),
        ("TD 6D", -BET, ("PA 673a.7(r)(3)(ii)", "PA 673a.7(s)(3)"), TOGETHER),
    ],
    ids=["18 wins", "17 ties", "16 loses"],
)
def test_the_higher_total_wins_the_same_ties_the_lower_loses(
    hand: str, won: int, settled: tuple[str, ...], moved: tuple[str, ...]
) -> None:
    scene = to_the_end(table("9S 8H", hand))
    assert scene.won("ann") == won
    settled = ("PA 673a.7(q)(2)", *settled)
    assert scene.last(facts.HandSettled).clauses == settled
    last = [f for f in scene.table.facts if isinstance(f, facts.WagerPaid | facts.WagerReturned | facts.WagerCollected)]
    assert last[-1].clauses == (*settled, *moved)


@pytest.mark.clause("PA 673a.3(d)")
@pytest.mark.clause("PA 673a.3(d)(1)")
@pytest.mark.clause("PA 673a.3(d)(2)")
@pytest.mark.clause("PA 673a.3(d)(3)")
@pytest.mark.parametrize(
    ("hand", "total"),
    [("2D 3D", 5), ("9D TD", 19), ("JD 2D", 12), ("QD 2D", 12), ("KD 2D", 12), ("AD 9D", 20), ("AD AH", 12)],
)
def test_cards_count_their_face_court_cards_ten_and_an_ace_eleven_unless_that_is_over_21(hand: str, total: int) -> None:
    scene = table("9S 8H", hand)
    assert scene.hand(1).total == total
    points = scene.blackjack.rules.points
    assert points.number_cards
    assert points.court_cards
    assert points.aces


# --- (q)(2), (t): order ---------------------------------------------------------------------------------------------


def _settled(scene: Scene) -> list[tuple[str, int]]:
    kinds = facts.WagerPaid | facts.WagerReturned | facts.WagerCollected
    return [(type(f).__name__, f.box) for f in scene.table.facts if isinstance(f, kinds)]


FIVE = ("TD 6D", "TD 8D", "TD 7D", "TD 5D", "TD 9D")  # against 17: loses, wins, ties, loses, wins


@pytest.mark.clause("PA 673a.7(q)(2)")
@pytest.mark.clause("PA 673a.7(t)")
@pytest.mark.clause("PA 673a.7(t)(2)")
def test_together_each_player_is_settled_in_turn_counterclockwise_from_the_dealers_right() -> None:
    scene = to_the_end(table("9S 8H", *FIVE, sets={"collect_and_pay": "together"}))
    assert _settled(scene) == [
        ("WagerPaid", 5),
        ("WagerCollected", 4),
        ("WagerReturned", 3),
        ("WagerPaid", 2),
        ("WagerCollected", 1),
    ]


@pytest.mark.clause("PA 673a.7(q)(2)")
@pytest.mark.clause("PA 673a.7(t)")
@pytest.mark.clause("PA 673a.7(t)(1)")
def test_collect_first_takes_every_losing_wager_before_one_winning_wager_is_paid() -> None:
    scene = to_the_end(table("9S 8H", *FIVE, sets={"collect_and_pay": "collect-first"}))
    assert _settled(scene) == [
        ("WagerCollected", 4),
        ("WagerCollected", 1),
        ("WagerPaid", 5),
        ("WagerReturned", 3),
        ("WagerPaid", 2),
    ]


@pytest.mark.clause("PA 673a.7(t)(1)")
def test_collect_first_a_person_who_deals_collects_from_the_right_and_then_pays_from_the_right() -> None:
    scene = deal_all(by_dealer("9S 8H", *FIVE[:4], sets={"collect_and_pay": "collect-first"})).stand_all()
    scene.dealer(m.TurnHoleCard)
    refusal = scene.refused(m.SettleBox(by=DEALER, box=2))
    assert refusal.code == "settle/out-of-order"
    assert refusal.clauses == ("PA 673a.7(q)(2)", "PA 673a.7(t)", "PA 673a.7(t)(1)")
    for box in (4, 1, 3, 2):
        scene.dealer(m.SettleBox, box=box)
    assert not scene.table.state.in_round


@pytest.mark.clause("PA 673a.7(q)(2)")
@pytest.mark.parametrize(("drawn", "by"), [("5C", ("PA 673a.7(q)(2)", *TOGETHER)), ("6C", TOGETHER), ("7C", TOGETHER)])
def test_a_dealer_over_21_is_compared_with_nobody_and_only_the_order_is_left(drawn: str, by: tuple[str, ...]) -> None:
    scene = deal_all(by_dealer("9S 7H", *FIVE[:2], then=drawn)).stand_all()
    scene.dealer(m.TurnHoleCard)
    scene.dealer(m.Deal, to=0)
    assert scene.refused(m.SettleBox(by=DEALER, box=1)).clauses == by


@pytest.mark.clause("PA 673a.7(t)(2)")
def test_together_a_person_who_deals_settles_from_the_right() -> None:
    scene = deal_all(by_dealer("9S 8H", *FIVE[:4], sets={"collect_and_pay": "together"})).stand_all()
    scene.dealer(m.TurnHoleCard)
    for box in (4, 3, 2, 1):
        for other in {1, 2, 3, 4} - {box}:
            refusal = scene.refused(m.SettleBox(by=DEALER, box=other))
            assert refusal.code == "settle/out-of-order"
            assert refusal.clauses == ("PA 673a.7(q)(2)", "PA 673a.7(t)", "PA 673a.7(t)(2)")
        scene.dealer(m.SettleBox, box=box)


@pytest.mark.clause("PA 673a.7(t)(2)")
def test_together_a_players_losing_hand_is_taken_and_the_winning_one_paid_before_the_next_player() -> None:
    scene = table("9S 8H", "TD 6D", "8D 8S", "TD 9D", then="6C TH", sets={"collect_and_pay": "together"})
    scene.as_player(m.Stand)
    scene.as_player(m.Split, 2)
    to_the_end(scene)
    assert sorted(_settled(scene)[1:3]) == [("WagerCollected", 2), ("WagerPaid", 2)], "14 and 18 against 17"
    assert [box for _, box in _settled(scene)] == [3, 2, 2, 1]


@pytest.mark.clause("PA 673a.7(t)(2)")
def test_together_a_losing_wager_goes_whole_into_the_inventory_and_winnings_come_out_of_it() -> None:
    scene = deal_all(by_dealer("9S 8H", "TD 8D", "TD 6D", sets={"collect_and_pay": "together"})).stand_all()
    scene.dealer(m.TurnHoleCard)
    before = scene.table.state.chips.inventory
    scene.dealer(m.SettleBox, box=2)
    assert scene.table.state.chips.inventory == before + BET
    assert scene.won("ann") == -BET  # not paid with bob's chips: nothing moved but his wager
    scene.dealer(m.SettleBox, box=1)
    assert scene.table.state.chips.inventory == before
    assert scene.won("ann") == BET


# --- (u), (v) -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 673a.7(u)")
def test_every_hand_of_the_round_can_be_rebuilt_from_the_discard_rack() -> None:
    scene = table("9S 7H", "8D 8H", "AD KD", "TD 6D", then="2D 3D 4H 9C 5H TC")
    scene.as_player(m.Split)
    scene.as_player(m.Stand)
    scene.as_player(m.Hit)
    scene.as_player(m.Stand)
    scene.as_player(m.Hit, 3)
    scene.as_player(m.SecondChance, 3)
    groups = {group.label: [card.code for card in group.cards] for group in scene.table.state.cards.rack.round(1)}
    assert groups[PlayerHand(1, 1, 1)] == ["8D", "2D"]
    assert groups[PlayerHand(1, 1, 2)] == ["8H", "3D", "4H"]
    assert groups[PlayerHand(1, 2, 1)] == ["AD", "KD"]
    assert groups[PlayerHand(1, 3, 1)] == ["TD", "6D", "9C", "5H"]
    assert groups[DealerHand(1)] == ["9S", "7H", "TC"]
    assert scene.blackjack.dealer.cards == []


@pytest.mark.clause("PA 673a.7(u)")
def test_cards_stay_on_the_layout_until_all_wagers_are_settled() -> None:
    scene = deal_all(by_dealer("9S 8H", "TD 8D", "TD 6D")).stand_all()
    scene.dealer(m.TurnHoleCard)
    scene.dealer(m.SettleBox, box=2)
    assert scene.hand(2).cards == [Card.parse("TD"), Card.parse("6D")]
    done = scene.dealer(m.SettleBox, box=1)
    discards = [fact for fact in done if isinstance(fact, facts.CardsDiscarded)]
    assert [(f.box, f.clauses) for f in discards] == [(b, ("PA 673a.7(u)",)) for b in (2, 1, 0)]


@pytest.mark.clause("PA 673a.7(v)")
@pytest.mark.parametrize("who", ["ann", "bob", "a spectator"])
def test_nobody_may_touch_the_cards_at_any_point(who: str) -> None:
    scene = table("AS 8H", "TD 8D", "TD 6D")
    for phase in ("insurance", "play", "betting"):
        if phase == "play":
            scene.no_insurance()
        elif phase == "betting":
            scene.stand_all()
        assert scene.table.state.phase.value == phase
        refusal = scene.refused(m.TouchCards(by=who))
        assert (refusal.code, refusal.clauses) == ("cards/handled", ("PA 673a.7(v)",))
