"""Regulated casino card games, dealt by the book.

    import pitboss
    game = pitboss.game("double-attack-pa")
    game.solve(), game.simulate(), game.table()

`pitboss.notebook` documents the rest.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.notebook import Game, clauses, game, games
    from pitboss.rules.errors import RulesError

__all__ = ["Game", "RulesError", "__version__", "clauses", "game", "games"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    # Imported when asked for: `pitboss --help` has no use for the rules.
    if name in __all__:
        from pitboss import notebook

        return getattr(notebook, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
