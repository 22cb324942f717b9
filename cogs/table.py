"""/table: opening tables, sitting down and getting up, and what hosts and managers do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord
from discord import app_commands
from discord.app_commands import Choice, Range, locale_str
from discord.ext import commands

from bot.answers import Press, answer
from bot.cooldowns import OPENING
from bot.locale import Text
from bot.locale.translator import choice_name
from bot.show.words import temperament_name
from bot.tables import hosting, seating
from bot.tables.characters import HOUSE_PLAYERS_MOST
from bot.tables.people import Person
from bot.tables.practice import HOUSE_PLAYERS
from bot.tables.screen import Carrier
from bot.tables.table import Table
from bot.tables.waitlist import NoSeat
from cogs.channels import check_channel
from cogs.opening import Opening
from cogs.options import RULES, STAKE, TABLE, TABLE_CHOICES, Chips, RulesName, Stake, TableNumber
from cogs.people import People
from cogs.play import PlayCog, offer_waiting, sit_down
from engine.house import Temperament

TEMPERAMENT_CHOICES = [Choice(name=choice_name(temperament_name(one)), value=one) for one in Temperament]


class TableCog(
    commands.GroupCog,
    name="table",
    group_description=locale_str("Open a table, sit down, get up"),
):
    """/table"""

    def __init__(self, people: People, play: PlayCog, opening: Opening) -> None:
        self._people, self._play, self._opening = people, play, opening

    @app_commands.command(name="open", description=locale_str("Open a table in this channel"))
    @app_commands.describe(
        game=locale_str("Which game, or several"),
        stake=STAKE,
        rules=RULES,
    )
    @app_commands.choices(game=TABLE_CHOICES)
    async def open_(
        self,
        interaction: Press,
        game: str | None = None,
        stake: Stake | None = None,
        rules: RulesName | None = None,
    ) -> None:
        """/table open"""
        person = await self._people.of(interaction)
        await check_channel(interaction)
        await self._opening.offer(interaction, person, game, stake, rules)

    @app_commands.command(description=locale_str("Play here with house players, for practice chips"))
    @app_commands.describe(
        game=locale_str("Which game, or several"),
        stake=STAKE,
        rules=RULES,
        house_players=locale_str("How many sit down with you; without it three"),
        temperament=locale_str("How they play; without it each differently"),
    )
    @app_commands.rename(house_players="house-players")
    @app_commands.choices(game=TABLE_CHOICES, temperament=TEMPERAMENT_CHOICES)
    async def practice(
        self,
        interaction: Press,
        game: str | None = None,
        stake: Stake | None = None,
        rules: RulesName | None = None,
        house_players: Range[int, 1, HOUSE_PLAYERS_MOST] = HOUSE_PLAYERS,
        temperament: str = "",
    ) -> None:
        """/table practice"""
        person = await self._people.of(interaction, OPENING)
        await check_channel(interaction)
        await self._opening.practice(interaction, person, (game, stake, rules), house_players, temperament)

    @practice.autocomplete("rules")
    @open_.autocomplete("rules")
    async def _rules(self, interaction: Press, typed: str) -> list[Choice[str]]:
        return await self._opening.names(interaction, typed)

    @app_commands.command(description=locale_str("Sit down at the table of this channel"))
    @app_commands.describe(
        chips=locale_str("How many chips you bring; without it you are asked"), table=TABLE
    )
    async def join(
        self, interaction: Press, chips: Chips | None = None, table: TableNumber | None = None
    ) -> None:
        """/table join"""
        at = await self._play.here(interaction, table)
        if chips is None:
            await self._play.ask_buy_in(at)
        else:
            key = str(interaction.id)
            try:
                text = await sit_down(at.table, at.person, chips, key, None)
            except NoSeat as refused:
                await offer_waiting(at, refused)
            else:
                await answer(interaction, text)

    @app_commands.command(description=locale_str("Get up; your stack goes to your wallet"))
    @app_commands.describe(table=TABLE)
    async def leave(self, interaction: Press, table: TableNumber | None = None) -> None:
        """/table leave"""
        await self._wish(interaction, table, seating.leave)

    @app_commands.command(name="sit-out", description=locale_str("Keep your seat but skip the next hands"))
    @app_commands.describe(table=TABLE)
    async def sit_out(self, interaction: Press, table: TableNumber | None = None) -> None:
        """/table sit-out"""
        await self._wish(interaction, table, seating.sit_out)

    @app_commands.command(description=locale_str("Play again after sitting out"))
    @app_commands.describe(table=TABLE)
    async def back(self, interaction: Press, table: TableNumber | None = None) -> None:
        """/table back"""
        await self._wish(interaction, table, seating.back)

    @app_commands.command(name="top-up", description=locale_str("Bring more chips to the table"))
    @app_commands.describe(chips=locale_str("How many; without it you are asked"), table=TABLE)
    async def top_up(
        self, interaction: Press, chips: Chips | None = None, table: TableNumber | None = None
    ) -> None:
        """/table top-up"""
        at = await self._play.here(interaction, table)
        if chips is None:
            await self._play.ask_top_up(at)
        else:
            key = str(interaction.id)
            await answer(interaction, await seating.top_up(at.table, at.person, chips, key, None))

    @app_commands.command(description=locale_str("Show the table again at the end of the channel"))
    @app_commands.describe(table=TABLE)
    async def show(self, interaction: Press, table: TableNumber | None = None) -> None:
        """/table show"""
        at = await self._play.here(interaction, table)
        await check_channel(interaction)
        await self._play.show_below(at)

    @app_commands.command(description=locale_str("Close the table after this hand (host, managers)"))
    @app_commands.describe(table=TABLE)
    async def close(self, interaction: Press, table: TableNumber | None = None) -> None:
        """/table close"""
        await self._wish(interaction, table, hosting.close)

    @app_commands.command(description=locale_str("Stop the clock and the play (host, managers)"))
    @app_commands.describe(table=TABLE)
    async def pause(self, interaction: Press, table: TableNumber | None = None) -> None:
        """/table pause"""
        await self._wish(interaction, table, hosting.pause)

    @app_commands.command(description=locale_str("Go on after a pause (host, managers)"))
    @app_commands.describe(table=TABLE)
    async def resume(self, interaction: Press, table: TableNumber | None = None) -> None:
        """/table resume"""
        await self._wish(interaction, table, hosting.resume)

    @app_commands.command(description=locale_str("Make somebody leave after this hand (host, managers)"))
    @app_commands.describe(player=locale_str("Who has to leave"), table=TABLE)
    async def kick(self, interaction: Press, player: discord.User, table: TableNumber | None = None) -> None:
        """/table kick"""
        await self._wish(interaction, table, lambda t, p, it: hosting.kick(t, p, player.id, it))

    @app_commands.command(description=locale_str("Make somebody else the host (host, managers)"))
    @app_commands.describe(player=locale_str("The next host"), table=TABLE)
    async def host(self, interaction: Press, player: discord.User, table: TableNumber | None = None) -> None:
        """/table host"""
        await self._wish(interaction, table, lambda t, p, it: hosting.hand_over(t, p, player.id, it))

    async def _wish(
        self,
        interaction: Press,
        number: int | None,
        act: Callable[[Table, Person, Carrier | None], Awaitable[Text]],
    ) -> None:
        at = await self._play.here(interaction, number)
        await answer(interaction, await act(at.table, at.person, None))
