"""Cards somebody has seen: the dealer's hole card, the next card of the shoe, the first card of a hand. All exact.

A card that is known is out of the shoe that other cards are drawn from, and has its own place among the dealer's.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.subjects.deal import HoleCard
from pitboss.solve.compiled import interpreted
from pitboss.solve.composition import TEN, Composition, full_shoe
from pitboss.solve.dealer_hand import dealer_tree
from pitboss.solve.figures import TWICE
from pitboss.solve.hand_values import ALONE, NOT_ALLOWED, peek_mass, taken
from pitboss.solve.insurance import is_offered_to
from pitboss.solve.round_values import Table
from pitboss.solve.solution import best_play, main_game
from pitboss.solve.strategy import TWENTY_ONE, UP_CARDS, value_label
from pitboss.solve.terms import GameTerms, Terms, game_terms
from pitboss.solve.up_card import UpCard


@dataclass(frozen=True)
class Known:
    """The player's edge, of the initial wager, with a card known; whether it is the most that knowing can give."""

    edge: float
    by_value: Mapping[str, float]
    exact: bool = True


def _with_trees(game: GameTerms, known: tuple[int, int], ups: Iterable[int]) -> GameTerms:
    """The game with the dealer's draws against some up cards once these cards are known."""
    dealer, trees = game.rules.dealer, list(game.trees)
    how = (dealer.dealer_stands_on, dealer.dealer_hits_soft, dealer.push_total or 0)
    for up in ups:
        trees[up - 1] = dealer_tree(up, *how, game.peeked[up - 1], known=known)
    return replace(game, trees=tuple(trees))


class HoleCardSeen(Table):
    """A round against one up card over a hole card that the player has seen."""

    def __init__(self, game: GameTerms, shoe: Composition, up: int, hole: int) -> None:
        super().__init__(_with_trees(game, (hole, 0), (up,)), shoe.without_value(hole))
        self.may_close = (
            False  # against a stiff hand that is seen, hopeless draws are good ones, and the other way round
        )
        self.blackjack_seen = {up, hole} == {1, TEN}

    def key(self, up: int) -> int:
        """Nothing is left to be told by the reader."""
        return -1

    def hopeless_pair(self, value: int, one: UpCard) -> bool:
        """No split is, before it is worked out."""
        return False

    def _fill_blackjacks(
        self,
        up: int,
        shoe: npt.NDArray[np.float64],
        over: npt.NDArray[np.int64],
        outcomes: npt.NDArray[np.float64],
        pair: int,
        outs: tuple[int, int],
    ) -> None:
        """Hands over 21 meet a Blackjack when that is what lies there."""
        outcomes[outs[0] - 1 : outs[1], over, self.game.slots.blackjack] = float(self.blackjack_seen)


def _met(rules: BlackjackRules, terms: Terms, cards: tuple[int, int]) -> float:
    """What two cards lose, or get, when the reader shows the Blackjack that the player had seen."""
    if cards == (1, TEN):
        return 0.0 if terms.blackjacks_tie else terms.wager * terms.blackjack_odds
    lost = float(interpreted(taken)(terms.wager, terms, ALONE))
    return -min(lost, terms.surrender_share * terms.wager) if terms.surrender_early else -lost


def _against_blackjack(table: Table, up: int, terms: Terms, wins: float) -> float:
    """A round whose Blackjack the reader will show: insured by everybody who may; `wins` says how often that pays."""
    rules, found = table.game.rules, 0.0
    of = rules.insurance
    insured = float(of.insurance_share * of.insurance_odds.ratio) * wins if up == of.insurance_up_card else 0.0
    for first, second, chance in table.two_cards(up):
        cards = (first, second)
        gets = _met(rules, terms, cards)
        if of.insurance_offered and is_offered_to(rules, *cards):
            gets += insured
        if cards == (1, TEN) and table.even_money(up):
            gets = max(gets, terms.wager)
        found += chance * gets
    return found


def _wins_insurance(rules: BlackjackRules, shoe: Composition) -> float:
    """Of ten-value cards, the share that insurance wins on."""
    tens = shoe.values[TEN - 1]
    return (
        sum(shoe.ranks[rank - 1] for rank in rules.insurance.insurance_wins_on if rank >= TEN) / tens if tens else 0.0
    )


def hole_card(rules: BlackjackRules, shoe: Composition | None = None) -> Known:
    """The edge of a player who sees every hole card before he plays, but after an attack; by up card."""
    if rules.deal.hole_card is HoleCard.NONE:
        raise RulesError(f"{rules.game} deals no hole card before the players have finished: there is none to be seen")
    game, shoe = game_terms(rules), shoe or full_shoe(rules)
    plain = Table(game, shoe)
    found, edge = {}, 0.0
    for up in plain.ups:
        left = plain.left(up)
        values = [_seen(game, shoe, up, left, terms) for terms in (game.plain, game.attacked) if terms is not None]
        found[value_label(up)] = max(values)
        edge += shoe.values[up - 1] / shoe.cards * max(values)
    return Known(edge, found)


def _seen(game: GameTerms, shoe: Composition, up: int, left: npt.NDArray[np.float64], terms: Terms) -> float:
    mean = 0.0
    for hole in UP_CARDS:
        if left[hole - 1] <= 0:
            continue
        if game.peeked[up - 1] and {up, hole} == {1, TEN}:
            wins = _wins_insurance(game.rules, shoe) if hole == TEN else 0.0
            worth = _against_blackjack(Table(game, shoe.without_value(hole)), up, terms, wins)
        else:
            table = HoleCardSeen(game, shoe, up, hole)
            table.deal_against(up)
            worth = table.play_against(up, terms).mean
        mean += float(left[hole - 1] / left.sum()) * worth
    return mean


def next_card(rules: BlackjackRules, shoe: Composition | None = None) -> Known:
    """The edge of a player who sees the next card of the shoe when he plays his first two cards; by that card.

    A pair is split, or played by the card, whichever is better on average: a split that goes by the card as well could
    give more, so that this is the least it is worth.
    """
    game, shoe = game_terms(rules), shoe or full_shoe(rules)
    table = Table(game, shoe)
    table.may_close = False
    table.deal()
    seen = {card: Table(_with_trees(game, (0, card), table.ups), shoe.without_value(card)) for card in table.ups}
    edge, by_card = 0.0, dict.fromkeys(seen, 0.0)
    for up in table.ups:
        tries = [_foreseen(table, seen, up, terms) for terms in (game.plain, game.attacked) if terms is not None]
        share, (mean, parts) = shoe.values[up - 1] / shoe.cards, max(tries, key=lambda one: one[0])
        edge += share * mean
        for card, part in parts.items():
            by_card[card] += share * part
    chance = {card: shoe.values[card - 1] / shoe.cards for card in by_card}
    return Known(edge, {value_label(card): part / chance[card] for card, part in by_card.items()}, exact=False)


def _foreseen(
    table: Table, seen: Mapping[int, Table], up: int, terms: Terms
) -> tuple[float, dict[int, float]]:  # fmt: skip
    """A round against an up card, whole and the part of it that each next card has."""
    one = table.play_against(up, terms)
    after = {card: other.unsplit(up, terms) for card, other in seen.items() if other.counts[up - 1] > 0}
    left, lost = table.left(up), float(interpreted(taken)(terms.wager, terms, ALONE))
    parts = dict.fromkeys(seen, 0.0)
    for first, second, chance in table.two_cards(up):
        h = table.row(first, second)
        there = np.maximum(left - table.hands.cards[h], 0)
        shares = there / there.sum()
        looked = table.seen_by_reader(up, h)
        if (first, second) == (1, TEN):
            worth = dict.fromkeys(after, table.blackjack(one) / 1.0)
        else:
            worth = {card: _by_card(table, seen[card], one, after[card], h, card) for card in after if shares[card - 1]}
            whole = sum(shares[card - 1] * x for card, x in worth.items())
            best = table.best(one, (first, second))[0]
            if first == second and best > whole:
                worth = dict.fromkeys(worth, best)
            worth = {card: x - looked * lost for card, x in worth.items()}
        for card, x in worth.items():
            parts[card] += chance * float(shares[card - 1]) * x
    return sum(parts.values()), parts


def _by_card(table: Table, seen: Table, one: UpCard, after: UpCard, h: int, card: int) -> float:
    """Two cards whose next card is known: stand and leave it to the dealer, take it, double on it, or give up."""
    terms, row = one.terms, seen.row(*_cards(table, h))
    tries = [float(after.values.stand[row]), float(after.values.surrender[row])]
    drawn = int(table.hands.after[h, card - 1])
    total = int(table.hands.total[drawn]) if drawn >= 0 else TWENTY_ONE + 1
    less = table.hands.cards[h].astype(float)
    less[card - 1] += 1
    mass = float(interpreted(peek_mass)(table.left(one.up), less, -1, table.key(one.up)))
    may_double = one.values.double[h] > NOT_ALLOWED / 2
    if total <= TWENTY_ONE or (drawn >= 0 and table.game.needs_bust_hands):
        tries.append(float(one.values.value[drawn]))
        tries += [float(one.worth[drawn, TWICE])] if may_double else []
    else:
        tries.append(-terms.wager * mass)
    return max(tries)


def _cards(table: Table, h: int) -> Sequence[int]:
    return [value for value, n in enumerate(table.hands.cards[h].tolist(), 1) for _ in range(n)]


def first_card(rules: BlackjackRules, shoe: Composition | None = None) -> Known:
    """The edge of a hand whose first card is known to the player before he bets; by that card."""
    game, shoe = game_terms(rules), shoe or full_shoe(rules)
    table = Table(game, shoe)
    table.deal()
    best, _ = best_play(table)
    parts = dict.fromkeys(table.ups, 0.0)
    for up, one in best.items():
        share = shoe.values[up - 1] / shoe.cards
        lost = float(interpreted(taken)(one.terms.wager, one.terms, ALONE))
        for first, second, chance in table.two_cards(up):
            if (first, second) == (1, TEN):
                worth = table.blackjack(one)
            else:
                worth = table.best(one, (first, second))[0]
                worth -= table.seen_by_reader(up, table.row(first, second)) * lost
            for card in (first, second):
                parts[card] += share * chance * worth / 2
    edge = -main_game(table, best).house_edge
    return Known(edge, {value_label(card): part * shoe.cards / shoe.values[card - 1] for card, part in parts.items()})
