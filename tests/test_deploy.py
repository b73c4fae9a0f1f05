"""What lies in deploy/ fits this program: its options, its settings, one part the other. Nothing is started here."""

import inspect
import re
import shlex
import shutil
import subprocess
import sys
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]  # it ships no types

from pitboss.commands import app
from pitboss.commands.admin import admin
from pitboss.commands.house import serve
from pitboss.house.database import PASSWORD_FILE
from pitboss.house.settings import load
from tests.house_lock import HOUSE as HOUSE_LOCK
from tests.house_lock import needed, subset

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
UNIT = (DEPLOY / "pitboss.service").read_text(encoding="utf-8")
HOUSE: dict[str, Any] = COMPOSE["services"]["house"]


def _understood(words: list[str]) -> dict[str, Any]:
    """What our own command line makes of the words."""
    command, bound, _ = app.parse_args(words, exit_on_error=False, print_error=False)
    assert command.__name__ == words[0]
    return dict(bound.arguments)


def _line(name: str) -> list[str]:
    return re.findall(rf"^{name}=(.*)$", UNIT, re.MULTILINE)


def test_the_services_command_is_one_of_ours_and_its_files_are_where_it_may_write() -> None:
    (start,) = _line("ExecStart")
    program, *words = shlex.split(start)
    given = _understood(words)
    assert program == "/opt/pitboss/bin/pitboss"
    assert given["place"].host == "127.0.0.1"
    assert _line("StateDirectory") == ["pitboss"]
    assert Path(given["db"]).parent == Path(given["key"]).parent == Path("/var/lib/pitboss")
    assert int(_line("LimitNOFILE")[0]) > load(DEPLOY / "house.toml").connections_max
    assert _line("RestartPreventExitStatus") == ["2"]
    assert _line("#Environment") == [f"{PASSWORD_FILE}=%d/db-password"]


def test_the_unit_is_one_to_systemd(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd-analyze is not at hand")
    program = tmp_path / "pitboss"  # where this Python lies may have a blank in it
    program.symlink_to(sys.executable)
    here = UNIT.replace("/opt/pitboss/bin/pitboss", str(program)).replace("User=pitboss", "User=root")
    unit = tmp_path / "pitboss.service"
    unit.write_text(here.replace("Group=pitboss", "Group=root"), encoding="utf-8")
    looked = subprocess.run([analyze, "verify", str(unit)], capture_output=True, text=True, check=False)
    assert "pitboss.service" not in looked.stderr, looked.stderr


def test_the_containers_commands_are_ours() -> None:
    given = _understood(HOUSE["command"])
    assert given["db"] == HOUSE["environment"]["PITBOSS_DB"]
    assert given["key"] == HOUSE["environment"]["PITBOSS_KEY"]
    assert given["settings"] == "/etc/pitboss/house.toml"
    assert any(volume.endswith(f":{given['settings']}:ro") for volume in HOUSE["volumes"])
    assert any(volume.endswith(f":{Path(given['key']).parent}") for volume in HOUSE["volumes"])
    (words,) = re.findall(r"^CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)
    assert _understood(yaml.safe_load(words))["db"].startswith("/var/lib/pitboss/")


def test_in_the_container_an_order_needs_no_words_on_which_house_is_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in HOUSE["environment"].items():
        monkeypatch.setenv(name, value)
    _, bound, _ = app.parse_args(["admin", "accounts"], exit_on_error=False, print_error=False)
    house = bound.arguments["house"]
    assert (house.db, house.key) == (HOUSE["environment"]["PITBOSS_DB"], HOUSE["environment"]["PITBOSS_KEY"])
    _, bound, _ = app.parse_args(["admin", "accounts", "--db", "other.db"], exit_on_error=False, print_error=False)
    assert bound.arguments["house"].db == "other.db"


def test_no_password_is_in_a_command_or_in_the_files() -> None:
    assert HOUSE["environment"][PASSWORD_FILE] == "/run/secrets/db-password"
    database = COMPOSE["services"]["database"]
    assert database["environment"]["POSTGRES_PASSWORD_FILE"] == "/run/secrets/db-password"
    assert COMPOSE["secrets"] == {"db-password": {"file": "./db-password"}}
    for path in DEPLOY.iterdir():
        assert not re.search(r"://[^\s@/]+:[^\s@/]+@", path.read_text(encoding="utf-8")), path


def test_the_house_believes_the_proxys_network_and_only_the_proxy_has_ports() -> None:
    settings = load(DEPLOY / "house.toml")
    (place,) = COMPOSE["networks"]["door"]["ipam"]["config"]
    assert settings.networks("trusted_proxies") == (ip_network(place["subnet"]),)
    assert [name for name, service in COMPOSE["services"].items() if "ports" in service] == ["proxy"]
    assert COMPOSE["services"]["database"]["networks"] == ["inside"]
    assert COMPOSE["networks"]["inside"]["internal"] is True
    caddy = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert f"reverse_proxy house:{_understood(HOUSE['command'])['place'].port}" in caddy
    assert "{$PITBOSS_HOST}" in caddy
    assert "PITBOSS_HOST" in COMPOSE["services"]["proxy"]["environment"]


def test_every_image_has_a_version_and_every_network_and_volume_is_there() -> None:
    images = [service["image"] for service in COMPOSE["services"].values() if "image" in service]
    images += re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
    # Tags that their makers keep: the newest of a version, and so its mended faults, when the image is built again.
    assert sorted(images) == ["caddy:2", "postgres:15-bookworm", *["python:3.11-slim-bookworm"] * 2]
    for service in COMPOSE["services"].values():
        assert set(service["networks"]) <= set(COMPOSE["networks"])
        for volume in service["volumes"]:
            source = volume.split(":")[0]
            assert (DEPLOY / source).exists() if source.startswith("./") else source in COMPOSE["volumes"], volume


def test_what_the_image_copies_is_here_and_not_ignored() -> None:
    ignore = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    kept = {line.lstrip("!") for line in ignore if line.startswith("!")}
    copied = [
        one for line in re.findall(r"^COPY (?!--from)(.*) \S+$", DOCKERFILE, re.MULTILINE) for one in line.split()
    ]
    assert copied
    for path in copied:
        assert (ROOT / path).exists(), path
        assert path in kept, f"{path} is ignored by docker"


def test_the_image_installs_what_a_house_needs_of_the_lock_by_its_hashes() -> None:
    (step,) = re.findall(r"pip install (.*) -r (\S+)", DOCKERFILE)
    assert step[0].split() == ["--no-cache-dir", "--no-deps", "--require-hashes", "--only-binary", ":all:"]
    assert ROOT / step[1] == HOUSE_LOCK
    assert HOUSE_LOCK.read_text(encoding="utf-8") == subset(), "`python -m tests.house_lock` writes it anew"
    assert {"fastapi", "alembic", "asyncpg", "hatchling", "numba"} <= needed("house").keys()
    assert not {"pytest", "playwright", "mypy"} & needed("house").keys()


def test_a_house_listens_at_this_machine_alone_unless_told_otherwise() -> None:
    assert inspect.signature(serve).parameters["place"].default.host == "127.0.0.1"


def test_the_page_names_every_order_there_is() -> None:
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    for name in admin:
        if not name.startswith("-"):
            assert f"`{name}" in page or f", `{name}" in page, f"docs/operations.md does not name {name}"
