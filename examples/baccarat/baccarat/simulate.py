"""Punto banco by the million: six cards at a time from a full shoe, many coups at once."""

from math import sqrt
from time import perf_counter
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from baccarat.rules import BANKER, PLAYER, SPOTS, TIE, BaccaratRules

COUPS_AT_ONCE = 1 << 18
NORMAL_95 = 1.959963984540054
Cards = npt.NDArray[np.int64]


class Plan(Protocol):
    """How many coups, from which seed."""

    seed: int
    rounds: int


class Asked(Protocol):
    """What the command line asks for, as far as a game without decisions has a use for it."""

    boxes: int

    @property
    def plan(self) -> Plan: ...

    def only_rounds(self, game: str) -> None: ...


def draw_six(chance: np.random.Generator, decks: int, coups: int) -> Cards:
    """The values of six cards for every coup, drawn one after another without replacement."""
    cards = 52 * decks
    taken = np.empty((6, coups), np.int64)
    for drawn in range(6):
        place = chance.integers(0, cards - drawn, coups)
        for before in np.sort(taken[:drawn], axis=0):  # step over the places that are empty, the lowest first
            place += place >= before
        taken[drawn] = place
    rank = taken % 13 + 1
    return np.where(rank < 10, rank, 0)


def play(rules: BaccaratRules, six: Cards) -> Cards:
    """Each coup's result: the place of the winning spot among `SPOTS`."""
    third = rules.third_card
    player, banker = (six[0] + six[2]) % 10, (six[1] + six[3]) % 10
    open_ = (player < third.natural_from) & (banker < third.natural_from)
    player_draws = open_ & (player < third.player_draws_below)
    by_table = np.zeros((10, 10), bool)
    by_table[: third.banker_draws_below] = True
    for points, values in third.table().items():
        if third.banker_draws_below <= points < third.banker_stays_from:
            by_table[points, list(values)] = True
    alone = banker <= third.banker_alone_draws_to
    banker_draws = open_ & np.where(player_draws, by_table[banker, six[4]], alone)
    banker = (banker + np.where(banker_draws, np.where(player_draws, six[5], six[4]), 0)) % 10
    player = (player + np.where(player_draws, six[4], 0)) % 10
    return np.where(
        player == banker, SPOTS.index(TIE), np.where(player > banker, SPOTS.index(PLAYER), SPOTS.index(BANKER))
    )


def count(rules: BaccaratRules, seed: int, coups: int) -> dict[str, int]:
    """How often each spot won; a part of the coups depends on the seed and its own number only."""
    found = np.zeros(len(SPOTS), np.int64)
    for part, start in enumerate(range(0, coups, COUPS_AT_ONCE)):
        chance = np.random.Generator(np.random.Philox(key=(seed, part)))
        six = draw_six(chance, rules.cards.decks, min(COUPS_AT_ONCE, coups - start))
        found += np.bincount(play(rules, six), minlength=len(SPOTS))
    return dict(zip(SPOTS, found.tolist(), strict=True))


def _wager(rules: BaccaratRules, spot: str, won: dict[str, int], coups: int) -> dict[str, Any]:
    pays = float(rules.payment.odds(spot).ratio)
    back = won[TIE] if spot != TIE and rules.payment.tie_returns else 0
    win, lost = won[spot], coups - won[spot] - back
    mean = (pays * win - lost) / coups
    variance = (pays * pays * win + lost) / coups - mean * mean
    skew = (pays**3 * win - lost) / coups - 3 * mean * variance - mean**3
    error = sqrt(variance / coups)
    return {
        "made": coups,
        "frequency": 1.0,
        "wagered": float(coups),
        "net": mean * coups,
        "house_edge": -mean,
        "house_edge_error": error,
        "hit_rate": win / coups,
        "mean": mean,
        "standard_error": error,
        "standard_deviation": sqrt(variance),
        "variance": variance,
        "skew": skew / variance**1.5 if variance else None,
        "interval": [mean - NORMAL_95 * error, mean + NORMAL_95 * error],
        "win": win / coups,
        "push": back / coups,
        "loss": lost / coups,
    }


def simulate(rules: BaccaratRules, asked: Asked) -> dict[str, Any]:
    """The results by the keys of `pitboss simulate --json`; the main wager is the one on Banker."""
    asked.only_rounds(rules.game)
    begun = perf_counter()
    plan = asked.plan
    won = count(rules, plan.seed, plan.rounds)
    wagers = {spot: _wager(rules, spot, won, plan.rounds) for spot in SPOTS}
    seconds = perf_counter() - begun
    return {
        **{key: value for key, value in wagers[BANKER].items() if key not in ("made", "frequency", "wagered", "net")},
        "game": rules.game,
        "rules_hash": rules.hash,
        "rounds": plan.rounds,
        "boxes": asked.boxes,
        "total_wager": 1.0,
        "side_wagers": {spot: wagers[spot] for spot in SPOTS if spot != BANKER},
        "wagers": wagers,
        "longest_losing_run": None,
        "rounds_per_shoe": 1.0,
        "seed": plan.seed,
        "seconds": seconds,
        "rounds_per_second": plan.rounds / seconds,
        "device": "cpu",
    }
