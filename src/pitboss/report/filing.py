"""The filing package of a game: what a regulator asks for, each in a file of its own, and a manifest with their hashes.

It answers, item by item, what Maryland lists for a new game (COMAR 36.05.03.20) and for a Rules Submission (.19): other
states ask for the same in other words. What only the operator knows is given on the command line, or left to be filled
in and said so.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from pitboss import __version__
from pitboss.report import document, sections
from pitboss.report.asked import Asked
from pitboss.report.document import Document, Drawing, Grid, Section, rows, words
from pitboss.report.family_report import report_of
from pitboss.report.felt import felt
from pitboss.report.figures import Effort, Figures, Told, gather
from pitboss.report.laboratory import LINE
from pitboss.report.math_report import math_report
from pitboss.report.sheets import floor_sheet, paid
from pitboss.report.wording import first_upper, percent
from pitboss.rules.cited import SetBy
from pitboss.rules.errors import RulesError
from pitboss.rules.games import GAMES
from pitboss.rules.places import writable
from pitboss.rules.rules import Rules
from pitboss.rules.sheet import rows as sheet_rows
from pitboss.rules.text import prose_of
from pitboss.rules.wager_kinds import wager_name
from pitboss.solve.solution import Progress

TO_FILL_IN = "________________ (to be filled in by the operator)"
TRUE_ODDS = "4-odds: what each result of each wager pays, and how often it comes."
MANIFEST, LAYOUT = "manifest.json", "layout.svg"
Round = Sequence[tuple[str, Sequence[str]]]  # a dealt round: each sentence with its clauses


@dataclass(frozen=True)
class Filing:
    """What the operator says of a filing; what is left out is left to be filled in."""

    operator: str = ""
    author: str = ""
    reviewer: str = ""
    reason: str = ""
    elsewhere: str = ""
    rights: str = ""
    approved_on: date | None = None

    @property
    def approved(self) -> str:
        """What stands on every page: when it was approved, or that it is not yet."""
        return f"approved on {self.approved_on}" if self.approved_on is not None else "approved on: not yet approved"


def check_folder(out: str) -> Path:
    """A folder that is empty or not there yet, so that nothing of another filing gets into this one."""
    if not out:
        raise RulesError("a filing needs the name of a folder of its own")
    folder = Path(out)
    is_there = folder.is_dir()
    if (not is_there and (folder.exists() or folder.is_symlink())) or (is_there and any(folder.iterdir())):
        raise RulesError(f"{out} is not an empty folder: a filing has one of its own")
    writable((folder if is_there else folder.parent) / ".pitboss-filing")
    return folder


def package(
    asked: Asked,
    effort: Effort,
    filing: Filing,
    dealt: Sequence[Round],
    out: str,
    suffix: str,
    progress: Progress,
    paper: str = "a4",
) -> list[str]:
    """Write the package: the names of its files."""
    folder, rules = check_folder(out), asked.rules()
    figures = gather(asked, effort, progress, Told(author=filing.author, reviewer=filing.reviewer))
    documents = {
        "1-request": _request(rules, figures, filing),
        "2-rules": _rules(rules, dealt),
        "3-options": _options(rules),
        "4-odds": _odds(rules, figures),
        "5-math-report": math_report(figures),
        "6-floor-sheet": floor_sheet(rules),
        "7-approval": _approval(rules, filing),
    }
    folder.mkdir(exist_ok=True)
    for name, one in documents.items():
        progress(name, 1.0)
        document.write(_dated(one, rules, filing), folder / f"{name}{suffix}", paper)
    (folder / LAYOUT).write_text(felt(rules) + "\n", encoding="utf-8")
    files = sorted(path for path in folder.iterdir())
    manifest = {
        "game": rules.game,
        "rules_hash": rules.hash,
        "submission": rules.submission,
        "approved_on": None if filing.approved_on is None else filing.approved_on.isoformat(),
        "made_by": f"pitboss {__version__}",
        "made_on": date.today().isoformat(),
        "files": {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files},
    }
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
    return [*(path.name for path in files), MANIFEST]


def _dated(one: Document, rules: Rules, filing: Filing) -> Document:
    """The same with the date of its approval on every page."""
    footer = f"{one.title}; rules {rules.hash[:16]}; {filing.approved}; made on {date.today().isoformat()}"
    return Document(one.title, f"{one.subtitle}; {filing.approved}", one.sections, one.figures, footer, one.one_page)


def _document(rules: Rules, what: str, *parts: Section | None) -> Document:
    subtitle = f"{what}, {rules.game}, {rules.marked_hash}"
    return Document(rules.title, subtitle, tuple(part for part in parts if part is not None))


def _request(rules: Rules, figures: Figures, filing: Filing) -> Document:
    """The written request, in the order in which the items are listed."""
    places = [
        (row.label, row.value, row.cited(", ".join(row.clauses)))
        for row in sheet_rows(rules)
        if row.section in (rules.layout.heading, rules.cards.heading) and row.set_by is not SetBy.SILENT
    ]
    if rules.departures:
        kind = f"A variation of {GAMES[rules.game].title}: it departs from its regulation in what is listed here."
    else:
        kind = f"An authorised game: {GAMES[rules.game].title}, as its regulation has it."
    items = (
        ("1. Description, rules of play and wagering", (words("2-rules: the rule sheet, and rounds dealt by it."),)),
        ("2. Variation, composite or new game", (words(kind), *sections.departures(rules))),
        ("3. True odds, payout odds and house advantage of each wager", (advantages(figures), words(TRUE_ODDS))),
        (
            "4. and 5. Layout and equipment",
            (
                Drawing(felt(rules), f"The layout, seen from the players' side; also as {LAYOUT}"),
                Grid(("", "here", "clauses"), rows(places), shape="text dense"),
            ),
        ),
        ("6. Reason for proposing it", (words(filing.reason or TO_FILL_IN),)),
        ("7. Other jurisdictions where it is offered", (words(filing.elsewhere or TO_FILL_IN),)),
        ("8. Copyrights, trademarks and patents", (words(filing.rights or TO_FILL_IN),)),
        ("9. Other information", (words("5-math-report and 6-floor-sheet; manifest.json has the hash of each file."),)),
    )
    return _document(rules, "Request to offer a game or feature", *(Section(title, blocks) for title, blocks in items))


def advantages(figures: Figures) -> Grid:
    """Every wager: what the house keeps of it, and how often it wins; exact where there is a solver."""
    of = figures.solution
    listed = []
    if of:
        exact = "exact" if of["exact"] else "not exact: see the math report"
        wagers = {**of["side_wagers"], **of.get("wagers", {})}
        if of.get("main_wager") not in wagers:  # one that is named is listed with the others
            won = figures.shares[0] if "distribution" in of else figures.convergence[-1].found["win"]
            listed.append(("Initial wager, by best play", percent(of["house_edge"], 6), percent(won, 4), exact))
        for name, side in wagers.items():
            edge, wins = percent(side["house_edge"], 6), percent(side["hit_rate"], 4)
            known = f"within {percent(side['error'], 6)}" if side.get("error") else exact
            listed.append((first_upper(wager_name(name)), edge, wins, known))
    else:
        found, counted = figures.convergence[-1].found, report_of(figures.rules).known_edge(figures.rules)
        played = f"simulated, standard error {100 * found['standard_error']:.4f} points"
        edge = percent(-found["mean"], 4)
        if counted is not None:
            edge, played = percent(counted, 6), f"exact, counted; {edge} {played}"
        listed.append(("Initial wager", edge, percent(found["win"], 2), played))
    return Grid(("wager", "house advantage", "wins", "how it is known"), rows(listed), numeric=frozenset({1, 2}))


def _rules(rules: Rules, dealt: Sequence[Round]) -> Document:
    """The rule sheet with its clauses, and rounds dealt by it, sentence by sentence."""
    examples = [
        Section(
            f"Worked example {number}",
            (
                Grid(
                    ("what happens", "clauses"),
                    rows([(said, ", ".join(cited)) for said, cited in round_]),
                    shape="text dense story",
                ),
            ),
            apart=True,
        )
        for number, round_ in enumerate(dealt, 1)
    ]
    return _document(rules, "Rules of play", sections.readings_in_force(rules), sections.rule_sheet(rules), *examples)


def _options(rules: Rules) -> Document:
    """The options the house has, what it chose, what it might have chosen."""
    listed = []
    for name, option in GAMES[rules.game].options.items():
        chosen = rules.by_name[name][1].value if name in rules.by_name else None
        listed.append(
            (
                name,
                option.question,
                "" if chosen is None else prose_of(chosen),
                str(option.allowed),
                ", ".join(option.clauses) or "no clause speaks of it",
            )
        )
    grid = Grid(("option", "question", "chosen", "allowed", "clauses"), rows(listed), shape="text dense")
    return _document(
        rules,
        "Options chosen",
        Section("The Rules Submission", (grid,)),
        sections.readings_in_force(rules, "2-rules"),
    )


def _odds(rules: Rules, figures: Figures) -> Document:
    """What every wager pays, its true odds, and what the house keeps of it."""
    told = [row for row in sheet_rows(rules) if row.set_by is not SetBy.SILENT]
    pays = [(row.label, row.value, row.cited(", ".join(row.clauses))) for row in paid(rules, told)]
    return _document(
        rules,
        "Payouts, odds and advantage",
        Section("Payouts", (Grid(("wager", "pays", "clauses"), rows(pays), shape="text dense"),)),
        Section("House advantage of each wager", (advantages(figures),)),
        *report_of(rules).odds(figures),
    )


def _approval(rules: Rules, filing: Filing) -> Document:
    """The page that is signed."""
    signed: list[tuple[str, str]] = [
        ("game", f"{rules.title} ({rules.game})"),
        ("rules hash", rules.hash),
        ("Rules Submission", rules.submission),
        ("filed by", filing.operator or LINE),
        ("mathematics by", filing.author or rules.author or LINE),
        ("reviewed by", filing.reviewer or LINE),
        ("approved on", LINE if filing.approved_on is None else filing.approved_on.isoformat()),
        *((f"signature, {who}", LINE) for who in ("operator", "author", "reviewer", "regulator")),
    ]
    kept = words("A superseded version is to be kept for as long as the regulation asks, here at least five years.")
    return _document(rules, "Approval", Section("Approval", (Grid(("", ""), rows(signed), shape="text"), kept)))
