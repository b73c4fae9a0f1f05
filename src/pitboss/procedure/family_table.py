"""What a family brings to a table: what may interrupt its rounds, its moves, its part of a view, its absence rules."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Generic, TypeVar

from pitboss.families import brought_from, family
from pitboss.law import check_module
from pitboss.procedure import cut, occasions, opening, people, shuffling_device, wagers
from pitboss.procedure import moves as m
from pitboss.procedure.asking import Interrupt, Procedure, Wait
from pitboss.procedure.checkpoint import Kept
from pitboss.procedure.facts import Fact
from pitboss.procedure.hands import Bets
from pitboss.procedure.moves import Move
from pitboss.procedure.occasions import Occasion
from pitboss.procedure.state import State
from pitboss.procedure.transcript import Tells
from pitboss.rules.money import Odds
from pitboss.rules.rules import Rules

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
    m.LimitSharedBoxes: people.limit_shared_boxes,
    m.NoteCardAge: people.note_card_age,
    m.NoteNoActivity: people.note_no_activity,
    m.ChangeCards: people.change_cards,
    m.BeginGamingDay: opening.begin_gaming_day,
    m.PermitHandling: people.permit_handling,
    m.RackBatch: people.rack_batch,
    m.OfferCut: cut.offer_cut,
    m.ShufflerJammed: shuffling_device.shuffler_jammed,
}

# Whose a move of the house is where it is not the dealer's alone; a spoken wager is confirmed by both.
ROLES: Mapping[type[Move], tuple[str, ...]] = {
    **dict.fromkeys(
        (
            m.CheckEquipment,
            m.InspectReader,
            m.BeginGamingDay,
            m.NoteCardAge,
            m.ChangeCards,
            m.CloseTable,
            m.OrderRecut,
            m.OrderReshuffle,
            m.TapIn,
            m.LimitSharedBoxes,
            m.PermitEntry,
        ),
        (m.FLOORPERSON,),
    ),
    **dict.fromkeys((m.ConfirmVerbal, m.PermitHandling), (m.DEALER, m.FLOORPERSON)),
}


# A move the house makes for somebody who stays away, the rule in words, and the move for a box.
S = TypeVar("S", bound=State)  # the family's own state
Absence = tuple[type[Move], str, Callable[[Any, str, int], Move]]
Unable = tuple[type[Move], int]  # a move that is asked for and would be refused now, at a box
Range = tuple[str, int, int]  # the name of an amount, the least and the most it may be


def bet_of_minimum(t: State, player: str, box: int) -> Iterable[Move]:
    """What somebody at a box wagers who plays for nothing but to see the game dealt: the smallest bet."""
    yield m.Wager(by=player, box=box, cents=t.rules.wagers.table_minimum_cents)


def bet_area(rules: Rules) -> Mapping[str, str]:
    """The bet that everybody makes, under the name that the layout has for it."""
    called = next(iter(rules.layout.betting_areas), wagers.BET)
    return {wagers.BET: called[:1].upper() + called[1:]}


@dataclass(frozen=True, kw_only=True)
class FamilyTable(Generic[S]):
    """A family's room on the floor of procedure; what it leaves out, it has no need of."""

    interrupts: Mapping[type[Move], Interrupt]
    state: Callable[[Any, frozenset[str], Any], S]
    occasions: Mapping[type[Move], Occasion] = field(default_factory=lambda: occasions.OCCASIONS)
    players_moves: frozenset[type[Move]] = frozenset()  # beyond those that players have at every table
    staff_moves: frozenset[type[Move]] = frozenset()
    roles: Mapping[type[Move], tuple[str, ...]] = field(default_factory=dict)  # of these, as ROLES has it
    facts: Mapping[type[Fact], Tells] = field(default_factory=dict)  # of this family alone, each in words
    words: Mapping[type[Fact], Tells] = field(default_factory=dict)  # of facts of every table, where it has its own
    irregularities: frozenset[type[Fact]] = frozenset()  # of these, what tells that something went wrong
    absence: Sequence[Absence] = ()
    spots: tuple[str, ...] = ()  # kinds of wager before the deal, where there is no bet that everybody makes
    amounts: Callable[[S, Wait, str], Iterable[Range]] = lambda t, waiting, player: ()
    odds_to_pay: Callable[[Any], Sequence[Odds]] = lambda rules: ()  # in every way in which a bet may have to be paid
    may_wager: Callable[[S, Bets, m.Wager], bool] = wagers.may_wager  # refuses one that may not be made now
    wager: Callable[[S, Bets, m.Wager], None] = wagers.wager  # that may be made
    areas: Callable[[Any], Mapping[str, str]] = bet_area  # what is written where a kind of wager lies
    unable: Callable[[S, Wait, str], Iterable[Unable]] = lambda t, waiting, player: ()
    looks: Callable[[S, str], Iterable[int]] = lambda t, player: ()  # at which boxes one may look at one's own cards
    kept: type[Kept] = Kept  # with the names of what else the state keeps in mind from one shoe to the next
    usual_wagers: Callable[[S, str, int], Iterable[Move]] = bet_of_minimum

    def roles_of(self, kind: type[Move]) -> tuple[str, ...]:
        """In which roles somebody who deals alone makes a move."""
        return self.roles.get(kind) or ROLES.get(kind, (m.DEALER,))

    def out_of_place(self, t: State, move: Move) -> None:
        """Refuse a move the table does not wait for, by the clause that gives it its time."""
        occasions.out_of_place(t, move, self.occasions)


@cache
def procedure_of(rules_family: str, document: str) -> Callable[[Any], Procedure[None]]:
    """What deals a document, once every clause that its module names is known to exist."""
    game: Callable[[Any], Procedure[None]] = family(rules_family).documents[document].open()
    with brought_from(game.__module__):
        check_module(game.__module__)
    return game


def table_of(rules: Rules) -> FamilyTable[Any]:
    """What the game's family brings to a table."""
    room: FamilyTable[Any] = family(rules.family).procedure.open()
    return room
