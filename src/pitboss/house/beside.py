"""Work beside the tables: solvers run in a process of their own, so that no table waits while one computes or compiles.

The process is begun by the first question, answers one after the other, and ends when the house closes its end of the
pipe, or is gone. What is asked is a function of a module with its arguments.
"""

import asyncio
import os
import pickle
import signal
import sys
from collections.abc import Awaitable, Callable
from typing import Any, BinaryIO

HEAD_BYTES = 8
NICER = 5  # tables go first

Asking = Callable[..., Awaitable[Any]]  # a function and its arguments: what it returns, or the error it raises


class Lost(Exception):
    """The process has ended before it answered."""


class Beside:
    """A process that works for the house."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._one_at_a_time = asyncio.Lock()
        self._closed = False

    async def ask(self, work: Callable[..., Any], *arguments: object) -> Any:
        """What the function returns there; who stops waiting for it leaves it to be finished."""
        asked = asyncio.ensure_future(self._ask(work, arguments))
        asked.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody may be left to hear it
        return await asyncio.shield(asked)

    async def _ask(self, work: Callable[..., Any], arguments: tuple[object, ...]) -> Any:
        question = pickle.dumps((work, arguments))
        async with self._one_at_a_time:
            process = await self._begun()
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                process.stdin.write(len(question).to_bytes(HEAD_BYTES) + question)
                await process.stdin.drain()
                size = int.from_bytes(await process.stdout.readexactly(HEAD_BYTES))
                answered, answer = pickle.loads(await process.stdout.readexactly(size))
            except (asyncio.IncompleteReadError, OSError):
                self._process = None
                raise Lost("what was asked of the solver was not answered; ask again") from None
        if not answered:
            raise answer
        return answer

    async def _begun(self) -> asyncio.subprocess.Process:
        if self._closed:
            raise Lost("the house is closing")
        if self._process is None or self._process.returncode is not None:
            pipe, quiet = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
            words = (sys.executable, "-m", "pitboss.house.beside")
            self._process = await asyncio.create_subprocess_exec(*words, stdin=pipe, stdout=pipe, stderr=quiet)
        return self._process

    async def close(self) -> None:
        """End it, whatever it is at."""
        self._closed = True
        process = self._process
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()


def answer_for(work: Callable[..., Any], arguments: tuple[object, ...]) -> bytes:
    """Whether there is an answer, and the answer or the error."""
    try:
        return pickle.dumps((True, work(*arguments)))
    except Exception as error:  # whatever it is, it is for whoever asked
        try:
            said = pickle.dumps((False, error))
            pickle.loads(said)
        except Exception:  # an error that cannot be sent is told in words
            said = pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))
        return said


def work_for(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer until nobody asks any more."""
    while len(head := questions.read(HEAD_BYTES)) == HEAD_BYTES:
        answer = answer_for(*pickle.loads(questions.read(int.from_bytes(head))))
        answers.write(len(answer).to_bytes(HEAD_BYTES) + answer)
        answers.flush()


def main() -> None:
    """Work for whoever began this process, through its pipes; what is printed meanwhile is no answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the house ends it
    os.nice(NICER)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    work_for(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
