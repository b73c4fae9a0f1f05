"""What is dealt: rounds in the terminal, and a table rebuilt from its record."""

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from pitboss.commands.command_line import AS_IT_STANDS, AsVaried, GameName, Json, Text, Whole, app

if TYPE_CHECKING:
    from pitboss.procedure.table import Table
    from pitboss.procedure.verification import Finding


@app.command
def deal(
    game: GameName,
    /,
    *,
    boxes: Annotated[Whole, Parameter(help="how many boxes are taken")] = 3,
    rounds: Annotated[Whole, Parameter(help="how many rounds")] = 1,
    seed: Annotated[Text, Parameter(help="the seed of the shuffles: the same seed deals the same cards")] = "7",
    strategy: Annotated[str | None, Parameter(help="`dealer`, or a strategy file, instead of the solver's")] = None,
    record: Annotated[str | None, Parameter(help="write the table to a file that `pitboss replay` rebuilds")] = None,
    variant: AsVaried = AS_IT_STANDS,
    as_json: Json = False,
) -> None:
    """Rounds played by strategy, as a cited transcript; with --json one fact a line."""
    from pitboss.cards.bits import SeededBits
    from pitboss.house.demonstration import check, demonstrate, strategy_for
    from pitboss.rules.places import writable, write_file

    under = variant.rules(game)
    check(under, boxes, rounds)
    if record is not None:
        writable(record, (game, strategy))
    table = demonstrate(under, boxes, rounds, SeededBits(seed), strategy_for(under, strategy))
    if record is not None:
        from pitboss.procedure import replay as paper

        write_file(record, paper.to_json(paper.record(table)))
    _show_table(table, as_json)


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
    from pitboss.rules.places import read_file

    try:
        table = paper.replay(paper.from_json(read_file(file)))
    except (Malformed, paper.NotReproduced) as error:
        raise RulesError(f"{file}: {error}") from None
    _show_table(table, as_json)
    print(f"Rebuilt: {len(table.moves)} moves, {len(table.facts)} facts, as recorded.", file=sys.stderr)


@app.command
def verify(
    file: Annotated[
        str, Parameter(help="a shoe, a dispute file or rounds exported by the house, or a record of a table")
    ],
    /,
    *,
    as_json: Json = False,
) -> None:
    """Make every shuffle of a file again from its seeds, and compare the cards dealt; exit status 1 if one is wrong.

    Of rounds that an auditor has taken away it says whether the house signed them so.
    """
    from pitboss.procedure.refusal import Broken, Malformed
    from pitboss.procedure.replay import NotReproduced
    from pitboss.procedure.verification import NoFacts
    from pitboss.procedure.verification import verify as findings_of
    from pitboss.rules.places import read_file

    text = read_file(file)
    try:
        findings = _of_selection(text) or findings_of(_facts_in(text))
    except (NoFacts, Malformed, NotReproduced, Broken) as error:
        print(f"pitboss: {file}: {error}", file=sys.stderr)
        raise SystemExit(1) from None
    wrong = [one for one in findings if one.wrong]
    if as_json:
        import json

        print(json.dumps([{"fact": one.at, "finding": one.sentence, "wrong": one.wrong} for one in findings]))
    else:
        for one in findings:
            print(f"fact {one.at}: {'WRONG: ' if one.wrong else ''}{one.sentence}.")
        print(f"WRONG: {len(wrong)} of {len(findings)} findings." if wrong else f"In order: {len(findings)} findings.")
    if wrong:
        raise SystemExit(1)


def _of_selection(text: bytes) -> "list[Finding]":
    """What is to be said of rounds that were taken away from an auditor's desk; nothing where the file is no such."""
    if b'"selection"' not in text[:100]:
        return []
    import msgspec

    from pitboss.house.search import Selection
    from pitboss.procedure.verification import Finding, NoFacts

    try:
        found = msgspec.json.decode(text, type=Selection)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise NoFacts(f"no selection of rounds: {error}") from None
    signed, by = found.is_signed(), f"the key {found.key[:16]}…"
    said = "are as the house gave them out, signed by" if signed else "are not what was signed by"
    return [Finding(1, f"{len(found.rounds)} rounds {said} {by}", not signed)]


def _facts_in(text: bytes) -> "Sequence[Mapping[str, Any]]":
    """The facts of a shoe as the house exports it, or those that the record of a table gives when it is dealt again."""
    import msgspec

    from pitboss.procedure import replay as paper
    from pitboss.procedure.verification import NoFacts, Shoe

    try:
        facts: Sequence[Mapping[str, Any]] = msgspec.json.decode(text, type=Shoe).facts
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        facts = msgspec.to_builtins(paper.replay(paper.from_json(text)).facts)
    if not any(fact.get("fact") == "cards-shuffled" for fact in facts):
        raise NoFacts("no shuffle is in it")
    return facts


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

    print_transcript(table.rules, Teller().lines(public))
