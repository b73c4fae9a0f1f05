"""The lock pins everything by hash, and holds on every Python the package is for."""

import os
import re
import shutil
import subprocess
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.house_lock import HOUSE, needed

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCK = (ROOT / "requirements" / "dev.txt").read_text(encoding="utf-8")
EXTRAS = ("cluster", "dev", "envs", "house", "report")
VERSIONS = [kind.rpartition(" ")[2] for kind in PROJECT["classifiers"] if re.fullmatch(r".*Python :: 3\.\d+", kind)]
PARSES = "import ast, pathlib, sys; [ast.parse(f.read_bytes()) for f in pathlib.Path(sys.argv[1]).rglob('*.py')]"


def python(version: str) -> str:
    """A Python of that version that runs; skips where none is at hand."""
    found = shutil.which(f"python{version}")
    if found is None or subprocess.run([found, "-c", "import venv"], capture_output=True, check=False).returncode:
        pytest.skip(f"Python {version} is not at hand")
    return found


def test_every_pin_has_its_hashes_and_names_no_place() -> None:
    pins = re.split(r"\n(?=\S)", LOCK.strip())
    assert all(re.match(r"[\w.-]+==\S+", pin) and "--hash=sha256:" in pin for pin in pins)
    assert "://" not in LOCK


def test_everything_the_project_asks_for_is_pinned() -> None:
    optional = PROJECT["optional-dependencies"]
    wanted = [*PROJECT["dependencies"], *(one for extra in EXTRAS for one in optional[extra])]
    names = {re.split(r"[\[<>=;]", one)[0].lower() for one in wanted}
    assert names - {name.lower() for name in re.findall(r"^([\w.-]+)", LOCK, re.MULTILINE)} == set()


@pytest.mark.parametrize(("lock", "extras"), [(LOCK, EXTRAS), (HOUSE.read_text(encoding="utf-8"), ("house",))])
def test_a_lock_has_all_that_its_packages_ask_for_in_turn(lock: str, extras: tuple[str, ...]) -> None:
    # It is installed as it stands, without resolving: what is missing from it would be missing from the machine.
    pins = [Requirement(pin.split(" \\")[0]) for pin in re.split(r"\n(?=\S)", lock.strip())]
    pinned = {pin.name: str(pin.specifier) for pin in pins if pin.marker is None or pin.marker.evaluate()}
    asked = needed(*extras)
    assert {"sqlalchemy", "greenlet"} <= asked.keys()  # sqlalchemy[asyncio] asks for greenlet: extras count
    assert asked.keys() - pinned.keys() == set()
    assert {name: f"=={metadata.version(name)}" for name in asked} == {name: pinned[name] for name in asked}


def test_whoever_installs_a_lock_resolves_nothing() -> None:
    # An older pip takes for "sqlalchemy>=2.0" beside a pinned "sqlalchemy[asyncio]" the newest release, and stops.
    made = "".join((ROOT / path).read_text(encoding="utf-8") for path in ("Makefile", "deploy/Dockerfile"))
    installs = re.findall(r"install (.*) -r requirements/\S+\.txt", made)
    assert len(installs) == 2
    assert [install for install in installs if "--no-deps" not in install.split()] == []


@pytest.mark.parametrize("version", VERSIONS)
def test_the_code_is_read_by_every_python_it_is_for(version: str) -> None:
    done = subprocess.run([python(version), "-c", PARSES, ROOT / "src"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
def test_what_is_locked_installs_and_works(version: str, tmp_path: Path) -> None:
    subprocess.run([python(version), "-m", "venv", tmp_path / "env"], check=True)
    inside = str(tmp_path / "env" / "bin" / "python")
    install = "-m pip --quiet install --no-deps --require-hashes --only-binary :all: -r requirements/dev.txt"
    subprocess.run([inside, *install.split()], cwd=ROOT, check=True)
    tests = ["tests/cards", "tests/law/test_readings.py", "tests/rules/test_every_game.py", "tests/test_cli_deal.py"]
    ran = [inside, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-m", "not slow", *tests]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(ran, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
