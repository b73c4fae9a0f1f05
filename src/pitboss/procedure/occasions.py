"""When each move has its place: what a move is told that comes at another time, and by which clause of the text."""

from collections.abc import Callable

from pitboss.law import Citation
from pitboss.procedure import moves as m
from pitboss.procedure.moves import Move
from pitboss.procedure.state import Phase, State
from pitboss.rules.subjects.layout import DealtFrom

Governs = str | Callable[[State], Citation]
Words = str | Callable[[State], str]
NO_SUCH_STEP = "the text of this game has no such step"


def _insurance(t: State) -> Citation:
    """Under another card than an ace there is none; under an ace it is placed at its time."""
    seen = t.in_round and len(t.dealer.cards) > len(t.dealer.face_down)
    showing = seen and t.dealer.up_card.rank is t.rules.insurance.insurance_up_card
    return t.rules.cites("insurance_placed" if showing else "insurance_up_card")


def _next_card(t: State) -> Citation:
    """No card before the wagers are down, none to the players before all could attack, then only what is asked for."""
    if t.phase in (Phase.OPENING, Phase.SHUFFLE, Phase.BETTING):
        closing, dealt = t.rules.cites("wagers_close"), t.rules.cites("deal_order")
        return tuple(clause for clause in closing if clause in dealt) or closing
    if t.phase is Phase.ATTACK:
        return (*t.law.attack_offered, *t.rules.cites("first_cards_go"))
    if t.phase is Phase.DEALER:
        return t.rules.cites("hole_card_turned" if t.dealer.face_down else "dealer_stands_on")
    return _settling(t) if t.phase is Phase.SETTLEMENT else t.law.draw


def _settling(t: State) -> Citation:
    return t.law.settled_when or (*t.law.settled, *t.law.chips)


def _from_a_shoe(shoe: str, hand: str) -> Words:
    return lambda t: shoe if t.any_rules.layout.dealt_from is DealtFrom.SHOE else hand


def _late_card(t: State) -> Citation:
    return (*t.rules.cites("one_card_dealt"), *t.rules.cites("missed_hit"))


# For each move: the rule value whose clauses say when it is made (or what finds them), and that in our words.
OCCASIONS: dict[type[Move], tuple[Governs, Words]] = {
    m.CheckEquipment: ("", "the equipment is checked when the table opens"),
    m.InspectReader: ("reader_inspected", "the card reader is inspected as the gaming day begins"),
    m.ReceiveDecks: ("", "decks are received when the table opens and when the cards are changed"),
    m.InspectCards: ("inspected_by", "the cards are inspected when they have come to the table"),
    m.VerifyInspection: ("inspected_by", "an inspection is verified when the dealer has made it"),
    m.RemoveTens: ("tens_removed_by", "the tens are taken out when the decks have come to the table"),
    m.DestroyTens: ("tens_destroyed", "tens are destroyed when they have been taken out"),
    m.SpreadCards: ("spread", "the cards are spread once they are inspected"),
    m.ViewSpread: ("spread", "the cards do not lie spread for the first player to see"),
    m.AskFaceUp: (lambda t: t.law.idle_spread, "the cards do not lie spread, with nobody playing"),
    m.AskInspection: (lambda t: t.law.idle_device, "no batch comes out of the shuffler after an idle time"),
    m.WashCards: (lambda t: t.law.wash, "the cards are washed when the first player has seen them"),
    m.Shuffle: ("shuffled_when", "the cards are not to be shuffled now"),
    m.CoverShuffler: ("shuffler_out", "the shuffling device was not reported out of use"),
    m.RemoveShuffler: ("shuffler_out", "the shuffling device was not reported out of use"),
    m.ApproveRolling: (lambda t: t.law.rolling, "the dealer has not called rolling"),
    m.Cut: ("cut_if_nobody", "the cards are cut when they have been shuffled"),
    m.RefuseCut: ("cut_if_nobody", "the cut is offered when the cards have been shuffled"),
    m.PlaceCoverCard: ("cover_card_depth", "the cover card is inserted when the cards have been cut"),
    m.LoadShoe: (
        "dealt_from",
        _from_a_shoe("no stack of cards is ready for the shoe", "the cards are dealt from the hand, not a shoe"),
    ),
    m.ChooseHand: (
        "dealt_from",
        _from_a_shoe("the cards are dealt from a shoe, and no hand is chosen for them", "the hand is not chosen now"),
    ),
    m.BurnCard: ("burn_after_shuffle", "no card is to be burned now"),
    m.Consent: ("bettors_per_box", "others join a box while wagers are placed"),
    m.ConfirmVerbal: ("verbal_wagers", "no spoken wager waits to be confirmed"),
    m.Ready: ("", "nobody is waiting for players to be ready"),
    m.CloseBets: ("wagers_close", "the bets are closed once, before the first card"),
    m.Attack: (lambda t: t.law.attack_offered, "the Double Attack Wager has its time after the dealer's first card"),
    m.NoAttack: (lambda t: t.law.attack_offered, "the Double Attack Wager has its time after the dealer's first card"),
    m.Insure: (_insurance, "insurance is placed under an ace, when the first cards are dealt"),
    m.NoInsurance: (_insurance, "insurance is placed under an ace, when the first cards are dealt"),
    m.EvenMoney: ("even_money", "even money is offered with insurance"),
    m.SecondChance: ("second_chance", "the Second Chance Wager is for a hand just drawn over 21"),
    m.NoSecondChance: ("second_chance", "the Second Chance Wager is for a hand just drawn over 21"),
    m.FollowDouble: (lambda t: t.law.follow_double, "nobody on this box has just doubled"),
    m.FollowSplit: (lambda t: t.law.follow_split, "nobody on this box has just split"),
    m.LookAtCards: ("player_cards_seen", "no card of this player's lies face down"),
    m.Deal: (_next_card, "no card is due"),
    m.PassOver: (_next_card, "no card is due"),
    m.TakeLateCard: (_late_card, "no hand of this player's was passed over"),
    m.CallHandDead: (_late_card, "no hand of this player's was passed over"),
    m.SettleBox: (_settling, "no box is to be settled now"),
    m.RackStub: ("stub_to_rack", "the stub goes to the rack after the deal"),
    m.CountStub: ("stub_counted_every", "the stub is counted after the deal"),
    m.DeclareMisdeal: ("misdealt_full", "a misdeal is looked for when the count of the stub is wrong"),
}


def out_of_place(t: State, move: Move) -> None:
    """Refuse a move the table does not wait for, by the clause that gives it its time."""
    governs = _occasion(move)[0]
    _refuse(t, move, _of_value(t, governs) if isinstance(governs, str) else governs(t))


def out_of_place_by_value(t: State, move: Move) -> None:
    """The same in a family of which no move's time hangs on more than a rule value."""
    governs = _occasion(move)[0]
    _refuse(t, move, _of_value(t, governs) if isinstance(governs, str) else ())


def _occasion(move: Move) -> tuple[Governs, Words]:
    return OCCASIONS.get(type(move), (lambda _: (), NO_SUCH_STEP))


def _of_value(t: State, name: str) -> Citation:
    return t.any_rules.cites(name) if name in t.any_rules.by_name else ()


def _refuse(t: State, move: Move, cited: Citation) -> None:
    governs, words = _occasion(move)
    said = words if isinstance(words, str) else words(t)
    t.refuse(f"{move.__struct_config__.tag}/not-now", said if cited or not governs else NO_SUCH_STEP, cited)
