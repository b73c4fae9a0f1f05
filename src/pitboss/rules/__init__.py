"""One module a game: what may be wagered, done and paid, as frozen data that cites the law; house options."""

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
