"""A report on paper: whatever fonts a machine has, no label of a chart and no table runs over the edge of the page."""

from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.report.asked import Asked
from pitboss.report.charts import tornado
from pitboss.report.document import Document, Picture, Section, to_html
from pitboss.report.figures import Figures, Point
from pitboss.report.laboratory import returns
from pitboss.report.laboratory_charts import beside
from pitboss.rules.known_games import known
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.cache import solved
from pitboss.solve.solution import as_json

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PAPER = 688  # pixels of A4 between its margins
OVER = """() => {
    const wide = document.documentElement.clientWidth + 1;
    return [...document.querySelectorAll("figure text, table")].filter((one) => {
        const { left, right } = one.getBoundingClientRect();
        return left < -1 || right > wide;
    }).map((one) => one.textContent);
}"""
GAME = "double-attack-pa"
LONG = [
    {
        "reading": "surrender-after-double",
        "option": option,
        "in_force": False,
        "house_edge": 0.01,
        "cost": cost,
        "side_house_edges": {},
        "side_costs": {},
        "side_cost": 0.0,
        "clauses": [],
    }
    for option, cost in (("double-returned", 0.012), ("not-offered", -0.01))
]


def test_nothing_runs_over_the_edge_of_the_paper(browser: "Browser", tmp_path: Path) -> None:
    asked, rules = Asked(GAME, {}, {}, True), BlackjackRules.of(load(GAME))
    solution = as_json(solved(rules, lambda step, share: None))
    sides = {name: {"house_edge": 0.123456, "standard_error": 0.01} for name in ("insurance", "bust-it")}
    last = {"rounds": 10**8, "house_edge": 0.004807, "standard_error": 0.01, "side_wagers": sides}
    figures = Figures(rules, asked, solution, convergence=(Point("", 1, True, "", last),))
    games = [(rules.title + " (this report)", 0.0048), *((one.name, float(one.house_edge)) for one in known())]
    costs = tornado(LONG)
    assert costs is not None
    pictures = (Picture(beside(games), "edges"), Picture(costs, "readings"))
    page = tmp_path / "report.html"
    page.write_text(to_html(Document("Report", "of charts", (Section("Charts", pictures), returns(figures))), "a4"))
    sheet = browser.new_page(viewport={"width": PAPER, "height": 1000})
    sheet.goto(page.as_uri())
    sheet.emulate_media(media="print")
    drawn = sheet.locator("figure text").count()
    assert drawn > 20
    assert sheet.evaluate(OVER) == []
    sheet.close()
