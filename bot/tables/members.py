"""Who is still a member of the server: found out by asking, before each hand and when a clock runs out.

Who has left, was kicked or banned gets up: his turns pass as silence, his stack goes to his wallet.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from bot.locale import listed, say
from bot.show.names import safe_name
from bot.store import Tx, players, tables
from bot.tables import seating
from bot.tables.state import Sitting

if TYPE_CHECKING:
    from bot.tables.table import Table

Names = Mapping[int, str | None]  # by user id; None: no member


async def ask(table: Table, *, on_turn: bool = False) -> Names:
    """Ask for everybody at the table and its host, or only for who is on turn. Not under the lock."""
    state = table.state
    asked = {one.user_id for one in state.people().values()}
    if on_turn:
        turn = state.live.hand.turn if state.live else None
        asked = {state.people()[s].user_id for s in (turn.seats if turn else ()) if s in state.people()}
    else:
        asked |= {one.user_id for one in state.waiting}
        asked.add(await _host_id(table))
    return await table.desk.around.names_of(state.server_id, asked)


async def _host_id(table: Table) -> int:
    host = await table.desk.store.read(lambda tx: players.get(tx, table.state.host_player_id))
    return host.user_id or 0


async def take_in(table: Table, names: Names) -> None:
    """Learn the names of who is there and let go who is not. Holds the lock."""
    state = table.state
    shown, state.word = (state.word, state.host_player_id), None  # the word is of an earlier hand
    gone = await learn(table, names)
    for one in gone:
        await seating.get_up(table, one, None)
    for waiting in [one for one in table.state.waiting if names.get(one.user_id, "") is None]:
        await table.waiting.remove(waiting.player_id)
    await _follow_the_host(table, names)
    if (state.word, state.host_player_id) != shown:
        table.changed(None)  # the deal may yet be refused


async def learn(table: Table, names: Names) -> list[Sitting]:
    """Note new names; who is no member any more, and the table says so. Holds the lock."""
    state, gone = table.state, []
    renamed: list[Sitting] = []
    for one in list(state.sittings.values()):
        name = names.get(one.user_id, one.name)
        if name is None:
            gone.append(one)
        elif name != one.name:
            renamed.append(state.update(one, name=name))
    if renamed:

        async def job(tx: Tx) -> None:
            for one in renamed:
                await players.seen(tx, state.books_id, one.user_id, one.name, one.locale)

        await table.desk.store.write(job)
    if gone:
        state.word = say(
            "Left the server, and so the table: {names}.",
            names=listed(safe_name(one.name) for one in gone),
        )
    return gone


async def mark_gone(table: Table, gone: Collection[Sitting]) -> None:
    """In a hand: from now on their turns pass as silence, and they leave at its end. Holds the lock."""
    for one in gone:

        async def job(tx: Tx, one: Sitting = one) -> None:
            await tables.update_sitting(tx, one.sitting_id, state="leaving", top_up_pending=0)

        await table.desk.store.write(job)
        table.state.update(one, state="leaving", top_up=0)


async def _follow_the_host(table: Table, names: Names) -> None:
    """A host without a seat who has left the server is followed by the lowest seat."""
    state = table.state
    people = state.people()
    if not people or any(one.player_id == state.host_player_id for one in people.values()):
        return
    if names.get(await _host_id(table), "") is not None:
        return
    host = people[min(people)].player_id
    await table.desk.store.write(lambda tx: tables.set_host(tx, state.table_id, host))
    state.host_player_id = host
