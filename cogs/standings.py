"""Standings, one's own record, and for managers who lost to whom."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import Choice, locale_str
from discord.ext import commands

from bot.answers import Press, answer, answer_with, redraw, think_aloud
from bot.cooldowns import PICTURE
from bot.locale import raw, say
from bot.locale.translator import choice_name
from bot.reporter import Reporter
from bot.show.standings import MEASURES, flow_text, scope_text
from bot.standing_items import Wanted
from bot.standings.book import ALL_TIME, THIS_SEASON, Scope
from bot.standings.messages import Messages
from bot.standings.ranking import Measure
from bot.tables.people import Refusal
from cogs.options import GAME_CHOICES, Number
from cogs.people import People
from cogs.taps import Taps

SPAN = {
    "season": locale_str("The number of a season; without it the one that runs"),
    "night": locale_str("The number of a night"),
    "all_time": locale_str("Everything ever played here"),
}
WHICH = {
    "by": locale_str("What decides; without it the net"),
    "game_key": locale_str("One game only"),
    **SPAN,
}
MEASURE_CHOICES = [Choice(name=choice_name(text), value=str(measure)) for measure, text in MEASURES.items()]


def scope_of(season: int | None, night: int | None, all_time: bool) -> Scope:
    """What is meant by the options of a command; Refusal where they contradict each other."""
    if sum((season is not None, night is not None, all_time)) > 1:
        raise Refusal(say("Name one of these only: a season, a night, or all time."))
    if night is not None:
        return Scope("night", night)
    if season is not None:
        return Scope("season", season)
    return ALL_TIME if all_time else THIS_SEASON


class StandingsCog(commands.Cog, name="standings"):
    """/standings, /me and /flow"""

    def __init__(self, reporter: Reporter, people: People, messages: Messages) -> None:
        self._reporter, self._people, self._messages = reporter, people, messages
        self._taps = Taps()

    @app_commands.command(description=locale_str("How the group stands: this season, all time or one night"))
    @app_commands.describe(
        **WHICH,
        hide_left=locale_str("Leave out who is no member any more"),
        share=locale_str("Show it to everybody in this channel"),
    )
    @app_commands.rename(game_key="game")
    @app_commands.choices(by=MEASURE_CHOICES, game_key=GAME_CHOICES)
    async def standings(
        self,
        interaction: Press,
        by: str = Measure.NET.value,
        game_key: str | None = None,
        season: Number | None = None,
        night: Number | None = None,
        all_time: bool = False,
        hide_left: bool = False,
        share: bool = False,
    ) -> None:
        """/standings"""
        person = await self._people.of(interaction, PICTURE)
        wanted = Wanted(scope_of(season, night, all_time), Measure(by), game_key, gone=not hide_left)
        locale = person.locale
        if share:
            await self._messages.page(person.server_id, wanted, None)  # what is refused is refused privately
            await think_aloud(interaction)
            locale = self._people.server_locale(person.server_id)
        me = None if share else person.user_id
        made = await self._messages.standings(person.server_id, wanted, me, locale)
        await answer_with(interaction, made.view, made.files, private=not share)

    @app_commands.command(description=locale_str("Your own record, for you alone"))
    async def me(self, interaction: Press) -> None:
        """/me"""
        person = await self._people.of(interaction, PICTURE)
        made = await self._messages.record(person.server_id, person.user_id, person.locale)
        await answer_with(interaction, made.view, made.files)

    @app_commands.command(description=locale_str("Chips that went between each two players (managers)"))
    @app_commands.describe(**SPAN)
    async def flow(
        self,
        interaction: Press,
        season: Number | None = None,
        night: Number | None = None,
        all_time: bool = False,
    ) -> None:
        """/flow"""
        person = await self._people.manager(interaction, PICTURE)
        scope, book = scope_of(season, night, all_time), self._messages.book
        counted = await book.counted(person.server_id, scope)
        pairs, names = await book.flow(person.server_id, scope)
        await answer(interaction, raw(flow_text(pairs, names, scope_text(counted), person.locale)))

    async def turn(self, interaction: Press, wanted: Wanted) -> None:
        """A press on standings: other ones in their place."""
        await self._reporter.run(
            interaction, self._taps.once(interaction, lambda: self._turn(interaction, wanted))
        )

    async def _turn(self, interaction: Press, wanted: Wanted) -> None:
        person = await self._people.of(interaction, PICTURE)
        private = interaction.message is not None and interaction.message.flags.ephemeral
        locale = person.locale if private else self._people.server_locale(person.server_id)
        me = person.user_id if private else None
        made = await self._messages.standings(person.server_id, wanted, me, locale)
        await redraw(interaction, made.view, made.files)
