"""When a weekly game is: pure arithmetic on dates, wall clocks and zones. It knows no clock and no store.

A series keeps its weekday and its minute on the wall clock of a zone: 20:00 stays 20:00 over both clock
changes. A time that the clock skips is taken as much later as it skips, one that it shows twice is taken
the first time: each date is one instant.
"""

from __future__ import annotations

import re
import zoneinfo
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import Enum
from functools import cache
from itertools import takewhile
from typing import Final

from bot.locale import ENGLISH, LOCALES
from bot.locale.numbers import city

LATE_MOST: Final = timedelta(minutes=30)  # so late a night still opens after the bot was down
NIGHT_LENGTH: Final = timedelta(hours=4)  # what two nights in one channel are kept apart
DAY_MINUTES: Final = 24 * 60

_DAY: Final = re.compile(r"(\d{1,2})([./])(\d{1,2})\2(\d{4})")
_TIME: Final = re.compile(r"(\d{1,2})(?:[:.h](\d{2}))?\s*([ap]\.?m\.?)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Rule:
    """``weekday`` 0 is Monday; ``local_minute`` counts from midnight; ``anchor`` is the first date."""

    weekday: int
    local_minute: int
    zone: str
    every_weeks: int
    anchor: date

    def __post_init__(self) -> None:
        assert self.anchor.weekday() == self.weekday and self.every_weeks > 0
        assert 0 <= self.local_minute < DAY_MINUTES

    def instant(self, day: date) -> datetime:
        """When the game of that date begins."""
        return instant(day, self.local_minute, self.zone)

    def dates(self, since: datetime) -> Iterator[date]:
        """The dates whose instants are at ``since`` or later, from the first on, without an end."""
        step = timedelta(weeks=self.every_weeks)
        # Two days earlier than by the calendar, since a zone may be a day ahead and skip another.
        passed = max(0, (since.date() - timedelta(days=2) - self.anchor) // step)
        day = self.anchor + passed * step
        while True:
            if self.instant(day) >= since:
                yield day
            day += step


@cache
def zones() -> tuple[str, ...]:
    """Every zone that can be chosen, by name."""
    odd = ("Etc/", "SystemV/", "posix", "right", "localtime", "Factory")
    return tuple(sorted(name for name in zoneinfo.available_timezones() if not name.startswith(odd)))


def is_zone(name: str) -> bool:
    """True for an IANA name that is known here."""
    return name in zones()


def zone_named(name: str) -> zoneinfo.ZoneInfo:
    """That zone; KeyError where there is none."""
    return zoneinfo.ZoneInfo(name)


def zones_like(typed: str, most: int = 25) -> list[str]:
    """The zones to offer for what was typed, a city's name in any language.

    The zone of that very name comes first, then those that begin so. The first time it takes some 0.3 s.
    """
    wanted = typed.strip().replace("_", " ").casefold()
    found = {name: names for name, names in _names().items() if any(wanted in one for one in names)}

    def place(zone: str) -> tuple[bool, bool, str]:
        names = found[zone]
        return names[0] != wanted, not any(one.startswith(wanted) for one in names), zone

    return sorted(found, key=place)[:most]


@cache
def _names() -> dict[str, tuple[str, ...]]:
    """Each zone with what it is called: its name, the last part of it, and its city in every language."""
    return {
        zone: tuple(
            name.replace("_", " ").casefold()
            for name in (zone, zone.rpartition("/")[2], *(city(zone, locale) for locale in LOCALES))
        )
        for zone in zones()
    }


def instant(day: date, local_minute: int, zone: str) -> datetime:
    """The instant at which the wall clock of the zone shows that minute of that day, in UTC."""
    wall = datetime.combine(day, time(*divmod(local_minute, 60)), zone_named(zone))
    return wall.astimezone(UTC)  # fold 0: the first of two; in a gap by the offset before it


def local_date(when: datetime, zone: str) -> date:
    """The date on the wall clock of the zone."""
    return when.astimezone(zone_named(zone)).date()


def next_weekday(weekday: int, local_minute: int, zone: str, after: datetime) -> date:
    """The first date with that weekday whose instant comes after ``after``."""
    day = local_date(after, zone) - timedelta(days=1)
    while day.weekday() != weekday or instant(day, local_minute, zone) <= after:
        day += timedelta(days=1)
    return day


def minute_typed(text: str) -> int | None:
    """The minute of the day that somebody wrote as 20:00, 20.00, 8 pm or 20; None where it is none."""
    match = _TIME.fullmatch(text.strip())
    if match is None:
        return None
    hour, minute, half = int(match[1]), int(match[2] or 0), (match[3] or "").lower()
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half.startswith("p") else 0)
    return 60 * hour + minute if hour < 24 and minute < 60 else None


def day_typed(text: str, locale: str = ENGLISH) -> date | None:
    """The date that somebody wrote as 2026-11-06, or 6.11.2026; None where there is none.

    6/11/2026 is read where it can only mean the sixth day: English readers mean different days by it.
    """
    match = _DAY.fullmatch(text.strip())
    try:
        if match is None:
            return date.fromisoformat(text.strip())
        if match[2] == "/" and locale == ENGLISH:
            return None
        return date(int(match[4]), int(match[3]), int(match[1]))
    except ValueError:
        return None


def minute_text(local_minute: int) -> str:
    """The minute of the day as 20:00."""
    return "{:02}:{:02}".format(*divmod(local_minute, 60))


# ---- what is due


def due(rule: Rule, known: Collection[date], made: datetime, until: datetime) -> list[date]:
    """The dates between the making of the series and ``until`` that nothing is known of yet.

    Asked again, with these known, it gives none of them twice; asked after any pause it gives all.
    """
    so_far = takewhile(lambda day: rule.instant(day) <= until, rule.dates(made))
    return [day for day in so_far if day not in known]


class Step(Enum):
    """What is to be done about a night now."""

    ANNOUNCE = "announce"
    REMIND = "remind"
    OPEN = "open"
    MISS = "miss"
    WAIT = "wait"


@dataclass(frozen=True, slots=True)
class Upcoming:
    """A night before it begins. ``remind`` zero: nobody is reminded."""

    planned: datetime
    announce: timedelta
    remind: timedelta
    announced: bool
    reminded: bool


def next_step(night: Upcoming, now: datetime) -> tuple[Step, datetime]:
    """What is to be done now, or with WAIT when to ask again."""
    if now >= night.planned + LATE_MOST:
        return Step.MISS, now
    if now >= night.planned:
        return Step.OPEN, now
    announce_at, remind_at = night.planned - night.announce, night.planned - night.remind
    if not night.announced:
        return (Step.ANNOUNCE, now) if now >= announce_at else (Step.WAIT, announce_at)
    if night.remind and not night.reminded:
        return (Step.REMIND, now) if now >= remind_at else (Step.WAIT, remind_at)
    return Step.WAIT, night.planned


def overlap(first: Collection[datetime], second: Collection[datetime]) -> datetime | None:
    """The first of ``first`` that is within a night's length of one of ``second``; None: there is none."""
    others = sorted(second)
    for when in sorted(first):
        if any(abs(when - other) < NIGHT_LENGTH for other in others):
            return when
    return None


def minutes(count: int) -> timedelta:
    """So many minutes."""
    return timedelta(minutes=count)
