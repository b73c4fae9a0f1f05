"""What `solve` answers for the blackjack family: worked out, ready to be shown or printed as JSON."""

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from pitboss.cards.card import Rank
from pitboss.report import strategy_card
from pitboss.report.asked import Asked, OneHand
from pitboss.report.late import said_if_late
from pitboss.report.slips import slip_bounds
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.simulate.late_bar import LateBar
from pitboss.solve import by_reading, situation
from pitboss.solve.cache import solved
from pitboss.solve.composition import TEN, Composition, full_shoe
from pitboss.solve.first_run import is_compiled
from pitboss.solve.one_up_card import UpCardValues, one_up_card
from pitboss.solve.round_values import table
from pitboss.solve.solution import MainGame, Progress, Solution, as_json, price
from pitboss.solve.strategy import Strategy, value_label
from pitboss.solve.strategy_file import read_strategy
from pitboss.solve.terms import game_terms


def _rules(asked: Asked) -> BlackjackRules:
    return BlackjackRules.of(asked.rules())


def _if_compiling() -> AbstractContextManager[None]:
    return said_if_late(
        "" if is_compiled() else "Compiling the solver: once after installation, about a quarter of a minute."
    )


@dataclass(frozen=True)
class WholeGame:
    """A solved game, and the price of a strategy if one was brought."""

    rules: BlackjackRules
    solution: Solution
    price: MainGame | None
    seconds: float
    file: str | None = None
    shoe: Composition | None = None

    @property
    def strategy(self) -> Strategy:
        """The best one by totals."""
        return self.solution.strategy

    def as_json(self) -> dict[str, Any]:
        """The keys of DESIGN.md and more; `seconds` is what this answer took, from the cache or not."""
        found: dict[str, Any] = as_json(self.solution) | {"house_edge_by": "best play", "seconds": self.seconds}
        if self.shoe is not None:
            found["shoe"] = counts(self.shoe)
        if self.price is not None:
            found["strategy"] = {
                "file": self.file,
                "house_edge": self.price.house_edge,
                "total_wager": self.price.total_wager,
                "cost": self.price.house_edge - self.solution.main.house_edge,
            }
        return found

    def show(self) -> None:
        """The card, or the price of the strategy that was brought."""
        if self.price is not None:
            strategy_card.print_price(self.rules, self.price, self.solution.main, str(self.file))
        else:
            strategy_card.print_solution(self.solution, self.rules, self.shoe)


def whole_game(asked: Asked, strategy: str | None, progress: Progress | None = None) -> WholeGame:
    """Solve a game, and price the strategy in a file if one is named."""
    rules, split_play = _rules(asked), asked.split_play
    shoe = None if asked.shoe is None else situation.shoe_of(rules, asked.shoe)
    start = perf_counter()
    given = None
    if strategy is not None:
        given = read_strategy(Path(strategy))
        if given.game != rules.game:
            raise RulesError(f"{strategy} is a strategy for {given.game}, not for {rules.game}")
    with _if_compiling(), nullcontext(progress) if progress else LateBar() as bar:
        found = solved(rules, bar, asked.use_cache, split_play, shoe)
        priced = None if given is None else price(table(rules, shoe or full_shoe(rules), split_play), given)[0]
    return WholeGame(rules, found, priced, perf_counter() - start, strategy, shoe)


def counts(shoe: Composition) -> dict[str, int]:
    """How many cards of each rank there are, by the names of the ranks."""
    return {rank.label: n for rank, n in zip(Rank, shoe.ranks, strict=True)}


@dataclass(frozen=True)
class EveryReading:
    """The edge under every option of every reading."""

    rules: BlackjackRules
    values: list[by_reading.ReadingValue]
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """Every option, dearest for the player first, and what a slip of the text costs at most."""
        costs = {f"{value.reading.id}={value.option}": value.cost for value in self.values}
        return {
            "game": self.rules.game,
            "rules_hash": self.rules.hash,
            "readings": [
                {
                    "reading": value.reading.id,
                    "option": value.option,
                    "in_force": value.in_force,
                    "clauses": list(value.reading.clauses),
                    "house_edge": value.house_edge,
                    "cost": value.cost,
                    "side_house_edges": dict(value.side_edges),
                    "side_costs": dict(value.side_costs),
                    "side_cost": value.side_cost,
                }
                for value in self.values
            ],
            "slips": [bound._asdict() for bound in slip_bounds(self.rules, costs)],
            "exact": True,
            "seconds": self.seconds,
        }

    def show(self) -> None:
        """A table by cost."""
        strategy_card.print_all_readings(self.rules, self.values)


def every_reading(asked: Asked, progress: Progress | None = None) -> EveryReading:
    """Solve a game under every option of every reading that touches it."""
    rules, split_play = _rules(asked), asked.split_play
    start = perf_counter()
    with _if_compiling(), nullcontext(progress) if progress else LateBar() as bar:
        values = by_reading.all_readings(asked.game, asked.sets, asked.readings, bar, split_play)
    return EveryReading(rules, values, perf_counter() - start)


@dataclass(frozen=True)
class OneSituation:
    """One hand against one up card."""

    rules: BlackjackRules
    values: situation.SituationValues
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """Every option's value and the best."""
        found = self.values
        return {
            "game": self.rules.game,
            "rules_hash": self.rules.hash,
            "hand": [rank.label for rank in found.hand],
            "up": found.up.label,
            "total": found.total,
            "soft": found.soft,
            "cards_left": found.cards_left,
            "options": found.options,
            "best": found.best,
            "before_reader": found.before_reader,
            "insurance": found.insurance,
            "seconds": self.seconds,
        }

    def show(self) -> None:
        """The options, best first."""
        strategy_card.print_situation(self.values)


@dataclass(frozen=True)
class OneUpCard:
    """A round against one up card."""

    rules: BlackjackRules
    values: UpCardValues
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """What it is worth attacked and not, and the edge of each wager beside it."""
        found = self.values
        return {
            "game": self.rules.game,
            "rules_hash": self.rules.hash,
            "up": value_label(found.up),
            "cards": found.cards,
            "chance": found.main.chance,
            "value": found.main.value,
            "attacked": found.main.attacked,
            "side_wagers": {
                name: {"house_edge": wager.house_edge, "hit_rate": wager.hit_rate, "error": wager.error}
                for name, wager in found.side_wagers.items()
            },
            "exact": found.exact,
            "seconds": self.seconds,
        }

    def show(self) -> None:
        """A line for each wager."""
        strategy_card.print_up_card(self.values)


def one_situation(asked: Asked, of: OneHand) -> OneSituation | OneUpCard:
    """Every option's value for one hand; where no hand is named, what a round is worth against an up card."""
    rules, split_play = _rules(asked), asked.split_play
    if of.up is None:
        raise RulesError("a hand needs --up, the dealer's card; --shoe alone asks about a shoe less some cards")
    shown = situation.ranks(of.up)
    if len(shown) != 1:
        raise RulesError(f"the dealer shows one card, not {len(shown)}")
    out = () if of.seen is None else situation.in_play(rules, situation.ranks(of.seen))
    shoe = full_shoe(rules) if asked.shoe is None else situation.shoe_of(rules, asked.shoe)
    start = perf_counter()
    if of.hand is None:
        if of.attacked or of.after_split is not None or of.added:
            raise RulesError("--attacked, --after-split and --added say something of a hand: name it with --hand")
        with _if_compiling():
            found = one_up_card(rules, min(shown[0], TEN), shoe.without(out), split_play)
        return OneUpCard(rules, found, perf_counter() - start)
    cards = situation.ranks(of.hand)
    came = _of_split(of, situation.in_play(rules, cards), out, rules)
    with _if_compiling():
        values = situation.situation(rules, cards, shown[0], out, of.attacked, shoe, split_play, came)
    return OneSituation(rules, values, perf_counter() - start)


def _of_split(
    of: OneHand, hand: Sequence[Rank], out: Sequence[Rank], rules: BlackjackRules
) -> situation.OfSplit | None:
    """What is said of the split that a hand came of; the cards of its other hands are among those seen."""
    if of.after_split is None:
        if of.added:
            raise RulesError("--added is said of a hand that came of a split: name the pair with --after-split")
        return None
    pair = set(situation.in_play(rules, situation.ranks(of.after_split)))
    if len(pair) != 1:
        raise RulesError("--after-split names the card of the pair, such as 8")
    (card,) = pair
    if card not in hand:
        raise RulesError(f"a hand that came of a split of {card.label}s has one of them")
    alike = {card} if game_terms(rules).same_rank else {rank for rank in Rank if min(rank, TEN) == min(card, TEN)}
    if not alike & set(out):
        raise RulesError(f"the other {card.label} is on the table too: name the cards of the other hands with --seen")
    return situation.OfSplit(first=not of.added, aces=card is Rank.ACE)
