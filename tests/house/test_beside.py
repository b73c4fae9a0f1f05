"""Work beside the tables: answered in order, errors too, and a process that is lost is begun again."""

import asyncio
import io
import os
import pickle
import signal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pitboss.house import beside
from pitboss.house.beside import HEAD_BYTES, Beside, Lost, answer_for, work_for
from pitboss.rules.errors import RulesError


def twice(number: int) -> int:
    print("this is no answer")
    return 2 * number


def refuse(sentence: str) -> None:
    raise RulesError(sentence)


class Stubborn(Exception):
    """An error that cannot be made again from what it says."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(f"{one} {other}")


def be_stubborn() -> None:
    raise Stubborn("this", "that")


def _unpacked(answer: bytes) -> tuple[bool, object]:
    told, value = pickle.loads(answer)
    return told, value


def test_what_a_function_returns_or_raises_is_the_answer() -> None:
    assert _unpacked(answer_for(twice, (21,))) == (True, 42)
    told, error = _unpacked(answer_for(refuse, ("no such card",)))
    assert not told
    assert isinstance(error, RulesError)
    assert str(error) == "no such card"
    told, error = _unpacked(answer_for(be_stubborn, ()))
    assert (told, str(error)) == (False, "Stubborn: this that")


def test_questions_are_answered_in_order_until_there_are_none() -> None:
    asked = b"".join(len(one).to_bytes(HEAD_BYTES) + one for one in (pickle.dumps((abs, (-n,))) for n in (3, 4)))
    answers = io.BytesIO()
    work_for(io.BytesIO(asked + b"cut"), answers)
    answers.seek(0)
    found = []
    while head := answers.read(HEAD_BYTES):
        found.append(_unpacked(answers.read(int.from_bytes(head))))
    assert found == [(True, 3), (True, 4)]


def test_a_process_of_its_own_answers_and_one_that_is_lost_is_begun_again() -> None:
    async def scene() -> None:
        beside = Beside()
        first = await beside.ask(os.getpid)
        assert first != os.getpid()
        assert await asyncio.gather(*(beside.ask(abs, -n) for n in range(5))) == list(range(5))
        assert await beside.ask(os.getpid) == first, "one process answers all"
        with pytest.raises(ZeroDivisionError):
            await beside.ask(divmod, 1, 0)
        with pytest.raises(Lost):
            await beside.ask(os._exit, 0)
        assert await beside.ask(os.getpid) not in (first, os.getpid())
        await beside.close()
        with pytest.raises(Lost):
            await beside.ask(abs, -1)

    asyncio.run(scene())


def test_who_stops_waiting_does_not_confuse_who_asks_next(tmp_path: Path) -> None:
    fifo = tmp_path / "slow"
    os.mkfifo(fifo)

    async def scene() -> None:
        beside = Beside()
        asked = asyncio.create_task(beside.ask(Path.read_text, fifo))  # answered when somebody writes there
        next_one = asyncio.create_task(beside.ask(abs, -7))
        await asyncio.sleep(0)
        asked.cancel()
        await asyncio.to_thread(fifo.write_text, "late")
        assert await next_one == 7
        await beside.close()

    asyncio.run(scene())


def test_one_that_has_ended_meanwhile_is_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Any] = []

    async def begins(*_: Any, **__: Any) -> Any:
        begun.append(SimpleNamespace(returncode=None))
        return begun[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", begins)

    async def scene() -> None:
        beside = Beside()
        assert [await beside._begun() for _ in range(2)] == [begun[0]] * 2
        begun[0].returncode = -9
        assert await beside._begun() is begun[1]

    asyncio.run(scene())


def test_it_goes_after_the_tables_and_what_is_printed_there_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[tuple[Any, ...]] = []
    for name in ("nice", "dup2"):
        monkeypatch.setattr(f"os.{name}", lambda *words, name=name: done.append((name, *words)))
    monkeypatch.setattr("os.dup", lambda file: f"copy of {file}")
    monkeypatch.setattr("os.fdopen", lambda file, _: file)
    monkeypatch.setattr("signal.signal", lambda *words: done.append(("signal", *words)))
    ends: dict[str, Any] = {name: SimpleNamespace(fileno=lambda at=at: at) for at, name in enumerate(("out", "err"), 1)}
    stdin = SimpleNamespace(buffer="questions")
    monkeypatch.setattr(beside, "sys", SimpleNamespace(stdin=stdin, stdout=ends["out"], stderr=ends["err"]))
    monkeypatch.setattr(beside, "work_for", lambda *ends: done.append(ends))
    beside.main()
    ignored = ("signal", signal.SIGINT, signal.SIG_IGN)
    assert done == [ignored, ("nice", 5), ("dup2", 2, 1), ("questions", "copy of 1")]
