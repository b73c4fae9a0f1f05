"""A game with a shoe: which cards can come, and how often the dealer comes to each outcome against every hand."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.rules.errors import RulesError
from pitboss.solve.compiled import kernel
from pitboss.solve.composition import SUITS, TEN, TEN_RANKS, Composition
from pitboss.solve.dealer_hand import NO_REST, VALUES, DealerTree, dealer_tree, fill_next_card, fill_outcomes, fill_sets
from pitboss.solve.hands import Hands, all_hands
from pitboss.solve.rows import Rows
from pitboss.solve.second_chance import chance_pays
from pitboss.solve.splits import MOST_HANDS, most_out
from pitboss.solve.strategy import BUST_TOTALS, TWENTY_ONE
from pitboss.solve.terms import GameTerms
from pitboss.solve.up_card import PairCase

FEWEST_CARDS, MANY_CARDS = 12, 100


class Same(NamedTuple):
    """Where a set of cards may be known already: a hand with pair cards out is a longer hand with fewer of them out.

    after[h] is the row of hand h with one card of the pair more; `base` says which hands are known with no other card
    out, known[k - 1] which with k of the pair.
    """

    after: npt.NDArray[np.int64]
    live: int
    base: npt.NDArray[np.bool_]
    known: npt.NDArray[np.bool_]


@kernel
def share_sets(
    same: Same,
    wanted: npt.NDArray[np.int64],
    outs: tuple[int, int],
    copying: bool,
    rows: npt.NDArray[np.int64],
    out: npt.NDArray[np.int64],
    base: npt.NDArray[np.float64],
    outcomes: npt.NDArray[np.float64],
) -> tuple[int, int]:
    """List the sets that must be known for some hands with outs[0] to outs[1] pair cards out, and are not.

    How many there are, and how many of the hands are the same sets as others; `copying`, those get their outcomes.
    """
    found = copies = 0
    for k in range(outs[0], outs[1] + 1):
        for row in range(len(wanted)):
            h, n = wanted[row], k
            if same.known[k - 1, h]:
                continue
            while n > 1:  # to the longest hand that is the same set of cards
                longer = same.after[h]
                if longer < 0 or longer >= same.live or (n == 2 and not same.base[longer]):
                    break
                h, n = longer, n - 1
            if copying:
                same.known[k - 1, wanted[row]] = True
                for slot in range(outcomes.shape[2]):
                    outcomes[k - 1, wanted[row], slot] = base[h, slot] if n == 1 else outcomes[n - 1, h, slot]
                continue
            copies += n < k
            if n > 1 and not same.known[n - 1, h]:
                same.known[n - 1, h] = True
                rows[found], out[found] = h, n
                found += 1
    return found, copies


@dataclass
class SplitOdds:
    """The dealer's outcomes and the Second Chances of split hands, by pair cards out, and which are known for `up`."""

    outcomes: npt.NDArray[np.float64]
    chances: npt.NDArray[np.float64]
    known: npt.NDArray[np.bool_]
    up: int = 0


class DealerOdds:
    """The hands a shoe can deal and the dealer's outcomes for each, worked out once and shared by what needs them."""

    def __init__(self, game: GameTerms, shoe: Composition, hands: Hands | None = None) -> None:
        if shoe.cards < FEWEST_CARDS:
            raise RulesError(f"a shoe of {shoe.cards} cards is too small to play a round from")
        if max(game.split_hands) > MOST_HANDS:
            raise RulesError(f"the solver splits into at most {MOST_HANDS} hands")
        self.game = game
        self.shoe = shoe
        self.counts = shoe.array()
        most = tuple(min(n, TWENTY_ONE // value + 2) for value, n in enumerate(shoe.values, 1))
        self.hands: Hands = hands or all_hands(most, game.needs_bust_hands)
        self.size = len(self.hands.keys)
        self._two_card_rows: list[list[int]] = self.hands.after[list(self.hands.single)].tolist()
        self._two_cards: dict[int, list[tuple[int, int, float]]] = {}
        self._dealt: dict[int, tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]] = {}
        self.ups = [up for up in range(1, VALUES + 1) if shoe.values[up - 1]]
        # By up card, made when it is asked for: one situation needs but one.
        self.outcomes = [np.zeros((0, game.slots.size))] * VALUES
        self.chances = [np.zeros((2, 0))] * VALUES
        self._known = np.zeros((VALUES, self.size), np.bool_)
        self._split_odds: dict[int, SplitOdds] = {}
        self._seen: dict[tuple[int, int], float] = {}

    def share(self, other: "DealerOdds") -> None:
        """Have, from here on, all that is worked out for another game with the same dealer and shoe, and give it."""
        assert (self.game.dealer, self.shoe) == (other.game.dealer, other.shoe)
        self.outcomes, self.chances, self._known = other.outcomes, other.chances, other._known
        self._split_odds, self._seen = other._split_odds, other._seen

    def left(self, up: int) -> npt.NDArray[np.float64]:
        """The shoe without the up card."""
        left = self.counts.copy()
        left[up - 1] -= 1
        return left

    def row(self, *cards: int) -> int:
        """The row of a hand by its card values."""
        if len(cards) == 2:
            return self._two_card_rows[cards[0] - 1][cards[1] - 1]
        h = 0
        for n, value in enumerate(cards):
            h = int(self.hands.after[h, value - 1]) if n else self.hands.single[value - 1]
        return h

    def key(self, up: int) -> int:
        """The card the reader looks for under this up card, or -1."""
        if not self.game.peeked[up - 1]:
            return -1
        return TEN - 1 if up == 1 else 0

    def seen_by_reader(self, up: int, h: int) -> float:
        """The chance that the reader finds a Blackjack when a player holds this hand."""
        key = self.key(up)
        if key < 0:
            return 0.0
        if (up, h) not in self._seen:
            left = np.maximum(self.left(up) - self.hands.cards[h], 0).tolist()
            self._seen[up, h] = 1 - (1 - left[key] / max(sum(left), 1))
        return self._seen[up, h]

    def pair_cases(self, value: int, up: int) -> tuple[PairCase, ...]:
        """How two cards of this value can be a pair against an up card."""
        left = self.left(up)
        if not self.game.same_rank or value < TEN:
            return (PairCase(1.0, int(left[value - 1])),)
        tens = [self.shoe.ranks[rank - 1] for rank in TEN_RANKS]
        shares: dict[int, float] = {}
        for up_rank, up_count in enumerate(tens):
            weight = up_count / sum(tens) if up == TEN else 1 / SUITS
            after = [n - (up == TEN and rank == up_rank) for rank, n in enumerate(tens)]
            for n in after:
                if n >= 2 and weight:
                    both = n * (n - 1) / (sum(after) * (sum(after) - 1))
                    shares[n] = shares.get(n, 0.0) + weight * both
        return tuple(PairCase(share, pairs) for pairs, share in shares.items())

    def two_cards(self, up: int) -> list[tuple[int, int, float]]:
        """Every two cards a player can be dealt against an up card, by value, with their probability."""
        if up not in self._two_cards:
            left: list[float] = self.left(up).tolist()
            cards = sum(left)
            found = self._two_cards[up] = []
            for one in range(1, VALUES + 1):
                for two in range(one, VALUES + 1):
                    n, m = left[one - 1], left[two - 1] - (one == two)
                    if n > 0 and m > 0:
                        found.append((one, two, n * m / (cards * (cards - 1)) * (1 if one == two else 2)))
        return self._two_cards[up]

    def dealt(self, up: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
        """The rows of `two_cards`, and the probability of each."""
        if up not in self._dealt:
            deals = self.two_cards(up)
            rows = np.array([self._two_card_rows[one - 1][two - 1] for one, two, _ in deals])
            self._dealt[up] = rows, np.array([chance for _, _, chance in deals])
        return self._dealt[up]

    def need(self, up: int, rows: Rows) -> None:
        """Have the dealer's outcomes for these hands, if they are not there yet."""
        wanted = rows.both
        wanted = wanted[~self._known[up - 1, wanted]]
        if not len(self.outcomes[up - 1]):
            self.outcomes[up - 1] = np.zeros((self.size, self.game.slots.size))
            self.chances[up - 1] = np.zeros((2, self.size))
        if len(wanted):
            self.fill(up, self.left(up), wanted, self.outcomes[up - 1][None], self.chances[up - 1][None])
            self._known[up - 1, wanted] = True

    def tree(self, up: int) -> tuple[DealerTree, tuple[int, int]]:
        """What the dealer can draw, and which outcome is left to the rest: half of the tree are hands over 21.

        Not where the cards could run out, nor where somebody has seen the hole card: then there may be another rest.
        """
        game, dealer = self.game, self.game.rules.dealer
        whole = (up, dealer.dealer_stands_on, dealer.dealer_hits_soft, dealer.push_total or 0, game.peeked[up - 1])
        if self.shoe.cards < MANY_CARDS or game.trees[up - 1] is not dealer_tree(*whole):
            return game.trees[up - 1], NO_REST
        return dealer_tree(*whole, busts=False), (game.slots.bust, self.key(up))

    def fill(
        self,
        up: int,
        shoe: npt.NDArray[np.float64],
        wanted: npt.NDArray[np.int64],
        outcomes: npt.NDArray[np.float64],
        chances: npt.NDArray[np.float64],
        pair: int = 0,
        outs: tuple[int, int] = (1, 1),
    ) -> None:
        """The dealer's outcomes and the Second Chances of hands, with outs[0] to outs[1] cards of a pair out.

        `shoe` is without the up card and anything else known, but with the pair's cards.
        """
        live = wanted if self.game.plain.bust_returned else wanted[wanted < self.hands.live]
        tree, rest = self.tree(up)
        fill_outcomes(shoe, self.hands.cards, live, tree, outcomes, pair, outs, rest)
        self._fill_over(up, shoe, wanted[wanted >= self.hands.live], outcomes, chances, pair, outs)

    def _fill_over(
        self,
        up: int,
        shoe: npt.NDArray[np.float64],
        over: npt.NDArray[np.int64],
        outcomes: npt.NDArray[np.float64],
        chances: npt.NDArray[np.float64],
        pair: int,
        outs: tuple[int, int],
    ) -> None:
        """What hands over 21 can still come to, with outs[0] to outs[1] cards of a pair out; `shoe` has them all."""
        game, shoe = self.game, shoe.copy()
        if game.plain.bust_waits and not game.plain.bust_returned:
            self._fill_blackjacks(up, shoe, over, outcomes, pair, outs)
        if not game.plain.chance or not len(over):
            return
        tree, rest = self.tree(up)
        kind = np.minimum(self.hands.total, BUST_TOTALS[-1]) - BUST_TOTALS[0]
        pays = chance_pays(game.plain, game.slots.size)
        for out in range(outs[0], outs[1] + 1):
            shoe[pair] -= out - 1
            fill_next_card(shoe, self.hands.cards, over, kind, pays, tree, chances[out - 1, 0], rest)
            # Set against every up card: the same room serves the one after an ace.
            unread = not game.peeked[up - 1] and up in (1, TEN)
            chances[out - 1, 1, over] = self._chance_lost_to_blackjack(up, shoe, over) if unread else 0.0
            shoe[pair] += out - 1

    def _fill_blackjacks(
        self,
        up: int,
        shoe: npt.NDArray[np.float64],
        over: npt.NDArray[np.int64],
        outcomes: npt.NDArray[np.float64],
        pair: int,
        outs: tuple[int, int],
    ) -> None:
        """How often hands that have lost by going over 21 meet a Blackjack nobody had looked for."""
        unread, key = not self.game.peeked[up - 1] and up in (1, TEN), TEN - 1 if up == 1 else 0
        left = np.maximum(shoe[None, :] - self.hands.cards[over], 0)
        for out in range(outs[0], outs[1] + 1):
            less = left.copy()
            less[:, pair] = np.maximum(less[:, pair] - (out - 1), 0)
            # Set against every up card: the same room serves the one after an ace.
            seen = less[:, key] / np.maximum(less.sum(1), 1) if unread else 0.0
            outcomes[out - 1, over, self.game.slots.blackjack] = seen

    def _chance_lost_to_blackjack(
        self, up: int, shoe: npt.NDArray[np.float64], over: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.float64]:
        """How often a Second Chance that comes under 21 meets a Blackjack nobody had looked for."""
        key = TEN - 1 if up == 1 else 0
        left = np.maximum(shoe[None, :] - self.hands.cards[over], 0)
        cards = left.sum(1)
        value = np.arange(1, VALUES + 1)
        value[0] = self.game.plain.chance_ace
        under = self.hands.total[over][:, None] - value[None, :] < TWENTY_ONE
        blackjack = left[:, key] / cards
        left[:, key] -= 1
        lost: npt.NDArray[np.float64] = blackjack * (np.maximum(left, 0) * under).sum(1) / (cards - 1)
        return lost

    def split_odds(self, value: int, up: int, outs: tuple[int, int], wanted: npt.NDArray[np.int64]) -> "SplitOdds":
        """The dealer's outcomes with outs[0] to outs[1] cards of a pair out, one of them the hand's own."""
        odds = self._split_odds.get(value)
        if odds is None:
            most, game = most_out(max(self.game.split_hands)), self.game
            width = self.size if game.plain.bust_waits else self.hands.live
            outcomes, chances = np.zeros((most, width, game.slots.size)), np.zeros((most, 2, self.size))
            odds = self._split_odds[value] = SplitOdds(outcomes, chances, np.zeros((most, self.size), np.bool_))
        if odds.up != up:
            odds.up = up
            odds.known[:] = False
        if not len(wanted):
            return odds
        hands, tree = self.hands, self.tree(up)
        live = wanted if self.game.plain.bust_returned else wanted[wanted < hands.live]
        over = wanted[wanted >= hands.live]
        missing = [over[~odds.known[out - 1, over]] for out in range(outs[0], outs[1] + 1)] if len(over) else []
        same = Same(hands.after[:, value - 1], hands.live, self._known[up - 1], odds.known)
        room = len(live) * (outs[1] - outs[0] + 1)
        sets, more = np.empty(room, np.int64), np.empty(room, np.int64)
        into = (sets, more, self.outcomes[up - 1], odds.outcomes)
        many, copies = share_sets(same, live, outs, False, *into)
        fill_sets(self.left(up), hands.cards, sets[:many], more[:many], tree[0], odds.outcomes, value - 1, tree[1])
        if copies:
            share_sets(same, live, outs, True, *into)
        for out, rows in enumerate(missing, outs[0]):
            self._fill_over(up, self.left(up), rows, odds.outcomes, odds.chances, value - 1, (out, out))
            odds.known[out - 1, over] = True
        return odds
