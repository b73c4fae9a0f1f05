"""People who come and go, what nobody may do, and what a floorperson may order at any time."""

from pitboss.law import Citation
from pitboss.procedure import facts
from pitboss.procedure.asking import Procedure
from pitboss.procedure.cut import CutAgain
from pitboss.procedure.moves import (
    DEALER,
    FLOORPERSON,
    STAFF,
    AskBurnCard,
    BuyIn,
    ChangeCards,
    CloseTable,
    Leave,
    LimitSharedBoxes,
    Move,
    NoteCardAge,
    NoteNoActivity,
    OrderRecut,
    OrderReshuffle,
    PermitEntry,
    PermitHandling,
    RackBatch,
    Sit,
    TakeBack,
    TapIn,
    TouchCards,
    Wager,
)
from pitboss.procedure.parts import Player
from pitboss.procedure.shuffle_and_cut import recut_from_shoe
from pitboss.procedure.shuffling_device import UNCUT, UNSPREAD, not_in_force
from pitboss.procedure.state import Interrupted, Phase, State
from pitboss.procedure.wagers import BET, nobody_is_in_the_shoe
from pitboss.rules.subjects.shuffle_and_cut import IdleSpread, RecutUntil
from pitboss.rules.subjects.wagers import LockedFrom, MidShoeEntry

HOUSE: Citation = ()  # coming and going, who gives which order: the texts leave it to the house


def sit(t: State, move: Sit) -> None:
    """Somebody takes the seat at a box; the first to arrive is noted."""
    taken = next((p.name for p in t.people.players.values() if p.seat == move.box), None)
    if move.by in STAFF:
        t.refuse("sit/staff", f"{move.by} is a role of the house", HOUSE)
    elif move.box > t.positions:
        t.refuse("sit/no-such-box", f"there is no box {move.box}", t.rules.cites("positions"))
    elif taken is not None and taken != move.by:
        t.refuse("sit/taken", f"{taken} sits at box {move.box}", HOUSE)
    elif move.by in t.people.players and t.people.players[move.by].seat == move.box:
        t.refuse("sit/there-already", f"{move.by} sits there already", HOUSE)
    elif _in_round(t, move.by):
        t.refuse("sit/in-round", "seats change when no wager is undecided", HOUSE)
    else:
        player = t.people.players.setdefault(move.by, Player(move.by))
        player.seat = move.box
        if t.people.first_arrival is None:
            t.people.first_arrival = move.by
        t.record(facts.PlayerSat(HOUSE, move.by, move.box))
        _shuffle_for_who_waits(t)


def buy_in(t: State, move: BuyIn) -> None:
    """Practice chips for a player, seated or standing."""
    if move.by in STAFF:
        t.refuse("buy-in/staff", f"{move.by} is a role of the house", HOUSE)
    elif move.cents % t.rules.wagers.chip_unit_cents:
        t.refuse("buy-in/chips", "that is not a whole number of chips", HOUSE)
    else:
        player = t.people.players.setdefault(move.by, Player(move.by))
        player.chips += move.cents
        t.chips.bought += move.cents
        t.record(facts.ChipsBought(HOUSE, move.by, move.cents))


def _in_round(t: State, name: str) -> bool:
    """Whether a wager of this person's lies on the layout."""
    if not t.in_round:
        return bool(t.bets.boxes_of(name))
    return any(_lies_on(t, name, box) for box in t.boxes)


def _lies_on(t: State, name: str, number: int) -> bool:
    """Whether a wager of this person's lies on a box, decided not yet."""
    box = t.boxes.get(number) if t.in_round else None
    if box is None:
        return name in t.bets.bets.get(number, {})
    if any(stake.player == name and stake.by_name() for hand in box.hands for stake in hand.stakes):
        return True
    bettor = box.bettors.get(name)
    return bettor is not None and bettor.undecided()


def leave(t: State, move: Leave) -> None:
    """A player takes the chips and goes, unless a wager of theirs is still undecided."""
    if may_leave(t, move):
        player = t.people.players.pop(move.by)
        t.chips.bought -= player.chips
        t.record(facts.PlayerLeft(HOUSE, move.by, player.chips))
        if t.people.first_arrival == move.by:
            t.people.first_arrival = next((p.name for p in t.people.players.values() if p.seat is not None), None)
        _shuffle_for_who_waits(t)


def may_leave(t: State, move: Leave) -> bool:
    """Whether somebody may go now; refuses it otherwise."""
    still_free = t.phase is Phase.BETTING and t.rules.wagers.wagers_locked is LockedFrom.FIRST_CARD
    if move.by not in t.people.players:
        t.refuse("leave/not-here", f"{move.by} is not at the table", HOUSE)
    elif _in_round(t, move.by):
        how = "on the layout, and takes it back first" if still_free else "that is not decided"
        t.refuse("leave/wager-undecided", f"{move.by} has a wager {how}", _locked(t, move.by))
    else:
        return True
    return False


def take_back(t: State, move: TakeBack) -> None:
    """Wagers stay where they are until decided; where the text lets players alter them first, they come back."""
    if not may_take_back(t, move):
        return
    cited = t.law.taken_back
    t.give_back(move.by, t.bets.taken_off(move.box, move.by), move.box, 1, "bet", cited)
    for kind in t.rules.side_wagers:
        t.give_back(move.by, t.bets.side.pop((move.box, move.by, kind.id), 0), move.box, 1, kind.id, cited)
    t.bets.unconfirmed.pop((move.by, move.box), None)
    t.bets.unready(move.by)


def may_take_back(t: State, move: TakeBack) -> bool:
    """Whether a wager is there that its player may still handle; refuses it otherwise."""
    if not _lies_on(t, move.by, move.box):
        t.refuse("wager/none", f"{move.by} has no wager on box {move.box}", t.law.taken_back)
    elif t.phase is not Phase.BETTING or t.rules.wagers.wagers_locked is not LockedFrom.FIRST_CARD:
        cited = _locked(t, move.by, move.box)
        t.refuse("wager/handled", "a wager may not be handled until it is decided", cited)
    else:
        return True
    return False


def _locked(t: State, name: str, box: int = 0) -> Citation:
    """What keeps somebody's wagers where they lie, on one box or on all: those placed after the first card apart."""
    if not t.in_round and t.law.taken_back:
        return t.law.taken_back
    later = any(lying.added_later(name) for at, lying in t.boxes.items() if box in (0, at))
    locked = tuple(one for one in t.rules.cites("wagers_locked") if later or one not in t.law.later_locked)
    return (*t.law.taken_back, *locked)


def wager_too_late(t: State, move: Wager) -> None:
    """Bets and bonus wagers are made before the first card, and after it neither made nor increased."""
    rules = t.rules
    # What a text says of the other wager only.
    of_sides = tuple(clause for kind in rules.wager_kinds.values() for clause in kind.clauses.minimum)
    of_bet = (*rules.citations.get("bet_name", ()), *t.law.bet_placed)
    spoken_of = of_sides if move.wager == BET else of_bet
    closing = rules.cites("wagers_close")
    cited = tuple(clause for clause in closing if clause not in spoken_of) or closing
    if t.in_round:
        t.refuse("wager/too-late", "the round has begun", cited)
    else:  # what only ends the wagers does not say when they begin
        t.refuse("wager/not-now", "no wagers are taken now", cited if t.law.bet_placed else ())


def touch_cards(t: State, move: TouchCards) -> None:
    """Nobody but the dealer touches the cards."""
    t.refuse("cards/handled", *_handling(t, move.by))


def permit_handling(t: State, move: PermitHandling) -> None:
    """Nobody lets a player or a spectator do what none of them may."""
    sentence, cited = _handling(t, move.player)
    t.refuse("cards/permitted", sentence if move.player in STAFF else f"{sentence}, whoever lets them", cited)


def _handling(t: State, name: str) -> tuple[str, Citation]:
    """Which cards somebody handles, and what says so."""
    if name in STAFF:
        return f"{name} handles the cards as the steps of the game have it", HOUSE
    cited = t.rules.citations.get("cards_touched", ())
    if t.law.players_hold_cards and name in t.people.players:
        return f"{name} may handle no cards but {name}'s own, to view, scratch or tuck them", cited
    return f"{name} may not handle the cards", cited


def rack_batch(t: State, move: RackBatch) -> None:
    """Cards go to the rack when their hand is over, and never those of a second batch."""
    rules = t.rules
    picked_up = rules.citations.get("picked_up", t.law.racked)
    if move.by != DEALER:
        t.refuse("rack/not-yours", "the dealer lays cards in the discard rack", picked_up)
    elif len(t.cards.batches) > 1 and move.batch != t.cards.in_play.name:
        sentence = f"the {t.cards.in_play.name} batch is in play, and only its cards go to the rack"
        t.refuse("rack/other-batch", sentence, rules.cites("one_batch_in_rack"))
    else:
        t.refuse("rack/not-now", "no cards are to go to the rack now", picked_up)


def ask_burn_card(t: State, move: AskBurnCard) -> None:
    """Where the text says so, the burn card is shown to a player who asks."""
    if may_see_burn_card(t, move):
        for card in t.cards.burned:
            t.record(facts.BurnCardShown(t.rules.cites("burn_disclosed"), move.by, card.code))


def may_see_burn_card(t: State, move: AskBurnCard) -> bool:
    """Whether there is a burn card that may be shown; refuses it otherwise."""
    cited = t.rules.cites("burn_disclosed")
    if not t.rules.shuffle.burn_disclosed:
        t.refuse("burn/not-shown", "the burn card stays hidden", cited)
    elif not t.cards.burned or move.by not in t.people.players:
        t.refuse("burn/nothing-to-show", "no card has been burned, or nobody here asked", cited)
    else:
        return True
    return False


def _take_up_now(t: State, *phases: Phase) -> None:
    """An order between rounds takes effect at once; with wagers on the layout it waits for the end of the round.

    While cards are opened or shuffled it waits as well, but for the phases named.
    """
    if not t.in_round and not t.bets.bets and t.phase in (Phase.BETTING, *phases):
        raise Interrupted


def _shuffle_for_who_waits(t: State) -> None:
    """The last who was in the shoe has gone, and nobody else may enter it: it is done."""
    if nobody_is_in_the_shoe(t):
        _take_up_now(t)


# --- orders of the floor --------------------------------------------------------------------------------------------


def _from_floor(t: State, move: Move, cited: Citation = HOUSE) -> bool:
    if move.by == FLOORPERSON:
        return True
    t.refuse("floor/not-yours", "that is for a floorperson to order", cited)
    return False


def order_reshuffle(t: State, move: OrderReshuffle) -> None:
    """The cards are reshuffled when this round is over, or now if none is in progress."""
    cited = t.rules.cites("shuffled_when" if not_in_force(t) else "reshuffle_ordered_by")
    in_no_shoe = t.phase in (Phase.OPENING, Phase.SHUFFLE) and not t.in_round and not t.cards.shoe.remaining
    if not _from_floor(t, move, cited):
        return
    if not cited:
        t.refuse("reshuffle/not-provided", "the text provides for no such order", _other_cases(t))
    elif in_no_shoe and t.cards.sealed is None:
        t.refuse("reshuffle/under-way", "the cards are about to be shuffled", cited)
    elif in_no_shoe:
        t.refuse("reshuffle/under-way", "the cards are shuffled and not in the shoe yet", cited)
    else:
        t.ready.reshuffle_ordered = True
        t.record(facts.ReshuffleOrdered(cited, move.by))
        _take_up_now(t)


def order_recut(t: State, move: OrderRecut) -> Procedure[None]:
    """Cards that were cut are cut again: until they are in the shoe, or where the text says so until one is dealt."""
    if uncut := not_in_force(t):
        t.refuse("recut/continuous-shuffler", UNCUT, uncut)
        return
    if not _from_floor(t, move, t.rules.cites("recut_ordered_by")):
        return
    if (barred := _no_recut(t)) is not None:
        t.refuse(*barred)
        return
    if t.phase is Phase.SHUFFLE:
        raise CutAgain(move.by_last_cutter)
    yield from recut_from_shoe(t, move.by_last_cutter)


def _no_recut(t: State) -> tuple[str, str, Citation] | None:
    """Why these cards are not to be cut again now."""
    rules, sealed = t.rules, t.cards.sealed
    until, cited = rules.shuffle.recut_until, rules.cites("recut_until")
    loaded = bool(t.cards.shoe.remaining) or t.phase not in (Phase.OPENING, Phase.SHUFFLE)
    was_cut = sealed is not None and sealed.cut is not None
    fresh = t.cards.rounds_from_shoe == 0 and not t.in_round
    if until is RecutUntil.NEVER:
        return "recut/not-provided", "the text provides for no recut", _other_cases(t)
    if not loaded:
        return None if was_cut else ("recut/not-cut", "the cards are not cut yet", cited)
    if until is not RecutUntil.BEFORE_FIRST_CARD or not fresh:
        return "recut/too-late", f"a recut may be ordered {until.value}", cited
    if not was_cut:
        return "recut/never-cut", "these cards were not cut", cited
    if t.phase is Phase.SHUFFLE:
        return "recut/burn-first", "the first card of the shoe is burned first", rules.cites("burn_after_shuffle")
    return None


def _other_cases(t: State) -> Citation:
    """What a text says of cases it does not name: one refers to the house's standard rules, the others are silent."""
    return t.rules.citations.get("other_cases", HOUSE)


def _work_left(t: State, move: TapIn) -> bool:
    """Whether an outgoing dealer has still to complete the work, where anything orders it."""
    return bool(t.law.tap_out_work) and not (move.rack_straightened and move.antes_coloured_up)


def tap_in(t: State, move: TapIn) -> None:
    """A new dealer takes over when the round is over; that one is sent no text orders, only what he does then."""
    if not _from_floor(t, move):
        return
    if move.dealer == t.people.dealer_name:
        t.refuse("tap-in/same-dealer", f"{move.dealer} is dealing already", HOUSE)
    elif _work_left(t, move):
        t.refuse(
            "tap-in/work-left", "the rack is to be straightened and the antes coloured up first", t.law.tap_out_work
        )
    else:
        t.ready.new_dealer = move.dealer
        t.record(facts.TapInOrdered(HOUSE, move.by, move.dealer))
        if not t.rules.shuffle.burn_by_new_dealer:
            _take_up_now(t, Phase.SHUFFLE)


def change_dealer(t: State) -> None:
    """The incoming dealer stands at the table."""
    if t.ready.new_dealer is not None:
        t.record(facts.DealerChanged(HOUSE, t.people.dealer_name, t.ready.new_dealer))
        t.people.dealer_name, t.ready.new_dealer = t.ready.new_dealer, None


def permit_entry(t: State, move: PermitEntry) -> None:
    """The house lets somebody who sat out wager again."""
    cited = t.rules.cites("mid_shoe_entry")
    if not _from_floor(t, move, t.law.entry_permitted):
        return
    player = t.people.players.get(move.player)
    if player is None:
        t.refuse("entry/not-here", f"{move.player} is not at the table", HOUSE)
    elif t.rules.wagers.mid_shoe_entry in (MidShoeEntry.FORBIDDEN, MidShoeEntry.RETURN_ONLY):
        t.refuse("entry/forbidden", "nobody may enter in mid-shoe", cited)
    else:
        player.permitted = True
        t.record(facts.EntryPermitted(t.law.entry_permitted, move.player))


def limit_shared_boxes(t: State, move: LimitSharedBoxes) -> None:
    """The regulator's hold on shared boxes: on how many of this table, none included, several may wager from now on."""
    if not _from_floor(t, move):
        return
    if t.rules.wagers.bettors_per_box == 1:
        t.refuse("sharing/not-provided", "one player wagers on each box here", t.rules.cites("bettors_per_box"))
    else:
        t.people.shared_boxes_most = move.boxes
        t.record(facts.SharedBoxesLimited(t.law.sharing_limited, move.by, move.boxes))


def close_table(t: State, move: CloseTable) -> None:
    """The table closes when the round is over."""
    if not _from_floor(t, move):
        return
    if t.ready.closing:
        t.refuse("close/ordered", "the table is closing already", HOUSE)
        return
    t.ready.closing = True
    t.record(facts.ClosingOrdered(HOUSE, move.by))
    _take_up_now(t, Phase.OPENING, Phase.SHUFFLE)


def note_card_age(t: State, move: NoteCardAge) -> None:
    """Time comes in only here: cards as old as the text allows are due for a change before the next round."""
    cited = t.rules.cites("changed_every_hours")
    if not _from_floor(t, move):
        return
    hours = t.rules.cards.changed_every_hours
    due = hours is not None and move.hours >= hours
    t.ready.change_due = t.ready.change_due or due
    t.record(facts.CardAgeNoted(cited, move.hours, due))
    if due:
        _take_up_now(t, *((Phase.OPENING,) if t.ready.idle else ()))


def change_cards(t: State, move: ChangeCards) -> None:
    """New decks when the round is over."""
    cited = t.rules.cites("changed_every_hours")
    if not _from_floor(t, move):
        return
    if not t.cards.batches:
        t.refuse("change/no-cards", "there are no cards at the table yet", HOUSE)
    elif t.ready.change_ordered:
        t.refuse("change/ordered", "the cards are to be changed already", HOUSE)
    else:
        t.ready.change_due = True
        t.ready.change_ordered = True
        t.record(facts.CardChangeOrdered(cited, move.by))
        _take_up_now(t, Phase.OPENING, Phase.SHUFFLE)


def note_no_activity(t: State, move: NoteNoActivity) -> None:
    """With nobody at the open table, the cards come out of shoe and rack and are spread."""
    cited = t.law.idle_spread
    if move.by not in (DEALER, FLOORPERSON):
        t.refuse("idle/not-yours", "the dealer or a floorperson says so", HOUSE)
    elif t.rules.shuffle.idle_spread is IdleSpread.NOT_PROVIDED:
        t.refuse("idle/not-provided", "the text does not provide for it", _other_cases(t))
    elif unspread := not_in_force(t):
        t.refuse("idle/continuous-shuffler", UNSPREAD, unspread)
    elif t.ready.idle:
        t.refuse("idle/spread", "the cards lie spread already", cited)
    elif t.in_round or t.bets.bets or t.people.seated():
        t.refuse("idle/in-use", "there is gaming activity at the table", cited)
    elif t.phase is not Phase.BETTING:
        t.refuse("idle/not-open", "the table is not open for wagers now", cited)
    else:
        t.ready.idle = True
        t.ready.idle_face_up = move.face_up and t.rules.shuffle.idle_spread is IdleSpread.EITHER_THEN_UP
        t.record(facts.ActivityCeased(cited, move.by))
        raise Interrupted
