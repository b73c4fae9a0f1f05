"""Processes of one house on one machine: started by a parent, started again when they die, ended with it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

OVERSEE = """
import msgspec, sys
from pitboss.house.serving import Opening, run
from pitboss.house.workers import oversee
run(oversee(msgspec.json.decode(sys.argv[1].encode(), type=Opening), int(sys.argv[2])))
"""


class Parent:
    """A parent that a test has started, with its processes."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        self.said: list[str] = []
        self.url = self.hears("The house is open at ").split()[5]

    def hears(self, begins: str) -> str:
        """The next line that begins so."""
        assert self.process.stdout is not None
        while True:
            line = self.process.stdout.readline()
            assert line, self.said
            self.said.append(line)
            if line.startswith(begins):
                return line

    def workers(self) -> list[int]:
        """Which processes it has now."""
        pid = self.process.pid
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@contextmanager
def overseen(db: str, key: Path, count: int = 1) -> Iterator[Parent]:
    """A house of so many processes."""
    opening = f'{{"db": "{db}", "host": "127.0.0.1", "port": 0, "settings": {{}}, "key_file": "{key}"}}'
    command = (sys.executable, "-c", OVERSEE, opening, str(count))
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    left: list[int] = []
    try:
        parent = Parent(process)
        yield parent
        left = parent.workers() if process.poll() is None else []
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        process.wait(60)
        assert process.stdout is not None
        process.stdout.close()
        until(lambda: not any(map(lives, left)))


def lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"


def until(true: Callable[[], bool], seconds: int = 60) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.05)


def answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/health", timeout=5).status_code == 200
    except httpx.TransportError:
        return False


@pytest.mark.slow
def test_a_process_that_dies_is_started_again_and_all_end_with_their_parent(sqlite_db: str, key: Path) -> None:
    with overseen(sqlite_db, key) as parent:
        assert answers(parent.url)
        (before,) = parent.workers()
        os.kill(before, signal.SIGKILL)
        assert "status -9" in parent.hears("A process of the house has ended")
        until(lambda: answers(parent.url))
        (after,) = parent.workers()
        assert after != before

        parent.process.send_signal(signal.SIGHUP)  # a new release is installed: it is taken up without closing
        assert "status 0" in parent.hears("A process of the house has ended")
        until(lambda: answers(parent.url))
        (anew,) = parent.workers()
        assert anew != after

        parent.process.kill()
        until(lambda: not lives(anew))


def test_why_a_process_cannot_open_is_said_in_one_sentence(sqlite_db: str, key: Path, tmp_path: Path) -> None:
    opening = f'{{"db": "{tmp_path}/no/../", "host": "127.0.0.1", "port": 0, "settings": {{}}, "key_file": "{key}"}}'
    words = (sys.executable, "-c", OVERSEE, opening, "1")
    ended = subprocess.run(words, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 1
    assert "pitboss.house.ownership.CannotOpen: " in ended.stderr
    assert "Traceback" not in ended.stderr.rpartition("CannotOpen: ")[2]
