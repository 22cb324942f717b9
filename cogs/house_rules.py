"""/house-rules: rules of tables, kept under a name."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import Choice, locale_str
from discord.ext import commands

from bot.answers import Press, answer
from bot.locale import Text, frame, say, strung
from bot.show.lines import unusual_options
from bot.show.scene import Terms
from bot.show.words import game_name, lines, stake_text
from bot.store import Store
from bot.store import house_rules as stored
from bot.tables import house_rules
from cogs.opening import Opening
from cogs.options import TABLE, RulesName, TableNumber
from cogs.people import People
from cogs.play import PlayCog


class HouseRulesCog(
    commands.GroupCog,
    name="house-rules",
    group_description=locale_str("Rules of your own, kept under a name"),
):
    """/house-rules"""

    def __init__(self, store: Store, people: People, play: PlayCog, opening: Opening) -> None:
        self._store, self._people, self._play, self._opening = store, people, play, opening

    @app_commands.command(description=locale_str("Keep the rules of this channel's table under a name"))
    @app_commands.describe(
        name=locale_str("What to call them; a name of yours that is there is replaced"),
        table=TABLE,
    )
    async def save(self, interaction: Press, name: RulesName, table: TableNumber | None = None) -> None:
        """/house-rules save"""
        at = await self._play.here(interaction, table)
        await answer(interaction, await house_rules.save(at.table, at.person, name))

    @app_commands.command(name="list", description=locale_str("The house rules of this server"))
    async def list_(self, interaction: Press) -> None:
        """/house-rules list"""
        person = await self._people.of(interaction)
        rows = await self._store.read(lambda tx: stored.of_server(tx, person.server_id))
        told = [_line(row.name, terms) for row, terms in house_rules.readable(rows)]
        if not told:
            told = [say("This server keeps no house rules yet. Save a table's with {/house-rules save}.")]
        for first in range(0, len(told), _LINES_MOST):
            await answer(interaction, lines(*told[first : first + _LINES_MOST]))

    @app_commands.command(description=locale_str("Open a table by house rules of this server"))
    @app_commands.describe(name=locale_str("Which"))
    async def use(self, interaction: Press, name: RulesName) -> None:
        """/house-rules use"""
        person = await self._people.of(interaction)
        await self._opening.offer(interaction, person, None, None, name)

    @app_commands.command(description=locale_str("Delete house rules; tables that play by them go on"))
    @app_commands.describe(name=locale_str("Which"))
    async def delete(self, interaction: Press, name: RulesName) -> None:
        """/house-rules delete"""
        person = await self._people.of(interaction)
        await answer(interaction, await house_rules.delete(self._store, person, name))

    @save.autocomplete("name")
    @use.autocomplete("name")
    @delete.autocomplete("name")
    async def _names(self, interaction: Press, typed: str) -> list[Choice[str]]:
        return await self._opening.names(interaction, typed)


_LINES_MOST = 5  # of one message: it stays within 2 000 characters


def _line(name: str, terms: Terms) -> Text:
    parts = [game_name(terms.game), stake_text(terms.options), *unusual_options(terms)]
    return frame("**{name}**: {parts}", name=name, parts=strung(parts))
