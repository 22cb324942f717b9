"""Servers and their settings."""

from __future__ import annotations

from dataclasses import dataclass

from bot.store.connection import Tx


@dataclass(frozen=True, slots=True)
class ServerRow:
    """A server's settings.

    Who comes back to a table within ``return_stack_minutes`` brings at least the stack that he left with.
    Every player who has less than ``top_up_chips`` is raised to it once a week (0: nobody is);
    ``top_up_week`` is the last week that is done, like "2026-W45".
    """

    server_id: int
    starting_chips: int = 1000
    manager_role_id: int | None = None  # None: who may manage the server
    locale: str | None = None  # None: as Discord says
    return_stack_minutes: int = 60
    zone: str | None = None  # an IANA name; None: not asked yet
    top_up_chips: int = 0
    top_up_week: str | None = None
    nudge_seconds: int = 10  # what a new table begins with; 0: nobody is nudged
    four_colours: int = 0  # 1: every suit has a colour of its own
    pictures: str = "showdown"  # off, showdown, street: when the table is drawn
    hands_kept_days: int = 0  # 0: for ever


_SETTINGS = (
    "server_id, starting_chips, manager_role_id, locale, return_stack_minutes, zone, top_up_chips,"
    " top_up_week, nudge_seconds, four_colours, pictures, hands_kept_days"
)


async def get(tx: Tx, server_id: int) -> ServerRow:
    """The server's settings; the defaults where it has no row yet."""
    row = await tx.row(f"SELECT {_SETTINGS} FROM servers WHERE server_id = ?", server_id)
    return ServerRow(*row) if row else ServerRow(server_id)


async def ensure(tx: Tx, server_id: int) -> ServerRow:
    """The same, with its row and its house account made where they are missing."""
    if await tx.row("SELECT 1 FROM servers WHERE server_id = ?", server_id) is None:
        await tx.rows("INSERT INTO servers (server_id) VALUES (?)", server_id)
        await tx.rows("INSERT INTO accounts (server_id, kind) VALUES (?, 'house')", server_id)
    return await get(tx, server_id)


async def update(tx: Tx, server: ServerRow) -> None:
    """Keep these settings (take the row of ``get`` and ``dataclasses.replace`` what changes)."""
    await ensure(tx, server.server_id)
    await tx.rows(
        "UPDATE servers SET starting_chips = ?, manager_role_id = ?, locale = ?, return_stack_minutes = ?,"
        " zone = ?, top_up_chips = ?, top_up_week = ?, nudge_seconds = ?, four_colours = ?, pictures = ?,"
        " hands_kept_days = ? WHERE server_id = ?",
        server.starting_chips,
        server.manager_role_id,
        server.locale,
        server.return_stack_minutes,
        server.zone,
        server.top_up_chips,
        server.top_up_week,
        server.nudge_seconds,
        server.four_colours,
        server.pictures,
        server.hands_kept_days,
        server.server_id,
    )


async def locales(tx: Tx) -> dict[int, str]:
    """The language of every server that has set one."""
    rows = await tx.rows("SELECT server_id, locale FROM servers WHERE locale IS NOT NULL")
    return {row["server_id"]: row["locale"] for row in rows}


async def with_looks(tx: Tx) -> list[ServerRow]:
    """The servers that have set how they want their cards."""
    rows = await tx.rows(f"SELECT {_SETTINGS} FROM servers WHERE four_colours <> 0 OR pictures <> 'showdown'")
    return [ServerRow(*row) for row in rows]


async def every(tx: Tx) -> list[int]:
    """The ids of all servers that have a row, without practice books."""
    return [row["server_id"] for row in await tx.rows("SELECT server_id FROM servers WHERE server_id > 0")]


async def note_left(tx: Tx, server_id: int) -> None:
    """The bot is in that server no more: its time there runs from now, unless it does already."""
    await tx.rows(
        "UPDATE servers SET left_at_ms = ? WHERE server_id = ? AND left_at_ms IS NULL", tx.now_ms, server_id
    )


async def note_back(tx: Tx, server_id: int) -> None:
    """The bot is in that server."""
    await tx.rows("UPDATE servers SET left_at_ms = NULL WHERE server_id = ?", server_id)


async def left_at(tx: Tx, server_id: int) -> int | None:
    """Since when the bot is in that server no more, in milliseconds since 1970; None where it is there."""
    left_at_ms: int | None = await tx.value("SELECT left_at_ms FROM servers WHERE server_id = ?", server_id)
    return left_at_ms
