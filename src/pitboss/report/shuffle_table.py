"""A shuffle's study in a terminal of 80 columns."""

from itertools import groupby
from textwrap import fill

from rich import box
from rich.console import Console
from rich.table import Table

from pitboss.report.terminal import short_citation
from pitboss.shuffles.quality import (
    FACES,
    FOLLOWER,
    HALF,
    KEPT,
    RISING,
    RISK,
    STUDENT,
    TOLD_APART,
    VALUES,
    Quality,
)
from pitboss.shuffles.study import Study

console = Console(highlight=False, markup=False, emoji=False)
WIDTH = 79
HEADS = {
    RISING: "rising\nseqs.",
    KEPT: "pairs\nkept",
    HALF: "right\nhalf",
    FOLLOWER: "follower\nnames",
    STUDENT: "student\nnames",
}


def print_study(study: Study) -> None:
    """The routine, the figures, what they mean."""
    console.print(f"{study.rules.title}: the shuffle", style="bold")
    console.print(f"{study.cards} cards, {study.times:,} shuffles of each kind, seed {study.seed}", style="dim")
    console.print(f"rules {study.rules.hash[:16]}\n", style="dim")
    for clause, steps in groupby(study.routine.acts(study.stack), key=lambda step: step[0]):
        _print_entry(clause, "; ".join(act for _, act in steps))
    _print_figures(study)
    for sentence in findings(study):
        console.print(fill(sentence, WIDTH), soft_wrap=True)
    console.print()
    for term, meaning in legend(study):
        _print_entry(term, meaning)
    console.print(f"{study.seconds:.1f} s", style="dim")
    if study.came_with_version:
        console.print("The shuffles came with this version; --no-cache does them again.", style="dim")


def _print_entry(term: str, meaning: str) -> None:
    console.print(fill(f"{term:<15} {meaning}", WIDTH, subsequent_indent=" " * 16), soft_wrap=True)


def _print_figures(study: Study) -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=0)
    table.add_column("means of a shuffle", vertical="bottom", no_wrap=True)
    for head in (*HEADS.values(), "place\nχ²", "distance\n0 to 1"):
        table.add_column(head, justify="right", vertical="bottom")
    for quality in study.found:
        means = [f"{quality.counted[count].mean:.2f}" for count in TOLD_APART]
        table.add_row(quality.kind.name, *means, place_distance(quality), distance(quality))
    table.add_section()
    exactly = [f"{study.expected(count):.2f}" for count in TOLD_APART]
    table.add_row("a perfect one, exactly", *exactly, "0", "0")
    console.print(table)


def place_distance(quality: Quality) -> str:
    """The chi-squared distance of a card's place; by chance the estimate may fall below 0, and 0 is then meant."""
    return f"{max(quality.place_distance, 0):.3f}"


def distance(quality: Quality) -> str:
    """The distance from a perfect shuffle: exact, or the most that could be shown."""
    if quality.exact is not None:
        return f"{float(quality.exact):.4f}" if quality.exact else "0"
    return f"≥ {at_least(quality)}"


def at_least(quality: Quality) -> str:
    """The bound to four digits, never rounded up."""
    return f"{int(quality.bound.at_least * 10_000) / 10_000:.4f}"


def findings(study: Study) -> tuple[str, ...]:
    """What is seen, in sentences."""
    apart, house = study.kept_apart, study.house
    return (
        f"Cards {apart.bottom[0] + 1} to {apart.bottom[-1] + 1} from the top always end in the bottom half and cards "
        f"{apart.top[0] + 1} to {apart.top[-1] + 1} in the top half: the two passes never meet "
        f"({short_citation(apart.clauses)}). A perfect shuffle does that with a chance of "
        f"{float(study.apart_by_chance):.1e}. So the routine's distance from one is 1, but for no more than this "
        f"chance: it is no nearer than {study.no_nearer_than} riffles.",
        f"Who has watched the routine names {house.counted[STUDENT].mean:.1f} of {study.cards} cards right, after a "
        f"perfect shuffle {study.expected(STUDENT):.1f}. Where only faces are told apart it is "
        f"{house.counted[FACES].mean:.1f} against {study.expected(FACES):.1f}, where only the values of blackjack are, "
        f"{house.counted[VALUES].mean:.1f} against {study.expected(VALUES):.1f}.",
    )


def legend(study: Study) -> tuple[tuple[str, str], ...]:
    """What the columns are."""
    return (
        ("rising seqs.", "runs of the old order that can be picked out from top to bottom"),
        ("pairs kept", f"of the {study.cards - 1} pairs of neighbours, those still one right under the other"),
        ("right half", f"of {study.cards} cards, those in the half where most such shuffles brought them"),
        ("follower", "names the first card of the longest run of the old order not yet out"),
        ("student", "names the likeliest card by tables of as many other shuffles of the kind"),
        ("place χ²", "distance of a card's place from any place as likely; 0 is even"),
        (
            "distance",
            "total variation from a perfect shuffle: exact for riffles; ≥ is a lower bound by the best of these "
            f"counts, too high with a chance below {RISK:g}",
        ),
    )
