"""A conformance kit for any game, also a plug-in's: `check_game("double-attack-pa")`.

Nothing of it runs at a table. It imports `procedure`, `rules`, `cards`, `law` and `report`, for the map from law
to code.
"""

from pitboss.testing.conformance import Conformance, NotConforming, check_game

__all__ = ["Conformance", "NotConforming", "check_game"]
