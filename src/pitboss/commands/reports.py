"""What is printed: a game's math report, two games side by side, how well a shuffle mixes."""

import sys
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from pitboss.commands.command_line import (
    AS_IT_STANDS,
    AsVaried,
    GameName,
    Json,
    Paper,
    Text,
    Whole,
    WholeOrNot,
    app,
    print_json,
)

if TYPE_CHECKING:
    from pitboss.rules.rules import Rules

Rounds = Annotated[
    WholeOrNot, Parameter(help="rounds of the longest simulation; 1e8 unless said, fewer by an uncompiled simulator")
]


@dataclass(frozen=True)
class SaidOfReport:
    """What a report has beside the figures: a chapter more, the pace, who answers for it."""

    protect: Annotated[bool, Parameter(help="with a chapter on game protection", negative="")] = False
    pace: Annotated[WholeOrNot, Parameter(help="rounds dealt in an hour; 60 unless said")] = None
    author: Annotated[Text, Parameter(help="whose mathematics it is")] = ""
    reviewer: Annotated[Text, Parameter(help="who has reviewed it")] = ""


NOTHING_SAID_OF_REPORT = SaidOfReport()


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
    rounds: Rounds = None,
    seed: Annotated[WholeOrNot, Parameter(help="the seed of the simulations; 1 unless said")] = None,
    device: Annotated[str | None, Parameter(help="cpu, as usual, or cuda")] = None,
    said: Annotated[SaidOfReport, Parameter(name="*")] = NOTHING_SAID_OF_REPORT,
    no_cache: Annotated[bool, Parameter(help="work out and play everything afresh", negative="")] = False,
    paper: Paper = "a4",
    variant: AsVaried = AS_IT_STANDS,
) -> None:
    """A game's math report with charts, or two games side by side; one file that needs nothing else."""
    from pitboss.report import writing
    from pitboss.report.asked import Asked
    from pitboss.report.figures import PACE, Effort, Told
    from pitboss.rules.errors import RulesError

    if compare is not None:
        of_one_game = (game, rounds, seed, device)
        others = (variant, said) != (AS_IT_STANDS, NOTHING_SAID_OF_REPORT)
        if others or any(one is not None for one in of_one_game):
            raise RulesError("--compare takes two games and nothing else; a TOML file can set options and readings")
        place = out if out is not None else f"{Path(compare[0]).stem}-and-{Path(compare[1]).stem}.html"
        writing.report_two(
            Asked(compare[0], {}, {}, not no_cache), Asked(compare[1], {}, {}, not no_cache), place, paper
        )
    elif game is None:
        raise RulesError("`pitboss report` takes a game, or --compare and two games")
    else:
        place = out if out is not None else f"{Path(game).stem}.html"
        if said.protect:
            from pitboss.protect.of_family import protection_of

            protection_of(variant.rules(game))
        usual = Effort()
        effort = Effort(
            rounds_of(variant.rules(game), rounds),
            usual.seed if seed is None else seed,
            device or usual.device,
            protect=said.protect,
        )
        told = Told(PACE if said.pace is None else said.pace, said.author, said.reviewer)
        writing.report_game(Asked(game, variant.sets, variant.readings, not no_cache), effort, told, place, paper)
    print(f"Written: {place}", file=sys.stderr)


def rounds_of(rules: "Rules", asked: int | None) -> int:
    """How many rounds are played: as many as asked for, or what the family's simulator plays in a minute or so."""
    from pitboss.report.family_report import ROUNDS_COMPILED, report_of

    usual = report_of(rules).rounds_usual if asked is None else asked
    if asked is None and usual != ROUNDS_COMPILED:
        said = f"{rules.game} is played {usual:,} rounds, as its simulator is not compiled; --rounds asks for others"
        print(said, file=sys.stderr)
    return usual


@app.command
def sheet(
    game: GameName,
    /,
    *,
    card: Annotated[bool, Parameter(help="the strategy as a card to carry, instead", negative="")] = False,
    out: Annotated[
        str | None, Parameter(name=["--out", "-o"], help="a .html or .pdf file; GAME-floor-sheet.html unless said")
    ] = None,
    paper: Paper = "a4",
    variant: AsVaried = AS_IT_STANDS,
) -> None:
    """One page to print: a game's floor sheet with the clauses, or its strategy as a card."""
    from pitboss.report import writing
    from pitboss.report.asked import Asked

    place = out if out is not None else f"{Path(game).stem}-{'strategy-card' if card else 'floor-sheet'}.html"
    writing.write_sheet(Asked(game, variant.sets, variant.readings, True), card, place, paper)
    print(f"Written: {place}", file=sys.stderr)


@dataclass(frozen=True)
class Said:
    """What only the operator knows; what is left out is left to be filled in."""

    operator: Annotated[Text, Parameter(help="who files it")] = ""
    author: Annotated[Text, Parameter(help="whose mathematics it is")] = ""
    reviewer: Annotated[Text, Parameter(help="who has reviewed it")] = ""
    reason: Annotated[Text, Parameter(help="why the game or feature is proposed")] = ""
    elsewhere: Annotated[Text, Parameter(help="other jurisdictions where it is offered")] = ""
    rights: Annotated[Text, Parameter(help="copyrights, trademarks, patents")] = ""
    approved_on: Annotated[str | None, Parameter(help="the date of approval, such as 2026-11-15")] = None


NOTHING_SAID = Said()


@app.command
def submit(
    game: GameName,
    /,
    *,
    out: Annotated[str, Parameter(name=["--out", "-o"], help="a folder that is empty, or not there yet")],
    said: Annotated[Said, Parameter(name="*")] = NOTHING_SAID,
    pdf: Annotated[bool, Parameter(help="files as .pdf instead of .html", negative="")] = False,
    paper: Paper = "a4",
    examples: Annotated[Whole, Parameter(help="rounds dealt as worked examples")] = 3,
    rounds: Rounds = None,
    seed: Annotated[WholeOrNot, Parameter(help="the seed of simulations and examples; 1 unless said")] = None,
    variant: AsVaried = AS_IT_STANDS,
) -> None:
    """The filing package of a game: request, rules with worked examples, options, odds, report, approval, manifest."""
    from pitboss.cards.bits import SeededBits
    from pitboss.house.demonstration import check, strategy_for, worked_examples
    from pitboss.report import writing
    from pitboss.report.asked import Asked
    from pitboss.report.figures import Effort
    from pitboss.report.filing import Filing
    from pitboss.rules.errors import RulesError

    rules, usual = variant.rules(game), Effort()
    seeded = usual.seed if seed is None else seed
    effort = Effort(rounds_of(rules, rounds), seeded)
    try:
        approved = None if said.approved_on is None else date.fromisoformat(said.approved_on)
    except ValueError:
        raise RulesError(f"--approved-on takes a date such as 2026-11-15, not {said.approved_on!r}") from None
    check(rules, 2, examples)
    writing.check_filing(out, pdf, paper)
    filing = Filing(**(asdict(said) | {"approved_on": approved}))
    dealt = worked_examples(rules, examples, SeededBits(seeded), strategy_for(rules, None))
    asked = Asked(game, variant.sets, variant.readings, True)
    for name in writing.write_filing(asked, effort, filing, dealt, out, pdf, paper):
        print(f"Written: {Path(out) / name}", file=sys.stderr)


@app.command
def shuffle(
    game: GameName,
    /,
    *,
    times: Annotated[Whole, Parameter(help="shuffles of each kind")] = 20_000,
    seed: Annotated[Whole, Parameter(help="the same seed gives the same shuffles")] = 1,
    out: Annotated[str | None, Parameter(name=["--out", "-o"], help="a .html or .pdf file, with charts")] = None,
    no_cache: Annotated[bool, Parameter(help="shuffle afresh", negative="")] = False,
    paper: Paper = "a4",
    as_json: Json = False,
) -> None:
    """How well a house's own shuffle mixes, beside 1 to 12 riffles and a perfect one."""
    from pitboss.report.writing import measure_shuffle

    found = measure_shuffle(game, times, seed, out, paper, not no_cache)
    if as_json:
        print_json(found.as_json())
    else:
        from pitboss.report.shuffle_table import print_study

        print_study(found)
    if out is not None:
        print(f"Written: {out}", file=sys.stderr)
