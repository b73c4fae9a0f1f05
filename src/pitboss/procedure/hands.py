"""What lies on the layout: hands with their cards and everybody's wagers on them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pitboss.cards.card import Card, Rank
from pitboss.rules.subjects.points import ACE_HIGH, ACE_LOW, COURT_VALUE, TWENTY_ONE

POINTS: dict[Rank, int] = {rank: min(int(rank), COURT_VALUE) for rank in Rank}
_ACE_MORE = ACE_HIGH - ACE_LOW
_SOFT_MOST = TWENTY_ONE - _ACE_MORE  # the hard total up to which an ace counts 11


class Stake:
    """One person's wagers on one hand, in cents."""

    __slots__ = ("additional", "attack", "bet", "double", "player", "second_chance")

    def __init__(self, player: str, bet: int, attack: int = 0, additional: bool = False) -> None:
        self.player = player
        self.additional = additional  # made on a hand that a split formed, not an original wager
        self.bet = bet
        self.attack = attack
        self.double = 0
        self.second_chance = 0

    def on_hand(self) -> int:
        """Everything riding on the hand but the Second Chance Wager."""
        return self.bet + self.attack + self.double

    def by_name(self) -> dict[str, int]:
        """What lies there, by the name of the wager."""
        wagers = {}
        if self.bet:
            wagers["bet"] = self.bet
        if self.attack:
            wagers["attack"] = self.attack
        if self.double:
            wagers["double"] = self.double
        if self.second_chance:
            wagers["second-chance"] = self.second_chance
        return wagers


class Hand:
    """The cards of one hand; `hard` counts every ace as 1."""

    __slots__ = (
        "aces",
        "box",
        "cards",
        "dead",
        "doubled",
        "face_down",
        "finished",
        "from_split",
        "hard",
        "late",
        "looked",
        "number",
        "parked",
        "second_chance_total",
        "settled",
        "size",
        "split_ace",
        "stakes",
        "stood",
        "surrendered",
    )

    def __init__(self, box: int, number: int = 1) -> None:
        self.box = box
        self.number = number
        self.cards: list[Card] = []
        self.size = 0  # how many cards it was dealt, also once they are in the rack
        self.hard = 0
        self.aces = 0
        self.stakes: list[Stake] = []
        self.face_down: set[int] = set()
        self.looked = False
        self.from_split = False
        self.split_ace = False
        self.doubled = False
        self.stood = False
        self.surrendered = False
        self.finished = False
        self.settled = False
        self.parked = False
        self.dead = False
        self.late = False
        self.second_chance_total: int | None = None

    def take(self, card: Card, face_up: bool = True) -> None:
        """Lay a card on the hand."""
        rank = card[0]
        if not face_up:
            self.face_down.add(len(self.cards))
        self.cards.append(card)
        self.size += 1
        self.hard += POINTS[rank]
        if rank == Rank.ACE:
            self.aces += 1

    def give_up_last(self) -> Card:
        """Take the last card off, as a split does."""
        card = self.cards.pop()
        self.size -= 1
        self.hard -= POINTS[card.rank]
        if card.rank == Rank.ACE:
            self.aces -= 1
        return card

    @property
    def total(self) -> int:
        """The point count, after a second chance card what is left of it."""
        if self.second_chance_total is not None:
            return self.second_chance_total
        hard = self.hard
        return hard + _ACE_MORE if self.aces and hard <= _SOFT_MOST else hard

    @property
    def drawn_total(self) -> int:
        """The point count of the cards it drew, whatever a second chance card made of it."""
        return self.hard + _ACE_MORE if self.aces and self.hard <= _SOFT_MOST else self.hard

    @property
    def soft(self) -> bool:
        """Whether an ace counts 11."""
        return self.aces > 0 and self.hard <= _SOFT_MOST

    @property
    def busted(self) -> bool:
        """Whether the total is over 21."""
        return self.total > TWENTY_ONE

    @property
    def two_card_21(self) -> bool:
        """An ace and a ten-value card; a Blackjack if they were the first two cards."""
        return len(self.cards) == 2 and self.aces == 1 and self.hard == COURT_VALUE + ACE_LOW


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


class Bettor:
    """One person's wagers on a box that belong to no hand, in cents."""

    __slots__ = ("insurance", "insured", "player", "side")

    def __init__(self, player: str) -> None:
        self.player = player
        self.side: dict[str, int] = {}  # side wagers by kind
        self.insurance = 0
        self.insured = False


class Box:
    """A betting box in play: who wagers there, who decides, and its hands from left to right."""

    __slots__ = ("bettors", "decides", "hands", "number", "passed_over")

    def __init__(self, number: int, decides: str) -> None:
        self.number = number
        self.decides = decides
        self.bettors: dict[str, Bettor] = {}
        self.hands: list[Hand] = []
        self.passed_over = False  # in the first deal


class DealerHand(Hand):
    """The dealer's cards; the hole card, if there is one, is the one that lies face down."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(0)

    @property
    def up_card(self) -> Card:
        """The card the players see."""
        if 0 not in self.face_down:
            return self.cards[0]
        return next(card for place, card in enumerate(self.cards) if place not in self.face_down)

    @property
    def hole_card(self) -> Card:
        """The card that lies face down."""
        return self.cards[next(iter(self.face_down))]


class Bets:
    """What is on the layout before the bets are closed: by box, then by player in order of arrival."""

    def __init__(self) -> None:
        self.bets: dict[int, dict[str, int]] = {}
        self.side: dict[tuple[int, str, str], int] = {}  # side wagers by box, player and kind
        self.consents: set[tuple[int, str]] = set()
        self.unconfirmed: dict[tuple[str, int], set[str]] = {}
        self.ready: set[str] = set()
        self.closed = False  # by the dealer's own move

    def boxes_of(self, player: str) -> list[int]:
        """The boxes a player has bet on."""
        return sorted(box for box, bets in self.bets.items() if player in bets)
