"""The answers that come with a version are those its solver gives, and are used only while it is the same solver."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from pitboss.law import cite
from pitboss.rules.games import GAMES
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.simulate import strategies
from pitboss.solve import cache, records
from pitboss.solve.cache import answer, known_strategy, play_digest, solved, solver_version, to_record
from pitboss.solve.solution import Solution, solve
from pitboss.solve.splits import SplitPlay

FOLDER = Path(str(files("pitboss.solve"))) / "answers"
ANEW = "make answers"
SOLVED = [game for game in GAMES if isinstance(load(game), BlackjackRules)]
CHEAPEST = "double-deck-house"


def rules_of(game: str, sets: dict[str, object] | None = None) -> BlackjackRules:
    return BlackjackRules.of(load(game, sets))


def silent(step: str, share: float) -> None:
    pass


def text_of(solution: Solution) -> str:
    """A line for each part, so that a difference shows what changed; how long it took is of no interest."""
    made_by = {"solver": solver_version(), "played_by": play_digest(rules_of(solution.game))}
    record = made_by | to_record(solution) | {"seconds": 0.0}
    return "{\n" + ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in record.items()) + "\n}\n"


def near(found: Any, kept: Any) -> bool:
    """The same but for the last digits, which another processor may round otherwise."""
    if isinstance(kept, dict):
        return found.keys() == kept.keys() and all(near(found[key], kept[key]) for key in kept)
    if isinstance(kept, list | tuple):
        return len(found) == len(kept) and all(near(a, b) for a, b in zip(found, kept, strict=True))
    return bool(found == pytest.approx(kept, rel=1e-12, abs=1e-12)) if isinstance(kept, float) else bool(found == kept)


def test_every_answer_is_of_these_rules_and_by_this_solver(pytestconfig: pytest.Config) -> None:
    if pytestconfig.getoption("--rewrite-answers"):
        for game in SOLVED:
            (FOLDER / f"{game}.json").write_text(text_of(solve(rules_of(game))), encoding="utf-8")
    stale = [game for game in SOLVED if answer(rules_of(game)) is None]
    assert not stale, f"the solver or the rules changed since the answers of {stale} were kept; make them anew: {ANEW}"
    assert {path.stem for path in FOLDER.glob("*.json")} == set(SOLVED)


@pytest.mark.parametrize(
    "game", [game if game == CHEAPEST else pytest.param(game, marks=pytest.mark.slow) for game in SOLVED]
)
def test_an_answer_is_what_the_solver_says(game: str) -> None:
    kept = answer(rules_of(game))
    assert kept is not None, f"make the answers anew: {ANEW}"
    assert kept.strategy == strategies.best(rules_of(game))
    found = json.loads(json.dumps(to_record(solve(rules_of(game)))))
    assert near(found | {"seconds": 0.0}, json.loads(json.dumps(to_record(kept))))


def no_solver(*given: object, **named: object) -> Solution:
    raise AssertionError("it is worked out")


def test_an_answer_is_used_for_the_game_as_it_stands_and_for_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "solve", no_solver)
    monkeypatch.setattr(records, "cache_folder", lambda: Path("/nowhere"))
    rules = rules_of(CHEAPEST)
    assert solved(rules, silent).came_with_version
    with pytest.raises(AssertionError, match="worked out"):
        solved(rules, silent, use_cache=False)
    with pytest.raises(AssertionError, match="worked out"):
        solved(rules, silent, split_play=SplitPlay.PRE_SPLIT)
    with pytest.raises(AssertionError, match="worked out"):
        solved(rules_of(CHEAPEST, {"decks": 6}), silent)


def test_rules_that_are_played_alike_have_the_strategy_of_the_game_and_others_have_not() -> None:
    """Given where the cover card lies or that every round is shuffled anew, then nobody plays otherwise."""
    kept = answer(rules_of(CHEAPEST))
    assert kept is not None
    alike: list[dict[str, object]] = [{}, {"cover_card_placed": "1/3"}, {"shuffling": "continuous"}]
    assert [known_strategy(rules_of(CHEAPEST, sets)) for sets in alike] == [kept.strategy] * len(alike)
    other: list[dict[str, object]] = [{"decks": 6}, {"double_after_split": False}, {"dealer_hits_soft": True}]
    assert [known_strategy(rules_of(CHEAPEST, sets)) for sets in other] == [None] * len(other)


def test_by_which_clause_a_step_is_taken_changes_no_play() -> None:
    rules = rules_of(CHEAPEST)
    elsewhere = rules.saying(insurance_placed=cite("DD Shuffling 1"), hole_card_turned=cite("DD Shuffling 1"))
    assert elsewhere != rules
    assert play_digest(elsewhere) == play_digest(rules)


def test_another_solver_does_not_use_the_answers_of_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "solver_version", lambda: "another")
    assert answer(rules_of(CHEAPEST)) is None


def test_a_game_that_came_with_no_answer_has_none() -> None:
    from dataclasses import replace

    assert answer(replace(rules_of(CHEAPEST), game="of-a-plug-in")) is None


def test_the_version_of_the_solver_hangs_on_every_file_that_a_solution_is_made_by(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Given a copy of the solver, when any of these files is changed, then it is another solver."""
    for path in Path(str(files("pitboss.solve"))).glob("*.py"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(cache, "files", lambda package: tmp_path)

    def version() -> str:
        solver_version.cache_clear()
        return solver_version()

    try:
        whole = version()
        for name in ("solution", "splits", "dealer_hand", "wager_lines", "kept", "strategy", "by_reading", "rows"):
            source = (tmp_path / f"{name}.py").read_text(encoding="utf-8")
            (tmp_path / f"{name}.py").write_text(f"{source}\n", encoding="utf-8")
            assert version() != whole, name
            (tmp_path / f"{name}.py").write_text(source, encoding="utf-8")
        assert version() == whole
    finally:
        solver_version.cache_clear()
