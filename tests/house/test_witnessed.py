"""Real processes: a house that tells its witnesses, and audits of it with and without receipts and key."""

import asyncio
import http.server
import json
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from pitboss.house.audit import audit_database
from pitboss.house.receipts import Receipt, read
from tests.house.kit import client
from tests.house.tampering import alter, rechain
from tests.house.test_kill import start


@pytest.fixture
def listener() -> Iterator[tuple[str, list[bytes]]]:
    """Somebody elsewhere who takes a POST, and what was told there."""
    heard: list[bytes] = []

    class Listener(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            heard.append(self.rfile.read(int(self.headers["content-length"])))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with http.server.HTTPServer(("127.0.0.1", 0), Listener) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/", heard
        server.shutdown()
        thread.join()


def _audit(db: str, key: Path, *words: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "pitboss", "audit", "--db", db, "--key", str(key), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def _evening(db: str, key: Path, folder: Path, *witnesses: str) -> Path:
    """A house as a process, in which Ann sits down and keeps her receipts; it is told to stop."""
    words = [word for place in witnesses for word in ("--witness", place)]
    process, url = start(db, key, folder / "log", *words)

    async def plays() -> list[bytes]:
        async with client(url, "Ann") as ann:
            await ann.say(type="open-table", id="o", game="double-attack-pa")
            table = str((await ann.hear("opened"))["table"])
            await ann.join(table)
            told = [await ann.move(table, "sit", box=1), await ann.move(table, "buy-in", cents=50_00)]
            assert (await ann.move(table, "view-spread"))["type"] == "accepted", "then the cards are shuffled"
            return [msgspec.json.encode(one["receipt"]) for one in told]

    try:
        kept = asyncio.run(plays())
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)
        assert process.stdout is not None
        process.stdout.close()
    (folder / "receipts").write_bytes(b"\n".join(kept))
    return folder / "receipts"


def test_a_house_tells_a_file_and_an_address_and_the_audit_takes_both(
    db: str, key: Path, tmp_path: Path, listener: tuple[str, list[bytes]]
) -> None:
    url, heard = listener
    receipts = _evening(db, key, tmp_path, str(tmp_path / "witness"), url)
    told = [receipt.n for receipt in read(tmp_path / "witness")]
    assert told[-1] == max(msgspec.json.decode(one, type=Receipt).n for one in heard), "the last line to both of them"
    posted = tmp_path / "posted"
    posted.write_bytes(b"\n".join(heard))
    files = [word for file in (receipts, tmp_path / "witness", posted) for word in ("--against", str(file))]
    status, said = _audit(db, key, *files)
    assert (status, said.startswith("In order: ")) == (0, True), said
    status, said = _audit(db, key, *files, "--json")
    assert json.loads(said)["receipts"] == 2 + len(told) + len(heard)
    (tmp_path / "nonsense").write_text("nonsense")
    status, said = _audit(db, key, "--against", str(tmp_path / "nonsense"))
    assert (status, said.count("\n")) == (2, 1)
    assert "line 1 is no receipt" in said


def test_without_its_key_an_audit_has_to_be_told_so(sqlite_db: str, key: Path, tmp_path: Path) -> None:
    receipts = _evening(sqlite_db, key, tmp_path)
    away = key.rename(tmp_path / "away")
    status, said = _audit(sqlite_db, key)
    assert (status, "cannot be read" in said) == (2, True), said
    assert "is missing" in str(asyncio.run(audit_database(sqlite_db, key)).wrong)
    status, said = _audit(sqlite_db, key, "--without-key", "--against", str(receipts))
    assert (status, "2 receipts" in said) == (0, True), said
    assert not key.exists(), "an audit makes no key"
    status, said = _audit(sqlite_db, away)
    assert status == 0, said


REWRITTEN = {
    "the rules of a table": "UPDATE journal SET body = json_set(body, '$.rules_hash', printf('%064d', 7))"
    " WHERE kind = 'open' AND n = (SELECT max(n) FROM journal WHERE kind = 'open')",
    "who opened it": "UPDATE journal SET actor = 'Eve', body = json_set(body, '$.opened_by', 'Eve')"
    " WHERE kind = 'open' AND n = (SELECT max(n) FROM journal WHERE kind = 'open')",
}


@pytest.mark.parametrize("what", REWRITTEN)
def test_what_was_rewritten_with_its_chain_is_wrong_by_a_receipt_or_a_witness(
    sqlite_db: str, key: Path, tmp_path: Path, what: str
) -> None:
    """Without either, a table whose rules no version has is followed by its money and its chain, and has a note."""
    receipts = _evening(sqlite_db, key, tmp_path, str(tmp_path / "witness"))
    alter(sqlite_db, REWRITTEN[what])
    with sqlite3.connect(sqlite_db) as file:
        assert file.execute("SELECT count(*) FROM journal WHERE body LIKE '%0007%' OR actor = 'Eve'").fetchone()[0]
    file.close()
    status, said = _audit(sqlite_db, key)
    assert status == 1, "the chain"
    rechain(sqlite_db)
    status, said = _audit(sqlite_db, key)
    assert status == 0, said
    assert ("Note: table " in said) == (what == "the rules of a table")
    for file_kept in (receipts, tmp_path / "witness"):
        status, said = _audit(sqlite_db, key, "--against", str(file_kept))
        assert (status, "the record was rewritten" in said) == (1, True), said
