"""Environments for those who train agents: Gymnasium for one box, PettingZoo for several, over the same tables.

Importing it registers `pitboss/DoubleAttackPA-v0` and the other games in which a player decides something with
Gymnasium. What stands here needs the extra `envs`; `seats` deals, `one_box` and `boxes` are the two interfaces. It
imports `cards`, `house`, `procedure`, `rules` and `solve`.
"""

from pitboss.envs.boxes import boxes_env, parallel_env
from pitboss.envs.one_box import GAMES, OneBox, register
from pitboss.envs.seats import ACTIONS, FIELDS, WORTH

__all__ = ["ACTIONS", "FIELDS", "GAMES", "WORTH", "OneBox", "boxes_env", "parallel_env", "register"]

register()
