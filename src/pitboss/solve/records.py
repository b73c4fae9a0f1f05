"""What was worked out before, as JSON: records that come with the package, and those kept in the user's cache."""

import json
import os
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any


def cache_folder() -> Path:
    """Where records are kept: the XDG cache directory."""
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "pitboss"


@cache
def shipped(package: str, name: str) -> dict[str, Any]:
    """The record of a name that came with a package; nothing where there is none."""
    try:
        found: dict[str, Any] = json.loads((files(package) / "answers" / f"{name}.json").read_text(encoding="utf-8"))
    except OSError:
        return {}
    return found


def kept(path: Path) -> Any:
    """What was kept at a place; none where there is nothing, or not a whole record."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def keep(path: Path, record: object) -> None:
    """Keep a record whole or not at all; a cache that cannot be written is only slower."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        scratch = path.with_suffix(f".{os.getpid()}.tmp")
        scratch.write_text(json.dumps(record), encoding="utf-8")
        scratch.replace(path)
    except OSError:
        pass
