"""Practice players: seeded, at so many boxes, by strategy or by whim, and unruly where they are asked to be."""

from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from pitboss.cards.bits import SeededBits
from pitboss.house.demonstration import strategy_for
from pitboss.house.strategy_player import StrategyPlayer
from pitboss.procedure import moves as m
from pitboss.procedure.family_table import FamilyTable
from pitboss.procedure.moves import DEALER, Move
from pitboss.procedure.state import Phase
from pitboss.procedure.table import Table
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.school.acts import Step
from pitboss.school.dealer import lawful_step
from pitboss.school.lesson import Rounds, begin, deal_rounds, ready_to_deal
from pitboss.school.players import PracticePlayers, first_taken
from pitboss.school.practice import Practice
from pitboss.solve.strategy import Strategy
from tests.school.kit import GAMES


def dealt(game: str, seed: int, boxes: int = 4, rounds: int = 30, unruly: int = 0) -> Practice:
    table = Practice(load(game), seed=seed)
    people = PracticePlayers(SeededBits(seed), boxes, unruly=unruly)
    begin(table, people)
    deal_rounds(table, people, rounds)
    return table


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_does_the_same_and_another_does_not(game: str) -> None:
    assert dealt(game, 3, rounds=5).table.moves == dealt(game, 3, rounds=5).table.moves
    assert dealt(game, 3, rounds=5).table.moves != dealt(game, 4, rounds=5).table.moves


@pytest.mark.parametrize("game", GAMES)
def test_everybody_seated_bets_and_is_dealt_to(game: str) -> None:
    table = dealt(game, 5, boxes=5, rounds=3).table
    for number in range(1, 4):
        begun = [place for place, fact in enumerate(table.facts) if getattr(fact, "round", 0) == number]
        boxes = {
            getattr(fact, "box", 0) for fact in table.facts[begun[0] : begun[-1]] if type(fact).__name__ == "CardDealt"
        }
        assert boxes == {0, 1, 2, 3, 4, 5}


@pytest.mark.parametrize("game", GAMES[:4])
def test_a_whim_makes_every_decision_there_is(game: str) -> None:
    made = {type(move) for move in dealt(game, 1, boxes=5, rounds=60).table.moves}
    decided = {move for move in load_family(game).players_moves if move.__name__ in ("Hit", "Stand", "Double", "Split")}
    assert decided <= made


def load_family(game: str) -> FamilyTable[Any]:
    return Table(load(game)).state.family


def test_amounts_are_odd_and_side_wagers_are_made() -> None:
    table = dealt("double-attack-pa", 1, rounds=20).table
    wagers = [move for move in table.moves if isinstance(move, m.Wager)]
    assert len({wager.cents for wager in wagers if wager.wager == "bet"}) > 20
    assert any(wager.wager == "bust-it" for wager in wagers)


def test_nobody_tries_to_wager_more_than_the_table_takes() -> None:
    table = Table(load("double-attack-pa", {"table_minimum_cents": 10_00, "table_maximum_cents": 12_00}))
    people = PracticePlayers(SeededBits(1), 2)
    for move in people.arrive(table):
        table.apply(move)
    tried = {move.cents for _ in range(60) for move in people._bets(table, "Ann", 1) if isinstance(move, m.Wager)}
    assert tried == {10_00, 11_00, 12_00}


def test_so_many_of_a_hundred_steps_meet_somebody_unruly() -> None:
    tried = Counter(
        type(act.made).__name__ for act in dealt("double-attack-pa", 1, unruly=20).acts if hasattr(act, "made")
    )
    calm = Counter(type(act.made).__name__ for act in dealt("double-attack-pa", 1).acts if hasattr(act, "made"))
    for kind in ("TouchCards", "TakeBack", "AskBurnCard"):
        assert tried[kind] > 3
        assert not calm[kind]


def _boxes(**decide: str) -> dict[int, Any]:
    return {number: SimpleNamespace(number=number, decides=name) for number, name in enumerate(decide.values(), 1)}


@pytest.mark.parametrize(
    ("in_round", "phase", "boxes", "whose"),
    [
        (True, Phase.PLAY, _boxes(one="Ann", two="Bob"), {"Ann", "Bob"}),
        (True, Phase.PLAY, _boxes(one="Zoe", two="Bob"), {"Bob"}),
        (True, Phase.PLAY, _boxes(one="Zoe"), set()),
        (True, Phase.BETTING, _boxes(one="Ann"), set()),
        (False, Phase.PLAY, _boxes(one="Ann"), set()),
    ],
)
def test_only_practice_players_are_unruly_and_only_in_a_round(
    in_round: bool, phase: Phase, boxes: dict[int, Any], whose: set[str]
) -> None:
    """Zoe is somebody who sat down beside them."""
    state = SimpleNamespace(in_round=in_round, phase=phase, boxes=boxes)
    table: Any = SimpleNamespace(state=state, rules=load("double-attack-pa"))
    people = PracticePlayers(SeededBits(1), 2, unruly=100)
    found = [people.disturbance(table) for _ in range(40)]
    assert {move.by for move in found if move is not None} == whose
    calm = PracticePlayers(SeededBits(1), 2, unruly=0)
    assert not any(calm.disturbance(table) for _ in range(400))


def test_practice_players_wager_for_nobody_but_themselves() -> None:
    table = Practice(load("double-attack-pa"))
    people = PracticePlayers(SeededBits(1), 2)
    begin(table, people)
    for move in (m.Sit(by="Zoe", box=4), m.BuyIn(by="Zoe", cents=100_00)):
        table.table.apply(move)
    ready = {move.by for _ in range(9) for move in people._before_the_deal(table.table)}
    assert ready == {"Ann", "Bob"}


def test_a_player_thinks_who_is_asked_and_not_while_the_dealer_has_something_to_do() -> None:
    """Such as to confirm a wager that another has spoken."""
    practice = Practice(load("double-attack-nj"))
    rounds = Rounds(practice, PracticePlayers(SeededBits(1), 2), 1)
    while m.Wager not in practice.table.waiting.may:
        assert not rounds.thinks or practice.guidance() is None
        due = practice.guidance()
        if due is None:
            assert rounds.others_next()
        else:
            rounds.act(due.act)
    assert rounds.thinks
    practice.act(Step.of(m.Wager(by="Bob", box=2, cents=practice.table.rules.wagers.table_minimum_cents, verbal=True)))
    assert not rounds.thinks
    due = practice.guidance()
    assert due is not None
    rounds.act(due.act)
    assert rounds.thinks


def test_a_strategy_decides_where_one_is_given() -> None:
    rules = BlackjackRules.of(load("double-deck-house"))
    strategy = strategy_for(rules, "dealer")
    assert isinstance(strategy, Strategy)
    by_strategy = StrategyPlayer(strategy, rules.wagers.table_minimum_cents)
    asked: list[Move] = []

    def decide(table: Table) -> Move:
        asked.append(by_strategy.move(table))
        return asked[-1]

    table, people = Table(rules, frozenset({DEALER})), PracticePlayers(SeededBits(1), 3, decide)
    for move in people.arrive(table):
        table.apply(move)
    while table.state.round < 5 or table.state.in_round:
        step = lawful_step(table, 1)
        if step is None:
            assert first_taken(table, people.answers(table)) is not None
        else:
            table.apply(step)
    assert asked
    assert set(asked) <= set(table.moves)


@pytest.mark.parametrize("placed", ["1/100", "1/3", "1/2", "95/100"])
@pytest.mark.parametrize("game", GAMES[:4])
def test_the_cover_card_goes_where_the_house_has_it_in_the_texts_range_or_out_of_it(game: str, placed: str) -> None:
    practice = Practice(load(game, {"cover_card_placed": placed}))
    people = PracticePlayers(SeededBits(1), 2)
    begin(practice, people)
    ready_to_deal(practice, people)
    assert practice.mistakes == []
    (placed_at,) = [move.from_back for move in practice.table.moves if isinstance(move, m.PlaceCoverCard)]
    shuffle, cards = practice.table.rules.shuffle, practice.table.rules.cards
    assert placed_at == shuffle.cover_card_cards(cards.stack_size(), cards.deck_size())


def test_a_table_has_only_so_many_boxes() -> None:
    with pytest.raises(RulesError, match="boxes 1 to 6, not 7"):
        begin(Practice(load("double-attack-pa")), PracticePlayers(SeededBits(1), 7))


@pytest.mark.parametrize("game", GAMES)
def test_who_is_told_no_does_not_begin_again_before_the_next_step(game: str) -> None:
    """At every step somebody does what none may, and still the round is dealt to its end."""
    practice = dealt(game, 1, rounds=1, unruly=100)
    assert practice.table.state.round == 1
    acts = [type(act).__name__ for act in practice.acts]
    assert acts.count("Ruling") > 2
    assert not any(one == "Ruling" == other for one, other in zip(acts, acts[2:], strict=False))
