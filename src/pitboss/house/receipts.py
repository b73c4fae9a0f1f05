"""Receipts: the house signs where in its journal a move stands, so that it cannot write the journal anew unseen.

A receipt names a line by its number and its hash, which goes over every line of its table before it. Whoever keeps one
can show later that the journal was another then. A witness keeps the same of the last head, which goes over all tables.
"""

import asyncio
import logging
import os
import urllib.request
from collections.abc import Sequence
from pathlib import Path

import msgspec

from pitboss.house.vault import PRIVATE, Vault, has_signed
from pitboss.rules.errors import RulesError
from pitboss.rules.places import read_file

POST_SECONDS = 5
LINE_MOST = 4096  # bytes; a receipt has a tenth of it
HEADS = "heads"  # in the place of a table, where a receipt is of the journal as a whole
log = logging.getLogger("pitboss.house")


class NoReceipt(Exception):
    """What is brought as a receipt is none; the sentence says which."""


class Receipt(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Line `n` of the journal has the hash `head`; it is move `seq` of a table.

    Of the whole journal it is head `n` of the chain of heads; from before there was one, a line of no table.
    """

    n: int
    head: str
    table: str = ""
    seq: int = 0
    key: str
    signature: str

    def text(self) -> bytes:
        """What is signed."""
        return f"pitboss-receipt-1 {self.n} {self.head} {self.table} {self.seq}".encode()

    def is_signed(self) -> bool:
        """Whether the signature is that of the key which it names."""
        return has_signed(self.key, self.signature, self.text())


def signed(vault: Vault, n: int, head: str, table: str = "", seq: int = 0) -> Receipt:
    """A receipt under the house's key."""
    bare = Receipt(n=n, head=head, table=table, seq=seq, key=vault.public_key, signature="")
    return msgspec.structs.replace(bare, signature=vault.sign(bare.text()).hex())


def signed_head(vault: Vault, h: int, hashed: str) -> Receipt:
    """A receipt of the whole journal, by a line of the chain of heads."""
    return signed(vault, h, hashed, HEADS, h)


def read(file: Path) -> Sequence[Receipt]:
    """Receipts and lines of witnesses, one a line in JSON."""
    found = []
    try:
        lines = read_file(file).splitlines()
    except RulesError as error:
        raise NoReceipt(str(error)) from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            receipt = msgspec.json.decode(line, type=Receipt)
        except (msgspec.DecodeError, UnicodeError) as error:
            raise NoReceipt(f"{file} line {number} is no receipt: {error}") from None
        if not receipt.is_signed():
            raise NoReceipt(f"{file} line {number} is no receipt: it is not signed by the key that it names")
        found.append(receipt)
    return found


def not_of_another(file: Path) -> None:
    """Refuse a witness's file that holds something else: every head would be written behind it."""
    if not file.is_file():
        return
    with file.open("rb") as there:
        first = there.readline(LINE_MOST)
    try:
        if first.strip():
            msgspec.json.decode(first, type=Receipt)
    except (msgspec.DecodeError, UnicodeError):
        raise RulesError(f"{file} cannot be a witness's file: it holds something else") from None


class Witness:
    """Somebody elsewhere to whom the last head is told again and again: a file, or an address that takes a POST."""

    def __init__(self, place: str) -> None:
        self._place = place
        self._told = 0
        self._one_by_one = asyncio.Lock()

    async def tell(self, head: Receipt) -> bool:
        """Tell it, if it is new; what fails is in the log, and the next one is told in its place."""
        async with self._one_by_one:
            if head.n <= self._told:
                return True
            try:
                await asyncio.to_thread(self._post if "://" in self._place else self._append, msgspec.json.encode(head))
            except (OSError, ValueError) as error:
                log.warning("witness not reached", extra={"witness": self._place, "why": str(error)})
                return False
            self._told = head.n
            return True

    def _append(self, line: bytes) -> None:
        with open(os.open(self._place, os.O_WRONLY | os.O_APPEND | os.O_CREAT, PRIVATE), "ab") as file:
            file.write(line + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def _post(self, line: bytes) -> None:
        if not self._place.startswith(("http://", "https://")):
            raise ValueError("a witness is a file, or an address that begins with http:// or https://")
        request = urllib.request.Request(self._place, line, {"content-type": "application/json"})
        urllib.request.urlopen(request, timeout=POST_SECONDS).close()  # it has answered; what, is nobody's question
