"""The vault: sealed orders lie encrypted on disk until their seal is opened, under a key in a file of its own."""

import contextlib
import errno
import hmac
import os
import stat
from pathlib import Path
from typing import Self

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from pitboss.rules.places import read_file

KEY_BYTES = 32
NONCE_BYTES = 12
PRIVATE = 0o600


class WrongKey(Exception):
    """What lies in the vault was locked with another key, or has been altered."""


class Vault:
    """Locks an order together with the name of what it is, so that no locked order passes for another."""

    def __init__(self, key: bytes) -> None:
        self._take(key)

    @classmethod
    def new(cls) -> Self:
        """One with a key that nobody has had before."""
        return cls(os.urandom(KEY_BYTES))

    def _take(self, key: bytes) -> None:
        if len(key) != KEY_BYTES:
            raise WrongKey(f"a key has {KEY_BYTES} bytes, not {len(key)}")
        self._cipher = AESGCM(key)
        self._key = key
        self._signer = Ed25519PrivateKey.from_private_bytes(self.secret_for("signature"))
        self._public_key = self._signer.public_key().public_bytes_raw().hex()

    def become(self, other: "Vault") -> None:
        """Whoever has this vault in hand locks, opens and signs with another's key from now on."""
        self._take(other._key)

    def save(self, path: Path) -> None:
        """The key in a file that was not there, readable to its owner alone, on disk when this returns."""
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE), "wb") as file:
            file.write(self._key)
            file.flush()
            os.fsync(file.fileno())
        settle(path.parent)

    def secret_for(self, purpose: str) -> bytes:
        """A secret for something else, from which the key cannot be found."""
        return hmac.digest(self._key, f"pitboss {purpose}".encode(), "sha256")

    @property
    def public_key(self) -> str:
        """By which whatever is signed with `sign` is checked; it also tells this key from others."""
        return self._public_key

    def sign(self, said: bytes) -> bytes:
        """The house's signature."""
        return self._signer.sign(said)

    def lock(self, plain: bytes, name: str) -> bytes:
        """The order, unreadable."""
        nonce = os.urandom(NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, plain, name.encode())

    def unlock(self, locked: bytes, name: str) -> bytes:
        """The order, readable again."""
        try:
            return self._cipher.decrypt(locked[:NONCE_BYTES], locked[NONCE_BYTES:], name.encode())
        except (InvalidTag, ValueError):
            raise WrongKey(f"the sealed order {name} does not open with this key") from None


def has_signed(public_key: str, signature: str, said: bytes) -> bool:
    """Whether a signature is that of whoever has the key."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key)).verify(bytes.fromhex(signature), said)
    except (InvalidSignature, ValueError):
        return False
    return True


def make_private(path: Path) -> None:
    """A file that its owner alone may read and write, made empty where there is none; as it is if it is not ours."""
    file = os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE)
    try:
        if not stat.S_ISREG(os.fstat(file).st_mode):  # /dev/null is everybody's
            raise PermissionError(errno.EPERM, "it is no file that a house may have to itself")
        with contextlib.suppress(PermissionError):
            os.fchmod(file, PRIVATE)
    finally:
        os.close(file)


def open_vault(path: Path, make: bool = True) -> Vault | None:
    """The vault whose key is in the file; a key is made where there is none yet, readable to its owner alone."""
    if not path.exists():
        if not make:
            return None
        Vault.new().save(path)
    else:
        with contextlib.suppress(PermissionError):  # a key that is somebody else's to guard is read as it lies
            make_private(path)
    return Vault(read_file(path))


def settle(folder: Path) -> None:
    """What was made, named or taken away in a folder is so on disk too."""
    file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
