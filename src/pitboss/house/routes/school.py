"""The school in the house: drills, and table tests that are given, taken and read."""

import asyncio
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Query, Request, Response
from fastapi import Path as InPath
from pydantic import Field

from pitboss.house.accounts import Account
from pitboss.house.doors import Doors
from pitboss.house.instructor import Desk
from pitboss.house.routes.answers import FAULTS, Strict, answer, requested
from pitboss.procedure.refusal import Refused
from pitboss.rules.errors import RulesError
from pitboss.rules.games import GAMES
from pitboss.school.exports import rows, statements
from pitboss.school.table_test import TableTest, from_values, to_json, values_in
from pitboss.school.taking import GIVEN_MOST

Game = Annotated[str, InPath(max_length=80, pattern="^[a-z0-9-]+$")]
Id = Annotated[str, InPath(max_length=32, pattern="^[a-z0-9]+$")]
NAMED = "^[A-Za-z0-9 _.-]+$"
ClassName = Annotated[str, InPath(max_length=40, pattern=NAMED)]
TraineeName = Annotated[str | None, Query(max_length=40, pattern=NAMED)]
DrillName = Annotated[str, InPath(max_length=40, pattern="^[a-z0-9-]+$")]


class AnswerBody(Strict):
    """What somebody answered to the item of that number."""

    number: int = Field(ge=1, le=10**9)
    given: str = Field(max_length=GIVEN_MOST, pattern=r"^[^\x00-\x1f]*$")


class GiveBody(Strict):
    """A test for a class: as TOML, or as the form has it."""

    class_name: str = Field(max_length=40)
    toml: str | None = Field(None, max_length=3500)
    test: dict[str, Any] | None = None


def school(app: FastAPI, doors: Doors) -> None:
    """What is learned here."""
    _drills(app, doors)
    _tests(app, doors)
    _results(app, doors)
    _desk(app, doors)


def _drills(app: FastAPI, doors: Doors) -> None:
    house, known = doors.house, doors.known()

    @app.get("/api/drills", responses=FAULTS)
    async def drills(account: Annotated[Account, Depends(known)]) -> Response:
        """Every game's drills, and how far you have come in each."""
        return answer(await house.drills.games(account))

    @app.post("/api/drills/{game}/{drill}", responses=FAULTS)
    async def ask(game: Game, drill: DrillName, account: Annotated[Account, Depends(known)]) -> Response:
        """The item that you are asked now."""
        return answer(await house.drills.ask(account, game, drill))

    @app.post("/api/drills/{game}/{drill}/answer", responses=FAULTS)
    async def answered(
        game: Game, drill: DrillName, body: AnswerBody, account: Annotated[Account, Depends(known)]
    ) -> Response:
        """Answer it: how it was marked, and the next one."""
        return answer(await house.drills.answer(account, game, drill, body.number, body.given))


def _composed(body: GiveBody) -> TableTest:
    """The test as it was composed, checked in the one way there is; a game is one of the house, and no file."""
    if (body.toml is None) is (body.test is None):
        raise Refused("exam/composed", "a test comes as TOML or as a form", (), "send one of them")
    try:
        values = values_in(body.toml) if body.toml is not None else body.test or {}
        if values.get("game") not in GAMES:
            raise RulesError(f"there is no game {values.get('game')!r:.80} here; there are: {', '.join(GAMES)}")
        return from_values(values)
    except RulesError as error:
        raise Refused("exam/composed", str(error), (), "mend it") from None


def _tests(app: FastAPI, doors: Doors) -> None:
    """Giving a test, and taking it."""
    exams, known = doors.house.exams, doors.known()

    @app.get("/api/exams", responses=FAULTS)
    async def listed(account: Annotated[Account, Depends(known)]) -> Response:
        """The table tests of your classes, and by whom they were taken as far as that is yours to know."""
        return answer(await exams.exams(account))

    @app.post("/api/exams", status_code=201, responses=FAULTS)
    async def give(body: GiveBody, request: Request, account: Annotated[Account, Depends(known)]) -> Response:
        """Give a test to a class of yours."""
        test, asked = await asyncio.to_thread(_composed, body), requested(request, account.name, body)
        return answer({"id": await exams.give(account, body.class_name, test, asked)}, 201)

    @app.post("/api/exams/{exam}/close", responses=FAULTS)
    async def close(exam: Id, account: Annotated[Account, Depends(known)]) -> Response:
        """Nobody begins it any more."""
        await exams.close(account, exam)
        return answer({"id": exam})

    @app.post("/api/exams/{exam}/sit", responses=FAULTS)
    async def sit(exam: Id, account: Annotated[Account, Depends(known)]) -> Response:
        """Begin it, or go on with it."""
        return answer(await exams.sit(account, exam))

    @app.get("/api/sittings/{sitting}", responses=FAULTS)
    async def view(sitting: Id, account: Annotated[Account, Depends(known)]) -> Response:
        """Where it stands: for whoever takes it, and for their instructor."""
        return answer(await exams.view(account, sitting))

    @app.post("/api/sittings/{sitting}/answer", responses=FAULTS)
    async def answered(sitting: Id, body: AnswerBody, account: Annotated[Account, Depends(known)]) -> Response:
        """Answer what is asked."""
        return answer(await exams.answer(account, sitting, body.number, body.given))

    @app.post("/api/sittings/{sitting}/hand-in", responses=FAULTS)
    async def hand_in(sitting: Id, account: Annotated[Account, Depends(known)]) -> Response:
        """Hand it in as it is."""
        return answer(await exams.hand_in(account, sitting))


def _results(app: FastAPI, doors: Doors) -> None:
    """What came of it, to be read, printed, checked and passed on."""
    exams, known = doors.house.exams, doors.known()

    @app.get("/api/sittings/{sitting}/result", responses=FAULTS)
    async def sheet(sitting: Id, account: Annotated[Account, Depends(known)]) -> Response:
        """The result on one page."""
        return answer(await exams.sheet(account, sitting))

    @app.get("/api/sittings/{sitting}/file", responses=FAULTS)
    async def file(
        sitting: Id,
        request: Request,
        account: Annotated[Account, Depends(known)],
        form: Annotated[str, Query(pattern="^(json|xapi|csv)$")] = "json",
    ) -> Response:
        """The result as a file that `pitboss exam --check` scores again, as xAPI statements, or as rows."""
        result = await exams.result(account, sitting)
        if form == "csv":
            return Response(await asyncio.to_thread(rows, result), media_type="text/csv")
        if form == "json":
            return Response(to_json(result), media_type="application/json")
        return answer(await asyncio.to_thread(statements, result, str(request.base_url).rstrip("/")))


class ClassBody(Strict):
    """What a class is called."""

    name: str = Field(max_length=40)


class PersonBody(Strict):
    """Somebody of a class."""

    person: str = Field(max_length=40)


class SeatBody(Strict):
    """Who is to deal."""

    to: str = Field(max_length=40)


class PlantBody(Strict):
    """What is to happen."""

    kind: str = Field(max_length=40)


def _desk(app: FastAPI, doors: Doors) -> None:
    """The instructor's desk."""
    desk, known = Desk(doors.house), doors.known()

    @app.get("/api/classes", responses=FAULTS)
    async def classes(account: Annotated[Account, Depends(known)]) -> Response:
        """Your classes, and where everybody in them is."""
        return answer(await desk.classes(account, await doors.who_is_here()))

    @app.post("/api/classes", status_code=201, responses=FAULTS)
    async def make(body: ClassBody, request: Request, account: Annotated[Account, Depends(known)]) -> Response:
        """Make a class; you are in it."""
        return answer({"class": await desk.make(account, body.name, requested(request, account.name, body))}, 201)

    @app.post("/api/classes/{name}/rename", responses=FAULTS)
    async def rename(name: ClassName, body: ClassBody, account: Annotated[Account, Depends(known)]) -> Response:
        """Call a class of yours otherwise."""
        return answer({"class": await desk.rename(account, name, body.name)})

    @app.post("/api/classes/{name}/invite", responses=FAULTS)
    async def invite(name: ClassName, request: Request, account: Annotated[Account, Depends(known)]) -> Response:
        """A code with which trainees join a class of yours."""
        return answer(await desk.invite(account, name, requested(request, account.name, Strict())))

    @app.post("/api/classes/{name}/remove", responses=FAULTS)
    async def remove(name: ClassName, body: PersonBody, account: Annotated[Account, Depends(known)]) -> Response:
        """Take somebody out of a class of yours."""
        return answer({"class": await desk.remove(account, name, body.person)})

    @app.get("/api/classes/{name}/progress", responses=FAULTS)
    async def progress(
        name: ClassName, account: Annotated[Account, Depends(known)], trainee: TraineeName = None
    ) -> Response:
        """How a class comes along, or one trainee of it."""
        return answer(await desk.progress(account, name, trainee))

    @app.post("/api/trainees/{name}/watch", responses=FAULTS)
    async def watch(name: ClassName, account: Annotated[Account, Depends(known)]) -> Response:
        """Look at the table that a trainee deals."""
        return answer({"table": await desk.watch(account, name)})

    @app.post("/api/trainees/{name}/seat", responses=FAULTS)
    async def seat(name: ClassName, body: SeatBody, account: Annotated[Account, Depends(known)]) -> Response:
        """Take over the dealer's seat, or hand it back."""
        return answer({"table": await desk.seat(account, name, body.to)})

    @app.post("/api/trainees/{name}/plant", responses=FAULTS)
    async def plant(name: ClassName, body: PlantBody, account: Annotated[Account, Depends(known)]) -> Response:
        """Have something happen at the table that a trainee deals: now, or as soon as there is room for it."""
        table, happened = await desk.plant(account, name, body.kind)
        return answer({"table": table, "happened": happened})
