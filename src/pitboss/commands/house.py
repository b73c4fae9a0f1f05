"""The house: live tables in the browser, and its books checked."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from pitboss.commands.command_line import Json, Whole, app, print_json

Database = Annotated[str, Parameter(help="an SQLite file, or postgresql://...", env_var="PITBOSS_DB")]
CLOCK_MOST, PORT_MOST, WORKERS_MOST = 86_400, 65_535, 64
Key = Annotated[
    str | None, Parameter(help="the key file of the sealed orders, if not beside the database", env_var="PITBOSS_KEY")
]


@dataclass(frozen=True)
class Place:
    """Where a house is to be found, and over how many processes it is spread."""

    host: Annotated[str, Parameter(help="the address to listen at")] = "127.0.0.1"
    port: Annotated[Whole, Parameter(help="the port to listen at; 0 takes a free one")] = 8000
    workers: Annotated[Whole, Parameter(help="processes, where the database is PostgreSQL")] = 1
    at: Annotated[
        str | None, Parameter(help="host or host:port at which the processes of other machines reach this one")
    ] = None


HERE = Place()


@app.command
def serve(
    *,
    db: Database = "pitboss.db",
    place: Annotated[Place, Parameter(name="*")] = HERE,
    clock: Annotated[Whole | None, Parameter(help="seconds a player has for a decision, if not as set")] = None,
    invite: Annotated[
        tuple[str, ...],
        Parameter(
            help="print invitations for a dealer, floorperson, auditor or instructor",
            negative="",
            consume_multiple=1,
        ),
    ] = (),
    key: Key = None,
    table: Annotated[
        tuple[str, ...],
        Parameter(help="variant files of which the house opens tables of its own", negative="", consume_multiple=1),
    ] = (),
    settings: Annotated[str | None, Parameter(help="a TOML file with the limits of the house")] = None,
    witness: Annotated[
        tuple[str, ...],
        Parameter(help="files or addresses to which the journal's end is told", negative="", consume_multiple=1),
    ] = (),
    check: Annotated[bool, Parameter(help="print every limit with its meaning, and stop", negative="")] = False,
) -> None:
    """Live tables in the browser."""
    from socket import getaddrinfo

    from pitboss.house import fixed_limits
    from pitboss.house.database import CannotOpen
    from pitboss.house.roles import STAFF_ROLES
    from pitboss.house.serving import Opening, run
    from pitboss.house.serving import serve as open_house
    from pitboss.house.settings import chosen, words
    from pitboss.house.workers import oversee
    from pitboss.rules.errors import RulesError
    from pitboss.rules.variant import load

    host, port, workers = place.host, place.port, place.workers
    if wrong := [role for role in invite if role not in STAFF_ROLES]:
        raise RulesError(f"--invite takes {', '.join(STAFF_ROLES)}, not {wrong[0]!r}")
    if clock is not None and not 1 <= clock <= CLOCK_MOST:
        raise RulesError(f"--clock takes seconds, 1 to {CLOCK_MOST}, not {clock}")
    if not 0 <= port <= PORT_MOST:
        raise RulesError(f"--port takes a number from 0 to {PORT_MOST}, not {port}")
    for told in witness:
        _witness(told)
    try:
        if not getaddrinfo(host, port) or not host:
            raise OSError  # no address at all would be every one
    except (OSError, UnicodeError):
        raise RulesError(f"--host takes an address of this machine, such as 127.0.0.1, not {host!r}") from None
    if not 1 <= workers <= WORKERS_MOST:
        raise RulesError(f"--workers takes a number from 1 to {WORKERS_MOST}, not {workers}")
    own = _own_place(place.at, workers)
    if (workers > 1 or own) and not db.startswith("postgres"):
        raise RulesError("a house of several processes needs PostgreSQL: --db postgresql://...; an SQLite file has one")
    limits = chosen(Path(settings) if settings is not None else None, clock, table)
    for variant in limits.variants:
        load(variant)  # whatever is wrong with it is said before anything is opened
    if check:
        print(words(limits))
        print(fixed_limits.words())
        return
    try:
        opening = Opening(
            db=db, host=host, port=port, settings=limits, invite=invite, key_file=key, witnesses=witness, at=own
        )
        status = run(open_house(opening) if workers == 1 else oversee(opening, workers))
    except CannotOpen as error:
        raise RulesError(str(error)) from None
    except KeyboardInterrupt:
        status = 0
    if status:
        raise SystemExit(status)


def _witness(place: str) -> None:
    """Refuse what is neither a file that can be written to nor an address."""
    from urllib.parse import urlsplit

    from pitboss.house.receipts import not_of_another
    from pitboss.rules.errors import RulesError
    from pitboss.rules.places import writable

    if "://" not in place:
        not_of_another(writable(place))
        return
    try:
        parts = urlsplit(place)
        place.encode("idna")
    except ValueError:
        parts = urlsplit("")
    if not parts.hostname or parts.scheme not in ("http", "https"):
        raise RulesError(f"--witness takes a file, or an address that begins with http:// or https://, not {place!r}")


def _own_place(at: str | None, workers: int) -> str:
    """Where the processes of other machines reach these, as `host:port`; port 0 is any that is free."""
    from socket import getaddrinfo
    from urllib.parse import urlsplit

    from pitboss.rules.errors import RulesError

    if at is None:
        return ""
    try:
        place = urlsplit(f"//{at}")
        host, port = place.hostname or "", place.port or 0
        getaddrinfo(host, port)
        if place.netloc != at or not host or port + workers - 1 > PORT_MOST:
            raise ValueError
    except (OSError, UnicodeError, ValueError):
        sentence = f"--at takes an address of this machine, such as 192.0.2.7 or 192.0.2.7:8100, not {at!r}"
        raise RulesError(sentence) from None
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


@app.command
def audit(
    *,
    db: Database = "pitboss.db",
    key: Key = None,
    against: Annotated[
        tuple[str, ...],
        Parameter(help="files of receipts, or of what a witness was told", negative="", consume_multiple=1),
    ] = (),
    without_key: Annotated[
        bool, Parameter(help="the key is not at hand; what is still sealed is not dealt again", negative="")
    ] = False,
    as_json: Json = False,
) -> None:
    """Check the journal's chain, every seal, every table's replay and the ledger; name the first thing wrong."""
    import asyncio

    import msgspec

    from pitboss.house.audit import audit_database
    from pitboss.house.audited import Report
    from pitboss.house.database import CannotOpen
    from pitboss.house.receipts import NoReceipt, read
    from pitboss.rules.errors import RulesError
    from pitboss.rules.places import read_file

    if key is not None and not without_key:
        read_file(key)
    try:
        kept = [receipt for file in against for receipt in read(Path(file))]
        report: Report = asyncio.run(audit_database(db, Path(key) if key else None, kept, without_key))
    except (CannotOpen, NoReceipt) as error:
        raise RulesError(str(error)) from None
    if as_json:
        print_json(msgspec.to_builtins(report))
    else:
        print(report.words())
    if report.wrong is not None:
        raise SystemExit(1)
