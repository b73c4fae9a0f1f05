"""One situation: every option of a given hand against a given up card, with cards already seen."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.cards.card import Rank
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.solve.compiled import interpreted
from pitboss.solve.composition import TEN, Composition, full_shoe
from pitboss.solve.hand_values import ADDED, ALONE, FIRST, HALF_OF_EVERYTHING, NOT_ALLOWED, taken
from pitboss.solve.insurance import is_offered_to, unit_gain
from pitboss.solve.round_values import UNSPLIT, Context, Table
from pitboss.solve.splits import SplitPlay
from pitboss.solve.strategy import TWENTY_ONE, total_of
from pitboss.solve.terms import Terms, game_terms

FEWEST_CARDS = 20  # below that a round may end the shoe whatever is done, and no figure means much
RANKS = {rank.label: rank for rank in Rank} | {"T": Rank.TEN, "1": Rank.ACE}


@dataclass(frozen=True)
class SituationValues:
    """What each option is worth, in initial wagers, given that the reader has shown no Blackjack.

    Where one option must be chosen `before_reader`, all are worth what they are then, a Blackjack of the dealer's still
    possible.
    """

    hand: tuple[Rank, ...]
    up: Rank
    total: int
    soft: bool
    cards_left: int
    options: dict[str, float]
    insurance: float | None
    before_reader: bool = False

    @property
    def best(self) -> str:
        """The option worth most."""
        return max(self.options, key=lambda name: self.options[name])


@dataclass(frozen=True)
class OfSplit:
    """A hand that came of a split: whether it is the first of its box, and of aces."""

    first: bool
    aces: bool

    def context(self, terms: Terms) -> Context:
        """As the solver values such hands."""
        return (True, FIRST if self.first else ADDED, self.aces, self.aces and terms.one_card_aces)


def _words(text: str) -> list[str]:
    return re.split(r"\s*,\s*|\s+", text.strip())


def ranks(text: str) -> tuple[Rank, ...]:
    """Cards as people type them: `8,8`, `A 10`, `K`; suits are not asked for."""
    found = []
    for word in _words(text):
        rank = RANKS.get(word.upper())
        if rank is None:
            raise RulesError(f"{word!r} is no card: write A, 2 to 10, J, Q or K, with commas between")
        found.append(rank)
    return tuple(found)


def shoe_of(rules: BlackjackRules, text: str) -> Composition:
    """A shoe as people type it: cards gone from a full one, `5,5,K`, or how many of a rank are left in it, `5=12`."""
    whole = full_shoe(rules)
    words = _words(text)
    gone = [card for word in words if "=" not in word for card in in_play(rules, ranks(word))]
    left = dict(zip(Rank, whole.ranks, strict=True))
    counted = set[Rank]()
    for name, _, number in (word.partition("=") for word in words if "=" in word):
        (rank,) = ranks(name)
        if not re.fullmatch(r"[0-9]{1,6}", number):
            raise RulesError(f"{name}={number} is no number of cards: write how many are left, such as 5=12")
        if rank in counted or rank in gone:
            raise RulesError(f"the shoe is told twice how many cards {rank.label} it has")
        if int(number) > left[rank]:
            raise RulesError(f"a full shoe of {rules.game} has {left[rank]} cards {rank.label}, fewer than {number}")
        counted.add(rank)
        left[rank] = int(number)
    shoe = Composition(tuple(left.values())).without(gone)
    if shoe.cards < FEWEST_CARDS:
        raise RulesError(f"a shoe of {shoe.cards} cards is too small to be worth a figure: {FEWEST_CARDS} at least")
    return shoe


def values_of(cards: Sequence[Rank]) -> tuple[int, ...]:
    """Cards by value, sorted."""
    return tuple(sorted(min(rank, TEN) for rank in cards))


def situation(
    rules: BlackjackRules,
    hand: Sequence[Rank],
    up: Rank,
    seen: Sequence[Rank] = (),
    attacked: bool = False,
    shoe: Composition | None = None,
    split_play: SplitPlay = SplitPlay.BY_HANDS,
    came: OfSplit | None = None,
) -> SituationValues:
    """Every option's value for a hand that was not split, or for one that came of a split, but for splitting it again.

    Of a hand that came of a split the values are its own. What other hands of the box are worth is the same whichever
    option it takes, for the cards to come are alike to all of them.
    """
    game = game_terms(rules)
    if attacked and game.attacked is None:
        raise RulesError(f"{rules.game} has no Double Attack Wager")
    if len(hand) < 2:
        raise RulesError("a hand has at least two cards")
    hand, seen, up = in_play(rules, hand), in_play(rules, seen), in_play(rules, [up])[0]
    left = (shoe or full_shoe(rules)).without(seen)
    after = left.without([up, *hand])
    cards = values_of(hand)
    total, soft = total_of(cards)
    if total > TWENTY_ONE and not _just_bust(cards):
        raise RulesError(f"a hand of {total} would have been over before its last card")
    up_value = min(up, TEN)
    terms = game.attacked if attacked and game.attacked is not None else game.plain
    nothing_left = f"a hand of {total} is over: there is nothing left to decide"
    if total > TWENTY_ONE and not terms.chance:
        raise RulesError(nothing_left)
    table = Table(game, left, split_play)
    pair = len(cards) == 2 and cards[0] == cards[1] and _is_pair(rules, hand)
    table.only(cards[:1] if pair else cards)
    table.deal_against(up_value)
    one = table.unsplit(up_value, terms, context=UNSPLIT if came is None else came.context(terms))
    h = table.row(*cards)
    mass = 1 - table.seen_by_reader(up_value, h)
    options: dict[str, float] = {}
    natural = cards == (1, TEN) and came is None
    before_reader = natural and table.even_money(up_value)
    if before_reader:
        options, mass = {"even-money": terms.wager, "blackjack": table.natural(one)}, 1.0
    elif natural:
        options["blackjack"] = table.natural_unseen(one)
    elif total > TWENTY_ONE:
        options = _over(one.values.chance[h], one.values.decline[h]) if h >= table.hands.live else {}
        if not options:
            raise RulesError(nothing_left)
    else:
        found = {
            "stand": one.values.stand[h],
            "hit": one.values.hit[h],
            "double": one.values.double[h],
            "surrender": one.values.surrender[h],
        }
        if pair and came is None:
            table.split_pair(cards[0], one)
            for (value, _), split in one.splits.items():
                if value == cards[0]:
                    found["split"] = split.value
        options = {name: float(x) for name, x in found.items() if x > NOT_ALLOWED / 2}
        if table.before_reader(up_value) and len(cards) == 2 and came is None:
            lost = (1 - mass) * float(interpreted(taken)(terms.wager, terms, ALONE))
            options, mass, before_reader = {name: x - lost for name, x in options.items()}, 1.0, True
    return SituationValues(
        tuple(hand),
        up,
        total,
        soft,
        after.cards,
        {name: x / mass for name, x in sorted(options.items(), key=lambda item: -item[1])},
        _insurance(rules, hand, up, after) if came is None else None,
        before_reader,
    )


def doubled(rules: BlackjackRules, up: int, attacked: bool, double: float, stand: float) -> dict[str, float]:
    """A doubled hand that has its card, in initial wagers: to stand, or to give it up where that is allowed.

    `stand` is what standing is worth without the Double Down Wager, which is `double` initial wagers. Where a Blackjack
    of the dealer's may still come and take less than the whole, nothing is told.
    """
    game = game_terms(rules)
    terms = game.attacked if attacked and game.attacked is not None else game.plain
    if not (game.peeked[up - 1] or 1 < up < TEN):
        return {}
    whole = terms.wager + double
    found = {"stand": stand * whole / terms.wager}
    if terms.surrender_double:
        lost = terms.surrender_share * (whole if terms.surrender_double == HALF_OF_EVERYTHING else terms.wager)
        found["surrender"] = -lost
    return found


def in_play(rules: BlackjackRules, cards: Sequence[Rank]) -> tuple[Rank, ...]:
    """A 10 typed for a game without tens means any card worth 10."""
    return tuple(Rank.KING if rank is Rank.TEN and rank in rules.cards.ranks_removed else rank for rank in cards)


def _over(chance: float, decline: float) -> dict[str, float]:
    found = {"second-chance": float(chance), "decline": float(decline)}
    return {name: x for name, x in found.items() if x > NOT_ALLOWED / 2}


def _just_bust(cards: tuple[int, ...]) -> bool:
    return any(sum(cards) - value < TWENTY_ONE for value in cards)


def _is_pair(rules: BlackjackRules, hand: Sequence[Rank]) -> bool:
    return hand[0] == hand[1] or not game_terms(rules).same_rank


def _insurance(rules: BlackjackRules, hand: Sequence[Rank], up: Rank, after: Composition) -> float | None:
    """The value of one unit of insurance with these cards gone, where the hand is offered it: on its first two."""
    of = rules.insurance
    if not of.insurance_offered or up != of.insurance_up_card or len(hand) > 2 or not is_offered_to(rules, *hand):
        return None
    return unit_gain(rules, after)
