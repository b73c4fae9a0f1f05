"""Many rounds of each game, as its text has it and as houses have made it: told in tens, as they were when last read.

Stretches of the shoe hold few ranks, so that pairs, Blackjacks and busts are common; players do whatever they may, the
dealer sometimes passes somebody over or draws a card in error, and people wager on each other's boxes. Each line counts
what ten rounds brought, and has a digest of every question, fact and refusal with its clauses, of what lies in the rack
and of what people see now and then. Where a line differs, something is dealt, paid or told otherwise: say by which
clause, in a test of its own, and `make golden` writes the files anew.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from typing import Any

import msgspec
import pytest

from pitboss.cards.bits import SeededBits
from pitboss.cards.card import Card, Rank, codes
from pitboss.law import readings_of
from pitboss.procedure.moves import DEALER, FLOORPERSON, Move
from pitboss.procedure.refusal import Refused
from pitboss.procedure.views import view
from tests import facts as f
from tests import moves as m
from tests.procedure.golden_scenes import DBJ, DD, NJ, PA
from tests.procedure.kit import SALT, Scene

PEOPLE = ("ann", "bob", "cat")
TENS_TOLD = 6
STRETCH, RANKS_IN_IT = 30, 4
OFTEN: Mapping[type[Move], int] = {m.Split: 6, m.Double: 3, m.SecondChance: 3, m.Insure: 2, m.Attack: 2, m.Hit: 2}
SHARED: dict[str, object] = {"bettors_per_box": 3}
HERE = (f.HandSplit, f.HandBusted, f.HandSettled, f.WagerPaid, f.WagerCollected, f.WagerReturned, f.RoundVoided)

# A game, what a house has made of it, and whether a person deals.
HOUSES: tuple[tuple[str, dict[str, object], bool], ...] = (
    *((game, {}, by_hand) for game in (PA, NJ, DBJ, DD) for by_hand in (False, True)),
    (PA, SHARED, True),
    (PA, {"second_chance": "yes", "second_chance_after_split": "yes", "hole_card": "none", **SHARED}, False),
    (PA, {"discarded": "each-hand", "collect_and_pay": "collect-first"}, True),
    (PA, {"blackjack_paid": "before-reader", "twenty_one_paid": "after-all-players"}, True),
    (PA, {"push_total": 22, "player_bust": "loses-unless-dealer-busts", "double_on_totals": "9, 10, 11"}, False),
    (PA, {"dealer_card_missed": "dealt-after", "split_hands_of_aces": 3, "resplit_aces": "yes"}, True),
    (PA, {"double_card": "down-tucked", "surrender_after_double": "not-offered", **SHARED}, False),
    (PA, {"surrender": "first-decision", "surrender_settled": "early", "charlie_cards": 4}, False),
    (NJ, SHARED, False),
    (NJ, {"hole_card": "unread", **SHARED}, True),
    (NJ, {"dealer_blackjack_takes": "everything", "second_chance": "yes", **SHARED}, False),
    (NJ, {"blackjack_paid": "before-reader", "hole_card": "reader", "discarded": "each-hand"}, True),
    (NJ, {"even_money": "yes", "blackjack_odds": "3 to 2", "twenty_one_paid": "right-away"}, False),
    (DBJ, SHARED, True),
    (DBJ, {"hole_card": "none", "blackjack_paid": "in-turn", "split_hands": 4}, False),
    (DBJ, {"surrender": "any-time", "surrender_after_draw": "yes", "surrender_settled": "after-reader"}, False),
    (DBJ, {"discarded": "each-hand", "second_chance_ace": 11, "collect_and_pay": "collect-first"}, True),
    (DD, {"double_card": "up-sideways", "surrender": "any-time", "second_chance": "yes"}, False),
    (DD, {"hole_card": "unread", "surrender": "first-decision", **SHARED}, True),
    (DD, {"charlie_cards": 5, "resplit_aces": "yes", "split_aces_one_card": "no"}, False),
    (PA, {"blackjack_paid": "after-round", "push_total": 22, "insurance_up_card": "K", "insurance_wins_on": "A"}, True),
    (PA, {"dealer_blackjack_takes": "everything", "hole_card": "none", "surrender_shared": "no", **SHARED}, True),
    (NJ, {"second_chance": "yes", "second_chance_after_double": "yes", "hole_card": "none", **SHARED}, True),
    (NJ, {"dealer_blackjack_takes": "original-wagers", "hole_card": "unread", "boxes_per_player": 2}, False),
    (DBJ, {"hole_card": "unread", "surrender": "never", "twenty_one_paid": "not-at-once", "split_hands": 3}, False),
    (DBJ, {"bust_collected": "after-round", "blackjack_after_split": "blackjack", "boxes_per_player": 2}, True),
    (DD, {"boxes_per_player": 2, "even_money": "yes", "double_on_totals": "9, 10, 11"}, True),
    (DD, {"hole_card": "none", "double_card": "up-sideways", "player_bust": "loses-unless-dealer-busts"}, False),
)


class Rounds(Scene):
    """A table and whoever is at it, all of it drawn by a seed."""

    def __init__(self, number: int) -> None:
        game, sets, by_hand = HOUSES[number]
        bits = SeededBits(f"rounds {number}")
        self.pick: Callable[[int], int] = lambda n: bits.bits(24) % n
        every = readings_of(game) if number % 2 else ()
        readings = {one.id: one.options[self.pick(len(one.options))].id for one in every}
        decks: dict[str, object] = {} if game == DD else {"decks": 2}
        super().__init__(game, players=3, sets={**decks, **sets}, readings=readings, by_hand=(DEALER,) * by_hand)
        self.heard: list[str] = []
        self.refusals: list[str] = []

    def shuffle(self) -> "Rounds":
        """Stretches of few ranks each."""
        left = sorted(self.table.state.cards.to_shuffle)
        order: list[Card] = []
        while left:
            ranks = {list(Rank)[self.pick(len(Rank))] for _ in range(RANKS_IN_IT)}
            for _ in range(STRETCH):
                among = [card for card in left if card.rank in ranks] or left
                if among:
                    order.append(among[self.pick(len(among))])
                    left.remove(order[-1])
        self.do(m.Shuffle(by=self.table.waiting.by[0], order=tuple(card.code for card in order), salt=SALT))
        return self

    def rounds(self, many: int) -> None:
        """So many rounds, each with its wagers."""
        for _ in range(many):
            while m.Wager not in self.table.waiting.may:
                self.usual_step()
            for box, name in enumerate(PEOPLE, 1):
                self.tried(m.Wager(by=name, box=box, cents=10_00 * (1 + self.pick(3))))
                for kind in self.rules.side_wagers:
                    if self.pick(2):
                        self.tried(m.Wager(by=name, box=box, cents=10_00, wager=kind.id))
            if self.rules.wagers.boxes_per_player > 1 and self.pick(2):
                self.tried(m.Wager(by="cat", box=4, cents=20_00))
            for first, box, other in (("ann", 1, "bob"), ("ann", 1, "cat"), ("bob", 2, "ann")):
                if self.pick(2) and self.rules.wagers.bettors_per_box > 1:
                    self.tried(m.Consent(by=first, box=box, player=other))
                    self.tried(m.Wager(by=other, box=box, cents=10_00 * (1 + self.pick(3))))
            if self.table.state.dealer_by_hand:
                self.dealer(m.CloseBets)
            for name in PEOPLE:
                if m.Ready in self.table.waiting.may:
                    self.tried(m.Ready(by=name))
            racked = len(self.table.state.cards.rack.groups)
            while self.table.state.in_round:
                self.next()
            lie = [(str(group.label), codes(group.cards)) for group in self.table.state.cards.rack.groups]
            self.heard.append(f"{lie[racked:]} {[self.won(name) for name in PEOPLE]}")

    def next(self) -> None:
        """Somebody who is asked does something that may be done."""
        waiting = self.table.waiting
        self.heard.append(f"{waiting} {waiting.clauses} {waiting.asked} {sorted(waiting.who.values())}")
        if not self.pick(8):
            seen = view(self.table, (*PEOPLE, DEALER, "a spectator")[self.pick(5)])
            self.heard.append(
                msgspec.json.encode(seen).decode().replace(self.rules.hash, "").replace(self.rules.hash[:12], "")
            )
        if {m.Shuffle, m.Cut, m.BurnCard} & set(waiting.may):
            self.usual_step()
            return
        if not self.pick(25):
            self.tried(self.mishap())
            return
        for name in PEOPLE:
            for box in self.table.state.family.looks(self.table.state, name) if self.pick(3) else ():
                self.tried(m.LookAtCards(by=name, box=box))
                return
        kinds = [kind for kind in waiting.may for _ in range(OFTEN.get(kind, 1))]
        kind, by = kinds[self.pick(len(kinds))], waiting.by[self.pick(len(waiting.by))]
        if kind is m.PassOver and self.pick(12):
            kind = m.Deal
        self.tried(self.made(kind, by))

    def mishap(self) -> Move:
        """Something that goes wrong, or is put right."""
        return (
            m.DrewInError(by=DEALER, exposed=True),
            m.DrewInError(by=DEALER, exposed=True),
            m.DrewInError(by=DEALER, exposed=False),
            m.FoundFaceUp(by=DEALER),
            m.ReadHoleCard(by=DEALER),
            m.ReaderFailed(by=FLOORPERSON),
            m.ReaderRepaired(by=FLOORPERSON),
        )[self.pick(7)]

    def made(self, kind: type[Move], by: str) -> Move:
        """A move with amounts that may be, at a box where its player is asked."""
        waiting, t = self.table.waiting, self.table.state
        boxes = [box for box, name in waiting.asked if name == by]
        boxes = (
            boxes or [waiting.box] * (waiting.box > 0) or [n for n, box in t.boxes.items() if box.decides == by] or [1]
        )
        box = boxes[self.pick(len(boxes))]
        fields: dict[str, Any] = {"box": box, "to": waiting.box, "cover": bool(self.pick(2))}
        fields["keep_on_new_hand"] = bool(self.pick(2))
        if "cents" in kind.__struct_fields__:
            wager = str(kind.__struct_config__.tag)
            ranges = {name.partition(":")[0]: (least, most) for name, least, most in t.family.amounts(t, waiting, by)}
            ranges |= {name: (least, most) for name, least, most in t.family.amounts(t, waiting, by)}
            least, most = ranges.get(f"{wager}:{box}") or ranges.get(wager) or (0, 0)
            fields["cents"] = (most, most, least, most // 2)[self.pick(4)]
        return kind(by=by, **{name: fields[name] for name in kind.__struct_fields__ if name in fields})

    def tried(self, move: Move) -> None:
        """A move, or how it was refused."""
        try:
            self.do(move)
        except Refused as refusal:
            self.refusals.append(f"{refusal} {refusal.clauses}")

    def told(self) -> Iterator[str]:
        """A line for every ten rounds."""
        self.open()
        for ten in range(TENS_TOLD):
            before, self.heard, self.refusals = len(self.table.facts), [], []
            self.rounds(10)
            came = self.table.facts[before:]
            counted = Counter(type(fact).__name__ for fact in came)
            counts = ", ".join(f"{kind.__name__} {counted[kind.__name__]}" for kind in HERE)
            digest = sha256(f"{came} {self.heard} {self.refusals}".encode()).hexdigest()[:6]
            yield f"{10 * ten + 1:3} {digest} {counts}, refused {len(self.refusals)}\n"


@pytest.mark.parametrize("number", range(len(HOUSES)))
def test_rounds_are_dealt_paid_and_told_as_they_were(
    number: int, golden: Callable[[str], Callable[[str], None]]
) -> None:
    game = HOUSES[number][0]
    golden(f"rounds/{number + 1}-{game}")("".join(Rounds(number).told()))
