"""Requests over HTTP: from people to any process, and from there to the one that is to answer, through gate and routes.

The application is made once, for all histories: its routes ask whichever process they are called in.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
from fastapi import FastAPI

from pitboss.house import server
from pitboss.house.doors import Doors
from pitboss.house.passing_on import PassingOn
from pitboss.house.reach import Answered, Asked
from pitboss.house.routes.between import between
from pitboss.house.routes.floor import floor
from pitboss.house.routes.people import people
from pitboss.house.routes.socket import socket
from tests.disaster.loop import Process, here
from tests.disaster.network import Cut

if TYPE_CHECKING:
    from tests.disaster.node import Node

ADDRESS = "192.0.2.1"


class _HouseHere:
    """The house of the process in which this is asked."""

    def __getattr__(self, name: str) -> Any:
        return getattr(here().node.house, name)


class _DoorsHere:
    """Its doors."""

    house = _HouseHere()

    def __getattr__(self, name: str) -> Any:
        return getattr(here().node.doors, name)

    def known(self) -> Callable[..., Awaitable[Any]]:
        return Doors.known(self)  # type: ignore[arg-type]  # wherever it is called


@cache
def application() -> FastAPI:
    """Routes as the server has them, of people, tables and sockets."""
    app, doors = FastAPI(), _DoorsHere()
    server._faults(app)
    for routes in (people, floor, socket, between):
        routes(app, doors)  # type: ignore[arg-type]  # those of whichever process is called
    app.add_middleware(PassingOn, doors=doors)  # type: ignore[arg-type]  # the same
    return app


def scope_of(asked: Asked) -> dict[str, Any]:
    """A request as a web server gives it to an application."""
    path, _, query = asked.path.partition("?")
    headers = {"content-length": str(len(asked.body)), "content-type": "application/json", **asked.headers}
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": asked.method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
        "client": (ADDRESS, 1),
        "server": ("house", 8000),
    }


async def answer_of(app: Any, asked: Asked) -> Answered:
    """What an application answers."""
    parts: list[dict[str, Any]] = []
    told = False

    async def receive() -> dict[str, Any]:
        nonlocal told
        if told:
            await asyncio.get_running_loop().create_future()  # nobody hangs up
        told = True
        return {"type": "http.request", "body": asked.body, "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        parts.append(message)

    await app(scope_of(asked), receive, send)
    body = b"".join(part.get("body", b"") for part in parts[1:])
    return Answered(parts[0]["status"], parts[0]["headers"], body)


async def ask(asker: Process, node: "Node", asked: Asked, seconds: float) -> Answered:
    """Ask a process something over a connection of its own; `Cut` if the answer does not come."""
    world = node.world
    loop, chance = world.loop, world.chance
    answer: asyncio.Future[Answered] = loop.create_future()

    def give(told: Answered | None) -> None:
        if not answer.done():
            if told is None:
                answer.set_exception(Cut())
            else:
                answer.set_result(told)

    def lost() -> None:
        loop.call_later(chance.uniform(0.001, 0.05), give, None, context=asker.context)

    async def serve() -> None:
        told = await answer_of(node.gate, asked)
        node.asked.remove(lost)
        if world.answers_lost:
            lost()  # what was asked for is done, and nobody hears of it
        else:
            loop.call_later(chance.uniform(0.001, 0.05), give, told, context=asker.context)

    def arrive() -> None:
        if node.gone:
            lost()
            return
        node.asked.append(lost)
        world.guard(node.process.spawn(serve()))

    loop.call_later(chance.uniform(0.001, 0.05), arrive, context=loop.world.context)
    try:
        async with asyncio.timeout(seconds):
            return await answer
    except TimeoutError:
        raise Cut from None
    finally:
        answer.cancel()


def said(body: Mapping[str, Any]) -> bytes:
    """The body of a request."""
    return msgspec.json.encode(body)


def cookie_in(answered: Answered, name: str) -> str | None:
    """A cookie that an answer brings."""
    for header, value in answered.headers:
        if header.lower() == b"set-cookie" and value.startswith(name.encode() + b"="):
            return value.decode().partition("=")[2].partition(";")[0]
    return None
