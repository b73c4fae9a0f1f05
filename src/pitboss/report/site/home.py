"""The first page: the felt, what was found, and every question with the page that answers it."""

from pitboss.law import clauses, readings
from pitboss.report.findings import Finding, findings, percent
from pitboss.report.site.contents import chapters
from pitboss.report.site.filling import filled
from pitboss.report.site.page import Page
from pitboss.rules.games import GAMES
from pitboss.solve.by_reading import ReadingValue

DEAREST = 5


def home_page() -> Page:
    """The page."""
    body = filled(
        "home.html",
        chapters=chapters(),
        clauses=len(clauses()),
        doubts=len(readings()),
        edges=[
            (f"games/{one.rules.game}.html", one.rules.title, percent(one.solution.main.house_edge))
            for one in findings()
        ],
        dearest=[_told(one, value) for one, value in _dearest()],
    )
    return Page("index.html", "pitboss", body, "the contents")


def _dearest() -> list[tuple[Finding, ReadingValue]]:
    """The options that move a main game most, each doubt once."""
    priced = [(one, value) for one in findings() for value in one.readings if not value.in_force]
    by_cost = sorted(priced, key=lambda row: -abs(row[1].cost))
    first = {row[1].reading.id: row for row in reversed(by_cost)}
    return [row for row in by_cost if first[row[1].reading.id] is row][:DEAREST]


def _told(one: Finding, value: ReadingValue) -> dict[str, str]:
    return {
        "id": value.reading.id,
        "question": value.reading.question,
        "option": value.option,
        "game": GAMES[one.rules.game].short_title,
        "cost": percent(value.cost, signed=True),
    }
