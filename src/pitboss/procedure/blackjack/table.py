"""The blackjack family at the table."""

from collections.abc import Iterator

from pitboss.procedure import moves as m
from pitboss.procedure.blackjack import irregularities, refusals
from pitboss.procedure.blackjack.occasions import OCCASIONS
from pitboss.procedure.blackjack.offers import most_insurance, odds_to_pay
from pitboss.procedure.blackjack.play import double_most
from pitboss.procedure.blackjack.state import BlackjackState
from pitboss.procedure.family_table import PEOPLE, Absence, FamilyTable, Range
from pitboss.procedure.hands import Stake
from pitboss.procedure.state import Wait
from pitboss.rules.subjects.wagers import AttackLimit

# What the house does for somebody who stays away, in this order: the first that is allowed now.
ABSENCE: tuple[Absence, ...] = (
    (m.NoAttack, "no Double Attack wager", lambda _, by, box: m.NoAttack(by=by, box=box)),
    (m.NoInsurance, "no insurance", lambda _, by, box: m.NoInsurance(by=by, box=box)),
    (m.NoSecondChance, "no Second Chance", lambda _, by, box: m.NoSecondChance(by=by, box=box)),
    (m.FollowDouble, "do not follow the double", lambda _, by, box: m.FollowDouble(by=by, box=box, cents=0)),
    (m.FollowSplit, "the wager stays on the first hand", lambda _, by, box: m.FollowSplit(by=by, box=box, cover=False)),
    (m.AcceptCard, "the exposed card is accepted", lambda _, by, box: m.AcceptCard(by=by, box=box)),
    (m.CallHandDead, "the hand is dead", lambda _, by, box: m.CallHandDead(by=by, box=box)),
    (m.Stand, "stand", lambda _, by, box: m.Stand(by=by, box=box)),
    (m.LookAtCards, "look at the cards", lambda _, by, box: m.LookAtCards(by=by, box=box)),
)


def amounts(t: BlackjackState, waiting: Wait, player: str) -> Iterator[Range]:
    """What may be added to a bet now: to attack, to insure, to double."""
    unit = t.rules.wagers.chip_unit_cents
    for box in t.boxes.values():
        stake = next((s for s in box.hands[0].stakes if s.player == player), None) if box.hands else None
        if stake is None:
            continue
        if m.Attack in waiting.may:
            equal = t.rules.wagers.attack is AttackLimit.EQUAL_TO_BET
            yield f"attack:{box.number}", stake.bet if equal else unit, stake.bet
        if m.Insure in waiting.may:
            yield f"insure:{box.number}", unit, most_insurance(t, stake.bet)
    here = _stake_asked(t, waiting, player)
    if here is not None and (m.Double in waiting.may or m.FollowDouble in waiting.may):
        most = double_most(t, here)
        less = t.rules.doubling.double_for_less
        yield "double" if m.Double in waiting.may else "follow-double", unit if less else most, most


def _stake_asked(t: BlackjackState, waiting: Wait, player: str) -> Stake | None:
    box = t.boxes.get(waiting.box)
    hands = [hand for hand in box.hands if hand.number == waiting.hand] if box is not None else []
    return next((stake for hand in hands for stake in hand.stakes if stake.player == player), None)


BLACKJACK_TABLE = FamilyTable[BlackjackState](
    interrupts={
        **PEOPLE,
        m.FoundFaceUp: irregularities.found_face_up,
        m.FoundTen: irregularities.found_ten,
        m.DrewInError: irregularities.drew_in_error,
        m.RefuseCard: irregularities.card_not_offered,
        m.AcceptCard: irregularities.card_not_offered,
        m.ReadHoleCard: irregularities.reader_misused,
        m.TurnHoleCard: irregularities.hole_card_turned_early,
        m.ReaderFailed: irregularities.reader_failed,
        m.ReaderRepaired: irregularities.reader_repaired,
        m.ShufflerFailed: irregularities.shuffler_failed,
        m.Hit: refusals.explain,
        m.Stand: refusals.explain,
        m.Double: refusals.explain,
        m.Split: refusals.explain,
        m.Surrender: refusals.explain,
    },
    state=BlackjackState,
    occasions=OCCASIONS,
    absence=ABSENCE,
    amounts=amounts,
    odds_to_pay=odds_to_pay,
)
