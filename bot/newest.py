"""A mapping that forgets what was put in longest ago: what is remembered of people must not grow for ever."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, TypeVar

KEPT_MOST: Final = 8192  # of some 200 bytes each

K = TypeVar("K")
V = TypeVar("V")


class Newest(OrderedDict[K, V]):
    """Holds at most ``most`` entries; for what can be found out anew."""

    def __init__(self, most: int = KEPT_MOST) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: K, value: V) -> None:
        """Put it in as the newest; the oldest goes where there are too many."""
        super().__setitem__(key, value)
        self.move_to_end(key)
        if len(self) > self._most:
            self.popitem(last=False)
