"""What memory after a split is worth at most: never less than it really is, and next to nothing."""

from fractions import Fraction
from functools import cache
from math import comb

import numpy as np
import numpy.typing as npt
import pytest

from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve import split_hands as of_split_hands
from pitboss.solve.composition import Composition, full_shoe
from pitboss.solve.dealer_hand import VALUES
from pitboss.solve.drawn_to_the_last import drawn_to_the_last
from pitboss.solve.hands import set_chances
from pitboss.solve.remembered import gained, least
from pitboss.solve.solution import best_against
from pitboss.solve.split_hands import NOTHING, SplitHands, Term, terms_of
from pitboss.solve.split_memory import Sample, memory, rules_out, upper_limit
from pitboss.solve.terms import game_terms
from tests.solve.brute_force import ADDED, Brute, Context, Hand, Result, Shoe, count, less

KING = 13


class Remembering(Brute):
    """The same round played after a split by somebody who sees every card and thinks of all of it."""

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("rest", "play"):
            object.__setattr__(self, name, cache(getattr(self, name)))

    def best_split(self, rank: int) -> Fraction:
        return self.rest(rank, 2, 1, less(self.shoe, rank, rank))

    def rest(self, rank: int, k: int, i: int, left: Shoe) -> Fraction:
        """The hands from the i-th on, which gets its second card."""
        if i > k:
            return Fraction(0)
        value, most = Fraction(0), self.rules.splitting.split_hands
        for card, p in self.draws(left):
            after = less(left, card)
            best = self.play(rank, k, i, after, tuple(sorted((rank, card))))
            if k < most and self.is_pair(rank, card):
                best = max(best, self.rest(rank, k + 1, i, after))
            value += p * best
        return value

    def play(self, rank: int, k: int, i: int, left: Shoe, hand: Hand) -> Fraction:
        """A hand under its second card, and the hands to come."""
        context = Context(True, i == 1, rank, k - 1)
        after = self.rest(rank, k, i + 1, left)
        found = [self.finish((self.stood(hand, self.bet, context),), left) + after]
        if count(hand)[0] < 21:
            if self.may_surrender(hand, context):
                found.append(self.finish((self.given_up(self.bet, False, context),), left) + after)
            found.append(self.drawing(rank, k, i, left, hand, False))
            if self.may_double(hand, context):
                found.append(self.drawing(rank, k, i, left, hand, True))
        return max(found)

    def drawing(self, rank: int, k: int, i: int, left: Shoe, hand: Hand, doubled: bool) -> Fraction:
        context = Context(True, i == 1, rank, k - 1)
        wager = 2 * self.bet if doubled else self.bet
        value = Fraction(0)
        for card, p in self.draws(left):
            longer, rest = tuple(sorted((*hand, card))), less(left, card)
            total, _ = count(longer)
            if total <= 21 and not doubled:
                value += p * self.play(rank, k, i, rest, longer)
                continue
            result = self.stood(longer, wager, context) if total <= 21 else self.gone(wager, context)
            best = self.finish((result,), rest) + self.rest(rank, k, i + 1, rest)
            if total > 21 and self.may_take_chance(doubled, context):
                taken = Fraction(0)
                for more, q in self.draws(rest):
                    last = less(rest, more)
                    result = self.chance_result(total, more, wager, context)
                    taken += q * (self.finish((result,), last) + self.rest(rank, k, i + 1, last))
                best = max(best, taken)
            value += p * best
        return value


class Mindful(Brute):
    """The same round played after a split by somebody who sees every card and thinks of one hand at a time."""

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "knowing", cache(self.knowing))

    def knowing(self, shoe: Shoe) -> Brute:
        """Whoever knows that no other cards were there."""
        return Brute(self.rules, shoe, self.up, self.attack)

    def _play_hand(
        self, rank: int, limit: int, k: int, i: int, done: tuple[Result, ...], left: Shoe, hand: Hand
    ) -> Fraction:
        if i == 1:
            return super()._play_hand(rank, limit, k, i, done, left, hand)

        def go_on(result: Result, rest: Shoe) -> Fraction:
            return self._deal_hand(rank, limit, k, i + 1, (*done, result), rest)

        own = (*hand, *(rank,) * (k - 1))
        known = tuple(n + own.count(card) for card, n in enumerate(left, 1))
        return self.knowing(known).follow(hand, Context(True, ADDED, rank, k - 1), left, go_on)


def rules_of(game: str, sets: dict[str, object]) -> BlackjackRules:
    rules = load(game, sets)
    assert isinstance(rules, BlackjackRules)
    return rules


def merged(
    one: tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]], others: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """Every set of cards so many hands can take one after the other, and in how many orders."""
    cards, orders = np.zeros((1, VALUES), np.int64), np.ones(1)
    for _ in range(others):
        cards = (cards[:, None, :] + one[0][None, :, :]).reshape(-1, VALUES)
        orders = (orders[:, None] * one[1][None, :]).ravel()
        cards, where = np.unique(cards, axis=0, return_inverse=True)
        orders = np.bincount(where.ravel(), orders).astype(np.float64)
    return cards, orders


def after(hands: SplitHands, term: Term) -> float:
    """The mean of a term over everything hands before it can take if they draw as long as they may."""
    cards, orders = merged(hands.ends, term.number - 1)
    chances = orders * set_chances(hands.from_shoe(term.hands, NOTHING), cards)
    return float(sum(p * hands.value(term, gone) for p, gone in zip(chances, cards, strict=True) if p))


def whole_bound(hands: SplitHands, monkeypatch: pytest.MonkeyPatch) -> float:
    """The sum of all terms, those that are sampled in a real shoe gone through as well."""
    monkeypatch.setattr(of_split_hands, "LIKELY", 0.0)
    return sum(
        hands.weight(term) * (hands.after_one_hand(term) if term.number == 2 else after(hands, term))
        for term in terms_of(hands.most_hands)
    )


# Few ranks, so that every order can be dealt, and four of the pair.
SEVENS = (0, 0, 0, 0, 0, 3, 4, 0, 3, 0, 0, 0, 10)
MORE_ACES = (2, 0, 0, 0, 0, 0, 4, 2, 0, 0, 0, 0, 12)
NINES = (3, 0, 0, 0, 0, 0, 0, 2, 4, 0, 0, 0, 12)
FOURS = (0, 0, 0, 4, 3, 0, 0, 3, 0, 0, 0, 0, 14)
EIGHTS = (1, 0, 0, 0, 3, 0, 0, 4, 0, 0, 0, 0, 14)
FEW_EIGHTS = (1, 0, 0, 0, 2, 1, 0, 4, 1, 0, 0, 0, 7)
NO_SURRENDER: dict[str, object] = {"surrender": "never", "double_on_cards_at_most": 2}
SMALL: list[tuple[str, dict[str, object], Shoe, int, int]] = [
    ("double-deck-house", {"split_hands": 2}, SEVENS, 10, 7),
    ("double-deck-house", {"split_hands": 2}, MORE_ACES, 10, 7),  # the bound is nearly reached
    ("double-deck-house", {"split_hands": 3}, NINES, 8, 9),
    ("double-deck-house", {"split_hands": 4}, NINES, 8, 9),
    ("double-deck-house", {"split_hands": 4}, NINES, 10, 9),
    ("double-deck-house", {"split_hands": 3}, FOURS, 8, 4),
    ("double-deck-house", {"split_hands": 4}, EIGHTS, 10, 8),
    ("double-attack-pa", NO_SURRENDER | {"split_hands": 3}, EIGHTS, 10, 8),
    ("double-attack-nj", NO_SURRENDER | {"split_hands": 4}, SEVENS, 10, 7),
    ("double-attack-nj", NO_SURRENDER | {"split_hands": 2}, EIGHTS, 10, 8),
    ("double-back-jack-pa", {}, FEW_EIGHTS, 5, 8),
]


def split_hands(game: str, sets: dict[str, object], shoe: Shoe, up: int, value: int) -> tuple[SplitHands, Brute]:
    rules = rules_of(game, sets)
    made = memory(game_terms(rules), Composition(shoe), lambda table: {up: table.play_against(up, table.game.plain)})
    rank = KING if up == 10 else up
    return SplitHands(made.table, made.best[up], value), Remembering(rules, less(shoe, rank), rank, 0)


def real_hands(game: str, up: int, value: int) -> SplitHands:
    """A pair in the full shoe."""
    rules = rules_of(game, {})
    whole = full_shoe(rules)
    made = memory(game_terms(rules), whole, lambda table: {up: best_against(table, up)[0]})
    return SplitHands(made.table, made.best[up], value)


@pytest.mark.parametrize(("game", "sets", "shoe", "up", "value"), SMALL)
def test_nobody_who_remembers_every_card_gains_more_than_the_bound(
    game: str, sets: dict[str, object], shoe: Shoe, up: int, value: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands, brute = split_hands(game, sets, shoe, up, value)
    assert isinstance(brute, Remembering)
    fixed, best = float(brute.split(value)), float(brute.best_split(value))
    unseen = 1 - hands.table.seen_by_reader(up, hands.table.row(value, value))
    assert hands.one.splits[value, hands.pairs].value == pytest.approx(unseen * fixed, abs=1e-13)
    gained, bound = unseen * (best - fixed), whole_bound(hands, monkeypatch)
    assert 1e-6 < gained <= bound + 1e-13
    # It is worth having, too: not far above what there is to gain, and just that where there are two hands.
    assert bound < 10 * gained
    if hands.most_hands == 2 and not hands.may_take_chance:
        assert bound == pytest.approx(gained, abs=1e-13)


@pytest.mark.parametrize(("game", "sets", "shoe", "up", "value"), SMALL)
def test_who_plays_each_hand_by_the_cards_before_it_gains_what_brute_force_says(
    game: str, sets: dict[str, object], shoe: Shoe, up: int, value: int
) -> None:
    hands, brute = split_hands(game, sets, shoe, up, value)
    assert isinstance(brute, Remembering)
    fixed = brute.split(value)
    mindful = Mindful(brute.rules, brute.shoe, brute.up, 0)
    played = mindful._deal_hand(value, brute.split_limit(value), 2, 1, (), less(brute.shoe, value, value))
    unseen = 1 - hands.table.seen_by_reader(up, hands.table.row(value, value))
    gain = gained(hands)
    assert gain == pytest.approx(unseen * float(played - fixed), abs=1e-13)
    assert 1e-6 < gain <= unseen * float(brute.best_split(value) - fixed) + 1e-13
    # What is left out would have added.
    assert gained(hands, rarest=0.01) <= gain


def test_only_pairs_that_are_split_gain_and_what_is_too_rare_in_a_round_is_left_out() -> None:
    hands = real_hands("double-deck-house", 6, 8)
    assert hands.worth > 0 > real_hands("double-deck-house", 10, 10).worth
    often, seldom = gained(hands, 1e-4), gained(hands, 1e-2)
    assert often > seldom > 0
    assert least([(hands, 0.01)], 1e-6) == pytest.approx(0.01 * often)
    assert least([(hands, 0.01), (hands, 0.0001)], 1e-6) == pytest.approx(0.01 * often + 0.0001 * seldom)
    assert least([(real_hands("double-deck-house", 10, 10), 0.1)], 1e-6) == 0


@pytest.mark.parametrize(("game", "sets", "shoe", "up", "value"), SMALL[1:3])
def test_a_hand_that_shows_its_cards_pays_for_it(
    game: str, sets: dict[str, object], shoe: Shoe, up: int, value: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands, _ = split_hands(game, sets, shoe, up, value)
    next_hand = Term(2, 2, 1, again=False)
    shown_all = after(hands, next_hand)
    monkeypatch.setattr(of_split_hands, "LIKELY", 0.0)
    assert 0 < hands.after_one_hand(next_hand) < shown_all
    # Unlikely hands are taken to draw on, and unlikely ends are left to the sample: together never less.
    monkeypatch.setattr(of_split_hands, "LIKELY", 0.05)
    cards, chances = hands.one_hand(2)
    rest, rest_chances = hands.unlikely(next_hand) or (cards, chances)
    assert 0 < len(rest) < len(cards)
    left = sum(p * hands.value(next_hand, gone) for p, gone in zip(rest_chances, rest, strict=True))
    some = hands.after_one_hand(next_hand)
    monkeypatch.setattr(of_split_hands, "LIKELY", 0.0)
    assert hands.after_one_hand(next_hand) <= some + left <= shown_all + 1e-15


@pytest.mark.parametrize(
    ("game", "sets", "shoe", "up", "value"), [case for case in SMALL if case[1].get("split_hands", 2) != 2]
)
def test_going_against_the_rule_for_splitting_again_costs_what_brute_force_says(
    game: str, sets: dict[str, object], shoe: Shoe, up: int, value: int
) -> None:
    hands, brute = split_hands(game, sets, shoe, up, value)
    limit = hands.limit
    assert brute.split_limit(value) == limit
    for k in range(2, hands.most_hands):
        left = less(brute.shoe, *(value,) * k)
        chance = dict(brute.draws(left))[value]
        unseen = 1 - sum(n for rank, n in enumerate(left, 1) if brute.read() and brute.makes_blackjack(rank)) / sum(
            left
        )
        rest = less(left, value)
        for i in range(1, k + 1):
            kept = brute._play_hand(value, limit, k, i, (), rest, (value, value))
            again = brute._deal_hand(value, limit, k + 1, i, (), rest)
            change = kept - again if k < limit else again - kept
            assert hands.change(k, i, NOTHING) == pytest.approx(unseen * float(chance * change), abs=1e-13)


def test_every_way_to_a_hand_is_counted() -> None:
    found = {(term.hands, term.number, term.again): term.ways for term in terms_of(4)}
    ways = {(2, 1): 1, (2, 2): 1, (3, 1): 1, (3, 2): 2, (3, 3): 2, (4, 1): 1, (4, 2): 3, (4, 3): 5, (4, 4): 5}
    gains = {(k, i, False): n for (k, i), n in ways.items() if i > 1}
    assert found == gains | {(k, i, True): n for (k, i), n in ways.items() if k < 4}
    assert [tuple(term) for term in terms_of(2)] == [(2, 2, 1, False)]


@pytest.mark.parametrize(("game", "up", "value"), [("double-attack-pa", 10, 8), ("double-back-jack-pa", 6, 9)])
def test_the_first_hand_has_nothing_to_remember(game: str, up: int, value: int) -> None:
    hands = real_hands(game, up, value)
    for k in range(2, hands.most_hands + 1):
        assert hands.gain(k, NOTHING) == 0
        assert hands.one_hand(k)[1].sum() == pytest.approx(1, abs=1e-12)


def test_the_next_hand_gains_next_to_nothing_and_a_sample_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = real_hands("double-attack-pa", 10, 8)
    next_hand, weight = Term(2, 2, 1, again=False), 0.01
    cards, chances = hands.one_hand(2)
    exact = sum(p * hands.value(next_hand, gone) for p, gone in zip(chances, cards, strict=True) if p > 1e-7)
    assert 0 < exact < 2e-4
    for sets in (None, (cards, chances)):
        sample = Sample()
        sample.add(hands, next_hand, weight, sets)
        drawn = sample.greatest * sample.draw(1500, np.random.default_rng(5))
        assert drawn.mean() == pytest.approx(weight * exact, abs=4.5 * drawn.std() / np.sqrt(len(drawn)))


def test_a_given_card_is_met_no_oftener_than_said() -> None:
    hands = real_hands("double-deck-house", 10, 8)
    cards, chances = hands.one_hand(2)
    tree, shoe = hands.table.game.trees[9], hands.from_shoe(2, NOTHING)
    ends = tree.outcome >= 0
    dealer = tree.orders[ends] * set_chances(shoe, tree.drawn[ends].astype(np.int64))
    assert dealer.sum() == pytest.approx(1 - shoe[0] / shoe.sum(), abs=1e-12)  # but for the Blackjacks the reader sees
    drawn = chances @ cards.sum(1) + dealer @ tree.drawn[ends].sum(1) + shoe[0] / shoe.sum()
    at_least, found = drawn / shoe.sum(), hands.within(Term(2, 2, 1, again=False), 1.0) / 2
    assert at_least < found < 1.1 * at_least
    assert hands.within(Term(2, 2, 1, again=False), 3.0) == pytest.approx(6 * found)
    assert hands.within(Term(2, 2, 1, again=False), 50.0) == 1
    assert hands.within(Term(2, 2, 1, again=True), 1.0) == 1


@pytest.mark.parametrize(("game", "sets", "shoe", "up", "value"), SMALL)
def test_no_cards_known_are_worth_more_than_the_most(
    game: str, sets: dict[str, object], shoe: Shoe, up: int, value: int
) -> None:
    hands, _ = split_hands(game, sets, shoe, up, value)
    for term in terms_of(hands.most_hands):
        cards, _ = merged(hands.ends, min(term.number - 1, 1))
        there = cards[(cards <= hands.from_shoe(term.hands, NOTHING)).all(1)]
        for gone in there[:: max(len(there) // 200, 1)]:
            assert hands.value(term, gone) <= hands.most(term) * hands.within(term, gone.sum())


def test_cards_drawn_at_random_are_those_a_hand_can_take() -> None:
    hands = real_hands("double-back-jack-pa", 6, 9)
    cards, chances = hands.one_hand(2)
    shoe = hands.from_shoe(2, NOTHING)
    known = {tuple(gone): n for n, gone in enumerate(cards.tolist())}
    numbers, tries = np.random.default_rng(3), 20_000
    seen = np.zeros(len(cards))
    for _ in range(tries):
        seen[known[tuple(drawn_to_the_last(shoe, 9, 1, hands.most_cards, True, numbers.random(22)).tolist())]] += 1
    often = chances * tries > 8
    squares = ((seen - chances * tries) ** 2 / (chances * tries))[often].sum()
    assert often.sum() > 300
    assert abs(squares - often.sum()) < 5 * np.sqrt(2 * often.sum())


def test_the_limit_of_a_mean_is_exceeded_no_oftener_than_said() -> None:
    doubt = 0.05
    for n in (50, 400):
        for chance in (0.002, 0.02, 0.2, 0.6):
            too_low = 0.0
            for hits in range(n + 1):
                if upper_limit(np.array([1.0] * hits + [0.0] * (n - hits)), doubt) < chance:
                    too_low += comb(n, hits) * chance**hits * (1 - chance) ** (n - hits)
            assert too_low <= doubt


def test_a_sample_of_nothing_leaves_no_more_than_its_size_allows() -> None:
    for n in (100, 10_000):
        assert upper_limit(np.zeros(n), 1e-6) == pytest.approx(np.expm1(np.log(1e6) / n), rel=1e-6)


def test_a_pair_far_from_worth_splitting_is_ruled_out_and_one_worth_it_is_not() -> None:
    numbers = np.random.default_rng(1)
    tens = real_hands("double-deck-house", 10, 10)
    assert tens.worth < -0.4
    assert rules_out(tens, numbers, 1e-6)
    eights = real_hands("double-deck-house", 6, 8)
    assert eights.worth > 0
    assert not rules_out(eights, numbers, 1e-6)


def test_a_whole_game_of_few_cards_is_bounded_by_what_its_pairs_are(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_of("double-deck-house", {"split_hands": 3})
    made = memory(game_terms(rules), Composition(NINES), lambda table: {8: table.play_against(8, table.game.plain)})
    found = made.bound(samples=300, doubt=1e-3)
    hands = SplitHands(made.table, made.best[8], 9)
    chance = next(chance for one, two, chance in made.table.two_cards(8) if one == two == 9)
    share = made.table.counts[7] / made.table.counts.sum()
    assert found.samples == 300
    assert 0 < share * chance * whole_bound(hands, monkeypatch) < found.value
    assert found.enumerated + found.sampled_mean < found.value


def test_pairs_by_rank_are_refused_in_a_sentence() -> None:
    rules = rules_of("double-deck-house", {"pair": "same-rank"})
    with pytest.raises(RulesError, match="any two cards of a value"):
        memory(game_terms(rules), full_shoe(rules), lambda table: {})
