"""What may be wagered, done and paid, as frozen data that cites the law: a module a document, house options, variants.

`subjects/` has the groups of values that documents fill in, `wager_kinds` every wager as data, `cited` a value that
knows its source; `options` and `submission` what the law leaves to the house, `variant` a game with values set and
readings chosen, `sheet` and `comparison` how rules are shown. It imports `law`, `cards` and `families`.
"""

from pitboss.rules.errors import RulesError
from pitboss.rules.games import GAMES, Game, game
from pitboss.rules.rules import BlackjackRules, Departure, HiLoRules, Rules
from pitboss.rules.submission import Submission, default_submission, load_submission
from pitboss.rules.variant import build, load

__all__ = [
    "GAMES",
    "BlackjackRules",
    "Departure",
    "Game",
    "HiLoRules",
    "Rules",
    "RulesError",
    "Submission",
    "build",
    "default_submission",
    "game",
    "load",
    "load_submission",
]
