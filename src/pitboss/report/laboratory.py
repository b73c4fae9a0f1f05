"""What a laboratory adds to a math report: layout, returns and their witnesses, ends, exposure, errors, other odds."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

from pitboss.law import documents
from pitboss.report import laboratory_charts as charts
from pitboss.report.document import Block, Drawing, Grid, Picture, Section, Side, Words, rows, words
from pitboss.report.felt import felt
from pitboss.report.figures import Figures
from pitboss.report.sheets import STEPS
from pitboss.report.wording import IN_FORCE, first_upper, once_in, percent
from pitboss.rules.money import dollars
from pitboss.rules.rules import BlackjackRules, Rules
from pitboss.rules.sheet import rows as sheet_rows
from pitboss.rules.subjects.bonus_21 import Bonus21
from pitboss.rules.wager_kinds import WagerKind, wager_name
from pitboss.simulate.distribution import NORMAL_95
from pitboss.solve.laboratory import VOLATILITY, moments

HOLD_ROUNDS = (100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000)
SAME = 5e-9  # an edge of ten digits
FIRST_BOX, LINE = 1, "________________________________"
RIGHT = frozenset(range(1, 9))


def the_game(rules: Rules, bets: Iterable[str] = ("Bet",)) -> Section:
    """What it is, how it is dealt, what may be wagered under which names, and its layout."""
    told = {row.name: row for row in sheet_rows(rules)}
    steps = told["deal_order"].value.split(STEPS) if "deal_order" in told else []
    dealt = f"The cards are dealt so: {'; '.join(steps)}." if steps else ""
    decks = "1 deck" if rules.cards.decks == 1 else f"{rules.cards.decks} decks"
    cards = f"{decks} of {rules.cards.deck_size()} cards, {rules.cards.stack_size()} in all."
    text = next((one.title for one in documents() if one.id == rules.document), rules.document)
    made = f"made by {rules.author} from" if rules.author else "by"  # whoever writes the report
    said = [f"{rules.title}, {made} {text}.", rules.note, f"{cards} {dealt}"]
    wagers = rules.wagers
    least, most = dollars(wagers.table_minimum_cents), dollars(wagers.table_maximum_cents)
    limits = [(bet, least, most, "the round") for bet in bets]
    limits += [
        (kind.name, dollars(kind.minimum_cents), _most(kind, rules), kind.decided_by.value)
        for kind in rules.side_wagers
    ]
    grid = Grid(("wager", "least", "most", "decided by"), rows(limits), "The wagers", shape="text")
    return Section(
        "The game and its layout",
        (
            words(*(one for one in said if one)),
            Drawing(felt(rules), "The layout, seen from the players' side; dashed: areas no text asks for"),
            grid,
        ),
    )


def _most(kind: WagerKind, rules: Rules) -> str:
    if kind.maximum_cents is not None:
        return dollars(kind.maximum_cents)
    return "the bet" if kind.within_bet else dollars(rules.wagers.table_maximum_cents)


def _witness(exact: float, found: Mapping[str, Any]) -> tuple[str, str, str]:
    """What a simulation has for the same: its edge, its standard error in points, and how far it lies from exact."""
    edge, error = found["house_edge"], found["standard_error"]
    if edge is None or not error:
        return "", "", ""
    return percent(edge), f"{100 * error:.4f}", f"{(edge - exact) / error:+z.2f}"


def returns(figures: Figures) -> Section:
    """Every wager: exact, and by its second witness; then wagers made together."""
    of, last = figures.solution, figures.convergence[-1].found
    printed = of["by_totals"]["house_edge"]
    listed = [
        ("Bet, by the best play", percent(of["house_edge"], 6), percent(1 - of["house_edge"], 4), _sd(of), "", "", ""),
        ("Bet, by the printed strategy", percent(printed, 6), percent(1 - printed, 4), "", *_witness(printed, last)),
    ]
    for name, side in of["side_wagers"].items():
        there = last["side_wagers"].get(name)
        seen = ("", "", "") if there is None else _witness(side["house_edge"], there)
        edge = side["house_edge"]
        listed.append((first_upper(wager_name(name)), percent(edge, 6), percent(1 - edge, 4), _sd(side), *seen))
    columns = ("wager", "edge, exact", "return", "deviation", "edge, simulated", "error, points", "errors away")
    both = [
        (
            f"Bet and {wager_name(name)}, 1 unit each",
            percent((of["house_edge"] + side["house_edge"]) / 2, 6),
            percent(of["house_edge"] + side["house_edge"], 6),
        )
        for name, side in of["side_wagers"].items()
        if name != "insurance"
    ]
    everything = sum(side["house_edge"] for name, side in of["side_wagers"].items() if name != "insurance")
    if len(both) > 1:
        many = 1 + len(both)
        whole = of["house_edge"] + everything
        both.append(("All of them, 1 unit each", percent(whole / many, 6), percent(whole, 6)))
    blocks: list[Block] = [_returns_method(of, last), Grid(columns, rows(listed), "Each wager", RIGHT, "figures dense")]
    blocks += _added_wagers(last, of["side_wagers"])
    if both:
        head = ("played together", "house edge, of all that is bet first", "house keeps, in bets a round")
        told = words("Nobody plays the bet otherwise for a side wager, so expectations add.")
        blocks += [Grid(head, rows(both), "Combined play", RIGHT, "figures dense"), told]
    return Section("Return of each wager", tuple(blocks))


def _returns_method(of: Mapping[str, Any], last: Mapping[str, Any]) -> Words:
    return words(
        "Exact: the solver, without replacement from a full shoe. Second witness: the simulator, which shares no code "
        f"with it, over {last['rounds']:,} rounds, each from a full shoe, by the printed strategy; the last column is "
        "the distance of the two in standard errors. A house edge is of the initial wager and above zero for the "
        f"house. With every wager added in a round ({of['total_wager']:.4f} initial wagers on average) the edge is "
        f"{percent(of['house_edge_per_total_wager'], 6)} of what is wagered."
    )


def _added_wagers(last: Mapping[str, Any], sides: Mapping[str, Any]) -> list[Block]:
    """The bet and whatever is added to it, each by itself: in how many rounds it is made, and what the house keeps."""
    listed = [
        (
            first_upper(wager_name(name)),
            percent(one["frequency"], 4),
            f"{one['wagered'] / last['rounds']:.4f}",
            percent(one["house_edge"]),
            f"{100 * one['house_edge_error']:.4f}",
        )
        for name, one in last.get("wagers", {}).items()
        if one["made"] and name not in sides
    ]
    if len(listed) < 2:  # the bet alone is told above
        return []
    columns = ("wager", "rounds it is made in", "wagered a round", "house edge, of it", "standard error, points")
    told = words(
        "Simulated only, in the same rounds: the solver prices them together, since one is played for another."
    )
    return [
        Grid(columns, rows(listed), "The bet and what is added to it, each by itself", RIGHT, "figures dense"),
        told,
    ]


def _sd(of: Mapping[str, Any]) -> str:
    return f"{of['standard_deviation']:.4f}"


def spread(figures: Figures, distribution: Sequence[Mapping[str, float]], said: str) -> Section:
    """Variance, skew, volatility index, and the hold to be expected by number of rounds."""
    found, seen = moments(distribution), figures.convergence[-1].found
    simulated = seen["standard_deviation"]
    named = [
        ("variance of a round", f"{found.deviation**2:.6f}", f"{simulated**2:.4f}"),
        ("standard deviation", f"{found.deviation:.6f}", f"{simulated:.4f}"),
        ("skew", f"{found.skew:+z.6f}", f"{seen['skew']:+z.4f}"),
        (
            f"volatility index ({VOLATILITY} standard deviations)",
            f"{found.volatility:.6f}",
            f"{VOLATILITY * simulated:.4f}",
        ),
    ]
    listed = []
    for rounds in HOLD_ROUNDS:
        low, high = found.hold(rounds, NORMAL_95)
        lower, upper = found.hold(rounds, VOLATILITY)
        listed.append((f"{rounds:,}", *(percent(x, 2) for x in (lower, upper, low, high))))
    columns = ("rounds", "90%: from", "to", "95%: from", "to")
    return Section(
        "How far results spread",
        (
            words(said),
            Grid(("what", "worked out", "simulated"), rows(named), numeric=RIGHT),
            Grid(columns, rows(listed), "The house's hold of the initial wagers after so many rounds", numeric=RIGHT),
            Picture(charts.bankrolls(distribution, figures.effort.seed), "Bankrolls of players over 1,000 rounds"),
        ),
    )


def ends(figures: Figures) -> Section:
    """How the dealer's and the player's hands end."""
    columns = ("ends with", "chance")

    def grid(by: Mapping[str, float], caption: str) -> Grid:
        listed = rows([(name, percent(x, 6)) for name, x in by.items() if x])
        return Grid(columns, listed, caption, RIGHT, "figures dense")

    of = figures.laboratory
    pair = Side(
        (
            grid(of["dealer_ends"], "The dealer's hand, always played out"),
            grid(of["player_ends"], "The first hand of a box, by the best play"),
        )
    )
    said = "Exact. A hand of a box that is given up, or meets a Blackjack, counts as it lies there."
    bonus = figures.rules.by_name["bonus_21"][1].value
    if not isinstance(bonus, Bonus21):
        return Section("How hands end", (words(said), pair))
    often = of["bonuses_21"]
    listed = [(row.name, str(row.odds), percent(often[row.name], 6), once_in(often[row.name])) for row in bonus.rows]
    paid = Grid(
        ("a 21 of", "pays", "chance", "comes"),
        rows(listed),
        "Bonuses paid to a box that is not split",
        numeric=frozenset({2, 3}),
    )
    more = "Of several bonuses the best is paid. The best play here looks at no suit; what suits come is exact."
    return Section("How hands end", (words(said), pair, paid, words(more)))


@dataclass(frozen=True)
class Award:
    """The most a wager can bring: its odds, how often, how often a simulation had it of how many, the largest wager."""

    wager: str
    odds: str
    chance: float
    came: int | None
    of: int
    largest_cents: int
    paid_cents: int

    def told(self) -> tuple[str, ...]:
        """As a row; beside how often it came, how often it should have."""
        came = "" if self.came is None else f"{self.came:,} ({self.chance * self.of:,.1f})"
        money = (dollars(self.largest_cents), dollars(self.paid_cents))
        return (self.wager, self.odds, percent(self.chance, 9), came, *money)


def exposure(awards: Sequence[Award], rules: Rules, said: str) -> Section:
    """The most each wager can bring, and the most one round can cost the house; `said` is why it is not less."""
    box, positions = sum(one.paid_cents for one in awards), rules.layout.positions
    people = rules.wagers.bettors_per_box
    shared = f", with {people} people on each," if people > 1 else ""
    bound = words(
        f"If every top award fell on one box at once it would be paid {dollars(box)}; on all {positions} boxes{shared} "
        f"{dollars(box * positions * people)}. No round can cost the house more. {said}"
    )
    columns = ("wager", "top award", "chance", "came, simulated (expected)", "largest wager", "paid")
    return Section("Top awards and exposure", (Grid(columns, rows([x.told() for x in awards]), numeric=RIGHT), bound))


def top_awards(figures: Figures, rules: BlackjackRules) -> Section:
    """The most each wager of a blackjack can bring."""
    of, last = figures.solution, figures.convergence[-1].found
    most = rules.wagers.table_maximum_cents
    net = max(one["net"] for one in of["distribution"])
    chance = next(one["chance"] for one in of["distribution"] if one["net"] == net)
    whole = "Bet, with all that is added to it"
    awards = [Award(whole, f"{net:g} to 1", chance, came(last, net), last["rounds"], most, round(net * most))]
    for kind in rules.side_wagers:
        row = max(kind.pays, key=lambda one: one.odds.ratio)
        lines = of["side_wagers"][kind.id]["lines"]
        stake = kind.maximum_cents if kind.maximum_cents is not None else most
        paid, seen = int(stake * row.odds.ratio), last["side_wagers"].get(kind.id, {})
        alone = seen and [x.odds.ratio for x in kind.pays].count(row.odds.ratio) == 1
        times = came(seen, row.odds.ratio) if alone else None
        chance = lines[kind.pays.index(row)]
        awards.append(
            Award(f"{kind.name}: {row.name}", str(row.odds), chance, times, seen.get("wagers", 0), stake, paid)
        )
    split = "" if of["distribution_exact"] else ' The chance of the first is worked out as "What a round gives" says.'
    said = "It is a bound, for the awards exclude one another, and the shoe does not hold the cards for all boxes."
    return exposure(awards, rules, said + split)


def came(seen: Mapping[str, Any], pays: Fraction | float) -> int:
    """How often a simulated wager was paid so much for each unit."""
    return int(seen.get("histogram", {}).get(f"{float(pays):g}", 0))


def errors(figures: Figures) -> Section:
    """What usual errors cost."""
    of = figures.laboratory["edge_by_error"]
    best = figures.solution["house_edge"]
    listed = [(name, percent(edge, 6), f"{100 * (edge - best):+z.4f}") for name, edge in of.items()]
    columns = ("the player", "house edge", "cost, points")
    said = words("Exact: the game priced as it is then played, beside the best play of every hand.")
    return Section("What usual errors cost", (said, Grid(columns, rows(listed), numeric=RIGHT)))


def other_odds(figures: Figures, rules: BlackjackRules) -> Section:
    """The edge by other odds: of a Blackjack, and of each line of each side wager."""
    paid = figures.laboratory["edge_by_blackjack_odds"]
    now = str(rules.settlement.blackjack_odds)
    listed = [(odds, percent(edge, 6), IN_FORCE if odds == now else "") for odds, edge in paid.items()]
    swept = charts.by_odds("a Blackjack pays", {"best play for each": paid}, ("best play for each", now))
    blocks: list[Block] = [
        Picture(swept, "The house edge by what a Blackjack pays"),
        Grid(("a Blackjack pays", "house edge", ""), rows(listed), "Exact, best play for each", numeric=frozenset({1})),
    ]
    for kind in rules.side_wagers:
        side = figures.solution["side_wagers"][kind.id]
        sweep = charts.sweep(kind, side)
        moved = [
            (row.name, str(row.odds), percent(chance, 6), f"{100 * chance:.4f}")
            for row, chance in zip(kind.pays, side["lines"], strict=True)
        ]
        columns = ("line", "pays", "chance", "points of edge for 1 more")
        blocks += [
            Picture(sweep, f"The edge of {kind.name} if one line paid otherwise"),
            Grid(columns, rows(moved), f"{kind.name}: what one unit more on a line costs", numeric=frozenset({2, 3})),
        ]
    return Section("Other odds", tuple(blocks))


def table_hours(figures: Figures, edge: float, deviation: float, played: str) -> Section:
    """The edge by boxes, and what a table is expected to win in an hour; `played` is how, and without what."""
    rules, pace = figures.rules, figures.told.pace
    bet = rules.wagers.table_minimum_cents / 100
    listed = []
    for boxes in range(FIRST_BOX, rules.layout.positions + 1):
        win = edge * bet * boxes * pace
        listed.append(
            (str(boxes), percent(edge, 6), f"{edge * boxes * pace:.3f}", f"{'-' if win < 0 else ''}${abs(win):,.2f}")
        )
    columns = ("boxes", "house edge, each box", "won in an hour, bets", f"with bets of ${bet:,.2f}")
    told = words(
        "Every box has the same edge, exactly: its cards come from the same full pack whoever is dealt first. "
        f"{pace} rounds an hour, as given (`--pace`), {played}. One box swings by {deviation * sqrt(pace):.1f} bets an "
        "hour (one standard deviation)."
    )
    return Section("By boxes, and by the hour", (told, Grid(columns, rows(listed), numeric=RIGHT)))


def known_games(figures: Figures, known: Sequence[tuple[str, float]]) -> Section:
    """The game among games that people know."""
    here = figures.solution["house_edge"]
    others = [one for one in known if abs(one[1] - here) > SAME]  # itself may be among them
    listed = [(f"{figures.rules.title} (this report)", here), *others]
    told = [(name, percent(edge)) for name, edge in sorted(listed, key=lambda one: one[1])]
    said = words("Best play of every hand from a full shoe, solved by this program; of the initial wager.")
    grid = Grid(("game", "house edge"), rows(told), numeric=RIGHT)
    return Section("Beside games that are known", (said, Picture(charts.beside(listed), "House edges"), grid))


def signatures(figures: Figures) -> Section:
    """Who answers for it."""
    signed = [
        ("author", figures.told.author or figures.rules.author or LINE),
        ("reviewer", figures.told.reviewer or LINE),
        *((f"signature and date, {who}", LINE) for who in ("author", "reviewer")),
    ]
    return Section("Author and reviewer", (Grid(("", ""), rows(signed), shape="text"),))
