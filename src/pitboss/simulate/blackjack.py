"""The simulator of the blackjack family, from the words of the command line to the results."""

import sys
from pathlib import Path
from typing import Any

from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.simulate.asked import Asked
from pitboss.simulate.counting import read_count
from pitboss.simulate.job import job
from pitboss.simulate.played import keep, played_before
from pitboss.simulate.results import as_json, write_parquet
from pitboss.simulate.run import simulate
from pitboss.simulate.runners import Cluster, Gpu, Runner, Threads
from pitboss.simulate.specialise import constants_of
from pitboss.simulate.strategies import SOLVER, strategy_of


def runner_of(device: str, cluster: str | None, threads: int | None) -> Runner:
    """Who plays."""
    if cluster is not None:
        return Cluster(cluster)
    if device == "cuda":
        return Gpu()
    if device == "cpu":
        return Threads(threads)
    raise RulesError(f"there is no device {device!r}: cpu or cuda")


def simulate_blackjack(rules: BlackjackRules, asked: Asked) -> dict[str, Any]:
    """Simulate as asked."""
    plan, boxes = asked.plan, asked.boxes
    constants_of(rules, boxes)
    strategies = asked.strategy or (SOLVER,)
    if len(strategies) not in (1, boxes):
        raise RulesError(f"{len(strategies)} strategies are given for {boxes} boxes: one for all, or one for each")
    counted = read_count(Path(asked.count)) if asked.count is not None else None
    runner = runner_of(asked.device, asked.cluster, asked.threads)
    made = {name: strategy_of(rules, name) for name in dict.fromkeys(strategies)}
    by_box = [made[strategies[box if len(strategies) > 1 else 0]] for box in range(boxes)]
    todo = job(rules, by_box, count=counted, bankroll=asked.bankroll, session=asked.session)
    run = played_before(todo, plan) if asked.played_before else None
    if run is None:
        from pitboss.simulate.display import told
        from pitboss.simulate.late_bar import LateBar

        with LateBar(watched=not asked.as_json_only) as bar:
            kept = Path(asked.checkpoint) if asked.checkpoint is not None else None
            report = told(bar, plan.rounds, asked.until)
            run = simulate(todo, plan, runner, until=asked.until, checkpoint=kept, progress=report)
        if asked.played_before:
            keep(run)
    if run.interrupted:
        print("pitboss: stopped; this is the result so far.", file=sys.stderr)
    if not run.rounds:
        raise RulesError("no round was finished: there is nothing to report")
    if asked.out is not None:
        write_parquet(todo, run.tally, Path(asked.out))
    return as_json(
        todo,
        run.tally,
        seed=asked.seed,
        seconds=run.seconds,
        rounds_per_second=run.rounds / run.seconds,
        device=run.device,
        interrupted=run.interrupted,
        came_with_version=run.came_with_version,
    )
