"""A game's math report ("PAR sheet") as a document: every figure is one of `solve --json` or `simulate --json`."""

import platform
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pitboss import __version__
from pitboss.law import clauses, readings
from pitboss.report import charts
from pitboss.report.document import Block, Cell, Document, Grid, Picture, Section, Side, Tiles, Typed, rows, words
from pitboss.report.family_report import report_of
from pitboss.report.figures import COUNTER_SHARE, SPREAD, Figures, Point
from pitboss.report.strategy_grid import LEGEND, StrategyGrids
from pitboss.report.terminal import short_citation
from pitboss.rules.rules import BlackjackRules, Rules
from pitboss.rules.sheet import rows as sheet_rows
from pitboss.rules.text import prose_of, text_of
from pitboss.rules.wager_kinds import wager_name
from pitboss.solve.composition import full_shoe
from pitboss.solve.paytable import PayRow, insurance_rows, side_rows
from pitboss.solve.strategy import UP_CARDS, value_label

CARDS = [value_label(up) for up in (*UP_CARDS[1:], UP_CARDS[0])]
RIGHT_OF_FIRST = frozenset(range(1, 12))
NOT_LAWFUL = charts.NOT_LAWFUL
FRESH_SHOES = "Simulation and exact value are of the same game."
BY_THE_CARD = (
    "Played by the card, every round from a full shoe, so that simulation and exact value are of the same game."
)


def percent(x: float, digits: int = 4) -> str:
    """A share as people read it."""
    return f"{100 * x:.{digits}f}%"


def signed(x: float, digits: int = 4) -> str:
    """A difference in percentage points."""
    return f"{100 * x:+.{digits}f}"


def shares(figures: Figures) -> tuple[float, float, float]:
    """How often a round is won, even, lost."""
    of = figures.solution["distribution"]
    won = sum(one["chance"] for one in of if one["net"] > 0)
    even = sum(one["chance"] for one in of if one["net"] == 0)
    return won, even, 1 - won - even


def at_a_glance(figures: Figures) -> Section:
    """The few figures everybody asks for."""
    of = figures.solution
    won, even, lost = shares(figures)
    edge = of["house_edge"]
    tiles = [
        (percent(edge), "house edge, of the initial wager", "" if edge >= 0 else "below zero: the player's favour"),
        (percent(of["house_edge_per_total_wager"]), "house edge, of everything wagered", ""),
        (f"{of['total_wager']:.4f}", "mean total wager, initial wagers", ""),
        (f"{of['standard_deviation']:.4f}", "standard deviation of a round, initial wagers", _deviation_note(of)),
        (percent(won, 2), "rounds won (hit rate)", f"even {percent(even, 2)}, lost {percent(lost, 2)}"),
        (percent(of["by_totals"]["house_edge"]), "house edge, played by the card", _card_note(of)),
    ]
    for name, side in of["side_wagers"].items():
        tiles.append((percent(side["house_edge"]), f"house edge, {wager_name(name)}", _hits(side)))
    return Section("At a glance", (Tiles(tuple(tiles)), *_departures(figures.rules)))


def _deviation_note(of: Any) -> str:
    return "" if of["distribution_exact"] else "split hands taken as independent given the dealer's hand"


def _card_note(of: Any) -> str:
    return f"going by totals costs {percent(of['by_totals']['cost'])}"


def _hits(side: Any) -> str:
    return f"wins {percent(side['hit_rate'], 2)}, standard deviation {side['standard_deviation']:.4f}"


def _departures(rules: Rules) -> tuple[Block, ...]:
    if not rules.departures:
        return (words("These rules are as the law has them: nothing departs from it."),)
    listed = [
        (d.name, prose_of(d.value), prose_of(d.lawful), short_citation(d.clauses) if d.clauses else "")
        for d in rules.departures
    ]
    grid = Grid(("rule", "here", "the law has", "clauses"), rows(listed), "Not as the law has it", shape="text")
    return (grid,)


def readings_in_force(rules: Rules) -> Section:
    """The doubtful clauses and how they are read here."""
    listed = []
    for name, chosen in rules.readings.items():
        doubtful = readings()[name]
        touching = tuple(c for c in doubtful.clauses if clauses()[c].document == rules.document)
        listed.append((name, doubtful.question, f"{chosen}: {doubtful.option(chosen).means}", short_citation(touching)))
    grid = Grid(("reading", "question", "read here as", "clauses"), rows(listed), shape="text")
    intro = words(
        f"Rules hash {rules.hash}. Rules Submission: {rules.submission}. The whole rule sheet, value by value with its "
        "clauses, is in the appendix."
    )
    return Section("Rules and readings in force", (intro, grid))


def strategy(figures: Figures, grids: StrategyGrids) -> Section:
    """The cards people carry."""
    of = figures.solution
    insurance = "Take insurance." if figures.strategy is not None and figures.strategy.insurance else "Never insure."
    intro = words(
        f"The best strategy by totals. It costs {percent(of['by_totals']['cost'])} of the initial wager beside the"
        f" best play of every exact hand, on which the house edge of {percent(of['house_edge'])} rests. "
        f"{insurance}",
        LEGEND,
        f"Split hands are played by decisions fixed beforehand: {of['split_play']}.",
    )
    return Section("How to play it", (intro, Side(tuple(grids.grids()))), apart=True)


def results(figures: Figures) -> Section:
    """What a round gives."""
    of = figures.solution
    listed = [
        (f"{one['net']:+g}" if one["net"] else "0", f"{one['chance']:.3e}", percent(one["chance"], 6))
        for one in of["distribution"]
    ]
    half = (len(listed) + 1) // 2
    padded = [*listed[half:], *[("", "", "")] * (2 * half - len(listed))]
    both = [(*left, *right) for left, right in zip(listed[:half], padded, strict=True)]
    grid = Grid(
        ("net, initial wagers", "chance", "share", "net, initial wagers", "chance", "share"),
        rows(both),
        "Every net result of a round",
        numeric=frozenset(range(6)),
        shape="figures dense",
    )
    exact = (
        "The distribution is exact."
        if of["distribution_exact"]
        else "Where a pair is split the hands' results are combined as if independent given the dealer's hand; "
        f"the mean of the distribution is off by {percent(of['distribution_mean_error'], 6)} of the initial "
        "wager for it."
    )
    return Section(
        "What a round gives",
        (
            Picture(charts.distribution(of), "The chance of each net result of a round"),
            words(exact),
            grid,
            Picture(charts.up_cards(of), "What the round is worth against each up card"),
        ),
        apart=True,
    )


def side_wagers(figures: Figures, rules: BlackjackRules) -> Section | None:
    """Each side wager: what it pays, how often, what it costs, how it swings."""
    shoe = full_shoe(rules)
    of: dict[str, tuple[PayRow, ...]] = {"insurance": insurance_rows(rules, shoe)}
    of |= {kind.id: side_rows(kind, rules, shoe) for kind in rules.side_wagers}
    blocks: list[Block] = []
    for name, side in figures.solution["side_wagers"].items():
        listed = []
        for row in of[name]:
            pays = float(row.pays)
            listed.append(
                (
                    row.name,
                    "lost" if pays < 0 else f"{row.pays.numerator} to {row.pays.denominator}",
                    percent(row.chance, 6),
                    f"1 in {1 / row.chance:,.1f}" if row.chance else "never",
                    f"{pays * row.chance:+.6f}",
                )
            )
        columns = ("result", "pays", "chance", "comes", "gives the player")
        grid = Grid(columns, rows(listed), charts.first_upper(wager_name(name)), numeric=frozenset({2, 3, 4}))
        told = (
            f"House edge {percent(side['house_edge'], 6)} of the wager, wins {percent(side['hit_rate'], 4)} of the"
            f" time, standard deviation {side['standard_deviation']:.6f} wagers."
        )
        if side["error"]:
            told += f" This edge is within {percent(side['error'], 6)}: see how it was computed."
        if name == "insurance":
            told += " It is taken whenever it is offered, without regard to the player's cards."
        blocks += [grid, words(told)]
    return Section("Side wagers", tuple(blocks)) if blocks else None


def _side(one: Mapping[str, Any], name: str) -> tuple[str, str]:
    """The edge of a side wager under a reading, and what that moves it; nothing where it is not offered."""
    edge = one["side_house_edges"].get(name)
    return ("", "") if edge is None else (percent(edge), signed(one["side_costs"].get(name, 0.0)))


def doubtful_clauses(figures: Figures) -> Section:
    """What each reading is worth."""
    found = figures.readings
    chart = charts.tornado(found)
    listed = []
    kinds = list(dict.fromkeys(name for one in found for name in one["side_house_edges"]))
    for one in found:
        if one["in_force"]:
            continue
        sides = [cell for name in kinds for cell in _side(one, name)]
        listed.append((f"{one['reading']} = {one['option']}", percent(one["house_edge"]), signed(one["cost"]), *sides))
    grid = Grid(
        (
            *("read as", "house edge", "change, points"),
            *(head for name in kinds for head in (f"{wager_name(name)} edge", "change, points")),
        ),
        rows(listed),
        "The edge under every other option of every reading, dearest for the player first",
        numeric=RIGHT_OF_FIRST,
    )
    intro = words(
        "Each doubtful clause is read in every way it admits while the others stay as they are, and the game is solved "
        "anew with the best play for that reading."
    )
    picture = () if chart is None else (Picture(chart, "What each reading costs beside the one in force"),)
    return Section("What each doubtful clause is worth", (intro, *picture, grid), apart=True)


def effects(figures: Figures) -> Section:
    """Effects of removal."""
    of = figures.solution
    series = {"main": of["effects_of_removal"]}
    series |= {name: side["effects_of_removal"] for name, side in of["side_wagers"].items()}
    listed = [
        (wager_name(name), *(f"{100 * by[card]:+.4f}" if card in by else "" for card in CARDS))
        for name, by in series.items()
    ]
    grid = Grid(
        ("wager", *CARDS),
        rows(listed),
        "Percentage points added to the player's expectation by taking out one card",
        numeric=RIGHT_OF_FIRST,
        shape="figures dense",
    )
    return Section(
        "Effects of removal",
        (
            words("One card of a rank is taken out of the full shoe and the game is played by the same strategy."),
            Picture(charts.effects(of), "Effects of removal by card, for each wager"),
            grid,
        ),
        apart=True,
    )


def _points(points: Sequence[Point], what: str) -> Grid:
    """A simulated series; the last column says where the law does not have it so, and is there only if it must be."""
    listed = []
    for point in points:
        mean, error = -point.found["mean"], point.found["standard_error"]
        law = "" if point.lawful else NOT_LAWFUL
        listed.append((point.label, f"{point.found['rounds']:,}", percent(mean), f"{100 * error:.4f}", law))
    columns: tuple[str, ...] = (what, "rounds", "house edge", "standard error, points", "")
    wanted = [k for k, name in enumerate(columns) if name or any(row[k] for row in listed)]
    wanted = [k for k in wanted if k == 0 or any(row[k] != row[0] for row in listed)]
    shown = [tuple(row[k] for k in wanted) for row in listed]
    numeric = frozenset(place for place, k in enumerate(wanted) if k in (1, 2, 3))
    return Grid(tuple(columns[k] for k in wanted), rows(shown), numeric=numeric)


def decks_and_depth(figures: Figures) -> Section:
    """The edge by decks, exactly, and by cover card, simulated."""
    listed = []
    for d in figures.decks:
        note = "in force" if d.in_force else "" if d.lawful else NOT_LAWFUL
        listed.append((str(d.decks), percent(d.house_edge, 6), note))
    blocks: list[Block] = [
        Picture(charts.decks(figures.decks), "The exact house edge by number of decks"),
        Grid(("decks", "house edge", ""), rows(listed), "Exact, best play for each", numeric=frozenset({1})),
    ]
    if figures.depths:
        chart = charts.depths(figures.depths, figures.solution["by_totals"]["house_edge"])
        blocks.append(Picture(chart, "The simulated house edge by depth of the cover card"))
        blocks.append(_points(figures.depths, "cover card from the back"))
    else:
        blocks.append(words("A continuous shuffler deals every round from all the cards: there is no depth to vary."))
    return Section("Decks and depth", tuple(blocks), apart=True)


def counting(figures: Figures) -> Section | None:
    """What a counter wins, per wager and depth."""
    if not figures.counters:
        return None
    intro = words(
        "For each wager a counter was made from its effects of removal: small tags that add up to nothing over "
        "the shoe, and the true count (running count for each deck not yet seen, rounded down) from which theory "
        f"says the wager favours the player. The counter of the main game bets 1 unit below it and {SPREAD} from "
        "it on, and plays by the card; the others bet 1 unit on the main game all the time and make the side wager "
        "from that count on (1 unit, insurance as much as the rules allow), and only the side wager is shown. "
        "This is a bound on no one: a better count, index plays or leaving the table win more."
    )
    columns = ("cover card from the back", "won in 100 rounds, units", "standard error", "rounds with the wager up", "")
    blocks: list[Block] = [
        intro,
        Picture(
            charts.counting(figures.counters, SPREAD), "What a counter of each wager wins by depth of the cover card"
        ),
    ]
    for one in figures.counters:
        listed = []
        for point in one.points:
            won, error = charts.won_per_hundred(one.counter.wager, point.found)
            law = "" if point.lawful else NOT_LAWFUL
            listed.append(
                (point.label, f"{won:+.3f}", f"{error:.3f}", percent(_raised(one.counter.favourable, point), 2), law)
            )
        name = wager_name(one.counter.wager)
        blocks.append(Grid(columns, rows(listed), f"A counter of the {name}", numeric=frozenset({1, 2, 3})))
        told = (
            f"Favourable from a true count of {one.counter.favourable} on; each point of true count is worth "
            f"{percent(one.counter.gain, 3)} of the wager; the tags follow the effects with a correlation of "
            f"{one.counter.correlation:.4f}."
        )
        blocks += [
            words(told),
            Typed(one.toml.strip(), f"The count, for `pitboss simulate --count {one.counter.wager}.toml`"),
        ]
    return Section("What a counter wins", tuple(blocks), apart=True)


def _raised(favourable: int | None, point: Point) -> float:
    """How often the true count is at or above the favourable one."""
    by = point.found["by_true_count"]
    raised = sum(one["rounds"] for one in by if favourable is not None and one["true_count"] >= favourable)
    return float(raised / sum(one["rounds"] for one in by))


def simulation(figures: Figures, exact: float | None, same: str) -> Section:
    """A simulation beside the exact value, if there is one; `same` says why the two are of one game."""
    last = figures.convergence[-1].found
    blocks: list[Block] = [Picture(charts.convergence(figures.convergence, exact), "A simulation's mean as it goes on")]
    if exact is not None and last["standard_error"]:
        off = abs(-last["mean"] - exact) / last["standard_error"]
        blocks.append(words(f"{same} At the end the simulation is {off:.2f} standard errors away."))
    blocks.append(_points(figures.convergence, "rounds"))
    title = "A simulation beside the exact value" if exact is not None else "A simulation"
    return Section(title, tuple(blocks), apart=True)


def method(figures: Figures) -> Section:
    """How it was computed, so that somebody else can do it again."""
    effort, of = figures.effort, figures.solution
    names = ("numpy", "numba", "altair", "polars", "vl-convert-python")
    listed = [
        ("date", date.today().isoformat()),
        ("pitboss", __version__),
        ("Python", f"{platform.python_version()}, {platform.system()} {platform.machine()}"),
        *((name, version(name)) for name in names),
        ("rules hash", figures.rules.hash),
        ("seed of the simulations", str(effort.seed)),
        ("device", str(figures.convergence[-1].found.get("device", ""))),
        ("rounds of the longest simulation", f"{effort.rounds:,}; counters {effort.rounds // COUNTER_SHARE:,}"),
        *((f"seconds for {name}", f"{spent:.1f}") for name, spent in figures.seconds.items()),
    ]
    blocks: list[Block] = [Grid(("what", "value"), rows(listed), shape="text")]
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
    commands = [*_solve_commands(figures), *dict.fromkeys(p.command for p in _all_points(figures))]
    blocks.append(Typed("\n".join(commands), "The commands that print every figure in this report"))
    blocks.append(
        words(
            "The same figures stand in this file as JSON (the element with the id `figures`). pitboss is for analysis, "
            "training and practice chips; nothing here is certified by a laboratory or a regulator."
        )
    )
    return Section("How it was computed", tuple(blocks), apart=True)


def _all_points(figures: Figures) -> Iterator[Point]:
    yield from figures.depths
    for one in figures.counters:
        yield from one.points
    yield from figures.convergence


def _solve_commands(figures: Figures) -> list[str]:
    if not figures.solution:
        return []
    asked = figures.asked
    words_ = ["pitboss solve", asked.game]
    words_ += [f"--set {name}={value}" for name, value in asked.sets.items()]
    words_ += [f"--reading {name}={option}" for name, option in asked.readings.items()]
    base = " ".join(words_)
    decks = [f"{base} --set decks={d.decks} --json" for d in figures.decks if not d.in_force]
    return [f"{base} --json", f"{base} --all-readings --json", *decks]


def rule_sheet(rules: Rules) -> Section:
    """Every value of the rules with its clauses."""
    listed: list[tuple[str | Cell, ...]] = []
    section = ""
    for row in sheet_rows(rules):
        if row.section != section:
            section = row.section
            listed.append((Cell(section, "head"), "", ""))
        clauses = short_citation(row.clauses) if row.clauses else row.set_by.value
        listed.append((row.label, row.value, clauses))
    return Section(
        "Appendix: the rule sheet", (Grid(("rule", "value", "clauses"), tuple(listed), shape="text dense"),), apart=True
    )


def values(grids: StrategyGrids) -> Section:
    """The value of every option of every hand."""
    intro = words(
        "In initial wagers, for every two cards and for the most likely three cards of each total, given that the"
        " dealer's Blackjack has been ruled out where the dealer looks for it; hands against an up card that is "
        "attacked have the Double Attack Wager. The best option is underlined; a split so bad that it was not worked "
        "out is left blank. `pitboss solve GAME --hand CARDS --up CARD` prints any other."
    )
    return Section("Appendix: the value of every decision", (intro, *grids.appendix()), apart=True)


def blackjack_sections(figures: Figures, rules: BlackjackRules) -> tuple[Section | None, ...]:
    """The parts of a report on a game with a strategy."""
    assert figures.strategy is not None
    grids = StrategyGrids(rules, figures.strategy, figures.solution)
    return (
        at_a_glance(figures),
        readings_in_force(rules),
        strategy(figures, grids),
        results(figures),
        side_wagers(figures, rules),
        doubtful_clauses(figures),
        effects(figures),
        decks_and_depth(figures),
        counting(figures),
        simulation(figures, figures.solution["by_totals"]["house_edge"], BY_THE_CARD),
        method(figures),
        values(grids),
        rule_sheet(rules),
    )


def math_report(figures: Figures) -> Document:
    """The whole report."""
    rules = figures.rules
    sections = report_of(rules).sections(figures)
    made = f"pitboss {__version__}, {date.today().isoformat()}"
    subtitle = f"Math report of {_asked(figures)}, rules {rules.hash[:16]}, {made}"
    return Document(rules.title, subtitle, tuple(s for s in sections if s is not None), figures.as_json())


def _asked(figures: Figures) -> str:
    """What the report is of: a game, or a file that starts from one, with what was set and chosen."""
    asked, game = figures.asked, figures.rules.game
    name = game if asked.game == game else f"{Path(asked.game).name} (from {game})"
    chosen = [f"{key}={text_of(value)}" for key, value in {**asked.sets, **asked.readings}.items()]
    return name + (f" with {', '.join(chosen)}" if chosen else "")


def glance_at_simulation(figures: Figures, of: str, note: str = "", unit: str = "wagers") -> Section:
    """What a simulation says first, of a game that nobody decides anything in."""
    last = figures.convergence[-1].found
    rounds = f"{last['rounds']:,} rounds"
    tiles = Tiles(
        (
            (
                percent(-last["mean"]),
                f"house edge {of}, simulated",
                f"standard error {100 * last['standard_error']:.4f} points",
            ),
            (percent(last["win"], 2), "rounds won", rounds),
            (percent(last["push"], 4), "rounds tied", rounds),
            (f"{last['standard_deviation']:.4f}", f"standard deviation, {unit}", rounds),
        )
    )
    exact = [
        (name, percent(wager["house_edge"], 6), percent(wager["hit_rate"], 4))
        for name, wager in figures.solution.get("wagers", {}).items()
    ]
    grid = [Grid(("wager", "house edge, exact", "wins"), rows(exact), numeric=RIGHT_OF_FIRST)] if exact else []
    said = [words(note)] if note else []
    return Section("At a glance", (tiles, *_departures(figures.rules), *grid, *said))
