"""Cards dealt from the hand in the school: the stub, and a misdeal."""

from collections.abc import Callable

from pitboss.procedure import facts as f
from pitboss.procedure.asking import Wait
from pitboss.procedure.facts import Fact
from pitboss.procedure.from_the_hand.moves import CountStub, DeclareMisdeal
from pitboss.procedure.from_the_hand.state import FromTheHandState
from pitboss.procedure.moves import DEALER, Move, PassOver
from pitboss.school.family_school import FamilySchool
from pitboss.school.happenings import Happening, passed_over
from pitboss.school.mistakes import Kind
from pitboss.school.planting import exchanged, is_a

ONE_IN = 40  # of so many cards one is not dealt


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
        case f.CardDealt(clauses=clauses) if clauses != t.law.dealt:
            return Kind.CARD_TOO_MANY
        case _:
            return None


def _to_another(one: Fact, other: Fact) -> bool:
    return isinstance(one, f.CardDealt) and isinstance(other, f.CardDealt) and one.box != other.box


def _goes_wrong(t: FromTheHandState, waiting: Wait, pick: Callable[[int], int]) -> Move | None:
    """Now and then a hand is passed over; often the stub is counted, which is when it shows."""
    if PassOver in waiting.may and pick(ONE_IN) == 0:
        return PassOver(by=DEALER, box=waiting.box)
    return CountStub(by=DEALER, cards=t.cards.shoe.remaining) if CountStub in waiting.may and pick(2) else None


FROM_THE_HAND_SCHOOL = FamilySchool(
    steps={CountStub: _count, DeclareMisdeal: _declare},
    irregular=_irregular,
    goes_wrong=_goes_wrong,
    happenings={"a box is passed over": Happening(passed_over)},
    irregularities=lambda rules: (*rules.cites("misdealt_full"), *rules.cites("misdealt_short")),
    faults={"dealt-out-of-order": exchanged(is_a(f.CardDealt), _to_another)},
)
