"""The look all charts share: titles say what is seen, axes have units, everybody can tell the colours apart."""

from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from typing import TypeVar

    import altair as alt

    T = TypeVar("T", bound=alt.TopLevelMixin)

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
# Labels are measured in Liberation Sans, which is as wide as Arimo (it comes with a document), Arial and Helvetica.
# Where there is none of these, another font is set smaller, so that nothing is wider than it was measured and clipped.
FONT = "Arimo, Liberation Sans, Arial, Helvetica, Narrowed, sans-serif"
NARROWED = (
    '@font-face { font-family: Narrowed; src: local("DejaVu Sans"), local("Verdana"), local("Noto Sans"); '
    "size-adjust: 88%; }"
)


def styled(chart: "T", **properties: Any) -> "T":
    """A chart with its size and title, in the look all charts share."""
    sized = chart.properties(**properties) if properties else chart
    return cast(
        "T",
        sized.configure(font=FONT, background="white")
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


def level(y: float, **look: Any) -> "alt.Chart":
    """A line across the chart."""
    import altair as alt
    import polars as pl

    line: alt.Chart = alt.Chart(pl.DataFrame({"y": [y]})).mark_rule(**{"color": "black", **look}).encode(y="y:Q")
    return line
