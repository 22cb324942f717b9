"""The requests that tables make to Discord, and nothing else: no state, no retries of its own.

Only ``send_nudge`` and ``send_offer`` mention somebody; everything else is silent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from typing import Any, Final

import aiohttp
import discord
from discord import ui

from bot.buttons import EXTEND, UNWAIT, HandButton, table_of
from bot.show.pictures.sketch import Picture

# What a request can end with: Discord's refusal, or no answer (the connection closed, the time over).
REQUEST_FAILED: Final = (discord.HTTPException, aiohttp.ClientError, OSError)
NOBODY = discord.AllowedMentions.none()
HISTORY_MOST: Final = 100
SEARCHED_MOST: Final = 300


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table's message as it is to be sent: its components, and the picture that they show."""

    view: ui.LayoutView
    picture: Picture | None = None

    @property
    def picture_name(self) -> str:
        """The file name of its picture, empty where it has none."""
        return self.picture.name if self.picture is not None else ""

    def files(self) -> list[discord.File]:
        """Its picture to be uploaded."""
        if self.picture is None:
            return []
        return [discord.File(BytesIO(self.picture.png), self.picture.name, description=self.picture.alt)]

    def attachments(self, standing: str | None) -> dict[str, Any]:
        """How an edit brings the picture to a message on which ``standing`` is attached (None: unknown).

        Nothing is said of a picture that stands there already: Discord keeps it.
        """
        return {} if self.picture_name == standing else {"attachments": self.files()}


async def find_own(
    client: discord.Client,
    channel: discord.PartialMessageable,
    since: datetime,
    is_it: Callable[[discord.Message], bool],
) -> int | None:
    """The message of this bot that is wanted, None where there is none: looked for from ``since`` on, then
    among the newest. The computer's time may be ahead of Discord's: then what was posted is older than that.
    """
    me = client.user
    from_then = channel.history(limit=SEARCHED_MOST, after=since, oldest_first=True)
    for history in (from_then, channel.history(limit=SEARCHED_MOST)):
        async for message in history:
            if me is not None and message.author.id == me.id and is_it(message):
                return message.id
    return None


class Post:
    """What a table sends, through one client."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel_id)

    async def send_table(self, channel_id: int, sheet: Sheet, nonce: int) -> int:
        """Post a table's message and return its id; the same nonce within minutes posts once."""
        message = await self._channel(channel_id).send(
            view=sheet.view, files=sheet.files(), nonce=nonce, silent=True, allowed_mentions=NOBODY
        )
        return message.id

    async def edit_table(
        self, channel_id: int, message_id: int, sheet: Sheet, standing: str | None = None
    ) -> None:
        """Redraw a table's message, on which the picture of that name is (None: unknown)."""
        await (
            self._channel(channel_id)
            .get_partial_message(message_id)
            .edit(view=sheet.view, allowed_mentions=NOBODY, **sheet.attachments(standing))
        )

    async def find_hand(self, channel_id: int, hand_id: int, since: datetime) -> int | None:
        """The message that this bot posted for that hand after ``since``, None where there is none."""
        channel = self._channel(channel_id)
        return await find_own(self._client, channel, since, lambda message: _is_of_hand(message, hand_id))

    async def left_behind(self, channel_id: int, table_id: int, message_id: int) -> list[discord.Message]:
        """Messages of this table near ``message_id`` (0: the newest) that have buttons but are not it."""
        around = discord.Object(message_id) if message_id else None
        history = self._channel(channel_id).history(limit=HISTORY_MOST, around=around)
        me = self._client.user
        return [
            message
            async for message in history
            if me is not None
            and message.author.id == me.id
            and message.id != message_id
            and _is_of_table(message, table_id)
        ]

    async def take_buttons(self, message: discord.Message) -> None:
        """Leave a message as the record that it is."""
        view = ui.LayoutView.from_message(message, timeout=None)
        boxes: list[ui.LayoutView | ui.Container[Any]] = [view]
        boxes += [item for item in view.children if isinstance(item, ui.Container)]
        for box in boxes:
            for row in [item for item in box.children if isinstance(item, ui.ActionRow)]:
                box.remove_item(row)
            for gallery in [item for item in box.children if isinstance(item, ui.MediaGallery)]:
                _name_files(gallery, message)
        await message.edit(view=view, allowed_mentions=NOBODY)

    async def send_nudge(self, channel_id: int, user_id: int, text: str, nonce: str) -> int:
        """One line that mentions one person, with sound."""
        message = await self._channel(channel_id).send(
            text, nonce=nonce, allowed_mentions=discord.AllowedMentions(users=[discord.Object(user_id)])
        )
        return message.id

    async def send_offer(self, channel_id: int, user_id: int, view: ui.LayoutView, nonce: str) -> int:
        """One line with buttons that mentions one person, with sound."""
        only_him = discord.AllowedMentions(users=[discord.Object(user_id)])
        message = await self._channel(channel_id).send(view=view, nonce=nonce, allowed_mentions=only_him)
        return message.id

    async def unarchive(self, thread_id: int) -> None:
        """Open an archived thread again; Forbidden where the bot may not."""
        await self._client.http.edit_channel(thread_id, archived=False)

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Take a message away."""
        await self._channel(channel_id).get_partial_message(message_id).delete()

    async def open_dm(self, user_id: int) -> int:
        """The id of the DM channel with that person."""
        channel = await self._client.create_dm(discord.Object(user_id))
        return channel.id

    async def send_dm(self, dm_channel_id: int, text: str, nonce: str, *, silent: bool) -> int:
        """A direct message; Forbidden where the person takes none. The same nonce soon again sends once."""
        message = await self._channel(dm_channel_id).send(
            text, nonce=nonce, silent=silent, allowed_mentions=NOBODY
        )
        return message.id

    async def edit_dm(self, dm_channel_id: int, message_id: int, text: str) -> None:
        """Change a direct message."""
        await (
            self._channel(dm_channel_id)
            .get_partial_message(message_id)
            .edit(content=text, allowed_mentions=NOBODY)
        )


def _name_files(gallery: ui.MediaGallery[Any], message: discord.Message) -> None:
    """Let a gallery show the message's own files by name; their addresses run out."""
    names = {one.id: one.filename for one in message.attachments}
    for item in gallery.items:
        if item.media.attachment_id in names:
            item.media = discord.UnfurledMediaItem(f"attachment://{names[item.media.attachment_id]}")


def _is_of_hand(message: discord.Message, hand_id: int) -> bool:
    """True where a button of the message says so; the message before it offered that hand's deal only."""
    for custom_id in _custom_ids(message.components):
        match = HandButton.__discord_ui_compiled_template__.fullmatch(custom_id)
        if match is not None and (int(match.group(2)), match.group(3)) == (hand_id, EXTEND):
            return True
    return False


def _is_of_table(message: discord.Message, table_id: int) -> bool:
    """True where the message has a button of that table and does not offer a seat at it."""
    found = list(_custom_ids(message.components))
    if f"t:{table_id}:{UNWAIT}" in found:
        return False
    return any(table_of(one) == table_id for one in found)


def _custom_ids(components: list[Any]) -> Iterator[str]:
    for component in components:
        custom_id = getattr(component, "custom_id", None)
        if isinstance(custom_id, str):
            yield custom_id
        yield from _custom_ids(list(getattr(component, "children", ())))
