"""What is typed: one module for each subject, each command thin, the work on the floors below.

Heavy things are imported inside the command that needs them, so that `pitboss --help` answers at once.
It imports `law`, `rules`, `cards`, `families`, `procedure`, `simulate`, `protect`, `report`, `school` and `house`.
"""

from pitboss.commands import admin, house, money, protection, reports, school, table, texts
from pitboss.commands.command_line import app, main

__all__ = ["admin", "app", "house", "main", "money", "protection", "reports", "school", "table", "texts"]
