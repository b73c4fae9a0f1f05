"""A game's math report ("PAR sheet") as a document: every figure is one of `solve --json` or `simulate --json`."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from pitboss import __version__
from pitboss.report import charts, laboratory, simulated_charts
from pitboss.report.charts import CARDS
from pitboss.report.document import Block, Document, Grid, Picture, Section, Side, Tiles, Typed, Words, rows, words
from pitboss.report.family_report import report_of
from pitboss.report.figures import SPREAD, Figures, Point, place_label
from pitboss.report.protection import protection_chapter
from pitboss.report.sections import (
    RIGHT_OF_FIRST,
    departures,
    method,
    points,
    readings_in_force,
    rule_sheet,
    simulation,
)
from pitboss.report.slips import slip_bounds
from pitboss.report.strategy_card import insured
from pitboss.report.strategy_grid import HOVER, StrategyGrids, legend
from pitboss.report.wording import IN_FORCE, NOT_LAWFUL, first_upper, once_in, percent, signed
from pitboss.rules.known_games import known
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.subjects.wagers import AttackLimit
from pitboss.rules.text import text_of
from pitboss.rules.wager_kinds import wager_name
from pitboss.simulate.distribution import NORMAL_95
from pitboss.solve.combinations import Combinations, combinations, insurance_combinations
from pitboss.solve.composition import full_shoe
from pitboss.solve.paytable import PayRow, insurance_rows, side_rows

BY_THE_PRINTED_STRATEGY = (
    "Played by the printed strategy, every round from a full shoe, so that simulation and exact value are of the same "
    "game."
)
BY_THE_BEST_PLAY = (
    "In initial wagers, by the best play, from the chances of every net result; simulated by the printed strategy, "
    "which plays some exact hands otherwise: of two plays that are worth almost the same one may swing far more."
)
HOURLY = "played by the printed strategy, without side wagers"


def at_a_glance(figures: Figures) -> Section:
    """The few figures everybody asks for."""
    of = figures.solution
    won, push, lost = figures.shares
    edge = of["house_edge"]
    tiles = [
        (percent(edge), "house edge, of the initial wager", "" if edge >= 0 else "below zero: the player's favour"),
        (percent(of["house_edge_per_total_wager"]), "house edge, of everything wagered", ""),
        (f"{of['total_wager']:.4f}", "mean total wager, initial wagers", ""),
        (f"{of['standard_deviation']:.4f}", "standard deviation of a round, initial wagers", _deviation_note(of)),
        (percent(won, 2), "rounds won (hit rate)", f"push {percent(push, 2)}, lost {percent(lost, 2)}"),
        (percent(of["by_totals"]["house_edge"]), "house edge, by the printed strategy", _card_note(of)),
        *_as_dealt(figures),
    ]
    for name, side in of["side_wagers"].items():
        tiles.append((percent(side["house_edge"]), f"house edge, {wager_name(name)}", _hits(side)))
    return Section("At a glance", (Tiles(tuple(tiles)), *departures(figures.rules)))


def _as_dealt(figures: Figures) -> list[tuple[str, str, str]]:
    """The edge as the game is really dealt, from a shoe that runs down to the cover card, beside the full shoe's."""
    place = place_label(BlackjackRules.of(figures.rules))
    for point in figures.depths:
        if point.label == place:
            edge, half = -point.found["mean"], NORMAL_95 * point.found["standard_error"]
            told = f"printed strategy, cover card {place} from the back; 95% within {percent(half)}"
            return [(percent(edge), "house edge as dealt with the cover card, simulated", told)]
    return []


def _deviation_note(of: Any) -> str:
    return "" if of["distribution_exact"] else f"off by {of['standard_deviation_error']:.4f} at most: split hands"


def _spread_said(of: Any) -> str:
    """What the figures of the spread rest on."""
    if of["distribution_exact"]:
        return BY_THE_BEST_PLAY
    return (
        f"{BY_THE_BEST_PLAY} Split hands are combined as if independent, for which the standard deviation worked out "
        f"is off by {of['standard_deviation_error']:.4f} at most."
    )


def _card_note(of: Any) -> str:
    return f"going by totals costs {percent(of['by_totals']['cost'])}"


def _hits(side: Any) -> str:
    return f"wins {percent(side['hit_rate'], 2)}, standard deviation {side['standard_deviation']:.4f}"


def strategy(figures: Figures, grids: StrategyGrids) -> Section:
    """The cards people carry."""
    of = figures.solution
    intro = words(
        f"The best strategy by totals. It costs {percent(of['by_totals']['cost'])} of the initial wager beside the"
        f" best play of every exact hand, on which the house edge of {percent(of['house_edge'])} rests. "
        + " ".join(insured(grids.rules, grids.strategy)),
        f"{legend(grids.rules)} The appendix has the value of every option, in initial wagers.",
        f"Split hands are played by decisions fixed beforehand: {of['split_play']}.",
    )
    return Section("How to play it", (intro, Words((HOVER,), on_paper=False), Side(tuple(grids.grids()))), apart=True)


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
        else "Where a pair is split the hands' results are combined as if independent given the dealer's total: "
        f"for it no chance is off by more than {percent(of['distribution_chance_error'])}, and the mean of the "
        f"distribution is off by {percent(of['distribution_mean_error'], 6)} of the initial wager."
    )
    return Section(
        "What a round gives",
        (
            Picture(charts.distribution(of), "The chance of each net result of a round"),
            words(exact),
            grid,
            Picture(charts.up_cards(of), "What the round is worth against each up card"),
        ),
    )


def side_wagers(figures: Figures, rules: BlackjackRules) -> Section | None:
    """Each side wager: what it pays, how often, what it costs, how it swings."""
    sides, shoe = figures.solution["side_wagers"], full_shoe(rules)
    of: dict[str, tuple[PayRow, ...]] = {"insurance": insurance_rows(rules, shoe)}
    of |= {kind.id: side_rows(kind, sides[kind.id]["lines"]) for kind in rules.side_wagers if kind.id in sides}
    ways = {"insurance": insurance_combinations(rules, shoe)}
    ways |= {kind.id: combinations(kind, rules, shoe) for kind in rules.side_wagers}
    blocks: list[Block] = []
    for name, side in sides.items():
        counted = ways.get(name)
        seen = figures.convergence[-1].found["side_wagers"].get(name, {})
        told = (
            f"House edge {percent(side['house_edge'], 6)} of the wager, wins {percent(side['hit_rate'], 4)} of the"
            f" time, standard deviation {side['standard_deviation']:.6f} wagers."
        )
        if counted is not None:
            given = " that begin with the up card it is offered with" if name == "insurance" else ""
            deals = f"{counted.deals:,} ordered deals of {counted.cards} cards{given}"
            told += f" All {deals} from the full shoe are counted."
        if seen.get("wagers"):
            told += f" Simulated: of {seen['wagers']:,} wagers, the second witness; lines that pay alike are one there."
        if side["error"]:
            told += f" This edge is within {percent(side['error'], 6)}: see how it was computed."
        if name == "insurance":
            told += " It is taken whenever it is offered, without regard to the player's cards."
        blocks += [_paytable(first_upper(wager_name(name)), of[name], counted, seen), words(told)]
    return Section("Side wagers", tuple(blocks)) if blocks else None


def _paytable(name: str, of: Sequence[PayRow], counted: Combinations | None, seen: Mapping[str, Any]) -> Grid:
    """Line by line what a wager pays, in how many deals, how often, and how often it came."""
    numbers = iter(() if counted is None else map("{:,}".format, (*counted.lines, counted.lost)))
    alike, wagers = Counter(row.pays for row in of), seen.get("wagers", 0)
    listed = [
        (
            row.name,
            "lost" if row.pays < 0 else f"{row.pays.numerator} to {row.pays.denominator}",
            *(() if counted is None else (next(numbers),)),
            percent(row.chance, 6),
            *((percent(laboratory.came(seen, row.pays) / wagers) if alike[row.pays] == 1 else "",) if wagers else ()),
            once_in(row.chance),
            f"{float(row.pays) * row.chance:+z.6f}",
        )
        for row in of
    ]
    counts, simulated = (() if counted is None else ("deals",)), (("simulated",) if wagers else ())
    columns = ("result", "pays", *counts, "chance", *simulated, "comes", "gives the player")
    return Grid(columns, rows(listed), name, numeric=frozenset(range(2, len(columns))), shape="figures dense")


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
    costs = {f"{one['reading']}={one['option']}": one["cost"] for one in found}
    slips = [words(bound.told()) for bound in slip_bounds(figures.rules, costs)]
    return Section("What each doubtful clause is worth", (intro, *picture, grid, *slips))


def effects(figures: Figures) -> Section:
    """Effects of removal."""
    of = figures.solution
    series = {"main": of["effects_of_removal"]}
    series |= {name: side["effects_of_removal"] for name, side in of["side_wagers"].items()}
    listed = [
        (wager_name(name), *(f"{100 * by[card]:+z.4f}" if card in by else "" for card in CARDS))
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
    )


def decks_and_depth(figures: Figures) -> Section:
    """The edge by decks, exactly, and by cover card, simulated."""
    listed = []
    for d in figures.decks:
        note = IN_FORCE if d.in_force else "" if d.lawful else NOT_LAWFUL
        listed.append((str(d.decks), percent(d.house_edge, 6), note))
    blocks: list[Block] = [
        Picture(charts.decks(figures.decks), "The exact house edge by number of decks"),
        Grid(("decks", "house edge", ""), rows(listed), "Exact, best play for each", numeric=frozenset({1})),
    ]
    if figures.depths:
        place = place_label(BlackjackRules.of(figures.rules))
        chart = simulated_charts.depths(figures.depths, figures.solution["by_totals"]["house_edge"], place)
        blocks.append(Picture(chart, "The simulated house edge by depth of the cover card"))
        blocks.append(points(figures.depths, "cover card from the back", place))
    else:
        blocks.append(words("A continuous shuffler deals every round from all the cards: there is no depth to vary."))
    return Section("Decks and depth", tuple(blocks))


def counting(figures: Figures) -> Section | None:
    """What a counter wins, per wager and depth."""
    if not figures.counters:
        return None
    intro = words(
        "For each wager a counter was made from its effects of removal: small tags that add up to nothing over "
        "the shoe, and the true count (running count for each deck not yet seen, rounded down) from which theory "
        f"says the wager favours the player. The counter of the main game bets 1 unit below it and {SPREAD} from "
        "it on, and plays by the printed strategy; the others bet 1 unit on the main game all the time and make the "
        "side wager from that count on (1 unit, insurance as much as the rules allow), and only the side wager is "
        "shown. This is a bound on no one: a better count, index plays or leaving the table win more."
    )
    columns = ("cover card from the back", "won in 100 rounds, units", "standard error", "rounds with the wager up", "")
    blocks: list[Block] = [
        intro,
        Picture(
            simulated_charts.counting(figures.counters, SPREAD),
            "What a counter of each wager wins by depth of the cover card",
        ),
    ]
    place = place_label(BlackjackRules.of(figures.rules))
    for one in figures.counters:
        listed = []
        for point in one.points:
            won, error = simulated_charts.won_per_hundred(one.counter.wager, point.found)
            law = IN_FORCE if point.label == place else "" if point.lawful else NOT_LAWFUL
            listed.append(
                (point.label, f"{won:+z.3f}", f"{error:.3f}", percent(_raised(one.counter.favourable, point), 2), law)
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
    return Section("What a counter wins", tuple(blocks))


def _raised(favourable: int | None, point: Point) -> float:
    """How often the true count is at or above the favourable one."""
    by = point.found["by_true_count"]
    raised = sum(one["rounds"] for one in by if favourable is not None and one["true_count"] >= favourable)
    return float(raised / sum(one["rounds"] for one in by))


def values(grids: StrategyGrids) -> Section:
    """The value of every option of every hand."""
    attacks = grids.rules.wagers.attack is not AttackLimit.NONE
    attacked = "; hands against an up card that is attacked have the Double Attack Wager" if attacks else ""
    intro = words(
        "In initial wagers, for every two cards and for the most likely three cards of each total, given that the "
        f"dealer's Blackjack has been ruled out where the dealer looks for it{attacked}. The best option is "
        "underlined; a split so bad that it was not worked out is left blank. `pitboss solve GAME --hand CARDS --up "
        "CARD` prints any other."
    )
    return Section("Appendix: the value of every decision", (intro, *grids.appendix()), apart=True)


def blackjack_sections(figures: Figures, rules: BlackjackRules) -> tuple[Section | None, ...]:
    """The parts of a report on a game with a strategy."""
    assert figures.strategy is not None
    of = figures.solution
    grids = StrategyGrids(rules, figures.strategy, of)
    return (
        at_a_glance(figures),
        laboratory.the_game(rules),
        readings_in_force(rules),
        laboratory.returns(figures),
        strategy(figures, grids),
        side_wagers(figures, rules),
        laboratory.ends(figures),
        results(figures),
        laboratory.spread(figures, of["distribution"], _spread_said(of)),
        laboratory.top_awards(figures, rules),
        laboratory.table_hours(figures, of["by_totals"]["house_edge"], of["standard_deviation"], HOURLY),
        laboratory.errors(figures),
        laboratory.other_odds(figures, rules),
        laboratory.known_games(figures, [(one.name, float(one.house_edge)) for one in known()]),
        doubtful_clauses(figures),
        effects(figures),
        decks_and_depth(figures),
        counting(figures),
        *(() if figures.protection is None else protection_chapter(figures.protection)),
        simulation(figures, of["by_totals"]["house_edge"], BY_THE_PRINTED_STRATEGY),
        method(figures),
        laboratory.signatures(figures),
        values(grids),
        rule_sheet(rules),
    )


def math_report(figures: Figures) -> Document:
    """The whole report."""
    rules = figures.rules
    sections = report_of(rules).sections(figures)
    made = f"pitboss {__version__}, {date.today().isoformat()}"
    footer = f"{rules.title}; rules {rules.hash[:16]}; {made}"
    subtitle = f"Math report of {_asked(figures)}, {figures.rules.marked_hash}; {made}"
    return Document(rules.title, subtitle, tuple(s for s in sections if s is not None), figures.as_json(), footer)


def _asked(figures: Figures) -> str:
    """What the report is of: a game, or a file that starts from one, with what was set and chosen."""
    asked, game = figures.asked, figures.rules.game
    name = game if asked.game == game else f"{Path(asked.game).name} (from {game})"
    chosen = [f"{key}={text_of(value)}" for key, value in {**asked.sets, **asked.readings}.items()]
    return name + (f" with {', '.join(chosen)}" if chosen else "")
