"""Forgetting people who ask for it, once nothing of theirs is in play, and hands that were kept long enough.

Who asks gets up from every table at once, in a hand at its end as everybody who leaves. When he has no seat
any more his chips go to the house and his row is emptied. The wish is stored first, so that a restart goes
on with it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from datetime import timedelta
from typing import Any, Final

from bot.clock import Clock, TimerHandle
from bot.nights.keeper import Nights
from bot.store import Refused, Store, Tx, nights, players, privacy, tables
from bot.store.players import PlayerRow
from bot.tables import hosting, seating
from bot.tables.people import Person, Refusal
from bot.tables.room import Room
from bot.tables.table import Table

log = logging.getLogger(__name__)

LOOK_AGAIN: Final = timedelta(seconds=10)  # while somebody who has asked still sits somewhere
EMPTY_EVERY: Final = timedelta(hours=1)


class Farewells:
    """Those of all servers of one process."""

    def __init__(self, store: Store, clock: Clock, room: Room, nights: Nights) -> None:
        self._store, self._clock, self._room, self._nights = store, clock, room, nights
        self._timers: dict[str, TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def start(self) -> None:
        """When the tables are back: go on with what was asked, and empty old hands.

        Not where the process has been closed while they came back.
        """
        self._begin(self._see_off())
        self._begin(self._empty())

    async def close(self) -> None:
        """The process ends; what was asked stays stored."""
        self._closed = True
        for timer in self._timers.values():
            timer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def ask(self, rows: list[PlayerRow]) -> bool:
        """Forget these rows of one person; True when that is done, False where a hand goes on yet."""

        async def job(tx: Tx) -> None:
            for row in rows:
                await privacy.ask(tx, row.player_id)

        await self._store.write(job)
        left = await self._forget_who_can()
        return not {row.player_id for row in rows} & {row.player_id for row in left}

    # ---- those who have asked

    async def _see_off(self) -> None:
        await self._forget_who_can()

    async def _forget_who_can(self) -> list[PlayerRow]:
        """Let all who have asked get up, and forget who has no seat; who still has one."""
        left = []
        for row in await self._store.read(privacy.asked):
            for table in self._room.everywhere():
                if table.state.books_id == row.server_id and row.user_id is not None:
                    await _get_up(table, row, row.user_id)
            if not await self._forget(row):
                left.append(row)
        if left:
            self._later("see off", LOOK_AGAIN, self._see_off)
        return left

    async def _forget(self, row: PlayerRow) -> bool:
        """Empty the row; False where the person has a seat yet."""

        async def job(tx: Tx) -> list[int]:
            answered = await nights.answered_by(tx, row.player_id)
            await players.forget(tx, row.player_id)
            return answered

        try:
            answered = await self._store.write(job)
        except Refused as error:
            if error.code != "seated_already":
                raise
            return False
        for night_id in answered:
            self._nights.board.changed(night_id)
        log.info("a person was forgotten player=%s", row.player_id)
        return True

    # ---- hands that were kept long enough

    async def _empty(self) -> None:
        emptied = 0
        while (found := await self._store.write(privacy.empty_old_hands)) > 0:
            emptied += found
        if emptied:
            log.info("old hands were emptied count=%s", emptied)
        self._later("empty", EMPTY_EVERY, self._empty)

    # ---- time

    def _later(self, what: str, how_long: timedelta, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        if (timer := self._timers.pop(what, None)) is not None:
            timer.cancel()
        self._timers[what] = self._clock.call_at(self._clock.now() + how_long, lambda: self._begin(work()))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        if self._closed:
            work.close()
            return
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("farewells could not be looked after", exc_info=error)
            self._later("see off", LOOK_AGAIN, self._see_off)


async def _get_up(table: Table, row: PlayerRow, user_id: int) -> None:
    """Leave that table as by /table leave, and lead it no longer."""
    person = Person(table.state.server_id, user_id, row.name, row.locale)
    with suppress(Refusal):  # he has no seat there, or is leaving already
        await seating.leave(table, person, None)
    async with table.lock:
        state = table.state
        if table.closed or state.closing or not state.is_host(user_id) or state.of_user(user_id) is not None:
            return
        people = sorted(seat for seat, one in state.sittings.items() if not one.is_house)
        if not people:
            await hosting.close_now_or_after(table, None)
            return
        host = state.sittings[people[0]].player_id
        await table.desk.store.write(lambda tx: tables.set_host(tx, state.table_id, host))
        state.host_player_id, state.opener_name, state.opener_ids = host, "", (0, 0)
        table.changed(None)
