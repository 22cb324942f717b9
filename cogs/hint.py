"""/hint: the chance to win, to the player alone."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.answers import Press, answer
from bot.cooldowns import REASONING
from bot.show.hint import hint_text
from bot.tables.hints import hint_for
from bot.tables.room import Room
from cogs.channels import channel_of
from cogs.options import TABLE, TableNumber
from cogs.people import People


class HintCog(commands.Cog, name="hint"):
    """/hint"""

    def __init__(self, room: Room, people: People) -> None:
        self._room, self._people = room, people

    @app_commands.command(description=locale_str("Your chance to win this hand, to you alone"))
    @app_commands.describe(table=TABLE)
    async def hint(self, interaction: Press, table: TableNumber | None = None) -> None:
        """/hint"""
        person = await self._people.of(interaction, REASONING)
        at = self._room.here(person, channel_of(interaction), table)
        await answer(interaction, hint_text(await hint_for(at, person)))
