"""Rate limits: so many at once, and so many in a time after that."""

from collections import OrderedDict
from collections.abc import Iterator

BUCKETS_MAX = 100_000
SECOND_MS = 1000


class Bucket:
    """A bucket that holds `burst` and is filled again with so many in a period; in whole parts of one."""

    def __init__(self, burst: int, refill: int, now_ms: int, period_ms: int = SECOND_MS) -> None:
        self._one = period_ms  # what one is worth: in a millisecond comes the number that comes in a period
        self._most = burst * self._one
        self._refill = refill
        self._left = self._most
        self._at_ms = now_ms

    def take(self, now_ms: int, count: int = 1) -> bool:
        """Whether so many more are within the limit; what is refused costs nothing."""
        passed_ms = max(now_ms - self._at_ms, 0)  # none for who has looked at the clock and then waited for something
        self._left = min(self._most, self._left + passed_ms * self._refill)
        self._at_ms += passed_ms
        if self._left < count * self._one:
            return False
        self._left -= count * self._one
        return True

    def give_back(self) -> None:
        """One that was taken did not count after all."""
        self._left += self._one  # no more than it holds is ever taken from it

    def wait_ms(self, count: int = 1) -> int:
        """How long until there is room for so many more."""
        return max(0, -(-(count * self._one - self._left) // max(self._refill, 1)))


class Buckets:
    """A bucket for everybody, by address or name; the longest unused are forgotten."""

    def __init__(self, burst: int, refill: int, period_ms: int = SECOND_MS) -> None:
        self._burst = burst
        self._refill = refill
        self._period_ms = period_ms
        self._by_key: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, key: str, now_ms: int) -> Bucket:
        """Somebody's bucket."""
        bucket = self._by_key.pop(key, None) or Bucket(self._burst, self._refill, now_ms, self._period_ms)
        self._by_key[key] = bucket
        if len(self._by_key) > BUCKETS_MAX:
            self._by_key.popitem(last=False)
        return bucket

    def take(self, key: str, now_ms: int) -> bool:
        """Whether one more of this one's is within the limit."""
        return self.of(key, now_ms).take(now_ms)


class Tally:
    """How many of something each one has now."""

    def __init__(self) -> None:
        self._by_key: dict[str, int] = {}
        self.total = 0

    def __getitem__(self, key: str) -> int:
        return self._by_key.get(key, 0)

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_key)

    def __contains__(self, key: object) -> bool:
        return key in self._by_key

    def enter(self, key: str) -> None:
        """One more."""
        self.total += 1
        self._by_key[key] = self[key] + 1

    def leave(self, key: str) -> None:
        """One fewer; who has none left is forgotten."""
        self.total -= 1
        self._by_key[key] -= 1
        if not self._by_key[key]:
            del self._by_key[key]
