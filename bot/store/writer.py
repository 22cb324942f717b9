"""Grouped commits: whoever finds no commit under way starts one, and it commits for all who wait.

Syncing the disk is what a commit costs, so jobs that come while one is under way share the next sync. Each
job has a SAVEPOINT: one that fails takes back its own changes only. The group runs in a task of its own: a
cancelled caller strands nobody, and his job is done all the same.
No task waits while nothing is to be written.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections import deque
from collections.abc import Awaitable, Callable
from contextvars import Context
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from bot.clock import Clock
from bot.store.connection import Connection, Tx, wrapped
from bot.store.errors import StoreError

T = TypeVar("T")
Job = Callable[[Tx], Awaitable[T]]

GROUP_JOBS_MOST: Final = 64  # so that the first of a group need not wait for an endless stream

log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class _Waiting:
    """A job, its caller's future, and what came of it before the commit."""

    job: Job[Any]
    future: asyncio.Future[Any]
    result: object = None
    error: BaseException | None = None

    def answer(self, failure: BaseException | None) -> None:
        """Tell the caller, now that the group is committed or has failed."""
        error = self.error
        if error is None and failure is not None:
            error = _group_failed(failure)
        if self.future.cancelled():
            if error is not None:
                log.error("a write failed after its caller had gone", exc_info=error)
        elif error is None:
            self.future.set_result(self.result)
        elif isinstance(error, asyncio.CancelledError):
            self.future.cancel()
        else:
            self.future.set_exception(error)


def _stops_everything(error: BaseException) -> bool:
    """True where the process or the committing task is being stopped, not just this job."""
    if isinstance(error, asyncio.CancelledError):
        task = asyncio.current_task()
        return task is not None and task.cancelling() > 0
    return isinstance(error, KeyboardInterrupt | SystemExit)


def _group_failed(failure: BaseException) -> StoreError:
    """An error of his own for each caller of a group that was not committed."""
    if isinstance(failure, sqlite3.Error):
        error = wrapped(failure)
    else:
        error = StoreError("the store was stopped before the write")
    error.__cause__ = failure
    return error


class Writer:
    """The one user of the writing connection. ``commits`` counts groups, ``jobs`` what was in them."""

    def __init__(self, connection: Connection, clock: Clock) -> None:
        self._connection = connection
        self._clock = clock
        self._waiting: deque[_Waiting] = deque()
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        self.commits = 0
        self.jobs = 0

    async def write(self, job: Job[T]) -> T:
        """The job's result once it is on disk; its own error, or the group's where the commit failed."""
        if self._closed:
            raise StoreError("the store is closed")
        task = self._task
        if task is not None and asyncio.current_task() is task:
            raise StoreError("a job that writes may not wait for another write: use its own tx")
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(job, future))
        if task is None:
            # An empty context: log lines of the group must not carry its first caller's values.
            self._task = asyncio.get_running_loop().create_task(
                self._commit_all(), name="store-commit", context=Context()
            )
        return await future  # a cancelled caller cancels this future and nothing else

    async def close(self) -> None:
        """Refuse new jobs, finish those that wait."""
        self._closed = True
        if self._task is not None:
            await asyncio.wait({self._task})

    async def _commit_all(self) -> None:
        try:
            while self._waiting:
                await self._commit_group()
        finally:
            self._task = None
            while self._waiting:  # only where this task was stopped
                self._waiting.popleft().answer(asyncio.CancelledError())

    async def _commit_group(self) -> None:
        """One transaction: as many waiting jobs as it takes, then their answers."""
        group: list[_Waiting] = []
        failure: BaseException | None = None
        try:
            await self._connection.rows("BEGIN IMMEDIATE")
            while self._waiting and len(group) < GROUP_JOBS_MOST:
                group.append(self._waiting.popleft())
                await self._run(group[-1])
            await self._connection.rows("COMMIT")
            self.commits += 1
            self.jobs += len(group)
        except sqlite3.Error as error:
            failure = error
            await self._roll_back()
        except BaseException as error:
            failure = error
            await self._roll_back()
            raise
        finally:
            if not group:  # it could not even begin: that is the answer to all who wait
                group.extend(self._waiting)
                self._waiting.clear()
            for waiting in group:
                waiting.answer(failure)

    async def _run(self, waiting: _Waiting) -> None:
        """One job in its SAVEPOINT. Raises sqlite3.Error where the whole transaction is lost."""
        tx = Tx(self._connection, self._clock)
        self._connection.owe("SAVEPOINT job")
        try:
            waiting.result = await waiting.job(tx)
        except BaseException as error:
            if _stops_everything(error):
                raise
            waiting.error = error
        finally:
            tx.end()
        if not self._connection.in_transaction:
            raise sqlite3.OperationalError("the transaction was lost") from waiting.error
        if waiting.error is not None:
            self._connection.owe("ROLLBACK TO job")
        self._connection.owe("RELEASE job")

    async def _roll_back(self) -> None:
        self._connection.owe_nothing()
        try:  # unasked whether there is a transaction: a BEGIN may still be under way when this is stopped
            await self._connection.rows("ROLLBACK")
        except (sqlite3.Error, ValueError):
            if self._connection.in_transaction:
                log.exception("the transaction could not be rolled back")
