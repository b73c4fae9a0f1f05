"""Double Back Jack in Pennsylvania: 58 Pa. Code chapter 673a, in the order of its sections."""

from dataclasses import dataclass
from fractions import Fraction

from pitboss.cards.card import Rank
from pitboss.law import Citation, cite
from pitboss.rules.cited import Readings, by, house, silent
from pitboss.rules.money import EVEN_MONEY, TWO_TO_ONE
from pitboss.rules.options import MID_SHOE_CHOICES, Between, OneOf, TableLimits, option
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
from pitboss.rules.subjects.settlement import CollectAndPay
from pitboss.rules.subjects.shuffle_and_cut import Direction, Shuffling
from pitboss.rules.subjects.wagers import MidShoeEntry

GAME = "double-back-jack-pa"
TITLE = "Double Back Jack, Pennsylvania"
SHORT_TITLE = "Double Back Jack"
DOCUMENT = "pa-673a"
BLURB = "Went over 21? Buy a Second Chance: one more card, subtracted. Blackjack pays 2 to 1, a dealer's 22 is a push."

DECKS_LEAST = 1
POSITIONS_MOST = 6
QUARTER = Fraction(1, 4)
SPLIT_HANDS = 2
READER_RANKS = (Rank.ACE, *points.TEN_VALUES)
INSCRIBED = "PA 673a.2(b)(4)"
INSCRIPTIONS = (
    layout.AskedFor(f"Blackjack and Insurance pay {TWO_TO_ONE}", INSCRIBED, "PA 673a.2(b)(4)(i)"),
    layout.AskedFor(layout.DRAWS_TO_16, INSCRIBED, "PA 673a.2(b)(4)(ii)"),
    layout.AskedFor(
        f"Dealer {22} pushes Blackjack Wagers, "
        f"player {points.TWENTY_ONE} is paid right away, Second Chance pays even money",
        INSCRIBED,
        "PA 673a.2(b)(4)(iii)",
    ),
)
OPENING_STEPS = tuple(step for step in opening.OpeningStep if step is not opening.OpeningStep.REMOVE_TENS)


@dataclass(frozen=True)
class House(TableLimits):
    """What Pennsylvania leaves to the certificate holder."""

    decks: int = option(Between(DECKS_LEAST), "PA 673a.3(a)", "PA 673a.3(b)", question="decks in the shoe")
    positions: int = option(Between(1, POSITIONS_MOST), "PA 673a.2(a)", question="betting positions")
    boxes_per_player: int = option(
        Between(1, POSITIONS_MOST), "PA 673a.6(e)", question="adjacent boxes a player may bet on"
    )
    collect_and_pay: CollectAndPay = option(
        OneOf((CollectAndPay.COLLECT_FIRST, CollectAndPay.TOGETHER)),
        "PA 673a.7(t)",
        "PA 673a.7(t)(1)",
        "PA 673a.7(t)(2)",
        question="in which order the dealer collects and pays",
    )
    mid_shoe_entry: MidShoeEntry = option(
        MID_SHOE_CHOICES, "PA 673a.6(b)", question="may one who sat out a round wager"
    )
    shuffling: Shuffling = option(
        OneOf(tuple(Shuffling)), "PA 673a.5(a)", "PA 673a.5(h)", question="how the cards are shuffled"
    )
    cover_card_placed: Fraction = option(
        Between(QUARTER), "PA 673a.5(d)", question="cover card, as a fraction of the stack from the bottom"
    )


def rules(choice: House, readings: Readings) -> BlackjackRules:
    """The game as the chapter, the house's choices and the readings in force have it."""
    return BlackjackRules(
        game=GAME,
        title=TITLE,
        document=DOCUMENT,
        readings=readings,
        points=_points(),
        cards=_cards(choice),
        layout=_layout(choice),
        opening=_opening(),
        shuffle=_shuffle(choice, readings),
        wagers=_wagers(choice),
        deal=_deal(),
        insurance=_insurance(),
        surrender=_surrender(readings),
        doubling=_doubling(readings),
        splitting=_splitting(readings),
        second_chance=_second_chance(readings),
        dealer=_dealer(),
        settlement=_settlement(choice, readings),
        irregularities=_irregularities(readings),
    )


def _points() -> points.Points:
    return points.Points(
        number_cards=cite("PA 673a.3(d)", "PA 673a.3(d)(1)"),
        court_cards=cite("PA 673a.3(d)(2)"),
        aces=cite("PA 673a.3(d)(3)"),
        soft_total=cite("PA 673a.1 Soft total"),
        hard_total=cite("PA 673a.1 Hard total"),
    )


def _cards(choice: House) -> cards_in_use.CardsInUse:
    return cards_in_use.CardsInUse(
        decks=house(choice.decks, "PA 673a.3(a)"),
        cards_look=cite("PA 673a.3(a)"),
        cover_cards=by(1, "PA 673a.3(a)"),
        batches_with_shuffler=by(2, "PA 673a.3(b)", "PA 673a.3(b)(1)"),
        decks_with_shuffler=cite("PA 673a.3(b)", "PA 673a.3(b)(1)"),
        batch_backs_differ=by(True, "PA 673a.3(b)(2)"),
        batches_alternate=by(True, "PA 673a.3(b)(3)", "PA 673a.3(b)(4)"),
        one_batch_in_rack=cite("PA 673a.3(b)(5)"),
        changed_every_hours=by(24, "PA 673a.3(c)"),
    )


def _layout(choice: House) -> layout.Layout:
    return layout.Layout(
        positions=house(choice.positions, "PA 673a.2(a)"),
        layout_approved=cite("PA 673a.2(b)"),
        name_or_logo=cite("PA 673a.2(b)(1)"),
        betting_areas=by(
            (
                layout.AskedFor("Blackjack", "PA 673a.2(b)(2)"),
                layout.AskedFor("Second Chance", "PA 673a.2(b)(3)"),
            ),
            "PA 673a.2(b)(2)",
            "PA 673a.2(b)(3)",
        ),
        inscriptions=by(
            INSCRIPTIONS, "PA 673a.2(b)(4)", "PA 673a.2(b)(4)(i)", "PA 673a.2(b)(4)(ii)", "PA 673a.2(b)(4)(iii)"
        ),
        similar_language=by(INSCRIPTIONS, "PA 673a.2(b)(4)"),
        odds_shown=cite("PA 673a.2(b)(5)"),
        drop_and_tip_boxes=cite("PA 673a.2(c)"),
        card_reader=by(True, "PA 673a.2(d)"),
        card_reader_tells=cite("PA 673a.1 Card reader device"),
        reader_inspected=cite("PA 673a.2(d)"),
        rack_height=cite("PA 673a.2(e)", "PA 673a.2(e)(1)", "PA 673a.2(e)(2)"),
        rack_place=by(layout.Place.DEALERS_SIDE, "PA 673a.2(e)"),
        dealt_from=by(layout.DealtFrom.SHOE, "PA 673a.7(a)"),
        shoe_place=by(layout.Place.WHERE_APPROVED, "PA 673a.7(a)"),
        dealing_hands=by(layout.DealingHands.ACROSS, "PA 673a.7(b)"),
    )


def _opening() -> opening.Opening:
    return opening.Opening(
        opening_steps=by(OPENING_STEPS, "PA 673a.4(a)", "PA 673a.4(b)", "PA 673a.4(c)"),
        inspected_by=cite("PA 673a.4(a)"),
        spread=by(opening.Spread.IN_FANS, "PA 673a.4(b)"),
        batches_opened_apart=cite("PA 673a.4(d)"),
        preshuffled_skips=by(OPENING_STEPS, "PA 673a.4(e)", "PA 673a.5(a)"),
    )


def _shuffle(choice: House, readings: Readings) -> shuffle_and_cut.ShuffleAndCut:
    return shuffle_and_cut.ShuffleAndCut(
        shuffled_when=cite("PA 673a.5(a)"),
        shuffling=house(choice.shuffling, "PA 673a.5(a)", "PA 673a.5(h)"),
        shuffler_required=by(False, "PA 673a.5(a)"),
        machine_shuffle_is_cut=by(True, "PA 673a.5(b)"),
        run_out_machine_shuffle_is_cut=by(True, "PA 673a.13(f)"),
        cut_offers=by(
            shuffle_and_cut.BY_OCCASION,
            "PA 673a.5(c)",
            "PA 673a.5(c)(1)",
            "PA 673a.5(c)(2)",
            "PA 673a.5(c)(3)",
            "PA 673a.5(c)(4)",
        ),
        cut_refused=by(Direction.COUNTERCLOCKWISE, "PA 673a.5(c)(3)", "PA 673a.5(c)(4)"),
        first_refusal_rotates=readings.choose(
            "pa-cut-rotation",
            {"rotate": True, "dealer-cuts": False},
            "PA 673a.5(b)",
            "PA 673a.5(c)(1)",
            "PA 673a.5(c)(2)",
        ),
        cut_backs_away=cite("PA 673a.5(b)"),
        cut_if_nobody=cite("PA 673a.5(b)"),
        cut_margin_cards=by(10, "PA 673a.5(d)"),
        cut_place=by(shuffle_and_cut.CutPlace.OR_FARTHER, "PA 673a.5(d)"),
        cover_card_depth=by(shuffle_and_cut.CoverCardDepth(QUARTER, shuffle_and_cut.StackPart.STACK), "PA 673a.5(d)"),
        cover_card_placed=house(choice.cover_card_placed, "PA 673a.5(d)"),
        recut_until=by(shuffle_and_cut.RecutUntil.BEFORE_SHOE, "PA 673a.5(e)"),
        recut_by=cite("PA 673a.5(e)"),
        recut_ordered_by=cite("PA 673a.5(e)"),
        reshuffle_ordered_by=cite("PA 673a.5(f)"),
        idle_spread=by(
            shuffle_and_cut.IdleSpread.FACE_DOWN_THEN_DEVICE, "PA 673a.5(g)", "PA 673a.5(g)(1)", "PA 673a.5(g)(2)"
        ),
        continuous_shuffler=cite("PA 673a.5(h)"),
        burn_after_shuffle=by(1, "PA 673a.7(c)"),
        burn_by_new_dealer=by(1, "PA 673a.7(c)"),
    )


def _wagers(choice: House) -> wagers.Wagers:
    return wagers.Wagers(
        bet_name=cite("PA 673a.6(d)"),
        wagers_made=cite("PA 673a.6(a)"),
        wagers_close=cite("PA 673a.6(c)", "PA 673a.7(e)"),
        wagers_locked=by(wagers.LockedFrom.WHEN_MADE, "PA 673a.6(c)"),
        table_minimum_cents=house(choice.table_minimum_cents),
        table_maximum_cents=house(choice.table_maximum_cents),
        chip_unit_cents=house(choice.chip_unit_cents),
        mid_shoe_entry=house(choice.mid_shoe_entry, "PA 673a.6(b)", "PA 673a.6(b)(1)", "PA 673a.6(b)(2)"),
        boxes_per_player=house(choice.boxes_per_player, "PA 673a.6(e)"),
        boxes_adjacent=by(True, "PA 673a.6(e)"),
    )


def _deal() -> deal.Deal:
    return deal.Deal(
        deal_order=by(
            (deal.DealStep.PLAYERS_UP, deal.DealStep.DEALER_UP, deal.DealStep.PLAYERS_UP, deal.DealStep.DEALER_DOWN),
            "PA 673a.7(e)",
            "PA 673a.7(e)(1)",
            "PA 673a.7(e)(2)",
            "PA 673a.7(e)(3)",
            "PA 673a.7(e)(4)",
        ),
        first_cards_go=cite("PA 673a.7(e)"),
        player_cards_seen=cite("PA 673a.7(e)(1)", "PA 673a.7(e)(3)"),
        hole_card=by(deal.HoleCard.READER, "PA 673a.1 Hole card", "PA 673a.7(e)(4)", "PA 673a.7(h)"),
        reader_ranks=by(READER_RANKS, "PA 673a.7(h)"),
        hole_card_secret=cite("PA 673a.7(h)"),
        dealer_total_announced=by(deal.TotalAnnounced.AFTER_EACH_CARD, "PA 673a.7(o)"),
        cards_touched=cite("PA 673a.7(v)"),
    )


def _insurance() -> insurance.Insurance:
    return insurance.Insurance(
        insurance_offered=by(True, "PA 673a.7(g)", "PA 673a.8(a)"),
        insurance_up_card=by(Rank.ACE, "PA 673a.7(g)", "PA 673a.8(a)"),
        insurance_wins_on=by(points.TEN_VALUES, "PA 673a.8(a)"),
        insurance_share=by(insurance.HALF, "PA 673a.8(b)"),
        insurance_rounds_up=by(True, "PA 673a.8(b)"),
        insurance_odds=by(TWO_TO_ONE, "PA 673a.8(c)", "PA 673a.12(c)"),
        insurance_placed=cite("PA 673a.8(b)"),
        insurance_collected=cite("PA 673a.8(d)"),
    )


def _surrender(readings: Readings) -> surrender.Surrender:
    return surrender.Surrender(
        surrender=by(surrender.SurrenderWhen.FIRST_DECISION, "PA 673a.9(a)"),
        surrender_share=by(insurance.HALF, "PA 673a.9(a)", "PA 673a.9(a)(1)", "PA 673a.9(a)(2)"),
        surrender_after_draw=by(False, "PA 673a.9(a)"),
        surrender_after_split=by(False, "PA 673a.9(a)"),
        surrender_split_aces=by(False, "PA 673a.9(a)"),
        surrender_after_double=by(surrender.SurrenderAfterDouble.NOT_OFFERED, "PA 673a.9(a)"),
        surrender_settled=readings.choose(
            "surrender-timing",
            {
                "after-reader": surrender.SurrenderSettled.AFTER_READER,
                "before-reader": surrender.SurrenderSettled.PARKED_FOR_READER,
            },
            "PA 673a.7(i)",
            "PA 673a.9(a)",
            "PA 673a.9(a)(2)",
        ),
        surrender_to_blackjack=by(surrender.SurrenderedToBlackjack.AS_OTHERS, "PA 673a.9(a)(2)"),
    )


def _doubling(readings: Readings) -> doubling.Doubling:
    return doubling.Doubling(
        double_on_cards_at_least=by(doubling.FIRST_TWO_CARDS, "PA 673a.10(a)"),
        double_on_cards_at_most=by(doubling.FIRST_TWO_CARDS, "PA 673a.10(a)"),
        double_limit=by(doubling.DoubleLimit.BET, "PA 673a.10(a)"),
        double_for_less=by(True, "PA 673a.10(a)"),
        double_cards=cite("PA 673a.7(k)(2)", "PA 673a.10(a)"),
        double_card=by(doubling.DoubleCard.UP_SIDEWAYS, "PA 673a.10(b)"),
        double_after_split=by(True, "PA 673a.10(a)", "PA 673a.10(c)", "PA 673a.11(c)"),
        double_split_aces=readings.choose(
            "split-aces-draw",
            {"play-on": True, "one-card": False},
            *_of_split_aces(readings, "PA 673a.10(c)", "PA 673a.11(c)"),
        ),
        double_on_blackjack=by(False, "PA 673a.10(a)"),
    )


def _of_split_aces(readings: Readings, *clauses: str) -> Citation:
    """What lets aces be played on after a split; that each gets one card rests on custom, and no clause says it."""
    return cite(*clauses) if readings["split-aces-draw"] == "play-on" else ()


def _splitting(readings: Readings) -> splitting.Splitting:
    return splitting.Splitting(
        pair=by(splitting.Pair.SAME_VALUE, "PA 673a.11(a)"),
        split_wager=cite("PA 673a.11(a)"),
        split_hands=by(SPLIT_HANDS, "PA 673a.11(a)"),
        resplit_aces=by(False, "PA 673a.11(a)"),
        split_aces_one_card=readings.choose(
            "split-aces-draw",
            {"play-on": False, "one-card": True},
            *_of_split_aces(readings, "PA 673a.7(k)", "PA 673a.11(c)"),
        ),
        blackjack_after_split=readings.choose(
            "blackjack-after-split", splitting.AFTER_SPLIT, "PA 673a.1 Blackjack", "PA 673a.11(b)"
        ),
        split_order=cite("PA 673a.11(b)"),
    )


def _second_chance(readings: Readings) -> second_chance.SecondChance:
    return second_chance.SecondChance(
        second_chance=by(True, "PA 673a.7(l)"),
        second_chance_after_double=readings.choose(
            "second-chance-after-double", {"offered": True, "not-offered": False}, "PA 673a.7(k)(2)", "PA 673a.7(l)"
        ),
        second_chance_after_split=readings.choose(
            "second-chance-after-split",
            {"offered": True, "not-offered": False},
            "PA 673a.7(l)",
            "PA 673a.11(b)",
            "PA 673a.11(c)",
        ),
        second_chance_wager=cite("PA 673a.7(l)"),
        second_chance_ace=by(points.ACE_LOW, "PA 673a.7(l)"),
        second_chance_odds=by(EVEN_MONEY, "PA 673a.12(b)"),
        second_chance_over=cite("PA 673a.7(l)(1)"),
        second_chance_exact=cite("PA 673a.7(l)(2)"),
    )


def _dealer() -> dealer.Dealer:
    return dealer.Dealer(
        dealer_stands_on=by(points.DEALER_STANDS_ON, "PA 673a.7(o)"),
        dealer_hits_soft=by(False, "PA 673a.7(o)"),
        dealer_draws_in_vain=by(False, "PA 673a.7(p)"),
        hole_card_turned=cite("PA 673a.7(n)"),
        push_total=by(22, "PA 673a.7(q)", "PA 673a.7(q)(1)"),
    )


def _settlement(choice: House, readings: Readings) -> settlement.Settlement:
    return settlement.Settlement(
        bet_odds=by(EVEN_MONEY, "PA 673a.7(s)(1)(ii)", "PA 673a.12(a)"),
        blackjack_odds=by(TWO_TO_ONE, "PA 673a.7(f)", "PA 673a.12(a)"),
        blackjack_paid=by(settlement.BlackjackPaid.BEFORE_READER, "PA 673a.7(f)"),
        blackjack_cards=cite("PA 673a.7(f)"),
        blackjack_beats_21=by(True, "PA 673a.7(f)"),
        blackjacks_tie=by(False, "PA 673a.7(f)"),
        player_wins=cite(
            "PA 673a.7(q)(1)",
            "PA 673a.7(r)",
            "PA 673a.7(r)(1)",
            "PA 673a.7(r)(1)(i)",
            "PA 673a.7(r)(1)(ii)",
            "PA 673a.7(s)",
            "PA 673a.7(s)(1)",
        ),
        player_loses=cite(
            "PA 673a.1 Bust",
            "PA 673a.7(r)(3)",
            "PA 673a.7(r)(3)(i)",
            "PA 673a.7(r)(3)(ii)",
            "PA 673a.7(s)(3)",
        ),
        player_ties=cite("PA 673a.7(r)(2)", "PA 673a.7(s)(2)"),
        player_bust=readings.choose(
            "both-bust", settlement.BOTH_BUST, "PA 673a.7(q)(1)", "PA 673a.7(r)(1)(i)", "PA 673a.7(r)(3)(i)"
        ),
        bust_collected=readings.choose(
            "bust-collected", settlement.BUST_COLLECTED, "PA 673a.7(q)(2)", "PA 673a.7(r)(3)(i)", "PA 673a.7(s)(3)"
        ),
        twenty_one_paid=readings.choose(
            "twenty-one-paid",
            {
                "right-away": settlement.TwentyOnePaid.RIGHT_AWAY,
                "after-all-players": settlement.TwentyOnePaid.AFTER_ALL_PLAYERS,
            },
            "PA 673a.2(b)(4)(iii)",
            "PA 673a.7(m)",
            "PA 673a.7(n)",
        ),
        dealer_blackjack_takes=by(settlement.DealerBlackjackTakes.EVERYTHING, "PA 673a.7(h)"),
        settled_from_right=cite("PA 673a.7(f)", "PA 673a.7(q)(2)", "PA 673a.7(t)(1)", "PA 673a.7(t)(2)"),
        collect_and_pay=house(choice.collect_and_pay, "PA 673a.7(t)", "PA 673a.7(t)(1)", "PA 673a.7(t)(2)"),
        losing_chips_apart=(
            by(settlement.LosingChips.TO_INVENTORY, "PA 673a.7(t)(2)")
            if choice.collect_and_pay is CollectAndPay.TOGETHER
            else silent(settlement.LosingChips.NOT_PROVIDED)
        ),
        discarded=by(settlement.Discarded.AFTER_ROUND, "PA 673a.7(u)"),
        picked_up=cite("PA 673a.7(u)"),
    )


def _irregularities(readings: Readings) -> irregularities.Irregularities:
    return irregularities.Irregularities(
        face_up_card=by(irregularities.FaceUpCard.NOT_THIS_ROUND, "PA 673a.13(a)"),
        hidden_card=cite("PA 673a.13(b)"),
        exposed_card=by(irregularities.ExposedCard.AFTER_PLAYERS, "PA 673a.13(c)"),
        exposed_early=readings.choose("exposed-early", irregularities.EXPOSED_EARLY, "PA 673a.13(c)"),
        exposed_card_refused=cite("PA 673a.13(c)"),
        exposed_card_unusable=cite("PA 673a.13(c)"),
        dealer_overdraw=by(irregularities.DealerOverdraw.SEVENTEEN, "PA 673a.13(d)"),
        dealer_card_missed=by(irregularities.DealerCardMissed.DEALT_AFTER, "PA 673a.13(e)"),
        cards_run_out=cite("PA 673a.13(f)"),
        no_card_dealt=cite("PA 673a.13(g)"),
        one_card_dealt=cite("PA 673a.13(g)"),
        missed_hit=cite("PA 673a.13(h)"),
        missed_hit_returns=readings.choose(
            "dead-hand-returns",
            {
                "every-wager": irregularities.MissedHitReturns.EVERY_WAGER,
                "named-only": irregularities.MissedHitReturns.ORIGINAL_WAGER,
            },
            "PA 673a.13(h)",
        ),
        reader_misused=by(irregularities.ReaderMisused.PLAY_ON, "PA 673a.13(i)"),
        reader_fails=by(irregularities.ReaderFails.STOP, "PA 673a.13(j)"),
        shuffler_jams=cite("PA 673a.13(k)"),
        shuffler_out=by(irregularities.ShufflerOut.COVERED_OR_SIGNED, "PA 673a.13(l)"),
    )
