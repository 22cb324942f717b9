"""A table's clock: the decision time of a turn, its nudge, and the countdown to the next deal.

It stands still while nobody could act anyway: the gateway is down, or the turn cannot be shown.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from bot.clock import TimerHandle
from bot.locale import say
from bot.show.scene import Phase
from bot.tables import dealing, hosting, mixed, turns
from bot.tables.state import TableState
from bot.tables.surely import in_the_end
from engine.game import ANSWER

if TYPE_CHECKING:
    from bot.tables.table import Table

PAUSE_MOST: Final = timedelta(minutes=30)  # then a paused table goes on by itself
HURRY_PAUSE_SECONDS: Final = 4
GRACE: Final = timedelta(seconds=2)  # a press that was made in time counts when it arrives so late


def _pause_seconds(state: TableState) -> int:
    """Until the next deal; longer where its dealer has to pick the game, short where all are in a hurry."""
    terms = state.terms
    if mixed.awaits_pick(state):
        return terms.turn_seconds
    hurry = terms.practice is not None and terms.practice.hurry
    return min(terms.pause_seconds, HURRY_PAUSE_SECONDS) if hurry else terms.pause_seconds


class TurnClock:
    """The timers of one table. Changes ``deadline`` in the table's state."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._timer: TimerHandle | None = None
        self._nudge_timer: TimerHandle | None = None
        self._nudge_message = 0
        self._gateway_up = True
        self._over_at = 0.0  # by the clock's seconds: when the turn's time is over
        self.stands = False

    def start(self) -> None:
        """A fresh decision time for the present turn, or the countdown to the next deal or a pause's end."""
        self.stop()
        if self.stands:
            return
        state = self._table.state
        live = state.live
        if state.phase is Phase.HAND and live is not None and live.hand.turn is not None:
            self._table.house.awaited(live, live.hand.turn)
            if state.awaits_people():
                self._start_turn(live.hand_id, live.hand.turn.number)
        elif state.phase is Phase.PAUSE and state.is_enough():
            self._count_down(timedelta(seconds=_pause_seconds(state)), dealing.deal_by_itself)
        elif state.phase is Phase.PAUSED:
            stood = self._table.desk.clock.now() - (state.paused_at or self._table.desk.clock.now())
            left = min(PAUSE_MOST, max(PAUSE_MOST - stood, timedelta()))  # whatever the computer is set to
            self._count_down(left, hosting.resume_by_itself)

    def _count_down(self, time: timedelta, then: Callable[[Table], Coroutine[Any, Any, None]]) -> None:
        table, clock = self._table, self._table.desk.clock
        table.state.deadline = clock.now() + time
        self._timer = clock.call_at(
            table.state.deadline, lambda: table.spawn(in_the_end(table, lambda: then(table)))
        )

    def _start_turn(self, hand_id: int, number: int) -> None:
        state, clock = self._table.state, self._table.desk.clock
        self._arm(hand_id, number, state.terms.turn_seconds)
        if state.terms.nudge_seconds:
            at = clock.now() + timedelta(seconds=state.terms.nudge_seconds)
            self._nudge_timer = clock.call_at(at, lambda: self._table.spawn(self._nudge(hand_id, number)))

    def _arm(self, hand_id: int, number: int, seconds_left: float) -> None:
        table, clock = self._table, self._table.desk.clock
        table.state.deadline = deadline = clock.now() + timedelta(seconds=seconds_left)
        self._over_at = clock.seconds() + seconds_left
        if self._timer is not None:
            self._timer.cancel()
        self._timer = clock.call_at(
            deadline + GRACE,
            lambda: table.spawn(in_the_end(table, lambda: turns.time_up(table, hand_id, number, deadline))),
        )

    def extend(self, by: timedelta) -> None:
        """More time for the turn that runs."""
        state = self._table.state
        assert state.deadline is not None and state.live is not None and state.live.hand.turn is not None
        left = self._over_at - self._table.desk.clock.seconds()  # what the deadline says if no clock was set
        self._arm(state.live.hand_id, state.live.hand.turn.number, left + by.total_seconds())

    def stop(self) -> None:
        """No timer runs; the nudge of a turn that is over goes away."""
        for timer in (self._timer, self._nudge_timer):
            if timer is not None:
                timer.cancel()
        self._timer = self._nudge_timer = None
        self._table.house.stop()
        self._table.state.deadline = None
        if self._nudge_message:
            message, self._nudge_message = self._nudge_message, 0
            self._table.spawn(self._table.desk.post.delete(self._table.state.channel_id, message))

    # ---- outages

    def gateway(self, *, up: bool) -> None:
        """Presses arrive no more, or again."""
        self._gateway_up = up
        if up:
            self.go_on()
        else:
            self.stand_still()

    def stand_still(self, *, quiet: bool = False) -> None:
        """Nobody's time runs. ``quiet``: without a request, so that a nudge stays where it is."""
        if quiet:
            self._nudge_message = 0
        if not self.stands:
            self.stands = True
            self.stop()

    def go_on(self) -> None:
        """A fresh decision time, where presses arrive and the turn can be shown."""
        table = self._table
        if self.stands and self._gateway_up and not table.screen.is_stuck:
            self.stands = False
            self.start()
            if table.state.deadline is not None:
                table.screen.changed()

    async def _nudge(self, hand_id: int, number: int) -> None:
        """One line that mentions who is on turn; it goes away when he has acted."""
        table = self._table
        live, post = table.state.live, table.desk.post
        turn = live.hand.turn if live else None
        if not self.runs(hand_id, number) or live is None or turn is None or len(turn.seats) > 1:
            return
        sitting = live.sitting(turn.seats[0])
        if sitting is None or not sitting.user_id:
            return
        locale = table.desk.server_locale(table.state.server_id)
        link = f"https://discord.com/channels/{table.state.server_id}/{table.state.channel_id}"
        params = {"user_id": sitting.user_id, "link": f"{link}/{table.screen.message_id}"}
        words = say("<@{user_id}>, it is your turn: {link}", **params)
        if turn.kind == ANSWER:
            words = say("<@{user_id}>, you are asked for a side show: {link}", **params)
        text = words.to(locale)
        message = await post.send_nudge(
            table.state.channel_id, sitting.user_id, text, f"turn:{hand_id}:{number}"
        )
        if self.runs(hand_id, number):
            self._nudge_message = message
        else:
            await post.delete(table.state.channel_id, message)

    def runs(self, hand_id: int, number: int) -> bool:
        """True while that turn is awaited and its time runs."""
        state = self._table.state
        turn = state.live.hand.turn if state.live else None
        return (
            state.phase is Phase.HAND
            and not self.stands
            and state.live is not None
            and turn is not None
            and (state.live.hand_id, turn.number) == (hand_id, number)
        )
