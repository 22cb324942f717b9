"""Connections to the file, and ``Tx``: what a job may do inside its transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import aiosqlite

from bot.clock import Clock, to_ms
from bot.store.errors import CannotOpen, Refused, StoreError

APPLICATION_ID: Final = 0x44C4A5F1  # in the file's header: this is a database of Dealer's Choice
BUSY_SECONDS: Final = 5.0  # how long a statement waits for another process's lock

SqlValue = int | str | bytes | None


class _Raw(sqlite3.Connection):
    """Runs what is ``owed`` just before the next statement, in the same visit to the connection's thread."""

    owed: tuple[str, ...] = ()

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        """One statement, after those that are owed."""
        owed, self.owed = self.owed, ()
        for statement in owed:
            super().execute(statement)
        return super().execute(sql, parameters)


class Connection:
    """An aiosqlite connection in autocommit. Errors are SQLite's own."""

    def __init__(self, aio: aiosqlite.Connection, raw: _Raw) -> None:
        self._aio = aio
        self._raw = raw

    @classmethod
    async def open(cls, path: Path, mode: str) -> Connection:
        """Open the file at an absolute ``path``; ``mode`` "rwc" or "ro"."""
        # Opened here and not by aiosqlite: where that fails, its thread outlives the loop and complains.
        raw = sqlite3.connect(
            f"{path.as_uri()}?mode={mode}",
            uri=True,
            isolation_level=None,
            timeout=BUSY_SECONDS,
            check_same_thread=False,
            factory=_Raw,
        )
        raw.row_factory = sqlite3.Row
        return cls(await aiosqlite.Connection(lambda: raw, iter_chunk_size=64), raw)

    async def rows(self, sql: str, params: Sequence[SqlValue] = ()) -> list[sqlite3.Row]:
        """Run one statement and give all of its rows."""
        return list(await self._aio.execute_fetchall(sql, params))

    def owe(self, *statements: str) -> None:
        """Have these run before the next statement: a visit to the thread costs more than they do.

        For statements that cannot fail; while nothing else is under way.
        """
        self._raw.owed = (*self._raw.owed, *statements)

    def owe_nothing(self) -> None:
        """Forget what is owed."""
        self._raw.owed = ()

    @property
    def in_transaction(self) -> bool:
        """True between BEGIN and COMMIT."""
        return self._raw.in_transaction

    async def script(self, sql: str) -> None:
        """Run several statements; what they began is rolled back where one fails."""
        try:
            cursor = await self._aio.executescript(sql)
            await cursor.close()
        except BaseException:
            await self._aio.rollback()
            raise

    async def close(self) -> None:
        """Close it and end its thread."""
        await self._aio.close()


class Tx:
    """One transaction, for as long as its job runs. Wraps SQLite's errors into ``StoreError``."""

    __slots__ = ("_clock", "_connection", "_over")

    def __init__(self, connection: Connection, clock: Clock) -> None:
        self._connection = connection
        self._clock = clock
        self._over = False

    @property
    def now_ms(self) -> int:
        """The time of the store's clock in milliseconds since 1970, UTC."""
        return to_ms(self._clock.now())

    async def rows(self, sql: str, *params: SqlValue) -> list[sqlite3.Row]:
        """Run one statement and give all of its rows (what RETURNING returns, for one that writes)."""
        if self._over:
            raise StoreError("this transaction is over: a job's tx serves that job only")
        if not self._connection.in_transaction:
            raise StoreError("the transaction was lost: nothing of it was kept")
        try:
            return await self._connection.rows(sql, params)
        except sqlite3.Error as error:
            raise wrapped(error) from error

    async def row(self, sql: str, *params: SqlValue) -> sqlite3.Row | None:
        """Run one statement and give its first row, None where there is none."""
        found = await self.rows(sql, *params)
        return found[0] if found else None

    async def value(self, sql: str, *params: SqlValue) -> Any:
        """Run one statement and give the first column of its first row, None where there is no row."""
        found = await self.rows(sql, *params)
        return found[0][0] if found else None

    def end(self) -> None:
        """Refuse everything from now on; the store calls it when the job is done."""
        self._over = True


def wrapped(error: sqlite3.Error) -> StoreError:
    """The store's own error for one of SQLite's; a trigger's word becomes the code."""
    if isinstance(error, sqlite3.IntegrityError):
        text = str(error)
        if getattr(error, "sqlite_errorname", "") == "SQLITE_CONSTRAINT_TRIGGER":
            return Refused(f"the database refuses it: {text.replace('_', ' ')}", code=text)
        return Refused(f"the database refuses it: {text}", code="constraint")
    return StoreError(f"the database failed: {error}")


async def prepare_writer(connection: Connection, version: int) -> None:
    """WAL, full synchronisation, foreign keys: on a file that is known to be ours and can be written."""
    for probe in ("BEGIN IMMEDIATE", f"PRAGMA user_version = {version}", "ROLLBACK"):
        await connection.rows(probe)  # SQLite opens a read-only file without a word
    mode = await connection.rows("PRAGMA journal_mode = WAL")
    if [tuple(row) for row in mode] != [("wal",)]:
        raise CannotOpen(
            "the database's file system offers no write-ahead log: keep it on a local disk", code="unusable"
        )
    for pragma in ("synchronous = FULL", "foreign_keys = ON", "recursive_triggers = ON"):
        await connection.rows(f"PRAGMA {pragma}")


async def connect_reader(path: Path) -> Connection:
    """A connection that can neither write nor checkpoint."""
    connection = await Connection.open(path, "ro")
    await connection.rows("PRAGMA query_only = ON")
    return connection


def _existing(path: Path) -> Path:
    if not path.is_file():
        raise CannotOpen(f"there is no database {path}", code="missing")
    return path.resolve()


@asynccontextmanager
async def reading(path: Path, clock: Clock) -> AsyncIterator[Tx]:
    """One snapshot of the database at ``path`` through a connection of its own, beside a running bot.

    ``CannotOpen`` where there is no such file or it is not a database of ours.
    """
    try:
        connection = await connect_reader(_existing(path))
    except sqlite3.Error as error:
        raise CannotOpen(f"the database {path} cannot be read: {error}", code="corrupt") from error
    try:
        tx = Tx(connection, clock)
        try:
            await connection.rows("BEGIN")
            ours = await tx.value("PRAGMA application_id") == APPLICATION_ID
        except (sqlite3.Error, StoreError) as error:
            raise CannotOpen(f"the database {path} cannot be read: {error}", code="corrupt") from error
        if not ours:
            raise CannotOpen(f"{path} is not a database of this bot", code="foreign")
        yield tx
        tx.end()
    finally:
        await connection.close()
