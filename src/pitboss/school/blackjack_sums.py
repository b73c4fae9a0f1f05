"""Drills on the sums of blackjack: totals, payments, halves, the lines of a paytable, a second chance."""

from collections import Counter
from collections.abc import Sequence

from pitboss.cards.card import Card, Rank, Suit
from pitboss.cards.deck import decks
from pitboss.law import Citation
from pitboss.procedure.blackjack import facts as bf
from pitboss.procedure.blackjack.dealer import draws_to
from pitboss.procedure.blackjack.hands import POINTS, Hand
from pitboss.procedure.blackjack.offers import most_insurance
from pitboss.procedure.blackjack.side_wagers import DEALER_THREE, first_row, row_paid
from pitboss.procedure.blackjack.state import BlackjackState
from pitboss.procedure.table import Table
from pitboss.rules.money import Odds, dollars
from pitboss.rules.rules import BlackjackRules, Rules
from pitboss.rules.subjects.bonus_21 import OF
from pitboss.rules.subjects.points import TWENTY_ONE
from pitboss.rules.subjects.surrender import SurrenderWhen
from pitboss.rules.subjects.wagers import AttackLimit
from pitboss.rules.wager_kinds import DecidedBy, PayRow, WagerKind
from pitboss.school.dealt import rounds_by_seed
from pitboss.school.items import Chance, Drill, Item, chips_in_words

CARDS_MOST = 5
HAND_KINDS = ("two cards", "an ace among them", "three cards or more", "over 21")
LOST = "lost"
TRIES_MOST = 200_000


def _hand(cards: Sequence[Card]) -> Hand:
    hand = Hand(1)
    for card in cards:
        hand.take(card)
    return hand


def _drawn(rules: Rules, chance: Chance, many: int) -> list[Card]:
    return chance.shuffled(decks(1, frozenset(rules.cards.ranks_removed)))[:many]


def _told(cards: Sequence[Card]) -> tuple[str, ...]:
    return (" ".join(str(card) for card in cards),)


def _bet(rules: Rules, chance: Chance, every: Sequence[Odds]) -> int:
    """An odd amount within the table's limits that can be paid to the cent in each of these ways."""
    wagers = rules.wagers
    units = (wagers.table_maximum_cents - wagers.table_minimum_cents) // wagers.chip_unit_cents
    while True:
        cents = wagers.table_minimum_cents + wagers.chip_unit_cents * chance.pick(min(units, 400) + 1)
        if all(odds.pays_exactly(cents) for odds in every):
            return cents


# --- totals ---------------------------------------------------------------------------------------------------------


def _is_of_kind(hand: Hand, kind: str) -> bool:
    two = len(hand.cards) == 2
    return {
        "two cards": two and not hand.aces,
        "an ace among them": hand.aces > 0 and not hand.busted,
        "three cards or more": not two and not hand.aces and not hand.busted,
        "over 21": hand.busted,
    }[kind]


def _total(rules: Rules, key: str, chance: Chance) -> Item:
    while True:
        hand = _hand(_drawn(rules, chance, 2 + chance.pick(CARDS_MOST - 1)))
        if _is_of_kind(hand, key):
            return Item(
                drill="hand-totals",
                key=key,
                shown=_told(hand.cards),
                question="What does this hand count?",
                answers=(str(hand.total), f"soft {hand.total}") if hand.soft else (str(hand.total),),
                clauses=_counted_by(rules),
            )


def _counted_by(rules: Rules) -> Citation:
    return tuple(
        dict.fromkeys(clause for source in rules.groups["points"].sources.values() for clause in source.clauses)
    )


# --- payments -------------------------------------------------------------------------------------------------------


def _payments(rules: BlackjackRules) -> dict[str, tuple[Odds, Citation]]:
    """Every wager of the game that is paid at odds of its own, but for the lines of paytables."""
    settlement, cites = rules.settlement, rules.cites
    found = {
        "bet": (settlement.bet_odds, cites("bet_odds")),
        "bet with Blackjack": (settlement.blackjack_odds, cites("blackjack_odds")),
        "double": (settlement.bet_odds, cites("bet_odds")),
    }
    if rules.wagers.attack is not AttackLimit.NONE:
        found["attack"] = (settlement.bet_odds, cites("bet_odds"))
    if rules.insurance.insurance_offered:
        found["insurance"] = (rules.insurance.insurance_odds, cites("insurance_odds"))
    if rules.second_chance.second_chance:
        found["second chance"] = (rules.second_chance.second_chance_odds, cites("second_chance_odds"))
    return found


def _payout_keys(rules: Rules) -> tuple[str, ...]:
    return (*_payments(BlackjackRules.of(rules)), *_bonus_keys(rules))


def _payout(rules: Rules, key: str, chance: Chance) -> Item:
    if key in _bonus_keys(rules):
        return _bonus(rules, key, chance)
    odds, clauses = _payments(BlackjackRules.of(rules))[key]
    cents = _bet(rules, chance, (odds,))
    return Item(
        drill="payouts",
        key=key,
        shown=(f"{key}: {chips_in_words(cents)} ({dollars(cents)})",),
        question="It wins. What is paid on it?",
        answers=(dollars(odds.winnings(cents)),),
        clauses=clauses,
    )


# --- bonuses for 21s ------------------------------------------------------------------------------------------------

PLAIN, DOUBLED, SPLIT = "21 without a bonus", "21 with a bonus, doubled", "21 with a bonus, after a split"
HANDS_TRIED = 2000  # a line that none of them is paid by, such as 7-7-7 spades with two decks, is not asked


def _bonus_keys(rules: Rules) -> tuple[str, ...]:
    """Every line of a variant's bonuses for 21s, the 21 that has none, and the hands that may be paid none."""
    bonus = BlackjackRules.of(rules).settlement.bonus_21
    keys = (*(f"{OF}{row.name}" for row in bonus.rows), PLAIN, DOUBLED, SPLIT) if bonus is not None else ()
    return tuple(key for key in keys if _twenty_one(rules, key, Chance(key)) is not None)


def _ranks(rules: Rules, row: PayRow | None, chance: Chance) -> list[Rank]:
    """Ranks in the order drawn: those that a line names, or so many that each leaves the next ones room up to 21."""
    said = row.when[0] if row is not None else None
    if said is not None and said.ranks:
        return chance.shuffled(said.ranks)
    sizes = (3, 4) if said is None else (said.least, min(said.least + 1, said.most))
    left, ranks = TWENTY_ONE, list[Rank]()
    for others in reversed(range(chance.choice(sizes))):
        room = [
            card.rank for card in decks(1, frozenset(rules.cards.ranks_removed)) if POINTS[card.rank] <= left - others
        ]
        ranks.append(chance.choice(room) if room else Rank.ACE)
        left -= POINTS[ranks[-1]]
    return ranks


def _twenty_one(rules: Rules, key: str, chance: Chance) -> tuple[Hand, PayRow | None] | None:
    """A 21 that this is asked of, as it could have been drawn card by card, and the line that pays it."""
    own = BlackjackRules.of(rules)
    bonus, doubling, pack = own.settlement.bonus_21, own.doubling, decks(own.cards.decks, own.cards.ranks_removed)
    assert bonus is not None
    least, most = doubling.double_on_cards_at_least, doubling.double_on_cards_at_most or TWENTY_ONE
    asked = {f"{OF}{row.name}": row for row in bonus.rows}
    for _ in range(HANDS_TRIED):
        wanted = None if key == PLAIN else asked.get(key) or chance.choice(bonus.rows)
        alike = wanted is not None and wanted.when[0].ranks and chance.pick(2)
        suits = (chance.choice(tuple(Suit)),) if alike else tuple(Suit)
        hand = _hand([Card(rank, chance.choice(suits)) for rank in _ranks(rules, wanted, chance)])
        before = [_hand(hand.cards[:many]).total for many in range(2, len(hand.cards))]
        doubled = least <= len(before) + 1 <= most and doubling.on_total(before[-1])
        drawn = hand.total == TWENTY_ONE and max(before) < TWENTY_ONE and not Counter(hand.cards) - Counter(pack)
        if drawn and first_row(bonus.rows, hand) is wanted and (doubled or key != DOUBLED):
            return hand, wanted
    return None


def _bonus(rules: Rules, key: str, chance: Chance) -> Item:
    """A bet on a 21 as the table pays it: by its best line, or as any winner where the variant has it so."""
    own = BlackjackRules.of(rules)
    bonus, found = own.settlement.bonus_21, _twenty_one(rules, key, chance)
    assert bonus is not None
    assert found is not None
    hand, row = found
    paid = row is not None and bonus.paid_to(key == DOUBLED, key == SPLIT)
    odds = row.odds if row is not None and paid else own.settlement.bet_odds
    cents = _bet(rules, chance, (odds,))
    wagers = ("bet", "double") if key == DOUBLED else ("bet",)
    return Item(
        drill="payouts",
        key=key,
        shown=(*(f"{name}: {chips_in_words(cents)} ({dollars(cents)})" for name in wagers), *_told(hand.cards)),
        question=f"It wins{', after a split' if key == SPLIT else ''}. What is paid on the {' and the '.join(wagers)}?",
        answers=(dollars(len(wagers) * odds.winnings(cents)),),
        clauses=own.cites("bonus_21" if paid else "bet_odds"),
    )


# --- halves ---------------------------------------------------------------------------------------------------------


def _half_keys(rules: Rules) -> tuple[str, ...]:
    own = BlackjackRules.of(rules)
    insured = ("insurance at most",) if own.insurance.insurance_offered else ()
    return (*insured, *(("surrender",) if own.surrender.surrender is not SurrenderWhen.NEVER else ()))


def _half(rules: Rules, key: str, chance: Chance) -> Item:
    own = BlackjackRules.of(rules)
    if key == "surrender":
        cents = _bet(rules, chance, own.odds_to_pay)
        share = own.surrender.surrender_share
        answer, clauses = cents * share.numerator // share.denominator, own.cites("surrender_share")
        question = "The hand is surrendered, and no Blackjack is possible. How much of the bet is taken?"
    else:
        cents = _bet(rules, chance, ())
        answer = most_insurance(BlackjackState.of(Table(rules).state), cents)
        clauses, question = own.cites("insurance_share"), "What is the most that may be wagered as insurance?"
    shown = (f"bet: {chips_in_words(cents)} ({dollars(cents)})",)
    return Item(drill="halves", key=key, shown=shown, question=question, answers=(dollars(answer),), clauses=clauses)


# --- the lines of a paytable ----------------------------------------------------------------------------------------


def _row_keys(rules: Rules) -> tuple[str, ...]:
    return tuple(
        f"{kind.id}: {name}" for kind in rules.side_wagers for name in (*(row.name for row in kind.pays), LOST)
    )


def _cards_of(rules: Rules, kind: WagerKind, chance: Chance) -> list[Card]:
    """Cards by which such a wager may come to be decided: a dealer draws while he must, the others have two."""
    own = BlackjackRules.of(rules)
    if kind.decided_by in (DecidedBy.FIRST_TWO, DecidedBy.FIRST_TWO_AND_UP):
        return _cards_from_the_shoe(rules, chance, 2 if kind.decided_by is DecidedBy.FIRST_TWO else DEALER_THREE)
    if kind.decided_by is DecidedBy.PLAYER_HAND:
        return _cards_from_the_shoe(rules, chance, 2 + chance.pick(6))
    cards = _cards_from_the_shoe(rules, chance, 12)
    many = 2
    while draws_to(own.dealer, _hand(cards[:many])):
        many += 1
    return cards[: min(many, DEALER_THREE)] if kind.decided_by is DecidedBy.DEALER_THREE else cards[:many]


def _cards_from_the_shoe(rules: Rules, chance: Chance, many: int) -> list[Card]:
    """So many cards out of all decks; alike more often than they would come, for the lines that pay most ask for it."""
    deck = decks(1, frozenset(rules.cards.ranks_removed))
    cards = [chance.choice(deck)]
    while len(cards) < many:
        rank, suit = chance.choice(deck).rank, chance.choice(deck).suit
        card = Card(cards[0].rank if chance.pick(2) else rank, cards[0].suit if chance.pick(2) else suit)
        if cards.count(card) < rules.cards.decks:
            cards.append(card)
    return cards


def _row(rules: Rules, key: str, chance: Chance) -> Item:
    kind = next(kind for kind in rules.side_wagers if key.startswith(f"{kind.id}: "))
    wanted = key.removeprefix(f"{kind.id}: ")
    for _ in range(TRIES_MOST):
        cards = _cards_of(rules, kind, chance)
        row = row_paid(kind, cards)
        if (LOST if row is None else row.name) == wanted:
            break
    else:
        raise LookupError(f"no cards were found that are paid by the line {wanted!r} of {kind.name}")
    cents = kind.minimum_cents * (1 + chance.pick(25))
    paid = dollars(0 if row is None else row.odds.winnings(cents))
    return Item(
        drill="side-wagers",
        key=key,
        shown=(f"{kind.name}: {chips_in_words(cents)} ({dollars(cents)})", f"{kind.decided_by.value}:", *_told(cards)),
        question="What is paid on it? (0 where it is lost)",
        answers=(paid,),
        clauses=kind.clauses.offered,
    )


# --- a second chance ------------------------------------------------------------------------------------------------


def _second_chance(rules: Rules, key: str, chance: Chance) -> Item:
    """From a real round: the hand was over 21, and the card is subtracted."""
    for happened in rounds_by_seed(rules, chance.seed):
        over: dict[tuple[int, int], int] = {}
        for fact in happened:
            if isinstance(fact, bf.HandBusted):
                over[fact.box, fact.hand] = fact.total
            elif isinstance(fact, bf.SecondChanceDrawn) and _left(fact.total) == key:
                return Item(
                    drill="second-chance",
                    key=key,
                    shown=(
                        f"the hand counts {over[fact.box, fact.hand]}",
                        f"second chance card: {Card.parse(fact.card)}",
                    ),
                    question="What does the hand count now?",
                    answers=(str(fact.total),),
                    clauses=fact.clauses,
                )
    raise LookupError(f"no second chance of {rules.game} leaves a hand {key}")


def _left(total: int) -> str:
    return "over 21" if total > TWENTY_ONE else "at 21" if total == TWENTY_ONE else "below 21"


def _second_chance_keys(rules: Rules) -> tuple[str, ...]:
    return ("over 21", "at 21", "below 21") if BlackjackRules.of(rules).second_chance.second_chance else ()


SUMS = (
    Drill("hand-totals", "what a hand counts", lambda rules: HAND_KINDS, _total),
    Drill("payouts", "what a winner is paid", _payout_keys, _payout),
    Drill("halves", "insurance and surrender", _half_keys, _half),
    Drill("side-wagers", "the lines of every paytable", _row_keys, _row),
    Drill("second-chance", "a card that is subtracted", _second_chance_keys, _second_chance),
)
