"""The report of games dealt from the hand, whose showdown is the house's and never law."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pitboss.report.family_report import ROUNDS_COMPILED, FamilyReport
from pitboss.rules.hi_lo import ShowdownKind
from pitboss.rules.rules import HiLoRules, Rules

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
    "Player and dealer are dealt alike from one deck, the Ante pays what it costs and ties push: so neither can be "
    "ahead, and the exact edge is 0."
)


def even_by_symmetry(rules: HiLoRules) -> bool:
    """Whether box and dealer stand alike, so that neither can have an edge."""
    of = rules.showdown
    return of.showdown is ShowdownKind.HOUSE_HIGH_HAND and of.ties_push and of.ante_odds.ratio == 1


class FromTheHandReport(FamilyReport):
    """Simulated only; where box and dealer stand alike the edge is known without a solver."""

    rounds_usual = ROUNDS_COMPILED

    def known_edge(self, rules: Rules) -> float | None:
        """Nothing, where box and dealer stand alike."""
        return 0.0 if even_by_symmetry(HiLoRules.of(rules)) else None

    def sections(self, figures: "Figures") -> "Sequence[Section | None]":
        """The parts of a math report."""
        from pitboss.report import laboratory
        from pitboss.report import sections as pages

        rules = HiLoRules.of(figures.rules)
        return (
            pages.glance_at_simulation(figures, "of the Ante", HOUSE_SHOWDOWN, "Antes"),
            laboratory.the_game(rules, rules.layout.betting_areas),
            pages.readings_in_force(rules),
            pages.simulation(figures, self.known_edge(rules), DEALT_ALIKE),
            pages.method(figures),
            laboratory.signatures(figures),
            pages.rule_sheet(rules),
        )

    def instead_of_findings(self, rules: HiLoRules) -> str:
        """What the game's page says in place of a strategy."""
        return NOTHING_TO_SOLVE


FROM_THE_HAND_REPORT = FromTheHandReport()
