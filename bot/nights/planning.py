"""What hosts and managers wish about dates: schedule, skip, move, cancel, start, end."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from itertools import takewhile
from typing import Final, TypeVar

from bot.clock import to_ms
from bot.locale import day, say, say_many
from bot.nights import dates, running, schedule
from bot.nights.keeper import Nights
from bot.show.scene import Terms
from bot.store import Refused, Tx, night_posts, nights, players, servers
from bot.store.nights import NightRow, SeriesRow
from bot.tables.people import Person, Refusal
from bot.tables.table import Table
from bot.tables.terms import check_terms, write_settings

T = TypeVar("T")

QUIET_MINUTES: Final = 120  # a night ends when so long nobody has played


@dataclass(frozen=True, slots=True)
class Plan:
    """A game night as it is wished. ``every_weeks`` 0: once. ``first`` None: the next such weekday."""

    name: str
    channel_id: int
    weekday: int | None
    local_minute: int
    zone: str
    every_weeks: int
    first: date | None
    announce_minutes: int
    remind_minutes: int
    quiet_minutes: int
    terms: Terms


def planned_text(when: datetime) -> str:
    """An instant as everybody's own clock shows it."""
    return f"<t:{int(when.timestamp())}:F>"


# ---- schedule


async def plan_night(keeper: Nights, person: Person, plan: Plan) -> datetime:
    """Keep a series, or a single night; when it first begins. Refusal says what would work."""
    now = keeper.desk.clock.now()
    game = keeper.desk.room.games[plan.terms.game]
    check_terms(plan.terms, game)
    first = _first_day(plan, now)
    begins = schedule.instant(first, plan.local_minute, plan.zone)
    wanted = _instants(plan, first, now)

    async def job(tx: Tx) -> None:
        taken = await dates.in_channel(tx, person.server_id, plan.channel_id, now)
        _check_free(schedule.overlap(wanted, taken), plan.channel_id)
        host = await players.seen(tx, person.server_id, person.user_id, person.name, person.locale)
        await _remember_zone(tx, person.server_id, plan.zone)
        if plan.every_weeks:
            await nights.add_series(tx, _series(plan, person.server_id, host.player_id, first))
        else:
            await nights.add_night(
                tx,
                server_id=person.server_id,
                date=first.isoformat(),
                name=plan.name,
                host_player_id=host.player_id,
                channel_id=plan.channel_id,
                announce_minutes=plan.announce_minutes,
                remind_minutes=plan.remind_minutes,
                quiet_minutes=plan.quiet_minutes,
                game=plan.terms.game,
                options=plan.terms.options.to_mapping(),
                settings=write_settings(plan.terms),
                planned_at_ms=to_ms(begins),
            )

    await keeper.desk.store.write(job)
    keeper.poke()
    return begins


def _first_day(plan: Plan, now: datetime) -> date:
    """The first date; Refusal where it is past, far off, or of another weekday."""
    if plan.first is None:
        weekday = plan.weekday
        if weekday is None:
            raise Refusal(say("Name a weekday, or the first date like 2026-11-06."))
        return schedule.next_weekday(weekday, plan.local_minute, plan.zone, now)
    if plan.weekday is not None and plan.first.weekday() != plan.weekday:
        raise Refusal(say("{date} is another weekday. Leave one of the two out.", date=day(plan.first)))
    begins = schedule.instant(plan.first, plan.local_minute, plan.zone)
    if begins <= now:
        next_day = schedule.next_weekday(plan.first.weekday(), plan.local_minute, plan.zone, now)
        raise Refusal(
            say(
                "{date} at {time} is past. The next such day is {next}.",
                date=day(plan.first),
                time=schedule.minute_text(plan.local_minute),
                next=day(next_day),
            )
        )
    _check_near(begins, now)
    return plan.first


def _check_near(begins: datetime, now: datetime) -> None:
    if begins > now + dates.AHEAD:
        raise Refusal(say("That is more than a year away. Choose an earlier date."))


def _check_free(clash: datetime | None, channel_id: int) -> None:
    if clash is not None:
        raise Refusal(
            say_many(
                "Another game night is in <#{channel}> around {time}. "
                "Choose another channel, or a time at least {count} hour apart.",
                "Another game night is in <#{channel}> around {time}. "
                "Choose another channel, or a time at least {count} hours apart.",
                schedule.NIGHT_LENGTH // timedelta(hours=1),
                channel=channel_id,
                time=planned_text(clash),
            )
        )


def _instants(plan: Plan, first: date, now: datetime) -> list[datetime]:
    if not plan.every_weeks:
        return [schedule.instant(first, plan.local_minute, plan.zone)]
    rule = schedule.Rule(first.weekday(), plan.local_minute, plan.zone, plan.every_weeks, first)
    found = (rule.instant(day) for day in rule.dates(now))
    return list(takewhile(lambda when: when < now + dates.AHEAD, found))


def _series(plan: Plan, server_id: int, host_player_id: int, first: date) -> SeriesRow:
    return SeriesRow(
        series_id=0,
        server_id=server_id,
        name=plan.name,
        host_player_id=host_player_id,
        channel_id=plan.channel_id,
        weekday=first.weekday(),
        local_minute=plan.local_minute,
        zone=plan.zone,
        every_weeks=plan.every_weeks,
        anchor_date=first.isoformat(),
        announce_minutes=plan.announce_minutes,
        remind_minutes=plan.remind_minutes,
        quiet_minutes=plan.quiet_minutes,
        game=plan.terms.game,
        options=plan.terms.options.to_mapping(),
        settings=write_settings(plan.terms),
        made_at_ms=0,
        ended_at_ms=None,
    )


async def _remember_zone(tx: Tx, server_id: int, zone: str) -> None:
    """The server's zone is asked once."""
    row = await servers.get(tx, server_id)
    if row.zone is None:
        await servers.update(tx, replace(row, zone=zone))


# ---- one date


async def cancel(
    keeper: Nights, person: Person, ref: str, *, tell: bool, later_too: bool = False
) -> dates.Coming:
    """That date will not be, and never comes back; ``tell``: who said that he comes is told.

    ``later_too``: the whole series ends.
    """
    now = keeper.desk.clock.now()

    async def job(tx: Tx) -> tuple[dates.Coming, list[int], bool]:
        one = await dates.named(tx, person.server_id, now, ref)
        await _check_may(tx, person, one.host_player_id)
        row = await one.make_row(tx)
        gone = [row.night_id]
        if later_too and one.series is not None:
            await nights.end_series(tx, one.series.series_id)
            for other in await nights.of_series(tx, one.series.series_id):
                if other.state in (nights.PLANNED, nights.ANNOUNCED) and other.date > row.date:
                    gone.append(other.night_id)
        for night_id in gone:
            await nights.set_state(tx, night_id, nights.CANCELLED)
        told = tell and row.state == nights.ANNOUNCED
        if told:
            await night_posts.intend(tx, row.night_id, "cancelled")
        return one, gone, told

    one, gone, told = await _before_it_begins(keeper, job)
    if told:
        keeper.telling.intended(gone[0], "cancelled")
    await _shown(keeper, *gone)
    return one


async def move(
    keeper: Nights, person: Person, ref: str, day: date | None, local_minute: int | None
) -> tuple[dates.Coming, datetime]:
    """Another day or another time for one date; the series keeps its own."""
    now = keeper.desk.clock.now()

    async def job(tx: Tx) -> tuple[dates.Coming, NightRow, datetime, bool]:
        one = await dates.named(tx, person.server_id, now, ref)
        await _check_may(tx, person, one.host_player_id)
        zone = one.series.zone if one.series else (await servers.get(tx, person.server_id)).zone or "UTC"
        begins = _moved(one, zone, day, local_minute, now)
        taken = await dates.in_channel(tx, person.server_id, one.channel_id, now, but=one.ref)
        _check_free(schedule.overlap([begins], taken), one.channel_id)
        row = await nights.move(tx, (await one.make_row(tx)).night_id, to_ms(begins))
        told = row.state == nights.ANNOUNCED
        if told:
            await night_posts.intend(tx, row.night_id, "moved")
        return one, row, begins, told

    one, row, begins, told = await _before_it_begins(keeper, job)
    if told:
        keeper.telling.intended(row.night_id, "moved")
    await _shown(keeper, row.night_id)
    return one, begins


def _moved(
    one: dates.Coming, zone: str, day: date | None, local_minute: int | None, now: datetime
) -> datetime:
    wall = one.planned.astimezone(schedule.zone_named(zone))
    minute = local_minute if local_minute is not None else wall.hour * 60 + wall.minute
    begins = schedule.instant(day or wall.date(), minute, zone)
    if begins <= now:
        raise Refusal(
            say("{time} is past. Choose a later time, or use {/night cancel}.", time=planned_text(begins))
        )
    _check_near(begins, now)
    return begins


async def _before_it_begins(keeper: Nights, job: Callable[[Tx], Awaitable[T]]) -> T:
    """Commit a change of a date; Refusal where it has begun meanwhile."""
    try:
        return await keeper.desk.store.write(job)
    except Refused as error:
        if not dates.has_begun(error):
            raise
        raise Refusal(say("This night has begun already, or it was cancelled.")) from error


async def _shown(keeper: Nights, *night_ids: int) -> None:
    for night_id in night_ids:
        keeper.board.changed(night_id)
    await keeper.events.sweep()
    keeper.poke()


async def _check_may(tx: Tx, person: Person, host_player_id: int) -> None:
    player = await players.by_user(tx, person.server_id, person.user_id)
    if not person.manager and (player is None or player.player_id != host_player_id):
        raise Refusal(say("Only who has scheduled this night, or a manager, can do that."))


# ---- now


async def start(
    keeper: Nights, person: Person, channel_id: int, ref: str | None, terms: Terms
) -> tuple[Table, NightRow]:
    """Begin a night now, before its time or without one; where one runs here, open another table of it."""
    desk, now = keeper.desk, keeper.desk.clock.now()
    open_here = await desk.store.read(lambda tx: _open_in(tx, person.server_id, channel_id))
    if open_here is not None and ref is None:
        return await running.open_table(desk, open_here, person), open_here
    if ref is None and not person.manager:
        raise Refusal(
            say("Only managers can start a night that is not scheduled. Use {/table open} instead.")
        )

    async def job(tx: Tx) -> NightRow:
        if ref is not None:
            one = await dates.named(tx, person.server_id, now, ref)
            await _check_may(tx, person, one.host_player_id)
            return await one.make_row(tx)
        host = await players.seen(tx, person.server_id, person.user_id, person.name, person.locale)
        zone = (await servers.get(tx, person.server_id)).zone or "UTC"
        return await nights.add_night(
            tx,
            server_id=person.server_id,
            date=schedule.local_date(now, zone).isoformat(),
            name="",
            host_player_id=host.player_id,
            channel_id=channel_id,
            quiet_minutes=QUIET_MINUTES,
            game=terms.game,
            options=terms.options.to_mapping(),
            settings=write_settings(terms),
            planned_at_ms=to_ms(now),
        )

    row = await desk.store.write(job)
    try:
        table = await running.begin(desk, row, person, calls=ref is not None)
    except Refusal:
        if ref is None:  # else the keeper would try it again
            await desk.store.write(lambda tx: nights.set_state(tx, row.night_id, nights.CANCELLED))
        raise
    if ref is not None:
        keeper.telling.intended(row.night_id, "call")
    await _shown(keeper, row.night_id)
    return table, row


async def _open_in(tx: Tx, server_id: int, channel_id: int) -> NightRow | None:
    found = await dates.running(tx, server_id, channel_id)
    return found if found is not None and found.channel_id == channel_id else None


async def end(keeper: Nights, person: Person, channel_id: int) -> NightRow:
    """End the night that runs here: its tables close after their hand."""

    async def job(tx: Tx) -> NightRow:
        row = await dates.running(tx, person.server_id, channel_id)
        if row is None:
            raise Refusal(say("No game night runs here. {/night list} shows them all."))
        await _check_may(tx, person, row.host_player_id)
        return row

    row = await keeper.desk.store.read(job)
    await running.end(keeper.desk, row.night_id)
    keeper.board.changed(row.night_id)
    keeper.poke()
    return row
