"""How pitboss looks in a terminal: rule sheets, differences, clauses, coverage."""

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby, zip_longest
from textwrap import wrap
from typing import Any

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitboss.law import Citation, Clause, documents, readings, readings_of
from pitboss.law.carried_out import Place, code_map
from pitboss.report.law_map import at_hand, coverage, proof_map, stated
from pitboss.rules.cited import SetBy
from pitboss.rules.games import GAMES
from pitboss.rules.rules import Rules
from pitboss.rules.sheet import Row, alike_by_reading, differences, rows
from pitboss.rules.text import text_of

# Plain text only: what a person typed (a file's name, a value) must not be taken for markup.
console = Console(highlight=False, markup=False, emoji=False)

CITATION_WIDTH = 24
TRANSCRIPT_CITATION_WIDTH = 29
GUTTER = 2
NARROWEST = 60


def _table(*columns: str, title: str | None = None) -> Table:
    table = Table(
        box=box.SIMPLE_HEAD, title=title, title_justify="left", title_style="bold", pad_edge=False, expand=True
    )
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def short_citation(clauses: Citation) -> str:
    """The ids with what they share said once: `PA 665a.7(o), .7(p)` or `DD Shuffling 1, 2`."""
    short: list[str] = []
    shared_before = None
    for clause in clauses:
        shared, rest = _shared_part(clause)
        short.append(rest if shared == shared_before else clause)
        shared_before = shared
    return ", ".join(short)


def _shared_part(clause: str) -> tuple[str, str]:
    chapter, dot, paragraph = clause.rpartition(".")
    if dot:
        return chapter, dot + paragraph
    heading, _, number = clause.rpartition(" ")
    return heading, number


def _citation_lines(clauses: Citation, width: int) -> list[str]:
    first, *others = short_citation(clauses).split(", ")
    lines = [first]
    for place, piece in enumerate(others, 1):
        comma = "," if place < len(others) else ""
        if len(f"{lines[-1]}, {piece}{comma}") <= width:
            lines[-1] += f", {piece}"
        else:
            lines[-1] += ","
            lines.append(piece)
    return lines


Cell = list[tuple[str, str]]
"""The lines of one field of a grid, each with its style."""


def _cell(text: str, clauses: Citation, width: int) -> Cell:
    lines: Cell = [(line, "") for line in wrap(text, width)]
    if clauses:
        lines += [(line, "cyan") for cited in _citation_lines(clauses, width) for line in wrap(cited, width)]
    return lines


def _grid(rows: Iterable[tuple[Cell, ...]], widths: tuple[int, ...]) -> Text:
    """Fields side by side. `rich.table` does as much and more, but takes a tenth of a second for a rule sheet."""
    grid = Text()
    for row in rows:
        for line in zip_longest(*row, fillvalue=("", "")):
            last = max(column for column, (text, _) in enumerate(line) if text)
            for (text, style), width in zip(line[:last], widths, strict=False):
                grid.append(text, style).append(" " * (width - len(text) + GUTTER))
            text, style = line[last]
            grid.append(text.rstrip(), style).append("\n")
    return grid


def _widths(*shares: int, last: int = 0) -> tuple[int, ...]:
    """The screen's width shared out among columns, before a last one of a given width."""
    room = max(console.width, NARROWEST) - (last + GUTTER if last else 0) - GUTTER * (len(shares) - 1)
    columns = tuple(room * share // sum(shares) for share in shares)
    return (*columns, last) if last else columns


def print_games() -> None:
    """What is here."""
    table = _table("game", "what it is", "house options", "readings")
    for game in GAMES.values():
        table.add_row(game.id, game.title, str(len(game.options)), str(sum(1 for _ in readings_of(game.id))))
    console.print(table)
    console.print("`pitboss rules GAME` shows a rule sheet, `pitboss law` the clauses behind it.", style="dim")


def print_rules(rules: Rules) -> None:
    """The rule sheet a floor manager would pin up."""
    console.print(Text.assemble((rules.title, "bold"), f"  ({rules.game}, submission {rules.submission})"))
    for said in (f"by {rules.author}" if rules.author else "", rules.note):
        if said:
            console.print(said)
    console.print(f"rules {rules.hash[:16]}\n", style="dim")
    _print_departures(rules)
    for section, group in groupby(rows(rules), key=lambda row: row.section):
        spoken = [row for row in group if row.set_by is not SetBy.SILENT]
        if spoken:
            _print_section(section, spoken)
    _print_readings(rules)


def _print_section(section: str, spoken: list[Row]) -> None:
    widths = _widths(3, 4, last=CITATION_WIDTH)
    grid = _grid((_sheet_cells(row, widths) for row in spoken), widths)
    console.print(Text.assemble((section, "bold"), "\n", grid), soft_wrap=True)


def _sheet_cells(row: Row, widths: tuple[int, ...]) -> tuple[Cell, Cell, Cell]:
    label, value, cited = widths
    mark = f"  [reading: {row.reading}]" if row.set_by is SetBy.READING else ""
    before = "not as in" if row.set_by is SetBy.VARIANT else ""
    source = _cell(before, row.clauses, cited) if row.clauses else _cell(row.set_by.value, (), cited)
    return _cell(row.label, (), label), _cell(row.value + mark, (), value), source


def _print_departures(rules: Rules) -> None:
    if rules.departures:
        console.print("Not as the law has it:", style="bold red")
        for d in rules.departures:
            clauses = f" ({', '.join(d.clauses)})" if d.clauses else ""
            console.print(f"  {d.name} = {text_of(d.value)}; the law: {text_of(d.lawful)}{clauses}", style="red")
        console.print()


def _print_readings(rules: Rules) -> None:
    if not rules.readings:
        return
    table = _table("reading in force", "option", "question", title="Doubtful clauses and how they are read here")
    for name, option in rules.readings.items():
        table.add_row(name, option, readings()[name].question)
    console.print(table)


def print_differences(left: Rules, right: Rules) -> None:
    """Two games side by side, only what differs."""
    found = list(differences(left, right))
    titles = ((left.title, "bold"), " beside ", (right.title, "bold"))
    console.print(Text.assemble(*titles, f": {len(found)} differences\n"))
    for rules in (left, right):
        _print_departures(rules)
    widths = _widths(3, 4, 4)
    head = _grid([_cells("", (left.game, ()), (right.game, ()), widths)], widths)
    for section, group in groupby(found, key=lambda d: d.section):
        cells = (_cells(d.label, (d.left, d.left_clauses), (d.right, d.right_clauses), widths) for d in group)
        console.print(Text.assemble((section, "bold"), "\n", head, _grid(cells, widths)), soft_wrap=True)
    _print_alike_by_reading(left, right)


Side = tuple[str, Citation]


def _cells(label: str, left: Side, right: Side, widths: tuple[int, ...]) -> tuple[Cell, Cell, Cell]:
    return _cell(label, (), widths[0]), _cell(*left, widths[1]), _cell(*right, widths[2])


def _print_alike_by_reading(left: Rules, right: Rules) -> None:
    alike = list(alike_by_reading(left, right))
    if not alike:
        return
    table = _table("", "both", "by reading", title="Alike only while a doubtful clause is read as it is here")
    table.columns[2].min_width = max(len(name) for name in readings())
    for a, b in alike:
        doubts = [f"{row.reading}\n({game})" for row, game in ((a, left.game), (b, right.game)) if row.reading]
        table.add_row(f"{a.section}: {a.label}", a.value, "\n".join(doubts))
    console.print(table)


def print_clauses(wanted: tuple[Clause, ...], more: Callable[[Clause], Iterable[str]] = lambda clause: ()) -> None:
    """Clauses with their gist, embodiment, code and tests, and what else there is to say of each."""
    code, tests = code_map(), proof_map()
    packages = {document.id: document.package for document in documents()}
    for clause in wanted:
        console.print(Text.assemble((clause.id, "bold cyan"), f"  ({clause.embodied.value})"))
        _indented(clause.gist)
        if clause.slip:
            _indented(f"Slip in the text: {clause.slip}", "yellow")
        _print_places("stated" if clause.id in stated() else "code", code.get(clause.id, ()), "none")
        known = packages[clause.document] in at_hand()
        _print_places("test", tests.get(clause.id, ()), "none" if known else "not to be had: this is no checkout")
        for line in more(clause):
            _indented(line, "dim")
        console.print()
    for document in documents():
        if any(clause.document == document.id for clause in wanted):
            told = f"{document.title}; text as of {document.as_of}. {document.address}"
            console.print(Text(told.strip(), style="dim", overflow="fold"))


def _print_places(what: str, places: tuple[Place, ...], otherwise: str) -> None:
    for place in places or (otherwise,):
        _indented(f"{what}: {place}", "dim")


def _indented(text: str, style: str = "") -> None:
    console.print(Padding(Text(text, style=style, overflow="fold"), (0, 0, 0, 2), expand=False))


def print_coverage() -> bool:
    """The map from law to code to test; whether every clause has both."""
    table = _table("document", "clauses", "carried out", "stated", "proved by tests")
    parts = coverage()
    for part in parts:
        proved = "not at hand" if part.proved is None else str(part.proved)
        numbers = (len(part.document.clauses), part.carried_out, part.stated)
        table.add_row(part.document.title, *map(str, numbers), proved)
    each = ((len(part.document.clauses), part.carried_out, part.stated, part.proved or 0) for part in parts)
    table.add_row("all", *(str(sum(numbers)) for numbers in zip(*each, strict=True)), style="bold")
    console.print(table)
    missing = [row for part in parts for row in part.missing]
    if not missing:
        unread = sorted({part.document.package for part in parts if part.proved is None})
        without = f"; the tests of {', '.join(unread)} are not installed with it" if unread else ""
        console.print(f"Every clause is cited by code{without or ' and proved by a test'}.", soft_wrap=True)
    for clause, in_code, in_tests in missing:
        lacks = " and ".join(what for what, there in (("code", in_code), ("test", in_tests)) if not there)
        console.print(f"  {clause.id}: no {lacks}", soft_wrap=True)
    return not missing


def print_documents() -> None:
    """Every document with its official address, how old the text is, and every clause by its id, section by section."""
    for document in documents():
        console.print(Text(document.title, "bold"))
        console.print(f"{document.address or 'no official address'}\ntext as of {document.as_of}", soft_wrap=True)
        for section, heading in document.sections.items():
            ids = tuple(clause.id for clause in document.clauses if clause.section == section)
            console.print(f"  {section}  {heading}")
            for line in _citation_lines(ids, console.width - 4):
                console.print(f"    {line}", style="cyan", soft_wrap=True)
        console.print()


def print_transcript(rules: Rules, lines: Iterable[tuple[str, tuple[str, ...]]]) -> None:
    """What happened, line by line, each with its clauses; first, what of these a variant has otherwise."""
    console.print(Text(f"{rules.title}\n", style="bold"))
    _print_departures(rules)
    told, cited = widths = _widths(1, last=TRANSCRIPT_CITATION_WIDTH)
    rows = ((_cell(sentence, (), told), _cell("", tuple(dict.fromkeys(clauses)), cited)) for sentence, clauses in lines)
    console.print(_grid(rows, widths), soft_wrap=True, end="")


def print_values(rules: Rules, values: Mapping[str, Any]) -> None:
    """What each wager of a game is worth in which nobody decides anything."""
    console.print(Text(rules.title, "bold"), f"({rules.game}, {rules.marked_hash})\n")
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("wager", "house edge", "wins", "standard deviation"):
        table.add_column(column)
    for name, wager in values["wagers"].items():
        deviation = f"{wager['standard_deviation']:.4f}"
        table.add_row(name, f"{100 * wager['house_edge']:.6f}%", f"{100 * wager['hit_rate']:.4f}%", deviation)
    console.print(table)


def print_reading_edges(values: Mapping[str, Any]) -> None:
    """The edge of the main wager under every option of every reading."""
    if not values["readings"]:
        console.print(f"No clause of {values['game']} is read in more than one way.")
    for one in values["readings"]:
        in_force = " (in force)" if one["in_force"] else f" {100 * one['cost']:+z.6f}"
        console.print(f"{one['reading']} = {one['option']}: {100 * one['house_edge']:.6f}%{in_force}")
