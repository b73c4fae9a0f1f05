"""What the processes of a house ask each other; to anybody else there is nothing here."""

from typing import Annotated

import msgspec
from fastapi import Depends, FastAPI, Request, Response
from starlette.exceptions import HTTPException

from pitboss.house.addresses import is_relayed
from pitboss.house.doors import GONE_PATH, HERE_PATH, Doors, Gone
from pitboss.house.routes.answers import answer


def _process(request: Request) -> None:
    if not is_relayed(request):
        raise HTTPException(404, "Not Found")


def between(app: FastAPI, doors: Doors) -> None:
    """Who has a connection, and whose are to end."""

    @app.get(HERE_PATH, include_in_schema=False)
    async def here(_: Annotated[None, Depends(_process)]) -> Response:
        """Everybody who has a connection to this process."""
        return answer(sorted(doors.sockets_of_people))

    @app.post(GONE_PATH, include_in_schema=False)
    async def gone(request: Request, _: Annotated[None, Depends(_process)]) -> Response:
        """Somebody's connections end."""
        told = msgspec.json.decode(await request.body(), type=Gone)
        doors.hang_up_here(told.name, told.session)
        return Response(status_code=204)
