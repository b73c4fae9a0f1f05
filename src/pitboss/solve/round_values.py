"""The value of a round: every hand against every up card, splits, the attack, and what they come to."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pitboss.rules.codes import ANY_NUMBER
from pitboss.rules.rules import BlackjackRules
from pitboss.solve.bonus_21 import bonuses
from pitboss.solve.compiled import interpreted
from pitboss.solve.composition import TEN, Composition
from pitboss.solve.dealer_hand import VALUES
from pitboss.solve.dealer_odds import MANY_CARDS, DealerOdds
from pitboss.solve.figures import TWICE, no_values, no_worth
from pitboss.solve.hand_values import ALONE, CHOOSING, FOLLOWING, SURRENDER, Against, natural_value, taken, value_hands
from pitboss.solve.hands import Hands
from pitboss.solve.insurance import Offer, favourable_to_blackjack, offers
from pitboss.solve.rows import Rows, all_rows, hopeless_from, hopeless_margin, rows_below
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
from pitboss.solve.up_card import PairCase, SplitValue, Told, UpCard

Context = tuple[bool, int, bool, bool]  # split, its place in the box, split aces, aces that get one card
UNSPLIT: Context = (False, ALONE, False, False)
FEW_OF_EACH = 3


class Table(DealerOdds):
    """A game with a shoe, and what every hand of it is worth."""

    def __init__(
        self,
        game: GameTerms,
        shoe: Composition,
        split_play: SplitPlay = SplitPlay.BY_HANDS,
        hands: Hands | None = None,
    ) -> None:
        super().__init__(game, shoe, hands)
        self.split_play = split_play
        self.every = all_rows(self.hands, bonuses(game.rules.settlement.bonus_21, game.rules.cards.decks, self.hands))
        self.hopeless_margin = interpreted(hopeless_margin)(shoe.cards)
        # A fifth card that wins at once, or is paid a bonus, may be drawn to what no other card is.
        few = shoe.cards < MANY_CARDS or min(shoe.values) < FEW_OF_EACH
        self.may_close = not few and game.plain.charlie == ANY_NUMBER and not game.plain.bonus_odds
        self._rows: dict[int, Rows] = {}
        self._rows_against: dict[int, Rows] = {}
        self._split_rows: dict[tuple[int, int], tuple[Rows, Rows]] = {}
        self.split_values = (no_values(self.size), no_worth(self.size))

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

    def rows(self, up: int) -> Rows:
        """The hands worth working out against an up card."""
        if up not in self._rows_against:
            limit = self._hopeless_from(up) if self.may_close else TWENTY_ONE
            if limit not in self._rows:
                self._rows[limit] = rows_below(self.hands, self.every, limit) if limit < TWENTY_ONE else self.every
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
            lost |= {total: (float(one.values.value[h]), float(one.worth[h, TWICE])) for total, h in over.items()}
            stand = {total: float(one.values.stand[h]) for total, h in live.items()}
            doubled = {total: float(one.worth[h, TWICE]) for total, h in live.items()}
            margin = 2 * self.hopeless_margin * terms.wager
            limit = max(limit, hopeless_from(stand, doubled, lost, left / left.sum(), margin))
        return limit

    def _told_rows(self, told: Told) -> Rows:
        """The hands that orders can come to."""
        alone = np.array([self.row(value) for value in range(1, VALUES + 1) if self.counts[value - 1]])
        place = (self.hands.live, self.hands.after, self.every.live, told.rows[None, None])
        return self.every.among(reached((0, 0), 1, alone, *place))

    def only(self, cards: Sequence[int]) -> None:
        """Work out no more than a hand and what it can become, but all of that."""
        becoming = np.ones(self.size, np.bool_)
        for value in set(cards):
            becoming &= self.hands.cards[:, value - 1] >= cards.count(value)
        self.every = self.every.among(becoming)
        self.may_close = False

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

    def unsplit(
        self, up: int, terms: Terms, told: Told | None = None, rows: Rows | None = None, context: Context = UNSPLIT
    ) -> UpCard:
        """Every hand's values against one up card but for splitting; in another context, of one that came of it."""
        values, worth = no_values(self.size), no_worth(self.size)
        if told is not None:
            values.chosen[:] = told.rows
        if rows is None:
            rows = self.rows(up) if told is None else self._told_rows(told)
        self.need(up, rows)
        against = Against(self.left(up), self.key(up), self.outcomes[up - 1], self.chances[up - 1])
        value_hands(rows, against, terms.coded, context, CHOOSING if told is None else FOLLOWING, values, worth)
        return UpCard(up, terms, values, worth, told)

    def split_rows(self, value: int, up: int) -> Rows:
        """Those of the rows against an up card that a split of this value can come to."""
        rows = self.rows(up)
        of, found = self._split_rows.get((value, up), (None, rows))
        if of is not rows:
            found = self.pair_rows(value, rows)
            self._split_rows[value, up] = rows, found
        return found

    def rows_of(self, one: UpCard) -> Rows:
        """The hands that play against an up card can come to: by orders any, wise or not."""
        return self.rows(one.up) if one.told is None else self.every

    def split_rows_of(self, value: int, one: UpCard) -> Rows:
        """Those that a split of this value can come to."""
        return self.split_rows(value, one.up) if one.told is None else self.pair_rows(value, self.every)

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

    def _split(self, value: int, one: UpCard) -> None:
        up, told, most = one.up, one.told, self.game.split_hands[value - 1]
        rows = self.split_rows_of(value, one)
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
                odds.outcomes[0] = self.outcomes[up - 1][: odds.outcomes.shape[1]]
                odds.chances[0] = self.chances[up - 1]
                run((2, most), True, rows, case)
            if limit > 2 or not by_hands:
                place = (np.array([self.row(value)]), self.hands.live, self.hands.after, rows.live)
                come_to = rows.among(reached((2, limit), positions, *place, kept))
                outs = (limit + 1 if by_hands else 2, most_out(limit))
                if outs[0] <= outs[1]:
                    self.split_odds(value, up, outs, come_to.both)
                run((2, limit), False, come_to, case)
            least = 2 if by_hands else limit
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
        return float(interpreted(natural_value)(self.outcomes[one.up - 1], h, mass, one.terms.wager, one.terms))

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
        return insurance.even_money_offered and up == insurance.insurance_up_card

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
        rows, chances = self.dealt(up)
        looked = np.zeros(len(deals))
        if self.key(up) >= 0:
            looked = np.array([self.seen_by_reader(up, int(h)) for h in rows])
        value, wager = one.values.value[rows], one.values.wager[rows]
        for n, (first, second, _) in enumerate(deals):
            if (first, second) == (1, TEN):
                value[n], wager[n], looked[n] = self.blackjack(one), terms.wager, 0.0
            elif first == second:
                value[n], wager[n] = self.best(one, (first, second))
        lost = float(interpreted(taken)(terms.wager, terms, ALONE))
        one.even_money = self.takes_even_money(one)
        one.looked = float(chances @ looked)
        one.mean = float(chances @ value) - one.looked * lost
        one.wager = float(chances @ wager) + one.looked * terms.wager


def table(rules: BlackjackRules, shoe: Composition, split_play: SplitPlay = SplitPlay.BY_HANDS) -> Table:
    """A game with a shoe, the dealer's outcomes worked out."""
    made = Table(game_terms(rules), shoe, split_play)
    made.deal()
    return made
