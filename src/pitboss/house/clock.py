"""Time, which only the house knows: tables are told of it by moves."""

import asyncio
import time
from collections.abc import Callable


class Clock:
    """The clock on the wall, for the record, and one that never jumps, for waiting."""

    def wall_ms(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def now_ms(self) -> int:
        """Milliseconds since some moment."""
        return time.monotonic_ns() // 1_000_000

    def after(self, ms: int, call: Callable[[], None]) -> asyncio.TimerHandle:
        """Call something later."""
        return asyncio.get_running_loop().call_later(ms / 1000, call)
