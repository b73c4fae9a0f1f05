"""The house's own hands at a table: it shuffles when a shuffle is due, from the bits it is given."""

from collections.abc import Callable

from pitboss.cards.bits import Bits
from pitboss.cards.card import Card
from pitboss.cards.seal import SALT_BYTES
from pitboss.cards.shuffle import uniform
from pitboss.procedure.moves import Move, Shuffle
from pitboss.procedure.table import Table

Decide = Callable[[Table], Move]


class Croupier:
    """Shuffles for tables whose dealer and shuffler nobody has taken; every order of the stack is equally likely."""

    def __init__(self, bits: Bits) -> None:
        self._bits = bits

    def shuffle(self, table: Table) -> Shuffle:
        """The shuffle that the table waits for."""
        order = uniform(table.state.to_shuffle, self._bits)
        return self.sealed(table, order)

    def sealed(self, table: Table, order: tuple[Card, ...]) -> Shuffle:
        """A given order with a fresh salt, by whoever is to shuffle."""
        salt = self._bits.bits(8 * SALT_BYTES).to_bytes(SALT_BYTES, "big").hex()
        return Shuffle(by=table.waiting.by[0], order=tuple(card.code for card in order), salt=salt)

    def serve(self, table: Table) -> None:
        """Shuffle for as long as that is what the table waits for."""
        while Shuffle in table.waiting.may:
            table.apply(self.shuffle(table))
