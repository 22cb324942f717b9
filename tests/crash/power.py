"""A disk whose power can fail: what was written but not yet synced may be there, in part, or not at all.

An SQLite file system of apsw stands between the real store and its files. Whatever SQLite writes reaches the
file at once, as the page cache would show it; what has been synced is kept apart, and ``cut`` gives the files
as a machine finds them that lost its power at that moment.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NoReturn, cast

import apsw
import pytest

from bot.store.connection import Connection

SECTOR_BYTES: Final = 512
LOST: Final = ("", "-wal")  # the files that count; the index of the log is memory


class Platter:
    """One file: what is surely on the disk, and the writes since."""

    def __init__(self) -> None:
        self.synced = bytearray()
        self.since: list[tuple[int, bytes | None]] = []  # offset and bytes; None: cut off there

    def sync(self) -> None:
        """All of it is on the disk from now on."""
        for offset, data in self.since:
            _apply(self.synced, offset, data)
        self.since.clear()

    def after_cut(self, chance: random.Random) -> bytes:
        """What is found: of the writes since the last sync any sectors, in any combination."""
        found = bytearray(self.synced)
        for offset, data in self.since:
            if data is None:
                if chance.random() < 0.5:
                    _apply(found, offset, None)
                continue
            for start in range(0, len(data), SECTOR_BYTES):
                if chance.random() < 0.5:
                    _apply(found, offset + start, data[start : start + SECTOR_BYTES])
        return bytes(found)


def _apply(content: bytearray, offset: int, data: bytes | None) -> None:
    if data is None:
        del content[offset:]
        return
    content.extend(bytes(max(0, offset + len(data) - len(content))))
    content[offset : offset + len(data)] = data


class LossyDisk(apsw.VFS):
    """Registered under ``name`` until ``unregister``."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.platters: dict[str, Platter] = {}
        super().__init__(name, "")

    def xOpen(self, name: apsw.URIFilename | str | None, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        """SQLite opens a file."""
        path = name if isinstance(name, str | None) else name.filename()
        platter = Platter() if path is None else self.platters.setdefault(path, Platter())
        return _LossyFile(platter, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        """SQLite deletes a file."""
        super().xDelete(filename, syncdir)
        self.platters.pop(filename, None)

    def cut(self, database: Path, chance: random.Random, into: Path) -> Path:
        """The database as it is found after a power cut now, as a file of its own in that folder."""
        found = into / database.name
        for end in LOST:
            platter = self.platters.get(f"{database}{end}")
            if platter is not None:
                Path(f"{found}{end}").write_bytes(platter.after_cut(chance))
        return found


class _LossyFile(apsw.VFSFile):
    def __init__(self, platter: Platter, name: Any, flags: list[int]) -> None:
        super().__init__("", name, flags)
        self._platter = platter

    def xWrite(self, data: Any, offset: int) -> None:  # noqa: N802
        super().xWrite(data, offset)
        self._platter.since.append((offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        super().xTruncate(newsize)
        self._platter.since.append((newsize, None))

    def xSync(self, flags: int) -> None:  # noqa: N802
        super().xSync(flags)
        self._platter.sync()


class Row:
    """A row by place and by name, as ``sqlite3.Row`` is."""

    def __init__(self, names: Sequence[str], values: Sequence[Any]) -> None:
        self._names, self._values = names, tuple(values)

    def __getitem__(self, key: int | str) -> Any:
        return self._values[self._names.index(key) if isinstance(key, str) else key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def keys(self) -> Sequence[str]:
        """The columns' names."""
        return self._names

    def __len__(self) -> int:
        return len(self._values)


class LossyConnection:
    """What ``bot.store.connection.Connection`` does, through apsw on a lossy disk."""

    def __init__(self, disk: LossyDisk, path: Path, mode: str, synchronous: str) -> None:
        reading = apsw.SQLITE_OPEN_READONLY
        writing = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
        self._apsw = apsw.Connection(str(path), vfs=disk.name, flags=reading if mode == "ro" else writing)
        self._synchronous = synchronous
        self._owed: tuple[str, ...] = ()

    async def rows(self, sql: str, params: Sequence[Any] = ()) -> list[Row]:
        """Run one statement and give all of its rows."""
        if sql.startswith("PRAGMA synchronous"):
            sql = f"PRAGMA synchronous = {self._synchronous}"
        owed, self._owed = self._owed, ()
        try:
            for statement in owed:
                self._apsw.execute(statement)
            cursor = self._apsw.execute(sql, tuple(params))
            return [Row([one[0] for one in cursor.get_description()], values) for values in cursor]
        except apsw.Error as error:
            _as_sqlite3(error)

    def owe(self, *statements: str) -> None:
        """Have these run before the next statement."""
        self._owed = (*self._owed, *statements)

    def owe_nothing(self) -> None:
        """Forget what is owed."""
        self._owed = ()

    @property
    def in_transaction(self) -> bool:
        """True between BEGIN and COMMIT."""
        return bool(self._apsw.in_transaction)

    async def script(self, sql: str) -> None:
        """Run several statements."""
        self._apsw.execute(sql)

    async def close(self) -> None:
        """Close it."""
        self._apsw.close()


def _as_sqlite3(error: apsw.Error) -> NoReturn:
    if isinstance(error, apsw.ConstraintError):
        told = sqlite3.IntegrityError(str(error).removeprefix("SQLITE_CONSTRAINT: "))
        if getattr(error, "extendedresult", 0) == apsw.SQLITE_CONSTRAINT_TRIGGER:
            told.sqlite_errorname = "SQLITE_CONSTRAINT_TRIGGER"
        raise told from error
    raise sqlite3.OperationalError(str(error)) from error


@contextmanager
def lossy_disk(patched: pytest.MonkeyPatch, synchronous: str) -> Iterator[LossyDisk]:
    """Every store that is opened meanwhile keeps its files there, with ``PRAGMA synchronous`` as given."""
    disk = LossyDisk(f"lossy-{synchronous}-{random.randrange(1 << 30)}")

    async def opened(path: Path, mode: str) -> Connection:
        return cast("Connection", LossyConnection(disk, path, mode, synchronous))

    with patched.context() as patch:
        patch.setattr(Connection, "open", opened)
        yield disk
    disk.unregister()
