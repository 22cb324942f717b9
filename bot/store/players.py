"""People, one row per person and server. Everything else knows them by ``player_id`` alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from bot.store import ledger, servers
from bot.store.connection import Tx
from bot.store.errors import Refused
from bot.store.rows import existing


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A person in one server. ``user_id`` None: forgotten, with an empty name."""

    player_id: int
    server_id: int
    user_id: int | None
    name: str = field(repr=False)
    locale: str
    dm_channel_id: int | None
    first_seen_ms: int


FORGOTTEN: Final = "forgotten"  # the reason of somebody's last transfer, wallet to house

_SELECT = "SELECT player_id, server_id, user_id, name, locale, dm_channel_id, first_seen_ms FROM players"


async def seen(tx: Tx, server_id: int, user_id: int, name: str, locale: str) -> PlayerRow:
    """The person's row, made or brought up to date; nothing is written when it is unchanged.

    Who is new gets a wallet with the server's starting chips, once.
    """
    player = await by_user(tx, server_id, user_id)
    if player is None:
        return await _welcome(tx, server_id, user_id, name, locale)
    if (player.name, player.locale) != (name, locale):
        await tx.rows(
            "UPDATE players SET name = ?, locale = ? WHERE player_id = ?", name, locale, player.player_id
        )
        return await get(tx, player.player_id)
    return player


async def get(tx: Tx, player_id: int) -> PlayerRow:
    """The row of that id; ``Refused`` (no_such_row) where there is none."""
    row = await tx.row(f"{_SELECT} WHERE player_id = ?", player_id)
    return PlayerRow(*existing(row, f"player {player_id}"))


async def by_user(tx: Tx, server_id: int, user_id: int) -> PlayerRow | None:
    """The row of that Discord user in that server, None where he was never seen there."""
    row = await tx.row(f"{_SELECT} WHERE server_id = ? AND user_id = ?", server_id, user_id)
    return PlayerRow(*row) if row else None


async def of_server(tx: Tx, server_id: int) -> list[PlayerRow]:
    """Everybody of that server who is not forgotten, by id."""
    rows = await tx.rows(
        f"{_SELECT} WHERE server_id = ? AND user_id IS NOT NULL ORDER BY player_id", server_id
    )
    return [PlayerRow(*row) for row in rows]


async def set_dm_channel(tx: Tx, player_id: int, dm_channel_id: int | None) -> None:
    """Remember the person's DM channel, or that there is none that works; nothing of who is forgotten."""
    await tx.rows(
        "UPDATE players SET dm_channel_id = ? WHERE player_id = ? AND user_id IS NOT NULL",
        *(dm_channel_id, player_id),
    )


async def forget(tx: Tx, player_id: int) -> None:
    """Give his chips to the house, empty the person's row and drop where his cards were sent.

    So goes his row in the server's practice books, or from there the other. The books still balance.
    ``Refused`` (seated_already) while he sits at a table.
    """
    rows = await tx.rows(
        "SELECT player_id FROM players WHERE player_id = ?1 OR (abs(server_id), user_id) ="
        " (SELECT abs(server_id), user_id FROM players WHERE player_id = ?1)",
        player_id,
    )
    his = [row["player_id"] for row in rows]
    for one in his:
        if await tx.row("SELECT 1 FROM sittings WHERE player_id = ? AND left_at_ms IS NULL", one):
            raise Refused(f"player {one} sits at a table: he must leave first", code="seated_already")
    for one in his:
        await ledger.take_all(tx, one, FORGOTTEN, key=f"forget:{one}")
        for table in ("hidden_messages", "waiting", "night_answers", "farewells"):
            await tx.rows(f"DELETE FROM {table} WHERE player_id = ?", one)
        await tx.rows(
            "UPDATE players SET user_id = NULL, name = '', locale = '', dm_channel_id = NULL,"
            " remind_by_dm = 0 WHERE player_id = ?",
            one,
        )


async def _welcome(tx: Tx, server_id: int, user_id: int, name: str, locale: str) -> PlayerRow:
    server = await servers.ensure(tx, server_id)
    player_id: int = await tx.value(  # who practises has another row there: his DM channel is the same
        "INSERT INTO players (server_id, user_id, name, locale, first_seen_ms, dm_channel_id)"
        " VALUES (?1, ?2, ?3, ?4, ?5,"
        " (SELECT dm_channel_id FROM players WHERE server_id = -?1 AND user_id = ?2)) RETURNING player_id",
        server_id,
        user_id,
        name,
        locale,
        tx.now_ms,
    )
    await ledger.open_wallet(tx, server_id, player_id)
    if server.starting_chips:
        await ledger.grant(
            tx,
            server_id,
            player_id,
            server.starting_chips,
            key=f"start:{player_id}",
            reason=ledger.STARTING_CHIPS,
        )
    return await get(tx, player_id)
