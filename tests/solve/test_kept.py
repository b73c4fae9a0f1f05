"""Compiled code is found again only while everything it was made of is the same, in whatever file that stands."""

import importlib
import pkgutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
import pytest
from numba import njit
from numba.core.dispatcher import Dispatcher

import pitboss.shuffles
import pitboss.solve
from pitboss.solve.kept import digest

CALLER = """
import sys
from far import part
from pitboss.solve.kept import kept

@kept()
def whole(x):
    return part(x) + 1

print(whole(1), sum(whole.stats.cache_hits.values()))
"""
FAR = """
from farther import NUMBER
from numba import njit

@njit(forceinline=True)
def part(x):
    return x + NUMBER
"""


def test_a_number_changed_two_files_away_is_compiled_anew(tmp_path: Path) -> None:
    (tmp_path / "caller.py").write_text(CALLER)
    (tmp_path / "far.py").write_text(FAR)

    def answer(number: int) -> tuple[int, int]:
        (tmp_path / "farther.py").write_text(f"NUMBER = {number}\n")
        words = [sys.executable, "-B", "caller.py"]
        done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True)
        value, found_on_disk = map(int, done.stdout.split())
        return value, found_on_disk

    assert answer(100) == (102, 0)
    assert answer(200) == (202, 0)  # the file of the kernel is the same
    assert answer(100) == (102, 1)  # and what was made of the first number is still there


def _adds_one(x: int) -> int:
    return x + 1


_callee: Any = njit(_adds_one)


@njit
def _other_callee(x: int) -> int:
    return x + 2


def _calls(x: int) -> Any:
    return part(x) * NUMBER + TABLE[0]  # type: ignore[name-defined]  # noqa: F821  # given by each case


def of(function: Callable[..., Any], **globals_: object) -> str:
    """The digest of a function among these globals."""
    return digest(FunctionType(function.__code__, globals_))


AS_IT_IS: Mapping[str, object] = {"part": _callee, "NUMBER": 3, "TABLE": np.array([1, 2])}


@pytest.mark.parametrize(
    "changed",
    [
        {"part": _other_callee},
        {"part": njit(fastmath=True)(_adds_one)},
        {"NUMBER": 4},
        {"NUMBER": 3.0},
        {"NUMBER": np.int32(3)},
        {"TABLE": np.array([1, 3])},
        {"TABLE": np.array([1.0, 2.0])},
        {"TABLE": (1, 2)},
    ],
)
def test_each_thing_a_kernel_names_makes_it_another(changed: dict[str, object]) -> None:
    assert of(_calls, **AS_IT_IS) == of(_calls, **AS_IT_IS)
    assert of(_calls, **AS_IT_IS) != of(_calls, **{**AS_IT_IS, **changed})


def test_what_could_change_unseen_is_refused_by_name() -> None:
    with pytest.raises(TypeError, match="a kernel names NUMBER, a dict"):
        of(_calls, **{**AS_IT_IS, "NUMBER": {}})


def test_of_every_kernel_of_ours_all_that_it_is_made_of_is_seen() -> None:
    found: list[Any] = [
        value
        for package in (pitboss.solve, pitboss.shuffles)
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}.")
        for value in vars(importlib.import_module(module.name)).values()
        if isinstance(value, Dispatcher)
    ]
    assert len({digest(one.py_func) for one in found}) == len({one.py_func for one in found}) > 50
    assert {type(one._cache).__name__ for one in found} <= {"_Kept", "NullCache"}
