"""Five Card Hi-Lo dealt from the hand, 58 Pa. Code § 663a.9: the paragraph that orders each step."""

from pitboss.procedure.from_the_hand import HandLaw, from_the_hand
from pitboss.procedure.state import Procedure, State

LAW = HandLaw(
    received=(),  # the text knows the deck, not that it comes
    shuffled=("PA 663a.9(a)(1)",),
    counted_by_device=("PA 663a.9(d)",),
    hand_chosen=("PA 663a.9(a)(2)",),
    bets_closed=("PA 663a.9(a)(3)",),
    dealt=("PA 663a.9(b)",),
    misdealt=("PA 663a.9(b)", "PA 663a.9(f)"),
    racked=("PA 663a.9(c)",),
    counted=("PA 663a.9(d)",),
    racked_after_count=("PA 663a.9(e)",),
    misdeal=("PA 663a.9(f)",),
    void=("PA 663a.9(f)",),
    void_short=("PA 663a.9(f)",),
)


def game(t: State) -> Procedure[None]:
    """A table in Pennsylvania."""
    return from_the_hand(t, LAW)
