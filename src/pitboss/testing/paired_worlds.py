"""Two tables that differ only in hidden cards: what each viewer sees of them, byte for byte, until it is shown."""

from collections.abc import Iterable

import msgspec

from pitboss.procedure import facts as f
from pitboss.procedure.blackjack import facts as bf
from pitboss.procedure.facts import Fact
from pitboss.procedure.from_the_hand import facts as hf
from pitboss.procedure.moves import Move
from pitboss.procedure.refusal import Malformed, Refused
from pitboss.procedure.table import Table
from pitboss.procedure.views import facts_for, view

VIEWERS = ("ann", "bob", "cat", "dealer", "floorperson", "a spectator")
EVERYBODY = frozenset(VIEWERS)
NOBODY: frozenset[str] = frozenset()


def sight(table: Table, viewer: str, since: int = 0) -> bytes:
    """All that a viewer gets: the view and the facts. The hash of a secret differs by design, and is left out."""
    seen = msgspec.structs.replace(view(table, viewer), seal=None)
    return msgspec.json.encode((seen, [_without_hash(fact) for fact in facts_for(table, viewer, since)]))


def _without_hash(fact: Fact) -> Fact:
    match fact:
        case f.CardsShuffled():
            return msgspec.structs.replace(fact, seal="")
        case f.SeedCommitted():
            return msgspec.structs.replace(fact, commitment="")
        case f.SeedPledged():
            return msgspec.structs.replace(fact, pledge="")
        case _:
            return fact


class Tracker:
    """Where each card of the shoe lies, told from the whole record by its place in the shoe, and who has seen it."""

    def __init__(self) -> None:
        self.drawn = 0
        self.held: list[tuple[int, bool]] = []
        self.hands: dict[tuple[int, int], list[int]] = {}
        self.down: set[int] = set()
        self.seen_by: dict[int, set[str]] = {}

    def _show(self, places: Iterable[int], to: Iterable[str] = VIEWERS) -> None:
        for place in places:
            self.seen_by.setdefault(place, set()).update(to)

    def _next(self) -> int:
        self.drawn += 1
        return self.drawn - 1

    def note(self, fact: Fact) -> None:
        """Follow one fact."""
        match fact:
            case f.ShoeLoaded():
                self.__init__()  # type: ignore[misc]  # a fresh shoe: every place begins anew
            case f.RoundBegan():
                self.hands = {}
            case f.CardBurned():
                self._next()
            case f.BurnCardShown():
                self._show([0])
            case bf.CardFoundFaceUp():
                self._show([self._next()])
            case f.CardDrawnInError(exposed=exposed):
                self.held.append((self._next(), exposed))
                if exposed:
                    self._show([self.held[-1][0]])
            case f.CardUnused(exposed=exposed):  # an overdraw is the last drawn, an exposed card nobody takes the first
                unused = [each for each in self.held if each[1] == exposed]
                self.held.remove(unused[0] if exposed else unused[-1])
            case f.CardLaid():
                self._show([self._next()])
            case f.CardDealt(box=box, hand=hand, face_up=face_up):
                place = self.held.pop(0)[0] if self.held else self._next()
                self.hands.setdefault((box, hand), []).append(place)
                if face_up:
                    self._show([place])
            case bf.HandSplit(box=box, hand=hand, new_hand=new):
                self.hands[box, new] = [self.hands[box, hand].pop()]
            case bf.HoleCardTurned():
                self._show(self.hands[0, 1])
            case f.CardsLookedAt(player=player, box=box, hand=hand):
                self._show(self.hands[box, hand][:2], [player])
            case f.CardsShown(box=box, hand=hand):
                self._show(self.hands[box, hand])
            case hf.HandShown(box=box):
                self._show(self.hands[box, 1])
            case _:
                pass


class PairedWorlds:
    """The two tables, moved together."""

    def __init__(self, one: Table, other: Table) -> None:
        self.one, self.other = one, other
        self.trackers = Tracker(), Tracker()
        self.since = 0
        self.blind = set(VIEWERS)
        self.parted = False

    def apply(self, move: Move, other_move: Move | None = None) -> None:
        """The same move at both tables, or one that differs only in what is hidden; then everybody looks."""
        answers = self._answer(self.one, move), self._answer(self.other, other_move or move)
        if answers[0] != answers[1]:
            assert move.by not in self.blind, f"{move} is answered differently: {answers}"
            self.parted = True
            return
        self._follow()
        for viewer in sorted(self.blind):
            mine, theirs = (sight(table, viewer, self.since) for table in (self.one, self.other))
            assert mine == theirs, f"{viewer} can tell after {move}:\n{mine.decode()}\n{theirs.decode()}"
        self.since = len(self.one.facts)

    def _answer(self, table: Table, move: Move) -> str | None:
        try:
            table.apply(move)
        except (Refused, Malformed) as refusal:
            return str(refusal)
        return None

    def _follow(self) -> None:
        """Whoever has lawfully seen a card in which the worlds differ is no longer blind."""
        for table, tracker in zip((self.one, self.other), self.trackers, strict=True):
            for fact in table.facts[self.since :]:
                tracker.note(fact)
                if isinstance(fact, f.SealOpened | f.SeedDropped | f.CardsRanOut):
                    self._part()
        for number in self._differing():
            for tracker in self.trackers:
                self.blind -= tracker.seen_by.get(number, set())
        read = [
            [x.blackjack for x in t.facts[self.since :] if isinstance(x, bf.HoleCardRead)]
            for t in (self.one, self.other)
        ]
        if read[0] != read[1]:  # the reader tells everybody one thing about the hole card: Blackjack or not
            self._part()
        self.parted = self.parted or not self.blind

    def _part(self) -> None:
        self.blind = set()
        self.parted = True

    def _differing(self) -> list[int]:
        mine, theirs = self.one.state.cards.shoe._cards, self.other.state.cards.shoe._cards
        return [place for place, pair in enumerate(zip(mine, theirs, strict=True)) if pair[0] != pair[1]]
