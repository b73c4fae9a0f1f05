"""What a house needs of the lock, for the image: `python -m tests.house_lock` writes requirements/house.txt.

It takes the pins and hashes out of requirements/dev.txt, and what needs what from the packages as they are installed.
"""

import re
import tomllib
from importlib.metadata import requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
LOCK = ROOT / "requirements" / "dev.txt"
HOUSE = ROOT / "requirements" / "house.txt"


def needed(*extras: str) -> dict[str, set[str]]:
    """All that the package with these extras and its build ask for, and those in turn, each with its own extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    build = (ROOT / "requirements" / "build.in").read_text(encoding="utf-8").splitlines()
    optional = project["optional-dependencies"]
    asked_for = [*project["dependencies"], *(one for extra in extras for one in optional[extra])]
    waiting = [Requirement(one) for one in (*asked_for, *build) if not one.startswith("#")]
    found: dict[str, set[str]] = {}
    while waiting:
        one = waiting.pop()
        name = canonicalize_name(one.name)
        if name in found and one.extras <= found[name]:
            continue
        found[name] = found.get(name, set()) | one.extras
        for text in requires(name) or ():
            asked = Requirement(text)
            if asked.marker is None or any(asked.marker.evaluate({"extra": extra}) for extra in ("", *found[name])):
                waiting.append(asked)
    return found


def subset() -> str:
    """The lines of the lock for these."""
    pins = re.split(r"\n(?=\S)", LOCK.read_text(encoding="utf-8").strip())
    names = needed("house")
    return "\n".join(pin for pin in pins if canonicalize_name(re.split(r"[=\[]", pin)[0]) in names) + "\n"


if __name__ == "__main__":
    HOUSE.write_text(subset(), encoding="utf-8")
