"""One file has every limit: each is checked, printed with its meaning, and stands on the page for operators."""

import re
import stat
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import Field, fields
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules, walk_packages
from types import ModuleType

import pytest

from pitboss import house, school
from pitboss.house.database import Database
from pitboss.house.settings import BadSettings, Settings, chosen, load, of, words
from pitboss.house.vault import open_vault
from pitboss.procedure import state
from tests.test_cli import run

PAGE = Path(__file__).parents[2] / "docs" / "running-a-house.md"


def test_what_is_printed_is_a_settings_file_that_gives_the_same_settings(tmp_path: Path) -> None:
    odd = Settings(tables_max=7, hosts=('a"b', "c\\d"), allowed_addresses=("192.0.2.0/24",), proxy_header="x-real-ip")
    for settings in (Settings(), odd):
        file = tmp_path / "house.toml"
        file.write_text(words(settings), encoding="utf-8")
        assert load(file) == settings


@pytest.mark.parametrize("one", fields(Settings), ids=lambda one: one.name)
def test_every_setting_has_a_meaning_and_stands_on_the_page_for_operators(one: object) -> None:
    name, meaning, usual = one.name, one.metadata["meaning"], one.default  # type: ignore[attr-defined]  # a field
    line = next(line for line in words(Settings()).splitlines() if line.startswith(f"{name} ="))
    assert line.endswith(f"# {meaning}")
    assert len(meaning) > 10
    row = next((row for row in PAGE.read_text(encoding="utf-8").splitlines() if row.startswith(f"| `{name}` ")), None)
    assert row is not None, f"{name} is not on {PAGE.name}"
    shown = usual if isinstance(usual, int) else (usual or "none")
    assert row.split("|")[2].strip() == f"{shown}", "with what is usual"
    assert meaning in row


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ({"table_max": 3}, "no setting is called table_max. Did you mean 'tables_max'?"),
        ({"tables_max": -1}, "tables_max is a whole number from 0 to 9007199254740992, not -1"),
        ({"tables_max": "many"}, "tables_max is a whole number from 0 to 9007199254740992, not 'many'"),
        ({"tables_max": 1.5}, "tables_max is a whole number from 0 to 9007199254740992, not 1.5"),
        ({"tables_max": True}, "tables_max is a whole number from 0 to 9007199254740992, not true"),
        ({"tables_max": 2**60}, f"tables_max is a whole number from 0 to 9007199254740992, not {2**60}"),
        ({"decide_ms": 0}, "decide_ms is a whole number from 1 to 9007199254740992, not 0"),
        ({"argon2_memory_kib": 7}, "argon2_memory_kib is a whole number from 8 to 4194304, not 7"),
        ({"hosts": "pitboss.example"}, "hosts is a list of texts, none empty, not 'pitboss.example'"),
        ({"hosts": [1]}, "hosts is a list of texts, none empty, not [1]"),
        ({"hosts": ["pitboss.example", ""]}, "hosts is a list of texts, none empty, not ['pitboss.example', '']"),
        ({"proxy_header": "X Real"}, "proxy_header is the name of a header, not 'X Real'"),
        ({"proxy_header": ""}, "proxy_header is the name of a header, not ''"),
        (
            {"trusted_proxies": ["proxy.example"]},
            "trusted_proxies has addresses such as 192.0.2.7 or 192.0.2.0/24, not 'proxy.example'",
        ),
        (
            {"allowed_addresses": ["1.2.3.400"]},
            "allowed_addresses has addresses such as 192.0.2.7 or 192.0.2.0/24, not '1.2.3.400'",
        ),
        ({"messages_burst": 9}, "messages_burst has room for one large_message at least"),
    ],
)
def test_a_bad_setting_is_told_in_one_sentence(written: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadSettings) as error:
        of(written)
    assert str(error.value) == sentence


def test_the_edges_are_settings() -> None:
    edges = {"tables_max": 0, "decide_ms": 1, "argon2_memory_kib": 8, "messages_burst": 10, "sockets_max": 2**53}
    assert all(getattr(of(dict(edges)), name) == value for name, value in edges.items())
    assert of({"proxy_header": "X-Real-IP"}).proxy_header == "x-real-ip"


def test_the_command_says_more_than_the_file(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('decide_ms = 5000\nvariants = ["a.toml"]\n', encoding="utf-8")
    assert chosen(file) == Settings(decide_ms=5000, variants=("a.toml",))
    assert chosen(file, 7, ("b.toml",)) == Settings(decide_ms=7000, variants=("a.toml", "b.toml"))
    assert chosen(None) == Settings()


def test_check_prints_every_limit_and_opens_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "house.toml").write_text("tables_max = 12\n", encoding="utf-8")
    assert run(monkeypatch, "serve", "--check", "--settings", "house.toml", "--clock", "9") == 0
    printed = capsys.readouterr().out
    assert list(tomllib.loads(printed)) == [one.name for one in fields(Settings)]
    assert of(tomllib.loads(printed)) == chosen(tmp_path / "house.toml", 9), "what is printed is a settings file"
    assert "tables_max = 12 " in printed
    assert "decide_ms = 9000 " in printed
    assert [path.name for path in tmp_path.iterdir()] == ["house.toml"]


# Of the work inside the house, which nobody outside can come up against: how much is held, tried or written at once.
INNER = {
    "BUCKETS_MAX", "ENDS_MOST", "HABITS_MAX", "HOUSE_STEPS_MAX", "LINE_MOST", "LOADED_MOST", "LOOKED_UP_MAX",
    "OTHERS_MOST", "PAIRS_MAX", "PATH_BYTES_MAX", "PLACES_MAX", "ROUNDS_MOST", "SAID_MOST", "TRIED_MAX",
    "WAIT_SECONDS_MAX", "WRITES_MOST",
}  # fmt: skip


def test_check_prints_the_fixed_limits_too(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Every number of the house that is called a limit, where it stands: one more is told, or said to be inner."""
    assert run(monkeypatch, "serve", "--check") == 0
    _, fixed = capsys.readouterr().out.split("# Fixed, whatever a settings file says:\n")
    told = dict(re.findall(r"^#   (\w+) = (\d+) +\S", fixed, re.MULTILINE))
    assert len(told) == len(fixed.splitlines()), "each has a meaning and stands there once"
    modules = [import_module(one.name) for one in iter_modules(house.__path__, "pitboss.house.")]
    limits = {
        name.lower(): str(value)
        for module in [*modules, state]
        for name, value in vars(module).items()
        if isinstance(value, int) and re.fullmatch(r"[A-Z][A-Z_]*_(MAX|MOST|LEAST|LONG)", name) and name not in INNER
    }
    assert told == limits
    assert (told["moves_long"], told["moves_most"]) == ("500", "1000")


def _goes_by(value: object) -> bool:
    """Whether a value is a number, or has nothing but numbers."""
    if isinstance(value, dict | tuple):
        return bool(value) and all(map(_goes_by, value.values() if isinstance(value, dict) else value))
    return type(value) in (int, float, range)


@pytest.mark.parametrize(("package", "usual"), [(house, fields(Settings)), (school, ())])
def test_every_number_that_the_house_and_its_school_go_by_is_on_file(
    golden: Callable[[str], Callable[[str], None]], package: ModuleType, usual: Iterable[Field[object]]
) -> None:
    """Tests know most of them by their names, and would not miss one that is another tomorrow: it is read here."""
    found = {}
    for one in walk_packages(package.__path__, f"{package.__name__}."):
        if ".migrations" not in one.name:
            module = import_module(one.name)
            own = re.findall(r"^(_?[A-Z][A-Z_]*)(?:: .*)? = ", Path(str(module.__file__)).read_text(), re.MULTILINE)
            for name in own:
                if _goes_by(value := getattr(module, name)):
                    found[f"{one.name.removeprefix(f'{package.__name__}.')} {name}"] = value
    found |= {f"settings {one.name}": one.default for one in usual if _goes_by(one.default)}
    name = package.__name__.removeprefix("pitboss.")
    golden(f"{name}-numbers")("".join(f"{name} = {value}\n" for name, value in sorted(found.items())))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tables_max = ", "not well-formed"),
        ("tables = 3", "no setting is called tables"),
        (None, "No such file"),
    ],
)
def test_check_says_what_is_wrong_with_a_file(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    text: str | None,
    said: str,
) -> None:
    file = tmp_path / "house.toml"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    assert run(monkeypatch, "serve", "--check", "--settings", str(file)) != 0
    assert said in capsys.readouterr().err


# --- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("there", [False, True])
def test_database_lock_and_key_are_their_owners_alone_even_if_they_were_not(tmp_path: Path, there: bool) -> None:
    import asyncio

    db, key = tmp_path / "house.db", tmp_path / "house.key"

    async def opened() -> set[str]:
        database = await Database.open(str(db), key)
        open_vault(key)
        async with database.snapshot():  # as long as somebody reads, SQLite's own files lie beside it
            modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
        await database.close()
        assert set(modes.values()) == {0o600}, modes
        return set(modes)

    asyncio.run(opened())
    if there:
        for path in tmp_path.iterdir():
            path.chmod(0o644)
        assert {"house.db", "house.db.lock", "house.key"} <= asyncio.run(opened())
