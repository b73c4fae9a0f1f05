"""What a family brings to a table: what may interrupt its rounds, and what is said to a move out of place."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pitboss.procedure import irregularities, opening, people, shuffle_and_cut
from pitboss.procedure import moves as m
from pitboss.procedure.moves import Move
from pitboss.procedure.state import Interrupt, State

# What may come at any table, whatever is dealt there.
PEOPLE: Mapping[type[Move], Interrupt] = {
    m.Sit: people.sit,
    m.BuyIn: people.buy_in,
    m.Leave: people.leave,
    m.TakeBack: people.take_back,
    m.Wager: people.wager_too_late,
    m.TouchCards: people.touch_cards,
    m.AskBurnCard: people.ask_burn_card,
    m.OrderReshuffle: people.order_reshuffle,
    m.OrderRecut: people.order_recut,
    m.TapIn: people.tap_in,
    m.PermitEntry: people.permit_entry,
    m.CloseTable: people.close_table,
    m.NoteCardAge: people.note_card_age,
    m.NoteNoActivity: people.note_no_activity,
    m.ChangeCards: people.change_cards,
    m.BeginGamingDay: opening.begin_gaming_day,
    m.PermitHandling: people.permit_handling,
    m.RackBatch: people.rack_batch,
    m.OfferCut: shuffle_and_cut.offer_cut,
    m.ShufflerJammed: irregularities.shuffler_jammed,
}


@dataclass(frozen=True)
class FamilyTable:
    """A family's room on the floor of procedure."""

    interrupts: Mapping[type[Move], Interrupt]
    out_of_place: Callable[[State, Move], None]
