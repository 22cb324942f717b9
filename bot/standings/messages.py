"""Whole messages about standings: what is read from the store, drawn, and put into words."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import discord
from discord import ui

from bot.charts import Chart, Charts
from bot.show import standings as show
from bot.show import summary
from bot.standing_items import Wanted
from bot.standings.book import ALL_TIME, THIS_SEASON, Book, Counted, Scope
from bot.store import Store, players
from bot.tables.around import ASKED_AT_ONCE_MOST, Around
from engine.game import Game

ASKS_MOST: Final = 5  # questions of 100 members each, for one answer


@dataclass(frozen=True, slots=True)
class Message:
    """A view and the files that it shows."""

    view: ui.LayoutView
    files: tuple[discord.File, ...] = ()


class Messages:
    """Makes them, in the language of whoever reads them."""

    def __init__(self, store: Store, games: Mapping[str, Game], around: Around, charts: Charts) -> None:
        self.book = Book(store, games)
        self._store, self._around, self._charts = store, around, charts

    async def standings(self, server_id: int, wanted: Wanted, user_id: int | None, locale: str) -> Message:
        """One page; ``user_id``: who asks, whose own line is always shown. Refusal: no such scope."""
        page = await self.page(server_id, wanted, user_id)
        drawing = show.standings_chart(page, locale) if page.wanted.page == 1 else None
        page, (alt, files) = await asyncio.gather(self._marked(server_id, page), self._drawn(drawing))
        return Message(show.standings_view(page, locale, alt), files)

    async def page(self, server_id: int, wanted: Wanted, user_id: int | None) -> show.Page:
        """What a page is made of; those who left are known already where they are to be hidden."""
        counted = await self.book.counted(server_id, wanted.scope)
        me = next((one for one, user in counted.users.items() if user == user_id), None)
        page = show.Page.of(counted, wanted, me)
        if wanted.gone:
            return page
        there = {one.tally.player_id for one in page.standings()}
        asked = {one: counted.users[one] for one in there if one in counted.users}
        left = await self._left(server_id, asked)
        return replace(page, left=left | (there - asked.keys()))

    async def summary(self, night_id: int, locale: str, text_id: int = 1) -> Message:
        """What a night came to, be it over or going on; ``text_id``: the component id of its text."""
        night, names = await self.book.night(night_id)
        alt, files = await self._drawn(summary.summary_chart(night, names, locale))
        return Message(summary.summary_view(night, names, locale, alt, text_id), files)

    async def season_end(self, server_id: int, number: int, locale: str) -> Message:
        """How that season ended."""
        counted = await self.book.counted(server_id, Scope("season", number))
        drawing = show.standings_chart(show.Page.of(counted, Wanted(counted.scope)), locale)
        alt, files = await self._drawn(drawing)
        return Message(summary.season_view(counted, locale, alt), files)

    async def record(self, server_id: int, user_id: int, locale: str) -> Message:
        """Somebody's own record."""
        player = await self._store.read(lambda tx: players.by_user(tx, server_id, user_id))
        ever = await self.book.counted(server_id, ALL_TIME)
        season: Counted | None = await self.book.counted(server_id, THIS_SEASON)
        if season is not None and season.season is None:
            season = None
        record = summary.Record(player.player_id if player else 0, season, ever)
        alt, files = await self._drawn(_own_chart(record, locale))
        return Message(summary.record_view(record, locale, alt), files)

    async def _marked(self, server_id: int, page: show.Page) -> show.Page:
        """Who of the page has left the server."""
        if not page.wanted.gone:
            return page
        shown = {one.tally.player_id for one in show.shown_on(page.standings(), page.wanted.page)}
        users = {one: page.counted.users[one] for one in shown if one in page.counted.users}
        return replace(page, left=await self._left(server_id, users))

    async def _left(self, server_id: int, users: Mapping[int, int]) -> frozenset[int]:
        """Which of these players (Discord ids by player id) are no members; who is not told of is one."""
        asked = sorted(users.values())[: ASKS_MOST * ASKED_AT_ONCE_MOST]
        parts = [asked[at : at + ASKED_AT_ONCE_MOST] for at in range(0, len(asked), ASKED_AT_ONCE_MOST)]
        answers = await asyncio.gather(*(self._around.names_of(server_id, part) for part in parts))
        gone = {user for names in answers for user, name in names.items() if name is None}
        return frozenset(player for player, user in users.items() if user in gone)

    async def _drawn(self, drawing: tuple[Chart, str] | None) -> tuple[str | None, tuple[discord.File, ...]]:
        """The chart as a file with what it shows in words; nothing where there is none."""
        if drawing is None:
            return None, ()
        chart, alt = drawing
        picture = await self._charts.draw(chart)
        if picture is None:
            return None, ()
        return alt, (chart_file(picture, alt),)


def chart_file(picture: bytes, alt: str) -> discord.File:
    """A drawn chart under the name that ``show.gallery`` shows, with what it shows in words."""
    return discord.File(io.BytesIO(picture), show.CHART_FILE, description=alt[: show.ALT_LENGTH_MOST])


def _own_chart(record: summary.Record, locale: str) -> tuple[Chart, str] | None:
    counted = record.season if record.season is not None and len(record.season.nights) > 1 else record.ever
    if len(counted.nights) < 2 or record.player_id not in counted.tallies(None):
        return None
    return show.line_chart(counted, None, [record.player_id], show.scope_title(counted, locale), locale)
