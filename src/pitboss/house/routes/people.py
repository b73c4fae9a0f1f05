"""Coming in and going out: guests, accounts, sessions.

Who comes in is limited by address, generously: a school is one address. A guess at a password is limited by name and
place (`guesses`), and what is refused uses up nothing of anybody's.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Annotated

from fastapi import Cookie, Depends, FastAPI, Request, Response
from pydantic import BaseModel, Field

from pitboss.house.accounts import SESSION_MS, Account, Crowded, TooSoon, WrongPassword, key_of
from pitboss.house.addresses import address_of
from pitboss.house.doors import Doors
from pitboss.house.rate_limit import Bucket, Buckets
from pitboss.house.routes.answers import (
    COOKIE,
    DEVICE_COOKIE,
    FAULTS,
    NEW,
    Strict,
    answer,
    fault,
    requested,
    with_cookie,
)
from pitboss.house.settings import HOUR_MS
from pitboss.procedure.refusal import Refused

DEVICE_MS = 365 * 24 * HOUR_MS


class GuestBody(Strict):
    """A guest may choose a name."""

    name: str | None = Field(None, max_length=40)


class SignUpBody(Strict):
    """A new account."""

    name: str = Field(max_length=40)
    password: str = Field(max_length=128)
    invitation: str | None = Field(None, max_length=64)


class UpgradeBody(Strict):
    """What a guest needs for an account; a name, if it is to be another."""

    password: str = Field(max_length=128)
    name: str | None = Field(None, max_length=40)
    invitation: str | None = Field(None, max_length=64)


class LogInBody(Strict):
    """A name and its password."""

    name: str = Field(max_length=40)
    password: str = Field(max_length=128)


class Me(BaseModel):
    """Who somebody is."""

    name: str
    role: str
    bankroll_cents: int


class Visit:
    """A request of somebody who would come in: where from, and on which device."""

    def __init__(self, doors: Doors, request: Request) -> None:
        self._doors = doors
        self._request = request
        self.counted = doors.addresses.counted(address_of(request))
        self._device = request.cookies.get(DEVICE_COOKIE)

    def bucket(self, buckets: Buckets) -> Bucket | None:
        """What people at this address may do so often; None where no limit applies."""
        return None if self.counted is None else buckets.of(self.counted, self._doors.house.clock.now_ms())

    def takes(self, bucket: Bucket | None) -> bool:
        """Whether one more is within the limit."""
        return bucket is None or bucket.take(self._doors.house.clock.now_ms())

    async def own_place(self, name: str) -> str | None:
        """The session or the device on which that name is known to be its owner."""
        here = await self._doors.house.accounts.of_session(self._request.cookies.get(COOKIE))
        if here is not None and key_of(here.name) == key_of(name):
            return "session"
        return self._doors.devices.place(self._device, key_of(name))

    async def let_in(self, account: Account, token: str, status: int = 200, remember: bool = True) -> Response:
        """The answer to somebody who came in."""
        self._doors.seen(account, self.counted)
        response = with_cookie(answer(await self._doors.me(account), status), self._request, COOKIE, token, SESSION_MS)
        if remember:
            device = self._doors.devices.known_for(self._device, key_of(account.name))
            with_cookie(response, self._request, DEVICE_COOKIE, device, DEVICE_MS)
        return response

    async def opens_account(self, opening: Callable[[], Awaitable[tuple[Account, str]]], status: int = 200) -> Response:
        """An account is opened as given, unless too many were from here; one that comes to nothing is not counted."""
        bucket = self.bucket(self._doors.accounts)
        if not self.takes(bucket):
            return fault(429, "refused", "too many new accounts from your address; try again in an hour")
        try:
            account, token = await opening()
        except (Refused, Crowded) as error:
            if bucket is not None:
                bucket.give_back()
            if isinstance(error, Crowded):
                return fault(429, "refused", str(error))
            raise
        return await self.let_in(account, token, status)


def people(app: FastAPI, doors: Doors) -> None:
    """Who somebody is."""
    _come_new(app, doors)
    _come_and_go(app, doors)


def _come_new(app: FastAPI, doors: Doors) -> None:
    """Guests, accounts, and guests who become accounts."""
    house = doors.house

    @app.post("/api/session", response_model=Me, responses=FAULTS)
    async def session(
        body: GuestBody, request: Request, pitboss_session: Annotated[str | None, Cookie()] = None
    ) -> Response:
        """Begin a guest's session, or go on with the one there is."""
        account = await house.accounts.of_session(pitboss_session)
        if account is not None:
            return answer(await doors.me(account))
        visit = Visit(doors, request)
        bucket = visit.bucket(doors.guests)
        if not visit.takes(bucket):
            return fault(429, "refused", "too many new guests from your address; try again in an hour")
        try:
            account, token = await house.guest(body.name, requested(request, NEW, body))
        except Refused:
            if bucket is not None:
                bucket.give_back()
            raise
        return await visit.let_in(account, token, remember=False)

    @app.post("/api/accounts", status_code=201, response_model=Me, responses=FAULTS)
    async def accounts(body: SignUpBody, request: Request) -> Response:
        """Make an account."""
        opening = partial(house.sign_up, body.name, body.password, body.invitation, requested(request, NEW, body))
        return await Visit(doors, request).opens_account(opening, 201)

    @app.post("/api/upgrade", response_model=Me, responses=FAULTS)
    async def upgrade(
        body: UpgradeBody, request: Request, guest: Annotated[Account, Depends(doors.known())]
    ) -> Response:
        """A guest becomes an account, and keeps the chips and the rounds."""
        opening = partial(house.upgrade, guest, body.password, body.name, body.invitation)
        return await Visit(doors, request).opens_account(opening)


def _come_and_go(app: FastAPI, doors: Doors) -> None:
    """Coming in with a password, going, and who is there."""
    house = doors.house

    @app.post("/api/login", response_model=Me, responses=FAULTS)
    async def login(body: LogInBody, request: Request) -> Response:
        """Come in with a name and a password."""
        visit = Visit(doors, request)
        own = await visit.own_place(body.name)
        bucket = visit.bucket(doors.wrong) if own is None else None  # the owner's place needs no stranger's room
        if not visit.takes(bucket):
            return fault(429, "refused", "too many wrong passwords from your address; try again in a minute")
        outcome = "wrong"
        try:
            account, token = await house.log_in(body.name, body.password, own or f"address {visit.counted}")
            outcome = "right"
        except WrongPassword as error:
            return fault(401, "refused", str(error))
        except (TooSoon, Crowded) as error:
            outcome = "too soon"
            return fault(429, "refused", str(error))
        finally:
            house.metrics.logins.labels(outcome).inc()
            if outcome != "wrong" and bucket is not None:
                bucket.give_back()
        return await visit.let_in(account, token)

    @app.post("/api/logout", status_code=204, responses=FAULTS)
    async def logout(pitboss_session: Annotated[str | None, Cookie()] = None) -> Response:
        """Forget the session."""
        if pitboss_session is not None:
            await house.accounts.end_session(pitboss_session)
            doors.end_session(pitboss_session)
        response = Response(status_code=204)
        response.delete_cookie(COOKIE, path="/")
        return response

    @app.get("/api/me", response_model=Me, responses=FAULTS)
    async def me(account: Annotated[Account, Depends(doors.known())]) -> Response:
        """Who you are."""
        return answer(await doors.me(account))
