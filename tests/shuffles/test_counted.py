"""Shuffles counted before are those that would be counted now, and are taken only for the very same ones."""

import inspect
import json
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from pitboss.cards.deck import decks
from pitboss.report.shuffle_table import print_study
from pitboss.shuffles import study
from pitboss.shuffles.counted import counted_before, keep, key_of, to_record
from pitboss.shuffles.kernel import Move
from pitboss.shuffles.quality import Counts, count_all
from pitboss.solve import records

GAME = "double-deck-house"
ANEW = "make played"
PATH = Path(str(files("pitboss.shuffles"))) / "answers" / f"{GAME}.json"


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine on which nothing was counted, with a version that nothing came with."""
    monkeypatch.setattr(records, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(records, "shipped", lambda package, name: {})
    return tmp_path


def some() -> Counts:
    """Counts that no two of are alike."""
    halves = tuple((np.array([0, n, 2]), np.array([n + 1])) for n in range(5))
    return Counts(halves, (np.array([7]), np.array([8, 9])), np.arange(16).reshape(4, 4))


def test_counts_are_found_again_number_by_number(empty: Path) -> None:
    assert counted_before(GAME, "a") is None
    keep("a", [some(), some()])
    found = counted_before(GAME, "a")
    assert found is not None
    assert not found.came_with_version
    assert [to_record(one) for one in found.counts] == [to_record(some())] * 2
    assert np.array_equal(found.counts[0].places, some().places)
    assert counted_before(GAME, "b") is None


def test_what_is_not_a_whole_record_is_not_taken(empty: Path) -> None:
    keep("a", [some()])
    (path,) = (empty / "shuffles").iterdir()
    for broken in ("", "{", '[{"places": ""}]', '[{"told_apart": [[1]], "alike": [], "places": "AAAA"}]'):
        path.write_text(broken, encoding="utf-8")
        assert counted_before(GAME, "a") is None, broken


def test_a_key_is_of_the_routine_the_cards_how_often_the_seed_and_the_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    stack = decks(2)
    asked = [
        (Move.DOUBLE_DECK_ROUTINE, stack, 100, 1),
        (Move.WASH, stack, 100, 1),
        (Move.DOUBLE_DECK_ROUTINE, stack[1:], 100, 1),
        (Move.DOUBLE_DECK_ROUTINE, stack, 101, 1),
        (Move.DOUBLE_DECK_ROUTINE, stack, 100, 2),
    ]
    keys = {key_of(*one) for one in asked}
    assert len(keys) == len(asked)
    assert key_of(*asked[0]) in keys
    monkeypatch.setattr(inspect, "getsource", lambda module: "another way")
    assert key_of(*asked[0]) not in keys


def test_a_study_counts_once_and_says_what_came_with_the_version(
    empty: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first = study.study(GAME, 100)

    def never(*given: object) -> tuple[Counts, ...]:
        raise AssertionError("it is counted")

    monkeypatch.setattr(study, "count_all", never)
    again = study.study(GAME, 100)
    assert {**again.as_json(), "seconds": 0} == {**first.as_json(), "seconds": 0}
    with pytest.raises(AssertionError, match="it is counted"):
        study.study(GAME, 100, use_cache=False)
    print_study(again)
    assert "came with this version" not in capsys.readouterr().out
    (path,) = (empty / "shuffles").iterdir()
    came = {path.stem: json.loads(path.read_text(encoding="utf-8"))}
    monkeypatch.setattr(records, "shipped", lambda package, name: came)
    print_study(study.study(GAME, 100))
    assert "came with this version" in capsys.readouterr().out


def test_a_first_study_has_nothing_to_shuffle() -> None:
    asked = key_of(Move.DOUBLE_DECK_ROUTINE, decks(2), study.TIMES, 1)
    assert asked in json.loads(PATH.read_text(encoding="utf-8")), f"what is counted has changed: {ANEW}"


@pytest.mark.slow
def test_the_shuffles_of_a_study_came_with_this_version_and_are_what_is_counted_now(
    pytestconfig: pytest.Config,
) -> None:
    key = key_of(Move.DOUBLE_DECK_ROUTINE, decks(2), study.TIMES, 1)
    anew = {key: [to_record(one) for one in count_all(Move.DOUBLE_DECK_ROUTINE, decks(2), study.TIMES, 1)]}
    if pytestconfig.getoption("--rewrite-answers"):
        PATH.parent.mkdir(exist_ok=True)
        PATH.write_text(json.dumps(anew, separators=(",", ":")).replace("},{", "},\n{") + "\n", encoding="utf-8")
        records.shipped.cache_clear()
    assert json.loads(PATH.read_text(encoding="utf-8")) == anew, f"what is counted has changed: {ANEW}"
    assert study.study(GAME).came_with_version
