"""Receipts and witnesses find a record that was rewritten or cut; the key of a house is nobody else's."""

import asyncio
import http.server
import io
import os
import shutil
import threading
import urllib.request
from pathlib import Path

import httpx
import msgspec
import pytest

from pitboss.house.audit import audit_database
from pitboss.house.database import CannotOpen, engine_for, key_place
from pitboss.house.receipts import POST_SECONDS, NoReceipt, Receipt, Witness, read, signed, signed_head
from pitboss.house.turns import Made
from pitboss.house.vault import Vault
from tests import moves as m
from tests.house.kit import Player, client, house_on, serving, through_round, to_betting
from tests.house.tampering import alter, rechain

VAULT = Vault(b"k" * 32)


def _written(file: Path, kept: list[Receipt]) -> Path:
    file.write_bytes(b"\n".join(map(msgspec.json.encode, kept)) + b"\n")
    return file


async def _evening(db: str, key: Path, rounds: int = 2) -> list[Receipt]:
    """Ann plays, and keeps a receipt of every move."""
    kept: list[Receipt] = []
    async with house_on(db, key) as house:
        ann = await Player.come(house, "Ann")
        live = await ann.open()
        ask = live.ask

        async def asking(move: m.Move, actor: str, client_id: str | None) -> object:
            made = await ask(move, actor, client_id)
            receipt = await house.notary.receipt(live.id, made, actor, client_id or "")
            assert receipt is not None
            kept.append(receipt)
            return made

        live.ask = asking  # type: ignore[method-assign,assignment]  # what a client does, done here
        await to_betting(ann, live)
        for _ in range(rounds):
            await through_round(ann, live)
        await house.notary.roll()
        kept.append(house.notary.head())
    return kept


def test_a_receipt_binds_every_field_and_names_its_key() -> None:
    receipt = signed(VAULT, 7, "ab" * 32, "t1", 4)
    assert receipt.is_signed()
    assert receipt.key == VAULT.public_key != Vault(b"x" * 32).public_key
    for other in ({"n": 8}, {"head": "cd" * 32}, {"table": "t2"}, {"seq": 5}, {"key": Vault(b"x" * 32).public_key}):
        assert not msgspec.structs.replace(receipt, **other).is_signed()
    for nonsense in ("", "zz", "00" * 64):
        assert not msgspec.structs.replace(receipt, signature=nonsense).is_signed()
        assert not msgspec.structs.replace(receipt, key=nonsense).is_signed()


def test_what_is_no_receipt_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "receipts"
    with pytest.raises(NoReceipt, match="No such file"):
        read(file)
    good = signed(VAULT, 7, "ab" * 32)
    deep = b"[" * 100_000
    bare = (b"nonsense", b"\xff", b"[]", b'{"n": 1}', deep, b'{"n":' + deep, b'{"x":' + deep)
    for bad in (*bare, msgspec.json.encode(msgspec.structs.replace(good, n=8))):
        file.write_bytes(msgspec.json.encode(good) + b"\n\n" + bad + b"\n")
        with pytest.raises(NoReceipt, match="line 3 is no receipt"):
            read(file)
    later = signed(VAULT, 9, "ab" * 32)
    assert read(_written(file, [later, good])) == [later, good]


def test_receipts_of_an_honest_house_fit_in_whatever_order_they_come(db: str, key: Path, tmp_path: Path) -> None:
    kept = asyncio.run(_evening(db, key))
    report = asyncio.run(audit_database(db, key, read(_written(tmp_path / "receipts", kept[::-1]))))
    assert report.wrong is None
    assert report.receipts == len(kept) > 10
    assert f"{len(kept)} receipts" in report.words()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE journal SET at_ms = at_ms + 1 WHERE n >= 8; UPDATE rounds SET at_ms = at_ms + 1",
        "UPDATE journal SET client_id = 'another' WHERE n = 8",
        "UPDATE journal SET rule = 'the house decides' WHERE n = 8;"
        "INSERT INTO round_marks SELECT n, round, 'house-decided' FROM rounds ORDER BY n LIMIT 1",
        "UPDATE journal SET actor = 'Eve' WHERE n = 8",
    ],
)
def test_a_chain_made_anew_is_found_by_the_first_receipt_after_the_change(
    sqlite_db: str, key: Path, statement: str
) -> None:
    kept = asyncio.run(_evening(sqlite_db, key))
    alter(sqlite_db, *statement.split(";"))
    rechain(sqlite_db)
    assert asyncio.run(audit_database(sqlite_db, key)).wrong is None, "without receipts this is not to be seen"
    wrong = str(asyncio.run(audit_database(sqlite_db, key, kept)).wrong)
    first = min(receipt.n for receipt in kept if receipt.n >= 8)
    assert wrong.startswith(f"journal line {first} ")
    assert f"the record was rewritten: a receipt has another line {first}" in wrong


def test_a_tail_that_was_cut_and_one_that_was_played_again_are_found(sqlite_db: str, key: Path, tmp_path: Path) -> None:
    """The house goes back to a copy of before, with its own key: everything it has is in order."""

    async def begins() -> None:
        async with house_on(sqlite_db, key) as house:
            await Player.come(house, "Ann")

    async def goes_on(name: str) -> Receipt:
        async with house_on(sqlite_db, key) as house:
            await Player.come(house, name)
            await house.notary.roll()
            return house.notary.head()

    asyncio.run(begins())
    shutil.copy(sqlite_db, tmp_path / "before")
    kept = asyncio.run(goes_on("Bob"))
    shutil.copy(tmp_path / "before", sqlite_db)
    assert asyncio.run(audit_database(sqlite_db, key)).wrong is None
    shortened = asyncio.run(audit_database(sqlite_db, key, [kept])).wrong
    assert shortened == f"the record was shortened: it has {kept.n - 1} heads, a receipt has head {kept.n}"
    asyncio.run(goes_on("Eve"))
    assert asyncio.run(audit_database(sqlite_db, key)).wrong is None
    assert "the record was rewritten" in str(asyncio.run(audit_database(sqlite_db, key, [kept])).wrong)


def test_of_a_record_cut_short_the_first_line_is_named_that_somebody_has_a_receipt_of(
    sqlite_db: str, key: Path, tmp_path: Path
) -> None:
    async def begins() -> None:
        async with house_on(sqlite_db, key) as house:
            await Player.come(house, "Bob")

    asyncio.run(begins())
    shutil.copy(sqlite_db, tmp_path / "before")
    moves = [receipt for receipt in asyncio.run(_evening(sqlite_db, key, rounds=1)) if receipt.table != "heads"]
    shutil.copy(tmp_path / "before", sqlite_db)
    lines = asyncio.run(audit_database(sqlite_db, key)).lines
    wrong = asyncio.run(audit_database(sqlite_db, key, moves)).wrong
    first = min(receipt.n for receipt in moves)
    assert wrong == f"the record was shortened: it has {lines} lines, a receipt has line {first}"


def test_a_receipt_of_another_move_does_not_fit(sqlite_db: str, key: Path) -> None:
    kept = asyncio.run(_evening(sqlite_db, key, rounds=1))
    vault = Vault(key.read_bytes())
    first = kept[0]
    for table, seq in (("t0", first.seq), (first.table, first.seq + 1)):
        other = signed(vault, first.n, first.head, table, seq)
        assert "the record was rewritten" in str(asyncio.run(audit_database(sqlite_db, key, [other])).wrong)
    strange = signed(VAULT, first.n, first.head, first.table, first.seq)
    assert "another key" in str(asyncio.run(audit_database(sqlite_db, key, [strange])).wrong)


def test_over_the_network_every_accepted_move_brings_its_receipt_and_the_head_is_published(
    db: str, key: Path, tmp_path: Path
) -> None:
    async def scene() -> None:
        async with serving(db, key) as (url, house), client(url, "Ann") as ann:
            await ann.say(type="open-table", id="o", game="double-attack-pa")
            table = (await ann.hear("opened"))["table"]
            await ann.join(table)
            told = await ann.move(table, "sit", "m1", box=1)
            again = await ann.move(table, "sit", "m1", box=1)
            assert (told["again"], again["again"]) == (False, True)
            assert told["receipt"] == again["receipt"], "a move made before has the receipt it had"
            receipt = msgspec.convert(told["receipt"], Receipt)
            assert receipt.is_signed()
            assert (receipt.table, receipt.key) == (table, house.vault.public_key if house.vault else "")
            await house.notary.roll()
            await ann.say(type="list-tables")
            lobby = msgspec.convert((await ann.hear("lobby"))["head"], Receipt)
            async with httpx.AsyncClient(base_url=url) as http:
                health = msgspec.convert((await http.get("/health")).json()["head"], Receipt)
                tables = msgspec.convert((await http.get("/api/tables")).json()["head"], Receipt)
            assert lobby.is_signed()
            assert health.is_signed()
            assert tables.is_signed()
            assert lobby.table == health.table == tables.table == "heads"
            assert 1 <= lobby.n <= health.n <= tables.n
            kept = read(_written(tmp_path / "kept", [receipt, lobby, health, tables]))
            assert (await audit_database(db, key, kept)).wrong is None

    asyncio.run(scene())


def test_a_witness_in_a_file_has_every_head_once_and_finds_a_cut(sqlite_db: str, key: Path, tmp_path: Path) -> None:
    file = tmp_path / "witness"

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            house.notary.witnesses = (Witness(str(file)),)
            await Player.come(house, "Ann")
            await house.notary.roll()
            await house.notary.tell_witnesses()
            await house.notary.tell_witnesses()
            await Player.come(house, "Bob")

    asyncio.run(scene())
    kept = read(file)
    told = [receipt.n for receipt in kept]
    assert told == sorted(set(told)), "each once, in its order"
    assert len(told) > 1, "when it is told to, and at the end"
    assert told[-1] == asyncio.run(audit_database(sqlite_db, key)).heads
    assert (file.stat().st_mode & 0o777) == 0o600
    assert asyncio.run(audit_database(sqlite_db, key, kept)).wrong is None
    assert 0 not in told, "of a journal without a head there is nothing to tell"
    for first in reversed(told[-2:]):  # the earliest that is missing is named, however many are
        alter(sqlite_db, f"DELETE FROM heads WHERE h >= {first}")
        wrong = asyncio.run(audit_database(sqlite_db, key, kept)).wrong
        assert wrong == f"the record was shortened: it has {first - 1} heads, a receipt has head {first}"


def test_the_head_of_a_house_that_stopped_before_its_first_fits(sqlite_db: str, key: Path) -> None:
    async def scene() -> Receipt:
        async with house_on(sqlite_db, key) as house:
            return house.notary.head()

    kept = asyncio.run(scene())
    assert kept.n == 0
    alter(sqlite_db, "DELETE FROM heads", "DELETE FROM rolled")
    assert asyncio.run(audit_database(sqlite_db, key, [kept])).wrong is None
    other = signed_head(Vault(key.read_bytes()), 0, "ab" * 32)
    wrong = asyncio.run(audit_database(sqlite_db, key, [other])).wrong
    assert wrong == "heads: the record was rewritten: a receipt has another head 0"


def test_what_a_witness_in_a_file_was_told_is_on_its_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, there = tmp_path / "witness", []
    monkeypatch.setattr(os, "fsync", lambda _: there.append(file.read_bytes()))
    head = signed(VAULT, 7, "ab" * 32)
    assert asyncio.run(Witness(str(file)).tell(head))
    assert there == [msgspec.json.encode(head) + b"\n"], "all of it, when the disk is asked"


def test_a_head_that_did_not_reach_a_witness_is_told_again_and_one_that_did_is_not(tmp_path: Path) -> None:
    file = tmp_path / "not there yet" / "witness"
    head, witness = signed(VAULT, 7, "ab" * 32), Witness(str(file))
    assert not asyncio.run(witness.tell(head))
    file.parent.mkdir()
    for _ in range(2):
        assert asyncio.run(witness.tell(head))
        assert read(file) == [head]


def test_a_witness_by_address_is_told_and_one_that_does_not_answer_stops_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    heard: list[bytes] = []

    class Listener(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            assert self.headers["content-type"] == "application/json"
            heard.append(self.rfile.read(int(self.headers["content-length"])))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with http.server.HTTPServer(("127.0.0.1", 0), Listener) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        head = signed(VAULT, 7, "ab" * 32)
        witness = Witness(f"http://127.0.0.1:{server.server_port}/")
        assert asyncio.run(witness.tell(head))
        assert asyncio.run(witness.tell(head))
        server.shutdown()
        thread.join()
    assert [msgspec.json.decode(one, type=Receipt) for one in heard] == [head]
    later = signed(VAULT, 8, "ab" * 32)
    assert not asyncio.run(witness.tell(later))
    assert not asyncio.run(Witness("ftp://example/").tell(later))
    assert "an address that begins with http:// or https://" in str(vars(caplog.records[-1])["why"])
    assert not asyncio.run(Witness("/no such folder/file").tell(later))


# --- the key --------------------------------------------------------------------------------------------------------


def test_for_a_witness_by_address_the_house_waits_so_long_and_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float | None] = []

    def opened(request: urllib.request.Request, timeout: float | None = None) -> io.BytesIO:
        waited.append(timeout)
        return io.BytesIO()

    monkeypatch.setattr(urllib.request, "urlopen", opened)
    Witness("https://witness.example/heads")._post(b"{}")
    assert waited == [POST_SECONDS]


def test_no_other_key_is_made_for_a_house_that_has_one_though_nothing_is_sealed_yet(sqlite_db: str, key: Path) -> None:
    async def opens() -> None:
        async with house_on(sqlite_db, key):
            pass

    asyncio.run(opens())
    key.rename(key.with_name("away"))
    with pytest.raises(CannotOpen, match="the key of this database is missing"):
        asyncio.run(opens())
    assert not key.exists()


def test_a_key_is_saved_only_where_none_is_and_is_on_disk_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, there = tmp_path / "keys" / "house.key", []
    monkeypatch.setattr(os, "fsync", lambda number: there.append(Path(os.readlink(f"/proc/self/fd/{number}"))))
    VAULT.save(file)
    assert there == [file, file.parent], "the key, and that it is called so"
    with pytest.raises(FileExistsError):
        Vault.new().save(file)
    assert Vault(file.read_bytes()).public_key == VAULT.public_key


def test_a_key_that_is_missing_is_not_made_anew_and_nothing_changes(db: str, key: Path) -> None:
    asyncio.run(_evening(db, key, rounds=0))
    away = key.rename(key.with_name("away"))

    async def comes_back() -> None:
        async with house_on(db, key):
            raise AssertionError("the house opened without its key")

    with pytest.raises(CannotOpen, match=r"the key of this database is missing: put it back to .*house\.key"):
        asyncio.run(comes_back())
    assert not key.exists()
    assert "is missing, and 1 orders are still sealed" in str(asyncio.run(audit_database(db, key)).wrong)
    key.write_bytes(bytes(32))
    with pytest.raises(CannotOpen, match=r"is not the key of this database, which has the public key [0-9a-f]+$"):
        asyncio.run(comes_back())
    assert "the key file is not the key of this house" in str(asyncio.run(audit_database(db, key)).wrong)
    key.write_bytes(b"short")
    with pytest.raises(CannotOpen, match="32 bytes, not 5"):
        asyncio.run(comes_back())
    with pytest.raises(CannotOpen, match="32 bytes, not 5"):
        asyncio.run(audit_database(db, key))
    away.replace(key)
    assert asyncio.run(audit_database(db, key)).wrong is None


def test_of_a_database_without_a_key_on_record_what_is_sealed_tells_the_right_key(sqlite_db: str, key: Path) -> None:
    asyncio.run(_evening(sqlite_db, key, rounds=0))
    alter(
        sqlite_db,
        "DELETE FROM journal WHERE kind = 'key'",
    )

    async def comes_back() -> None:
        async with house_on(sqlite_db, key):
            pass

    kept = key.read_bytes()
    key.unlink()
    with pytest.raises(CannotOpen, match="is missing"):
        asyncio.run(comes_back())
    key.write_bytes(bytes(32))
    with pytest.raises(CannotOpen, match="does not open with this key"):
        asyncio.run(comes_back())
    key.write_bytes(kept)
    asyncio.run(comes_back())


def test_the_key_of_a_postgresql_house_lies_where_programs_keep_their_state(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    engine, beside = engine_for("postgresql://somebody@host/school")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert key_place(engine, beside) == tmp_path / "pitboss" / "school.key"
    monkeypatch.delenv("XDG_STATE_HOME")
    assert key_place(engine, beside) == Path.home() / ".local" / "state" / "pitboss" / "school.key"
    engine, beside = engine_for(str(tmp_path / "house.db"))
    assert key_place(engine, beside) == tmp_path / "house.db.key"


def test_a_move_made_before_has_the_receipt_of_who_made_it(sqlite_db: str, key: Path) -> None:
    """Two may choose the same id for a move; a receipt is of one's own."""

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann, bob = [await Player.come(house, name) for name in ("Ann", "Bob")]
            live = await ann.open()
            for box, player in enumerate((ann, bob), 1):
                await live.ask(m.Sit(by=player.name, box=box), player.name, "same")
            told = [await house.notary.receipt(live.id, Made(1, True), name, "same") for name in ("Ann", "Bob", "Cid")]
            assert [one and one.seq for one in told] == [1, 2, None]
            assert await house.notary.receipt("t00000000", Made(1, True), "Ann", "same") is None

    asyncio.run(scene())
