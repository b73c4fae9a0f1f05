"""Several processes of one house on one machine: a parent starts them, starts again whoever dies, and stops them all.

The parent opens the door and hands it down: whichever process is free lets the next one in, and while one is paused or
gone the others do. Each has a place of its own besides, where the others reach it.
"""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Callable

import msgspec

from pitboss.house import logs
from pitboss.house.database import CannotOpen
from pitboss.house.house import House
from pitboss.house.serving import DRAINED, Opening, is_open, listening, run, serve, to_be_told

LIVED_SECONDS = 10  # who dies sooner after it has opened is not started again at once
WAIT_SECONDS = 1.0
WAIT_SECONDS_MAX = 30.0  # who does not open is started again later and later
LOOK_SECONDS = 0.05


class Report(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a process says to its parent: that it is open, and what is to be told; or why it is not."""

    lines: tuple[str, ...] = ()
    failed: str | None = None


# --- the parent -----------------------------------------------------------------------------------------------------


class Worker:
    """One of the processes, as the parent sees it."""

    def __init__(self, opening: Opening) -> None:
        self._opening = opening
        self.process: asyncio.subprocess.Process | None = None
        self.open = False
        self.drained = False  # by order: it is not started again

    async def start(self, invites: bool = False) -> tuple[str, ...]:
        """Start it, and wait until it is open: what it has to tell. `CannotOpen` says why it is not."""
        self.open = False
        opening = self._opening if invites else msgspec.structs.replace(self._opening, invite=())
        self.process = process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "pitboss.house.workers",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            pass_fds=opening.sockets,
            start_new_session=True,  # Ctrl+C is for the parent, which stops them in order
        )
        assert process.stdin is not None
        assert process.stdout is not None
        with contextlib.suppress(OSError, RuntimeError):  # it may have ended by now: one loop says this, another that
            process.stdin.write(msgspec.json.encode(opening) + b"\n")  # no argument, which everybody could read
            await process.stdin.drain()
        said = asyncio.create_task(process.stdout.readline())
        while not said.done() and process.returncode is None:
            await asyncio.sleep(LOOK_SECONDS)
        await asyncio.wait((said,), timeout=LOOK_SECONDS)  # what it said last may still be on its way
        report = _understood(said.result() if said.done() else b"")
        if report.failed is not None:
            said.cancel()
            raise CannotOpen(report.failed)
        self.open = True
        return report.lines

    async def ended(self) -> int:
        """Wait until it has ended: its exit status.

        It is looked at, not waited for: what it started may outlive it and hold its end of the line.
        """
        assert self.process is not None
        while self.process.returncode is None:
            await asyncio.sleep(LOOK_SECONDS)
        return self.process.returncode

    def stop(self) -> None:
        """Tell it to hand over what it has, and to close."""
        if self.process is not None and self.process.returncode is None:
            self.process.terminate()


def _understood(line: bytes) -> Report:
    try:
        return msgspec.json.decode(line, type=Report)
    except msgspec.DecodeError:
        return Report(failed="a process of the house has died at its start; the log says why")


class Workers:
    """The parent of all processes of a house on this machine."""

    def __init__(self, opening: Opening, count: int) -> None:
        self._doors = listening(opening.host, opening.port)
        self.shown = f"{opening.host}:{self._doors[0].getsockname()[1]}"
        for door in self._doors:
            door.listen(2048)
        files = tuple(door.fileno() for door in self._doors)
        place, _, port = (opening.at or "127.0.0.1:0").rpartition(":")
        self._workers = [
            Worker(
                msgspec.structs.replace(
                    opening,
                    sockets=files,
                    at=f"{place}:{int(port) + number if int(port) else 0}",
                    warms_up=number == 0,
                )
            )
            for number in range(count)
        ]
        self._stopping = asyncio.Event()
        self._turning: asyncio.Task[None] | None = None
        self._to_turn = False

    async def run(self, say: Callable[[str], None]) -> None:
        """Until told to stop: the first takes up what there is, the others come to it."""
        loop = asyncio.get_running_loop()
        for told in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(told, self._stopping.set)
        loop.add_signal_handler(signal.SIGHUP, self._turn_over)
        first, *rest = self._workers
        tending: list[asyncio.Task[None]] = []
        try:
            lines = await first.start(invites=True)
            await asyncio.gather(*(worker.start() for worker in rest))
            say(is_open(self.shown))
            for line in lines:
                say(line)
            tending = [asyncio.create_task(self._tend(worker, say)) for worker in self._workers]
            await self._stopping.wait()
        finally:
            if self._turning is not None:
                self._turning.cancel()
            for task in tending:
                task.cancel()
            for worker in self._workers:
                worker.stop()
            await asyncio.gather(*(worker.ended() for worker in self._workers if worker.process is not None))
            for door in self._doors:
                door.close()

    async def _tend(self, worker: Worker, say: Callable[[str], None]) -> None:
        """Start a process again whenever it has ended."""
        loop, wait = asyncio.get_running_loop(), 0.0
        while True:
            began = loop.time()
            status = await worker.ended()
            if status == DRAINED:
                say("A process of the house was drained by order; it is not started again.")
                worker.drained = True
                if all(one.drained for one in self._workers):
                    self._stopping.set()
                return
            if worker.open:
                say(f"A process of the house has ended (status {status}) and is started again.")
            if worker.open:  # somebody or something has ended it: its tables want a second home soon
                wait = 0.0 if loop.time() - began > LIVED_SECONDS else WAIT_SECONDS
            else:
                wait = min(max(WAIT_SECONDS, wait * 2), WAIT_SECONDS_MAX)
            await asyncio.sleep(wait)
            try:
                await worker.start()
            except Exception as error:  # whatever it was, it is tried again: nobody else would
                say(f"A process of the house could not start: {error}")

    def _turn_over(self) -> None:
        """Told by SIGHUP: one after another hands over what it has and is started anew, as it is installed now."""
        self._to_turn = True
        if self._turning is None or self._turning.done():
            self._turning = asyncio.create_task(self._one_after_another())

    async def _one_after_another(self) -> None:
        while self._to_turn:  # whoever is told again meanwhile begins again: another version may be installed by now
            self._to_turn = False
            for worker in self._workers:
                before = worker.process
                worker.stop()
                while not worker.drained and (worker.process is before or not worker.open):
                    await asyncio.sleep(0.1)


async def oversee(opening: Opening, count: int) -> int:
    """Serve with so many processes until told to stop."""
    os.umask(0o077)
    await Workers(opening, count).run(lambda line: print(line, flush=True))
    return 0


# --- one of them ----------------------------------------------------------------------------------------------------


async def _work(opening: Opening) -> int:
    loop = asyncio.get_running_loop()

    def orphaned() -> None:
        if not os.read(sys.stdin.fileno(), 1):
            loop.remove_reader(sys.stdin.fileno())
            signal.raise_signal(signal.SIGTERM)

    async def report(house: House, shown: str, invite: object) -> None:
        lines = await to_be_told(house, opening.invite)
        _say(Report(lines=tuple(lines)))

    loop.add_reader(sys.stdin.fileno(), orphaned)  # where the parent has gone, nobody starts them again
    return await serve(opening, report)


def _say(report: Report) -> None:
    with contextlib.suppress(OSError):
        os.write(sys.stdout.fileno(), msgspec.json.encode(report) + b"\n")


def main() -> None:
    """One process of several: how to open comes from the parent."""
    opening = msgspec.json.decode(sys.stdin.buffer.readline(), type=Opening)
    logs.begin()
    try:
        status = run(_work(opening))
    except CannotOpen as error:
        _say(Report(failed=str(error)))
        status = 1
    raise SystemExit(status)


if __name__ == "__main__":
    main()
