"""How much may be wagered now: the least and the most that the table takes, for whoever is asked."""

import pytest

from pitboss.procedure.refusal import Refused
from tests import moves as m
from tests.procedure.golden_scenes import DBJ, DD, NJ, PA, Story
from tests.procedure.kit import Scene

BET = 100_00
NAMED: dict[str, type[m.Move]] = {
    "attack": m.Attack,
    "insure": m.Insure,
    "double": m.Double,
    "follow-double": m.FollowDouble,
}


def amounts(scene: Scene, player: str) -> dict[str, tuple[int, int]]:
    """What the player may add now, by name."""
    t = scene.table.state
    return {name: (least, most) for name, least, most in t.family.amounts(t, scene.table.waiting, player)}


def taken(scene: Scene, player: str, name: str, cents: int) -> bool:
    """Whether the table would take so much."""
    what, _, box = name.partition(":")
    try:
        scene.do(NAMED[what](by=player, box=int(box or scene.table.waiting.box), cents=cents))  # type: ignore[call-arg]  # each has an amount
    except Refused:
        return False
    return True


@pytest.mark.clause("PA 665a.6(e)", "NJ 26.7(d)")
@pytest.mark.parametrize(
    ("game", "readings", "least"),
    [
        (PA, {}, 1_00),
        (NJ, {"double-attack-amount": "up-to-initial"}, 1_00),
        (NJ, {"double-attack-amount": "equal-only"}, BET),
    ],
)
def test_to_attack_as_much_as_the_bet_or_less_where_the_text_has_it_so(
    game: str, readings: dict[str, str], least: int
) -> None:
    s = Story(game, "9S", "8C", ("KH 9D", "KD 9H"), readings=readings).wagers()
    unit = s.rules.wagers.chip_unit_cents
    least = unit if least != BET else BET
    assert amounts(s, "bob") == {"attack:2": (least, BET)}
    assert amounts(s, "zoe") == {}, "who has no bet adds nothing to it"
    assert least == unit or not taken(s, "bob", "attack:2", least - unit)
    assert not taken(s, "bob", "attack:2", BET + unit)
    assert taken(s, "bob", "attack:2", least)


@pytest.mark.clause("PA 665a.8(b)", "NJ 26.11(b)", "PA 673a.8(b)")
@pytest.mark.parametrize("game", [PA, NJ, DBJ, DD])
def test_to_insure_for_half_the_bet(game: str) -> None:
    s = Story(game, "AS", "8C", ("KH 9D", "KD 9H"), "2C 3C").wagers().until(m.Insure)
    unit = s.rules.wagers.chip_unit_cents
    assert amounts(s, "ann") == {"insure:1": (unit, BET // 2)}
    assert not taken(s, "ann", "insure:1", BET // 2 + unit)
    assert taken(s, "ann", "insure:1", BET // 2)


@pytest.mark.parametrize(
    ("game", "most"),
    [
        pytest.param(PA, 13_00, marks=pytest.mark.clause("PA 665a.8(b)")),
        pytest.param(NJ, 13_00, marks=pytest.mark.clause("NJ 26.11(b)")),
        pytest.param(DBJ, 13_00, marks=pytest.mark.clause("PA 673a.8(b)")),
        (DD, 12_00),
    ],
)
def test_and_for_the_next_whole_chip_where_half_cannot_be_bet_and_the_text_allows_it(game: str, most: int) -> None:
    s = Story(game, "AS", "8C", ("KH 9D",), "2C 3C", sets={"chip_unit_cents": 1_00, "table_minimum_cents": 2_00})
    s.do(m.Wager(by="ann", box=1, cents=25_00))
    s.do(m.Ready(by="ann"))
    s.until(m.Insure)
    assert amounts(s, "ann") == {"insure:1": (1_00, most)}
    assert not taken(s, "ann", "insure:1", most + 1_00)
    assert taken(s, "ann", "insure:1", most)


@pytest.mark.clause("PA 665a.10(a)", "NJ 26.9(a)", "PA 673a.10(a)", "DD Doubling Down")
@pytest.mark.parametrize(
    ("game", "attack", "most"), [(PA, 0, BET), (PA, 50_00, 150_00), (NJ, 50_00, 150_00), (DBJ, 0, BET), (DD, 0, BET)]
)
def test_to_double_for_what_rides_on_the_hand(game: str, attack: int, most: int) -> None:
    s = Story(game, "9S", "8C", ("6H 5D", "KD 9H"), "2C 3C").wagers()
    if attack:
        s.do(m.Attack(by="ann", box=1, cents=attack))
    s.until(m.Double)
    unit = s.rules.wagers.chip_unit_cents
    assert amounts(s, "ann") == {"double": (unit, most)}
    assert amounts(s, "bob") == {}, "another's hand"
    assert not taken(s, "ann", "double", most + unit)
    assert taken(s, "ann", "double", most)


def test_to_double_for_no_less_where_a_variant_has_it_so() -> None:
    s = Story(PA, "9S", "8C", ("6H 5D",), "2C", sets={"double_for_less": "no"}).wagers().until(m.Double)
    assert amounts(s, "ann") == {"double": (BET, BET)}


@pytest.mark.clause("PA 665a.11(a)")
def test_on_the_hand_that_is_asked_and_no_other() -> None:
    s = Story(PA, "9S", "8C", ("8H 8D",), "3C 2D").wagers()
    s.until(m.Split).plays(m.Split)
    s.hand(1, 1).stakes[0].attack = 0
    s.hand(1, 2).stakes[0].bet = 60_00
    assert amounts(s, "ann") == {"double": (s.rules.wagers.chip_unit_cents, BET)}


@pytest.mark.clause("NJ 26.13(d)")
def test_and_another_on_the_box_for_the_own_wager() -> None:
    scene = Scene(NJ, "9S 6H 5D 2C", sets={"bettors_per_box": 2}).open()
    scene.do(m.BuyIn(by="zoe", cents=1000_00))
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    scene.do(m.Consent(by="ann", box=1, player="zoe"))
    scene.do(m.Wager(by="zoe", box=1, cents=40_00))
    scene.do(m.Ready(by="ann"))
    scene.do(m.Ready(by="zoe"))
    while m.NoAttack in scene.table.waiting.may:
        scene.do(m.NoAttack(by=scene.table.waiting.by[0], box=1))
    unit = scene.rules.wagers.chip_unit_cents
    assert amounts(scene, "zoe") == {"double": (unit, 40_00)}, "as much, should the one who decides double"
    scene.as_player(m.Double, cents=BET)
    assert amounts(scene, "zoe") == {"follow-double": (unit, 40_00)}
    assert amounts(scene, "ann") == {"follow-double": (unit, BET)}
    scene.do(m.FollowDouble(by="zoe", box=1, cents=40_00))
    assert scene.hand().stakes[1].double == 40_00


@pytest.mark.parametrize("game", [PA, NJ, DBJ, DD])
def test_before_the_deal_and_after_the_last_decision_nothing_is_added(game: str) -> None:
    s = Story(game, "9S", "8C", ("KH 9D",), "2C 3C")
    assert amounts(s, "ann") == {}
    s.wagers().until()
    assert amounts(s, "ann") == {}
