"""What was worked out once and is asked for again: a bounded memory, keyed by hashes.

A host that compacts after every turn asks for the same pages each time. What they were drawn from decides the key, so
nothing stale can be found; what was not used for longest goes first.
"""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Any

__all__ = ["CACHE", "MOST_BYTES", "PageCache"]

MOST_BYTES = 64 * 1024 * 1024
"""Some 600 pages of the most legible face (110 kB each), or 300 of the densest."""


class PageCache:
    """Values by key, at most so many bytes together; safe to use from several threads.

    It holds pages and the text that they were drawn from, in this process only; `clear` forgets them.
    """

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self.most_bytes = most_bytes
        self.held_bytes = 0
        self._values: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: Hashable) -> Any | None:
        """The value of a key, None when it is not held."""
        with self._lock:
            if key not in self._values:
                return None
            self._values.move_to_end(key)
            return self._values[key][0]

    def put(self, key: Hashable, value: Any, size: int) -> None:
        """Keeps a value of `size` bytes; not one that is larger than a quarter of the cache."""
        if 4 * size > self.most_bytes:
            return
        with self._lock:
            if key in self._values:
                self.held_bytes -= self._values.pop(key)[1]
            self._values[key] = value, size
            self.held_bytes += size
            while self.held_bytes > self.most_bytes:
                _, (_, freed) = self._values.popitem(last=False)
                self.held_bytes -= freed

    def clear(self) -> None:
        """Forgets everything."""
        with self._lock:
            self._values.clear()
            self.held_bytes = 0


CACHE = PageCache()
"""The one that `snapshot` uses."""
