"""N.J.A.C. 19:47-26.13: one to three people on a box."""

from typing import Any

import pytest

from pitboss.procedure.moves import FLOORPERSON
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene
from tests.procedure.nj_26.at_table import BET, money, nj, over


def sharing(deal: str, others: tuple[str, ...] = ("bob",), bonus: int = 0, **how: Any) -> Scene:
    """Ann, seated at box 1, has let others wager behind her; the dealer has shown a card."""
    scene = nj(deal, players=3, **how)
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    for name in others:
        scene.do(m.Consent(by="ann", box=1, player=name))
        scene.do(m.Wager(by=name, box=1, cents=2 * BET))
    if bonus:
        scene.do(m.Wager(by="bob", box=1, cents=bonus, wager="bust-it"))
    for name in scene.players:
        scene.do(m.Ready(by=name))
    return scene


def sharing_dealt(deal: str, others: tuple[str, ...] = ("bob",), **how: Any) -> Scene:
    """The same with two cards on the box and no Double Attack wager."""
    scene = sharing(deal, others, **how)
    scene.do(m.NoAttack(by="ann", box=1))
    while m.NoInsurance in scene.table.waiting.may:
        scene.do(m.NoInsurance(by=scene.table.waiting.by[0], box=1))
    return scene


# --- (a), (h): who may join -----------------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.13(a)")
def test_another_may_wager_on_a_box_only_with_the_first_ones_consent() -> None:
    scene = nj(players=2)
    assert scene.refused(m.Consent(by="ann", box=1, player="bob")).code == "consent/not-yours"
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    refusal = scene.refused(m.Wager(by="bob", box=1, cents=BET))
    assert (refusal.code, refusal.clauses) == ("wager/no-consent", ("NJ 26.13(a)",))
    assert scene.refused(m.Consent(by="bob", box=1, player="bob")).code == "consent/not-yours"
    scene.do(m.Consent(by="ann", box=1, player="bob"))
    scene.do(m.Wager(by="bob", box=1, cents=BET))


@pytest.mark.clause("NJ 26.13(a)")
def test_three_people_may_share_a_box_and_a_fourth_may_not() -> None:
    scene = nj(players=4)
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    for name in ("bob", "cat", "dan"):
        scene.do(m.Consent(by="ann", box=1, player=name))
    scene.do(m.Wager(by="bob", box=1, cents=BET))
    scene.do(m.Wager(by="cat", box=1, cents=BET))
    refusal = scene.refused(m.Wager(by="dan", box=1, cents=BET))
    assert (refusal.code, refusal.clauses) == ("wager/box-full", ("NJ 26.13(a)",))


def test_who_is_ready_and_is_let_in_by_another_is_ready_still() -> None:
    scene = nj(players=2)
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    scene.do(m.Ready(by="bob"))
    scene.do(m.Consent(by="ann", box=1, player="bob"))
    scene.do(m.Ready(by="ann"))
    assert scene.facts(f.BetsClosed)


def test_a_single_person_needs_nobodys_consent() -> None:
    scene = nj(players=2)
    assert scene.do(m.Wager(by="bob", box=3, cents=BET))


@pytest.mark.clause("NJ 26.13(a)")
@pytest.mark.parametrize("limit", [1, 2, 3])
def test_a_box_takes_as_many_as_the_licensee_allows_and_not_one_more(limit: int) -> None:
    scene = nj(players=4, sets={"bettors_per_box": limit})
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    if limit == 1:
        assert scene.refused(m.Consent(by="ann", box=1, player="bob")).clauses == ("NJ 26.13(a)",)
    for name in scene.players[1:limit]:
        scene.do(m.Consent(by="ann", box=1, player=name))
        scene.do(m.Wager(by=name, box=1, cents=BET))
    refusal = scene.refused(m.Wager(by=scene.players[limit], box=1, cents=BET))
    assert (refusal.code, refusal.clauses) == ("wager/box-full", ("NJ 26.13(a)",))
    for name in scene.players:
        scene.do(m.Ready(by=name))
    assert len(scene.table.state.boxes[1].bettors) == limit


@pytest.mark.clause("NJ 26.13(h)")
@pytest.mark.parametrize("limit", [0, 1, 2])
def test_no_more_boxes_are_shared_than_the_regulator_lets_this_table_have(limit: int) -> None:
    scene = nj(players=7, sets={"positions": 7})
    (limited,) = scene.floor(m.LimitSharedBoxes, boxes=limit)
    assert limited == f.SharedBoxesLimited(("NJ 26.13(h)",), FLOORPERSON, limit)
    for box, (first, other) in enumerate(zip(scene.players[:3], scene.players[3:6], strict=True), 1):
        scene.do(m.Wager(by=first, box=box, cents=BET))
        for player in (other, "gus"):
            scene.do(m.Consent(by=first, box=box, player=player))
        if box <= limit:
            scene.do(m.Wager(by=other, box=box, cents=BET))
        else:
            refusal = scene.refused(m.Wager(by=other, box=box, cents=BET))
            assert (refusal.code, refusal.clauses) == ("wager/shared-boxes", ("NJ 26.13(h)",))
    if limit:
        scene.floor(m.LimitSharedBoxes, boxes=0)  # from now on no other box
    if limit:  # more from the second person, and a third, on a box that is shared already
        scene.do(m.Wager(by="dan", box=1, cents=BET))
        scene.do(m.Wager(by="gus", box=1, cents=BET))


@pytest.mark.clause("NJ 26.13(h)")
def test_a_limit_holds_in_the_rounds_that_follow_and_only_the_floorperson_passes_it_on() -> None:
    scene = nj(players=2)
    assert scene.refused(m.LimitSharedBoxes(by="ann", boxes=0)).code == "floor/not-yours"
    scene.floor(m.LimitSharedBoxes, boxes=0)
    scene.bet(BET).no_attack().no_insurance().stand_all()
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    scene.do(m.Consent(by="ann", box=1, player="bob"))
    assert scene.refused(m.Wager(by="bob", box=1, cents=BET)).clauses == ("NJ 26.13(h)",)
    scene.floor(m.LimitSharedBoxes, boxes=1)
    scene.do(m.Wager(by="bob", box=1, cents=BET))


def test_where_nobody_may_share_a_box_there_is_nothing_to_limit() -> None:
    scene = nj(players=1, sets={"bettors_per_box": 1})
    refusal = scene.refused(m.LimitSharedBoxes(by=FLOORPERSON, boxes=1))
    assert (refusal.code, refusal.clauses) == ("sharing/not-provided", ("NJ 26.13(a)",))


# --- (b), (c): who decides ------------------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.13(b)")
def test_the_player_seated_at_the_box_decides_though_another_has_more_on_it() -> None:
    scene = sharing_dealt("9S 5H 6D KC 8D")
    assert (scene.table.waiting.by, scene.table.waiting.clauses) == (("ann",), ("NJ 26.7(e)", "NJ 26.13(b)"))
    refusal = scene.refused(m.Hit(by="bob", box=1))
    assert (refusal.code, refusal.clauses) == ("hit/not-yours", ("NJ 26.13(b)",))
    scene.do(m.Stand(by="ann", box=1))


@pytest.mark.parametrize(("bets", "decides"), [((BET, 2 * BET), "cat"), ((2 * BET, BET), "bob")])
def test_at_a_box_without_a_seated_player_the_highest_wager_decides(bets: tuple[int, int], decides: str) -> None:
    scene = nj("9S 5H 6D", players=3)
    scene.do(m.Wager(by="bob", box=5, cents=bets[0]))
    scene.do(m.Consent(by="bob", box=5, player="cat"))
    scene.do(m.Wager(by="cat", box=5, cents=bets[1]))
    for name in scene.players:
        scene.do(m.Ready(by=name))
    assert scene.table.waiting.by == (decides,)


def two_at_box_five(second: int, **how: Any) -> Scene:
    """Bob and cat wager on a box at which nobody sits: bob first, a hundred."""
    scene = nj("9S 5H 6D", players=3, **how)
    scene.do(m.Wager(by="bob", box=5, cents=BET))
    scene.do(m.Consent(by="bob", box=5, player="cat"))
    if second:
        scene.do(m.Wager(by="cat", box=5, cents=second))
    return scene


NO_EQUALS = {"nj-equal-highest-wagers": "no-equals"}


@pytest.mark.clause("NJ 26.13(b)")
def test_of_two_equal_highest_wagers_the_first_decides() -> None:
    scene = two_at_box_five(BET)
    for name in scene.players:
        scene.do(m.Ready(by=name))
    scene.do(m.NoAttack(by="bob", box=5))
    assert scene.table.waiting.by == ("bob",)
    refusal = scene.refused(m.Stand(by="cat", box=5))
    assert (refusal.code, refusal.clauses) == ("stand/not-yours", ("NJ 26.13(b)",))


@pytest.mark.clause("NJ 26.13(b)")
def test_or_by_the_other_reading_no_wager_may_equal_the_highest_where_nobody_sits() -> None:
    scene = two_at_box_five(0, readings=NO_EQUALS)
    refusal = scene.refused(m.Wager(by="cat", box=5, cents=BET))
    assert (refusal.code, refusal.clauses) == ("wager/equals-highest", ("NJ 26.13(b)",))
    scene.do(m.Wager(by="cat", box=5, cents=BET - 1_00))
    assert scene.refused(m.Wager(by="cat", box=5, cents=1_00)).code == "wager/equals-highest", "nor be raised to it"
    scene.do(m.Wager(by="cat", box=5, cents=2_00))
    assert scene.refused(m.Wager(by="bob", box=5, cents=1_00)).code == "wager/equals-highest"
    for name in scene.players:
        scene.do(m.Ready(by=name))
    assert scene.table.waiting.by == ("cat",)


@pytest.mark.clause("NJ 26.13(b)")
def test_a_third_may_equal_the_lower_of_two_wagers_and_not_the_highest() -> None:
    scene = nj(players=4, readings=NO_EQUALS)
    scene.do(m.Wager(by="bob", box=5, cents=BET))
    for name in ("cat", "dan"):
        scene.do(m.Consent(by="bob", box=5, player=name))
    scene.do(m.Wager(by="cat", box=5, cents=2 * BET))
    assert scene.refused(m.Wager(by="dan", box=5, cents=2 * BET)).clauses == ("NJ 26.13(b)",)
    scene.do(m.Wager(by="dan", box=5, cents=BET))


@pytest.mark.clause("NJ 26.13(b)")
def test_who_sits_at_the_box_may_equal_the_wager_of_one_who_came_first() -> None:
    scene = nj("9S 5H 6D", players=2, readings=NO_EQUALS)
    scene.do(m.Wager(by="bob", box=1, cents=BET))
    scene.do(m.Consent(by="bob", box=1, player="ann"))
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    for name in scene.players:
        scene.do(m.Ready(by=name))
    scene.do(m.NoAttack(by="ann", box=1))
    assert scene.refused(m.Stand(by="bob", box=1)).clauses == ("NJ 26.13(b)",), "ann sits there"


@pytest.mark.clause("NJ 26.13(b)")
def test_where_somebody_sits_equal_wagers_are_no_matter() -> None:
    scene = nj("9S 5H 6D", players=2, readings=NO_EQUALS)
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    scene.do(m.Consent(by="ann", box=1, player="bob"))
    scene.do(m.Wager(by="bob", box=1, cents=BET))
    for name in scene.players:
        scene.do(m.Ready(by=name))
    scene.do(m.NoAttack(by="ann", box=1))
    refusal = scene.refused(m.Stand(by="bob", box=1))
    assert (refusal.code, refusal.clauses) == ("stand/not-yours", ("NJ 26.13(b)",)), "ann sits there"
    scene.as_player(m.Stand)


def test_seated_counts_also_for_one_who_joined_the_box_after_a_stranger() -> None:
    scene = nj("9S 5H 6D", players=2)
    scene.do(m.Wager(by="bob", box=1, cents=2 * BET))
    assert scene.refused(m.Wager(by="ann", box=1, cents=BET)).code == "wager/no-consent"
    scene.do(m.Consent(by="bob", box=1, player="ann"))
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    for name in scene.players:
        scene.do(m.Ready(by=name))
    assert scene.table.waiting.by == ("ann",)


@pytest.mark.clause("NJ 26.13(c)")
def test_the_wager_of_the_one_who_decides_lies_nearest_the_dealer_and_the_others_behind() -> None:
    scene = nj("9S 5H 6D", players=3)
    scene.do(m.Wager(by="bob", box=1, cents=BET))
    for name in ("cat", "ann"):
        scene.do(m.Consent(by="bob", box=1, player=name))
        scene.do(m.Wager(by=name, box=1, cents=BET))
    for name in scene.players:
        scene.do(m.Ready(by=name))
    assert [stake.player for stake in scene.hand().stakes] == ["ann", "bob", "cat"]
    behind = [fact.player for fact in scene.facts(f.WagerPlaced) if "NJ 26.13(c)" in fact.clauses]
    assert behind == ["cat", "ann"], "bob was alone on the box when he wagered"


@pytest.mark.clause("NJ 26.13(c)")
def test_what_the_first_adds_once_others_are_there_has_its_place_among_theirs() -> None:
    scene = two_at_box_five(BET)
    scene.do(m.Wager(by="bob", box=5, cents=BET))
    behind = [fact.player for fact in scene.facts(f.WagerPlaced) if "NJ 26.13(c)" in fact.clauses]
    assert behind == ["cat", "bob"]


@pytest.mark.clause("NJ 26.13(c)")
@pytest.mark.parametrize(("highest", "line"), [("bob", "bob cat dan"), ("cat", "cat bob dan"), ("dan", "dan bob cat")])
def test_where_nobody_sits_the_highest_wager_lies_nearest_the_dealer(highest: str, line: str) -> None:
    scene = nj("9S 5H 6D", players=4)
    for name in ("bob", "cat", "dan"):
        if name != "bob":
            scene.do(m.Consent(by="bob", box=6, player=name))
        scene.do(m.Wager(by=name, box=6, cents=2 * BET if name == highest else BET))
    for name in scene.players:
        scene.do(m.Ready(by=name))
    assert scene.table.waiting.by == (highest,)
    assert [stake.player for stake in scene.hand(6).stakes] == line.split()
    behind = [fact.player for fact in scene.facts(f.WagerPlaced) if "NJ 26.13(c)" in fact.clauses]
    assert behind == ["cat", "dan"]


# --- (d): doubling --------------------------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.13(d)")
@pytest.mark.parametrize(("follows", "won"), [(2 * BET, 4 * BET), (50_00, 250_00), (0, 2 * BET)])
def test_when_the_caller_doubles_another_may_double_too_or_not_on_the_same_one_card(follows: int, won: int) -> None:
    scene = sharing_dealt("9S 5H 6D KC 8D")
    assert scene.refused(m.FollowDouble(by="bob", box=1, cents=BET)).code == "follow-double/not-now"
    scene.do(m.Double(by="ann", box=1, cents=BET))
    assert scene.table.waiting.clauses == ("NJ 26.13(d)",)
    refusal = scene.refused(m.FollowDouble(by="bob", box=1, cents=2 * BET + 1_00))
    assert (refusal.code, refusal.clauses) == ("double/too-much", ("NJ 26.9(a)", "NJ 26.13(d)"))
    assert scene.refused(m.FollowDouble(by="bob", box=2, cents=BET)).code == "turn/other-box"
    scene.do(m.FollowDouble(by="bob", box=1, cents=follows))
    assert [card.card for card in scene.facts(f.CardDealt) if card.box == 1] == ["5H", "6D", "KC"]
    assert over(scene)
    assert (scene.won("ann"), scene.won("bob")) == (2 * BET, won)


@pytest.mark.clause("NJ 26.13(d)", "NJ 26.10(c)")
def test_a_double_on_a_split_hand_lies_on_that_hand_and_so_does_that_of_one_who_follows() -> None:
    scene = sharing_dealt("9S 8H 8D KC 3C KD 8S")
    scene.do(m.Split(by="ann", box=1))
    scene.do(m.FollowSplit(by="bob", box=1, cover=True))
    scene.do(m.Stand(by="ann", box=1))
    scene.do(m.Double(by="ann", box=1, cents=BET))
    scene.do(m.FollowDouble(by="bob", box=1, cents=BET))
    placed = [(fact.player, fact.hand) for fact in scene.facts(f.WagerPlaced) if fact.wager == "double"]
    assert placed == [("ann", 2), ("bob", 2)]


@pytest.mark.clause("NJ 26.15(e)")
@pytest.mark.parametrize(
    ("deal", "asks", "follows"),
    [
        ("9S 5H 6D KC 8D 2C", m.Double(by="ann", box=1, cents=BET), m.FollowDouble(by="bob", box=1, cents=0)),
        ("9S 8H 8D KC 8C 2C", m.Split(by="ann", box=1), m.FollowSplit(by="bob", box=1, cover=True)),
    ],
    ids=["double", "split"],
)
def test_a_card_exposed_after_the_caller_asked_for_one_may_be_refused_by_the_caller(
    deal: str, asks: m.Move, follows: m.Move
) -> None:
    scene = sharing_dealt(deal)
    scene.do(asks)
    scene.dealer(m.DrewInError, exposed=True)
    scene.do(follows)
    assert (scene.table.waiting.by, scene.table.waiting.may) == (("ann",), (m.AcceptCard, m.RefuseCard))
    before = sharing_dealt(deal)
    before.dealer(m.DrewInError, exposed=True)
    before.do(asks)
    before.do(follows)
    assert m.AcceptCard not in before.table.waiting.may, "whoever asks as it lies there has accepted it"


# --- (e): Double Attack ---------------------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.13(e)")
def test_when_the_caller_attacks_another_may_attack_too() -> None:
    scene = sharing("9S 5H 6D KC 8D", others=("bob", "cat"))
    assert scene.table.waiting.by == ("ann",)
    refusal = scene.refused(m.Attack(by="bob", box=1, cents=BET))
    assert (refusal.code, refusal.clauses) == ("attack/not-yours", ("NJ 26.7(d)", "NJ 26.13(e)"))
    assert refusal.sentence == "ann has placed no Double Attack Wager at box 1"
    scene.do(m.Attack(by="ann", box=1, cents=BET))
    assert set(scene.table.waiting.by) == {"bob", "cat"}
    assert scene.table.waiting.clauses == ("NJ 26.7(d)", "NJ 26.13(e)")
    assert scene.refused(m.Attack(by="bob", box=1, cents=2 * BET + 1_00)).code == "attack/above-bet"
    assert "NJ 26.13(e)" in scene.do(m.Attack(by="bob", box=1, cents=2 * BET))[0].clauses
    (declined, *_) = scene.do(m.NoAttack(by="cat", box=1))
    assert declined.clauses == ("NJ 26.7(d)", "NJ 26.13(e)")
    assert [stake.attack for stake in scene.hand().stakes] == [BET, 2 * BET, 0]


def test_when_the_caller_does_not_attack_nobody_on_the_box_does() -> None:
    scene = sharing("9S 5H 6D KC 8D")
    scene.do(m.NoAttack(by="ann", box=1))
    assert m.Stand in scene.table.waiting.may
    assert scene.refused(m.Attack(by="bob", box=1, cents=BET)).code == "attack/not-now"


@pytest.mark.clause("NJ 26.7(d)", "NJ 26.13(e)")
def test_or_by_the_other_reading_everybody_attacks_or_not() -> None:
    scene = sharing("9S 5H 6D KC 8D", others=("bob", "cat"), readings={"nj-attack-without-caller": "offered"})
    assert set(scene.table.waiting.by) == {"ann", "bob", "cat"}
    scene.do(m.NoAttack(by="ann", box=1))
    scene.do(m.Attack(by="bob", box=1, cents=BET))
    assert scene.refused(m.Attack(by="ann", box=1, cents=BET)).code == "turn/not-yours", "ann has declined"
    scene.do(m.NoAttack(by="cat", box=1))
    assert [stake.attack for stake in scene.hand().stakes] == [0, BET, 0]


@pytest.mark.clause("NJ 26.13(e)")
def test_an_attack_of_the_caller_asks_nobody_twice_under_that_reading() -> None:
    scene = sharing("9S 5H 6D KC 8D", readings={"nj-attack-without-caller": "offered"})
    scene.do(m.Attack(by="bob", box=1, cents=BET))
    assert "NJ 26.13(e)" in scene.last(f.WagerPlaced).clauses, "the other may attack too"
    scene.do(m.Attack(by="ann", box=1, cents=BET))
    assert "NJ 26.13(e)" not in scene.last(f.WagerPlaced).clauses, "the caller needs nobody for it"
    assert m.Stand in scene.table.waiting.may
    assert [stake.attack for stake in scene.hand().stakes] == [BET, BET]


# --- (f): splitting -------------------------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.13(f)")
def test_when_the_caller_splits_another_covers_the_new_hand_with_an_additional_wager() -> None:
    scene = sharing_dealt("9S 8H 8D KC 9C 7D KS")
    scene.do(m.Split(by="ann", box=1))
    assert scene.table.waiting.clauses == ("NJ 26.13(f)",)
    assert scene.refused(m.FollowSplit(by="bob", box=2, cover=True)).code == "turn/other-box"
    scene.do(m.FollowSplit(by="bob", box=1, cover=True))
    assert [[(s.player, s.bet) for s in hand.stakes] for hand in scene.hands()] == [
        [("ann", BET), ("bob", 2 * BET)],
        [("ann", BET), ("bob", 2 * BET)],
    ]
    assert scene.facts(f.WagerPlaced)[-1].clauses == ("NJ 26.13(f)",)


@pytest.mark.clause("NJ 26.13(f)")
@pytest.mark.parametrize(("new_hand", "designated", "won"), [(False, 1, 2 * BET), (True, 2, -2 * BET)])
def test_or_designates_the_hand_to_which_the_initial_wager_applies(new_hand: bool, designated: int, won: int) -> None:
    scene = sharing_dealt("9S 8H 8D KC 7C 8S")
    scene.do(m.Split(by="ann", box=1))
    scene.do(m.FollowSplit(by="bob", box=1, cover=False, keep_on_new_hand=new_hand))
    assert scene.last(f.HandDesignated) == f.HandDesignated(("NJ 26.13(f)",), "bob", 1, designated)
    scene.stand_all()
    assert scene.won("ann") == 0, "18 wins and 15 loses against 17"
    assert scene.won("bob") == won


@pytest.mark.clause("NJ 26.5(c)", "NJ 26.13(f)")
@pytest.mark.parametrize(
    ("new_hand", "outcome", "won"), [(False, "collected", -2 * BET), (True, "paid", 2 * BET + 2 * BET)]
)
def test_a_match_play_coupon_goes_with_the_wager_to_the_hand_it_is_designated_to(
    new_hand: bool, outcome: str, won: int
) -> None:
    scene = nj("9S 8H 8D 7C KC 8S", players=2)
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    scene.do(m.Consent(by="ann", box=1, player="bob"))
    scene.do(m.Wager(by="bob", box=1, cents=2 * BET, match_play=True))
    for name in scene.players:
        scene.do(m.Ready(by=name))
    scene.do(m.NoAttack(by="ann", box=1))
    scene.do(m.Split(by="ann", box=1))
    scene.do(m.FollowSplit(by="bob", box=1, cover=False, keep_on_new_hand=new_hand))
    scene.stand_all()
    assert [(fact.player, fact.outcome) for fact in scene.facts(f.CouponTaken)] == [("bob", outcome)]
    assert scene.won("bob") == won, "15 loses and 18 wins against 17"


@pytest.mark.clause("NJ 26.13(f)")
@pytest.mark.parametrize(("reading", "on_hand", "won"), [("goes-along", BET, -3 * BET), ("returned", 0, -2 * BET)])
def test_the_attack_of_one_who_designates_goes_along_or_back_by_the_reading(
    reading: str, on_hand: int, won: int
) -> None:
    scene = sharing("9S 8H 8D KC 7C 8S", readings={"nj-designated-attack": reading})
    scene.do(m.Attack(by="ann", box=1, cents=BET))
    scene.do(m.Attack(by="bob", box=1, cents=BET))
    scene.do(m.Split(by="ann", box=1))
    facts = scene.do(m.FollowSplit(by="bob", box=1, cover=False, keep_on_new_hand=True))
    (stake,) = (stake for stake in scene.hand(1, 2).stakes if stake.player == "bob")
    assert (stake.bet, stake.attack) == (2 * BET, on_hand)
    returned = [fact for fact in facts if isinstance(fact, f.WagerReturned)]
    assert returned == ([] if on_hand else [f.WagerReturned(("NJ 26.13(f)",), "bob", 1, 2, "attack", BET)])
    scene.stand_all()
    assert scene.won("bob") == won, "15 loses to 17"


@pytest.mark.clause("NJ 26.13(d)", "NJ 26.13(f)")
def test_as_much_is_offered_to_follow_a_double_as_lies_on_the_hand_that_was_doubled() -> None:
    """Of three hands one has a wager that was designated to it, without the attack."""
    scene = sharing("9S 8H 8D 8S KC 7C 3C", readings={"nj-designated-attack": "returned"})
    for name in ("ann", "bob"):
        scene.do(m.Attack(by=name, box=1, cents=BET))
    scene.do(m.Split(by="ann", box=1))
    scene.do(m.FollowSplit(by="bob", box=1, cover=True))
    scene.do(m.Split(by="ann", box=1))
    scene.do(m.FollowSplit(by="bob", box=1, cover=False, keep_on_new_hand=True))
    for _ in range(2):
        scene.do(m.Stand(by="ann", box=1))
    scene.do(m.Double(by="ann", box=1, cents=2 * BET))
    t, waiting = scene.table.state, scene.table.waiting
    assert (waiting.by, waiting.hand) == (("bob",), 2)
    assert [most for _, _, most in t.family.amounts(t, waiting, "bob")] == [3 * BET]
    assert scene.refused(m.FollowDouble(by="bob", box=1, cents=3 * BET + 100)).code == "double/too-much"
    scene.do(m.FollowDouble(by="bob", box=1, cents=3 * BET))


@pytest.mark.clause("NJ 26.13(f)")
def test_one_who_cannot_cover_must_designate() -> None:
    scene = sharing_dealt("9S 8H 8D KC 7C 8S", chips=3 * BET)
    scene.do(m.Split(by="ann", box=1))
    refusal = scene.refused(m.FollowSplit(by="bob", box=1, cover=True))
    assert (refusal.code, refusal.clauses) == ("wager/too-few-chips", ("NJ 26.13(f)",))
    scene.do(m.FollowSplit(by="bob", box=1, cover=False))


@pytest.mark.clause("NJ 26.13(f)")
@pytest.mark.parametrize(("more", "covers"), [(0, False), (BET, True)])
def test_to_cover_takes_the_bet_and_the_attack(more: int, covers: bool) -> None:
    scene = sharing("9S 8H 8D KC 7C 8S", chips=5 * BET + more)
    for name in ("ann", "bob"):
        scene.do(m.Attack(by=name, box=1, cents=BET))
    scene.do(m.Split(by="ann", box=1))
    cover = m.FollowSplit(by="bob", box=1, cover=True)
    if covers:
        assert [fact.cents for fact in scene.do(cover) if isinstance(fact, f.WagerPlaced)] == [2 * BET, BET]
    else:
        assert scene.refused(cover).clauses == ("NJ 26.13(f)",)


@pytest.mark.clause("NJ 26.13(f)", "NJ 26.10(d)")
def test_a_dealer_blackjack_takes_a_designated_wager_from_the_hand_it_lies_on() -> None:
    scene = sharing_dealt("KS 8H 8D KC 7C AS")
    scene.do(m.Split(by="ann", box=1))
    scene.do(m.FollowSplit(by="bob", box=1, cover=False, keep_on_new_hand=True))
    scene.stand_all()
    assert money(scene) == [
        ("collected", "ann", "bet", BET),
        ("returned", "ann", "bet", BET),
        ("collected", "bob", "bet", 2 * BET),
    ]


# --- 26.8(a): surrender at a shared box ---------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.8(a)", "NJ 26.13(b)")
def test_a_surrender_of_the_caller_gives_up_everybodys_wagers() -> None:
    scene = sharing_dealt("9S 5H 6D KC 8D")
    scene.do(m.Surrender(by="ann", box=1))
    assert (scene.won("ann"), scene.won("bob")) == (-BET // 2, -BET)


@pytest.mark.clause("NJ 26.8(a)", "NJ 26.13(b)")
def test_or_by_the_other_reading_a_shared_hand_is_not_surrendered() -> None:
    scene = sharing_dealt("9S 5H 6D KC 8D", readings={"nj-shared-surrender": "not-offered"})
    assert m.Surrender not in scene.table.waiting.may
    refusal = scene.refused(m.Surrender(by="ann", box=1))
    assert (refusal.code, refusal.clauses) == ("surrender/shared", ("NJ 26.8(a)", "NJ 26.13(b)"))


@pytest.mark.clause("NJ 26.8(a)", "NJ 26.13(f)")
def test_a_split_hand_the_others_did_not_choose_is_the_callers_own_to_surrender() -> None:
    scene = sharing_dealt("9S 8H 8D KC 7C 8S", readings={"nj-shared-surrender": "not-offered"})
    scene.do(m.Split(by="ann", box=1))
    scene.do(m.FollowSplit(by="bob", box=1, cover=False, keep_on_new_hand=True))
    scene.do(m.Surrender(by="ann", box=1))
    assert m.Surrender not in scene.table.waiting.may, "the second hand is bob's too"


# --- (g): insurance; the bonus wager --------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.13(g)")
def test_each_person_on_the_box_insures_or_not_whatever_the_others_do() -> None:
    scene = sharing("AS KH 9D KC", others=("bob", "cat"))
    scene.do(m.NoAttack(by="ann", box=1))
    assert set(scene.table.waiting.by) == {"ann", "bob", "cat"}
    scene.do(m.NoInsurance(by="ann", box=1))
    refusal = scene.refused(m.Insure(by="bob", box=1, cents=BET + 1_00))
    assert refusal.code == "insurance/too-large", "half of bob's own wager"
    scene.do(m.Insure(by="bob", box=1, cents=BET))
    placed = scene.last(f.WagerPlaced)
    assert (placed.player, placed.cents, placed.clauses) == ("bob", BET, ("NJ 26.11(b)", "NJ 26.13(g)"))
    scene.do(m.NoInsurance(by="cat", box=1))
    scene.stand_all()
    assert [scene.won(name) for name in scene.players] == [-BET, 250_00 - 2 * BET, -2 * BET]


@pytest.mark.clause("NJ 26.6(b)")
def test_each_person_on_the_box_may_make_a_bonus_wager_of_their_own() -> None:
    scene = sharing("6S KH 9D KC 8C", bonus=10_00)
    scene.do(m.NoAttack(by="ann", box=1))
    scene.stand_all()
    assert money(scene)[0] == ("paid", "bob", "bust-it", 10_00)
    assert scene.won("bob") == 80_00 + 2 * BET


# --- (a) again: whose consent it is ---------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.13(a)")
def test_the_first_to_wager_consents_even_where_another_sits_at_the_box() -> None:
    scene = nj(players=3)
    scene.do(m.Wager(by="bob", box=1, cents=BET))
    assert scene.refused(m.Wager(by="ann", box=1, cents=BET)).code == "wager/no-consent"
    seated = scene.refused(m.Consent(by="ann", box=1, player="cat"))
    assert (seated.code, seated.clauses) == ("consent/not-yours", ("NJ 26.13(a)",))
    assert scene.do(m.Consent(by="bob", box=1, player="ann"))[0].clauses == ("NJ 26.13(a)",)
    scene.do(m.Wager(by="ann", box=1, cents=BET))


@pytest.mark.clause("NJ 26.13(a)")
def test_one_who_joined_may_not_let_in_a_third() -> None:
    scene = nj(players=3)
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    scene.do(m.Consent(by="ann", box=1, player="bob"))
    scene.do(m.Wager(by="bob", box=1, cents=BET))
    assert scene.refused(m.Consent(by="bob", box=1, player="cat")).code == "consent/not-yours"
    assert scene.refused(m.Wager(by="cat", box=1, cents=BET)).code == "wager/no-consent"


@pytest.mark.clause("NJ 26.13(a)")
def test_consent_holds_for_the_box_and_the_person_it_was_given_for_and_nobody_absent() -> None:
    scene = nj(players=3, sets={"boxes_per_player": 2})
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    scene.do(m.Wager(by="ann", box=2, cents=BET))
    absent = scene.refused(m.Consent(by="ann", box=1, player="zoe"))
    assert (absent.code, absent.clauses) == ("consent/nobody", ())
    scene.do(m.Consent(by="ann", box=1, player="cat"))
    assert scene.refused(m.Wager(by="cat", box=2, cents=BET)).code == "wager/no-consent"
    assert scene.refused(m.Wager(by="bob", box=1, cents=BET)).code == "wager/no-consent"
    assert scene.refused(m.Consent(by="cat", box=3, player="bob")).code == "consent/not-yours"
    scene.do(m.Wager(by="cat", box=1, cents=BET))


@pytest.mark.clause("NJ 26.13(a)")
def test_who_withdraws_from_a_box_has_let_nobody_in_who_is_not_there_yet() -> None:
    """The first person wagering consents: bob, let in, is there; for dan and cat somebody else is asked by now."""
    scene = nj(players=4)
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    for guest in ("bob", "cat"):
        scene.do(m.Consent(by="ann", box=1, player=guest))
    scene.do(m.Wager(by="bob", box=1, cents=BET))
    scene.do(m.TakeBack(by="ann", box=1))
    refusal = scene.refused(m.Wager(by="cat", box=1, cents=BET))
    assert (refusal.code, refusal.clauses) == ("wager/no-consent", ("NJ 26.13(a)",))
    scene.do(m.Consent(by="bob", box=1, player="cat"))
    scene.do(m.Wager(by="cat", box=1, cents=BET))


@pytest.mark.clause("NJ 26.13(a)")
def test_consent_given_for_one_round_is_not_given_for_the_next() -> None:
    scene = sharing_dealt("9S KH 9D 8C")
    scene.stand_all()
    assert over(scene)
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    assert scene.refused(m.Wager(by="bob", box=1, cents=BET)).code == "wager/no-consent"


@pytest.mark.clause("NJ 26.8(b)")
@pytest.mark.parametrize("insured", ["ann", "bob", None])
def test_a_shared_hand_given_up_leaves_the_insurance_of_any_of_them_to_be_settled_apart(insured: str | None) -> None:
    readings = {"nj-hole-card": "reader"}
    scene = sharing("AS KS 6H 5C 2C", readings=readings)
    scene.do(m.NoAttack(by="ann", box=1))
    for name in ("ann", "bob"):
        scene.do(m.Insure(by=name, box=1, cents=50_00) if name == insured else m.NoInsurance(by=name, box=1))
    scene.as_player(m.Surrender)
    settled = next(fact for fact in scene.facts(f.HandSettled) if fact.outcome == "surrendered")
    assert ("NJ 26.8(b)" in settled.clauses) is (insured is not None)


@pytest.mark.clause("NJ 26.14", "NJ 26.13(a)")
def test_a_box_that_somebody_joined_counts_among_those_they_wager_on() -> None:
    scene = nj(players=2)
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    scene.do(m.Consent(by="ann", box=1, player="bob"))
    scene.do(m.Wager(by="bob", box=1, cents=BET))
    refusal = scene.refused(m.Wager(by="bob", box=2, cents=BET))
    assert (refusal.code, refusal.clauses) == ("wager/too-many-boxes", ("NJ 26.14",))
    assert scene.refused(m.Leave(by="bob")).code == "leave/wager-undecided"
    assert scene.refused(m.Sit(by="bob", box=3)).code == "sit/in-round"


@pytest.mark.clause("NJ 26.15(e)")
def test_a_refused_card_binds_the_boxes_one_decides_for_and_no_other_on_which_one_has_a_wager() -> None:
    """Ann, who has let bob wager on her box, refuses an exposed card there; on bob's, where she has one, he draws."""
    scene = nj("9S 5H 6H 5D 7D 2C 3C 4C", players=2, sets={"boxes_per_player": 2})
    for first, other, box in (("ann", "bob", 1), ("bob", "ann", 2)):
        scene.do(m.Wager(by=first, box=box, cents=BET))
        scene.do(m.Consent(by=first, box=box, player=other))
        scene.do(m.Wager(by=other, box=box, cents=BET))
    for name in scene.players:
        scene.do(m.Ready(by=name))
    scene.no_attack()
    scene.dealer(m.DrewInError, exposed=True)
    scene.do(m.RefuseCard(by="ann", box=1))
    scene.do(m.Stand(by="ann", box=1))
    scene.do(m.Hit(by="bob", box=2))
    assert scene.hand(2).size == 3
