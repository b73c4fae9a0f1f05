"""A real browser, people in front of it, and two houses: `pitboss serve` as it is, and one with stacked cards."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.kit import FLAGS, Person, StackedHouse

if TYPE_CHECKING:
    from playwright.sync_api import Browser

Visit = Callable[..., Person]


CHROMIUM = shutil.which("chromium")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without a browser one test stands for all of them, and says so in one line."""
    missing = "chromium" if CHROMIUM is None else "" if find_spec("playwright") else "Playwright"
    here = [item for item in items if Path(__file__).parent in item.path.parents]
    if missing and here:
        here[0].add_marker(pytest.mark.skip(f"{missing} is not installed here: {len(here)} browser tests are left out"))
        items[:] = [item for item in items if item not in here[1:]]
        config.hook.pytest_deselected(items=here[1:])


class Chromium:
    """Debian's chromium and its driver, opened by the first test that asks and closed when the next needs no browser.

    The driver has an event loop of its own, beside which no other runs.
    """

    def __init__(self) -> None:
        self._open = ExitStack()
        self._browser: Browser | None = None

    def get(self) -> "Browser":
        """The browser; a new one where that of before has crashed."""
        from playwright.sync_api import sync_playwright

        if self._browser is None or not self._browser.is_connected():
            self.close()
            driver = self._open.enter_context(sync_playwright())
            self._browser = driver.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
            self._open.callback(self._browser.close)
        return self._browser

    def close(self) -> None:
        """Close it, if it is open."""
        self._open.close()
        self._browser = None


OPENED = Chromium()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Once the last of these tests has put its things away, the browser goes too."""
    if nextitem is None or Path(__file__).parent not in nextitem.path.parents:
        OPENED.close()


@pytest.fixture(scope="module")
def browser() -> "Browser":
    """Debian's chromium; everybody who visits has a profile of their own."""
    return OPENED.get()


@pytest.fixture(scope="session")
def pictures() -> Path | None:
    """Where the screenshots go: the folder that PITBOSS_PICTURES names; nobody takes them for nobody."""
    kept = os.environ.get("PITBOSS_PICTURES")
    if not kept:
        return None
    folder = Path(kept)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="module")
def stacked(browser: "Browser", tmp_path_factory: pytest.TempPathFactory) -> Iterator[StackedHouse]:
    """A house whose next shuffle a test may lay; for every test a table of its own."""
    house = StackedHouse(tmp_path_factory.mktemp("stacked"))
    yield house
    house.close()


@pytest.fixture(scope="module")
def served(browser: "Browser", tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of `pitboss serve`, just as a newcomer starts it but for the port and the file."""
    folder = tmp_path_factory.mktemp("served")
    command = [sys.executable, "-m", "pitboss", "serve", "--db", str(folder / "house.db"), "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=folder)
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"http://[0-9.:]+", line)
    assert found, f"`pitboss serve` did not open: {line}"
    yield found[0]
    process.send_signal(signal.SIGINT)
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    with suppress(OSError):
        process.stdout.close()


@pytest.fixture
def visit(browser: "Browser", pictures: Path | None) -> Iterator[Visit]:
    """Somebody with a browser of their own comes to a house: `visit(url)`."""
    there: list[Person] = []

    def come(house: StackedHouse | str, **options: Any) -> Person:
        url = house if isinstance(house, str) else house.url
        there.append(Person(browser, url, pictures, **options))
        return there[-1]

    yield come
    for person in there:
        person.close()
