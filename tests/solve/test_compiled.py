"""A kernel is compiled once, whatever the rules: whoever runs a version for the first time waits for each."""

import subprocess
import sys

import pytest

# With one card more and without: a number as an argument is a type to Numba.
TWICE = {"peek_mass"}
# In a process of its own: other tests may call kernels with whatever they like.
COMPILED = """
import importlib, pkgutil, sys
import numba
import pitboss.solve
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.solution import solve

for game in sys.argv[1:]:
    solve(BlackjackRules.of(load(game, {"decks": 2})))
for module in pkgutil.iter_modules(pitboss.solve.__path__):
    for name, value in vars(importlib.import_module(f"pitboss.solve.{module.name}")).items():
        if isinstance(value, numba.core.dispatcher.Dispatcher) and len(value.signatures) > 1:
            print(name)
"""


def compiled_twice(*games: str) -> set[str]:
    ran = subprocess.run([sys.executable, "-c", COMPILED, *games], capture_output=True, text=True, check=True)
    return set(ran.stdout.split()) - TWICE


def test_no_kernel_is_compiled_twice_for_a_game() -> None:
    assert compiled_twice("double-deck-house") == set()


@pytest.mark.slow
def test_nor_for_all_of_them() -> None:
    games = ("double-attack-pa", "double-attack-nj", "double-back-jack-pa", "double-deck-house")
    assert compiled_twice(*games) == set()
