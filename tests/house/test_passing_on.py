"""Which process answers a request: the one that has the table or the register, and nothing is passed on twice."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.requests import Request

from pitboss.house.addresses import RELAYED
from pitboss.house.neighbours import Moving
from pitboss.house.passing_on import PassingOn
from pitboss.house.reach import Answered, Asked
from pitboss.house.routes.answers import NAMED

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


def test_what_goes_with_a_request_and_comes_back_with_its_answer_is_no_more_than_is_needed() -> None:
    asked: list[Asked] = []
    passed: list[int] = []

    async def ask(address: str, request: Asked) -> Answered:
        assert address == FAR
        asked.append(request)
        back = ("content-type", "content-disposition", "set-cookie", "retry-after", "allow", "Location")
        headers = [(name.encode(), b"back") for name in (*back, "server", "date", "transfer-encoding")]
        return Answered(404, headers, b"none")

    async def receive() -> Any:
        return {"type": "http.request", "body": b"body", "more_body": False}

    metrics = SimpleNamespace(relayed=SimpleNamespace(inc=lambda: passed.append(1)))
    house = SimpleNamespace(reach=SimpleNamespace(ask=ask), metrics=metrics)
    doors: Any = SimpleNamespace(house=house, come=lambda *_: SimpleNamespace(headers={"cookie": "c", "hop": "h"}))
    names = ("host", "content-type", "accept", "user-agent", NAMED, "cookie", "authorization", "x-forwarded-for")
    scope: Any = {"type": "http", "method": "POST", "path": "/api/login", "query_string": b"a=b"}
    scope["headers"] = [(name.lower().encode(), b"sent") for name in names]
    answer = asyncio.run(PassingOn(_no_app, doors)._passed_on(Request(scope, receive), FAR))
    (request,) = asked
    assert (request.method, request.path, request.body) == ("POST", "/api/login?a=b", b"body")
    assert request.headers == {**dict.fromkeys(names[:5], "sent"), "cookie": "c", "hop": "h"}
    assert (answer.status_code, answer.body, len(passed)) == (404, b"none", 1)
    told = {name.decode().lower() for name, _ in answer.raw_headers} - {"content-length"}
    assert told == {"content-type", "content-disposition", "set-cookie", "retry-after", "allow", "location"}
