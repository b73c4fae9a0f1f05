"""Compiled parts without an entry point for Python: to call one from there ends the process without a word."""

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from types import ModuleType

from numba.core.dispatcher import Dispatcher

import pitboss.protect
import pitboss.solve


def modules() -> Iterator[ModuleType]:
    for package in (pitboss.solve, pitboss.protect):
        for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            yield importlib.import_module(found.name)


def is_part(of: object) -> bool:
    return isinstance(of, Dispatcher) and bool(of.targetoptions.get("no_cpython_wrapper"))


def called_from_python(module: ModuleType) -> Iterator[str]:
    """Calls by name of such a part, in a function that is not compiled itself."""
    for function in ast.walk(ast.parse(inspect.getsource(module))):
        if not isinstance(function, ast.FunctionDef) or isinstance(vars(module).get(function.name), Dispatcher):
            continue
        for part in ast.walk(function):
            match part:
                case ast.Call(func=ast.Name(id=name)) if is_part(vars(module).get(name)):
                    yield f"{module.__name__}.{function.name} calls {name}"


def test_no_part_of_a_kernel_is_called_from_python() -> None:
    """`interpreted` runs such a part as it is written."""
    every = list(modules())
    assert sum(is_part(one) for module in every for one in vars(module).values()) > 10
    assert [said for module in every for said in called_from_python(module)] == []
