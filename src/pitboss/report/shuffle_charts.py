"""Charts of how well a stack is shuffled."""

from collections.abc import Iterable, Mapping
from typing import Any

from pitboss.report.chart_style import BLUE, GREY, ORANGE, VERMILION, WIDTH, styled, titled
from pitboss.report.shuffle_table import at_least
from pitboss.shuffles import perfect
from pitboss.shuffles.quality import FOLLOWER, KEPT, RIFFLES_MOST, RISING, STUDENT, Quality
from pitboss.shuffles.riffles import rising_sequences_after, total_variation
from pitboss.shuffles.study import BLOCK, Study

SHOWN_RIFFLES = (5, 7)
RARE = 0.0005
DARKEST = 3.0
OVERLAP = 0.3  # of a place, so that no seam shows between blocks
LEAST_SHOWN = 0.0001


def distances(study: Study) -> Any:
    """The distance from a perfect shuffle by the number of riffles, and the least that the routine's can be."""
    import altair as alt
    import polars as pl

    cards = study.cards
    exact = pl.DataFrame(
        [{"riffles": m, "distance": float(total_variation(cards, m))} for m in range(RIFFLES_MOST + 1)]
    )
    shown = pl.DataFrame(
        [
            {"riffles": quality.kind.riffles, "distance": quality.bound.at_least}
            for quality in study.found
            if quality.kind.riffles
        ]
    )
    others = pl.DataFrame(
        [
            {"name": f"{quality.kind.name}: {_least_words(quality)}", "distance": quality.bound.at_least}
            for quality in study.found
            if quality.exact is None
        ]
    )
    x = alt.X("riffles:Q", title="riffles", axis=alt.Axis(tickCount=RIFFLES_MOST, format="d", labelFlush=False))
    y = alt.Y("distance:Q", title="total variation from a perfect shuffle", scale=alt.Scale(domain=[0, 1]))
    line = alt.Chart(exact).mark_line(color=BLUE, point=alt.OverlayMarkDef(color=BLUE, size=60)).encode(x=x, y=y)
    bounds = alt.Chart(shown).mark_point(shape="triangle-up", color=VERMILION, filled=True, size=70, opacity=1)
    left = (line + bounds.encode(x=x, y=y)).properties(width=WIDTH - 270, height=260)
    bars = (
        alt.Chart(others)
        .mark_bar(color=VERMILION, size=16)
        .encode(
            x=alt.X("distance:Q", title="at least", scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(labelFlush=False)),
            y=alt.Y("name:N", title=None, sort=None, axis=alt.Axis(labels=False, ticks=False, domain=False)),
        )
    )
    names = (
        alt.Chart(others)
        .mark_text(align="left", baseline="bottom", dy=-11, fontSize=11)
        .encode(x=alt.datum(0), y=alt.Y("name:N", sort=None), text="name:N")
    )
    right = (bars + names).properties(width=230, height=260)
    title = f"The routine is no nearer to a perfect shuffle than {study.no_nearer_than} riffles of {cards} cards"
    return styled(
        alt.hconcat(left, right, spacing=40).properties(
            title=titled(
                title,
                "circles: riffles, exact; triangles and bars: the lower bounds that the counted shuffles show",
            )
        )
    )


def _least_words(quality: Quality) -> str:
    return f"{at_least(quality)} or more" if quality.bound.at_least >= LEAST_SHOWN else "nothing shown"


def rising(study: Study) -> Any:
    """How many rising sequences each kind of shuffle leaves."""
    import altair as alt
    import polars as pl

    cards, house = study.cards, study.house.counted[RISING]
    lines: Mapping[str, Iterable[float]] = {
        study.house.kind.name: [seen / house.times for seen in house.seen],
        **{f"{m} riffles, exact": map(float, rising_sequences_after(cards, m)) for m in SHOWN_RIFFLES},
        "a perfect shuffle, exact": map(float, perfect.rising_sequences(cards)),
    }
    data = pl.DataFrame(
        [
            {"kind": kind, "rising": number, "share": 100 * share}
            for kind, shares in lines.items()
            for number, share in enumerate(shares)
            if share >= RARE
        ]
    )
    names = list(lines)
    chart = (
        alt.Chart(data)
        .mark_line(point=alt.OverlayMarkDef(size=30, filled=True))
        .encode(
            x=alt.X("rising:Q", title="rising sequences of the old order", scale=alt.Scale(zero=False, nice=True)),
            y=alt.Y("share:Q", title="share of shuffles, %"),
            color=alt.Color("kind:N", title=None, scale=alt.Scale(domain=names, range=[VERMILION, GREY, ORANGE, BLUE])),
            shape=alt.Shape(
                "kind:N",
                title=None,
                scale=alt.Scale(domain=names, range=["circle", "square", "triangle-up", "diamond"]),
            ),
        )
    )
    even = study.expected(RISING)
    title = f"The routine leaves {house.mean:.1f} rising sequences on average, a perfect shuffle {even:.1f}"
    return styled(chart.properties(width=WIDTH, height=230, title=titled(title)))


def _by_kind(study: Study, rows: list[dict[str, object]], even: float, x_title: str, names: list[str]) -> Any:
    """A dot for each kind of shuffle on a logarithmic scale, with what a perfect shuffle gives as a line."""
    import altair as alt
    import polars as pl

    order = [quality.kind.name for quality in study.found]
    scale = alt.Scale(type="log", domain=[0.75 * even, study.cards], nice=False)
    legend = alt.Legend(title=None) if len(names) > 1 else None
    dots = (
        alt.Chart(pl.DataFrame(rows))
        .mark_point(filled=True, size=70, opacity=1)
        .encode(
            x=alt.X("mean:Q", title=x_title, scale=scale, axis=alt.Axis(format="~r", labelFlush=False)),
            y=alt.Y("kind:N", sort=order, title=None, axis=alt.Axis(grid=True)),
            color=alt.Color("who:N", legend=legend, scale=alt.Scale(domain=names, range=[ORANGE, BLUE][-len(names) :])),
            shape=alt.Shape(
                "who:N", legend=legend, scale=alt.Scale(domain=names, range=["circle", "diamond"][-len(names) :])
            ),
            tooltip=["kind:N", "who:N", alt.Tooltip("mean:Q", format=".3f")],
        )
    )
    rule = alt.Chart(pl.DataFrame({"x": [even]})).mark_rule(strokeDash=[5, 4]).encode(x="x:Q")
    return (rule + dots).properties(width=WIDTH - 150, height=330)


def guesses(study: Study) -> Any:
    """How many cards each guesser names right."""
    names = {FOLLOWER: "the follower", STUDENT: "the student"}
    rows: list[dict[str, object]] = [
        {"kind": quality.kind.name, "who": who, "mean": quality.counted[count].mean}
        for quality in study.found
        for count, who in names.items()
    ]
    best = max(names, key=lambda count: study.house.counted[count].mean)
    even = study.expected(best)
    title = (
        f"After the routine {names[best]} names {study.house.counted[best].mean:.1f} of {study.cards} cards right, "
        f"after a perfect shuffle {even:.1f}"
    )
    chart = _by_kind(study, rows, even, f"cards named right of {study.cards}, mean (log scale)", list(names.values()))
    return styled(chart.properties(title=titled(title, "dashed: any guesser after a perfect shuffle, exact")))


def pairs(study: Study) -> Any:
    """How many neighbours stay neighbours."""
    rows: list[dict[str, object]] = [
        {"kind": quality.kind.name, "who": "mean of the shuffles", "mean": quality.counted[KEPT].mean}
        for quality in study.found
    ]
    even = study.expected(KEPT)
    title = (
        f"The routine keeps {study.house.counted[KEPT].mean:.1f} of {study.cards - 1} pairs of neighbours, "
        f"a perfect shuffle {even:.2f}"
    )
    chart = _by_kind(study, rows, even, f"pairs kept of {study.cards - 1}, mean (log scale)", ["mean of the shuffles"])
    return styled(chart.properties(title=titled(title, "dashed: a perfect shuffle, exact")))


def places(study: Study) -> Any:
    """Where the cards of each old place come to lie."""
    import altair as alt
    import polars as pl

    shown = (study.house, study.riffled(SHOWN_RIFFLES[-1]), study.perfect)
    names = [f"{quality.kind.name} (χ² {max(quality.place_distance, 0):.3f})" for quality in shown]
    data = pl.DataFrame(
        [{"kind": name, **cell} for name, quality in zip(names, shown, strict=True) for cell in _cells(quality)]
    )
    base = (
        alt.Chart(data)
        .mark_rect()
        .encode(
            x=alt.X("before:Q", title="place before, from the top", bin="binned", axis=_axis(study.cards)),
            x2="before_end:Q",
            y=alt.Y(
                "after:Q", title="place after", bin="binned", axis=_axis(study.cards), scale=alt.Scale(reverse=True)
            ),
            y2="after_end:Q",
            color=alt.Color(
                "ratio:Q",
                title="times as often as by chance",
                scale=alt.Scale(scheme="viridis", domain=[0, DARKEST], clamp=True),
                legend=alt.Legend(gradientLength=200, values=[0, 1, 2, DARKEST], format="~r"),
            ),
        )
    )
    maps = base.properties(width=169, height=169).facet(
        column=alt.Column("kind:N", title=None, sort=names, header=alt.Header(labelFontSize=11)), spacing=32
    )
    apart = study.kept_apart
    title = (
        f"Cards {apart.bottom[0] + 1} to {apart.bottom[-1] + 1} never reach the top half, "
        f"nor cards {apart.top[0] + 1} to {apart.top[-1] + 1} the bottom half"
    )
    return styled(
        maps.properties(
            title=titled(title, f"blocks of {BLOCK} by {BLOCK} places; χ²: distance of a card's place from even")
        )
    )


def _axis(cards: int) -> Any:
    import altair as alt

    return alt.Axis(values=list(range(0, cards + 1, cards // 4)), grid=False, labelFlush=False)


def _cells(quality: Quality) -> Iterable[dict[str, float]]:
    for after, row in enumerate(quality.blocks(BLOCK)):
        for before, ratio in enumerate(row):
            yield {
                "before": before * BLOCK,
                "before_end": min((before + 1) * BLOCK + OVERLAP, quality.cards),
                "after": after * BLOCK,
                "after_end": min((after + 1) * BLOCK + OVERLAP, quality.cards),
                "ratio": float(ratio),
            }
