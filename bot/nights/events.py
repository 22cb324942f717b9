"""Discord's own scheduled events: one for each night that is announced, where the bot may create them.

A night may change, and the process may end, while Discord is at work on its event. So requests of one server
follow each other, each of them looks at the night anew, and at the start events that no night knows go.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from weakref import WeakValueDictionary

from bot.clock import from_ms, to_ms
from bot.nights.desk import NightDesk
from bot.nights.post import EVENT_NAME_MOST, EVENT_TEXT_MOST
from bot.nights.schedule import NIGHT_LENGTH
from bot.show.night import event_place, event_text, plain_title
from bot.show.words import clipped
from bot.store import StoreError, nights
from bot.store.nights import NightRow
from bot.tables.post import REQUEST_FAILED

log = logging.getLogger(__name__)


class Events:
    """Makes, moves and takes away events; one that cannot be made is done without."""

    def __init__(self, desk: NightDesk, changed: Callable[[int], None]) -> None:
        self._desk, self._changed = desk, changed
        self._shown: dict[int, int] = {}  # by night: the time that its event has, or was tried for
        self._alone = WeakValueDictionary[int, asyncio.Lock]()  # by server, while somebody holds or awaits it
        self._tasks: set[asyncio.Task[None]] = set()

    def care_for(self, row: NightRow) -> None:
        """See that an announced night has its event, at its time. Never waits."""
        if row.state != nights.ANNOUNCED or self._shown.get(row.night_id) == row.planned_at_ms:
            return
        if row.event_id is None and not self._desk.post.may_create_events(row.server_id):
            return
        self._shown[row.night_id] = row.planned_at_ms
        self._spawn(row.server_id, partial(self._keep, row.night_id))

    async def start(self) -> None:
        """When the bot is up: let events go whose ids were lost with the process, and those of ``sweep``."""
        now_ms = to_ms(self._desk.clock.now())
        rows = await self._desk.store.read(lambda tx: nights.without_event(tx, now_ms))
        for server_id in {row.server_id for row in rows}:
            if self._desk.here(server_id) and self._desk.post.may_create_events(server_id):
                self._spawn(server_id, partial(self._drop_lost, server_id))
        await self.sweep()

    async def sweep(self) -> None:
        """Take away the events of nights that will not be."""
        for row in await self._desk.store.read(nights.stale_events):
            if self._desk.here(row.server_id):
                self._spawn(row.server_id, partial(self._delete, row))

    @property
    def is_busy(self) -> bool:
        """True while a request is under way."""
        return bool(self._tasks)

    async def close(self) -> None:
        """The process ends."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _spawn(self, server_id: int, work: Callable[[], Awaitable[None]]) -> None:
        task = asyncio.create_task(self._try(server_id, work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _try(self, server_id: int, work: Callable[[], Awaitable[None]]) -> None:
        alone = self._alone.setdefault(server_id, asyncio.Lock())
        try:
            async with alone:
                await work()
        except (*REQUEST_FAILED, StoreError) as error:
            log.info("an event is not as its night server=%s error=%r", server_id, error)

    async def _keep(self, night_id: int) -> None:
        """Make or move the event of a night as it is now."""
        row = await self._desk.store.read(lambda tx: nights.get(tx, night_id))
        if row.state != nights.ANNOUNCED:
            return
        if row.event_id is not None:
            await self._move(row, row.event_id)
            return
        await self._make(row)
        row = await self._desk.store.read(lambda tx: nights.get(tx, night_id))
        if row.event_id is not None and row.state in (nights.CANCELLED, nights.MISSED):
            await self._delete(row)

    async def _drop_lost(self, server_id: int) -> None:
        """Take away events of ours that no night knows, but those that ``_make`` will find."""
        desk, now_ms = self._desk, to_ms(self._desk.clock.now())
        known = await desk.store.read(lambda tx: nights.event_ids(tx, server_id))
        rows = await desk.store.read(lambda tx: nights.without_event(tx, now_ms))
        wanted = {
            (self._name(row), from_ms(row.planned_at_ms))
            for row in rows
            if row.server_id == server_id and row.state == nights.ANNOUNCED
        }
        for event in await desk.post.own_events(server_id):
            if event.id not in known and (event.name, event.start_time) not in wanted:
                await desk.post.delete_event(server_id, event.id)

    def _name(self, row: NightRow) -> str:
        locale = self._desk.locale(row.server_id)
        return clipped(plain_title(row.name).to(locale), EVENT_NAME_MOST)

    async def _make(self, row: NightRow) -> None:
        desk, locale = self._desk, self._desk.locale(row.server_id)
        begins = from_ms(row.planned_at_ms)
        if begins <= desk.clock.now():
            return
        scene = await desk.store.read(lambda tx: desk.scene(tx, row))
        event_id = await desk.post.create_event(
            row.server_id,
            name=self._name(row),
            about=clipped(event_text(scene, locale), EVENT_TEXT_MOST),
            where=clipped(event_place(desk.channel_name(row.channel_id)), EVENT_NAME_MOST),
            begins=begins,
            ends=begins + NIGHT_LENGTH,
        )
        await desk.store.write(lambda tx: nights.set_event(tx, row.night_id, event_id))
        self._changed(row.night_id)

    async def _move(self, row: NightRow, event_id: int) -> None:
        begins = from_ms(row.planned_at_ms)
        await self._desk.post.move_event(row.server_id, event_id, begins, begins + NIGHT_LENGTH)

    async def _delete(self, row: NightRow) -> None:
        assert row.event_id is not None
        await self._desk.post.delete_event(row.server_id, row.event_id)
        await self._desk.store.write(lambda tx: nights.set_event(tx, row.night_id, None))
