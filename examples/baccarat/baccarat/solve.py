"""What each spot is worth, exactly: every order of six cards from the full shoe, without replacement."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import sqrt
from typing import Any

from baccarat.rules import BANKER, PLAYER, SPOTS, TIE, BaccaratRules, ThirdCard

VALUES = range(10)
SUITS = 4
COURTS_AND_TEN = 4


def shoe(decks: int) -> list[int]:
    """How many cards of each value: four ranks count nothing, nine count what they show."""
    return [SUITS * decks * (COURTS_AND_TEN if value == 0 else 1) for value in VALUES]


def outcomes(rules: ThirdCard, decks: int) -> dict[str, Fraction]:
    """How likely each hand is to win, and a tie."""
    left = shoe(decks)
    cards = sum(left)
    ways = dict.fromkeys(SPOTS, 0)
    for first in product(VALUES, repeat=4):
        weight = 1
        for value in first:
            weight *= left[value]
            left[value] -= 1
        if weight:
            for won, more in _ends(rules, first, left, cards - 4):
                ways[won] += weight * more
        for value in first:
            left[value] += 1
    whole = 1
    for drawn in range(6):
        whole *= cards - drawn
    return {won: Fraction(count, whole) for won, count in ways.items()}


def _ends(rules: ThirdCard, first: tuple[int, ...], left: list[int], cards: int) -> Iterator[tuple[str, int]]:
    """Every end from four cards, in ways of two more cards, whether they are drawn or not."""
    player, banker = (first[0] + first[2]) % 10, (first[1] + first[3]) % 10
    two_more = cards * (cards - 1)
    if player >= rules.natural_from or banker >= rules.natural_from:
        yield _won(player, banker), two_more
        return
    if player >= rules.player_draws_below:
        if banker > rules.banker_alone_draws_to:
            yield _won(player, banker), two_more
        else:
            for fifth in VALUES:
                yield _won(player, (banker + fifth) % 10), left[fifth] * (cards - 1)
        return
    for fifth in VALUES:
        drawn = (player + fifth) % 10
        if not _banker_draws(rules, banker, fifth):
            yield _won(drawn, banker), left[fifth] * (cards - 1)
            continue
        for sixth in VALUES:
            yield _won(drawn, (banker + sixth) % 10), left[fifth] * (left[sixth] - (fifth == sixth))


def _banker_draws(rules: ThirdCard, banker: int, fifth: int) -> bool:
    if banker < rules.banker_draws_below:
        return True
    return banker < rules.banker_stays_from and fifth in rules.table()[banker]


def _won(player: int, banker: int) -> str:
    return TIE if player == banker else PLAYER if player > banker else BANKER


@cache
def _known(rules: ThirdCard, decks: int) -> dict[str, Fraction]:
    return outcomes(rules, decks)


def edges(rules: BaccaratRules) -> dict[str, tuple[Fraction, Fraction, Fraction]]:
    """For each spot the house's edge, how often it wins, and the mean square of what it gives."""
    chance = _known(rules.third_card, rules.cards.decks)
    found = {}
    for spot in SPOTS:
        pays = rules.payment.odds(spot).ratio
        returned = chance[TIE] if spot != TIE and rules.payment.tie_returns else Fraction(0)
        lost = 1 - chance[spot] - returned
        found[spot] = lost - pays * chance[spot], chance[spot], lost + pays * pays * chance[spot]
    return found


def solve(rules: BaccaratRules, progress: Callable[[str, float], None], use_cache: bool) -> dict[str, Any]:
    """The exact values by the keys of `pitboss solve --json`; the main wager is the one on Banker."""
    progress("every order of six cards", 0.0)
    wagers = {
        spot: {
            "house_edge": float(edge),
            "hit_rate": float(hit),
            "standard_deviation": sqrt(square - edge * edge),
        }
        for spot, (edge, hit, square) in edges(rules).items()
    }
    main = wagers[BANKER]
    return {
        "game": rules.game,
        "rules_hash": rules.hash,
        "readings": dict(rules.readings),
        "house_edge": main["house_edge"],
        "main_wager": BANKER,
        "total_wager": 1.0,
        "standard_deviation": main["standard_deviation"],
        "side_wagers": {spot: wagers[spot] for spot in SPOTS if spot != BANKER},
        "wagers": wagers,
        "exact": True,
    }
