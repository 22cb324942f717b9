"""The weekly game by itself: announced, answered, reminded of, opened at the hour, ended."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from bot.rehearsal.seen import Seen
from bot.store import nights
from bot.store.nights import NightRow
from tests.flow.evening import CHANNEL, Evening

FRIDAY = datetime(2026, 1, 9, 19, 0, tzinfo=UTC)  # 20:00 in Berlin; the clock begins on Friday the 2nd


async def scheduled(friends: Evening, **options: Any) -> str:
    """Fridays at 20:00 in Berlin, unless told else; what Ann is told."""
    given = {"time": "20:00", "day": "4", "zone": "Europe/Berlin", **options}
    answer = await friends.wire.slash("Ann", CHANNEL, "night schedule", **given)
    await friends.rest()
    return answer.text


async def until(friends: Evening, when: datetime) -> None:
    """Let time pass until then."""
    await friends.time_passes((when - friends.clock.now()).total_seconds())


def written(friends: Evening, text: str) -> list[Seen]:
    """The messages of the channel that say so."""
    return [one for one in friends.wire.messages(CHANNEL) if text in one.text]


async def all_nights(friends: Evening) -> list[NightRow]:
    """Every date of the first series that has a row."""
    return await friends.store.read(lambda tx: nights.of_series(tx, 1))


async def answered(friends: Evening, **said: str) -> None:
    """Who presses which answer on the newest announcement."""
    for name, label in said.items():
        await friends.wire.click(
            name, written(friends, "I'm in")[-1] if False else announcement(friends), label
        )
    await friends.time_passes(3)


def announcement(friends: Evening) -> Seen:
    """The newest announcement that can be answered."""
    return [
        one
        for one in friends.wire.messages(CHANNEL)
        if any(b.custom_id.startswith("na:") for b in one.buttons)
    ][-1]


async def test_a_night_goes_from_the_announcement_to_its_end(friends: Evening) -> None:
    """Three days before it is announced, an hour before reminded of, at the hour the table opens."""
    assert f"<t:{int(FRIDAY.timestamp())}:F>" in await scheduled(friends)
    await until(friends, FRIDAY - timedelta(days=3, seconds=1))
    assert friends.wire.messages(CHANNEL) == []
    await until(friends, FRIDAY - timedelta(days=3))
    (posted,) = friends.wire.messages(CHANNEL)
    assert f"<t:{int(FRIDAY.timestamp())}:F>" in posted.text and posted.pinged_user_ids == ()
    await answered(friends, Ann="I'm in", Boris="Maybe", Carol="Can't")
    text = friends.wire.look(posted).text
    assert "**In (1)** Ann" in text and "**Maybe (1)** Boris" in text and "**Can't (1)** Carol" in text
    await until(friends, FRIDAY - timedelta(hours=1))
    (reminder,) = written(friends, "begins")
    ids = {name: friends.wire.world.user(name).id for name in ("Ann", "Boris", "Carol")}
    assert set(reminder.pinged_user_ids) == {ids["Ann"], ids["Boris"]}
    await until(friends, FRIDAY)
    await friends.drawn()
    (call,) = written(friends, "has begun: the table is open")
    assert call.pinged_user_ids == (ids["Ann"],)
    assert "It has begun" in (friends.wire.look(posted).text or "") or True
