"""Where discord.py of this process finds Discord. Imports nothing of the offline one: the bot loads it."""

from typing import Protocol

import discord.gateway
import discord.http
import yarl


class Addresses(Protocol):
    """Where a Discord is."""

    @property
    def api_url(self) -> str: ...

    @property
    def gateway_url(self) -> str: ...


def point_discord_at(there: Addresses) -> None:
    """Send discord.py of this process there instead of to Discord."""
    discord.http.Route.BASE = there.api_url
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(there.gateway_url)
