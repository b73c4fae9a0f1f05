"""What could be taken from a game: `pitboss protect`."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from pitboss.commands.command_line import AS_IT_STANDS, AsVaried, GameName, Json, Paper, Whole, app, print_json

if TYPE_CHECKING:
    from pitboss.rules.rules import Rules


@dataclass(frozen=True)
class Counting:
    """How a counter of the main game bets and plays."""

    count: Annotated[
        str | None, Parameter(help="Hi-Lo, KO, Zen ..., or a .toml file; the best of level 1 unless said")
    ] = None
    spread: Annotated[Whole, Parameter(help="the highest bet, in units of the lowest")] = 8
    departures: Annotated[Whole, Parameter(help="at most so many plays that go with the count")] = 18
    bankroll: Annotated[Whole, Parameter(help="units of the lowest bet, for the risk of ruin")] = 1000
    trip: Annotated[Whole, Parameter(help="rounds of a trip, to be simulated; none unless said")] = 0
    decks: Annotated[tuple[Whole, ...], Parameter(help="another number of decks to compare", negative="")] = ()


USUAL = Counting()


@app.command
def protect(
    game: GameName,
    /,
    *,
    counting: Annotated[Counting, Parameter(name="*")] = USUAL,
    rounds: Annotated[Whole, Parameter(help="rounds of the longest simulation")] = 20_000_000,
    seed: Annotated[Whole, Parameter(help="the seed of the simulations")] = 1,
    device: Annotated[str, Parameter(help="cpu or cuda")] = "cpu",
    out: Annotated[
        str | None, Parameter(name=["--out", "-o"], help="a .html or .pdf file, instead of the terminal")
    ] = None,
    paper: Paper = "a4",
    as_json: Json = False,
    variant: AsVaried = AS_IT_STANDS,
) -> None:
    """What a counter, a peek, a sorted edge or a tracked shuffle could take from a game, wager by wager."""
    from pathlib import Path

    from pitboss.protect.counted import Effort
    from pitboss.protect.desk import Asked
    from pitboss.protect.of_family import protection_of
    from pitboss.report.writing import checked_place, needs
    from pitboss.rules.variant import load

    rules = variant.rules(game)
    protect_game = protection_of(rules)
    asked = Asked(**vars(counting), effort=Effort(rounds, seed, device))
    if out is not None:
        needs()
        checked_place(out, paper)

    def vary(sets: Mapping[str, object]) -> "Rules":
        return load(game, {**variant.sets, **sets}, variant.readings)

    from pitboss.simulate.late_bar import LateBar

    with LateBar() as bar:
        found = protect_game(rules, vary, asked, bar)
    if as_json:
        from pitboss.protect.told import as_json as told

        print_json(told(found))
    elif out is None:
        from pitboss.report.protection import print_protection

        print_protection(found)
    if out is not None:
        from pitboss.report.document import write
        from pitboss.report.protection import protection_document

        write(protection_document(found), Path(out), paper)
        print(f"Written: {out}", file=sys.stderr)
