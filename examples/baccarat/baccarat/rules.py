"""Baccarat as § 631a.11 has it; what other sections of its chapter say is the house's here, and cites no clause."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from pitboss.rules.cited import Group, Readings, by, house
from pitboss.rules.money import EVEN_MONEY, Odds
from pitboss.rules.options import Between, OneOf, TableLimits, option
from pitboss.rules.rules import Rules
from pitboss.rules.subjects.cards_in_use import CardsInUse
from pitboss.rules.subjects.layout import DealtFrom, Layout
from pitboss.rules.subjects.shuffle_and_cut import CoverCardDepth, ShuffleAndCut, Shuffling, StackPart
from pitboss.rules.subjects.wagers import Wagers

GAME = "baccarat-pa"
TITLE = "Baccarat (punto banco), Pennsylvania"
DOCUMENT = "pa-631a"
BLURB = "Two hands are dealt for everybody. Bet which comes closer to nine, or that they tie; nothing else is decided."

PLAYER, BANKER, TIE = "player", "banker", "tie"
SPOTS = (PLAYER, BANKER, TIE)
HOUSE_NOT_LAW = "the chapter's other sections are not at hand"
POSITIONS_MOST = 12
SIXTEEN_OF_416 = Fraction(1, 26)


@dataclass(frozen=True)
class House(TableLimits):
    """What the section leaves open, or does not speak of."""

    positions: int = option(Between(1, POSITIONS_MOST), question="betting positions")
    decks: int = option(OneOf((6, 8)), question="decks in the shoe")


@dataclass(frozen=True)
class ThirdCard(Group):
    """Which hand draws a third card."""

    natural_from: Annotated[int, "two cards are a Natural from"]
    player_draws_below: Annotated[int, "the Player's Hand draws below"]
    banker_alone_draws_to: Annotated[int, "where the Player's Hand stayed, the Banker's Hand draws with at most"]
    banker_draws_below: Annotated[int, "where it drew, the Banker's Hand draws below"]
    banker_stays_from: Annotated[int, "and stays from"]
    banker_draws_on_3: Annotated[tuple[int, ...], "with 3 it draws where the Player's third card counts"]
    banker_draws_on_4: Annotated[tuple[int, ...], "with 4"]
    banker_draws_on_5: Annotated[tuple[int, ...], "with 5"]
    banker_draws_on_6: Annotated[tuple[int, ...], "with 6"]

    def table(self) -> dict[int, tuple[int, ...]]:
        """Table 1: for each Point Count of the Banker's Hand the third cards on which it draws."""
        return {
            3: self.banker_draws_on_3,
            4: self.banker_draws_on_4,
            5: self.banker_draws_on_5,
            6: self.banker_draws_on_6,
        }


@dataclass(frozen=True)
class Payment(Group):
    """What the spots pay."""

    player_odds: Annotated[Odds, "a winning wager on Player pays"]
    banker_odds: Annotated[Odds, "a winning wager on Banker pays"]
    commission: Annotated[Fraction, "less a commission on those winnings of"]
    tie_odds: Annotated[Odds, "a winning wager on Tie pays"]
    tie_returns: Annotated[bool, "at a tie the wagers on Player and Banker go back"]

    def odds(self, spot: str) -> Odds:
        """What a spot pays, the commission taken off."""
        if spot == BANKER:
            net = self.banker_odds.ratio * (1 - self.commission)
            return Odds(net.numerator, net.denominator)
        return self.player_odds if spot == PLAYER else self.tie_odds


@dataclass(frozen=True, kw_only=True, repr=False)
class BaccaratRules(Rules):
    """A game of this family."""

    family = "baccarat"

    cards: CardsInUse
    layout: Layout
    shuffle: ShuffleAndCut
    wagers: Wagers
    third_card: ThirdCard
    payment: Payment

    @property
    def on_felt(self) -> tuple[str, ...]:
        """HOUSE: what the spots pay."""
        return tuple(f"{spot.title()} pays {self.payment.odds(spot)}" for spot in SPOTS)


def rules(choice: House, readings: Readings) -> BaccaratRules:
    """The game as the section and the house's choices have it; a plain table for all they do not speak of."""
    return BaccaratRules(
        game=GAME,
        title=TITLE,
        document=DOCUMENT,
        readings=readings,
        cards=CardsInUse(decks=house(choice.decks), cover_cards=house(1)),
        layout=Layout(
            positions=house(choice.positions),
            betting_areas=house(("Player", "Banker", "Tie")),
            dealt_from=house(DealtFrom.SHOE),
        ),
        shuffle=ShuffleAndCut(
            shuffling=house(Shuffling.BY_HAND),
            cover_card_depth=house(CoverCardDepth(SIXTEEN_OF_416, StackPart.STACK)),
            cover_card_placed=house(SIXTEEN_OF_416),
        ),
        wagers=Wagers(
            table_minimum_cents=house(choice.table_minimum_cents),
            table_maximum_cents=house(choice.table_maximum_cents),
            chip_unit_cents=house(choice.chip_unit_cents),
        ),
        third_card=ThirdCard(
            natural_from=by(8, "PA 631a.11(a)"),
            player_draws_below=by(6, "PA 631a.11(b)(1)", "PA 631a.11(b)(2)"),
            banker_alone_draws_to=by(5, "PA 631a.11(c)(1)"),
            banker_draws_below=by(3, "PA 631a.11(c)(2)(i)"),
            banker_stays_from=by(7, "PA 631a.11(c)(2)(ii)"),
            banker_draws_on_3=by((0, 1, 2, 3, 4, 5, 6, 7, 9), "PA 631a.11(c)(2)(iii)", "PA 631a.11(d)"),
            banker_draws_on_4=by((2, 3, 4, 5, 6, 7), "PA 631a.11(c)(2)(iii)", "PA 631a.11(d)"),
            banker_draws_on_5=by((4, 5, 6, 7), "PA 631a.11(c)(2)(iii)", "PA 631a.11(d)"),
            banker_draws_on_6=by((6, 7), "PA 631a.11(c)(2)(iii)", "PA 631a.11(d)"),
        ),
        payment=Payment(
            player_odds=house(EVEN_MONEY, note=HOUSE_NOT_LAW),
            banker_odds=house(EVEN_MONEY, note=HOUSE_NOT_LAW),
            commission=house(Fraction(1, 20), note=HOUSE_NOT_LAW),
            tie_odds=house(Odds(8, 1), note=HOUSE_NOT_LAW),
            tie_returns=house(True, note=HOUSE_NOT_LAW),
        ),
    )
