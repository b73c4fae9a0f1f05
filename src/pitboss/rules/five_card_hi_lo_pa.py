"""Five Card Hi-Lo dealt from the hand in Pennsylvania: 58 Pa. Code § 663a.9, the one section of its chapter at hand.

The shuffle and cut, the wagers beyond the Ante and how a round is decided stand in other sections: nothing here states
them as law.
"""

from dataclasses import dataclass
from fractions import Fraction

from pitboss.rules import hi_lo, phrases
from pitboss.rules.cited import Readings, by, house, silent
from pitboss.rules.money import EVEN_MONEY
from pitboss.rules.options import YES_OR_NO, Between, TableLimits, option
from pitboss.rules.rules import HiLoRules
from pitboss.rules.subjects import cards_in_use, layout, shuffle_and_cut, wagers
from pitboss.rules.subjects.shuffle_and_cut import CoverCardDepth, Direction, Shuffling, StackPart

GAME = "five-card-hi-lo-pa"
TITLE = "Five Card Hi-Lo dealt from the hand, Pennsylvania"
DOCUMENT = "pa-663a"
BLURB = "Five cards each and nothing to decide: the text says how to deal them, the house who wins."

DECKS = 1
NO_DEPTH = Fraction(0)
DECK_HELD = "over the table inventory container, in front of the dealer"
VOID_AND_RETURNED = "all hands void, all wagers returned"
SHUFFLE_SECTION = "section 663a.5 is not at hand"
HOUSE_NOT_LAW = "HOUSE, never law: the sections that decide a round are not at hand"


@dataclass(frozen=True)
class House(TableLimits):
    """What the section leaves to the certificate holder, or does not speak of."""

    positions: int = option(Between(1, layout.PENNSYLVANIA_POSITIONS), question="betting positions")
    counting_shuffler: bool = option(
        YES_OR_NO, "PA 663a.9(d)", question="does the shuffling device count the cards after each shuffle"
    )


def rules(choice: House, readings: Readings) -> HiLoRules:
    """The game as the section, the house's choices and the readings in force have it."""
    return HiLoRules(
        game=GAME,
        title=TITLE,
        document=DOCUMENT,
        readings=readings,
        cards=_cards(),
        layout=_layout(choice),
        shuffle=_shuffle(),
        wagers=_wagers(choice),
        hi_lo_deal=_hi_lo_deal(),
        stub=_stub(choice, readings),
        showdown=_showdown(readings),
    )


def _cards() -> cards_in_use.CardsInUse:
    """Cards in use."""
    return cards_in_use.CardsInUse(
        decks=by(DECKS, "PA 663a.9(d)", "PA 663a.9(e)"),
        ranks_removed=by((), "PA 663a.9(d)", "PA 663a.9(e)"),
        cards_look=silent(phrases.NOT_PROVIDED),
        cover_cards=silent(0, note=SHUFFLE_SECTION),
        cover_cards_exact=silent(False),
        cover_card_look=silent(phrases.NOT_PROVIDED),
        batches_with_shuffler=silent(1),
        decks_with_shuffler=silent(DECKS),
        batch_backs_differ=silent(False),
        batches_alternate=silent(False),
        one_batch_in_rack=silent(False),
        changed_every_hours=silent(None),
    )


def _layout(choice: House) -> layout.Layout:
    """Table, layout and signs."""
    return layout.Layout(
        positions=house(choice.positions),
        layout_approved=silent(False),
        name_or_logo=silent(False),
        betting_areas=silent(("Ante",)),
        inscriptions=silent(()),
        similar_language=silent(()),
        odds_shown=silent(phrases.NOT_PROVIDED),
        limits_posted=silent(phrases.NOT_PROVIDED),
        drop_and_tip_boxes=silent(phrases.NOT_PROVIDED),
        card_reader=silent(False),
        card_reader_tells=silent(phrases.NONE),
        reader_shows_players=silent(False),
        reader_inspected=silent(phrases.NOT_PROVIDED),
        rack_height=silent(phrases.NOT_PROVIDED),
        rack_place=silent(phrases.NOT_PROVIDED),
        dealt_from=by(layout.DealtFrom.HAND, "PA 663a.9(a)"),
        shoe_place=by(DECK_HELD, "PA 663a.9(a)(2)"),
        shoe_marked=silent(False),
        dealing_hands=by(layout.DealingHands.OTHER_THAN_HOLDS, "PA 663a.9(a)(2)", "PA 663a.9(b)"),
    )


def _shuffle() -> shuffle_and_cut.ShuffleAndCut:
    """Shuffle, cut and burn."""
    return shuffle_and_cut.ShuffleAndCut(
        shuffled_when=by("before the dealer takes the deck in hand to deal", "PA 663a.9(a)(2)"),
        shuffling=by(Shuffling.DEVICE, "PA 663a.9(a)(1)"),
        shuffler_required=by(True, "PA 663a.9(a)", "PA 663a.9(a)(1)"),
        machine_shuffle_is_cut=by(True, "PA 663a.9(a)(2)"),
        run_out_machine_shuffle_is_cut=silent(False),
        cut_offers=silent((), note=SHUFFLE_SECTION),
        cut_refused=silent(None),
        first_refusal_rotates=silent(False),
        cut_backs_away=silent(False),
        cut_if_nobody=silent(phrases.DEALER_CUTS, note=SHUFFLE_SECTION),
        cut_margin_cards=silent(1, note=SHUFFLE_SECTION),
        cut_place=silent(shuffle_and_cut.CutPlace.OR_FARTHER),
        approximately_cards=silent(0),
        cover_card_depth=silent(CoverCardDepth(NO_DEPTH, StackPart.STACK), note=SHUFFLE_SECTION),
        cover_card_placed=silent(NO_DEPTH, note=SHUFFLE_SECTION),
        cover_card_measured=silent(phrases.NOT_PROVIDED),
        recut_until=silent(shuffle_and_cut.RecutUntil.NEVER),
        recut_by=silent(phrases.NOT_PROVIDED),
        recut_ordered_by=silent(phrases.NOT_PROVIDED),
        reshuffle=silent(phrases.NOT_PROVIDED),
        reshuffle_ordered_by=silent(phrases.NOT_PROVIDED),
        idle_spread=silent(shuffle_and_cut.IdleSpread.NOT_PROVIDED),
        continuous_shuffler=silent(False),
        own_shuffle=silent(phrases.HOUSE_SHUFFLE_NONE),
        own_procedure=silent(False),
        shuffle_routine=silent(shuffle_and_cut.ShuffleRoutine.NONE),
        burn_after_shuffle=silent(0),
        burn_by_new_dealer=silent(0),
        burn_disclosed=silent(False),
    )


def _wagers(choice: House) -> wagers.Wagers:
    """Wagers."""
    return wagers.Wagers(
        bet_name=by("Ante Wager", "PA 663a.9(b)"),
        wagers_made=silent(phrases.NOT_PROVIDED),
        verbal_wagers=silent(wagers.VerbalWagers.NOT_PROVIDED),
        match_play=silent(False),
        match_play_worth=silent(Fraction(0)),
        wagers_close=by('at "no more bets", before any card is dealt', "PA 663a.9(a)(3)"),
        wagers_locked=silent(wagers.LockedFrom.WHEN_MADE),
        table_minimum_cents=house(choice.table_minimum_cents),
        table_maximum_cents=house(choice.table_maximum_cents),
        chip_unit_cents=house(choice.chip_unit_cents),
        attack=silent(wagers.AttackLimit.NONE),
        mid_shoe_entry=silent(wagers.MidShoeEntry.PERMITTED),
        boxes_per_player=silent(1),
        boxes_adjacent=silent(False),
        hands_in_mid_shoe=silent(wagers.HandsInMidShoe.FREE),
        second_hand_tucked=silent(False),
        bettors_per_box=silent(1),
        box_decided_by=silent(wagers.BoxDecidedBy.OWNER),
        other_bettors=silent(phrases.NOT_PROVIDED),
        attack_without_caller=silent(False),
        designated_attack=silent(wagers.DesignatedAttack.GOES_ALONG),
        box_regulator=silent(phrases.NOT_PROVIDED),
    )


def _hi_lo_deal() -> hi_lo.HiLoDeal:
    """The deal from the hand."""
    return hi_lo.HiLoDeal(
        cards_each=by(hi_lo.HI_LO_CARDS, "PA 663a.9(b)", "PA 663a.9(c)"),
        one_at_a_time=by("one card at a time from the top, face down", "PA 663a.9(b)"),
        hand_chosen=by("either, and the same one for the whole round", "PA 663a.9(a)(2)"),
        deck_held=by(DECK_HELD, "PA 663a.9(a)(2)"),
        no_more_bets=by(True, "PA 663a.9(a)(3)"),
        hi_lo_direction=by(Direction.CLOCKWISE, "PA 663a.9(b)"),
    )


def _stub(choice: House, readings: Readings) -> hi_lo.Stub:
    """The stub and its count."""
    return hi_lo.Stub(
        stub_to_rack=by("into the discard rack, unexposed, unless it is to be counted", "PA 663a.9(c)"),
        counting_shuffler=house(choice.counting_shuffler, "PA 663a.9(d)"),
        stub_counted_every=by(hi_lo.STUB_COUNTED_EVERY, "PA 663a.9(d)"),
        stub_counted_how=by("face down on the layout", "PA 663a.9(d)"),
        full_deck=by(hi_lo.FULL_DECK, "PA 663a.9(d)", "PA 663a.9(e)"),
        count_right=readings.choose(
            "stub-count-right",
            {"stub-alone": hi_lo.CountRight.STUB_ALONE, "hands-too": hi_lo.CountRight.HANDS_TOO},
            "PA 663a.9(d)",
            "PA 663a.9(e)",
        ),
        stub_right=by("the stub into the discard rack, unexposed", "PA 663a.9(e)"),
        misdealt_full=by(VOID_AND_RETURNED, "PA 663a.9(f)"),
        not_misdealt_short=by(f"{VOID_AND_RETURNED}, the entire deck removed", "PA 663a.9(f)"),
        misdealt_short=readings.choose(
            "stub-count-mismatch",
            {"remove-deck": hi_lo.CountMismatch.REMOVE_DECK, "keep-deck": hi_lo.CountMismatch.KEEP_DECK},
            "PA 663a.9(f)",
        ),
    )


def _showdown(readings: Readings) -> hi_lo.Showdown:
    """The house's showdown, which is not law."""
    return hi_lo.Showdown(
        showdown=readings.choose(
            "five-card-hi-lo-showdown",
            {
                "house-high-hand": hi_lo.ShowdownKind.HOUSE_HIGH_HAND,
                "stop-after-deal": hi_lo.ShowdownKind.STOP_AFTER_DEAL,
            },
        ),
        ante_odds=house(EVEN_MONEY, note=HOUSE_NOT_LAW),
        ties_push=house(True, note=HOUSE_NOT_LAW),
    )
