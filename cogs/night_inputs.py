"""What people type about game nights: days, times, zones, terms, and the dates that commands offer."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from discord.app_commands import Choice, locale_str

from bot.answers import Press, locale_for
from bot.locale import either, moment, option, say
from bot.locale.numbers import city
from bot.nights import dates, schedule
from bot.nights.dates import Coming
from bot.nights.keeper import Nights
from bot.show.night import plain_title
from bot.show.scene import Terms
from bot.show.words import clipped, joined
from bot.store import Tx, servers, tables
from bot.tables import house_rules
from bot.tables.people import Person, Refusal
from bot.tables.terms import read_terms
from cogs.options import CHOICE_LENGTH_MOST, CHOICES_MOST

DAYS: Final = [
    Choice(name=locale_str("Monday"), value="0"),
    Choice(name=locale_str("Tuesday"), value="1"),
    Choice(name=locale_str("Wednesday"), value="2"),
    Choice(name=locale_str("Thursday"), value="3"),
    Choice(name=locale_str("Friday"), value="4"),
    Choice(name=locale_str("Saturday"), value="5"),
    Choice(name=locale_str("Sunday"), value="6"),
]


def minute_of(text: str) -> int:
    """The minute of the day; Refusal where it is none."""
    minute = schedule.minute_typed(text)
    if minute is None:
        raise Refusal(say("I do not understand that time. Write it like 20:00."))
    return minute


def day_of(text: str, locale: str) -> date:
    """The date, as that language writes it or as 2026-11-06; Refusal where it is none."""
    day = schedule.day_typed(text, locale)
    if day is None:
        raise Refusal(say("I do not understand that date. Write it like 2026-11-06: year, month, day."))
    return day


def zone_of(text: str) -> str:
    """The zone; Refusal that names like ones where there is none of that name."""
    if schedule.is_zone(text.strip()):
        return text.strip()
    like = schedule.zones_like(text, 5)
    if like:
        raise Refusal(say("There is no such time zone. Perhaps one of these: {zones}.", zones=either(like)))
    raise Refusal(say("There is no such time zone. Type the city nearest to you and choose from the list."))


async def zone_for(keeper: Nights, person: Person, typed: str | None) -> str:
    """The zone that was typed, else the server's; Refusal where it must be told first."""
    if typed is not None:
        return zone_of(typed)
    row = await keeper.desk.store.read(lambda tx: servers.get(tx, person.server_id))
    if row.zone is None:
        raise Refusal(
            say(
                "In which time zone does this server play? Tell me once, with the option {option}: "
                "type the nearest city and choose from the list.",
                option=option("zone"),
            )
        )
    return row.zone


async def terms_of(
    keeper: Nights,
    person: Person,
    game: str | None,
    stake: int | None,
    like: int | None,
    rules: str | None,
    *,
    least: int | None = None,
    most: int | None = None,
) -> Terms:
    """The terms of a night's tables: of an earlier table, of house rules, or the usual ones."""
    games = keeper.desk.room.games
    if like is not None:
        row = await keeper.desk.store.read(lambda tx: tables.by_number(tx, person.server_id, like))
        if row is None or row.game not in games:
            raise Refusal(say("This server never had a table {number}.", number=like))
        terms = replace(read_terms(games[row.game], row.options, row.settings), practice=None)
    else:
        terms = await house_rules.wished(keeper.desk.store, games, person.server_id, game, stake, rules)
    return replace(
        terms,
        buy_in_least=least or terms.buy_in_least,
        buy_in_most=most or terms.buy_in_most,
    )


async def zone_choices(press: Press, typed: str) -> list[Choice[str]]:
    """Zones by what was typed, each with its city in the reader's language."""
    found = await asyncio.to_thread(schedule.zones_like, typed, CHOICES_MOST)
    return [Choice(name=_zone_label(zone, locale_for(press)), value=zone) for zone in found]


def _zone_label(zone: str, locale: str) -> str:
    named = city(zone, locale)
    shown = zone if named.replace(" ", "_") in zone else f"{named} ({zone})"
    return clipped(shown, CHOICE_LENGTH_MOST)


async def date_choices(keeper: Nights, press: Press, typed: str) -> list[Choice[str]]:
    """The dates that come, by what was typed."""
    server_id, now = press.guild_id, keeper.desk.clock.now()
    if server_id is None:
        return []

    async def job(tx: Tx) -> tuple[Sequence[Coming], str]:
        zone = (await servers.get(tx, server_id)).zone or "UTC"
        return await dates.coming(tx, server_id, now), zone

    found, zone = await keeper.desk.store.read(job)
    named = [(_date_label(one, zone, locale_for(press)), one.ref) for one in found]
    wanted = [(name, ref) for name, ref in named if typed.strip().lower() in name.lower()]
    return [Choice(name=name, value=ref) for name, ref in wanted[:CHOICES_MOST]]


def _date_label(one: Coming, zone: str, locale: str) -> str:
    wall = one.planned.astimezone(schedule.zone_named(one.series.zone if one.series else zone))
    return clipped(joined([moment(wall), plain_title(one.name)], locale), CHOICE_LENGTH_MOST)
