"""``Store``: the open database, one connection that writes and one that reads."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TypeVar

from bot.clock import Clock
from bot.store.connection import Connection, Tx, connect_reader, prepare_writer
from bot.store.errors import CannotOpen, StoreError
from bot.store.lock import FileLock
from bot.store.migrate import check_is_ours, migrate
from bot.store.writer import Job, Writer

T = TypeVar("T")


class Store:
    """Made by ``Store.open`` only."""

    def __init__(self, path: Path, writer: Writer, reader: Connection, clock: Clock) -> None:
        self.path = path
        self._writer = writer
        self._reader = reader
        self._clock = clock
        self._reading = asyncio.Lock()
        self._reads: set[asyncio.Task[object]] = set()
        self._closed = False

    @classmethod
    @asynccontextmanager
    async def open(cls, path: Path, *, clock: Clock) -> AsyncIterator[Store]:
        """Lock, check, migrate and open the file at ``path`` (made where it is missing), then close it.

        ``CannotOpen`` with one clear line where that is impossible; the file is then as it was.
        """
        path, lock = _locked(path)
        try:
            try:
                connection = await _open_writer(path)
            except (sqlite3.Error, OSError) as error:
                raise CannotOpen(f"the database {path} cannot be opened: {error}", code="unusable") from error
            except CannotOpen as error:
                raise CannotOpen(f"the database {path} cannot be opened: {error}", code=error.code) from error
            try:
                reader = await connect_reader(path)
                store = cls(path, Writer(connection, clock), reader, clock)
                try:
                    yield store
                finally:
                    await store._close()
            finally:
                await connection.close()  # the last to close: SQLite empties its log into the file
        finally:
            lock.release()

    async def write(self, job: Job[T]) -> T:
        """Run ``job`` in a transaction and give its result once that is on disk.

        The job's error takes back its own changes and is raised here. ``StoreError`` where the commit failed:
        nothing of the group was kept. A caller that is cancelled leaves its job to be done.
        """
        return await self._writer.write(job)

    async def read(self, job: Job[T]) -> T:
        """Run ``job`` on one snapshot of what is committed; it cannot write."""
        if self._closed:
            raise StoreError("the store is closed")
        current = asyncio.current_task()
        if current in self._reads:
            raise StoreError("a job that reads may not wait for another read: use its own tx")
        task = asyncio.get_running_loop().create_task(self._read(job), name="store-read")
        self._reads.add(task)
        task.add_done_callback(self._reads.discard)
        return await asyncio.shield(task)

    @property
    def commits(self) -> int:
        """How many commits there were since the start."""
        return self._writer.commits

    @property
    def jobs(self) -> int:
        """How many jobs were in those commits."""
        return self._writer.jobs

    async def _read(self, job: Job[T]) -> T:
        async with self._reading:
            tx = Tx(self._reader, self._clock)
            await self._reader.rows("BEGIN")
            try:
                return await job(tx)
            finally:
                tx.end()
                await self._reader.rows("ROLLBACK")

    async def _close(self) -> None:
        self._closed = True
        await self._writer.close()
        if self._reads:
            await asyncio.wait(set(self._reads))
        await self._reader.close()


def _locked(path: Path) -> tuple[Path, FileLock]:
    """The file's real path, so that two names of it share one lock, and that lock."""
    path = path.resolve()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return path, FileLock(path)
    except OSError as error:
        raise CannotOpen(f"the database {path} cannot be opened: {error}", code="unusable") from error


async def _open_writer(path: Path) -> Connection:
    """The writing connection to a sound file of ours, migrated."""
    with suppress(FileExistsError):  # private from its first byte; SQLite gives its log the same mode
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    connection = await Connection.open(path, "rwc")
    try:
        version = await check_is_ours(connection)
        await prepare_writer(connection, version)
        await migrate(connection, version)
    except BaseException:
        await connection.close()
        raise
    return connection
