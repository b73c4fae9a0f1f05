"""The drills of a game, and a session of one or several: endless, seeded, timed, scored; what was failed comes back."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta

from pitboss.procedure.replay import recipe
from pitboss.procedure.table import PROCEDURE
from pitboss.rules.errors import RulesError, nearest
from pitboss.rules.rules import Rules
from pitboss.rules.variant import load
from pitboss.school.dealt import Under
from pitboss.school.family_school import school_of
from pitboss.school.faults import FAULTS, NONE, SPOT
from pitboss.school.items import Chance, Drill, Item, digest_of, is_right
from pitboss.school.orders import ORDERS
from pitboss.school.repetition import Progress
from pitboss.school.resolving import RESOLVING
from pitboss.school.scoring import Catches, MadeOtherwise, NotScored, Part
from pitboss.school.which_clause import CLAUSES

# How items are made, and what practice players do: raised when a seed and the same answers bring something else.
ITEMS = 8
MADE_BY = f"{PROCEDURE}.{ITEMS}"
PLANTED_OF = 4  # of so many rounds that are shown all but one have a fault


def drills_of(rules: Rules) -> Mapping[str, Drill]:
    """The drills that a game has room for, by their ids."""
    return _drills(Under.of(rules))


@lru_cache(maxsize=16)
def _drills(under: Under) -> Mapping[str, Drill]:
    asks = [drill for drill in (*school_of(under.rules).sums, *ORDERS) if drill.keys(under.rules)]
    return {drill.id: drill for drill in (*asks, CLAUSES, FAULTS, RESOLVING)}


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """One answer: to which item, as it was given, and how long it took."""

    key: str
    item: str  # the digest of the item with its right answers: whoever marks it again asks the very same
    given: str
    took_ms: Annotated[int, Meta(ge=0, le=10**10)] = 0


class DrillRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A drill on paper: what it takes to ask the same items again and mark the answers."""

    made_by: str
    game: str
    sets: dict[str, object]
    readings: dict[str, str]
    rules_hash: str
    drill: str
    seed: str
    answers: tuple[Answer, ...] = ()


class DrillScore(msgspec.Struct, frozen=True):
    """How well a drill went: all items, by key, by clause; the time; faults caught, missed, and seen where none was."""

    items: Part
    by_key: dict[str, Part]
    by_clause: dict[str, Part]
    took_ms: int
    catches: Catches


class Session:
    """One drill under way. The items depend on the seed and on the answers so far, and on nothing else."""

    def __init__(self, rules: Rules, drill: str, seed: int | str, progress: Progress | None = None) -> None:
        """From the beginning, or from where somebody has come to."""
        known = drills_of(rules)
        if drill not in known:
            raise RulesError(f"no drill is called {drill!r}. {nearest(drill, known)}")
        self.rules = rules
        self.drill = known[drill]
        self.keys = self.drill.keys(rules)
        if not self.keys:
            raise RulesError(f"{rules.game} has nothing to ask in the drill {drill!r}")
        self.seed = str(seed)
        self.progress = progress or Progress()
        self.marked: list[tuple[Item, Answer, bool]] = []
        self.item = self._next()

    def _next(self) -> Item:
        chance = Chance(f"{self.seed} {self.drill.id} {self.progress.items}")
        clean = self.drill.id == SPOT and chance.pick(PLANTED_OF) == 0
        faulty = [key for key in self.keys if key != NONE] or list(self.keys)
        key = NONE if clean else self.progress.next(faulty, chance)
        return self.drill.item(self.rules, key, chance)

    def answer(self, given: str, took_ms: int = 0) -> bool:
        """Answer the item; whether it was right. The next one is then there."""
        right = is_right(self.item, given)
        paper = Answer(key=self.item.key, item=digest_of(self.item), given=given, took_ms=took_ms)
        self.marked.append((self.item, paper, right))
        self.progress = self.progress.after(self.item.key, right)
        self.item = self._next()
        return right

    def score(self) -> DrillScore:
        """How it went so far."""
        return _score(self.marked)

    def record(self) -> DrillRecord:
        """The drill so far, on paper."""
        sets, readings = recipe(self.rules)
        return DrillRecord(
            made_by=MADE_BY,
            game=self.rules.game,
            sets=sets,
            readings=readings,
            rules_hash=self.rules.hash,
            drill=self.drill.id,
            seed=self.seed,
            answers=tuple(answer for _, answer, _ in self.marked),
        )


def made_by_this(made_by: str) -> None:
    """Nothing, where these are the items of this version."""
    if made_by != MADE_BY:
        raise MadeOtherwise(f"its items were made otherwise ({made_by}; this version makes {MADE_BY})")


def asked_again(paper: DrillRecord) -> Session:
    """The drill that a record tells of, asked and answered again."""
    made_by_this(paper.made_by)
    try:
        rules = load(paper.game, paper.sets, paper.readings)
        session = Session(rules, paper.drill, paper.seed)
    except RulesError as error:
        raise NotScored(str(error)) from None
    if rules.hash != paper.rules_hash:
        raise NotScored(f"its rules hash is {paper.rules_hash[:16]}, these rules are {rules.hash[:16]}")
    for number, answer in enumerate(paper.answers, 1):
        if answer.item != digest_of(session.item):
            asked = f"{session.item.key!r}, and its answer is to {answer.key!r}"
            raise NotScored(f"item {number} is not the one that its seed and the answers before ask: it asks {asked}")
        session.answer(answer.given, answer.took_ms)
    return session


def _score(marked: Sequence[tuple[Item, Answer, bool]]) -> DrillScore:
    clauses = sorted({clause for item, _, _ in marked for clause in item.clauses})
    spotted = [(item, answer, right) for item, answer, right in marked if item.drill == SPOT]
    wrong = [(item, answer) for item, answer, right in spotted if not right]
    return DrillScore(
        items=_part([right for _, _, right in marked]),
        by_key={
            key: _part([right for item, _, right in marked if item.key == key])
            for key in sorted({item.key for item, _, _ in marked})
        },
        by_clause={clause: _part([right for item, _, right in marked if clause in item.clauses]) for clause in clauses},
        took_ms=sum(answer.took_ms for _, answer, _ in marked),
        catches=Catches(
            caught=sum(bool(item.planted) and right for item, _, right in spotted),
            missed=sum(bool(item.planted) for item, _ in wrong),
            false_alarms=sum(_alarm(answer.given) for _, answer in wrong),
        ),
    )


def _alarm(given: str) -> bool:
    """Whether somebody cried foul."""
    return given.strip().lower() not in ("", "0", NONE)


def _part(right: Sequence[bool]) -> Part:
    return Part(len(right), sum(right))
