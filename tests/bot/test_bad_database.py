"""``python -m bot`` on a file that it cannot use: one line, exit 1, and the file as it was to the byte."""

from __future__ import annotations

import asyncio
import logging
import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.settings import PREFIX, Settings
from bot.store import Store, StoreError
from bot.store.connection import APPLICATION_ID
from bot.store.migrate import migrations
from tests.bot.manual_clock import ManualClock

TOKEN = "abc.def"
COPIED_MOST = 1 << 16  # room for what SQLite shares among readers, not for a copy


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A sound database, which the settings name; the logging of the test run is put back."""
    path = tmp_path / "dealer.db"

    async def make() -> None:
        async with Store.open(path, clock=ManualClock()):
            pass

    asyncio.run(make())
    for name in Settings.model_fields:
        monkeypatch.delenv(PREFIX + name.upper(), raising=False)
    monkeypatch.setenv("DEALER_TOKEN", TOKEN)
    monkeypatch.setenv("DEALER_DATABASE", str(path))
    root = logging.getLogger()
    kept, level = root.handlers[:], root.level
    yield path
    root.handlers[:] = kept
    root.setLevel(level)


def _damaged(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096 * 3 : 4096 * 9] = b"\xa5" * (4096 * 6)
    path.write_bytes(content)


def _cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: 4096 * 5])


def _no_database(path: Path) -> None:
    path.write_text("Dear friends, " * 400)


def _newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("PRAGMA user_version = 9999")


def _foreign(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("CREATE TABLE theirs (a)")


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (_damaged, "restore a backup"),
        (_cut_off, "restore a backup"),
        (_no_database, "restore a backup"),
        (_newer, "run a newer version"),
        (_foreign, "another program"),
    ],
)
def test_a_start_on_a_bad_file_says_so_and_changes_nothing(
    database: Path, capsys: pytest.CaptureFixture[str], spoil: Callable[[Path], None], told: str
) -> None:
    """Not a byte, and nothing is left beside it but the lock: whoever looks into it finds it as it was."""
    spoil(database)
    before = database.read_bytes()
    assert main([]) == 1
    line = capsys.readouterr().err
    assert line.count("\n") == 1 and str(database) in line and told in line
    assert database.read_bytes() == before
    beside = {one.name for one in database.parent.iterdir()}
    assert beside <= {database.name, f"{database.name}.lock"}


def _older(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as raw:
        head = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = 1;"
        raw.executescript(migrations()[0].sql + head)


@pytest.mark.parametrize("command", ["audit", "split"])
@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (_damaged, "malformed"),
        (_cut_off, "malformed"),
        (_no_database, "not a database"),
        (_newer, "run a newer version"),
        (_older, "start the bot once"),
        (_foreign, "not a database of this bot"),
    ],
)
def test_a_command_on_a_bad_file_says_so_and_changes_nothing(
    database: Path, capsys: pytest.CaptureFixture[str], spoil: Callable[[Path], None], told: str, command: str
) -> None:
    """A schema that this program does not know is neither proved nor taken apart."""
    spoil(database)
    before, part = database.read_bytes(), database.with_name("part.db")
    assert main([command, *([str(part)] if command == "split" else [])]) == 1
    line = capsys.readouterr().err
    assert line.count("\n") == 1 and str(database) in line and told in line, line
    assert database.read_bytes() == before and not part.exists()


def _on_a_full_disk(*command: str, bytes_most: int = 4096) -> subprocess.CompletedProcess[str]:
    """The program where no file may grow beyond so much."""
    return subprocess.run(
        [sys.executable, "-m", "bot", *command],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
        env=dict(os.environ),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_most, bytes_most)),
        timeout=60,
    )


@pytest.mark.parametrize("command", ["backup", "split"])
def test_a_copy_that_does_not_fit_on_the_disk_is_one_line_and_no_file(database: Path, command: str) -> None:
    """Half a copy that looks like a whole one would be worse than none."""
    before, copy = database.read_bytes(), database.with_name("copy.db")
    done = _on_a_full_disk(command, str(copy), bytes_most=COPIED_MOST)
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr.count("\n") == 1 and str(copy) in done.stderr, done.stderr
    assert database.read_bytes() == before
    assert [path for path in database.parent.iterdir() if path.name.startswith("copy")] == []


@pytest.mark.parametrize("is_new", [True, False])
def test_a_start_on_a_full_disk_says_so_and_changes_nothing(database: Path, *, is_new: bool) -> None:
    """A file that may not grow is full: a new one is not begun, one that is there keeps its bytes."""
    if is_new:
        database.unlink()
    before = None if is_new else database.read_bytes()
    done = _on_a_full_disk()
    assert done.returncode == 1
    lines = [line for line in done.stderr.splitlines() if " INFO " not in line]
    assert len(lines) == 1 and str(database) in lines[0], done.stderr
    if before is None:
        assert not database.exists() or _is_empty(database)
    else:
        assert database.read_bytes() == before


def test_a_start_that_cannot_write_is_one_line(
    database: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that fills up between opening and the first transaction."""

    async def full(store: Store, job: object) -> None:
        raise StoreError("the transaction was not kept: database or disk is full")

    monkeypatch.setattr(Store, "write", full)
    assert main([]) == 1
    assert capsys.readouterr().err == "the transaction was not kept: database or disk is full\n"


def _is_empty(path: Path) -> bool:
    with closing(sqlite3.connect(path)) as raw:
        return not raw.execute("SELECT * FROM sqlite_schema").fetchall()
