"""The bot's process: forked from a server that has imported everything, so that a start takes moments.

What runs in it is ``bot.rehearsal.child`` with the production ``bot.__main__``; only two waits are shortened,
so that nobody sits through them: between new DM channels, and for servers that the gateway still may bring.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import sys
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Final

import bot.tables.hidden
from bot.__main__ import main as production
from bot.client import DealerBot
from bot.rehearsal import child
from tests.crash import jumps, points

TOKEN: Final = "crash.tests.token"
_SERVER: Final = multiprocessing.get_context("forkserver")
_PRELOADED: Final = ["__main__", "cogs", "tests.crash.child"]


@dataclass(frozen=True, slots=True)
class Start:
    """What a process is started with."""

    api_url: str
    gateway_url: str
    database: Path
    log: Path
    arguments: tuple[str, ...] = ()
    point: str = ""  # of points.POINTS
    secret: str = ""  # empty: the key file
    hurried: bool = True  # False: wait for servers as long as in production
    jumping: bool = False  # its clock is moved on by signals, see jumps


def serve(start: Start, parent: Connection, armed: Event) -> None:
    """In the child: the environment, then the bot; never returns."""
    os.dup2(parent.fileno(), 0)  # ends with the parent, and so does the bot
    sys.stdin = os.fdopen(0, closefd=False)
    log = os.open(start.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for descriptor in (1, 2):
        os.dup2(log, descriptor)
    os.environ.update(DEALER_TOKEN=TOKEN, DEALER_DATABASE=str(start.database), DEALER_SECRET=start.secret)
    bot.tables.hidden.NEW_DM_SECONDS = 0.0  # type: ignore[misc]
    if start.hurried:
        _hurry()
    if start.jumping:
        jumps.install()
    if start.point:
        points.install(points.POINTS[start.point], armed)
    sys.exit(child.main([start.api_url, start.gateway_url, *start.arguments], production))


def _hurry() -> None:
    """Few servers are here: do not wait two seconds for more of them before the tables go on."""
    setup_hook = DealerBot.setup_hook

    async def hurried(self: DealerBot) -> None:
        self._connection.guild_ready_timeout = 0.05
        await setup_hook(self)

    DealerBot.setup_hook = hurried  # type: ignore[method-assign]


class Child:
    """One process at a time. ``armed`` makes its named point deadly."""

    def __init__(self) -> None:
        _SERVER.set_forkserver_preload(_PRELOADED)
        self.armed = _SERVER.Event()
        self.dead = asyncio.Event()
        self._process: ForkServerProcess | None = None
        self._alive: Connection | None = None

    @property
    def running(self) -> bool:
        """Whether there is a process."""
        return self._process is not None and not self.dead.is_set()

    @property
    def pid(self) -> int:
        """Of the process that runs or ran last."""
        assert self._process is not None and self._process.pid is not None
        return self._process.pid

    def start(self, start: Start) -> None:
        """Start a process; the former must be dead."""
        assert not self.running
        self.armed.clear()
        self.dead = asyncio.Event()
        theirs, self._alive = _SERVER.Pipe(duplex=False)
        self._process = _SERVER.Process(target=serve, args=(start, theirs, self.armed))
        self._process.start()
        theirs.close()
        asyncio.get_running_loop().add_reader(self._process.sentinel, self._ended)

    def kill(self) -> None:
        """SIGKILL, at this moment."""
        self._signal(signal.SIGKILL)

    def terminate(self) -> None:
        """SIGTERM, as whoever stops the bot in order."""
        self._signal(signal.SIGTERM)

    async def exit_code(self, *, seconds: float = 10.0) -> int:
        """Wait for its end; minus the signal's number where one ended it."""
        async with asyncio.timeout(seconds):
            await self.dead.wait()
        assert self._process is not None
        self._process.join()
        assert self._process.exitcode is not None
        return self._process.exitcode

    async def stop(self) -> None:
        """Kill what runs, at the end of a test."""
        if self.running:
            self.kill()
            await self.exit_code()

    def jump(self) -> None:
        """Move its clock on."""
        self._signal(signal.SIGUSR1)

    def tell(self) -> None:
        """Let it print what it holds."""
        self._signal(signal.SIGUSR2)

    def _signal(self, number: signal.Signals) -> None:
        if self.running:
            with contextlib.suppress(ProcessLookupError):  # it has just ended by itself
                os.kill(self.pid, number)

    def _ended(self) -> None:
        assert self._process is not None and self._alive is not None
        asyncio.get_running_loop().remove_reader(self._process.sentinel)
        self._alive.close()
        self.dead.set()
