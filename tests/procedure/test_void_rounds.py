"""A round that does not count wins and loses nothing for anybody, whatever had been collected or paid in it before."""

from collections.abc import Callable, Mapping

import pytest

from pitboss.cards.shoe import Shoe
from pitboss.house.ledger import HOUSE, Book, Cashier, Transfer, bankroll
from pitboss.procedure.moves import DEALER
from pitboss.procedure.views import view
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene
from tests.procedure.nj_26 import at_table as nj

BET = 100_00
Found = Callable[[Scene], Scene]
AT_THE_BUST = {"bust-collected": "at-the-bust"}


def two_face_up(scene: Scene) -> Scene:
    """Two cards are found face up in the shoe."""
    scene.dealer(m.FoundFaceUp)
    scene.dealer(m.FoundFaceUp)
    return scene


def two_tens(scene: Scene) -> Scene:
    """Two tens are found in the shoe."""
    scene.dealer(m.FoundTen, card="TS")
    scene.dealer(m.FoundTen, card="TH")
    return scene


def in_step(scene: Scene) -> Scene:
    """The table's chips are as many as were bought, and a ledger of its facts has them in the same places."""
    assert scene.table.state.balanced()
    book = Book()
    cashier = Cashier("t", book)
    for name in scene.players:
        book.post(Transfer(HOUSE, bankroll(name), scene.chips, "", 0, "grant", ""))
    cashier.post(scene.table.facts)
    assert cashier.disagrees(scene.table.state) is None
    return scene


@pytest.mark.clause("NJ 26.15(a)", "NJ 26.15(b)")
@pytest.mark.parametrize("found", [two_face_up, two_tens])
@pytest.mark.parametrize("readings", [{}, AT_THE_BUST, {**AT_THE_BUST, "void-insurance": "stays-collected"}])
def test_what_a_void_round_had_collected_goes_back(
    found: Callable[[Scene], Scene], readings: Mapping[str, str]
) -> None:
    """Ann has surrendered, bob's doubled hand has gone over 21, cat is deciding."""
    scene = nj.dealt("9S KH KD 9H 6D 6H 7D KC", players=3, attack=BET, readings=readings)
    scene.as_player(m.Surrender)
    scene.as_player(m.Double, box=2, cents=2 * BET)
    assert scene.table.waiting.by == ("cat",)
    lost = {fact.player for fact in scene.facts(f.WagerCollected)}
    assert lost == ({"ann", "bob"} if readings else {"ann"})
    found(scene)
    assert [scene.won(name) for name in scene.players] == [0, 0, 0]
    assert {fact.player for fact in scene.facts(f.CollectionUndone)} == lost
    assert all(fact.clauses == scene.last(f.RoundVoided).clauses for fact in scene.facts(f.CollectionUndone))
    in_step(scene)


@pytest.mark.clause("NJ 26.15(a)", "NJ 26.13(a)", "NJ 26.13(g)")
def test_everybody_on_a_box_has_the_own_wagers_back_and_nobody_anothers() -> None:
    scene = nj.nj("AS KH 9D", players=2)
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    scene.do(m.Consent(by="ann", box=1, player="bob"))
    scene.do(m.Wager(by="bob", box=1, cents=BET // 2))
    scene.do(m.Wager(by="bob", box=1, cents=10_00, wager="bust-it"))
    for name in scene.players:
        scene.do(m.Ready(by=name))
    for name, attack in (("ann", BET), ("bob", BET // 2)):
        scene.do(m.Attack(by=name, box=1, cents=attack))
    for name, insured in (("ann", BET // 2), ("bob", BET // 4)):
        scene.do(m.Insure(by=name, box=1, cents=insured))
    two_face_up(scene)
    assert [scene.won(name) for name in scene.players] == [0, 0]
    in_step(scene)


@pytest.mark.clause("NJ 26.15(a)", "NJ 26.7(c)")
def test_a_round_is_void_though_a_new_dealer_has_yet_to_burn_a_card_before_it() -> None:
    scene = nj.nj(by_hand=(DEALER,))
    scene.floor(m.TapIn, dealer="dora")
    scene.bet().dealer(m.CloseBets)
    assert scene.table.waiting.may == (m.BurnCard,)
    two_face_up(scene)
    assert scene.last(f.RoundVoided).clauses == ("NJ 26.15(a)",)
    assert scene.won("ann") == 0
    in_step(scene)


@pytest.mark.clause("NJ 26.15(a)", "NJ 26.15(e)")
def test_what_lies_there_when_a_round_is_void_lies_there_no_more() -> None:
    """Insurance on the layout, and a card that was exposed in error."""
    scene = nj.nj("AS KH 9D 2C 3C 4C").bet().no_attack()
    scene.as_player(m.Insure, cents=BET // 2)
    scene.dealer(m.DrewInError, exposed=True)
    assert view(scene.table, "ann").boxes[0].insurance == {"ann": BET // 2}
    two_face_up(scene)
    assert [fact.wager for fact in scene.facts(f.WagerReturned)] == ["bet", "insurance"]
    assert scene.last(f.CardUnused).card == "2C"
    laid = [type(group.label).__name__ for group in scene.table.state.cards.rack.groups]
    assert not laid, "everything goes into the shuffle"
    assert scene.won("ann") == 0
    assert not any(box.insurance for box in view(scene.table, "ann").boxes)
    in_step(scene)


@pytest.mark.clause("NJ 26.11(d)", "NJ 26.15(a)")
@pytest.mark.parametrize(("reading", "won"), [("returned", 0), ("stays-collected", -BET // 2)])
def test_insurance_collected_before_the_round_is_void(reading: str, won: int) -> None:
    scene = nj.wagered("AS KH 9D 2C 3C", by_hand=(DEALER,), readings={"void-insurance": reading})
    nj.deal_by_hand(scene, 1).no_attack()
    nj.deal_by_hand(scene, 2)
    scene.as_player(m.Insure, cents=BET // 2)
    scene.as_player(m.Stand)
    nj.deal_by_hand(scene, 1)
    assert [fact.wager for fact in scene.facts(f.WagerCollected)] == ["insurance"]
    two_face_up(scene)
    assert scene.won("ann") == won
    in_step(scene)


@pytest.mark.clause("NJ 26.6(d)", "NJ 26.15(a)")
def test_a_bonus_wager_collected_before_the_round_is_void() -> None:
    scene = nj.dealt("6S KH 9D 4C 2C 3C", bonus=BET, by_hand=(DEALER,))
    scene.as_player(m.Stand)
    nj.deal_by_hand(scene, 2)
    assert [fact.wager for fact in scene.facts(f.WagerCollected)] == ["bust-it"]
    two_face_up(scene)
    assert scene.won("ann") == 0
    in_step(scene)


@pytest.mark.clause("NJ 26.15(a)", "NJ 26.5(e)")
@pytest.mark.parametrize("readings", [{}, {"hands-called-dead": "payments-stand"}])
def test_a_blackjack_paid_before_the_round_is_void_has_won_nothing(readings: Mapping[str, str]) -> None:
    """However a round is read in which the reader has shown the hole card."""
    paid = {"nj-player-blackjack-paid": "at-once", **readings}
    scene = nj.dealt("7S AH 9H KD 9D 8C", players=2, readings=paid)
    assert scene.won("ann") == BET
    two_face_up(scene)
    assert (scene.won("ann"), scene.won("bob")) == (0, 0)
    assert scene.last(f.PaymentUndone).winnings == BET
    in_step(scene)


@pytest.mark.clause("NJ 26.15(a)", "NJ 26.5(e)")
def test_who_was_paid_and_has_left_is_not_reached_by_a_void_round() -> None:
    scene = nj.dealt("7S AH 9H KD 9D 8C", players=2, readings={"nj-player-blackjack-paid": "at-once"})
    scene.do(m.Leave(by="ann"))
    two_face_up(scene)
    assert not scene.facts(f.PaymentUndone)
    assert scene.table.state.balanced()


@pytest.mark.clause("NJ 26.15(a)", "NJ 26.5(e)")
def test_nor_when_coming_back_with_fewer_chips_than_were_won() -> None:
    scene = nj.dealt("7S AH 9H KD 9D 8C", players=2, readings={"nj-player-blackjack-paid": "at-once"})
    scene.do(m.Leave(by="ann"))
    scene.do(m.BuyIn(by="ann", cents=1_00))
    two_face_up(scene)
    assert scene.last(f.RoundVoided).clauses == ("NJ 26.15(a)",)
    assert not scene.facts(f.PaymentUndone)
    assert scene.table.state.people.players["ann"].chips == 1_00


@pytest.mark.clause("NJ 26.15(a)", "NJ 26.5(e)")
def test_what_was_collected_comes_back_before_what_was_won_is_taken() -> None:
    """Ann bets all she has on two boxes, doubles on one with what her Blackjack on the other has won, and busts."""
    readings = {"nj-player-blackjack-paid": "at-once", **AT_THE_BUST}
    scene = nj.nj("7S AH 6H 9H KD 5D 9D AC KC 8C", 2, readings=readings, sets={"boxes_per_player": 2}, chips=3 * BET)
    scene.do(m.Sit(by="bob", box=3))
    for name, box, cents in (("ann", 1, BET), ("ann", 2, 2 * BET), ("bob", 3, BET)):
        scene.do(m.Wager(by=name, box=box, cents=cents))
    for name in ("ann", "bob"):
        scene.do(m.Ready(by=name))
    for name, box in (("ann", 1), ("ann", 2), ("bob", 3)):
        scene.do(m.NoAttack(by=name, box=box))
    scene.do(m.Hit(by="ann", box=2))
    scene.do(m.Double(by="ann", box=2, cents=2 * BET))
    assert (scene.table.waiting.by, scene.won("ann")) == (("bob",), -3 * BET)
    two_face_up(scene)
    undone = [fact for fact in scene.table.facts if isinstance(fact, f.CollectionUndone | f.PaymentUndone)]
    assert [type(fact).__name__ for fact in undone] == ["CollectionUndone", "CollectionUndone", "PaymentUndone"]
    assert scene.won("ann") == 0
    in_step(scene)


@pytest.mark.clause("PA 665a.13(h)(1)", "NJ 26.15(l)1")
@pytest.mark.parametrize(("reading", "won"), [("payments-undone", 0), ("payments-stand", 2 * BET)])
@pytest.mark.parametrize("game", ["double-attack-pa", "double-attack-nj"])
def test_all_hands_called_dead_return_each_players_wager(game: str, reading: str, won: int) -> None:
    """Ann's Blackjack has been paid, bob has gone over 21 and lost, cat is deciding."""
    readings = {"hands-called-dead": reading, **AT_THE_BUST}
    if game == "double-attack-nj":
        readings |= {"nj-hole-card": "reader", "nj-player-blackjack-paid": "at-once"}
    scene = Scene(game, "9S AH KD 9H KH 6H 7D 8C KC", 3, {"reader_shows_players": True}, readings).open().bet(BET)
    for box, name in enumerate(scene.players, 1):
        scene.do(m.Attack(by=name, box=box, cents=BET))
    scene.as_player(m.Hit, box=2)
    assert (scene.won("ann"), scene.won("bob")) == (2 * BET, -2 * BET)
    scene.dealer(m.ReadHoleCard)
    assert [scene.won(name) for name in scene.players] == [won, 0, 0]
    in_step(scene)


# --- a hand that is dead by itself ----------------------------------------------------------------------------------


def passed_over(game: str, readings: Mapping[str, str], bonus: int = 0) -> Scene:
    """Ann has attacked and doubled, and the card of the double was passed over."""
    deal = {"double-back-jack-pa": "5H 9S 6D 8C KC"}.get(game, "9S 5H 6D 8C KC")
    scene = Scene(game, deal, 1, None, readings, (DEALER,)).open().bet(BET, bonus)
    scene.dealer(m.CloseBets)
    while m.Stand not in scene.table.waiting.may:
        if m.Attack in scene.table.waiting.may:
            scene.as_player(m.Attack, cents=BET)
        else:
            scene.dealer(m.Deal, to=scene.table.waiting.box)
    scene.as_player(m.Double, cents=BET)
    scene.dealer(m.PassOver, box=1)
    return scene


@pytest.mark.clause("PA 665a.13(g)", "NJ 26.15(i)", "PA 673a.13(h)")
@pytest.mark.parametrize(
    ("game", "reading", "lost"),
    [
        ("double-attack-pa", "every-wager", 0),
        ("double-attack-nj", "every-wager", 0),
        ("double-back-jack-pa", "every-wager", 0),
        ("double-attack-pa", "named-only", BET),
        ("double-attack-nj", "named-only", 2 * BET),
        ("double-back-jack-pa", "named-only", BET),
    ],
)
def test_what_a_hand_called_dead_gets_back(game: str, reading: str, lost: int) -> None:
    scene = passed_over(game, {"dead-hand-returns": reading})
    scene.as_player(m.CallHandDead)
    assert scene.won("ann") == -lost
    assert scene.facts(f.WagerReturned)[0].wager == "bet"
    in_step(scene)


@pytest.mark.clause("PA 665a.13(g)", "NJ 26.15(i)", "NJ 26.6(e)")
@pytest.mark.parametrize(("reading", "back"), [("stays", False), ("returned", True)])
@pytest.mark.parametrize("game", ["double-attack-pa", "double-attack-nj"])
def test_the_bust_it_wager_of_a_hand_called_dead(game: str, reading: str, back: bool) -> None:
    scene = passed_over(game, {"dead-hand-bust-it": reading}, bonus=BET)
    scene.as_player(m.CallHandDead)
    returned = {fact.wager: fact.clauses for fact in scene.facts(f.WagerReturned)}
    dead = scene.last(f.HandDead).clauses
    assert returned.get("bust-it") == (dead if back else None), "by what made the hand dead"
    assert scene.won("ann") == (0 if back else -BET)
    if game == "double-attack-nj":
        assert "NJ 26.6(e)" in scene.rules.cites("dead_hand_bust_it"), "it has no bearing on another wager"


@pytest.mark.clause("PA 665a.13(f)", "NJ 26.15(h)")
@pytest.mark.parametrize(("reading", "back"), [("stays", False), ("returned", True)])
@pytest.mark.parametrize("game", ["double-attack-pa", "double-attack-nj"])
def test_the_bust_it_wager_of_a_hand_that_got_no_cards(game: str, reading: str, back: bool) -> None:
    scene = Scene(game, "9S 5H 6D 8C KC", 2, None, {"dead-hand-bust-it": reading}, (DEALER,)).open().bet(BET, BET)
    scene.dealer(m.CloseBets)
    while m.Stand not in scene.table.waiting.may:
        if m.NoAttack in scene.table.waiting.may:
            scene.no_attack()
        elif scene.table.waiting.box == 1:
            scene.dealer(m.PassOver, box=1)
        else:
            scene.dealer(m.Deal, to=scene.table.waiting.box)
    assert scene.last(f.HandDead).box == 1
    assert ("bust-it" in {fact.wager for fact in scene.facts(f.WagerReturned)}) is back
    assert (scene.table.state.boxes[1].bettors["ann"].side.get("bust-it", 0) == 0) is back


# --- match play coupons ---------------------------------------------------------------------------------------------


def with_coupon(deal: str, on: str = "bet", **more: Mapping[str, str]) -> Scene:
    """Ann has bet with a coupon, bob without; nobody attacks."""
    scene = nj.nj(deal, players=2, **more)
    scene.do(m.Wager(by="ann", box=1, cents=BET, match_play=on == "bet"))
    if on == "bust-it":
        scene.do(m.Wager(by="ann", box=1, cents=BET, wager="bust-it", match_play=True))
    scene.do(m.Wager(by="bob", box=2, cents=BET))
    for name in scene.players:
        scene.do(m.Ready(by=name))
    return scene.no_attack()


@pytest.mark.clause("NJ 26.5(c)", "NJ 26.15(a)")
@pytest.mark.parametrize("on", ["bet", "bust-it"])
@pytest.mark.parametrize("decision", [m.Surrender, m.Stand])
def test_a_coupon_goes_back_with_the_wager_of_a_void_round(on: str, decision: type[m.Surrender | m.Stand]) -> None:
    """Collected with half of a hand given up, or still on the layout; once, and whole."""
    scene = with_coupon("9S 8H KH 6D 9D", on)
    scene.as_player(decision)
    collected = decision is m.Surrender and on == "bet"
    assert [fact.outcome for fact in scene.facts(f.CouponTaken)] == (["collected"] if collected else [])
    two_face_up(scene)
    taken = [(fact.player, fact.wager, fact.outcome) for fact in scene.facts(f.CouponTaken)]
    assert taken[-1] == ("ann", on, "returned")
    assert len(taken) == 1 + collected
    assert scene.won("ann") == 0
    assert not scene.table.state.chips.coupons
    in_step(scene)


@pytest.mark.clause("NJ 26.5(c)", "NJ 26.15(a)")
def test_a_coupon_on_one_of_two_split_hands_goes_back_with_that_one_alone() -> None:
    scene = with_coupon("9S 8H KH 8D 9D 2C 3C")
    for decision in (m.Split, m.Surrender, m.Surrender):
        scene.as_player(decision)
    two_face_up(scene)
    assert [fact.outcome for fact in scene.facts(f.CouponTaken)] == ["collected", "returned"]
    assert not scene.table.state.chips.coupons, "nothing is left for the next round"
    in_step(scene)


@pytest.mark.clause("NJ 26.5(c)", "NJ 26.15(l)1")
@pytest.mark.parametrize("paid", ["payments-undone", "payments-stand"])
def test_a_coupon_paid_before_all_hands_were_called_dead_goes_back_where_the_payment_does(paid: str) -> None:
    readings = {"nj-hole-card": "reader", "nj-player-blackjack-paid": "at-once", "hands-called-dead": paid}
    scene = with_coupon("7S AH KH KD 9D 8C", readings=readings, sets={"reader_shows_players": "yes"})
    assert scene.won("ann") == 2 * BET
    scene.dealer(m.ReadHoleCard)
    undone = paid == "payments-undone"
    assert [fact.outcome for fact in scene.facts(f.CouponTaken)] == ["paid", *(["returned"] if undone else [])]
    assert scene.won("ann") == (0 if undone else 2 * BET)
    in_step(scene)


@pytest.mark.clause("NJ 26.15(a)", "NJ 26.15(e)")
def test_nor_a_card_that_was_asked_for_as_it_lay_there() -> None:
    """Given one that a double asked for, when the round is void while another may follow, then it is racked."""
    scene = nj.nj("9S 6H 5D 2C 3C 4C", players=2)
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    scene.do(m.Consent(by="ann", box=1, player="bob"))
    scene.do(m.Wager(by="bob", box=1, cents=BET))
    for name in scene.players:
        scene.do(m.Ready(by=name))
    scene.do(m.NoAttack(by="ann", box=1))
    scene.dealer(m.DrewInError, exposed=True)
    scene.as_player(m.Double, cents=BET)
    assert scene.table.waiting.may == (m.FollowDouble,)
    two_face_up(scene)
    assert scene.last(f.CardUnused).card == "2C"
    assert not scene.blackjack.held
    in_step(scene)


# --- what only a variant or the house decides -------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["double-attack-pa", "double-attack-nj", "double-back-jack-pa", "double-deck-house"])
def test_a_round_is_void_wherever_a_variant_has_a_missed_first_card_void_it(game: str) -> None:
    sets = {"dealer_card_missed": "void"}
    scene = Scene(game, "9S 8S 7S 6S 5S 4S", sets=sets, by_hand=(DEALER,)).open().bet(BET)
    scene.do(m.CloseBets(by=DEALER))
    while not scene.facts(f.RoundVoided):
        assert m.Deal in scene.table.waiting.may
        due = scene.table.waiting.box
        scene.do(m.Deal(by=DEALER, to=1) if due else m.PassOver(by=DEALER, box=0))
    assert len(scene.facts(f.BoxPassedOver)) == (2 if game in ("double-attack-nj", "double-deck-house") else 1)
    assert scene.won("ann") == 0
    assert m.Wager in scene.table.waiting.may, "nothing is the matter with the cards: the shoe is dealt on"


def test_no_clause_is_given_for_a_round_void_because_the_rack_is_too_low() -> None:
    scene = Scene("double-deck-house", "9S 8S 7S 6S").open()
    state = scene.table.state
    state.cards.rack.take_all()
    state.cards.shoe = Shoe(state.cards.shoe.take_remaining()[:4])
    scene.bet(BET).as_player(m.Hit)
    (void,) = scene.facts(f.RoundVoided)
    assert void.clauses == ()
    assert "the house decides" in void.why
    assert m.Shuffle in scene.table.waiting.may, "for the next round there are no more"
