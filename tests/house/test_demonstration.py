"""Rounds dealt by themselves: every game, every reading, by a strategy, the same for the same seed."""

from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.cards.bits import SeededBits
from pitboss.house.demonstration import BUY_IN_BETS, check, demonstrate, strategy_for
from pitboss.house.strategy_player import StrategyPlayer
from pitboss.law import readings_of
from pitboss.procedure.facts import Fact
from pitboss.procedure.table import Table
from pitboss.rules.errors import RulesError
from pitboss.rules.games import GAMES
from pitboss.rules.rules import BlackjackRules, Rules
from pitboss.rules.variant import load
from pitboss.solve.strategy import Action, mimic_the_dealer, uniform_play
from pitboss.testing.storm import census_holds
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene


def dealt(rules: Rules, boxes: int = 3, rounds: int = 2, seed: str = "7") -> Table:
    """A demonstration by the plainest strategy there is."""
    strategy = mimic_the_dealer(rules) if isinstance(rules, BlackjackRules) else None
    return demonstrate(rules, boxes, rounds, SeededBits(seed), strategy)


def count(table: Table, kind: type[Fact]) -> int:
    """How many facts of a kind there are."""
    return sum(isinstance(fact, kind) for fact in table.facts)


@pytest.mark.parametrize("game", list(GAMES))
def test_so_many_boxes_play_so_many_rounds(game: str) -> None:
    """Every box bets in every round, and every round is over."""
    table = dealt(load(game), boxes=6, rounds=3)
    assert count(table, f.PlayerSat) == 6
    assert count(table, f.RoundBegan) == count(table, f.RoundEnded) == 3
    bets = [fact for fact in table.facts if isinstance(fact, f.WagerPlaced) and fact.wager == "bet" and fact.hand == 1]
    assert len(bets) == 18
    assert census_holds(table)
    assert table.state.balanced()


@pytest.mark.parametrize("game", list(GAMES))
def test_the_same_seed_deals_the_same_cards_and_another_others(game: str) -> None:
    """Every fact, salts and seals included."""
    rules = load(game)
    assert dealt(rules).facts == dealt(rules).facts
    assert dealt(rules).facts != dealt(rules, seed="8").facts


@pytest.mark.parametrize(
    ("game", "reading", "option"), [(g, r.id, o.id) for g in GAMES for r in readings_of(g) for o in r.options]
)
def test_every_reading_can_be_dealt(game: str, reading: str, option: str) -> None:
    """No reading leaves the players not knowing what to do."""
    assert dealt(load(game, {}, {reading: option}), boxes=2, rounds=3).state.round == 3


@pytest.mark.parametrize("boxes", [0, 7, -1])
def test_boxes_that_are_not_there_are_refused(boxes: int) -> None:
    """One to as many as the layout has, with the clause that says so."""
    with pytest.raises(RulesError, match=r"boxes 1 to 6.*PA 665a\.2\(a\)"):
        dealt(load("double-attack-pa"), boxes=boxes)


@pytest.mark.parametrize("boxes", [1, 6])
def test_the_least_and_the_most_boxes_are_dealt(boxes: int) -> None:
    """Both ends of the range."""
    assert dealt(load("double-attack-pa"), boxes=boxes, rounds=1).state.round == 1


def test_less_than_one_round_or_more_than_anybody_reads_is_refused() -> None:
    """There must be something to show."""
    with pytest.raises(RulesError, match="from 1 to 100000 rounds are dealt, not 0"):
        dealt(load("double-attack-pa"), rounds=0)
    check(load("double-attack-pa"), 1, 100_000)
    with pytest.raises(RulesError, match="rounds are dealt, not 100001: `pitboss simulate` plays more"):
        check(load("double-attack-pa"), 1, 100_001)


def test_players_do_not_run_out_of_chips_in_a_long_demonstration() -> None:
    """They buy enough for as long as anybody would watch."""
    table = dealt(load("double-attack-pa"), boxes=1, rounds=150)
    bet = load("double-attack-pa").by_name["table_minimum_cents"][1].value
    assert isinstance(bet, int)
    assert 0 < table.state.people.players["Ann"].chips < 2 * bet * BUY_IN_BETS


def test_a_strategy_can_come_from_a_file(tmp_path: Path) -> None:
    """The file is played instead of the solver's own."""
    rules = load("double-attack-pa")
    assert isinstance(rules, BlackjackRules)
    file = tmp_path / "mimic.csv"
    file.write_text(mimic_the_dealer(rules).to_csv())
    strategy = strategy_for(rules, str(file))
    assert strategy is not None
    assert demonstrate(rules, 2, 3, SeededBits(7), strategy).facts == dealt(rules, boxes=2, rounds=3).facts


def test_a_game_without_decisions_has_no_strategy() -> None:
    """Nobody decides anything at Five Card Hi-Lo."""
    assert strategy_for(load("five-card-hi-lo-pa"), None) is None


# --- the player who follows a strategy ------------------------------------------------------------------------------


def follower(game: str, bust_it: int = 0) -> StrategyPlayer:
    """Somebody who plays as the dealer does."""
    rules = load(game)
    assert isinstance(rules, BlackjackRules)
    return StrategyPlayer(mimic_the_dealer(rules), 100_00, bust_it)


def test_a_strategy_player_bets_and_says_ready() -> None:
    """With a Bust It Wager where one is offered and wanted."""
    scene = Scene("double-attack-pa", players=2).open()
    assert [str(move.__struct_config__.tag) for move in follower("double-attack-pa", 50_00).wagers(scene.table)] == [
        "wager", "wager", "wager", "wager", "ready", "ready",
    ]  # fmt: skip
    scene = Scene("double-back-jack-pa", players=1).open()
    assert len(follower("double-back-jack-pa", 50_00).wagers(scene.table)) == 2


def test_a_strategy_player_answers_each_offer() -> None:
    """No attack, no insurance, then as the dealer draws."""
    player = follower("double-attack-pa")
    scene = Scene("double-attack-pa", "AD KS 5H 9C 2C 5D").open().bet()
    asked: list[m.Move] = []
    while scene.table.state.in_round:
        asked.append(player.move(scene.table))
        scene.do(asked[-1])
    assert [type(move) for move in asked] == [m.NoAttack, m.NoInsurance, m.Hit, m.Stand]


@pytest.mark.clause("PA 673a.9(a)(2)")
def test_a_strategy_player_surrenders_before_the_reader_where_the_reading_has_it_so() -> None:
    """What the strategy gives up is parked; the others say to go on."""
    rules = load("double-back-jack-pa")
    assert isinstance(rules, BlackjackRules)
    always = replace(
        mimic_the_dealer(rules), play=uniform_play(lambda situation, row, up: (Action.SURRENDER, Action.STAND))
    )
    for strategy, expected in ((always, [m.Surrender]), (mimic_the_dealer(rules), [m.Ready])):
        scene = Scene("double-back-jack-pa", "KS KD 8H 9C 2C 5D", readings={"surrender-timing": "before-reader"})
        scene.open().bet()
        move = StrategyPlayer(strategy, 100_00).move(scene.table)
        assert [type(move)] == expected
        scene.do(move)
