"""An offline Discord of its own for every test, and an evening on it."""

from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest

from bot.rehearsal.wire import WireDiscord
from bot.rehearsal.world import World
from tests.flow.evening import Evening, evening


@pytest.fixture
async def wire(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[WireDiscord]:
    """A new world behind loopback addresses; discord.py's own addresses come back after it."""
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)
    socket = discord.gateway.DiscordWebSocket
    monkeypatch.setattr(socket, "DEFAULT_GATEWAY", socket.DEFAULT_GATEWAY)
    async with WireDiscord(World.new()) as made:
        yield made


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Where the evening's chips are kept."""
    return tmp_path / "dealer.db"


@pytest.fixture
async def friends(wire: WireDiscord, database: Path) -> AsyncIterator[Evening]:
    """An evening that begins: nobody has opened a table."""
    async with evening(wire, database) as made:
        yield made
