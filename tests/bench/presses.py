"""Presses per second with every action committed, against a bare button that only redraws a message.

    python -m tests.bench.presses [--tables 200] [--in-flight 100] [--slices 5] [--seconds 3] [--whole]
                                  [--rate 200] [--profile FILE]

Two bots in processes of their own, each before a Discord of its own (``tests.bench.front``, in this
process): ours is the production client, room, cogs and store on a database with that many hands of Aces
under way; the other is discord.py with one DynamicItem, whose press redraws a LayoutView of the same
components and letters as a table in mid-hand and stores nothing. They are pressed in slices in turn, so
that a busy machine slows both alike; the median of the slices' ratios counts. ``in-flight`` people press
at different tables at any time; each waits until his table is drawn anew.

Counted is a press from its frame on the gateway to the arrival of its callback. What a hand brings besides
(cards of a new street by direct message, the settling at its end) is in it; with ``--whole`` new hands are
dealt too, three seconds after the former. ``--rate`` adds a stretch in which ours is alone and somebody
presses so often a second, however long the answers take. The processor time per press, which other work
on the machine changes less, is given beside the rates.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

from tests.bench import books
from tests.bench.driver import (
    Child,
    Pressers,
    Slice,
    added,
    child,
    first_button,
    percentile,
    playing,
    shape_of,
)
from tests.bench.front import Front, Place

RATIO_LEAST: Final = 0.5
GUILDS_SECONDS: Final = 3.0  # discord.py waits two for further servers before it is ready
ACTIONS_BEFORE: Final = 8  # at most; so that tables do not all end their hands at once
QUIET_SECONDS: Final = 1.0
WARM_SECONDS: Final = 1.0
START_SECONDS: Final = 60.0


async def until_quiet(front: Front) -> None:
    """Wait until a bot has been started and asks nothing any more (its tables are back)."""
    async with asyncio.timeout(START_SECONDS):
        await front.ready.wait()
    await asyncio.sleep(GUILDS_SECONDS)
    await front.until_quiet(QUIET_SECONDS)


def copies(servers: dict[int, list[Place]]) -> dict[int, list[Place]]:
    """The same places in another Discord."""
    return {
        server: [Place(p.server_id, p.channel_id, p.message_id, p.components) for p in places]
        for server, places in servers.items()
    }


def bare_copies(servers: dict[int, list[Place]]) -> tuple[dict[int, list[Place]], dict[str, list[int]]]:
    """The other bot's places, and the shape of its messages: that of the table of middle size."""
    sizes = sorted((json.dumps(p.components) for places in servers.values() for p in places), key=len)
    shape = shape_of(json.loads(sizes[len(sizes) // 2]))
    button = {"type": 2, "style": 2, "label": "Button 0", "custom_id": "bare:0:0", "disabled": False}
    found = copies(servers)
    for place in (one for places in found.values() for one in places):
        place.components = [{"type": 17, "components": [{"type": 1, "components": [button]}]}]
    return found, shape


@dataclass(frozen=True, slots=True)
class Measured:
    """The slices of both, what was measured of ours at a fixed rate, and presses that found no answer."""

    ours: list[Slice]
    bare: list[Slice]
    calm: Slice | None
    unanswered: int


async def measure(given: argparse.Namespace, folder: Path) -> Measured:
    """Make the tables, start both bots, press."""
    database, random = folder / "dealer.db", Random(given.seed)
    terms = books.bench_terms(pause_seconds=3 if given.whole else 300)
    begun = time.perf_counter()
    servers = await books.make(database, books.Wanted(given.tables, terms, ACTIONS_BEFORE), random)
    print(f"{given.tables} tables made in {time.perf_counter() - begun:.1f} s", flush=True)
    async with Front(servers) as front, child("ours", front, str(database), given.profile) as ours:
        await until_quiet(front)
        pressers = Pressers(front, playing(random), given.in_flight)
        pressers.begin(front.places.values())
        await pressers.press_for(WARM_SECONDS, ours)
        bare_servers, shape = bare_copies(servers)  # as the tables are drawn now
        async with Front(bare_servers) as bare_front, child("bare", bare_front, json.dumps(shape)) as bare:
            async with asyncio.timeout(START_SECONDS):
                await bare_front.ready.wait()
            bare_pressers = Pressers(bare_front, first_button, given.in_flight)
            bare_pressers.begin(bare_front.places.values())
            pairs = await _in_turn(given, (pressers, ours), (bare_pressers, bare))
        calm = await pressers.press_at(given.rate, given.slices * given.seconds, ours) if given.rate else None
    mine, theirs = [one for one, _ in pairs], [other for _, other in pairs]
    return Measured(mine, theirs, calm, pressers.unanswered)


async def _in_turn(
    given: argparse.Namespace, ours: tuple[Pressers, Child], bare: tuple[Pressers, Child]
) -> list[tuple[Slice, Slice]]:
    await bare[0].press_for(WARM_SECONDS, bare[1])
    pairs = []
    for _ in range(given.slices):
        theirs = await bare[0].press_for(given.seconds, bare[1])
        mine = await ours[0].press_for(given.seconds, ours[1])
        print(f"  bare {theirs.rate:6.0f}/s   ours {mine.rate:6.0f}/s", flush=True)
        pairs.append((mine, theirs))
    return pairs


def report(name: str, slices: list[Slice]) -> None:
    """Print the figures of one bot."""
    tally = added(one.tally for one in slices)
    presses = sum(one.presses for one in slices)
    waits = [1000 * one for one in tally.acknowledged_s]
    cpu_ms = 1000 * sum(one.of("cpu_s") for one in slices) / presses
    print(f"{name}: {median(one.rate for one in slices):.0f} presses/s (median), {presses} presses")
    print(
        f"  acknowledged p50 {percentile(waits, 0.5):.0f} ms, p99 {percentile(waits, 0.99):.0f} ms;"
        f" processor {cpu_ms:.2f} ms a press"
    )
    kinds = {4: "a sentence", 6: "empty", 7: "redrawn"}
    print("  answers: " + ", ".join(f"{count} {kinds[kind]}" for kind, count in tally.callbacks.items()))
    others = {call: count for call, count in tally.calls.items() if "callback" not in call}
    print(
        f"  calls a press: {tally.calls.total() / presses:.2f} ("
        + ", ".join(f"{count / presses:.3f} {call}" for call, count in sorted(others.items()))
        + f"); {tally.texts / max(1, tally.drawings):.0f} letters a message"
    )
    if "commits" in slices[0].after:
        commits, jobs = (sum(one.of(what) for one in slices) for what in ("commits", "jobs"))
        seconds = sum(one.seconds for one in slices)
        print(
            f"  {commits / seconds:.0f} commits/s, {jobs / commits:.1f} jobs a commit,"
            f" {jobs / presses:.2f} a press"
        )
    last = slices[-1].after
    print(f"  memory {last['rss_mib']:.0f} MiB, at most {last['rss_most_mib']:.0f} MiB")


def options(given: list[str]) -> argparse.Namespace:
    """What is to be measured."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.presses")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--in-flight", type=int, default=100)
    parser.add_argument("--slices", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=int, default=0, help="then press so often a second, alone")
    parser.add_argument("--whole", action="store_true", help="deal new hands too")
    parser.add_argument("--profile", default="", help="write a cProfile of ours there")
    return parser.parse_args(given)


def main(given: list[str]) -> int:
    """Print the figures; exit 1 where the ratio is less than it must be."""
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(measure(options(given), Path(folder)))
    ours, bare = found.ours, found.bare
    report("bare button", bare)
    report("ours", ours)
    if found.calm is not None:
        report("ours at a fixed rate", [found.calm])
    ratio = median(mine.rate / theirs.rate for mine, theirs in zip(ours, bare, strict=True))
    cpu = [sum(s.of("cpu_s") for s in side) / sum(s.presses for s in side) for side in (ours, bare)]
    print(f"ratio {ratio:.2f} (least {RATIO_LEAST}), by processor time {cpu[1] / cpu[0]:.2f}")
    print(
        f"{found.unanswered} presses unanswered; load of the machine {load:.1f}, {os.getloadavg()[0]:.1f} now"
    )
    return 0 if ratio >= RATIO_LEAST and not found.unanswered else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
