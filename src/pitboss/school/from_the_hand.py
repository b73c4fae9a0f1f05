"""Cards dealt from the hand in the school: the stub, and a misdeal."""

from pitboss.procedure import facts as f
from pitboss.procedure.asking import Wait
from pitboss.procedure.facts import Fact
from pitboss.procedure.from_the_hand.moves import CountStub, DeclareMisdeal
from pitboss.procedure.from_the_hand.state import FromTheHandState
from pitboss.procedure.moves import Move
from pitboss.school.family_school import FamilySchool
from pitboss.school.mistakes import Kind


def _misdealt(t: FromTheHandState) -> bool:
    hands = [t.dealer, *(hand for box in t.boxes.values() for hand in box.hands)]
    return any(len(hand.cards) != t.rules.hi_lo_deal.cards_each for hand in hands)


def _count(t: FromTheHandState, waiting: Wait, by: str) -> Move:
    return CountStub(by=by, cards=t.cards.shoe.remaining)


def _declare(t: FromTheHandState, waiting: Wait, by: str) -> Move:
    return DeclareMisdeal(by=by, misdealt=_misdealt(t))


def _irregular(t: FromTheHandState, fact: Fact) -> Kind | None:
    match fact:
        case f.BoxPassedOver(box=box):
            return Kind.BOX_PASSED_OVER if box else Kind.OWN_CARD_MISSED
        case f.CardDealt(clauses=clauses) if clauses == t.law.misdealt:
            return Kind.CARD_TOO_MANY
        case _:
            return None


FROM_THE_HAND_SCHOOL = FamilySchool(steps={CountStub: _count, DeclareMisdeal: _declare}, irregular=_irregular)
