"""A night that runs: its tables open, it ends, and it is over when its chips are back in the wallets."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime, timedelta

from bot.clock import from_ms
from bot.locale import Text, listed, say
from bot.nights.desk import NightDesk
from bot.show.scene import Phase
from bot.store import Refused, Tx, night_posts, nights, players
from bot.store.nights import NightRow
from bot.tables import hosting
from bot.tables.people import Person, Refusal
from bot.tables.table import Table
from bot.tables.terms import read_terms


async def open_table(
    desk: NightDesk, row: NightRow, person: Person, also: Callable[[Tx], Awaitable[None]] | None = None
) -> Table:
    """Open a table of that night; ``also`` runs in the same transaction, before the table is of the night."""
    missing = desk.room.desk.around.missing(row.server_id, row.channel_id)
    if missing:
        raise Refusal(
            say(
                "I cannot show a table in <#{channel}>. Whoever manages it must allow me: {permissions}.",
                channel=row.channel_id,
                permissions=listed(missing),
            )
        )

    async def of_night(tx: Tx, table_id: int) -> None:
        if also is not None:
            await also(tx)
        await nights.add_table(tx, row.night_id, table_id)

    terms = read_terms(desk.room.games[row.game], row.options, row.settings)
    if "hints" not in row.settings:  # planned before its host could allow them
        terms = replace(terms, hints=False)
    return await desk.room.open(person, row.channel_id, terms, of_night)


async def begin(desk: NightDesk, row: NightRow, person: Person, *, calls: bool) -> Table:
    """The night begins and its first table opens; Refusal where it has begun or was cancelled meanwhile.

    ``calls``: who said yes is called to it.
    """

    async def start(tx: Tx) -> None:
        await nights.start(tx, row.night_id)
        if calls:
            await night_posts.intend(tx, row.night_id, "call")

    try:
        return await open_table(desk, row, person, start)
    except Refused as error:
        if error.code == "night_not_in_that_state":
            raise Refusal(say("This night has begun already, or it was cancelled.")) from error
        raise


async def host_of(desk: NightDesk, row: NightRow) -> Person | None:
    """Who hosts the night's table: who scheduled it, else the first who said yes; None: nobody is left."""

    async def job(tx: Tx) -> tuple[int | None, str, str]:
        host = await players.get(tx, row.host_player_id)
        if host.user_id is not None:
            return host.user_id, host.name, host.locale
        for one in await nights.answers(tx, row.night_id):
            if one.answer == "yes":
                return one.user_id, one.name, one.locale
        return None, "", ""

    user_id, name, locale = await desk.store.read(job)
    return None if user_id is None else Person(row.server_id, user_id, name, locale)


async def end(desk: NightDesk, night_id: int) -> None:
    """No hand begins any more; tables close at once or after their hand."""
    try:
        await desk.store.write(lambda tx: nights.set_state(tx, night_id, nights.CLOSING))
    except Refused as error:
        if error.code != "night_not_in_that_state":
            raise
    await close_tables(desk, night_id)


async def close_tables(desk: NightDesk, night_id: int) -> None:
    """Close every table of a night that ends."""
    for table in await tables_of(desk, night_id):
        async with table.lock:
            if not table.closed and not table.state.closing:
                await hosting.close_now_or_after(table, None)


async def tables_of(desk: NightDesk, night_id: int) -> list[Table]:
    """The open tables of a night."""
    ids = await desk.store.read(lambda tx: nights.table_ids(tx, night_id, open_only=True))
    found = {table.id: table for table in desk.room.everywhere()}
    return [found[table_id] for table_id in ids if table_id in found]


async def finish(desk: NightDesk, night_id: int, *, summary: bool) -> bool:
    """The night is over when its last table is closed; False while one is open."""

    async def job(tx: Tx) -> bool:
        if await nights.table_ids(tx, night_id, open_only=True):
            return False
        await nights.set_state(tx, night_id, nights.OVER)
        if summary:
            await night_posts.intend(tx, night_id, "summary")
        return True

    return await desk.store.write(job)


async def quiet_until(desk: NightDesk, row: NightRow) -> datetime:
    """When the night ends by itself unless a hand is played before."""
    if any(_plays(table) for table in await tables_of(desk, row.night_id)):
        return desk.clock.now() + timedelta(minutes=row.quiet_minutes)
    last = await desk.store.read(lambda tx: nights.last_play_ms(tx, row.night_id))
    assert last is not None
    return from_ms(last) + timedelta(minutes=row.quiet_minutes)


def _plays(table: Table) -> bool:
    live = table.state.live
    return table.state.phase is Phase.DEALING or (live is not None and live.hand.result is None)


def cannot_begin(name: Text, why: Text) -> Text:
    """What the host is told."""
    return say("**{title}** cannot begin: {why}", title=name, why=why)
