"""What a review says: decisions, what they cost, habits, and somebody's marks on the strategy's charts."""

import msgspec

from pitboss.house.family_house import Chart
from pitboss.house.protocol import Choice


class Reviewed(msgspec.Struct, frozen=True, kw_only=True):
    """One decision: what was asked, what was done, what each choice was worth, and what the difference cost."""

    round: int
    box: int
    hand: int
    asked: str
    move: str
    best: str
    choices: tuple[Choice, ...]
    cost_cents: float
    exact: bool
    words: str
    chart: str
    row: str
    column: str


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """How well somebody decided, over one shoe of one table."""

    table: str
    shoe: int
    at_ms: int
    rounds: int
    decisions: int
    best: int
    cost_cents: float


class RoundReview(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's decisions in a round; `why` says why there are none, where no solver knows the game."""

    id: str
    game: str
    title: str
    round: int
    decisions: tuple[Reviewed, ...]
    cost_cents: float
    shoe: Score | None = None  # of the rounds of its shoe, up to it
    why: str | None = None


class Habit(msgspec.Struct, frozen=True, kw_only=True):
    """The same mistake, however often it was made; `round` is where it was made last."""

    asked: str
    move: str
    best: str
    times: int
    cost_cents: float
    round: str


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's decisions at one cell of the strategy's charts."""

    chart: str
    row: str
    column: str
    right: int
    wrong: int
    cost_cents: float


class GamePlayed(msgspec.Struct, frozen=True, kw_only=True):
    """A game somebody has played, and how many rounds of it the review looks at."""

    game: str
    title: str
    rounds: int


class Overview(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's decisions in a game, over their latest rounds: by shoe, by habit, and on the strategy's charts."""

    player: str
    game: str
    games: tuple[GamePlayed, ...]
    decisions: int
    best: int
    cost_cents: float
    shoes: tuple[Score, ...]
    habits: tuple[Habit, ...]
    charts: tuple[Chart, ...]
    marks: tuple[Mark, ...]
    why: str | None = None
