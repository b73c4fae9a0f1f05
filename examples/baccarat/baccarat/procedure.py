"""Baccarat at the table: the deal and the third card as § 631a.11 orders them, the rest as the house has it.

HOUSE marks what stands in sections of the chapter that are not at hand; it cites no clause.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from baccarat.rules import BANKER, PLAYER, SPOTS, TIE, BaccaratRules
from pitboss.cards.batch import Batch
from pitboss.cards.card import Card, Rank
from pitboss.cards.deck import decks
from pitboss.cards.discard_rack import Other
from pitboss.law import Citation, cited
from pitboss.procedure import facts
from pitboss.procedure.asking import Procedure, Wait
from pitboss.procedure.checkpoint import Kept
from pitboss.procedure.dealing import boxes_from_right
from pitboss.procedure.equipment import BACKS
from pitboss.procedure.family_table import PEOPLE, FamilyTable, Range
from pitboss.procedure.hands import BesideTheBoxes, Bets, CommonHand, Stake
from pitboss.procedure.moves import DEALER, Move, Ready, ReceiveDecks, ShufflerJammed, Wager
from pitboss.procedure.opening import check_equipment
from pitboss.procedure.parts import Why
from pitboss.procedure.people import change_dealer
from pitboss.procedure.session import begin_round, close, end_round, must_shuffle
from pitboss.procedure.shuffle_and_cut import retire_shoe, shuffle_and_cut
from pitboss.procedure.state import Interrupted, Phase, RoundVoid, State
from pitboss.procedure.wagers import set_up_boxes, take_wagers
from pitboss.rules.money import dollars

HOUSE: Citation = ()


# --- the dealer's own moves -----------------------------------------------------------------------------------------


class DealToHand(Move, frozen=True, kw_only=True):
    """The dealer deals the next card to the Player's Hand, or to the Banker's."""

    banker: bool


class CallThirdCard(Move, frozen=True, kw_only=True):
    """The dealer calls whether the Player's Hand, or the Banker's, draws a third card."""

    banker: bool
    draws: bool


# --- what lies on the layout ----------------------------------------------------------------------------------------


class Spots(Stake):
    """One person's wagers on the spots."""

    on: dict[str, int]

    def on_hand(self) -> int:
        """All of them."""
        return sum(self.on.values())

    def by_name(self) -> dict[str, int]:
        """Each by its spot."""
        return dict(self.on)


class BaccaratKept(Kept, frozen=True, kw_only=True):
    """What the table keeps in mind while wagers are open."""

    spots: dict[tuple[int, str], dict[str, int]] = msgspec.field(default_factory=dict)


class BaccaratState(State):
    """A baccarat table: the wagers on the spots while they are taken, then the two hands."""

    rules: BaccaratRules

    def clear_coup(self) -> None:
        """No wager lies on a spot, and no card on the layout."""
        self.spots: dict[tuple[int, str], dict[str, int]] = {}
        self.hands: list[CommonHand] = []

    def __init__(self, rules: BaccaratRules, by_hand: frozenset[str], family: FamilyTable[Any]) -> None:
        super().__init__(rules, by_hand, family)
        self.clear_coup()

    def wagers_before_deal(self) -> dict[int, dict[str, dict[str, int]]]:
        """Each by its spot."""
        lying: dict[int, dict[str, dict[str, int]]] = {}
        for (box, name), on in self.spots.items():
            lying.setdefault(box, {})[name] = dict(on)
        return lying

    def beside_the_boxes(self) -> BesideTheBoxes:
        """The Player's Hand and the Banker's."""
        return BesideTheBoxes(common_hands=self.hands)


def points_of(cards: Sequence[Card]) -> int:
    """HOUSE: an ace counts 1, tens and courts nothing, and of a sum only the last digit counts."""
    return sum(int(card.rank) for card in cards if card.rank < Rank.TEN) % 10


# --- the life of a table --------------------------------------------------------------------------------------------


def game(t: BaccaratState) -> Procedure[None]:
    """Open the table, then shoe after shoe, coup after coup, until it closes."""
    t.when_empty = _ran_out
    why = Why.GAME_BEGINS
    while t.wagers_open or not t.ready.closing:
        try:
            if not t.wagers_open:
                why = yield from _between_coups(t, why)
            yield from _coup(t)
        except Interrupted:
            pass
    close(t)


def _between_coups(t: BaccaratState, why: Why) -> Procedure[Why]:
    """The table in order, and a shoe that is not done; why it was last shuffled."""
    if not t.ready.opened:
        t.phase = Phase.OPENING
        yield from check_equipment(t)
    if must_shuffle(t):
        why = Why.COVER_CARD if t.cards.cover_card_at is not None else Why.ORDERED
        if t.cards.shoe.remaining or t.cards.rack.height:  # else the cards lie there, about to be shuffled
            retire_shoe(t)
    change_dealer(t)
    if not t.cards.batches or t.ready.change_due:
        yield from _receive_cards(t)
        why = Why.GAME_BEGINS
    if t.cards.shoe.remaining == 0:
        yield from shuffle_and_cut(t, why)
    t.clear_coup()
    return why


def _receive_cards(t: BaccaratState) -> Procedure[None]:
    """HOUSE: the decks come to the table."""
    t.phase = Phase.OPENING
    yield from t.staff(DEALER, ReceiveDecks, HOUSE)
    t.cards.batches = [Batch(BACKS[0], BACKS[0], decks(t.rules.cards.decks, frozenset()))]
    t.cards.loose = t.cards.batches[0].cards
    t.ready.change_due = t.ready.change_ordered = False
    t.record(facts.DecksReceived(HOUSE, len(t.cards.loose), False))


def _ran_out(t: BaccaratState) -> Procedure[None]:
    """HOUSE: a coup that the shoe cannot finish does not count; only a shoe of very few decks comes to that."""
    raise RoundVoid("the shoe is empty", HOUSE, reshuffle=True)
    yield  # a procedure, though nobody is asked


def _coup(t: BaccaratState) -> Procedure[None]:
    bets = yield from take_wagers(t, "no more bets", HOUSE)
    set_up_boxes(t, bets)
    for box in t.boxes.values():
        box.hands[0].stakes = [Spots(name, 0, t.spots[box.number, name]) for name in box.bettors]
    begin_round(t)
    try:
        yield from _first_four(t)
        yield from _third_cards(t)
        _settle(t)
    except RoundVoid as void:
        _void(t, void)
    _clear(t)
    end_round(t)


# --- wagers ---------------------------------------------------------------------------------------------------------


def wager(t: BaccaratState, bets: Bets, move: Wager) -> None:
    """HOUSE: a wager on a spot."""
    t.place(move.by, move.cents, move.box, 1, move.wager, HOUSE)
    on = t.spots.setdefault((move.box, move.by), {})
    on[move.wager] = on.get(move.wager, 0) + move.cents
    bets.bets.setdefault(move.box, {})[move.by] = sum(on.values())
    bets.unready(move.by)


def may_wager(t: BaccaratState, bets: Bets, move: Wager) -> bool:
    """HOUSE: by somebody at a box of their own, what can be paid to the cent; the first that fails refuses it."""
    rules = t.rules
    limits = rules.wagers
    there = t.spots.get((move.box, move.by), {}).get(move.wager, 0)
    owner = t.people.at_seat(move.box)
    odds = rules.payment.odds(move.wager)
    least, most = limits.table_minimum_cents, limits.table_maximum_cents
    faults = (
        (move.by not in t.people.players, "wager/not-a-player", f"{move.by} is not at the table"),
        (move.wager not in SPOTS, "wager/no-such-wager", f"the spots are {', '.join(SPOTS)}, not {move.wager}"),
        (move.box > t.positions, "wager/no-such-box", f"there is no box {move.box}"),
        (owner not in (None, move.by), "wager/taken", f"box {move.box} is {owner}'s"),
        (bool(bets.bets.get(move.box, {}).keys() - {move.by}), "wager/taken", f"somebody wagers on box {move.box}"),
        (bool(set(bets.boxes_of(move.by)) - {move.box}), "wager/too-many-boxes", "a player wagers at one box"),
        (move.verbal or move.match_play, "wager/manner", "wagers are made with chips on the layout"),
        (move.cents % limits.chip_unit_cents != 0, "wager/chips", "that is not a whole number of chips"),
        (
            not least <= there + move.cents <= most,
            "wager/limits",
            f"the wager must be from {dollars(least)} to {dollars(most)}",
        ),
        (
            not odds.pays_exactly(there + move.cents),
            "wager/not-payable",
            f"{dollars(there + move.cents)} could not be settled at {odds} in whole cents",
        ),
    )
    for fails, code, sentence in faults:
        if fails:
            t.refuse(code, sentence, HOUSE)
            return False
    return t.afford(move.by, move.cents, HOUSE)


def amounts(t: BaccaratState, waiting: Wait, player: str) -> Iterator[Range]:
    """What may be wagered on each spot now."""
    limits = t.rules.wagers
    placed: dict[str, int] = {}
    for (_, name), on in t.spots.items():
        placed |= on if name == player else {}
    for spot in SPOTS if Wager in waiting.may else ():
        there = placed.get(spot, 0)
        yield f"wager:{spot}", max(limits.table_minimum_cents - there, 1), limits.table_maximum_cents - there


def usual_wagers(t: BaccaratState, player: str, box: int) -> Iterable[Move]:
    """In a demonstration each box has the smallest wager on another spot."""
    yield Wager(by=player, box=box, cents=t.rules.wagers.table_minimum_cents, wager=SPOTS[(box - 1) % len(SPOTS)])


# --- the cards ------------------------------------------------------------------------------------------------------


def _first_four(t: BaccaratState) -> Procedure[None]:
    """HOUSE: the first and third card to the Player's Hand, the second and fourth to the Banker's."""
    t.phase = Phase.DEAL
    t.hands = [CommonHand("Player", [], 0), CommonHand("Banker", [], 0)]
    for banker in (False, True, False, True):
        yield from _deal(t, banker, HOUSE)


def _deal(t: BaccaratState, banker: bool, by: Citation) -> Procedure[None]:
    hand = t.hands[banker]
    while True:
        move = yield from t.staff(DEALER, DealToHand, by)
        if not isinstance(move, DealToHand) or move.banker == banker:
            break
        t.refuse("deal/other-hand", f"the next card goes to the {hand.name}'s Hand", by)
    card = yield from t.draw(0)
    hand.cards.append(card)
    hand.points = points_of(hand.cards)
    t.record(facts.CardLaid(by, hand.name, card.code, hand.points))


@cited
def _third_cards(t: BaccaratState) -> Procedure[None]:
    """(a) to (c): none after a Natural; then the Player's Hand, then the Banker's."""
    t.phase = Phase.DEALER
    player, banker = t.hands
    if max(player.points, banker.points) >= t.rules.third_card.natural_from:
        t.record(facts.Announced(("PA 631a.11(a)",), DEALER, "natural"))
        return
    for is_banker in (False, True):
        draws, by = banker_draws(t) if is_banker else player_draws(t)
        yield from _call(t, is_banker, draws, by)
        if draws:
            yield from _deal(t, is_banker, by)


@cited
def player_draws(t: BaccaratState) -> tuple[bool, Citation]:
    """(b): below 6 it draws, from 6 on it stays."""
    if t.hands[0].points < t.rules.third_card.player_draws_below:
        return True, ("PA 631a.11(b)", "PA 631a.11(b)(1)")
    return False, ("PA 631a.11(b)", "PA 631a.11(b)(2)")


@cited
def banker_draws(t: BaccaratState) -> tuple[bool, Citation]:
    """(c): by its own points if the Player's Hand stayed, else also by the third card that hand drew."""
    player, banker = t.hands
    rules = t.rules.third_card
    if len(player.cards) == 2:
        return banker.points <= rules.banker_alone_draws_to, ("PA 631a.11(c)", "PA 631a.11(c)(1)")
    if banker.points < rules.banker_draws_below:
        return True, ("PA 631a.11(c)(2)", "PA 631a.11(c)(2)(i)")
    if banker.points >= rules.banker_stays_from:
        return False, ("PA 631a.11(c)(2)", "PA 631a.11(c)(2)(ii)")
    third = points_of(player.cards[2:])
    by_table = ("PA 631a.11(c)(2)", "PA 631a.11(c)(2)(iii)", "PA 631a.11(d)")
    return third in rules.table()[banker.points], by_table


def _call(t: BaccaratState, banker: bool, draws: bool, by: Citation) -> Procedure[None]:
    """The dealer says it; a person who says it wrongly is refused with the clause."""
    hand = t.hands[banker]
    words = f"{hand.name} {'draws' if draws else 'stays'}"
    while True:
        move = yield from t.staff(DEALER, CallThirdCard, by)
        if not isinstance(move, CallThirdCard) or (move.banker, move.draws) == (banker, draws):
            break
        t.refuse("third-card/not-so", f"{words} with {hand.points}", by)
    t.record(facts.Announced(by, DEALER, words))


# --- HOUSE: the result ----------------------------------------------------------------------------------------------


def _settle(t: BaccaratState) -> None:
    """The higher hand wins; at a tie the wagers on the hands go back."""
    t.phase = Phase.SETTLEMENT
    player, banker = t.hands
    won = TIE if player.points == banker.points else PLAYER if player.points > banker.points else BANKER
    said = "tie" if won == TIE else f"{won} wins"
    t.record(facts.Announced(HOUSE, DEALER, f"{said}, {player.points} to {banker.points}"))
    payment = t.rules.payment
    for box in boxes_from_right(t):
        hand = box.hands[0]
        for stake in hand.stakes:
            assert isinstance(stake, Spots)
            for spot, cents in list(stake.on.items()):
                del stake.on[spot]
                if spot == won:
                    t.pay(stake.player, cents, payment.odds(spot), box.number, 1, spot, HOUSE)
                elif won == TIE and payment.tie_returns:
                    t.give_back(stake.player, cents, box.number, 1, spot, HOUSE)
                else:
                    t.collect(stake.player, cents, box.number, 1, spot, HOUSE)
        t.record(facts.HandSettled(HOUSE, box.number, 1, said))
        hand.settled = hand.finished = True


def _void(t: BaccaratState, void: RoundVoid) -> None:
    t.record(facts.RoundVoided(void.clauses, void.why))
    for box in t.boxes.values():
        for stake in box.hands[0].stakes:
            assert isinstance(stake, Spots)
            for spot, cents in list(stake.on.items()):
                del stake.on[spot]
                t.give_back(stake.player, cents, box.number, 1, spot, HOUSE)
    t.cards.cover_card_at = 0 if t.cards.cover_card_at is None else t.cards.cover_card_at


def _clear(t: BaccaratState) -> None:
    """Both hands to the rack."""
    for hand in t.hands:
        t.discard(Other(f"{hand.name}'s Hand", t.round), hand.cards)
    cards = sum(len(hand.cards) for hand in t.hands)
    t.record(facts.CardsDiscarded(HOUSE, 0, 1, cards))
    t.hands = []


def _no_device(t: BaccaratState, move: ShufflerJammed) -> None:
    t.refuse("shuffler/none", "no shuffling device is in use", HOUSE)


def _not_ready(t: BaccaratState, move: Ready) -> None:
    t.refuse("ready/not-now", "no wagers are taken now", HOUSE)


BACCARAT_TABLE = FamilyTable[BaccaratState](
    interrupts={**PEOPLE, ShufflerJammed: _no_device, Ready: _not_ready},
    state=BaccaratState,
    staff_moves=frozenset({DealToHand, CallThirdCard}),
    spots=SPOTS,
    amounts=amounts,
    may_wager=may_wager,
    wager=wager,
    areas=lambda rules: {spot: spot.title() for spot in SPOTS},
    usual_wagers=usual_wagers,
    kept=BaccaratKept,
)
