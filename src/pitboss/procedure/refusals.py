"""Why a decision is refused: the same question a player would ask, answered with the clause."""

from pitboss.law import Citation
from pitboss.procedure.hands import Box, Hand
from pitboss.procedure.moves import Double, Hit, Move, Split, Stand, Surrender
from pitboss.procedure.play import may_double, may_split, may_surrender
from pitboss.procedure.state import State
from pitboss.rules.subjects.points import TWENTY_ONE
from pitboss.rules.subjects.surrender import SurrenderWhen

Decision = Hit | Stand | Double | Split | Surrender


def explain(t: State, move: Decision) -> None:
    """Refuse a decision that is not open now, with the reason that weighs most."""
    t.refuse(*_reason(t, move, str(move.__struct_config__.tag)))


def _reason(t: State, move: Decision, act: str) -> tuple[str, str, Citation]:
    cites = t.rules.cites
    box = t.boxes.get(move.box)
    if not t.in_round:
        return f"{act}/not-now", "no round is being played", cites("deal_direction")
    if box is None:
        return f"{act}/no-hand", f"there is no hand at box {move.box}", cites("deal_direction")
    if move.by != box.decides:
        decided_by = cites("box_decided_by")
        code = f"{act}/not-yours" if decided_by else "turn/not-yours"
        return code, f"{box.decides} decides at box {box.number}", decided_by or t.law.decide
    hand = _hand_in_question(box)
    where = f"hand {hand.number}" if len(box.hands) > 1 else "the hand"
    if hand.stood:
        offered = t.rules.surrender.surrender is not SurrenderWhen.NEVER
        return f"{act}/after-stand", f"{where} has stood", cites("surrender") if offered else t.law.decide
    if hand.finished or hand.settled:
        return _finished(t, hand, act, where)
    if t.phase.value != "play":
        return f"{act}/not-now", "decisions are not being made now", cites("deal_direction")
    return _not_open(t, box, hand, move, act, where)


def _finished(t: State, hand: Hand, act: str, where: str) -> tuple[str, str, Citation]:
    cites = t.rules.cites
    if hand.doubled:
        return f"{act}/after-double", f"{where} was doubled and has its one card", cites("double_cards")
    if hand.busted:
        return f"{act}/busted", f"{where} is over {TWENTY_ONE}", cites("limit")
    if hand.total == TWENTY_ONE:
        return f"{act}/has-21", f"{where} has {TWENTY_ONE} and may not draw", cites("limit")
    return f"{act}/over", f"{where} is over", cites("limit")


def _not_open(t: State, box: Box, hand: Hand, move: Move, act: str, where: str) -> tuple[str, str, Citation]:
    cites = t.rules.cites
    if isinstance(move, Split) and hand.face_down and not hand.looked:
        return "split/not-looked", f"nobody has looked at the cards of {where}", cites("player_cards_seen")
    if t.draws_no_more(hand) and not isinstance(move, Surrender | Stand):
        return f"{act}/refused-card", f"{where} gets no more cards this round", cites("exposed_card_refused")
    if isinstance(move, Double) and not _doubles_as_far_as_known(t, hand):
        if hand.split_ace:
            return "double/split-ace", "a split ace may not be doubled", cites("double_split_aces")
        return "double/not-open", f"{where} may not be doubled now", cites("double_on_cards_at_most")
    if isinstance(move, Split) and not may_split(t, box, hand):
        return _no_split(t, box, hand, where)
    if isinstance(move, Surrender) and not may_surrender(t, hand):
        return "surrender/not-open", f"{where} may not be surrendered now", cites("surrender")
    if isinstance(move, Hit) and hand.doubled:
        return "hit/after-double", f"{where} was doubled and has its one card", cites("double_cards")
    if isinstance(move, Hit) and hand.split_ace:
        return "hit/split-ace", "a split ace receives only one card", cites("split_aces_one_card")
    return f"{act}/not-your-turn", f"box {box.number} is not to decide now", cites("deal_direction")


def _doubles_as_far_as_known(t: State, hand: Hand) -> bool:
    """Whether the hand may be doubled; of cards nobody has looked at, only their number counts."""
    if hand.face_down and not hand.looked:
        return len(hand.cards) == t.rules.doubling.double_on_cards_at_least
    return may_double(t, hand)


def _no_split(t: State, box: Box, hand: Hand, where: str) -> tuple[str, str, Citation]:
    cites = t.rules.cites
    if hand.split_ace:
        return "split/aces-again", "aces may be split only once", cites("resplit_aces")
    if len(box.hands) >= t.rules.splitting.split_hands:
        return (
            "split/too-many",
            f"box {box.number} has {len(box.hands)} hands, the most there may be",
            cites("split_hands"),
        )
    return "split/no-pair", f"{where} is not a pair of two cards", cites("pair")


def _hand_in_question(box: Box) -> Hand:
    """The hand being played, or else the last one."""
    return next((hand for hand in box.hands if not hand.finished and not hand.settled), box.hands[-1])
