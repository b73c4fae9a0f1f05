"""What every test can rely on: the hypothesis profile, golden files, and clause markers that name real clauses."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from pitboss.law import UnknownClause, cite

GOLDEN = Path(__file__).parent / "golden"

# No deadline, and no complaint of slow draws: a busy machine is slow, which is not a fault of the code under test.
settings.register_profile("ci", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ci")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rewrite-golden", action="store_true", help="write tests/golden anew instead of comparing")
    parser.addoption("--rewrite-covered", action="store_true", help="write tests/law/covered.txt anew")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test that claims to prove a clause which does not exist proves nothing: the run stops before it starts."""
    for item in items:
        for marker in item.iter_markers("clause"):
            try:
                cite(*marker.args)
            except UnknownClause as error:
                raise pytest.UsageError(f"{item.nodeid}: {error}") from None
            if not marker.args or marker.kwargs:
                raise pytest.UsageError(f'{item.nodeid}: a clause marker is written clause("PA 665a.12(b)")')


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
