"""Charts, drawn in a process of their own, so that neither the loop nor its thread waits for matplotlib.

What a chart shows is plain data in the reader's language. The process starts with the first chart, draws one
at a time, and ends when none was wanted for a while. A chart that fails or takes too long is None: whoever
wanted it answers without.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from datetime import timedelta
from multiprocessing import get_context, parent_process
from typing import Final

from bot.clock import Clock, TimerHandle
from bot.locale import ENGLISH

log = logging.getLogger(__name__)

DRAW_SECONDS_MAX: Final = 15.0  # the first one starts the process too, which takes two on an idle machine
WAITING_MOST: Final = 20
IDLE_SECONDS: Final = 600.0
SERIES_MOST: Final = 6  # as many as can be told apart, and named, on a phone


@dataclass(frozen=True, slots=True)
class Series:
    """One line: a value at each of the chart's points, in chips."""

    name: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LineChart:
    """Lines over ``points`` (the numbers of nights); ``x_label`` says what they are.

    ``locale``: how its numbers are written.
    """

    title: str
    x_label: str
    points: tuple[int, ...]
    series: tuple[Series, ...]
    locale: str = ENGLISH


@dataclass(frozen=True, slots=True)
class BarChart:
    """One bar for each name, above or below zero, in chips, in the order given."""

    title: str
    bars: tuple[tuple[str, int], ...]
    locale: str = ENGLISH


@dataclass(frozen=True, slots=True)
class ShareChart:
    """One bar for each name: its share of the whole, from 0 to 1, in the order given."""

    title: str
    bars: tuple[tuple[str, float], ...]
    locale: str = ENGLISH


Chart = LineChart | BarChart | ShareChart


class Charts:
    """The process that draws, started when it is needed."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._pool: ProcessPoolExecutor | None = None
        self._idle: TimerHandle | None = None
        self._waiting = 0
        self._starting = asyncio.Lock()
        self._closed = False

    async def draw(self, chart: Chart) -> bytes | None:
        """The chart as PNG; None where it cannot be had in time."""
        if self._closed or self._waiting >= WAITING_MOST:
            return None
        self._waiting += 1
        pool = None
        try:
            pool = await self._ready()
            async with asyncio.timeout(DRAW_SECONDS_MAX):
                return await asyncio.get_running_loop().run_in_executor(pool, draw, chart)
        except TimeoutError:
            log.warning("a chart took too long", extra={"fields": {"seconds": DRAW_SECONDS_MAX}})
            self._drop(pool)
        except (BrokenProcessPool, RuntimeError, OSError) as error:
            if not self._closed:
                log.warning("charts cannot be drawn", extra={"fields": {"why": repr(error)}})
            self._drop(pool)
        except Exception as error:  # whatever a drawing raises, the answer goes on without it
            log.error("a chart failed", exc_info=error)
        finally:
            self._waiting -= 1
            self._rest_later()
        return None

    async def _ready(self) -> ProcessPoolExecutor:
        """The process, started where there is none: by a thread, since that takes a while."""
        async with self._starting:
            if self._pool is None:
                pool = await asyncio.to_thread(_started)
                if self._closed:
                    self._drop(pool)
                self._pool = pool
            return self._pool

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._closed = True
        if self._idle is not None:
            self._idle.cancel()
        if self._pool is not None:
            self._drop(self._pool)

    def _rest_later(self) -> None:
        """End the process when nothing was drawn for a while: it holds some 100 MB."""
        if self._idle is not None:
            self._idle.cancel()
        if not self._closed:
            when = self._clock.now() + timedelta(seconds=IDLE_SECONDS)
            self._idle = self._clock.call_at(when, self._rest)

    def _rest(self) -> None:
        if self._pool is not None and not self._waiting:
            self._drop(self._pool)

    def _drop(self, pool: ProcessPoolExecutor | None) -> None:
        if pool is None:
            return
        if self._pool is pool:
            self._pool = None
        # The pool itself can only be asked to finish; a process that hangs must not hold up the stop.
        for process in list((pool._processes or {}).values()):
            process.terminate()
        pool.shutdown(wait=False, cancel_futures=True)


def _started() -> ProcessPoolExecutor:
    pool = ProcessPoolExecutor(1, get_context("spawn"), _prepare)
    pool.submit(os.getpid)  # any work starts it
    return pool


def draw(chart: Chart) -> bytes:
    """Draw it, in the process for that: only there matplotlib is loaded."""
    from bot.show import charts

    return charts.draw(chart)


def _prepare() -> None:
    """In that process, before it draws: it ends when the bot ends it, and when the bot is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the bot, which then ends this process
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
