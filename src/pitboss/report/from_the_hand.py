"""The report of games dealt from the hand, whose showdown is the house's and never law."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

from pitboss.report.family_report import ROUNDS_COMPILED, FamilyReport
from pitboss.rules.hi_lo import ShowdownKind
from pitboss.rules.money import EVEN_MONEY, Odds
from pitboss.rules.rules import HiLoRules, Rules
from pitboss.solve.high_hands import HighHands

if TYPE_CHECKING:
    from pitboss.report.document import Section
    from pitboss.report.figures import Figures

HOUSE_SHOWDOWN = (
    "The text at hand orders the deal and stops there. How a round is decided is this house's own, marked HOUSE on the "
    "rule sheet, and never law: these figures are the house's showdown's. No player decides anything, so there is no "
    "strategy to solve for."
)
NOTHING_TO_SOLVE = (
    "Nothing in this game is decided by a player, and how a round is won stands in sections that are not at hand: the "
    "showdown here is the house's and never law. Under it player and dealer hold five cards each from one deck, a win "
    "pays what a loss costs and ties push, so by symmetry the edge is exactly zero."
)
DEALT_ALIKE = (
    "Player and dealer are dealt alike from one deck, so either is as often ahead as the other, and how often the two "
    "tie is counted."
)
SPREAD = "In Antes, from the chances of the three ends of a round, which are counted."
EXPOSED = "All boxes can win at once, and then it does."
HOURLY = "every round from a whole deck"
NOT_HERE = (
    "No errors and no card to play by: nobody decides anything.",
    "No readings priced: the ones there are say how cards are counted and hands made void, and move no money; the "
    "showdown's would return every wager.",
    "No side wagers, and none combined: the sections that might have some are not at hand.",
    "No effects of removal, no depth of a cover card, no counter: one deck is shuffled for every round, so that "
    "nothing seen in one round tells of the next. No number of decks either: the text has one.",
)
TIES_PUSH, TIES_LOSE = "ties push", "ties lose"
OTHER_ODDS = (Odds(9, 10), Odds(19, 20), EVEN_MONEY, Odds(21, 20), Odds(11, 10))
DECK = HighHands()


def ends(rules: HiLoRules) -> dict[str, tuple[Fraction, Fraction]]:
    """How a round ends under the house's showdown: what the Ante gets and how often, exactly; none where it stops."""
    of = rules.showdown
    if of.showdown is not ShowdownKind.HOUSE_HIGH_HAND:
        return {}
    tied = Fraction(sum(DECK.ties().values()), DECK.pairs_of_hands)
    ahead = (1 - tied) / 2
    return {
        "won": (of.ante_odds.ratio, ahead),
        "tied": (Fraction(0 if of.ties_push else -1), tied),
        "lost": (Fraction(-1), ahead),
    }


def exact_edge(rules: HiLoRules) -> Fraction:
    """What the house keeps of an Ante; nothing where every round stops after the deal."""
    return -sum((net * chance for net, chance in ends(rules).values()), Fraction(0))


def distribution(rules: HiLoRules) -> list[dict[str, float]]:
    """The chance of every net result, as a solver tells it."""
    found: dict[Fraction, Fraction] = {}
    for net, chance in ends(rules).values():
        found[net] = found.get(net, Fraction(0)) + chance
    return [{"net": float(net), "chance": float(found[net])} for net in sorted(found)]


def returns(figures: "Figures", rules: HiLoRules) -> "Section":
    """The Ante: how it ends, in how many deals, beside what was simulated."""
    from pitboss.report.document import Grid, Section, rows, words
    from pitboss.report.wording import percent

    last, edge = figures.convergence[-1].found, exact_edge(rules)
    seen = {"won": last["win"], "tied": last["push"], "lost": last["loss"]}
    if not rules.showdown.ties_push:
        seen = {"won": last["win"]}  # a tie is lost there, and counted so
    listed = [
        (
            name,
            f"{float(net):+g}" if net else "0",
            f"{int(chance * DECK.pairs_of_hands):,}",
            percent(float(chance), 6),
            percent(seen[name]) if name in seen else "",
            f"{float(net * chance):+z.6f}",
        )
        for name, (net, chance) in ends(rules).items()
    ]
    columns = ("the Ante is", "gets", "deals", "chance", "simulated", "gives the player")
    error = last["standard_error"]
    away = f", {(-last['mean'] - float(edge)) / error:+z.2f} standard errors away" if error else ""
    said = words(
        f"House edge of the Ante {percent(float(edge), 6)}, return {percent(1 - float(edge), 6)}: exact. Player's and "
        f"dealer's five cards are counted as {DECK.hands:,} hands and {DECK.pairs_of_hands // DECK.hands:,} of the "
        f"cards then left, {DECK.pairs_of_hands:,} deals in all. Second witness: the simulator, which shares no "
        f"code with this count, over {last['rounds']:,} rounds: {percent(-last['mean'])}{away}. A house edge is of the "
        "Ante and above zero for the house."
    )
    grid = Grid(columns, rows(listed), "How the Ante ends", frozenset(range(1, 6)), "figures dense")
    return Section("Return of the Ante", (said, grid))


def hands() -> "Section":
    """The kinds of hand, player's or dealer's, and how often two of a kind are equal."""
    from pitboss.report.document import Grid, Section, rows, words
    from pitboss.report.wording import once_in, percent

    ties = DECK.ties()
    listed = [
        (name, f"{often:,}", percent(often / DECK.hands, 6), once_in(often / DECK.hands), f"{ties[name]:,}")
        for name, often in DECK.by_kind().items()
    ]
    columns = ("hand", "hands", "chance", "comes", "deals in which two tie")
    said = words(
        f"Exact: of {DECK.hands:,} hands of five from one deck. A player's and the dealer's come alike. Two hands tie "
        f"where they have the same ranks, both in one suit or neither: {sum(ties.values()):,} of "
        f"{DECK.pairs_of_hands:,} deals, none of them with three or four of a kind, for which a deck has too few cards."
    )
    return Section("How hands end", (said, Grid(columns, rows(listed), numeric=frozenset(range(1, 5)))))


def other_odds(rules: HiLoRules) -> "Section":
    """What the house would keep if a winning Ante paid otherwise, or ties lost."""
    from pitboss.report import laboratory_charts as charts
    from pitboss.report.document import Grid, Picture, Section, rows, words
    from pitboss.report.wording import IN_FORCE, percent

    now, push = rules.showdown.ante_odds, rules.showdown.ties_push
    ways = {TIES_PUSH: True, TIES_LOSE: False}
    paid = sorted({*OTHER_ODDS, now}, key=lambda one: one.ratio)
    edges = {
        way: {
            str(odds): float(exact_edge(rules.departing("ante_odds", odds).departing("ties_push", ties)))
            for odds in paid
        }
        for way, ties in ways.items()
    }
    listed = [
        (str(odds), *(percent(by[str(odds)], 6) for by in edges.values()), IN_FORCE if odds == now else "")
        for odds in paid
    ]
    what = "a winning Ante pays"
    chart = charts.by_odds(what, edges, (TIES_PUSH if push else TIES_LOSE, str(now)))
    said = words(
        f"Exact; here ties {'push' if push else 'lose'}. The house's showdown is not law, and so neither are these."
    )
    picture = Picture(chart, "The house edge by what a winning Ante pays, if ties push and if they lose")
    grid = Grid((what, *(f"house edge, {way}" for way in edges), ""), rows(listed), numeric=frozenset({1, 2}))
    return Section("Other odds", (said, picture, grid))


class FromTheHandReport(FamilyReport):
    """Simulated, and counted: where nobody decides anything the edge is known without a solver."""

    rounds_usual = ROUNDS_COMPILED

    def known_edge(self, rules: Rules) -> float:
        """The exact edge of the Ante."""
        return float(exact_edge(HiLoRules.of(rules)))

    def odds(self, figures: "Figures") -> "Sequence[Section | None]":
        """How the Ante ends, and how often."""
        rules = HiLoRules.of(figures.rules)
        return (returns(figures, rules), hands()) if ends(rules) else ()

    def sections(self, figures: "Figures") -> "Sequence[Section | None]":
        """The parts of a math report."""
        from pitboss.report import laboratory
        from pitboss.report import sections as pages
        from pitboss.report.document import Section, words

        rules = HiLoRules.of(figures.rules)
        decided = self._decided(figures, rules) if ends(rules) else ()
        return (
            pages.glance_at_simulation(figures, "of the Ante", HOUSE_SHOWDOWN, "Antes", self.known_edge(rules)),
            laboratory.the_game(rules, rules.layout.betting_areas),
            pages.readings_in_force(rules),
            *decided,
            Section("What is not here, and why", (words(*NOT_HERE),)),
            pages.simulation(figures, self.known_edge(rules), DEALT_ALIKE if decided else ""),
            pages.method(figures),
            laboratory.signatures(figures),
            pages.rule_sheet(rules),
        )

    def _decided(self, figures: "Figures", rules: HiLoRules) -> "tuple[Section, ...]":
        """What there is to say where the cards decide the Ante."""
        from pitboss.report import laboratory

        edge, found = self.known_edge(rules), distribution(rules)
        last, most, odds = figures.convergence[-1].found, rules.wagers.table_maximum_cents, rules.showdown.ante_odds
        deviation = sqrt(sum(one["chance"] * (one["net"] + edge) ** 2 for one in found))
        won = float(ends(rules)["won"][1])
        seen = laboratory.came(last, odds.ratio)
        award = laboratory.Award("Ante", str(odds), won, seen, last["rounds"], most, int(most * odds.ratio))
        return (
            returns(figures, rules),
            hands(),
            laboratory.spread(figures, found, SPREAD),
            laboratory.exposure([award], rules, EXPOSED),
            laboratory.table_hours(figures, edge, deviation, HOURLY),
            other_odds(rules),
        )

    def instead_of_findings(self, rules: HiLoRules) -> str:
        """What the game's page says in place of a strategy."""
        return NOTHING_TO_SOLVE


FROM_THE_HAND_REPORT = FromTheHandReport()
