"""COMAR 36.05.03.29 at the table: which paragraph orders each step of a round dealt from the hand."""

from pitboss.law import cite
from pitboss.procedure.asking import Procedure
from pitboss.procedure.from_the_hand.round import from_the_hand
from pitboss.procedure.from_the_hand.state import FromTheHandState, HandLaw

LAW = HandLaw(
    received=(),
    shuffled=cite("MD 36.05.03.29A(1)"),
    counted_by_device=cite("MD 36.05.03.29C"),
    hand_chosen=cite("MD 36.05.03.29A(2)", "MD 36.05.03.29A(3)", "MD 36.05.03.29A(4)"),
    bets_closed=cite("MD 36.05.03.29A(5)", "MD 36.05.03.29A(5)(a)"),
    dealt=cite("MD 36.05.03.29B", "MD 36.05.03.29B(2)", "MD 36.05.03.29B(3)"),
    misdealt=cite("MD 36.05.03.29B(3)", "MD 36.05.03.29F"),
    racked=cite("MD 36.05.03.29B(4)"),
    counted=cite("MD 36.05.03.29C(1)", "MD 36.05.03.29C(2)"),
    racked_after_count=cite("MD 36.05.03.29D"),
    misdeal=cite("MD 36.05.03.29E"),
    void=cite("MD 36.05.03.29F"),
    void_short=(),  # the text stops before it: the house lets the round not count, and changes the deck
)


def game(t: FromTheHandState) -> Procedure[None]:
    """A table in Maryland."""
    return from_the_hand(t, LAW)
