"""An order drawn from everybody's seeds: nobody can choose it, and anybody can make it again."""

import hashlib
from collections import Counter
from collections.abc import Hashable
from itertools import permutations

from pitboss.cards.bits import SeededBits
from pitboss.cards.card import Card
from pitboss.cards.deck import decks
from pitboss.cards.fair import commitment, drawn_order, draws, pledge, salt_of
from tests.cards.goodness_of_fit import fits

HOUSE = "0a" * 512
FOUR = tuple(map(Card.parse, ("AS", "8S", "TH", "3C")))


def seed(number: int) -> str:
    """A player's seed."""
    return hashlib.sha256(str(number).encode()).hexdigest()


def test_commitment_pledge_and_salt_are_each_one_line_under_sha_256() -> None:
    assert commitment(HOUSE) == hashlib.sha256(f"pitboss-seed-1 {HOUSE}".encode()).hexdigest()
    assert pledge("ann", seed(1)) == hashlib.sha256(f"pitboss-pledge-1 ann {seed(1)}".encode()).hexdigest()
    assert salt_of(HOUSE) == hashlib.sha256(f"pitboss-salt-1 {HOUSE}".encode()).hexdigest()
    assert len({commitment(HOUSE), salt_of(HOUSE), pledge("ann", HOUSE), pledge("bob", HOUSE)}) == 4


def test_the_draws_are_keyed_by_every_seed_the_players_by_name() -> None:
    given = {"bob": seed(2), "ann": seed(1)}
    line = f"pitboss-order-1 {HOUSE} ann={seed(1)} bob={seed(2)}"
    assert draws(HOUSE, given).bits(600) == SeededBits(line).bits(600)


def test_every_seed_counts_and_the_place_of_the_cards_before_does_not() -> None:
    cards = decks(2)
    order = drawn_order(cards, draws(HOUSE, {"ann": seed(1)}))
    assert order == drawn_order(cards[::-1], draws(HOUSE, {"ann": seed(1)}))
    others = (
        draws("0b" + HOUSE[2:], {"ann": seed(1)}),
        draws(HOUSE, {"ann": seed(2)}),
        draws(HOUSE, {"bob": seed(1)}),
        draws(HOUSE, {}),
        draws(HOUSE, {"ann": seed(1), "bob": seed(2)}),
    )
    assert all(order != drawn_order(cards, bits) for bits in others)


def test_whatever_seed_the_house_has_ground_out_one_players_seed_makes_every_order_as_likely() -> None:
    """The house takes, of 200 seeds, the one worst for the player when he is silent; then he answers."""
    worst = next(s for s in (f"{n:01024x}" for n in range(200)) if drawn_order(FOUR, draws(s, {}))[0] != FOUR[0])
    assert drawn_order(FOUR, draws(worst, {}))[0] != FOUR[0]
    seen: Counter[Hashable] = Counter(drawn_order(FOUR, draws(worst, {"ann": seed(n)})) for n in range(6000))
    assert fits(seen, list(permutations(FOUR)))
