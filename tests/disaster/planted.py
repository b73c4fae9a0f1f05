"""Bugs as somebody might make them, each planted by changing a line of the house's source: a history must find it.

The changed source is compiled, and the functions that differ get the code of the changed ones, in this process and for
as long as the bug is planted; what is made once, when a module is read, is made once more, and put wherever the house
has it. So the list is checked against the source as it is: a line that is no longer there is said to be missing.
"""

import ast
import importlib
import inspect
import sys
import tomllib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any
from unittest.mock import patch

LIST = Path(__file__).with_suffix(".toml")
WITHIN = 300  # seeds, from the first


class NotThere(LookupError):
    """The line that a bug changes is not there, not once, or changes nothing."""


@dataclass(frozen=True)
class Bug:
    """What is wrong, in which module of the house, and what stands there instead of what."""

    what: str
    module: str
    right: str
    wrong: str
    found: int | None = None  # the first seed that did, when it was last looked
    earlier: bool = False  # that was with histories as they were before the last change to them
    among: tuple[str, ...] = ()  # the faults that concern it, where it is looked for with those alone

    def changed(self) -> tuple[ModuleType, str]:
        """The module, and its source with the bug."""
        module = importlib.import_module(f"pitboss.house.{self.module}")
        source = inspect.getsource(module)
        if source.count(self.right) != 1:
            raise NotThere(f"{self.module} has {source.count(self.right)} times: {self.right}")
        return module, source.replace(self.right, self.wrong)

    def codes(self) -> list[tuple[FunctionType, CodeType]]:
        """The functions that the bug changes, each with the code it gets."""
        module, source = self.changed()
        before = _codes(compile(inspect.getsource(module), str(module.__file__), "exec"))
        after = _codes(compile(source, str(module.__file__), "exec"))
        differ = {name for name, code in after.items() if name in before and _body(code) != _body(before[name])}
        return [(function, after[name]) for name, function in _functions(module).items() if name in differ]

    def values(self) -> list[tuple[ModuleType, str, Any]]:
        """What the bug changes that is made once: every place in the house that has it, and what it has there then."""
        module, source = self.changed()
        before, after = _made_once(inspect.getsource(module)), _made_once(source)
        found = []
        for name in [one for one in after if one in before and after[one] != before[one]]:
            scope = dict(vars(module))
            exec(compile(after[name], str(module.__file__), "exec"), scope)  # a line of the house's own, as changed
            was = getattr(module, name)
            places = [one for key, one in sys.modules.items() if key.startswith("pitboss.house")]
            found += [(place, name, scope[name]) for place in places if getattr(place, name, None) is was]
        return found

    @contextmanager
    def planted(self) -> Iterator[None]:
        """With it."""
        codes, values = self.codes(), self.values()
        if not codes and not values:
            raise NotThere(f"nothing of {self.module} is changed by: {self.wrong}")
        kept = [(function, function.__code__) for function, _ in codes]
        with ExitStack() as stack:
            for place, name, value in values:
                stack.enter_context(patch.object(place, name, value))
            for function, code in codes:
                function.__code__ = code
            try:
                yield
            finally:
                for function, code in kept:
                    function.__code__ = code


def _body(code: CodeType) -> Any:
    """What a function does, wherever it stands."""
    consts = tuple(_body(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.co_code, consts, code.co_names, code.co_varnames, code.co_freevars


def _codes(code: CodeType) -> dict[str, CodeType]:
    found = {}
    for one in code.co_consts:
        if isinstance(one, CodeType):
            found[one.co_qualname] = one
            if "<locals>" not in one.co_qualname:
                found |= _codes(one)
    return found


def _made_once(source: str) -> dict[str, str]:
    """What a module gives a name to when it is read, each as it is written."""
    return {
        one.targets[0].id: ast.unparse(one)
        for one in ast.parse(source).body
        if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name)
    }


def _functions(module: ModuleType) -> dict[str, FunctionType]:
    found: dict[str, FunctionType] = {}
    places: list[Any] = [module, *(one for one in vars(module).values() if inspect.isclass(one))]
    for place in places:
        for one in vars(place).values():
            its: Any = one.fget if isinstance(one, property) else one
            plain = inspect.unwrap(its) if callable(its) else None
            if isinstance(plain, FunctionType) and plain.__module__ == module.__name__:
                found[plain.__qualname__] = plain
    return found


BUGS = tuple(
    Bug(**{**one, "among": tuple(one.get("among", ()))})
    for one in tomllib.loads(LIST.read_text(encoding="utf-8"))["bug"]
)
