"""What lies on the layout of any table: hands with their cards and everybody's wagers on them.

A family whose hands count something, or have other wagers on them, has its own kinds of these.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec import Struct

from pitboss.cards.card import Card
from pitboss.procedure.parts import Coupon
from pitboss.procedure.view_shape import HIDDEN, BoxView, HandView
from pitboss.rules.wager_kinds import WagerKind


class Stake(Struct, gc=False):
    """One person's wager on one hand, in cents."""

    player: str
    bet: int

    def by_name(self) -> dict[str, int]:
        """What lies there, by the name of the wager."""
        return {"bet": self.bet} if self.bet else {}


class Hand:
    """The cards of one hand, and everybody's wagers on it."""

    __slots__ = ("box", "cards", "face_down", "finished", "number", "settled", "stakes")

    cards: list[Card]
    face_down: set[int]
    stakes: Sequence[Stake]

    def __init__(self, box: int, number: int = 1) -> None:
        self.box = box
        self.number = number
        self.cards = []
        self.stakes = []
        self.face_down = set()
        self.finished = False
        self.settled = False

    def take(self, card: Card, face_up: bool = True) -> None:
        """Lay a card on the hand."""
        if not face_up:
            self.face_down.add(len(self.cards))
        self.cards.append(card)

    def hidden_from(self, own: bool) -> set[int]:
        """The places of the cards that somebody does not see: the one who decides for the hand, or another."""
        return self.face_down

    def seen(self, own: bool = False) -> HandView:
        """The hand as the one who decides for it sees it, or another; it counts nothing that a family does not."""
        return HandView(box=self.box, hand=self.number, cards=self.cards_seen(own), wagers=self.wagers())

    def cards_seen(self, own: bool) -> tuple[str | None, ...]:
        """The cards, what is hidden left out."""
        hidden = self.hidden_from(own)
        return tuple([HIDDEN if place in hidden else card.code for place, card in enumerate(self.cards)])

    def wagers(self) -> dict[str, dict[str, int]]:
        """What lies on it, by player and name of the wager."""
        return {stake.player: stake.by_name() for stake in self.stakes}


@dataclass
class CommonHand:
    """A hand that belongs to no box: its name, its cards, and what they count by the family's own rule."""

    name: str
    cards: list[Card]
    points: int


@dataclass
class BesideTheBoxes:
    """What lies on the layout and belongs to no box: the dealer's hand, hands common to all, cards drawn in error."""

    dealer: Hand | None = None
    common_hands: Sequence[CommonHand] = ()
    exposed: Sequence[Card] = ()
    hidden: Sequence[Card] = ()

    def cards(self) -> Iterator[Card]:
        """Every card of all that."""
        yield from self.dealer.cards if self.dealer is not None else ()
        for common in self.common_hands:
            yield from common.cards
        yield from self.exposed
        yield from self.hidden


class Bettor(Struct, gc=False):
    """One person's wagers on a box that belong to no hand, in cents."""

    player: str
    side: dict[str, int]  # side wagers by kind

    def undecided(self) -> bool:
        """Whether one of them still lies there."""
        return bool(self.side)


class Box:
    """A betting box in play: who wagers there, who decides, and its hands from left to right."""

    __slots__ = ("bettors", "decides", "hands", "number")

    bettors: Mapping[str, Bettor]
    hands: Sequence[Hand]

    def __init__(
        self, number: int, decides: str, bets: Mapping[str, int], beside: Mapping[str, dict[str, int]]
    ) -> None:
        """A box as the bets are closed: by player the bet on its first hand, and the side wagers beside it."""
        self.number = number
        self.decides = decides
        hand = Hand(number)
        self.bettors = {name: Bettor(name, beside.get(name, {})) for name in bets}
        hand.stakes = [Stake(name, cents) for name, cents in bets.items()]
        self.hands = [hand]

    def added_later(self, name: str) -> bool:
        """Whether somebody has added a wager to their bet once the cards were out, where the family knows such."""
        return False

    def seen(self, viewer: str, kinds: Sequence[WagerKind]) -> BoxView:
        """The box as somebody sees it."""
        return BoxView(
            box=self.number,
            decides=self.decides,
            hands=tuple([hand.seen(viewer == self.decides) for hand in self.hands]),
            side_wagers={
                kind.id: {b.player: b.side[kind.id] for b in self.bettors.values() if kind.id in b.side}
                for kind in kinds
            },
        )


@dataclass(eq=False)
class Spoken:
    """A wager made by word with cash: which, how much, what coupon lay there before, and who is still to confirm."""

    wager: str
    cents: int
    coupon_before: Coupon | None
    needed: list[str]


@dataclass(eq=False)
class Bets:
    """What is on the layout before the bets are closed: by box, then by player in order of arrival."""

    bets: dict[int, dict[str, int]] = field(default_factory=dict)
    side: dict[tuple[int, str, str], int] = field(default_factory=dict)  # side wagers by box, player and kind
    consents: list[tuple[int, str]] = field(default_factory=list)
    unconfirmed: dict[tuple[str, int], "Spoken"] = field(default_factory=dict)  # by player and box
    ready: list[str] = field(default_factory=list)
    closed: bool = False  # by the dealer's own move

    def unready(self, player: str) -> None:
        """Who changes a wager is not ready any more."""
        if player in self.ready:
            self.ready.remove(player)

    def taken_off(self, box: int, player: str) -> int:
        """A bet lies there no more; with the first on a box goes the consent to whoever has not wagered by it yet."""
        there = self.bets[box]
        first = next(iter(there))
        cents = there.pop(player)
        if player == first:
            self.consents = [(at, guest) for at, guest in self.consents if at != box or guest in there]
        if not there:
            del self.bets[box]
        return cents

    def boxes_of(self, player: str) -> list[int]:
        """The boxes a player has bet on."""
        return sorted([box for box, bets in self.bets.items() if player in bets])
