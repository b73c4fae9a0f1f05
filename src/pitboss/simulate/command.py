"""What `pitboss simulate` does, once its words are understood."""

import sys
from pathlib import Path
from typing import Any

from pitboss.rules.errors import RulesError
from pitboss.rules.rules import HiLoRules, Rules
from pitboss.simulate.counting import read_count
from pitboss.simulate.job import job
from pitboss.simulate.plan import STREAM_ROUNDS, Plan
from pitboss.simulate.results import as_json, parquet_writer, write_parquet
from pitboss.simulate.run import simulate
from pitboss.simulate.runners import Cluster, Gpu, Runner, Threads
from pitboss.simulate.specialise import blackjack_rules, constants_of
from pitboss.simulate.strategies import SOLVER, strategy_of

UNTIL_ROUNDS = 10**12
DEFAULT_ROUNDS = 10**7


def runner_of(device: str, cluster: str | None, threads: int | None) -> Runner:
    """Who plays."""
    if cluster is not None:
        return Cluster(cluster)
    if device == "cuda":
        return Gpu()
    if device == "cpu":
        return Threads(threads)
    raise RulesError(f"there is no device {device!r}: cpu or cuda")


def run_command(
    rules: Rules,
    *,
    rounds: int | None = None,
    until: float | None = None,
    seed: int = 1,
    boxes: int = 1,
    strategy: tuple[str, ...] = (),
    count: str | None = None,
    device: str = "cpu",
    threads: int | None = None,
    cluster: str | None = None,
    bankroll: int = 0,
    session: int = 0,
    checkpoint: str | None = None,
    out: str | None = None,
    as_json_only: bool = False,
) -> dict[str, Any]:
    """Simulate as asked; every wrong word is refused before anything is written."""
    wanted = rounds if rounds is not None else (UNTIL_ROUNDS if until is not None else DEFAULT_ROUNDS)
    if session > wanted:
        raise RulesError(f"a session of {session} rounds is not over after the {wanted} that are played")
    plan = Plan(seed, wanted, max(STREAM_ROUNDS, session))  # sessions end with their stream
    if out is not None:
        parquet_writer(Path(out))
    if isinstance(rules, HiLoRules):
        from pitboss.simulate.hi_lo import hi_lo_result

        if strategy or count or cluster or device != "cpu" or checkpoint or out or bankroll or session or until:
            raise RulesError(f"{rules.game} has nothing to decide: it takes rounds, boxes, seed and threads only")
        return hi_lo_result(rules, plan, boxes, Threads(threads))
    game = blackjack_rules(rules)
    constants_of(game, boxes)
    asked = strategy or (SOLVER,)
    if len(asked) not in (1, boxes):
        raise RulesError(f"{len(asked)} strategies are given for {boxes} boxes: one for all, or one for each")
    counted = read_count(Path(count)) if count is not None else None
    runner = runner_of(device, cluster, threads)
    made = {name: strategy_of(game, name) for name in dict.fromkeys(asked)}
    strategies = [made[asked[box if len(asked) > 1 else 0]] for box in range(boxes)]
    todo = job(game, strategies, count=counted, bankroll=bankroll, session=session)
    from pitboss.simulate.display import bar

    with bar(plan.rounds, as_json_only, until) as report:
        kept = Path(checkpoint) if checkpoint is not None else None
        run = simulate(todo, plan, runner, until=until, checkpoint=kept, progress=report)
    if run.interrupted:
        print("pitboss: stopped; this is the result so far.", file=sys.stderr)
    if not run.rounds:
        raise RulesError("no round was finished: there is nothing to report")
    if out is not None:
        write_parquet(todo, run.tally, Path(out))
    return as_json(
        todo,
        run.tally,
        seed=seed,
        seconds=run.seconds,
        rounds_per_second=run.rounds / run.seconds,
        device=runner.device,
        interrupted=run.interrupted,
    )
