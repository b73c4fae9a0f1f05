"""Verification: from the published facts of a table, that every order came of the seeds and is what was dealt.

It reads facts as anybody has them, as JSON objects, and believes none of them: hashes are made again, orders drawn
again, and every card that left the shoe is compared with the order and its cut.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from pitboss.cards import fair
from pitboss.cards.card import Card
from pitboss.cards.double_deck_routine import DrawnHands, carry_out
from pitboss.cards.seal import Opened, Seal
from pitboss.cards.seal import verify as seal_opens
from pitboss.cards.stack import cut

FROM_THE_SHOE = ("card-burned", "card-found-face-up", "card-laid", "card-dealt", "card-drawn-in-error")
LEAVE_ONCE_DRAWN = ("card-dealt", "card-burned", "card-unused")  # what becomes of a card drawn in error
TOLD = (
    *("seed-committed", "seed-pledged", "seed-given", "seed-withheld", "seed-dropped", "seeds-mixed"),
    *("cards-shuffled", "shoe-loaded", "seal-opened", "card-unused"),
    *FROM_THE_SHOE,
)


class Shoe(msgspec.Struct, frozen=True, kw_only=True):
    """A shoe on paper, as the house exports it once its seal is opened: all that it takes to verify it."""

    shoe: Literal[1] = 1
    table: str
    game: str
    title: str
    rules_hash: str
    facts: list[dict[str, Any]]


class NoFacts(ValueError):
    """What was handed in are not facts of a table; the sentence says where."""


@dataclass(frozen=True)
class Finding:
    """What was checked at a place of the record, counted from 1, and whether it is wrong."""

    at: int
    sentence: str
    wrong: bool = False


@dataclass
class _Attempt:
    """What was said for one shuffle."""

    commitment: str
    pledged: dict[str, str] = field(default_factory=dict)
    given: dict[str, str] = field(default_factory=dict)
    mixed: tuple[str, ...] | None = None


@dataclass
class _Published:
    """A seal that was published, with what it must come of."""

    seal: str
    cards: int
    attempt: _Attempt | None
    drawn: list[str | None] = field(default_factory=list)
    found: list[str] = field(default_factory=list)  # face up since these cards were loaded
    gone: list[str] = field(default_factory=list)  # so found before a recut, after which they do not lie there


class _Verifier:
    """Goes through the facts once, in their order."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.at = 0
        self._fact: Mapping[str, Any] = {}
        self._attempt: _Attempt | None = None
        self._sealed: dict[str, _Published] = {}
        self._latest: dict[str, _Published] = {}  # by batch
        self._in_play: _Published | None = None
        self._held: int  # cards drawn in error, which are dealt later, burned, or go unused

    def take(self, fact: Mapping[str, Any]) -> None:
        """Check one fact."""
        self.at += 1
        self._fact = fact
        kind = self._text("fact")
        if kind in FROM_THE_SHOE or kind == "card-unused":
            self._card(kind)
        elif kind in TOLD:
            getattr(self, f"_{kind.replace('-', '_')}")()

    def end(self) -> None:
        """What the record leaves open."""
        for one in self._sealed.values():
            self._say(f"seal {one.seal[:16]} is not opened in this record: its order cannot be checked")

    # --- seeds ------------------------------------------------------------------------------------------------------

    def _seed_committed(self) -> None:
        if self._attempt is not None:
            self._wrong("a new commitment, and the seed of the one before was not opened")
        self._attempt = _Attempt(self._text("commitment"))

    def _seed_pledged(self) -> None:
        attempt, by = self._open_attempt(), self._text("by")
        if attempt.given or by in attempt.pledged:
            self._wrong(f"{by} pledges when pledges were closed")
        attempt.pledged[by] = self._text("pledge")

    def _seed_given(self) -> None:
        attempt, by, seed = self._open_attempt(), self._text("by"), self._text("seed")
        if attempt.pledged.get(by) != fair.pledge(by, seed):
            self._wrong(f"the seed of {by} is not the one that was pledged")
        attempt.given[by] = seed

    def _seed_withheld(self) -> None:
        self._say(f"{self._text('by')} did not open a pledge: another order was drawn, without theirs")

    def _seeds_mixed(self) -> None:
        self._open_attempt().mixed = self._texts("players")

    def _seed_dropped(self) -> None:
        attempt = self._open_attempt()
        if fair.commitment(self._text("seed")) != attempt.commitment:
            self._wrong("the seed that was dropped is not the one committed to")
        self._attempt = None

    def _open_attempt(self) -> _Attempt:
        if self._attempt is None:
            self._wrong("a seed where the house had committed to none")
            self._attempt = _Attempt("")
        return self._attempt

    # --- orders -----------------------------------------------------------------------------------------------------

    def _cards_shuffled(self) -> None:
        attempt, self._attempt = self._attempt, None
        published = _Published(self._text("seal"), self._number("cards"), attempt)
        if attempt is None:
            self._say("this order was brought: no seeds were asked for, and it may have been chosen")
        elif tuple(sorted(attempt.given)) != attempt.mixed or attempt.given.keys() != attempt.pledged.keys():
            self._wrong("the order is not made of the seeds of all who pledged")
        self._sealed[published.seal] = self._latest[self._text("batch")] = published

    def _shoe_loaded(self) -> None:
        self._in_play = self._latest.get(self._text("batch"))
        self._held = 0
        if self._in_play is not None:
            self._in_play.gone += self._in_play.found
            self._in_play.drawn, self._in_play.found = [], []

    def _card(self, kind: str) -> None:
        if self._in_play is None:
            return
        if kind in LEAVE_ONCE_DRAWN and self._held:
            self._held -= 1
        elif kind != "card-unused":
            self._held += kind == "card-drawn-in-error"
            card = self._fact.get("card")
            self._in_play.drawn.append(card if isinstance(card, str) else None)
            if kind == "card-found-face-up":
                self._in_play.found.append(self._text("card"))

    def _seal_opened(self) -> None:
        digest = self._text("seal")
        published = self._sealed.pop(digest, None)
        if published is None:
            self._wrong(f"seal {digest[:16]} is opened and was never published")
            return
        order = self._cards("order")
        try:
            true = seal_opens(Seal(digest), Opened(order, bytes.fromhex(self._text("salt"))))
        except ValueError as error:
            raise NoFacts(f"fact {self.at}: {error}") from None
        if not true or len(order) != published.cards:
            self._wrong(f"the order opened is not the one under seal {digest[:16]}")
        if published.attempt is not None:
            self._comes_of_the_seeds(published.attempt, order)
        self._was_dealt(published, order)

    def _comes_of_the_seeds(self, attempt: _Attempt, order: tuple[Card, ...]) -> None:
        seed, lay = self._text("seed"), self._cards("lay")
        if fair.commitment(seed) != attempt.commitment:
            self._wrong("the house's seed is not the one it committed to")
        if self._text("salt") != fair.salt_of(seed):
            self._wrong("the salt of the seal does not come of the house's seed")
        bits = fair.draws(seed, attempt.given)
        hands = DrawnHands(bits)
        if lay:
            *_, last = carry_out(lay, hands)
            drawn = last.locations.location_a
        else:
            drawn = fair.drawn_order(order, bits)
        if drawn != order or self._texts("hands") != tuple(hands.movements):
            self._wrong("the order is not the one that the seeds make")
            return
        of = ", ".join(sorted(attempt.given))
        how = "by the routine, on the cards as they lay, " if lay else ""
        whose = f"of the house and of {of}" if of else "of the house alone: nobody gave one"
        self._say(f"{len(order)} cards in the order made {how}from the seeds {whose}")

    def _was_dealt(self, published: _Published, order: tuple[Card, ...]) -> None:
        place = self._fact.get("cut")
        if place is not None and (type(place) is not int or not 0 <= place < len(order)):
            self._wrong("the cut is at no place of this order")
            return
        stack = [card.code for card in (cut(order, place) if place else order)]
        gone, lying = Counter(published.gone), iter(stack)
        for number, (came, lay) in enumerate(zip(published.drawn, lying, strict=False), 1):
            there = lay
            while came not in (None, there) and gone[there]:
                gone[there] -= 1
                there = next(lying, "no card")
            if came not in (None, there):
                self._wrong(f"card {number} that left the shoe was {came}, and {there} lay there")
                return
        if len(published.drawn) > len(stack):
            self._wrong(f"{len(published.drawn)} cards left a shoe of {len(stack)}")
            return
        unseen = published.drawn.count(None)
        cut_at = "not cut" if place is None else f"cut at {place}"
        known = f", {unseen} of them unseen" if unseen else ""
        self._say(f"{cut_at}; the {len(published.drawn)} cards that left the shoe are the first of it{known}")

    # --- reading ----------------------------------------------------------------------------------------------------

    def _say(self, sentence: str) -> None:
        self.findings.append(Finding(self.at, sentence))

    def _wrong(self, sentence: str) -> None:
        self.findings.append(Finding(self.at, sentence, wrong=True))

    def _text(self, name: str) -> str:
        value = self._fact.get(name)
        if not isinstance(value, str):
            raise NoFacts(f"fact {self.at} has no text called {name}")
        return value

    def _number(self, name: str) -> int:
        value = self._fact.get(name)
        if type(value) is not int:
            raise NoFacts(f"fact {self.at} has no whole number called {name}")
        return value

    def _texts(self, name: str) -> tuple[str, ...]:
        value = self._fact.get(name, [])
        if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
            raise NoFacts(f"fact {self.at} has no list of texts called {name}")
        return tuple(value)

    def _cards(self, name: str) -> tuple[Card, ...]:
        try:
            return tuple(map(Card.parse, self._texts(name)))
        except ValueError as error:
            raise NoFacts(f"fact {self.at}: {error}") from None


def verify(facts: Iterable[Mapping[str, Any]]) -> list[Finding]:
    """Everything that was checked, in order; a `Finding` that is wrong says so. What are no facts raises `NoFacts`."""
    verifier = _Verifier()
    for fact in facts:
        verifier.take(fact)
    verifier.end()
    return verifier.findings


def shoe_of(facts: Sequence[dict[str, Any]], seals: Iterable[str]) -> list[dict[str, Any]]:
    """What it takes to verify these seals: the facts from the first word said for them to the last one's opening."""
    wanted, first, last, begun = set(seals), len(facts), 0, None
    for at, fact in enumerate(facts):
        kind = fact["fact"]
        if kind == "seed-committed" and begun is None:
            begun = at
        elif kind == "cards-shuffled":
            if fact["seal"] in wanted:
                first = min(first, at if begun is None else begun)
            begun = None
        elif kind == "seal-opened" and fact["seal"] in wanted:
            last = at
    part = facts[first : last + 1]
    here = {fact["seal"] for fact in part if fact["fact"] == "cards-shuffled"}
    # While a batch lay stored, one that was shuffled before it was dealt from and its seal opened.
    return [fact for fact in part if fact["fact"] in TOLD and (fact["fact"] != "seal-opened" or fact["seal"] in here)]
