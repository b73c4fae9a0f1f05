"""Environments for those who train agents: Gymnasium for one box, PettingZoo for several, over the same tables.

Importing it registers `pitboss/DoubleAttackPA-v0` and the other games in which a player decides something with
Gymnasium. What stands here needs the extra `envs`; `seats` deals, `one_box` and `boxes` are the two interfaces, and
`many` steps thousands of tables of one box together. It imports `cards`, `house`, `procedure`, `rules`, `simulate` and
`solve`.
"""

from importlib.util import find_spec

for needed in ("gymnasium", "pettingzoo"):
    if find_spec(needed) is None:
        told = f"environments need {needed}, which the extra `envs` brings: pip install 'pitboss[envs]'"
        raise ModuleNotFoundError(told, name=needed)

from pitboss.envs.boxes import boxes_env, parallel_env  # noqa: E402  # what brings them is said first
from pitboss.envs.one_box import GAMES, OneBox, register  # noqa: E402
from pitboss.envs.seats import ACTIONS, FIELDS, WORTH  # noqa: E402

__all__ = ["ACTIONS", "FIELDS", "GAMES", "WORTH", "OneBox", "boxes_env", "parallel_env", "register"]

register()
