"""The server: HTTP and the WebSocket in front of a house."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec
from fastapi import Cookie, Depends, FastAPI, Query, Request, Response, WebSocket
from fastapi import Path as InPath
from fastapi.exceptions import RequestValidationError
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss import __version__
from pitboss.house import lobby, protocol
from pitboss.house.accounts import SESSION_MS, Account, LockedOut, WrongPassword
from pitboss.house.adviser import Adviser
from pitboss.house.committer import Stopped
from pitboss.house.history import History
from pitboss.house.house import House
from pitboss.house.rate_limit import Buckets
from pitboss.house.roles import AUDITOR
from pitboss.house.sockets import OVERLOADED, POLICY, Connection
from pitboss.law import clauses
from pitboss.procedure.refusal import Refused

COOKIE = "pitboss_session"
PAGES = Path(__file__).parent / "pages"
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


class Strict(BaseModel):
    """A body without anything else in it."""

    model_config = ConfigDict(extra="forbid", strict=True)


class GuestBody(Strict):
    """A guest may choose a name."""

    name: str | None = Field(None, max_length=40)


class SignUpBody(Strict):
    """A new account."""

    name: str = Field(max_length=40)
    password: str = Field(max_length=128)
    invitation: str | None = Field(None, max_length=64)


class LogInBody(Strict):
    """A name and its password."""

    name: str = Field(max_length=40)
    password: str = Field(max_length=128)


class Fault(BaseModel):
    """What is wrong: `malformed`, `refused` or `broken`, and one sentence."""

    kind: str
    sentence: str


class FaultBody(BaseModel):
    """The answer to whatever fails."""

    error: Fault


class Me(BaseModel):
    """Who somebody is."""

    name: str
    role: str
    bankroll_cents: int


def fault(status: int, kind: str, sentence: str) -> Response:
    """The answer to whatever fails."""
    return answer({"error": {"kind": kind, "sentence": sentence}}, status)


def answer(value: object, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def same_origin(headers: Any) -> bool:
    """Whether a request comes from the house's own pages, or from no page at all."""
    origin = headers.get("origin")
    return origin is None or (urlsplit(origin).netloc == headers.get("host") and bool(urlsplit(origin).netloc))


class Guarded:
    """Around everything: limits on size, rate and origin, and the headers that keep a browser careful."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        self._app = app
        self._house = house
        settings = house.settings
        self._requests = Buckets(settings.http_burst, settings.http_a_second)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it here."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", ()), *HEADERS]
                if scope["path"].startswith("/api"):
                    headers.append((b"cache-control", b"no-store"))
                message["headers"] = headers
            await send(message)

        refusal = self._refusal(Request(scope))
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

    def _refusal(self, request: Request) -> Response | None:
        settings = self._house.settings
        address = request.client.host if request.client is not None else ""
        length = request.headers.get("content-length", "0")
        if not self._requests.take(address, self._house.clock.now_ms()):
            return fault(429, "refused", "too many requests; wait a second")
        if not length.isascii() or not length.isdigit() or int(length) > settings.body_bytes_max:
            return fault(413, "malformed", f"a body has at most {settings.body_bytes_max} bytes")
        if request.method not in ("GET", "HEAD", "OPTIONS") and not same_origin(request.headers):
            return fault(403, "refused", "that request comes from another site")
        return None


class Doors:
    """What the routes share."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.adviser = Adviser()
        self.history = History(house.database, None)
        self.connections: set[Connection] = set()
        settings = house.settings
        self.logins = Buckets(settings.logins_burst * 60, settings.logins_a_minute)
        self.sessions = Buckets(settings.sessions_burst, settings.sessions_a_second)
        house.on_failure = self.fail
        house.on_money = self.tell_bankroll

    def tell_bankroll(self, name: str, cents: int) -> None:
        """Somebody's bankroll has changed: their own connections hear of it."""
        for connection in self.connections:
            if connection.viewer == name:
                connection.say(protocol.Bankroll(bankroll_cents=cents))

    def fail(self, sentence: str) -> None:
        """The house has stopped: everybody is told, and nothing more is taken."""
        for connection in tuple(self.connections):
            connection.say(protocol.Error(kind="broken", sentence="the house has stopped; what was confirmed is safe"))
            connection.hang_up(OVERLOADED)

    def say_goodbye(self) -> None:
        """The house stops in an orderly way."""
        sentence = "the house stops; tables go on where they are when it starts again"
        for connection in tuple(self.connections):
            connection.say(protocol.Stopping(sentence=sentence))
            connection.hang_up()

    def login_allowed(self, address: str) -> bool:
        """Whether one more login from there is within the limit: a bucket by the minute, in sixtieths."""
        now = self.house.clock.now_ms()
        return all(self.logins.take(address, now) for _ in range(60))

    def me(self, account: Account) -> dict[str, object]:
        """Who somebody is."""
        return {
            "name": account.name,
            "role": account.role,
            "bankroll_cents": self.house.bankroll_of(account.name),
        }


def make_app(house: House, open_tables: bool = True) -> FastAPI:
    """The application; the house is started with it and stopped with it."""
    doors = Doors(house)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        await house.start()
        doors.history = History(house.database, house.vault)
        if open_tables:
            await house.open_house_tables()
        app.state.ready = True
        try:
            yield
        finally:
            await house.stop()
            await house.database.close()

    app = FastAPI(title="pitboss", version=__version__, lifespan=life, docs_url=None, redoc_url=None)
    app.state.doors = doors
    _faults(app)
    _people(app, doors)
    _rounds(app, doors)
    _house(app, doors)
    _socket(app, doors)
    if PAGES.is_dir():
        app.mount("/", StaticFiles(directory=PAGES, html=True), name="pages")
    app.add_middleware(Guarded, house=house)
    return app


def _faults(app: FastAPI) -> None:
    async def refused(_: Request, error: Exception) -> Response:
        assert isinstance(error, Refused)
        return fault(409, "refused", error.sentence)

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
        return fault(503, "broken", "the house has stopped; what was confirmed is safe")

    app.add_exception_handler(Refused, refused)
    app.add_exception_handler(RequestValidationError, malformed)
    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(Stopped, stopped)


def _known(doors: Doors) -> Callable[..., Awaitable[Account]]:
    async def known(pitboss_session: Annotated[str | None, Cookie()] = None) -> Account:
        account = doors.house.accounts.of_session(pitboss_session)
        if account is None:
            raise HTTPException(401, "there is no session; POST /api/session begins one")
        return account

    return known


_FAULTS: dict[int | str, dict[str, Any]] = {
    status: {"model": FaultBody, "description": why}
    for status, why in (
        (400, "not understood"),
        (401, "no session, or a wrong password"),
        (403, "from another site, or not for you"),
        (404, "not here, or not for you"),
        (409, "refused"),
        (413, "too large"),
        (422, "malformed"),
        (429, "too often"),
        (503, "stopped"),
    )
}


def _with_cookie(response: Response, token: str, request: Request) -> Response:
    response.set_cookie(
        COOKIE,
        token,
        max_age=SESSION_MS // 1000,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
        path="/",
    )
    return response


def _address(request: Request) -> str:
    return request.client.host if request.client is not None else ""


def _is_here(address: str) -> bool:
    """Whether a request comes from the machine the house runs on."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def _people(app: FastAPI, doors: Doors) -> None:
    house = doors.house

    @app.post("/api/session", response_model=Me, responses=_FAULTS)
    async def session(
        body: GuestBody, request: Request, pitboss_session: Annotated[str | None, Cookie()] = None
    ) -> Response:
        """Begin a guest's session, or go on with the one there is."""
        account = house.accounts.of_session(pitboss_session)
        if account is not None:
            return answer(doors.me(account))
        if not doors.sessions.take(_address(request), house.clock.now_ms()):
            return fault(429, "refused", "too many new sessions; wait a second")
        account, token = await house.guest(body.name)
        return _with_cookie(answer(doors.me(account)), token, request)

    @app.post("/api/accounts", status_code=201, response_model=Me, responses=_FAULTS)
    async def accounts(body: SignUpBody, request: Request) -> Response:
        """Make an account."""
        if not doors.login_allowed(_address(request)):
            return fault(429, "refused", "too many attempts; wait a minute")
        account, token = await house.sign_up(body.name, body.password, body.invitation)
        return _with_cookie(answer(doors.me(account), 201), token, request)

    @app.post("/api/login", response_model=Me, responses=_FAULTS)
    async def login(body: LogInBody, request: Request) -> Response:
        """Come in with a name and a password."""
        if not doors.login_allowed(_address(request)):
            return fault(429, "refused", "too many attempts; wait a minute")
        try:
            account, token = await house.log_in(body.name, body.password)
        except WrongPassword as error:
            house.metrics.logins.labels("wrong").inc()
            return fault(401, "refused", str(error))
        except LockedOut as error:
            house.metrics.logins.labels("locked").inc()
            return fault(429, "refused", str(error))
        house.metrics.logins.labels("right").inc()
        return _with_cookie(answer(doors.me(account)), token, request)

    @app.post("/api/logout", status_code=204, responses=_FAULTS)
    async def logout(pitboss_session: Annotated[str | None, Cookie()] = None) -> Response:
        """Forget the session."""
        if pitboss_session is not None:
            await house.accounts.end_session(pitboss_session)
            for connection in tuple(doors.connections):
                if connection.token == pitboss_session:
                    connection.hang_up(POLICY)
        response = Response(status_code=204)
        response.delete_cookie(COOKIE, path="/")
        return response

    @app.get("/api/me", response_model=Me, responses=_FAULTS)
    async def me(account: Annotated[Account, Depends(_known(doors))]) -> Response:
        """Who you are."""
        return answer(doors.me(account))


RoundId = Annotated[str, InPath(max_length=48)]


def _rounds(app: FastAPI, doors: Doors) -> None:
    known = _known(doors)

    @app.get("/api/history", responses=_FAULTS)
    async def history(
        account: Annotated[Account, Depends(known)], before: Annotated[int | None, Query(ge=0, le=2**53)] = None
    ) -> Response:
        """The rounds you played, newest first; an auditor's or floorperson's lists everybody's."""
        return answer(await doors.history.page(account, before))

    @app.get("/api/rounds/{round_id}", responses=_FAULTS)
    async def one_round(round_id: RoundId, account: Annotated[Account, Depends(known)]) -> Response:
        """A round step by step, as you may see it."""
        story = await doors.history.story(round_id, account)
        return answer(story) if story is not None else fault(404, "refused", "you have played no such round")

    @app.get("/api/rounds/{round_id}/dispute", responses=_FAULTS)
    async def dispute(round_id: RoundId, account: Annotated[Account, Depends(known)]) -> Response:
        """The dispute file, for an auditor or a floorperson."""
        paper = await doors.history.dispute(round_id, account)
        if paper is None:
            return fault(404, "refused", "there is no such round, or it is not for you to export")
        response = Response(paper, media_type="application/json")
        name = "".join(c if c.isalnum() or c in ".-" else "_" for c in round_id)
        response.headers["content-disposition"] = f'attachment; filename="dispute-{name}.json"'
        return response


def _house(app: FastAPI, doors: Doors) -> None:
    house = doors.house

    @app.get("/api/tables")
    async def tables() -> Response:
        """The open tables, and the games of which one may be opened."""
        return answer({"tables": house.cards(), "games": lobby.games()})

    @app.get("/api/law/{clause:path}", responses=_FAULTS)
    async def law(clause: Annotated[str, InPath(max_length=80)]) -> Response:
        """What a clause says, in our words."""
        found = clauses().get(clause)
        if found is None:
            return fault(404, "refused", "there is no such clause")
        return answer(found)

    @app.get("/schema.json")
    async def schema() -> Response:
        """JSON Schema of what is said over the WebSocket."""
        return answer(protocol.schema())

    @app.get("/health", responses=_FAULTS)
    async def health() -> Response:
        """Whether the house is open."""
        if house.failure is not None:
            return fault(503, "broken", "the house has stopped; what was confirmed is safe")
        told = {"status": "open", "tables": len(house.tables), "kept_out": len(house.kept_out)}
        return answer({**told, "journal": house.committer.last_n})

    @app.get("/metrics", response_class=PlainTextResponse, responses=_FAULTS)
    async def metrics(request: Request, pitboss_session: Annotated[str | None, Cookie()] = None) -> Response:
        """For Prometheus on the same machine, and for an auditor."""
        account = house.accounts.of_session(pitboss_session)
        if not _is_here(_address(request)) and (account is None or account.role != AUDITOR):
            return fault(403, "refused", "the metrics are for this machine and for an auditor")
        house.metrics.tables.set(len(house.tables))
        house.metrics.sockets.set(len(doors.connections))
        return Response(house.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


def _socket(app: FastAPI, doors: Doors) -> None:
    house = doors.house

    @app.websocket("/ws")
    async def ws(socket: WebSocket) -> None:
        if not same_origin(socket.headers):
            await socket.close(POLICY)
            return
        token = socket.cookies.get(COOKIE)
        account = house.accounts.of_session(token)
        await socket.accept()
        if account is None or token is None:
            sentence = "there is no session; POST /api/session begins one"
            await socket.send_text(protocol.encode(protocol.Error(kind="refused", sentence=sentence)).decode())
            await socket.close(POLICY)
            return
        if len(doors.connections) >= house.settings.sockets_max or house.failure is not None:
            busy = protocol.Busy(id=None, sentence="the house is full", retry_ms=5000)
            await socket.send_text(protocol.encode(busy).decode())
            await socket.close(OVERLOADED)
            return
        connection = Connection(house, doors.adviser, socket, account, token)
        doors.connections.add(connection)
        try:
            await connection.serve()
        finally:
            doors.connections.discard(connection)
