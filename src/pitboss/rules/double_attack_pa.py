"""Double Attack Blackjack in Pennsylvania: 58 Pa. Code chapter 665a, in the order of its sections."""

from dataclasses import dataclass
from fractions import Fraction

from pitboss.cards.card import Rank
from pitboss.law import cite
from pitboss.rules.cited import Readings, by, house
from pitboss.rules.money import EVEN_MONEY, Cents, Odds
from pitboss.rules.options import MID_SHOE_CHOICES, YES_OR_NO, Between, OneOf, TableLimits, option
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.subjects import (
    bust_it,
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
from pitboss.rules.subjects.shuffle_and_cut import Direction, Shuffling
from pitboss.rules.subjects.wagers import MidShoeEntry
from pitboss.rules.wager_kinds import AfterBust

GAME = "double-attack-pa"
TITLE = "Double Attack Blackjack, Pennsylvania"
SHORT_TITLE = "Double Attack, Pennsylvania"
DOCUMENT = "pa-665a"
BLURB = (
    "See the dealer's first card, then raise your bet before your own cards come. "
    "Decks without tens; surrender at any time."
)

DECKS = 8
POSITIONS_MOST = 6
QUARTER = Fraction(1, 4)
SPLIT_HANDS = 4
INSURANCE_ODDS = Odds(5, 2)
TENS = (Rank.TEN,)
READER_RANKS = (Rank.ACE, *points.COURTS)


@dataclass(frozen=True)
class House(TableLimits):
    """What Pennsylvania leaves to the certificate holder."""

    positions: int = option(Between(1, POSITIONS_MOST), "PA 665a.2(a)", question="betting positions")
    bust_it_offered: bool = option(YES_OR_NO, "PA 665a.6(f)", question="is the Bust It Wager offered")
    boxes_per_player: int = option(
        Between(1, POSITIONS_MOST), "PA 665a.6(g)", question="adjacent boxes a player may bet on"
    )
    mid_shoe_entry: MidShoeEntry = option(
        MID_SHOE_CHOICES, "PA 665a.6(b)", question="may one who sat out a round wager"
    )
    shuffling: Shuffling = option(
        OneOf(tuple(Shuffling)), "PA 665a.5(a)", "PA 665a.5(h)", question="how the cards are shuffled"
    )
    cover_card_placed: Fraction = option(
        Between(QUARTER), "PA 665a.5(d)", question="cover card, as a fraction of the stack from the bottom"
    )
    reader_shows_players: bool = option(
        YES_OR_NO, "PA 665a.13(h)", question="can the reader let a player learn the hole card"
    )


def rules(choice: House, readings: Readings) -> BlackjackRules:
    """The game as the chapter, the house's choices and the readings in force have it."""
    return BlackjackRules(
        game=GAME,
        title=TITLE,
        document=DOCUMENT,
        readings=readings,
        points=_points(),
        cards=_cards(),
        layout=_layout(choice),
        opening=_opening(),
        shuffle=_shuffle(choice, readings),
        wagers=_wagers(choice),
        deal=_deal(readings),
        insurance=_insurance(),
        surrender=_surrender(readings),
        doubling=_doubling(readings),
        splitting=_splitting(readings),
        bust_it=_bust_it(choice, readings),
        dealer=_dealer(),
        settlement=_settlement(readings),
        irregularities=_irregularities(readings),
    )


def _points() -> points.Points:
    return points.Points(
        number_cards=cite("PA 665a.3(d)", "PA 665a.3(d)(1)"),
        court_cards=cite("PA 665a.3(d)(2)"),
        aces=cite("PA 665a.3(d)(3)"),
        soft_total=cite("PA 665a.1 Soft total"),
        hard_total=cite("PA 665a.1 Hard total"),
    )


def _cards() -> cards_in_use.CardsInUse:
    return cards_in_use.CardsInUse(
        decks=by(DECKS, "PA 665a.3(a)"),
        ranks_removed=by(TENS, "PA 665a.3(a)"),
        cards_look=cite("PA 665a.3(a)"),
        cover_cards=by(1, "PA 665a.3(a)"),
        batches_with_shuffler=by(2, "PA 665a.3(b)", "PA 665a.3(b)(1)"),
        decks_with_shuffler=cite("PA 665a.3(b)", "PA 665a.3(b)(1)"),
        batch_backs_differ=by(True, "PA 665a.3(b)(2)"),
        batches_alternate=by(True, "PA 665a.3(b)(3)", "PA 665a.3(b)(4)"),
        one_batch_in_rack=cite("PA 665a.3(b)(5)"),
        changed_every_hours=by(24, "PA 665a.3(c)"),
    )


def _layout(choice: House) -> layout.Layout:
    return layout.Layout(
        positions=house(choice.positions, "PA 665a.2(a)"),
        layout_approved=cite("PA 665a.2(b)"),
        name_or_logo=cite("PA 665a.2(b)(1)"),
        betting_areas=by(("Bet", "Double Attack"), "PA 665a.2(b)(2)"),
        inscriptions=by(
            (
                layout.AskedFor("Blackjack pays even money", "PA 665a.2(b)(3)", "PA 665a.2(b)(3)(i)"),
                layout.AskedFor(f"Insurance pays {INSURANCE_ODDS}", "PA 665a.2(b)(3)", "PA 665a.2(b)(3)(ii)"),
                layout.AskedFor(layout.DRAWS_TO_16, "PA 665a.2(b)(3)", "PA 665a.2(b)(3)(iii)"),
            ),
            "PA 665a.2(b)(3)",
            "PA 665a.2(b)(3)(i)",
            "PA 665a.2(b)(3)(ii)",
            "PA 665a.2(b)(3)(iii)",
        ),
        similar_language=by((layout.DRAWS_TO_16,), "PA 665a.2(b)(3)(iii)"),
        odds_shown=cite("PA 665a.2(b)(5)"),
        drop_and_tip_boxes=cite("PA 665a.2(c)"),
        card_reader=by(True, "PA 665a.2(d)"),
        card_reader_tells=cite("PA 665a.1 Card reader device"),
        reader_shows_players=house(choice.reader_shows_players, "PA 665a.13(h)"),
        reader_inspected=cite("PA 665a.2(d)"),
        rack_height=cite("PA 665a.2(e)", "PA 665a.2(e)(1)", "PA 665a.2(e)(2)"),
        rack_place=by(layout.Place.DEALERS_SIDE, "PA 665a.2(e)"),
        dealt_from=by(layout.DealtFrom.SHOE, "PA 665a.7(a)"),
        shoe_place=by(layout.Place.WHERE_APPROVED, "PA 665a.7(a)"),
        dealing_hands=by(layout.DealingHands.ACROSS, "PA 665a.7(b)"),
    )


def _opening() -> opening.Opening:
    return opening.Opening(
        opening_steps=by(tuple(opening.OpeningStep), "PA 665a.4(a)", "PA 665a.4(b)", "PA 665a.4(c)", "PA 665a.4(d)"),
        inspected_by=cite("PA 665a.4(a)"),
        tens_removed_by=cite("PA 665a.4(b)"),
        tens_destroyed=by(opening.TensDestroyed.TORN, "PA 665a.4(b)"),
        spread=by(opening.Spread.IN_FANS, "PA 665a.4(c)"),
        batches_opened_apart=cite("PA 665a.4(e)"),
        preshuffled_skips=by(
            tuple(s for s in opening.OpeningStep if s is not opening.OpeningStep.REMOVE_TENS),
            "PA 665a.4(f)",
            "PA 665a.5(a)",
        ),
    )


def _shuffle(choice: House, readings: Readings) -> shuffle_and_cut.ShuffleAndCut:
    return shuffle_and_cut.ShuffleAndCut(
        shuffled_when=cite("PA 665a.5(a)"),
        shuffling=house(choice.shuffling, "PA 665a.5(a)", "PA 665a.5(h)"),
        shuffler_required=by(False, "PA 665a.5(a)"),
        machine_shuffle_is_cut=by(True, "PA 665a.5(b)"),
        run_out_machine_shuffle_is_cut=by(True, "PA 665a.13(e)"),
        cut_offers=by(
            shuffle_and_cut.BY_OCCASION,
            "PA 665a.5(c)",
            "PA 665a.5(c)(1)",
            "PA 665a.5(c)(2)",
            "PA 665a.5(c)(3)",
            "PA 665a.5(c)(4)",
        ),
        cut_refused=by(Direction.COUNTERCLOCKWISE, "PA 665a.5(c)(3)", "PA 665a.5(c)(4)"),
        first_refusal_rotates=readings.choose(
            "pa-cut-rotation",
            {"rotate": True, "dealer-cuts": False},
            "PA 665a.5(b)",
            "PA 665a.5(c)(1)",
            "PA 665a.5(c)(2)",
        ),
        cut_backs_away=cite("PA 665a.5(b)"),
        cut_if_nobody=cite("PA 665a.5(b)"),
        cut_margin_cards=by(10, "PA 665a.5(d)"),
        cut_place=by(shuffle_and_cut.CutPlace.OR_FARTHER, "PA 665a.5(d)"),
        cover_card_depth=by(shuffle_and_cut.CoverCardDepth(QUARTER, shuffle_and_cut.StackPart.STACK), "PA 665a.5(d)"),
        cover_card_placed=house(choice.cover_card_placed, "PA 665a.5(d)"),
        recut_until=by(shuffle_and_cut.RecutUntil.BEFORE_SHOE, "PA 665a.5(e)"),
        recut_by=cite("PA 665a.5(e)"),
        recut_ordered_by=cite("PA 665a.5(e)"),
        reshuffle_ordered_by=cite("PA 665a.5(f)"),
        idle_spread=by(shuffle_and_cut.IdleSpread.FACE_DOWN_UNLESS_ASKED, "PA 665a.5(g)"),
        continuous_shuffler=cite("PA 665a.5(h)"),
        burn_after_shuffle=by(1, "PA 665a.7(c)"),
        burn_by_new_dealer=by(1, "PA 665a.7(c)"),
    )


def _wagers(choice: House) -> wagers.Wagers:
    return wagers.Wagers(
        bet_name=cite("PA 665a.6(d)"),
        wagers_made=cite("PA 665a.6(a)"),
        verbal_wagers=by(wagers.VerbalWagers.DEALER_CONFIRMS, "PA 665a.6(a)"),
        wagers_close=cite("PA 665a.7(e)"),
        wagers_locked=by(wagers.LockedFrom.WHEN_MADE, "PA 665a.6(c)"),
        table_minimum_cents=house(choice.table_minimum_cents),
        table_maximum_cents=house(choice.table_maximum_cents),
        chip_unit_cents=house(choice.chip_unit_cents),
        attack=by(wagers.AttackLimit.UP_TO_BET, "PA 665a.6(e)"),
        mid_shoe_entry=house(choice.mid_shoe_entry, "PA 665a.6(b)", "PA 665a.6(b)(1)", "PA 665a.6(b)(2)"),
        boxes_per_player=house(choice.boxes_per_player, "PA 665a.6(g)"),
        boxes_adjacent=by(True, "PA 665a.6(g)"),
    )


def _deal(readings: Readings) -> deal.Deal:
    return deal.Deal(
        deal_order=by(
            (
                deal.DealStep.DEALER_UP,
                deal.DealStep.OFFER_ATTACK,
                deal.DealStep.PLAYERS_UP,
                deal.DealStep.PLAYERS_UP,
                deal.DealStep.DEALER_DOWN,
            ),
            "PA 665a.7(e)",
            "PA 665a.7(f)",
            "PA 665a.7(f)(1)",
            "PA 665a.7(f)(2)",
            "PA 665a.7(f)(3)",
        ),
        first_cards_go=cite("PA 665a.7(f)"),
        player_cards_seen=cite("PA 665a.7(f)(1)", "PA 665a.7(f)(2)"),
        hole_card=readings.choose(
            "pa-surrender-timing",
            {
                "after-reader": deal.HoleCard.READER,
                "before-reader": deal.HoleCard.READER,
                "after-play": deal.HoleCard.READER_AFTER_PLAY,
            },
            "PA 665a.1 Hole card",
            "PA 665a.7(f)(3)",
            "PA 665a.7(g)",
        ),
        reader_ranks=by(READER_RANKS, "PA 665a.7(g)"),
        hole_card_secret=cite("PA 665a.7(g)"),
        cards_touched=cite("PA 665a.7(r)"),
    )


def _insurance() -> insurance.Insurance:
    return insurance.Insurance(
        insurance_offered=by(True, "PA 665a.8(a)"),
        insurance_up_card=by(Rank.ACE, "PA 665a.8(a)"),
        insurance_wins_on=by(points.COURTS, "PA 665a.8(a)"),
        insurance_share=by(insurance.HALF, "PA 665a.8(b)"),
        insurance_rounds_up=by(True, "PA 665a.8(b)"),
        insurance_odds=by(INSURANCE_ODDS, "PA 665a.8(c)", "PA 665a.12(b)"),
        insurance_placed=cite("PA 665a.7(g)", "PA 665a.8(b)"),
        insurance_collected=cite("PA 665a.8(d)"),
    )


def _surrender(readings: Readings) -> surrender.Surrender:
    return surrender.Surrender(
        surrender=by(surrender.SurrenderWhen.ANY_TIME, "PA 665a.9(a)"),
        surrender_share=by(insurance.HALF, "PA 665a.9(b)(1)", "PA 665a.9(b)(2)(ii)"),
        surrender_after_draw=by(True, "PA 665a.7(k)", "PA 665a.9(a)"),
        surrender_after_split=by(True, "PA 665a.9(a)"),
        surrender_split_aces=readings.choose(
            "surrender-split-aces", {"offered": True, "not-offered": False}, "PA 665a.9(a)", "PA 665a.11(e)"
        ),
        surrender_after_double=readings.choose(
            "surrender-after-double",
            {
                "half-of-everything": surrender.SurrenderAfterDouble.HALF_OF_EVERYTHING,
                "double-returned": surrender.SurrenderAfterDouble.DOUBLE_RETURNED,
                "not-offered": surrender.SurrenderAfterDouble.NOT_OFFERED,
            },
            "PA 665a.9(a)",
            "PA 665a.9(b)",
        ),
        surrender_below=cite("PA 665a.7(k)"),
        surrender_cards=cite("PA 665a.9(b)(1)", "PA 665a.9(b)(2)(ii)"),
        surrender_settled=readings.choose(
            "pa-surrender-timing",
            {
                "after-reader": surrender.SurrenderSettled.AFTER_READER,
                "before-reader": surrender.SurrenderSettled.BEFORE_AND_AFTER_READER,
                "after-play": surrender.SurrenderSettled.PARKED_FOR_SECOND_CARD,
            },
            "PA 665a.9(b)(2)",
        ),
        surrender_to_blackjack=by(surrender.SurrenderedToBlackjack.AS_OTHERS, "PA 665a.9(b)(2)(i)"),
    )


def _doubling(readings: Readings) -> doubling.Doubling:
    return doubling.Doubling(
        double_on_cards_at_least=by(doubling.FIRST_TWO_CARDS, "PA 665a.10(a)"),
        double_on_cards_at_most=by(None, "PA 665a.10(a)"),
        double_limit=readings.choose(
            "double-after-attack",
            {"up-to-their-sum": doubling.DoubleLimit.BET_AND_ATTACK, "up-to-bet": doubling.DoubleLimit.BET},
            "PA 665a.10(a)",
        ),
        double_for_less=by(True, "PA 665a.10(a)"),
        double_cards=cite("PA 665a.7(j)(2)", "PA 665a.10(a)"),
        double_card=by(doubling.DoubleCard.UP_SIDEWAYS, "PA 665a.10(c)"),
        double_after_split=by(True, "PA 665a.10(a)"),
        double_split_aces=by(False, "PA 665a.11(e)"),
        double_on_blackjack=by(False, "PA 665a.10(a)"),
    )


def _splitting(readings: Readings) -> splitting.Splitting:
    return splitting.Splitting(
        pair=by(splitting.Pair.SAME_VALUE, "PA 665a.11(a)"),
        split_wager=cite("PA 665a.11(a)"),
        split_hands=by(SPLIT_HANDS, "PA 665a.11(c)"),
        resplit_aces=by(False, "PA 665a.11(e)"),
        split_aces_one_card=by(True, "PA 665a.11(e)"),
        blackjack_after_split=readings.choose("blackjack-after-split", splitting.AFTER_SPLIT, "PA 665a.1 Blackjack"),
        split_order=cite("PA 665a.11(b)"),
    )


def _bust_it(choice: House, readings: Readings) -> bust_it.BustIt:
    return bust_it.BustIt(
        bust_it_offered=house(choice.bust_it_offered, "PA 665a.6(f)"),
        bust_it_minimum_cents=house(Cents(choice.chip_unit_cents), note="the smallest chip"),
        bust_it_within_bet=by(True, "PA 665a.6(f)"),
        bust_it_area=by(choice.bust_it_offered, "PA 665a.2(b)(4)"),
        bust_it_paytable=by(bust_it.BUST_IT_PAYTABLE, "PA 665a.7(m)(2)(i)", "PA 665a.12(c)"),
        bust_it_settled=by(bust_it.BustItSettled.BEFORE_BETS, "PA 665a.7(m)", "PA 665a.7(m)(1)", "PA 665a.7(m)(2)"),
        bust_it_after_bust=readings.choose(
            "bust-it-after-player-bust",
            {"stays": AfterBust.STAYS, "collected": AfterBust.COLLECTED},
            "PA 665a.7(m)",
            "PA 665a.9(c)",
        ),
        dead_hand_bust_it=readings.choose(
            "dead-hand-bust-it", bust_it.DEAD_HAND, "PA 665a.7(m)", "PA 665a.13(f)", "PA 665a.13(g)"
        ),
    )


def _dealer() -> dealer.Dealer:
    return dealer.Dealer(
        dealer_stands_on=by(points.DEALER_STANDS_ON, "PA 665a.7(m)(1)", "PA 665a.7(n)"),
        dealer_hits_soft=by(False, "PA 665a.7(n)"),
        dealer_draws_in_vain=by(True, "PA 665a.7(m)(2)", "PA 665a.7(n)"),
        hole_card_turned=cite("PA 665a.7(l)"),
    )


def _settlement(readings: Readings) -> settlement.Settlement:
    return settlement.Settlement(
        bet_odds=by(EVEN_MONEY, "PA 665a.12(a)"),
        blackjack_odds=by(EVEN_MONEY, "PA 665a.7(h)(1)", "PA 665a.12(a)"),
        blackjack_paid=by(settlement.BlackjackPaid.IN_TURN, "PA 665a.7(h)", "PA 665a.7(h)(1)"),
        blackjack_cards=cite("PA 665a.7(h)(1)"),
        blackjack_beats_21=by(True, "PA 665a.7(o)(1)(i)(C)"),
        blackjacks_tie=by(True, "PA 665a.7(o)(1)(iii)"),
        player_wins=cite("PA 665a.7(o)(1)", "PA 665a.7(o)(1)(i)", "PA 665a.7(o)(1)(i)(A)", "PA 665a.7(o)(1)(i)(B)"),
        player_loses=cite("PA 665a.7(o)(1)(ii)", "PA 665a.7(o)(1)(ii)(B)", "PA 665a.7(o)(1)(ii)(C)"),
        player_ties=cite("PA 665a.7(o)(1)(iii)"),
        player_bust=readings.choose(
            "both-bust", settlement.BOTH_BUST, "PA 665a.7(o)(1)(i)(A)", "PA 665a.7(o)(1)(ii)(B)"
        ),
        bust_collected=readings.choose(
            "bust-collected", settlement.BUST_COLLECTED, "PA 665a.7(o)", "PA 665a.7(o)(1)(ii)(B)"
        ),
        dealer_blackjack_takes=by(
            settlement.DealerBlackjackTakes.BET_ONLY,
            "PA 665a.7(o)(1)(ii)(A)",
            "PA 665a.7(o)(2)",
            "PA 665a.10(b)",
            "PA 665a.11(d)",
        ),
        settled_from_right=cite("PA 665a.7(o)", "PA 665a.7(p)"),
        collect_and_pay=by(settlement.CollectAndPay.TOGETHER, "PA 665a.7(o)", "PA 665a.7(p)"),
        losing_chips_apart=by(settlement.LosingChips.TO_INVENTORY, "PA 665a.7(p)"),
        discarded=by(settlement.Discarded.AFTER_ROUND, "PA 665a.7(q)"),
        picked_up=cite("PA 665a.7(q)"),
    )


def _irregularities(readings: Readings) -> irregularities.Irregularities:
    return irregularities.Irregularities(
        face_up_card=by(irregularities.FaceUpCard.NOT_THIS_ROUND, "PA 665a.13(a)"),
        hidden_card=cite("PA 665a.13(b)"),
        exposed_card=by(irregularities.ExposedCard.AFTER_PLAYERS_AND_DEALER, "PA 665a.13(c)"),
        exposed_early=readings.choose("exposed-early", irregularities.EXPOSED_EARLY, "PA 665a.13(c)"),
        exposed_card_refused=cite("PA 665a.13(c)"),
        exposed_card_unusable=cite("PA 665a.13(c)"),
        dealer_overdraw=by(irregularities.DealerOverdraw.SEVENTEEN, "PA 665a.13(d)"),
        cards_run_out=cite("PA 665a.13(e)"),
        no_card_dealt=cite("PA 665a.13(f)"),
        one_card_dealt=cite("PA 665a.13(f)"),
        missed_hit=cite("PA 665a.13(g)"),
        missed_hit_returns=readings.choose(
            "dead-hand-returns",
            {
                "every-wager": irregularities.MissedHitReturns.EVERY_WAGER,
                "named-only": irregularities.MissedHitReturns.BET_AND_ATTACK,
            },
            "PA 665a.13(g)",
        ),
        dead_hands_paid=readings.choose("hands-called-dead", irregularities.HANDS_CALLED_DEAD, "PA 665a.13(h)(1)"),
        reader_misused=by(
            irregularities.ReaderMisused.BY_KIND_OF_READER, "PA 665a.13(h)", "PA 665a.13(h)(1)", "PA 665a.13(h)(2)"
        ),
        reader_fails=by(irregularities.ReaderFails.STOP, "PA 665a.13(i)"),
        shuffler_jams=cite("PA 665a.13(j)"),
        shuffler_out=by(irregularities.ShufflerOut.COVERED_OR_SIGNED, "PA 665a.13(k)"),
    )
