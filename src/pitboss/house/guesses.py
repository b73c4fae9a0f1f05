"""Wrong passwords: whoever guesses waits longer and longer, and nobody is locked out by what somebody else does.

Guesses are counted for a name and the place they come from: the address, or a device or session that the house knows to
be that name's own. So a stranger's guesses slow down that stranger; the owner comes in from a device that has been
in before, from a session that is still open, or from another address, whatever the stranger does.
"""

import hmac
import re
import secrets
from collections import OrderedDict

PAIRS_MAX = 100_000
DEVICES_MAX = 5  # names that one browser is known for: more would make the cookie larger than a request may be
NONCE_BYTES = 9
FORGOTTEN_AFTER = 4  # so many of the longest waits after the last guess, the count begins anew
_DOUBLINGS_MAX = 40
_PART = re.compile(r"([0-9a-f]{18})\.([0-9a-f]{32})")


class Guesses:
    """How long whoever has guessed wrong has to wait."""

    def __init__(self, free: int, wait_ms: int, wait_ms_max: int) -> None:
        self._free = free
        self._wait_ms = wait_ms
        self._wait_ms_max = wait_ms_max
        self._by_pair: OrderedDict[tuple[str, str], tuple[int, int]] = OrderedDict()

    def wait_ms(self, name: str, place: str, now_ms: int) -> int:
        """How long until the next guess for that name from there is looked at."""
        count, at_ms = self._by_pair.get((name, place), (0, 0))
        return max(0, at_ms + self._due_ms(count) - now_ms) if count else 0

    def _due_ms(self, count: int) -> int:
        if count < self._free:
            return 0
        return min(self._wait_ms_max, self._wait_ms << min(count - self._free, _DOUBLINGS_MAX))

    def guessed(self, name: str, place: str, now_ms: int) -> None:
        """Counted before the password is looked at: guesses made at the same time count too."""
        count, at_ms = self._by_pair.pop((name, place), (0, now_ms))
        if now_ms - at_ms > FORGOTTEN_AFTER * self._wait_ms_max:
            count = 0
        self._by_pair[name, place] = (count + 1, now_ms)
        if len(self._by_pair) > PAIRS_MAX:
            self._by_pair.popitem(last=False)

    def right(self, name: str, place: str) -> None:
        """The password was right: what went before it is forgiven."""
        self._by_pair.pop((name, place), None)

    def forgive(self, name: str) -> None:
        """Whatever was guessed for a name, wherever it came from, is forgiven."""
        for pair in [pair for pair in self._by_pair if pair[0] == name]:
            del self._by_pair[pair]


class Devices:
    """A cookie by which a browser is known to have been in under a name before; it opens nothing by itself."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def _mark(self, name: str, nonce: str) -> str:
        whole = hmac.digest(self._secret, f"{nonce} {name}".encode("utf-8", "surrogatepass"), "sha256")
        return whole.hex()[:32]

    def place(self, cookie: str | None, name: str) -> str | None:
        """The device as a place to guess from, if it is one of that name's own."""
        for nonce, mark in _parts(cookie):
            if hmac.compare_digest(mark, self._mark(name, nonce)):
                return f"device {nonce}"
        return None

    def known_for(self, cookie: str | None, name: str) -> str:
        """The cookie of a device at which somebody has just come in, beside the others who have."""
        others = [part for part in _parts(cookie) if not hmac.compare_digest(part[1], self._mark(name, part[0]))]
        nonce = secrets.token_hex(NONCE_BYTES)
        return "-".join(".".join(part) for part in [(nonce, self._mark(name, nonce)), *others][:DEVICES_MAX])


def _parts(cookie: str | None) -> list[tuple[str, str]]:
    return [(nonce, mark) for nonce, mark in _PART.findall((cookie or "")[:512])][:DEVICES_MAX]
