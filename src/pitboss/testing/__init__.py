"""A conformance kit for any game, also a plug-in's: `check_game("double-attack-pa")`.

It sees procedure, rules and law, and the map from law to code; nothing of it runs at a table.
"""

from pitboss.testing.conformance import Conformance, NotConforming, check_game

__all__ = ["Conformance", "NotConforming", "check_game"]
