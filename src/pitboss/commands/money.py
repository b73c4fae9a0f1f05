"""What a game is worth: solved exactly, and played by the million."""

import sys
from dataclasses import asdict, dataclass
from typing import Annotated

from cyclopts import Parameter

from pitboss.commands.command_line import (
    AS_IT_STANDS,
    AsVaried,
    GameName,
    Json,
    Whole,
    WholeOrNot,
    apart,
    app,
    print_json,
)


@dataclass(frozen=True)
class Situation:
    """One hand, and what is known of the other cards."""

    hand: Annotated[str | None, Parameter(help="a hand such as 8,8: every option's value for it, with --up")] = None
    up: Annotated[str | None, Parameter(help="the dealer's up card; alone, the round against it")] = None
    seen: Annotated[str | None, Parameter(help="other cards known to be out of the shoe, such as 5,5,K")] = None
    attacked: Annotated[bool, Parameter(help="the hand has a Double Attack Wager", negative="")] = False
    after_split: Annotated[str | None, Parameter(help="the hand came of a split of this card, such as 8")] = None
    added: Annotated[bool, Parameter(help="of a split, and not the first hand of its box", negative="")] = False

    @property
    def asked_for(self) -> bool:
        """Whether a hand or an up card is asked about, and not the whole game."""
        return self != NO_HAND

    @property
    def first_named(self) -> dict[str, bool]:
        """The first option with which it is asked about."""
        return dict([(name, True) for name, value in asdict(self).items() if value not in (None, False)][:1])


NO_HAND = Situation()


@app.command
def solve(
    game: GameName,
    /,
    *,
    situation: Annotated[Situation, Parameter(name="*")] = NO_HAND,
    all_readings: Annotated[bool, Parameter(help="the edge under every reading, sorted by cost", negative="")] = False,
    strategy: Annotated[str | None, Parameter(help="a CSV or JSON file: that strategy is played and priced")] = None,
    write_strategy: Annotated[
        str | None, Parameter(help="a .csv or .json file: the best strategy by totals is written to it")
    ] = None,
    convention: Annotated[
        str, Parameter(help="split hands: by-hands (pair cards out are known), published (as if not split)")
    ] = "by-hands",
    shoe: Annotated[
        str | None, Parameter(help="the shoe: cards gone, such as 5,5,K, or how many are left, such as 5=12,K=9")
    ] = None,
    no_cache: Annotated[bool, Parameter(help="work it out afresh", negative="")] = False,
    variant: AsVaried = AS_IT_STANDS,
    as_json: Json = False,
) -> None:
    """What a game is worth and how to play it, exactly."""
    from pitboss.report.asked import Asked, Found, FoundGame, OneHand, strategy_place, write_best
    from pitboss.report.family_report import report_of

    apart(
        all_readings=all_readings,
        strategy=strategy is not None,
        write_strategy=write_strategy is not None,
        **situation.first_named,
    )
    apart(all_readings=all_readings, shoe=shoe is not None)
    place = None if write_strategy is None else strategy_place(write_strategy)
    asked = Asked(game, variant.sets, variant.readings, not no_cache, convention, shoe)
    answers = report_of(asked.rules())
    found: Found | FoundGame
    if situation.asked_for:
        found = answers.one_situation(asked, OneHand(**asdict(situation)))
    elif all_readings:
        found = answers.every_reading(asked)
    else:
        found = answers.whole_game(asked, strategy)
        if place is not None:
            print(f"Written: {write_best(found, place)}", file=sys.stderr)
    if as_json:
        print_json(found.as_json())
    else:
        found.show()


@dataclass(frozen=True)
class Simulation:
    """What to play, how long, where, and what to keep."""

    rounds: Annotated[WholeOrNot, Parameter(help="rounds to play; ten million unless said")] = None
    until: Annotated[float | None, Parameter(help="stop at this standard error of the mean, per initial bet")] = None
    seed: Annotated[Whole, Parameter(help="the same seed gives the same digits on every device")] = 1
    boxes: Annotated[Whole, Parameter(help="boxes in play")] = 1
    strategy: Annotated[
        tuple[str, ...], Parameter(help="solver, dealer, or a file; one for all boxes or one each", negative="")
    ] = ()
    count: Annotated[str | None, Parameter(help="a counting system, a TOML file")] = None
    device: Annotated[str, Parameter(help="cpu or cuda")] = "cpu"
    threads: Annotated[WholeOrNot, Parameter(help="CPU threads; all unless said")] = None
    cluster: Annotated[str | None, Parameter(help="a Ray cluster: local, or its address")] = None
    bankroll: Annotated[Whole, Parameter(help="bets a player brings, for the risk of ruin")] = 0
    session: Annotated[Whole, Parameter(help="rounds in a session, for the risk of ruin")] = 0
    checkpoint: Annotated[str | None, Parameter(help="a file to keep the run in, and to go on from")] = None
    out: Annotated[str | None, Parameter(help="a .parquet file for the tallies")] = None


AS_USUAL = Simulation()


@app.command
def simulate(
    game: GameName,
    /,
    *,
    simulation: Annotated[Simulation, Parameter(name="*")] = AS_USUAL,
    variant: AsVaried = AS_IT_STANDS,
    as_json: Json = False,
) -> None:
    """Play by the million: what every wager gives, how it swings, what a counter can win."""
    from pitboss.simulate.asked import Asked, run_command

    rules = variant.rules(game)
    found = run_command(rules, Asked(**asdict(simulation), as_json_only=as_json))
    if as_json:
        print_json(found)
        return
    from pitboss.simulate.display import print_results

    print_results(rules, found)
