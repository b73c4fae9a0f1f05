"""Whether the kernels have been compiled on this machine before."""

from pathlib import Path

from pitboss.solve import splits


def is_compiled() -> bool:
    """Whether numba's on-disk cache holds the largest kernel; if not, the first run compiles it."""
    stats = getattr(splits.value_splits, "stats", None)
    place = getattr(stats, "cache_path", None)
    return place is None or any(Path(place).glob("splits.value_splits-*.nbi"))
