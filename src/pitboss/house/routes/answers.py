"""What the routes share: how an answer and a fault look, and the cookies."""

from typing import Any

import msgspec
from fastapi import Request, Response
from pydantic import BaseModel, ConfigDict

from pitboss.house.requests import Requested

COOKIE = "pitboss_session"
DEVICE_COOKIE = "pitboss_device"
NAMED = "idempotency-key"
NAMED_CHARACTERS_MAX = 128
NEW = "(new)"  # who asks and has no name yet


class Strict(BaseModel):
    """A body without anything else in it."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Fault(BaseModel):
    """What is wrong: `malformed`, `refused` or `broken`, one sentence; where a rule refuses, its code and what now."""

    kind: str
    sentence: str
    code: str = ""
    now: str = ""


class FaultBody(BaseModel):
    """The answer to whatever fails."""

    error: Fault


FAULTS: dict[int | str, dict[str, Any]] = {
    status: {"model": FaultBody, "description": why}
    for status, why in (
        (400, "not understood"),
        (401, "no session, or a wrong password"),
        (403, "from another site, or not for you"),
        (404, "not here, or not for you"),
        (409, "refused"),
        (413, "too large"),
        (421, "not a name of this house"),
        (422, "malformed"),
        (429, "too often"),
        (503, "stopped"),
    )
}


def requested(request: Request, actor: str, body: BaseModel) -> Requested | None:
    """A request that names itself is done once, however often it is sent."""
    named = request.headers.get(NAMED)
    if named is None or not 0 < len(named) <= NAMED_CHARACTERS_MAX:
        return None
    return Requested(actor, named, f"{request.url.path} {body.model_dump_json()}".encode())


def fault(status: int, kind: str, sentence: str, **more: str) -> Response:
    """The answer to whatever fails."""
    return answer({"error": {"kind": kind, "sentence": sentence, **more}}, status)


def again_later(sentence: str) -> Response:
    """The answer to what nobody can answer at this moment, and somebody will in a few seconds."""
    response = fault(503, "broken", sentence)
    response.headers["retry-after"] = "2"
    return response


def answer(value: object, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def with_cookie(response: Response, request: Request, name: str, value: str, last_ms: int) -> Response:
    """An answer that brings a cookie which scripts cannot read and other sites cannot send."""
    response.set_cookie(
        name,
        value,
        max_age=last_ms // 1000,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
        path="/",
    )
    return response
