"""What the bot asked of Discord, counted by route; and faults that a test or a person puts in its way."""

import re
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatch
from typing import Literal

CALLS_KEPT = 20_000
_ID = re.compile(r"(?<=/)\d{5,}(?=/|$)")
_TOKEN = re.compile(r"(?<=/)simcord_interaction_\d+(?=/|$)")


def route(method: str, path: str) -> str:
    """A call without its ids: `POST /channels/{id}/messages`."""
    return f"{method} {_TOKEN.sub('{token}', _ID.sub('{id}', path))}"


@dataclass(frozen=True, slots=True)
class Call:
    """One answered call. `counted`: it weighs on the global limit."""

    route: str
    path: str
    status: int
    counted: bool


@dataclass(slots=True)
class Calls:
    """The newest calls, oldest first; `total` counts all of them since the start."""

    kept: deque[Call] = field(default_factory=lambda: deque(maxlen=CALLS_KEPT))
    total: int = 0

    def add(self, call: Call) -> None:
        self.kept.append(call)
        self.total += 1

    def __iter__(self) -> Iterator[Call]:
        return iter(self.kept)

    def since(self, mark: int) -> list[Call]:
        """The calls after `total` was `mark`. ValueError: too long ago, they are no longer kept."""
        count = self.total - mark
        if count > len(self.kept):
            raise ValueError(f"{count} calls since then, only {len(self.kept)} are kept")
        return list(self.kept)[len(self.kept) - count :]

    def by_route(self, mark: int = 0) -> Counter[str]:
        return Counter(call.route for call in self.since(mark))

    def counted(self, mark: int = 0) -> int:
        """How many calls since `mark` weigh on the global limit."""
        return sum(call.counted for call in self.since(mark))


@dataclass(slots=True)
class Fault:
    """What happens to calls whose method and path fit (shell patterns; the path without `/api/v10`).

    `when="before"`: nothing is done. `when="after"`: it is done, then the answer is lost.
    `status=None` only delays. `never=True`: no answer at all, until the bot hangs up.
    """

    method: str = "*"
    path: str = "*"
    status: int | None = 500
    code: int = 0
    message: str = "fault"
    when: Literal["before", "after"] = "before"
    times: int | None = 1
    delay_seconds: float = 0.0
    never: bool = False
    hits: int = 0

    def fits(self, method: str, path: str) -> bool:
        spent = self.times is not None and self.hits >= self.times
        return not spent and self.method in ("*", method) and fnmatch(path, self.path)


def hit(faults: list[Fault], method: str, path: str) -> Fault | None:
    """The first fault that fits a call; it is used up once."""
    for fault in faults:
        if fault.fits(method, path):
            fault.hits += 1
            return fault
    return None
