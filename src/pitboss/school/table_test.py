"""The table test: what an instructor composes, what is taken under a clock, and a result that can be scored again."""

import tomllib
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from pitboss.cards.bits import SeededBits
from pitboss.procedure.moves import DEALER
from pitboss.procedure.refusal import Malformed, Refused
from pitboss.rules.errors import RulesError, nearest
from pitboss.rules.places import toml_in
from pitboss.rules.rules import Rules
from pitboss.rules.variant import load
from pitboss.school.acts import Handiwork, Step
from pitboss.school.drills import DrillRecord, DrillScore, Session, asked_again, drills_of
from pitboss.school.faults import SPOT
from pitboss.school.lesson import Rounds
from pitboss.school.players import PracticePlayers
from pitboss.school.practice import Mode, Practice
from pitboss.school.scoring import Catches, NotScored, Part, PracticeRecord, TableScore, opened_again, record, score

MINUTE_MS = 60_000
MODES = (Mode.FREE.value, Mode.CORRECTED.value)
VERSION = 4  # faults of a drill that was never begun are missed too

Some = Annotated[int, Meta(ge=1, le=10_000)]
Share = Annotated[int, Meta(ge=0, le=1000)]
Amount = Annotated[int, Meta(ge=0, le=10**12)]


class TableTask(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rounds to be dealt: how many, to how many boxes, how, and how unruly the players are."""

    rounds: Some
    boxes: Annotated[int, Meta(ge=1, le=12)] = 3
    mode: str = Mode.FREE.value
    by_hand: tuple[str, ...] = tuple(each.value for each in Handiwork)
    unruly: Annotated[int, Meta(ge=0, le=100)] = 0


class DrillTask(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A drill: of which kind, and how many items."""

    kind: str
    items: Some


class PassMarks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What it takes to pass; what is not stated is not asked for."""

    score: Annotated[int, Meta(ge=0, le=100)] | None = None
    accuracy: Share | None = None
    drills: Share | None = None
    money_lost_cents: Amount | None = None
    rounds_an_hour: Some | None = None
    hands_an_hour: Some | None = None
    catches: Share | None = None
    false_alarms: Amount | None = None


class TableTest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"pass_": "pass", "sets": "set"}):
    """A test as an instructor composed it."""

    game: str
    minutes: Annotated[int, Meta(ge=1, le=1440)]
    name: str = "table test"
    sets: dict[str, object] = {}
    readings: dict[str, str] = {}
    table: TableTask | None = None
    drill: tuple[DrillTask, ...] = ()
    faults: Annotated[int, Meta(ge=0, le=10_000)] = 0  # rounds in which to spot a planted fault, or none
    pass_: PassMarks = PassMarks()

    def rules(self) -> Rules:
        """The rules it is taken under."""
        return load(self.game, self.sets, self.readings)

    @property
    def drills(self) -> tuple[DrillTask, ...]:
        """Every drill, faults to be spotted last."""
        return (*self.drill, *((DrillTask(SPOT, self.faults),) if self.faults else ()))


def parse(text: str) -> TableTest:
    """A test from its TOML; what is wrong with it is one sentence."""
    return from_values(values_in(text))


def values_in(text: str) -> dict[str, Any]:
    """What a TOML file has in it."""
    try:
        return toml_in(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesError(f"that is not TOML: {error}") from None


def from_values(values: Mapping[str, Any]) -> TableTest:
    """A test from its values, however they were written; what is wrong with them is one sentence."""
    try:
        test = msgspec.convert(values, TableTest)
    except msgspec.ValidationError as error:
        raise RulesError(f"that is no table test: {error}") from None
    rules = test.rules()
    if test.table is None and not test.drills:
        raise RulesError("a table test deals rounds ([table]), asks drills ([[drill]]) or plants faults")
    known = drills_of(rules)
    for task in test.drills:
        if task.kind not in known:
            raise RulesError(f"no drill is called {task.kind!r}. {nearest(task.kind, known)}")
    if test.table is not None:
        _check_table(test.table, rules)
    asks_table = (test.pass_.score, test.pass_.accuracy, test.pass_.rounds_an_hour, test.pass_.hands_an_hour)
    if test.table is None and any(mark is not None for mark in asks_table):
        raise RulesError("a pass mark asks how rounds were dealt, and the test deals none: it has no [table]")
    if test.pass_.catches is not None and not any(task.kind == SPOT for task in test.drills):
        raise RulesError("a pass mark asks for faults caught, and the test plants none: set faults")
    return test


def _check_table(task: TableTask, rules: Rules) -> None:
    if task.mode not in MODES:
        raise RulesError(f"a test is taken with nobody's help: mode is {' or '.join(MODES)}, not {task.mode!r}")
    if unknown := [each for each in task.by_hand if each not in (kind.value for kind in Handiwork)]:
        raise RulesError(f"by_hand is some of {', '.join(kind.value for kind in Handiwork)}, not {unknown[0]!r}")
    if task.boxes > rules.layout.positions:
        raise RulesError(f"{rules.game} has boxes 1 to {rules.layout.positions}, not {task.boxes}")


# --- taking it ------------------------------------------------------------------------------------------------------


class Sitting:
    """A test being taken: its drills one after the other, then the table; all of it by one seed."""

    def __init__(self, test: TableTest, seed: int | str) -> None:
        self.test = test
        self.seed = str(seed)
        self.under = test.rules()
        self.sessions: list[Session] = []
        self.practice: Practice | None = None
        self.players: PracticePlayers | None = None
        if test.table is not None:
            by_hand = frozenset(Handiwork(each) for each in test.table.by_hand)
            roles = frozenset({DEALER})
            self.practice = Practice(self.under, Mode(test.table.mode), roles, by_hand, self.seed)
            self.players = PracticePlayers(
                SeededBits(f"players {self.seed}"), test.table.boxes, unruly=test.table.unruly
            )

    def begin_table(self) -> Rounds | None:
        """The rounds of the test; None where it has none."""
        if self.practice is None or self.players is None or self.test.table is None:
            return None
        return Rounds(self.practice, self.players, self.test.table.rounds)

    def begin_drill(self) -> Session | None:
        """The next drill; None when all were begun."""
        number = len(self.sessions)
        if number == len(self.test.drills):
            return None
        self.sessions.append(Session(self.under, self.test.drills[number].kind, f"{self.seed} {number}"))
        return self.sessions[-1]

    def result(self, trainee: str, began: str, took_ms: int) -> "Result":
        """The result, with the score that it gives."""
        paper = Result(
            test=self.test,
            seed=self.seed,
            trainee=trainee,
            began=began,
            took_ms=took_ms,
            practice=None if self.practice is None else record(self.practice),
            drills=tuple(session.record() for session in self.sessions),
        )
        return msgspec.structs.replace(paper, score=score_of(paper))


# --- the result -----------------------------------------------------------------------------------------------------


class PassMark(msgspec.Struct, frozen=True):
    """One pass mark: what was asked for, what was reached, and whether that is enough."""

    name: str
    asked: int
    reached: int | None
    passed: bool


class TestScore(msgspec.Struct, frozen=True):
    """The score of a test: the table, each drill, all drills, faults, and each pass mark."""

    __test__ = False  # a name that pytest would take for a case

    passed: bool
    marks: tuple[PassMark, ...]
    table: TableScore | None
    drills: tuple[DrillScore, ...]
    all_drills: Part
    catches: Catches


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """A test that was taken: whatever it takes to score it again, and the score that it was given."""

    version: int = VERSION
    test: TableTest
    seed: str
    trainee: str
    began: str  # when, as whoever ran the test says
    took_ms: Annotated[int, Meta(ge=0)]
    practice: PracticeRecord | None = None
    drills: tuple[DrillRecord, ...] = ()
    score: TestScore | None = None


def score_of(result: Result) -> TestScore:
    """The score of a result, from what was done and answered; the score that it claims is not looked at."""
    test, under = result.test, result.test.rules()
    table = None
    if test.table is not None:
        if result.practice is None or result.practice.rules_hash != under.hash or result.practice.seed != result.seed:
            raise NotScored("its table is not that of the test")
        as_set = (test.table.mode, (DEALER,), tuple(sorted(test.table.by_hand)))
        if (result.practice.mode, result.practice.roles, result.practice.by_hand) != as_set:
            raise NotScored("its table was not dealt as the test has it")
        table = score(_dealt_again(result, result.practice))
    sessions = _sessions(result, under)
    drills = tuple(session.score() for session in sessions)
    asked = sum(task.items for task in test.drills)
    everything = Part(asked, sum(drill.items.right for drill in drills))
    spotted = [drill.catches for drill in drills]
    unasked = sum(task.items for task in test.drills if task.kind == SPOT)
    unasked -= sum(len(paper.answers) for paper in result.drills if paper.drill == SPOT)
    catches = Catches(
        sum(each.caught for each in spotted),
        sum(each.missed for each in spotted) + unasked,
        sum(each.false_alarms for each in spotted),
    )
    marks = _marks(result, table, everything, catches)
    return TestScore(all(mark.passed for mark in marks), marks, table, drills, everything, catches)


def _dealt_again(result: Result, paper: PracticeRecord) -> Practice:
    """The table of a result: the trainee does what is on record; all others must have done what the seed has."""
    opened_again(paper)
    sitting = Sitting(result.test, result.seed)
    rounds, practice = sitting.begin_table(), sitting.practice
    assert rounds is not None
    assert practice is not None
    for number, act in enumerate(paper.acts):
        while len(practice.acts) <= number and rounds.others_next():
            pass
        if len(practice.acts) > number:
            made = practice.acts[number]  # of somebody else, and so a step
            if not isinstance(act, Step) or not isinstance(made, Step) or act.made != made.made or act.at_ms:
                raise NotScored(f"act {number + 1} is not what the players of its seed do")
            continue
        if practice.guidance() is None or (
            isinstance(act, Step) and (act.planted or act.made.by not in practice.roles)
        ):
            raise NotScored(f"act {number + 1} is done by nobody whose turn it is by its seed")
        try:
            rounds.act(act)
        except (Refused, Malformed) as error:
            raise NotScored(f"act {number + 1} cannot be done: {error}") from None
    return practice


def _sessions(result: Result, under: Rules) -> list[Session]:
    """The drills of the test, asked again; one that was not reached has no answers."""
    tasks = result.test.drills
    if len(result.drills) > len(tasks):
        raise NotScored(f"it has {len(result.drills)} drills, and the test has {len(tasks)}")
    for number, (task, paper) in enumerate(zip(tasks, result.drills, strict=False)):
        as_asked = (task.kind, f"{result.seed} {number}", under.hash)
        if (paper.drill, paper.seed, paper.rules_hash) != as_asked or len(paper.answers) > task.items:
            raise NotScored(f"drill {number + 1} is not that of the test")
    return [asked_again(paper) for paper in result.drills]


def _marks(result: Result, table: TableScore | None, drills: Part, catches: Catches) -> tuple[PassMark, ...]:
    """Each pass mark in turn; the minutes are always asked for, and all the rounds."""
    asked, test = result.test.pass_, result.test
    planted = catches.caught + catches.missed
    lost = None if table is None else table.money_cents
    at_least = [
        ("rounds", None if test.table is None else test.table.rounds, None if table is None else table.pace.rounds),
        ("score", asked.score, None if table is None else table.score),
        ("accuracy", asked.accuracy, None if table is None else table.steps.per_mille),
        ("drills", asked.drills, drills.per_mille),
        ("rounds_an_hour", asked.rounds_an_hour, None if table is None else table.pace.rounds_an_hour),
        ("hands_an_hour", asked.hands_an_hour, None if table is None else table.pace.hands_an_hour),
        ("catches", asked.catches, Part(planted, catches.caught).per_mille),
    ]
    at_most = [
        ("money_lost_cents", asked.money_lost_cents, lost or 0),
        ("false_alarms", asked.false_alarms, catches.false_alarms),
        ("minutes", test.minutes, -(-result.took_ms // MINUTE_MS)),
    ]
    reached = [
        PassMark(name, mark, had, had is not None and had >= mark) for name, mark, had in at_least if mark is not None
    ]
    return (*reached, *(PassMark(name, mark, had, had <= mark) for name, mark, had in at_most if mark is not None))


def from_json(text: bytes) -> Result:
    """A result from its file; what is wrong with it is one sentence."""
    try:
        result = msgspec.json.decode(text, type=Result)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise NotScored(f"not the result of a table test: {error}") from None
    if result.version != VERSION:
        raise NotScored(f"a result of version {result.version}, not {VERSION}")
    return result


def to_json(result: Result) -> bytes:
    """A result as a file."""
    return msgspec.json.format(msgspec.json.encode(result), indent=1)


def checked(result: Result) -> TestScore:
    """The score of a result, which must be the one that it claims."""
    try:
        found = score_of(result)
    except (RulesError, Malformed) as error:
        raise NotScored(str(error)) from None
    if result.score is None:
        raise NotScored("it claims no score")
    if msgspec.json.encode(result.score) != msgspec.json.encode(found):
        raise NotScored("what was done and answered gives another score than it claims")
    return found
