"""Opening a table: equipment, decks, inspection, tens, spread, wash; and what keeps the cards fresh."""

from collections.abc import Iterator

from pitboss.cards.batch import Batch
from pitboss.cards.card import Rank
from pitboss.cards.deck import decks
from pitboss.law import Citation
from pitboss.procedure import facts
from pitboss.procedure.asking import Procedure, Wait
from pitboss.procedure.blackjack import facts as bf
from pitboss.procedure.blackjack.moves import (
    DestroyTens,
    InspectCards,
    RemoveTens,
    SpreadCards,
    VerifyInspection,
    WashCards,
)
from pitboss.procedure.blackjack.state import BlackjackState
from pitboss.procedure.equipment import BACKS
from pitboss.procedure.moves import DEALER, FLOORPERSON, Move, ReceiveDecks, ViewSpread
from pitboss.procedure.opening import check_equipment, inspect_reader
from pitboss.procedure.shuffling_device import device_in_use
from pitboss.rules.cited import SetBy
from pitboss.rules.subjects.opening import OpeningStep, Spread, TensDestroyed
from pitboss.rules.subjects.shuffle_and_cut import Shuffling
from pitboss.rules.text import prose_of


def open_table(t: BlackjackState) -> Procedure[None]:
    """From an empty table to cards that are ready to be shuffled."""
    yield from check_equipment(t)
    yield from inspect_reader(t)
    yield from receive_cards(t)


def receive_cards(t: BlackjackState, ordered: Citation = ()) -> Procedure[None]:
    """Decks arrive: inspected, tens removed, spread, washed, unless they come preinspected and preshuffled.

    The texts say which decks the game is played with and what is done once they are there; that they come is ordered
    only where the cards are changed.
    """
    rules = t.rules
    steps = rules.opening.opening_steps
    move = yield from t.staff(DEALER, ReceiveDecks, ordered)
    received = move if isinstance(move, ReceiveDecks) else ReceiveDecks(by=DEALER)
    t.cards.batches = _batches(t)
    t.cards.batch_in_play = 0
    skipped = rules.opening.preshuffled_skips if received.preshuffled else ()
    # What is not taken out at the table was taken out where the decks were inspected; nothing vanishes without a step.
    came_without = received.tens_removed or OpeningStep.REMOVE_TENS in skipped
    absent = frozenset(rules.cards.ranks_removed if came_without else ())
    whole = sum(len(decks(rules.cards.decks, absent)) for _ in t.cards.batches)
    preshuffled_by = rules.cites("preshuffled_skips") if received.preshuffled else ()
    which = rules.cites("decks_with_shuffler" if _stores_batches(t) else "decks")
    t.record(facts.DecksReceived((*which, *ordered, *preshuffled_by), whole, received.preshuffled))
    t.ready.preshuffled = bool(skipped)  # where no text spares such cards anything they are shuffled like any others
    for batch in t.cards.batches:
        yield from _inspected(
            t,
            inspect=OpeningStep.INSPECT in steps and OpeningStep.INSPECT not in skipped,
            remove=bool(rules.cards.ranks_removed) and not came_without,
        )
        if OpeningStep.SPREAD in steps and OpeningStep.SPREAD not in skipped:
            apart = rules.cites("batches_opened_apart") if len(t.cards.batches) > 1 else ()
            yield from _spread(t, batch, (*rules.cites("spread"), *apart))
        if OpeningStep.WASH in steps and OpeningStep.WASH not in skipped:
            yield from wash(t, batch.name)
    t.cards.loose = t.cards.batches[0].cards
    t.ready.change_due = False


def _stores_batches(t: BlackjackState) -> bool:
    return device_in_use(t) and t.rules.shuffle.shuffling is Shuffling.DEVICE


def _batches(t: BlackjackState) -> list[Batch]:
    rules = t.rules
    removed = frozenset(rules.cards.ranks_removed)
    names = BACKS if _stores_batches(t) and rules.cards.batches_alternate else BACKS[:1]
    return [Batch(name, name, decks(rules.cards.decks, removed)) for name in names]


def _inspected(t: BlackjackState, inspect: bool, remove: bool) -> Procedure[None]:
    """The dealer's inspection, the floorperson's verification and the tens.

    Where that they are gone is verified too the tens go first; but one sentence has both verifications, and either way
    is as written.
    """
    cited = t.rules.cites("inspected_by")
    if inspect:
        move = yield from t.staff(DEALER, InspectCards, cited)
        t.record(bf.CardsInspected(cited, DEALER, move.defects if isinstance(move, InspectCards) else 0))
    tens_first, made = t.law.verified_without_tens, None
    if inspect and remove and tens_first and {DEALER, FLOORPERSON} <= t.by_hand:
        made = yield from _either_first(t, cited)
        tens_first = made is RemoveTens
    if remove and tens_first:
        yield from _remove_tens(t, made is RemoveTens)
    if inspect:
        yield from _verify(t, cited, made is VerifyInspection)
    if remove and not tens_first:
        yield from _remove_tens(t)
    if remove:
        yield from _destroy_tens(t)


def _either_first(t: BlackjackState, cited: Citation) -> Procedure[type[Move]]:
    while True:
        move = yield from t.ask(lambda: Wait((FLOORPERSON, DEALER), (VerifyInspection, RemoveTens), cited))
        if move.by == (DEALER if isinstance(move, RemoveTens) else FLOORPERSON):
            return type(move)
        tag = move.__struct_config__.tag
        t.refuse("turn/not-yours", f"{move.by} is not the one to {tag} now", cited)


def _verify(t: BlackjackState, cited: Citation, made: bool) -> Procedure[None]:
    if not made:
        yield from t.staff(FLOORPERSON, VerifyInspection, cited)
    t.record(bf.InspectionVerified(cited, FLOORPERSON))


def _remove_tens(t: BlackjackState, made: bool = False) -> Procedure[None]:
    """The tens, or the ranks a variant plays without: no clause speaks of those, and they go where tens go."""
    ranks, cited = t.rules.cards.ranks_removed, _of_tens(t, "tens_removed_by")
    if not made:
        yield from t.staff(DEALER, RemoveTens, cited, whose=t.law.tens_shared_out)
    removed = sum(card.rank in ranks for card in decks(t.rules.cards.decks, frozenset()))
    t.record(bf.TensRemoved(cited, DEALER, removed, _called(ranks)))


def _destroy_tens(t: BlackjackState) -> Procedure[None]:
    how, cited = t.rules.opening.tens_destroyed, _of_tens(t, "tens_destroyed")
    yield from t.staff(FLOORPERSON, DestroyTens, cited, whose=t.law.tens_shared_out)
    said = "the text does not say how" if how is TensDestroyed.NOT_PROVIDED else how.value
    t.record(bf.TensDestroyed(cited, FLOORPERSON, said, _called(t.rules.cards.ranks_removed)))


def _of_tens(t: BlackjackState, leaf: str) -> Citation:
    own = t.rules.cards.source("ranks_removed").set_by is SetBy.VARIANT
    return () if own else t.rules.cites(leaf)


def _called(ranks: tuple[Rank, ...]) -> str:
    return bf.TENS if ranks == (Rank.TEN,) else f"cards ({prose_of(ranks)})"


def _spread(t: BlackjackState, batch: Batch, cited: Citation) -> Procedure[None]:
    while True:
        move = yield from t.staff(DEALER, SpreadCards, cited)
        wrong = next(_wrongly_spread(t, move), None) if isinstance(move, SpreadCards) else None
        if wrong is None:
            break
        t.refuse(*wrong, t.rules.cites("spread"))
    t.record(facts.CardsSpread(cited, True, batch.name))
    yield from first_player_views(t, t.rules.cites("spread"))


def _wrongly_spread(t: BlackjackState, move: SpreadCards) -> Iterator[tuple[str, str]]:
    """What of a spread is not as the text has it, by code and sentence."""
    if not move.face_up:
        yield "spread/face-down", "the cards are spread face up for the first player to see"
    if not move.in_fans and t.rules.opening.spread is Spread.IN_FANS:
        yield "spread/no-fans", "the cards are spread in horizontal columns, each like a fan"
    if not move.by_deck:
        yield "spread/decks-mixed", "each deck is spread by itself"
    if not move.by_suit:
        yield "spread/suits-mixed", "the cards of a deck lie suit by suit"
    if not move.in_sequence:
        yield "spread/no-sequence", "the cards of a suit lie in sequence"


def first_player_views(t: BlackjackState, cited: Citation) -> Procedure[None]:
    """The cards lie spread until the first player to arrive has looked at them."""
    move = yield from t.ask(lambda: Wait(_first(t), (ViewSpread,), cited))
    t.record(facts.SpreadViewed(cited, move.by))


def _first(t: BlackjackState) -> tuple[str, ...]:
    return (t.people.first_arrival,) if t.people.first_arrival is not None else ()


def wash(t: BlackjackState, batch: str, by: Citation = ()) -> Procedure[None]:
    """Turned face down, washed, stacked; once more if a card showed and the text says so."""
    cited = by or t.law.wash
    while True:
        move = yield from t.staff(DEALER, WashCards, cited)
        exposed = isinstance(move, WashCards) and move.exposed
        t.record(bf.CardsWashed(cited, exposed, batch))
        if not (exposed and t.rules.opening.remix_if_exposed):
            return
