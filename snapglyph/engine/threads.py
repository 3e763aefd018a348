"""How many threads to draw or read pages with."""

import os

from snapglyph.errors import FormatError

__all__ = ["thread_count"]

MOST_THREADS = 32
BY_ITSELF = 8
"""Threads taken when nobody says how many; more hardly help, since one thread lays all pages out."""


def thread_count(threads: int | None) -> int:
    """`threads` when it is 1..32, the CPUs of this process for None; raises FormatError for anything else."""
    if threads is None:
        cpus = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        return min(cpus, BY_ITSELF)
    if not isinstance(threads, int) or isinstance(threads, bool) or not 1 <= threads <= MOST_THREADS:
        raise FormatError(f"threads is {threads!r}; it must be 1..{MOST_THREADS}, or None for all CPUs")
    return threads
