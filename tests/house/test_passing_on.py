"""Which process answers a request: the one that has the table or the register, and nothing is passed on twice."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.requests import Request

from pitboss.house.addresses import RELAYED
from pitboss.house.neighbours import Moving
from pitboss.house.passing_on import PassingOn

CAGE, FAR = "cage:1", "far:1"


async def _no_app(*_: Any) -> None:
    """Nothing comes to it here."""


def where(path: str, has_cage: bool = False, relayed: bool = False) -> str | None:
    """Where a request goes from a process that has table t1, while another has t2."""

    async def cage() -> str:
        return CAGE

    async def of_table(table: str) -> str | None:
        return FAR if table == "t2" else None

    neighbours = SimpleNamespace(has_cage=has_cage, cage=cage, where=of_table)
    doors: Any = SimpleNamespace(house=SimpleNamespace(neighbours=neighbours, tables={"t1": None}))
    path, _, query = path.partition("?")
    scope: Any = {"type": "http", "method": "GET", "path": path, "query_string": query.encode(), "headers": []}
    if relayed:
        scope[RELAYED] = True
    return asyncio.run(PassingOn(_no_app, doors)._where(Request(scope)))


OF_THE_CAGE = [
    *(f"/api/{word}" for word in ("session", "accounts", "upgrade", "login", "logout")),
    *(f"/api/{word}/more" for word in ("drills", "exams", "sittings", "classes", "trainees")),
    "/api/review?player=Bob",
    "/api/rounds/t1.3/review?player=Bob",
]
OF_ANYBODY = ["/api/me", "/api/sessions", "/api/review", "/api/rounds/t1.3/review", "/api/rounds/t1.3?player=Bob", "/"]


@pytest.mark.parametrize("path", OF_THE_CAGE)
def test_what_the_register_or_the_school_is_asked_goes_to_who_has_them(path: str) -> None:
    assert where(path) == CAGE
    assert where(path, has_cage=True) is None
    assert where(path, has_cage=True, relayed=True) is None
    with pytest.raises(Moving, match="the register moves"):
        where(path, relayed=True)


@pytest.mark.parametrize("path", OF_ANYBODY)
def test_what_anybody_can_answer_is_answered_here(path: str) -> None:
    assert where(path) is None
    assert where(path, relayed=True) is None


def test_what_concerns_a_table_goes_to_who_has_it() -> None:
    assert where("/api/tables/t1/story") is None
    assert where("/api/tables/t2/story") == FAR
    assert where("/api/tables/t3/story") is None, "nobody has it: it is said here that there is no such table"
    assert where("/api/tables/t1/story", relayed=True) is None
    with pytest.raises(Moving, match="the table moves"):
        where("/api/tables/t2/story", relayed=True)
