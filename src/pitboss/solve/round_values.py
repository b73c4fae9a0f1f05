"""The value of a round: every hand against every up card, splits, the attack, and what they come to."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.rules.codes import ANY_NUMBER
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.solve.composition import SUITS, TEN, TEN_RANKS, Composition
from pitboss.solve.dealer_hand import VALUES, fill_next_card, fill_outcomes
from pitboss.solve.hand_values import (
    SURRENDER,
    Against,
    Values,
    natural_value,
    no_values,
    peek_mass,
    taken,
    value_hands,
)
from pitboss.solve.hands import Hands, all_hands
from pitboss.solve.insurance import Offer, favourable_to_blackjack, offers
from pitboss.solve.rows import Rows, all_rows, hopeless_from, rows_below
from pitboss.solve.second_chance import chance_pays
from pitboss.solve.splits import (
    MOST_HANDS,
    SplitPair,
    SplitPlay,
    SplitWorth,
    best_split,
    most_out,
    reached,
    value_splits,
)
from pitboss.solve.strategy import BUST_TOTALS, TWENTY_ONE
from pitboss.solve.terms import GameTerms, Terms, game_terms

FEWEST_CARDS = 12
UNSPLIT = (False, True, False, False)
MANY_CARDS, FEW_OF_EACH = 100, 3


class SplitValue(NamedTuple):
    """What a split is worth (joint with the peek), its mean wager, and into how many hands it goes at most."""

    value: float
    wager: float
    hands: int


class PairCase(NamedTuple):
    """Two cards of one value: how often they are a pair the rules let split, and the pair cards in the shoe then."""

    share: float
    pairs: int


class ToldSplit(NamedTuple):
    """Orders for a pair: split it to at most so many hands (0: not at all), and rows of decisions after it."""

    hands: int
    rows: npt.NDArray[np.int8]


class Told(NamedTuple):
    """Orders against one up card: rows of actions, chances and give-ups, what to do with pairs by value, even money."""

    rows: npt.NDArray[np.int8]
    pairs: Mapping[int, ToldSplit]
    even_money: bool = False


@dataclass
class UpCard:
    """Everything against one up card with one set of wagers, joint with the peek until summed."""

    up: int
    terms: Terms
    values: Values
    twice: npt.NDArray[np.float64]
    told: Told | None = None
    splits: dict[tuple[int, int], SplitValue] = field(default_factory=dict)
    kept: dict[int, npt.NDArray[np.int8]] = field(default_factory=dict)
    unsplit_pair: dict[int, float] = field(default_factory=dict)
    mean: float = 0.0
    wager: float = 0.0
    looked: float = 0.0
    even_money: bool = False

    def scaled(self, terms: Terms) -> "UpCard":
        """The same against larger wagers, where everything but what the reader's Blackjack takes grows with them."""
        ratio = terms.wager / self.terms.wager
        values = self.values.scaled(ratio)
        splits = {key: SplitValue(s.value * ratio, s.wager * ratio, s.hands) for key, s in self.splits.items()}
        more = float(taken(terms.wager, terms, True)) - ratio * float(taken(self.terms.wager, self.terms, True))
        mean, wager = self.mean * ratio - self.looked * more, self.wager * ratio
        return replace(
            self,
            terms=terms,
            values=values,
            twice=self.twice * ratio,
            splits=splits,
            unsplit_pair={value: x * ratio for value, x in self.unsplit_pair.items()},
            mean=mean,
            wager=wager,
        )

    def orders(self) -> Told:
        """The decisions made here, as orders for the same hands elsewhere."""
        rows = np.stack((self.values.action, self.values.takes, self.values.gives_up))
        pairs = {}
        for value in range(1, VALUES + 1):
            split = [(pairs_, s) for (of, pairs_), s in self.splits.items() if of == value]
            if not split or value not in self.kept:
                pairs[value] = ToldSplit(0, rows)
                continue
            splits = self.splits_pair(value, split[0][0], self.unsplit_pair[value])
            pairs[value] = ToldSplit(split[0][1].hands if splits else 0, self.kept[value])
        return Told(rows, pairs, self.even_money)

    def splits_pair(self, value: int, pairs: int, unsplit: float) -> bool:
        """Whether a pair is split: as told, or when that is worth more."""
        if (value, pairs) not in self.splits:
            return False
        if self.told is not None:
            return self.told.pairs[value].hands > 0
        return self.splits[value, pairs].value > unsplit


@dataclass
class SplitOdds:
    """The dealer's outcomes and the Second Chances of split hands, by pair cards out, and which are known for `up`."""

    outcomes: npt.NDArray[np.float64]
    chances: npt.NDArray[np.float64]
    known: npt.NDArray[np.bool_]
    up: int = 0


class Table:
    """A game with a shoe: the dealer's outcomes for every hand, shared by everything computed from them."""

    def __init__(
        self,
        game: GameTerms,
        shoe: Composition,
        split_play: SplitPlay = SplitPlay.BY_HANDS,
        hands: Hands | None = None,
    ) -> None:
        if shoe.cards < FEWEST_CARDS:
            raise RulesError(f"a shoe of {shoe.cards} cards is too small to play a round from")
        if max(game.split_hands) > MOST_HANDS:
            raise RulesError(f"the solver splits into at most {MOST_HANDS} hands")
        self.game = game
        self.shoe = shoe
        self.split_play = split_play
        self.counts = shoe.array()
        most = tuple(min(n, TWENTY_ONE // value + 2) for value, n in enumerate(shoe.values, 1))
        self.hands: Hands = hands or all_hands(most, game.needs_bust_hands)
        self.size = len(self.hands.keys)
        self.every = all_rows(self.hands)
        self._two_card_rows: list[list[int]] = self.hands.after[list(self.hands.single)].tolist()
        self._two_cards: dict[int, list[tuple[int, int, float]]] = {}
        # A draw this much worse than standing is made with no hand of its total, a split this much worse with no pair.
        self.hopeless_margin = 0.02 + 20 / shoe.cards
        # A fifth card that wins at once may be drawn to what no other card is.
        few = shoe.cards < MANY_CARDS or min(shoe.values) < FEW_OF_EACH
        self.may_close = not few and game.plain.charlie == ANY_NUMBER
        self._rows: dict[int, Rows] = {}
        self._rows_against: dict[int, Rows] = {}
        self.ups = [up for up in range(1, VALUES + 1) if shoe.values[up - 1]]
        self.outcomes = np.zeros((VALUES, game.slots.size, self.size))
        self.chances = np.zeros((VALUES, 2, self.size))
        self._known = np.zeros((VALUES, self.size), np.bool_)
        self._split_odds: dict[int, SplitOdds] = {}
        self.split_values = (no_values(self.size), np.zeros((self.size, 2)))

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """Every two cards that insurance is offered to."""
        return tuple(offers(self.game.rules, self.shoe))

    def deal(self, told: Mapping[int, Told] | None = None) -> None:
        """Work out the dealer's outcomes for every hand that play or orders can come to."""
        for up in self.ups:
            self.deal_against(up, None if told is None else told[up])

    def deal_against(self, up: int, told: Told | None = None) -> None:
        """The same for one up card."""
        self.need(up, self.rows(up) if told is None else self._told_rows(told))

    def need(self, up: int, rows: Rows) -> None:
        """Have the dealer's outcomes for these hands, if they are not there yet."""
        wanted = rows.both
        wanted = wanted[~self._known[up - 1, wanted]]
        if len(wanted):
            self.fill(up, self.left(up), wanted, self.outcomes[up - 1 : up], self.chances[up - 1 : up])
            self._known[up - 1, wanted] = True

    def rows(self, up: int) -> Rows:
        """The hands worth working out against an up card."""
        if up not in self._rows_against:
            limit = self._hopeless_from(up) if self.may_close else TWENTY_ONE
            if limit not in self._rows:
                self._rows[limit] = rows_below(self.hands, limit) if limit < TWENTY_ONE else self.every
            self._rows_against[up] = self._rows[limit]
        return self._rows_against[up]

    def _hopeless_from(self, up: int) -> int:
        """The hard total from which nobody draws to a hand of three cards or more, judged by a hand of each total."""
        low, bust = range(TWENTY_ONE - VALUES + 1, TWENTY_ONE), BUST_TOTALS if self.game.needs_bust_hands else ()
        live = {total: self.row(TEN, total - TEN) for total in low} | {TWENTY_ONE: self.row(TEN, TEN, 1)}
        over = {total: self.row(TEN, total - 2 * TEN, TEN) for total in bust}
        rows = Rows(np.array(sorted(live.values())), np.array(sorted(over.values()), np.int64), self.every.hand)
        self.need(up, rows)
        left, limit = self.left(up), 0
        attacked = None if self.game.scales else self.game.attacked
        for terms in (self.game.plain, *((attacked,) if attacked is not None else ())):
            one = self.unsplit(up, terms, None, rows)
            mass = 1 - self.seen_by_reader(up, live[TWENTY_ONE - 1])
            lost = dict.fromkeys(BUST_TOTALS, (-terms.wager * mass, -(terms.wager + terms.double) * mass))
            lost |= {total: (float(one.values.value[h]), float(one.twice[h, 0])) for total, h in over.items()}
            stand = {total: float(one.values.stand[h]) for total, h in live.items()}
            doubled = {total: float(one.twice[h, 0]) for total, h in live.items()}
            margin = 2 * self.hopeless_margin * terms.wager
            limit = max(limit, hopeless_from(stand, doubled, lost, left / left.sum(), margin))
        return limit

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
        game, cards, shoe = self.game, self.hands.cards, shoe.copy()
        over = wanted[wanted >= self.hands.live]
        live = wanted if game.plain.bust_returned else wanted[wanted < self.hands.live]
        fill_outcomes(shoe, cards, live, game.trees[up - 1], outcomes, pair, outs)
        if game.plain.bust_waits and not game.plain.bust_returned:
            self._fill_blackjacks(up, shoe, over, outcomes, pair, outs)
        if not game.plain.chance or not len(over):
            return
        kind = np.minimum(self.hands.total, BUST_TOTALS[-1]) - BUST_TOTALS[0]
        pays = chance_pays(game.plain, game.slots.size)
        for out in range(outs[0], outs[1] + 1):
            shoe[pair] -= out - 1
            fill_next_card(shoe, cards, over, kind, pays, game.trees[up - 1], chances[out - 1, 0])
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
            outcomes[out - 1, self.game.slots.blackjack, over] = seen

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

    def _told_rows(self, told: Told) -> Rows:
        """The hands that orders can come to."""
        alone = np.array([self.row(value) for value in range(1, VALUES + 1) if self.counts[value - 1]])
        place = (self.hands.live, self.hands.after, self.every.live, told.rows[None, None])
        return self.every.among(reached((0, 0), 1, alone, *place))

    def only(self, cards: Sequence[int]) -> None:
        """Work out no more than a hand and what it can become, but all of that."""
        held = np.bincount(cards, minlength=VALUES + 1)[1:]
        becoming: npt.NDArray[np.bool_] = np.all(self.hands.cards >= held[None, :], axis=1)
        self.every = self.every.among(becoming)
        self.may_close = False

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
        if self.key(up) < 0:
            return 0.0
        return 1 - float(peek_mass(self.left(up), self.hands.cards[h], -1, self.key(up)))

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

    def play(self, terms: Terms, told: Mapping[int, Told] | None = None) -> dict[int, UpCard]:
        """Every hand's values against every up card, played as well as possible or as told."""
        return {up: self.play_against(up, terms, None if told is None else told[up]) for up in self.ups}

    def play_against(self, up: int, terms: Terms, told: Told | None = None) -> UpCard:
        """Every hand's values against one up card, splits and all."""
        one = self.unsplit(up, terms, told)
        for value in range(1, VALUES + 1):
            if told.pairs[value].hands if told is not None else not self.hopeless_pair(value, one):
                self.split_pair(value, one)
        self._sum(one)
        return one

    def split_pair(self, value: int, one: UpCard) -> None:
        """Add what splitting a pair of this value is worth, where it can be."""
        if self.left(one.up)[value - 1] >= 2 and self.game.split_hands[value - 1] >= 2:
            self._split(value, one)

    def hopeless_pair(self, value: int, one: UpCard) -> bool:
        """Whether splitting is so much worse than not that it need not be worked out.

        Twice what the pair card is worth with a fresh second card, unsplit, is near what a split is worth; the margin
        is wide against what a few cards out can change. Not so where an unread Blackjack takes more from one hand than
        from two.
        """
        if self.positions(one.up, one.terms) > 1:
            return False
        left = self.left(one.up)
        left[value - 1] -= 1
        rows = self.hands.after[self.row(value)]
        there = (left > 0) & (rows >= 0)
        worth = one.values.value[rows]
        if one.terms.split_blackjack and value in (1, TEN):
            worth[TEN - value] = self.natural(one)
        once = 2 * float((left[there] * worth[there]).sum() / left.sum())
        return once < float(one.values.value[self.row(value, value)]) - self.hopeless_margin * one.terms.wager

    def unsplit(self, up: int, terms: Terms, told: Told | None = None, rows: Rows | None = None) -> UpCard:
        """Every hand's values against one up card but for splitting."""
        values, twice = no_values(self.size), np.zeros((self.size, 2))
        if told is not None:
            values.action[:], values.takes[:], values.gives_up[:] = told.rows
        if rows is None:
            rows = self.rows(up) if told is None else self._told_rows(told)
        self.need(up, rows)
        against = Against(self.left(up), self.key(up), self.outcomes[up - 1], self.chances[up - 1])
        value_hands(rows, against, terms, UNSPLIT, told is not None, values, twice)
        return UpCard(up, terms, values, twice, told)

    def pair_rows(self, value: int, rows: Rows) -> Rows:
        """Those of some rows that a split of this value can come to."""
        if value != 1 or not self.game.plain.one_card_aces:
            return rows.holding(value)
        if self.game.plain.double_split_aces:
            return rows.holding(value, 3)
        two = rows.holding(value, 2)
        return Rows(two.live, two.over[:0], two.hand)

    def positions(self, up: int, terms: Terms) -> int:
        """2 where a dealer Blackjack takes more from the first hand of a box than from the others."""
        return 2 if terms.takes != 0 and not self.game.peeked[up - 1] and up in (1, TEN) else 1

    def split_odds(self, value: int, up: int, outs: tuple[int, int], wanted: npt.NDArray[np.int64]) -> "SplitOdds":
        """The dealer's outcomes with outs[0] to outs[1] cards of a pair out, one of them the hand's own."""
        odds = self._split_odds.get(value)
        if odds is None:
            most, game = most_out(max(self.game.split_hands)), self.game
            width = self.size if game.plain.bust_waits else self.hands.live
            outcomes, chances = np.zeros((most, game.slots.size, width)), np.zeros((most, 2, self.size))
            odds = self._split_odds[value] = SplitOdds(outcomes, chances, np.zeros((most, self.size), np.bool_))
        if odds.up != up:
            odds.up = up
            odds.known[:] = False
        missing = [wanted[~odds.known[out - 1, wanted]] for out in range(outs[0], outs[1] + 1)]
        if all(len(rows) == len(wanted) for rows in missing):
            self.fill(up, self.left(up), wanted, odds.outcomes, odds.chances, value - 1, outs)
        else:
            for out, rows in enumerate(missing, outs[0]):
                self.fill(up, self.left(up), rows, odds.outcomes, odds.chances, value - 1, (out, out))
        odds.known[outs[0] - 1 : outs[1], wanted] = True
        return odds

    def _split(self, value: int, one: UpCard) -> None:
        up, told, most = one.up, one.told, self.game.split_hands[value - 1]
        rows = self.pair_rows(value, self.rows(up) if told is None else self.every)
        by_hands = told is None and self.split_play is SplitPlay.BY_HANDS
        positions, shoe = self.positions(up, one.terms), self.left(up)
        whole = np.zeros((2, MOST_HANDS + 1, 2 * MOST_HANDS + 1, 2))
        unpaired = np.zeros_like(whole)
        kept = np.zeros((2, most + 1, 3, self.size), np.int8)
        odds = self.split_odds(value, up, (2, 2), rows.both[:0])
        against = Against(shoe, self.key(up), odds.outcomes, odds.chances)
        into = SplitWorth(*self.split_values, whole, unpaired, kept)
        if told is not None:
            most = min(told.pairs[value].hands, most)

        def run(ks: tuple[int, int], choosing: bool, rows: Rows, case: PairCase) -> None:
            split = SplitPair(value - 1, float(case.pairs), self.row(value), most, by_hands, positions)
            value_splits(ks, choosing, split, rows, against, one.terms, into)

        for case in self.pair_cases(value, up):
            limit = most
            if told is not None:
                kept[:] = told.pairs[value].rows
            elif by_hands:
                limit = self._choose(value, one, case, run, rows, whole)
            else:
                odds.outcomes[0] = self.outcomes[up - 1, :, : odds.outcomes.shape[2]]
                odds.chances[0] = self.chances[up - 1]
                run((2, most), True, rows, case)
            if limit > 2 or not by_hands:
                place = (np.array([self.row(value)]), self.hands.live, self.hands.after, rows.live)
                come_to = rows.among(reached((2, limit), positions, *place, kept))
                outs = (limit + 1 if by_hands else 2, most_out(limit))
                if outs[0] <= outs[1]:
                    self.split_odds(value, up, outs, come_to.both)
                run((2, limit), False, come_to, case)
            least = most if told is not None else 2
            split = best_split(least, limit, whole, unpaired, float(case.pairs), float(shoe.sum()))
            one.splits[value, case.pairs] = SplitValue(*split)
        one.kept[value] = kept
        one.unsplit_pair[value] = float(one.values.value[self.row(value, value)])

    def _choose(
        self,
        value: int,
        one: UpCard,
        case: PairCase,
        run: Callable[[tuple[int, int], bool, Rows, PairCase], None],
        rows: Rows,
        whole: npt.NDArray[np.float64],
    ) -> int:
        """Choose the play by number of hands; a split that is far from worth it is not worked out further."""
        most = self.game.split_hands[value - 1]
        self.split_odds(value, one.up, (2, 2), rows.both)
        run((2, 2), True, rows, case)
        once = whole[0, 2, 2, 0] + whole[1, 2, 2, 0]
        unsplit = one.values.value[self.row(value, value)]
        if most == 2 or once < unsplit - self.hopeless_margin * one.terms.wager:
            return 2
        self.split_odds(value, one.up, (3, most), rows.both)
        run((3, most), True, rows, case)
        return most

    def natural(self, one: UpCard) -> float:
        """The value of a player's Blackjack that waits, before the peek."""
        looked = self.seen_by_reader(one.up, self.row(1, TEN))
        found = 0.0 if one.terms.blackjacks_tie else looked * one.terms.wager * one.terms.blackjack_odds
        return found + self.natural_unseen(one)

    def natural_unseen(self, one: UpCard) -> float:
        """The same joint with the peek, as the values of other hands are."""
        h = self.row(1, TEN)
        mass = 1 - self.seen_by_reader(one.up, h)
        return float(natural_value(self.outcomes[one.up - 1], h, mass, one.terms.wager, one.terms))

    def blackjack(self, one: UpCard) -> float:
        """The value of a player's Blackjack before the peek, at even money where that is taken."""
        return one.terms.wager if self.takes_even_money(one) else self.natural(one)

    def takes_even_money(self, one: UpCard) -> bool:
        """Whether a Blackjack is offered even money here and takes it: as told, or if better than waiting, insured."""
        if not self.even_money(one.up):
            return False
        if one.told is not None:
            return one.told.even_money
        return one.terms.wager > self.natural(one) + favourable_to_blackjack(self.offers)

    def even_money(self, up: int) -> bool:
        """Whether a Blackjack is offered even money against this up card."""
        insurance = self.game.rules.insurance
        return insurance.even_money and up == insurance.insurance_up_card

    def best(self, one: UpCard, cards: tuple[int, int]) -> tuple[float, float]:
        """The value of two cards as played and the mean wager that goes with it, joint with the peek."""
        h = self.row(*cards)
        value, wager = float(one.values.value[h]), float(one.values.wager[h])
        if cards[0] != cards[1]:
            return value, wager
        mean, mean_wager = value, wager
        for case in self.pair_cases(cards[0], one.up):
            if one.splits_pair(cards[0], case.pairs, value):
                split = one.splits[cards[0], case.pairs]
                mean += case.share * (split.value - value)
                mean_wager += case.share * (split.wager - wager)
        return mean, mean_wager

    def given_up_early(self, one: UpCard, cards: tuple[int, int]) -> float:
        """The share of these two cards that are given up before the reader, which no Blackjack there can take."""
        h = self.row(*cards)
        if not one.terms.surrender_early or one.values.action[h] != SURRENDER:
            return 0.0
        value = float(one.values.value[h])
        cases = self.pair_cases(cards[0], one.up) if cards[0] == cards[1] else ()
        return 1 - sum(case.share for case in cases if one.splits_pair(cards[0], case.pairs, value))

    def before_reader(self, up: int) -> bool:
        """Whether a hand's first decision is made before the reader, and its options are worth what they are then."""
        return self.game.plain.surrender_early and self.key(up) >= 0

    def _sum(self, one: UpCard) -> None:
        terms, up = one.terms, one.up
        deals = self.two_cards(up)
        rows = np.array([self.row(first, second) for first, second, _ in deals])
        chances = np.array([chance for _, _, chance in deals])
        looked = np.zeros(len(deals))
        if self.key(up) >= 0:
            looked = np.array([self.seen_by_reader(up, int(h)) for h in rows])
        value, wager = one.values.value[rows], one.values.wager[rows]
        for n, (first, second, _) in enumerate(deals):
            if (first, second) == (1, TEN):
                value[n], wager[n], looked[n] = self.blackjack(one), terms.wager, 0.0
            elif first == second:
                value[n], wager[n] = self.best(one, (first, second))
        lost = float(taken(terms.wager, terms, True))
        one.even_money = self.takes_even_money(one)
        one.looked = float(chances @ looked)
        one.mean = float(chances @ value) - one.looked * lost
        one.wager = float(chances @ wager) + one.looked * terms.wager


def table(rules: BlackjackRules, shoe: Composition, split_play: SplitPlay = SplitPlay.BY_HANDS) -> Table:
    """A game with a shoe, the dealer's outcomes worked out."""
    made = Table(game_terms(rules), shoe, split_play)
    made.deal()
    return made
