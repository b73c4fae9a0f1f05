"""Runs the tests against one changed module after another: `python -m tests.mutants.trials WORK.json`.

Tests are collected once. Each change is tried in a fork, where the functions of the changed module get their new code,
so that a trial costs no more than its tests up to the first that fails. A change to what runs when the module is
imported is made before anything is imported, in a process of its own.
"""

import contextlib
import gc
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from time import monotonic
from types import CodeType, FunctionType, ModuleType

import msgspec
import pytest

from tests.mutants.changes import Enums, changed_code, enums_of

PASSED, FAILED, NOT_APPLIED, OUT_OF_TIME = 0, 1, 3, 4
# A test that goes on for so long does not end. Time of the processor, since a busy machine is slow.
CPU_SECONDS_MOST, WALL_SECONDS_MOST, MEMORY_BYTES_MOST = 20, 120, 6 << 30


class Trial(msgspec.Struct, frozen=True):
    """A change, and the tests to try it on, the most promising first."""

    path: str
    number: int
    name: str
    tests: list[str]
    text: str = ""

    def code(self, source: Path, enums: Enums) -> CodeType:
        """The module with the change made."""
        path = source / self.path
        return (
            compile(self.text, str(path), "exec", dont_inherit=True)
            if self.text
            else changed_code(path, self.number, enums)
        )


class Work(msgspec.Struct, frozen=True):
    """What one process does."""

    root: str
    source: str
    options: list[str]
    at_import: bool
    jobs: int
    tests_most: int
    seconds_most: int
    trials: list[Trial]


class Result(msgspec.Struct, frozen=True):
    """How a trial went: `killed`, `survived`, or `at-import` where it has to be made before the import."""

    name: str
    outcome: str
    by: str = ""


def _functions(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _functions(constant)


def _put_into_functions(path: Path, code: CodeType) -> bool:
    """Give every living function of the module its code anew; false where one cannot take it."""
    new = {(one.co_qualname, one.co_firstlineno): one for one in _functions(code)}
    gc.unfreeze()  # what was frozen, as some programs do with what they have imported, is not listed otherwise
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and function.__code__.co_filename == str(path):
            one = new.get((function.__code__.co_qualname, function.__code__.co_firstlineno))
            if one is not None:
                try:
                    function.__code__ = one
                except ValueError:  # it closes over other names than before
                    return False
    return True


def _import(path: Path) -> None:
    """A module that is imported only when it is needed could not be changed before."""
    folder = max((entry for entry in sys.path if entry and path.is_relative_to(entry)), key=len)
    import_module(".".join(path.relative_to(folder).with_suffix("").parts))


class _ChangedLoader(SourceFileLoader):
    def __init__(self, name: str, path: str, code: CodeType) -> None:
        super().__init__(name, path)
        self.code = code

    def exec_module(self, module: ModuleType) -> None:
        exec(self.code, module.__dict__)


class ChangedModule(MetaPathFinder):
    """Imports one module with its change made."""

    def __init__(self, path: Path, code: CodeType) -> None:
        self.path = path
        self.code = code

    def find_spec(self, fullname: str, path: object = None, target: ModuleType | None = None) -> ModuleSpec | None:
        spec = PathFinder.find_spec(fullname, path)  # type: ignore[arg-type]  # as the import machinery hands it on
        if spec is None or spec.origin != str(self.path):
            return None
        spec.loader = _ChangedLoader(fullname, str(self.path), self.code)
        return spec


class Trials:
    """A pytest plugin whose run of the tests is a run for each change."""

    def __init__(self, work: Work, tell: int) -> None:
        self.work = work
        self.source = Path(work.source)
        self.tell = tell
        self.failed = ""
        self.noticed: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.enums = enums_of(self.source.rglob("*.py"))

    def pytest_sessionstart(self) -> None:
        """Hypothesis neither remembers nor shrinks here, and draws the same each time."""
        from hypothesis import Phase, settings  # not before pytest, which rewrites what it imports

        settings.register_profile(
            "mutants", settings.default, database=None, derandomize=True, phases=(Phase.explicit, Phase.generate)
        )
        settings.load_profile("mutants")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        running: dict[int, tuple[Trial, str]] = {}
        for path in {trial.path for trial in self.work.trials}:
            _import(self.source / path)
        for trial in self.work.trials:
            if len(running) >= self.work.jobs:
                self._wait(running)
            folder = tempfile.mkdtemp(prefix="mutant-")
            child = os.fork()
            if child == 0:
                code = FAILED
                try:
                    code = self._child(session, trial, folder)
                finally:
                    os._exit(code)
            running[child] = trial, folder
        while running:
            self._wait(running)
        return True

    def _order(self, trial: Trial) -> list[str]:
        """The tests to run: before all others those that have noticed most changes, of the same module and of any."""
        mine = set(trial.tests)
        here = [test for test, _ in self.noticed[trial.path].most_common() if test in mine]
        anywhere = [test for test, _ in sum(self.noticed.values(), Counter()).most_common() if test in mine]
        ordered = dict.fromkeys([*here[:15], *anywhere[:15], *trial.tests])
        return list(ordered)[: self.work.tests_most or None]

    def _wait(self, running: dict[int, tuple[Trial, str]]) -> None:
        child, status = os.wait()
        trial, folder = running.pop(child)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # servers that its tests had started
        by = Path(folder, "failed")
        code = os.waitstatus_to_exitcode(status)
        outcomes = {PASSED: "survived", OUT_OF_TIME: "survived", NOT_APPLIED: "at-import"}
        outcome = outcomes.get(code, "killed")
        noticed_by = by.read_text() if by.exists() else ""
        self.noticed[trial.path].update([noticed_by] if noticed_by else [])
        without_one = "as long as it was tried" if code == OUT_OF_TIME else "did not end" if code < 0 else ""
        result = Result(trial.name, outcome, noticed_by or without_one)
        os.write(self.tell, json.dumps(msgspec.to_builtins(result)).encode() + b"\n")
        shutil.rmtree(folder, ignore_errors=True)

    def _child(self, session: pytest.Session, trial: Trial, folder: str) -> int:
        collected = {item.nodeid: item for item in session.items}
        items = [collected[test] for test in self._order(trial) if test in collected]
        os.setsid()
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        tempfile.tempdir = folder
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES_MOST, MEMORY_BYTES_MOST))
        path = self.source / trial.path
        if not self.work.at_import and not _put_into_functions(path, trial.code(self.source, self.enums)):
            return NOT_APPLIED
        until = monotonic() + self.work.seconds_most
        for item, following in zip(items, [*items[1:], None], strict=True):
            if self.work.seconds_most and monotonic() > until:
                return OUT_OF_TIME
            signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS_MOST)
            signal.setitimer(signal.ITIMER_REAL, WALL_SECONDS_MOST)
            session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed:
                Path(folder, "failed").write_text(self.failed)
                return FAILED
        return PASSED

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = report.nodeid


def main() -> int:
    work = msgspec.json.decode(Path(sys.argv[1]).read_bytes(), type=Work)
    tell = os.dup(1)
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    if work.at_import:
        (trial,) = work.trials
        source = Path(work.source)
        code = trial.code(source, enums_of(source.rglob("*.py")))
        sys.meta_path.insert(0, ChangedModule(source / trial.path, code))
    files = sorted({test.partition("::")[0] for trial in work.trials for test in trial.tests})
    # What a fork left open is no fault of the run: without `unraisableexception` nobody looks for it at the end.
    unused = [
        word for name in ("cacheprovider", "cov", "xdist", "unraisableexception") for word in ("-p", f"no:{name}")
    ]
    options = [*work.options, *unused, "--capture=no", "-qq"]
    ended = pytest.main([*options, f"--rootdir={work.root}", *files], plugins=[Trials(work, tell)])
    if ended not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        if not work.at_import:
            return int(ended)
        result = Result(work.trials[0].name, "killed", "the import")
        os.write(tell, json.dumps(msgspec.to_builtins(result)).encode() + b"\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
