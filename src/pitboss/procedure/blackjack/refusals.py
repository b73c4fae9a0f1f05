"""Why a decision is refused: the same question a player would ask, answered with the clause."""

from pitboss.cards.card import Rank
from pitboss.law import Citation
from pitboss.procedure import facts
from pitboss.procedure.blackjack import facts as bf
from pitboss.procedure.blackjack.hands import Box, Hand
from pitboss.procedure.blackjack.moves import Double, Hit, Split, Stand, Surrender
from pitboss.procedure.blackjack.options import may_double, may_double_unseen, may_split, may_surrender, most_hands
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
    decide = t.law.decide_on.get(act, t.law.decide)
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
        return f"{act}/not-now", "decisions are not being made now", decide
    return _not_open(t, box, hand, move, act, where)


def _decided(t: BlackjackState, hand: Hand) -> Citation:
    """What gives the player a decision: once it is made, there is no other."""
    return (t.law.decide_after_split if hand.from_split else ()) or t.law.stand


def _settled(t: BlackjackState, hand: Hand, act: str, where: str) -> Reason:
    """A hand that is paid, surrendered or dead has no more to decide: by the clauses that ended it."""
    for fact in reversed(t.facts):
        if isinstance(fact, facts.HandSettled | bf.HandDead) and (fact.box, fact.hand) == (hand.box, hand.number):
            how = fact.outcome if isinstance(fact, facts.HandSettled) else "dead"
            return f"{act}/over", f"{where} is settled: {how}", fact.clauses
    raise AssertionError("a hand was settled and no fact says so")


def _finished(t: BlackjackState, hand: Hand, move: Decision, act: str, where: str) -> Reason:
    cites, surrenders = t.rules.cites, isinstance(move, Surrender)
    if hand.dead:
        return _settled(t, hand, act, where)
    if hand.parked:
        return f"{act}/over", f"{where} was surrendered", cites("surrender")
    if surrenders and hand.total >= TWENTY_ONE and not hand.face_down:
        if t.rules.surrender.surrender is SurrenderWhen.FIRST_DECISION and not cites("surrender_below"):
            return f"{act}/not-open", "surrender is chosen before any other decision", cites("surrender")
        return f"{act}/has-21", f"only a hand below {TWENTY_ONE} is surrendered", cites("surrender_below")
    if hand.doubled:
        only = cites("surrender_after_double") if surrenders else cites("double_cards")
        return f"{act}/after-double", f"{where} was doubled and has its one card", only
    if hand.busted:
        over = t.law.may_draw if isinstance(move, Hit | Double) else t.law.busted or t.law.player_bust
        return f"{act}/busted", f"{where} is over {TWENTY_ONE}", t.law.bust_cards or over
    if hand.total == TWENTY_ONE:
        return _has_21(t, hand, move, act, where)
    if hand.settled:
        return _settled(t, hand, act, where)
    if hand.second_chance_total is not None:
        return f"{act}/over", f"{where} has its second chance card", t.law.second_chance_below_21
    if hand.split_ace:
        return f"{act}/split-ace", "a split ace receives only one card", cites("split_aces_one_card")
    return f"{act}/over", f"{where} has no more to decide", t.law.decide


def _has_21(t: BlackjackState, hand: Hand, move: Decision, act: str, where: str) -> Reason:
    """What 21 rules out, and by which clause: another card, by hit or double; it is no pair and has no choice."""
    if isinstance(move, Split):
        return "split/no-pair", f"{where} is not a pair of two cards", t.rules.cites("pair")
    if isinstance(move, Stand):
        return f"{act}/over", f"{where} has no more to decide", t.law.decide
    blackjack = is_blackjack(t, hand)
    of_double = t.rules.cites("double_on_blackjack") if blackjack and isinstance(move, Double) else ()
    at_21 = t.law.at_hard_21 if blackjack or not hand.soft else t.law.at_soft_21
    return f"{act}/has-21", f"{where} has {TWENTY_ONE} and may not draw", (*of_double, *at_21)


def _not_open(t: BlackjackState, box: Box, hand: Hand, move: Move, act: str, where: str) -> Reason:
    cites = t.rules.cites
    if isinstance(move, Split) and hand.face_down and not hand.looked:
        return "split/not-looked", f"nobody has looked at the cards of {where}", cites("split_wager")
    if t.draws_no_more(hand) and not isinstance(move, Surrender | Stand):
        return f"{act}/refused-card", f"{where} gets no more cards this round", cites("exposed_card_refused")
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
    return "split/no-pair", f"{where} is not a pair of two cards", cites("pair")


def _hand_in_question(box: Box) -> Hand:
    """The hand being played, or else the last one."""
    return next((hand for hand in box.hands if not hand.finished), box.hands[-1])
