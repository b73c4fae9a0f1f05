"""The Second Chance Wager: one more card for a hand over 21, to be subtracted."""

from pitboss.cards.card import Rank
from pitboss.law import Citation
from pitboss.procedure import facts
from pitboss.procedure.asking import Procedure, Wait
from pitboss.procedure.blackjack import facts as bf
from pitboss.procedure.blackjack.deal import ask_for_card, gets_card, refuse_card
from pitboss.procedure.blackjack.hands import POINTS, Box, Hand
from pitboss.procedure.blackjack.moves import (
    NoSecondChance,
    RefuseCard,
    SecondChance,
)
from pitboss.procedure.blackjack.settlement import (
    collect_now,
    leave_over_21,
    pay_now,
)
from pitboss.procedure.blackjack.state import BlackjackState
from pitboss.procedure.moves import Move
from pitboss.rules.subjects.points import TWENTY_ONE


def second_chance_offered(t: BlackjackState, hand: Hand) -> bool:
    """Whether a hand just drawn over 21 has one more chance."""
    rules = t.rules.second_chance
    if not rules.second_chance or (hand.doubled and not rules.second_chance_after_double):
        return False
    return rules.second_chance_after_split or not hand.from_split


def second_chance_options(t: BlackjackState) -> tuple[type[Move], ...]:
    """To take it or not, or to refuse the card that lies exposed and would be the second chance card."""
    return (SecondChance, NoSecondChance, RefuseCard) if t.exposed_is_next else (SecondChance, NoSecondChance)


def offer_second_chance(t: BlackjackState, box: Box, hand: Hand) -> Procedure[bool]:
    """One more card, to be subtracted, for a wager equal to what rides on the hand; False when declined."""
    cited = t.rules.cites("second_chance")
    stake = next(stake for stake in hand.stakes if stake.player == box.decides)
    wager = stake.on_hand()
    refused = t.rules.cites("exposed_card_refused")

    def wait() -> Wait:
        whose: dict[type[Move], Citation] = {RefuseCard: refused} if t.exposed_is_next else {}
        return Wait((box.decides,), second_chance_options(t), cited, box.number, hand.number, who=whose)

    while True:
        move = yield from t.ask(wait)
        assert isinstance(move, SecondChance | NoSecondChance | RefuseCard)
        if move.box != box.number:
            by = refused if isinstance(move, RefuseCard) else cited
            t.refuse("turn/other-box", f"box {box.number} is to decide", by)
        elif isinstance(move, RefuseCard):
            refuse_card(t, box)
            return False
        elif isinstance(move, NoSecondChance):
            t.record(facts.WagerDeclined(cited, box.decides, box.number, "second-chance"))
            return False
        elif t.afford(stake.player, wager, cited):
            break
    stake.second_chance = wager
    t.place(stake.player, wager, box.number, hand.number, "second-chance", t.rules.cites("second_chance_wager"))
    ask_for_card(t)
    yield from subtract(t, hand)
    return True


def subtract(t: BlackjackState, hand: Hand, late: Citation = ()) -> Procedure[None]:
    """The second chance card, taken from the total; a hand that does not get it stays over 21.

    What has a card that was missed dealt after the others is cited with it.
    """
    rules = t.rules.second_chance
    dealt = yield from gets_card(t, hand, (*late, *t.rules.cites("second_chance")))
    if not dealt:
        if not (hand.late or hand.dead):  # refused: the hand stays over 21, with the wager on it
            leave_over_21(t, t.boxes[hand.box], hand)
        return
    before, drawn = hand.total, t.rules.cites("second_chance_wager")  # it says how the card lies, what an ace counts
    dealt_by = t.dealt_by((*late, *drawn))
    card = yield from t.draw(hand.box)
    hand.cards.append(card)
    value = rules.second_chance_ace if card.rank == Rank.ACE else POINTS[card.rank]
    hand.total = hand.second_chance_total = before - value
    cites = t.rules.cites
    t.record(facts.CardDealt(dealt_by, hand.box, hand.number, card.code, True, True))
    below = t.law.second_chance_below_21 if hand.total < TWENTY_ONE else ()
    t.record(bf.SecondChanceDrawn((*drawn, *below), hand.box, hand.number, card.code, hand.total))
    if hand.total > TWENTY_ONE:
        collect_now(t, hand, cites("second_chance_over"), cites("second_chance_over"))
    elif hand.total == TWENTY_ONE:
        exact = cites("second_chance_exact")
        pay_now(t, hand, rules.second_chance_odds, "second chance 21", exact, exact)
