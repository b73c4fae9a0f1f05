"""The commands that lie in deploy/, carried out: another folder, another port, our own PostgreSQL, else as they are."""

import contextlib
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]  # it ships no types

from tests.house.conftest import BINARIES, Postgres

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
HOUSE: dict[str, Any] = COMPOSE["services"]["house"]
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
PITBOSS = [sys.executable, "-m", "pitboss"]


def _here(words: list[str], folder: Path, db: str = "") -> list[str]:
    """The same words with the places of this machine."""
    moved = {"/var/lib/pitboss": str(folder), "/etc/pitboss/house.toml": str(DEPLOY / "house.toml")}
    moved |= {"0.0.0.0": "127.0.0.1", "8000": "0"}
    if db:
        moved[HOUSE["environment"]["PITBOSS_DB"]] = db

    def placed(word: str) -> str:
        for there, here in moved.items():
            word = here if word == there else word.replace(f"{there}/", f"{here}/") if "/" in there else word
        return word

    return [placed(word) for word in words]


@contextlib.contextmanager
def _running(words: list[str], folder: Path) -> Iterator[str]:
    """A house by these words; its address."""
    words = [*words, *([] if "--port" in words else ["--port", "0"])]
    with (folder / "log").open("ab") as errors:
        process = subprocess.Popen([*PITBOSS, *words], stdout=subprocess.PIPE, stderr=errors, cwd=folder)
    assert process.stdout is not None
    try:
        found = re.search(r"http://\S+", process.stdout.readline().decode())
        assert found is not None, (folder / "log").read_text()
        yield found[0]
    finally:
        process.terminate()
        status = process.wait(60)
        process.stdout.close()
    assert status == 0, "told to stop it closes in order"


def _healthy(url: str) -> int:
    """What the image asks for its health."""
    (words,) = re.findall(r"^HEALTHCHECK .*\\\n\s*CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)
    program, *asked = (str(word).replace("http://127.0.0.1:8000", url) for word in yaml.safe_load(words))
    assert program == "python"
    return subprocess.run([sys.executable, *asked], check=False, stderr=subprocess.DEVNULL).returncode


def test_the_units_command_opens_a_house(tmp_path: Path) -> None:
    unit = (DEPLOY / "pitboss.service").read_text(encoding="utf-8")
    (start,) = re.findall(r"^ExecStart=\S+ (.*)$", unit, re.MULTILINE)
    with _running(_here(shlex.split(start), tmp_path), tmp_path) as url:
        assert _healthy(url) == 0
    assert sorted(path.suffix for path in tmp_path.glob("house.*")) == [".db", ".key", ".lock"]
    assert _healthy(url) != 0, "a house that has closed is not healthy"


def test_the_images_command_opens_a_house(tmp_path: Path) -> None:
    (words,) = re.findall(r"^CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)
    with _running(_here(yaml.safe_load(words), tmp_path), tmp_path) as url:
        assert _healthy(url) == 0


def test_the_composed_house_opens_on_postgresql_and_takes_the_orders_that_its_first_lines_name(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = postgres.new_database()
    (tmp_path / "password").write_text("not asked for here\n")
    for name, value in HOUSE["environment"].items():
        monkeypatch.setenv(name, _here([value], tmp_path, db)[0])
    monkeypatch.setenv("PITBOSS_DB_PASSWORD_FILE", str(tmp_path / "password"))
    head = (DEPLOY / "compose.yaml").read_text(encoding="utf-8").partition("\nname:")[0]
    (order,) = re.findall(r"exec house pitboss (.*)$", head, re.MULTILINE)
    with _running(_here(HOUSE["command"], tmp_path, db), tmp_path) as url:
        assert _healthy(url) == 0
        done = subprocess.run([*PITBOSS, *shlex.split(order)], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (0, "0 accounts\n"), done.stderr
    ready = COMPOSE["services"]["database"]["healthcheck"]["test"]
    assert ready[:2] == ["CMD", "pg_isready"]
    there = [str(BINARIES / ready[1]), *ready[2:], "-h", str(postgres.folder)]
    assert subprocess.run(there, check=False, stdout=subprocess.DEVNULL).returncode == 0
    (made,) = re.findall(r"^#\s+install (.*)$", head, re.MULTILINE)
    secret = subprocess.run(
        ["bash", "-c", f"install {made}".replace("deploy/db-password", str(tmp_path / "db-password"))], check=False
    )
    assert secret.returncode == 0
    assert (os.stat(tmp_path / "db-password").st_mode & 0o777, len((tmp_path / "db-password").read_text())) == (
        0o600,
        33,
    )
