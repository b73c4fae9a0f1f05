"""What each reading of a doubtful clause is worth, as the solver found it: kept, since asking anew takes many seconds.

`tests/solve/test_reading_prices.py` holds the figures against the solver and writes them anew when asked to.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec


class Price(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one option costs the player beside the default, in millionths of the initial wager or of each side wager."""

    main: int = 0
    sides: dict[str, int] = {}


Prices = Mapping[str, Mapping[str, Mapping[str, Price]]]  # by game, reading and option


@cache
def prices() -> Prices:
    """Every price that is known: of the games as they stand, each reading varied by itself."""
    kept = files("pitboss.law").joinpath("data", "prices.json").read_bytes()
    return msgspec.json.decode(kept, type=dict[str, dict[str, dict[str, Price]]])
