"""A table's chronicle: its facts in order, the house's own decisions among them, as bytes and in words."""

from collections.abc import Iterable

from msgspec import Raw

from pitboss.house.protocol import StoryLine
from pitboss.law import Citation
from pitboss.procedure import facts as f
from pitboss.procedure.facts import Fact
from pitboss.procedure.moves import Move
from pitboss.procedure.table import Table
from pitboss.procedure.transcript import Teller
from pitboss.procedure.views import visible

NOBODY = ""  # no player has this name: what this viewer sees, everybody sees


class Chronicle:
    """What has happened. Each fact is written and told once; what one player alone saw, once more for them."""

    def __init__(self, happened: Iterable[Fact] = (), first: int = 0) -> None:
        self.first = first  # the place of the first fact that is here; those before it the database has
        self.facts: list[Fact] = []
        self._public: list[Raw] = []
        self._words: list[str] = []
        self._private: dict[int, Fact] = {}
        self._last_private = -1
        self.shoe_fact = first  # where the cards in play were loaded
        self._teller = Teller()
        self.note(happened)

    def __len__(self) -> int:
        return self.first + len(self.facts)

    def note(self, happened: Iterable[Fact]) -> None:
        """Write facts down."""
        for fact in happened:
            public = visible(fact, NOBODY)
            if public is not fact:
                self._last_private = len(self)
                self._private[self._last_private] = fact
            if isinstance(fact, f.ShoeLoaded):
                self.shoe_fact = len(self)
            self.facts.append(fact)
            self._public.append(Raw(f.to_json(public)))
            self._words.append(self._teller.tell(public))

    def forget(self, before: int) -> None:
        """Let go of what the database has."""
        gone = before - self.first
        del self.facts[:gone], self._public[:gone], self._words[:gone]
        self._private = {at: fact for at, fact in self._private.items() if at >= before}
        self.first = before

    def has_private(self, since: int) -> bool:
        """Whether somebody has seen more than the others from a place on."""
        return self._last_private >= since

    def seen_by(
        self, viewer: str, since: int, until: int | None = None
    ) -> tuple[tuple[Raw, ...], tuple[StoryLine, ...]]:
        """A part of the record as somebody may see it, as bytes and in words, as far as it is here."""
        since, end = max(since, self.first), len(self) if until is None else until
        here = slice(since - self.first, end - self.first)
        raws, told = self._public[here], zip(self._words[here], self.facts[here], strict=True)
        story = [StoryLine(at, words, fact.clauses) for at, (words, fact) in enumerate(told, since)]
        for at in range(since, end):
            if at in self._private and (own := visible(self._private[at], viewer)) != visible(
                self._private[at], NOBODY
            ):
                raws[at - since] = Raw(f.to_json(own))
                story[at - since] = StoryLine(at, Teller().tell(own), own.clauses)
        return tuple(raws), tuple(story)


def decided_by(move: Move, rule: str | None, cited: Citation) -> tuple[Fact, ...]:
    """That the house has moved for somebody, by a rule; it stands before what follows from the move."""
    return () if rule is None else (f.HouseDecided(cited, move.by, str(move.__struct_config__.tag), rule),)


def make_again(table: Table, chronicle: Chronicle, move: Move, rule: str | None) -> tuple[Fact, ...]:
    """Make a recorded move and write down what followed."""
    decided = decided_by(move, rule, table.waiting.clauses)
    happened = table.apply(move)
    chronicle.note((*decided, *happened))
    return happened
