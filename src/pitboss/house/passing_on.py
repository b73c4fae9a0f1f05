"""Requests that another process of the house is to answer: the one that has the table, or the one that has the cage."""

import re

from fastapi import Response
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Receive, Scope, Send

from pitboss.house.addresses import is_relayed
from pitboss.house.database import NoAnswer
from pitboss.house.doors import Doors
from pitboss.house.neighbours import CAGE_MOVES, Moving
from pitboss.house.reach import Asked, Gone, target
from pitboss.house.routes.answers import NAMED, again_later, fault

# What changes the register, and the school: whoever else would write there has not read it.
_CAGE = re.compile(r"/api/(session|accounts|upgrade|login|logout|drills|exams|sittings|classes|trainees)(/.*)?")
_REVIEW = re.compile(r"/api/(review|rounds/[^/]+/review)")  # of somebody else's decisions, the class says who may read
_TABLE = re.compile(r"/api/tables/([^/]+)/.*")
_PASSED = ("host", "content-type", "accept", "user-agent", NAMED)
_BACK = (b"content-type", b"content-disposition", b"set-cookie", b"retry-after", b"allow", b"location")


class PassingOn:
    """Within the gate, around everything else."""

    def __init__(self, app: ASGIApp, doors: Doors) -> None:
        self._app = app
        self._doors = doors

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request here, or have it answered by the process that can."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        try:
            there = await self._where(request)
            response = None if there is None else await self._passed_on(request, there)
        except (Moving, NoAnswer) as moving:
            response = again_later(str(moving))
        except Gone:
            gone = "the process of the house that is to answer this has gone; try again in a few seconds"
            response = again_later(gone)
        except HTTPException as error:  # how the gate says that a body is too large
            response = fault(error.status_code, "malformed", error.detail)
        except ClientDisconnect:
            return
        await (response or self._app)(scope, receive, send)

    async def _where(self, request: Request) -> str | None:
        """The other process that is to answer; what another has passed on goes no further."""
        path, neighbours = request.url.path, self._doors.house.neighbours
        for_cage = _CAGE.fullmatch(path) or ("player" in request.query_params and _REVIEW.fullmatch(path))
        if for_cage:
            if neighbours.has_cage:
                return None
            if is_relayed(request):
                raise Moving(CAGE_MOVES)
            return await neighbours.cage()
        of_table = _TABLE.fullmatch(path)
        if of_table is None or of_table[1] in self._doors.house.tables:
            return None
        if is_relayed(request):
            raise Moving
        return await neighbours.where(of_table[1])

    async def _passed_on(self, request: Request, there: str) -> Response:
        path = target(request.scope)
        told = {name: request.headers[name] for name in _PASSED if name in request.headers}
        asked = Asked(
            method=request.method,
            path=path,
            headers={**told, **self._doors.come(request, path).headers},
            body=await request.body(),
        )
        self._doors.house.metrics.relayed.inc()
        answered = await self._doors.house.reach.ask(there, asked)
        response = Response(answered.body, answered.status)
        response.raw_headers += [(name, value) for name, value in answered.headers if name.lower() in _BACK]
        return response
