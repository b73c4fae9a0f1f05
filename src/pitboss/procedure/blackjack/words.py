"""What happens only at a blackjack table, each fact in words, and what its hands count."""

from collections.abc import Mapping

from pitboss.cards.card import Card
from pitboss.procedure import facts as core
from pitboss.procedure.blackjack import facts as f
from pitboss.procedure.blackjack.hands import Hand
from pitboss.procedure.facts import Fact
from pitboss.procedure.transcript import Teller, Tells, card_in_words, count, dealt, shown, wagered, where


def _total(hand: Hand) -> str:
    """What a hand counts."""
    return f"{'soft ' if hand.soft else ''}{hand.total}"


def _dealt(teller: Teller, fact: core.CardDealt) -> str:
    """A card, and the total it makes where everybody can see it."""
    hand = teller.hands.setdefault((fact.box, fact.hand), Hand(fact.box))
    said = dealt(teller, fact)
    if fact.card is None or not fact.face_up:
        return said
    if (fact.box, fact.hand) in teller.subtracting:
        return f"{said} to be subtracted"
    hand.take(Card.parse(fact.card))
    return said + (f"  {_total(hand)}" if len(hand.cards) > 1 else "")


def _wagered(teller: Teller, fact: core.WagerPlaced) -> str:
    """A wager; after a Second Chance Wager the next card is subtracted from the hand."""
    if fact.wager == "second-chance":
        teller.subtracting.add((fact.box, fact.hand))
    return wagered(teller, fact)


def _shown(teller: Teller, fact: core.CardsShown) -> str:
    """A hand turned up: from here on its total is known."""
    hand = teller.hands[fact.box, fact.hand] = Hand(fact.box)
    for code in fact.cards:
        hand.take(Card.parse(code))
    return f"{shown(teller, fact)}  {_total(hand)}"


def _split(teller: Teller, fact: f.HandSplit) -> str:
    """A pair becomes two hands."""
    hand = teller.hands.get((fact.box, fact.hand))
    if hand is not None and len(hand.cards) > 1:
        new = teller.hands[fact.box, fact.new_hand] = Hand(fact.box)
        new.take(hand.give_up_last())
    return f"box {fact.box}: hand {fact.hand} is split, hand {fact.new_hand} formed"


def _turned(teller: Teller, fact: f.HoleCardTurned) -> str:
    """The hole card and the dealer's two-card total."""
    hand = teller.hands.setdefault((0, 1), Hand(0))
    hand.take(Card.parse(fact.card))
    return f"dealer turns {card_in_words(fact.card)}  {_total(hand)}"


COUNTED: Mapping[type[Fact], Tells] = {core.CardDealt: _dealt, core.WagerPlaced: _wagered, core.CardsShown: _shown}

WORDS: Mapping[type[Fact], Tells] = {
    f.CardsInspected: lambda _, x: f"{x.by} inspects the cards: {x.defects or 'no'} defects",
    f.InspectionVerified: lambda _, x: f"{x.by} verifies the inspection",
    f.TensRemoved: lambda _, x: f"{x.cards} {x.called} taken out by the {x.by}",
    f.TensDestroyed: lambda _, x: f"{x.called} destroyed ({x.how})",
    f.CardsWashed: lambda _, x: "cards washed and stacked" + (", one was exposed" if x.exposed else ""),
    f.RollingCalled: lambda _, x: f'{x.by}: "rolling"',
    f.RollingApproved: lambda _, x: f"{x.by} approves",
    f.DecksPresented: lambda _, x: f"decks held out to {x.to} with the {x.hand} hand, {x.reach}",
    f.CutCardRemoved: lambda _, x: f"{x.by} takes the cut card out",
    f.CardsTucked: lambda _, x: f"{count(x.cards)} tucked under the bet ({where(x)})",
    f.CardsSquared: lambda _, x: f"the dealer's {count(x.cards)} lie squared",
    f.Signalled: lambda _, x: f"{x.player} {x.signal} ({where(x)})",
    f.DecisionMade: lambda _, x: f"{x.player}: {x.decision} ({where(x)})",
    f.HandSplit: _split,
    f.HandDesignated: lambda _, x: f"{x.player}'s wager stays on hand {x.hand} (box {x.box})",
    f.HandBusted: lambda _, x: f"{where(x)} busts with {x.total}",
    f.HoleCardRead: lambda _, x: f"hole card checked: {'Blackjack' if x.blackjack else 'no Blackjack'}",
    f.HoleCardTurned: _turned,
    f.SecondChanceDrawn: lambda _, x: f"{where(x)}: second chance card {card_in_words(x.card)} leaves {x.total}",
    f.DealerStood: lambda _, x: f"dealer has {x.total}",
    f.WagersParked: lambda _, x: (
        f"{where(x)}: {'the wagers are set on the cards' if x.on_cards else 'the surrender waits for the card reader'}"
    ),
    f.CardFoundFaceUp: lambda _, x: f"{card_in_words(x.card)} found face up, to the rack",
    f.TenFound: lambda _, x: f"{card_in_words(x.card)} found in the shoe",
    f.CardRefused: lambda _, x: f"{x.player} refuses the exposed card (box {x.box})",
    f.CardAccepted: lambda _, x: f"{x.player} accepts the exposed card (box {x.box})",
    f.LateCardChosen: lambda _, x: f"{x.player} wants the card late (box {x.box})",
    f.HandDead: lambda _, x: f"{where(x)} is dead: {x.why}",
    f.ReaderMisused: lambda _, x: (
        "the reader is used without cause"
        + ("" if x.seen is None else f"; players {'may have seen' if x.seen else 'cannot have seen'} the card")
    ),
    f.ReaderBroke: lambda _, x: f"{x.by}: the card reader does not work",
    f.ReaderFixed: lambda _, x: f"{x.by}: the card reader works again",
}
