"""Game protection on paper and in the terminal: one set of tables, drawn twice."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from itertools import islice
from textwrap import fill

from rich import box
from rich.console import Console
from rich.table import Table

from pitboss import __version__
from pitboss.protect.counts import MAIN, Counter
from pitboss.protect.departures import likeliest
from pitboss.protect.desk import RISKS, SPOTTERS, CountFound, Protection, WagerFound
from pitboss.protect.risk import Winnings
from pitboss.protect.told import as_json
from pitboss.report.document import Block, Document, Grid, Section, Words, rows, words
from pitboss.report.wording import NOT_LAWFUL, first_lower, first_upper, percent
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.subjects.wagers import AttackLimit
from pitboss.rules.wager_kinds import wager_name
from pitboss.solve.strategy import UP_CARDS, value_label

WIDTH = 79
FAULTS = 25
WIDE = 9  # columns
SHOWN = 5e-7  # of the initial wager: less is told as 0.0000%
RUNNING = (
    "None are looked for: these tags do not add up to nothing over the cards, so the count is kept as a running count, "
    "and at one of those the shoe that is to be expected hangs on how many cards are left."
)
CARDS = tuple(value_label(value) for value in UP_CARDS)
LABELS = frozenset({0})


def _grid(
    columns: Sequence[str], listed: Sequence[Sequence[str]], caption: str = "", text: frozenset[int] = LABELS
) -> Grid:
    numeric = frozenset(range(len(columns))) - text
    # A page has no room for more columns of the usual width.
    return Grid(tuple(columns), rows(listed), caption, numeric, "figures dense" if len(columns) > WIDE else "figures")


def _number(x: float) -> str:
    return "never" if x == float("inf") else f"{x:,.0f}"


def _name(wager: str) -> str:
    return "main game" if wager == MAIN else wager_name(wager)


def _tag_row(label: str, found: Counter) -> list[str]:
    when = "never" if found.favourable is None else f"{found.favourable:+d}"
    figures = (_fraction(found.correlation, 3), f"{100 * found.gain:.3f}", when)
    return [label, *(f"{tag:g}" for tag in found.tags), *figures]


def _fraction(x: float, digits: int) -> str:
    """Without the nought before the point: many stand in a row."""
    return f"{x:.{digits}f}".replace("0.", ".", 1) if abs(x) < 1 else f"{x:.{digits}f}"


def counts(found: Protection) -> Section:
    """Which counts follow each wager."""
    blocks: list[Block] = [
        words(
            "Tags that follow a wager's effects of removal best, all tags of a level gone through, balanced "
            "(u: not balanced, chosen by what bets from a running count win); the gain of "
            "one true count; and the true count from which the wager favours the player, to first order."
        )
    ]
    columns = ("level", *CARDS, "corr.", "gain, %", "from")
    for name, of in found.wagers.items():
        listed = [_tag_row(str(level), one) for level, one in of.by_level.items()]
        if of.unbalanced is not None:
            listed.append(_tag_row("1 u", of.unbalanced))
        exact = [_fraction(tag, 2) for tag in of.fractional]
        listed.append(["exact", *exact, "1" if of.by_level else "", "", ""])
        blocks.append(_grid(columns, listed, first_upper(_name(name))))
    names = list(found.wagers)
    listed = [
        [
            system,
            *(f"{found.wagers[name].systems[system]:.2f}" for name in names),
            *([f"{found.systems[system].score:.2f}", _number(found.systems[system].n0)] if found.systems else []),
        ]
        for system in found.wagers[MAIN].systems
    ]
    more = ("SCORE", "N0") if found.systems else ()
    caption = "How published counts follow each wager, and what bets by them give, all rounds played, to first order"
    blocks.append(_grid(("published count", *map(_name, names), *more), listed, caption))
    return Section("Counts", tuple(blocks))


def _running(found: Protection, of: WagerFound) -> str:
    """The running count from which a wager is bet on, and the one the count begins with."""
    if of.running_trigger is None or of.unbalanced is None:
        return ""
    return f"{of.running_trigger:+d} ({found.pack.start(of.unbalanced.tags):+z.0f})"


def by_wager(found: Protection) -> Section:
    """What betting on each wager by its own count gives."""
    listed, bankroll = [], found.asked.bankroll
    for name, of in found.wagers.items():
        side = of.side_card
        bet = [step for step in of.steps if of.trigger is not None and step.true >= of.trigger]
        squares = sum(step.share * step.square for step in bet)
        listed.append(
            [
                first_upper(_name(name)),
                percent(of.wager.house_edge, 3),
                "never" if of.trigger is None else f"{of.trigger:+d}",
                percent(sum(step.share for step in bet), 2),
                percent(of.bet_when_good.mean / squares, 3) if squares else "",
                _running(found, of),
                "" if side is None else f"{value_label(side[0])} ({side[1]:.3f})",
            ]
        )
    columns = ("wager", "house edge", "from", "rounds", "Kelly", "running", "beside")
    note = (
        "One unit bet from the true count of the best count of level three on which the wager favours the "
        "player, nothing "
        "below it, over random shoes down to the cover card, each worth what its cards say to first order. "
        "Kelly: such a bet as a share of the bankroll, for its fastest growth. Running: from "
        "which running count of the unbalanced count (and the one it begins with). Beside: the card worth counting "
        "beside the count of level one, and how well both follow together."
    )
    ways = [_won(first_upper(_name(name)), of.bet_when_good, bankroll) for name, of in found.wagers.items()]
    names = list(found.wagers)
    depth_rows = [
        [depth, *(f"{by[name].score:.2f}" if name in by else "" for name in names)]
        for depth, by in found.by_depth.items()
    ]
    depth = _grid(("dealt", *map(_name, names)), depth_rows, "SCORE by how much of the cards is dealt")
    return Section(
        "Each wager by its own count",
        (words(note), _grid(columns, listed), _ways(ways, bankroll), *([depth] if depth_rows else [])),
    )


def _won(label: str, won: Winnings, bankroll: float) -> list[str]:
    needed = [_number(won.bankroll(risk)) for risk in RISKS]
    figures = [f"{100 * won.mean:.3f}", f"{won.deviation:.2f}", f"{won.score:.2f}", f"{won.di:.2f}", _number(won.n0)]
    return [label, *figures, percent(won.ruin(bankroll), 1), *needed]


def _ways(ways: Sequence[Sequence[str]], bankroll: int) -> Grid:
    """Ways to bet side by side."""
    columns = (
        "bets",
        "won in 100",
        "std dev",
        "SCORE",
        "DI",
        "N0",
        f"ruin of {bankroll}",
        *(f"{r:g}" for r in RISKS),
    )
    return _grid(columns, ways, "Units of the lowest bet; the last columns are the bankroll for a risk of ruin")


def _begins(of: CountFound) -> str:
    """Where a running count begins; a true count begins with 0."""
    return f", which begins with {of.count.start:+d}" if of.count.running else ""


def counter_section(found: Protection, of: CountFound) -> Section:
    """A counter of the main game: bets, winnings, ruin."""
    asked = found.asked
    assert found.play_all is not None
    steps = [
        [
            f"{step.true:+d}",
            percent(step.share, 2),
            percent(step.mean, 3),
            f"{step.square - step.mean**2:.3f}",
            percent(step.kelly, 3),
            f"{of.ramp[step.true]:.2f}",
            f"{of.leaving_ramp[step.true]:.2f}",
        ]
        for step in of.counted.steps
    ]
    alone = of.without_departures(asked.spread)
    ways = [
        _won("all", found.play_all, asked.bankroll),
        _won("usual play", alone, asked.bankroll),
        _won(f"left < {of.leave_below:+d}", of.leaving, asked.bankroll),
        _won(f"team of {SPOTTERS}", of.team, asked.bankroll),
    ]
    kept = "running count" if of.count.running else "true count"
    error = "Such bets on every round do not beat the game."
    if found.play_all.score:
        error = f"The standard error of the first SCORE is {of.counted.score_error(of.ramp):.2f}."
    note = (
        f"{first_upper(of.name)}: correlation {of.counter.correlation:.3f}; simulated, {asked.effort.rounds:,} rounds, "
        f"one box, every card but the burn card seen; bets from 1 to {asked.spread}. {error} Left: nothing is bet "
        f"below a {kept}. Team: {SPOTTERS} spotters bet one unit at tables of their own and call a big player who "
        f"bets {asked.spread}, for each round dealt at all of them."
    )
    blocks: list[Block] = [
        words(note),
        _ways(ways, asked.bankroll),
        _grid(
            ("count", "rounds", "edge", "variance", "Kelly", "bet", "bet, leaving"),
            steps,
            f"By {kept}{_begins(of)}",
            frozenset(),
        ),
    ]
    if of.trip is not None:
        blocks.append(_trip(found, of))
    return Section("A counter of the main game", tuple(blocks))


def _trip(found: Protection, of: CountFound) -> Words:
    trip = of.trip
    assert trip is not None
    won, goal = trip.won, trip.bankroll
    return words(
        f"Of {trip.trips:,} trips of {trip.rounds:,} rounds with {trip.bankroll:,} units, bets in whole units, "
        f"{percent(trip.ruined, 2)} lost them (standard error {percent(trip.error, 2)}); by formula "
        f"{percent(trip.by_formula, 2)}. A win of as much comes within the trip in "
        f"{percent(won.reaches(goal, trip.rounds), 2)}"
        f" of them by formula, and before ruin in {percent(won.goal_before_ruin(goal, trip.bankroll), 2)}; "
        f"either end takes "
        f"{_number(won.rounds_to_either(goal, trip.bankroll))} rounds on average."
    )


def departures(of: CountFound) -> Section:
    """The plays that go with the count."""
    listed = [
        [
            one.label,
            one.usual.name.lower(),
            one.action.name.lower(),
            f"{'from' if one.upwards else 'below'} {one.true:+d}",
            f"{100 * gain:.4f}",
        ]
        for one, gain in zip(of.departures, of.gains, strict=True)
    ]
    more = [f"Insurance from {of.count.insurance:+g}."] if of.count.insurance < float("inf") else []
    if of.count.attack:
        more.append(
            "Attack " + ", ".join(f"{value_label(up)} from {true:+d}" for up, true in of.count.attack.items()) + "."
        )
    if of.count.running:
        return Section("Departures", (words(RUNNING, *more),))
    note = (
        "Found by exact play of the shoe that is expected at each true count, dearest first; the gain is in "
        "units of the "
        "lowest bet for 100 rounds, with the ramp above. The first so many of them are the best card with so many "
        "exceptions."
    )
    grid = _grid(("hand", "usual", "play", "when", "gain"), listed, "", frozenset({0, 1, 2, 3}))
    return Section("Departures", (words(note, *more), grid))


def depths(of: CountFound) -> Section:
    """What a deeper cut or fewer decks would cost."""
    listed = [
        [
            one.label + (" (in force)" if one.in_force else ""),
            percent(one.dealt, 1),
            f"{100 * one.play_all.mean:.3f}",
            f"{one.play_all.score:.2f}",
            f"{one.error:.2f}" if one.play_all.score else "",  # none of a game that such bets do not beat
            _number(one.play_all.n0),
            f"{one.leaving.score:.2f}",
            "" if one.lawful else NOT_LAWFUL,
        ]
        for one in of.depths
    ]
    columns = ("the game", "dealt", "won in 100", "SCORE", "error", "N0", "SCORE, leaving", "")
    note = (
        "What a unit gives at each true count is that of the run in force, and only how often each comes is that of "
        "the other place; so the error is of all of them together, and small between two. Other decks are played anew."
    )
    return Section("Cover card and decks", (words(note), _grid(columns, listed, "", frozenset({0, 7}))))


def _when_seen(found: Protection) -> str:
    """When the hole card is seen, where one is dealt."""
    if found.hole is None:
        return ""
    attacked = BlackjackRules.of(found.rules).wagers.attack is not AttackLimit.NONE
    return f"Hole card: seen before every hand is played{', but after an attack' if attacked else ''}. "


def seen_cards(found: Protection) -> Section:
    """What cards that are seen are worth."""
    listed = []
    for name, one in (("hole", found.hole), ("next", found.next), ("first", found.first)):
        if one is not None:
            by = [f"{100 * one.by_value[card]:.1f}" if card in one.by_value else "" for card in CARDS]
            listed.append([name, f"{100 * one.edge:.2f}", *by])
    first = found.first.by_value
    whole, cards = found.pack.whole, dict(zip(CARDS, found.pack.cards, strict=True))
    sorted_edges = [
        f"{card}: {percent(first[card], 2)} in {percent(cards[card] / whole, 2)} of the hands" for card in ("A", "10")
    ]
    return Section(
        "Cards that are seen",
        (
            words(
                "The player's edge, of the initial wager. "
                f"{_when_seen(found)}"
                "Next card: seen "
                "when the first two cards are played; pairs are split or not without regard to it, so that this "
                "is the least "
                "it is worth. First card: of a hand whose first card is known before the bet, and without such "
                "knowledge.",
                "Backs that tell aces or tens apart (edge sorting), bet on when the next hand begins with one: "
                + "; ".join(sorted_edges)
                + ("." if found.hole is not None else ". No hole card is dealt here that could be seen."),
            ),
            _grid(
                ("known", "edge", *CARDS),
                listed,
                "Percent; the hole card by the up card above it" if found.hole is not None else "Percent",
            ),
            *_tracking(found),
        ),
    )


def _tracking(found: Protection) -> tuple[Block, ...]:
    of = found.tracked
    if of is None:
        return ()
    return (
        words(
            f"Shuffle tracking: after the house's own shuffle the true count that is expected of a part of "
            f"{of.cards} cards "
            f"lies {of.deviation:.2f} from 0 (one standard deviation; {of.after_perfect:.2f} after a perfect "
            f"shuffle). "
            f"{percent(of.favourable, 1)} of the parts favour the player, by {percent(of.edge, 3)} on average, "
            f"before the "
            "cut."
        ),
    )


def faults(found: Protection) -> Section:
    """What wrong plays cost."""
    listed = [
        [one.label, one.right.name.lower(), one.wrong.name.lower(), percent(one.cost)]
        for one in likeliest(found.faults)[:FAULTS]
    ]
    note = (
        "What a wrong play costs a round, of the initial wager, when it is always made: the next best play of "
        "each cell, "
        "dearest first; `--json` has every play of every cell."
    )
    return Section(
        "Wrong plays", (words(note), _grid(("hand", "right", "wrong", "cost"), listed, "", frozenset({0, 1, 2})))
    )


def card(found: Protection) -> Section:
    """The card by totals with at most so many exceptions."""
    worth = (one for one in found.card.with_at_most() if one[1].gain >= SHOWN)
    listed = [
        [str(n), label, play.usual.name.lower(), play.preference[0].name.lower(), percent(play.gain), percent(edge)]
        for n, (label, play, edge) in enumerate(islice(worth, FAULTS), 1)
    ]
    note = (
        f"The strategy by totals leaves the house {percent(found.card.house_edge)} of the initial wager. Exact "
        "hands that are better played otherwise than their total, dearest first: the best card with at most so many "
        f"exceptions, and what it leaves the house. There are {len(found.card.exceptions):,}; `--json` has all."
        + ("" if listed else f" None of them gains {percent(2 * SHOWN)}.")
    )
    columns = ("exceptions", "hand", "card", "better", "gain", "house edge")
    grid = (_grid(columns, listed, "", frozenset({1, 2, 3})),) if listed else ()
    return Section("The card with exceptions", (words(note), *grid))


def protection_sections(found: Protection) -> tuple[Section, ...]:
    """All of it."""
    count = found.count
    counted = () if count is None else (counter_section(found, count), departures(count), depths(count))
    return (counts(found), by_wager(found), *counted, seen_cards(found), faults(found), card(found))


def protection_chapter(found: Protection) -> tuple[Section, ...]:
    """The same among the parts of a math report, where each says whose it is."""
    sections = protection_sections(found)
    return tuple(replace(one, title=f"Game protection: {first_lower(one.title)}") for one in sections)


def protection_document(found: Protection) -> Document:
    """A document of its own."""
    made = f"pitboss {__version__}, {date.today().isoformat()}"
    rules = found.rules
    subtitle = f"Game protection, {rules.marked_hash}; {made}"
    footer = f"{rules.title}; rules {rules.hash[:16]}; {made}"
    return Document(rules.title, subtitle, protection_sections(found), as_json(found), footer)


def print_protection(found: Protection) -> None:
    """The same tables in a terminal."""
    console = Console(highlight=False, markup=False, emoji=False)
    console.print(f"{found.rules.title}: game protection", style="bold")
    console.print(found.rules.marked_hash, style="dim")
    if found.count is None:
        console.print("Cards are shuffled continuously: there is nothing to count.")
    for section in protection_sections(found):
        console.print(f"\n{section.title}", style="bold")
        for block in section.blocks:
            if isinstance(block, Words):
                for paragraph in block.paragraphs:
                    console.print(fill(paragraph, WIDTH), soft_wrap=True)
            elif isinstance(block, Grid):
                console.print(_drawn(block))


def _drawn(grid: Grid) -> Table:
    table = Table(box=box.SIMPLE_HEAD, title=grid.caption or None, title_justify="left", pad_edge=False, padding=0)
    for place, column in enumerate(grid.columns):
        table.add_column(
            column, justify="right" if place in grid.numeric else "left", vertical="bottom", overflow="fold"
        )
    for row in grid.cells():
        table.add_row(*(cell.text for cell in row))
    return table
