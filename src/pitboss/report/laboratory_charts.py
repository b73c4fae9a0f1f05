"""Charts of what a laboratory asks: bankrolls over time, the edge by other odds, games side by side."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from pitboss.report.chart_style import BLUE, COLOURS, GREY, VERMILION, WIDTH, layered, level, styled, titled
from pitboss.report.wording import percent
from pitboss.rules.wager_kinds import WagerKind
from pitboss.simulate.distribution import NORMAL_95
from pitboss.solve.laboratory import moments

if TYPE_CHECKING:
    import altair as alt

PLAYERS, ROUNDS, EVERY = 24, 1000, 20
TICKS = 5  # as many as find room, whatever the font
LESS, MORE = -2, 2  # what a line of a paytable pays otherwise


def bankrolls(distribution: Sequence[Mapping[str, float]], seed: int) -> "alt.LayerChart":
    """What some players have won or lost as rounds go by, and between what 95% of all players are."""
    import altair as alt
    import polars as pl

    found, chances = moments(distribution), np.array([one["chance"] for one in distribution])
    nets = np.array([one["net"] for one in distribution])
    drawn = np.random.default_rng(seed).choice(nets, (PLAYERS, ROUNDS), p=chances / chances.sum())
    at = np.arange(0, ROUNDS + 1, EVERY)
    sums = np.concatenate([np.zeros((PLAYERS, 1)), drawn.cumsum(1)], 1)[:, at]
    paths = pl.DataFrame(
        {
            "round": np.tile(at, PLAYERS),
            "won": sums.ravel(),
            "player": np.repeat(np.arange(PLAYERS), len(at)).astype(str),
        }
    )
    half = NORMAL_95 * found.deviation * np.sqrt(at)
    band = pl.DataFrame({"round": at, "low": found.mean * at - half, "high": found.mean * at + half})
    x = alt.X("round:Q", title="rounds", axis=alt.Axis(tickCount=TICKS))
    area = alt.Chart(band).mark_area(color=BLUE, opacity=0.12).encode(x=x, y="low:Q", y2="high:Q")
    lines = (
        alt.Chart(paths)
        .mark_line(color=GREY, opacity=0.55, strokeWidth=1)
        .encode(x=x, y=alt.Y("won:Q", title="won or lost, initial wagers"), detail="player:N")
    )
    lost = int((sums[:, -1] < 0).sum())
    title = f"After {ROUNDS:,} rounds {lost} of {PLAYERS} players are behind; the mean is {found.mean * ROUNDS:+z.1f}"
    told = "drawn from the chances of a round's results; the band holds 95% of players"
    return styled(layered(area, lines, level(0.0)), width=WIDTH, height=240, title=titled(title, told))


def sweep(kind: WagerKind, side: Mapping[str, Any]) -> "alt.LayerChart":
    """The edge of a side wager if one line of its paytable paid more or less."""
    import altair as alt
    import polars as pl

    data = [
        {"line": row.name, "more": more, "edge": 100 * (side["house_edge"] - more * chance)}
        for row, chance in zip(kind.pays, side["lines"], strict=True)
        for more in range(LESS, MORE + 1)
    ]
    names = [row.name for row in kind.pays]
    colours = [COLOURS[n % len(COLOURS)] for n in range(len(names))]
    chart = (
        alt.Chart(pl.DataFrame(data))
        .mark_line(point=True)
        .encode(
            x=alt.X("more:Q", title="units paid more than now", axis=alt.Axis(tickMinStep=1)),
            y=alt.Y("edge:Q", title="house edge, % of the wager", scale=alt.Scale(zero=False)),
            color=alt.Color(
                "line:N",
                title=None,
                sort=names,
                scale=alt.Scale(domain=names, range=colours),
                legend=alt.Legend(columns=2, labelLimit=400),
            ),
        )
    )
    dearest = max(zip(names, side["lines"], strict=True), key=lambda one: one[1])
    title = f"{kind.name}: a unit more on {dearest[0]} takes {100 * dearest[1]:.2f} points of edge"
    return styled(
        layered(chart, level(0.0)), width=WIDTH, height=240, title=titled(title, "each line by itself, the rest as now")
    )


def by_odds(what: str, edges: Mapping[str, Mapping[str, float]], now: tuple[str, str]) -> "alt.LayerChart":
    """The edge of a wager by what it might pay, lowest odds first, a line for each way; `now` is the way in force."""
    import altair as alt
    import polars as pl

    odds = list(next(iter(edges.values())))
    data = [{"odds": paid, "way": way, "edge": 100 * by[paid]} for way, by in edges.items() for paid in odds]
    names = list(edges)
    coloured = alt.Color(
        "way:N", title=None, sort=names, scale=alt.Scale(domain=names, range=list(COLOURS[: len(names)]))
    )
    base = alt.Chart(pl.DataFrame(data)).encode(
        x=alt.X("odds:O", title=what, sort=odds, axis=alt.Axis(labelAngle=0)),
        y=alt.Y("edge:Q", title="house edge, % of the wager", scale=alt.Scale(zero=False, padding=16)),
    )
    lines = base.mark_line(point=True).encode(color=coloured) if len(names) > 1 else base.mark_line(point=True)
    here = base.transform_filter((alt.datum.way == now[0]) & (alt.datum.odds == now[1]))
    mark = here.mark_point(filled=True, size=110, opacity=1, shape="diamond", color=VERMILION)
    title = f"{now[1]} is in force and leaves the house {percent(edges[now[0]][now[1]], 3)}"
    return styled(
        layered(level(0.0), lines, mark), width=WIDTH, height=200, title=titled(title, "exact; diamond: in force")
    )


def beside(games: Sequence[tuple[str, float]]) -> "alt.Chart":
    """House edges of games, the first of them the one reported on."""
    import altair as alt
    import polars as pl

    here = games[0][0]
    data = pl.DataFrame([{"game": name, "edge": 100 * edge, "here": name == here} for name, edge in games])
    chart: alt.Chart = (
        alt.Chart(data)
        .mark_bar()
        .encode(
            y=alt.Y("game:N", sort="x", title=None, axis=alt.Axis(labelLimit=420, minExtent=340)),
            x=alt.X("edge:Q", title="house edge, % of the initial wager", axis=alt.Axis(tickCount=TICKS)),
            color=alt.condition("datum.here", alt.value(VERMILION), alt.value(BLUE)),
        )
    )
    below = sum(edge < games[0][1] for _, edge in games[1:])
    title = f"{below} of {len(games) - 1} known games leave the house less"
    return styled(chart, width=WIDTH - 340, height=alt.Step(22), title=titled(title))
