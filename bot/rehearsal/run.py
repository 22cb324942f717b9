"""`python -m bot rehearse`: an offline Discord, its page, and the production bot in a process of its own."""

import asyncio
import contextlib
import secrets
import shutil
import signal
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

from bot.rehearsal.opening import open_practice_table
from bot.rehearsal.page_server import PageServer
from bot.rehearsal.process import BotProcess
from bot.rehearsal.wire import WireDiscord
from bot.rehearsal.world import PLAYERS, World
from bot.store.errors import CannotOpen
from bot.store.lock import FileLock

READY_SECONDS = 30.0


def print_at_once(line: str) -> None:
    """To stdout without waiting, be it a terminal or not: whoever started it waits for the address."""
    print(line, flush=True)


async def rehearse(
    *,
    data_dir: Path,
    port: int,
    fresh: bool,
    bot_command: Sequence[str] | None = None,
    say: Callable[[str], None] = print_at_once,
) -> int:
    """Run until SIGINT or SIGTERM; 0 then. 1: the bot did not start, or the port is taken; 2: no world.

    World, database and log stay in `data_dir/rehearsal`; `fresh` deletes them first. One at a time: 1 where
    another has that folder, or it cannot be written. `bot_command`: what to start instead of the production
    bot; the two loopback addresses are added to it.
    """
    folder = data_dir / "rehearsal"
    try:
        lock = _made(folder, fresh=fresh)
    except CannotOpen:
        say(f"a rehearsal is open in {folder} already: stop that one first")
        return 1
    except OSError as error:
        say(f"the rehearsal cannot be kept in {folder}: {error}")
        return 1
    try:
        return await _run(folder, port, bot_command, say)
    finally:
        lock.release()


def _made(folder: Path, *, fresh: bool) -> FileLock:
    """The folder, and the lock beside it: what is in it may be deleted. CannotOpen or OSError."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder)
    try:
        if fresh and folder.exists():
            shutil.rmtree(folder)
        folder.mkdir(exist_ok=True)
    except BaseException:
        lock.release()
        raise
    return lock


async def _run(folder: Path, port: int, bot_command: Sequence[str] | None, say: Callable[[str], None]) -> int:
    try:
        world = World.open(folder / "world.json")
    except ValueError as error:
        say(str(error))
        return 2
    stopping = _stop_on_signals()
    token = secrets.token_urlsafe(16)  # so that nobody else on this machine speaks for the bot
    async with WireDiscord(world, token=token) as wire:
        bot = _bot(wire, token, folder, bot_command)
        page = PageServer(wire, wire.gateway, port=port, bot=bot)
        try:
            await page.start()
        except OSError:
            say(f"port {port} is taken: stop what listens there, or say --port with another number")
            return 1
        async with _started(bot, page):
            if not await _ready(wire, bot, stopping, say):
                return 1
            await open_practice_table(wire, PLAYERS[0])
            say(f"The rehearsal is open: {page.address}")
            await stopping.wait()
    return 0


@contextlib.asynccontextmanager
async def _started(bot: BotProcess, page: PageServer) -> AsyncIterator[None]:
    """The bot's process; it and the page are stopped whatever happens."""
    await bot.start()
    try:
        yield
    finally:
        await bot.stop()
        await page.stop()


async def _ready(
    wire: WireDiscord, bot: BotProcess, stopping: asyncio.Event, say: Callable[[str], None]
) -> bool:
    """Wait until the bot is in and its commands are there; else say why it is not."""

    def settled() -> bool:
        there = wire.gateway.connected and bool(wire.world.backend.commands)
        return there or not bot.running or stopping.is_set()

    try:
        await wire.until(settled, timeout_seconds=READY_SECONDS)
    except TimeoutError:
        say(f"the bot is not online after {READY_SECONDS:.0f} s; the end of its log:\n{bot.last_lines()}")
        return False
    if not bot.running:
        say(f"the bot ended with exit code {bot.exit_code}; the end of its log:\n{bot.last_lines()}")
    return bot.running


def _bot(wire: WireDiscord, token: str, folder: Path, command: Sequence[str] | None) -> BotProcess:
    started = list(command or (sys.executable, "-m", "bot.rehearsal.child"))
    environment = {
        "DEALER_TOKEN": token,
        "DEALER_DATABASE": str(folder / "dealer.db"),
        "DEALER_SECRET": "",  # empty counts as not set: the rehearsal has a key file beside its database
        "DEALER_SECRET_FILE": "",
        "PYTHONUNBUFFERED": "1",
    }
    command_line = [*started, wire.api_url, wire.gateway_url]
    return BotProcess(command_line, environment, folder / "bot.log", wire.world.backend.changes.notify)


def _stop_on_signals() -> asyncio.Event:
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for wanted in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows: Ctrl+C cancels the main task instead
            loop.add_signal_handler(wanted, stopping.set)
    return stopping
