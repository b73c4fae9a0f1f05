"""Running the house: open the database, open the doors, close both in order."""

import asyncio
import gc
import os
import resource
import sys
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import replace
from errno import EADDRINUSE, EADDRNOTAVAIL
from functools import partial
from pathlib import Path
from socket import (
    AF_INET6,
    AI_PASSIVE,
    IPPROTO_IPV6,
    IPV6_V6ONLY,
    SO_REUSEADDR,
    SOCK_STREAM,
    SOL_SOCKET,
    getaddrinfo,
    socket,
)
from types import FrameType
from typing import Any, TypeVar

import msgspec
import uvicorn

from pitboss.house import keys, logs
from pitboss.house.connections import Punctual
from pitboss.house.database import CannotOpen, Database
from pitboss.house.doors import Doors
from pitboss.house.frames import ShortWayOut
from pitboss.house.house import House
from pitboss.house.processes import Processes
from pitboss.house.receipts import Witness
from pitboss.house.roles import with_article
from pitboss.house.server import make_app
from pitboss.house.settings import Settings

FRAME_BYTES_MAX = 16_384
GOODBYE_SECONDS = 5
FILES_TO_SPARE = 128  # the database, its journal, the adviser's process, logs
GARBAGE_OBJECTS = 5_000
SWITCH_SECONDS = 0.0005
WARM_UP_AFTER_SECONDS = 10
DRAINED = 3  # the exit status by which a parent knows that a process was told to end, and is not to be started again
T = TypeVar("T")


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run it on uvloop, where there is one: the same loop with less work for every message."""
    _seldom_interrupt()
    try:
        import uvloop
    except ImportError:
        return asyncio.run(main)
    return uvloop.run(main)


def _seldom_interrupt() -> None:
    """Keep pauses short: whatever is loaded by now stays, and is not looked through again for garbage."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE_OBJECTS, 20, 20)
    sys.setswitchinterval(SWITCH_SECONDS)  # the disk's thread has little to do and should not wait for its turn


class PoliteServer(uvicorn.Server):
    """Says goodbye while there is still somebody on the line; told to stop, it closes in order, and that is all."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Close; a signal that was heeded is not raised again, by which the process would end as if it had not been."""
        super().handle_exit(sig, frame)
        self._captured_signals.clear()

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        """Hand over what others can go on with, tell everybody, then hang up."""
        doors: Doors = self.config.app.state.doors  # type: ignore[union-attr]  # the application of `server_for`
        await doors.house.drain()
        doors.say_goodbye()
        await asyncio.sleep(0)  # one turn of the loop sends it
        await super().shutdown(sockets)


def server_for(house: House, host: str, port: int, open_tables: bool = True) -> uvicorn.Server:
    """A server in front of a house that is not started yet."""
    config = uvicorn.Config(
        make_app(house, open_tables, host),
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        server_header=False,
        http=Punctual,
        proxy_headers=False,  # the gate reads them, from proxies that the settings trust
        ws=ShortWayOut,
        ws_max_size=FRAME_BYTES_MAX,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        timeout_graceful_shutdown=GOODBYE_SECONDS,
        timeout_keep_alive=30,
        h11_max_incomplete_event_size=FRAME_BYTES_MAX,
    )
    server = PoliteServer(config)

    def stop(sentence: str) -> None:
        tell_everybody(sentence)
        server.should_exit = True

    tell_everybody, house.on_failure = house.on_failure, stop
    house.on_told_to_stop = partial(setattr, server, "should_exit", True)
    return server


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """What it takes to open a house, or one process of it."""

    db: str
    host: str
    port: int
    settings: Settings
    invite: tuple[str, ...] = ()
    key_file: str | None = None
    witnesses: tuple[str, ...] = ()
    at: str = ""  # `host:port` at which this process listens for the others; without it they come to the door
    sockets: tuple[int, ...] = ()  # on which somebody listens already
    warms_up: bool = True


def listening(host: str, port: int) -> list[socket]:
    """Sockets at an address of this machine, each of its addresses if it has several."""
    found = getaddrinfo(host or None, port, type=SOCK_STREAM, flags=AI_PASSIVE)
    sockets: list[socket] = []
    for family, _, _, _, place in dict.fromkeys(found):
        chosen = sockets[0].getsockname()[1] if sockets and not port else port
        one = socket(family)
        sockets.append(one)
        one.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
        if family == AF_INET6:
            one.setsockopt(IPPROTO_IPV6, IPV6_V6ONLY, 1)
        try:
            one.bind((place[0], chosen, *place[2:]))
        except OSError as error:
            if error.errno == EADDRNOTAVAIL and len(sockets) > 1:
                sockets.pop().close()  # a machine may know an address that it does not have
                continue
            for opened in sockets:
                opened.close()
            why = "something else is there; --port names another" if error.errno == EADDRINUSE else error.strerror
            raise CannotOpen(f"the house cannot open at {host} port {port}: {why}") from None
    return sockets


def address_of(listens: socket, host: str) -> str:
    """Where others reach what listens there: whoever listens everywhere is reached on this machine."""
    name, port = listens.getsockname()[:2]
    if host and name not in ("0.0.0.0", "::"):
        name = host
    elif name in ("0.0.0.0", "::"):
        name = "127.0.0.1" if name == "0.0.0.0" else "::1"
    return f"[{name}]:{port}" if ":" in name else f"{name}:{port}"


Announce = Callable[[House, str, Sequence[str]], Awaitable[None]]


async def serve(opening: Opening, announce: Announce | None = None) -> int:
    """Serve until told to stop; the exit status is 1 when the disk failed."""
    logs.begin()
    os.umask(0o077)  # whatever the house writes is its owner's alone
    settings = _within_open_files(opening.settings)
    doors = [socket(fileno=file) for file in opening.sockets] or listening(opening.host, opening.port)
    try:
        place, _, own_port = opening.at.rpartition(":")
        own = listening(place.strip("[]"), int(own_port)) if opening.at else []
        address = address_of(own[0], place.strip("[]")) if own else address_of(doors[0], opening.host)
        database = await Database.open(opening.db, Path(opening.key_file) if opening.key_file else None)
    except CannotOpen:
        for door in doors:
            door.close()
        raise
    try:
        vault = await keys.vault_of(database)
    except CannotOpen:
        await database.close()
        raise
    shared = database.dialect == "postgresql"
    processes = Processes(database, address, settings.lease_ms) if shared else None
    house = House(database, settings, vault=vault, processes=processes)
    house.notary.witnesses = tuple(map(Witness, opening.witnesses))
    server = server_for(house, opening.host, opening.port)
    shown = f"{opening.host}:{doors[0].getsockname()[1]}"
    announcing = asyncio.create_task(_once_open(server, partial(announce or _announce, house, shown, opening.invite)))
    warming = asyncio.create_task(_warm_up_adviser(server)) if opening.warms_up else None
    try:
        await server.serve([*doors, *own])
    finally:
        announcing.cancel()
        if warming is not None:
            warming.cancel()
    if not server.started:
        await database.close()
        raise CannotOpen("the house could not start; the log says why")
    if house.failure is not None:
        print(
            f"pitboss: {house.failure}. What was confirmed is safe; see to the disk and start again.", file=sys.stderr
        )
        return 1
    return DRAINED if house.told_to_stop and opening.sockets else 0


def _within_open_files(settings: Settings) -> Settings:
    """As many connections as there may be open files, some to spare: a house that is out of them answers nobody."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = settings.connections_max + FILES_TO_SPARE
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return settings
    given = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (given, hard))
    room = given - FILES_TO_SPARE
    if room >= settings.connections_max:
        return settings
    print(
        f"pitboss: this system allows {room} connections, not connections_max = {settings.connections_max}",
        file=sys.stderr,
    )
    return replace(settings, connections_max=max(room, 1))


async def _warm_up_adviser(server: uvicorn.Server) -> None:
    """Compile what the adviser needs in a process of its own, so that no table waits for it, nor who comes back."""
    while not server.started:
        await asyncio.sleep(0.02)
    await asyncio.sleep(WARM_UP_AFTER_SECONDS)
    words = (sys.executable, "-c", "from pitboss.house.adviser import warm_up; warm_up()")
    quiet = asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(*words, stdin=quiet, stdout=quiet, stderr=quiet)
    try:
        await process.wait()
    finally:
        if process.returncode is None:
            process.terminate()


async def _once_open(server: uvicorn.Server, then: Callable[[], Awaitable[None]]) -> None:
    while not server.started:
        await asyncio.sleep(0.02)
    await then()


async def _announce(house: House, shown: str, invite: Sequence[str]) -> None:
    print(is_open(shown), flush=True)
    for line in await to_be_told(house, invite):
        print(line, flush=True)


def is_open(shown: str) -> str:
    """That the house is open, and where."""
    return f"The house is open at http://{shown}  (practice chips only; Ctrl+C closes it)"


async def to_be_told(house: House, invite: Sequence[str]) -> list[str]:
    """What whoever opens the house should know: which tables rest, and the invitations asked for."""
    told = [
        f"Table {table} rests: {why}. Its chips stay where they are until that version runs again."
        for table, why in house.kept_out.items()
    ]
    for role in invite:
        if house.neighbours.has_cage:
            told.append(f"Invitation for {with_article(role)}, good for one account: {await house.invite(role)}")
        else:
            told.append(
                f"No invitation for {with_article(role)}: another process keeps the register; `pitboss admin`"
                " invites while the house is open."
            )
    return told
