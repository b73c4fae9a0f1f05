"""Processes of one house on one machine: started by a parent, started again when they die, ended with it."""

import asyncio
import io
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import msgspec
import pytest
import uvloop

from pitboss.house import logs, workers
from pitboss.house.database import CannotOpen
from pitboss.house.serving import DRAINED, Opening
from pitboss.house.settings import Settings
from pitboss.house.workers import Worker, Workers

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


HOLDS_THE_LINE = """
import os, subprocess, sys
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], stderr=subprocess.DEVNULL)
print({said!r}, flush=True)
os._exit(3)
"""


def in_place_of_a_process(monkeypatch: pytest.MonkeyPatch, said: str) -> Worker:
    """A worker whose process says something and dies, and leaves another behind that holds its end of the line."""
    starts = asyncio.create_subprocess_exec
    program = HOLDS_THE_LINE.format(said=said)

    async def start(*_: str, **named: Any) -> asyncio.subprocess.Process:
        return await starts(sys.executable, "-c", program, **named)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", start)
    return Worker(Opening(db="", host="", port=0, settings=Settings()))


async def end_who_was_left(worker: Worker) -> None:
    assert worker.process is not None
    os.killpg(worker.process.pid, signal.SIGKILL)
    await worker.process.communicate()


@pytest.mark.parametrize("said", ["", "no report at all"])
def test_what_a_dead_process_leaves_behind_does_not_hold_up_its_parent(
    monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    async def tried() -> None:
        worker = in_place_of_a_process(monkeypatch, said)
        with pytest.raises(CannotOpen, match="died at its start"):
            await asyncio.wait_for(worker.start(), 30)
        await end_who_was_left(worker)

    asyncio.run(tried())


def test_nor_one_that_had_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    async def tried() -> None:
        worker = in_place_of_a_process(monkeypatch, '{"lines": ["open"]}')
        assert await asyncio.wait_for(worker.start(), 30) == ("open",)
        assert await asyncio.wait_for(worker.ended(), 30) == 3
        await end_who_was_left(worker)

    asyncio.run(tried())


def test_what_a_process_said_last_is_heard_though_it_has_ended_by_then(monkeypatch: pytest.MonkeyPatch) -> None:
    async def tried() -> None:
        said = asyncio.StreamReader()
        line = SimpleNamespace(write=lambda _: None, drain=lambda: asyncio.sleep(0))
        ended = SimpleNamespace(returncode=1, stdin=line, stdout=said)

        async def start(*_: str, **__: object) -> SimpleNamespace:
            return ended

        monkeypatch.setattr(asyncio, "create_subprocess_exec", start)
        starting = asyncio.create_task(Worker(Opening(db="", host="", port=0, settings=Settings())).start())
        for _ in range(5):
            await asyncio.sleep(0)
        said.feed_data(b'{"failed": "the disk is full"}\n')
        with pytest.raises(CannotOpen, match="the disk is full"):
            await starting

    asyncio.run(tried())


def test_a_process_that_cannot_open_says_why_to_its_parent_and_fails(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def run(work: Coroutine[Any, Any, int]) -> int:
        work.close()
        raise CannotOpen("the disk is full")

    opening = msgspec.json.encode(Opening(db="", host="", port=0, settings=Settings()))
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(opening + b"\n")))
    monkeypatch.setattr(logs, "begin", lambda: None)
    monkeypatch.setattr(workers, "run", run)
    with pytest.raises(SystemExit) as ended:
        workers.main()
    assert ended.value.code == 1
    assert capfd.readouterr().out == '{"failed":"the disk is full"}\n'


def test_a_process_is_tried_again_whatever_kept_it_from_starting(monkeypatch: pytest.MonkeyPatch) -> None:
    async def tried() -> None:
        monkeypatch.setattr(workers, "listening", lambda *_: [socket.socket()])
        parent = Workers(Opening(db="", host="127.0.0.1", port=0, settings=Settings()), 1)
        worker, told, faults = (
            parent._workers[0],
            asyncio.Queue[str](),
            [OSError("no memory"), ValueError("a long line")],
        )

        async def ended() -> int:
            return 9

        async def start(invites: bool = False) -> tuple[str, ...]:
            if faults:
                raise faults.pop(0)
            worker.open = True
            return ()

        monkeypatch.setattr(workers, "WAIT_SECONDS_MAX", 0)
        monkeypatch.setattr(worker, "ended", ended)
        monkeypatch.setattr(worker, "start", start)
        tending = asyncio.create_task(parent._tend(worker, told.put_nowait))
        heard = [await asyncio.wait_for(told.get(), 30) for _ in range(3)]
        tending.cancel()
        for door in parent._doors:
            door.close()
        assert [line.rpartition(" ")[2] for line in heard] == ["memory", "line", "again."]

    asyncio.run(tried())


# --- the parent alone -----------------------------------------------------------------------------------------------


def parent_of(monkeypatch: pytest.MonkeyPatch, count: int, **opening: Any) -> Workers:
    """A parent whose processes are not started."""
    monkeypatch.setattr(workers, "listening", lambda *_: [socket.socket()])
    parent = Workers(Opening(db="", host="127.0.0.1", port=0, settings=Settings(), **opening), count)
    for door in parent._doors:
        door.close()
    return parent


@pytest.mark.parametrize(
    ("at", "places"),
    [
        (None, ["127.0.0.1:0"] * 3),
        ("192.0.2.1:0", ["192.0.2.1:0"] * 3),
        ("192.0.2.1:4000", ["192.0.2.1:4000", "192.0.2.1:4001", "192.0.2.1:4002"]),
    ],
)
def test_each_process_has_a_place_of_its_own_and_the_first_warms_the_adviser_up(
    monkeypatch: pytest.MonkeyPatch, at: str | None, places: list[str]
) -> None:
    parent = parent_of(monkeypatch, 3, at=at)
    openings = [worker._opening for worker in parent._workers]
    assert [one.at for one in openings] == places
    assert [one.warms_up for one in openings] == [True, False, False]


SAYS_WHAT_IT_READ = 'import sys; print("[" + sys.stdin.readline().strip() + "]", flush=True); sys.stdin.read()'


def test_one_process_invites_and_the_others_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[bytes] = []

    def understood(line: bytes) -> workers.Report:
        read.append(line)
        return workers.Report()

    monkeypatch.setattr(workers, "_understood", understood)
    starts = asyncio.create_subprocess_exec

    async def start(*_: str, **named: Any) -> asyncio.subprocess.Process:
        return await starts(sys.executable, "-c", SAYS_WHAT_IT_READ, **named)

    async def tried() -> None:
        monkeypatch.setattr(asyncio, "create_subprocess_exec", start)
        worker = Worker(Opening(db="", host="", port=0, settings=Settings(), invite=("dealer",)))
        for invites in (True, False):
            await worker.start(invites)
            worker.stop()
            assert await asyncio.wait_for(worker.ended(), 30) == -signal.SIGTERM
            worker.stop()  # who has ended is not told again

    asyncio.run(tried())
    assert [b'"dealer"' in line for line in read] == [True, False]


@pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_a_process_that_is_ended_before_it_has_read_how_to_open_has_died_at_its_start(
    monkeypatch: pytest.MonkeyPatch, loop: Callable[[], asyncio.AbstractEventLoop]
) -> None:
    starts = asyncio.create_subprocess_exec

    async def started_and_killed(*command: str, **named: Any) -> asyncio.subprocess.Process:
        process = await starts(sys.executable, "-c", "import time; time.sleep(60)", **named)
        process.kill()
        while process.returncode is None:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)  # the line to it is closed
        return process

    async def tried() -> None:
        worker = Worker(Opening(db="", host="", port=0, settings=Settings()))
        with pytest.raises(CannotOpen, match="died at its start"):
            await asyncio.wait_for(worker.start(), 30)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", started_and_killed)
    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(tried())


def test_who_does_not_open_is_started_later_and_later_and_who_has_lived_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waits: list[float] = []
    said: list[str] = []
    # how long each lived, and whether it had opened
    now, lives = 0.0, [(0.0, True), (10.0, True), (10.1, True), *[(0.0, False)] * 7, (0.0, True), (0.0, False)]
    told = sum(opened for _, opened in lives)

    async def tried() -> None:
        nonlocal now
        parent = parent_of(monkeypatch, 1)
        (worker,) = parent._workers
        loop = asyncio.get_running_loop()
        over = asyncio.Event()

        async def ended() -> int:
            nonlocal now
            if not lives:
                over.set()
                await asyncio.Event().wait()
            lived, worker.open = lives.pop(0)
            now += lived
            return 9

        async def start(invites: bool = False) -> tuple[str, ...]:
            if len(waits) == 4:
                raise RuntimeError("something nobody thought of")
            return ()

        async def sleep(seconds: float) -> None:
            waits.append(seconds)

        monkeypatch.setattr(worker, "ended", ended)
        monkeypatch.setattr(worker, "start", start)
        monkeypatch.setattr(asyncio, "sleep", sleep)
        monkeypatch.setattr(loop, "time", lambda: now)
        tending = asyncio.create_task(parent._tend(worker, said.append))
        await over.wait()
        monkeypatch.undo()
        tending.cancel()

    asyncio.run(tried())
    assert waits == [1, 1, 0, 1, 2, 4, 8, 16, 30, 30, 1, 2]
    assert len(said) == told + 1, "of one that had not opened it was said before why not"
    assert said[3] == "A process of the house could not start: something nobody thought of"


def test_told_to_turn_over_one_after_another_is_started_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    async def tried() -> None:
        parent = parent_of(monkeypatch, 2)
        stopped: list[int] = []
        for number, worker in enumerate(parent._workers):
            worker.process, worker.open = object(), True  # type: ignore[assignment]  # some process
            monkeypatch.setattr(worker, "stop", lambda number=number: stopped.append(number))
        for _ in range(2):
            parent._turn_over()  # told twice, it turns over once
        for turn, number in enumerate((0, 1, 0, 1)):
            worker = parent._workers[number]
            while len(stopped) <= turn:
                await asyncio.sleep(0.01)
            if turn == 1:
                parent._turn_over()  # told meanwhile, once more: the first may not be of the newest version
            worker.open = False
            worker.process = object()  # type: ignore[assignment]  # another
            for _ in range(3):
                await asyncio.sleep(0.05)
            assert len(stopped) == turn + 1, "the next waits until it is open"
            worker.open = True
        assert parent._turning is not None
        await asyncio.wait_for(parent._turning, 30)
        assert stopped == [0, 1, 0, 1]

    asyncio.run(tried())


def test_one_that_was_drained_before_it_was_its_turn_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def tried() -> None:
        parent = parent_of(monkeypatch, 2)
        stopped: list[int] = []
        for number, worker in enumerate(parent._workers):
            worker.process, worker.open = object(), True  # type: ignore[assignment]  # some process
            monkeypatch.setattr(worker, "stop", lambda number=number: stopped.append(number))
            worker.drained = True
        parent._turn_over()
        assert parent._turning is not None
        await asyncio.wait_for(parent._turning, 30)
        assert stopped == [0, 1]

    asyncio.run(tried())


def test_a_process_that_was_drained_by_order_is_not_started_again_and_the_last_ends_its_parent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def tried() -> None:
        parent, said = parent_of(monkeypatch, 2), list[str]()
        statuses = [[DRAINED], [9, DRAINED]]  # the second is killed once before
        started: list[int] = []
        for number, worker in enumerate(parent._workers):
            worker.open = True

            async def ended(number: int = number) -> int:
                return statuses[number].pop(0)

            async def start(invites: bool = False, number: int = number) -> tuple[str, ...]:
                started.append(number)
                return ()

            monkeypatch.setattr(worker, "ended", ended)
            monkeypatch.setattr(worker, "start", start)
        monkeypatch.setattr(workers, "WAIT_SECONDS", 0)
        first, second = parent._workers
        await asyncio.wait_for(parent._tend(first, said.append), 30)
        assert (first.drained, second.drained, parent._stopping.is_set()) == (True, False, False)
        await asyncio.wait_for(parent._tend(second, said.append), 30)
        assert (started, statuses) == ([1], [[], []]), "who died is started again, who was drained is not"
        assert parent._stopping.is_set(), "nobody is left to look after"
        assert [line.rpartition("; ")[2] for line in said if "drained" in line] == ["it is not started again."] * 2

    asyncio.run(tried())


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_a_parent_that_is_told_to_stop_stops_each_and_starts_none_again(
    monkeypatch: pytest.MonkeyPatch, told: signal.Signals
) -> None:
    async def tried() -> None:
        parent, said, happened = parent_of(monkeypatch, 2), list[str](), list[str]()
        ended = [asyncio.Event(), asyncio.Event()]
        for number, worker in enumerate(parent._workers):

            async def start(invites: bool = False, number: int = number, worker: Worker = worker) -> tuple[str, ...]:
                happened.append(f"start {number}{' invites' if invites else ''}")
                worker.process, worker.open = object(), True  # type: ignore[assignment]  # some process
                return (f"what {number} tells",)

            async def wait(number: int = number) -> int:
                await ended[number].wait()
                return 0

            def stop(number: int = number) -> None:
                happened.append(f"stop {number}")
                ended[number].set()

            monkeypatch.setattr(worker, "start", start)
            monkeypatch.setattr(worker, "ended", wait)
            monkeypatch.setattr(worker, "stop", stop)
        handlers: dict[int, Callable[[], None]] = {}
        monkeypatch.setattr(asyncio.get_running_loop(), "add_signal_handler", handlers.__setitem__)
        running = asyncio.create_task(parent.run(said.append))
        while len(said) < 2:
            await asyncio.sleep(0)
        parent._turning = asyncio.create_task(asyncio.sleep(3600))
        handlers[told]()
        await asyncio.wait_for(running, 30)
        for _ in range(20):
            await asyncio.sleep(0)
        assert happened == ["start 0 invites", "start 1", "stop 0", "stop 1"]
        assert (said[1:], parent._turning.cancelled()) == (["what 0 tells"], True)
        assert all(task is asyncio.current_task() for task in asyncio.all_tasks()), "nobody is looked after any more"

    asyncio.run(tried())


def test_a_process_whose_parent_has_gone_stops_and_one_that_hears_of_it_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read, write = os.pipe()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(fileno=lambda: read))

    async def serve(*given: object) -> int:
        loop, told = asyncio.get_running_loop(), asyncio.Event()
        loop.add_signal_handler(signal.SIGTERM, told.set)
        os.write(write, b"\n")
        for _ in range(5):
            await asyncio.sleep(0.01)
        assert not told.is_set()
        os.close(write)
        await asyncio.wait_for(told.wait(), 30)
        loop.remove_signal_handler(signal.SIGTERM)
        return 7

    monkeypatch.setattr(workers, "serve", serve)
    assert asyncio.run(workers._work(Opening(db="", host="", port=0, settings=Settings()))) == 7
    os.close(read)
