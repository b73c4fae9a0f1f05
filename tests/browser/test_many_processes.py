"""A player in a browser, at a house of two processes of which one is killed."""

import asyncio
import os
import signal
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tests.browser.conftest import Visit
from tests.browser.test_line import Unheard
from tests.house.conftest import Postgres, postgres
from tests.house.kit import client
from tests.house.test_many_processes import GAME, pid_at, processes_of
from tests.house.test_workers import Parent, overseen

__all__ = ["postgres"]
T = TypeVar("T")


@pytest.fixture
def parent(postgres: Postgres, tmp_path: Path) -> Iterator[Parent]:
    with overseen(postgres.new_database(), tmp_path / "house.key", 2) as started:
        yield started


def done(work: Coroutine[Any, Any, T]) -> T:
    """Besides the loop that drives the browser."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


async def opened_at(address: str) -> str:
    async with client(f"http://{address}", "Opener") as opener:
        await opener.say(type="open-table", id="o1", game=GAME)
        return str((await opener.hear("opened"))["table"])


@pytest.mark.slow
def test_a_player_goes_on_at_the_very_decision_when_a_process_is_killed(parent: Parent, visit: Visit) -> None:
    """First the process that has the table, then the one to which the browser speaks; nothing is pressed in between."""
    at = done(processes_of(parent))
    table = done(opened_at(at[False]))
    ann = visit(f"http://{at[True]}")
    ann.faults = Unheard()
    ann.page.set_default_timeout(60_000)
    ann.sign_up("Ann").sit(table).to_betting().bet("10")
    ann.usual_until("stand")
    before, cards = ann.at(), ann.hand()
    os.kill(pid_at(at[False], parent.workers()), signal.SIGKILL)
    banner = ann.page.get_by_role("alert").filter(has_text="moves to another computer")
    banner.wait_for()
    assert ann.button("stand").is_disabled()
    ann.picture("a-process-is-killed")
    ann.page.locator("#line").wait_for(state="hidden")
    assert (ann.at(), ann.hand()) == (before, cards)
    ann.press("stand")
    ann.sees("Round 1: you")

    done(processes_of(parent))
    ann.page.goto(f"{parent.url}/#/table/{table}")  # now by the door that all share
    ann.sees("Round 1: you")
    ann.wager("10")
    before = ann.at()
    for pid in parent.workers():
        os.kill(pid, signal.SIGKILL)
    ann.page.get_by_role("alert").filter(has_text="Connection lost").wait_for()
    ann.picture("every-process-is-killed")
    ann.page.locator("#line").wait_for(state="hidden")
    ann.page.locator("body[data-connection=up]").wait_for()
    assert ann.at() >= before
    ann.press("ready")
    ann.usual_until("wager")
    ann.sees("Round 2: you")
