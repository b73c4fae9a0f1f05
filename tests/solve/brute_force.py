"""A round worked out by brute force with exact fractions, straight from the rules: slow, plain, and independent.

It shares nothing with the solver: cards are drawn one by one from what is unseen (the hole card is one of the unseen
cards, never one the reader would have shown), every hand's result is kept, and the dealer plays against all of them.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

from pitboss.cards.card import Rank, Suit
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.subjects.bonus_21 import Bonus21
from pitboss.rules.subjects.deal import HoleCard
from pitboss.rules.subjects.doubling import DoubleCard, DoubleLimit
from pitboss.rules.subjects.settlement import (
    BlackjackPaid,
    BustCollected,
    DealerBlackjackTakes,
    PlayerBust,
    TwentyOnePaid,
)
from pitboss.rules.subjects.splitting import Pair, SplitBlackjack
from pitboss.rules.subjects.surrender import (
    SurrenderAfterDouble,
    SurrenderedToBlackjack,
    SurrenderSettled,
    SurrenderWhen,
)
from pitboss.rules.subjects.wagers import AttackLimit

Shoe = tuple[int, ...]
Hand = tuple[int, ...]
AT_ONCE = (SurrenderSettled.AT_ONCE, SurrenderSettled.EARLY)


class RanOut(Exception):
    """A card is due and there is none: what then is in no rule that is compared here."""


ADDED, FIRST, ALONE = range(3)  # formed by a split, the first hand of a split box, its only one


class Result(NamedTuple):
    """A finished hand: how it ended, with which total and wager, what else it could lose, and its place in the box.

    Of a 21, how often its suits have it paid a bonus, and what that comes to for one wagered.
    """

    kind: str
    total: int
    wager: Fraction
    lost: Fraction
    place: int
    bonus: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))


class Context(NamedTuple):
    """Where a hand stands: of a split or not, its place, and how many pair cards are out besides its own."""

    split: bool
    place: int
    pair: int
    out: int


def worth(rank: int) -> int:
    return min(rank, 10)


def count(hand: Hand) -> tuple[int, bool]:
    total = sum(map(worth, hand))
    return (total + 10, True) if 1 in hand and total <= 11 else (total, False)


def less(shoe: Shoe, *ranks: int) -> Shoe:
    left = list(shoe)
    for rank in ranks:
        left[rank - 1] -= 1
    assert min(left) >= 0
    return tuple(left)


@cache
def bonuses(bonus: Bonus21, decks: int, hand: Hand) -> tuple[Fraction, Fraction]:
    """How often a 21 is paid a bonus and what that comes to, over every choice of cards of its ranks."""
    if not any(row.of_suits and sorted(row.when[0].ranks) == sorted(hand) for row in bonus.rows):
        every = [tuple((rank, 0) for rank in hand)]
    else:
        deck = {rank: [(rank, suit) for suit in Suit for _ in range(decks)] for rank in hand}
        places = product(*(range(4 * decks) for _ in hand))
        drawn = (places for places in places if len(set(zip(hand, places, strict=True))) == len(hand))
        every = [tuple(deck[rank][place] for rank, place in zip(hand, places, strict=True)) for places in drawn]
    paid = [
        max((row.odds.ratio for row in bonus.rows if holds(row.name, cards)), default=Fraction(0)) for cards in every
    ]
    return Fraction(sum(one > 0 for one in paid), len(every)), sum(paid, Fraction(0)) / len(every)


def holds(line: str, cards: Sequence[tuple[int, int]]) -> bool:
    """Whether a line, as it is written, is about these ranks with their suits."""
    what, _, more = line.partition(" ")
    if more.startswith("cards"):
        return len(cards) >= int(what) if more.endswith("or more") else len(cards) == int(what)
    suits = {suit for _, suit in cards}
    ranks = sorted(1 if label == "A" else int(label) for label in what.split("-"))
    of = not more or (len(suits) == 1 and (more == "suited" or suits == {Suit[more.upper()]}))
    return of and sorted(rank for rank, _ in cards) == ranks


@dataclass(frozen=True)
class Brute:
    """One game, one up card, one size of the attack; `shoe` is without the up card."""

    rules: BlackjackRules
    shoe: Shoe
    up: int
    attack: int
    by_hands: bool = True

    def __post_init__(self) -> None:
        for name in ("best", "finish", "after_hit", "dealer_ends", "split_limit"):
            object.__setattr__(self, name, cache(getattr(self, name)))

    @property
    def bet(self) -> Fraction:
        return Fraction(1 + self.attack)

    def read(self) -> bool:
        return self.rules.deal.hole_card is HoleCard.READER and Rank(self.up) in self.rules.deal.reader_ranks

    def makes_blackjack(self, hole: int) -> bool:
        return {worth(self.up), worth(hole)} == {1, 10}

    def holes(self, left: Shoe) -> Iterator[tuple[int, Fraction]]:
        """Each possible hole card with its chance, given that the reader showed no Blackjack."""
        if not sum(left):
            raise RanOut
        weights = {rank: n for rank, n in enumerate(left, 1) if n and not (self.read() and self.makes_blackjack(rank))}
        for rank, n in weights.items():
            yield rank, Fraction(n, sum(weights.values()))

    def draws(self, left: Shoe) -> Iterator[tuple[int, Fraction]]:
        """Each possible next card with its chance, the hole card being somewhere among the unseen."""
        chance: dict[int, Fraction] = {}
        for hole, p in self.holes(left):
            rest = less(left, hole)
            if not sum(rest):
                raise RanOut
            for rank, n in enumerate(rest, 1):
                if n:
                    chance[rank] = chance.get(rank, Fraction(0)) + p * Fraction(n, sum(rest))
        yield from chance.items()

    def dealer_ends(self, hand: Hand, left: Shoe) -> dict[tuple[int, bool], Fraction]:
        total, soft = count(hand)
        stop = self.rules.dealer.dealer_stands_on
        if total > stop or (total == stop and not (soft and self.rules.dealer.dealer_hits_soft)):
            return {(total, len(hand) == 2 and total == 21): Fraction(1)}
        ends: dict[tuple[int, bool], Fraction] = {}
        if not sum(left):
            raise RanOut
        for rank, n in enumerate(left, 1):
            if n:
                for end, p in self.dealer_ends(tuple(sorted((*hand, rank))), less(left, rank)).items():
                    ends[end] = ends.get(end, Fraction(0)) + p * Fraction(n, sum(left))
        return ends

    def taken(self, wager: Fraction, place: int) -> Fraction:
        takes = self.rules.settlement.dealer_blackjack_takes
        if takes is DealerBlackjackTakes.EVERYTHING:
            return wager
        if place == ADDED:
            return Fraction(0)
        added_to = place == FIRST or wager != self.bet  # 26.9(c) and 26.10(d) speak of no other hand
        return self.bet if takes is DealerBlackjackTakes.ORIGINAL_WAGERS and added_to else Fraction(1)

    def net(self, result: Result, dealer: int, blackjack: bool) -> Fraction:
        kind, total, wager, lost, place, (often, paid) = result
        rules = self.rules
        if often:
            plain = self.net(Result(kind, total, wager, lost, place), dealer, blackjack)
            return wager * paid + (1 - often) * plain
        settlement = rules.settlement
        push = dealer == rules.dealer.push_total
        if kind == "settled":
            return wager
        if kind == "surrendered":
            if not blackjack or rules.surrender.surrender_settled in AT_ONCE:
                return -lost
            entire = rules.surrender.surrender_to_blackjack is SurrenderedToBlackjack.ENTIRE
            return -wager if entire else -self.taken(wager, place)
        if kind == "bust":
            if blackjack:
                return -self.taken(wager, place)
            returned = dealer > 21 and settlement.player_bust is PlayerBust.LOSES_UNLESS_DEALER_BUSTS
            return Fraction(0) if returned else -wager
        if kind == "natural":
            ties = blackjack and settlement.blackjacks_tie  # a 22 that pushes does not touch a Blackjack
            if ties or (dealer == 21 and not blackjack and not settlement.blackjack_beats_21):
                return Fraction(0)
            return wager * settlement.blackjack_odds.ratio
        if kind == "chance":
            if blackjack:
                return (
                    -2 * wager
                    if settlement.dealer_blackjack_takes is DealerBlackjackTakes.EVERYTHING
                    else -self.taken(wager, place)
                )
            if push or total == dealer:
                return Fraction(0)
            return wager * rules.second_chance.second_chance_odds.ratio if dealer > 21 or total > dealer else -2 * wager
        assert kind in ("stood", "split 21")
        if blackjack and kind == "split 21":
            return Fraction(0)
        if blackjack:
            return -self.taken(wager, place)
        if push or total == dealer:
            return Fraction(0)
        return wager * settlement.bet_odds.ratio if dealer > 21 or total > dealer else -wager

    def finish(self, results: tuple[Result, ...], left: Shoe) -> Fraction:
        """What finished hands come to over everything the dealer can do."""
        value = Fraction(0)
        for hole, p in self.holes(left):
            for (dealer, blackjack), q in self.dealer_ends(tuple(sorted((self.up, hole))), less(left, hole)).items():
                value += p * q * sum(self.net(result, dealer, blackjack) for result in results)
        return value

    def settle(self, results: tuple[Result, ...], left: Shoe) -> Fraction:
        """What the hands of a split are valued by: what they come to."""
        return self.finish(results, left)

    def stood(self, hand: Hand, wager: Fraction, context: Context) -> Result:
        plain, bonus = self.plainly_stood(hand, wager, context), self.rules.settlement.bonus_21
        doubled = wager != self.bet
        if bonus is None or plain.total != 21 or len(hand) == 2:
            return plain
        if (doubled and not bonus.after_double) or (context.split and not bonus.after_split):
            return plain
        often, paid = bonuses(bonus, self.rules.cards.decks, hand)
        if plain.kind == "settled":  # paid at once without a bonus too, by so much for one wagered
            return plain._replace(wager=wager * paid + (1 - often) * plain.wager)
        return plain._replace(bonus=(often, paid))

    def plainly_stood(self, hand: Hand, wager: Fraction, context: Context) -> Result:
        total, _ = count(hand)
        settlement = self.rules.settlement
        two = len(hand) == 2 and total == 21
        if two and context.split and self.rules.splitting.blackjack_after_split is SplitBlackjack.BLACKJACK:
            if settlement.blackjack_paid is BlackjackPaid.BEFORE_READER:
                return Result("settled", total, wager * settlement.blackjack_odds.ratio, Fraction(0), context.place)
            return Result("natural", total, wager, Fraction(0), context.place)
        early = total == 21 and settlement.twenty_one_paid is not TwentyOnePaid.NOT_AT_ONCE
        if early or self.is_charlie(hand):
            return Result("settled", total, wager * settlement.bet_odds.ratio, Fraction(0), context.place)
        ties = two and context.split and self.rules.splitting.split_21_ties_blackjack
        return Result("split 21" if ties else "stood", total, wager, Fraction(0), context.place)

    def gone(self, wager: Fraction, context: Context) -> Result:
        settlement = self.rules.settlement
        hidden = wager != self.bet and self.rules.doubling.double_card is DoubleCard.DOWN_TUCKED
        at_once = settlement.bust_collected is BustCollected.AT_THE_BUST and not hidden
        if at_once and settlement.player_bust is PlayerBust.LOSES:
            return Result("settled", 0, -wager, Fraction(0), context.place)
        return Result("bust", 0, wager, Fraction(0), context.place)

    def given_up(self, wager: Fraction, doubled: bool, context: Context) -> Result:
        halved = wager
        if doubled and self.rules.surrender.surrender_after_double is SurrenderAfterDouble.DOUBLE_RETURNED:
            halved = self.bet
        return Result("surrendered", 0, wager, halved * self.rules.surrender.surrender_share, context.place)

    def early(self) -> bool:
        """Whether a hand is given up before the card is read, or not at all."""
        return self.read() and self.rules.surrender.surrender_settled is SurrenderSettled.EARLY

    def may_surrender(self, hand: Hand, context: Context) -> bool:
        surrender = self.rules.surrender
        if surrender.surrender is SurrenderWhen.NEVER or self.early():
            return False
        if surrender.surrender is SurrenderWhen.FIRST_DECISION:
            return len(hand) == 2 and not context.split
        split_ace = context.split and context.pair == 1
        return (
            (len(hand) == 2 or surrender.surrender_after_draw)
            and (not context.split or surrender.surrender_after_split)
            and (not split_ace or surrender.surrender_split_aces)
        )

    def is_charlie(self, hand: Hand) -> bool:
        cards = self.rules.settlement.charlie_cards
        return cards is not None and len(hand) >= cards

    def may_double(self, hand: Hand, context: Context) -> bool:
        doubling = self.rules.doubling
        if len(hand) < doubling.double_on_cards_at_least:
            return False
        if doubling.double_on_cards_at_most is not None and len(hand) > doubling.double_on_cards_at_most:
            return False
        if doubling.double_on_totals and count(hand)[0] not in doubling.double_on_totals:
            return False
        if context.split and context.pair == 1 and not doubling.double_split_aces:
            return False
        return doubling.double_after_split or not context.split

    def may_take_chance(self, doubled: bool, context: Context) -> bool:
        chance = self.rules.second_chance
        return (
            chance.second_chance
            and (not doubled or chance.second_chance_after_double)
            and (not context.split or chance.second_chance_after_split)
        )

    def unseen(self, hand: Hand, context: Context) -> Shoe:
        """What a hand thinks of: the shoe without itself and the other pair cards it counts as out."""
        return less(self.shoe, *hand, *(context.pair,) * context.out)

    def chance_result(self, total: int, card: int, wager: Fraction, context: Context) -> Result:
        chance = self.rules.second_chance
        now = total - (chance.second_chance_ace if card == 1 else worth(card))
        if now > 21:
            return Result("settled", now, -2 * wager, Fraction(0), context.place)
        if now == 21:
            return Result("settled", now, wager * chance.second_chance_odds.ratio, Fraction(0), context.place)
        return Result("chance", now, wager, Fraction(0), context.place)

    def after_hit(self, hand: Hand, wager: Fraction, doubled: bool, context: Context) -> tuple[Fraction, str]:
        """The value of a hand that has just drawn, and what it does next."""
        total, _ = count(hand)
        left = self.unseen(hand, context)
        if total > 21:
            options = {"decline": self.finish((self.gone(wager, context),), left)}
            if self.may_take_chance(doubled, context):
                options["chance"] = sum(
                    (
                        p * self.finish((self.chance_result(total, card, wager, context),), less(left, card))
                        for card, p in self.draws(left)
                    ),
                    Fraction(0),
                )
        elif doubled:
            options = {"stand": self.finish((self.stood(hand, wager, context),), left)}
            surrender = self.rules.surrender
            offered = surrender.surrender is SurrenderWhen.ANY_TIME
            if (
                total < 21
                and not self.is_charlie(hand)
                and offered
                and surrender.surrender_after_double is not SurrenderAfterDouble.NOT_OFFERED
            ):
                options["surrender"] = self.finish((self.given_up(wager, True, context),), left)
        else:
            return self.best(hand, context)
        best = max(options, key=lambda name: options[name])
        return options[best], best

    def options(self, hand: Hand, context: Context) -> dict[str, Fraction]:
        """Every option of a hand but to split, and its value."""
        total, _ = count(hand)
        left = self.unseen(hand, context)
        found = {"stand": self.finish((self.stood(hand, self.bet, context),), left)}
        if total == 21 or self.is_charlie(hand):
            return found
        one_card = context.split and context.pair == 1 and self.rules.splitting.split_aces_one_card
        more = self.bet if self.rules.doubling.double_limit is DoubleLimit.BET_AND_ATTACK else Fraction(1)
        if not one_card:
            found["hit"] = self.over_draws(hand, self.bet, False, context)
        if self.may_double(hand, context):
            found["double"] = self.over_draws(hand, self.bet + more, True, context)
        if self.may_surrender(hand, context):
            found["surrender"] = self.finish((self.given_up(self.bet, False, context),), left)
        return found

    def over_draws(self, hand: Hand, wager: Fraction, doubled: bool, context: Context) -> Fraction:
        return sum(
            (
                p * self.after_hit(tuple(sorted((*hand, card))), wager, doubled, context)[0]
                for card, p in self.draws(self.unseen(hand, context))
            ),
            Fraction(0),
        )

    def best(self, hand: Hand, context: Context) -> tuple[Fraction, str]:
        options = self.options(hand, context)
        # The order of preference at exact ties is the solver's; it changes no value.
        best = max(options, key=lambda name: (options[name], -["stand", "hit", "double", "surrender"].index(name)))
        return options[best], best

    def split(self, rank: int) -> Fraction:
        """A pair split, dealt left to right from the real shoe, played by decisions fixed for each number of hands."""
        return self._deal_hand(rank, self.split_limit(rank), 2, 1, (), less(self.shoe, rank, rank))

    def split_limit(self, rank: int) -> int:
        """Into how many hands a pair is best split at most."""
        most = self.rules.splitting.split_hands
        if rank == 1:
            of_aces = self.rules.splitting.split_hands_of_aces
            most = of_aces if of_aces is not None else most
            most = most if self.rules.splitting.resplit_aces else min(most, 2)
        if not self.by_hands:  # what is best before a split is best after it: the pair is split as long as it may be
            return most
        left = less(self.shoe, rank, rank)
        return max(range(2, most + 1), key=lambda limit: self._deal_hand(rank, limit, 2, 1, (), left))

    def may_split(self, rank: int) -> bool:
        splitting = self.rules.splitting
        return splitting.split_hands > 1 and not (rank == 1 and splitting.split_hands_of_aces == 1)

    def is_pair(self, one: int, two: int) -> bool:
        same_rank = self.rules.splitting.pair is Pair.SAME_RANK
        return one == two if same_rank else worth(one) == worth(two)

    def _deal_hand(self, rank: int, limit: int, k: int, i: int, done: tuple[Result, ...], left: Shoe) -> Fraction:
        if i > k:
            return self.settle(tuple(sorted(done)), left)
        value = Fraction(0)
        for card, p in self.draws(left):
            rest = less(left, card)
            if k < limit and self.is_pair(rank, card):
                value += p * self._deal_hand(rank, limit, k + 1, i, done, rest)
            else:
                hand = tuple(sorted((rank, card)))
                value += p * self._play_hand(rank, limit, k, i, done, rest, hand)
        return value

    def _play_hand(
        self, rank: int, limit: int, k: int, i: int, done: tuple[Result, ...], left: Shoe, hand: Hand
    ) -> Fraction:
        context = Context(True, FIRST if i == 1 else ADDED, rank, k - 1 if self.by_hands else 0)

        def go_on(result: Result, rest: Shoe) -> Fraction:
            return self._deal_hand(rank, limit, k, i + 1, (*done, result), rest)

        return self.follow(hand, context, left, go_on)

    def follow(self, hand: Hand, context: Context, left: Shoe, go_on: Callable[[Result, Shoe], Fraction]) -> Fraction:
        """A hand played by the decisions best from this shoe, with cards drawn from what is really left."""
        more = self.bet if self.rules.doubling.double_limit is DoubleLimit.BET_AND_ATTACK else Fraction(1)
        _, action = self.best(hand, context)
        if action == "stand":
            return go_on(self.stood(hand, self.bet, context), left)
        if action == "surrender":
            return go_on(self.given_up(self.bet, False, context), left)
        doubled = action == "double"
        wager = self.bet + more if doubled else self.bet
        value = Fraction(0)
        for card, p in self.draws(left):
            longer, rest = tuple(sorted((*hand, card))), less(left, card)
            total, _ = count(longer)
            if total > 21:
                _, choice = self.after_hit(longer, self.bet, False, context)
                if choice == "chance" and self.may_take_chance(doubled, context):
                    for more_card, q in self.draws(rest):
                        result = self.chance_result(total, more_card, wager, context)
                        value += p * q * go_on(result, less(rest, more_card))
                else:
                    value += p * go_on(self.gone(wager, context), rest)
            elif doubled:
                _, choice = self.after_hit(longer, wager, True, context)
                if choice == "surrender":
                    value += p * go_on(self.given_up(wager, True, context), rest)
                else:
                    value += p * go_on(self.stood(longer, wager, context), rest)
            else:
                value += p * self.follow(longer, context, rest, go_on)
        return value

    def round(self) -> Fraction:
        """The value of the round against this up card with this attack."""
        value = Fraction(0)
        cards = sum(self.shoe)
        for one, n in enumerate(self.shoe, 1):
            for two, m in enumerate(less(self.shoe, one) if n else (), 1):
                if m:
                    value += Fraction(n, cards) * Fraction(m, cards - 1) * self.two_cards(one, two)
        return value

    def insured(self, left: Shoe) -> Fraction:
        """What insuring two cards gains with these unseen, where that is favourable: it covers the initial wager."""
        of = self.rules.insurance
        if not of.insurance_offered or self.up != of.insurance_up_card:
            return Fraction(0)
        hit = Fraction(sum(left[rank - 1] for rank in of.insurance_wins_on), sum(left))
        return max(of.insurance_share * (hit * (1 + of.insurance_odds.ratio) - 1), Fraction(0))

    def two_cards(self, one: int, two: int) -> Fraction:
        hand = tuple(sorted((one, two)))
        left = less(self.shoe, *hand)
        settlement = self.rules.settlement
        looked = Fraction(
            sum(n for rank, n in enumerate(left, 1) if self.read() and self.makes_blackjack(rank)), sum(left)
        )
        context = Context(False, ALONE, 0, 0)
        if count(hand)[0] == 21:
            paid = self.bet * settlement.blackjack_odds.ratio
            if settlement.blackjack_paid is BlackjackPaid.BEFORE_READER:
                return paid
            natural = self.finish((Result("natural", 21, self.bet, Fraction(0), ALONE),), left)
            value = (1 - looked) * natural + (Fraction(0) if settlement.blackjacks_tie else looked * paid)
            offered = self.even_money()
            value += self.insured(left)  # one that takes even money is not insured
            return max(value, self.bet) if offered else value
        best, _ = self.best(hand, context)
        if self.is_pair(one, two) and self.may_split(one):
            best = max(best, self.split(one))
        value = (1 - looked) * best - looked * self.taken(self.bet, ALONE)
        if self.surrenders_early():
            value = max(value, -self.given_up(self.bet, False, context).lost)
        return value + self.insured(left)

    def even_money(self) -> bool:
        """Whether a Blackjack is offered even money, which is with insurance."""
        insurance = self.rules.insurance
        return insurance.insurance_offered and insurance.even_money and self.up == insurance.insurance_up_card

    def surrenders_early(self) -> bool:
        return self.early() and self.rules.surrender.surrender is not SurrenderWhen.NEVER

    def round_without(self, rank: int) -> Fraction:
        """The round played by the decisions best from this shoe, but dealt from it less one card."""
        shoe = less(self.shoe, rank)
        value = Fraction(0)
        for one, n in enumerate(shoe, 1):
            for two, m in enumerate(less(shoe, one) if n else (), 1):
                if m:
                    left = less(shoe, one, two)
                    value += Fraction(n * m, sum(shoe) * (sum(shoe) - 1)) * self._two_cards_from(one, two, left)
        return value

    def _two_cards_from(self, one: int, two: int, left: Shoe) -> Fraction:
        hand, context = tuple(sorted((one, two))), Context(False, ALONE, 0, 0)
        looked = Fraction(
            sum(n for rank, n in enumerate(left, 1) if self.read() and self.makes_blackjack(rank)), sum(left)
        )
        if count(hand)[0] == 21:
            settlement = self.rules.settlement
            paid = self.bet * settlement.blackjack_odds.ratio
            if settlement.blackjack_paid is BlackjackPaid.BEFORE_READER:
                return paid
            natural = self.finish((Result("natural", 21, self.bet, Fraction(0), ALONE),), left)
            assert not self.even_money()
            return (1 - looked) * natural + (Fraction(0) if settlement.blackjacks_tie else looked * paid)
        best, _ = self.best(hand, context)
        lost = self.given_up(self.bet, False, context).lost
        if self.surrenders_early() and self.two_cards(one, two) == self.insured(less(self.shoe, *hand)) - lost:
            return -lost
        limit = self.split_limit(one) if self.is_pair(one, two) and self.may_split(one) else 0
        if limit and self._deal_hand(one, limit, 2, 1, (), less(self.shoe, one, one)) > best:
            value = self._deal_hand(one, limit, 2, 1, (), left)
        else:
            value = self.follow(hand, context, left, lambda result, rest: self.finish((result,), rest))
        return (1 - looked) * value - looked * self.taken(self.bet, ALONE)


class BruteSquares(Brute):
    """The same, with splits valued by the square of what their hands come to; decisions are as they were."""

    def settle(self, results: tuple[Result, ...], left: Shoe) -> Fraction:
        value = Fraction(0)
        for hole, p in self.holes(left):
            for (dealer, blackjack), q in self.dealer_ends(tuple(sorted((self.up, hole))), less(left, hole)).items():
                value += p * q * sum((self.net(result, dealer, blackjack) for result in results), Fraction(0)) ** 2
        return value


def house_edge(rules: BlackjackRules, shoe: Shoe, by_hands: bool = True) -> Fraction:
    """The edge of the main game per initial wager: the best attack against each up card, the best play after it.

    Two cards are insured where their own cards make that favourable.
    """
    attacks = (0,) if rules.wagers.attack is AttackLimit.NONE else (0, 1)
    value = Fraction(0)
    for up, n in enumerate(shoe, 1):
        if n:
            left = less(shoe, up)
            value += Fraction(n, sum(shoe)) * max(Brute(rules, left, up, a, by_hands).round() for a in attacks)
    return -value
