"""Finding out: what the bot does and how its games are played."""

from __future__ import annotations

import asyncio

from discord import app_commands
from discord.app_commands import Choice, locale_str
from discord.ext import commands

from bot.charts import Charts
from bot.cooldowns import PICTURE
from bot.locale import say
from bot.locale.translator import choice_name
from bot.reporter import Press, answer, answer_with
from bot.show.draft import MIXED
from bot.show.odds import odds_chart, odds_view
from bot.show.rules import rules_pages
from bot.show.words import game_name, mixed_name
from bot.standings.messages import chart_file
from bot.tables.mixed import all_rules
from bot.tables.people import Person
from bot.tables.room import Room
from cogs.people import People
from engine.games import GAMES, game
from engine.options import Options

GAME_CHOICES = [Choice(name=choice_name(game_name(key)), value=key) for key in GAMES]
MIXED_CHOICES = [Choice(name=choice_name(mixed_name(one)), value=one) for one in MIXED]


async def tell_rules(interaction: Press, options: Options) -> None:
    """The rules with these options, a message a page, to this person alone."""
    for page in await asyncio.to_thread(rules_pages, options):  # the odds are counted, which takes a while
        await answer(interaction, page)


class HelpCog(commands.Cog, name="help"):
    """/help, /rules and /odds"""

    def __init__(self, room: Room, people: People, charts: Charts) -> None:
        self._room, self._people, self._charts = room, people, charts

    @app_commands.command(description=locale_str("What this bot does and how to begin"))
    async def help(self, interaction: Press) -> None:
        """/help"""
        await answer(
            interaction,
            say(
                "I deal card games for play chips, which are worth nothing outside this server.\n"
                "**Begin:** {/table open} in a channel, then everybody presses **Join** "
                "and somebody **Deal**.\n"
                "**To practise:** {/table practice} deals to you and house players, for practice chips.\n"
                "**Your hidden cards** come as a direct message; **My cards** shows them too, to you alone.\n"
                "**Play** with the buttons, or by keyboard: {/bet} {/raise} {/call} {/check} {/fold} {/act} "
                "{/cards}.\n"
                "**Chips:** {/bank balance}, {/bank statement}, {/bank check}.\n"
                "**The weekly game:** {/night list}; managers set it up with {/night schedule}.\n"
                "**How the group stands:** {/standings}, {/me}, {/night show}, {/season list}, {/export}.\n"
                "**Your own rules:** {/house-rules save} keeps a table's under a name.\n"
                "**More:** {/rules} and {/odds} for a game, {/hint} for your own hand, {/table} to sit out, "
                "top up or leave, {/settings} for managers."
            ),
        )

    @app_commands.command(description=locale_str("How a game is played"))
    @app_commands.describe(game_key=locale_str("Which game; without it the one of this channel's table"))
    @app_commands.rename(game_key="game")
    @app_commands.choices(game_key=GAME_CHOICES)
    async def rules(self, interaction: Press, game_key: str | None = None) -> None:
        """/rules"""
        person = await self._people.of(interaction)
        await tell_rules(interaction, self._options_here(interaction, person, game_key))

    @app_commands.command(description=locale_str("What beats what, with exact numbers"))
    @app_commands.describe(game_key=locale_str("Which game; without it the one of this channel's table"))
    @app_commands.rename(game_key="game")
    @app_commands.choices(game_key=GAME_CHOICES)
    async def odds(self, interaction: Press, game_key: str | None = None) -> None:
        """/odds"""
        person = await self._people.of(interaction, PICTURE)
        options = self._options_here(interaction, person, game_key)
        chart, alt = await asyncio.to_thread(odds_chart, options, person.locale)  # counted, see tell_rules
        picture = await self._charts.draw(chart)
        view = odds_view(options, person.locale, alt if picture is not None else None)
        await answer_with(interaction, view, () if picture is None else (chart_file(picture, alt),))

    def _options_here(self, interaction: Press, person: Person, game_key: str | None) -> Options:
        """The options of this channel's table, of that game where one is named; else the usual ones."""
        here = [
            options
            for table in self._room.of_server(person.server_id)
            if table.state.channel_id == interaction.channel_id
            for options in (table.state.terms.options, *(one.options for one in all_rules(table.state)))
        ]
        found = next((options for options in here if game_key in (None, options.game)), None)
        return found or game(game_key or GAME_CHOICES[0].value).options_type()
