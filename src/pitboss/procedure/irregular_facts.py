"""What tells that a round did not go its usual way."""

from pitboss.procedure.fact import Fact


class CardDrawnInError(Fact, frozen=True):
    exposed: bool
    card: str | None


class CardUnused(Fact, frozen=True):
    card: str | None
    exposed: bool = True


class BoxPassedOver(Fact, frozen=True):
    box: int


class RoundVoided(Fact, frozen=True):
    why: str


class CardsRanOut(Fact, frozen=True):
    rack: int


class FloorpersonNotified(Fact, frozen=True):
    of: str


class ShufflerStopped(Fact, frozen=True):
    why: str


class ShufflerSetAside(Fact, frozen=True):
    how: str


class HouseDecided(Fact, frozen=True):
    """A decision the house made for an absent player, by a stated rule."""

    player: str
    move: str
    rule: str
