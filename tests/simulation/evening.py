"""One evening from one seed: a server, its people, the bot, and what is checked after every step."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import hashlib
import logging
import os
import sqlite3
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Final
from unittest import mock

from aiohttp import web

from bot.rehearsal.backing import WallClock
from bot.rehearsal.limits import Limiter
from bot.rehearsal.wire import WireDiscord, point_discord_at
from bot.rehearsal.world import World
from bot.show.scene import Phase
from bot.store import audit
from bot.tables.table import Table
from tests.simulation import secrecy
from tests.simulation.club import Club
from tests.simulation.host import BEGINNING, Host, own_world
from tests.simulation.loop import VirtualLoop
from tests.simulation.network import Network
from tests.simulation.people import CHANNELS, ELSEWHERE, NAMES, ROLE, People
from tests.simulation.reading import OF_ELSEWHERE
from tests.simulation.shown import not_newest
from tests.simulation.trouble import Trouble
from tests.simulation.watch import Watch

STEPS: Final = 120
CALM_EVERY: Final = 15
OPENING_ROUNDS: Final = 15
EVENING_SECONDS_MOST: Final = 10 * 86400.0  # on the loop; else somebody waits for what never comes
START_SECONDS: Final = 20.0
PAUSES: Final = (0.01, 0.05, 0.3, 0.3, 1, 1, 3, 3, 6, 12, 45)
SHORT_PAUSES: Final = (0.3, 1, 1, 3, 3, 6)
QUIET_EVERY: Final = 4  # of so many evenings one is quiet: little goes wrong, many hands are played
CLUB: Final = 1  # and one is given to what goes on around the tables
LAST_HOURS: Final = 3
# No task of the bot but its main one lasts longer, whatever it waits for: forms are given up after 600 s.
TASK_SECONDS_MOST: Final = 900.0
LEFT_SECONDS_MOST: Final = 3.0  # discord.py waits two for a further server before it is ready, closed or not
MEMORY: Final = Path("/dev/shm")  # where there is one, the database needs no disk


class DiscordClock(WallClock):
    """Discord's clock, which goes right."""

    def now(self) -> datetime:
        """The time on the loop."""
        return BEGINNING + timedelta(seconds=asyncio.get_running_loop().time())


@dataclass(slots=True)
class Outcome:
    """How an evening went. ``problem`` None: all is well. ``trace``: the same whenever the seed is played."""

    seed: int
    trace: list[str] = field(default_factory=list)
    problem: str | None = None
    steps: int = 0
    hands: int = 0
    met: Counter[str] = field(default_factory=Counter)  # how often what happened

    @property
    def digest(self) -> str:
        """A short word for the whole trace."""
        return hashlib.sha256("\n".join(self.trace).encode()).hexdigest()[:16]


class Broken(Exception):
    """Something is not as it must be."""


class Evening:
    """The evening while it goes on."""

    def __init__(self, wire: WireDiscord, network: Network, database: Path, outcome: Outcome) -> None:
        self.wire, self.network, self.outcome = wire, network, outcome
        self._database = database
        self._quiet = outcome.seed % QUIET_EVERY == 0
        self._dice = Random(f"evening {outcome.seed}")
        self.host = Host(network, database, outcome.seed)
        self.watch = Watch(self)
        self.people = People(self, Random(f"people {outcome.seed}"))
        self.club = Club(self, self.people, Random(f"club {outcome.seed}"))
        self.trouble = Trouble(self, Random(f"trouble {outcome.seed}"))

    # ---- what the others ask

    @property
    def ready(self) -> bool:
        """True while a press reaches a bot that has come up."""
        bot = self.host.bot
        up = (
            self.host.up
            and not self.host.stopping
            and bot is not None
            and bot.is_ready()
            and not bot.is_closed()
        )
        return up and self.wire.gateway.connected

    def tables(self) -> list[Table]:
        """Every table that the newest process knows, closed ones too."""
        bot = self.host.bot
        return list(bot.room._tables.values()) if bot is not None else []

    @contextlib.contextmanager
    def books(self) -> Iterator[sqlite3.Connection]:
        """The database as it is now, to be read only."""
        with contextlib.closing(sqlite3.connect(f"{self._database.as_uri()}?mode=ro", uri=True)) as books:
            yield books

    def note(self, line: str) -> None:
        """Write a line of the trace."""
        self.outcome.trace.append(f"{asyncio.get_running_loop().time():10.3f}  {line}")

    # ---- the course of an evening

    async def play(self, steps: int) -> None:
        """All of it; ``Broken`` at the first thing that is not as it must be."""
        self.host.start()
        await asyncio.sleep(START_SECONDS)
        await self._begin()
        for number in range(1, steps + 1):
            self.outcome.steps = number
            do = self._dice.choices(*self._doings())[0]
            self.note(f"{number}. {do()}")
            self.people.look()
            await asyncio.sleep(self._dice.choice(SHORT_PAUSES if self._quiet else PAUSES))
            self._check()
            if number % CALM_EVERY == 0:
                await self._calm()
        await self._end()

    async def _begin(self) -> None:
        """A table with some people at it; on some evenings also a night that opens by itself."""
        if self._dice.random() < 0.7:
            self.note(self.club.do_schedule())
        self.note(self.people.do_open())
        for _ in range(OPENING_ROUNDS):
            await asyncio.sleep(4)
            if not self.people.busy:
                break
        for _ in range(self._dice.randrange(2, 7)):
            await asyncio.sleep(4)
            self.note(self.people.do_seat())

    def _doings(self) -> tuple[list[Callable[[], str]], list[float]]:
        people, club, trouble = self.people, self.club, self.trouble
        weights: dict[Callable[[], str], float] = {
            people.do_play: 30,
            people.do_seat: 14,
            people.do_open: 2,
            people.do_anything: 8,
            people.do_type: 5,
            people.do_chips: 3,
            people.do_manage: 1,
            people.do_talk: 1,
            trouble.do_fail: 5,
            trouble.do_cut: 1.5,
            trouble.do_kill: 1.5,
            trouble.do_restart: 0.5,
            trouble.do_jump: 0.5,
            trouble.do_delete: 1,
            trouble.do_channel: 0.2,
            trouble.do_forbid: 0.4,
            trouble.do_direct: 1,
            trouble.do_leave: 0.6,
        }
        around: dict[Callable[[], str], float] = {
            club.do_night: 4,
            club.do_answer: 4,
            club.do_season: 1,
            club.do_read: 4,
            club.do_file: 2.5,
            club.do_settings: 3,
            club.do_privacy: 1.5,
            club.do_practice: 0.7,
            club.do_house_rules: 2,
        }
        club_evening = self.outcome.seed % QUIET_EVERY == CLUB
        weights |= {do: (5 if club_evening else 0.5) * weight for do, weight in around.items()}
        if club_evening:
            weights |= {trouble.do_kill: 5, trouble.do_restart: 2}
        if self._quiet:
            rare = {do: weight / 20 for do, weight in weights.items()}
            weights = {**rare, people.do_play: 60, people.do_seat: 5, people.do_anything: 1}
        return list(weights), list(weights.values())

    async def _calm(self) -> None:
        """All trouble is over for a while: everything comes to rest in its newest state."""
        await self.trouble.over()
        await asyncio.sleep(4 if self.ready else START_SECONDS)
        rests = 0  # a turn may change at any moment: look when nothing has been under way for a while,
        for _ in range(40):  # for Discord's gateway has let the bot in before the bot hears of it
            await asyncio.sleep(0.5)
            rests = 0 if self._under_way() else rests + 1
            if rests == 2:
                break
        self._check(calm=not self._under_way())
        if not self._under_way():
            self.watch.found += not_newest(self)
            self._complain()

    async def _end(self) -> None:
        """Nobody does anything any more: every hand ends, the process too, and the books balance."""
        await self.trouble.over()
        for _ in range(LAST_HOURS * 6):
            await asyncio.sleep(600)
            self._check_time()
        self._check(end=True)
        for table in self.tables():
            slow = table.state.terms.practice is not None  # nobody waits there for who is away
            if table.state.phase is Phase.HAND and not table.closed and not slow:
                raise Broken(f"a hand at table {table.state.number} does not end")
        await self.stop_cleanly()
        report = await audit.run(self._database)
        self.note(f"{report.hands} hands, {report.transfers} transfers, {report.chips} chips")
        self.outcome.hands = report.hands
        if not report.clean:
            raise Broken(f"the audit: {report.violations[0]}")
        self._complain()

    async def stop_cleanly(self) -> None:
        """End the process as a signal does: nothing of it is left."""
        program = self.host.program
        await self.host.stop()
        await asyncio.sleep(LEFT_SECONDS_MOST)
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        for task in program.running():
            if "__timeout_task_impl" not in repr(task):  # discord.py's, of forms
                raise Broken(f"a task is left behind: {task!r}")

    # ---- what is checked

    def _check_time(self) -> None:
        """What is due while nobody does anything."""
        with self.books() as books:
            self.watch.found += self.watch.nights.check(books)
        self._check_tasks()
        self._complain()

    def _check(self, *, calm: bool = False, end: bool = False) -> None:
        """What must hold at any moment."""
        watch = self.watch
        watch.note_hands()
        watch.found += [f"the process ended: {error!r}" for error in self.host.died_of]
        watch.check_answers()
        watch.check_books(calm=calm, end=end)
        watch.check_tables()
        self._check_tasks()
        self.note(self._state())
        self._complain()
        self._check_dependence()

    def _check_tasks(self) -> None:
        """None is left behind that nobody waits for any more."""
        if self.host.up:
            self.watch.found += [
                f"a task does not end: {task!r}"
                for task in self.host.program.older_than(TASK_SECONDS_MOST)
                if task is not self.host.main
            ]

    def _complain(self) -> None:
        if self.watch.found:
            raise Broken(self.watch.found[0])

    def _state(self) -> str:
        """The tables in a line."""
        found = []
        for table in self.tables():
            state, live = table.state, table.state.live
            stacks = ",".join(f"{seat}:{one.stack}" for seat, one in sorted(state.sittings.items()))
            hand = f" hand {live.number}/{live.actions}" if live is not None else ""
            found.append(f"{state.number} {state.phase.value}{hand} [{stacks}]")
        return f"   {'up' if self.ready else 'down'}, {self.wire.calls.total} calls. " + "; ".join(found)

    def _under_way(self) -> bool:
        """True while the bot is at work on something."""
        busy = any(
            one.lock.locked() or one.screen.drawn < one.screen.wanted or one.hidden._tasks or one._tasks
            for one in self.tables()
        )
        return busy or not self.ready or self.people.busy

    def _check_dependence(self) -> None:
        for table in self.tables():
            found = secrecy.depends_on_hidden(table, self._dice)
            if found is not None:
                raise Broken(found)


def play(seed: int, steps: int = STEPS) -> Outcome:
    """Play one evening."""
    outcome = Outcome(seed)
    in_memory = str(MEMORY) if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=in_memory) as folder:
        with asyncio.Runner(loop_factory=VirtualLoop) as loop:
            loop.run(_play(outcome, Path(folder) / "dealer.db", steps))
        with _quiet():
            gc.collect()  # what is left of killed processes complains now, not in the next evening
    return outcome


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Nothing is looked at any more: no log, no warning."""
    quiet = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings(), mock.patch.object(sys, "unraisablehook", lambda _: None):
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(quiet)


async def _play(outcome: Outcome, database: Path, steps: int) -> None:
    async with _discord(outcome.seed) as (wire, network):
        evening = Evening(wire, network, database, outcome)
        root = logging.getLogger()
        root.addHandler(evening.watch)
        with own_world(outcome.seed, evening.host.clock.now, evening.watch.hands.note):
            try:
                async with asyncio.timeout(EVENING_SECONDS_MOST):
                    await evening.play(steps)
            except (Broken, TimeoutError) as broken:
                outcome.problem = str(broken) or "the evening does not end"
                evening.note(f"BROKEN: {outcome.problem}")
            finally:
                root.removeHandler(evening.watch)
                await _bury(evening)


async def _bury(evening: Evening) -> None:
    """Let everything end."""
    with _quiet():
        evening.wire.rest.closing.set()
        if evening.host.up:
            evening.host.kill()
        evening.host.stopping = True  # no process that ends now is followed by another
        for program in evening.host.programs:
            await program.bury()


def _make_servers(world: World) -> None:
    """Some hold a role of the server; and there is another one, in which everybody is called otherwise."""
    backend, home = world.backend, world.guild
    role = backend.create_role(home.id, ROLE)
    for name in NAMES[2:4]:
        backend.add_member_role(home.id, world.user(name).id, role.id)
    elsewhere = backend.create_guild("Elsewhere", owner_id=world.user(NAMES[1]).id)
    for name in NAMES:
        if name != NAMES[1]:
            backend.add_member(elsewhere.id, world.user(name).id)
        backend.edit_member(elsewhere.id, world.user(name).id, {"nick": f"{name}{OF_ELSEWHERE}"})
    backend.create_channel(elsewhere.id, ELSEWHERE)


@contextlib.asynccontextmanager
async def _discord(seed: int) -> AsyncIterator[tuple[WireDiscord, Network]]:
    """An offline Discord on the loop's time, and the way to it."""
    world = World.new(players=NAMES, channels=CHANNELS, clock=DiscordClock())
    _make_servers(world)
    wire = WireDiscord(world, heartbeat_milliseconds=10**9)
    loop = asyncio.get_running_loop()
    wire.limiter = wire.rest.limiter = Limiter(enabled=Random(f"limits {seed}").random() < 0.5, now=loop.time)
    runner = web.AppRunner(wire.application(), access_log=None, shutdown_timeout=0.2)
    await runner.setup()
    assert runner.server is not None
    wire.gateway.url = wire.gateway_url
    point_discord_at(wire)
    try:
        yield wire, Network(runner.server, Random(f"network {seed}"))
    finally:
        wire.rest.closing.set()
        await wire.gateway.drop(code=1001)
        await runner.cleanup()
