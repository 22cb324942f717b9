"""An evening: the production client, room, cogs and store, on an offline Discord and a clock moved by hand."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

from bot.client import DealerBot
from bot.rehearsal.seen import Answer, Seen
from bot.rehearsal.wire import WireDiscord, point_discord_at
from bot.store import Store
from bot.tables.room import Room
from bot.tables.table import Table
from cogs import make_cogs
from engine.game import Game
from engine.games import GAMES
from tests.bot.manual_clock import ManualClock

SECRET = b"a secret that only tests know...."
CHANNEL = "card-room"


class Evening:
    """The bot's parts, and what people do in short words."""

    def __init__(self, wire: WireDiscord, clock: ManualClock, store: Store, bot: DealerBot) -> None:
        self.wire, self.clock, self.store, self.bot = wire, clock, store, bot

    @property
    def room(self) -> Room:
        """All tables."""
        room = self.bot.room
        assert isinstance(room, Room)
        return room

    @property
    def table(self) -> Table:
        """The one table of the evening."""
        (table,) = self.room.of_server(self.wire.world.guild.id)
        return table

    # ---- seeing

    @property
    def screen(self) -> Seen:
        """The table's message as it is now."""
        message_id = self.table.screen.message_id
        return next(one for one in self.wire.messages(CHANNEL) if one.id == message_id)

    async def drawn(self) -> Seen:
        """The table's message once its newest state is on it."""
        screen = self.table.screen
        await self.wire.until(lambda: screen.message_id and screen.drawn == screen.wanted)
        return self.screen

    def labels(self) -> list[str]:
        """What stands on the buttons of the table's message."""
        return [button.label for button in self.screen.buttons]

    def name_on_turn(self) -> str:
        """Who is awaited."""
        live = self.table.state.live
        assert live is not None and live.hand.turn is not None
        sitting = live.sitting(live.hand.turn.seats[0])
        assert sitting is not None
        return sitting.name

    # ---- doing

    async def open_table(self, host: str = "Ann", **options: object) -> Seen:
        """/table open, then Open on the private panel."""
        answer = await self.wire.slash(host, CHANNEL, "table open", **options)
        await self.wire.click(host, answer.messages[-1], "Open the table")
        await self.wire.until(lambda: self.room.of_server(self.wire.world.guild.id))
        return await self.drawn()

    async def sit(self, *names: str, chips: int = 100) -> None:
        """Join, and send the form with that buy-in."""
        for name in names:
            form = await self.wire.click(name, await self.drawn(), "Join")
            field = form.fields[0].custom_id
            await self.wire.submit(name, form, {field: str(chips)})
            await self.clock.advance(2.0)  # one new DM channel in two seconds
            await self.wire.until(lambda name=name: self.wire.dm(name) or name in self._closed)  # type: ignore[misc]

    @property
    def _closed(self) -> set[str]:
        world = self.wire.world
        return {name for name in ("Ann", "Boris", "Carol", "Dana") if world.user(name).id in world.dms_closed}

    async def press(self, name: str, label: str) -> Answer:
        """Press a button of the table's message, when it is drawn."""
        return await self.wire.click(name, await self.drawn(), label)

    async def deal(self, name: str = "Ann") -> None:
        """Press Deal and wait for the first turn."""
        await self.press(name, "Deal")
        await self.wire.until(lambda: self.table.state.phase == "hand")
        await self.drawn()

    async def act(self, *labels: str) -> Answer:
        """Who is on turn presses the first of these buttons that is there."""
        message = await self.drawn()
        there = [button.label for button in message.buttons]
        label = next(one for one in labels if any(text.startswith(one) for text in there))
        full = next(text for text in there if text.startswith(label))
        return await self.wire.click(self.name_on_turn(), message, full)

    async def play_out(self, *labels: str) -> None:
        """Press these until the hand is over."""
        while self.table.state.phase == "hand":
            await self.act(*(labels or ("Check", "Call")))
        await self.drawn()


@contextlib.asynccontextmanager
async def evening(
    wire: WireDiscord,
    database: Path,
    clock: ManualClock | None = None,
    *,
    seed: int = 1,
    games: Mapping[str, Game] = GAMES,
    secret: bytes = SECRET,
) -> AsyncIterator[Evening]:
    """The bot connected to that Discord with that database; closed cleanly at the end."""
    point_discord_at(wire)
    clock = clock or ManualClock()
    async with Store.open(database, clock=clock) as store:
        bot = DealerBot(
            clock=clock,
            store=store,
            room=lambda client: Room(
                store=store,
                clock=clock,
                discord=client,
                secret=secret,
                chance=random.Random(seed),
                games=games,
            ),
            cogs=lambda client: make_cogs(client, store),
        )
        task = asyncio.create_task(bot.start("rehearsal"))
        try:
            await wire.until(lambda: wire.gateway.connected and bot.is_ready())
            yield Evening(wire, clock, store, bot)
        finally:
            await bot.close()
            await asyncio.wait([task])
