"""What the first answers cost on a new installation, with nothing compiled or kept: seconds of the processor's time.

Of each command and of every process it starts, imports and all; what comes with the package may be used. Beside it
stand a report of a variant and a shuffle done afresh, of which nothing comes with the package.
"""

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

COMMANDS = {
    "solve a game": ("solve double-attack-pa", 5.0),
    "deal a round": ("deal double-attack-pa", 2.0),
    "one situation, as the adviser asks": ("solve double-attack-pa --hand 8,8 --up 6 --seen 5,K", 5.0),
    "solve a variant": ("solve double-attack-pa --set decks=6", 10.0),
    "solve under all readings": ("solve double-attack-pa --all-readings", 15.0),
    "measure a shuffle": ("shuffle double-deck-house", 10.0),
    "measure a shuffle afresh": ("shuffle double-deck-house --no-cache", 62.0),
    "a report of a variant": ("report double-attack-pa --set decks=6 -o report.html", 120.0),
    "a report": ("report double-attack-pa -o report.html", 60.0),
}


def spent() -> float:
    """What all processes started from here have taken so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def cost(command: str, folder: Path) -> float:
    """What a command takes that finds no more than is in a folder."""
    kept = {name: str(folder) for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "PITBOSS_CACHE")}
    before = spent()
    words = [sys.executable, "-m", "pitboss", *command.split()]
    subprocess.run(words, env=os.environ | kept, cwd=folder, check=True, capture_output=True)
    return spent() - before


def main() -> None:
    """Run every command in an empty folder, and print what it took beside its target."""
    for name, (command, target) in COMMANDS.items():
        with tempfile.TemporaryDirectory() as empty:
            took = cost(command, Path(empty))
            print(f"{name + ', first':<60} {took:8.1f} s   target {target:6.2f} s   ratio {took / target:5.2f}")
            if name == "a report":
                took = cost(command, Path(empty))
                print(f"{name + ', again':<60} {took:8.1f} s   target {20.0:6.2f} s   ratio {took / 20:5.2f}")


if __name__ == "__main__":
    main()
