"""An evening: the real client, room, cogs and store, on an offline Discord and a clock moved by hand."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from bot.charts import Chart
from bot.client import DealerBot
from bot.rehearsal.seen import Answer, Seen
from bot.rehearsal.wire import WireDiscord, point_discord_at
from bot.store import Store, Tx, ledger, players
from bot.tables.room import Room
from bot.tables.state import LiveHand, Sitting
from bot.tables.table import Table
from cogs import make_cogs
from engine.game import Game, Turn
from engine.games import GAMES
from tests.bot.manual_clock import ManualClock

SECRET = b"a secret that only tests know...."
CHANNEL = "card-room"
PNG = b"\x89PNG\r\n\x1a\n"  # how a picture begins
POLL_SECONDS = 0.003  # for what changes in the bot alone
UNTIL_SECONDS = 5.0
QUIET_POLLS, QUIET_POLLS_BUSY = 3, 60

Found = TypeVar("Found")


class Evening:
    """The bot's parts, and what people do in short words."""

    store: Store
    bot: DealerBot

    def __init__(
        self, wire: WireDiscord, database: Path, seed: int, games: Mapping[str, Game], secret: bytes
    ) -> None:
        self.wire, self.clock = wire, ManualClock()
        self._database, self._games, self._secret = database, games, secret
        self._chance = random.Random(seed)
        self._open = contextlib.AsyncExitStack()

    # ---- the bot's process

    async def start(self, *, wait: bool = True) -> None:
        """Connect the bot to this Discord, with this database."""
        clock, chance = self.clock, self._chance
        self.store = store = await self._open.enter_async_context(Store.open(self._database, clock=clock))
        self.bot = DealerBot(
            clock=clock,
            store=store,
            room=lambda client: Room(
                store=store,
                clock=clock,
                discord=client,
                secret=self._secret,
                chance=chance,
                games=self._games,
            ),
            cogs=lambda client: make_cogs(client, store),
            guild_ready_seconds=0.02,
        )
        task = asyncio.create_task(self.bot.start("rehearsal"))
        self._open.push_async_callback(asyncio.wait, [task])
        self._open.push_async_callback(self.bot.close)
        if wait:
            await self.until(lambda: self.wire.gateway.connected and self.bot.is_ready())

    async def stop(self) -> None:
        """End the bot's process; whatever it was doing is left undone."""
        await self._open.aclose()

    async def restart(self) -> None:
        """End the process and start another, which finds Discord and the database as they are."""
        await self.stop()
        await self.start()

    async def until(self, condition: Callable[[], Found | None]) -> Found:
        """Wait until a condition gives something true, and return that; TimeoutError if it never does.

        Who waits for the clock meanwhile (a new DM channel in two seconds) need not.
        """
        changes = self.wire.world.backend.changes
        async with asyncio.timeout(UNTIL_SECONDS):
            while not (found := condition()):
                await self.clock.wake()
                await changes.after(changes.version, timeout_seconds=POLL_SECONDS)
        return found

    async def rest(self) -> None:
        """Let the bot come to rest: nothing is sent and nothing is stored any more for a moment.

        A longer moment where it is still at work on something, which may be held up by a fault.
        """
        calls, quiet = self.wire.calls, 0
        while quiet < (QUIET_POLLS_BUSY if self._is_busy() else QUIET_POLLS):
            mark = (calls.total, self.store.jobs)
            await asyncio.sleep(POLL_SECONDS)
            quiet = quiet + 1 if mark == (calls.total, self.store.jobs) else 0

    def _is_busy(self) -> bool:
        if self.room.desk.around.open_questions or self.bot.nights.is_busy:
            return True
        return any(
            one.lock.locked() or one._tasks or one.hidden._tasks or one.screen.drawn < one.screen.wanted
            for one in self.tables
        )

    # ---- seeing

    @property
    def room(self) -> Room:
        """All tables."""
        return self.bot.room

    @property
    def tables(self) -> list[Table]:
        """The open tables by number."""
        return self.room.of_server(self.wire.world.guild.id)

    @property
    def table(self) -> Table:
        """The one table of the evening."""
        (table,) = self.tables
        return table

    @property
    def screen(self) -> Seen:
        """The table's message as it is now."""
        return self.seen(self.table.screen.message_id)

    def seen(self, message_id: int) -> Seen:
        """A message of the table's channel."""
        channel = self.table.state.channel_id
        return next(one for one in self.wire.messages(channel) if one.id == message_id)

    async def drawn(self) -> Seen:
        """The table's message once its newest state is on it."""
        await self.until(lambda: self.tables)
        screen = self.table.screen
        await self.until(lambda: screen.message_id and screen.drawn == screen.wanted)
        return self.screen

    @property
    def live(self) -> LiveHand:
        """The hand on the table."""
        live = self.table.state.live
        assert live is not None
        return live

    @property
    def turn(self) -> Turn:
        """The decision that is awaited."""
        turn = self.live.hand.turn
        assert turn is not None
        return turn

    @property
    def on_turn(self) -> str:
        """Who is awaited."""
        sitting = self.live.sitting(self.turn.seats[0])
        assert sitting is not None
        return sitting.name

    def labels(self) -> list[str]:
        """What stands on the buttons of the table's message."""
        return [button.label for button in self.screen.buttons]

    def sitting(self, name: str) -> Sitting:
        """Somebody's sitting at the table."""
        return next(one for one in self.table.state.sittings.values() if one.name == name)

    def stacks(self) -> dict[str, int]:
        """Every stack on the table, by name."""
        return {one.name: one.stack for one in self.table.state.sittings.values()}

    async def wallet(self, name: str) -> int:
        """What somebody has in his wallet."""
        server_id, user_id = self.wire.world.guild.id, self.wire.world.user(name).id

        async def job(tx: Tx) -> int:
            player = await players.by_user(tx, server_id, user_id)
            assert player is not None
            return await ledger.wallet_balance(tx, player.player_id)

        return await self.store.read(job)

    def cards_sent(self, name: str, hand: int) -> list[Seen]:
        """The direct messages that brought somebody's cards of that hand."""
        return [one for one in self.wire.dm(name) if f"hand {hand}" in one.text]

    def live_messages(self) -> list[Seen]:
        """The messages of the table's channel that have buttons."""
        return [one for one in self.wire.messages(self.table.state.channel_id) if one.buttons]

    # ---- doing

    async def open_table(self, host: str = "Ann", where: str = CHANNEL, **options: Any) -> Seen:
        """/table open, then Open on the private panel."""
        before = len(self.tables)
        answer = await self.wire.slash(host, where, "table open", **options)
        await self.wire.click(host, answer.messages[-1], "Open the table")
        await self.until(lambda: len(self.tables) > before)
        screen = self.tables[-1].screen
        await self.until(lambda: screen.message_id and screen.drawn == screen.wanted)
        channel = self.wire.messages(where)
        return next(one for one in channel if one.id == screen.message_id)

    async def sit(self, *names: str, chips: int = 100) -> None:
        """Join with the button, and send the form with that buy-in."""
        for name in names:
            form = await self.wire.click(name, await self.drawn(), "Join")
            answer = await self.wire.submit(name, form, {form.fields[0].custom_id: str(chips)})
            await self.until(lambda answer=answer: answer.private)  # type: ignore[misc]
        await self.drawn()

    def charts_become(self, picture: bytes | None) -> list[Chart]:
        """What is to be drawn from now on; each comes out as that picture, with None as none.

        The process that draws has its own tests, and takes its time to start.
        """
        charts: list[Chart] = []

        async def draw(chart: Chart) -> bytes | None:
            charts.append(chart)
            return picture

        self.bot.charts.draw = draw  # type: ignore[method-assign]
        return charts

    async def press(self, name: str, label: str) -> Answer:
        """Press a button of the table's message, when it is drawn."""
        return await self.wire.click(name, await self.drawn(), label)

    async def command(self, name: str, command: str, /, **options: Any) -> str:
        """Type a command in the table's channel; what is answered."""
        where = self.table.state.channel_id if len(self.tables) == 1 else CHANNEL
        typed = asyncio.create_task(self.wire.slash(name, where, command, **options))
        await self.until(typed.done)
        answer = typed.result()
        await self.until(lambda: answer.text or answer.modal)
        return answer.text

    async def deal(self, name: str = "Ann") -> None:
        """Press Deal and wait for the first turn, and until the cards are sent."""
        await self.press(name, "Deal")
        await self.dealt()

    async def dealt(self) -> None:
        """Wait until a hand is on the table and its cards have gone out."""
        await self.until(lambda: self.table.state.phase == "hand")
        await self.drawn()
        await self.rest()

    async def act(self, *labels: str) -> Answer:
        """Who is on turn presses the first of these buttons that is there."""
        message = await self.drawn()
        there = [button.label for button in message.buttons]
        found = (text for label in labels for text in there if text.startswith(label))
        return await self.wire.click(self.on_turn, message, next(found))

    async def play_out(self, *labels: str) -> None:
        """Press these until the hand is over."""
        while self.table.state.phase == "hand":
            await self.act(*(labels or ("Check", "Call")))
        await self.drawn()

    async def time_passes(self, seconds: float) -> None:
        """Move the clock, then let the bot come to rest."""
        await self.clock.advance(seconds)
        await self.rest()


@contextlib.asynccontextmanager
async def evening(
    wire: WireDiscord,
    database: Path,
    *,
    seed: int = 1,
    games: Mapping[str, Game] = GAMES,
    secret: bytes = SECRET,
    begins: datetime | None = None,
) -> AsyncIterator[Evening]:
    """The bot connected to that Discord with that database; closed cleanly at the end.

    ``begins``: its clock, where a process with a clock of its own goes on with the database.
    """
    point_discord_at(wire)
    made = Evening(wire, database, seed, games, secret)
    if begins is not None:
        made.clock = ManualClock(begins)
    try:
        await made.start()
        yield made
    finally:
        await made.stop()
