"""What is typed: one module for each subject, each command thin, the work on the floors below.

It may touch every floor but `notebook` and `testing`, which stand beside it. Heavy things are imported inside the
command that needs them, so that `pitboss --help` answers at once.
"""

from pitboss.commands import house, money, reports, table, texts
from pitboss.commands.command_line import app, main

__all__ = ["app", "house", "main", "money", "reports", "table", "texts"]
