"""Bonuses for a player's 21 that is no Blackjack: by the number of its cards, or by its ranks and their suits."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from pitboss.cards.card import Rank, Suit
from pitboss.rules.money import Odds
from pitboss.rules.subjects.points import COURT_VALUE, TWENTY_ONE
from pitboss.rules.wager_kinds import NO_END, DecidedBy, Holds, PayRow, Paytable, Predicate, WagerKind, rank_called

LEAST_CARDS, MOST_CARDS, MOST_RANKS = 3, 21, 5
OF, SUITED = f"{TWENTY_ONE} of ", "suited"
AFTER = {"after double": False, "after split": True}  # whether it is paid then, unless a file says otherwise
_YES_OR_NO = {"yes": True, "true": True, "no": False, "false": False}


def _row(said: str, odds: Odds) -> PayRow:
    """One line: `5 cards`, `7 cards or more`, `6-7-8`, `6-7-8 suited`, `7-7-7 spades`."""
    words = " ".join(said.lower().split()).removeprefix(OF)
    if match := re.fullmatch(r"(\d{1,2}) cards( or more)?", words):
        least = int(match[1])
        if not LEAST_CARDS <= least <= MOST_CARDS:
            raise ValueError(f"{said!r}: a bonus is for a {TWENTY_ONE} of {LEAST_CARDS} to {MOST_CARDS} cards")
        return PayRow(words, (Predicate(Holds.CARDS, least=least, most=NO_END if match[2] else least),), odds)
    named, _, of = words.partition(" ")
    if "-" not in named:
        written = "'5 cards', '7 cards or more', '6-7-8', '6-7-8 suited' or '7-7-7 spades'"
        raise ValueError(f"{said!r} says nothing of a {TWENTY_ONE}; write {written}")
    ranks = tuple(sorted(rank_called(label) for label in named.split("-")))
    points = sum(ranks)
    if max(ranks) >= COURT_VALUE or TWENTY_ONE not in (points, points + 10 * (Rank.ACE in ranks)):
        raise ValueError(f"{said!r} is no {TWENTY_ONE} of cards from ace to 9, which a bonus by ranks is for")
    if not LEAST_CARDS <= len(ranks) <= MOST_RANKS:
        raise ValueError(f"{said!r}: a bonus by ranks names {LEAST_CARDS} to {MOST_RANKS} of them")
    suits = {"": (), SUITED: (Predicate(Holds.SAME_SUIT),)}
    suits |= {suit.name.lower(): (Predicate(Holds.SUITS, suits=(suit,)),) for suit in Suit}
    if of not in suits:
        raise ValueError(f"{said!r}: {of!r} is none of {SUITED}, {', '.join(list(suits)[2:])}")
    name = f"{'-'.join(rank.label for rank in ranks)} {of}".strip()
    return PayRow(name, (Predicate(Holds.EXACTLY, ranks), *suits[of]), odds)


@dataclass(frozen=True)
class Bonus21(Paytable):
    """What 21s of these cards are paid, at once and whatever the dealer has; of several lines the best."""

    rows: tuple[PayRow, ...]
    after_double: bool = AFTER["after double"]
    after_split: bool = AFTER["after split"]

    def __str__(self) -> str:
        return "; ".join(f"{'' if what in AFTER else OF}{what}: {odds}" for what, odds in self.as_json().items())

    def as_json(self) -> dict[str, str]:
        """The rows as a file has them."""
        after = dict(zip(AFTER, (self.after_double, self.after_split), strict=True))
        return {row.name: str(row.odds) for row in self.rows} | {
            name: "yes" if paid else "no" for name, paid in after.items()
        }

    @classmethod
    def parse(cls, raw: object) -> Self:
        """Read one as a table of a file has it, or as it is shown; a ValueError says what is wrong with it."""
        if isinstance(raw, str):
            parts = [[word.strip() for word in part.partition(":")] for part in raw.split(";") if part.strip()]
            raw = {what: odds for what, _, odds in parts}
            if len(raw) < len(parts):
                raise ValueError("a row is said twice")
        if not isinstance(raw, Mapping):
            raise ValueError('bonuses are a table of rows, such as {"5 cards" = "3 to 2", "6-7-8 suited" = "2 to 1"}')
        said = {str(key): value for key, value in raw.items()}
        after = [_yes_or_no(name, said.pop(name, paid)) for name, paid in AFTER.items()]
        rows = [_row(key, Odds.parse(str(odds))) for key, odds in said.items()]
        names = [row.name for row in rows]
        if not rows:
            raise ValueError("there is no bonus without a row, such as '5 cards' = '3 to 2'")
        if twice := [name for name in names if names.count(name) > 1]:
            raise ValueError(f"there are two rows for {twice[0]!r}")
        return cls(tuple(sorted(rows, key=lambda row: -row.odds.ratio)), *after)

    def pay_rows(self, removed: Sequence[Rank]) -> tuple[PayRow, ...]:
        """The lines of the table, those that pay most first."""
        return self.rows

    @property
    def kind(self) -> WagerKind:
        """The bonuses as lines of which the first that holds pays."""
        return WagerKind("21", DecidedBy.PLAYER_HAND, self.rows)

    @property
    def different_odds(self) -> tuple[Odds, ...]:
        """What they pay, the most first."""
        return tuple(dict.fromkeys(row.odds for row in self.rows))

    @property
    def on_felt(self) -> Iterator[str]:
        """What a layout says of them: those that pay alike together."""
        for odds in self.different_odds:
            yield f"{OF}{', '.join(row.name for row in self.rows if row.odds == odds)} pays {odds}"

    def paid_to(self, doubled: bool, split: bool) -> bool:
        """Whether a hand that was doubled, or that a split formed, is paid them."""
        return (self.after_double or not doubled) and (self.after_split or not split)


def _yes_or_no(name: str, said: object) -> bool:
    try:
        return said if isinstance(said, bool) else _YES_OR_NO[str(said).strip().lower()]
    except KeyError:
        raise ValueError(f"{name!r} is yes or no, not {said!r}") from None
