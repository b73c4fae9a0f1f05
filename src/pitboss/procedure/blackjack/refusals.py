"""Why a decision is refused: the same question a player would ask, answered with the clause."""

from pitboss.cards.card import Rank
from pitboss.law import Citation
from pitboss.procedure import facts
from pitboss.procedure.blackjack import facts as bf
from pitboss.procedure.blackjack.hands import Box, Hand
from pitboss.procedure.blackjack.moves import Double, Hit, Split, Stand, Surrender
from pitboss.procedure.blackjack.options import may_double, may_double_unseen, may_split, may_surrender, most_hands
from pitboss.procedure.blackjack.second_chance import second_chance_offered
from pitboss.procedure.blackjack.settlement import is_blackjack
from pitboss.procedure.blackjack.state import BlackjackState
from pitboss.procedure.moves import Move
from pitboss.procedure.state import Phase
from pitboss.rules.subjects.points import TWENTY_ONE
from pitboss.rules.subjects.surrender import SurrenderWhen

Decision = Hit | Stand | Double | Split | Surrender
Reason = tuple[str, str, Citation]


def explain(t: BlackjackState, move: Decision) -> None:
    """Refuse a decision that is not open now, with the reason that weighs most."""
    t.refuse(*_reason(t, move, str(move.__struct_config__.tag)))


def _reason(t: BlackjackState, move: Decision, act: str) -> Reason:
    cites = t.rules.cites
    box = t.boxes.get(move.box)
    decide = t.law.decide_on.get(type(move), t.law.decide)
    if not t.in_round:
        return f"{act}/not-now", "no round is being played", decide
    if box is None:
        return f"{act}/no-hand", f"no wager was placed on box {move.box}, so it has no hand", cites("bet_name")
    if move.by != box.decides:
        decided_by = cites("box_decided_by") if len(box.bettors) > 1 else ()
        code = f"{act}/not-yours" if decided_by else "turn/not-yours"
        return code, f"{box.decides} decides at box {box.number}", decided_by or decide
    hand = _hand_in_question(box)
    where = f"hand {hand.number}" if len(box.hands) > 1 else "the hand"
    if hand.stood:
        surrenders = isinstance(move, Surrender)
        return f"{act}/after-stand", f"{where} has stood", cites("surrender") if surrenders else _decided(t, hand)
    if hand.finished or hand.settled:
        return _finished(t, hand, move, act, where)
    if t.phase is not Phase.PLAY:
        over = t.hole_card_read and t.dealer.two_card_21
        return f"{act}/not-now", "decisions are not being made now", t.law.no_card_after_blackjack if over else decide
    return _not_open(t, box, hand, move, act, where)


def _decided(t: BlackjackState, hand: Hand) -> Citation:
    """What gives the player a decision: once it is made, there is no other."""
    return (t.law.decide_after_split if hand.from_split else ()) or t.law.stand


def settled_by(t: BlackjackState, hand: Hand) -> tuple[str, Citation]:
    """How a hand was paid, given up or called dead, and by which clauses."""
    for fact in reversed(t.facts):
        if isinstance(fact, facts.HandSettled | bf.HandDead) and (fact.box, fact.hand) == (hand.box, hand.number):
            return fact.outcome if isinstance(fact, facts.HandSettled) else "dead", fact.clauses
    raise AssertionError("a hand was settled and no fact says so")


def _settled(t: BlackjackState, hand: Hand, act: str, where: str) -> Reason:
    """A hand that is paid, surrendered or dead has no more to decide."""
    how, by = settled_by(t, hand)
    return f"{act}/over", f"{where} is settled: {how}", by


def _finished(t: BlackjackState, hand: Hand, move: Decision, act: str, where: str) -> Reason:
    cites, surrenders = t.rules.cites, isinstance(move, Surrender)
    if hand.dead:
        return _settled(t, hand, act, where)
    if hand.parked:
        return f"{act}/over", f"{where} was surrendered", cites("surrender")
    if hand.settled and _over_by_that(t, hand, move):
        return _settled(t, hand, act, where)
    if surrenders and (reason := _too_late_to_surrender(t, hand, where)):
        return reason
    if hand.doubled:
        only = cites("surrender_after_double") if surrenders else cites("double_cards")
        return f"{act}/after-double", f"{where} was doubled and has its one card", only
    if hand.busted:
        return _over_21(t, hand, move, act, where)
    if hand.total == TWENTY_ONE:
        return _has_21(t, hand, move, act, where)
    if hand.settled:
        return _settled(t, hand, act, where)
    if hand.second_chance_total is not None:
        return f"{act}/over", f"{where} has its second chance card", t.law.second_chance_below_21
    if hand.split_ace:
        return f"{act}/split-ace", "a split ace receives only one card", cites("split_aces_one_card")
    if t.draws_no_more(hand):
        return _no_more_cards(t, act, where)
    return f"{act}/over", f"{where} has no more to decide", t.law.decide


def _no_more_cards(t: BlackjackState, act: str, where: str) -> Reason:
    """Of a player who has refused an exposed card."""
    return f"{act}/refused-card", f"{where} gets no more cards this round", t.rules.cites("exposed_card_refused")


def _over_by_that(t: BlackjackState, hand: Hand, move: Decision) -> bool:
    """Whether what settled a hand ends this decision too; more cards end with its total, surrender perhaps sooner."""
    if isinstance(move, Surrender) and t.rules.surrender.surrender is SurrenderWhen.FIRST_DECISION:
        return hand.size <= 2 and not hand.from_split
    return isinstance(move, Surrender | Stand) and not hand.busted


def _too_late_to_surrender(t: BlackjackState, hand: Hand, where: str) -> Reason | None:
    """What keeps a finished hand from being surrendered apart from what ended it: when it may be, and its total."""
    cites, when, blackjack = t.rules.cites, t.rules.surrender.surrender, is_blackjack(t, hand)
    if when is SurrenderWhen.NEVER:
        return "surrender/not-open", "no hand is surrendered at this table", cites("surrender")
    said_of_double = hand.doubled and cites("surrender_after_double")
    if when is SurrenderWhen.FIRST_DECISION and not blackjack and not said_of_double:
        return "surrender/not-open", "surrender is chosen before any other decision", cites("surrender")
    if hand.total < TWENTY_ONE or (said_of_double and when is SurrenderWhen.FIRST_DECISION):
        return None
    below = cites("surrender_below")
    if blackjack:
        decides_nothing = t.law.decide if below else _at_21(t, hand)
        return "surrender/has-21", f"{where} is a Blackjack and has nothing to decide", decides_nothing
    if below:
        return "surrender/has-21", f"only a hand below {TWENTY_ONE} is surrendered", below
    over = t.law.may_draw if hand.busted else _at_21(t, hand)
    return "surrender/has-21", f"{where} has {hand.total} and no more to decide", over


def _over_21(t: BlackjackState, hand: Hand, move: Decision, act: str, where: str) -> Reason:
    """A hand over 21 draws no more and is no pair; what else follows, a text may say."""
    if isinstance(move, Split) and not t.law.bust_cards:
        return _not_a_pair(t, hand, where)
    asked = t.rules.cites("second_chance") if second_chance_offered(t, hand) else ()
    over = t.law.may_draw if isinstance(move, Hit | Double) else asked
    return f"{act}/busted", f"{where} is over {TWENTY_ONE}", t.law.bust_cards or over


def _has_21(t: BlackjackState, hand: Hand, move: Decision, act: str, where: str) -> Reason:
    """What 21 rules out, and by which clause: another card, by hit or double; it is no pair and has no choice."""
    if isinstance(move, Split):
        return _not_a_pair(t, hand, where)
    if isinstance(move, Stand):
        return f"{act}/over", f"{where} has {TWENTY_ONE} and no more to decide", _at_21(t, hand)
    of_double = t.rules.cites("double_on_blackjack") if is_blackjack(t, hand) and isinstance(move, Double) else ()
    return f"{act}/has-21", f"{where} has {TWENTY_ONE} and may not draw", (*of_double, *_at_21(t, hand))


def _at_21(t: BlackjackState, hand: Hand) -> Citation:
    return t.law.at_hard_21 if is_blackjack(t, hand) or not hand.soft else t.law.at_soft_21


def _not_open(t: BlackjackState, box: Box, hand: Hand, move: Move, act: str, where: str) -> Reason:
    cites = t.rules.cites
    if isinstance(move, Split) and hand.face_down and not hand.looked:
        return "split/not-looked", f"nobody has looked at the cards of {where}", ()  # to look first is the house's rule
    if t.draws_no_more(hand) and not isinstance(move, Surrender | Stand):
        return _no_more_cards(t, act, where)
    if isinstance(move, Double) and (closed := _no_double(t, hand, where)) is not None:
        return closed
    if isinstance(move, Split) and not may_split(t, box, hand):
        return _no_split(t, box, hand, where)
    if isinstance(move, Surrender) and len(hand.stakes) > 1 and not t.rules.surrender.surrender_shared:
        return "surrender/shared", f"others wager on {where} too", cites("surrender_shared")
    if isinstance(move, Surrender) and not may_surrender(t, hand):
        return "surrender/not-open", f"{where} may not be surrendered now", cites("surrender")
    if hand.doubled and isinstance(move, Hit | Split):  # a pair, too, while others are asked to follow the double
        return f"{act}/after-double", f"{where} was doubled and has its one card", cites("double_cards")
    if isinstance(move, Hit) and hand.split_ace:
        return "hit/split-ace", "a split ace receives only one card", cites("split_aces_one_card")
    if isinstance(move, Hit) and hand.total == TWENTY_ONE and (hand.looked or not hand.face_down):
        return _has_21(t, hand, move, act, where)
    return f"{act}/not-your-turn", f"box {box.number} is not to decide now", t.law.turn


def _no_double(t: BlackjackState, hand: Hand, where: str) -> Reason | None:
    """Why the hand may not be doubled, told by nothing that nobody has looked at; None where it may."""
    cites, unseen = t.rules.cites, bool(hand.face_down) and not hand.looked
    if may_double_unseen(t, hand) or (not unseen and may_double(t, hand)):
        return None
    if unseen and t.rules.doubling.on_cards(len(hand.cards)):
        return "double/not-looked", f"nobody has looked at the cards of {where}", cites("double_on_totals")
    if hand.split_ace:
        return "double/split-ace", "a split ace may not be doubled", cites("double_split_aces")
    if not unseen and not t.rules.doubling.on_total(hand.total):
        totals = ", ".join(map(str, t.rules.doubling.double_on_totals))
        return "double/total", f"only a total of {totals} may be doubled", cites("double_on_totals")
    return "double/not-open", f"{where} may not be doubled now", cites("double_on_cards_at_most")


def _no_split(t: BlackjackState, box: Box, hand: Hand, where: str) -> Reason:
    cites = t.rules.cites
    aces_only_once = hand.split_ace and not t.rules.splitting.resplit_aces
    if aces_only_once and len(box.hands) < most_hands(t, False):  # other pairs might be split once more
        return "split/aces-again", "aces may be split only once", cites("resplit_aces")
    if len(box.hands) >= most_hands(t, hand.cards[0].rank is Rank.ACE):
        return (
            "split/too-many",
            f"box {box.number} has {len(box.hands)} hands, the most there may be",
            cites("split_hands"),
        )
    return _not_a_pair(t, hand, where)


def _not_a_pair(t: BlackjackState, hand: Hand, where: str) -> Reason:
    """Of a hand that a split formed the text may speak anew."""
    by = (t.law.split_again if hand.from_split else ()) or t.rules.cites("pair")
    return "split/no-pair", f"{where} is not a pair of two cards", by


def _hand_in_question(box: Box) -> Hand:
    """The hand being played, or else the last one."""
    return next((hand for hand in box.hands if not hand.finished), box.hands[-1])
