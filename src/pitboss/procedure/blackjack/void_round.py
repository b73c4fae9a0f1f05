"""A round that does not count: every wager goes back, and what had been settled is undone."""

from pitboss.procedure import facts
from pitboss.procedure.blackjack.settlement import INSURANCE, clear_table, give_back
from pitboss.procedure.blackjack.side_wagers import return_all
from pitboss.procedure.blackjack.state import BlackjackState, HandsCalledDead
from pitboss.procedure.state import RoundVoid
from pitboss.rules.subjects.irregularities import DeadHandsPaid, VoidInsurance


def void_round(t: BlackjackState, void: RoundVoid) -> None:
    """Every wager made in the round goes back, settled or not, and every card to the rack."""
    t.record(facts.RoundVoided(void.clauses, void.why))
    for box in t.boxes.values():
        for hand in box.hands:
            for stake in hand.stakes:
                for wager in stake.lying():
                    give_back(t, hand, stake, wager, void.clauses)
        return_all(t, box, void.clauses)
        for bettor in box.bettors.values():
            t.give_back(bettor.player, bettor.insurance, box.number, 1, INSURANCE, void.clauses)
            bettor.insurance = 0
    _undo_settled(t, void)
    taken_by = void.cards or t.rules.cites("picked_up")
    clear_table(t, taken_by)
    t.discard_exposed((*void.clauses, *(clause for clause in taken_by if clause not in void.clauses)))
    if void.reshuffle:
        t.ready.reshuffle_after_void = void.clauses


def _undo_settled(t: BlackjackState, void: RoundVoid) -> None:
    """A round that does not count has won and lost nothing for anybody who is still at the table.

    What was collected goes back first: of the chips then in front of a player the winnings can always be taken.
    """
    rules = t.rules.irregularities
    insurance_stays = rules.void_insurance is VoidInsurance.STAYS_COLLECTED
    payments_stand = isinstance(void, HandsCalledDead) and rules.dead_hands_paid is DeadHandsPaid.STANDS
    here = [fact for player, fact in t.chips.settled if t.people.players.get(player.name) is player]
    for fact in here:
        if isinstance(fact, facts.WagerCollected) and not (insurance_stays and fact.wager == INSURANCE):
            t.undo_collection(fact, void.clauses)
    for fact in here:
        if isinstance(fact, facts.WagerPaid) and not payments_stand:
            t.undo_payment(fact, void.clauses)
