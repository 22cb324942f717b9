"""Answers: I'm in, Maybe, Can't. Stored first, then shown."""

from __future__ import annotations

from bot.locale import Text, say
from bot.nights import running
from bot.nights.keeper import Nights
from bot.show.keys import label_of
from bot.show.night import NightScene
from bot.store import Refused, Tx, nights, players
from bot.tables.people import Person, Refusal
from bot.tables.table import Table


async def answer(keeper: Nights, person: Person, night_id: int, said: str) -> NightScene:
    """Keep somebody's answer; the night as it is then. Refusal where it has begun or will not be."""
    desk = keeper.desk

    async def job(tx: Tx) -> NightScene:
        row = await _night_here(tx, person, night_id)
        if row.state not in (nights.PLANNED, nights.ANNOUNCED):
            raise Refusal(_why_not(keeper, row))
        player = await players.seen(tx, person.server_id, person.user_id, person.name, person.locale)
        await nights.answer(tx, night_id, player.player_id, said)
        return await desk.scene(tx, row)

    try:
        return await desk.store.write(job)
    except Refusal:
        keeper.board.changed(night_id)  # the message that was pressed is of an earlier time
        raise


async def table_to_join(keeper: Nights, person: Person, night_id: int) -> Table:
    """The night's table at which that person can sit down: his own, else one with a seat, else the first."""
    await keeper.desk.store.read(lambda tx: _night_here(tx, person, night_id))
    found = await running.tables_of(keeper.desk, night_id)
    if not found:
        raise Refusal(say("No table of this night is open."))
    with_seat = [one for one in found if one.state.free_seat() is not None]
    return (with_seat or found)[0]


async def _night_here(tx: Tx, person: Person, night_id: int) -> nights.NightRow:
    try:
        row = await nights.get(tx, night_id)
    except Refused:
        row = None
    if row is None or row.server_id != person.server_id:
        raise Refusal(say("I do not know that game night."))
    return row


def _why_not(keeper: Nights, row: nights.NightRow) -> Text:
    if row.state == nights.OPEN:
        join = label_of("join", keeper.desk.locale(row.server_id))
        return say("It has begun: press {button} at its table.", button=join)
    return _WHY_NOT[row.state]


_WHY_NOT = {
    nights.CLOSING: say("It is about to end."),
    nights.OVER: say("It is over."),
    nights.CANCELLED: say("It is cancelled."),
    nights.MISSED: say("It was missed: it could not begin in time."),
}
