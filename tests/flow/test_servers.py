"""Servers that are lost, for good or for a while; tables that nobody plays at."""

from __future__ import annotations

from simcord.backend import serializers
from simcord.backend.models import Guild

from bot.store import servers, tables
from tests.flow.doing import NAMES, bet_made, wallets
from tests.flow.evening import CHANNEL, Evening

HOUR = 3600


# ---- servers


def emit_removed(friends: Evening, **more: object) -> None:
    """The gateway tells that the bot is out of the server; with ``unavailable``: of an outage."""
    world = friends.wire.world
    world.backend.emit("GUILD_DELETE", {"id": str(world.guild.id), **more})


def emit_invited(friends: Evening) -> None:
    """The gateway tells of the server (again)."""
    world = friends.wire.world
    world.backend.emit("GUILD_CREATE", serializers.guild_create_payload(world.backend, world.guild))


def gone(friends: Evening) -> Guild:
    """The server is not among those that a new connection is told of; another one is."""
    backend, guild = friends.wire.world.backend, friends.wire.world.guild
    backend.create_guild("Another")
    return backend.guilds.pop(guild.id)


def back(friends: Evening, guild: Guild) -> None:
    """It is there again, the first one as before."""
    guilds = friends.wire.world.backend.guilds
    others = dict(guilds)
    guilds.clear()
    guilds.update({guild.id: guild, **others})


async def test_a_table_waits_while_the_bot_is_out_of_the_server(friends: Evening) -> None:
    """No request, no clock; invited again, the hand goes on with a fresh clock and the same cards."""
    await bet_made(friends)
    before = friends.live.hand
    emit_removed(friends)
    await friends.until(lambda: friends.table.clock.stands)
    await friends.rest()
    mark = friends.wire.calls.total
    await friends.time_passes(11 * HOUR)
    assert friends.wire.calls.total == mark and friends.live.hand == before
    emit_invited(friends)
    await friends.until(lambda: not friends.table.clock.stands)
    await friends.drawn()
    assert friends.live.hand == before and friends.table.state.deadline is not None
    assert (await friends.act("Call")).kind == "update"
    await friends.rest()
    server = friends.wire.world.guild.id
    assert await friends.store.read(lambda tx: servers.left_at(tx, server)) is None


async def test_out_of_the_server_for_twelve_hours_a_table_closes(friends: Evening) -> None:
    """Its hand is void, the stacks go back, without a request."""
    await bet_made(friends)
    emit_removed(friends)
    await friends.until(lambda: friends.table.clock.stands)
    await friends.rest()
    mark = friends.wire.calls.total
    await friends.time_passes(12 * HOUR)
    await friends.time_passes(601)
    await friends.until(lambda: not friends.tables)
    await friends.rest()
    assert friends.tables == [] and await wallets(friends) == [1000, 1000, 1000]
    assert friends.wire.calls.total == mark


async def test_the_time_out_of_the_server_counts_over_a_restart(friends: Evening) -> None:
    """Removed while the bot runs, thirteen hours before another process starts: closed at once."""
    await bet_made(friends)
    emit_removed(friends)
    await friends.until(lambda: friends.table.clock.stands)
    await friends.rest()
    table_id = friends.table.id
    await friends.stop()
    await friends.clock.advance(13 * HOUR)
    guild = gone(friends)
    await friends.start()
    await friends.until(lambda: not friends.room.everywhere())
    await friends.rest()
    back(friends, guild)
    row = await friends.store.read(lambda tx: tables.get(tx, table_id))
    assert row.state == "closed" and await wallets(friends) == [1000, 1000, 1000]


async def test_removed_while_the_bot_was_off(friends: Evening) -> None:
    """Its time out of the server counts from the start that finds out; invited again, it goes on."""
    await bet_made(friends)
    await friends.stop()
    guild = gone(friends)
    await friends.clock.advance(20 * HOUR)
    await friends.start()
    await friends.rest()
    mark = friends.wire.calls.total
    await friends.time_passes(2 * HOUR)
    back(friends, guild)
    assert friends.wire.calls.total == mark and friends.table.clock.stands
    emit_invited(friends)
    await friends.until(lambda: not friends.table.clock.stands)
    await friends.drawn()
    assert (await friends.act("Call")).kind == "update"


async def test_an_outage_of_the_server_is_no_removal(friends: Evening) -> None:
    """Clocks stand still, nothing is noted, and afterwards the hand goes on."""
    await bet_made(friends)
    emit_removed(friends, unavailable=True)
    await friends.until(lambda: friends.table.clock.stands)
    server = friends.wire.world.guild.id
    assert await friends.store.read(lambda tx: servers.left_at(tx, server)) is None
    await friends.time_passes(600)
    actions = friends.live.actions
    emit_invited(friends)
    await friends.until(lambda: not friends.table.clock.stands)
    assert friends.live.actions == actions
    assert (await friends.act("Call")).kind == "update"


# ---- idle tables


async def test_a_table_without_a_hand_for_twelve_hours_closes(friends: Evening) -> None:
    """Its stacks go to the wallets; the message says so; one that is played at stays."""
    screen = await friends.open_table("Boris")
    await friends.sit(*NAMES)
    await friends.time_passes(11 * HOUR)
    await friends.deal()
    await friends.play_out("Fold", "Check", "Call")
    await friends.command("Ann", "table leave")
    await friends.command("Boris", "table leave")
    await friends.time_passes(11 * HOUR)
    assert len(friends.tables) == 1
    await friends.time_passes(2 * HOUR)
    assert friends.tables == [] and sum(await wallets(friends)) == 3000
    shown = friends.wire.messages(CHANNEL)[-1]
    assert "12 hours" in shown.text and shown.buttons == [] and shown.id != screen.id


async def test_an_idle_table_closes_at_the_start(friends: Evening) -> None:
    """The bot was off for a day."""
    await friends.open_table("Boris")
    await friends.sit(*NAMES)
    await friends.stop()
    await friends.clock.advance(24 * HOUR)
    await friends.start()
    await friends.until(lambda: not friends.tables)
    await friends.rest()
    assert await wallets(friends) == [1000, 1000, 1000]


async def test_a_hand_in_play_is_never_idle(friends: Evening) -> None:
    """Whatever time the bot was off: the hand goes on."""
    await bet_made(friends)
    before = friends.live.hand
    await friends.stop()
    await friends.clock.advance(48 * HOUR)
    await friends.start()
    await friends.drawn()
    await friends.rest()
    assert friends.live.hand == before
    assert (await friends.act("Call")).kind == "update"


# ---- a setting


async def test_the_time_for_coming_back_is_a_setting(friends: Evening) -> None:
    """Nought minutes: who comes back brings what he likes."""
    await friends.open_table()
    await friends.sit("Boris", chips=200)
    await friends.command("Boris", "table leave")
    assert "200 to 200" in await friends.command("Boris", "table join", chips=50)
    assert "within 0 min" in await friends.command("Ann", "settings", return_minutes=0)
    await friends.command("Boris", "table join", chips=50)
    assert friends.stacks() == {"Boris": 50}
