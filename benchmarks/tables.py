"""Full six-box rounds a second at one table, beside PokerKit's six-player no-limit hold'em hands, in the same run.

Both sides do everything a real table does: every card, wager and decision goes through the machine's own checks. Times
are CPU seconds of this process, so that a busy machine does not blur the ratio; the two take turns for the same reason.
Then every game, with six boxes and with one, its players included; and what a table that stands open takes up.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from statistics import median
from time import process_time
from tracemalloc import get_traced_memory, start, stop
from typing import Any

from pitboss.cards.bits import SeededBits
from pitboss.house.demonstration import Onlookers
from pitboss.house.family_house import Players
from pitboss.house.strategy_player import StrategyPlayer
from pitboss.procedure import moves as m
from pitboss.procedure.croupier import Croupier
from pitboss.procedure.table import Table
from pitboss.rules.rules import BlackjackRules, Rules
from pitboss.rules.variant import load
from pitboss.solve.strategy import mimic_the_dealer

GAME = "double-attack-pa"
GAMES = (GAME, "double-attack-nj", "double-back-jack-pa", "double-deck-house", "five-card-hi-lo-pa")
BOXES = 6
TABLES = 200
ROUNDS = 2
BET = 1000
TURNS = 5
SECONDS_PER_TURN = 1.0


@dataclass
class Rate:
    """How often something was done, and in how many seconds."""

    name: str
    times: int = 0
    seconds: float = 0.0

    @property
    def per_second(self) -> float:
        """Times a second."""
        return self.times / self.seconds


@cache
def rules_and_players(game: str) -> tuple[Rules, Players]:
    """What all tables of a game share: its rules, and players who draw and stand as the dealer must."""
    rules = load(game)
    if isinstance(rules, BlackjackRules):
        return rules, StrategyPlayer(mimic_the_dealer(rules), BET, BET // 2)
    return rules, Onlookers()


def full_table(game: str = GAME, boxes: int = BOXES) -> Callable[[], None]:
    """A table with so many boxes taken; a call plays one round of it, shuffles included when they are due."""
    rules, players = rules_and_players(game)
    table, croupier = Table(rules), Croupier(SeededBits(7))
    for box in range(1, boxes + 1):
        table.apply(m.Sit(by=f"player {box}", box=box))
        table.apply(m.BuyIn(by=f"player {box}", cents=10**9))

    def play_round() -> None:
        number = table.state.round
        while table.state.round == number or table.state.in_round:
            if m.Wager in table.waiting.may:
                for move in players.wagers(table):
                    table.apply(move)
            elif m.Shuffle in table.waiting.may:
                table.apply(croupier.shuffle(table))
            else:
                table.apply(players.move(table))

    return play_round


def hold_em_hand() -> Callable[[], None] | None:
    """A six-player no-limit hold'em hand, checked and called to the showdown; None where PokerKit is not installed."""
    try:
        pokerkit: Any = import_module("pokerkit")
    except ModuleNotFoundError:
        return None
    automations = tuple(pokerkit.Automation)

    def play_hand() -> None:
        state = pokerkit.NoLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, 200, BOXES)
        while state.status:
            state.check_or_call()

    return play_hand


def measure(rate: Rate, act: Callable[[], None], seconds: float) -> None:
    """Do something for so many seconds."""
    start = process_time()
    while process_time() - start < seconds:
        act()
        rate.times += 1
    rate.seconds += process_time() - start


def microseconds(play: Callable[[], None]) -> float:
    """CPU time of a round, as the median of some stretches of them."""
    measure(Rate("warm-up"), play, SECONDS_PER_TURN / 10)
    stretches = [Rate("rounds") for _ in range(TURNS)]
    for stretch in stretches:
        measure(stretch, play, SECONDS_PER_TURN / 10)
    return 1e6 / median(stretch.per_second for stretch in stretches)


def kibibytes(game: str) -> tuple[float, float]:
    """What a table with six players takes up after its first round, and what each round adds to its record."""
    full_table(game)()  # what all tables share is not counted
    start()
    tables = [full_table(game) for _ in range(TABLES)]
    for play in tables:
        play()
    opened, _ = get_traced_memory()
    for play in tables:
        for _ in range(ROUNDS):
            play()
    played, _ = get_traced_memory()
    stop()
    return opened / TABLES / 1024, (played - opened) / TABLES / ROUNDS / 1024


def every_game() -> None:
    """Print the time and the memory of each game's table."""
    for game in GAMES:
        six, one = microseconds(full_table(game)), microseconds(full_table(game, 1))
        opened, more = kibibytes(game)
        print(
            f"{game}: {six:.0f} µs of CPU a round with six boxes, {one:.0f} with one; a table of six takes "
            f"{opened:.0f} KiB after a round and {more:.1f} KiB for each more until a checkpoint lets it go"
        )


def main() -> None:
    """Print both rates and their ratio, then every game."""
    ours, theirs = full_table(), hold_em_hand()
    rounds, hands = Rate("six-box rounds of Double Attack"), Rate("PokerKit hold'em hands, six players")
    for act in filter(None, (ours, theirs)):
        measure(Rate("warm-up"), act, SECONDS_PER_TURN / 2)
    for _ in range(TURNS):
        measure(rounds, ours, SECONDS_PER_TURN)
        if theirs is not None:
            measure(hands, theirs, SECONDS_PER_TURN)
    print(f"{rounds.name}: {rounds.per_second:,.0f} a second on one core")
    if theirs is None:
        print("PokerKit is not installed; `pip install pitboss[bench]` puts it beside.")
    else:
        print(f"{hands.name}: {hands.per_second:,.0f} a second on one core")
        print(f"ratio: {rounds.per_second / hands.per_second:.2f}")
    every_game()


if __name__ == "__main__":
    main()
