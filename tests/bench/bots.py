"""The bots that are measured, each in a process of its own; asked on standard input, answering with JSON.

    python -m tests.bench.bots ours API_URL GATEWAY_URL DATABASE [PROFILE]
    python -m tests.bench.bots bare API_URL GATEWAY_URL SHAPE [PROFILE]

``ours`` is the production client, room, cogs and store. ``bare`` is discord.py with one DynamicItem whose
press redraws a message of the given shape and stores nothing. With PROFILE a profile of what happens
between the first question and the end of the input is written there.
"""

from __future__ import annotations

import asyncio
import cProfile
import json
import resource
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any, Self

import discord
from discord import ui
from discord.ext import commands

from bot.client import INTENTS, DealerBot
from bot.clock import SystemClock
from bot.logs import configure
from bot.rehearsal.point import point_discord_at
from bot.run import spare_collector
from bot.store import Store
from bot.tables.room import Room
from cogs import make_cogs
from tests.bench.books import SECRET

Counts = Callable[[], dict[str, int]]


@dataclass(frozen=True, slots=True)
class Shape:
    """The size of a message: letters of each text, and buttons of each row."""

    texts: list[int]
    rows: list[int]


class Bare(ui.DynamicItem[ui.Button[Any]], template=r"bare:([0-9]{1,18}):([0-9]{1,3})"):
    """A button that only redraws its message."""

    def __init__(self, count: int, number: int) -> None:
        super().__init__(ui.Button(label=f"Button {number}", custom_id=f"bare:{count}:{number}"))
        self.count = count

    @classmethod
    async def from_custom_id(cls, interaction: Any, item: ui.Item[Any], match: Any) -> Self:
        """The button that was pressed."""
        return cls(int(match[1]), int(match[2]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Redraw."""
        view = bare_message(interaction.client.shape, self.count + 1)
        await interaction.response.edit_message(view=view, allowed_mentions=discord.AllowedMentions.none())


def bare_message(shape: Shape, count: int) -> ui.LayoutView:
    """A message of that shape."""
    box: ui.Container[Any] = ui.Container()
    for letters in shape.texts:
        box.add_item(ui.TextDisplay(f"{count} ".ljust(letters, "x")))
    number = 0
    for length in shape.rows:
        row: ui.ActionRow[Any] = ui.ActionRow()
        for _ in range(length):
            row.add_item(Bare(count, number))
            number += 1
        box.add_item(row)
    view = ui.LayoutView(timeout=None)
    view.add_item(box)
    return view


class BareBot(commands.Bot):
    """discord.py as it comes, with the same intents as ours and no cache of messages either."""

    def __init__(self, shape: Shape) -> None:
        super().__init__(command_prefix="!", intents=INTENTS, max_messages=None, help_command=None)
        self.shape = shape

    async def setup_hook(self) -> None:
        """The one button."""
        self.add_dynamic_items(Bare)


@asynccontextmanager
async def our_bot(database: str) -> AsyncIterator[tuple[commands.Bot, Counts]]:
    """The production parts, as ``bot.run`` puts them together."""
    clock = SystemClock()
    async with Store.open(Path(database), clock=clock) as store:
        bot = DealerBot(
            clock=clock,
            store=store,
            room=lambda client: Room(store=store, clock=clock, discord=client, secret=SECRET),
            cogs=lambda client: make_cogs(client, store),
        )
        bot.add_listener(spare_collector, "on_ready")
        yield bot, lambda: {"commits": store.commits, "jobs": store.jobs}


@asynccontextmanager
async def bare_bot(shape: str) -> AsyncIterator[tuple[commands.Bot, Counts]]:
    """The other one."""
    yield BareBot(Shape(**json.loads(shape))), dict


async def serve(made: AbstractAsyncContextManager[tuple[commands.Bot, Counts]], profile: str) -> None:
    """Run a bot; answer every line of input with its figures; end with the input."""
    loop = asyncio.get_running_loop()
    lines = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    profiler = cProfile.Profile()
    async with made as (bot, counts):
        running = asyncio.create_task(bot.start("bench"))
        while await lines.readline():
            figures = {"cpu_s": process_time(), "rss_mib": _rss_mib(), "rss_most_mib": _rss_most_mib()}
            print(json.dumps({**counts(), **figures}), flush=True)
            if profile:
                profiler.enable()
        profiler.disable()
        await bot.close()
        await running
    if profile:
        profiler.dump_stats(profile)


def _rss_mib() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def _rss_most_mib() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@dataclass(frozen=True, slots=True)
class There:
    """The addresses that were given."""

    api_url: str
    gateway_url: str


def main(arguments: list[str]) -> None:
    """Point discord.py at the given Discord and run one of the two bots."""
    which, api_url, gateway_url, with_what, *profile = arguments
    point_discord_at(There(api_url, gateway_url))
    configure("ERROR", "text")
    made = our_bot(with_what) if which == "ours" else bare_bot(with_what)
    asyncio.run(serve(made, profile[0] if profile else ""))


if __name__ == "__main__":
    main(sys.argv[1:])
