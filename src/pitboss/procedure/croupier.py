"""The house's own hands at a table: it shuffles when a shuffle is due, from the bits it is given."""

from pitboss.cards.bits import Bits
from pitboss.cards.card import Card, codes
from pitboss.cards.double_deck_routine import DrawnHands, carry_out
from pitboss.cards.fair import HOUSE_SEED_BYTES
from pitboss.cards.seal import SALT_BYTES
from pitboss.cards.shuffle import uniform
from pitboss.procedure.moves import CommitSeed, Shuffle
from pitboss.procedure.table import Table
from pitboss.rules.subjects.shuffle_and_cut import ShuffleRoutine


class Croupier:
    """Shuffles for the tables of a house: by the routine where one is carried out, else every order equally likely.

    One that asks for seeds commits to its own first, and the order comes of all of them.
    """

    def __init__(self, bits: Bits, asks_for_seeds: bool = False) -> None:
        self._bits = bits
        self.asks_for_seeds = asks_for_seeds

    def step(self, table: Table) -> Shuffle | CommitSeed:
        """What the house does when a shuffle is due."""
        if not self.asks_for_seeds:
            return self.shuffle(table)
        seed = self._bits.bits(8 * HOUSE_SEED_BYTES).to_bytes(HOUSE_SEED_BYTES, "big").hex()
        return CommitSeed(by=table.waiting.by[0], seed=seed)

    def shuffle(self, table: Table) -> Shuffle:
        """The shuffle that the table waits for."""
        cards, routine = table.state.cards.to_shuffle, table.state.rules.shuffle.shuffle_routine
        if routine in (ShuffleRoutine.NONE, ShuffleRoutine.UNIFORM):
            return self.sealed(table, uniform(cards, self._bits))
        hands = DrawnHands(self._bits)
        *_, last = carry_out(cards, hands)
        return self.sealed(table, last.locations.location_a, tuple(hands.movements))

    def sealed(self, table: Table, order: tuple[Card, ...], hands: tuple[str, ...] = ()) -> Shuffle:
        """A given order with a fresh salt, by whoever is to shuffle."""
        salt = self._bits.bits(8 * SALT_BYTES).to_bytes(SALT_BYTES, "big").hex()
        return Shuffle(by=table.waiting.by[0], order=codes(order), salt=salt, hands=hands)

    def serve(self, table: Table) -> None:
        """Shuffle for as long as that is what the table waits for."""
        while Shuffle in table.waiting.may:
            table.apply(self.step(table))
