"""Double Attack Blackjack in New Jersey: N.J.A.C. 19:47-26, by the same subjects as Pennsylvania's."""

from fractions import Fraction
from typing import TypeVar

from pitboss.cards.card import Rank
from pitboss.law import cite
from pitboss.rules.cited import Readings, by, house
from pitboss.rules.double_attack_nj_house import BONUS_MINIMUM, HANDS_AT_POSITIONS, POSITIONS_MOST, House, hands_at
from pitboss.rules.double_attack_pa import INSURANCE_ODDS, READER_RANKS, TENS
from pitboss.rules.money import EVEN_MONEY
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
from pitboss.rules.subjects.deal import DealStep, HoleCard
from pitboss.rules.subjects.shuffle_and_cut import Direction
from pitboss.rules.subjects.surrender import SurrenderedToBlackjack, SurrenderSettled
from pitboss.rules.wager_kinds import AfterBust

T = TypeVar("T")

GAME = "double-attack-nj"
TITLE = "Double Attack Blackjack, New Jersey"
SHORT_TITLE = "Double Attack, New Jersey"
DOCUMENT = "nj-26"
BLURB = "Double Attack by New Jersey's rules: up to three people on a box, and a bonus wager."

FIRST_CARDS: tuple[DealStep, ...] = (
    DealStep.DEALER_UP,
    DealStep.OFFER_ATTACK,
    DealStep.PLAYERS_UP,
    DealStep.PLAYERS_UP,
)
WITH_HOLE_CARD = (*FIRST_CARDS, DealStep.DEALER_DOWN)


def rules(choice: House, readings: Readings) -> BlackjackRules:
    """The game as the subchapter, the house's choices and the readings in force have it."""
    return BlackjackRules(
        game=GAME,
        title=TITLE,
        document=DOCUMENT,
        readings=readings,
        points=_points(),
        cards=_cards(choice),
        layout=_layout(choice, readings),
        opening=_opening(),
        shuffle=_shuffle(choice, readings),
        wagers=_wagers(choice, readings),
        deal=_deal(readings),
        insurance=_insurance(readings),
        surrender=_surrender(choice, readings),
        doubling=_doubling(),
        splitting=_splitting(choice, readings),
        bust_it=_bust_it(choice, readings),
        dealer=_dealer(readings),
        settlement=_settlement(readings),
        irregularities=_irregularities(readings),
    )


def _by_hole_card(readings: Readings, *clauses: str, none: T, unread: T, reader: T) -> T:
    return readings.choose("nj-hole-card", {"none": none, "unread": unread, "reader": reader}, *clauses)


def _points() -> points.Points:
    return points.Points(
        number_cards=cite("NJ 26.2(b)", "NJ 26.2(b)1"),
        court_cards=cite("NJ 26.2(b)2"),
        aces=cite("NJ 26.2(b)3"),
        soft_total=cite("NJ 26.1 Soft total"),
        hard_total=cite("NJ 26.1 Hard total"),
    )


def _cards(choice: House) -> cards_in_use.CardsInUse:
    return cards_in_use.CardsInUse(
        decks=house(choice.decks, "NJ 26.2(a)"),
        ranks_removed=by(TENS, "NJ 26.2(a)"),
        cards_look=cite("NJ 26.2(a)"),
        cover_cards=house(choice.cover_cards, *choice.cites("cover_cards", "NJ 26.2(a)")),
        cover_cards_exact=by(True, *choice.cites("cover_cards", "NJ 26.2(a)")),
        cover_card_look=cite("NJ 26.2(a)"),
        decks_with_shuffler=cite("NJ 26.2(a)"),
    )


def _layout(choice: House, readings: Readings) -> layout.Layout:
    return layout.Layout(
        positions=house(choice.positions),
        betting_areas=by(("Bet", "Double Attack"), "NJ 26.7(d)"),
        limits_posted=cite("NJ 26.6(b)2", *(() if readings["nj-hole-card"] == "none" else ("NJ 26.7(i)",))),
        card_reader=_by_hole_card(readings, "NJ 26.7(i)", none=False, unread=False, reader=True),
        reader_shows_players=house(choice.reader_shows_players, "NJ 26.15(l)", "NJ 26.15(l)1", "NJ 26.15(l)2"),
        rack_place=by(layout.Place.DEALERS_RIGHT, "NJ 26.7(c)"),
        dealt_from=by(layout.DealtFrom.SHOE, "NJ 26.7(a)"),
        shoe_place=by(layout.Place.DEALERS_LEFT, "NJ 26.7(a)"),
        shoe_marked=by(True, "NJ 26.4(e)"),
        dealing_hands=by(layout.DealingHands.LEFT_TO_RIGHT, "NJ 26.7(b)"),
    )


def _opening() -> opening.Opening:
    return opening.Opening(
        opening_steps=by(tuple(opening.OpeningStep), "NJ 26.3(a)", "NJ 26.3(b)", "NJ 26.3(c)"),
        inspected_by=cite("NJ 26.3(b)"),
        tens_removed_by=cite("NJ 26.3(b)"),
        tens_destroyed=by(opening.TensDestroyed.APPROVED_MANNER, "NJ 26.3(b)"),
        spread=by(opening.Spread.DECKS_APART, "NJ 26.3(b)"),
        remix_if_exposed=by(True, "NJ 26.3(c)"),
        preshuffled_skips=by(tuple(opening.OpeningStep), "NJ 26.3(a)", "NJ 26.4(a)"),
    )


def _shuffle(choice: House, readings: Readings) -> shuffle_and_cut.ShuffleAndCut:
    return shuffle_and_cut.ShuffleAndCut(
        shuffled_when=cite("NJ 26.4(a)"),
        shuffling=house(choice.shuffling, "NJ 26.4(a)", "NJ 26.4(h)"),
        shuffler_required=by(False, "NJ 26.4(a)"),
        machine_shuffle_is_cut=by(False, "NJ 26.4(b)", "NJ 26.4(b)1"),
        run_out_machine_shuffle_is_cut=readings.choose(
            "nj-run-out-cut", {"if-by-hand": False, "always": True}, "NJ 26.4(b)1", "NJ 26.15(g)"
        ),
        cut_offers=by(
            shuffle_and_cut.BY_OCCASION,
            "NJ 26.4(b)2",
            "NJ 26.4(c)",
            "NJ 26.4(d)",
            "NJ 26.4(d)1",
            "NJ 26.4(d)2",
            "NJ 26.4(d)3",
            "NJ 26.4(d)4",
        ),
        cut_refused=readings.choose(
            "nj-cut-rotation",
            {"clockwise": Direction.CLOCKWISE, "counterclockwise": Direction.COUNTERCLOCKWISE, "dealer-cuts": None},
            "NJ 26.4(c)",
            "NJ 26.4(d)",
        ),
        first_refusal_rotates=readings.choose(
            "nj-cut-rotation", {"clockwise": True, "counterclockwise": True, "dealer-cuts": False}, "NJ 26.4(c)"
        ),
        cut_backs_away=cite("NJ 26.4(c)"),
        cut_if_nobody=cite("NJ 26.4(c)"),
        cut_margin_cards=by(10, "NJ 26.4(e)"),
        cut_place=by(shuffle_and_cut.CutPlace.OR_FARTHER, "NJ 26.4(e)"),
        approximately_cards=house(choice.approximately_cards, "NJ 26.4(e)"),
        cover_card_depth=by(
            shuffle_and_cut.CoverCardDepth(choice.least_depth(), shuffle_and_cut.StackPart.STACK, approximately=True),
            *choice.cites("cover_card_placed", "NJ 26.4(e)"),
        ),
        cover_card_placed=house(choice.cover_card_placed, *choice.cites("cover_card_placed", "NJ 26.4(e)")),
        recut_until=by(shuffle_and_cut.RecutUntil.BEFORE_FIRST_CARD, "NJ 26.4(f)"),
        recut_by=cite("NJ 26.4(f)"),
        recut_ordered_by=cite("NJ 26.4(f)"),
        reshuffle_ordered_by=cite("NJ 26.4(g)"),
        idle_spread=by(shuffle_and_cut.IdleSpread.EITHER_THEN_UP, "NJ 26.4(i)"),
        continuous_shuffler=cite("NJ 26.4(h)"),
        own_procedure=house(choice.own_procedure, "NJ 26.4(h)"),
        burn_after_shuffle=house(choice.burn_after_shuffle, *choice.cites("burn_after_shuffle", "NJ 26.7(c)")),
        burn_by_new_dealer=by(1, "NJ 26.7(c)"),
        burn_disclosed=by(True, "NJ 26.7(c)"),
    )


def _wagers(choice: House, readings: Readings) -> wagers.Wagers:
    return wagers.Wagers(
        bet_name=cite("NJ 26.1 Initial wager"),
        wagers_made=cite("NJ 26.5(c)"),
        verbal_wagers=by(wagers.VerbalWagers.DEALER_AND_SUPERVISOR_CONFIRM, "NJ 26.5(c)"),
        match_play=by(True, "NJ 26.5(c)"),
        match_play_worth=house(
            Fraction(1),
            "NJ 26.5(c)",
            "NJ 26.6(c)",
            note="paid as those chips are; the clauses accept it and leave its worth to a chapter not at hand",
        ),
        wagers_close=cite("NJ 26.1 Initial wager", "NJ 26.5(d)", "NJ 26.6(b)", "NJ 26.7(d)"),
        wagers_locked=by(wagers.LockedFrom.FIRST_CARD, "NJ 26.5(f)", "NJ 26.5(g)"),
        table_minimum_cents=house(choice.table_minimum_cents),
        table_maximum_cents=house(choice.table_maximum_cents),
        chip_unit_cents=house(choice.chip_unit_cents),
        attack=readings.choose(
            "double-attack-amount",
            {"up-to-initial": wagers.AttackLimit.UP_TO_BET, "equal-only": wagers.AttackLimit.EQUAL_TO_BET},
            "NJ 26.1 Double attack wager",
            "NJ 26.7(d)",
        ),
        mid_shoe_entry=house(choice.mid_shoe_entry, "NJ 26.5(h)"),
        boxes_per_player=house(choice.boxes_per_player, "NJ 26.14"),
        bettors_per_box=house(choice.bettors_per_box, "NJ 26.13(a)"),
        box_decided_by=readings.choose(
            "nj-equal-highest-wagers",
            {"first-to-wager": wagers.BoxDecidedBy.HIGHEST_THEN_FIRST, "no-equals": wagers.BoxDecidedBy.ONE_HIGHEST},
            "NJ 26.13(b)",
        ),
        other_bettors=cite("NJ 26.13(a)", "NJ 26.13(c)", "NJ 26.13(d)", "NJ 26.13(e)", "NJ 26.13(f)", "NJ 26.13(g)"),
        attack_without_caller=readings.choose(
            "nj-attack-without-caller", {"not-offered": False, "offered": True}, "NJ 26.7(d)", "NJ 26.13(e)"
        ),
        designated_attack=readings.choose(
            "nj-designated-attack",
            {"goes-along": wagers.DesignatedAttack.GOES_ALONG, "returned": wagers.DesignatedAttack.RETURNED},
            "NJ 26.13(f)",
        ),
        box_regulator=cite("NJ 26.13(a)", "NJ 26.13(h)"),
    )


def _deal(readings: Readings) -> deal.Deal:
    return deal.Deal(
        deal_order=_by_hole_card(
            readings,
            "NJ 26.7(d)",
            "NJ 26.7(d)1",
            "NJ 26.7(d)2",
            "NJ 26.7(i)",
            none=FIRST_CARDS,
            unread=WITH_HOLE_CARD,
            reader=WITH_HOLE_CARD,
        ),
        player_cards_seen=cite("NJ 26.7(d)1", "NJ 26.7(d)2"),
        hole_card=_by_hole_card(
            readings, "NJ 26.7(g)", "NJ 26.7(i)", none=HoleCard.NONE, unread=HoleCard.UNREAD, reader=HoleCard.READER
        ),
        reader_ranks=_by_hole_card(readings, "NJ 26.7(i)", none=(), unread=(), reader=READER_RANKS),
        hole_card_secret=cite("NJ 26.7(i)"),
        totals_announced=by(True, "NJ 26.7(e)", "NJ 26.7(f)", "NJ 26.10(c)"),
        dealer_card_announced=_by_hole_card(readings, "NJ 26.7(g)", none=True, unread=False, reader=False),
        dealer_total_announced=_by_hole_card(
            readings,
            "NJ 26.7(g)",
            none=deal.TotalAnnounced.WHEN_COMPLETE,
            unread=deal.TotalAnnounced.NOT_PROVIDED,
            reader=deal.TotalAnnounced.NOT_PROVIDED,
        ),
        count_is_players_duty=cite("NJ 26.7(l)"),
        cards_touched=cite("NJ 26.7(k)"),
    )


def _insurance(readings: Readings) -> insurance.Insurance:
    return insurance.Insurance(
        insurance_offered=by(True, "NJ 26.11(a)"),
        insurance_up_card=by(Rank.ACE, "NJ 26.11(a)"),
        insurance_wins_on=by(points.COURTS, "NJ 26.11(a)"),
        insurance_share=by(insurance.HALF, "NJ 26.11(b)"),
        insurance_rounds_up=by(True, "NJ 26.11(b)"),
        insurance_odds=by(INSURANCE_ODDS, "NJ 26.11(c)"),
        insurance_placed=cite("NJ 26.11(b)"),
        insurance_collected=cite("NJ 26.11(d)"),
    )


def _surrender(choice: House, readings: Readings) -> surrender.Surrender:
    return surrender.Surrender(
        surrender=by(surrender.SurrenderWhen.ANY_TIME, "NJ 26.8(a)"),
        surrender_share=by(insurance.HALF, "NJ 26.8(a)", "NJ 26.8(a)1"),
        surrender_after_draw=by(True, "NJ 26.8(a)"),
        surrender_after_split=by(True, "NJ 26.8(a)"),
        surrender_split_aces=readings.choose(
            "surrender-split-aces", {"offered": True, "not-offered": False}, "NJ 26.8(a)", "NJ 26.10(e)"
        ),
        surrender_after_double=by(surrender.SurrenderAfterDouble.HALF_OF_EVERYTHING, "NJ 26.8(a)"),
        surrender_shared=readings.choose(
            "nj-shared-surrender", {"binds-all": True, "not-offered": False}, "NJ 26.8(a)", "NJ 26.13(b)"
        ),
        surrender_settled=_by_hole_card(
            readings,
            "NJ 26.8(a)2",
            "NJ 26.8(a)3",
            none=SurrenderSettled.PARKED_FOR_SECOND_CARD,
            unread=SurrenderSettled.PARKED_FOR_SECOND_CARD,
            reader=(
                SurrenderSettled.AFTER_READER if choice.surrender_at_once else SurrenderSettled.PARKED_FOR_SECOND_CARD
            ),
        ),
        surrender_to_blackjack=readings.choose(
            "nj-surrendered-to-blackjack",
            {"as-other-hands": SurrenderedToBlackjack.AS_OTHERS, "entire-wager": SurrenderedToBlackjack.ENTIRE},
            "NJ 26.5(b)",
            "NJ 26.8(a)2",
            "NJ 26.9(c)",
            "NJ 26.10(d)",
        ),
    )


def _doubling() -> doubling.Doubling:
    return doubling.Doubling(
        double_on_cards_at_least=by(doubling.FIRST_TWO_CARDS, "NJ 26.9(a)"),
        double_on_cards_at_most=by(None, "NJ 26.9(a)"),
        double_limit=by(doubling.DoubleLimit.BET_AND_ATTACK, "NJ 26.9(a)"),
        double_for_less=by(True, "NJ 26.9(a)"),
        double_cards=cite("NJ 26.9(a)", "NJ 26.12(a)2"),
        double_card=by(doubling.DoubleCard.UP_SIDEWAYS, "NJ 26.9(a)"),
        double_after_split=by(True, "NJ 26.9(a)", "NJ 26.10(c)"),
        double_split_aces=by(False, "NJ 26.10(e)"),
        double_on_blackjack=by(False, "NJ 26.9(a)"),
    )


def _splitting(choice: House, readings: Readings) -> splitting.Splitting:
    return splitting.Splitting(
        pair=by(splitting.Pair.SAME_VALUE, "NJ 26.10(a)"),
        split_wager=cite("NJ 26.10(a)"),
        split_hands=by(
            hands_at(choice.positions),
            "NJ 26.10(c)",
            note=" and ".join(f"{hands} at {boxes} positions" for boxes, hands in HANDS_AT_POSITIONS.items()),
        ),
        split_hands_opened=readings.choose(
            "nj-positions-counted",
            {"as-opened": tuple(map(hands_at, range(1, POSITIONS_MOST + 1))), "of-the-layout": ()},
            "NJ 26.10(c)",
        ),
        resplit_aces=by(False, "NJ 26.10(e)"),
        split_aces_one_card=by(True, "NJ 26.10(e)"),
        blackjack_after_split=readings.choose("blackjack-after-split", splitting.AFTER_SPLIT, "NJ 26.1 Blackjack"),
        split_order=cite("NJ 26.10(b)"),
    )


def _bust_it(choice: House, readings: Readings) -> bust_it.BustIt:
    return bust_it.BustIt(
        bust_it_offered=by(True, "NJ 26.6(a)", "NJ 26.6(b)"),
        bust_it_minimum_cents=by(BONUS_MINIMUM, "NJ 26.6(b)"),
        bust_it_maximum_cents=house(choice.bust_it_maximum_cents, "NJ 26.6(b)", "NJ 26.6(b)2"),
        bust_it_within_bet=by(True, "NJ 26.6(b)", "NJ 26.6(b)1"),
        bust_it_area=by(True, "NJ 26.6(c)"),
        bust_it_paytable=by(bust_it.BUST_IT_PAYTABLE, "NJ 26.1 Suit", "NJ 26.6(d)2", "NJ 26.6(d)3"),
        bust_it_settled=readings.choose(
            "nj-bonus-before",
            {
                "each-in-its-place": bust_it.BustItSettled.FIRST_WHERE_TWO_CARDS_DECIDE,
                "bonus-first": bust_it.BustItSettled.FIRST_OF_ALL,
            },
            "NJ 26.6(d)",
            "NJ 26.8(a)2",
            "NJ 26.11(d)",
        ),
        bust_it_after_bust=by(AfterBust.STAYS, "NJ 26.6(e)"),
        dead_hand_bust_it=readings.choose(
            "dead-hand-bust-it", bust_it.DEAD_HAND, "NJ 26.6(e)", "NJ 26.15(h)", "NJ 26.15(i)"
        ),
    )


def _dealer(readings: Readings) -> dealer.Dealer:
    return dealer.Dealer(
        dealer_stands_on=by(points.DEALER_STANDS_ON, "NJ 26.12(b)"),
        dealer_hits_soft=by(False, "NJ 26.12(b)"),
        dealer_draws_in_vain=by(False, "NJ 26.12(c)"),
        hole_card_turned=cite("NJ 26.7(g)") if readings["nj-hole-card"] == "none" else cite("NJ 26.7(i)"),
    )


def _settlement(readings: Readings) -> settlement.Settlement:
    return settlement.Settlement(
        bet_odds=by(EVEN_MONEY, "NJ 26.5(e)", "NJ 26.9(b)"),
        blackjack_odds=by(EVEN_MONEY, "NJ 26.5(e)"),
        blackjack_paid=readings.choose(
            "nj-player-blackjack-paid",
            {"after-the-round": settlement.BlackjackPaid.AFTER_ROUND, "at-once": settlement.BlackjackPaid.IN_TURN},
            "NJ 26.5(a)3",
            "NJ 26.5(e)",
            "NJ 26.7(g)",
            "NJ 26.7(i)",
        ),
        blackjack_beats_21=by(True, "NJ 26.5(a)3"),
        blackjacks_tie=by(True, "NJ 26.5(b)"),
        player_wins=cite("NJ 26.5(a)", "NJ 26.5(a)1", "NJ 26.5(a)2"),
        player_loses=cite("NJ 26.5(a)", "NJ 26.5(b)", "NJ 26.5(e)"),
        player_ties=cite("NJ 26.5(b)"),
        player_bust=readings.choose("both-bust", settlement.BOTH_BUST, "NJ 26.5(a)1", "NJ 26.5(b)"),
        bust_collected=readings.choose("bust-collected", settlement.BUST_COLLECTED, "NJ 26.5(e)"),
        dealer_blackjack_takes=readings.choose(
            "no-hole-card-dealer-blackjack",
            {
                "initial-only": settlement.DealerBlackjackTakes.BET_ONLY,
                "original-wagers": settlement.DealerBlackjackTakes.ORIGINAL_WAGERS,
            },
            "NJ 26.5(b)",
            "NJ 26.9(c)",
            "NJ 26.10(d)",
        ),
        collect_and_pay=house(
            settlement.CollectAndPay.TOGETHER, "NJ 26.5(e)", note="the clause orders both and says not which first"
        ),
        discarded=by(settlement.Discarded.AFTER_ROUND, "NJ 26.7(h)"),
        picked_up=cite("NJ 26.7(h)"),
    )


def _irregularities(readings: Readings) -> irregularities.Irregularities:
    return irregularities.Irregularities(
        face_up_card=by(irregularities.FaceUpCard.TWO_VOID_ROUND, "NJ 26.15(a)"),
        ten_found=cite("NJ 26.15(b)"),
        hidden_card=cite("NJ 26.15(c)"),
        exposed_card=by(irregularities.ExposedCard.AFTER_PLAYERS, "NJ 26.15(e)"),
        exposed_early=readings.choose("exposed-early", irregularities.EXPOSED_EARLY, "NJ 26.15(e)"),
        exposed_card_refused=cite("NJ 26.15(e)"),
        exposed_card_unusable=cite("NJ 26.15(e)"),
        dealer_overdraw=by(irregularities.DealerOverdraw.SEVENTEEN_OR_HIGHER, "NJ 26.15(f)"),
        dealer_card_missed=by(irregularities.DealerCardMissed.VOID, "NJ 26.15(d)"),
        cards_run_out=cite("NJ 26.15(g)"),
        no_card_dealt=cite("NJ 26.15(h)"),
        one_card_dealt=cite("NJ 26.15(h)"),
        missed_hit=cite("NJ 26.15(i)"),
        missed_hit_returns=readings.choose(
            "dead-hand-returns",
            {
                "every-wager": irregularities.MissedHitReturns.EVERY_WAGER,
                "named-only": irregularities.MissedHitReturns.ORIGINAL_WAGER,
            },
            "NJ 26.15(i)",
        ),
        void_insurance=readings.choose(
            "void-insurance", irregularities.VOID_INSURANCE, "NJ 26.11(d)", "NJ 26.15(a)", "NJ 26.15(b)"
        ),
        dead_hands_paid=readings.choose("hands-called-dead", irregularities.HANDS_CALLED_DEAD, "NJ 26.15(l)1"),
        reader_misused=by(
            irregularities.ReaderMisused.BY_KIND_OF_READER, "NJ 26.15(l)", "NJ 26.15(l)1", "NJ 26.15(l)2"
        ),
        reader_fails=by(irregularities.ReaderFails.DEAL_WITHOUT, "NJ 26.15(m)"),
        shuffler_jams=cite("NJ 26.15(j)"),
        shuffler_out=by(irregularities.ShufflerOut.REMOVED, "NJ 26.15(k)"),
    )
