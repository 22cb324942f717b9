"""What play moved, summed: the raw material of standings, of a night's summary, and of exports.

Only bets and wins of hands that are over count (``plays``, see the migrations): no grant, no correction, no
starting chips. A hand counts at the beginning of its night, outside nights at its own end.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.store.connection import Tx


@dataclass(frozen=True, slots=True)
class PlayedRow:
    """What one player moved in one game of one night (None: outside nights). ``net`` in chips.

    A hand is won that leaves him with more chips than he had before it.
    """

    player_id: int
    night_id: int | None
    game: str
    hands: int
    hands_won: int
    net: int


@dataclass(frozen=True, slots=True)
class BroughtRow:
    """What a player brought to the tables of a night and has taken back or still has there, in chips."""

    player_id: int
    brought: int
    left: int


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A hand of a night as it ended; ``players`` by seat."""

    hand_id: int
    table_number: int
    number: int
    game: str
    result: Mapping[str, Any]
    players: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """A transfer with what its accounts are: kind ("wallet" …) and, but for house and pots, whose."""

    transfer_id: int
    at_ms: int
    reason: str
    amount: int
    from_kind: str
    from_player: int | None
    to_kind: str
    to_player: int | None
    table_number: int | None
    hand_number: int | None
    night_number: int | None
    by_player: int | None
    note: str


_EVER = 2**62


async def played(
    tx: Tx, server_id: int, *, since_ms: int = 0, until_ms: int = _EVER, night_id: int | None = None
) -> list[PlayedRow]:
    """Sums by player, night and game, of what counts from ``since_ms`` until before ``until_ms``."""
    if night_id is not None:
        since_ms, until_ms = await _moment(tx, night_id)
    rows = await tx.rows(
        "SELECT player_id, night_id, game, count(*), sum(net > 0), sum(net) FROM plays"
        " WHERE server_id = ?1 AND at_ms >= ?2 AND at_ms < ?3 AND (?4 IS NULL OR night_id = ?4)"
        " GROUP BY player_id, night_id, game",
        *(server_id, since_ms, until_ms, night_id),
    )
    return [PlayedRow(*row) for row in rows]


async def nets_page(
    tx: Tx, server_id: int, *, until_ms: int, night_id: int | None, after: tuple[int, int], limit: int
) -> tuple[list[tuple[int, int, int]], tuple[int, int] | None]:
    """(hand id, player id, net) of the next hands, whole ones, and behind what the page after this begins.

    ``after``: (time, hand id) of the last hand before these; ``limit`` rows, more than a hand can have.
    """
    rows = await tx.rows(
        "SELECT at_ms, hand_id, player_id, net FROM plays"
        " WHERE server_id = ?1 AND (at_ms, hand_id) > (?2, ?3) AND at_ms < ?4"
        " AND (?5 IS NULL OR night_id = ?5) ORDER BY at_ms, hand_id LIMIT ?6",
        *(server_id, *after, until_ms, night_id, limit),
    )
    found = [tuple(row) for row in rows]
    if len(found) < limit:
        return [(hand, player, net) for _, hand, player, net in found], None
    cut = found[-1][:2]  # perhaps not the whole hand: it is read again
    whole = [row for row in found if row[:2] != cut]
    assert whole, "a page holds a hand at least"
    return [(hand, player, net) for _, hand, player, net in whole], whole[-1][:2]


async def brought(tx: Tx, night_id: int) -> list[BroughtRow]:
    """Everybody who sat at a table of that night."""
    rows = await tx.rows(
        "SELECT s.player_id, sum(s.brought_chips), sum(coalesce(s.left_chips, a.balance))"
        " FROM tables b JOIN sittings s USING (table_id) JOIN accounts a USING (sitting_id)"
        " WHERE b.night_id = ? GROUP BY s.player_id ORDER BY s.player_id",
        night_id,
    )
    return [BroughtRow(*row) for row in rows]


async def results(tx: Tx, night_id: int) -> list[ResultRow]:
    """Every hand of that night that was played to its end, in order."""
    rows = await tx.rows(
        "SELECT h.hand_id, b.number, h.number, h.game, h.result_json, h.seats_json"
        " FROM tables b JOIN hands h USING (table_id)"
        " WHERE b.night_id = ? AND h.state = 'over' ORDER BY h.hand_id",
        night_id,
    )
    return [
        ResultRow(
            hand_id,
            table_number,
            number,
            game,
            json.loads(result),
            {one["seat"]: one["player_id"] for one in json.loads(seats)},
        )
        for hand_id, table_number, number, game, result, seats in rows
    ]


async def ledger_page(tx: Tx, server_id: int, after: int, limit: int) -> list[LedgerRow]:
    """The server's next ``limit`` transfers behind the transfer id ``after``, oldest first."""
    rows = await tx.rows(
        "SELECT t.transfer_id, t.at_ms, t.reason, t.amount, d.kind, d.player_id, c.kind, c.player_id,"
        " b.number, h.number, n.number, t.actor_player_id, t.note"
        " FROM transfers t"
        " JOIN accounts d ON d.account_id = t.debit JOIN accounts c ON c.account_id = t.credit"
        " LEFT JOIN sittings s ON s.sitting_id = coalesce(d.sitting_id, c.sitting_id)"
        " LEFT JOIN tables b ON b.table_id = s.table_id LEFT JOIN hands h ON h.hand_id = t.hand_id"
        " LEFT JOIN nights n ON n.night_id = b.night_id"
        " WHERE t.transfer_id > ?2 AND +t.server_id = ?1 ORDER BY t.transfer_id LIMIT ?3",
        *(server_id, after, limit),
    )
    return [LedgerRow(*row) for row in rows]


async def _moment(tx: Tx, night_id: int) -> tuple[int, int]:
    """The time that all hands of a night count by, as a range; an empty one before it has begun."""
    at_ms: int | None = await tx.value("SELECT started_at_ms FROM nights WHERE night_id = ?", night_id)
    return (0, 0) if at_ms is None else (at_ms, at_ms + 1)
