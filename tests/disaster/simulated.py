"""The ways from the house to its machine lead into a history, and what would take long is taken as done."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec

from pitboss.house import accounts, adopting, archive, handing_over, lobby, long_rounds, numbers, schema
from pitboss.house import committer as committer_module
from pitboss.house import database as database_module
from pitboss.house import house as house_module
from pitboss.house.accounts import Accounts
from pitboss.house.database import Database
from pitboss.house.telling import ShoeStory, Telling
from pitboss.procedure import checkpoint, replay
from pitboss.procedure.table import PROCEDURE, Table
from pitboss.rules import variant
from pitboss.rules.rules import Rules
from tests.disaster.loop import SeededLoop, here
from tests.disaster.node import Node
from tests.disaster.postgres import Server, SimEngine
from tests.disaster.transactions import rules


@contextmanager
def simulated(server: Server, loop: SeededLoop, seed: int) -> Iterator[None]:
    """The house's ways to the machine lead into the simulation."""
    with ExitStack() as stack:
        patches: tuple[Any, ...] = (
            patch.object(database_module, "engine_for", lambda _: (SimEngine(server), None)),
            patch.object(Database, "_migrate", _up_to_date),
            patch.object(schema, "rules", rules),
            patch.object(committer_module, "perf_counter", loop.time),
            patch.object(numbers, "BLOCK", 8),  # so that numbers are drawn when something goes wrong
            patch.object(long_rounds, "CHECKPOINT_MOVES_LEAST", 6),
            patch.object(long_rounds, "CHECKPOINT_MOVES_MOST", 6),
            patch.object(Table, "checkpoint", _snapshot),
            patch.object(Telling, "shoe", _told_of_the_shoe),
            *(patch.object(place, "load", _loaded) for place in (archive, house_module, lobby, replay)),
            patch.object(archive, "recipe", _recipe),
            patch.object(accounts, "PasswordHasher", QuickHasher),
            patch.object(Accounts, "_hash", _hashed),
            patch.object(Accounts, "_verify", _verified),
            patch.object(adopting, "random", Random(f"adoption {seed}")),
            patch.object(handing_over, "STAYS_LEASES", 0.3),  # so that tables are given away while they are played at
        )
        for patched in patches:
            stack.enter_context(patched)
        yield


class QuickHasher:
    """Passwords as they are: to hash them well takes longer than the rest of a history, on purpose."""

    def __init__(self, **_: object) -> None:
        """However slow it is to be."""

    def hash(self, password: str) -> str:
        """The password."""
        return f"quick {password}"


async def _hashed(self: Accounts, password: str) -> str:
    await asyncio.sleep(0.05)
    return f"quick {password}"


async def _verified(self: Accounts, hashed: str | None, password: str) -> bool:
    await asyncio.sleep(0.05)
    return hashed == f"quick {password}"


def _snapshot(self: Table) -> bytes | None:
    """A checkpoint without taking it up at once to compare: half the time of a history, and tried elsewhere."""
    if self._broken is not None or not checkpoint.at_rest(self.state):
        return None
    return checkpoint.written(self.state, PROCEDURE, self.moves_made, self.facts_before + len(self.state.facts))


def _told_of_the_shoe(self: Telling, viewer: str, clause: str | None) -> ShoeStory:
    """It is looked at what is told over HTTP too."""
    node: Node = here().node
    node.world.invariants.tells(node, self.id, viewer)
    return _SHOE(self, viewer, clause)


_SHOE = Telling.shoe
_LOADED: dict[bytes, Rules] = {}
_RECIPES: dict[str, Any] = {}
_LOAD, _RECIPE = variant.load, replay.recipe


def _loaded(asked: str, *chosen: Any) -> Rules:
    """Rules are made once, not once a history."""
    key = msgspec.json.encode((asked, *chosen), order="deterministic")
    if key not in _LOADED:
        _LOADED[key] = _LOAD(asked, *chosen)
    return _LOADED[key]


def _recipe(rules: Rules) -> Any:
    if rules.hash not in _RECIPES:
        _RECIPES[rules.hash] = _RECIPE(rules)
    return _RECIPES[rules.hash]


async def _up_to_date(self: Database, bring_up: bool) -> None:
    """The template has the newest version."""
