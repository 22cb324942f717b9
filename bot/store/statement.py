"""A player's statement: every movement of his chips."""

from __future__ import annotations

from dataclasses import dataclass

from bot.store.connection import Tx


@dataclass(frozen=True, slots=True)
class StatementLine:
    """One movement, seen from the player: ``amount`` above 0 came, below 0 went.

    ``place`` is "wallet" (grants, corrections, buying in, cashing out) or "stack" (what a hand moved);
    ``wallet_after`` is the wallet's balance after this movement, also where the movement left it alone.
    """

    transfer_id: int
    at_ms: int
    place: str
    amount: int
    wallet_after: int
    reason: str
    note: str
    actor_player_id: int | None
    table_number: int | None
    hand_number: int | None


_SQL = """
WITH mine AS (SELECT account_id, kind, sitting_id FROM accounts WHERE player_id = ?1),
moves AS (
    SELECT t.transfer_id, m.kind, m.sitting_id, -t.amount AS amount
    FROM mine m JOIN transfers t ON t.debit = m.account_id
    UNION ALL
    SELECT t.transfer_id, m.kind, m.sitting_id, t.amount
    FROM mine m JOIN transfers t ON t.credit = m.account_id),
lines AS (
    SELECT transfer_id, max(sitting_id) AS sitting_id,
           max(kind = 'wallet') AS wallet,
           sum(amount) AS both_sides,
           sum(CASE kind WHEN 'wallet' THEN amount ELSE 0 END) AS wallet_amount
    FROM moves GROUP BY transfer_id),
summed AS (
    SELECT *, sum(wallet_amount) OVER (ORDER BY transfer_id) AS wallet_after FROM lines)
SELECT s.transfer_id, t.at_ms,
       iif(s.wallet, 'wallet', 'stack'), iif(s.wallet, s.wallet_amount, s.both_sides), s.wallet_after,
       t.reason, t.note, t.actor_player_id, tables.number, hands.number
FROM summed s
JOIN transfers t USING (transfer_id)
LEFT JOIN sittings USING (sitting_id)
LEFT JOIN tables USING (table_id)
LEFT JOIN hands ON hands.hand_id = t.hand_id
WHERE s.transfer_id < ?2
ORDER BY s.transfer_id DESC
LIMIT ?3
"""

_NEWEST = 2**62


async def statement(
    tx: Tx, player_id: int, limit: int = 20, before: int | None = None
) -> list[StatementLine]:
    """The newest ``limit`` movements, newest first; ``before`` a transfer id: the page after that."""
    rows = await tx.rows(_SQL, player_id, _NEWEST if before is None else before, limit)
    return [StatementLine(*row) for row in rows]
