"""Channels, permissions and servers that are lost, for good or for a while; tables that nobody plays at."""

from __future__ import annotations

from collections.abc import Iterable

import discord
import pytest
from simcord.backend import serializers
from simcord.backend.models import Channel, Guild, Overwrite
from simcord.enums import ChannelType, OverwriteType

from bot.rehearsal.calls import Fault
from bot.show.scene import Phase
from bot.store import servers, tables
from tests.flow.evening import CHANNEL, Evening

NAMES = ("Ann", "Boris", "Carol")
HOUR = 3600


async def hand_begun(friends: Evening, where: str = CHANNEL) -> None:
    """A table of Boris, its first hand, one bet made."""
    await friends.open_table("Boris", where)
    await friends.sit(*NAMES)
    await friends.deal("Boris")
    await friends.act("Bet")
    await friends.drawn()
    await friends.rest()


def thread(friends: Evening, name: str = "card-thread") -> Channel:
    """A thread in the table's channel."""
    world = friends.wire.world
    return world.backend.create_thread(world.channel(CHANNEL).id, name, world.user("Ann").id)


def forbid(friends: Evening, *names: str, where: str = CHANNEL) -> None:
    """The bot is denied these permissions in a channel; without names it has all again."""
    world = friends.wire.world
    deny = discord.Permissions(**dict.fromkeys(names, True)).value
    mine = Overwrite(world.backend.bot_user.id, OverwriteType.MEMBER, deny=deny)
    world.backend.edit_channel(world.channel(where).id, {}, overwrites=[mine] if names else [])


def told(friends: Evening, *words: str) -> list[str]:
    """The direct messages to Boris that hold all these words."""
    return [one.text for one in friends.wire.dm("Boris") if all(word in one.text for word in words)]


async def wallets(friends: Evening, names: Iterable[str] = NAMES) -> list[int]:
    """What everybody has in his wallet."""
    return [await friends.wallet(name) for name in names]


# ---- lost channels


@pytest.mark.parametrize("in_thread", [False, True])
async def test_a_deleted_channel_voids_the_hand_and_closes_the_table(
    friends: Evening, in_thread: bool
) -> None:
    """Every bet is back, stacks are in the wallets, the host reads of it; the channel is left alone."""
    where = thread(friends).name if in_thread else CHANNEL
    assert where is not None
    await hand_begun(friends, where)
    table, channel = friends.table, friends.wire.world.channel(where)
    friends.wire.world.backend.delete_channel(channel.id)
    await friends.until(lambda: told(friends, "channel of table 1 is gone"))
    await friends.rest()
    assert told(friends, "Hand 1 is void: its channel is gone.", "Every bet is back", "Its seed was")
    assert friends.tables == [] and await wallets(friends) == [1000, 1000, 1000]
    row = await friends.store.read(lambda tx: tables.get(tx, table.id))
    assert row.state == "closed"
    mark = friends.wire.calls.total
    await friends.time_passes(HOUR)
    assert friends.wire.calls.total == mark


async def test_a_channel_found_lost_by_a_request(friends: Evening) -> None:
    """No event has told of it (the bot was away): the next request does."""
    await hand_begun(friends)
    channel = friends.wire.world.channel(CHANNEL)
    friends.wire.faults.append(
        Fault("*", f"/channels/{channel.id}/messages*", status=404, code=10003, times=None)
    )
    await friends.time_passes(47)
    await friends.until(lambda: told(friends, "is gone"))
    await friends.rest()
    assert friends.tables == [] and await wallets(friends) == [1000, 1000, 1000]


async def test_a_channel_lost_between_hands(friends: Evening) -> None:
    """Nothing is void, the stacks come back."""
    await hand_begun(friends)
    await friends.play_out()
    stacks = friends.stacks()
    friends.wire.world.backend.delete_channel(friends.wire.world.channel(CHANNEL).id)
    await friends.until(lambda: told(friends, "All stacks are back"))
    await friends.rest()
    assert await wallets(friends, stacks) == [900 + stack for stack in stacks.values()]


# ---- archived threads


async def test_an_archived_thread_is_opened_again(friends: Evening) -> None:
    """By the event while a hand is played; without one by the request that is refused."""
    place = thread(friends)
    await hand_begun(friends, "card-thread")
    backend = friends.wire.world.backend
    backend.edit_channel(place.id, {}, thread_metadata={"archived": True})
    await friends.until(lambda: place.thread_metadata and not place.thread_metadata.archived)
    shut = Fault("PATCH", f"/channels/{place.id}/messages/*", status=400, code=50083)
    friends.wire.faults.append(shut)
    mark = friends.wire.calls.total
    await friends.time_passes(47)
    await friends.drawn()
    assert friends.wire.calls.by_route(mark)["PATCH /channels/{id}"] == 1
    assert (await friends.act("Call")).kind == "update"
    assert not told(friends, "archived")


async def test_a_thread_that_the_bot_may_not_open_waits(friends: Evening) -> None:
    """The host is told once; no time runs; opened by somebody, the hand goes on with a fresh clock."""
    place = thread(friends)
    await hand_begun(friends, "card-thread")
    shut = Fault("PATCH", f"/channels/{place.id}", status=403, code=50013, times=None)
    shut_too = Fault("PATCH", f"/channels/{place.id}/messages/*", status=400, code=50083, times=None)
    friends.wire.faults.extend([shut, shut_too])
    actions = friends.live.actions
    friends.wire.world.backend.edit_channel(place.id, {}, thread_metadata={"archived": True})
    await friends.until(lambda: told(friends, "archived", "Open it again"))
    await friends.time_passes(HOUR)
    assert friends.live.actions == actions and friends.sitting(friends.on_turn).misses == 0
    assert len(told(friends, "archived")) == 1
    friends.wire.faults.clear()
    friends.wire.world.backend.edit_channel(place.id, {}, thread_metadata={"archived": False})
    await friends.until(lambda: not friends.table.clock.stands)
    await friends.drawn()
    assert friends.table.state.deadline is not None
    assert (await friends.act("Call")).kind == "update"


# ---- permissions


async def test_a_permission_lost_in_mid_hand(friends: Evening) -> None:
    """The table stands still, its host reads once what is missing; it goes on when it is back."""
    await hand_begun(friends)
    forbid(friends, "view_channel")
    await friends.time_passes(47)
    await friends.until(lambda: told(friends, "table 1".title(), "View Channel"))
    actions = friends.live.actions
    await friends.time_passes(2 * HOUR)
    assert friends.live.actions == actions and len(told(friends, "View Channel")) == 1
    forbid(friends)
    await friends.until(lambda: not friends.table.clock.stands)
    await friends.drawn()
    assert friends.table.state.phase is Phase.HAND
    assert (await friends.act("Call", "Check")).kind == "update"


async def test_no_event_is_needed_to_go_on(friends: Evening) -> None:
    """It is tried again and again, more and more rarely."""
    await hand_begun(friends)
    channel = friends.wire.world.channel(CHANNEL).id
    shut = Fault("PATCH", f"/channels/{channel}/messages/*", status=403, code=50001, times=None)
    friends.wire.faults.append(shut)
    await friends.time_passes(47)
    await friends.until(lambda: told(friends, "may not write there"))
    tries = shut.hits
    for _ in range(10):
        await friends.time_passes(60)
    assert shut.hits - tries >= 10
    friends.wire.faults.clear()
    await friends.time_passes(60)
    await friends.drawn()
    assert not friends.table.clock.stands


async def test_a_hand_is_not_dealt_where_it_cannot_be_posted(friends: Evening) -> None:
    """The Deal button names the permission; nothing is void."""
    await friends.open_table("Boris")
    await friends.sit(*NAMES)
    forbid(friends, "send_messages")
    await friends.rest()
    assert "allow me: Send Messages" in (await friends.press("Ann", "Deal")).text
    assert friends.table.state.phase is Phase.WAITING
    forbid(friends)
    await friends.rest()
    await friends.deal()
    assert friends.live.number == 1


@pytest.mark.parametrize("by_event", [True, False])
async def test_the_next_hand_waits_for_a_permission(friends: Evening, by_event: bool) -> None:
    """The table and its host are told, the countdown begins anew when it is back."""
    await hand_begun(friends)
    await friends.play_out()
    forbid(friends, "send_messages")
    await friends.rest()
    await friends.time_passes(12)
    await friends.drawn()
    assert friends.table.state.phase is Phase.PAUSE and "Send Messages" in friends.screen.text
    await friends.until(lambda: told(friends, "Send Messages"))
    await friends.time_passes(HOUR)
    assert friends.live.number == 1 and len(told(friends, "Send Messages")) == 1
    if not by_event:
        look_again = friends.table.watch.look_again
        friends.table.watch.look_again = lambda: None  # type: ignore[method-assign]
    forbid(friends)
    await friends.rest()
    if not by_event:
        friends.table.watch.look_again = look_again  # type: ignore[method-assign]
        await friends.time_passes(60)
    assert "Send Messages" not in (await friends.drawn()).text
    await friends.time_passes(12)
    await friends.dealt()
    assert friends.live.number == 2


# ---- servers


def emit_removed(friends: Evening, **more: object) -> None:
    """The gateway tells that the bot is out of the server, or with ``unavailable`` that there is an outage."""
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
    await hand_begun(friends)
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
    await hand_begun(friends)
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
    await hand_begun(friends)
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
    await hand_begun(friends)
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
    await hand_begun(friends)
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
    await hand_begun(friends)
    before = friends.live.hand
    await friends.stop()
    await friends.clock.advance(48 * HOUR)
    await friends.start()
    await friends.drawn()
    await friends.rest()
    assert friends.live.hand == before
    assert (await friends.act("Call")).kind == "update"


# ---- settings and kinds of channels


async def test_the_time_for_coming_back_is_a_setting(friends: Evening) -> None:
    """Nought minutes: who comes back brings what he likes."""
    await friends.open_table()
    await friends.sit("Boris", chips=200)
    await friends.command("Boris", "table leave")
    assert "200 to 200" in await friends.command("Boris", "table join", chips=50)
    assert "within 0 min" in await friends.command("Ann", "settings", return_minutes=0)
    await friends.command("Boris", "table join", chips=50)
    assert friends.stacks() == {"Boris": 50}


async def test_a_table_in_a_voice_channel(friends: Evening) -> None:
    """Its chat counts as a channel; who may not connect may not write there, and reads that."""
    world = friends.wire.world
    world.backend.create_channel(world.guild.id, "voice-room", type=ChannelType.VOICE)
    forbid(friends, "connect", where="voice-room")
    refused = await friends.wire.slash("Boris", "voice-room", "table open")
    assert "Connect" in refused.text
    forbid(friends, where="voice-room")
    await hand_begun(friends, "voice-room")
    await friends.play_out()
    assert sum(friends.stacks().values()) == 300


async def test_a_table_in_a_thread(friends: Evening) -> None:
    """It needs the permission for threads by its own name, and is played at like any other."""
    thread(friends)
    forbid(friends, "send_messages_in_threads")
    refused = await friends.wire.slash("Boris", "card-thread", "table open")
    assert "Send Messages in Threads" in refused.text
    forbid(friends, "send_messages")
    await hand_begun(friends, "card-thread")
    await friends.play_out()
    await friends.time_passes(12)
    await friends.dealt()
    assert friends.live.number == 2
