"""Side wagers as data: which cards decide one, what it pays on them, its limits, and what becomes of it.

A side wager lies on a box, not on a hand: a split does not divide it, a surrender does not touch it, and a dealer's
Blackjack only decides one that the dealer's cards decide. When a round is void it goes back like every other wager.
One on the player's hand is decided by the cards that the first hand of the box has in the end: a line of its own pays
a hand over 21, a Second Chance card is none of its cards, what was given up or met a Blackjack counts as it lies there,
and a hand that is called dead returns it. Nobody plays otherwise for it.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Self, TypeVar

from pitboss.cards.card import Rank, Suit
from pitboss.law import Citation
from pitboss.rules.cited import Group
from pitboss.rules.money import Cents, Odds, paid_in_cents

E = TypeVar("E", bound=Enum)

NO_END = 99
LEAST_CENTS = Cents(100)
NOT_FOR_SIDE_WAGERS = frozenset(("bet", "attack", "double", "split", "second-chance", "insurance", "main", "round"))


class BadWager(ValueError):
    """What was written is no side wager."""


class DecidedBy(Enum):
    """The cards that decide a side wager, and by that when it is settled."""

    FIRST_TWO = "the player's first two cards"
    FIRST_TWO_AND_UP = "the player's first two cards and the dealer's up card"
    DEALER_THREE = "the dealer's first three cards, and lost where he has two"
    DEALER_HAND = "the dealer's hand"
    PLAYER_HAND = "the player's hand as it ends, the first of a box that was split"

    @property
    def by_deal(self) -> bool:
        """Whether it is settled once everybody has two cards."""
        return self in (DecidedBy.FIRST_TWO, DecidedBy.FIRST_TWO_AND_UP)

    @property
    def by_numbers(self) -> bool:
        """Whether the cards are a hand of any length, of which totals and their number are known."""
        return self in (DecidedBy.DEALER_HAND, DecidedBy.PLAYER_HAND)


class AfterBust(Enum):
    """What becomes of the side wager of a player whose hands are all over 21 before it is decided."""

    STAYS = "stays until the dealer's third card"
    COLLECTED = "collected with the hand"


class AfterDeadHand(Enum):
    """What becomes of the side wager of a player whose hands are all dead before it is decided."""

    STAYS = "stays until the dealer's third card"
    RETURNED = "goes back with the hand's wagers"


class Holds(Enum):
    """What may be said of some cards; the value is how it is written."""

    SAME_RANK = "same rank"
    SAME_SUIT = "same suit"
    SAME_COLOUR = "same colour"
    SUITS = "suits"  # each card is of one of these suits
    PAIR = "pair"  # two of them, at least, are of one rank
    STRAIGHT = "straight"  # ranks in sequence, an ace below the two or above the king
    RANKS = "ranks"  # each card is of one of these ranks
    EXACTLY = "exactly"  # these ranks and no other, in any order
    LAST = "last"  # the last card is of one of these ranks
    TOTAL = "total"  # an ace counts 11 where that is not over 21
    HARD_TOTAL = "hard total"  # an ace counts 1
    CARDS = "cards"  # how many there are


OF_SUITS = (Holds.SAME_SUIT, Holds.SAME_COLOUR, Holds.SUITS)
_OF_RANKS = (Holds.RANKS, Holds.EXACTLY, Holds.LAST)
_OF_NUMBERS = (Holds.TOTAL, Holds.HARD_TOTAL, Holds.CARDS)
_RANKS = {rank.label: rank for rank in Rank}
_SUITS = {suit.name.lower(): suit for suit in Suit}


@dataclass(frozen=True)
class Predicate:
    """One thing said of the cards: `same suit`, `ranks K, Q`, `suits hearts`, `total at least 22`."""

    holds: Holds
    ranks: tuple[Rank, ...] = ()
    least: int = 0
    most: int = NO_END
    suits: tuple[Suit, ...] = ()

    @cached_property
    def of_numbers(self) -> bool:
        """Whether it looks at totals or the number of cards, not at the cards themselves."""
        return self.holds in _OF_NUMBERS

    def __str__(self) -> str:
        words = self.holds.value
        if self.holds in _OF_RANKS:
            return f"{words} {', '.join(rank.label for rank in self.ranks)}"
        if self.suits:
            return f"{words} {', '.join(suit.name.lower() for suit in self.suits)}"
        if self.holds not in _OF_NUMBERS:
            return words
        if self.least == self.most:
            return f"{words} {self.least}"
        return f"{words} at least {self.least}" if self.most == NO_END else f"{words} at most {self.most}"

    @classmethod
    def parse(cls, text: str) -> "Predicate":
        """Read one as it is written."""
        words = " ".join(text.lower().split())
        for holds in Holds:
            if words != holds.value and not words.startswith(f"{holds.value} "):
                continue
            rest = words[len(holds.value) :].strip()
            if holds in _OF_RANKS:
                return cls(holds, tuple(rank_called(word) for word in rest.split(",")))
            if holds is Holds.SUITS:
                return cls(holds, suits=tuple(_suit_called(word.strip()) for word in rest.split(",")))
            if holds in _OF_NUMBERS:
                return cls(holds, (), *_numbers(text, rest))
            if not rest:
                return cls(holds)
        known = ", ".join(repr(holds.value) for holds in Holds)
        raise BadWager(f"{text!r} says nothing of cards; there are: {known}")


def rank_called(word: str) -> Rank:
    """The rank of a label as people write it."""
    try:
        return _RANKS[word.strip().upper()]
    except KeyError:
        raise BadWager(f"{word!r} is not a rank: A, 2 to 10, J, Q or K") from None


def _suit_called(word: str) -> Suit:
    try:
        return _SUITS[word]
    except KeyError:
        raise BadWager(f"{word!r} is not a suit: clubs, diamonds, hearts or spades") from None


def _numbers(text: str, rest: str) -> tuple[int, int]:
    match = re.fullmatch(r"(at least |at most )?(\d{1,2})", rest)
    if match is None:
        raise BadWager(f"{text!r} needs a number, such as 20, 'at least 20' or 'at most 20'")
    number = int(match[2])
    return (number if match[1] != "at most " else 0), (number if match[1] != "at least " else NO_END)


@dataclass(frozen=True)
class PayRow:
    """One line of a paytable: it pays where everything it says of the cards holds."""

    name: str
    when: tuple[Predicate, ...]
    odds: Odds

    @cached_property
    def of_suits(self) -> bool:
        """Whether it looks at suits."""
        return any(predicate.holds in OF_SUITS for predicate in self.when)


class Paytable(ABC):
    """A paytable in a form of its own text: shown as `what: odds; what: odds`, written as a table of rows."""

    @abstractmethod
    def as_json(self) -> dict[str, str]:
        """The rows as a file has them."""

    @classmethod
    @abstractmethod
    def parse(cls, raw: object) -> Self:
        """Read one as it is written; a ValueError says what is wrong with it."""

    @abstractmethod
    def pay_rows(self, removed: Sequence[Rank]) -> tuple[PayRow, ...]:
        """The lines of the table as a side wager's, for decks without some ranks."""


class WagerSubject(Group, ABC):
    """What a text says of a side wager of its own, value by value."""

    @abstractmethod
    def kind(self, removed: Sequence[Rank]) -> "WagerKind | None":
        """The wager as the kind it is, for decks without some ranks; None where the text knows none."""

    @abstractmethod
    def unsettled(self, game: str, stands_on: int) -> str | None:
        """Why a dealer who stands on this total could not settle it, in one sentence."""


@dataclass(frozen=True)
class KindClauses:
    """What the law says of a side wager, value by value; nothing of one that a variant brings."""

    offered: Citation = ()
    minimum: Citation = ()
    maximum: Citation = ()
    within_bet: Citation = ()
    area: Citation = ()


@dataclass(frozen=True)
class WagerKind:
    """A kind of side wager; of its paytable the first line that holds pays, and where none does it is lost."""

    name: str
    decided_by: DecidedBy
    pays: tuple[PayRow, ...]
    minimum_cents: Cents = LEAST_CENTS
    maximum_cents: Cents | None = None
    within_bet: bool = False
    after_bust: AfterBust = AfterBust.STAYS
    after_dead_hand: AfterDeadHand = AfterDeadHand.STAYS
    offered: bool = True
    area: bool = True  # one of its own on the layout
    clauses: KindClauses = field(default_factory=KindClauses)
    before_all: bool = False  # settled before every other wager, also one that is decided sooner

    id: str = field(init=False, compare=False)  # the name as moves and records have it: `perfect-pairs`
    paid_in_cents: int = field(init=False, compare=False)  # every multiple of it is paid to the cent by every line

    def __post_init__(self) -> None:
        called = re.sub(r"[^a-z0-9]+", "-", self.name.lower().replace("+", " plus ")).strip("-")
        object.__setattr__(self, "id", called)
        object.__setattr__(self, "paid_in_cents", paid_in_cents(row.odds for row in self.pays))

    def __str__(self) -> str:
        rows = ", ".join(f"{row.name} {row.odds}" for row in self.pays)
        return f"{self.name} on {self.decided_by.value}: {rows}"

    def takes(self, cents: int) -> bool:
        """Whether so much may be wagered, as far as the wager's own limits go."""
        return self.minimum_cents <= cents and (self.maximum_cents is None or cents <= self.maximum_cents)

    def as_json(self) -> dict[str, object]:
        """The kind as a `[[wager]]` table of a variant file."""
        return {
            "name": self.name,
            "cards": _id(self.decided_by),
            "minimum_cents": self.minimum_cents,
            **({} if self.maximum_cents is None else {"maximum_cents": self.maximum_cents}),
            "within_bet": self.within_bet,
            "after_bust": _id(self.after_bust),
            "after_dead_hand": _id(self.after_dead_hand),
            "pays": [
                {"name": row.name, "when": [str(one) for one in row.when], "odds": str(row.odds)} for row in self.pays
            ],
        }


def wager_name(wager: str) -> str:
    """A wager as people read its id: `Perfect Pairs`."""
    return {"main": "main game", "insurance": "insurance"}.get(wager) or wager.replace("-", " ").title()


_KEYS = ("name", "cards", "pays", "minimum_cents", "maximum_cents", "within_bet", "after_bust", "after_dead_hand")


def _id(member: Enum) -> str:
    return member.name.lower().replace("_", "-")


def wager_kind(raw: object) -> WagerKind:
    """The kind that a `[[wager]]` table describes, or one sentence saying what is wrong with it."""
    if not isinstance(raw, Mapping):
        raise BadWager("a side wager is a [[wager]] table in a variant file: name, cards and [[wager.pays]]")
    name = str(raw.get("name", ""))
    if unknown := [str(key) for key in raw if key not in _KEYS]:
        raise BadWager(f"[[wager]] {name!r} has an unknown key {unknown[0]!r}; there are: {', '.join(_KEYS)}")
    within = raw.get("within_bet", False)
    if not isinstance(within, bool):
        raise BadWager(f"[[wager]] {name!r}: within_bet is true or false, not {within!r}")
    most = raw.get("maximum_cents")
    found = WagerKind(
        name,
        _one_of(name, "cards", DecidedBy, raw.get("cards")),
        _rows(name, raw.get("pays")),
        _cents(name, "minimum_cents", raw.get("minimum_cents", LEAST_CENTS)),
        None if most is None else _cents(name, "maximum_cents", most),
        within,
        _one_of(name, "after_bust", AfterBust, raw.get("after_bust", "stays")),
        _one_of(name, "after_dead_hand", AfterDeadHand, raw.get("after_dead_hand", "stays")),
    )
    if fault := _fault(found):
        raise BadWager(f"[[wager]] {name!r} {fault}")
    return found


def _fault(kind: WagerKind) -> str | None:
    if not kind.id or kind.id in NOT_FOR_SIDE_WAGERS or len(kind.name) > 40:
        return "needs a name of its own, of at most 40 characters"
    if kind.maximum_cents is not None and kind.maximum_cents < kind.minimum_cents:
        return "has a maximum below its minimum"
    said = [one.holds for row in kind.pays for one in row.when]
    if kind.decided_by.by_numbers and (unknown := [holds.value for holds in said if holds not in _OF_NUMBERS]):
        only = "of which only totals and the number of cards are looked at"
        return f"is on a hand of any length, {only}: not {unknown[0]!r}"
    if kind.decided_by.by_deal and kind.after_bust is AfterBust.COLLECTED:
        return "is settled when everybody has two cards, and no hand is over then: after_bust says nothing of it"
    if kind.decided_by is DecidedBy.DEALER_HAND and kind.after_bust is AfterBust.COLLECTED:
        return "is on the dealer's whole hand, and stays when the player's is over"
    if kind.decided_by is DecidedBy.PLAYER_HAND and kind.after_bust is AfterBust.COLLECTED:
        return "is on the player's whole hand: where no line pays a total of 22 and more, it is lost with the hand"
    return None


def _one_of(name: str, key: str, kind: type[E], raw: object) -> E:
    members = {_id(member): member for member in kind}
    word = str(raw).strip().lower().replace("_", "-").replace(" ", "-")
    if word not in members:
        said = "nothing" if raw is None else repr(raw)
        raise BadWager(f"[[wager]] {name!r}: {key} is one of {', '.join(members)}, not {said}")
    return members[word]


def _cents(name: str, key: str, raw: object) -> Cents:
    if not isinstance(raw, int) or isinstance(raw, bool) or not 0 < raw <= 10**12:
        raise BadWager(f"[[wager]] {name!r}: {key} is a number of cents, not {raw!r}")
    return Cents(raw)


def _rows(name: str, raw: object) -> tuple[PayRow, ...]:
    if not isinstance(raw, list) or not raw:
        raise BadWager(f"[[wager]] {name!r} has no [[wager.pays]]")
    return tuple(_row(name, row) for row in raw)


def _row(name: str, raw: object) -> PayRow:
    if not isinstance(raw, Mapping) or not {"when", "odds"} <= raw.keys() <= {"name", "when", "odds"}:
        raise BadWager(f"[[wager]] {name!r}: a line of the paytable has when and odds, and may have a name")
    when = raw["when"] if isinstance(raw["when"], list) else [raw["when"]]
    said = tuple(Predicate.parse(str(one)) for one in when)
    try:
        odds = Odds.parse(str(raw["odds"]))
    except ValueError as error:
        raise BadWager(f"[[wager]] {name!r}: {error}") from None
    return PayRow(str(raw.get("name", " and ".join(map(str, said)))), said, odds)
