"""A tabular agent that learns Double Attack and is priced exactly: python examples/agents/train.py [PASSES]

It is dealt every two cards against every up card, tries things, and keeps for every cell of a strategy card the mean of
what each option turned out to be worth. What it has learned is then priced by the solver, not by playing: so that the
figure says how good it is, and not how lucky. Needs the extra `envs`.
"""

import random
import sys
from collections import defaultdict
from collections.abc import Mapping
from itertools import combinations_with_replacement

import gymnasium as gym

import pitboss
from pitboss.envs import ACTIONS, FIELDS, WORTH
from pitboss.solve.strategy import (
    BUST_TOTALS,
    DOUBLED_TOTALS,
    FIRST_PAIR,
    UP_CARDS,
    Action,
    Preference,
    Situation,
    Strategy,
    class_total,
    hand_class,
    uniform_play,
)

GAME, ENV = "double-attack-pa", "pitboss/DoubleAttackPA-v0"
LABELS = "A23456789K"
TRIES = 0.1  # how often it does something else than what seems best
# What it does whenever it may, pass by pass, so that it comes to what follows of that too.
URGES = ("nothing", "double", "split")
AFTER_SPLIT = {Situation.SPLIT_TWO: Situation.FIRST_TWO, Situation.SPLIT_DRAWN: Situation.DRAWN}
BY_NAME = {action.name.lower(): action for action in Action}

Cell = tuple[object, ...]


class Learner:
    """For every cell and option the weighted mean of what it was worth."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.sums: dict[Cell, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        self.weights: dict[Cell, dict[str, float]] = defaultdict(lambda: defaultdict(float))

    def learn(self, cell: Cell, worth: Mapping[str, float], weight: float) -> None:
        """Keep what every option was worth here."""
        for option, value in worth.items():
            self.sums[cell][option] += weight * value
            self.weights[cell][option] += weight

    def ranked(self, cell: Cell) -> list[str]:
        """The options of a cell, best first; none where it never was."""
        means = {option: total / self.weights[cell][option] for option, total in self.sums.get(cell, {}).items()}
        return sorted(means, key=lambda option: -means[option])

    def decide(self, cell: Cell, offered: list[str], urge: str) -> str:
        """What it has an urge to, or the best so far, or anything that is offered."""
        if urge in offered:
            return urge
        best = [option for option in self.ranked(cell) if option in offered]
        return self.chance.choice(offered) if not best or self.chance.random() < TRIES else best[0]

    def play(self, situation: Situation, row: int, up: int) -> Preference:
        """A cell of the card: as learned, or as the nearest cell that was."""
        if situation is Situation.SPLIT_ACE:  # there is no drawing to it
            worth = self.ranked((situation, row, up))
            return (Action.SURRENDER, Action.STAND) if worth[:1] == ["surrender"] else (Action.STAND,)
        total, soft = class_total(row)
        plain = total - 4 if not soft else total + 5
        before = AFTER_SPLIT.get(situation, situation)
        for cell in ((situation, row), (before, row), (before, plain), (Situation.FIRST_TWO, plain)):
            actions = [BY_NAME[option] for option in self.ranked((*cell, up))]
            if cell[1] < FIRST_PAIR:
                actions = [action for action in actions if action is not Action.SPLIT]
            if actions:
                end = next(n for n, action in enumerate(actions) if action in (Action.STAND, Action.HIT))
                return tuple(actions[: end + 1])
        return (Action.HIT if total < 17 else Action.STAND,)

    def strategy(self) -> Strategy:
        """What it has learned, as a card to carry."""
        rules = pitboss.game(GAME).rules

        def gives_up(total: int, up: int) -> bool:
            return self.ranked(("doubled", total, up))[:1] == ["surrender"]

        return Strategy(
            game=rules.game,
            rules_hash=rules.hash,
            attack=tuple(self.ranked(("attack", up))[:1] == ["attack"] for up in UP_CARDS),
            insurance=False,
            play=uniform_play(self.play),
            second_chance=((False,) * len(UP_CARDS),) * len(BUST_TOTALS),
            surrender_after_double=tuple(tuple(gives_up(total, up) for up in UP_CARDS) for total in DOUBLED_TOTALS),
        )


def cell_of(seen: Mapping[str, int], worth: Mapping[str, float]) -> Cell:
    """Where a decision stands on the card."""
    up = seen["up"]
    if "attack" in worth:
        return ("attack", up)
    if "insure" in worth:
        return ("insurance",)
    if seen["doubled"]:
        return ("doubled", seen["total"], up)
    ranks = FIELDS[8:21]
    cards = [min(rank, 10) for rank, field in enumerate(ranks, 1) for _ in range(seen[field])]
    if seen["split"] and "hit" not in worth:
        return (Situation.SPLIT_ACE, hand_class(cards), up)
    of_two = (Situation.SPLIT_TWO, Situation.SPLIT_DRAWN) if seen["split"] else (Situation.FIRST_TWO, Situation.DRAWN)
    return (of_two[len(cards) > 2], hand_class(cards), up)


def train(passes: int, seed: int = 1) -> Learner:
    """Every two cards against every up card, so many times, each weighed by how often it is dealt."""
    env, learner = gym.make(ENV), Learner(seed)
    env.reset(seed=seed)
    many = {label: 3 if label == "K" else 1 for label in LABELS}
    for number in range(passes):
        urge = URGES[number % len(URGES)]
        pairs = [(label, label) for label in LABELS] * 4
        for up in LABELS:
            for one, two in pairs if urge == "split" else combinations_with_replacement(LABELS, 2):
                weight = many[one] * many[two] * (1 if one == two else 2)
                cards = f"2C {up}S {one}D {two}H"  # a card burned, the up card, two cards; the rest as it comes
                obs, info = env.reset(options={"cards": cards})
                over = False
                while not over:
                    worth, seen = info[WORTH], dict(zip(FIELDS, map(int, obs), strict=True))
                    offered = [name for name, may in zip(ACTIONS, info["action_mask"], strict=True) if may]
                    action = offered[0]
                    if worth:
                        cell = cell_of(seen, worth)
                        learner.learn(cell, worth, weight)
                        action = learner.decide(cell, offered, urge)
                    obs, _, over, _, info = env.step(ACTIONS.index(action))
    return learner


def main() -> None:
    """Learn, then price what was learned."""
    said = sys.argv[1:] or ["6"]
    if len(said) > 1 or not said[0].isdecimal() or int(said[0]) < 1:
        raise SystemExit("a number of passes, at least 1")
    passes = int(said[0])
    learner = train(passes)
    game = pitboss.game(GAME)
    exact, learned = game.solve().house_edge, game.price(learner.strategy())
    print(f"{passes} passes, {len(learner.sums)} cells learned")
    print(f"the best play           {exact:.6%} for the house")
    print(f"what the agent learned  {learned:.6%}: {learned - exact:.6%} behind the best")


if __name__ == "__main__":
    main()
