"""A copy of the database that is whole at one moment, taken beside a running bot.

To restore, stop the bot, delete ``<database>-wal`` and ``<database>-shm`` where a kill has left them (they
belong to the old file), and put the copy in the database's place. The installation's secret is not in it.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import tempfile
from collections.abc import Callable
from pathlib import Path

from bot.store.connection import APPLICATION_ID, BUSY_SECONDS
from bot.store.errors import CannotOpen, StoreError


async def backup(path: Path, target: Path) -> int:
    """Copy the database at ``path`` to the new file ``target`` (mode 0600), check it; gives its bytes.

    It appears under its name only when it is whole, sound and on disk. ``CannotOpen``: missing, foreign or
    corrupt source, ``exists`` where something has that name; ``StoreError`` where copying failed.
    """
    return await asyncio.to_thread(copied, path, target)


def copied(path: Path, target: Path, change: Callable[[Path], None] | None = None) -> int:
    """As ``backup``, in this thread; ``change`` may work on the copy before it is checked and named."""
    if not path.is_file():
        raise CannotOpen(f"there is no database {path}", code="missing")
    if target.exists():
        raise CannotOpen(f"{target} exists already: name a new file", code="exists")
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.absolute().parent)
    except OSError as error:
        raise StoreError(f"no file can be made in {target.parent}: {error}") from error
    partial = Path(name)
    try:
        os.close(handle)
        _copy(path.resolve(), partial)
        if change is not None:
            change(partial)
        _verify(partial)
        _sync(partial)
        if target.exists():
            raise CannotOpen(f"{target} exists already: name a new file", code="exists")
        partial.rename(target)
        _sync(target.parent)
    except sqlite3.DatabaseError as error:
        raise StoreError(f"no copy of {path} was made at {target}: {error}") from error
    except OSError as error:
        raise StoreError(f"no copy can be written to {target}: {error}") from error
    finally:
        partial.unlink(missing_ok=True)
    return target.stat().st_size


def _copy(path: Path, partial: Path) -> None:
    """VACUUM INTO reads one snapshot and makes one file without a log, while others write."""
    source = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, isolation_level=None, timeout=BUSY_SECONDS)
    try:
        try:
            (application,) = source.execute("PRAGMA application_id").fetchone()
        except sqlite3.DatabaseError as error:
            raise CannotOpen(f"the database {path} cannot be read: {error}", code="corrupt") from error
        if application != APPLICATION_ID:
            raise CannotOpen(f"{path} is not a database of this bot", code="foreign")
        source.execute("VACUUM INTO ?", (str(partial),))
    finally:
        source.close()


def _verify(partial: Path) -> None:
    copy = sqlite3.connect(f"{partial.as_uri()}?mode=ro", uri=True, isolation_level=None)
    try:
        verdict = [row[0] for row in copy.execute("PRAGMA integrity_check(1)")]
        dangling = copy.execute("PRAGMA foreign_key_check").fetchone()
    finally:
        copy.close()
    if verdict != ["ok"] or dangling is not None:
        raise StoreError(f"the copy is not sound ({verdict[0]}): it was not kept")


def _sync(path: Path) -> None:
    """Force a file or, where the system can, a folder to the disk."""
    if path.is_dir() and os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
