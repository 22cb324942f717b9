"""Processes under measurement, and people who press as fast as they are answered."""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from tests.bench.books import user_of
from tests.bench.front import Front, Place, Tally
from tests.bench.payloads import buttons

STOP_SECONDS: Final = 20.0
REDRAWN_SECONDS: Final = 10.0
_ON_TURN: Final = re.compile(r"▶.*?\*\*(Player\d+)\*\*")
Wish = tuple[str, str]  # custom id, name of who presses
Chooser = Callable[[Place], Wish | None]


class Child:
    """A bot's process. ``begun`` is when it was started, by ``time.perf_counter``."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.begun = time.perf_counter()

    async def figures(self) -> dict[str, float]:
        """What it says of itself: cpu_s, rss_mib, rss_most_mib; ours besides commits and jobs."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(b"\n")
        while True:
            line = await self._process.stdout.readline()
            if not line:
                raise RuntimeError(f"the bot's process ended: {self._process.returncode}")
            if line.startswith(b"{"):
                read: dict[str, float] = json.loads(line)
                return read

    async def stop(self) -> None:
        """Close its input and wait for its end."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await self._process.wait()
        except TimeoutError:
            self._process.kill()
            await self._process.wait()


@asynccontextmanager
async def child(which: str, front: Front, with_what: str, profile: str = "") -> AsyncIterator[Child]:
    """``tests.bench.bots`` in a process of its own, on that Discord."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.bench.bots", which, front.api_url, front.gateway_url, with_what),
        *([profile] if profile else []),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    made = Child(process)
    try:
        yield made
    finally:
        await made.stop()


def playing(random: Random, folds: float = 0.0) -> Chooser:
    """Who is on turn presses any button of the hand; Fold in so many of the cases (0 to 1)."""

    def choose(place: Place) -> Wish | None:
        texts = json.dumps(place.components, ensure_ascii=False)
        found = _ON_TURN.search(texts)
        there = [one["custom_id"] for one in buttons(place.components)]
        plays = [one for one in there if one.startswith("p:") and ":fold:" not in one]
        fold = [one for one in there if one.startswith("p:") and ":fold:" in one]
        if fold and random.random() < folds:
            plays = fold
        return (random.choice(plays), found.group(1)) if found and plays else None

    return choose


def first_button(place: Place) -> Wish | None:
    """Anybody presses the first button."""
    return buttons(place.components)[0]["custom_id"], "Player00001"


@dataclass(slots=True)
class Slice:
    """What was measured in one stretch of time."""

    seconds: float
    presses: int
    tally: Tally
    before: dict[str, float] = field(default_factory=dict)
    after: dict[str, float] = field(default_factory=dict)
    own_cpu_s: float = 0.0  # of the process that measures
    late_s: list[float] = field(default_factory=list)  # how much later than wanted each press was made
    wanted: int = 0  # presses at a fixed rate; fewer were made where no table had anything to press

    @property
    def rate(self) -> float:
        """Presses per second of the clock."""
        return self.presses / self.seconds

    def of(self, name: str) -> float:
        """How much one of the bot's figures grew."""
        return self.after[name] - self.before[name]


class Pressers:
    """``count`` presses are in flight at any time, each at another table, the longest idle first."""

    def __init__(self, front: Front, choose: Chooser, count: int) -> None:
        self._front, self._choose, self._count = front, choose, count
        self._ready: asyncio.Queue[tuple[Place, Wish]] = asyncio.Queue()
        self._resting = set[Place]()
        self._changed: dict[int, asyncio.Event] = {}
        self.unanswered = 0
        front.drawn = self._drawn

    def begin(self, places: Iterable[Place]) -> None:
        """These are there to press."""
        for place in places:
            self._resting.add(place)
            self._drawn(place)

    def _drawn(self, place: Place) -> None:
        """A place that had nothing to press may have something now."""
        if place in self._resting:
            if (wish := self._choose(place)) is not None:
                self._resting.discard(place)
                self._ready.put_nowait((place, wish))
        elif (event := self._changed.get(id(place))) is not None:
            event.set()

    async def press_for(self, seconds: float, bot: Child) -> Slice:
        """Press for so long; what came of it."""
        before = await bot.figures()
        self._front.take()
        begun = time.perf_counter()
        done = await asyncio.gather(*(self._press_until(begun + seconds) for _ in range(self._count)))
        elapsed = time.perf_counter() - begun
        return Slice(elapsed, sum(done), self._front.take(), before, await bot.figures())

    async def press_at(self, rate: float, seconds: float, bot: Child) -> Slice:
        """Press ``rate`` times a second for so long, however many are under way."""
        before, wanted, late = await bot.figures(), int(rate * seconds), []
        self._front.take()
        begun, cpu = time.perf_counter(), time.process_time()
        async with asyncio.TaskGroup() as group:
            for number in range(wanted):
                at = begun + number / rate
                await asyncio.sleep(at - time.perf_counter())
                if not self._ready.empty():
                    late.append(time.perf_counter() - at)
                    group.create_task(self.press_one(*self._ready.get_nowait()))
        elapsed, cpu = time.perf_counter() - begun, time.process_time() - cpu
        taken = self._front.take()
        after = await bot.figures()
        return Slice(elapsed, len(taken.acknowledged_s), taken, before, after, cpu, late, wanted)

    async def _press_until(self, end: float) -> int:
        done = 0
        while (left := end - time.perf_counter()) > 0:
            try:
                place, wish = await asyncio.wait_for(self._ready.get(), left)
            except TimeoutError:
                break
            await self.press_one(place, wish)
            done += 1
        return done

    async def press_one(self, place: Place, wish: Wish) -> None:
        """Press, and wait until the place is drawn anew."""
        custom_id, name = wish
        event = self._changed[id(place)] = asyncio.Event()
        try:
            async with asyncio.timeout(REDRAWN_SECONDS):
                await self._front.press(place, custom_id, user_of(name), name)
                await event.wait()
        except TimeoutError:
            self.unanswered += 1
        del self._changed[id(place)]
        self._resting.add(place)
        self._drawn(place)


def most_in_a_second(times: Iterable[float]) -> int:
    """The greatest number of them within any second."""
    within, most = deque[float](), 0
    for at in sorted(times):
        within.append(at)
        while at - within[0] >= 1.0:
            within.popleft()
        most = max(most, len(within))
    return most


def percentile(values: list[float], share: float) -> float:
    """The value below which that share of them lies; 0 where there are none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def added(tallies: Iterable[Tally]) -> Tally:
    """Several tallies as one."""
    total = Tally()
    for one in tallies:
        total.acknowledged_s += one.acknowledged_s
        total.callbacks += one.callbacks
        total.calls += one.calls
        total.edited += one.edited
        total.counted_at += one.counted_at
        total.hands += one.hands
        total.uploads += one.uploads
        total.texts += one.texts
        total.drawings += one.drawings
    return total


def shape_of(components: list[dict[str, Any]]) -> dict[str, list[int]]:
    """The size of a message, as ``tests.bench.bots`` wants it for the bare bot."""
    inside = [part for one in components for part in one.get("components") or []]
    return {
        "texts": [len(one["content"]) for one in inside if one["type"] == 10],
        "rows": [len(one["components"]) for one in inside if one["type"] == 1],
    }
