"""Whether the kernels have been compiled on this machine before."""

from pathlib import Path

from pitboss.solve import hand_values


def is_compiled() -> bool:
    """Whether numba's on-disk cache holds the largest kernel; if not, the first run compiles it."""
    stats = getattr(hand_values.live_values, "stats", None)
    place = getattr(stats, "cache_path", None)
    return place is None or any(Path(place).glob("hand_values.live_values-*.nbi"))
