"""How the solver's kernels are compiled: kept on disk, with no entry point that nobody uses.

Whoever runs a new version for the first time waits for this. So a kernel makes no array (room for its results is given
to it), and then nothing counts who holds one either; rules come as one record, and what belongs together as one array:
every array is seven arguments, and every one of them is compiled into everything it is handed on to.
"""

from collections.abc import Callable
from functools import cache, partial
from types import FunctionType
from typing import Any, TypeVar

from numba import njit
from numba.core.dispatcher import Dispatcher

from pitboss.solve.kept import kept

F = TypeVar("F", bound=Callable[..., Any])
_uncounted = {"no_cfunc_wrapper": True, "_nrt": False}
_kept = partial(kept, **_uncounted)

# Called from Python and from other kernels.
kernel: Callable[[F], F] = _kept()
# Called from other kernels only: kept as a part of those, and not unpacked from Python.
_njit: Any = njit  # Numba's types do not know all of its options
_part = partial(_njit, error_model="numpy", no_cpython_wrapper=True, **_uncounted)
inner: Callable[[F], F] = _part()
# The same for what is asked of every hand: written into its callers, for a call of many arguments costs more than the
# work. It takes longer to compile.
inlined: Callable[[F], F] = _part(forceinline=True)


@cache
def _written(function: Any) -> Any:
    if not isinstance(function, Dispatcher):
        return function
    code, named = function.py_func.__code__, function.py_func.__globals__
    parts = {name: _written(named[name]) for name in code.co_names if isinstance(named.get(name), Dispatcher)}
    return FunctionType(code, {**named, **parts}, function.py_func.__name__)


def interpreted(function: F) -> F:
    """A part as Python runs it, with the parts it calls: for the few calls from there nothing is compiled."""
    written: F = _written(function)
    return written


# Products and sums are fused.
fused_kernel: Callable[[F], F] = _kept(fastmath={"contract"})
# Sums are taken in any order besides, so that they run side by side.
summing_kernel: Callable[[F], F] = _kept(fastmath={"contract", "reassoc"})
