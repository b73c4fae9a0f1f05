"""Every small change that could be made to a module: a boundary moved, a condition dropped, a step left out."""

import ast
import copy
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import CodeType

Enums = Mapping[str, tuple[str, ...]]
NO_FUNCTION = (1, 0)

_BESIDE: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.Continue: ast.Break,
    ast.Break: ast.Continue,
}
_OTHER_CALL = {"min": "max", "max": "min", "any": "all", "all": "any", "reversed": "list", "sorted": "list"}
_STEPS = (ast.Call, ast.Yield, ast.YieldFrom, ast.Await)
# Prose, types and what is only checked for ourselves: a change there changes nothing that happens at a table.
_LEFT_ALONE = (ast.JoinedStr, ast.Assert)
_TYPES = ("annotation", "returns", "decorator_list", "bases", "type_params")


@dataclass(frozen=True)
class Change:
    """One change to one module, named so that it stays the same while the lines around it move.

    One written by hand has no number, but the text of the module as it has it.
    """

    path: str
    number: int
    line: int
    lines: tuple[int, int]
    function: tuple[int, int]
    name: str
    text: str = ""


@dataclass
class _Slot:
    parent: ast.AST
    field: str
    index: int | None
    node: ast.AST
    where: str
    lines: tuple[int, int]
    function: tuple[int, int]

    def put(self, new: ast.AST) -> None:
        if self.index is None:
            setattr(self.parent, self.field, new)
        else:
            getattr(self.parent, self.field)[self.index] = new


def enums_of(paths: Iterable[Path]) -> dict[str, tuple[str, ...]]:
    """The members of every enumeration, by its name."""
    found = {}
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and any(ast.unparse(base).endswith("Enum") for base in node.bases):
                assigned = [step.targets[0] for step in node.body if isinstance(step, ast.Assign)]
                found[node.name] = tuple(target.id for target in assigned if isinstance(target, ast.Name))
    return found


def changes(path: Path, root: Path, enums: Enums) -> list[Change]:
    """All changes of one module, in the order in which it reads."""
    named = str(path.relative_to(root))
    seen: Counter[str] = Counter()
    found = []
    for number, (slot, new) in enumerate(_edits(ast.parse(path.read_text(encoding="utf-8")), enums)):
        before, after = _words(slot.node), _words(new)
        name = f"{named} {slot.where}: {before} -> {after}"
        seen[name] += 1
        if seen[name] > 1:
            name += f" ({seen[name]})"
        line: int = getattr(slot.node, "lineno", slot.lines[0])
        found.append(Change(named, number, line, slot.lines, slot.function, name))
    return found


def by_hand(path: Path, root: Path, old: str, new: str) -> Change:
    """A change that somebody thought of: other words in the one place where the old ones stand."""
    text = path.read_text(encoding="utf-8")
    named = str(path.relative_to(root))
    if text.count(old) != 1:
        raise ValueError(f"{named} has these words in {text.count(old)} places, not in one: {old}")
    changed = text.replace(old, new)
    compile(changed, str(path), "exec", dont_inherit=True)
    begin = text.index(old)
    lines = text.count("\n", 0, begin) + 1, text.count("\n", 0, begin + len(old.rstrip())) + 1
    within = [
        (node.body[0].lineno, node.end_lineno or node.lineno)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    function = max((span for span in within if span[0] <= lines[0] and lines[1] <= span[1]), default=NO_FUNCTION)
    name = f"{named}:{lines[0]}: {' '.join(old.split())} -> {' '.join(new.split()) or '(left out)'}"
    return Change(named, -1, lines[0], lines, function, name, changed)


def changed_code(path: Path, number: int, enums: Enums) -> CodeType:
    """The module compiled with one of its changes made."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    slot, new = next(edit for place, edit in enumerate(_edits(tree, enums)) if place == number)
    slot.put(ast.copy_location(new, slot.node))
    return compile(ast.fix_missing_locations(tree), str(path), "exec", dont_inherit=True)


def _edits(tree: ast.Module, enums: Enums) -> Iterator[tuple[_Slot, ast.AST]]:
    for slot in _slots(tree, "(module)", (1, 1), NO_FUNCTION):
        for new in _instead(slot, enums):
            yield slot, new


def _slots(parent: ast.AST, where: str, lines: tuple[int, int], function: tuple[int, int]) -> Iterator[_Slot]:
    for field, value in ast.iter_fields(parent):
        if field in _TYPES or (field == "keywords" and isinstance(parent, ast.ClassDef)):
            continue
        listed = isinstance(value, list)
        for index, node in enumerate(value if listed else [value]):
            if not isinstance(node, ast.AST) or isinstance(node, _LEFT_ALONE):
                continue
            here, within, inside = where, lines, function
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                here = node.name if where == "(module)" else f"{where}.{node.name}"
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                inside = node.body[0].lineno, node.end_lineno or node.lineno
            if isinstance(node, ast.stmt):
                within = _span(node)
            yield _Slot(parent, field, index if listed else None, node, where, within, function)
            yield from _slots(node, here, within, inside)


def _span(step: ast.stmt) -> tuple[int, int]:
    """The lines of a statement; of a compound one, those of its head."""
    body: list[ast.stmt] = getattr(step, "body", [])
    return step.lineno, max(step.lineno, body[0].lineno - 1) if body else step.end_lineno or step.lineno


def _words(node: ast.AST) -> str:
    if isinstance(node, ast.Pass):
        return "(left out)"
    if isinstance(node, ast.operator | ast.cmpop | ast.boolop):
        return type(node).__name__
    words = " ".join(ast.unparse(node).split())
    return words if len(words) <= 100 else words[:97] + "..."


def _instead(slot: _Slot, enums: Enums) -> Iterator[ast.AST]:
    """What could stand in the place of a node."""
    node = slot.node
    if slot.field == "test" and isinstance(slot.parent, ast.If | ast.IfExp):
        yield from (ast.Constant(True), ast.Constant(False))
    elif slot.field == "test" and not isinstance(node, ast.Constant):
        yield ast.Constant(False)
    if slot.field == "ifs":
        yield ast.Constant(True)
    if isinstance(node, ast.stmt):
        yield from _other_step(node)
    elif isinstance(node, ast.expr):
        yield from _other_value(node, slot.field, enums)


def _other_step(node: ast.stmt) -> Iterator[ast.AST]:
    match node:
        case ast.Expr(value=value) if isinstance(value, _STEPS):
            yield ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]) | ast.Delete() | ast.Raise():
            yield ast.Pass()
        case ast.AugAssign():
            yield ast.Pass()
            if type(node.op) in _BESIDE:
                yield _with(node, op=_beside(node.op))
        case ast.Continue() | ast.Break():
            yield _beside(node)
            yield ast.Pass()
        case ast.Return(value=None):
            yield ast.Pass()
        case ast.Return(value=value) if not isinstance(value, ast.Constant) or value.value:
            yield ast.Return(ast.Constant(None))


def _other_value(node: ast.expr, field: str, enums: Enums) -> Iterator[ast.AST]:
    match node:
        case ast.Compare():
            for place, op in enumerate(node.ops):
                yield _with(node, ops=[*node.ops[:place], _beside(op), *node.ops[place + 1 :]])
        case ast.BoolOp(values=values):
            yield _with(node, op=_beside(node.op))
            for place in range(len(values)):
                left = values[:place] + values[place + 1 :]
                yield left[0] if len(left) == 1 else _with(node, values=left)
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.BinOp() if type(node.op) in _BESIDE and not any(map(_is_text, (node.left, node.right))):
            yield _with(node, op=_beside(node.op))
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield from (ast.Constant(value + 1), ast.Constant(value - 1))
        case ast.Attribute(value=ast.Name(id=kind) | ast.Attribute(attr=kind), attr=member) if member in enums.get(
            kind, ()
        ):
            members = enums[kind]
            yield _with(node, attr=members[(members.index(member) + 1) % len(members)])
        case ast.Call():
            yield from _other_call(node)
        case ast.Slice():
            if node.lower is not None:
                yield _with(node, lower=None)
            if node.upper is not None:
                yield _with(node, upper=None)
        case ast.Tuple(ctx=ast.Load()) | ast.List(ctx=ast.Load()) | ast.Set() if (
            field != "slice" and len(node.elts) > 1
        ):
            for place in range(len(node.elts)):
                yield _with(node, elts=node.elts[:place] + node.elts[place + 1 :])
        case ast.Dict():
            for place in range(len(node.keys)):
                yield _with(
                    node,
                    keys=node.keys[:place] + node.keys[place + 1 :],
                    values=node.values[:place] + node.values[place + 1 :],
                )


def _other_call(node: ast.Call) -> Iterator[ast.AST]:
    if isinstance(node.func, ast.Name) and node.func.id in _OTHER_CALL:
        other = _with(node, func=ast.Name(_OTHER_CALL[node.func.id], ast.Load()))
        yield _with(other, keywords=[]) if node.func.id == "sorted" else other
    either_way = isinstance(node.func, ast.Name) and node.func.id in ("min", "max")
    if not either_way and not any(isinstance(one, ast.Starred) for one in node.args):
        for place, (one, two) in enumerate(pairwise(node.args)):
            if type(one) is type(two) and ast.dump(one) != ast.dump(two):  # others would not pass for each other
                yield _with(node, args=[*node.args[:place], two, one, *node.args[place + 2 :]])
    for place in range(len(node.keywords)):
        yield _with(node, keywords=node.keywords[:place] + node.keywords[place + 1 :])


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr | ast.Tuple | ast.List) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _beside(node: ast.AST) -> ast.AST:
    return _BESIDE[type(node)]()


def _with(node: ast.AST, **fields: object) -> ast.AST:
    new = copy.copy(node)
    for field, value in fields.items():
        setattr(new, field, value)
    return new
