"""The invitation link and the permissions that the bot asks for: the least that it works with."""

from __future__ import annotations

from typing import Final

import discord

from bot.locale import Text, say

PERMISSIONS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
    use_external_emojis=True,
)


_COMFORTS: Final = ("embed_links", "attach_files", "read_message_history")


def invite_link(application_id: int) -> str:
    """The address with which a server's manager adds the bot to that server (never to a user)."""
    link = discord.utils.oauth_url(
        application_id, permissions=PERMISSIONS, scopes=("bot", "applications.commands")
    )
    return link + "&integration_type=0"


def missing_permissions(
    granted: discord.Permissions, *, thread: bool, voice: bool = False, playing: bool = False
) -> list[Text]:
    """The names, as Discord shows them, of what a table in such a channel lacks; empty: it can open.

    ``playing``: only that without which a table that is open already cannot go on.
    """
    needed = {
        "view_channel": say("View Channel"),
        "send_messages": say("Send Messages"),
        "embed_links": say("Embed Links"),
        "attach_files": say("Attach Files"),
        "read_message_history": say("Read Message History"),
    }
    if thread:
        del needed["send_messages"]
        needed["send_messages_in_threads"] = say("Send Messages in Threads")
    if voice:  # whoever may not connect to a voice channel may not write in its chat either
        needed["connect"] = say("Connect")
    if playing:
        needed = {name: text for name, text in needed.items() if name not in _COMFORTS}
    return [name for permission, name in needed.items() if not getattr(granted, permission)]
