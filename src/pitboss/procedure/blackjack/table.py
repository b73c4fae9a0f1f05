"""The blackjack family at the table."""

from collections.abc import Iterator, Mapping
from functools import partial

from pitboss.procedure import moves as m
from pitboss.procedure.asking import Wait
from pitboss.procedure.blackjack import irregularities, refusals
from pitboss.procedure.blackjack import moves as bj
from pitboss.procedure.blackjack.announcements import announced_by_hand
from pitboss.procedure.blackjack.double_deck_house import may_look
from pitboss.procedure.blackjack.facts import IRREGULARITIES
from pitboss.procedure.blackjack.hands import Stake
from pitboss.procedure.blackjack.occasions import OCCASIONS
from pitboss.procedure.blackjack.offers import most_insurance
from pitboss.procedure.blackjack.play import double_most
from pitboss.procedure.blackjack.state import BlackjackKept, BlackjackState
from pitboss.procedure.blackjack.words import COUNTED, WORDS
from pitboss.procedure.family_table import PEOPLE, Absence, FamilyTable, Range, Unable, bet_area
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.subjects.wagers import AttackLimit

# What the house does for somebody who stays away, in this order: the first that is allowed now.
ABSENCE: tuple[Absence, ...] = (
    (bj.NoAttack, "no Double Attack wager", lambda _, by, box: bj.NoAttack(by=by, box=box)),
    (bj.NoInsurance, "no insurance", lambda _, by, box: bj.NoInsurance(by=by, box=box)),
    (bj.NoSecondChance, "no Second Chance", lambda _, by, box: bj.NoSecondChance(by=by, box=box)),
    (bj.FollowDouble, "do not follow the double", lambda _, by, box: bj.FollowDouble(by=by, box=box, cents=0)),
    (
        bj.FollowSplit,
        "the wager stays on the first hand",
        lambda _, by, box: bj.FollowSplit(by=by, box=box, cover=False),
    ),
    (bj.AcceptCard, "the exposed card is accepted", lambda _, by, box: bj.AcceptCard(by=by, box=box)),
    (bj.CallHandDead, "the hand is dead", lambda _, by, box: bj.CallHandDead(by=by, box=box)),
    (bj.Stand, "stand", lambda _, by, box: bj.Stand(by=by, box=box)),
    (bj.LookAtCards, "look at the cards", lambda _, by, box: bj.LookAtCards(by=by, box=box)),
)


def amounts(t: BlackjackState, waiting: Wait, player: str) -> Iterator[Range]:
    """What may be added to a bet now: to attack, to insure, to double."""
    unit = t.rules.wagers.chip_unit_cents
    for box in t.boxes.values():
        stake = next((stake for hand in box.hands for stake in hand.stakes if stake.player == player), None)
        if stake is None:
            continue
        if bj.Attack in waiting.may:
            equal = t.rules.wagers.attack is AttackLimit.EQUAL_TO_BET
            yield f"attack:{box.number}", stake.bet if equal else unit, stake.bet
        if bj.Insure in waiting.may:
            yield f"insure:{box.number}", unit, most_insurance(t, stake.bet)
    here = _stake_asked(t, waiting, player)
    if here is not None and (bj.Double in waiting.may or bj.FollowDouble in waiting.may):
        most = double_most(t, here)
        less = t.rules.doubling.double_for_less
        yield "double" if bj.Double in waiting.may else "follow-double", unit if less else most, most


def _stake_asked(t: BlackjackState, waiting: Wait, player: str) -> Stake | None:
    box = t.boxes.get(waiting.box)
    hands = [hand for hand in box.hands if hand.number == waiting.hand] if box is not None else []
    return next((stake for hand in hands for stake in hand.stakes if stake.player == player), None)


def areas(rules: BlackjackRules) -> Mapping[str, str]:
    """Where the layout has wagers: the bet under the name it has there, and what may be added to it."""
    found = dict(bet_area(rules))
    if rules.wagers.attack is not AttackLimit.NONE:
        found["attack"] = "Double Attack"
    if rules.second_chance.second_chance:
        found["second-chance"] = "Second Chance"
    if rules.insurance.insurance_offered:
        found["insurance"] = "Insurance"
    return found


def unable(t: BlackjackState, waiting: Wait, player: str) -> Iterator[Unable]:
    """What is asked for and would be refused: even money without a Blackjack, and what the chips do not cover."""
    chips = t.people.players[player].chips
    here = _stake_asked(t, waiting, player)
    if here is not None:
        if here.bet + here.attack > chips:
            yield bj.Split, waiting.box
        if here.on_hand() > chips:
            yield bj.SecondChance, waiting.box
    for number, name in waiting.asked:
        hand = t.boxes[number].hands[0]
        if name == player and (not hand.two_card_21 or (hand.face_down and not hand.looked)):
            yield bj.EvenMoney, number


def looks(t: BlackjackState, player: str) -> Iterator[int]:
    """The boxes whose face-down cards their player may view now."""
    for number, box in t.boxes.items():
        move = bj.LookAtCards(by=player, box=number)
        if not box.hands[0].looked and t.would(partial(may_look, t, move)):
            yield number


BLACKJACK_TABLE = FamilyTable[BlackjackState](
    interrupts={
        **PEOPLE,
        bj.AnnounceTotal: announced_by_hand,
        bj.FoundFaceUp: irregularities.found_face_up,
        bj.FoundTen: irregularities.found_ten,
        bj.DrewInError: irregularities.drew_in_error,
        bj.RefuseCard: irregularities.card_not_offered,
        bj.AcceptCard: irregularities.card_not_offered,
        bj.ReadHoleCard: irregularities.reader_misused,
        bj.TurnHoleCard: irregularities.hole_card_turned_early,
        bj.ReaderFailed: irregularities.reader_failed,
        bj.ReaderRepaired: irregularities.reader_repaired,
        m.ShufflerFailed: irregularities.shuffler_failed,
        bj.Hit: refusals.explain,
        bj.Stand: refusals.explain,
        bj.Double: refusals.explain,
        bj.Split: refusals.explain,
        bj.Surrender: refusals.explain,
    },
    state=BlackjackState,
    occasions=OCCASIONS,
    players_moves=frozenset(
        (
            bj.Attack,
            bj.NoAttack,
            bj.Insure,
            bj.NoInsurance,
            bj.EvenMoney,
            bj.Hit,
            bj.Stand,
            bj.Double,
            bj.Split,
            bj.Surrender,
            bj.FollowDouble,
            bj.FollowSplit,
            bj.SecondChance,
            bj.NoSecondChance,
            bj.LookAtCards,
            bj.RefuseCard,
            bj.AcceptCard,
            bj.TakeLateCard,
            bj.CallHandDead,
        )
    ),
    staff_moves=frozenset(
        (
            bj.InspectCards,
            bj.VerifyInspection,
            bj.RemoveTens,
            bj.DestroyTens,
            bj.SpreadCards,
            bj.WashCards,
            bj.CallRolling,
            bj.ApproveRolling,
            bj.ReadHoleCard,
            bj.TurnHoleCard,
            bj.SettleBox,
            bj.AnnounceTotal,
            bj.FoundFaceUp,
            bj.FoundTen,
            bj.DrewInError,
            bj.ReaderFailed,
            bj.ReaderRepaired,
        )
    ),
    roles={
        **dict.fromkeys((bj.VerifyInspection, bj.DestroyTens, bj.ApproveRolling, bj.ReaderRepaired), (m.FLOORPERSON,)),
        bj.ReaderFailed: (m.DEALER, m.FLOORPERSON),
    },
    facts=WORDS,
    words=COUNTED,
    irregularities=IRREGULARITIES,
    absence=ABSENCE,
    amounts=amounts,
    odds_to_pay=lambda rules: rules.odds_to_pay,
    areas=areas,
    unable=unable,
    looks=looks,
    kept=BlackjackKept,
)
