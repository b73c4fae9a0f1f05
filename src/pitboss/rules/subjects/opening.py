"""Opening the table: inspection, spread, wash."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from pitboss.law import Citation
from pitboss.rules.cited import Group, silent


class OpeningStep(Enum):
    """A step between the arrival of the decks and the first shuffle, in its order."""

    INSPECT = "dealer inspects, floorperson verifies"
    REMOVE_TENS = "tens removed and destroyed"
    SPREAD = "spread face up for the first player"
    WASH = "turned face down, washed and stacked"
    SHUFFLE = "shuffled"


class Spread(Enum):
    """How the cards lie for the first player to arrive."""

    IN_FANS = "face up in fans, by deck, suit and sequence, for the first player to arrive"
    DECKS_APART = "face up, each deck apart, by suit and sequence, for the first player to arrive"
    NOT_PROVIDED = "not provided"


class TensDestroyed(Enum):
    """What becomes of the tens that are taken out of the decks."""

    TORN = "torn in half and put back into the decks' container"
    APPROVED_MANNER = "by the floorperson, in an approved manner"
    NOT_PROVIDED = "not provided"


@dataclass(frozen=True)
class Opening(Group):
    """What happens to new cards before they are shuffled."""

    heading = "Opening the table"
    opening_steps: Annotated[tuple[OpeningStep, ...], "steps of opening, in order"] = silent(())
    inspected_by: Citation = ()
    tens_removed_by: Citation = ()
    tens_destroyed: Annotated[TensDestroyed, "tens are destroyed"] = silent(TensDestroyed.NOT_PROVIDED)
    spread: Annotated[Spread, "cards spread"] = silent(Spread.NOT_PROVIDED)
    remix_if_exposed: Annotated[bool, "washed again if a card is turned over while mixing or stacking"] = silent(False)
    batches_opened_apart: Citation = ()
    preshuffled_skips: Annotated[tuple[OpeningStep, ...], "steps that preinspected, preshuffled cards skip"] = silent(
        ()
    )
