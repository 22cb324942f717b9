"""Seasons: begun and ended by managers, each time confirmed, and listed for everybody."""

from __future__ import annotations

import math
from datetime import datetime, timedelta
from typing import Final

from discord import app_commands
from discord.app_commands import Range, locale_str
from discord.ext import commands

from bot.answers import Press, answer, answer_all, answer_with, locale_for, redraw
from bot.clock import Clock, to_ms
from bot.cooldowns import PICTURE
from bot.locale import Text, say
from bot.nights import schedule
from bot.reporter import Reporter, out_of_date
from bot.show.names import safe_name
from bot.show.seasons import answered, confirm_end, confirm_start, list_text, started_text
from bot.standings.messages import Messages
from bot.store import Store, Tx, nights, players, seasons, servers
from bot.store.seasons import NAME_LENGTH_MOST, SeasonRow
from bot.tables.people import Person, Refusal
from cogs.people import People

AWAY_MOST: Final = timedelta(days=366)  # of a season's beginning, both ways
DAY_LENGTH: Final = 10


class SeasonCog(
    commands.GroupCog,
    name="season",
    group_description=locale_str("Seasons: from when to when play counts to one of the standings"),
):
    """/season"""

    def __init__(
        self, reporter: Reporter, clock: Clock, store: Store, people: People, messages: Messages
    ) -> None:
        self._reporter, self._clock, self._store = reporter, clock, store
        self._people, self._messages = people, messages

    @app_commands.command(description=locale_str("Begin a season (managers)"))
    @app_commands.describe(
        name=locale_str("What it is called"),
        day=locale_str("Its first day, like 2027-01-15; without it it begins now"),
    )
    async def start(
        self,
        interaction: Press,
        name: Range[str, 1, NAME_LENGTH_MOST],
        day: Range[str, 8, DAY_LENGTH] | None = None,
    ) -> None:
        """/season start"""
        person = await self._people.manager(interaction)
        called = " ".join(name.split())
        if not _is_name(called):
            raise Refusal(say("A season needs a name."))
        now = self._clock.now()
        server = await self._store.read(lambda tx: servers.get(tx, person.server_id))
        starts_s = math.ceil(
            (now if day is None else _first_moment(day, person.locale, server.zone, now)).timestamp()
        )
        await self._store.read(lambda tx: _check_free(tx, person.server_id, starts_s * 1000))
        view = confirm_start(called, starts_s, starts_s <= math.ceil(now.timestamp()), person.locale)
        await answer_with(interaction, view)

    @app_commands.command(description=locale_str("End the season that runs, with a summary (managers)"))
    async def end(self, interaction: Press) -> None:
        """/season end"""
        person = await self._people.manager(interaction)
        season = await self._store.read(lambda tx: _open(tx, person.server_id))
        now_ms = to_ms(self._clock.now())
        view = confirm_end(season, begun=season.starts_at_ms <= now_ms, locale=person.locale)
        await answer_with(interaction, view)

    @app_commands.command(name=locale_str("list"), description=locale_str("All seasons of this server"))
    async def show(self, interaction: Press) -> None:
        """/season list"""
        person = await self._people.of(interaction)
        rows = await self._store.read(lambda tx: seasons.of_server(tx, person.server_id))
        await answer(interaction, list_text(rows, to_ms(self._clock.now())))

    # ---- presses

    async def start_season(self, interaction: Press, name: str, starts_s: int) -> None:
        """It was confirmed."""
        await self._reporter.run(interaction, self._start(interaction, name, starts_s))

    async def end_season(self, interaction: Press, season_id: int) -> None:
        """It was confirmed."""
        await self._reporter.run(interaction, self._end(interaction, season_id))

    async def leave_season(self, interaction: Press) -> None:
        """It was called off."""
        text = say("Nothing was changed.")
        await self._reporter.run(interaction, redraw(interaction, answered(text, locale_for(interaction))))

    async def _start(self, interaction: Press, name: str, starts_s: int) -> None:
        person = await self._people.manager(interaction)
        if not _is_name(name) or abs(starts_s - self._clock.now().timestamp()) > AWAY_MOST.total_seconds():
            raise Refusal(out_of_date())

        async def job(tx: Tx) -> SeasonRow:
            await _check_free(tx, person.server_id, starts_s * 1000)
            by = await players.seen(tx, person.server_id, person.user_id, person.name, person.locale)
            return await seasons.start(tx, person.server_id, name, starts_s * 1000, by.player_id)

        season = await self._store.write(job)
        await redraw(interaction, answered(say("Done."), person.locale))
        begun = season.starts_at_ms <= to_ms(self._clock.now())
        text = started_text(person.name, season, begun)
        await answer_all(interaction, text, self._people.server_locale(person.server_id))

    async def _end(self, interaction: Press, season_id: int) -> None:
        person = await self._people.manager(interaction, PICTURE)
        season = await self._store.write(lambda tx: _end(tx, person, season_id))
        await redraw(interaction, answered(say("Done."), person.locale))
        locale = self._people.server_locale(person.server_id)
        if season.called_off:
            text = say(
                "{manager} calls season **{name}** off.",
                manager=safe_name(person.name),
                name=safe_name(season.name, NAME_LENGTH_MOST),
            )
            await answer_all(interaction, text, locale)
            return
        made = await self._messages.season_end(person.server_id, season.number, locale)
        await answer_with(interaction, made.view, made.files, private=False)


def _is_name(name: str) -> bool:
    return any(letter.isprintable() and not letter.isspace() for letter in name) and "\0" not in name


def _first_moment(typed: str, locale: str, zone: str | None, now: datetime) -> datetime:
    """The beginning of that day in the server's zone; Refusal where there is no such day, or too far away."""
    day = schedule.day_typed(typed, locale)
    if day is None:
        raise Refusal(_no_day())
    moment = schedule.instant(day, 0, zone or "UTC")
    if abs(moment - now) > AWAY_MOST:
        raise Refusal(say("A season begins within a year from now, or began within the last one."))
    return moment


def _no_day() -> Text:
    return say("That is no day. Write it like 2027-01-15.")


async def _open(tx: Tx, server_id: int) -> SeasonRow:
    """The season that can be ended; Refusal where there is none, or a night of it goes on."""
    season = await seasons.open_one(tx, server_id)
    if season is None:
        raise Refusal(say("No season runs here. {/season list} shows those there were."))
    for night in await nights.going_on(tx, server_id):
        if night.number is not None:
            raise Refusal(
                say(
                    "Night {number} goes on. End it first with {/night end}: "
                    "a season ends with whole nights.",
                    number=night.number,
                )
            )
    return season


async def _check_free(tx: Tx, server_id: int, starts_at_ms: int) -> None:
    """Refusal where a season runs or is planned, or another one reaches beyond that moment."""
    for season in await seasons.of_server(tx, server_id):
        name = safe_name(season.name, NAME_LENGTH_MOST)
        if season.ends_at_ms is None:
            raise Refusal(
                say(
                    "Season **{name}** has no end yet: it goes on. End it first with {/season end}.",
                    name=name,
                )
            )
        if not season.called_off and season.ends_at_ms > starts_at_ms:
            raise Refusal(
                say(
                    "Season **{name}** lasted until <t:{at}:f>. Begin after that.",
                    name=name,
                    at=season.ends_at_ms // 1000,
                )
            )


async def _end(tx: Tx, person: Person, season_id: int) -> SeasonRow:
    season = await _open(tx, person.server_id)
    if season.season_id != season_id:
        raise Refusal(say("That season has ended already. Nothing was changed."))
    by = await players.seen(tx, person.server_id, person.user_id, person.name, person.locale)
    return await seasons.end(tx, season_id, by.player_id)
