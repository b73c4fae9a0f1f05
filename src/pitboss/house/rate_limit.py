"""Rate limits: so many at once, and so many a second after that."""

from collections import OrderedDict

BUCKETS_MAX = 10_000


class Bucket:
    """A bucket that holds `burst` and is filled again at `a_second`; in milliseconds and whole thousandths."""

    def __init__(self, burst: int, a_second: int, now_ms: int) -> None:
        self._most = burst * 1000
        self._a_second = a_second
        self._left = self._most
        self._at_ms = now_ms

    def take(self, now_ms: int) -> bool:
        """Whether one more is within the limit."""
        self._left = min(self._most, self._left + (now_ms - self._at_ms) * self._a_second)
        self._at_ms = now_ms
        if self._left < 1000:
            return False
        self._left -= 1000
        return True

    def wait_ms(self) -> int:
        """How long until there is room for one more."""
        return max(0, -(-(1000 - self._left) // max(self._a_second, 1)))


class Buckets:
    """A bucket for everybody, by address; the longest unused are forgotten."""

    def __init__(self, burst: int, a_second: int) -> None:
        self._burst = burst
        self._a_second = a_second
        self._by_key: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, now_ms: int) -> bool:
        """Whether one more of this one's is within the limit."""
        bucket = self._by_key.pop(key, None) or Bucket(self._burst, self._a_second, now_ms)
        self._by_key[key] = bucket
        if len(self._by_key) > BUCKETS_MAX:
            self._by_key.popitem(last=False)
        return bucket.take(now_ms)
