"""A strategy as the cards people carry, for a page: coloured cells, each with what its options are worth."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from typing import Any

from pitboss.cards.card import Rank
from pitboss.report.document import Cell, Grid
from pitboss.report.strategy_card import COLUMNS, comes_after_split, gives_up, letters
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.subjects.surrender import SurrenderAfterDouble
from pitboss.rules.subjects.wagers import AttackLimit
from pitboss.solve.composition import full_shoe
from pitboss.solve.situation import doubled, situation
from pitboss.solve.strategy import (
    BUST_TOTALS,
    DOUBLED_TOTALS,
    FIRST_PAIR,
    FIRST_SOFT,
    HAND_CLASSES,
    TWENTY_ONE,
    UP_CARDS,
    Action,
    Situation,
    Strategy,
    class_label,
    class_total,
    hand_class,
    total_of,
    value_label,
)
from pitboss.solve.terms import game_terms

NEVER = 0  # the solver's code for a doubled hand that may not be surrendered
HOVER = "Hover over a cell for the value of its options."


def legend(rules: BlackjackRules) -> str:
    """What the letters of a card mean, of plays the game has."""
    letters = [
        "H hit, S stand, D double, P split",
        *(["R surrender"] if gives_up(rules) else []),
        *(["A attack"] if rules.wagers.attack is not AttackLimit.NONE else []),
        *(["C take a Second Chance"] if rules.second_chance.second_chance else []),
    ]
    return (
        f"{', '.join(letters)}; a small letter after it is what to do where the first is not allowed. Columns: the "
        "dealer's up card."
    )


def options_text(hand: str, options: Mapping[str, float]) -> str:
    """What each option of a hand is worth, best first."""
    told = ", ".join(f"{name} {value:+z.4f}" for name, value in sorted(options.items(), key=lambda item: -item[1]))
    return f"{hand}: {told}"


@dataclass(frozen=True)
class Example:
    """A hand of three cards or more that stands for its class, with the value of each option."""

    hand: tuple[int, ...]
    up: int
    options: Mapping[str, float]

    @property
    def label(self) -> str:
        """Its cards."""
        return ",".join(map(value_label, self.hand))


class StrategyGrids:
    """The grids of a strategy for one game, with values from its solution; drawn hands have one example each."""

    def __init__(self, rules: BlackjackRules, strategy: Strategy, solution: Mapping[str, Any]) -> None:
        self.rules, self.strategy, self.solution = rules, strategy, solution
        self._shoe = full_shoe(rules).values

    # --- values -----------------------------------------------------------------------------------------------------

    def _two_cards(self, row: int, up: int) -> list[str]:
        """The value of every two-card hand of a class."""
        found = []
        for hand, options in self.solution["decisions"].get(value_label(up), {}).items():
            cards = tuple(1 if label == "A" else int(label) for label in hand.split(","))
            if total_of(cards)[0] < TWENTY_ONE and hand_class(cards) == row:
                found.append(options_text(hand, options))
        return found

    def _likely(self, hands: Iterable[tuple[int, ...]]) -> tuple[int, ...] | None:
        """The hand most often dealt."""
        best: tuple[float, tuple[int, ...]] | None = None
        for hand in hands:
            ways = 1.0
            for value in set(hand):
                n = hand.count(value)
                for k in range(n):
                    ways *= (self._shoe[value - 1] - k) / (k + 1)
            if best is None or ways > best[0]:
                best = (ways, hand)
        return None if best is None else best[1]

    def _example(self, hand: tuple[int, ...] | None, up: int) -> Example | None:
        if hand is None or not self._shoe[up - 1]:
            return None
        attacked = self.rules.wagers.attack is not AttackLimit.NONE and self.strategy.attacks(up)
        try:
            found = situation(self.rules, [Rank(value) for value in hand], Rank(up), attacked=attacked)
        except RulesError:
            return None
        return Example(hand, up, found.options)

    @cached_property
    def drawn(self) -> Mapping[tuple[int, int], Example]:
        """An example of three cards for every class and up card."""
        found = {}
        threes = list(combinations_with_replacement(UP_CARDS, 3))
        for row in range(FIRST_PAIR):
            hand = self._likely(h for h in threes if total_of(h) == class_total(row))
            for up in UP_CARDS:
                if (example := self._example(hand, up)) is not None:
                    found[row, up] = example
        return found

    @cached_property
    def over(self) -> Mapping[tuple[int, int], Example]:
        """An example of three cards for every total over 21 and up card."""
        if not self.rules.second_chance.second_chance:
            return {}
        found = {}
        threes = list(combinations_with_replacement(UP_CARDS, 3))
        for total in BUST_TOTALS:
            hand = self._likely(h for h in threes if sum(h) == total and sum(h[:2]) < TWENTY_ONE)
            for up in UP_CARDS:
                if (example := self._example(hand, up)) is not None:
                    found[total, up] = example
        return found

    # --- grids ------------------------------------------------------------------------------------------------------

    def _play(self, caption: str, situation_: Situation, rows: Iterable[int]) -> Grid:
        table = []
        for row in rows:
            cells: list[str | Cell] = [Cell(class_label(row))]
            for up in COLUMNS:
                if situation_ is Situation.SPLIT_TWO and not comes_after_split(self.rules, self.strategy, row, up):
                    cells.append(Cell(""))
                    continue
                preference = self.strategy.play[situation_][row][up - 1]
                note = "; ".join(self._two_cards(row, up)) if situation_ is Situation.FIRST_TWO else ""
                if not note and situation_ in (Situation.FIRST_TWO, Situation.DRAWN) and (row, up) in self.drawn:
                    example = self.drawn[row, up]
                    note = f"for example {options_text(example.label, example.options)}"
                cells.append(Cell(letters(preference), preference[0].letter, note))
            table.append(tuple(cells))
        return _card(caption, table)

    @cached_property
    def doubled(self) -> Mapping[tuple[int, int], Example]:
        """An example of three cards, the last the double's, for every doubled total and up card.

        Left out where an unseen Blackjack may still take less than a doubled hand stands for.
        """
        game = game_terms(self.rules)
        found = {}
        for (row, up), example in self.drawn.items():
            attacked = game.attacked is not None and self.strategy.attacks(up)
            terms = game.attacked if attacked and game.attacked is not None else game.plain
            if row < FIRST_SOFT and terms.surrender_double != NEVER and "stand" in example.options:
                options = doubled(self.rules, up, attacked, terms.double, example.options["stand"])
                if options:
                    found[class_total(row)[0], up] = Example(example.hand, up, options)
        return found

    def _answers(
        self,
        caption: str,
        rows: Sequence[tuple[int, Sequence[bool]]],
        yes: str,
        examples: Mapping[tuple[int, int], Example],
    ) -> Grid:
        table = []
        for total, answers in rows:
            cells: list[str | Cell] = [Cell(str(total))]
            for up in COLUMNS:
                example = examples.get((total, up))
                note = f"for example {options_text(example.label, example.options)}" if example else ""
                mark = yes if yes == Action.SURRENDER.letter else "Y"
                cells.append(Cell(yes, mark, note) if answers[up - 1] else Cell("–", "N", note))
            table.append(tuple(cells))
        return _card(caption, table)

    def _attack(self) -> Grid:
        cells: list[str | Cell] = [Cell("attack")]
        for up in COLUMNS:
            one = self.solution["up_cards"].get(value_label(up))
            note = ""
            if one is not None and one["attacked"] is not None:
                note = f"with the attack {one['attacked']:+z.4f}, without {one['value']:+z.4f}"
            cells.append(Cell("A", "Y", note) if self.strategy.attack[up - 1] else Cell("–", "N", note))
        return _card("The Double Attack Wager", [tuple(cells)])

    def grids(self) -> Iterator[Grid]:
        """Every chart of the strategy that the game has."""
        first = Situation.FIRST_TWO
        if self.rules.wagers.attack is not AttackLimit.NONE:
            yield self._attack()
        yield self._play("Hard totals", first, range(1, FIRST_SOFT))
        yield self._play("Soft totals", first, range(FIRST_SOFT + 1, FIRST_PAIR))
        yield self._play("Pairs", first, range(FIRST_PAIR, HAND_CLASSES))
        drawn = [*range(2, FIRST_SOFT), *range(FIRST_SOFT + 1, FIRST_PAIR)]
        yield self._play("Three cards or more", Situation.DRAWN, drawn)
        if self.rules.splitting.split_hands > 1:
            rows = [row for row in drawn if self._differs(row)]
            if rows:
                yield self._play("Two cards after a split, where that differs", Situation.SPLIT_TWO, rows)
        if self.rules.second_chance.second_chance:
            rows_of = [(total, self.strategy.second_chance[total - BUST_TOTALS[0]]) for total in BUST_TOTALS]
            yield self._answers("Second Chance, by the total over 21", rows_of, "C", self.over)
        if self.rules.surrender.of_doubled_hand is not SurrenderAfterDouble.NOT_OFFERED:
            given = self.strategy.surrender_after_double
            rows_of = [(total, given[total - DOUBLED_TOTALS[0]]) for total in DOUBLED_TOTALS if total >= 12]
            yield self._answers("Surrender after doubling, by the doubled total", rows_of, "R", self.doubled)

    def _differs(self, row: int) -> bool:
        play = self.strategy.play
        first, after = play[Situation.FIRST_TWO][row], play[Situation.SPLIT_TWO][row]
        ups = [up for up in UP_CARDS if comes_after_split(self.rules, self.strategy, row, up)]
        return any(letters(first[up - 1]) != letters(after[up - 1]) for up in ups)

    # --- the appendix -----------------------------------------------------------------------------------------------

    def appendix(self) -> Iterator[Grid]:
        """The value of every option of every hand on the cards, an up card at a time."""
        names = ("stand", "hit", "double", "split", "surrender", "blackjack", "second-chance", "decline")
        for up in COLUMNS:
            hands = dict(self.solution["decisions"].get(value_label(up), {}))
            hands |= {e.label: e.options for (_, at), e in self.drawn.items() if at == up}
            hands |= {e.label: e.options for (_, at), e in self.over.items() if at == up}
            if not hands:
                continue
            present = [name for name in names if any(name in options for options in hands.values())]
            rows = []
            for hand, options in hands.items():
                best = max(options.values())
                cells: list[str | Cell] = [Cell(hand)]
                for name in present:
                    value = options.get(name)
                    shown = "" if value is None else f"{value:+z.6f}"
                    cells.append(Cell(shown, "best" if value == best else ""))
                rows.append(tuple(cells))
            yield Grid(
                ("hand", *present),
                tuple(rows),
                caption=f"Against {value_label(up)}",
                numeric=frozenset(range(1, len(present) + 1)),
                shape="figures dense",
            )


def _card(caption: str, rows: Sequence[tuple[str | Cell, ...]]) -> Grid:
    return Grid(("", *map(value_label, COLUMNS)), tuple(rows), caption=caption, shape="card")


class PlainGrids(StrategyGrids):
    """The cards without an example for every drawn hand: each would be a calculation of its own."""

    @cached_property
    def drawn(self) -> Mapping[tuple[int, int], Example]:
        """No examples."""
        return {}

    @cached_property
    def over(self) -> Mapping[tuple[int, int], Example]:
        """No examples."""
        return {}
