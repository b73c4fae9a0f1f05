"""What every test can rely on: the hypothesis profile, golden files, and clause markers that name real clauses."""

import os
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import nullcontext
from pathlib import Path
from typing import cast

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from pitboss.law import UnknownClause, cite
from tests import luck, patience, proof, strike

GOLDEN = Path(__file__).parent / "golden"
CASES = pytest.StashKey[int]()
PROOFS = proof.Proofs()
STRUCK = strike.Struck()

# How wide a person's terminal is says nothing of what is printed in a test.
os.environ.pop("COLUMNS", None)
# Nor whether their programs write at once: one that a test starts has to say for itself what is not to wait.
os.environ.pop("PYTHONUNBUFFERED", None)

# No deadline, and no complaint of slow draws: a busy machine is slow, which is not a fault of the code under test. The
# same examples every time, so that a change is judged and not its luck; PITBOSS_CHANCE=1 draws others.
settings.register_profile("ci", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
settings.register_profile("chance", settings.get_profile("ci"), derandomize=False)
settings.load_profile("chance" if os.environ.get("PITBOSS_CHANCE") else "ci")
# Nor does it read the modules that are loaded for numbers to draw: which they are hangs on the tests before, and to
# read the hundreds of kernels that some of those have compiled takes longer than any test.
pytest.MonkeyPatch().setattr(providers, "_get_local_constants", lambda: providers._local_constants, raising=False)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rewrite-golden", action="store_true", help="write tests/golden anew instead of comparing")
    whole = "a run of all tests/procedure and tests/disputes also drops what no longer arises"
    parser.addoption("--rewrite-reasons", action="store_true", help=f"add to tests/law/reasons.toml; {whole}")
    parser.addoption("--strike", action="store_true", help="run marked tests again, each clause struck out in turn")
    parser.addoption("--rewrite-answers", action="store_true", help="write the answers that come with the package anew")
    parser.addoption("--rewrite-covered", action="store_true", help="write tests/law/covered.txt anew")


def pytest_configure(config: pytest.Config) -> None:
    """No test waits for ever."""
    config.pluginmanager.register(patience)


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


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Each test has cards of its own; one that is run again, others."""
    luck.fix(f"{item.nodeid}, {getattr(item, 'execution_count', 1)}")


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    """What many tests share has its own, whichever of them comes first."""
    shared = fixturedef.scope != "function"
    name = f"{fixturedef.baseid}, {fixturedef.argname}, {getattr(request, 'param', None)!r}"
    with luck.fixed(name) if shared else nullcontext():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """A test proves the clauses it is marked with; the procedure and disputes say nothing by an unlisted clause."""
    marked = {clause for marker in item.iter_markers("clause") for clause in marker.args}
    procedure = item.nodeid.startswith(("tests/procedure/", "tests/disputes/"))
    if not marked and not procedure:
        yield
        return
    with proof.hearing() as witness, proof.looking_up(witness) if marked else nullcontext():
        yield
    if procedure and not _beyond_the_list(item):
        (proof.add if item.config.getoption("--rewrite-reasons") else proof.check_reasons)(witness)
    touched = witness.touched()
    if "[" in item.nodeid:
        item.user_properties.append(("proof", (sorted(marked), sorted(touched), item.stash[CASES])))
    elif missing := proof.unproved(item.nodeid, marked, touched):
        pytest.fail(f"marked with {', '.join(missing)}, which the test neither cites, nor is refused by, nor looks up")


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Asked to, a marked test that passed is run again without its clauses: it should miss each of them."""
    result = yield
    heard = not pyfuncitem.nodeid.startswith(tuple(proof.UNHEARD)) and not _beyond_the_list(pyfuncitem)
    if pyfuncitem.config.getoption("--strike") and heard:
        given = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
        marked = {clause for marker in pyfuncitem.iter_markers("clause") for clause in marker.args}
        found = {clause: strike.missed(lambda: pyfuncitem.obj(**given), clause) for clause in sorted(marked)}
        pyfuncitem.user_properties.append(("struck", found))
    return result


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Where the reports of all workers come together, the cases of each test are held against its markers."""
    if report.when == "call" and report.passed:
        for name, value in report.user_properties:
            if name == "proof":
                marked, touched, cases = cast(tuple[list[str], list[str], int], value)
                PROOFS.add(report.nodeid, marked, touched, cases)
            elif name == "struck":
                STRUCK.add(report.nodeid, cast(dict[str, bool], value))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A marker that no case of its test proves fails the run; a run of single cases proves no whole test.

    So does a clause that no test misses once it is struck out, where all of them were asked.
    """
    if any("[" in argument for argument in session.config.args) or hasattr(session.config, "workerinput"):
        PROOFS.marked.clear()
    every = all(Path(argument).name in ("tests", "procedure", "disputes") for argument in session.config.args)
    chosen = session.config.option.keyword or session.config.option.markexpr
    whole = every and not chosen and session.exitstatus == pytest.ExitCode.OK
    if session.config.getoption("--rewrite-reasons"):
        disputes = {"tests", "disputes"} & {Path(argument).name for argument in session.config.args}
        proof.write_reasons(whole and bool(disputes))
    unproved = PROOFS.missing() or (whole and STRUCK.unseen())
    if unproved and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Which markers are not proved."""
    for line in PROOFS.missing():
        terminalreporter.write_line(f"NOT PROVED {line}", red=True)
    for line in STRUCK.idle():
        terminalreporter.write_line(f"NOT MISSED {line}", yellow=True)
    for clause in STRUCK.unseen():
        terminalreporter.write_line(f"UNSEEN {clause}: no test of this run misses it", red=True)


def _beyond_the_list(item: pytest.Item) -> bool:
    """Whether chance, or a variant's rule that no text has, decides what is said: nobody has read that yet."""
    unread = item.path.name in ("test_many_rounds.py", "test_storm.py", "test_variants_at_the_table.py")
    return unread or getattr(getattr(item, "obj", None), "is_hypothesis_test", False)


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
