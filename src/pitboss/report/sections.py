"""The parts of a math report that every family's has: readings, simulation, method, rule sheet."""

import platform
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from importlib.metadata import version

from pitboss import __version__
from pitboss.law import clauses, readings
from pitboss.report.document import Block, Cell, Grid, Picture, Section, Tiles, Typed, Words, rows, words
from pitboss.report.figures import COUNTER_SHARE, Figures, Point
from pitboss.report.simulated_charts import convergence
from pitboss.report.terminal import short_citation
from pitboss.report.wording import IN_FORCE, NOT_LAWFUL, percent
from pitboss.rules.rules import Rules
from pitboss.rules.sheet import rows as sheet_rows
from pitboss.rules.text import prose_of

RIGHT_OF_FIRST = frozenset(range(1, 12))
FRESH_SHOES = "Simulation and exact value are of the same game."


def departures(rules: Rules) -> tuple[Block, ...]:
    if not rules.departures:
        return (words("These rules are as the law has them: nothing departs from it."),)
    listed = [
        (d.name, prose_of(d.value), prose_of(d.lawful), short_citation(d.clauses) if d.clauses else "")
        for d in rules.departures
    ]
    grid = Grid(("rule", "here", "the law has", "clauses"), rows(listed), "Not as the law has it", shape="text")
    return (grid,)


def readings_in_force(rules: Rules, sheet_at: str = "the appendix") -> Section:
    """The doubtful clauses and how they are read here; `sheet_at` is where the rule sheet is."""
    listed = []
    for name, chosen in rules.readings.items():
        doubtful = readings()[name]
        touching = tuple(c for c in doubtful.clauses if clauses()[c].document == rules.document)
        listed.append((name, doubtful.question, f"{chosen}: {doubtful.option(chosen).means}", short_citation(touching)))
    grid = Grid(("reading", "question", "read here as", "clauses"), rows(listed), shape="text dense")
    intro = words(
        f"Rules hash {rules.hash}. Rules Submission: {rules.submission}. The whole rule sheet, value by value with its "
        f"clauses, is in {sheet_at}."
    )
    return Section("Rules and readings in force", (intro, grid if listed else words("No clause of it is doubtful.")))


def glance_at_simulation(
    figures: Figures, of: str, note: str = "", unit: str = "wagers", exact: float | None = None
) -> Section:  # fmt: skip
    """What a simulation says first, of a game that nobody decides anything in; `exact` is the edge if it is known."""
    last = figures.convergence[-1].found
    rounds = f"{last['rounds']:,} rounds"
    known = [] if exact is None else [(percent(exact), f"house edge {of}", "exact")]
    tiles = Tiles(
        (
            *known,
            (
                percent(-last["mean"]),
                f"house edge {of}, simulated",
                f"standard error {100 * last['standard_error']:.4f} points",
            ),
            (percent(last["win"], 2), "rounds won", rounds),
            (percent(last["push"], 4), "rounds that are a push", rounds),
            (f"{last['standard_deviation']:.4f}", f"standard deviation, {unit}", rounds),
        )
    )
    listed = [
        (name, percent(wager["house_edge"], 6), percent(wager["hit_rate"], 4))
        for name, wager in figures.solution.get("wagers", {}).items()
    ]
    grid = [Grid(("wager", "house edge, exact", "wins"), rows(listed), numeric=RIGHT_OF_FIRST)] if listed else []
    said = [words(note)] if note else []
    return Section("At a glance", (tiles, *departures(figures.rules), *grid, *said))


def points(points: Sequence[Point], what: str, in_force: str = "") -> Grid:
    """A simulated series; the last column says what is in force and what is not law, and is there only if it must."""
    listed = []
    for point in points:
        mean, error = -point.found["mean"], point.found["standard_error"]
        law = IN_FORCE if point.label == in_force else "" if point.lawful else NOT_LAWFUL
        listed.append((point.label, f"{point.found['rounds']:,}", percent(mean), f"{100 * error:.4f}", law))
    columns: tuple[str, ...] = (what, "rounds", "house edge", "standard error, points", "")
    wanted = [k for k, name in enumerate(columns) if name or any(row[k] for row in listed)]
    wanted = [k for k in wanted if k == 0 or any(row[k] != row[0] for row in listed)]
    shown = [tuple(row[k] for k in wanted) for row in listed]
    numeric = frozenset(place for place, k in enumerate(wanted) if k in (1, 2, 3))
    return Grid(tuple(columns[k] for k in wanted), rows(shown), numeric=numeric)


def simulation(figures: Figures, exact: float | None, same: str) -> Section:
    """A simulation beside the exact value, if there is one; `same` says why the two are of one game."""
    last = figures.convergence[-1].found
    blocks: list[Block] = [Picture(convergence(figures.convergence, exact), "A simulation's mean as it goes on")]
    if exact is not None and last["standard_error"]:
        off = abs(-last["mean"] - exact) / last["standard_error"]
        blocks.append(words(f"{same} At the end the simulation is {off:.2f} standard errors away."))
    # A full shoe for every round is how the two are made one game, and nobody's proposal.
    blocks.append(points([replace(point, lawful=True) for point in figures.convergence], "rounds"))
    title = "A simulation beside the exact value" if exact is not None else "A simulation"
    return Section(title, tuple(blocks))


def method(figures: Figures) -> Section:
    """How it was computed, so that somebody else can do it again."""
    effort, of = figures.effort, figures.solution
    counted = f"; counters {effort.rounds // COUNTER_SHARE:,}" if figures.counters else ""
    names = ("numpy", "numba", "altair", "polars", "vl-convert-python")
    listed = [
        ("date", date.today().isoformat()),
        ("pitboss", __version__),
        ("Python", f"{platform.python_version()}, {platform.system()} {platform.machine()}"),
        *((name, version(name)) for name in names),
        ("rules hash", figures.rules.hash),
        ("seed of the simulations", str(effort.seed)),
        ("device", str(figures.convergence[-1].found.get("device", ""))),
        ("rounds of the longest simulation", f"{effort.rounds:,}{counted}"),
        *((f"seconds for {name}", f"{spent:.1f}") for name, spent in figures.seconds.items()),
    ]
    blocks: list[Block] = [Grid(("what", "value"), rows(listed), shape="text dense")]
    if of:
        exact = (
            "exact: composition-dependent, without replacement, every card really removed"
            if of["exact"]
            else "not exact; see `pitboss solve`"
        )
        played = (
            f" After a split the hands are played by decisions fixed beforehand ({of['split_play']}); the edge is "
            "exact for that play."
            if "split_play" in of
            else ""
        )
        blocks.append(words(f"The edge of the main game is {exact}.{played} Intervals are 95% normal intervals."))
    blocks += _came_with_version(figures)
    commands = [*_commands_that_solve(figures), *dict.fromkeys(p.command for p in _every_point(figures))]
    blocks.append(Typed("\n".join(commands), "The commands that print every figure in this report"))
    within = "The same figures stand in this file as JSON (the element with the id `figures`)."
    blocks.append(Words((within,), on_paper=False))
    blocks.append(
        words(
            "pitboss is for analysis, training and practice chips; nothing here is certified by a laboratory or a "
            "regulator."
        )
    )
    return Section("How it was computed", tuple(blocks))


def _came_with_version(figures: Figures) -> list[Block]:
    """Whatever was not worked out for this report."""
    points = list(_every_point(figures))
    came = sum(bool(point.found.get("came_with_version")) for point in points)
    if not came:
        return []
    of = "All" if came == len(points) else f"{came} of {len(points)}"
    return [words(f"{of} simulations came with this version, played when it was made; --no-cache plays them again.")]


def _every_point(figures: Figures) -> Iterator[Point]:
    yield from figures.depths
    for one in figures.counters:
        yield from one.points
    yield from figures.convergence


def _commands_that_solve(figures: Figures) -> list[str]:
    if not figures.solution:
        return []
    asked = figures.asked
    words_ = [asked.game]
    words_ += [f"--set {name}={value}" for name, value in asked.sets.items()]
    words_ += [f"--reading {name}={option}" for name, option in asked.readings.items()]
    base = f"pitboss solve {' '.join(words_)}"
    found = [f"{base} --json", *([f"{base} --all-readings --json"] if figures.rules.readings else [])]
    found += [f"{base} --set decks={d.decks} --json" for d in figures.decks if not d.in_force]
    if figures.protection is not None:
        effort = figures.protection.asked.effort
        found.append(f"pitboss protect {' '.join(words_)} --rounds {effort.rounds} --seed {effort.seed} --json")
    return found


def rule_sheet(rules: Rules) -> Section:
    """Every value of the rules with its clauses."""
    listed: list[tuple[str | Cell, ...]] = []
    section = ""
    for row in sheet_rows(rules):
        if row.section != section:
            section = row.section
            listed.append((Cell(section, "head"), "", ""))
        listed.append((row.label, row.value, row.cited(short_citation(row.clauses))))
    return Section(
        "Appendix: the rule sheet", (Grid(("rule", "value", "clauses"), tuple(listed), shape="text dense"),), apart=True
    )
