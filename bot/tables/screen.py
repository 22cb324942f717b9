"""The one public message of a table, kept in order.

The screen has a version that is wanted and one that is drawn, and one request under way at a time. A
press hands over its interaction as a carrier: answering it redraws the message at no cost. Carriers of
another message, or overtaken by a newer one, are acknowledged empty. A carrier that fails or takes too
long is dropped and an ordinary edit brings the newest state; should its request land late after all,
the message is drawn once more.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from datetime import timedelta
from typing import Any, Final, Protocol

import discord

from bot.clock import Clock, to_ms
from bot.discord_codes import ALREADY_ANSWERED, LOST, UNKNOWN_INTERACTION, UNKNOWN_MESSAGE
from bot.tables.post import NOBODY, REQUEST_FAILED, Post, Sheet

log = logging.getLogger(__name__)

CARRY_SECONDS_MAX: Final = 2.0
EDIT_SECONDS_MAX: Final = 10.0
RETRY_SECONDS: Final = (5, 10, 20, 40, 60)


class Carrier:
    """An interaction that wants its answer: by a redrawn message, or empty."""

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        self._interaction = interaction
        self.taken = False

    @property
    def message_id(self) -> int:
        """The message that was pressed, 0 where there is none (a slash command)."""
        message = self._interaction.message
        return message.id if message is not None else 0

    @property
    def is_late(self) -> bool:
        """True where it can carry no picture any more: it has its answer, or gets another one."""
        return self._interaction.response.is_done()

    async def redraw(self, sheet: Sheet, standing: str | None) -> None:
        """Answer with the redrawn message (callback type 7), on which the picture of that name stands."""
        try:
            await self._interaction.response.edit_message(
                view=sheet.view, allowed_mentions=NOBODY, **sheet.attachments(standing)
            )
        except discord.HTTPException as error:
            if error.code != ALREADY_ANSWERED:  # else: the first try did arrive
                raise

    async def acknowledge(self) -> None:
        """Answer empty (callback type 6)."""
        try:
            await self._interaction.response.defer()
        except discord.HTTPException as error:
            if error.code != ALREADY_ANSWERED:
                raise

    async def give_up(self, error: BaseException | None) -> None:
        """The redrawn message did not arrive: answer empty, unless that comes too late as well."""
        if not (isinstance(error, discord.HTTPException) and error.code == UNKNOWN_INTERACTION):
            await self.acknowledge()


class Watcher(Protocol):
    """Who must know how the screen fares: its table."""

    @property
    def id(self) -> int:
        """The table's id: two tables of a channel never post under one nonce."""

    async def moved(self, message_id: int) -> None:
        """The table's message is now this one."""

    def shown(self) -> None:
        """The newest state stands on the message."""

    def stuck(self) -> None:
        """The newest state cannot be shown at present; the screen goes on trying."""

    def lost(self, error: discord.HTTPException) -> None:
        """The channel is gone or the bot may not write there."""


class Easel(Protocol):
    """Who draws what the screen shows: the table's album."""

    async def ready(self) -> None:
        """Wait a moment for the picture of the newest state, where it has one."""

    def sheet(self) -> Sheet:
        """The newest state as a message, built fresh."""

    def refuse(self) -> None:
        """Discord does not take that picture: from now on do without it."""


class Screen:
    """One table's message. ``message_id`` 0: none posted yet. ``picture``: the file on it, None: unknown."""

    def __init__(
        self, post: Post, clock: Clock, channel_id: int, message_id: int, watcher: Watcher, easel: Easel
    ) -> None:
        self._post, self._clock, self._watcher, self._easel = post, clock, watcher, easel
        self.picture: str | None = None
        self.channel_id, self.message_id = channel_id, message_id
        self.posted_at = clock.now()
        self.messages_below = 0
        self.wanted = self.drawn = 0
        self.is_stuck = False
        self._carriers: list[Carrier] = []
        self._wire = asyncio.Lock()  # one request about the message at a time
        self._turning = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._worker: asyncio.Task[None] | None = None
        self._retry: Any = None
        self._failures = 0
        self._waiters: list[tuple[int, asyncio.Future[bool]]] = []
        self._closed = False

    @property
    def is_turning(self) -> bool:
        """True while the table moves to a new message."""
        return self._turning

    # ---- what a table asks for

    def changed(self, carrier: Carrier | None = None) -> int:
        """The table has a new state, committed; returns its version. Never waits."""
        self.wanted += 1
        if carrier is not None:
            carrier.taken = True
            if self._turning or carrier.message_id != self.message_id:
                self._spawn(carrier.acknowledge())
            else:
                self._carriers.append(carrier)
        self._kick()
        return self.wanted

    async def until_shown(self, version: int) -> bool:
        """Wait until that version stands on the message: True; False where the screen was closed first."""
        if self.drawn >= version:
            return True
        if self._closed:
            return False
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiters.append((version, future))
        return await future

    async def turn_page(self, nonce: int, farewell: Sheet | None, carrier: Carrier | None = None) -> int:
        """Post the newest state as a new message and return its id; the former keeps ``farewell``.

        Raises what Discord answers where the message could not be posted.
        """
        self._turning = True
        try:
            if carrier is not None:
                carrier.taken = True
                if farewell is not None and carrier.message_id == self.message_id:
                    self._spawn(self._part(self.message_id, farewell, self.picture, carrier))
                    farewell = None
                else:
                    self._spawn(carrier.acknowledge())
            for waiting in self._carriers:
                self._spawn(waiting.acknowledge())
            self._carriers.clear()
            async with self._wire:
                former, standing = self.message_id, self.picture
                version = self.wanted
                await self._send(nonce)
                self._drawn(version)
        finally:
            self._turning = False
        if former and farewell is not None:
            self._spawn(self._part(former, farewell, standing))
        self._kick()
        return self.message_id

    async def close(self) -> None:
        """Stop drawing; what was not drawn is drawn after the next start."""
        self._closed = True
        if self._retry is not None:
            self._retry.cancel()
        tasks = [*self._tasks, *([self._worker] if self._worker else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for _, future in self._waiters:
            if not future.done():
                future.set_result(False)
        self._waiters.clear()

    # ---- the worker: runs only while there is something to draw

    def _kick(self) -> None:
        if self._closed or (self._worker is not None and not self._worker.done()):
            return
        self._worker = asyncio.create_task(self._work())
        self._worker.add_done_callback(_stopped)

    async def _work(self) -> None:
        while self._carriers or self._is_behind():
            await self._easel.ready()
            async with self._wire:
                if self._carriers:
                    await self._carry()
                elif self._is_behind():
                    await self._edit()

    def _is_behind(self) -> bool:
        return self.drawn < self.wanted and not self.is_stuck and not self._turning

    async def _carry(self) -> None:
        *overtaken, carrier = self._carriers
        self._carriers.clear()
        for older in overtaken:
            self._spawn(older.acknowledge())
        if carrier.is_late:
            return  # an edit brings it
        if carrier.message_id != self.message_id:
            self._spawn(carrier.acknowledge())
            return
        version, sheet, standing = self.wanted, self._easel.sheet(), self.picture
        self.picture = None  # until it is known what the request has done
        request = self._start(carrier.redraw(sheet, standing))
        done, _ = await asyncio.wait({request}, timeout=CARRY_SECONDS_MAX)
        if not done:
            self._spawn(self._landed_late(request, carrier))
        elif request.exception() is None:
            self.picture = sheet.picture_name
            self._drawn(version)
        else:
            error = request.exception()
            log.info("a carried redraw failed table_message=%s error=%r", self.message_id, error)
            if isinstance(error, discord.Forbidden):
                self._without_picture(sheet, standing, error)
            self._spawn(carrier.give_up(error))  # an edit brings the picture

    async def _landed_late(self, request: asyncio.Task[None], carrier: Carrier) -> None:
        (error,) = await asyncio.gather(request, return_exceptions=True)
        self.changed()
        if error is not None:
            await carrier.give_up(error)

    async def _edit(self) -> None:
        version, sheet, standing = self.wanted, self._easel.sheet(), self.picture
        try:
            if self.message_id:
                self.picture = None  # until it is known what the request has done
                async with asyncio.timeout(EDIT_SECONDS_MAX):  # nobody must wait for it in vain
                    await self._post.edit_table(self.channel_id, self.message_id, sheet, standing)
                self.picture = sheet.picture_name
            else:
                await self._replace()
        except discord.HTTPException as error:
            if error.code == UNKNOWN_MESSAGE:
                self.message_id = 0
            elif self._without_picture(sheet, standing, error):
                return
            else:
                self.failed(error)
        except REQUEST_FAILED as error:
            self.failed(error)
        else:
            self._drawn(version)

    async def _replace(self) -> None:
        """Post a message where the former is gone."""
        nonce = (to_ms(self._clock.now()) * 1000 + self._watcher.id % 1000) * 1000 + self.wanted % 1000
        await self._send(nonce)
        await self._watcher.moved(self.message_id)

    async def _send(self, nonce: int) -> None:
        """Post the newest state as a new message."""
        sheet = self._easel.sheet()
        try:
            message_id = await self._post.send_table(self.channel_id, sheet, nonce)
        except discord.HTTPException as error:
            if not self._without_picture(sheet, "", error):
                raise
            sheet = self._easel.sheet()
            message_id = await self._post.send_table(self.channel_id, sheet, nonce)
        self.message_id, self.picture = message_id, sheet.picture_name
        self.posted_at, self.messages_below = self._clock.now(), 0

    def _without_picture(self, sheet: Sheet, standing: str | None, error: discord.HTTPException) -> bool:
        """Give a picture up whose upload may be what Discord refuses; True where there was one."""
        if not sheet.picture_name or sheet.picture_name == standing:
            return False
        log.warning("a table is shown without its picture message=%s error=%r", self.message_id, error)
        self._easel.refuse()
        return True

    async def tidy(self, table_id: int) -> None:
        """Take the buttons off what a crash left: posts that were not stored, former messages.

        No post of this table is under way meanwhile, so whatever is not its message is a former one.
        """
        async with self._wire:
            former = await self._post.left_behind(self.channel_id, table_id, self.message_id)
            for message in former:
                await self._post.take_buttons(message)

    async def _part(
        self, message_id: int, farewell: Sheet, standing: str | None, carrier: Carrier | None = None
    ) -> None:
        """Give a former message its last picture, by the answer to its own press where there is one."""
        try:
            if carrier is not None:
                await carrier.redraw(farewell, standing)
        except (discord.InteractionResponded, *REQUEST_FAILED) as error:
            log.info("a carried farewell failed table_message=%s error=%r", message_id, error)
            if carrier is not None:
                self._spawn(carrier.give_up(error))
            carrier = None
        try:
            if carrier is None:
                await self._post.edit_table(self.channel_id, message_id, farewell, standing)
        except REQUEST_FAILED as error:  # it is only a record: no harm
            log.info("a former table message keeps its buttons message=%s error=%r", message_id, error)
        if message_id == self.message_id and not self._turning:
            self.picture = None
            self.changed()  # the page was not turned after all

    # ---- bookkeeping

    def _drawn(self, version: int) -> None:
        self.drawn = max(self.drawn, version)
        self._failures = 0
        self.is_stuck = False
        self._wake()
        if self.drawn == self.wanted:
            self._watcher.shown()

    def failed(self, error: Exception) -> None:
        """The newest state could not be shown: tell the table, try again later."""
        log.warning("the table cannot be shown message=%s error=%r", self.message_id, error)
        self.hold()
        seconds = RETRY_SECONDS[min(self._failures, len(RETRY_SECONDS) - 1)]
        self._failures += 1
        self._retry = self._clock.call_at(self._clock.now() + timedelta(seconds=seconds), self.try_again)
        if isinstance(error, discord.HTTPException) and error.code in LOST:
            self._watcher.lost(error)
        else:
            self._watcher.stuck()

    def hold(self) -> None:
        """Send nothing of itself until ``is_stuck`` is taken back."""
        self.is_stuck = True
        if self._retry is not None:
            self._retry.cancel()

    def gone(self) -> None:
        """Somebody deleted the message: post another."""
        self.message_id = 0
        self.changed()

    def try_again(self) -> None:
        """Draw again after a failure: by the retry timer, or because something changed for the better."""
        self.is_stuck = False
        self._kick()

    def _wake(self) -> None:
        """Tell those who wait for a version that is drawn now."""
        for version, future in self._waiters:
            if self.drawn >= version and not future.done():
                future.set_result(True)
        self._waiters = [(version, future) for version, future in self._waiters if not future.done()]

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        self._start(work).add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            log.info("an answer was not taken error=%r", error)


def _stopped(worker: asyncio.Task[None]) -> None:
    """A worker ends when all is drawn; by an error it must not, and the next change starts another."""
    if not worker.cancelled() and (error := worker.exception()) is not None:
        log.error("a table could not be drawn", exc_info=error)
