"""Single values by name: the secret's check value, what was synced last."""

from __future__ import annotations

from typing import Final

from bot.store.connection import Tx

SECRET_CHECK: Final = "secret_check"  # HMAC(secret, label): tells a wrong secret, never the secret


async def get(tx: Tx, key: str) -> bytes | None:
    """The value of that name, None where it was never put."""
    value: bytes | None = await tx.value("SELECT value FROM meta WHERE key = ?", key)
    return value


async def put(tx: Tx, key: str, value: bytes) -> None:
    """Keep the value under that name, in place of an older one."""
    await tx.rows(
        "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        key,
        value,
    )
