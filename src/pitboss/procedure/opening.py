"""Opening a table: equipment, decks, inspection, tens, spread, wash; and what keeps the cards fresh."""

from pitboss.cards.batch import Batch
from pitboss.cards.deck import decks
from pitboss.law import Citation
from pitboss.procedure import facts
from pitboss.procedure.equipment import BACKS, faults, lawful_equipment
from pitboss.procedure.moves import (
    DEALER,
    FLOORPERSON,
    BeginGamingDay,
    CheckEquipment,
    DestroyTens,
    InspectCards,
    InspectReader,
    ReceiveDecks,
    RemoveTens,
    SpreadCards,
    VerifyInspection,
    ViewSpread,
    WashCards,
)
from pitboss.procedure.state import Phase, Procedure, State, Wait
from pitboss.rules.phrases import NOT_PROVIDED
from pitboss.rules.subjects.opening import OpeningStep
from pitboss.rules.subjects.shuffle_and_cut import Shuffling


def open_table(t: State) -> Procedure[None]:
    """From an empty table to cards that are ready to be shuffled."""
    t.phase = Phase.OPENING
    yield from check_equipment(t)
    yield from inspect_reader(t)
    yield from receive_cards(t)


def check_equipment(t: State) -> Procedure[None]:
    """The floorperson checks what stands on and around the table; the first fault is refused with its clause."""
    rules = t.any_rules
    while True:
        move = yield from t.staff(FLOORPERSON, CheckEquipment, rules.cites("positions"))
        table = move if isinstance(move, CheckEquipment) else lawful_equipment(rules)
        fault = next(faults(rules, table), None)
        if fault is None:
            break
        assert isinstance(move, CheckEquipment), f"a lawful table has a fault: {fault}"
        t.refuse(*fault)
    cited: list[str] = []
    for name in ("positions", "layout_approved", "name_or_logo", "betting_areas", "inscriptions"):
        cited += rules.cites(name)
    for kind in rules.side_wagers:
        cited += kind.clauses.area
    for name in ("odds_shown", "limits_posted", "drop_and_tip_boxes", "card_reader", "rack_height", "rack_place"):
        cited += rules.cites(name)
    if rules.shuffle.shuffler_required:
        cited += rules.cites("shuffler_required")
    t.equipment = table
    t.ready.opened = True
    t.record(facts.EquipmentChecked(tuple(dict.fromkeys(cited)), FLOORPERSON, table.positions))


def inspect_reader(t: State) -> Procedure[None]:
    """At the start of each gaming day the floorperson inspects the card reader device."""
    rules = t.any_rules
    if not rules.layout.card_reader or rules.layout.reader_inspected == NOT_PROVIDED:
        t.ready.reader_inspected = True
        return
    cited = rules.cites("reader_inspected")
    while not t.ready.reader_inspected:
        move = yield from t.staff(FLOORPERSON, InspectReader, cited)
        sound = move.sound if isinstance(move, InspectReader) else True
        t.record(facts.ReaderInspected(cited, FLOORPERSON, sound))
        t.ready.reader_inspected = sound


def begin_gaming_day(t: State, move: BeginGamingDay) -> Procedure[None]:
    """A new gaming day: the reader must be inspected again before the next round."""
    cited = t.any_rules.cites("reader_inspected")
    if move.by != FLOORPERSON:
        t.refuse("gaming-day/not-yours", "the floorperson begins the gaming day", ())
    elif t.in_round:
        t.refuse("gaming-day/mid-round", "the round must be over first", ())
    else:
        t.record(facts.GamingDayBegan(cited, move.by))
        t.ready.reader_inspected = False
        yield from inspect_reader(t)


def receive_cards(t: State) -> Procedure[None]:
    """Decks arrive: inspected, tens removed, spread, washed, unless they come preinspected and preshuffled."""
    rules = t.rules
    steps = rules.opening.opening_steps
    cited = rules.cites("decks_with_shuffler" if rules.shuffle.shuffling is Shuffling.DEVICE else "decks")
    cited = cited if steps else ()  # a text without an opening says of which decks there are, not that they come
    move = yield from t.staff(DEALER, ReceiveDecks, cited)
    received = move if isinstance(move, ReceiveDecks) else ReceiveDecks(by=DEALER)
    t.batches = _batches(t)
    t.batch_in_play = 0
    absent = frozenset(rules.cards.ranks_removed if received.tens_removed else ())
    whole = sum(len(decks(rules.cards.decks, absent)) for _ in t.batches)
    preshuffled_by = rules.cites("preshuffled_skips") if received.preshuffled else ()
    t.record(facts.DecksReceived((*cited, *preshuffled_by), whole, received.preshuffled))
    t.ready.preshuffled = received.preshuffled
    skipped = rules.opening.preshuffled_skips if received.preshuffled else ()
    for batch in t.batches:
        if OpeningStep.INSPECT in steps and OpeningStep.INSPECT not in skipped:
            yield from _inspect(t)
        tens = OpeningStep.REMOVE_TENS in steps and OpeningStep.REMOVE_TENS not in skipped
        if tens and rules.cards.ranks_removed and not received.tens_removed:
            yield from _remove_tens(t)
        if OpeningStep.SPREAD in steps and OpeningStep.SPREAD not in skipped:
            apart = rules.cites("batches_opened_apart") if len(t.batches) > 1 else ()
            yield from _spread(t, batch, (*rules.cites("spread"), *apart))
        if OpeningStep.WASH in steps and OpeningStep.WASH not in skipped:
            yield from wash(t, batch.name)
    t.loose = t.batches[0].cards
    t.ready.change_due = False


def _batches(t: State) -> list[Batch]:
    rules = t.rules
    removed = frozenset(rules.cards.ranks_removed)
    names = BACKS if rules.shuffle.shuffling is Shuffling.DEVICE and rules.cards.batches_alternate else BACKS[:1]
    return [Batch(name, name, decks(rules.cards.decks, removed)) for name in names]


def _inspect(t: State) -> Procedure[None]:
    cited = t.rules.cites("inspected_by")
    move = yield from t.staff(DEALER, InspectCards, cited)
    defects = move.defects if isinstance(move, InspectCards) else 0
    t.record(facts.CardsInspected(cited, DEALER, defects))
    yield from t.staff(FLOORPERSON, VerifyInspection, cited)
    t.record(facts.InspectionVerified(cited, FLOORPERSON))


def _remove_tens(t: State) -> Procedure[None]:
    cited = t.rules.cites("tens_removed_by")
    yield from t.staff(DEALER, RemoveTens, cited)
    removed = sum(card.rank in t.rules.cards.ranks_removed for card in decks(t.rules.cards.decks, frozenset()))
    t.record(facts.TensRemoved(cited, DEALER, removed))
    yield from t.staff(FLOORPERSON, DestroyTens, t.rules.cites("tens_destroyed"))
    t.record(facts.TensDestroyed(t.rules.cites("tens_destroyed"), FLOORPERSON, t.rules.opening.tens_destroyed))


def _spread(t: State, batch: Batch, cited: Citation) -> Procedure[None]:
    while True:
        move = yield from t.staff(DEALER, SpreadCards, cited)
        if not isinstance(move, SpreadCards) or move.face_up:
            break
        t.refuse("spread/face-down", "the cards are spread face up for the first player to see", cited)
    t.record(facts.CardsSpread(cited, True, batch.name))
    yield from first_player_views(t, cited)


def first_player_views(t: State, cited: Citation) -> Procedure[None]:
    """The cards lie spread until the first player to arrive has looked at them."""
    move = yield from t.ask(lambda: Wait(_first(t), (ViewSpread,), cited))
    t.record(facts.SpreadViewed(cited, move.by))


def _first(t: State) -> tuple[str, ...]:
    return (t.first_arrival,) if t.first_arrival is not None else ()


def wash(t: State, batch: str, by: Citation = ()) -> Procedure[None]:
    """Turned face down, washed, stacked; once more if a card showed and the text says so."""
    cited = by or t.law.wash
    while True:
        move = yield from t.staff(DEALER, WashCards, cited)
        exposed = isinstance(move, WashCards) and move.exposed
        t.record(facts.CardsWashed(cited, exposed, batch))
        if not (exposed and t.rules.opening.remix_if_exposed):
            return
