"""What comes back, and when: boxes as Leitner had them, by how many items ago and not by the calendar.

Every key begins in the first box. A right answer moves it one box up, a wrong one back to the first. A key of box n is
due again 2**n items after it was asked. Of the keys that are due the longest overdue comes first; when none is, a new
one comes; when there is no new one, the one that is due soonest.
"""

from collections.abc import Sequence

import msgspec

from pitboss.school.items import Chance

BOXES = 6


class Card(msgspec.Struct, frozen=True):
    """How far somebody has come with one key."""

    box: int = 0
    asked: int = 0  # the number of the item by which it was last asked
    due: int = 0


class Progress(msgspec.Struct, frozen=True):
    """How far somebody has come with all keys: so many items so far, and what was asked of them."""

    items: int = 0
    cards: dict[str, Card] = {}

    def after(self, key: str, right: bool) -> "Progress":
        """The progress once a key was answered."""
        box = min(self.cards.get(key, Card()).box + 1, BOXES) if right else 0
        now = self.items + 1
        return Progress(now, {**self.cards, key: Card(box, now, now + 2**box)})

    def next(self, keys: Sequence[str], chance: Chance) -> str:
        """The key that is asked next."""
        now = self.items + 1
        due = [key for key in keys if key in self.cards and self.cards[key].due <= now]
        new = [key for key in keys if key not in self.cards]
        if due:
            return min(due, key=lambda key: (self.cards[key].due, keys.index(key)))
        if new:
            return chance.choice(new)
        return min(keys, key=lambda key: (self.cards[key].due, keys.index(key)))
