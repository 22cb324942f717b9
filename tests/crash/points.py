"""Named points inside the bot's process at which it kills itself, without a hook in production code.

A point is a function of the store and a moment: before it runs, after it has run (its transaction is still
open), or once the transaction in which it ran is committed. It waits until the test arms it.
"""

from __future__ import annotations

import os
import signal
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.synchronize import Event
from types import ModuleType
from typing import Any, Final, Literal

from bot.store import hands, ledger
from bot.store.connection import Connection, SqlValue


@dataclass(frozen=True, slots=True)
class Point:
    """Where the process ends."""

    module: ModuleType
    function: str
    when: Literal["before", "after", "committed"]


POINTS: Final = {
    "after BEGIN": Point(hands, "add_action", "before"),
    "before COMMIT": Point(hands, "add_action", "after"),
    "after COMMIT": Point(hands, "add_action", "committed"),
    "after closing for words": Point(hands, "freeze", "committed"),
    "before the root is shown": Point(hands, "posted", "committed"),
    "before the settle": Point(ledger, "settle", "before"),
    "during the settle": Point(ledger, "settle", "after"),
    "after the hand is closed": Point(hands, "finish", "after"),
    "after the next promise": Point(hands, "commit_next", "after"),
    "after the settle": Point(ledger, "settle", "committed"),
    "after voiding": Point(hands, "void", "committed"),
}


def install(point: Point, armed: Event) -> None:
    """Let this process end there, by SIGKILL, the first time after the test has armed it."""
    inner: Callable[..., Any] = getattr(point.module, point.function)
    ran = False

    async def wrapped(*args: Any, **kwargs: Any) -> Any:
        nonlocal ran
        if point.when == "before" and armed.is_set():
            die()
        result = await inner(*args, **kwargs)
        if armed.is_set():
            if point.when == "after":
                die()
            ran = True
        return result

    setattr(point.module, point.function, wrapped)
    statement = Connection.rows

    async def watched(self: Connection, sql: str, params: Sequence[SqlValue] = ()) -> list[sqlite3.Row]:
        rows = await statement(self, sql, params)
        if ran and sql == "COMMIT":
            die()
        return rows

    Connection.rows = watched  # type: ignore[method-assign]


def die() -> None:
    """As a crash would end it: nothing is closed, nothing is said."""
    os.kill(os.getpid(), signal.SIGKILL)
