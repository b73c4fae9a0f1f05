"""Running the house: open the database, open the doors, close both in order."""

import asyncio
import gc
import os
import resource
import sys
from collections.abc import Coroutine, Sequence
from dataclasses import replace
from pathlib import Path
from socket import socket
from types import FrameType
from typing import Any, TypeVar

import uvicorn

from pitboss.house import keys, logs
from pitboss.house.connections import Punctual
from pitboss.house.database import CannotOpen, Database
from pitboss.house.doors import Doors
from pitboss.house.frames import ShortWayOut
from pitboss.house.house import House
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
        """Tell everybody, then hang up."""
        doors: Doors = self.config.app.state.doors  # type: ignore[union-attr]  # the application of `server_for`
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
    return server


async def serve(
    db: str,
    host: str,
    port: int,
    settings: Settings,
    invite: Sequence[str] = (),
    key_file: Path | None = None,
    witnesses: Sequence[str] = (),
) -> int:
    """Serve until told to stop; the exit status is 1 when the disk failed."""
    logs.begin()
    os.umask(0o077)  # whatever the house writes is its owner's alone
    settings = _within_open_files(settings)
    database = await Database.open(db, key_file)
    try:
        vault = await keys.vault_of(database)
    except CannotOpen:
        await database.close()
        raise
    house = House(database, settings, vault=vault)
    house.notary.witnesses = tuple(map(Witness, witnesses))
    server = server_for(house, host, port)
    announcing = asyncio.create_task(_announce(house, server, host, port, invite))
    warming = asyncio.create_task(_warm_up_adviser(server))
    try:
        await server.serve()
    except SystemExit:  # how uvicorn says that it cannot listen there
        raise CannotOpen(f"the house cannot open at {host} port {port}: something else is there") from None
    finally:
        announcing.cancel()
        warming.cancel()
    if not server.started:
        await database.close()
        raise CannotOpen("the house could not start; the log says why")
    if house.failure is not None:
        print(
            f"pitboss: {house.failure}. What was confirmed is safe; see to the disk and start again.", file=sys.stderr
        )
        return 1
    return 0


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


async def _announce(house: House, server: uvicorn.Server, host: str, port: int, invite: Sequence[str]) -> None:
    while not server.started:
        await asyncio.sleep(0.02)
    shown = port or server.servers[0].sockets[0].getsockname()[1]
    print(f"The house is open at http://{host}:{shown}  (practice chips only; Ctrl+C closes it)", flush=True)
    for table, why in house.kept_out.items():
        print(f"Table {table} rests: {why}. Its chips stay where they are until that version runs again.", flush=True)
    for role in invite:
        print(f"Invitation for {with_article(role)}, good for one account: {await house.invite(role)}", flush=True)
