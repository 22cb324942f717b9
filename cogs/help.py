"""Finding out: what the bot does and how its games are played."""

from __future__ import annotations

import asyncio

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.answers import Press, answer, answer_with
from bot.charts import Charts
from bot.cooldowns import PICTURE
from bot.locale import say
from bot.reporter import Reporter
from bot.rules_items import Chapter
from bot.show.keys import label_of
from bot.show.odds import odds_chart, odds_view
from bot.standings.messages import chart_file
from bot.tables.room import Room
from cogs.options import GAME_CHOICES
from cogs.people import People
from cogs.rulebook import chapter_here, open_book, show_rules
from cogs.taps import Taps


class HelpCog(commands.Cog, name="help"):
    """/help, /rules and /odds; implements ``bot.rules_items.RulesPresses``."""

    def __init__(self, reporter: Reporter, room: Room, people: People, charts: Charts) -> None:
        self._reporter, self._room, self._people, self._charts = reporter, room, people, charts
        self._taps = Taps()

    @app_commands.command(description=locale_str("What this bot does and how to begin"))
    async def help(self, interaction: Press) -> None:
        """/help"""
        locale = self._people.server_locale(interaction.guild_id or 0)
        await answer(
            interaction,
            say(
                "I deal card games for play chips, which are worth nothing outside this server.\n"
                "**Begin:** {/table open} in a channel, then everybody presses **{join}** "
                "and somebody **{deal}**.\n"
                "**To practise:** {/table practice} deals to you and house players, for practice chips.\n"
                "**Your hidden cards** come as a direct message; **{cards}** shows them too, to you alone.\n"
                "**Play** with the buttons, or by keyboard: {/bet} {/raise} {/call} {/check} {/fold} {/act} "
                "{/cards}.\n"
                "**Chips:** {/bank balance}, {/bank statement}, {/bank check}.\n"
                "**The weekly game:** {/night list}; managers set it up with {/night schedule}.\n"
                "**How the group stands:** {/standings}, {/me}, {/night show}, {/season list}, {/export}.\n"
                "**Hands that are over:** {/hand list}, {/hand show}, {/hand verify}, {/trust}.\n"
                "**Your own rules:** {/house-rules save} keeps a table's under a name.\n"
                "**More:** {/rules} and {/odds} for a game, {/hint} for your own hand, {/table} to sit out, "
                "top up or leave, {/privacy}, {/settings} for managers.",
                **{what: label_of(what, locale) for what in ("join", "deal", "cards")},
            ),
        )

    @app_commands.command(description=locale_str("How a game is played"))
    @app_commands.describe(game_key=locale_str("Which game; without it the one of this channel's table"))
    @app_commands.rename(game_key="game")
    @app_commands.choices(game_key=GAME_CHOICES)
    async def rules(self, interaction: Press, game_key: str | None = None) -> None:
        """/rules"""
        person = await self._people.of(interaction, PICTURE)
        chapter = chapter_here(self._room, person, interaction.channel_id, game_key)
        await show_rules(interaction, self._room, person, chapter)

    @app_commands.command(description=locale_str("What beats what, with exact numbers"))
    @app_commands.describe(game_key=locale_str("Which game; without it the one of this channel's table"))
    @app_commands.rename(game_key="game")
    @app_commands.choices(game_key=GAME_CHOICES)
    async def odds(self, interaction: Press, game_key: str | None = None) -> None:
        """/odds"""
        person = await self._people.of(interaction, PICTURE)
        chapter = chapter_here(self._room, person, interaction.channel_id, game_key)
        book = open_book(self._room, person, chapter)
        # The odds are counted, which takes a while.
        chart, alt = await asyncio.to_thread(odds_chart, book.rules.options, person.locale)
        picture = await self._charts.draw(chart)
        view = odds_view(book, person.locale, alt if picture is not None else None)
        await answer_with(interaction, view, () if picture is None else (chart_file(picture, alt),))

    async def turn_rules(self, interaction: Press, chapter: Chapter) -> None:
        """Another page of the rules in place of the one that stands there."""

        async def work() -> None:
            person = await self._people.of(interaction, PICTURE)
            # In place of the rules alone: of what others read nothing is taken away.
            private = interaction.message is not None and interaction.message.flags.ephemeral
            await show_rules(interaction, self._room, person, chapter, in_place=private)

        await self._reporter.run(interaction, self._taps.once(interaction, work))
