"""What a laboratory asks beside the edge, exactly: how hands end, what usual errors cost, what other odds would do."""

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np

from pitboss.rules.money import EVEN_MONEY, TWO_TO_ONE, Odds
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.wager_kinds import DecidedBy, Holds, PayRow, Predicate, WagerKind
from pitboss.solve.bonus_21 import rows_paid, twenty_ones
from pitboss.solve.composition import full_shoe
from pitboss.solve.final_hands import line_shares
from pitboss.solve.round_paths import unsplit_paths
from pitboss.solve.round_values import Table
from pitboss.solve.solution import best_play, by_strategy, main_game, price
from pitboss.solve.strategy import TWENTY_ONE, UP_CARDS, Action, Cells, Preference, Strategy, mimic_the_dealer
from pitboss.solve.terms import game_terms
from pitboss.solve.up_card import UpCard

BLACKJACK_ODDS = (EVEN_MONEY, Odds(6, 5), Odds(7, 5), Odds(3, 2), TWO_TO_ONE)
VOLATILITY = 1.645  # standard deviations on either side that hold nine results in ten


@dataclass(frozen=True)
class Laboratory:
    """Exact figures of one game from a full shoe; chances by how a hand ends, edges by how the game is played."""

    dealer: Mapping[str, float]
    player: Mapping[str, float]
    errors: Mapping[str, float]
    blackjack_odds: Mapping[str, float]
    bonuses: Mapping[str, float]

    def as_json(self) -> dict[str, Mapping[str, float]]:
        """The same under the names that the report's JSON has."""
        return {
            **({"bonuses_21": self.bonuses} if self.bonuses else {}),
            "dealer_ends": self.dealer,
            "player_ends": self.player,
            "edge_by_error": self.errors,
            "edge_by_blackjack_odds": self.blackjack_odds,
        }


def laboratory(rules: BlackjackRules, strategy: Strategy) -> Laboratory:
    """Everything here, from one table."""
    table = Table(game_terms(rules), full_shoe(rules))
    table.deal()
    best, _ = best_play(table)
    return Laboratory(
        dealer_ends(table),
        player_ends(table, best),
        edges_by_error(table, strategy),
        by_blackjack_odds(table),
        bonuses_paid(table, best),
    )


def dealer_ends(table: Table) -> dict[str, float]:
    """How often the dealer's hand, always played out, comes to each total, to a Blackjack, over 21."""
    slots = table.game.slots
    found = np.zeros(slots.size)
    seen = 0.0
    for up in table.ups:
        share = float(table.counts[up - 1] / table.counts.sum())
        for first, second, chance in table.two_cards(up):
            h = table.row(first, second)
            found += share * chance * table.outcomes[up - 1][h]
            seen += share * chance * table.seen_by_reader(up, h)
    named = {f"{slots.stands_on + slot}": float(found[slot]) for slot in range(slots.bust)}
    pushes = {f"{table.game.rules.dealer.push_total} (a push)": float(found[slots.push])} if found[slots.push] else {}
    return {**named, "Blackjack": float(found[slots.blackjack]) + seen, **pushes, "over 21": float(found[slots.bust])}


def player_ends(table: Table, best: Mapping[int, UpCard]) -> dict[str, float]:
    """How often the first hand of a box ends with each total, by the best play; 21 in two cards by itself."""
    in_two = Predicate(Holds.CARDS, (), 2, 2)
    rows = [PayRow("21 in two cards", (Predicate(Holds.TOTAL, (), TWENTY_ONE, TWENTY_ONE), in_two), EVEN_MONEY)]
    rows += [PayRow(str(n), (Predicate(Holds.TOTAL, (), n, n),), EVEN_MONEY) for n in range(TWENTY_ONE, 3, -1)]
    rows.append(PayRow("over 21", (Predicate(Holds.TOTAL, (), TWENTY_ONE + 1),), EVEN_MONEY))
    shares = line_shares(WagerKind("ends", DecidedBy.PLAYER_HAND, tuple(rows)), table, best).sum(1)
    return {row.name: float(share) for row, share in zip(rows, shares[1:], strict=True)}


def bonuses_paid(table: Table, best: Mapping[int, UpCard]) -> dict[str, float]:
    """How often a box that is not split is paid each bonus for a 21, by the best play."""
    bonus, decks = table.game.rules.settlement.bonus_21, table.game.rules.cards.decks
    if bonus is None:
        return {}
    found = dict.fromkeys((row.name for row in bonus.rows), 0.0)
    for up, one in best.items():
        share, paths = float(table.counts[up - 1] / table.counts.sum()), unsplit_paths(table, one)
        often = paths.held + (paths.doubled if bonus.after_double else 0.0)
        for h in twenty_ones(table.hands):
            unread = share * float(often[h]) * (1 - table.seen_by_reader(up, h))
            for row, chance in rows_paid(bonus, decks, int(table.hands.keys[h])):
                found[row.name] += unread * chance
    return found


def _never(play: Cells, action: Action) -> Cells:
    """The same play without an action: what each cell would do next."""

    def without(cell: Preference) -> Preference:
        left = tuple(one for one in cell if one is not action)
        return left or (Action.HIT,)

    return tuple(tuple(tuple(map(without, row)) for row in rows) for rows in play)


def usual_errors(rules: BlackjackRules, strategy: Strategy) -> Iterator[tuple[str, Strategy]]:
    """How people are seen to play: the printed strategy with one thing left out or always done."""
    never = (False,) * len(UP_CARDS)
    if any(strategy.attack):
        yield "never attacks", replace(strategy, attack=never)
        yield "always attacks", replace(strategy, attack=(True,) * len(UP_CARDS))
    done = {action for rows in strategy.play for row in rows for cell in row for action in cell}
    named = {Action.DOUBLE: "never doubles", Action.SPLIT: "never splits", Action.SURRENDER: "never surrenders"}
    for action, name in named.items():
        if action in done:
            kept = strategy.surrender_after_double
            gives_up = tuple(never for _ in kept) if action is Action.SURRENDER else kept
            yield name, replace(strategy, play=_never(strategy.play, action), surrender_after_double=gives_up)
    if any(any(row) for row in strategy.second_chance):
        refused = tuple(never for _ in strategy.second_chance)
        yield "never takes a Second Chance", replace(strategy, second_chance=refused)
    if rules.insurance.insurance_offered:
        yield "always insures", replace(strategy, insurance=True)
    yield "mimics the dealer", mimic_the_dealer(rules)


def edges_by_error(table: Table, strategy: Strategy) -> dict[str, float]:
    """The house edge when the game is played with each of the usual errors; first, without any."""
    main, played = price(table, strategy)
    found = {"the printed strategy": main.house_edge}
    for name, wrong in usual_errors(table.game.rules, strategy):
        only_insured = replace(wrong, insurance=strategy.insurance) == strategy
        edge = by_strategy(table, played, wrong) if only_insured else price(table, wrong)[0]
        found[name] = edge.house_edge
    return found


def by_blackjack_odds(table: Table) -> dict[str, float]:
    """The house edge if a player's Blackjack paid otherwise, with the best play for each."""
    rules = table.game.rules
    found = {}
    for odds in sorted({*BLACKJACK_ODDS, rules.settlement.blackjack_odds}, key=lambda one: one.ratio):
        other = copy(table)  # the dealer's hand knows nothing of what a Blackjack pays
        other.__dict__.pop("offers", None)
        other.game = game_terms(rules.departing("blackjack_odds", odds))
        found[str(odds)] = main_game(other, best_play(other)[0]).house_edge
    return found


@dataclass(frozen=True)
class Moments:
    """How the net result of a round is spread: deviation, skew, and the volatility index."""

    mean: float
    deviation: float
    skew: float

    @property
    def volatility(self) -> float:
        """Nine rounds in ten, were they normal, end within so much of the mean."""
        return VOLATILITY * self.deviation

    def hold(self, rounds: int, deviations: float) -> tuple[float, float]:
        """Between which shares of the initial wagers the house's hold lies after so many rounds."""
        half = deviations * self.deviation / sqrt(rounds)
        return -self.mean - half, -self.mean + half


def moments(distribution: Sequence[Mapping[str, float]]) -> Moments:
    """The first three moments of the results of a round and their chances."""
    net = np.array([one["net"] for one in distribution])
    chance = np.array([one["chance"] for one in distribution])
    mean = float((net * chance).sum())
    deviation = sqrt(float(((net - mean) ** 2 * chance).sum()))
    return Moments(mean, deviation, float(((net - mean) ** 3 * chance).sum()) / deviation**3)
