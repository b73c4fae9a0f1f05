"""One thin command for each part of the house."""

import io
import json
import os
import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, NoReturn

from cyclopts import App, CycloptsError, Parameter, Token, UnusedCliTokensError

from pitboss import __version__

if TYPE_CHECKING:
    from pitboss.procedure.table import Table

app = App(
    name="pitboss",
    version=__version__,
    help_format="plaintext",
    help="Regulated casino card games by the book: every step names the clause that orders it. Practice chips only.",
)


def main() -> None:
    """Run a command; what a person got wrong is answered in one sentence with exit status 2."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without § or ♠ still gets its answer
    try:
        app(sys.argv[1:], exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
    except CycloptsError as error:
        _refuse(_wrong_command_line(error))
    except BrokenPipeError:
        # Whoever read the output has left. Nothing is wrong, and nothing more can be said there.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(141) from None
    except (ValueError, LookupError) as error:
        # Imported only here: `--help` has no use for the law.
        from pitboss.families import BadPlugIn
        from pitboss.law import UnknownClause, UnknownReading
        from pitboss.rules.errors import RulesError

        if not isinstance(error, RulesError | UnknownClause | UnknownReading | BadPlugIn):
            raise
        _refuse(str(error))


def _refuse(sentence: str) -> NoReturn:
    print(f"pitboss: {sentence}", file=sys.stderr)
    raise SystemExit(2)


def _wrong_command_line(error: CycloptsError) -> str:
    command = " ".join(("pitboss", *(error.command_chain or ())))
    sentence = " ".join(str(error).split())
    if isinstance(error, UnusedCliTokensError):
        sentence = f"`{command}` has no use for {' '.join(error.unused_tokens or ())!r}."
    return sentence if "Did you mean" in sentence else f"{sentence} See `{command} --help`."


def whole_number(kind: object, tokens: Sequence[Token]) -> int:
    """A whole number as typed; anything else is refused, not rounded."""
    if not re.fullmatch(r"[+-]?\d{1,30}", tokens[0].value):
        raise ValueError(f"{tokens[0].value!r} is not a whole number.")
    return int(tokens[0].value)


Whole = Annotated[int, Parameter(converter=whole_number)]
WholeOrNot = Annotated[int | None, Parameter(converter=whole_number)]
Set = Annotated[tuple[str, ...], Parameter(name="--set", help="a rule or house option, NAME=VALUE", negative="")]
ReadingChoice = Annotated[tuple[str, ...], Parameter(name="--reading", help="a reading, ID=OPTION", negative="")]
Json = Annotated[bool, Parameter(name="--json", help="print JSON", negative="")]


def pairs(given: tuple[str, ...], flag: str) -> dict[str, str]:
    """`NAME=VALUE` words as a dictionary."""
    from pitboss.rules.errors import RulesError

    form = "ID=OPTION" if flag == "--reading" else "NAME=VALUE"
    found = {}
    for word in given:
        name, sign, value = word.partition("=")
        if not sign or not name.strip():
            raise RulesError(f"{flag} takes {form}, not {word!r}")
        found[name.strip()] = value.strip()
    return found


def print_json(value: object) -> None:
    """JSON for machines, readable for people."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


@app.command
def games(*, as_json: Json = False) -> None:
    """What is here."""
    from pitboss.law import readings_of
    from pitboss.rules.games import GAMES

    if as_json:
        print_json(
            [
                {
                    "game": g.id,
                    "title": g.title,
                    "document": g.document,
                    "options": {o.name: str(o.allowed) for o in g.options.values()},
                    "readings": [r.id for r in readings_of(g.id)],
                }
                for g in GAMES.values()
            ]
        )
        return
    from pitboss.report.terminal import print_games

    print_games()


@app.command
def law(
    clause: Annotated[str | None, Parameter(help="a clause id, a paragraph or a section")] = None,
    /,
    *,
    coverage: Annotated[bool, Parameter(help="the whole map from law to code to test", negative="")] = False,
    as_json: Json = False,
) -> None:
    """A clause, a section, or the whole map from law to code to test."""
    from pitboss.law import UnknownClause, clauses
    from pitboss.report import law_map

    wanted = tuple(clauses().values()) if clause is None else law_map.find(clause)
    if not wanted:
        raise UnknownClause(str(clause))
    complete = True
    if as_json:
        print_json(law_map.as_json(wanted))
        complete = not any(part.missing for part in law_map.coverage())
    elif coverage or clause is None:
        from pitboss.report.terminal import print_coverage

        complete = print_coverage()
    else:
        from pitboss.report.terminal import print_clauses

        print_clauses(wanted)
    if coverage and not complete:
        raise SystemExit(1)


@app.command
def rules(
    game: Annotated[str, Parameter(help="a game id or a TOML file")],
    /,
    *,
    diff: Annotated[str | None, Parameter(help="another game, to see only what differs")] = None,
    set_: Set = (),
    reading: ReadingChoice = (),
    as_json: Json = False,
) -> None:
    """The rule sheet with citations; with --diff, two games side by side."""
    from pitboss.rules import sheet
    from pitboss.rules.variant import load

    left = load(game, pairs(set_, "--set"), pairs(reading, "--reading"))
    right = load(diff) if diff is not None else None
    if as_json:
        print_json(sheet.as_json(left) if right is None else sheet.differences_as_json(left, right))
        return
    from pitboss.report.terminal import print_differences, print_rules

    if right is None:
        print_rules(left)
    else:
        print_differences(left, right)


@app.command
def solve(
    game: Annotated[str, Parameter(help="a game id or a TOML file")],
    /,
    *,
    hand: Annotated[str | None, Parameter(help="a hand such as 8,8: every option's value for it, with --up")] = None,
    up: Annotated[str | None, Parameter(help="the dealer's up card")] = None,
    seen: Annotated[str | None, Parameter(help="other cards known to be out of the shoe, such as 5,5,K")] = None,
    attacked: Annotated[bool, Parameter(help="the hand has a Double Attack Wager", negative="")] = False,
    all_readings: Annotated[bool, Parameter(help="the edge under every reading, sorted by cost", negative="")] = False,
    strategy: Annotated[
        str | None, Parameter(help="a CSV or JSON file: played and priced if it is there, else written")
    ] = None,
    convention: Annotated[
        str, Parameter(help="split hands: by-hands (pair cards out are known), published (as if not split)")
    ] = "by-hands",
    no_cache: Annotated[bool, Parameter(help="work it out afresh", negative="")] = False,
    set_: Set = (),
    reading: ReadingChoice = (),
    as_json: Json = False,
) -> None:
    """What a game is worth and how to play it, exactly."""
    from pitboss.report.asked import Asked, Found
    from pitboss.report.family_report import report_of

    asked = Asked(game, pairs(set_, "--set"), pairs(reading, "--reading"), not no_cache, convention)
    answers = report_of(asked.rules())
    found: Found
    if hand is not None or up is not None or seen is not None:
        found = answers.one_situation(asked, hand, up, seen, attacked)
    elif all_readings:
        found = answers.every_reading(asked)
    else:
        found = answers.whole_game(asked, strategy)
    if as_json:
        print_json(found.as_json())
    else:
        found.show()


@app.command
def simulate(
    game: Annotated[str, Parameter(help="a game id or a TOML file")],
    /,
    *,
    rounds: Annotated[WholeOrNot, Parameter(help="rounds to play; ten million unless said")] = None,
    until: Annotated[float | None, Parameter(help="stop at this standard error of the mean, per initial bet")] = None,
    seed: Annotated[Whole, Parameter(help="the same seed gives the same digits on every device")] = 1,
    boxes: Annotated[Whole, Parameter(help="boxes in play")] = 1,
    strategy: Annotated[
        tuple[str, ...], Parameter(help="solver, dealer, or a file; one for all boxes or one each", negative="")
    ] = (),
    count: Annotated[str | None, Parameter(help="a counting system, a TOML file")] = None,
    device: Annotated[str, Parameter(help="cpu or cuda")] = "cpu",
    threads: Annotated[WholeOrNot, Parameter(help="CPU threads; all unless said")] = None,
    cluster: Annotated[str | None, Parameter(help="a Ray cluster: local, or its address")] = None,
    bankroll: Annotated[Whole, Parameter(help="bets a player brings, for the risk of ruin")] = 0,
    session: Annotated[Whole, Parameter(help="rounds in a session, for the risk of ruin")] = 0,
    checkpoint: Annotated[str | None, Parameter(help="a file to keep the run in, and to go on from")] = None,
    out: Annotated[str | None, Parameter(help="a .parquet file for the tallies")] = None,
    set_: Set = (),
    reading: ReadingChoice = (),
    as_json: Json = False,
) -> None:
    """Play by the million: what every wager gives, how it swings, what a counter can win."""
    from pitboss.rules.variant import load
    from pitboss.simulate.command import Asked, run_command

    asked = Asked(
        rounds=rounds,
        until=until,
        seed=seed,
        boxes=boxes,
        strategy=strategy,
        count=count,
        device=device,
        threads=threads,
        cluster=cluster,
        bankroll=bankroll,
        session=session,
        checkpoint=checkpoint,
        out=out,
        as_json_only=as_json,
    )
    found = run_command(load(game, pairs(set_, "--set"), pairs(reading, "--reading")), asked)
    if as_json:
        print_json(found)
        return
    from pitboss.simulate.display import print_results

    print_results(found)


@app.command
def report(
    game: Annotated[str | None, Parameter(help="a game id or a TOML file")] = None,
    /,
    *,
    compare: Annotated[
        tuple[str, str] | None, Parameter(help="two games side by side, rules and money", negative="")
    ] = None,
    out: Annotated[
        str | None, Parameter(name=["--out", "-o"], help="a .html or .pdf file; GAME.html unless said")
    ] = None,
    rounds: Annotated[Whole, Parameter(help="rounds of the longest simulation")] = 100_000_000,
    seed: Annotated[Whole, Parameter(help="the seed of the simulations")] = 1,
    device: Annotated[str, Parameter(help="cpu or cuda")] = "cpu",
    paper: Annotated[str, Parameter(help="a4 or letter, for a .pdf")] = "a4",
    set_: Set = (),
    reading: ReadingChoice = (),
) -> None:
    """A game's math report with charts, or two games side by side; one file that needs nothing else."""
    from pathlib import Path

    from pitboss.report import report_command
    from pitboss.report.asked import Asked
    from pitboss.report.figures import Effort
    from pitboss.rules.errors import RulesError

    sets, readings = pairs(set_, "--set"), pairs(reading, "--reading")
    if compare is not None:
        if game is not None or sets or readings:
            raise RulesError("--compare takes two games and nothing else; a TOML file can set options and readings")
        place = out or f"{Path(compare[0]).stem}-and-{Path(compare[1]).stem}.html"
        report_command.report_two(Asked(compare[0], {}, {}, True), Asked(compare[1], {}, {}, True), place, paper)
    elif game is None:
        raise RulesError("`pitboss report` takes a game, or --compare and two games")
    else:
        place = out or f"{Path(game).stem}.html"
        effort = Effort(rounds=rounds, seed=seed, device=device)
        report_command.report_game(Asked(game, sets, readings, True), effort, place, paper)
    print(f"Written: {place}", file=sys.stderr)


@app.command
def shuffle(
    game: Annotated[str, Parameter(help="a game id or a TOML file")],
    /,
    *,
    times: Annotated[Whole, Parameter(help="shuffles of each kind")] = 20_000,
    seed: Annotated[Whole, Parameter(help="the same seed gives the same shuffles")] = 1,
    out: Annotated[str | None, Parameter(name=["--out", "-o"], help="a .html or .pdf file, with charts")] = None,
    paper: Annotated[str, Parameter(help="a4 or letter, for a .pdf")] = "a4",
    as_json: Json = False,
) -> None:
    """How well a house's own shuffle mixes, beside 1 to 12 riffles and a perfect one."""
    from pitboss.report.shuffle_command import measured

    found = measured(game, times, seed, out, paper)
    if as_json:
        print_json(found.as_json())
    else:
        from pitboss.report.shuffle_table import print_study

        print_study(found)
    if out is not None:
        print(f"Written: {out}", file=sys.stderr)


@app.command
def deal(
    game: Annotated[str, Parameter(help="a game id or a TOML file")],
    /,
    *,
    boxes: Annotated[Whole, Parameter(help="how many boxes are taken")] = 3,
    rounds: Annotated[Whole, Parameter(help="how many rounds")] = 1,
    seed: Annotated[str, Parameter(help="the seed of the shuffles: the same seed deals the same cards")] = "7",
    strategy: Annotated[str | None, Parameter(help="`dealer`, or a strategy file, instead of the solver's")] = None,
    record: Annotated[str | None, Parameter(help="write the table to a file that `pitboss replay` rebuilds")] = None,
    set_: Set = (),
    reading: ReadingChoice = (),
    as_json: Json = False,
) -> None:
    """Rounds played by strategy, as a cited transcript; with --json one fact a line."""
    from pitboss.cards.bits import SeededBits
    from pitboss.house.demonstration import demonstrate, strategy_for
    from pitboss.rules.variant import load

    under = load(game, pairs(set_, "--set"), pairs(reading, "--reading"))
    table = demonstrate(under, boxes, rounds, SeededBits(seed), strategy_for(under, strategy))
    _show_table(table, as_json)
    if record is not None:
        from pitboss.procedure import replay as paper

        write_file(record, paper.to_json(paper.record(table)))


@app.command
def replay(
    file: Annotated[str, Parameter(help="a record written by `pitboss deal --record` or exported by the house")],
    /,
    *,
    as_json: Json = False,
) -> None:
    """Rebuild a table from its record, fact by fact, and say whether it comes out as it says."""
    from pitboss.procedure import replay as paper
    from pitboss.procedure.refusal import Malformed
    from pitboss.rules.errors import RulesError

    try:
        table = paper.replay(paper.from_json(read_file(file)))
    except (Malformed, paper.NotReproduced) as error:
        raise RulesError(f"{file}: {error}") from None
    _show_table(table, as_json)
    print(f"Rebuilt: {len(table.moves)} moves, {len(table.facts)} facts, as recorded.", file=sys.stderr)


@app.command
def serve(
    *,
    db: Annotated[str, Parameter(help="an SQLite file, or postgresql://...")] = "pitboss.db",
    host: Annotated[str, Parameter(help="the address to listen at")] = "127.0.0.1",
    port: Annotated[Whole, Parameter(help="the port to listen at; 0 takes a free one")] = 8000,
    clock: Annotated[Whole, Parameter(help="seconds a player has for a decision")] = 30,
    invite: Annotated[
        tuple[str, ...], Parameter(help="print an invitation for a dealer, floorperson or auditor", negative="")
    ] = (),
    key: Annotated[str | None, Parameter(help="the key file of the sealed orders, if not beside the database")] = None,
    table: Annotated[
        tuple[str, ...], Parameter(help="a variant file of which the house opens a table of its own", negative="")
    ] = (),
) -> None:
    """Live tables in the browser."""
    from pathlib import Path

    from pitboss.house.database import CannotOpen
    from pitboss.house.roles import STAFF_ROLES
    from pitboss.house.serving import run
    from pitboss.house.serving import serve as open_house
    from pitboss.house.settings import Settings
    from pitboss.rules.errors import RulesError
    from pitboss.rules.variant import load

    if wrong := [role for role in invite if role not in STAFF_ROLES]:
        raise RulesError(f"--invite takes {', '.join(STAFF_ROLES)}, not {wrong[0]!r}")
    if clock < 1:
        raise RulesError(f"--clock takes seconds, 1 or more, not {clock}")
    for variant in table:
        load(variant)  # whatever is wrong with it is said before anything is opened
    settings = Settings(decide_ms=clock * 1000, variants=table)
    try:
        status = run(open_house(db, host, port, settings, invite, Path(key) if key else None))
    except CannotOpen as error:
        raise RulesError(str(error)) from None
    except KeyboardInterrupt:
        status = 0
    if status:
        raise SystemExit(status)


@app.command
def audit(
    *,
    db: Annotated[str, Parameter(help="an SQLite file, or postgresql://...")] = "pitboss.db",
    key: Annotated[str | None, Parameter(help="the key file of the sealed orders, if not beside the database")] = None,
    as_json: Json = False,
) -> None:
    """Check the journal's chain, every seal, every table's replay and the ledger; name the first thing wrong."""
    import asyncio
    from pathlib import Path

    import msgspec

    from pitboss.house.audit import Report, audit_database
    from pitboss.house.database import CannotOpen
    from pitboss.rules.errors import RulesError

    try:
        report: Report = asyncio.run(audit_database(db, Path(key) if key else None))
    except CannotOpen as error:
        raise RulesError(str(error)) from None
    if as_json:
        print_json(msgspec.to_builtins(report))
    else:
        print(report.words())
    if report.wrong is not None:
        raise SystemExit(1)


def _show_table(table: "Table", as_json: bool) -> None:
    from pitboss.procedure.facts import to_json
    from pitboss.procedure.transcript import Teller
    from pitboss.procedure.views import facts_for

    public = facts_for(table, "spectator")
    if as_json:
        for fact in public:
            print(to_json(fact).decode())
        return
    from pitboss.report.terminal import print_transcript

    print_transcript(table.rules.title, Teller().lines(public))


def read_file(path: str) -> bytes:
    """A file's bytes; what is wrong with it is one sentence."""
    from pathlib import Path

    from pitboss.rules.errors import RulesError

    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise RulesError(f"{path} cannot be read: {error.strerror}") from None


def write_file(path: str, content: bytes) -> None:
    """Write a file; what is wrong with the place is one sentence."""
    from pathlib import Path

    from pitboss.rules.errors import RulesError

    try:
        Path(path).write_bytes(content)
    except OSError as error:
        raise RulesError(f"{path} cannot be written: {error.strerror}") from None


if __name__ == "__main__":
    main()
