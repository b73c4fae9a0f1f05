"""Blackjack in the school: which facts show a dealer's mistake, and a wrong card as the irregularity it is."""

from collections.abc import Iterator

from pitboss.procedure import facts as f
from pitboss.procedure import moves as m
from pitboss.procedure.blackjack import facts as bf
from pitboss.procedure.blackjack import moves as bj
from pitboss.procedure.blackjack.state import BlackjackState
from pitboss.procedure.facts import Fact
from pitboss.procedure.moves import DEALER, Move
from pitboss.school.blackjack_faults import HAPPENINGS, NOT_STEPS, OWN_FAULTS, goes_wrong, irregularities, settings
from pitboss.school.blackjack_sums import SUMS
from pitboss.school.family_school import FamilySchool
from pitboss.school.mistakes import Kind


def _irregular(t: BlackjackState, fact: Fact) -> Kind | None:
    match fact:
        case f.CardDrawnInError(exposed=exposed):
            return Kind.CARD_EXPOSED if exposed else Kind.CARD_DRAWN
        case f.BoxPassedOver(box=box):
            return Kind.BOX_PASSED_OVER if box else Kind.OWN_CARD_MISSED
        case bf.ReaderMisused():
            return Kind.READER_MISUSED
        case _:
            return None


def _instead(t: BlackjackState, move: Move) -> Move | None:
    """A card that goes where it should not has been drawn in error, and has been seen by everybody."""
    return bj.DrewInError(by=DEALER, exposed=True) if isinstance(move, m.Deal) else None


def _looks(t: BlackjackState, player: str) -> Iterator[Move]:
    """A player who holds the cards looks at them before deciding."""
    for box in t.boxes.values():
        if box.decides == player and any(hand.face_down and not hand.looked for hand in box.hands):
            yield bj.LookAtCards(by=player, box=box.number)


BLACKJACK_SCHOOL = FamilySchool(
    steps={bj.CallRolling: lambda t, waiting, by: bj.CallRolling(by=DEALER)},
    players_first=_looks,
    irregular=_irregular,
    goes_wrong=goes_wrong,
    happenings=HAPPENINGS,
    not_steps=NOT_STEPS,
    irregularities=irregularities,
    settings=settings,
    faults=OWN_FAULTS,
    sums=SUMS,
    instead=_instead,
)
