"""A transcript a dealer would recognise: each fact as one line, with the clause that orders it."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pitboss.cards.card import Card
from pitboss.procedure import facts as f
from pitboss.procedure.facts import Fact
from pitboss.procedure.hands import Hand
from pitboss.rules.money import dollars

Line = tuple[str, tuple[str, ...]]


def _card(code: str | None) -> str:
    return "a card" if code is None else str(Card.parse(code))


def _cards(codes: Iterable[str]) -> str:
    return " ".join(_card(code) for code in codes)


def _where(fact: Any) -> str:
    return f"box {fact.box}" + (f" hand {fact.hand}" if getattr(fact, "hand", 1) > 1 else "")


def _total(hand: Hand) -> str:
    return f"{'soft ' if hand.soft else ''}{hand.total}"


def _count(cards: int) -> str:
    return f"{cards} card" + "s" * (cards != 1)


class Teller:
    """Tells facts as sentences; it keeps the hands in mind to say their totals."""

    def __init__(self) -> None:
        self._hands: dict[tuple[int, int], Hand] = {}
        self._subtracting: set[tuple[int, int]] = set()

    def tell(self, fact: Fact) -> str:
        """One fact as one sentence."""
        return _TELLERS[type(fact)](self, fact)

    def lines(self, happened: Iterable[Fact]) -> Iterator[Line]:
        """Every fact as a sentence with its clauses."""
        return ((self.tell(fact), fact.clauses) for fact in happened)

    def began(self, fact: f.RoundBegan) -> str:
        """A round begins with an empty layout."""
        self._hands = {}
        self._subtracting = set()
        return f"Round {fact.round} (rules {fact.rules_hash[:12]})"

    def dealt(self, fact: f.CardDealt) -> str:
        """A card, and the total it makes where everybody can see it."""
        hand = self._hands.setdefault((fact.box, fact.hand), Hand(fact.box))
        to = "dealer" if fact.box == 0 else _where(fact)
        if fact.card is None or not fact.face_up:
            return f"{to} ← a card face down"
        if (fact.box, fact.hand) in self._subtracting:
            return f"{to} ← {_card(fact.card)} to be subtracted"
        hand.take(Card.parse(fact.card))
        return f"{to} ← {_card(fact.card)}" + (f"  {_total(hand)}" if len(hand.cards) > 1 else "")

    def wagered(self, fact: f.WagerPlaced) -> str:
        """A wager; after a Second Chance Wager the next card is subtracted from the hand."""
        if fact.wager == "second-chance":
            self._subtracting.add((fact.box, fact.hand))
        return f"{fact.player} wagers {dollars(fact.cents)} {fact.wager} ({_where(fact)})"

    def split(self, fact: f.HandSplit) -> str:
        """A pair becomes two hands."""
        hand = self._hands.get((fact.box, fact.hand))
        if hand is not None and len(hand.cards) > 1:
            new = self._hands[fact.box, fact.new_hand] = Hand(fact.box)
            new.take(hand.give_up_last())
        return f"box {fact.box}: hand {fact.hand} is split, hand {fact.new_hand} formed"

    def turned(self, fact: f.HoleCardTurned) -> str:
        """The hole card and the dealer's two-card total."""
        hand = self._hands.setdefault((0, 1), Hand(0))
        hand.take(Card.parse(fact.card))
        return f"dealer turns {_card(fact.card)}  {_total(hand)}"

    def shown(self, fact: f.CardsShown) -> str:
        """A hand turned up: from here on its total is known."""
        hand = self._hands[fact.box, fact.hand] = Hand(fact.box)
        for code in fact.cards:
            hand.take(Card.parse(code))
        return f"{_where(fact)} shows {_cards(fact.cards)}  {_total(hand)}"


def _settled(teller: Teller, fact: f.HandSettled) -> str:
    return f"{_where(fact)}: {fact.outcome}"


def _paid(teller: Teller, fact: f.WagerPaid) -> str:
    return f"{fact.player}'s {fact.wager} of {dollars(fact.cents)} wins {dollars(fact.winnings)} ({_where(fact)})"


_TELLERS: dict[type[Fact], Callable[[Teller, Any], str]] = {
    f.RoundBegan: Teller.began,
    f.CardDealt: Teller.dealt,
    f.CardLaid: lambda _, x: f"{x.hand} ← {_card(x.card)}  {x.points}",
    f.HandSplit: Teller.split,
    f.HoleCardTurned: Teller.turned,
    f.CardsShown: Teller.shown,
    f.HandSettled: _settled,
    f.WagerPaid: _paid,
    f.EquipmentChecked: lambda _, x: f"equipment checked, {x.positions} positions",
    f.ReaderInspected: lambda _, x: f"card reader inspected: {'in order' if x.sound else 'not in order'}",
    f.DecksReceived: lambda _, x: f"{x.cards} cards received" + (", preshuffled" if x.preshuffled else ""),
    f.CardsInspected: lambda _, x: f"{x.by} inspects the cards: {x.defects or 'no'} defects",
    f.InspectionVerified: lambda _, x: f"{x.by} verifies the inspection",
    f.TensRemoved: lambda _, x: f"{x.cards} tens taken out by the {x.by}",
    f.TensDestroyed: lambda _, x: f"tens destroyed ({x.how})",
    f.CardsSpread: lambda _, x: f"cards spread face {'up' if x.face_up else 'down'} ({x.batch})",
    f.SpreadViewed: lambda _, x: f"{x.by} looks at the cards",
    f.CardsWashed: lambda _, x: "cards washed and stacked" + (", one was exposed" if x.exposed else ""),
    f.CardsShuffled: lambda _, x: (
        (f"{x.cards} cards stay as they came" if x.preshuffled else f"{x.by} shuffles {x.cards} cards")
        + f"; sealed {x.seal[:16]}…"
    ),
    f.StackPresented: lambda _, x: f"the stack held out to {x.to}, backs away from the dealer",
    f.CutOffered: lambda _, x: f"cut offered to {x.to}",
    f.CutRefused: lambda _, x: f"{x.by} refuses the cut",
    f.CardsCut: lambda _, x: f"{x.by} cuts" + (f" at {x.position}" if x.position is not None else ""),
    f.CoverCardPlaced: lambda _, x: f"cover card {x.from_back} cards from the back",
    f.ShoeEmptied: lambda _, x: f"{_count(x.cards)} left in the shoe to the rack",
    f.ShoeLoaded: lambda _, x: f"{x.cards} cards ready to deal",
    f.CardBurned: lambda _, x: f"a card is burned ({x.why})",
    f.CoverCardCameOut: lambda _, x: "cover card comes out at " + (f"box {x.at}" if x.at else "the dealer's hand"),
    f.SealOpened: lambda _, x: f"seal {x.seal[:16]}… opened: {len(x.order)} cards",
    f.PlayerSat: lambda _, x: f"{x.player} sits at box {x.box}",
    f.PlayerLeft: lambda _, x: f"{x.player} leaves with {dollars(x.cents)}",
    f.ChipsBought: lambda _, x: f"{x.player} buys {dollars(x.cents)} in chips",
    f.PlayerReady: lambda _, x: f"{x.player} is ready",
    f.BetsClosed: lambda _, x: f'bets closed: "{x.announced}"' if x.announced else "bets closed",
    f.WagerPlaced: Teller.wagered,
    f.WagerDeclined: lambda _, x: f"{x.player} declines {x.wager} (box {x.box})",
    f.WagerCollected: lambda _, x: f"{x.player}'s {x.wager} of {dollars(x.cents)} is collected ({_where(x)})",
    f.WagerReturned: lambda _, x: f"{x.player}'s {x.wager} of {dollars(x.cents)} is returned ({_where(x)})",
    f.CollectionUndone: lambda _, x: f"{x.player}'s {x.wager} of {dollars(x.cents)} was not lost ({_where(x)})",
    f.PaymentUndone: lambda _, x: f"{x.player}'s {x.wager} did not win {dollars(x.winnings)} ({_where(x)})",
    f.DecisionMade: lambda _, x: f"{x.player}: {x.decision} ({_where(x)})",
    f.Announced: lambda _, x: f'{x.by}: "{x.words}"',
    f.HandBusted: lambda _, x: f"{_where(x)} busts with {x.total}",
    f.HoleCardRead: lambda _, x: f"hole card checked: {'Blackjack' if x.blackjack else 'no Blackjack'}",
    f.DealerStood: lambda _, x: f"dealer has {x.total}",
    f.CardsDiscarded: lambda _, x: f"{_where(x) if x.box else 'dealer'}: {_count(x.cards)} to the rack",
    f.CardsLookedAt: lambda _, x: f"{x.player} looks at the cards ({_where(x)})",
    f.SecondChanceDrawn: lambda _, x: f"{_where(x)}: second chance card {_card(x.card)} leaves {x.total}",
    f.RoundEnded: lambda _, x: f"round {x.round} is over",
    f.RoundVoided: lambda _, x: f"ROUND VOID: {x.why}",
    f.HandDead: lambda _, x: f"{_where(x)} is dead: {x.why}",
    f.CardFoundFaceUp: lambda _, x: f"{_card(x.card)} found face up, to the rack",
    f.CardDrawnInError: lambda _, x: f"{_card(x.card)} drawn in error, {'exposed' if x.exposed else 'not exposed'}",
    f.GamingDayBegan: lambda _, x: "a new gaming day begins",
    f.InspectionAsked: lambda _, x: f"{x.by} asks to see the batch from the shuffler",
    f.CardAgeNoted: lambda _, x: f"cards in use for {x.hours} hours" + (", to be changed" if x.change_due else ""),
    f.CardChangeOrdered: lambda _, x: f"{x.by} orders new cards",
    f.CardsChanged: lambda _, x: "the cards are changed",
    f.ActivityCeased: lambda _, x: "nobody plays at the table",
    f.TableClosed: lambda _, x: "the table is closed",
    f.ClosingOrdered: lambda _, x: f"{x.by} orders the table closed",
    f.ShuffleStepDone: lambda _, x: f"shuffle: {x.step}",
    f.RollingCalled: lambda _, x: f'{x.by}: "rolling"',
    f.RollingApproved: lambda _, x: f"{x.by} approves",
    f.DecksPresented: lambda _, x: f"decks held out to {x.to} with the {x.hand} hand, {x.reach}",
    f.CutNotRequired: lambda _, x: f"no cut: {x.why}",
    f.CutCardRemoved: lambda _, x: f"{x.by} takes the cut card out",
    f.RecutOrdered: lambda _, x: f"{x.by} orders a recut by {x.recut_by}",
    f.BurnCardShown: lambda _, x: f"burn card shown to {x.to}: {_card(x.card)}",
    f.ReshuffleOrdered: lambda _, x: f"{x.by} orders a reshuffle",
    f.TapInOrdered: lambda _, x: f"{x.by} sends {x.dealer} in to deal",
    f.WorkCompleted: lambda _, x: f"{x.dealer} completes all work: {x.work}",
    f.DealerChanged: lambda _, x: f"{x.incoming} relieves {x.outgoing}",
    f.CouponTaken: lambda _, x: f"{x.player}'s match play coupon {x.outcome} with the {x.wager} (box {x.box})",
    f.CouponPlaced: lambda _, x: f"{x.player} lays a match play coupon with the {x.wager} (box {x.box})",
    f.WagerConfirmed: lambda _, x: f"{x.by} confirms {x.player}'s spoken wager (box {x.box})",
    f.SharedBoxesLimited: lambda _, x: f"{x.by}: by order of the regulator at most {x.boxes} boxes are shared",
    f.ConsentGiven: lambda _, x: f"{x.by} lets {x.player} wager on box {x.box}",
    f.EntryPermitted: lambda _, x: f"{x.player} may wager again",
    f.CardsTucked: lambda _, x: f"{_count(x.cards)} tucked under the bet ({_where(x)})",
    f.CardsSquared: lambda _, x: f"the dealer's {_count(x.cards)} lie squared",
    f.Signalled: lambda _, x: f"{x.player} {x.signal} ({_where(x)})",
    f.HandDesignated: lambda _, x: f"{x.player}'s wager stays on hand {x.hand} (box {x.box})",
    f.WagersParked: lambda _, x: f"{_where(x)}: the wagers are set on the cards",
    f.HandChosen: lambda _, x: f"the cards are held in the {x.hand} hand, {x.held}",
    f.StubPlaced: lambda _, x: f"stub of {_count(x.cards)} to the rack",
    f.StubCounted: lambda _, x: f"stub counted: {_count(x.cards)}, {x.in_deck} in the deck",
    f.DeckRemoved: lambda _, x: "the deck is removed from the table",
    f.TenFound: lambda _, x: f"{_card(x.card)} found in the shoe",
    f.CardRefused: lambda _, x: f"{x.player} refuses the exposed card (box {x.box})",
    f.CardAccepted: lambda _, x: f"{x.player} accepts the exposed card (box {x.box})",
    f.CardUnused: lambda _, x: f"{_card(x.card)} not used, to the rack",
    f.BoxPassedOver: lambda _, x: (f"box {x.box} is" if x.box else "the dealer's own hand is") + " passed over",
    f.LateCardChosen: lambda _, x: f"{x.player} wants the card late (box {x.box})",
    f.CardsRanOut: lambda _, x: f"the shoe is empty; {_count(x.rack)} in the rack",
    f.FloorpersonNotified: lambda _, x: f"a floorperson is told: {x.of}",
    f.ReaderMisused: lambda _, x: (
        f"the reader is used without cause; players {'may have seen' if x.seen else 'cannot have seen'} the card"
    ),
    f.ReaderBroke: lambda _, x: f"{x.by}: the card reader does not work",
    f.ReaderFixed: lambda _, x: f"{x.by}: the card reader works again",
    f.ShufflerStopped: lambda _, x: f"shuffler {x.why}",
    f.ShufflerSetAside: lambda _, x: f"shuffler {x.how}",
    f.HouseDecided: lambda _, x: f"the house decides for {x.player}: {x.move} ({x.rule})",
    f.HandShown: lambda _, x: f"{'dealer' if x.box == 0 else f'box {x.box}'} shows {_cards(x.cards)}: {x.rank}",
}
