"""Bugs as somebody might make them, each planted by changing a line of the house's source: a history must find it.

The changed source is compiled, and the functions that differ get the code of the changed ones, in this process and for
as long as the bug is planted. So the list is checked against the source as it is: a line that is no longer there is
said to be missing.
"""

import importlib
import inspect
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

LIST = Path(__file__).with_suffix(".toml")
WITHIN = 300  # seeds, from the first


class NotThere(LookupError):
    """The line that a bug changes is not there, not once, or in no function."""


@dataclass(frozen=True)
class Bug:
    """What is wrong, in which module of the house, and what stands there instead of what."""

    what: str
    module: str
    right: str
    wrong: str
    found: int | None = None  # the first seed that did, when it was last looked
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
        found = [(function, after[name]) for name, function in _functions(module).items() if name in differ]
        if not found:
            raise NotThere(f"no function of {self.module} is changed by: {self.wrong}")
        return found

    @contextmanager
    def planted(self) -> Iterator[None]:
        """With it."""
        kept = [(function, function.__code__) for function, _ in self.codes()]
        for function, code in self.codes():
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
