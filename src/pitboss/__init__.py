"""Regulated casino card games, dealt by the book."""

__version__ = "0.1.0"
