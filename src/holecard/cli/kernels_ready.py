"""Loads Numba for a command without what it looks for on its own and our kernels never use."""

from __future__ import annotations

import sys

UNUSED = ("scipy", "cffi", "yaml")  # for products of matrices, for functions in C, and for a file of settings


def load_numba() -> None:
    """Load it without these, which saves a tenth of a short command. They can be imported as ever afterwards.

    Only a command does this, whose process is its own. In a program that imports Holecard, Numba stays whole.
    """
    missing = [name for name in UNUSED if name not in sys.modules]
    for name in missing:
        sys.modules[name] = None  # type: ignore[assignment]  # as importlib says that there is no such module
    try:
        import numba.core.typing.cffi_utils
        import numba.np.arraymath  # noqa: F401
    finally:
        for name in missing:
            del sys.modules[name]
