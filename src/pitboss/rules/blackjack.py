"""Blackjack's room on the floor of rules: values that no table can have together, and what follows of one set anew."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from pitboss.cards.card import Rank
from pitboss.rules.agreement import FamilyRules
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.subjects.deal import DealStep, HoleCard
from pitboss.rules.subjects.doubling import DoubleCard
from pitboss.rules.subjects.points import TEN_VALUES, TWENTY_ONE
from pitboss.rules.subjects.settlement import BlackjackPaid, TwentyOnePaid
from pitboss.rules.subjects.surrender import (
    SurrenderAfterDouble,
    SurrenderedToBlackjack,
    SurrenderSettled,
    SurrenderWhen,
)
from pitboss.rules.subjects.wagers import AttackLimit
from pitboss.rules.text import id_of, text_of
from pitboss.rules.wager_kinds import AfterBust

LEAST_TOTAL = 4
ASKED_BEFORE_READER = (SurrenderSettled.PARKED_FOR_READER, SurrenderSettled.BEFORE_AND_AFTER_READER)


def faults(rules: BlackjackRules, before: BlackjackRules) -> Iterator[str]:
    """Why no procedure can follow these values together, one sentence each."""
    apart = (_deal(rules, before), _blackjacks(rules), _face_down(rules), _wagers(rules), _surrender(rules))
    yield from chain(_side_wagers(rules), *apart, _hands(rules), _cards(rules))


def _cards(rules: BlackjackRules) -> Iterator[str]:
    if not [rank for rank in Rank if rank >= Rank.TEN and rank not in rules.cards.ranks_removed]:
        yield "ranks_removed makes no table here: no card is left that counts 10, and no Blackjack can come"
    if not rules.cards.cover_cards and not rules.cites("own_procedure"):
        yield f"cover_cards = 0 makes no table here: {rules.game} knows no shuffle without a cutting card"


def _deal(rules: BlackjackRules, before: BlackjackRules) -> Iterator[str]:
    """The hole card comes and goes; the rest is dealt as the text has it, where cards are pitched in any order."""
    now, then = (
        [step for step in each.deal.deal_order if step is not DealStep.DEALER_DOWN] for each in (rules, before)
    )
    pitched = DealStep.PLAYERS_DOWN in then
    if Counter(now) != Counter(then) if pitched else now != then:
        yield f"deal_order makes no table here: {rules.game} is dealt {text_of(before.deal.deal_order)}"
    if rules.deal.hole_card is HoleCard.READER_AFTER_PLAY and rules.departs("hole_card"):
        yield "hole_card = reader-after-play makes no table here: the reader has no moment after the players' turns"
    if (DealStep.DEALER_DOWN in rules.deal.deal_order) is (rules.deal.hole_card is HoleCard.NONE):
        yield "deal_order makes no table here: it has a hole card where hole_card has none, or the other way round"


def _blackjacks(rules: BlackjackRules) -> Iterator[str]:
    settlement = rules.settlement
    if not settlement.blackjack_beats_21 and settlement.blackjack_paid is not BlackjackPaid.AFTER_ROUND:
        yield "blackjack_beats_21 = no makes no table here: a Blackjack is paid before the dealer's total is known"
    if rules.insurance.even_money and settlement.blackjack_paid is BlackjackPaid.BEFORE_READER:
        yield "even_money = yes makes no table here: a Blackjack is paid before insurance is offered"


def _face_down(rules: BlackjackRules) -> Iterator[str]:
    """What nobody has seen cannot be acted on, and what everybody sees is paid."""
    settlement, chance = rules.settlement, rules.second_chance
    paid_early = settlement.twenty_one_paid is not TwentyOnePaid.NOT_AT_ONCE
    if DealStep.PLAYERS_DOWN not in rules.deal.deal_order:
        if rules.departs("double_on_blackjack"):
            yield "double_on_blackjack makes no table here: a Blackjack lies face up, and nobody is asked about it"
    else:
        if paid_early:
            yield "twenty_one_paid before the dealer plays makes no table here: the players' cards lie face down"
        if settlement.blackjack_paid is BlackjackPaid.BEFORE_READER:
            yield "blackjack_paid = before-reader makes no table here: the players' cards lie face down"
    if rules.doubling.double_card is DoubleCard.DOWN_TUCKED:
        if paid_early:
            yield "twenty_one_paid before the dealer plays makes no table here: double_card = down-tucked hides it"
        if chance.second_chance and chance.second_chance_after_double:
            yield "second_chance_after_double makes no table here: double_card = down-tucked hides the bust"
        if rules.surrender.of_doubled_hand is not SurrenderAfterDouble.NOT_OFFERED:
            yield "surrender_after_double makes no table here: double_card = down-tucked hides what is given up"


def _hands(rules: BlackjackRules) -> Iterator[str]:
    splitting, doubling, charlie = rules.splitting, rules.doubling, rules.settlement.charlie_cards
    if splitting.split_hands_of_aces is not None and splitting.split_hands_of_aces > splitting.split_hands:
        yield f"split_hands_of_aces makes no table here: no box has more than split_hands = {splitting.split_hands}"
    if any(not LEAST_TOTAL <= total < TWENTY_ONE for total in doubling.double_on_totals):
        yield f"double_on_totals makes no table here: a hand that draws totals {LEAST_TOTAL} to {TWENTY_ONE - 1}"
    most = doubling.double_on_cards_at_most
    if charlie is not None and doubling.double_card is DoubleCard.DOWN_TUCKED and (most is None or most + 1 >= charlie):
        yield f"charlie_cards = {charlie} makes no table here: double_card = down-tucked hides it"
    bonus = rules.settlement.bonus_21
    if bonus is not None and bonus.after_double and doubling.double_card is DoubleCard.DOWN_TUCKED:
        yield "bonus_21 with 'after double' = yes makes no table here: double_card = down-tucked hides it"


def _wagers(rules: BlackjackRules) -> Iterator[str]:
    if rules.wagers.attack is not AttackLimit.NONE and DealStep.OFFER_ATTACK not in rules.deal.deal_order:
        yield f"attack makes no table here: {rules.game} has no moment to offer a Double Attack Wager"
    for subject in rules.wager_subjects:
        if (why := subject.unsettled(rules.game, rules.dealer.dealer_stands_on)) is not None:
            yield why


def _side_wagers(rules: BlackjackRules) -> Iterator[str]:
    """A side wager has a name of its own, and cards that everybody sees when it is settled."""
    of_text = [kind for subject in rules.wager_subjects if (kind := subject.kind(())) is not None]
    many = Counter(kind.id for kind in (*of_text, *rules.wagers.side_wagers))
    twice = [name for name in many if many[name] > 1]
    if twice:
        yield f"[[wager]] makes no table here: there are two side wagers called {twice[0]!r}"
    for kind in rules.side_wagers:
        if kind.decided_by.by_deal and DealStep.PLAYERS_DOWN in rules.deal.deal_order:
            yield f"[[wager]] {kind.name!r} makes no table here: the players' cards lie face down"
        if kind.after_bust is AfterBust.COLLECTED and rules.doubling.double_card is DoubleCard.DOWN_TUCKED:
            yield f"{kind.name!r} makes no table here: double_card = down-tucked hides the bust"


def _surrender(rules: BlackjackRules) -> Iterator[str]:
    surrender, settled = rules.surrender, rules.surrender.surrender_settled
    if settled in ASKED_BEFORE_READER and rules.departs("surrender_settled"):
        yield f"surrender_settled = {id_of(settled)} makes no table here: nobody is asked before the card is read"
    elif surrender.surrender is SurrenderWhen.ANY_TIME and surrender.only_before_reader:
        yield f"surrender = any-time makes no table with surrender_settled = {id_of(settled)}: the reader comes first"
    early = settled in ASKED_BEFORE_READER and surrender.surrender_to_blackjack is SurrenderedToBlackjack.ENTIRE
    if early and rules.wagers.attack is not AttackLimit.NONE:
        yield (
            f"surrender_to_blackjack = entire makes no table with surrender_settled = {id_of(settled)}: a Double "
            "Attack Wager would be lost by a word said before the reader"
        )


def follow(rules: BlackjackRules, name: str) -> BlackjackRules:
    """A hole card set otherwise changes the deal and the reader with it; a card that lies face down is not given up."""
    if name == "double_card" and rules.doubling.double_card is DoubleCard.DOWN_TUCKED:
        return rules.departing("surrender_after_double", SurrenderAfterDouble.NOT_OFFERED)
    if name != "hole_card":
        return rules
    hole_card = rules.deal.hole_card
    order: tuple[DealStep, ...] = tuple(step for step in rules.deal.deal_order if step is not DealStep.DEALER_DOWN)
    if hole_card is not HoleCard.NONE:
        order = rules.deal.deal_order if len(order) < len(rules.deal.deal_order) else (*order, DealStep.DEALER_DOWN)
    ranks: tuple[Rank, ...] = ()
    if hole_card.read:
        tens = (rank for rank in TEN_VALUES if rank not in rules.cards.ranks_removed)
        ranks = rules.deal.reader_ranks or (rules.insurance.insurance_up_card, *tens)
    return rules.departing("deal_order", order).departing("reader_ranks", ranks)


BLACKJACK_RULES = FamilyRules(faults, follow, ("hole_card", "double_card"))
