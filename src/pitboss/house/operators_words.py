"""How an operator is answered."""

from collections.abc import Sequence
from datetime import UTC, datetime


def counted(count: int, one: str, many: str | None = None) -> str:
    """So many of something."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def told(given: str | None, password: str) -> str:
    """A password that was made up, and nothing of one that was given."""
    return "" if given is not None else f" The password, told this once: {password}"


def gone_from(left: Sequence[str], waits: Sequence[str]) -> str:
    """Which tables somebody has left, and which later."""
    gone = f" Left {', '.join(left)}; the chips are back in the bankroll." if left else ""
    later = f" Leaves {', '.join(waits)} as soon as the wagers there are decided." if waits else ""
    return gone + later


def moment(at_ms: int) -> str:
    """A time of day."""
    return datetime.fromtimestamp(at_ms // 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")


def day(at_ms: int) -> str:
    """A day and its hour."""
    return datetime.fromtimestamp(at_ms // 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
