"""How an answer looks, and a cookie that scripts cannot read."""

import pytest
from starlette.requests import Request

from pitboss.house.routes.answers import answer, fault, with_cookie


def test_an_answer_is_json_with_its_status() -> None:
    told = answer({"a": 1}, 201)
    assert (told.status_code, told.media_type, told.body) == (201, "application/json", b'{"a":1}')
    refused = fault(409, "refused", "no")
    assert (refused.status_code, refused.body) == (409, b'{"error":{"kind":"refused","sentence":"no"}}')


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_cookie_lasts_so_many_seconds_and_is_for_tls_where_there_is_tls(scheme: str) -> None:
    request = Request(
        {"type": "http", "scheme": scheme, "path": "/", "query_string": b"", "headers": [(b"host", b"x")]}
    )
    cookie = with_cookie(answer({}), request, "name", "value", 2_592_000_999).headers["set-cookie"]
    parts = {part.strip().lower() for part in cookie.split(";")}
    wanted = {"name=value", "max-age=2592000", "httponly", "samesite=strict", "path=/"}
    assert parts == wanted | ({"secure"} if scheme == "https" else set())
