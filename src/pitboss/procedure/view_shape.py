"""The table as one viewer sees it, as it goes over the wire: the same for every family."""

import msgspec

HIDDEN = None


class HandView(msgspec.Struct, frozen=True, kw_only=True):
    """A hand as one viewer sees it: a card that is hidden from them is null, and then so is the total.

    What the game's family does not know stays as it is here: a hand that counts nothing has no total.
    """

    box: int
    hand: int
    cards: tuple[str | None, ...]
    total: int | None = None
    soft: bool = False
    doubled: bool = False
    wagers: dict[str, dict[str, int]]


class BoxView(msgspec.Struct, frozen=True, kw_only=True):
    """A box in play: who decides, the hands, and the wagers that belong to no hand."""

    box: int
    decides: str
    hands: tuple[HandView, ...]
    side_wagers: dict[str, dict[str, int]]
    insurance: dict[str, int] = {}


class PlayerView(msgspec.Struct, frozen=True):
    """Somebody at the table."""

    name: str
    seat: int | None
    chips: int


class CommonHandView(msgspec.Struct, frozen=True):
    """A hand that belongs to no box and lies open, with its points."""

    name: str
    cards: tuple[str, ...]
    total: int


class View(msgspec.Struct, frozen=True):
    """The table as one viewer sees it. `may` lists only what this viewer may do.

    `laid` is what lies on each box before the deal, by player and kind of wager; `bets` is the whole of it that counts
    as the bet.
    """

    viewer: str
    game: str
    rules_hash: str
    round: int
    phase: str
    waiting_for: tuple[str, ...]
    waiting_at_box: int
    waiting_at_hand: int
    may: tuple[str, ...]
    clauses: tuple[str, ...]
    players: tuple[PlayerView, ...]
    bets: dict[int, dict[str, int]]
    laid: dict[int, dict[str, dict[str, int]]]
    boxes: tuple[BoxView, ...]
    dealer: tuple[str | None, ...]
    dealer_total: int | None
    common_hands: tuple[CommonHandView, ...]
    exposed_cards: tuple[str, ...]
    shoe: int
    rack: int
    seal: str | None
