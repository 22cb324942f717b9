"""The requests about game nights to Discord, and nothing else: no state, no retries of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

import discord
from discord import ui

from bot.discord_codes import UNKNOWN_EVENT
from bot.tables.post import NOBODY, find_own

EVENT_NAME_MOST: Final = 100
EVENT_TEXT_MOST: Final = 1000


class NightPost:
    """What is sent about nights, through one client."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel_id)

    async def send(
        self,
        channel_id: int,
        view: ui.LayoutView,
        nonce: str,
        user_ids: Sequence[int] = (),
        files: Sequence[discord.File] = (),
    ) -> int:
        """Post a message that mentions these people and nobody else; silent where there are none."""
        users = [discord.Object(user_id) for user_id in user_ids]
        message = await self._channel(channel_id).send(
            view=view,
            files=list(files),
            nonce=nonce,
            silent=not users,
            allowed_mentions=discord.AllowedMentions(users=users),
        )
        return message.id

    async def edit(self, channel_id: int, message_id: int, view: ui.LayoutView) -> None:
        """Redraw a message."""
        message = self._channel(channel_id).get_partial_message(message_id)
        await message.edit(view=view, allowed_mentions=NOBODY)

    async def find(self, channel_id: int, component_id: int, since: datetime) -> int | None:
        """The message of this bot that carries that component, None where there is none."""
        after, channel = since - timedelta(minutes=1), self._channel(channel_id)
        return await find_own(
            self._client, channel, after, lambda message: _carries(message.components, component_id)
        )

    # ---- Discord's own scheduled events

    def may_create_events(self, server_id: int) -> bool:
        """True where the bot was granted Create Events in that server."""
        guild = self._client.get_guild(server_id)
        return guild is not None and guild.me.guild_permissions.create_events

    async def create_event(
        self, server_id: int, *, name: str, about: str, where: str, begins: datetime, ends: datetime
    ) -> int | None:
        """The event of that name and time, made where it is not there; None without the server."""
        guild = self._client.get_guild(server_id)
        if guild is None:
            return None
        for event in await self.own_events(server_id):
            if (event.name, event.start_time) == (name, begins):
                return event.id  # made before a crash
        made = await guild.create_scheduled_event(
            name=name,
            description=about,
            location=where,
            start_time=begins,
            end_time=ends,
            entity_type=discord.EntityType.external,
            privacy_level=discord.PrivacyLevel.guild_only,
        )
        return made.id

    async def own_events(self, server_id: int) -> list[discord.ScheduledEvent]:
        """The events of that server that this bot has made and that are not over."""
        guild, me = self._client.get_guild(server_id), self._client.user
        if guild is None or me is None:
            return []
        found = await guild.fetch_scheduled_events(with_counts=False)
        return [one for one in found if one.creator_id == me.id]

    async def move_event(self, server_id: int, event_id: int, begins: datetime, ends: datetime) -> None:
        """Another time for the event."""
        await self._client.http.edit_scheduled_event(
            server_id,
            event_id,
            scheduled_start_time=begins.isoformat(),
            scheduled_end_time=ends.isoformat(),
        )

    async def delete_event(self, server_id: int, event_id: int) -> None:
        """Take the event away; nothing where it is gone."""
        try:
            await self._client.http.delete_scheduled_event(server_id, event_id)
        except discord.HTTPException as error:
            if error.code != UNKNOWN_EVENT:
                raise


def _carries(components: Iterable[Any], component_id: int) -> bool:
    return any(
        getattr(one, "id", None) == component_id or _carries(getattr(one, "children", ()), component_id)
        for one in components
    )
