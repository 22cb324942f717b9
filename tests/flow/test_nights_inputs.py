"""What people get wrong about game nights, who may do what, and who may sit."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.rehearsal.calls import Fault
from tests.flow.evening import CHANNEL, Evening
from tests.flow.night_time import (
    FRIDAY,
    announcements,
    answered,
    dates,
    next_ref,
    scheduled,
    told,
    until,
    written,
)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"zone": "Europe/Atlantis"}, "There is no such time zone"),
        ({"zone": "berl"}, "Perhaps one of these: Europe/Berlin"),
        ({"zone": None}, "In which time zone"),
        ({"time": "25:00"}, "Write it like 20:00"),
        ({"first": "2026-01-01", "day": None}, "is past. The next such day is Thursday, January 8, 2026"),
        ({"first": "06/11/2026", "day": None}, "Write it like 2026-11-06"),
        ({"first": "2026-01-10"}, "is another weekday"),
        ({"first": "2028-01-07", "day": None}, "more than a year away"),
        ({"day": None}, "Name a weekday"),
        ({"like": 7}, "never had a table 7"),
        ({"buy_in_least": 1}, "The least buy-in must be"),
    ],
)
async def test_what_is_wrong_is_said_privately_and_what_would_work(
    friends: Evening, given: dict[str, Any], says: str
) -> None:
    """Nothing is kept of it."""
    assert says in await scheduled(friends, **given)
    assert "No game night is scheduled" in await told(friends, "Ann", "night list")


async def test_the_zone_is_asked_once(friends: Evening) -> None:
    """The second night goes by the server's."""
    await scheduled(friends)
    assert "Scheduled" in await scheduled(friends, zone=None, day="5")
    assert "Europe/Berlin" in await told(friends, "Ann", "night list")


async def test_zones_are_offered_by_what_is_typed(friends: Evening) -> None:
    """By IANA names."""
    offered = await friends.wire.autocomplete("Ann", CHANNEL, "night schedule", "zone", "new y", time="20:00")
    assert {"name": "America/New_York", "value": "America/New_York"} in offered


async def test_a_night_that_overlaps_another_in_its_channel_is_refused(friends: Evening) -> None:
    """In another channel, or four hours later, it is not; a move is held to the same."""
    await scheduled(friends)
    assert "Another game night is in" in await scheduled(friends, time="22:00", every=0, first="2026-02-06")
    assert "Scheduled" in await scheduled(friends, time="22:00", channel="chat")
    assert "Scheduled" in await scheduled(friends, time="12:00", day="3")
    second = await next_ref(friends, 0)
    moved = await told(friends, "Ann", "night move", date=second, day="2026-01-09", time="19:00")
    assert "Another game night is in" in moved


async def test_a_missing_permission_is_named(friends: Evening) -> None:
    """For the channel that is meant, not the one in which it is typed."""
    world = friends.wire.world
    assert friends.bot.user is not None
    deny = discord.Permissions(send_messages=True)
    overwrite = Overwrite(target_id=friends.bot.user.id, type=OverwriteType.MEMBER, allow=0, deny=deny.value)
    world.backend.set_overwrite(world.channel("chat").id, overwrite)
    assert "must allow me: Send Messages" in await scheduled(friends, channel="chat")
    assert "Scheduled" in await scheduled(friends)


async def test_a_date_that_does_not_come_is_refused(friends: Evening) -> None:
    """Also one of another server, or one that has begun."""
    await scheduled(friends)
    ref = await next_ref(friends)
    for command in ("skip", "cancel", "move"):
        given = {"time": "21:00"} if command == "move" else {}
        assert "Choose one from the list" in await told(
            friends, "Ann", f"night {command}", date="s9:x", **given
        )
    assert "is past" in await told(friends, "Ann", "night move", date=ref, day="2026-01-01")
    assert "Say where to" in await told(friends, "Ann", "night move", date=ref)
    await until(friends, FRIDAY)
    await friends.drawn()
    assert "Choose one from the list" in await told(friends, "Ann", "night skip", date=ref)


async def test_only_managers_schedule_and_only_they_or_the_host_change(friends: Evening) -> None:
    """Everybody may look."""
    refused = await friends.wire.slash("Boris", CHANNEL, "night schedule", time="20:00", day="4", zone="UTC")
    assert "Only managers" in refused.text
    await scheduled(friends)
    ref = await next_ref(friends)
    assert "Only who has scheduled" in await told(friends, "Boris", "night skip", date=ref)
    assert "No game night runs here" in await told(friends, "Ann", "night end")
    await until(friends, FRIDAY)
    await friends.drawn()
    assert "Only who has scheduled" in await told(friends, "Boris", "night end")


async def test_an_answer_to_a_night_that_has_begun_is_refused(friends: Evening) -> None:
    """A press that crossed the redrawing."""
    await scheduled(friends)
    await until(friends, FRIDAY - timedelta(days=3))
    old = announcements(friends)[0]
    await until(friends, FRIDAY)
    await friends.drawn()
    answer = await friends.wire.press("Boris", old, old.buttons[0].custom_id)
    assert "It has begun" in answer.text


async def test_seats_for_who_answered(friends: Evening) -> None:
    """The host always may; who said that he cannot come may not."""
    await scheduled(friends, only_answers=True)
    await until(friends, FRIDAY - timedelta(days=3))
    assert "Seats are for those who answer" in announcements(friends)[0].text
    await answered(friends, Boris="Maybe", Carol="Can't")
    await until(friends, FRIDAY)
    await friends.drawn()
    for name in ("Carol", "Dana"):
        assert "for those who answered" in await told(friends, name, "table join", chips=100)
    await friends.sit("Ann", "Boris")
    assert set(friends.stacks()) == {"Ann", "Boris"}


async def test_seats_for_a_role(friends: Evening) -> None:
    """By the role that the member has when he sits down."""
    backend, server_id = friends.wire.world.backend, friends.wire.world.guild.id
    role = backend.create_role(server_id, "Players")
    await scheduled(friends, role="Players")
    await until(friends, FRIDAY)
    await friends.drawn()
    assert f"<@&{role.id}>" in await told(friends, "Boris", "table join", chips=100)
    backend.add_member_role(server_id, friends.wire.world.user("Boris").id, role.id)
    assert "You sit at seat" in await told(friends, "Boris", "table join", chips=100)


async def test_without_create_events_all_else_works(friends: Evening) -> None:
    """The host is told once, when he schedules."""
    guild = friends.wire.world.guild
    assert friends.bot.user is not None
    for role_id in guild.members[friends.bot.user.id].role_ids:
        everything = discord.Permissions(guild.roles[role_id].permissions)
        everything.update(create_events=False, manage_events=False)
        friends.wire.world.backend.edit_role(guild.id, role_id, {"permissions": everything.value})
    await friends.rest()
    assert "Create Events" in await scheduled(friends)
    await until(friends, FRIDAY)
    assert (await friends.drawn()).buttons and not guild.scheduled_events


async def test_a_channel_that_is_closed_at_the_hour_is_told_to_the_host(friends: Evening) -> None:
    """By direct message with the permission's name; open again within 30 minutes the night begins."""
    world = friends.wire.world
    await scheduled(friends)
    await until(friends, FRIDAY - timedelta(minutes=1))
    assert friends.bot.user is not None
    deny = discord.Permissions(send_messages=True)
    overwrite = Overwrite(target_id=friends.bot.user.id, type=OverwriteType.MEMBER, allow=0, deny=deny.value)
    world.backend.set_overwrite(world.channel(CHANNEL).id, overwrite)
    await until(friends, FRIDAY + timedelta(minutes=1))
    await friends.until(lambda: friends.wire.dm("Ann"))
    assert "must allow me: Send Messages" in friends.wire.dm("Ann")[-1].text and friends.tables == []
    allow = Overwrite(target_id=friends.bot.user.id, type=OverwriteType.MEMBER, allow=deny.value, deny=0)
    world.backend.set_overwrite(world.channel(CHANNEL).id, allow)
    await friends.time_passes(120)
    assert (await friends.drawn()).buttons
    assert len([one for one in friends.wire.dm("Ann") if "cannot begin" in one.text]) == 1


async def test_a_server_that_the_bot_cannot_reach_for_a_moment(friends: Evening) -> None:
    """A post that fails is tried again, and comes once."""
    await scheduled(friends)
    await until(friends, FRIDAY - timedelta(days=3, seconds=1))
    channel = f"/channels/{friends.wire.world.channel(CHANNEL).id}/messages"
    friends.wire.faults.append(Fault("POST", channel, status=403, code=40333, times=None))
    await friends.clock.advance(1)
    await friends.rest()
    assert announcements(friends) == []
    friends.wire.faults.clear()
    await friends.time_passes(60)
    assert len(announcements(friends)) == 1
    assert len(await dates(friends)) == 1 and written(friends, "missed") == []
