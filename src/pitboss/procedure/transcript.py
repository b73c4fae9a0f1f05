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


class Teller:
    """Tells facts as sentences; it keeps the hands in mind to say their totals."""

    def __init__(self) -> None:
        self._hands: dict[tuple[int, int], Hand] = {}

    def tell(self, fact: Fact) -> str:
        """One fact as one sentence."""
        teller = _TELLERS.get(type(fact))
        if teller is not None:
            return teller(self, fact)
        parts = [str(getattr(fact, name)) for name in fact.__struct_fields__ if name != "clauses"]
        return f"{str(fact.__struct_config__.tag).replace('-', ' ')}: {', '.join(parts)}" if parts else str(fact)

    def lines(self, happened: Iterable[Fact]) -> Iterator[Line]:
        """Every fact as a sentence with its clauses."""
        return ((self.tell(fact), fact.clauses) for fact in happened)

    def began(self, fact: f.RoundBegan) -> str:
        """A round begins with an empty layout."""
        self._hands = {}
        return f"Round {fact.round} (rules {fact.rules_hash[:12]})"

    def dealt(self, fact: f.CardDealt) -> str:
        """A card, and the total it makes where everybody can see it."""
        hand = self._hands.setdefault((fact.box, fact.hand), Hand(fact.box, fact.hand))
        to = "dealer" if fact.box == 0 else _where(fact)
        if fact.card is None or not fact.face_up:
            return f"{to} ← a card face down"
        hand.take(Card.parse(fact.card))
        total = f"{'soft ' if hand.soft else ''}{hand.total}" if len(hand.cards) > 1 else ""
        return f"{to} ← {_card(fact.card)}" + (f"  {total}" if total else "")

    def split(self, fact: f.HandSplit) -> str:
        """A pair becomes two hands."""
        hand = self._hands.get((fact.box, fact.hand))
        if hand is not None and len(hand.cards) > 1:
            new = self._hands[fact.box, fact.new_hand] = Hand(fact.box, fact.new_hand)
            new.take(hand.give_up_last())
        return f"box {fact.box}: hand {fact.hand} is split, hand {fact.new_hand} formed"

    def turned(self, fact: f.HoleCardTurned) -> str:
        """The hole card and the dealer's two-card total."""
        hand = self._hands.setdefault((0, 1), Hand(0))
        hand.take(Card.parse(fact.card))
        return f"dealer turns {_card(fact.card)}  {hand.total}"

    def shown(self, fact: f.CardsShown) -> str:
        """A hand turned up: from here on its total is known."""
        hand = self._hands[fact.box, fact.hand] = Hand(fact.box, fact.hand)
        for code in fact.cards:
            hand.take(Card.parse(code))
        return f"{_where(fact)} shows {_cards(fact.cards)}  {hand.total}"


def _settled(teller: Teller, fact: f.HandSettled) -> str:
    return f"{_where(fact)}: {fact.outcome}"


def _paid(teller: Teller, fact: f.WagerPaid) -> str:
    return f"{fact.player}'s {fact.wager} of {dollars(fact.cents)} wins {dollars(fact.winnings)} ({_where(fact)})"


_TELLERS: dict[type[Fact], Callable[[Teller, Any], str]] = {
    f.RoundBegan: Teller.began,
    f.CardDealt: Teller.dealt,
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
    f.CardsShuffled: lambda _, x: f"{x.by} shuffles {x.cards} cards; sealed {x.seal[:16]}…",
    f.CutOffered: lambda _, x: f"cut offered to {x.to}",
    f.CutRefused: lambda _, x: f"{x.by} refuses the cut",
    f.CardsCut: lambda _, x: f"{x.by} cuts" + (f" at {x.position}" if x.position is not None else ""),
    f.CoverCardPlaced: lambda _, x: f"cover card {x.from_back} cards from the back",
    f.ShoeLoaded: lambda _, x: f"{x.cards} cards ready to deal",
    f.CardBurned: lambda _, x: f"a card is burned ({x.why})",
    f.CoverCardCameOut: lambda _, x: "cover card comes out at " + (f"box {x.at}" if x.at else "the dealer's hand"),
    f.SealOpened: lambda _, x: f"seal {x.seal[:16]}… opened: {len(x.order)} cards",
    f.PlayerSat: lambda _, x: f"{x.player} sits at box {x.box}",
    f.PlayerLeft: lambda _, x: f"{x.player} leaves with {dollars(x.cents)}",
    f.ChipsBought: lambda _, x: f"{x.player} buys {dollars(x.cents)} in chips",
    f.PlayerReady: lambda _, x: f"{x.player} is ready",
    f.BetsClosed: lambda _, x: f'bets closed: "{x.announced}"' if x.announced else "bets closed",
    f.WagerPlaced: lambda _, x: f"{x.player} wagers {dollars(x.cents)} {x.wager} ({_where(x)})",
    f.WagerDeclined: lambda _, x: f"{x.player} declines {x.wager} (box {x.box})",
    f.WagerCollected: lambda _, x: f"{x.player}'s {x.wager} of {dollars(x.cents)} is collected ({_where(x)})",
    f.WagerReturned: lambda _, x: f"{x.player}'s {x.wager} of {dollars(x.cents)} is returned ({_where(x)})",
    f.DecisionMade: lambda _, x: f"{x.player}: {x.decision} ({_where(x)})",
    f.Announced: lambda _, x: f'{x.by}: "{x.words}"',
    f.HandBusted: lambda _, x: f"{_where(x)} busts with {x.total}",
    f.HoleCardRead: lambda _, x: f"reader: {'Blackjack' if x.blackjack else 'no Blackjack'}",
    f.DealerStood: lambda _, x: f"dealer has {x.total}",
    f.CardsDiscarded: lambda _, x: f"{_where(x) if x.box else 'dealer'}: {x.cards} cards to the rack",
    f.CardsLookedAt: lambda _, x: f"{x.player} looks at the cards ({_where(x)})",
    f.SecondChanceDrawn: lambda _, x: f"{_where(x)}: second chance card {_card(x.card)} leaves {x.total}",
    f.RoundEnded: lambda _, x: f"round {x.round} is over",
    f.RoundVoided: lambda _, x: f"ROUND VOID: {x.why}",
    f.HandDead: lambda _, x: f"{_where(x)} is dead: {x.why}",
    f.CardFoundFaceUp: lambda _, x: f"{_card(x.card)} found face up, to the rack",
    f.CardDrawnInError: lambda _, x: f"{_card(x.card)} drawn in error, {'exposed' if x.exposed else 'not exposed'}",
    f.HandShown: lambda _, x: f"{'dealer' if x.box == 0 else f'box {x.box}'} shows {_cards(x.cards)}: {x.rank}",
}
