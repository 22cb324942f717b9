"""House rules that a server keeps under a name."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.store.connection import Tx
from bot.store.rows import existing, named, to_json

_COLUMNS = "rules_id, server_id, name, game, options_json, settings_json, saved_by"


@dataclass(frozen=True, slots=True)
class HouseRulesRow:
    """``options`` are the game's, ``settings`` the table's; ``saved_by`` is a player."""

    rules_id: int
    server_id: int
    name: str
    game: str
    options: Mapping[str, Any]
    settings: Mapping[str, Any]
    saved_by: int


async def save(
    tx: Tx,
    *,
    server_id: int,
    name: str,
    game: str,
    options: Mapping[str, Any],
    settings: Mapping[str, Any],
    saved_by: int,
) -> HouseRulesRow:
    """Keep them under that name, in place of what has it; their id is a new one then."""
    await delete(tx, server_id, name)
    row = await tx.row(
        "INSERT INTO house_rules (server_id, name, name_key, game, options_json, settings_json, saved_by,"
        f" saved_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING {_COLUMNS}",
        *(server_id, name, _key(name), game, to_json(options), to_json(settings), saved_by, tx.now_ms),
    )
    return _row(existing(row, "new house rules"))


async def by_name(tx: Tx, server_id: int, name: str) -> HouseRulesRow | None:
    """Those of that name, however its letters are written; None where there are none."""
    row = await tx.row(
        f"SELECT {_COLUMNS} FROM house_rules WHERE server_id = ? AND name_key = ?", server_id, _key(name)
    )
    return _row(row) if row else None


async def of_server(tx: Tx, server_id: int) -> list[HouseRulesRow]:
    """All that a server keeps, by name."""
    rows = await tx.rows(
        f"SELECT {_COLUMNS} FROM house_rules WHERE server_id = ? ORDER BY name_key", server_id
    )
    return [_row(row) for row in rows]


async def delete(tx: Tx, server_id: int, name: str) -> None:
    """Forget those of that name; nothing changes where there are none."""
    await tx.rows("DELETE FROM house_rules WHERE server_id = ? AND name_key = ?", server_id, _key(name))


def _key(name: str) -> str:
    return " ".join(name.casefold().split())


def _row(row: sqlite3.Row) -> HouseRulesRow:
    return HouseRulesRow(**named(row))
