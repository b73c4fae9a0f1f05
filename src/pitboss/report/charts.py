"""Charts of a game's figures: titles say what is seen, axes have units, everybody can tell the colours apart."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from pitboss.report import frames
from pitboss.report.figures import CounterPoints, Decks, Point
from pitboss.rules.wager_kinds import wager_name
from pitboss.simulate.distribution import NORMAL_95
from pitboss.solve.strategy import UP_CARDS, value_label

if TYPE_CHECKING:
    from typing import TypeVar

    import altair as alt

    T = TypeVar("T", bound=alt.TopLevelMixin)

Json = Mapping[str, Any]
# The palette of Okabe and Ito.
BLUE, ORANGE, GREEN, VERMILION, SKY, PURPLE, GREY = (
    "#0072B2",
    "#E69F00",
    "#009E73",
    "#D55E00",
    "#56B4E9",
    "#CC79A7",
    "#6E7781",
)
COLOURS = (BLUE, ORANGE, GREEN, VERMILION, SKY, PURPLE, GREY)
SHAPES = ("circle", "diamond", "square", "triangle", "cross", "stroke", "arrow")
WIDTH = 600
CARDS = [value_label(up) for up in (*UP_CARDS[1:], UP_CARDS[0])]
NOT_LAWFUL = "not as the law has it"


def styled(chart: "T", **properties: Any) -> "T":
    """A chart with its size and title, in the look all charts share."""
    font = "Liberation Sans, Arial, Helvetica, sans-serif"
    sized = chart.properties(**properties) if properties else chart
    return cast(
        "T",
        sized.configure(font=font, background="white")
        .configure_title(
            anchor="start", fontSize=14, fontWeight=600, subtitleFontSize=12, subtitleColor=GREY, offset=10
        )
        .configure_axis(
            labelFontSize=11, titleFontSize=12, titleFontWeight="normal", gridColor="#e6e8eb", labelLimit=260
        )
        .configure_legend(labelFontSize=11, titleFontSize=12, titleFontWeight="normal", orient="top", labelLimit=300)
        .configure_header(labelFontSize=12, titleFontSize=12, titleFontWeight="normal")
        .configure_view(stroke=None),
    )


def layered(*charts: Any) -> "alt.LayerChart":
    """Charts upon each other, the first at the bottom."""
    import altair as alt

    return alt.LayerChart(layer=list(charts))


def titled(title: str, *subtitles: str) -> "alt.TitleParams":
    """A title with what to know about it below."""
    import altair as alt

    return alt.TitleParams(title, subtitle=list(subtitles))


def _percent(x: float, digits: int = 2) -> str:
    return f"{100 * x:.{digits}f}%"


def distribution(solution: Json) -> "alt.Chart":
    """The chance of each net result of a round."""
    import altair as alt
    import polars as pl

    data = frames.distribution(solution).with_columns(
        side=pl.when(pl.col("net") > 0)
        .then(pl.lit("won"))
        .when(pl.col("net") < 0)
        .then(pl.lit("lost"))
        .otherwise(pl.lit("even")),
        share=pl.col("chance") * 100,
    )
    shares = {side: float(data.filter(pl.col("side") == side)["chance"].sum()) for side in ("lost", "even", "won")}
    common = data.filter(pl.col("chance") >= 1e-4)
    base = alt.Chart(common).encode(
        x=alt.X("net:Q", title="net result of a round, initial wagers", axis=alt.Axis(tickMinStep=1)),
        color=alt.Color(
            "side:N",
            title=None,
            scale=alt.Scale(domain=["lost", "even", "won"], range=[VERMILION, GREY, BLUE]),
        ),
    )
    bars: alt.Chart = base.mark_bar(size=9).encode(
        y=alt.Y("share:Q", title="share of rounds, %"),
        tooltip=[alt.Tooltip("net:Q"), alt.Tooltip("share:Q", format=".4f")],
    )
    title = (
        f"{_percent(shares['won'], 1)} of rounds are won, {_percent(shares['even'], 1)} end even, "
        f"{_percent(shares['lost'], 1)} are lost"
    )
    return styled(
        bars,
        width=WIDTH,
        height=220,
        title=titled(title, "results that come in one round of 10,000 or more; the table below has them all"),
    )


def up_cards(solution: Json) -> "alt.LayerChart":
    """What the round is worth once the up card is seen."""
    import altair as alt
    import polars as pl

    data = frames.up_cards(solution)
    attacked = data["attacked"].is_not_null().any()
    long = pl.concat(
        [
            data.select(
                "up", worth=pl.col("value") * 100, how=pl.lit("without the attack" if attacked else "best play")
            ),
            data.drop_nulls("attacked").select("up", worth=pl.col("attacked") * 100, how=pl.lit("with the attack")),
        ]
    )
    names = ["without the attack", "with the attack"] if attacked else ["best play"]
    good = [up for up in CARDS if up in set(data.filter(pl.max_horizontal("value", "attacked") > 0)["up"])]
    title = (
        f"The round favours the player against {_and(good)}" if good else "Every up card leaves the round to the house"
    )
    chart = (
        alt.Chart(long)
        .mark_point(filled=True, size=90, opacity=1)
        .encode(
            x=alt.X("up:N", sort=CARDS, title="dealer's up card", axis=alt.Axis(labelAngle=0)),
            y=alt.Y("worth:Q", title="player's expectation, % of the initial wager"),
            color=alt.Color("how:N", title=None, scale=alt.Scale(domain=names, range=[GREY, BLUE][-len(names) :])),
            shape=alt.Shape(
                "how:N", title=None, scale=alt.Scale(domain=names, range=["circle", "diamond"][: len(names)])
            ),
            tooltip=["up:N", "how:N", alt.Tooltip("worth:Q", format=".4f")],
        )
    )
    zero = alt.Chart(pl.DataFrame({"y": [0.0]})).mark_rule(color="black").encode(y="y:Q")
    return styled(layered(zero, chart), width=WIDTH, height=240, title=titled(title))


def first_upper(name: str) -> str:
    """A name at the beginning of a line; the rest of it stays as it is written."""
    return name[:1].upper() + name[1:]


def _a(card: str) -> str:
    """A card with its article."""
    return "an ace" if card == "A" else f"an {card}" if card == "8" else f"a {card}"


def _and(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def tornado(values: Sequence[Json]) -> "alt.LayerChart | None":
    """What each option of each doubtful clause costs beside the reading in force."""
    import altair as alt
    import polars as pl

    rows = []
    for one in values:
        if one["in_force"]:
            continue
        name = f"{one['reading']} = {one['option']}"
        for wager, cost in {"main": one["cost"], **one["side_costs"]}.items():
            if abs(cost) > 5e-7:
                rows.append(
                    {"option": name, "wager": wager_name(wager), "cost": 100 * cost, "label": f"{100 * cost:+.3f}"}
                )
    if not rows:
        return None
    kinds = list(dict.fromkeys(["main game", *(str(row["wager"]) for row in rows)]))
    both = len({row["option"] for row in rows}) < len(rows)  # some option moves both wagers
    data = pl.DataFrame(rows)
    order = data.group_by("option").agg(pl.col("cost").abs().max()).sort("cost", descending=True)["option"].to_list()
    largest = max(abs(row["cost"]) for row in rows)
    top = max(rows, key=lambda row: abs(row["cost"]))
    base = alt.Chart(data).encode(
        y=alt.Y("option:N", sort=order, title=None, axis=alt.Axis(labelLimit=320, minExtent=10)),
        x=alt.X(
            "cost:Q",
            title="change of the house edge, percentage points of the wager (to the right: dearer for the player)",
            scale=alt.Scale(domain=[-1.18 * largest, 1.18 * largest], nice=False),
        ),
        yOffset=alt.YOffset("wager:N", sort=kinds) if both else alt.Undefined,
    )
    bars = base.mark_bar().encode(
        color=alt.Color(
            "wager:N", title="edge of the", scale=alt.Scale(domain=kinds, range=list(COLOURS[: len(kinds)]))
        ),
    )
    right = base.transform_filter("datum.cost > 0").mark_text(align="left", dx=4, fontSize=10).encode(text="label:N")
    left = base.transform_filter("datum.cost <= 0").mark_text(align="right", dx=-4, fontSize=10).encode(text="label:N")
    zero = alt.Chart(pl.DataFrame({"x": [0.0]})).mark_rule(color="black").encode(x="x:Q")
    moves = "adds" if top["cost"] > 0 else "takes"
    title = f"Read otherwise, one doubtful clause {moves} {abs(top['cost']):.2f} points of edge"
    return styled(
        layered(bars, right, left, zero),
        width=WIDTH - 170,
        height=alt.Step(16 if both else 24),
        title=titled(
            title, f"the largest: {top['option']}, on the {top['wager']}; options that move nothing are left out"
        ),
    )


def effects(solution: Json) -> "alt.VConcatChart":
    """Effects of removal, wager by wager."""
    import altair as alt
    import polars as pl

    data = frames.effects(solution).with_columns(points=pl.col("effect") * 100)
    parts = []
    for wager in dict.fromkeys(data["wager"]):
        part = data.filter(pl.col("wager") == wager)
        best, worst = part.sort("points")["card"][-1], part.sort("points")["card"][0]
        chart = (
            alt.Chart(part)
            .mark_bar()
            .encode(
                x=alt.X("card:N", sort=CARDS, title="card taken out of the full shoe", axis=alt.Axis(labelAngle=0)),
                y=alt.Y("points:Q", title=["player's gain,", "% points"]),
                color=alt.condition("datum.points > 0", alt.value(BLUE), alt.value(VERMILION)),
                tooltip=["card:N", alt.Tooltip("points:Q", format="+.4f")],
            )
        )
        helps = f"{_a(best)} taken out helps the player most, {_a(worst)} hurts most"
        if wager == "insurance":
            helps = "every card that does not complete a Blackjack helps when it is gone"
        parts.append(
            chart.properties(width=WIDTH, height=120, title=titled(f"{first_upper(wager_name(wager))}: {helps}"))
        )
    return styled(alt.vconcat(*parts, spacing=18))


def decks(found: Sequence[Decks]) -> "alt.LayerChart":
    """The exact edge by number of decks."""
    import altair as alt
    import polars as pl

    data = pl.DataFrame(
        [
            {"decks": d.decks, "edge": 100 * d.house_edge, "kind": _deck_kind(d), "label": f"{100 * d.house_edge:.3f}"}
            for d in found
        ]
    )
    here = next(d for d in found if d.in_force)
    names = ["in force", "allowed", NOT_LAWFUL]
    present = [name for name in names if name in set(data["kind"])]
    colours = dict(zip(names, (VERMILION, BLUE, GREY), strict=True))
    shapes = dict(zip(names, ("diamond", "circle", "square"), strict=True))
    base = alt.Chart(data).encode(
        x=alt.X("decks:O", title="decks in use", axis=alt.Axis(labelAngle=0)),
        y=alt.Y("edge:Q", title="house edge, % of the initial wager", scale=alt.Scale(zero=False, padding=24)),
    )
    line = base.mark_line(color="#b8bec5")
    dots = base.mark_point(filled=True, size=90, opacity=1).encode(
        color=alt.Color("kind:N", title=None, scale=alt.Scale(domain=present, range=[colours[n] for n in present])),
        shape=alt.Shape("kind:N", title=None, scale=alt.Scale(domain=present, range=[shapes[n] for n in present])),
    )
    text = base.mark_text(dy=-13, fontSize=10).encode(text="label:N")
    low, high = min(found, key=lambda d: d.house_edge), max(found, key=lambda d: d.house_edge)
    title = f"With {here.decks} decks the edge is {_percent(here.house_edge, 3)}"
    ends = [f"{_percent(d.house_edge, 3)} with {d.decks}" for d in (low, high)]
    spread = f"best play for each; from {ends[0]} to {ends[1]}"
    return styled(layered(line, dots, text), width=WIDTH, height=220, title=titled(title, spread))


def _deck_kind(found: Decks) -> str:
    return "in force" if found.in_force else "allowed" if found.lawful else NOT_LAWFUL


def _interval(found: Json) -> tuple[float, float, float]:
    """The house edge of a simulation in percent, with its 95% interval."""
    mean, half = -100 * found["mean"], 100 * NORMAL_95 * found["standard_error"]
    return mean, mean - half, mean + half


def depths(points: Sequence[Point], exact: float) -> "alt.LayerChart":
    """The edge by the depth of the cover card, simulated, beside a freshly shuffled shoe."""
    import altair as alt
    import polars as pl

    rows = []
    for point in points:
        mean, low, high = _interval(point.found)
        kind = "allowed" if point.lawful else NOT_LAWFUL
        rows.append({"dealt": 100 * point.place, "edge": mean, "low": low, "high": high, "kind": kind})
    data = pl.DataFrame(rows)
    names = [name for name in ("allowed", NOT_LAWFUL) if name in set(data["kind"])]
    colours = {"allowed": BLUE, NOT_LAWFUL: GREY}
    x = alt.X("dealt:Q", title="cards dealt before the cover card, % of all", scale=alt.Scale(zero=False, padding=20))
    base = alt.Chart(data).encode(x=x)
    told = alt.Color("kind:N", title=None, scale=alt.Scale(domain=names, range=[colours[n] for n in names]))
    bars = base.mark_rule(strokeWidth=2).encode(
        y=alt.Y("low:Q", title="house edge, % of the initial wager", scale=alt.Scale(zero=False)),
        y2="high:Q",
        color=told,
    )
    dots = base.mark_point(filled=True, size=70, opacity=1).encode(y="edge:Q", color=told)
    line = alt.Chart(pl.DataFrame({"y": [100 * exact]})).mark_rule(strokeDash=[5, 4], color="black").encode(y="y:Q")
    rounds = points[0].found["rounds"]
    worst = max(points, key=lambda p: abs(-p.found["mean"] - exact) / p.found["standard_error"])
    mean, low, high = _interval(worst.found)
    title = (
        f"With {_percent(worst.place, 0)} of the cards dealt the edge is {mean:.3f}%, not {_percent(exact, 3)}"
        if not low <= 100 * exact <= high
        else "At no depth can this many rounds tell the edge from that of a full shoe"
    )
    note = f"dots: {rounds:,} rounds each by the card, with 95% intervals; dashed: exact, a full shoe every round"
    return styled(layered(line, bars, dots), width=WIDTH, height=220, title=titled(title, note))


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
    zero = alt.Chart(pl.DataFrame({"y": [0.0]})).mark_rule(color="black").encode(y="y:Q")
    sure = [row for row in rows if row["low"] > 0]
    title = "At no depth do this many rounds show that a counter wins"
    if sure:
        best = max(sure, key=lambda row: row["won"])
        where = f"With {best['dealt']:.0f}% of the cards dealt"
        title = f"{where}, a counter of the {best['wager']} wins {best['won']:.1f} units in 100 rounds"
    return styled(
        layered(zero, lines, bars, dots),
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
        note += f"; dashed: exact, {_percent(exact, 4)}"
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
        line = alt.Chart(pl.DataFrame({"y": [100 * exact]})).mark_rule(strokeDash=[5, 4], color=VERMILION)
        layers.insert(0, line.encode(y="y:Q"))
    return layered(*layers)


def up_cards_of_two(solutions: Mapping[str, Json]) -> "alt.LayerChart":
    """What the round is worth against each up card, best attacked or not, in two games."""
    import altair as alt
    import polars as pl

    data = pl.concat(
        [
            frames.up_cards(solution).select(
                "up", worth=pl.max_horizontal("value", "attacked") * 100, game=pl.lit(name)
            )
            for name, solution in solutions.items()
        ]
    )
    names = list(solutions)
    chart = (
        alt.Chart(data)
        .mark_point(filled=True, size=90, opacity=1)
        .encode(
            x=alt.X("up:N", sort=CARDS, title="dealer's up card", axis=alt.Axis(labelAngle=0)),
            xOffset=alt.XOffset("game:N", sort=names),
            y=alt.Y("worth:Q", title="player's expectation, % of the initial wager"),
            color=alt.Color("game:N", title=None, scale=alt.Scale(domain=names, range=[BLUE, ORANGE])),
            shape=alt.Shape("game:N", title=None, scale=alt.Scale(domain=names, range=["circle", "diamond"])),
        )
    )
    zero = alt.Chart(pl.DataFrame({"y": [0.0]})).mark_rule(color="black").encode(y="y:Q")
    wide = data.pivot("game", index="up", values="worth").with_columns(gap=(pl.col(names[1]) - pl.col(names[0])).abs())
    most = wide.sort("gap", descending=True).row(0, named=True)
    title = (
        f"The two games differ most against {most['up']}: by {most['gap']:.2f}% of the initial wager"
        if most["gap"] > 0.005
        else "Against every up card the two games are worth the same"
    )
    return styled(layered(zero, chart), width=WIDTH, height=240, title=titled(title))
