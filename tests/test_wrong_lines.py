"""Hundreds of wrong command lines: each is answered by one sentence, on its own stream, with exit status 2."""

import asyncio
import hashlib
import re
import shlex
import sqlite3
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.commands import main
from pitboss.house import logs
from pitboss.rules.places import LARGEST_BYTES

TABLE = Path(__file__).parent / "wrong_lines.txt"
LINES = [
    (words.strip(), answer.strip())
    for words, sign, answer in (line.partition(" => ") for line in TABLE.read_text(encoding="utf-8").splitlines())
    if sign and not words.startswith("#")
]


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """What stands for the names in braces."""
    top = tmp_path_factory.mktemp("wrong")
    contents = {
        "text": b"some words\nof no kind: {",
        "bytes": b"\xff\xfe\x00\x81",
        "empty": b"",
        "json": b'{"a": [1, 2]}',
        "csv": b"a,b,c\n1,2,3\n",
        "variant": b'from = "double-attack-pa"\n',
        "deep": b"a = " + b"[" * 5000,
        "longnumber": b"a = " + b"9" * 5000,
        "itself": b'from = "itself.toml"\n',
        "wrongset": b'from = "double-attack-pa"\n[set.decks]\nmany = 6\n',
        "wrongfrom": b'from = ["double-attack-pa"]\n',
        "wrongwager": b'from = "double-attack-pa"\n[[wager]]\n',
        "deepjson": b"[" * 100_000,
        "list": b"[]",
    }
    suffixes = {"csv": ".csv", "json": "", "text": "", "bytes": "", "empty": "", "deepjson": ".json", "list": ".json"}
    found = {name: top / f"{name}{suffixes.get(name, '.toml')}" for name in contents}
    for name, content in contents.items():
        found[name].write_bytes(content)
    found |= {name: top / name for name in ("folder", "nothing")}
    found["folder"].mkdir()
    found |= {"chain": _chain(top / "chain", 25), "loop": top / "loop", "stranger": top / "stranger.db"}
    found["loop"].symlink_to("loop")
    with closing(sqlite3.connect(found["stranger"])) as stranger:
        stranger.execute("create table cats (name text)")
    found |= {
        "lf": Path("\n"),
        "escape": Path("\x1b"),
        "bell": Path("\a"),
        "rtl": Path("\u202e"),
        "undecodable": Path("\udcff"),
    }
    found["sparse"] = top / "sparse.toml"
    with open(found["sparse"], "wb") as sparse:
        sparse.truncate(LARGEST_BYTES + 1)
    found |= {"below": found["text"] / "below", "long": top / ("x" * 300), "house": _house(top / "house.db")}
    return {name: str(path) for name, path in found.items()}


def _written(folder: str, lines: str) -> str:
    """A file with what stands in a table's line, where " | " begins another."""
    file = Path(folder) / f"{hashlib.sha256(lines.encode()).hexdigest()}.toml"
    file.write_text(lines.replace(" | ", "\n") + "\n", encoding="utf-8")
    return str(file)


def _chain(folder: Path, files: int) -> Path:
    """The first of so many variants, each of which starts from the next."""
    folder.mkdir()
    for n in range(files):
        (folder / f"{n}.toml").write_text(f'from = "{n + 1}.toml"\n', encoding="utf-8")
    return folder / "0.toml"


def _house(file: Path) -> Path:
    """A house that was open once and rests."""
    from pitboss.house.database import Database
    from pitboss.house.house import House
    from pitboss.house.settings import Settings

    async def once() -> None:
        database = await Database.open(str(file))
        house = House(database, Settings())
        await house.start()
        await house.stop()
        await database.close()

    asyncio.run(once())
    return file


def _as_they_lie(places: Mapping[str, str]) -> dict[str, bytes]:
    named = {name: Path(path) for name, path in places.items() if name not in ("sparse", "loop", "long", "house")}
    return {name: path.read_bytes() for name, path in named.items() if path.is_file()}


def test_there_are_hundreds_of_them_over_every_command() -> None:
    from pitboss.commands import admin, app

    given = {words.partition(" ")[0] for words, _ in LINES}
    ordered = {words.split()[1] for words, _ in LINES if words.startswith("admin ")}
    assert len(LINES) >= 200
    assert {name for name in app if not name.startswith("-")} <= given
    assert {name for name in admin.admin if not name.startswith("-")} - ordered == {"invitations", "classes"}


@pytest.mark.parametrize(("words", "answer"), LINES)
def test_a_wrong_line_gets_one_sentence_and_status_2(
    words: str,
    answer: str,
    places: Mapping[str, str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)  # what a command writes where nobody said is found here
    monkeypatch.setattr(logs, "begin", lambda: None)  # it would log to this test's stderr for ever
    for name, path in places.items():
        words, answer = words.replace(f"{{{name}}}", path), answer.replace(f"{{{name}}}", path)
    words = re.sub(r"\{toml: (.*)\}", lambda found: _written(places["folder"], found[1]), words)
    if words.startswith("serve ") and "--port" not in words:
        words += " --port 0"  # whatever else is at work on this machine
    monkeypatch.setattr(sys, "argv", ["pitboss", *shlex.split(words)])
    before = _as_they_lie(places)
    with pytest.raises(SystemExit) as end:
        main()
    assert _as_they_lie(places) == before, "a line that is refused alters none of the files it names"
    out, err = capsys.readouterr()
    assert (end.value.code, out) == (2, "")
    assert err.startswith("pitboss: ")
    assert err.endswith("\n")
    assert err[:-1].isprintable()  # in one line, and without orders to a terminal
    assert answer in err
    assert list(tmp_path.iterdir()) == []
