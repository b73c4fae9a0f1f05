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
from pitboss.procedure.moves import DEALER, FLOORPERSON, ReceiveDecks, ViewSpread
from pitboss.procedure.opening import check_equipment, inspect_reader
from pitboss.rules.cited import SetBy
from pitboss.rules.subjects.opening import OpeningStep, Spread, TensDestroyed
from pitboss.rules.subjects.shuffle_and_cut import Shuffling
from pitboss.rules.text import prose_of


def open_table(t: BlackjackState) -> Procedure[None]:
    """From an empty table to cards that are ready to be shuffled."""
    yield from check_equipment(t)
    yield from inspect_reader(t)
    yield from receive_cards(t)


def receive_cards(t: BlackjackState) -> Procedure[None]:
    """Decks arrive: inspected, tens removed, spread, washed, unless they come preinspected and preshuffled."""
    rules = t.rules
    steps = rules.opening.opening_steps
    cited = rules.cites("decks_with_shuffler" if rules.shuffle.shuffling is Shuffling.DEVICE else "decks")
    move = yield from t.staff(DEALER, ReceiveDecks, cited)
    received = move if isinstance(move, ReceiveDecks) else ReceiveDecks(by=DEALER)
    t.cards.batches = _batches(t)
    t.cards.batch_in_play = 0
    skipped = rules.opening.preshuffled_skips if received.preshuffled else ()
    # What is not taken out at the table was taken out where the decks were inspected; nothing vanishes without a step.
    came_without = received.tens_removed or OpeningStep.REMOVE_TENS in skipped
    absent = frozenset(rules.cards.ranks_removed if came_without else ())
    whole = sum(len(decks(rules.cards.decks, absent)) for _ in t.cards.batches)
    preshuffled_by = rules.cites("preshuffled_skips") if received.preshuffled else ()
    t.record(facts.DecksReceived((*cited, *preshuffled_by), whole, received.preshuffled))
    t.ready.preshuffled = bool(skipped)  # where no text spares such cards anything they are shuffled like any others
    for batch in t.cards.batches:
        if OpeningStep.INSPECT in steps and OpeningStep.INSPECT not in skipped:
            yield from _inspect(t)
        if rules.cards.ranks_removed and not came_without:
            yield from _remove_tens(t)
        if OpeningStep.SPREAD in steps and OpeningStep.SPREAD not in skipped:
            apart = rules.cites("batches_opened_apart") if len(t.cards.batches) > 1 else ()
            yield from _spread(t, batch, (*rules.cites("spread"), *apart))
        if OpeningStep.WASH in steps and OpeningStep.WASH not in skipped:
            yield from wash(t, batch.name)
    t.cards.loose = t.cards.batches[0].cards
    t.ready.change_due = False


def _batches(t: BlackjackState) -> list[Batch]:
    rules = t.rules
    removed = frozenset(rules.cards.ranks_removed)
    names = BACKS if rules.shuffle.shuffling is Shuffling.DEVICE and rules.cards.batches_alternate else BACKS[:1]
    return [Batch(name, name, decks(rules.cards.decks, removed)) for name in names]


def _inspect(t: BlackjackState) -> Procedure[None]:
    cited = t.rules.cites("inspected_by")
    move = yield from t.staff(DEALER, InspectCards, cited)
    defects = move.defects if isinstance(move, InspectCards) else 0
    t.record(bf.CardsInspected(cited, DEALER, defects))
    yield from t.staff(FLOORPERSON, VerifyInspection, cited)
    t.record(bf.InspectionVerified(cited, FLOORPERSON))


def _remove_tens(t: BlackjackState) -> Procedure[None]:
    """The tens, or the ranks a variant plays without: no clause speaks of those, and they go where tens go."""
    rules = t.rules
    ranks, own = rules.cards.ranks_removed, rules.cards.source("ranks_removed").set_by is SetBy.VARIANT
    called = bf.TENS if ranks == (Rank.TEN,) else f"cards ({prose_of(ranks)})"
    cited = () if own else rules.cites("tens_removed_by")
    yield from t.staff(DEALER, RemoveTens, cited)
    removed = sum(card.rank in ranks for card in decks(rules.cards.decks, frozenset()))
    t.record(bf.TensRemoved(cited, DEALER, removed, called))
    cited = () if own else rules.cites("tens_destroyed")
    yield from t.staff(FLOORPERSON, DestroyTens, cited)
    how = rules.opening.tens_destroyed
    said = "the text does not say how" if how is TensDestroyed.NOT_PROVIDED else how.value
    t.record(bf.TensDestroyed(cited, FLOORPERSON, said, called))


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
