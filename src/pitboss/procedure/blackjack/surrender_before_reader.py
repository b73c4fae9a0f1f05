"""Surrender chosen before the hole card is read: it waits for what the reader tells, or in a variant does not wait."""

from pitboss.law import Citation
from pitboss.procedure import facts
from pitboss.procedure.asking import Procedure, Wait
from pitboss.procedure.blackjack import facts as bf
from pitboss.procedure.blackjack import refusals
from pitboss.procedure.blackjack.deal import FURTHER_CARDS
from pitboss.procedure.blackjack.hands import Hand
from pitboss.procedure.blackjack.moves import Surrender
from pitboss.procedure.blackjack.options import may_surrender
from pitboss.procedure.blackjack.play import park_or_surrender
from pitboss.procedure.blackjack.state import BlackjackState
from pitboss.procedure.moves import Move, Ready
from pitboss.procedure.state import Phase
from pitboss.rules.subjects.surrender import BEFORE_READER


def _asked_first(t: BlackjackState) -> bool:
    """Whether surrender is chosen before the reader, which the up card calls for."""
    before_reader = t.rules.surrender.surrender_settled in BEFORE_READER
    return before_reader and t.dealer.up_card.rank in t.rules.deal.reader_ranks


def _still_open(t: BlackjackState) -> dict[int, Hand]:
    """The hands that may still be surrendered, by box."""
    hands = [hand for box in t.boxes.values() for hand in box.hands]  # nobody has split yet
    return {hand.box: hand for hand in hands if not hand.settled and not hand.parked and may_surrender(t, hand)}


def _park(t: BlackjackState, hand: Hand) -> None:
    decides = t.boxes[hand.box].decides
    cited = t.rules.cites("surrender")
    t.record(bf.DecisionMade(cited, decides, hand.box, hand.number, "surrender"))
    park_or_surrender(t, hand)


def offer_surrender_before_reader(t: BlackjackState, cited: Citation) -> Procedure[None]:
    """Where it is chosen so early: everybody surrenders before the hole card is read, or says to go on."""
    if not _asked_first(t):
        return
    t.phase = Phase.INSURANCE
    ready: set[str] = set()

    def asked() -> tuple[str, ...]:
        deciding = {t.boxes[number].decides: None for number in _still_open(t)}
        return tuple(player for player in deciding if player not in ready)

    whose: dict[type[Move], Citation] = {Surrender: t.rules.cites("surrender"), Ready: ()}
    while asked():
        move = yield from t.ask(lambda: Wait(asked(), (Surrender, Ready), cited, bars=FURTHER_CARDS, who=whose))
        if isinstance(move, Ready):
            ready.add(move.by)
            t.record(facts.PlayerReady((), move.by))  # no text has a player say so
            continue
        assert isinstance(move, Surrender)
        hand = _still_open(t).get(move.box)
        if hand is None or t.boxes[move.box].decides != move.by:
            _not_yours(t, move)
        else:
            _park(t, hand)
    t.phase = Phase.DEAL  # the time to surrender is over, the reader comes next


def surrender_while_insuring(t: BlackjackState, move: Surrender) -> None:
    """Where surrender comes before the reader, it may also be said while others still think of insurance."""
    hand = _still_open(t).get(move.box) if t.phase is Phase.INSURANCE and _asked_first(t) else None
    if hand is None:
        refusals.explain(t, move)
    elif t.boxes[move.box].decides != move.by:
        _not_yours(t, move)
    else:
        _park(t, hand)


def _not_yours(t: BlackjackState, move: Surrender) -> None:
    sentence = f"{move.by} has no hand to surrender at box {move.box}"
    t.refuse("surrender/not-yours", sentence, t.rules.cites("surrender"))
