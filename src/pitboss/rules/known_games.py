"""Games that people know, to compare one with: how each is dealt, and the edge that the solver finds for it."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True)
class KnownGame:
    """A game by its usual name: a variant of one that is here, and its house edge of the initial wager."""

    name: str
    start: str
    sets: Mapping[str, object]
    house_edge: str  # a decimal number as written: nothing here counts with it


def known() -> tuple[KnownGame, ...]:
    """All of them, as the file has them."""
    raw = tomllib.loads((files("pitboss.rules") / "known_games.toml").read_text(encoding="utf-8"))
    return tuple(KnownGame(one["name"], one["from"], one.get("set", {}), one["house_edge"]) for one in raw["game"])
