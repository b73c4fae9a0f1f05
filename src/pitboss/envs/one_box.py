"""One box for Gymnasium: an episode is a round, the shoe goes on from one to the next."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import gymnasium as gym
import numpy as np

from pitboss.cards.card import Card
from pitboss.envs.seats import ACTIONS, CONTINUE, FIELDS, WORTH, Observation, Seats, rules_for

SEED_BELOW = 2**62
MOST_SEEN = 10_000
GAMES = {
    "pitboss/DoubleAttackPA-v0": "double-attack-pa",
    "pitboss/DoubleAttackNJ-v0": "double-attack-nj",
    "pitboss/DoubleBackJackPA-v0": "double-back-jack-pa",
    "pitboss/DoubleDeckHouse-v0": "double-deck-house",
}


def register() -> None:
    """Tell Gymnasium of every game; twice does no harm."""
    for id_, game in GAMES.items():
        if id_ not in gym.registry:
            gym.register(
                id_,
                "pitboss.envs.one_box:OneBox",
                vector_entry_point="pitboss.envs.many:ManyBoxes",
                kwargs={"game": game},
                disable_env_checker=True,
            )


def observation_space() -> gym.spaces.Space[Any]:
    """Whole numbers in the order of `FIELDS`."""
    return gym.spaces.Box(0, MOST_SEEN, (len(FIELDS),), np.int16)


class OneBox(gym.Env[Observation, np.int64]):
    """A box at a table of the game as the law has it, played round by round.

    An action that is not offered changes nothing: the information says so under `refused`. `reset(seed=...)` opens a
    table of its own; without a seed the next round is dealt at the same one, from the same shoe till it is shuffled.
    `reset(options={"cards": "5C 9S ..."})` puts cards first into a new shoe, in the order in which they leave it.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        game: str,
        rules: Mapping[str, object] | None = None,
        readings: Mapping[str, str] | None = None,
        penetration: float | Fraction | None = None,
        side_wagers: Sequence[str] = (),
        regret: bool = True,
        render_mode: str | None = None,
    ) -> None:
        self.seats = Seats(rules_for(game, rules, readings, penetration), 1, side_wagers, regret)
        (self.player,) = self.seats.players
        self.action_space = gym.spaces.Discrete(len(ACTIONS))
        self.observation_space = observation_space()
        self.render_mode = render_mode
        self._opened, self._over = False, True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """The next round, up to the first decision of it."""
        super().reset(seed=seed)
        first = [Card.parse(code) for code in str((options or {}).get("cards", "")).split()]
        if seed is not None or first or not self._opened:
            self.seats.open(int(self.np_random.integers(SEED_BELOW)), first)
            self._opened = True
        self.seats.deal()
        self._over = False
        self._worth = self.seats.worth(self.player)
        return self.seats.observation(self.player), self._told()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """One decision; the reward, in initial wagers, comes with the end of the round."""
        seats, name = self.seats, ACTIONS[int(action)]
        offered = self._offered()
        if name not in offered:
            told = self._told() | {"refused": f"{name} is not offered: {', '.join(offered) or 'the round is over'}"}
            return seats.observation(self.player), 0.0, self._over, False, told
        regret = max(self._worth.values()) - self._worth[name] if name in self._worth else 0.0
        exact = self._exact()
        if seats.asked is not None:
            seats.act(self.player, name)
        self._over = seats.asked is None
        self._worth = seats.worth(self.player)
        told = self._told() | ({"regret": regret, "exact": exact} if seats.regret else {})
        reward = seats.won(self.player) if self._over else 0.0
        return seats.observation(self.player), reward, self._over, False, told

    def _offered(self) -> tuple[str, ...]:
        if self._over:
            return ()
        return self.seats.may(self.player) or (CONTINUE,)

    def _exact(self) -> bool:
        question = self.seats.question(self.player)
        return question is None or not question.doubts

    def _told(self) -> dict[str, Any]:
        told: dict[str, Any] = {"action_mask": self.seats.mask(self._offered())}
        return told | ({WORTH: dict(self._worth)} if self.seats.regret else {})

    def action_masks(self) -> Any:
        """What is offered now, for those who ask the environment itself."""
        return self.seats.mask(self._offered()).astype(bool)

    def render(self) -> str | None:
        """What the seat sees, in words."""
        if self.render_mode != "ansi" or not self._opened:
            return None
        return self.seats.words(self.player, self._offered())
