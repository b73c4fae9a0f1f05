"""What every test can rely on: the hypothesis profile, golden files, and clause markers that name real clauses."""

from collections import Counter
from collections.abc import Callable, Generator
from contextlib import nullcontext
from pathlib import Path
from typing import cast

import pytest
from hypothesis import HealthCheck, settings

from pitboss.law import UnknownClause, cite
from tests import proof

GOLDEN = Path(__file__).parent / "golden"
CASES = pytest.StashKey[int]()
PROOFS = proof.Proofs()

# No deadline, and no complaint of slow draws: a busy machine is slow, which is not a fault of the code under test.
settings.register_profile("ci", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ci")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rewrite-golden", action="store_true", help="write tests/golden anew instead of comparing")
    parser.addoption("--proof", action="store_true", help="hold every test against the reasons and its clause markers")
    parser.addoption("--rewrite-reasons", action="store_true", help="add to tests/law/reasons.toml what is not listed")
    parser.addoption("--rewrite-covered", action="store_true", help="write tests/law/covered.txt anew")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test that claims to prove a clause which does not exist proves nothing: the run stops before it starts."""
    cases = Counter(item.nodeid.partition("[")[0] for item in items)
    for item in items:
        item.stash[CASES] = cases[item.nodeid.partition("[")[0]]
        for marker in item.iter_markers("clause"):
            try:
                cite(*marker.args)
            except UnknownClause as error:
                raise pytest.UsageError(f"{item.nodeid}: {error}") from None
            if not marker.args or marker.kwargs:
                raise pytest.UsageError(f'{item.nodeid}: a clause marker is written clause("PA 665a.12(b)")')


def pytest_configure(config: pytest.Config) -> None:
    """Every table of every test is heard."""
    if config.getoption("--proof"):
        proof.listen()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Each test begins with nothing said."""
    proof.witness.said.clear()
    proof.witness.looked_up.clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """A test that passed must have said nothing unlisted; what it touched of its markers is reported with it."""
    marked = {clause for marker in item.iter_markers("clause") for clause in marker.args}
    with proof.looking_up() if marked and item.config.getoption("--proof") else nullcontext():
        yield
    if not item.config.getoption("--proof"):
        return
    if item.config.getoption("--rewrite-reasons"):
        proof.add_unlisted()
    proof.check()
    if marked:
        item.user_properties.append(("proof", (sorted(marked), sorted(proof.witness.touched()), item.stash[CASES])))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Where the reports of all workers come together, the cases of each test are held against its markers."""
    if report.when == "call" and report.passed:
        for name, value in report.user_properties:
            if name == "proof":
                marked, touched, cases = cast(tuple[list[str], list[str], int], value)
                PROOFS.add(report.nodeid.partition("[")[0], marked, touched, cases)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A marker that no case of its test proves fails the run; a run of single cases proves no whole test."""
    if any("[" in argument for argument in session.config.args) or hasattr(session.config, "workerinput"):
        PROOFS.marked.clear()
    if session.config.getoption("--rewrite-reasons"):
        proof.write_reasons()
    if PROOFS.missing():
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Which markers are not proved."""
    for line in PROOFS.missing():
        terminalreporter.write_line(f"NOT PROVED {line}", red=True)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str], Callable[[str], None]]:
    """Compare a text to tests/golden/<name>.txt: `golden("name")(text)`."""
    rewriting = bool(request.config.getoption("--rewrite-golden"))

    def named(name: str) -> Callable[[str], None]:
        path = GOLDEN / f"{name}.txt"

        def check(text: str) -> None:
            if rewriting:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8", newline="\n")
            elif not path.exists():
                pytest.fail(f"There is no golden file {path.name} yet; `make golden` writes it.", pytrace=False)
            else:
                assert text == path.read_text(encoding="utf-8"), f"{path.name} differs; if rightly so, `make golden`."

        return check

    return named
