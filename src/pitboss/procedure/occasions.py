"""When each move has its place: what a move is told that comes at another time, and by which clause of the text."""

from collections.abc import Callable, Mapping
from typing import Any

from pitboss.law import Citation
from pitboss.procedure import moves as m
from pitboss.procedure.moves import Move
from pitboss.procedure.shuffling_device import UNCUT, UNSPREAD, device_in_use, not_in_force
from pitboss.procedure.state import State
from pitboss.rules.subjects.layout import DealtFrom
from pitboss.rules.subjects.shuffle_and_cut import IdleSpread

Governs = str | Callable[[Any], Citation]  # of the family's own state
Words = str | Callable[[State], str]
Occasion = tuple[Governs, Words]
NO_SUCH_STEP = "the text of this game has no such step"


def _from_a_shoe(shoe: str, hand: str) -> Words:
    return lambda t: shoe if t.rules.layout.dealt_from is DealtFrom.SHOE else hand


def _turned_up_if_asked(t: State) -> Citation:
    return () if t.rules.shuffle.idle_spread is IdleSpread.EITHER_THEN_UP else t.law.idle_spread


def _or(continuous: str, otherwise: str) -> Words:
    return lambda t: continuous if not_in_force(t) else otherwise


def _loaded(t: State) -> Citation:
    """What puts the stack into the shoe, cut or as the device leaves it."""
    uncut = device_in_use(t) and not t.rules.shuffle.machine_shuffle_is_cut
    return (t.law.loaded_uncut if uncut else t.law.loaded_after_cut) or t.rules.cites("dealt_from")


# For each move: the rule value whose clauses say when it is made (or what finds them), and that in our words.
OCCASIONS: Mapping[type[Move], Occasion] = {
    m.CheckEquipment: ("", "the equipment is checked when the table opens"),
    m.InspectReader: ("reader_inspected", "the card reader is inspected as the gaming day begins"),
    m.ReceiveDecks: ("", "decks are received when the table opens and when the cards are changed"),
    m.ViewSpread: ("spread", "the cards do not lie spread for the first player to see"),
    m.AskFaceUp: (
        lambda t: _turned_up_if_asked(t) and (not_in_force(t) or t.law.idle_spread),
        _or(UNSPREAD, "the cards do not lie spread, with nobody playing"),
    ),
    m.AskInspection: (
        lambda t: t.law.idle_device and (not_in_force(t) or t.law.idle_device),
        _or(UNSPREAD, "no batch comes out of the shuffler after an idle time"),
    ),
    m.Shuffle: ("shuffled_when", "the cards are not to be shuffled now"),
    m.CommitSeed: ("", "the cards are not to be shuffled now"),
    m.PledgeSeed: ("", "seeds are pledged when the house has committed to its own"),
    m.GiveSeed: ("", "a seed is opened when everybody has pledged"),
    m.PassSeed: ("", "nobody is asked for a seed"),
    m.Cut: (
        lambda t: not_in_force(t) or t.law.cut_required,
        _or(UNCUT, "the cards are cut when they have been shuffled"),
    ),
    m.RefuseCut: (
        lambda t: not_in_force(t) or t.law.cut_required,
        _or(UNCUT, "the cut is offered when the cards have been shuffled"),
    ),
    m.PlaceCoverCard: (
        lambda t: not_in_force(t) or t.rules.cites("cover_card_depth"),
        _or(UNCUT, "the cover card is inserted when the cards have been cut"),
    ),
    m.LoadShoe: (
        _loaded,
        _from_a_shoe("no stack of cards is ready for the shoe", "the cards are dealt from the hand, not a shoe"),
    ),
    m.ChooseHand: (
        "dealt_from",
        _from_a_shoe("the cards are dealt from a shoe, and no hand is chosen for them", "the hand is not chosen now"),
    ),
    m.BurnCard: ("burn_after_shuffle", "no card is to be burned now"),
    m.Consent: (
        "bettors_per_box",
        lambda t: (
            "one player wagers on each box here"
            if t.rules.wagers.bettors_per_box == 1
            else "others join a box while wagers are placed"
        ),
    ),
    m.ConfirmVerbal: ("verbal_wagers", "no spoken wager waits to be confirmed"),
    m.Ready: ("", "nobody is waiting for players to be ready"),
    m.CloseBets: ("wagers_close", "the bets are closed once, before the first card"),
}


def out_of_place(t: State, move: Move, occasions: Mapping[type[Move], Occasion]) -> None:
    """Refuse a move the table does not wait for, by the clause that gives it its time."""
    governs, words = occasions.get(type(move), ("", NO_SUCH_STEP))
    cited = t.rules.citations.get(governs, ()) if isinstance(governs, str) else governs(t)
    said = words if isinstance(words, str) else words(t)
    t.refuse(f"{move.__struct_config__.tag}/not-now", said if cited or not governs else NO_SUCH_STEP, cited)
