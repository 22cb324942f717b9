"""A clock that runs with the computer's and is moved on from outside, so that an hour need not be waited for.

``SIGUSR1`` to the process moves it on by ``JUMP_SECONDS``, ``SIGUSR2`` lets it collect garbage and print
``HELD``: the seconds that it was moved on, the bytes that Python's objects hold, and how many they are.
Caches of a fixed size are emptied before: they fill for hours, to some MiB, and then no further.
"""

from __future__ import annotations

import asyncio
import functools
import gc
import signal
import sys
import tracemalloc
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

import bot.run
from bot.clock import SystemClock

JUMP_SECONDS: Final = 5.0
KINDS_TOLD: Final = 12


class Timer:
    """A callback on the loop, which is moved nearer when the clock jumps."""

    def __init__(self, clock: JumpingClock, when: datetime, callback: Callable[[], object]) -> None:
        self._clock, self.when, self._callback = clock, when, callback
        self._handle: asyncio.TimerHandle | None = None

    def place(self) -> None:
        """Let the loop call back when it is time."""
        if self._handle is not None:
            self._handle.cancel()
        delay = max(0.0, (self.when - self._clock.now()).total_seconds())
        self._handle = asyncio.get_running_loop().call_later(delay, self._fire)

    def cancel(self) -> None:
        """Forget the callback."""
        if self._handle is not None:
            self._handle.cancel()
        self._clock.timers.discard(self)

    def _fire(self) -> None:
        self._clock.timers.discard(self)
        self._callback()


class JumpingClock(SystemClock):
    """The computer's clock, and by how much it was moved on."""

    def __init__(self) -> None:
        self.timers: set[Timer] = set()
        self._ahead = timedelta()
        self._listens = False
        self._kinds: Counter[str] = Counter()

    def now(self) -> datetime:
        """The time, aware, in UTC."""
        return super().now() + self._ahead

    def seconds(self) -> float:
        """Of this clock."""
        return super().seconds() + self._ahead.total_seconds()

    def call_at(self, when: datetime, callback: Callable[[], object]) -> Timer:
        """Call back at that time of this clock."""
        self._listen()
        timer = Timer(self, when, callback)
        self.timers.add(timer)
        timer.place()
        return timer

    async def sleep(self, seconds: float) -> None:
        """Come back after so many seconds of this clock."""
        over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        timer = self.call_at(self.now() + timedelta(seconds=seconds), lambda: _done(over))
        try:
            await over
        finally:
            timer.cancel()

    def _listen(self) -> None:
        if not self._listens:
            self._listens = True
            loop = asyncio.get_running_loop()
            loop.add_signal_handler(signal.SIGUSR1, self._jump)
            loop.add_signal_handler(signal.SIGUSR2, self._tell)

    def _jump(self) -> None:
        self._ahead += timedelta(seconds=JUMP_SECONDS)
        for timer in sorted(self.timers, key=lambda one: one.when):
            timer.place()

    def _tell(self) -> None:
        """What is held, and of which kinds there are more than at the last time."""
        for cache in _caches():
            cache.cache_clear()
        gc.collect()
        kinds = Counter(type(one).__qualname__ for one in gc.get_objects())
        more = {kind: count - self._kinds[kind] for kind, count in kinds.items()}
        told = sorted(more.items(), key=lambda one: -one[1])[:KINDS_TOLD] if self._kinds else []
        self._kinds = kinds
        held, _ = tracemalloc.get_traced_memory()
        grown = ", ".join(f"{kind} {count:+}" for kind, count in told if count > 0)
        tasks, ahead = len(asyncio.all_tasks()), self._ahead.total_seconds()
        print(f"HELD {ahead:.0f} {held} {kinds.total()} {len(self.timers)} {tasks} {grown}", flush=True)


def _caches() -> list[functools._lru_cache_wrapper[object]]:
    """The modules' caches of a fixed size; the collector does not tell of them, for they are frozen."""
    there = [one for module in list(sys.modules.values()) for one in list(vars(module).values())]
    found = [one for one in there if isinstance(one, functools._lru_cache_wrapper)]
    return [one for one in found if one.cache_parameters()["maxsize"] is not None]


def _done(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)


def install() -> None:
    """The bot that this process starts has such a clock, and its memory is traced from here on."""
    tracemalloc.start()
    bot.run.SystemClock = JumpingClock  # type: ignore[attr-defined]
