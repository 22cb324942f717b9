"""Processes that share a bot's servers by shard: each serves its own, with a database of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast

from simcord.backend.models import Guild

from bot.client import ShardedBot
from bot.clock import SystemClock
from bot.rehearsal.wire import WireDiscord
from bot.rehearsal.world import World
from bot.shards import Shards
from bot.store import Store, audit, servers
from bot.tables.room import Room
from tests.bot.manual_clock import ManualClock
from tests.bot.test_run import TOKEN, _bot, _is_up

TWO = Shards(2, (0, 1))
ROOMS = ("card-room", "second-room")


def with_second_server(world: World) -> list[Guild]:
    """The world's server and one of the other shard, with the same people and a channel of its own."""
    first, backend = world.guild, world.backend
    while True:
        second = backend.create_guild("Second", owner_id=world.user("Ann").id)
        if TWO.of(second.id) != TWO.of(first.id):
            break
        del backend.guilds[second.id]
    for name in ("Boris", "Carol"):
        backend.add_member(second.id, world.user(name).id)
    backend.create_channel(second.id, ROOMS[1])
    return [first, second]


async def opens_a_table(wire: WireDiscord, where: str) -> None:
    """Ann opens one there and sits down."""
    answer = await wire.slash("Ann", where, "table open", game="aces")
    await wire.click("Ann", answer.messages[-1], "Open the table")
    answer = await wire.slash("Ann", where, "table join", chips=100)
    assert "100" in answer.text


async def servers_of(folder: Path) -> list[int]:
    """Which servers the database of that folder has, and that its books balance."""
    async with Store.open(folder / "dealer.db", clock=SystemClock()) as store:
        assert (await store.read(audit.check)).clean
        return await store.read(servers.every)


async def test_two_processes_serve_a_server_each(tmp_path: Path) -> None:
    """Commands, presses and members of a server reach its process alone; a foreign database is refused."""
    folders = [tmp_path / "a", tmp_path / "b"]
    for folder in folders:
        folder.mkdir()
    async with WireDiscord(World.new(), token=TOKEN) as wire:
        guilds = with_second_server(wire.world)
        parts = [{"shard_count": "2", "shard_ids": str(TWO.of(guild.id))} for guild in guilds]
        async with _bot(wire, folders[0], **parts[0]), _bot(wire, folders[1], **parts[1]):
            for folder in folders:
                await _is_up(folder)
            await wire.until(lambda: wire.gateway.connected and wire.gateway.identified == 2)
            for where in ROOMS:
                await opens_a_table(wire, where)
        assert [await servers_of(folder) for folder in folders] == [[guild.id] for guild in guilds]
        async with _bot(wire, folders[0], **parts[1]) as wrong:
            _, err = await wrong.communicate()
            assert wrong.returncode == 1 and "python -m bot split" in err.decode().splitlines()[-1]


async def test_one_process_serves_several_shards(tmp_path: Path) -> None:
    """Both servers, one database."""
    async with WireDiscord(World.new(), token=TOKEN) as wire:
        guilds = with_second_server(wire.world)
        async with _bot(wire, tmp_path, shard_count="2"):
            await _is_up(tmp_path)
            for where in ROOMS:
                await opens_a_table(wire, where)
    assert sorted(await servers_of(tmp_path)) == sorted(guild.id for guild in guilds)


async def test_a_lost_shard_stops_the_clocks_of_its_servers_alone() -> None:
    """Whoever plays in a server of another shard goes on."""
    told: list[tuple[bool, list[int]]] = []
    ids = [shard << 22 for shard in range(1, 5)]

    class NotedRoom:
        def gateway(self, *, up: bool, of: Callable[[int], bool]) -> None:
            told.append((up, [one for one in ids if of(one)]))

    bot = ShardedBot(
        clock=ManualClock(),
        store=cast(Store, None),
        room=lambda client: cast(Room, NotedRoom()),
        cogs=lambda client: (),
        shards=TWO,
    )
    bot._away.clear()
    await bot.on_shard_disconnect(1)
    await bot.on_disconnect()  # which names no shard
    await bot.on_shard_disconnect(1)
    await bot.on_shard_resumed(1)
    odd = [1 << 22, 3 << 22]
    assert told == [(False, odd), (True, odd)]
