"""§ 665a.7(o) and (p) with § 665a.12(a): who wins, what is paid and in which order."""

import pytest

from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene
from tests.procedure.pa_665a.case import BET, dealt, of, play_on

ATTACK = 50_00


def against(player: str, dealer: str, **more: object) -> Scene:
    """Ann's first two cards and what she draws, and the dealer's; both stakes down."""
    first, second, *hits = player.split()
    up, hole, *drawn = dealer.split()
    deal = " ".join([up, first, second, hole, *hits, *drawn])
    scene = dealt(deal, attack=ATTACK, **more)  # type: ignore[arg-type]  # fields of dealt
    scene.no_insurance()
    for _ in hits:
        scene.as_player(m.Hit)
    play_on(scene)
    return scene


def clause_of(scene: Scene) -> tuple[str, ...]:
    """By which paragraph the hand was settled."""
    return of(scene, f.HandSettled)[-1].clauses


BOTH = BET + ATTACK


@pytest.mark.clause("PA 665a.7(o)(1)", "PA 665a.7(o)(1)(i)", "PA 665a.7(o)(1)(i)(A)", "PA 665a.12(a)")
def test_21_or_less_beats_a_dealer_over_21_and_is_paid_1_to_1() -> None:
    scene = against("5S 7H", "6S KS KH")
    assert "PA 665a.7(o)(1)(i)(A)" in clause_of(scene)
    paid = of(scene, f.WagerPaid)
    assert [(fact.wager, fact.cents, fact.winnings) for fact in paid] == [("bet", BET, BET), ("attack", ATTACK, ATTACK)]
    assert "PA 665a.12(a)" in paid[0].clauses


@pytest.mark.clause("PA 665a.7(o)(1)(i)(B)")
@pytest.mark.parametrize(("player", "dealer"), [("KS 8H", "7S KH"), ("KS 5H 6S", "KD QD"), ("KS QH", "9S KH")])
def test_more_than_the_dealer_without_exceeding_21_wins(player: str, dealer: str) -> None:
    scene = against(player, dealer)
    assert "PA 665a.7(o)(1)(i)(B)" in clause_of(scene)
    assert scene.won("ann") == BOTH


@pytest.mark.clause("PA 665a.7(o)(1)(i)(C)", "PA 665a.1 Blackjack")
def test_a_blackjack_beats_a_21_of_more_cards() -> None:
    scene = against("AS KH", "5S 6H KS")
    assert scene.won("ann") == BOTH
    unread = against("AS KH", "KS 5H 6D", sets={"hole_card": "unread"})
    assert "PA 665a.7(o)(1)(i)(C)" in clause_of(unread), "not paid before the dealer's hand is known"
    assert unread.won("ann") == BOTH


@pytest.mark.clause("PA 665a.7(o)(1)(ii)", "PA 665a.7(o)(1)(ii)(A)", "PA 665a.7(o)(2)")
@pytest.mark.parametrize("dealer", ["AS KS", "KS AS"])
def test_a_dealer_blackjack_takes_the_bet_of_any_other_hand_and_returns_the_double_attack(dealer: str) -> None:
    scene = against("KD QH", dealer)
    assert "PA 665a.7(o)(1)(ii)(A)" in clause_of(scene)
    assert [(fact.wager, fact.cents) for fact in of(scene, f.WagerCollected)] == [("bet", BET)]
    back = of(scene, f.WagerReturned)[0]
    assert (back.wager, back.cents, back.clauses) == ("attack", ATTACK, ("PA 665a.7(o)(2)",))


@pytest.mark.clause("PA 665a.7(o)(1)(ii)(B)")
def test_a_hand_over_21_loses_to_a_dealer_of_21_or_less() -> None:
    scene = against("KS 6H 6D", "7S KH")
    assert "PA 665a.7(o)(1)(ii)(B)" in of(scene, f.HandBusted)[0].clauses
    assert scene.won("ann") == -BOTH


@pytest.mark.clause("PA 665a.7(o)(1)(ii)(B)")
@pytest.mark.parametrize(("reading", "first"), [("after-the-round", False), ("at-the-bust", True)])
def test_when_both_go_over_the_hand_has_lost(reading: str, first: bool) -> None:
    scene = against("KS 6H 6D", "6S KH 9H", readings={"bust-collected": reading})
    assert scene.won("ann") == -BOTH
    collected = of(scene, f.WagerCollected)[0]
    turned = of(scene, f.HoleCardTurned)[0]
    assert (scene.table.facts.index(collected) < scene.table.facts.index(turned)) is first


@pytest.mark.clause("PA 665a.7(o)(1)(i)(A)", "PA 665a.7(o)(1)(ii)(B)")
def test_or_by_the_other_reading_waits_and_gets_its_wagers_back() -> None:
    returned = {"both-bust": "returned"}
    scene = against("KS 6H 6D", "6S KH 9H", readings=returned)
    assert scene.won("ann") == 0
    lost = against("KS 6H 6D", "7S KH", readings=returned)
    assert lost.won("ann") == -BOTH
    assert "PA 665a.7(o)(1)(ii)(B)" in clause_of(lost)


@pytest.mark.clause("PA 665a.7(o)(1)(ii)(C)")
@pytest.mark.parametrize(("player", "dealer"), [("KS 7H", "8S KH"), ("KS QH", "5S 6H KD")])
def test_less_than_a_dealer_of_21_or_less_loses(player: str, dealer: str) -> None:
    scene = against(player, dealer)
    assert "PA 665a.7(o)(1)(ii)(C)" in clause_of(scene)
    assert scene.won("ann") == -BOTH


@pytest.mark.clause("PA 665a.7(o)(1)(iii)")
@pytest.mark.parametrize(
    ("player", "dealer"),
    [("KS 7H", "7S KH"), ("KS 5H 6D", "5S 6H KD"), ("AS KH", "AD QD"), ("AS KH", "KD AD")],
    ids=["17", "21", "blackjack-under-ace", "blackjack-under-king"],
)
def test_the_same_total_ties_and_so_do_two_blackjacks(player: str, dealer: str) -> None:
    scene = against(player, dealer)
    assert "PA 665a.7(o)(1)(iii)" in clause_of(scene)
    assert scene.won("ann") == 0
    assert not of(scene, f.WagerCollected)


@pytest.mark.clause("PA 665a.7(o)(1)(ii)(A)", "PA 665a.1 Blackjack")
def test_a_21_of_more_cards_loses_to_a_dealer_blackjack() -> None:
    scene = against("KD 5H 6H", "KS AS", sets={"hole_card": "unread"})
    assert "PA 665a.7(o)(1)(ii)(A)" in clause_of(scene)
    assert scene.won("ann") == -BET


@pytest.mark.clause("PA 665a.7(o)(2)")
@pytest.mark.parametrize(("player", "result"), [("KS QH", ATTACK), ("KS 7H", 0), ("KS 6H", -ATTACK)])
def test_the_double_attack_wager_goes_with_the_bet(player: str, result: int) -> None:
    scene = against(player, "7S KH")
    moved = {
        fact.wager: fact.winnings if isinstance(fact, f.WagerPaid) else -fact.cents
        for fact in scene.table.facts
        if isinstance(fact, f.WagerPaid | f.WagerCollected)
    }
    assert moved.get("attack", 0) == result


@pytest.mark.clause("PA 665a.7(o)", "PA 665a.7(p)")
def test_wagers_are_settled_counterclockwise_from_the_dealers_right() -> None:
    """Against 17 they lose, win, tie, lose and win: to collect all first, or pay all first, is another order."""
    scene = dealt("7S KS KH KD KC KS 6S 8S 7H 5S 9S KH", players=5).stand_all()
    assert [fact.box for fact in of(scene, f.HandSettled)] == [5, 4, 3, 2, 1]
    order = [
        (type(fact).__name__, fact.box)
        for fact in scene.table.facts
        if isinstance(fact, f.WagerPaid | f.WagerCollected)
    ]
    assert order == [("WagerPaid", 5), ("WagerCollected", 4), ("WagerPaid", 2), ("WagerCollected", 1)]
    moved = (*of(scene, f.WagerPaid), *of(scene, f.WagerCollected))
    assert all("PA 665a.7(p)" in fact.clauses for fact in moved)


@pytest.mark.clause("PA 665a.7(p)")
def test_losing_wagers_go_into_the_inventory_and_winners_are_paid_out_of_it() -> None:
    lost = against("KS 6H", "7S KH")
    assert lost.table.state.chips.inventory == BOTH
    won = against("KS 8H", "7S KH")
    assert won.table.state.chips.inventory == -BOTH
    assert won.table.state.chips.on_layout == lost.table.state.chips.on_layout == 0


@pytest.mark.clause("PA 665a.7(q)")
def test_the_cards_are_taken_away_after_the_wagers_are_settled() -> None:
    scene = against("KS 8H", "7S KH")
    last_paid = max(i for i, fact in enumerate(scene.table.facts) if isinstance(fact, f.WagerPaid))
    discarded = [i for i, fact in enumerate(scene.table.facts) if isinstance(fact, f.CardsDiscarded)]
    assert min(discarded) > last_paid
    assert not scene.hands()[0].cards
