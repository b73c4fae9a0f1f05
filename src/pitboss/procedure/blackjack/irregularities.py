"""What goes wrong, as it is reported or done, and what the text makes of it."""

from collections.abc import Mapping

from pitboss.cards.card import Card
from pitboss.cards.discard_rack import Other
from pitboss.law import Citation
from pitboss.procedure import facts
from pitboss.procedure.asking import Procedure, Wait
from pitboss.procedure.blackjack import facts as bf
from pitboss.procedure.blackjack.dealer import must_draw, reader_in_use
from pitboss.procedure.blackjack.moves import (
    AcceptCard,
    Attack,
    DestroyTens,
    Double,
    DrewInError,
    FoundFaceUp,
    FoundTen,
    Hit,
    Insure,
    ReaderFailed,
    ReaderRepaired,
    ReadHoleCard,
    RefuseCard,
    SecondChance,
    Split,
    Stand,
    Surrender,
    TurnHoleCard,
)
from pitboss.procedure.blackjack.state import BlackjackState, DrawnCard, HandsCalledDead
from pitboss.procedure.moves import (
    DEALER,
    FLOORPERSON,
    SHUFFLER,
    CoverShuffler,
    Deal,
    Move,
    PassOver,
    RemoveShuffler,
    ShufflerFailed,
)
from pitboss.procedure.parts import NOBODYS
from pitboss.procedure.shuffling_device import device_at_work, set_device_aside
from pitboss.procedure.state import Phase, RoundVoid
from pitboss.rules.subjects.irregularities import (
    DealerOverdraw,
    ExposedCard,
    ExposedEarly,
    FaceUpCard,
    ReaderFails,
    ReaderMisused,
    ShufflerOut,
)

DEALING = (Phase.DEAL, Phase.ATTACK, Phase.INSURANCE, Phase.PLAY, Phase.DEALER, Phase.SETTLEMENT)
CARDS_GO_OUT = DEALING[:-1]
HOUSE = (DEALER, FLOORPERSON)
SILENT = "the text does not say what follows"
STOPPED = (Deal, PassOver, ReadHoleCard, Attack, Insure, Hit, Stand, Double, Split, Surrender, SecondChance)


def _reported_by_house(t: BlackjackState, by: str) -> bool:
    if by in HOUSE:
        return True
    t.refuse("irregularity/not-yours", "the dealer or a floorperson reports that", ())
    return False


def _shoe_holds_a_card(t: BlackjackState, leaf: str) -> bool:
    if t.cards.shoe.remaining:
        return True
    t.refuse("irregularity/shoe-empty", "the shoe holds no card", t.rules.cites(leaf))
    return False


def _off_the_shoe(t: BlackjackState) -> Card:
    """The top card, wherever it then goes; a cover card above it comes out first, at nobody's hand."""
    if t.cards.shoe.cover_card_is_next:
        t.cover_card_appears(NOBODYS)
    return t.cards.shoe.draw()


# --- cards ----------------------------------------------------------------------------------------------------------


def found_face_up(t: BlackjackState, move: FoundFaceUp) -> None:
    """A card found face up in the shoe is not used; more than one may void the round."""
    rule, cited = t.rules.irregularities.face_up_card, t.rules.cites("face_up_card")
    if not _reported_by_house(t, move.by):
        return
    if rule is FaceUpCard.NOT_PROVIDED:
        t.refuse("face-up/not-provided", SILENT, t.rules.cites("other_cases"))
        return
    if t.phase not in (*DEALING, Phase.BETTING):
        t.refuse("face-up/no-shoe", "no card is being dealt from the shoe", cited)
        return
    if not _shoe_holds_a_card(t, "face_up_card"):
        return
    card = _off_the_shoe(t)
    t.discard(Other("found face up", t.round_or_next), (card,))
    t.record(bf.CardFoundFaceUp(cited, card.code))
    t.face_up_found += t.in_round
    if rule is FaceUpCard.TWO_VOID_ROUND and t.face_up_found > 1 and t.phase in CARDS_GO_OUT:
        raise RoundVoid("more than one card was found face up", cited, reshuffle=True)


def found_ten(t: BlackjackState, move: FoundTen) -> Procedure[None]:
    """A ten that was missed at the inspection is taken out and destroyed; more than one voids the round."""
    cited = t.rules.cites("ten_found")
    if not _reported_by_house(t, move.by):
        return
    if not t.rules.cards.ranks_removed:
        t.refuse("ten/belongs", "the decks of this game have their tens", t.rules.cites("number_cards"))
        return
    if not cited:
        t.refuse("ten/not-provided", SILENT, t.rules.cites("other_cases"))
        return
    if t.phase not in (*DEALING, Phase.BETTING):
        t.refuse("ten/no-shoe", "no card is being dealt from the shoe", cited)
        return
    t.record(bf.TenFound(cited, move.card))
    yield from t.staff(FLOORPERSON, DestroyTens, cited)
    t.record(bf.TensDestroyed(cited, FLOORPERSON, t.rules.opening.tens_destroyed.value))
    t.tens_found += t.in_round
    if t.tens_found > 1 and t.phase in CARDS_GO_OUT:
        raise RoundVoid("more than one ten was found in the shoe", cited, reshuffle=True)


def drew_in_error(t: BlackjackState, move: DrewInError) -> None:
    """A card nobody was to have: it is the next card, or goes to the rack; several are used in the order drawn."""
    leaf = "exposed_card" if move.exposed else "hidden_card"
    cited = t.rules.cites(leaf) or t.rules.cites("other_cases")
    if move.by != DEALER:
        t.refuse("irregularity/not-yours", "the dealer draws the cards", ())
    elif not t.rules.cites(leaf):
        t.refuse("draw/not-provided", SILENT, cited)
    elif t.phase is Phase.BETTING and move.exposed:
        spoken_of = t.rules.irregularities.exposed_card.value
        t.refuse("draw/no-round", f"the text speaks of an exposed card {spoken_of}", cited)
    elif t.phase not in (*DEALING, Phase.BETTING):
        t.refuse("draw/no-round", "no card is being dealt from the shoe", cited)
    elif _shoe_holds_a_card(t, leaf):
        _drawn_in_error(t, move.exposed, cited)


def _drawn_in_error(t: BlackjackState, exposed: bool, cited: Citation) -> None:
    unused: Citation = ()
    if t.phase in (Phase.DEALER, Phase.SETTLEMENT) and not must_draw(t) and not t.dealer.face_down:
        unused = _overdrawn_by(t, exposed)
    elif exposed and not _first_cards_are_out(t):
        cited = t.rules.cites("exposed_early")
        unused = cited if t.rules.irregularities.exposed_early is ExposedEarly.DISCARDED else ()
    card = _off_the_shoe(t)
    t.record(facts.CardDrawnInError(unused or cited, exposed, card.code))
    if unused:
        t.discard(Other("drawn in error", t.round), (card,))
        t.record(facts.CardUnused(unused, card.code, exposed))
    else:
        t.held.append(DrawnCard(card, exposed))


def _first_cards_are_out(t: BlackjackState) -> bool:
    """Whether the initial two cards have been dealt to all whom the paragraph on exposed cards names."""
    dealer_too = t.rules.irregularities.exposed_card is ExposedCard.AFTER_PLAYERS_AND_DEALER
    return t.players_dealt and (t.dealer_dealt or not dealer_too)


def _overdrawn_by(t: BlackjackState, exposed: bool) -> Citation:
    """What sends a card to the rack that a dealer who stands drew all the same: some texts name only his 17."""
    only_17 = t.rules.irregularities.dealer_overdraw is DealerOverdraw.SEVENTEEN
    if t.dealer.total == t.rules.dealer.dealer_stands_on or not only_17:
        return t.rules.cites("dealer_overdraw")
    return t.rules.cites("exposed_card_unusable") if exposed else ()


def card_not_offered(t: BlackjackState, move: RefuseCard | AcceptCard) -> None:
    """Only a player to whom the exposed card would be dealt can refuse or accept it, and who decides there."""
    box = t.boxes.get(move.box)
    cited = t.rules.cites("exposed_card_refused") or t.rules.cites("other_cases")
    if box is not None and t.exposed_is_next and move.by != box.decides:
        shared = t.rules.cites("box_decided_by") if len(box.bettors) > 1 else ()
        code = f"{move.__struct_config__.tag}/not-yours"
        t.refuse(code, f"{box.decides} decides at box {box.number}", shared or cited)
        return
    t.refuse("card/not-offered", "no exposed card is offered to this hand", cited)


# --- the card reader ------------------------------------------------------------------------------------------------


def reader_misused(t: BlackjackState, move: ReadHoleCard) -> None:
    """The hole card goes into the reader although the up card does not call for it."""
    read_when = t.rules.cites("reader_ranks")
    if not reader_in_use(t):
        broken = t.rules.layout.card_reader and not t.ready.reader_works
        t.refuse("reader/none", "no card reader is in use", t.rules.cites("reader_fails") if broken else read_when)
    elif move.by != DEALER:
        t.refuse("reader/not-yours", "the dealer uses the card reader", read_when)
    elif not t.dealer.face_down:
        t.refuse("reader/no-hole-card", "there is no hole card to read", read_when)
    elif len(t.dealer.cards) == 1 or t.dealer.up_card.rank in t.rules.deal.reader_ranks:
        t.refuse("reader/used", "the hole card is read once, at its time", read_when)
    elif t.rules.irregularities.reader_misused is ReaderMisused.NOT_PROVIDED:
        t.refuse("reader/not-provided", SILENT, t.rules.cites("other_cases"))
    elif t.phase not in DEALING:
        t.refuse("reader/shuffle", "the cards are shuffled first", t.rules.cites("cards_run_out"))
    else:
        _read_without_cause(t)


def _read_without_cause(t: BlackjackState) -> None:
    """A floorperson is told; where the text asks what players may have seen, all hands may be dead."""
    cited = t.rules.cites("reader_misused")
    notice, seen = t.law.reader_misused or cited, None
    if t.rules.irregularities.reader_misused is ReaderMisused.BY_KIND_OF_READER:
        seen = t.rules.layout.reader_shows_players
        cited = (*notice, *(t.law.reader_shown if seen else t.law.reader_not_shown))
    t.record(bf.ReaderMisused(cited, seen))
    t.record(facts.FloorpersonNotified(notice, "the hole card was read without cause"))
    if seen:
        raise HandsCalledDead("the reader may have shown the hole card", cited, reshuffle=False, cards=cited)


def hole_card_turned_early(t: BlackjackState, move: TurnHoleCard) -> None:
    """Nobody looks at the hole card before its time."""
    turned = t.rules.cites("hole_card_turned")
    if not t.dealer.face_down:
        t.refuse("hole-card/none", "there is no hole card to turn", turned)
    elif move.by != DEALER:
        t.refuse("hole-card/not-yours", "the dealer turns the hole card", turned)
    elif _to_be_read(t):
        sentence = "nobody sees the hole card before the dealer has it read"
        t.refuse("hole-card/too-early", sentence, t.rules.cites("hole_card_secret"))
    else:
        t.refuse("hole-card/too-early", "the hole card is turned after the players' cards are complete", turned)


def _to_be_read(t: BlackjackState) -> bool:
    """Whether the reader is still to tell of the hole card, before the players decide."""
    both = len(t.dealer.cards) == 2 and t.phase in (Phase.DEAL, Phase.INSURANCE)
    return both and reader_in_use(t) and t.dealer.up_card.rank in t.rules.deal.reader_ranks


def reader_failed(t: BlackjackState, move: ReaderFailed) -> Procedure[None]:
    """A broken reader stops the table, or the table goes on without one, as the text has it."""
    cited = t.rules.cites("reader_fails")
    if not _reported_by_house(t, move.by):
        return
    if not t.rules.layout.card_reader or not t.ready.reader_works:
        t.refuse("reader/none", "no card reader is in use", cited)
        return
    if not cited:
        t.refuse("reader/not-provided", SILENT, t.rules.cites("other_cases"))
        return
    t.record(bf.ReaderBroke(cited, move.by))
    t.ready.reader_works = False
    yield from wait_for_reader(t, t.asking.interrupted)


def _stopped(t: BlackjackState) -> tuple[type[Move], ...]:
    """Of the moves that stop, those that the text of the game knows."""
    known = {Attack: t.law.attack_offered, SecondChance: t.rules.cites("second_chance")}
    return tuple(kind for kind in STOPPED if known.get(kind, True))


def wait_for_reader(t: BlackjackState, interrupted: tuple[type[Move], ...] = ()) -> Procedure[None]:
    """Where the text stops a table whose reader is broken, nothing goes on until it is repaired or replaced."""
    cited = t.rules.cites("reader_fails")
    if not t.ready.reader_works and t.rules.irregularities.reader_fails is ReaderFails.STOP:
        unsaid: dict[type[Move], Citation] = {ReaderRepaired: ()}
        stopped = tuple(dict.fromkeys((*_stopped(t), *interrupted)))
        yield from t.ask(lambda: Wait((FLOORPERSON,), (ReaderRepaired,), cited, bars=stopped, who=unsaid))
        _repaired(t, FLOORPERSON)


def reader_repaired(t: BlackjackState, move: ReaderRepaired) -> None:
    """The reader works again."""
    cited = t.rules.cites("reader_fails")
    if move.by != FLOORPERSON:
        t.refuse("floor/not-yours", "that is for a floorperson to say", ())
    elif t.ready.reader_works:
        t.refuse("reader/works", "the card reader was not reported broken", cited)
    elif t.phase in DEALING:
        t.refuse("reader/mid-round", "this round is completed without the reader", cited)
    else:
        _repaired(t, move.by)


def _repaired(t: BlackjackState, by: str) -> None:
    t.ready.reader_works = True
    until_repaired = t.rules.irregularities.reader_fails is ReaderFails.STOP  # the other text speaks of no repair
    t.record(bf.ReaderFixed(t.rules.cites("reader_fails") if until_repaired else (), by))


# --- the shuffling device -------------------------------------------------------------------------------------------


SET_ASIDE_BY: Mapping[ShufflerOut, type[Move]] = {
    ShufflerOut.COVERED_OR_SIGNED: CoverShuffler,
    ShufflerOut.REMOVED: RemoveShuffler,
}


def shuffler_failed(t: BlackjackState, move: ShufflerFailed) -> Procedure[None]:
    """The device cannot be used: it is set aside before the cards are shuffled another way."""
    cited = t.rules.cites("shuffler_out")
    if not device_at_work(t, move.by, "shuffler_out"):
        return
    if t.ready.set_device_aside_by is not None:
        t.refuse("shuffler/failed", "the device is out of use already", cited)
        return
    t.record(facts.ShufflerStopped(cited, "out of use"))
    t.ready.set_device_aside_by = SET_ASIDE_BY[t.rules.irregularities.shuffler_out]
    if t.cards.shuffling:  # else before the next shuffle
        t.ready.shuffler_jammed = t.cards.shuffling == SHUFFLER  # it stopped in a shuffle, which is made again
        yield from set_device_aside(t)
