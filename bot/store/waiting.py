"""Who waits for a seat at a full table, in order."""

from __future__ import annotations

from dataclasses import dataclass

from bot.store.connection import Tx


@dataclass(frozen=True, slots=True)
class WaitingRow:
    """A place in a table's list. ``message_id``: the line in the channel that asks him, else None."""

    table_id: int
    player_id: int
    since_ms: int
    message_id: int | None


async def add(tx: Tx, table_id: int, player_id: int) -> None:
    """Put the player at the end of the list; nothing changes where he is in it."""
    await tx.rows(
        "INSERT INTO waiting (table_id, player_id, since_ms) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        *(table_id, player_id, tx.now_ms),
    )


async def remove(tx: Tx, table_id: int, player_id: int) -> None:
    """Take the player off the list; nothing changes where he is not in it."""
    await tx.rows("DELETE FROM waiting WHERE table_id = ? AND player_id = ?", table_id, player_id)


async def clear(tx: Tx, table_id: int) -> None:
    """Empty the list: the table closes."""
    await tx.rows("DELETE FROM waiting WHERE table_id = ?", table_id)


async def set_message(tx: Tx, table_id: int, player_id: int, message_id: int | None) -> None:
    """Remember the line that asks him, None where it is gone."""
    await tx.rows(
        "UPDATE waiting SET message_id = ? WHERE table_id = ? AND player_id = ?",
        *(message_id, table_id, player_id),
    )


async def of_table(tx: Tx, table_id: int) -> list[WaitingRow]:
    """The list, who came first first."""
    rows = await tx.rows(
        "SELECT table_id, player_id, since_ms, message_id FROM waiting WHERE table_id = ?"
        " ORDER BY waiting_id",
        table_id,
    )
    return [WaitingRow(*row) for row in rows]
