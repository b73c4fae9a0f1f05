"""One page a game, made from its rules, its options, its readings and its solution."""

from collections.abc import Sequence
from itertools import groupby

from pitboss.law import documents, reading
from pitboss.report.document import Document, to_html
from pitboss.report.family_report import report_of
from pitboss.report.findings import Finding, finding, percent, shift
from pitboss.report.sheets import floor_sheet, paid, strategy_sheet
from pitboss.report.site.filling import filled
from pitboss.report.site.page import Page
from pitboss.report.strategy_card import gives_up, insured
from pitboss.report.strategy_grid import PlainGrids
from pitboss.rules.cited import SetBy
from pitboss.rules.games import GAMES, Game
from pitboss.rules.money import dollars
from pitboss.rules.rules import Rules
from pitboss.rules.sheet import Row, rows
from pitboss.rules.submission import default_submission
from pitboss.rules.text import text_of
from pitboss.rules.variant import load
from pitboss.solve.solution import as_json


def game_pages() -> list[Page]:
    """The pages."""
    return [_page(game) for game in GAMES.values()]


def sheets() -> dict[str, bytes]:
    """The pages to print, by path: a floor sheet of each game, and a strategy card where a player decides."""
    made: dict[str, Document] = {}
    for game in GAMES.values():
        made[f"games/{game.id}-floor-sheet.html"] = floor_sheet(load(game.id))
        if found := finding(game.id):
            card = strategy_sheet(found.rules, found.solution.strategy, as_json(found.solution))
            made[f"games/{game.id}-strategy-card.html"] = card
    return {path: to_html(document, "a4").encode() for path, document in made.items()}


def _page(game: Game) -> Page:
    rules = load(game.id)
    found = finding(game.id)
    told = [row for row in rows(rules) if row.set_by is not SetBy.SILENT]
    body = filled(
        "game.html",
        rules=rules,
        document=next(d.title for d in documents() if d.id == rules.document),
        nothing_to_solve="" if found else report_of(rules).instead_of_findings(rules),
        paid=[_told(row) for row in paid(rules, told)],
        doubts=[_doubt(rules, name, found) for name in rules.readings],
        options=_options(game),
        sections=[(name, [_told(row) for row in group]) for name, group in groupby(told, key=lambda row: row.section)],
        **_solved(found),
    )
    return Page(f"games/{game.id}.html", rules.title, body, f"the rules of {game.id}")


def _told(row: Row) -> dict[str, object]:
    by_reading = row.reading if row.set_by is SetBy.READING else None
    return {
        "label": row.label,
        "value": row.value,
        "source": row.cited(", ".join(row.clauses)),
        "name": row.name,
        "reading": by_reading,
    }


def _doubt(rules: Rules, name: str, found: Finding | None) -> dict[str, object]:
    doubt = reading(name)
    others: Sequence[tuple[str, str]] = [
        (option.id, "") for option in doubt.options if option.id != rules.readings[name]
    ]
    if found is not None:
        priced = [value for value in found.readings if value.reading.id == name and not value.in_force]
        others = [(value.option, shift(value) or "nothing") for value in priced]
    return {"id": name, "question": doubt.question, "chosen": rules.readings[name], "others": others}


def _options(game: Game) -> list[dict[str, str]]:
    chosen = default_submission(game).options
    return [
        {
            "name": option.name,
            "question": option.question,
            "allowed": str(option.allowed),
            "chosen": _chosen(option.name, chosen[option.name]),
            "clauses": ", ".join(option.clauses) or "no clause speaks of it",
        }
        for option in game.options.values()
    ]


def _chosen(name: str, value: object) -> str:
    return dollars(value) if name.endswith("_cents") and isinstance(value, int) else text_of(value)


def _solved(found: Finding | None) -> dict[str, object]:
    if found is None:
        return {"solution": None, "cards": []}
    solution = found.solution
    main = solution.main
    whose = "for the house" if main.house_edge >= 0 else "for the player"
    return {
        "solution": solution,
        "cards": list(PlainGrids(found.rules, solution.strategy, as_json(solution)).grids()),
        "gives_up": gives_up(found.rules),
        "insured": " ".join(insured(found.rules, solution.strategy)),
        "by_card": percent(solution.by_totals.house_edge),
        "figures": [
            ("house edge", percent(main.house_edge), f"of the initial wager, {whose}, by best play"),
            ("of everything wagered", percent(main.house_edge / main.total_wager), "house edge over mean total wager"),
            ("mean total wager", f"{main.total_wager:.4f}", "initial wagers a round"),
            ("standard deviation", f"{solution.standard_deviation:.4f}", "initial wagers a round"),
        ],
        "side_wagers": [
            (name, percent(wager.house_edge), percent(wager.hit_rate), f"{wager.standard_deviation:.4f}")
            for name, wager in solution.side_wagers.items()
        ],
    }
