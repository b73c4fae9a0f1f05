"""What operators read: a log line is one object without what was said, and every metric counts what it says."""

import io
import json
import logging
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.house import logs
from pitboss.house.logs import JsonLines
from pitboss.house.metrics import Metrics

NOISY = ("uvicorn.error", "uvicorn.access", "websockets", "aiosqlite", "asyncio")


def line_of(level: int = logging.INFO, error: BaseException | None = None, **extra: object) -> dict[str, Any]:
    told = (type(error), error, error.__traceback__) if error is not None else None
    record = logging.getLogger("pitboss.house").makeRecord(
        "pitboss.house", level, __file__, 1, "table %s closed", ("t1",), told, extra=extra
    )
    line: dict[str, Any] = json.loads(JsonLines().format(record))
    return line


def deep(frames: int) -> None:
    if frames:
        deep(frames - 1)
    raise ValueError("a sealed order: KS 9D")


def test_a_line_has_the_time_the_level_the_event_and_the_fields_that_go_with_it() -> None:
    line = line_of(logging.WARNING, table="t1", round=7, color_message="in colours")
    assert line.pop("at")[4] == "-"
    assert line == {"level": "warning", "event": "table t1 closed", "table": "t1", "round": 7}


def test_what_is_no_json_is_written_as_text_and_letters_as_they_are() -> None:
    assert line_of(player="Zoë", cards={1})["cards"] == "{1}"
    record = logging.LogRecord("x", logging.INFO, "", 0, "Zoë", (), None)
    assert '"event": "Zoë"' in JsonLines().format(record)


def test_an_error_is_told_by_its_kind_and_place_and_never_by_what_it_says() -> None:
    with pytest.raises(ValueError, match="sealed order") as raised:
        deep(20)
    line = line_of(error=raised.value)
    assert line["error"] == "ValueError"
    assert len(line["trace"]) == 8, "the last ones"
    assert all(place.endswith(" deep") and ".py:" in place for place in line["trace"])
    assert "KS" not in json.dumps(line)


@pytest.fixture
def root() -> Iterator[logging.Logger]:
    """The root of all loggers, set back afterwards."""
    one = logging.getLogger()
    handlers, level = one.handlers[:], one.level
    levels = {name: logging.getLogger(name).level for name in NOISY}
    yield one
    one.handlers[:] = handlers
    one.setLevel(level)
    for name, before in levels.items():
        logging.getLogger(name).setLevel(before)


def test_logs_go_to_standard_error_and_what_is_only_noise_does_not(
    root: logging.Logger, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = io.StringIO()
    monkeypatch.setattr(sys, "stderr", heard)
    root.addHandler(logging.NullHandler())
    logs.begin()
    assert len(root.handlers) == 1
    logging.getLogger("pitboss.house").info("the house is open", extra={"tables": 5})
    logging.getLogger("pitboss.house").debug("nobody asked")
    lines = [json.loads(line) for line in heard.getvalue().splitlines()]
    assert [(line["event"], line["tables"]) for line in lines] == [("the house is open", 5)]
    for name in NOISY:
        assert logging.getLogger(name).level == logging.WARNING


@pytest.mark.parametrize(
    ("happens", "told"),
    [
        (lambda one: one.committed(3, 0.0), ["pitboss_journal_entries_total 3.0", "pitboss_commit_seconds_count 1.0"]),
        (lambda one: one.committed(1, 0.004), ['pitboss_commit_seconds_bucket{le="0.0025"} 0.0']),
        (lambda one: one.committed(1, 0.004), ['pitboss_commit_seconds_bucket{le="0.005"} 1.0']),
        (lambda one: one.moved("hit"), ['pitboss_moves_total{move="hit"} 1.0']),
        (lambda one: one.moved("stand"), ['pitboss_moves_total{move="stand"} 1.0']),
        (lambda one: one.refusals.inc(), ["pitboss_refusals_total 1.0"]),
        (lambda one: one.malformed.inc(), ["pitboss_malformed_messages_total 1.0"]),
        (lambda one: one.busy.inc(), ["pitboss_busy_total 1.0"]),
        (lambda one: one.sockets.set(4), ["pitboss_sockets 4.0"]),
        (lambda one: one.tables.set(6), ["pitboss_tables 6.0"]),
        (lambda one: one.relayed.inc(), ["pitboss_relayed_total 1.0"]),
        (lambda one: one.cage.set(1), ["pitboss_cage 1.0"]),
        (lambda one: one.processes.set(3), ["pitboss_processes 3.0"]),
        (lambda one: one.logins.labels("wrong").inc(), ['pitboss_logins_total{outcome="wrong"} 1.0']),
        (lambda one: one.move_seconds.observe(0.2), ['pitboss_move_seconds_bucket{le="0.25"} 1.0']),
    ],
)
def test_every_metric_counts_what_it_says_for_its_own_house(happens: Any, told: list[str]) -> None:
    here, elsewhere = Metrics(), Metrics()
    happens(here)
    lines = here.text().decode().splitlines()
    assert all(line in lines for line in told), lines
    assert not any(line in elsewhere.text().decode().splitlines() for line in told if not line.endswith(" 0.0"))


@pytest.mark.parametrize("name", ["commit", "move"])
def test_times_are_told_apart_from_a_millisecond_to_seconds(name: str) -> None:
    edges = [
        line.partition('le="')[2].partition('"')[0]
        for line in Metrics().text().decode().splitlines()
        if line.startswith(f"pitboss_{name}_seconds_bucket")
    ]
    assert edges == ["0.001", "0.0025", "0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1.0", "2.5", "+Inf"]
