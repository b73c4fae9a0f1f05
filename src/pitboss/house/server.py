"""The server: HTTP and the WebSocket in front of a house."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from pitboss import __version__
from pitboss.house.archive import StillSealed
from pitboss.house.beside import Lost
from pitboss.house.committer import SAFE, Stopped
from pitboss.house.database import NoAnswer
from pitboss.house.doors import Doors
from pitboss.house.gate import Gate
from pitboss.house.house import House
from pitboss.house.neighbours import Moving
from pitboss.house.office import Office
from pitboss.house.pages_as_sent import PagesAsSent
from pitboss.house.passing_on import PassingOn
from pitboss.house.routes.answers import again_later, fault
from pitboss.house.routes.between import between
from pitboss.house.routes.floor import floor
from pitboss.house.routes.people import people
from pitboss.house.routes.rounds import rounds
from pitboss.house.routes.school import school
from pitboss.house.routes.socket import socket
from pitboss.house.turns import Busy
from pitboss.house.vault import WrongKey
from pitboss.procedure.refusal import Refused

PAGES = Path(__file__).parent / "pages"


def make_app(house: House, open_tables: bool = True, host: str = "localhost") -> FastAPI:
    """The application; the house is started with it and stopped with it."""
    doors = Doors(house)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        await house.start()
        doors.open()
        office = Office(house)
        house.on_cage = office.follow
        await office.follow(house.neighbours.has_cage)
        if open_tables:
            await house.open_house_tables()
        app.state.ready = True
        try:
            yield
        finally:
            await office.close()
            await doors.beside.close()
            await house.stop()
            await house.database.close()

    app = FastAPI(title="pitboss", version=__version__, lifespan=life, docs_url=None, redoc_url=None)
    app.state.doors = doors
    _faults(app)
    for routes in (people, rounds, floor, school, socket, between):
        routes(app, doors)
    if PAGES.is_dir():
        app.mount("/", GZipMiddleware(PagesAsSent(directory=PAGES, html=True)), name="pages")
    app.add_middleware(PassingOn, doors=doors)
    app.add_middleware(Gate, doors=doors, host=host)
    return app


def _faults(app: FastAPI) -> None:
    async def refused(_: Request, error: Exception) -> Response:
        assert isinstance(error, Refused)
        return fault(409, "refused", error.sentence, code=error.code, now=error.now)

    async def malformed(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0] if error.errors() else {"loc": (), "msg": "not understood"}
        place = ".".join(str(part) for part in first["loc"])[:80]
        return fault(422, "malformed", f"{place}: {first['msg']}"[:300])

    async def http(_: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        response = fault(error.status_code, "refused", str(error.detail))
        response.headers.update(error.headers or {})
        return response

    async def stopped(_: Request, error: Exception) -> Response:
        return fault(503, "broken", SAFE)

    async def sealed(_: Request, error: Exception) -> Response:
        return fault(409, "refused", f"this cannot be shown: {error}")

    async def later(_: Request, error: Exception) -> Response:
        return again_later(str(error))

    for passing in (NoAnswer, Lost, Busy, Moving):  # the register or a table has moved meanwhile
        app.add_exception_handler(passing, later)
    app.add_exception_handler(Refused, refused)
    app.add_exception_handler(RequestValidationError, malformed)
    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(Stopped, stopped)
    app.add_exception_handler(WrongKey, sealed)
    app.add_exception_handler(StillSealed, sealed)
