"""The announcements: answers are stored first, then shown, several within three seconds by one edit.

The message is days old by then, and Discord allows few edits of old messages: a press is used to redraw it
where none was drawn just before, and an edit that is refused for their number waits longer each time.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import Final

import discord

from bot.clock import TimerHandle
from bot.discord_codes import LOST, TOO_MANY_OLD_EDITS, UNKNOWN_MESSAGE
from bot.nights.desk import NightDesk
from bot.show.night import NightScene, announcement
from bot.store import StoreError, Tx, night_posts, nights
from bot.tables.post import REQUEST_FAILED

log = logging.getLogger(__name__)

JOIN_FOR: Final = timedelta(seconds=3)
RETRY_AFTER: Final = (timedelta(seconds=30), timedelta(minutes=2), timedelta(minutes=10))


class Board:
    """Redraws the announcements of all nights."""

    def __init__(self, desk: NightDesk) -> None:
        self._desk = desk
        self._timers: dict[int, TimerHandle] = {}
        self._stale: set[int] = set()  # nights whose announcement does not show the newest state
        self._tasks: set[asyncio.Task[None]] = set()
        self._failures: dict[int, int] = {}

    def changed(self, night_id: int) -> None:
        """Show the newest state soon."""
        self._stale.add(night_id)
        if night_id not in self._timers:
            self._wait(night_id, JOIN_FOR)

    def take_press(self, night_id: int) -> bool:
        """True where a press shall be answered by the redrawn message; its newest state counts as drawn."""
        if night_id in self._timers:
            self._stale.add(night_id)
            return False
        self._stale.discard(night_id)
        self._wait(night_id, JOIN_FOR)
        return True

    @property
    def is_busy(self) -> bool:
        """True while a request is under way."""
        return bool(self._tasks)

    async def close(self) -> None:
        """The process ends."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _wait(self, night_id: int, how_long: timedelta) -> None:
        clock = self._desk.clock
        self._timers[night_id] = clock.call_at(clock.now() + how_long, lambda: self._due(night_id))

    def _due(self, night_id: int) -> None:
        self._timers.pop(night_id, None)
        if night_id not in self._stale:
            return
        self._stale.discard(night_id)
        self._wait(night_id, JOIN_FOR)  # what changes while it is drawn is joined too
        task = asyncio.create_task(self._draw(night_id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _draw(self, night_id: int) -> None:
        desk = self._desk

        async def job(tx: Tx) -> tuple[NightScene, int, int] | None:
            row = await nights.get(tx, night_id)
            post = await night_posts.post(tx, night_id, "announcement")
            if post is None or post.message_id is None or not desk.here(row.server_id):
                return None
            return await desk.scene(tx, row), post.message_id, row.server_id

        try:
            found = await desk.store.read(job)
            if found is None:
                return
            scene, message_id, server_id = found
            view = announcement(scene, desk.locale(server_id))
            await desk.post.edit(scene.channel_id, message_id, view)
        except StoreError as error:
            log.info("an announcement could not be read night=%s error=%r", night_id, error)
        except REQUEST_FAILED as error:
            self._failed(night_id, error)
        else:
            self._failures.pop(night_id, None)

    def _failed(self, night_id: int, error: Exception) -> None:
        log.info("an announcement is not redrawn night=%s error=%r", night_id, error)
        code = error.code if isinstance(error, discord.HTTPException) else 0
        count = self._failures.get(night_id, 0)
        if code == UNKNOWN_MESSAGE or code in LOST or count >= len(RETRY_AFTER):
            self._failures.pop(night_id, None)
            return
        self._failures[night_id] = count + 1
        self._stale.add(night_id)
        timer = self._timers.pop(night_id, None)
        if timer is not None:
            timer.cancel()
        wait = RETRY_AFTER[-1] if code == TOO_MANY_OLD_EDITS else RETRY_AFTER[count]
        self._wait(night_id, wait)
