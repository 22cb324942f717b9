"""One process per database file: a lock beside it that the system drops when the process ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from bot.store.errors import CannotOpen


class FileLock:
    """Holds ``<database>.lock``; not the database: closing a handle to that would drop SQLite's own locks."""

    def __init__(self, database: Path) -> None:
        """``CannotOpen`` where another process holds it; OSError where the place cannot be written."""
        self._handle = os.open(database.with_name(database.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _take(self._handle)
        except OSError as error:
            os.close(self._handle)
            raise CannotOpen(
                f"the database {database} is in use by another process: stop that one first", code="in_use"
            ) from error

    def release(self) -> None:
        """Let the next process have the file."""
        os.close(self._handle)


if sys.platform == "win32":
    import msvcrt

    def _take(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
