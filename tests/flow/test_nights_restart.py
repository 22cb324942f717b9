"""The bot's process ends at any step of a game night: each thing happens once, or is said to be missed."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.rehearsal.calls import Fault
from bot.show import night as show
from bot.store import nights
from tests.flow.evening import CHANNEL, Evening
from tests.flow.night_time import (
    FRIDAY,
    announcements,
    answered,
    dates,
    next_ref,
    scheduled,
    states,
    told,
    until,
    written,
)

WEEK = timedelta(weeks=1)
STEPS = {
    "announcement": FRIDAY - timedelta(days=3),
    "reminder": FRIDAY - timedelta(hours=1),
    "call": FRIDAY,
}
SAYS = {
    "announcement": "**Maybe (",
    "reminder": "** begins",
    "call": "has begun: the table is open",
}


def room_of(friends: Evening) -> int:
    """The channel's id."""
    return friends.wire.world.channel(CHANNEL).id


async def before(friends: Evening, step: str) -> None:
    """The night just before that step, with two answers where it is announced."""
    await scheduled(friends)
    if step != "announcement":
        await until(friends, STEPS["announcement"])
        await answered(friends, Ann="I'm in", Boris="I'm in")
    await until(friends, STEPS[step] - timedelta(seconds=1))


async def after_restart(friends: Evening) -> None:
    """The bot starts again and comes to rest."""
    await friends.start()
    await friends.rest()
    await friends.time_passes(5)


@pytest.mark.parametrize("step", list(STEPS))
async def test_a_restart_after_a_step_does_not_do_it_again(friends: Evening, step: str) -> None:
    """Nor does a second one."""
    await before(friends, step)
    await until(friends, STEPS[step])
    for _ in range(2):
        await friends.restart()
        await friends.rest()
        await friends.time_passes(5)
    assert len(written(friends, SAYS[step])) == 1
    assert len(friends.tables) == (1 if step == "call" else 0)


@pytest.mark.parametrize("step", list(STEPS))
async def test_a_step_that_fell_due_while_the_bot_was_down_is_done_once(friends: Evening, step: str) -> None:
    """Ten minutes late."""
    await before(friends, step)
    await friends.stop()
    await friends.clock.advance(600)
    await after_restart(friends)
    assert len(written(friends, SAYS[step])) == 1
    assert len(friends.tables) == (1 if step == "call" else 0)


@pytest.mark.parametrize("step", list(STEPS))
@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_crash_between_intending_and_remembering_posts_once(
    friends: Evening, step: str, when: str
) -> None:
    """Before the message reached Discord, it is sent by the next process; after it, it is found."""
    await before(friends, step)
    channel = f"/channels/{room_of(friends)}/messages"
    held = Fault("POST", channel, when=when, never=True, times=None)  # type: ignore[arg-type]
    table = Fault("POST", channel, status=None, times=1 if step == "call" else 0)  # its message passes
    friends.wire.faults.extend([table, held])
    await friends.clock.advance(1)
    await friends.until(lambda: held.hits)
    if when == "after":
        await friends.until(lambda: written(friends, SAYS[step]))
    await friends.stop()
    friends.wire.faults.clear()
    friends.wire.rest.routes._nonces.clear()  # Discord forgets them in some minutes
    await after_restart(friends)
    assert len(written(friends, SAYS[step])) == 1
    row = (await dates(friends))[0]
    assert row.state == (nights.OPEN if step == "call" else nights.ANNOUNCED)


async def test_within_thirty_minutes_a_night_opens_late(friends: Evening) -> None:
    """One minute before they are over."""
    await before(friends, "call")
    await friends.stop()
    await friends.clock.advance(29 * 60)
    await after_restart(friends)
    assert len(friends.tables) == 1 and len(written(friends, SAYS["call"])) == 1


async def test_later_it_is_missed_and_a_line_says_so_once(friends: Evening) -> None:
    """It does not open, whatever follows; the next date does."""
    await before(friends, "call")
    await friends.stop()
    await friends.clock.advance(30 * 60 + 1)
    await after_restart(friends)
    await friends.restart()
    await friends.time_passes(60)
    assert friends.tables == []
    assert len([one for one in written(friends, "was missed") if not one.text.startswith("**Game")]) == 1
    assert (await states(friends))["2026-01-09"] == nights.MISSED
    assert announcements(friends)[0].buttons == []
    await until(friends, FRIDAY + WEEK)
    assert (await friends.drawn()).buttons


async def test_after_weeks_only_the_last_missed_date_is_told(friends: Evening) -> None:
    """Every one of them is over; none is lost."""
    await scheduled(friends)
    await friends.stop()
    await friends.clock.advance(4 * WEEK.total_seconds())
    await after_restart(friends)
    found = await states(friends)
    missed = [day for day, state in found.items() if state == nights.MISSED]
    assert missed == ["2026-01-09", "2026-01-16", "2026-01-23", "2026-01-30"]
    assert len(written(friends, "was missed")) == 1


async def test_a_cancelled_date_is_not_missed_either(friends: Evening) -> None:
    """The bot was down at its hour; nothing is said about it."""
    await scheduled(friends)
    await told(friends, "Ann", "night skip", date=await next_ref(friends))
    await friends.stop()
    await friends.clock.advance(8 * 24 * 3600)
    await after_restart(friends)
    assert written(friends, "was missed") == [] and friends.tables == []


async def test_an_answer_that_was_stored_is_shown_after_the_restart(friends: Evening) -> None:
    """The process ends before the message is redrawn."""
    await before(friends, "reminder")
    await friends.wire.click("Carol", announcements(friends)[0], "Maybe")
    await friends.wire.click("Dana", announcements(friends)[0], "Maybe")
    await friends.stop()
    await after_restart(friends)
    assert "**Maybe (2)** Carol and Dana" in announcements(friends)[0].text


async def test_an_end_that_was_asked_for_goes_on(friends: Evening) -> None:
    """The process ends while a hand is played: the table closes after it all the same."""
    await before(friends, "call")
    await until(friends, FRIDAY)
    await friends.drawn()
    await friends.sit("Ann", "Boris")
    await friends.deal()
    await told(friends, "Ann", "night end")
    await friends.restart()
    await friends.drawn()
    while friends.tables:
        await friends.act("Check", "Call")
        await friends.rest()
    await friends.time_passes(10)
    assert (await dates(friends))[0].state == nights.OVER


async def test_the_event_of_a_night_is_made_once(friends: Evening) -> None:
    """The process ends before its id is stored: it is found by its name and time, and goes when cancelled."""
    events = friends.wire.world.guild.scheduled_events
    await before(friends, "announcement")
    held = Fault("POST", "/guilds/*/scheduled-events", when="after", never=True)
    friends.wire.faults.append(held)
    await friends.clock.advance(1)
    await friends.until(lambda: held.hits and events)
    await friends.stop()
    friends.wire.faults.clear()
    await after_restart(friends)
    (event,) = events.values()
    assert (await dates(friends))[0].event_id == event.id
    assert f"/events/{friends.wire.world.guild.id}/{event.id}" in announcements(friends)[0].text
    await told(friends, "Ann", "night move", date=await next_ref(friends), time="21:00")
    assert event.scheduled_start_time == (FRIDAY + timedelta(hours=1)).isoformat()
    await told(friends, "Ann", "night cancel", date=await next_ref(friends))
    assert not events


CHANGES: dict[str, dict[str, str]] = {"night move": {"time": "21:00"}, "night cancel": {}}


@pytest.mark.parametrize("killed", [False, True])
@pytest.mark.parametrize("command", list(CHANGES))
async def test_no_event_is_left_of_a_night_that_changes_while_it_is_made(
    friends: Evening, monkeypatch: pytest.MonkeyPatch, command: str, *, killed: bool
) -> None:
    """Discord has made it and its answer is under way, or lost with the process: it moves, or goes, too."""
    events, taken = friends.wire.world.guild.scheduled_events, asyncio.Event()
    await before(friends, "announcement")
    post = friends.bot.nights.desk.post
    make = post.create_event

    async def slow(server_id: int, **about: Any) -> int | None:
        made = await make(server_id, **about)
        await taken.wait()
        return made

    monkeypatch.setattr(post, "create_event", slow)
    await friends.clock.advance(1)
    await friends.until(lambda: events)
    assert await told(friends, "Ann", command, date=await next_ref(friends), **CHANGES[command])
    if killed:
        await friends.stop()
        await after_restart(friends)
    taken.set()
    await friends.rest()
    await friends.time_passes(5)
    moved = (FRIDAY + timedelta(hours=1)).isoformat()
    made = [(one.id, one.scheduled_start_time) for one in events.values()]
    event_id = (await dates(friends))[0].event_id
    assert made == ([(event_id, moved)] if command == "night move" else [])
    assert (event_id is None) == (command == "night cancel")


@pytest.mark.parametrize("step", list(STEPS))
async def test_a_restart_leaves_a_night_its_buttons_though_a_table_has_its_number(
    friends: Evening, step: str
) -> None:
    """What a table has left in its channel loses its buttons, and nothing else does."""
    await before(friends, step)
    if step != "call":
        await friends.open_table()
    await friends.time_passes(2)
    await friends.rest()
    (post,) = written(friends, SAYS[step])
    assert friends.table.id == 1 and (await dates(friends))[0].night_id == 1
    await friends.restart()
    await friends.rest()
    assert friends.seen(post.id).buttons == post.buttons != []
    assert not friends.seen(post.id).edited or step == "announcement"


async def test_what_was_posted_is_found_by_a_computer_ahead_of_discord(friends: Evening) -> None:
    """Else a crash while the clock goes wrong would post it twice."""
    await scheduled(friends)
    await until(friends, STEPS["announcement"])
    (row,) = [one for one in await dates(friends) if one.state == nights.ANNOUNCED]
    later = datetime.now(UTC) + timedelta(hours=1)  # than anything on this Discord
    component = show.mark(row.night_id, "announcement")
    found = await friends.bot.nights.desk.post.find(row.channel_id, component, later)
    assert found == announcements(friends)[0].id
    other = show.mark(row.night_id + 1, "announcement")
    assert await friends.bot.nights.desk.post.find(row.channel_id, other, later) is None
