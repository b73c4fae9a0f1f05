"""The gate: around everything that comes in, limits on size, rate, name and origin, and who it is that asks."""

from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.house.addresses import RELAYED, address_of, is_relayed
from pitboss.house.database import NoAnswer
from pitboss.house.doors import Doors
from pitboss.house.rate_limit import Buckets
from pitboss.house.reach import HOP, target
from pitboss.house.routes.answers import COOKIE, again_later, fault
from pitboss.house.sockets import POLICY

HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
        b" connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=()"),
)


def same_origin(headers: Any) -> bool:
    """Whether a request comes from the house's own pages, or from no page at all."""
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        place = urlsplit(origin).netloc
    except ValueError:
        return False
    return bool(place) and place == headers.get("host")


def known_host(written: str | None, names: frozenset[str]) -> bool:
    """Whether the house goes by that name: its names, and bare addresses, which no other site can pretend to be."""
    if not written:
        return False
    try:
        place = urlsplit(f"//{written}")
        name, _ = place.hostname, place.port  # a port that is no number is found out by asking for it
    except ValueError:
        return False
    if name is None or "@" in written or "/" in written:
        return False
    try:
        ip_address(name)
    except ValueError:
        return name.rstrip(".") in names
    return True


class Gate:
    """Around everything."""

    def __init__(self, app: ASGIApp, doors: Doors, host: str) -> None:
        self._app = app
        self._doors = doors
        self._house = doors.house
        self._addresses = doors.addresses
        settings = self._house.settings
        self._hosts = frozenset(name.lower() for name in ("localhost", host, *settings.hosts))
        self._people = Buckets(settings.http_burst, settings.http_a_second)
        self._strangers = Buckets(settings.strangers_burst, settings.strangers_a_second)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it here."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            self._say_who(scope)
            connection = HTTPConnection(scope)
            if is_relayed(connection) or (
                known_host(connection.headers.get("host"), self._hosts) and same_origin(connection.headers)
            ):
                await self._app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": POLICY})
        else:
            await self._app(scope, receive, send)

    def _say_who(self, scope: Scope) -> None:
        """From here on `client` is whoever asks, and `scheme` how they came."""
        connection = HTTPConnection(scope)
        asker = self._doors.word.taken(target(scope), connection.headers.get(HOP))
        if asker is not None:
            secure = {"websocket": "wss"}.get(scope["type"], "https")
            plain = {"websocket": "ws"}.get(scope["type"], "http")
            scope["client"] = (asker.address, 0)
            scope["scheme"] = secure if asker.scheme == "https" else plain
            scope[RELAYED] = True
            return
        peer, port = scope["client"] or ("", 0)
        scope["client"] = (self._addresses.of(peer, connection.headers), port)
        if self._addresses.trusts(peer) and connection.headers.get("x-forwarded-proto", "").strip() == "https":
            scope["scheme"] = "wss" if scope["type"] == "websocket" else "https"

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", ()), *HEADERS]
                if scope["path"].startswith("/api"):
                    headers.append((b"cache-control", b"no-store"))
                message["headers"] = headers
            await send(message)

        self._say_who(scope)
        try:
            refusal = await self._refusal(Request(scope))
        except NoAnswer as error:  # whose session it is stands in the database
            refusal = again_later(str(error))
        if refusal is not None:
            await refusal(scope, receive, sent)
            return
        most, taken = self._house.settings.body_bytes_max, 0

        async def received() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > most:
                raise HTTPException(413, f"a body has at most {most} bytes")
            return message

        await self._app(scope, received, sent)

    async def _refusal(self, request: Request) -> Response | None:
        if is_relayed(request):
            return None  # whoever passed it on has looked at it
        settings = self._house.settings
        length = request.headers.get("content-length", "0")
        if not known_host(request.headers.get("host"), self._hosts):
            return fault(421, "refused", "the house does not go by that name; its operator can add it to `hosts`")
        if not await self._within(request):
            return fault(429, "refused", "too many requests; wait a second")
        if not length.isascii() or not length.isdigit() or len(length) > 18 or int(length) > settings.body_bytes_max:
            return fault(413, "malformed", f"a body has at most {settings.body_bytes_max} bytes")
        if request.method not in ("GET", "HEAD", "OPTIONS") and not same_origin(request.headers):
            return fault(403, "refused", "that request comes from another site")
        return None

    async def _within(self, request: Request) -> bool:
        """Who has a session is counted by name, so that no stranger at the same address uses up what is theirs."""
        account = await self._house.accounts.of_session(request.cookies.get(COOKIE))
        now = self._house.clock.now_ms()
        if account is not None:
            return self._people.take(account.name, now)
        counted = self._addresses.counted(address_of(request))
        return counted is None or self._strangers.take(counted, now)
