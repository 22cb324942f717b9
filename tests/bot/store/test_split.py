"""A database is split by server: each part balances and holds nothing of the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.shards import Shards
from bot.store import CannotOpen, Store, Tx, audit, history, players, practice, servers, tables
from bot.store.split import split
from tests.bot.manual_clock import ManualClock
from tests.bot.store.scene import deal_hand, end_hand, names_in, seat_players

HERE, THERE = 5 << 22, 6 << 22  # of two shards, 1 and 0


async def two_servers(store: Store) -> None:
    """A hand that is over and one that goes on in each, and somebody who practises."""

    async def job(tx: Tx) -> None:
        for server_id in (HERE, THERE):
            scene = await seat_players(tx, server_id=server_id)
            await end_hand(tx, scene, await deal_hand(tx, scene))
            await practice.ensure(tx, server_id)
            await practice.house_player(tx, server_id, -1, f"House {server_id}")

    await store.write(job)


@pytest.mark.parametrize(("shard", "server_id"), [(1, HERE), (0, THERE)])
async def test_a_part_has_its_servers_whole_and_nothing_else(
    path: Path, clock: ManualClock, tmp_path: Path, shard: int, server_id: int
) -> None:
    """Its people, hands, chips and practice books; ids stay, triggers are there, the audit is clean."""
    async with Store.open(path, clock=clock) as store:
        await two_servers(store)
        whole = await store.read(audit.check)
    part = tmp_path / "part.db"
    assert await split(path, part, Shards(2, (shard,)).serve) == (1, 1)
    async with Store.open(part, clock=clock) as store:
        assert await store.read(servers.every) == [server_id]
        report = await store.read(audit.check)
        assert report.clean and report.chips * 2 == whole.chips and report.hands * 2 == whole.hands

        async def check(tx: Tx) -> None:
            assert len(await players.of_server(tx, server_id)) == 2
            assert len(await players.of_server(tx, -server_id)) == 1
            (table,) = await tables.of_server(tx, server_id)
            assert await history.ended(tx, table.table_id, 1) is not None
            for name in ("players", "tables", "sittings", "hands", "accounts", "transfers", "plays"):
                others = await tx.value(f"SELECT count(*) FROM {name} WHERE abs(server_id) <> ?", server_id)
                assert others == 0, name

        await store.read(check)
        with pytest.raises(Exception, match="immutable"):
            await store.write(lambda tx: tx.rows("DELETE FROM transfers"))
    async with Store.open(path, clock=clock) as store:
        assert await store.read(audit.check) == whole


async def test_a_database_in_use_is_not_split(path: Path, store: Store, tmp_path: Path) -> None:
    """What its bot did afterwards would be missing; nothing is written."""
    with pytest.raises(CannotOpen, match="in use"):
        await split(path, tmp_path / "part.db", lambda _: True)
    assert not (tmp_path / "part.db").exists()


async def test_nothing_is_overwritten_and_nothing_made_of_nothing(tmp_path: Path) -> None:
    """A missing source, a target that exists."""
    with pytest.raises(CannotOpen, match="there is no database"):
        await split(tmp_path / "none.db", tmp_path / "part.db", lambda _: True)
    assert names_in(tmp_path) == set()


async def test_a_place_where_nothing_can_be_locked_is_one_line(
    path: Path, clock: ManualClock, tmp_path: Path
) -> None:
    """A read-only folder, or a folder of the lock's name: whether a bot has the file is not known then."""
    async with Store.open(path, clock=clock):
        pass
    lock = path.with_name(f"{path.name}.lock")
    lock.unlink()
    lock.mkdir()
    with pytest.raises(CannotOpen) as refused:
        await split(path, tmp_path / "part.db", lambda _: True)
    assert str(path) in str(refused.value) and not (tmp_path / "part.db").exists()
