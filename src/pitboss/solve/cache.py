"""Solutions kept by rules hash, with the package and on disk, and thrown away when the solver itself changes."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.solve import records
from pitboss.solve.composition import Composition
from pitboss.solve.side_wagers import SideWager
from pitboss.solve.solution import MainGame, Progress, Solution, UpCardValue, solve
from pitboss.solve.splits import SplitPlay
from pitboss.solve.strategy import Strategy
from pitboss.solve.strategy_file import from_json
from pitboss.solve.terms import played_by


@cache
def solver_version() -> str:
    """A digest of the sources a solution is made by: another solver, another cache."""
    sources: dict[str, str] = {}
    waiting = ["by_reading", "solution"]
    while waiting:
        name = waiting.pop()
        if name not in sources:
            sources[name] = (files("pitboss.solve") / f"{name}.py").read_text(encoding="utf-8")
            waiting += re.findall(r"^from pitboss\.solve\.(\w+) import", sources[name], re.MULTILINE)
    return hashlib.sha256(repr(sorted(sources.items())).encode()).hexdigest()[:16]


def answer(rules: BlackjackRules) -> Solution | None:
    """The solution that came with this version, if it is of these rules and by this solver."""
    record = records.shipped("pitboss.solve", rules.game)
    if (record.get("solver"), record.get("rules_hash")) != (solver_version(), rules.hash):
        return None
    return replace(from_record(record), came_with_version=True)


def known_strategy(rules: BlackjackRules) -> Strategy | None:
    """The best strategy by totals that came with this version, if these rules are played as its game is."""
    record = records.shipped("pitboss.solve", rules.game)
    if (record.get("solver"), record.get("played_by")) != (solver_version(), play_digest(rules)):
        return None
    return from_json(record["strategy"])


def play_digest(rules: BlackjackRules) -> str:
    """Equal for rules that are played alike."""
    return hashlib.sha256(played_by(rules).encode()).hexdigest()[:32]


def _path(rules: BlackjackRules, split_play: SplitPlay, shoe: Composition | None) -> Path:
    cards = "" if shoe is None else f"-{'.'.join(map(str, shoe.ranks))}"
    name = f"{rules.hash[:32]}-{split_play.name.lower()}{cards}-{solver_version()}.json"
    return records.cache_folder() / "solve" / name


def solved(
    rules: BlackjackRules,
    progress: Progress,
    use_cache: bool = True,
    split_play: SplitPlay = SplitPlay.BY_HANDS,
    shoe: Composition | None = None,
) -> Solution:
    """The solution of a game with a full shoe or a given one: as it came with this version, from the disk, or new."""
    known = answer(rules) if use_cache and shoe is None and split_play is SplitPlay.BY_HANDS else None
    if known is not None:
        return known
    path = _path(rules, split_play, shoe)
    if use_cache:
        try:
            return from_record(records.kept(path))
        except (KeyError, TypeError, ValueError, RulesError):
            pass  # not there, or of another shape: it is worked out again
    found = solve(rules, shoe, split_play, progress)
    if use_cache:
        records.keep(path, to_record(found))
    return found


def to_record(solution: Solution) -> dict[str, object]:
    """A solution as plain JSON, losing nothing."""
    return {
        "game": solution.game,
        "rules_hash": solution.rules_hash,
        "readings": dict(solution.readings),
        "main": vars(solution.main),
        "by_totals": vars(solution.by_totals),
        "strategy": solution.strategy.to_json(),
        "decisions": solution.decisions,
        "up_cards": {str(up): vars(one) for up, one in solution.up_cards.items()},
        "variance": solution.variance,
        "variance_error": solution.variance_error,
        "distribution": list(solution.distribution.items()),
        "distribution_error": solution.distribution_error,
        "chance_error": solution.chance_error,
        "splits_happen": solution.splits_happen,
        "exact": solution.exact,
        "side_wagers": {name: vars(wager) for name, wager in solution.side_wagers.items()},
        "effects": {name: {str(v): x for v, x in by.items()} for name, by in solution.effects.items()},
        "split_play": solution.split_play.name,
        "seconds": solution.seconds,
    }


def from_record(record: Mapping[str, Any]) -> Solution:
    """The solution a record was made of."""
    return Solution(
        game=record["game"],
        rules_hash=record["rules_hash"],
        readings=record["readings"],
        main=MainGame(**record["main"]),
        by_totals=MainGame(**record["by_totals"]),
        strategy=from_json(record["strategy"]),
        decisions=record["decisions"],
        up_cards={int(up): UpCardValue(**one) for up, one in record["up_cards"].items()},
        variance=record["variance"],
        variance_error=record["variance_error"],
        distribution=dict(record["distribution"]),
        distribution_error=record["distribution_error"],
        chance_error=record["chance_error"],
        splits_happen=record["splits_happen"],
        exact=record["exact"],
        side_wagers={name: SideWager(**wager) for name, wager in record["side_wagers"].items()},
        effects={name: {int(v): x for v, x in by.items()} for name, by in record["effects"].items()},
        split_play=SplitPlay[record["split_play"]],
        seconds=record["seconds"],
    )
