"""Scoring: what was done in, scores out. `docs/scoring.md` says each rule in words.

A session begins with 100 marks and loses those of each mistake, down to none. Beside the marks stand how many steps
were right by clause, the money that mistakes moved, the pace, and the faults caught, missed, or seen where none was.
"""

from collections.abc import Iterable, Sequence

import msgspec

from pitboss.procedure import facts as f
from pitboss.procedure.refusal import Malformed, Refused
from pitboss.procedure.replay import dealt_otherwise, recipe
from pitboss.procedure.state import Phase
from pitboss.procedure.table import PROCEDURE
from pitboss.rules.errors import RulesError
from pitboss.rules.variant import load
from pitboss.school.acts import AnyAct, Handiwork, Step
from pitboss.school.practice import Mode, Practice

FULL_MARKS = 100
HOUR_MS = 3_600_000
NOT_PLAY = frozenset(phase.value for phase in (Phase.OPENING, Phase.SHUFFLE, Phase.CLOSED))


class Part(msgspec.Struct, frozen=True):
    """How many were asked or done, and how many of them rightly."""

    done: int
    right: int

    @property
    def per_mille(self) -> int:
        """Right of a thousand; of nothing everything was right."""
        return self.right * 1000 // self.done if self.done else 1000


class Pace(msgspec.Struct, frozen=True):
    """Rounds and hands an hour of dealing; the time of opening, shuffle and cut is left out."""

    play_ms: int
    rounds: int
    hands: int

    def _an_hour(self, many: int) -> int | None:
        return many * HOUR_MS // self.play_ms if self.play_ms else None

    @property
    def rounds_an_hour(self) -> int | None:
        """None where no time was taken."""
        return self._an_hour(self.rounds)

    @property
    def hands_an_hour(self) -> int | None:
        """None where no time was taken."""
        return self._an_hour(self.hands)


class TableScore(msgspec.Struct, frozen=True):
    """How well somebody dealt."""

    score: int
    marks_lost: int
    steps: Part
    by_clause: dict[str, Part]
    mistakes: dict[str, int]
    money_cents: int  # moved wrongly, whichever way
    house_cents: int  # lost by the house; below zero, by the players
    pace: Pace


class Catches(msgspec.Struct, frozen=True):
    """Faults that were planted and caught, planted and missed, and seen where there was none."""

    caught: int
    missed: int
    false_alarms: int


def score(practice: Practice) -> TableScore:
    """The score of a table, from what was done there."""
    lost = sum(mistake.of.marks for mistake in practice.mistakes)
    kinds = sorted({mistake.kind for mistake in practice.mistakes})
    return TableScore(
        score=max(0, FULL_MARKS - lost),
        marks_lost=lost,
        steps=_part(each.right for each in practice.done),
        by_clause=_by_clause([(each.clauses, each.right) for each in practice.done]),
        mistakes={kind: sum(mistake.kind == kind for mistake in practice.mistakes) for kind in kinds},
        money_cents=sum(mistake.cents for mistake in practice.mistakes),
        house_cents=sum(mistake.house_cents for mistake in practice.mistakes),
        pace=_pace(practice),
    )


def _part(right: Iterable[bool]) -> Part:
    each = list(right)
    return Part(len(each), sum(each))


def _by_clause(done: Sequence[tuple[Sequence[str], bool]]) -> dict[str, Part]:
    clauses = dict.fromkeys(clause for cited, _ in done for clause in cited)
    return {clause: _part(right for cited, right in done if clause in cited) for clause in sorted(clauses)}


def _pace(practice: Practice) -> Pace:
    """Each act took the time since the one before, in the part of the table's life that it found.

    The time that players take is theirs: it counts for nobody's pace.
    """
    now = play = 0
    for act, phase in zip(practice.acts, practice.phases, strict=True):
        then = max(now, act.at_ms)  # an act without a time is done at once
        theirs = isinstance(act, Step) and act.made.by not in practice.roles
        play += then - now if phase not in NOT_PLAY and not theirs else 0
        now = then
    happened = practice.table.facts
    hands, rounds, number = set(), 0, 0
    for fact in happened:
        if isinstance(fact, f.RoundBegan):
            number = fact.round
        elif isinstance(fact, f.RoundEnded):
            rounds += 1
        elif isinstance(fact, f.CardDealt) and fact.box:
            hands.add((number, fact.box, fact.hand))
    return Pace(play, rounds, len(hands))


# --- on paper -------------------------------------------------------------------------------------------------------


class PracticeRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A practice on paper: what it takes to do it again and score it."""

    procedure: int
    game: str
    sets: dict[str, object]
    readings: dict[str, str]
    rules_hash: str
    mode: str
    roles: tuple[str, ...]
    by_hand: tuple[str, ...]
    seed: str
    acts: tuple[AnyAct, ...]


class NotScored(ValueError):
    """A record that cannot be scored again; the sentence says why."""


class MadeOtherwise(NotScored):
    """A record of another version of this program, which deals or asks otherwise."""


def record(practice: Practice) -> PracticeRecord:
    """The practice so far, on paper."""
    sets, readings = recipe(practice.table.rules)
    return PracticeRecord(
        procedure=PROCEDURE,
        game=practice.table.rules.game,
        sets=sets,
        readings=readings,
        rules_hash=practice.table.rules.hash,
        mode=practice.mode.value,
        roles=tuple(sorted(practice.roles)),
        by_hand=tuple(sorted(each.value for each in practice.by_hand)),
        seed=str(practice.seed),
        acts=tuple(practice.acts),
    )


def opened_again(paper: PracticeRecord) -> Practice:
    """The practice that a record tells of, before anything was done."""
    if paper.procedure != PROCEDURE:
        raise MadeOtherwise(dealt_otherwise(paper.procedure))
    try:
        rules = load(paper.game, paper.sets, paper.readings)
        by_hand = frozenset(Handiwork(each) for each in paper.by_hand)
        again = Practice(rules, Mode(paper.mode), frozenset(paper.roles), by_hand, paper.seed)
    except (RulesError, Malformed, ValueError) as error:
        raise NotScored(f"its table cannot be opened: {error}") from None
    if rules.hash != paper.rules_hash:
        raise NotScored(f"its rules hash is {paper.rules_hash[:16]}, these rules are {rules.hash[:16]}")
    return again


def replayed(paper: PracticeRecord) -> Practice:
    """The practice that a record tells of, done again act by act."""
    again = opened_again(paper)
    for number, act in enumerate(paper.acts, 1):
        try:
            again.act(act)
        except (Refused, Malformed) as error:
            raise NotScored(f"act {number} cannot be done: {error}") from None
    return again
