"""Opening the file: one process, our files only, one clear line when it cannot be."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bot.store import CannotOpen, Store, StoreError, meta, migrate
from bot.store.connection import APPLICATION_ID
from bot.store.migrate import Migration
from tests.bot.manual_clock import ManualClock

_OPEN = """
import asyncio, sys
from pathlib import Path
from bot.clock import SystemClock
from bot.store import CannotOpen, Store
async def main():
    async with Store.open(Path(sys.argv[1]), clock=SystemClock()):
        print("opened")
try:
    asyncio.run(main())
except CannotOpen as error:
    print(error.code, error)
"""


async def _refusal(path: Path) -> CannotOpen:
    """The error of opening it: one line that names the file."""
    with pytest.raises(CannotOpen) as refused:
        async with Store.open(path, clock=ManualClock()):
            pass
    assert str(path) in str(refused.value)
    assert "\n" not in str(refused.value)
    return refused.value


async def test_a_new_file_is_private_and_set_up(path: Path, store: Store) -> None:
    """Nobody else of the machine reads the books; the settings that keep them safe are on."""
    for name in (path.name, f"{path.name}-wal", f"{path.name}.lock"):
        assert stat.S_IMODE((path.parent / name).stat().st_mode) == 0o600
    found = {
        pragma: await store.write(lambda tx, pragma=pragma: tx.value(f"PRAGMA {pragma}"))  # type: ignore[misc]
        for pragma in ("journal_mode", "synchronous", "foreign_keys", "application_id", "user_version")
    }
    assert found == {
        "journal_mode": "wal",
        "synchronous": 2,  # FULL
        "foreign_keys": 1,
        "application_id": APPLICATION_ID,
        "user_version": len(migrate.migrations()),
    }
    loose = await store.read(
        lambda tx: tx.rows("SELECT name FROM pragma_table_list WHERE type = 'table' AND NOT strict")
    )
    assert [row["name"] for row in loose if not row["name"].startswith("sqlite_")] == []


async def test_what_was_written_is_there_after_opening_again(path: Path, clock: ManualClock) -> None:
    """And a clean end leaves one file beside the lock."""
    async with Store.open(path, clock=clock) as store:
        await store.write(lambda tx: meta.put(tx, "a", b"1"))
    assert {file.name for file in path.parent.iterdir()} == {path.name, f"{path.name}.lock"}
    async with Store.open(path, clock=clock) as store:
        assert await store.read(lambda tx: meta.get(tx, "a")) == b"1"
        assert await store.read(lambda tx: meta.get(tx, "b")) is None
    with pytest.raises(StoreError, match="closed"):
        await store.write(lambda tx: meta.put(tx, "b", b"1"))
    with pytest.raises(StoreError, match="closed"):
        await store.read(lambda tx: meta.get(tx, "a"))


async def test_a_second_process_is_refused(path: Path, store: Store) -> None:
    """By any name of the file; once the first has ended the second may."""
    link = path.with_name("link.db")
    link.symlink_to(path)
    for name in (path, link):
        answer = _in_a_process(name)
        assert answer.startswith("in_use ")
        assert "stop that one first" in answer
    assert (await _refusal(path)).code == "in_use"


async def test_the_lock_ends_with_the_store(path: Path, clock: ManualClock) -> None:
    """Another process may have the file then."""
    async with Store.open(path, clock=clock):
        pass
    assert _in_a_process(path) == "opened"


async def test_a_newer_schema_is_refused(path: Path, clock: ManualClock) -> None:
    """An older program would not keep the newer one's promises."""
    async with Store.open(path, clock=clock):
        pass
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("PRAGMA user_version = 9999")
    error = await _refusal(path)
    assert error.code == "newer"
    assert "9999" in str(error)


async def test_a_foreign_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    """Another program's data is not touched by a single byte."""
    path = tmp_path / "foreign.db"
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("CREATE TABLE theirs (a)")
    before = path.read_bytes()
    assert (await _refusal(path)).code == "foreign"
    assert path.read_bytes() == before


async def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    """A wrong path in the settings must not cost a file."""
    path = tmp_path / "letter.txt"
    path.write_text("Dear friends, " * 400)
    before = path.read_bytes()
    error = await _refusal(path)
    assert error.code == "corrupt"
    assert "restore a backup" in str(error)
    assert path.read_bytes() == before


async def test_a_damaged_database_is_refused(path: Path, clock: ManualClock) -> None:
    """Damage is found at the start, not by the first player who needs the page."""
    async with Store.open(path, clock=clock):
        pass
    _damage(path)
    assert (await _refusal(path)).code == "corrupt"


def _damage(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096 * 3 : 4096 * 9] = b"\xa5" * (4096 * 6)
    path.write_bytes(content)


@contextmanager
def _as_nobody(folder_mode: int, database: Path | None = None) -> Iterator[Path]:
    """A folder of that mode with a read-only copy of the database; root steps down to nobody meanwhile."""
    folder = Path(tempfile.mkdtemp())
    if database is not None:
        shutil.copyfile(database, folder / "old.db")
        (folder / "old.db").chmod(0o444)
    folder.chmod(folder_mode)
    root = os.geteuid() == 0
    try:
        if root:
            os.seteuid(65534)
        yield folder
    finally:
        if root:
            os.seteuid(0)
        folder.chmod(0o755)
        shutil.rmtree(folder)


async def test_a_read_only_place_is_refused() -> None:
    """One clear line instead of failing at the first press."""
    with _as_nobody(0o555) as folder:
        assert (await _refusal(folder / "new.db")).code == "unusable"
        assert (await _refusal(folder / "deeper" / "new.db")).code == "unusable"


async def test_a_read_only_file_is_refused(path: Path, clock: ManualClock) -> None:
    """SQLite would open it without a word and fail at the first write."""
    async with Store.open(path, clock=clock):
        pass
    with _as_nobody(0o777, path) as folder:
        error = await _refusal(folder / "old.db")
    assert error.code == "unusable"
    assert "readonly" in str(error)


async def test_a_folder_is_refused(tmp_path: Path) -> None:
    """A setting that names the folder instead of the file."""
    assert (await _refusal(tmp_path)).code == "unusable"


async def test_a_failing_migration_leaves_nothing_half_written(
    path: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first of two scripts is taken back with the second; afterwards the file opens as before."""
    async with Store.open(path, clock=clock) as store:
        await store.write(lambda tx: meta.put(tx, "a", b"1"))
    known = migrate.migrations()
    number = len(known)
    broken = (
        *known,
        Migration(number + 1, "good.sql", "CREATE TABLE extra (a INTEGER) STRICT; DELETE FROM meta;"),
        Migration(number + 2, "bad.sql", "INSERT INTO nowhere VALUES (1);"),
    )
    monkeypatch.setattr(migrate, "migrations", lambda: broken)
    assert "nowhere" in str(await _refusal(path))
    monkeypatch.undo()
    async with Store.open(path, clock=clock) as store:
        assert await store.read(lambda tx: meta.get(tx, "a")) == b"1"
        assert await store.read(lambda tx: tx.value("PRAGMA user_version")) == number
        assert await store.read(lambda tx: tx.rows("SELECT 1 FROM sqlite_schema WHERE name = 'extra'")) == []


async def test_a_pending_migration_runs_once(
    path: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An older file is brought up to date and keeps its rows."""
    async with Store.open(path, clock=clock) as store:
        await store.write(lambda tx: meta.put(tx, "a", b"1"))
    known = migrate.migrations()
    later = (*known, Migration(len(known) + 1, "later.sql", "CREATE TABLE extra (a INTEGER) STRICT;"))
    monkeypatch.setattr(migrate, "migrations", lambda: later)
    for _ in range(2):
        async with Store.open(path, clock=clock) as store:
            assert await store.read(lambda tx: tx.value("PRAGMA user_version")) == len(later)
            assert await store.read(lambda tx: meta.get(tx, "a")) == b"1"


def test_every_migration_says_what_when_and_why() -> None:
    """Whoever reads the folder finds the reasons in it."""
    assert migrate.migrations()
    for migration in migrate.migrations():
        head = migration.sql.splitlines()[:3]
        assert [line[:8].rstrip() for line in head] == ["-- What:", "-- When:", "-- Why:"], migration.name


def _in_a_process(path: Path) -> str:
    """What a second process says when it opens that file."""
    root = Path(__file__).parents[3]
    done = subprocess.run(
        [sys.executable, "-c", _OPEN, str(path)],
        capture_output=True,
        text=True,
        check=True,
        cwd=root,
        timeout=60,
    )
    return done.stdout.strip()
