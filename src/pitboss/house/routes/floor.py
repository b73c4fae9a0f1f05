"""The house as it stands: its tables, its law, its health, its numbers."""

import asyncio
from collections.abc import Callable
from typing import Annotated

from fastapi import Cookie, Depends, FastAPI, Query, Request, Response
from fastapi import Path as InPath
from starlette.responses import PlainTextResponse

from pitboss.house import clause_reader, lobby, protocol_schema
from pitboss.house.accounts import Account
from pitboss.house.addresses import is_here
from pitboss.house.committer import SAFE
from pitboss.house.console import at_work, may_be_reviewed
from pitboss.house.dealing import DealingTable
from pitboss.house.doors import Doors
from pitboss.house.floor_offers import FloorPage, floor_page
from pitboss.house.live_table import LiveTable
from pitboss.house.neighbours import Moving
from pitboss.house.practice import PracticeTable
from pitboss.house.roles import ACTS_AS, AUDITOR
from pitboss.house.routes.answers import FAULTS, answer, fault

TableName = Annotated[str, InPath(max_length=32, pattern="^[a-z0-9-]+$")]


def floor(app: FastAPI, doors: Doors) -> None:
    """What anybody may ask, what is asked of one table, and what operators ask."""
    _for_anybody(app, doors)
    _of_one_table(app, doors)
    _for_operators(app, doors)


def _for_anybody(app: FastAPI, doors: Doors) -> None:
    house, one_reader = doors.house, asyncio.Semaphore(1)

    @app.get("/api/tables", responses=FAULTS)
    async def tables() -> Response:
        """The open tables, and the games of which one may be opened."""
        return answer({"tables": house.cards(), "games": lobby.games(), "head": house.notary.head()})

    @app.get("/api/law/{clause:path}", responses=FAULTS)
    async def law(clause: Annotated[str, InPath(max_length=80)]) -> Response:
        """What a clause says, in our words: in its section, with its slip, its doubts and where it is carried out."""
        async with one_reader:
            found = await asyncio.to_thread(clause_reader.page, clause)
        if found is None:
            return fault(404, "refused", "there is no such clause")
        return answer(found)

    @app.get("/schema.json", responses=FAULTS)
    async def schema() -> Response:
        """JSON Schema of what is said over the WebSocket."""
        return answer(protocol_schema.schema())


def _of_one_table(app: FastAPI, doors: Doors) -> None:
    house = doors.house

    async def here(table: str, account: Account) -> LiveTable | None:
        """A table that somebody may come near; it was here when the request came in, and may have moved since."""
        live = house.tables.get(table)
        if live is None and await house.neighbours.where(table) is not None:
            raise Moving
        return live if live is not None and live.admits(account.name) else None

    @app.get("/api/tables/{table}/story", responses=FAULTS)
    async def shoe_story(
        table: TableName,
        account: Annotated[Account, Depends(doors.known())],
        clause: Annotated[str | None, Query(max_length=80)] = None,
    ) -> Response:
        """What has happened since the cards were last loaded, as you may see it; all of it, or what cites a clause."""
        live = await here(table, account)
        if live is None:
            return fault(404, "refused", f"no table {table} is open")
        return answer(await live.shoe_story(account.name, clause))

    @app.get("/api/tables/{table}/review", responses=FAULTS)
    async def practice_review(table: TableName, account: Annotated[Account, Depends(doors.known())]) -> Response:
        """Your decisions in the last round at your practice table, which no journal has."""
        live = await here(table, account)
        if not isinstance(live, PracticeTable):
            return fault(404, "refused", f"you have no practice table {table}")
        return answer(await doors.reviewer.at_practice(live.table, account.name))

    @app.get("/api/tables/{table}/shift", responses=FAULTS)
    async def shift(table: TableName, account: Annotated[Account, Depends(doors.known())]) -> Response:
        """How the shift goes at the table that you deal: each mistake with its clause and its cost."""
        live = await here(table, account)
        if not isinstance(live, DealingTable):
            return fault(404, "refused", f"you deal at no table {table}")
        if live.tested or not may_be_reviewed(live.practised):
            return fault(403, "refused", "its review comes with its end")
        return answer(live.review())

    @app.get("/api/tables/{table}/floor", responses=FAULTS)
    async def offers(table: TableName, account: Annotated[Account, Depends(doors.known())]) -> Response:
        """What the staff may do at a table now, for a dealer or a floorperson."""

        def tried(live: LiveTable, role: str) -> FloorPage:
            again = live.again if live.recipe.by_hand else None  # elsewhere the house does what the table waits for
            return floor_page(table, live.table, role, again)

        return await for_staff(table, account, tried)

    @app.get("/api/tables/{table}/console", responses=FAULTS)
    async def console(table: TableName, account: Annotated[Account, Depends(doors.known())]) -> Response:
        """Every move of the house at a table as a form, for a dealer or a floorperson who deals it by hand."""
        return await for_staff(table, account, lambda live, role: at_work(live.id, live.table, role))

    async def for_staff(table: str, account: Account, tells: Callable[[LiveTable, str], object]) -> Response:
        if account.role not in ACTS_AS:
            return fault(403, "refused", "the floor is for a dealer or a floorperson")
        live = await here(table, account)
        if live is None:
            return fault(404, "refused", f"no table {table} is open")

        async def look() -> Response:  # in the table's turn: nothing moves there until it is answered
            return answer(await asyncio.to_thread(tells, live, account.role))

        return await live.in_turn(look)


def _for_operators(app: FastAPI, doors: Doors) -> None:
    house = doors.house

    @app.get("/health", responses=FAULTS)
    async def health() -> Response:
        """Whether the house is open, and its database answers."""
        if house.failure is not None:
            return fault(503, "broken", SAFE)
        if house.committer.waits is not None:
            return fault(503, "broken", house.committer.waits)
        if not await doors.database_answers():
            return fault(503, "broken", "the database does not answer")
        told = {"status": "open", "database": "answers", "tables": len(house.tables), "kept_out": len(house.kept_out)}
        near = house.neighbours
        process = {"id": near.id, "at": near.address, "cage": near.has_cage, "others": len(near.living())}
        return answer({**told, "journal": house.committer.last_n, "head": house.notary.head(), "process": process})

    @app.get("/metrics", response_class=PlainTextResponse, responses=FAULTS)
    async def metrics(request: Request, pitboss_session: Annotated[str | None, Cookie()] = None) -> Response:
        """For Prometheus on the same machine, and for an auditor."""
        account = await house.accounts.of_session(pitboss_session)
        if not is_here(request) and (account is None or account.role != AUDITOR):
            return fault(403, "refused", "the metrics are for this machine and for an auditor")
        house.metrics.tables.set(len(house.tables))
        house.metrics.sockets.set(len(doors.connections))
        house.metrics.cage.set(house.neighbours.has_cage)
        house.metrics.processes.set(1 + len(house.neighbours.living()))
        return Response(house.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
