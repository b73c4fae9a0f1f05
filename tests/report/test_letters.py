"""The letters that come with a document are all that any document is written in."""

import ast
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

import pitboss

SOURCES = Path(pitboss.__file__).parent
FONTS = SOURCES / "report" / "pages"
# What no document takes words from: the browser's pages, the command line, and the site, which has a style of its own.
ELSEWHERE = {"house", "commands", "site"}


def letters(font: bytes) -> set[str]:
    """The characters a WOFF file has shapes for, by its table "cmap"."""
    (tables,) = struct.unpack_from(">H", font, 12)
    directory = [struct.unpack_from(">4sIIII", font, 44 + 20 * number) for number in range(tables)]
    start, packed, size = next((start, packed, size) for tag, start, packed, size, _ in directory if tag == b"cmap")
    raw = font[start : start + packed]
    table = zlib.decompress(raw) if packed < size else raw
    (parts,) = struct.unpack_from(">H", table, 2)
    found: set[str] = set()
    for part in range(parts):
        (at,) = struct.unpack_from(">I", table, 8 + 8 * part)
        kind, _, _, doubled = struct.unpack_from(">HHHH", table, at)
        assert kind == 4, "a table of segments, as every character here is within the first 65,536"
        ends = struct.unpack_from(f">{doubled // 2}H", table, at + 14)
        starts = struct.unpack_from(f">{doubled // 2}H", table, at + 16 + doubled)
        found |= {chr(code) for first, last in zip(starts, ends, strict=True) for code in range(first, last + 1)}
    return found


def written() -> Iterator[tuple[str, str]]:
    """Every text a document could take words from, with the file it is in."""
    for path in sorted(SOURCES.rglob("*")):
        if ELSEWHERE & set(path.relative_to(SOURCES).parts):
            continue
        if path.suffix == ".py":
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield path.name, node.value
        elif path.suffix in {".toml", ".html", ".css"}:
            yield path.name, path.read_text(encoding="utf-8")


@pytest.mark.parametrize("weight", ["regular", "bold"])
def test_every_character_that_a_document_could_be_written_in_has_a_letter(weight: str) -> None:
    has = letters((FONTS / f"arimo-{weight}.woff").read_bytes()) | {"\n", "\t", "\r"}
    missing = {(file, character) for file, text in written() for character in text if character not in has}
    assert missing == set()


def test_names_of_authors_and_the_signs_of_mathematics_have_letters_too() -> None:
    has = letters((FONTS / "arimo-regular.woff").read_bytes())
    assert set("ÅéñßøŁłŘřşž χσΣ ≤≥−×·±² §–—“”… ♠♥♦♣ ←→") <= has
    assert "中" not in has  # and the test would notice
