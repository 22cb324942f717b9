"""Hands that are over: found by the numbers that people read, listed, and counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.store import hands, practice, tables
from bot.store.connection import Tx
from bot.store.hands import HandRow
from bot.store.tables import TableRow

NUMBERS_MOST: Final = 25  # so many tables or nights are offered to choose from
_ENDED: Final = "h.state IN ('over', 'void')"


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which hands of a server are listed; None: whichever. Practice hands only by their table.

    ``by_pot``: the biggest pots first, else the newest hands.
    """

    table_id: int | None = None
    night_id: int | None = None
    player_id: int | None = None
    by_pot: bool = False


@dataclass(frozen=True, slots=True)
class ListedRow:
    """A hand of a list. ``pot``: all its chips; ``cuts``: how many words its shuffle was given."""

    hand_id: int
    table_number: int
    number: int
    game: str | None
    state: str
    over_at_ms: int
    pot: int
    cuts: int
    void_reason: str | None


@dataclass(frozen=True, slots=True)
class TrustRow:
    """What came of a server's promises: each is kept (``played``), open, or void for a reason."""

    played: int
    open: int
    voided: Mapping[str, int]  # how many by reason
    cut: int  # of those played, with a player's word at least
    emptied: int  # of those played, whose course is no longer kept


async def table_named(tx: Tx, server_id: int, number: int) -> TableRow | None:
    """The server's table of that number, a practice table too; None where there was none."""
    for books in (server_id, practice.books_of(server_id)):
        found = await tables.by_number(tx, books, number)
        if found is not None:
            return found
    return None


async def table_of_channel(tx: Tx, server_id: int, channel_id: int) -> TableRow | None:
    """The table of that channel that was played at last, open or closed; None where there was none."""
    table_id = await tx.value(
        "SELECT table_id FROM tables WHERE server_id IN (?1, ?2) AND channel_id = ?3"
        " ORDER BY coalesce(last_hand_at_ms, 0) DESC, table_id DESC LIMIT 1",
        *(server_id, practice.books_of(server_id), channel_id),
    )
    return None if table_id is None else await tables.get(tx, table_id)


async def recent_tables(tx: Tx, server_id: int) -> list[tuple[TableRow, int]]:
    """The server's last tables at which hands were played, each with how many, the newest first."""
    rows = await tx.rows(
        "SELECT b.table_id, count(*) FROM tables b JOIN hands h USING (table_id)"
        f" WHERE b.server_id IN (?1, ?2) AND {_ENDED} GROUP BY b.table_id"
        " ORDER BY max(h.hand_id) DESC LIMIT ?3",
        *(server_id, practice.books_of(server_id), NUMBERS_MOST),
    )
    return [(await tables.get(tx, table_id), count) for table_id, count in rows]


async def recent_nights(tx: Tx, server_id: int) -> list[tuple[int, str, str]]:
    """(number, date, name) of the server's last nights that have begun, the newest first."""
    rows = await tx.rows(
        "SELECT number, date, name FROM nights WHERE server_id = ? AND number IS NOT NULL"
        " ORDER BY number DESC LIMIT ?",
        *(server_id, NUMBERS_MOST),
    )
    return [(number, date, name) for number, date, name in rows]


async def ended(tx: Tx, table_id: int, number: int | None) -> HandRow | None:
    """The table's hand of that number if it is over or void, without one the last; None where none is."""
    hand_id = await tx.value(
        f"SELECT hand_id FROM hands h WHERE table_id = ?1 AND (?2 IS NULL OR number = ?2) AND {_ENDED}"
        " AND (?2 IS NOT NULL OR posting_at_ms IS NOT NULL) ORDER BY number DESC LIMIT 1",
        *(table_id, number),
    )
    return None if hand_id is None else await hands.get(tx, hand_id)


async def last_number(tx: Tx, table_id: int) -> int:
    """The number of the table's last hand that is over or void, 0 where there is none."""
    number: int = await tx.value(
        f"SELECT coalesce(max(number), 0) FROM hands h WHERE table_id = ? AND {_ENDED}", table_id
    )
    return number


async def listed(tx: Tx, server_id: int, wanted: Wanted, offset: int, limit: int) -> list[ListedRow]:
    """A page of the hands that are over or void after being dealt, the newest or the biggest first."""
    order = "pot DESC, h.hand_id DESC" if wanted.by_pot else "h.over_at_ms DESC, h.hand_id DESC"
    rows = await tx.rows(
        "SELECT h.hand_id, b.number, h.number, h.game, h.state, h.over_at_ms,"
        " coalesce((SELECT sum(p.value ->> 'amount') FROM json_each(h.result_json, '$.pots') p), 0) AS pot,"
        " (SELECT count(*) FROM hand_words w WHERE w.hand_id = h.hand_id), h.void_reason"
        " FROM hands h JOIN tables b USING (table_id)"
        f" WHERE {_ENDED} AND h.posting_at_ms IS NOT NULL"
        " AND (h.server_id = ?1 OR (?2 IS NOT NULL AND h.server_id = ?3))"
        " AND (?2 IS NULL OR h.table_id = ?2) AND (?4 IS NULL OR b.night_id = ?4)"
        " AND (?5 IS NULL OR h.hand_id IN (SELECT hand_id FROM plays WHERE player_id = ?5))"
        f" ORDER BY {order} LIMIT ?6 OFFSET ?7",
        *(server_id, wanted.table_id, practice.books_of(server_id), wanted.night_id, wanted.player_id),
        *(limit, offset),
    )
    return [ListedRow(*row) for row in rows]


async def named(tx: Tx, server_id: int, wanted: Wanted) -> tuple[int | None, int | None, str | None]:
    """The table's number, the night's and the player's name that a list is narrowed to, of that server."""
    books = (server_id, practice.books_of(server_id))
    table: int | None = await tx.value(
        "SELECT number FROM tables WHERE table_id = ? AND server_id IN (?, ?)", wanted.table_id, *books
    )
    night: int | None = await tx.value(
        "SELECT number FROM nights WHERE night_id = ? AND server_id = ?", wanted.night_id, server_id
    )
    player: str | None = await tx.value(
        "SELECT name FROM players WHERE player_id = ? AND server_id = ?", wanted.player_id, server_id
    )
    return table, night, player


async def trust(tx: Tx, server_id: int) -> TrustRow:
    """What came of every promise that was given at the server's tables, practice left out."""
    rows = await tx.rows(
        "SELECT state, void_reason, count(*) FROM hands WHERE server_id = ? GROUP BY state, void_reason"
        " ORDER BY count(*) DESC, void_reason",
        server_id,
    )
    cut = await tx.value(
        "SELECT count(*) FROM hands h WHERE server_id = ? AND state = 'over'"
        " AND EXISTS (SELECT 1 FROM hand_words w WHERE w.hand_id = h.hand_id)",
        server_id,
    )
    emptied = await tx.value(
        "SELECT count(*) FROM hands h WHERE server_id = ? AND state = 'over'"
        " AND NOT EXISTS (SELECT 1 FROM hand_decks d WHERE d.hand_id = h.hand_id)",
        server_id,
    )
    return TrustRow(
        played=sum(count for state, _, count in rows if state == "over"),
        open=sum(count for state, _, count in rows if state not in ("over", "void")),
        voided={reason: count for state, reason, count in rows if state == "void"},
        cut=cut,
        emptied=emptied,
    )


async def last_voided(tx: Tx, server_id: int, limit: int) -> list[int]:
    """The ids of the last hands that are void after players were fixed for them, the newest first."""
    rows = await tx.rows(
        "SELECT hand_id FROM hands WHERE server_id = ? AND state = 'void'"
        " AND emptied_at_ms IS NULL AND posting_at_ms IS NOT NULL ORDER BY hand_id DESC LIMIT ?",
        *(server_id, limit),
    )
    return [row["hand_id"] for row in rows]
