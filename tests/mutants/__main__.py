"""Mutation testing: `make mutants` changes the code on purpose, and asks whether a test that runs the line notices.

A change that none of them notices survives. Known survivors are listed in survivors.toml, each with its reason; the
command fails on one that is not listed, and on a listed one that is gone or is noticed by now.
"""

import argparse
import os
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from zlib import crc32

import msgspec
import pytest

from tests.mutants.changes import NO_FUNCTION, Change, by_hand, changes, enums_of
from tests.mutants.trials import Result, Trial, Work

ROOT = Path(__file__).parents[2]
SURVIVORS = Path(__file__).with_name("survivors.toml")
# What a package is tried on: its own tests and those of the floor above that play whole rounds.
TESTS = {
    "procedure": (
        "tests/procedure",
        "tests/law",
        "tests/disputes",
        "tests/test_checkpoint.py",
        "tests/test_conformance.py",
        "tests/test_families.py",
        "tests/test_verification.py",
    ),
    "rules": ("tests/rules", "tests/procedure", "tests/law"),
    "house": (
        "tests/house",
        "tests/disaster/test_balance.py",
        "tests/disaster/test_found.py",
        "tests/disaster/test_histories.py",
        "tests/disaster/test_no_answer.py",
        "tests/procedure/test_void_rounds.py",
        "tests/school/test_players.py",
        "tests/school/test_plug_in.py",
        "tests/test_deploy.py",
    ),
}
# Alembic reads the steps of a database from their files itself: a change to what was imported never reaches it.
READ_BY_ANOTHER = ("migrations", "versions")
# Servers in a process of their own would not have the change; one kind of database is enough for one question; what
# tries any value in any place takes long and says little of one line; of the histories of faults a few tell much.
APART = (
    *("test_bot", "test_deployed", "test_kill", "test_load", "test_process_storms", "test_storms", "test_workers"),
    *("test_fuzz", "test_hostile", "test_openapi", "test_pages"),
)
FEW = "tests/disaster/test_histories.py::test_whatever_fails_nothing_confirmed_is_lost_and_play_goes_on"
OPTIONS = [
    *("-m", "not slow", "-k", "not postgresql", "-p", "tests.mutants.one_database"),
    *(f"--ignore=tests/house/{name}.py" for name in APART),
    *(f"--deselect={FEW}[{first}]" for first in (60, 90)),
]


@dataclass(frozen=True)
class Project:
    """Where the code and its tests lie, and where what was measured is kept."""

    root: Path
    source: Path
    kept: Path
    options: Sequence[str]
    jobs: int = 1
    tests_most: int = 0
    seconds_most: int = 0


@dataclass(frozen=True)
class Measured:
    """Which tests run each line of each file, where the test "" is the import; and how long each takes."""

    lines: Mapping[str, Mapping[int, frozenset[str]]]
    seconds: Mapping[str, float]

    def about(self, path: str) -> Counter[str]:
        """How much each test is about a file: of a thousand lines that it runs, how many are there."""
        there = Counter(test for run in self.lines.get(path, {}).values() for test in run)
        return Counter({test: 1000 * many // self._all[test] for test, many in there.items()})

    @cached_property
    def _all(self) -> Counter[str]:
        return Counter(test for file in self.lines.values() for run in file.values() for test in run)


def measured(project: Project, tests: Iterable[str], package: str = "") -> Measured:
    """What the tests run of a package and how long they take, measured anew when anything has changed."""
    paths = [Path(test) for test in tests]
    data = project.kept / f"{package or 'all'}-{hash_of(project, paths)}"
    if not data.with_suffix(".told").exists():
        data.parent.mkdir(parents=True, exist_ok=True)
        data.unlink(missing_ok=True)
        print(f"Measuring which tests of {', '.join(map(str, paths))} run which lines ...", flush=True)
        # What lies outside the package is not traced, and takes no longer than ever.
        timed = ["--durations=0", "--durations-min=0"]
        coverage = [f"--cov={project.source / package}", "--cov-context=test", "--cov-report=", *timed]
        command = [sys.executable, "-m", "pytest", "-vv", "-rfE", *project.options, *coverage, *map(str, paths)]
        env = os.environ | {"COVERAGE_FILE": str(data)}
        done = subprocess.run(command, cwd=project.root, env=env, capture_output=True, text=True, check=False)
        if done.returncode not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            data.unlink(missing_ok=True)
            raise SystemExit(f"{done.stdout[-3000:]}\nThe tests could not be run; no change can be tried on them.")
        data.with_suffix(".told").write_text(done.stdout)
    told = data.with_suffix(".told").read_text()
    failing = failed_in(told)
    if failing:
        print(f"Left out, since they fail as the code is: {', '.join(sorted(failing))}", flush=True)
    seconds: defaultdict[str, float] = defaultdict(float)
    for taken, test in re.findall(r"^([0-9.]+)s +\w+ +(\S.*)$", told, re.MULTILINE):
        if test not in failing:
            seconds[test] += float(taken)
    lines = _lines(project.source, data)
    return Measured({path: {n: run - failing for n, run in of.items()} for path, of in lines.items()}, seconds)


def hash_of(project: Project, tests: Iterable[Path]) -> str:
    """Of the code, the tests and how they are run: what was measured holds as long as all of it is the same."""
    hashed = sha256(repr((sorted(map(str, tests)), list(project.options))).encode())
    for folder in ("src", "tests"):
        for file in sorted((project.root / folder).rglob("*.py")):
            hashed.update(str(file.relative_to(project.root)).encode() + b"\0" + file.read_bytes())
    return hashed.hexdigest()[:16]


def failed_in(told: str) -> frozenset[str]:
    """The tests that fail as the code is: they would fail of any change, and so prove nothing about one."""
    return frozenset(test for test in re.findall(r"^(?:FAILED|ERROR) (\S.*?)(?: - .*)?$", told, re.MULTILINE))


def _lines(source: Path, data: Path) -> dict[str, dict[int, frozenset[str]]]:
    """coverage.py keeps the lines that a test runs as the bits of a number."""
    found: defaultdict[str, defaultdict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    rows = (
        "SELECT path, context, numbits FROM line_bits"
        " JOIN file ON file.id = file_id JOIN context ON context.id = context_id"
    )
    with sqlite3.connect(data) as connection:
        for path, context, bits in connection.execute(rows):
            file = found[str(Path(path).relative_to(source))]
            for line in _set_bits(bits):
                file[line].add(context.rpartition("|")[0])
    return {path: {line: frozenset(tests) for line, tests in lines.items()} for path, lines in found.items()}


def _set_bits(bits: bytes) -> Iterator[int]:
    for place, byte in enumerate(bits):
        for bit in range(8):
            if byte & 1 << bit:
                yield place * 8 + bit


def chosen(project: Project, within: Sequence[str], most: int, seed: int) -> list[Change]:
    """So many changes, drawn by the seed: one from each line before a second from any."""
    files = sorted(file for file in project.source.rglob("*.py") if file.parts[-3:-1] != READ_BY_ANOTHER)
    enums = enums_of(files)
    by_line: defaultdict[tuple[str, int], list[Change]] = defaultdict(list)
    for file in files:
        if str(file.relative_to(project.source)).startswith(tuple(within)):
            for change in changes(file, project.source, enums):
                by_line[change.path, change.line].append(change)
    draw = random.Random(seed)
    lines = sorted(by_line)
    draw.shuffle(lines)
    for line in lines:
        draw.shuffle(by_line[line])
    turns = zip_longest(*(by_line[line] for line in lines))
    return [change for turn in turns for change in turn if change is not None][: most or None]


def thought_of(project: Project, file: Path) -> list[Change]:
    """The changes of a file: tables of `path` under the source, the `old` words and the `new`."""
    listed = tomllib.loads(file.read_text(encoding="utf-8"))["change"]
    return [by_hand(project.source / one["path"], project.source, one["old"], one["new"]) for one in listed]


def trial_of(change: Change, by: Measured) -> tuple[bool, Trial]:
    """The tests that run the changed line, the slow ones last, and whether the import runs it."""
    file = by.lines.get(change.path, {})
    run = _running(file, change.lines)
    # A default value is made at import. And Python 3.11 does not trace a coroutine into which an error was thrown.
    if not run - {""}:
        run |= _running(file, change.function) - {""}
    in_module = change.function == NO_FUNCTION
    at_import = "" in run or (in_module and bool(run))
    if at_import and (in_module or run == {""}):  # what stands in the module then: whatever uses it may notice
        run = set(by.seconds)
    # Those that are about the file first, of those the quick ones, and not file by file: its tests notice alike.
    about = by.about(change.path)
    ordered = sorted(
        run - {""}, key=lambda test: (-(about[test] // 50), round(by.seconds.get(test, 0)), crc32(test.encode()))
    )
    return at_import, Trial(change.path, change.number, change.name, ordered, change.text)


def _running(file: Mapping[int, frozenset[str]], lines: tuple[int, int]) -> set[str]:
    return set().union(*(file.get(line, frozenset()) for line in range(lines[0], lines[1] + 1)))


def carried_out(project: Project, trials: Sequence[tuple[bool, Trial]]) -> Iterator[Result]:
    """The result of each trial, as they come."""
    in_functions = [trial for at_import, trial in trials if not at_import and trial.tests]
    at_import = {trial.name: trial for before, trial in trials if before and trial.tests}
    for _, trial in trials:
        if not trial.tests:
            yield Result(trial.name, "survived", "no test runs the line")
    by_name = {trial.name: trial for trial in in_functions}
    for result in _in_a_process(project, in_functions, False) if in_functions else ():
        if result.outcome == "at-import":
            at_import[result.name] = by_name[result.name]
        else:
            yield result
    for trial in at_import.values():
        yield from _in_a_process(project, [trial], True)


def _in_a_process(project: Project, trials: Sequence[Trial], at_import: bool) -> Iterator[Result]:
    work = Work(
        str(project.root),
        str(project.source),
        list(project.options),
        at_import,
        project.jobs,
        project.tests_most,
        project.seconds_most,
        list(trials),
    )
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        file.write(msgspec.json.encode(work))
        file.flush()
        command = [sys.executable, "-m", "tests.mutants.trials", file.name]
        env = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
        with subprocess.Popen(command, cwd=project.root, env=env, stdout=subprocess.PIPE, stderr=sys.stderr) as process:
            assert process.stdout is not None
            for line in process.stdout:
                yield msgspec.json.decode(line, type=Result)
        if process.returncode:
            raise SystemExit(f"The trials ended with {process.returncode}; are the tests in order?")


def judged(results: Iterable[Result], known: Mapping[str, str], every_name: frozenset[str]) -> list[str]:
    """What is to be done about the results, one sentence each; nothing where all is as listed."""
    wrong = [
        f"the list names a change that cannot be made any more: {name}" for name in known if name not in every_name
    ]
    for result in results:
        if result.outcome == "survived" and result.name not in known:
            wrong.append(f"survives: {result.name}" + (f" ({result.by})" if result.by else ""))
        elif result.outcome == "killed" and result.name in known:
            wrong.append(f"is listed as a survivor, but {result.by} notices it: {result.name}")
    return wrong


def known_survivors(path: Path = SURVIVORS) -> dict[str, str]:
    """Each survivor we know of, and why it may live."""
    listed = tomllib.loads(path.read_text(encoding="utf-8")).get("survivor", [])
    return {name: one["why"] for one in listed for name in one["changes"]}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument(
        "--in", dest="within", default="procedure,rules,house", help="folders or files under src/pitboss"
    )
    parser.add_argument("--most", type=int, default=200, help="how many changes to make; 0 for all")
    parser.add_argument("--seed", type=int, default=1, help="which changes are drawn")
    parser.add_argument("--made", type=Path, help="a TOML file of changes of your own, instead of a draw")
    parser.add_argument("--on", help="the tests to try them on, instead of all that belong to the package")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time")
    parser.add_argument("--tests", type=int, default=0, help="how many tests to try a change on; 0 for all that run it")
    parser.add_argument("--seconds", type=int, default=180, help="how long to try a change, in all; 0 for no limit")
    parser.add_argument("--verbose", action="store_true", help="also say which test notices what")
    given = parser.parse_args()
    limits = (given.jobs, given.tests, given.seconds)
    project = Project(ROOT, ROOT / "src" / "pitboss", ROOT / "build" / "mutants", OPTIONS, *limits)
    within = given.within.split(",")
    known = known_survivors()
    names = frozenset(change.name for change in chosen(project, [""], 0, 0))
    drawn = thought_of(project, given.made) if given.made else chosen(project, within, given.most, given.seed)
    apart = sorted({change.path for change in drawn if change.path.partition("/")[0] not in TESTS})
    if apart:
        parser.error(f"no tests are named for {', '.join(apart)}: packages are {', '.join(TESTS)}")
    results: list[Result] = []
    for package in TESTS:
        mine = [change for change in drawn if change.path.startswith(f"{package}/")]
        if mine:
            by = measured(project, given.on.split(",") if given.on else TESTS[package], package)
            for result in carried_out(project, [trial_of(change, by) for change in mine]):
                results.append(result)
                if result.outcome == "survived" or given.verbose:
                    print(f"{result.outcome}: {result.name} {result.by}", flush=True)
            here = Counter(one.outcome for one in results if one.name.startswith(f"{package}/"))
            print(f"{package}: {len(mine)} changes, {here['killed']} killed, {here['survived']} survived", flush=True)
    wrong = judged(results, known, names)
    print("\n".join(wrong) if wrong else "Every survivor is on the list.")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
