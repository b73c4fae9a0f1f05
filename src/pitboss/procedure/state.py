"""The state of a table and what may change it: cards drawn, chips moved, facts recorded, moves asked for."""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, Self

from pitboss.cards.card import Card
from pitboss.cards.discard_rack import Label
from pitboss.law import Citation
from pitboss.procedure import facts
from pitboss.procedure.asking import Asking, Procedure, Wait
from pitboss.procedure.hands import BesideTheBoxes, Bets, Box, Hand
from pitboss.procedure.moves import DEALER, FLOORPERSON, CheckEquipment, Move
from pitboss.procedure.parts import Cards, Chips, People, Readiness
from pitboss.procedure.refusal import Broken, Malformed, Refused
from pitboss.procedure.table_law import TableLaw
from pitboss.rules.money import Odds, dollars, paid_in_cents
from pitboss.rules.rules import Rules

if TYPE_CHECKING:
    from pitboss.procedure.family_table import FamilyTable

INTERRUPTIONS_MAX = 8  # each waits inside the one before: without an end the table would not come back up
HOUSE_DECIDES = "the text does not speak of it: the house decides"


class Phase(Enum):
    """Where in its life the table is."""

    OPENING = "opening"
    SHUFFLE = "shuffle"
    BETTING = "betting"
    DEAL = "deal"
    ATTACK = "attack"
    INSURANCE = "insurance"
    PLAY = "play"
    DEALER = "dealer"
    SETTLEMENT = "settlement"
    CLOSED = "closed"


class RoundVoid(Exception):
    """The round in progress does not count: every wager made in it goes back."""

    def __init__(self, why: str, clauses: Citation, reshuffle: bool, cards: Citation = ()) -> None:
        self.why = why
        self.clauses = clauses
        self.reshuffle = reshuffle
        self.cards = cards  # what orders the cards collected, where the clauses of the void do


class Interrupted(Exception):
    """Between rounds something was ordered that comes before the next wagers; the session takes it up."""


class State:
    """What every table is: people, chips, cards, who is asked, what is on record; a family adds its round.

    The procedures of `procedure/` are the only ones to change it.
    """

    rules: Rules
    law: TableLaw
    boxes: Mapping[int, Box]
    box_kind: type[Box] = Box  # what the family's boxes are
    held: Sequence[object] = ()  # cards that come before the next of the shoe, where the family knows such

    def __init__(self, rules: Rules, by_hand: frozenset[str], family: "FamilyTable[Any]") -> None:
        self.rules = rules
        self.by_hand = by_hand
        self.dealer_by_hand = DEALER in by_hand
        self.family = family
        self.paid_in_cents = paid_in_cents(family.odds_to_pay(rules))
        self.law = TableLaw()  # a document sets its own before anything is dealt
        self.facts: list[facts.Fact] = []
        self.asking = Asking(family.interrupts)
        self.people = People()
        self.chips = Chips()
        self.cards = Cards()
        self.ready = Readiness(CheckEquipment(by=FLOORPERSON, positions=rules.layout.positions))
        self.phase = Phase.OPENING
        self.round = 0
        self.in_round = False
        self.when_empty: Callable[[Any], Procedure[None]] | None = None  # what a document does when the shoe is
        self.bets = Bets()
        self.wagers_open = False  # a checkpoint stands there: a procedure that begins so goes straight to them
        self.boxes = {}
        self.clear_layout()

    @classmethod
    def of(cls, state: "State") -> Self:
        """The same state, known to be of this family's tables; that of another is refused in one sentence."""
        if not isinstance(state, cls):
            raise Malformed(f"a table of {state.rules.game} is not of the family of {cls.__name__}")
        return state

    def clear_layout(self) -> None:
        """No card is dealt yet, and nothing of an earlier round holds any more."""
        self.chips.settled = []
        self.chips.taken_coupons = {}

    def wagers_before_deal(self) -> dict[int, dict[str, dict[str, int]]]:
        """What lies on each box before the bets are closed: by player, then by kind of wager."""
        lying = {
            box: {name: {"bet": cents} for name, cents in placed.items()} for box, placed in self.bets.bets.items()
        }
        for (box, name, kind), cents in self.bets.side.items():
            lying[box][name][kind] = cents
        return lying

    def beside_the_boxes(self) -> BesideTheBoxes:
        """What lies on the layout and belongs to no box."""
        return BesideTheBoxes()

    @property
    def round_or_next(self) -> int:
        """The round in progress; between two of them the one to come."""
        return self.round if self.in_round else self.round + 1

    @property
    def positions(self) -> int:
        """How many betting positions the table was opened with."""
        return self.ready.equipment.positions

    # --- asking -----------------------------------------------------------------------------------------------------

    def refuse(self, code: str, sentence: str, clauses: Citation) -> None:
        """Let the move in hand be refused; the caller goes on waiting and has changed nothing."""
        self.asking.refusal = Refused(code, sentence if clauses else f"{sentence} ({HOUSE_DECIDES})", clauses)

    def would(self, check: Callable[[], bool]) -> bool:
        """Whether a check that refuses what fails would let a move pass; nobody is refused anything by it."""
        passes = check()
        self.asking.refusal = None
        return passes

    def ask(self, wait: Callable[[], Wait]) -> Procedure[Move]:
        """Wait until one of those who may act does; whatever may interrupt the procedure comes in here."""
        while True:
            asked = wait()
            move = yield asked
            if type(move) in asked.may and move.by in asked.by:
                return move
            yield from self.come_between(asked, move)

    def come_between(self, asked: Wait, move: Move) -> Procedure[None]:
        """A move that is not one of those asked for: it interrupts the procedure, or is refused."""
        kind = type(move)
        handler = self.asking.interrupts.get(kind)
        explained = asked.box and handler is not None and hasattr(move, "box")
        if kind in asked.may and not explained:
            # who takes no part in wagers, no text need say
            cited = asked.who.get(kind, asked.clauses if self.phase is not Phase.BETTING else ())
            self.refuse("turn/not-yours", f"{move.by} is not the one to {kind.__struct_config__.tag} now", cited)
        elif kind in asked.bars:
            tag, first = kind.__struct_config__.tag, asked.may[0].__struct_config__.tag
            self.refuse(f"{tag}/not-now", f"{first} comes first", asked.clauses)
        elif handler is not None:  # of a decision that is not theirs to make it says why
            self.asking.interrupted = asked.may
            try:
                yield from self.interrupted_by(handler(self, move))
            finally:
                self.asking.interrupted = ()
        else:
            self.family.out_of_place(self, move)

    def interrupted_by(self, more: Procedure[None] | None) -> Procedure[None]:
        """Carry out what a move calls for before the procedure that it came into goes on."""
        if more is not None and self.asking.interruptions == INTERRUPTIONS_MAX:
            self.refuse("interrupt/too-many", "what was ordered or reported before has to be done first", ())
        elif more is not None:
            self.asking.interruptions += 1
            try:
                yield from more
            finally:
                self.asking.interruptions -= 1

    def staff(
        self,
        role: str,
        kind: type[Move],
        clauses: Citation,
        box: int = 0,
        bars: tuple[type[Move], ...] = (),
        whose: Citation | None = None,
    ) -> Procedure[Move | None]:
        """A step of the house: done by itself unless a person has taken the role.

        `whose` is what gives it to this role, where that is not what orders it.
        """
        if role not in self.by_hand:
            return None
        who = {} if whose is None else {kind: whose}
        return (yield from self.ask(lambda: Wait((role,), (kind,), clauses, box, bars=bars, who=who)))

    def record(self, fact: facts.Fact) -> None:
        """Write a fact down."""
        self.facts.append(fact)

    # --- cards ------------------------------------------------------------------------------------------------------

    def dealt_by(self, cited: Citation) -> Citation:
        """What orders that the next card is dealt, beside what orders that somebody gets it."""
        return cited

    def top(self) -> Card | None:
        """The next card, where nothing has to be done before it."""
        return self.cards.shoe.top()

    def draw(self, at: int) -> Procedure[Card]:
        """The next card, for the hand at a box (0 is the dealer's), or for nobody's."""
        card = self.top()
        if card is None and self.cards.shoe.cover_card_is_next:
            self.cover_card_appears(at)
            card = self.top()
        if card is not None:
            return card
        if self.when_empty is None:
            raise Broken("the shoe is empty and no procedure says what follows")
        yield from self.when_empty(self)
        return self.cards.shoe.draw()

    def cover_card_appears(self, at: int) -> None:
        """The cover card has come to the top: it is put aside and noted at whose hand it came."""
        self.cards.shoe.remove_cover_card()
        self.cards.cover_card_at = at
        self.record(facts.CoverCardCameOut(self.law.cover_card_out, at))

    def discard(self, label: Label, cards: list[Card] | tuple[Card, ...]) -> None:
        """Lay cards in the discard rack."""
        self.cards.rack.place(label, cards, self.cards.in_play.name)

    def discard_hand(self, hand: Hand, label: Label, clauses: Citation) -> None:
        """Lay a hand's cards in the discard rack."""
        cards, on_table = hand.cards, self.cards
        if cards:
            on_table.rack.place(label, cards, on_table.batches[on_table.batch_in_play].name)
            self.facts.append(facts.CardsDiscarded(clauses, hand.box, hand.number, len(cards)))
            hand.cards = []
            hand.face_down = set()

    def take_rest(self) -> tuple[Card, ...]:
        """The cards that are still to be dealt come out, in their order."""
        return self.cards.shoe.take_remaining()

    def take_up_rack(self) -> tuple[Card, ...]:
        """All cards leave the discard rack, the burn card among them: it is shown no more."""
        self.cards.burned = []
        return self.cards.rack.take_all()

    # --- money ------------------------------------------------------------------------------------------------------

    def afford(self, player: str, cents: int, clauses: Citation) -> bool:
        """Whether the chips in front of the player cover the wager; refuses it otherwise."""
        chips = self.people.players[player].chips
        if cents <= chips:
            return True
        self.refuse("wager/too-few-chips", f"{player} has {dollars(chips)} and would need {dollars(cents)}", clauses)
        return False

    def place(self, player: str, cents: int, box: int, hand: int, wager: str, clauses: Citation) -> None:
        """Chips move from the player to the layout."""
        self.people.players[player].chips -= cents
        self.chips.on_layout += cents
        self.facts.append(facts.WagerPlaced(clauses, player, box, hand, wager, cents))

    def collect(self, player: str, cents: int, box: int, hand: int, wager: str, clauses: Citation) -> None:
        """A losing wager moves from the layout to the table inventory."""
        if cents:
            chips = self.chips
            chips.on_layout -= cents
            chips.inventory += cents
            fact = facts.WagerCollected(clauses, player, box, hand, wager, cents)
            chips.settled.append((self.people.players[player], fact))
            self.facts.append(fact)
            if chips.coupons:
                self._take_coupon(player, box, hand, wager, "collected", clauses)

    def give_back(self, player: str, cents: int, box: int, hand: int, wager: str, clauses: Citation) -> None:
        """A wager goes back to the player."""
        if cents:
            self.chips.on_layout -= cents
            self.people.players[player].chips += cents
            self.facts.append(facts.WagerReturned(clauses, player, box, hand, wager, cents))
            if self.chips.coupons:
                self._take_coupon(player, box, hand, wager, "returned", clauses)

    def pay(self, player: str, cents: int, odds: Odds, box: int, hand: int, wager: str, clauses: Citation) -> None:
        """A winning wager is paid from the table inventory and goes back with its winnings."""
        if cents:
            chips, winnings, whose = self.chips, odds.winnings(cents), self.people.players[player]
            chips.on_layout -= cents
            chips.inventory -= winnings
            whose.chips += cents + winnings
            fact = facts.WagerPaid(clauses, player, box, hand, wager, cents, winnings)
            chips.settled.append((whose, fact))
            self.facts.append(fact)
            if chips.coupons:
                self._match(player, odds, box, hand, wager, clauses)

    def _match(self, player: str, odds: Odds, box: int, hand: int, wager: str, clauses: Citation) -> None:
        """A coupon that lay with a winning wager is paid as the wager was."""
        if matched := odds.winnings(self._take_coupon(player, box, hand, wager, "paid", clauses)):
            self.chips.inventory -= matched
            self.people.players[player].chips += matched
            fact = facts.WagerPaid(clauses, player, box, hand, "match-play", 0, matched)
            self.chips.settled.append((self.people.players[player], fact))
            self.facts.append(fact)

    def _take_coupon(self, player: str, box: int, hand: int, wager: str, outcome: str, clauses: Citation) -> int:
        """What a coupon that lay with the wager is worth; it leaves the layout with the wager's decision."""
        coupon = self.chips.coupons.get((player, box, wager))
        if coupon is None or coupon.hand != hand:
            return 0
        self.chips.taken_coupons[player, box, wager] = self.chips.coupons.pop((player, box, wager))
        self.record(facts.CouponTaken(clauses, player, box, wager, outcome))
        return coupon.cents

    def undo_collection(self, of: facts.WagerCollected, clauses: Citation) -> None:
        """A wager that was collected comes out of the table inventory and goes back to the player."""
        self.chips.inventory -= of.cents
        self.chips.on_layout += of.cents
        self.facts.append(facts.CollectionUndone(clauses, of.player, of.box, of.hand, of.wager, of.cents))
        self._restore_coupon(of)
        self.give_back(of.player, of.cents, of.box, of.hand, of.wager, clauses)

    def undo_payment(self, of: facts.WagerPaid, clauses: Citation) -> None:
        """Winnings that were paid go back into the table inventory; the wager itself the player has."""
        self.people.players[of.player].chips -= of.winnings
        self.chips.inventory += of.winnings
        self.facts.append(facts.PaymentUndone(clauses, of.player, of.box, of.hand, of.wager, of.winnings))
        self._restore_coupon(of)
        self._take_coupon(of.player, of.box, of.hand, of.wager, "returned", clauses)

    def _restore_coupon(self, of: facts.WagerCollected | facts.WagerPaid) -> None:
        """A coupon that left the layout with a wager lies there again, to go back as the wager does."""
        where = (of.player, of.box, of.wager)
        if where in self.chips.taken_coupons and self.chips.taken_coupons[where].hand == of.hand:
            self.chips.coupons[where] = self.chips.taken_coupons.pop(where)

    def balanced(self) -> bool:
        """Whether the chips at the table are exactly those that were bought."""
        chips = self.chips
        on_table = chips.on_layout + chips.inventory
        for player in self.people.players.values():  # added up after every move
            on_table += player.chips
        return on_table == chips.bought
