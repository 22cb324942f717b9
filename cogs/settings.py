"""A server's settings, for its managers."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Range, locale_str
from discord.ext import commands

from bot.locale import Text, say
from bot.reporter import Press, answer
from bot.show.words import chips_text
from bot.store import Store, Tx, servers
from bot.store.servers import ServerRow
from cogs.people import People

STARTING_CHIPS_MOST: Final = 1_000_000_000
RETURN_MINUTES_MOST: Final = 7 * 24 * 60


class SettingsCog(commands.Cog, name="settings"):
    """/settings"""

    def __init__(self, store: Store, people: People) -> None:
        self._store, self._people = store, people

    @app_commands.command(description=locale_str("Show or change this server's settings (managers)"))
    @app_commands.describe(
        starting_chips=locale_str("What somebody new gets"),
        manager_role=locale_str("Who may manage tables and chips, beside those who may manage the server"),
        no_manager_role=locale_str("Only those who may manage the server"),
        return_minutes=locale_str("Who comes back to a table within brings at least what he left with"),
    )
    async def settings(
        self,
        interaction: Press,
        starting_chips: Range[int, 0, STARTING_CHIPS_MOST] | None = None,
        manager_role: discord.Role | None = None,
        no_manager_role: bool = False,
        return_minutes: Range[int, 0, RETURN_MINUTES_MOST] | None = None,
    ) -> None:
        """/settings"""
        person = await self._people.manager(interaction)

        async def job(tx: Tx) -> ServerRow:
            row = await servers.get(tx, person.server_id)
            changed = replace(
                row,
                starting_chips=row.starting_chips if starting_chips is None else starting_chips,
                return_stack_minutes=row.return_stack_minutes if return_minutes is None else return_minutes,
                manager_role_id=_role(row, manager_role, no_manager_role),
            )
            if changed != row:
                await servers.update(tx, changed)
            return changed

        row = await self._store.write(job)
        self._people.forget_role(person.server_id)
        await answer(interaction, _settings_text(row))


def _role(row: ServerRow, given: discord.Role | None, none: bool) -> int | None:
    if none:
        return None
    return row.manager_role_id if given is None else given.id


def _settings_text(row: ServerRow) -> Text:
    managers = (
        say("whoever may manage the server")
        if row.manager_role_id is None
        else say("<@&{role}>, and whoever may manage the server", role=row.manager_role_id)
    )
    return say(
        "**Settings of this server**\n"
        "Somebody new starts with {chips}.\n"
        "Managers: {managers}.\n"
        "Who comes back to a table within {minutes} min brings at least what he left with.\n"
        "To change one, give it as an option of /settings.",
        chips=chips_text(row.starting_chips),
        managers=managers,
        minutes=row.return_stack_minutes,
    )
