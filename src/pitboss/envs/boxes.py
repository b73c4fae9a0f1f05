"""Several boxes for PettingZoo: each decides in turn, as the table asks; an episode is a round."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import gymnasium as gym
import numpy as np
from pettingzoo import AECEnv, ParallelEnv

from pitboss.cards.card import Card
from pitboss.envs.one_box import SEED_BELOW, observation_space
from pitboss.envs.seats import ACTIONS, CONTINUE, WORTH, Seats, rules_for

Seen = dict[str, Any]


class _AtBoxes:
    """What both of PettingZoo's interfaces do alike: seats, spaces, what is seen and told."""

    metadata = {"name": "pitboss_v0", "render_modes": [], "is_parallelizable": False}  # noqa: RUF012  # as PettingZoo has it
    render_mode = None

    def __init__(
        self,
        game: str,
        boxes: int = 3,
        rules: Mapping[str, object] | None = None,
        readings: Mapping[str, str] | None = None,
        penetration: float | Fraction | None = None,
        side_wagers: Sequence[str] = (),
        regret: bool = True,
    ) -> None:
        super().__init__()
        self.seats = Seats(rules_for(game, rules, readings, penetration), boxes, side_wagers, regret)
        self.possible_agents = list(self.seats.players)
        mask = gym.spaces.Box(0, 1, (len(ACTIONS),), np.int8)
        self._sees = {
            name: gym.spaces.Dict({"observation": observation_space(), "action_mask": mask})
            for name in self.possible_agents
        }
        self._acts = {name: gym.spaces.Discrete(len(ACTIONS)) for name in self.possible_agents}
        self._chance: np.random.Generator | None = None

    def observation_space(self, agent: str) -> gym.spaces.Space[Any]:
        """Numbers in the order of `FIELDS`, and what is offered."""
        return self._sees[agent]

    def action_space(self, agent: str) -> gym.spaces.Space[Any]:
        """One of `ACTIONS`."""
        return self._acts[agent]

    def _deal(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        first = [Card.parse(code) for code in str((options or {}).get("cards", "")).split()]
        if seed is not None or first or self._chance is None:
            if seed is not None or self._chance is None:
                self._chance = np.random.default_rng(seed)
            self.seats.open(int(self._chance.integers(SEED_BELOW)), first)
        self.seats.deal()
        self.agents = list(self.possible_agents)
        self._over = False

    def observe(self, agent: str) -> Seen:
        """What one seat sees and may do."""
        return {"observation": self.seats.observation(agent), "action_mask": self.seats.mask(self._offered(agent))}

    def _offered(self, agent: str) -> tuple[str, ...]:
        """What an agent may do; where the round has ended by itself, to see that."""
        if self._over:
            return ()
        return (CONTINUE,) if self.seats.asked is None else self.seats.may(agent)

    def render(self) -> str:
        """Who is asked, and what that seat sees, in words."""
        asked = self.seats.asked
        return "nobody is asked" if asked is None else f"{asked}: {self.seats.words(asked, self._offered(asked))}"

    def close(self) -> None:
        """Nothing is held that would have to be given back."""

    def _act(self, agent: str, action: int) -> dict[str, Any]:
        """Do what is decided: what there is to tell of it."""
        name, offered = ACTIONS[action], self._offered(agent)
        if name not in offered:
            return {"refused": f"{name} is not offered: {', '.join(offered) or 'nothing is asked'}"}
        told: dict[str, Any] = {}
        if self.seats.regret:
            worth, question = self.seats.worth(agent), self.seats.question(agent)
            exact = question is None or not question.doubts
            told = {WORTH: worth, "regret": max(worth.values()) - worth[name] if name in worth else 0.0, "exact": exact}
        if self.seats.asked is not None:
            self.seats.act(agent, name)
        self._over = self.seats.asked is None
        return told


class Boxes(_AtBoxes, AECEnv[str, Seen, int]):
    """Agents `box_1`, `box_2`, ... act one after the other, in the order in which the table asks them."""

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """The next round, up to its first decision."""
        self._deal(seed, options)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.seats.asked or self.agents[0]

    def step(self, action: Any) -> None:
        """One decision of the agent whose turn it is; the rewards come with the end of the round."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent] = self._act(agent, int(action))
        if self._over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = {name: self.seats.won(name) for name in self.agents}
        self.agent_selection = self.seats.asked or self.agents[0]
        self._accumulate_rewards()


class BoxesAtOnce(_AtBoxes, ParallelEnv[str, Seen, int]):
    """Everybody answers at each step, and only who is asked is heard: the others have nothing in their masks."""

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """The next round, up to its first decision."""
        self._deal(seed, options)
        return {agent: self.observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """One decision, of the agent whom the table asks; the rewards come with the end of the round."""
        agents, infos = list(self.agents), {agent: dict[str, Any]() for agent in self.agents}
        asked = self.seats.asked or agents[0]
        infos[asked] = self._act(asked, int(actions[asked]))
        rewards = {agent: self.seats.won(agent) if self._over else 0.0 for agent in agents}
        seen = {agent: self.observe(agent) for agent in agents}
        ended = dict.fromkeys(agents, self._over)
        if self._over:
            self.agents = []
        return seen, rewards, ended, dict.fromkeys(agents, False), infos


def boxes_env(game: str, boxes: int = 3, **so: Any) -> Boxes:
    """A table for agents that act in turn: rules, readings, penetration, side_wagers, regret as for one box."""
    return Boxes(game, boxes, **so)


def parallel_env(game: str, boxes: int = 3, **so: Any) -> BoxesAtOnce:
    """The same for agents that all answer at each step."""
    return BoxesAtOnce(game, boxes, **so)
