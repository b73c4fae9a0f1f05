"""How the solver's kernels are compiled: kept on disk, with no entry point that nobody uses."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from pitboss.solve.kept import kept

F = TypeVar("F", bound=Callable[..., Any])
_kept = partial(kept, no_cfunc_wrapper=True)

# Called from Python and from other kernels.
kernel: Callable[[F], F] = _kept()
# Called from other kernels only: unpacking the rules from Python would take longer to compile than most of these.
inner: Callable[[F], F] = _kept(no_cpython_wrapper=True)
# Products and sums are fused.
fused_kernel: Callable[[F], F] = _kept(fastmath={"contract"})
# Sums are taken in any order besides, so that they run side by side.
summing_kernel: Callable[[F], F] = _kept(fastmath={"contract", "reassoc"})
