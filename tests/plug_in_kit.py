"""A plug-in of `examples/`, beside the package as an installer leaves it, and what Python answers with it there."""

import os
import re
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

CHECKOUT = Path(__file__).parent.parent


@dataclass(frozen=True)
class PlugIn:
    """A plug-in's folder, and the environment of somebody who has installed it."""

    folder: Path
    environment: dict[str, str]

    def asked(self, *words: str, status: int = 0) -> str:
        """What `python -m` answers."""
        done = subprocess.run(
            [sys.executable, "-X", "utf8", "-m", *words],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == status, done.stdout[-3000:] + done.stderr
        return done.stdout + done.stderr

    @contextmanager
    def served(self, folder: Path) -> Iterator[str]:
        """The address of `pitboss serve`, with the plug-in installed."""
        words = [sys.executable, "-m", "pitboss", "serve", "--db", str(folder / "house.db"), "--port", "0"]
        with subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=folder, env=self.environment
        ) as process:
            try:
                assert process.stdout is not None
                line = process.stdout.readline()
                found = re.search(r"http://[0-9.:]+", line)
                assert found, f"`pitboss serve` did not open: {line}"
                yield found[0]
            finally:
                process.send_signal(signal.SIGINT)

    def own_tests(self) -> str:
        """The tests in its own folder pass; what pytest says of them."""
        config = str(CHECKOUT / "pyproject.toml")
        return self.asked("pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-c", config, "tests")


def installed_beside(name: str, site: Path) -> PlugIn:
    """A plug-in whose name and entry points, read from its own pyproject, lie in a folder of packages."""
    folder = CHECKOUT / "examples" / name
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    said = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(said, encoding="utf-8")
    lines = [
        line
        for group, points in project["entry-points"].items()
        for line in (f"[{group}]", *(f"{point} = {where}" for point, where in points.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    places = os.pathsep.join((str(folder), str(site), str(CHECKOUT / "src")))
    return PlugIn(folder, {**os.environ, "PYTHONPATH": places, "COLUMNS": "100"})
