"""Channels and threads of every kind: lost, archived, or without a permission that a table needs."""

from __future__ import annotations

import discord
import pytest
from simcord.backend.models import Channel, Overwrite
from simcord.enums import ChannelType, OverwriteType

from bot.rehearsal.calls import Fault
from bot.show.scene import Phase
from bot.store import tables
from tests.flow.doing import NAMES, bet_made, wallets
from tests.flow.evening import CHANNEL, Evening

HOUR = 3600


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


# ---- lost channels


@pytest.mark.parametrize("in_thread", [False, True])
async def test_a_deleted_channel_voids_the_hand_and_closes_the_table(
    friends: Evening, in_thread: bool
) -> None:
    """Every bet is back, stacks are in the wallets, the host reads of it; the channel is left alone."""
    where = thread(friends).name if in_thread else CHANNEL
    assert where is not None
    await bet_made(friends, where)
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
    await bet_made(friends)
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
    await bet_made(friends)
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
    await bet_made(friends, "card-thread")
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
    await bet_made(friends, "card-thread")
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
    await bet_made(friends)
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
    await bet_made(friends)
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
    await bet_made(friends)
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


# ---- kinds of channels


async def test_a_table_in_a_voice_channel(friends: Evening) -> None:
    """Its chat counts as a channel; who may not connect may not write there, and reads that."""
    world = friends.wire.world
    world.backend.create_channel(world.guild.id, "voice-room", type=ChannelType.VOICE)
    forbid(friends, "connect", where="voice-room")
    refused = await friends.wire.slash("Boris", "voice-room", "table open")
    assert "Connect" in refused.text
    forbid(friends, where="voice-room")
    await bet_made(friends, "voice-room")
    await friends.play_out()
    assert sum(friends.stacks().values()) == 300


async def test_a_table_in_a_thread(friends: Evening) -> None:
    """It needs the permission for threads by its own name, and is played at like any other."""
    thread(friends)
    forbid(friends, "send_messages_in_threads")
    refused = await friends.wire.slash("Boris", "card-thread", "table open")
    assert "Send Messages in Threads" in refused.text
    forbid(friends, "send_messages")
    await bet_made(friends, "card-thread")
    await friends.play_out()
    await friends.time_passes(12)
    await friends.dealt()
    assert friends.live.number == 2
