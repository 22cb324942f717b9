"""Keeps the game nights: one timer, and at each look everything that is due is done, once.

Each look reads what is stored and asks ``schedule`` what is due, so it does not matter how often and when
the bot was down. A step is committed before it is done: who looks again, in this process or in the next one,
finds it there.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime, timedelta
from typing import Final

import discord

from bot.clock import Clock, TimerHandle, from_ms, to_ms
from bot.locale import say
from bot.nights import running, topups
from bot.nights.board import Board
from bot.nights.desk import NightDesk, rule_of, upcoming
from bot.nights.events import Events
from bot.nights.post import NightPost
from bot.nights.schedule import Step, due, next_step
from bot.nights.telling import Telling, tell_host
from bot.show.night import title
from bot.store import Refused, Store, Tx, night_posts, nights
from bot.store.nights import NightRow, SeriesRow
from bot.tables.people import Refusal
from bot.tables.room import Room

log = logging.getLogger(__name__)

LOOK_EVERY: Final = timedelta(hours=1)
TRY_AGAIN: Final = timedelta(minutes=1)
LOOK_WHILE_CLOSING: Final = timedelta(seconds=5)


class Nights:
    """The nights of all servers."""

    def __init__(self, *, store: Store, clock: Clock, client: discord.Client, room: Room) -> None:
        self.desk = NightDesk(store, clock, client, room, NightPost(client))
        self.board = Board(self.desk)
        self.telling = Telling(self.desk, self._posted)
        self.events = Events(self.desk, self.board.changed)
        self._timer: TimerHandle | None = None
        self._looking: asyncio.Task[None] | None = None
        self._again = self._closed = False
        self._told_hosts: set[int] = set()

    async def start(self) -> None:
        """When the gateway is up and the tables are back: do what is due, and show what may have changed."""
        for row in await self.desk.store.read(nights.going_on):
            self.board.changed(row.night_id)
            if row.state == nights.CLOSING:
                await running.close_tables(self.desk, row.night_id)
        await self.events.start()
        self.poke()

    async def show_anew(self, server_id: int) -> None:
        """Redraw a server's announcements: they speak another language now."""
        for row in await self.desk.store.read(lambda tx: nights.going_on(tx, server_id)):
            self.board.changed(row.night_id)

    async def close(self) -> None:
        """The process ends."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
        for part in (self.board, self.telling, self.events):
            await part.close()

    @property
    def is_busy(self) -> bool:
        """True while something is being done or sent."""
        return self._is_looking() or any(part.is_busy for part in (self.board, self.telling, self.events))

    def _is_looking(self) -> bool:
        return self._looking is not None and not self._looking.done()

    def poke(self) -> None:
        """Something has changed: look now."""
        if self._closed:
            return
        if self._is_looking():
            self._again = True
            return
        if self._timer is not None:
            self._timer.cancel()
        self._looking = asyncio.create_task(self._look_until_done())
        self._looking.add_done_callback(_looked)

    def _posted(self, night_id: int, what: str) -> None:
        if what == "announcement":
            self.poke()  # for the event

    # ---- looking

    async def _look_until_done(self) -> None:
        wake = self.desk.clock.now() + TRY_AGAIN
        try:
            while True:
                self._again = False
                wake = await self._look()
                if not self._again and wake > self.desk.clock.now():
                    break
        finally:
            if not self._closed:
                self._timer = self.desk.clock.call_at(wake, self.poke)

    async def _look(self) -> datetime:
        """Do what is due; when to look again."""
        now = self.desk.clock.now()
        wakes = [now + LOOK_EVERY]
        for series in await self.desk.store.read(nights.all_series):
            wakes.append(await self._make_dates(series))
        for row in await self.desk.store.read(nights.going_on):
            wakes.append(await self._care_for(row))
        for row, post in await self.desk.store.read(night_posts.open_posts):
            if self.desk.here(row.server_id):
                self.telling.deliver(row, post)
                wakes.append(now + TRY_AGAIN)
        await topups.top_up_all(self.desk)
        return max(min(wakes), now + timedelta(seconds=1))

    async def _make_dates(self, series: SeriesRow) -> datetime:
        """Give every date that is near or past its row; when the next one is near."""
        now, rule = self.desk.clock.now(), rule_of(series)
        lead = timedelta(minutes=max(series.announce_minutes, series.remind_minutes))
        rows = await self.desk.store.read(lambda tx: nights.of_series(tx, series.series_id))
        known = {row.date for row in rows}
        made = from_ms(series.made_at_ms)
        days = [day for day in due(rule, (), made, now + lead) if day.isoformat() not in known]

        async def job(tx: Tx) -> None:
            for day in days:
                await nights.night_of(tx, series, day.isoformat(), to_ms(rule.instant(day)))

        if days:
            await self.desk.store.write(job)
        return next(rule.instant(day) - lead for day in rule.dates(now + lead + timedelta(seconds=1)))

    async def _care_for(self, row: NightRow) -> datetime:
        """Do what is due about one night; when to look at it again."""
        now = self.desk.clock.now()
        if row.state in (nights.OPEN, nights.CLOSING):
            return await self._run(row)
        reminder = await self.desk.store.read(lambda tx: night_posts.post(tx, row.night_id, "reminder"))
        step, when = next_step(upcoming(row, reminded=reminder is not None), now)
        here = self.desk.here(row.server_id)
        if step is Step.WAIT:
            if here:
                self.events.care_for(row)
            return when
        if not here and step is not Step.MISS:
            return now + TRY_AGAIN
        try:
            await self._do(step, row)
        except Refused as error:
            if error.code != "night_not_in_that_state":
                raise
        if step is Step.OPEN:  # perhaps that did not work
            return now + TRY_AGAIN
        self._again = True
        return now

    async def _do(self, step: Step, row: NightRow) -> None:
        match step:
            case Step.ANNOUNCE:
                await self._announce(row)
            case Step.REMIND:
                await self._remind(row)
            case Step.OPEN:
                await self._open(row)
            case Step.MISS:
                await self._miss(row)

    async def _announce(self, row: NightRow) -> None:
        async def job(tx: Tx) -> None:
            await nights.set_state(tx, row.night_id, nights.ANNOUNCED)
            await night_posts.intend(tx, row.night_id, "announcement")

        await self.desk.store.write(job)
        self.telling.intended(row.night_id, "announcement")

    async def _remind(self, row: NightRow) -> None:
        await self.desk.store.write(lambda tx: night_posts.intend(tx, row.night_id, "reminder"))
        self.telling.intended(row.night_id, "reminder")

    async def _open(self, row: NightRow) -> None:
        host = await running.host_of(self.desk, row)
        try:
            if host is None:
                raise Refusal(say("nobody is there who could host it."))
            await running.begin(self.desk, row, host, calls=True)
        except Refusal as refused:
            log.warning("a night cannot begin night=%s reason=%s", row.night_id, refused)
            if row.night_id not in self._told_hosts:
                self._told_hosts.add(row.night_id)
                await tell_host(self.desk, row, running.cannot_begin(title(row.name), refused.text))
            return
        self.telling.intended(row.night_id, "call")
        self.board.changed(row.night_id)

    async def _miss(self, row: NightRow) -> None:
        """Its time is long past: it will not be. Of several dates in a row only the last one is told."""
        now_ms = to_ms(self.desk.clock.now())

        async def job(tx: Tx) -> None:
            await nights.set_state(tx, row.night_id, nights.MISSED)
            others = [] if row.series_id is None else await nights.of_series(tx, row.series_id)
            if not any(row.planned_at_ms < other.planned_at_ms <= now_ms for other in others):
                await night_posts.intend(tx, row.night_id, "missed")

        await self.desk.store.write(job)
        self.board.changed(row.night_id)
        await self.events.sweep()

    async def _run(self, row: NightRow) -> datetime:
        """A night that has begun: it ends when nobody plays, and is over when its tables are closed."""
        now = self.desk.clock.now()
        if row.state == nights.OPEN:
            until = await running.quiet_until(self.desk, row)
            if now < until:
                return until
            await running.end(self.desk, row.night_id)
        summary = self.telling.summary is not None
        if not await running.finish(self.desk, row.night_id, summary=summary):
            return now + LOOK_WHILE_CLOSING
        if summary:
            self.telling.intended(row.night_id, "summary")
        self.board.changed(row.night_id)
        self._again = True
        return now


def _looked(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("game nights could not be looked after", exc_info=error)
