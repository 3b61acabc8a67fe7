"""What the C library keeps of memory that was given back to it.

glibc takes a large piece of memory from the system by itself, and returns it at once; but each that
is returned raises the size from which a piece counts as large, up to 32 MB. From then on pictures
lie among the small pieces, in a heap for every thread, and of each heap stays what the last small
piece in it holds down. So that size is fixed here. On other systems nothing is done.
"""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress

LARGE_BYTES, KEPT_BYTES = 4_000_000, 8_000_000
"""What is larger goes back to the system at once: a picture is, and few other things are.

Of the small pieces no more than ``KEPT_BYTES`` stay at the end of a heap. With 2 MB for both a look
took a tenth longer; with these it takes what it took.
"""
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3
"""As malloc.h of glibc has them."""


def keep_no_pictures() -> None:
    """From now on, let every picture go back to the system as soon as it is gone."""
    if sys.platform == "linux":
        with suppress(AttributeError):  # another C library does without
            library = ctypes.CDLL(None)
            library.mallopt(M_MMAP_THRESHOLD, LARGE_BYTES)
            library.mallopt(M_TRIM_THRESHOLD, KEPT_BYTES)


def give_back() -> None:
    """Return what is free by now: other processes are about to take their own."""
    if sys.platform == "linux":
        with suppress(AttributeError):
            ctypes.CDLL(None).malloc_trim(0)
