"""An hour of play and more: does the bot's process hold more at its end than after its first minutes?

    python -m tests.bench.growth [--minutes 100] [--seed 1]

The production bot in a process of its own before an offline Discord; its clock is moved on five seconds
whenever everybody has done what he wanted, so that an hour takes minutes. Three tables, one of each game, and
a practice table; cards by direct message, pictures; one person in eight sleeps through his turn, so that
nudges and timeouts come; people run out of chips; every few minutes each table is closed and another opened.
What Python's objects hold (tracemalloc, after a collection, with caches of fixed size emptied) is told every
ten minutes of the bot's time.
The album of the newest 64 pictures is full after some half an hour; exit 1 where it grows by more than
``GROWTH_MIB_MOST`` from the fortieth minute on.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from simcord.backend.errors import BackendError, SetupError

from bot.rehearsal.seen import Answer, Seen
from bot.rehearsal.wire import WireDiscord
from bot.rehearsal.world import World
from bot.settings import PREFIX
from tests.crash.child import TOKEN, Child, Start
from tests.crash.club import deal_button, on_turn, plays
from tests.crash.jumps import JUMP_SECONDS

GROWTH_MIB_MOST: Final = 0.5
TOLD_EVERY_MINUTES, COUNTED_FROM_MINUTES = 10, 40
NEW_TABLES_EVERY_MINUTES: Final = 9
ACTIONS_A_JUMP: Final = 4
DUE_SECONDS: Final = 0.05
ACTIONS_MOST: Final = 400  # of a hand that is played to its end
SLEEPS: Final = 0.12  # the share of turns that nobody takes
BUY_IN: Final = 100
TABLES: Final = {  # by channel: the game, and who plays it
    "aces-room": ("aces", ("Ann", "Boris", "Carol", "Dana")),
    "seka-room": ("seka", ("Emil", "Fay", "Gus", "Hanna")),
    "teen-room": ("teen_patti", ("Ivan", "Joana", "Karl", "Lena")),
}
PRACTICE: Final = "practice-room"
PEOPLE: Final = tuple(name for _, names in TABLES.values() for name in names)


@dataclass(frozen=True, slots=True)
class Held:
    """What the process says of itself."""

    mib: float
    objects: int
    timers: int
    tasks: int
    more: str  # kinds of objects of which there are more than at the last time


class Hour:
    """The people and the process."""

    def __init__(self, wire: WireDiscord, folder: Path, seed: int) -> None:
        self._wire, self._random = wire, Random(seed)
        self._log = folder / "bot.log"
        self._start = Start(
            wire.api_url, wire.gateway_url, folder / "dealer.db", self._log, hurried=True, jumping=True
        )
        self.child = Child()
        self._sleeping: dict[str, list[str]] = {}  # by channel: the buttons that nobody presses
        self.seconds = 0.0
        self.hands = self.presses = 0

    async def begin(self) -> None:
        """Start the bot and open the tables."""
        self.child.start(self._start)
        await self._wire.until(lambda: self._wire.gateway.connected)
        await self._open_all()

    async def minutes(self, count: float) -> None:
        """So many minutes of the bot's time."""
        end = self.seconds + 60 * count
        fresh = self.seconds + 60 * NEW_TABLES_EVERY_MINUTES
        while self.seconds < end:
            for channel in (*TABLES, PRACTICE) * ACTIONS_A_JUMP:
                await self._play(channel)
            await self._jump()
            if self.seconds >= fresh:
                fresh += 60 * NEW_TABLES_EVERY_MINUTES
                await self._close_all()
                await self._open_all()

    async def _jump(self) -> None:
        """The clock goes on, and the bot has a moment to do what falls due."""
        self.child.jump()
        self.seconds += JUMP_SECONDS
        await asyncio.sleep(DUE_SECONDS)

    async def held(self) -> Held:
        """Ask the process."""
        known = self._log.read_text().count("HELD")
        self.child.tell()
        async with asyncio.timeout(30):
            while self._log.read_text().count("HELD") == known:  # noqa: ASYNC110 - another process writes it
                await asyncio.sleep(0.05)
        line = next(one for one in reversed(self._log.read_text().splitlines()) if one.startswith("HELD"))
        _, ahead, held, objects, timers, tasks, *more = line.split(" ", 6)
        self.seconds = float(ahead)  # jumps that came too fast are one
        return Held(int(held) / 2**20, int(objects), int(timers), int(tasks), " ".join(more))

    # ---- tables

    async def _open_all(self) -> None:
        for channel, (game, names) in TABLES.items():
            answer = await self._wire.slash(names[0], channel, "table open", game=game)
            await self._wire.click(names[0], answer.messages[-1], "Open the table")
            for name in names:
                await self._wire.slash(name, channel, "table join", chips=BUY_IN)
        await self._wire.slash("Ann", PRACTICE, "table practice")

    async def _close_all(self) -> None:
        for channel, name in [(one, names[0]) for one, (_, names) in TABLES.items()] + [(PRACTICE, "Ann")]:
            await self._wire.slash(name, channel, "table close")
            self._sleeping.clear()
            for _ in range(ACTIONS_MOST):  # the hand is played to its end
                if (screen := self._screen(channel)) is None:
                    break
                await self._play(channel, sleepers=False)
                if not plays(screen):
                    await self._jump()
            else:
                raise AssertionError(f"the table in {channel} is not closed: {self._screen(channel)}")
            self._forget(channel)

    def _forget(self, channel: str) -> None:
        """The offline Discord is not measured: let it keep few messages."""
        backend = self._wire.world.backend
        for one in self._wire.messages(channel)[:-5]:
            backend.delete_message(one.channel_id, one.id)

    # ---- people

    def _screen(self, channel: str) -> Seen | None:
        alive = [one for one in self._wire.messages(channel) if any(not b.disabled for b in one.buttons)]
        return alive[-1] if alive else None

    async def _play(self, channel: str, *, sleepers: bool = True) -> None:
        """One thing at one table: an action, or a deal; nothing where somebody sleeps."""
        screen = self._screen(channel)
        if screen is None:
            return
        if offered := plays(screen):
            if self._sleeping.get(channel) == offered:
                return
            if sleepers and self._random.random() < SLEEPS:
                self._sleeping[channel] = offered
                return
            cheap = [one for one in offered if one.split(":")[4] in ("check", "call", "pay", "play", "show")]
            pick = self._random.choice(cheap if cheap and self._random.random() < 0.6 else offered)
            await self._press(on_turn(screen), pick, screen)
        elif button := deal_button(screen):
            names = TABLES[channel][1] if channel in TABLES else ("Ann",)
            self.hands += 1
            for name in names:
                await self._wire.slash(name, channel, "table back")
                await self._wire.slash(name, channel, "table top-up", chips=50)
                screen = self._screen(channel) or screen
                if deal_button(screen) == button:
                    await self._press(name, button, screen)

    async def _press(self, name: str, custom_id: str, screen: Seen) -> Answer | None:
        self.presses += 1
        try:
            return await self._wire.press(name, screen, custom_id)
        except (KeyError, SetupError, BackendError):
            return None  # the message has changed meanwhile


async def measure(minutes: int, seed: int) -> list[Held]:
    """Play so long; what was held every ten minutes."""
    world = World.new(channels=(*TABLES, PRACTICE), players=PEOPLE)
    found = []
    with tempfile.TemporaryDirectory() as folder:
        async with WireDiscord(world, token=TOKEN, limits=False) as wire:
            hour = Hour(wire, Path(folder), seed)
            try:
                await hour.begin()
                while hour.seconds < 60 * minutes:
                    await hour.minutes(TOLD_EVERY_MINUTES)
                    held = await hour.held()
                    print(
                        f"{hour.seconds / 60:4.0f} min, {hour.hands} hands, {hour.presses} presses:"
                        f" {held.mib:.2f} MiB, {held.objects} objects, {held.timers} timers,"
                        f" {held.tasks} tasks; {held.more}",
                        flush=True,
                    )
                    found.append(held)
            finally:
                await hour.child.stop()
    return found


def main(arguments: list[str]) -> int:
    """Print what was held; exit 1 where it grows."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.growth")
    parser.add_argument("--minutes", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    for name in [name for name in os.environ if name.startswith(PREFIX)]:
        del os.environ[name]
    found = asyncio.run(measure(given.minutes, given.seed))
    growth = found[-1].mib - found[COUNTED_FROM_MINUTES // TOLD_EVERY_MINUTES - 1].mib
    print(f"{growth:+.2f} MiB from minute {COUNTED_FROM_MINUTES} on (at most {GROWTH_MIB_MOST})")
    return 0 if growth <= GROWTH_MIB_MOST else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
