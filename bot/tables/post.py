"""The requests that tables make to Discord, and nothing else: no state, no retries of its own.

Nothing sent here mentions anybody, but for ``send_nudge``; everything else is silent.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import discord
from discord import ui

from bot.buttons import EXTEND, HandButton

NOBODY = discord.AllowedMentions.none()


class Post:
    """What a table sends, through one client."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel_id)

    async def send_table(self, channel_id: int, view: ui.LayoutView, nonce: int) -> int:
        """Post a table's message and return its id; the same nonce within minutes posts once."""
        message = await self._channel(channel_id).send(
            view=view, nonce=nonce, silent=True, allowed_mentions=NOBODY
        )
        return message.id

    async def edit_table(self, channel_id: int, message_id: int, view: ui.LayoutView) -> None:
        """Redraw a table's message."""
        await (
            self._channel(channel_id).get_partial_message(message_id).edit(view=view, allowed_mentions=NOBODY)
        )

    async def find_hand(self, channel_id: int, hand_id: int, since: datetime) -> int | None:
        """The message that this bot posted for that hand after ``since``, None where there is none."""
        me = self._client.user
        history = self._channel(channel_id).history(limit=100, after=since, oldest_first=True)
        async for message in history:
            if me is not None and message.author.id == me.id and _is_of_hand(message, hand_id):
                return message.id
        return None

    async def send_nudge(self, channel_id: int, user_id: int, text: str) -> int:
        """One line that mentions one person, with sound."""
        message = await self._channel(channel_id).send(
            text, allowed_mentions=discord.AllowedMentions(users=[discord.Object(user_id)])
        )
        return message.id

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Take a message away."""
        await self._channel(channel_id).get_partial_message(message_id).delete()

    async def open_dm(self, user_id: int) -> int:
        """The id of the DM channel with that person."""
        channel = await self._client.create_dm(discord.Object(user_id))
        return channel.id

    async def send_dm(self, dm_channel_id: int, text: str, *, silent: bool) -> int:
        """A direct message; Forbidden where the person takes none."""
        message = await self._channel(dm_channel_id).send(text, silent=silent, allowed_mentions=NOBODY)
        return message.id

    async def edit_dm(self, dm_channel_id: int, message_id: int, text: str) -> None:
        """Change a direct message."""
        await (
            self._channel(dm_channel_id)
            .get_partial_message(message_id)
            .edit(content=text, allowed_mentions=NOBODY)
        )


def _is_of_hand(message: discord.Message, hand_id: int) -> bool:
    """True where a button of the message says so; the message before it offered that hand's deal only."""
    for custom_id in _custom_ids(message.components):
        match = HandButton.__discord_ui_compiled_template__.fullmatch(custom_id)
        if match is not None and (int(match.group(2)), match.group(3)) == (hand_id, EXTEND):
            return True
    return False


def _custom_ids(components: list[Any]) -> Iterator[str]:
    for component in components:
        custom_id = getattr(component, "custom_id", None)
        if isinstance(custom_id, str):
            yield custom_id
        yield from _custom_ids(list(getattr(component, "children", ())))
