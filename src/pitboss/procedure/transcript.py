"""A transcript a dealer would recognise: each fact as one line, with the clause that orders it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from pitboss.cards.card import Card
from pitboss.families import families
from pitboss.procedure import facts as f
from pitboss.procedure.facts import Fact
from pitboss.procedure.parts import NOBODYS
from pitboss.rules.money import dollars

Line = tuple[str, tuple[str, ...]]


def card_in_words(code: str | None) -> str:
    """A card, or that there is one."""
    return "a card" if code is None else str(Card.parse(code))


def cards_in_words(codes: Iterable[str]) -> str:
    """Several cards."""
    return " ".join(card_in_words(code) for code in codes)


def where(fact: Any) -> str:
    """The box, and the hand where it has several."""
    hand = getattr(fact, "hand", None)
    return f"box {fact.box}" + (f" hand {hand}" if hand is not None and hand > 1 else "")


def count(cards: int) -> str:
    """So many cards."""
    return f"{cards} card" + "s" * (cards != 1)


def own_rule(words: str) -> str:
    """What the house does by a rule of its own, for want of a text, as a player would call it."""
    own = words.removeprefix("HOUSE: ")
    return words if own == words else f"{own} (house rule)"


class Teller:
    """Tells facts as sentences.

    `hands` and `subtracting` are what a family keeps in mind of the round, to say what its hands count.
    """

    def __init__(self) -> None:
        self.hands: dict[tuple[int, int], Any] = {}
        self.subtracting: set[tuple[int, int]] = set()

    def tell(self, fact: Fact) -> str:
        """One fact as one sentence."""
        return _words()[type(fact)](self, fact)

    def lines(self, happened: Iterable[Fact]) -> Iterator[Line]:
        """Every fact as a sentence with its clauses."""
        return ((self.tell(fact), fact.clauses) for fact in happened)

    def began(self, fact: f.RoundBegan) -> str:
        """A round begins with an empty layout."""
        self.hands = {}
        self.subtracting = set()
        return f"Round {fact.round} (rules {fact.rules_hash[:12]})"


AT = {0: "the dealer's hand", NOBODYS: "nobody's hand"}


def dealt(teller: Teller, fact: f.CardDealt) -> str:
    """A card, where everybody can see it."""
    to = "dealer" if fact.box == 0 else where(fact)
    return f"{to} ← " + ("a card face down" if fact.card is None or not fact.face_up else card_in_words(fact.card))


def wagered(teller: Teller, fact: f.WagerPlaced) -> str:
    """A wager, and where it lies."""
    return f"{fact.player} wagers {dollars(fact.cents)} {fact.wager} ({where(fact)})"


def shown(teller: Teller, fact: f.CardsShown) -> str:
    """A hand turned up."""
    return f"{where(fact)} shows {cards_in_words(fact.cards)}"


def _settled(teller: Teller, fact: f.HandSettled) -> str:
    return f"{where(fact)}: {own_rule(fact.outcome)}"


def _paid(teller: Teller, fact: f.WagerPaid) -> str:
    return f"{fact.player}'s {fact.wager} of {dollars(fact.cents)} wins {dollars(fact.winnings)} ({where(fact)})"


Tells = Callable[[Teller, Any], str]

WORDS: Mapping[type[Fact], Tells] = {
    f.RoundBegan: Teller.began,
    f.CardDealt: dealt,
    f.CardLaid: lambda _, x: f"{x.hand} ← {card_in_words(x.card)}  {x.points}",
    f.CardsShown: shown,
    f.HandSettled: _settled,
    f.WagerPaid: _paid,
    f.EquipmentChecked: lambda _, x: f"equipment checked, {x.positions} positions",
    f.ReaderInspected: lambda _, x: f"card reader inspected: {'in order' if x.sound else 'not in order'}",
    f.DecksReceived: lambda _, x: f"{x.cards} cards received" + (", preshuffled" if x.preshuffled else ""),
    f.CardsSpread: lambda _, x: f"cards spread face {'up' if x.face_up else 'down'} ({x.batch})",
    f.SpreadViewed: lambda _, x: f"{x.by} looks at the cards",
    f.CardsShuffled: lambda _, x: (
        (f"{x.cards} cards stay as they came" if x.preshuffled else f"{x.by} shuffles {x.cards} cards")
        + f"; sealed {x.seal[:16]}…"
    ),
    f.StackPresented: lambda _, x: f"the stack held out to {x.to}, backs away from the dealer",
    f.CutOffered: lambda _, x: f"cut offered to {x.to}",
    f.SeedCommitted: lambda _, x: f"{x.by} commits to a seed, {x.commitment[:16]}…",
    f.SeedPledged: lambda _, x: f"{x.by} pledges a seed, {x.pledge[:16]}…",
    f.SeedGiven: lambda _, x: f"{x.by} opens the pledge: {x.seed[:16]}…",
    f.SeedsMixed: lambda _, x: (
        f"The order is drawn from the seeds of the house and of {', '.join(x.players)}"
        if x.players
        else "Nobody gave a seed: the order is drawn from the house's alone"
    ),
    f.SeedDropped: lambda _, x: f"{x.by} opens the seed that is dropped: {x.seed[:16]}…",
    f.SeedWithheld: lambda _, x: f"{x.by} does not open the pledge: new seeds are drawn, without {x.by}'s",
    f.CutRefused: lambda _, x: f"{x.by} leaves the cut to another",
    f.CardsCut: lambda _, x: f"{x.by} cuts" + (f" at {x.position}" if x.position is not None else ""),
    f.CoverCardPlaced: lambda _, x: f"cover card {x.from_back} cards from the back",
    f.ShoeEmptied: lambda _, x: f"{count(x.cards)} not dealt, to the rack",
    f.ShoeLoaded: lambda _, x: f"{x.cards} cards ready to deal",
    f.CardBurned: lambda _, x: f"a card is burned ({x.why})",
    f.CoverCardCameOut: lambda _, x: f"cover card comes out at {AT.get(x.at) or f'box {x.at}'}",
    f.SealOpened: lambda _, x: f"seal {x.seal[:16]}… opened: {len(x.order)} cards",
    f.PlayerSat: lambda _, x: f"{x.player} sits at box {x.box}",
    f.PlayerLeft: lambda _, x: f"{x.player} leaves with {dollars(x.cents)}",
    f.ChipsBought: lambda _, x: f"{x.player} buys {dollars(x.cents)} in chips",
    f.PlayerReady: lambda _, x: f"{x.player} is ready",
    f.BetsClosed: lambda _, x: f'bets closed: "{x.announced}"' if x.announced else "bets closed",
    f.WagerPlaced: wagered,
    f.WagerDeclined: lambda _, x: f"{x.player} declines {x.wager} (box {x.box})",
    f.WagerCollected: lambda _, x: f"{x.player}'s {x.wager} of {dollars(x.cents)} is collected ({where(x)})",
    f.WagerReturned: lambda _, x: f"{x.player}'s {x.wager} of {dollars(x.cents)} is returned ({where(x)})",
    f.CollectionUndone: lambda _, x: f"{x.player}'s {x.wager} of {dollars(x.cents)} was not lost ({where(x)})",
    f.PaymentUndone: lambda _, x: f"{x.player}'s {x.wager} did not win {dollars(x.winnings)} ({where(x)})",
    f.Announced: lambda _, x: f'{x.by}: "{x.words}"',
    f.CardsDiscarded: lambda _, x: f"{where(x) if x.box else 'dealer'}: {count(x.cards)} to the rack",
    f.CardsLookedAt: lambda _, x: f"{x.player} looks at the cards ({where(x)})",
    f.RoundEnded: lambda _, x: f"round {x.round} is over",
    f.RoundVoided: lambda _, x: f"NO HAND COUNTS: {own_rule(x.why)}",
    f.CardDrawnInError: lambda _, x: (
        f"{card_in_words(x.card)} drawn in error, {'exposed' if x.exposed else 'not exposed'}"
    ),
    f.GamingDayBegan: lambda _, x: "a new gaming day begins",
    f.InspectionAsked: lambda _, x: f"{x.by} asks to see the batch from the shuffler",
    f.CardAgeNoted: lambda _, x: (
        f"cards in use for {x.hours} hour{'s' * (x.hours != 1)}" + (", to be changed" if x.change_due else "")
    ),
    f.CardChangeOrdered: lambda _, x: f"{x.by} orders new cards",
    f.CardsChanged: lambda _, x: "the cards are changed",
    f.ActivityCeased: lambda _, x: "nobody plays at the table",
    f.TableClosed: lambda _, x: "the table is closed",
    f.ClosingOrdered: lambda _, x: f"{x.by} orders the table closed",
    f.ShuffleStepDone: lambda _, x: f"shuffle: {own_rule(x.step)}",
    f.CutNotRequired: lambda _, x: f"no cut: {x.why}",
    f.RecutOrdered: lambda _, x: f"{x.by} orders a recut by {x.recut_by}",
    f.BurnCardShown: lambda _, x: f"burn card shown to {x.to}: {card_in_words(x.card)}",
    f.ReshuffleOrdered: lambda _, x: f"{x.by} orders a reshuffle",
    f.TapInOrdered: lambda _, x: f"{x.by} sends {x.dealer} in to deal",
    f.WorkCompleted: lambda _, x: f"{x.dealer} completes all work: {x.work}",
    f.DealerChanged: lambda _, x: f"{x.incoming} relieves {x.outgoing}",
    f.CouponTaken: lambda _, x: f"{x.player}'s match play coupon {x.outcome} with the {x.wager} (box {x.box})",
    f.CouponPlaced: lambda _, x: f"{x.player} lays a match play coupon with the {x.wager} (box {x.box})",
    f.WagerConfirmed: lambda _, x: f"{x.by} confirms {x.player}'s spoken wager (box {x.box})",
    f.WagerNotConfirmed: lambda _, x: f"{x.by} does not confirm {x.player}'s spoken wager (box {x.box})",
    f.CashReturned: lambda _, x: f"{x.player} gets {dollars(x.cents)} in cash back",
    f.SharedBoxesLimited: lambda _, x: f"{x.by}: by order of the regulator at most {x.boxes} boxes are shared",
    f.ConsentGiven: lambda _, x: f"{x.by} lets {x.player} wager on box {x.box}",
    f.EntryPermitted: lambda _, x: f"{x.player} may wager again",
    f.HandChosen: lambda _, x: f"the cards are held in the {x.hand} hand, {x.held}",
    f.CardUnused: lambda _, x: f"{card_in_words(x.card)} not used, to the rack",
    f.BoxPassedOver: lambda _, x: (f"box {x.box} is" if x.box else "the dealer's own hand is") + " passed over",
    f.CardsRanOut: lambda _, x: f"no card is left to deal; {count(x.rack)} in the rack",
    f.FloorpersonNotified: lambda _, x: f"a floorperson is told: {x.of}",
    f.ShufflerStopped: lambda _, x: f"shuffler {x.why}",
    f.ShufflerSetAside: lambda _, x: f"shuffler {x.how}",
    f.HouseDecided: lambda _, x: f"the house decides for {x.player}: {x.move} ({x.rule})",
}


@cache
def _words() -> Mapping[type[Fact], Tells]:
    """Those above, and those of the families."""
    found = dict(WORDS)
    for one in families().values():
        room = one.procedure.open()
        found |= {**room.facts, **room.words}
    return found
