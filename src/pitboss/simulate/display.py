"""How a simulation looks in a terminal: a bar while it runs, a page when it is done."""

from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from pitboss.rules.rules import Rules
from pitboss.simulate.distribution import NORMAL_95
from pitboss.simulate.late_bar import LateBar
from pitboss.simulate.results import mean, standard_error
from pitboss.simulate.run import Progress as Report
from pitboss.simulate.run import Run


def amount(number: float) -> str:
    """A large number as people read it."""
    for size, name in ((1e9, "thousand million"), (1e6, "million"), (1e3, "thousand")):
        if number >= size:
            return f"{number / size:.1f} {name}"
    return f"{number:.0f}"


def told(bar: LateBar, rounds: int, until: float | None) -> Report:
    """What a run says to a bar: rate, interval so far, and how much of it is done."""

    def report(run: Run) -> None:
        error = standard_error(run.job, run.tally)
        # The error falls with the root of the rounds: that tells how many it will take.
        total = rounds if until is None else min(rounds, run.rounds * max(error / until, 1.0) ** 2)
        rate = amount(run.rounds / run.seconds) if run.seconds else "no"
        half = NORMAL_95 * error
        so_far = f"{rate} rounds/s  {100 * mean(run.job, run.tally):+.4f}% (95% within {100 * half:.4f} points)"
        bar(so_far, run.rounds / total)

    return report


def print_results(rules: Rules, found: dict[str, Any]) -> None:
    """The figures somebody at a desk wants to see first."""
    console = Console(highlight=False, emoji=False)
    table = Table(box=box.SIMPLE_HEAD, show_header=False, pad_edge=False)
    table.add_column()
    table.add_column(justify="right")
    table.add_column(style="dim")
    high, low = (_opposite(end) for end in found["interval"] or (None, None))
    boxes = "1 box" if found["boxes"] == 1 else f"{found['boxes']} boxes"
    for name, value, note in (
        ("rounds", f"{found['rounds']:,}", f"{boxes}, {found['rounds_per_shoe']:.1f} rounds a shoe"),
        (
            "house edge",
            _percent(_opposite(found["mean"])),
            f"of the initial wager; 95% from {_percent(low)} to {_percent(high)}",
        ),
        ("standard error", _percent(found["standard_error"]), ""),
        ("standard deviation", _number(found["standard_deviation"]), f"skew {_number(found['skew'])}"),
        ("total wager", _number(found["total_wager"]), "per initial bet"),
        ("win, push, loss", ", ".join(_percent(found[k], 2) for k in ("win", "push", "loss")), ""),
    ):
        table.add_row(name, value, note)
    if found["longest_losing_run"] is not None:
        table.add_row("longest losing run", str(found["longest_losing_run"]), "rounds")
    for name, side in found["side_wagers"].items():
        note = f"house edge, standard error {_percent(side['standard_error'])}; wins {_percent(side['hit_rate'], 2)}"
        table.add_row(name, _percent(side["house_edge"]), note)
    if "per_hundred_rounds" in found:
        note = f"bets in a hundred rounds, average bet {found['average_bet']:.2f}"
        table.add_row("counting wins", f"{found['per_hundred_rounds']:+.3f}", note)
    if "ruin" in found:
        ruin = found["ruin"]
        note = f"of {ruin['sessions']:,} sessions of {ruin['session']:,} rounds lost {ruin['bankroll']:g} bets"
        table.add_row("ruined", _percent(ruin["risk"], 3), note)
    console.print(f"{rules.title}  ({rules.game}, {rules.marked_hash}), seed {found['seed']}")
    console.print(table)
    console.print(_wagers(found))
    rate = amount(found["rounds_per_second"])
    console.print(f"{found['seconds']:.1f} s on {found['device']}: {rate} rounds/s", style="dim")
    for row in found.get("by_true_count", ()):
        mean_of = f"house edge {-100 * row['mean']:+8.3f}%"
        console.print(f"true count {row['true_count']:+3d}  {row['rounds']:>13,}  {mean_of}")


def _wagers(found: dict[str, Any]) -> Table:
    """Each wager by itself: what the house keeps of it, how often it was made, and how it ended."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("wager")
    for name in ("house edge", "std. error", "made", "win", "push", "loss"):
        table.add_column(name, justify="right")
    for name, wager in found["wagers"].items():
        if wager["made"]:
            edge, error = _percent(wager["house_edge"], 3), _percent(wager["house_edge_error"], 3)
            shares = (_percent(wager[key], 2) for key in ("frequency", "win", "push", "loss"))
            table.add_row(name, edge, error, *shares)
    return table


def _opposite(value: float | None) -> float | None:
    """The house's side of a figure of the player's: an edge is told as the house's, above zero for the house."""
    return None if value is None else -value


def _percent(value: float | None, digits: int = 4) -> str:
    return "none" if value is None else f"{100 * value:.{digits}f}%"


def _number(value: float | None) -> str:
    return "none" if value is None else f"{value:.4f}"
