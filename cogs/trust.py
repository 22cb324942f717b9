"""/trust: what came of every promise about the shuffle, and what that does not prove."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.answers import Press, answer_with
from bot.cooldowns import PROOF
from bot.history.archive import Archive
from bot.history.proving import counted, voided
from bot.show.keys import label_of
from bot.show.trust import trust_view
from cogs.people import People


class TrustCog(commands.Cog, name="trust"):
    """/trust"""

    def __init__(self, people: People, archive: Archive) -> None:
        self._people, self._archive = people, archive

    @app_commands.command(description=locale_str("Whether the deal here can be trusted, and how to check it"))
    async def trust(self, interaction: Press) -> None:
        """/trust"""
        person = await self._people.of(interaction, PROOF)
        found = await self._archive.trust(person)
        cut = label_of("cut", self._people.server_locale(person.server_id))
        view = trust_view(counted(found.counts), [voided(past) for past in found.voided], cut, person.locale)
        await answer_with(interaction, view)
