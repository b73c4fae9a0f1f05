"""Exact values of hands, wagers and whole games, composition by composition."""
