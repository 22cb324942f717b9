"""What is posted about game nights: intended first, then sent, then its message is kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.store import nights
from bot.store.connection import Tx
from bot.store.nights import NightRow


@dataclass(frozen=True, slots=True)
class PostRow:
    """Something said in the channel about a night; ``message_id`` None: intended, perhaps sent."""

    night_id: int
    what: str
    intended_ms: int
    message_id: int | None


_POST: Final = "night_id, what, intended_ms, message_id"


async def intend(tx: Tx, night_id: int, what: str) -> bool:
    """Before something is posted; False where it was intended before, and so perhaps posted."""
    return bool(
        await tx.rows(
            "INSERT INTO night_posts (night_id, what, intended_ms) VALUES (?, ?, ?)"
            " ON CONFLICT DO NOTHING RETURNING 1",
            *(night_id, what, tx.now_ms),
        )
    )


async def posted(tx: Tx, night_id: int, what: str, message_id: int | None) -> None:
    """After it: the message's id; None where it cannot be posted and is given up."""
    await tx.rows(
        "UPDATE night_posts SET message_id = ?3, given_up = ?3 IS NULL WHERE night_id = ?1 AND what = ?2",
        *(night_id, what, message_id),
    )


async def post(tx: Tx, night_id: int, what: str) -> PostRow | None:
    """What was posted, or intended."""
    row = await tx.row(f"SELECT {_POST} FROM night_posts WHERE night_id = ? AND what = ?", night_id, what)
    return PostRow(*row) if row else None


async def open_posts(tx: Tx) -> list[tuple[NightRow, PostRow]]:
    """Everything intended that has no message yet: what a start has to look for and to post."""
    rows = await tx.rows(
        f"SELECT {_POST} FROM night_posts WHERE message_id IS NULL AND given_up = 0 ORDER BY intended_ms"
    )
    return [(await nights.get(tx, row["night_id"]), PostRow(*row)) for row in rows]
