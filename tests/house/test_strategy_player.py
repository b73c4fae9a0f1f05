"""Players who follow a strategy make just the move it says: for whom, at which box, for how much."""

from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from pitboss.cards.bits import SeededBits
from pitboss.cards.card import Card
from pitboss.house.blackjack import BLACKJACK_HOUSE
from pitboss.house.demonstration import BUY_IN_BETS, NAMES, demonstrate
from pitboss.house.family_house import house_of
from pitboss.house.sitting import by_chart
from pitboss.house.strategy_player import StrategyPlayer, situation_of
from pitboss.procedure.asking import Wait
from pitboss.procedure.blackjack.hands import Hand
from pitboss.procedure.moves import Move
from pitboss.procedure.table import Table
from pitboss.rules.games import GAMES
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.school import lesson
from pitboss.school.players import PracticePlayers
from pitboss.school.practice import Practice
from pitboss.solve.strategy import Action, Preference, Situation, Strategy, class_label, mimic_the_dealer, uniform_play
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene

PA, NJ, DBJ, DD = "double-attack-pa", "double-attack-nj", "double-back-jack-pa", "double-deck-house"
BET = 100_00
ANN: dict[str, Any] = {"by": "ann", "box": 1}
BOB: dict[str, Any] = {"by": "bob", "box": 2}


def rules_of(game: str, **sets: object) -> BlackjackRules:
    return BlackjackRules.of(load(game, sets))


def letters(text: str) -> Preference:
    return tuple(next(action for action in Action if action.letter == one) for one in text)


def strategy(
    game: str,
    cells: Mapping[tuple[str, str, int], str] | None = None,
    attack: tuple[int, ...] = (),
    insurance: bool = False,
    second_chance: tuple[tuple[int, int], ...] = (),
    gives_up_doubled: tuple[tuple[int, int], ...] = (),
) -> Strategy:
    """Stand on everything but in the cells named: situation, hand, up card."""
    named = cells or {}

    def cell(situation: Situation, row: int, up: int) -> Preference:
        return letters(named.get((situation.label, class_label(row), up), "S"))

    return replace(
        mimic_the_dealer(rules_of(game)),
        attack=tuple(up in attack for up in range(1, 11)),
        insurance=insurance,
        play=uniform_play(cell),
        second_chance=tuple(tuple((total, up) in second_chance for up in range(1, 11)) for total in range(22, 31)),
        surrender_after_double=tuple(
            tuple((total, up) in gives_up_doubled for up in range(1, 11)) for total in range(4, 21)
        ),
    )


def played(scene: Scene, player: StrategyPlayer) -> list[Move]:
    """Every move of the players from here to the end of the round, each taken by the table."""
    made = []
    while scene.table.state.in_round:
        made.append(player.move(scene.table))
        scene.do(made[-1])
    return made


# --- before the deal --------------------------------------------------------------------------------------------------


def test_everybody_bets_and_says_ready_and_bets_on_the_side_where_that_is_wanted() -> None:
    scene = Scene(PA, players=2).open()
    bets = [m.Wager(by=name, box=box, cents=BET) for box, name in ((1, "ann"), (2, "bob"))]
    ready = [m.Ready(by="ann"), m.Ready(by="bob")]
    assert StrategyPlayer(strategy(PA), BET).wagers(scene.table) == (*bets, *ready)
    sides = [m.Wager(by=name, box=box, cents=40_00, wager="bust-it") for box, name in ((1, "ann"), (2, "bob"))]
    both = (bets[0], sides[0], bets[1], sides[1], *ready)
    assert StrategyPlayer(strategy(PA), BET, 40_00).wagers(scene.table) == both


def test_on_the_side_nothing_is_bet_that_the_table_would_not_take() -> None:
    scene = Scene(PA, players=2).open()
    (bust_it,) = scene.table.rules.side_wagers
    for side, many in ((bust_it.minimum_cents - 1, 0), (bust_it.minimum_cents, 2)):
        placed = StrategyPlayer(strategy(PA), BET, side).wagers(scene.table)
        assert sum(isinstance(move, m.Wager) and move.wager == bust_it.id for move in placed) == many


def test_somebody_looks_at_the_spread_and_cuts_where_it_is_usual() -> None:
    scene, made = Scene(PA, players=2).sit(), []
    player = StrategyPlayer(strategy(PA), BET)
    while m.Wager not in scene.table.waiting.may:
        waiting = scene.table.waiting
        if m.Shuffle in waiting.may:
            scene.shuffle()
        elif m.ViewSpread in waiting.may or (m.Cut in waiting.may and waiting.by != ("dealer",)):
            size = len(scene.table.state.cards.to_shuffle)
            made.append(player.move(scene.table))
            scene.do(made[-1])
        else:
            scene.do(scene.usual(waiting.by, waiting.may))
    assert made == [m.ViewSpread(by="ann"), m.Cut(by=made[-1].by, position=size // 2)]
    assert isinstance(made[-1], m.Cut)


# --- offers -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("against", "attacks"), [((10,), True), ((1, 9), False)])
def test_an_attack_is_for_the_bet_and_against_the_up_cards_named(against: tuple[int, ...], attacks: bool) -> None:
    """A king counts ten."""
    scene = Scene(PA, "KD 9S 9H 8S 8H 7C", players=2).open().bet()
    player = StrategyPlayer(strategy(PA, attack=against), BET)
    expected = [m.Attack(**ANN, cents=BET), m.Attack(**BOB, cents=BET)]
    declined = [m.NoAttack(**ANN), m.NoAttack(**BOB)]
    assert played(scene, player)[:2] == (expected if attacks else declined)


@pytest.mark.parametrize("insures", [True, False])
def test_insurance_is_for_as_much_as_may_be(insures: bool) -> None:
    scene = Scene(PA, "AD 9S 9H 8S 8H 7C", players=2).open().bet()
    player = StrategyPlayer(strategy(PA, insurance=insures), BET)
    made = played(scene, player)
    taken = [m.Insure(**ANN, cents=BET // 2), m.Insure(**BOB, cents=BET // 2)]
    declined = [m.NoInsurance(**ANN), m.NoInsurance(**BOB)]
    assert [move for move in made if isinstance(move, m.Insure | m.NoInsurance)] == (taken if insures else declined)


@pytest.mark.parametrize(
    ("named", "expected"),
    [((25, 9), m.SecondChance(**ANN)), ((24, 9), m.NoSecondChance(**ANN)), ((25, 10), m.NoSecondChance(**ANN))],
)
def test_a_second_chance_is_bought_for_the_total_and_up_card_named(named: tuple[int, int], expected: Move) -> None:
    scene = Scene(DBJ, "TD 9S 6D 8H 9D 4H").open().bet()
    player = StrategyPlayer(strategy(DBJ, {("first-two", "hard 16", 9): "DS"}, second_chance=(named,)), BET)
    assert played(scene, player)[:2] == [m.Double(**ANN, cents=BET), expected]


# --- playing a hand ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "deal", "cells", "expected"),
    [
        pytest.param(
            DBJ, "TD 9S 6D 8H 2D", {("first-two", "hard 16", 9): "H"}, [m.Hit(**ANN), m.Stand(**ANN)], id="hit"
        ),
        pytest.param(DBJ, "TD 9S 6D 8H 2D", {("drawn", "hard 16", 9): "H"}, [m.Stand(**ANN)], id="stand"),
        pytest.param(
            DBJ,
            "4D 9S 6D 8H 2D 3D",
            {("first-two", "hard 10", 9): "H", ("drawn", "hard 12", 9): "H"},
            [m.Hit(**ANN), m.Hit(**ANN), m.Stand(**ANN)],
            id="drawn",
        ),
        pytest.param(DBJ, "TD 9S 6D 8H", {("first-two", "hard 16", 9): "RH"}, [m.Surrender(**ANN)], id="surrender"),
        pytest.param(
            DBJ,
            "8D 9S 8H 8C 2D TD 3D",
            {("first-two", "pair 8", 9): "PS", ("split-two", "hard 10", 9): "H", ("split-drawn", "hard 20", 9): "S"},
            [m.Split(**ANN), m.Hit(**ANN), m.Stand(**ANN), m.Stand(**ANN)],
            id="split",
        ),
        pytest.param(
            DBJ,
            "8D 9S 8H 8C 2D 3D 4D 5D",
            {("first-two", "pair 8", 9): "PS", ("split-two", "hard 10", 9): "H", ("split-drawn", "hard 13", 9): "H"},
            [m.Split(**ANN), m.Hit(**ANN), m.Hit(**ANN), m.Stand(**ANN), m.Stand(**ANN)],
            id="split-drawn",
        ),
        pytest.param(
            DBJ,
            "8D 9S 8H 8C TD 3D 4D",
            {("first-two", "pair 8", 9): "PS", ("split-two", "hard 11", 9): "H"},
            [m.Split(**ANN), m.Stand(**ANN), m.Hit(**ANN), m.Stand(**ANN)],
            id="second-hand",
        ),
    ],
)
def test_a_hand_is_played_by_its_situation(
    game: str, deal: str, cells: dict[tuple[str, str, int], str], expected: list[Move]
) -> None:
    scene = Scene(game, deal).open().bet()
    assert played(scene, StrategyPlayer(strategy(game, cells), BET)) == expected


def test_a_hand_of_twenty_one_that_lies_face_down_stands() -> None:
    """The strategy has no row for it."""
    scene = Scene(DD, "KS 9D 5H 8C 6H").open().bet(50_00)
    made = played(
        scene, StrategyPlayer(strategy(DD, {("first-two", "hard 15", up): "H" for up in range(1, 11)}), 50_00)
    )
    assert made == [m.LookAtCards(**ANN), m.Hit(**ANN), m.Stand(**ANN)]


@pytest.mark.parametrize("wish", ["P", "R", "PR", "PRD"])
def test_what_is_not_allowed_now_is_passed_over(wish: str) -> None:
    """A split of two cards that are no pair, a surrender or a double of three cards."""
    drawn = {("drawn", "hard 17", up): f"{wish}S" for up in range(1, 11)}
    first = {("first-two", "hard 15", up): "PH" for up in range(1, 11)}
    scene = Scene(DD, "KS 9D 5H 8C 2H").open().bet(50_00)
    made = played(scene, StrategyPlayer(strategy(DD, first | drawn), 50_00))
    assert made == [m.LookAtCards(**ANN), m.Hit(**ANN), m.Stand(**ANN)]


def test_an_attacked_hand_doubles_for_bet_and_attack() -> None:
    scene = Scene(PA, "9S 5D 6H 8H 2D").open().bet()
    cells = {("first-two", "hard 11", 9): "DH"}
    made = played(scene, StrategyPlayer(strategy(PA, cells, attack=(9,)), BET))
    assert made[:2] == [m.Attack(**ANN, cents=BET), m.Double(**ANN, cents=2 * BET)]


@pytest.mark.parametrize(
    ("named", "expected"),
    [((13, 9), m.Surrender(**ANN)), ((14, 9), m.Stand(**ANN)), ((13, 10), m.Stand(**ANN))],
)
def test_a_doubled_hand_is_given_up_or_stands(named: tuple[int, int], expected: Move) -> None:
    scene = Scene(PA, "9S 5D 6H 8H 2D").open().bet()
    cells = {("first-two", "hard 11", 9): "DH"}
    made = played(scene, StrategyPlayer(strategy(PA, cells, gives_up_doubled=(named,)), BET))
    assert made[2:] == [expected]


@pytest.mark.parametrize(("may", "kind"), [((m.Surrender,), m.Surrender), ((m.RefuseCard,), m.Stand)])
def test_a_doubled_hand_that_may_not_be_given_up_stands_whatever_the_strategy_would(
    may: tuple[type[Move], ...], kind: type[Move]
) -> None:
    """Such a hand is asked only where an exposed card could be refused for another hand of the box."""
    everywhere = tuple((total, up) for total in range(4, 21) for up in range(1, 11))
    scene = Scene(PA, "9S 5D 6H 8H 2D").open().bet()
    scene.do(m.NoAttack(**ANN))
    scene.do(m.Double(**ANN, cents=BET))
    asked = cast(Table, SimpleNamespace(waiting=Wait(("ann",), (m.Stand, *may), (), 1, 1), state=scene.table.state))
    made = StrategyPlayer(strategy(PA, gives_up_doubled=everywhere), BET).move(asked)
    assert (type(made), made.by) == (kind, "ann")


def test_a_double_is_for_as_much_as_the_one_who_decides_may_add_whoever_else_bets_there() -> None:
    scene = Scene(NJ, "9S 6H 5D 2C", sets={"bettors_per_box": 2}).open()
    scene.do(m.BuyIn(by="zoe", cents=1000_00))
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    scene.do(m.Consent(by="ann", box=1, player="zoe"))
    scene.do(m.Wager(by="zoe", box=1, cents=40_00))
    scene.do(m.Ready(by="ann"))
    scene.do(m.Ready(by="zoe"))
    while m.NoAttack in scene.table.waiting.may:
        scene.do(m.NoAttack(by=scene.table.waiting.by[0], box=1))
    player = StrategyPlayer(strategy(NJ, {("first-two", "hard 11", 9): "DH"}), BET)
    assert player.move(scene.table) == m.Double(**ANN, cents=BET)


def test_face_down_cards_are_looked_at_first() -> None:
    scene = Scene(DD, "KS 7D 6H TC").open().bet(50_00)
    made = played(scene, StrategyPlayer(strategy(DD), 50_00))
    assert made == [m.LookAtCards(**ANN), m.Stand(**ANN)]


@pytest.mark.parametrize(("hand", "up", "parks"), [("hard 16", 1, True), ("hard 16", 10, False), ("hard 15", 1, False)])
def test_before_the_reader_a_hand_is_given_up_or_its_player_says_to_go_on(hand: str, up: int, parks: bool) -> None:
    before_reader = {"surrender-timing": "before-reader"}
    scene = Scene(DBJ, "KS TD AS 6D 6C 8H 2H 3H", players=2, readings=before_reader).open().bet()
    player = StrategyPlayer(strategy(DBJ, {("first-two", hand, up): "RS"}), BET)
    asked = [move for move in played(scene, player) if isinstance(move, m.Surrender | m.Ready)]
    both = [m.Surrender(**ANN), m.Surrender(**BOB)]
    ready = [m.Ready(by="ann"), m.Ready(by="bob")]
    assert asked == (both if parks else ready)


@pytest.mark.parametrize(
    ("deal", "cell", "sets"),
    [
        ("KS TD 6D 8H 2C 3C", ("hard 16", "DRS"), {"double_on_totals": "9, 10, 11"}),
        ("8S TD 8D 8H 2C 3C", ("pair 8", "PRS"), {"split_hands": 1}),
        ("AS TD AD 8H 2C 3C", ("pair A", "PRS"), {"split_hands_of_aces": 1}),
        ("KS TD QD 8H 2C 3C", ("pair 10", "PRS"), {"pair": "same-rank"}),
    ],
)
def test_before_the_reader_nobody_waits_for_what_the_hand_will_not_be_offered(
    deal: str, cell: tuple[str, str], sets: dict[str, object]
) -> None:
    """Preferred to giving the hand up is a double or a split that these cards do not have."""
    scene = Scene(DBJ, deal, sets=sets, readings={"surrender-timing": "before-reader"}).open().bet()
    player = StrategyPlayer(strategy(DBJ, {("first-two", cell[0], 10): cell[1]}), BET)
    assert m.Surrender(**ANN) in played(scene, player)


@pytest.mark.parametrize(
    ("cards", "split", "ace", "one_card", "expected"),
    [
        ("8D 8H", False, False, True, Situation.FIRST_TWO),
        ("8D 2H 3H", False, False, True, Situation.DRAWN),
        ("8D", True, False, True, Situation.SPLIT_DRAWN),
        ("8D 8H", True, False, True, Situation.SPLIT_TWO),
        ("8D 2H 3H", True, False, True, Situation.SPLIT_DRAWN),
        ("AD 8H", True, True, True, Situation.SPLIT_ACE),
        ("AD 8H", True, True, False, Situation.SPLIT_TWO),
        ("AD 8H 2H", True, True, False, Situation.SPLIT_DRAWN),
    ],
)
def test_what_has_happened_to_a_hand(cards: str, split: bool, ace: bool, one_card: bool, expected: Situation) -> None:
    rules = rules_of(PA, split_aces_one_card=one_card)
    hand = Hand(1)
    for code in cards.split():
        hand.take(Card.parse(code))
    hand.from_split, hand.split_ace = split, ace
    assert situation_of(rules, hand) is expected


# --- rounds dealt by themselves ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("minimum", "chip", "side"), [(10_00, 1_00, 5_00), (15_00, 1_00, 7_00), (5_00, 5_00, 5_00), (10_00, 10_00, 10_00)]
)
def test_players_bet_the_least_and_half_of_it_in_chips_on_the_side(minimum: int, chip: int, side: int) -> None:
    """One chip at least; and the table takes it."""
    rules = rules_of(PA, table_minimum_cents=minimum, chip_unit_cents=chip)
    known = strategy(PA)
    player = BLACKJACK_HOUSE.players(rules, known, minimum)
    assert isinstance(player, StrategyPlayer)
    assert (player.strategy, player.bet_cents, player.side_cents) == (known, minimum, side)
    placed = [move for move in player.wagers(demonstrate(rules, 1, 1, SeededBits("7"), known)) if move.by == NAMES[0]]
    assert [move.cents for move in placed if isinstance(move, m.Wager)][:2] == [minimum, side]
    assert demonstrate(rules, 1, 1, SeededBits("7"), known).state.round == 1


@pytest.mark.parametrize("game", [DD, "five-card-hi-lo-pa"])
def test_a_demonstration_seats_and_plays_whom_it_says(game: str) -> None:
    rules = load(game)
    known = strategy(game) if game == DD else None
    table = demonstrate(rules, 2, 2, SeededBits("7"), known)
    sat = [(fact.player, fact.box) for fact in table.facts if isinstance(fact, f.PlayerSat)]
    assert sat == [(NAMES[0], 1), (NAMES[1], 2)]
    bought = [fact.cents for fact in table.facts if isinstance(fact, f.ChipsBought)]
    assert bought == [rules.wagers.table_minimum_cents * BUY_IN_BETS] * 2
    assert (table.state.round, table.state.in_round) == (2, False)


# --- at a table that a person deals -----------------------------------------------------------------------------------


def dealt_by_chart(game: str, rounds: int) -> Table:
    """A table whose practice players decide by the chart, and whose dealer does what is due."""
    rules = load(game)
    practice = Practice(rules, roles=frozenset(m.STAFF))
    players = PracticePlayers(SeededBits("chart"), 3, by_chart(rules))
    lesson.begin(practice, players)
    lesson.ready_to_deal(practice, players)
    dealt = lesson.Rounds(practice, players, rounds)
    while (due := dealt.go_on()) is not None:
        dealt.act(due.act)
    return practice.table


@pytest.mark.parametrize("game", list(GAMES))
def test_at_every_game_rounds_are_dealt_to_players_who_decide_by_the_chart(game: str) -> None:
    assert dealt_by_chart(game, 2).state.round == 2


def test_who_attacks_by_the_chart_lays_as_much_as_the_bet_that_lies_there() -> None:
    table = dealt_by_chart(PA, 8)
    bets: dict[str, int] = {}
    attacked = set()
    for fact in table.facts:
        if isinstance(fact, f.WagerPlaced) and fact.wager == "bet":
            bets.setdefault(fact.player, fact.cents)  # a split lays as much again
        elif isinstance(fact, f.WagerPlaced) and fact.wager == "attack":
            assert fact.cents == bets[fact.player]
            attacked.add(fact.cents)
        elif isinstance(fact, f.RoundEnded):
            bets.clear()
    assert len(attacked) > 2, "each by their own bet"


@pytest.mark.parametrize("game", list(GAMES))
def test_where_nothing_is_decided_there_is_no_chart(game: str) -> None:
    rules = load(game)
    assert (by_chart(rules) is None) is (house_of(rules) is None)
