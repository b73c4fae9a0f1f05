"""What is wrong with rules somebody asked for, in one sentence each."""

from pitboss.law.near import nearest

__all__ = ["RulesError", "nearest"]


class RulesError(ValueError):
    """Rules that cannot be had: an unknown game or name, a value that makes no sense, a submission the law refuses."""
