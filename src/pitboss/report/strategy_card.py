"""A solution in the terminal: the edge, the card people carry, what each reading and each situation is worth."""

from collections.abc import Iterable, Mapping, Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pitboss.cards.card import Rank
from pitboss.report.slips import slip_bounds
from pitboss.report.wording import percent
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.subjects.surrender import SurrenderAfterDouble, SurrenderWhen
from pitboss.rules.subjects.wagers import AttackLimit
from pitboss.rules.wager_kinds import wager_name
from pitboss.solve.by_reading import ReadingValue
from pitboss.solve.composition import Composition, full_shoe
from pitboss.solve.one_up_card import UpCardValues
from pitboss.solve.side_wagers import SideWager
from pitboss.solve.situation import SituationValues
from pitboss.solve.solution import MainGame, Solution
from pitboss.solve.strategy import (
    BUST_TOTALS,
    DOUBLED_TOTALS,
    FIRST_PAIR,
    FIRST_SOFT,
    HAND_CLASSES,
    TWENTY_ONE,
    UP_CARDS,
    Action,
    Preference,
    Situation,
    Strategy,
    class_label,
    hand_class,
    total_of,
    value_label,
)

console = Console(highlight=False)
NOT_EXACT = "a round may come to the end of so few cards, and no reshuffle is dealt"
LESS_THAN_SHOWN = 5e-8
# The order people carry: 2 to 10, then the ace.
COLUMNS = (*UP_CARDS[1:], UP_CARDS[0])
# As in the report and on the site: of Okabe and Ito's palette, so that the colour blind tell them apart too.
STYLES = {
    Action.STAND: "#000000 on #f0e442",
    Action.HIT: "#000000 on #ffffff",
    Action.DOUBLE: "#ffffff on #0072b2",
    Action.SPLIT: "#000000 on #009e73",
    Action.SURRENDER: "#000000 on #e69f00",
}
YES_STYLES = {"A": "#000000 on #cc79a7", "C": "#000000 on #cc79a7", "R": STYLES[Action.SURRENDER]}


def gives_up(rules: BlackjackRules) -> bool:
    """Whether any hand may be surrendered, so that a card may say so."""
    of = rules.surrender
    return of.surrender is not SurrenderWhen.NEVER or of.of_doubled_hand is not SurrenderAfterDouble.NOT_OFFERED


def insured(rules: BlackjackRules, strategy: Strategy) -> list[str]:
    """What to do when insurance or even money is offered, where it is."""
    of = rules.insurance
    said = [f"Insurance: {'take it' if strategy.insurance else 'never'}."] if of.insurance_offered else []
    return said + ([f"Even money: {'take it' if strategy.even_money else 'never'}."] if of.even_money_offered else [])


def letters(preference: Preference) -> str:
    """A cell's text: the first choice, then in small what to do where it is not allowed."""
    first, last = preference[0], preference[-1]
    return first.letter if len(preference) == 1 or first is Action.SPLIT else first.letter + last.letter.lower()


def comes_after_split(rules: BlackjackRules, strategy: Strategy, row: int, up: int) -> bool:
    """Whether two cards of a class can be a hand of a pair that is split, with something left to decide."""
    pairs = strategy.play[Situation.FIRST_TWO][FIRST_PAIR:]
    split = [value for value in UP_CARDS if pairs[value - 1][up - 1][0] is Action.SPLIT]
    if rules.splitting.split_aces_one_card and 1 in split:
        split.remove(1)
    hands = ((value, second) for value in split for second in UP_CARDS)
    return any(total_of(hand)[0] < TWENTY_ONE and hand_class(hand) == row for hand in hands)


def cell_text(preference: Preference) -> Text:
    """A cell in its colour; nothing where no hand comes to it."""
    if not preference:
        return Text("")
    return Text(f"{letters(preference):^3}", style=STYLES[preference[0]])


def _grid(title: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=None, padding=(0, 0), pad_edge=False)
    table.add_column("", min_width=9)
    for up in COLUMNS:
        table.add_column(value_label(up), justify="center", min_width=3)
    return table


def _rows(strategy: Strategy, situation: Situation, rows: Iterable[int]) -> list[tuple[str, list[Preference]]]:
    return [(class_label(row), [strategy.play[situation][row][up - 1] for up in COLUMNS]) for row in rows]


def _split_rows(strategy: Strategy, rules: BlackjackRules) -> list[tuple[str, list[Preference]]]:
    """Two cards after a split, in the rows and at the up cards they come at, where they are played in another way."""
    first, after = strategy.play[Situation.FIRST_TWO], strategy.play[Situation.SPLIT_TWO]
    found = []
    for row in range(FIRST_PAIR):
        ups = [up for up in UP_CARDS if comes_after_split(rules, strategy, row, up)]
        if any(_unsurrendered(first[row][up - 1]) != _unsurrendered(after[row][up - 1]) for up in ups):
            found.append((class_label(row), [after[row][up - 1] if up in ups else () for up in COLUMNS]))
    return found


def _unsurrendered(cell: Preference) -> Preference:
    return tuple(action for action in cell if action is not Action.SURRENDER)


def _play(title: str, rows: Sequence[tuple[str, list[Preference]]]) -> None:
    """Rows of cells, equal neighbours told once: `hard 4-8`."""
    table = _grid(title)
    at = 0
    while at < len(rows):
        end = at
        same_kind = rows[at][0].split()[0]
        while end + 1 < len(rows) and rows[end + 1][1] == rows[at][1] and rows[end + 1][0].split()[0] == same_kind:
            end += 1
        label = rows[at][0] if end == at else f"{rows[at][0]}-{rows[end][0].split()[1]}"
        table.add_row(label, *map(cell_text, rows[at][1]))
        at = end + 1
    console.print(table)
    console.print()


def _answers(title: str, rows: Sequence[tuple[str, Sequence[bool]]], yes: str) -> None:
    table = _grid(title)
    for label, answers in rows:
        cells = [Text(f" {yes} ", style=YES_STYLES[yes]) if answers[up - 1] else Text(" . ") for up in COLUMNS]
        table.add_row(label, *cells)
    console.print(table)
    console.print()


def print_strategy(strategy: Strategy, rules: BlackjackRules) -> None:
    """The card."""
    if rules.wagers.attack is not AttackLimit.NONE:
        _answers("Double Attack", [("attack", strategy.attack)], "A")
    first = Situation.FIRST_TWO
    _play("Hard totals", _rows(strategy, first, range(1, FIRST_SOFT)))
    _play("Soft totals", _rows(strategy, first, range(FIRST_SOFT + 1, FIRST_PAIR)))
    _play("Pairs", _rows(strategy, first, range(FIRST_PAIR, HAND_CLASSES)))
    drawn = strategy.play[Situation.DRAWN]
    rows = [row for row in range(2, FIRST_PAIR) if row != FIRST_SOFT and drawn[row] != strategy.play[first][row]]
    for title, differing in (
        ("With three cards or more, where that differs", _rows(strategy, Situation.DRAWN, rows)),
        ("After a split, where that differs", _split_rows(strategy, rules)),
    ):
        if differing:
            _play(title, differing)
    if rules.second_chance.second_chance:
        rows_of = [(str(total), strategy.second_chance[total - BUST_TOTALS[0]]) for total in BUST_TOTALS]
        _answers("Second Chance, by the total over 21", rows_of, "C")
    if rules.surrender.of_doubled_hand is not SurrenderAfterDouble.NOT_OFFERED:
        totals = [total for total in DOUBLED_TOTALS if total >= 12]
        rows_of = [(str(total), strategy.surrender_after_double[total - DOUBLED_TOTALS[0]]) for total in totals]
        _answers("Surrender after doubling, by the total", rows_of, "R")
    surrender = "   R surrender (likewise)" if gives_up(rules) else ""
    console.print(f"H hit   S stand   P split   D double (h else hit, s else stand){surrender}", style="dim")
    for said in insured(rules, strategy):
        console.print(said, style="dim")
    console.print()


def print_solution(solution: Solution, rules: BlackjackRules, shoe: Composition | None = None) -> None:
    """The edge, the card, the side wagers, the effects of removal; of a shoe that is not full, what is in it."""
    console.print(f"[bold]{rules.title}[/bold]  ({rules.game}, {rules.marked_hash})\n")
    table = Table(box=None, show_header=False, pad_edge=False)
    for label, text in [*_shoe_figures(solution.exact, rules, shoe), *_figures(solution)]:
        table.add_row(label, text)
    console.print(table)
    console.print()
    print_strategy(solution.strategy, rules)
    _print_side_wagers(solution.side_wagers)
    _print_effects(solution)
    if solution.came_with_version:
        console.print("\nThis came with this version; --no-cache works it out again.", style="dim")


def _shoe_figures(exact: bool, rules: BlackjackRules, shoe: Composition | None) -> list[tuple[str, str]]:
    found = []
    if shoe is not None:
        held = "  ".join(f"{rank.label} {n}" for rank, n in zip(Rank, shoe.ranks, strict=True) if n)
        found.append(("cards in the shoe", f"{shoe.cards} of {full_shoe(rules).cards}:  {held}"))
    if not exact:
        found.append(("not exact", NOT_EXACT))
    return found


def _off(solution: Solution) -> str:
    """How far off it can be for hands of one split."""
    return f", within {solution.deviation_error:.4f}" if solution.variance_error else ""


def _figures(solution: Solution) -> list[tuple[str, str]]:
    main, totals = solution.main, solution.by_totals
    whose = "for the house" if main.house_edge >= 0 else "for the player: a negative edge of the house"
    return [
        ("house edge", f"{percent(main.house_edge, 6)} of the initial wager, {whose}"),
        ("", f"{percent(main.house_edge / main.total_wager, 6)} of everything wagered"),
        ("mean total wager", f"{main.total_wager:.6f} initial wagers"),
        ("standard deviation", f"{solution.standard_deviation:.4f} initial wagers a round{_off(solution)}"),
        (
            "printed strategy",
            f"{percent(totals.house_edge, 6)}: going by totals costs {percent(totals.house_edge - main.house_edge, 6)}",
        ),
        ("split hands", solution.split_play.value),
    ]


def _print_side_wagers(wagers: Mapping[str, SideWager]) -> None:
    if not wagers:
        return
    table = Table(box=box.SIMPLE_HEAD, title="Side wagers", title_justify="left", title_style="bold", pad_edge=False)
    for column in ("wager", "house edge", "wins", "standard deviation"):
        table.add_column(column)
    for name, wager in wagers.items():
        edge = percent(wager.house_edge)
        if wager.error:
            edge += f" (within {percent(wager.error)})"
        table.add_row(name, edge, percent(wager.hit_rate), f"{wager.standard_deviation:.4f}")
    console.print(table)


def _print_effects(solution: Solution) -> None:
    table = Table(
        box=None,
        title="What one card taken out adds to the player's expectation, in percent",
        title_justify="left",
        title_style="bold",
        pad_edge=False,
        padding=(0, 1, 0, 0),  # ten cards and a name fit 80 columns
    )
    table.add_column("wager", no_wrap=True)
    for up in COLUMNS:
        table.add_column(value_label(up), justify="right", no_wrap=True, min_width=5)
    for name, effects in solution.effects.items():
        table.add_row(name, *(f"{100 * effects[up]:+z.2f}" if up in effects else "" for up in COLUMNS))
    console.print(table)


def print_price(rules: BlackjackRules, price: MainGame, best: MainGame, file: str) -> None:
    """What a strategy somebody brought is worth."""
    console.print(f"[bold]{rules.title}[/bold]  ({rules.game}, {rules.marked_hash})\n")
    console.print(f"the strategy in {file}, played and priced:", markup=False)
    console.print(f"house edge by this strategy  {percent(price.house_edge, 6)} of the initial wager")
    console.print(f"by the best play             {percent(best.house_edge, 6)}")
    console.print(f"the strategy costs           {percent(price.house_edge - best.house_edge, 6)}")


def print_all_readings(rules: BlackjackRules, found: Sequence[ReadingValue]) -> None:
    """Every option of every reading, dearest for the player first."""
    in_force = next(value for value in found if value.in_force)
    console.print(f"[bold]{rules.title}[/bold]: house edge {percent(in_force.house_edge)} as read here\n")
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("reading", "option", "house edge", "costs", *map(wager_name, in_force.side_edges)):
        table.add_column(column, overflow="fold")
    idle = []
    for value in found:
        moved = max(abs(value.cost), abs(value.side_cost))
        if value.in_force:
            continue
        if moved < LESS_THAN_SHOWN:
            idle.append(f"{value.reading.id}={value.option}")
            continue
        sides = [percent(value.side_edges[name]) if name in value.side_edges else "" for name in in_force.side_edges]
        table.add_row(value.reading.id, value.option, percent(value.house_edge), f"{100 * value.cost:+z.4f}%", *sides)
    console.print(table)
    if idle:
        console.print(f"Worth nothing either way: {', '.join(idle)}.", style="dim")
    for bound in slip_bounds(rules, {f"{value.reading.id}={value.option}": value.cost for value in found}):
        console.print(f"{bound.told()} See `pitboss law '{bound.clause}'`.")


def print_situation(found: SituationValues) -> None:
    """Every option of one hand, best first."""
    hand = ", ".join(rank.label for rank in found.hand)
    kind = "soft" if found.soft else "hard"
    console.print(
        f"{hand} ({kind} {found.total}) against {found.up.label}, {found.cards_left} cards unseen with the hole card"
    )
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("option")
    when = " before the reader" if found.before_reader else ""
    table.add_column(f"worth{when}, in initial wagers", justify="right")
    for name, value in found.options.items():
        table.add_row(name, f"{value:+z.6f}", style="bold" if name == found.best else "")
    console.print(table)
    if found.insurance is not None:
        console.print(f"insurance, per unit: {found.insurance:+z.6f}")


def print_up_card(found: UpCardValues) -> None:
    """What a round is worth against an up card, before anybody has looked beneath it."""
    shown = percent(found.main.chance)
    console.print(
        f"against {value_label(found.up)}, which comes {shown} of the time from a shoe of {found.cards} cards"
    )
    options = {"the initial wager alone": found.main.value}
    if found.main.attacked is not None:
        options["Double Attack made"] = found.main.attacked
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("the round")
    table.add_column("worth, in initial wagers", justify="right")
    best = max(options.values())
    for name, value in options.items():
        table.add_row(name, f"{value:+z.6f}", style="bold" if value == best else "")
    console.print(table)
    _print_side_wagers(found.side_wagers)
    if not found.exact:
        console.print(f"Not exact: {NOT_EXACT}.")
