"""The bar for whoever waits: only after a while, only where somebody watches, and nothing left behind."""

import io
import sys
from types import SimpleNamespace

import pytest

from pitboss.simulate import late_bar
from pitboss.simulate.late_bar import BAR_AFTER_SECONDS, SHOWN_EVERY_SECONDS, LateBar


class Clock:
    """A clock that is put on by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class ZMQInteractiveShell:
    """What a notebook's kernel calls its shell."""


class Cell:
    """What stands below a notebook's cell, as IPython's display module shows it."""

    def __init__(self, shell: object) -> None:
        self.shown: list[str] = []
        self.module = SimpleNamespace(get_ipython=lambda: shell, display=self)

    def HTML(self, text: str) -> str:
        return text

    def display(self, text: str, display_id: bool) -> "Cell":
        assert display_id
        self.update(text)
        return self

    def update(self, text: str) -> None:
        self.shown.append(text)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(late_bar, "monotonic", clock)
    monkeypatch.delitem(sys.modules, "IPython", raising=False)
    return clock


def in_a_notebook(monkeypatch: pytest.MonkeyPatch, shell: object) -> Cell:
    cell = Cell(shell)
    monkeypatch.setitem(sys.modules, "IPython", cell.module)
    return cell


def test_below_a_cell_it_comes_after_two_seconds_and_goes_with_the_answer(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    cell = in_a_notebook(monkeypatch, ZMQInteractiveShell())
    with LateBar() as bar:
        bar("solving", 0.25)
        clock.now += BAR_AFTER_SECONDS - 0.01
        bar("solving", 0.25)
        assert cell.shown == []
        clock.now += 0.01
        bar("a < b", 0.5)
        assert cell.shown == ["", '<progress max="1" value="0.5000"></progress> a &lt; b']
    assert cell.shown[2:] == [""]


def test_it_is_written_anew_a_few_times_a_second_and_at_the_end(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    cell = in_a_notebook(monkeypatch, ZMQInteractiveShell())
    with LateBar() as bar:
        clock.now += BAR_AFTER_SECONDS
        bar("one", 0.1)
        clock.now += SHOWN_EVERY_SECONDS / 2
        bar("two", 0.2)
        clock.now += SHOWN_EVERY_SECONDS
        bar("three", 0.3)
        bar("four", 1.0)
    assert [line.rpartition(" ")[2] for line in cell.shown if line] == ["one", "three", "four"]


@pytest.mark.parametrize("shell", [None, object()])
def test_a_shell_that_is_no_notebook_has_no_cell(clock: Clock, monkeypatch: pytest.MonkeyPatch, shell: object) -> None:
    cell = in_a_notebook(monkeypatch, shell)
    monkeypatch.setattr(sys, "stderr", stream := io.StringIO())
    with LateBar() as bar:
        clock.now += 10
        bar("solving", 0.5)
    assert stream.getvalue() == ""
    assert cell.shown == []


def test_in_a_terminal_it_is_drawn_on_the_error_stream(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    monkeypatch.setenv("TERM", "xterm")
    with LateBar() as bar:
        bar("solving", 0.1)
        assert terminal.getvalue() == ""
        clock.now += 10
        bar("solving", 0.5)
    assert "solving" in terminal.getvalue()
    assert "50.0%" in terminal.getvalue()


def test_where_only_json_is_asked_for_nothing_is_drawn(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    cell = in_a_notebook(monkeypatch, ZMQInteractiveShell())
    with LateBar(watched=False) as bar:
        clock.now += 10
        bar("solving", 0.5)
    assert cell.shown == []
