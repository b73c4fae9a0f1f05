"""Two games side by side: rules and money."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pitboss.report import charts
from pitboss.report.asked import Asked
from pitboss.report.charts import CARDS
from pitboss.report.document import Block, Cell, Document, Grid, Picture, Section, rows, words
from pitboss.report.family_report import report_of
from pitboss.report.sections import RIGHT_OF_FIRST
from pitboss.report.strategy_card import COLUMNS, letters
from pitboss.report.terminal import short_citation
from pitboss.report.wording import percent, signed
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import Rules
from pitboss.rules.sheet import alike_by_reading, differences
from pitboss.rules.wager_kinds import wager_name
from pitboss.solve.solution import Progress
from pitboss.solve.strategy import HAND_CLASSES, Situation, Strategy, class_label, value_label

SAME = 5e-13


@dataclass(frozen=True)
class Solved:
    """One of the two games, with `solve --json` and `solve --all-readings --json`."""

    name: str
    rules: Rules
    solution: Mapping[str, Any]
    readings: Sequence[Mapping[str, Any]]
    strategy: Strategy | None


def _solved(asked: Asked, progress: Progress) -> Solved:
    rules = asked.rules()
    name = asked.game if asked.game == rules.game else Path(asked.game).stem
    progress(f"solving {rules.game}", 0.0)
    found = report_of(rules).compared(asked, progress)
    return Solved(name, rules, found.solution, found.readings, found.strategy)


def _money(left: Solved, right: Solved) -> Section | None:
    """The edges and how the results swing."""
    a, b = left.solution, right.solution
    if not a or not b:
        return None

    def row(name: str, x: float | None, y: float | None, share: bool = True) -> tuple[str, str, str, str]:
        def shown(value: float | None) -> str:
            return "not offered" if value is None else percent(value, 6) if share else f"{value:.6f}"

        change = "" if x is None or y is None else (f"{signed(y - x, 6)} points" if share else f"{y - x:+z.6f}")
        return name, shown(x), shown(y), change

    listed = [
        row("house edge, of the initial wager", a["house_edge"], b["house_edge"]),
        row("house edge, of everything wagered", a["house_edge_per_total_wager"], b["house_edge_per_total_wager"]),
        row("house edge, by the printed strategy", a["by_totals"]["house_edge"], b["by_totals"]["house_edge"]),
        row("mean total wager, initial wagers", a["total_wager"], b["total_wager"], share=False),
        row(
            "standard deviation of a round, initial wagers",
            a["standard_deviation"],
            b["standard_deviation"],
            share=False,
        ),
    ]
    for name in dict.fromkeys([*a["side_wagers"], *b["side_wagers"]]):
        one, two = a["side_wagers"].get(name), b["side_wagers"].get(name)
        title = wager_name(name)
        listed.append(row(f"{title}, house edge", one and one["house_edge"], two and two["house_edge"]))
        listed.append(row(f"{title}, wins", one and one["hit_rate"], two and two["hit_rate"]))
    columns = ("what", left.name, right.name, "right less left")
    blocks: list[Block] = [Grid(columns, rows(listed), numeric=frozenset({1, 2, 3}))]
    chart = charts.up_cards_of_two({left.name: a, right.name: b})
    blocks.append(Picture(chart, "What the round is worth against each up card, in both games"))
    return Section("Money", tuple(blocks))


def _strategies(left: Solved, right: Solved) -> Section | None:
    """The cells of the two cards that differ."""
    if left.strategy is None or right.strategy is None:
        return None
    listed: list[tuple[str | Cell, ...]] = []
    for situation in (Situation.FIRST_TWO, Situation.DRAWN):
        for row in range(HAND_CLASSES):
            one, two = left.strategy.play[situation][row], right.strategy.play[situation][row]
            for up in COLUMNS:
                a, b = one[up - 1], two[up - 1]
                if letters(a) != letters(b):
                    where = "" if situation is Situation.FIRST_TWO else ", three cards or more"
                    cells = (Cell(letters(a), a[0].letter), Cell(letters(b), b[0].letter))
                    listed.append((f"{class_label(row)} against {value_label(up)}{where}", *cells))
    if left.strategy.attack != right.strategy.attack:
        attacks = [
            ", ".join(value_label(up) for up in COLUMNS if s.attack[up - 1]) or "never"
            for s in (left.strategy, right.strategy)
        ]
        listed.append(("up cards attacked", *attacks))
    if not listed:
        return Section("Strategy", (words("The best strategies by totals are the same."),))
    intro = words(f"{len(listed)} cells of the best strategies by totals differ; all others are the same.")
    grid = Grid(("hand", left.name, right.name), tuple(listed), shape="figures")
    return Section("Strategy", (intro, grid))


def _doubts(left: Solved, right: Solved) -> Section | None:
    """What the doubtful clauses are worth in each."""
    worth: dict[str, list[str]] = {}
    for place, one in enumerate((left, right)):
        for value in one.readings:
            if value["in_force"]:
                continue
            moved = max(abs(value["cost"]), abs(value["side_cost"]))
            if moved < SAME:
                continue
            cells = worth.setdefault(f"{value['reading']} = {value['option']}", ["", ""])
            told = signed(value["cost"]) if abs(value["cost"]) >= SAME else ""
            for name, cost in value["side_costs"].items():
                told = f"{told} {wager_name(name)} {signed(cost)}".strip() if abs(cost) >= SAME else told
            cells[place] = told
    if not worth:
        return None
    intro = words(
        "Change of the house edge in percentage points when a doubtful clause is read otherwise; blank: no such doubt."
    )
    grid = Grid(
        ("read as", left.name, right.name),
        rows([(k, *v) for k, v in worth.items()]),
        numeric=RIGHT_OF_FIRST,
    )
    return Section("What each doubtful clause is worth", (intro, grid))


def _effects(left: Solved, right: Solved) -> Section | None:
    if not left.solution or not right.solution:
        return None
    listed = [
        (one.name, *(f"{100 * one.solution['effects_of_removal'].get(card, 0.0):+z.4f}" for card in CARDS))
        for one in (left, right)
    ]
    caption = "Main game: percentage points added to the player's expectation by taking out one card"
    return Section(
        "Effects of removal",
        (Grid(("game", *CARDS), rows(listed), caption, numeric=RIGHT_OF_FIRST, shape="figures dense"),),
    )


def _rules(one_game: Solved, other: Solved) -> Section:
    """Every value that differs, with both citations."""
    left, right = one_game.rules, other.rules
    listed: list[tuple[str | Cell, ...]] = []
    section = ""
    found = list(differences(left, right))
    for one in found:
        if one.section != section:
            section = one.section
            listed.append((Cell(section, "head"), "", ""))
        sides = []
        for text, clauses in ((one.left, one.left_clauses), (one.right, one.right_clauses)):
            sides.append(f"{text} [{short_citation(clauses)}]" if clauses else text)
        listed.append((one.label, *sides))
    blocks: list[Block] = [
        words(f"{len(found)} rules differ, each with the clauses behind it."),
        Grid(("rule", one_game.name, other.name), tuple(listed), shape="text dense"),
    ]
    alike = [
        (a.label, a.value, ", ".join(row.reading for row in (a, b) if row.reading))
        for a, b in alike_by_reading(left, right)
    ]
    if alike:
        blocks.append(
            Grid(
                ("rule", "value", "reading"),
                rows(alike),
                "Alike only as a doubtful clause is read now",
                shape="text dense",
            )
        )
    return Section("Rules", tuple(blocks), apart=True)


def comparison(left: Asked, right: Asked, progress: Progress) -> Document:
    """The whole."""
    a, b = _solved(left, progress), _solved(right, progress)
    if a.rules.hash == b.rules.hash:
        raise RulesError(f"{left.game} and {right.game} are the same rules: there is nothing to compare")
    sections = (_money(a, b), _strategies(a, b), _doubts(a, b), _effects(a, b), _rules(a, b))
    figures = {one.name: {"solve": one.solution, "all_readings": list(one.readings)} for one in (a, b)}
    subtitle = f"{a.name} (rules {a.rules.hash[:16]}) beside {b.name} (rules {b.rules.hash[:16]})"
    return Document(f"{a.rules.title} and {b.rules.title}", subtitle, tuple(s for s in sections if s), figures)
