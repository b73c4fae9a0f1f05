"""Compiled code kept on disk, and found again only while everything it was made of is the same.

Numba looks at the file in which a kernel stands, and compiles into it what lies in others: parts that it calls, numbers
that they name. So the key under which a kernel is kept has a digest of all of them, however far away they are written.
"""

import hashlib
from collections.abc import Callable, Iterator
from functools import cache
from numbers import Number
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeVar

import numpy as np
from numba import njit
from numba.core.caching import FunctionCache
from numba.core.dispatcher import Dispatcher

F = TypeVar("F", bound=Callable[..., Any])
NOT_OURS = ("numpy", "numba", "math", "builtins")


class _Kept(FunctionCache):
    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]  # Numba has no types here

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        known = super()._index_key(sig, codegen)  # type: ignore[no-untyped-call]
        return (*known, digest(self._py_func))


def kept(**options: Any) -> Callable[[F], F]:
    """How a kernel is compiled and kept: it divides as numpy does, and has what options are named."""

    def compile_and_keep(function: F) -> F:
        compiled: Any = njit(error_model="numpy", **options)(function)
        compiled._cache = _Kept(function)
        result: F = compiled
        return result

    return compile_and_keep


@cache
def digest(function: FunctionType) -> str:
    """What a function is made of, with the functions it calls and the values it names, as one number."""
    made_of: dict[str, str] = {}
    waiting = [function]
    while waiting:
        one = waiting.pop()
        name = f"{one.__module__}.{one.__qualname__}"
        if name in made_of:
            continue
        values = list(_values(one))
        made_of[name] = repr([*_texts(one.__code__), *(_text(name, value) for name, value in values)])
        waiting += [value.py_func for _, value in values if isinstance(value, Dispatcher)]
    return hashlib.sha256(repr(sorted(made_of.items())).encode()).hexdigest()


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _texts(code: CodeType) -> Iterator[str]:
    """The instructions of a function and its constants, without the lines in which they stand."""
    for one in _codes(code):
        constants = [constant for constant in one.co_consts if not isinstance(constant, CodeType)]
        yield f"{one.co_code.hex()} {one.co_names} {one.co_varnames} {constants}"


def _values(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """What a function names beyond itself."""
    names = {name for code in _codes(function.__code__) for name in code.co_names}
    for name in sorted(names & function.__globals__.keys()):
        yield name, function.__globals__[name]
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        yield name, cell.cell_contents


def _text(name: str, value: object) -> str:
    """A value as the compiler takes it: what it cannot tell apart is the same."""
    if isinstance(value, Dispatcher):
        return f"{name} calls {value.py_func.__module__}.{value.py_func.__qualname__} {value.targetoptions}"
    if isinstance(value, Number | str | tuple | type(None)):
        return f"{name} = {type(value).__name__} {value!r}"
    if isinstance(value, np.ndarray):
        return f"{name} = {value.dtype} {value.shape} {value.tobytes().hex()}"
    if isinstance(value, type) and hasattr(value, "_fields"):
        return f"{name} has {value._fields}"
    whose = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", "")
    if str(whose).split(".")[0] in NOT_OURS:
        return f"{name} of {whose}"
    raise TypeError(f"a kernel names {name}, a {type(value).__name__}: what it is made of could change unseen")
