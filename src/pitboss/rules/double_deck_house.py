"""Double Deck blackjack dealt from the hand: a house's own procedure, in the order of its headings.

What the procedure does not address it leaves to the house's standard six-deck rules (Additional policies 6): those
values are the house's, some of them options.
"""

from dataclasses import dataclass
from fractions import Fraction

from pitboss.cards.card import ALL_CARDS, Rank
from pitboss.law import cite
from pitboss.rules.cited import Readings, by, house
from pitboss.rules.money import EVEN_MONEY, TWO_TO_ONE, Odds
from pitboss.rules.options import YES_OR_NO, Between, OneOf, TableLimits, option
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.subjects import (
    cards_in_use,
    deal,
    dealer,
    doubling,
    insurance,
    irregularities,
    layout,
    opening,
    points,
    settlement,
    shuffle_and_cut,
    splitting,
    surrender,
    wagers,
)
from pitboss.rules.subjects.shuffle_and_cut import CoverCardDepth, CutPlace, ShuffleRoutine, Shuffling, StackPart
from pitboss.rules.subjects.surrender import SurrenderWhen

GAME = "double-deck-house"
TITLE = "Double Deck blackjack, a house's procedure"
SHORT_TITLE = "Double Deck"
DOCUMENT = "dd-house"
BLURB = "Two decks from the dealer's hand, your cards face down: look, tuck, double."

DECKS = 2
QUARTER_DECK, THIRD_DECK = Fraction(1, 4), Fraction(1, 3)
CUT_CARDS = 2
SPOTS = 6
SPLITS = 3
CUT_MARGIN_CARDS = int(QUARTER_DECK * len(ALL_CARDS))
BLACKJACK_ODDS = (Odds(3, 2), Odds(6, 5))


@dataclass(frozen=True)
class House(TableLimits):
    """What the procedure leaves to the pit staff and to the house's standard six-deck rules."""

    positions: int = option(Between(1, SPOTS), "DD Pay and Take", question="betting positions")
    boxes_per_player: int = option(OneOf((1, 2)), "DD Additional policies 1", question="hands a player may play")
    cover_card_placed: Fraction = option(
        Between(QUARTER_DECK, THIRD_DECK),
        "DD Shuffling 11",
        question="cut card, as a fraction from the back of what the reading cut-card-depth measures by",
    )
    approximately_cards: int = option(
        Between(0, CUT_MARGIN_CARDS - 1),
        "DD Shuffling 9",
        "DD Shuffling 11",
        question="cards by which a cut or cut card that is placed approximately may miss its place",
    )
    shuffle_routine: ShuffleRoutine = option(
        OneOf((ShuffleRoutine.ALWAYS, ShuffleRoutine.USUAL, ShuffleRoutine.UNIFORM)),
        "DD Shuffling 1",
        "DD Shuffling 2",
        "DD Shuffling 3",
        "DD Shuffling 4",
        question="is the shuffling routine carried out",
    )
    dealer_hits_soft: bool = option(YES_OR_NO, "DD Additional policies 6", question="does the dealer draw to a soft 17")
    blackjack_odds: Odds = option(OneOf(BLACKJACK_ODDS), "DD Additional policies 6", question="what a Blackjack pays")
    even_money: bool = option(
        YES_OR_NO,
        "DD Additional policies 3",
        "DD Additional policies 6",
        question="is even money paid for a Blackjack against an ace",
    )
    surrender: SurrenderWhen = option(
        OneOf((SurrenderWhen.NEVER, SurrenderWhen.FIRST_DECISION)),
        "DD Additional policies 6",
        question="may a hand be surrendered",
    )


def rules(choice: House, readings: Readings) -> BlackjackRules:
    """The game as the procedure, the house's choices and the readings in force have it."""
    return BlackjackRules(
        game=GAME,
        title=TITLE,
        document=DOCUMENT,
        readings=readings,
        points=_points(),
        cards=_cards(),
        layout=_layout(choice, readings),
        opening=_opening(),
        shuffle=_shuffle(choice, readings),
        wagers=_wagers(choice, readings),
        deal=_deal(readings),
        insurance=_insurance(choice, readings),
        surrender=_surrender(choice, readings),
        doubling=_doubling(),
        splitting=_splitting(readings),
        dealer=_dealer(choice),
        settlement=_settlement(choice, readings),
        irregularities=_irregularities(),
    )


def _points() -> points.Points:
    return points.Points(
        number_cards=cite("DD Additional policies 6"),
        court_cards=cite("DD Additional policies 6"),
        aces=cite("DD Additional policies 6"),
        soft_total=cite("DD Additional policies 6"),
        hard_total=cite("DD Additional policies 6"),
    )


def _cards() -> cards_in_use.CardsInUse:
    return cards_in_use.CardsInUse(
        decks=by(DECKS, "DD Shuffling 10", "DD Shuffling 11", "DD Dealing 1"),
        cover_cards=by(CUT_CARDS, "DD Shuffling 2", "DD Dealing 1"),
        changed_every_hours=by(None, "DD Additional policies 5"),
    )


def _layout(choice: House, readings: Readings) -> layout.Layout:
    return layout.Layout(
        positions=house(choice.positions, "DD Pay and Take"),
        betting_areas=by(("betting circle",), "DD Shuffling 8"),
        card_reader=readings.choose(
            "double-deck-peek", {"checked": True, "unchecked": False}, "DD Additional policies 6"
        ),
        dealt_from=by(layout.DealtFrom.HAND, "DD Dealing 1"),
        shoe_place=by(layout.Place.LEFT_HAND, "DD Dealing 1"),
        dealing_hands=by(layout.DealingHands.RIGHT_PITCHES, "DD Dealing 1", "DD Dealing 3"),
    )


def _opening() -> opening.Opening:
    return opening.Opening(opening_steps=by((opening.OpeningStep.SHUFFLE,), "DD Shuffling 1"))


def _shuffle(choice: House, readings: Readings) -> shuffle_and_cut.ShuffleAndCut:
    return shuffle_and_cut.ShuffleAndCut(
        shuffled_when=cite("DD Tap in/tap out 4", "DD Tap in/tap out note"),
        shuffling=by(Shuffling.BY_HAND, "DD Shuffling 1", "DD Shuffling 2", "DD Shuffling 3", "DD Shuffling 4"),
        cut_offers=by((shuffle_and_cut.CutOffer.ANY_PATRON,), "DD Shuffling 5", "DD Shuffling 6"),
        cut_if_nobody=cite("DD Shuffling 6", "DD Shuffling 9"),
        cut_margin_cards=by(CUT_MARGIN_CARDS, "DD Shuffling 9"),
        cut_place=readings.choose(
            "double-deck-cut-place",
            {"or-farther": CutPlace.ABOUT_OR_FARTHER, "just-there": CutPlace.ABOUT_THERE},
            "DD Shuffling 9",
        ),
        approximately_cards=house(choice.approximately_cards, "DD Shuffling 9", "DD Shuffling 11"),
        cover_card_depth=readings.choose(
            "cut-card-depth",
            {
                "of-one-deck": CoverCardDepth(QUARTER_DECK, StackPart.ONE_DECK, THIRD_DECK, approximately=True),
                "of-the-pack": CoverCardDepth(QUARTER_DECK, StackPart.STACK, THIRD_DECK, approximately=True),
            },
            "DD Shuffling 11",
        ),
        cover_card_placed=house(choice.cover_card_placed, "DD Shuffling 11"),
        shuffle_routine=house(
            choice.shuffle_routine, "DD Shuffling 1", "DD Shuffling 2", "DD Shuffling 3", "DD Shuffling 4"
        ),
        burn_after_shuffle=by(1, "DD Dealing 2"),
    )


def _wagers(choice: House, readings: Readings) -> wagers.Wagers:
    return wagers.Wagers(
        bet_name=cite("DD Additional policies 6"),
        wagers_close=cite("DD Additional policies 6"),
        wagers_locked=house(wagers.LockedFrom.WHEN_MADE, "DD Additional policies 6"),
        table_minimum_cents=house(choice.table_minimum_cents),
        table_maximum_cents=house(choice.table_maximum_cents),
        chip_unit_cents=house(choice.chip_unit_cents),
        mid_shoe_entry=readings.choose(
            "mid-shoe-return",
            {"barred": wagers.MidShoeEntry.FORBIDDEN, "may-return": wagers.MidShoeEntry.RETURN_ONLY},
            "DD Additional policies",
        ),
        boxes_per_player=house(choice.boxes_per_player, "DD Additional policies 1"),
        hands_in_mid_shoe=by(wagers.HandsInMidShoe.ONLY_FEWER, "DD Additional policies 4"),
    )


def _deal(readings: Readings) -> deal.Deal:
    return deal.Deal(
        deal_order=readings.choose(
            "dealer-card-order",
            {
                "down-card-first": (
                    deal.DealStep.PLAYERS_DOWN,
                    deal.DealStep.DEALER_DOWN,
                    deal.DealStep.PLAYERS_DOWN,
                    deal.DealStep.DEALER_UP,
                ),
                "up-card-first": (
                    deal.DealStep.PLAYERS_DOWN,
                    deal.DealStep.DEALER_UP,
                    deal.DealStep.PLAYERS_DOWN,
                    deal.DealStep.DEALER_DOWN,
                ),
            },
            "DD Dealing 3",
            "DD Dealing 4",
        ),
        first_cards_go=cite("DD Dealing 3"),
        player_cards_seen=cite("DD Dealing 3", "DD Dealing 6"),
        hole_card=readings.choose(
            "double-deck-peek",
            {"checked": deal.HoleCard.READER, "unchecked": deal.HoleCard.UNREAD},
            "DD Dealing 10",
            "DD Additional policies 3",
            "DD Additional policies 6",
        ),
        reader_ranks=readings.choose(
            "double-deck-peek", {"checked": (Rank.ACE, *points.TEN_VALUES), "unchecked": ()}, "DD Additional policies 6"
        ),
        hole_card_secret=cite("DD Dealing 4", "DD Dealing 5", "DD Dealing 10"),
        cards_touched=cite("DD Additional policies 6"),
    )


def _insurance(choice: House, readings: Readings) -> insurance.Insurance:
    return insurance.Insurance(
        insurance_offered=by(True, "DD Additional policies 3", "DD Additional policies 6"),
        insurance_up_card=by(Rank.ACE, "DD Additional policies 3", "DD Additional policies 6"),
        insurance_wins_on=house(points.TEN_VALUES, "DD Additional policies 6"),
        insurance_share=house(insurance.HALF, "DD Additional policies 6"),
        insurance_odds=house(TWO_TO_ONE, "DD Additional policies 6"),
        insurance_placed=cite("DD Additional policies 3", "DD Additional policies 6"),
        insurance_collected=cite("DD Additional policies 6"),
        even_money=house(choice.even_money, "DD Additional policies 3", "DD Additional policies 6"),
    )


def _surrender(choice: House, readings: Readings) -> surrender.Surrender:
    return surrender.Surrender(
        surrender=house(choice.surrender, "DD Additional policies 6"),
        surrender_share=house(insurance.HALF, "DD Additional policies 6"),
        surrender_settled=readings.choose(
            "double-deck-peek",
            {
                "checked": surrender.SurrenderSettled.AFTER_READER,
                "unchecked": surrender.SurrenderSettled.PARKED_FOR_SECOND_CARD,
            },
            "DD Dealing 10",
            "DD Additional policies 6",
        ),
        surrender_to_blackjack=house(
            surrender.SurrenderedToBlackjack.AS_OTHERS, "DD Dealing 10", "DD Additional policies 6"
        ),
    )


def _doubling() -> doubling.Doubling:
    return doubling.Doubling(
        double_on_cards_at_least=by(doubling.FIRST_TWO_CARDS, "DD Doubling Down"),
        double_on_cards_at_most=by(doubling.FIRST_TWO_CARDS, "DD Doubling Down"),
        double_limit=by(doubling.DoubleLimit.BET, "DD Doubling Down"),
        double_for_less=by(True, "DD Doubling Down"),
        double_cards=cite("DD Doubling Down"),
        double_card=by(doubling.DoubleCard.DOWN_TUCKED, "DD Doubling Down"),
        double_after_split=by(True, "DD Splitting"),
        double_split_aces=by(False, "DD Splitting", "DD Splitting Aces"),
        double_on_blackjack=by(True, "DD Doubling Down"),
    )


def _splitting(readings: Readings) -> splitting.Splitting:
    return splitting.Splitting(
        pair=readings.choose(
            "pair-means",
            {"same-value": splitting.Pair.SAME_VALUE, "same-rank": splitting.Pair.SAME_RANK},
            "DD Splitting",
            "DD Additional policies 6",
        ),
        split_wager=cite("DD Splitting"),
        split_hands=by(SPLITS + 1, "DD Splitting"),
        resplit_aces=by(False, "DD Splitting", "DD Splitting Aces"),
        split_aces_one_card=by(True, "DD Splitting Aces"),
        blackjack_after_split=readings.choose("blackjack-after-split", splitting.AFTER_SPLIT, "DD Splitting Aces"),
        split_21_ties_blackjack=readings.choose(
            "double-deck-split-natural", {"loses": False, "pushes": True}, "DD Splitting Aces"
        ),
        split_order=cite("DD Additional policies 6"),
    )


def _dealer(choice: House) -> dealer.Dealer:
    return dealer.Dealer(
        dealer_stands_on=house(points.DEALER_STANDS_ON, "DD Additional policies 6"),
        dealer_hits_soft=house(choice.dealer_hits_soft, "DD Additional policies 6"),
        dealer_draws_in_vain=house(False, "DD Additional policies 6"),
        hole_card_turned=cite("DD Dealing 10"),
    )


def _settlement(choice: House, readings: Readings) -> settlement.Settlement:
    return settlement.Settlement(
        bet_odds=house(EVEN_MONEY, "DD Splitting Aces", "DD Additional policies 6"),
        blackjack_odds=house(choice.blackjack_odds, "DD Additional policies 6"),
        blackjack_paid=readings.choose(
            "double-deck-peek",
            {"checked": settlement.BlackjackPaid.IN_TURN, "unchecked": settlement.BlackjackPaid.AFTER_ROUND},
            "DD Dealing 11",
            "DD Additional policies 6",
        ),
        blackjack_beats_21=house(True, "DD Additional policies 6"),
        blackjacks_tie=house(True, "DD Additional policies 6"),
        player_wins=cite("DD Dealing 11", "DD Additional policies 6"),
        player_loses=cite("DD Dealing 11", "DD Additional policies 6"),
        player_ties=cite("DD Splitting Aces", "DD Additional policies 6"),
        player_bust=by(settlement.PlayerBust.LOSES, "DD Dealing 9"),
        bust_collected=by(settlement.BustCollected.AT_THE_BUST, "DD Dealing 9"),
        twenty_one_paid=by(settlement.TwentyOnePaid.NOT_AT_ONCE, "DD Dealing 11"),
        dealer_blackjack_takes=house(settlement.DealerBlackjackTakes.EVERYTHING, "DD Additional policies 6"),
        settled_from_right=cite("DD Dealing 11", "DD Pay and Take"),
        collect_and_pay=by(settlement.CollectAndPay.TOGETHER, "DD Dealing 11"),
        losing_chips_apart=by(settlement.LosingChips.RACKED_BEFORE_CARDS, "DD Dealing 9"),
        discarded=by(settlement.Discarded.EACH_HAND, "DD Discarding"),
        picked_up=cite("DD Additional policies 6"),  # the dealer's own cards: the text speaks of hands that are settled
    )


def _irregularities() -> irregularities.Irregularities:
    return irregularities.Irregularities(other_cases=cite("DD Additional policies 6"))
