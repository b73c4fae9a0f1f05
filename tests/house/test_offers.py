"""What is offered is taken: nothing that a player sees as a button or a spot on the felt is then refused."""

import random
from dataclasses import replace

import pytest

from pitboss.cards.bits import SeededBits
from pitboss.house.amounts import amounts
from pitboss.house.offers import offers, spots
from pitboss.house.telling import own
from pitboss.procedure.croupier import Croupier
from pitboss.procedure.moves import Move, every_move
from pitboss.procedure.refusal import Malformed, Refused
from pitboss.procedure.table import Table
from pitboss.rules.variant import load
from tests import moves as m
from tests.procedure.kit import Scene

GAMES = ("double-attack-pa", "double-attack-nj", "double-back-jack-pa", "double-deck-house", "five-card-hi-lo-pa")
NAMES = ("ann", "bob")
CHIPS = 90_00  # so few that a double, a split or a Second Chance is often too dear
QUIET = "7S 5S 6S 8S 9S KS KH KD KC"


def offered(table: Table, viewer: str) -> list[Move]:
    """Every offer and every spot as the move a browser would make of it."""
    ranges = amounts(table, viewer)
    made: list[Move] = []
    for offer in offers(table, viewer):
        name, _, box = offer.partition(":")
        kind = every_move()[name]
        if kind in (m.Wager, m.Consent, m.PledgeSeed, m.GiveSeed):
            continue  # of these the spots, the people and the browser's own seed say more
        known = {"box": int(box)} if box else {}
        span = ranges.get(offer) or ranges.get(name)
        if "cents" in kind.__struct_fields__:
            if span is None:
                continue  # no amount would do, and the browser shows no button
            known["cents"] = span.most
        if kind is m.Cut and span is not None:
            known["position"] = span.least
        if "cover" in kind.__struct_fields__:
            known["cover"] = False
        made.append(kind(by=viewer, **known))
    bet = {spot.box for spot in spots(table, viewer) if not spot.beside_bet}
    for spot in spots(table, viewer):
        if not spot.beside_bet or spot.box not in bet:
            made.extend(m.Wager(by=viewer, box=spot.box, cents=c, wager=spot.wager) for c in {spot.least})
    return made


def copy_of(table: Table) -> Table:
    again = Table(table.rules)
    for move in table.moves:
        again.apply(move)
    return again


@pytest.mark.parametrize("game", GAMES)
def test_the_table_takes_whatever_is_offered(game: str) -> None:
    rng = random.Random(game)
    table, croupier = Table(load(game)), Croupier(SeededBits(2))
    for box, name in enumerate(NAMES, 1):
        table.apply(m.Sit(by=name, box=box))
        table.apply(m.BuyIn(by=name, cents=CHIPS))
    seen: set[str] = set()
    tried = 0
    while table.state.round < 8 and tried < 160:
        if m.Shuffle in table.waiting.may:
            table.apply(croupier.shuffle(table))
            continue
        moves = [move for name in NAMES for move in offered(table, name)]
        going_on = [move for move in moves if not isinstance(move, m.Leave | m.TakeBack)]
        for move in rng.sample(moves, min(len(moves), 2)):
            tried += 1
            seen.add(type(move).__name__)
            copy_of(table).apply(move)  # or it is refused, and this fails
        if not going_on:
            break
        table.apply(rng.choice(going_on))
        if all(player.chips < 10_00 for player in table.state.people.players.values()):
            for name in NAMES:
                table.apply(m.BuyIn(by=name, cents=CHIPS))
    assert table.state.round >= 3
    assert {"Leave", "Wager", "Ready"} <= seen


def bets(game: str = "double-attack-pa", deal: str = QUIET, cents: int = 25_00, chips: int = 100_00) -> Scene:
    """Ann alone, with a bet down and dealt."""
    return Scene(game, deal, chips=chips).open().bet(cents)


def test_alone_without_a_bet_there_is_nothing_to_be_ready_for() -> None:
    scene = Scene("double-attack-pa", QUIET).open()
    assert "ready" not in offers(scene.table, "ann")
    scene.do(m.Wager(by="ann", box=1, cents=25_00))
    assert "ready" in offers(scene.table, "ann")


def test_who_sits_out_while_somebody_bets_who_stands_behind_is_asked_to_be_ready() -> None:
    scene = Scene("double-attack-pa", QUIET).open()
    scene.do(m.BuyIn(by="bob", cents=100_00))
    assert "ready" not in offers(scene.table, "ann"), "somebody with chips alone brings no deal nearer"
    scene.do(m.Wager(by="bob", box=3, cents=25_00))
    assert "ready" in offers(scene.table, "ann")


def test_who_has_sat_out_is_still_shown_where_to_bet_and_is_not_asked_to_be_ready_again() -> None:
    scene = Scene("double-attack-pa", QUIET, players=2).open()
    assert "ready" in offers(scene.table, "ann"), "bob may want to play alone"
    scene.do(m.Ready(by="ann"))
    assert "ready" not in offers(scene.table, "ann")
    assert [spot.box for spot in spots(scene.table, "ann") if spot.wager == "bet"] == [1, 3, 4, 5, 6]


@pytest.mark.clause("PA 665a.6(c)")
def test_a_bet_in_pennsylvania_stays_and_one_in_new_jersey_may_be_taken_back_before_the_first_card() -> None:
    for game, back in (("double-attack-pa", False), ("double-attack-nj", True)):
        scene = Scene(game, QUIET).open()
        scene.do(m.Wager(by="ann", box=1, cents=25_00))
        assert ("take-back:1" in offers(scene.table, "ann")) is back
        assert (("bet", 1) in {(spot.wager, spot.box) for spot in spots(scene.table, "ann")}) is back
        scene.do(m.Ready(by="ann"))
        assert "take-back:1" not in offers(scene.table, "ann"), "the first card is out"


def test_the_burn_card_is_offered_only_where_a_text_shows_it() -> None:
    shown = {game: "ask-burn-card" in offers(Scene(game, "").open().table, "ann") for game in GAMES}
    assert shown == {game: load(game).shuffle.burn_disclosed for game in GAMES}
    assert not shown["double-attack-pa"]
    assert any(shown.values())


@pytest.mark.clause("DD Additional policies 3")
def test_even_money_is_offered_to_a_blackjack_that_was_looked_at() -> None:
    for hand, good in (("AH KD", True), ("9H 3D", False)):
        first, second = hand.split()
        scene = bets("double-deck-house", f"{first} KS {second} AS 5C")
        assert "even-money:1" not in offers(scene.table, "ann"), "nobody has looked"
        assert "look-at-cards:1" in offers(scene.table, "ann")
        scene.do(m.LookAtCards(by="ann", box=1))
        assert ("even-money:1" in offers(scene.table, "ann")) is good
        assert "look-at-cards:1" not in offers(scene.table, "ann")


@pytest.mark.clause("PA 665a.11(a)")
def test_a_split_the_chips_do_not_cover_is_not_offered() -> None:
    for chips, enough in ((50_00, True), (49_00, False)):
        scene = bets(deal="9S 8H 8D KD 8S", chips=chips).no_attack()
        assert ("split:1" in offers(scene.table, "ann")) is enough
        assert "stand:1" in offers(scene.table, "ann")


@pytest.mark.clause("PA 673a.7(l)")
def test_a_second_chance_the_chips_do_not_cover_is_not_offered() -> None:
    for chips, enough in ((50_00, True), (49_00, False)):
        scene = bets("double-back-jack-pa", "8H 9S 7D KD KC 5S", chips=chips)
        scene.do(m.Hit(by="ann", box=1))
        assert ("second-chance:1" in offers(scene.table, "ann")) is enough
        assert "no-second-chance:1" in offers(scene.table, "ann")


def test_each_box_that_has_answered_is_asked_no_more() -> None:
    scene = Scene("double-attack-pa", QUIET).open()
    for box in (1, 2, 3):
        scene.do(m.Wager(by="ann", box=box, cents=10_00))
    scene.do(m.Ready(by="ann"))
    scene.do(m.NoAttack(by="ann", box=2))
    asked = [offer for offer in offers(scene.table, "ann") if "attack" in offer]
    assert sorted(asked) == ["attack:1", "attack:3", "no-attack:1", "no-attack:3"]


def test_a_side_wager_lies_beside_a_bet_and_is_shown_before_there_is_one() -> None:
    scene = Scene("double-attack-pa", QUIET, chips=100_00).open()
    (shown,) = [spot for spot in spots(scene.table, "ann") if (spot.box, spot.wager) == (1, "bust-it")]
    assert (shown.beside_bet, shown.within_bet, shown.least, shown.most) == (True, True, 1_00, 100_00)
    with pytest.raises((Refused, Malformed)):
        scene.do(m.Wager(by="ann", box=1, cents=1_00, wager="bust-it"))
    scene.do(m.Wager(by="ann", box=1, cents=10_00))
    scene.do(m.Wager(by="ann", box=1, cents=5_00, wager="bust-it"))
    lying = scene.table.state.wagers_before_deal()
    assert lying == {1: {"ann": {"bet": 10_00, "bust-it": 5_00}}}
    assert [spot.wager for spot in spots(scene.table, "ann") if spot.box == 1] == [], "what is made stays as it is"


def test_nobody_is_offered_anything_who_is_not_at_the_table() -> None:
    scene = Scene("double-attack-pa", QUIET).open()
    assert (offers(scene.table, "eve"), spots(scene.table, "eve")) == ((), ())


@pytest.mark.clause("DD Additional policies 4")
@pytest.mark.parametrize("boxes", [(1,), (1, 2)])
def test_how_many_boxes_one_may_bet_on_is_told_and_in_mid_shoe_no_more_than_before(
    boxes: tuple[int, ...],
) -> None:
    scene = Scene("double-deck-house", "").open()
    assert own(scene.table, "ann").boxes_most == 2
    for box in boxes:
        scene.do(m.Wager(by="ann", box=box, cents=25_00))
    assert own(scene.table, "ann").boxes_most == 2, "also when no more can be laid"
    scene.do(m.Ready(by="ann"))
    while "wager" not in {str(kind.__struct_config__.tag) for kind in scene.table.waiting.may}:
        scene.do(m.Stand(by="ann", box=scene.table.waiting.box))
    assert own(scene.table, "ann").boxes_most == len(boxes)
    assert own(scene.table, "nobody").boxes_most == 0


def test_nothing_is_offered_to_staff_who_are_asked() -> None:
    scene = Scene("double-attack-pa", QUIET, by_hand=("dealer",)).open()
    scene.do(m.Wager(by="ann", box=1, cents=10_00))
    scene.dealer(m.CloseBets)
    assert scene.table.waiting.by == ("dealer",)
    assert offers(scene.table, "dealer") == ()


def test_a_spot_takes_what_the_tables_limit_leaves_beside_what_lies_there() -> None:
    scene = Scene("double-attack-nj", sets={"table_maximum_cents": 100_00}).open()
    bet = [(spot.least, spot.most) for spot in spots(scene.table, "ann") if (spot.box, spot.wager) == (1, "bet")]
    assert bet == [(scene.rules.wagers.table_minimum_cents, 100_00)]
    scene.do(m.Wager(by="ann", box=1, cents=40_00))
    (more,) = (spot for spot in spots(scene.table, "ann") if (spot.box, spot.wager) == (1, "bet"))
    assert more.most == 60_00
    scene.do(m.Wager(by="ann", box=1, cents=60_00))
    left = [spot.wager for spot in spots(scene.table, "ann") if spot.box == 1]
    assert left == ["bust-it"], "beside a bet that may not grow a side wager may still be laid"


def test_a_spot_takes_whole_chips_whatever_the_limit_or_the_player_has_beside_them() -> None:
    scene = Scene("double-attack-nj", sets={"table_maximum_cents": 100_50}).open()
    of = {spot.wager: spot for spot in spots(scene.table, "ann") if spot.box == 1}
    assert (of["bet"].step, of["bet"].most) == (1_00, 100_00)
    scene.table.state.people.players["ann"].chips = 50_50  # 3 to 2 were paid on an odd bet
    of = {spot.wager: spot for spot in spots(scene.table, "ann") if spot.box == 1}
    assert (of["bet"].most, of["bust-it"].most) == (50_00, 50_00)


def test_where_wagers_have_names_and_no_bet_is_everybodys_each_has_its_spot_at_each_box() -> None:
    scene = Scene("double-attack-nj", chips=100_00).open()
    scene.table.state.family = replace(scene.table.state.family, spots=("bet",))
    boxes = range(1, scene.table.state.positions + 1)
    named = [(spot.box, spot.wager, spot.beside_bet) for spot in spots(scene.table, "ann")]
    assert named == [(box, "bet", False) for box in boxes]


def test_a_side_spot_takes_what_its_limit_leaves_beside_what_lies_there() -> None:
    scene = Scene(
        "double-attack-nj", chips=100_00, sets={"bust_it_minimum_cents": 5_00, "bust_it_maximum_cents": 25_00}
    ).open()
    scene.do(m.Wager(by="ann", box=1, cents=40_00))

    def side() -> list[tuple[int, int]]:
        found = (spot for spot in spots(scene.table, "ann") if (spot.box, spot.wager) == (1, "bust-it"))
        return [(spot.least, spot.most) for spot in found]

    assert side() == [(5_00, 25_00)]
    scene.do(m.Wager(by="ann", box=1, cents=10_00, wager="bust-it"))
    assert side() == [(1_00, 15_00)]
