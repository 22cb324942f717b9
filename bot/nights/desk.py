"""What everything about nights works with: handed over once, by the keeper."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.clock import Clock, from_ms
from bot.nights import schedule
from bot.nights.post import NightPost
from bot.show.night import NightScene
from bot.store import Store, Tx, nights
from bot.store.nights import NightRow, SeriesRow
from bot.tables.room import Room
from bot.tables.terms import read_terms


@dataclass(frozen=True, slots=True)
class NightDesk:
    """The kit."""

    store: Store
    clock: Clock
    client: discord.Client
    room: Room
    post: NightPost

    def here(self, server_id: int) -> bool:
        """True while the bot is in that server."""
        return self.client.get_guild(server_id) is not None

    def locale(self, server_id: int) -> str:
        """The language of that server's public texts."""
        return self.room.desk.server_locale(server_id)

    def channel_name(self, channel_id: int) -> str:
        """What that channel is called; empty where it is not known."""
        return str(getattr(self.client.get_channel(channel_id), "name", ""))

    async def scene(self, tx: Tx, row: NightRow) -> NightScene:
        """A night as it is shown."""
        game = self.room.games[row.game]
        event = f"https://discord.com/events/{row.server_id}/{row.event_id}" if row.event_id else ""
        return NightScene(
            night_id=row.night_id,
            name=row.name,
            state=row.state,
            planned_s=row.planned_at_ms // 1000,
            terms=read_terms(game, row.options, row.settings),
            answers=tuple((one.answer, one.name) for one in await nights.answers(tx, row.night_id)),
            number=row.number,
            channel_id=row.channel_id,
            event_url=event,
        )


def rule_of(row: SeriesRow) -> schedule.Rule:
    """When a stored series is."""
    anchor = schedule.day_typed(row.anchor_date)
    assert anchor is not None
    return schedule.Rule(row.weekday, row.local_minute, row.zone, row.every_weeks, anchor)


def upcoming(row: NightRow, *, reminded: bool) -> schedule.Upcoming:
    """A stored night before it begins."""
    return schedule.Upcoming(
        planned=from_ms(row.planned_at_ms),
        announce=schedule.minutes(row.announce_minutes),
        remind=schedule.minutes(row.remind_minutes),
        announced=row.state != nights.PLANNED,
        reminded=reminded,
    )
