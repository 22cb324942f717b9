"""The backup: whole at one moment, taken while the bot writes, opened again as the database."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from bot.store import CannotOpen, Store, StoreError, Tx, audit, ledger, players
from bot.store.backup import backup
from tests.bot.manual_clock import ManualClock
from tests.bot.store.scene import SERVER, deal_hand, end_hand, names_in, seat_players


async def test_a_backup_taken_under_writes_is_restored(
    store: Store, clock: ManualClock, tmp_path: Path
) -> None:
    """Put in the database's place it opens, the books balance, and play goes on from that moment."""
    scene = await store.write(seat_players)
    ann = scene.player_ids[0]
    target = tmp_path / "copies" / "one.db"
    target.parent.mkdir()
    done = 0

    async def grant() -> None:
        nonlocal done
        await store.write(
            partial(ledger.grant, server_id=SERVER, player_id=ann, amount=1, key=f"grant:{done}")
        )
        done += 1

    async def grant_until(copied: asyncio.Task[int]) -> None:
        while not copied.done():
            await grant()

    await grant()
    before = done
    copying = asyncio.create_task(backup(store.path, target))
    await grant_until(copying)
    size = await copying
    assert size == target.stat().st_size
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert names_in(target.parent) == {"one.db"}

    restored = tmp_path / "restored" / "dealer.db"
    restored.parent.mkdir()
    target.rename(restored)
    assert (await audit.run(restored)).clean
    async with Store.open(restored, clock=clock) as again:
        keys = [row["key"] for row in await again.read(_grants)]
        assert before <= len(keys) <= done
        assert keys == [f"grant:{n}" for n in range(len(keys))]
        hand_id = await again.write(lambda tx: deal_hand(tx, scene))
        await again.write(lambda tx: end_hand(tx, scene, hand_id))
        assert (await again.read(audit.check)).clean
    assert (await store.read(audit.check)).clean


async def _grants(tx: Tx) -> list[sqlite3.Row]:
    return await tx.rows("SELECT key FROM transfers WHERE reason = 'grant' ORDER BY transfer_id")


async def test_a_backup_needs_no_running_bot(path: Path, clock: ManualClock, tmp_path: Path) -> None:
    """And leaves the database as it was."""
    async with Store.open(path, clock=clock) as store:
        await store.write(lambda tx: players.seen(tx, SERVER, 1, "Ann", "en"))
    before = _content(path)
    await backup(path, tmp_path / "copy.db")
    assert _content(path) == before
    async with Store.open(tmp_path / "copy.db", clock=clock) as store:
        assert await store.read(lambda tx: players.by_user(tx, SERVER, 1)) is not None


async def test_a_backup_overwrites_nothing(store: Store, tmp_path: Path) -> None:
    """Neither an older one nor the database itself."""
    target = tmp_path / "copy.db"
    target.write_text("last week's")
    for name in (target, store.path):
        with pytest.raises(CannotOpen) as refused:
            await backup(store.path, name)
        assert refused.value.code == "exists"
        assert str(name) in str(refused.value)
    assert target.read_text() == "last week's"


async def test_a_damaged_database_makes_no_backup(path: Path, clock: ManualClock, tmp_path: Path) -> None:
    """Better none than one that cannot be restored; nothing is left behind."""
    async with Store.open(path, clock=clock) as store:
        await store.write(seat_players)
    _damage(path)
    with pytest.raises(StoreError):
        await backup(path, tmp_path / "copy.db")
    assert names_in(tmp_path) == {path.parent.name}


def _content(path: Path) -> bytes:
    return path.read_bytes()


def _damage(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096 * 3 : 4096 * 9] = b"\xa5" * (4096 * 6)
    path.write_bytes(content)


async def test_a_copy_that_is_not_sound_is_not_kept(store: Store, tmp_path: Path) -> None:
    """Rows that point nowhere are found before the copy gets its name."""
    with closing(sqlite3.connect(store.path)) as raw, raw:
        raw.execute("INSERT INTO hidden_messages VALUES (404, 404, 1, 1)")
    with pytest.raises(StoreError, match="not sound"):
        await backup(store.path, tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


async def test_a_wrong_source_or_place_is_named(store: Store, tmp_path: Path) -> None:
    """No such database, somebody else's, a folder that is not there."""
    foreign = tmp_path / "foreign.db"
    with closing(sqlite3.connect(foreign)) as raw:
        raw.execute("CREATE TABLE theirs (a)")
    for source, code in ((tmp_path / "none.db", "missing"), (foreign, "foreign")):
        with pytest.raises(CannotOpen) as refused:
            await backup(source, tmp_path / "copy.db")
        assert refused.value.code == code
    with pytest.raises(StoreError, match="nowhere"):
        await backup(store.path, tmp_path / "nowhere" / "copy.db")
    assert not (tmp_path / "copy.db").exists()
