"""What is done for the tables of all servers: what the gateway tells of their surroundings, and closing
those that nobody plays at or that nobody can reach any more.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from bot.clock import TimerHandle, from_ms
from bot.locale import say
from bot.show.scene import Phase
from bot.store import Tx, servers
from bot.tables import hosting
from bot.tables.post import REQUEST_FAILED
from bot.tables.surely import in_the_end
from bot.tables.voiding import NOT_SHOWN, SERVER_LOST

if TYPE_CHECKING:
    from bot.tables.room import Room
    from bot.tables.table import Table

log = logging.getLogger(__name__)

SWEEP_EVERY: Final = timedelta(minutes=10)
IDLE_MOST: Final = timedelta(hours=12)  # without a hand, out of the server, or without being shown


class Keeper:
    """Keeps the tables of one room."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._timer: TimerHandle | None = None
        self._sweeping: asyncio.Task[None] | None = None

    def start(self) -> None:
        """When all tables are back: close at once what has waited too long, then look again and again."""
        self._due()

    async def stop(self) -> None:
        """The process ends."""
        if self._timer is not None:
            self._timer.cancel()
        if self._sweeping is not None:
            self._sweeping.cancel()
            await asyncio.gather(self._sweeping, return_exceptions=True)

    # ---- what the gateway tells

    async def check_servers(self) -> None:
        """Tables of servers that the bot has left wait, those of servers that it is in again go on."""
        room, desk = self._room, self._room.desk
        by_server: dict[int, list[Table]] = {}
        for table in room.everywhere():
            by_server.setdefault(table.state.server_id, []).append(table)
        for server_id, found in by_server.items():
            here = desk.around.has_server(server_id)
            if not await self._note(server_id, here=here):
                continue
            log.info("server %s server=%s tables=%s", "back" if here else "left", server_id, len(found))
            for table in found:
                if here:
                    table.watch.server_back()
                else:
                    table.watch.server_left()

    async def _note(self, server_id: int, *, here: bool) -> bool:
        """Remember whether the bot is in a server; False where that was known."""
        store = self._room.desk.store
        if here == (await store.read(lambda tx: servers.left_at(tx, server_id)) is None):
            return False

        async def job(tx: Tx) -> None:
            await (servers.note_back if here else servers.note_left)(tx, server_id)

        await store.write(job)
        return True

    def server_reachable(self, server_id: int, *, reachable: bool) -> None:
        """A server's own outage: its clocks stand still, as in one of the gateway."""
        for table in self._room.of_server(server_id):
            table.clock.gateway(up=reachable)

    def channel_deleted(self, channel_id: int) -> None:
        """A channel or thread is no more."""
        for table in self._room.in_channel(channel_id):
            table.spawn(in_the_end(table, table.watch.channel_gone))

    def thread_changed(self, thread_id: int, *, archived: bool) -> None:
        """A thread was archived or opened again, or something else about it has changed."""
        for table in self._room.in_channel(thread_id):
            if archived:
                table.watch.archived()
            else:
                table.watch.look_again()

    def allowed_anew(self, server_id: int) -> None:
        """Permissions have changed somewhere in that server."""
        for table in self._room.of_server(server_id):
            table.watch.look_again()

    # ---- time

    def _due(self) -> None:
        clock = self._room.desk.clock
        self._timer = clock.call_at(clock.now() + SWEEP_EVERY, self._due)
        if self._sweeping is None or self._sweeping.done():
            self._sweeping = asyncio.create_task(self.sweep())
            self._sweeping.add_done_callback(_finished)

    async def sweep(self) -> None:
        """Close what nobody plays at or nobody can reach; forget what is closed."""
        await self.check_servers()
        for table in self._room.everywhere():
            await self._close_if_idle(table)
        await self._room.forget_closed()

    async def _close_if_idle(self, table: Table) -> None:
        desk, state = self._room.desk, table.state
        now = desk.clock.now()
        left_ms = await desk.store.read(lambda tx: servers.left_at(tx, state.server_id))
        if left_ms is not None and not desk.around.has_server(state.server_id):
            if now - from_ms(left_ms) > IDLE_MOST:
                await table.watch.give_up(SERVER_LOST)
            return
        stands = table.watch.stands_since
        if stands is not None and now - stands > IDLE_MOST:
            await table.watch.give_up(NOT_SHOWN)
            return
        async with table.lock:
            playing = state.phase is Phase.DEALING or (state.live and state.live.hand.result is None)
            last = state.last_hand_at or now
            if not (table.closed or playing) and now - last > IDLE_MOST:
                await hosting.close_now_or_after(table, None)
                told = hosting.what_becomes_of_chips(state)
                state.note = say("Nobody has played here for 12 hours. {chips}", chips=told)


def _finished(task: asyncio.Task[None]) -> None:
    if task.cancelled() or (error := task.exception()) is None:
        return
    quiet = isinstance(error, REQUEST_FAILED)
    log.log(logging.INFO if quiet else logging.ERROR, "tables could not be looked after", exc_info=error)
