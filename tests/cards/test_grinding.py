"""A house that grinds: it tries a thousand seeds for the order that is worst for the player. It gains nothing."""

import hashlib
from collections import Counter
from collections.abc import Hashable
from itertools import permutations

import pytest

from pitboss.cards.card import Card
from pitboss.cards.fair import drawn_order, draws
from tests.cards.goodness_of_fit import fits

TRIED = 1_000
FOUR = tuple(map(Card.parse, ("2C", "3C", "4C", "5C")))
WORST = FOUR  # say that the player loses most by the cards in this order
SEEDS = [f"{number:01024x}" for number in range(TRIED)]


def seed(name: str, number: int) -> str:
    """A player's seed, which the house does not know when it commits."""
    return hashlib.sha256(f"{name} {number}".encode()).hexdigest()


def ground(known: dict[str, str]) -> str:
    """The first of the house's seeds that gives the worst order with the players' seeds that it knows."""
    return next(one for one in SEEDS if drawn_order(FOUR, draws(one, known)) == WORST)


def test_with_no_players_seed_it_has_its_will() -> None:
    """What the seeds are for: alone, a house finds the worst of 24 orders at once."""
    assert drawn_order(FOUR, draws(ground({}), {})) == WORST


@pytest.mark.parametrize("known", [{}, {"eve": seed("eve", 0)}], ids=["alone", "with a player in its pay"])
def test_before_one_honest_seed_every_order_is_as_likely_however_long_it_ground(known: dict[str, str]) -> None:
    house = ground(known)
    assert drawn_order(FOUR, draws(house, known)) == WORST
    honest = [{**known, "ann": seed("ann", number)} for number in range(6_000)]
    came: Counter[Hashable] = Counter(drawn_order(FOUR, draws(house, seeds)) for seeds in honest)
    assert fits(came, list(permutations(FOUR)))
    assert abs(came[WORST] - 250) < 60, "the worst came as often as any other: 250 times of 6,000"


def test_by_the_best_of_all_its_seeds_the_worst_order_comes_no_more_often() -> None:
    """Whichever of its seeds the house commits to, what it fears and hopes for has the same chance."""
    answered = [seed("ann", number) for number in range(1_200)]
    for house in SEEDS[:8]:
        came = sum(drawn_order(FOUR, draws(house, {"ann": one})) == WORST for one in answered)
        assert came < 85, "50 are to be expected; 85 would be five standard deviations"


def test_every_player_in_its_pay_buys_it_one_more_draw_and_no_choice() -> None:
    """Who withholds a seed has the order drawn again, before the honest player: the best of two draws, on record."""
    house, worst = SEEDS[0], 0
    for number in range(6_000):
        ann = {"ann": seed("ann", number)}
        first = drawn_order(FOUR, draws(house, {**ann, "eve": seed("eve", number)}))
        again = {"ann": seed("ann anew", number)}
        worst += WORST in (first, drawn_order(FOUR, draws(SEEDS[1], again)))
    assert 400 < worst < 580, "6,000 times the chance that one of two draws is the worst of 24: 490"
