"""Charts of a solved game: results, up cards, readings, effects of removal, decks."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pitboss.report import frames
from pitboss.report.chart_style import BLUE, COLOURS, GREY, ORANGE, VERMILION, WIDTH, layered, level, styled, titled
from pitboss.report.figures import Decks
from pitboss.report.wording import IN_FORCE, NOT_LAWFUL, first_upper, percent
from pitboss.rules.wager_kinds import wager_name
from pitboss.solve.strategy import UP_CARDS, value_label

if TYPE_CHECKING:
    import altair as alt

Json = Mapping[str, Any]
CARDS = [value_label(up) for up in (*UP_CARDS[1:], UP_CARDS[0])]
ROOM_FOR_LABELS = 1.36  # of the longest bar: its figure stands beyond it, before the names


def distribution(solution: Json) -> "alt.Chart":
    """The chance of each net result of a round."""
    import altair as alt
    import polars as pl

    data = frames.distribution(solution).with_columns(
        side=pl.when(pl.col("net") > 0)
        .then(pl.lit("won"))
        .when(pl.col("net") < 0)
        .then(pl.lit("lost"))
        .otherwise(pl.lit("push")),
        share=pl.col("chance") * 100,
    )
    shares = {side: float(data.filter(pl.col("side") == side)["chance"].sum()) for side in ("lost", "push", "won")}
    common = data.filter(pl.col("chance") >= 1e-4)
    base = alt.Chart(common).encode(
        x=alt.X("net:Q", title="net result of a round, initial wagers", axis=alt.Axis(tickMinStep=1)),
        color=alt.Color(
            "side:N",
            title=None,
            scale=alt.Scale(domain=["lost", "push", "won"], range=[VERMILION, GREY, BLUE]),
        ),
    )
    bars: alt.Chart = base.mark_bar(size=9).encode(
        y=alt.Y("share:Q", title="share of rounds, %"),
        tooltip=[alt.Tooltip("net:Q"), alt.Tooltip("share:Q", format=".4f")],
    )
    title = (
        f"{percent(shares['won'], 1)} of rounds are won, {percent(shares['push'], 1)} are a push, "
        f"{percent(shares['lost'], 1)} are lost"
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
    return styled(layered(level(0.0), chart), width=WIDTH, height=240, title=titled(title))


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
                    {"option": name, "wager": wager_name(wager), "cost": 100 * cost, "label": f"{100 * cost:+z.3f}"}
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
            scale=alt.Scale(domain=[-ROOM_FOR_LABELS * largest, ROOM_FOR_LABELS * largest], nice=False),
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
    names = [IN_FORCE, "allowed", NOT_LAWFUL]
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
    title = f"With {here.decks} decks the edge is {percent(here.house_edge, 3)}"
    ends = [f"{percent(d.house_edge, 3)} with {d.decks}" for d in (low, high)]
    spread = f"best play for each; from {ends[0]} to {ends[1]}"
    return styled(layered(line, dots, text), width=WIDTH, height=220, title=titled(title, spread))


def _deck_kind(found: Decks) -> str:
    return IN_FORCE if found.in_force else "allowed" if found.lawful else NOT_LAWFUL


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
    wide = data.pivot("game", index="up", values="worth").with_columns(gap=(pl.col(names[1]) - pl.col(names[0])).abs())
    most = wide.sort("gap", descending=True).row(0, named=True)
    title = (
        f"The two games differ most against {most['up']}: by {most['gap']:.2f}% of the initial wager"
        if most["gap"] > 0.005
        else "Against every up card the two games are worth the same"
    )
    return styled(layered(level(0.0), chart), width=WIDTH, height=240, title=titled(title))
