"""The slash commands as the library holds them: who may begin one, and what is told when one fails."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands

from bot.answers import Press
from bot.locale import say
from bot.received import focused_option
from bot.reporter import old_command
from bot.show.names import safe_name
from bot.tables.people import Refusal

if TYPE_CHECKING:
    from bot.client import DealerBot

log = logging.getLogger(__name__)

GUILD_ONLY: Final = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
GUILD_INSTALL: Final = app_commands.AppInstallationType(guild=True, user=False)


class DealerTree(app_commands.CommandTree[Any]):
    """The slash commands: in servers only, every one inside the client's reporter."""

    client: DealerBot

    def __init__(self, client: DealerBot) -> None:
        super().__init__(client, allowed_contexts=GUILD_ONLY, allowed_installs=GUILD_INSTALL)

    async def interaction_check(self, interaction: Press) -> bool:
        """Claim the interaction before its command begins; one that was delivered again does not begin."""
        if not self.client.reporter.claim(interaction):
            return False
        if (command := interaction.command) is not None and not _is_offered(interaction, command):
            raise app_commands.CommandSignatureMismatch(command)
        return True

    async def on_error(self, interaction: Press, error: app_commands.AppCommandError) -> None:
        """Hand what went wrong to the reporter, in the words that the person needs."""
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if isinstance(error, app_commands.TransformerError) and isinstance(error.__cause__, Refusal):
            cause = error.__cause__
        elif isinstance(error, app_commands.TransformerError) and isinstance(error.value, discord.User):
            cause = Refusal(
                say("{name} is not a member of this server.", name=safe_name(error.value.display_name))
            )
        elif isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            log.info("outdated command", extra={"fields": {"why": str(error)}})
            cause = Refusal(old_command())
        elif isinstance(error, app_commands.TransformerError):  # a value that Discord does not let through
            log.info("option not understood", extra={"fields": {"type": error.type.name}})
            cause = Refusal(old_command())
        await self.client.reporter.failed(interaction, cause)


def _is_offered(interaction: Press, command: Any) -> bool:
    """False where a value is not of its option's list or range, or is none to be suggested.

    Discord looks at all of that, the library at nothing.
    """
    parameters = {one.display_name: one for one in getattr(command, "parameters", ())}
    if interaction.type is discord.InteractionType.autocomplete:
        name = focused_option(interaction.data)
        return name in parameters and parameters[name].autocomplete
    given = dict(iter(interaction.namespace))  # itself it answers to every name, also to keys()
    return all(given.get(name) is None or _may_be(one, given[name]) for name, one in parameters.items())


def _may_be(option: Any, value: Any) -> bool:
    if option.choices:
        return value in [choice.value for choice in option.choices]
    size = len(value) if isinstance(value, str) else value
    if isinstance(size, bool) or not isinstance(size, int | float):
        return True  # a person, a channel, yes or no
    least, most = option.min_value, option.max_value
    return (least is None or least <= size) and (most is None or size <= most)


async def command_payload(tree: app_commands.CommandTree[Any]) -> list[dict[str, Any]]:
    """What Discord is told of the commands, in every language."""
    assert tree.translator is not None
    return [await command.get_translated_payload(tree, tree.translator) for command in tree.get_commands()]
