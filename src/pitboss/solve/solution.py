"""The whole answer for a game: edge, strategy, wagers, distribution, side wagers, effects of removal."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import sqrt
from time import perf_counter

import numpy as np
import numpy.typing as npt

from pitboss.rules.rules import BlackjackRules
from pitboss.solve.by_totals import ExactPlay, best_by_totals, best_column, exact_exceptions, joined
from pitboss.solve.compiled import interpreted
from pitboss.solve.composition import TEN, Composition, can_run_out, full_shoe
from pitboss.solve.dealer_hand import VALUES
from pitboss.solve.distribution import against
from pitboss.solve.hand_values import ALONE, NOT_ALLOWED, taken
from pitboss.solve.insurance import Insured, insured
from pitboss.solve.orders import Orders, class_rows, orders_of
from pitboss.solve.removal import without_each
from pitboss.solve.round_values import Table
from pitboss.solve.side_wagers import SideWager, effects_on, insurance, side_wager_at_table
from pitboss.solve.split_results import Distribution, Results
from pitboss.solve.splits import SplitPlay
from pitboss.solve.strategy import UP_CARDS, ExactHand, Strategy, value_label
from pitboss.solve.terms import game_terms
from pitboss.solve.up_card import UpCard

Progress = Callable[[str, float], None]
Decisions = Mapping[str, Mapping[str, Mapping[str, float]]]
SMALLEST = 1e-15
UNINSURED = Insured(0.0, 0.0)


def _silent(step: str, share: float) -> None:
    pass


@dataclass(frozen=True)
class MainGame:
    """The main game played by one strategy, per initial wager."""

    house_edge: float
    total_wager: float


@dataclass(frozen=True)
class UpCardValue:
    """An up card: how often it comes, what the round is then worth to the player with and without the attack."""

    chance: float
    value: float
    attacked: float | None


@dataclass(frozen=True)
class Solution:
    """What a game is worth and how to play it; edges are the house's, per unit of the wager they are of."""

    game: str
    rules_hash: str
    readings: Mapping[str, str]
    main: MainGame
    by_totals: MainGame
    strategy: Strategy
    decisions: Decisions
    up_cards: Mapping[int, UpCardValue]
    variance: float
    variance_error: float
    distribution: Distribution
    distribution_error: float
    chance_error: float
    splits_happen: bool
    exact: bool
    side_wagers: Mapping[str, SideWager]
    effects: Mapping[str, Mapping[int, float]]
    split_play: SplitPlay
    seconds: float
    came_with_version: bool = False

    @property
    def standard_deviation(self) -> float:
        """Of the net result of a round."""
        return sqrt(self.variance)

    @property
    def deviation_error(self) -> float:
        """How far off that is at most: hands of one split are taken as independent given the dealer's outcome."""
        return self.standard_deviation - sqrt(max(self.variance - self.variance_error, 0.0))


def best_against(table: Table, up: int) -> tuple[UpCard, UpCardValue]:
    """The best play against an up card, attacked where that is better, and what the up card is worth."""
    plain = table.play_against(up, table.game.plain)
    attacked = None
    if table.game.attacked is not None:
        more = table.game.attacked
        attacked = plain.scaled(more) if table.game.scales else table.play_against(up, more)
    chance = float(table.counts[up - 1] / table.counts.sum())
    worth = UpCardValue(chance, float(plain.mean), None if attacked is None else float(attacked.mean))
    return attacked if attacked is not None and attacked.mean > plain.mean else plain, worth


def best_play(table: Table) -> tuple[dict[int, UpCard], dict[int, UpCardValue]]:
    """The best play against every up card, and what each is worth."""
    found = {up: best_against(table, up) for up in table.ups}
    return {up: one for up, (one, _) in found.items()}, {up: worth for up, (_, worth) in found.items()}


def main_game(table: Table, best: Mapping[int, UpCard]) -> MainGame:
    """Edge and mean wager over all up cards, insurance included for hands whose own cards make it favourable."""
    return over_up_cards(table, best, insured(table.game.rules, table.offers, False, at_even_money(best)))


def at_even_money(played: Mapping[int, UpCard]) -> bool:
    """Whether a Blackjack takes even money."""
    return any(one.even_money for one in played.values())


def by_strategy(table: Table, played: Mapping[int, UpCard], strategy: Strategy) -> MainGame:
    """Edge and mean wager over all up cards, insurance included if the strategy takes it."""
    always = insured(table.game.rules, table.offers, True, at_even_money(played))
    return over_up_cards(table, played, always if strategy.insures() else UNINSURED)


def over_up_cards(table: Table, played: Mapping[int, UpCard], insurance: Insured = UNINSURED) -> MainGame:
    """Edge and mean wager over all up cards and of the insurance taken."""
    cards = table.counts.sum()
    mean = sum(one.mean * table.counts[up - 1] for up, one in played.items()) / cards
    wager = sum(one.wager * table.counts[up - 1] for up, one in played.items()) / cards
    return MainGame(-float(mean) - insurance.gain, float(wager) + insurance.wagered)


def price(table: Table, strategy: Strategy) -> tuple[MainGame, dict[int, UpCard]]:
    """A game played by a given strategy."""
    orders = Orders(table, strategy)
    played = {}
    for up in table.ups:
        attacks = table.game.attacked is not None and strategy.attacks(up)
        terms = table.game.attacked if attacks and table.game.attacked is not None else table.game.plain
        played[up] = table.play_against(up, terms, orders.told(up, terms))
    return by_strategy(table, played, strategy), played


def effects_of_removal(
    table: Table, best: Mapping[int, UpCard], without: Mapping[int, npt.NDArray[np.float64]]
) -> dict[str, dict[int, float]]:
    """For each wager and card value: what taking one such card out adds to the player's expectation, play unchanged.

    `without` is what `without_each` says of each up card.
    """
    shoe, cards = table.counts, table.counts.sum()
    before, after = 0.0, np.zeros(VALUES)
    for up, one in best.items():
        before += one.mean * shoe[up - 1] / cards
        still = shoe[up - 1] - (np.arange(1, VALUES + 1) == up)
        after += still / (cards - 1) * without[up]
    there = [value for value in UP_CARDS if shoe[value - 1]]
    effects = {"main": {value: float(after[value - 1] - before) for value in there}}
    rules = table.game.rules
    whole = insurance(rules, table.shoe)
    for value in there if whole is not None else ():
        less = insurance(rules, table.shoe.without_value(value))
        if less is not None and whole is not None:
            effects.setdefault("insurance", {})[value] = whole.house_edge - less.house_edge
    for kind in rules.side_wagers:
        effects[kind.id] = effects_on(kind, table, best, there)
    return effects


def whole_distribution(table: Table, by_up: Mapping[int, Results]) -> Results:
    """The distribution of the net result over all up cards."""
    found: Distribution = {}
    chance_error = square_error = 0.0
    for up, part in by_up.items():
        share = float(table.counts[up - 1] / table.counts.sum())
        chance_error += share * part.chance_error
        square_error += share * part.square_error
        for net, chance in part.chances.items():
            found[round(net, 9)] = found.get(round(net, 9), 0.0) + share * chance
    return Results({net: found[net] for net in sorted(found) if found[net] > SMALLEST}, chance_error, square_error)


def decisions(table: Table, one: UpCard) -> dict[str, dict[str, float]]:
    """What every option of every two cards is worth per initial wager, given that the reader found no Blackjack.

    Where they may be given up before the reader, what it is worth then.

    A split so far from worth it that it was not worked out is left out; `situation` has it.
    """
    found = {}
    rows = table.dealt(one.up)[0]
    worth = [of[rows].tolist() for of in (one.values.stand, one.values.hit, one.values.double, one.values.surrender)]
    early, splits = table.before_reader(one.up), {value: split.value for (value, _), split in one.splits.items()}
    for n, (first, second, _) in enumerate(table.two_cards(one.up)):
        mass = 1 - table.seen_by_reader(one.up, int(rows[n]))
        options = {name: of[n] for name, of in zip(("stand", "hit", "double", "surrender"), worth, strict=True)}
        if (first, second) == (1, TEN):
            options = {"blackjack": table.natural_unseen(one)}
        if first == second and first in splits:
            options["split"] = splits[first]
        allowed = {name: x for name, x in options.items() if x > NOT_ALLOWED / 2}
        if early and (first, second) != (1, TEN):
            lost = (1 - mass) * float(interpreted(taken)(one.terms.wager, one.terms, ALONE))
            allowed = {name: x - lost for name, x in allowed.items()}
        else:
            allowed = {name: x / mass for name, x in allowed.items()}
        found[f"{value_label(first)},{value_label(second)}"] = allowed
    return found


def solve(
    rules: BlackjackRules,
    shoe: Composition | None = None,
    split_play: SplitPlay = SplitPlay.BY_HANDS,
    progress: Progress = _silent,
) -> Solution:
    """Everything about a game with a full shoe or a given one."""
    start = perf_counter()
    table = Table(game_terms(rules), shoe or full_shoe(rules), split_play)
    classes = class_rows(table)
    best, worth, columns, by_column, results, without = {}, {}, {}, {}, {}, {}
    # One up card at a time: what the dealer does against its split hands is then worked out once for all of this.
    for up in table.ups:
        progress(f"against {value_label(up)}", up / len(UP_CARDS))
        one, worth[up] = best_against(table, up)
        columns[up] = best_column(table, one, classes)
        told = orders_of(table, classes, columns[up], up, one.terms, {}, one.even_money)
        by_column[up] = table.play_against(up, one.terms, told)
        results[up] = against(table, one)
        without[up] = without_each(table, one)
        best[up] = one
    main = main_game(table, best)
    side = insurance(rules, table.shoe)
    strategy = joined(table, best, columns)
    round_results = whole_distribution(table, results)
    distribution = round_results.chances
    mean = -over_up_cards(table, best).house_edge
    sides = {"insurance": side} | {kind.id: side_wager_at_table(kind, table, best) for kind in rules.side_wagers}
    splits_happen = any(
        one.splits_pair(value, pairs, one.unsplit_pair[value]) for one in best.values() for value, pairs in one.splits
    )
    return Solution(
        game=rules.game,
        rules_hash=rules.hash,
        readings=dict(rules.readings),
        main=main,
        by_totals=by_strategy(table, by_column, strategy),
        strategy=strategy,
        decisions={value_label(up): decisions(table, one) for up, one in best.items()},
        up_cards=worth,
        variance=sum(net * net * chance for net, chance in distribution.items()) - mean * mean,
        variance_error=round_results.square_error,
        distribution=distribution,
        distribution_error=abs(mean - sum(net * chance for net, chance in distribution.items())),
        chance_error=round_results.chance_error,
        splits_happen=splits_happen,
        exact=not can_run_out(rules, table.shoe),
        side_wagers={name: wager for name, wager in sides.items() if wager is not None},
        effects=effects_of_removal(table, best, without),
        split_play=split_play,
        seconds=perf_counter() - start,
    )


def exact_plays(rules: BlackjackRules, strategy: Strategy | None = None) -> tuple[Strategy, dict[ExactHand, ExactPlay]]:
    """A strategy, else the best by totals, and the exact hands that are better played otherwise, the dearest first."""
    table = Table(game_terms(rules), full_shoe(rules))
    table.deal()
    best, _ = best_play(table)
    strategy = strategy or best_by_totals(table, best)
    return strategy, exact_exceptions(table, best, strategy)


def composition_strategy(rules: BlackjackRules, most: int | None = None) -> Strategy:
    """The best strategy by totals with the exact hands that are better played otherwise, at most so many of them."""
    strategy, plays = exact_plays(rules)
    return replace(strategy, exceptions={hand: plays[hand].preference for hand in list(plays)[:most]})


def as_json(solution: Solution) -> dict[str, object]:
    """The solution under the names others rely on."""
    return {
        "game": solution.game,
        "rules_hash": solution.rules_hash,
        "readings": dict(solution.readings),
        "house_edge": solution.main.house_edge,
        "house_edge_per_total_wager": solution.main.house_edge / solution.main.total_wager,
        "total_wager": solution.main.total_wager,
        "standard_deviation": solution.standard_deviation,
        "variance": solution.variance,
        "side_wagers": {
            name: {
                "house_edge": wager.house_edge,
                "hit_rate": wager.hit_rate,
                "standard_deviation": wager.standard_deviation,
                "exact": wager.error == 0.0,
                "error": wager.error,
                "lines": list(wager.lines),
                "effects_of_removal": labelled(solution.effects.get(name, {})),
            }
            for name, wager in solution.side_wagers.items()
        },
        "exact": solution.exact,
        "came_with_version": solution.came_with_version,
        "split_play": solution.split_play.value,
        "standard_deviation_exact": solution.exact and not solution.splits_happen,
        "distribution_exact": solution.exact and not solution.splits_happen,
        "standard_deviation_error": solution.deviation_error,
        "distribution_chance_error": solution.chance_error,
        "distribution_mean_error": solution.distribution_error,
        "distribution": [{"net": net, "chance": chance} for net, chance in solution.distribution.items()],
        "effects_of_removal": labelled(solution.effects["main"]),
        "decisions": solution.decisions,
        "up_cards": {
            value_label(up): {"chance": one.chance, "value": one.value, "attacked": one.attacked}
            for up, one in solution.up_cards.items()
        },
        "by_totals": {
            "house_edge": solution.by_totals.house_edge,
            "total_wager": solution.by_totals.total_wager,
            "cost": solution.by_totals.house_edge - solution.main.house_edge,
        },
        "seconds": solution.seconds,
    }


def labelled(by_value: Mapping[int, float]) -> dict[str, float]:
    """Figures by card value under the names of the cards."""
    return {value_label(value): x for value, x in by_value.items()}
