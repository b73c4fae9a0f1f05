"""Charts of simulations: the edge by depth, what a counter wins, a mean as it goes on."""

from collections.abc import Mapping, Sequence
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from pitboss.report.chart_style import BLUE, COLOURS, GREY, SHAPES, VERMILION, WIDTH, layered, level, styled, titled
from pitboss.report.figures import CounterPoints, Point
from pitboss.report.wording import IN_FORCE, NOT_LAWFUL, percent
from pitboss.rules.wager_kinds import wager_name
from pitboss.simulate.distribution import NORMAL_95

if TYPE_CHECKING:
    import altair as alt

Json = Mapping[str, Any]


def _interval(found: Json) -> tuple[float, float, float]:
    """The house edge of a simulation in percent, with its 95% interval."""
    mean, half = -100 * found["mean"], 100 * NORMAL_95 * found["standard_error"]
    return mean, mean - half, mean + half


def depths(points: Sequence[Point], exact: float, in_force: str) -> "alt.LayerChart":
    """The edge by the depth of the cover card, simulated, beside a freshly shuffled shoe; `in_force` is the house's."""
    import altair as alt
    import polars as pl

    rows = []
    for point in points:
        mean, low, high = _interval(point.found)
        kind = IN_FORCE if point.label == in_force else "allowed" if point.lawful else NOT_LAWFUL
        rows.append({"dealt": 100 * point.place, "edge": mean, "low": low, "high": high, "kind": kind})
    data = pl.DataFrame(rows)
    looks = {IN_FORCE: (VERMILION, "diamond"), "allowed": (BLUE, "circle"), NOT_LAWFUL: (GREY, "square")}
    names = [name for name in looks if name in set(data["kind"])]
    x = alt.X("dealt:Q", title="cards dealt before the cover card, % of all", scale=alt.Scale(zero=False, padding=20))
    base = alt.Chart(data).encode(x=x)
    told = alt.Color("kind:N", title=None, scale=alt.Scale(domain=names, range=[looks[n][0] for n in names]))
    shaped = alt.Shape("kind:N", title=None, scale=alt.Scale(domain=names, range=[looks[n][1] for n in names]))
    bars = base.mark_rule(strokeWidth=2).encode(
        y=alt.Y("low:Q", title="house edge, % of the initial wager", scale=alt.Scale(zero=False)),
        y2="high:Q",
        color=told,
    )
    dots = base.mark_point(filled=True, size=90, opacity=1).encode(y="edge:Q", color=told, shape=shaped)
    line = level(100 * exact, strokeDash=[5, 4])
    rounds = points[0].found["rounds"]
    here = next(point for point in points if point.label == in_force)
    mean, low, high = _interval(here.found)
    title = (
        f"As dealt here, the cover card {in_force} from the back: {mean:.3f}%, 95% interval {low:.3f}% to {high:.3f}%"
    )
    note = f"{apart_from(points, exact)}; {rounds:,} rounds a dot, bars: 95% intervals; dashed: a full shoe, exact"
    return styled(layered(line, bars, dots), width=WIDTH, height=220, title=titled(title, note))


def apart_from(points: Sequence[Point], exact: float) -> str:
    """Whether the edge is another than a full shoe's at any depth, by all the points together and not the worst one."""
    # Of several noisy points the farthest lies far by chance: each is held to its share of the 5% (Bonferroni).
    far = NormalDist().inv_cdf(1 - 0.025 / len(points))
    found = sum(abs(-point.found["mean"] - exact) > far * point.found["standard_error"] for point in points)
    if not found:
        return f"the {len(points)} depths together do not tell from a full shoe"
    return f"{found} of {len(points)} depths differ from a full shoe, all taken together at 95%"


def counting(series: Sequence[CounterPoints], spread: int) -> "alt.LayerChart":
    """What a counter of each wager wins by the depth of the cover card."""
    import altair as alt
    import polars as pl

    rows: list[dict[str, Any]] = []
    for one in series:
        for point in one.points:
            won, error = won_per_hundred(one.counter.wager, point.found)
            half = NORMAL_95 * error
            name = wager_name(one.counter.wager)
            rows.append({"dealt": 100 * point.place, "won": won, "low": won - half, "high": won + half, "wager": name})
    data = pl.DataFrame(rows)
    names = list(dict.fromkeys(data["wager"]))
    scale = alt.Scale(domain=names, range=list(COLOURS[: len(names)]))
    shapes = alt.Scale(domain=names, range=list(SHAPES[: len(names)]))
    base = alt.Chart(data).encode(
        x=alt.X(
            "dealt:Q", title="cards dealt before the cover card, % of all", scale=alt.Scale(zero=False, padding=20)
        ),
        color=alt.Color("wager:N", title="a counter of the", scale=scale),
    )
    lines = base.mark_line(strokeWidth=1.5).encode(y=alt.Y("won:Q", title="won in 100 rounds, units"))
    bars = base.mark_rule(strokeWidth=2).encode(y="low:Q", y2="high:Q")
    dots = base.mark_point(filled=True, size=70, opacity=1).encode(
        y="won:Q", shape=alt.Shape("wager:N", title="a counter of the", scale=shapes)
    )
    sure = [row for row in rows if row["low"] > 0]
    title = "At no depth do this many rounds show that a counter wins"
    if sure:
        best = max(sure, key=lambda row: row["won"])
        where = f"With {best['dealt']:.0f}% of the cards dealt"
        title = f"{where}, a counter of the {best['wager']} wins {best['won']:.1f} units in 100 rounds"
    return styled(
        layered(level(0.0), lines, bars, dots),
        width=WIDTH,
        height=240,
        title=titled(
            title,
            f"main game: 1 to {spread} units by the count; side wagers: when the count is right; 95% intervals",
        ),
    )


def won_per_hundred(wager: str, found: Json) -> tuple[float, float]:
    """What a wager gave in 100 rounds of a simulation, in units, and the standard error of that."""
    if wager == "main":
        return found["per_hundred_rounds"], 100 * found["round"]["standard_error"]
    side = found["wagers"][wager]
    if not side["made"]:
        return 0.0, 0.0
    each = 100 * side["frequency"]
    return side["mean"] * each, (side["standard_error"] or 0.0) * each


def convergence(points: Sequence[Point], exact: float | None) -> "alt.HConcatChart":
    """A simulation's mean as it goes on, with its interval, beside the exact value; the end of it once more, larger."""
    import altair as alt

    last = points[-1].found
    mean, low, high = _interval(last)
    title = f"After {last['rounds']:,} rounds: {mean:.4f}%, 95% interval {low:.4f}% to {high:.4f}%"
    note = "one run, stopped at growing numbers of rounds; bars: 95% intervals"
    if exact is not None:
        note += f"; dashed: exact, {percent(exact, 4)}"
    late = [p for p in points if p.found["rounds"] * 10 >= last["rounds"]]
    panels = [
        _converging(points, exact).properties(width=WIDTH // 2 - 20, height=220, title=titled("the whole run")),
        _converging(late, exact).properties(width=WIDTH // 2 - 60, height=220, title=titled("its last decade")),
    ]
    return styled(alt.hconcat(*panels, spacing=24), title=titled(title, note))


def _converging(points: Sequence[Point], exact: float | None) -> "alt.LayerChart":
    import altair as alt
    import polars as pl

    rows = []
    for point in points:
        mean, low, high = _interval(point.found)
        rows.append({"rounds": point.found["rounds"], "edge": mean, "low": low, "high": high})
    fewest, most = rows[0]["rounds"], rows[-1]["rounds"]
    decades = [10**k for k in range(16) if fewest <= 10**k <= most]
    x = alt.X(
        "rounds:Q",
        title="rounds played",
        scale=alt.Scale(type="log", nice=False, padding=14),
        axis=alt.Axis(format="~s", values=decades, grid=True),
    )
    base = alt.Chart(pl.DataFrame(rows)).encode(x=x)
    edge = alt.Y("low:Q", title="house edge, % of the initial wager", scale=alt.Scale(zero=False))
    layers = [
        base.mark_rule(strokeWidth=2, color=BLUE).encode(y=edge, y2="high:Q"),
        base.mark_point(filled=True, size=60, color=BLUE, opacity=1).encode(y="edge:Q"),
    ]
    if exact is not None:
        layers.insert(0, level(100 * exact, strokeDash=[5, 4], color=VERMILION))
    return layered(*layers)
