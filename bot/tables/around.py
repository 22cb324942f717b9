"""What surrounds a table: its server and channel, and who is a member there.

All but the question for members is read from the client's cache and costs no request.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterable, Mapping
from typing import Final

import discord

from bot.clock import Clock
from bot.invite import missing_permissions
from bot.locale import Text

log = logging.getLogger(__name__)

ASK_SECONDS_MAX = 1.5  # a press that waits for the answer is itself answered within 3 s
ASKED_AT_ONCE_MOST: Final = 100  # Discord
ASKS_PER_MINUTE_MOST: Final = 60  # Discord takes 120 frames a minute, and the heartbeat needs its own


class Around:
    """The surroundings of every table of one client."""

    def __init__(self, client: discord.Client, clock: Clock) -> None:
        self._client, self._clock = client, clock
        self._asked: list[float] = []
        self.open_questions = 0

    def has_server(self, server_id: int) -> bool:
        """True while the bot is in that server, be it available or not."""
        return self._client.get_guild(server_id) is not None

    def missing(self, server_id: int, channel_id: int) -> list[Text]:
        """The permissions by name without which a table cannot be shown there; empty: none, or unknown."""
        guild = self._client.get_guild(server_id)
        channel = guild.get_channel_or_thread(channel_id) if guild is not None else None
        if guild is None or channel is None or guild.unavailable or guild.me is None:
            return []
        try:
            granted = channel.permissions_for(guild.me)
        except discord.ClientException:  # a thread whose channel is not known
            return []
        thread, voice = isinstance(channel, discord.Thread), is_voice(channel)
        return missing_permissions(granted, thread=thread, voice=voice, playing=True)

    async def names_of(self, server_id: int, user_ids: Collection[int]) -> Mapping[int, str | None]:
        """Ask Discord for members: their names, None for who is none (any more).

        Who is not in the answer counts as present: there was none in time, or not for him.
        """
        guild = self._client.get_guild(server_id)
        wanted = sorted({user_id for user_id in user_ids if user_id})[:ASKED_AT_ONCE_MOST]
        if guild is None or guild.unavailable or not wanted or not self._may_ask():
            return {}
        self.open_questions += 1
        try:
            async with asyncio.timeout(ASK_SECONDS_MAX):
                found = await guild.query_members(user_ids=wanted, limit=ASKED_AT_ONCE_MOST, cache=False)
        except (TimeoutError, OSError, RuntimeError, discord.DiscordException) as error:
            log.info("no answer about members server=%s error=%r", server_id, error)
            return {}
        finally:
            self.open_questions -= 1
        names = _names(found)
        if self._client.get_guild(server_id) is not guild or guild.unavailable:
            return {}
        return {user_id: names.get(user_id) for user_id in wanted}

    def _may_ask(self) -> bool:
        now = self._clock.seconds()
        self._asked = [at for at in self._asked if now - at < 60]
        if len(self._asked) >= ASKS_PER_MINUTE_MOST:
            return False
        self._asked.append(now)
        return True


def is_voice(channel: object) -> bool:
    """True for the chat of a voice channel or a stage."""
    return isinstance(channel, discord.VoiceChannel | discord.StageChannel)


def _names(members: Iterable[discord.Member]) -> dict[int, str]:
    return {member.id: member.display_name for member in members}
