"""What a dealer learns: drills, and the table test, asked in the terminal or read from a pipe."""

import sys
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from pitboss.commands.command_line import (
    AS_IT_STANDS,
    AsVaried,
    GameName,
    Json,
    Text,
    Whole,
    app,
    print_json,
)

if TYPE_CHECKING:
    from pitboss.school.drills import Session
    from pitboss.school.items import Item
    from pitboss.school.scoring import Part
    from pitboss.school.table_test import Result, Sitting, TestScore


ITEMS_MOST = 10_000


@app.command
def drill(
    game: GameName,
    /,
    *,
    kind: Annotated[str, Parameter(help="which drill; without it, what there is")] = "",
    items: Annotated[Whole, Parameter(help="how many items")] = 10,
    seed: Annotated[Text, Parameter(help="the same seed and answers ask the same items")] = "7",
    output: Annotated[str | None, Parameter(name=["--output", "-o"], help="write the answers to a file")] = None,
    variant: AsVaried = AS_IT_STANDS,
    as_json: Json = False,
) -> None:
    """Practise one thing, item after item: one answer a line, typed or piped; an empty line ends it."""
    import msgspec

    from pitboss.rules.errors import RulesError
    from pitboss.rules.places import writable, write_file
    from pitboss.school.drills import Session, drills_of

    rules = variant.rules(game)
    if not 1 <= items <= ITEMS_MOST:
        raise RulesError(f"a drill has from 1 to {ITEMS_MOST} items, not {items}")
    if output is not None:
        writable(output, (game,))
    if not kind:
        if as_json or output is not None:
            raise RulesError("a drill that is scored or kept is named: --kind and one of those listed without it")
        for one in drills_of(rules).values():
            print(f"{one.id:<22}{one.words}")
        return
    session = Session(rules, kind, seed)
    _ask(session, items, quiet=as_json)
    if output is not None:
        write_file(output, msgspec.json.format(msgspec.json.encode(session.record()), indent=1))
    if as_json:
        print_json(msgspec.to_builtins(session.score()))
        return
    found = session.score()
    print(
        f"\n{_share(found.items)} right.", *(_catches(session),) if found.catches.caught + found.catches.missed else ()
    )
    for key, part in sorted(found.by_key.items(), key=lambda each: each[1].per_mille)[:5]:
        if part.right < part.done:
            print(f"  {key}: {_share(part)}")


def _share(part: "Part") -> str:
    return f"{part.right} of {part.done}"


def _catches(session: "Session") -> str:
    caught = session.score().catches
    return f"Faults: {caught.caught} caught, {caught.missed} missed, {caught.false_alarms} false alarms."


def _read(prompt: str) -> str | None:
    """A line that somebody typed, or that came through a pipe; None where there is no more."""
    if sys.stdin is None:  # whoever called us has closed it
        return None
    print(prompt, end="", flush=True, file=sys.stderr if not sys.stdin.isatty() else sys.stdout)
    line = sys.stdin.readline()
    return line.strip() if line else None


def _ask(session: "Session", items: int, quiet: bool = False, told: bool = True) -> bool:
    """Ask so many items; whether all were answered. In a test nobody is told what was right."""
    for number in range(1, items + 1):
        item = session.item
        if not quiet:
            _show(item, number, items)
        began = time.monotonic_ns()
        given = _read("> ")
        if not given:
            return False
        right = session.answer(given, (time.monotonic_ns() - began) // 1_000_000)
        if told and not quiet:
            why = f"  {', '.join(item.clauses)}" if item.clauses else ""
            print(("Right." if right else f"Wrong: {item.answers[0]}.") + why)
    return True


def _show(item: "Item", number: int, items: int) -> None:
    print(f"\n{number} of {items}")
    for line in item.shown:
        print(f"  {line}")
    print(item.question)
    for place, choice in enumerate(item.choices or item.whats, 1):
        print(f"  {place}. {choice}")


@app.command
def exam(
    file: Annotated[str | None, Parameter(help="a table test as an instructor composed it, in TOML")] = None,
    /,
    *,
    check: Annotated[str | None, Parameter(help="score a result again, instead: the same score, or WRONG")] = None,
    trainee: Annotated[Text, Parameter(help="whose test it is")] = "trainee",
    seed: Annotated[Text, Parameter(help="the same seed and answers make the same test")] = "7",
    output: Annotated[str | None, Parameter(name=["--output", "-o"], help="write the result to a file")] = None,
    xapi: Annotated[str | None, Parameter(help="write the result as xAPI statements to a file")] = None,
    csv: Annotated[str | None, Parameter(help="write the result as comma-separated values to a file")] = None,
    home_page: Annotated[Text, Parameter(help="whose accounts the xAPI statements name")] = "https://pitboss.invalid",
    as_json: Json = False,
) -> None:
    """Take a table test, drills first and then the table, or score a result again; exit status 1 if not passed."""
    import msgspec

    from pitboss.rules.errors import RulesError
    from pitboss.rules.places import each_its_own, read_text, writable, write_file
    from pitboss.school import exports, table_test

    if (file is None) is (check is None):
        raise RulesError("`pitboss exam` takes a test, or --check and a result")
    for place in (output, xapi, csv):
        if place is not None:
            writable(place, (file, check))
    each_its_own(output, xapi, csv)
    if check is not None:
        result = _checked(check)
    else:
        assert file is not None
        written = read_text(file)
        try:
            test = table_test.parse(written)
        except RulesError as error:
            raise RulesError(f"{file}: {error}") from None
        sitting = table_test.Sitting(test, seed)
        began, clock = datetime.now(UTC).replace(microsecond=0).isoformat(), time.monotonic_ns()
        _take(sitting, clock + test.minutes * 60_000_000_000)
        result = sitting.result(trainee, began, (time.monotonic_ns() - clock) // 1_000_000)
    if output is not None:
        write_file(output, table_test.to_json(result))
    if xapi is not None:
        write_file(xapi, msgspec.json.format(msgspec.json.encode(exports.statements(result, home_page)), indent=1))
    if csv is not None:
        write_file(csv, exports.rows(result).encode())
    assert result.score is not None
    if as_json:
        print_json(msgspec.to_builtins(result.score))
    else:
        _tell(result.score)
    if not result.score.passed:
        raise SystemExit(1)


def _checked(path: str) -> "Result":
    from pitboss.rules.places import read_file
    from pitboss.school import table_test
    from pitboss.school.scoring import NotScored

    try:
        result = table_test.from_json(read_file(path))
        table_test.checked(result)
    except NotScored as error:
        print(f"WRONG: {path}: {error}")
        raise SystemExit(1) from None
    print("Scored again: the same.", file=sys.stderr)
    return result


def _take(sitting: "Sitting", until: int) -> None:
    """Every drill, then the table, as long as there is time and somebody answers."""
    for task in sitting.test.drills:
        session = sitting.begin_drill()
        assert session is not None
        print(f"\n{task.kind}: {task.items} items")
        if time.monotonic_ns() > until or not _ask(session, task.items, told=False):
            return
    if sitting.practice is not None:
        _deal(sitting, until)


def _deal(sitting: "Sitting", until: int) -> None:
    """The rounds of the test: what happens is told, and what is typed is done."""
    import msgspec

    from pitboss.procedure.refusal import Malformed, Refused
    from pitboss.procedure.transcript import Teller
    from pitboss.procedure.views import visible
    from pitboss.school.terse import act_from

    practice, rounds, task = sitting.practice, sitting.begin_table(), sitting.test.table
    assert practice is not None
    assert rounds is not None
    assert task is not None
    print(
        f"\nDeal {task.rounds} rounds. Type `deal 2`, `settle-box 3`, `say 17`, `chips Ann bet paid 25`, `pick 2 1 0`."
    )
    began, teller, shown = time.monotonic_ns(), Teller(), 0
    while time.monotonic_ns() < until and rounds.go_on() is not None:
        if practice.tried is not None:
            print(f"  ! {practice.tried.by}: {practice.tried.__struct_config__.tag}  (`no`, or `let` it stand)")
        for fact in practice.table.facts[shown:]:
            print(f"  {teller.tell(visible(fact, 'dealer'))}")
        shown = len(practice.table.facts)
        typed = _read("> ")
        if not typed:
            return
        try:
            act = act_from(practice, typed)
            at = (time.monotonic_ns() - began) // 1_000_000
            rounds.act(msgspec.structs.replace(act, at_ms=at))
        except (Malformed, Refused) as error:
            print(f"  {error}")


def _tell(score: "TestScore") -> None:
    for mark in score.marks:
        reached = "not reached" if mark.reached is None else mark.reached
        print(f"{mark.name:<18}{reached!s:>8}  of {mark.asked:<8}{'passed' if mark.passed else 'NOT PASSED'}")
    if score.table is not None:
        for kind, many in score.table.mistakes.items():
            print(f"  {many} x {kind}")
    print("PASSED" if score.passed else "NOT PASSED")
