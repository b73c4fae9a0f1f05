"""One printable page each: the floor sheet of a game, and the strategy as a card to carry."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from itertools import groupby
from typing import Any

from pitboss import __version__
from pitboss.report.document import Block, Cell, Document, Grid, Section, Side, rows, words
from pitboss.report.strategy_card import insured
from pitboss.report.strategy_grid import PlainGrids, legend
from pitboss.report.wording import percent
from pitboss.rules.cited import SetBy
from pitboss.rules.money import Odds
from pitboss.rules.rules import BlackjackRules, Rules
from pitboss.rules.sheet import SAYS_ALSO, Row, in_force
from pitboss.rules.sheet import rows as sheet_rows
from pitboss.rules.subjects.cards_in_use import CardsInUse
from pitboss.rules.subjects.layout import Layout
from pitboss.rules.subjects.points import Points
from pitboss.rules.wager_kinds import Paytable, WagerSubject
from pitboss.solve.strategy import Strategy

STEPS = "; "  # between the steps of a value that is a list of them, as the rule sheet writes it
NOT_ON_THE_FLOOR = (CardsInUse.heading, Layout.heading, Points.heading)  # what is checked before a table opens
SIDE_WAGERS = "side_wagers"  # the rule that holds a variant's own
WHAT_PAYS, DOUBTS = "What pays", "Doubtful clauses, as read here"


def paid(rules: Rules, told: Iterable[Row]) -> list[Row]:
    """What is stated as odds, and every line of a paytable by itself."""
    found: list[Row] = []
    for row in told:
        value = rules.by_name[row.name][1].value if row.name else None
        if isinstance(value, Odds):
            found.append(row)
        elif isinstance(value, Paytable) and _offered(rules, row):
            found += [_line(row, part) for part in row.value.split(STEPS)]
        elif row.name == SIDE_WAGERS:
            kinds = rules.wagers.side_wagers
            lines = [(f"{kind.name}: {line.name}", str(line.odds)) for kind in kinds for line in kind.pays]
            found += [replace(row, label=label, value=odds) for label, odds in lines]
    return found


def _offered(rules: Rules, row: Row) -> bool:
    """Whether what a paytable is for can be wagered here."""
    subject = rules.groups[rules.by_name[row.name][0]]
    kind = subject.kind(()) if isinstance(subject, WagerSubject) else None
    return kind is None or kind.offered


def _line(row: Row, part: str) -> Row:
    what, _, odds = part.partition(": ")
    return Row(row.section, row.name, f"{row.section}: {what}", odds, row.clauses, row.set_by, row.reading)


def floor_sheet(rules: Rules) -> Document:
    """The deal in order, what pays, limits, what a player may do, irregularities, each with its clauses."""
    told = [row for row in sheet_rows(rules) if row.set_by is not SetBy.SILENT and row.label != SAYS_ALSO]
    pays = paid(rules, told)
    cited = [clause for row in told for clause in row.clauses]
    text = cited[0].rpartition(".")[0] + "." if cited else ""
    text = text if all(clause.startswith(text) for clause in cited) else ""
    blocks, departing = [_grid(WHAT_PAYS, pays, text)], {departure.name for departure in rules.departures}
    shown = {row.name for row in pays} - {SIDE_WAGERS}  # that row says of which cards, and the limits
    for section, group in groupby(told, key=lambda row: row.section):
        known = section in NOT_ON_THE_FLOOR  # but for what a variant has otherwise, which nobody can know
        wanted = (row for row in group if row.name not in shown and (not known or row.name in departing))
        if here := [replace(row, value=in_force(rules, row)) for row in wanted]:
            blocks.append(_grid(section, here, text))
    if rules.readings:
        blocks.append(Grid(("", ""), rows(tuple(rules.readings.items())), DOUBTS, shape="text dense"))
    return _page(rules, "Floor sheet", (Side(tuple(blocks)),), f", clauses of {text.rstrip('.')}" if text else "")


def _grid(caption: str, told: Iterable[Row], text: str) -> Grid:
    """Rows with their clauses, less what all of them begin with; a value that is a list of steps is numbered."""
    listed: list[tuple[str | Cell, ...]] = []
    for row in told:
        steps = row.value.split(STEPS)
        value = row.value if len(steps) < 3 else "  ".join(f"{n}. {step}" for n, step in enumerate(steps, 1))
        cited = ", ".join(f".{clause.removeprefix(text)}" if text else clause for clause in row.clauses)
        listed.append((row.label, value, row.cited(cited)))
    return Grid(("", "", ""), rows(listed), caption, shape="text dense")


def strategy_sheet(rules: BlackjackRules, strategy: Strategy, solution: dict[str, Any]) -> Document:
    """The best strategy by totals, as the card people carry, and what it leaves the house."""
    grids = tuple(PlainGrids(rules, strategy, solution).grids())
    by_card = percent(solution["by_totals"]["house_edge"], 4)
    best = percent(solution["house_edge"], 4)
    said = [f"Played so, the house keeps {by_card} of the initial wager; by the best play there is, {best}."]
    said += insured(rules, strategy)
    return _page(rules, "Strategy card", (words(" ".join(said), legend(rules)), Side(grids)))


def _page(rules: Rules, what: str, blocks: tuple[Block, ...], more: str = "") -> Document:
    made = f"pitboss {__version__}, {date.today().isoformat()}"
    subtitle = f"{what}, {rules.game}, submission {rules.submission}{more}, {rules.marked_hash}"
    footer = f"{rules.title}: {what.lower()}; rules {rules.hash[:16]}; {made}"
    return Document(rules.title, subtitle, (Section(what, blocks),), footer=footer, one_page=True)
