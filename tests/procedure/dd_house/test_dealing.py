"""Dealing 3 to 6 and Additional policies 2 and 3: the pitch, the dealer's two cards, and who may look at what when."""

import msgspec
import pytest

from pitboss.procedure.views import facts_for, view
from tests.procedure.dd_house.at_table import (
    BET,
    DEALER,
    deal_by_hand,
    dealt,
    f,
    look,
    m,
    may,
    opened,
    pitched,
    two_hands,
)
from tests.procedure.kit import Scene


def cards_dealt(scene: Scene) -> list[tuple[int, str | None, bool]]:
    return [(x.box, x.card, x.face_up) for x in scene.table.facts if isinstance(x, f.CardDealt)]


@pytest.mark.clause("DD Dealing 3")
def test_players_cards_are_pitched_one_at_a_time_face_down_and_clockwise() -> None:
    scene = dealt("2S 3S", "4S 5S", "6S 7S", dealer="TD 8C")
    players = [(box, card, up) for box, card, up in cards_dealt(scene) if box]
    assert players == [
        (1, "2S", False),
        (2, "4S", False),
        (3, "6S", False),
        (1, "3S", False),
        (2, "5S", False),
        (3, "7S", False),
    ]
    assert all(x.clauses == ("DD Dealing 3",) for x in scene.facts(f.CardDealt) if x.box)


@pytest.mark.clause("DD Dealing 3")
def test_a_dealing_person_cannot_pitch_out_of_order_nor_leave_a_card_out() -> None:
    scene = opened(pitched(("2S 3S", "4S 5S"), "TD 8C"), 2, by_hand=(DEALER,))
    scene.bet()
    scene.dealer(m.CloseBets)
    for wrong in (m.Deal(by=DEALER, to=2), m.Deal(by=DEALER, to=0), m.PassOver(by=DEALER, box=2)):
        refusal = scene.refused(wrong)
        assert (refusal.code, refusal.clauses) == ("deal/out-of-order", ("DD Dealing 3",))
    refusal = scene.refused(m.PassOver(by=DEALER, box=1))
    assert (refusal.code, refusal.clauses) == ("deal/card-due", ("DD Dealing 3",))
    deal_by_hand(scene)
    assert [len(hand.cards) for hand in scene.hands()] == [2, 2]


@pytest.mark.clause("DD Dealing 4")
@pytest.mark.parametrize(
    ("reading", "order"),
    [("down-card-first", [("TD", False), ("8C", True)]), ("up-card-first", [("8C", True), ("TD", False)])],
)
def test_one_dealers_card_is_face_up_and_the_other_down_in_the_order_of_the_reading(
    reading: str, order: list[tuple[str, bool]]
) -> None:
    scene = dealt("2S 3S", "4S 5S", dealer="TD 8C", readings={"dealer-card-order": reading})
    own = [(card, up) for box, card, up in cards_dealt(scene) if box == 0]
    assert own == order
    assert [box for box, _, _ in cards_dealt(scene)] == [1, 2, 0, 1, 2, 0]
    assert scene.blackjack.dealer.up_card.code == "8C"
    assert scene.blackjack.dealer.hole_card.code == "TD"


@pytest.mark.clause("DD Dealing 4")
def test_the_dealers_own_card_may_not_be_left_out() -> None:
    scene = opened(pitched(("2S 3S",), "TD 8C"), by_hand=(DEALER,))
    scene.bet()
    scene.dealer(m.CloseBets)
    scene.dealer(m.Deal, to=1)
    refusal = scene.refused(m.PassOver(by=DEALER, box=0))
    assert refusal.clauses == ("DD Dealing 4",)
    scene.dealer(m.Deal, to=0)


@pytest.mark.clause("DD Dealing 5")
@pytest.mark.parametrize("reading", ["checked", "unchecked"])
def test_the_dealers_two_cards_stay_squared_while_players_decide(reading: str) -> None:
    scene = opened(pitched(("2S 3S",), "TD 8C"), by_hand=(DEALER,), readings={"double-deck-peek": reading})
    scene.bet()
    scene.dealer(m.CloseBets)
    deal_by_hand(scene)
    assert scene.last(f.CardsSquared) == f.CardsSquared(("DD Dealing 5",), 2)
    assert m.Stand in scene.table.waiting.may
    assert scene.refused(m.TurnHoleCard(by=DEALER)).code == "hole-card/too-early"
    assert scene.refused(m.ReadHoleCard(by=DEALER)).code.startswith("reader/")
    assert view(scene.table, "ann").dealer == (None, "8C")


@pytest.mark.clause("DD Dealing 6")
def test_players_look_at_their_own_cards_only_when_the_layout_is_complete() -> None:
    scene = opened(pitched(("2S 3S", "4S 5S"), "TD 8C"), 2, by_hand=(DEALER,))
    assert scene.refused(m.LookAtCards(by="ann", box=1)).code == "look/not-yours"  # no round yet
    scene.bet()
    scene.dealer(m.CloseBets)
    for _ in range(6):
        refusal = scene.refused(m.LookAtCards(by="ann", box=1))
        assert (refusal.code, refusal.clauses) == ("look/too-early", ("DD Dealing 6",))
        scene.dealer(m.Deal, to=scene.table.waiting.box)
    (seen,) = look(scene)
    assert seen == f.CardsLookedAt(("DD Dealing 6",), "ann", 1, 1, ("2S", "3S"))


@pytest.mark.clause("DD Dealing 6")
def test_what_is_looked_at_are_the_two_cards_though_others_lie_there_by_then() -> None:
    scene = opened(pitched(("2S 3S",), "TD 8C", then="4C")).bet()
    scene.as_player(m.Hit)
    (seen,) = look(scene)
    assert seen == f.CardsLookedAt(("DD Dealing 6",), "ann", 1, 1, ("2S", "3S"))


@pytest.mark.clause("DD Dealing 6")
def test_cards_are_viewed_with_one_hand_and_never_anothers() -> None:
    scene = dealt("2S 3S", "4S 5S", dealer="TD 8C")
    refusal = scene.refused(m.LookAtCards(by="ann", box=1, hands=2))
    assert (refusal.code, refusal.clauses) == ("look/two-hands", ("DD Dealing 6",))
    refusal = scene.refused(m.LookAtCards(by="ann", box=2))
    assert (refusal.code, refusal.clauses) == ("look/not-yours", ("DD Dealing 6",))
    look(scene, 2)  # out of turn, since everybody may look
    assert view(scene.table, "bob").boxes[1].hands[0].cards == ("4S", "5S")
    assert view(scene.table, "ann").boxes[1].hands[0].cards == (None, None)
    assert view(scene.table, "ann").boxes[0].hands[0].cards == (None, None)  # ann has not looked yet


def test_looking_is_allowed_not_ordered_so_an_unseen_hand_may_be_hit_stood_or_doubled() -> None:
    for move in (m.Hit(by="ann", box=1), m.Stand(by="ann", box=1), m.Double(by="ann", box=1, cents=BET)):
        scene = dealt("2S 3S", dealer="TD 8C", then="4H")
        assert may(scene) == (m.Hit, m.Stand, m.Double)
        scene.do(move)


@pytest.mark.parametrize("cards", ["8S 8H", "AS KH", "2S 3S", "TS 7H"])
def test_what_an_unseen_hand_may_do_tells_nothing_of_its_cards(cards: str) -> None:
    scene = dealt(cards, dealer="TD 8C")
    assert may(scene) == (m.Hit, m.Stand, m.Double)
    refusal = scene.refused(m.Split(by="ann", box=1))
    assert refusal.code == "split/not-looked"
    assert refusal.clauses == (), "the text has the hand exposed to split it, not looked at first"


@pytest.mark.parametrize("sets", [{"double_on_blackjack": "no"}, {"double_on_totals": "9, 10, 11"}], ids=str)
@pytest.mark.parametrize("cards", ["AS KH", "5S 6H", "2S 3S"])
def test_nor_where_a_variant_lets_the_cards_say_whether_they_are_doubled(cards: str, sets: dict[str, object]) -> None:
    """Given two cards nobody has looked at, then they are not doubled, and no reason tells what they are."""
    scene = dealt(cards, dealer="TD 8C", sets=sets)
    assert may(scene) == (m.Hit, m.Stand)
    refusal = scene.refused(m.Double(by="ann", box=1, cents=BET))
    assert (refusal.code, refusal.clauses) == ("double/not-looked", ()), "only a variant has it so, and no text"
    look(scene)
    assert (m.Double in may(scene)) is (cards == "5S 6H" or (cards == "2S 3S" and "double_on_blackjack" in sets))


@pytest.mark.parametrize("looks", [False, True])
def test_where_a_variant_doubles_three_cards_only_two_are_too_few_whoever_has_looked(looks: bool) -> None:
    scene = dealt("2S 3S", dealer="TD 8C", sets={"double_on_cards_at_least": 3, "double_on_cards_at_most": 3})
    if looks:
        look(scene)
    assert may(scene) == (m.Hit, m.Stand)
    assert scene.refused(m.Double(by="ann", box=1, cents=BET)).code == "double/not-open"


@pytest.mark.parametrize(
    ("sets", "code"),
    [
        ({}, "not-open"),
        ({"double_on_totals": "9, 10, 11"}, "not-open"),
        ({"double_on_cards_at_most": 3}, "not-looked"),
        ({"double_on_cards_at_most": 3, "double_on_totals": "9, 10, 11"}, "not-looked"),
    ],
    ids=str,
)
@pytest.mark.parametrize("cards", ["2S 3S", "9S 7S", "9S 8S"], ids=["9", "20", "21"])
def test_nor_after_a_hit(cards: str, sets: dict[str, object], code: str) -> None:
    """Given a third card on two that nobody has looked at, then a double is refused alike whatever they count."""
    scene = dealt(cards, dealer="TD 8C", then="4C", sets=sets)
    scene.as_player(m.Hit)
    assert may(scene) == (m.Hit, m.Stand)
    assert scene.refused(m.Double(by="ann", box=1, cents=BET)).code == f"double/{code}"


@pytest.mark.clause("DD Dealing 6")
@pytest.mark.parametrize(("cards", "then"), [("5S 6H", "TC"), ("5S 5H", "TC")])
def test_a_face_down_hand_that_reaches_21_is_asked_like_any_other(cards: str, then: str) -> None:
    scene = dealt(cards, "9S 9H", dealer="TD 8C", then=then)
    look(scene)
    scene.as_player(m.Hit)
    assert (scene.table.waiting.by, scene.table.waiting.box) == (("ann",), 1)
    scene.as_player(m.Stand)
    assert scene.table.waiting.box == 2


def seen_by_others(cards: str, acts: tuple[type[m.Move], ...], looks: bool) -> list[object]:
    """What bob and a spectator see after each act of ann's, the seal of the order left out."""
    scene = dealt(cards, "9S 9H", dealer="TD 8C", then="2C 3C 4C")
    if looks:
        look(scene)
    seen: list[object] = []
    for act in acts:
        scene.as_player(act)
        for viewer in ("bob", "a spectator"):
            seen.append(msgspec.structs.replace(view(scene.table, viewer), seal=None))
            seen.append([x for x in facts_for(scene.table, viewer) if not isinstance(x, f.CardsShuffled)])
    return seen


@pytest.mark.clause("DD Dealing 3")
@pytest.mark.clause("DD Dealing 6")
@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize("acts", [(m.Stand,), (m.Hit, m.Stand), (m.Hit, m.Hit, m.Stand)])
def test_until_they_are_exposed_the_others_learn_nothing_of_face_down_cards(
    acts: tuple[type[m.Move], ...], looks: bool
) -> None:
    several = ["8S 8H", "TS 6S", "KS 4H", "2D 5D"]  # a pair, then 21 by two hits, then low
    first, *others = (seen_by_others(cards, acts, looks) for cards in several)
    assert all(other == first for other in others)


@pytest.mark.clause("DD Additional policies 6")
def test_nobody_else_handles_cards() -> None:
    scene = dealt("2S 3S", dealer="TD 8C")
    refusal = scene.refused(m.TouchCards(by="ann"))
    assert refusal.code == "cards/handled"
    assert refusal.clauses == ("DD Additional policies 6",)


@pytest.mark.clause("DD Additional policies 2")
def test_the_two_cards_of_a_second_hand_are_tucked_under_its_bet() -> None:
    scene = two_hands("2S 3S", "4S 5S", "TD 8C")
    tucked = [x for x in scene.table.facts if isinstance(x, f.CardsTucked)]
    assert tucked == [f.CardsTucked(("DD Additional policies 2",), box=2, hand=1, cards=2)]


def test_the_only_hand_of_each_of_two_players_is_not_tucked() -> None:
    assert dealt("2S 3S", "4S 5S", dealer="TD 8C").facts(f.CardsTucked) == []


@pytest.mark.clause("DD Additional policies 3")
def test_the_second_hand_is_not_viewed_until_the_first_is_complete() -> None:
    scene = two_hands("2S 3S", "4S 5S", "TD 8C", then="6H")
    look(scene)
    look(scene, 1)  # again, as often as one likes
    refusal = scene.refused(m.LookAtCards(by="ann", box=2))
    assert (refusal.code, refusal.clauses) == ("look/second-hand", ("DD Additional policies 3",))
    scene.as_player(m.Hit)
    assert scene.refused(m.LookAtCards(by="ann", box=2)).code == "look/second-hand"
    scene.as_player(m.Stand)
    (seen,) = look(scene, 2, by="ann")
    assert seen == f.CardsLookedAt(("DD Dealing 6",), "ann", 2, 1, ("4S", "5S"))


def test_a_player_is_offered_a_look_at_what_may_be_seen_and_has_not_been_yet() -> None:
    scene = two_hands("2S 3S", "4S 5S", "TD 8C")
    state = scene.table.state

    def looks(player: str = "ann") -> list[int]:
        return list(state.family.looks(state, player))

    assert (looks(), looks("bob")) == ([1], [])
    look(scene)
    assert looks() == [], "one may look again, and need not be asked"
    scene.as_player(m.Stand)
    assert looks() == [2]


@pytest.mark.clause("DD Additional policies 3")
def test_under_an_ace_a_player_of_two_hands_is_offered_a_look_at_either() -> None:
    scene = two_hands("2S 3S", "4S 5S", "8C AD")
    state = scene.table.state
    assert list(state.family.looks(state, "ann")) == [1, 2]
    look(scene, 2, by="ann")
    assert list(state.family.looks(state, "ann")) == [1]


@pytest.mark.clause("DD Additional policies 3")
def test_a_first_hand_split_in_two_is_complete_only_with_its_last_hand() -> None:
    scene = two_hands("8S 8H", "4S 5S", "TD 7C", then="2C 3C")
    look(scene)
    scene.as_player(m.Split)
    scene.as_player(m.Stand)
    assert scene.refused(m.LookAtCards(by="ann", box=2)).code == "look/second-hand"
    scene.as_player(m.Stand)
    look(scene, 2, by="ann")


def test_the_second_hand_cannot_be_decided_before_the_first() -> None:
    scene = two_hands("2S 3S", "4S 5S", "TD 8C")
    refusal = scene.refused(m.Stand(by="ann", box=2))
    assert refusal.code == "turn/other-box"


@pytest.mark.clause("DD Additional policies 3")
def test_under_an_ace_both_hands_are_viewed_one_at_a_time_for_insurance() -> None:
    scene = two_hands("2S 3S", "AS KS", "9D AC")
    assert m.Insure in scene.table.waiting.may
    (first,) = look(scene, 1)
    (second,) = look(scene, 2, by="ann")
    assert first == f.CardsLookedAt(("DD Dealing 6",), "ann", 1, 1, ("2S", "3S"))
    assert second == f.CardsLookedAt(("DD Additional policies 3",), "ann", 2, 1, ("AS", "KS"))
    scene.do(m.NoInsurance(by="ann", box=1))
    scene.do(m.EvenMoney(by="ann", box=2))
    assert scene.won("ann") == 0  # 100 on the layout, 100 won
    refusal = scene.refused(m.LookAtCards(by="ann", box=2))
    assert refusal.code == "look/nothing-hidden"


@pytest.mark.clause("DD Additional policies 3")
def test_the_exception_ends_with_the_insurance() -> None:
    scene = two_hands("2S 3S", "4S 5S", "9D AC")
    look(scene, 2, by="ann")
    for box in (1, 2):
        scene.do(m.NoInsurance(by="ann", box=box))
    assert m.Stand in scene.table.waiting.may
    assert scene.refused(m.LookAtCards(by="ann", box=2)).code == "look/second-hand"


@pytest.mark.clause("DD Additional policies 3")
def test_nor_while_a_person_checks_the_down_card_under_a_ten() -> None:
    scene = opened(pitched(("2S 3S", "4S 5S"), "9D KC"), by_hand=("dealer",))
    for box in (1, 2):
        scene.do(m.Wager(by="ann", box=box, cents=BET))
    scene.dealer(m.CloseBets)
    while m.Deal in scene.table.waiting.may:
        scene.dealer(m.Deal, to=scene.table.waiting.box)
    assert m.ReadHoleCard in scene.table.waiting.may
    refusal = scene.refused(m.LookAtCards(by="ann", box=2))
    assert (refusal.code, refusal.clauses) == ("look/second-hand", ("DD Additional policies 3",))
    look(scene, 1)


@pytest.mark.clause("DD Additional policies 3")
@pytest.mark.parametrize("up", ["KC", "TC", "2C"])
def test_only_an_ace_opens_insurance_and_the_second_hand(up: str) -> None:
    scene = two_hands("2S 3S", "4S 5S", f"9D {up}")
    assert m.Insure not in scene.table.waiting.may
    assert scene.refused(m.LookAtCards(by="ann", box=2)).code == "look/second-hand"


@pytest.mark.clause("DD Additional policies 3")
def test_of_two_hands_each_is_looked_at_alone_and_even_money_asked_for_the_one_seen() -> None:
    scene = two_hands("KS AS", "AS KS", "9D AC")
    assert scene.refused(m.EvenMoney(by="ann", box=2)).code == "even-money/not-looked"
    (first,) = look(scene, 1)
    assert first == f.CardsLookedAt(("DD Dealing 6",), "ann", 1, 1, ("KS", "AS"))
    assert scene.refused(m.EvenMoney(by="ann", box=2)).code == "even-money/not-looked", "the look was at one hand"
    (second,) = look(scene, 2, by="ann")
    assert second == f.CardsLookedAt(("DD Additional policies 3",), "ann", 2, 1, ("AS", "KS"))
    scene.do(m.EvenMoney(by="ann", box=1))
    scene.do(m.EvenMoney(by="ann", box=2))
    assert scene.won("ann") == 2 * BET


def test_even_money_is_for_a_blackjack_its_player_has_looked_at() -> None:
    scene = dealt("AS KS", "2S 3S", dealer="9D AC")
    assert scene.refused(m.EvenMoney(by="ann", box=1)).code == "even-money/not-looked"
    look(scene)
    look(scene, 2)
    assert scene.refused(m.EvenMoney(by="bob", box=2)).code == "even-money/no-blackjack"
    scene.as_player(m.EvenMoney)
    assert scene.last(f.CardsShown) == f.CardsShown(scene.rules.cites("even_money"), 1, 1, ("AS", "KS"))
    assert scene.won("ann") == BET
    assert scene.last(f.CardsDiscarded).clauses == scene.rules.cites("discarded")


def test_a_house_without_even_money_does_not_offer_it() -> None:
    scene = dealt("AS KS", dealer="9D AC", sets={"even_money": False})
    look(scene)
    assert scene.refused(m.EvenMoney(by="ann", box=1)).code == "even-money/not-now"


@pytest.mark.parametrize(("down", "won"), [("KD", 0), ("TD", 0), ("9D", -50_00)])
def test_insurance_up_to_half_the_bet_pays_two_to_one_on_a_ten_value_down_card(down: str, won: int) -> None:
    scene = dealt("TS 9S", dealer=f"{down} AC")
    refusal = scene.refused(m.Insure(by="ann", box=1, cents=50_01))
    assert refusal.code == "insurance/too-large"
    scene.as_player(m.Insure, cents=50_00)
    if won:
        scene.stand_all()
        won += -BET  # 19 against 20
    assert scene.won("ann") == won


@pytest.mark.parametrize("down", ["KD", "9D"])
def test_with_an_unchecked_down_card_insurance_waits_for_it(down: str) -> None:
    scene = dealt("TS 9S", dealer=f"{down} AC", readings={"double-deck-peek": "unchecked"})
    scene.as_player(m.Insure, cents=50_00)
    assert not scene.facts(f.WagerPaid)
    assert not scene.facts(f.WagerCollected)
    scene.as_player(m.Stand)
    assert scene.won("ann") == (0 if down == "KD" else -BET - 50_00)
