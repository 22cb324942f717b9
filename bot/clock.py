"""The one clock: what time it is and what happens later. Injected everywhere, so that tests need not wait.

Timers stand on the running loop's ``call_later`` and on ``sleep``: nothing waits in a queue or on an event
while it is idle.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Protocol

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class TimerHandle(Protocol):
    """A callback that waits for its time."""

    def cancel(self) -> None:
        """Forget the callback; nothing where it has run or was cancelled already."""


class Clock(Protocol):
    """What the bot knows of time."""

    def now(self) -> datetime:
        """The time, aware, in UTC."""

    def seconds(self) -> float:
        """Seconds that go on evenly, whatever time the computer is set to: to measure how long ago."""

    def call_at(self, when: datetime, callback: Callable[[], object]) -> TimerHandle:
        """Call ``callback`` on the running loop at ``when``; soon, but not at once, where that is past.

        The wait is measured now: where the computer is set to another time meanwhile, it stays as long.
        """

    async def sleep(self, seconds: float) -> None:
        """Come back after ``seconds``."""


class SystemClock:
    """The computer's own clock."""

    def now(self) -> datetime:
        """The time, aware, in UTC."""
        return datetime.now(UTC)

    def seconds(self) -> float:
        """The running loop's time."""
        return asyncio.get_running_loop().time()

    def call_at(self, when: datetime, callback: Callable[[], object]) -> TimerHandle:
        """Call ``callback`` on the running loop at ``when``; soon, but not at once, where that is past."""
        delay = max(0.0, (when - self.now()).total_seconds())
        return asyncio.get_running_loop().call_later(delay, callback)

    async def sleep(self, seconds: float) -> None:
        """Come back after ``seconds``."""
        await asyncio.sleep(seconds)


def to_ms(when: datetime) -> int:
    """An aware time as whole milliseconds since 1970 in UTC, as the store keeps times."""
    return (when - _EPOCH) // timedelta(milliseconds=1)


def from_ms(ms: int) -> datetime:
    """The aware UTC time of such milliseconds."""
    return _EPOCH + timedelta(milliseconds=ms)
