"""The channel in which somebody types, and whether a table can stand in it."""

from __future__ import annotations

import discord

from bot.answers import Press
from bot.invite import missing_permissions
from bot.locale import listed, say
from bot.tables.around import is_voice
from bot.tables.people import Refusal


def channel_of(interaction: Press) -> int:
    """The id of the channel in which somebody typed."""
    assert interaction.channel_id is not None  # commands are for servers only
    return interaction.channel_id


async def check_channel(interaction: Press) -> None:
    """Refusal where a table cannot stand in this channel: it names what is missing."""
    await _check(interaction, interaction.channel, interaction.app_permissions)


async def check_channel_for(
    interaction: Press, channel: discord.TextChannel | discord.VoiceChannel | discord.Thread
) -> None:
    """The same for another channel of the server."""
    await _check(interaction, channel, channel.permissions_for(channel.guild.me))


async def _check(interaction: Press, channel: object, granted: discord.Permissions) -> None:
    in_thread = isinstance(channel, discord.Thread)
    missing = missing_permissions(granted, thread=in_thread, voice=is_voice(channel))
    if missing:
        raise Refusal(
            say(
                "I cannot show a table here. Whoever manages this channel must allow me: {permissions}.",
                permissions=listed(missing),
            )
        )
    if isinstance(channel, discord.Thread) and channel.archived:
        try:
            await channel.edit(archived=False)
        except discord.Forbidden:
            raise Refusal(say("This thread is archived. Open it again, then try once more.")) from None
