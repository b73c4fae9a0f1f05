"""The rounds behind the golden transcripts: one for each game, and one for each irregularity of each text."""

from collections.abc import Callable, Mapping
from typing import Any

from pitboss.cards.bits import SeededBits
from pitboss.procedure.croupier import Croupier
from pitboss.procedure.moves import DEALER, FLOORPERSON, SHUFFLER, Move
from pitboss.procedure.transcript import Teller
from pitboss.procedure.views import facts_for
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene

PA, NJ, DBJ, DD, HI_LO = (
    "double-attack-pa",
    "double-attack-nj",
    "double-back-jack-pa",
    "double-deck-house",
    "five-card-hi-lo-pa",
)
BY_HAND = (DEALER,)
READER: Mapping[str, Mapping[str, str]] = {NJ: {"nj-hole-card": "reader"}}
PLAIN_MOVES: tuple[type[Move], ...] = (m.ReadHoleCard, m.TurnHoleCard, m.RackStub)
BOX_MOVES: tuple[type[Move], ...] = (
    m.NoAttack,
    m.NoInsurance,
    m.NoSecondChance,
    m.AcceptCard,
    m.Stand,
    m.SettleBox,
)


def build(kind: Any, by: str, box: int) -> Move:
    """A move at a box."""
    move: Move = kind(by=by, box=box)
    return move


class Story(Scene):
    """A scene whose cards are named by whose they are, and which goes on by itself where nothing is told."""

    def __init__(self, game: str, up: str, hole: str, hands: tuple[str, ...], then: str = "", **kind: Any) -> None:
        first, second = (" ".join(hand.split()[place] for hand in hands) for place in (0, 1))
        deal = {
            DBJ: f"{first} {up} {second} {hole}",
            DD: f"{first} {hole} {second} {up}",
        }.get(game, f"{up} {first} {second} {hole}")
        kind.setdefault("readings", READER.get(game, {}))
        super().__init__(game, f"{deal} {then}", len(hands), **kind)
        self.open()
        self.told_from = len(self.table.facts)

    def wagers(self, bust_it: int = 0) -> "Story":
        """Everybody bets $100, and the dealer closes the bets."""
        for box, name in enumerate(self.players, 1):
            self.do(m.Wager(by=name, box=box, cents=100_00))
            if bust_it:
                self.do(m.Wager(by=name, box=box, cents=bust_it, wager="bust-it"))
        if DEALER in self.table.state.by_hand:
            self.dealer(m.CloseBets)
        else:
            for name in self.players:
                self.do(m.Ready(by=name))
        return self

    def until(self, kind: type[Move] | None = None, box: int = 0) -> "Story":
        """Everybody does the usual until the table waits for such a move (at a box), or the round is over."""
        while self.table.state.in_round:
            waiting = self.table.waiting
            if kind in waiting.may and box in (0, waiting.box):
                return self
            self.do(self._usual())
        assert kind is None, f"the round is over and nobody was asked to {kind}"
        return self

    def to_the_wagers(self) -> "Story":
        """Cards that must be are shuffled, in any order, and nobody takes the cut; until wagers are taken again."""
        self.first_cards = []
        while m.Wager not in self.table.waiting.may:
            self.usual_step()
        return self

    def _usual(self) -> Move:
        waiting = self.table.waiting
        by = waiting.by[0]
        if m.Deal in waiting.may:
            return m.Deal(by=by, to=waiting.box)
        for kind in PLAIN_MOVES:
            if kind in waiting.may:
                return kind(by=by)
        for kind in BOX_MOVES:
            if kind in waiting.may:
                return build(kind, by, waiting.box or self.players.index(by) + 1)
        return self.usual(waiting.by, waiting.may)

    def plays(self, *kinds: type[Move], **fields: object) -> "Story":
        """Whoever is to decide does these things in turn."""
        for kind in kinds:
            self.do(kind(by=self.table.waiting.by[0], **{"box": self.table.waiting.box, **fields}))
        return self

    def told(self) -> str:
        """The transcript a spectator could write, each line with its clauses."""
        teller = Teller()
        lines = list(teller.lines(facts_for(self.table, "a spectator")))[self.told_from :]
        return "".join(f"{sentence}  [{', '.join(clauses)}]\n" for sentence, clauses in lines)


Tale = Callable[[], Story]
STORIES: dict[str, Tale] = {}


def story(*games: str) -> Callable[[Callable[[str], Story]], Callable[[str], Story]]:
    """Name a story after its game and itself."""

    def register(tell: Callable[[str], Story]) -> Callable[[str], Story]:
        for game in games:
            STORIES[f"{game}/{tell.__name__.replace('_', '-')}"] = lambda game=game: tell(game)  # type: ignore[misc]  # each with its own game
        return tell

    return register


# --- a round of each game -------------------------------------------------------------------------------------------


@story(PA)
def a_split_a_double_and_a_surrender(game: str) -> Story:
    """Attack, a split with a double, a surrender, a Blackjack; the dealer goes over 21 with the third card."""
    s = Story(game, "6D", "KC", ("8S 8H", "KH 5S", "AH QS"), "3C 9D 7S 9H")
    s.told_from = 0
    s.wagers(bust_it=50_00)
    s.do(m.Attack(by="ann", box=1, cents=100_00))
    s.until(m.Stand, 1).plays(m.Split).plays(m.Double, cents=200_00).plays(m.Stand).plays(m.Stand)
    s.plays(m.Surrender)
    return s.until()


@story(PA)
def a_dealer_blackjack(game: str) -> Story:
    """Insurance, the reader, and what a dealer Blackjack takes: the bet, not the Double Attack Wager."""
    s = Story(game, "AD", "KC", ("8S 8H", "AH QS")).wagers(bust_it=50_00)
    s.do(m.Attack(by="ann", box=1, cents=100_00))
    s.until(m.Insure).do(m.Insure(by="ann", box=1, cents=50_00))
    return s.until()


@story(NJ)
def a_round_for_three_on_a_box(game: str) -> Story:
    """No hole card; two people on ann's box, one follows the double, the other does not; "Dealer's Card"."""
    sets = {"bettors_per_box": 3}
    s = Story(game, "6D", "", ("6S 5H", "KH 9S"), "9H KC 8D", sets=sets, readings={})
    s.told_from = 0
    for name in ("cat", "dan"):
        s.do(m.BuyIn(by=name, cents=1000_00))
    s.do(m.Wager(by="ann", box=1, cents=100_00))
    for name in ("cat", "dan"):
        s.do(m.Consent(by="ann", box=1, player=name))
        s.do(m.Wager(by=name, box=1, cents=40_00))
    s.do(m.Wager(by="bob", box=2, cents=100_00))
    s.do(m.Wager(by="bob", box=2, cents=20_00, wager="bust-it"))
    for name in ("ann", "bob", "cat", "dan"):
        s.do(m.Ready(by=name))
    s.do(m.Attack(by="ann", box=1, cents=100_00))
    s.do(m.Attack(by="cat", box=1, cents=40_00))
    s.do(m.NoAttack(by="dan", box=1))
    s.until(m.Stand, 1).plays(m.Double, cents=200_00)
    s.do(m.FollowDouble(by="cat", box=1, cents=80_00))
    s.do(m.FollowDouble(by="dan", box=1, cents=0))
    return s.until()


@story(DBJ)
def a_second_chance_and_a_push_on_22(game: str) -> Story:
    """A Blackjack paid first, a 21 paid at once, a second chance, a surrender; the dealer's 22 pushes the rest."""
    s = Story(game, "9D", "3C", ("AS KH", "KS 5H", "KD 6S", "9H 9S", "TH 6H"), "6C 8D 5D TC", chips=1000_00)
    s.told_from = 0
    s.wagers().until(m.Stand, 2).plays(m.Hit)
    s.plays(m.Hit).plays(m.SecondChance).plays(m.Stand).plays(m.Surrender)
    return s.until()


@story(DD)
def cards_pitched_face_down(game: str) -> Story:
    """Pitched face down: a hit, a stand, a double for less face down, a split; insurance lost; from right to left."""
    s = Story(game, "AD", "6C", ("KS 5H", "TS 9H", "6S 5D", "8S 8H"), "4C 9C 3D KD 5S")
    s.told_from = 0
    s.wagers()
    for box, name in enumerate(s.players, 1):
        s.do(m.LookAtCards(by=name, box=box))
    s.do(m.Insure(by="bob", box=2, cents=50_00))
    s.until(m.Stand, 1).plays(m.Hit, m.Stand).plays(m.Stand)
    s.plays(m.Double, cents=50_00).plays(m.Split)
    return s.until()


@story(HI_LO)
def five_cards_and_a_showdown(game: str) -> Story:
    """Five cards each, face down and one at a time; the stub to the rack; the house's own showdown."""
    s = in_order("KS 2D 8C KH 3D 8D 4S 5H 8H 7S 9H 2C QC JD AC")
    s.told_from = 0
    return s.wagers().until()


def in_order(deal: str, players: int = 2, game: str = HI_LO, burned: str | None = None, **kind: Any) -> Story:
    """A table, of Five Card Hi-Lo unless told otherwise, on which these cards come out in order."""
    s = Story.__new__(Story)
    Scene.__init__(s, game, deal, players, burned=burned, **kind)
    s.open()
    s.told_from = len(s.table.facts)
    return s


@story(NJ)
def a_surrender_and_a_dealer_blackjack(game: str) -> Story:
    """No hole card: ann's wagers are set on her cards, bob doubles; the second card takes the initial wagers only."""
    s = Story(game, "KD", "", ("9S 7H", "6H 5S", "AH QS"), "9H AC", readings={}).wagers()
    s.do(m.Attack(by="ann", box=1, cents=100_00))
    s.until(m.Stand, 1).plays(m.Surrender).until(m.Stand, 2).plays(m.Double, cents=100_00)
    return s.until()


@story(DBJ)
def a_surrender_before_the_reader(game: str) -> Story:
    """By that reading: insurance, then the wager set on the cards, then the reader."""
    readings = {"surrender-timing": "before-reader"}
    s = Story(game, "AD", "9C", ("9S 7H", "KH 9H"), readings=readings).wagers()
    s.do(m.NoInsurance(by="ann", box=1))
    s.do(m.Insure(by="bob", box=2, cents=50_00))
    s.do(m.Surrender(by="ann", box=1))
    s.do(m.Ready(by="bob"))
    return s.until()


@story(DD)
def two_hands_insured_and_even_money(game: str) -> Story:
    """Ann plays two hands and may look at both under an ace; even money for a Blackjack, insurance for the other."""
    s = in_order("AS 8S KC KH 8H AD", players=1, game=game, sets={"boxes_per_player": 2}, burned="9C")
    for box in (1, 2):
        s.do(m.Wager(by="ann", box=box, cents=100_00))
    s.do(m.Ready(by="ann"))
    for box in (1, 2):
        s.do(m.LookAtCards(by="ann", box=box))
    s.do(m.EvenMoney(by="ann", box=1))
    s.do(m.Insure(by="ann", box=2, cents=50_00))
    return s.until()


@story(DD)
def a_dealer_tapped_out(game: str) -> Story:
    """The hand is finished, the cut card comes out, the cards are spread, and the incoming dealer shuffles."""
    s = Story(game, "6D", "KC", ("KS 9H",), "5S").wagers()
    s.floor(m.TapIn, dealer="joe")
    s.until()
    s.do(Croupier(SeededBits(1)).shuffle(s.table))
    return s


@story(PA, DBJ, NJ)
def a_new_dealer_burns_a_card(game: str) -> Story:
    """Before dealing to the players."""
    s = Story(game, "6D", "KC", ("KS 9H",), "5S 4S 3S")
    s.floor(m.TapIn, dealer="joe")
    return s.wagers().until()


# --- 665a.13, 673a.13, 26.15: the cards -----------------------------------------------------------------------------

LAWS = (PA, DBJ, NJ)
TWO = ("KS 2H", "9S 9H")


@story(*LAWS)
def a_card_found_face_up(game: str) -> Story:
    """It goes to the rack and the next is used."""
    s = Story(game, "6D", "KC", TWO, "7C 5D 9C").wagers().until(m.Stand, 1)
    s.dealer(m.FoundFaceUp)
    return s.plays(m.Hit).until()


@story(NJ)
def two_cards_found_face_up(game: str) -> Story:
    """The second one voids the round."""
    s = Story(game, "6D", "KC", TWO, "7C 5D 9C").wagers().until(m.Stand, 1)
    s.dealer(m.FoundFaceUp)
    s.dealer(m.FoundFaceUp)
    return s


@story(NJ)
def a_ten_in_the_shoe(game: str) -> Story:
    """It is taken out and destroyed; a second one voids the round."""
    s = Story(game, "6D", "KC", TWO, "7C 5D 9C").wagers().until(m.Stand, 1)
    s.dealer(m.FoundTen, card="TH")
    s.plays(m.Hit)
    s.dealer(m.FoundTen, card="TS")
    return s


@story(*LAWS)
def a_card_drawn_in_error_unexposed(game: str) -> Story:
    """It is used as the next card."""
    s = Story(game, "6D", "KC", TWO, "7C 5D").wagers().until(m.Stand, 1)
    s.dealer(m.DrewInError, exposed=False)
    return s.plays(m.Hit).until()


@story(*LAWS)
def an_exposed_card_taken(game: str) -> Story:
    """The next player who draws gets it."""
    s = Story(game, "6D", "KC", TWO, "7C 5D").wagers().until(m.Stand, 1)
    s.dealer(m.DrewInError, exposed=True)
    return s.plays(m.Hit).until()


@story(*LAWS)
def an_exposed_card_refused_by_all(game: str) -> Story:
    """Nobody wants it and the dealer, who has 17, cannot use it: to the rack."""
    s = Story(game, "7D", "KC", TWO, "5C 5D").wagers().until(m.Stand, 1)
    s.dealer(m.DrewInError, exposed=True)
    s.plays(m.RefuseCard).until(m.RefuseCard, 2).plays(m.RefuseCard)
    return s.until()


@story(*LAWS)
def an_exposed_card_used_by_the_dealer(game: str) -> Story:
    """Refused by the players, it is the dealer's next card."""
    s = Story(game, "6D", "KC", TWO, "5C 9D").wagers().until(m.Stand, 1)
    s.dealer(m.DrewInError, exposed=True)
    s.plays(m.RefuseCard).until(m.RefuseCard, 2).plays(m.RefuseCard)
    return s.until()


@story(*LAWS)
def a_dealer_who_draws_to_17(game: str) -> Story:
    """The card goes to the rack and does not count."""
    s = Story(game, "7D", "KC", TWO, "4C 5D", by_hand=BY_HAND).wagers().until(m.SettleBox)
    s.dealer(m.DrewInError, exposed=True)
    return s.until()


@story(*LAWS)
def too_few_cards_to_complete_the_round(game: str) -> Story:
    """The rack is shuffled and cut, a card burned, and the round goes on."""
    s = Story(game, "6D", "KC", TWO, sets={"decks": 1})
    while s.table.state.cards.shoe.remaining > 5:  # each card found face up between rounds goes to the rack
        s.dealer(m.FoundFaceUp)
    s.told_from = len(s.table.facts)
    s.wagers()
    while s.table.state.in_round and not s.facts(f.CardsRanOut):
        s.do(s._usual())
    while m.Shuffle in s.table.waiting.may or m.RefuseCut in s.table.waiting.may:
        if m.Shuffle in s.table.waiting.may:
            order = tuple(card.code for card in sorted(s.table.state.cards.to_shuffle))
            s.do(m.Shuffle(by=s.table.waiting.by[0], order=order, salt="5a" * 32))
        else:
            s.do(m.RefuseCut(by=s.table.waiting.by[0]))
    return s.until()


# --- mistakes in dealing --------------------------------------------------------------------------------------------


@story(*LAWS)
def no_card_dealt_to_a_hand(game: str) -> Story:
    """The hand is dead, its wager goes back, and the player is dealt in next time."""
    s = Story(game, "6D", "KC", TWO, "7C 5D 9C", by_hand=BY_HAND).wagers().until(m.Deal, 1)
    s.dealer(m.PassOver, box=1)
    s.until(m.Deal, 1)
    s.dealer(m.PassOver, box=1)
    return s.until()


@story(*LAWS)
def one_card_dealt_to_a_hand(game: str) -> Story:
    """Box 1 takes its second card after the others; box 2 does not want it."""
    s = Story(game, "6D", "KC", TWO, "7C 5D 9C", by_hand=BY_HAND).wagers().until(m.Deal, 1)
    s.dealer(m.PassOver, box=1)
    s.dealer(m.PassOver, box=2)
    s.until(m.TakeLateCard)
    s.plays(m.TakeLateCard).until(m.CallHandDead, 2).plays(m.CallHandDead)
    return s.until()


@story(*LAWS)
def a_missed_hit_dealt_late(game: str) -> Story:
    """The card asked for comes after all other players have theirs."""
    s = Story(game, "6D", "KC", TWO, "7C 5D 9C", by_hand=BY_HAND).wagers().until(m.Stand, 1).plays(m.Hit)
    s.dealer(m.PassOver, box=1)
    return s.plays(m.TakeLateCard).until()


@story(*LAWS)
def a_missed_hit_called_dead(game: str) -> Story:
    """The player prefers the wager back."""
    s = Story(game, "6D", "KC", TWO, "7C 5D 9C", by_hand=BY_HAND).wagers().until(m.Stand, 1).plays(m.Hit)
    s.dealer(m.PassOver, box=1)
    return s.plays(m.CallHandDead).until()


@story(NJ)
def a_dealer_without_a_first_card(game: str) -> Story:
    """The players have two cards each and the dealer none: the round is void."""
    s = Story(game, "6D", "KC", TWO, by_hand=BY_HAND).wagers()
    while s.table.state.in_round:
        if s.table.waiting.box == 0 and not s.blackjack.dealer.cards:
            s.dealer(m.PassOver, box=0)
        else:
            s.do(s._usual())
    return s


@story(DBJ)
def a_dealer_who_misses_his_own_cards(game: str) -> Story:
    """He goes on dealing to the players and then completes his own hand."""
    s = Story(game, "6D", "KC", TWO, "5D", by_hand=BY_HAND).wagers().until(m.Deal, 2)
    s.dealer(m.Deal, to=2)
    s.dealer(m.PassOver, box=0)
    return s.until()


# --- devices --------------------------------------------------------------------------------------------------------


@story(*LAWS)
def a_reader_used_without_cause(game: str) -> Story:
    """No player can learn the card: a floorperson is told and play goes on."""
    s = Story(game, "6D", "KC", TWO, "5D 9C").wagers().until(m.Stand, 1)
    s.dealer(m.ReadHoleCard)
    return s.until()


@story(PA, NJ)
def a_reader_used_without_cause_that_shows_the_card(game: str) -> Story:
    """A player could have learnt it: all hands are dead and the wagers go back."""
    s = Story(game, "6D", "KC", TWO, "5D 9C", sets={"reader_shows_players": True}).wagers().until(m.Stand, 1)
    s.dealer(m.ReadHoleCard)
    return s


@story(*LAWS)
def a_reader_that_fails(game: str) -> Story:
    """Pennsylvania stops until it is repaired; New Jersey goes on as if there were none."""
    s = Story(game, "KD", "9C", TWO, "5D 9H", by_hand=BY_HAND).wagers().until(m.ReadHoleCard)
    s.floor(m.ReaderFailed)
    if m.ReaderRepaired in s.table.waiting.may:
        s.refused(m.ReadHoleCard(by=DEALER))
        s.floor(m.ReaderRepaired)
    return s.until()


def _to_the_shuffle(game: str) -> Story:
    s = Story.__new__(Story)
    Scene.__init__(s, game, players=1, sets={"shuffling": "device"})
    s.sit()
    while m.Shuffle not in s.table.waiting.may:
        s.do(s.usual(s.table.waiting.by, s.table.waiting.may))
    s.told_from = len(s.table.facts)
    return s


@story(*LAWS)
def a_shuffler_that_jams(game: str) -> Story:
    """The cards are shuffled again."""
    s = _to_the_shuffle(game)
    s.do(m.ShufflerJammed(by=SHUFFLER))
    s.shuffle()
    return s


@story(*LAWS)
def a_shuffler_that_fails(game: str) -> Story:
    """It is covered or marked, in New Jersey removed, before the dealer shuffles by hand."""
    s = _to_the_shuffle(game)
    s.do(m.ShufflerFailed(by=FLOORPERSON))
    s.refused(m.Shuffle(by=DEALER, order=("AS",), salt="5a" * 32))
    s.floor(m.RemoveShuffler if m.RemoveShuffler in s.table.waiting.may else m.CoverShuffler)
    s.shuffle()
    return s


# --- 663a.9(d) to (f) -----------------------------------------------------------------------------------------------


@story(HI_LO)
def a_stub_counted_and_right(game: str) -> Story:
    """52 cards: the stub goes to the rack and the round is decided."""
    s = in_order("", by_hand=BY_HAND).wagers().until(m.RackStub)
    s.dealer(m.CountStub, cards=37)
    return s.until()


def _misdealt(s: Story) -> Story:
    """Bob is passed over once."""
    s.wagers().until(m.Deal, 2)
    s.dealer(m.PassOver, box=2)
    return s.until(m.RackStub)


@story(HI_LO)
def a_misdeal_with_all_cards_there(game: str) -> Story:
    """Void, wagers returned, the deck stays."""
    s = _misdealt(in_order("", by_hand=BY_HAND))
    s.dealer(m.CountStub, cards=38)
    s.dealer(m.DeclareMisdeal, misdealt=True)
    return s


@story(HI_LO)
def a_misdeal_and_a_card_missing(game: str) -> Story:
    """Void, wagers returned, the deck removed by the reading in force."""
    s = _misdealt(in_order("", by_hand=BY_HAND))
    s.dealer(m.CountStub, cards=36)
    s.dealer(m.DeclareMisdeal, misdealt=True)
    return s


@story(HI_LO)
def a_card_missing_and_no_misdeal(game: str) -> Story:
    """Void, wagers returned, the entire deck removed from the table."""
    s = in_order("", by_hand=BY_HAND).wagers().until(m.RackStub)
    s.dealer(m.CountStub, cards=36)
    s.refused(m.DeclareMisdeal(by=DEALER, misdealt=True))
    s.dealer(m.DeclareMisdeal, misdealt=False)
    return s


# --- tables at which people do everything ---------------------------------------------------------------------------

EVERYBODY = (DEALER, FLOORPERSON)
BLACKJACK = (PA, NJ, DBJ, DD)


@story(*BLACKJACK)
def everything_by_hand_and_a_dealer_blackjack(game: str) -> Story:
    """The opening, the deal, insurance, the reader and the settlement, each step by a person."""
    s = Story(game, "AD", "KC", ("8S 8H", "KH 9S"), by_hand=EVERYBODY)
    s.told_from = 0
    s.wagers().until(m.Insure).do(m.Insure(by="ann", box=1, cents=50_00))
    return s.until()


@story(*BLACKJACK)
def a_split_a_double_and_a_bust_by_hand(game: str) -> Story:
    """The cards that are asked for are dealt by a person too; at Double Back Jack the bust is given a second chance."""
    s = Story(game, "6D", "KC", ("8S 8H", "KH 6S"), "3C 9D 7S 9H 5S 4C", by_hand=BY_HAND).wagers().until(m.Stand)
    if s.hand().face_down:
        s.plays(m.LookAtCards)
    s.plays(m.Split).until(m.Double, 1).plays(m.Double, cents=100_00)
    s.until(m.Hit, 2).plays(m.Hit)
    if game == DBJ:
        s.until(m.SecondChance).plays(m.SecondChance)
    return s.until()


@story(*BLACKJACK)
def a_blackjack_and_a_surrender_by_hand(game: str) -> Story:
    """Under a card that calls for the reader; where a text has no surrender its player stands."""
    s = Story(game, "KD", "9C", ("AS KH", "9S 7H"), by_hand=EVERYBODY).wagers().until(m.Stand, 2)
    return (s.plays(m.Surrender) if m.Surrender in s.table.waiting.may else s).until()


@story(NJ)
def a_shared_box_split_and_doubled_by_hand(game: str) -> Story:
    """Of two others on the box one covers the new hand and one lets the wager stay; then they are asked to double."""
    s = Story(game, "6D", "", ("8S 8H", "KH 9S"), "3C 9D 7S 9H KC 4C", by_hand=BY_HAND, sets={"bettors_per_box": 3})
    for name in ("cat", "dan"):
        s.do(m.BuyIn(by=name, cents=1000_00))
    s.do(m.Wager(by="ann", box=1, cents=100_00))
    for name in ("cat", "dan"):
        s.do(m.Consent(by="ann", box=1, player=name))
        s.do(m.Wager(by=name, box=1, cents=40_00))
    s.do(m.Wager(by="bob", box=2, cents=100_00))
    s.dealer(m.CloseBets)
    s.until(m.Attack).do(m.Attack(by="ann", box=1, cents=100_00))
    for name, cents in (("cat", 40_00), ("dan", 20_00)):
        s.do(m.Attack(by=name, box=1, cents=cents))
    s.until(m.Split, 1).plays(m.Split)
    s.do(m.FollowSplit(by="cat", box=1, cover=True))
    s.do(m.FollowSplit(by="dan", box=1, cover=False, keep_on_new_hand=True))
    s.until(m.Double, 1).plays(m.Double, cents=200_00)
    s.do(m.FollowDouble(by="cat", box=1, cents=0))
    return s.until()


@story(NJ)
def an_unread_hole_card_and_a_parked_surrender_by_hand(game: str) -> Story:
    """The hole card is dealt and turned up after the players: only then is the surrender settled."""
    readings = {"nj-hole-card": "unread"}
    s = Story(game, "KD", "9C", ("9S 7H", "KH 9H"), by_hand=BY_HAND, readings=readings).wagers().until(m.Surrender)
    return s.plays(m.Surrender).until()


@story(*LAWS)
def an_exposed_card_that_comes_unasked(game: str) -> Story:
    """The second hand of a split is due the card that lies there: whoever plays it may accept it or not."""
    s = Story(game, "6D", "KC", ("8S 8H", "KH 9S"), "3C 9D 7S", by_hand=BY_HAND).wagers().until(m.Split, 1)
    s.plays(m.Split).until(m.Stand, 1)
    s.dealer(m.DrewInError, exposed=True)
    s.plays(m.Stand).until(m.AcceptCard)
    return s.plays(m.AcceptCard).until()


@story(*LAWS)
def a_table_left_by_everybody(game: str) -> Story:
    """The cards are spread; who comes has them turned up and looks at them; washed, shuffled and cut they are dealt."""
    s = Story(game, "6D", "KC", TWO, "5D", by_hand=EVERYBODY, sets={"shuffling": "device"})
    s.wagers().until()
    for name in s.players:
        s.do(m.Leave(by=name))
    s.dealer(m.NoteNoActivity)
    for box, name in enumerate(reversed(s.players), 1):
        s.do(m.Sit(by=name, box=box))
        s.do(m.BuyIn(by=name, cents=1000_00))
    if m.AskFaceUp in s.table.waiting.may:
        s.do(m.AskFaceUp(by="ann"))
    return s.to_the_wagers()


@story(*LAWS)
def cards_changed_and_a_reshuffle_ordered(game: str) -> Story:
    """Between rounds, and once a wager lies there after the round."""
    s = Story(game, "6D", "KC", TWO, "5D", by_hand=EVERYBODY)
    s.floor(m.OrderReshuffle)
    s.to_the_wagers().do(m.Wager(by="ann", box=1, cents=100_00))
    s.floor(m.ChangeCards)
    s.dealer(m.CloseBets)
    return s.until().to_the_wagers()


@story(DD)
def a_dealer_tapped_out_of_the_shuffle(game: str) -> Story:
    """The decks are spread as they are, the one who comes shuffles anew, calls rolling and cuts when asked to."""
    s = Story(game, "6D", "KC", ("KS 9H",), "5S", by_hand=EVERYBODY).wagers().until()
    s.floor(m.TapIn, dealer="joe")
    s.floor(m.TapIn, dealer="sue")
    return s.to_the_wagers()
