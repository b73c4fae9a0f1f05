"""Faults that only a blackjack dealer can make, and what goes wrong at a blackjack table."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil

import msgspec

from pitboss.cards.card import Card
from pitboss.law import Citation
from pitboss.procedure import facts as f
from pitboss.procedure import moves as m
from pitboss.procedure.asking import Wait
from pitboss.procedure.blackjack import facts as bf
from pitboss.procedure.blackjack import moves as bj
from pitboss.procedure.blackjack.dealer import reader_in_use
from pitboss.procedure.blackjack.hands import Hand
from pitboss.procedure.blackjack.state import BlackjackState
from pitboss.procedure.facts import Fact
from pitboss.procedure.moves import DEALER, FLOORPERSON, Move
from pitboss.procedure.state import Phase
from pitboss.procedure.wagers import BET
from pitboss.rules.cited import SetBy
from pitboss.rules.money import Odds
from pitboss.rules.rules import BlackjackRules, Rules
from pitboss.rules.subjects.deal import HoleCard
from pitboss.rules.subjects.settlement import CollectAndPay
from pitboss.rules.subjects.shuffle_and_cut import Shuffling
from pitboss.school.happenings import Happening, always, passed_over
from pitboss.school.items import Chance
from pitboss.school.planting import Planted, Shown, changed, exchanged, is_a, left_out, put_in

ONE_IN = 14  # of so many steps one goes wrong
INSURANCE, ATTACK = "insurance", "attack"
DRAWN_AND_SEEN, DRAWN_UNSEEN = bj.DrewInError(by=DEALER, exposed=True), bj.DrewInError(by=DEALER, exposed=False)
FACE_UP, TEN = bj.FoundFaceUp(by=DEALER), bj.FoundTen(by=FLOORPERSON, card="TS")
MISREAD, BROKEN = bj.ReadHoleCard(by=DEALER), bj.ReaderFailed(by=FLOORPERSON)
STRANGE = Card.parse("5H").code  # a card that comes from nowhere


# --- what goes wrong ------------------------------------------------------------------------------------------------


def goes_wrong(t: BlackjackState, waiting: Wait, pick: Callable[[int], int]) -> Move | None:
    """Something a dealer does by mistake, something that is found, or a device that fails: now and then."""
    if m.Shuffle in waiting.may:
        failed: tuple[Move, ...] = (m.ShufflerJammed(by=DEALER), m.ShufflerFailed(by=DEALER))
        return failed[pick(2)] if pick(2) else None
    if bj.RefuseCard in waiting.may and pick(2):
        return bj.RefuseCard(by=waiting.by[0], box=waiting.box)
    forgot = not waiting.box and not t.dealer.cards and any(box.hands[0].cards for box in t.boxes.values())
    if m.PassOver in waiting.may and forgot and pick(2):  # who has forgotten his own card forgets it again
        return m.PassOver(by=DEALER, box=0)
    if t.phase is Phase.SETTLEMENT and pick(4) == 0:
        return bj.DrewInError(by=DEALER, exposed=pick(2) == 0)
    both = len(t.dealer.cards) > 1 and t.dealer.face_down and reader_in_use(t)
    if both and t.dealer.up_card.rank not in t.rules.deal.reader_ranks and pick(ONE_IN) == 0:
        return bj.ReadHoleCard(by=DEALER)
    if pick(ONE_IN):
        return None
    if m.PassOver in waiting.may and pick(2):
        return m.PassOver(by=DEALER, box=waiting.box)
    order = m.OrderReshuffle(by=FLOORPERSON)
    odd: tuple[Move, ...] = (DRAWN_AND_SEEN, DRAWN_UNSEEN, FACE_UP, TEN, MISREAD, BROKEN, order)
    return odd[pick(len(odd))]


def _without_cause(t: BlackjackState, waiting: Wait) -> Move | None:
    """The hole card is read although the up card does not call for it; with one that does, nothing went wrong."""
    both = len(t.dealer.cards) > 1 and t.dealer.face_down and reader_in_use(t)
    return MISREAD if both and t.dealer.up_card.rank not in t.rules.deal.reader_ranks else None


HAPPENINGS: Mapping[str, Happening] = {
    "a box is passed over": Happening(passed_over, "no_card_dealt"),
    "a card drawn in error, and seen": Happening(always(DRAWN_AND_SEEN), "exposed_card"),
    "a card drawn in error, unseen": Happening(always(DRAWN_UNSEEN), "hidden_card"),
    "a card face up in the shoe": Happening(always(FACE_UP), "face_up_card"),
    "a ten in the shoe": Happening(always(TEN), "ten_found"),
    "the hole card read without cause": Happening(_without_cause, "reader_misused"),
    "the card reader breaks": Happening(always(BROKEN), "reader_fails"),
    "the shuffler is out of use": Happening(always(m.ShufflerFailed(by=DEALER)), "shuffler_out"),
}


def settings(rules: BlackjackRules) -> tuple[Rules, ...]:
    """As it is; and where the text speaks of them, with a device, another reader, from a shoe that runs out."""
    found: list[Rules] = [rules]
    if rules.cites("shuffler_jams"):
        found.append(rules.departing("shuffling", Shuffling.DEVICE))
    if rules.cites("reader_misused"):
        found.append(rules.departing("reader_shows_players", not rules.layout.reader_shows_players))
    if rules.cites("cards_run_out"):
        found.append(rules.departing("decks", 1))
    if rules.settlement.source("collect_and_pay").set_by is SetBy.HOUSE:
        ways = [way for way in CollectAndPay if way is not rules.settlement.collect_and_pay]
        found += [rules.departing("collect_and_pay", way) for way in ways]
    if rules.deal.hole_card is HoleCard.NONE and rules.cites("reader_misused"):
        read = rules.departing("hole_card", HoleCard.READER).departing("card_reader", True)
        found += [read, read.departing("reader_shows_players", not rules.layout.reader_shows_players)]
    return tuple(found)


# --- faults ---------------------------------------------------------------------------------------------------------


def _at_even_money(rules: Rules, fact: f.WagerPaid) -> Fact:
    return msgspec.structs.replace(fact, winnings=fact.cents)


def _blackjack_paid_otherwise(rules: Rules, facts: Sequence[Fact], chance: Chance) -> Shown | None:
    """A Blackjack at 6 to 5, which no text here has, or at 2 to 1 where the sum does not come out."""
    outcomes = ("Blackjack", "wins with Blackjack")
    won = {(x.box, x.hand) for x in facts if isinstance(x, f.HandSettled) and x.outcome in outcomes}

    def change(rules: Rules, fact: f.WagerPaid) -> Fact | None:
        odds = Odds(6, 5) if Odds(6, 5).pays_exactly(fact.cents) else Odds(2, 1)
        return msgspec.structs.replace(fact, winnings=odds.winnings(fact.cents))

    def where(rules: Rules, facts: Sequence[Fact], place: int) -> bool:
        fact = facts[place]
        return isinstance(fact, f.WagerPaid) and fact.wager == "bet" and (fact.box, fact.hand) in won

    return changed(where, change)(rules, facts, chance)


def _on_another_line(rules: Rules, fact: f.WagerPaid) -> Fact | None:
    kind = rules.wager_kinds.get(fact.wager)
    for row in kind.pays if kind is not None else ():
        if row.odds.winnings(fact.cents) != fact.winnings:
            return msgspec.structs.replace(fact, winnings=row.odds.winnings(fact.cents))
    return None


def _all_surrendered(rules: Rules, facts: Sequence[Fact], chance: Chance) -> Shown | None:
    """Of a hand that was given up, everything is taken."""
    for place in range(len(facts) - 1):
        taken, back = facts[place], facts[place + 1]
        if isinstance(taken, f.WagerCollected) and isinstance(back, f.WagerReturned) and taken.clauses:
            same = (taken.player, taken.box, taken.hand, taken.wager) == (back.player, back.box, back.hand, back.wager)
            if same:
                whole = msgspec.structs.replace(taken, cents=taken.cents + back.cents)
                return Shown((*facts[:place], whole, *facts[place + 2 :]), (place,), taken.clauses)
    return None


def _dealers_cards(facts: Sequence[Fact], until: int) -> Hand:
    hand = Hand(0)
    for fact in facts[:until]:
        if isinstance(fact, f.RoundBegan):
            hand = Hand(0)
        elif isinstance(fact, f.CardDealt) and fact.box == 0 and fact.card is not None:
            hand.take(Card.parse(fact.card))
    return hand


def _one_more_for_the_dealer(rules: Rules, facts: Sequence[Fact], place: int) -> tuple[Fact, Citation] | None:
    stood = facts[place]
    return f.CardDealt(stood.clauses, 0, 1, STRANGE, True), stood.clauses


def _stands_early(rules: Rules, facts: Sequence[Fact], chance: Chance) -> Shown | None:
    """The last card that the dealer had to draw is not drawn."""
    stood = next((place for place, fact in enumerate(facts) if isinstance(fact, bf.DealerStood)), None)
    if stood is None or len(_dealers_cards(facts, stood).cards) < 3:
        return None
    last = max(p for p in range(stood) if isinstance(facts[p], f.CardDealt) and getattr(facts[p], "box", 1) == 0)
    hand = _dealers_cards(facts, last)
    rest = [x for x in facts[last + 1 : stood] if not isinstance(x, f.Announced | f.WagerPaid | f.WagerCollected)]
    told = msgspec.structs.replace(facts[stood], total=hand.total)
    clauses = facts[last].clauses
    kept = (*facts[:last], *rest, told, *facts[stood + 1 :])
    return Shown(kept, (last + len(rest),), clauses) if clauses else None


def _hole_card_turned_early(rules: Rules, facts: Sequence[Fact], chance: Chance) -> Shown | None:
    turned = next((place for place, fact in enumerate(facts) if isinstance(fact, bf.HoleCardTurned)), None)
    decided = next((place for place, fact in enumerate(facts) if isinstance(fact, bf.DecisionMade)), None)
    if turned is None or decided is None or turned < decided:
        return None
    early = (*facts[:decided], facts[turned], *facts[decided:turned], *facts[turned + 1 :])
    return Shown(early, (decided,), facts[turned].clauses)


def _read_without_cause(rules: Rules, facts: Sequence[Fact], chance: Chance) -> Shown | None:
    own = BlackjackRules.of(rules)
    up = next((x for x in facts if isinstance(x, f.CardDealt) and x.box == 0 and x.face_up and x.card), None)
    down = [p for p, x in enumerate(facts) if isinstance(x, f.CardDealt) and x.box == 0 and not x.face_up]
    cited = own.cites("reader_misused")
    if up is None or not down or not cited or Card.parse(up.card or "").rank in own.deal.reader_ranks:
        return None
    read = bf.HoleCardRead(cited, False)
    return Shown((*facts[: down[0] + 1], read, *facts[down[0] + 1 :]), (down[0] + 1,), cited)


def _second_card_on_a_double(rules: Rules, facts: Sequence[Fact], place: int) -> tuple[Fact, Citation] | None:
    fact = facts[place]
    assert isinstance(fact, f.CardDealt)
    return f.CardDealt(fact.clauses, fact.box, fact.hand, STRANGE, True), rules.cites("double_card") or fact.clauses


def _above(wager: str, share: Callable[[BlackjackRules], Fraction]) -> Planted:
    """A wager is placed that is a chip larger than its share of the player's bet, however small it was."""

    def plant(rules: Rules, facts: Sequence[Fact], chance: Chance) -> Shown | None:
        unit, allowed = rules.wagers.chip_unit_cents, share(BlackjackRules.of(rules))

        def larger(rules: Rules, fact: f.WagerPlaced) -> Fact:
            bet = sum(x.cents for x in facts if isinstance(x, f.WagerPlaced) and _is_bet_beside(x, fact))
            return msgspec.structs.replace(fact, cents=(ceil(bet * allowed / unit) + 1) * unit)

        return changed(is_a(f.WagerPlaced, wager=wager), larger)(rules, facts, chance)

    return plant


def _is_bet_beside(bet: f.WagerPlaced, other: f.WagerPlaced) -> bool:
    return (bet.player, bet.box, bet.hand, bet.wager) == (other.player, other.box, 1, BET)


def _refuser_is_dealt_to(rules: Rules, facts: Sequence[Fact], place: int) -> tuple[Fact, Citation] | None:
    fact = facts[place]
    assert isinstance(fact, bf.CardRefused)
    return f.CardDealt(fact.clauses, fact.box, 1, STRANGE, True), fact.clauses


def _thrown_away(rules: Rules, facts: Sequence[Fact], place: int) -> tuple[Fact, Citation] | None:
    """A card drawn in error that is to be the next card goes to the rack."""
    fact = facts[place]
    assert isinstance(fact, f.CardDrawnInError)
    if any(isinstance(x, f.CardUnused) and x.card == fact.card for x in facts[place:]):
        return None
    return f.CardUnused(fact.clauses, fact.card, fact.exposed), fact.clauses


def _face_up_card_is_used(rules: Rules, facts: Sequence[Fact], chance: Chance) -> Shown | None:
    for place, found in enumerate(facts):
        after = next((p for p in range(place, len(facts)) if isinstance(facts[p], f.CardDealt)), None)
        if isinstance(found, bf.CardFoundFaceUp) and after is not None:
            used = msgspec.structs.replace(facts[after], card=found.card, face_up=True)
            if used != facts[after]:  # another card of that name may have been the next
                return Shown((*facts[:after], used, *facts[after + 1 :]), (after,), found.clauses)
    return None


def _overdraw_is_kept(rules: Rules, facts: Sequence[Fact], chance: Chance) -> Shown | None:
    for place in range(len(facts) - 1):
        drawn, unused = facts[place], facts[place + 1]
        if isinstance(drawn, f.CardDrawnInError) and isinstance(unused, f.CardUnused):
            kept = f.CardDealt(unused.clauses, 0, 1, drawn.card, True)
            return Shown((*facts[: place + 1], kept, *facts[place + 2 :]), (place + 1,), unused.clauses)
    return None


def _dealt_out_of_order(rules: Rules, facts: Sequence[Fact], chance: Chance) -> Shown | None:
    """Two of the first cards come the other way round, where the text orders them."""
    ordered = bool(BlackjackRules.of(rules).cites("first_cards_go"))
    decided = next((p for p, x in enumerate(facts) if isinstance(x, bf.DecisionMade)), len(facts))

    def follows(one: Fact, other: Fact) -> bool:
        boxes = getattr(one, "box", 0), getattr(other, "box", 0)
        return isinstance(other, f.CardDealt) and boxes[0] != boxes[1] and (ordered or 0 in boxes)

    first = exchanged(lambda r, fs, p: p < decided and is_a(f.CardDealt)(r, fs, p), follows)
    return first(rules, facts, chance)


def _settled_out_of_order(rules: Rules, facts: Sequence[Fact], chance: Chance) -> Shown | None:
    """Two boxes are settled the other way round, each with all that belongs to it."""
    cited = BlackjackRules.of(rules).cites("settled_from_right")
    stood = next((p for p, x in enumerate(facts) if isinstance(x, bf.DealerStood)), None)
    if stood is None or not cited:
        return None
    settled = [p for p in range(stood, len(facts)) if isinstance(facts[p], f.HandSettled)]
    for one, other in pairwise(settled):
        end = next(
            (p for p in range(other + 1, len(facts)) if isinstance(facts[p], f.HandSettled | f.CardsDiscarded)), None
        )
        if end is not None and getattr(facts[one], "box", 0) != getattr(facts[other], "box", 0):
            if any(isinstance(x, f.CardsDiscarded | f.CardsShown) for x in facts[one:end]):
                continue
            exchanged_boxes = (*facts[:one], *facts[other:end], *facts[one:other], *facts[end:])
            return Shown(exchanged_boxes, tuple(range(one, end)), cited)
    return None


def _own_card_made_up(rules: Rules, facts: Sequence[Fact], place: int) -> bool:
    """The card that a dealer who missed it deals himself afterwards."""
    missed = set(BlackjackRules.of(rules).cites("dealer_card_missed"))
    return isinstance(facts[place], f.CardDealt) and bool(missed & set(facts[place].clauses))


def _reader_used(rules: Rules, facts: Sequence[Fact], place: int) -> tuple[Fact, Citation] | None:
    return bf.HoleCardRead(facts[place].clauses, False), facts[place].clauses


def _picked_up_as_dealt(planted: Planted) -> Planted:
    """With a card more or fewer in a hand, so many go to the rack: another count would be another fault."""

    def plant(rules: Rules, facts: Sequence[Fact], chance: Chance) -> Shown | None:
        shown = planted(rules, facts, chance)
        if shown is None:
            return None
        more = _dealt(shown.facts)
        more.subtract(_dealt(facts))
        told: list[Fact] = []
        for place, fact in enumerate(shown.facts):
            if isinstance(fact, f.CardsDiscarded) and place > shown.places[0]:
                cards = fact.cards + more.pop((fact.box, fact.hand), 0)
                told.append(msgspec.structs.replace(fact, cards=cards))
            else:
                told.append(fact)
        return Shown(tuple(told), shown.places, shown.clauses)

    return plant


def _dealt(facts: Iterable[Fact]) -> Counter[tuple[int, int]]:
    """How many cards each hand was dealt."""
    return Counter((fact.box, fact.hand) for fact in facts if isinstance(fact, f.CardDealt))


# What a player does, what shows by itself, and what is found: nobody's step.
NOT_STEPS = (
    bf.DecisionMade,
    bf.Signalled,
    bf.HandSplit,
    bf.HandDesignated,
    bf.HandBusted,
    bf.DealerStood,
    bf.CardRefused,
    bf.CardAccepted,
    bf.ReaderBroke,
    bf.ReaderMisused,
    bf.TenFound,
    bf.CardFoundFaceUp,
)


def irregularities(rules: BlackjackRules) -> Citation:
    """The clauses on what goes wrong, but for what is left to other rules."""
    sources = {name: source for name, source in rules.irregularities.sources.items() if name != "other_cases"}
    return tuple(dict.fromkeys(clause for source in sources.values() for clause in source.clauses))


_OWN: Mapping[str, Planted] = {
    "insurance-paid-even": changed(is_a(f.WagerPaid, wager=INSURANCE), _at_even_money),
    "insurance-above-half": _above(INSURANCE, lambda rules: rules.insurance.insurance_share),
    "attack-above-the-bet": _above(ATTACK, lambda rules: Fraction(1)),
    "blackjack-paid-otherwise": _blackjack_paid_otherwise,
    "another-line-of-the-paytable": changed(is_a(f.WagerPaid), _on_another_line),
    "all-of-a-surrender-taken": _all_surrendered,
    "hole-card-turned-early": _hole_card_turned_early,
    "hole-card-read-without-cause": _read_without_cause,
    "dealer-draws-too-far": put_in(is_a(bf.DealerStood), _one_more_for_the_dealer),
    "dealer-stands-too-early": _stands_early,
    "double-gets-two-cards": put_in(is_a(f.CardDealt, sideways=True), _second_card_on_a_double),
    "dealt-out-of-order": _dealt_out_of_order,
    "settled-out-of-order": _settled_out_of_order,
    "drawn-in-error-thrown-away": put_in(is_a(f.CardDrawnInError), _thrown_away),
    "overdraw-kept": _overdraw_is_kept,
    "face-up-card-used": _face_up_card_is_used,
    "own-card-not-made-up": left_out(_own_card_made_up),
    "broken-reader-used": put_in(is_a(bf.ReaderBroke), _reader_used),
    "refuser-gets-a-card": put_in(is_a(bf.CardRefused), _refuser_is_dealt_to),
}
OWN_FAULTS: Mapping[str, Planted] = {name: _picked_up_as_dealt(planted) for name, planted in _OWN.items()}
