"""The list of those who wait for a seat: who is in it, and how a free seat is offered, one after another.

Every free seat is kept for one who waits, in order. The first is asked by one line in the channel that
mentions him; it goes away when he has answered or his time is over, then the next one is asked.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from bot.clock import TimerHandle
from bot.locale import Text, say
from bot.show.names import safe_name
from bot.show.offer import offer_message
from bot.store import Tx, players, waiting
from bot.tables.people import Person, Refusal
from bot.tables.post import REQUEST_FAILED
from bot.tables.screen import Carrier
from bot.tables.state import TableState, Waiter
from bot.tables.surely import in_the_end

if TYPE_CHECKING:
    from bot.tables.table import Table

log = logging.getLogger(__name__)

OFFER_TIME: Final = timedelta(seconds=60)
WAITERS_MOST: Final = 20


class NoSeat(Refusal):
    """There is no seat for that person now, but a place in the list. ``waits``: he has one already."""

    def __init__(self, text: Text, *, waits: bool) -> None:
        super().__init__(text)
        self.waits = waits


def check_seat(state: TableState, user_id: int) -> None:
    """NoSeat where every free seat is kept for others."""
    free = len(state.free_seats())
    place = next((n for n, one in enumerate(state.waiting) if one.user_id == user_id), None)
    if (len(state.waiting) if place is None else place) < free:
        return
    if place is not None:
        text = say("You wait for a seat, at place {place}. You are asked when it is free.", place=place + 1)
    elif free:
        first = safe_name(state.waiting[0].name)
        text = say("The free seat is kept for {name}, who has waited for it.", name=first)
    else:
        text = say("Every seat is taken.")
    raise NoSeat(text, waits=place is not None)


class WaitingList:
    """The list of one table, its offers and their time."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._timer: TimerHandle | None = None
        self._asking = False

    # ---- what people wish

    async def wait(self, person: Person, carrier: Carrier | None) -> Text:
        """Put a person at the end of the list; Refusal where he needs no place."""
        table = self._table
        async with table.lock:
            state, join = table.state, table.label("join")
            if state.of_user(person.user_id) is not None:
                raise Refusal(say("You have a seat at this table already."))
            try:
                check_seat(state, person.user_id)
            except NoSeat as refused:
                if refused.waits:
                    raise
            else:
                raise Refusal(say("A seat is free: press {button}.", button=join))
            if len(state.waiting) >= WAITERS_MOST:
                raise Refusal(say("The list is full: {most} wait already.", most=WAITERS_MOST))

            async def job(tx: Tx) -> Waiter:
                row = await players.seen(tx, state.books_id, person.user_id, person.name, person.locale)
                await waiting.add(tx, state.table_id, row.player_id)
                return Waiter(row.player_id, person.user_id, person.name)

            state.waiting = (*state.waiting, await table.desk.store.write(job))
            table.changed(carrier)
            return say(
                "You wait at place {place}. When a seat is free you are asked here in the channel and "
                "have {seconds} s to press {button}.",
                place=len(state.waiting),
                seconds=int(OFFER_TIME.total_seconds()),
                button=join,
            )

    async def give_up(self, person: Person, carrier: Carrier | None) -> Text:
        """Take a person off the list."""
        table = self._table
        async with table.lock:
            mine = next((one for one in table.state.waiting if one.user_id == person.user_id), None)
            if mine is None:
                raise Refusal(say("You do not wait for a seat at this table."))
            await self.remove(mine.player_id)
            table.changed(carrier)
            return say("You do not wait for a seat any more.")

    # ---- what becomes of the list

    async def remove(self, player_id: int) -> None:
        """Take somebody off the list. Holds the lock."""
        table = self._table
        await table.desk.store.write(lambda tx: waiting.remove(tx, table.id, player_id))
        self.forget(player_id)

    def forget(self, player_id: int) -> None:
        """The same where the store knows it already: he sits down."""
        state = self._table.state
        for one in state.waiting:
            if one.player_id == player_id:
                self._answered(one)
        state.waiting = tuple(one for one in state.waiting if one.player_id != player_id)

    def look(self) -> None:
        """Something has changed: ask the first one where a seat is free. Never waits."""
        state = self._table.state
        if self._table.closed and state.waiting:
            for one in state.waiting:
                self._answered(one)
            state.waiting = ()
        if self._may_ask() and not self._asking:
            self._asking = True
            self._table.spawn(self._ask())

    def after_restart(self) -> None:
        """A line that still stands is of the former process: ask anew."""
        state = self._table.state
        for one in state.waiting:
            self._answered(one)
        state.waiting = tuple(Waiter(one.player_id, one.user_id, one.name) for one in state.waiting)
        self.look()

    def stop(self) -> None:
        """The process ends."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _may_ask(self) -> bool:
        state, screen = self._table.state, self._table.screen
        return (
            bool(state.waiting)
            and self._timer is None
            and not (self._table.closed or state.closing or screen.is_stuck)
            and bool(state.free_seats())
        )

    async def _ask(self) -> None:
        table = self._table
        try:
            async with table.lock:
                if not self._may_ask():
                    return
                state, first = table.state, table.state.waiting[0]
                until = self._start_clock(first.player_id)
            locale = table.desk.server_locale(state.server_id)
            view = offer_message(table.id, state.number, first.user_id, until, locale)
            nonce = f"seat:{table.id}:{first.player_id}:{int(until.timestamp()) % 10**6}"
            try:
                message_id = await table.desk.post.send_offer(state.channel_id, first.user_id, view, nonce)
            except REQUEST_FAILED as error:
                log.info("a free seat could not be offered table=%s error=%r", table.id, error)
                self.stop()
                return
            async with table.lock:
                await self._asked(first, message_id)
        finally:
            self._asking = False

    async def _asked(self, first: Waiter, message_id: int) -> None:
        """The line stands: remember it, or take it away where he has answered meanwhile. Holds the lock."""
        table = self._table
        asked = Waiter(first.player_id, first.user_id, first.name, message_id)
        if first not in table.state.waiting:
            self._delete(asked)
            return
        table.state.waiting = tuple(asked if one == first else one for one in table.state.waiting)
        await table.desk.store.write(
            lambda tx: waiting.set_message(tx, table.id, first.player_id, message_id)
        )

    def _start_clock(self, player_id: int) -> datetime:
        clock = self._table.desk.clock
        until = clock.now() + OFFER_TIME
        table = self._table
        self._timer = clock.call_at(
            until, lambda: table.spawn(in_the_end(table, lambda: self._time_up(player_id)))
        )
        return until

    async def _time_up(self, player_id: int) -> None:
        table = self._table
        async with table.lock:
            self._timer = None
            if not table.state.waiting or table.state.waiting[0].player_id != player_id:
                return
            if table.clock.stands:  # his press could not have arrived
                self._start_clock(player_id)
                return
            await self.remove(player_id)
            table.changed(None)

    def _answered(self, one: Waiter) -> None:
        """His line goes away, and the next one may be asked."""
        if one == self._table.state.waiting[0]:
            self.stop()
        self._delete(one)

    def _delete(self, one: Waiter) -> None:
        post, channel_id = self._table.desk.post, self._table.state.channel_id
        if one.message_id and not self._table.lost_channel:
            self._table.spawn(post.delete(channel_id, one.message_id))
