"""What a lane of the committer takes, how often it writes, and what it tells whom: without a database."""

import asyncio
from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError

from pitboss.house import committer as c
from pitboss.house.committer import WRITES_MOST, Committer, Stopped, _apart, _Asked, _settle, is_overdrawn
from pitboss.house.database import plainly
from pitboss.house.journal import GRANT, MOVE, OPEN, Entry
from pitboss.house.ledger import Transfer
from pitboss.house.ownership import Chain, NoAnswer, TakenOver


def asked(*chains: str) -> _Asked:
    return _Asked(dict.fromkeys(chains, 1), (), (), lambda: None, asyncio.Future())


def committer(**known: Any) -> Committer:
    ownership: Any = SimpleNamespace(held={})
    database: Any = SimpleNamespace(dialect="postgresql", ownership=ownership, has_gone=lambda _: True)
    for name, value in known.items():
        setattr(database, name, value)
    return Committer(database)


def in_a_loop(scene: Any) -> None:
    asyncio.run(scene())


def chains(work: Iterable[_Asked]) -> list[str]:
    return ["".join(sorted(one.chains)) for one in work]


@pytest.mark.parametrize(
    ("busy", "waiting", "due", "left"),
    [
        ("", "a b", "a b", ""),
        ("a", "a b", "b", "a"),
        ("a", "ab b c", "c", "ab b"),  # what waits for one chain keeps its place before what comes later at another
        ("a", "ab bc c d", "d", "ab bc c"),
        ("", "a a", "a a", ""),
        ("b", "a ab a", "a", "ab a"),
    ],
)
def test_a_lane_takes_what_nobody_writes_to_and_nothing_overtakes_within_a_chain(
    busy: str, waiting: str, due: str, left: str
) -> None:
    async def scene() -> None:
        one = committer()
        one._busy = set(busy)
        one._waiting = [asked(*chain) for chain in waiting.split()]
        assert chains(one._due()) == due.split()
        assert chains(one._waiting) == left.split()
        assert one._busy == {*busy} | {*"".join(due.split())}

    in_a_loop(scene)


@pytest.mark.parametrize(
    ("writing", "before", "is_due"), [(0, "", True), (1, "", False), (0, "a", False), (0, "b", True)]
)
def test_who_asks_when_all_before_is_on_disk_waits_for_every_lane_and_for_what_waits(
    writing: int, before: str, is_due: bool
) -> None:
    async def scene() -> None:
        one = committer()
        one._busy, one._writing = {"a"}, writing
        last = asked()
        one._waiting = [*(asked(chain) for chain in before), last]
        assert (last in one._due()) is is_due

    in_a_loop(scene)


def test_work_that_has_a_chain_in_common_stays_together_in_its_order() -> None:
    async def scene() -> None:
        work = [asked(*chain) for chain in ("a", "b", "c", "ab", "d", "c")]
        assert [chains(part) for part in _apart(work)] == [["a", "b", "ab"], ["d"], ["c", "c"]]

    in_a_loop(scene)


class Failing:
    """A writer whose connection is lost, so many times."""

    def __init__(self, times: int) -> None:
        self.left, self.tries = times, 0

    async def write(self, work: Any) -> None:
        self.tries += 1
        if self.left:
            self.left -= 1
            raise NoAnswer("the connection is gone")

    async def close(self) -> None:
        """It has none."""


@pytest.mark.parametrize(("times", "is_written"), [(0, True), (1, True), (WRITES_MOST, True), (WRITES_MOST + 1, False)])
def test_a_database_that_answers_and_does_not_take_it_is_asked_so_many_times(
    monkeypatch: pytest.MonkeyPatch, times: int, is_written: bool
) -> None:
    monkeypatch.setattr(c, "RETRY_SECONDS", 0)

    async def not_written(*_: Any) -> bool:
        return False

    async def scene() -> None:
        one = committer(ownership=SimpleNamespace(is_written=not_written))
        one._wait_seconds = 3600
        writer = Failing(times)
        if is_written:
            await one._once(writer, lambda _: None, {}, None)
        else:
            with pytest.raises(NoAnswer):
                await one._once(writer, lambda _: None, {}, None)
        assert writer.tries == min(times, WRITES_MOST) + 1

    in_a_loop(scene)


@pytest.mark.parametrize("lines", [0, 1])
def test_what_was_written_though_its_answer_was_lost_is_not_written_again(
    monkeypatch: pytest.MonkeyPatch, lines: int
) -> None:
    """It is asked for by its chains and, where it has lines, by the last: another may have taken the chain since."""
    monkeypatch.setattr(c, "RETRY_SECONDS", 0)
    questions: list[Any] = []

    async def written(*question: Any) -> bool:
        questions.append(question)
        return True

    async def scene() -> None:
        one = committer(ownership=SimpleNamespace(is_written=written))
        one._wait_seconds = 3600
        writer = Failing(9)
        last: Any = SimpleNamespace(n=7, hash="its hash") if lines else None
        await one._once(writer, lambda _: None, {"t1": OLD}, last)
        assert writer.tries == 1
        assert questions == [({"t1": OLD}, (7, "its hash") if lines else None)]

    in_a_loop(scene)


@pytest.mark.parametrize(
    ("gone", "patient", "wait_seconds", "tries"),
    [(True, True, 3600, 3), (False, True, 3600, 1), (True, False, 3600, 1), (True, True, 0, 1)],
)
def test_an_answer_is_waited_for_from_a_database_that_has_gone_by_who_is_patient_and_for_so_long(
    monkeypatch: pytest.MonkeyPatch, gone: bool, patient: bool, wait_seconds: int, tries: int
) -> None:
    monkeypatch.setattr(c, "RETRY_SECONDS", 0)

    async def scene() -> None:
        said: list[str | None] = []
        one = committer(has_gone=lambda _: gone)
        one._on_wait, one._patient, one._wait_seconds = said.append, patient, wait_seconds
        times = 0

        async def ask() -> str:
            nonlocal times
            times += 1
            if times < 3:
                raise NoAnswer("not now")
            return "there"

        if tries == 3:
            assert await one._answered(ask) == "there"
            assert said == [one.waits], "told once that the house waits"
        else:
            with pytest.raises(NoAnswer):
                await one._answered(ask)
            assert said == []
        assert times == tries

    in_a_loop(scene)


@pytest.mark.parametrize(("times", "told"), [(0, []), (1, ["the database does not answer", None])])
def test_who_has_waited_for_the_database_hears_once_that_it_is_back_and_who_has_not_hears_nothing(
    monkeypatch: pytest.MonkeyPatch, times: int, told: list[str | None]
) -> None:
    monkeypatch.setattr(c, "RETRY_SECONDS", 0)
    left = times

    async def not_known_at_first(*_: Any) -> bool:
        nonlocal left
        left -= 1
        if left >= 0:
            raise NoAnswer("not now")
        return False

    async def scene() -> None:
        said: list[str | None] = []
        one = committer(ownership=SimpleNamespace(is_written=not_known_at_first))
        one._on_wait, one._wait_seconds = said.append, 3600
        for lost in (times, 0):
            await one._once(Failing(lost), lambda _: None, {}, None)
        assert [sentence and sentence.partition(";")[0] for sentence in said] == told

    in_a_loop(scene)


@pytest.mark.parametrize(
    ("asks", "answers", "tries"),
    [
        ("something", (), 4),
        ("whether it is written", (), 4),
        ("whether it is written", (2, 4, 6, 8), 5),  # not: it is tried again, and the database goes again
    ],
)
def test_a_database_is_waited_for_so_long_in_all_and_not_anew_after_each_try(
    monkeypatch: pytest.MonkeyPatch, asks: str, answers: tuple[int, ...], tries: int
) -> None:
    now, tried = 100.0, 0

    async def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds

    async def seldom(*_: Any) -> bool:
        nonlocal tried
        tried += 1
        assert tried < 50, "it is waited for without end"
        if tried not in answers:
            raise NoAnswer("not now")
        return False

    async def scene() -> None:
        one = committer(ownership=SimpleNamespace(is_written=seldom))
        one._wait_seconds = 3 * c.RETRY_SECONDS
        monkeypatch.setattr(c, "perf_counter", lambda: now)
        monkeypatch.setattr(c, "asyncio", SimpleNamespace(sleep=sleep))
        with pytest.raises(NoAnswer):
            await (one._answered(seldom) if asks == "something" else one._once(Failing(9), lambda _: None, {}, None))
        assert tried == tries

    in_a_loop(scene)


def test_whoever_is_told_to_stop_takes_nothing_more_and_says_so() -> None:
    async def scene() -> None:
        one = committer()
        await one.stop()
        with pytest.raises(Stopped, match="the house is stopping"):
            await one.submit()
        failed = committer()
        said: list[str] = []
        failed._on_failure = said.append
        failed.fail("the disk is full")
        failed.fail("and something else")
        with pytest.raises(Stopped, match="the disk is full"):
            await failed.submit()
        assert said == ["the disk is full"]

    in_a_loop(scene)


def test_what_has_no_line_is_the_registers_and_nothing_at_all_is_nobodys() -> None:
    async def scene() -> None:
        one = committer()
        one.submit((), [("a statement", {})])
        one.submit()
        assert chains(one._waiting) == ["people", ""]

    in_a_loop(scene)


@pytest.mark.parametrize(
    ("error", "overdrawn"),
    [
        (IntegrityError("INSERT", {}, Exception('violates check constraint "balances_check"')), True),
        (IntegrityError("INSERT", {}, Exception("CHECK constraint failed: cents >= 0")), True),
        (IntegrityError("INSERT", {}, Exception("UNIQUE constraint failed: journal.n")), False),
        (ValueError("balances_check"), False),
    ],
)
def test_an_account_that_would_fall_below_zero_is_told_from_any_other_fault(error: Exception, overdrawn: bool) -> None:
    assert is_overdrawn(error) is overdrawn


@pytest.mark.parametrize(
    ("error", "before"),
    [
        (IntegrityError("INSERT", {}, Exception('violates unique constraint "requests_pkey"')), True),
        (IntegrityError("INSERT", {}, Exception("UNIQUE constraint failed: requests.actor, requests.client_id")), True),
        (IntegrityError("INSERT", {}, Exception("UNIQUE constraint failed: journal.n")), False),
        (ValueError("requests_pkey"), False),
    ],
)
def test_what_was_done_before_is_told_from_any_other_fault(error: Exception, before: bool) -> None:
    assert c.is_done_before(error) is before


OLD, NEW = Chain("t1", 1, 0, 3, "h", 1), Chain("t1", 1, -1, 0, "h", 0, is_new=True)
TAKEN_OVER = TakenOver("t1")
BELOW_ZERO = IntegrityError("INSERT", {}, Exception("CHECK constraint failed: cents >= 0"))
AGAIN = IntegrityError("INSERT", {}, Exception('violates unique constraint "requests_pkey"'))


@pytest.mark.parametrize(
    ("held", "error", "lost", "told"),
    [
        (OLD, TAKEN_OVER, ["t1"], c.ChainLost),
        (NEW, TAKEN_OVER, ["t1"], c.ChainLost),
        (None, TAKEN_OVER, ["t1"], c.ChainLost),  # what is in memory of a table whose chain is not here is not so
        (OLD, BELOW_ZERO, ["t1"], c.ChainLost),
        (OLD, AGAIN, ["t1"], c.DoneBefore),
        (None, AGAIN, ["t1"], c.DoneBefore),
        (NEW, AGAIN, [], c.DoneBefore),  # a table that never came to be: there is nothing to go on with
    ],
)
def test_a_chain_that_cannot_be_written_to_is_held_no_more_and_its_table_hears_so(
    monkeypatch: pytest.MonkeyPatch, held: Chain | None, error: Exception, lost: list[str], told: type[Stopped]
) -> None:
    async def fails(*_: Any) -> None:
        raise error

    async def scene() -> None:
        one, heard, work = committer(), [], asked("t1")
        one.on_lost = lambda table, why: heard.append((table, why))
        one._database.ownership.held = {"t2": OLD} if held is None else {"t1": held, "t2": OLD}
        monkeypatch.setattr(one, "_transaction", fails)
        await one._together(Failing(0), [work])
        assert heard == [(table, error) for table in lost]
        assert type(work.done.exception()) is told
        assert one._database.ownership.held == {"t2": OLD}

    in_a_loop(scene)


@pytest.mark.parametrize(
    ("error", "alone"),
    [(TAKEN_OVER, True), (IntegrityError("INSERT", {}, Exception("UNIQUE constraint failed: journal.n")), False)],
)
def test_a_fault_that_is_no_chains_or_in_a_house_of_one_process_is_the_houses(
    monkeypatch: pytest.MonkeyPatch, error: Exception, alone: bool
) -> None:
    async def fails(*_: Any) -> None:
        raise error

    async def scene() -> None:
        one, heard = committer(), []
        one.on_lost = None if alone else lambda *lost: heard.append(lost)
        monkeypatch.setattr(one, "_transaction", fails)
        with pytest.raises(type(error)):
            await one._together(Failing(0), [asked("t1")])
        assert heard == []

    in_a_loop(scene)


def test_what_one_chain_did_is_held_against_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        one, heard = committer(), []
        one.on_lost = lambda table, _: heard.append(table)
        work = [asked("a"), asked("b"), asked("a", "c"), asked("d")]

        async def of_one(_: Any, work: Any) -> None:
            if any("a" in each.chains for each in work):
                raise TAKEN_OVER

        monkeypatch.setattr(one, "_transaction", of_one)
        await one._together(Failing(0), work)
        assert sorted(heard) == ["a", "c"]
        assert [each.done.exception() is None for each in work] == [False, True, False, True]

    in_a_loop(scene)


def test_what_was_made_before_a_chain_was_lost_and_taken_again_is_not_put_to_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Lost and taken again before the transaction, or while it runs: nothing is written, and the new one is held."""

    async def scene() -> None:
        one, heard, written = committer(), [], []
        one.on_lost = lambda table, _: heard.append(table)
        held = one._database.ownership.held
        held |= {"t1": Chain("t1", 2, 4, 9, "h", 3), "t2": Chain("t2", 1, 4, 8, "h", 3)}

        async def transaction(_: Any, work: Any) -> None:
            written.append(chains(work))
            if "t2" in work[0].chains and held["t2"].epoch == 1:
                held["t2"] = Chain("t2", 3, 5, 10, "h", 5)
                raise TAKEN_OVER

        monkeypatch.setattr(one, "_transaction", transaction)
        work = [asked("t1"), asked("t2"), asked("t2", "t3"), asked("t4")]
        await one._together(Failing(0), work)
        assert written == [["t2", "t2t3", "t4"], ["t4"]]
        assert [type(each.done.exception()) for each in work] == [c.ChainLost, c.ChainLost, c.ChainLost, type(None)]
        assert heard == []
        assert [held["t1"].epoch, held["t2"].epoch] == [2, 3]

    in_a_loop(scene)


def test_a_lane_that_has_nothing_to_do_ends_when_another_has_written_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """Told to stop while one writes to a chain, and more waits for the same chain."""

    async def scene() -> None:
        one, gate = committer(), asyncio.Event()

        async def together(_: Any, work: Any) -> None:
            await gate.wait()
            c._settle(work)

        monkeypatch.setattr(one, "_together", together)
        lanes = one._lanes = [asyncio.create_task(one._run(writer)) for writer in one.writers]
        assert len(lanes) == 2
        both = []
        for _ in range(2):
            both.append(asked("a"))
            one._waiting.append(both[-1])
            one._wake.set()
            for _ in range(5):
                await asyncio.sleep(0)
        stopping = asyncio.create_task(one.stop())
        for _ in range(5):
            await asyncio.sleep(0)
        gate.set()
        await asyncio.wait_for(stopping, 10)
        assert all(each.done.done() for each in both)

    in_a_loop(scene)


def test_accounts_that_others_take_from_too_are_taken_in_one_order_before_anything_is_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who takes them in another order may wait for somebody who waits for them."""
    executed: list[tuple[str, Any]] = []
    dialect = SimpleNamespace(name="postgresql")
    connection: Any = SimpleNamespace(
        dialect=dialect, execute=lambda statement, rows: executed.append((str(statement), rows))
    )
    moved = [("player:Bob", "chips:t1:Bob"), ("house", "inventory:t1"), ("chips:t1:Ann", "player:Ann")]
    entry = Entry(
        kind=MOVE,
        table="t1",
        seq=1,
        body="{}",
        actor="Ann",
        client_id=None,
        rule=None,
        at_ms=0,
        transfers=tuple(Transfer(source, target, 1, "t1", 1, "", "") for source, target in moved),
    )

    async def draw(*_: Any) -> int:
        return 7

    async def once(_: Any, write: Any, *__: Any) -> None:
        write(connection)

    async def scene() -> None:
        chain = Chain("t1", 1, 0, 3, "h", 1)
        owned = SimpleNamespace(held={"t1": chain}, chain_of=lambda _: chain, process="a")
        one = committer(ownership=owned)
        monkeypatch.setattr(one._numbers, "draw", draw)
        monkeypatch.setattr(one, "_once", once)
        monkeypatch.setattr(c, "claim", lambda *_: executed.append(("claim", None)))
        work = asked("t1")
        work.entries = [entry]
        await one._transaction(Failing(0), [work])
        assert executed[0][0] == "claim"
        assert "FOR NO KEY UPDATE" in executed[1][0]
        assert executed[1][1] == {"shared": ["house", "player:Ann", "player:Bob"]}
        assert len(executed) > 2
        assert (one.last_n, owned.held["t1"].writes) == (7, 2)
        one.last_n = 9
        await one._transaction(Failing(0), [work])
        assert one.last_n == 9, "another lane has written a later line"

    in_a_loop(scene)


@pytest.mark.parametrize("error", [None, Stopped("the disk is full")])
def test_who_waits_no_longer_is_told_nothing_and_everybody_else_is_told(error: Stopped | None) -> None:
    async def scene() -> None:
        waiting = [asyncio.get_running_loop().create_future() for _ in range(3)]
        waiting[1].cancel()
        _settle([_Asked({}, (), (), lambda: None, one) for one in waiting], error)
        told = await asyncio.gather(*waiting, return_exceptions=True)
        assert (told[0], told[2], waiting[1].cancelled()) == (error, error, True)

    asyncio.run(scene())


def _line(kind: str = MOVE, **fields: Any) -> Entry:
    plain = {"seq": 1, "body": "{}", "actor": "Ann", "client_id": None, "rule": None, "at_ms": 5}
    return Entry(**{"kind": kind, "table": "t1", **plain, **fields})


@pytest.mark.parametrize(
    ("error", "said"),
    [(None, None), (TAKEN_OVER, str(TAKEN_OVER)), (ValueError("no room"), c.REFUSED + plainly(ValueError("no room")))],
)
def test_a_lane_that_has_written_or_failed_is_free_again_and_says_how_many_lines_it_had(
    monkeypatch: pytest.MonkeyPatch, error: Exception | None, said: str | None
) -> None:
    async def together(_: Any, work: Any) -> None:
        assert (one._writing, one._busy) == (1, {"t1", "t2", "t3"})
        if error is not None:
            raise error

    one, written = committer(), list[int]()
    one._on_commit = lambda lines, _: written.append(lines)
    one._busy = {"t1", "t2", "t3"}

    async def scene() -> None:
        work = [asked("t1"), asked("t2")]
        work[0].entries = [_line(), _line()]
        work[1].entries = [_line()]
        monkeypatch.setattr(one, "_together", together)
        await one._write(Failing(0), work, 0.0)
        assert [each.done.done() and str(each.done.exception()) == said for each in work] == [error is not None] * 2

    in_a_loop(scene)
    assert (one._writing, one._busy, written, one.failed) == (0, {"t3"}, [3], said)


def test_what_waits_for_a_chain_that_goes_elsewhere_is_not_written_and_hears_so() -> None:
    async def scene() -> None:
        one = committer()
        one._waiting = [asked("a"), asked("b"), asked("a", "b"), asked()]
        waited = list(one._waiting)
        one.let_go("a")
        assert chains(one._waiting) == ["b", ""]
        assert [type(each.done.exception()) if each.done.done() else None for each in waited] == [
            c.ChainLost,
            None,
            c.ChainLost,
            None,
        ]

    in_a_loop(scene)


def test_a_chain_begins_with_the_line_that_opens_it_and_with_no_other() -> None:
    async def scene() -> None:
        begun: list[tuple[str, str]] = []
        one = committer(ownership=SimpleNamespace(held={}, begin=lambda *chain: begun.append(chain)))
        one.anchor = "the anchor"
        one.submit([_line(), _line(GRANT, table="bank"), _line(OPEN, table="t2")])
        assert begun == [("t2", "the anchor")]

    in_a_loop(scene)


def test_the_time_of_a_chain_never_goes_back() -> None:
    chain, lines = Chain("t1", 1, 0, 3, "h", 1, at_ms=7), [_line(at_ms=9), _line(at_ms=4), _line(at_ms=12)]
    for n, line in enumerate(lines, 4):
        c.link(chain, n, line)
        assert (chain.n, chain.hash, chain.at_ms) == (n, line.hash, line.at_ms)
    assert [line.at_ms for line in lines] == [9, 9, 12]


def test_after_a_transaction_chains_are_as_it_left_them_unless_they_were_let_go_or_are_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    executed: list[Any] = []
    connection: Any = SimpleNamespace(
        dialect=SimpleNamespace(name="sqlite"), execute=lambda statement, rows: executed.append(statement)
    )
    held = {name: Chain(name, 1, 0, 3, "h", 1) for name in ("kept", "gone", "again", "over")}
    again = Chain("again", 2, 0, 3, "h", 1)

    async def draw(*_: Any) -> int:
        return 4

    async def once(_: Any, write: Any, *__: Any) -> None:
        write(connection)
        del held["gone"]
        held["again"] = again

    async def scene() -> None:
        done: list[str] = []
        one = committer(ownership=SimpleNamespace(held=held, chain_of=held.__getitem__, process="a"))
        monkeypatch.setattr(one._numbers, "draw", draw)
        monkeypatch.setattr(one, "_once", once)
        monkeypatch.setattr(c, "claim", lambda *_: None)
        work = asked(*held)
        work.entries = [_line(table=name, closes=name == "over") for name in held]
        work.statements = [("with them", {})]
        work.then = lambda: done.append("then")
        await one._transaction(Failing(0), [work])
        assert set(held) == {"kept", "again"}
        assert (held["kept"].writes, held["kept"].n, held["again"] is again) == (2, 4, True)
        assert executed[-1] == "with them"
        assert done == ["then"]

    in_a_loop(scene)
