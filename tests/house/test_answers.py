"""How an answer looks, and a cookie that scripts cannot read."""

import asyncio

import httpx
import pytest
from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request

from pitboss.house import server
from pitboss.house.archive import StillSealed
from pitboss.house.beside import Lost
from pitboss.house.committer import SAFE, Stopped
from pitboss.house.database import NoAnswer
from pitboss.house.neighbours import Moving
from pitboss.house.routes.answers import answer, fault, with_cookie
from pitboss.house.turns import Busy
from pitboss.house.vault import WrongKey
from pitboss.procedure.refusal import Refused


def test_an_answer_is_json_with_its_status() -> None:
    told = answer({"a": 1}, 201)
    assert (told.status_code, told.media_type, told.body) == (201, "application/json", b'{"a":1}')
    refused = fault(409, "refused", "no")
    assert (refused.status_code, refused.body) == (409, b'{"error":{"kind":"refused","sentence":"no"}}')


REFUSED = {"kind": "refused", "sentence": "the table is full", "code": "table/full", "now": "take another"}


@pytest.mark.parametrize(
    ("error", "status", "told"),
    [
        (Refused("table/full", "the table is full", ("PA 665a.7(e)",), "take another"), 409, REFUSED),
        (HTTPException(413, "too large"), 413, {"kind": "refused", "sentence": "too large"}),
        (Stopped("the disk is full, says the log"), 503, {"kind": "broken", "sentence": SAFE}),
        (WrongKey("another key"), 409, {"kind": "refused", "sentence": "this cannot be shown: another key"}),
        (StillSealed("a shoe"), 409, {"kind": "refused", "sentence": "this cannot be shown: a shoe"}),
        *((kind("later"), 503, {"kind": "broken", "sentence": "later"}) for kind in (NoAnswer, Lost, Busy)),
        (Moving("later"), 503, {"kind": "broken", "sentence": "later"}),
    ],
)
def test_whatever_a_request_meets_is_told_in_one_sentence_with_what_may_be_done_now(
    error: Exception, status: int, told: dict[str, str]
) -> None:
    app = FastAPI()
    server._faults(app)

    @app.get("/")
    async def fails() -> None:
        raise error

    async def asked() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://house") as client:
            return await client.get("/")

    answered = asyncio.run(asked())
    assert (answered.status_code, answered.json()) == (status, {"error": told})
    assert ("retry-after" in answered.headers) == (told["sentence"] == "later"), "somebody will answer in a few seconds"


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_cookie_lasts_so_many_seconds_and_is_for_tls_where_there_is_tls(scheme: str) -> None:
    request = Request(
        {"type": "http", "scheme": scheme, "path": "/", "query_string": b"", "headers": [(b"host", b"x")]}
    )
    cookie = with_cookie(answer({}), request, "name", "value", 2_592_000_999).headers["set-cookie"]
    parts = {part.strip().lower() for part in cookie.split(";")}
    wanted = {"name=value", "max-age=2592000", "httponly", "samesite=strict", "path=/"}
    assert parts == wanted | ({"secure"} if scheme == "https" else set())


def test_who_asks_for_something_in_a_way_that_there_is_not_is_told_which_there_is() -> None:
    app = FastAPI()
    server._faults(app)

    @app.get("/")
    async def told() -> None:
        """Something to be read."""

    async def asked() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://house") as client:
            return await client.post("/")

    answered = asyncio.run(asked())
    assert (answered.status_code, answered.headers["allow"]) == (405, "GET")
    assert answered.json() == {"error": {"kind": "refused", "sentence": "Method Not Allowed"}}
