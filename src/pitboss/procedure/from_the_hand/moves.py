"""What is done only where cards are dealt from the hand: with the stub."""

from pitboss.procedure.moves import Move, Place


class RackStub(Move, frozen=True, kw_only=True):
    """The dealer of Five Card Hi-Lo lays the stub in the discard rack without counting it."""


class CountStub(Move, frozen=True, kw_only=True):
    """The dealer of Five Card Hi-Lo counts the stub face down."""

    cards: Place


class DeclareMisdeal(Move, frozen=True, kw_only=True):
    """The dealer of Five Card Hi-Lo finds whether somebody has more or fewer than five cards."""

    misdealt: bool
