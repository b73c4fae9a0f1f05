"""Double Deck blackjack dealt from the hand: a house's own procedure, in the order of its headings.

What the procedure does not address it leaves to the house's standard six-deck rules (Additional policies 6): those
values are the house's, some of them options.
"""

from dataclasses import dataclass
from fractions import Fraction

from pitboss.cards.card import ALL_CARDS, Rank
from pitboss.rules import phrases
from pitboss.rules.cited import Readings, by, house, silent
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
    second_chance,
    settlement,
    shuffle_and_cut,
    splitting,
    surrender,
    wagers,
)
from pitboss.rules.subjects.shuffle_and_cut import (
    QUARTER_DECK,
    THIRD_DECK,
    CoverCardDepth,
    CutPlace,
    Direction,
    ShuffleRoutine,
    Shuffling,
    StackPart,
)
from pitboss.rules.subjects.surrender import SurrenderWhen

GAME = "double-deck-house"
TITLE = "Double Deck blackjack, a house's procedure"
SHORT_TITLE = "Double Deck"
DOCUMENT = "dd-house"
BLURB = "Two decks from the dealer's hand, your cards face down: look, tuck, double."

DECKS = 2
CUT_CARDS = 2
SPOTS = 6
SPLITS = 3
CUT_MARGIN_CARDS = int(QUARTER_DECK * len(ALL_CARDS))
BLACKJACK_ODDS = (Odds(3, 2), Odds(6, 5))


@dataclass(frozen=True)
class House(TableLimits):
    """What the procedure leaves to the pit staff and to the house's standard six-deck rules."""

    positions: int = option(Between(1, SPOTS), "DD Pay and Take", question="betting positions")
    boxes_per_player: int = option(
        OneOf((1, wagers.DOUBLE_DECK_HANDS_MOST)), "DD Additional policies 1", question="hands a player may play"
    )
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
        second_chance=second_chance.not_offered(),
        dealer=_dealer(choice),
        settlement=_settlement(choice, readings),
        irregularities=_irregularities(),
    )


def _points() -> points.Points:
    """Value of the cards."""
    return points.Points(
        number_cards=house(points.ranks(Rank.TWO, Rank.TEN), "DD Additional policies 6"),
        court_value=house(points.COURT_VALUE, "DD Additional policies 6"),
        ace_high=by(points.ACE_HIGH, "DD Splitting Aces"),
        ace_low=house(points.ACE_LOW, "DD Additional policies 6"),
        limit=house(points.TWENTY_ONE, "DD Dealing 9", "DD Additional policies 6"),
        soft_total=house(points.ACE_AS_ELEVEN, "DD Additional policies 6"),
        hard_total=house(points.NO_ACE_AS_ELEVEN, "DD Additional policies 6"),
    )


def _cards() -> cards_in_use.CardsInUse:
    """Cards in use."""
    return cards_in_use.CardsInUse(
        decks=by(DECKS, "DD Shuffling 10", "DD Shuffling 11", "DD Dealing 1"),
        ranks_removed=silent(()),
        cards_look=silent(phrases.NOT_PROVIDED),
        cover_cards=by(CUT_CARDS, "DD Shuffling 2", "DD Shuffling 11", "DD Dealing 1"),
        cover_cards_exact=silent(False),
        cover_card_look=silent(phrases.NOT_PROVIDED),
        batches_with_shuffler=silent(1),
        decks_with_shuffler=silent(DECKS),
        batch_backs_differ=silent(False),
        batches_alternate=silent(False),
        one_batch_in_rack=silent(False),
        changed_every_hours=by(None, "DD Additional policies 5"),
    )


def _layout(choice: House, readings: Readings) -> layout.Layout:
    """Table, layout and signs."""
    return layout.Layout(
        positions=house(choice.positions, "DD Pay and Take"),
        layout_approved=silent(False),
        name_or_logo=silent(False),
        betting_areas=by(("betting circle",), "DD Shuffling 8"),
        inscriptions=silent(()),
        similar_language=silent(()),
        odds_shown=silent(phrases.NOT_PROVIDED),
        limits_posted=silent(phrases.NOT_PROVIDED),
        drop_and_tip_boxes=silent(phrases.NOT_PROVIDED),
        card_reader=readings.choose(
            "double-deck-peek", {"checked": True, "unchecked": False}, "DD Additional policies 6"
        ),
        card_reader_tells=readings.choose(
            "double-deck-peek",
            {"checked": phrases.READER_TELLS, "unchecked": phrases.NONE},
            "DD Additional policies 6",
        ),
        reader_shows_players=silent(False),
        reader_inspected=silent(phrases.NOT_PROVIDED),
        rack_height=silent(phrases.NOT_PROVIDED),
        rack_place=silent(phrases.NOT_PROVIDED),
        dealt_from=by(layout.DealtFrom.HAND, "DD Dealing 1"),
        shoe_place=by("in the dealer's left hand, the second cut card hiding the bottom card", "DD Dealing 1"),
        shoe_marked=silent(False),
        dealing_hands=by(layout.DealingHands.RIGHT_PITCHES, "DD Dealing 1", "DD Dealing 3"),
    )


def _opening() -> opening.Opening:
    """Opening the table."""
    return opening.Opening(
        opening_steps=by((opening.OpeningStep.SHUFFLE,), "DD Shuffling 1"),
        inspected_by=silent(phrases.NOT_PROVIDED),
        tens_removed_by=silent(phrases.NONE),
        tens_destroyed=silent(phrases.NONE),
        spread=silent(opening.Spread.NOT_PROVIDED),
        remix_if_exposed=silent(False),
        batches_opened_apart=silent(False),
        preshuffled_skips=silent(()),
    )


def _shuffle(choice: House, readings: Readings) -> shuffle_and_cut.ShuffleAndCut:
    """Shuffle, cut and burn."""
    return shuffle_and_cut.ShuffleAndCut(
        shuffled_when=by(
            "at every change of dealer, between hands: the outgoing one spreads the cards, the new one shuffles",
            "DD Tap in/tap out 4",
            "DD Tap in/tap out note",
        ),
        shuffling=by(Shuffling.BY_HAND, "DD Shuffling 1", "DD Shuffling 2", "DD Shuffling 3", "DD Shuffling 4"),
        shuffler_required=silent(False),
        machine_shuffle_is_cut=silent(False),
        run_out_machine_shuffle_is_cut=silent(False),
        cut_offers=by((shuffle_and_cut.CutOffer.ANY_PATRON,), "DD Shuffling 5", "DD Shuffling 6"),
        cut_refused=silent(None),
        first_refusal_rotates=silent(False),
        cut_backs_away=silent(False),
        cut_if_nobody=by(phrases.DEALER_CUTS, "DD Shuffling 6", "DD Shuffling 9"),
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
        cover_card_measured=by("roughly, from the back of the 2 decks", "DD Shuffling 11"),
        recut_until=silent(shuffle_and_cut.RecutUntil.NEVER),
        recut_by=silent(phrases.NOT_PROVIDED),
        recut_ordered_by=silent(phrases.NOT_PROVIDED),
        reshuffle=house(phrases.AFTER_COVER_CARD, "DD Additional policies 6"),
        reshuffle_ordered_by=silent(phrases.NOT_PROVIDED),
        idle_spread=silent(shuffle_and_cut.IdleSpread.NOT_PROVIDED),
        continuous_shuffler=silent(False),
        own_shuffle=by(
            "stacks 1 and 2, half of each shuffled onto B; the rest of each with half of B shuffled twice, "
            'stripped and laced into A; "rolling" called and approved by the floorperson; squared',
            "DD Shuffling 1",
            "DD Shuffling 2",
            "DD Shuffling 3",
            "DD Shuffling 4",
            "DD Shuffling 5",
        ),
        own_procedure=silent(False),
        shuffle_routine=house(
            choice.shuffle_routine, "DD Shuffling 1", "DD Shuffling 2", "DD Shuffling 3", "DD Shuffling 4"
        ),
        burn_after_shuffle=by(shuffle_and_cut.BURNED_AFTER_SHUFFLE, "DD Dealing 2"),
        burn_by_new_dealer=silent(0, note="a new dealer shuffles anew, and burns as after any shuffle"),
        burn_disclosed=silent(False),
    )


def _wagers(choice: House, readings: Readings) -> wagers.Wagers:
    """Wagers."""
    return wagers.Wagers(
        bet_name=house("original bet", "DD Additional policies 6"),
        wagers_made=silent(phrases.NOT_PROVIDED),
        verbal_wagers=silent(wagers.VerbalWagers.NOT_PROVIDED),
        match_play=silent(False),
        match_play_worth=silent(Fraction(0)),
        wagers_close=house("before the first card", "DD Additional policies 6"),
        wagers_locked=house(wagers.LockedFrom.WHEN_MADE, "DD Additional policies 6"),
        table_minimum_cents=house(choice.table_minimum_cents),
        table_maximum_cents=house(choice.table_maximum_cents),
        chip_unit_cents=house(choice.chip_unit_cents),
        attack=silent(wagers.AttackLimit.NONE),
        mid_shoe_entry=readings.choose(
            "mid-shoe-return",
            {"barred": wagers.MidShoeEntry.FORBIDDEN, "may-return": wagers.MidShoeEntry.RETURN_ONLY},
            "DD Additional policies",
        ),
        boxes_per_player=house(choice.boxes_per_player, "DD Additional policies 1"),
        boxes_adjacent=silent(False),
        hands_in_mid_shoe=by(wagers.HandsInMidShoe.ONLY_FEWER, "DD Additional policies 4"),
        second_hand_tucked=by(True, "DD Additional policies 2", "DD Additional policies 3"),
        bettors_per_box=silent(1),
        box_decided_by=silent(wagers.BoxDecidedBy.OWNER),
        other_bettors=silent(phrases.NOT_PROVIDED),
        attack_without_caller=silent(False),
        designated_attack=silent(wagers.DesignatedAttack.GOES_ALONG),
        box_regulator=silent(phrases.NOT_PROVIDED),
    )


def _deal(readings: Readings) -> deal.Deal:
    """The deal."""
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
        first_cards_go=by(Direction.CLOCKWISE, "DD Dealing 3"),
        deal_direction=by(Direction.CLOCKWISE, "DD Dealing 3"),
        player_cards_seen=by(
            "face down, for their player to view with one hand once the layout is complete",
            "DD Dealing 3",
            "DD Dealing 6",
        ),
        hole_card=readings.choose(
            "double-deck-peek",
            {"checked": deal.HoleCard.READER, "unchecked": deal.HoleCard.UNREAD},
            "DD Dealing 10",
            "DD Additional policies 3",
            "DD Additional policies 6",
        ),
        reader_ranks=readings.choose(
            "double-deck-peek",
            {"checked": (Rank.ACE, *points.TEN_VALUES), "unchecked": ()},
            "DD Additional policies 6",
        ),
        hole_card_secret=by(
            "nobody: it lies squared under the up card", "DD Dealing 4", "DD Dealing 5", "DD Dealing 10"
        ),
        dealer_blackjack_ends_round=readings.choose(
            "double-deck-peek",
            {"checked": True, "unchecked": False},
            "DD Dealing 10",
            "DD Additional policies 6",
        ),
        additional_cards=by(phrases.FACE_UP, "DD Dealing 7"),
        totals_announced=silent(False),
        dealer_card_announced=silent(False),
        dealer_total_announced=silent(phrases.NOT_PROVIDED),
        count_is_players_duty=silent(False),
        cards_touched=by(
            "the dealer, and each player the hand's first two", "DD Dealing 6", "DD Dealing 7", "DD Dealing 8"
        ),
        signals=by(
            "hit: the felt scratched with the cards, or the standard signal when they lie face up; "
            "stand: the cards tucked face down under the bet; "
            "double: the cards exposed, the wager behind the bet; split: the cards exposed, 2 fingers",
            "DD Dealing 7",
            "DD Dealing 8",
            "DD Doubling Down",
            "DD Splitting",
        ),
    )


def _insurance(choice: House, readings: Readings) -> insurance.Insurance:
    """Insurance."""
    return insurance.Insurance(
        insurance_offered=by(True, "DD Additional policies 3"),
        insurance_up_card=by(Rank.ACE, "DD Additional policies 3"),
        insurance_wins_on=house(points.TEN_VALUES, "DD Additional policies 6"),
        insurance_share=house(insurance.HALF, "DD Additional policies 6"),
        insurance_rounds_up=silent(False),
        insurance_odds=house(TWO_TO_ONE, "DD Additional policies 6"),
        insurance_placed=by(
            "before the hands are played; one who plays 2 hands may view both for it, one at a time",
            "DD Additional policies 3",
        ),
        insurance_collected=readings.choose(
            "double-deck-peek",
            {
                "checked": insurance.InsuranceCollected.AFTER_READER,
                "unchecked": insurance.InsuranceCollected.AT_SECOND_CARD,
            },
            "DD Dealing 10",
            "DD Additional policies 6",
        ),
        even_money=house(choice.even_money, "DD Additional policies 3", "DD Additional policies 6"),
    )


def _surrender(choice: House, readings: Readings) -> surrender.Surrender:
    """Surrender."""
    return surrender.Surrender(
        surrender=house(choice.surrender, "DD Additional policies 6"),
        surrender_share=house(insurance.HALF, "DD Additional policies 6"),
        surrender_after_draw=silent(False),
        surrender_after_split=silent(False),
        surrender_split_aces=silent(False),
        surrender_after_double=silent(surrender.SurrenderAfterDouble.NOT_OFFERED),
        surrender_shared=silent(True),
        surrender_below=silent(None),
        surrender_settled=readings.choose(
            "double-deck-peek",
            {
                "checked": surrender.SurrenderSettled.AFTER_READER,
                "unchecked": surrender.SurrenderSettled.PARKED_FOR_SECOND_CARD,
            },
            "DD Dealing 10",
            "DD Additional policies 6",
        ),
        surrender_to_blackjack=readings.choose(
            "double-deck-peek",
            {"checked": "cannot arise: the down card was checked", "unchecked": "the whole bet is lost"},
            "DD Dealing 10",
            "DD Additional policies 6",
        ),
        surrender_apart=silent(phrases.NOT_PROVIDED),
    )


def _doubling() -> doubling.Doubling:
    """Doubling down."""
    return doubling.Doubling(
        double_on_cards_at_least=by(doubling.FIRST_TWO_CARDS, "DD Doubling Down"),
        double_on_cards_at_most=by(doubling.FIRST_TWO_CARDS, "DD Doubling Down"),
        double_on_totals=silent(()),
        double_limit=by(doubling.DoubleLimit.BET, "DD Doubling Down"),
        double_for_less=by(True, "DD Doubling Down"),
        double_cards=by(1, "DD Doubling Down"),
        double_card=by(doubling.DoubleCard.DOWN_TUCKED, "DD Doubling Down"),
        double_after_split=by(True, "DD Splitting"),
        double_split_aces=by(False, "DD Splitting", "DD Splitting Aces"),
        double_on_blackjack=by(True, "DD Doubling Down"),
    )


def _splitting(readings: Readings) -> splitting.Splitting:
    """Splitting pairs, resplitting and aces."""
    return splitting.Splitting(
        pair=readings.choose(
            "pair-means",
            {"same-value": splitting.Pair.SAME_VALUE, "same-rank": splitting.Pair.SAME_RANK},
            "DD Splitting",
            "DD Additional policies 6",
        ),
        split_wager=by(phrases.EQUAL_TO_ORIGINAL, "DD Splitting"),
        split_hands=by(SPLITS + 1, "DD Splitting"),
        split_hands_by=silent(splitting.PositionsCounted.NONE),
        split_hands_of_aces=silent(None),
        resplit_aces=by(False, "DD Splitting", "DD Splitting Aces"),
        split_aces_one_card=by(True, "DD Splitting Aces"),
        blackjack_after_split=readings.choose("blackjack-after-split", splitting.AFTER_SPLIT, "DD Splitting Aces"),
        split_order=house(phrases.LEFT_HAND_FIRST, "DD Additional policies 6"),
        split_decisions=by(phrases.STAND_DRAW_DOUBLE, "DD Splitting"),
    )


def _dealer(choice: House) -> dealer.Dealer:
    """The dealer's hand."""
    return dealer.Dealer(
        dealer_stands_on=house(points.DEALER_STANDS_ON, "DD Additional policies 6"),
        dealer_hits_soft=house(choice.dealer_hits_soft, "DD Additional policies 6"),
        dealer_draws_in_vain=house(False, "DD Additional policies 6"),
        hole_card_turned=by(phrases.AFTER_PLAYERS, "DD Dealing 10"),
        push_total=silent(None),
    )


def _settlement(choice: House, readings: Readings) -> settlement.Settlement:
    """Who wins, what is paid, in which order."""
    return settlement.Settlement(
        blackjack=house(phrases.ACE_AND_TEN_VALUE, "DD Splitting Aces", "DD Additional policies 6"),
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
        player_wins=house(phrases.EXCEEDS, "DD Dealing 11", "DD Additional policies 6"),
        player_loses=house(phrases.FALLS_SHORT, "DD Dealing 11", "DD Additional policies 6"),
        player_ties=house(phrases.SAME_TOTAL, "DD Splitting Aces", "DD Additional policies 6"),
        player_bust=by(settlement.PlayerBust.LOSES, "DD Dealing 9"),
        bust_collected=by(settlement.BustCollected.AT_THE_BUST, "DD Dealing 9"),
        twenty_one_paid=by(settlement.TwentyOnePaid.NOT_AT_ONCE, "DD Dealing 11"),
        charlie_cards=silent(None),
        dealer_blackjack_takes=house(settlement.DealerBlackjackTakes.EVERYTHING, "DD Additional policies 6"),
        settled_from_right=by(Direction.COUNTERCLOCKWISE, "DD Dealing 11", "DD Pay and Take"),
        collect_and_pay=by(settlement.CollectAndPay.TOGETHER, "DD Dealing 11"),
        losing_chips_apart=by(settlement.LosingChips.RACKED_BEFORE_CARDS, "DD Dealing 9"),
        discarded=by(settlement.Discarded.EACH_HAND, "DD Discarding"),
        picked_up=silent(phrases.NOT_PROVIDED),
    )


def _irregularities() -> irregularities.Irregularities:
    """What follows when something goes wrong."""
    return irregularities.Irregularities(
        face_up_card=silent(irregularities.FaceUpCard.NOT_PROVIDED),
        ten_found=silent(phrases.NOT_PROVIDED),
        hidden_card=silent(phrases.NOT_PROVIDED),
        exposed_card=silent(irregularities.ExposedCard.NOT_PROVIDED),
        exposed_early=silent(irregularities.ExposedEarly.NOT_PROVIDED),
        exposed_card_refused=silent(phrases.NOT_PROVIDED),
        exposed_card_unusable=silent(phrases.NOT_PROVIDED),
        dealer_overdraw=silent(irregularities.DealerOverdraw.NOT_PROVIDED),
        dealer_card_missed=silent(irregularities.DealerCardMissed.NOT_PROVIDED),
        cards_run_out=silent(phrases.NOT_PROVIDED),
        no_card_dealt=silent(phrases.NOT_PROVIDED),
        one_card_dealt=silent(phrases.NOT_PROVIDED),
        missed_hit=silent(phrases.NOT_PROVIDED),
        missed_hit_returns=silent(irregularities.MissedHitReturns.NOT_PROVIDED),
        void_insurance=silent(irregularities.VoidInsurance.RETURNED),
        dead_hands_paid=silent(irregularities.DeadHandsPaid.UNDONE),
        reader_misused=silent(irregularities.ReaderMisused.NOT_PROVIDED),
        reader_misused_told=silent(phrases.NOT_PROVIDED),
        reader_fails=silent(irregularities.ReaderFails.NOT_PROVIDED),
        shuffler_jams=silent(phrases.NOT_PROVIDED),
        shuffler_out=silent(irregularities.ShufflerOut.NOT_PROVIDED),
        other_cases=by("as the house's standard six-deck rules have it", "DD Additional policies 6"),
    )
