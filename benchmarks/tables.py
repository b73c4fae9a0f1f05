"""Full six-box rounds a second at one table, beside PokerKit's six-player no-limit hold'em hands, in the same run.

Both sides do everything a real table does: every card, wager and decision goes through the machine's own checks. Times
are CPU seconds of this process, so that a busy machine does not blur the ratio; the two take turns for the same reason.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from time import process_time
from typing import Any

from pitboss.cards.bits import SeededBits
from pitboss.house.strategy_player import StrategyPlayer
from pitboss.procedure import moves as m
from pitboss.procedure.croupier import Croupier
from pitboss.procedure.table import Table
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.strategy import mimic_the_dealer

GAME = "double-attack-pa"
BOXES = 6
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


def full_table() -> Callable[[], None]:
    """A table with every box taken; a call plays one round of it, shuffles included when they are due."""
    rules = load(GAME)
    assert isinstance(rules, BlackjackRules)
    table, croupier = Table(rules), Croupier(SeededBits(7))
    for box in range(1, BOXES + 1):
        table.apply(m.Sit(by=f"player {box}", box=box))
        table.apply(m.BuyIn(by=f"player {box}", cents=10**9))
    players = StrategyPlayer(mimic_the_dealer(rules), BET, BET // 2)

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


def main() -> None:
    """Print both rates and their ratio."""
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
        return
    print(f"{hands.name}: {hands.per_second:,.0f} a second on one core")
    print(f"ratio: {rounds.per_second / hands.per_second:.2f}")


if __name__ == "__main__":
    main()
