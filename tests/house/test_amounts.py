"""The amounts a client is offered are just those that the table takes: the least, the most, not one chip beyond."""

from collections.abc import Callable

import pytest

from pitboss.house.amounts import amounts
from pitboss.house.protocol import Range
from pitboss.procedure.moves import Move
from pitboss.procedure.refusal import Malformed, Refused
from tests import moves as m
from tests.procedure.kit import Scene

QUIET = "7S 5S 6S 8S 9S KS KH KD KC"


def _taken(scene: Scene, move: Move) -> bool:
    try:
        scene.do(move)
    except (Refused, Malformed):
        return False
    return True


def just(reach: Callable[[], Scene], name: str, move: Callable[[int], Move]) -> Range:
    """The range offered under a name, after the table has shown on both sides of both ends that it is the right one."""
    scene = reach()
    offered = amounts(scene.table, move(1).by)[name]
    for amount, taken in (
        (offered.least - offered.step, False),
        (offered.least, True),
        (offered.most, True),
        (offered.most + offered.step, False),
    ):
        assert _taken(reach(), move(amount)) is taken, (name, amount, offered)
    return offered


def bets(cents: int = 25_00, game: str = "double-attack-pa", chips: int = 1_000_00, **sets: object) -> Scene:
    """Ann and Bob are at the table, and Ann has bet."""
    scene = Scene(game, QUIET, players=2, chips=chips, sets=sets).open()
    if cents:
        scene.do(m.Wager(by="ann", box=1, cents=cents))
    return scene


def dealt(first_cards: str, cents: int = 25_00, game: str = "double-attack-pa", **sets: object) -> Scene:
    """Everybody has bet and the first cards are out."""
    return Scene(game, first_cards, chips=1_000_00, sets=sets).open().bet(cents)


def wager(cents: int) -> Move:
    return m.Wager(by="ann", box=1, cents=cents)


def bust_it(cents: int) -> Move:
    return m.Wager(by="ann", box=1, cents=cents, wager="bust-it")


# --- wagers -----------------------------------------------------------------------------------------------------------


def test_a_bet_is_from_the_table_minimum_to_the_maximum() -> None:
    def reach() -> Scene:
        return bets(0, table_minimum_cents=10_00, table_maximum_cents=500_00)

    assert just(reach, "wager", wager) == Range(least=10_00, most=500_00, step=1_00)


def test_a_bet_is_no_more_than_the_chips_in_front_of_the_player() -> None:
    assert just(lambda: bets(0, chips=20_00), "wager", wager).most == 20_00


def test_a_bet_is_a_whole_number_of_chips() -> None:
    def reach() -> Scene:
        return bets(0, chip_unit_cents=5_00, table_minimum_cents=10_00, table_maximum_cents=53_00)

    assert just(reach, "wager", wager) == Range(least=10_00, most=50_00, step=5_00)


def test_who_has_less_than_the_minimum_is_offered_no_bet() -> None:
    assert "wager" in amounts(bets(0, chips=10_00, table_minimum_cents=10_00).table, "ann")
    assert amounts(bets(0, chips=9_00, table_minimum_cents=10_00).table, "ann") == {}


def test_a_bust_it_wager_is_up_to_the_bet_in_pennsylvania() -> None:
    assert just(lambda: bets(25_00), "wager:bust-it", bust_it) == Range(least=1_00, most=25_00, step=1_00)


def test_a_bust_it_wager_is_no_more_than_the_chips_left() -> None:
    assert just(lambda: bets(25_00, chips=40_00), "wager:bust-it", bust_it).most == 15_00


def test_a_bonus_wager_in_new_jersey_is_from_a_dollar_to_the_posted_maximum() -> None:
    def reach() -> Scene:
        return bets(25_00, "double-attack-nj", bust_it_maximum_cents=20_00)

    assert just(reach, "wager:bust-it", bust_it) == Range(least=1_00, most=20_00, step=1_00)


def test_a_bonus_wager_in_new_jersey_stays_within_the_bet() -> None:
    def reach() -> Scene:
        return bets(10_00, "double-attack-nj", bust_it_maximum_cents=20_00)

    assert just(reach, "wager:bust-it", bust_it).most == 10_00


def test_where_a_variant_lets_the_bust_it_wager_pass_the_bet_the_chips_bound_it() -> None:
    def reach() -> Scene:
        return bets(25_00, chips=100_00, bust_it_within_bet=False)

    assert just(reach, "wager:bust-it", bust_it).most == 75_00


def test_no_bust_it_wager_is_offered_before_there_is_a_bet_or_where_there_is_none() -> None:
    assert "wager:bust-it" not in amounts(bets(25_00).table, "bob")
    assert "wager:bust-it" not in amounts(bets(25_00, bust_it_offered=False).table, "ann")


def test_with_two_boxes_the_larger_bet_bounds_the_bust_it_wager() -> None:
    scene = bets(25_00, boxes_per_player=2)
    scene.do(m.Leave(by="bob"))
    scene.do(m.Wager(by="ann", box=2, cents=40_00))
    assert amounts(scene.table, "ann")["wager:bust-it"].most == 40_00


# --- while the round is dealt -----------------------------------------------------------------------------------------


def test_a_double_attack_wager_is_from_a_chip_up_to_the_bet() -> None:
    offered = just(lambda: dealt(QUIET), "attack:1", lambda cents: m.Attack(by="ann", box=1, cents=cents))
    assert offered == Range(least=1_00, most=25_00, step=1_00)


def test_a_double_attack_wager_is_no_more_than_the_chips_left() -> None:
    def reach() -> Scene:
        return dealt(QUIET, 600_00)

    assert just(reach, "attack:1", lambda cents: m.Attack(by="ann", box=1, cents=cents)).most == 400_00


def test_where_new_jersey_is_read_so_the_attack_equals_the_bet() -> None:
    def reach() -> Scene:
        readings = {"double-attack-amount": "equal-only"}
        return Scene("double-attack-nj", QUIET, chips=1_000_00, readings=readings).open().bet(25_00)

    offered = just(reach, "attack:1", lambda cents: m.Attack(by="ann", box=1, cents=cents))
    assert offered == Range(least=25_00, most=25_00, step=1_00)


def test_insurance_is_from_a_chip_to_half_the_bet_rounded_up_to_a_chip() -> None:
    def reach() -> Scene:
        return dealt("AS 5S 6S 8S KS").no_attack()

    offered = just(reach, "insure:1", lambda cents: m.Insure(by="ann", box=1, cents=cents))
    assert offered == Range(least=1_00, most=13_00, step=1_00)


def test_insurance_is_no_more_than_the_chips_left() -> None:
    def reach() -> Scene:
        return dealt("AS 5S 6S 8S KS", 900_00).no_attack()

    assert just(reach, "insure:1", lambda cents: m.Insure(by="ann", box=1, cents=cents)).most == 100_00


def test_who_has_no_chips_left_is_offered_no_insurance() -> None:
    scene = dealt("AS 5S 6S 8S KS", 1_000_00).no_attack()
    assert m.Insure in scene.table.waiting.may
    assert amounts(scene.table, "ann") == {}


def test_a_double_down_wager_is_from_a_chip_to_what_lies_there() -> None:
    def reach() -> Scene:
        scene = dealt(QUIET)
        scene.as_player(m.Attack, cents=5_00)
        return scene

    offered = just(reach, "double", lambda cents: m.Double(by="ann", box=1, cents=cents))
    assert offered == Range(least=1_00, most=30_00, step=1_00)


def test_a_double_down_wager_is_no_more_than_the_chips_left() -> None:
    def reach() -> Scene:
        return dealt(QUIET, 600_00).no_attack()

    assert just(reach, "double", lambda cents: m.Double(by="ann", box=1, cents=cents)).most == 400_00


def test_where_a_variant_has_no_double_for_less_it_is_all_that_lies_there() -> None:
    def reach() -> Scene:
        return dealt(QUIET, double_for_less=False).no_attack()

    offered = just(reach, "double", lambda cents: m.Double(by="ann", box=1, cents=cents))
    assert offered == Range(least=25_00, most=25_00, step=1_00)


def shared(chips: int = 1_000_00) -> Scene:
    """New Jersey: Bob wagers twice Ann's bet behind her, and Ann is asked first."""
    scene = Scene("double-attack-nj", QUIET, players=2, chips=chips).open()
    scene.do(m.Wager(by="ann", box=1, cents=25_00))
    scene.do(m.Consent(by="ann", box=1, player="bob"))
    scene.do(m.Wager(by="bob", box=1, cents=50_00))
    for name in ("ann", "bob"):
        scene.do(m.Ready(by=name))
    return scene


def test_who_wagers_behind_another_may_follow_with_an_attack_and_a_double_of_their_own_size() -> None:
    scene = shared()
    assert amounts(scene.table, "ann") == {"attack:1": Range(least=1_00, most=25_00, step=1_00)}
    assert amounts(scene.table, "bob") == {}, "Bob is asked only when Ann has attacked"
    scene.as_player(m.Attack, cents=5_00)
    assert amounts(scene.table, "bob") == {"attack:1": Range(least=1_00, most=50_00, step=1_00)}
    scene.do(m.NoAttack(by="bob", box=1))
    assert amounts(scene.table, "ann") == {"double": Range(least=1_00, most=30_00, step=1_00)}
    assert amounts(scene.table, "bob") == {}
    scene.as_player(m.Double, cents=10_00)
    assert amounts(scene.table, "ann") == {}

    def reach() -> Scene:
        again = shared()
        again.as_player(m.NoAttack)
        again.as_player(m.Double, cents=10_00)
        return again

    assert amounts(reach().table, "bob") == {"follow-double": Range(least=1_00, most=50_00, step=1_00)}
    for cents, taken in ((1_00, True), (50_00, True), (51_00, False)):
        assert _taken(reach(), m.FollowDouble(by="bob", box=1, cents=cents)) is taken


def test_a_split_hand_is_doubled_for_what_lies_on_that_hand() -> None:
    def reach() -> Scene:
        scene = dealt("7S 8S 8H 3S 2S KS KH KD KC")
        scene.as_player(m.Attack, cents=5_00)
        scene.as_player(m.Split)
        scene.as_player(m.Stand)
        assert scene.table.waiting.hand == 2
        return scene

    offered = just(reach, "double", lambda cents: m.Double(by="ann", box=1, cents=cents))
    assert offered == Range(least=1_00, most=30_00, step=1_00)


def test_of_two_players_each_is_offered_what_hangs_on_their_own_bet() -> None:
    scene = Scene("double-attack-pa", QUIET, players=2, chips=1_000_00).open()
    scene.do(m.Wager(by="ann", box=1, cents=25_00))
    scene.do(m.Wager(by="bob", box=2, cents=40_00))
    for name in ("ann", "bob"):
        scene.do(m.Ready(by=name))
    assert {name: amounts(scene.table, name) for name in ("ann", "bob", "cat")} == {
        "ann": {"attack:1": Range(least=1_00, most=25_00, step=1_00)},
        "bob": {"attack:2": Range(least=1_00, most=40_00, step=1_00)},
        "cat": {},
    }
    scene.no_attack()
    assert amounts(scene.table, "ann") == {"double": Range(least=1_00, most=25_00, step=1_00)}
    assert amounts(scene.table, "bob") == {}, "it is not Bob's turn"
    scene.as_player(m.Stand)
    assert amounts(scene.table, "bob") == {"double": Range(least=1_00, most=40_00, step=1_00)}


def test_a_player_who_may_hit_but_not_double_is_offered_no_amount() -> None:
    scene = dealt("7S 8S 8H 2S 3S KS", double_on_cards_at_most=2).no_attack()
    assert set(amounts(scene.table, "ann")) == {"double"}
    scene.as_player(m.Hit)
    assert m.Hit in scene.table.waiting.may
    assert amounts(scene.table, "ann") == {}


# --- the cut ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by_hand", [(), ("dealer",)])
def test_a_cut_leaves_the_margin_at_either_end(by_hand: tuple[str, ...]) -> None:
    who = "dealer" if by_hand else "ann"

    def reach() -> Scene:
        scene = Scene("double-attack-pa", by_hand=by_hand).sit()
        while m.Cut not in scene.table.waiting.may or who not in scene.table.waiting.by:
            waiting = scene.table.waiting
            if m.Shuffle in waiting.may:
                scene.shuffle()
            elif m.RefuseCut in waiting.may:
                scene.do(m.RefuseCut(by=waiting.by[0]))
            else:
                scene.do(scene.usual(waiting.by, waiting.may))
        return scene

    offered = just(reach, "cut", lambda position: m.Cut(by=who, position=position))
    size = len(reach().table.state.cards.to_shuffle)
    assert (offered.least, offered.most, offered.step) == (10, size - 10, 1)


def test_at_five_card_hi_lo_only_the_wager_is_an_amount() -> None:
    scene = Scene("five-card-hi-lo-pa", chips=1_000_00).open()
    assert set(amounts(scene.table, "ann")) == {"wager"}
    scene.do(m.Wager(by="ann", box=1, cents=25_00))
    scene.do(m.Ready(by="ann"))
    assert amounts(scene.table, "ann") == {}
