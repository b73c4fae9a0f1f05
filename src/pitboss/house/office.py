"""The office: a socket beside the database, its owner's alone, at which an open house takes the operator's orders.

One house writes to a database. While it is open it carries the orders out itself; when it rests, whoever gives an order
opens the house for as long as that takes. So there are never two writers, and one way to carry out an order.
"""

import asyncio
import contextlib
import hashlib
import logging
import os
import secrets
import socket
from collections.abc import Iterator
from pathlib import Path
from stat import S_ISSOCK

import msgspec

from pitboss.house.backup import existing
from pitboss.house.committer import Stopped
from pitboss.house.database import CannotOpen, Database, engine_for
from pitboss.house.house import House
from pitboss.house.operator import Operator
from pitboss.house.orders import Answer, NotDone, Order, decode
from pitboss.house.settings import Settings

ORDER_BYTES_MAX = 65_536
ORDER_SECONDS = 10
ANSWER_SECONDS = 300
AGAIN_SECONDS = 20  # within which another process has taken up what the one had that died over an order
AGAIN_LOOKS_SECONDS = 0.25
PATH_BYTES_MAX = 100  # a little less than a socket's address has room for
PLACE = "PITBOSS_SOCKET"
log = logging.getLogger("pitboss.house")


def place_of(db: str, key_file: Path) -> Path:
    """Where the house of that database takes orders: beside an SQLite file, else beside the key; or as is set."""
    if os.environ.get(PLACE):
        return Path(os.environ[PLACE])
    engine, file = engine_for(db)
    if file is not None:
        return file.resolve().with_suffix(".db.admin")
    url = engine.url
    which = hashlib.sha256(f"{url.host} {url.port} {url.database} {url.query.get('host')}".encode()).hexdigest()[:8]
    return key_file.resolve().with_name(f"{key_file.name}.{which}.admin")


class Office:
    """Takes one order a connection, carries it out, and answers."""

    def __init__(self, house: House) -> None:
        self._operator = Operator(house)
        url = house.database.engine.url
        self._place = place_of(url.render_as_string(hide_password=False), house.database.key_file)
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Begin to take orders; a house that cannot says so and opens all the same."""
        try:
            self._server = await asyncio.start_unix_server(self._serve, sock=_listening(self._place))
        except OSError as error:
            log.warning("no orders are taken", extra={"place": str(self._place), "why": error.strerror or str(error)})

    async def close(self) -> None:
        """Take no more orders."""
        if self._server is not None:
            self._server.close()
            self._server = None
            self._place.unlink(missing_ok=True)

    async def follow(self, here: bool) -> None:
        """Orders are taken where the cage is."""
        await self.close()
        if here:
            await self.open()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(ORDER_SECONDS):
                line = await reader.readline()
            writer.write(await self._answer(line) + b"\n")
            await writer.drain()
        except (TimeoutError, ValueError, OSError):
            pass  # whoever gives half an order, or does not wait for the answer, is left alone
        finally:
            writer.close()

    async def _answer(self, line: bytes) -> bytes:
        try:
            return msgspec.json.encode(await self._operator.carry_out(decode(line)))
        except NotDone as error:
            return msgspec.json.encode({"error": str(error)})
        except Exception as error:
            log.error("order failed", exc_info=error)
            return msgspec.json.encode({"error": "the house did not know how to do that; its log says more"})


@contextlib.contextmanager
def _address(place: Path) -> Iterator[str]:
    """A socket's address, short enough: a long path is reached through its folder."""
    if len(os.fsencode(place)) <= PATH_BYTES_MAX:
        yield str(place)
        return
    folder = os.open(place.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{folder}/{place.name}"
    finally:
        os.close(folder)


def _listening(place: Path) -> socket.socket:
    """A socket that its owner alone may speak to; one that a house left behind is taken away first."""
    if place.exists() and S_ISSOCK(place.stat().st_mode):
        place.unlink()  # whoever has the cage takes orders, so nobody else listens there
    listening = socket.socket(socket.AF_UNIX)
    before = os.umask(0o177)
    try:
        with _address(place) as address:
            listening.bind(address)
    except BaseException:
        listening.close()
        raise
    finally:
        os.umask(before)
    return listening


def give(order: Order, db: str, key_file: Path | None) -> Answer:
    """Have an order carried out by the house that is open, or by one that is opened for it."""
    return asyncio.run(_give(order, existing(db), key_file))


async def _give(order: Order, db: str, key_file: Path | None) -> Answer:
    database = await Database.open(db, key_file, exclusive=False)
    place = place_of(db, database.key_file)
    key_file = database.key_file
    await database.close()
    order = msgspec.structs.replace(order, request=secrets.token_hex(16))
    line = await _heard(place, msgspec.json.encode(order))
    if line is None:
        return await _at_rest(order, db, key_file, place)
    told = msgspec.json.decode(line)
    if "error" in told:
        raise NotDone(told["error"])
    return msgspec.convert(told, Answer)


async def _heard(place: Path, order: bytes) -> bytes | None:
    """What the open house answers; None when none is open. One that dies over it is asked again when it is back."""
    clock = asyncio.get_running_loop().time
    until, lost = clock() + AGAIN_SECONDS, False
    while True:
        try:
            line = await asyncio.to_thread(_asked, place, order)
        except Unanswered:
            if clock() > until:
                raise NotDone("the house has not answered: look whether it was done before you order it anew") from None
            line, lost = None, True
        if line is not None or not lost or clock() > until:
            return line
        await asyncio.sleep(AGAIN_LOOKS_SECONDS)


class Unanswered(Exception):
    """An order was given, and nobody knows what came of it."""


def _asked(place: Path, order: bytes) -> bytes | None:
    """What the open house answers; None when none is open."""
    asking = socket.socket(socket.AF_UNIX)
    asking.settimeout(ANSWER_SECONDS)
    with asking:
        try:
            with _address(place) as address:
                asking.connect(address)
        except (FileNotFoundError, ConnectionRefusedError):
            return None
        except OSError as error:
            raise NotDone(f"the house does not take orders from you at {place}: {error.strerror}") from None
        try:
            asking.sendall(order + b"\n")
            line = asking.makefile("rb").readline()
        except OSError:
            line = b""
    if not line:
        raise Unanswered
    return line


async def _at_rest(order: Order, db: str, key_file: Path, place: Path) -> Answer:
    try:
        database = await Database.open(db, key_file)
    except CannotOpen as error:
        raise NotDone(f"{error}, and no order is taken at {place}") from None
    house = House(database, Settings())
    try:
        await house.start()
        return await Operator(house).carry_out(order)
    except (CannotOpen, Stopped) as error:  # somebody else has it, or has taken it meanwhile
        raise NotDone(f"{error}, and no order is taken at {place}") from None
    finally:
        await house.stop()
        await database.close()
