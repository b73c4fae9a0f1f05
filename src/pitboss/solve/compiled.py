"""How the solver's kernels are compiled: kept on disk, dividing as numpy does, with no entry point that nobody uses."""

from collections.abc import Callable
from typing import Any, TypeVar

from numba import njit

F = TypeVar("F", bound=Callable[..., Any])
OPTIONS: dict[str, Any] = {"cache": True, "error_model": "numpy", "no_cfunc_wrapper": True}

# Called from Python and from other kernels.
kernel: Callable[[F], F] = njit(**OPTIONS)
# Called from other kernels only: unpacking the rules from Python would take longer to compile than most of these.
inner: Callable[[F], F] = njit(**OPTIONS | {"no_cpython_wrapper": True})
# Products and sums are fused.
fused_kernel: Callable[[F], F] = njit(**OPTIONS, fastmath={"contract"})
# Sums are taken in any order besides, so that they run side by side.
summing_kernel: Callable[[F], F] = njit(**OPTIONS, fastmath={"contract", "reassoc"})
