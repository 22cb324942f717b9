"""An offline Discord of its own for every test, an evening on it, and what must hold when it is over."""

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.cooldowns import Cooldowns
from bot.rehearsal.wire import WireDiscord
from bot.rehearsal.world import World
from bot.store import audit
from tests.flow.checks import Recorder, left_running, unanswered
from tests.flow.evening import Evening, evening


@pytest.fixture
def world() -> World:
    """A new one: a server and its people. Files that play in another one have a fixture of this name."""
    return World.new()


@pytest.fixture
async def wire(discord_addresses: None, world: World) -> AsyncIterator[WireDiscord]:
    """That world behind loopback addresses."""
    async with WireDiscord(world, limits=False) as made:
        yield made


@pytest.fixture
def ask_freely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is refused for being asked too often."""
    monkeypatch.setattr(Cooldowns, "spend", lambda *_: None)


@pytest.fixture
def recorder(wire: WireDiscord) -> Recorder:
    """Every call of the bot with its body."""
    return Recorder(wire)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Where the evening's chips are kept."""
    return tmp_path / "dealer.db"


@pytest.fixture(autouse=True)
async def all_is_well(
    wire: WireDiscord, recorder: Recorder, database: Path, caplog: pytest.LogCaptureFixture
) -> AsyncIterator[None]:
    """After every test: books that balance, no error logged, all answered, nothing left running."""
    caplog.set_level(logging.INFO)
    before = asyncio.all_tasks()
    yield
    wire.rest.closing.set()
    records = [*caplog.get_records("setup"), *caplog.get_records("call"), *caplog.records]
    assert [record.getMessage() for record in records if is_error(record)] == []
    assert not unanswered(wire)
    assert not list(recorder.faults())
    assert not wire.rest.unknown
    assert await left_running(before) == []
    assert (await audit.run(database)).clean


def is_error(record: logging.LogRecord) -> bool:
    """True for an error in the log, but for discord.py's words about a gateway that a test has cut."""
    cut = record.name == "discord.client" and record.getMessage().startswith("Attempting a reconnect")
    return record.levelno >= logging.ERROR and not cut


@pytest.fixture
async def friends(wire: WireDiscord, database: Path, recorder: Recorder) -> AsyncIterator[Evening]:
    """An evening that begins: nobody has opened a table."""
    async with evening(wire, database) as made:
        yield made
