"""Side wagers at the table: what the cards that decide one pay, and when it is collected, paid or goes back."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from pitboss.cards.card import Card, Rank
from pitboss.law import Citation
from pitboss.procedure.blackjack.hands import Box, Hand
from pitboss.procedure.blackjack.state import BlackjackState
from pitboss.procedure.dealing import boxes_from_right
from pitboss.rules.wager_kinds import AfterBust, AfterDeadHand, DecidedBy, Holds, PayRow, Predicate, WagerKind

ABOVE_KING = Rank.KING + 1  # where an ace stands in a sequence that goes on after the king
DEALER_THREE = 3
# Names of their own: asked in every round, and an Enum is slow to find one.
TOTAL = Holds.TOTAL
BY_FIRST_CARDS = (DecidedBy.FIRST_TWO, DecidedBy.FIRST_TWO_AND_UP)
BY_THIRD_CARD = (DecidedBy.DEALER_THREE,)
BY_DEALER_HAND = (DecidedBy.DEALER_HAND,)
BY_DEALER = (*BY_THIRD_CARD, *BY_DEALER_HAND)
BY_THE_END = (*BY_DEALER, DecidedBy.PLAYER_HAND)


def row_paid(kind: WagerKind, cards: Sequence[Card]) -> PayRow | None:
    """The line of the paytable that these cards are paid by; None where the wager is lost."""
    if kind.decided_by is DecidedBy.DEALER_THREE and len(cards) < DEALER_THREE:
        return None
    hand = Hand(0)
    for card in cards:
        hand.take(card)
    return first_row(kind.pays, hand)


def first_row(rows: Sequence[PayRow], hand: Hand) -> PayRow | None:
    """The first line that holds of a hand's cards."""
    cards, ranks = hand.cards, [card.rank for card in hand.cards]
    for row in rows:
        for said in row.when:
            if not (_of_numbers(said, hand) if said.of_numbers else _HOLDS[said.holds](said, cards, ranks)):
                break
        else:
            return row
    return None


def row_of_hand(kind: WagerKind, hand: Hand) -> PayRow | None:
    """The line that a hand is paid by as it was drawn, its cards on the layout still or in the rack."""
    return next((row for row in kind.pays if all(_of_numbers(said, hand) for said in row.when)), None)


def _straight(ranks: Sequence[Rank]) -> bool:
    return _in_sequence(ranks) or _in_sequence([ABOVE_KING if r is Rank.ACE else r for r in ranks])


# What is said of the cards themselves, of their ranks in the order dealt.
_HOLDS: Mapping[Holds, Callable[[Predicate, Sequence[Card], Sequence[Rank]], bool]] = {
    Holds.SAME_RANK: lambda said, cards, ranks: len(set(ranks)) == 1,
    Holds.SAME_SUIT: lambda said, cards, ranks: len({card.suit for card in cards}) == 1,
    Holds.SAME_COLOUR: lambda said, cards, ranks: len({card.suit.colour for card in cards}) == 1,
    Holds.SUITS: lambda said, cards, ranks: {card.suit for card in cards} <= set(said.suits),
    Holds.PAIR: lambda said, cards, ranks: len(set(ranks)) < len(ranks),
    Holds.STRAIGHT: lambda said, cards, ranks: _straight(ranks),
    Holds.RANKS: lambda said, cards, ranks: set(ranks) <= set(said.ranks),
    Holds.EXACTLY: lambda said, cards, ranks: Counter(ranks) == Counter(said.ranks),
    Holds.LAST: lambda said, cards, ranks: ranks[-1] in said.ranks,
}


def _of_numbers(said: Predicate, hand: Hand) -> bool:
    if said.holds is TOTAL:
        return said.least <= hand.drawn_total <= said.most
    return said.least <= (hand.size if said.holds is Holds.CARDS else hand.hard) <= said.most


def _in_sequence(ranks: Sequence[int]) -> bool:
    return sorted(ranks) == list(range(min(ranks), min(ranks) + len(ranks)))


# --- on the layout --------------------------------------------------------------------------------------------------


def undecided(t: BlackjackState, decided_by: tuple[DecidedBy, ...]) -> bool:
    """Whether a side wager that these cards decide still lies there."""
    for kind in t.rules.side_wagers:
        if kind.decided_by in decided_by:
            for box in t.boxes.values():
                for bettor in box.bettors.values():
                    if bettor.side.get(kind.id):
                        return True
    return False


def _return(t: BlackjackState, kind: WagerKind, box: Box, cited: Citation) -> None:
    for bettor in box.bettors.values():
        t.give_back(bettor.player, bettor.side.pop(kind.id, 0), box.number, 1, kind.id, cited)


def collect_after_bust(t: BlackjackState, box: Box) -> None:
    """Where a kind or the reading of its clause says so, one whose hands are all over 21 loses it with them."""
    for kind in t.rules.side_wagers:
        if kind.after_bust is AfterBust.COLLECTED and all(hand.busted and not hand.dead for hand in box.hands):
            for bettor in box.bettors.values():
                cents = bettor.side.pop(kind.id, 0)
                t.collect(bettor.player, cents, box.number, 1, kind.id, ())  # the clauses say it stays, the reading not


def return_after_dead_hand(t: BlackjackState, box: Box, cited: Citation) -> None:
    """Where a kind or the reading of its clause says so, and where the hand's cards decide it, it goes back too."""
    for kind in t.rules.side_wagers:
        back = kind.decided_by.by_deal or kind.after_dead_hand is AfterDeadHand.RETURNED
        decides = box.hands[:1] if kind.decided_by is DecidedBy.PLAYER_HAND else box.hands if back else ()
        if decides and all(hand.dead for hand in decides):
            _return(t, kind, box, cited if kind.clauses.offered else ())  # of a variant's own no text speaks


def return_all(t: BlackjackState, box: Box, cited: Citation) -> None:
    """Every side wager of a box goes back."""
    for kind in t.rules.side_wagers:
        _return(t, kind, box, cited)


def settle_by_deal(t: BlackjackState) -> None:
    """What the first cards decide, once everybody has them."""
    _settle(t, BY_FIRST_CARDS, (), ())


def settle_by_third_card(t: BlackjackState, lost_by: Citation, won_by: Citation) -> None:
    """Decided by the dealer's two cards, where he draws no third, or by the third card."""
    _settle(t, BY_THIRD_CARD, lost_by, won_by)


def settle_by_dealer(t: BlackjackState) -> None:
    """What the dealer's cards decide, or a player's, and no text has settled yet, once everybody has all of them."""
    _settle(t, BY_THE_END, (), ())


def _settle(t: BlackjackState, decided_by: tuple[DecidedBy, ...], lost_by: Citation, won_by: Citation) -> None:
    if not undecided(t, decided_by):
        return
    kinds = [kind for kind in t.rules.side_wagers if kind.decided_by in decided_by]
    of_dealer = {kind.id: row_paid(kind, _dealers(t, kind)) for kind in kinds if kind.decided_by in BY_DEALER}
    for box in boxes_from_right(t):
        for kind in kinds:
            row = of_dealer[kind.id] if kind.id in of_dealer else _row_of_box(t, kind, box)
            cited = lost_by if row is None else won_by + t.law.suited_paid if row.of_suits else won_by
            if box.given_up:
                cited += t.law.surrendered_bonus_lost if t.dealer.two_card_21 else ()
                cited += t.law.bonus_after_surrender
            elif _paid_as_blackjack(box.hands[0]):
                cited += t.law.bonus_after_blackjack
            if not kind.clauses.offered:  # a text says nothing of what only a variant offers
                cited = ()
            for bettor in box.bettors.values():
                cents = bettor.side.pop(kind.id, 0)
                if row is None:
                    t.collect(bettor.player, cents, box.number, 1, kind.id, cited)
                else:
                    t.pay(bettor.player, cents, row.odds, box.number, 1, kind.id, cited)


def _paid_as_blackjack(hand: Hand) -> bool:
    """Whether it was two cards of 21 and has been paid already."""
    return hand.settled and hand.two_card_21 and not hand.from_split


def _dealers(t: BlackjackState, kind: WagerKind) -> Sequence[Card]:
    return t.dealer.cards[:DEALER_THREE] if kind.decided_by is DecidedBy.DEALER_THREE else t.dealer.cards


def _row_of_box(t: BlackjackState, kind: WagerKind, box: Box) -> PayRow | None:
    first = box.hands[0]
    if kind.decided_by is DecidedBy.PLAYER_HAND:
        return row_of_hand(kind, first)
    return row_paid(kind, first.cards if kind.decided_by is DecidedBy.FIRST_TWO else (*first.cards, t.dealer.up_card))
