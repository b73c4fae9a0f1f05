"""What the processes of a house ask each other; to anybody else there is nothing here."""

from typing import Annotated

from fastapi import Depends, FastAPI, Request, Response
from starlette.exceptions import HTTPException

from pitboss.house.addresses import is_relayed
from pitboss.house.doors import HERE_PATH, Doors
from pitboss.house.routes.answers import answer


def _process(request: Request) -> None:
    if not is_relayed(request):
        raise HTTPException(404, "Not Found")


def between(app: FastAPI, doors: Doors) -> None:
    """Who has a connection."""

    @app.get(HERE_PATH, include_in_schema=False)
    async def here(_: Annotated[None, Depends(_process)]) -> Response:
        """Everybody who has a connection to this process."""
        return answer(sorted(doors.sockets_of_people))
