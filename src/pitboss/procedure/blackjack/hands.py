"""What lies on the layout of a blackjack table: hands that count to 21, and the wagers that are added to a bet."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from pitboss.cards.card import Card, Rank
from pitboss.procedure import hands
from pitboss.procedure.view_shape import BoxView, HandView
from pitboss.rules.subjects.points import ACE_HIGH, ACE_LOW, COURT_VALUE, TWENTY_ONE
from pitboss.rules.wager_kinds import WagerKind

ACE = Rank.ACE  # a name of its own: to find a member in its Enum takes longer than to lay a card
POINTS: dict[Rank, int] = {rank: min(int(rank), COURT_VALUE) for rank in Rank}
ON_THE_HAND = ("bet", "attack", "double")
WAGERS = (*ON_THE_HAND, "second_chance")
_ACE_MORE = ACE_HIGH - ACE_LOW
_ACE_AND_TEN = ACE_LOW + COURT_VALUE
_SOFT_MOST = TWENTY_ONE - _ACE_MORE  # the hard total up to which an ace counts 11


class Stake(hands.Stake, gc=False):
    """One person's wagers on one hand, in cents."""

    attack: int = 0
    additional: bool = False  # made on a hand that a split formed, not an original wager
    double: int = 0
    second_chance: int = 0

    def on_hand(self) -> int:
        """Everything riding on the hand but the Second Chance Wager."""
        return self.bet + self.attack + self.double

    def lying(self, wagers: Sequence[str] = WAGERS) -> Sequence[str]:
        """Those of these wagers that lie there."""
        if not (self.attack or self.double or self.second_chance):
            return ("bet",) if self.bet else ()
        return [wager for wager in wagers if getattr(self, wager)]

    def by_name(self) -> dict[str, int]:
        """What lies there, by the name of the wager."""
        return {wager.replace("_", "-"): getattr(self, wager) for wager in self.lying()}


class Hand(hands.Hand):
    """The cards of one hand; `hard` counts every ace as 1."""

    __slots__ = (
        "aces",
        "dead",
        "doubled",
        "from_split",
        "hard",
        "late",
        "looked",
        "parked",
        "second_chance_total",
        "size",
        "split_ace",
        "stood",
        "surrendered",
        "total",
    )

    stakes: list[Stake]

    def __init__(self, box: int, number: int = 1) -> None:
        self.box = box
        self.number = number
        self.cards = []
        self.stakes = []
        self.face_down = set()
        self.finished = self.settled = False
        self.size = 0  # how many cards it was dealt, also once they are in the rack
        self.hard = self.aces = 0
        self.total = 0  # the point count, after a second chance card what is left of it
        self.looked = self.from_split = self.split_ace = self.doubled = self.stood = False
        self.surrendered = self.parked = self.dead = self.late = False
        self.second_chance_total: int | None = None

    def take(self, card: Card, face_up: bool = True) -> None:
        """Lay a card on the hand."""
        rank = card[0]
        if not face_up:
            self.face_down.add(len(self.cards))
        self.cards.append(card)
        self.size += 1
        self.hard = hard = self.hard + POINTS[rank]
        if rank is ACE:
            self.aces += 1
        self.total = hard + _ACE_MORE if self.aces and hard <= _SOFT_MOST else hard

    def give_up_last(self) -> Card:
        """Take the last card off, as a split does."""
        card = self.cards.pop()
        self.size -= 1
        self.hard -= POINTS[card.rank]
        if card.rank is ACE:
            self.aces -= 1
        self.total = self.drawn_total
        return card

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
        """An ace and a ten-value card, on the layout or in the rack; a Blackjack if they were the first two cards."""
        return self.hard == _ACE_AND_TEN and self.aces == 1 and self.size == 2

    @property
    def up_card(self) -> Card:
        """The card of the dealer's that the players see."""
        place = 0
        while place in self.face_down:
            place += 1
        return self.cards[place]

    @property
    def hole_card(self) -> Card:
        """The card of the dealer's that lies face down, where there is one."""
        return self.cards[next(iter(self.face_down))]

    def hidden_from(self, own: bool) -> set[int]:
        """A player who has looked sees the two cards that lie face down, never a double down card still tucked away."""
        return {place for place in self.face_down if place >= 2} if own and self.looked else self.face_down

    def seen(self, own: bool = False) -> HandView:
        """With what it counts, where no card of it is hidden."""
        shown = bool(self.cards) and not self.hidden_from(own)
        return HandView(
            box=self.box,
            hand=self.number,
            cards=self.cards_seen(own),
            total=self.total if shown else None,
            soft=shown and self.soft,
            doubled=self.doubled,
            wagers=self.wagers(),
        )


class Bettor(hands.Bettor, gc=False):
    """One person's wagers on a box that belong to no hand, in cents: insurance too."""

    insurance: int = 0
    insured: bool = False

    def undecided(self) -> bool:
        """Whether one of them still lies there."""
        return super().undecided() or self.insurance > 0


class Box(hands.Box):
    """A betting box in play."""

    __slots__ = ("passed_over",)

    bettors: dict[str, Bettor]
    hands: list[Hand]

    def __init__(
        self, number: int, decides: str, bets: Mapping[str, int], beside: Mapping[str, dict[str, int]]
    ) -> None:
        """A box as the bets are closed."""
        self.number = number
        self.decides = decides
        self.passed_over = False  # in the first deal
        hand, self.bettors = Hand(number), {}
        self.hands = [hand]
        for name, cents in bets.items():
            self.bettors[name] = Bettor(name, beside.get(name, {}))
            hand.stakes.append(Stake(name, cents))

    @property
    def settled(self) -> bool:
        """Whether every hand is."""
        return False not in [hand.settled for hand in self.hands]

    @property
    def given_up(self) -> bool:
        """Whether a hand of it was surrendered."""
        return True in [hand.surrendered or hand.parked for hand in self.hands]

    def added_later(self, name: str) -> bool:
        """Whether somebody has insured here, doubled, split, or wagered on a Second Chance."""
        stakes = [stake for hand in self.hands for stake in hand.stakes if stake.player == name]
        added = any(stake.additional or stake.double or stake.second_chance for stake in stakes)
        return added or (name in self.bettors and self.bettors[name].insurance > 0)

    def seen(self, viewer: str, kinds: Sequence[WagerKind]) -> BoxView:
        """With the insurance that lies there."""
        insurance = {bettor.player: bettor.insurance for bettor in self.bettors.values() if bettor.insurance}
        return replace(super().seen(viewer, kinds), insurance=insurance)
