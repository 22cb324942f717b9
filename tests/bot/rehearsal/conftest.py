"""The offline Discord with the stand-in bot connected to it, in one process."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.rehearsal.page_server import PageServer
from bot.rehearsal.wire import WireDiscord, point_discord_at
from bot.rehearsal.world import World

from .browser import Tabs, chromium_browser
from .standin import StandIn


@contextlib.asynccontextmanager
async def running(wire: WireDiscord) -> AsyncIterator[StandIn]:
    """A stand-in bot, logged in and identified; closed at the end."""
    point_discord_at(wire)
    bot = StandIn()
    task = asyncio.create_task(bot.start("rehearsal"))
    try:
        await wire.until(lambda: wire.gateway.connected and bot.guilds)
        yield bot
    finally:
        await bot.close()
        await asyncio.wait([task])


@pytest.fixture
async def front(discord_addresses: None) -> AsyncIterator[WireDiscord]:
    """A new world behind loopback addresses, no bot yet."""
    async with WireDiscord(World.new()) as made:
        yield made


@pytest.fixture
async def bot(front: WireDiscord) -> AsyncIterator[StandIn]:
    """The stand-in bot, connected."""
    async with running(front) as made:
        yield made


@pytest.fixture
async def wire(front: WireDiscord, bot: StandIn) -> WireDiscord:
    """A new world with the stand-in bot in it."""
    return front


@pytest.fixture
async def chromium() -> AsyncIterator[Any]:
    """A headless Chromium; reported as NOT RUN where there is none."""
    async with chromium_browser() as browser:
        yield browser


@pytest.fixture
async def tabs(wire: WireDiscord, chromium: Any) -> AsyncIterator[Tabs]:
    """The page of a running stand-in bot."""
    server = PageServer(wire, wire.gateway, port=0)
    await server.start()
    made = Tabs(chromium, server.address)
    yield made
    faults = list(made.faults)  # before the server goes: the tabs that are left miss it
    await server.stop()
    assert faults == []
