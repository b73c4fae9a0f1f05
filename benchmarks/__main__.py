"""Every benchmark here that has a `main`, one after the other: `python -m benchmarks`, or some of them by name.

With `--save` what each printed is kept in `benchmarks/results/`, with the date and the machine; docs/performance.md is
made from these files. What else is said goes to the one that is named: `python -m benchmarks house --workers 1,2,4`.
`--from FILE --on MACHINE NAME` keeps what was printed elsewhere, as beside a GPU.
"""

import argparse
import contextlib
import importlib
import io
import json
import os
import pkgutil
import platform
import re
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

from pitboss import __version__

HERE = Path(__file__).parent
RESULTS = HERE / "results"
ELSEWHERE = "gpu_"  # these need a GPU, and run as scripts of their own beside it
LONG = {"depths", "long_table", "split_memory"}  # a quarter of an hour and more: run when asked for by name
RATIO = re.compile(r"\s*\b(?:ratio:? +(\d+\.?\d*)|(\d+\.\d+) times\b)")


class Tee(io.TextIOBase):
    """What is printed, shown and kept."""

    def __init__(self, shown: TextIO) -> None:
        self.shown = shown
        self.kept: list[str] = []

    def write(self, text: str) -> int:
        """Show and keep."""
        self.kept.append(text)
        return self.shown.write(text)

    def flush(self) -> None:
        """Show at once."""
        self.shown.flush()


def names() -> list[str]:
    """The benchmark modules of this folder."""
    return sorted(found.name for found in pkgutil.iter_modules([str(HERE)]) if found.name != "__main__")


def measured(text: str) -> dict[str, object]:
    """A printed line, with the ratio it states taken out."""
    found = RATIO.search(text)
    if found is None:
        return {"text": text.strip(), "ratio": None}
    # "1.9 times one" needs its words; "ratio 1.9" does not.
    told = text if found[2] else text[: found.start()] + text[found.end() :]
    # Columns become words: a figure follows its name, and what is no figure begins a new part.
    words = re.sub(r" {2,}", ", ", re.sub(r" {2,}(?=\d)", " ", told.strip()))
    return {"text": words.lstrip("; "), "ratio": float(found[1] or found[2])}


def machine() -> str:
    """The machine in words: processor, cores, memory, and how busy it was."""
    cpu = platform.processor() or platform.machine()
    with contextlib.suppress(OSError):
        found = re.search(r"^model name\s*: (.+)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
        cpu = found[1] if found else cpu
    words = [cpu, f"{os.cpu_count()} cores"]
    with contextlib.suppress(OSError, ValueError):
        words.append(f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GiB")
    words.append(f"{platform.system()}, Python {platform.python_version()}")
    if hasattr(os, "getloadavg"):
        words.append(f"load {os.getloadavg()[0]:.1f} at the end")
    return ", ".join(words)


def save(name: str, printed: str, on: str) -> None:
    """Keep what a benchmark printed."""
    about = (importlib.import_module(f"benchmarks.{name}").__doc__ or "").partition("\n")[0]
    result = {
        "benchmark": name,
        "about": about,
        "date": datetime.now(UTC).date().isoformat(),
        "machine": on,
        "pitboss": __version__,
        "lines": [measured(line) for line in printed.splitlines() if line.strip()],
    }
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{name}.json"
    path.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def run(name: str, act: Callable[[], None], options: Sequence[str] = ()) -> str:
    """Run a benchmark as if it had been called by itself; what it printed."""
    tee, words = Tee(sys.stdout), sys.argv
    sys.argv = [name, *options]
    try:
        with contextlib.redirect_stdout(tee):
            act()
    finally:
        sys.argv = words
    return "".join(tee.kept)


def main() -> None:
    """Run those asked for, or all that need no GPU and not too long."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("name", nargs="*", help=f"one of: {', '.join(names())}")
    parser.add_argument("--save", action="store_true", help="keep what is printed in benchmarks/results/")
    parser.add_argument("--from", dest="printed", help="keep this file, printed elsewhere, instead of running")
    parser.add_argument("--on", help="the machine where it was printed")
    asked, options = parser.parse_known_args()
    if options and len(asked.name) != 1:
        parser.error(f"{options[0]} is for one benchmark: name it first")
    if unknown := set(asked.name) - set(names()):
        parser.error(f"there is no benchmark {min(unknown)!r}; there are: {', '.join(names())}")
    if asked.printed:
        if len(asked.name) != 1 or not asked.on:
            parser.error("--from takes one benchmark, and --on MACHINE")
        save(asked.name[0], Path(asked.printed).read_text(encoding="utf-8"), asked.on)
        return
    usual = [name for name in names() if not name.startswith(ELSEWHERE) and name not in LONG]
    for name in asked.name or usual:
        act = getattr(importlib.import_module(f"benchmarks.{name}"), "main", None)
        if act is not None:
            print(f"== {name}")
            printed = run(name, act, options)
            if asked.save:
                save(name, printed, machine())


if __name__ == "__main__":
    main()
