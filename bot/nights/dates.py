"""The dates that come: those that have a row, and those that follow from their series alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import takewhile

from bot.clock import from_ms, to_ms
from bot.locale import say
from bot.nights.desk import rule_of
from bot.nights.schedule import day_typed
from bot.store import Refused, Tx, nights
from bot.store.nights import NightRow, SeriesRow
from bot.tables.people import Refusal

AHEAD = timedelta(days=366)


@dataclass(frozen=True, slots=True)
class Coming:
    """A date before it begins. ``row`` None: nothing has happened about it yet."""

    day: date
    planned: datetime
    series: SeriesRow | None
    row: NightRow | None

    @property
    def ref(self) -> str:
        """How a command names it."""
        if self.series is not None:
            return f"s{self.series.series_id}:{self.day.isoformat()}"
        assert self.row is not None
        return f"n{self.row.night_id}"

    @property
    def name(self) -> str:
        """What the night is called, as somebody wrote it."""
        return self._either.name

    @property
    def channel_id(self) -> int:
        """Where it will be."""
        return self._either.channel_id

    @property
    def host_player_id(self) -> int:
        """Who scheduled it."""
        return self._either.host_player_id

    @property
    def _either(self) -> SeriesRow | NightRow:
        either = self.row or self.series
        assert either is not None
        return either

    async def make_row(self, tx: Tx) -> NightRow:
        """Its row, made where it has none."""
        if self.row is not None:
            return self.row
        assert self.series is not None
        return await nights.night_of(tx, self.series, self.day.isoformat(), to_ms(self.planned))


async def coming(tx: Tx, server_id: int, now: datetime) -> list[Coming]:
    """Every date of a server within a year that has not begun and is not cancelled, by time."""
    every = {row.series_id: row for row in await nights.all_series(tx, server_id)}
    found = []
    for row in await nights.going_on(tx, server_id):
        if row.state in (nights.PLANNED, nights.ANNOUNCED):
            series = every.get(row.series_id or 0)
            if series is None and row.series_id is not None:
                series = await nights.series(tx, row.series_id)
            day = day_typed(row.date)
            assert day is not None
            found.append(Coming(day, from_ms(row.planned_at_ms), series, row))
    for series in every.values():
        known = {row.date for row in await nights.of_series(tx, series.series_id)}
        found += [one for one in _of(series, now) if one.day.isoformat() not in known]
    return sorted(found, key=lambda one: one.planned)


def _of(series: SeriesRow, now: datetime) -> Iterator[Coming]:
    rule = rule_of(series)
    for day in takewhile(lambda day: rule.instant(day) < now + AHEAD, rule.dates(now)):
        yield Coming(day, rule.instant(day), series, None)


async def named(tx: Tx, server_id: int, now: datetime, ref: str) -> Coming:
    """The date that a command names; Refusal where it is none of the server's that come."""
    found = await coming(tx, server_id, now)
    for one in found:
        if ref.strip() == one.ref:
            return one
    days = [one for one in found if ref.strip() == one.day.isoformat()]
    if len(days) == 1:
        return days[0]
    raise Refusal(
        say("No game night that comes is called so. Choose one from the list that this option offers.")
    )


async def in_channel(
    tx: Tx, server_id: int, channel_id: int, now: datetime, *, but: str = ""
) -> list[datetime]:
    """When nights are in that channel, the running one as now; without the date of that ref."""
    found = [
        one.planned
        for one in await coming(tx, server_id, now)
        if one.channel_id == channel_id and one.ref != but
    ]
    for row in await nights.going_on(tx, server_id):
        if row.channel_id == channel_id and row.state in (nights.OPEN, nights.CLOSING):
            found.append(now)
    return found


async def running(tx: Tx, server_id: int, channel_id: int) -> NightRow | None:
    """The night that is open: the one of this channel, else the only one of the server."""
    found = [row for row in await nights.going_on(tx, server_id) if row.state == nights.OPEN]
    here = [row for row in found if row.channel_id == channel_id]
    return here[0] if here else (found[0] if len(found) == 1 else None)


def has_begun(error: Refused) -> bool:
    """True where the store refuses since a night is past the state that a change needs."""
    return error.code in ("night_not_in_that_state", "nights_keep_their_date")
