"""The chain of hashes: a line that differs in anything has another hash, and so has every line after it."""

import errno
import os
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.cards import fair
from pitboss.house.journal import (
    GENESIS,
    Checkpoint,
    Entry,
    OpenedOrder,
    SealedOrder,
    chained,
    is_sealed,
    name_in_vault,
    opened_by,
    opened_move,
    seal_of,
    written,
)
from pitboss.house.ledger import Transfer
from pitboss.house.vault import Vault, WrongKey, make_private, open_vault
from tests import facts as f
from tests import moves as m

LINE = Entry(
    kind="move",
    table="t1",
    seq=4,
    body='{"move":"ready"}',
    actor="ann",
    client_id="c1",
    rule=None,
    at_ms=1_000,
    sealed=SealedOrder("s", b"locked"),
    checkpoint=Checkpoint("digest", b"locked"),
    transfers=(Transfer("house", "player:ann", 5, "t1", 1, "fill", "PA 665a.6(a)"),),
)
VAULT = Vault(b"k" * 32)
SHUFFLE = m.Shuffle(by="shuffler", order=("8S", "KH", "2C"), salt="5a" * 32)


@pytest.mark.parametrize(
    "other",
    [
        {"kind": "open"},
        {"table": "t2"},
        {"seq": 5},
        {"body": '{"move":"leave"}'},
        {"actor": "bob"},
        {"client_id": "c2"},
        {"client_id": None},
        {"rule": "stand"},
        {"at_ms": 1_001},
        {"sealed": SealedOrder("s", b"lockee")},
        {"sealed": None},
        {"checkpoint": Checkpoint("another digest", b"locked")},
        {"transfers": ()},
        {"transfers": (Transfer("house", "player:ann", 6, "t1", 1, "fill", "PA 665a.6(a)"),)},
        {"transfers": (Transfer("house", "player:ann", 5, "t1", 1, "fill", ""),)},
    ],
)
def test_whatever_is_altered_in_a_line_alters_its_hash(other: dict[str, Any]) -> None:
    assert chained(GENESIS, 1, msgspec.structs.replace(LINE, **other)) != chained(GENESIS, 1, LINE)


def test_the_hash_goes_over_the_line_before_and_the_number() -> None:
    assert chained("1" * 64, 1, LINE) != chained(GENESIS, 1, LINE)
    assert chained(GENESIS, 2, LINE) != chained(GENESIS, 1, LINE)
    assert chained(GENESIS, 1, msgspec.structs.replace(LINE)) == chained(GENESIS, 1, LINE)


def test_a_shuffle_is_written_without_its_order_which_lies_locked_under_its_own_name() -> None:
    body, sealed = written(SHUFFLE, "t1", 3, VAULT)
    assert sealed is not None
    assert is_sealed(body)
    assert "8S" not in body
    assert "5a5a" not in body
    assert sealed.seal == seal_of(SHUFFLE) in body
    assert VAULT.unlock(sealed.locked, name_in_vault("t1", 3, sealed.seal)) == m.to_json(SHUFFLE)
    for other in (name_in_vault("t1", 4, sealed.seal), name_in_vault("t2", 3, sealed.seal), name_in_vault("t1", 3, "")):
        with pytest.raises(WrongKey):
            VAULT.unlock(sealed.locked, other)


def test_any_other_move_is_written_as_it_is() -> None:
    move = m.Wager(by="ann", box=1, cents=5_00)
    body, sealed = written(move, "t1", 3, VAULT)
    assert (body, sealed) == (m.to_json(move).decode(), None)
    assert not is_sealed(body)


def test_a_shuffle_is_rebuilt_from_its_line_and_its_opened_order() -> None:
    body, sealed = written(SHUFFLE, "t1", 3, VAULT)
    assert sealed is not None
    assert opened_move(body, OpenedOrder(sealed.seal, SHUFFLE.salt, "8S KH 2C")) == SHUFFLE
    by_hands = opened_move(body, OpenedOrder(sealed.seal, SHUFFLE.salt, "8S KH 2C", "a,b"))
    assert isinstance(by_hands, m.Shuffle)
    assert by_hands.hands == ("a", "b")


def test_a_commitment_is_written_without_its_seed_and_rebuilt_when_it_is_opened() -> None:
    move = m.CommitSeed(by="dealer", seed="ab" * 512)
    body, sealed = written(move, "t1", 3, VAULT)
    assert sealed is not None
    assert is_sealed(body)
    assert "abab" not in body
    assert sealed.seal == fair.commitment(move.seed) in body
    assert VAULT.unlock(sealed.locked, name_in_vault("t1", 3, sealed.seal)) == m.to_json(move)
    for fact in (
        f.SealOpened((), "s", "5a", ("8S", "KH"), None, ("a", "b"), move.seed),
        f.SeedDropped((), "dealer", move.seed),
    ):
        opened = opened_by(fact)
        assert opened is not None
        assert opened.seal == sealed.seal
        assert opened_move(body, opened) == move
    assert opened_by(f.SealOpened((), "s", "5a", ("8S", "KH"), None, ("a", "b"))) == OpenedOrder(
        "s", "5a", "8S KH", "a,b"
    )
    assert opened_by(f.RoundEnded((), 1)) is None


def test_a_vault_takes_a_key_of_32_bytes_and_no_other() -> None:
    for size in (31, 33, 0):
        with pytest.raises(WrongKey, match=f"32 bytes, not {size}"):
            Vault(b"k" * size)
    locked = VAULT.lock(b"order", "n")
    assert VAULT.lock(b"order", "n") != locked, "the same order never lies there twice alike"
    with pytest.raises(WrongKey):
        Vault(b"x" * 32).unlock(locked, "n")


def test_a_key_is_made_once_for_its_owner_alone_and_opens_what_it_locked(tmp_path: Path) -> None:
    path = tmp_path / "new" / "house.key"
    assert open_vault(path, make=False) is None
    assert not path.exists()
    made = open_vault(path)
    assert made is not None
    assert (path.stat().st_mode & 0o777, path.stat().st_size) == (0o600, 32)
    again = open_vault(path, make=False)
    assert again is not None
    assert again.unlock(made.lock(b"order", "n"), "n") == b"order"


def test_a_file_that_is_somebody_elses_is_left_as_private_as_they_made_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def not_ours(file: int, mode: int) -> None:
        raise PermissionError(errno.EPERM, "not ours")

    monkeypatch.setattr(os, "fchmod", not_ours)
    make_private(tmp_path / "house.db")
    assert (tmp_path / "house.db").exists()
