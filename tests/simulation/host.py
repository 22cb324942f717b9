"""The machine on which the bot runs: its clock, its disk, its process, which may be killed at any step."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import random
import sqlite3
import types
from collections.abc import Callable, Generator, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest import mock

import aiohttp
import aiosqlite
import discord

from bot import charts, emojis
from bot.client import DealerBot
from bot.clock import SystemClock
from bot.show.pictures.emoji import emoji_png
from bot.store import Store, lock
from bot.store import store as store_module
from bot.tables import play
from bot.tables.room import Room
from bot.tables.screen import Carrier
from bot.tables.state import TableState
from bot.tables.table import Table
from cogs import make_cogs
from engine.cards import JOKER, Card, rank_of
from engine.game import Hand
from engine.shuffle import shuffled
from tests.simulation.loop import Program
from tests.simulation.network import MILLISECOND, Connector, Network

BEGINNING = datetime(2026, 1, 2, 18, 0, tzinfo=UTC)  # a Friday
START_AGAIN_SECONDS = 5
# discord.py takes a gateway for lost that says nothing for a minute; its heartbeats, which are answered, come
# from a thread that there is not here.
NEVER_SILENT = 10.0**9
SECRET = b"a secret that only tests know...."


class HostClock(SystemClock):
    """The system's clock on the loop's time. ``ahead``: how wrong it goes."""

    def __init__(self) -> None:
        self.ahead = timedelta()

    def now(self) -> datetime:
        """The time, aware, in UTC."""
        return BEGINNING + timedelta(seconds=asyncio.get_running_loop().time()) + self.ahead


class Host:
    """Runs the bot as one program after another, always with the same database."""

    def __init__(self, network: Network, database: Path, seed: int) -> None:
        self.clock = HostClock()
        self.programs: list[Program] = []
        self._network, self._database, self._seed = network, database, seed
        self.store: Store | None = None
        self.bot: DealerBot | None = None
        self.stopping = False
        self.died_of: list[BaseException | None] = []  # what no process may end with
        self.main: asyncio.Task[None] | None = None  # of the newest process

    @property
    def program(self) -> Program:
        """The newest process."""
        return self.programs[-1]

    @property
    def up(self) -> bool:
        """True while the process runs."""
        return bool(self.programs) and self.program.alive and self.main is not None and not self.main.done()

    def start(self) -> None:
        """Start the process; it is ready some seconds later."""
        assert not self.up
        self.stopping = False
        self.store = self.bot = None
        program = Program(len(self.programs) + 1)
        self.programs.append(program)
        self.main = program.start(self._run())
        self.main.add_done_callback(lambda main: self._ended(program, main))

    def _ended(self, program: Program, main: asyncio.Task[None]) -> None:
        """It has ended by itself, for Discord was not there: who watches over it starts another."""
        error = None if main.cancelled() else main.exception()
        if self.stopping or not program.alive:
            return
        if not isinstance(error, discord.HTTPException | aiohttp.ClientError | OSError):
            self.died_of.append(error)
        program.kill()  # whatever is left of it ends with it
        asyncio.get_running_loop().call_later(START_AGAIN_SECONDS, self._start_again)

    def _start_again(self) -> None:
        if not self.up:
            self.start()

    def kill(self) -> None:
        """End it like a power cut."""
        self.program.kill()

    async def stop(self) -> None:
        """End it cleanly, as a signal does."""
        self.stopping = True
        if self.bot is not None and self.main is not None:
            await self.program.start(self.bot.close())
            await asyncio.wait({self.main})

    async def _run(self) -> None:
        """As ``bot.run`` does it, without signals."""
        number = self.program.number
        async with Store.open(self._database, clock=self.clock) as self.store:
            store = self.store
            self.bot = bot = DealerBot(
                clock=self.clock,
                store=store,
                room=lambda client: Room(
                    store=store,
                    clock=self.clock,
                    discord=client,
                    secret=SECRET,
                    chance=random.Random(f"chance {self._seed} {number}"),
                ),
                cogs=lambda client: make_cogs(client, store),
                card_emojis=self._seed % 3 == 0,
            )
            bot.http.connector = Connector(self._network)
            bot._connection.heartbeat_timeout = NEVER_SILENT
            try:
                await bot.start("simulated")
            finally:
                await bot.close()


@contextlib.contextmanager
def own_world(
    host_seed: int, now: Callable[[], datetime], note: Callable[[TableState], None]
) -> Iterator[None]:
    """No thread, no second process, no other clock and no other chance than the simulation's.

    ``note`` is told of every state of a table that is to be shown.
    """
    disk, ids = random.Random(f"disk {host_seed}"), random.Random(f"ids {host_seed}")

    async def execute(
        connection: aiosqlite.Connection, fn: Callable[..., Any], *args: Any, **named: Any
    ) -> Any:
        """Do it, and come back when the disk has had its time."""
        if connection._connection is None:
            raise ValueError("no active connection")
        try:
            return fn(*args, **named)
        finally:
            writes = bool(args) and args[0] == "COMMIT"
            await asyncio.sleep(disk.uniform(1, 12) * MILLISECOND if writes else 0)

    def connect(connection: aiosqlite.Connection) -> Generator[Any, None, aiosqlite.Connection]:
        connection._connection = raw = connection._connector()
        program = Program.current()
        if program is not None:
            program.at_death.append(lambda: _cut(connection, raw))
        yield from asyncio.sleep(0).__await__()
        return connection

    changed = Table.changed

    def changed_noted(table: Table, carrier: Carrier | None) -> int:
        note(table.state)
        return changed(table, carrier)

    players, deal = [0], play._deal

    def deal_noted(hand: Hand, *rest: Any) -> Hand:
        players.append(len(hand.view(None).order))
        return deal(hand, *rest)

    def even(key: bytes, number: int, pack: tuple[Card, ...]) -> tuple[Card, ...]:
        """A shuffled pack with cards of a rank together, one for each player: hands are often equal."""
        deck = shuffled(key, number, pack)
        together, ranks = players[-1], list(dict.fromkeys(map(_rank, deck)))
        kept = {rank: [card for card in deck if _rank(card) == rank] for rank in ranks}
        above = [card for rank in ranks for card in kept[rank][:together]]
        return (*above, *(card for rank in ranks for card in kept[rank][together:]))

    virtual = types.SimpleNamespace(
        time=lambda: now().timestamp(),
        monotonic=lambda: asyncio.get_running_loop().time(),
        perf_counter=lambda: asyncio.get_running_loop().time(),
    )
    backoff = types.SimpleNamespace(Random=lambda: _Seeded(host_seed))
    with contextlib.ExitStack() as patches:
        for owner, name, instead in (
            (Table, "changed", changed_noted),
            (play, "_deal", deal_noted),
            (play, "shuffled", even if host_seed % 2 == 0 else shuffled),
            (os, "urandom", ids.randbytes),  # discord.py's own ids
            (aiosqlite.Connection, "_execute", execute),
            (aiosqlite.Connection, "__await__", connect),
            (aiosqlite.Connection, "stop", lambda _: None),
            (store_module, "FileLock", _Lock),
            (discord.gateway, "time", virtual),
            (discord.gateway.KeepAliveHandler, "start", lambda _: None),
            (discord.ui.view, "time", virtual),
            (discord.backoff, "time", virtual),
            (discord.backoff, "random", backoff),
            (discord.utils, "utcnow", now),
            (emojis, "emoji_png", _emoji_png),
            (charts, "_started", lambda: None),
            (charts, "draw", lambda chart: repr(chart).encode()),
        ):
            patches.enter_context(mock.patch.object(owner, name, instead))
        yield


_emoji_png = functools.cache(emoji_png)  # drawn once, not in every evening


def _rank(card: Card) -> int:
    return rank_of(card) if card < JOKER else 0


def _cut(connection: aiosqlite.Connection, raw: sqlite3.Connection) -> None:
    """The process is gone: what was not committed never was."""
    connection._connection = None
    raw.close()


class _Lock(lock.FileLock):
    """Falls with its process, as the system drops it."""

    def __init__(self, database: Path) -> None:
        super().__init__(database)
        self._held = True
        program = Program.current()
        if program is not None:
            program.at_death.append(self.release)

    def release(self) -> None:
        """Once."""
        if self._held:
            self._held = False
            super().release()


class _Seeded(random.Random):
    """Chance that cannot be seeded by the system."""

    def __init__(self, seed: int) -> None:
        super().__init__(f"backoff {seed}")

    def seed(self, a: Any = None, version: int = 2) -> None:
        """Only by a value."""
        if a is not None:
            super().seed(a, version)
