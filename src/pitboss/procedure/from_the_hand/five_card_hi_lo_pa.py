"""Five Card Hi-Lo dealt from the hand, 58 Pa. Code § 663a.9: the paragraph that orders each step."""

from pitboss.law import cite
from pitboss.procedure.asking import Procedure
from pitboss.procedure.from_the_hand.round import from_the_hand
from pitboss.procedure.from_the_hand.state import FromTheHandState, HandLaw

LAW = HandLaw(
    received=(),  # the text knows the deck, not that it comes
    shuffled=cite("PA 663a.9(a)(1)"),
    counted_by_device=cite("PA 663a.9(d)"),
    hand_chosen=cite("PA 663a.9(a)(2)"),
    bets_closed=cite("PA 663a.9(a)(3)"),
    dealt=cite("PA 663a.9(b)"),
    misdealt=cite("PA 663a.9(f)"),
    racked=cite("PA 663a.9(c)"),
    counted=cite("PA 663a.9(d)"),
    racked_after_count=cite("PA 663a.9(e)"),
    misdeal=cite("PA 663a.9(f)"),
    void=cite("PA 663a.9(f)"),
    void_short=cite("PA 663a.9(f)"),
)


def game(t: FromTheHandState) -> Procedure[None]:
    """A table in Pennsylvania."""
    return from_the_hand(t, LAW)
