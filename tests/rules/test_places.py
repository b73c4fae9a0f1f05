"""A place to write to is tried before the work, and the trial leaves everything as it was."""

import os
from pathlib import Path

import pytest

from pitboss.rules.errors import RulesError
from pitboss.rules.places import LARGEST_BYTES, read_file, read_text, read_toml, writable, write_file


def test_the_trial_of_a_new_place_leaves_nothing_there(tmp_path: Path) -> None:
    assert writable(tmp_path / "new.html") == tmp_path / "new.html"
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_already_stays_as_it_is(tmp_path: Path) -> None:
    write_file(tmp_path / "old.html", b"of yesterday")
    writable(tmp_path / "old.html")
    assert read_file(tmp_path / "old.html") == b"of yesterday"


@pytest.mark.parametrize(
    ("place", "sentence"),
    [("", "it is no name"), (".", "it is a folder"), ("none/x", "there is no folder"), ("x" * 300, "too long")],
)
def test_a_place_nothing_can_be_written_to_is_refused(
    place: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RulesError, match=f"cannot be written: .*{sentence}"):
        writable(place)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("path", ["/dev/full"])
def test_a_disk_that_is_full_is_one_sentence(path: str) -> None:
    with pytest.raises(RulesError, match="/dev/full cannot be written: No space left on device"):
        write_file(path, b"anything")


def test_a_file_that_memory_could_not_hold_is_refused_unread(tmp_path: Path) -> None:
    with open(tmp_path / "holes.toml", "wb") as sparse:
        sparse.truncate(LARGEST_BYTES + 1)
    with pytest.raises(RulesError, match=r"holes\.toml cannot be read: it has more than 1,073,741,824 bytes"):
        read_file(tmp_path / "holes.toml")


@pytest.mark.parametrize("kind", ["is_char_device", "is_block_device"])
def test_a_device_is_refused_unread(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "disk").write_bytes(b"without end")
    monkeypatch.setattr(Path, kind, lambda place: place.name == "disk")
    with pytest.raises(RulesError, match="disk cannot be read: it is a device, which may have no end"):
        read_file(tmp_path / "disk")


def test_the_mark_some_editors_begin_a_text_with_is_no_part_of_it(tmp_path: Path) -> None:
    (tmp_path / "saved.toml").write_bytes(b'\xef\xbb\xbffrom = "double-attack-pa"\r\n')
    assert read_text(tmp_path / "saved.toml") == 'from = "double-attack-pa"\r\n'
    assert read_toml(tmp_path / "saved.toml") == {"from": "double-attack-pa"}


def test_a_pipe_is_written_to_without_a_trial(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert writable(tmp_path / "pipe") == tmp_path / "pipe"
