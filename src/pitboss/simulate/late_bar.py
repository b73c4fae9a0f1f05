"""A bar for whoever waits: in a terminal, or below the cell of a notebook; gone when the answer is there."""

import sys
from contextlib import AbstractContextManager
from html import escape
from time import monotonic
from types import TracebackType
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

BAR_AFTER_SECONDS = 2.0
SHOWN_EVERY_SECONDS = 0.2


class LateBar(AbstractContextManager["LateBar"]):
    """A progress bar that appears only when a job takes longer than two seconds, where somebody watches."""

    def __init__(self, watched: bool = True) -> None:
        self._start = self._shown = monotonic()
        self._watched = watched
        self._bar: _TerminalBar | _NotebookBar | None = None

    def __call__(self, step: str, share: float) -> None:
        """Say which step is under way and how much of it is done."""
        now = monotonic()
        if not self._watched or now < self._start + BAR_AFTER_SECONDS:
            return
        if self._bar is None:
            self._bar = _bar()
            self._watched = self._bar is not None
        elif share < 1 and now < self._shown + SHOWN_EVERY_SECONDS:
            return
        if self._bar:
            self._shown = now
            self._bar.update(step, share)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar:
            self._bar.close()


def _bar() -> "_TerminalBar | _NotebookBar | None":
    shell = sys.modules.get("IPython")  # a notebook has imported it; nobody else need have it
    if shell is not None and type(shell.get_ipython()).__name__ == "ZMQInteractiveShell":
        return _NotebookBar(shell.display)
    console = Console(stderr=True)
    return _TerminalBar(console) if console.is_terminal else None


class _TerminalBar:
    def __init__(self, console: Console) -> None:
        told, done = TextColumn("{task.description}"), TextColumn("{task.percentage:>5.1f}%")
        columns = (told, BarColumn(bar_width=20), done, TimeElapsedColumn(), TimeRemainingColumn())
        self._bar = Progress(*columns, console=console, transient=True)
        self._bar.start()
        self._task = self._bar.add_task("", total=1.0)

    def update(self, step: str, share: float) -> None:
        self._bar.update(self._task, description=step, completed=share)

    def close(self) -> None:
        self._bar.stop()


class _NotebookBar:
    """One line below the cell that is written anew."""

    def __init__(self, shown_by: Any) -> None:
        self._html = shown_by.HTML
        self._place = shown_by.display(self._html(""), display_id=True)

    def update(self, step: str, share: float) -> None:
        self._place.update(self._html(f'<progress max="1" value="{share:.4f}"></progress> {escape(step)}'))

    def close(self) -> None:
        self._place.update(self._html(""))
