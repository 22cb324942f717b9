"""A weekly game in a few lines: scheduled, answered, and time that passes until it is."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from bot.rehearsal.seen import Answer, Seen
from bot.store import nights
from bot.store.nights import NightRow
from tests.flow.evening import CHANNEL, Evening

FRIDAY = datetime(2026, 1, 9, 19, 0, tzinfo=UTC)  # 20:00 in Berlin; the clock begins on Friday the 2nd


async def scheduled(friends: Evening, **options: Any) -> str:
    """Fridays at 20:00 in Berlin, unless told else; what Ann is told."""
    given = {"time": "20:00", "day": "4", "zone": "Europe/Berlin", **options}
    answer = await friends.wire.slash(
        "Ann",
        CHANNEL,
        "night schedule",
        **{name: value for name, value in given.items() if value is not None},
    )
    await friends.rest()
    return answer.text


async def told(friends: Evening, who: str, command: str, **options: Any) -> str:
    """What somebody is told of a command in the channel."""
    answer = await friends.wire.slash(who, CHANNEL, command, **options)
    await friends.rest()
    return answer.text


async def until(friends: Evening, when: datetime) -> None:
    """Let time pass until then."""
    await friends.time_passes((when - friends.clock.now()).total_seconds())


def written(friends: Evening, text: str) -> list[Seen]:
    """The messages of the channel that say so."""
    return [one for one in friends.wire.messages(CHANNEL) if text in one.text]


def announcements(friends: Evening) -> list[Seen]:
    """The announcements, oldest first."""
    return written(friends, "**Maybe (")


async def says(friends: Evening, who: str, label: str) -> Answer:
    """Somebody presses an answer on the newest announcement."""
    return await friends.wire.click(who, announcements(friends)[-1], label)


async def answered(friends: Evening, **said: str) -> None:
    """Everybody's answers, and the time until they are shown."""
    for name, label in said.items():
        await says(friends, name, label)
    await friends.time_passes(3)


async def dates(friends: Evening, series_id: int = 1) -> list[NightRow]:
    """Every date of the series that has a row."""
    return await friends.store.read(lambda tx: nights.of_series(tx, series_id))


async def states(friends: Evening, series_id: int = 1) -> dict[str, str]:
    """The same, by date."""
    return {row.date: row.state for row in await dates(friends, series_id)}


async def next_ref(friends: Evening, place: int = 0) -> str:
    """How commands name the next date, or a later one."""
    choices = await friends.wire.autocomplete("Ann", CHANNEL, "night cancel", "date", "")
    return str(choices[place]["value"])
