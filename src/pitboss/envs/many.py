"""Many tables of one box, stepped together by a kernel: for those who need rounds by the million."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import gymnasium as gym
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from pitboss.cards.card import Card, Rank, Suit
from pitboss.cards.deck import decks
from pitboss.envs.one_box import SEED_BELOW, observation_space
from pitboss.envs.seats import ACTIONS, FIELDS, check_wagers, rules_for, side_share
from pitboss.rules.errors import RulesError
from pitboss.simulate.many_tables import asking_kernel

TABLES_MOST = 1_000_000
Observations = npt.NDArray[np.int16]
Numbers = npt.NDArray[Any]


class ManyBoxes(VectorEnv[Observations, Numbers, Numbers]):
    """The environment of one box many times over, each with a shoe of its own.

    They see, are offered and are paid what `OneBox` is, without regret; a 21 that `OneBox` asks about, because it lies
    face down, stands here. After a round the next step deals another and takes no action, as Gymnasium's own vector
    environments do. A round in which a short shoe runs out is truncated: no rack is shuffled in mid-round.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        rules: Mapping[str, object] | None = None,
        readings: Mapping[str, str] | None = None,
        penetration: float | Fraction | None = None,
        side_wagers: Sequence[str] = (),
        regret: bool = False,
        target: str = "asking",
    ) -> None:
        if regret:
            told = "what each decision gives away takes the solver some hundredths of a second"
            raise RulesError(f'{told}: ask for it with vectorization_mode="sync" or "async"')
        if not 1 <= num_envs <= TABLES_MOST:
            raise RulesError(f"from 1 to {TABLES_MOST:,} tables are stepped together, not {num_envs}")
        self.rules = rules_for(game, rules, readings, penetration)
        check_wagers(self.rules, side_wagers)
        self.num_envs = num_envs
        self.single_observation_space = observation_space()
        self.single_action_space = gym.spaces.Discrete(len(ACTIONS))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.kernel, numbers = asking_kernel(self.rules, side_wagers, target)
        self._pays = _pays(numbers, side_share(self.rules))
        self._rows = np.zeros(num_envs * self.kernel.TABLE_ROW, np.int32)
        self._rngs = np.zeros((num_envs, 5), np.uint32)
        self._sights = np.zeros((num_envs, len(FIELDS)), np.int16)
        self._masks = np.zeros((num_envs, len(ACTIONS)), np.int8)
        self._told = np.zeros((num_envs, 4))
        self._opened = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """The next round at every table; with a seed, and at first, from a fresh shoe."""
        super().reset(seed=seed)
        if seed is not None or not self._opened:
            self._open(int(self.np_random.integers(SEED_BELOW)))
        self._step(np.zeros(self.num_envs, np.int64), fresh=True)
        return self._sights.copy(), self._info()

    def _open(self, seed: int) -> None:
        cards = decks(self.rules.cards.decks, self.rules.cards.ranks_removed)
        self.kernel.begin(self._rows, self._rngs, _coded(cards, self.kernel.BEYOND), np.uint64(seed))
        self._opened = True

    def step(self, actions: Numbers) -> tuple[Observations, Numbers, Numbers, Numbers, dict[str, Any]]:
        """One decision at every table; what a round brings comes with its end."""
        if not self._opened:
            raise gym.error.ResetNeeded("the tables are opened by reset()")
        decided = np.ascontiguousarray(actions, np.int64)
        if decided.shape != (self.num_envs,):
            raise ValueError(f"there is an action for each of {self.num_envs} tables, and not {decided.shape} of them")
        self._step(decided, fresh=False)
        won, over, cut = self._told[:, 0].copy(), self._told[:, 1] != 0, self._told[:, 2] != 0
        return self._sights.copy(), won, over, cut, self._info()

    def _step(self, actions: Numbers, fresh: bool) -> None:
        self.kernel.step_all(self._rows, self._rngs, actions, self._pays, fresh, self._sights, self._masks, self._told)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._masks.copy(), "refused": self._told[:, 3] != 0}


def _pays(numbers: Mapping[str, Any], share: Fraction) -> npt.NDArray[np.float64]:
    """What each side wager brings by its line, in initial wagers."""
    found = np.zeros((max(numbers["SIDES"], 1), numbers["SIDE_WIDTH"]))
    for kind, odds in enumerate(numbers["SIDE_ODDS"]):
        found[kind, : len(odds) + 1] = [-share, *(share * win / stake for win, stake in odds)]
    return found


def _coded(cards: Sequence[Card], beyond: int) -> npt.NDArray[np.int32]:
    """A shoe as the kernel takes it, and behind it cards that bring any round to its end."""
    king = Card(Rank.KING, Suit.SPADES)
    return np.array(
        [(min(card.rank, 10) - 1) | card.rank << 4 | card.suit << 8 for card in (*cards, *(king,) * beyond)], np.int32
    )
