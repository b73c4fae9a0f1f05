"""Every benchmark here that has a `main`, one after the other: `python -m benchmarks`, or some of them by name."""

import importlib
import pkgutil
import sys
from pathlib import Path


def names() -> list[str]:
    """The benchmark modules of this folder."""
    return sorted(
        found.name for found in pkgutil.iter_modules([str(Path(__file__).parent)]) if found.name != "__main__"
    )


def main() -> None:
    """Run those asked for, or all."""
    wanted = sys.argv[1:] or names()
    for name in wanted:
        if name not in names():
            raise SystemExit(f"there is no benchmark {name!r}; there are: {', '.join(names())}")
        run = getattr(importlib.import_module(f"benchmarks.{name}"), "main", None)
        if run is not None:
            print(f"== {name}")
            run()


if __name__ == "__main__":
    main()
