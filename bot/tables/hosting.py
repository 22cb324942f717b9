"""What the host and the managers may do with a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.locale import ENGLISH, Text, say
from bot.show.names import safe_name
from bot.show.scene import Phase
from bot.store import Tx, hands, tables
from bot.tables import ending
from bot.tables.people import Person, Refusal
from bot.tables.screen import Carrier
from bot.tables.seating import get_up
from bot.tables.state import Sitting, TableState
from bot.tables.terms import write_settings
from bot.tables.voiding import TABLE_CLOSED

if TYPE_CHECKING:
    from bot.tables.table import Table


def check_may(table: Table, person: Person) -> None:
    """Refusal for who is neither the host nor a manager."""
    if not (person.manager or table.state.is_host(person.user_id)):
        raise Refusal(say("Only the table's host or a manager can do that."))


async def close(table: Table, person: Person, carrier: Carrier | None) -> Text:
    """Close the table: at once between hands, else when the hand is over; stacks go to the wallets."""
    async with table.lock:
        check_may(table, person)
        return await close_now_or_after(table, carrier)


async def close_now_or_after(table: Table, carrier: Carrier | None) -> Text:
    """As ``close``, for whoever decides it. Holds the lock."""
    state = table.state
    if table.closed:
        raise Refusal(say("This table is closed already."))
    live = state.live
    if state.phase is Phase.DEALING or (live is not None and live.hand.result is None):
        settings = write_settings(state.terms, closing=True, course=state.course)
        options = state.terms.options.to_mapping()
        await table.desk.store.write(
            lambda tx: tables.set_game(tx, state.table_id, state.game.key, options, settings)
        )
        state.closing = True
        table.changed(carrier)
        return say("The table closes when this hand is over.")
    following = state.next_hand

    async def job(tx: Tx) -> ending.After:
        if following is not None:
            await hands.void(tx, following.hand_id, TABLE_CLOSED.to(ENGLISH))
        return await ending.between_hands(tx, table.desk, state, 0)

    state.closing = True
    try:
        after = await table.desk.store.write(job)
    except BaseException:
        state.closing = False
        raise
    ending.stand(state, after)
    state.phase = Phase.CLOSED
    told = what_becomes_of_chips(state)
    state.note = told
    table.clock.stop()
    table.changed(carrier)
    return say("The table is closed. {chips}", chips=told)


def what_becomes_of_chips(state: TableState) -> Text:
    """What people read where a table was closed."""
    if state.terms.practice is not None:
        return say("Practice chips count nowhere: nobody's own chips were touched.")
    return say("All stacks are back in the wallets.")


async def pause(table: Table, person: Person, carrier: Carrier | None) -> Text:
    """Stop the clock and the play, for half an hour at most; the present turn is still played."""
    async with table.lock:
        check_may(table, person)
        state = table.state
        if table.closed:
            raise Refusal(say("This table is closed. Open another with {/table open}."))
        if state.phase is Phase.PAUSED or state.pausing:
            raise Refusal(say("The table is paused already. Go on with {/table resume}."))
        await table.desk.store.write(lambda tx: tables.set_state(tx, state.table_id, "paused"))
        state.paused_at = table.desk.clock.now()
        if state.phase in (Phase.HAND, Phase.DEALING):
            state.pausing = True
            table.changed(carrier)
            return say("The table will be paused when this turn is over. Go on with {/table resume}.")
        state.phase = Phase.PAUSED
        table.clock.start()
        table.changed(carrier)
        return say("The table is paused. Go on with {/table resume}.")


async def resume(table: Table, person: Person, carrier: Carrier | None) -> Text:
    """Go on after a pause, with a fresh decision time."""
    async with table.lock:
        check_may(table, person)
        state = table.state
        if state.pausing:
            await table.desk.store.write(lambda tx: tables.set_state(tx, state.table_id, "open"))
            state.pausing = False
            table.changed(carrier)
            return say("The table goes on: it is not paused.")
        if state.phase is not Phase.PAUSED:
            raise Refusal(say("The table is not paused."))
        await _go_on(table, carrier)
        return say("The table goes on.")


async def resume_by_itself(table: Table) -> None:
    """The longest time of a pause is over."""
    async with table.lock:
        if table.state.phase is Phase.PAUSED:
            await _go_on(table, None)


async def _go_on(table: Table, carrier: Carrier | None) -> None:
    state, live = table.state, table.state.live
    await table.desk.store.write(lambda tx: tables.set_state(tx, state.table_id, "open"))
    if live is None:
        state.phase = Phase.WAITING
    else:
        state.phase = Phase.HAND if live.hand.result is None else Phase.PAUSE
    if live is not None and table.awaits_absent():
        await table.play_and_show(live, (), carrier)
        return
    table.clock.start()
    table.changed(carrier)


async def kick(table: Table, person: Person, user_id: int, carrier: Carrier | None) -> Text:
    """Make somebody leave: at once between hands, else when the hand, which he may play, is over."""
    async with table.lock:
        check_may(table, person)
        state, theirs = table.state, table.state.of_user(user_id)
        waiter = next((one for one in state.waiting if one.user_id == user_id), None)
        if waiter is not None:
            await table.waiting.remove(waiter.player_id)
            table.changed(carrier)
            return say("{name} waits for a seat no more.", name=safe_name(waiter.name))
        if theirs is None:
            raise Refusal(say("That person has no seat at this table."))
        return await send_away(table, theirs, carrier)


async def send_away(table: Table, theirs: Sitting, carrier: Carrier | None) -> Text:
    """As ``kick``, for whoever may. Holds the lock."""
    state, name = table.state, safe_name(theirs.name)
    if not (state.in_hand(theirs) or state.phase is Phase.DEALING):
        await get_up(table, theirs, carrier)
        return say("{name} leaves the table.", name=name)
    if theirs.kicked or theirs.state == "leaving":
        raise Refusal(say("{name} leaves when this hand is over already.", name=name))
    await table.desk.store.write(
        lambda tx: tables.update_sitting(tx, theirs.sitting_id, kicked=True, top_up_pending=0)
    )
    state.update(theirs, kicked=True, top_up=0)
    table.changed(carrier)
    return say("{name} may play this hand and leaves when it is over.", name=name)


async def hand_over(table: Table, person: Person, user_id: int, carrier: Carrier | None) -> Text:
    """Make somebody else the host."""
    async with table.lock:
        check_may(table, person)
        state, theirs = table.state, table.state.of_user(user_id)
        if theirs is None:
            raise Refusal(say("That person has no seat at this table."))
        await table.desk.store.write(lambda tx: tables.set_host(tx, state.table_id, theirs.player_id))
        state.host_player_id = theirs.player_id
        table.changed(carrier)
        return say("{name} is the host now.", name=safe_name(theirs.name))
