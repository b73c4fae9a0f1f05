"""Side wagers settled naively: from what a `[[wager]]` table says, word by word, and from the cards of a record.

It shares no code with anything that reads such a table.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

RED = set("DH")
PLACES = "A23456789TJQK"
SUITS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
Wager = Mapping[str, object]

# 665a.12(c) and 26.6(d), written as a file would have it.
BUST_IT: Wager = {
    "name": "Bust It",
    "cards": "dealer-three",
    "pays": [
        {"when": ["total at least 22", "ranks 8", "same suit"], "odds": "200 to 1"},
        {"when": ["total at least 22", "ranks 8", "same colour"], "odds": "50 to 1"},
        {"when": ["total at least 22", "last 6"], "odds": "15 to 1"},
        {"when": ["total at least 22", "last 7"], "odds": "10 to 1"},
        {"when": ["total at least 22", "last 8"], "odds": "8 to 1"},
        {"when": ["total at least 22", "last 9"], "odds": "6 to 1"},
        {"when": ["total at least 22", "last 10, J, Q, K"], "odds": "3 to 1"},
    ],
}


def points(card: str) -> int:
    """What a card counts, an ace as 1."""
    return min(PLACES.index(card[0]) + 1, 10)


def wins(wager: Wager, cards: Sequence[str]) -> Fraction:
    """What a wager of one gets on these cards: by the first line that holds, or lost."""
    lines = wager["pays"]
    assert isinstance(lines, list)
    for line in lines:
        when = [line["when"]] if isinstance(line["when"], str) else line["when"]
        if all(holds(said, cards) for said in when):
            win, _, stake = str(line["odds"]).partition(" to ")
            return Fraction(int(win), int(stake))
    return Fraction(-1)


def holds(said: str, cards: Sequence[str]) -> bool:
    """Whether one thing said of cards is so."""
    ranks, suits = [card[0] for card in cards], {card[1] for card in cards}
    low = sum(points(card) for card in cards)
    soft = low + 10 if "A" in ranks and low + 10 <= 21 else low
    for name, number in (("hard total", low), ("total", soft), ("cards", len(cards))):
        if said.startswith(f"{name} "):
            *bound, wanted = said.removeprefix(f"{name} ").rsplit(" ", 1)
            return {"at least": number >= int(wanted), "at most": number <= int(wanted)}.get(
                " ".join(bound), number == int(wanted)
            )
    kind, _, named = said.partition(" ")
    labels = ["T" if label == "10" else label for label in named.split(", ")]
    if kind == "ranks":
        return all(rank in labels for rank in ranks)
    if kind == "exactly":
        return sorted(ranks) == sorted(labels)
    if kind == "last":
        return ranks[-1] in labels
    if kind == "suits":
        return suits <= {SUITS[label] for label in labels}
    if kind == "straight":
        places = sorted(PLACES.index(rank) for rank in ranks)
        high = sorted(13 if place == 0 else place for place in places)
        return any(all(b - a == 1 for a, b in pairwise(run)) for run in (places, high))
    alike = max(Counter(ranks).values())
    return {
        "same rank": alike == len(ranks),
        "same suit": len(suits) == 1,
        "same colour": suits <= RED or not suits & RED,
        "pair": alike > 1,
    }[said]
