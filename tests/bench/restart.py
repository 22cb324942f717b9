"""A start with many tables in mid-hand: when each accepts a press, how they are redrawn, and memory.

    python -m tests.bench.restart [--tables 1000] [--calm]

The database is made through the store and the engine: Aces for four, up to twelve actions played; one table
in ten waits for its first hand. The production client, room, cogs and store start on it in a process of
their own, before ``tests.bench.front`` in this one. As soon as the bot is on the gateway somebody on turn
presses at every table in mid-hand, 100 at a time; ``--calm`` leaves that out. Times count from the start of
the process, imports included. Redraws are ordinary edits of tables' messages; the answers to presses are not
among them. It is watched for 45 seconds from the gateway on; the direct messages with hidden cards, which are
changed once more at 30 a second when all tables are drawn, go on after that.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Final

from tests.bench import books
from tests.bench.driver import Pressers, added, child, most_in_a_second, percentile, playing
from tests.bench.front import Front, Place, Tally
from tests.bench.payloads import buttons

IN_FLIGHT: Final = 100
ACTIONS_MOST: Final = 12
WAITING_EVERY: Final = 10
PRESSES_SECONDS_MOST: Final = 10.0
REDRAWS_PER_SECOND_MOST: Final = 31  # 30, and one for where the second begins
WATCH_SECONDS: Final = 45.0
START_SECONDS: Final = 120.0


async def storm(front: Front, places: list[Place], random: Random) -> tuple[float, int]:
    """Press once at every table; when the last was answered, and how many found no answer."""
    choose = playing(random)
    pressers = Pressers(front, choose, IN_FLIGHT)
    gate = asyncio.Semaphore(IN_FLIGHT)

    async def one(place: Place) -> None:
        async with gate:
            wish = choose(place)
            assert wish is not None
            await pressers.press_one(place, wish)

    await asyncio.gather(*map(one, places))
    return time.perf_counter(), pressers.unanswered


def has_turn(place: Place) -> bool:
    """True for a table in mid-hand."""
    return any(one["custom_id"].startswith("p:") for one in buttons(place.components))


def report(
    begun: float, ready: float, pressed: tuple[float, int, int], tally: Tally, turns: set[Place]
) -> bool:
    """Print what was measured; True where it is what it must be."""
    last, count, unanswered = pressed
    print(f"on the gateway after {ready - begun:.1f} s")
    if count:
        waits = tally.acknowledged_s
        kinds = ", ".join(f"{number} of type {kind}" for kind, number in tally.callbacks.items())
        print(
            f"{count} presses, one at each table with a turn: the last answered after {last - begun:.1f} s"
            f" (p50 {percentile(waits, 0.5):.2f} s, p99 {percentile(waits, 0.99):.2f} s,"
            f" most {max(waits):.2f} s after its press; {kinds}; {unanswered} unanswered)"
        )
    times = [at for at, _ in tally.edited] or [begun]
    order = [place in turns for _, place in tally.edited]
    first_idle = order.index(False) if False in order else len(order)
    late = sum(order[first_idle:])
    rate = most_in_a_second(times)
    print(
        f"{len(times)} redraws of {len({id(place) for _, place in tally.edited})} tables from"
        f" {min(times) - begun:.1f} s to {max(times) - begun:.1f} s, at most {rate} in any second;"
        f" {late} with a turn came after one without"
    )
    print(
        f"{len(tally.counted_at)} calls on the global limit, at most {most_in_a_second(tally.counted_at)} in"
        f" any second, the last after {max(tally.counted_at) - begun:.1f} s"
    )
    for call, number in tally.calls.most_common():
        print(f"  {number:6} {call}")
    in_time = not count or (last - begun <= PRESSES_SECONDS_MOST and not unanswered)
    return in_time and rate <= REDRAWS_PER_SECOND_MOST and not late


async def measure(given: argparse.Namespace, folder: Path) -> bool:
    """Make the database, start the bot on it, and watch."""
    random = Random(given.seed)
    wanted = books.Wanted(given.tables, books.bench_terms(pause_seconds=300), ACTIONS_MOST, WAITING_EVERY)
    servers = await books.make(folder / "dealer.db", wanted, random)
    print(f"{given.tables} tables made, load of the machine {os.getloadavg()[0]:.1f}", flush=True)
    async with Front(servers) as front:
        places = list(front.places.values())
        turns = [place for place in places if has_turn(place)]
        async with child("ours", front, str(folder / "dealer.db"), given.profile) as bot:
            async with asyncio.timeout(START_SECONDS):
                await front.ready.wait()
            ready = time.perf_counter()
            pressed = (ready, 0, 0)
            if not given.calm:
                last, unanswered = await storm(front, turns, random)
                pressed = (last, len(turns), unanswered)
            await asyncio.sleep(ready + WATCH_SECONDS - time.perf_counter())
            figures = await bot.figures()
            good = report(bot.begun, ready, pressed, added([front.take()]), set(turns))
    print(
        f"memory {figures['rss_mib']:.0f} MiB, at most {figures['rss_most_mib']:.0f} MiB;"
        f" processor {figures['cpu_s']:.1f} s in all; load of the machine {os.getloadavg()[0]:.1f}"
    )
    return good


def main(given: list[str]) -> int:
    """Print the figures; exit 1 where one is not what it must be."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.restart")
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--calm", action="store_true", help="nobody presses")
    parser.add_argument("--profile", default="", help="write a cProfile of the bot there")
    with tempfile.TemporaryDirectory() as folder:
        return 0 if asyncio.run(measure(parser.parse_args(given), Path(folder))) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
