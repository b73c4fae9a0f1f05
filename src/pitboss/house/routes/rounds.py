"""Rounds that were played: lists, stories, dispute files."""

from difflib import get_close_matches
from typing import Annotated

from fastapi import Depends, FastAPI, Query, Response
from fastapi import Path as InPath
from starlette.exceptions import HTTPException

from pitboss.house.accounts import Account, key_of
from pitboss.house.doors import Doors
from pitboss.house.roles import INSTRUCTOR, SEES_EVERY_ROUND, STAFF_ROLES
from pitboss.house.round_record import irregularities
from pitboss.house.routes.answers import FAULTS, answer, fault
from pitboss.house.search import ANY, OUTCOMES, Wanted, as_csv
from pitboss.law import clauses
from pitboss.procedure.refusal import Refused

RoundId = Annotated[str, InPath(max_length=48, pattern=r"^[a-z0-9-]{1,32}\.[0-9]{1,9}$")]
Player = Annotated[str | None, Query(max_length=40)]


async def _whose(doors: Doors, reader: Account, player: str | None) -> Account:
    """Whose decisions somebody may read: their own; an instructor those of the trainees of their classes."""
    if player is None or key_of(player) == key_of(reader.name):
        return reader
    found = await doors.house.accounts.find(player)
    if found is None or not await _teaches(doors, reader, found):
        raise HTTPException(403, "somebody else's decisions are for the instructor of their class to read")
    return found


async def _teaches(doors: Doors, reader: Account, trainee: Account) -> bool:
    plays = trainee.role not in STAFF_ROLES
    return reader.role == INSTRUCTOR and plays and await doors.house.classes.share(reader.name, trainee.name)


Moment = Annotated[int | None, Query(ge=0, le=2**53)]
Cents = Annotated[int | None, Query(ge=0, le=10**12)]


def wanted(
    table: Annotated[str | None, Query(max_length=32, pattern="^[a-z0-9-]+$")] = None,
    player: Annotated[str | None, Query(max_length=40, pattern="^[A-Za-z0-9 _.-]+$")] = None,
    since_ms: Moment = None,
    until_ms: Moment = None,
    outcome: Annotated[str | None, Query(max_length=8)] = None,
    least_cents: Cents = None,
    most_cents: Cents = None,
    clause: Annotated[str | None, Query(max_length=80)] = None,
    irregularity: Annotated[str | None, Query(max_length=40)] = None,
) -> Wanted:
    """What is looked for; of outcomes, clauses and irregularities only those there are."""
    clause = None if clause is None else _as_written(clause)
    for what, value, there in (
        ("outcome", outcome, OUTCOMES),
        ("clause", clause, clauses()),
        ("irregularity", irregularity, (ANY, *irregularities())),
    ):
        if value is not None and value not in there:
            near = get_close_matches(value, there, 3, 0.5) if what == "clause" else tuple(there)
            known = f"; there is {', '.join(near)}" if near else ", such as PA 665a.7(f)(2)"
            raise Refused(f"search/{what}", f"there is no such {what}{known}", (), "choose another")
    return Wanted(
        table=table,
        player=player,
        since_ms=since_ms,
        until_ms=until_ms,
        outcome=outcome,
        least_cents=least_cents,
        most_cents=most_cents,
        clause=clause,
        irregularity=irregularity,
    )


def _as_written(clause: str) -> str:
    """A clause as the law's records write it, however it is spaced and in whatever letters."""
    alike = {"".join(known.casefold().split()): known for known in clauses()}
    return alike.get("".join(clause.casefold().split()), clause)


def rounds(app: FastAPI, doors: Doors) -> None:
    """What somebody may see of them."""
    known = doors.known()
    _search(app, doors)

    @app.get("/api/history", responses=FAULTS)
    async def history(
        account: Annotated[Account, Depends(known)], before: Annotated[int | None, Query(ge=0, le=2**53)] = None
    ) -> Response:
        """The rounds you played, newest first; an auditor's or floorperson's lists everybody's."""
        return answer(await doors.history.page(account, before))

    @app.get("/api/rounds/{round_id}", responses=FAULTS)
    async def one_round(round_id: RoundId, account: Annotated[Account, Depends(known)]) -> Response:
        """A round step by step, as you may see it."""
        story = await doors.history.story(round_id, account)
        return answer(story) if story is not None else fault(404, "refused", "you have played no such round")

    @app.get("/api/rounds/{round_id}/review", responses=FAULTS)
    async def review_of_round(
        round_id: RoundId, account: Annotated[Account, Depends(known)], player: Player = None
    ) -> Response:
        """Your decisions in a round you played: the best one, what another cost; an instructor may name a trainee."""
        told = await doors.reviewer.round(round_id, await _whose(doors, account, player))
        return answer(told) if told is not None else fault(404, "refused", "you have played no such round")

    @app.get("/api/review", responses=FAULTS)
    async def review(
        account: Annotated[Account, Depends(known)],
        game: Annotated[str | None, Query(max_length=64)] = None,
        player: Player = None,
    ) -> Response:
        """Your decisions over your latest rounds of a game: by shoe, by habit, on the strategy's charts."""
        return answer(await doors.reviewer.overview(await _whose(doors, account, player), game))

    @app.get("/api/rounds/{round_id}/dispute", responses=FAULTS)
    async def dispute(round_id: RoundId, account: Annotated[Account, Depends(known)]) -> Response:
        """The dispute file, for an auditor or a floorperson."""
        paper = await doors.history.dispute(round_id, account)
        if paper is None:
            return fault(404, "refused", "there is no such round, or it is not for you to export")
        response = Response(paper, media_type="application/json")
        response.headers["content-disposition"] = f'attachment; filename="dispute-{round_id}.json"'
        return response

    @app.get("/api/rounds/{round_id}/shoe", responses=FAULTS)
    async def shoe(round_id: RoundId, account: Annotated[Account, Depends(known)]) -> Response:
        """The shoe of a round you played, once its seal is opened: a file for `pitboss verify` and for /verify.html."""
        paper = await doors.history.shoe(round_id, account)
        if paper is None:
            return fault(404, "refused", "you have played no such round")
        response = Response(paper, media_type="application/json")
        response.headers["content-disposition"] = f'attachment; filename="shoe-{round_id}.json"'
        return response


def _search(app: FastAPI, doors: Doors) -> None:
    """Rounds looked for, by those who see every round."""
    known = doors.known()

    @app.get("/api/search", responses=FAULTS)
    async def search(
        account: Annotated[Account, Depends(known)],
        wanted: Annotated[Wanted, Depends(wanted)],
        before: Moment = None,
    ) -> Response:
        """Rounds of the house, newest first, for an auditor or a floorperson."""
        if account.role not in SEES_EVERY_ROUND:
            return _not_for_you()
        return answer(await doors.search.page(wanted, before))

    @app.get("/api/search/export", responses=FAULTS)
    async def export(
        account: Annotated[Account, Depends(known)],
        wanted: Annotated[Wanted, Depends(wanted)],
        form: Annotated[str, Query(max_length=4, pattern="^(json|csv)$")] = "json",
    ) -> Response:
        """What was found as a file, signed where it is JSON, for an auditor or a floorperson."""
        if account.role not in SEES_EVERY_ROUND:
            return _not_for_you()
        assert doors.house.vault is not None
        found = await doors.search.selection(wanted, doors.house.vault)
        if form == "csv":
            response = Response(as_csv(found.rounds), media_type="text/csv; charset=utf-8")
        else:
            response = answer(found)
        response.headers["content-disposition"] = f'attachment; filename="rounds.{form}"'
        return response


def _not_for_you() -> Response:
    return fault(403, "refused", "the rounds of the house are for an auditor or a floorperson")
