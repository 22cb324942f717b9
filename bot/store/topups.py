"""The regular top-up: once a week every player who has less than an amount is raised to it."""

from __future__ import annotations

from bot.store import ledger
from bot.store.connection import Tx
from bot.store.servers import ServerRow

AT_ONCE_MOST = 50  # grants in one transaction, so that others need not wait long


async def servers_due(tx: Tx) -> list[int]:
    """The servers that have a regular top-up."""
    rows = await tx.rows("SELECT server_id FROM servers WHERE top_up_chips > 0 ORDER BY server_id")
    return [row["server_id"] for row in rows]


async def raise_some(tx: Tx, server: ServerRow, week: str) -> int:
    """Raise up to ``AT_ONCE_MOST`` players of that server for that week; how many were. 0: all are.

    What counts is the wallet and all stacks. A player is raised once a week, whatever he loses after it.
    """
    rows = await tx.rows(
        "SELECT p.player_id, ?2 - sum(a.balance) AS missing FROM players p"
        " JOIN accounts a ON a.player_id = p.player_id"
        " WHERE p.server_id = ?1 AND p.user_id IS NOT NULL"
        " AND NOT EXISTS (SELECT 1 FROM transfers t WHERE t.key = 'weekly:' || ?3 || ':' || p.player_id)"
        " GROUP BY p.player_id HAVING sum(a.balance) < ?2 ORDER BY p.player_id LIMIT ?4",
        *(server.server_id, server.top_up_chips, week, AT_ONCE_MOST),
    )
    for row in rows:
        await ledger.grant(
            tx,
            server.server_id,
            row["player_id"],
            row["missing"],
            key=f"weekly:{week}:{row['player_id']}",
            reason=ledger.REGULAR_TOP_UP,
        )
    return len(rows)


async def done(tx: Tx, server_id: int, week: str) -> None:
    """All players of that server are raised for that week."""
    await tx.rows("UPDATE servers SET top_up_week = ? WHERE server_id = ?", week, server_id)
