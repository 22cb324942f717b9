"""A clock that a test moves by hand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta


@dataclass(eq=False)
class ManualTimer:
    """A callback that waits until the test moves the clock past its time."""

    when: datetime
    callback: Callable[[], object] | None

    def cancel(self) -> None:
        """Forget the callback."""
        self.callback = None


class ManualClock:
    """Stands still until ``advance`` moves it; timers then fire in the order of their times."""

    def __init__(self, start: datetime = datetime(2026, 1, 2, 20, 0, tzinfo=UTC)) -> None:
        self._start = self._now = start
        self._wakings: list[datetime] = []
        self._timers: list[ManualTimer] = []

    def now(self) -> datetime:
        """The time that the test has set."""
        return self._now

    def seconds(self) -> float:
        """By how much the test has moved the clock on."""
        return (self._now - self._start).total_seconds()

    def set_by(self, seconds: float) -> None:
        """The computer is set to another time: who waits waits as long as before."""
        by = timedelta(seconds=seconds)
        self._start, self._now = self._start + by, self._now + by
        self._wakings = [when + by for when in self._wakings]
        for timer in self._timers:
            timer.when += by

    def call_at(self, when: datetime, callback: Callable[[], object]) -> ManualTimer:
        """Keep ``callback`` until the clock is moved to ``when`` or past it."""
        timer = ManualTimer(when, callback)
        self._timers.append(timer)
        return timer

    async def sleep(self, seconds: float) -> None:
        """Come back when the clock has been moved by ``seconds``."""
        over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        timer = self.call_at(self._now + timedelta(seconds=seconds), lambda: over.set_result(None))
        self._wakings.append(timer.when)
        try:
            await over
        finally:
            self._wakings.remove(timer.when)
            timer.cancel()

    async def wake(self) -> None:
        """Move on to where the first of those who sleep wakes; stand still where nobody does."""
        if self._wakings:
            await self.advance(max(0.0, (min(self._wakings) - self._now).total_seconds()))

    async def advance(self, seconds: float) -> None:
        """Move on by ``seconds``, firing what falls due, and let the loop run after each timer."""
        end = self._now + timedelta(seconds=seconds)
        while True:
            self._timers = [timer for timer in self._timers if timer.callback is not None]
            due = min((t for t in self._timers if t.when <= end), key=lambda t: t.when, default=None)
            if due is None:
                break
            self._now = max(self._now, due.when)
            callback, due.callback = due.callback, None
            if callback is not None:
                callback()
            await asyncio.sleep(0)
        self._now = end
        await asyncio.sleep(0)
