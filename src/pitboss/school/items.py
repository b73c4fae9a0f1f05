"""Items of a drill: something shown, a question, the right answers, and how an answer is marked."""

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from pitboss.cards.bits import SeededBits, draw_below
from pitboss.law import Citation
from pitboss.rules.money import dollars
from pitboss.rules.rules import Rules

T = TypeVar("T")

# The colours of the house's chips by what they are worth in cents, the dearest first.
COLOURS: Mapping[int, str] = {500_00: "purple", 100_00: "black", 25_00: "green", 5_00: "red", 1_00: "white", 50: "pink"}


class Chance:
    """Choices by seed."""

    def __init__(self, seed: int | str) -> None:
        self.seed = str(seed)
        self._bits = SeededBits(self.seed)

    def pick(self, below: int) -> int:
        """One of so many."""
        return draw_below(self._bits, below)

    def choice(self, of: Sequence[T]) -> T:
        """One of these."""
        return of[self.pick(len(of))]

    def shuffled(self, of: Sequence[T]) -> list[T]:
        """These in another order."""
        left, order = list(of), []
        while left:
            order.append(left.pop(self.pick(len(left))))
        return order


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """One question. `key` names what it asks, so that what was failed can come back with other cards and amounts."""

    drill: str
    key: str
    shown: tuple[str, ...] = ()
    question: str
    choices: tuple[str, ...] = ()
    whats: tuple[str, ...] = ()  # beside where something is, what it is: one of these
    answers: tuple[str, ...]  # each of them is right
    clauses: Citation
    planted: str = ""  # the kind of fault, where one was planted


def digest_of(item: Item) -> str:
    """The hash of an item, its right answers among it."""
    return hashlib.sha256(msgspec.json.encode(item)).hexdigest()


@dataclass(frozen=True)
class Drill:
    """A kind of exercise: what it can ask of a game, and how an item of it is made."""

    id: str
    words: str
    keys: Callable[[Rules], tuple[str, ...]]
    item: Callable[[Rules, str, Chance], Item]


def in_chips(cents: int) -> dict[int, int]:
    """An amount in the fewest chips; what no chip is worth stays in cents."""
    found = {}
    for worth in COLOURS:
        many, cents = divmod(cents, worth)
        if many:
            found[worth] = many
    return {**found, 1: cents} if cents else found


def chips_in_words(cents: int) -> str:
    """An amount as chips of several colours: `2 green, 1 red`."""
    return ", ".join(f"{many} {COLOURS.get(worth, 'cent')}" for worth, many in in_chips(cents).items()) or "nothing"


def is_right(item: Item, given: str) -> bool:
    """Whether an answer is right: as it stands, as money or as chips, or by the number of a choice."""
    said = _plain(given)
    said = _numbered(item.choices).get(said, said)
    where, _, what = said.partition(" ")
    if what in _numbered(item.whats):
        said = f"{where} {_numbered(item.whats)[what]}"
    wanted = {_plain(answer) for answer in item.answers}
    amount = cents_in(given)
    return said in wanted or (amount is not None and _plain(dollars(amount)) in wanted)


def _numbered(choices: Sequence[str]) -> dict[str, str]:
    return {str(number): _plain(choice) for number, choice in enumerate(choices, 1)}


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[,;]", " ", text.lower()).split())


def cents_in(text: str) -> int | None:
    """A sum of money as people write it: `$37.50`, `37.5`, or chips such as `1 green + 2 red`."""
    plain = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text.strip().lower())
    money = re.fullmatch(r"\$?\s*(\d{1,9})(?:\.(\d{1,2}))?", plain)
    if money is not None:
        return int(money[1]) * 100 + int((money[2] or "0").ljust(2, "0"))
    worths = {colour: worth for worth, colour in COLOURS.items()}
    total = 0
    for part in re.split(r"\s*(?:[+,]|\band\b)\s*", plain):
        chips = re.fullmatch(r"(\d{1,4})\s*x?\s*([a-z]+)", part)
        if chips is None or chips[2] not in worths:
            return None
        total += int(chips[1]) * worths[chips[2]]
    return total


def one_of_four(right: str, others: Sequence[str], chance: Chance) -> tuple[str, ...]:
    """The right choice among others, in any order."""
    wrong = [other for other in dict.fromkeys(others) if other != right]
    return tuple(chance.shuffled([right, *chance.shuffled(wrong)[:3]]))
