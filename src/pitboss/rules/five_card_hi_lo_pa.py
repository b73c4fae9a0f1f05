"""Five Card Hi-Lo dealt from the hand in Pennsylvania: 58 Pa. Code § 663a.9, the one section of its chapter at hand.

The shuffle and cut, the wagers beyond the Ante and how a round is decided stand in other sections: nothing here states
them as law.
"""

from dataclasses import dataclass

from pitboss.law import cite
from pitboss.rules import hi_lo
from pitboss.rules.cited import Readings, by, house
from pitboss.rules.money import EVEN_MONEY
from pitboss.rules.options import YES_OR_NO, Between, TableLimits, option
from pitboss.rules.rules import HiLoRules
from pitboss.rules.subjects import cards_in_use, layout, shuffle_and_cut, wagers
from pitboss.rules.subjects.shuffle_and_cut import Shuffling

GAME = "five-card-hi-lo-pa"
TITLE = "Five Card Hi-Lo dealt from the hand, Pennsylvania"
DOCUMENT = "pa-663a"
BLURB = "Five cards each and nothing to decide: the text says how to deal them, the house who wins."

DECKS = 1
POSITIONS_MOST = 6
HOUSE_NOT_LAW = "HOUSE, never law: the sections that decide a round are not at hand"


@dataclass(frozen=True)
class House(TableLimits):
    """What the section leaves to the certificate holder, or does not speak of."""

    positions: int = option(Between(1, POSITIONS_MOST), question="betting positions")
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
    return cards_in_use.CardsInUse(
        decks=by(DECKS, "PA 663a.9(d)", "PA 663a.9(e)"), ranks_removed=by((), "PA 663a.9(d)", "PA 663a.9(e)")
    )


def _layout(choice: House) -> layout.Layout:
    return layout.Layout(
        positions=house(choice.positions),
        betting_areas=house(("Ante",)),
        dealt_from=by(layout.DealtFrom.HAND, "PA 663a.9(a)"),
        shoe_place=by(layout.Place.OVER_INVENTORY, "PA 663a.9(a)(2)"),
        dealing_hands=by(layout.DealingHands.OTHER_THAN_HOLDS, "PA 663a.9(a)(2)", "PA 663a.9(b)"),
    )


def _shuffle() -> shuffle_and_cut.ShuffleAndCut:
    return shuffle_and_cut.ShuffleAndCut(
        shuffled_when=cite("PA 663a.9(a)(2)"),
        shuffling=by(Shuffling.DEVICE, "PA 663a.9(a)(1)"),
        shuffler_required=by(True, "PA 663a.9(a)", "PA 663a.9(a)(1)"),
        machine_shuffle_is_cut=house(True),  # by whom, the section that orders the cut would say
    )


def _wagers(choice: House) -> wagers.Wagers:
    return wagers.Wagers(
        bet_name=cite("PA 663a.9(b)"),
        wagers_close=cite("PA 663a.9(a)(3)"),
        table_minimum_cents=house(choice.table_minimum_cents),
        table_maximum_cents=house(choice.table_maximum_cents),
        chip_unit_cents=house(choice.chip_unit_cents),
    )


def _hi_lo_deal() -> hi_lo.HiLoDeal:
    return hi_lo.HiLoDeal(cards_each=by(hi_lo.HI_LO_CARDS, "PA 663a.9(b)", "PA 663a.9(c)"))


def _stub(choice: House, readings: Readings) -> hi_lo.Stub:
    return hi_lo.Stub(
        stub_to_rack=cite("PA 663a.9(c)"),
        counting_shuffler=house(choice.counting_shuffler, "PA 663a.9(d)"),
        stub_counted_every=by(hi_lo.STUB_COUNTED_EVERY, "PA 663a.9(d)"),
        full_deck=by(hi_lo.FULL_DECK, "PA 663a.9(d)", "PA 663a.9(e)"),
        count_right=readings.choose(
            "stub-count-right",
            {"stub-alone": hi_lo.CountRight.STUB_ALONE, "hands-too": hi_lo.CountRight.HANDS_TOO},
            "PA 663a.9(d)",
            "PA 663a.9(e)",
        ),
        misdealt_full=cite("PA 663a.9(f)"),
        misdealt_short=readings.choose(
            "stub-count-mismatch",
            {"remove-deck": hi_lo.CountMismatch.REMOVE_DECK, "keep-deck": hi_lo.CountMismatch.KEEP_DECK},
            "PA 663a.9(f)",
        ),
    )


def _showdown(readings: Readings) -> hi_lo.Showdown:
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
