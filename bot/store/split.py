"""One database made of another: the servers that a process is to serve, and nothing of the others.

The books of a server are closed in themselves, so they balance in the new file as they did in the old one.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path

from bot.store.backup import copied
from bot.store.errors import CannotOpen
from bot.store.lock import FileLock
from bot.store.migrate import check_is_newest


async def split(path: Path, target: Path, keep: Callable[[int], bool]) -> tuple[int, int]:
    """Write the servers that ``keep`` takes to the new file ``target``; how many are kept, and how many not.

    The source stays as it is and must not be in use: what its bot did afterwards would be missing here.
    ``CannotOpen`` where it is, is missing, foreign or of another schema, or where the target exists;
    ``StoreError`` else.
    """
    return await asyncio.to_thread(_split, path, target, keep)


def _split(path: Path, target: Path, keep: Callable[[int], bool]) -> tuple[int, int]:
    counts = [0, 0]

    def take_out(partial: Path) -> None:
        try:
            counts[:] = _take_out(partial, keep)
        except CannotOpen as error:
            raise CannotOpen(f"the database {path} cannot be split: {error}", code=error.code) from error

    if not path.is_file():  # a lock would make a file beside it
        copied(path, target, take_out)
    try:
        lock = FileLock(path.resolve())
    except OSError as error:
        raise CannotOpen(f"the database {path} cannot be split: {error}", code="unusable") from error
    try:
        copied(path, target, take_out)
    finally:
        lock.release()
    return counts[0], counts[1]


def _take_out(partial: Path, keep: Callable[[int], bool]) -> tuple[int, int]:
    """Delete the other servers. What the triggers guard is the life of one database, not a copy's making."""
    copy = sqlite3.connect(partial, isolation_level=None)
    try:
        check_is_newest(copy.execute("PRAGMA user_version").fetchone()[0])
        servers = [server_id for (server_id,) in copy.execute("SELECT server_id FROM servers")]
        gone = [server_id for server_id in servers if not keep(server_id)]
        copy.execute("PRAGMA foreign_keys = OFF")
        copy.execute("BEGIN")
        triggers = copy.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            copy.execute(f"DROP TRIGGER {name}")
        copy.executemany("DELETE FROM servers WHERE server_id = ?", [(one,) for one in gone])
        _delete_orphans(copy)
        for _, sql in triggers:
            copy.execute(sql)
        copy.execute("COMMIT")
        copy.execute("VACUUM")
    finally:
        copy.close()
    people = (
        {abs(one) for one in servers},
        {abs(one) for one in gone},
    )  # practice books are no server of their own
    return len(people[0] - people[1]), len(people[1])


def _delete_orphans(copy: sqlite3.Connection) -> None:
    """Delete what hangs, through any foreign key, on a row that is gone; again until nothing does."""
    tables = [name for (name,) in copy.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    again = True
    while again:
        again = False
        for table in tables:
            keys: dict[int, tuple[str, list[tuple[str, str]]]] = {}
            for number, _, parent, mine, theirs, *_ in copy.execute(f"PRAGMA foreign_key_list({table})"):
                keys.setdefault(number, (parent, []))[1].append((mine, theirs))
            for parent, columns in keys.values():
                given = " AND ".join(f"c.{mine} IS NOT NULL" for mine, _ in columns)
                same = " AND ".join(f"p.{theirs} = c.{mine}" for mine, theirs in columns)
                deleted = copy.execute(
                    f"DELETE FROM {table} AS c WHERE {given} AND NOT EXISTS"
                    f" (SELECT 1 FROM {parent} p WHERE {same})"
                )
                again = again or deleted.rowcount > 0
