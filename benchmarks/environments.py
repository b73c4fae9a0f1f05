"""Rounds a second of the environments for agents: one box at the real table, and thousands stepped together.

Both are played in this run by choosing at random among what is offered, without regret. Times are CPU seconds of this
process and of the environment alone, so that neither a busy machine nor the choosing is in the ratio.
"""

from time import process_time
from typing import Any

import gymnasium as gym
import numpy as np

import pitboss.envs

TABLES = 1024
STEPS_ALONE = 4000
STEPS_TOGETHER = 400
DIFFERENT = 16  # choices made ahead


def alone(env_id: str) -> float:
    """Rounds a second of one box."""
    env, chance = gym.make(env_id, regret=False).unwrapped, np.random.default_rng(1)
    _, info = env.reset(seed=1)
    rounds, seconds = 0, 0.0
    for _ in range(STEPS_ALONE):
        action = chance.choice(np.flatnonzero(info["action_mask"]))
        begun = process_time()
        _, _, over, _, info = env.step(action)
        if over:
            _, info = env.reset()
        seconds += process_time() - begun
        rounds += over
    return rounds / seconds


def together(env_id: str) -> float:
    """Rounds a second of many, the first step of which has compiled them."""
    env: Any = gym.make_vec(env_id, num_envs=TABLES)
    chosen = np.random.default_rng(1).random((DIFFERENT, TABLES, env.single_action_space.n))
    _, info = env.reset(seed=1)
    rounds, seconds = 0, 0.0
    for step in range(STEPS_TOGETHER):
        actions = (info["action_mask"] * chosen[step % DIFFERENT]).argmax(1)
        begun = process_time()
        _, _, over, _, info = env.step(actions)
        seconds += process_time() - begun
        rounds += int(over.sum())
    return rounds / seconds


def main() -> None:
    """Every game."""
    for env_id in pitboss.envs.GAMES:
        one, many = alone(env_id), together(env_id)
        print(f"{env_id}  {one:,.0f} rounds a second; {TABLES} together {many:,.0f}, {many / one:.1f} times as many")


if __name__ == "__main__":
    main()
