"""COMAR 36.05.03.29 at the table: which paragraph orders each step of a round dealt from the hand."""

from pitboss.procedure.from_the_hand import HandLaw, from_the_hand
from pitboss.procedure.state import Procedure, State

LAW = HandLaw(
    received=(),
    shuffled=("MD 36.05.03.29A(1)",),
    counted_by_device=("MD 36.05.03.29C",),
    hand_chosen=("MD 36.05.03.29A(2)", "MD 36.05.03.29A(3)", "MD 36.05.03.29A(4)"),
    bets_closed=("MD 36.05.03.29A(5)", "MD 36.05.03.29A(5)(a)"),
    dealt=("MD 36.05.03.29B", "MD 36.05.03.29B(2)", "MD 36.05.03.29B(3)"),
    misdealt=("MD 36.05.03.29B(3)", "MD 36.05.03.29F"),
    racked=("MD 36.05.03.29B(4)",),
    counted=("MD 36.05.03.29C(1)", "MD 36.05.03.29C(2)"),
    racked_after_count=("MD 36.05.03.29D",),
    misdeal=("MD 36.05.03.29E",),
    void=("MD 36.05.03.29F",),
    void_short=(),  # the text stops before it: the house lets the round not count, and changes the deck
)


def game(t: State) -> Procedure[None]:
    """A table in Maryland."""
    return from_the_hand(t, LAW)
