"""The blackjack family's answers and reports."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pitboss.report.asked import Asked, Found, FoundGame, OneHand
from pitboss.report.family_report import ROUNDS_COMPILED, Compared, FamilyReport
from pitboss.rules.rules import BlackjackRules
from pitboss.solve.solution import Progress

if TYPE_CHECKING:
    from pitboss.report.document import Section
    from pitboss.report.figures import Figures, Questions
    from pitboss.report.findings import Finding


class BlackjackReport(FamilyReport):
    """Games with a strategy, hands to ask about, side wagers and counters."""

    rounds_usual = ROUNDS_COMPILED

    def whole_game(self, asked: Asked, strategy: str | None) -> FoundGame:
        """Solve a game, and price the strategy in a file if one is named."""
        from pitboss.report import blackjack_answers

        return blackjack_answers.whole_game(asked, strategy)

    def every_reading(self, asked: Asked) -> Found:
        """Solve a game under every option of every reading that touches it."""
        from pitboss.report import blackjack_answers

        return blackjack_answers.every_reading(asked)

    def one_situation(self, asked: Asked, of: OneHand) -> Found:
        """Every option's value for one hand, or what a round is worth against one up card."""
        from pitboss.report import blackjack_answers

        return blackjack_answers.one_situation(asked, of)

    def gather(self, ask: "Questions", rules: BlackjackRules) -> "Figures":
        """Ask for everything a report says."""
        from pitboss.report.figures import blackjack_figures

        return blackjack_figures(ask, rules)

    def sections(self, figures: "Figures") -> "Sequence[Section | None]":
        """The parts of a math report."""
        from pitboss.report.math_report import blackjack_sections

        return blackjack_sections(figures, BlackjackRules.of(figures.rules))

    def odds(self, figures: "Figures") -> "Sequence[Section | None]":
        """What a round brings and how often, and every line of each side wager."""
        from pitboss.report.math_report import results, side_wagers

        return (results(figures), side_wagers(figures, BlackjackRules.of(figures.rules)))

    def compared(self, asked: Asked, progress: Progress) -> Compared:
        """What two games are compared by, beside their rules."""
        from pitboss.report.blackjack_answers import every_reading, whole_game

        found = whole_game(asked, None, progress)
        readings = every_reading(asked, progress).as_json()["readings"]
        return Compared(found.as_json(), readings, found.strategy)

    def finding(self, rules: BlackjackRules) -> "Finding":
        """The game solved, and priced reading by reading."""
        from pitboss.report.findings import blackjack_finding

        return blackjack_finding(rules)


BLACKJACK_REPORT = BlackjackReport()
