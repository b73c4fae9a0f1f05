"""The page of prices: each option of each doubtful clause, game by game."""

from pitboss.law import Reading, readings
from pitboss.report.findings import Finding, findings, percent, shift
from pitboss.report.site.filling import filled
from pitboss.report.site.page import Page
from pitboss.rules.games import GAMES


def readings_page() -> Page:
    """The page."""
    found = findings()
    doubts = [_doubt(doubt, found) for doubt in readings().values()]
    games = [GAMES[one.rules.game].short_title for one in found]
    body = filled("readings.html", doubts=doubts, games=games)
    return Page("readings-priced.html", "Readings priced", body, "the solver")


def _doubt(doubt: Reading, found: tuple[Finding, ...]) -> dict[str, object]:
    options = [
        {
            "id": option.id,
            "default": option.id == doubt.default,
            "departs": option.departs,
            "prices": [_price(one, doubt.id, option.id) for one in found],
        }
        for option in doubt.options
    ]
    return {"id": doubt.id, "question": doubt.question, "clauses": doubt.clauses, "options": options}


def _price(one: Finding, doubt: str, option: str) -> str:
    for value in one.readings:
        if value.reading.id == doubt and value.option == option:
            return percent(value.house_edge) if value.in_force else shift(value) or "nothing"
    return "–"
