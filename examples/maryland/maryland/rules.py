"""Five Card Hi-Lo dealt from the hand in Maryland: COMAR 36.05.03.29 states these values, the house the others."""

from dataclasses import dataclass
from typing import Annotated

from pitboss.law import cite
from pitboss.rules import five_card_hi_lo_pa as pennsylvania
from pitboss.rules import hi_lo
from pitboss.rules.cited import Group, Readings, by, house
from pitboss.rules.money import EVEN_MONEY
from pitboss.rules.options import OneOf, option
from pitboss.rules.rules import HiLoRules
from pitboss.rules.subjects.cards_in_use import CardsInUse
from pitboss.rules.subjects.layout import DealingHands, DealtFrom, Layout, Place
from pitboss.rules.subjects.shuffle_and_cut import ShuffleAndCut, Shuffling
from pitboss.rules.subjects.wagers import Wagers

GAME = "five-card-hi-lo-md"
TITLE = "Five Card Hi-Lo dealt from the hand, Maryland"
DOCUMENT = "md-36.05.03.29"
BLURB = "Five cards each by Maryland's rule for dealing from the hand: nothing to decide."
STANDARD_RULES = "by the standard rules, which are the house's"


@dataclass(frozen=True)
class House(pennsylvania.House):
    """What the regulation leaves to the house, or does not speak of; here no progressive system is at hand."""

    counting_shuffler: bool = option(
        OneOf((True, False)), "MD 36.05.03.29C", question="does the shuffling device count the cards after each shuffle"
    )
    progressive_offered: bool = option(
        OneOf((False,)),
        "MD 36.05.03.29A(5)(b)",
        question="is the Progressive Payout Wager offered",
    )


@dataclass(frozen=True)
class Progressive(Group):
    """The Progressive Payout Wager."""

    progressive_offered: Annotated[bool, "the Progressive Payout Wager is offered"]


@dataclass(frozen=True, kw_only=True, repr=False)
class MarylandRules(HiLoRules):
    """The family's values, and the wager that only this text speaks of."""

    progressive: Progressive


def rules(choice: House, readings: Readings) -> MarylandRules:
    """The game as the regulation, the house's choices and the readings in force have it."""
    return MarylandRules(
        game=GAME,
        title=TITLE,
        document=DOCUMENT,
        readings=readings,
        cards=CardsInUse(decks=house(pennsylvania.DECKS, note=STANDARD_RULES)),
        layout=Layout(
            positions=house(choice.positions),
            betting_areas=house(("Ante",)),
            dealt_from=by(DealtFrom.HAND, "MD 36.05.03.29A"),
            shoe_place=by(Place.OVER_INVENTORY, "MD 36.05.03.29A(4)"),
            dealing_hands=by(DealingHands.OTHER_THAN_HOLDS, "MD 36.05.03.29B(1)", "MD 36.05.03.29B(2)"),
        ),
        shuffle=ShuffleAndCut(
            shuffled_when=cite("MD 36.05.03.29A(2)"),
            shuffling=by(Shuffling.DEVICE, "MD 36.05.03.29A(1)"),
            shuffler_required=by(True, "MD 36.05.03.29A", "MD 36.05.03.29A(1)"),
            machine_shuffle_is_cut=house(True),
        ),
        wagers=Wagers(
            wagers_close=cite("MD 36.05.03.29A(5)(a)"),
            table_minimum_cents=house(choice.table_minimum_cents),
            table_maximum_cents=house(choice.table_maximum_cents),
            chip_unit_cents=house(choice.chip_unit_cents),
        ),
        hi_lo_deal=hi_lo.HiLoDeal(
            cards_each=house(hi_lo.HI_LO_CARDS, "MD 36.05.03.29B(3)", note=STANDARD_RULES),
        ),
        stub=hi_lo.Stub(
            stub_to_rack=cite("MD 36.05.03.29B(4)"),
            counting_shuffler=house(choice.counting_shuffler, "MD 36.05.03.29C"),
            stub_counted_every=by(hi_lo.STUB_COUNTED_EVERY, "MD 36.05.03.29C(1)"),
            full_deck=house(hi_lo.FULL_DECK, "MD 36.05.03.29C(1)", note=STANDARD_RULES),
            count_right=readings.choose(
                "md-stub-count-right",
                {"stub-alone": hi_lo.CountRight.STUB_ALONE, "hands-too": hi_lo.CountRight.HANDS_TOO},
                "MD 36.05.03.29C(1)",
                "MD 36.05.03.29D",
            ),
            misdealt_full=cite("MD 36.05.03.29F"),
        ),
        showdown=hi_lo.Showdown(
            showdown=house(hi_lo.ShowdownKind.HOUSE_HIGH_HAND),
            ante_odds=house(EVEN_MONEY, note=pennsylvania.HOUSE_NOT_LAW),
            ties_push=house(True, note=pennsylvania.HOUSE_NOT_LAW),
        ),
        progressive=Progressive(
            progressive_offered=house(
                choice.progressive_offered,
                "MD 36.05.03.29A(5)(b)",
                "MD 36.05.03.29A(6)",
                "MD 36.05.03.29A(6)(a)",
                "MD 36.05.03.29A(6)(b)",
                "MD 36.05.03.29A(6)(c)",
            )
        ),
    )
