"""What is posted about a night: intended in the store first, then sent, then remembered, each once.

A crash may fall anywhere: what was intended and has no message is looked for in the channel by the component
that it carries, and sent only where it is not there. What has become pointless meanwhile is given up.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Final

import discord
from discord import ui

from bot.clock import from_ms
from bot.discord_codes import LOST
from bot.locale import Text
from bot.nights.desk import NightDesk
from bot.show import night as show
from bot.store import StoreError, Tx, night_posts, nights, players
from bot.store.night_posts import PostRow
from bot.store.nights import AnswerRow, NightRow
from bot.tables.post import REQUEST_FAILED

log = logging.getLogger(__name__)

STALE: Final = timedelta(days=1)  # a line about a night that is so long ago helps nobody

# Sends the summary of a night that is over under a nonce, and gives its message's id. The view's first text
# carries the component id ``show.mark(night_id, "summary")``.
SendSummary = Callable[[NightRow, str], Awaitable[int]]


class Telling:
    """Sends what is intended. ``on_posted`` is told of each night and word that was."""

    def __init__(self, desk: NightDesk, on_posted: Callable[[int, str], None]) -> None:
        self._desk, self._on_posted = desk, on_posted
        self._fresh: set[tuple[int, str]] = set()
        self._tasks: dict[tuple[int, str], asyncio.Task[None]] = {}
        self.summary: SendSummary | None = None  # None: nights end without one

    def intended(self, night_id: int, what: str) -> None:
        """Just committed by this process: it cannot have been sent yet."""
        self._fresh.add((night_id, what))

    def deliver(self, row: NightRow, post: PostRow) -> None:
        """See that it is sent. Never waits."""
        key = (row.night_id, post.what)
        if key not in self._tasks:
            self._tasks[key] = task = asyncio.create_task(self._deliver(row, post))
            task.add_done_callback(lambda done: self._over(key, done))

    @property
    def is_busy(self) -> bool:
        """True while a request is under way."""
        return bool(self._tasks)

    async def close(self) -> None:
        """The process ends; what was not sent is sent by the next one."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _over(self, key: tuple[int, str], task: asyncio.Task[None]) -> None:
        del self._tasks[key]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a night's message was not sent night=%s what=%s", *key, exc_info=error)

    async def _deliver(self, row: NightRow, post: PostRow) -> None:
        key = (row.night_id, post.what)
        message_id = None
        try:
            if key in self._fresh:
                self._fresh.discard(key)
            else:
                since = from_ms(post.intended_ms)
                component = show.mark(row.night_id, post.what)
                message_id = await self._desk.post.find(row.channel_id, component, since)
            if message_id is None:
                message_id = await self._send(row, post)
        except (*REQUEST_FAILED, StoreError) as error:
            log.warning("a night's message is not sent night=%s what=%s error=%r", *key, error)
            lost = isinstance(error, discord.HTTPException) and error.code in LOST
            if not lost:
                return  # the keeper comes again
        sent = message_id
        await self._desk.store.write(lambda tx: night_posts.posted(tx, row.night_id, post.what, sent))
        self._on_posted(*key)

    async def _send(self, row: NightRow, post: PostRow) -> int | None:
        """Send it; None where it has become pointless, or there is nobody to tell it."""
        desk, what = self._desk, post.what
        nonce = f"{row.night_id}:{what[:3]}:{post.intended_ms % 10**10}"
        if what == "summary":
            return None if self.summary is None else await self.summary(row, nonce)

        async def job(tx: Tx) -> tuple[NightRow, show.NightScene, list[AnswerRow]]:
            now_row = await nights.get(tx, row.night_id)
            return now_row, await desk.scene(tx, now_row), await nights.answers(tx, row.night_id)

        now_row, scene, answers = await desk.store.read(job)
        if not self._fits(now_row, post):
            return None
        drawn = await self._draft(now_row, scene, answers, what)
        if drawn is None:
            return None
        view, user_ids = drawn
        return await desk.post.send(row.channel_id, view, nonce, user_ids[: show.MENTIONS_MOST])

    def _fits(self, row: NightRow, post: PostRow) -> bool:
        now, planned = self._desk.clock.now(), from_ms(row.planned_at_ms)
        match post.what:
            case "announcement":
                return row.state == nights.ANNOUNCED
            case "reminder":
                return row.state == nights.ANNOUNCED and now < planned
            case "call":
                return row.state == nights.OPEN
            case _:
                return now - from_ms(post.intended_ms) < STALE

    async def _draft(
        self, row: NightRow, scene: show.NightScene, answers: list[AnswerRow], what: str
    ) -> tuple[ui.LayoutView, list[int]] | None:
        locale = self._desk.locale(row.server_id)
        yes = [one.user_id for one in answers if one.answer == "yes"]
        coming = [one for one in answers if one.answer != "no"]
        match what:
            case "announcement":
                return show.announcement(scene, locale), []
            case "reminder":
                mentioned = [one.user_id for one in coming if not await self._by_dm(scene, row, one)]
                return (show.reminder(scene, mentioned, locale), mentioned) if mentioned else None
            case "call":
                return show.call(scene, yes, locale), yes
            case _:
                told = [one.user_id for one in coming]
                return show.line(scene, what, told, locale), told

    async def _by_dm(self, scene: show.NightScene, row: NightRow, one: AnswerRow) -> bool:
        """Remind somebody who wishes it by direct message; False where the channel has to do it."""
        if not one.remind_by_dm:
            return False
        desk = self._desk
        text = show.reminder_dm(scene, desk.room.desk.server_name(row.server_id)).to(one.locale)
        try:
            channel_id = await desk.room.mailbox.channel(one.player_id, one.user_id)
            nonce = f"{row.night_id}:{one.player_id}:{row.planned_at_ms % 10**8}"
            await desk.room.desk.post.send_dm(channel_id, text, nonce[:25], silent=False)
        except REQUEST_FAILED as error:
            log.info("a player takes no reminder player=%s error=%r", one.player_id, error)
            return False
        return True


async def tell_host(desk: NightDesk, row: NightRow, text: Text) -> None:
    """One line to who is responsible for a night, by direct message; nothing where it does not arrive."""
    host = await desk.store.read(lambda tx: players.get(tx, row.host_player_id))
    if host.user_id is None:
        return
    try:
        channel_id = await desk.room.mailbox.channel(host.player_id, host.user_id)
        nonce = f"h{row.night_id}:{row.planned_at_ms % 10**8}"
        await desk.room.desk.post.send_dm(channel_id, text.to(host.locale), nonce, silent=False)
    except REQUEST_FAILED as error:
        log.info("a host takes no messages player=%s error=%r", host.player_id, error)
