"""Seasons: from when to when play counts to one of a server's standings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.store.connection import Tx
from bot.store.rows import existing

NAME_LENGTH_MOST: Final = 40


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A season, by number within its server. ``ends_at_ms`` is itself not in it; None: it goes on.

    One that was called off before it began ends where it starts.
    """

    season_id: int
    server_id: int
    number: int
    name: str
    starts_at_ms: int
    ends_at_ms: int | None

    @property
    def called_off(self) -> bool:
        """True where it never was."""
        return self.ends_at_ms == self.starts_at_ms


_SEASON: Final = "season_id, server_id, number, name, starts_at_ms, ends_at_ms"


async def start(tx: Tx, server_id: int, name: str, starts_at_ms: int, by: int) -> SeasonRow:
    """A new season; ``Refused`` (seasons_overlap) while one goes on or where one reaches beyond its start."""
    row = await tx.row(
        "INSERT INTO seasons (server_id, number, name, starts_at_ms, started_by, made_at_ms) VALUES"
        " (?1, (SELECT 1 + coalesce(max(number), 0) FROM seasons WHERE server_id = ?1), ?2, ?3, ?4, ?5)"
        f" RETURNING {_SEASON}",
        *(server_id, name, starts_at_ms, by, tx.now_ms),
    )
    return SeasonRow(*existing(row, "new season"))


async def end(tx: Tx, season_id: int, by: int) -> SeasonRow:
    """End it now, or call it off where it has not begun; ``Refused`` (season_has_ended) the second time."""
    row = await tx.row(
        "UPDATE seasons SET ends_at_ms = max(starts_at_ms, ?), ended_by = ? WHERE season_id = ?"
        f" RETURNING {_SEASON}",
        *(tx.now_ms, by, season_id),
    )
    return SeasonRow(*existing(row, f"season {season_id}"))


async def by_number(tx: Tx, server_id: int, number: int) -> SeasonRow | None:
    """The server's season of that number, None where it has none."""
    row = await tx.row(f"SELECT {_SEASON} FROM seasons WHERE server_id = ? AND number = ?", server_id, number)
    return SeasonRow(*row) if row else None


async def open_one(tx: Tx, server_id: int) -> SeasonRow | None:
    """The season that has no end yet, be it running or planned; None where there is none."""
    row = await tx.row(f"SELECT {_SEASON} FROM seasons WHERE server_id = ? AND ends_at_ms IS NULL", server_id)
    return SeasonRow(*row) if row else None


async def at(tx: Tx, server_id: int, at_ms: int) -> SeasonRow | None:
    """The season that this moment is in; None where it is in none."""
    row = await tx.row(
        f"SELECT {_SEASON} FROM seasons WHERE server_id = ?1 AND starts_at_ms <= ?2"
        " AND (ends_at_ms IS NULL OR ends_at_ms > ?2)",
        *(server_id, at_ms),
    )
    return SeasonRow(*row) if row else None


async def of_server(tx: Tx, server_id: int) -> list[SeasonRow]:
    """All seasons of a server, newest first."""
    rows = await tx.rows(f"SELECT {_SEASON} FROM seasons WHERE server_id = ? ORDER BY number DESC", server_id)
    return [SeasonRow(*row) for row in rows]
