"""A turn beyond its actions: its time runs out, somebody takes more of it, the winner shows his hand."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from bot.locale import say
from bot.show.refusals import action_refused, not_your_turn
from bot.show.scene import Phase
from bot.tables import members
from bot.tables.people import Person, Refusal
from bot.tables.play import SILENCE, Move
from bot.tables.screen import Carrier
from bot.tables.state import LiveHand, public_events
from engine.errors import IllegalAction
from engine.game import OFFER, Turn

if TYPE_CHECKING:
    from bot.tables.table import Table

EXTENSION: Final = timedelta(seconds=30)


def _awaited(table: Table, hand_id: int, number: int) -> tuple[LiveHand, Turn] | None:
    """That turn, None where it is over or its time does not run."""
    live = table.state.live
    turn = live.hand.turn if live else None
    if live is None or turn is None or not table.clock.runs(hand_id, number):
        return None
    return live, turn


async def time_up(table: Table, hand_id: int, number: int, deadline: datetime) -> None:
    """Silence counts as the word of rule P3, for everybody who is still awaited until that ``deadline``.

    Who has left the server misses nothing: he is gone, and leaves at the hand's end. Nor does who lets an
    offer pass that was made to several: nobody waits for him alone.
    """
    if _awaited(table, hand_id, number) is None:
        return
    names = await members.ask(table, on_turn=True)
    async with table.lock:
        found = _awaited(table, hand_id, number)
        if found is None or table.state.deadline != deadline:  # more was taken, or the clock began afresh
            return
        live, turn = found
        awaited = [seat for seat in turn.seats if not table.state.is_house(seat)]
        gone = [one for one in await members.learn(table, names) if one.seat in awaited]
        await members.mark_gone(table, gone)
        left = {one.seat for one in gone}
        moves = tuple(
            Move(live.hand.silence(seat), "absent" if seat in left else SILENCE) for seat in awaited
        )
        missed = () if turn.kind == OFFER else tuple(seat for seat in awaited if seat not in left)
        await table.play_and_show(live, moves, None, missed)


async def extend(table: Table, person: Person, hand_id: int, carrier: Carrier | None) -> None:
    """Thirty more seconds for who is on turn, once in a hand."""
    async with table.lock:
        live = table.hand_in_play(hand_id)
        seat, turn = table.seat_in(live, person), live.hand.turn
        if turn is None or seat not in turn.seats:
            raise Refusal(not_your_turn(table.scene()))
        if table.state.deadline is None:
            raise Refusal(say("The clock stands still at present, so you have all the time you need."))
        if live.extended:
            raise Refusal(say("The extra 30 seconds of this hand are used already."))
        table.state.live = replace(live, extended=True)
        table.clock.extend(EXTENSION)
        table.changed(carrier)


async def reveal(table: Table, person: Person, hand_id: int, carrier: Carrier | None) -> None:
    """Who won because all others left shows his hand, until the next deal (rule A2.7)."""
    async with table.lock:
        live, mine = table.state.live, table.sitting_of(person)
        if live is None or live.hand_id != hand_id or table.state.phase is not Phase.PAUSE:
            raise Refusal(say("That hand is off the table already."))
        try:
            step = live.hand.show(mine.seat)
        except IllegalAction as error:
            raise Refusal(action_refused(error, table.scene(), mine.seat, table.label("see"))) from error
        events = (*live.events, *public_events(step.events))
        table.state.live = replace(live, hand=step.hand, events=events)
        table.changed(carrier)
