"""A table for tests: players seated, the cards that will come out laid in order, and moves said tersely."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from pitboss.cards.card import Card
from pitboss.cards.deck import census
from pitboss.procedure.blackjack.hands import Hand
from pitboss.procedure.blackjack.state import BlackjackState
from pitboss.procedure.facts import Fact
from pitboss.procedure.hands import Box
from pitboss.procedure.hands import Hand as CoreHand
from pitboss.procedure.moves import DEALER, FLOORPERSON, Move, Shuffle
from pitboss.procedure.refusal import Refused
from pitboss.procedure.table import Table
from pitboss.rules.subjects.shuffle_and_cut import CutOffer
from pitboss.rules.variant import load
from tests import moves as m

F = TypeVar("F", bound=Fact)
SALT = "5a" * 32
BURNED = "9C"


def cards(text: str) -> list[Card]:
    """Cards from words such as "8S 8H KD"."""
    return [Card.parse(word) for word in text.split()]


def order_with(stack: Iterable[Card], first: Iterable[Card], from_top: int) -> tuple[Card, ...]:
    """The stack's own cards, those named lying from a place on, the others around them in a fixed order."""
    named = list(first)
    left = census(stack)
    for card in named:
        left[card] -= 1
        assert left[card] >= 0, f"the stack does not hold so many {card}"
    rest = sorted(left.elements())
    if len(rest) < from_top:  # the cut then falls among the cards named
        uncut = len(rest) + len(named) - from_top
        return (*[*named, *rest][uncut:], *[*named, *rest][:uncut])
    return (*rest[:from_top], *named, *rest[from_top:])


class Scene:
    """A table on which a test's own cards come out.

    `ann` sits at box 1, `bob` at box 2 and so on. `deal` names the cards in the order in which they leave the shoe
    after the burn card; what comes after them is arbitrary but fixed. The players refuse the cut, so the dealer cuts in
    the middle, and the named cards are laid where that brings them on top.
    """

    NAMES = ("ann", "bob", "cat", "dan", "eve", "fay", "gus")

    def __init__(
        self,
        game: str,
        deal: str = "",
        players: int = 1,
        sets: Mapping[str, object] | None = None,
        readings: Mapping[str, str] | None = None,
        by_hand: Iterable[str] = (),
        chips: int = 100_000_00,
        burned: str | None = BURNED,
    ) -> None:
        self.rules = load(game, sets, readings)
        self.table = Table(self.rules, frozenset(by_hand))
        self.players = self.NAMES[:players]
        self.first_cards = [*cards(burned or ""), *cards(deal)]
        self.chips = chips
        self._last: Mapping[int, Box] = {}

    # --- moving ---------------------------------------------------------------------------------------------------

    def do(self, move: Move) -> tuple[Fact, ...]:
        """Apply a move that must be accepted; with the next wagers the layout is clear, and what lay there is kept."""
        self._last = self.lay
        return self.table.apply(move)

    def refused(self, move: Move) -> Refused:
        """Apply a move that must be refused, and see that nothing has changed."""
        before, waiting = self.snapshot(), str(self.table.waiting)
        try:
            self.table.apply(move)
        except Refused as refusal:
            assert self.snapshot() == before, "a refusal changed the table"
            assert str(self.table.waiting) == waiting, "a refusal changed what the table waits for"
            return refusal
        raise AssertionError(f"{move} was accepted")

    @property
    def blackjack(self) -> BlackjackState:
        """The state of a table of the blackjack family."""
        return BlackjackState.of(self.table.state)

    def snapshot(self) -> object:
        """Everything that a refusal must leave alone."""
        t = self.table.state
        hands = [
            (h.box, h.number, tuple(h.cards), h.finished, h.settled, [s.by_name() for s in h.stakes])
            for h in self.hands()
        ]
        money = ({p.name: p.chips for p in t.people.players.values()}, t.chips.inventory, t.chips.on_layout)
        return (
            len(t.facts),
            hands,
            money,
            t.cards.shoe.remaining,
            t.cards.rack.height,
            tuple(t.beside_the_boxes().cards()),
        )

    @property
    def lay(self) -> Mapping[int, Box]:
        """The boxes of the round, or of the one just over."""
        return self.table.state.boxes or self._last

    def hands(self) -> list[CoreHand]:
        """Every hand of the round, or of the one just over, from the dealer's left."""
        return [hand for box in self.lay.values() for hand in box.hands]

    def hand(self, box: int = 1, number: int = 1) -> Hand:
        """One hand by its number."""
        found = next(h for h in self.lay[box].hands if h.number == number)
        assert isinstance(found, Hand)
        return found

    # --- getting there --------------------------------------------------------------------------------------------

    def sit(self) -> "Scene":
        """The players arrive and buy chips."""
        for box, name in enumerate(self.players, 1):
            self.do(m.Sit(by=name, box=box))
            self.do(m.BuyIn(by=name, cents=self.chips))
        return self

    def shuffle(self) -> "Scene":
        """Whoever is to shuffle does, into the order that brings the named cards on top after the cut."""
        stack = self.table.state.cards.to_shuffle
        uncut = self.rules.shuffle.shuffling.name == "CONTINUOUS" or (
            self.table.waiting.by == ("shuffler",) and not self.rules.shuffle.machine_shuffle_is_cut
        )
        order = order_with(stack, self.first_cards, 0 if uncut else self.dealers_cut(len(stack)))
        self.do(Shuffle(by=self.table.waiting.by[0], order=tuple(c.code for c in order), salt=SALT))
        return self

    def open(self) -> "Scene":
        """Through the opening, the shuffle and a cut that every player refuses, to the first wagers."""
        self.sit()
        for _ in range(100):
            waiting = self.table.waiting
            if m.Wager in waiting.may:
                return self
            if Shuffle in waiting.may:
                self.shuffle()
            elif m.Cut in waiting.may and waiting.by != (DEALER,):
                self.do(m.RefuseCut(by=waiting.by[0]))
            elif m.Cut in waiting.may:
                self.do(m.Cut(by=DEALER, position=self.dealers_cut(len(self.table.state.cards.to_shuffle))))
            else:
                self.do(self.usual(waiting.by, waiting.may))
        raise AssertionError(f"the table does not open: {self.table.waiting}")

    def dealers_cut(self, size: int) -> int:
        """Where the dealer cuts when no player does: in the middle, or a quarter deck in where any patron may cut."""
        shuffle = self.table.state.rules.shuffle
        return shuffle.cut_margin_cards if CutOffer.ANY_PATRON in shuffle.cut_offers else size // 2

    def usual(self, by: tuple[str, ...], may: tuple[type[Move], ...]) -> Move:
        """What staff or the first player usually does at this point of the opening."""
        who = by[0]
        for kind in (
            m.ViewSpread,
            m.ReceiveDecks,
            m.InspectReader,
            m.InspectCards,
            m.VerifyInspection,
            m.RemoveTens,
            m.DestroyTens,
            m.SpreadCards,
            m.WashCards,
            m.LoadShoe,
            m.BurnCard,
            m.ApproveRolling,
        ):
            if kind in may:
                return kind(by=who)
        if m.ChooseHand in may:
            return m.ChooseHand(by=who, hand="left")
        if m.CheckEquipment in may:
            from pitboss.procedure.equipment import lawful_equipment

            return lawful_equipment(self.table.rules)
        if m.PlaceCoverCard in may:
            size, deck = len(self.table.state.cards.to_shuffle), self.table.state.rules.cards.deck_size()
            return m.PlaceCoverCard(
                by=who, from_back=self.table.state.rules.shuffle.cover_card_positions(size, deck).start
            )
        raise AssertionError(f"nothing usual among {may} by {by}")

    def usual_step(self) -> None:
        """Between rounds: a shuffle, a cut that nobody takes, what staff do."""
        waiting = self.table.waiting
        if m.Shuffle in waiting.may:
            self.shuffle()
        elif m.Cut in waiting.may and waiting.by == (DEALER,):
            self.dealer(m.Cut, position=self.dealers_cut(len(self.table.state.cards.to_shuffle)))
        elif m.Cut in waiting.may:
            self.do(m.RefuseCut(by=waiting.by[0]))
        else:
            self.do(self.usual(waiting.by, waiting.may))

    def bet(self, cents: int = 100_00, bust_it: int = 0) -> "Scene":
        """Every player bets the same and is ready."""
        for box, name in enumerate(self.players, 1):
            self.do(m.Wager(by=name, box=box, cents=cents))
            if bust_it:
                self.do(m.Wager(by=name, box=box, cents=bust_it, wager="bust-it"))
        for name in self.players:
            self.do(m.Ready(by=name))
        return self

    def no_attack(self) -> "Scene":
        """Nobody attacks."""
        while m.NoAttack in self.table.waiting.may:
            name = self.table.waiting.by[0]
            self.do(m.NoAttack(by=name, box=self.players.index(name) + 1))
        return self

    def no_insurance(self) -> "Scene":
        """Nobody insures."""
        while m.NoInsurance in self.table.waiting.may:
            name = self.table.waiting.by[0]
            self.do(m.NoInsurance(by=name, box=self.players.index(name) + 1))
        return self

    def stand_all(self) -> "Scene":
        """Everybody stands until nobody is asked any more."""
        while m.Stand in self.table.waiting.may:
            self.do(m.Stand(by=self.table.waiting.by[0], box=self.table.waiting.box))
        return self

    def as_player(self, kind: type[Move], box: int = 1, **fields: object) -> tuple[Fact, ...]:
        """The player at a box makes a move."""
        return self.do(kind(by=self.players[box - 1], **{"box": box, **fields}))

    def floor(self, kind: type[Move], **fields: object) -> tuple[Fact, ...]:
        """The floorperson makes a move."""
        return self.do(kind(by=FLOORPERSON, **fields))

    def dealer(self, kind: type[Move], **fields: object) -> tuple[Fact, ...]:
        """The dealer makes a move."""
        return self.do(kind(by=DEALER, **fields))

    # --- looking --------------------------------------------------------------------------------------------------

    def facts(self, kind: type[F]) -> list[F]:
        """Every fact of a kind so far."""
        return [fact for fact in self.table.facts if isinstance(fact, kind)]

    def last(self, kind: type[F]) -> F:
        """The latest fact of a kind."""
        return self.facts(kind)[-1]

    def won(self, name: str) -> int:
        """What a player has won or lost since buying in."""
        return self.table.state.people.players[name].chips - self.chips


def clauses_of(facts: Iterable[Fact]) -> set[str]:
    """Every clause that the facts cite."""
    return {clause for fact in facts for clause in fact.clauses}
