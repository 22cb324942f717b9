"""Tables and who sits at them."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.store import ledger
from bot.store.connection import Tx
from bot.store.errors import Refused
from bot.store.rows import existing, named, to_json


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table. ``number`` counts within the server; ``options`` are the game's, ``settings`` the table's."""

    table_id: int
    server_id: int
    number: int
    channel_id: int
    game: str
    options: Mapping[str, Any]
    settings: Mapping[str, Any]
    host_player_id: int
    state: str  # "open", "paused" or "closed"
    message_id: int | None
    message_at_ms: int | None
    dealer_seat: int | None
    opened_at_ms: int
    last_hand_at_ms: int | None
    closed_at_ms: int | None
    paused_at_ms: int | None  # since when a paused table stands


@dataclass(frozen=True, slots=True)
class SittingRow:
    """A player on a seat, from sitting down to leaving. ``left_chips``: what he took back to his wallet."""

    sitting_id: int
    table_id: int
    server_id: int
    player_id: int
    seat: int
    state: str  # "in", "out" (sits out) or "leaving" (after this hand)
    misses: int
    brought_chips: int
    top_up_pending: int
    sat_at_ms: int
    left_at_ms: int | None
    left_chips: int | None
    kicked: int  # 1: sent away, leaves when the hand is over


@dataclass(frozen=True, slots=True)
class SeatedRow(SittingRow):
    """A sitting that goes on, with its person's own data (``user_id`` None: forgotten) and its stack."""

    user_id: int | None
    name: str
    locale: str
    stack: int


_TABLE = (
    "table_id, server_id, number, channel_id, game, options_json, settings_json, host_player_id, state,"
    " message_id, message_at_ms, dealer_seat, opened_at_ms, last_hand_at_ms, closed_at_ms,"
    " paused_at_ms"
)
_SITTING = (
    "sitting_id, table_id, server_id, player_id, seat, state, misses, brought_chips, top_up_pending,"
    " sat_at_ms, left_at_ms, left_chips, kicked"
)


async def open_table(
    tx: Tx,
    *,
    server_id: int,
    channel_id: int,
    host_player_id: int,
    game: str,
    options: Mapping[str, Any],
    settings: Mapping[str, Any],
) -> TableRow:
    """Open a table under the server's next number; practice tables count along with the others."""
    row = await tx.row(
        "INSERT INTO tables (server_id, number, channel_id, game, options_json, settings_json,"
        " host_player_id, opened_at_ms) VALUES"
        " (?1, (SELECT 1 + coalesce(max(number), 0) FROM tables WHERE server_id IN (?1, -?1)),"
        " ?2, ?3, ?4, ?5, ?6, ?7)"
        f" RETURNING {_TABLE}",
        *(server_id, channel_id, game, to_json(options), to_json(settings), host_player_id, tx.now_ms),
    )
    return _table(existing(row, "new table"))


async def get(tx: Tx, table_id: int) -> TableRow:
    """The table of that id; ``Refused`` (no_such_row) where there is none."""
    row = await tx.row(f"SELECT {_TABLE} FROM tables WHERE table_id = ?", table_id)
    return _table(existing(row, f"table {table_id}"))


async def by_number(tx: Tx, server_id: int, number: int) -> TableRow | None:
    """The server's table of that number, be it for practice or not; None where it has none."""
    row = await tx.row(
        f"SELECT {_TABLE} FROM tables WHERE server_id IN (?1, -?1) AND number = ?2", server_id, number
    )
    return _table(row) if row else None


async def open_tables(tx: Tx) -> list[TableRow]:
    """All tables that are not closed, of every server: what a start has to resume."""
    rows = await tx.rows(f"SELECT {_TABLE} FROM tables WHERE state <> 'closed' ORDER BY table_id")
    return [_table(row) for row in rows]


async def of_server(tx: Tx, server_id: int) -> list[TableRow]:
    """The tables that are not closed of a server, or of its practice books, by number."""
    rows = await tx.rows(
        f"SELECT {_TABLE} FROM tables WHERE server_id = ? AND state <> 'closed' ORDER BY number", server_id
    )
    return [_table(row) for row in rows]


async def set_state(tx: Tx, table_id: int, state: str) -> None:
    """Open, pause or close; ``Refused`` (table_not_empty) where somebody sits or a hand lives on closing."""
    closed_at_ms = tx.now_ms if state == "closed" else None
    paused_at_ms = tx.now_ms if state == "paused" else None
    what = "state = ?, closed_at_ms = ?, paused_at_ms = ?"
    await _update(tx, table_id, what, state, closed_at_ms, paused_at_ms)


async def set_message(tx: Tx, table_id: int, message_id: int | None) -> None:
    """Remember the message that shows the table now, None where it is gone; its time is now."""
    at_ms = None if message_id is None else tx.now_ms
    await _update(tx, table_id, "message_id = ?, message_at_ms = ?", message_id, at_ms)


async def set_dealer(tx: Tx, table_id: int, dealer_seat: int | None) -> None:
    """The seat that deals next."""
    await _update(tx, table_id, "dealer_seat = ?", dealer_seat)


async def set_host(tx: Tx, table_id: int, host_player_id: int) -> None:
    """Hand the table over."""
    await _update(tx, table_id, "host_player_id = ?", host_player_id)


async def set_game(
    tx: Tx, table_id: int, game: str, options: Mapping[str, Any], settings: Mapping[str, Any]
) -> None:
    """Change what the next hand is played by."""
    await _update(
        tx,
        table_id,
        "game = ?, options_json = ?, settings_json = ?",
        *(game, to_json(options), to_json(settings)),
    )


async def sit_down(tx: Tx, table_id: int, player_id: int, seat: int) -> SittingRow:
    """Give the player that seat and an empty stack.

    ``Refused``: seat_taken, seated_already, table_is_closed.
    """
    table = await get(tx, table_id)
    if table.state == "closed":
        raise Refused(f"table {table_id} is closed", code="table_is_closed")
    rows = await tx.rows(
        "SELECT player_id FROM sittings WHERE table_id = ?1 AND left_at_ms IS NULL"
        " AND (seat = ?2 OR player_id = ?3)",
        *(table_id, seat, player_id),
    )
    if any(row["player_id"] == player_id for row in rows):
        raise Refused(f"player {player_id} sits at table {table_id} already", code="seated_already")
    if rows:
        raise Refused(f"seat {seat} of table {table_id} is taken", code="seat_taken")
    row = await tx.row(
        "INSERT INTO sittings (table_id, server_id, player_id, seat, sat_at_ms) VALUES (?, ?, ?, ?, ?)"
        f" RETURNING {_SITTING}",
        *(table_id, table.server_id, player_id, seat, tx.now_ms),
    )
    sitting = SittingRow(*existing(row, "new sitting"))
    await ledger.open_stack(tx, table.server_id, player_id, sitting.sitting_id)
    return sitting


async def sitting(tx: Tx, sitting_id: int) -> SittingRow:
    """The sitting of that id; ``Refused`` (no_such_row) where there is none."""
    row = await tx.row(f"SELECT {_SITTING} FROM sittings WHERE sitting_id = ?", sitting_id)
    return SittingRow(*existing(row, f"sitting {sitting_id}"))


async def update_sitting(
    tx: Tx,
    sitting_id: int,
    *,
    state: str | None = None,
    misses: int | None = None,
    top_up_pending: int | None = None,
    kicked: bool | None = None,
) -> SittingRow:
    """Change what is given, leave the rest."""
    row = await tx.row(
        "UPDATE sittings SET state = coalesce(?, state), misses = coalesce(?, misses),"
        " top_up_pending = coalesce(?, top_up_pending), kicked = coalesce(?, kicked)"
        f" WHERE sitting_id = ? RETURNING {_SITTING}",
        *(state, misses, top_up_pending, kicked, sitting_id),
    )
    return SittingRow(*existing(row, f"sitting {sitting_id}"))


async def stand_up(tx: Tx, sitting_id: int) -> SittingRow:
    """End the sitting; ``Refused`` (stack_not_empty) before ``ledger.cash_out``."""
    row = await tx.row(
        "UPDATE sittings SET left_at_ms = ?2, top_up_pending = 0,"
        " left_chips = (SELECT coalesce(sum(amount), 0) FROM transfers WHERE reason = 'cash_out'"
        " AND debit = (SELECT account_id FROM accounts WHERE sitting_id = ?1))"
        f" WHERE sitting_id = ?1 RETURNING {_SITTING}",
        *(sitting_id, tx.now_ms),
    )
    return SittingRow(*existing(row, f"sitting {sitting_id}"))


async def open_sittings(tx: Tx, table_id: int) -> list[SeatedRow]:
    """Who sits at the table now, by seat."""
    rows = await tx.rows(
        f"SELECT {_SITTING}, user_id, name, locale, balance FROM sittings"
        " JOIN players USING (player_id, server_id) JOIN accounts USING (sitting_id, player_id, server_id)"
        " WHERE table_id = ? AND left_at_ms IS NULL ORDER BY seat",
        table_id,
    )
    return [SeatedRow(*row) for row in rows]


async def last_sitting(tx: Tx, table_id: int, player_id: int) -> SittingRow | None:
    """The player's last ended sitting at this table, with ``left_chips``; None where there is none."""
    row = await tx.row(
        f"SELECT {_SITTING} FROM sittings WHERE table_id = ? AND player_id = ? AND left_at_ms IS NOT NULL"
        " ORDER BY left_at_ms DESC, sitting_id DESC LIMIT 1",
        *(table_id, player_id),
    )
    return SittingRow(*row) if row else None


async def _update(tx: Tx, table_id: int, what: str, *params: int | str | None) -> None:
    row = await tx.row(f"UPDATE tables SET {what} WHERE table_id = ? RETURNING 1", *params, table_id)
    existing(row, f"table {table_id}")


def _table(row: sqlite3.Row) -> TableRow:
    return TableRow(**named(row))
