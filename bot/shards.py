"""Which servers a process serves: Discord divides them by id among shards, of which a process has some.

Source: Discord's documentation of the gateway, "Sharding".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

COUNT_MOST: Final = 4096
_PART: Final = re.compile(r"([0-9]{1,4})(?:-([0-9]{1,4}))?")


@dataclass(frozen=True, slots=True)
class Shards:
    """``ids`` of the ``count`` that there are, in order; ValueError where they do not fit together."""

    count: int = 1
    ids: tuple[int, ...] = (0,)

    def __post_init__(self) -> None:
        if not 1 <= self.count <= COUNT_MOST:
            raise ValueError(f"there are 1 to {COUNT_MOST} shards, not {self.count}")
        if not self.ids or list(self.ids) != sorted(set(self.ids)):
            raise ValueError("shards are told once each, in order")
        if not 0 <= self.ids[0] <= self.ids[-1] < self.count:
            raise ValueError(f"of {self.count} shards the ids go from 0 to {self.count - 1}")

    @classmethod
    def parse(cls, count: int, ids: str | None) -> Shards:
        """From settings such as 4 and "0,2-3"; without ids all of them. ValueError says what does not fit."""
        if ids is None:
            return cls(count, tuple(range(count)))
        found: set[int] = set()
        for part in ids.split(","):
            match = _PART.fullmatch(part.strip())
            if match is None:
                raise ValueError("shards are told as in 0,2-3")
            first, last = int(match[1]), int(match[2] or match[1])
            found.update(range(first, last + 1))
        return cls(count, tuple(sorted(found)))

    def of(self, server_id: int) -> int:
        """The shard of that server; its practice books have the same."""
        return (abs(server_id) >> 22) % self.count

    def serve(self, server_id: int) -> bool:
        """True for a server of this process."""
        return self.of(server_id) in self.ids

    @property
    def first(self) -> bool:
        """True for the process that has shard 0: direct messages reach it alone."""
        return self.ids[0] == 0

    def __str__(self) -> str:
        return f"{','.join(map(str, self.ids))} of {self.count}"


ALL_SERVERS: Final = Shards()
