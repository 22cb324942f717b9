"""Standings with their chart for a server that has played for years, and how long the loop stands still.

    python -m tests.bench.standings [--players 200 --nights 100 --hands 20000]

The whole way of /standings is measured but for Discord: what was played is read from the file, ranked, drawn
in the process for that, and put into words and components. While it runs, a task notes every millisecond by
how much it was woken too late. The process that draws is started by the first round, which is told apart:
a person waits for it once in ten minutes at most, behind Discord's "thinking".
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final, cast

from bot.charts import Charts
from bot.clock import SystemClock
from bot.standing_items import Wanted
from bot.standings import csvs
from bot.standings.book import ALL_TIME
from bot.standings.messages import Messages
from bot.store import Store
from bot.tables.around import Around
from engine.games import GAMES
from tests.bench.season_books import SERVER, make
from tests.bench.season_books import Wanted as Books

ROUNDS: Final = 5
SECONDS_MOST: Final = 1.0
LAG_SECONDS_MOST: Final = 0.05
TICK_SECONDS: Final = 0.001


class _Everybody:
    """All are members: Discord is not measured."""

    async def names_of(self, server_id: int, user_ids: object) -> dict[int, str | None]:
        """Nobody has left."""
        return {}


class _Lag:
    """By how much the loop was late at most."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._task = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(TICK_SECONDS)
            self.seconds = max(self.seconds, time.perf_counter() - before - TICK_SECONDS)

    def stop(self) -> float:
        """End watching; the greatest lag in seconds."""
        self._task.cancel()
        return self.seconds


async def _timed(name: str, work: Callable[[], Awaitable[object]]) -> tuple[float, float]:
    """(seconds, the greatest lag of the loop meanwhile), which are printed too."""
    lag = _Lag()
    await asyncio.sleep(0.01)
    begun, worked = time.perf_counter(), time.process_time()
    await work()
    seconds, own = time.perf_counter() - begun, time.process_time() - worked
    late = lag.stop()
    print(f"{name}: {seconds:.2f} s ({own:.2f} s of this process), loop late by {late * 1000:.0f} ms")
    return seconds, late


async def _measure(path: Path) -> bool:
    clock = SystemClock()
    charts = Charts(clock)
    try:
        async with Store.open(path, clock=clock) as store:
            messages = Messages(store, GAMES, cast(Around, _Everybody()), charts)

            async def standings() -> None:
                made = await messages.standings(SERVER, Wanted(ALL_TIME), None, "en")
                assert made.files, "there is a chart"

            async def export() -> None:
                page = await messages.page(SERVER, Wanted(ALL_TIME), None)
                csvs.standings_csv(page.standings(), page.counted.names)

            await _timed("nothing, for comparison", lambda: asyncio.sleep(1))
            _, first_lag = await _timed("first standings, which start the drawing process", standings)
            rounds = [await _timed("standings and chart", standings) for _ in range(ROUNDS)]
            seconds, lag = median(one for one, _ in rounds), max(one for _, one in rounds)
            print(f"median of {ROUNDS}: {seconds:.2f} s, loop late by {lag * 1000:.0f} ms at most")
            others = {
                "export of standings": export,
                "summary of a night": lambda: messages.summary(50, "en"),
                "own record": lambda: messages.record(SERVER, 930_000_000_000_000_007, "en"),
                "flow of chips": lambda: messages.book.flow(SERVER, ALL_TIME),
            }
            for name, work in others.items():
                lag = max(lag, (await _timed(name, work))[1])
            return seconds <= SECONDS_MOST and max(lag, first_lag) <= LAG_SECONDS_MOST
    finally:
        charts.close()


def main() -> int:
    """Print the figures; exit 1 where they are worse than they must be."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("players", "nights", "hands"):
        parser.add_argument(f"--{name}", type=int, default=getattr(Books(), name))
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "dealer.db"
        books = Books(players=given.players, nights=given.nights, hands=given.hands)
        asyncio.run(make(path, books, Random(1)))
        good = asyncio.run(_measure(path))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
