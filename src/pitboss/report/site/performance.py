"""What was measured, as tables: made from the files that `python -m benchmarks --save` writes."""

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pitboss.law.carried_out import CHECKOUT

RESULTS = CHECKOUT / "benchmarks" / "results"
NOTHING_YET = "Nothing has been measured on this machine yet: `make benchmarks` does.\n"
DEPTHS = [
    *("game", "wager", "cards dealt", "edge, play unchanged", "edge, best play"),
    *("good bets, best play", "good bets, play unchanged", "bets by a count of ten values", "bets by Hi-Lo"),
]
EVERY_SHOE = [
    *("game", "cards dealt", "shoes there can be", "edge, best play", "good bets, best play", "good rounds"),
    *("edge of the best shoe", "of the worst", "shoes/s"),
]
_FIELD = re.compile(r"(\w+)=(\S+)")
_FIELDS = re.compile(r"(?:\w+=\S+\s*)+")


def in_markdown(folder: Path = RESULTS) -> str:
    """One part for each benchmark: first what is a ratio, then the rest as it was printed."""
    results = [json.loads(file.read_text(encoding="utf-8")) for file in sorted(folder.glob("*.json"))]
    return "\n".join(map(_part, results)) or NOTHING_YET


def memory_in_markdown(folder: Path = RESULTS) -> str:
    """What memory after splits is worth at most, game by game, for the page on the solver."""
    return "".join(f"- {text}\n" for text in _printed("split_memory", folder)) or NOTHING_YET


def depths_in_markdown(folder: Path = RESULTS) -> str:
    """What is left to a player who knows every card gone, by depth, for the page on the solver."""
    return _columns("depths", DEPTHS, 3, folder)


def every_shoe_in_markdown(folder: Path = RESULTS) -> str:
    """The same of every shoe that a few cards can leave."""
    return _columns("gpu_depths", EVERY_SHOE, 1, folder)


def _columns(name: str, heads: list[str], words: int, folder: Path) -> str:
    """What a benchmark printed in columns, of which the first few are words."""
    rows = [text.split("; ") for text in _printed(name, folder) if "; " in text]
    return _table(heads, ["---"] * words + ["---:"] * (len(heads) - words), rows) if rows else NOTHING_YET


def _printed(name: str, folder: Path) -> list[str]:
    """The lines a benchmark printed, if it has been run."""
    file = folder / f"{name}.json"
    lines = json.loads(file.read_text(encoding="utf-8"))["lines"] if file.exists() else []
    return [line["text"] for line in lines]


def _part(result: Mapping[str, Any]) -> str:
    lines = result["lines"]
    ratios = [line for line in lines if line["ratio"] is not None]
    plain = [line["text"] for line in lines if line["ratio"] is None]
    # A line of nothing but name=value is a column of a table; a value named in a sentence is not.
    fields = [dict(_FIELD.findall(text)) for text in plain if _FIELDS.fullmatch(text)]
    others = [text for text in plain if not _FIELDS.fullmatch(text)]
    parts = [
        f"### {result['benchmark']}\n\n{result['about']}\n\n"
        f"Measured {result['date']}, pitboss {result['pitboss']}, on: {result['machine']}.\n"
    ]
    if ratios:
        rows = ([f"**{line['ratio']:.2f}**", line["text"]] for line in ratios)
        parts.append(_table(["ratio", "what was measured"], ["---:", "---"], rows))
    if fields:
        head, *names = dict.fromkeys(name for found in fields for name in found)
        rows = ([name.replace("_", " "), *(found.get(name, "") for found in fields)] for name in names)
        heads = [head, *(found.get(head, "") for found in fields)]
        parts.append(_table(heads, ["---", *("---:" for _ in fields)], rows))
    if others:
        parts.append("".join(f"- {text}\n" for text in others))
    return "\n".join(parts)


def _table(heads: list[str], marks: list[str], rows: Iterable[list[str]]) -> str:
    return "".join(f"| {' | '.join(_plain(cell) for cell in cells)} |\n" for cells in (heads, marks, *rows))


def _plain(cell: str) -> str:
    return cell.replace("|", "/")
